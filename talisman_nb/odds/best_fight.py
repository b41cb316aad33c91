"""The best way to fight: every decision of both sides tried, to the end of the fight with its Armour and Spells."""

from __future__ import annotations

from talisman_nb.model import Event, State

from .outlook import Outlook, outlook
from .walk import MOST_STATES, WIN, Aim, Considered, Ends, solve_walk

OUTCOMES = ("won", "standoff", "spared", "lost", "away")
"""Outcomes of a fight: `spared` is lost without losing a life, `away` is over without dice."""


def best_fight(
    state: State, aim: Aim = WIN, *, seat: int | None = None, fate: bool = True, abilities: bool = True,
    spells: bool = False, states: int = MOST_STATES, merging: bool = True,
) -> Outlook:  # fmt: skip
    """Return the exact chances of the running fight for a seat if both sides make the best of all they may decide.

    The outcomes are `won`, `standoff`, `spared` (lost, but no life), `lost` and `away` (evaded, bribed, gone).

    Parameters
    ----------
    state
        A state with a fight.
    aim
        `WIN`, `LIVE`, or one of your own; the other side wants to win, or what the aim says of it.
    seat
        The seat; None: the attacker.
    fate, abilities
        Whether fate is paid, and abilities and the choice among Weapons are used.
    spells
        Whether the seat may cast the Spells in its hand; Spells of others are not reckoned with.
    states
        The most states that are walked.
    merging
        Whether states that come to the same are taken together; only tests turn it off.

    Returns
    -------
    Outlook
        The chances.

    Raises
    ------
    ValueError
        Where no fight is going on that is not decided yet.
    TooLongError
        If more states would be walked.

    Examples
    --------
    >>> from talisman_nb.odds import LIVE
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags, has sword helmet, spells preservation | thief city > 1 > anticlockwise > bear")
    >>> best_fight(bear).chance("won"), best_fight(bear).chance("lost")
    (Fraction(161, 216), Fraction(125, 972))
    >>> best_fight(bear, LIVE, spells=True).chance("lost")
    Fraction(0, 1)
    """
    fight = state.fight
    if fight is None or fight.result:
        raise ValueError(
            "no fight is going on here that is not decided yet; one that begins, as a situation: "
            '"dwarf fields-1, arrived | thief city | on fields-1, bear > fight"'
        )
    who = fight.you if seat is None else seat
    considered = Considered(who, fate=fate, abilities=abilities, spells=spells)
    ends = _ends(state, who)
    solved = solve_walk(state, OUTCOMES, ends, aim, considered, states=states, merging=merging)
    return outlook(solved, aim.name, never="away")


def _ends(start: State, seat: int) -> Ends:
    fight, before_it = start.fight, start.players[seat]
    assert fight is not None
    attacker = seat == fight.you

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        another = any(event.kind == "attacks" for event in events)
        if after.fight is not None and not another:
            return left
        fought = next((event.what for event in events if event.kind == "fought"), "")
        result = fought or (before.fight.result if before.fight is not None else "")
        if result == "standoff":
            return "standoff"
        if result not in ("won", "lost"):
            return "away"
        if (result == "won") == attacker:
            return "won"
        now = after.players[seat]
        dead = not now.character or now.born != before_it.born
        return "lost" if dead or now.life < before_it.life else "spared"

    return ends
