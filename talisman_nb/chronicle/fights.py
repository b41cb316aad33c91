"""The fights of a game, and the moments at which it turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from talisman_nb.model import Event, State
from talisman_nb.odds import Odds, fight_odds
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.table import AnswerRecord

FIGHTING = ("die", "fight", "result")
"""Kinds of ask of a fight that nothing has interrupted."""


class Fought(NamedTuple):
    """A fight: its line, what was told of it, and the last state before its dice, None if there is none."""

    n: int
    id: int  # of the answer, by which its chances are kept
    round: int
    event: Event
    before: State | None


def fights(lines: Iterable[AnswerRecord]) -> Iterator[Fought]:
    """Yield the fights in their order."""
    open_: State | None = None
    for line in lines:
        fight = line.before.fight
        if fight is None:
            open_ = None
        elif line.ask.kind in FIGHTING and not (fight.mine or fight.theirs):
            open_ = line.before
        for event in line.events:
            if event.kind == "fought":
                yield Fought(line.n, line.id, line.before.round, event, open_)
                open_ = None


class FightChances:
    """The chances of fights, each reckoned once; those of undone answers are kept too."""

    def __init__(self) -> None:
        self._known: dict[int, Odds | None] = {}

    def reckon(self, found: Iterable[Fought], most: int) -> int:
        """Reckon the chances of at most this many fights; return how many are left to be reckoned."""
        missing = [fought for fought in found if fought.id not in self._known]
        for fought in missing[:most]:
            self._known[fought.id] = _odds(fought.before)
        return len(missing[most:])

    def of(self, fought: Fought) -> Odds | None:
        """Return the chances of a fight; None while unknown, and where its dice were not thrown in the game."""
        return self._known.get(fought.id)


def _odds(before: State | None) -> Odds | None:
    return fight_odds(before) if before else None


def chance_of_won(
    lines: Sequence[AnswerRecord], seat: int, card: str, scores: tuple[int, ...] = ()
) -> tuple[Odds, Event] | None:
    """Return the chances that there were in the last fight a seat won against a card, and the event that tells it.

    With `scores` it is the one that ended so, whoever was fought. None if there is no such fight in the turn of the
    last line, or its dice were not thrown in the game.
    """
    turn = lines[-1].before.turn, lines[-1].before.round
    same = [line for line in lines if (line.before.turn, line.before.round) == turn]
    for fought in reversed(list(fights(same))):
        event = fought.event
        meant = event.scores == scores if scores else card in map(plain_card, event.cards)
        if (event.seat, event.what) == (seat, "won") and meant:
            odds = _odds(fought.before)
            return (odds, event) if odds else None
    return None


class FightTally(NamedTuple):
    """The fights of one seat whose chances are known."""

    fights: int
    won: int
    expected: float


def tallies(found: Iterable[Fought], chances: FightChances, seats: int) -> tuple[FightTally, ...]:
    """Return the fights of every seat, as attacker or attacked; only those whose chances are known."""
    counts, won, expected = [0] * seats, [0] * seats, [0.0] * seats
    for fought in found:
        odds, event = chances.of(fought), fought.event
        if odds is None:
            continue
        sides = ((event.seat, "won", odds.won), (event.other if not event.cards else -1, "lost", odds.lost))
        for seat, end, chance in sides:
            if 0 <= seat < seats:
                counts[seat] += 1
                won[seat] += event.what == end
                expected[seat] += float(chance)
    return tuple(map(FightTally, counts, won, expected))


Kind = Literal["crown", "death", "form", "gone", "great-fight", "level", "region", "talisman", "won"]
"""Kinds of turning points."""

OF_EVENTS: dict[str, Kind] = {
    "crown_reached": "crown",
    "killed": "death",
    "eliminated": "gone",
    "became": "form",
    "traded": "level",
    "won": "won",
}
"""Maps kinds of events to what they are for the course of a game."""
GOT = ("bought", "got", "taken")
"""Kinds of events by which somebody gets a card."""
MOVED = ("crossed", "teleported", "walked")
"""Kinds of events that move a figure."""
UNLIKELY = 0.25
"""Highest chance at which a fight that was won is a turning point."""


class TurningPoint(NamedTuple):
    """An event with its line; `seat` is whose it is."""

    n: int
    round: int
    kind: Kind
    event: Event
    before: State
    seat: int


def turning_points(
    start: State, lines: Iterable[AnswerRecord], found: Iterable[Fought], chances: FightChances
) -> list[TurningPoint]:
    """Return the turning points in their order: by kind of event, by type of card, by region, by chance of a fight."""
    unlikely = {fought.n for fought in found if is_unlikely(fought, chances)}
    board = book_of(start.book).board
    seen = {(seat, board.region(player.space)) for seat, player in enumerate(start.players) if player.space}
    points = []
    for line in lines:
        for event in line.events:
            kind = _kind(event, line, seen, unlikely)
            if kind:
                seat = event.seat if event.seat >= 0 else line.before.turn
                points.append(TurningPoint(line.n, line.before.round, kind, event, line.before, seat))
    return _once(points)


def _once(points: list[TurningPoint]) -> list[TurningPoint]:
    """Return the points without the death of a seat that left the game by it."""
    gone = {(point.n, point.seat) for point in points if point.kind == "gone"}
    return [point for point in points if point.kind != "death" or (point.n, point.seat) not in gone]


def is_unlikely(fought: Fought, chances: FightChances) -> bool:
    """Return whether a fight was won against the odds."""
    odds = chances.of(fought)
    return fought.event.what == "won" and odds is not None and odds.won <= UNLIKELY


def _kind(event: Event, line: AnswerRecord, seen: set[tuple[int, str]], unlikely: set[int]) -> Kind | None:
    if event.kind in OF_EVENTS:
        return OF_EVENTS[event.kind]
    book = book_of(line.after.book)
    if event.kind in GOT and _type_of(book, event.card) == "talisman":
        return "talisman"
    if event.kind == "fought" and event.what == "won" and line.n in unlikely:
        return "great-fight"
    if event.kind == "enters" and event.space:
        seen.add((event.seat, book.board.region(event.space)))
    if event.kind not in MOVED or not event.space:
        return None
    reached = event.seat, book.board.region(event.space)
    if reached in seen:
        return None
    seen.add(reached)
    return "region"


def _type_of(book: Book, card: str) -> str:
    found = book.find(plain_card(card)) if card else None
    return str(found.facts.type) if found else ""


class Feared(NamedTuple):
    """An Enemy: the lives it took, how often it was beaten, and where its last victory was: line and space."""

    card: str
    lives: int
    beaten: int
    n: int
    space: str


def feared_enemies(lines: Iterable[AnswerRecord]) -> list[Feared]:
    """Return the Enemies that took lives in fights, the most lives first."""
    lives, beaten, at = Counter[str](), Counter[str](), dict[str, tuple[int, str]]()
    for card, line, loser, lost in _ends(lines):
        beaten[card] += lost == 0
        lives[card] += lost
        if lost:
            at[card] = line.n, line.before.players[loser].space
    return [Feared(card, n, beaten[card], *at[card]) for card, n in lives.most_common() if n]


def _ends(lines: Iterable[AnswerRecord]) -> Iterator[tuple[str, AnswerRecord, int, int]]:
    """Yield the Enemies of every fight with its line and seat: 0 for one that was won, else the lives lost to it."""
    winners: tuple[str, ...] = ()
    loser = -1
    for line in lines:
        for event in line.events:
            if event.kind == "fought" and event.cards:
                cards = tuple(map(plain_card, event.cards))
                winners, loser = (cards, event.seat) if event.what == "lost" else ((), -1)
                yield from ((card, line, event.seat, 0) for card in cards if event.what == "won")
            elif event.kind in ("fought", "turn_ends", "walked"):
                winners = ()
            elif event.kind == "lost" and event.what == "life" and event.seat == loser and winners:
                yield from ((card, line, loser, event.n) for card in winners)
                winners = ()
