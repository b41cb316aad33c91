"""Samples what is too long to be walked: plays it many times with a seed, and says how far the result may be off."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Event, State, read_key

from .fight import fight_odds, odds_of_reroll
from .foresight import RANKED, Worth, foresee
from .outlook import Outlook
from .walk import UNKNOWN, Aim, Considered, Ends, Passing, TriedAnswer, has_unknown

Progress = Callable[[int, int], None]
"""Is told how many games of how many are played."""
Player = Callable[[State, Ask, list[TriedAnswer], random.Random], TriedAnswer]
"""Chooses one of the answers to a question."""

STUCK = "open"
"""The outcome of a game in which nothing may be answered any more, such as a way that is closed, or one without end."""
LONGEST_GAME = 5_000
"""Answers after which a game that comes to no outcome is left open."""
WORTH: dict[Worth, int] = {worth: at for at, worth in enumerate(RANKED)}


def sample_outlook(
    start: State, outcomes: tuple[str, ...], ends: Ends, considered: Considered, *, aim: Aim, games: int, seed: int,
    turns: int = 0, passing: Passing | None = None, plays: Player | None = None, progress: Progress | None = None,
) -> Outlook:  # fmt: skip
    """Return the chances of the outcomes in that many games; the same seed always plays the same ones.

    `plays`: who answers for every seat, by default `sensible`; the chances are those of its answers, not of the best.
    Where the seat that asks has a choice now, each of its answers is sampled with that many games; the chances are
    those of the answer that did best for the aim, and it is called the best if it did so beyond the error.
    """
    outcomes = (*outcomes, UNKNOWN) if has_unknown(start) else outcomes
    sample = _Sample(outcomes, ends, considered, plays or sensible, turns, passing, games, seed)
    found = ask(start)
    said = [one for one in considered.answers(start, found) if _is_open(start, one)]
    if found.chance or found.seat != considered.seat or len(said) < 2:
        return sample.of(start, None, progress)
    told = [_after(progress, at * games, len(said) * games) for at in range(len(said))]
    tried = {one.key: sample.of(start, one, tell) for one, tell in zip(said, told, strict=True)}
    wanted = aim.wanted[0]
    first, second, *_ = sorted(tried, key=lambda key: tried[key].chance(*wanted), reverse=True)
    clear = tried[first].interval(*wanted)[0] > tried[second].interval(*wanted)[1]
    answers = {key: one.chances for key, one in tried.items()}
    return replace(tried[first], best=first if clear else "", aim=aim.name, answers=answers)


def _is_open(state: State, said: TriedAnswer) -> bool:
    """Whether an answer may be given; some have conditions of their own, such as a bargain."""
    try:
        step(state, Answer(state.ply, said.key, said.seat))
    except NotAllowedError:
        return False
    return True


def _after(progress: Progress | None, done: int, games: int) -> Progress | None:
    """Return a progress that counts the games of all answers, for those of one answer."""
    return None if progress is None else lambda now, _: progress(done + now, games)


class _Sample(NamedTuple):
    """Settings of a sample: the games to play, and how."""

    outcomes: tuple[str, ...]
    ends: Ends
    considered: Considered
    plays: Player
    turns: int
    passing: Passing | None
    games: int
    seed: int

    def of(self, start: State, said: TriedAnswer | None, progress: Progress | None) -> Outlook:
        """Return the chances of the outcomes from a state on, after an answer if one is given."""
        dice, counts = random.Random(self.seed), Counter[str]()
        for done in range(self.games):
            counts[self._played(start, said, dice)] += 1
            if progress is not None:
                progress(done + 1, self.games)
        chances = {name: Fraction(counts[name], self.games) for name in self.outcomes}
        return Outlook(chances, exact=False, games=self.games, seed=self.seed)

    def _played(self, state: State, first: TriedAnswer | None, dice: random.Random) -> str:
        left = self.turns
        for at in range(LONGEST_GAME):
            found = ask(state)
            said = [first] if first is not None and not at else self.considered.answers(state, found)
            if not said:
                return STUCK
            answered = _play_answer(state, found, said, self.plays, dice)
            if answered is None:
                return UNKNOWN
            after, events = answered
            if self.passing is not None:
                after, events = self.passing(state, after, events)
            end = self.ends(state, after, events, left)
            if isinstance(end, str):
                return end
            state, left = after, end
        return STUCK


def _play_answer(
    state: State, found: Ask, said: list[TriedAnswer], plays: Player, dice: random.Random
) -> tuple[State, tuple[Event, ...]] | None:
    """Return the state and events that an answer leads to; None for a card that nobody has typed."""
    while said:
        weights = [each.weight for each in said]
        one = dice.choices(said, weights)[0] if found.chance else plays(state, found, said, dice)
        if one.key == UNKNOWN:
            return None
        try:
            return step(state, Answer(state.ply, one.key, one.seat))
        except NotAllowedError:  # an answer with conditions of its own, such as a bargain
            said = [each for each in said if each is not one]
    raise LookupError(f"none of the answers to {found.kind} is open after all")


def sensible(state: State, found: Ask, said: list[TriedAnswer], dice: random.Random) -> TriedAnswer:
    """Choose as a careful player: what looks best for the seat that is asked, one of several by chance.

    Fate is paid where it makes a fight likelier won, and for a roll that would do harm.
    """
    if len(said) == 1:
        return said[0]
    if found.kind == "result":
        return _of_result(state, found, said)
    if state.fight is not None and found.kind == "fight":
        return _of_fight(state, found, said)
    worths = [_worth(state, one, found.seat) for one in said]
    return dice.choice([one for one, worth in zip(said, worths, strict=True) if worth == max(worths)])


def _of_fight(state: State, found: Ask, said: list[TriedAnswer]) -> TriedAnswer:
    """Fight, but slip away from a fight that is likelier lost than won."""
    assert state.fight is not None
    odds = fight_odds(state)
    mine = found.seat == state.fight.you
    worse = odds.lost > odds.won if mine else odds.won > odds.lost
    away = next((one for one in said if one.key in ("evade", "leave")), None)
    return away if worse and away else next((one for one in said if one.key == "fight"), said[0])


def _of_result(state: State, found: Ask, said: list[TriedAnswer]) -> TriedAnswer:
    rerolls = [one for one in said if read_key(one.key).verb == "fate"]
    if state.fight is None or found.purpose != "attack":
        bad = _worth(state, said[0], found.seat) == WORTH["bad"]
        return rerolls[0] if bad and rerolls else said[0]
    g = working_state(state)
    kept = fight_odds(state)
    best, chosen = kept, said[0]
    for one in rerolls:
        odds = odds_of_reroll(g, found.seat, int(read_key(one.key).item))
        if odds.better_than(best) if found.seat == state.fight.you else best.better_than(odds):
            best, chosen = odds, one
    return chosen


def _worth(state: State, said: TriedAnswer, seat: int) -> int:
    if said.seat >= 0:  # Spells are kept
        return WORTH["bad"]
    try:
        return WORTH[foresee(state, (said.key,), max(seat, 0)).worth]
    except NotAllowedError:
        return WORTH["level"]
