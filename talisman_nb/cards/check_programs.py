"""Checks of programs: one operation after the other, tracking the variables written so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.toml_reading import did_you_mean

from . import operations as o
from .check_operations import CHECKS, ProgramContext
from .check_payments import Funds, costs, told_only
from .check_terms import long_moves
from .definition import Definition
from .engine_needs import OF_THE_TURN, VARIABLES_OF
from .vocabulary import CARD, DICE, FOE, RESULT_OF_FIGHT, SPACE

if TYPE_CHECKING:
    from .known_names import KnownNames

FOES = "foes"
ABOUT_A_FIGHT = (o.FoeOut, o.Ambush, o.FightBy, o.WinFight)
LISTED = {FOES: FOE, "spaces.": SPACE, "your.": CARD, "trophies.": CARD, "stock": CARD, "armour": CARD}
"""Maps prefixes of list names to the kind of thing picked from them; other lists hold several kinds."""
IN_ALL_LANGUAGES = 'expected a phrase "{}" in text/phrases/*/operations.toml that says what it does, in each language'
OF_A_FIGHT = "it belongs in an action at before_fight or fight, in a Spell of such a moment or on fight_begins"


class ProgramCheck(ProgramContext):
    """Check of one program with its inlined blocks; collects the messages in `found`.

    `fight`: whether it may run during a fight; `funds`: what may be paid as it begins.
    """

    def __init__(
        self, known: KnownNames, definition: Definition, given: Iterable[str], used: set[str], name: str, fight: bool,
        funds: Funds,
    ) -> None:  # fmt: skip
        super().__init__(known, definition, given, used)
        self.fight, self.inside, self.funds = fight, [name], funds
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
                f"{where}.op: {tag!r} is a step of the turn, none of a card, character or space; see programs/*.toml"
            )
        if not self.fight and (isinstance(op, ABOUT_A_FIGHT) or (isinstance(op, o.Pick) and op.of.startswith(FOES))):
            self.found.append(f"{where}.op: {tag!r} is about a fight, and none goes on when this is run; {OF_A_FIGHT}")
        if tag not in self.known.operations:
            self.found.append(f"{where}.op: {tag!r} has no words, {IN_ALL_LANGUAGES.format(tag)}")
        self.say(self._common(op, where))
        self.say(self.terms.names_in(op, where))
        self.say(told_only(op, where))
        if isinstance(op, o.Pay):
            self.say(self.funds.pay(op, where))
        if own := CHECKS.get(type(op)):
            self.say(own(self, op, where))
        writes = WRITES.get(tag, ("into", "var", "result"))
        texts = {
            field: value for field in op.__struct_fields__ if isinstance(value := getattr(op, field), str) and value
        }
        self.variables.read(
            *(value for field, value in texts.items() if field not in writes), *VARIABLES_OF.get(type(op), ())
        )
        for field in writes:
            if field in texts:
                key = op.__struct_encode_fields__[op.__struct_fields__.index(field)]  # as its author writes it
                place = f"{where}.{key}" if isinstance(op, FOR_OTHERS) and texts[field] != "other" else ""
                self.variables.write(texts[field], place, _written_kind(op))
        if isinstance(op, o.Cross):
            self.variables.write("came_from")
        if isinstance(op, o.RollDice):
            key = self.definition.key
            self.rolls[op.into], self.changed[op.into] = self.known.roll_values(op, key), self.known.changed_by(op, key)
            plain = 6 * op.dice if isinstance(op.dice, int) else 0
            self.most[op.into] = max(self.rolls[op.into].stop - 1, plain + op.plus)
            self.say(long_moves(self.known, self.most[op.into] if op.purpose == "move" else 0, f"{where}.dice"))
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
                and not (isinstance(op, (o.Lose, o.PlaceCard)) and amount == "all")
                and not isinstance(op, (o.LifeGoes, o.Each))
            ):
                yield from self.terms.amount(amount, f"{where}.{field}")
        when = getattr(op, "when", None)
        if when is not None:
            yield from self.terms.condition(when, f"{where}.when")
        for name in getattr(op, "with_", ()):
            yield from self.variables.unwritten(name, f"{where}.with")
        cause = getattr(op, "cause", None)
        if isinstance(op, o.Lose):
            yield from self.terms.one_of(cause, self.known.causes, f"{where}.cause", "what takes lives")

    def _inside(self, op: Any, where: str) -> None:
        if isinstance(op, o.PromiseOp):
            return
        when, who = getattr(op, "when", None), getattr(op, "who", "you")
        blocks = []
        if getattr(op, "do", None) is not None:
            again = isinstance(op, (o.Each, o.Repeat))  # paid each time round: what is there must be looked at anew
            blocks.append((f"{where}.do", getattr(op, "do", None), self.funds.inside(when=when, again=again)))
        if isinstance(op, o.If) and op.otherwise is not None:
            blocks.append((f"{where}.else", op.otherwise, self.funds.otherwise(op.when)))
        for at, option in enumerate(getattr(op, "options", ())):
            self._option(option, f"{where}.options[{at}]")
            funds = self.funds.inside(option.cost, option.when, who)
            blocks.append((f"{where}.options[{at}].do", option.do, funds))
        for at, row in enumerate(getattr(op, "rows", ())):
            blocks.append((f"{where}.rows[{at}].do", row.do, self.funds.inside()))
        if blocks:
            self._ways(blocks, for_sure=_for_sure(op))

    def _ways(self, blocks: list[tuple[str, Any, Funds]], for_sure: bool) -> None:
        """Check alternative blocks; afterwards only variables that every one of them writes count as written.

        `for_sure`: one of them always runs; otherwise none may.
        """
        before, funds = set(self.variables.written), self.funds
        ends = [] if for_sure else [before]
        for where, block, self.funds in blocks:
            self.variables.branch(before)
            self.block(block, where)
            if not self.variables.ended:
                ends.append(self.variables.written)
        self.funds = funds
        self.variables.join(ends, before)

    def _option(self, option: o.ChooseOption, where: str) -> None:
        if option.when is not None:
            self.say(self.terms.condition(option.when, f"{where}.when"))
        if option.cost:
            self.say(self.terms.cost(option.cost, f"{where}.cost"))
            self.say(costs(self.definition, option.cost, option.do, where))
        for rule in option.cites:
            self.say(self.terms.one_of(rule, self.known.rules, f"{where} cites", "a rule"))


def _written_kind(op: Any) -> str:
    """The kind of value an operation writes; "" if it may be any."""
    if isinstance(op, o.Pick):
        return next((what for begin, what in LISTED.items() if op.of.startswith(begin)), "")
    if isinstance(op, o.Ahead):
        return SPACE
    return DICE if isinstance(op, o.RollDice) else RESULT_OF_FIGHT if isinstance(op, o.Attack) else ""


def _for_sure(op: Any) -> bool:
    """Whether one of the blocks inside an operation always runs."""
    if isinstance(op, o.If):
        return op.otherwise is not None
    return isinstance(op, o.TableOp) or (
        isinstance(op, o.Choose) and not op.optional and any(not (x.when or x.cost) for x in op.options)
    )


FOR_OTHERS = (o.Pick, o.Set, o.RollDice, o.Attack)
"""Operations whose variables must be read somewhere: an unread one is a misspelling."""

WRITES = {
    "walk": ("left",), "each": ("as_",), "fill": ("into", "left"),
    "attack": ("result",), "draw": ("into",), "react": ("into",),
    "board_text": ("into", "new"),
}  # fmt: skip
"""Maps operations to the fields that name variables they write; by default `into`, `var` and `result`."""
