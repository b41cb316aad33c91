"""Values of an analysis for its panel: plain, every word already chosen."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from talisman_nb.text.screen.values import Question, Sheet, Tone

ChartKind = Literal["ends", "answers", "bar", "funnel", "heat"]
Mark = Literal["", "yes", "no", "open"]
"""Of a cell: what the answer is."""


class TreeBranch(Struct, frozen=True):
    """A node of the tree, in the order of a walk through it: its parent stands before it."""

    at: int
    parent: int
    depth: int
    answer: str  # "" for the root
    told: tuple[str, ...]
    here: bool  # it is the one that is looked at
    leaf: bool


class Possible(Struct, frozen=True):
    """One outcome of the question: the keys that lead there, its chance as a fraction ("" where somebody decides)."""

    keys: tuple[str, ...]
    label: str
    chance: str
    tone: Tone
    told: tuple[str, ...]


class Proposal(Struct, frozen=True):
    """Something that what was typed may mean: `kind` is character, space or card; `key` can stand in a change."""

    kind: str
    key: str
    label: str


class AimChoice(Struct, frozen=True):
    """A press that chooses: `key` is a definition that is aimed at, or a change of the situation."""

    key: str
    label: str
    chosen: bool = False


class HandFigure(Struct, frozen=True):
    """A number that has steps, and the changes of the situation that take one and add one ("" where there is none)."""

    what: str
    n: int
    less: str
    more: str


class HandCard(Struct, frozen=True):
    """A card that somebody has or that lies there, and the change that takes it away."""

    name: str
    away: str


class LaidByHand(Struct, frozen=True):
    """The parts of a situation that presses can change: its people, and what there is of `aim` ("" for nothing).

    `editions`: those it may be played in. `lays`: of a space the cards that may cover it and the pieces of people that
    may lie there, each with the change that lays it or, if it is `chosen`, takes it off. `sides`: the alignments;
    `turn`: the change that makes it this person's turn, `away`: that takes the person away.
    """

    people: tuple[AimChoice, ...]
    editions: tuple[AimChoice, ...] = ()
    aim: str = ""
    name: str = ""
    figures: tuple[HandFigure, ...] = ()
    cards: tuple[HandCard, ...] = ()
    lays: tuple[AimChoice, ...] = ()
    sides: tuple[AimChoice, ...] = ()
    turn: str = ""
    away: str = ""


class ChartRow(Struct, frozen=True):
    """A row of a chart: its label, the percent of each of its parts, and all of it in words.

    `here`: it is the row of the situation as it is.
    """

    label: str
    parts: tuple[int, ...]
    said: str
    here: bool = False


class Chart(Struct, frozen=True):
    """Chances as a picture.

    `kind`: `ends` (won, stand-off, lost) by figure, `answers` with theirs, a single `bar`, a `funnel`, or a `heat` map.
    `parts` names the parts of a row: of a heat map the figures of the foe; `of_foe` is the one of the foe as it is.
    """

    kind: ChartKind
    title: str
    rows: tuple[ChartRow, ...]
    parts: tuple[str, ...] = ()
    note: str = ""
    of_foe: str = ""


class OpenReading(Struct, frozen=True):
    """Another way to play what no text decides: a house rule's figure, its value, its edition and its sentence."""

    figure: str
    value: bool | int | float | str
    edition: str
    label: str


class GridCell(Struct, frozen=True):
    """A cell of a table: its lines, a `mark` (yes, no, open or ""), and whether it is other than the first column."""

    lines: tuple[str, ...]
    mark: Mark = ""
    differs: bool = False


class GridRow(Struct, frozen=True):
    """A row of a table; `note`: what stands over it, such as the first difference or the numbers of its notes."""

    label: str
    cells: tuple[GridCell, ...]
    note: str = ""


class Grid(Struct, frozen=True):
    """A table: a heading for each column behind that of the labels, its rows, and the notes below it."""

    head: tuple[str, ...]
    rows: tuple[GridRow, ...]
    notes: tuple[str, ...] = ()


class SumShown(Struct, frozen=True):
    """A sum in words, and the situation in which each summand says why it counts."""

    line: str
    text: str


class Answered(Struct, frozen=True):
    """Lines that answer something that was asked about the situation: the first says what it was.

    `grid`: as a table instead of lines.
    Of an answer card also: `numbers`, the sums in the situation of each answer; `copy`, the whole as a paragraph;
    `keep`, what may be kept for the reader's table.
    """

    title: str
    lines: tuple[str, ...]
    numbers: tuple[SumShown, ...] = ()
    copy: str = ""
    keep: tuple[OpenReading, ...] = ()
    grid: Grid | None = None


class RulingFound(Struct, frozen=True):
    """A ruling by its id: its question, its decision, and its situation, which a press lays out."""

    id: str
    asks: str
    decides: str
    text: str


class FrozenRuling(Struct, frozen=True):
    """A ruling of the reader's own: the text of its file, and where it is saved ("" for not yet)."""

    file: str
    path: str


class ClassPage(Struct, frozen=True):
    """A page of a lesson that was made of a position: the lesson's key, the number of the page, its file."""

    lesson: str
    page: int
    path: str


class AnalysisScreen(Struct, frozen=True):
    """Everything a panel of an analysis shows.

    `text` is the one line that carries what is looked at; while a typed text is refused it stays that of the last
    situation that was laid out, `typed` is the refused one and `refused` the reason.
    """

    lang: str
    text: str
    link: str
    edition: str
    insisted: tuple[str, ...]  # why what was insisted on is impossible
    told: tuple[str, ...]  # what the last answer caused
    question: Question
    tree: tuple[TreeBranch, ...]
    outcomes: tuple[Possible, ...]  # () until they are unfolded
    unfolded: bool
    proposals: tuple[Proposal, ...]
    back: bool  # there is a node before
    forth: bool  # there is a node behind in this line
    why: tuple[Answered, ...] = ()  # of what happened last, and of each closed answer
    compared: tuple[Answered, ...] = ()  # what was asked for
    compared_type: str = ""  # of the message that asked: what-if, editions, ask
    left_out: str = ""  # how many answers no longer fit after a change
    charts: tuple[Chart, ...] = ()  # how likely: () until they are asked for
    charted: bool = False
    rulings: tuple[RulingFound, ...] = ()
    asked_most: tuple[RulingFound, ...] = ()  # on an empty bench alone
    ruling: Answered | None = None  # whose situation is laid out
    frozen: FrozenRuling | None = None
    kept: str = ""  # where a house rule was kept
    asked_class: ClassPage | None = None
    hand: LaidByHand = LaidByHand(())
    typed: str = ""
    refused: str = ""
    refused_type: str = ""  # of the message that was refused
    # the board and the sheets, as in `Screen`
    sheets: tuple[Sheet, ...] = ()
    overlay: dict[str, str] = {}
    lies: dict[str, tuple[str, ...]] = {}
    trophy_price: tuple[int, int] = (0, 0)
