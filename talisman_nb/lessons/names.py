"""The figures of a lesson, and what a class calls them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from talisman_nb.board.toml_reading import did_you_mean
from talisman_nb.engine.refusal import MOST_LETTERS, nameable
from talisman_nb.notation.name_lookup import slug
from talisman_nb.notation.situation import read_situation
from talisman_nb.text.names import LANGUAGES

from .lesson import Lesson, SituationStep
from .reading import LessonError
from .texts import character_name


def figures(lesson: Lesson) -> tuple[str, ...]:
    """Return the characters of a lesson, in the order in which they come.

    >>> from .reading import lesson
    >>> figures(lesson("combat"))
    ('dwarf', 'thief', 'warrior', 'troll')
    """
    steps = (step for page in lesson.pages for step in page.steps if isinstance(step, SituationStep))
    seats = (seat for step in steps for seat in read_situation(step.situation).seats)
    return tuple(dict.fromkeys(seat.character for seat in seats if seat.character))


def names_given(lesson: Lesson, text: str) -> Mapping[str, str]:
    """Return the names that a text gives the characters of a lesson.

    Parameters
    ----------
    lesson
        The lesson.
    text
        Names with commas: in the order of its characters, or each after its own ("troll=Ada").

    Returns
    -------
    Mapping[str, str]
        The name of each character that has one.

    Raises
    ------
    LessonError
        More names than characters, a character that is none of them, or a name that can't be shown.

    Examples
    --------
    >>> from .reading import lesson
    >>> names_given(lesson("combat"), "Ada, Bruno") == {"dwarf": "Ada", "thief": "Bruno"}
    True
    >>> names_given(lesson("combat"), "troll=Ada")
    {'troll': 'Ada'}
    """
    known = figures(lesson)
    words = {slug(word): key for key in known for word in (key, *_character_names(key))}
    named: dict[str, str] = {}
    for at, part in enumerate(filter(None, (one.strip() for one in text.split(",")))):
        who, found, name = (word.strip() for word in part.rpartition("="))
        key = words.get(slug(who), "") if found else "".join(known[at : at + 1])
        if not key:
            hint = did_you_mean(slug(who), words) if found else ""
            there = {"n": len(known), "names": ", ".join(known), "first": known[0]}
            raise LessonError("figure-unknown", name=who or name, hint=hint, **there)
        if not nameable(name):
            raise LessonError("name", most=MOST_LETTERS)
        named[key] = name
    return named


def cast(names: Mapping[str, str], lang: str) -> tuple[tuple[str, str], ...]:
    """Return each name of the class with what its character is called.

    >>> cast({"dwarf": "Ada"}, "it")
    (('Ada', 'Nano'),)
    """
    return tuple((name, character_name(character, lang)) for character, name in names.items())


def _character_names(character: str) -> Iterator[str]:
    yield from (character_name(character, lang) for lang in LANGUAGES)
