"""Checks the size of programs with their blocks inlined, before anything walks, compiles or describes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from talisman_nb.model.bounds import BLOCKS_DEEP, LAID_OUT

from . import operations as o
from .definition import Definition


def too_large(definition: Definition) -> Iterator[str]:
    """A message for the first block that would become longer than `LAID_OUT` or deeper than `BLOCKS_DEEP`."""
    sizes = _Sizes(definition)
    roots = [(definition.at(name), name) for name in definition.blocks]
    mods = (*definition.held, *definition.here, *definition.mods)
    roots += [
        (f"{definition.file}: [{definition.table or definition.key}]", do)
        for mod in mods
        if (do := getattr(mod, "do", None))
    ]
    for where, block in roots:
        if sizes.of(block, 0) > LAID_OUT:
            expected = f"at most {LAID_OUT} operations, {BLOCKS_DEEP} blocks deep, those it names and calls included"
            yield f"{where}: expected {expected}"
            return


class _Sizes:
    """Counts the operations of blocks, including the blocks they name and call; the count of each block is cached."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.known: dict[str, int] = {}

    def of(self, block: Any, deep: int) -> int:
        """The size of a block, given as a list or by its name; `LAID_OUT` + 1 if it is nested too deep."""
        if deep > BLOCKS_DEEP:
            return LAID_OUT + 1
        if not isinstance(block, str):
            return sum(self._operation(op, deep) for op in block or ())
        if block not in self.known:
            self.known[block] = 0  # stops the recursion; `check_programs` reports a block inside itself
            self.known[block] = self.of(self.definition.blocks.get(block, ()), deep + 1)
        return self.known[block]

    def _operation(self, op: o.Operation, deep: int) -> int:
        parts = (*getattr(op, "options", ()), *getattr(op, "rows", ()))
        blocks = [getattr(op, "do", None), getattr(op, "otherwise", None), *(part.do for part in parts)]
        if isinstance(op, o.Call):
            blocks.append(op.program)
        return 1 + sum(self.of(block, deep) for block in blocks)
