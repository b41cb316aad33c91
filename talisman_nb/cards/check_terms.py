"""Checks of conditions, costs and amounts: their names exist in the book, their variables were written before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.toml_reading import shown

from .known_names import one_of
from .terms import AmountOf, ConditionTable, CostTable, Term
from .vocabulary import ANSWERS, ACardType, names

if TYPE_CHECKING:
    from .check_variables import Variables
    from .known_names import KnownNames

FOE, SPACE, CARD, DICE, RESULT_OF_FIGHT = "a foe of a fight", "a space", "a card", "dice", "the result of a fight"
"""Kinds of values of variables that the checks can tell apart."""


class Terms:
    """Checks for the terms of one program; `variables` are those written so far."""

    def __init__(self, known: KnownNames, variables: Variables) -> None:
        self.known, self.variables = known, variables

    def one_of(self, value: Any, known: Iterable[object], where: str, what: str) -> Iterator[str]:
        """A message if the value is none of the names."""
        return one_of(value, known, where, what)

    def holds(self, name: Any, where: str, what: str) -> Iterator[str]:
        """A message if a variable holds another kind of value than `what`; a value of unknown kind is accepted."""
        held = self.variables.holds.get(name, {""}) if isinstance(name, str) else {""}
        if held.isdisjoint(("", what)):
            yield f"{where}: expected {what}, and the variable {shown(name)} holds {' or '.join(sorted(held))}"

    def foe(self, name: Any, where: str) -> Iterator[str]:
        """A message if a variable does not name a foe."""
        yield from self.variables.unwritten(name, where)
        yield from self.holds(name, where, FOE)

    # --- amounts ---

    def amount(self, term: Term, where: str) -> Iterator[str]:
        """Check an amount: a number, a variable or an `AmountOf`."""
        if isinstance(term, str):
            yield from self.variables.unwritten(term, where)
        elif isinstance(term, AmountOf):
            name, value = term.only
            if name in AMOUNTS:
                yield from AMOUNTS[name](self, value, f"{where}.{name}")

    def dice(self, term: int | AmountOf, where: str) -> Iterator[str]:
        """Check a number of dice, given as a number or a figure of the edition: each number that this may be."""
        yield from self.amount(term, where)
        book, found = self.known.book, [term]
        if isinstance(term, AmountOf):
            figure = term.rule or ""
            found = [book.table[figure], *book.figure_ranges.ranges[figure]] if figure in book.table else []
        for wrong in [n for n in found if n not in range(1, 5)][:1]:
            yield f"{where}: expected 1 to 4 dice, got {shown(wrong)}"

    def _figure_of(self, name: str, where: str) -> Iterator[str]:
        """Check the name of a figure of the edition whose value is a number."""
        table = self.known.book.table
        numbers = [
            each for each, value in table.items() if isinstance(value, (int, float)) and not isinstance(value, bool)
        ]
        yield from self.one_of(name, numbers, where, "a figure of the edition that is a number")

    def _two(self, value: tuple[Term, Term], where: str) -> Iterator[str]:
        for at, part in enumerate(value):
            yield from self.amount(part, f"{where}[{at}]")

    def cost(self, cost: CostTable, where: str) -> Iterator[str]:
        """Check the amounts of a cost."""
        for what, amount in cost.items():
            yield from self.amount(amount, f"{where}.{what}")

    # --- conditions ---

    def condition(self, when: ConditionTable, where: str) -> Iterator[str]:
        """Check a condition and those nested in it."""
        for name, value in when.items():
            if name in CONDITIONS:
                yield from CONDITIONS[name](self, value, f"{where}.{name}")

    def _each(self, value: tuple[ConditionTable, ...], where: str) -> Iterator[str]:
        for at, one in enumerate(value):
            yield from self.condition(one, f"{where}[{at}]")

    def _space(self, value: str | tuple[str, ...], where: str) -> Iterator[str]:
        for one in (value,) if isinstance(value, str) else value:
            yield from self.one_of(one, self.known.spaces_and_kinds, where, "a space or a kind of space")

    def _has(self, value: str, where: str) -> Iterator[str]:
        effects = [f"effect.{name}" for name in self.known.effects]
        yield from self.one_of(value, (*self.known.card_names, *effects), where, "a card")

    def _has_any(self, value: tuple[str, ...], where: str) -> Iterator[str]:
        for one in value:
            yield from self.one_of(one, self.known.card_names, where, "a card")

    def _equals(self, value: tuple[str | int, ...], where: str) -> Iterator[str]:
        name, *answers = value
        yield from self.variables.unwritten(name, where)
        for at, one in enumerate(answers, 1):
            if not isinstance(one, int):
                yield from self.one_of(one, ANSWERS, f"{where}[{at}]", "a number or a word a variable may hold")

    def _rolled(self, value: tuple[int, ...], where: str) -> Iterator[str]:
        self.variables.read("die")
        for at, face in enumerate(value):
            yield from self.one_of(face, range(1, 7), f"{where}[{at}]", "a face from 1 to 6")

    def _card_is(self, value: tuple[str, ...], where: str) -> Iterator[str]:
        name, *types = value
        if name != "this":
            yield from self.variables.unwritten(name, where)
        for one in types:
            yield from self.one_of(one, (*names(ACardType), "enemy", "goods"), where, "a type of card")

    def _empty(self, value: str, where: str) -> Iterator[str]:
        if value != "characters":
            yield from self.variables.unwritten(value, where)


Checker = Callable[[Terms, Any, str], Iterator[str]]


def _known(what: str, name: str) -> Checker:
    return lambda terms, value, where: terms.one_of(value, getattr(terms.known, name), where, what)


def _variable(terms: Terms, value: Any, where: str) -> Iterator[str]:
    return terms.variables.unwritten(value, where)


def _rule(terms: Terms, value: str, where: str) -> Iterator[str]:
    return terms.one_of(value, terms.known.book.table, where, "a figure or switch of the edition")


AMOUNTS: dict[str, Checker] = {"rule": Terms._figure_of, "foe": _variable, "plus": Terms._two, "minus": Terms._two}
"""Maps amounts whose value names something of the book to their check."""

CONDITIONS: dict[str, Checker] = {
    "all": Terms._each, "any": Terms._each, "not": Terms.condition, "of_other": Terms.condition,
    "at_least": Terms._two, "below": Terms._two, "equals": Terms._equals, "card_is": Terms._card_is,
    "won": _variable, "fight_with": _variable, "empty": Terms._empty, "space_is": Terms._space,
    "visiting": _known("a kind of space", "spaces_and_kinds"), "has": Terms._has, "has_any": Terms._has_any,
    "visited_card": _known("a card", "cards"), "affords": Terms.cost, "rule": _rule,
    "region_is": _known("a region", "regions"),
    "character_is": _known("a character", "characters"), "cause_is": _known("a cause of losing life", "causes"),
    "immune_to": _known("what somebody is immune to", "immunities"), "in_stock": lambda terms, value,
    where: terms.one_of(value, terms.known.book.stock_cards, where, "a card of the stock"), "rolled": Terms._rolled,
    "used": _known("what is noted as used", "used"),
}  # fmt: skip
"""Maps conditions whose value names something of the book to their check."""
