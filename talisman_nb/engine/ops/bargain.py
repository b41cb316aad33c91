"""Operations of a trade between two characters: making an offer, and what was agreed changing hands."""

from __future__ import annotations

from collections import Counter

from talisman_nb.cards import operations as o
from talisman_nb.engine.bargaining import SPELL, Deal, Side, bargain_options, hand_over, items, still_possible
from talisman_nb.engine.book_runtime import WAIT, asks, operation, rules_cited, takes
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, ClosedReason, Option, key_of, read_key

from .flow import NONE, nothing

PROPOSE = "propose"


def _deal(g: WorkingState, name: str) -> Deal:
    return g.cards(name)


@operation("bargain")
def bargain(g: WorkingState, op: o.Bargain, to: None) -> int | None:
    """Wait for an offer to the second party, if it is there."""
    there = g.alive(g.frame.other)
    g.put(op.into, _deal(g, op.into) if there else ())
    return WAIT if there else None


@asks("bargain")
def ask_bargain(g: WorkingState, op: o.Bargain, to: None) -> Ask:
    """Ask for one thing more that is given or wanted, or to make the offer."""
    f, deal = g.frame, _deal(g, op.into)
    sided = items(deal, "give") and items(deal, "want")
    closed: ClosedReason = "" if sided else "one-sided"
    options = (
        Option(PROPOSE, closed, ("table.trade",)),
        *(bargain_options(g, f.you, f.other, "give", deal) if g.alive(f.other) else ()),
        *(bargain_options(g, f.other, f.you, "want", deal) if g.alive(f.other) else ()),
        Option(NONE),
    )
    return Ask(
        g.ply, "pick", f.you, "bargain", options, source=f.source, other=f.other, cites=rules_cited(op, f.source)
    )


@takes("bargain")
def take_bargain(g: WorkingState, op: o.Bargain, to: None, key: str, answer: Answer) -> int | None:
    """Add to the offer and ask again, make it, or give up."""
    if key == PROPOSE:
        return None
    if key == NONE:
        g.put(op.into, ())
        return None
    g.put(op.into, (*_deal(g, op.into), key))
    return WAIT


def _next_unnamed_spell(g: WorkingState, deal: Deal) -> tuple[int, Side, list[str]] | None:
    """The next Spell to be named: its owner, its side, and what it may be; None if all are named."""
    sides: tuple[tuple[int, Side], ...] = ((g.frame.other, "give"), (g.frame.you, "want"))
    for seat, side in sides:
        given = items(deal, side)
        if SPELL in given:
            return seat, side, list(Counter(g.players[seat].spells) - Counter(given))
    return None


def _name_spell(deal: Deal, side: Side, spell: str) -> Deal:
    at = deal.index(key_of(side, SPELL))
    return (*deal[:at], key_of(side, spell), *deal[at + 1 :])


@operation("exchange")
def exchange(g: WorkingState, op: o.Exchange, to: None) -> int | None:
    """Move everything at once, when each Spell is named; nothing changes hands if any of it has gone meanwhile."""
    deal, you, other = _deal(g, op.into), g.frame.you, g.frame.other
    while g.alive(other) and (unnamed := _next_unnamed_spell(g, deal)):
        _, side, spells = unnamed
        if len(spells) > 1:
            g.put(op.into, deal)
            return WAIT
        if not spells:
            break
        deal = _name_spell(deal, side, spells[0])
    given, wanted = items(deal, "give"), items(deal, "want")
    there = g.alive(other) and still_possible(g, other, you, given) and still_possible(g, you, other, wanted)
    if not there:
        nothing(g, op, None)
        return None
    hand_over(g, other, you, given)
    hand_over(g, you, other, wanted)
    return None


@asks("exchange")
def ask_exchange(g: WorkingState, op: o.Exchange, to: None) -> Ask:
    """Ask the owner which Spell is given."""
    f, unnamed = g.frame, _next_unnamed_spell(g, _deal(g, op.into))
    seat, _, spells = unnamed if unnamed else (f.you, "want", [])
    other = f.you if seat == f.other else f.other
    options = tuple(Option(spell, source=spell, seat=seat, owner=seat) for spell in spells) or (Option(NONE),)
    return Ask(g.ply, "pick", seat, "give-spell", options, source=f.source, other=other, cites=("spell.hidden",))


@takes("exchange")
def take_exchange(g: WorkingState, op: o.Exchange, to: None, key: str, answer: Answer) -> int:
    """Name the Spell, and look again whether all are named."""
    unnamed = _next_unnamed_spell(g, _deal(g, op.into))
    if unnamed and key != NONE:
        g.put(op.into, _name_spell(_deal(g, op.into), unnamed[1], read_key(key).item))
    return g.frame.pc
