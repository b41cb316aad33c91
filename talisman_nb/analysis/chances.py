"""How likely a run was to end otherwise: the chances of the first fight or roll in it that they are known of."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from talisman_nb.engine import ask
from talisman_nb.model import State
from talisman_nb.odds.fight import fight_odds
from talisman_nb.odds.rolls import OF_MOVES_AND_FIGHTS, roll_table
from talisman_nb.text.phrases import load_phrases

from .replaying import Run


class Chances(Struct, frozen=True):
    """The chances of each outcome, named by the phrases of `analysis`; they add up to 1. `at`: the node before it."""

    at: int
    parts: tuple[tuple[str, Fraction], ...]

    def told(self, lang: str) -> str:
        """Return the chances as a line.

        >>> Chances(0, (("won", Fraction(5, 12)), ("lost", Fraction(7, 12)))).told("en")
        'won 5/12, lost 7/12'
        """
        say = load_phrases(lang).say
        return ", ".join(f"{say('analysis', f'chance.{name}')} {n}" for name, n in self.parts if n)


def chances(run: Run) -> Chances | None:
    """Return the chances where dice first decide a fight (fate paid where that is better) or a roll of a table."""
    for node in (run.analysis.nodes[at] for at in run.analysis.line):
        if parts := chances_now(node.state):
            return Chances(node.at, parts)
    return None


def chances_now(state: State) -> tuple[tuple[str, Fraction], ...]:
    """Return the chances of what a state waits for; () if it waits for no fight's dice and no roll of a table.

    >>> from talisman_nb.rulings.situation import situation
    >>> dict(chances_now(situation("dwarf crags | thief city > 1 > anticlockwise > bear > fight")))["won"]
    Fraction(125, 216)
    """
    found = ask(state)
    if found.kind != "die":
        return ()
    if state.fight is not None and not state.fight.result:
        odds = fight_odds(state, fate=True)
        return ("won", odds.won), ("standoff", odds.standoff), ("lost", odds.lost)
    if found.purpose in OF_MOVES_AND_FIGHTS:
        return ()
    worths = roll_table(state).chances()
    return tuple((name, n) for name, n in worths.items())
