"""All that was tried of a situation, tried again of a changed one, as far as it fits."""

from __future__ import annotations

from collections.abc import Sequence

from .replaying import replayed, run_of
from .tree import Analysis


def carried(old: Analysis, new: Analysis, orders: Sequence[str]) -> tuple[Analysis, int]:
    """Return a changed situation with every branch that was tried, where the old one stands, and the answers left out.

    `orders`: the answers that lead there in the changed situation, one for each of the old ones.

    >>> old = Analysis.of("dwarf crags | thief city > 3 > clockwise", "en")
    >>> found, left_out = carried(old, Analysis.of("dwarf ruins | thief city", "en"), ("3", "clockwise"))
    >>> found.text, left_out
    ('dwarf ruins | thief city > 3 > clockwise', 0)
    >>> carried(old, Analysis.of("dwarf crags | *thief city", "en"), ("3", "clockwise"))[1]
    2
    """
    left_out: set[int] = set()
    for leaf in old.leaves:
        if leaf.parent >= 0:
            new = _again(old.go(leaf.at), new, [old.nodes[at].answer for at in old.go(leaf.at).line[1:]], left_out)
    return (_again(old, new, orders, left_out) if old.depth else new.go(0)), len(left_out)


def _again(old: Analysis, new: Analysis, orders: Sequence[str], left_out: set[int]) -> Analysis:
    """Return the new tree with one line of the old one tried again; add the nodes that it can't have."""
    run = run_of(old)
    found = replayed(new.go(0), run, orders)
    if found.stopped is not None:
        left_out |= {step.node for step in run.steps[found.stopped_at :]}
    return found.analysis
