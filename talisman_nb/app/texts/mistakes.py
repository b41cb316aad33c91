"""What people do wrong, and what they are told: tables, lessons, rulings, house rules, cards that are not there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from talisman_nb.engine import new_game
from talisman_nb.lessons import lesson, lessons
from talisman_nb.lessons.names import names_given
from talisman_nb.lessons.running import Running
from talisman_nb.model import UserError
from talisman_nb.rules.book import open_book
from talisman_nb.rulings.answer_cards import answer
from talisman_nb.rulings.own_rulings import read_rulings
from talisman_nb.table.house_files import house_values
from talisman_nb.table.saved_tables import table_file
from talisman_nb.text.errors import worded

from .told import Place, Told

ONE, OTHER, *_ = open_book().characters
LESSON = next(iter(lessons()))
MISTAKES: dict[str, Callable[[], object]] = {
    "no player": lambda: new_game([]),
    "seven players": lambda: new_game([(f"Ada{n}", name) for n, name in enumerate(open_book().characters[:7])]),
    "one figure twice": lambda: new_game([("Ada", ONE), ("Bruno", ONE)]),
    "no such character": lambda: new_game([("Ada", ONE), ("Bruno", f"{OTHER}x")]),
    "a long name": lambda: new_game([("Ada" * 30, ONE), ("Bruno", OTHER)]),
    "no such edition": lambda: open_book("thrid"),
    "a table with a slash": lambda: table_file("Friday/evening"),
    "a table with a long name": lambda: table_file("Friday " * 60),
    "a table called as a device": lambda: table_file("con"),
    "no such file of a lesson": lambda: lesson("no-such-lesson.toml"),
    "no such page of a lesson": lambda: Running.of(lesson(LESSON)).page(99),
    "no such figure of a lesson": lambda: names_given(lesson(LESSON), "nobody=Ada"),
    "no such character to ask about": lambda: answer("nobody nothing"),
    "no such card to ask about": lambda: answer(f"{ONE} nothing"),
    "no such file of house rules": lambda: house_values(Path("no-such-rules.toml"), open_book()),
    "no such file of rulings": lambda: read_rulings("no-such-rulings.toml"),
}
"""Maps what is done wrong to doing it; each raises a `UserError` that names nothing of the reader's own folder."""


def mistakes() -> Iterator[Told]:
    """Yield what is said of each mistake."""
    for what, do in MISTAKES.items():
        try:
            do()
        except UserError as error:
            yield Told("errors", what, partial(_message, error))


def _message(error: UserError, lang: str) -> dict[Place, str]:
    return {("message",): worded(error, lang)}
