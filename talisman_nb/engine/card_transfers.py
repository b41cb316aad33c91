"""Moves cards and gold between seats, spaces and piles: whether a seat may have them, what it may take where it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from talisman_nb.cards.definition import Facts, role_key, switch_figure
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS
from talisman_nb.model import Act, Closed, ClosedReason, Option, key_of
from talisman_nb.rules.book import plain_card

from .active_modifiers import OPEN, Right, fire, kind_held, means_for, permit
from .book_runtime import BY_HAND
from .effects import turns_missed
from .meeting_order import THINGS, drawn_here, kind_met
from .totals import talisman_room
from .working_state import WorkingState, without

GOLD: Final = "gold"


def forbidden(g: WorkingState, seat: int, card: str) -> Closed:
    """Why a seat may not have a card: (reason, rules), or ("", ()) if it may."""
    if bars(g.facts[card], g.players[seat].alignment):
        return "alignment", ("carry.forbidden",)
    if g.facts[card].type == "talisman" and talisman_room(g, seat) < 1:
        return "talisman-limit", ("house.talisman-limit",)
    right = right_to_take(g, seat, card)
    return right.closed, right.cites if right.closed else ()


def reason_to_keep(g: WorkingState, seat: int, card: str) -> Closed:
    """Why a seat can't part with a card of its own accord (reason, rules): it may not, or the card can't be left."""
    facts, right = g.facts[card], permit(g, seat, "drop")
    never = facts.take == "must" or facts.gone_after or means_for(g, seat, card, "undroppable")
    stuck: ClosedReason = "bound" if never else ""
    cites = ("raft.lost",) if facts.gone_after else ("carry.ditch", *g.rules_meant(card, "undroppable"))
    return right.closed or stuck, cites


def right_to_take(g: WorkingState, seat: int, card: str) -> Right:
    """The right of a seat to take a card of this type; `card` may be `GOLD`."""
    kind = card if card == GOLD else kind_held(g, card)
    act: Act | None = (
        "take_gold"
        if kind == GOLD
        else "take_follower"
        if kind == "follower"
        else "take_object"
        if kind in OBJECTS
        else None
    )
    return permit(g, seat, act) if act else OPEN


def gold_barred(g: WorkingState, seat: int, source: str) -> bool:
    """Whether a seat is barred from taking gold; tells an event if so (`toad.goods`)."""
    right = right_to_take(g, seat, GOLD)
    if right.closed:
        g.tell("may_not_take_gold", seat, source=source, cites=right.cites)
    return bool(right.closed)


def take_gold(g: WorkingState, seat: int, other: int, source: str, rule: str) -> None:
    """Move one gold from seat `other` to `seat`, unless `seat` is barred from taking gold; `rule` is cited.

    Nothing happens if there is none (`gold.none`).
    """
    if other < 0 or gold_barred(g, seat, source):
        return
    if not g.players[other].gold:
        g.tell("lost", other, what=GOLD, n=0, source=source, cites=("gold.none",))
        return
    g.set(other, gold=g.players[other].gold - 1)
    g.set(seat, gold=g.players[seat].gold + 1)
    g.tell("took_gold", seat, other=other, n=1, source=source, cites=(rule,))


def bars(facts: Facts, alignment: str) -> bool:
    """Whether the card's text forbids it to characters of this alignment (`carry.forbidden`)."""
    return alignment in facts.have_not or bool(facts.have_only and alignment not in facts.have_only)


def give(
    g: WorkingState, seat: int, card: str, origin: str = "", source: str = "", cites: tuple[str, ...] = ("meet.take",)
) -> None:
    """Add a card to a seat's goods, tell it, and push the card's `taken` program if it has one."""
    add_to_goods(g, seat, card)
    g.tell("taken", seat, card=card, origin=origin, source=source, cites=cites)
    program = f"{plain_card(card)}.taken"
    if "@" not in card and program in g.runtime.programs:
        g.push(program, seat, source=card)


def add_to_goods(g: WorkingState, seat: int, card: str) -> None:
    """Add a card to a seat's goods without an event; one that can't be kept is marked as new (`raft.lost`)."""
    p = g.players[seat]
    new = (*p.used, f"new.{card}") if g.facts[card].gone_after and seat == g.turn else p.used
    g.set(seat, goods=(*p.goods, card), used=new)


def remove_card(g: WorkingState, seat: int, card: str) -> None:
    """Remove a card from a seat's goods, Spells or trophies; the caller puts it elsewhere.

    Raises `LookupError` if the seat does not have the card.
    """
    p = g.players[seat]
    for place in ("goods", "spells", "trophies"):
        if card in getattr(p, place):
            g.set(seat, **{place: without(getattr(p, place), card)})
            return
    raise LookupError(f"seat {seat} has no {card!r}")


def _still_held(goods: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the cards that are among the goods, as often as they are there."""
    if len(cards) == 1:
        return cards if cards[0] in goods else ()
    left = Counter(goods)
    found = []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return tuple(found)


def drop(g: WorkingState, seat: int, cards: tuple[str, ...], cites: tuple[str, ...]) -> None:
    """Move goods face up to the seat's space with one event, or discard them (`gone_if_left`).

    Cards the seat no longer has are left out: a limit may have taken them while a program still names them.
    """
    p = g.players[seat]
    cards = _still_held(p.goods, cards)
    if not cards:
        return
    goods, used = p.goods, p.used
    for card in cards:
        goods = without(goods, card)
    laid = tuple([card for card in cards if not gone_if_left(g, card)])
    if seat == g.turn:
        used = (*used, *[put_down(p.space, card) for card in laid])
    g.set(seat, goods=goods, used=used)
    leave_behind(g, seat, cards)
    if laid:
        g.tell("dropped", seat, cards=laid, space=p.space, cites=cites)


def gone_if_left(g: WorkingState, card: str) -> tuple[str, ...]:
    """The rules by which a card is discarded where others are left on a space; () if it is left there like them.

    That of a card which can be used at one moment only (`raft.lost`), or of what has become a Follower, if the switch
    says so that its role names (`followers.turned`).
    """
    if g.facts[card].gone_after:
        return ("raft.lost",)
    role = card.partition("@")[2]
    switch = g.book.card(role_key(g.book.definitions, role)).facts.gone_by if role else ""
    return ("followers.turned",) if switch and g.figures[switch_figure(switch)] else ()


def leave_behind(g: WorkingState, seat: int, cards: tuple[str, ...]) -> None:
    """Put cards that a seat had on its space, as what they were printed as, or discard them (`gone_if_left`)."""
    for card in cards:
        rules = gone_if_left(g, card)
        if rules:
            g.return_card(card)
            g.tell("discarded", seat, card=card, cites=rules)
        else:
            g.lay(plain_card(card) if "@" in card else card, g.players[seat].space)


def put_gold(g: WorkingState, seat: int, n: int, space: str) -> None:
    """Move gold of a seat to a space; the caller tells it."""
    at = g.board.index[space]
    g.set_gold(at, g.gold[at] + n)
    g.set(seat, gold=g.players[seat].gold - n)


def ditch_gold(g: WorkingState, seat: int, n: int) -> None:
    """Put down gold on the seat's space of its own accord (`carry.ditch`); in its turn it can't be taken back."""
    p = g.players[seat]
    put_gold(g, seat, n, p.space)
    if seat == g.turn:
        g.set(seat, used=(*p.used, *[put_down(p.space, GOLD)] * n))
    g.tell("dropped", seat, what=GOLD, n=n, space=p.space, cites=("carry.ditch",))


def put_down(space: str, card: str) -> str:
    """The entry in `Player.used` for a card ditched this turn, which can't be taken back (`carry.ditch`).

    >>> put_down("ruins", "sword")
    'left.ruins|sword'
    """
    return f"left.{space}|{card}"


def throw_away(g: WorkingState, seat: int, card: str, cites: tuple[str, ...], source: str = "") -> None:
    """Move a card of a seat to its discard pile or stock."""
    hidden = card in g.players[seat].spells and card not in g.players[seat].goods
    remove_card(g, seat, card)
    g.return_card(card)
    g.tell("discarded", seat, card=card, source=source, what="spell" if hidden else "", cites=cites)


def go_on_to(g: WorkingState, moment: str) -> None:
    """Set the moment of the turn; leaving `turn_start` discards cards that last only until then (`raft.lost`)."""
    if g.moment == "turn_start":
        for card in dict.fromkeys(g.players[g.turn].goods):
            if g.facts[card].gone_after == "turn_start" and f"new.{card}" not in g.players[g.turn].used:
                throw_away(g, g.turn, card, ("raft.lost",))
    g.moment = moment


def from_stock(
    g: WorkingState, seat: int, name: str, source: str = "", price: int = 0, cites: tuple[str, ...] = ()
) -> bool:
    """Take a card from the stock, if one is left (`purchase.stock`) and the seat may have it; returns whether it did.

    `price` is the gold paid, `cites` are further rules for the event. A refusal is told as an event.
    """
    reason, rules = forbidden(g, seat, name)
    if reason:
        g.tell("may_not_have", seat, card=name, what=reason, source=source, cites=rules)
        return False
    if not g.stocks[g.runtime.stock_index[name]]:
        g.tell("none_left", seat, card=name, source=source, cites=("purchase.stock",))
        return False
    if price > g.players[seat].gold:
        g.tell("cannot_pay", seat, what=GOLD, n=price, source=source, cites=("gold.pay",))
        return False
    g.stock(name, -1)
    if price:
        g.set(seat, gold=g.players[seat].gold - price)
    add_to_goods(g, seat, name)
    g.tell("bought" if price else "got", seat, card=name, n=price, source=source, cites=(*cites, "purchase.stock"))
    return True


def space_card(reference: str) -> tuple[str, str]:
    """Split a reference to a card on a space: ("ruins", "bear") for `ruins|bear`; the space is "" if none is named.

    >>> space_card("ruins|bear"), space_card("bear")
    (('ruins', 'bear'), ('', 'bear'))
    """
    space, bar, card = reference.partition("|")
    return (space, card) if bar else ("", reference)


CITES: Final = ("meet.take",)
VISITED: Final = frozenset({"stranger", "place"})
"""Types of cards that are visited."""
ANYTIME: Final = ("meet.take-anytime",)


def may_visit(g: WorkingState, you: int, card: str) -> bool:
    """Whether visiting a card is the seat's choice, because it lay there already (`meet.strangers`)."""
    if g.figures["meet.must_visit"] or kind_met(g, card) not in VISITED:
        return False
    return card not in drawn_here(g, you) and _visit_mark(card) not in g.players[you].used


def visit(g: WorkingState, you: int, card: str) -> None:
    """Visit a Stranger or Place: push its program, or ask the players to do what it says."""
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if g.facts[card].after == "discard":
        g.lift(card, g.players[you].space)
        g.return_card(card)
    if g.figures["meet.anytime"]:  # not again in the same turn
        g.set(you, used=(*g.players[you].used, _visit_mark(card)))
    run_program(g, you, card, f"{plain_card(card)}.visited")
    fire(g, "card_visited", you, target=card)  # its programs run before that of the card


def _visit_mark(card: str) -> str:
    return f"visited.{plain_card(card)}"


def run_program(g: WorkingState, you: int, card: str, key: str) -> None:
    """Push a program of a card if it has it; what only its words say is settled by hand (`table.by-hand`)."""
    if key in g.runtime.programs:
        g.push(key, you, source=card)
    elif card in g.owned or g.facts[card].words:
        g.push(BY_HAND, you, source=card)


def take_options(g: WorkingState, you: int, cards: Iterable[str]) -> list[Option]:
    """Options to take cards of the seat's space, closed ones with their reason; each key is the card."""
    found: list[Option] = []
    for card in cards:
        reason, cites = _reason_not_to_take(g, you, card, sum(option.key == card for option in found))
        price = g.facts[card].price
        if not reason and price > g.players[you].gold:
            reason, cites = "no-gold", ("gold.pay",)
        found.append(Option(card, reason, cites or CITES, card, n=price))
    return found


def _reason_not_to_take(g: WorkingState, you: int, card: str, before: int) -> Closed:
    """Why a card can't be taken: forbidden to the seat, or ditched by it this turn.

    Of identical copies as many stay as were ditched; `before` is the number of copies offered already.
    """
    reason, rules = forbidden(g, you, card)
    right = permit(g, you, "pick_up") if kind_met(g, card) in OBJECTS else OPEN
    if right.closed and not reason:
        return right.closed, right.cites
    space = g.players[you].space
    own = g.players[you].used.count(put_down(space, card))
    if not reason and own and not g.figures["carry.take_back"] and before >= g.lying(space).count(card) - own:
        return "put-down", ("carry.ditch",)
    return reason, rules


def take_card(g: WorkingState, you: int, card: str) -> None:
    """Take a card of the seat's space, paying its price."""
    space, price = g.players[you].space, g.facts[card].price
    if price:
        g.set(you, gold=g.players[you].gold - price)
        g.tell("paid", you, what="gold", n=price, source=card, cites=("gold.pay",))
    g.lift(card, space)
    give(g, you, card, origin=space)


def gold_to_take(g: WorkingState, you: int) -> int:
    """The gold on the seat's space, without what it put down there this turn and may not take back (`carry.ditch`)."""
    here = g.gold[g.here(you)]
    if not here or g.figures["carry.take_back"]:
        return here
    return max(here - g.players[you].used.count(put_down(g.players[you].space, GOLD)), 0)


def pick_up_gold(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> None:
    """Move `n` gold from the seat's space to the seat."""
    at = g.here(you)
    g.set(you, gold=g.players[you].gold + n)
    g.set_gold(at, g.gold[at] - n)
    g.tell("gained", you, what=GOLD, n=n, space=g.players[you].space, cites=cites)


# --- until the turn ends ---


def late_options(g: WorkingState, you: int) -> list[Option]:
    """Return the options to take or visit after the encounter, where the edition allows that (`meet.take-anytime`).

    Nothing while an Enemy lies there, or once a turn was lost: nothing else is done then (`turn.miss`).
    """
    lying = g.lying(g.players[you].space)
    if turns_missed(g.players[you]):
        return []
    if not g.figures["meet.anytime"] or any(g.facts[card].type in ENEMIES for card in lying):
        return []
    things = [card for card in lying if kind_met(g, card) in THINGS and not g.must_take(card)]
    found = [
        Option(key_of("take", option.key), option.closed, (*option.cites, *ANYTIME), option.source, n=option.n)
        for option in take_options(g, you, things)
    ]
    visits = dict.fromkeys(card for card in lying if may_visit(g, you, card))
    found += [Option(key_of("visit", card), cites=ANYTIME, source=card) for card in visits]
    if gold := gold_to_take(g, you):
        right = permit(g, you, "take_gold")
        found.append(Option(key_of("take", GOLD), right.closed, right.cites or ANYTIME, n=gold))
    return found


def take_late(g: WorkingState, you: int, card: str) -> None:
    """Take a card, or the gold, after the encounter."""
    if card == GOLD:
        pick_up_gold(g, you, gold_to_take(g, you), ANYTIME)
    else:
        take_card(g, you, card)
