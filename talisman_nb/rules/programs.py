"""The programs of a book's definitions: compiled, by key, with the variables they are started with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from talisman_nb.cards.compile import compile_inline, compile_program
from talisman_nb.cards.decode import operations_of
from talisman_nb.cards.definition import Definition, Program
from talisman_nb.cards.modifiers import DiePlus
from talisman_nb.cards.operations import Begin, Call, PromiseOp

Definitions = Mapping[str, Definition]
Given = dict[str, tuple[str, ...]]


def compile_programs(definitions: Definitions, given: Given) -> dict[str, Program]:
    """Compile every block of every definition, and every modifier's inline program; keyed by program key."""
    added = {mod.purpose for d in definitions.values() for _, mod in modifiers(d) if isinstance(mod, DiePlus)}
    named = {
        f"{d.key}.{name}": compile_program(d, name, given.get(f"{d.key}.{name}", ()), d.key in added)
        for d in definitions.values()
        for name in d.blocks
    }
    inline = {
        f"{d.key}.{name}": compile_inline(d, name, modifier.do, given.get(d.key, ()))
        for d in definitions.values()
        for name, modifier in modifiers(d)
        if not isinstance(getattr(modifier, "do", ""), str)
    }
    return named | inline


def variables_given(definitions: Definitions, spells: Iterable[str]) -> Given:
    """Map each program, or definition of an effect, to the names of the variables it is started with.

    `spells` are the cards that are cast: their programs are given the target.
    """
    given: Given = {f"{card}.cast": ("target",) for card in spells}
    for definition in definitions.values():
        for op in operations_of(definition):
            if isinstance(op, (Call, PromiseOp)) and op.with_:
                name = op.program if isinstance(op, Call) else op.do
                given[program_named(definitions, definition.key, name)] = op.with_
            if isinstance(op, Begin) and op.with_:
                body = definitions.get(f"{definition.key}.{op.what}")
                given |= {f"{body.key}.{name}": op.with_ for name in body.blocks} if body else {}
                given |= {body.key: op.with_} if body else {}
    return given


def program_named(definitions: Definitions, owner: str, name: str) -> str:
    """The key of a program named in a definition: its own block, else the turn's; "" if there is none."""
    own = definitions.get(owner)
    if own is not None and name in own.blocks:
        return f"{owner}.{name}"
    return f"turn.{name}.do" if f"turn.{name}" in definitions else ""


def modifiers(definition: Definition) -> Iterator[tuple[str, Any]]:
    """Yield the modifiers of a definition, each with the name of its inline program, such as `held[0]`."""
    for name in ("held", "here", "mods"):
        for at, modifier in enumerate(getattr(definition, name)):
            yield f"{name}[{at}]", modifier
