"""The command `texts`: reads what was asked for, and prints a sample or the lines of one phrase."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence

from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.board.toml_reading import nearest
from talisman_nb.model import UserError
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import offered_editions
from talisman_nb.text.errors import worded
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from .layout import columns, markdown
from .sample import KINDS, Line, appearing, as_it_stands, sampled

WIDTH = 160
"""Characters of a line where there is no terminal to ask."""
EXAMPLE = "events.gained"
"""A phrase as it is written on the command line."""


class TextsError(UserError):
    """Raised for a kind, language or phrase that isn't there; the message names the nearest and those there are."""

    topic = "texts"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def texts(asked: argparse.Namespace) -> int:
    """Print lines of the program in several languages side by side; return 0, or 2 for what is not there."""
    lang = language(asked)
    try:
        languages = _known("language", asked.language or LANGUAGES, LANGUAGES)
        kinds = _known("kind", asked.kind or KINDS, KINDS)
        played = (asked.edition,) if asked.edition else offered_editions()
        for edition in played:
            open_book(edition)
        if asked.phrase:
            found = _of_phrase(checked(asked.phrase), played, asked, languages, kinds, lang)
        else:
            found = sampled(played, asked.seed, asked.lines, languages, kinds)
    except UserError as problem:
        say(worded(problem, lang), sys.stderr)
        return 2
    width = shutil.get_terminal_size((WIDTH, 0)).columns
    for line in markdown(found, languages) if asked.format == "markdown" else columns(found, languages, width):
        say(line)
    return 0


def _of_phrase(
    phrase: str,
    played: tuple[str, ...],
    asked: argparse.Namespace,
    languages: Sequence[str],
    kinds: Sequence[str],
    lang: str,
) -> list[Line]:
    """Return a phrase as it stands in its file, then the lines it appears in; without one it is said so."""
    words = load_phrases(lang)
    file = f"text/phrases/*/{phrase.partition('.')[0]}.toml"
    found = appearing(phrase, played, asked.seed, asked.lines, languages, kinds)
    if not found:
        say(words.say("texts", "nowhere", phrase=phrase, kinds=", ".join(kinds)), sys.stderr)
    return [Line(phrase, words.say("texts", "stands", file=file), "", as_it_stands(phrase, languages)), *found]


def checked(phrase: str) -> str:
    """Return a phrase, FILE.KEY, if a language has it. Raises `TextsError` with the nearest.

    >>> checked("events.gaind")
    Traceback (most recent call last):
    ...
    talisman_nb.app.texts.command.TextsError: There is no phrase “gaind” in events.toml. Did you mean “gained”?
    """
    file, _, key = phrase.partition(".")
    topics = load_phrases(LANGUAGES[0]).topics
    if file not in topics:
        places = {"name": file, "near": nearest(file, topics), "known": ", ".join(topics), "example": EXAMPLE}
        raise TextsError("file", **places)
    keys = dict.fromkeys(key for lang in LANGUAGES for key in load_phrases(lang).topics[file])
    if key not in keys:
        raise TextsError("phrase", name=key, near=nearest(key, keys), file=f"{file}.toml")
    return phrase


def _known(what: str, asked: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return what was asked for, each once. Raises `TextsError` for what is not known."""
    for name in asked:
        if name not in known:
            raise TextsError(what, name=name, near=nearest(name, known), known=", ".join(known))
    return tuple(dict.fromkeys(asked))
