"""Plays a situation interactively as text: question, options, asides, answers, undo."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import asides, ask, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Ask, Event, Message, Option, State
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.text.errors import message
from talisman_nb.text.events import say_event
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.questions.labels import closed_text, label
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording, wording_of

from .name_lookup import by_character
from .situation import give_answer, laid_text
from .text_answers import order_by_key, say

SHOWN = 12
"""Upper bound of cards listed at a question for a card; any other may be answered too."""
WIDTH = 16
"""Width of the column of keys, in characters."""
COLUMN = re.compile(r" {2,}")
"""Matches what fills a column of keys."""


def play(text: str, lang: str | None = None) -> Situation:
    """Return a situation that can be played interactively; answers may follow in the text behind `>`.

    Parameters
    ----------
    text
        The situation, as `talisman_nb.model.situation` tells.
    lang
        en, it, fr or pl; None takes that of `TALISMAN_NB_LANG`, else en.

    Returns
    -------
    Situation
        The situation at its question.

    Raises
    ------
    SituationError
        The text can't be read, or is impossible; with the column.

    Examples
    --------
    >>> s = play("dwarf hills-3, has sword | thief city, spells hex | on ruins, bear")
    >>> print(s.answer("3", "clockwise"))
    dwarf hills-3, has sword | thief city, spells hex | on ruins, bear > 3 > clockwise
    The Dwarf moved to the Chasm.
    <BLANKLINE>
    Chasm: does the Dwarf roll?
      roll             Roll
      none             No thanks
    Before that, this is still possible:
      0: drop:sword    Ditch the Sword
    """
    split = parse_text(text)
    laid = laid_text(text, split)
    body = text[: split.answers[0].at].rpartition(">")[0] if split.answers else text
    found = Situation(
        " ".join(body.split()), lang or os.environ.get("TALISMAN_NB_LANG") or "en", laid.state, laid.told, laid.marks
    )
    for answer in split.answers:
        state, told = give_answer(text, found.state, answer)
        found = found.then(answer.text, state, told)
    return found


class Situation(Struct, frozen=True):
    """A situation at one of its questions. Immutable: `answer` returns the next one, `undo` the one before.

    Attributes
    ----------
    text
        The situation with the answers given, as one line.
    lang
        The language in which it is shown.
    state
        The state of the game.
    told
        Events of the last answer; before the first one, what happened before it: what was met on arrival, what became
        of clauses that were insisted on.
    marks
        Reasons why clauses that were insisted on are impossible.
    before
        The situation before the last answer, None before the first.

    Examples
    --------
    >>> s = play("dwarf hills-3, has sword | thief city")
    >>> s.ask.kind, s.open, s.asides
    ('die', ('1', '2', '3', '4', '5', '6'), ('0: drop:sword',))
    """

    text: str
    lang: str
    state: State
    told: tuple[Event, ...] = ()
    marks: tuple[Message, ...] = ()
    before: Situation | None = None

    @property
    def ask(self) -> Ask:
        """Return the question; `closed` and `cites` of its options and offers say why one is not open."""
        return ask(self.state)

    @property
    def open(self) -> tuple[str, ...]:
        """Return the keys that answer the question now."""
        return self.ask.open()

    @property
    def asides(self) -> tuple[str, ...]:
        """Return the open asides, written as `answer` takes them: `1: cast:hex`."""
        return tuple(f"{seat}: {option.key}" for seat, option in self._listed_asides() if not option.closed)

    def answer(self, *orders: str | int) -> Situation:
        """Return the situation after these answers.

        Parameters
        ----------
        orders
            Keys, names, or orders such as "walk ruins": see `talisman_nb.notation.text_answers.say`.

        Returns
        -------
        Situation
            The situation at the next question.

        Raises
        ------
        NotAllowedError
            An answer that is not open; with those that are.
        CannotPlayError
            An order that can't be followed.

        Examples
        --------
        >>> play("dwarf crags | thief city").answer(3, "clockwise").state.players[0].space
        'fields-3'
        """
        found = self
        for order in orders:
            state, events = found.state, tuple[Event, ...]()
            key = order_by_key(state, str(order).strip())
            for after, told in say(state, key):
                state, events = after, events + told
            found = found.then(key, state, events)
        return found

    def step(self) -> Situation:
        """Return the situation after the answer that changes least.

        Returns
        -------
        Situation
            The situation at the next question.

        Examples
        --------
        >>> play("dwarf chasm, arrived | thief city").step().text
        'dwarf chasm, arrived | thief city > quiet'
        """
        return self.answer("quiet")

    def undo(self) -> Situation:
        """Return the situation before the last answer.

        Returns
        -------
        Situation
            The situation that was answered.

        Raises
        ------
        IndexError
            Nothing has been answered yet.

        Examples
        --------
        >>> first = play("dwarf crags | thief city")
        >>> first.answer(3).undo() == first
        True
        """
        if self.before is None:
            raise IndexError("nothing has been answered yet")
        return self.before

    def then(self, order: str, state: State, told: tuple[Event, ...]) -> Situation:
        """Return the situation after an order that was carried out elsewhere.

        Parameters
        ----------
        order
            The order, as it stands in the text.
        state
            The state it led to.
        told
            The events it caused.

        Returns
        -------
        Situation
            The situation at that state.

        Examples
        --------
        >>> first = play("dwarf crags | thief city")
        >>> state, told = step(first.state, Answer(0, "3"))
        >>> first.then("3", state, told) == first.answer(3)
        True
        """
        return Situation(f"{self.text} > {order}", self.lang, state, told, self.marks, self)

    # --- what it shows ---

    def __repr__(self) -> str:
        return "\n".join(
            [self.text, *self._mark_lines(), *self._event_lines(), "", *self._question_lines(), *self._aside_lines()]
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from talisman_nb.drawing.definition_picture import still_position

        state, _ = self._wording()
        seen = seen_by(state, range(len(state.players)))
        return {**still_position(seen, self.lang, self._page()), "text/plain": repr(self)}

    def _page(self) -> Page:
        """Return what `repr` says as a page, for a picture: its columns are made of dots there."""
        asked, *answers = self._question_lines()
        put_in, *others = self._aside_lines() or [""]
        told = (self.text, *self._mark_lines(), *self._event_lines())
        shown = (Section("", tuple(map(_dotted, answers))), Section(put_in, tuple(map(_dotted, others))))
        return Page(asked, told, tuple(each for each in shown if each.lines))

    def _wording(self) -> tuple[State, Wording]:
        start = self
        while start.before is not None:
            start = start.before
        state = by_character(self.state, self.lang, start.state)
        return state, wording_of(state, self.lang)

    def _mark_lines(self) -> list[str]:
        _, wording = self._wording()
        return [wording.say("checks", "insisted", why=message(mark, self.lang)) for mark in self.marks]

    def _event_lines(self) -> list[str]:
        state, _ = self._wording()
        return [line for event in self.told if (line := say_event(state, event, self.lang))]

    def _question_lines(self) -> list[str]:
        """Return the lines of the question: headline, options, offers; the faces of a die share a line."""
        state, wording = self._wording()
        found = ask(state)
        lines = [question(state, found, self.lang).headline]
        if found.kind == "die":
            return [
                *lines,
                f"  {' '.join(option.key for option in found.options)}",
                *self._option_lines(wording, found, found.offers),
            ]
        options = found.options if found.kind != "card" else found.options[:SHOWN]
        more = ["  …"] if len(options) < len(found.options) else []
        return [
            *lines,
            *self._option_lines(wording, found, options),
            *more,
            *self._option_lines(wording, found, found.offers),
        ]

    def _aside_lines(self) -> list[str]:
        """Return the lines of the asides, each with its seat."""
        state, wording = self._wording()
        lines = [
            line
            for seat, option in self._listed_asides()
            for line in self._option_lines(wording, Ask(state.ply, "aside", seat), (option,), f"{seat}: ")
        ]
        return [wording.say("checks", "put-in"), *lines] if lines else []

    def _listed_asides(self) -> list[tuple[int, Option]]:
        """Return each seat and aside, except those the question shows as offers."""
        offered = {option.key for option in self.ask.offers}
        return [
            (seat, option)
            for seat in range(len(self.state.players))
            for option in asides(self.state, seat)
            if seat != self.ask.seat or option.key not in offered
        ]

    def _option_lines(self, wording: Wording, asked: Ask, options: Iterable[Option], before: str = "") -> list[str]:
        """Return a line for each option: its key and label; for a closed one also the reason and the rules."""
        lines = []
        for option in options:
            what = label(wording, asked, option)
            if option.closed:
                what = (
                    f"✗ {what} – {closed_text(wording, asked.seat, option)} ({', '.join(dict.fromkeys(option.cites))})"
                )
            lines.append(f"  {before + option.key:{WIDTH}} {what}".rstrip())
        return lines


def _dotted(line: str) -> str:
    return COLUMN.sub(" · ", line.strip())


__all__ = ["Situation", "by_character", "play"]


def follow(state: State, keys: Sequence[str]) -> State:
    """Return the state after these answers, given as option keys.

    >>> from talisman_nb.notation.situation import situation
    >>> follow(situation("dwarf crags | thief city"), ["1", "anticlockwise", "bear", "fight", "6"]).fight.mine.faces
    (6,)
    """
    for key in keys:
        state, _ = step(state, Answer(state.ply, key))
    return state


def with_player(state: State, seat: int, **changes: object) -> State:
    """Return the state with the given fields of one player replaced."""
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))
