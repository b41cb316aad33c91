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
from talisman_nb.rules.layers import BASE, LayerLike, specify
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.table.file.older_format import convert, older_log
from talisman_nb.table.file.saved_tables import found_table, table_file
from talisman_nb.table.file.stored_book import pack_book, reopen_book

from .autoplay import ChanceSource, Replay, Seeded, answer_of, came, change_of, go_on, same_throw, to_replay
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

    Examples
    --------
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

    def __init__(self, history: History, source: ChanceSource | None = None) -> None:
        super().__init__(history)
        self.source: ChanceSource = source or Seeded(history.settings.seed)

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
        source: ChanceSource | None = None,
        position: State | None = None,
        demo: bool = False,
    ) -> Table:
        """Begin a game with `players` in seat order, clockwise.

        Parameters
        ----------
        players
            Names with the ids of their characters: pairs, or a mapping. A name alone, or one with "", is dealt a
            character, or several to keep one of them, as `setup.deal` says.
        edition
            The edition; layers may follow it, as in "second+my-cards".
        house
            Figures with their values, or the name or file of saved house rules (`save_house`).
        layers
            What is put over the edition, in this order: names of installed layers, folders, or `Layer`s; the file of
            the table keeps them.
        first
            The seat that begins.
        dice, cards
            "physical" for those on the table, "virtual" for those of the screen.
        spells
            "hands" if real Spells stay face down, "known" if they are typed.
        lang
            The language of the table: en, it, fr or pl.
        name
            Saves the table under this name, in the folder of tables.
        seed
            What virtual dice and cards come from; None is a random one.
        path
            Saves the table in this file.
        source
            Takes the place of the seeded dice and cards.
        position
            Where the game begins: a state of these players and the same book.
        demo
            A table made to try the program: it counts in no statistics.

        Returns
        -------
        Table
            The table at its first question.

        Raises
        ------
        SetupError
            The edition does not allow these players, or there is no such layer.
        HouseFileError
            The house rules can't be used.
        TableFileError
            The file exists, or can't be written.

        Examples
        --------
        >>> table = Table.new(["Ada", ("Bruno", "thief")], "second", {"carry.objects": 5}, dice="virtual", seed=1)
        >>> table.settings.edition, [player.character for player in table.state.players][1]
        ('second', 'thief')
        """
        seats = players.items() if isinstance(players, Mapping) else players
        pairs = tuple((seat, "") if isinstance(seat, str) else (seat[0], seat[1]) for seat in seats)
        edition = specify((edition, *layers))
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
    def open(cls, name: str | Path, *, until: int | None = None, source: ChanceSource | None = None) -> Table:
        """Open a saved table at its last head.

        If answers no longer fit the rules of today, the game is at the last one that fits, and the others wait
        (`unfit`). A file of an older format is converted once it was read. Warns of what is odd (`problem`).

        Parameters
        ----------
        name
            The table's name, or its file.
        until
            The id of the answer to go back to (0: the beginning); None stays at the head.
        source
            Takes the place of the seeded dice and cards.

        Returns
        -------
        Table
            The table, which writes into the same file.

        Raises
        ------
        TableFileError
            The file can't be used; it is left as it is.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     with Table.new({"Ada": "dwarf"}, path=f"{folder}/Friday.talisman") as table:
        ...         _ = table.answer(3)
        ...     with Table.open(Path(folder, "Friday.talisman")) as table:
        ...         table.name, [line.answer.key for line in table.lines]
        ('Friday', ['3'])
        """
        path = found_table(name)
        older = older_log(path)
        log = older or GameLog.opened(path)
        try:
            entries = older.entries() if older else log.read()
            settings = next((entry.settings for entry in reversed(entries) if entry.settings), None)
            if settings is None:
                raise TableFileError("lost", path=str(path))
            book = reopen_book(path, settings, next((entry.definitions for entry in entries if entry.definitions), b""))
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
        """Save the game to a new file and continue in it; an old file is kept.

        Also saves a game that is in memory only, or whose file was deleted or replaced.

        Parameters
        ----------
        name
            A table's name, as text, or a path.

        Returns
        -------
        Path
            The new file.

        Raises
        ------
        TableFileError
            The file exists, or can't be written.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, Table.new({"Ada": "dwarf"}) as table:
        ...     table.save_as(Path(folder, "Thursday.talisman")).stem, table.path.name
        ('Thursday', 'Thursday.talisman')
        """
        path = table_file(name) if isinstance(name, str) else name
        history = self._history
        if history.log.path is None:
            with history.transaction():
                history.note(definitions=pack_book(book_of(history.start.book)))
        history.log.save_to(path)
        return path

    def close(self) -> None:
        """Close the file; a table in a `with` closes it at its end.

        Examples
        --------
        >>> Table.new({"Ada": "dwarf"}).close()
        """
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
        """Answer the question, or give an aside.

        Parameters
        ----------
        key
            The key of an open option, as `table.ask.open()` lists them; a number for a die or an amount.
        seat
            Whose aside it is; None for an answer.
        ply
            The question that was seen: see `Table`.
        own
            The card for the key "own", which is in no list.
        changes
            The corrections for the key "hand".

        Returns
        -------
        tuple[AnswerRecord, ...]
            The lines written, with those that the table answered itself.

        Raises
        ------
        NotAllowedError
            The key is not open.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> [line.answer.key for line in table.answer(3)]
        ['3']
        >>> table.answer("across")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        talisman_nb.engine.refusal.NotAllowedError: 'across' does not answer this question (way); ...
        """
        said = answer_of(key, seat, own, changes)
        return self.answer_all(said, ply=said.ply if isinstance(key, Answer) else ply)

    def answer_all(self, *said: Answer, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Give several answers as one transaction and undo group, each to the question asked after the one before.

        Parameters
        ----------
        said
            The answers, as `talisman_nb.model.Answer`.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The lines written.

        Raises
        ------
        NotAllowedError
            One of them is not open; none of them is given then.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> made = table.answer_all(Answer(0, "3"), Answer(0, "clockwise"))
        >>> table.undo() and table.ask.kind
        'die'
        """
        with self._transaction(ply):
            draft = self._history.draft()
            for each in said:
                draft.add(replace(each, ply=draft.state.ply), BY_HAND if each.key in ("hand", "settle") else PERSON)
                self._go_on(draft)
            if draft.lines:
                self._history.write(draft)
            return tuple(draft.lines)

    def roll(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Answer a question to chance from the table's own dice and decks.

        With virtual dice, all dice of the same throw or fight are rolled.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The lines written.

        Raises
        ------
        NotAllowedError
            "table.no-chance": it is no question to chance.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", seed=1)
        >>> table.roll()[0].answer.key in "123456"
        True
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
        """Replace the last throw or draw of the table's own by a new one; the journal keeps both.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The lines written.

        Raises
        ------
        NotAllowedError
            "table.no-throw": the last answer was none (`can_throw_again`).

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", seed=1)
        >>> _ = table.roll()
        >>> table.can_throw_again, table.throw_again()[0].by
        (True, 'rolled again')
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
        """Correct values by hand, as one line of the journal.

        Parameters
        ----------
        changes
            The corrections, as `talisman_nb.model.Change`.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The line written.

        Raises
        ------
        NotAllowedError
            A value that nobody can have, or a card that isn't there.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.change(Change("life", 0, 3), Change("gold", 1, 4))
        >>> table.state.players[0].life, table.state.players[1].gold
        (3, 4)
        """
        return self.answer("hand", changes=changes, ply=ply)

    def correct(self, seat: int = -1, *, ply: int | None = None, **values: Any) -> tuple[AnswerRecord, ...]:
        """Correct values of a seat by the names of its fields, or move a card.

        Parameters
        ----------
        seat
            Whose values; -1 for what is nobody's.
        ply
            The question that was seen: see `Table`.
        values
            What is so now, as `life=3, space="city"`; or a card with where it lies and where it goes, as
            `card="sword", origin="deck:adventure", to="seat:0"` (places are those of `HandMove`).

        Returns
        -------
        tuple[AnswerRecord, ...]
            The line written.

        Raises
        ------
        NotAllowedError
            A value that nobody can have, or a card that isn't there.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.correct(0, life=3, space="city")
        >>> _ = table.correct(card="sword", origin="deck:adventure", to="seat:0")
        >>> ada = table.state.players[0]
        >>> ada.life, ada.space, ada.goods
        (3, 'city', ('sword',))
        """
        if "card" in values:
            return self.change(Change("card", seat, **values), ply=ply)
        return self.change(*(change_of(seat, what, value) for what, value in values.items()), ply=ply)

    def take_over(self, seat: int, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Ask again, after a time in which the table only kept sheets (`sheets_only`).

        Parameters
        ----------
        seat
            Whose turn begins.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The line written.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.set(sheets_only=True)
        >>> _ = table.take_over(1)
        >>> table.state.turn, table.settings.sheets_only
        (1, False)
        """
        with self._transaction(ply):
            self._history.note(settings=replace(self.settings, sheets_only=False))
            draft = self._history.draft()
            draft.add(Answer(draft.state.ply, "hand", changes=(Change("turn", seat),)), BY_HAND)
            return self._written(draft)

    def settle_by_hand(self, seat: int | None = None, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Drop the card, space or fight that is running; the players carry it out by hand and enter the result.

        Parameters
        ----------
        seat
            Who says so; None for whoever is asked.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The lines written.

        Raises
        ------
        NotAllowedError
            Nothing is running (`can_settle`).

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> for key in (1, "anticlockwise", "bear"):
        ...     _ = table.answer(key)
        >>> table.ask.purpose, table.can_settle
        ('attack', True)
        >>> _ = table.settle_by_hand()
        >>> table.ask.kind
        'hands'
        """
        return self.answer("settle", seat, ply=ply)

    # --- back and forth ---

    def undo(self, *, ply: int | None = None) -> tuple[HandMove, ...]:
        """Undo the last press or jump.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[HandMove, ...]
            What hands must move on the table.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise")
        >>> [(move.kind, move.origin, move.to) for move in table.undo()]
        [('figure', 'fields-3', 'crags')]
        """
        history = self._history
        with self._transaction(ply):
            head = history.before_last()
            if head is not None:
                history.go(head, [*history.redos, history.head])
        return self.hands

    def redo(self, *, ply: int | None = None) -> tuple[HandMove, ...]:
        """Redo the last undo, with the same dice and cards.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[HandMove, ...]
            What hands must move on the table.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.undo()
        >>> table.can_redo, table.redo(), table.ask.kind
        (True, (), 'way')
        """
        history = self._history
        with self._transaction(ply):
            if history.redos:
                *rest, head = history.redos
                history.go(head, rest)
        return self.hands

    def restart(self) -> None:
        """Go back to the first question; `redo` goes on where the game was.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise"), table.restart()
        >>> table.ask.kind, len(table.lines), table.can_redo
        ('die', 0, True)
        """
        with self._transaction(None):
            if self.can_undo:
                self._history.go(self._history.beginning, [self._history.head])

    def hold_on(
        self, n: int, key: str | Answer, seat: int | None = None, *, ply: int | None = None, try_only: bool = False
    ) -> Replay:
        """Insert an answer before another one (a late Spell), then replay that one and those after it while they fit.

        Parameters
        ----------
        n
            The number of the answer in the journal, from 1.
        key
            The answer to put in.
        seat
            Whose aside it is; None for an answer.
        ply
            The question that was seen: see `Table`.
        try_only
            Change nothing, and return the result up to the first draw.

        Returns
        -------
        Replay
            What became of the answers that followed.

        Raises
        ------
        NotAllowedError
            There is no such answer, or the key is not open there.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.correct(0, life=2), table.correct(card="healing", origin="deck:spell", to="spells:1")
        >>> _ = table.answer(3)
        >>> held = table.hold_on(3, "cast:healing", 1)
        >>> table.ask.kind, [line.answer.key for line in held.remaining]
        ('pick', ['3'])
        >>> _ = table.answer("seat:0")
        >>> table.state.players[0].life, table.ask.kind
        (5, 'way')
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
        """Replace an answer of the past (an aside: insert it before), then replay the answers after it while they fit.

        Parameters
        ----------
        n
            The number of the answer in the journal, from 1.
        key
            The answer that takes its place.
        seat
            Whose aside it is; None for an answer.
        own
            The card for the key "own", which is in no list.
        ply
            The question that was seen: see `Table`.
        try_only
            Change nothing, and return the result up to the first draw, so that no deck is revealed.

        Returns
        -------
        Replay
            What became of the answers that followed.

        Raises
        ------
        NotAllowedError
            There is no such answer, or the key is not open there.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise")
        >>> table.state.players[0].space, table.amend(2, "anticlockwise").remaining, table.state.players[0].space
        ('fields-3', (), 'hills-1')
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

    def _drafted_replay(self, n: int, said: Answer, repeat: int, source: ChanceSource | None) -> tuple[Replay, Draft]:
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
        """Drop the answers that wait to be replayed; the game continues from here. They stay in the file.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            Always empty: nothing is written to the journal.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise"), table.amend(1, 2)
        >>> len(table.pending), table.let_go(), len(table.pending)
        (1, (), 0)
        """
        with self._transaction(ply):
            self._history.let_go()
        return ()

    def keep_by_hand(self, *, ply: int | None = None) -> tuple[AnswerRecord, ...]:
        """Drop the answers that wait to be replayed and restore the state before the hold on, by a correction.

        The journal keeps the changed answer; no hand moves are needed.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        tuple[AnswerRecord, ...]
            The line written; () if no answers wait.

        Examples
        --------
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise"), table.amend(1, 2)
        >>> [line.by for line in table.keep_by_hand()], table.state.players[0].space
        (['by hand'], 'fields-3')
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
        """Change settings from now on.

        Parameters
        ----------
        changes
            Fields of `Settings`: `dice`, `cards`, `spells`, `lang`, `react`, `name`, `sheets_only`.

        Returns
        -------
        Settings
            All settings, as they are now.

        Raises
        ------
        ValueError
            A field that is fixed or unknown, or a value that is not allowed.

        Examples
        --------
        >>> Table.new({"Ada": "dwarf"}).set(lang="it", dice="virtual").lang
        'it'
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
