"""Many games of players against each other: what becomes of each as a row; the same seed always plays the same game."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from statistics import median
from typing import Any, get_args, get_type_hints

from msgspec import Struct, json, structs

from talisman_nb.bots import NOBODY, Player, RandomPlayer, thrown, view_of
from talisman_nb.bots.players import GreedyPlayer, PlannerPlayer, SearchPlayer
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.dying import cause_of_death
from talisman_nb.engine.foresight import MOVE
from talisman_nb.engine.totals import talismans, total, without_fight
from talisman_nb.model import EVERYBODY, Answer, Ask, Event, State
from talisman_nb.odds import Outlook
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import BASE, JOIN, SetupError, variants
from talisman_nb.text.pages import columns
from talisman_nb.text.phrases import load_phrases

PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {
    "random": RandomPlayer, "greedy": GreedyPlayer, "planner": PlannerPlayer,
    "search": SearchPlayer,
}  # fmt: skip
"""The kinds of players, each one stronger than those before."""
MOST_ROUNDS = 400
"""Rounds after which a game is left undecided."""
MOST_PUT_IN = 3
"""Times that something may be put in before one die."""

Progress = Callable[[int, int], None]
"""Is told how many games of how many are played."""


class Died(Struct, frozen=True):
    """A character that was killed: its seat, by what (card, space, cause, character; "" unknown), in which round."""

    seat: int
    character: str
    cause: str
    round: int


class GameRow(Struct, frozen=True):
    """The outcome of a game; what is listed by seat is in the order of the seats.

    Attributes
    ----------
    seed, edition
        The seed of all its dice and cards, and the edition with its layers.
    players
        The kind of player of each seat.
    characters
        The characters of each seat, in the order in which it had them.
    deaths
        The characters that were killed, in their order.
    rounds, answers, refused
        Rounds that were begun; answers that were given, dice and cards among them; answers of players that the engine
        refused, so that another one was given.
    lives, strength, craft, talismans
        What each seat has in the end, its things counted; 0 for a dead character.
    crossings
        How often each seat's characters came into another region.
    crowned
        Seats whose character stood on the goal of the board, in the order in which they came there.
    winner, won_by
        The seat that won and the rules by which; -1 and () for a game that nobody won, or none in time.
    over
        Whether the game came to its end in time.
    """

    seed: int
    edition: str
    players: tuple[str, ...]
    characters: tuple[tuple[str, ...], ...]
    deaths: tuple[Died, ...]
    rounds: int
    answers: int
    refused: int
    lives: tuple[int, ...]
    strength: tuple[int, ...]
    craft: tuple[int, ...]
    talismans: tuple[int, ...]
    crossings: tuple[int, ...]
    crowned: tuple[int, ...]
    winner: int
    won_by: tuple[str, ...]
    over: bool

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the row in a notebook, a field a line."""
        printer.text("\n".join(columns([(name, _in_words(value)) for name, value in structs.asdict(self).items()])))


def _in_words(value: Any) -> str:
    """Return a value of a row without the signs of Python."""
    if isinstance(value, Died):
        return f"{value.character} by {value.cause or '?'} in round {value.round}"
    if not isinstance(value, tuple):
        return str(value)
    return ", ".join(" > ".join(each) if isinstance(each, tuple) else _in_words(each) for each in value)


class Games(tuple[GameRow, ...]):
    """The rows of many games, in the order of their seeds."""

    def dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain dicts, as for JSON."""
        return [json.decode(json.encode(row)) for row in self]

    def arrow(self) -> Any:
        """Return the rows as a `pyarrow.Table`, which has `to_pandas`; `ModuleNotFoundError` without `[games]`."""
        with _of_extra():
            import pyarrow as arrow

        return arrow.Table.from_pylist(self.dicts(), arrow.schema(list(_arrow_type(arrow, GameRow))))

    def wins(self, player: str) -> Outlook:
        """Return how often a kind of player won the games that were decided, with its interval.

        >>> games = simulate(2, ["random", "random"], rounds=400)
        >>> games.wins("random").chance("won")
        Fraction(1, 1)
        """
        decided = [row.players[row.winner] for row in self if row.winner >= 0]
        won = Fraction(decided.count(player), len(decided)) if decided else Fraction(0)
        return Outlook({"won": won, "lost": 1 - won}, exact=not decided, games=len(decided))

    def told(self, lang: str = "en") -> Iterator[str]:
        """Yield what the games say as a whole: how long they were, how many ended, how often each kind of player won.

        >>> [*simulate(2, ["random", "random"], rounds=4).told()][0]
        'Games: 2, 0 of them to their end. Rounds: 5 to 5, half of the games had at most 5.'
        """
        say, rounds = load_phrases(lang).say, [row.rounds for row in self] or [0]
        length = {"low": min(rounds), "high": max(rounds), "middle": int(median(rounds))}
        yield say("console", "simulated", n=len(self), over=sum(row.over for row in self), **length)
        for kind in dict.fromkeys(kind for row in self for kind in row.players):
            if not (won := self.wins(kind)).games:
                return
            part, low, high = (round(100 * float(share)) for share in (won.chance("won"), *won.interval("won")))
            yield say("console", "simulated-won", who=kind, part=part, n=won.games, low=low, high=high)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook what the games say, in the language of `TALISMAN_NB_LANG`."""
        printer.text("\n".join(self.told(os.environ.get("TALISMAN_NB_LANG") or "en")))


@contextmanager
def _of_extra() -> Iterator[None]:
    """Import a module of the extra `[games]`; `ModuleNotFoundError` says what installs it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        message = f'{missing}: pip install "talisman-nb[games]" installs it'
        raise ModuleNotFoundError(message, name=missing.name) from None


def _arrow_type(arrow: Any, kind: Any) -> Any:
    """The type in Arrow of a field of a row, so that one that is empty in all of them has it too."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return arrow.struct([(name, _arrow_type(arrow, one)) for name, one in get_type_hints(kind).items()])
    plain = {int: arrow.int64, str: arrow.string, bool: arrow.bool_}
    return plain[kind]() if kind in plain else arrow.list_(_arrow_type(arrow, get_args(kind)[0]))


def simulate(
    games: int, players: Sequence[str] = ("planner", "planner"), *, characters: Sequence[str] = (),
    house: Mapping[str, Any] | None = None, edition: str = BASE, layers: Sequence[str] = (), seed: int = 1,
    rounds: int = MOST_ROUNDS, jobs: int = 1, progress: Progress | None = None,
) -> Games:  # fmt: skip
    """Play many games and return what became of each.

    The players go round the table from game to game, and the characters are dealt anew once each of them has sat on
    every chair, so that nobody has better ones.

    Parameters
    ----------
    games
        How many.
    players
        The kind of player of each seat: `random`, `greedy`, `planner` or `search`.
    characters
        The character of each seat; () or "" for one that is dealt.
    house, edition, layers
        House rules, the edition, and layers over it, as `Table.new` takes them.
    seed
        The seed of the first game; those that follow have the next ones.
    rounds
        The rounds after which a game is left undecided.
    jobs
        How many processes play; more than one needs the extra `[games]`.
    progress
        Called with the number of games that are done.

    Returns
    -------
    Games
        A row for each game.

    Raises
    ------
    KeyError
        For an unknown kind of player.
    ModuleNotFoundError
        If more than one process plays without the extra `[games]`.
    SetupError
        For an unknown edition, layer, house rule or character, or too few or many players, and where fewer characters
        are known than there are players.

    Examples
    --------
    >>> first, second = simulate(2, ["random", "random"], seed=3, rounds=5)
    >>> first.seed, first.rounds, first.over
    (3, 6, False)
    """
    if unknown := [kind for kind in players if kind not in PLAYERS]:
        raise KeyError(f"no kind of player {unknown[0]!r}; there are {', '.join(PLAYERS)}")
    named = JOIN.join((edition, *layers))
    seats, free = len(players), len(open_book(named, house).characters)
    if not free and (others := [one for one in variants(edition) if open_book(one).characters]):
        message = f"no character of {edition!r} is known: play it as {' or '.join(map(repr, others))}"
        raise SetupError("characters-none", message, others=", ".join(others))
    if free < seats:
        message = f"{seats} players are dealt 1 character each, but only {free} are known"
        raise SetupError("characters-few", message, players=seats, each=1, free=free, most=free // seats)
    tasks = [(seed + at, tuple(players), tuple(characters), named, dict(house or {}), rounds) for at in range(games)]
    done: list[GameRow] = []
    for row in _played(tasks, jobs):
        done.append(row)
        if progress is not None:
            progress(len(done), games)
    return Games(done)


Task = tuple[int, tuple[str, ...], tuple[str, ...], str, dict[str, Any], int]
"""All that a process needs to play a game: its seed, players, characters, edition, house rules, rounds."""


def _played(tasks: Sequence[Task], jobs: int) -> Iterator[GameRow]:
    if jobs == 1:
        yield from map(_play_task, tasks)
        return
    with _of_extra():
        import joblib

    yield from joblib.Parallel(n_jobs=jobs, return_as="generator")(joblib.delayed(_play_task)(task) for task in tasks)


def _play_task(task: Task) -> GameRow:
    seed, players, characters, edition, house, rounds = task
    book, seats = open_book(edition, house), len(players)
    turned = tuple(players[(seed + seat) % seats] for seat in range(seats))
    dealt = _dealt(book, characters or ("",) * seats, random.Random(f"characters {seed // seats}"))
    return play_game(book, turned, dealt, seed, rounds)


def _dealt(book: Book, characters: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """The characters of the seats, those that are missing dealt among the others."""
    free = [one for one in book.characters if one not in characters]
    wanted = sum(not one for one in characters)
    drawn = iter(dice.sample(free, min(wanted, len(free))))
    return tuple(one or next(drawn, "") for one in characters)


def play_game(
    book: Book, players: Sequence[str], characters: Sequence[str], seed: int, rounds: int = MOST_ROUNDS
) -> GameRow:
    """Play one game to its end, or until so many rounds are over.

    Raises `SetupError` for players or characters that the edition doesn't allow.
    """
    state = new_game([(f"P{at + 1}", character) for at, character in enumerate(characters)], book)
    dice = random.Random(f"dice {seed}")
    seated = [PLAYERS[kind](random.Random(f"player {seed} {at}")) for at, kind in enumerate(players)]
    record, put_in = _Record(state), 0
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
    return record.row(book, players, seed, state, found.kind == "over")


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

    def __init__(self, state: State) -> None:
        self._characters = [[p.character] if p.character else [] for p in state.players]
        self._deaths: list[Died] = []
        self._crossings = [0] * len(state.players)
        self._crowned: list[int] = []
        self._fights: dict[int, Event] = {}
        self._answers = self.refused = 0

    def add(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Note a step."""
        self._answers += 1
        for event in events:
            if event.kind == "fought":
                loser = event.seat if event.what == "lost" else event.other if event.what == "won" else -1
                self._fights[loser] = event
            elif event.kind == "killed":
                cause, by = cause_of_death(events, event.seat, self._fights.get(event.seat))
                named = cause or (f"character.{before.players[by].character}" if by >= 0 else "")
                self._deaths.append(Died(event.seat, event.what, named, before.round))
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

    def row(self, book: Book, players: Sequence[str], seed: int, state: State, over: bool) -> GameRow:
        """The row of the game."""
        g = without_fight(state)
        alive = [bool(p.character) for p in state.players]
        strength, craft = (
            tuple([total(g, at, stat) if living else 0 for at, living in enumerate(alive)])
            for stat in ("strength", "craft")
        )
        return GameRow(
            seed=seed,
            edition=book.edition,
            players=tuple(players),
            characters=tuple(map(tuple, self._characters)),
            deaths=tuple(self._deaths),
            rounds=state.round,
            answers=self._answers,
            refused=self.refused,
            lives=tuple([p.life if p.character else 0 for p in state.players]),
            strength=strength,
            craft=craft,
            talismans=tuple([len(talismans(g, at)) for at in range(len(alive))]),
            crossings=tuple(self._crossings),
            crowned=tuple(self._crowned),
            winner=state.winner,
            won_by=state.won_by,
            over=over,
        )
