"""Checks that programs which the engine or operations look up by name exist, with their role, labels and variables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from talisman_nb.board.toml_reading import did_you_mean

from . import operations as o
from .definition import Definition, Program
from .known_names import CheckableBook


class Need(NamedTuple):
    """Requirements of the engine on a program that it begins."""

    role: str = ""
    jump_labels: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    figure: str = ""  # where this figure of the edition is off, nothing begins it
    optional: bool = False  # a book need not have it


BEGIN = "turn.begin_"
"""Beginning of the keys of programs of layers that run when all have their characters, each once, after `[begin]`."""
READ_BOARD = "read_board"
"""The program of a space whose text only the board has."""
ENGINE_BEGINS = {
    "turn.begin.do": Need(optional=True),
    "turn.turn.do": Need("turn", ("close",)),
    "turn.encounter.do": Need("encounter", ("next",), ("met", "drawn", "filled")),
    "turn.fight.do": Need("fight", ("over",)),
    "turn.duel.do": Need("fight", ("over",)),
    "turn.life_loss.do": Need(variables=("n", "cause", "cancelled")),
    "turn.follower_dies.do": Need(variables=("card", "cancelled")),
    "turn.dies.do": Need(),
    "turn.another_card.do": Need(variables=("before",)),
    "turn.lay_piece.do": Need(optional=True),
    "turn.move_piece.do": Need(optional=True),
    "turn.draw_by_hand.do": Need(variables=("deck",), optional=True),
    "turn.draw_and_meet.do": Need("encounter", ("next",), ("deck", "met"), optional=True),
    "turn.cast.do": Need(variables=("cancelled", "target")),
    "turn.plunder.do": Need(variables=("loot", "lay")),
    "turn.part_of_gold.do": Need(variables=("most",)),
    "turn.put_down.do": Need(figure="carry.gold"),
    "turn.part_of_trade.do": Need(variables=("what",)),
    "turn.part_of_loot.do": Need(variables=("most",)),
    "turn.too_many_spells.do": Need("limit"),
    "turn.too_many_objects.do": Need("limit"),
} | {
    f"turn.{name}.do": Need() for name in ("setting_up", "missed", "slip_away", "one_spell", "command_spell", "by_hand")
}  # fmt: skip
"""Maps the programs of the turn that the engine begins by name to what they need."""

DIES = "turn.dies.do"
"""The program of a death."""
CALLED_TOO = ("by_hand", "at_will", READ_BOARD)
"""Those of them that cards and spaces may call as well."""

LANDING = {"turn": "close", "fight": "over"}
"""Maps the role of an ended program to the label it continues at."""


OF_THE_TURN: frozenset[type] = frozenset({
    o.BeginTurn, o.SetupCharacter, o.MissedTurn, o.CloseTurn, o.EndTurn, o.Landed, o.Whom, o.Fill, o.SpaceProgram,
    o.NextThing, o.PlaceDrawn, o.Promised, o.Plan, o.Walk, o.Crossing, o.Cross, o.FightOrEvade, o.BeforeDuelDice,
    o.AttackThrow, o.OfferReroll, o.Compare, o.Beaten, o.Defeat, o.Spoils, o.Plunder, o.EndFight, o.FollowerGoes,
    o.Save,
    o.LifeGoes, o.LayGold, o.React, o.NameSpell, o.AimSpell, o.Announce, o.Resolve, o.JumpLabel,
    o.ReadFigures,
})  # fmt: skip
"""Operations of the turn, the fight and the Spell that only the programs of the turn may use."""
AT_ONCE: frozenset[type] = frozenset({
    o.LeaveBehind, o.LeaveBoard, o.Out, o.If, o.Call, o.Become, o.Gain, o.Heal, o.Lose, o.Align, o.Set, o.Teleport,
    o.Begin, o.End,
})  # fmt: skip
"""The only operations of the program of a death, run amid others; what asks stands in one it calls."""
JUMPS_OF: dict[type, tuple[str, ...]] = {o.NextThing: ("next",), o.FightOrEvade: ("over",)}
"""Maps operations to the labels they jump to in their program."""
VARIABLES_OF: dict[type, tuple[str, ...]] = {
    o.Cross: ("came_from",), o.Beaten: ("cancelled",), o.AimSpell: ("target",), o.Announce: ("target",),
    o.Resolve: ("target", "cancelled"),
}  # fmt: skip
"""Maps operations to variables they use implicitly, without naming them in a field."""


def missing_parts(book: CheckableBook, roots: Callable[[Definition], Iterable[str]]) -> Iterator[str]:
    """A message for everything missing; `roots` returns the names of a definition's blocks that become programs.

    Raises `CardError` for a program that can't be compiled.
    """
    for key, need in ENGINE_BEGINS.items():
        name = key.removesuffix(".do")
        found = book.definitions.get(name)
        if (found is None or "do" not in found.blocks) and need.figure and not book.table[need.figure]:
            continue
        if found is None and need.optional:
            continue
        if found is None or "do" not in found.blocks:
            yield _no_program(book, name)
            continue
        where, program = found.at("do"), book.programs[key]
        if program.role != need.role:
            yield f"{found.at('role')}: expected {need.role!r}, got {program.role!r}"
        yield from _jump_labels(where, program, need.jump_labels)
        yield from _variables(where, program, need.variables)
    yield from _of_deaths(book, roots)
    for definition in book.definitions.values():
        if not definition.facts.twin:
            for name in roots(definition):
                yield from _of_operations(definition.at(name), book.programs[f"{definition.key}.{name}"])


def _of_deaths(book: CheckableBook, roots: Callable[[Definition], Iterable[str]]) -> Iterator[str]:
    """A message for each operation that can't stand in the program of a death, and for those that stand elsewhere."""
    for definition in book.definitions.values():
        for name in () if definition.facts.twin else roots(definition):
            dies = f"{definition.key}.{name}" == DIES
            for _, op, _ in book.programs[f"{definition.key}.{name}"].code:
                if not isinstance(op, o.Operation):
                    continue
                tag = op.__struct_config__.tag
                if dies and type(op) not in AT_ONCE:
                    yield f"{definition.at(name)}: {tag!r} can't stand here, a death asks nothing; call a program of it"
                elif not dies and isinstance(op, o.LeaveBoard):
                    yield f"{definition.at(name)}: {tag!r} stands in the program [dies] of the turn only"
                elif isinstance(op, o.LeaveBehind) and op.to != "piles" and not {"goods", "gold"}.issuperset(op.what):
                    yield f"{definition.at(name)}: only goods and gold go to {op.to!r}, all else to 'piles'"


def _no_program(book: CheckableBook, name: str) -> str:
    files = {d.file for key, d in book.definitions.items() if key.startswith("turn.")}
    known = [key.removeprefix("turn.") for key in book.definitions if key.startswith("turn.")]
    short = name.removeprefix("turn.")
    file = ", ".join(sorted(files)) or "programs"
    return f"{file}: [{short}] do: missing, the engine begins it{did_you_mean(short, known)}"


def _of_operations(where: str, program: Program) -> Iterator[str]:
    """The labels and variables that a program's role and operations need and it lacks."""
    if program.role in LANDING:
        yield from _jump_labels(where, program, (LANDING[program.role],))
    for _, op, _ in program.code:
        labels = (f"throw_{op.side}",) if isinstance(op, o.OfferReroll) else JUMPS_OF.get(type(op), ())
        yield from _jump_labels(where, program, labels)
        yield from _variables(where, program, VARIABLES_OF.get(type(op), ()))


def _variables(where: str, program: Program, variables: Iterable[str]) -> Iterator[str]:
    for variable in variables:
        if variable not in program.slots:
            yield f"{where}: expected an operation with a variable {variable!r}{did_you_mean(variable, program.slots)}"


def _jump_labels(where: str, program: Program, labels: Iterable[str]) -> Iterator[str]:
    for label in labels:
        if label not in program.jump_labels:
            yield f"{where}: expected a mark {label!r}{did_you_mean(label, program.jump_labels)}"
