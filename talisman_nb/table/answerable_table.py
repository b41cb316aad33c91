"""Answers of a table: to questions, asides, rolls, what is settled by hand, and what no rule answers by a die.

A question that no rule answers, decided yes or no by a die, is kept as a ruling of the table (`golden.yes-no`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.by_hand import FACES
from talisman_nb.model import Answer, Ask, Change, Event, Option, OwnCard

from .autoplay import ChanceSource, Seeded, answer_of, came, change_of, go_on, same_throw
from .history import Draft, History
from .read_only_table import ReadOnlyTable
from .records import AGAIN, BOT, BOT_ROLLED, BY_HAND, PERSON, ROLLED, AnswerRecords


class AnswerableTable(ReadOnlyTable):
    """Base class of `Table` that takes answers; each is a press, written to the log as a whole or not at all."""

    def __init__(self, history: History, source: ChanceSource | None = None) -> None:
        super().__init__(history)
        self.source: ChanceSource = source or Seeded(history.settings.seed)

    def answer(
        self,
        key: str | int | Answer,
        seat: int | None = None,
        *,
        ply: int | None = None,
        own: OwnCard | None = None,
        changes: tuple[Change, ...] = (),
    ) -> AnswerRecords:
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
        AnswerRecords
            The lines written, with those that the table answered itself.

        Raises
        ------
        NotAllowedError
            The key is not open.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> [line.answer.key for line in table.answer(3)]
        ['3']
        >>> table.answer("across")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        talisman_nb.engine.refusal.NotAllowedError: 'across' does not answer this question (way); ...
        """
        said = answer_of(key, seat, own, changes)
        return self.answer_all(said, ply=said.ply if isinstance(key, Answer) else ply)

    def answer_all(self, *said: Answer, ply: int | None = None) -> AnswerRecords:
        """Give several answers as one transaction and undo group, each to the question asked after the one before.

        Parameters
        ----------
        said
            The answers, as `talisman_nb.model.Answer`.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The lines written.

        Raises
        ------
        NotAllowedError
            One of them is not open; none of them is given then.

        Examples
        --------
        >>> from talisman_nb.table import Table
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
            return AnswerRecords(draft.lines)

    def roll(self, *, ply: int | None = None) -> AnswerRecords:
        """Answer a question to chance from the table's own dice and decks.

        With virtual dice, all dice of the same throw or fight are rolled.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The lines written.

        Raises
        ------
        NotAllowedError
            "table.no-chance": it is no question to chance.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", seed=1)
        >>> table.roll()[0].answer.key in "123456"
        True
        """
        with self._transaction(ply):
            return self._thrown(self._history.draft(), ROLLED)

    def answer_for_bot(self, said: Answer | None, by: str = BOT, *, ply: int | None = None) -> AnswerRecords:
        """Answer for a seat that the program plays; undo takes it back with the person's press before it.

        Parameters
        ----------
        said, by, ply
            The answer, None rolls the table's own dice; who gives it; the question that was seen.

        Returns
        -------
        AnswerRecords
            The lines written.

        Raises
        ------
        NotAllowedError
            The answer is not open.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", seed=1)
        >>> _ = table.set(bots=("planner",))
        >>> [line.by for line in table.answer_for_bot(None)], table.can_undo
        (['bot rolled'], False)
        """
        with self._transaction(ply):
            draft = self._history.draft()
            if said is not None:
                draft.add(replace(said, ply=draft.state.ply), by)
                return self._written(draft)
            return self._thrown(draft, BOT_ROLLED)

    def throw_again(self, *, ply: int | None = None) -> AnswerRecords:
        """Replace the last throw or draw of the table's own by a new one; the journal keeps both.

        Parameters
        ----------
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The lines written.

        Raises
        ------
        NotAllowedError
            "table.no-throw": the last answer was none (`can_throw_again`).

        Examples
        --------
        >>> from talisman_nb.table import Table
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

    # --- by hand ---

    def change(self, *changes: Change, ply: int | None = None) -> AnswerRecords:
        """Correct values by hand, as one line of the journal.

        Parameters
        ----------
        changes
            The corrections, as `talisman_nb.model.Change`.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The line written.

        Raises
        ------
        NotAllowedError
            A value that nobody can have, or a card that isn't there.

        Examples
        --------
        >>> from talisman_nb.table import Table
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> _ = table.change(Change("life", 0, 3), Change("gold", 1, 4))
        >>> table.state.players[0].life, table.state.players[1].gold
        (3, 4)
        """
        return self.answer("hand", changes=changes, ply=ply)

    def correct(self, seat: int = -1, *, ply: int | None = None, **values: Any) -> AnswerRecords:
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
        AnswerRecords
            The line written.

        Raises
        ------
        NotAllowedError
            A value that nobody can have, or a card that isn't there.

        Examples
        --------
        >>> from talisman_nb.table import Table
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

    def take_over(self, seat: int, *, ply: int | None = None) -> AnswerRecords:
        """Ask again, after a time in which the table only kept sheets (`sheets_only`).

        Parameters
        ----------
        seat
            Whose turn begins.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The line written.

        Examples
        --------
        >>> from talisman_nb.table import Table
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

    def settle_by_hand(self, seat: int | None = None, *, ply: int | None = None) -> AnswerRecords:
        """Drop the card, space or fight that is running; the players carry it out by hand and enter the result.

        Parameters
        ----------
        seat
            Who says so; None for whoever is asked.
        ply
            The question that was seen: see `Table`.

        Returns
        -------
        AnswerRecords
            The lines written.

        Raises
        ------
        NotAllowedError
            Nothing is running (`can_settle`).

        Examples
        --------
        >>> from talisman_nb.table import Table
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

    # --- writing ---

    @contextmanager
    def _transaction(self, ply: int | None) -> Iterator[None]:
        self._seen = self._as_it_lies()
        with self._history.transaction(ply):
            yield

    def _thrown(self, draft: Draft, by: str) -> AnswerRecords:
        """Throw or draw what is asked for, all dice of the same throw or fight, and write it."""
        came(draft, self.source, by)
        self._go_on(draft)
        while same_throw(draft, self.settings):
            came(draft, self.source, by)
            self._go_on(draft)
        return self._written(draft)

    def _written(self, draft: Draft, jump: str = "") -> AnswerRecords:
        """Extend a draft by autoplay and write it."""
        self._go_on(draft)
        self._history.write(draft, jump)
        return AnswerRecords(draft.lines)

    def _go_on(self, draft: Draft) -> None:
        if self.settings.sheets_only:
            return
        go_on(draft, self.settings, self.source)


def decide(table: AnswerableTable, question: str, face: int = 0, *, ply: int | None = None) -> AnswerRecords:
    """Decide a question by a die that shows `face`, 0 for one of the table's own; return the lines written.

    A 4, 5 or 6 is yes. Raises `NotAllowedError` where the rules know no such die, for a question that is empty or too
    long, and for a face that no die has.

    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, house={"golden.yes_no": True})
    >>> decide(table, "May the Raft carry two?", 5)[0].events[0].cause
    'yes'
    >>> [event.what for event in die_rulings(table)]
    ['May the Raft carry two?']
    """
    return table.change(Change("ruling", name=question, n=face or _throw_die(table)), ply=ply)


def die_rulings(table: AnswerableTable) -> tuple[Event, ...]:
    """Return what was decided by a die, in the order of the game: events of the kind "ruled"."""
    return tuple(event for line in table.lines for event in line.events if event.kind == "ruled")


def _throw_die(table: AnswerableTable) -> int:
    """Throw a die of the table: the same one again after undo."""
    faces = tuple(Option(str(face)) for face in range(1, FACES + 1))
    die = Ask(table.state.ply, "die", table.state.turn, "ruling", faces, chance=True)
    return int(table.source.pick(die, f"ruling.{len(die_rulings(table))}"))
