"""What all operations share."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from talisman_nb.model.bounds import Change, Figure

Amount: TypeAlias = Figure | str | dict[str, Any]
"""A number, a variable, or a figure of somebody or something: { stat = "craft" }."""
Term: TypeAlias = Change | str | dict[str, Any]
"""An amount that may be less than nothing."""
Condition: TypeAlias = dict[str, Any]
Block: TypeAlias = Any  # str | list[Operation]; decoded by `decode_block`


class Operation(Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True, rename={"with_": "with"}):
    """What all operations share."""

    cites: tuple[str, ...] = ()
