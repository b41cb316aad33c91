"""How likely: exact odds of a fight, by walking the engine's own chance asks."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Ask, State

FIGHTING = ("die", "fight", "result")


class Odds(Struct, frozen=True):
    """Chances of the attacker; they add up to 1.

    >>> Odds(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)).better_than(Odds(Fraction(1, 2), Fraction(0), Fraction(1, 2)))
    True
    """

    won: Fraction
    standoff: Fraction
    lost: Fraction

    def better_than(self, other: Odds) -> bool:
        """More wins, then fewer losses."""
        return (self.won, -self.lost) > (other.won, -other.lost)


SURE = {
    "won": Odds(Fraction(1), Fraction(0), Fraction(0)),
    "standoff": Odds(Fraction(0), Fraction(1), Fraction(0)),
    "lost": Odds(Fraction(0), Fraction(0), Fraction(1)),
}


def fight_odds(state: State, fate: bool = False) -> Odds:
    """The odds of the fight a state stands in, seen by the attacker; `fate`: whoever may pay one pays it when it helps.

    Raises `ValueError` when the state does not wait for something of a fight.

    >>> from talisman_nb.rulings.scenes import dwarf_meets
    >>> fight_odds(dwarf_meets("bear")).won
    Fraction(5, 12)
    """
    if state.fight is None or ask(state).kind not in FIGHTING:
        raise ValueError(f"no fight is going on here: the game waits for {ask(state).kind!r}")
    return _walk(state, fate, {})


def _walk(state: State, fate: bool, known: dict[State, Odds]) -> Odds:
    found = known.get(state)
    if found is None:
        question = ask(state)
        if question.chance:
            found = _mean([_after(state, option.key, fate, known) for option in question.options])
        else:
            found = _choice(state, question, fate, known)
        known[state] = found
    return found


def _choice(state: State, question: Ask, fate: bool, known: dict[State, Odds]) -> Odds:
    """Fight is fought; fate is paid by the attacker where that betters the odds, by a defender where it worsens them."""
    best = _after(state, "fight" if question.kind == "fight" else "keep", fate, known)
    if question.kind != "result" or not fate:
        return best
    assert state.fight is not None
    mine = question.seat == state.fight.you
    for offer in question.offers:
        tried = _after(state, offer.key, fate, known)
        if tried.better_than(best) if mine else best.better_than(tried):
            best = tried
    return best


def _after(state: State, key: str, fate: bool, known: dict[State, Odds]) -> Odds:
    following, events = step(state, Answer(state.ply, key))
    fought = next((event.what for event in events if event.kind == "fought"), "")
    return SURE[fought] if fought else _walk(following, fate, known)


def _mean(all_odds: list[Odds]) -> Odds:
    n = len(all_odds)
    return Odds(*(sum((getattr(o, part) for o in all_odds), Fraction(0)) / n for part in ("won", "standoff", "lost")))
