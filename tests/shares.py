"""A campaign of many cases plays a share of them, another one whenever the program has changed.

`TALISMAN_CAMPAIGN=all python -m pytest -m campaign` plays all of them, `TALISMAN_CAMPAIGN=5` the share with seed 5.
"""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "talisman_nb"
SHARE = 40
"""The most cases of one test."""
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


def left_out(items: list[pytest.Item]) -> set[pytest.Item]:
    """The cases of campaigns that are not played this time."""
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if not ALL and item.get_closest_marker("campaign"):
            cases[item.nodeid.partition("[")[0]].append(item)
    every = {test: -(-len(found) // SHARE) for test, found in cases.items()}
    return {item for test, found in cases.items() for at, item in enumerate(found) if (at - turn()) % every[test]}
