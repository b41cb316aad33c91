"""Runs side by side as tables of the bench, and the answer of a card beside them; why something is so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from talisman_nb.analysis import Analysis, Comparison, Editions, InEdition, why_closed, why_event, why_total_of
from talisman_nb.analysis.outcomes import OutcomeChances
from talisman_nb.analysis.replies import Run
from talisman_nb.analysis.side_by_side import answer_lines, answers_beside
from talisman_nb.notation.name_lookup import by_character
from talisman_nb.panels.bench import Answered, Grid, GridCell, GridRow, Mark, OpenReading, SumShown
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule
from talisman_nb.rulings.answer_cards import AnswerCard
from talisman_nb.rulings.answer_reasons import AnswerCell, counts_more_than_the_sheet
from talisman_nb.rulings.rulings_by_subject import RULING
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.house_rules import about, other_sides
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import wording_of

FIGURES: tuple[Literal["strength", "craft"], ...] = ("strength", "craft")
MARKS: Mapping[str, Mark] = {"yes": "yes", "must": "yes", "no": "no", "kind": "no", "open": "open"}
"""Maps answers to the signs that stand before them."""
KEY_IN_FRONT = re.compile(rf"^{re.escape(RULING)}[\w-]+\s?: ")
"""Matches the key of a ruling in front of its line: the bench says it in words."""


def answer_shown(card: AnswerCard) -> Answered:
    """Return an answer card as plain values."""
    sums, keep = tuple(_numbers(card)), tuple(_keep(card))
    return Answered(card.title, card.begins(), sums, card.as_paragraph(), keep, _grid(card))


def _grid(card: AnswerCard) -> Grid:
    """Return the answers as a table: a row for each verb, a column for each edition, notes and numbered rules below."""
    found = {(cell.verb, cell.edition): cell for cell in card.cells}
    numbers: dict[str, int] = {}
    for text in (text for cell in card.cells for text in _rule_texts(card, cell)):
        numbers.setdefault(text, len(numbers) + 1)
    rows = tuple(
        GridRow(
            load_phrases(card.lang).say("answers", f"verb.{verb}"),
            tuple(_answer_cell(card, found[verb, edition], numbers) for edition in card.editions),
        )
        for verb in card.verbs
    )
    head = tuple(edition_name(open_book(edition), card.lang) for edition in card.editions)
    others = (KEY_IN_FRONT.sub("", line) for line in card.notes() if not any(text in line for text in numbers))
    return Grid(head, rows, (*others, *(f"[{n}] {text}" for text, n in numbers.items())))


def _rule_texts(card: AnswerCard, cell: AnswerCell) -> Iterator[str]:
    """Yield the words of the rules on which an answer rests, as its edition has them."""
    yield from (rule(id).text_in(open_book(cell.edition).rules_of, card.lang) for id in cell.rules)


def _answer_cell(card: AnswerCard, cell: AnswerCell, numbers: Mapping[str, int]) -> GridCell:
    rules = _marks(numbers[text] for text in _rule_texts(card, cell))
    return GridCell((card.short(cell)[0], *filter(None, (rules,))), MARKS.get(cell.answer, ""))


def _numbers(card: AnswerCard) -> Iterator[SumShown]:
    """Yield the sums in the situation of each answer that more than the printed figure counts in, with its edition."""
    said = load_phrases(card.lang)
    for cell in card.cells:
        if cell.text and counts_more_than_the_sheet(cell.text):
            edition = edition_name(open_book(cell.edition), card.lang)
            verb = said.say("answers", f"verb.{cell.verb}")
            for one in card.sums(cell):
                way = " ".join(one.house)
                line = said.say("answers", "numbers", edition=edition, verb=verb, sum=one.told, way=way)
                yield SumShown(line, one.text)


def _keep(card: AnswerCard) -> Iterator[OpenReading]:
    """Yield the other sides of the switches on which the answers depend, each once."""
    found = (choice for cell in card.cells for choice in _sides(cell, card.lang))
    yield from dict.fromkeys(found)


def _sides(cell: AnswerCell, lang: str) -> Iterator[OpenReading]:
    book = open_book(cell.edition)
    for key, fact in cell.doubts:
        for figure in doubts_of(book, key)[fact].switches:
            for value, said in other_sides(book, figure, lang):
                told = load_phrases(lang).say("house_rules", "about", text=said, about=about(book, figure, lang))
                yield OpenReading(figure, value, cell.edition, with_heading(edition_name(book, lang), told, lang))


END = -2
"""Stands for the question behind all answers, where an answer has its number and -1 is one of another run alone."""


def what_if_shown(found: Comparison, title: str, lang: str) -> Answered:
    """Return two runs as a table: the situations, each answer with what it caused, the chances; reasons below."""
    say = load_phrases(lang)
    rows = [GridRow(say.say("panel", "situation"), tuple(GridCell((run.analysis.text,)) for run in found.runs))]
    labels = (*map(str, range(1, len(found.rows) + 1)), say.say("analysis", "then"))
    for label, row in zip(labels, answers_beside(found, lang), strict=True):
        cells = tuple(GridCell(cell.lines, differs=cell.differs) for cell in row.cells)
        rows.append(GridRow(label, cells, say.say("analysis", "first-difference") if row.first else ""))
    first = found.first or found.end
    rows += _chances(found.chances, lang)
    notes = tuple(found.why(first)) if first else (say.say("analysis", "no-difference"),)
    return Answered(title, (), grid=Grid(found.titles, tuple(rows), notes))


def editions_shown(found: Editions, title: str) -> Answered:
    """Return a situation in every edition as a table, a column each; one that can't hold it says why below.

    What an edition does otherwise is marked, with the number of the note that tells the rules of both.
    """
    say, lang = load_phrases(found.lang), found.lang
    held = [row for row in found.rows if row.run is not None]
    reasons = dict(_reasons(held))
    numbers = {lines: n for n, lines in enumerate(dict.fromkeys(reasons.values()), 1)}
    rows = [GridRow(say.say("panel", "situation"), tuple(GridCell((_run(row).analysis.text,)) for row in held))]
    for n, steps in enumerate(_together(held), 1):
        heading = _marks(numbers[lines] for (_, at), lines in reasons.items() if at in steps)
        own = GridCell(answer_lines(_run(held[0]), [_run(held[0]).steps[at].node for at in steps]))
        cells = tuple(_in(row, own, steps) for row in held)
        rows.append(GridRow(str(n), cells, heading))
    ends = tuple(_run(row).analysis.headline for row in held)
    heading = _marks(numbers[lines] for (_, at), lines in reasons.items() if at == END)
    rows.append(GridRow(say.say("analysis", "then"), tuple(_unlike(end, ends[0]) for end in ends), heading))
    rows += _chances([row.chances for row in held], lang)
    alike = len(held) > 1 and all(row.comparison is None or row.comparison.alike for row in held)
    notes = [say.say("analysis", "no-difference")] if alike else []
    notes += [row.cannot(lang) for row in found.rows if row.run is None]
    told = [f"[{n}] {line}" if i == 0 else line for lines, n in numbers.items() for i, line in enumerate(lines)]
    return Answered(title, (), grid=Grid(tuple(row.name for row in held), tuple(rows), (*told, *notes)))


def _together(held: Sequence[InEdition]) -> Iterator[range]:
    """Yield the answers of the situation's own run that stand in one row: as one edition has them together, all do."""
    whole = range(len(_run(held[0]).steps))
    begins = set(whole)
    for row in held:
        if row.comparison:
            begins &= {each.at for each in row.comparison.rows}
    starts = sorted(begins | set(whole[:1]))
    ends = (*starts[1:], len(whole)) if starts else ()
    yield from map(range, starts, ends)


def _in(row: InEdition, own: GridCell, steps: range) -> GridCell:
    """Return what some answers caused in an edition; marked where that is something else than in its own column."""
    if row.comparison is None:
        return own
    nodes = [node for each in row.comparison.rows if each.at in steps for node in each.nodes[1]]
    lines = answer_lines(_run(row), nodes)
    return GridCell(lines, differs=lines[1:] != own.lines[1:])


def _unlike(text: str, own: str) -> GridCell:
    return GridCell((text or "–",), differs=bool(text) and text != own)


def _run(row: InEdition) -> Run:
    assert row.run is not None, "only editions that can hold the situation are columns"
    return row.run


def _reasons(held: Sequence[InEdition]) -> Iterator[tuple[tuple[str, int], tuple[str, ...]]]:
    """Yield the lines that tell why an edition differs, by edition and answer; `END` stands behind all answers."""
    for row in held:
        for difference in row.comparison.differences if row.comparison else ():
            lines = tuple(row.comparison.why(difference)) if row.comparison else ()
            if lines and row.comparison:
                yield (row.edition, row.comparison.rows[difference.row].at), lines
        if row.comparison and row.comparison.end and (lines := tuple(row.comparison.why(row.comparison.end))):
            yield (row.edition, END), lines


def _marks(numbers: Iterable[int]) -> str:
    return ", ".join(f"[{number}]" for number in dict.fromkeys(numbers))


def _chances(all_chances: Sequence[OutcomeChances | None], lang: str) -> Iterator[GridRow]:
    """Yield the row of the chances before the first dice that decide something, if there are any."""
    told = [found.told(lang) if found else ("–",) for found in all_chances]
    if moment := next((found.moment for found in all_chances if found), ""):
        cells = tuple(GridCell(each, differs=each not in (told[0], ("–",))) for each in told)
        yield GridRow(sentence(load_phrases(lang).say("analysis", moment)), cells)


def why_shown(found: Analysis) -> Iterator[Answered]:
    """Yield the chains of the figures of whoever is asked, of what happened last, and of each closed answer."""
    closed = [option for option in (*found.ask.options, *found.ask.offers) if option.closed]
    yield from _why_figures(found)
    chains = [why_event(found, event) for event in found.node.events]
    chains += [why_closed(found, option.key) for option in closed]
    for chain in chains:
        title, *lines = (line for line in repr(chain).splitlines() if line)
        yield Answered(title, tuple(lines))


def _why_figures(found: Analysis) -> Iterator[Answered]:
    """Yield what Strength and Craft of whoever is asked are made of."""
    seat = found.ask.seat
    if seat < 0 or not found.state.players[seat].character:
        return
    lang = found.node.situation.lang
    wording = wording_of(by_character(found.state, lang, found.nodes[0].state), lang)
    for stat in FIGURES:
        chain = why_total_of(found, seat, stat)
        n = sum(reason.n for reason in chain.reasons if reason.kind == "counted")
        what = sentence(wording.say("words", stat))
        title = sentence(wording.say("analysis", "figure", who=wording.who(seat), what=what, n=n))
        yield Answered(title, tuple(filter(None, repr(chain).splitlines())))
