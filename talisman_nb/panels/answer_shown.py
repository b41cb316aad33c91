"""An answer card as the bench shows it: its lines, its sums, a paragraph to copy, and what a table may keep of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from talisman_nb.rules.book import open_book
from talisman_nb.rulings.answer_cards import AnswerCard, Cell
from talisman_nb.rulings.answer_sums import counts_more_than_the_sheet
from talisman_nb.text.definitions.certainty import doubts_of
from talisman_nb.text.grammar import headed
from talisman_nb.text.house_rules import about, other_sides
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import load_phrases

from .analysis_values import Answered, Grid, GridCell, GridRow, HouseChoice, Mark, SumShown

MARKS: Mapping[str, Mark] = {"yes": "yes", "must": "yes", "no": "no", "open": "open"}
"""Maps answers to the signs that stand before them."""


def answer_shown(card: AnswerCard) -> Answered:
    """Return an answer card as plain values."""
    return Answered(card.title, (), tuple(_numbers(card)), card.as_paragraph(), tuple(_keep(card)), _grid(card))


def _grid(card: AnswerCard) -> Grid:
    """Return the answers as a table: a row for each verb, a column for each edition, notes below."""
    found = {(cell.verb, cell.edition): cell for cell in card.cells}
    rows = tuple(
        GridRow(
            load_phrases(card.lang).say("answers", f"verb.{verb}"),
            tuple(_answered(card, found[verb, edition]) for edition in card.editions),
        )
        for verb in card.verbs
    )
    head = tuple(edition_name(open_book(edition), card.lang) for edition in card.editions)
    return Grid(head, rows, tuple(card.notes()))


def _answered(card: AnswerCard, cell: Cell) -> GridCell:
    said, *rules = card.short(cell)
    return GridCell((said, *rules), MARKS.get(cell.answer, ""))


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


def _keep(card: AnswerCard) -> Iterator[HouseChoice]:
    """Yield the other sides of the switches on which the answers depend, each once."""
    found = (choice for cell in card.cells for choice in _sides(cell, card.lang))
    yield from dict.fromkeys(found)


def _sides(cell: Cell, lang: str) -> Iterator[HouseChoice]:
    book = open_book(cell.edition)
    for key, fact in cell.doubts:
        for figure in doubts_of(book, key)[fact].switches:
            for value, said in other_sides(book, figure, lang):
                told = load_phrases(lang).say("switches", "about", text=said, about=about(book, figure, lang))
                yield HouseChoice(figure, value, cell.edition, headed(edition_name(book, lang), told, lang))
