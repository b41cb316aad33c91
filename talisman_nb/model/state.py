"""The values that `step` takes and returns: states, answers, asks, events, and the keys that options have.

Frozen structs and tuples throughout, which can't form cycles: therefore `gc=False` for those of a state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct

from .kinds import AskKind, CardType, ClosedReason, EventKind, OwnCard

UNSEEN: Final = "spell?"
"""Id of a card that nobody has named, or that is shown to those who may not see it."""
MOST_KEYS: Final = 24  # that a notebook shows of a question


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
    reward: Literal["any", "life", "none"] = "any"  # what the attacker may take who wins against a character
    decided: str = ""  # the card by which the attacker has won before all dice lie


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
    until: str = "game"  # fight, encounter, turn, next_turn, turns, rounds, draws, game, leaving
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
    aside: tuple[str, ...] = ()  # goods that the last character left for the next one (`death.goods`); `purse`: gold
    purse: int = 0


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
    won_by: tuple[str, ...] = ()  # the rules by which the winner has won
    texts: tuple[tuple[str, str], ...] = ()  # what only the box has: of a kind of spaces one of `BOARD_TEXTS`, figures

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook whose turn it is and where everybody stands, by ids: names are given by the table."""
        people = (
            f"{seat} {each.name or '-'}: {each.character or '-'} {each.space}" for seat, each in enumerate(self.players)
        )
        printer.text(f"round {self.round}, turn of seat {self.turn}, ply {self.ply}\n  " + "\n  ".join(people))


class Seen(State, frozen=True, gc=False):
    """A state without what a viewer may not see, made by `engine.view`; a full state in its place is a type error."""


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


Verb = Literal[
    "cast", "use", "drop", "trade",  # asides; a trade of trophies also at the end of a turn
    "take", "visit",
    "fate",  # item: index of the die that is rerolled
    "attack", "psychic",  # item: the attacked seat
    "bribe", "wield",
    "buy", "free",
    "give", "want",  # what is on the table of a trade: a card, gold, a Spell
    "seat", "foe", "n", "nth",  # item: a number
]  # fmt: skip
"""The verbs of keys."""

VERBS = frozenset(get_args(Verb))


ANSWERS = frozenset({
    "add", "all", "any", "card", "command", "done", "empty", "end-turn", "evade", "fight", "go-on", "gold", "hand",
    "keep", "leave", "nobody", "none", "nowhere", "own", "part", "part-of-gold", "settle", "this", "unbeaten",
})  # fmt: skip
"""Keys of options that are no item, and words for what no item is called: names of items must be others."""
OF_A_CHOICE = frozenset({"done", "empty", "hand", "none", "own", "settle"})
"""Those that any choice may have besides its own options."""


class Key(NamedTuple):
    """A key split into verb and item; the verb is "" for a name only."""

    verb: Verb | Literal[""]
    item: str


@lru_cache(maxsize=10_000)
def read_key(key: str) -> Key:
    """Split a key into verb and item. Cached.

    >>> read_key("cast:healing"), read_key("pool-of-life:3")
    (Key(verb='cast', item='healing'), Key(verb='', item='pool-of-life:3'))
    """
    verb, colon, item = key.partition(":")
    for known in VERBS if colon else ():
        if known == verb:
            return Key(known, item)
    return Key("", key)


def key_of(verb: Verb, item: object) -> str:
    """Join a verb and an item to a key.

    >>> key_of("fate", 0)
    'fate:0'
    """
    return f"{verb}:{item}"


EVERYBODY = -1
"""Value of `Ask.seat` for an ask to all seats at once (a reaction point)."""

TARGET = "target"
"""Purpose of the ask for the target of a Spell."""

MOST_FIGURE = 99
"""Upper bound of values set by hand or in a situation, such as lives, gold, missed turns: sheets have two digits."""


class Option(Struct, frozen=True, gc=False):
    """One way to answer; a closed option stays visible, with the reason in `closed`.

    >>> Option("evade", closed="evade", cites=("evade.what",)).closed
    'evade'
    """

    key: str
    closed: ClosedReason = ""
    cites: tuple[str, ...] = ()  # the rules that close or allow it
    source: str = ""  # card, ability or space it comes from
    space: str = ""  # the space it leads to
    seat: int = -1  # the seat it concerns, -1 for none
    n: int = 0  # price, amount or number on the card
    path: tuple[str, ...] = ()  # spaces passed on the way
    owner: int = -1  # the seat with which what it names lies face down, -1 for what everybody may see

    @property
    def verb(self) -> Verb | Literal[""]:
        """The verb of the key; "" if the key is a name only."""
        return read_key(self.key).verb

    @property
    def item(self) -> str:
        """The item of the key, or the key itself if it has no verb."""
        return read_key(self.key).item


class Ask(Struct, frozen=True, gc=False):
    """The question a state waits for; computed from its top frame, never stored in the state."""

    ply: int
    kind: AskKind
    seat: int
    purpose: str = ""  # what a roll or a choice is for: move, attack, space, pray …
    options: tuple[Option, ...] = ()
    offers: tuple[Option, ...] = ()  # may be done first; the question then comes again
    chance: bool = False  # answered by dice or cards, not by a decision
    weights: tuple[int, ...] = ()  # relative frequency of each option of a chance ask; () for equal ones
    unknown: int = 0  # the same of a card that nobody has typed, which is no option
    source: str = ""  # card, space or ability it comes from
    other: int = -1  # the second party: victim, defender …
    rolls: tuple[int, ...] = ()  # faces known of the roll it belongs to; of an attack both scores
    n: int = 0  # number of missing dice or cards, an amount or a number of steps
    ahead: tuple[Any, ...] = ()  # the operation that uses the roll next, for previews
    cites: tuple[str, ...] = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show in a notebook what is asked of whom, and the keys: what is open, and what is not, with its rule."""
        open_ = self.open()
        keys = ", ".join(open_[:MOST_KEYS]) + f", … ({len(open_)})" * (len(open_) > MOST_KEYS)
        closed = (f"  not {each.key}: {each.closed}" for each in self.options + self.offers if each.closed)
        asked = " ".join(filter(None, (self.kind, self.purpose)))
        printer.text("\n".join([f"{asked} (seat {self.seat}): {keys}", *closed]))

    def open(self) -> tuple[str, ...]:
        """The keys of all open options and offers, options first."""
        return tuple([o.key for o in self.options + self.offers if not o.closed])

    def aims_at_self(self) -> bool:
        """Whether the only open target is the seat that chooses it."""
        return self.purpose == TARGET and self.open() == (key_of("seat", self.seat),)


class Change(Struct, frozen=True, omit_defaults=True, gc=False):
    """One value corrected by hand (rule `table.correction`), or people who come and go (rule `table.join`).

    `what` is one of life, fate, gold, strength, craft, alignment, character, space, turn, miss, form (`to` the form,
    `n` its turns), spells (how many are held), draw (a card of the deck `to`, which is met), won, card, out, lying-gold
    (on the space `to`), lasts (what is left of an effect, see `by_hand_cards.change_of`, or 1 to lay a piece of
    somebody's), round, read (off the `card`: `n` is its figure `to`, or 1 or 0 for its keyword `to`), or ruling (the
    question `name`, decided by a die that shows `n`).

    Of people it is join (`name`, `to` a character or "", behind `seat` in turn order, -1 for the last), leave (`to` is
    "space": goods and gold stay there, or "piles"), hand-over (to `name`), pause, back, order (`seat` plays behind seat
    `n`) or skip.

    Numbers are the new value, never a difference, and at most `MOST_FIGURE`. A card goes from one place to another:
    "seat:1", "spells:1", "trophies:1", "space:ruins", "discards:adventure", "deck:adventure", "stock" or "box".
    """

    what: str
    seat: int = -1
    n: int = 0
    to: str = ""
    card: str = ""
    origin: str = ""
    name: str = ""


class Answer(Struct, frozen=True, omit_defaults=True, gc=False):
    """An answer to the ask with number `ply`, by the key of an option; the key of an aside interrupts the ask.

    Asides, from any seat: `cast:<spell>`, `use:<action>`, `drop:<card>`, `settle`, `hand` with `changes`. With `state`
    the game goes back to that earlier state. `seat` is the seat of an aside, -1 for that of the ask; `own` is
    the card that goes with the key `own`.
    """

    ply: int
    key: str
    seat: int = -1
    changes: tuple[Change, ...] = ()
    own: OwnCard | None = None
    state: State | None = None


class Event(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened, with the rules that decide it; which fields are used depends on `kind`.

    `only` is the seat that alone may see `card` and `cards`; -1 means that all may.
    """

    kind: EventKind
    seat: int = -1
    other: int = -1
    what: str = ""  # strength, craft, life … or a phrase key
    n: int = 0
    card: str = ""
    cards: tuple[str, ...] = ()
    space: str = ""
    origin: str = ""  # the place or space it came from
    cause: str = ""
    source: str = ""  # the card, space or ability that made it happen
    faces: tuple[int, ...] = ()
    scores: tuple[int, int] = (0, 0)
    only: int = -1
    cites: tuple[str, ...] = ()
