"""The commands `layers` and `house`: layers and saved house rules, listed, shown, saved and checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import BASE, JOIN, Layer, installed, layer_from, layers_folder, named
from talisman_nb.rules.own_rules import brought_by
from talisman_nb.rulings.layer_cases import cases_of, layer_cases
from talisman_nb.table import Table
from talisman_nb.table.house_files import HouseFileError, house_folder, house_names, read_house, save_house
from talisman_nb.text.errors import worded, worded_in_a_line
from talisman_nb.text.grammar import headed
from talisman_nb.text.house_rules import choices, in_force, instead, switches
from talisman_nb.text.names import edition_name, in_language
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say
from .layer_walk import idle_steps
from .rulings import held


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
    played = [key for key in own if not key.startswith("turn.") and key.count(".") < 2]
    say(words.say("console", "layer-fine", layer=layer.name, edition=book.edition, n=len(own)))
    for name, rule in book.own_rules.items():
        if brought_by(book.layers, name) == layer.name:
            say(f"  {name}  {rule.said(True, lang)}")
    for at, line in enumerate(idle_steps(book, played)):
        if not at:
            say(words.say("console", "layer-idle"))
        say(f"  {line}")
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


def house(asked: argparse.Namespace) -> int:
    """Run the command of the first word of `asked.rest`; without one list the names and what can be set.

    Returns 0, 1 for house rules that can't be used in the edition, or 2 for words that are no such command and for a
    file that can't be read or written.
    """
    verb, *rest = asked.rest or ["list"]
    try:
        if verb in COMMANDS and bool(rest) == (verb != "list"):
            return COMMANDS[verb](asked, " ".join(rest))
    except HouseFileError as problem:
        say(worded(problem, language(asked)), sys.stderr)
        return 2
    say(_said(asked, "house-how", code="talisman-nb house save Friday --table Thursday"), sys.stderr)
    return 2


def _list(asked: argparse.Namespace, _: str) -> int:
    """Print the names of saved house rules, then what can be set in the edition, by group, each with its key."""
    names, lang = house_names(), language(asked)
    for name in names:
        say(name)
    say(_said(asked, "house-names" if names else "house-none", n=len(names), folder=house_folder()))
    book, group = _edition(asked), ""
    say("\n" + _said(asked, "house-offered", edition=edition_name(book, lang)))
    for one in switches(book, {}, lang):
        if one.group != group:
            group = one.group
            say(f"\n{group}")
        text = load_phrases(lang).say("house_rules", "about", text=instead(book, one.key, lang), about=one.about)
        values = [str(n).lower() for n in choices(book, one.key) if one.choices or n != book.usual[one.key]]
        say(f"  {headed(f'{one.key} = ' + ' / '.join(values), text, lang)}")
    return 0


def _show(asked: argparse.Namespace, name: str) -> int:
    """Print the house rules in words; what the edition can't use goes to the error stream."""
    book = _edition(asked)
    values, wrong = read_house(name, book)
    if not wrong:
        for line in in_force(open_book(book.edition, values), language(asked)):
            say(line)
    return _told(asked, wrong)


def _save(asked: argparse.Namespace, name: str) -> int:
    """Save the house rules of the table given by `--table`."""
    if asked.table is None:
        say(_said(asked, "house-how", code=f'talisman-nb house save "{name}" --table Thursday'), sys.stderr)
        return 2
    with Table.open(asked.table) as table:
        path = save_house(name, book_of(table.state.book), language(asked))
    say(_said(asked, "house-saved", name=name, path=path))
    return 0


def _check(asked: argparse.Namespace, given: str) -> int:
    """Check a file, or saved house rules by name, against an edition."""
    book = _edition(asked)
    values, wrong = read_house(Path(given) if Path(given).is_file() else given, book)
    if not wrong:
        say(_said(asked, "house-fine", n=len(values), edition=book.edition))
    return _told(asked, wrong)


COMMANDS: dict[str, Callable[[argparse.Namespace, str], int]] = {
    "list": _list, "show": _show, "save": _save, "check": _check,
}  # fmt: skip
"""Maps the words after `house` to what they do with the rest of the line."""


def _edition(asked: argparse.Namespace) -> Book:
    return open_book(asked.edition or BASE)


def _told(asked: argparse.Namespace, wrong: tuple[HouseFileError, ...]) -> int:
    for mistake in wrong:
        say(worded(mistake, language(asked)), sys.stderr)
    return 1 if wrong else 0


def _said(asked: argparse.Namespace, key: str, **places: object) -> str:
    return load_phrases(language(asked)).say("console", key, **places)
