"""The command `layers`: lists the layers installed for this user, or checks one and plays its rulings."""

from __future__ import annotations

import argparse
from pathlib import Path

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.rulings import held
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, JOIN, Layer, installed, layer_from, layers_folder, named
from talisman_nb.rules.own_rules import brought_by
from talisman_nb.rulings.layer_cases import cases_of, layer_cases
from talisman_nb.text.errors import worded_in_a_line
from talisman_nb.text.names import in_language
from talisman_nb.text.phrases import Phrases, load_phrases


def layers(asked: argparse.Namespace) -> int:
    """List the installed layers; with the folder or name of one, open it over its edition and play its rulings.

    Returns 0, or 1 if a ruling comes out otherwise. Raises `CardError` or `BoardError` for a mistake in the
    layer, with its file, table and place.
    """
    lang, words = language(asked), load_phrases(language(asked))
    if not asked.rest:
        found = installed()
        for name in found:
            say(f"{name}  {_called(name, lang)}".rstrip())
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


def _called(name: str, lang: str) -> str:
    """What an installed layer is called, or what is wrong with it, so that one of them can't hide the others."""
    try:
        return in_language(named(name).head.name, lang)
    except CardError as wrong:
        return worded_in_a_line(wrong, lang)


def _rulings(layer: Layer, book: Book, words: Phrases) -> int:
    """Play the rulings of a layer and tell what comes otherwise; return 0 or 1."""
    cases_of(book)  # raises for an id that the program or another layer has
    own = layer_cases(layer, book)
    return held(own, words)


def _opened(layer: Layer, edition: str) -> Book:
    """The book of an edition with the layer over it; "" stands for the edition the layer names, or the usual one."""
    below = edition or layer.head.over or BASE
    return open_book(f"{below}{JOIN}{layer.name}" if layer.name not in below.split(JOIN) else below)
