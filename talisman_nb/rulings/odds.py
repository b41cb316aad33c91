"""Exact odds of a fight, computed by walking every branch of the engine's chance asks."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, State

FIGHTING = ("die", "fight", "result")
"""Kinds of ask at which the odds of a fight can be computed."""


class Odds(Struct, frozen=True):
    """Probabilities of the three outcomes for the attacker; they add up to 1.

    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> Odds(half, quarter, quarter).better_than(Odds(half, Fraction(0), half))
    True
    """

    won: Fraction
    standoff: Fraction
    lost: Fraction

    def better_than(self, other: Odds) -> bool:
        """Whether these odds win more often, or as often and lose less often."""
        return (self.won, -self.lost) > (other.won, -other.lost)


SURE = {
    "won": Odds(Fraction(1), Fraction(0), Fraction(0)),
    "standoff": Odds(Fraction(0), Fraction(1), Fraction(0)),
    "lost": Odds(Fraction(0), Fraction(0), Fraction(1)),
}
"""Maps the outcome of a finished fight to its odds."""


def fight_odds(state: State, fate: bool = False) -> Odds:
    """Return the attacker's exact odds in the fight that is going on.

    `fate`: each side pays fate where that improves its own odds; False: neither side pays any.
    Raises `ValueError` when the state is not waiting for an answer of a fight.

    >>> from talisman_nb.rulings.situation import situation
    >>> fight_odds(situation("dwarf crags | thief city > 1 > anticlockwise > bear")).won
    Fraction(5, 12)
    """
    if state.fight is None or ask(state).kind not in FIGHTING:
        raise ValueError(f"no fight is going on here: the game waits for {ask(state).kind!r}")
    return _odds_from(state, fate, {})


def _odds_from(state: State, fate: bool, memo: dict[State, Odds]) -> Odds:
    """Return the odds from a state; `memo`: odds by state."""
    found = memo.get(state)
    if found is None:
        question = ask(state)
        if question.chance:
            found = _mean([_odds_after(state, option.key, fate, memo) for option in question.options])
        else:
            found = _odds_of_choice(state, question, fate, memo)
        memo[state] = found
    return found


def _odds_of_choice(state: State, question: Ask, fate: bool, memo: dict[State, Odds]) -> Odds:
    """Choose to fight; pay fate where it improves the odds of the side that is asked."""
    best = _odds_after(state, "fight" if question.kind == "fight" else "keep", fate, memo)
    if question.kind != "result" or not fate:
        return best
    assert state.fight is not None
    mine = question.seat == state.fight.you
    for offer in question.offers:
        tried = _odds_after(state, offer.key, fate, memo)
        if tried.better_than(best) if mine else best.better_than(tried):
            best = tried
    return best


def _odds_after(state: State, key: str, fate: bool, memo: dict[State, Odds]) -> Odds:
    following, events = step(state, Answer(state.ply, key))
    fought = next((event.what for event in events if event.kind == "fought"), "")
    return SURE[fought] if fought else _odds_from(following, fate, memo)


def _mean(all_odds: list[Odds]) -> Odds:
    n = len(all_odds)
    return Odds(*(sum((getattr(o, part) for o in all_odds), Fraction(0)) / n for part in ("won", "standoff", "lost")))
