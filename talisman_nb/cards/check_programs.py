"""Checks of programs: one operation after the other, tracking the variables written so far, and whether they end.

What comes to no end is found as far as that can be seen when a book is opened. What can't be seen here (a chain of
triggers, a loop that dice nearly always go on with) the engine stops at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.toml_reading import did_you_mean

from . import operations as o
from .check_operations import CHECKS, ProgramContext
from .check_payments import Funds, costs, told_only
from .check_terms import long_moves
from .decode import operations_in
from .definition import Definition
from .engine_needs import OF_THE_TURN, VARIABLES_OF
from .vocabulary import CARD, DICE, FOE, RESULT_OF_FIGHT, SPACE

if TYPE_CHECKING:
    from .known_names import CheckableBook, KnownNames

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

# --- programs that come to no end ---

GOES_ON = (
    o.Gain, o.Heal, o.Align, o.Set, o.Nothing, o.RollDice, o.Pick, o.GainSpell, o.Get, o.Look, o.SetMoment,
    o.Discard, o.Drop,
)  # fmt: skip
"""Operations that never keep a card from leading on; anything else may end the turn, or kill."""
Decks = frozenset[str]
"""Decks one of which is drawn from next."""


def check_endless(book: CheckableBook) -> Iterator[str]:
    """A message for each program of the turn that calls itself, by others too, and for each deck without an end."""
    yield from _circles(book)
    yield from _decks(book)


def _circles(book: CheckableBook) -> Iterator[str]:
    """Programs of the turn that begin themselves again, at once or by the calls of others."""
    calls = {
        key: {f"turn.{op.program}" for ops in d.blocks.values() for op in operations_in(ops) if isinstance(op, o.Call)}
        for key, d in book.definitions.items()
        if key.startswith("turn.")
    }
    for key in calls:
        if (chain := _way_back(calls, key)) and min(chain) == key:
            told = " calls ".join(repr(each.removeprefix("turn.")) for each in (*chain, key))
            yield f"{book.definitions[key].at('do')}: it comes to no end: {told}"


def _way_back(calls: dict[str, set[str]], key: str) -> tuple[str, ...]:
    """A chain of calls from a program back to itself; () if there is none."""
    frontier: list[tuple[str, ...]] = [(key,)]
    seen = {key}
    while frontier:
        chain = frontier.pop(0)
        for called in sorted(calls.get(chain[-1], ())):
            if called == key:
                return chain
            if called not in seen:
                seen.add(called)
                frontier.append((*chain, called))
    return ()


def _decks(book: CheckableBook) -> Iterator[str]:
    """Decks of Events each of which leads to another card of such a deck, whatever is thrown and chosen."""
    found = {deck: [book.definitions[card] for card in book.deck_cards[deck]] for deck in book.decks}
    cards = {deck: [d for d in ds if d.facts.copies] for deck, ds in found.items() if not book.unknown_cards[deck]}
    leads = {d.key: _leads(book, d) for ds in cards.values() for d in ds}
    endless = {deck for deck, ds in cards.items() if ds}
    while True:
        left = {deck for deck in endless if all(_stays_in(leads[d.key], endless) for d in cards[deck])}
        if left == endless:
            break
        endless = left
    for deck in sorted(endless):
        names = ", ".join(d.key for d in cards[deck][:4])
        yield (
            f"{book.decks_written[deck].file}: [{deck}]: it comes to no end: each of its cards ({names}) leads to "
            "the next one, whatever is thrown or chosen; add a card that leads nowhere, or leave out `meet` or `draw`"
        )


def _stays_in(decks: Decks | None, endless: set[str]) -> bool:
    return decks is not None and decks <= endless


def _leads(book: CheckableBook, d: Definition) -> Decks | None:
    """The decks one of which is surely drawn from once an Event is met; None if it may lead nowhere."""
    if d.facts.type != "event" or d.facts.stays:
        return None
    return _of(book, d, d.blocks.get("met", ()), ())


def _of(book: CheckableBook, d: Definition, do: Any, within: tuple[str, ...]) -> Decks | None:
    """The same of a block, given by name or as a list."""
    if isinstance(do, str):
        return None if do in within else _of(book, d, d.blocks.get(do, ()), (*within, do))
    if not do:
        return None
    first, rest = do[0], do[1:]
    if isinstance(first, o.Teleport) and first.meet and first.who == "you":
        return _drawn_at(book, first.to)
    if isinstance(first, o.Draw) and first.to == "space" and first.deck in book.decks:
        return frozenset((first.deck,))
    ways = _ways(first)
    if not ways and not isinstance(first, GOES_ON):
        return None
    then = _of(book, d, rest, within)
    found = [_of(book, d, way, within) or then for way in ways] or [then]
    return None if None in found else frozenset().union(*(each for each in found if each is not None))


def _ways(op: o.Operation) -> list[Any]:
    """The blocks one of which an operation runs; an empty one stands for none of them."""
    if isinstance(op, o.If):
        return [op.do, op.otherwise or ()]
    if isinstance(op, o.Choose):
        return [*(option.do for option in op.options), *([()] if op.optional else [])]
    return [row.do for row in op.rows] if isinstance(op, o.TableOp) else []


def _drawn_at(book: CheckableBook, space: str) -> Decks | None:
    if space not in book.board.spaces or not book.board.space(space).draw:
        return None
    return frozenset((book.deck_at(space),))
