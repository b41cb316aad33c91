"""Does every doubt name something there is, and give its reason in every language?"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from talisman_nb.cards.decode import RETIRED, CardError
from talisman_nb.rules.book import open_book
from talisman_nb.rules.certainty import has_fact, read_certainty
from talisman_nb.text.definitions.facts import doubts_of, group_of, unsure
from talisman_nb.text.names import LANGUAGES

BOOK = open_book()
KNOWN = open_book().certainty
EVERY = [(key, fact, doubt) for key, doubts in KNOWN.doubt.items() for fact, doubt in doubts.items()]


def meant_by(key: str) -> list[str]:
    """The definitions a key of the file stands for: of a kind of space all its spaces."""
    kind = key.removeprefix("space.")
    spaces = [f"space.{space}" for space in BOOK.board.spaces if BOOK.board.kind(space) == kind]
    return spaces if key.startswith("space.") and spaces else [key]


def test_every_doubt_names_a_definition_and_a_fact_of_it() -> None:
    for key, fact, _ in EVERY:
        for meant in meant_by(key):
            assert meant in BOOK.definitions, key
            assert has_fact(BOOK.card(meant), fact), (meant, fact)
            assert fact in doubts_of(BOOK, meant), meant


def test_every_doubt_has_its_reason_in_every_language() -> None:
    for key, fact, doubt in EVERY:
        reasons = [doubt.text(lang) for lang in LANGUAGES]
        assert all(len(text) > 15 and text == text.strip() for text in reasons), (key, fact)
        assert len(set(reasons)) == len(LANGUAGES), (key, fact)


def test_a_doubt_a_table_may_settle_names_the_figure_that_does() -> None:
    for key, fact, doubt in EVERY:
        assert bool(doubt.switches) == (doubt.standing == "house"), (key, fact)
        assert set(doubt.switches) <= set(BOOK.table), (key, fact)
        assert (doubt.standing == "official") == (not doubt.doubtful), (key, fact)


def test_everything_on_the_table_rests_on_something() -> None:
    cards = {*BOOK.deck_of, "form.toad", "character.elf", "space.crypt"}
    assert {group_of(BOOK, key) for key in cards} == set(KNOWN.basis)


def test_what_lists_of_the_stock_do_not_agree_on_or_tell_of_another_edition_is_marked() -> None:
    second = open_book("second")
    assert [card for card in BOOK.stock_cards if "copies" in doubts_of(BOOK, card)] == ["purchase/mule"]
    for card in second.stock_cards:
        assert ("copies" in doubts_of(second, card)) == card.startswith("purchase/"), card


def test_what_is_settled_carries_no_mark_and_what_is_open_does() -> None:
    assert unsure(BOOK, "character.warrior", "fr") == ""
    assert unsure(BOOK, "runesword", "fr").startswith("≈ ")
    assert unsure(BOOK, "space.runes-3", "en") == ""
    assert unsure(BOOK, "devil", "it").startswith("≈ nessun elenco")


def tables(file: Path) -> Iterator[dict[str, Any]]:
    """Every definition written in a file; of a board those of its kinds of spaces."""
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    waiting = [table for table in read.get("kind", read).values() if isinstance(table, dict)]
    while waiting:
        table = waiting.pop()
        yield table
        waiting += [value for value in table.values() if isinstance(value, dict)]


def test_the_reasons_stand_in_one_place() -> None:
    """Left in a card's own table they would be read in silence, as those of tables begun earlier are."""
    root = Path(__file__).parents[1]
    files = [*(root / "talisman_nb" / "layers").rglob("*/*/*.toml"), *(root / "boards").glob("*.toml")]
    assert len(files) > 10
    assert not [(file.name, table) for file in files for table in tables(file) if set(table) & set(RETIRED)]


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[doubt.wolf.met]\nsure = "maybe"', r"mine\.toml: \[doubt\.wolf\.met\] sure: expected .*maybe"),
        (
            '[doubt.wolf.met]\nsure = "one"\nstanding = "open"\nen = "x"',
            r"\[doubt\.wolf\.met\] it: missing, expected a text",
        ),
        ('[basis.spell]\nen = "a"\nit = "b"\nfr = "c"\npl = "d"\nde = "e"', r"\[basis\.spell\] de: unknown key"),
        ("[doubt", "this is not TOML"),
        ("[doubts.wolf]", r"got \[doubts\]"),
    ],
)
def test_a_mistake_in_the_file_is_named(toml: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        read_certainty(toml, "mine.toml")
