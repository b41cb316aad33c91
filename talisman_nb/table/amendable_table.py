"""The past of a table: undone, done again, and changed, so that what was answered since is given anew."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.engine.stepping import is_aside
from talisman_nb.model import Answer, OwnCard
from talisman_nb.text.moves import HandMove

from .answerable_table import AnswerableTable
from .autoplay import ChanceSource, Replay, answer_of, go_on, to_replay
from .hand_moves import difference
from .history import Draft
from .records import BY_HAND, PERSON, AnswerRecord


class AmendableTable(AnswerableTable):
    """Base class of `Table` whose past may be changed; the log keeps what was, as another branch."""

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
        >>> from talisman_nb.table import Table
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
        >>> from talisman_nb.table import Table
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
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise"), table.restart()
        >>> table.ask.kind, len(table.lines), table.can_redo
        ('die', 0, True)
        """
        with self._transaction(None):
            if self.can_undo:
                self._history.go(self._history.beginning, [self._history.head])

    # --- the past changed ---

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
        >>> from talisman_nb.table import Table
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
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.answer(3), table.answer("clockwise")
        >>> table.state.players[0].space, table.amend(2, "anticlockwise").remaining, table.state.players[0].space
        ('fields-3', (), 'hills-1')
        """
        said = answer_of(key, seat, own)
        return self._replay_from("amend", n, said, is_aside(said.key), ply, try_only)

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
        >>> from talisman_nb.table import Table
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
        >>> from talisman_nb.table import Table
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
