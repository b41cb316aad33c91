"""How big anything may be that people write in a file, each bound with its reason; what is past one is refused as it is read.

The types carry their bound and how it is called, so that reading checks them and errors say what was expected.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from .ask import MOST_FIGURE

# --- a file as a whole ---

FILE_SIZE = 500_000
"""Letters of one file: the largest of the box has 44,000, and the parser takes about a second for so many."""
NESTING = 24
"""Lists and tables within each other: the deepest of the box has 11, Python's own stack ends at some hundreds."""
ENTRIES = 2_000
"""Of one list or table: as many edges as the largest board has."""
TEXT_LENGTH = 1_000
"""Letters of one text: a note is a sentence or two, and a page has to show it."""
NUMBER = 1_000_000
"""The largest number of a file, before anything is known of its meaning: whatever reads it stays far below."""
PROBLEMS = 50
"""Told of one book or board at a time: nobody reads more, and near words are searched for each."""

# --- names ---

LONGEST_NAME = 40
"""Letters of a name: the longest of the box has 21; a near word is searched among all that are known."""

Name = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*(/[a-z0-9]+([-_][a-z0-9]+)*)?\Z",
        max_length=LONGEST_NAME,
        description=f"a name of small letters, digits and hyphens, at most {LONGEST_NAME} long",
    ),
]
"""Of a card, space or region: `@`, `:` and `|` stand between a card and what it carries, `.` between a definition and its parts."""
Variable = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]*\Z",
        max_length=LONGEST_NAME,
        description=f"a name of small letters, digits and underscores, at most {LONGEST_NAME} long",
    ),
]
"""Of a variable, a block or a mark: `#` marks the hidden ones of a loop."""
Words = Annotated[str, Meta(max_length=100, description="a text of at most 100 letters")]
"""A name as it is shown: a sheet and a heading have room for a line."""
Note = Annotated[str, Meta(max_length=TEXT_LENGTH, description=f"a text of at most {TEXT_LENGTH} letters")]

# --- numbers ---

Figure = Annotated[int, Meta(ge=0, le=MOST_FIGURE, description=f"a whole number from 0 to {MOST_FIGURE}")]
"""What is printed, gained, lost, paid or counted: sheets and cards have room for two digits."""
Some = Annotated[int, Meta(ge=1, le=MOST_FIGURE, description=f"a whole number from 1 to {MOST_FIGURE}")]
"""The same where none of it would be no card at all."""
Change = Annotated[int, Meta(ge=-MOST_FIGURE, le=MOST_FIGURE, description=f"a whole number from {-MOST_FIGURE} to {MOST_FIGURE}")]
"""What is added to a figure, or taken from it."""
Order = Annotated[float, Meta(ge=0, le=99, description="a number from 0 to 99")]
"""When something is met; halves stand between two types."""
Dice = Annotated[int, Meta(ge=1, le=4, description="a whole number from 1 to 4")]
"""Thrown together: as many as fate has options for."""
MaybeDice = Annotated[int, Meta(ge=0, le=4, description="a whole number from 0 to 4")]
Face = Annotated[int, Meta(ge=0, le=6, description="a face of a die from 1 to 6, or 0 for none")]
Times = Annotated[int, Meta(ge=1, le=100, description="a whole number from 1 to 100")]
"""Rounds of a loop: a game has no more of anything, and the engine gives up after 50,000 operations."""
RESULT = 99
"""The highest result of a table, and with a minus the lowest: four dice and two figures don't reach it."""
Result = Annotated[int, Meta(ge=-RESULT, le=RESULT, description=f"a whole number from {-RESULT} to {RESULT}")]
ROWS = 40
"""Rows of a table, options of a choice: one for each result of four dice and some to spare."""
OPERATIONS = 100
"""Of one block: the longest of the box has 15."""

LAID_OUT = 500
"""Of one program with all the blocks it names and calls: the longest of the box has 41. Blocks that name others twice double with each."""
BLOCKS_DEEP = 12
"""Blocks that name or call each other: the deepest of the box has 5."""

# --- boards ---

SPACES = 500
"""Of a board: its picture and its ways still take about a second."""
Ring = Annotated[int, Meta(ge=0, lt=SPACES, description=f"a whole number from 0 to {SPACES - 1}")]
Cell = Annotated[int, Meta(ge=0, le=99, description="a whole number from 0 to 99")]
"""Row or column of the picture: with a hundred of them a space is a few pixels wide."""
Drawn = Annotated[int, Meta(ge=0, le=9, description="a whole number from 0 to 9")]
"""Cards a space is filled up to."""
Percent = Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")]
LONGEST_ROLL = 12
"""Steps: two dice, the most any text rolls for a move."""
Steps = Annotated[int, Meta(ge=1, le=LONGEST_ROLL, description=f"a whole number from 1 to {LONGEST_ROLL}")]
WAYS = 60
"""Ways of one roll from one space: the most of the box are 8, and open crossings side by side double them with every step."""
ALL_WAYS = 100_000
"""Ways of all rolls from all spaces, worked out as a book is opened: a board of 500 spaces in two rings has a quarter of it."""
