"""Where operations register what they do, what they ask, and what an answer does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from talisman_nb.model import Answer, Ask

    from .working_state import WorkingState

Run: TypeAlias = "Callable[[WorkingState, Any, Any], int | None]"
AskFor: TypeAlias = "Callable[[WorkingState, Any, Any], Ask]"
Take: TypeAlias = "Callable[[WorkingState, Any, Any, str, Answer], int | None]"

WAIT = -1
"""An operation returns this when it needs an answer; None goes on, a number jumps."""

RUN: dict[str, Run] = {}
MAKE: dict[str, Callable[[Any], Run]] = {}
ASK: dict[str, AskFor] = {}
TAKE: dict[str, Take] = {}


def operation(name: str) -> Callable[[Run], Run]:
    """Register what the operation does when the program comes to it."""

    def keep(run: Run) -> Run:
        RUN[name] = run
        return run

    return keep


def operation_for(name: str) -> Callable[[Callable[[Any], Run]], Callable[[Any], Run]]:
    """Register what makes an operation's function out of the operation itself, once, when programs are linked."""

    def keep(make: Callable[[Any], Run]) -> Callable[[Any], Run]:
        MAKE[name] = make
        return make

    return keep


def asks(name: str) -> Callable[[AskFor], AskFor]:
    """Register the question of an operation that waits."""

    def keep(ask: AskFor) -> AskFor:
        ASK[name] = ask
        return ask

    return keep


def takes(name: str) -> Callable[[Take], Take]:
    """Register what an answer does."""

    def keep(take: Take) -> Take:
        TAKE[name] = take
        return take

    return keep
