"""Measures the import time of the package against that of its three libraries."""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from .measurement import Measurement

PEER = "import ipywidgets, anywidget, networkx"
TIMED = "from time import perf_counter as t; a = t(); {}; print((t() - a) * 1000)"
ROUNDS = 9


def import_ms(statement: str) -> float:
    """Return the milliseconds of an import statement in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", TIMED.format(statement)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def import_measurements() -> list[Measurement]:
    """Return the measurement of the medians; rounds alternate, so that load on the machine affects both alike."""
    ours, peer = [], []
    for _ in range(ROUNDS):
        ours.append(import_ms("from talisman_nb import Table, companion"))
        peer.append(import_ms(PEER))
    return [
        Measurement(
            "importing Table and companion",
            median(ours),
            "ms",
            "ipywidgets + anywidget + networkx",
            median(peer),
            at_most=1.5,
        )
    ]
