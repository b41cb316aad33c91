"""A card that is in no list: what players enter of one that nobody has typed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .kinds import CardAction, CardMoment, CardType

OwnType = CardType | Literal["character"]


class OwnCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card that is in no list, as the players entered it; what only its words say is settled by hand."""

    name: str
    type: OwnType
    strength: int = 0  # of an Enemy its own; of what is carried what it adds
    craft: int = 0
    number: int = 0
    words: str = ""
    deck: str = ""  # the deck whose unknown cards it is one of; "" for a card the deck does not count
    after: CardAction | Literal[""] = ""  # "": as is usual with its type
    weapon: bool = False
    save: int = 0  # of an Armour: lowest face that saves a life
    price: int = 0  # gold paid to have it
    carries: int = 0  # how many Objects more its owner may have
    have_only: tuple[Literal["good", "neutral", "evil"], ...] = ()
    have_not: tuple[Literal["good", "neutral", "evil"], ...] = ()
    copies: int = 1
    at: tuple[CardMoment, ...] = ()  # moments at which a Spell may be cast, () for any
    life: int = 0  # from here on of a character
    fate: int = 0
    gold: int = 0
    alignment: Literal["", "good", "neutral", "evil"] = ""
    start: str = ""
    listed: str = ""  # in the group's box: the name by which a layer lists it, where the group's card has another
