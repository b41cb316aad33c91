"""Programs made flat: nested blocks become jumps, so that one frame with one counter is enough.

Variables belong to the frame; a block named in `do` is laid in place and shares them, a `call` does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from talisman_nb.board.toml_reading import did_you_mean
from talisman_nb.model.bounds import NESTING

from .decode import CardError
from .definition import Definition, Instr, Program
from .operations import (
    Attack,
    Call,
    Choose,
    Each,
    FollowerGoes,
    If,
    LifeGoes,
    Mark,
    Operation,
    PartOfGold,
    Plan,
    Plunder,
    Repeat,
    RollDice,
    Table,
)  # fmt: skip


class Compiler:
    """Lays one program of a definition out flat."""

    def __init__(self, definition: Definition, name: str, given: Sequence[str] = ()) -> None:
        self.definition, self.name = definition, name
        self.code: list[Instr] = []
        self.slots: list[str] = list(given)
        self.marks: dict[str, int] = {}
        self.rolls: dict[str, int] = {}
        self.depth = 0

    def program(self, block: Sequence[Operation]) -> Program:
        """The whole program, ended by `return`."""
        self.block(block)
        self.emit("return", None, None)
        facts = self.definition.facts
        guard = facts.guard or guards(self.definition.key, self.name)
        return Program(f"{self.definition.key}.{self.name}", tuple(self.code), tuple(self.slots), facts.role, guard, self.marks)

    def emit(self, name: str, op: Any, to: Any = None) -> int:
        """Append an instruction; its place."""
        self.code.append((name, op, to))
        return len(self.code) - 1

    def aim(self, at: int, to: Any) -> None:
        """Fill in where an instruction jumps."""
        name, op, _ = self.code[at]
        self.code[at] = (name, op, to)

    def slot(self, name: str) -> None:
        """Make room for a variable."""
        if name and name not in self.slots:
            self.slots.append(name)

    def block(self, block: str | Sequence[Operation] | None) -> None:
        """A list of operations, or a block of the definition by name."""
        if block is None:
            return
        if isinstance(block, str):
            block = self.named(block)
        self.depth += 1
        if self.depth > NESTING:
            raise CardError(f"{self.where()}: expected blocks at most {NESTING} deep; use `call` for a new frame")
        for op in block:
            LAY.get(type(op), Compiler.plain)(self, op)
        self.depth -= 1

    def named(self, name: str) -> tuple[Operation, ...]:
        """The definition's block of that name."""
        if name not in self.definition.blocks:
            raise CardError(f"{self.where()}: no block {name!r}{did_you_mean(name, self.definition.blocks)}")
        return self.definition.blocks[name]

    def where(self) -> str:
        """How errors call this place."""
        return self.definition.at(self.name)

    def plain(self, op: Operation) -> None:
        """An operation that is one instruction."""
        for field in ("into", "var", "left", "cancelled", "after", "filled"):
            self.slot(getattr(op, field, ""))
        self.emit(str(op.__struct_config__.tag), op)

    def branch(self, op: If) -> None:
        """`if`: jump over what does not apply."""
        test = self.emit("if", op)
        self.block(op.do)
        if op.otherwise is None:
            return self.aim(test, len(self.code))
        leave = self.emit("jump", None)
        self.aim(test, len(self.code))
        self.block(op.otherwise)
        self.aim(leave, len(self.code))

    def each(self, op: Each) -> None:
        """`each`: the list in one hidden variable, the place in another."""
        list_, at = f"{op.as_}#list", f"{op.as_}#at"
        for name in (op.as_, list_, at):
            self.slot(name)
        self.emit("each_start", op)
        top = self.emit("each_next", op)
        self.block(op.do)
        self.emit("jump", None, top)
        self.aim(top, len(self.code))

    def repeat(self, op: Repeat) -> None:
        """`repeat`: a hidden counter bounds it."""
        counter = f"#{len(self.code)}"
        self.slot(counter)
        self.emit("set_zero", counter)
        top = self.emit("repeat_next", op)
        self.block(op.do)
        self.emit("jump", None, top)
        self.aim(top, (counter, len(self.code)))

    def choose(self, op: Choose) -> None:
        """`choose`: one landing place per option."""
        at = self.emit("choose", op)
        leaves, places = [], []
        for option in op.options:
            places.append(len(self.code))
            self.block(option.do)
            leaves.append(self.emit("jump", None))
        for leave in leaves:
            self.aim(leave, len(self.code))
        self.aim(at, (tuple(places), len(self.code)))

    def table(self, op: Table) -> None:
        """`table`: one landing place per row."""
        at = self.emit("table", op)
        leaves, places = [], []
        for row in op.rows:
            places.append(len(self.code))
            self.block(row.do)
            leaves.append(self.emit("jump", None))
        for leave in leaves:
            self.aim(leave, len(self.code))
        self.aim(at, tuple(places))

    def roll(self, op: RollDice) -> None:
        """`roll`: throw, then fate, then what is added."""
        self.slot(op.into)
        top = self.emit("roll", op)
        self.rolls[op.into] = top
        if op.fate == "now":
            self.emit("keep_roll", op, top)
        if op.plus:
            self.emit("add_to_roll", op)

    def plan(self, op: Plan) -> None:
        """`plan`: knows where the roll stands that fate may repeat."""
        for name in (op.into, op.after):
            self.slot(name)
        if op.fate and op.fate not in self.rolls:
            raise CardError(f"{self.where()}: plan offers fate on {op.fate!r}, which no roll before it writes")
        self.emit("plan", op, self.rolls.get(op.fate))

    def attack(self, op: Attack) -> None:
        """`attack`: the fight is a frame of its own; afterwards its result is stored."""
        self.emit("attack", op)
        self.store(op.result)

    def call(self, op: Call) -> None:
        """`call`: a new frame."""
        self.emit("call", op)

    def store(self, name: str) -> None:
        """Keep what the ended frame gives back."""
        if name:
            self.slot(name)
            self.emit("store", name)

    def life_goes(self, op: LifeGoes) -> None:
        """`life_goes`: how many lives and why were given to the program."""
        for name in (op.n, op.cause):
            self.slot(name)
        self.plain(op)

    def plunder(self, op: Plunder) -> None:
        """`plunder`: what the dead had was given to the program."""
        for name in (op.loot, op.lay):
            self.slot(name)
        self.plain(op)

    def part_of_gold(self, op: PartOfGold) -> None:
        """`part_of_gold`: how much there is was given to the program."""
        self.slot(op.most)
        self.plain(op)

    def mark(self, op: Mark) -> None:
        """`mark`: no instruction, only a place."""
        self.marks[op.name] = len(self.code)

    def follower_goes(self, op: FollowerGoes) -> None:
        """`follower_goes`: the card was given to the program."""
        self.slot(op.card)
        self.plain(op)


LAY: dict[type[Operation], Any] = {
    If: Compiler.branch, Each: Compiler.each, Repeat: Compiler.repeat, Choose: Compiler.choose, Table: Compiler.table,
    RollDice: Compiler.roll, Plan: Compiler.plan, Attack: Compiler.attack, Call: Compiler.call, Mark: Compiler.mark,
    LifeGoes: Compiler.life_goes, FollowerGoes: Compiler.follower_goes, Plunder: Compiler.plunder,
    PartOfGold: Compiler.part_of_gold,
}  # fmt: skip
"""How an operation is laid out when it is more than one instruction."""


def guards(key: str, name: str) -> tuple[str, ...]:
    """What a frame needs to go on: its character, a visit also its space, an ability to be had still; events and endings nothing."""
    if key.startswith("turn."):
        return ()
    if key.startswith("character."):
        return ("you", "ability")
    if name == "visited" or (name == "met" and key.startswith("space.")):
        return ("you", "here")
    return () if name in ("met", "ended") else ("you",)


def compile_program(definition: Definition, name: str, given: Sequence[str] = ()) -> Program:
    """The program `name` of a definition, flat; `given` are the variables it is begun with."""
    return Compiler(definition, name, given).program(definition.blocks[name])


def compile_inline(definition: Definition, name: str, block: Sequence[Operation], given: Sequence[str] = ()) -> Program:
    """A block written inside a modifier, as a program of its own."""
    return Compiler(definition, name, given).program(block)
