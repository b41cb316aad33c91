"""Odds of the running fight as one line, shown with the question of its dice."""

from __future__ import annotations

from functools import lru_cache

from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Ask, State
from talisman_nb.rulings.odds import Odds, fight_odds
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import odds_line

FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""


def odds_note(state: State, asked: Ask, lang: str) -> str:
    """Return the odds of the running fight for the attacker, "" if the ask is no fight and no die of one.

    >>> from talisman_nb.engine import ask
    >>> from talisman_nb.rulings.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> odds_note(bear, ask(bear), "en")
    'P0: wins 42%, stand-off 17%, loses 42% (with fate wins 58%)'
    """
    fight = state.fight
    if fight is None or not (asked.kind == "fight" or (asked.kind == "die" and asked.purpose in FIGHT_DICE)):
        return ""
    said = _line(state, lang)
    attacker = state.players[fight.you].name
    named = asked.kind == "fight" or asked.seat != fight.you  # the headline begins with the opponent
    return said if not said or not named else load_phrases(lang).say("asks", "answered", who=attacker, answer=said)


@lru_cache(maxsize=4)
def _line(state: State, lang: str) -> str:
    """Kept for the position: a screen is made several times for one question."""
    try:
        plain, paid = fight_odds(state), _with_fate(state)
    except NotAllowedError:  # an ask on the way needs a decision of the players
        return ""
    line = odds_line(float(plain.won), float(plain.standoff), float(plain.lost), lang)
    if paid is None or not paid.better_than(plain):
        return line
    return f"{line} {load_phrases(lang).say('asks', 'note.odds-fate', won=round(100 * paid.won))}"


def _with_fate(state: State) -> Odds | None:
    """Return the odds if the attacker spends fate, or None without fate or against a character (who may spend too)."""
    fight = state.fight
    assert fight is not None
    alone = fight.against < 0 and state.players[fight.you].fate > 0
    return fight_odds(state, fate=True) if alone else None
