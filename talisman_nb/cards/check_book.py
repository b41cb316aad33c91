"""Static checks of a book: names exist, tables cover every result, variables are written before they are read.

These are the checks that need the whole book; mistakes within one table are found by `decode`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any

from talisman_nb.board.toml_reading import did_you_mean, wrong_at
from talisman_nb.model.bounds import BLOCKS_DEEP, LAID_OUT, LONGEST_RUN, LOOP_ITEMS, PROBLEMS

from . import operations as o
from .check_payments import Funds, costs
from .check_programs import ProgramCheck, check_endless
from .check_terms import SEATS, Terms, Variables, check_decks, lasting_word
from .completeness import check_definition
from .decode import FACTS, CardError, operations_of
from .definition import PARTS, Definition
from .engine_needs import BEGIN, ENGINE_BEGINS, missing_parts
from .known_names import CheckableBook, KnownNames, one_of
from .modifiers import (
    Action,
    Add,
    FightsWith,
    Grant,
    Limit,
    Modifier,
    On,
    RollValue,
)
from .terms import AmountOf, Term
from .text_keys import TextKeys
from .vocabulary import NO_FIGHT, NO_FIGHT_EVENTS, CombatStat, names


def too_large(definition: Definition) -> Iterator[str]:
    """A message for the first block that would become too long or too deep, run too long, or call itself."""
    laid_out, run = _Sizes(definition, loops=False), _Sizes(definition, loops=True)
    roots = [(definition.at(name), name) for name in definition.blocks]
    mods = (*definition.held, *definition.here, *definition.mods)
    roots += [
        (f"{definition.file}: [{definition.table or definition.key}]", do)
        for mod in mods
        if (do := getattr(mod, "do", None))
    ]
    for where, block in roots:
        if laid_out.of(block, 0) > LAID_OUT:
            expected = f"at most {LAID_OUT} operations, {BLOCKS_DEEP} blocks deep, those it names and calls included"
            yield wrong_at(where, "long", "expected {expected}", expected=expected)
            return
        if run.of(block, 0) > LONGEST_RUN:
            said = "expected loops within loops that run at most {most} operations"
            yield wrong_at(where, "loops", said, most=f"{LONGEST_RUN:,}")
            return
        if laid_out.endless:
            said = "the block {block} calls itself; use `repeat` with `at_most`"
            yield wrong_at(where, "itself", said, block=repr(laid_out.endless))
            return


class _Sizes:
    """Counts the operations of blocks, including the blocks they name and call; the count of each block is cached.

    `loops`: what a loop repeats counts as often as it is run at most. `endless`: a block that calls itself, or "".
    """

    def __init__(self, definition: Definition, loops: bool) -> None:
        self.definition, self.loops = definition, loops
        self.known: dict[str, int] = {}
        self.open: list[str] = []  # the blocks that are being counted
        self.endless = ""

    def of(self, block: Any, deep: int) -> int:
        """The size of a block, given as a list or by its name; `LONGEST_RUN` + 1 if it is nested too deep."""
        if deep > BLOCKS_DEEP:
            return LONGEST_RUN + 1
        if not isinstance(block, str):
            return sum(self._operation(op, deep) for op in block or ())
        if block not in self.known:
            self.known[block] = 0  # stops the recursion; `check_programs` reports a block laid into itself
            self.open.append(block)
            self.known[block] = self.of(self.definition.blocks.get(block, ()), deep + 1)
            self.open.pop()
        return self.known[block]

    def _operation(self, op: o.Operation, deep: int) -> int:
        parts = (*getattr(op, "options", ()), *getattr(op, "rows", ()))
        blocks = [getattr(op, "do", None), getattr(op, "otherwise", None), *(part.do for part in parts)]
        size = 1 + sum(self.of(block, deep) for block in blocks) * self._times(op)
        if not isinstance(op, o.Call):
            return size
        if op.program in self.open:
            self.endless = op.program
        return size + self.of(op.program, deep)

    def _times(self, op: o.Operation) -> int:
        """How often a loop runs at most; 1 for what is no loop, or where loops don't count."""
        if not self.loops:
            return 1
        return op.at_most if isinstance(op, o.Repeat) else LOOP_ITEMS if isinstance(op, o.Each) else 1


ENGINE_CALLS = frozenset({"do"})
"""Names of blocks of the turn's programs that are compiled to programs."""
ENGINE_GIVES = {
    "turn.life_loss.do": ("n", "cause", "cancelled"),
    "turn.follower_dies.do": ("card", "cancelled"),
    "turn.another_card.do": ("before",),
    "turn.draw_by_hand.do": ("deck",),
    "turn.draw_and_meet.do": ("deck", "met"),
    "turn.plunder.do": ("loot", "lay"),
    "turn.part_of_gold.do": ("most",),
    "turn.part_of_loot.do": ("most",),
}
"""Maps programs of the turn to the variables the engine sets as it pushes them."""

FIXED = names(CombatStat)
"""Stats whose printed value an `add` modifier may use."""
ADDED = ("rule", "printed", "value", "stat", "missing", "highest", "count", "plus", "minus")
"""Kinds of amounts a modifier may use."""
TOTALS_ADDED = {"strength": ("craft",), "craft": ()}
"""Totals an `add` modifier to a total may use: in one direction only, so that no total depends on itself."""


def check_book(book: CheckableBook, texts: TextKeys) -> list[str]:
    """The mistakes in the definitions of a book, at most `PROBLEMS`, each with file, card and path; [] for none.

    `texts`: the keys of everything that has a name, a phrase or a rule.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.cards.text_keys import text_keys
    >>> check_book(open_book(), text_keys())
    []
    """
    known = KnownNames(book, texts)
    lines = (line for d in book.definitions.values() for line in _mistakes(known.of(d), d))
    found = list(dict.fromkeys(islice(chain(check_decks(known), lines), PROBLEMS)))
    return found or _compile_mistakes(book) or list(islice(check_endless(book), PROBLEMS))


def _mistakes(known: KnownNames, d: Definition) -> Iterator[str]:
    """The mistakes in a definition; of a program of one's own also that nothing begins or calls it.

    In a layer below such a program does no harm: a layer over it may call it, or may call it no more.
    """
    yield from check_definition(known, d)
    name = d.key.removeprefix("turn.")
    begun = f"{d.key}.do" in ENGINE_BEGINS or d.key.startswith(BEGIN)
    if d.key.startswith("turn.") and not begun and name not in known.called:
        if not known.book.on_top(d.key):
            return
        programs = [key.removeprefix("turn.") for key in known.book.definitions if key.startswith("turn.")]
        near = did_you_mean(name, [each for each in programs if each != name])
        yield f"{d.at('do')}: nothing begins or calls this program{near}"
    yield from _definition(known, d)


def _compile_mistakes(book: CheckableBook) -> list[str]:
    """The mistakes that only compiling the programs reveals."""
    try:
        return list(missing_parts(book, _roots))
    except CardError as wrong:
        return [str(wrong)]


# --- one definition ---


def _definition(known: KnownNames, d: Definition) -> Iterator[str]:
    """The mistakes in one definition: its facts, size, modifiers, programs and unused blocks."""
    if d.facts.twin:  # its original is checked
        return
    yield from _facts(known, d)
    large = list(too_large(d))
    if large:  # checking its programs could take too long
        yield from large
        return
    used: set[str] = set()
    for part, mod in _modifiers(d):
        yield from _modifier(known, d, mod, part, used)
    for name in _roots(d):
        own = name in PARTS and name != "lost"
        fight = d.key.startswith("turn.") or not own or (name == "cast" and not NO_FIGHT.issuperset(d.facts.at))
        yield from program_mistakes(known, d, name, d.blocks[name], d.at(name), used, fight)
        used.add(name)
    for op in operations_of(d):
        if isinstance(op, (o.Begin, o.PromiseOp)) and op.word:
            on_seat = isinstance(op, o.PromiseOp) or op.on in SEATS
            yield from lasting_word(
                op.word, known.cards | known.characters | known.spaces_and_kinds if on_seat else (), d.at("word")
            )
    for name in d.blocks.keys() - used:
        hint = did_you_mean(name, (*PARTS, *FACTS, *used))
        yield wrong_at(d.at(name), "unused", "nobody uses this block{hint}", hint=hint)


def _modifiers(d: Definition) -> Iterator[tuple[str, Modifier]]:
    for name in ("held", "here", "mods"):
        for at, mod in enumerate(getattr(d, name)):
            yield f"{name}[{at}]", mod


def _roots(d: Definition) -> list[str]:
    """The names of the blocks that are compiled to programs: those the engine begins, `call`s or promises name."""
    called = {op.program for op in operations_of(d) if isinstance(op, o.Call)} | {
        op.do for op in operations_of(d) if isinstance(op, o.PromiseOp)
    }
    parts = {*PARTS, *called} | (ENGINE_CALLS if d.key.startswith("turn.") else set())
    return [name for name in d.blocks if name in parts]


def program_mistakes(
    known: KnownNames, d: Definition, name: str, block: Any, where: str, used: set[str], fight: bool,
    funds: Funds | None = None,
) -> list[str]:  # fmt: skip
    """The mistakes in one program and its inlined blocks; `fight`: whether it may run during a fight.

    `funds`: what may be paid as it begins. `where` is the place for messages; the names of inlined
    blocks are added to `used`.
    """
    given = known.book.given
    variables = (*given.get(f"{d.key}.{name}", given.get(d.key, ())), *ENGINE_GIVES.get(f"{d.key}.{name}", ()))
    if name == "cast" and not d.facts.target:  # the variable exists, but is always empty
        variables = tuple(variable for variable in variables if variable != "target")
    return ProgramCheck(known, d, variables, used, name, fight, funds or Funds()).program(block, where)


def _facts(known: KnownNames, d: Definition) -> Iterator[str]:
    facts = d.facts
    if facts.start:
        yield from one_of(facts.start, known.spaces_and_kinds, d.at("start"), "a space")
    if facts.needs:
        yield from known.one_of(facts.needs, known.card_names, d.at("needs"), "a card")
    if facts.within:
        yield from one_of(facts.within, tuple(known.book.board.regions), d.at("within"), "a region")
    if facts.counts_as:
        yield from one_of(facts.counts_as, known.forms, d.at("counts_as"), "a form")
    yield from _check_citations(known, facts.cites, d.at("cites"))
    if facts.when:
        yield from Terms(known, Variables(("target",))).condition(facts.when, d.at("when"))


def _check_citations(known: KnownNames, cites: Iterable[str], where: str) -> Iterator[str]:
    for rule in cites:
        yield from one_of(rule, known.rules, where, "a rule")


# --- modifiers ---


def _modifier(known: KnownNames, d: Definition, mod: Modifier, part: str, used: set[str]) -> Iterator[str]:
    """The mistakes in one modifier and its program; `part` is its place, such as "held[0]"."""
    where = d.at(part.partition("[")[0]) + part[part.index("[") :]
    terms = Terms(known, Variables(known.book.given.get(d.key, ())))
    yield from _check_citations(known, mod.cites, f"{where} cites")
    if mod.when is not None:
        yield from terms.condition(mod.when, f"{where}.when")
    yield from terms.names_in(mod, where, by_key=False)
    if isinstance(mod, Limit) and mod.only:
        words = known.book.keywords if mod.of == "objects" else ()
        for word in mod.only:
            yield from known.one_of(word, words, where, "a keyword of Objects")
    if isinstance(mod, Grant):
        meant = {"goods", "objects", "followers", *known.book.given.get(d.key, ())}
        yield from one_of(mod.to, meant, f"{where}.to", "goods, objects, followers or a variable the effect remembers")
    if isinstance(mod, Action) and not mod.name:
        uses = [word.rpartition(".")[2] for word in known.texts.phrases("options") if word.startswith("use.")]
        yield from known.one_of(mod.key, uses, where, "a use that has words")
    if isinstance(mod, (Add, FightsWith, RollValue)):
        yield from _check_added_amount(terms, mod.n, f"{where}.n", TOTALS_ADDED.get(mod.about, FIXED))
    cost = getattr(mod, "cost", None)
    if cost is not None:
        yield from terms.cost(cost, f"{where}.cost")
        yield from costs(d, cost, getattr(mod, "do", None), where)
    do = getattr(mod, "do", None)
    if isinstance(do, str) and do not in d.blocks:
        hint = did_you_mean(do, d.blocks)
        yield wrong_at(f"{where}.do", "no-block", "no block {name}{hint}", name=repr(do), hint=hint)
    elif do is not None:
        name = do if isinstance(do, str) else part
        used.add(name)
        block = d.blocks[do] if isinstance(do, str) else do
        yield from program_mistakes(known, d, name, block, f"{where}.do", used, _in_fight(mod), Funds(cost, mod.when))


def _in_fight(mod: Modifier) -> bool:
    """Whether the program of a modifier may run during a fight."""
    if isinstance(mod, Action):
        return not NO_FIGHT.issuperset(mod.at)
    return not (isinstance(mod, On) and mod.event in NO_FIGHT_EVENTS)


def _check_added_amount(terms: Terms, n: Term, where: str, totals: tuple[str, ...]) -> Iterator[str]:
    """Check an amount of a modifier; `totals` are those that it may depend on."""
    if isinstance(n, AmountOf):
        name, value = n.only
        yield from one_of(name, ADDED, where, "a figure it does not change")
        if name in ("plus", "minus"):
            for at, part in enumerate(value):
                yield from _check_added_amount(terms, part, f"{where}.{name}[{at}]", totals)
        if name in ("printed", "value"):
            yield from one_of(value, FIXED, f"{where}.{name}", "strength or craft")
        if name in ("stat", "highest"):
            yield from one_of(value, totals, f"{where}.{name}", "a figure it does not change")
    yield from terms.amount(n, where)
