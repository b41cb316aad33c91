"""Values of a panel: plain, every word already chosen, nothing left to decide."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from talisman_nb.model import Change

Tone = Literal["", "good", "bad", "level"]
"""Worth of something for the character concerned; "level": nothing happens, or it may go either way; "": unsaid."""


class Who(Struct, frozen=True, omit_defaults=True):
    """A seat as it is marked on the board and the sheets."""

    seat: int
    letter: str
    name: str
    character: str = ""


class Chances(Struct, frozen=True):
    """Chances of a fight or of a roll that must be reached, in percent, together 100."""

    won: int
    standoff: int
    lost: int


class Block(Struct, frozen=True, omit_defaults=True):
    """One summand of a score: points of the fighter, or of something that adds to them."""

    n: int
    label: str  # "Strength", "Sword"
    own: bool = False  # the fighter's own points; else those of an Object, Follower, Spell or ability


class Side(Struct, frozen=True, omit_defaults=True):
    """One side of a fight, or of a roll that must be reached."""

    label: str  # "Ada", "Dragon"
    blocks: tuple[Block, ...]
    total: int  # of the blocks and the dice known so far
    who: Who | None = None  # None: a creature or a number to reach
    picture: str = ""  # key of `Labels.pictures`, "" for none
    dice: tuple[int, ...] = ()  # faces, 0 for a die that is still to come
    throws: str = ""  # under its dice: "Ada's die", "Bruno throws"
    asked: bool = False  # the question asks for a die of this side
    best: int = 0  # how many of its dice count, the highest of them; 0: all


class FightSums(Struct, frozen=True, omit_defaults=True):
    """A fight as two sums, and how it is likely to end for one side: the first, or who is asked."""

    sides: tuple[Side, Side]
    chances: Chances | None = None  # None once all dice are known, or if they can't be reckoned
    fate: Chances | None = None  # chances if a fate is spent, None if that helps nothing
    psychic: bool = False  # fought with Craft
    whose: int = 0  # the side whose chances they are


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card, creature or space as it is shown beside the question about it."""

    key: str  # of its definition; its picture is that key of `Labels.pictures`
    name: str
    kind: str  # "Enemy – Dragon"
    lines: tuple[str, ...]  # what it does, in short lines
    number: int = 0  # the number that says when it is dealt with, 0 for none
    strength: int | None = None
    craft: int | None = None
    unsure: str = ""


class CounterChange(Struct, frozen=True):
    """A counter of a seat before and after the last answer."""

    seat: int
    what: str  # strength, craft, life, fate, gold
    before: int
    after: int


Drama = Literal["", "small", "medium", "death", "crown"]
"""How much a moment is: counters changed, somebody or several became something else, … (`moments.toml` says which)."""


class Glimpse(Struct, frozen=True, omit_defaults=True):
    """A card, a space or an event in few words."""

    picture: str  # key of `Labels.pictures`, or "gold"
    text: str
    note: str = ""
    tone: Tone = "level"


class Staged(Struct, frozen=True, omit_defaults=True):
    """The part of a moment that is shown over the board beside its sentence; its level says how."""

    title: str  # "Ada is stronger"; of several hit alike their cause: "Pestilence: four lose 1 life"
    who: Who | None = None  # None: of nobody, or of all in `hit`
    portrait: str = ""  # key of `Labels.pictures`: what `who` was before
    said: str = ""  # what paid for it or brought it
    change: CounterChange | None = None  # the figure it is about
    scores: tuple[int, ...] = ()  # of the fight it is about, the winner's in front
    things: tuple[str, ...] = ()  # keys of pictures: what was gained; or what somebody was, and is
    hit: tuple[CounterChange, ...] = ()  # everybody hit; "miss" counts turns
    met: Glimpse | None = None  # the card it came of, with the chance there was
    lives: int = 0  # of who has died: what the character is printed with
    left: tuple[Glimpse, ...] = ()  # what stays on the space
    left_on: str = ""  # "Left on the Runes"
    anew: str = ""  # "Carla begins anew next turn"
    road: tuple[Glimpse, ...] = ()  # how `who` came to the Crown; the notes are rounds


class Moment(Struct, frozen=True, omit_defaults=True):
    """A happening that is shown above the next question until something else has happened."""

    text: str  # "8 against 7: Ada beats the Wolf"
    detail: str = ""  # "a 2, rerolled: 5 · cost 1 fate"
    tone: Tone = "level"
    picture: str = ""  # key of `Labels.pictures`
    quiet: bool = False  # it came with an earlier answer than the last
    level: Drama = ""
    fight: FightSums | None = None
    changes: tuple[CounterChange, ...] = ()
    staged: Staged | None = None  # of a level above "small"


class Press(Struct, frozen=True, omit_defaults=True):
    """The part of the last press that moves and sounds on a screen; cards are only counted."""

    thrown: tuple[int, ...] = ()  # faces of dice
    drawn: int = 0  # cards, from any deck
    way: tuple[str, ...] = ()  # spaces a figure walked over, the last one it stands on


class Sum(Struct, frozen=True, omit_defaults=True):
    """The outcome of some results of a roll of several dice; those with the same end are one row."""

    low: int
    high: int
    percent: int  # how likely they are with the dice known so far
    detail: str  # "loses 1 life"
    tone: Tone = ""
    needed: bool = False  # the roll must come to one of these
    out: bool = False  # the dice known so far rule them out
    ways: int = 0  # to throw them


class Choice(Struct, frozen=True, omit_defaults=True):
    """One thing that may be pressed."""

    key: str  # goes back to the table as the answer
    label: str
    hint: str = ""  # an amount's digit, an offer's letter, A for what Enter must not take; else what shows it decides
    note: str = ""  # odds, "empty", "heal" …
    closed: str = ""  # why it can't be pressed now (with the rule's sentence), "" when open
    space: str = ""  # the board's space that means the same
    face: int = 0  # a die's face, 1 to 6
    group: str = ""  # rows of a shop, owners of things
    tone: Tone = ""  # of what it does to whoever presses it
    picture: str = ""  # key of `Labels.pictures`, "" for none
    detail: str = ""  # a line under the label: what waits at the end of a way, what a face of a die does
    chances: Chances | None = None  # of the fight or roll that it leads to
    thing: str = ""  # what on a sheet it is done with: the key of a card, or "trophies"


class Ware(Struct, frozen=True, omit_defaults=True):
    """A column of a shop, or what somebody may take there free of charge."""

    card: str  # key of the card; its picture is that key of `Labels.pictures`
    name: str
    price: str = ""  # "1 gold"; "" for what is not sold here
    stock: str = ""  # "2 left"


class Buyer(Struct, frozen=True, omit_defaults=True):
    """A row of a shop: somebody who buys now, or may later on, or can't."""

    who: Who
    gold: str  # "2 gold"
    keys: tuple[str, ...] = ()  # what may be bought: "buy:CARD", or "free:CARD" for nothing
    closed: str = ""  # why nothing may be bought
    free: str = ""  # what may be had for nothing, by which ability: "Thief: 1 free"


class Shop(Struct, frozen=True):
    """A shop: everybody who buys there, in order, and what there is."""

    wares: tuple[Ware, ...]
    buyers: tuple[Buyer, ...]


class Question(Struct, frozen=True, omit_defaults=True):
    """The question that the game waits for."""

    ply: int
    kind: str  # die, way, meet, card, fight, result, choose, pick, take, shop, order, amount, react, end, hands, over
    who: Who | None
    headline: str
    circumstance: str = ""
    options: tuple[Choice, ...] = ()
    offers: tuple[Choice, ...] = ()
    cards: str = ""  # kind "card", and where one in no list may be named: the deck; labels of the keys are in `Names`
    unknown: int = 0  # how many of that deck nobody has typed
    elsewhere: dict[str, tuple[int, int]] = {}  # cards that can't be drawn: which of `where`, since which line
    where: tuple[str, ...] = ()  # places that are named in `elsewhere`
    roll: bool = False  # "roll for me" / "draw for me" is possible
    leads: bool = False  # a die to move: a view asks where its faces lead once it shows the question
    dealt: bool = False  # the program throws or draws it, unless somebody types it all the same
    dice: tuple[int, ...] = ()  # faces known so far of the roll that is being completed
    missing: int = 0  # dice still to come in this roll, this one included
    why: tuple[str, ...] = ()  # the rules that ask it: keys of `Labels.rules`, or a sentence of its own
    card: CardView | None = None  # what the question is about
    fight: FightSums | None = None
    sums: tuple[Sum, ...] = ()  # of a roll of several dice
    shop: Shop | None = None  # kind "shop"
    safe: bool = True  # its first option loses nothing, so that it may be filled


class Sheet(Struct, frozen=True, omit_defaults=True):
    """One player's sheet as everybody may see it (spells of other seats are only counted)."""

    who: Who
    strength: tuple[int, int]  # printed value, total
    craft: tuple[int, int]
    life: tuple[int, int]  # value, now
    gold: int
    alignment: str
    space: str  # name of the space
    fate: tuple[int, int] | None = None  # None: the edition has none
    active: bool = False
    at: str = ""  # id of the space
    state: str = ""  # "toad: 2 turns", "killed: a new character next turn", …
    goods: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()  # names the viewer may see
    spells_keys: tuple[str, ...] = ()  # their keys, in this order
    unseen: int = 0  # spells counted only
    trophies: tuple[str, ...] = ()
    trophy_points: tuple[int, int] = (0, 0)
    goods_keys: tuple[str, ...] = ()  # card keys of `goods` and `trophies`, in their order, for corrections by hand
    trophies_keys: tuple[str, ...] = ()
    paused: bool = False  # passed over until the person is back
    counters: tuple[int, int] = (0, 0)  # of strength and craft, above the printed values and without goods
    misses: int = 0  # turns still to be missed
    form_left: int = 0  # turns left in a form
    alignment_key: str = ""  # good, neutral, evil
    followers: tuple[str, ...] = ()  # those of `goods_keys` that are Followers
    most_objects: int = 0  # how many Objects and Spells the seat may hold; many if there is no limit
    most_spells: int = 0
    talisman: bool = False  # whether it has a card of the type "talisman"
    picture: str = ""  # key of `Labels.pictures`: the form's, else the character's
    able: str = ""  # the character whose abilities count now (`Labels.abilities`); "" while they sleep
    lifeless: bool = False  # in a form that lives without life
    dead: bool = False  # without a character since the last one was killed


class Glance(Struct, frozen=True, omit_defaults=True):
    """An event in at most five words, for whoever looks at the journal in passing; it names nobody who is marked."""

    text: str  # "Ogre 10 : 7, won"
    tone: Tone = "level"
    picture: str = ""  # key of `Labels.pictures`
    seats: tuple[int, ...] = ()  # whose it is, where the heading of the turn does not say so


class JournalLine(Struct, frozen=True, omit_defaults=True):
    """One line of the journal."""

    n: int  # number of the answer it belongs to
    text: str
    folded: bool = False  # answered by the table's policy
    by: str = ""  # "by hand", "rolled", …
    why: tuple[str, ...] = ()  # the rules it cites: keys of `Labels.rules`, or a sentence of a house rule
    seat: int = -1  # whose line it is; -1: everybody's
    id: int = 0  # of the answer, never used again: another game's line has another one
    round: int = 0  # the turn it belongs to, for its heading; round 0: before the first
    turn: int = -1  # the seat whose turn it is
    whose: str = ""  # "Ada · Dwarf"
    glances: tuple[Glance, ...] = ()  # its events, those that are results; of a line without results all
    step: bool = False  # it has no result: folded into the heading of its turn
    thrown: tuple[int, ...] = ()  # the dice of the move, for that heading
    at: str = ""  # where whoever's turn it is stands after it, if it moved or threw for it


class LateMoment(Struct, frozen=True, omit_defaults=True):
    """A moment that has passed, before which a Spell may be put in."""

    n: int  # number of the answer before which it is put in
    text: str = ""  # "Ada's Hex takes effect"; "" for the text of line `n` of the screen's journal


class Lasting(Struct, frozen=True, omit_defaults=True):
    """Something that goes on: Blizzard, Hex, toad, missed turns …"""

    text: str
    left: str
    change: Change | None = None  # of an effect: the correction of its number, without the number
    n: int = 0  # turns or rounds left of an effect


class Device(Struct, frozen=True, omit_defaults=True):
    """A phone or television that has entered a hosted table."""

    id: str
    seat: int  # -1: a television
    model: str  # "iPhone" …, "" if it does not say
    since: int  # when it entered, Unix time in seconds
    on: bool = False  # connected now
    own: bool = False  # the one that this screen is on


class Waiting(Struct, frozen=True, omit_defaults=True):
    """News for whoever waits, on a phone: when its own turn comes, and bets on the throw that is asked for."""

    coming: str = ""  # "You are next"; "" where no turn can be foreseen
    missed: str = ""  # that its next turns are missed
    heading: str = ""  # "Bet on Bruno's roll"; "" where no bet is taken
    faces: tuple[int, ...] = ()
    face: int = 0  # the one that it has bet on
    others: tuple[tuple[Who, int], ...] = ()  # the faces that others have bet on
    points: str = ""  # of its bets so far
    told: str = ""  # who had the face of the last throw


class Clock(Struct, frozen=True):
    """How long a turn takes, in seconds when the screen was made: this one, and all of this person so far."""

    name: str
    turn: int
    person: int


class Hint(Struct, frozen=True, omit_defaults=True):
    """A sentence about what a group meets for the first time, at the sheet or card it is about, until put away."""

    key: str  # goes back as it is put away
    text: str
    seat: int
    rule: str = ""  # the rule that it is from
    card: str = ""  # of the question it stands at; "" for the sheet of `seat`
    figures: bool = False  # with the figures of a sheet by name
    ways: bool = False  # with the signs of where a die to move leads, at the question


class Screen(Struct, frozen=True, omit_defaults=True):
    """Everything that changes from answer to answer; a view is sent it whole, in less than 12 KB."""

    rev: int
    lang: str
    table: str
    round: int
    question: Question | None
    moment: Moment | None = None  # what happened last
    press: Press | None = None  # what the last press did; None after an undo, and for nothing that moves
    hands: tuple[str, ...] = ()  # what hands must do at the physical board after the last press
    hands_before: tuple[str, ...] = ()  # what earlier presses of the same person in the same turn asked of them
    lasting: tuple[Lasting, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    journal: tuple[JournalLine, ...] = ()  # the last lines only; more on demand
    late: tuple[LateMoment, ...] = ()  # where a late Spell may be put in, the latest first
    waits: int = 0  # in a hold on: the answer from which on lines of the journal wait to be given again; 0: none
    overlay: dict[str, str] = {}  # space -> SVG fragment over the board: figures, gold
    asides: tuple[Choice, ...] = ()  # what S ("a spell!") and X ("use") may start now
    drops: dict[str, tuple[str, ...]] = {}  # seat -> those of its `goods_keys` that it may put down now, also asides
    can_undo: bool = False
    can_redo: bool = False
    note: str = ""  # why the last answer was refused, in one line
    announce: str = ""  # what happened, for screen readers: with the headline, which follows it, at most 25 words
    here: dict[str, tuple[str, ...]] = {}  # space -> names of the cards and pieces on it, for the board as a list
    lies: dict[str, tuple[str, ...]] = {}  # space -> keys of the cards that lie there, in the order of `here`
    lies_gold: dict[str, int] = {}  # space -> gold that lies there
    stocks: dict[str, int] = {}  # card of an open stock -> copies left in it
    own_types: dict[str, str] = {}  # of the cards in no list that lie there, a key of `Labels.marks`
    viewer: int = -1  # the seat this screen is made for; -1: the shared one
    windows: int = 1  # in how many windows the table is open
    wish: str = ""  # on a phone: when its seat is asked for its Spells
    waiting: Waiting | None = None  # on a phone whose seat is not asked
    castable: str = ""  # on a phone: that Spells of its seat can be cast now, without naming them
    clock: Clock | None = None  # where a group wants one
    hosted: bool = False  # phones may enter the table
    inside: tuple[int, ...] = ()  # on a hosted table: seats with a phone
    held: bool = False  # somebody has stopped the game for a moment
    devices: tuple[Device, ...] = ()  # that have a seat here: on the laptop everybody's, on a phone its own seat's
    trophy_price: tuple[int, int] = (0, 0)  # points of trophies for one strength, one craft
    house: tuple[str, ...] = ()  # the house rules in force, a sentence each
    bots: dict[str, str] = {}  # seats that the program plays, each with its kind of player: keys of `Labels.bots`
    bot: int = -1  # milliseconds after which this view lets the program go on; -1: it has nothing to do, or waits
    tempo: str = ""  # how fast it plays, a key of `Labels.bots`; "" where it plays no seat
    demo: bool = False  # a table to try, counted nowhere
    resumed: bool = False  # opened because it was played last: `note` says which table, and another one is offered
    pace: str = ""  # how the game goes against the group's wish for its length: "42 of 90 min"
    hint: Hint | None = None
