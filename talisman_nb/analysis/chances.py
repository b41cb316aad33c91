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

    def told(self, lang: str) -> tuple[str, ...]:
        """Return each outcome with its chance, as a percentage and exactly.

        >>> Chances(0, (("won", Fraction(5, 12)), ("lost", Fraction(7, 12)))).told("en")
        ('won 42% (5/12)', 'lost 58% (7/12)')
        """
        return tuple(_told(name, n, lang) for name, n in self.parts if n)

    def line(self, title: str, lang: str) -> str:
        """Return the chances as a line about a run, with the moment they are of."""
        say = load_phrases(lang).say
        when = say("analysis", self.moment)
        return say("analysis", "chances", title=title, when=when, chances=", ".join(self.told(lang)))

    @property
    def moment(self) -> str:
        """Return the phrase of `analysis` that says which moment the chances are of: before dice that fell since."""
        return "before-fight" if any(name == "won" for name, _ in self.parts) else "before-roll"


def _told(name: str, chance: Fraction, lang: str) -> str:
    say = load_phrases(lang).say
    percent = say("plots", "percent-of", n=round(100 * chance) or "<1")
    return say(
        "analysis",
        "chance-of",
        outcome=say("analysis", f"chance.{name}"),
        percent=percent,
        exact="" if chance == 1 else chance,
    )


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
