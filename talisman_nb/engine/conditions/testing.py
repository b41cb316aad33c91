"""Compiles conditions (`when` of a definition) to predicates on the working state, and tests them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from talisman_nb.cards.terms import ConditionTable

if TYPE_CHECKING:
    from talisman_nb.engine.active_modifiers import Active
    from talisman_nb.engine.working_state import WorkingState

Test: TypeAlias = "Callable[[WorkingState, Asked], bool]"


class Asked:
    """The subject of a condition or amount: seat, source, second party, and a modifier's variables.

    A variable that is not among `slots` is looked up in the running frame.
    """

    __slots__ = ("other", "seat", "slots", "source")

    def __init__(self, seat: int, source: str = "", other: int = -1, slots: tuple[tuple[str, Any], ...] = ()) -> None:
        self.seat, self.source, self.other, self.slots = seat, source, other, slots


def compile_condition(when: ConditionTable) -> Test:
    """The predicate of a condition; true if all its parts hold. Cached per condition."""
    cached = _TESTS_MADE.get(id(when))
    if cached is None:
        tests = [partial(TESTS[name], _with_tests(name, value)) for name, value in when.items()]
        cached = _TESTS_MADE[id(when)] = (tests[0] if len(tests) == 1 else partial(every, tests), when)
    return cached[0]


def _with_tests(name: str, value: Any) -> Any:
    """The value bound to a test, with the conditions nested in it compiled."""
    if name in ("all", "any"):
        return tuple(compile_condition(one) for one in value)
    return compile_condition(value) if name in ("not", "of_other") else value


def holds(g: WorkingState, when: ConditionTable | None, asked: Asked) -> bool:
    """Whether a condition holds; None always holds."""
    return when is None or compile_condition(when)(g, asked)


def holds_for(g: WorkingState, held: Active, seat: int, other: int = -1) -> bool:
    """Whether the condition of a modifier holds for its owner now."""
    test = held.test
    return test is None or test(g, Asked(seat, held.source, other, held.slots))


def every(tests: Sequence[Test], g: WorkingState, asked: Asked) -> bool:
    """Whether all tests hold."""
    return all(test(g, asked) for test in tests)


TESTS: Final[dict[str, Callable[[Any, WorkingState, Asked], bool]]] = {}
"""Maps each condition's name to its test; filled by `simple` and `computed`.

The condition's value is the first argument, so that it can be bound.
"""

_TESTS_MADE: Final[dict[int, tuple[Test, ConditionTable]]] = {}
"""Cache of `compile_condition`, keyed by `id()`; the condition is stored too, so that its id is never reused."""
