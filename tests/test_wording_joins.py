"""Is every name in the form its sentence needs, whatever joins the two?"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import talisman_nb
from talisman_nb.lessons import lessons
from talisman_nb.lessons.read_through import read_through
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

ROOT = Path(talisman_nb.__file__).parent
SPOKEN = ("text", "lessons", "analysis", "panels", "chronicle", "odds", "app")
"""Rooms whose texts are read by players."""
KEYS = {
    "analysis/from_table.py": "answers as they are typed, 1: cast:healing",
    "panels/sync/companion.py": "an error of the program, for whoever reports it",
    "panels/sync/bundle.py": "JavaScript",
    "app/check_machine.py": "an error of the program, for whoever reports it",
    "app/layer_walk.py": "what a check says to an author, in English as the keys of the file are",
    "text/written.py": "what a check says to a translator, in English",
}
"""Files that join no words, and why."""
A_PERSON = re.compile(r"\b(?:a|da|di|su|à|de|sur|du|al|del) \{(?:who|other|victim|winner|loser)\}")
"""A preposition before a name, where the form would say it: {who:to} is "ad Ada", "au Nain"."""
AFTER_A_VERB = re.compile(
    r"^(Poproś o|Daj|Weź|Wypij|Porzuć|Użyj|Odwiedź|Zapłać|Dai|Prendi|Chiedi|Abbandona|Prendre|Abandonner|Donner"
    r"|Take|Ditch)"
    r"[^{]*(\{n:gold\})?\s?:"
)
"""A verb that a colon keeps from its object."""


def joined_by_a_colon(tree: ast.AST) -> list[int]:
    """The lines of f-strings that put a value, a colon and a value side by side."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for one, colon, other in zip(node.values, node.values[1:], node.values[2:], strict=False)
        if isinstance(one, ast.FormattedValue)
        and isinstance(other, ast.FormattedValue)
        and isinstance(colon, ast.Constant)
        and colon.value == ": "
    ]


def test_no_colon_is_put_between_words_without_asking_the_language() -> None:
    """French has a blank before it: `grammar.with_heading` knows."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for room in SPOKEN
        for path in (ROOT / room).rglob("*.py")
        if str(path.relative_to(ROOT)) not in KEYS
        for line in joined_by_a_colon(ast.parse(path.read_text("utf-8")))
    ]
    assert not found


def test_no_semicolon_joins_words_without_asking_the_language() -> None:
    """French has a blank before it too: `rules.index.SEMICOLON`."""
    rooms = (path for room in (*SPOKEN, "rulings") for path in (ROOT / room).rglob("*.py"))
    joins = re.compile(r'^[^>]*"; "\.join', re.MULTILINE)
    assert not [str(path.relative_to(ROOT)) for path in rooms if joins.search(path.read_text("utf-8"))]


@pytest.mark.parametrize("key", lessons())
def test_a_french_lesson_has_its_blank_before_each_colon(key: str) -> None:
    told = str(read_through(lessons()[key], "fr")).splitlines()
    said = [re.sub(r"`[^`]*`", "", line) for line in told if not line.startswith(r"\>\>\> ")]  # a line of Python
    assert not [line for line in said if re.search(r"[\w)»]: ", line)]


@pytest.mark.parametrize("lang", ["it", "fr"])
def test_a_preposition_before_a_person_is_a_form_of_the_name(lang: str) -> None:
    found = {
        f"{topic}.{key}": text
        for topic, phrases in load_phrases(lang).topics.items()
        for key, text in phrases.items()
        if A_PERSON.search(text) and f"{topic}.{key}" not in NO_PREPOSITION
    }
    assert not found


NO_PREPOSITION = {
    "setup.look": "a person, as the button says",
    "setup.look-characters": "a person, as the button says",
}
"""Phrases whose place is filled by a person's name alone, which French never contracts."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_of_a_trade_keeps_a_verb_from_its_object_by_a_colon(lang: str) -> None:
    topics = load_phrases(lang).topics
    lines = (topics[topic][key] for topic in ("events", "hands") for key in ("handed_over", "handed_over.spell"))
    assert not [line for line in (*lines, topics["asks"]["note.gives"]) if ":" in re.sub(r"\{.*?\}", "", line)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_button_keeps_a_verb_from_its_object_by_a_colon(lang: str) -> None:
    assert not {key: text for key, text in load_phrases(lang).topics["options"].items() if AFTER_A_VERB.search(text)}
