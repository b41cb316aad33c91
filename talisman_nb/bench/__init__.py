"""Benchmarks, each as a ratio to a named peer measured in the same run: `python -m talisman_nb.bench`.

Here a measured value with its peer and bound, and timing helpers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any

from msgspec import Struct, to_builtins


class Measurement(Struct, frozen=True):
    """A measured value, optionally with a peer measured in the same run and bounds of the ratio.

    `at_least` and `at_most` bound ours / peer; without a peer they bound the value itself.
    """

    name: str
    ours: float
    unit: str
    peer_name: str = ""
    peer: float = 0.0
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float:
        """Return ours / peer; without a peer, ours.

        >>> Measurement("speed", 60.0, "1/s", "peer", 30.0).ratio
        2.0
        """
        return self.ours / self.peer if self.peer else self.ours

    def missed(self) -> bool:
        """Whether the ratio is outside its bounds."""
        low = self.at_least is not None and self.ratio < self.at_least
        return low or (self.at_most is not None and self.ratio > self.at_most)

    def plain(self) -> dict[str, Any]:
        """Return the measurement as a dict for JSON."""
        return {**to_builtins(self), "ratio": self.ratio, "missed": self.missed()}


def table(measurements: Sequence[Measurement]) -> str:
    """Format the measurements, a line each."""
    return "\n".join(_line(measurement) for measurement in measurements)


def _line(f: Measurement) -> str:
    peer = f"  {f.ratio:8.2f} x {f.peer_name} ({f.peer:,.1f})" if f.peer else ""
    bars = [f"{word} {bar:g}" for word, bar in (("at least", f.at_least), ("at most", f.at_most)) if bar is not None]
    verdict = f"  [{', '.join(bars)}: {'MISSED' if f.missed() else 'ok'}]" if bars else ""
    return f"{f.name:44s} {f.ours:12,.1f} {f.unit:6s}{peer}{verdict}"


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Return the items done per second of processor time; each call of `work` returns the number it did."""
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += work()
    return done / spent


def micros(work: Callable[[], object], times: int = 2_000, rounds: int = 5) -> float:
    """Return the microseconds of processor time of one call, the median of several rounds."""
    found = []
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            work()
        found.append((process_time() - start) / times * 1e6)
    return median(found)
