"""Which events cite a rule is data (`rules/told_events.toml`): is it what the engine tells, rule by rule?"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

import pytest

import talisman_nb
from talisman_nb.model import CardType
from talisman_nb.rules.citations import events_citing, shared_rules
from talisman_nb.rules.index import rule_index

PACKAGE = Path(talisman_nb.__file__).parent
FILE = PACKAGE / "rules" / "told_events.toml"
HEAD = """\
# The kinds of event that cite a rule, in the order in which the engine tells them. Not written by hand:
# `python -m pytest tests/test_citations.py --bless` reads them off the engine.

"""


def told_events() -> str:
    """The text of `told_events.toml`, as the engine is now."""
    calls = [call for path in _sources(PACKAGE / "engine") for call in _tell_calls(path.read_text("utf-8"))]
    events = {id: dict.fromkeys(kind for kind, rules in calls if id in rules) for id in rule_index()}
    return HEAD + "".join(f"{json.dumps(id)} = {json.dumps([*kinds])}\n" for id, kinds in events.items() if kinds)


def _sources(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.suffix == ".py":
            yield entry


def _tell_calls(source: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The kind and the rules of each `tell` call of a module.

    Where `cites` contains a variable, all strings of the function around it count as rules.
    """
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "tell" and call.args:
                    cites = [word.value for word in call.keywords if word.arg == "cites"]
                    varies = any(isinstance(part, ast.Name) for cited in cites for part in ast.walk(cited))
                    rules = frozenset(_strings(function.body if varies else cites))
                    yield from ((kind, rules) for kind in _strings(call.args[:1]))


def _strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    constants = (part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant))
    yield from (part.value for part in constants if isinstance(part.value, str))


def test_the_events_that_cite_a_rule_are_those_the_engine_tells(request: pytest.FixtureRequest) -> None:
    now = told_events()
    if request.config.getoption("--bless"):
        FILE.write_text(now, "utf-8")
    how = "the engine tells events with other rules than before: python -m pytest tests/test_citations.py --bless"
    assert FILE.read_text("utf-8") == now, how


def test_a_call_with_its_rules_is_found() -> None:
    source = """
def miss(g, seat, why):
    rules = ("turn.miss",) if why else ()
    g.tell("will_miss", seat, cites=rules)
def win(g):
    other = "trophy.keep"
    g.tell("fought" if g else "saved", cites=("combat.win",))
"""
    assert list(_tell_calls(source)) == [
        ("will_miss", frozenset({"will_miss", "turn.miss"})),
        ("fought", frozenset({"combat.win"})),
        ("saved", frozenset({"combat.win"})),
    ]
    assert "fought" in events_citing("combat.win")


def test_what_cards_and_spaces_rest_on_are_rules_of_every_type() -> None:
    shared = shared_rules()
    assert set(shared.type) == set(get_args(CardType)), "rules/shared_rules.toml: [type] has every type of card"
    named = {*shared.drawing, *shared.keyword.values(), *(rule for rules in shared.type.values() for rule in rules)}
    assert named <= set(rule_index()), "rules/shared_rules.toml: ids of rules/index/*.toml"
