"""A campaign of many cases plays a share of them, a matrix of cases a diagonal: another one for every program.

`TALISMAN_CAMPAIGN=all` plays all of them, `TALISMAN_CAMPAIGN=5` the share and the diagonal with seed 5.
"""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "talisman_nb"
SHARE = 1
"""The most cases of one test, unless its mark says another number: `@pytest.mark.campaign(cases=3)`."""
ASKED = os.environ.get("TALISMAN_CAMPAIGN", "")
ALL = ASKED == "all"


@cache
def turn() -> int:
    """A number that is another one for every state of the program, or the one that was asked for."""
    if ASKED.isdecimal():
        return int(ASKED)
    texts = (path.read_bytes() for kind in ("*.py", "*.toml") for path in sorted(PROGRAM.rglob(kind)))
    return int(hashlib.sha256(b"".join(texts)).hexdigest(), 16)


def some_seeds(n: int) -> range:
    """So many seeds of a campaign, other ones for every state of the program."""
    return range(first := turn() % 1_000_000, first + n)


def off_diagonal(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of matrices that are not played this time.

    A test marked `matrix` has several lists of arguments, say scenes, sizes and languages. Each value of each list is
    played, but not each with each: along the longest list the others go round, from another value for every program.
    """
    tests: dict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        if not ALL and isinstance(item, pytest.Function) and item.get_closest_marker("matrix"):
            tests[item.nodeid.partition("[")[0]].append(item)
    return {item for cases in tests.values() for item in set(cases) - set(diagonal(cases))}


def diagonal(cases: list[pytest.Function]) -> Iterator[pytest.Function]:
    """Yield as many cases of a matrix as its longest list has values."""
    longest, *others = sorted(lists_of(cases), key=max, reverse=True)
    for case, at, *places in zip(cases, longest, *others, strict=True):
        if all(
            (at + n * turn()) % (1 + max(other)) == place
            for n, (other, place) in enumerate(zip(others, places, strict=True), 1)
        ):
            yield case


def lists_of(cases: list[pytest.Function]) -> Iterator[list[int]]:
    """Yield for each list of arguments the place that each case has in it."""
    for mark in cases[0].iter_markers("parametrize"):
        names = mark.args[0].replace(",", " ").split() if isinstance(mark.args[0], str) else mark.args[0]
        values = [tuple(id(case.callspec.params[name]) for name in names) for case in cases]
        places = {value: at for at, value in enumerate(dict.fromkeys(values))}
        yield [places[value] for value in values]


def left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of campaigns and matrices that are not played this time."""
    cases: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not ALL and (mark := item.get_closest_marker("campaign")):
            cases[item.nodeid.partition("[")[0], mark.kwargs.get("cases", SHARE)].append(item)
    shares = set[pytest.Item]()
    for (_, most), found in cases.items():
        every = -(-len(found) // most)
        shares.update(item for at, item in enumerate(found) if (at - turn()) % every)
    return shares | off_diagonal(items)
