"""Read-only part of `Table`: its properties and queries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from talisman_nb.engine import asides, ask, begin_game, can_settle
from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.rules.book import book_of
from talisman_nb.table.file.file_error import TableFileError
from talisman_nb.table.file.stored_book import pack_book
from talisman_nb.text.moves import HandMove

from .beside_game import Bets, TurnTime, turn_times
from .hand_moves import difference
from .history import History
from .records import CHANCE, HEADER, POLICY, AnswerRecord, AnswerRecords, GivenAnswer, LogEntry, Settings, encode_entry
from .unasked import late_moments, late_rerolls, late_spells


def game_copy(history: History, names: Mapping[str, str]) -> bytes:
    """Return the content of a file that opens as this game, whose players are called as `names` says."""
    first, *others = history.log.entries()
    if not any(entry.definitions for entry in (first, *others)):  # a game in memory only
        first = replace(first, definitions=pack_book(book_of(history.start.book)))
    return HEADER + b"".join(encode_entry(_rename_answers(entry, names)) for entry in (first, *others))


def names_in(history: History) -> tuple[str, ...]:
    """Return every name that a player of the game has had, those of now first."""
    answers = [given.answer for entry in history.log.entries() for given in entry.answers]
    joined = [change.name for answer in answers for change in answer.changes if change.name]
    now = [player.name for player in history.state.players]
    return tuple(dict.fromkeys([*now, *(name for name, _ in history.settings.players), *joined]))


def _rename_answers(entry: LogEntry, names: Mapping[str, str]) -> LogEntry:
    answers = tuple(GivenAnswer(given.by, _answer(given.answer, names)) for given in entry.answers)
    settings = entry.settings and _settings(entry.settings, names)
    people = tuple(names.get(name, name) for name in entry.people)
    return replace(entry, answers=answers, settings=settings, people=people)


def _settings(settings: Settings, names: Mapping[str, str]) -> Settings:
    """Replace the names; that of the table is often made of them, and what a group writes of itself may have them."""
    if not names:
        return settings
    players = tuple((names.get(name, name), character) for name, character in settings.players)
    return replace(settings, players=players, name=", ".join(name for name, _ in players), group="", stake="")


def _answer(answer: Answer, names: Mapping[str, str]) -> Answer:
    changes = tuple(replace(change, name=names.get(change.name, change.name)) for change in answer.changes)
    return replace(answer, changes=changes, state=_state(answer.state, names) if answer.state else None)


def _state(state: State, names: Mapping[str, str]) -> State:
    return replace(state, players=tuple(replace(p, name=names.get(p.name, p.name)) for p in state.players))


class ReadOnlyTable:
    """Base class of `Table` without the methods that change the game.

    Properties first read what another window has appended to the file.

    Examples
    --------
    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, seed=1)
    >>> made = table.answer(3), table.answer("clockwise")

    What is asked, and what was answered:

    >>> table.ask.kind, table.state.players[0].space, len(table.lines), table.version > 0
    ('card', 'fields-3', 2, True)
    >>> table.can_undo, table.can_redo, table.can_throw_again, table.can_settle, table.last_press is None
    (True, False, False, False, False)
    >>> table.pending, table.unfit, table.problem, table.late_rerolls
    ((), 0, None, (None, ()))

    What hands must move, since the last answer and in all:

    >>> [(move.kind, move.to) for move in table.hands]
    [('figure', 'fields-3')]
    >>> len(table.to_set_up) == len(table.to_pack_away) > 0
    True
    >>> table.known_people == table.state, table.start.players[0].space
    (True, 'crags')

    What table it is:

    >>> table.name, table.path, table.demo, table.names, len(table.identity) > 8
    ('', None, False, ('Ada', 'Bruno'), True)
    >>> table.settings.players, len(table.times), table.opening[0].kind
    ((('Ada', 'dwarf'), ('Bruno', 'thief')), 4, 'enters')

    What stands beside the game:

    >>> table.bets.open, [(turn.seat, turn.round) for turn in table.turn_times]
    ({}, [(0, 1)])
    """

    def __init__(self, history: History) -> None:
        self._history = history
        self._seen = history.as_it_lies()  # state of the physical board before the last press

    @property
    def settings(self) -> Settings:
        """The table's settings."""
        return self._history.settings

    @property
    def name(self) -> str:
        """The table's name: the stem of its file, which may have been copied or renamed, else that of its settings."""
        return self.path.stem if self.path else self.settings.name

    @property
    def demo(self) -> bool:
        """Whether this is a demo: made as one, and not renamed since."""
        return self.settings.demo and self.name == self.settings.name

    @property
    def path(self) -> Path | None:
        """The table's file; None when it is in memory only."""
        return self._history.log.path

    @property
    def identity(self) -> str:
        """Which table it is, whatever its file is called now: time and seed with which it was begun, as a hash.

        >>> from talisman_nb.table import Table
        >>> Table.new({"Ada": "dwarf"}, seed=1).identity == Table.new({"Ada": "dwarf"}, seed=1).identity
        False
        """
        return self._history.log.identity

    @property
    def state(self) -> State:
        """The current state, including answers given in another window."""
        self._catch_up()
        return self._history.state

    @property
    def version(self) -> int:
        """A number that grows with everything that is written to the table, in this or another window."""
        self._catch_up()
        return self._history.log.length

    @property
    def ask(self) -> Ask:
        """The one question the game waits for."""
        return ask(self.state)

    @property
    def problem(self) -> TableFileError | None:
        """Return the oddity of a file that can still be played, or None.

        Its last line is incomplete ("cut-off"), answers no longer fit ("answer-unfit"), it was just "converted".
        """
        log, n, unfit = self._history.log, len(self._history.lines), self.unfit
        if log.cut_off:
            return TableFileError("cut-off", path=str(log.path), n=n)
        if unfit:
            return TableFileError("answer-unfit", path=str(log.path), n=n, rest=unfit)
        if log.converted_from:
            return TableFileError("converted", path=str(log.path), older=str(log.converted_from))
        return None

    @property
    def unfit(self) -> int:
        """How many of the answers that wait no longer fit the rules of today."""
        return len(self._history.unfit)

    @property
    def lines(self) -> AnswerRecords:
        """The journal: all answers of the current path, oldest first."""
        self._catch_up()
        return AnswerRecords(self._history.lines)

    @property
    def pending(self) -> AnswerRecords:
        """Answers that wait to be replayed after a hold on or amend."""
        self._catch_up()
        return AnswerRecords(self._history.pending)

    @property
    def hands(self) -> tuple[HandMove, ...]:
        """Hand moves since the last press, undo or correction; empty while answers wait to be replayed."""
        state = self.state
        return () if self._history.pending else difference(self._seen, state)

    @property
    def known_people(self) -> State:
        """The one of the two states that `hands` compares that has more seats, to name the people of the moves."""
        return max(self.state, self._seen, key=lambda state: len(state.players))

    @property
    def can_undo(self) -> bool:
        """Whether there is a press to undo."""
        return self._history.before_last() is not None

    @property
    def last_press(self) -> AnswerRecord | None:
        """The last answer of the press that undo takes back, None without one."""
        end = self._history.end_of_press()
        return self._history.lines[end - 1] if end else None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undo to take back: nothing was answered since."""
        return bool(self._history.redos)

    @property
    def can_throw_again(self) -> bool:
        """Whether the last answer that is not the policy's came from the table's own dice or decks."""
        return self._last_throw() is not None

    @property
    def late_rerolls(self) -> tuple[AnswerRecord | None, tuple[Option, ...]]:
        """The roll that the policy kept in the last press, with the dice that fate may still reroll, by an amend."""
        lines = self.lines
        return (None, ()) if self._history.pending else late_rerolls(lines)

    def late_moments(self, seat: int = -1) -> Iterator[AnswerRecord]:
        """Yield the answers before which a Spell may be put in late, the latest first: those of the last two turns.

        None while answers wait to be replayed, or while nobody holds a Spell.

        Parameters
        ----------
        seat
            Only those before which this seat could have cast one; -1 for all.

        Yields
        ------
        AnswerRecord
            A line for `Table.hold_on`.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), [*table.late_moments()]
        >>> _ = table.correct(card="hex", origin="deck:spell", to="spells:1")
        >>> [line.answer.key for line in table.late_moments()]
        ['3']
        """
        held = any(player.spells for player in self.state.players)
        return late_moments(self.lines, seat) if held and not self._history.pending else iter(())

    def late_spells(self, seat: int) -> tuple[tuple[AnswerRecord, Option], ...]:
        """Return the Spells of a seat that was not asked in the last press, with the line to put each in before.

        Parameters
        ----------
        seat
            Whose Spells.

        Returns
        -------
        tuple[tuple[AnswerRecord, Option], ...]
            Each line with the Spell's option; () while answers wait to be replayed.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> Table.new({"Ada": "dwarf", "Bruno": "thief"}).late_spells(1)
        ()
        """
        return () if self._history.pending else tuple(late_spells(self.lines, seat))

    @property
    def can_settle(self) -> bool:
        """Whether a card, a space or a fight is running that the players can settle by hand."""
        return can_settle(self.state)

    @cached_property
    def opening(self) -> tuple[Event, ...]:
        """The events before the first question: each character enters with its starting cards."""
        chosen = self.settings
        return begin_game(chosen.players, book_of(chosen.book), None, chosen.first, chosen.boxed, chosen.texts)[1]

    @property
    def to_set_up(self) -> tuple[HandMove, ...]:
        """Hand moves from the setup of a new game to the current state."""
        return difference(self._history.start, self.state)

    @property
    def to_pack_away(self) -> tuple[HandMove, ...]:
        """Hand moves from the current state to the setup of a new game."""
        return difference(self.state, self._history.start)

    def asides(self, seat: int) -> tuple[Option, ...]:
        """Return what a seat may put in before the question is answered, open or closed.

        Parameters
        ----------
        seat
            Whose asides.

        Returns
        -------
        tuple[Option, ...]
            The options, whose keys `Table.answer` takes with the seat.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.correct(card="sword", origin="deck:adventure", to="seat:0")
        >>> [option.key for option in table.asides(0)]
        ['drop:sword']
        """
        return asides(self.state, seat)

    @property
    def start(self) -> State:
        """The state before the first answer."""
        return self._history.start

    @property
    def times(self) -> tuple[float, ...]:
        """The Unix times in seconds of the presses, oldest first; undone ones too."""
        self._catch_up()
        return tuple(entry.at for entry in self._history.log.entries())

    @property
    def bets(self) -> Bets:
        """The bets on somebody's throw, and their points."""
        self._catch_up()
        return Bets(self._history)

    @property
    def turn_times(self) -> tuple[TurnTime, ...]:
        """How long the turns took, the current one last."""
        self._catch_up()
        return tuple(turn_times(self._history))

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that a player has had in this game, those of now first."""
        self._catch_up()
        return names_in(self._history)

    def copy(self, names: Mapping[str, str] | None = None) -> bytes:
        """Return the content of a file that opens as this game, also of a game in memory.

        It holds everything, hidden cards too.

        Parameters
        ----------
        names
            Maps names of players to those that stand in the copy instead.

        Returns
        -------
        bytes
            The content of a table's file.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> copied = Table.new({"Ada": "dwarf", "Bruno": "thief"}).copy({"Ada": "One", "Bruno": "Two"})
        >>> b"Ada" in copied, b"One" in copied
        (False, True)
        """
        self._catch_up()
        return game_copy(self._history, names or {})

    def _as_it_lies(self) -> State:
        """Return the state of the physical board, including answers given in another window."""
        self._catch_up()
        return self._history.as_it_lies()

    def _last_throw(self) -> AnswerRecord | None:
        """Return the last line that is not the policy's if the table's own dice or decks gave it, else None."""
        self._catch_up()
        line = next((x for x in reversed(self._history.lines) if x.by != POLICY), None)
        return line if line is not None and line.by in CHANCE and line.undo_group else None

    def _catch_up(self) -> None:
        """Read what another window has appended to the file; hands then move what its last press moved."""
        if not self._history.log.grown:
            return
        head, before = self._history.head, self._history.as_it_lies()
        with suppress(TableFileError):  # raised again by the next answer, where it can be shown
            self._history.catch_up()
        if self._history.head != head:
            self._seen = before

    def __repr__(self) -> str:
        names = ", ".join(p.name for p in self.state.players if not p.gone)
        return f"Table({self.settings.name!r}: {names}; round {self.state.round}, {len(self.lines)} answers)"
