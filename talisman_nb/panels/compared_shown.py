"""Runs side by side as tables of the bench: what if, and the same situation in every edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from talisman_nb.analysis import Comparison, Editions, InEdition
from talisman_nb.analysis.answers_told import told_answer
from talisman_nb.analysis.chances import Chances
from talisman_nb.analysis.replaying import Run
from talisman_nb.analysis.what_if import Row, told_of_step
from talisman_nb.text.phrases import Phrases, load_phrases

from .analysis_values import Answered, Grid, GridCell, GridRow


def what_if_shown(found: Comparison, title: str, lang: str) -> Answered:
    """Return two runs as a table: the situations, each answer with what it caused, the chances; reasons below."""
    say = load_phrases(lang)
    rows = [GridRow(say.say("panel", "situation"), tuple(GridCell((run.analysis.text,)) for run in found.runs))]
    for n, row in enumerate(found.rows):
        first = found.first is not None and found.first.row == n
        heading = say.say("analysis", "first-difference") if first else ""
        cells = tuple(_happened(found, row, side, say) for side in (0, 1))
        rows.append(GridRow(str(n + 1), cells, heading))
    rows += _chances(found.chances, lang)
    notes = tuple(found.why(found.first)) if found.first else (say.say("analysis", "no-difference"),)
    return Answered(title, (), grid=Grid(found.titles, tuple(rows), notes))


def editions_shown(found: Editions, title: str) -> Answered:
    """Return a situation in every edition as a table, a column each; one that can't hold it says why below.

    What an edition does otherwise is marked, with the number of the note that tells the rules of both.
    """
    say = load_phrases(found.lang)
    held = [row for row in found.rows if row.run is not None]
    notes = [say.say("analysis", "edition-cannot", edition=row.name, why=row.why) for row in found.rows if not row.run]
    reasons = dict(_reasons(held))
    numbers = {lines: n for n, lines in enumerate(dict.fromkeys(reasons.values()), 1)}
    rows = [GridRow(say.say("panel", "situation"), tuple(GridCell((_run(row).analysis.text,)) for row in held))]
    for at, step in enumerate(_run(held[0]).steps):
        own = GridCell((_answer(_run(held[0]), step.node), *told_of_step(_run(held[0]), step)))
        cells = tuple(_elsewhere(row.comparison, at, say) for row in held[1:] if row.comparison)
        marks = [numbers[reasons[row.edition, at]] for row in held[1:] if (row.edition, at) in reasons]
        heading = ", ".join(f"[{n}]" for n in dict.fromkeys(marks))
        rows.append(GridRow(str(at + 1), (own, *cells), heading))
    rows += _chances([row.chances for row in held], found.lang)
    if len(held) > 1 and not reasons:
        notes.insert(0, say.say("analysis", "no-difference"))
    told = [f"[{n}] {line}" if i == 0 else line for lines, n in numbers.items() for i, line in enumerate(lines)]
    return Answered(title, (), grid=Grid(tuple(row.name for row in held), tuple(rows), (*told, *notes)))


def _run(row: InEdition) -> Run:
    assert row.run is not None, "only editions that can hold the situation are columns"
    return row.run


def _reasons(held: Sequence[InEdition]) -> Iterator[tuple[tuple[str, int], tuple[str, ...]]]:
    """Yield the lines that tell why an edition differs, by the edition and the answer where it does."""
    for row in held:
        for difference in row.comparison.differences if row.comparison else ():
            lines = tuple(row.comparison.why(difference)) if row.comparison else ()
            if lines and row.comparison:
                yield (row.edition, row.comparison.rows[difference.row].at), lines


def _happened(found: Comparison, row: Row, side: int, say: Phrases) -> GridCell:
    """Return the answer of one of two runs in a row, and what it caused."""
    nodes, told = row.nodes[side], row.told[side]
    if not nodes:
        return GridCell((say.say("analysis", "not-asked"),), differs=row.differs)
    answers = " · ".join(_answer(found.runs[side], node) for node in nodes)
    waits = () if told or not row.differs else (say.say("analysis", "nothing"),)
    return GridCell((answers, *told, *waits), differs=row.differs)


def _elsewhere(found: Comparison, at: int, say: Phrases) -> GridCell:
    """Return what happened in another edition at an answer of the situation's own."""
    row = next((row for row in found.rows if row.at == at), None)
    return GridCell((say.say("analysis", "not-asked"),), differs=True) if row is None else _happened(found, row, 1, say)


def _answer(run: Run, node: int) -> str:
    return f"» {told_answer(run.analysis, node)}"


def _chances(all_chances: Sequence[Chances | None], lang: str) -> Iterator[GridRow]:
    """Yield the row of the chances before the first dice that decide something, if there are any."""
    told = [found.told(lang) if found else "–" for found in all_chances]
    if any(all_chances):
        cells = tuple(GridCell((each,), differs=each != told[0]) for each in told)
        yield GridRow(load_phrases(lang).say("panel", "how-likely"), cells)
