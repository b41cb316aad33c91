"""What may be done besides answering: abilities and cards whose moment it is, Spells, dropping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Action
from talisman_nb.model import Frame, Option

from .conditions import Asked, holds, holds_for
from .costs import closed_cost, pay_cost
from .kit import Held, kit
from .link import CAST
from .lists import options_of
from .meeting import just_arrived
from .rights import permit
from .texts import text_rule
from .totals import spell_limit

if TYPE_CHECKING:
    from .play import Play

UNSEEN = "spell?"


def moments(g: Play, seat: int) -> frozenset[str]:
    """The moments it is now, for a seat: `any` always, `own_turn` in its own turn."""
    found = _MOMENTS.get((g.moment, seat == g.turn)) or _moments(g.moment, seat == g.turn)
    return found | ARRIVED if g.moment == "before_fight" and seat == g.turn and just_arrived(g, seat) else found


ARRIVED = frozenset({"arrived"})
_MOMENTS: dict[tuple[str, bool], frozenset[str]] = {}


def _moments(moment: str, own: bool) -> frozenset[str]:
    names = {"any"}
    if own:
        names |= {moment, "own_turn"}
    if moment == "turn_start":
        names.add("any_turn_start")
    if moment in ("before_fight", "move_rolled"):
        names.add(moment)
    return _MOMENTS.setdefault((moment, own), frozenset(names))


def actions(g: Play, seat: int, at: frozenset[str], other: int = -1) -> list[Held]:
    """The actions of a seat that fit the moment and whose conditions hold."""
    return [held for held in kit(g, seat).actions_at(at) if holds_for(g, held, seat, other) and not used_up(g, seat, held)]


def used_up(g: Play, seat: int, held: Held) -> bool:
    """Whether a once-a-turn use is spent."""
    mod = held.mod
    assert isinstance(mod, Action)
    return mod.uses == "turn" and f"{held.source}.{mod.key}" in g.players[seat].used


def action_offers(g: Play, seat: int) -> tuple[Option, ...]:
    """The actions a seat may use now, as offers of its ask."""
    if "action" not in kit(g, seat).by:
        return ()
    return tuple([action_option(g, seat, held) for held in actions(g, seat, moments(g, seat)) if not held.mod.target])  # type: ignore[attr-defined]


def action_key(held: Held) -> str:
    """The key under which an action is offered."""
    return f"use:{held.source}.{held.mod.key}"  # type: ignore[attr-defined]


def action_option(g: Play, seat: int, held: Held) -> Option:
    """One action as an option: closed when its cost can't be met."""
    mod = held.mod
    assert isinstance(mod, Action)
    closed = closed_cost(g, mod.cost, Asked(seat, held.source, slots=held.slots))
    price = (mod.cost or {}).get("gold", 0)
    return Option(action_key(held), closed, (*mod.cites, text_rule(held.source)), held.source, n=price if isinstance(price, int) else 0)


def use(g: Play, seat: int, key: str, other: int = -1) -> None:
    """Begin an action: pay, mark it used, push its program."""
    name = key.removeprefix("use:")
    for held in kit(g, seat).of("action"):
        mod = held.mod
        assert isinstance(mod, Action)
        if f"{held.source}.{mod.key}" != name or not holds_for(g, held, seat, other):
            continue
        pay_cost(g, mod.cost, Asked(seat, held.source, slots=held.slots))
        if mod.uses == "turn":
            g.set(seat, used=(*g.players[seat].used, name))
        g.tell("uses", seat, other=other, source=held.source, what=mod.key, cites=mod.cites or (text_rule(held.source),))
        g.push(g.linked.modifier_program(held), seat, other=other, source=held.source, given=dict(held.slots) or None)
        return
    raise LookupError(f"seat {seat} has no action {name!r}")


def spell_offers(g: Play, seat: int, reply: str = "") -> tuple[Option, ...]:
    """The Spells a seat may cast now; at a reaction point only those that answer it."""
    spells = g.players[seat].spells
    if not spells:
        return ()
    right = permit(g, seat, "cast")
    over = "moment" if len(spells) > spell_limit(g, seat) else ""  # discarded, not cast instead (`spell.excess`)
    found = []
    for spell in dict.fromkeys(spells):
        if _being_named(g, seat, spell) or not (_any_fits(g, seat, reply) if spell == UNSEEN else fits(g, seat, spell, reply)):
            continue
        closed = right.closed or over or _too_many(g, seat)
        cites = right.cites or (("spell.excess",) if over else ("spell.when",))
        found.append(Option(f"cast:{spell}", closed, cites, spell, seat=seat))
    return tuple(found)


def _being_named(g: Play, seat: int, spell: str) -> bool:
    """Whether all unseen Spells of a seat are being named already."""
    waiting = sum(f.program == CAST and f.you == seat and f.source == UNSEEN for f in g.stack)
    return spell == UNSEEN and waiting >= g.players[seat].spells.count(UNSEEN)


def _any_fits(g: Play, seat: int, reply: str) -> bool:
    """An unseen Spell may be any of which a copy is not known elsewhere."""
    left = g.deck("spell").left
    return any(n and fits(g, seat, spell, reply) for spell, n in zip(g.book.deck_cards["spell"], left, strict=True))


def fits(g: Play, seat: int, spell: str, reply: str = "") -> bool:
    """Whether a Spell may be cast now: its moment, its condition, somebody or something to aim at (`spell.when`)."""
    facts = g.facts[spell]
    fitting = {reply} if reply else moments(g, seat)
    if not set(facts.at) & fitting:
        return False
    if facts.when and not holds(g, facts.when, Asked(seat, spell)):
        return False
    return not facts.target or any(not option.closed for option in targets(g, spell, Frame("", you=seat)))


def targets(g: Play, spell: str, f: Frame) -> list[Option]:
    """What a Spell can be aimed at; a character no Spell affects is closed."""
    target = g.facts[spell].target
    return [_aimable(g, option) for option in options_of(g, target, f)] if target else []


def _aimable(g: Play, option: Option) -> Option:
    if option.space or option.source or option.seat < 0:
        return option
    right = permit(g, option.seat, "be_spelled")
    return replace(option, closed=right.closed, cites=right.cites, source=right.source) if right.closed else option


def _too_many(g: Play, seat: int) -> str:
    """In one's own turn as many as held at its start, in another's one (`spell.per-turn`)."""
    most = g.held if seat == g.turn else int(g.book.table["spell.other_turn"])
    return "too-many-spells" if g.cast.count(seat) >= most else ""


def drop_offers(g: Play, seat: int) -> tuple[Option, ...]:
    """What a seat may put down (`carry.ditch`); never a Raft (`raft.lost`)."""
    right = permit(g, seat, "drop")
    found = []
    for card in dict.fromkeys(g.players[seat].goods):
        facts = g.facts[card]
        bound = "bound" if facts.take == "must" or facts.gone_after else ""
        found.append(Option(f"drop:{card}", right.closed or bound, ("raft.lost",) if facts.gone_after else ("carry.ditch",), card))
    return tuple(found)
