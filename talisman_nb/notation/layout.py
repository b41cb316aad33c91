"""Lays a position out as a state: takes cards from decks and stocks, refuses impossible positions, enforces limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.decode import CardError
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import UNSEEN, Deck, Effect, Event, Frame, Message, Player, State
from talisman_nb.model.situation import CARDS, NOBODY, Position, Seat, SituationError
from talisman_nb.rules.book import Book, open_book, plain_card
from talisman_nb.rules.house_rules import mixed_size

from .name_lookup import CARD, CHARACTER, PERSON, SPACE, near_names, unknown
from .possibility import wrongs
from .seat_readers import as_printed

TURN = "turn.turn.do"
"""Program of the lowest frame: the turn."""


class LaidPosition(NamedTuple):
    """The state of a position at its first question; `marks`: why clauses that were insisted on are impossible.

    `told`: what happened before that question: what was met on arrival, what the limits made of those clauses.
    """

    state: State
    marks: tuple[Message, ...]
    told: tuple[Event, ...] = ()


def laid_out(position: Position) -> State:
    """Return the state of a position at its first question; raises `SituationError`."""
    return lay_out(position).state


def lay_out(position: Position) -> LaidPosition:
    """Lay a position out and run it to its first question.

    Raises `SituationError` for an impossible clause that does not insist (or for which insisting does not help);
    where a clause insists, limits are enforced before the first question.
    """
    book = open_edition(position.edition, position.house)
    _check_names(book, position)
    state = before_first_question(book, position)
    marks = []
    for wrong in wrongs(WorkingState(book, state), position):
        if wrong.hard or wrong.where not in position.insisted:
            raise SituationError.of(wrong.message_with_hint(), _place_of(position, wrong.where))
        marks.append(wrong.reason())
    state, told = run_to_ask(book, state, within_limits=not marks)
    return LaidPosition(state, tuple(marks), told)


def _place_of(position: Position, where: str) -> int:
    """Return the column of a clause, else of its seat, else -1."""
    return position.at.get(where, position.at.get(where.partition(".")[0], -1))


def before_first_question(book: Book, position: Position) -> State:
    """Return the position as a state before its first operation, possible or not; raises `SituationError`."""
    spaces = book.board.spaces
    players = tuple(
        replace(
            as_printed(book, _character(seat), at, seat.figures.get("form", ""), position.own),
            space=seat.space,
            **seat.figures,
        )
        for at, seat in enumerate(position.seats)
    )
    lying = tuple(_with_shown(position, space) for space in spaces)
    used = Counter(plain_card(card) for card in _cards(position, players, lying))
    box = (*position.box, *_left_over(book, position, used))
    return State(
        book=book.id,
        players=players,
        spaces=lying,
        gold=tuple(position.gold.get(space, 0) for space in spaces),
        decks=tuple(_deck(book, name, used, position) for name in book.decks),
        stocks=_copies_left(book, book.stock_cards, used + Counter(box[len(position.box) :]), position),
        stack=(Frame(TURN, _turn_instruction(book, position, players[position.turn]), position.turn),),
        box=box,
        effects=position.effects,
        turn=position.turn,
        round=position.round,
        moment="turn_start",
        held=position.held if position.held >= 0 else len(players[position.turn].spells),
        cast=position.cast,
        crown=position.crown or any(player.space == book.board.crown for player in players),
        own=position.own,
        seating=position.seating,
        texts=position.texts,
    )


def open_edition(edition: str, house: Mapping[str, Any]) -> Book:
    """Return the book of an edition with house rules; raises `SituationError`."""
    try:
        return open_book(edition, house)
    except CardError as wrong:
        raise SituationError("of-a-layer", "{reason}", reason=wrong) from None


def _character(seat: Seat) -> str:
    return "" if seat.character == NOBODY else seat.character


def _check_names(book: Book, position: Position) -> None:
    """Raise `SituationError` for an unknown name: a position that a caller built was not checked by the reader."""
    own = {card.name for card in position.own}
    cards = [
        card
        for seat in position.seats
        for name in ("goods", "spells", "trophies")
        for card in seat.figures.get(name, ())
    ]
    cards += [*(card for lying in position.lying.values() for card in lying), *position.discards]
    people = (*book.characters, *(name.removeprefix(PERSON) for name in own if name.startswith(PERSON)))
    named = (
        (CHARACTER, [seat.character for seat in position.seats if _character(seat)], people),
        (SPACE, [*(seat.space for seat in position.seats), *position.lying, *position.gold], book.board.spaces),
        (CARD, [plain_card(card) for card in cards if card not in own and card != UNSEEN], tuple(book.deck_of)),
    )
    for what, said_names, known in named:
        for name in said_names:
            if name not in known:
                raise unknown(what, name, near_names(name, known))


def _cards(position: Position, players: Iterable[Player], lying: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for player in players:
        yield from (*player.goods, *player.spells, *player.trophies, *player.aside)
    for cards in lying:
        yield from cards
    yield from position.discards
    yield from (card for card in position.box if not card.startswith("character."))


def _left_over(book: Book, position: Position, used: Counter[str]) -> Iterator[str]:
    """Yield the cards of a stock that are neither left in it nor named: they are out of the game (`purchase.stock`)."""
    for card, left in position.stock.items():
        out = book.card(card).facts.copies - used[card] - left
        if out < 0:
            at = _place_of(position, "stock")
            raise SituationError(
                "stock-left",
                "{named} of {card} are named, so {left} can't be left (purchase.stock)",
                at,
                named=used[card],
                card=card,
                left=left,
            )
        yield from [card] * out


def _turn_instruction(book: Book, position: Position, player: Player) -> int:
    """Return the turn's instruction: its encounter if `arrived`, else its move; 0 to ask for a new character."""
    if not player.character and not player.out:
        return 0
    code = book.programs[TURN].code
    wanted = "encounter" if position.arrived else "move"
    return next(at for at, (name, op, _) in enumerate(code) if name == "call" and op.program == wanted)


def _last_naming(position: Position, card: str) -> str:
    """Return the last clause that names a card, for an error's column."""
    piles: list[tuple[str, tuple[str, ...]]] = [
        (f"{at}.{word}", seat.figures.get(name, ()))
        for at, seat in enumerate(position.seats)
        for word, name in CARDS.items()
    ]
    piles += [(f"on.{space}", cards) for space, cards in position.lying.items()]
    piles += [("discards", position.discards), ("box", position.box)]
    piles += [(f"effect.{n}", (effect.source,)) for n, effect in enumerate(position.effects) if effect.shows]
    naming = [where for where, cards in piles if card in map(plain_card, cards)]
    return naming[-1]


def _deck(book: Book, name: str, used: Counter[str], position: Position) -> Deck:
    unseen = used[UNSEEN] if name == book.face_down else 0
    homes = {UNSEEN: book.face_down, **{card.name: card.deck for card in position.own}}
    discards = tuple(
        card
        for card in position.discards
        if (homes.get(card) or book.deck_of.get(plain_card(card), book.decks[0])) == name
    )
    known, knowers = position.known.get(name, ((), ()))
    named = [card for card in position.own if card.deck == name]
    shuffled = tuple(card.name for card in named for _ in range(card.copies - used[card.name]))
    unknown = book.unknown_cards[name] - len(shuffled) - sum(used[card.name] for card in named)
    left = _copies_left(book, book.deck_cards[name], used, position)
    boxed = _number_left_in_box(book, name, position)
    return Deck(left, discards, known, knowers, unseen=unseen, unknown=unknown, own=shuffled, boxed=boxed)


def _number_left_in_box(book: Book, name: str, position: Position) -> int:
    """How many cards of a mixed deck were left in the box besides those that are named there (`house.deck-mix`)."""
    cards = book.deck_cards[name]
    named = sum(card in cards for card in position.box)
    return max(sum(book.copies(cards)) - mixed_size(book, name) - named, 0)


def _copies_left(book: Book, cards: tuple[str, ...], used: Counter[str], position: Position) -> tuple[int, ...]:
    copies = book.copies(cards)
    for card, n in zip(cards, copies, strict=True):
        if used[card] > n:
            at = _place_of(position, _last_naming(position, card))
            raise SituationError(
                "box-holds",
                'the box holds {n} of "{card}", the text names {named} (setup.decks)',
                at,
                n=n,
                card=card,
                book=book.id,
                named=used[card],
            )
    return tuple(n - used[card] for card, n in zip(cards, copies, strict=True))


def shown_by(effects: Iterable[Effect], space: str) -> list[str]:
    """Return the cards that lie on a space to show an effect."""
    return [plain_card(effect.source) for effect in effects if effect.shows == space]


def _with_shown(position: Position, space: str) -> tuple[str, ...]:
    """Return the cards of a space; those that show an effect are added at the end unless they are named."""
    lying, shown = position.lying.get(space, ()), shown_by(position.effects, space)
    return (*lying, *(Counter(shown) - Counter(lying)).elements()) if shown else lying
