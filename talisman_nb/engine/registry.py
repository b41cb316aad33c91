"""Registry of operations: decorators that bind a name to its functions; the rules that an operation cites."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from talisman_nb.model import Answer, Ask

    from .working_state import WorkingState


TEXTS: Final = {"character": "ability.text", "space": "space.text"}
"""Maps the section of a source to the rule by which its text applies; `card.text` is the default."""


def text_rule(source: str) -> str:
    """The rule by which the text of a source applies: that of a character card, a space or any other card.

    >>> text_rule("character.thief"), text_rule("space.crags"), text_rule("acquisition")
    ('ability.text', 'space.text', 'card.text')
    """
    kind, dot, _ = source.partition(".")
    return TEXTS.get(kind, "card.text") if dot else "card.text"


def cited(op: Any, source: str) -> tuple[str, ...]:
    """The rules an operation cites, else the rule by which the text of its source applies."""
    return op.cites or (text_rule(source),)


Run: TypeAlias = "Callable[[WorkingState, Any, Any], int | None]"
AskFor: TypeAlias = "Callable[[WorkingState, Any, Any], Ask]"
Take: TypeAlias = "Callable[[WorkingState, Any, Any, str, Answer], int | None]"

WAIT: Final = -1
"""Return value of an operation that waits for an answer; None goes to the next instruction, a number jumps there."""

RUN: Final[dict[str, Run]] = {}
MAKE: Final[dict[str, Callable[[Any], Run]]] = {}
ASK: Final[dict[str, AskFor]] = {}
TAKE: Final[dict[str, Take]] = {}
"""Maps, keyed by the name of an operation: its run function, the factory of one, its ask and its take function."""


def operation(name: str) -> Callable[[Run], Run]:
    """Decorator: register the function that runs an operation."""

    def keep(run: Run) -> Run:
        RUN[name] = run
        return run

    return keep


def operation_for(name: str) -> Callable[[Callable[[Any], Run]], Callable[[Any], Run]]:
    """Decorator: register a factory, called once per instruction with its operation, that returns its run function."""

    def keep(make: Callable[[Any], Run]) -> Callable[[Any], Run]:
        MAKE[name] = make
        return make

    return keep


def asks(name: str) -> Callable[[AskFor], AskFor]:
    """Decorator: register the function that builds the `Ask` of an operation that waits."""

    def keep(ask: AskFor) -> AskFor:
        ASK[name] = ask
        return ask

    return keep


def takes(name: str) -> Callable[[Take], Take]:
    """Decorator: register the function that applies an answer to an operation that waits."""

    def keep(take: Take) -> Take:
        TAKE[name] = take
        return take

    return keep
