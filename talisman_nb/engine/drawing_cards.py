"""Updates decks as cards are drawn: counts, known top, unseen cards, reshuffling; registers unlisted cards."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards.definition import fits
from talisman_nb.cards.modifiers import DrawsFrom, HoldsTop
from talisman_nb.cards.own_card import CHARACTER, is_carried, wants_to_be_carried
from talisman_nb.cards.vocabulary import COVERING, MomentName, names
from talisman_nb.model import UNSEEN, Answer, Ask, CardType, Deck, Effect, OwnCard
from talisman_nb.model.bounds import TEXT_LENGTH
from talisman_nb.model.state import MOST_FIGURE
from talisman_nb.rules.book import Book, plain_card

from .active_modifiers import active_modifiers, holds_for
from .book_runtime import OWN
from .effects import end_effects
from .endless import MOST_DRAWN
from .meeting_order import ENCOUNTER
from .refusal import MOST_LETTERS, NotAllowedError, nameable
from .working_state import WorkingState, without

DIE_FACES = 6
TYPES_OF_OWN: tuple[CardType, ...] = (
    "event", "animal", "dragon", "monster", "spirit", "stranger", "follower", "magic object", "object", "place",
    "spell", "terrain",
)  # fmt: skip


def cards_in(deck: Deck) -> int:
    """How many cards are in a deck.

    >>> cards_in(Deck((3, 1), unseen=1, unknown=2))
    5
    """
    return sum(deck.left) + deck.unknown + len(deck.own) - deck.unseen - deck.boxed


@cache
def stock_deck(book: Book) -> str:
    """The deck that is a stock of cards nobody has typed, got by name and price; "" for none."""
    return next((name for name in book.decks if book.decks_written[name].table.get("stock")), "")


def deck_asked(book: Book, found: Ask) -> str:
    """The deck of which an ask for a card wants one; "" if no card is left to name.

    >>> from talisman_nb.rules.book import open_book
    >>> deck_asked(open_book(), Ask(0, "card", 0, "spell"))
    'spell'
    """
    if found.purpose in book.decks:
        return found.purpose
    if found.kind == CHARACTER:
        return CHARACTER
    if found.kind in ("pick", "hands") and any(offer.key == OWN for offer in found.offers):
        return book.face_down if found.kind == "pick" else stock_deck(book)  # which Spell an unseen one is
    named = [book.deck_of[option.key] for option in found.options if option.key in book.deck_of]
    return named[0] if named else ""


def deck_instead(g: WorkingState, seat: int, deck: str) -> str:
    """The deck a seat draws from where it would draw from this one: another, as long as that has cards."""
    for held in active_modifiers(g, seat).of(DrawsFrom, deck):
        other = g.deck(held.mod.deck)
        if (cards_in(other) > lying_apart(g, held.mod.deck) or other.discards) and holds_for(g, held, seat):
            return held.mod.deck
    return deck


def count_draw(g: WorkingState, deck: str) -> None:
    """Count a card drawn instead of one of this deck, for the first effect that lasts some draws of it."""
    counted = next((each for each in g.effects if each.until == DRAWS and _lets_draw(g, each, deck)), None)
    if counted is None:
        return
    less = replace(counted, left=counted.left - 1)
    g.set_effects(tuple([less if each is counted else each for each in g.effects]))
    if less.left <= 0:
        end_effects(g, lambda each: each is less)


def _lets_draw(g: WorkingState, effect: Effect, deck: str) -> bool:
    """Whether an effect lets draw from another deck instead of this one."""
    return any(isinstance(mod, DrawsFrom) and mod.of == deck for mod in g.book.card(effect.what).mods)


DRAWS: Final = "draws"
"""The clock of an effect that lasts some draws."""


def lying_apart(g: WorkingState, deck: str) -> int:
    """How many of the known top cards of a deck lie apart, before somebody (`HoldsTop`)."""
    if not g.effects or not g.deck(deck).known:
        return 0
    held = [mod for e in g.effects for mod in g.book.card(e.what).mods if isinstance(mod, HoldsTop)]
    return min(sum([mod.deck == deck for mod in held]), len(g.deck(deck).known))


def known_next(g: WorkingState, deck: str) -> tuple[str, ...]:
    """The known top cards of a deck that are drawn next."""
    return g.deck(deck).known[lying_apart(g, deck) :]


def refill(g: WorkingState, deck: str) -> bool:
    """Whether a card can be drawn; reshuffles the discards first if the deck is empty (`spell.deck-empty`)."""
    found, apart = g.deck(deck), lying_apart(g, deck)
    if cards_in(found) > apart:
        return True
    if not found.discards:
        return False
    reshuffle(g, deck)
    return cards_in(g.deck(deck)) > apart


def reshuffle(g: WorkingState, deck: str) -> None:
    """Return the discards to the deck and forget the known top cards, but for those apart (`spell.deck-empty`)."""
    found, apart = g.deck(deck), lying_apart(g, deck)
    known = found.known[:apart]
    left = list(found.left)
    index = g.runtime.card_index[deck]
    own = tuple(card for card in found.discards if card in g.owned)
    for card in found.discards:
        if card in index:
            left[index[card]] += 1
    unseen = found.unseen - found.discards.count(UNSEEN)
    knowers = found.knowers if known else ()
    g.set_deck(deck, left=tuple(left), discards=(), known=known, knowers=knowers, unseen=unseen, own=(*found.own, *own))
    g.tell("reshuffled", what=deck, n=len(found.discards), cites=("spell.deck-empty",))


def take_from(g: WorkingState, deck: str, card: str) -> None:
    """Remove one copy of a card from the deck's count; of a card in no list, if the deck counts it."""
    if card == UNSEEN:
        g.set_deck(deck, unseen=g.deck(deck).unseen + 1)
        return
    if card in g.owned:
        if card in g.deck(deck).own:
            g.set_deck(deck, own=without(g.deck(deck).own, card))
        elif g.owned[card].deck == deck:
            g.set_deck(deck, unknown=g.deck(deck).unknown - 1)
        return
    at = g.runtime.card_index[deck][card]
    left = g.deck(deck).left
    g.set_deck(deck, left=(*left[:at], left[at] - 1, *left[at + 1 :]))


def draw_known(g: WorkingState, deck: str) -> str:
    """Remove and return the first known card that is drawn next; there must be one."""
    known, apart = g.deck(deck).known, lying_apart(g, deck)
    rest = (*known[:apart], *known[apart + 1 :])
    g.set_deck(deck, known=rest, knowers=g.deck(deck).knowers if rest else ())
    return known[apart]


def drawn_to(g: WorkingState, seat: int, deck: str, card: str, to: str) -> str:
    """Put a drawn card into the hand (`to` = "hand") or on the seat's space; returns its id with its counters."""
    card = UNSEEN if card == "?" else card
    take_from(g, deck, card)
    if to == "hand":
        g.set(seat, spells=(*g.players[seat].spells, card))
        g.tell("gained_spell", seat, card=card, only=seat, cites=g.book.deck_cites[deck])
        return card
    tokens = g.facts[card].tokens
    laid = f"{card}:{tokens}" if tokens else card
    g.lay(laid, g.players[seat].space)
    note_drawn(g, seat, laid)
    g.tell("drawn", seat, card=card, space=g.players[seat].space, cites=g.book.deck_cites[deck])
    return laid


def note_drawn(g: WorkingState, seat: int, card: str) -> None:
    """Append a card to the variable `drawn` of the seat's running encounter."""
    names = g.runtime.programs[ENCOUNTER].names
    if g.frame.program == ENCOUNTER and g.frame.you == seat:
        g.put("drawn", _note_drawn(g, g.get("drawn"), card))
        return
    for at in range(len(g.stack) - 1, -1, -1):
        frame = g.stack[at]
        if frame.program == ENCOUNTER and frame.you == seat:
            slots = list(frame.slots)
            slots[names["drawn"]] = _note_drawn(g, slots[names["drawn"]], card)
            g.stack[at] = replace(frame, slots=tuple(slots))
            return


def _note_drawn(g: WorkingState, drawn: object, card: str) -> tuple[Any, ...]:
    """The cards drawn in an encounter and one more; so many are drawn only by what comes to no end."""
    cards = (*drawn, card) if isinstance(drawn, tuple) else (card,)
    if len(cards) > MOST_DRAWN:
        g.endless, g.stack_changed = (f"{plain_card(card)}.met", card), True
    return cards


def check_own(own: OwnCard | None) -> OwnCard:
    """Return a card in no list as it was entered (`table.unknown-card`).

    Raises `NotAllowedError` if its name can't be shown, its type is none of `TYPES_OF_OWN`, a figure or its words are
    out of bounds, or it has what a card of its type can't have.
    """
    if own is None or not nameable(own.name) or (own.listed and not nameable(own.listed)):
        message = (
            f"a card of your own needs a name of at most {MOST_LETTERS} letters, a type and its "
            "figures: OwnCard(name, type)"
        )
        raise NotAllowedError("table.own-name", message, ("table.unknown-card",))
    if own.type not in TYPES_OF_OWN:
        message = f"{own.name}: type {own.type!r} is not one of {', '.join(TYPES_OF_OWN)}"
        raise NotAllowedError("table.own-type", message, ("table.unknown-card",), TYPES_OF_OWN)
    figures = (own.strength, own.craft, own.number, own.price, own.carries, own.copies - 1)
    if not (all(0 <= figure <= MOST_FIGURE for figure in figures) and 0 <= own.save <= DIE_FACES):
        message = f"{own.name}: expected figures from 0 to {MOST_FIGURE}"
        raise NotAllowedError("table.own-figures", message, ("table.unknown-card",))
    if len(own.words) > TEXT_LENGTH:
        message = f"{own.name}: expected words of at most {TEXT_LENGTH} letters"
        raise NotAllowedError("table.own-words", message, ("table.unknown-card",))
    if wrong := _misfit(own):
        message = f"{own.name}: {wrong} does not go with a card of type {own.type!r}, {own.after or 'no action word'}"
        raise NotAllowedError("table.own-action", message, ("table.unknown-card",))
    return own


def _misfit(own: OwnCard) -> str:
    """Return an entry that a card of this type and action word can't have; "" if all fits."""
    if not fits(own.type, own.after):
        return own.after
    if wants_to_be_carried(own) and not is_carried(own):
        return "what only a card that is kept has"
    return "a moment" if own.at and (own.type != "spell" or set(own.at) - set(names(MomentName))) else ""


def name_own(g: WorkingState, answer: Answer, deck: str) -> str:
    """Register a card that is in no list, with its type and stats, and return its id `own/…` (`table.unknown-card`).

    `deck` is the one it was drawn from: it counts the card if it has cards that nobody has typed. A card of another
    deck that is called the same is another card, and has a number.

    Raises `NotAllowedError` as `check_own` does.
    """
    own = check_own(answer.own)
    if (own.type in COVERING) != (deck in g.book.covers):
        kinds: tuple[CardType, ...] = ("terrain",) if deck in g.book.covers else TYPES_OF_OWN[:-1]
        message = f"{own.name}: of this deck a card's type is {' or '.join(kinds)}, not {own.type!r}"
        raise NotAllowedError("table.own-type", message, ("table.unknown-card",), kinds)
    name = "own/" + "".join("-" if c in "@:|/" else c for c in own.name.strip())
    counted = deck if g.book.unknown_cards[deck] else ""
    names = (name, *(f"{name} {number}" for number in range(2, len(g.book.decks) + 2)))
    name = next(each for each in names if each not in g.owned or g.owned[each].deck == counted)
    if name not in g.owned:
        own = replace(own, name=name, deck=counted, listed="")
        g.own_card(own)
        _count_copies(g, own)
    return name


def _count_copies(g: WorkingState, own: OwnCard) -> None:
    """Count a card that is named now, with its other copies, among what is left of its deck."""
    if own.deck:
        deck = g.deck(own.deck)
        named = min(own.copies, deck.unknown)
        g.set_deck(own.deck, unknown=deck.unknown - named, own=(*deck.own, *(own.name,) * named))
