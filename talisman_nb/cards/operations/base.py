"""The base type of operations."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

Block: TypeAlias = Any  # str | list[Operation]; decoded by `decode_block`


class Operation(
    Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True, rename={"with_": "with"}
):
    """Base of all operations: the fields they have in common."""

    cites: tuple[str, ...] = ()
