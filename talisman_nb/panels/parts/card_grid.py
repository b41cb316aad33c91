"""Many cards at once: the group's box of typed cards as rows of cells, with what is pasted into them.

`CardGrid` holds the rows and does what is pressed; whoever has a place for it shows what `CardGrid.screen` gives by the
painter `js/bench/card_grid.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.own_card import CHARACTER
from talisman_nb.chronicle.evenings_told import BOM
from talisman_nb.engine.drawing_cards import TYPES_OF_OWN
from talisman_nb.model import OwnCard, UserError
from talisman_nb.notation import card_cells
from talisman_nb.notation.card_cells import (
    COLUMNS,
    FIGURES,
    OF_CHARACTERS,
    SIDES,
    Unread,
    column_word,
    type_meant,
    type_word,
)
from talisman_nb.notation.pasted_cards import (
    LONGEST_CHARACTER,
    headings_of,
    read_character,
    read_table,
    split_cells,
    write_table,
)
from talisman_nb.panels.sync.message import unclear
from talisman_nb.rules.book import Book
from talisman_nb.table.boxes import install_box, next_version, write_box
from talisman_nb.table.own_cards import (
    forget_own_card,
    keep_own_card,
    layer_id,
    layer_of,
    merge_own_cards,
    own_cards,
    spelt_alike,
)
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import plain
from talisman_nb.text.screen.setup_values import CardFile, CardGridColumn, CardGridRow, CardGridScreen
from talisman_nb.text.wording import Wording

IntoDraft: TypeAlias = Callable[[Sequence[OwnCard]], tuple[Sequence[OwnCard], Sequence[OwnCard]]]
"""Puts cards into a box being made; returns those it only lists by name, and those it has no deck for."""
MOST_ROWS = 400
"""Rows of the grid: each is nine fields of a page; a box of a group has some dozens."""
MOST_TOLD = 20
"""Lines of what could not be read that are shown; of the others only the number is told."""
MOST_BACK = 50
"""Changes that can be taken back."""


class CardGridMessage(Struct, frozen=True):
    """A press; `ACTS` lists the types and what each takes."""

    type: str
    row: int = 0
    column: str = ""
    value: str = ""


class _Row(Struct, frozen=True):
    """A row as it is held: what stands in its cells, and the card of the box that it was made of."""

    id: int
    cells: Mapping[str, str]
    base: OwnCard | None = None


class CardGrid:
    """The rows of a grid as a panel drives them: `handle` takes a message and returns what is shown then.

    Nothing is kept before the press that says so; then the rows without a mistake are, the others stay as they are.

    >>> from talisman_nb.rules.book import open_book
    >>> grid = CardGrid(open_book(), "en", [])
    >>> shown = grid.handle({"type": "paste", "value": "Name,Type,Strength\\nYeti,Animal,4\\nRoc,Dragon,x"})
    >>> [row.cells[:3] for row in shown.rows], shown.rows[1].wrong
    ([('Yeti', 'Animal', '4'), ('Roc', 'Dragon', 'x')], {'strength': 'expected a whole number from 0 to 99'})
    """

    def __init__(
        self, book: Book, lang: str, cards: Iterable[OwnCard] | None = None, into: IntoDraft | None = None
    ) -> None:
        """Begin with some cards, those of the group's box for None; `into` puts cards into the box being made."""
        self._book, self._lang, self._n, self._last = book, lang, 0, 0
        self._rows: tuple[_Row, ...] = tuple(map(self._of_card, own_cards() if cards is None else cards))
        self._begun = {row.id: row.cells for row in self._rows}
        self._into = into
        self._gone: tuple[OwnCard, ...] = ()
        self._past: list[tuple[tuple[_Row, ...], tuple[OwnCard, ...]]] = []
        self._told: tuple[str, ...] = ()
        self._file: CardFile | None = None

    @property
    def cards(self) -> tuple[OwnCard, ...]:
        """The cards of the rows without a mistake."""
        return tuple(card for row in self._rows if (card := self._right(row)))

    def handle(self, message: object) -> CardGridScreen:
        """Do what a message says. Raises `NotAllowedError` "table.message" for one that no panel sends."""
        try:
            read = msgspec.convert(message, CardGridMessage)
            act = ACTS[read.type]
        except (msgspec.ValidationError, KeyError) as wrong:
            raise unclear(str(wrong)) from None
        self._n, self._told, self._file, before = self._n + 1, (), None, (self._rows, self._gone)
        try:
            act(self, read)
        except UserError as wrong:
            self._told = (describe_error(wrong, self._lang),)
        except ValueError as wrong:
            self._told = tuple(describe_error(wrong, self._lang).splitlines()[:MOST_TOLD])
        if (self._rows, self._gone) != before and read.type not in ("undo", "keep", "merge"):
            self._past = [*self._past, before][-MOST_BACK:]
        return self.screen()

    # --- what is pressed ---

    def _type(self, message: CardGridMessage) -> None:
        """Type into a cell: `row`, `column`, `value`."""
        self._change(message.row, {message.column: message.value})

    def _add(self, _message: CardGridMessage) -> None:
        """Add an empty row."""
        self._append([{}])

    def _remove(self, message: CardGridMessage) -> None:
        """Take a row out: `row`."""
        row = self._row(message.row)
        self._rows = tuple(each for each in self._rows if each is not row)
        self._gone += (row.base,) if row and row.base else ()

    def _paste(self, message: CardGridMessage) -> None:
        """Paste a text, `value`: at a cell (`row`, `column`) in order, else a table or a character as further rows."""
        if _is_character(message.value):
            found = read_character(message.value, self._book)
            self._append([card_cells.cells_of(found.card, self._book, self._lang)])
            self._tell(found.told(self._lang, self._book))
            return
        at = self._row(message.row)
        cells = [line for line in split_cells(message.value) if any(line)]
        if at and cells and message.column in self._columns() and not headings_of(1, cells[0]):
            self._fill(self._rows.index(at), self._columns().index(message.column), cells)
            return
        table = read_table(message.value, self._book)
        known = {(plain(row.cells.get("name", "")), self._deck(row.cells)): row for row in self._rows}
        for found_row in table.rows:
            same = known.get((plain(found_row.cells.get("name", "")), self._deck(found_row.cells)))
            if same and found_row.cells.get("name"):
                self._change(same.id, {of: cell for of, cell in found_row.cells.items() if cell})
            else:
                self._append([found_row.cells])
        self._tell(each.placed(self._lang, self._book) for each in table.unread)

    def _fill(self, first: int, left: int, cells: Sequence[Sequence[str]]) -> None:
        """Fill cells in order, from a row and a column on; rows past the last are added."""
        columns = self._columns()[left:]
        for at, line in enumerate(cells, first):
            found = dict(zip(columns, line, strict=False))
            if at < len(self._rows):
                self._change(self._rows[at].id, found)
            else:
                self._append([found])
        if beyond := max(map(len, cells)) - len(columns):
            self._tell([Unread(0, 0, "", "beyond").told(self._lang)] if beyond > 0 else [])

    def _merge(self, message: CardGridMessage) -> None:
        """Make one card of two, both as the box has them: `row` goes, that with nearly its name stays."""
        shown = next((row for row in self.screen().rows if row.id == message.row), None)
        other, kept = self._row(message.row), self._row(shown.near_row if shown else 0)
        if other and kept and other.base and kept.base:
            one = merge_own_cards(kept.base, other.base)
            self._rows = tuple(
                replace(self._of_card(one), id=row.id) if row is kept else row for row in self._rows if row is not other
            )
            self._past = []

    def _undo(self, _message: CardGridMessage) -> None:
        """Take the last change back that is not kept yet."""
        if self._past:
            self._rows, self._gone = self._past.pop()

    def _keep(self, _message: CardGridMessage) -> None:
        """Keep the rows without a mistake in the group's box, and take out of it what was taken out here."""
        right = [(row, card) for row in self._rows if (card := self._right(row))]
        for row, card in right:
            if row.base and (row.base.name, row.base.deck) != (card.name, card.deck):
                forget_own_card(row.base)
        for gone in self._gone:
            forget_own_card(gone)
        for row, card in right:
            if card != row.base:
                keep_own_card(card, card.deck)
        done = {row.id: replace(row, base=card, cells=self._cells(card)) for row, card in right}
        self._rows = tuple(done.get(row.id, row) for row in self._rows)
        self._gone, self._past = (), []
        self._say("kept", n=len(right), left=len(self._rows) - len(right) or "")

    def _box(self, message: CardGridMessage) -> None:
        """Make a box of the cards without a mistake, called `value`, and install it in its next version."""
        title = " ".join(message.value.split())[:100]
        id = layer_id(title)
        version = next_version(id)
        layer, left = layer_of(self.cards, id, self._book, name=title or id, version=version)
        install_box(write_box(layer))
        self._say("boxed", name=title or id, version=version, left=", ".join(card.name for card in left))

    def _draft(self, _message: CardGridMessage) -> None:
        """Put into the box being made the cards that were typed or changed here, all if none was."""
        if self._into is None:
            raise unclear("draft")
        right = [(row, card) for row in self._rows if (card := self._right(row))]
        typed = [card for row, card in right if self._begun.get(row.id) != row.cells]
        listed, left = self._into(typed or [card for _, card in right])
        said = {"listed": listed, "left": left}
        names = {key: ", ".join(card.name for card in cards) for key, cards in said.items()}
        self._say("drafted", n=len(typed or right) - len(left), **names)

    def _export(self, message: CardGridMessage) -> None:
        """Write the cards without a mistake as a file: `value` is csv or tsv."""
        sign, suffix = ("\t", "tsv") if message.value == "tsv" else (",", "csv")
        text = write_table(self.cards, self._book, self._lang, sign)
        self._file = CardFile(f"talisman-cards.{suffix}", f"text/{suffix};charset=utf-8", BOM + text)

    # --- rows ---

    def _of_card(self, card: OwnCard) -> _Row:
        self._last += 1
        return _Row(self._last, self._cells(card), card)

    def _cells(self, card: OwnCard) -> dict[str, str]:
        """Return the cells of a card; of a figure that it has not, none."""
        cells = card_cells.cells_of(card, self._book, self._lang)
        columns = (*COLUMNS, *(OF_CHARACTERS if card.type == CHARACTER else ()))
        return {of: "" if of in FIGURES and cells[of] == "0" else cells[of] for of in columns}

    def _row(self, id: int) -> _Row | None:
        return next((row for row in self._rows if row.id == id), None)

    def _append(self, rows: Iterable[Mapping[str, str]]) -> None:
        for cells in rows:
            if len(self._rows) >= MOST_ROWS:
                self._tell([Unread(0, 0, "", "rows", fields={"most": MOST_ROWS}).told(self._lang)])
                return
            self._last += 1
            self._rows += (self._worded(_Row(self._last, dict(cells))),)

    def _change(self, id: int, cells: Mapping[str, str]) -> None:
        self._rows = tuple(
            self._worded(replace(row, cells={**row.cells, **cells})) if row.id == id else row for row in self._rows
        )

    def _worded(self, row: _Row) -> _Row:
        """Return a row with its cells as this language says them, once they can be read."""
        card = self._right(row)
        return replace(row, cells={**row.cells, "figures": "", **self._cells(card)}) if card else row

    def _read(self, row: _Row) -> tuple[OwnCard | None, Mapping[str, Unread]]:
        said = {of: cell for of, cell in row.cells.items() if cell or (row.base and of != "figures")}
        found = card_cells.read_row(said, self._book, row.base, row.id)
        return found.card, found.wrong

    def _right(self, row: _Row) -> OwnCard | None:
        """Return the card of a row, None while something is wrong in it."""
        card, wrong = self._read(row)
        return card if not wrong else None

    def _deck(self, cells: Mapping[str, str]) -> str:
        said = {"name": "?", "type": cells.get("type", ""), "deck": cells.get("deck", "")}
        card = card_cells.read_row(said, self._book).card
        return card.deck if card else ""

    def _tell(self, lines: Iterable[str]) -> None:
        told = [*self._told, *lines]
        more = Wording(self._lang).say("pasting", "more", n=len(told) - MOST_TOLD) if len(told) > MOST_TOLD else ""
        self._told = (*told[:MOST_TOLD], *((more,) if more else ()))

    def _say(self, key: str, **fields: object) -> None:
        self._tell([Wording(self._lang).say("pasting", key, **fields)])

    # --- what is shown ---

    def _columns(self) -> tuple[str, ...]:
        return (*COLUMNS, *OF_CHARACTERS) if any(map(_is_person, self._rows)) else COLUMNS

    def screen(self) -> CardGridScreen:
        """Return what is shown."""
        columns = self._columns()
        return CardGridScreen(
            lang=self._lang,
            n=self._n,
            columns=tuple(CardGridColumn(of, column_word(of, self._lang), _kind(of)) for of in columns),
            rows=tuple(self._shown(columns)),
            choices=self._choices(),
            told=self._told,
            unsaved=bool(self._gone) or any(self._state(row) for row in self._rows),
            undo=bool(self._past),
            draft=self._into is not None,
            file=self._file,
        )

    def _shown(self, columns: Sequence[str]) -> Iterator[CardGridRow]:
        bases = [row.base for row in self._rows if row.base]
        near, ids = spelt_alike(bases), {row.base: row.id for row in self._rows if row.base}
        seen: dict[tuple[str, str], int] = {}
        for at, row in enumerate(self._rows, 1):
            card, found = self._read(row)
            wrong = (
                {of: each.told(self._lang, self._book) for of, each in found.items()} if any(row.cells.values()) else {}
            )
            if card and (first := seen.setdefault((card.deck, card.name), at)) != at:
                wrong["name"] = Wording(self._lang).say("pasting", "same-name", row=first)
            other = near.get((row.base.deck, row.base.name)) if row.base else None
            yield CardGridRow(
                row.id, tuple(row.cells.get(of, "") for of in columns), wrong, self._about(card), self._state(row),
                other.name if other else "", ids[other] if other else 0, _is_person(row),
            )  # fmt: skip

    def _state(self, row: _Row) -> Literal["", "new", "changed"]:
        if row.base is None:
            return "new" if any(row.cells.values()) else ""
        return "" if all(row.cells.get(of) == cell for of, cell in self._cells(row.base).items()) else "changed"

    def _about(self, card: OwnCard | None) -> str:
        if not card:
            return ""
        of_card = [(of, getattr(card, of)) for of in ("strength", "craft", "life")]
        figures = [f"{column_word(of, self._lang)} {n}" for of, n in of_card if n]
        return " · ".join([type_word(card.type, self._lang, self._book), *figures])

    def _choices(self) -> dict[str, tuple[str, ...]]:
        wording = Wording(self._lang, book=self._book)
        types = [kind for kind in TYPES_OF_OWN if kind != "terrain" or self._book.covers]
        return {
            "type": tuple(type_word(kind, self._lang, self._book) for kind in (*types, CHARACTER)),
            "deck": tuple(card_cells.deck_word(of, self._lang, self._book) for of in (*self._book.decks, CHARACTER)),
            "alignment": tuple(wording.alignment(side) for side in SIDES),
        }


def _is_person(row: _Row) -> bool:
    return bool(type_meant(row.cells.get("type", "")) == CHARACTER)


def _is_character(text: str) -> bool:
    """Whether a text is that of a character: it says figures with their labels, and is no table of cards."""
    begun = text[:LONGEST_CHARACTER]
    lines = split_cells(begun)
    table = "\t" in text or headings_of(1, lines[0]) or any(type_meant(cell) for line in lines for cell in line)
    return not table and bool(card_cells.figure_pattern().search(begun))


def _kind(column: str) -> Literal["text", "figure", "choice"]:
    return "figure" if column in FIGURES else "choice" if column in ("type", "deck", "alignment") else "text"


ACTS: Mapping[str, Callable[[CardGrid, CardGridMessage], None]] = {
    "cell": CardGrid._type,
    "add": CardGrid._add,
    "remove": CardGrid._remove,
    "paste": CardGrid._paste,
    "merge": CardGrid._merge,
    "undo": CardGrid._undo,
    "keep": CardGrid._keep,
    "box": CardGrid._box,
    "draft": CardGrid._draft,
    "export": CardGrid._export,
}
"""Maps the types of messages to what each does."""
