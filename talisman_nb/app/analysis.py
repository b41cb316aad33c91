"""The command `analysis`: a situation looked into, with a change, or in every edition."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from talisman_nb.analysis import Analysis, editions, outcomes, what_if, why_closed, why_event
from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.model.situation import SaidError
from talisman_nb.table import Table
from talisman_nb.text.errors import worded
from talisman_nb.text.phrases import load_phrases

EXAMPLE = 'talisman-nb analysis "dwarf crags | thief city > 3"'
REFUSED = 2
"""Exit code for a situation or a change that can't be read, or that is impossible."""


def analysis(asked: argparse.Namespace) -> int:
    """Print a situation, what may come of its question, and why; with `--what-if` or `--editions` the comparison.

    The situation is the text given, or the line `--line` of the table `--table`. Return 0; 1 if there is no situation,
    `REFUSED` for one that is refused.
    """
    try:
        found = _asked_about(asked)
        if found is None:
            say(load_phrases(language(asked)).say("console", "analysis-how", code=EXAMPLE), sys.stderr)
            return 1
        for line in _told(found, asked):
            say(line)
    except SaidError as wrong:
        say(worded(wrong, language(asked)), sys.stderr)
        return REFUSED
    return 0


def take_line(asked: argparse.Namespace) -> int:
    """Take the text of the line of a table that is asked about; return 0, or `REFUSED` after printing the reason."""
    if asked.table is None or asked.rest:
        return 0
    try:
        found = _asked_about(asked)
    except SaidError as wrong:
        say(worded(wrong, language(asked)), sys.stderr)
        return REFUSED
    asked.rest = [found.text] if found else []
    return 0


def _asked_about(asked: argparse.Namespace) -> Analysis | None:
    text, lang = " ".join(asked.rest), language(asked)
    if text:
        return Analysis.of(text, lang, insist=asked.insist)
    if asked.table is None:
        return None
    with Table.open(asked.table) as table:
        return Analysis.of_table(table, asked.line, lang)


def _told(found: Analysis, asked: argparse.Namespace) -> Iterator[str]:
    if asked.what_if:
        yield from what_if(found, asked.what_if, insist=asked.insist).lines()
    if asked.editions:
        yield from editions(found).lines()
    if not asked.what_if and not asked.editions:
        yield from _looked_into(found)


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
