"""The types of asks, answers and events, and the keys that options have."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, NamedTuple, get_args

from msgspec import Struct

from .kinds import AskKind, ClosedReason, EventKind
from .state import OwnCard, State

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
    source: str = ""  # card, space or ability it comes from
    other: int = -1  # the second party: victim, defender …
    rolls: tuple[int, ...] = ()  # faces known of the roll it belongs to; of an attack both scores
    n: int = 0  # number of missing dice or cards, an amount or a number of steps
    ahead: tuple[Any, ...] = ()  # the operation that uses the roll next, for previews
    cites: tuple[str, ...] = ()

    def open(self) -> tuple[str, ...]:
        """The keys of all open options and offers, options first."""
        return tuple([o.key for o in self.options + self.offers if not o.closed])

    def aims_at_self(self) -> bool:
        """Whether the only open target is the seat that chooses it."""
        return self.purpose == TARGET and self.open() == (key_of("seat", self.seat),)


class Change(Struct, frozen=True, omit_defaults=True, gc=False):
    """One value corrected by hand (rule `table.correction`), or people who come and go (rule `table.join`).

    `what` is one of life, fate, gold, strength, craft, alignment, character, space, turn, miss, form (`to` the form,
    `n` its turns), spells (how many are held), card, out, lying-gold (on the space `to`), lasts (what is left of an
    effect, see `by_hand_table.change_of`) or round.

    Of people it is join (`name`, `to` a character or "", behind `seat` in turn order, -1 for the last), leave (`to` is
    "space": goods and gold stay there, or "piles"), hand-over (to `name`), pause, back, order (`seat` plays behind seat
    `n`) or skip.

    Numbers are the new value, never a difference, and at most `MOST_FIGURE`. A card goes from one place to another; a
    place is "seat:1", "spells:1", "trophies:1", "space:ruins", "discards:adventure", "deck:adventure", "stock" or
    "box".
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
