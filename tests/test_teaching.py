"""Is a group told what it meets for the first time: once, where it belongs, and only if it wants to be?"""

from __future__ import annotations

from typing import Any

import pytest
from editions import PLAYED
from msgspec import to_builtins
from tables import TWO, press, press_on, started

from talisman_nb.model import Change, EventKind, OwnCard
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.teaching import hint_kinds, put_away, want_hints, wants_hints
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.values import Hint

pytestmark = pytest.mark.usefixtures("own_home")


def shown(panel: TableController) -> Hint | None:
    return panel.screen().hint


def read(panel: TableController) -> None:
    hint = shown(panel)
    assert hint is not None
    told = panel.handle({"type": "hint", "key": hint.key})
    after = panel.screen().hint
    assert told == {"type": "hint", "key": hint.key} | ({"next": to_builtins(after)} if after else {})


def taught(*keys: str) -> None:
    """The group has read these, and those of the aim and of a die to move, which have tests of their own."""
    for key in (*keys, "aim", "ways"):
        put_away(key)


@pytest.mark.parametrize(
    ("edition", "rule"), [("revised4", "win.last"), ("second", "win.last"), ("third", "win.dragon")]
)
def test_the_first_game_tells_how_somebody_wins(edition: str, rule: str) -> None:
    characters = dict.fromkeys(TWO, "") if edition == "third" else TWO
    panel = TableController(Table.new(characters, edition))
    for n in range(2 if edition == "third" else 0):
        own = OwnCard(f"Ghost {n}", "character", 3, 3, life=4, start="city")
        panel.table.answer("own", own=own)
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.rule, hint.figures) == ("aim", rule, False)
    assert rule_index()[rule].text_in(edition, "en") in hint.text
    read(panel)
    after = shown(panel)
    assert after is not None and after.key == "figures"


def test_the_first_game_names_the_figures_of_a_sheet_until_that_is_read() -> None:
    put_away("aim")
    panel = started(TWO)
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.seat, hint.figures) == ("figures", 0, True)
    press(panel, "3")
    assert shown(panel) == hint, "it stays until somebody puts it away"
    read(panel)
    assert shown(panel) is None
    taught()
    assert shown(started({"Eva": "elf", "Ugo": "troll"})) is None, "never twice for the same group"


def test_the_signs_beside_a_die_to_move_are_named_while_one_is_asked_for() -> None:
    put_away("aim")
    put_away("figures")
    panel = started(TWO)
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.seat, hint.ways, hint.rule) == ("ways", 0, True, "turn.must-move")
    press(panel, "3")
    assert shown(panel) is None, "nothing is led anywhere now"
    press(panel, "clockwise", "bag-of-gold")
    again = shown(panel)
    assert again is not None and (again.key, again.seat) == ("ways", 1), "nobody has put it away"
    read(panel)
    assert shown(panel) is None


def test_a_group_that_wants_none_is_told_nothing_until_it_does() -> None:
    want_hints(False)
    assert not wants_hints() and shown(started(TWO)) is None
    want_hints(True)
    assert wants_hints() and shown(started({"Eva": "elf", "Ugo": "troll"})) is not None


def test_the_form_has_one_word_for_it_which_is_kept() -> None:
    panel = controller_for("", "en")
    people = [{"name": name, "character": figure} for name, figure in TWO.items()]
    assert {part.key: part.value for part in panel.setup().parts}["hints"] == "on"
    panel.handle({"type": "part", "key": "hints", "value": "off", "players": people})
    panel.handle({"type": "start", "players": people, "parts": {}})
    assert shown(panel) is None and not wants_hints()
    assert {part.key: part.value for part in controller_for("", "en").setup().parts}["hints"] == "off"


def test_a_psychic_combat_is_told_at_its_card_while_it_is_shown() -> None:
    taught("figures")
    panel = started(TWO)
    press(panel, "3", "clockwise", "wraith")
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.card, hint.rule) == ("psychic", "wraith", "combat.psychic")
    press(panel, "4", "1")
    assert shown(panel) is None, "the card is gone, and nobody has read it"
    table = panel.table
    table.change(Change("turn", 0))
    press(panel, "3", "clockwise", "shadow")
    again = shown(panel)
    assert again is not None and again.card == "shadow"


def test_a_spell_is_told_in_the_turn_it_came_up_in_and_in_its_own() -> None:
    taught("figures")
    panel = started({"Ada": "wizard", "Bruno": "thief"})
    for turn, told in ((0, True), (1, False), (0, True)):
        panel.table.change(Change("turn", turn))
        panel.follow()
        assert bool(shown(panel)) == told, "what is no more about who is asked goes, and comes back: nobody has read it"


def test_a_hint_of_a_card_stands_at_no_other_card() -> None:
    taught("figures")
    panel = started(TWO)
    press(panel, "3", "clockwise", "wraith", "4", "1")
    panel.table.change(Change("turn", 0))
    press(panel, "3", "clockwise", "wolf")
    question = panel.screen().question
    assert question is not None and question.card is not None and question.card.key == "wolf"
    assert shown(panel) is None, "a Wolf fights by Strength"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_tries_to_cross_is_told_at_what_guards_the_way_and_not_where_it_passed_by(lang: str) -> None:
    taught("figures")
    panel = TableController(Table.new(TWO, lang=lang))
    panel.table.change(Change("space", 0, to="sentinel"))
    panel.follow()
    press(panel, "4", "bridge")
    assert shown(panel) is None, "nothing was asked: a 6 would not have done"
    panel.table.change(Change("turn", 0), Change("space", 0, to="sentinel"), Change("strength", 0, 5))
    panel.follow()
    press(panel, "4", "bridge")
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.card, hint.rule) == ("guard", "space.sentinel", "bridge.sentinel")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_toad_and_a_spell_are_told_only_while_somebody_is_one_or_has_one(lang: str) -> None:
    taught("figures", "tradable")
    panel = TableController(Table.new(TWO, lang=lang))
    press(panel, "3", "clockwise", "witch", "1", "keep")
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.seat, hint.rule) == ("toad", 0, "toad.stats")
    assert hint.text.startswith("Ada") and "3" in hint.text and hint.text.count("1") == 2
    panel.table.change(Change("form", 0, 2, to="toad"))
    panel.follow()
    later = shown(panel)
    assert later is not None and "2" in later.text and "3" not in later.text, "the turns that are left"
    panel.table.change(Change("form", 0))
    panel.follow()
    assert shown(panel) is None, "it is no Toad any more"


def test_a_spell_is_told_at_whose_it_is_and_trophies_only_while_they_can_be_traded() -> None:
    taught("figures")
    panel = started({"Ada": "dwarf", "Bruno": "wizard"})
    hint = shown(panel)
    assert hint is not None and (hint.key, hint.seat) == ("spell", 1) and hint.text.startswith("Bruno alone")
    panel.table.correct(1, spells=0)
    panel.follow()
    assert shown(panel) is None, "the Spell is gone"
    for card in ("dragon", "wolf"):
        panel.table.correct(card=card, origin="deck:adventure", to="trophies:1")
    panel.follow()
    hint = shown(panel)
    assert hint is not None and hint.key == "tradable"
    panel.table.correct(card="dragon", origin="trophies:1", to="discards:adventure")
    panel.follow()
    assert shown(panel) is None, "what is left gives nothing"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_toad_is_told_with_its_figures(lang: str) -> None:
    taught("figures")
    table = Table.new(TWO, lang=lang)
    table.change(Change("space", 0, to="forest"), Change("form", 0, to="toad"))
    panel = TableController(table)
    assert shown(panel) is None, "a correction is no event of the game"


def test_trophies_are_told_once_they_are_worth_a_point() -> None:
    taught("figures")
    panel = started(TWO)
    for card in ("dragon", "wolf"):
        panel.table.correct(card=card, origin="deck:adventure", to="trophies:1")
    press(panel, "3")
    hint = shown(panel)
    price = panel.screen().trophy_price[0]
    assert hint is not None and (hint.key, hint.seat) == ("tradable", 1) and str(price) in hint.text
    assert hint.text.startswith("Bruno") and not hint.card


def test_what_a_hint_is_made_by_and_said_with_is_there_in_every_language() -> None:
    kinds, events = hint_kinds(), EventKind.__args__
    for lang in LANGUAGES:
        assert {key.partition(".")[0] for key in load_phrases(lang).topics["hints"]} == set(kinds)
    for key, kind in kinds.items():
        assert kind.event.partition(".")[0] in events if kind.event else kind.state, key
        assert not kind.rule or kind.rule in rule_index(), key


@pytest.mark.parametrize("edition", PLAYED)
def test_an_edition_is_told_only_what_it_has(edition: str) -> None:
    """Whatever comes up in a game has its rule in the edition, and a sentence without an empty place."""
    texts, told = rule_texts(open_book(edition), "en"), dict[str, Any]()
    for seed in range(3):
        table = Table.new(TWO, edition, dice="virtual", cards="virtual", spells="known", seed=seed)
        panel = TableController(table)
        for _ in range(120):
            press_on(table, 1)
            panel.follow()
            if hint := shown(panel):
                told[hint.key] = hint
                put_away(hint.key)
    assert {"figures"} < set(told)
    for hint in told.values():
        assert not hint.rule or hint.rule in texts or " " in hint.rule, hint
        assert "  " not in hint.text and "{" not in hint.text
