"""Compiles the programs of definitions to flat instructions: nested blocks become jumps.

Variables belong to the frame; a block named in `do` is inlined and shares them, a `call` does not.
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
    Draw,
    Each,
    FollowerGoes,
    If,
    JumpLabel,
    LifeGoes,
    Operation,
    PartOfGold,
    Plan,
    Plunder,
    Repeat,
    RollDice,
    TableOp,
)


class Compiler:
    """Compiles one program of a definition; `given` are the variables it is begun with.

    `added`: a modifier adds to all rolls of the definition.
    """

    def __init__(self, definition: Definition, name: str, given: Sequence[str] = (), added: bool = False) -> None:
        self.definition, self.name, self.added = definition, name, added
        self.code: list[Instr] = []
        self.slots: list[str] = list(given)
        self.jump_labels: dict[str, int] = {}
        self.rolls: dict[str, int] = {}
        self.depth = 0

    def program(self, block: Sequence[Operation]) -> Program:
        """Compile a block to a program that ends with `return`."""
        self.block(block)
        self.emit("return", None, None)
        facts = self.definition.facts
        guard = facts.guard or guards(self.definition.key, self.name)
        return Program(
            f"{self.definition.key}.{self.name}",
            tuple(self.code),
            tuple(self.slots),
            facts.role,
            guard,
            self.jump_labels,
        )

    def emit(self, name: str, op: Any, to: Any = None) -> int:
        """Append an instruction; returns its index."""
        self.code.append((name, op, to))
        return len(self.code) - 1

    def aim(self, at: int, to: Any) -> None:
        """Set the jump target of the instruction at index `at`."""
        name, op, _ = self.code[at]
        self.code[at] = (name, op, to)

    def slot(self, name: str) -> None:
        """Allocate a slot for a variable, unless it has one or the name is ""."""
        if name and name not in self.slots:
            self.slots.append(name)

    def block(self, block: str | Sequence[Operation] | None) -> None:
        """Compile a list of operations, or a block of the definition by name; None compiles to nothing.

        Raises `CardError` for blocks nested deeper than `NESTING`.
        """
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
        """The definition's block of that name; raises `CardError` if there is none."""
        if name not in self.definition.blocks:
            raise CardError(f"{self.where()}: no block {name!r}{did_you_mean(name, self.definition.blocks)}")
        return self.definition.blocks[name]

    def where(self) -> str:
        """The place of the program for messages."""
        return self.definition.at(self.name)

    def plain(self, op: Operation) -> None:
        """Compile an operation to one instruction and allocate its variables."""
        for field in ("into", "var", "left", "cancelled", "after", "filled", "placed", "free", "new"):
            self.slot(getattr(op, field, ""))
        self.emit(str(op.__struct_config__.tag), op)

    def branch(self, op: If) -> None:
        """Compile `if`: a conditional jump over the block, to `else` if there is one."""
        test = self.emit("if", op)
        self.block(op.do)
        if op.otherwise is None:
            return self.aim(test, len(self.code))
        leave = self.emit("jump", None)
        self.aim(test, len(self.code))
        self.block(op.otherwise)
        self.aim(leave, len(self.code))

    def each(self, op: Each) -> None:
        """Compile `each`: hidden variables hold the list and the index in it."""
        list_, at = f"{op.as_}#list", f"{op.as_}#at"
        for name in (op.as_, list_, at):
            self.slot(name)
        self.emit("each_start", op)
        top = self.emit("each_next", op)
        self.block(op.do)
        self.emit("jump", None, top)
        self.aim(top, len(self.code))

    def repeat(self, op: Repeat) -> None:
        """Compile `repeat`: a hidden variable counts the iterations."""
        counter = f"#{len(self.code)}"
        self.slot(counter)
        self.emit("set_zero", counter)
        top = self.emit("repeat_next", op)
        self.block(op.do)
        self.emit("jump", None, top)
        self.aim(top, (counter, len(self.code)))

    def choose(self, op: Choose) -> None:
        """Compile `choose`: its target is the index of each option's block, and of the end."""
        at = self.emit("choose", op)
        leaves, places = [], []
        for option in op.options:
            places.append(len(self.code))
            self.block(option.do)
            leaves.append(self.emit("jump", None))
        for leave in leaves:
            self.aim(leave, len(self.code))
        self.aim(at, (tuple(places), len(self.code)))

    def table(self, op: TableOp) -> None:
        """Compile `table`: its target is the index of each row's block."""
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
        """Compile `roll`: the throw, then the reroll for fate, then additions."""
        self.slot(op.into)
        top = self.emit("roll", op)
        self.rolls[op.into] = top
        if op.fate == "now":
            self.emit("keep_roll", op, top)
        if op.plus or self.added:
            self.emit("add_to_roll", op)

    def plan(self, op: Plan) -> None:
        """Compile `plan`: its target is the roll to jump back to for a reroll.

        Raises `CardError` if no roll before it writes the variable.
        """
        for name in (op.into, op.after):
            self.slot(name)
        if op.fate and op.fate not in self.rolls:
            raise CardError(f"{self.where()}: plan offers fate on {op.fate!r}, which no roll before it writes")
        self.emit("plan", op, self.rolls.get(op.fate))

    def attack(self, op: Attack) -> None:
        """Compile `attack`: the fight runs in a frame of its own, then its result is stored."""
        self.emit("attack", op)
        self.store(op.result)

    def call(self, op: Call) -> None:
        """Compile `call`: a new frame."""
        self.emit("call", op)

    def store(self, name: str) -> None:
        """Store the result of the frame that ended in a variable, unless the name is ""."""
        if name:
            self.slot(name)
            self.emit("store", name)

    def life_goes(self, op: LifeGoes) -> None:
        """Compile `life_goes`: its number and cause are variables given to the program."""
        for name in (op.n, op.cause):
            self.slot(name)
        self.plain(op)

    def plunder(self, op: Plunder) -> None:
        """Compile `plunder`: the goods and gold are variables given to the program."""
        for name in (op.loot, op.lay):
            self.slot(name)
        self.plain(op)

    def part_of_gold(self, op: PartOfGold) -> None:
        """Compile `part_of_gold`: the upper bound is a variable given to the program."""
        self.slot(op.most)
        self.plain(op)

    def draw(self, op: Draw) -> None:
        """Compile `draw`: the deck's name may be in a variable given to the program."""
        self.slot(op.of)
        self.plain(op)

    def mark(self, op: JumpLabel) -> None:
        """Compile `mark` to a label; it adds no instruction."""
        self.jump_labels[op.name] = len(self.code)

    def follower_goes(self, op: FollowerGoes) -> None:
        """Compile `follower_goes`: the card is a variable given to the program."""
        self.slot(op.card)
        self.plain(op)


LAY: dict[type[Operation], Any] = {
    If: Compiler.branch, Each: Compiler.each, Repeat: Compiler.repeat, Choose: Compiler.choose, TableOp: Compiler.table,
    RollDice: Compiler.roll, Plan: Compiler.plan, Attack: Compiler.attack, Call: Compiler.call,
    JumpLabel: Compiler.mark, LifeGoes: Compiler.life_goes, FollowerGoes: Compiler.follower_goes,
    Draw: Compiler.draw, Plunder: Compiler.plunder, PartOfGold: Compiler.part_of_gold,
}  # fmt: skip
"""Maps operations that need more than `plain` to the method that compiles them."""


def guards(key: str, name: str) -> tuple[str, ...]:
    """The guards of a program's frames, by the definition's key and the block's name.

    "you": its character lives; "here": it is on its space (visits); "ability": its abilities are not blanked. Programs
    of the turn, events and endings have none.
    """
    if key.startswith("turn."):
        return ()
    if key.startswith("character."):
        return ("you", "ability")
    if name == "visited" or (name == "met" and key.startswith("space.")):
        return ("you", "here")
    return () if name in ("met", "ended") else ("you",)


def compile_program(definition: Definition, name: str, given: Sequence[str] = (), added: bool = False) -> Program:
    """Compile the block `name` of a definition; `given` and `added` as in `Compiler`."""
    return Compiler(definition, name, given, added).program(definition.blocks[name])


def compile_inline(definition: Definition, name: str, block: Sequence[Operation], given: Sequence[str] = ()) -> Program:
    """Compile a block written inside a modifier to a program of its own."""
    return Compiler(definition, name, given).program(block)
