"""Testing a condition: a `when` of a definition becomes one function of the working state, made once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from talisman_nb.cards.terms import ConditionTable

if TYPE_CHECKING:
    from talisman_nb.engine.active_modifiers import Active
    from talisman_nb.engine.working_state import WorkingState

Test: TypeAlias = "Callable[[WorkingState, Asked], bool]"


class Asked:
    """Who asks: a seat, the source it asks for, the second party, and a modifier's variables (else the frame's count)."""

    __slots__ = ("other", "seat", "slots", "source")

    def __init__(self, seat: int, source: str = "", other: int = -1, slots: tuple[tuple[str, Any], ...] = ()) -> None:
        self.seat, self.source, self.other, self.slots = seat, source, other, slots


def compile_condition(when: ConditionTable) -> Test:
    """The function that tests a condition, made once per condition; all its parts must hold."""
    cached = _TESTS_MADE.get(id(when))
    if cached is None:
        tests = [partial(TESTS[name], _with_tests(name, value)) for name, value in when.items()]
        cached = _TESTS_MADE[id(when)] = (tests[0] if len(tests) == 1 else partial(every, tests), when)
    return cached[0]


def _with_tests(name: str, value: Any) -> Any:
    """The value a test is made with: conditions inside it are functions already."""
    if name in ("all", "any"):
        return tuple(compile_condition(one) for one in value)
    return compile_condition(value) if name in ("not", "of_other") else value


def holds(g: WorkingState, when: ConditionTable | None, asked: Asked) -> bool:
    """Whether a condition holds; no condition always does."""
    return when is None or compile_condition(when)(g, asked)


def holds_for(g: WorkingState, held: Active, seat: int, other: int = -1) -> bool:
    """Whether a modifier holds for its owner now."""
    test = held.test
    return test is None or test(g, Asked(seat, held.source, other, held.slots))


def every(tests: Sequence[Test], g: WorkingState, asked: Asked) -> bool:
    """Whether all tests hold."""
    return all(test(g, asked) for test in tests)


TESTS: dict[str, Callable[[Any, WorkingState, Asked], bool]] = {}
"""The test of each condition by its name; the value comes first so that it can be bound. Filled by `simple` and `computed`."""

_TESTS_MADE: dict[int, tuple[Test, ConditionTable]] = {}
"""Cache of `compile_condition`, keyed by `id()`; the condition is stored too, so that its id is never used again."""
