"""Static checks of a book: every name means something, tables are whole, variables are written before they are read.

What can't be seen in one file is looked at here, before a game is begun; `check_book` returns sentences for whoever
wrote the card.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from . import operations as o
from .decode import did_you_mean
from .definition import PARTS, Definition
from .modifiers import Add, Dice, DiePlus, Immune, Modifier
from .operations import Operation
from .terms import Terms
from .words import ACTS, CARDS, EVENTS, MOMENTS, TYPES

ALIGNMENTS = ("good", "neutral", "evil")
ENGINE_CALLS = frozenset({"do"})
ENGINE_GIVES = {
    "turn.life_loss.do": ("n", "cause", "cancelled"),
    "turn.follower_dies.do": ("card", "cancelled"),
    "turn.another_card.do": ("before",),
}
"""Variables the engine begins a program with."""

STAYS = ("", "until_killed", "game", "first_visit")
TOTALS = ("strength", "craft", "creature_roll")
BLANKS = ("abilities", "figures", "magic")
REPLACED = ("trophy",)
LIMITS = ("objects", "weapons", "armour")


class Checked(Protocol):
    """What is read of a book."""

    definitions: dict[str, Definition]
    board: Any
    table: Mapping[str, Any]

    @property
    def given(self) -> dict[str, tuple[str, ...]]: ...
    @property
    def stock_cards(self) -> tuple[str, ...]: ...
    @property
    def deck_cards(self) -> dict[str, tuple[str, ...]]: ...


def check_book(book: Checked) -> list[str]:
    """Everything wrong with the definitions of a book, each with file, card and path; [] when all is well.

    >>> from talisman_nb.rules.book import open_book
    >>> check_book(open_book())
    []
    """
    known = Known(book)
    found = [line for definition in book.definitions.values() if not definition.facts.twin for line in _definition(known, definition)]
    return list(dict.fromkeys(found))


@cache
def rule_ids() -> frozenset[str]:
    """The ids of the rule index, read as data: cards stand below rules."""
    folder = files("talisman_nb") / "rules" / "index"
    texts = (file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".toml"))
    return frozenset(key for text in texts for key in tomllib.loads(text))


class Known:
    """The names a card may use."""

    book: Checked
    forms: frozenset[str]

    def __init__(self, book: Checked) -> None:
        self.book = book
        self.rules = rule_ids()
        board = book.board
        self.spaces = frozenset(board.spaces)
        self.kinds = self.spaces | {board.kind(space) for space in board.spaces}
        self.regions = frozenset(board.region(space) for space in board.spaces)
        self.cards = frozenset(card for cards in book.deck_cards.values() for card in cards) | frozenset(book.stock_cards)
        self.characters = frozenset(key.partition(".")[2] for key in book.definitions if key.startswith("character."))
        self.forms = frozenset(key.partition(".")[2] for key in book.definitions if key.startswith("form."))
        self.programs = frozenset(key.removeprefix("turn.") for key in book.definitions if key.startswith("turn."))
        self.effects = frozenset(key.rpartition(".")[2] for key, d in book.definitions.items() if d.mods)
        every = [op for d in book.definitions.values() for op in operations(d)]
        self.purposes = frozenset(op.purpose for op in every if isinstance(op, o.RollDice)) | {"attack"}
        self.causes = frozenset(op.cause for op in every if isinstance(op, o.Lose)) | {"spoils"}
        self.modifiers = [mod for d in book.definitions.values() for mod in (*d.held, *d.here, *d.mods)]
        self.immunities = frozenset(to for mod in self.modifiers if isinstance(mod, Immune) for to in mod.to)

    def faces(self, op: o.RollDice) -> range:
        """Every value a roll can have, with what modifiers make of its dice and add to it."""
        base = op.dice if isinstance(op.dice, int) else self.book.table.get(op.dice["rule"], 1) if isinstance(op.dice, dict) else 1
        dice = [base] + [mod.n for mod in self.modifiers if isinstance(mod, Dice) and mod.purpose == op.purpose]
        plus = [mod.n for mod in self.modifiers if isinstance(mod, DiePlus) and mod.purpose == op.purpose] if op.plus else []
        return range(min(dice), 6 * max(dice) + max(plus, default=0) + 1)


def operations(definition: Definition) -> Iterator[Operation]:
    """Every operation of a definition, nested ones included."""
    for block in definition.blocks.values():
        yield from _nested(block)
    for mod in (*definition.held, *definition.here, *definition.mods):
        yield from _nested(getattr(mod, "do", None))


def _nested(block: Any) -> Iterator[Operation]:
    for op in block if isinstance(block, (list, tuple)) else ():
        yield op
        yield from _nested(getattr(op, "do", None))
        yield from _nested(getattr(op, "otherwise", None))
        for part in (*getattr(op, "options", ()), *getattr(op, "rows", ())):
            yield from _nested(part.do)


# --- one definition ---


def _definition(known: Known, d: Definition) -> Iterator[str]:
    where = f"{d.file}: [{d.key}]"
    yield from _facts(known, d, where)
    used: set[str] = set()
    for part, mod in _modifiers(d):
        yield from _modifier(known, d, mod, f"{where} {part}", used)
    for name in _roots(d):
        yield from walked(known, d, name, d.blocks[name], f"{where} {name}", used)
        used.add(name)
    for name in d.blocks.keys() - used:
        yield f"{where} {name}: nobody uses this block{did_you_mean(name, (*PARTS, *used))}"


def _modifiers(d: Definition) -> Iterator[tuple[str, Modifier]]:
    for name in ("held", "here", "mods"):
        for at, mod in enumerate(getattr(d, name)):
            yield f"{name}[{at}]", mod


def _roots(d: Definition) -> list[str]:
    """The blocks that are begun as programs of their own: by the engine, by `call` or by a promise."""
    called = {op.program for op in operations(d) if isinstance(op, o.Call)} | {op.do for op in operations(d) if isinstance(op, o.PromiseOp)}
    parts = {*PARTS, *called} | (ENGINE_CALLS if d.key.startswith("turn.") else set())
    return [name for name in d.blocks if name in parts]


def walked(known: Known, d: Definition, name: str, block: Any, where: str, used: set[str]) -> list[str]:
    """What is wrong with one program, the blocks laid into it included."""
    from .walk import Walk

    given = known.book.given
    variables = (*given.get(f"{d.key}.{name}", given.get(d.key, ())), *ENGINE_GIVES.get(f"{d.key}.{name}", ()))
    walk = Walk(known, d, variables, used)
    walk.block(block, where)
    return walk.found


def one_of(value: str, names: Iterable[str], where: str, what: str) -> Iterator[str]:
    """A sentence when the value is none of the names."""
    known = list(names)
    if value not in known:
        yield f"{where}: expected {what}, got {value!r}{did_you_mean(value, known)}"


def _facts(known: Known, d: Definition, where: str) -> Iterator[str]:
    facts = d.facts
    if facts.type:
        yield from one_of(facts.type, TYPES, f"{where} type", "a type of card")
    for moment in facts.at:
        yield from one_of(moment, MOMENTS, f"{where} at", "a moment")
    if facts.target:
        yield from one_of(facts.target, CARDS, f"{where} target", "a list")
    if facts.start:
        yield from one_of(facts.start, known.kinds, f"{where} start", "a space")
    for alignment in (*facts.have_only, *facts.have_not, *([facts.alignment] if facts.alignment else ())):
        yield from one_of(alignment, ALIGNMENTS, where, "an alignment")
    yield from one_of(facts.stays, STAYS, f"{where} stays", "how long it stays")
    yield from one_of(facts.take, ("may", "must"), f"{where} take", "may or must")
    if facts.type == "spell" and ("cast" not in d.blocks or not facts.at):
        yield f"{where}: a Spell needs `at` and a `cast` block"
    yield from _cited(known, facts.cites, where)
    if facts.when:
        yield from Terms(known, ("target",)).condition(facts.when, f"{where} when")


def _cited(known: Known, cites: Iterable[str], where: str) -> Iterator[str]:
    for rule in cites:
        yield from one_of(rule, known.rules, f"{where} cites", "a rule")


# --- modifiers ---


def _modifier(known: Known, d: Definition, mod: Modifier, where: str, used: set[str]) -> Iterator[str]:
    variables = known.book.given.get(d.key, ())
    terms = Terms(known, variables)
    yield from _cited(known, mod.cites, where)
    if mod.when is not None:
        yield from terms.condition(mod.when, f"{where}.when")
    for field, names, what in _named(known, mod):
        for value in (field,) if isinstance(field, str) else field:
            yield from one_of(value, names, where, what)
    if isinstance(mod, Add):
        yield from terms.amount(mod.n, f"{where}.n")
    cost = getattr(mod, "cost", None)
    if cost:
        yield from terms.cost(cost, f"{where}.cost")
    do = getattr(mod, "do", None)
    if isinstance(do, str) and do not in d.blocks:
        yield f"{where}.do: no block {do!r}{did_you_mean(do, d.blocks)}"
    elif do is not None:
        name = do if isinstance(do, str) else where.rpartition(" ")[2]
        used.add(name)
        yield from walked(known, d, name, d.blocks[do] if isinstance(do, str) else do, f"{where}.do", used)


def _named(known: Known, mod: Modifier) -> Iterator[tuple[str | tuple[str, ...], Iterable[str], str]]:
    """The fields of a modifier that are names: the value, what it may be, how that is called."""
    topic = str(mod.__struct_config__.tag)
    value: Any = mod
    if topic == "add":
        yield value.to, TOTALS, "a total"
    elif topic == "set_to":
        yield value.what, TOTALS, "a total"
    elif topic == "blank":
        yield value.what, BLANKS, "what is put out of use"
    elif topic in ("dice", "die_plus"):
        yield value.purpose, known.purposes, "what some roll is for"
    elif topic == "limit":
        yield value.of, LIMITS, "a limit"
    elif topic == "price":
        yield value.of, ("shop",), "what has a price"
    elif topic in ("may", "cannot"):
        yield value.act, ACTS, "an act"
    elif topic == "unattacked_by":
        yield value.types, TYPES, "a type of card"
    elif topic == "replace":
        yield value.what, REPLACED, "what can be replaced"
    elif topic == "on":
        yield value.event, EVENTS, "an event"
    elif topic == "action":
        yield value.at, MOMENTS, "a moment"
        yield value.act, ("", *ACTS), "an act"
        yield value.needs, ("", *CARDS), "a list"
