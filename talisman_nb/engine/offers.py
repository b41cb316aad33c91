"""Decides which actions, Spells and drops a seat may use now, and runs an action (`use`)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Action
from talisman_nb.model import UNSEEN, Act, Closed, ClosedReason, Frame, Option, key_of, read_key

from .active_modifiers import CLOSED_BY_DEFAULT, OPEN, ActiveModifier, active_modifiers, holds, holds_for, permit
from .book_runtime import CAST, text_rule
from .card_transfers import GOLD, reason_to_keep
from .characters import can_reply
from .costs import closed_cost, pay_cost
from .fight import facing
from .lists import options_of
from .meeting_order import just_arrived
from .totals import spell_limit
from .working_state import Asked, WorkingState

MOMENT: Final[Literal["moment"]] = "moment"
"""Reason for a Spell that does not fit the moment; such Spells are not listed at all."""
WHEN: Final = ("spell.when",)


def moments(g: WorkingState, seat: int) -> frozenset[str]:
    """The set of `MomentName`s that apply to a seat now: `any` always, `own_turn` in its own turn."""
    found = _MOMENTS.get((g.moment, seat == g.turn)) or _moments(g.moment, seat == g.turn)
    if g.fight is None:
        return found
    if g.moment == BEFORE_FIGHT:
        found |= ARRIVED if seat == g.turn and just_arrived(g, seat) else NEVER
        found |= FIGHT if seat == facing(g.fight) else NEVER  # using one of these means not evading
    return found | FIGHT if g.moment == "fight" and seat in (g.fight.you, g.fight.against) else found


BEFORE_FIGHT: Final = "before_fight"
ARRIVED, FIGHT, NEVER = frozenset({"arrived"}), frozenset({"fight"}), frozenset[str]()
_MOMENTS: Final[dict[tuple[str, bool], frozenset[str]]] = {}
"""Cache of `_moments`, keyed by its arguments."""


def _moments(moment: str, own: bool) -> frozenset[str]:
    """The moments that apply at a moment of the turn; `own`: to the active seat."""
    names = {"any"}
    if own:
        names |= {moment, "own_turn"}
    if moment == "turn_start":
        names.add("any_turn_start")
    if moment in (BEFORE_FIGHT, "move_rolled"):
        names.add(moment)
    return _MOMENTS.setdefault((moment, own), frozenset(names))


def stand(g: WorkingState, seat: int, at: tuple[str, ...]) -> None:
    """Give up evading: a seat that uses something meant for the fight alone stands and fights (`combat.sequence`).

    `at` are the moments of what it uses. No effect outside `before_fight`, or for a seat that is not attacked.
    """
    if g.fight is None or g.moment != BEFORE_FIGHT or seat != facing(g.fight):
        return
    if "fight" in at and not _moments(g.moment, seat == g.turn).intersection(at):
        g.moment = "fight"
        other = g.fight.you if g.fight.against == seat else g.fight.against
        g.tell(
            "stands", seat, other=other, cards=tuple(f.card or f.name for f in g.fight.foes), cites=("combat.sequence",)
        )


def actions(g: WorkingState, seat: int, at: frozenset[str], other: int = -1) -> list[ActiveModifier[Action]]:
    """The actions a seat may use at these moments: their condition holds, they are neither used up nor running."""
    return [
        held
        for held in active_modifiers(g, seat).actions_at(at)
        if holds_for(g, held, seat, other) and not used_up(g, seat, held) and not under_way(g, seat, held)
    ]


def used_up(g: WorkingState, seat: int, held: ActiveModifier[Action]) -> bool:
    """Whether an action with one use a turn or a game has been used."""
    return bool(held.mod.uses) and held.mod.mark(held.source) in g.players[seat].used


def under_way(g: WorkingState, seat: int, held: ActiveModifier[Action]) -> bool:
    """Whether the program of this action, of this seat and source, is on the stack: it can't be begun again."""
    return any(f.you == seat and _runs(g, held, f) for f in g.stack)


def _runs(g: WorkingState, held: ActiveModifier[Action], f: Frame) -> bool:
    return f.program == g.runtime.modifier_program(held) and f.source == held.source


def use_again(g: WorkingState) -> None:
    """Take back the mark that the action whose program runs is used up."""
    f = g.frame
    marks = [held.mod.mark(held.source) for held in active_modifiers(g, f.you).of(Action) if _runs(g, held, f)]
    g.set(f.you, used=tuple(used for used in g.players[f.you].used if used not in marks))


def action_offers(g: WorkingState, seat: int) -> tuple[Option, ...]:
    """The actions a seat may use now, as options; those used on a met character are offered by `whom`."""
    if not active_modifiers(g, seat).of(Action):
        return ()
    found = [held for held in actions(g, seat, moments(g, seat)) if not held.mod.target]
    return tuple([option for held in found if (option := action_option(g, seat, held))])


def offers_for(g: WorkingState, seat: int, act: str) -> tuple[Option, ...]:
    """The actions of a seat that do an act and may be used now."""
    doing = {action_key(held) for held in active_modifiers(g, seat).of(Action) if held.mod.act == act}
    return tuple([option for option in action_offers(g, seat) if option.key in doing and not option.closed])


def could(g: WorkingState, seat: int, act: Act) -> bool:
    """Whether a moment left for an act is of use to a seat (`Choose.moment_for`).

    Where a Spell may allow the act, any Spell that anybody holds counts: which one it is would reveal hidden hands.
    """
    if act in CLOSED_BY_DEFAULT:
        return not permit(g, seat, act, g.frame.other).closed or can_reply(g)
    return bool(offers_for(g, seat, act))


def action_key(held: ActiveModifier[Action]) -> str:
    """The option key of an action: `use:<source>.<key>`."""
    return key_of("use", f"{held.source}.{held.mod.key}")


def action_option(g: WorkingState, seat: int, held: ActiveModifier[Action], other: int = -1) -> Option | None:
    """An action as an option, closed if its right or cost is missing or all it needs is closed.

    None if the list it needs (`Action.needs`) is empty.
    """
    mod = held.mod
    needed = options_of(g, mod.needs, Frame("", you=seat, other=other, source=held.source)) if mod.needs else []
    if mod.needs and not needed:
        return None
    right = permit(g, seat, mod.act, other) if mod.act else OPEN
    asked = Asked(seat, held.source, other, slots=held.slots)
    barred = needed[0] if needed and all(option.closed for option in needed) else Option("")
    closed = right.closed or closed_cost(g, mod.cost, asked) or barred.closed
    cites = right.cites if right.closed else barred.cites if barred.closed else ()
    price = mod.cost.gold if mod.cost is not None else 0
    return Option(
        action_key(held),
        closed,
        tuple(dict.fromkeys((*cites, *mod.cites, text_rule(held.source)))),
        right.source if right.closed else held.source,
        n=price if isinstance(price, int) else 0,
    )


def use(g: WorkingState, seat: int, key: str, other: int = -1) -> Action:
    """Begin an action: pay its cost, mark it used, push its program; return it.

    Raises `LookupError` if the seat has none such.
    """
    name = read_key(key).item
    for held in active_modifiers(g, seat).of(Action):
        mod = held.mod
        if f"{held.source}.{mod.key}" != name or not holds_for(g, held, seat, other):
            continue
        pay_cost(g, mod.cost, Asked(seat, held.source, slots=held.slots))
        if mod.uses:
            g.set(seat, used=(*g.players[seat].used, mod.mark(held.source)))
        stand(g, seat, mod.at)
        g.tell(
            "uses", seat, other=other, source=held.source, what=mod.key, cites=mod.cites or (text_rule(held.source),)
        )
        g.push(g.runtime.modifier_program(held), seat, other=other, source=held.source, given=dict(held.slots) or None)
        return mod
    raise LookupError(f"seat {seat} has no action {name!r}")


def spell_offers(g: WorkingState, seat: int, reply: str = "") -> tuple[Option, ...]:
    """The Spells in a seat's hand that fit the moment, or the reaction point `reply`; closed ones with a reason."""
    spells = g.players[seat].spells
    if not spells:
        return ()
    barred, rules = _reason_against_casting(g, seat)
    found = []
    for spell in dict.fromkeys(spells):
        closed, cites = _unnamed_fit(g, seat, reply) if spell == UNSEEN else unfit(g, seat, spell, reply)
        if closed != MOMENT:
            found.append(Option(key_of("cast", spell), barred or closed, rules if barred else cites, spell, seat=seat))
    return tuple(found)


def _reason_against_casting(g: WorkingState, seat: int) -> Closed:
    """Why a seat may cast no Spell at all (reason, rules): no right to, too many in hand, or too many cast."""
    right = permit(g, seat, "cast")
    if right.closed:
        return right.closed, right.cites
    if len(g.players[seat].spells) > spell_limit(g, seat):
        return MOMENT, ("spell.excess",)
    return _too_many(g, seat), ("spell.per-turn",)


def _unnamed_fit(g: WorkingState, seat: int, reply: str) -> Closed:
    """Whether an unseen Spell may be one that can be cast now: any with a copy whose place is not known."""
    waiting = sum(f.program == CAST and f.you == seat and f.source == UNSEEN for f in g.stack)
    hand = g.book.face_down
    left = zip(g.book.deck_cards[hand], g.deck(hand).left, strict=True)
    known = (n and not unfit(g, seat, spell, reply)[0] for spell, n in left)
    fitting = waiting < g.players[seat].spells.count(UNSEEN) and (g.deck(hand).unknown > 0 or any(known))
    return "" if fitting else MOMENT, WHEN


def unfit(g: WorkingState, seat: int, spell: str, reply: str = "") -> Closed:
    """Why a Spell can't be cast now (reason, rules): its moment, its condition or no target (`spell.when`).

    `reply` is the reaction point it would answer, "" for none. The reason is "" if it can be cast.
    """
    facts = g.facts[spell]
    fitting = {reply} if reply else moments(g, seat)
    if not set(facts.at) & fitting:
        return MOMENT, WHEN
    if facts.when is not None and not holds(g, facts.when, Asked(seat, spell)):
        return "condition", WHEN
    aims = targets(g, spell, Frame("", you=seat))
    if facts.target and all(option.closed for option in aims):
        return (aims[0].closed, aims[0].cites) if aims else ("no-target", WHEN)
    return "", WHEN


def targets(g: WorkingState, spell: str, f: Frame) -> list[Option]:
    """The targets of a Spell; characters that can't be affected by Spells are closed."""
    target = g.facts[spell].target
    return [_aimable(g, option) for option in options_of(g, target, f)] if target else []


def _aimable(g: WorkingState, option: Option) -> Option:
    if option.space or option.source or option.seat < 0:
        return option
    right = permit(g, option.seat, "be_spelled")
    return replace(option, closed=right.closed, cites=right.cites, source=right.source) if right.closed else option


def _too_many(g: WorkingState, seat: int) -> ClosedReason:
    """Why a seat may cast no more this turn (`spell.per-turn`): as many as held at its start, in another's turn one."""
    if seat == g.turn and not g.figures["spell.own_turn"]:
        return ""
    most = g.held if seat == g.turn else int(g.figures["spell.other_turn"])
    return "too-many-spells" if g.cast.count(seat) >= most else ""


def drop_offers(g: WorkingState, seat: int) -> tuple[Option, ...]:
    """The goods of a seat as options to ditch (`carry.ditch`); bound cards and Rafts are closed (`raft.lost`)."""
    cards, gold = dict.fromkeys(g.players[seat].goods), g.players[seat].gold
    found = [Option(key_of("drop", card), *reason_to_keep(g, seat, card), card) for card in cards]
    if gold and g.figures["carry.gold"]:
        right = permit(g, seat, "drop")
        found.append(Option(key_of("drop", GOLD), right.closed, right.cites or ("carry.ditch",), n=gold))
    return tuple(found)
