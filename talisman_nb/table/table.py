"""`Table`, a game being played: new, open and save; answers, corrections, undo and redo, hold on, amend, settings."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.engine import NotAllowedError, ask, new_game
from talisman_nb.engine.stepping import is_aside
from talisman_nb.model import Answer, Change, OwnCard, State
from talisman_nb.model.hand_move import HandMove
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.deck_mix import left_in_box
from talisman_nb.rules.layers import BASE, LayerLike, specified
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.table.file.older_format import convert, older_log
from talisman_nb.table.file.saved_tables import found_table, table_file
from talisman_nb.table.file.stored_book import packed, reopened

from .autoplay import Replay, Seeded, Source, answer_of, came, change_of, go_on, same_throw, to_replay
from .hand_moves import difference
from .history import Draft, History
from .house_files import house_values
from .last_time import read_before
from .read_only_table import ReadOnlyTable
from .records import AGAIN, BY_HAND, PERSON, AnswerRecord, Settings

Players = Sequence[tuple[str, str] | str] | Mapping[str, str]
"""Names with the ids of their characters, in seat order; a name alone, or one with "", has none yet."""


class Table(ReadOnlyTable):
    """A game being played. Without `name` and `path` it is in memory only.

    Methods with a `ply` (the number of the question that was seen) raise `NotAllowedError` "table.stale" if the game is
    at another question by then; None skips the check. What they refuse changes neither game nor file.

    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    >>> table.ask.kind, table.ask.purpose
    ('die', 'move')
    >>> made = table.answer(3)
    >>> table.ask.kind, table.ask.open()
    ('way', ('clockwise', 'anticlockwise', 'fate:0'))
    >>> table.undo()
    ()
    >>> table.ask.kind
    'die'
    """

    def __init__(self, history: History, source: Source | None = None) -> None:
        super().__init__(history)
        self.source: Source = source or Seeded(history.settings.seed)

    # --- beginning ---

    @classmethod
    def new(
        cls,
        players: Players,
        edition: str = BASE,
        house: Mapping[str, Any] | str | Path | None = None,
        *,
        layers: Iterable[LayerLike] = (),
        first: int = 0,
        dice: str = "physical",
        cards: str = "physical",
        spells: str = "hands",
        lang: str = "en",
        name: str = "",
        seed: int | None = None,
        path: str | Path | None = None,
        source: Source | None = None,
        position: State | None = None,
        demo: bool = False,
    ) -> Table:
        """Begin a game with `players` as (name, character) in seat order, clockwise.

        A name without a character is dealt one, or several to keep one of them, as `setup.deal` says.
        `house` are figures with their values, or the name or file of saved house rules (`save_house`).
        `layers` are put over the edition, in this order: names of installed layers, folders, or `Layer`s; the file of
        the table keeps them. `first` is the seat that begins; `dice`, `cards` and `spells` are those of `Settings`.
        `name` saves the table in the tables folder, `path` in another file. `seed` None is a random one; `source`
        replaces the seeded dice and cards. `position` is where the game begins, a state of these players and the same
        book; `demo` is that of `Settings`. Raises `SetupError` for players the edition does not allow or an unknown
        layer, `HouseFileError` for house rules that can't be used, `TableFileError` if the file exists or can't be
        written.
        """
        seats = players.items() if isinstance(players, Mapping) else players
        pairs = tuple((seat, "") if isinstance(seat, str) else (seat[0], seat[1]) for seat in seats)
        edition = specified((edition, *layers))
        values = house_values(house, open_book(edition))
        book = open_book(edition, values)
        seed = secrets.randbits(48) if seed is None else seed
        boxed = left_in_box(book, seed) if cards == "virtual" else ()
        texts = read_before(book) if cards == "physical" else ()
        start = new_game(pairs, book, None, first, boxed, texts)
        settings = Settings(
            players=pairs,
            edition=edition,
            house=values,
            first=first,
            dice=dice,
            cards=cards,
            spells=spells,
            lang=lang,
            name=name,
            seed=seed,
            boxed=boxed,
            texts=texts,
            book=book.id,
            demo=demo,
        )
        table = cls(History(GameLog(), start, settings), source)
        with table._history.transaction():
            table._history.note(settings=settings)
            draft = table._history.draft(undo_group=0)
            if position:
                draft.add(Answer(draft.state.ply, "hand", state=position), BY_HAND)
            table._written(draft)
        if name or path is not None:
            table.save_as(name if path is None else Path(path))
        return table

    @classmethod
    def open(cls, name: str | Path, *, until: int | None = None, source: Source | None = None) -> Table:
        """Open a saved table by its name or file, at its last head.

        `until` is the id of the answer to go back to (0: the beginning). If answers no longer fit the rules of today,
        the game is at the last one that fits, and the others wait (`unfit`). A file of an older format is converted
        once it was read. Raises `TableFileError` and leaves the file unchanged. Warns of what is odd (`problem`).
        """
        path = found_table(name)
        older = older_log(path)
        log = older or GameLog.opened(path)
        try:
            entries = older.entries() if older else log.read()
            settings = next((entry.settings for entry in reversed(entries) if entry.settings), None)
            if settings is None:
                raise TableFileError("lost", path=str(path))
            book = reopened(path, settings, next((entry.definitions for entry in entries if entry.definitions), b""))
            start = new_game(settings.players, book, None, settings.first, settings.boxed, settings.texts)
            history = History(log, start, settings, entries, until)
            if older:
                convert(older, path)
            if until is not None:
                with history.transaction():
                    history.go(until, [])
        except BaseException:
            log.close()
            raise
        table = cls(history, source)
        if (problem := table.problem) and problem.key != "converted":
            warnings.warn(str(problem), stacklevel=2)
        return table

    def save_as(self, name: str | Path) -> Path:
        """Save the game to a new file, given as a table's name or a path, and continue in it; an old file is kept.

        Also saves a game that is in memory only, or whose file was deleted or replaced. Raises `TableFileError` if the
        file exists or can't be written.
        """
        path = table_file(name) if isinstance(name, str) else name
        history = self._history
        if history.log.path is None:
            with history.transaction():
                history.note(definitions=packed(book_of(history.start.book)))
        history.log.save_to(path)
        return path

    def close(self) -> None:
        """Close the file."""
        self._history.log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    # --- answering ---

    def answer(
        self,
        key: str | int | Answer,
        seat: int | None = None,
        *,
        ply: int | None = None,
        own: OwnCard | None = None,
        changes: tuple[Change, ...] = (),
    ) -> tuple[AnswerRecord, ...]:
        """Answer the question, or give an aside of `seat`; return the lines written, with those of autoplay.

        `own` is the card for the key "own", `changes` the corrections for the key "hand". Raises `NotAllowedError` for
        a key that is not open.
        """
        said = answer_of(key, seat, own, changes)
        return self.answer_all(said, ply=said.ply if isinstance(key, Answer) else ply)

    def answer_all(self, *said: Answer, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Give several answers as one transaction and undo group, each to the question asked after the one before."""
        with self._transaction(ply):
            draft = self._history.draft()
            for each in said:
                draft.add(replace(each, ply=draft.state.ply), BY_HAND if each.key in ("hand", "settle") else PERSON)
                self._go_on(draft)
            if draft.lines:
                self._history.write(draft)
            return tuple(draft.lines)

    def roll(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Answer a chance ask from the table's source; with virtual dice, all dice of the same throw or fight.

        Raises `NotAllowedError` "table.no-chance" when the ask is not chance.
        """
        with self._transaction(ply):
            draft = self._history.draft()
            came(draft, self.source)
            self._go_on(draft)
            while same_throw(draft, self.settings):
                came(draft, self.source)
                self._go_on(draft)
            return self._written(draft)

    def throw_again(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Replace the last throw or draw of the table's source by a new one; the journal keeps both.

        Raises `NotAllowedError` "table.no-throw" when the last answer was none (`can_throw_again`).
        """
        with self._transaction(ply):
            line = self._last_throw()
            if line is None:
                message = "the last answer was no die or card of the table's own"
                raise NotAllowedError("table.no-throw", message, ("table.not-open",))
            draft = self._history.draft(line.n - 1)
            came(draft, self.source, AGAIN)
            return self._written(draft, "throw again")

    @contextmanager
    def _transaction(self, ply: int | None) -> Iterator[None]:
        self._seen = self._as_it_lies()
        with self._history.transaction(ply):
            yield

    def _written(self, draft: Draft, jump: str = "") -> tuple[AnswerRecord, ...]:
        """Extend a draft by autoplay and write it."""
        self._go_on(draft)
        self._history.write(draft, jump)
        return tuple(draft.lines)

    def _go_on(self, draft: Draft) -> None:
        if self.settings.sheets_only:
            return
        go_on(draft, self.settings, self.source)

    # --- by hand ---

    def change(self, *changes: Change, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Correct values by hand, as one line of the journal."""
        return self.answer("hand", changes=changes, ply=ply)

    def correct(self, seat: int = -1, *, ply: int | None = None, **values: Any) -> tuple[AnswerRecord, ...]:
        """Correct values of a seat by field name: `correct(0, life=3, space="city")`, or move a card:
        `correct(card=…, origin=…, to=…)`."""
        if "card" in values:
            return self.change(Change("card", seat, **values), ply=ply)
        return self.change(*(change_of(seat, what, value) for what, value in values.items()), ply=ply)

    def take_over(self, seat: int, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Ask again, after a time in which the table only kept sheets: the turn of `seat` begins."""
        with self._transaction(ply):
            self._history.note(settings=replace(self.settings, sheets_only=False))
            draft = self._history.draft()
            draft.add(Answer(draft.state.ply, "hand", changes=(Change("turn", seat),)), BY_HAND)
            return self._written(draft)

    def settle_by_hand(self, seat: int | None = None, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Drop the card, space or fight that is running; the players carry it out by hand and enter the result."""
        return self.answer("settle", seat, ply=ply)

    # --- back and forth ---

    def undo(self, *, ply: int | None = None) -> tuple[HandMove, ...]:
        """Undo the last undo group or jump; return the hand moves it needs."""
        history = self._history
        with self._transaction(ply):
            head = history.before_last()
            if head is not None:
                history.go(head, [*history.redos, history.head])
        return self.hands

    def redo(self, *, ply: int | None = None) -> tuple[HandMove, ...]:
        """Redo the last undo, with the same dice and cards; return the hand moves it needs."""
        history = self._history
        with self._transaction(ply):
            if history.redos:
                *rest, head = history.redos
                history.go(head, rest)
        return self.hands

    def restart(self) -> None:
        """Go back to the first question; redo goes on where the game was."""
        with self._transaction(None):
            if self.can_undo:
                self._history.go(self._history.beginning, [self._history.head])

    def hold_on(
        self, n: int, key: str | Answer, seat: int | None = None, *, ply: int | None = None, try_only: bool = False
    ) -> Replay:
        """Insert an answer before answer `n` (a late Spell), then replay answer `n` and those after it while they fit.

        `try_only` changes nothing: it returns the result up to the first draw.
        """
        return self._replay_from("hold on", n, answer_of(key, seat), 1, ply, try_only)

    def amend(
        self,
        n: int,
        key: str | int | Answer,
        seat: int | None = None,
        *,
        own: OwnCard | None = None,
        ply: int | None = None,
        try_only: bool = False,
    ) -> Replay:
        """Replace answer `n` (an aside: insert it before), then replay the answers after it while they fit.

        `try_only` changes nothing: it returns the result up to the first draw, so that no deck is revealed.
        """
        said = answer_of(key, seat, own)
        return self._replay_from("amend", n, said, is_aside(said.key), ply, try_only)

    def _replay_from(self, jump: str, n: int, said: Answer, repeat: int, ply: int | None, try_only: bool) -> Replay:
        """Answer question `n` with `said` and replay the rest; `jump` names the change; `repeat`: `_drafted_replay`."""
        if try_only:
            return self._drafted_replay(n, said, repeat, None)[0]
        with self._transaction(ply):
            found, draft = self._drafted_replay(n, said, repeat, self.source)
            self._history.write(draft, jump)
        return found

    def _drafted_replay(self, n: int, said: Answer, repeat: int, source: Source | None) -> tuple[Replay, Draft]:
        """Draft the replay from question `n`; `repeat` 1 also replays answer `n` itself, 0 replaces it."""
        old, history = self._as_it_lies(), self._history
        if not 1 <= n <= len(history.lines):
            message = f"there is no answer {n}: the game has {len(history.lines)}"
            raise NotAllowedError("table.stale", message, ("table.stale",))
        waiting, draft = to_replay(history.lines[n - repeat :]) + history.pending, history.draft(n - 1)
        draft.pending = list(waiting)
        draft.add(replace(said, ply=draft.state.ply), PERSON)
        go_on(draft, self.settings, source)
        rest, skipped = tuple(draft.pending), tuple(draft.skipped)
        kept = len(waiting) - len(rest) - len(skipped)
        to_do = () if rest else difference(old, draft.state)
        return Replay(kept, ask(draft.state) if rest else None, rest, to_do, draft.state, skipped), draft

    def let_go(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Drop the answers that wait to be replayed; the game continues from here. They stay in the file."""
        with self._transaction(ply):
            self._history.let_go()
        return ()

    def keep_by_hand(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Drop the answers that wait to be replayed and restore the state before the hold on, by a correction.

        The journal keeps the changed answer; no hand moves are needed.
        """
        with self._transaction(ply):
            if not self._history.pending:
                return ()
            lies, draft = self._history.as_it_lies(), self._history.draft()
            draft.pending.clear()
            draft.add(Answer(draft.state.ply, "hand", state=lies), BY_HAND)
            self._history.write(draft, lay_after=self._history.lies_after())
            return tuple(draft.lines)

    # --- settings ---

    def set(self, **changes: Any) -> Settings:
        """Change settings from now on: `dice`, `cards`, `spells`, `lang`, `react`, `name`, `sheets_only`; return them.

        Raises `ValueError` for a field that is fixed or unknown, or a value that is not allowed.
        """
        fixed = ("players", "edition", "house", "first", "book", "seed")
        for name in changes:
            if name in fixed or name not in Settings.__struct_fields__:
                free = [field for field in Settings.__struct_fields__ if field not in fixed]
                hint = f"{did_you_mean(name, free)}; these can: {', '.join(free)}"
                raise ValueError(f"{name!r} can't be changed while playing{hint}")
        with self._history.transaction():
            settings = replace(self._history.settings, **changes)
            self._history.note(settings=settings)
        return settings
