"""Turn each comparison of the engine round (`<` to `>=`, `==` to `!=`, `in` to `not in` …): does a test notice?

A pytest plugin. The tests named on the command line run once, with comparisons that say when they are reached. Then
each comparison is turned round in a process of its own, a fork of this one, which runs the tests that reach it, the
quickest first, until one fails.

`python tests/flips.py` tries all of them, in an hour on a quiet core, and prints those that no test notices and that do
not stand in `flips_unnoticed.txt`; `--accept` writes that file anew. A line leaves it when a test is written for it, or
the comparison turns out to be needless; what only saves time, as a look into a cache, may stay.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import gc
import io
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TextIO

import pytest
from _pytest.runner import runtestprotocol

HERE = Path(__file__).parent
ENGINE = HERE.parent / "talisman_nb" / "engine"
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.Is: ast.IsNot, ast.In: ast.NotIn,
}  # fmt: skip
TURNED |= {to: of for of, to in TURNED.items()}
TESTS = (
    "golden", "rulings", "spells", "spell_timing", "followers", "weapons_and_armour", "adventure_cards", "abilities",
    "moving", "crossing", "encounters", "trading", "fighting", "evading", "toads", "dying", "quests", "inner_region",
    "crown", "house_rules", "dealing", "turn_tokens", "switches", "editions", "second_edition", "asides", "by_hand",
    "automatic_answers", "people", "view", "previews", "descriptions", "marks_listed", "own_cards", "decks", "games",
    "board_texts", "box_figures", "changed_rolls", "covers", "drawn_by_hand", "drawn_cards", "fight_triggers",
    "fixed_covers", "ghosts_told", "goals", "heirs", "hidden_hands", "honest_cards", "keywords_read", "layer_begin",
    "layer_boards", "layer_keywords", "markers", "moved_cards", "numbered_regions", "pack_endings", "pieces",
    "second_life", "situation_text", "souls", "souls_cards", "souls_fights", "souls_rulings", "cards_that_hold",
    "souls_variants", "text_play", "trial", "turns_ahead", "own_characters", "unknown_cards", "why_a_life",
)  # fmt: skip
"""The files of tests that play the engine, by name; one that does not exist is passed over."""
SECONDS = 30
"""Seconds of the processor for the tests of one comparison: what none has noticed by then counts as not noticed."""
SLOWER = 20
"""How many times as long as before a test may take, and 10 seconds more: then it comes to no end, which is noticed."""
UNNOTICED = HERE / "flips_unnoticed.txt"
"""The comparisons known to be unnoticed, as `str(comparison)`."""


class Comparison(NamedTuple):
    """A comparison in a file of the engine: its place there, and its number among those of its expression."""

    file: str
    line: int
    column: int
    at: int = 0

    @property
    def source(self) -> str:
        """The line it stands in."""
        return (ENGINE / self.file).read_text(encoding="utf-8").splitlines()[self.line - 1].strip()

    def __str__(self) -> str:
        return f"{self.file}: {self.source}" + (f" ({self.at + 1})" if self.at else "")


def comparisons() -> Iterator[Comparison]:
    """Every comparison of the engine, in the order of the files."""
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                for at in range(len(node.ops)):
                    yield Comparison(path.relative_to(ENGINE).as_posix(), node.lineno, node.col_offset, at)


def turn_round(comparison: Comparison) -> None:
    """Turn a comparison round in the functions of this process."""
    tree = _tree(comparison.file)
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and (node.lineno, node.col_offset) == comparison[1:3]:
            node.ops[comparison.at] = TURNED[type(node.ops[comparison.at])]()
            break
    _replace_code(comparison.file, tree)


class _Noting(ast.NodeTransformer):
    """Lets each of some comparisons say that it is reached: `a < b` becomes `(NOTE(place), a < b)[1]`."""

    def __init__(self, file: str, places: set[tuple[int, int]]) -> None:
        self.file, self.places = file, places

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if (node.lineno, node.col_offset) not in self.places:
            return node
        note = ast.parse(f"({NOTE}({(self.file, node.lineno, node.col_offset)!r}), 0)[1]", mode="eval").body
        assert isinstance(note, ast.Subscript) and isinstance(note.value, ast.Tuple)
        note.value.elts[1] = node
        return ast.fix_missing_locations(ast.copy_location(note, node))


NOTE = "__reached__"
"""The name by which a comparison that is reached says so."""


@contextlib.contextmanager
def noting(tried: list[Comparison]) -> Iterator[set[tuple[str, int, int]]]:
    """Yield the places of the comparisons that were reached, as file, line and column; whoever reads it empties it."""
    reached: set[tuple[str, int, int]] = set()
    setattr(builtins, NOTE, reached.add)
    files = {each.file for each in tried}
    for file in files:
        places = {(each.line, each.column) for each in tried if each.file == file}
        _replace_code(file, _Noting(file, places).visit(_tree(file)))
    yield reached
    for file in files:
        _replace_code(file, _tree(file))
    delattr(builtins, NOTE)


def _tree(file: str) -> ast.Module:
    return ast.parse((ENGINE / file).read_text(encoding="utf-8"))


def _replace_code(file: str, tree: ast.Module) -> None:
    """Let the functions that come from a file run what a tree says."""
    path = str(ENGINE / file)
    codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, path, "exec"))}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            function.__code__ = codes.get(
                (function.__code__.co_qualname, function.__code__.co_firstlineno), function.__code__
            )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from _codes(inside)


class Flips:
    """The plugin: runs the tests once, then those that reach a comparison with it turned round."""

    def __init__(self, tried: list[Comparison], log: TextIO) -> None:
        self.tried, self.log = tried, log
        self.unnoticed: list[Comparison] = []
        self.done = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop over the tests."""
        reached, took = self._record(session)
        for comparison in self.tried:
            self.done += 1
            items = sorted(reached[comparison[:3]], key=took.__getitem__)
            if not _noticed(comparison, items, took):  # none reaches it: not noticed either
                self.unnoticed.append(comparison)
                print(f"not noticed by {len(items)} tests: {comparison}", file=self.log, flush=True)
        return True

    def _record(
        self, session: pytest.Session
    ) -> tuple[dict[tuple[str, int, int], list[pytest.Item]], dict[pytest.Item, float]]:
        reaching, took = defaultdict(list), {}
        with noting(self.tried) as reached:
            for item in session.items:
                reached.clear()
                began = time.process_time()
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                    print(f"fails as it is: {item.nodeid}", file=self.log)
                    continue
                took[item] = time.process_time() - began
                for place in reached:
                    reaching[place].append(item)
        return reaching, took


def _noticed(comparison: Comparison, items: list[pytest.Item], took: dict[pytest.Item, float]) -> bool:
    """Whether a test fails, or comes to no end, when the comparison is turned round, in a process of its own."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)  # which ends this process: noticed
    noticed, until = 1, time.process_time() + SECONDS
    with contextlib.suppress(BaseException):
        turn_round(comparison)
        noticed = int(any(_fails(item, took[item]) for item in items if time.process_time() < until))
    os._exit(noticed)


def _fails(item: pytest.Item, took: float) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, 10 + SLOWER * took)  # time of the processor: other programs don't count
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def main() -> int:
    """Try the comparisons that were asked for; return 1 if one that is not known to be is noticed by no test."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="try each n-th comparison")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--file", help="only those of this file of the engine, such as dying.py")
    parser.add_argument("--accept", action="store_true", help="write down what is unnoticed now")
    asked = parser.parse_args()
    tried = [each for each in comparisons() if asked.file in (None, each.file)][asked.first :: asked.every]
    files = [str(path) for name in TESTS if (path := HERE / f"test_{name}.py").is_file()]
    flips = Flips(tried, os.fdopen(os.dup(1), "w"))
    options = ["-q", "-n0", "-p", "no:cacheprovider", "-m", "not slow and not browser and not campaign", "--capture=fd"]
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*options, *files], plugins=[flips])
    known = set(UNNOTICED.read_text(encoding="utf-8").splitlines())
    new = [comparison for comparison in flips.unnoticed if str(comparison) not in known]
    if asked.accept:
        tried_here = set(map(str, tried))
        kept = {*map(str, flips.unnoticed), *(line for line in known if line not in tried_here)}
        UNNOTICED.write_text("".join(f"{line}\n" for line in sorted(kept)), encoding="utf-8")
    print(f"{flips.done} of {len(tried)} turned round, {len(flips.unnoticed)} not noticed, {len(new)} of these new")
    return int(not flips.done or bool(new and not asked.accept))


if __name__ == "__main__":
    sys.exit(main())
