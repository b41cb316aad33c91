"""The last press as a screen shows it: its result (`Moment`), and the line for hands at the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from talisman_nb.chronicle.journal import (
    after_throws,
    begins_turn,
    journal_line,
    laid_out,
    passing,
    setup_answers,
    thrown,
    unthrown,
)
from talisman_nb.engine.view import seen_by, view_event
from talisman_nb.model import UNSEEN, Event, State
from talisman_nb.table import AnswerRecord, Table, difference
from talisman_nb.table.records import BY_HAND, PERSON
from talisman_nb.table.told_moves import from_whom, settle_events, untold
from talisman_nb.text.events import hands, spells_drawn
from talisman_nb.text.moves import HandMove, say_moves, say_stays
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.fight_sums import fought_sums
from talisman_nb.text.screen.moment import moment_of
from talisman_nb.text.screen.values import FightSums, Moment, Press

from .looking_back import with_past
from .teaching import nothing_came

LOOKED_AT = 40
"""Answers that are looked through for a press; a turn has fewer."""
NOTHING_DRAWN = "empty"
"""Answer to the question for a card with which no card is drawn: the deck is empty."""


def presses(table: Table) -> Iterator[tuple[AnswerRecord, ...]]:
    """The last answers that somebody gave, by the press they came of, the last press first."""
    for _, lines in groupby(reversed(table.lines[-LOOKED_AT:]), lambda line: line.undo_group):
        press = tuple(lines)[::-1]
        if _laid_out(press):
            return
        yield press


def _laid_out(press: tuple[AnswerRecord, ...]) -> bool:
    """Whether these are the answers of a table that begins in the middle of a game: nobody gave them."""
    return not press[0].undo_group and any(line.answer.state for line in press)


def last_press(table: Table) -> Press | None:
    """Return what the last press threw, drew and walked; None if it did none of these.

    It names no card: what is drawn may be hidden.
    """
    lines = next(presses(table), ())
    made = Press(
        thrown=tuple(int(line.answer.key) for line in lines if line.ask.kind == "die" and line.answer.key.isdigit()),
        drawn=sum(line.ask.kind == "card" and line.answer.key != NOTHING_DRAWN for line in lines),
        way=next((way for line in reversed(lines) if (way := _way(line))), ()),
    )
    return made if made != Press() else None


def _way(line: AnswerRecord) -> tuple[str, ...]:
    """The spaces of the way that an answer chose, without the first."""
    return next((option.path for option in line.ask.options if option.key == line.answer.key), ())


ONE_BY_ONE = ("die", "way", "whom", "fight", "result", "choose", "take", "pick")
"""Kinds of questions of which a press answers one."""


class MomentFinder:
    """Finds the last moment of a table; keeps what was found, because a press is looked at again at each answer."""

    def __init__(self) -> None:
        self._of: tuple[Table, str, int] | None = None
        self._found: dict[tuple[int, int], Moment | None] = {}  # by the ids of the first and last answer of a press

    def last_moment(self, table: Table, lang: str, viewer: int, *, fresh: bool) -> Moment | None:
        """Return what happened last, as `viewer` may see it, a result or less, and since then dice; None for nothing.

        It is shown as fresh only if it came with the last press and `fresh`: an undo or a jump is no result.
        """
        if self._of != (table, lang, viewer):
            self._of, self._found = (table, lang, viewer), {}
        throws: list[Moment] = []  # since then
        ended, at = -1, 0  # the seat whose turn ended without a result, and how many presses ago
        for i, press in enumerate(presses(table)):
            found = self._moment(table, press, lang, viewer)
            if ended < 0 and not found:
                ended, at = next((seat for seat in _turns(press, "turn_ends")), -1), i
            if ended >= 0 and ended in _turns(press, "turn_begins"):
                found, i = nothing_came(table, ended, lang), at
            found = found or (passing(press, lang, viewer) if ended < 0 else None)
            if found:
                return after_throws(throws, found if fresh and not i else replace(found, quiet=True, fight=None))
            if ended < 0 and (die := thrown(press, lang, viewer)):
                throws.append(die)
        return after_throws(throws, None)

    def _moment(self, table: Table, press: Records, lang: str, viewer: int) -> Moment | None:
        key = press[0].id, press[-1].id
        if key not in self._found and _is_replay(press):
            line = journal_line(press[0], lang, viewer).text.rstrip(".")
            self._found[key] = Moment(load_phrases(lang).say("setup", "amended", line=line))
        elif key not in self._found:
            told = from_whom(event for line in press for event in line.events)
            events = tuple(view_event(event, viewer) for event in told if not _acts_still(press[-1].after, event))
            before, after = (seen_by(state, (viewer,)) for state in (press[0].before, press[-1].after))
            found = moment_of(before, after, events, lang, viewer)
            lines = table.lines[: press[-1].n]
            self._found[key] = with_past(_told_whole(found, press, lang), table, lines, lang) if found else None
        return self._found[key]


def _acts_still(state: State, event: Event) -> bool:
    """Whether an event puts away a card whose own question comes only now: that is no result yet."""
    return event.kind == "discarded" and any(frame.source == event.card for frame in state.stack)


def _is_replay(press: tuple[AnswerRecord, ...]) -> bool:
    """Whether a press changed the past: answers that were given one by one follow it."""
    return sum(line.by == PERSON and line.ask.kind in ONE_BY_ONE for line in press) > 1


def _turns(press: tuple[AnswerRecord, ...], kind: str) -> tuple[int, ...]:
    """The seats whose turn began or ended with a press."""
    return tuple(event.seat for line in press for event in line.events if event.kind == kind)


def _told_whole(found: Moment, press: tuple[AnswerRecord, ...], lang: str) -> Moment:
    """The moment with the sums of its fight, and where it tells nothing else why its last die was not thrown."""
    said = [sentence for line in press for sentence in unthrown(line, lang)][-1:]
    return replace(found, detail=found.detail or "".join(said), fight=_decided_fight(press, lang))


def _decided_fight(press: tuple[AnswerRecord, ...], lang: str) -> FightSums | None:
    """Return the sums of the fight that a press decided, None for none."""
    decided = ((line, event) for line in press for event in line.events if event.kind == "fought")
    return next((sums for line, event in decided if (sums := fought_sums(line.before, event, lang))), None)


Lines = tuple[str, ...]
Records = tuple[AnswerRecord, ...]
"""The answers of one press, the policy's after the person's."""
Turn = tuple[int, int]
"""Whose turn of which round it is."""
SETUP: Turn = (-1, 0)
"""The answers before the first turn begins."""


class Jump(NamedTuple):
    """An undo or jump: what hands do for it, and for those before it.

    What an undo asks is gone with the next answer; what changing the past asks stays while the turn is played.
    """

    version: int  # of the table
    undo: bool
    before: Lines
    said: Lines
    answers: int  # that it left
    turn: Turn
    undone: int = 0  # how many lines at the end of `before` are of undos before it


class HandTelling(NamedTuple):
    """The lines of a press for hands, and the lines of earlier presses that it takes the place of."""

    lines: Lines
    instead: frozenset[str]


class PressPart(NamedTuple):
    """Answers of a press that follow one another, all by hand or none, and the events that are told of them."""

    by_hand: bool
    before: State
    after: State
    events: tuple[Event, ...]


ENTERS: Final = "enters"
"""Kind of the event with which a character is laid out."""
ENDS = ("turn_ends", "won", "nobody_left")
"""Kinds of events after which what lies on a space stays there."""


class HandLines:
    """Finds the hands line of a table; keeps what was found, because a press is looked at again at each answer."""

    def __init__(self) -> None:
        self._of: tuple[Table, str, int] | None = None
        self._found: dict[tuple[int, int], HandTelling] = {}  # by the ids of the first and last answer of a press
        self._jump: Jump | None = None  # the last one, while what it asks is told
        self._seen: tuple[int, ...] | None = None  # ids of the answers that were looked at last
        self._redone = -1  # version of the table that a redo made
        self._waited = False  # answers waited to be replayed when it was looked at last

    def lines(self, table: Table, lang: str, viewer: int, *, moved: bool) -> tuple[Lines, Lines]:
        """Return what hands should have done in the turn that was played last, and what the last press adds.

        So everything stays until the first answer of the next turn, whoever throws or casts in between.

        `moved`: the last press was an undo, redo or jump; then hands do the difference of the two states.
        """
        if self._of != (table, lang, viewer):
            self._of, self._found, self._jump, self._seen = (table, lang, viewer), {}, None, None
        ids = tuple(line.id for line in table.lines)
        if self._seen is not None and ids[: len(self._seen)] == self._seen != ids and not self._waited:
            self._redone = table.version  # the same answers again, if this was no answer
        self._waited = bool(table.pending)
        if moved and self._redone != table.version:
            self._jump = jump = self._jumped(table, lang, viewer, ids)
            self._seen = ids
            return jump.before, jump.said
        self._seen = ids
        if self._jump and (self._jump.undo or not _goes_on(self._jump, table)):
            self._jump = None
        told = [self._jump.before, self._jump.said] if self._jump else []
        told += self._of_turn(table, lang, viewer, self._jump.answers if self._jump else 0)
        return tuple(line for lines in told[:-1] for line in lines), told[-1] if told else ()

    def notice(self, table: Table) -> None:
        """Note the answers before an undo or redo, which the lines after it are compared with."""
        if self._of is not None and self._of[0] is table:
            self._seen = tuple(line.id for line in table.lines)

    def _of_turn(self, table: Table, lang: str, viewer: int, since: int = 0) -> list[Lines]:
        """Return the lines for hands of each press of the last turn after `since`; of a Spell that moved on once."""
        answers = table.lines
        setup, first = setup_answers(table, answers), laid_out(answers)
        presses = _same_turn(setup, answers[since or first :])
        opening = not since and (not presses or _turn(setup, presses[-1][0]) == SETUP)
        found = [self._opening(table, answers[:first], lang, viewer)] if opening else []
        found += [self._press(table, setup, press, lang, viewer) for press in presses]
        later = [frozenset[str]().union(*(each.instead for each in found[i + 1 :])) for i in range(len(found))]
        return [tuple(line for line in each.lines if line not in over) for each, over in zip(found, later, strict=True)]

    def _jumped(self, table: Table, lang: str, viewer: int, ids: tuple[int, ...]) -> Jump:
        last, turn = self._jump, _turn_now(table)
        if last and last.version == table.version:
            return last
        undo = table.can_redo if self._seen is None else self._seen[: len(ids)] == ids != self._seen
        said = say_moves(table.known_people, moves_shown(table.hands, viewer), lang)
        if undo:
            goes_on = bool(ids) and _turn(setup_answers(table, table.lines), table.lines[-1]) == turn
            stands = [line for lines in self._of_turn(table, lang, viewer) for line in lines] if goes_on else []
            undone = last.said if last and last.undo else ()
            earlier = last.before[-last.undone :] if last and last.undo and last.undone else ()
            before = (*stands, *earlier, *undone)
            return Jump(table.version, True, before, said, len(ids), turn, len(earlier) + len(undone))
        again = last is not None and not last.undo and last.turn == turn and last.answers >= len(ids)
        before = (*last.before, *last.said) if last and again else ()
        return Jump(table.version, False, before, said, len(ids), turn)

    def _opening(self, table: Table, lines: Records, lang: str, viewer: int) -> HandTelling:
        key = 0, lines[-1].id if lines else 0
        if key not in self._found:
            self._found[key] = HandTelling(_opening(table, lines, lang, viewer), frozenset())
        return self._found[key]

    def _press(self, table: Table, setup: int, press: Records, lang: str, viewer: int) -> HandTelling:
        key = press[0].id, press[-1].id
        if key not in self._found:
            self._found[key] = _hand_instructions(table, setup, press, lang, viewer)
        return self._found[key]


def moves_shown(moves: Iterable[HandMove], viewer: int) -> tuple[HandMove, ...]:
    """The moves as a seat may see them: cards that stay hidden in another's hand are not named."""
    return tuple(replace(move, card=UNSEEN) if _is_hidden(move, viewer) else move for move in moves)


def _is_hidden(move: HandMove, viewer: int) -> bool:
    hands = [place for place in (move.origin, move.to) if place.startswith("spells:")]
    return bool(hands) and not move.to.startswith("discards:") and f"spells:{viewer}" not in hands


# --- whose turn it was ---


def _turn(setup: int, line: AnswerRecord) -> Turn:
    """The turn of a line; `setup`: how many answers belong to the setup."""
    return SETUP if line.n <= setup else (line.before.turn, line.before.round)


def _turn_now(table: Table) -> Turn:
    """The turn that the next answer belongs to."""
    lines, state = table.lines, table.state
    return SETUP if len(lines) < setup_answers(table, lines) else (state.turn, state.round)


def _goes_on(jump: Jump, table: Table) -> bool:
    """Whether the turn that a jump went back to is still played."""
    answers = table.lines
    more, setup = len(answers) - jump.answers, setup_answers(table, answers)
    return more == 0 or (more > 0 and _turn(setup, next(_presses(answers))[0]) == jump.turn)


def _presses(lines: Records) -> Iterator[Records]:
    """The answers by the press they came of, the last press first."""
    for _, found in groupby(reversed(lines), lambda line: line.undo_group):
        yield tuple(found)[::-1]


def _same_turn(setup: int, lines: Records) -> list[Records]:
    """The presses of the turn in which the last one was made, oldest first."""
    turn = _turn(setup, next(_presses(lines))[0]) if lines else None
    return list(takewhile(lambda press: _turn(setup, press[0]) == turn, _presses(lines)))[::-1]


# --- what a press asks of hands ---


def _opening(table: Table, lines: Records, lang: str, viewer: int) -> Lines:
    """Return the lines on what is laid out before the first question (`lines`), from the empty table on."""
    before, after = replace(table.start, players=()), lines[-1].after if lines else table.start
    events = _with_entering(before, after, (*table.opening, *(event for line in lines for event in line.events)))
    rest = moves_shown(untold(before, after, events), viewer)
    return _event_lines(after, events, lang, viewer) + say_moves(after, rest, lang)


def _with_entering(before: State, after: State, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events of a setup, in which characters enter once everybody has one; until then each is told as a move.

    The game tells that a character enters when its own setup begins: after those before it have drawn their Spells.
    """
    known, others = len(before.players), tuple(event for event in events if event.kind != ENTERS)
    if not all(player.born or player.gone for player in after.players):
        return others
    new = (
        Event(ENTERS, seat, what=player.character, space=player.space)
        for seat, player in enumerate(after.players)
        if player.character and (seat >= known or before.players[seat].character != player.character)
    )
    return (*new, *others)


def _event_lines(state: State, events: Iterable[Event], lang: str, viewer: int) -> Lines:
    events = tuple(events)
    seen = tuple(view_event(event, viewer) for event in events)
    return hands(state, seen, lang, steps=True) + spells_drawn(state, events, lang)


def _hand_instructions(table: Table, setup: int, press: Records, lang: str, viewer: int) -> HandTelling:
    """Return the lines for hands on the events of a press, on other moves, and at the end of a turn on what stays."""
    state, moves = press[-1].after, difference(press[0].before, press[-1].after)
    parts = tuple(_parts(setup, press, moves))
    events = settle_events(moves, [event for part in parts for event in part.events])
    rest = moves_shown((move for part in parts for move in _untold(part) if not _is_draw_to_space(move)), viewer)
    stays = _staying(table, press) if any(event.kind in ENDS for event in events) else ()
    lines = _event_lines(state, events, lang, viewer) + say_moves(state, rest, lang) + say_stays(state, stays, lang)
    return HandTelling(lines, frozenset(say_moves(state, _put_away(moves), lang)))


def _put_away(moves: Iterable[HandMove]) -> Iterator[HandMove]:
    """The moves to a discard pile that a press undoes: a lasting Spell is put away before its space is named."""
    for move in moves:
        if move.kind == "card" and move.origin.startswith("discards:") and not move.to.startswith("deck:"):
            yield HandMove("card", card=move.card, origin="space:", to=move.origin)


def _parts(setup: int, press: Records, moves: Iterable[HandMove]) -> Iterator[PressPart]:
    setting_up = _turn(setup, press[0]) == SETUP
    told = settle_events(moves, [event for line in press for event in line.events])
    casts = [event for event in told if event.kind == "cast"]
    for by_hand, lines in groupby(press, lambda line: line.by == BY_HAND):
        answers = tuple(lines)
        before, after = answers[0].before, answers[-1].after
        events = tuple(event for line in answers for event in line.events if event.kind != "cast" or event in casts)
        yield PressPart(by_hand, before, after, _with_entering(before, after, events) if setting_up else events)


def _untold(part: PressPart) -> Iterator[HandMove]:
    """Moves that no event tells; a correction by hand takes over what lies there, tokens excepted."""
    found = untold(part.before, part.after, part.events)
    yield from (move for move in found if not part.by_hand or move.kind == "token")


def _is_draw_to_space(move: HandMove) -> bool:
    """Whether a card came from its deck onto a space, where it is met first."""
    return move.kind == "card" and move.origin.startswith("deck:") and move.to.startswith("space:")


def _staying(table: Table, press: Records) -> tuple[HandMove, ...]:
    """The cards drawn in the turn that ends with a press, and still lie on a space."""
    lines = table.lines[: press[-1].n]
    first = laid_out(lines)
    begun = next((n for n in range(press[0].n - 1, first, -1) if begins_turn(lines[n - 1])), first)
    before = lines[begun - 1].after if begun else table.start
    events = (event for line in lines[begun:] for event in line.events)
    return tuple(move for move in untold(before, press[-1].after, events) if _is_draw_to_space(move))
