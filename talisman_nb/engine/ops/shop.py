"""The operation of a shop: what a seat may buy there or take free of charge, and why not."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import Price
from talisman_nb.engine.active_modifiers import active_modifiers, holds_for
from talisman_nb.engine.book_runtime import WAIT, asks, operation, takes
from talisman_nb.engine.card_transfers import forbidden, from_stock
from talisman_nb.engine.lists import options_of, seat
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key

DONE, FREE = "done", "shop.free"


def _free(g: WorkingState, who: int) -> int:
    """How many cards a seat may still take without paying on this visit (the Thief)."""
    taken = sum(x == FREE for x in g.players[who].used)
    return sum(held.mod.times for held in active_modifiers(g, who).of(Price, "shop") if holds_for(g, held, who)) - taken


def free_by(g: WorkingState, who: int) -> tuple[str, int]:
    """Return the source by which a seat takes cards without paying on this visit, and how many still; "" and 0."""
    sources = [held.source for held in active_modifiers(g, who).of(Price, "shop") if holds_for(g, held, who)]
    n = _free(g, who)
    return (sources[0], n) if sources and n > 0 else ("", 0)


def _wares(g: WorkingState, op: o.BuyFromStock) -> list[Option]:
    return wares_for(g, op, seat(g, op.who))


def wares_for(g: WorkingState, op: o.BuyFromStock, who: int) -> list[Option]:
    """Return the wares that a seat may buy, or take free of charge, as options; closed ones with their reason."""
    gold, found = g.players[who].gold, []
    for card, price in op.wares.items():
        left = g.stocks[g.runtime.stock_index[card]]
        barred, rules = forbidden(g, who, card)
        closed = barred or ("sold-out" if not left else "no-gold" if price > gold else "")
        found.append(Option(key_of("buy", card), closed, rules or ("purchase.stock", "gold.pay"), card, n=price))
    if _free(g, who) > 0:
        found += [
            Option(key_of("free", o.key), forbidden(g, who, o.key)[0], ("ability.text",), o.key)
            for o in options_of(g, "stock", g.frame)
        ]
    return found


@operation("shop")
def shop(g: WorkingState, op: o.BuyFromStock, to: None) -> int | None:
    """Wait if anything can be bought, else tell what there would be and why it can't."""
    who, wares = seat(g, op.who), _wares(g, op)
    if any(not option.closed for option in wares):
        return WAIT
    _tell_why_nothing(g, who, wares)
    _shut(g, who)
    return None


def _tell_why_nothing(g: WorkingState, who: int, wares: list[Option]) -> None:
    """Tell that a seat can buy nothing: what it has too little gold for, with the lowest price, else all wares."""
    dear = [option for option in wares if option.closed == "no-gold"]
    least = min([option.n for option in dear], default=0)
    g.tell(
        "nothing_open",
        who,
        what="no-gold" if dear else "shop",
        n=least,
        cards=tuple([option.source for option in dear or wares]),
        source=g.frame.source,
        cites=(dear or wares)[0].cites if wares else (),
    )


def _shut(g: WorkingState, who: int) -> None:
    """Reset the count of free cards, which is per visit."""
    used = tuple(x for x in g.players[who].used if x != FREE)
    if used != g.players[who].used:
        g.set(who, used=used)


@asks("shop")
def ask_shop(g: WorkingState, op: o.BuyFromStock, to: None) -> Ask:
    """Ask what to buy; `done` closes the shop."""
    return Ask(
        g.ply,
        "shop",
        seat(g, op.who),
        "shop",
        (*_wares(g, op), Option(DONE)),
        source=g.frame.source,
        cites=("purchase.stock", "gold.pay"),
    )


@takes("shop")
def take_shop(g: WorkingState, op: o.BuyFromStock, to: None, key: str, answer: Answer) -> int | None:
    """Buy the card and ask again, or close the shop."""
    who = seat(g, op.who)
    if key == DONE:
        _shut(g, who)
        return None
    verb, card = read_key(key)
    if verb == "free":
        g.set(who, used=(*g.players[who].used, FREE))
        from_stock(g, who, card, g.frame.source, cites=("ability.text",))
    else:
        from_stock(g, who, card, g.frame.source, op.wares[card])
    if any(not option.closed for option in _wares(g, op)):
        return g.frame.pc
    _shut(g, who)
    return None
