"""One game of players against each other, and what becomes of it as a row."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, structs

from talisman_nb.bots import NOBODY, Player, thrown, view_of
from talisman_nb.bots.players import PLAYERS
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.dying import Death, Deaths
from talisman_nb.engine.foresight import MOVE
from talisman_nb.engine.totals import talismans, total, without_fight
from talisman_nb.model import EVERYBODY, Answer, Ask, Event, State
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.text.pages import columns

MOST_ROUNDS = 400
"""Rounds after which a game is left undecided."""
MOST_PUT_IN = 3
"""Times that something may be put in before one die."""
TURN_MINUTES = 1.0
"""Minutes that a turn is taken to last where nobody says otherwise: an assumption, measured nowhere."""


class Setting(Struct, frozen=True):
    """All that many games have in common: who plays what by which rules; with a seed it is one game.

    Attributes
    ----------
    players, characters
        The kind of player and the character of each seat; "" for a character that is dealt.
    edition, house
        The edition with its layers, and house rules.
    rounds, minutes
        Rounds after which a game is left undecided, and minutes that a turn is taken to last.
    """

    players: tuple[str, ...]
    characters: tuple[str, ...]
    edition: str
    house: dict[str, Any]
    rounds: int
    minutes: float


class GameRow(Struct, frozen=True):
    """The outcome of a game; what is listed by seat is in the order of the seats.

    Attributes
    ----------
    seed, edition, house
        The seed of all its dice and cards, the edition with its layers, and its house rules as "figure=value".
    players
        The kind of player of each seat.
    characters
        The characters of each seat, in the order in which it had them.
    deaths
        The characters that were killed, in their order.
    rounds, turns, answers, refused
        Rounds and turns that were begun; answers that were given, dice and cards among them; answers of players that
        the engine refused, so that another one was given.
    minutes
        As they would be at a table: the turns by the minutes that each is taken to last.
    lives, strength, craft, talismans
        What each seat has in the end, its things counted; 0 for a dead character.
    crossings
        How often each seat's characters came into another region.
    crowned
        Seats whose character stood on the goal of the board, in the order in which they came there.
    winner, winner_player, winner_character
        The seat that won, its kind of player and its last character; -1 and twice None where nobody won, or not in
        time.
    won_by
        The rules by which it won; () where nobody did.
    over
        Whether the game came to its end in time.
    """

    seed: int
    edition: str
    house: tuple[str, ...]
    players: tuple[str, ...]
    characters: tuple[tuple[str, ...], ...]
    deaths: tuple[Death, ...]
    rounds: int
    turns: int
    answers: int
    refused: int
    minutes: float
    lives: tuple[int, ...]
    strength: tuple[int, ...]
    craft: tuple[int, ...]
    talismans: tuple[int, ...]
    crossings: tuple[int, ...]
    crowned: tuple[int, ...]
    winner: int
    winner_player: str | None
    winner_character: str | None
    won_by: tuple[str, ...]
    over: bool

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the row in a notebook, a field a line."""
        printer.text("\n".join(columns([(name, _in_words(value)) for name, value in structs.asdict(self).items()])))


def _in_words(value: Any) -> str:
    """Return a value of a row without the signs of Python."""
    if isinstance(value, Death):
        return f"{value.character} by {value.cause or '?'} in round {value.round}"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(" > ".join(each) if isinstance(each, tuple) else _in_words(each) for each in value)


def play(setting: Setting, seed: int) -> GameRow:
    """Play the game that a setting and a seed are; the players and characters go round with the seed."""
    book, seats = open_book(setting.edition, setting.house), len(setting.players)
    turned = tuple(setting.players[(seed + seat) % seats] for seat in range(seats))
    dealt = _dealt(book, setting.characters or ("",) * seats, random.Random(f"characters {seed // seats}"))
    return play_game(book, turned, dealt, seed, setting.rounds, setting.minutes)


def _dealt(book: Book, characters: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """The characters of the seats, those that are missing dealt among the others."""
    free = [one for one in book.characters if one not in characters]
    wanted = sum(not one for one in characters)
    drawn = iter(dice.sample(free, min(wanted, len(free))))
    return tuple(one or next(drawn, "") for one in characters)


def play_game(
    book: Book, players: Sequence[str], characters: Sequence[str], seed: int,
    rounds: int = MOST_ROUNDS, minutes: float = TURN_MINUTES,
) -> GameRow:  # fmt: skip
    """Play one game to its end, or until so many rounds are over; `minutes`: of a turn.

    Raises `SetupError` for players or characters that the edition doesn't allow.
    """
    state = new_game([(f"P{at + 1}", character) for at, character in enumerate(characters)], book)
    dice = random.Random(f"dice {seed}")
    seated = [PLAYERS[kind](random.Random(f"player {seed} {at}")) for at, kind in enumerate(players)]
    record, put_in = _Record(state, rounds), 0
    while (found := ask(state)).kind != "over" and state.round <= rounds:
        answer = _answer(state, found, seated, dice, put_in < MOST_PUT_IN)
        put_in = put_in + 1 if found.chance and answer.seat >= 0 else 0
        try:
            after, events = step(state, answer)
        except NotAllowedError:  # an answer with conditions of its own, such as a bargain
            after, events = _another(state, found, answer, dice)
            record.refused += 1
        record.add(state, after, events)
        state = after
    return record.row(book, players, seed, state, minutes)


def _answer(state: State, found: Ask, seated: Sequence[Player], dice: random.Random, may_put_in: bool) -> Answer:
    """The answer to a question: of chance, of the seat that is asked, or of the first that puts something in."""
    if found.seat == EVERYBODY and not found.chance:
        for seat, player in enumerate(state.players):
            if player.character and player.spells:
                said = seated[seat].choose(view_of(state, found, seat))
                if said is not None and said.key != NOBODY:
                    return said
        return Answer(state.ply, NOBODY)
    if found.chance:
        if may_put_in and found.purpose == MOVE and found.seat >= 0:
            said = seated[found.seat].choose(view_of(state, found, found.seat))
            if said is not None:
                return said
        return Answer(state.ply, thrown(found, dice))
    open_ = found.open()
    if len(open_) == 1:
        return Answer(state.ply, open_[0])
    return seated[found.seat].choose(view_of(state, found, found.seat)) or Answer(state.ply, open_[0])


def _another(state: State, found: Ask, refused: Answer, dice: random.Random) -> tuple[State, tuple[Event, ...]]:
    """Give any other open answer in place of one that is refused."""
    keys = [key for key in found.open() if key != refused.key]
    dice.shuffle(keys)
    for key in keys:
        try:
            return step(state, Answer(state.ply, key))
        except NotAllowedError:
            continue
    raise LookupError(f"none of the answers to {found.kind} ({found.purpose}) is open after all")


class _Record:
    """Notes that are taken of a game while it is played."""

    def __init__(self, state: State, rounds: int) -> None:
        self._rounds = rounds
        self._characters = [[p.character] if p.character else [] for p in state.players]
        self._deaths, self._dying = list[Death](), Deaths()
        self._crossings = [0] * len(state.players)
        self._crowned: list[int] = []
        self._answers = self._turns = self.refused = 0

    def add(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Note a step."""
        self._answers += 1
        self._deaths += self._dying.of(before, events)
        for event in events:
            if event.kind == "turn_begins":
                self._turns += event.n <= self._rounds  # a game is left once the next round has begun
            elif event.kind == "enters" and (after.players[event.seat].born > 1 or not self._characters[event.seat]):
                self._characters[event.seat].append(event.what)
        if after.players is not before.players:
            self._moved(before, after)

    def _moved(self, before: State, after: State) -> None:
        board = book_of(after.book).board
        for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
            if new.space == old.space or new.born != old.born or not new.character or not old.character:
                continue
            self._crossings[seat] += board.region(old.space) != board.region(new.space)
            if new.space == board.goal:
                self._crowned.append(seat)

    def row(self, book: Book, players: Sequence[str], seed: int, state: State, minutes: float) -> GameRow:
        """The row of the game."""
        g, over, winner = without_fight(state), ask(state).kind == "over", state.winner
        alive = [bool(p.character) for p in state.players]
        strength, craft = (
            tuple([total(g, at, stat) if living else 0 for at, living in enumerate(alive)])
            for stat in ("strength", "craft")
        )
        return GameRow(
            seed=seed,
            edition=book.edition,
            house=tuple([f"{name}={str(value).lower()}" for name, value in sorted(book.house.items())]),
            players=tuple(players),
            characters=tuple(map(tuple, self._characters)),
            deaths=tuple(self._deaths),
            rounds=state.round if over else state.round - 1,
            turns=self._turns,
            answers=self._answers,
            refused=self.refused,
            minutes=round(self._turns * minutes, 1),
            lives=tuple([p.life if p.character else 0 for p in state.players]),
            strength=strength,
            craft=craft,
            talismans=tuple([len(talismans(g, at)) for at in range(len(alive))]),
            crossings=tuple(self._crossings),
            crowned=tuple(self._crowned),
            winner=winner,
            winner_player=players[winner] if winner >= 0 else None,
            winner_character=self._characters[winner][-1] if winner >= 0 else None,
            won_by=state.won_by,
            over=over,
        )
