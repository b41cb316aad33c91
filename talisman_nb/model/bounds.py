"""Upper bounds for files that people write, each with its reason; a value past one is refused when the file is read.

The types carry their bound and a description, so that decoding checks them and errors say what was expected.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .state import MOST_FIGURE

# --- a file as a whole ---

FILE_SIZE = 500_000
"""Characters of a file: the largest of the project has 44,000; the parser takes about a second for this many."""
NESTING = 24
"""Nesting of lists and tables: the deepest of the project has 11; Python's recursion limit is some hundreds."""
ENTRIES = 2_000
"""Entries of a list or table: the largest allowed board has about as many edges."""
TEXT_LENGTH = 1_000
"""Characters of a text: a note is a sentence or two and is shown on a page."""
QUESTION_LENGTH = 240
"""Characters of a question that a die decides: it is a line of the journal."""
NUMBER = 1_000_000
"""Absolute value of any number, checked before its meaning is known; every field has a far lower bound."""
PROBLEMS = 50
"""Mistakes reported of a book or board at a time: more are not read, and each one searches for similar names."""

LAYERS = 32
"""Layers of a book: an edition, the expansions a group owns, house decks; each is looked after by somebody."""
LAYER_FILES = 100
"""Files in a folder of a layer: the edition with the most has six."""

BOX_SIZE = 2_000_000
"""Bytes of a box file, and of all it unpacks to: as TOML they are read in about four seconds."""
BOX_FILES = 300
"""Files of a box: a large expansion has some twenty, and a picture for each of its cards."""
BOX_RATIO = 60
"""How many times as large as its packed bytes a file of a box may be: TOML is packed to a tenth or so."""
LONGEST_BOX_NAME = 26
"""Characters of a box's name: with its version behind it, it is the name of a layer."""

PICTURE_SIZE = 20_000
"""Characters of a picture: the program's own have about 500, and a board has as many pictures as spaces."""
BITMAP_SIZE, BITMAP_SIDE = 30_000, 600
"""Bytes, and pixels a side, of a picture of points: sharp in the size of a card, and a box has room for fifty."""
PICTURE_SHAPES = 300
"""Shapes and groups of a picture: it is drawn about as large as a thumbnail."""

MOTIF_STROKES = 20
"""Strokes of a motif: the program's own have at most ten, more can't be told apart at the size of a thumbnail."""

# --- names ---

LONGEST_NAME = 40
"""Characters of a name: the longest of the project has 21; the search for similar names depends on the length."""

Name = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*(/[a-z0-9]+([-_][a-z0-9]+)*)?\Z",
        max_length=LONGEST_NAME,
        description=f"a name of small letters, digits and hyphens, at most {LONGEST_NAME} long",
    ),
]
"""Name of a card, space or region. `@`, `:` and `|` are reserved for ids of cards, `.` for parts of definitions."""
Variable = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]*\Z",
        max_length=LONGEST_NAME,
        description=f"a name of small letters, digits and underscores, at most {LONGEST_NAME} long",
    ),
]
"""Name of a variable, block or label. `#` is reserved for the hidden variables of loops."""
Words = Annotated[str, Meta(max_length=100, description="a text of at most 100 letters")]
"""A displayed name: sheets and headings have one line for it."""
ListedName = Annotated[str, Meta(min_length=1, max_length=40, description="the name of a card, at most 40 letters")]
"""The name of a card of which no more is known; the longest of the project has 29."""
Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){0,2}\Z",
        description="one to three numbers with dots between them, such as 2 or 1.4",
    ),
]
"""The version of a box: part of the names of its folder and its layer."""
Lang = Literal["en", "it", "fr", "pl"]
OwnName = Words | dict[Lang, Words]
"""A group's name for something of its own: one for all languages, or one each for some of them."""
Sentence = Annotated[str, Meta(max_length=200, description="a text of at most 200 letters")]
"""A sentence of a list or a form: the longest of the project has 112."""
OwnSentence = Sentence | dict[Lang, Sentence]
"""A sentence of a group's own: one for all languages, or one each for some of them."""
OWN_RULES = 40
"""House rules that layers bring: the program has as many, and the form shows them all."""
OWN_CHOICES = 20
"""Values of a house rule that is a number: the form has a button for each."""
Note = Annotated[str, Meta(max_length=TEXT_LENGTH, description=f"a text of at most {TEXT_LENGTH} letters")]
OwnNote = Note | dict[Lang, Note]
"""A text of a group's own, such as the words of a card: one for all languages, or one each for some of them."""

# --- people ---

MOST_SEATS = 12
"""Seats of one game, those of people who left included: a new person gets a figure nobody has had, and there are two
of each shape."""

# --- numbers ---

Figure = Annotated[int, Meta(ge=0, le=MOST_FIGURE, description=f"a whole number from 0 to {MOST_FIGURE}")]
"""A value printed, gained, lost, paid or counted: sheets and cards have room for two digits."""
Some = Annotated[int, Meta(ge=1, le=MOST_FIGURE, description=f"a whole number from 1 to {MOST_FIGURE}")]
"""A `Figure` that can't be 0."""
Change = Annotated[
    int, Meta(ge=-MOST_FIGURE, le=MOST_FIGURE, description=f"a whole number from {-MOST_FIGURE} to {MOST_FIGURE}")
]
"""A value added to a `Figure`; may be negative."""
Order = Annotated[float, Meta(ge=0, le=99, description="a number from 0 to 99")]
"""An encounter number; halves lie between those of two types."""
Dice = Annotated[int, Meta(ge=1, le=4, description="a whole number from 1 to 4")]
"""Dice of one roll: options for a reroll exist for as many."""
MaybeDice = Annotated[int, Meta(ge=0, le=4, description="a whole number from 0 to 4")]
Face = Annotated[int, Meta(ge=0, le=6, description="a face of a die from 1 to 6, or 0 for none")]
Times = Annotated[int, Meta(ge=1, le=100, description="a whole number from 1 to 100")]
"""Iterations of a loop: a game has no more of anything, and the engine stops after 50,000 operations."""
RESULT = 99
"""Highest result in a table, and negated the lowest: four dice and additions stay below."""
Result = Annotated[int, Meta(ge=-RESULT, le=RESULT, description=f"a whole number from {-RESULT} to {RESULT}")]
ROWS = 40
"""Rows of a table and options of a choice: more than four dice have results."""
OPERATIONS = 100
"""Operations of a block: the longest of the project has 15."""

LAID_OUT = 500
"""Operations of a program with all blocks inlined or called: the longest of the project has 41.

A chain of blocks that each name the next one twice would grow exponentially.
"""
BLOCKS_DEEP = 12
"""Depth of blocks that name or call others: the deepest of the project has 5."""

LONGEST_RUN = 50_000
"""Operations between two questions, past which a program is taken for an endless loop; its loops count in full."""
LOOP_ITEMS = 40
"""Items a loop over a list is counted with: few spaces and hands have more cards."""
CardsOfADeck = Annotated[int, Meta(ge=0, le=500, description="a whole number from 0 to 500")]
"""Cards of a deck in the box: the largest of an edition has about 130."""

# --- boards ---

SPACES = 500
"""Spaces of a board: drawing it and computing its ways takes about a second for this many."""
Ring = Annotated[int, Meta(ge=0, lt=SPACES, description=f"a whole number from 0 to {SPACES - 1}")]
Cell = Annotated[int, Meta(ge=0, le=99, description="a whole number from 0 to 99")]
"""Row or column of the picture: with a hundred a space is a few pixels wide."""
Drawn = Annotated[int, Meta(ge=0, le=9, description="a whole number from 0 to 9")]
"""The number of cards up to which a space is filled."""
Percent = Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")]
LONGEST_ROLL = 12
"""Steps of a usual move, two dice: their ways are computed when a book is opened."""
LONGEST_MOVE = 18
"""Steps of any move, three dice or two and what is added to them: more ways than `WAYS` are refused with the book."""
Steps = Annotated[int, Meta(ge=1, le=LONGEST_ROLL, description=f"a whole number from 1 to {LONGEST_ROLL}")]
WAYS = 60
"""Ways of one roll from one space: the project's boards have at most 8.

On a board with parallel open crossings their number doubles with every step.
"""
ALL_WAYS = 100_000
"""Ways of all rolls from all spaces, computed when a book is opened: 500 spaces in two rings have a quarter of it."""
