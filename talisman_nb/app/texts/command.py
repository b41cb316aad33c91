"""The command `texts`: a sample of lines or those of one phrase, as columns or as tables in Markdown."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from talisman_nb.app.console import language, say
from talisman_nb.board.toml_reading import nearest
from talisman_nb.model import UserError
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import offered_editions
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages import escape_markdown
from talisman_nb.text.phrases import load_phrases

from .sample import KINDS, SampleLine, appearing, as_it_stands, sample_lines

GAP = "  "
"""Blanks between two columns."""
NARROWEST = 16
"""Characters of a column at least."""
NOTHING = "–"
"""Stands where a language has no such line."""


def columns(lines: Iterable[SampleLine], languages: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines as columns of a terminal `width` characters wide, a language each, under where they come from.

    >>> texts = {"en": "Ada gained 1 gold.", "it": "Ada ha ricevuto 1 Oro."}
    >>> line = SampleLine("play", "revised4, 12", "events.gained", texts)
    >>> for told in columns([line], ("en", "it"), 40): print(told)
    play · events.gained · revised4, 12
      Ada gained 1 gold.  Ada ha ricevuto 1
                          Oro.
    <BLANKLINE>
    """
    each = max(NARROWEST, width // len(languages) - len(GAP))
    for line in lines:
        yield _from(line)
        cells = [textwrap.wrap(line.texts[lang] or NOTHING, each) for lang in languages]
        for row in zip_longest(*cells, fillvalue=""):
            yield (GAP + GAP.join(f"{cell:{each}}" for cell in row)).rstrip()
        yield ""


def markdown(lines: Iterable[SampleLine], languages: Sequence[str]) -> Iterator[str]:
    """Yield lines as Markdown: a table for each kind, a column for each language.

    >>> line = SampleLine("play", "revised4, 12", "events.gained", {"en": "Ada gained 1 gold."})
    >>> print("\\n".join(markdown([line], ("en",))))
    ## play
    <BLANKLINE>
    | | en |
    |---|---|
    | events.gained · revised4, 12 | Ada gained 1 gold. |
    <BLANKLINE>
    """
    for kind, those in groupby(lines, key=lambda line: line.kind):
        yield from (f"## {kind}", "", f"| | {' | '.join(languages)} |", "|---" * (len(languages) + 1) + "|")
        for line in those:
            found = " · ".join(filter(None, (line.source, line.where)))
            yield f"| {' | '.join(map(_cell, (found, *(line.texts[lang] or NOTHING for lang in languages))))} |"
        yield ""


def _from(line: SampleLine) -> str:
    return " · ".join(filter(None, (line.kind, line.source, line.where)))


def _cell(text: str) -> str:
    return escape_markdown(" ".join(text.split()))


WIDTH = 160
"""Characters of a line where there is no terminal to ask."""
EXAMPLE = "events.gained"
"""A phrase as it is written on the command line."""


class TextsError(UserError):
    """Raised for a kind, language or phrase that isn't there; the message names the nearest and those there are."""

    topic = "texts"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def texts(
    words: Sequence[str],
    edition: str | None,
    phrase: str | None,
    kinds: Sequence[str],
    lines: int,
    seed: int,
    form: str,
    lang: str | None,
) -> int:
    """Print lines of the program in several languages side by side; return 0, or 2 for what is not there.

    `words`: the languages, all if there are none; `phrase`: only lines with it; `kinds`: only of these; `lines`: how
    many, drawn by `seed`; `form`: "text" or "markdown".
    """
    spoken = language(lang)
    try:
        languages, wanted = (
            _check_known("language", words or LANGUAGES, LANGUAGES),
            _check_known("kind", kinds or KINDS, KINDS),
        )
        played = (edition,) if edition else offered_editions()
        for each in played:
            open_book(each)
        if phrase:
            found = _of_phrase(check_phrase(phrase), played, (seed, lines), languages, wanted, spoken)
        else:
            found = sample_lines(played, seed, lines, languages, wanted)
    except UserError as problem:
        say(describe_error(problem, spoken), sys.stderr)
        return 2
    width = shutil.get_terminal_size((WIDTH, 0)).columns
    for line in markdown(found, languages) if form == "markdown" else columns(found, languages, width):
        say(line)
    return 0


def _of_phrase(
    phrase: str,
    played: tuple[str, ...],
    drawn: tuple[int, int],
    languages: Sequence[str],
    kinds: Sequence[str],
    lang: str,
) -> list[SampleLine]:
    """Return a phrase as it stands in its file, then the lines it appears in; without one it is said so.

    `drawn`: the seed, and how many lines.
    """
    words = load_phrases(lang)
    file = f"text/phrases/*/{phrase.partition('.')[0]}.toml"
    found = appearing(phrase, played, *drawn, languages, kinds)
    if not found:
        say(words.say("texts", "nowhere", phrase=phrase, kinds=", ".join(kinds)), sys.stderr)
    return [SampleLine(phrase, words.say("texts", "stands", file=file), "", as_it_stands(phrase, languages)), *found]


def check_phrase(phrase: str) -> str:
    """Return a phrase, FILE.KEY, if a language has it. Raises `TextsError` with the nearest.

    >>> check_phrase("events.gaind")
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


def _check_known(what: str, asked: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return what was asked for, each once. Raises `TextsError` for what is not known."""
    for name in asked:
        if name not in known:
            raise TextsError(what, name=name, near=nearest(name, known), known=", ".join(known))
    return tuple(dict.fromkeys(asked))
