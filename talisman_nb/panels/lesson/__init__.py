"""Values of a class's wall: plain, every word already chosen."""

from __future__ import annotations

from msgspec import Struct

from talisman_nb.text.screen.values import Sheet


class WallLine(Struct, frozen=True, omit_defaults=True):
    """A sentence, and the rules it rests on, as they are shown: "combat.standoff"; `label`: what it is said of."""

    text: str
    rules: str = ""
    label: str = ""


class WallChoice(Struct, frozen=True, omit_defaults=True):
    """An option: its letter, what it says, the hands raised; once shown, the word that says whether it is true."""

    says: str
    letter: str = ""
    hands: int = 0
    verdict: str = ""
    true: bool = False
    closed: str = ""


class WallKept(Struct, frozen=True):
    """A prediction of which the class was wrong: the question, the options with hands, and the true one."""

    question: str
    choices: tuple[WallChoice, ...]


class WallBlock(Struct, frozen=True, omit_defaults=True):
    """One summand of a score; of several dice the one that counts, `beside` it the others."""

    name: str
    n: int
    die: bool = False
    beside: tuple[int, ...] = ()


class WallSum(Struct, frozen=True):
    """The score of one side, and the blocks it is made of; None while dice are to come."""

    who: str
    blocks: tuple[WallBlock, ...]
    score: int | None


class WallCell(Struct, frozen=True, omit_defaults=True):
    """The part of one run in a row: the sum of a side, or a sentence; `percent`: of a chance, -1 for none."""

    text: str = ""
    sum: WallSum | None = None
    percent: int = -1


class WallPair(Struct, frozen=True, omit_defaults=True):
    """A row of two runs side by side; `first`: of the first one that differs, what is said of it."""

    cells: tuple[WallCell, WallCell]
    first: str = ""


class WallBeside(Struct, frozen=True):
    """Two runs side by side."""

    titles: tuple[str, str]
    pairs: tuple[WallPair, ...]


class WallBar(Struct, frozen=True, omit_defaults=True):
    """One result of throws: how often it came, in percent, beside its chance, in percent and in words.

    `many`: how often it came when the game threw, in words, "" where it hasn't; `many_percent` of its throws; `share`:
    what percentage of the class's throws it is, in words.
    """

    name: str
    n: int
    percent: int
    expected: int
    chance: str
    many: str = ""
    many_percent: int = 0
    share: str = ""


class WallPhones(Struct, frozen=True, omit_defaults=True):
    """Lines of a wall about the phones of its class: where they enter, also as a square, and how many have answered.

    `press`: what the key does that shows the count, or hides it; "" where there is none.
    """

    enter: str = ""
    qr: str = ""
    told: str = ""
    press: str = ""


class VoteChoice(Struct, frozen=True):
    """An answer on a phone; `mine`: the one that it has given; `verdict`: whether it is true, once the wall says so."""

    letter: str
    says: str
    mine: bool
    verdict: str


class VoteScreen(Struct, frozen=True):
    """Screen of a phone of the class: the question on the wall while there is one, and what may be done about it."""

    lang: str
    setting: str = ""
    question: str = ""
    choices: tuple[VoteChoice, ...] = ()
    open: bool = False
    told: str = ""


class Wall(Struct, frozen=True):
    """Everything the wall shows. `kind`: that of the step, `title` or `end`; `counted`: results to be counted now."""

    lang: str
    lesson: str
    kind: str
    title: str
    place: str  # "page 2 of 7"
    text: str
    question: str
    waits: bool
    choices: tuple[WallChoice, ...]
    lines: tuple[WallLine, ...]  # figures, what happened, comparisons, outcomes
    sums: tuple[WallSum, ...]
    rule: WallLine | None
    bars: tuple[WallBar, ...]
    dice: int  # how many dice may be thrown now
    counted: int
    refused: str
    cast: str = ""  # "Ada = Dwarf"
    setting: str = ""  # what the page is about, behind its first step
    many: str = ""  # what the key does that lets the game throw as often as nobody could
    suppose: str = ""  # what is supposed instead of what the class threw or chose
    thrown: tuple[int, ...] = ()  # faces of a throw that no sum has
    beside: WallBeside | None = None
    kept: tuple[WallKept, ...] = ()  # at the end: what was predicted otherwise
    near: str = ""  # the space that the page is about, "" for the whole board
    phones: WallPhones = WallPhones()  # of a class that votes by phone
    erases: str = ""  # what another class takes away, asked before it begins; "" for nothing
    earlier: str = ""  # what goes on with the class before, "" where there is none
    code: str = ""  # a line of networkx that finds what is shown of the board as a graph
    explained: str = ""  # what that line does
    named: bool = False  # spaces of the whole board are marked by their names
    # the board, as in `Screen`
    overlay: dict[str, str] = {}
    lies: dict[str, tuple[str, ...]] = {}
    sheets: tuple[Sheet, ...] = ()
    here: dict[str, tuple[str, ...]] = {}


class PrintedPage(Struct, frozen=True):
    """A file of a lesson: its name, and its text: of a page to print its HTML, of what the class has said a table."""

    name: str
    text: str
