"""The closed vocabulary of what cards, spaces, abilities and the turn itself may do.

One struct per operation, as it is written in TOML: `{ op = "lose", what = "life", n = 1 }`. A block (`do`) is a
list of operations or the name of a block of the same definition. An unknown key is an error.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct, field

Amount: TypeAlias = int | str | dict[str, Any]
Condition: TypeAlias = dict[str, Any]
Block: TypeAlias = Any  # str | list[Operation]; decoded by `decode_block`


class Operation(Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True, rename={"with_": "with"}):
    """What all operations share."""

    cites: tuple[str, ...] = ()


# --- flow ---


class Call(Operation, tag="call"):
    """Run a named program as a new activation."""

    program: str
    with_: tuple[str, ...] = ()
    who: str = "you"


class If(Operation, tag="if"):
    """Go one way or the other."""

    when: Condition
    do: Block
    otherwise: Block = field(default=None, name="else")


class Each(Operation, tag="each"):
    """For each of a list fixed at the start, in order from the active seat clockwise; gone members are skipped."""

    of: str
    as_: str = field(name="as")
    do: Block


class Repeat(Operation, tag="repeat"):
    """Again and again, a bounded number of times."""

    at_most: int
    do: Block
    when: Condition | None = field(default=None, name="while")


class Choice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One option of `choose`."""

    key: str
    do: Block
    when: Condition | None = None
    cost: dict[str, Amount] | None = None
    cites: tuple[str, ...] = ()


class Choose(Operation, tag="choose"):
    """One of several things; a closed option says which condition or cost closes it."""

    options: tuple[Choice, ...]
    who: str = "you"
    optional: bool = False
    purpose: str = "choice"


class Pick(Operation, tag="pick"):
    """One card, space, character or number out of a list; none open: the variable is empty."""

    of: str = field(name="from")
    into: str
    who: str = "you"
    optional: bool = False
    purpose: str = "pick"
    when: Condition | None = None


class Row(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The results `from` to `to` of a table."""

    low: int = field(name="from")
    high: int = field(name="to")
    do: Block = ()


class Table(Operation, tag="table"):
    """A table by a roll or a number; rows cover every value that can come."""

    by: str
    rows: tuple[Row, ...]


class Set(Operation, tag="set"):
    """Write a variable."""

    var: str
    to: Amount


class Stop(Operation, tag="stop"):
    """End the program, fight, encounter, move or turn that is running."""

    what: str


class Mark(Operation, tag="mark"):
    """A place in a program that `stop` can go to."""

    name: str


class Moment(Operation, tag="moment"):
    """Say which moment of the turn it is: abilities and Spells name the moments they fit."""

    name: str = field(name="is")


# --- dice ---


class RollDice(Operation, tag="roll"):
    """Throw dice and keep the faces; fate now, later (a following ask offers it) or never."""

    into: str
    purpose: str = field(name="for")
    dice: Amount = 1
    who: str = "you"
    fate: str = "now"
    plus: bool = False


# --- figures and goods of a character ---


class Gain(Operation, tag="gain"):
    """Strength, craft, life, fate or gold; no ceiling."""

    what: str
    n: Amount = 1
    who: str = "you"


class Lose(Operation, tag="lose"):
    """Life passes immunities, replacements and the reaction point; the rest goes down to its floor."""

    what: str
    n: Amount = 1
    who: str = "you"
    cause: str = "card"


class Heal(Operation, tag="heal"):
    """Life or fate up to the value; `price` gold each; `most` at a time, 0 for no bound."""

    what: str
    who: str = "you"
    price: int = 0
    most: int = 0
    free: int = 0
    ask: bool = True


class Pay(Operation, tag="pay"):
    """A cost to the stock: must be there in full."""

    n: Amount
    what: str = "gold"
    who: str = "you"


class Reset(Operation, tag="reset"):
    """Counters back to none."""

    what: str
    who: str = "you"


class Align(Operation, tag="align"):
    """Change alignment."""

    to: str
    who: str = "you"
    forced: bool = True


class Miss(Operation, tag="miss"):
    """Miss turns, the running one included where it is the one lost."""

    turns: Amount = 1
    who: str = "you"


class Extra(Operation, tag="extra"):
    """More turns to follow this one."""

    turns: Amount
    who: str = "you"


class Draw(Operation, tag="draw"):
    """Cards from a deck to one's hand, or face up to the space; Spells stop at the limit."""

    deck: str
    to: str = "hand"
    n: Amount = 1
    who: str = "you"
    up_to_limit: bool = False
    left: str = "to_draw"


class Look(Operation, tag="look"):
    """Look secretly at cards: the top of a deck, somebody's Spells."""

    at: str
    n: int = 1
    who: str = "you"


class Take(Operation, tag="take"):
    """A card from another place into one's goods, perhaps as something else while it is held."""

    card: str
    who: str = "you"
    as_: str = field(default="", name="as")


class Drop(Operation, tag="drop"):
    """Cards face up on one's space."""

    card: str
    who: str = "you"


class Discard(Operation, tag="discard"):
    """Cards to where they belong: discards, stock."""

    card: str
    who: str = "you"


class Place(Operation, tag="place"):
    """A card, or `gold`, face up on a space."""

    card: str
    on: str
    who: str = "you"


class Get(Operation, tag="get"):
    """A card from an open stock, if one is left."""

    name: str
    who: str = "you"
    price: Amount = 0


class Shop(Operation, tag="shop"):
    """Buy any number of cards from the stock at these prices, one after the other, until done."""

    wares: dict[str, int]
    who: str = "you"


class Token(Operation, tag="token"):
    """Take counters off a card; the card goes when none is left."""

    n: int = 1
    card: str = "this"


# --- moving ---


class Plan(Operation, tag="plan"):
    """Ask the way of a move."""

    into: str
    steps: Amount = 1
    after: str = ""  # over the bridge: where one came from
    fate: str = ""  # the roll whose die may be rerolled here


class Walk(Operation, tag="walk"):
    """Along the way, step by step; `left` gets the steps left at a guarded crossing."""

    along: str
    left: str


class Crossing(Operation, tag="crossing"):
    """Run what the space says of crossing here; comes back only if the way is open."""

    at: str = "here"


class Cross(Operation, tag="cross"):
    """One step over the bridge or door one stands at."""

    into: str  # the steps left become one fewer


class Teleport(Operation, tag="teleport"):
    """To a space without passing any; `meet`: a new encounter there in the same turn."""

    to: str
    who: str = "you"
    meet: bool = False


class CrossedRiver(Operation, tag="crossed_river"):
    """A ferry or raft crossed the River: what waits for that happens."""


class TurnBack(Operation, tag="turn_back"):
    """Begin to turn back in the Inner Region."""

    who: str = "you"


# --- fights ---


class MadeUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A creature without a card."""

    name: str
    strength: Amount = 0
    craft: Amount = 0
    type: str = ""


class Attack(Operation, tag="attack"):
    """Open a fight with made-up creatures, or with cards or a character a variable names."""

    foes: tuple[MadeUp, ...] | str
    by: str = "battle"
    result: str = field(default="", name="as")
    ends: bool = True
    who: str = "you"


class Face(Operation, tag="face"):
    """Fight or evade; before dice are thrown."""

    side: str = "you"


class FaceOff(Operation, tag="face_off"):
    """The attacker's last word before the dice, against a character."""


class Throw(Operation, tag="throw"):
    """The attack roll of one side."""

    side: str


class Luck(Operation, tag="luck"):
    """Fate on one's own attack die."""

    side: str


class Compare(Operation, tag="compare"):
    """Both scores, and who won."""


class Beaten(Operation, tag="beaten"):
    """The beaten creatures are killed, or saved by somebody's Spell; trophies."""


class Spoils(Operation, tag="spoils"):
    """The winner over a character takes a life, an Object or a gold."""


class EndFight(Operation, tag="end_fight"):
    """Put the fight away and give back its result; one not won ends the turn."""


class Evade(Operation, tag="evade"):
    """Slip away from the running fight, as long as no die was thrown."""


class Ambush(Operation, tag="ambush"):
    """The attacked throw no die in the running fight; a character beaten so must lose a life."""


class TakeFoe(Operation, tag="take_foe"):
    """One foe of the running fight comes along, as something else while it is held."""

    foe: str
    as_: str = field(name="as")


class LeaveFoe(Operation, tag="leave_foe"):
    """One foe of the running fight does not attack: neither killed nor evaded it stays."""

    foe: str


class DestroyFoe(Operation, tag="destroy_foe"):
    """One foe of the running fight is destroyed: discarded, never a trophy."""

    foe: str


class Spare(Operation, tag="spare_foe"):
    """One foe of the running fight is left alone, or all when none is named."""

    foe: str = ""


class Kill(Operation, tag="kill"):
    """A card (enemy, follower) or a character is killed."""

    what: str
    who: str = "you"


class FollowerGoes(Operation, tag="follower_goes"):
    """The Follower is killed, unless somebody's answer saved it."""

    card: str = "card"
    cancelled: str = "cancelled"


# --- life and death ---


class Save(Operation, tag="save"):
    """Whether the armour saves the life, by its die."""

    armour: str = "armour"
    by: str = "die"


class LifeGoes(Operation, tag="life_goes"):
    """The life goes, unless somebody's answer saved it."""

    n: str = "n"
    cause: str = "cause"
    cancelled: str = "cancelled"


# --- spells ---


class React(Operation, tag="react"):
    """A reaction point: ask all seats whether anybody answers; an answer may write `cancelled`."""

    to: str
    into: str = "cancelled"


class NameSpell(Operation, tag="name_spell"):
    """The Spell leaves the hand; an unseen one gets its name."""


class Aim(Operation, tag="aim"):
    """The target of the Spell."""


class Announce(Operation, tag="announce"):
    """Everybody hears of the Spell and its target."""


class Resolve(Operation, tag="resolve"):
    """The Spell that was cast takes effect."""


class Cancel(Operation, tag="cancel"):
    """The Spell, loss or killing this answers does not happen."""


class Gained(Operation, tag="gain_spell"):
    """Draw a Spell if the limit allows one more."""

    who: str = "you"


class Command(Operation, tag="command"):
    """Cast the Command Spell: announced and answered like any other."""


# --- what lasts ---


class Begin(Operation, tag="begin"):
    """Start a standing effect."""

    what: str
    on: str
    until: dict[str, Any] | str = "game"
    with_: tuple[str, ...] = ()
    shows: bool = False


class End(Operation, tag="end"):
    """End an effect early."""

    what: str = "this"
    who: str = "you"


class PromiseOp(Operation, tag="promise"):
    """At one's next turn or move do this instead."""

    at: str
    do: str
    who: str = "you"
    with_: tuple[str, ...] = ()
    until: str = ""


class Promised(Operation, tag="promised"):
    """What was promised for this moment happens now."""

    at: str


class Become(Operation, tag="become"):
    """Take a form (toad), or one's own again."""

    form: str
    who: str = "you"


class Out(Operation, tag="out"):
    """Eliminated for good."""

    who: str


class Win(Operation, tag="win"):
    """The game is over."""

    who: str = "you"


# --- the words of the turn ---


class BeginTurn(Operation, tag="begin_turn"):
    """Clocks tick, uses come back, a new character comes for one that was killed."""


class SetupCharacter(Operation, tag="setup_character"):
    """What the character begins the game with."""


class MissedTurn(Operation, tag="missed_turn"):
    """A turn of no length."""


class CloseTurn(Operation, tag="close_turn"):
    """The end of one's turn: trophies, deliveries, then done."""


class EndTurn(Operation, tag="end_turn"):
    """The next seat's turn, or another of one's own."""


class Landed(Operation, tag="landed"):
    """What strikes whoever lands here, before all else."""


class Whom(Operation, tag="whom"):
    """Meet a character here, use an ability on it, or meet the space."""

    into: str


class Fill(Operation, tag="fill"):
    """Draw cards until as many lie here as the space says."""

    into: str = "drawn"
    left: str = "need"


class SpaceProgram(Operation, tag="space_program"):
    """Run a part of the space's own definition, if it has it."""

    part: str


class NextThing(Operation, tag="next_thing"):
    """The next thing to meet here, by number; again until nothing is left."""

    into: str = "met"


class PlaceDrawn(Operation, tag="place_drawn"):
    """What is done with drawn cards before any is met: some are placed elsewhere."""

    of: str = field(default="drawn", name="from")


class Hands(Operation, tag="hands"):
    """Do what it says by hand, then tell: the program only keeps the sheets."""

    who: str = "you"


OPERATIONS: tuple[type[Operation], ...] = tuple(
    value for value in globals().values() if isinstance(value, type) and issubclass(value, Operation) and value is not Operation
)
"""Every operation there is."""

NAMES: dict[str, type[Operation]] = {str(op.__struct_config__.tag): op for op in OPERATIONS}
"""The operation's name in TOML and its struct."""
