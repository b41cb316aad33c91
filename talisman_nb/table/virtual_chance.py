"""Where dice and cards come from when nobody throws or draws them at the real table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol

from talisman_nb.model import Ask, State

from .history import Draft


class Source(Protocol):
    """Something that answers a chance ask; `position` says for which throw or draw of the game."""

    def pick(self, found: Ask, position: str) -> str:
        """The key of what came."""


class Seeded:
    """Dice and cards by a seed: the same position always shows the same face, so undo never improves a throw.

    >>> from talisman_nb.model import Option
    >>> die = Ask(0, "die", 0, "move", tuple(Option(face) for face in "123456"), chance=True)
    >>> [Seeded(1).pick(die, f"1.0.die.move.0.{throw}.0") for throw in (0, 1, 2, 0)]
    ['5', '3', '4', '5']
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pick(self, found: Ask, position: str) -> str:
        """One of the options, by their weights."""
        digest = hashlib.blake2b(f"{self.seed} {position}".encode(), digest_size=8).digest()
        return weighted(found, int.from_bytes(digest, "big"))


class Scripted:
    """Dice and cards as they are written down, one after the other; `LookupError` when they run out."""

    def __init__(self, keys: Iterable[str | int]) -> None:
        self._keys = iter(map(str, keys))

    def pick(self, found: Ask, position: str) -> str:
        """The next one of the script."""
        key = next(self._keys, None)
        if key is None:
            raise LookupError(f"the script has no key left for {found.kind} ({found.purpose}) at {position}")
        return key


def weighted(found: Ask, number: int) -> str:
    """The option a large number falls on, by the weights of the ask; dice without options have six.

    >>> weighted(Ask(0, "card", 0, options=(), chance=True), 3)
    Traceback (most recent call last):
    LookupError: nothing can come: card () has no option
    """
    weights = found.weights or (1,) * len(found.options)
    total = sum(weights)
    if not total:
        raise LookupError(f"nothing can come: {found.kind} ({found.purpose}) has no option")
    rest = number % total
    for option, weight in zip(found.options, weights, strict=True):
        rest -= weight
        if rest < 0:
            return option.key
    raise AssertionError("the weights add up to the total")


def position(found: Ask, state: State, draft: Draft, again: int = 0) -> str:
    """Which throw or draw of the game this is: the how-manieth of its kind in this turn.

    An aside put in before it, or an answer changed elsewhere, does not shift it.
    """
    alike, same = (found.kind, found.purpose, found.seat), 0
    for line in draft.backwards():
        if (line.before.turn, line.before.round) != (state.turn, state.round):
            break
        old = line.ask
        same += old.chance and not line.aside and (old.kind, old.purpose, old.seat) == alike
    return f"{state.round}.{state.turn}.{found.kind}.{found.purpose}.{found.seat}.{same}.{again}"
