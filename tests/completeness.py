"""What is missing from the data: names, phrases and ids, each message with the file and the key to mend.

While something is missing, `test_complete.py` alone is collected from a folder: a card without a name would fail
hundreds of tests that are not about it. A test file that is named on the command line runs all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

from talisman_nb.cards.decode import CardError
from talisman_nb.model import AskKind, ClosedReason, EventKind, RefusalReason
from talisman_nb.rules.book import open_book
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.layers import SetupErrorKey, editions
from talisman_nb.table.file.file_error import FileErrorKey
from talisman_nb.text.names import LANGUAGES, load_names
from talisman_nb.text.phrases import load_phrases

TEST = "test_complete.py"
PHRASES = "talisman_nb/text/phrases"
NAMES = "talisman_nb/text/names"
KINDS: dict[str, set[str]] = {
    "events": set(get_args(EventKind)),
    "glances": set(get_args(EventKind)),
    "asks": set(get_args(AskKind)) - {"aside"},
    "closed": set(get_args(ClosedReason)) - {""},
    "errors": set(get_args(RefusalReason)),
    "files": set(get_args(FileErrorKey)),
    "setup": set(get_args(SetupErrorKey)),
}
"""The phrases that closed lists ask for, by topic."""
SPLIT = {"became", "character", "deck_mixed", "fought", "promised", "take", "way", "whom"}
"""Kinds without a phrase of their own: each has some for its cases, `fought.won`."""


@cache
def all_missing() -> tuple[str, ...]:
    """A message for everything that is missing, or wrong in a definition."""
    wrong = tuple(wrong_definitions())
    return wrong or (*missing_names(), *missing_switches(), *missing_kinds(), *missing_translations())


def wrong_definitions() -> Iterator[str]:
    """What opening the book of an edition says: a card without a name, an unknown id, a figure without a range."""
    said: dict[str, None] = {}
    for edition in editions():
        try:
            open_book(edition)
        except CardError as error:
            said |= dict.fromkeys(str(error).splitlines())
    yield from said


def missing_names() -> Iterator[str]:
    names = load_names().by_lang
    for section in {section: None for sections in names.values() for section in sections}:
        for lang, key in not_everywhere({lang: names[lang].get(section, {}) for lang in LANGUAGES}):
            yield f"{NAMES}/{lang}.toml: [{section}] {key}: missing, another language has it"


def missing_switches() -> Iterator[str]:
    """Every switch needs a phrase for on and off, or for the usual number and each other one."""
    have = load_phrases("en").topics["house_rules"]
    switches = {name: value for edition in editions() for name, value in edition_table(edition).items()}
    for name, usual in switches.items():
        section, _, key = name.partition(".")
        other = "off" if isinstance(usual, bool) else usual
        for wanted in (key, f"{key}.{other}") if section == "switch" else ():
            if wanted not in have:
                yield f"{PHRASES}/*/house_rules.toml: {wanted}: missing, [switch] {key} of an edition needs it"


def missing_kinds() -> Iterator[str]:
    for topic, kinds in KINDS.items():
        have = set(load_phrases("en").topics[topic])
        cases = {key.partition(".")[0] for key in have if "." in key}
        for kind in sorted(kinds - have - (SPLIT & cases)):
            yield f"{PHRASES}/*/{topic}.toml: {kind}: missing, the program says it"


def missing_translations() -> Iterator[str]:
    for topic in load_phrases("en").topics:
        if topic != "counted":  # its keys are the plurals of a language
            found = {lang: load_phrases(lang).topics.get(topic, {}) for lang in LANGUAGES}
            for lang, key in not_everywhere(found):
                yield f"{PHRASES}/{lang}/{topic}.toml: {key}: missing, another language has it"


def not_everywhere(found: dict[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Language and key of what one language has and another one hasn't."""
    known = dict.fromkeys(key for keys in found.values() for key in keys)
    yield from ((lang, key) for key in known for lang, keys in found.items() if key not in keys)


class OnlyCompleteness:
    """The pytest plugin that collects nothing but `test_complete.py` while something is missing."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Whether a file of a folder is left out; None leaves it to others."""
        return (collection_path.suffix == ".py" and collection_path.name != TEST and bool(all_missing())) or None
