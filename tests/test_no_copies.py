"""Is every sentence our own? Compared with the rule texts in the folder that `TALISMAN_RULE_TEXTS` names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.written import WrittenText, all_texts

FOLDER = os.environ.get("TALISMAN_RULE_TEXTS", "")
RUN = 7
"""So many words in a row that also stand in a rule text are a copy, if they say something."""
TELLING, LETTERS_OF_TELLING = 3, 4
"""So many of them are no names and have so many letters: less is names or grammar, "in the Woods or in the Forest"."""
LETTERS = re.compile(r"[^\W\d_]+")
OUTSIDE = ("text/names",)
"""Names are the publisher's on purpose; so are headings and sections, which are cited as what they are."""

compared = pytest.mark.skipif(
    not FOLDER, reason="TALISMAN_RULE_TEXTS names no folder of rule texts (NAME.LANGUAGE.txt) to compare with"
)


def words(text: str) -> list[str]:
    """The words of a text in small letters; a place stands for something that no rule text says."""
    return LETTERS.findall(re.sub(r"\{[^}]*\}", " placeheld ", text).lower())


def runs(text: str) -> Iterator[tuple[str, ...]]:
    said = words(text)
    return (tuple(said[at : at + RUN]) for at in range(len(said) - RUN + 1))


@cache
def theirs(lang: str) -> frozenset[tuple[str, ...]]:
    """Every run of words of the rule texts in a language."""
    files = sorted(Path(FOLDER).glob(f"*.{lang}.txt"))
    return frozenset(run for file in files for run in runs(file.read_text(encoding="utf-8")))


@cache
def name_words(lang: str) -> frozenset[str]:
    """Words of names and terms."""
    names = (one.text for one in all_texts(lang) if one.file.startswith(OUTSIDE))
    return frozenset(word for name in names for word in words(name))


def telling(run: tuple[str, ...], lang: str) -> int:
    """How many words of a run are neither names nor short ones of grammar."""
    return sum(len(word) >= LETTERS_OF_TELLING and word not in name_words(lang) for word in run)


def copied(lang: str) -> Iterator[tuple[WrittenText, str]]:
    """Our texts that have a run of a rule text in them, with the run."""
    for one in all_texts(lang):
        for run in runs(one.text) if not one.file.startswith(OUTSIDE) else ():
            if run in theirs(lang) and telling(run, lang) >= TELLING:
                yield one, " ".join(run)
                break


@compared
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_a_publishers(lang: str) -> None:
    if not theirs(lang):
        pytest.skip(f"no rule text in {lang} in {FOLDER}")
    assert not [f"{one.file} {one.key}: {run}" for one, run in copied(lang)]


def test_a_copied_sentence_is_found() -> None:
    """Without a folder nothing is compared, so the measure itself is tried on a sentence of our own."""
    sentence = next(one for one in all_texts("en") if one.file == "rules/index/stats.toml" and one.key == "life.heal")
    assert any(telling(run, "en") >= TELLING for run in runs(sentence.text))
