"""Starts a game: checks the players, builds the initial state and runs it to the first ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model import Deck, Event, Frame, Player, State
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.house_rules import house_rule_cited, mixed_size, mixes
from talisman_nb.rules.layers import BASE, SetupError

from .book_runtime import LAY_PIECE, SETTING_UP, begins
from .characters import AT_SETUP, fresh_player
from .refusal import MOST_LETTERS, nameable
from .stepping import run_to_ask
from .totals import COUNTED, in_use, over_supply
from .working_state import WorkingState


def new_game(
    players: Sequence[tuple[str, str]],
    edition: str | Book = BASE,
    house: Mapping[str, Any] | None = None,
    first: int = 0,
    boxed: Sequence[str] = (),
    texts: tuple[tuple[str, str], ...] = (),
) -> State:
    """A game of (name, character) in seat order, clockwise, at its first ask.

    A seat with the character "" is dealt one, or chooses, as the figure `setup.deal` says (`setup.characters`).
    `edition` is a book, or the specification of its layers: "second", "second+my-cards". `first` is the seat that
    begins, `house` maps figures of the edition to the values of the house rules (ignored with a book, which has them).
    `boxed` are the cards that mixed decks leave in the box, where it is known which (`house.deck-mix`). `texts` is what
    is known of this box already, as `State.texts` has it.
    Raises `SetupError` for an unknown or repeated character, a name that can't be shown, too few or too many players
    (`setup.players`), more characters to deal than there are, or more counters or coins than the box has
    (`setup.supply`).

    >>> from talisman_nb.engine import ask
    >>> ask(new_game([("Ada", "dwarf"), ("Bruno", "thief")])).kind
    'die'
    """
    return begin_game(players, edition, house, first, boxed, texts)[0]


def begin_game(
    players: Sequence[tuple[str, str]],
    edition: str | Book = BASE,
    house: Mapping[str, Any] | None = None,
    first: int = 0,
    boxed: Sequence[str] = (),
    texts: tuple[tuple[str, str], ...] = (),
) -> tuple[State, tuple[Event, ...]]:
    """As `new_game`; returns also the events before the first ask, such as the characters that enter.

    >>> [event.kind for event in begin_game([("Ada", "dwarf"), ("Bruno", "thief")])[1]]
    ['enters', 'enters', 'turn_begins']
    """
    book = edition if isinstance(edition, Book) else open_book(edition, house)
    _check(book, players)
    laid_out = replace(_laid_out(book, players, first, boxed), texts=texts)
    _check_supply(book, laid_out)
    state, events = run_to_ask(book, laid_out)
    return state, (*_taken_out(book), *_tell_mix(book), *events)


def _taken_out(book: Book) -> Iterator[Event]:
    """Tell the cards that are not played with."""
    for card, figure in book.taken_out.items():
        yield Event("taken_out", card=card, cites=house_rule_cited(book, figure) or ("setup.decks",))


def _tell_mix(book: Book) -> Iterator[Event]:
    """Tell how many cards of each kind a mixed deck has, or that there are too few for a mix (`house.deck-mix`)."""
    for deck, mix in mixes(book).items():
        for kind in mix or ("none",):
            yield Event("deck_mixed", what=deck, cause=kind, n=mix.get(kind, 0), cites=("house.deck-mix",))


def _check(book: Book, players: Sequence[tuple[str, str]]) -> None:
    """Raise `SetupError` unless number, names and characters of the players are allowed."""
    fewest, most = book.table["setup.fewest"], book.table["setup.most"]
    if not fewest <= len(players) <= most:
        message = f"a game has {fewest} to {most} players, not {len(players)}"
        few = len(players) < fewest
        raise SetupError("players-few" if few else "players-many", message, n=fewest if few else most)
    seen: set[str] = set()
    for name, character in players:
        if not nameable(name):
            message = f"{name[:MOST_LETTERS]!r} is no player's name: expected one line of 1 to {MOST_LETTERS} letters"
            raise SetupError("player-name", message, n=MOST_LETTERS)
        if not character:
            continue
        if character not in book.characters:
            hint = f"{did_you_mean(character, book.characters)}; known: {', '.join(book.characters)}"
            raise SetupError("figure-unknown", f"{name}: no character {character!r}{hint}", unknown=character)
        if character in seen:
            raise SetupError(
                "figure-twice",
                f"{name}: the {character} is taken; each character is in the box once",
                character=character,
                book=book.id,
            )
        seen.add(character)
    _check_enough(book, len(players) - len(seen), len(book.characters) + int(book.table["setup.unknown"]) - len(seen))


def _check_enough(book: Book, seats: int, free: int) -> None:
    """Raise `SetupError` unless there are enough characters to deal to the seats without one (`setup.characters`)."""
    each = max(book.table[AT_SETUP], 1)
    if seats * each <= free:
        return
    message = (
        f"{seats} players are dealt {each} characters each, but only {free} are free: at most {free // seats} each"
    )
    raise SetupError("characters-few", message, players=seats, each=each, free=free, most=free // seats)


def _check_supply(book: Book, state: State) -> None:
    """Raise `SetupError` if the box has too few counters or coins for what all begin with (`setup.supply`).

    Whoever is dealt a character later counts only with the gold that is the same for all.
    """
    g = WorkingState(book, state)
    later = 0 if book.table["setup.gold_on_card"] else sum(not p.character for p in state.players)
    for what in COUNTED:
        more = later * int(book.table["setup.gold"]) if what == "gold" else 0
        if over_supply(g, what, more):
            n, most = in_use(g, what) + more, book.table[f"box.{what}"]
            raise SetupError("supply-few", f"{n} {what} to begin with, the box has {most}", most=most, **{what: n})


def _laid_out(book: Book, players: Sequence[tuple[str, str]], first: int, boxed: Sequence[str]) -> State:
    """The state before the first operation; the setup of every seat is on the stack, above the first turn.

    Between them runs what layers begin a game with, their programs `[begin]` and `[begin_…]`.
    """
    n = len(book.board.spaces)
    frames = [Frame("turn.turn.do", you=first)]
    for begin in reversed(begins(book.programs)):
        frames.append(Frame(begin, you=first, slots=(None,) * len(book.programs[begin].slots)))
    pieces = (card for deck in book.decks for card in book.deck_cards[deck] if book.card(card).facts.moves_on)
    if lay := book.programs.get(LAY_PIECE):
        frames += [Frame(LAY_PIECE, you=first, source=card, slots=(None,) * len(lay.slots)) for card in pieces]
    frames += [Frame(SETTING_UP, you=seat) for seat in reversed(range(len(players)))]
    return State(
        book=book.id,
        players=tuple(_make_player(book, name, character) for name, character in players),
        spaces=((),) * n,
        gold=(0,) * n,
        decks=tuple(_deck(book, deck, Counter(boxed)) for deck in book.decks),
        stocks=book.copies(book.stock_cards),
        stack=tuple(frames),
        box=tuple(boxed),
        turn=first,
    )


def _make_player(book: Book, name: str, character: str) -> Player:
    """A seat with its character; without one it is nowhere on the board yet."""
    return fresh_player(book, name, character) if character else Player(name, "", "", born=0)


def _deck(book: Book, deck: str, boxed: Counter[str]) -> Deck:
    cards = book.deck_cards[deck]
    left = tuple(n - boxed[card] for card, n in zip(cards, book.copies(cards), strict=True))
    return Deck(left, unknown=book.unknown_cards[deck], boxed=sum(left) - mixed_size(book, deck))
