"""Base class of operations: the TOML key `op` selects the struct, unknown keys are errors."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

Block: TypeAlias = Any  # str | list[Operation]; decoded by `decode_block`


class Operation(
    Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True, rename={"with_": "with"}
):
    """Base class of all operations; `cites` names the rules that the operation follows."""

    cites: tuple[str, ...] = ()
