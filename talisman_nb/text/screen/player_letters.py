"""The letters on the players' pawns: one or two of each name, so that the players are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(maxsize=64)
def letters(*names: str) -> tuple[str, ...]:
    """Return a mark per player, in their order; equal names are numbered.

    >>> letters("Ada", "Bruno", "Carla", "Chiara"), letters("Ada", "Ada")
    (('A', 'B', 'Ca', 'Ch'), ('A1', 'A2'))
    >>> letters("Massimo", "Małgorzata", "Marta"), letters("Anna", "Anno", "Aona")
    (('Ms', 'Mł', 'Mr'), ('A1', 'A2', 'A3'))
    >>> letters("?", " ")
    ('?1', '?2')
    """
    named = tuple(name.strip() or "?" for name in names)
    made = tuple(_mark(named, at) for at in range(len(named)))
    alike = {mark[0] for mark in made if made.count(mark) > 1}
    return tuple(f"{mark[0]}{at + 1}" if mark[0] in alike else mark for at, mark in enumerate(made))


def _mark(names: Sequence[str], at: int) -> str:
    name = names[at]
    others = [other for i, other in enumerate(names) if i != at]
    for n in range(1, len(name) + 1):
        if not any(other[:n].casefold() == name[:n].casefold() for other in others):
            return name[:1].upper() + (name[n - 1] if n > 1 else "")
    if name.casefold() in (other.casefold() for other in others):
        same = [i for i, other in enumerate(names) if other.casefold() == name.casefold()]
        return f"{name[:1].upper()}{same.index(at) + 1}"
    return name[:1].upper() + name[-1:]
