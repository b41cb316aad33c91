"""Operation for the reward of a won fight between characters: a life, an Object or a gold (`combat.rewards`)."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.card_transfers import GOLD, give, remove_card, take_gold
from talisman_nb.engine.fighting import running
from talisman_nb.engine.losses import lose_life
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.totals import objects
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, ClosedReason, Fight, Option


def _winner(fight: Fight) -> tuple[int, int]:
    return (fight.you, fight.against) if fight.result == "won" else (fight.against, fight.you)


def _spoils(g: WorkingState) -> tuple[Option, ...]:
    fight = running(g)
    winner, loser = _winner(fight)
    closed: ClosedReason = "must-take-life" if fight.reward == "life" and winner == fight.you else ""
    found = [Option("life", permit(g, loser, "take_life").closed, ("combat.rewards",), seat=loser)]
    if g.players[loser].gold:
        found.append(
            Option(GOLD, closed or permit(g, winner, "take_gold").closed, ("combat.rewards",), seat=loser, n=1)
        )
    for card in dict.fromkeys(objects(g, loser)):
        found.append(
            Option(card, closed or permit(g, winner, "take_object").closed, ("combat.rewards",), card, seat=loser)
        )
    return tuple(found)


@operation("spoils")
def spoils(g: WorkingState, op: o.Spoils, to: None) -> int | None:
    """Take the reward, or wait for a choice if there are several (`combat.rewards`)."""
    fight = running(g)
    if fight.result == "standoff":
        return None
    open_ = [option.key for option in _spoils(g) if not option.closed]
    if len(open_) > 1:
        return WAIT
    if open_:
        _reward(g, open_[0])
    return None


@asks("spoils")
def ask_spoils(g: WorkingState, op: o.Spoils, to: None) -> Ask:
    """Ask what the winner takes."""
    winner, loser = _winner(running(g))
    return Ask(g.ply, "spoils", winner, "spoils", _spoils(g), other=loser, cites=("combat.rewards",))


@takes("spoils")
def take_spoils(g: WorkingState, op: o.Spoils, to: None, key: str, answer: Answer) -> None:
    """Give the winner the chosen reward."""
    _reward(g, key)


def _reward(g: WorkingState, key: str) -> None:
    winner, loser = _winner(running(g))
    if key == "life":
        lose_life(g, loser, 1, "spoils", "", by=winner)
        return
    if key == GOLD:
        take_gold(g, winner, loser, "", "combat.rewards")
        return
    remove_card(g, loser, key)
    give(g, winner, key, origin=f"seat:{loser}", cites=("combat.rewards",))
