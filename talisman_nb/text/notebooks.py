"""Texts of the notebooks, in four languages, as Markdown that shows itself."""

from __future__ import annotations

from .phrases import load_phrases


class Note(str):
    """Markdown text; a notebook shows it as such."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return str(self)


def note(key: str, lang: str = "en") -> Note:
    """Return a text of a notebook in a language; raises `KeyError` for an unknown one.

    >>> note("odds", "it")[:15]
    '# Quanto è prob'
    """
    return Note(load_phrases(lang).say("notebooks", key).replace("|", "\n\n"))
