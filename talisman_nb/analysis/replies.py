"""Answers of one run given to another situation, and told in the words of their options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, asides
from talisman_nb.engine.fight import foe_name
from talisman_nb.model import Ask, Event, State
from talisman_nb.model.situation import SituationError
from talisman_nb.model.situation_reading import words_in
from talisman_nb.notation.name_lookup import NameLookup, slug
from talisman_nb.notation.text_answers import CannotPlayError, quiet
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds.foresight import PASSED
from talisman_nb.rules.book import book_of
from talisman_nb.text.errors import describe_error, why_refused
from talisman_nb.text.events import tell_all
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import Wording, wording_of

from .analysis import Analysis
from .reasons import Chain, Reason, why_closed

QUIET: dict[str, str] = {**PASSED, "react": "nobody"}
"""Questions that are answered by themselves where only one run asks them, and how: nothing is changed by it."""
MOST_QUIET = 40
"""Upper bound of such answers in one run, so that it ends."""

By = Literal["run", "quiet"]


class ReplyStep(Struct, frozen=True):
    """One answer of a run: where in the answers of the first run it stands, and the node that it led to.

    `by`: "quiet" for a question that only this run asks, answered so that nothing changes.
    """

    at: int
    node: int
    by: By = "run"


Steps = tuple[ReplyStep, ...]
"""An answer, with the questions behind it that only one of two runs asks and that are passed."""


class Run(Struct, frozen=True):
    """A situation with its answers: the analysis at the last of them.

    `stopped`: why the answer `stopped_at` of the first run, and those behind it, can't be given here; None if they can.
    """

    analysis: Analysis
    steps: tuple[ReplyStep, ...]
    stopped: Chain | None = None
    stopped_at: int = -1

    def step(self, at: int) -> ReplyStep | None:
        """Return the step that gives an answer of the first run, None if it isn't given here."""
        return next((step for step in self.steps if step.at == at and step.by == "run"), None)

    def events(self, step: ReplyStep) -> tuple[Event, ...]:
        """Return what a step caused."""
        return self.analysis.nodes[step.node].events

    def at(self, step: ReplyStep) -> Analysis:
        """Return the analysis at the node that a step led to."""
        return self.analysis.go(step.node)

    @property
    def lang(self) -> str:
        """Return the language in which it is told."""
        return self.analysis.node.situation.lang

    def sentences(self, at: int) -> tuple[str, ...]:
        """Return a sentence for each event that led to a node."""
        node = self.analysis.nodes[at]
        named = by_character(node.state, self.lang, self.analysis.nodes[0].state)
        return tuple(filter(None, tell_all(named, node.events, self.lang)))

    def events_without_rules(self, steps: Steps) -> tuple[Event, ...]:
        """Return the events of steps without the rules they cite: those are reasons, not what happened."""
        return tuple(replace(event, cites=()) for step in steps for event in self.events(step))

    def open_answers(self, steps: Steps) -> tuple[str, ...]:
        """Return what is open behind steps, where somebody decides."""
        found = self.at(steps[-1]).ask if steps else None
        return () if found is None or found.chance else found.open()

    def stops(self, steps: Steps) -> bool:
        """Whether it has stopped by these steps of the first run."""
        return self.stopped is not None and any(step.at >= self.stopped_at for step in steps)


def run_of(analysis: Analysis) -> Run:
    """Return the answers that led to a node as a run.

    >>> run_of(Analysis.of("dwarf crags | thief city > 3 > clockwise")).steps
    (ReplyStep(at=0, node=1, by='run'), ReplyStep(at=1, node=2, by='run'))
    """
    way = analysis.line[1 : analysis.depth + 1]
    return Run(analysis, tuple(ReplyStep(at, node) for at, node in enumerate(way)))


def replay_orders(start: Analysis, first: Run, orders: Sequence[str]) -> Run:
    """Give answers to another situation; each is the answer of a question of the first run.

    Where a question isn't asked, its answer is left out. A question that the first run doesn't ask, and that may be
    passed without changing anything, is passed. At any other one, and at an answer that is refused, the run stops.
    """
    asked = [*_subjects_asked(first), _about(first.analysis.ask)]
    steps: list[ReplyStep] = []
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
            return Run(now, tuple(steps), _refusal_chain(now, order, refused), at)
        steps.append(ReplyStep(at, now.node.at, "quiet" if quiet else "run"))
        at += not quiet
    return Run(now, tuple(steps))


def _subjects_asked(run: Run) -> Iterator[tuple[str, str, int]]:
    """Yield what the question of each answer of a run was about."""
    for step in run.steps:
        yield _about(run.at(step).back().ask)


def _about(found: Ask) -> tuple[str, str, int]:
    return found.kind, found.purpose, found.seat


def _refusal_chain(now: Analysis, order: str, refused: NotAllowedError | CannotPlayError) -> Chain:
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
        return describe_error(refused, lang)
    wording = wording_of(by_character(now.state, lang, now.nodes[0].state), lang)
    return sentence(why_refused(refused, wording, wording.who(max(now.ask.seat, 0))))


def _otherwise(now: Analysis, order: str) -> Chain:
    """Return that something else is asked than what an answer is for."""
    say = load_phrases(now.node.situation.lang).say
    return Chain((Reason("closed", say("analysis", "asked-otherwise", order=order, asked=now.headline)),))


def carry_over(old: Analysis, new: Analysis, orders: Sequence[str]) -> tuple[Analysis, int]:
    """Return a changed situation with every branch that was tried, where the old one stands, and the answers left out.

    `orders`: the answers that lead there in the changed situation, one for each of the old ones.

    >>> old = Analysis.of("dwarf crags | thief city > 3 > clockwise", "en")
    >>> found, left_out = carry_over(old, Analysis.of("dwarf ruins | thief city", "en"), ("3", "clockwise"))
    >>> found.text, left_out
    ('dwarf ruins | thief city > 3 > clockwise', 0)
    >>> carry_over(old, Analysis.of("dwarf crags | *thief city", "en"), ("3", "clockwise"))[1]
    2
    """
    left_out: set[int] = set()
    for leaf in old.leaves:
        if leaf.parent >= 0:
            new = _again(old.go(leaf.at), new, [old.nodes[at].answer for at in old.go(leaf.at).line[1:]], left_out)
    return (_again(old, new, orders, left_out) if old.depth else new.go(0)), len(left_out)


def _again(old: Analysis, new: Analysis, orders: Sequence[str], left_out: set[int]) -> Analysis:
    """Return the new tree with one line of the old one tried again; add the nodes that it can't have."""
    run = run_of(old)
    found = replay_orders(new.go(0), run, orders)
    if found.stopped is not None:
        left_out |= {step.node for step in run.steps[found.stopped_at :]}
    return found.analysis


ASIDE = re.compile(r"(?P<seat>[\w-]+): (?P<key>.+)")
LET_GO = "quiet"
TURN_OF = re.compile(r"turn of (?P<seat>\d+)")


def told_answer(analysis: Analysis, at: int) -> str:
    """Return the answer that led to a node in words: its option, an aside with whose it is, an order; "" at the root.

    The simplest answer is the one that was given, a die has whose it is. An order that has no words, such as a
    correction by hand, is returned as it was written.

    >>> a = Analysis.of("dwarf crags | thief city > 3 > clockwise > quiet > turn of 1", "it")
    >>> [told_answer(a, node.at) for node in a.nodes]
    ['', 'Dado del Nano: 3', 'Senso orario: Campi', "Bottiglia d'acqua", 'Fino al turno del Ladro']
    """
    node = analysis.nodes[at]
    if node.parent < 0:
        return ""
    lang = node.situation.lang
    asked = analysis.go(node.parent)
    wording = wording_of(by_character(asked.state, lang, analysis.nodes[0].state), lang)
    key = quiet(asked.ask) if node.answer == LET_GO else node.answer
    return (
        _of_die(wording, asked.state, asked.ask, key)
        or _of_question(wording, asked.ask, key)
        or _of_aside(wording, asked.state, asked.ask, key)
        or _of_order(wording, asked.state, key)
        or key
    )


def _of_die(wording: Wording, state: State, found: Ask, key: str) -> str:
    """Return a face with whose die it is: of a creature's die the creature, though a person throws it."""
    if found.kind != "die" or not key.isdecimal():
        return ""
    fight = state.fight
    creature = foe_name(fight) if fight is not None and found.purpose == "foe" and fight.against < 0 else ""
    who = wording.card(creature) if creature else wording.who(found.seat)
    return sentence(wording.say("analysis", "die", who=who, n=key))


def _of_question(wording: Wording, found: Ask, key: str) -> str:
    said = slug(key)
    options = (*found.options, *found.offers)
    option = next((each for each in options if key == each.key or (said and said == slug(each.key))), None)
    return label(wording, found, option) if option else ""


def _of_aside(wording: Wording, state: State, found: Ask, order: str) -> str:
    """Return an aside with whose it is: `1: cast:hex`, `thief: cast:hex`."""
    said = ASIDE.fullmatch(order)
    if said is None:
        return ""
    named = (at for at, p in enumerate(state.players) if said["seat"] in (str(at), p.character))
    seat = next(named, -1)
    key = slug(said["key"])
    option = next((each for each in asides(state, seat) if slug(each.key) == key), None) if seat >= 0 else None
    what = (
        label(wording, Ask(found.ply, "aside", seat), option) if option else _of_question(wording, found, said["key"])
    )
    return wording.say("analysis", "aside", who=wording.who(seat), what=what) if what else ""


def _of_order(wording: Wording, state: State, order: str) -> str:
    """Return an order that goes on by itself: to a space, through quiet answers."""
    word, _, rest = order.partition(" ")
    if word in ("walk", "to"):
        try:
            space = NameLookup(book_of(state.book)).space(words_in(rest))[0]
        except SituationError:
            return ""
        return wording.say("analysis", "order.to", space=wording.space(space))
    if turn := TURN_OF.fullmatch(order):
        return wording.say("analysis", "order.turn-of", who=wording.who(int(turn["seat"])))
    orders = {"turn end": "order.turn-end", "pass": "order.pass"}
    return wording.say("analysis", orders[order]) if order in orders else ""
