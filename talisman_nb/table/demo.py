"""The demo table: a game in progress to try, laid out from `demo.toml` and named in a language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from msgspec import Struct, convert
from msgspec.structs import replace

from talisman_nb.model import State
from talisman_nb.notation.situation import situation
from talisman_nb.rules.book import book_of
from talisman_nb.table.file.saved_tables import demo_of, free_name, saved_tables
from talisman_nb.text.phrases import load_phrases

from .table import Table


class Demo(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `demo.toml`."""

    seed: int
    situation: str


def open_demo(lang: str) -> Table:
    """Open the demo table of a language at its beginning; it is made if it is not there.

    A demo that was played before goes back to its beginning, and redo leads to where it was. Raises `TableFileError`.
    """
    name = load_phrases(lang).say("setup", "demo-name")
    before = next((path for path in saved_tables() if demo_of(path).startswith(name)), None)
    if before is None:
        return _new_demo(name, lang)
    table = Table.open(before)
    table.restart()
    return table


def _new_demo(name: str, lang: str) -> Table:
    position = demo_position(lang)
    people = [(player.name, player.character) for player in position.players]
    return Table.new(
        people,
        book_of(position.book).edition,
        dice="virtual",
        cards="virtual",
        lang=lang,
        name=free_name(name),
        seed=_demo().seed,
        position=position,
        demo=True,
    )


def demo_position(lang: str) -> State:
    """Return the position of the demo table, its people named as a language names them.

    >>> [player.name for player in demo_position("pl").players]
    ['Ania', 'Bartek', 'Celina', 'Darek']
    """
    laid = situation(_demo().situation)
    names = load_phrases(lang).say("setup", "demo-people").split(", ")
    people = (replace(player, name=name) for player, name in zip(laid.players, names, strict=True))
    return replace(laid, players=tuple(people))


@cache
def _demo() -> Demo:
    text = (files("talisman_nb.table") / "demo.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), Demo)
