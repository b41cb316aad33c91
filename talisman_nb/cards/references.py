"""References: what a text in a definition names is said by the type of its field."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

FOE, SPACE, CARD, DICE, RESULT_OF_FIGHT = "a foe of a fight", "a space", "a card", "dice", "the result of a fight"
"""Kinds of values of variables that the checks can tell apart."""


class Ref(NamedTuple):
    """The names that a text may hold, in the `Annotated` type of its field.

    `what` is what messages call it; `among` are the names that are known (attributes of `KnownNames`), `words` others
    that are possible, `variable`: also a variable; without `what` it must be one that an operation before has written.
    `holds`: the kind of value that a variable must hold.
    """

    what: str = ""
    among: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    variable: bool = False
    holds: str = ""


READ = Ref()
"""A variable that an operation before has written."""


@cache
def references(kind: type[Struct]) -> tuple[tuple[str, str, Ref], ...]:
    """Return the fields of a struct that name something: attribute, key, reference.

    >>> from talisman_nb.cards.operations import Become
    >>> [(key, ref.what) for _, key, ref in references(Become)]
    [('form', 'a form')]
    """
    hints = get_type_hints(kind, include_extras=True)
    found = ((each, next(_refs_in(hints[each.name]), None)) for each in fields(kind))
    return tuple((each.name, each.encode_name, ref) for each, ref in found if ref)


def _refs_in(hint: Any) -> Iterator[Ref]:
    """Yield the references in a type, those of a union or of the items of a tuple too."""
    yield from (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Ref))
    for argument in get_args(hint):
        yield from _refs_in(argument)


def named_in(struct: Struct) -> Iterator[tuple[str, str, Ref]]:
    """Yield what a struct names: the key of the field, the name, the reference; of a table its keys are names."""
    for name, key, ref in references(type(struct)):
        value = getattr(struct, name)
        for one in (value,) if isinstance(value, str) else value if isinstance(value, (tuple, dict)) else ():
            if one:
                yield key, one, ref
