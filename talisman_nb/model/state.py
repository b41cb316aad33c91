"""The types of a state: frozen structs and tuples throughout. They can't form cycles, therefore `gc=False`."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from .kinds import CardType

UNSEEN: Final = "spell?"
"""Id of a card that nobody has named, or that is shown to those who may not see it."""


class OwnCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card that is in no list, entered with its type and stats; its text is settled by hand."""

    name: str
    type: CardType
    strength: int = 0
    craft: int = 0
    number: int = 0
    words: str = ""
    deck: str = ""  # the deck whose unknown cards it is one of; "" for a card the deck does not count


class Roll(Struct, frozen=True, gc=False):
    """The faces of one roll, in the order thrown; 0 for a die not thrown yet."""

    faces: tuple[int, ...]
    rerolled: int = -1  # index of the die rerolled for fate, -1 for none; only one may be
    plus: int = 0  # added after rolling: changes the value, not the faces

    @property
    def value(self) -> int:
        """The sum of the faces and of what was added after rolling."""
        return sum(self.faces) + self.plus


Value: TypeAlias = int | str | tuple[int | str, ...] | Roll | None
"""The values a variable of a program may have."""


class Foe(Struct, frozen=True, gc=False):
    """A creature in a fight: a card on the space, or one without a card."""

    name: str
    strength: int = 0
    craft: int = 0
    card: str = ""  # "" for a creature without a card
    type: CardType | Literal[""] = ""


class Fight(Struct, frozen=True, gc=False):
    """The running battle or psychic combat."""

    you: int
    stat: str  # "strength": battle, "craft": psychic combat
    foes: tuple[Foe, ...] = ()
    against: int = -1  # the attacked character's seat, -1 for creatures
    dice: tuple[int, int] = (1, 1)
    mine: Roll | None = None
    theirs: Roll | None = None
    used: tuple[str, ...] = ()  # cards that added to the score: weapons, raised and charmed followers
    wielded: tuple[str, ...] = ()  # weapons chosen by hand instead of the best ones
    scores: tuple[int, int] = (0, 0)
    result: str = ""  # won, lost, standoff, evaded
    ends: bool = True  # whether the turn ends if the fight is not won
    assassin: bool = False
    where: str = ""
    reward: Literal["any", "life"] = "any"  # what the attacker may take who wins against a character


class Frame(Struct, frozen=True, gc=False):
    """A running program on the stack: its place, seats, source, guards and variables."""

    program: str
    pc: int = 0
    you: int = 0
    other: int = -1  # the second party: target, victim, mover, foe
    source: str = ""  # the card, space or ability it belongs to
    where: str = ""  # guard: `you` must be on this space; "" for none
    born: int = 0  # guard: `you` must still have this character; 0 for none
    slots: tuple[Value, ...] = ()


class Effect(Struct, frozen=True, gc=False):
    """A lasting effect: its modifiers are those of a definition, its clock is counted on a seat's turns or rounds."""

    what: str  # key of the definition: "card.blizzard.snow"
    on: str  # "everyone", "seat", "space" or "card" (the first of its slots)
    seat: int = -1
    space: str = ""
    owner: int = -1  # the seat whose turns or rounds are counted
    until: str = "game"  # fight, encounter, turn, next_turn, turns, rounds, game, leaving
    left: int = 0
    source: str = ""  # the card that shows it
    shows: str = ""  # the space on which that card lies
    slots: tuple[Value, ...] = ()


class Promise(Struct, frozen=True, gc=False):
    """A program that runs once in place of the seat's next turn or move (`at`)."""

    at: str  # turn, move
    program: str
    source: str = ""
    until: str = ""  # "leaving": void when the character leaves the space
    slots: tuple[Value, ...] = ()


class Player(Struct, frozen=True, gc=False):
    """A seat with its character; `strength` and `craft` are counters, without the printed values."""

    name: str
    character: str  # "" until the seat gets a new one
    space: str
    strength: int = 0
    craft: int = 0
    fate: int = 0
    life: int = 0
    gold: int = 0
    alignment: str = ""
    goods: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    trophies: tuple[str, ...] = ()
    experience: int = 0
    form: str = ""
    form_left: int = 0
    asleep: tuple[int, int] = (0, 0)  # strength and craft counters put aside by a form
    promises: tuple[Promise, ...] = ()
    used: tuple[str, ...] = ()  # abilities and cards used up this turn; `game.…`: abilities used up for the game
    born: int = 1  # number of this character of the seat, from 1; 0 before the first one enters
    extra: int = 0  # extra turns that follow this one
    turning_back: bool = False
    out: bool = False
    dealt: tuple[str, ...] = ()  # characters face down before the seat until it keeps one
    paused: bool = False  # the person is away: the seat is passed over until it comes back (`table.join`)
    gone: bool = False  # the person has left the table for good; then it is out too (`table.join`)


class Deck(Struct, frozen=True, gc=False):
    """A deck as counts: copies left per card, the known top cards, the discards; see `cards_in` for their number."""

    left: tuple[int, ...]
    discards: tuple[str, ...] = ()
    known: tuple[str, ...] = ()  # known top cards, the next one first
    knowers: tuple[int, ...] = ()  # seats that know them
    unseen: int = 0  # cards that were drawn without being named (`spell?`)
    unknown: int = 0  # cards left that nobody has typed
    own: tuple[str, ...] = ()  # of those, cards the players named as they were drawn, shuffled in again
    boxed: int = 0  # cards counted in `left` that were left in the box, nobody knows which


class State(Struct, frozen=True, gc=False):
    """A game at one ask; see `encode` and `decode`."""

    book: str  # id of the definitions in force: edition, house rules, content hash
    players: tuple[Player, ...]
    spaces: tuple[tuple[str, ...], ...]  # face-up cards, per space in the board's order
    gold: tuple[int, ...]  # gold lying on spaces, in the board's order
    decks: tuple[Deck, ...]  # in the order of the edition's decks
    stocks: tuple[int, ...]  # copies left of each stocked card, in the edition's order
    stack: tuple[Frame, ...]
    box: tuple[str, ...] = ()  # cards out of the game; characters that died
    effects: tuple[Effect, ...] = ()
    fight: Fight | None = None
    turn: int = 0
    round: int = 1
    moment: str = ""
    held: int = 0  # spells the active seat held at the start of its turn
    cast: tuple[int, ...] = ()  # seats that cast in this turn, one entry per Spell
    crown: bool = False  # whether a character has reached the Crown
    winner: int = -1
    result: Value = None  # result of the program that ended last
    own: tuple[OwnCard, ...] = ()
    ply: int = 0
    seating: tuple[int, ...] = ()  # all seats in turn order; () for the order of their numbers


class Seen(State, frozen=True, gc=False):
    """A state without what a viewer may not see; what makes a screen takes one, a full state is a type error.

    `engine.view` makes it.
    """


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def encode(state: State) -> bytes:
    """The state as JSON; `decode(encode(state)) == state` at every ask."""
    return _encoder.encode(state)


def decode(data: bytes) -> State:
    """The state from JSON written by `encode`.

    Raises `msgspec.ValidationError`, naming the path, if the data is no valid state.
    """
    return _decoder.decode(data)
