"""The types of terms in operations and modifiers: amounts, costs, conditions and durations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from talisman_nb.model.bounds import Change, Face, Figure

from .vocabulary import (
    READ,
    AKind,
    Alignment,
    AnAct,
    CombatStat,
    Counted,
    FightResult,
    FoeKind,
    ListName,
    MomentName,
    Ref,
    SeatName,
    SpaceFact,
    Stat,
    TargetKind,
)


class GivenKeys(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of tables with optional keys, of which at least one must be given; None means not given."""

    def __post_init__(self) -> None:
        if not any(True for _ in self.items()):
            raise ValueError("nothing is given")

    def items(self) -> Iterator[tuple[str, Any]]:
        """The keys given and their values."""
        for name, key in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True):
            value = getattr(self, name)
            if value is not None:
                yield key, value

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or `default` if it is not given."""
        return dict(self.items()).get(key, default)

    def __contains__(self, key: object) -> bool:
        return any(name == key for name, _ in self.items())

    def __len__(self) -> int:
        return sum(1 for _ in self.items())


class One(GivenKeys, frozen=True, kw_only=True):
    """Base of tables with optional keys, of which exactly one must be given."""

    def __post_init__(self) -> None:
        if len(list(self.items())) != 1:
            raise ValueError("expected one key")

    @property
    def only(self) -> tuple[str, Any]:
        """The key and its value."""
        return next(iter(self.items()))


# --- amounts ---


class AmountOf(One, frozen=True, kw_only=True):
    """An amount that is looked up (a stat, a printed value, a figure of the edition), or the sum or difference of two.

    >>> AmountOf(stat="craft").only
    ('stat', 'craft')
    """

    stat: CombatStat | None = None  # the current total: value, counters and additions
    value: Stat | None = None  # printed on the character card or its form
    printed: Stat | None = None  # printed on the card the program belongs to
    have: Stat | None = None  # the counters or coins a seat has
    rule: str | None = None  # a figure of the edition
    foe: str | None = None  # the stat a foe fights with; names the foe's variable
    missing: Literal["life", "fate"] | None = None  # how much a seat has less than its value, below zero if it has more
    highest: CombatStat | None = None  # the highest current total of all characters
    count: Counted | None = None  # how many cards there are
    of_other: Term | None = None  # an amount of the second party; 0 where there is none
    plus: tuple[Term, Term] | None = None
    minus: tuple[Term, Term] | None = None


AFigure = Annotated[AmountOf, Meta(description='one figure such as { stat = "craft" }')]
Variable: TypeAlias = Annotated[str, Meta(description="a variable")]
Amount: TypeAlias = Figure | Variable | AFigure
"""A number from 0, a variable or an `AmountOf`."""
Term: TypeAlias = Change | Variable | AFigure
"""An amount that may be negative."""


class CostTable(GivenKeys, frozen=True, kw_only=True):
    """A cost: the amounts a seat must have in full before something may be done."""

    gold: Amount | None = None
    fate: Amount | None = None
    life: Amount | None = None
    strength: Amount | None = None
    craft: Amount | None = None
    follower: Amount | None = None
    object: Amount | None = None
    magic_object: Amount | None = None


Cost: TypeAlias = Annotated[CostTable, Meta(description="a cost such as { gold = 1 }")]


class Until(One, frozen=True, kw_only=True):
    """The duration of an effect: an amount of one unit; `of` is the seat whose turns or rounds count.

    `draws`: cards drawn from another deck than usual (`DrawsFrom`).
    """

    of: SeatName = "you"
    fight: Amount | None = None
    encounter: Amount | None = None
    turn: Amount | None = None
    next_turn: Amount | None = None
    turns: Amount | None = None
    rounds: Amount | None = None
    draws: Amount | None = None
    game: Amount | None = None
    leaving: Amount | None = None

    def items(self) -> Iterator[tuple[str, Any]]:
        """The unit of the duration and its amount, without `of`."""
        return ((key, value) for key, value in super().items() if key != "of")


# --- conditions ---

TwoTerms = Annotated[tuple[Term, Term], Meta(description="two amounts")]
Conditions = Annotated[tuple["Condition", ...], Meta(min_length=1, description="a list of conditions")]
Words = Annotated[tuple[str, ...], Meta(min_length=1)]


class ConditionTable(GivenKeys, frozen=True, kw_only=True):
    """A condition on the state: every part given must hold; a part with the value False must not."""

    # the seat
    always: bool | None = None
    alive: bool | None = None
    own_turn: bool | None = None
    turning_back: bool | None = None
    alignment_is: Alignment | None = None
    character_is: Annotated[str, Ref("a character", ("characters",))] | None = None
    form_is: Annotated[str, Ref("a form, or own", ("forms",), words=("own",))] | None = None  # a form, or "own"
    has: str | None = None  # a card, or effect.<name>
    has_any: Annotated[tuple[Annotated[str, Ref("a card", ("card_names",))], ...], Meta(min_length=1)] | None = None
    has_promise: Literal["turn", "move"] | None = None
    affords: Cost | None = None
    can_gain_spell: bool | None = None
    moves_by: Literal["die", "step"] | None = None
    over: Literal["spells", "objects"] | None = None
    permits: AnAct | None = None
    immune_to: Annotated[str, Ref("what somebody is immune to", ("immunities",))] | None = None
    used: Annotated[str, Ref("what is noted as used", ("used",))] | None = None
    # its space
    space_is: Annotated[str | Words, Ref("a space or a kind of space", ("named_at",))] | None = None
    space_has: SpaceFact | None = None
    region_is: Annotated[str, Ref("a region", ("regions",))] | None = None
    visiting: Annotated[str, Ref("a kind of space", ("named_at",))] | None = None
    covered: bool | None = None
    mine_here: Annotated[str, Ref("an effect", ("effects",))] | None = None
    at_crown: bool | None = None
    crown_reached: bool | None = None
    others_here: bool | None = None
    same_space: bool | None = None
    # the running fight
    in_battle: bool | None = None
    in_psychic: bool | None = None
    attacking: bool | None = None
    attacked: bool | None = None
    ambushing: bool | None = None
    foe_is: FoeKind | None = None
    foe_was_here: bool | None = None  # a character, or cards that lay on the space before the encounter
    foe_used: Literal["this"] | None = None
    fight_with: Annotated[str, READ] | None = None
    fight_is: FightResult | tuple[FightResult, ...] | None = None
    armour_helps: bool | None = None
    won: Annotated[str, READ] | None = None  # variable with the result
    # the event
    by_owner: bool | None = None
    cause_is: Annotated[str | Words, Ref("a cause of losing life", ("causes",))] | None = None
    visited_card: Annotated[str, Ref("a card", ("cards",))] | None = None
    target_is: TargetKind | None = None
    drawn_from: Annotated[str, Ref("a deck of the book", ("decks",))] | None = None  # the deck of `deck_drawn`
    moment_is: MomentName | None = None
    # variables, lists, figures of the edition
    at_least: TwoTerms | None = None
    below: TwoTerms | None = None
    equals: (
        Annotated[tuple[str | int, ...], Meta(min_length=2, description="a variable and what it may equal")] | None
    ) = None
    alike: Annotated[int, Meta(ge=2, le=4, description="how many dice from 2 to 4")] | None = None
    rolled: Annotated[tuple[Face, ...], Meta(min_length=1, description="a list of faces")] | None = None
    card_is: (
        Annotated[tuple[AKind | str, ...], Meta(min_length=2, description="a variable and what a card may be")] | None
    ) = None
    aimed_at: Literal["character", "card", "foe"] | None = None
    empty: str | None = None
    some: ListName | None = None
    in_stock: Annotated[str, Ref("a card of the stock", ("stock",))] | None = None
    rule: Annotated[str, Ref("a figure or switch of the edition", ("book.table",))] | None = (
        None  # a figure or switch of the edition
    )
    # other conditions
    all: Conditions | None = None
    any: Conditions | None = None
    not_: Condition | None = field(name="not", default=None)
    of_other: Condition | None = None

    @classmethod
    def of_parts(cls, parts: Mapping[str, Any]) -> ConditionTable:
        """A condition made of its parts, keyed as in TOML.

        >>> ConditionTable.of_parts({"not": ConditionTable(own_turn=True)}).not_.own_turn
        True
        """
        return cls(**{"not_" if key == "not" else key: value for key, value in parts.items()})


Condition: TypeAlias = Annotated[ConditionTable, Meta(description="a condition such as { in_battle = true }")]

__all__ = ["Amount", "AmountOf", "Condition", "ConditionTable", "Cost", "CostTable", "Term", "Until"]
