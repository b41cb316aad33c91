"""Values of the forms before a game, of a new table, of many cards, of the workshop: plain, every word chosen."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from talisman_nb.text.definitions.form_fields import FormField
from talisman_nb.text.definitions.form_words import FormChoice

from .values import Choice


class PlayedPart(Struct, frozen=True):
    """A part of the sentence that says how a table plays: "real dice" …"""

    key: str  # edition, dice, cards, spells, lang, first …
    value: str  # key of the choice in force
    choices: tuple[Choice, ...]
    name: str = ""  # what is chosen: "Dice"


class Switch(Struct, frozen=True, omit_defaults=True):
    """Something that tables play both ways."""

    key: str  # its name in the table of the edition
    text: str  # what it changes, in one sentence
    value: str  # "true", "false", or the key of a choice
    about: str = ""  # the cards or space it is about
    choices: tuple[Choice, ...] = ()  # of a number; a switch without is on or off
    group: str = ""  # the heading it stands under
    shorter: str = ""  # the key of the choice that is proposed for a shorter evening
    usual: str = ""  # of one that has `shorter`: the key of the edition's own choice


class CharacterEntry(Struct, frozen=True):
    """A character as the form of a new table shows it."""

    key: str
    name: str
    note: str  # strength, craft, life, fate, alignment and start, in one line
    closed: str = ""  # why nobody can have it
    figures: dict[str, int] = {}  # strength, craft, life, fate where there is any


class EditionEntry(Struct, frozen=True, omit_defaults=True):
    """An edition beside the others in the form of a new table."""

    key: str
    name: str
    about: str  # what is different in it, in a sentence
    board: tuple[tuple[int, int, int], ...]  # its picture: row, column and region of each space, `GOAL` for the goal
    variants: tuple[Choice, ...] = ()  # ways to play the chosen one, its own box first
    variant: str = ""  # the key of the one chosen
    expands: bool = False  # whether its variants add an expansion, and play nothing in place of its own


GOAL: Final = -1
"""Stands for the region of the space that is the goal, in the picture of an edition."""


class LayerEntry(Struct, frozen=True, omit_defaults=True):
    """A layer of a group's own, or a pack, in the form of a new table."""

    key: str
    name: str
    about: str = ""  # what is different with it, in a sentence
    on: bool = False
    wrong: str = ""  # why it can't be laid over what is chosen: it is closed then
    box: bool = False  # whether it is an installed box, which can be removed


class BoxOffer(Struct, frozen=True, omit_defaults=True):
    """A box that was laid on the form as a file, before it is installed."""

    title: str  # name, version, author, how much is in it
    about: str = ""
    wrong: str = ""  # why it can't be installed


class SavedEntry(Struct, frozen=True):
    """A table that can be opened again."""

    name: str  # goes back as the name to open
    label: str
    note: str  # "round 6 · Ada, Bruno · yesterday"


class Begins(Struct, frozen=True, omit_defaults=True):
    """Who takes the first turn of a new table, and how that is settled."""

    text: str  # what the edition says of it
    name: str = ""  # of the person who begins; of nobody of these people: the first one does
    rolls: bool = False  # the edition lets a roll decide
    rolled: str = ""  # what was rolled


class Setup(Struct, frozen=True):
    """The form of a new table, filled with what is likely."""

    lang: str
    parts: tuple[PlayedPart, ...]
    figures: tuple[CharacterEntry, ...]
    players: tuple[tuple[str, str], ...] = ()  # name, character's key ("" when not dealt yet)
    bots: dict[str, str] = {}  # those whom the program plays, by name: the kind of player, a key of `Labels.bots`
    again: tuple[str, ...] = ()  # the names of the last table: "same people?"
    saved: tuple[SavedEntry, ...] = ()
    note: str = ""  # what is wrong, beside the names
    editions: tuple[EditionEntry, ...] = ()
    edition: str = ""  # the key of the one chosen
    spec: str = (
        ""  # all that is chosen of editions and layers, in which language: what is told of it holds for that alone
    )
    packs: tuple[LayerEntry, ...] = ()  # expansions whose cards are listed by name
    layers: tuple[LayerEntry, ...] = ()
    box: BoxOffer | None = None
    house: str = ""  # "no house rules", "2 house rules"
    switches: tuple[Switch, ...] = ()
    house_names: tuple[str, ...] = ()  # house rules saved under a name
    house_name: str = ""  # the name of those that are chosen, "" if they have none
    house_besides: tuple[str, ...] = ()  # chosen ones without a field here, a sentence each
    minutes: int = 0  # how long the group has tonight, 0: it has not said
    begins: Begins | None = None
    group: str = ""  # what those who played last call themselves
    stake: str = ""  # what they played for
    at_table: str = ""  # how a player without a character gets one once the table has begun; "": dealt before


# --- many cards, and the workshop ---


class CardGridColumn(Struct, frozen=True):
    """A column: its key, its heading, and whether its cells are words, figures, or chosen of a list."""

    key: str
    label: str
    kind: Literal["text", "figure", "choice"]


class CardGridRow(Struct, frozen=True, omit_defaults=True):
    """A row: its number, the text of its cells in the order of the columns, what is wrong by column.

    `about` is what a list says of the card under its name; `state`: "" as the box has it, or changed, or new. `near`
    names the card of row `near_row`, of which this one may be another spelling.
    """

    id: int
    cells: tuple[str, ...]
    wrong: dict[str, str] = {}
    about: str = ""
    state: Literal["", "new", "changed"] = ""
    near: str = ""
    near_row: int = 0
    character: bool = False


class CardFile(Struct, frozen=True):
    """A file to be saved by the browser."""

    name: str
    kind: str
    text: str


class CardGridScreen(Struct, frozen=True, omit_defaults=True):
    """The grid as it is shown. `told` is what came of the last press; `n` counts them, so that a file is saved once.

    `draft`: whether there is a box being made, into which its cards can go.
    """

    lang: str
    n: int
    columns: tuple[CardGridColumn, ...]
    rows: tuple[CardGridRow, ...]
    choices: dict[str, tuple[str, ...]]
    told: tuple[str, ...] = ()
    unsaved: bool = False
    undo: bool = False
    draft: bool = False
    file: CardFile | None = None


class WorkshopEntry(Struct, frozen=True):
    """A definition of the draft in its list: its key, its name, and how much is wrong with it."""

    key: str
    name: str
    wrong: int = 0


class WorkshopTold(Struct, frozen=True):
    """The sentence of a definition in a language."""

    lang: str
    language: str
    name: str
    type: str
    lines: tuple[str, ...]


class WorkshopScreen(Struct, frozen=True):
    """The screen of the workshop.

    `words`: what its buttons and headings say; `missing`: what cards can't say yet; `kinds`: what can be made;
    `spaces`: those of the board, to be changed; `models`: cards and characters that another may begin with; `form`,
    `lists`: the fields of the definition that is open, and their choices; `picture`: it as SVG; `drawing`: whether it
    has one of its own; `wrong`: mistakes that stand at no field; `file`: its layer as TOML.
    """

    lang: str
    edition: str
    name: str
    title: str
    words: dict[str, str]
    missing: tuple[str, ...] = ()
    entries: tuple[WorkshopEntry, ...] = ()
    kinds: tuple[FormChoice, ...] = ()
    spaces: tuple[FormChoice, ...] = ()
    models: tuple[FormChoice, ...] = ()
    open: str = ""
    form: tuple[FormField, ...] = ()
    lists: dict[str, tuple[FormChoice, ...]] = {}
    picture: str = ""
    drawing: bool = False
    told: tuple[WorkshopTold, ...] = ()
    wrong: tuple[str, ...] = ()
    file: str = ""
    note: str = ""
    can_undo: bool = False
    can_try: bool = False
