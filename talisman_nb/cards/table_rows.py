"""Finds overlaps and gaps in the rows of a table, as spans of results; works without listing every result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Span = tuple[int, int]
"""The first and the last result, both included."""


def doubled(rows: Iterable[Span]) -> Iterator[Span]:
    """The results that occur in more than one row.

    >>> list(doubled([(1, 3), (3, 10**12), (5, 6)]))
    [(3, 3), (5, 6)]
    """
    reach: int | None = None
    for low, high in sorted(rows):
        if reach is not None and low <= reach:
            yield low, min(high, reach)
        reach = high if reach is None else max(reach, high)


def missing(rows: Iterable[Span], low: int, high: int) -> Iterator[Span]:
    """The results from `low` to `high` that occur in no row.

    >>> list(missing([(1, 2), (5, 5)], 1, 10**12))
    [(3, 4), (6, 1000000000000)]
    """
    for first, last in sorted(rows):
        if low < first <= high:
            yield low, first - 1
        low = max(low, last + 1)
    if low <= high:
        yield low, high


def beyond(rows: Iterable[Span], low: int, high: int) -> Iterator[Span]:
    """The results in rows that lie outside `low` to `high`.

    >>> list(beyond([(0, 3), (5, 10**12)], 1, 6))
    [(0, 0), (7, 1000000000000)]
    """
    for first, last in sorted(rows):
        if first < low:
            yield first, min(last, low - 1)
        if last > high:
            yield max(first, high + 1), last


def listed(spans: Iterable[Span]) -> str:
    """Spans as a message lists them.

    >>> listed([(3, 3), (5, 9)])
    '3, 5 to 9'
    """
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in spans)
