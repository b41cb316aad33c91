"""The answers of one run given to another situation, as far as the same questions are asked there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Ask, Event
from talisman_nb.odds.foresight import PASSED
from talisman_nb.rulings.check_text import by_character
from talisman_nb.rulings.text_answers import CannotPlayError
from talisman_nb.text.errors import why_refused, worded
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import wording_of

from .reasons import Chain, Reason, why_closed
from .tree import Analysis

QUIET: dict[str, str] = {**PASSED, "react": "nobody"}
"""Questions that are answered by themselves where only one run asks them, and how: nothing is changed by it."""
MOST_QUIET = 40
"""Upper bound of such answers in one run, so that it ends."""

By = Literal["run", "quiet"]


class Step(Struct, frozen=True):
    """One answer of a run: where in the answers of the first run it stands, and the node that it led to.

    `by`: "quiet" for a question that only this run asks, answered so that nothing changes.
    """

    at: int
    node: int
    by: By = "run"


class Run(Struct, frozen=True):
    """A situation with its answers: the analysis at the last of them.

    `stopped`: why the answer `stopped_at` of the first run, and those behind it, can't be given here; None if they can.
    """

    analysis: Analysis
    steps: tuple[Step, ...]
    stopped: Chain | None = None
    stopped_at: int = -1

    def step(self, at: int) -> Step | None:
        """Return the step that gives an answer of the first run, None if it isn't given here."""
        return next((step for step in self.steps if step.at == at and step.by == "run"), None)

    def events(self, step: Step) -> tuple[Event, ...]:
        """Return what a step caused."""
        return self.analysis.nodes[step.node].events

    def at(self, step: Step) -> Analysis:
        """Return the analysis at the node that a step led to."""
        return self.analysis.go(step.node)


def run_of(analysis: Analysis) -> Run:
    """Return the answers that led to a node as a run.

    >>> run_of(Analysis.of("dwarf crags | thief city > 3 > clockwise")).steps
    (Step(at=0, node=1, by='run'), Step(at=1, node=2, by='run'))
    """
    way = analysis.line[1 : analysis.depth + 1]
    return Run(analysis, tuple(Step(at, node) for at, node in enumerate(way)))


def replayed(start: Analysis, first: Run, orders: Sequence[str]) -> Run:
    """Give answers to another situation; each is the answer of a question of the first run.

    Where a question isn't asked, its answer is left out. A question that the first run doesn't ask, and that may be
    passed without changing anything, is passed. At any other one, and at an answer that is refused, the run stops.
    """
    asked = [*_asked(first), _about(first.analysis.ask)]
    steps: list[Step] = []
    now, at = start, 0
    for _ in range(len(orders) + MOST_QUIET):
        about = _about(now.ask)
        if about in asked[at:]:
            at = asked.index(about, at)
        if at >= len(orders) and (about == asked[-1] or now.ask.kind not in QUIET):
            return Run(now, tuple(steps))
        quiet = about != asked[at]
        if quiet and now.ask.kind not in QUIET:
            return Run(now, tuple(steps), _otherwise(now, orders[at]), at)
        order = QUIET[now.ask.kind] if quiet else orders[at]
        try:
            now = now.answer(order)
        except (NotAllowedError, CannotPlayError) as refused:
            return Run(now, tuple(steps), _refused(now, order, refused), at)
        steps.append(Step(at, now.node.at, "quiet" if quiet else "run"))
        at += not quiet
    return Run(now, tuple(steps))


def _asked(run: Run) -> Iterator[tuple[str, str, int]]:
    """Yield what the question of each answer of a run was about."""
    for step in run.steps:
        yield _about(run.at(step).back().ask)


def _about(found: Ask) -> tuple[str, str, int]:
    return found.kind, found.purpose, found.seat


def _refused(now: Analysis, order: str, refused: NotAllowedError | CannotPlayError) -> Chain:
    """Return why an answer is refused: the reasons of a closed one, else the words of the refusal."""
    seat, _, key = order.partition(": ")
    try:
        chain = why_closed(now, key.strip(), int(seat)) if seat.isdigit() and key else why_closed(now, order)
    except KeyError:
        chain = Chain(())
    return chain if chain.reasons else Chain((Reason("closed", _why(now, refused)),))


def _why(now: Analysis, refused: NotAllowedError | CannotPlayError) -> str:
    """Return why an order is refused, in words."""
    lang = now.node.situation.lang
    if isinstance(refused, CannotPlayError):
        return worded(refused, lang)
    wording = wording_of(by_character(now.state, lang, now.nodes[0].state), lang)
    return sentence(why_refused(refused, wording, wording.who(max(now.ask.seat, 0))))


def _otherwise(now: Analysis, order: str) -> Chain:
    """Return that something else is asked than what an answer is for."""
    say = load_phrases(now.node.situation.lang).say
    return Chain((Reason("closed", say("analysis", "asked-otherwise", order=order, asked=now.headline)),))
