"""Cells of a table of cards: read as a card in no list, with what is wrong in which of them, and written again.

What stands in a cell may be in any of the four languages, short or long, with or without accents.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.definition import fits
from talisman_nb.cards.own_card import CHARACTER, is_carried
from talisman_nb.cards.vocabulary import COVERING
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.drawing_cards import check_own
from talisman_nb.engine.refusal import MOST_LETTERS, nameable
from talisman_nb.model import OwnCard
from talisman_nb.model.bounds import TEXT_LENGTH
from talisman_nb.model.state import MOST_FIGURE
from talisman_nb.rules.book import Book
from talisman_nb.text.find import find_space, name_of
from talisman_nb.text.names import LANGUAGES, UnknownNameError, names_of, plain
from talisman_nb.text.wording import Wording

FIGURES: Final = ("strength", "craft", "number", "copies", "price", "life", "fate", "gold")
COLUMNS: Final = ("name", "type", "strength", "craft", "number", "copies", "deck", "alignment", "words")
"""Columns of every card, in the order in which they are written."""
OF_CHARACTERS: Final = ("life", "fate", "gold", "start")
"""Columns that are written besides, if one of the cards is a character."""
NOTHING = ("", "-", "–", "—", ".", "/", "n/a", "?")
"""Cells that say that a card has no such figure."""
SIDES: Final = ("good", "neutral", "evil")
BETWEEN = re.compile(r"[/,;+&|]|\b(?:and|or|only|e|o|solo|ou|et|seulement|i|lub|albo|tylko)\b")
"""Matches what stands between two alignments."""
NOT = re.compile(r"^(?:not|no|non|pas|nie|never)\b")


class Unread(Struct, frozen=True):
    """A part of a text that could not be read, with its place.

    `row` and `column` count from 1, of a text its line and letter; column 0 is the whole row. `of`: the column's name,
    "" for none; `key`: the phrase that says what was expected; `fields` fill it.
    """

    row: int
    column: int
    said: str
    key: str
    of: str = ""
    fields: Mapping[str, Any] = {}

    def told(self, lang: str, book: Book | None = None) -> str:
        """Return what was expected, without the place.

        >>> Unread(2, 3, "lots", "figure", "strength", {"least": 0, "most": 99}).told("en")
        'expected a whole number from 0 to 99'
        """
        wording = Wording(lang, book=book)
        words = {name: _in_words(wording, name, value) for name, value in self.fields.items()}
        return wording.say("pasting", self.key, **{"said": self.said, **words})

    def placed(self, lang: str, book: Book | None = None, *, in_text: bool = False) -> str:
        """Return the same with its place in front, of a text its line and letter.

        >>> Unread(2, 3, "lots", "figure", "strength", {"least": 0, "most": 99}).placed("en")
        'Row 2, Strength (“lots”): expected a whole number from 0 to 99'
        """
        column = column_word(self.of, lang) if self.of and not in_text else str(self.column or "")
        fields = {"row": self.row, "column": column, "said": self.said, "why": self.told(lang, book)}
        return Wording(lang, book=book).say("pasting", "place-in-text" if in_text else "place", **fields)


class Row(Struct, frozen=True):
    """A row of a table: its cells by column, the card they make (None while one is wrong), what is wrong by column."""

    n: int
    cells: Mapping[str, str]
    card: OwnCard | None
    wrong: Mapping[str, Unread]


def column_word(column: str, lang: str) -> str:
    """Return what a column is called.

    >>> [column_word(column, "it") for column in ("name", "craft", "start")]
    ['Nome', 'Astuzia', 'Casella di partenza']
    """
    return Wording(lang).say("pasting", f"column.{column}")


def type_word(kind: str, lang: str, book: Book | None = None) -> str:
    """Return the word for a type of card.

    >>> type_word("magic object", "pl"), type_word("character", "fr")
    ('Magiczny Przedmiot', 'Personnage')
    """
    return names_of(book or Wording(lang).book).name("term" if kind == CHARACTER else "type", kind, lang)


def deck_word(deck: str, lang: str, book: Book) -> str:
    """Return the name of a deck; its key if it is one of a layer that gives it none."""
    try:
        return type_word(CHARACTER, lang) if deck == CHARACTER else Wording(lang, book=book).deck(deck)
    except UnknownNameError:
        return deck


def _in_words(wording: Wording, name: str, value: Any) -> Any:
    """Return what fills a place of a phrase: types, decks, columns and alignments by their names."""
    named = {
        "types": lambda kind: type_word(kind, wording.lang, wording.book),
        "decks": lambda deck: deck_word(deck, wording.lang, wording.book),
        "columns": lambda column: column_word(column, wording.lang),
        "sides": wording.alignment,
    }.get(name)
    return ", ".join(str(named(each)) for each in value) if named else value


@cache
def known_words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return what people write for columns, types, alignments and labels, as `pasted.toml` lists it."""
    text = (files("talisman_nb.notation") / "pasted.toml").read_text("utf-8")
    return {part: {key: tuple(words) for key, words in found.items()} for part, found in tomllib.loads(text).items()}


@cache
def meanings(part: str) -> Mapping[str, str]:
    """Return what the words of a part of `pasted.toml` mean."""
    return {word: key for key, words in known_words()[part].items() for word in (plain(key), *words)}


def read_row(cells: Mapping[str, str], book: Book, base: OwnCard | None = None, n: int = 1) -> Row:
    """Read the cells of a row, by column, as a card.

    Arguments:
        cells: what stands in each column; a column that is missing says nothing.
        book: the edition whose decks and spaces are meant.
        base: the card that the row was made of; what no column shows of it stays.
        n: the number of the row, for what is wrong in it.

    >>> from talisman_nb.rules.book import open_book
    >>> row = read_row({"name": "Old ward", "type": "oggetto", "alignment": "not evil"}, open_book())
    >>> row.card.name, row.card.type, row.card.deck, row.card.have_only
    ('Old ward', 'object', 'adventure', ('good', 'neutral'))
    >>> {of: each.told("en") for of, each in read_row({"name": "Roc", "type": "plane"}, open_book()).wrong.items()}
    {'type': 'expected a type of card: Animal, Object or another one'}
    """
    wrong: dict[str, Unread] = {}
    at = {column: i for i, column in enumerate(cells, 1)}

    def refuse(of: str, key: str, **fields: Any) -> None:
        wrong.setdefault(of, Unread(n, at.get(of, 0), cells.get(of, ""), key, of, fields))

    values: dict[str, Any] = {}
    name = " ".join(cells.get("name", "").split())
    if not nameable(name):
        refuse("name", "name", most=MOST_LETTERS)
    kind = type_meant(cells.get("type", ""))
    if not kind:
        refuse("type", "type", types=("animal", "object"))
    if "figures" in cells:
        said, rest = read_figures(cells["figures"])
        values |= said
        if rest:
            refuse("figures", "figures")
    for column in FIGURES:
        least = 1 if column == "copies" or (column == "life" and kind == CHARACTER) else 0
        if column in cells:
            found = number_of(cells[column])
            found = least if found == 0 and plain(cells[column]) in NOTHING else found
            values[column] = found
            if found is None or not least <= found <= MOST_FIGURE:
                refuse(column, "figure", least=least, most=MOST_FIGURE)
    if "words" in cells:
        values["words"] = cells["words"].strip()
        if len(values["words"]) > TEXT_LENGTH:
            refuse("words", "words", most=TEXT_LENGTH, n=len(values["words"]))
    if not wrong.keys() & {"name", "type"}:
        _read_places(cells, book, kind, base, values, refuse)
        _read_sides(cells, kind, base, values, refuse)
    card = None
    if not wrong:
        card = replace(base, name=name, type=kind, **values) if base else OwnCard(name, kind, **values)
        card = _checked(card, refuse)
    return Row(n, dict(cells), card, wrong)


def _read_places(
    cells: Mapping[str, str], book: Book, kind: Any, base: OwnCard | None, values: Any, refuse: Any
) -> None:
    """Read the deck, and a character's start."""
    usual, known = _usual_deck(kind, book), deck_names(book)
    said = plain(cells.get("deck", ""))
    kept = base.deck if base and (not said or said == plain(base.deck)) else ""
    deck = kept or (known.get(said) or known.get(_bare("deck", said)) if said not in NOTHING else usual)
    values["deck"] = deck or ""
    covers = kind in COVERING
    if not deck:
        refuse("deck", "deck", decks=tuple(dict.fromkeys(known.values())))
    elif (kind == CHARACTER) != (deck == CHARACTER) or (deck in book.decks and covers != (deck in book.covers)):
        refuse("deck", "deck-type", types=(kind,), decks=(usual,))
    if said := cells.get("start", "").strip():
        values["start"] = space_meant(book, said)
        if not values["start"]:
            refuse("start", "space")


@lru_cache(1_000)
def space_meant(book: Book, said: str) -> str:
    """Return the one space that is called so in some language, or only whose name has these letters; "" for none.

    >>> from talisman_nb.rules.book import open_book
    >>> space_meant(open_book(), "Miasto"), space_meant(open_book(), "a")
    ('city', '')
    """
    bare = re.sub(rf"^(?:{either(known_words()['beside']['space'])})\s+|^l['’]", "", said.strip(), flags=re.I)
    found = find_space(book, said) or find_space(book, bare)
    exact = (
        any(plain(name_of(book, found[0], lang)) in (plain(said), plain(bare)) for lang in LANGUAGES)
        if found
        else False
    )
    return found[0].removeprefix("space.") if found and (exact or len(found) == 1) else ""


def _read_sides(cells: Mapping[str, str], kind: Any, base: OwnCard | None, values: Any, refuse: Any) -> None:
    """Read the alignment: of a character its own, of what is kept who may have it."""
    if "alignment" not in cells:
        return
    said = cells["alignment"]
    sides = sides_meant(said) if plain(said) not in NOTHING else ()
    if sides is None or (kind == CHARACTER and len(sides) > 1):
        refuse("alignment", "alignment", sides=SIDES)
    elif kind == CHARACTER:
        values["alignment"] = sides[0] if sides else ""
    elif sides and not is_carried(OwnCard("", kind, after=base.after if base and fits(kind, base.after) else "")):
        refuse("alignment", "only-kept")
    else:
        values["have_only"] = () if len(sides) == len(SIDES) else sides


def _checked(card: OwnCard, refuse: Any) -> OwnCard | None:
    """Return the card if a table could use it."""
    if card.type == CHARACTER:
        return card
    try:
        return check_own(card if fits(card.type, card.after) else replace(card, after=""))
    except NotAllowedError:
        refuse("type", "misfit")
        return None


@cache
def deck_names(book: Book) -> Mapping[str, str]:
    """Return the decks of an edition by their names in every language, plain, and without the word for a deck."""
    named: dict[str, str] = {}
    for deck in (*book.decks, CHARACTER):
        for lang in LANGUAGES:
            name = plain(deck_word(deck, lang, book))
            for each in (deck, name, _bare("deck", name)):
                named.setdefault(each, deck)
    return named


def _usual_deck(kind: str, book: Book) -> str:
    """Return the deck that a card of a type is usually in."""
    if kind in (CHARACTER, "spell"):
        return CHARACTER if kind == CHARACTER else book.face_down
    if kind in COVERING:
        return next(iter(book.covers), "")
    return next((deck for deck in book.decks if deck in book.drawn_decks), "")


def _bare(part: str, said: str) -> str:
    """Return words without those that say nothing of a thing of a kind."""
    beside = known_words()["beside"][part]
    return " ".join(word for word in re.split(r"[\s:–—\-/()]+", said) if word and word not in beside)


def type_meant(said: str) -> Any:
    """Return the type of card that a cell names, "" for none; "Enemy: Dragon" is one."""
    bare = plain(said)
    return meanings("type").get(bare) or meanings("type").get(_bare("type", bare), "")


def sides_meant(said: str) -> tuple[str, ...] | None:
    """Return the alignments that a cell names, in their order; None if it says something else."""
    bare = plain(said)
    no = NOT.match(bare)
    parts = [part.strip() for part in BETWEEN.split(bare[no.end() :] if no else bare) if part.strip()]
    found = [meanings("alignment").get(part, "") for part in parts]
    if not found or not all(found):
        return None
    return tuple(side for side in SIDES if (side in found) != bool(no))


def number_of(said: str) -> int | None:
    """Return the number that a cell says, "2", "+2", "x2" or "2x"; 0 for an empty one; None if it is no number."""
    bare = plain(said)
    if bare in NOTHING:
        return 0
    found = re.fullmatch(r"(?:[+x×*]\s*)?([0-9]{1,9})(?:[.,]0{1,2})?(?:\s*[x×])?", bare)
    return int(found[1]) if found else None


@cache
def figure_pattern() -> re.Pattern[str]:
    """Return the pattern of a figure with its label on one of its sides: "Strength: 3", "3 Craft"."""
    labels = known_words()["label"]
    before, after = ("|".join(f"(?P<{key}{side}>{either(labels[key])})" for key in LABELLED) for side in "ab")
    joined = r"\b\.?\s*[:=]?\s*[–—−-]?\s*\+?"
    return re.compile(rf"\b(?:(?:{before}){joined}(?P<na>[0-9]{{1,4}})|(?P<nb>[0-9]{{1,4}})\s*(?:{after}))\b", re.I)


LABELLED: Final = ("strength", "craft", "life", "fate", "gold")
"""Figures that are written with a label, in their usual order."""


def either(words: Iterable[str]) -> str:
    """Return a pattern of any of some words, the longest first."""
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))


def read_figures(text: str) -> tuple[dict[str, int], str]:
    """Return the labelled figures of a cell, and what is left of it.

    >>> read_figures("Strength 3 / Craft 2"), read_figures("3 Moc, wolny")
    (({'strength': 3, 'craft': 2}, ''), ({'craft': 3}, 'wolny'))
    """
    found: dict[str, int] = {}
    for figure in figure_pattern().finditer(text):
        found.setdefault(*labelled(figure))
    return found, figure_pattern().sub("", text).strip(" ,;/|.–—-+\n")


def labelled(figure: re.Match[str]) -> tuple[str, int]:
    """Return which figure a match of `figure_pattern` names, and its number."""
    (key,) = (key[:-1] for key in figure.groupdict() if key[0] != "n" and figure[key])
    return key, int(figure["na"] or figure["nb"])


def cells_of(card: OwnCard, book: Book, lang: str) -> dict[str, str]:
    """Return what a card says in each column, in a language."""
    wording = Wording(lang, book=book)
    sides = (card.alignment,) if card.type == CHARACTER else card.have_only
    deck = card.deck or _usual_deck(card.type, book)
    word = deck_word(deck, lang, book)
    return {
        "name": card.name,
        "type": type_word(card.type, lang, book),
        **{figure: str(getattr(card, figure)) for figure in FIGURES},
        "deck": word if deck_names(book).get(plain(word)) == deck else deck,
        "alignment": " / ".join(wording.alignment(side) for side in sides if side),
        "words": card.words,
        "start": _space_word(card.start, book, lang) if card.start else "",
    }


def _space_word(space: str, book: Book, lang: str) -> str:
    """Return the name of a space; its key where several that are not alike have that name."""
    if space not in book.board.index:
        return space
    named = name_of(book, f"space.{space}", lang)
    return named if space_meant(book, named) == space else space


FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""Matches the beginning of a cell that a spreadsheet would take for a formula; it is written with an apostrophe."""


def written_cell(cell: str, sign: str) -> str:
    """Return a cell as it stands in a file whose cells are parted by a sign."""
    cell = f"'{cell}" if FORMULA.match(cell) else cell
    return f'"{cell.replace(chr(34), chr(34) * 2)}"' if set(cell) & {sign, '"', "\n", "\r"} else cell


def bare_cell(cell: str) -> str:
    """Return a cell without the apostrophe that `written_cell` puts before a formula."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
