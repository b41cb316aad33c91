"""Losing: life goes through what may prevent it; the rest down to its floor."""

from __future__ import annotations

from talisman_nb.cards.modifiers import Immune

from .active_modifiers import active_modifiers
from .conditions import holds_for
from .text_rules import text_rule
from .triggers import fire
from .working_state import WorkingState

LOSS = "turn.life_loss.do"
PLUNDER = "turn.plunder.do"
FIGHTS = ("fight", "spoils")
"""Causes that armour may save from, in battle."""
TAKING = ("spoils", "command")
"""Causes through which one character takes another's life; a card that strikes everybody does it by itself."""


HAD = {"gold": "gold.none", "fate": "fate.zero"}
"""What one may have none of, and the rule that then nothing happens."""


def lose_other(g: WorkingState, who: int, what: str, n: int, source: str) -> None:
    """Strength, craft, fate or gold lost, down to the floor (`stat.floor`, `gold.none`)."""
    now = int(getattr(g.players[who], what))
    lost = min(n, now)
    rule = text_rule(source) if lost and what in HAD else HAD.get(what, "stat.floor" if lost < n else "stat.lose")
    if lost:
        g.set(who, **{what: now - lost})
    g.tell("lost", who, what=what, n=lost, source=source, cites=(rule,))


def lose_life(g: WorkingState, who: int, n: int, cause: str, source: str, by: int = -1) -> None:
    """Life is about to go: immunity, one armour, the reaction point, then it goes (`life.zero`, `combat.lose`)."""
    if n < 1:  # given up Followers paid for all of it
        return
    for held in active_modifiers(g, who).of(Immune):
        if cause in held.mod.to and holds_for(g, held, who):
            g.tell("spared", who, what="life", n=n, source=held.source, cause=cause, cites=held.mod.cites or ("combat.lose",))
            return
    if _may_be_saved(g, who, cause) or can_reply(g):
        g.push(LOSS, who, other=by, source=source, given={"n": n, "cause": cause, "cancelled": 0})
    else:
        life_goes(g, who, n, cause, source, by)


def life_goes(g: WorkingState, who: int, n: int, cause: str, source: str, by: int) -> None:
    """The life is gone; whoever took it may gain from that."""
    p = g.players[who]
    n = min(n, p.life)
    g.set(who, life=p.life - n)
    rules = {"fight": ("combat.lose",), "spoils": ("combat.rewards",), "command": ("crown.command",)}.get(
        cause, ("life.zero",) if p.life == n else (text_rule(source),)
    )
    g.tell("lost", who, other=by, what="life", n=n, cause=cause, source=source, cites=rules)
    if by >= 0 and g.alive(by):
        fire(g, "took_life", by, other=who, cause=cause, target="character", used=_used(g))
        if p.life == n and cause == "spoils" and g.book.table["combat.kill_goods"]:
            _plundered(g, who, by)


def _plundered(g: WorkingState, who: int, by: int) -> None:
    """The winner may take any part of a killed loser's goods and gold (`combat.kill-goods`)."""
    p = g.players[who]
    if p.goods or p.gold:
        g.push(PLUNDER, by, other=who, given={"loot": p.goods, "lay": g.gold[g.here(who)]})


def _used(g: WorkingState) -> tuple[str, ...]:
    return g.fight.used if g.fight is not None else ()


def _may_be_saved(g: WorkingState, who: int, cause: str) -> bool:
    """One armour may save in battle, never in psychic combat (`combat.psychic-armour`)."""
    in_battle = g.fight is not None and g.fight.stat == "strength"
    return cause in FIGHTS and in_battle and has_armour(g, who)


def has_armour(g: WorkingState, who: int) -> bool:
    """Whether a seat has an Armour it may use."""
    return any("armour" in g.facts[card].keywords for card in g.players[who].goods if "@" not in card)


def can_reply(g: WorkingState) -> bool:
    """Whether a reaction point is worth a pause: somebody holds a Spell, whichever; a pause must not tell which."""
    return any(p.spells for p in g.players)
