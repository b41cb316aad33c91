"""Is nothing English left on an Italian, French or Polish screen, whatever is pressed?"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import msgspec
import pytest
from editions import TESTED
from read_aloud import assert_well, english_in
from tables import pressed

from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import find_layer, packs
from talisman_nb.rules.own_rules import group_of
from talisman_nb.table import Table
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
PEOPLE = ("Xaqa", "Xbqb", "Xcqc", "Xdqd", "Xeqe", "Xfqf")
PRESSES = 300
KINDS = [
    {"dice": "virtual", "cards": "virtual", "spells": "known"},
    {"dice": "physical", "cards": "physical", "spells": "hands"},
    {"dice": "virtual", "cards": "physical", "spells": "known"},
]
KEYS = {
    "key",
    "picture",
    "tone",
    "level",
    "portrait",
    "things",
    "kind",
    "type",
    "lang",
    "space",
    "at",
    "actions",
    "active",
    "able",
    "alignment_key",
    "keys",
    "lies",
    "to",
    "goods_keys",
    "trophies_keys",
    "spells_keys",
    "thing",
    "followers",
    "what",
    "value",
    "hint",
    "way",
    "players",
}
NOT_READ = {
    *KEYS,
    "actions",
    "overlay",
    "frames",
    "board",
    "pictures",
    "spoken",
    "marks",
    "types",
    "tints",
    "own_types",
    "drops",
}
"""Fields of a screen that nobody reads: keys, also of names, pictures; and the names of players."""


def read(shown: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Everything somebody reads, with its field."""
    if isinstance(shown, str):
        if field != "why" or shown not in rule_index():  # the panel says the sentence, which is in the labels
            yield field, shown
    elif isinstance(shown, dict):
        for name, inner in shown.items():
            if name not in NOT_READ and not (name in ("card", "cards") and isinstance(inner, str)):
                yield from read(inner, name)
    elif isinstance(shown, (list, tuple)):
        for inner in shown:
            yield from read(inner, field)


PRODUCTS = {find_layer(pack).head.name for pack in packs("revised4")}
"""Names of expansions that are known in English alone."""


def assert_no_english(shown: Any, lang: str, after: object) -> None:
    for field, text in read(msgspec.to_builtins(shown)):
        assert text in PRODUCTS or not english_in(text, lang), (lang, field, text, after)


def said_wrongly(table: Table, dice: random.Random) -> dict[str, Any]:
    """What can't be done, is put in, set straight or typed in."""
    ply, seat = table.ask.ply, dice.randrange(len(PEOPLE))
    put_in = [f"{seat}/{option.key}" for option in table.asides(seat)] or ["/settle"]
    own = (
        {"name": "Xyzq", "type": "animal", "strength": "2"},
        {"name": "Xyzr", "type": "object"},
        {"name": "", "type": "x"},
    )
    changes = (
        {"what": "gold", "seat": seat, "n": 3},
        {"what": "life", "seat": seat, "n": -40},
        {"what": "form", "seat": seat, "to": "toad"},
        {"what": "alignment", "seat": seat, "to": "evil"},
        {"what": "space", "seat": seat, "to": "city"},
        {"what": "card", "seat": seat, "card": "wolf", "to": f"seat:{seat}"},
    )
    return dice.choice(
        (
            {"type": "aside", "key": dice.choice((*put_in, "/settle", "/throw-again")), "ply": ply},
            {"type": "answer", "ply": ply, "key": dice.choice(("7", "nonsense", "done", "fight", "spell?"))},
            {"type": "answer", "ply": ply - 1, "key": "1"},
            {"type": "hand", "ply": ply, "own": dice.choice(own)},
            {"type": "correct", "changes": [dice.choice(changes)]},
            {"type": "look", "seat": seat},
        )
    )


EVERY = [
    pytest.param(
        edition, lang, kind,
        id="-".join((edition, lang, *kind.values())),
        marks=() if (e + n + at) % len(KINDS) == 0 else pytest.mark.campaign,
    )
    for e, edition in enumerate(TESTED)
    for n, lang in enumerate(OTHERS)
    for at, kind in enumerate(KINDS)
]  # fmt: skip
"""Every edition in every language, each with one kind of table; in the campaign with all."""


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "lang", "kind"), EVERY)
def test_no_english_in_a_game(edition: str, lang: str, kind: dict[str, str]) -> None:
    dice = random.Random(f"{lang} {kind}")
    people = dict(zip(PEOPLE, dice.sample(sorted(open_book(edition).characters), len(PEOPLE)), strict=True))
    table = Table.new(people, edition=edition, lang=lang, seed=dice.randrange(99), **kind)  # type: ignore[arg-type]
    table.set(react=("always",) * len(PEOPLE))
    panel = TableController(table)
    assert_no_english(panel.labels(), lang, "labels")
    for n in range(PRESSES):
        if table.ask.kind == "over":
            break
        message = said_wrongly(table, dice) if dice.random() < 0.2 else pressed(table, dice)
        reply = panel.handle(message)
        assert_no_english([panel.screen(), reply or ()], lang, message)
        if n % 20 == 0:
            assert_no_english(
                TableController(table, audience=Audience(dice.randrange(len(PEOPLE)))).screen(), lang, "another viewer"
            )


@pytest.mark.parametrize("lang", OTHERS)
def test_no_english_in_the_form_of_a_new_table(lang: str) -> None:
    Table.new({"Xaqa": "dwarf", "Xbqb": "thief"}, name="Xyzq").close()
    (panel := controller_for("", lang)).handle({"type": "start", "players": [{"name": "Xaqa", "character": "elf"}] * 2})
    assert_no_english([panel.setup(), panel.labels(), panel.screen()], lang, "two Elves")


USUAL = edition_table("revised4")
VALUES: dict[str, tuple[Any, ...]] = {
    "draw.counts": ("adventure",),
    "trophy.kept": ("points",),
    **dict.fromkeys(group_of(), ()),
}
"""What a figure may be that is neither a number nor yes or no; switches have phrases of their own."""


@dataclass(frozen=True, eq=False)
class AnyHouse:
    """A book with a house rule that may be out of range; hashed by identity, as books are."""

    house: dict[str, Any]
    usual: ClassVar[Mapping[str, Any]] = USUAL
    own_rules: ClassVar[Mapping[str, Any]] = {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_house_rule_that_is_no_switch_is_told_in_words(lang: str) -> None:
    for figure, usual in sorted(USUAL.items()):
        for value in VALUES.get(figure, (not usual if isinstance(usual, bool) else 9,)):
            (told,) = in_force(AnyHouse({figure: value}), lang)  # type: ignore[arg-type]
            assert_well(told)
            assert figure not in told and "_" not in told and (lang == "en" or not english_in(told, lang)), told


def test_english_is_found_where_it_is() -> None:
    assert (
        english_in("Ada gained 1 life.", "it")
        and english_in("no definition 'wolf'", "fr")
        and english_in("Draw a card", "pl")
    )
