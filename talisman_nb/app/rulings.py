"""The commands `rulings` and `analysis`: rulings searched or played, a situation looked into."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

from talisman_nb.analysis import Analysis, outcomes, why_closed, why_event
from talisman_nb.analysis import editions as in_editions
from talisman_nb.analysis import what_if as compared_with
from talisman_nb.analysis.tree import FIELD, USUAL, link_of
from talisman_nb.model.situation import SaidError, SituationError
from talisman_nb.rules.book import Book
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.look_up import MOST_FOUND
from talisman_nb.rulings.own_rulings import SUFFIX, RulingFileError, own_rulings, read_rulings
from talisman_nb.rulings.rulings_by_subject import RULING, page_of_case
from talisman_nb.rulings.runner import run
from talisman_nb.rulings.search import Hit, asked_where, find_answers, told
from talisman_nb.table import Table
from talisman_nb.text.errors import describe_error
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say, words
from .look_up import NOT_FOUND, book_of_edition
from .serving import OpenWith, open_page

FAILED = 1
"""Exit code when a ruling comes out otherwise than it says."""


def rulings(name: str, edition: str | None, lang: str | None) -> int:
    """Print the rulings and rules that answer a question, the best first; the page of a single one; all without words.

    With an edition only rulings that hold in it. With a file of rulings plays these. Returns 0, also where only what is
    nearest is told, `NOT_FOUND` if nothing is, `FAILED` if one of the file comes out otherwise, or 2 for a file that
    can't be read.
    """
    lang = language(lang)
    if name.endswith(SUFFIX):
        return _check(name, lang)
    book, text = book_of_edition(edition), name.removeprefix(RULING)
    words = load_phrases(lang)
    own, wrong = own_rulings()
    for mistake in wrong:
        say(describe_error(mistake, lang), sys.stderr)
    if not text:
        for case in (*cases_of(book).values(), *own.values()):
            if _is_of(case, edition, book):
                say(f"{RULING}{case.id}  {case.asks(lang)}")
        return 0
    answers = find_answers(text, book, own, lang)
    found = [hit for hit in answers.hits if not hit.case or _is_of(hit.case, edition, book)]
    if not found:
        say(words.say("answers", "nothing-near", words=text), sys.stderr)
        return NOT_FOUND
    if len(found) == 1 and (only := found[0].case):
        say(str(page_of_case(only, lang)))
        if not only.in_words:
            say(f"\n{words.say('rulings', 'open', link=link_of(only.played_text()))}")
        return 0
    if not answers.sure:
        say(next(answers.lines(book, lang)))
    for hit in found[:MOST_FOUND]:
        for line in _hit_lines(hit, book, lang):
            say(line)
    if found[MOST_FOUND:]:
        say(words.say("rulings", "more", n=len(found) - MOST_FOUND))
    return 0


def _is_of(case: Case, edition: str | None, book: Book) -> bool:
    """Whether a ruling holds in the edition that was asked for, if one was."""
    return not edition or bool(case.book) or book.rules_of in case.holds_in


def _check(path: str, lang: str) -> int:
    try:
        found = read_rulings(path)
    except RulingFileError as mistake:
        say(describe_error(mistake, lang), sys.stderr)
        return 2
    return play_cases(found, load_phrases(lang))


def play_cases(those: Sequence[Case], words: Phrases) -> int:
    """Play rulings and tell what comes otherwise, then how many hold; return 0, or `FAILED` unless all hold."""
    wrong = {case.id: lines for case in those if (lines := tuple(_otherwise(case, words)))}
    for line in (line for lines in wrong.values() for line in lines):
        say(line, sys.stderr)
    if those:
        say(words.say("console", "rulings-held", n=len(those) - len(wrong), all=len(those)))
    return FAILED if wrong else 0


def _otherwise(case: Case, words: Phrases) -> Iterator[str]:
    """Yield a line for each value of a case that came otherwise, or why it can't be played."""
    ruling = f"{case.file}: [{case.id}]"
    try:
        played = run(case).steps
    except SituationError as wrong:
        yield words.say("console", "ruling-unplayable", ruling=ruling, why=describe_error(wrong, words.lang))
        return
    for step, found in enumerate(played, 1):
        for check in found.checks:
            if not check.ok:
                told = {"what": check.what, "expected": repr(check.expected), "came": repr(check.came)}
                yield words.say("console", "ruling-fails", ruling=ruling, step=step, **told)


def _hit_lines(hit: Hit, book: Book, lang: str) -> Iterator[str]:
    """Yield the lines of a rule, or of a ruling: name and question, decision, situation and its link."""
    if not (case := hit.case):
        yield told(hit, book, lang)
        return
    edition = book.rules_of if book.rules_of in case.holds_in else ""
    yield f"{RULING}{case.id}  {asked_where(case, book, lang)}"
    yield f"  {case.decides(lang, edition)}"
    if not case.in_words:
        yield f"  {case.played_text(edition)}"
        yield f"  {link_of(case.played_text(edition))}"


EXAMPLE = 'talisman-nb analysis "dwarf crags | thief city > 3"'
REFUSED = 2
"""Exit code for a situation or a change that can't be read, or that is impossible."""


def analysis(
    name: str,
    table: str | None,
    line: int | None,
    what_if: str | None,
    editions: bool,
    insist: bool,
    page: bool,
    port: int | None,
    no_browser: bool,
    lang: str | None,
) -> int:
    """Print a situation, what may come of its question, and why; `what_if` or `editions`: the comparison instead.

    The situation is the text given, or a line of a table, None for the present one; `insist`: though it is impossible;
    `page`: opened in the browser instead. Return 0; 1 if there is no situation, `REFUSED` for one that is refused.
    """
    way = OpenWith(port, no_browser, lang)
    if page and (name or not table):
        return _open(name, way)
    try:
        if name:
            found = Analysis.of(name, language(lang), insist=insist)
        elif table:
            with Table.open(table) as opened:
                found = Analysis.of_table(opened, line, language(lang))
        else:
            say(words(lang, "analysis-how", code=EXAMPLE), sys.stderr)
            return 1
        if page:
            return _open(found.text, way)
        if what_if:
            _print(compared_with(found, what_if, insist=insist).lines())
        if editions:
            _print(in_editions(found).lines())
        if not what_if and not editions:
            _print(_looked_into(found))
    except SaidError as wrong:
        say(describe_error(wrong, language(lang)), sys.stderr)
        return REFUSED
    return 0


def _open(text: str, way: OpenWith) -> int:
    return open_page({FIELD: text or USUAL, "lang": way.lang}, way)


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)


def _looked_into(found: Analysis) -> Iterator[str]:
    """Yield the situation with its question, the outcomes, and the reasons of what happened and of what is closed."""
    words = load_phrases(found.node.situation.lang)
    yield repr(found)
    yield ""
    yield words.say("analysis", "outcomes")
    yield from (f"  {line}" for line in repr(outcomes(found)).splitlines())
    closed = [option.key for option in (*found.ask.options, *found.ask.offers) if option.closed]
    chains = [*(why_event(found, event) for event in found.node.events), *(why_closed(found, key) for key in closed)]
    if chains:
        yield ""
        yield words.say("analysis", "why")
    for chain in chains:
        yield from (f"  {line}" for line in repr(chain).splitlines() if line)
    yield ""
    yield found.link
