"""Is the layer named wherever a reason rests on a card, character or space that a layer of one's own wrote?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from talisman_nb.analysis import Analysis, Chain, why_closed, why_event, why_total_of
from talisman_nb.chronicle.journal import last_lines
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, specify
from talisman_nb.table import Table
from talisman_nb.text.definitions.facts import layers_behind
from talisman_nb.text.house_rules import figures_behind
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

LAYER = Layer("mine", {
    "layer.toml": '[layer]\nname = { en = "Our cards", pl = "Nasze karty" }\n',
    "adventure/cards.toml": """
[wolf]
like = "wolf"
strength = 4
[mole-skin]
name = "Mole skin"
type = "object"
held = [{ mod = "add", to = "strength", n = 2 }, { mod = "cannot", act = "take_follower" }]
""",
    "character/characters.toml": '[mole-rider]\nlike = "dwarf"\nname = "Mole rider"\n',
    "board.toml": 'like = "revised4"\n[space.ruins]\ndraw = 3\n',
})  # fmt: skip
FIGHT = "warrior fields-5, has mole-skin | thief city > 4 > clockwise > wolf"

CLOSE = "warrior fields-5, trophies wolf bear | thief city > 2 > clockwise > devil"


def line_of(text: str) -> str:
    return f"edition {specify(['revised4', LAYER])} | {text}"


def named(lang: str) -> str:
    return "Nasze karty" if lang == "pl" else "Our cards"


def layers_told(chain: Chain) -> list[str]:
    return [reason.text for reason in chain.reasons if reason.kind == "layer"]


def at_a_table(text: str, lang: str = "en") -> Table:
    """A table that begins with a situation of the revised edition and the layer."""
    begun = situation(line_of(text))
    return Table.new({"P0": "warrior", "P1": "thief"}, layers=[LAYER], position=begun, lang=lang)


def why_asked(table: Table) -> tuple[str, ...]:
    """The reasons that a panel has for the question of a table."""
    asked = TableController(table).screen().question
    assert asked is not None
    return asked.why


def subjects(told: Iterable[str]) -> list[str]:
    """What the lines about a layer are about."""
    return [line.partition(":")[0].strip() for line in told if "Our cards" in line or "Nasze karty" in line]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_for_a_trade_names_the_layer_of_each_trophy(lang: str) -> None:
    at_close = Analysis.of(line_of(CLOSE), lang)
    traded = at_close.answer("trade:strength")
    (event,) = (event for event in traded.node.events if event.kind == "traded")
    (told,) = layers_told(why_event(traded, event))
    assert named(lang) in told and str(Wording(lang).card("wolf")) in told
    assert told in why_event(traded, event).short()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sum_names_the_layers_of_its_terms(lang: str) -> None:
    found = Analysis.of(line_of("mole-rider fields-5, has mole-skin sword | thief city"), lang)
    told = layers_told(why_total_of(found, 0, "strength"))
    assert subjects(told) == ["Mole rider", "Mole skin"] and all(named(lang) in line for line in told)


def test_a_fight_names_the_layers_of_its_creatures_and_of_what_adds() -> None:
    over = Analysis.of(line_of(f"{FIGHT} > fight > 4 > 1 > 1 > keep"))
    (event,) = (event for event in over.node.events if event.kind == "fought")
    assert subjects(layers_told(why_event(over, event))) == ["Wolf", "Mole skin"]


def test_a_closed_option_names_the_layer_that_closes_it() -> None:
    found = Analysis.of(line_of("warrior fields-5, has mole-skin | thief city > 2 > clockwise > guide"))
    assert subjects(layers_told(why_closed(found, "guide"))) == ["Mole skin"]


def test_what_the_edition_wrote_names_no_layer() -> None:
    line = line_of("warrior fields-5, has sword | thief city > 4 > clockwise > bear > fight > 4 > 1 > 1 > keep")
    found = Analysis.of(line)
    chains = [why_total_of(found, 0, "strength"), *(why_event(found, event) for event in found.node.events)]
    assert not any(map(layers_told, chains))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_names_the_layers_of_a_fight_and_of_a_trade(lang: str) -> None:
    table = at_a_table(FIGHT, lang)
    assert len(subjects(why_asked(table))) == 2, why_asked(table)
    for answer in ("4", "1", "1"):
        table.answer(answer)
    fought = next(line for line in last_lines(table, lang, -1) if any(named(lang) in why for why in line.why))
    assert len(subjects(fought.why)) == 2, fought
    trading = at_a_table(CLOSE, lang)
    (told,) = (line for line in why_asked(trading) if named(lang) in line)
    assert str(Wording(lang).card("wolf")) in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_for_a_trade_names_the_layer_that_sets_its_rate(lang: str) -> None:
    cheap = Layer("cheap", {"rules.toml": "[trophy]\nstrength = 3\n"})
    line = f"edition {specify(['revised4', cheap])} | {CLOSE}"
    traded = Analysis.of(line, lang).answer("trade:strength")
    (event,) = (event for event in traded.node.events if event.kind == "traded")
    (told,) = layers_told(why_event(traded, event))
    assert "cheap" in told and "3" in told
    table = Table.new({"P0": "warrior", "P1": "thief"}, layers=[cheap], position=situation(line), lang=lang)
    assert told in why_asked(table)
    table.answer("trade:strength")
    assert any(told in each.why for each in last_lines(table, lang, -1))
    beyond = Table.new({"P0": "warrior"}, layers=[cheap], house={"trophy.strength": 4})
    assert figures_behind(book_of(beyond.state.book), ["trophy.strength"], lang) == (), "a house rule is told as one"


@pytest.mark.parametrize("source", ["ruins", "space.ruins", "space.ruins.drawn", "wolf@charmed", "purchase/axe"])
def test_a_source_is_traced_to_the_definition_it_is_a_part_of(source: str) -> None:
    axe = Layer("axes", {"adventure/axe.toml": '[axe]\nlike = "axe"\ncopies = 2\n'})
    found = open_book(["revised4", LAYER, axe])
    (told,) = layers_behind(found, [source, source, "village", "counters", ""], "en")
    assert "“axes”" in told if "axe" in source else "“Our cards”" in told
