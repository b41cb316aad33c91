"""A shop as one screen: everybody who buys there, in order, with gold, prices and stock."""

from __future__ import annotations

from typing import Final

from talisman_nb.engine.shops import Row, buyers
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask, Option
from talisman_nb.rules.book import plain_card
from talisman_nb.text.names import letters
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import Buyer, Shop, Ware, Who
from talisman_nb.text.wording import Wording

TROPHIES: Final = "trophies"
"""Stands for all trophies of a seat: those that are traded are taken from the whole pile."""


def thing_of(g: WorkingState, seat: int, option: Option) -> str:
    """Return the key of the card of the seat that the option casts, uses or drops, `TROPHIES` for a trade, "" for none.

    >>> from talisman_nb.engine import new_game
    >>> from talisman_nb.rules.book import open_book
    >>> g = WorkingState(open_book(), new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> thing_of(g, 0, Option("trade:strength", seat=0)), thing_of(g, 0, Option("keep"))
    ('trophies', '')
    """
    verb = option.verb
    if verb == "trade":
        return TROPHIES
    if verb not in ("cast", "use", "drop") or not 0 <= seat < len(g.players):
        return ""
    card = plain_card(option.source if verb == "use" else option.item)
    return card if card in map(plain_card, (*g.players[seat].goods, *g.players[seat].spells)) else ""


def shop_view(wording: Wording, g: WorkingState, ask: Ask, viewer: int | None = None) -> Shop | None:
    """The shop that is open, None for another question; the screen of a seat, `viewer`, buys for nobody else."""
    rows = buyers(g) if ask.kind == "shop" else ()
    if not rows:
        return None
    sold = {option.source: option.n for row in rows for option in row.wares if option.verb == "buy"}
    free = [option.source for row in rows for option in row.wares if option.verb == "free" and not option.closed]
    wares = (_ware(wording, g, card, price) for card, price in {**dict.fromkeys((*sold, *free), 0), **sold}.items())
    return Shop(tuple(wares), tuple(_buyer(wording, g, row, viewer in (None, -1, row.seat)) for row in rows))


def several_buy(shop: Shop | None) -> bool:
    """Whether more than one may still buy, so that *done* is everybody's."""
    return shop is not None and sum(bool(buyer.keys) for buyer in shop.buyers) > 1


def _ware(wording: Wording, g: WorkingState, card: str, price: int) -> Ware:
    left = wording.say("words", "in-stock", n=g.stocks[g.runtime.stock_index[card]])
    return Ware(card, sentence(str(wording.card(card))), wording.say("words", "price", n=price) if price else "", left)


def _buyer(wording: Wording, g: WorkingState, row: Row, may: bool) -> Buyer:
    gold = wording.say("words", "price", n=g.players[row.seat].gold)
    who = Who(row.seat, letters(*(p.name for p in g.players))[row.seat], g.players[row.seat].name)
    if row.past:
        return Buyer(who, gold, closed=sentence(wording.say("asks", "note.bought", who=wording.who(row.seat))))
    keys = tuple(option.key for option in row.wares if not option.closed)
    return Buyer(who, gold, keys if may else ()) if keys else Buyer(who, gold, closed=_why_nothing(wording, row))


def _why_nothing(wording: Wording, row: Row) -> str:
    """The reason that closes most: too little gold before others."""
    reasons = [option for option in row.wares if option.closed == "no-gold"] or list(row.wares)
    reason = reasons[0].closed
    return sentence(wording.say("closed", reason, who=wording.who(row.seat), source=wording.noun(""), condition=""))
