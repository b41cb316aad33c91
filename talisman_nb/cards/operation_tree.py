"""Walks the operations of a definition, those nested in blocks, options and rows included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .definition import Definition
from .operations import Operation


def operations_of(definition: Definition) -> Iterator[Operation]:
    """Every operation of a definition, nested ones included."""
    for block in definition.blocks.values():
        yield from operations_in(block)
    for modifier in (*definition.held, *definition.here, *definition.mods):
        yield from operations_in(getattr(modifier, "do", None))


def operations_in(block: Any) -> Iterator[Operation]:
    """Every operation of a block, nested ones included; none for the name of a block."""
    if not isinstance(block, (list, tuple)):
        return
    for op in block:
        yield op
        yield from operations_in(getattr(op, "do", None))
        yield from operations_in(getattr(op, "otherwise", None))
        for part in (*getattr(op, "options", ()), *getattr(op, "rows", ())):
            yield from operations_in(part.do)
