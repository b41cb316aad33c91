"""Checks of conditions and amounts: each name says what its value must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .decode import did_you_mean
from .words import ACTS, CARDS, CONDITIONS, FIGURES, MOMENTS, TYPES

if TYPE_CHECKING:
    from .check import Known

GOODS = ("follower", "object", "magic_object")
RESULTS = ("won", "lost", "standoff", "evaded", "left", "gone", "destroyed", "taken", "")


class Terms:
    """Conditions and amounts of one program; `variables` are those written so far, None for not looked at."""

    def __init__(self, known: Known, variables: Iterable[str]) -> None:
        self.known, self.variables = known, variables

    def one_of(self, value: Any, names: Iterable[str], where: str, what: str) -> Iterator[str]:
        """A sentence when the value is none of the names."""
        listed = list(names)
        if value not in listed:
            yield f"{where}: expected {what}, got {value!r}{did_you_mean(str(value), listed)}"

    def variable(self, name: Any, where: str) -> Iterator[str]:
        """A sentence when nothing wrote the variable yet."""
        if name not in self.variables:
            yield f"{where}: nothing before it writes the variable {name!r}{did_you_mean(str(name), self.variables)}"

    # --- amounts ---

    def amount(self, term: Any, where: str) -> Iterator[str]:
        """A number, a variable, or a figure of somebody or something."""
        if isinstance(term, int):
            return
        if isinstance(term, str):
            yield from self.variable(term, where)
            return
        if not isinstance(term, dict) or len(term) != 1:
            yield f'{where}: expected a number, a variable or one figure such as {{ stat = "craft" }}, got {term!r}'
            return
        name, value = next(iter(term.items()))
        if name not in AMOUNTS:
            yield f"{where}: expected an amount, got {name!r}{did_you_mean(name, AMOUNTS)}"
        else:
            yield from AMOUNTS[name](self, value, f"{where}.{name}")

    def _two(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list) or len(value) != 2:
            yield f"{where}: expected two amounts, got {value!r}"
            return
        for at, part in enumerate(value):
            yield from self.amount(part, f"{where}[{at}]")

    def cost(self, cost: Any, where: str) -> Iterator[str]:
        """What must be there in full."""
        for what, amount in cost.items():
            yield from self.one_of(what, (*FIGURES, *GOODS), where, "gold, fate, life or a kind of goods")
            yield from self.amount(amount, f"{where}.{what}")

    # --- conditions ---

    def condition(self, when: Any, where: str) -> Iterator[str]:
        """A condition with everything inside it."""
        if not isinstance(when, dict) or not when:
            yield f"{where}: expected a condition such as {{ in_battle = true }}, got {when!r}"
            return
        for name, value in when.items():
            if name not in CONDITIONS:
                yield f"{where}: expected a condition, got {name!r}{did_you_mean(name, CONDITIONS)}"
            elif name in VALUES:
                yield from VALUES[name](self, value, f"{where}.{name}")
            elif not isinstance(value, bool):
                yield f"{where}.{name}: expected true or false, got {value!r}"

    def _each(self, value: Any, where: str) -> Iterator[str]:
        for at, one in enumerate(value if isinstance(value, list) else [value]):
            yield from self.condition(one, f"{where}[{at}]")

    def _space(self, value: Any, where: str) -> Iterator[str]:
        for one in value if isinstance(value, list) else [value]:
            yield from self.one_of(one, self.known.kinds, where, "a space or a kind of space")

    def _has(self, value: Any, where: str) -> Iterator[str]:
        for one in value if isinstance(value, list) else [value]:
            if str(one).startswith("effect."):
                yield from self.one_of(str(one).removeprefix("effect."), self.known.effects, where, "an effect")
            else:
                names = {card.rpartition("/")[2] for card in self.known.cards}
                yield from self.one_of(one, names, where, "a card")

    def _equals(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list) or len(value) < 2:
            yield f"{where}: expected a variable and what it may equal, got {value!r}"
        else:
            yield from self.variable(value[0], where)

    def _card_is(self, value: Any, where: str) -> Iterator[str]:
        name, *types = value
        if name != "this":
            yield from self.variable(name, where)
        for one in types:
            yield from self.one_of(one, (*TYPES, "enemy", "goods"), where, "a type of card")

    def _empty(self, value: Any, where: str) -> Iterator[str]:
        if value != "characters":
            yield from self.variable(value, where)


Checker = Callable[[Terms, Any, str], Iterator[str]]


def _from(what: str, *names: str) -> Checker:
    return lambda terms, value, where: terms.one_of(value, names, where, what)


def _known(what: str, name: str) -> Checker:
    return lambda terms, value, where: terms.one_of(value, getattr(terms.known, name), where, what)


def _rule(terms: Terms, value: Any, where: str) -> Iterator[str]:
    return terms.one_of(value, terms.known.book.table, where, "a figure or switch of the edition")


def _anything(terms: Terms, value: Any, where: str) -> Iterator[str]:
    return iter(())


_FIGURE = _from("a figure", *FIGURES)

AMOUNTS: dict[str, Checker] = {
    "stat": _from("strength or craft", "strength", "craft"), "value": _FIGURE, "printed": _FIGURE, "have": _FIGURE,
    "rule": _rule, "foe": Terms.variable, "plus": Terms._two, "minus": Terms._two,
}  # fmt: skip
"""Every figure an amount can be, and what its value must be."""

VALUES: dict[str, Checker] = {
    "all": Terms._each, "any": Terms._each, "not": Terms.condition, "of_other": Terms.condition,
    "at_least": Terms._two, "below": Terms._two, "equals": Terms._equals, "card_is": Terms._card_is,
    "won": Terms.variable, "fight_with": Terms.variable, "empty": Terms._empty, "space_is": Terms._space, "visiting": Terms._space,
    "has": Terms._has, "has_any": Terms._has, "affords": Terms.cost, "rule": _rule,
    "region_is": _known("a region", "regions"), "character_is": _known("a character", "characters"),
    "cause_is": _known("a cause of losing life", "causes"), "immune_to": _known("what somebody is immune to", "immunities"),
    "in_stock": lambda terms, value, where: terms.one_of(value, terms.known.book.stock_cards, where, "a card of the stock"),
    "alignment_is": _from("an alignment", "good", "neutral", "evil"), "foe_used": _from("this", "this"),
    "foe_is": _from("a type of foe", *TYPES, "character", "enemy"), "some": _from("a list", *sorted(CARDS)),
    "target_is": _from("what it happened to", *TYPES, "character", "enemy", "creature"),
    "moves_by": _from("die or step", "die", "step"), "permits": _from("an act", *sorted(ACTS)),
    "moment_is": _from("a moment", *sorted(MOMENTS)), "has_promise": _from("turn or move", "turn", "move"),
    "fight_is": _from("the result of a fight", *RESULTS), "over": _from("a limit", "spells", "objects"),
    "aimed_at": _from("a kind of target", "character", "card", "foe"), "rolled": _anything, "used": _anything,
}  # fmt: skip
"""Conditions whose value is not simply true or false."""
