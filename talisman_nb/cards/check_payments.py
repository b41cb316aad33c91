"""Checks that a card takes what it says once, only from who has it, and changes something where it says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from talisman_nb.board.toml_reading import quote_value, wrong_at

from . import operations as o
from .decode import operations_in
from .definition import Definition
from .terms import AmountOf, ConditionTable, CostTable
from .vocabulary import STATS, SeatName, names

GIVEN_UP = ("follower", "object", "magic_object")
"""Parts of a cost that are cards: they must be had, and the block says which goes."""
GIVES_UP = (o.Discard, o.Drop, o.Kill, o.Take, o.Exchange, o.Bargain, o.Lose)
"""Operations by which a card goes."""
SINGLE = frozenset(("you", "other", "active", "owner"))
"""The seats that are one character each."""
OF_ONE = (
    o.RollDice, o.Pay, o.Extra, o.Heal, o.Draw, o.GainSpell, o.Choose, o.Pick, o.Call, o.Take, o.Drop, o.Discard,
    o.PlaceCard, o.Get, o.BuyFromStock, o.Kill, o.Attack, o.Hands, o.Win, o.End,
)  # fmt: skip
"""Operations that one character does; with several one loops over them."""
COUNTED: dict[type, str] = {
    o.Gain: "n",
    o.Lose: "n",
    o.Pay: "n",
    o.Draw: "n",
    o.Miss: "turns",
    o.Extra: "turns",
    o.PlaceCard: "n",
}
"""Maps operations that change nothing with an amount of 0 to its field."""


class Had(NamedTuple):
    """A thing that a seat surely has in full at some place of a program."""

    who: str
    what: str
    n: Any


class Funds:
    """Means of payment at the place being checked: what conditions say is there, what a cost has taken already."""

    def __init__(self, cost: CostTable | None = None, when: ConditionTable | None = None) -> None:
        self.charged = _taken_by(cost)
        self.had: list[Had] = list(_had(when))

    def inside(
        self, cost: CostTable | None = None, when: ConditionTable | None = None, who: str = "you", again: bool = False
    ) -> Funds:
        """Those of a block that is reached with a cost and under a condition about `who`; `again`: it is repeated."""
        found = Funds()
        found.charged = self.charged | _taken_by(cost)
        found.had = [*(() if again else self.had), *_had(when, who)]
        return found

    def otherwise(self, when: ConditionTable) -> Funds:
        """Those of the block that is reached if a condition does not hold."""
        return self.inside(when=when.not_) if when.not_ is not None else self.inside()

    def pay(self, op: o.Pay, where: str) -> Iterator[str]:
        """A message if what is paid was taken already, or may not be there in full."""
        who = "you" if op.who == "owner" else op.who
        if (who, op.what) in self.charged:
            yield (
                f"{where}: the cost has taken {op.what} already, and this takes it once more; write the `cost` alone, "
                f"or this without `cost`, and when = {{ affords = {{ {op.what} = {_format_amount(op.n)} }} }} beside it"
            )
            return
        found = next((one for one in self.had if one[:2] == (who, op.what) and _covers(one.n, op.n)), None)
        if found is None:
            when = f"affords = {{ {op.what} = {_format_amount(op.n)} }}"
            when = when if who == "you" else f"of_other = {{ {when} }}"
            yield (
                f"{where}: nothing says that {op.what} is there to be paid; write it inside "
                f'{{ op = "if", when = {{ {when} }}, do = [ … ] }}'
            )
            return
        self.had.remove(found)
        if isinstance(found.n, int) and isinstance(op.n, int) and found.n > op.n:
            self.had.append(found._replace(n=found.n - op.n))


def _taken_by(cost: CostTable | None) -> frozenset[tuple[str, str]]:
    return frozenset(("you", what) for what, _ in cost.items() if what in STATS) if cost is not None else frozenset()


def _had(when: ConditionTable | None, who: str = "you") -> Iterator[Had]:
    """Yield the things that a seat has where a condition holds."""
    if when is None:
        return
    for what, n in when.affords.items() if when.affords is not None else ():
        yield Had(who, what, n)
    if when.at_least is not None:
        left, right = when.at_least
        if isinstance(left, AmountOf) and left.have is not None:
            yield Had(who, left.have, right)
    for part in when.all or ():
        yield from _had(part, who)
    if when.of_other is not None:
        yield from _had(when.of_other, "other")


def _covers(had: Any, wanted: Any) -> bool:
    """Whether an amount that is there covers one to be paid: a larger number, or the same term."""
    return had >= wanted if isinstance(had, int) and isinstance(wanted, int) else bool(had == wanted)


def _format_amount(n: Any) -> str:
    """An amount as it is written in TOML."""
    if isinstance(n, AmountOf):
        name, value = n.only
        return f"{{ {name} = {_format_amount(value)} }}" if isinstance(value, (int, str)) else "…"
    return f'"{n}"' if isinstance(n, str) else str(n)


def costs(definition: Definition, cost: CostTable | None, do: Any, where: str) -> Iterator[str]:
    """A message for each part of a cost that the block does not take, and for what a called block takes once more."""
    if cost is None:
        return
    reached = list(_operations_reached(definition, do))
    for what, _ in cost.items():
        if what in GIVEN_UP and not any(isinstance(op, GIVES_UP) for op in reached):
            yield (
                f"{where}.cost: {what!r} must only be had, and the block lets nothing go; write which goes into `do`, "
                'such as { op = "pick", from = "your.followers", into = "card" }, { op = "discard", card = "card" }'
            )
    called = {op.program for op in reached if isinstance(op, o.Call)}
    for name in sorted(called & definition.blocks.keys()):
        for op in operations_in(definition.blocks[name]):
            if isinstance(op, o.Pay) and op.what in cost and op.who in ("you", "owner"):
                yield (
                    f"{definition.at(name)}: the cost of {where} has taken {op.what} already, and this takes it once "
                    "more; write one of both"
                )


def _operations_reached(definition: Definition, do: Any, within: tuple[str, ...] = ()) -> Iterator[o.Operation]:
    """The operations of a block, with those of the blocks of the definition that it names or calls."""
    if isinstance(do, str):
        if do not in within:
            yield from _operations_reached(definition, definition.blocks.get(do, ()), (*within, do))
        return
    for op in operations_in(do or ()):
        yield op
        for name in _blocks_of(op):
            yield from _operations_reached(definition, name, within)


def _blocks_of(op: o.Operation) -> Iterable[str]:
    parts = (op, *getattr(op, "options", ()), *getattr(op, "rows", ()))
    found = [getattr(part, name, None) for part in parts for name in ("do", "otherwise")]
    return [*(name for name in found if isinstance(name, str)), *([op.program] if isinstance(op, o.Call) else [])]


def told_only(op: Any, where: str) -> Iterator[str]:
    """A message where an operation would be told and do nothing, or would do it to another character than it says."""
    field = COUNTED.get(type(op), "")
    if field and getattr(op, field) == 0 and type(getattr(op, field)) is int:
        said = "expected at least 1, got 0: it would be told, and change nothing"
        yield wrong_at(f"{where}.{field}", "at-least-one", said)
    who = getattr(op, "who", "you")
    if isinstance(op, OF_ONE) and who not in SINGLE:
        tag = op.__struct_config__.tag
        yield (
            f"{where}.who: expected one of {', '.join(x for x in names(SeatName) if x in SINGLE)}, "
            f"got {quote_value(who)}; "
            f'write {{ op = "each", of = "{who}", as = "other", do = [{{ op = "{tag}", who = "other", … }}] }}'
        )
    card = getattr(op, "card", "")
    if isinstance(op, (o.Drop, o.Discard)) and who == "other" and str(card).startswith("your."):
        meant = "write a list of the other, such as 'other.objects'"
        yield f"{where}.card: {quote_value(card)} are those of `you`; {meant}"
