"""Two runs side by side: a situation as it is and with one thing changed; where they differ, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.model import Event, Option
from talisman_nb.notation.text_play import by_character
from talisman_nb.rules.book import book_of
from talisman_nb.rules.citations import told_by
from talisman_nb.rules.index import rule
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

from .analysis import Analysis
from .changes import apply_change
from .outcomes import OutcomeChances, chances
from .reasons import Chain, Reason, why_closed, why_event, why_rules, why_total_of
from .replies import QUIET, Run, Steps, replay_orders, run_of

FIRST = "◆"
"""The sign of the first row that differs: it is seen without colour."""


class ComparedRow(Struct, frozen=True):
    """One answer in both runs, and what it caused in each; "" where a run doesn't ask for it.

    `differs`: other things happened, or other answers are open behind it. `nodes`: those that the answer led to in each
    run; `at`: which answer of the first run it is, -1 for one that only the other run asks for.
    """

    orders: tuple[str, str]
    told: tuple[tuple[str, ...], tuple[str, ...]]
    differs: bool
    nodes: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    at: int = -1


class Difference(Struct, frozen=True):
    """A row that differs, and the reasons of each run for what came of it."""

    row: int
    reasons: tuple[Chain, Chain]


class Comparison(Struct, frozen=True):
    """Two runs side by side; shown as text.

    Attributes
    ----------
    titles
        What each run is called.
    runs
        The two runs.
    rows
        The answers, with what each caused in both.
    differences
        The rows that differ, in order, each for other reasons than those before it.
    chances
        The chances of each run.

    Examples
    --------
    >>> a = Analysis.of("dwarf crags | thief city > 1 > anticlockwise > bear > fight > 4 > 5 > keep", "en")
    >>> found = what_if(a, "dwarf, has sword")
    >>> found.alike, found.first == found.differences[0], found.end is None, len(found.ends)
    (False, True, True, 2)
    """

    titles: tuple[str, str]
    runs: tuple[Run, Run]
    rows: tuple[ComparedRow, ...]
    differences: tuple[Difference, ...]
    chances: tuple[OutcomeChances | None, OutcomeChances | None]

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    @property
    def first(self) -> Difference | None:
        """Return the first difference, None if the same happens in both."""
        return self.differences[0] if self.differences else None

    @property
    def ends(self) -> tuple[str, str]:
        """Return the question that each run has come to, in words."""
        one, other = self.runs
        return one.analysis.headline, other.analysis.headline

    @property
    def end(self) -> Difference | None:
        """Return that the runs come to other questions, as a difference behind the last row; None if they don't."""
        if self.ends[0] == self.ends[1]:
            return None
        one, other = (Chain(tuple(_figure_reasons(run.analysis))) for run in self.runs)
        return Difference(len(self.rows), (one, other))

    @property
    def alike(self) -> bool:
        """Whether the same happens in both runs, up to the question they come to."""
        return self.first is None and self.end is None

    def lines(self) -> Iterator[str]:
        """Yield the lines: both situations, each answer, the first difference with its reasons, the chances.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags | thief city > 1", "en")
        >>> a.text in next(what_if(a, "dwarf, has sword").lines())
        True
        """
        say, lang = load_phrases(self._lang).say, self._lang
        for title, run in zip(self.titles, self.runs, strict=True):
            yield with_heading(title, run.analysis.text, lang)
        for n in range(len(self.rows)):
            yield from self.row_lines(n)
            if self.first is not None and self.first.row == n:
                yield from self._first_lines(self.first)
        yield from self.end_lines()
        if self.first is None and self.end is not None:
            yield from self._first_lines(self.end)
        if self.alike:
            yield say("analysis", "no-difference")
        for title, found in zip(self.titles, self.chances, strict=True):
            if found is not None:
                yield found.line(title, lang)

    def _first_lines(self, difference: Difference) -> Iterator[str]:
        yield f"   {FIRST} {load_phrases(self._lang).say('analysis', 'first-difference')}"
        yield from (f"     {line}" for line in self.why(difference))

    def end_lines(self) -> Iterator[str]:
        """Yield the question that both runs come to, or that of each; nothing where the game is over.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags | thief city > 1", "en")
        >>> len([*what_if(a, "dwarf, has sword").end_lines()])
        1
        """
        say = load_phrases(self._lang).say
        then = say("analysis", "then")
        if self.end is None:
            yield from (say("panel", "labelled", label=then, text=end) for end in self.ends[:1] if end)
            return
        yield then
        for title, end in zip(self.titles, self.ends, strict=True):
            yield f"   {say('panel', 'labelled', label=title, text=end or '–')}"

    def why(self, difference: Difference) -> Iterator[str]:
        """Yield the lines of the reasons of a difference, those of each run under its title.

        Parameters
        ----------
        difference
            One of `differences`, or `end`.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags | thief city > 1 > anticlockwise > bear > fight > 4 > 5 > keep", "en")
        >>> found = what_if(a, "dwarf, has sword")
        >>> next(found.why(found.first)) == found.titles[0]
        True
        """
        for title, chain in zip(self.titles, difference.reasons, strict=True):
            if chain.reasons:
                yield title
                yield from (f"  {line}" for line in chain.short())

    @property
    def _lang(self) -> str:
        return self.runs[0].lang

    def row_lines(self, n: int) -> Iterator[str]:
        """Yield the lines of a row: its answers, and what they caused.

        Parameters
        ----------
        n
            The number of the row, from 0.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> a = Analysis.of("dwarf crags | thief city > 1", "en")
        >>> next(what_if(a, "dwarf, has sword").row_lines(0))
        '1. 1'
        """
        say, row = load_phrases(self._lang).say, self.rows[n]
        one, other = row.orders
        yield f"{n + 1}. {one if one == other else ' / '.join(order or '–' for order in row.orders)}"
        if row.told[0] == row.told[1]:
            yield from (f"   {line}" for line in row.told[0])
            return
        for title, told, order in zip(self.titles, row.told, row.orders, strict=True):
            said = " ".join(told) or say("analysis", "nothing" if order else "not-asked")
            yield f"   {with_heading(title, said, self._lang)}"


def what_if(
    analysis: Analysis, change: str, *, insist: bool = False, titles: tuple[str, str] | None = None
) -> Comparison:
    """Compare the run that led to a node with the same one after a change.

    Its answers are given again as far as the same questions are asked.

    Parameters
    ----------
    analysis
        The node.
    change
        A part of a situation that takes the place of what it says (see `talisman_nb.analysis.changes.changed`).
    insist
        Lay out also what the rules make impossible.
    titles
        What the two runs are called; None: "As it is", and the change.

    Returns
    -------
    Comparison
        The two runs.

    Raises
    ------
    SituationError
        A change that can't be read or is impossible; with the reason.

    Examples
    --------
    >>> a = Analysis.of("dwarf crags | thief city > 1 > anticlockwise > bear > fight > 4 > 5 > keep", "en")
    >>> found = what_if(a, "dwarf, has sword")
    >>> found.first.row, found.rows[found.first.row].orders
    (6, ('keep', 'keep'))
    """
    say = load_phrases(analysis.node.situation.lang).say
    new = apply_change(analysis.text, change)
    start = Analysis.of(new.text, analysis.node.situation.lang, insist=insist)
    first = run_of(analysis)
    return compare_runs(titles or (say("analysis", "as-it-is"), change), first, replay_orders(start, first, new.orders))


def compare_runs(titles: tuple[str, str], one: Run, other: Run) -> Comparison:
    """Return two runs side by side; the answers of the second are those of the first as far as it asks for them."""
    pairs = list(_pairs(one, other))
    rows = tuple(_row(one, other, *pair) for pair in pairs)
    found: dict[tuple[Chain, Chain], Difference] = {}
    for n, row in enumerate(rows):
        if row.differs:
            reasons = _reasons(one, other, *pairs[n])
            found.setdefault(reasons, Difference(n, reasons))
        if other.stops(pairs[n][0]):
            break
    return Comparison(titles, (one, other), rows, tuple(found.values()), (chances(one), chances(other)))


def _pairs(one: Run, other: Run) -> Iterator[tuple[Steps, Steps]]:
    """Yield the steps of both runs that belong together: a question that only one asks belongs to the answer before."""
    pairs: list[tuple[Steps, Steps]] = []
    for step in one.steps:
        passed = tuple(quiet for quiet in other.steps if quiet.at == step.at and quiet.by == "quiet")
        pairs = _behind(pairs, (), passed)
        found = other.step(step.at)
        if found is None and one.at(step).back().ask.kind in QUIET and not other.stops((step,)):
            pairs = _behind(pairs, (step,), ())
        else:
            pairs.append(((step,), (found,) if found else ()))
    last = tuple(quiet for quiet in other.steps if quiet.at >= len(one.steps) and quiet.by == "quiet")
    yield from _behind(pairs, (), last)


def _behind(pairs: list[tuple[Steps, Steps]], a: Steps, b: Steps) -> list[tuple[Steps, Steps]]:
    """Return the pairs with steps put to the last of them; they are a pair of their own if there is none."""
    if not a and not b:
        return pairs
    if not pairs:
        return [(a, b)]
    return [*pairs[:-1], (pairs[-1][0] + a, pairs[-1][1] + b)]


def _row(one: Run, other: Run, a: Steps, b: Steps) -> ComparedRow:
    differs = (
        one.events_without_rules(a) != other.events_without_rules(b)
        or one.open_answers(a) != other.open_answers(b)
        or other.stops(a)
    )
    nodes = tuple(step.node for step in a), tuple(step.node for step in b)
    orders, told = (_orders(one, a), _orders(other, b)), (_step_lines(one, a), _step_lines(other, b))
    return ComparedRow(orders, told, differs, nodes, a[0].at if a else -1)


def _orders(run: Run, steps: Steps) -> str:
    return " > ".join(run.analysis.nodes[step.node].answer for step in steps)


def _step_lines(run: Run, steps: Steps) -> tuple[str, ...]:
    return tuple(line for step in steps for line in run.sentences(step.node))


# --- why they differ ---


def _reasons(one: Run, other: Run, a: Steps, b: Steps) -> tuple[Chain, Chain]:
    """Return the reasons of each run: of the first event that is another one, else of the options that are closed."""
    if other.stopped is not None and other.stops(a):
        return _of_events(one, a, ()), other.stopped
    if one.events_without_rules(a) != other.events_without_rules(b):
        return _of_events(one, a, other.events_without_rules(b)), _of_events(other, b, one.events_without_rules(a))
    return _of_closed(one, a, other, b), _of_closed(other, b, one, a)


def _of_events(run: Run, steps: Steps, others: tuple[Event, ...]) -> Chain:
    """Return why the first event that the other run hasn't happened; of a fight also what counted."""
    for step in steps:
        for event in run.events(step):
            if replace(event, cites=()) not in others:
                here = run.at(step)
                counted = _figure_reasons(run.at(steps[0]).back()) if event.kind == "fought" else ()
                return Chain((*counted, *why_event(here, event).reasons))
    return Chain((Reason("unknown", load_phrases(run.lang).say("analysis", "nothing-more")),))


def _figure_reasons(here: Analysis) -> tuple[Reason, ...]:
    """Return what the fighter's figure is made of in a fight, () without one."""
    fight = here.state.fight
    if fight is None or fight.stat not in ("strength", "craft"):
        return ()
    chain = why_total_of(here, fight.you, "strength" if fight.stat == "strength" else "craft")
    return tuple(reason for reason in chain.reasons if reason.kind == "counted")


def _of_closed(run: Run, steps: Steps, other: Run, others: Steps) -> Chain:
    """Return why each option that the other run has open is closed here, or by which rules it is there."""
    if not steps or not others:
        return Chain(())
    here, there = run.at(steps[-1]), other.at(others[-1])
    listed = {option.key for option in (*here.ask.options, *here.ask.offers)}
    reasons: list[Reason] = []
    for option in (*there.ask.options, *there.ask.offers):
        if not option.closed and option.key not in here.ask.open():
            closed = why_closed(here, option.key).reasons if option.key in listed else _missing(here, there, option)
            reasons += closed
    return Chain(tuple(reasons))


def _missing(here: Analysis, there: Analysis, option: Option) -> Iterator[Reason]:
    """Yield that an answer of the other run doesn't exist here, and the rules that it is there by."""
    lang = there.node.situation.lang
    wording = wording_of(by_character(there.state, lang, there.nodes[0].state), lang)
    yield Reason("closed", wording.say("analysis", "not-listed", answer=label(wording, there.ask, option)))
    book = book_of(here.state.book)
    nothing = wording.say("pages", "says", edition=edition_name(book, lang), text=wording.say("pages", "no-such-rule"))
    for id in dict.fromkeys(option.cites):
        if not any(rule(id).says(one, lang) for one in told_by(book)):
            yield Reason("unknown", nothing, id)
            yield from why_rules(there, (id,))
        else:
            yield from why_rules(here, (id,))
