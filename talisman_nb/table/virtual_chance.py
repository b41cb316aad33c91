"""Sources of virtual dice and cards: seeded (`Seeded`) or scripted (`Scripted`) answers to chance asks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Protocol

from talisman_nb.model import Ask, State

from .history import Draft


class Source(Protocol):
    """Protocol of a source of answers to chance asks."""

    def pick(self, found: Ask, position: str) -> str:
        """Return the key of the option thrown or drawn; `position` identifies the throw (see the function)."""


class Seeded:
    """Dice and cards as a hash of seed and position: the same position always gives the same face, also after undo.

    >>> from talisman_nb.model import Option
    >>> die = Ask(0, "die", 0, "move", tuple(Option(face) for face in "123456"), chance=True)
    >>> [Seeded(1).pick(die, f"1.0.die.move.0.{throw}.0") for throw in (0, 1, 2, 0)]
    ['5', '3', '4', '5']
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pick(self, found: Ask, position: str) -> str:
        """Return the key of an option, chosen by weight. Raises `LookupError` if there is none."""
        digest = hashlib.blake2b(f"{self.seed} {position}".encode(), digest_size=8).digest()
        return weighted(found, int.from_bytes(digest, "big"))


class Scripted:
    """Dice and cards from a list of keys, in order."""

    def __init__(self, keys: Iterable[str | int]) -> None:
        self._keys = iter(map(str, keys))

    def pick(self, found: Ask, position: str) -> str:
        """Return the next key of the script. Raises `LookupError` after the last one."""
        key = next(self._keys, None)
        if key is None:
            raise LookupError(f"the script has no key left for {found.kind} ({found.purpose}) at {position}")
        return key


def weighted(found: Ask, number: int) -> str:
    """Map a large random number to an option's key by the weights of the ask, equal ones if it has none.

    Raises `LookupError` if the weights add up to 0.

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
    """Return the position of a throw or draw: round, turn, ask, index among the same asks of this turn, `again`.

    An aside before it, or an answer amended in another turn, does not change it.
    """
    alike, same = (found.kind, found.purpose, found.seat), 0
    for line in draft.backwards():
        if (line.before.turn, line.before.round) != (state.turn, state.round):
            break
        old = line.ask
        same += old.chance and not line.aside and (old.kind, old.purpose, old.seat) == alike
    return f"{state.round}.{state.turn}.{found.kind}.{found.purpose}.{found.seat}.{same}.{again}"
