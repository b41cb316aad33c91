"""The closed vocabulary of definitions: the names that operations, modifiers and facts may use, as types.

The description of a type is what messages call it; `names` returns the names it allows. What a text names of the names
that only a book knows is said by the `Ref` in the type of its field.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from talisman_nb.model import Act, CardAction, CardMoment, CardType
from talisman_nb.model.kinds import BOARD_TEXTS

SeatName = Annotated[
    Literal[
        "you", "other", "active", "owner", "everyone", "others", "everyone_here", "everyone_in_region", "others_here"
    ],
    Meta(description="a seat"),
]
"""Words for seats: the frame's own, its second party, the active seat, the owner of a card, and groups."""

ListName = Annotated[
    Literal[
        "drawn", "your.objects", "your.magic_objects", "your.followers", "your.other_followers", "your.spells",
        "your.goods", "your.trophies", "other.objects", "other.followers", "other.takeable_followers", "other.ladies",
        "other.gold_or_object", "other.spells", "board.cards", "region.cards", "here.cards", "here.others", "others",
        "right",
        "others_with_follower", "others_with_spell", "others_with_goods", "traders", "characters",
        "characters_with_spell", "active", "immobile", "spaces.region", "spaces.region_other", "spaces.same_kind",
        "spaces.opposite", "spaces.no_character", "spaces.all", "spaces.covered", "spaces.uncovered",
        "spaces.marked", "spaces.start", "spaces.turn_start", "spaces.beside", "spaces.beside_other",
        "stock", "trophies.strength", "trophies.craft", "trophies.all", "objects_over",
        "spells_over", "possible_spells", "armour", "foes", "foes.animals", "foes.spirits", "foes.psychic",
        "drawn_all", "stats",
    ],
    Meta(description="the name of a list"),
]  # fmt: skip
"""Lists of cards, spaces, seats or foes that `pick`, `each`, `drop` … work on; see `engine.lists`."""

Stat = Annotated[Literal["strength", "craft", "life", "fate", "gold"], Meta(description="a figure")]
"""The values of a character that are kept with counters or coins."""
CombatStat = Annotated[Literal["strength", "craft"], Meta(description="strength or craft")]
Counted = Annotated[
    Literal["trophies", "objects", "followers", "spells", "other_cards_here"], Meta(description="what is counted")
]
"""Things that an amount may count: cards of a seat, or those on its space besides the card that asks."""
Payment = Annotated[Literal["gold", "fate", "life"], Meta(description="what can be paid")]

FightResult = Literal["won", "lost", "standoff", "evaded", "left", "gone", "destroyed", "taken", ""]
"""Results of a fight; "" while it goes on."""

Trigger = Annotated[
    Literal[
        "turn_begins", "landed", "crossed_river", "drawn", "deck_drawn", "visited", "card_visited", "fight_begins",
        "killed", "took_life", "lost_life", "attack_rolled", "won_fight", "unbeaten", "last_spell_cast", "no_spells",
    ],
    Meta(description="an event"),
]  # fmt: skip
"""Events a trigger (`on`) can have; the engine fires each of them.

`attack_rolled`: the seat's attack roll counts, no die of it is thrown again; `unbeaten`: a creature it met in a fight,
of an Enemy's own trigger that Enemy, was not beaten: the fight was lost, a stand-off, evaded or left.
"""

MomentName = Annotated[CardMoment, Meta(description="a moment")]
"""Moments at which abilities may be used or Spells cast."""
ReactionPoint = Annotated[Literal["spell", "life_loss", "kill"], Meta(description="a reaction point")]
"""Moments at which all seats are asked whether they answer with a Spell; as moments of a Spell `reply.spell` …"""

SpaceFact = Annotated[
    Literal["meeting", "evading", "spells", "turning_back", "draw"], Meta(description="a fact of a space")
]
"""Facts of a space, or of all its region: what it allows, and whether cards are drawn there (`draw`)."""

ACardType = Annotated[CardType, Meta(description="a type of card")]

Alignment = Annotated[Literal["good", "neutral", "evil"], Meta(description="an alignment")]
Stoppable = Annotated[Literal["program", "fight", "encounter", "move", "turn"], Meta(description="what can be ended")]
FoeResult = Annotated[Literal["destroyed", "evaded", "left", "taken"], Meta(description="how a foe leaves a fight")]
FateTime = Annotated[Literal["now", "later", "never"], Meta(description="when fate may be used")]
Duration = Annotated[
    Literal["fight", "encounter", "turn", "next_turn", "turns", "rounds", "draws", "had", "game", "leaving"],
    Meta(description="a duration"),
]
"""Units of an effect's duration; `had`: as long as its owner has the card it is from."""
FoeKind = Annotated[Literal[CardType, "character", "enemy"], Meta(description="a type of foe")]
TargetKind = Annotated[Literal[CardType, "character", "enemy", "creature"], Meta(description="what it happened to")]
AKind = Annotated[Literal[CardType, "enemy", "goods"], Meta(description="a type of card")]
AnAct = Annotated[Act, Meta(description="an act")]


def names(kind: Any) -> tuple[str, ...]:
    """The names a type of this module allows.

    >>> names(Alignment)
    ('good', 'neutral', 'evil')
    """
    return get_args(get_args(kind)[0]) if get_args(get_args(kind)[0]) else get_args(kind)


STATS = names(Stat)
CAUSES = frozenset({"card", "spell", "fight", "spoils", "command"})
"""Causes of losing life; the names of spaces are causes too."""
ANSWERS = ("character", "the space", "any", *names(FightResult), *BOARD_TEXTS)
"""Words a variable may hold: who is met, the result of a fight, or "any" for a value that is not empty."""
ENEMIES = frozenset({"animal", "dragon", "monster", "spirit"})
"""Types of cards that are Enemies."""
OBJECTS = frozenset({"object", "magic object", "talisman"})
"""Types of cards that are Objects."""
CARRIED = OBJECTS | {"follower"}
"""Types of cards that are taken, not met."""
COVERING = frozenset({"terrain"})
"""Types of cards that cover the space they lie on: their name and text take the place of its own."""


def usual_action(kind: str) -> CardAction:
    """Return the fate of a card of a type that is met, where the card itself does not say otherwise.

    >>> usual_action("dragon"), usual_action("follower"), usual_action("event"), usual_action("place")
    ('attack', 'keep', 'discard', 'leave')
    """
    if kind in ENEMIES:
        return "attack"
    return "keep" if kind in CARRIED else "discard" if kind == "event" else "leave"


NO_FIGHT = frozenset(
    {"turn_start", "any_turn_start", "moving", "move_rolled", "meeting", "meeting_character", "turn_end", "crown"}
)
NO_FIGHT_EVENTS = frozenset(
    {"turn_begins", "landed", "crossed_river", "drawn", "deck_drawn", "visited", "card_visited"}
)
"""Moments and events at which no fight is running."""


# --- references ---

FOE, SPACE, CARD, DICE, RESULT_OF_FIGHT = "a foe of a fight", "a space", "a card", "dice", "the result of a fight"
"""Kinds of values of variables that the checks can tell apart."""


class Ref(NamedTuple):
    """The names that a text may hold, in the `Annotated` type of its field.

    `what` is what messages call it; `among` are the names that are known (attributes of `KnownNames`), `words` others
    that are possible, `variable`: also a variable; without `what` it must be one that an operation before has written.
    `holds`: the kind of value that a variable must hold.
    """

    what: str = ""
    among: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    variable: bool = False
    holds: str = ""


READ = Ref()
"""A variable that an operation before has written."""


@cache
def references(kind: type[Struct]) -> tuple[tuple[str, str, Ref], ...]:
    """Return the fields of a struct that name something: attribute, key, reference.

    >>> from talisman_nb.cards.operations import Become
    >>> [(key, ref.what) for _, key, ref in references(Become)]
    [('form', 'a form')]
    """
    hints = get_type_hints(kind, include_extras=True)
    found = ((each, next(_refs_in(hints[each.name]), None)) for each in fields(kind))
    return tuple((each.name, each.encode_name, ref) for each, ref in found if ref)


def _refs_in(hint: Any) -> Iterator[Ref]:
    """Yield the references in a type, those of a union or of the items of a tuple too."""
    yield from (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Ref))
    for argument in get_args(hint):
        yield from _refs_in(argument)


def named_in(struct: Struct) -> Iterator[tuple[str, str, Ref]]:
    """Yield what a struct names: the key of the field, the name, the reference; of a table its keys are names."""
    for name, key, ref in references(type(struct)):
        value = getattr(struct, name)
        for one in (value,) if isinstance(value, str) else value if isinstance(value, (tuple, dict)) else ():
            if one:
                yield key, one, ref
