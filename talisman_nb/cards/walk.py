"""Checks of programs: operation after operation, with the variables written so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import operations as o
from .decode import did_you_mean
from .definition import Definition
from .terms import Terms
from .words import CARDS, DURATIONS, FATE, FIGURES, FOE_OUT, MOMENTS, STOPS, WHO

if TYPE_CHECKING:
    from .check import Known

DECKS = ("adventure", "spell")


class Walk:
    """One program, its blocks laid into it; `found` are the sentences about it."""

    def __init__(self, known: Known, definition: Definition, given: Iterable[str], used: set[str]) -> None:
        self.known, self.definition, self.used = known, definition, used
        self.written: set[str] = set(given)
        self.rolls: dict[str, range] = {}
        self.most: dict[str, int] = {}  # what a roll could be at most, with an ability that adds one in some box
        self.terms = Terms(known, self.written)
        self.found: list[str] = []

    def block(self, block: Any, where: str) -> None:
        """A list of operations, or a block of the definition by name."""
        if isinstance(block, str):
            if block not in self.definition.blocks:
                self.found.append(f"{where}: no block {block!r}{did_you_mean(block, self.definition.blocks)}")
                return
            self.used.add(block)
            where, block = f"{self.definition.file}: [{self.definition.key}] {block}", self.definition.blocks[block]
        for at, op in enumerate(block or ()):
            self.op(op, f"{where}[{at}]")

    def op(self, op: Any, where: str) -> None:
        """One operation: its names, what it reads, what it writes, what is inside."""
        tag = str(op.__struct_config__.tag)
        self.say(self._common(op, where))
        for line in NAMES.get(type(op), _nothing)(self, op, where):
            self.found.append(line)
        for field in WRITES.get(tag, ("into", "var", "result")):
            name = getattr(op, field, "")
            if isinstance(name, str) and name:
                self.written.add(name)
        if isinstance(op, o.Cross):
            self.written.add("came_from")
        if isinstance(op, o.RollDice):
            self.rolls[op.into] = self.known.faces(op)
            plain = 6 * op.dice if isinstance(op.dice, int) else 0
            self.most[op.into] = max(self.rolls[op.into].stop - 1, plain + op.plus)
        self._inside(op, where)

    def say(self, lines: Iterator[str]) -> None:
        """Keep what is wrong."""
        self.found.extend(lines)

    def _common(self, op: Any, where: str) -> Iterator[str]:
        """Fields that mean the same wherever they stand."""
        for rule in op.cites:
            yield from self.terms.one_of(rule, self.known.rules, f"{where} cites", "a rule")
        who = getattr(op, "who", None)
        if isinstance(who, str):
            yield from self.terms.one_of(who, WHO, f"{where}.who", "a seat")
        for field in ("n", "dice", "steps", "turns", "price"):
            amount = getattr(op, field, None)
            if amount is not None and amount != "all" and not isinstance(op, (o.LifeGoes, o.Each)):
                yield from self.terms.amount(amount, f"{where}.{field}")
        when = getattr(op, "when", None)
        if when is not None:
            yield from self.terms.condition(when, f"{where}.when")
        for name in getattr(op, "with_", ()):
            yield from self.terms.variable(name, f"{where}.with")

    def _inside(self, op: Any, where: str) -> None:
        if isinstance(op, o.PromiseOp):
            return
        for field in ("do", "otherwise"):
            if getattr(op, field, None) is not None:
                self.block(getattr(op, field), f"{where}.{field}")
        for at, option in enumerate(getattr(op, "options", ())):
            self._option(option, f"{where}.options[{at}]")
        for at, row in enumerate(getattr(op, "rows", ())):
            self.block(row.do, f"{where}.rows[{at}].do")

    def _option(self, option: o.Choice, where: str) -> None:
        if option.when is not None:
            self.say(self.terms.condition(option.when, f"{where}.when"))
        if option.cost:
            self.say(self.terms.cost(option.cost, f"{where}.cost"))
        for rule in option.cites:
            self.say(self.terms.one_of(rule, self.known.rules, f"{where} cites", "a rule"))
        self.block(option.do, f"{where}.do")

    # --- operations whose names need a look of their own ---

    def each(self, op: o.Each, where: str) -> Iterator[str]:
        """Seats or a list; the loop's variable is written."""
        yield from self.terms.one_of(op.of, CARDS | WHO, f"{where}.of", "seats or a list")
        self.written.add(op.as_)

    def table(self, op: o.Table, where: str) -> Iterator[str]:
        """Every value has one row."""
        yield from self.terms.variable(op.by, f"{where}.by")
        covered = [value for row in op.rows for value in range(row.low, row.high + 1)]
        twice = sorted({value for value in covered if covered.count(value) > 1})
        if twice:
            yield f"{where}.rows: more than one row for {_listed(twice)}"
        values = self.rolls.get(op.by, range(min(covered, default=0), max(covered, default=0) + 1))
        missing = [value for value in values if value not in covered]
        if missing:
            yield f"{where}.rows: no row for {_listed(missing)}, which {op.by!r} can be"
        needless = [value for value in covered if op.by in self.rolls and not values.start <= value <= self.most[op.by]]
        if needless:
            yield f"{where}.rows: a row for {_listed(needless)}, which {op.by!r} cannot be"

    def program(self, op: Any, where: str) -> Iterator[str]:
        """A program of the definition or of the turn."""
        name = op.program if isinstance(op, o.Call) else op.do
        yield from self.terms.one_of(name, {*self.definition.blocks, *self.known.programs}, where, "a program")
        self.used.add(name)
        if isinstance(op, o.PromiseOp):
            yield from self.terms.one_of(op.at, ("turn", "move"), f"{where}.at", "turn or move")

    def bodies(self) -> list[str]:
        """The definitions inside this one: its effects, and what a card is while it is held."""
        inside = f"{self.definition.key}."
        return [key.removeprefix(inside) for key in self.known.book.definitions if key.startswith(inside)]

    def begin(self, op: o.Begin, where: str) -> Iterator[str]:
        """An effect with a body of its own."""
        yield from self.terms.one_of(op.what, self.bodies(), f"{where}.what", "an effect of this definition")
        on_card = {"card"} if op.with_ else set()
        yield from self.terms.one_of(op.on, WHO | on_card | self.written, f"{where}.on", "seats, a space's variable, or card and its name")
        until = op.until if isinstance(op.until, dict) else {op.until: 0}
        for name, amount in until.items():
            if name == "of":
                yield from self.terms.one_of(amount, WHO, f"{where}.until.of", "a seat")
            else:
                yield from self.terms.one_of(name, DURATIONS, f"{where}.until", "a duration")
                yield from self.terms.amount(amount, f"{where}.until.{name}")

    def cards(self, op: Any, where: str) -> Iterator[str]:
        """A card: this one, a variable, everything on a list, or a name."""
        names = {"this", "gold", *CARDS, *self.written, *self.known.cards}
        yield from self.terms.one_of(op.card, names, f"{where}.card", "this, a variable, a list or a card")

    def get(self, op: o.Get, where: str) -> Iterator[str]:
        """A card of the stock, or a variable with one."""
        names = (*self.known.book.stock_cards, *self.written)
        yield from self.terms.one_of(op.name, names, f"{where}.name", "a card of the stock or a variable")

    def place(self, op: o.Place, where: str) -> Iterator[str]:
        """A card on a space."""
        yield from self.cards(op, where)
        yield from self.terms.one_of(op.on, self.known.spaces | self.written, f"{where}.on", "a space or a variable")

    def teleport(self, op: o.Teleport, where: str) -> Iterator[str]:
        """A space, or a variable with one."""
        yield from self.terms.one_of(op.to, self.known.spaces | self.written | {"here"}, f"{where}.to", "a space or a variable")

    def shop(self, op: o.Shop, where: str) -> Iterator[str]:
        """Wares of the stock."""
        for card in op.wares:
            yield from self.terms.one_of(card, self.known.book.stock_cards, f"{where}.wares", "a card of the stock")

    def attack(self, op: o.Attack, where: str) -> Iterator[str]:
        """Made-up creatures with figures, or a variable."""
        yield from self.terms.one_of(op.by, ("battle", "psychic"), f"{where}.by", "battle or psychic")
        if isinstance(op.foes, str):
            yield from self.terms.variable(op.foes, f"{where}.foes")
            return
        for at, foe in enumerate(op.foes):
            yield from self.terms.amount(foe.strength, f"{where}.foes[{at}].strength")
            yield from self.terms.amount(foe.craft, f"{where}.foes[{at}].craft")

    def foe_out(self, op: o.FoeOut, where: str) -> Iterator[str]:
        """Which foe, how it goes, and what it becomes when it comes along."""
        yield from self.terms.variable(op.foe, f"{where}.foe")
        yield from self.terms.one_of(op.how, FOE_OUT, f"{where}.how", "how a foe leaves a fight")
        if op.how == "taken":
            yield from self.terms.one_of(op.as_, self.bodies(), f"{where}.as", "what a card is while it is held")


def _nothing(walk: Walk, op: Any, where: str) -> Iterator[str]:
    return iter(())


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:8])) + (" …" if len(numbers) > 8 else "")


def _names(field: str, names: Iterable[str], what: str) -> Callable[[Walk, Any, str], Iterator[str]]:
    listed = tuple(names)
    return lambda walk, op, where: walk.terms.one_of(getattr(op, field), listed, f"{where}.{field}", what)


def _reads(*fields: str) -> Callable[[Walk, Any, str], Iterator[str]]:
    return lambda walk, op, where: (line for field in fields for line in walk.terms.variable(getattr(op, field), f"{where}.{field}"))


def _may_read(*fields: str) -> Callable[[Walk, Any, str], Iterator[str]]:
    return lambda walk, op, where: _reads(*(field for field in fields if getattr(op, field)))(walk, op, where)


_FIGURE = _names("what", FIGURES, "a figure")

NAMES: dict[type, Callable[[Walk, Any, str], Iterator[str]]] = {
    o.Each: Walk.each, o.Table: Walk.table, o.Call: Walk.program, o.PromiseOp: Walk.program, o.Begin: Walk.begin,
    o.Discard: Walk.cards, o.Drop: Walk.cards, o.Take: Walk.cards, o.Token: Walk.cards, o.Place: Walk.place,
    o.Teleport: Walk.teleport, o.Shop: Walk.shop, o.Attack: Walk.attack, o.Plan: _may_read("fate", "after"),
    o.Gain: _FIGURE, o.Lose: _FIGURE, o.Heal: _FIGURE, o.Pay: _FIGURE,
    o.Pick: _names("of", CARDS, "a list"), o.Stop: _names("what", STOPS, "what can be ended"),
    o.Moment: _names("name", MOMENTS, "a moment"), o.Align: _names("to", ("good", "neutral", "evil"), "an alignment"),
    o.RollDice: _names("fate", FATE, "when fate may be used"), o.Draw: _names("deck", DECKS, "a deck"),
    o.Look: _names("at", (*DECKS, "spells"), "a deck or spells"),
    o.React: _names("to", (m.removeprefix("reply.") for m in MOMENTS if m.startswith("reply.")), "a reaction point"),
    o.Get: Walk.get,
    o.Become: lambda walk, op, where: walk.terms.one_of(op.form, {*walk.known.forms, "own"}, f"{where}.form", "a form"),
    o.Walk: _reads("along"), o.Save: _reads("armour", "by"), o.LifeGoes: _reads("n", "cause", "cancelled"),
    o.FollowerGoes: _reads("card", "cancelled"), o.FoeOut: Walk.foe_out,
    o.PlaceDrawn: _may_read("after"), o.Cross: _reads("into"),
}  # fmt: skip
"""What is looked at besides the fields all operations share."""

WRITES = {
    "walk": ("left",), "each": ("as_",), "fill": ("into", "left"),
    "attack": ("result",), "draw": (), "react": ("into",),
}  # fmt: skip
"""The fields of an operation that name variables it writes, where they are not `into`, `var` or `result`."""
