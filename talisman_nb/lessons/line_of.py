"""The line of a file of a lesson on which something stands: what reads TOML keeps no lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEAD = re.compile(r"\s*\[\[\s*(page|page\.step|page\.step\.option)\s*\]\]")
_OPTION = re.compile(r"option\[(\d+)\]")
DEPTH = {"page": 1, "page.step": 2, "page.step.option": 3}


def line_of(text: str, page: int = -1, step: int = -1, path: str = "") -> int:
    """Return the line, from 1, of a key of the head of a lesson, of a page, or of a step of it; the nearest head else.

    `page`, `step`: counted from 0, -1 for none; `path`: the key inside, such as `option[1].claim`.

    >>> line_of('title = "One"\\n[[page]]\\nminutes = 3\\n[[page.step]]\\nkind = "rule"', 0, 0, "kind")
    5
    """
    lines = text.splitlines()
    wanted = [n for n in (page, step) if n >= 0]
    option = _OPTION.match(path)
    if option and len(wanted) == 2:
        wanted.append(int(option[1]))
    start, depth = 0, 0
    for number in wanted:
        heads = _heads(lines, start, depth)
        if number >= len(heads):
            break
        start, depth = heads[number] + 1, depth + 1
    end = next((n for n in range(start, len(lines)) if _depth(lines[n])), len(lines))
    for key in reversed([name for name in re.split(r"[.\[\]]+", path) if name and not name.isdigit()]):
        named = re.compile(rf"\s*{re.escape(key)}\s*[.=]")
        found = next((n for n in range(start, end) if named.match(lines[n])), -1)
        if found >= 0:
            return found + 1
    return max(start, 1)


def _heads(lines: Sequence[str], start: int, depth: int) -> list[int]:
    """Return the indices of the heads one level deeper, up to the next head of this level or above."""
    found: list[int] = []
    for n in range(start, len(lines)):
        at = _depth(lines[n])
        if at == depth + 1:
            found.append(n)
        elif at and at <= depth:
            break
    return found


def _depth(line: str) -> int:
    head = _HEAD.match(line)
    return DEPTH[head[1]] if head else 0
