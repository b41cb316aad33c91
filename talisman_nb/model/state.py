"""The state of a game: frozen structs and tuples all the way down. Nothing here can refer to itself, so `gc=False`."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from .kinds import CardType


class OwnCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card that is in no list, entered by its type and figures; its text is settled by hand."""

    name: str
    type: CardType
    strength: int = 0
    craft: int = 0
    number: int = 0
    words: str = ""


class Roll(Struct, frozen=True, gc=False):
    """Faces thrown by one seat, in the order thrown; 0 stands for a die still to come."""

    faces: tuple[int, ...]
    rerolled: int = -1  # which die was rerolled by fate; only one ever
    plus: int = 0  # added after rolling: changes the value, not the face

    @property
    def value(self) -> int:
        """The sum of the faces and what was added after rolling."""
        return sum(self.faces) + self.plus


Value: TypeAlias = int | str | tuple[int | str, ...] | Roll | None
"""What a variable of a program may hold."""


class Foe(Struct, frozen=True, gc=False):
    """A creature in a fight: a card that lies on the space, or one made up by a program."""

    name: str
    strength: int = 0
    craft: int = 0
    card: str = ""  # "" for a creature without a card
    type: CardType | Literal[""] = ""


class Fight(Struct, frozen=True, gc=False):
    """A battle or psychic combat that is going on."""

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
    ends: bool = True  # a fight not won ends the turn
    assassin: bool = False
    where: str = ""


class Frame(Struct, frozen=True, gc=False):
    """Where one frame of a program is: the only kind of frame there is."""

    program: str
    pc: int = 0
    you: int = 0
    other: int = -1  # target, victim, mover, foe
    source: str = ""  # the card, space or ability this frame belongs to
    where: str = ""  # guard: `you` must be on this space, "" for no such guard
    born: int = 0  # guard: the character of `you` this was begun with, 0 for no such guard
    slots: tuple[Value, ...] = ()


class Effect(Struct, frozen=True, gc=False):
    """Something lasting: its body is a definition, its clock hangs on a seat."""

    what: str  # key of the definition: "card.blizzard.snow"
    on: str  # "everyone", "seat", "space" or "card" (the first of its slots)
    seat: int = -1
    space: str = ""
    owner: int = -1  # the seat whose turns or rounds count
    until: str = "game"  # fight, encounter, turn, next_turn, turns, rounds, game, leaving
    left: int = 0
    source: str = ""  # the card that shows it
    shows: str = ""  # where that card lies: a space
    slots: tuple[Value, ...] = ()


class Promise(Struct, frozen=True, gc=False):
    """At the seat's next `at` the program runs, once."""

    at: str  # turn, move
    program: str
    source: str = ""
    until: str = ""  # "leaving": void when the character leaves the space
    slots: tuple[Value, ...] = ()


class Player(Struct, frozen=True, gc=False):
    """A seat with its character; counters are those above the printed values."""

    name: str
    character: str  # "" while a new one is awaited
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
    used: tuple[str, ...] = ()  # abilities and cards used up this turn
    born: int = 1  # which character of this seat, counted from 1
    extra: int = 0  # turns to follow this one
    turning_back: bool = False
    out: bool = False


class Deck(Struct, frozen=True, gc=False):
    """A deck without order: copies left per definition, what is known of its top, its discards."""

    left: tuple[int, ...]
    discards: tuple[str, ...] = ()
    known: tuple[str, ...] = ()  # known on top, first one next
    knowers: tuple[int, ...] = ()  # seats that know them
    unseen: int = 0  # cards that left it unnamed (`spell?`)


class State(Struct, frozen=True, gc=False):
    """A whole game at one ask; see `encode` and `decode`."""

    book: str  # id of the definitions in force: edition, house rules, content hash
    players: tuple[Player, ...]
    spaces: tuple[tuple[str, ...], ...]  # face-up cards, per space in the board's order
    gold: tuple[int, ...]  # gold lying on spaces, in the board's order
    decks: tuple[Deck, ...]  # in the order of the edition's decks
    stocks: tuple[int, ...]  # copies left of each stocked card, in the edition's order
    stack: tuple[Frame, ...]
    box: tuple[str, ...] = ()  # cards out of the game; characters taken
    effects: tuple[Effect, ...] = ()
    fight: Fight | None = None
    turn: int = 0
    round: int = 1
    moment: str = ""
    held: int = 0  # spells the active seat held at the start of its turn
    cast: tuple[int, ...] = ()  # seats that cast in this turn, once per spell
    crown: bool = False  # somebody has reached the Crown
    winner: int = -1
    result: Value = None  # what the program that ended last gives back
    own: tuple[OwnCard, ...] = ()
    ply: int = 0


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def encode(state: State) -> bytes:
    """The state as JSON; `decode(encode(s)) == s` at every ask."""
    return _encoder.encode(state)


def decode(data: bytes) -> State:
    """The state written by `encode`.

    Raises `msgspec.ValidationError`, naming the path, when the data is not such a state.
    """
    return _decoder.decode(data)
