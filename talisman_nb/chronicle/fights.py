"""The fights of a game: how they ended, and the chances before the dice, from the engine's own odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from talisman_nb.model import Event, State
from talisman_nb.odds import Odds, fight_odds
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


class Chances:
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


class Tally(NamedTuple):
    """The fights of one seat whose chances are known."""

    fights: int
    won: int
    expected: float


def tallies(found: Iterable[Fought], chances: Chances, seats: int) -> tuple[Tally, ...]:
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
    return tuple(map(Tally, counts, won, expected))
