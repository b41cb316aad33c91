"""The command `layers`: lists the layers installed for this user, or checks one and plays its rulings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.model.situation import SituationError
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, JOIN, Layer, installed, layer_from, layers_folder, named
from talisman_nb.rules.own_rules import brought_by
from talisman_nb.rulings.cases import Case
from talisman_nb.rulings.layer_cases import cases_of, layer_cases
from talisman_nb.rulings.runner import run
from talisman_nb.text.names import in_language
from talisman_nb.text.phrases import Phrases, load_phrases

FAILED = 1
"""Exit code when a ruling of the layer comes out otherwise than it says."""


def layers(asked: argparse.Namespace) -> int:
    """List the installed layers; with the folder or name of one, open it over its edition and play its rulings.

    Returns 0, or `FAILED` if a ruling comes out otherwise. Raises `CardError` or `BoardError` for a mistake in the
    layer, with its file, table and place.
    """
    lang, words = language(asked), load_phrases(language(asked))
    if not asked.rest:
        found = installed()
        for name in found:
            say(f"{name}  {in_language(named(name).head.name, lang)}".rstrip())
        say(words.say("console", "layers" if found else "layers-none", n=len(found), folder=layers_folder()))
        return 0
    given = " ".join(asked.rest)
    layer = layer_from(Path(given)) if Path(given).is_dir() else named(given)
    book = _opened(layer, asked.edition or "")
    own = [key for key in book.definitions if book.layer_of(key) == layer.name]
    say(words.say("console", "layer-fine", layer=layer.name, edition=book.edition, n=len(own)))
    for name, rule in book.own_rules.items():
        if brought_by(book.layers, name) == layer.name:
            say(f"  {name}  {rule.said(True, lang)}")
    return _rulings(layer, book, words)


def _rulings(layer: Layer, book: Book, words: Phrases) -> int:
    """Play the rulings of a layer and tell what comes otherwise; return 0 or `FAILED`."""
    cases_of(book)  # raises for an id that the program or another layer has
    own = layer_cases(layer, book)
    wrong = {case.id: lines for case in own if (lines := tuple(_otherwise(case, words)))}
    for line in (line for lines in wrong.values() for line in lines):
        say(line, sys.stderr)
    if own:
        say(words.say("console", "rulings-held", n=len(own) - len(wrong), all=len(own)))
    return FAILED if wrong else 0


def _otherwise(case: Case, words: Phrases) -> Iterator[str]:
    """Yield a line for each value of a case that came otherwise, or why it can't be played."""
    ruling = f"{case.file}: [{case.id}]"
    try:
        played = run(case).steps
    except SituationError as wrong:
        yield words.say("console", "ruling-unplayable", ruling=ruling, why=str(wrong))
        return
    for step, found in enumerate(played, 1):
        for check in found.checks:
            if not check.ok:
                told = {"what": check.what, "expected": repr(check.expected), "came": repr(check.came)}
                yield words.say("console", "ruling-fails", ruling=ruling, step=step, **told)


def _opened(layer: Layer, edition: str) -> Book:
    """The book of an edition with the layer over it; "" stands for the edition the layer names, or the usual one."""
    below = edition or layer.head.over or BASE
    return open_book(f"{below}{JOIN}{layer.name}" if layer.name not in below.split(JOIN) else below)
