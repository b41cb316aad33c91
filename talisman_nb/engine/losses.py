"""Losses of life, with what may prevent them, and of strength, craft, fate and gold."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards.modifiers import Immune

from .active_modifiers import active_modifiers
from .conditions import holds_for
from .registry import text_rule
from .triggers import fire
from .working_state import WorkingState

LOSS: Final = "turn.life_loss.do"
PLUNDER: Final = "turn.plunder.do"
FIGHTS: Final = ("fight", "spoils")
"""Causes of losing life against which Armour helps, in battle only."""
TAKING: Final = ("spoils", "command")
"""Causes by which one character takes the life of another."""


HAD: Final = {"gold": "gold.none", "fate": "fate.zero"}
"""Maps what a seat may have none of to the rule by which a loss then has no effect."""


def lose_other(g: WorkingState, who: int, what: str, n: int, source: str) -> None:
    """Take up to `n` strength, craft, fate or gold from a seat (`stat.floor`, `gold.none`, `fate.zero`)."""
    now = int(getattr(g.players[who], what))
    lost = min(n, now)
    rule = text_rule(source) if lost and what in HAD else HAD.get(what, "stat.floor" if lost < n else "stat.lose")
    if lost:
        g.set(who, **{what: now - lost})
    g.tell("lost", who, what=what, n=lost, source=source, cites=(rule,))


def lose_life(g: WorkingState, who: int, n: int, cause: str, source: str, by: int = -1) -> None:
    """Start the loss of `n` lives: immunity first, then one Armour and the reaction point (`life.zero`, `combat.lose`).

    If neither Armour nor a Spell can prevent it, the life is lost at once. `by` is the seat that takes it, or -1.
    """
    if n < 1:  # Followers given up paid for the whole loss
        return
    for held in active_modifiers(g, who).of(Immune):
        if cause in held.mod.to and holds_for(g, held, who):
            g.tell(
                "spared",
                who,
                what="life",
                n=n,
                source=held.source,
                cause=cause,
                cites=held.mod.cites or ("combat.lose",),
            )
            return
    if _may_be_saved(g, who, cause) or can_reply(g):
        g.push(LOSS, who, other=by, source=source, given={"n": n, "cause": cause, "cancelled": 0})
    else:
        life_goes(g, who, n, cause, source, by)


def life_goes(g: WorkingState, who: int, n: int, cause: str, source: str, by: int) -> None:
    """Take up to `n` lives from a seat and fire `took_life` for the seat `by`, if there is one."""
    p = g.players[who]
    n = min(n, p.life)
    g.set(who, life=p.life - n)
    rules = {"fight": ("combat.lose",), "spoils": ("combat.rewards",), "command": ("crown.command",)}.get(
        cause, ("life.zero",) if p.life == n else (text_rule(source),)
    )
    g.tell("lost", who, other=by, what="life", n=n, cause=cause, source=source, cites=rules)
    if by >= 0 and g.alive(by):
        fire(g, "took_life", by, other=who, cause=cause, target="character", used=_used(g))
        if p.life == n and cause == "spoils" and g.figures["combat.kill_goods"]:
            _plundered(g, who, by)


def _plundered(g: WorkingState, who: int, by: int) -> None:
    """Push the program by which the winner takes any of a killed loser's goods and gold (`combat.kill-goods`)."""
    p = g.players[who]
    if p.goods or p.gold:
        g.push(PLUNDER, by, other=who, given={"loot": p.goods, "lay": g.gold[g.here(who)]})


def _used(g: WorkingState) -> tuple[str, ...]:
    return g.fight.used if g.fight is not None else ()


def _may_be_saved(g: WorkingState, who: int, cause: str) -> bool:
    """Whether Armour may prevent the loss: in battle only, never in psychic combat (`combat.psychic-armour`)."""
    in_battle = g.fight is not None and g.fight.stat == "strength"
    return cause in FIGHTS and in_battle and has_armour(g, who)


def has_armour(g: WorkingState, who: int) -> bool:
    """Whether a seat has an Armour among its goods, one that is raised or charmed not counted."""
    return any("armour" in g.facts[card].keywords for card in g.players[who].goods if "@" not in card)


def can_reply(g: WorkingState) -> bool:
    """Whether a reaction point asks: any seat holds any Spell. Looking at which would reveal hidden hands."""
    return any(p.spells for p in g.players)
