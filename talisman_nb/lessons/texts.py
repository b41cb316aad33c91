"""The texts of a lesson: in a language, with the names of the class where a text names a character by its place.

`{dwarf}` in a text is what the Dwarf is called, by the class or by the game. A form behind a colon says what the
sentence needs of the name: `{dwarf:the}`, `{dwarf:of}`, `{dwarf:to}`, `{dwarf:on}` (each with its article),
`{dwarf:a}`, and in Polish `{dwarf:genitive}`. A sentence that begins with a place begins with a capital letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from talisman_nb.board.toml_reading import did_you_mean, mistake
from talisman_nb.model import Message
from talisman_nb.rules.book import open_book
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.find import name_of
from talisman_nb.text.grammar import PERSON, Noun, elide
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import sentence

GENITIVE = "genitive"
FORMS = ("the", "of", "to", "on", "a", GENITIVE)
"""Forms that may stand behind the colon of a place."""
NO_NAMES: Mapping[str, str] = {}
_PLACE = re.compile(r"(?P<begins>^(?:\[..\] )?|[.!?»”] )?\{(?P<who>[a-z0-9-]+)(?::(?P<form>[a-z]+))?\}")
_MARK = re.compile(rf"\[({'|'.join(LANGUAGES)})\] ")


def text_in(words: CaseWords | None, lang: str, names: Mapping[str, str] = NO_NAMES) -> str:
    """Return a text in one of the four languages, "" for none.

    `names`: what characters are called, such as `{"dwarf": "Ada"}`; the others have the names of the game.

    >>> told = {"en": "{dwarf:the} wins.", "it": "Vince {dwarf:the}.", "fr": "Dé {dwarf:of}."}
    >>> one = CaseWords(**told, pl="Kość {dwarf:genitive}.")
    >>> text_in(one, "it"), text_in(one, "en", {"dwarf": "Ada"}), text_in(one, "fr")
    ('Vince il Nano.', 'Ada wins.', 'Dé du Nain.')
    >>> text_in(one, "pl"), text_in(one, "pl", {"dwarf": "Ada"})
    ('Kość Krasnoluda.', 'Kość gracza Ada.')
    """
    text = str(getattr(words, lang)) if words else ""
    if "{" not in text:
        return text
    mark = _MARK.match(text)  # a text that a teacher gave in another language stays one of that language
    written = mark[1] if mark else lang
    return elide(_PLACE.sub(lambda place: _fill_place(place, written, names), text), written)


def numbers_said(words: CaseWords | None) -> Iterator[str]:
    """Yield the numbers of a text, in any of its languages, each once."""
    yield from dict.fromkeys(number for lang in LANGUAGES for number in re.findall(r"\d+", text_in(words, lang)))


def wrong_places(texts: Iterable[object]) -> Iterator[Message]:
    """Yield what is wrong with the places of texts.

    >>> list(map(str, wrong_places(["{dwarv:the} wins."])))
    ['expected a character in the braces of {dwarv:the} (did you mean "dwarf"?)']
    """
    known = open_book().characters
    for text in filter(lambda one: isinstance(one, str), texts):
        for place in _PLACE.finditer(str(text)):
            written = place[0].removeprefix(place["begins"] or "")
            if place["who"] not in known:
                said, hint = "expected a character in the braces of {written}{hint}", did_you_mean(place["who"], known)
                yield mistake("lesson.place", said, written=written, hint=hint)
            elif place["form"] and place["form"] not in FORMS:
                hint = did_you_mean(place["form"], FORMS)
                said, names = "expected one of {names} behind the colon of {written}{hint}", ", ".join(FORMS)
                yield mistake("lesson.form", said, names=names, written=written, hint=hint)


def character_name(character: str, lang: str) -> str:
    """Return what a character of the usual edition is called.

    >>> character_name("dwarf", "it")
    'Nano'
    """
    return sentence(name_of(open_book(), f"character.{character}", lang))


def _fill_place(place: re.Match[str], lang: str, names: Mapping[str, str]) -> str:
    who, form, begins = place["who"], place["form"] or "", place["begins"]
    own = names.get(who, "")
    noun = Noun(own, lang, PERSON) if own else Noun(character_name(who, lang), lang)
    unused = (form == GENITIVE) != (lang == "pl")  # a form that the language has no use for
    told = str(noun) if unused or not form else noun.form(form)
    return told if begins is None else begins + sentence(told)
