"""A situation laid out: a short text becomes a state, and a state at the beginning of a turn a short text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from talisman_nb.cards.decode import CardError, did_you_mean
from talisman_nb.engine import new_game
from talisman_nb.engine.run import run_to_ask
from talisman_nb.model import Deck, Frame, Player, State
from talisman_nb.model.situation import NOBODY, Position, Seat, SituationError
from talisman_nb.model.situation_printing import print_situation
from talisman_nb.model.situation_reading import parse_situation
from talisman_nb.rules.book import DECKS, Book, book_of, open_book, plain_card

TURN = "turn.turn.do"
UNSEEN = "spell?"
PRINTED = tuple(name for name in Player.__struct_fields__ if name not in ("character", "space"))
UNSAID = ("ply", "result", "own")
"""Fields of a state that no text needs: a number of answers, a value nobody reads any more, cards refused before."""


def situation(text: str) -> State:
    """The game a text says, at its first question.

    Raises `SituationError`: what isn't understood, a name that is nowhere, a card the box doesn't hold so often.

    >>> from talisman_nb.engine import ask
    >>> ask(situation("dwarf crags, life 2 | thief city")).purpose
    'move'
    >>> situation("dwarv crags")
    Traceback (most recent call last):
    ...
    talisman_nb.model.situation.SituationError: no character "dwarv" (did you mean "dwarf"?)
    """
    return laid_out(parse_situation(text))


def situation_text(state: State) -> str:
    """The text of a state at the beginning of a turn: `situation` gives the state back, all but the number of its answers.

    Raises `SituationError` where a text can't say all of it; nothing is ever left away.

    >>> situation_text(situation("dwarf crags, life 2 | *thief city | on ruins, bear, gold 2"))
    'dwarf crags, life 2 | *thief city | on ruins, bear, gold 2'
    """
    if state.own:
        raise SituationError(f"a text has no words for cards that are in no list: {', '.join(card.name for card in state.own)}")
    text = print_situation(position_of(state))
    said = situation(text)
    lost = [name for name in State.__struct_fields__ if name not in UNSAID and getattr(said, name) != getattr(state, name)]
    if lost:
        raise SituationError(f"a text says the beginning of a turn; of this state it would not say: {', '.join(lost)}")
    return text


def position_of(state: State) -> Position:
    """What of a state stands in a text."""
    book = book_of(state.book)
    spaces = book.board.spaces
    return Position(
        tuple(_seat(book, p, at) for at, p in enumerate(state.players)),
        book.edition,
        book.house,
        state.turn,
        lying={space: cards for space, cards in zip(spaces, state.spaces, strict=True) if cards},
        gold={space: n for space, n in zip(spaces, state.gold, strict=True) if n},
        discards=tuple(card for deck in state.decks for card in deck.discards),
        box=state.box,
        effects=state.effects,
        round=state.round,
        crown=state.crown,
    )


def _seat(book: Book, player: Player, at: int) -> Seat:
    plain = _as_printed(book, player.character, at)
    told = {name: getattr(player, name) for name in PRINTED if getattr(player, name) != getattr(plain, name)}
    return Seat(player.character or NOBODY, player.space, told)


@cache
def _alone(edition: str, house: tuple[tuple[str, Any], ...], character: str) -> Player:
    return new_game([("P", character)], edition, dict(house)).players[0]


def _as_printed(book: Book, character: str, at: int) -> Player:
    """A character as its card has it, without the Spells it would draw."""
    if not character:
        return Player(f"P{at}", "", "")
    house = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in book.house.items())
    return replace(_alone(book.edition, house, character), name=f"P{at}", goods=(), spells=())


def laid_out(position: Position) -> State:
    """The state of a position; every card comes out of its deck or stock. Raises `SituationError`."""
    book = _book(position)
    players = tuple(_player(book, seat, at) for at, seat in enumerate(position.seats))
    _check_names(book, position, players)
    used = Counter(plain_card(card) for card in _cards(position, players))
    spaces = book.board.spaces
    state = State(
        book=book.id,
        players=players,
        spaces=tuple(tuple(position.lying.get(space, ())) for space in spaces),
        gold=tuple(position.gold.get(space, 0) for space in spaces),
        decks=tuple(_deck(book, name, used, position.discards) for name in DECKS),
        stocks=_left(book, book.stock_cards, used),
        stack=(Frame(TURN, _begun_at(book, position, players[position.turn]), position.turn),),
        box=position.box,
        effects=position.effects,
        turn=position.turn,
        round=position.round,
        moment="turn_start",
        held=len(players[position.turn].spells),
        crown=position.crown or any(player.space == book.board.crown for player in players),
    )
    return run_to_ask(book, state)[0]


def _book(position: Position) -> Book:
    try:
        return open_book(position.edition, position.house)
    except CardError as wrong:
        raise SituationError(str(wrong)) from None


def _player(book: Book, seat: Seat, at: int) -> Player:
    character = "" if seat.character == NOBODY else seat.character
    if character and character not in book.characters:
        raise SituationError(f'no character "{character}"{did_you_mean(character, (*book.characters, NOBODY))}')
    return replace(_as_printed(book, character, at), space=seat.space, **seat.figures)


def _check_names(book: Book, position: Position, players: tuple[Player, ...]) -> None:
    if len(players) > book.table["setup.most"]:
        raise SituationError(f"{len(players)} seats: at most {book.table['setup.most']} play")
    for space in (*(p.space for p in players), *position.lying, *position.gold):
        if space not in book.board.index:
            raise SituationError(f'no space "{space}"{did_you_mean(space, book.board.spaces)}')
    for card in _cards(position, players):
        if card != UNSEEN and plain_card(card) not in book.deck_of and book.find(card) is None:
            raise SituationError(f'no card "{card}"{did_you_mean(card, book.deck_of)}')
    for key in (*(e.what for e in position.effects), *(f"form.{p.form}" for p in players if p.form)):
        if book.find(key) is None:
            raise SituationError(f'no definition "{key}"{did_you_mean(key, book.definitions)}')
    for promise in (promise for p in players for promise in p.promises):
        if promise.program not in book.programs:
            raise SituationError(f'no program "{promise.program}"{did_you_mean(promise.program, book.programs)}')
    _check_once([p.character for p in players if p.character])


def _check_once(characters: list[str]) -> None:
    for character, times in Counter(characters).items():
        if times > 1:
            raise SituationError(f"the {character} is in the box once, here stand {times}")


def _cards(position: Position, players: Iterable[Player]) -> Iterator[str]:
    for player in players:
        yield from (*player.goods, *player.spells, *player.trophies)
    for cards in position.lying.values():
        yield from cards
    yield from position.discards
    yield from (card for card in position.box if not card.startswith("character."))


def _begun_at(book: Book, position: Position, player: Player) -> int:
    """A turn whose clocks have ticked stands before its move, after it where the text says so, else a new character is asked for."""
    if not player.character and not player.out:
        return 0
    code = book.programs[TURN].code
    wanted = "encounter" if position.arrived else "move"
    return next(at for at, (name, op, _) in enumerate(code) if name == "call" and op.program == wanted)


def _deck(book: Book, name: str, used: Counter[str], discards: tuple[str, ...]) -> Deck:
    unseen = used[UNSEEN] if name == "spell" else 0
    own = tuple(card for card in discards if ("spell" if card == UNSEEN else book.deck_of.get(plain_card(card))) == name)
    return Deck(_left(book, book.deck_cards[name], used), own, unseen=unseen)


def _left(book: Book, cards: tuple[str, ...], used: Counter[str]) -> tuple[int, ...]:
    copies = book.copies(cards)
    for card, n in zip(cards, copies, strict=True):
        if used[card] > n:
            raise SituationError(f'the box holds {n} of "{card}", the text names {used[card]}')
    return tuple(n - used[card] for card, n in zip(cards, copies, strict=True))
