"""The moment of a screen: the result of the last press, or of an earlier one if that had none."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.chronicle.journal import unthrown
from talisman_nb.engine.view import seen_by, view_event
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.told_moves import from_whom
from talisman_nb.text.questions.fight_sums import fought_sums
from talisman_nb.text.screen.moment import moment_of
from talisman_nb.text.screen.values import Fight, Moment

from .last_press import presses


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
        for i, press in enumerate(presses(table)):
            if found := self._moment(press, lang, viewer):
                return found if fresh and not i else replace(found, quiet=True, fight=None)
        return None

    def _moment(self, press: tuple[AnswerRecord, ...], lang: str, viewer: int) -> Moment | None:
        key = press[0].id, press[-1].id
        if key not in self._found:
            told = from_whom(event for line in press for event in line.events)
            events = tuple(view_event(event, viewer) for event in told)
            before, after = (seen_by(state, (viewer,)) for state in (press[0].before, press[-1].after))
            found = moment_of(before, after, events, lang, viewer)
            self._found[key] = _told_whole(found, press, lang) if found else None
        return self._found[key]


def _told_whole(found: Moment, press: tuple[AnswerRecord, ...], lang: str) -> Moment:
    """The moment with the sums of its fight, and the reason why a die of it was not thrown, of several the last."""
    said = [sentence for line in press for sentence in unthrown(line, lang)][-1:]
    return replace(found, detail=" · ".join(filter(None, (*said, found.detail))), fight=_fought(press, lang))


def _fought(press: tuple[AnswerRecord, ...], lang: str) -> Fight | None:
    """Return the sums of the fight that a press decided, None for none."""
    decided = ((line, event) for line in press for event in line.events if event.kind == "fought")
    return next((sums for line, event in decided if (sums := fought_sums(line.before, event, lang))), None)
