"""A step "what if" as two columns: the situation as it is and with one thing changed, the first difference marked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Comparison
from talisman_nb.analysis.outcomes import OutcomeChances
from talisman_nb.analysis.replies import Run
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.phrases import load_phrases, sentence

from .sums import SideSum, sums_of, sums_to_come
from .tallies import chance_told

RULES = ("rule", "golden")
"""Kinds of reasons that are rules."""
FIRST = "◆"
"""The sign of the first row that differs: it is seen without colour."""


class BesideCell(Struct, frozen=True):
    """What one of both runs has in a row: the sum of a side, an outcome with its chance, or a sentence."""

    text: str = ""
    sum: SideSum | None = None
    chance: Fraction | None = None

    def told(self, lang: str) -> str:
        """Return the cell as a line."""
        if self.sum is None:
            return self.text
        return with_heading(self.sum.who, self.sum.told(), lang)


class Pair(Struct, frozen=True):
    """A row of both columns; `first`: it is the first one that differs."""

    cells: tuple[BesideCell, BesideCell]
    first: bool = False


class Beside(Struct, frozen=True):
    """Two runs side by side. `rules`: those on which the first difference rests, each with its id."""

    titles: tuple[str, str]
    pairs: tuple[Pair, ...]
    rules: tuple[tuple[str, str], ...] = ()


def beside(found: Comparison, lang: str) -> Beside:
    """Return a comparison as two columns: of a fight its sums and chances, else what happened and is asked then.

    >>> from talisman_nb.analysis import Analysis, what_if
    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> rows = beside(what_if(bear, "dwarf, has sword"), "en").pairs
    >>> [cell.told("en") for cell in rows[0].cells], rows[0].first
    (['Dwarf: 3 (Strength) + die', 'Dwarf: 3 (Strength) + 1 (Sword) + die'], True)
    """
    columns = [list(_column(found, at, lang)) for at in (0, 1)]
    pairs = [Pair((one or BesideCell(), other or BesideCell())) for one, other in zip_longest(*columns)]
    first = next((n for n, pair in enumerate(pairs) if pair.cells[0] != pair.cells[1]), -1)
    titles = (sentence(found.titles[0]), sentence(found.titles[1]))
    marked = (replace(pair, first=n == first) for n, pair in enumerate(pairs))
    return Beside(titles, tuple(marked), tuple(_rules(found)) if not any(found.chances) else ())


def format_columns(found: Beside, lang: str) -> Iterator[str]:
    """Yield two columns as lines of text: a line a row, both cells of one that is alike once."""
    say = load_phrases(lang).say
    for pair in found.pairs:
        one, other = (cell.told(lang) for cell in pair.cells)
        if one == other:
            yield one
            continue
        if pair.first:
            yield f"{FIRST} {say('analysis', 'first-difference')}"
        for title, line in zip(found.titles, (one, other), strict=True):
            yield say("lessons", "beside", title=title, told=line or say("analysis", "nothing"))
    yield from (f"{text} [{id}]" for text, id in found.rules)


def _column(found: Comparison, at: int, lang: str) -> Iterator[BesideCell]:
    """Yield the cells of one run."""
    run, chances = found.runs[at], found.chances[at]
    if chances is not None:
        yield from (BesideCell(sum=one) for one in _sums(run, chances))
        yield from _chances(chances, lang)
    elif found.alike:
        yield BesideCell(load_phrases(lang).say("analysis", "no-difference"))
    else:
        yield from map(BesideCell, found.rows[found.first.row].told[at] if found.first else ())
        yield BesideCell(run.analysis.headline)


def _sums(run: Run, chances: OutcomeChances) -> tuple[SideSum, ...]:
    """Return the sums of the fight whose chances are told: with its dice if they have been thrown."""
    before = run.analysis.go(chances.at)
    behind = run.analysis.line[before.depth + 1 : run.analysis.depth + 1]
    dice = [int(answer) for answer in (run.analysis.nodes[at].answer for at in behind) if answer.isdecimal()]
    return sums_of(before, run.analysis, dice) or sums_to_come(before)


def _chances(chances: OutcomeChances, lang: str) -> Iterator[BesideCell]:
    words, whole = load_phrases(lang), _ways(chances)
    for name, chance in chances.parts:
        outcome = words.say("analysis", f"chance.{name}")
        yield BesideCell(
            words.say("lessons", "beside", title=outcome, told=chance_told(chance, whole, lang)), None, chance
        )


def _ways(chances: OutcomeChances) -> int:
    """Return in how many ways the fewest dice fall of which these are chances; 0 for more dice than a fight has."""
    return next((6**n for n in range(1, 5) if all(6**n % part.denominator == 0 for _, part in chances.parts)), 0)


def _rules(found: Comparison) -> Iterator[tuple[str, str]]:
    """Yield the rules on which the first difference rests, each once."""
    chains = found.first.reasons if found.first else ()
    every = ((reason.text, reason.id) for chain in chains for reason in chain.reasons if reason.kind in RULES)
    yield from dict.fromkeys(every)
