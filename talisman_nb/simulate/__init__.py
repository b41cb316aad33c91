"""Many games of players against each other: what becomes of each as a row; the same seed always plays the same game."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import islice
from pathlib import Path
from statistics import median
from time import monotonic
from types import NoneType
from typing import Any, Literal, get_args, get_type_hints

import portalocker
from msgspec import Struct, convert, json

from talisman_nb.bots.players import PLAYERS
from talisman_nb.engine.dying import Death
from talisman_nb.model import UserError
from talisman_nb.odds import Outlook
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE, JOIN, SetupError, variants
from talisman_nb.text.phrases import load_phrases

from .game import MOST_ROUNDS, TURN_MINUTES, GameRow, Setting, play

__all__ = ["Death", "GameRow", "Games", "GamesError", "simulate"]

Progress = Callable[[int, int], None]
"""Is told how many games of how many are played."""
ROWS = 100
"""Rows of a part of a folder, at most."""
SECONDS = 60.0
"""Time after which rows that are played are written, fewer than a part's or not."""


class GamesError(UserError):
    """Raised for games that can't be played; `key` names the phrase that says why."""

    topic = "console"

    def __init__(self, key: Literal["simulated-unknown", "games-other", "games-written"], **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


class Games(tuple[GameRow, ...]):
    """The rows of many games, in the order of their seeds."""

    def dicts(self) -> list[dict[str, Any]]:
        """Return the rows as plain dicts, as for JSON or `pandas.DataFrame`.

        Returns
        -------
        list[dict[str, Any]]
            A dict for each game, with the fields of `GameRow`.

        Examples
        --------
        >>> simulate(1, "random,random", rounds=1).dicts()[0]["players"]
        ['random', 'random']
        """
        return [json.decode(json.encode(row)) for row in self]

    def seats(self) -> list[dict[str, Any]]:
        """Return a plain dict for each seat of each game: nothing in it is a list, so that it can be grouped by.

        Returns
        -------
        list[dict[str, Any]]
            `character` is the first one of the seat, `won` None where nobody won in time.

        Examples
        --------
        >>> games = simulate(1, "random,greedy", rounds=1)
        >>> [seat["player"] for seat in games.seats()]
        ['greedy', 'random']
        """
        return [
            {
                "seed": row.seed, "edition": row.edition, "seat": seat, "player": player,
                "character": row.characters[seat][0], "deaths": sum(one.seat == seat for one in row.deaths),
                "rounds": row.rounds, "life": row.lives[seat], "strength": row.strength[seat],
                "craft": row.craft[seat], "talismans": row.talismans[seat], "crossings": row.crossings[seat],
                "crowned": seat in row.crowned, "won": row.winner == seat if row.winner >= 0 else None,
            }
            for row in self
            for seat, player in enumerate(row.players)
        ]  # fmt: skip

    def arrow(self) -> Any:
        """Return the rows as a table of Arrow.

        Returns
        -------
        Any
            A `pyarrow.Table`. Polars takes it as it is (`polars.from_arrow`); its `to_pandas` needs pandas, which no
            extra brings.

        Raises
        ------
        ModuleNotFoundError
            Without the extra `[games]`.

        Examples
        --------
        >>> simulate(3, "random,random", rounds=1).arrow().num_rows
        3
        """
        with _of_extra():
            import pyarrow as arrow

        return arrow.Table.from_pylist(self.dicts(), arrow.schema(list(_arrow_type(arrow, GameRow))))

    def wins(self, player: str) -> Outlook:
        """Return how often a kind of player won the games that were decided, with its interval.

        Parameters
        ----------
        player
            The kind.

        Returns
        -------
        Outlook
            The chance that a seat of that kind won, with `games` the number of those that were decided.

        Raises
        ------
        LookupError
            For a kind that played in none of them, and if none was decided: 0 of 0 says nothing.

        Examples
        --------
        >>> simulate(2, "random,random").wins("random").chance("won")
        Fraction(1, 1)
        """
        if player not in (played := {kind for row in self for kind in row.players}):
            raise LookupError(f"no {player!r} played in these games, only {', '.join(sorted(played)) or 'nobody'}")
        decided = [row.winner_player for row in self if row.winner >= 0]
        if not decided:
            raise LookupError(f"none of {len(self)} games was won in time; more rounds let more of them come to an end")
        won = Fraction(decided.count(player), len(decided))
        return Outlook({"won": won, "lost": 1 - won}, exact=False, games=len(decided))

    def told(self, lang: str = "en") -> Iterator[str]:
        """Yield what the games say as a whole: how long they were, how many ended, how often each kind of player won.

        Parameters
        ----------
        lang
            The language of the lines.

        Yields
        ------
        str
            A line; of kinds of players only if a game was decided.

        Examples
        --------
        >>> [*simulate(2, ["random", "random"], rounds=4).told()][0]
        'Games: 2, 0 of them to their end. Rounds: 4 to 4, half of the games had at most 4.'
        """
        say, rounds = load_phrases(lang).say, [row.rounds for row in self] or [0]
        length = {"low": min(rounds), "high": max(rounds), "median": int(median(rounds))}
        yield say("console", "simulated", n=len(self), over=sum(row.over for row in self), **length)
        if not any(row.winner >= 0 for row in self):
            return
        for kind in dict.fromkeys(kind for row in self for kind in row.players):
            won = self.wins(kind)
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
    plain = {int: arrow.int64, str: arrow.string, bool: arrow.bool_, float: arrow.float64}
    if kind in plain:
        return plain[kind]()
    inner = get_args(kind)
    return _arrow_type(arrow, inner[0]) if NoneType in inner else arrow.list_(_arrow_type(arrow, inner[0]))


def simulate(
    games: int, players: Sequence[str] | str = ("planner", "planner"), *, characters: Sequence[str] = (),
    house: Mapping[str, Any] | None = None, edition: str = BASE, layers: Sequence[str] = (), seed: int = 1,
    rounds: int = MOST_ROUNDS, minutes: float = TURN_MINUTES, jobs: int | Any = 1, to: str | Path | None = None,
    progress: Progress | bool = True,
) -> Games:  # fmt: skip
    """Play many games and return what became of each.

    The players go round the table from game to game, and the characters are dealt anew once each of them has sat on
    every chair, so that nobody has better ones.

    Parameters
    ----------
    games
        How many.
    players
        The kind of player of each seat: `random`, `greedy`, `planner` or `search`; also as one text, "greedy,random".
    characters
        The character of each seat; () or "" for one that is dealt.
    house, edition, layers
        House rules, the edition, and layers over it, as `Table.new` takes them.
    seed
        The seed of the first game; those that follow have the next ones.
    rounds
        The rounds after which a game is left undecided.
    minutes
        How long a turn is taken to last: the rows say by it how many minutes a game would be. Nobody has measured the
        default; of a group's own pace it is the minutes of a round divided by its people.
    jobs
        How many processes play, or a client of a Dask cluster (`distributed.Client`), whose workers have the same
        version of this package: a game whose worker is lost is played by another. Both need the extra `[games]`.
    to
        A folder for the rows as Parquet files, which `pyarrow`, polars and Dask read as one table. Games that are there
        are not played again, so that a run that was interrupted goes on; at most the last minute of it is played anew.
        It needs the extra `[games]`.
    progress
        Called with the numbers of games that are done and of all; True for a bar, in a notebook; False for nothing.

    Returns
    -------
    Games
        A row for each game.

    Raises
    ------
    GamesError
        For an unknown kind of player, or if the folder has games of other players or rules, or another run writes
        there.
    ModuleNotFoundError
        If the extra `[games]` is needed and missing.
    SetupError
        For an unknown edition, layer, house rule or character, or too few or many players, and where fewer characters
        are known than there are players.

    Examples
    --------
    >>> first, second = simulate(2, ["random", "random"], seed=3, rounds=5)
    >>> first.seed, first.rounds, first.over, first.winner_player
    (3, 5, False, None)
    """
    kinds = [kind.strip() for kind in players.split(",")] if isinstance(players, str) else players
    if unknown := [kind for kind in kinds if kind not in PLAYERS]:
        raise GamesError("simulated-unknown", name=unknown[0], names=", ".join(PLAYERS))
    named = JOIN.join((edition, *layers))
    seats, book = len(kinds), open_book(named, house)
    free = len(book.characters)
    if not free and (others := [one for one in variants(edition) if open_book(one).characters]):
        message = f"no character of {edition!r} is known: play it as {' or '.join(map(repr, others))}"
        raise SetupError("characters-none", message, others=", ".join(others))
    if free < seats:
        message = f"{seats} players are dealt 1 character each, but only {free} are known"
        raise SetupError("characters-few", message, players=seats, each=1, free=free, most=free // seats)
    setting = Setting(tuple(kinds), tuple(characters), named, dict(house or {}), rounds, minutes)
    seeds, tell = range(seed, seed + games), _bar(games) if progress is True else progress or (lambda *_: None)
    if to is None:
        return Games(_counted(_played(setting, seeds, jobs), 0, games, tell))
    with _Parts.opened(Path(to), setting, book.id) as parts:
        done = {row.seed: row for row in parts.read() if row.seed in seeds}
        missing = [each for each in seeds if each not in done]
        for row in _counted(_played(setting, missing, jobs), len(done), games, tell):
            parts.add(row)
            done[row.seed] = row
    return Games(done[each] for each in seeds)


def _counted(rows: Iterable[GameRow], before: int, games: int, tell: Progress) -> Iterator[GameRow]:
    for done, row in enumerate(rows, before + 1):
        yield row
        tell(done, games)


def _bar(games: int) -> Progress:
    """A bar in a notebook that somebody looks at; elsewhere nothing."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if getattr(shell, "kernel", None) is None:
        return lambda *_: None
    from IPython.display import ProgressBar

    bar, shown = ProgressBar(games), 0.0  # type: ignore[no-untyped-call]
    bar.display()  # type: ignore[no-untyped-call]

    def tell(done: int, of: int) -> None:
        nonlocal shown
        if done == of or monotonic() > shown + 0.2:
            bar.progress, shown = done, monotonic()

    return tell


def _played(setting: Setting, seeds: Sequence[int], jobs: int | Any) -> Iterator[GameRow]:
    """Play the games of some seeds here, by several processes or on a cluster: in their order but for the cluster."""
    if jobs == 1:
        yield from (play(setting, seed) for seed in seeds)
        return
    if isinstance(jobs, int):
        with _of_extra():
            import joblib

        yield from joblib.Parallel(n_jobs=jobs, return_as="generator")(joblib.delayed(play)(setting, s) for s in seeds)
        return
    with _of_extra():
        from distributed import as_completed

    left = iter(seeds)
    ahead = 2 * sum(jobs.nthreads().values()) + 2  # so that no worker waits, and a million are no burden
    running = as_completed([jobs.submit(play, setting, seed, pure=False) for seed in islice(left, ahead)])
    for future in running:
        yield future.result()
        for seed in islice(left, 1):
            running.add(jobs.submit(play, setting, seed, pure=False))


class _Parts:
    """A folder of rows: Parquet files, each of which is whole, since it gets its name when it is."""

    def __init__(self, folder: Path, said: bytes) -> None:
        self._folder, self._said = folder, said
        self._rows: list[GameRow] = []
        self._since = monotonic()

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, setting: Setting, book: str) -> Iterator[_Parts]:
        """Open it for one run alone; what is played is written whatever ends the run."""
        with _of_extra():
            import pyarrow.parquet  # noqa: F401
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / ".lock").open("w") as lock:
            try:
                portalocker.lock(lock, portalocker.LOCK_EX | portalocker.LOCK_NB)
            except portalocker.LockException:
                raise GamesError("games-written", path=folder) from None
            parts = cls(folder, json.encode({"book": book, "setting": setting}))
            try:
                yield parts
            finally:
                parts._write()

    def read(self) -> Iterator[GameRow]:
        """Yield the rows that are there; `GamesError` for those of other games."""
        from pyarrow import parquet

        for path in sorted(self._folder.glob("*.parquet")):
            table = parquet.read_table(path)
            if (table.schema.metadata or {}).get(b"talisman") != self._said:
                raise GamesError("games-other", path=path)
            yield from convert(table.to_pylist(), list[GameRow])

    def add(self, row: GameRow) -> None:
        """Keep a row, and write those that are kept once they are many or old."""
        self._rows.append(row)
        if len(self._rows) >= ROWS or monotonic() > self._since + SECONDS:
            self._write()

    def _write(self) -> None:
        from pyarrow import parquet

        if not self._rows:
            return
        rows = Games(sorted(self._rows, key=lambda row: row.seed))
        table = rows.arrow().replace_schema_metadata({"talisman": self._said})
        path = self._folder / f"{rows[0].seed:09}.parquet"
        begun = path.with_name(f".{path.name}")  # a name that readers of the folder pass over
        with begun.open("wb") as file:
            parquet.write_table(table, file)
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
        self._rows, self._since = [], monotonic()
