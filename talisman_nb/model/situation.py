"""A situation as a short text, in the manner of FEN: who stands where with what, what lies where, whose turn it is.

    wizard hills-3, has solomons-crown, spells healing hex | *thief city, gold 3, as toad 2 | on fields-3, bear*2, gold 1

Parts are parted by bars (with a blank on either side), what is said of one by commas.
A seat is a character and a space; what is not said is as printed on its card.
`*` marks whose turn it is (else the first seat's); `!` after its space: the move is done.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, field

from .state import Effect, Promise

NUMBERS = ("life", "fate", "gold", "experience", "extra", "born")
COUNTERS = ("strength", "craft")
ALIGNMENTS = ("good", "neutral", "evil")
CARDS = {"has": "goods", "spells": "spells", "trophies": "trophies"}
FLAGS = {"turning-back": "turning_back", "out": "out"}
SEAT_WORDS = (*NUMBERS, *COUNTERS, *ALIGNMENTS, *CARDS, *FLAGS, "as", "asleep", "used", "misses", "promise", "named")
PARTS = ("edition", "house", "on", "discards", "box", "effect", "round", "crown")
NOBODY = "nobody"
MISSED = Promise("turn", "turn.missed.do")
FULL_TERM = 3


class SituationError(ValueError):
    """A text that says no situation, or a state that no text says; the message names the place and what was meant."""


class Seat(Struct, frozen=True):
    """A player: a character (or `nobody`), a space, and every value that is not as printed, by its name in `Player`."""

    character: str
    space: str
    figures: dict[str, Any] = field(default_factory=dict)


class Position(Struct, frozen=True):
    """What a text says; nothing here is checked against cards or a board."""

    seats: tuple[Seat, ...]
    edition: str = "revised4"
    house: dict[str, Any] = field(default_factory=dict)
    turn: int = 0
    arrived: bool = False
    lying: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    round: int = 1
    crown: bool = False


def meant(word: str, known: Iterable[str]) -> str:
    """' (did you mean "has"?)' for a near miss, else ''."""
    near = get_close_matches(word, list(known), n=1)
    return f' (did you mean "{near[0]}"?)' if near else ""
