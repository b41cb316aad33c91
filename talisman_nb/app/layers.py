"""The commands `layers` and `house`: layers and saved house rules, listed, shown, saved and checked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import BASE, JOIN, Layer, find_layer, installed_layers, layer_from, layers_folder
from talisman_nb.rules.own_rules import brought_by
from talisman_nb.rulings.cases import cases_of, layer_cases
from talisman_nb.table import Table
from talisman_nb.table.house_files import HouseFileError, house_folder, house_names, read_house, save_house
from talisman_nb.text.errors import describe_error, worded_in_a_line
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.house_rules import choices, in_force, instead, switches
from talisman_nb.text.names import edition_name, in_language
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say
from .layer_walk import idle_steps
from .rulings import play_cases


def layers(name: str, edition: str | None, lang: str | None) -> int:
    """List the installed layers; with the folder or name of one, open it over its edition and play its rulings.

    Returns 0, or 1 if a ruling comes out otherwise. Raises `CardError` or `BoardError` for a mistake in the
    layer, with its file, table and place.
    """
    lang = language(lang)
    words = load_phrases(lang)
    if not name:
        found = installed_layers()
        for each in found:
            say(f"{each}  {_layer_title(each, lang)}".rstrip())
        say(words.say("console", "layers" if found else "layers-none", n=len(found), folder=layers_folder()))
        return 0
    return check_layer(layer_from(Path(name)) if Path(name).is_dir() else find_layer(name), edition or "", lang)


def check_layer(layer: Layer, edition: str, lang: str) -> int:
    """Open a layer over an edition, "" for the one it names or the usual one, name its idle steps, play its rulings.

    Returns 0 or 1 as `layers` does, and raises the same.
    """
    words, book = load_phrases(lang), _open_over(layer, edition)
    own = [key for key in book.definitions if book.layer_of(key) == layer.name]
    played = [key for key in own if not key.startswith("turn.") and key.count(".") < 2]
    say(words.say("console", "layer-fine", layer=layer.name, edition=book.edition, n=len(own)))
    for key, rule in book.own_rules.items():
        if brought_by(book.layers, key) == layer.name:
            say(f"  {key}  {rule.said(True, lang)}")
    for at, line in enumerate(idle_steps(book, played)):
        if not at:
            say(words.say("console", "layer-idle"))
        say(f"  {line}")
    return _rulings(layer, book, words)


def _layer_title(name: str, lang: str) -> str:
    """Return the name of an installed layer, or the error in it, so that one of them can't hide the others."""
    try:
        return in_language(find_layer(name).head.name, lang)
    except CardError as wrong:
        return worded_in_a_line(wrong, lang)


def _rulings(layer: Layer, book: Book, words: Phrases) -> int:
    """Play the rulings of a layer and tell what comes otherwise; return 0 or 1."""
    cases_of(book)  # raises for an id that the program or another layer has
    own = layer_cases(layer, book)
    return play_cases(own, words)


def _open_over(layer: Layer, edition: str) -> Book:
    """The book of an edition with the layer over it; "" stands for the edition the layer names, or the usual one."""
    below = edition or layer.head.over or BASE
    return open_book([below, layer] if layer.name not in below.split(JOIN) else below)


class HouseRequest(NamedTuple):
    """The words and options behind `house`: words after the first one, a table, an edition, a language."""

    name: str
    table: str | None
    edition: str | None
    lang: str

    @property
    def book(self) -> Book:
        """The book of the edition, or of the usual one. Raises `SetupError` for one that isn't there."""
        return open_book(self.edition or BASE)

    def said(self, key: str, **places: object) -> str:
        """Return a phrase of the console."""
        return load_phrases(self.lang).say("console", key, **places)


def house(words: Sequence[str], table: str | None, edition: str | None, lang: str | None) -> int:
    """Run the command of the first word; without one list the names and what can be set.

    Returns 0, 1 for house rules that can't be used in the edition, or 2 for words that are no such command and for a
    file that can't be read or written.
    """
    verb, *rest = words or ["list"]
    asked = HouseRequest(" ".join(rest), table, edition, language(lang))
    try:
        if verb in COMMANDS and bool(rest) == (verb != "list"):
            return COMMANDS[verb](asked)
    except HouseFileError as problem:
        say(describe_error(problem, asked.lang), sys.stderr)
        return 2
    say(asked.said("house-how", code="talisman-nb house save Friday --table Thursday"), sys.stderr)
    return 2


def _list(asked: HouseRequest) -> int:
    """Print the names of saved house rules, then what can be set in the edition, by group, each with its key."""
    names, lang = house_names(), asked.lang
    for name in names:
        say(name)
    say(asked.said("house-names" if names else "house-none", n=len(names), folder=house_folder()))
    book, group = asked.book, ""
    say("\n" + asked.said("house-offered", edition=edition_name(book, lang)))
    for one in switches(book, {}, lang):
        if one.group != group:
            group = one.group
            say(f"\n{group}")
        text = load_phrases(lang).say("house_rules", "about", text=instead(book, one.key, lang), about=one.about)
        values = [str(n).lower() for n in choices(book, one.key) if one.choices or n != book.usual[one.key]]
        say(f"  {with_heading(f'{one.key} = ' + ' / '.join(values), text, lang)}")
    return 0


def _show(asked: HouseRequest) -> int:
    """Print the house rules in words; what the edition can't use goes to the error stream."""
    book = asked.book
    values, wrong = read_house(asked.name, book)
    if not wrong:
        for line in in_force(open_book(book.edition, values), asked.lang):
            say(line)
    return _print_mistakes(asked, wrong)


def _save(asked: HouseRequest) -> int:
    """Save the house rules of the table given by `--table`."""
    if asked.table is None:
        say(asked.said("house-how", code=f'talisman-nb house save "{asked.name}" --table Thursday'), sys.stderr)
        return 2
    with Table.open(asked.table) as table:
        path = save_house(asked.name, book_of(table.state.book), asked.lang)
    say(asked.said("house-saved", name=asked.name, path=path))
    return 0


def _check(asked: HouseRequest) -> int:
    """Check a file, or saved house rules by name, against an edition."""
    book, given = asked.book, asked.name
    values, wrong = read_house(Path(given) if Path(given).is_file() else given, book)
    if not wrong:
        say(asked.said("house-fine", n=len(values), edition=book.edition))
    return _print_mistakes(asked, wrong)


COMMANDS: dict[str, Callable[[HouseRequest], int]] = {
    "list": _list, "show": _show, "save": _save, "check": _check,
}  # fmt: skip
"""Maps the words after `house` to what they do with the rest of the line."""


def _print_mistakes(asked: HouseRequest, wrong: tuple[HouseFileError, ...]) -> int:
    for mistake in wrong:
        say(describe_error(mistake, asked.lang), sys.stderr)
    return 1 if wrong else 0
