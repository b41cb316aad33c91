"""Plays a lesson through and says what is wrong with it; makes a page of a position, with what can be claimed there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.model import UserError
from talisman_nb.notation.name_lookup import by_character
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

from .claims import looked_at, numbers
from .figures import NO, YES
from .lesson import LETTERS, MOST_OPTIONS, Count, Lesson, LessonPage, Predict, Step, WhatIf
from .moments import numbers_given
from .running import RunningLesson
from .shown import render_step
from .texts import numbers_said

TOPIC = "lesson_maker"
"""Topic of the words of the form, which a page made of a position begins with."""


class Problem(Struct, frozen=True):
    """A mistake in a step.

    Attributes
    ----------
    page
        Its page, from 1.
    step
        The step, from 0.
    key
        The phrase of `lessons` that tells it.
    reason
        What fills the phrase.
    hint
        A claim that is true there, "" where none is known.
    """

    page: int
    step: int
    key: str
    reason: str = ""
    hint: str = ""

    def told(self, lang: str) -> str:
        """Return the problem in words.

        Parameters
        ----------
        lang
            en, it, fr or pl.

        Returns
        -------
        str
            A sentence.

        Examples
        --------
        >>> Problem(1, 2, "refused", "no way to the Ruins").told("en") != Problem(1, 2, "tally").told("en")
        True
        """
        words = load_phrases(lang)
        told = {"field": words.say(TOPIC, "field.holds"), "reason": self.reason, "hint": self.hint}
        return words.say("lessons", f"problem.{self.key}", **told)


def problems(lesson: Lesson) -> tuple[Problem, ...]:
    """Return what is wrong with a lesson, by playing every page with its own answers and dice.

    Of a page it is what is wrong up to the first step that can't be played.

    Parameters
    ----------
    lesson
        The lesson.

    Returns
    -------
    tuple[Problem, ...]
        The problems; () for a lesson that is in order.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> problems(lesson("combat"))
    ()
    """
    return tuple(problem for page in range(1, len(lesson.pages) + 1) for problem in _of_page(lesson, page))


def _of_page(lesson: Lesson, page: int) -> Iterator[Problem]:
    """Yield the problems of a page, up to the first step that can't be played."""
    whole = lesson.pages[page - 1]
    running = RunningLesson.of(lesson)
    played: set[str] = set()  # the numbers that the page has given the game so far
    for at, step in enumerate(whole.steps):
        try:
            running = running.page(page) if not at else running.step()
            if isinstance(step, Count) and running.counted_place() is None:
                yield Problem(page, at, "tally")
            before = _where_it_begins(running, step)
            if isinstance(step, Predict):
                yield from _of_claims(before, page, at, step)
            played.update(numbers_given(step))
            held = (*step.holds, *(() if at else whole.holds))
            for claim in (claim for claim in held if not looked_at(before, claim).true):
                yield Problem(page, at, "untrue", claim, _true_instead(before, claim))
            for number in _not_held(step, whole, at, played):
                yield Problem(page, at, "not-held", number, next(_claims_of(before, number), ""))
            render_step(running)
            while not running.now.done:
                running = running.step()
                render_step(running)
        except ValueError as wrong:  # every refusal is one: of a situation, an answer, a claim, a throw
            yield Problem(page, at, "refused", str(wrong))
            return


def _where_it_begins(running: RunningLesson, step: Step) -> Analysis:
    """Return the line in which the claims of a step must be true: of a tally, that before the throw it counts."""
    counted = running.counted_place() if isinstance(step, Count) else None
    before = running.line_before(counted) if counted else running.now.before
    assert before is not None
    return before


def _of_claims(before: Analysis, page: int, at: int, step: Predict) -> Iterator[Problem]:
    """Yield that not exactly one option is true."""
    claims = zip(LETTERS, step.option, strict=False)
    true = [letter for letter, option in claims if looked_at(before, option.claim).true]
    if len(true) != 1:
        yield Problem(page, at, "one-true" if true else "none-true", ", ".join(true))


def _true_instead(before: Analysis, claim: str) -> str:
    """Return a claim of the same figure that is true; "" for one that is no number."""
    figure = re.split(r"\s(?:>=|<=|!=|=|>|<)\s", claim)[0]
    try:
        (term,) = looked_at(before, f"{figure} = 0").terms
    except ValueError:  # every refusal is one: the figure is a name, or a difference of two
        return ""
    return f"{figure} = {term.value}"


def _claims_of(before: Analysis, number: str) -> Iterator[str]:
    """Yield claims that have a number and are true, of what stands on the sheets and in the fight."""
    characters = [player.character for player in before.state.players if player.character]
    for who in ("foe", *characters):
        for figure in (f"{what} of {who}" for what in SHOWN_OF_ALL):
            with suppress(ValueError):  # of a foe where nobody fights, of a figure that it has not
                if looked_at(before, f"{figure} = {number}").true:
                    yield f"{figure} = {number}"


# --- numbers of the texts ---


def _not_held(step: Step, page: LessonPage, at: int, played: set[str]) -> Iterator[str]:
    """Yield each number of a step's texts, and with the first step of the page's title, that nothing holds.

    `played`: the numbers that the page has given the game up to this step.
    """
    held = {*numbers(*step.holds), *played}
    yield from _without(step.text, held)
    if not at:
        yield from _without(page.title, {*held, *numbers(*page.holds)})
    if isinstance(step, WhatIf):
        yield from _without(step.called, {*held, *numbers(step.change)})
    if isinstance(step, Predict):
        for option in step.option:
            yield from _without(option.says, {*held, *numbers(option.claim)})


def _without(words: CaseWords | None, held: set[str]) -> Iterator[str]:
    """Yield the numbers of a text, in any of its languages, that are not among those held, each once."""
    yield from (number for number in numbers_said(words) if number not in held)


# --- a page made of a position ---

NEW_MINUTES = 5
SHOWN_OF_ALL = ("strength", "craft", "life", "fate", "gold", "score")
"""Figures of a character or a foe that a text says most often."""
MOST_CLAIMED = 12
"""Answers of a position of which it is offered to claim that they are open, or not."""


def position_at(lesson: Lesson, page: int, step: int, lang: str) -> Analysis | None:
    """Return the position in which a step begins, by the lesson's own answers and dice; None if it can't be played.

    `page` from 1, `step` from 0.
    """
    try:
        running = RunningLesson.of(lesson, lang).page(page)
        while running.place != (page, step):
            running = running.step()
    except (ValueError, IndexError):
        return None
    return running.now.before


class OfferedClaim(NamedTuple):
    """A claim that the game can judge in a position: what an option says of it, and whether it is true."""

    claim: str
    says: str
    true: bool


def offered_claims(found: Analysis, lang: str) -> Iterator[OfferedClaim]:
    """Yield what a prediction may claim of a position: which result of a fight or roll is likelier, what is open.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> [(each.claim, each.true) for each in offered_claims(bear, "en")][:3]
    [('won > lost', False), ('won < lost', False), ('won = lost', True)]
    """
    said = load_phrases(lang)
    for best, worst in (("won", "lost"), ("good", "bad")):
        try:
            claims = [f"{best} {sign} {worst}" for sign in "><="]
            judged = [looked_at(found, claim).true for claim in claims]
        except (ValueError, KeyError, UserError):  # no fight, or no roll of a table
            continue
        for claim, key, true in zip(claims, (best, worst, "equal"), judged, strict=True):
            yield OfferedClaim(claim, said.say(TOPIC, f"likelier.{key}"), true)
    wording = wording_of(by_character(found.state, lang, found.nodes[0].state), lang)
    decided = () if found.ask.chance else (*found.ask.options, *found.ask.offers)
    for option in decided[:MOST_CLAIMED]:
        is_open = option.key in found.ask.open()
        for key, true in ((YES, is_open), (NO, not is_open)):
            says = said.say(TOPIC, f"open.{key}", what=label(wording, found.ask, option))
            yield OfferedClaim(f"open {option.key} = {key}", says, true)
    for seat, player in enumerate(found.state.players):
        if player.character:
            says = said.say(TOPIC, "its-turn", who=wording.who(seat))
            yield OfferedClaim(f"turn of {player.character} = yes", says, seat == found.state.turn)


def page_of(found: Analysis, question: str, lang: str) -> Mapping[str, Any]:
    """Return a page that asks a class about a position: its situation, a prediction, and what shows the answer.

    The options are the results of the dice asked for, else whether an answer may be given, if possible a closed one.

    >>> page = page_of(Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear"), "", "en")
    >>> page["step"][1]["option"]
    [{'says': 'Yes', 'claim': 'open evade = yes'}, {'says': 'No', 'claim': 'open evade = no'}]
    """
    said = load_phrases(lang)
    stands = "" if re.search(r"\d", found.headline) else found.headline  # a number in a text wants a claim
    told = stands if question.strip() else ""
    begins = {"kind": "situation", "text": told or said.say(TOPIC, "look"), "situation": found.text}
    asks, options = prediction_of(found, lang)
    predicts = {"kind": "predict", "text": question.strip() or asks, "option": options}
    closed = next((option for option in (*found.ask.options, *found.ask.offers) if option.closed), None)
    shows = [{"kind": "outcomes"}] if found.ask.chance else []
    if closed and closed.cites and not found.ask.chance:
        shows = [{"kind": "rule", "rule": closed.cites[0]}]
    title = question.strip() or stands or said.say(TOPIC, "page-title")
    return {"title": title, "minutes": NEW_MINUTES, "step": [begins, predicts, *shows]}


def prediction_of(found: Analysis, lang: str) -> tuple[str, list[Mapping[str, Any]]]:
    """Return a question about a position, and its options."""
    said, offered = load_phrases(lang), [*offered_claims(found, lang)]
    likelier = [each for each in offered if not each.claim.startswith(("open ", "turn "))][:3]
    if likelier and found.ask.chance:
        return said.say(TOPIC, "asks-likelier"), [{"says": each.says, "claim": each.claim} for each in likelier]
    options = (*found.ask.options, *found.ask.offers)
    about = next((option for option in options if option.closed), options[0] if options else None)
    if about is None or found.ask.chance:
        turns = [player.character for player in found.state.players if player.character][:MOST_OPTIONS]
        return said.say(TOPIC, "asks-turn"), [{"says": f"{{{who}}}", "claim": f"turn of {who} = yes"} for who in turns]
    wording = wording_of(by_character(found.state, lang, found.nodes[0].state), lang)
    yes_no: list[Mapping[str, Any]]
    yes_no = [{"says": said.say("workshop", f"ui.{key}"), "claim": f"open {about.key} = {key}"} for key in (YES, NO)]
    return said.say(TOPIC, "asks-open", what=label(wording, found.ask, about)), yes_no
