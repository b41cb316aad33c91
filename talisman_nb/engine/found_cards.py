"""What lies on a seat's space and may be taken or visited by choice: its options, and taking or visiting it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Closed, Option, key_of
from talisman_nb.rules.book import plain_card

from .card_transfers import GOLD, forbidden, give, put_down
from .meeting_order import THINGS, drawn_here
from .rights import permit
from .triggers import fire
from .turn_tokens import turns_missed
from .working_state import WorkingState

CITES: Final = ("meet.take",)
VISITED: Final = frozenset({"stranger", "place"})
"""Types of cards that are visited."""
ANYTIME: Final = ("meet.take-anytime",)


def may_visit(g: WorkingState, you: int, card: str) -> bool:
    """Whether visiting a card is the seat's choice, because it lay there already (`meet.strangers`)."""
    if g.figures["meet.must_visit"] or g.facts[card].type not in VISITED:
        return False
    return card not in drawn_here(g, you) and _visit_mark(card) not in g.players[you].used


def visit(g: WorkingState, you: int, card: str) -> None:
    """Visit a Stranger or Place: push its program, or ask the players to do what it says."""
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if g.figures["meet.anytime"]:  # not again in the same turn
        g.set(you, used=(*g.players[you].used, _visit_mark(card)))
    run_program(g, you, card, f"{plain_card(card)}.visited")
    fire(g, "card_visited", you, target=card)  # its programs run before that of the card


def _visit_mark(card: str) -> str:
    return f"visited.{plain_card(card)}"


def run_program(g: WorkingState, you: int, card: str, key: str) -> None:
    """Push a program of a card if it has it; a card that is in no list is settled by hand."""
    if card in g.owned:
        g.push("turn.by_hand.do", you, source=card)
    elif key in g.runtime.programs:
        g.push(key, you, source=card)


def take_options(g: WorkingState, you: int, cards: Iterable[str]) -> list[Option]:
    """Options to take cards of the seat's space, closed ones with their reason; each key is the card."""
    found: list[Option] = []
    for card in cards:
        reason, cites = _barred(g, you, card, sum(option.key == card for option in found))
        price = g.facts[card].price
        if not reason and price > g.players[you].gold:
            reason, cites = "no-gold", ("gold.pay",)
        found.append(Option(card, reason, cites or CITES, card, n=price))
    return found


def _barred(g: WorkingState, you: int, card: str, before: int) -> Closed:
    """Why a card can't be taken: forbidden to the seat, or ditched by it this turn.

    Of identical copies as many stay as were ditched; `before` is the number of copies offered already.
    """
    reason, rules = forbidden(g, you, card)
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


def pick_up_gold(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> None:
    """Move `n` gold from the seat's space to the seat."""
    at = g.here(you)
    g.set(you, gold=g.players[you].gold + n)
    g.set_gold(at, g.gold[at] - n)
    g.tell("gained", you, what=GOLD, n=n, space=g.players[you].space, cites=cites)


# --- until the turn ends ---


def late_options(g: WorkingState, you: int) -> list[Option]:
    """What the seat may take or visit after the encounter, where the edition allows that (`meet.take-anytime`).

    Nothing while an Enemy lies there, or once a turn was lost: nothing else is done then (`turn.miss`).
    """
    lying = g.lying(g.players[you].space)
    if turns_missed(g.players[you]):
        return []
    if not g.figures["meet.anytime"] or any(g.facts[card].type in ENEMIES for card in lying):
        return []
    things = [card for card in lying if g.facts[card].type in THINGS and g.facts[card].take == "may"]
    found = [
        Option(key_of("take", option.key), option.closed, (*option.cites, *ANYTIME), option.source, n=option.n)
        for option in take_options(g, you, things)
    ]
    visits = dict.fromkeys(card for card in lying if may_visit(g, you, card))
    found += [Option(key_of("visit", card), cites=ANYTIME, source=card) for card in visits]
    if gold := g.gold[g.here(you)]:
        right = permit(g, you, "take_gold")
        found.append(Option(key_of("take", GOLD), right.closed, right.cites or ANYTIME, n=gold))
    return found


def take_late(g: WorkingState, you: int, card: str) -> None:
    """Take a card, or the gold, after the encounter."""
    if card == GOLD:
        pick_up_gold(g, you, g.gold[g.here(you)], ANYTIME)
    else:
        take_card(g, you, card)
