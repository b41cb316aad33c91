"""Checks of conditions and amounts: each name says what its value must be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from talisman_nb.board.reading import did_you_mean, shown
from talisman_nb.model.bounds import RESULT

from .known import one_of
from .vocabulary import ANSWERS, CONDITIONS, ACardType, Alignment, AnAct, FightResult, ListName, MomentName, Stat, names

if TYPE_CHECKING:
    from .known import Known
    from .variables import Variables

GOODS = ("follower", "object", "magic_object")
FOE, SPACE, CARD, DICE, RESULT_OF_FIGHT = "a foe of a fight", "a space", "a card", "dice", "the result of a fight"
"""What a variable may hold, as far as it can be known."""


class Terms:
    """Conditions and amounts of one program; `variables` are those written so far."""

    def __init__(self, known: Known, variables: Variables) -> None:
        self.known, self.variables = known, variables

    def one_of(self, value: Any, known: Iterable[object], where: str, what: str) -> Iterator[str]:
        """A sentence when the value is none of the names."""
        return one_of(value, known, where, what)

    def variable(self, name: Any, where: str) -> Iterator[str]:
        """A sentence when nothing wrote the variable yet."""
        if isinstance(name, str):
            self.variables.read(name)
        if name not in self.variables:
            yield f"{where}: nothing before it writes the variable {shown(name)}{did_you_mean(name, self.variables)}"

    def holds(self, name: Any, where: str, what: str) -> Iterator[str]:
        """A sentence when a variable holds something else than it is read for; what nobody knows is believed."""
        held = self.variables.holds.get(name, {""}) if isinstance(name, str) else {""}
        if held.isdisjoint(("", what)):
            yield f"{where}: expected {what}, and the variable {shown(name)} holds {' or '.join(sorted(held))}"

    def foe(self, name: Any, where: str) -> Iterator[str]:
        """A sentence when a variable does not name a foe."""
        yield from self.variable(name, where)
        yield from self.holds(name, where, FOE)

    # --- amounts ---

    def amount(self, term: Any, where: str) -> Iterator[str]:
        """A number, a variable, or a figure of somebody or something."""
        if isinstance(term, int) and not isinstance(term, bool):
            if abs(term) > RESULT:
                yield f"{where}: expected a whole number from {-RESULT} to {RESULT}, got {term}"
            return
        if isinstance(term, str):
            yield from self.variable(term, where)
            return
        if not isinstance(term, dict) or len(term) != 1:
            yield f'{where}: expected a number, a variable or one figure such as {{ stat = "craft" }}, got {shown(term)}'
            return
        name, value = next(iter(term.items()))
        if name not in AMOUNTS:
            yield f"{where}: expected an amount, got {name!r}{did_you_mean(name, AMOUNTS)}"
        else:
            yield from AMOUNTS[name](self, value, f"{where}.{name}")

    def dice(self, term: Any, where: str) -> Iterator[str]:
        """How many dice: a number, or a figure of the edition that is one."""
        yield from self.amount(term, where)
        n = self.known.book.table.get(term.get("rule", ""), 1) if isinstance(term, dict) else term
        if n not in range(1, 5):
            yield f"{where}: expected 1 to 4 dice, got {shown(n)}"

    def _figure_of(self, name: Any, where: str) -> Iterator[str]:
        """A figure of the edition that is a number."""
        table = self.known.book.table
        numbers = [each for each, value in table.items() if isinstance(value, (int, float)) and not isinstance(value, bool)]
        yield from self.one_of(name, numbers, where, "a figure of the edition that is a number")

    def _two(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list) or len(value) != 2:
            yield f"{where}: expected two amounts, got {shown(value)}"
            return
        for at, part in enumerate(value):
            yield from self.amount(part, f"{where}[{at}]")

    def cost(self, cost: Any, where: str) -> Iterator[str]:
        """What must be there in full."""
        if not isinstance(cost, dict) or not cost:
            yield f"{where}: expected a cost such as {{ gold = 1 }}, got {shown(cost)}"
            return
        for what, amount in cost.items():
            yield from self.one_of(what, (*names(Stat), *GOODS), where, "gold, fate, life or a kind of goods")
            yield from self.amount(amount, f"{where}.{what}")

    # --- conditions ---

    def condition(self, when: Any, where: str) -> Iterator[str]:
        """A condition with everything inside it."""
        if not isinstance(when, dict) or not when:
            yield f"{where}: expected a condition such as {{ in_battle = true }}, got {shown(when)}"
            return
        for name, value in when.items():
            if name not in CONDITIONS:
                yield f"{where}: expected a condition, got {name!r}{did_you_mean(name, CONDITIONS)}"
            elif name in VALUES:
                yield from VALUES[name](self, value, f"{where}.{name}")
            elif not isinstance(value, bool):
                yield f"{where}.{name}: expected true or false, got {shown(value)}"

    def _each(self, value: Any, where: str) -> Iterator[str]:
        yield from self._list(value, where, "a list of conditions")
        for at, one in enumerate(value if isinstance(value, list) else ()):
            yield from self.condition(one, f"{where}[{at}]")

    def _list(self, value: Any, where: str, what: str, least: int = 1) -> Iterator[str]:
        if not isinstance(value, list) or len(value) < least:
            yield f"{where}: expected {what}, got {shown(value)}"

    def _space(self, value: Any, where: str) -> Iterator[str]:
        for one in value if isinstance(value, list) and value else [value]:
            yield from self.one_of(one, self.known.kinds, where, "a space or a kind of space")

    def _has(self, value: Any, where: str) -> Iterator[str]:
        effects = [f"effect.{name}" for name in self.known.effects]
        yield from self.one_of(value, (*self.known.card_names, *effects), where, "a card")

    def _has_any(self, value: Any, where: str) -> Iterator[str]:
        yield from self._list(value, where, "a list of cards")
        for one in value if isinstance(value, list) else ():
            yield from self.one_of(one, self.known.card_names, where, "a card")

    def _equals(self, value: Any, where: str) -> Iterator[str]:
        yield from self._list(value, where, "a variable and what it may equal", least=2)
        for at, one in enumerate(value if isinstance(value, list) else ()):
            if at == 0:
                yield from self.variable(one, where)
            elif isinstance(one, int):
                yield from self.amount(one, f"{where}[{at}]")
            else:
                yield from self.one_of(one, ANSWERS, f"{where}[{at}]", "a number or a word a variable may hold")

    def _rolled(self, value: Any, where: str) -> Iterator[str]:
        self.variables.read("die")
        yield from self._list(value, where, "a list of faces")
        for at, face in enumerate(value if isinstance(value, list) else ()):
            yield from self.one_of(face, range(1, 7), f"{where}[{at}]", "a face from 1 to 6")

    def _card_is(self, value: Any, where: str) -> Iterator[str]:
        yield from self._list(value, where, "a variable and types of card", least=2)
        name, *types = value if isinstance(value, list) and value else ["this"]
        if name != "this":
            yield from self.variable(name, where)
        for one in types:
            yield from self.one_of(one, (*names(ACardType), "enemy", "goods"), where, "a type of card")

    def _empty(self, value: Any, where: str) -> Iterator[str]:
        if value != "characters":
            yield from self.variable(value, where)


Checker = Callable[[Terms, Any, str], Iterator[str]]


def _from(what: str, *known: str) -> Checker:
    return lambda terms, value, where: terms.one_of(value, known, where, what)


def _known(what: str, name: str) -> Checker:
    return lambda terms, value, where: terms.one_of(value, getattr(terms.known, name), where, what)


def _rule(terms: Terms, value: Any, where: str) -> Iterator[str]:
    return terms.one_of(value, terms.known.book.table, where, "a figure or switch of the edition")


_FIGURE = _from("a figure", *names(Stat))

AMOUNTS: dict[str, Checker] = {
    "stat": _from("strength or craft", "strength", "craft"), "value": _FIGURE, "printed": _FIGURE, "have": _FIGURE,
    "rule": Terms._figure_of, "foe": Terms.foe, "plus": Terms._two, "minus": Terms._two,
}  # fmt: skip
"""Every figure an amount can be, and what its value must be."""

VALUES: dict[str, Checker] = {
    "all": Terms._each, "any": Terms._each, "not": Terms.condition, "of_other": Terms.condition,
    "at_least": Terms._two, "below": Terms._two, "equals": Terms._equals, "card_is": Terms._card_is,
    "won": Terms.variable, "fight_with": Terms.variable, "empty": Terms._empty, "space_is": Terms._space,
    "visiting": _known("a kind of space", "kinds"), "has": Terms._has, "has_any": Terms._has_any, "affords": Terms.cost, "rule": _rule,
    "region_is": _known("a region", "regions"), "character_is": _known("a character", "characters"),
    "cause_is": _known("a cause of losing life", "causes"), "immune_to": _known("what somebody is immune to", "immunities"),
    "in_stock": lambda terms, value, where: terms.one_of(value, terms.known.book.stock_cards, where, "a card of the stock"),
    "alignment_is": _from("an alignment", *names(Alignment)), "foe_used": _from("this", "this"),
    "foe_is": _from("a type of foe", *names(ACardType), "character", "enemy"), "some": _from("a list", *names(ListName)),
    "target_is": _from("what it happened to", *names(ACardType), "character", "enemy", "creature"),
    "moves_by": _from("die or step", "die", "step"), "permits": _from("an act", *names(AnAct)),
    "moment_is": _from("a moment", *names(MomentName)), "has_promise": _from("turn or move", "turn", "move"),
    "fight_is": _from("the result of a fight", *names(FightResult)), "over": _from("a limit", "spells", "objects"),
    "aimed_at": _from("a kind of target", "character", "card", "foe"), "rolled": Terms._rolled,
    "used": _known("what is noted as used", "used"),
}  # fmt: skip
"""Conditions whose value is not simply true or false."""
