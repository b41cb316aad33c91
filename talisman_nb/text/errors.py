"""Why something could not be done, in words."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Literal

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Message, Told, UserError
from talisman_nb.rules.book import book_of

from .names import UnknownNameError
from .phrases import load_phrases
from .wording import NOBODY, Wording

MOST_OPEN = 12
"""Open answers that are named where another one was refused."""
OF_DEFINITIONS = (BoardError, CardError, UnknownNameError)
"""Errors about a card, a board or a catalogue of names: many have English words only, as those files have keys."""


def describe_error(error: ValueError | UnknownNameError, lang: str) -> str:
    """Return an error in words: what was expected and what to do; English words alone are introduced in the language.

    >>> from talisman_nb.engine import new_game
    >>> try:
    ...     new_game([("Ada", "dwarf"), ("Bruno", "dwarf")])
    ... except UserError as error:
    ...     describe_error(error, "it")
    "Personaggio scelto due volte: Nano. Nella scatola c'è una sola miniatura."
    >>> print(describe_error(CardError("cards.toml: [wolf] is there already"), "it"))
    C'è un errore in un file di carte, tabelloni o nomi; il particolare è detto in inglese:
    cards.toml: [wolf] is there already
    """
    if isinstance(error, UserError):
        return _fill_phrase(error.topic, error.key, error.fields, lang)
    reason = error.args[0] if error.args else ""
    if isinstance(reason, Told):
        return describe_mistake(reason, lang)
    if lang == "en" or not isinstance(error, OF_DEFINITIONS):
        return str(error)
    return Wording(lang).say("mistakes", "definition", reason=str(error))


def worded_in_a_line(error: ValueError, lang: str) -> str:
    """The same in one line, with the first of several mistakes.

    >>> worded_in_a_line(CardError("cards.toml: [wolf] is there already\\ncards.toml: [bear] too"), "en")
    'cards.toml: [wolf] is there already'
    """
    english = str(error)
    return describe_error(error, lang).replace(english, english.partition("\n")[0]).replace("\n", " ")


def describe_mistake(found: Told, lang: str) -> str:
    """A mistake in a file, in words; the place in front is of no language.

    >>> from talisman_nb.board.toml_reading import did_you_mean
    >>> describe_mistake(did_you_mean("loose", ["lose", "gain"]), "pl")
    ' (może „lose”?)'
    """
    return found if lang == "en" else found.where + "".join(message(part, lang) for part in found.parts)


def say_mistake(text: str, parts: tuple[Message, ...], lang: str) -> str:
    """A mistake in a definition without its place: in words if it has `parts`, else its English `text`."""
    return text if lang == "en" or not parts else describe_mistake(Told("", *parts), lang).lstrip(": \xa0")


def message(found: Message, lang: str) -> str:
    """A message about a situation, in words.

    >>> no_way = Message("no-way", "no way to {space}: possible answers: {open}", {"space": "ruins", "open": "roll"})
    >>> message(no_way, "it")
    'nessuna via per ruins; risposte possibili: roll'
    """
    return _fill_phrase(found.topic, found.key, found.fields, lang)


def describe_refusal(error: NotAllowedError, wording: Wording, who: object = NOBODY) -> str:
    """Why an answer was refused, and what is open instead; `who`: what whoever answered is called."""
    why = why_refused(error, wording, who)
    return wording.say("situation", "refused", why=why.removesuffix("."), open=", ".join(error.expected[:MOST_OPEN]))


def why_refused(error: NotAllowedError, wording: Wording, who: object = NOBODY) -> str:
    """Why an answer was refused; `who`: what whoever answered is called."""
    kind, _, closed = error.reason.partition(".")
    if kind == "closed" and closed:
        return wording.say("closed", closed, who=who, source=NOBODY, card=NOBODY, condition="")
    return wording.say("errors", error.reason, who=who, answer="")


def _fill_phrase(topic: str, key: str, fields: Mapping[str, object], lang: str) -> str:
    """A phrase with its places filled: a `figure` has its name, a `character` and a `card` of a `book` its words."""
    places = dict(fields)
    named = "book" in places and ("character" in places or "card" in places)
    wording = Wording(lang, book=book_of(str(places["book"]))) if named else Wording(lang)
    if "figure" in places:
        places["figure"] = _figure(str(places["figure"]), wording)
    if "character" in places:
        places["character"] = wording.source(f"character.{places['character']}")
    if "card" in places and named:
        places["card"] = wording.card(str(places["card"]))
    who = places.get("character", NOBODY)
    return wording.say(topic, key, **{name: _place(value, wording, who) for name, value in places.items()})


def _figure(key: str, wording: Wording) -> str:
    """Return the name of a seat's figure ("strength") or a table's ("setup.gold"); else its key, of a table's ""."""
    topic = next((topic for topic in ("words", "figures") if wording.phrases.has(topic, key)), "")
    return wording.say(topic, key) if topic else "" if "." in key else key


def _place(value: object, wording: Wording, who: object) -> object:
    """Return a place's value in words: messages and errors described, of several names a list of which one is meant."""
    if isinstance(value, Message):
        return message(value, wording.lang)
    if isinstance(value, Told):
        return describe_mistake(value, wording.lang)
    if isinstance(value, NotAllowedError):
        return describe_refusal(value, wording, who)
    if isinstance(value, UserError):
        return describe_error(value, wording.lang)
    if not isinstance(value, tuple):
        return value
    *front, last = (wording.say("situation", "quoted", name=name) for name in value)
    return wording.say("situation", "or", first=", ".join(front), second=last) if front else last


SystemReasonKey = Literal["missing", "forbidden", "folder", "full", "no-folder", "other"]
"""The kinds of system errors that are told apart; each has its phrase in `system.toml`."""
KEYS: dict[int, SystemReasonKey] = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.EISDIR: "folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENOTDIR: "no-folder",
}


class SystemReasonError(UserError):
    """A reason that fills the place `reason` of another error, worded with it; `str` is the English one."""

    topic = "system"
    key: SystemReasonKey

    def __init__(self, key: SystemReasonKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def system_reason(error: OSError) -> SystemReasonError:
    """Return why a file could not be used; a rare reason is the operating system's own text.

    >>> str(system_reason(FileNotFoundError(errno.ENOENT, "No such file or directory")))
    'there is no such file'
    >>> from talisman_nb.text.errors import describe_error
    >>> describe_error(system_reason(PermissionError(errno.EACCES, "Permission denied")), "fr")
    "l'accès est refusé"
    """
    if error.errno in KEYS:
        return SystemReasonError(KEYS[error.errno])
    return SystemReasonError("other", reason=os.strerror(error.errno) if error.errno else str(error))
