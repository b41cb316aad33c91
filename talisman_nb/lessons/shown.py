"""Values that the wall shows of a lesson at its present step, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis, Editions, Outcomes, editions, outcomes, what_if
from talisman_nb.analysis.side_by_side import (
    SideBySide,
    SideSum,
    results_beside,
    sums_now,
    sums_of,
    sums_to_come,
    words_of,
)
from talisman_nb.model import Event
from talisman_nb.notation.text_play import by_character
from talisman_nb.rules.book import book_of
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.events import tell_all
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.questions.labels import closed_text, label

from .board_graph import ShownGraph, last_level, look
from .claims import Claim, looked_at
from .figures import CHANCES, OF_FIGHTS, figure_line
from .lesson import (
    LETTERS,
    AllOutcomes,
    ChooseStep,
    Count,
    GraphStep,
    InEditions,
    Play,
    Predict,
    SituationStep,
    Step,
    TellRule,
    ThrowStep,
    WhatIf,
)
from .moments import LessonMoment, Place, RaisedHands, Supposed
from .running import RunningLesson


class RuledLine(Struct, frozen=True):
    """A sentence, and the ids of the rules it rests on."""

    text: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} [{', '.join(self.rules)}]" if self.rules else self.text


class ShownChoice(Struct, frozen=True):
    """An option of a prediction, or an answer of the game: its letter, what it says, the hands raised for it.

    `true`: what the engine finds, None before it is shown. `closed`: why an answer is not open.
    """

    letter: str
    says: str
    hands: int = 0
    true: bool | None = None
    closed: str = ""


class TallyBar(Struct, frozen=True):
    """One result: what it is called, how often it came, in how many throws, its chance.

    `whole`: in how many ways the dice may fall; `many`: how often it came when the game threw, of `many_of` throws.
    """

    name: str
    n: int
    of: int
    chance: Fraction
    whole: int
    many: int = 0
    many_of: int = 0


class Kept(Struct, frozen=True):
    """A prediction of the class: the question, each option with its hands and whether it is true."""

    place: Place
    question: str
    options: tuple[tuple[str, int, bool], ...]

    @property
    def right(self) -> bool:
        """Whether the option with the most hands is true; of a draw, whether one of them is."""
        most = max(hands for _, hands, _ in self.options)
        return any(true for _, hands, true in self.options if hands == most)


class ShownMoment(Struct, frozen=True):
    """One moment of a lesson. `kind`: that of the step, `title` or `end`; `waits`: it waits for the class.

    `setting`: what the page is about, until it ends; `suppose`: what the step supposes instead of what the class threw
    or chose; `dice`: what was thrown, where no sum has it; `told`: what happened, each with its rules; `figures`: what
    the options of a prediction claim, as it is; `notes`: for the teacher alone, never for the wall.
    """

    kind: str
    title: str
    text: str = ""
    waits: bool = False
    setting: str = ""
    suppose: str = ""
    dice: tuple[int, ...] = ()
    question: str = ""
    choices: tuple[ShownChoice, ...] = ()
    figures: tuple[str, ...] = ()
    told: tuple[RuledLine, ...] = ()
    sums: tuple[SideSum, ...] = ()
    rule: RuledLine | None = None
    beside: SideBySide | None = None
    outcomes: Outcomes | None = None
    editions: Editions | None = None
    bars: tuple[TallyBar, ...] = ()
    predictions: tuple[Kept, ...] = ()
    graph: ShownGraph | None = None
    notes: str = ""


def render_step(running: RunningLesson) -> ShownMoment:
    """Return what the wall shows now.

    Parameters
    ----------
    running
        The lesson that is being given.

    Returns
    -------
    ShownMoment
        The moment, in words.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> render_step(RunningLesson.of(lesson("combat"), "en")).kind
    'title'
    """
    said, page, step, now = running.said, running.page_now, running.step_now, running.now
    if page is None or step is None:
        title = said(running.lesson.title)
        if not running.at_end:
            return ShownMoment("title", title, said(running.lesson.about))
        kept = predictions(running)
        text = load_phrases(running.lang).say("lessons", "end" if kept else "end-none")
        # where no prediction has to be told once more, the wall says what the pages have found
        found = () if any(not one.right for one in kept) else tuple(_found(running))
        return ShownMoment("end", title, text, predictions=kept, told=found)
    base = ShownMoment(step.kind, said(page.title), said(step.text), not now.done, notes=said(page.notes))
    return replace(base, setting=_setting(running), suppose=_suppose(running), **_fields(running, now))


def _found(running: RunningLesson) -> Iterator[RuledLine]:
    """Yield the title of each page with what it found: the figure its question is about, else what its graph says."""
    for number, page in enumerate(running.lesson.pages, 1):
        title, told = running.said(page.title), ""
        for at, step in enumerate(page.steps):
            line = running.line_before((number, at)) if isinstance(step, Predict | GraphStep) else None
            if line is not None and isinstance(step, Predict):
                true = next(claim for one in step.option if (claim := looked_at(line, one.claim)).true)
                told = next(_figures([true], line), "")
            elif line is not None and isinstance(step, GraphStep) and not told:
                book = book_of(line.state.book)
                told = look(step, book, last_level(step, book.board), running.lang).told[0]
        yield RuledLine(with_heading(title, told, running.lang) if told else title)


def _setting(running: RunningLesson) -> str:
    """Return what the last situation of the page has said; "" at a situation."""
    assert running.page_now is not None
    *before, step = running.page_now.steps[: running.place[1] + 1]
    laid_out = [one for one in before if isinstance(one, SituationStep)]
    return "" if isinstance(step, SituationStep) else running.said(laid_out[-1].text)


def _suppose(running: RunningLesson) -> str:
    """Return in words what the step has instead of what the class threw or chose; "" where it was said just before."""
    now, words = running.now, load_phrases(running.lang)
    if not now.supposed or running.moments[-2].place == now.place:
        return ""
    told = SEMICOLON[running.lang].join(_describe_supposition(one, words) for one in now.supposed)
    return words.say("lessons", "suppose", what=told)


def _describe_supposition(one: Supposed, words: Phrases) -> str:
    if isinstance(one.step, ThrowStep):
        return words.say("lessons", "suppose-dice", dice=", ".join(map(str, one.step.dice)))
    return words.say("lessons", "suppose-answer", answer=answer_told(one.before, one.step.answer))


def _fields(running: RunningLesson, now: LessonMoment) -> Mapping[str, object]:
    """Return what a step shows beside its text."""
    step, here, before = running.step_now, now.shown, now.before
    assert step is not None and here is not None and before is not None
    if isinstance(step, Predict):
        return _prediction(running, step, before)
    if isinstance(step, ChooseStep) and not now.done:
        return {"question": before.headline, "choices": tuple(_answers(before)), "sums": sums_now(before)}
    if isinstance(step, TellRule):
        return {"rule": RuledLine(rule_texts(book_of(here.state.book), running.lang)[step.rule], (step.rule,))}
    if isinstance(step, WhatIf):
        titles = load_phrases(running.lang).say("analysis", "as-it-is"), running.said(step.called)
        return {"beside": results_beside(what_if(here, step.change, titles=titles), running.lang)}
    if isinstance(step, AllOutcomes):
        return {"outcomes": outcomes(here), "question": here.headline}
    if isinstance(step, InEditions):
        return {"editions": editions(here)}
    if isinstance(step, GraphStep):
        return {"graph": look(step, book_of(here.state.book), now.level, running.lang)}
    if isinstance(step, Count):
        return {"bars": bars(running)}
    if isinstance(step, ThrowStep) and not now.done and (to_come := sums_to_come(before)):
        return {"sums": to_come}
    if isinstance(step, SituationStep) or not now.done:
        return {"question": _question(here) if isinstance(step, ThrowStep) and not step.text else ""}
    dice = now.dice if isinstance(step, ThrowStep) else _faces(step)
    sums = sums_of(before, here, dice) or (sums_now(here) if dice or isinstance(step, ChooseStep) else ())
    told = tuple(describe_events(before, here))
    if isinstance(step, ChooseStep) and not told:
        told = (RuledLine(answer_told(before, here.node.answer)),)
    over = {"text": ""} if (told or sums) and isinstance(step, ThrowStep | ChooseStep) else {}
    question = "" if told and isinstance(step, ThrowStep | ChooseStep) else _question(here)
    return {"told": told, "sums": sums, "dice": () if sums else dice, "question": question, **over}


def _faces(step: Step) -> tuple[int, ...]:
    """Return the dice that a step plays by itself."""
    return tuple(int(one) for one in step.answers if one.isdecimal()) if isinstance(step, Play) else ()


def _question(here: Analysis) -> str:
    """Return what is asked; "" at the end of a turn, and before the dice of a fight: those have sums to come."""
    over = here.ask.kind == "close" or (here.ask.kind == "die" and sums_to_come(here))
    return "" if over else here.headline


def describe_events(before: Analysis, after: Analysis) -> Iterator[RuledLine]:
    """Yield a sentence for each event between two moments of a line, with its rules."""
    lang = after.node.situation.lang
    for at in after.line[before.depth + 1 : after.depth + 1]:
        node = after.nodes[at]
        named = by_character(node.state, lang, after.nodes[0].state)
        events: tuple[Event, ...] = node.events
        for event, text in zip(events, tell_all(named, events, lang), strict=True):
            if text:
                yield RuledLine(text, event.cites)


# --- predictions ---


def _prediction(running: RunningLesson, step: Predict, before: Analysis) -> Mapping[str, object]:
    """Return the options with their hands; after it was shown also which is true, and the figures they claim."""
    raised = running.raised_now.both
    texts = [running.said(option.says) for option in step.option]
    if not running.now.done:
        choices = (ShownChoice(a, says, n) for a, says, n in zip(LETTERS, texts, raised, strict=False))
        return {"choices": tuple(choices)}
    claims = [looked_at(before, option.claim) for option in step.option]
    held = (looked_at(before, claim) for claim in step.holds)
    beside = [claim for claim in held if any(term.key in CHANCES for term in claim.terms)]
    choices = (
        ShownChoice(a, says, n, claim.true) for a, says, n, claim in zip(LETTERS, texts, raised, claims, strict=False)
    )
    return {"choices": tuple(choices), "figures": tuple(_figures([*beside, *claims], before))}


def _figures(claims: list[Claim], before: Analysis) -> Iterator[str]:
    """Yield each figure that the options compare, once."""
    wording = words_of(before)
    terms = (term for claim in claims for term in claim.terms)
    yield from dict.fromkeys(figure_line(wording, before, term) for term in terms)


# --- answers ---


def answer_told(before: Analysis, answer: str) -> str:
    """Return what an answer of a question is called, however it is written."""
    wording, found, state = words_of(before), before.ask, before.answer(answer).state
    every = (option for option in (*found.options, *found.offers) if not option.closed)
    same = (option for option in every if option.key == answer or before.answer(option.key).state == state)
    return next((label(wording, found, option) for option in same), answer)


def _answers(before: Analysis) -> Iterator[ShownChoice]:
    """Yield the answers of the question: those that are open with a letter, the others with the reason."""
    wording, found = words_of(before), before.ask
    letters = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for option in (*found.options, *found.offers):
        if option.closed:
            why = closed_text(wording, found.seat, option, told=set())
            yield ShownChoice("", label(wording, found, option), closed=why)
        elif letter := next(letters, ""):
            yield ShownChoice(letter, label(wording, found, option))


# --- tallies: what the class threw, beside the chances, and what it predicted, beside what is true ---


def bars(running: RunningLesson) -> tuple[TallyBar, ...]:
    """Return what the class has thrown at the step that the present tally counts; () if there is none."""
    place = running.counted_place()
    return () if place is None else bars_at(running, place)


def bars_at(running: RunningLesson, place: Place) -> tuple[TallyBar, ...]:
    """Return what the class has thrown at a step `throw`, beside the chances."""
    counted = dict.fromkeys(running.theory_of(place), 0)
    for throw in running.throws:
        if throw.place == place and throw.result in counted:
            counted[throw.result] += throw.n
    whole = sum(counted.values())
    many = {throw.result: throw.n for throw in running.many if throw.place == place}
    chances, step = running.theory_of(place), running.lesson.pages[place[0] - 1].steps[place[1]]
    ways = 6 ** len(step.dice) if isinstance(step, ThrowStep) else 0
    return tuple(
        TallyBar(
            _result_label(name, running.lang), n, whole, chances[name], ways, many.get(name, 0), sum(many.values())
        )
        for name, n in counted.items()
    )


def _result_label(result: str, lang: str) -> str:
    return load_phrases(lang).say("analysis", f"chance.{result}") if result in OF_FIGHTS else result


def predictions(running: RunningLesson) -> tuple[Kept, ...]:
    """Return what the class has predicted, in the order of the lesson, with what is true."""
    return tuple(predicted(running, hands) for hands in sorted(running.hands, key=lambda one: one.place))


def predicted(running: RunningLesson, hands: RaisedHands) -> Kept:
    """Return a prediction of the class, with what is true."""
    step, line = running.step_at(hands.place), running.line_before(hands.place)
    assert isinstance(step, Predict)
    options = zip(LETTERS, step.option, hands.both, strict=False)
    told = ((f"{a}. {running.said(o.says)}", n, looked_at(line, o.claim).true) for a, o, n in options)
    return Kept(hands.place, running.said(step.text), tuple(told))
