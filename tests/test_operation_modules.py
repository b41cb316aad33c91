"""Is each operation declared in the module that is named like the one that executes it?"""

from __future__ import annotations

import pytest

import talisman_nb.engine.ops
from talisman_nb.cards.operations import NAMES
from talisman_nb.engine.registry import MAKE, RUN

assert talisman_nb.engine.ops  # registers the operations


@pytest.mark.parametrize("name", sorted(NAMES))
def test_an_operation_is_declared_and_executed_in_modules_of_one_name(name: str) -> None:
    """Operations without a function of their own are compiled to jumps and declared with the control flow."""
    found = RUN.get(name) or MAKE.get(name)
    executed = found.__module__.rpartition(".")[2] if found else "flow"
    assert NAMES[name].__module__.rpartition(".")[2] == executed
