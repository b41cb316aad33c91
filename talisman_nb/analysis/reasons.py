"""Why something happened, counts as it does, or may not be done: a chain of reasons, each with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from talisman_nb.engine import asides
from talisman_nb.engine.active_modifiers import source_that_closes
from talisman_nb.engine.scores import fight_sources
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Event, Option, State
from talisman_nb.notation.text_play import by_character
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rules.index import rule
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.why import why_total
from talisman_nb.text.definitions.facts import layers_behind
from talisman_nb.text.events import say_event, sources_of
from talisman_nb.text.house_rules import figures_behind
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.labels import closed_text
from talisman_nb.text.wording import Wording, wording_of

from .analysis import Analysis

Kind = Literal["told", "counted", "closed", "layer", "rule", "golden", "stands", "decided", "ruling", "unknown"]
"""Kinds of reasons, as `Reason.kind` explains them."""
GOLDEN = "golden."
"""Prefix of the ids of golden rules."""
COUNTERS = "counters"
"""Source of a summand that stands for the points gained since the beginning."""


class Reason(Struct, frozen=True):
    """One reason of a chain, in words.

    Attributes
    ----------
    kind
        What it is: "told" (the event itself), "counted" (a summand), "closed", "layer", "rule", "golden", "stands" (the
        text a rule stands in), "decided" (where texts differ), "ruling", or "unknown" (no rule is known).
    text
        What it says.
    id
        The rule, the ruling, or the source of a summand.
    n
        The summand.
    """

    kind: Kind
    text: str
    id: str = ""
    n: int = 0


SHORT: tuple[Kind, ...] = ("told", "counted", "closed", "layer", "rule", "golden", "decided", "unknown")
"""Kinds of reasons that are told where there is little room."""


class Chain(Struct, frozen=True):
    """The reasons in order: what is asked about, what counted, then each rule with its texts, decision and rulings.

    Attributes
    ----------
    reasons
        All of them.
    """

    reasons: tuple[Reason, ...]

    def __repr__(self) -> str:
        return "\n".join(map(_line, self.reasons))

    def short(self) -> tuple[str, ...]:
        """Return the lines without the places of the texts and without the rulings.

        Returns
        -------
        tuple[str, ...]
            A line a reason.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags, gold 2 | thief city", "en")
        >>> len(why_total_of(a, 0, "strength").short())
        2
        """
        return tuple(_line(reason) for reason in self.reasons if reason.kind in SHORT)


def _line(reason: Reason) -> str:
    return f"{reason.text} [{reason.id}]" if reason.kind in ("rule", "golden", "ruling") else reason.text


def why_event(analysis: Analysis, event: Event) -> Chain:
    """Return why an event happened: the event, then the rules it cites.

    Parameters
    ----------
    analysis
        The moment after the event.
    event
        One of its node's events.

    Returns
    -------
    Chain
        The reasons.

    Examples
    --------
    >>> a = Analysis.of("dwarf fields-6 | thief city > 1 > anticlockwise > 2 > keep", "en")
    >>> [reason.kind for reason in why_event(a, a.node.events[-1]).reasons][:2]
    ['told', 'rule']
    """
    state, lang = _state_and_language(analysis)
    told = Reason("told", say_event(state, event, lang))
    sources = sources_of(event)
    if event.kind == "fought":
        before = analysis.nodes[analysis.node.parent].state
        sources += fight_sources(working_state(before))
    return Chain((told, *_layers(analysis, sources), *why_rules(analysis, event.cites)))


def why_total_of(analysis: Analysis, seat: int, stat: Literal["strength", "craft"]) -> Chain:
    """Return what a seat's strength or craft is made of, and the rule that adds it up.

    Parameters
    ----------
    analysis
        The moment.
    seat
        Whose figure.
    stat
        "strength" or "craft".

    Returns
    -------
    Chain
        The summands, and the rule.

    Examples
    --------
    >>> a = Analysis.of("dwarf crags, has magic-belt | thief city", "en")
    >>> [(reason.n, reason.id) for reason in why_total_of(a, 0, "strength").reasons if reason.kind == "counted"]
    [(3, 'character.dwarf'), (1, 'magic-belt')]
    """
    wording = _wording(analysis)
    counted = tuple(
        Reason("counted", f"{part.n:+d} {sentence(_source(wording, part.source))}", part.source, part.n)
        for part in why_total(analysis.state, seat, stat)
    )
    layers = _layers(analysis, (part.id for part in counted))
    return Chain((*counted, *layers, *why_rules(analysis, ("stat.total",))))


def why_closed(analysis: Analysis, key: str, seat: int = -1) -> Chain:
    """Return why an answer or an aside is closed; no reasons if it is open.

    Parameters
    ----------
    analysis
        The moment.
    key
        The answer.
    seat
        Whose asides to search; -1 takes the seat that is asked.

    Returns
    -------
    Chain
        The reasons.

    Raises
    ------
    KeyError
        The key isn't among the answers, open or closed.

    Examples
    --------
    >>> a = Analysis.of("troll black-knight, quest 5 | thief city > 2", "en")
    >>> [reason.kind for reason in why_closed(a, "portal").reasons][:2], why_closed(a, "clockwise").reasons
    (['closed', 'rule'], ())
    """
    found = analysis.ask
    who = found.seat if seat < 0 else seat
    options = (*found.options, *found.offers, *asides(analysis.state, max(who, 0)))
    option = next((option for option in options if option.key == key), None)
    if option is None:
        raise KeyError(f'"{key}" is no answer here: expected one of {", ".join(option.key for option in options)}')
    return Chain(tuple(_reasons_closed(analysis, option, who)))


def _source(wording: Wording, source: str) -> str:
    """Return what a summand comes from: points that were gained have no card."""
    return wording.say("words", source) if source == COUNTERS else str(wording.source(source))


def _reasons_closed(analysis: Analysis, option: Option, seat: int) -> Iterator[Reason]:
    if option.closed:
        yield Reason("closed", closed_text(_wording(analysis), seat, option, told=set()), option.closed)
        closing = source_that_closes(working_state(analysis.state), seat, option)
        yield from _layers(analysis, (option.source, option.item, closing))
        yield from why_rules(analysis, option.cites)


def _layers(analysis: Analysis, sources: Iterable[str]) -> Iterator[Reason]:
    """Yield a reason for each source that a layer of one's own made or changed."""
    for line in layers_behind(book_of(analysis.state.book), sources, analysis.node.situation.lang):
        yield Reason("layer", line)


def why_rules(analysis: Analysis, cites: Iterable[str]) -> Iterator[Reason]:
    """Yield the reasons of each rule, in the words of the situation's edition; that none is known, if there is none."""
    book, wording = book_of(analysis.state.book), _wording(analysis)
    ids = tuple(dict.fromkeys(cites))
    if not ids:
        yield Reason("unknown", wording.say("analysis", "no-rule"))
    for line in figures_behind(book, ids, wording.lang):
        yield Reason("layer", line)
    for id in ids:
        yield from _of_rule(book, wording, id)


def _of_rule(book: Book, wording: Wording, id: str) -> Iterator[Reason]:
    """Yield a rule, the texts it stands in, what was decided about it, and the rulings that are about it first."""
    found = rule(id)
    yield Reason("golden" if id.startswith(GOLDEN) else "rule", rule_texts(book, wording.lang)[id], id)
    for text, section in found.source.named():
        name = wording.say("pages", f"text.{text}")
        yield Reason("stands", wording.say("pages", "section", text=name, section=section), id)
    if found.decision:
        yield Reason("decided", wording.say("pages", "decision", text=found.decision.text(wording.lang)), id)
    for case in cases_of(book).values():
        if case.rules[:1] == (id,) and (case.book or book.rules_of in case.holds_in):
            yield Reason("ruling", f"{case.asks(wording.lang)} {case.decides(wording.lang, book.rules_of)}", case.id)


def _state_and_language(analysis: Analysis) -> tuple[State, str]:
    lang = analysis.node.situation.lang
    return by_character(analysis.state, lang, analysis.nodes[0].state), lang


def _wording(analysis: Analysis) -> Wording:
    return wording_of(*_state_and_language(analysis))
