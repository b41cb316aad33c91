"""Checks the size of programs with their blocks inlined, before anything walks, compiles or describes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talisman_nb.model.bounds import BLOCKS_DEEP, LAID_OUT, LONGEST_RUN, LOOP_ITEMS

from . import operations as o
from .definition import Definition


def too_large(definition: Definition) -> Iterator[str]:
    """A message for the first block that would become too long or too deep, run too long, or call itself."""
    laid_out, run = _Sizes(definition, loops=False), _Sizes(definition, loops=True)
    roots = [(definition.at(name), name) for name in definition.blocks]
    mods = (*definition.held, *definition.here, *definition.mods)
    roots += [
        (f"{definition.file}: [{definition.table or definition.key}]", do)
        for mod in mods
        if (do := getattr(mod, "do", None))
    ]
    for where, block in roots:
        if laid_out.of(block, 0) > LAID_OUT:
            expected = f"at most {LAID_OUT} operations, {BLOCKS_DEEP} blocks deep, those it names and calls included"
            yield f"{where}: expected {expected}"
            return
        if run.of(block, 0) > LONGEST_RUN:
            yield f"{where}: expected loops within loops that run at most {LONGEST_RUN:,} operations"
            return
        if laid_out.endless:
            yield f"{where}: the block {laid_out.endless!r} calls itself; use `repeat` with `at_most`"
            return


class _Sizes:
    """Counts the operations of blocks, including the blocks they name and call; the count of each block is cached.

    `loops`: what a loop repeats counts as often as it is run at most. `endless`: a block that calls itself, or "".
    """

    def __init__(self, definition: Definition, loops: bool) -> None:
        self.definition, self.loops = definition, loops
        self.known: dict[str, int] = {}
        self.open: list[str] = []  # the blocks that are being counted
        self.endless = ""

    def of(self, block: Any, deep: int) -> int:
        """The size of a block, given as a list or by its name; `LONGEST_RUN` + 1 if it is nested too deep."""
        if deep > BLOCKS_DEEP:
            return LONGEST_RUN + 1
        if not isinstance(block, str):
            return sum(self._operation(op, deep) for op in block or ())
        if block not in self.known:
            self.known[block] = 0  # stops the recursion; `check_programs` reports a block laid into itself
            self.open.append(block)
            self.known[block] = self.of(self.definition.blocks.get(block, ()), deep + 1)
            self.open.pop()
        return self.known[block]

    def _operation(self, op: o.Operation, deep: int) -> int:
        parts = (*getattr(op, "options", ()), *getattr(op, "rows", ()))
        blocks = [getattr(op, "do", None), getattr(op, "otherwise", None), *(part.do for part in parts)]
        size = 1 + sum(self.of(block, deep) for block in blocks) * self._times(op)
        if not isinstance(op, o.Call):
            return size
        if op.program in self.open:
            self.endless = op.program
        return size + self.of(op.program, deep)

    def _times(self, op: o.Operation) -> int:
        """How often a loop runs at most; 1 for what is no loop, or where loops don't count."""
        if not self.loops:
            return 1
        return op.at_most if isinstance(op, o.Repeat) else LOOP_ITEMS if isinstance(op, o.Each) else 1
