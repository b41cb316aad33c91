"""The types of modifiers: what changes totals, rights, dice or limits while a card, space, form or effect applies."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.model.bounds import Change, Figure, MaybeDice, Name, OwnName, Some, Steps

from .operations import Block
from .terms import Condition, Cost, Term
from .vocabulary import ACardType, AnAct, CombatStat, ListName, MomentName, Ref, Trigger

Total = Annotated[Literal["strength", "craft", "creature_roll"], Meta(description="a total")]
Blanked = Annotated[Literal["abilities", "figures", "magic"], Meta(description="what is put out of use")]
Limited = Annotated[Literal["objects", "weapons", "armour", "spells"], Meta(description="a limit")]
Priced = Annotated[Literal["shop"], Meta(description="what has a price")]
Replaced = Annotated[Literal["trophy"], Meta(description="what can be replaced")]
Sold = Annotated[Literal["life"], Meta(description="what alone trophies may buy")]


class Modifier(Struct, frozen=True, kw_only=True, tag_field="mod", forbid_unknown_fields=True):
    """Base of all modifiers; without `when` a modifier always holds."""

    when: Condition | None = None
    cites: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The stat, right, roll … it changes; with its class the key of the index of modifiers."""
        return ""


class Add(Modifier, tag="add"):
    """Adds to a total; `use`: always, or as many as the limit of its kind allows (weapon, raised, charmed)."""

    to: Total
    n: Term
    use: Literal["always", "weapon", "armour", "raised", "charmed"] = "always"

    @property
    def about(self) -> str:
        return self.to


class SetTo(Modifier, tag="set_to"):
    """Sets the base of a total."""

    what: CombatStat
    n: Figure

    @property
    def about(self) -> str:
        return self.what


class Blank(Modifier, tag="blank"):
    """Puts out of use: abilities, figures (additions of Objects) or magic (Magic Objects)."""

    what: Blanked

    @property
    def about(self) -> str:
        return self.what


class FightsWith(Modifier, tag="fights_with"):
    """Of an Enemy: the figure it fights with, whatever is printed on its card."""

    n: Term


class Dice(Modifier, tag="dice"):
    """Sets the number of dice of a roll, and whether only the highest counts.

    `for` "attack" is the attack roll of the seat itself, "foe" that of whoever it fights.
    """

    purpose: Annotated[str, Ref("what some roll is for", ("purposes", "cards"))] = field(name="for")
    n: MaybeDice
    keep: Literal["", "highest"] = ""

    @property
    def about(self) -> str:
        return self.purpose


class DiePlus(Modifier, tag="die_plus"):
    """Adds to a roll: its value changes, its faces do not."""

    purpose: Annotated[str, Ref("what a roll is for that has `plus`, or a card that rolls", ("added_to", "cards"))] = (
        field(name="for")
    )
    n: Change
    optional: bool = False

    @property
    def about(self) -> str:
        return self.purpose


class RollValue(Modifier, tag="roll_value"):
    """Changes the value of a roll unasked, but never to less than `least`; its faces stay as they are.

    `for` "any" is every roll of the seat, "attack" its attack rolls, "foe" those of whoever it fights.
    """

    purpose: Annotated[str, Ref("what some roll is for", ("purposes", "cards"), words=("any",))] = field(name="for")
    n: Term
    least: Figure = 0

    @property
    def about(self) -> str:
        return self.purpose


class Reroll(Modifier, tag="reroll"):
    """Lets a seat roll one die of a roll of its own again, once and for nothing; the new face counts.

    `for` "any" is every roll of the seat that fate may reroll, "attack" its attack rolls.
    """

    purpose: Annotated[str, Ref("what a roll is for that may be rerolled", ("rerolled", "cards"), words=("any",))] = (
        field(name="for")
    )

    @property
    def about(self) -> str:
        return self.purpose


class Limit(Modifier, tag="limit"):
    """Raises a limit by `n`, or sets it to `most` unless that is negative; the lowest `most` applies.

    `n = "any"`: there is no limit. `least`: the limit is never below it, whatever else holds. `only`: the room is for
    cards with one of these keywords.
    """

    of: Limited
    n: Figure | Literal["any"] = 0
    most: Change = -1
    least: Figure = 0
    only: tuple[Name, ...] = ()

    @property
    def about(self) -> str:
        return self.of


class Grant(Modifier, tag="grant"):
    """Gives goods of its owner a keyword besides those they have; what it means for gold and in fights is theirs.

    Of an effect `to` may also be a variable that it remembers (`with`): the card in it.
    """

    keyword: Annotated[Name, Ref("a keyword", ("book.keywords",))]
    to: str = "goods"  # goods, objects, followers, or a variable


class DrawsFrom(Modifier, tag="draws_from"):
    """Lets draw from `deck` where a card of the deck `of` would be drawn, as long as it has any."""

    deck: Annotated[Name, Ref("a deck of the book", ("decks",))]
    of: Annotated[Name, Ref("a deck of the book", ("decks",))]

    @property
    def about(self) -> str:
        return self.of


class HoldsTop(Modifier, tag="holds_top"):
    """The top card of a deck lies apart meanwhile, if anybody knows which it is: it is not drawn."""

    deck: Annotated[Name, Ref("a deck of the book", ("decks",))]


class Price(Modifier, tag="price"):
    """Lets the seat have `times` things at the price `n` on each visit."""

    of: Priced
    n: Figure = 0
    times: Some = 1

    @property
    def about(self) -> str:
        return self.of


class StepModifier(Modifier, tag="step"):
    """Moves the seat by that many spaces without dice; of several the smallest applies."""

    n: Steps


class May(Modifier, tag="may"):
    """Permits an act that is forbidden by default."""

    act: AnAct

    @property
    def about(self) -> str:
        return self.act


class Cannot(Modifier, tag="cannot"):
    """Prohibits an act, with `cards` with these only; no permission overrides it (`golden.cannot`)."""

    act: AnAct
    cards: tuple[Annotated[str, Ref("a card", ("card_names",))], ...] = ()

    @property
    def about(self) -> str:
        return self.act


class Immune(Modifier, tag="immune"):
    """Prevents loss of life from these causes."""

    to: tuple[Annotated[str, Ref("what takes lives or does harm", ("causes", "card_names"))], ...]


class LosesMore(Modifier, tag="loses_more"):
    """Each loss of life from these causes costs `n` more; one that is saved or prevented costs nothing."""

    to: tuple[Annotated[str, Ref("what takes lives", ("causes",))], ...]
    n: Some = 1


class UnattackedBy(Modifier, tag="unattacked_by"):
    """Creatures of these types do not attack the seat; it may attack them."""

    types: tuple[ACardType, ...]


class Replace(Modifier, tag="replace"):
    """Runs a program in place of something else, such as keeping a trophy."""

    what: Replaced
    do: Block
    optional: bool = False
    cost: Cost | None = None

    @property
    def about(self) -> str:
        return self.what


class TrophiesBuy(Modifier, tag="trophies_buy"):
    """Trophies won meanwhile are kept to buy nothing but this, by its usual rate and with any of their points.

    Where experience is kept instead of cards it changes nothing.
    """

    what: Sold


class On(Modifier, tag="on"):
    """A trigger: runs a program when the event happens to, or is caused by, its owner."""

    event: Trigger
    do: Block

    @property
    def about(self) -> str:
        return self.event


FOR_THE_GAME = "game."
"""Prefix of entries in `Player.used` that last for the game; all others end with the turn."""


class Action(Modifier, tag="action"):
    """An ability or use that its owner may choose at one of the moments `at`."""

    key: Name
    at: tuple[MomentName, ...]
    do: Block
    name: OwnName = ""  # the label of a use of one's own, which has no phrase
    cost: Cost | None = None
    uses: Literal["", "turn", "game"] = ""  # once a turn, once a game
    must: bool = False
    besides: bool = False  # used on a character, it does not take the place of meeting that one or the space
    same: bool = False  # after it that one may still be met in another way, but nobody else and not the space
    target: Literal["", "character"] = ""  # "character": used on a character that is met
    act: AnAct | Literal[""] = ""  # the right it needs; without it the action is closed
    needs: ListName | Literal[""] = ""  # list it picks from: hidden while that is empty, closed while all of it is

    def mark(self, source: str) -> str:
        """The entry in `Player.used` once the action of this source is used up, for the turn or for the game."""
        return f"{FOR_THE_GAME if self.uses == 'game' else ''}{source}.{self.key}"


MODIFIERS: tuple[type[Modifier], ...] = (
    Add, SetTo, Blank, FightsWith, Dice, DiePlus, RollValue, Reroll, Limit, Grant, DrawsFrom, HoldsTop, Price,
    StepModifier, May, Cannot, Immune, LosesMore, UnattackedBy, Replace, TrophiesBuy, On, Action,
)  # fmt: skip
"""All modifiers."""
SOLD: tuple[str, ...] = ("life",)
"""Things that trophies may be kept for, to buy them alone (`TrophiesBuy`)."""
