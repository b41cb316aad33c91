"""Reader of what people paste: a table of cards from a spreadsheet, or the text in which characters are exchanged.

What can be read becomes cards in no list; what can't is told by its place, with what was expected there. A first line
of headings may name the columns of a table; without it they are told by what stands in them. It writes tables, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.own_card import CHARACTER
from talisman_nb.engine.refusal import nameable
from talisman_nb.model import OwnCard
from talisman_nb.model.bounds import ENTRIES, FILE_SIZE, TEXT_LENGTH
from talisman_nb.model.state import MOST_FIGURE
from talisman_nb.rules.book import Book
from talisman_nb.text.names import plain

from . import card_cells
from .card_cells import LABELLED, Row, Unread, either, known_words, meanings, space_meant

MOST_COLUMNS: Final = 40
"""Columns of a table, more are left out: a card has some twenty figures and words."""
TITLES: Final = 4
"""First lines of which one may have the headings: some tables have a title above them."""
LONGEST_CHARACTER: Final = 20_000
"""Letters of the text of a character: its card has room for a twentieth of them."""


class PastedTable(Struct, frozen=True):
    """A table that was read: its rows, and what could not be read, row by row."""

    rows: tuple[Row, ...]
    unread: tuple[Unread, ...]

    @property
    def cards(self) -> tuple[OwnCard, ...]:
        """The cards of the rows that could be read whole."""
        return tuple(row.card for row in self.rows if row.card)


class PastedCharacter(Struct, frozen=True):
    """A character that was read: its card, what nothing was said of, and what was not read."""

    card: OwnCard
    missing: tuple[str, ...]
    unread: tuple[Unread, ...]

    def told(self, lang: str, book: Book) -> tuple[str, ...]:
        """Return what is missing and what was not read, a line each."""
        none = [Unread(0, 0, "", "missing", fields={"columns": self.missing}).told(lang, book)] if self.missing else []
        return (*none, *(each.placed(lang, book, in_text=True) for each in self.unread))


# --- a table ---


def split_cells(text: str) -> list[list[str]]:
    """Split a table into rows of cells: tabs, or the sign that most first lines have most of; quotes hold line breaks.

    >>> split_cells('Ape;"big; red"\\nYak;small')
    [['Ape', 'big; red'], ['Yak', 'small']]
    >>> split_cells('Ape\\t"a ""wild"" one"')
    [['Ape', 'a "wild" one']]
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    sign, rows, row, at = _usual_sign(text), [], [], 0
    while at <= len(text):
        cell, at = _cell_at(text, at, sign)
        row.append(cell)
        if at >= len(text) or text[at] == "\n":
            rows.append(row)
            row = []
        at += 1
    return rows


def _usual_sign(text: str) -> str:
    """Return the sign that parts cells: a tab if the first line has one, else what it has most of, or all lines."""
    lines = [line for line in re.sub(r'"[^"]*"', "", text).split("\n") if line.strip()][:20] or [""]
    signs = "\t" if "\t" in lines[0] else ";,\t"
    return max(signs, key=lambda sign: (lines[0].count(sign), "".join(lines).count(sign)))


def _cell_at(text: str, at: int, sign: str) -> tuple[str, int]:
    """Return the cell that begins at a place, and where it ends; a quote that is never closed is a letter."""
    quoted = re.compile(r'[ ]*"((?:[^"]|"")*)"[ ]*(?=\n|\Z|' + re.escape(sign) + ")").match(text, at)
    if quoted:
        return quoted[1].replace('""', '"').strip(), quoted.end()
    end = min((found for found in (text.find(sign, at), text.find("\n", at)) if found >= 0), default=len(text))
    return text[at:end].strip(), end


def read_table(text: str, book: Book) -> PastedTable:
    """Read a table of cards.

    Arguments:
        text: what was pasted: cells parted by tabs, or by commas or semicolons with quotes.
        book: the edition whose decks and spaces are meant.

    >>> from talisman_nb.rules.book import open_book
    >>> found = read_table("Nome,Tipo,Forza\\nYeti,Animale,4\\nRoc,Drago,many", open_book())
    >>> [(card.name, card.strength) for card in found.cards], found.unread[0].placed("it")
    ([('Yeti', 4)], 'Riga 3, Forza («many»): atteso un numero intero da 0 a 99')
    """
    if len(text) > FILE_SIZE:
        return PastedTable((), (Unread(1, 0, "", "long", fields={"most": FILE_SIZE}),))
    if not (lines := [(n, cells[:MOST_COLUMNS]) for n, cells in enumerate(split_cells(text), 1) if any(cells)]):
        return PastedTable((), ())
    heads = ((at, headings_of(*line)) for at, line in enumerate(lines[:TITLES]))
    at, headings = next(((at, each) for at, each in heads if each and (at == 0 or any(each[0][1:]))), (-1, None))
    columns, told = headings or _by_content(lines)
    body = lines[at + 1 :]
    unread = [*(Unread(n, 1, " ".join(cells).strip(), "not-read") for n, cells in lines[: max(at, 0)]), *told]
    if len(body) > ENTRIES:
        unread.append(Unread(body[ENTRIES][0], 0, "", "rows", fields={"most": ENTRIES}))
    rows = [_read_line(n, cells, columns, book, unread) for n, cells in body[:ENTRIES]]
    unread += [wrong for row in rows for wrong in row.wrong.values()]
    return PastedTable(tuple(rows), tuple(sorted(unread, key=lambda each: (each.row, each.column))))


def _read_line(n: int, cells: Sequence[str], columns: Sequence[str], book: Book, unread: list[Unread]) -> Row:
    """Read a line by its columns; a cell of no column is added to what is unread."""
    found: dict[str, str] = {}
    for at, cell in enumerate(cells):
        column = columns[at] if at < len(columns) else ""
        if column and column not in found:
            found[column] = card_cells.bare_cell(cell)
        elif cell and at >= len(columns):
            unread.append(Unread(n, at + 1, cell, "beyond"))
    row = card_cells.read_row(found, book, n=n)
    places = {column: at for at, column in enumerate(columns, 1) if column}
    wrong = {of: replace(each, column=places.get(of, 0)) for of, each in row.wrong.items()}
    return replace(row, wrong=wrong)


def headings_of(n: int, cells: Sequence[str]) -> tuple[list[str], list[Unread]] | None:
    """Return the columns that a first line names, "" for each that is not known; None if it is no line of headings."""
    found = [meanings("column").get(plain(cell).strip(" .:"), "") for cell in cells]
    filled = [cell for cell in cells if cell]
    named = [column for column in found if column]
    if not named or 2 * len(named) < len(filled):
        return None
    names, places = (
        {"columns": (*card_cells.COLUMNS, *card_cells.OF_CHARACTERS)},
        enumerate(zip(cells, found, strict=True), 1),
    )
    unread = [Unread(n, at, cell, "heading", fields=names) for at, (cell, column) in places if cell and not column]
    for at, column in enumerate(found):
        if column and column in found[:at]:
            unread.append(Unread(n, at + 1, cells[at], "twice"))
            found[at] = ""
    return found, unread


def _by_content(lines: Sequence[tuple[int, Sequence[str]]]) -> tuple[list[str], list[Unread]]:
    """Tell columns without headings by what stands in them: three of figures are strength, craft and copies.

    Fewer figures say too little: which they are is asked for by a heading.
    """
    width = max(len(cells) for _, cells in lines)
    columns = [[cells[at] for _, cells in lines if at < len(cells) and cells[at]] for at in range(width)]
    found = [""] * width
    for at, cells in enumerate(columns):
        found[at] = next((kind for kind, is_one in _KINDS if cells and 2 * sum(map(is_one, cells)) > len(cells)), "")
        if found[at] and found[at] != "figure" and found[at] in found[:at]:
            found[at] = ""
    texts = [at for at, kind in enumerate(found) if not kind and columns[at]]
    for at, column in zip(texts[:1] + sorted(texts[1:], key=lambda at: -sum(map(len, columns[at])))[:1],
                          ("name", "words"), strict=False):  # fmt: skip
        found[at] = column
    figures = [at for at, kind in enumerate(found) if kind == "figure"]
    for at, column in zip(
        figures, ("strength", "craft", "copies") if len(figures) == 3 else [""] * len(figures), strict=True
    ):
        found[at] = column
    n = lines[0][0]
    return found, [Unread(n, at + 1, columns[at][0], "which-figures" if at in figures else "which-column")
                   for at, kind in enumerate(found) if columns[at] and not kind]  # fmt: skip


_KINDS = (
    ("type", lambda cell: bool(card_cells.type_meant(cell))),
    ("alignment", lambda cell: bool(card_cells.sides_meant(cell))),
    ("figure", lambda cell: card_cells.number_of(cell) is not None),
    ("deck", lambda cell: any(plain(cell).startswith(word) or plain(cell).endswith(word)
                              for word in ("deck", "mazzo", "paquet", "talia"))),
)  # fmt: skip
"""Kinds of columns without a heading, each with what most of its cells say then."""


def write_table(cards: Iterable[OwnCard], book: Book, lang: str, sign: str = "\t") -> str:
    """Write cards as a table with headings in a language, which `read_table` reads again.

    Arguments:
        cards: the cards, characters among them.
        book: the edition whose decks and spaces are meant.
        lang: the language of headings, types and decks.
        sign: what parts two cells: a tab, a comma or a semicolon.

    >>> from talisman_nb.rules.book import open_book
    >>> print(write_table([OwnCard("Yeti", "animal", 4, words="Roars; loudly.")], open_book(), "fr", ";").strip())
    Nom;Type;Force;Intellect;Chiffre;Exemplaires;Paquet;Alignement;Son texte
    Yeti;Animal;4;0;0;1;paquet Aventure;;"Roars; loudly."
    """
    listed = [*cards]
    columns = [
        *card_cells.COLUMNS,
        *(card_cells.OF_CHARACTERS if any(card.type == CHARACTER for card in listed) else ()),
    ]
    heads = [card_cells.column_word(column, lang) for column in columns]
    rows = [
        [cells[column] for column in columns] for card in listed for cells in [card_cells.cells_of(card, book, lang)]
    ]
    return "".join(sign.join(card_cells.written_cell(cell, sign) for cell in row) + "\n" for row in [heads, *rows])


# --- a character ---

NUMBERED = re.compile(r"\s*(?:\(?[0-9]{1,2}[.):\]]|[•*·▪◦●‣]|[–—−-](?=\s))\s*")
"""Matches what stands in front of an ability in a list."""
NEXT_NUMBER = re.compile(r"(?<=[.;!?)])[^\S\n]+(?=\(?[1-9][.)]\s)")
"""Matches the blank in front of the number of an ability that is not the first of its line."""
PIECE_END = re.compile(r"\s*(?:[,;|•·\t()]|\.(?=\s|$)|\s[–—−/-]\s|\s{2,}|$)")
"""Matches what parts two things that are said of a character."""
BESIDE_PIECES = re.compile(r"[\s,;|•·./()–—−-]*")
COLON = re.compile(r"\s*:\s*")
MANY_WORDS: Final = 4
"""So many words make a sentence, fewer a name or a label."""


def read_character(text: str, book: Book) -> PastedCharacter:
    """Read a character as fans write one down: figures, start, alignment, and its abilities as sentences.

    The sentences are kept as words, which the group resolves by hand.

    Arguments:
        text: the text, in one line or many.
        book: the edition whose spaces are meant.

    >>> from talisman_nb.rules.book import open_book
    >>> text = "Kettle Mender: Strength 3 – Craft 2 – Life 4, Start: City, Align: Good. 1. You mend a pot. 2. You rest."
    >>> found = read_character(text, open_book())
    >>> found.card.name, found.card.strength, found.card.start, found.card.alignment, found.missing
    ('Kettle Mender', 3, 'city', 'good', ('fate',))
    >>> found.card.words
    'You mend a pot. You rest.'
    """
    reader = _CharacterReader(book)
    if len(text) > LONGEST_CHARACTER:
        reader.refuse(1, 1, "", "long", most=LONGEST_CHARACTER)
        text = ""
    lines = re.sub(r"[^\S\n]{9,}", " " * 8, re.sub(r"\r\n?", "\n", text)).replace("\xa0", " ").split("\n")
    for n, line in enumerate(lines[:ENTRIES], 1):
        for part in NEXT_NUMBER.split(line):
            if part.strip():
                reader.read_line(n, line.index(part) + 1, part)
    return reader.read()


class _CharacterReader:
    def __init__(self, book: Book) -> None:
        self.book = book
        self.found: dict[str, Any] = {}
        self.abilities: list[tuple[int, str]] = []  # each with its line
        self.listing = False  # behind the heading of the abilities, or the first of them
        self.unread: list[Unread] = []

    def refuse(self, row: int, column: int, said: str, key: str, of: str = "", **fields: Any) -> None:
        self.unread.append(Unread(row, column, said, key, of, fields))

    def read_line(self, n: int, column: int, line: str) -> None:
        """Read a line: figures and labels, a name, or an ability."""
        if heading := _heading().search(line):
            if line[: heading.start()].strip():
                self.read_line(n, column, line[: heading.start()])
            self.listing = True
            column, line = column + heading.end(), line[heading.end() :]
        if not line.strip():
            return
        mark = NUMBERED.match(line)
        bare = line[mark.end() :] if mark else line
        pieces = [*self._pieces(bare)]
        other = [said for _, said, what in pieces if not what]
        sentence = any(len(said.split()) >= MANY_WORDS for said in other)
        told = mark or self._goes_on() or (sentence and (self.listing or ("name" in self.found and not pieces[0][2])))
        if len(pieces) > len(other) and not (other and told):
            for at, said, what in pieces:
                self._take(n, column + len(line) - len(bare) + at, said, what)
        elif mark or sentence or self._goes_on():
            self._tell(n, bare.strip(), anew=bool(mark))
        elif other:
            self._take(n, column, bare.strip(), None)

    def _goes_on(self) -> bool:
        """Whether the last ability is not at its end."""
        return bool(self.abilities) and self.abilities[-1][1][-1:] not in ".!?"

    def _pieces(self, line: str) -> Iterator[tuple[int, str, re.Match[str] | None]]:
        """Yield the things said in a line: where each begins, the words, and what they say if that is known."""
        at = len(line) - len(line.lstrip(" –—-"))
        while at < len(line):
            what = next((found for each in _sayings() if (found := each.match(line, at))), None)
            end = what or PIECE_END.search(line, at)
            assert end is not None
            colon = None if what else COLON.search(line, at, end.start())
            if colon and any(each.match(line, colon.end()) for each in _sayings()):
                end = colon
            if said := line[at : what.end() if what else end.start()].strip():
                yield at, said, what
            at = BESIDE_PIECES.match(line, max(end.end(), at)).end()  # type: ignore[union-attr]

    def _take(self, n: int, column: int, said: str, what: re.Match[str] | None) -> None:
        """Take one thing that is said."""
        groups = what.groupdict() if what else {}
        if "labels" in groups:
            names, numbers = (re.split(r"\s*[/,]\s*", groups[key]) for key in ("labels", "numbers"))
            if len(names) == len(numbers):
                for name, number in zip(names, numbers, strict=True):
                    figure = card_cells.figure_pattern().fullmatch(f"{name} {number}")
                    self._put(n, column, said, *(card_cells.labelled(figure) if figure else ("", 0)))
                return
        elif "na" in groups and what:
            return self._put(n, column, said, *card_cells.labelled(what))
        elif "start" in groups:
            if space := space_meant(self.book, groups["start"].strip()):
                return self._put(n, column, said, "start", space)
            return self.refuse(n, column, groups["start"].strip(), "space", "start")
        elif side := groups.get("side") or groups.get("alone"):
            sides = card_cells.sides_meant(side) or ()
            if len(sides) == 1:
                return self._put(n, column, said, "alignment", sides[0])
            return self.refuse(n, column, said, "alignment", "alignment", sides=("good", "neutral", "evil"))
        elif "name" not in self.found and _is_name(name := " ".join(groups.get("name", said).split())):
            return self._put(n, column, said, "name", name)
        self.refuse(n, column, said, "not-read")

    def _put(self, n: int, column: int, said: str, key: str, value: Any) -> None:
        """Keep a value; a second one of the same kind, or one out of bounds, is not read."""
        if key in self.found or not key:
            self.refuse(n, column, said, "twice" if key else "not-read", key)
        elif isinstance(value, int) and not (key == "life") <= value <= MOST_FIGURE:
            self.refuse(n, column, said, "figure", key, least=int(key == "life"), most=MOST_FIGURE)
        else:
            self.found[key] = value

    def _tell(self, n: int, said: str, *, anew: bool) -> None:
        """Keep a sentence of an ability, or go on with the last one."""
        self.listing = True
        if not anew and self._goes_on():
            begun, before = self.abilities.pop()
            n, said = begun, f"{before} {said}"
        self.abilities.append((n, said))

    def read(self) -> PastedCharacter:
        """Return the character, with as many whole abilities as a card has room for."""
        told = [(n, said if said[-1:] in ".!?:;”»)" else f"{said}.") for n, said in self.abilities]
        while len(words := " ".join(said for _, said in told)) > TEXT_LENGTH:
            n, said = told.pop()
            self.refuse(n, 1, said, "words", "words", most=TEXT_LENGTH, n=len(words))
        missing = tuple(key for key in ("name", *LABELLED[:-1], "alignment", "start") if key not in self.found)
        card = OwnCard(type=CHARACTER, words=words, deck=CHARACTER, **{"name": "", "life": 1, **self.found})
        return PastedCharacter(card, missing, tuple(sorted(self.unread, key=lambda each: (each.row, each.column))))


def _is_name(said: str) -> bool:
    """Whether words can be the name of a character: no label with nothing behind it, and not signs alone."""
    return nameable(said) and any(map(str.isalpha, said)) and plain(said).strip(" :") not in meanings("column")


@cache
def _heading() -> re.Pattern[str]:
    """Return the pattern of the heading of the abilities, in a line of its own or behind what else is said."""
    words = either(known_words()["label"]["abilities"])
    return re.compile(rf"^\W*(?:{words})\b\s*(?:[:–—-]|$)|(?<=[.,;|)\s])(?:{words})\s*:", re.I)


@cache
def _sayings() -> tuple[re.Pattern[str], ...]:
    """Return what may be said of a character: several figures at once, one, an alignment, its start, its name."""
    words = known_words()["label"]
    some = f"(?:{either(label for key in LABELLED for label in words[key])})"
    value = r"\b\s*[:=–—-]?\s*(?P<{}>[^,;|•·.()\n]+?)(?=\s*(?:[,;|•·.()]|$|\s[–—-]\s|\s{{2,}}))"
    of = {key: rf"(?:{either(words[key])})" for key in ("start", "alignment", "name")}
    many = rf"(?P<labels>{some}(?:\s*[/,]\s*{some})+)\s*[:=–—-]?\s*(?P<numbers>[0-9]{{1,4}}(?:\s*[/,]\s*[0-9]{{1,4}})+)"
    side = either(side for sides in known_words()["alignment"].values() for side in sides)
    return (
        re.compile(many, re.I),
        card_cells.figure_pattern(),
        re.compile(rf"(?P<alone>{side})(?=\s*(?:[,;|•·.()]|$|\s[–—-]\s))", re.I),
        re.compile(of["start"] + value.format("start"), re.I),
        re.compile(of["alignment"] + value.format("side"), re.I),
        re.compile(of["name"] + value.replace("]?", "]").format("name"), re.I),
    )
