"""Is everything in a closed list used somewhere, and is everything the code names in its list?

The types of the lists hold the code to them; here is what a type checker can't see: members that nothing uses.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from editions import BROUGHT
from read_aloud import texts

from talisman_nb.app import check_machine
from talisman_nb.cards.definition import switch_figure
from talisman_nb.cards.engine_needs import ENGINE_BEGINS
from talisman_nb.cards.vocabulary import Trigger, names
from talisman_nb.model import AskKind, ClosedReason, EventKind, RefusalReason
from talisman_nb.rules.book import open_book
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import SetupErrorKey
from talisman_nb.rules.own_rules import BY, pairs
from talisman_nb.table.file.file_error import FileErrorKey
from talisman_nb.table.house_files import HouseErrorKey
from talisman_nb.text.phrases import load_phrases

ROOT = Path(__file__).resolve().parents[1]
LISTS: dict[str, Any] = {
    "asks": get_args(AskKind),
    "events": get_args(EventKind),
    "reasons of closed options": set(get_args(ClosedReason)) - {""},
    "refusals": get_args(RefusalReason),
    "triggers": names(Trigger),
    "errors of files": get_args(FileErrorKey),
    "errors of setting up": get_args(SetupErrorKey),
    "errors of saved house rules": get_args(HouseErrorKey),
    "states of this machine": get_args(check_machine.FindingState),
    "parts of this machine": get_args(check_machine.CheckedPart),
    "findings about this machine": get_args(check_machine.FindingPhrase),
}


@cache
def nodes(folder: str = "") -> tuple[ast.AST, ...]:
    """Every node of the syntax trees of the package, or of one of its folders."""
    paths = (ROOT / "talisman_nb" / folder).rglob("*.py")
    return tuple(node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def in_code(folder: str = "") -> frozenset[str]:
    """Every string in the code, but for those that a closed list itself consists of."""
    lists = [node for node in nodes(folder) if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"]
    members = {id(node) for each in lists for node in ast.walk(each)}
    constants = [node for node in nodes(folder) if isinstance(node, ast.Constant) and id(node) not in members]
    return frozenset(node.value for node in constants if isinstance(node.value, str))


def families(at: int = 0) -> set[str]:
    """What names that are put together begin with: `order` of `f"order.{type}"`; or end with, where `at` is -1."""
    joined = [node.values for node in nodes() if isinstance(node, ast.JoinedStr)]
    parts = {str(values[at].value) for values in joined if values and isinstance(values[at], ast.Constant)}
    return {text.strip(".") for text in parts if re.fullmatch(r"\.[a-z]+" if at else r"[a-z]+\.", text)}


@cache
def in_data() -> frozenset[str]:
    """Every string in the definitions of cards, programs and boards."""
    files = [
        file
        for file in (ROOT / "talisman_nb" / "layers").rglob("*.toml")
        if file.name not in ("rules.toml", "doubts.toml", "layer.toml")
    ]
    files += (ROOT / "boards").glob("*.toml")
    return frozenset(text for file in files for text in texts(tomllib.loads(file.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", LISTS)
def test_nothing_in_a_closed_list_is_unused(name: str) -> None:
    assert not set(LISTS[name]) - in_code() - in_data(), f"nothing uses these {name}"


def brings_and_takes_out() -> set[str]:
    """The switches that decks and cards of the base edition depend on."""
    parts = [part for _, table in open_book().tables() for part in pairs(table)]
    return {switch_figure(value) for key, value in parts if key in BY}


def test_every_figure_of_the_edition_is_read() -> None:
    """A figure nothing reads would be a promise nobody keeps."""
    read, begun, ended = in_code() | in_data() | BROUGHT | brings_and_takes_out(), families(), families(-1)
    figures = {name: name.partition(".") for name in edition_table("revised4") if name not in read}
    assert [name for name, (first, _, last) in figures.items() if first not in begun and last not in ended] == []


def test_every_program_the_engine_begins_is_checked_when_the_book_is_opened() -> None:
    """A program it looks up by name and the check does not ask for would be missed only at a table."""
    assert {text for text in in_code("engine") if re.fullmatch(r"turn\.\w+\.do", text)} == set(ENGINE_BEGINS)


def test_every_rule_the_code_names_is_in_the_index() -> None:
    groups = {rule.partition(".")[0] for rule in rule_index() if "." in rule}
    named = {text for text in in_code() if re.fullmatch(r"[a-z]+\.[a-z-]+", text) and text.partition(".")[0] in groups}
    phrases = load_phrases("en").topics
    known = {*rule_index(), *edition_table("revised4"), *phrases["errors"], *phrases["options"]}
    assert not named - known
