"""The moment of a screen: the result of the last press, or of an earlier one if that had none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import replace

from talisman_nb.chronicle.journal import shown, unthrown
from talisman_nb.engine.view import seen_by, view_event
from talisman_nb.model import Event
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.records import PERSON
from talisman_nb.table.told_moves import from_whom
from talisman_nb.text.events.sentences import say_event
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.fight_sums import fought_sums
from talisman_nb.text.screen.moment import moment_of
from talisman_nb.text.screen.sheet import sheet
from talisman_nb.text.screen.values import Fight, Moment, Press
from talisman_nb.text.wording import wording_of

from .way_parts import end_of

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
        """Return what happened last, as `viewer` may see it; None if nothing has in the last presses.

        It is shown as fresh only if it came with the last press and `fresh`: an undo or a jump is no result.
        """
        if self._of != (table, lang, viewer):
            self._of, self._found = (table, lang, viewer), {}
        ended, at = -1, 0  # the seat whose turn ended without a result, and how many presses ago
        for i, press in enumerate(presses(table)):
            found = self._moment(press, lang, viewer)
            if ended < 0 and not found:
                ended, at = next((seat for seat in _turns(press, "turn_ends")), -1), i
            if ended >= 0 and ended in _turns(press, "turn_begins"):
                found, i = _nothing(table, ended, lang), at
            if found:
                return found if fresh and not i else replace(found, quiet=True, fight=None)
        return None

    def _moment(self, press: tuple[AnswerRecord, ...], lang: str, viewer: int) -> Moment | None:
        key = press[0].id, press[-1].id
        if key not in self._found and _is_replay(press):
            line = shown(press[0], lang, viewer).text.rstrip(".")
            self._found[key] = Moment(load_phrases(lang).say("setup", "amended", line=line))
        elif key not in self._found:
            told = from_whom(event for line in press for event in line.events)
            events = tuple(view_event(event, viewer) for event in told)
            before, after = (seen_by(state, (viewer,)) for state in (press[0].before, press[-1].after))
            found = moment_of(before, after, events, lang, viewer)
            self._found[key] = _told_whole(found, press, lang) if found else None
        return self._found[key]


def _is_replay(press: tuple[AnswerRecord, ...]) -> bool:
    """Whether a press changed the past: answers that were given one by one follow it."""
    return sum(line.by == PERSON and line.ask.kind in ONE_BY_ONE for line in press) > 1


def _turns(press: tuple[AnswerRecord, ...], kind: str) -> tuple[int, ...]:
    """The seats whose turn began or ended with a press."""
    return tuple(event.seat for line in press for event in line.events if event.kind == kind)


def _nothing(table: Table, seat: int, lang: str) -> Moment | None:
    """That the last move of a seat led to nothing, with what waited there and what the character lacked for it."""
    way = next((line for line in reversed(table.lines) if line.ask.kind == "way" and line.ask.seat == seat), None)
    option = next((each for each in way.ask.options if each.key == way.answer.key), None) if way else None
    if way is None or option is None or not option.space:
        return None
    state, wording = seen_by(way.after), wording_of(way.after, lang)
    what = sentence(end_of(seen_by(way.before), seat, option, lang).detail)
    one = sheet(state, seat, lang)
    lacks = "" if one.gold else wording.say("asks", "note.gold-left", who=wording.who(seat), n=0)
    said = say_event(way.after, Event("nothing_happens", seat, source=option.space), lang).removesuffix(".")
    return Moment(said, " · ".join(filter(None, (what, one.state or lacks))), picture=f"space.{option.space}")


def _told_whole(found: Moment, press: tuple[AnswerRecord, ...], lang: str) -> Moment:
    """The moment with the sums of its fight, and the reason why a die of it was not thrown, of several the last."""
    said = [sentence for line in press for sentence in unthrown(line, lang)][-1:]
    return replace(found, detail=" · ".join(filter(None, (*said, found.detail))), fight=_fought(press, lang))


def _fought(press: tuple[AnswerRecord, ...], lang: str) -> Fight | None:
    """Return the sums of the fight that a press decided, None for none."""
    decided = ((line, event) for line in press for event in line.events if event.kind == "fought")
    return next((sums for line, event in decided if (sums := fought_sums(line.before, event, lang))), None)
