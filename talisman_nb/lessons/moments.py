"""The moments of a lesson that is being given, and what a class says at them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from talisman_nb.analysis import Analysis

from .lesson import LETTERS, ChooseStep, ThrowStep
from .reading import LessonError

HANDS = 99
"""Upper bound of the hands raised for one option, and of throws counted at once."""
Place = tuple[int, int]
"""A step: the number of its page, from 1, and its own, from 0."""
TITLE: Place = (0, 0)


class Supposed(Struct, frozen=True):
    """The lesson's own dice or answer at a step, in place of what the class threw or chose; `before`: where."""

    step: ThrowStep | ChooseStep
    before: Analysis


class LessonMoment(Struct, frozen=True):
    """The moment the wall is at: a step of a page, before or after what it waited for.

    `before`: the line before the step, with what the class threw and chose on the page as far as the step can be played
    on it; `shown`: the same after the step, which the wall shows; `own`: the lesson's own line after the step. None on
    the title, and at the end. `supposed`: what `before` has instead of what the class did. `done`: whether a step that
    waits for the class has been shown.
    """

    place: Place
    before: Analysis | None = None
    own: Analysis | None = None
    shown: Analysis | None = None
    done: bool = True
    dice: tuple[int, ...] = ()
    supposed: tuple[Supposed, ...] = ()


class RaisedHands(Struct, frozen=True):
    """A prediction of the class: how many hands were raised for each option."""

    place: Place
    raised: tuple[int, ...]


class ClassThrow(Struct, frozen=True):
    """A result that the class threw at a step, and how often; `dice` are () for throws counted at the desks."""

    place: Place
    result: str
    n: int = 1
    dice: tuple[int, ...] = ()


def raised_hands(hands: Sequence[str | int], options: int) -> tuple[int, ...]:
    """Return the hands for each option; a letter is one hand, for all of a class of whom nobody counted."""
    letters = LETTERS[:options]
    if len(hands) == 1 and isinstance(hands[0], str) and hands[0].upper() in letters and hands[0]:
        return tuple(int(letter == hands[0].upper()) for letter in letters)
    found = tuple(int(n) for n in hands if isinstance(n, int) or n.isdecimal())
    if len(hands) != options or len(found) != options or not all(0 <= n <= HANDS for n in found):
        raise LessonError("hands", letters=", ".join(letters), n=options, most=HANDS)
    return found


def letter_meant(before: Analysis, answer: str) -> str:
    """Return the answer that a letter means, counted over what is open, else the text itself."""
    keys = before.ask.open()
    at = ord(answer.upper()) - ord("A") if len(answer) == 1 and answer.isascii() and answer.isalpha() else -1
    return keys[at] if 0 <= at < len(keys) else answer
