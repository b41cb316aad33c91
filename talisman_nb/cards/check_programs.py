"""Checks of programs: one operation after the other, tracking the variables written so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.toml_reading import did_you_mean
from talisman_nb.model.bounds import LONGEST_ROLL

from . import operations as o
from .check_terms import CARD, DICE, FOE, RESULT_OF_FIGHT, SPACE, Terms
from .definition import Definition
from .engine_needs import OF_THE_TURN, VARIABLES_OF
from .known_names import has_name, named, said
from .table_rows import beyond, doubled, listed, missing
from .terms import Until
from .variables import Variables
from .vocabulary import ListName, SeatName, names

if TYPE_CHECKING:
    from .known_names import Known

FOES = "foes"
LISTED = {FOES: FOE, "spaces.": SPACE, "your.": CARD, "trophies.": CARD, "stock": CARD, "armour": CARD}
"""Maps prefixes of list names to the kind of thing picked from them; other lists hold several kinds."""
OF_A_FIGHT = "it belongs in an action at before_fight or fight, in a Spell of such a moment or on fight_begins"
SEATS, LISTS = names(SeatName), names(ListName)


class ProgramCheck:
    """Check of one program with its inlined blocks; collects the messages in `found`.

    `given` are the variables it is begun with, `used` the blocks of the definition used so far, `fight` whether
    it may run during a fight.
    """

    def __init__(
        self, known: Known, definition: Definition, given: Iterable[str], used: set[str], name: str, fight: bool
    ) -> None:
        self.known, self.definition, self.used, self.fight = known, definition, used, fight
        self.inside = [name]
        self.variables = Variables(given)
        self.rolls: dict[str, range] = {}
        self.changed: dict[str, str] = {}  # variable to a note on the modifiers that change its roll
        self.most: dict[str, int] = {}  # the highest value of a roll, with abilities of other editions that add to it
        self.terms = Terms(known, self.variables)
        self.found: list[str] = []

    def program(self, block: Any, where: str) -> list[str]:
        """Check the whole program; returns its mistakes."""
        self.block(block, where)
        return [*self.found, *self.variables.unread()]

    def block(self, block: Any, where: str) -> None:
        """Check a list of operations, or a block of the definition by name."""
        if isinstance(block, str):
            if block not in self.definition.blocks:
                self.found.append(f"{where}: no block {block!r}{did_you_mean(block, self.definition.blocks)}")
                return
            if block in self.inside:
                self.found.append(f"{where}: the block {block!r} is laid into itself; use `call` for a new frame")
                return
            self.used.add(block)
            self.inside.append(block)
            self.block(self.definition.blocks[block], self.definition.at(block))
            self.inside.pop()
            return
        self.variables.ended = False
        for at, op in enumerate(block or ()):
            self.op(op, f"{where}[{at}]")

    def op(self, op: Any, where: str) -> None:
        """Check one operation: the names it uses, the variables it reads and writes, and the blocks inside it."""
        tag = str(op.__struct_config__.tag)
        if type(op) in OF_THE_TURN and not self.definition.key.startswith("turn."):
            self.found.append(
                f"{where}.op: {tag!r} is a step of the turn, none of a card, character or space; see rules/programs"
            )
        if not self.fight and (
            isinstance(op, (o.FoeOut, o.Ambush)) or (isinstance(op, o.Pick) and op.of.startswith(FOES))
        ):
            self.found.append(f"{where}.op: {tag!r} is about a fight, and none goes on when this is run; {OF_A_FIGHT}")
        self.say(self._common(op, where))
        for line in NAMES.get(type(op), _nothing)(self, op, where):
            self.found.append(line)
        writes = WRITES.get(tag, ("into", "var", "result"))
        texts = {
            field: value for field in op.__struct_fields__ if isinstance(value := getattr(op, field), str) and value
        }
        self.variables.read(
            *(value for field, value in texts.items() if field not in writes), *VARIABLES_OF.get(type(op), ())
        )
        for field in writes:
            if field in texts:
                place = f"{where}.{field}" if isinstance(op, FOR_OTHERS) and texts[field] != "other" else ""
                self.variables.write(texts[field], place, _written(op))
        if isinstance(op, o.Cross):
            self.variables.write("came_from")
        if isinstance(op, o.RollDice):
            self.rolls[op.into], self.changed[op.into] = self.known.faces(op), self.known.changed_by(op)
            plain = 6 * op.dice if isinstance(op.dice, int) else 0
            self.most[op.into] = max(self.rolls[op.into].stop - 1, plain + op.plus)
        self._inside(op, where)
        self.variables.ended = self.variables.ended or isinstance(op, o.Stop)

    def say(self, lines: Iterator[str]) -> None:
        """Add messages to `found`."""
        self.found.extend(lines)

    def _common(self, op: Any, where: str) -> Iterator[str]:
        """Check the fields that have the same meaning in all operations."""
        for rule in op.cites:
            yield from self.terms.one_of(rule, self.known.rules, f"{where} cites", "a rule")
        for field in ("n", "dice", "steps", "turns", "price"):
            amount = getattr(op, field, None)
            if (
                amount is not None
                and not (isinstance(op, o.Lose) and amount == "all")
                and not isinstance(op, (o.LifeGoes, o.Each))
            ):
                yield from self.terms.amount(amount, f"{where}.{field}")
        when = getattr(op, "when", None)
        if when is not None:
            yield from self.terms.condition(when, f"{where}.when")
        for name in getattr(op, "with_", ()):
            yield from self.terms.variable(name, f"{where}.with")
        cause = getattr(op, "cause", None)
        if isinstance(op, o.Lose):
            yield from self.terms.one_of(cause, self.known.causes, f"{where}.cause", "what takes lives")

    def _inside(self, op: Any, where: str) -> None:
        if isinstance(op, o.PromiseOp):
            return
        blocks = [
            (f"{where}.{name}", do) for name in ("do", "otherwise") if (do := getattr(op, name, None)) is not None
        ]
        for at, option in enumerate(getattr(op, "options", ())):
            self._option(option, f"{where}.options[{at}]")
            blocks.append((f"{where}.options[{at}].do", option.do))
        blocks += [(f"{where}.rows[{at}].do", row.do) for at, row in enumerate(getattr(op, "rows", ()))]
        if blocks:
            self._ways(blocks, for_sure=_for_sure(op))

    def _ways(self, blocks: list[tuple[str, Any]], for_sure: bool) -> None:
        """Check alternative blocks; afterwards only variables that every one of them writes count as written.

        `for_sure`: one of them always runs; otherwise none may.
        """
        before = set(self.variables.written)
        ends = [] if for_sure else [before]
        for where, block in blocks:
            self.variables.branch(before)
            self.block(block, where)
            if not self.variables.ended:
                ends.append(self.variables.written)
        self.variables.join(ends, before)

    def choose(self, op: o.Choose, where: str) -> Iterator[str]:
        """Check that purpose and options have phrases, and that keys are unique."""
        if op.purpose != "choice":
            yield from self.worded("asks", "choose", op.purpose, f"{where}.purpose")
        keys = [option.key for option in op.options]
        for at, key in enumerate(keys):
            if key in keys[:at]:
                yield f"{where}.options[{at}].key: {key!r} is there already; each option has a key of its own"
            if not self.known.option(key, op.purpose):
                hint = did_you_mean(key, (word for word in said("options") if "." not in word))
                yield f"{where}.options[{at}].key: expected an option that has words, got {key!r}{hint}"

    def worded(self, topic: str, kind: str, key: str, where: str) -> Iterator[str]:
        """A message if there is no phrase `kind.key` in a topic."""
        begin = f"{kind}."
        known = [word.removeprefix(begin) for word in said(topic) if word.startswith(begin)]
        yield from self.terms.one_of(key, known, where, "one that has words")

    def _option(self, option: o.Choice, where: str) -> None:
        if option.when is not None:
            self.say(self.terms.condition(option.when, f"{where}.when"))
        if option.cost:
            self.say(self.terms.cost(option.cost, f"{where}.cost"))
        for rule in option.cites:
            self.say(self.terms.one_of(rule, self.known.rules, f"{where} cites", "a rule"))

    # --- checks of single operations ---

    def each(self, op: o.Each, where: str) -> Iterator[str]:
        """Check that a loop over seats uses the variable `other`; the loop variable counts as written."""
        if op.of in SEATS and op.as_ != "other":
            yield f'{where}.as: expected "other", by which operations mean a seat, got {op.as_!r}'
        self.variables.write(op.as_)

    def table(self, op: o.Table, where: str) -> Iterator[str]:
        """Check that every possible value has exactly one row."""
        yield from self.terms.variable(op.by, f"{where}.by")
        rows = [(row.low, row.high) for row in op.rows]
        for at, (low, high) in enumerate(rows):
            if low > high:
                yield f"{where}.rows[{at}]: expected a row that begins at or below its end, got {low} to {high}"
        if twice := listed(doubled(rows)):
            yield f"{where}.rows: more than one row for {twice}"
        values, most = self.rolls.get(op.by), self.most.get(op.by, 0)
        low, high = (values[0], values[-1]) if values else (min(rows)[0], max(high for _, high in rows))
        if left := listed(missing(rows, low, high)):
            yield f"{where}.rows: no row for {left}, which {op.by!r} can be{self.changed.get(op.by, '')}"
        if values and (needless := listed(beyond(rows, low, most))):
            yield f"{where}.rows: a row for {needless}, which {op.by!r} cannot be"

    def called(self, op: Any, where: str) -> Iterator[str]:
        """Check that the named program is one of the definition or of the turn."""
        name = op.program if isinstance(op, o.Call) else op.do
        yield from self.terms.one_of(name, {*self.definition.blocks, *self.known.programs}, where, "a program")
        of_turn = self.known.book.definitions.get(f"turn.{name}") if name not in self.definition.blocks else None
        if of_turn and of_turn.facts.role and not self.definition.key.startswith(("turn.", "space.")):
            yield f"{where}: {name!r} is a part of the turn that would begin this anew; only the turn and spaces call it"
        self.used.add(name)
        if isinstance(op, o.PromiseOp):
            yield from self.terms.one_of(op.at, ("turn", "move"), f"{where}.at", "turn or move")

    def bodies(self) -> list[str]:
        """The names of the definitions nested in this one: its effects, and the roles of raised or charmed cards."""
        inside = f"{self.definition.key}."
        return [key.removeprefix(inside) for key in self.known.book.definitions if key.startswith(inside)]

    def begin(self, op: o.Begin, where: str) -> Iterator[str]:
        """Check that the effect, its subject and its duration exist, and that only a card shows it."""
        if op.shows and self.definition.key not in self.known.in_decks:
            yield f"{where}.shows: only a card of a deck can lie there and show it"
        yield from self.terms.one_of(op.what, self.bodies(), f"{where}.what", "an effect of this definition")
        on_card = {"card"} if op.with_ else set()
        known = {*SEATS, *on_card, *self.variables}
        yield from self.terms.one_of(op.on, known, f"{where}.on", "seats, a space's variable, or card and its name")
        if isinstance(op.until, Until):
            name, amount = op.until.only
            yield from self.terms.amount(amount, f"{where}.until.{name}")

    def cards(self, op: Any, where: str) -> Iterator[str]:
        """Check a reference to cards: this one, a variable, a list or a name."""
        yield from self.terms.holds(op.card, f"{where}.card", CARD)
        meant = {"this", "gold", *LISTS, *self.variables, *self.known.cards}
        yield from self.terms.one_of(op.card, meant, f"{where}.card", "this, a variable, a list or a card")

    def get(self, op: o.Get, where: str) -> Iterator[str]:
        """Check that the name is a card of the stock or a variable."""
        wares = (*self.known.book.stock_cards, *self.variables)
        yield from self.terms.one_of(op.name, wares, f"{where}.name", "a card of the stock or a variable")

    def place(self, op: o.Place, where: str) -> Iterator[str]:
        """Check the card and the space it is placed on."""
        yield from self.cards(op, where)
        yield from self.terms.one_of(
            op.on, {*self.known.spaces, *self.variables}, f"{where}.on", "a space or a variable"
        )
        yield from self.terms.holds(op.on, f"{where}.on", SPACE)

    def teleport(self, op: o.Teleport, where: str) -> Iterator[str]:
        """Check that the target is a space or a variable holding one."""
        yield from self.terms.one_of(
            op.to, {"here", *self.known.spaces, *self.variables}, f"{where}.to", "a space or a variable"
        )
        yield from self.terms.holds(op.to, f"{where}.to", SPACE)

    def shop(self, op: o.Shop, where: str) -> Iterator[str]:
        """Check that all wares are cards of the stock."""
        for card in op.wares:
            yield from self.terms.one_of(card, self.known.book.stock_cards, f"{where}.wares", "a card of the stock")

    def take(self, op: o.Take, where: str) -> Iterator[str]:
        """Check the card, and the role it is taken in."""
        yield from self.cards(op, where)
        if op.as_:
            yield from self._becomes(op.as_, f"{where}.as")

    def kill(self, op: o.Kill, where: str) -> Iterator[str]:
        """Check that the card is this one, a variable or a name."""
        yield from self.terms.one_of(
            op.what, {"this", *self.variables, *self.known.cards}, f"{where}.what", "this, a variable or a card"
        )

    def roll(self, op: o.RollDice, where: str) -> Iterator[str]:
        """Check that the purpose of the roll has a phrase and the number of dice is in range."""
        yield from self.terms.one_of(op.purpose, said("purposes"), f"{where}.for", "what a roll is for")
        yield from self.terms.dice(op.dice, f"{where}.dice")

    def set(self, op: o.Set, where: str) -> Iterator[str]:
        """Check that the value is an amount, another variable or "any" (a value that is not empty)."""
        if isinstance(op.to, str):
            yield from self.terms.one_of(op.to, {"any", *self.variables}, f"{where}.to", "an amount, a variable or any")
        else:
            yield from self.terms.amount(op.to, f"{where}.to")

    def pick(self, op: o.Pick, where: str) -> Iterator[str]:
        """Check that the question has a phrase."""
        if op.purpose != "pick":
            yield from self.worded("asks", "pick", op.purpose, f"{where}.purpose")

    def plan(self, op: o.Plan, where: str) -> Iterator[str]:
        """Check the variables of a move, and that its steps are within the board's table of ways."""
        if op.fate:
            yield from self.terms.variable(op.fate, f"{where}.fate")
        if op.after:
            yield from self.terms.variable(op.after, f"{where}.after")
        steps = op.steps if isinstance(op.steps, int) else self.most.get(str(op.steps), 0)
        if steps > LONGEST_ROLL:
            yield f"{where}.steps: expected at most {LONGEST_ROLL} steps, got up to {steps}{self.changed.get(str(op.steps), '')}"

    def become(self, op: o.Become, where: str) -> Iterator[str]:
        """Check that the form exists, or is "own", and has a phrase."""
        yield from self.terms.one_of(op.form, {*self.known.forms, "own"}, f"{where}.form", "a form")
        yield from self.worded("operations", "become", op.form, f"{where}.form")

    def attack(self, op: o.Attack, where: str) -> Iterator[str]:
        """Check that the foes are a variable, or creatures with a name and the stat they fight with."""
        if isinstance(op.foes, str):
            yield from self.terms.variable(op.foes, f"{where}.foes")
            yield from self.terms.holds(op.foes, f"{where}.foes", CARD)
            return
        for at, foe in enumerate(op.foes):
            if not has_name("card", foe.name):
                hint = did_you_mean(foe.name, named("creature", "card"))
                yield f"{where}.foes[{at}].name: expected a creature with a name in the catalogues, got {foe.name!r}{hint}"
            stat = "craft" if op.by == "psychic" else "strength"
            if not getattr(foe, stat):
                yield f"{where}.foes[{at}].{stat}: missing, a creature attacks with it"
            yield from self.terms.amount(foe.strength, f"{where}.foes[{at}].strength")
            yield from self.terms.amount(foe.craft, f"{where}.foes[{at}].craft")

    def foe_out(self, op: o.FoeOut, where: str) -> Iterator[str]:
        """Check the foe, and the role of one that is taken along."""
        yield from self.terms.foe(op.foe, f"{where}.foe")
        if op.how == "taken":
            yield from self._becomes(op.as_, f"{where}.as")

    def _becomes(self, as_: str, where: str) -> Iterator[str]:
        if not self.definition.key.startswith("character."):
            yield f"{where}: only a character takes a card as something else"
        yield from self.terms.one_of(as_, self.bodies(), where, "what a card is while it is held")


def _written(op: Any) -> str:
    """The kind of value an operation writes; "" if it may be any."""
    if isinstance(op, o.Pick):
        return next((what for begin, what in LISTED.items() if op.of.startswith(begin)), "")
    return DICE if isinstance(op, o.RollDice) else RESULT_OF_FIGHT if isinstance(op, o.Attack) else ""


def _for_sure(op: Any) -> bool:
    """Whether one of the blocks inside an operation always runs."""
    if isinstance(op, o.If):
        return op.otherwise is not None
    return isinstance(op, o.Table) or (
        isinstance(op, o.Choose) and not op.optional and any(not (x.when or x.cost) for x in op.options)
    )


def _nothing(check: ProgramCheck, op: Any, where: str) -> Iterator[str]:
    return iter(())


def _reads(*fields: str) -> Callable[[ProgramCheck, Any, str], Iterator[str]]:
    return lambda check, op, where: (
        line for field in fields for line in check.terms.variable(getattr(op, field), f"{where}.{field}")
    )


def _may_read(*fields: str) -> Callable[[ProgramCheck, Any, str], Iterator[str]]:
    return lambda walk, op, where: _reads(*(field for field in fields if getattr(op, field)))(walk, op, where)


NAMES: dict[type, Callable[[ProgramCheck, Any, str], Iterator[str]]] = {
    o.Each: ProgramCheck.each,
    o.Table: ProgramCheck.table,
    o.Call: ProgramCheck.called,
    o.PromiseOp: ProgramCheck.called,
    o.Begin: ProgramCheck.begin,
    o.Discard: ProgramCheck.cards,
    o.Drop: ProgramCheck.cards,
    o.Take: ProgramCheck.take,
    o.Token: ProgramCheck.cards,
    o.Place: ProgramCheck.place,
    o.Kill: ProgramCheck.kill,
    o.Teleport: ProgramCheck.teleport,
    o.Shop: ProgramCheck.shop,
    o.Attack: ProgramCheck.attack,
    o.Plan: ProgramCheck.plan,
    o.Pick: ProgramCheck.pick,
    o.Choose: ProgramCheck.choose,
    o.Set: ProgramCheck.set,
    o.RollDice: ProgramCheck.roll,
    o.Get: ProgramCheck.get,
    o.Become: ProgramCheck.become,
    o.End: lambda check, op, where: check.terms.one_of(
        op.what, {"this", *check.known.effects}, f"{where}.what", "an effect"
    ),
    o.Walk: _reads("along"),
    o.Save: _reads("armour", "by"),
    o.LifeGoes: _reads("n", "cause", "cancelled"),
    o.FollowerGoes: _reads("card", "cancelled"),
    o.FoeOut: ProgramCheck.foe_out,
    o.PlaceDrawn: _may_read("after"),
    o.Cross: _reads("into"),
}
"""Maps operations to their own check, besides that of the common fields."""

FOR_OTHERS = (o.Pick, o.Set, o.RollDice, o.Attack)
"""Operations whose variables must be read somewhere: an unread one is a misspelling."""

WRITES = {
    "walk": ("left",), "each": ("as_",), "fill": ("into", "left"),
    "attack": ("result",), "draw": (), "react": ("into",),
}  # fmt: skip
"""Maps operations to the fields that name variables they write; by default `into`, `var` and `result`."""
