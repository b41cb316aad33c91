"""Standing modifiers: what holds while a card is owned, a space stood on, a form or an effect lasts."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from talisman_nb.cards.vocabulary import ACardType, AnAct, CombatStat, ListName, MomentName, Trigger
from talisman_nb.model.bounds import Change, Figure, MaybeDice, Some, Steps

from .operations import Block
from .terms import Condition, Cost, Term

Total = Annotated[Literal["strength", "craft", "creature_roll"], Meta(description="a total")]
Blanked = Annotated[Literal["abilities", "figures", "magic"], Meta(description="what is put out of use")]
Limited = Annotated[Literal["objects", "weapons", "armour"], Meta(description="a limit")]
Priced = Annotated[Literal["shop"], Meta(description="what has a price")]
Replaced = Annotated[Literal["trophy"], Meta(description="what can be replaced")]


class Modifier(Struct, frozen=True, kw_only=True, tag_field="mod", forbid_unknown_fields=True):
    """What all modifiers share; without `when` it always holds."""

    when: Condition | None = None
    cites: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The figure, right, roll … it changes; with its class the key under which it is looked up."""
        return ""


class Add(Modifier, tag="add"):
    """To a total; `use` = always, or one at a time (weapon, raised, charmed)."""

    to: Total
    n: Term
    use: Literal["always", "weapon", "armour", "raised", "charmed"] = "always"

    @property
    def about(self) -> str:
        return self.to


class SetTo(Modifier, tag="set_to"):
    """The base of a total."""

    what: CombatStat
    n: Figure

    @property
    def about(self) -> str:
        return self.what


class Blank(Modifier, tag="blank"):
    """Put out of use: abilities, figures (what Objects add), magic (Magic Objects)."""

    what: Blanked

    @property
    def about(self) -> str:
        return self.what


class Dice(Modifier, tag="dice"):
    """How many dice a roll takes, and whether the highest is kept."""

    purpose: str = field(name="for")
    n: MaybeDice
    keep: Literal["", "highest"] = ""

    @property
    def about(self) -> str:
        return self.purpose


class DiePlus(Modifier, tag="die_plus"):
    """Added after rolling: the value changes, the face does not."""

    purpose: str = field(name="for")
    n: Change
    optional: bool = False

    @property
    def about(self) -> str:
        return self.purpose


class Limit(Modifier, tag="limit"):
    """Raises a limit: objects, weapons, armour, followers (`most` sets it instead)."""

    of: Limited
    n: Figure = 0
    most: Change = -1

    @property
    def about(self) -> str:
        return self.of


class Price(Modifier, tag="price"):
    """So many things free, or at another price, per visit."""

    of: Priced
    n: Figure = 0
    times: Some = 1

    @property
    def about(self) -> str:
        return self.of


class Step(Modifier, tag="step"):
    """Moves that many spaces, no die; the smallest wins."""

    n: Steps


class May(Modifier, tag="may"):
    """Permission, where the rule's default is no."""

    act: AnAct

    @property
    def about(self) -> str:
        return self.act


class Cannot(Modifier, tag="cannot"):
    """Prohibition; nothing overrides it (`golden.cannot`)."""

    act: AnAct

    @property
    def about(self) -> str:
        return self.act


class Immune(Modifier, tag="immune"):
    """No loss of life from these causes."""

    to: tuple[str, ...]


class UnattackedBy(Modifier, tag="unattacked_by"):
    """These types do not attack; they may be attacked."""

    types: tuple[ACardType, ...]


class Replace(Modifier, tag="replace"):
    """Instead of something: life_loss, draw, fight, trophy."""

    what: Replaced
    do: Block
    optional: bool = False
    cost: Cost | None = None

    @property
    def about(self) -> str:
        return self.what


class On(Modifier, tag="on"):
    """A trigger: when the event happens to (or is done by) its owner, this is done."""

    event: Trigger
    do: Block

    @property
    def about(self) -> str:
        return self.event


class Action(Modifier, tag="action"):
    """Something its owner may do at that moment, of its own choice."""

    key: str
    at: tuple[MomentName, ...]
    do: Block
    cost: Cost | None = None
    uses: Literal["", "turn"] = ""  # "turn": once a turn
    must: bool = False
    target: Literal["", "character"] = ""  # "character": an ability used on a character one meets
    act: AnAct | Literal[""] = ""  # the right it rests on: without it the action is shown closed
    needs: ListName | Literal[""] = ""  # the list it takes something from: not shown while that is empty, closed while all of it is


MODIFIERS: tuple[type[Modifier], ...] = (
    Add, SetTo, Blank, Dice, DiePlus, Limit, Price, Step, May, Cannot, Immune, UnattackedBy, Replace, On, Action,
)  # fmt: skip
"""Every modifier there is."""
