"""The worth of a position to a seat, and where on the board it may want to be; both read off the book's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct

from talisman_nb.board import Board, way_table
from talisman_nb.cards.decode import operations_of
from talisman_nb.cards.operations import Get, Heal
from talisman_nb.engine.effects import MISSED
from talisman_nb.engine.foresight import worth_of_card
from talisman_nb.engine.totals import talismans, total, without_fight
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Effect, Player, State
from talisman_nb.rules.book import Book, book_of

LIVES = (0.0, 5.0, 8.5, 11.0, 13.0, 14.0)
"""The worth of so many lives; each further one is worth half a point."""
TALISMAN = 6.0
"""The worth of the first Talisman; something that may still give one has half of it."""
OVER, GONE = 500.0, 60.0
"""The worth of having won, and the cost of being out of the game."""
DEAD = 14.0
"""The worth of a seat whose character is dead: a new one comes."""
RIVALS = 0.15
"""How much of a point of somebody else's counts against one of one's own."""
COMMANDED = 4.0
"""How many times as much it counts while one stands on the goal."""
GATE_TURNS = 2.0
"""Turns that an attempt at a guarded crossing takes."""
LOST = 40.0
"""Cost of a death under way to somewhere."""
FAR = 60.0
"""Turns to where no way leads."""


class Drive(Struct, frozen=True):
    """Where a player wants to be: turns to it from each space, and the points that a turn nearer is worth.

    `origin`: how many turns it is from where the player stands. `aim`: what it wants there, the term of its reasons.
    `fate`: the points that the last fate is worth besides, where it is kept for the way to come.
    """

    turns: dict[str, float] = {}
    weight: float = 0.0
    aim: str = ""
    origin: float = 0.0
    fate: float = 0.0

    def of(self, space: str) -> float:
        """Return what standing on a space is worth."""
        return self.weight * (self.origin - self.turns.get(space, FAR)) if self.weight else 0.0

    def leads_to(self, space: str) -> bool:
        """Whether a space is one where the player wants to be."""
        return bool(self.weight) and not self.turns.get(space, FAR)


NOWHERE = Drive()


Gates = tuple[tuple[str, str, float], ...]
"""Guarded crossings: the space, the kind, and the turns it takes to get across."""


@lru_cache(maxsize=256)
def turns_to(board: Board, goals: frozenset[str], dice: int = 1, gates: Gates = ()) -> dict[str, float]:
    """Return how many turns of one's own it takes from each space to one of some spaces, whatever is met.

    `gates`: those of which is known how long they take; any other takes one attempt.

    >>> from talisman_nb.rules.book import open_book
    >>> board = open_book().board
    >>> turns = turns_to(board, frozenset({"city"}))
    >>> turns["city"], 5 < turns["fields-1"] < 12
    (0.0, True)
    """
    table = way_table(board)
    throws = Counter(map(sum, product(range(1, 7), repeat=dice)))
    whole = sum(throws.values())
    beyond = {(origin, data["kind"]): to for origin, to, data in board.graph.edges(data=True) if data.get("gate")}
    across = {(space, kind): turns for space, kind, turns in gates}
    found = {space: 0.0 if space in goals else FAR for space in board.spaces}
    places = [space for space in board.spaces if space not in goals and space not in board.by_hand]
    ends: dict[str, list[tuple[int, list[tuple[str, float]]]]] = {}
    for space in places:
        steps = throws if board.rolls(space) else {1: whole}
        ends[space] = [
            (n, [
                (beyond.get(gate, way.end), across.get(gate, GATE_TURNS) if way.gate else 0.0)
                for way in table[space][k]
                for gate in ((way.end, way.gate),)
            ])
            for k, n in steps.items()
        ]  # fmt: skip
    for _ in range(80):
        moved = 0.0
        for space in places:
            now = 1 + sum(
                n * min((found[end] + more for end, more in after), default=FAR) for n, after in ends[space]
            ) / whole  # fmt: skip
            now = min(now, FAR)
            moved = max(moved, abs(now - found[space]))
            found[space] = now
        if moved < 0.01:
            break
    return found


@lru_cache(maxsize=4096)
def _of_card(book: Book, card: str) -> int:
    return worth_of_card(book, card)


def sheet_parts(g: WorkingState, seat: int) -> list[tuple[str, float, float]]:
    """Return what the sheet of a seat is made of: term, amount, and points of about a third of a life."""
    p = g.players[seat]
    if p.out or not p.character:
        return [("dies", 1, -GONE if p.out else DEAD)]
    strength, craft = total(g, seat, "strength"), total(g, seat, "craft")
    has = bool(talismans(g, seat))
    expected = not has and any(effect.seat == seat and gives_talisman(g.book, effect.what) for effect in g.effects)
    lives = LIVES[p.life] if p.life < len(LIVES) else LIVES[-1] + 0.5 * (p.life - len(LIVES) + 1)
    trophies = sum(max(g.facts[c].strength, g.facts[c].craft) for c in p.trophies) + p.experience
    turns = p.extra - sum(promise.program == MISSED for promise in p.promises)
    return [
        ("strength", strength, 1.8 * strength),
        ("craft", craft, 1.8 * craft),
        ("lead", abs(strength - craft), 0.6 * abs(strength - craft)),
        ("life", p.life, lives),
        ("fate", p.fate, 0.8 * min(p.fate, 3)),
        ("gold", p.gold, 0.4 * min(p.gold, 5) + 0.05 * p.gold),
        ("spells", len(p.spells), 0.7 * len(p.spells)),
        ("things", len(p.goods), sum(0.5 * _of_card(g.book, card) for card in p.goods)),
        ("talisman", has, TALISMAN if has else TALISMAN / 2 * expected),
        ("trophies", trophies, 0.1 * trophies),
        ("turns", turns, 1.5 * turns),
        ("form", bool(p.form), -1.5 * bool(p.form)),
    ]


def sheet_worth(g: WorkingState, seat: int) -> float:
    """Return what the sheet of a seat is worth."""
    return sum([points for _, _, points in sheet_parts(g, seat)])


Sheets = Sequence[tuple[Player, tuple[Effect, ...], float]]
"""The worth of sheets, each with what it depends on."""


def worth(state: State, seat: int, drive: Drive, known: Sheets = ()) -> float:
    """Return what a position is worth to a seat; sheets that are `known` and unchanged are not added up anew.

    >>> from talisman_nb.notation.situation import situation
    >>> poor, rich = (situation(f"dwarf crags, gold {n} | thief city") for n in (0, 3))
    >>> worth(rich, 0, NOWHERE) > worth(poor, 0, NOWHERE)
    True
    """
    if state.winner >= 0:
        return OVER if state.winner == seat else -OVER
    sheets: list[float] = []
    g: WorkingState | None = None
    for at, player in enumerate(state.players):
        if known and known[at][0] is player and known[at][1] is state.effects:
            sheets.append(known[at][2])
            continue
        if g is None:
            g = without_fight(state)
        sheets.append(sheet_worth(g, at))
    me = state.players[seat]
    mine = sheets.pop(seat) + (drive.of(me.space) if me.character else -LOST * bool(drive.weight))
    return mine + drive.fate * bool(me.fate) - _of_rivals(state, seat) * sum(sheets)


def _of_rivals(state: State, seat: int) -> float:
    """How much a point of somebody else's counts against a seat: more while it stands on the goal."""
    commanded = COMMANDED if state.players[seat].space == book_of(state.book).board.goal else 1
    return RIVALS * commanded / max(len(state.players) - 1, 1)


def parts(state: State, seat: int, drive: Drive) -> dict[str, tuple[float, float]]:
    """Return what the worth of a position to a seat is made of: by term the amount and its points.

    >>> from talisman_nb.notation.situation import situation
    >>> parts(situation("dwarf crags, life 3 | thief city"), 0, NOWHERE)["life"]
    (3.0, 11.0)
    """
    if state.winner >= 0:
        won = state.winner == seat
        return {"wins": (float(won), OVER if won else -OVER)}
    g, me = without_fight(state), state.players[seat]
    found = {term: (float(amount), float(points)) for term, amount, points in sheet_parts(g, seat)}
    if me.fate:
        found["fate"] = (float(me.fate), found["fate"][1] + drive.fate)
    if drive.weight and me.character:
        found[drive.aim] = (drive.origin - drive.turns.get(me.space, FAR), drive.of(me.space))
    elif drive.weight:
        found[drive.aim] = (0.0, -LOST)
    theirs = sum([sheet_worth(g, at) for at in range(len(state.players)) if at != seat])
    found["rivals"] = (theirs, -_of_rivals(state, seat) * theirs)
    return found


@lru_cache(maxsize=16)
def talisman_sources(book: Book) -> frozenset[str]:
    """Return the spaces whose definitions may give a Talisman, what begins there included.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(talisman_sources(open_book()))
    ['temple', 'warlocks-cave']
    """
    return _spaces_with(book, lambda key: gives_talisman(book, key))


@lru_cache(maxsize=4096)
def gives_talisman(book: Book, key: str) -> bool:
    """Return whether a definition may give a Talisman."""
    got = (book.find(op.name) for op in operations_of(book.definitions[key]) if isinstance(op, Get))
    return any(found is not None and found.facts.type == "talisman" for found in got)


@lru_cache(maxsize=16)
def healers(book: Book) -> frozenset[str]:
    """Return the spaces whose definitions may heal a life."""

    def heals(key: str) -> bool:
        return any(isinstance(op, Heal) and op.what == "life" for op in operations_of(book.definitions[key]))

    return _spaces_with(book, heals)


def _spaces_with(book: Book, wanted: Callable[[str], bool]) -> frozenset[str]:
    """The spaces one of whose definitions is wanted: its own, or one that it begins."""
    keys = [key for key in book.definitions if key.startswith("space.") and wanted(key)]
    return frozenset(key.split(".")[1] for key in keys) & frozenset(book.board.spaces)
