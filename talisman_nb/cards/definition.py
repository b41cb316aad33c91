"""The types of decoded and compiled definitions (`Definition`, `Facts`, `Program`), and figures they depend on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct, field

from talisman_nb.model import CardAction
from talisman_nb.model.bounds import Drawn, Face, Figure, Name, Order, OwnName, OwnNote

from .modifiers import Modifier
from .operations import Operation
from .terms import Condition
from .vocabulary import CARRIED, ACardType, Alignment, ListName, MomentName, usual_action

Instr: TypeAlias = tuple[str, Any, Any]
"""An instruction: its name, its operation and its jump target or targets."""

Meaning = Literal[
    "weapon",
    "armour",
    "gold",
    "lady",
    "unlured",
    "untaken",
    "kept",
    "over_limit",
    "must_take",
    "undroppable",
    "last_given",
]
"""Meanings of a card's keyword to the rules; see `keywords.toml` of the base edition."""


class Keyword(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Facts of a keyword, a property of cards besides their type: a table of `keywords.toml`."""

    name: OwnName = ""  # what a card with it is called besides its type
    cites: tuple[str, ...] = ()  # the rules it is from: told where it decides, and on the pages of its cards
    weapon: bool = False
    armour: bool = False
    gold: bool = False
    lady: bool = False
    unlured: bool = False
    untaken: bool = False
    kept: bool = False
    over_limit: bool = False
    must_take: bool = False
    undroppable: bool = False
    last_given: bool = False
    read_off: tuple[str, ...] = ()  # decks of which only the cards of the box say whether they have it


PARTS = ("drawn", "met", "visited", "taken", "lost", "crossing", "cast", "setup", "begun", "ended")
"""Names of blocks that the engine runs by itself at their moment."""


class Facts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values and other facts of a card, character, space, form or effect; the defaults mean "has none"."""

    name: OwnName = ""  # of a card of one's own, which is in no catalogue of names
    type: ACardType | Literal[""] = ""
    number: Order = 0
    copies: Figure = 1
    strength: Figure = 0
    craft: Figure = 0
    life: Figure = 0
    fate: Figure = 0
    gold: Figure = 1  # as a trophy that buys gold; of a character where the card says how much it begins with
    alignment: Alignment | Literal[""] = ""
    start: str = ""
    keywords: tuple[Name, ...] = ()
    have_only: tuple[Alignment, ...] = ()
    have_not: tuple[Alignment, ...] = ()
    take: Literal["may", "must"] = "may"
    after: CardAction | Literal[""] = ""  # what becomes of it when it is met; "" as is usual with its type
    words: OwnNote = ""  # what stands on it, as far as no program does it: settled by hand
    stays: Literal["", "until_killed", "game", "first_visit"] = ""
    gone_after: Literal["", "turn_start"] = ""  # "turn_start": discarded after the start of the next turn
    gone_by: str = ""  # the switch, as `switch_names` call it, by which it is discarded instead of left on a space
    tokens: Figure = 0
    other_side: str = ""  # of a card with a token that is turned over: the deck it is of while the other side is up
    moves_on: tuple[Face, ...] = ()  # of a piece: faces of a die to move on which whoever threw it moves it
    price: Figure = 0  # gold paid to take it
    bribe: Figure = 0  # gold an enemy takes for not attacking
    save: Face = 0  # of an Armour: lowest face that saves a life
    save_in: tuple[Literal["battle", "psychic"], ...] = ("battle",)  # fights in which it may be used
    at: tuple[MomentName, ...] = ()  # moments a spell may be cast at
    target: ListName | Literal[""] = ""  # the list a spell's target comes from
    when: Condition | None = None  # condition for casting a spell
    twin: str = ""  # its original: the card it has everything from but the copies
    turns: Figure | Literal["game"] = 0  # how long a form lasts, in turns; "game": until something ends it
    sleeps: tuple[Literal["strength", "craft"], ...] | None = None  # counters a form puts aside, others go; None: both
    counts_as: str = ""  # of a form: another one, whose name means it too
    lifeless: bool = False  # who has this form lives without life, and is killed by losing one it has not
    cites: tuple[str, ...] = ()
    guard: tuple[Literal["you", "here", "ability"], ...] = ()
    out_by: str = ""  # the switch, as `switch_names` call it, that takes all copies of a card out of the game
    teleport_to: str = ""  # the space a teleport from another region leads to instead, by the house rule for it
    needs: str = ""  # card needed to enter this space
    needs_by: str = ""  # the switch, as `switch_names` call it, by which it is needed; "": always
    within: str = ""  # the region that a move begun on this space leads to, and does not leave
    meeting: bool = True  # characters are met on this space
    evading: bool = True  # creatures may be evaded there
    spells: bool = True  # Spells may be cast on its creatures, and on the space
    covering: bool = True  # cards that cover a space may be laid on it
    draw: Drawn = 0  # of a card that covers a space: up to how many cards one draws there
    turning_back: bool = False  # one may turn back there instead of doing what was promised for the move
    role: Literal["", "turn", "move", "encounter", "fight", "limit"] = ""  # what `stop` ends; not settled by hand


def met_as(facts: Facts) -> str:
    """The type of card that a card is met like: its own, unless its action word says otherwise (`meet.action-word`).

    What is kept is met like an Object, and an Object or Follower that is not kept like an Event.

    >>> met_as(Facts(type="event", after="keep")), met_as(Facts(type="object", after="discard"))
    ('object', 'event')
    """
    if not facts.after:
        return facts.type
    if facts.after == "keep":
        return facts.type if facts.type in CARRIED else "object"
    return "event" if facts.type in CARRIED else facts.type


@cache
def plain_card(card: str) -> str:
    """Return the name of a card without its role or counters. Cached.

    >>> plain_card("goblin@raised"), plain_card("pool-of-life:3")
    ('goblin', 'pool-of-life')
    """
    return card.partition("@")[0].partition(":")[0]


def role_given(program: str, as_: str) -> str:
    """Return the role a card carries behind its `@` when a program of a character or card takes it as something else.

    >>> role_given("character.ghoul.raise", "raised"), role_given("haunt.follow", "clinging")
    ('ghoul.raised', 'haunt.clinging')
    """
    return f"{program.rpartition('.')[0].removeprefix('character.')}.{as_}"


def role_key(definitions: Mapping[str, Any], role: str) -> str:
    """The key of what a card is in the role it carries behind its `@`: that of a character, or of a card.

    >>> role_key({"character.ghoul.raised": 1}, "ghoul.raised"), role_key({"haunt.clinging": 1}, "haunt.clinging")
    ('character.ghoul.raised', 'haunt.clinging')
    """
    of_character = f"character.{role}"
    return of_character if of_character in definitions else role


def is_inside(key: str) -> bool:
    """Whether a definition stands inside another one: an effect of a card, space or program, a role of a character.

    >>> is_inside("blizzard.snow"), is_inside("turn.dies.grave"), is_inside("form.toad"), is_inside("purchase/axe")
    (True, True, False, False)
    """
    head, dot, rest = key.partition(".")
    return bool(dot) and ("." in rest or head not in ("character", "form", "space", "turn"))


def fits(kind: str, after: str) -> bool:
    """Whether an action word goes with a type: Enemies attack, and only they; a Spell has none.

    >>> fits("animal", "attack"), fits("animal", "keep"), fits("place", "discard")
    (True, False, True)
    """
    return not after or (kind != "spell" and (after == "attack") == (usual_action(kind) == "attack"))


def means(known: Mapping[str, Keyword], facts: Facts, what: Meaning) -> bool:
    """Whether a keyword of a card means something to the rules; `known` are the keywords of its book.

    >>> means({"cursed": Keyword(kept=True)}, Facts(keywords=("cursed",)), "kept")
    True
    """
    return any(getattr(known[word], what) for word in facts.keywords if word in known)


def rules_meant(known: Mapping[str, Keyword], facts: Facts, what: Meaning) -> tuple[str, ...]:
    """The rules from which the keywords of a card are that mean something; `known` are the keywords of its book."""
    words = (known[word] for word in facts.keywords if word in known)
    return tuple(rule for keyword in words if getattr(keyword, what) for rule in keyword.cites)


class Program(Struct, frozen=True):
    """A compiled program: flat instructions, the names of its variables, its guards and labels (`jump_labels`)."""

    key: str
    code: tuple[Instr, ...]
    slots: tuple[str, ...]
    role: str = ""
    guard: tuple[str, ...] = ()
    jump_labels: dict[str, int] = field(default_factory=dict)


class Definition(Struct, frozen=True):
    """A decoded TOML table: a card, character, space, form, effect or program of the turn.

    Lists of modifiers: `held` applies to the owner, of an Enemy to whoever fights it, `here` to seats on the space,
    `mods` to who has the form or effect.
    """

    key: str
    facts: Facts
    blocks: dict[str, tuple[Operation, ...]]  # parts and named programs, as written
    held: tuple[Modifier, ...] = ()
    here: tuple[Modifier, ...] = ()
    mods: tuple[Modifier, ...] = ()
    file: str = ""
    table: str = ""  # its table in the file
    origins: dict[str, str] = {}  # maps parts from elsewhere to the table of the file, or "file: part"

    def at(self, name: str) -> str:
        """The place of a part for messages: "mine.toml: [imp] met"."""
        origin = self.origins.get(name, self.table or self.key)
        return origin if ": " in origin else f"{self.file}: [{origin}] {name}"


SWITCH, OWN = "switch.", "own."
"""The sections of the program's switches, which `out_by` and `by` leave out, and of those a layer brings."""


def switch_names(figures: Mapping[str, Any]) -> list[str]:
    """The switches among some figures that are on or off, as cards and decks name them.

    >>> switch_names({"switch.two_decks": True, "own.quick": False, "own.gold": 3, "fate.used": True})
    ['two_decks', 'own.quick']
    """
    switches = (name for name, value in figures.items() if isinstance(value, bool))
    return [name.removeprefix(SWITCH) for name in switches if name.startswith((SWITCH, OWN))]


def switch_figure(name: str) -> str:
    """The figure of a switch that a card or deck names.

    >>> switch_figure("two_decks"), switch_figure("own.quick")
    ('switch.two_decks', 'own.quick')
    """
    return name if name.startswith(OWN) else f"{SWITCH}{name}"
