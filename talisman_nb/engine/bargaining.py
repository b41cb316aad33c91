"""Bargains between two characters: what may change hands, and how it does (`carry.forbidden`, `spell.hidden`)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from talisman_nb.model import Closed, Option, key_of, read_key

from .active_modifiers import permit
from .card_transfers import GOLD, add_to_goods, forbidden, reason_to_keep, remove_card, right_to_take
from .working_state import WorkingState

SPELL = "spell"
"""Stands in a deal for a Spell its owner has not named yet: hands are hidden."""
Side = Literal["give", "want"]
Deal = tuple[str, ...]


def items(deal: Deal, side: Side) -> list[str]:
    """Return the things that one side of a deal gives.

    >>> items(("give:gold", "want:mule", "give:gold"), "give")
    ['gold', 'gold']
    """
    return [read_key(key).item for key in deal if read_key(key).verb == side]


def bargain_options(g: WorkingState, giver: int, receiver: int, side: Side, deal: Deal = ()) -> list[Option]:
    """Return the things that the giver could still add to a deal as options; closed ones with their reason."""
    p, laid = g.players[giver], Counter(items(deal, side))
    left = Counter({GOLD: p.gold, SPELL: len(p.spells), **Counter(p.goods)}) - laid
    return [_option(g, giver, receiver, side, item) for item in left]


def _option(g: WorkingState, giver: int, receiver: int, side: Side, item: str) -> Option:
    closed, cites = reason_against(g, giver, receiver, item)
    named = "" if item in (GOLD, SPELL) else item
    return Option(key_of(side, item), closed, cites, named, seat=giver, n=int(item == GOLD))


def reason_against(g: WorkingState, giver: int, receiver: int, item: str) -> Closed:
    """Why something can't change hands (reason, rules): it is bound, or the receiver may not have it."""
    if item == GOLD:
        right = right_to_take(g, receiver, GOLD)
        return right.closed, right.cites
    if item == SPELL or item in g.players[giver].spells:
        lose, gain = permit(g, giver, "lose_spells"), permit(g, receiver, "gain_spell")
        return lose.closed or gain.closed, lose.cites or gain.cites
    reason, cites = reason_to_keep(g, giver, item)
    return (reason, ("card.text", *cites)) if reason else forbidden(g, receiver, item)


def can_trade(g: WorkingState, one: int, other: int) -> bool:
    """Whether each of two characters has something the other may have."""
    ways: tuple[tuple[int, int, Side], ...] = ((one, other, "give"), (other, one, "want"))
    return all(any(not option.closed for option in bargain_options(g, *way)) for way in ways)


def still_possible(g: WorkingState, giver: int, receiver: int, given: list[str]) -> bool:
    """Whether the giver still has all of it, and the receiver may have it."""
    p = g.players[giver]
    has = Counter({GOLD: p.gold, **(Counter(p.goods) + Counter(p.spells))})
    return Counter(given) <= has and not any(reason_against(g, giver, receiver, item)[0] for item in given)


def hide_spells(g: WorkingState, owner: int, given: list[str]) -> tuple[str, ...]:
    """Return the things that a side of a deal gives as everybody may see them: its Spells without their names."""
    return tuple([SPELL if item in g.players[owner].spells else item for item in given])


def hand_over(g: WorkingState, giver: int, receiver: int, given: list[str]) -> None:
    """Move gold, goods and Spells from one seat to another; Spells stay hidden (`spell.hidden`)."""
    if not given:
        return
    gold, spells = given.count(GOLD), [item for item in given if item in g.players[giver].spells]
    cards = [item for item in given if item != GOLD]
    for card in cards:
        remove_card(g, giver, card)
    for card in cards:
        if card not in spells:
            add_to_goods(g, receiver, card)
    g.set(giver, gold=g.players[giver].gold - gold)
    p = g.players[receiver]
    g.set(receiver, gold=p.gold + gold, spells=(*p.spells, *spells))
    shown, source = tuple(card for card in cards if card not in spells), g.frame.source
    if shown or gold:
        g.tell("handed_over", giver, other=receiver, cards=shown, n=gold, source=source, cites=("card.text",))
    if spells:
        cites, n = ("card.text", "spell.hidden"), len(spells)
        g.tell("handed_over", giver, other=receiver, what=SPELL, n=n, source=source, cites=cites)
