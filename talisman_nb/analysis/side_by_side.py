"""A comparison as rows of two cells, for every surface that shows one: the first that differs is marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from msgspec import Struct

from talisman_nb.text.grammar import with_heading
from talisman_nb.text.phrases import load_phrases, sentence

from .outcomes import OutcomeChances, format_ways
from .replies import Run, told_answer
from .sums import SideSum, sums_of, sums_to_come
from .what_if import FIRST as FIRST
from .what_if import Comparison

RULES = ("rule", "golden")
"""Kinds of reasons that are rules."""


class SideCell(Struct, frozen=True):
    """The part of one run in a row: the sum of a side, or lines, of an outcome with its chance; `differs`: marked."""

    lines: tuple[str, ...] = ()
    sum: SideSum | None = None
    chance: Fraction | None = None
    differs: bool = False

    def told(self, lang: str) -> str:
        """Return the cell as a line."""
        return with_heading(self.sum.who, self.sum.told(), lang) if self.sum else " ".join(self.lines)


class SideRow(Struct, frozen=True):
    """A row of both runs; `first`: it is the first one that differs."""

    cells: tuple[SideCell, SideCell]
    first: bool = False


class SideBySide(Struct, frozen=True):
    """Two runs side by side. `rules`: those on which the first difference rests, each with its id."""

    titles: tuple[str, str]
    rows: tuple[SideRow, ...]
    rules: tuple[tuple[str, str], ...] = ()


def answers_beside(found: Comparison, lang: str) -> Iterator[SideRow]:
    """Yield each answer of both runs with what it caused, then the question that they come to."""
    nothing, end = load_phrases(lang).say("analysis", "nothing"), found.end
    first = found.first or end
    for n, row in enumerate(found.rows):
        cells = []
        for run, nodes, told in zip(found.runs, row.nodes, row.told, strict=True):
            waits = (nothing,) if row.differs and nodes and not told else ()
            differs = row.differs and (not nodes or row.told[0] != row.told[1])
            cells.append(SideCell((*answer_lines(run, nodes), *waits), differs=differs))
        yield SideRow((cells[0], cells[1]), first is not None and first.row == n)
    one, other = (SideCell((headline or "–",), differs=end is not None) for headline in found.ends)
    yield SideRow((one, other), first is not None and first is end)


def answer_lines(run: Run, nodes: Sequence[int]) -> tuple[str, ...]:
    """Return the answers that led to some nodes of a run, and what they caused; without nodes that none was asked."""
    if not nodes:
        return (load_phrases(run.lang).say("analysis", "not-asked"),)
    answers = " · ".join(f"» {told_answer(run.analysis, node)}" for node in nodes)
    return (answers, *(line for node in nodes for line in run.sentences(node)))


def results_beside(found: Comparison, lang: str) -> SideBySide:
    """Return the sums of a fight and its chances beside each other, else what happened first otherwise and is asked.

    >>> from talisman_nb.analysis import Analysis, what_if
    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> rows = results_beside(what_if(bear, "dwarf, has sword"), "en").rows
    >>> [cell.told("en") for cell in rows[0].cells], rows[0].first
    (['Dwarf: 3 (Strength) + die', 'Dwarf: 3 (Strength) + 1 (Sword) + die'], True)
    """
    pairs = list(zip_longest(*(_results(found, side, lang) for side in (0, 1)), fillvalue=SideCell()))
    first = next((n for n, (one, other) in enumerate(pairs) if one != other), -1)
    rows = tuple(SideRow((one, other), n == first) for n, (one, other) in enumerate(pairs))
    chains = found.first.reasons if found.first and not any(found.chances) else ()
    rules = ((reason.text, reason.id) for chain in chains for reason in chain.reasons if reason.kind in RULES)
    return SideBySide((sentence(found.titles[0]), sentence(found.titles[1])), rows, tuple(dict.fromkeys(rules)))


def _results(found: Comparison, side: int, lang: str) -> Iterator[SideCell]:
    """Yield the cells of one run."""
    run, chances, say = found.runs[side], found.chances[side], load_phrases(lang).say
    if chances is None:
        happened = found.rows[found.first.row].told[side] if found.first else ()
        told = (say("analysis", "no-difference"),) if found.alike else (*happened, run.analysis.headline)
        yield from (SideCell((line,)) for line in told)
        return
    yield from (SideCell(sum=one) for one in _sums(run, chances))
    every = [chance for _, chance in chances.parts]
    whole = next((6**n for n in range(1, 5) if all(6**n % one.denominator == 0 for one in every)), 0)  # of few dice
    for name, chance in chances.parts:
        outcome, ways = say("analysis", f"chance.{name}"), format_ways(chance, whole, lang)
        yield SideCell((say("lessons", "beside", title=outcome, told=ways),), chance=chance)


def _sums(run: Run, chances: OutcomeChances) -> tuple[SideSum, ...]:
    """Return the sums of the fight whose chances are told: with its dice if they have been thrown."""
    before = run.analysis.go(chances.at)
    behind = run.analysis.line[before.depth + 1 : run.analysis.depth + 1]
    dice = [int(answer) for answer in (run.analysis.nodes[at].answer for at in behind) if answer.isdecimal()]
    return sums_of(before, run.analysis, dice) or sums_to_come(before)
