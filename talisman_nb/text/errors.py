"""Why something could not be done, in words."""

from __future__ import annotations

from talisman_nb.model import UserError
from talisman_nb.rules.book import book_of

from .wording import Wording


def worded(error: ValueError, lang: str) -> str:
    """What went wrong, what was expected and what to do; a mistake in a card file as whoever wrote the file reads it.

    >>> from talisman_nb.engine import new_game
    >>> try:
    ...     new_game([("Ada", "dwarf"), ("Bruno", "dwarf")])
    ... except UserError as error:
    ...     worded(error, "it")
    "Nano due volte: nella scatola c'è una sola miniatura."
    """
    if not isinstance(error, UserError):
        return str(error)
    places = dict(error.fields)
    wording = Wording(lang, book=book_of(str(places["book"]))) if "character" in places else Wording(lang)
    if "character" in places:
        places["character"] = wording.source(f"character.{places['character']}")
    return wording.say(error.topic, error.key, **places)
