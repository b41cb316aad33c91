"""Operations that draw cards or look at the top of a deck. The engine never shuffles: each draw is an ask."""

from __future__ import annotations

from collections import Counter
from itertools import compress

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.active_modifiers import fire
from talisman_nb.engine.book_runtime import OWN, WAIT, asks, operation, takes, text_rule
from talisman_nb.engine.costs import amount_of
from talisman_nb.engine.covers import cards_below_cover, lay_cover
from talisman_nb.engine.drawing_cards import (
    cards_in,
    count_draw,
    deck_instead,
    draw_known,
    drawn_to,
    known_next,
    lying_apart,
    name_own,
    refill,
)
from talisman_nb.engine.lists import seat
from talisman_nb.engine.meeting_order import drawn_here, draws_at, newly_drawn
from talisman_nb.engine.totals import as_number, free_for_spells, room_for_spells, spell_limit
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option
from talisman_nb.rules.book import plain_card
from talisman_nb.rules.house_rules import house_rule_cited

NO_MORE = Option("empty")
UNSEEN = Option("?")


def deck_drawn(g: WorkingState, op: o.Draw | o.Look, who: int) -> str:
    """The deck an operation means, or the one drawn from instead (`DrawsFrom`)."""
    return deck_instead(g, who, _deck_meant(g, op, who))


def _deck_meant(g: WorkingState, op: o.Draw | o.Look, who: int) -> str:
    """The deck an operation names: of a deck in parts the one that the seat's space draws from."""
    return g.book.deck_meant(_deck_named(g, op), g.players[who].space)


def _deck_named(g: WorkingState, op: o.Draw | o.Look) -> str:
    """Return the name of the deck of a draw or look; a variable of a draw may hold it."""
    if not isinstance(op, o.Draw):
        return op.at
    return op.deck or str(g.get(op.of))


def _number_wanted(g: WorkingState, op: o.Draw) -> int:
    who = seat(g, op.who)
    if _deck_named(g, op) == g.book.face_down:
        room = room_for_spells(g, who)
        return min(room, free_for_spells(g, who)) if op.up_to_limit else min(amount_of(g, op.n), room)
    return amount_of(g, op.n)


@operation("draw")
def draw(g: WorkingState, op: o.Draw, to: None) -> int | None:
    """Draw cards, one ask each, until enough are drawn or the deck is empty; a known top card needs no ask."""
    deck = deck_drawn(g, op, seat(g, op.who))
    if op.left not in g.names or g.get(op.left) is None:
        g.put(op.left, max(_number_wanted(g, op), 0))
        if deck == g.book.face_down and not g.get(op.left):
            g.tell(
                "no_room_for_spell",
                seat(g, op.who),
                n=spell_limit(g, seat(g, op.who)),
                cites=("spell.gain", "spell.limit"),
            )
    while as_number(g.get(op.left)) > 0:
        if not refill(g, deck):
            g.tell("deck_empty", seat(g, op.who), what=deck, cites=("spell.deck-empty",))
            break
        if not known_next(g, deck):
            return WAIT
        _one(g, op, deck, draw_known(g, deck))
        deck = deck_drawn(g, op, seat(g, op.who))
    _finish_draw(g, op, deck)
    return None


def _finish_draw(g: WorkingState, op: o.Draw, deck: str) -> None:
    """Fire the trigger of a draw that has one, if a card was drawn, and reset the number of cards to draw."""
    who = seat(g, op.who)
    if op.triggers and as_number(g.get(op.left)) < _number_wanted(g, op):
        fire(g, "deck_drawn", who, deck=deck)
    g.put(op.left, None)


def _not_apart(g: WorkingState, deck: str) -> tuple[int, ...]:
    """The copies left of each card of a deck, without those that lie apart (`HoldsTop`)."""
    left, apart = g.deck(deck).left, Counter(g.deck(deck).known[: lying_apart(g, deck)])
    return tuple([n - apart[card] for card, n in zip(g.book.deck_cards[deck], left, strict=True)]) if apart else left


def ask_card(g: WorkingState, deck: str, who: int, need: int, purpose: str) -> Ask:
    """The ask which card was drawn: options are cards with copies left, weighted by their number.

    Offers: an unseen Spell or an unlisted card; for other decks also that the deck is empty.
    """
    found, in_hand = g.deck(deck), deck == g.book.face_down
    left = _not_apart(g, deck)
    options = tuple(compress(g.runtime.deck_options[deck], left))
    weights = tuple(filter(None, left))
    if found.own:
        again = Counter(found.own)
        options, weights = (*options, *map(Option, again)), (*weights, *again.values())
    extra = (UNSEEN, Option(OWN)) if in_hand else (Option(OWN), NO_MORE)
    f = g.frame
    return Ask(
        g.ply,
        "card",
        who,
        purpose,
        options,
        extra,
        chance=True,
        weights=weights,
        unknown=max(found.unknown, 0),
        source=f.source,
        n=need,
        cites=g.book.deck_cites[deck],
    )


@asks("draw")
def ask_draw(g: WorkingState, op: o.Draw, to: None) -> Ask:
    """Ask for the next card."""
    who = seat(g, op.who)
    deck, n = deck_drawn(g, op, who), as_number(g.get(op.left))
    found = ask_card(g, deck, who, n, deck)
    if deck == g.book.face_down and n > free_for_spells(g, who):
        return replace(found, cites=(*found.cites, *house_rule_cited(g.book, "switch.spell_discard")))
    return found


def _one(g: WorkingState, op: o.Draw, deck: str, card: str) -> None:
    """Put a drawn card where it goes; one of a deck that covers a space is laid on that."""
    who = seat(g, op.who)
    if deck in g.book.covers:
        lay_cover(g, card, g.book.covers[deck] or g.players[who].space, g.frame.source)
    else:
        laid = drawn_to(g, who, deck, card, op.to)
        if op.into:
            g.put(op.into, laid)
    if deck != (meant := _deck_meant(g, op, who)):
        count_draw(g, meant)
    g.put(op.left, as_number(g.get(op.left)) - 1)


@takes("draw")
def take_draw(g: WorkingState, op: o.Draw, to: None, key: str, answer: Answer) -> int | None:
    """Put the drawn card in its place; if more are wanted, run the operation again."""
    deck = deck_drawn(g, op, seat(g, op.who))
    if key == "empty":
        g.tell("deck_empty", seat(g, op.who), what=deck, cites=("spell.deck-empty",))
        _finish_draw(g, op, deck)
        return None
    _one(g, op, deck, name_own(g, answer, deck) if key == OWN else key)
    if as_number(g.get(op.left)):
        return g.frame.pc
    _finish_draw(g, op, deck)
    return None


@operation("look")
def look(g: WorkingState, op: o.Look, to: None) -> int | None:
    """Look at another seat's Spells or the top of a deck; the event shows them to this seat only (`spell.hidden`)."""
    f = g.frame
    if op.at != "spells":
        deck = deck_drawn(g, op, f.you)
        if _number_unseen(g, op, deck):
            return WAIT
        _look_on(g, op, deck)
        return None
    g.tell(
        "looked",
        f.you,
        other=f.other,
        what=op.at,
        cards=g.players[f.other].spells,
        only=f.you,
        source=f.source,
        cites=("spell.hidden",),
    )
    return None


def _number_unseen(g: WorkingState, op: o.Look, name: str) -> int:
    """How many of the top cards are not known yet."""
    deck = g.deck(name)
    return min(op.n, cards_in(deck)) - len(deck.known)


def _look_on(g: WorkingState, op: o.Look, name: str) -> None:
    f, deck = g.frame, g.deck(name)
    if deck.known and f.you not in deck.knowers:
        g.set_deck(name, knowers=(*deck.knowers, f.you))
    cards = deck.known[: op.n]
    g.tell("looked", f.you, what=name, n=op.n, cards=cards, only=f.you, source=f.source, cites=(text_rule(f.source),))


@asks("look")
def ask_look(g: WorkingState, op: o.Look, to: None) -> Ask:
    """Ask for the next card from the top; with real cards the seat may answer without naming it (`UNSEEN`)."""
    f = g.frame
    name = deck_drawn(g, op, f.you)
    deck = g.deck(name)
    left = [n - deck.known.count(card) for card, n in zip(g.book.deck_cards[name], deck.left, strict=True)]
    options = tuple(compress(g.runtime.deck_options[name], left))
    weights = tuple(n for n in left if n)
    return Ask(
        g.ply,
        "card",
        f.you,
        "look",
        options,
        (UNSEEN,),
        chance=True,
        weights=weights,
        source=f.source,
        n=_number_unseen(g, op, name),
        cites=(text_rule(f.source),),
    )


@takes("look")
def take_look(g: WorkingState, op: o.Look, to: None, key: str, answer: Answer) -> int | None:
    """Add the card to the known top; only this seat knows it now, as others don't know the new card."""
    f = g.frame
    name = deck_drawn(g, op, f.you)
    if key == UNSEEN.key:
        g.tell("looked", f.you, what=name, n=op.n, source=f.source, cites=(text_rule(f.source),))
        return None
    g.set_deck(name, known=(*g.deck(name).known, key), knowers=(f.you,))
    return f.pc


# --- drawing up to the space's number ---


def cards_to_draw(g: WorkingState, you: int) -> int:
    """How many cards the seat still draws: the number on its space less the cards that lie there (`meet.draw`)."""
    lying = cards_below_cover(g, space := g.players[you].space)
    if g.figures["draw.counts"] != "any":
        typed = not any(map(g.book.unknown_cards.get, g.book.drawn_decks))  # then one in no list was drawn too
        counted = {*g.book.drawn_decks, *([""] if typed else [])}
        return max(draws_at(g, space) - sum([g.home_of(plain_card(card)) in counted for card in lying]), 0)
    return max(draws_at(g, space) - len(lying), 0)


@operation("fill")
def fill(g: WorkingState, op: o.Fill, to: None) -> int | None:
    """Draw cards face up until as many lie here as the space says; then fire the trigger `drawn`."""
    if g.get(op.left) is None:
        g.put(op.left, cards_to_draw(g, g.frame.you))
        g.put(op.into, ())
    g.put(
        op.left, min(as_number(g.get(op.left)), cards_to_draw(g, g.frame.you))
    )  # cards put down in the meantime count
    while as_number(g.get(op.left)) > 0:
        deck = _deck_here(g)
        if not refill(g, deck):
            g.tell("deck_empty", g.frame.you, what=deck, cites=("spell.deck-empty",))
            break
        if not known_next(g, deck):
            return WAIT
        _fill_space(g, op, draw_known(g, deck))
    g.put(op.left, 0)
    drawn = g.cards(op.into)
    g.put(op.filled, len(drawn))
    if drawn:
        fire(g, "drawn", g.frame.you)
    return None


def _deck_here(g: WorkingState) -> str:
    """The deck that the space of the running seat draws from, or the one drawn from instead."""
    return deck_instead(g, g.frame.you, g.book.deck_at(g.players[g.frame.you].space))


def _fill_space(g: WorkingState, op: o.Fill, card: str) -> None:
    deck, usual = _deck_here(g), g.book.deck_at(g.players[g.frame.you].space)
    drawn_to(g, g.frame.you, deck, card, "space")
    if deck != usual:
        count_draw(g, usual)
    g.put(op.left, as_number(g.get(op.left)) - 1)


@asks("fill")
def ask_fill(g: WorkingState, op: o.Fill, to: None) -> Ask:
    """Ask which card was drawn."""
    deck = _deck_here(g)
    return ask_card(g, deck, g.frame.you, as_number(g.get(op.left)), deck)


@takes("fill")
def take_fill(g: WorkingState, op: o.Fill, to: None, key: str, answer: Answer) -> int | None:
    """Put the card on the space and run the operation again."""
    if key == "empty":
        g.tell("deck_empty", g.frame.you, what=_deck_here(g), cites=("spell.deck-empty",))
        g.put(op.left, 0)
    else:
        _fill_space(g, op, name_own(g, answer, _deck_here(g)) if key == OWN else key)
    return g.frame.pc


@operation("place_drawn")
def place_drawn(g: WorkingState, op: o.PlaceDrawn, to: None) -> None:
    """Push the `drawn` programs of the drawn cards, so that cards placed elsewhere are not met here (`meet.placed`)."""
    you = g.frame.you
    new = newly_drawn(g, you, op.placed)
    for card in reversed(drawn_here(g, you)[as_number(g.get(op.after)) :] if op.after else new):
        key = f"{plain_card(card)}.drawn"
        if key in g.runtime.programs:
            g.push(key, you, source=card)
