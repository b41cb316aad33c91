"""What is read: pages of cards, rules and rulings, doubts, lessons, and every entry of the files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from talisman_nb.lessons import lesson as lesson_of
from talisman_nb.lessons.lines import lines
from talisman_nb.lessons.reading import lessons
from talisman_nb.lessons.running import Running
from talisman_nb.lessons.shown import shown
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import SAME, rule_index
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.rulings_by_subject import page_of_case
from talisman_nb.text.find import cards_of, spaces_of
from talisman_nb.text.house_rules import switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.doubts_page import doubts_page
from talisman_nb.text.pages.page import Page
from talisman_nb.text.pages.rule_page import rule_page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.written import Written, written

from .told import Place, Told, texts_of

FILES = {"rules/index/": "rules", "rules/rulings/": "rulings", "layers/": "doubts", "lessons/data/": "lessons"}
"""Maps folders of texts that are no phrases to the kind they are."""
DOUBTS = "doubts.toml"
"""The only files of `layers/` that are read here: the others hold names."""
AS_WRITTEN = {
    "screens": (
        "panel", "setup", "host", "server", "chronicle", "export", "plots", "notebooks", "analysis", "answers",
        "checks", "console", "house", "shown",
    ),
    "errors": ("errors", "closed", "files", "texts"),
}  # fmt: skip
"""Files of phrases that are shown as they stand, by the kind they are."""


def pages(editions: tuple[str, ...]) -> Iterator[Told]:
    """Yield everything that is read and not played, of some editions with their layers."""
    yield from _cards(editions)
    yield from _entries()
    yield from _rules_and_rulings(editions)
    yield from _lessons()
    yield from _as_written()


def _cards(editions: tuple[str, ...]) -> Iterator[Told]:
    for edition in editions:
        book = open_book(edition)
        for key in (*cards_of(book), *spaces_of(book)):
            yield Told("cards", f"{edition}, {key}", partial(_of_page, page, book, key))


def _entries() -> Iterator[Told]:
    """Yield the texts that stand as sentences in files of rules, rulings, doubts and lessons."""
    found: dict[tuple[str, str], dict[str, Written]] = {}
    for lang in LANGUAGES:
        for one in written(lang):
            kind = next((kind for folder, kind in FILES.items() if one.file.startswith(folder)), "")
            if kind and (kind != "doubts" or one.file.endswith(DOUBTS)) and not one.text.startswith(SAME):
                found.setdefault((kind, one.key if kind == "rules" else f"{one.file} {one.key}"), {})[lang] = one
    for (kind, _), texts in found.items():
        files = dict.fromkeys(_without_language(one.file) for one in texts.values())
        entry = f"{', '.join(files)} {next(iter(texts.values())).key}"
        said = {lang: one.text for lang, one in texts.items()}
        yield Told(kind, "", partial(_entry, said), entry)


def _without_language(file: str) -> str:
    """Return the name of a file, a language in it as a star."""
    folder, _, name = file.rpartition("/")
    return f"{folder}/*.toml" if name.removesuffix(".toml") in LANGUAGES else file


def _entry(said: Mapping[str, str], lang: str) -> dict[Place, str]:
    return {("text",): said.get(lang, "")}


def _rules_and_rulings(editions: tuple[str, ...]) -> Iterator[Told]:
    book = open_book(editions[0])
    for id in rule_index():
        yield Told("rules", id, partial(_of_page, rule_page, book, id))
    for edition in editions[1:]:
        yield Told("rules", f"{editions[0]}, {edition}", partial(_of_page, differences, editions[0], edition))
    for id, case in cases().items():
        yield Told("rulings", id, partial(_of_page, page_of_case, case))
    for edition in editions:
        yield Told("doubts", edition, partial(_of_page, doubts_page, open_book(edition)))
        yield Told("screens", edition, partial(_house_rules, edition))


def _house_rules(edition: str, lang: str) -> dict[Place, str]:
    """Return the house rules as the form of a new table offers them."""
    return dict(texts_of(switches(open_book(edition), {}, lang)))


def _of_page(page_of: Callable[..., Page], *about: Any) -> dict[Place, str]:
    """Return the lines of a page; `about` ends with a language."""
    return dict(texts_of(page_of(*about)))


def _lessons() -> Iterator[Told]:
    for key in lessons():
        yield Told("lessons", key, partial(_wall, key))


def _wall(key: str, lang: str) -> Mapping[Place, str]:
    """Return what the wall shows of a lesson, step by step, with its own dice and answers."""
    running, found = Running.of(lesson_of(key), lang), dict[Place, str]()
    while not running.at_end:
        for at, line in enumerate(lines(shown(running), lang)):
            found[(*running.place, running.now.done, at)] = line
        running = running.step()
    return found


def _as_written() -> Iterator[Told]:
    for kind, topics in AS_WRITTEN.items():
        for topic in topics:
            for key in load_phrases(LANGUAGES[0]).topics[topic]:
                yield Told(kind, "", partial(_raw, topic, key), f"{topic}.{key}", as_written=True)


def _raw(topic: str, key: str, lang: str) -> dict[Place, str]:
    return {("phrase",): load_phrases(lang).raw(topic, key)}
