"""A game being played: it takes answers, keeps them in its file, goes back and forth, and says what hands must do."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.engine import NotAllowedError, ask, new_game
from talisman_nb.engine.asides import aside_verb
from talisman_nb.model import Answer, Change, OwnCard, State
from talisman_nb.rules.book import open_book

from .by_itself import came, go_on, same_throw
from .chance import Seeded, Source
from .difference import HandMove, difference
from .history import Draft, History
from .journal import Journal, TableFileError
from .line import AGAIN, BY_HAND, PERSON, Line, Settings
from .looking import Looking
from .pinned import pin, reopened
from .replay import Replay, to_replay
from .saved import found_table, table_file

Players = Sequence[tuple[str, str]] | Mapping[str, str]


class Table(Looking):
    """A game at a table. Without `name` and `path` it is kept in memory only.

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

    def __init__(self, settings: Settings, history: History, source: Source | None = None) -> None:
        super().__init__(settings, history)
        self.source: Source = source or Seeded(settings.seed)

    # --- beginning ---

    @classmethod
    def new(
        cls,
        players: Players,
        edition: str = "revised4",
        house: Mapping[str, Any] | None = None,
        *,
        first: int = 0,
        dice: str = "physical",
        cards: str = "physical",
        spells: str = "hands",
        lang: str = "en",
        name: str = "",
        seed: int | None = None,
        path: str | Path | None = None,
        source: Source | None = None,
    ) -> Table:
        """A new game of (name, character) in seat order, clockwise.

        `name` saves it among this computer's tables, `path` in a file of your choice. Raises `SetupError` for players
        the box has no room for, `TableFileError` when the file is there already.
        """
        pairs = tuple(players.items() if isinstance(players, Mapping) else ((who, what) for who, what in players))
        book = open_book(edition, house)
        start = new_game(pairs, edition, house, first)
        settings = Settings(
            players=pairs,
            edition=edition,
            house=dict(house or {}),
            first=first,
            dice=dice,
            cards=cards,
            spells=spells,
            lang=lang,
            name=name,
            seed=secrets.randbits(48) if seed is None else seed,
            book=book.id,
        )
        journal = Journal.made(_path(name, path), {"settings": _written(settings)})
        pin(journal, book)
        table = cls(settings, History(journal, start), source)
        table._history.catch_up()
        with table._history.press(deed=0) as draft:
            table._go_on(draft)
        return table

    @classmethod
    def open(cls, name: str | Path, *, until: int | None = None, source: Source | None = None) -> Table:
        """The saved table of that name or file, as it was left.

        `until`: as it was after the answer with this id, for a file of which a part can't be read.
        Raises `TableFileError`, which says what is wrong and what to do; the file is never changed by that.
        """
        journal = Journal.opened(found_table(name))
        try:
            settings = msgspec.json.decode(journal.kept("settings"), type=Settings)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise TableFileError("settings", path=str(journal.path)) from error
        book = reopened(journal, settings)
        start = replace(new_game(settings.players, settings.edition, settings.house, settings.first), book=book.id)
        history = History(journal, start)
        history.catch_up(until)
        if until is not None:
            history.go(until, [])
        return cls(settings, history, source)

    def close(self) -> None:
        """Let go of the file."""
        self._history.journal.close()

    # --- answering ---

    def answer(
        self,
        key: str | int | Answer,
        seat: int | None = None,
        *,
        ply: int | None = None,
        own: OwnCard | None = None,
        changes: tuple[Change, ...] = (),
    ) -> tuple[Line, ...]:
        """Answer the question, or put in an aside (with its `seat`); the lines it made, the table's own among them.

        `ply` is the number of the question that was shown: if the game has gone on since, the answer is stale.
        Raises `NotAllowedError` for what can't be said now; the game and its file stay as they are.
        """
        said = _said(key, seat, own, changes)
        with self._press() as draft:
            if not isinstance(key, Answer):
                said = replace(said, ply=draft.state.ply if ply is None else ply)
            draft.add(said, BY_HAND if said.key in ("hand", "settle") else PERSON)
            self._go_on(draft)
        return tuple(draft.lines)

    def roll(self) -> tuple[Line, ...]:
        """Throw or draw what is asked for; with virtual dice all dice of the same throw or fight."""
        with self._press() as draft:
            came(draft, self.source)
            self._go_on(draft)
            while same_throw(draft, self._settings):
                came(draft, self.source)
                self._go_on(draft)
        return tuple(draft.lines)

    def throw_again(self) -> tuple[Line, ...]:
        """Throw the table's last die, or draw its last card, anew: a choice of its own, which stays in the journal."""
        line = self._last_throw()
        if line is None:
            message = "the last answer was no die or card of the table's own"
            raise NotAllowedError("table.no-throw", message, ("table.not-open",))
        with self._press(line.n - 1, "throw again") as draft:
            came(draft, self.source, AGAIN)
            self._go_on(draft)
        return tuple(draft.lines)

    def _press(self, n: int | None = None, jump: str = "") -> AbstractContextManager[Draft]:
        self._seen = self._as_it_lies()
        return self._history.press(n, jump)

    def _go_on(self, draft: Draft) -> None:
        go_on(draft, self._settings, self.source)

    # --- by hand ---

    def change(self, *changes: Change) -> tuple[Line, ...]:
        """Set values right: one line in the journal."""
        return self.answer("hand", changes=changes)

    def correct(self, seat: int = -1, **values: Any) -> tuple[Line, ...]:
        """Set a seat right by name: `correct(0, life=3, space="city")`, `correct(card=…, origin=…, to=…)`."""
        if "card" in values:
            return self.change(Change("card", seat, **values))
        return self.change(*(_change(seat, what, value) for what, value in values.items()))

    def settle_by_hand(self, seat: int | None = None) -> tuple[Line, ...]:
        """Give up on the card or space that is running: hands do what it says, then tell."""
        return self.answer("settle", seat)

    # --- back and forth ---

    def undo(self) -> tuple[HandMove, ...]:
        """Take back the last press (or hold on); what hands must put back."""
        self._seen = self._as_it_lies()
        head = self._history.before_last()
        if head is not None:
            self._history.go(head, [*self._history.redos, self._history.head])
        return self.hands

    def redo(self) -> tuple[HandMove, ...]:
        """Take back the last undo; the same dice and cards come again."""
        self._seen = self._as_it_lies()
        if self._history.redos:
            *rest, head = self._history.redos
            self._history.go(head, rest)
        return self.hands

    def hold_on(self, n: int, key: str | Answer, seat: int | None = None, *, try_only: bool = False) -> Replay:
        """Put something in before answer `n` (a late Spell), then say again what followed, as far as it fits.

        `try_only` changes nothing and tells what would come of it.
        """
        return self._differently("hold on", n, _said(key, seat), 1, try_only)

    def amend(
        self,
        n: int,
        key: str | int | Answer,
        seat: int | None = None,
        *,
        own: OwnCard | None = None,
        try_only: bool = False,
    ) -> Replay:
        """Answer question `n` differently, then say again what followed, as far as it fits."""
        said = _said(key, seat, own)
        return self._differently("amend", n, said, bool(aside_verb(said.key)), try_only)

    def _differently(self, what: str, n: int, said: Answer, with_it: int, try_only: bool) -> Replay:
        """`with_it`: answer `n` itself is said again too."""
        old, history = self._as_it_lies(), self._history
        if not 1 <= n <= len(history.lines):
            raise NotAllowedError("table.stale", f"there is no answer {n}: the game has {len(history.lines)}", ("table.stale",))
        waiting = to_replay(history.lines[n - with_it :]) + history.pending
        if try_only:
            return self._replayed(history.draft(n - 1), said, waiting, old)
        with self._press(n - 1, what) as draft:
            return self._replayed(draft, said, waiting, old)

    def _replayed(self, draft: Draft, said: Answer, waiting: list[Line], old: State) -> Replay:
        draft.pending = list(waiting)
        draft.add(replace(said, ply=draft.state.ply), PERSON)
        self._go_on(draft)
        rest, skipped = tuple(draft.pending), tuple(draft.skipped)
        kept = len(waiting) - len(rest) - len(skipped)
        to_do = () if rest else difference(old, draft.state)
        return Replay(kept, ask(draft.state) if rest else None, rest, to_do, skipped)

    def let_go(self) -> tuple[Line, ...]:
        """Stop waiting for the rest of a hold on: the game goes on from here. The old answers stay in the file."""
        self._seen = self._as_it_lies()
        self._history.let_go()
        return ()

    def keep_by_hand(self) -> tuple[Line, ...]:
        """Say no answer again that waits: everything is as it was before the hold on, the question too.

        The journal keeps the answer that was changed; a hand has nothing to do.
        """
        lies = self._as_it_lies()
        if not self._history.pending:
            return ()
        with self._press() as draft:
            draft.pending.clear()
            draft.add(Answer(draft.state.ply, "hand", state=lies), BY_HAND)
        return tuple(draft.lines)

    # --- settings ---

    def set(self, **changes: Any) -> Settings:
        """Play differently from now on: `dice`, `cards`, `spells`, `lang`, `react` …"""
        fixed = ("players", "edition", "house", "first", "book", "seed")
        for name in changes:
            if name in fixed or name not in Settings.__struct_fields__:
                free = [field for field in Settings.__struct_fields__ if field not in fixed]
                hint = f"{did_you_mean(name, free)}; these can: {', '.join(free)}"
                raise ValueError(f"{name!r} can't be changed while playing{hint}")
        settings = replace(self._settings, **changes)
        with self._history.journal.writing():
            self._history.journal.keep("settings", _written(settings))
        self._settings = settings
        return settings


def _said(key: str | int | Answer, seat: int | None = None, own: OwnCard | None = None, changes: tuple[Change, ...] = ()) -> Answer:
    return key if isinstance(key, Answer) else Answer(0, str(key), -1 if seat is None else seat, changes, own)


def _path(name: str, path: str | Path | None) -> Path | None:
    return Path(path) if path is not None else table_file(name) if name else None


def _written(settings: Settings) -> str:
    return msgspec.json.encode(settings).decode()


def _change(seat: int, what: str, value: Any) -> Change:
    return Change(what, seat, to=value) if isinstance(value, str) else Change(what, seat, value)
