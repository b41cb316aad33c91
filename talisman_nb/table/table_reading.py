"""What can be seen of a table without changing it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from talisman_nb.engine import NotAllowedError, asides, ask, begin_game, step
from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.model.hand_move import HandMove

from .file_error import TableFileError
from .hand_moves import difference
from .history import History
from .records import CHANCE, POLICY, Line, Settings


class TableReading:
    """The game, its question, its journal, and what hands have to do."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._seen = history.as_it_lies()  # what the real table looked like before the last press

    @property
    def settings(self) -> Settings:
        """How this table plays."""
        return self._history.settings

    @property
    def name(self) -> str:
        """What the table is called: as its file is, which may have been copied or renamed since."""
        return self.path.stem if self.path else self.settings.name

    @property
    def path(self) -> Path | None:
        """Where it is kept."""
        return self._history.journal.path

    @property
    def state(self) -> State:
        """The game as it is now, also when another window has gone on."""
        self._catch_up()
        return self._history.state

    @property
    def ask(self) -> Ask:
        """The one question the game waits for."""
        return ask(self.state)

    @property
    def problem(self) -> TableFileError | None:
        """What is wrong with the file although it can be played: it was cut off in the middle of an answer."""
        journal = self._history.journal
        return TableFileError("cut-off", path=str(journal.path), n=len(self._history.lines)) if journal.cut_off else None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The journal: every answer of the game, the first one first."""
        self._catch_up()
        return tuple(self._history.lines)

    @property
    def pending(self) -> tuple[Line, ...]:
        """Answers of a hold on that wait for their question."""
        self._catch_up()
        return tuple(self._history.pending)

    @property
    def hands(self) -> tuple[HandMove, ...]:
        """What hands must do since the last press, undo or correction; of a hold on all at once, when no answer waits."""
        state = self.state
        return () if self._history.pending else difference(self._seen, state)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._history.before_last() is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing was answered since."""
        return bool(self._history.redos)

    @property
    def can_throw_again(self) -> bool:
        """Whether the last answer was a die or card of the table's own."""
        return self._last_throw() is not None

    @property
    def can_settle(self) -> bool:
        """Whether a card, a space or a fight is running that hands could settle."""
        try:
            step(self.state, Answer(self.state.ply, "settle", max(self.ask.seat, 0)))
        except NotAllowedError:
            return False
        return True

    @property
    def opening(self) -> tuple[Event, ...]:
        """What happened before the first question: who enters where, with what."""
        chosen = self.settings
        return begin_game(chosen.players, chosen.edition, chosen.house, chosen.first)[1]

    @property
    def to_set_up(self) -> tuple[HandMove, ...]:
        """What hands must do to lay the real table out as the game stands, from the setup of a new game."""
        return difference(self._history.start, self.state)

    @property
    def to_pack_away(self) -> tuple[HandMove, ...]:
        """What hands must do to put everything back as for a new game."""
        return difference(self.state, self._history.start)

    def asides(self, seat: int) -> tuple[Option, ...]:
        """What a seat may put in now, whoever is asked."""
        return asides(self.state, seat)

    def _as_it_lies(self) -> State:
        """How the real table lies, also when another window has gone on."""
        self._catch_up()
        return self._history.as_it_lies()

    def _last_throw(self) -> Line | None:
        self._catch_up()
        line = next((x for x in reversed(self._history.lines) if x.by != POLICY), None)
        return line if line is not None and line.by in CHANCE and line.undo_group else None

    def _catch_up(self) -> None:
        """Another window may have answered, or changed how the table plays."""
        with suppress(TableFileError):  # the next answer meets it again, and tells it
            self._history.catch_up()

    def __repr__(self) -> str:
        names = ", ".join(name for name, _ in self.settings.players)
        return f"Table({self.settings.name!r}: {names}; round {self.state.round}, {len(self.lines)} answers)"
