"""Invariants of every state, and many games in which they are checked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from talisman_nb.bots import RandomBot
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.book_runtime import CAST
from talisman_nb.engine.totals import (
    COUNTED,
    excess_objects,
    in_use,
    limit,
    objects,
    over_supply,
    spell_limit,
    talisman_room,
)
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, State
from talisman_nb.rules.book import Book, book_of, open_book, plain_card
from talisman_nb.rules.layers import BASE


def violations(state: State) -> list[str]:
    """Return a line for each violated invariant; [] for a sound state.

    >>> from talisman_nb.engine import new_game
    >>> violations(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    []
    """
    book = book_of(state.book)
    return [
        *_cards(book, state),
        *_floors(book, state),
        *_supply(book, state),
        *_places(book, state),
        *_covers(book, state),
        *_people(book, state),
        *_limits(book, state),
        *_question(state),
    ]


def everywhere(state: State) -> Counter[str]:
    """Count each card outside the decks and stocks, by plain name."""
    held = (cards for p in state.players for cards in (p.goods, p.spells, p.trophies, p.aside))
    discards = (deck.discards for deck in state.decks)
    return Counter(map(plain_card, chain(*held, *state.spaces, *discards, state.box)))


def _cards(book: Book, state: State) -> Iterator[str]:
    """Check that the copies of each card in and outside the decks are those printed; unseen Spells likewise."""
    out = everywhere(state)
    piles = (*(deck.left for deck in state.decks), state.stocks)
    for pile, printed in zip(piles, _printed_piles(book), strict=True):
        expected = list(printed.copies)
        for card, n in out.items():
            if card in printed.place:
                expected[printed.place[card]] -= n
        if pile == tuple(expected):
            continue
        for left, card, copies in zip(pile, printed.place, printed.copies, strict=True):
            if left + out[card] != copies:
                yield f"{card}: {copies} printed, {left} in the deck or stock and {out[card]} elsewhere"
    for name, deck in zip(book.decks, state.decks, strict=True):
        unseen = out[UNSEEN] if name == book.face_down else 0
        if deck.unseen != unseen:
            yield f"{deck.unseen} unseen cards left the deck {name}, {unseen} lie somewhere"
        named = len(deck.own) + sum(out[card.name] for card in state.own if card.deck == name)
        if deck.unknown + named != book.unknown_cards[name]:
            yield f"{name}: {book.unknown_cards[name]} cards are unknown, {deck.unknown} left and {named} named"


class _Pile(NamedTuple):
    """The cards of a deck or the stock: the place of each, and how many copies are printed, in that order."""

    place: dict[str, int]
    copies: tuple[int, ...]


@lru_cache(maxsize=16)
def _printed_piles(book: Book) -> tuple[_Pile, ...]:
    """Return what is printed of each deck and the stock. Cached by book."""
    piles = (*(book.deck_cards[name] for name in book.decks), book.stock_cards)
    return tuple(_Pile({card: at for at, card in enumerate(cards)}, tuple(book.copies(cards))) for cards in piles)


def _floors(book: Book, state: State) -> Iterator[str]:
    """Check that no figure or gold is negative and empty seats hold nothing."""
    for seat, p in enumerate(state.players):
        for figure in ("strength", "craft", "fate", "life", "gold", "form_left", "extra", "experience", "purse"):
            if getattr(p, figure) < 0:
                yield f"seat {seat}: {figure} is {getattr(p, figure)}"
        if not p.character and (p.goods or p.spells or p.trophies or p.gold):
            yield f"seat {seat}: nobody there, but something is held"
        if (p.character or p.out) and (p.aside or p.purse):
            yield f"seat {seat}: something is set aside, but nobody is to inherit it"
        lifeless = p.form and book.card(f"form.{p.form}").facts.lifeless
        if p.character and p.life == 0 and not lifeless:
            yield f"seat {seat}: no life and not dead"
    if any(n < 0 for n in state.gold):
        yield "less than no gold lies on a space"


def _supply(book: Book, state: State) -> Iterator[str]:
    """Check that no more counters and coins are in use than the box holds (`setup.supply`)."""
    g = WorkingState(book, state)
    for what in COUNTED:
        if over_supply(g, what):
            yield f"{in_use(g, what)} {what} in use, the box has {g.figures[f'box.{what}']}"


def _places(book: Book, state: State) -> Iterator[str]:
    """Check that pawns stand on spaces and no character occurs twice, dealt ones included."""
    for seat, p in enumerate(state.players):
        if p.born and p.space not in book.board.index:
            yield f"seat {seat} stands on {p.space!r}, which is no space"
    standing = [name for p in state.players for name in (p.character, *p.dealt) if name]
    if len(set(standing)) != len(standing):
        yield "the same character twice"


def _covers(book: Book, state: State) -> Iterator[str]:
    """Check that at most one card covers a space, and that nobody holds or discards one (`soul.terrain-stock`)."""
    if not book.covering:
        return
    for space, cards in zip(book.board.spaces, state.spaces, strict=True):
        if sum(card in book.covering for card in cards) > 1:
            yield f"more than one card covers {space}"
    yield from (f"{card} is a discard" for deck in state.decks for card in deck.discards if card in book.covering)


def _people(book: Book, state: State) -> Iterator[str]:
    """Check that everybody has one place in the turn order, and that who has left or pauses is not asked to play."""
    seats = range(len(state.players))
    if state.seating and sorted(state.seating) != list(seats):
        yield f"the turn order {state.seating} has not every seat once"
    here = [p for p in state.players if not p.gone]
    if len(here) > book.table["setup.most"]:
        yield f"{len(here)} people play"
    for seat, p in enumerate(state.players):
        if p.gone and (p.character or p.dealt or p.paused or not p.out):
            yield f"seat {seat} has left, and still plays"
    found = ask(state)
    if found.kind != "over" and found.seat >= 0 and state.players[found.seat].gone:
        yield f"seat {found.seat} has left, and is asked {found.kind} ({found.purpose})"
    # a seat that pauses may still cast a Spell of its own, and is asked about it
    casts = any(frame.program == CAST for frame in state.stack)
    has_turn = state.moment and found.kind != "over" and found.seat == state.turn
    if has_turn and state.players[state.turn].paused and not casts:
        yield f"seat {state.turn} pauses, and has the turn"


def _limits(book: Book, state: State) -> Iterator[str]:
    """Check the limits of Spells and Objects, except while the excess is asked about, or nobody is asked any more."""
    if state.winner >= 0:
        return
    g = WorkingState(book, state)
    running = {frame.program for frame in state.stack}
    for seat, p in enumerate(state.players):
        if not p.character:
            continue
        if len(p.spells) > spell_limit(g, seat) and "turn.too_many_spells.do" not in running:
            yield f"seat {seat} holds {len(p.spells)} Spells, {spell_limit(g, seat)} allowed"
        if p.goods and excess_objects(g, seat) and "turn.too_many_objects.do" not in running:
            yield f"seat {seat} carries {len(objects(g, seat))} Objects, {limit(g, seat, 'objects')} allowed"
        if talisman_room(g, seat) < 0:
            yield f"seat {seat} has {-talisman_room(g, seat)} Talismans too many"


def _question(state: State) -> Iterator[str]:
    """Check that a question has an open answer."""
    found = ask(state)
    if found.kind != "over" and not found.open():
        yield f"nothing can be answered to {found.kind} ({found.purpose})"


class Game(NamedTuple):
    """Result of a game: `winner` is a seat or -1; `ended` is False if the limit stopped it."""

    seed: int
    players: int
    answers: int
    rounds: int
    winner: int
    ended: bool


Watch = Callable[[int, State], None]
"""Callback for every state of a game: its seed, the state."""


def play_games(
    seeds: Iterable[int],
    players: int | None = None,
    limit: int = 20_000,
    edition: str = BASE,
    watch: Watch | None = None,
) -> Iterator[Game]:
    """Play a game for each seed and yield its result.

    `players`: None takes 2 to 6 by the seed; `limit`: upper bound of the answers in a game.

    >>> [game.players for game in play_games(range(3), limit=50)]
    [2, 3, 4]
    """
    for seed in seeds:
        yield play_game(seed, players or 2 + seed % 5, limit, edition, watch)


def play_game(
    seed: int, players: int = 4, limit: int = 20_000, edition: str = BASE, watch: Watch | None = None
) -> Game:
    """Play one game of random bots; the seed deals the characters and drives the bot. `limit`: in answers.

    >>> play_game(1, limit=50) == play_game(1, limit=50)
    True
    """
    dealt = random.Random(seed).sample(open_book(edition).characters, players)
    state = new_game([(f"P{seat + 1}", character) for seat, character in enumerate(dealt)], edition)
    bot = RandomBot(seed)
    for answers in range(limit):
        if ask(state).kind == "over":
            return Game(seed, players, answers, state.round, state.winner, True)
        state, _ = step(state, bot.answer(state))
        if watch is not None:
            watch(seed, state)
    return Game(seed, players, limit, state.round, state.winner, ask(state).kind == "over")
