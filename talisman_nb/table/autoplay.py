"""Autoplay: answers the table gives without the players (waiting answers, policy, virtual dice and cards).

Whether the policy answers a question is decided by `policy.answer`.
"""

from __future__ import annotations

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.model import Answer

from . import policy
from .history import Draft
from .records import CHANCE, POLICY, ROLLED, Settings
from .replay import replay_next
from .virtual_chance import Source, position

MOST = 1_000
"""Upper bound of automatic answers in a row, because more would be an endless loop."""

FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""


def go_on(draft: Draft, settings: Settings, source: Source | None) -> None:
    """Extend the draft until a player has to answer; without a `source`, also until a virtual card has to be drawn.

    Raises `RuntimeError` after `MOST` answers.
    """
    for _ in range(MOST):
        if replay_next(draft):
            continue
        found = ask(draft.state)
        if key := policy.answer(found, draft.state, settings):
            draft.add(Answer(draft.state.ply, key), POLICY)
        elif source and found.chance and found.options and found.kind != "die" and settings.cards == "virtual":
            came(draft, source)
        else:
            return
    raise RuntimeError(f"{MOST} answers without asking anybody; the last question: {ask(draft.state)}")


def came(draft: Draft, source: Source, by: str = ROLLED) -> None:
    """Add the answer of the table's dice and decks to the draft.

    A question answered by them before gets the same key again, unless `by` is `AGAIN` or the key is closed. Raises
    `NotAllowedError` "table.no-chance" when the ask is not chance.
    """
    found, state = ask(draft.state), draft.state
    if not found.chance or not found.options:  # a card that nobody has typed is named by the players
        message = f"nothing is thrown or drawn now, the question is: {found.kind}"
        raise NotAllowedError("table.no-chance", message, ("table.not-open",), found.open())
    shown = [key for who, key in draft.said_here() if who in CHANCE]
    if shown and by == ROLLED and shown[-1] in found.open():
        draft.add(Answer(state.ply, shown[-1]), by)
    else:
        draft.add(Answer(state.ply, source.pick(found, position(found, state, draft, len(shown)))), by)


def same_throw(draft: Draft, settings: Settings) -> bool:
    """Return whether the next die belongs to the throw just made: the same roll, or (virtual dice) the same fight."""
    found, thrown = ask(draft.state), draft.lines[-1].ask
    if found.kind != "die" or thrown.kind != "die":
        return False
    if (found.purpose, found.seat) == (thrown.purpose, thrown.seat):
        return bool(found.rolls) and found.n < thrown.n
    return settings.dice == "virtual" and found.purpose in FIGHT_DICE and thrown.purpose in FIGHT_DICE
