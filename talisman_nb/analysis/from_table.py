"""A line of a table as a situation: the last moment before it that a text can say, and the answers from there to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.stepping import is_aside
from talisman_nb.engine.view import seen_by
from talisman_nb.model import UNSEEN, Change, State, key_of, read_key
from talisman_nb.model.situation import SaidError, SituationError
from talisman_nb.notation.situation import UNSAID, situation_text
from talisman_nb.notation.text_answers import NUMBERS, CannotPlayError, say
from talisman_nb.notation.writing import own_text
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.table.read_only_table import ReadOnlyTable
from talisman_nb.table.records import AnswerRecord


class NoMomentError(SaidError, IndexError):
    """There is no such moment, outcome or line; the message says which there are."""


MOST_TRIED = 120
"""Answers before a line that are searched for a moment that a text can say: a turn seldom has more than forty."""


def line_text(table: ReadOnlyTable, line: int | None = None, seats: Collection[int] = ()) -> tuple[str, str]:
    """Return the text of the moment before the answer of a line, and that answer as `Situation.answer` takes it.

    `line`: its number in the journal, from 1; None is the question asked now, which has no answer ("") yet. `seats`:
    whose hidden cards may be named; those of others stay unseen. The answer is "" too if the text can't give it.
    Raises `NoMomentError` for a line that isn't there, `SituationError` with the reason for a moment no text can say.

    >>> from talisman_nb.table import Table
    >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    >>> _ = table.answer(3)
    >>> line_text(table, len(table.lines))
    ('dwarf crags, named Ada | thief city, named Bruno', '3')
    """
    _check_book(table)
    lines = table.lines
    at = len(lines) if line is None else line - 1
    if not 0 <= at <= len(lines):
        raise NoMomentError("no-line", "there is no line {n}: the lines are 1 to {most}", n=line, most=len(lines))
    unwritten: SituationError | None = None
    for start in range(at, max(at - MOST_TRIED, -1), -1):
        seen = _seen_state(table, lines, start, seats)
        try:
            text = situation_text(seen)
        except SituationError as wrong:
            unwritten = unwritten or wrong
            continue
        try:
            return " > ".join((text, *_orders(seen, lines[start:at], seats))), _last_order(table, lines, at, seats)
        except SituationError as wrong:
            text = "line {line} can't be written as a text: {reason}; open line {other}"
            raise SituationError("line-other", text, line=at + 1, reason=wrong.message, other=start + 1) from None
    reason = unwritten.message if unwritten else ""
    raise SituationError("line-unsaid", "line {line} can't be written as a text: {reason}", line=at + 1, reason=reason)


def _check_book(table: ReadOnlyTable) -> None:
    """Raise `SituationError` if a text would be read with other rules than those of the table."""
    book = book_of(table.start.book)
    try:
        here = open_book(book.edition, book.house)
    except CardError as wrong:
        raise SituationError("of-a-layer", "{reason}", reason=wrong) from None
    if here.id != book.id:
        raise SituationError(
            "other-version",
            "the table keeps the “{edition}” it was started with, but another version is installed here: install that "
            "version to open the table",
            edition=book.edition,
        )


def _seen_state(table: ReadOnlyTable, lines: tuple[AnswerRecord, ...], after: int, seats: Collection[int]) -> State:
    """Return the state after so many answers, as the seats know it."""
    return seen_by(lines[after - 1].after if after else table.start, seats)


def _last_order(table: ReadOnlyTable, lines: tuple[AnswerRecord, ...], at: int, seats: Collection[int]) -> str:
    if at == len(lines):
        return ""
    try:
        return " > ".join(_orders(_seen_state(table, lines, at, seats), lines[at : at + 1], seats))
    except SituationError:
        return ""


def _orders(state: State, lines: tuple[AnswerRecord, ...], seats: Collection[int]) -> Iterator[str]:
    """Yield the answers of lines as orders, each tried on what the seats know; raises `SituationError`."""
    while lines:
        ends = [seen_by(line.after, seats) for line in lines[: 1 + _points_passed(lines[1:])]]
        tried = next(filter(None, (_try_orders(state, orders, ends) for orders in _ways_to_write(lines[0]))), None)
        if tried is None:
            raise SituationError("answer-unsaid", "the answer of line {line} can't be written as text", line=lines[0].n)
        order, state, n = tried
        yield order
        lines = lines[n:]


def _points_passed(lines: tuple[AnswerRecord, ...]) -> int:
    """Return how many of the first lines an order may have answered itself: reaction points that were passed."""
    return next((n for n, line in enumerate(lines) if line.ask.kind != "react"), len(lines))


def _try_orders(state: State, orders: tuple[str, ...], ends: Sequence[State]) -> tuple[str, State, int] | None:
    """Return orders as one text with the state they lead to, and how many lines that is, if it is one of the ends."""
    try:
        for order in orders:
            state = list(say(state, order))[-1][0]
    except (NotAllowedError, CannotPlayError):
        return None
    n = next((n for n, end in enumerate(ends, 1) if _same(state, end)), 0)
    return (" > ".join(orders), state, n) if n else None


def _same(state: State, wanted: State) -> bool:
    """Whether two states are the same in all that a situation says."""
    return all(getattr(state, name) == getattr(wanted, name) for name in State.__struct_fields__ if name not in UNSAID)


def _ways_to_write(line: AnswerRecord) -> Iterator[tuple[str, ...]]:
    """Yield the ways an answer may be written: with its card, or with an unseen one if only others may see it."""
    answer = line.answer
    seat = answer.seat if answer.seat >= 0 else line.ask.seat
    if answer.changes:
        yield tuple(map(_hand, answer.changes))
    elif answer.own is not None:
        yield (own_text(answer.own),)
    elif is_aside(answer.key) and seat >= 0:
        yield (f"{seat}: {answer.key}",)
        yield (f"{seat}: {key_of('cast', UNSEEN)}", read_key(answer.key).item)
    elif answer.state is None:
        yield (answer.key,)
        yield (UNSEEN,)
        yield (answer.key, *_cards_turned_up(line))


def _cards_turned_up(line: AnswerRecord) -> Iterator[str]:
    """Yield the cards that were turned up by themselves because somebody knew them: who doesn't is asked for them."""
    for event in line.events:
        if event.kind == "drawn" and event.only < 0:
            yield from filter(None, (event.card, *event.cards))


def _hand(change: Change) -> str:
    value = change.n if change.what in NUMBERS else change.to
    return " ".join(filter(None, ("hand", change.what, str(max(change.seat, 0)), str(value))))
