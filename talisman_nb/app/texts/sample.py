"""Lines drawn from all that is told: pages, mistakes and what they are told, and those a phrase appears in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from talisman_nb.engine import new_game
from talisman_nb.lessons import lesson
from talisman_nb.lessons import lesson as lesson_of
from talisman_nb.lessons.progress import names_given
from talisman_nb.lessons.read_through import lines
from talisman_nb.lessons.reading import lessons
from talisman_nb.lessons.running import RunningLesson
from talisman_nb.lessons.shown import render_step
from talisman_nb.model import UserError
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import SAME, rule_index
from talisman_nb.rulings.answer_questions import answer
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.own_rulings import read_rulings
from talisman_nb.rulings.rulings_by_subject import page_of_case
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.table.house_files import house_values
from talisman_nb.text.errors import describe_error
from talisman_nb.text.find import cards_of, spaces_of
from talisman_nb.text.house_rules import switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages import Page
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import doubts_page, rule_page
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.written import WrittenText, all_texts

from .told import Place, ToldPart, ToldText, games, parts, texts_of

FILES = {"rules/index/": "rules", "rules/rulings/": "rulings", "layers/": "doubts", "lessons/data/": "lessons"}
"""Maps folders of texts that are no phrases to the kind they are."""
DOUBTS = "doubts.toml"
"""The only files of `layers/` that are read here: the others hold names."""
AS_WRITTEN = {
    "screens": (
        "panel", "setup", "host", "server", "chronicle", "export", "plots", "notebooks", "analysis", "answers",
        "checks", "console", "house_files", "shown",
    ),
    "errors": ("errors", "closed", "files", "boxes", "texts"),
}  # fmt: skip
"""Files of phrases that are shown as they stand, by the kind they are."""


def pages(editions: tuple[str, ...]) -> Iterator[ToldText]:
    """Yield everything that is read and not played, of some editions with their layers."""
    yield from _cards(editions)
    yield from _entries()
    yield from _rules_and_rulings(editions)
    yield from _lessons()
    yield from _as_written()


def _cards(editions: tuple[str, ...]) -> Iterator[ToldText]:
    for edition in editions:
        book = open_book(edition)
        for key in (*cards_of(book), *spaces_of(book)):
            yield ToldText("cards", f"{edition}, {key}", partial(_of_page, page, book, key))


def _entries() -> Iterator[ToldText]:
    """Yield the texts that stand as sentences in files of rules, rulings, doubts and lessons."""
    found: dict[tuple[str, str], dict[str, WrittenText]] = {}
    for lang in LANGUAGES:
        for one in all_texts(lang):
            kind = next((kind for folder, kind in FILES.items() if one.file.startswith(folder)), "")
            if kind and (kind != "doubts" or one.file.endswith(DOUBTS)) and not one.text.startswith(SAME):
                found.setdefault((kind, one.key if kind == "rules" else f"{one.file} {one.key}"), {})[lang] = one
    for (kind, _), texts in found.items():
        files = dict.fromkeys(_without_language(one.file) for one in texts.values())
        entry = f"{', '.join(files)} {next(iter(texts.values())).key}"
        said = {lang: one.text for lang, one in texts.items()}
        yield ToldText(kind, "", partial(_entry, said), entry)


def _without_language(file: str) -> str:
    """Return the name of a file, a language in it as a star."""
    folder, _, name = file.rpartition("/")
    return f"{folder}/*.toml" if name.removesuffix(".toml") in LANGUAGES else file


def _entry(said: Mapping[str, str], lang: str) -> dict[Place, str]:
    return {("text",): said.get(lang, "")}


def _rules_and_rulings(editions: tuple[str, ...]) -> Iterator[ToldText]:
    book = open_book(editions[0])
    for id in rule_index():
        yield ToldText("rules", id, partial(_of_page, rule_page, book, id))
    for edition in editions[1:]:
        yield ToldText("rules", f"{editions[0]}, {edition}", partial(_of_page, differences, editions[0], edition))
    for id, case in cases().items():
        yield ToldText("rulings", id, partial(_of_page, page_of_case, case))
    for edition in editions:
        yield ToldText("doubts", edition, partial(_of_page, doubts_page, open_book(edition)))
        yield ToldText("screens", edition, partial(_house_rules, edition))


def _house_rules(edition: str, lang: str) -> dict[Place, str]:
    """Return the house rules as the form of a new table offers them."""
    return dict(texts_of(switches(open_book(edition), {}, lang)))


def _of_page(page_of: Callable[..., Page], *about: Any) -> dict[Place, str]:
    """Return the lines of a page; `about` ends with a language."""
    return dict(texts_of(page_of(*about)))


def _lessons() -> Iterator[ToldText]:
    for key in lessons():
        yield ToldText("lessons", key, partial(_wall, key))


def _wall(key: str, lang: str) -> Mapping[Place, str]:
    """Return what the wall shows of a lesson, step by step, with its own dice and answers."""
    running, found = RunningLesson.of(lesson_of(key), lang), dict[Place, str]()
    while not running.at_end:
        for at, line in enumerate(lines(render_step(running), lang)):
            found[(*running.place, running.now.done, at)] = line
        running = running.step()
    return found


def _as_written() -> Iterator[ToldText]:
    for kind, topics in AS_WRITTEN.items():
        for topic in topics:
            for key in load_phrases(LANGUAGES[0]).topics[topic]:
                yield ToldText(kind, "", partial(_raw, topic, key), f"{topic}.{key}", as_written=True)


def _raw(topic: str, key: str, lang: str) -> dict[Place, str]:
    return {("phrase",): load_phrases(lang).raw(topic, key)}


ONE, OTHER, *_ = open_book().characters
LESSON = next(iter(lessons()))
MISTAKES: dict[str, Callable[[], object]] = {
    "no player": lambda: new_game([]),
    "seven players": lambda: new_game([(f"Ada{n}", name) for n, name in enumerate(open_book().characters[:7])]),
    "one figure twice": lambda: new_game([("Ada", ONE), ("Bruno", ONE)]),
    "no such character": lambda: new_game([("Ada", ONE), ("Bruno", f"{OTHER}x")]),
    "a long name": lambda: new_game([("Ada" * 30, ONE), ("Bruno", OTHER)]),
    "no such edition": lambda: open_book("thrid"),
    "a table with a slash": lambda: table_file("Friday/evening"),
    "a table with a long name": lambda: table_file("Friday " * 60),
    "a table called as a device": lambda: table_file("con"),
    "no such file of a lesson": lambda: lesson("no-such-lesson.toml"),
    "no such page of a lesson": lambda: RunningLesson.of(lesson(LESSON)).page(99),
    "no such figure of a lesson": lambda: names_given(lesson(LESSON), "nobody=Ada"),
    "no such character to ask about": lambda: answer("nobody nothing"),
    "no such card to ask about": lambda: answer(f"{ONE} nothing"),
    "no such file of house rules": lambda: house_values(Path("no-such-rules.toml"), open_book()),
    "no such file of rulings": lambda: read_rulings("no-such-rulings.toml"),
}
"""Maps what is done wrong to doing it; each raises a `UserError` that names nothing of the reader's own folder."""


def mistakes() -> Iterator[ToldText]:
    """Yield what is said of each mistake."""
    for what, do in MISTAKES.items():
        try:
            do()
        except UserError as error:
            yield ToldText("errors", what, partial(_message, error))


def _message(error: UserError, lang: str) -> dict[Place, str]:
    return {("message",): describe_error(error, lang)}


KINDS = ("play", "cards", "rules", "screens", "errors", "rulings", "doubts", "lessons")
"""Kinds of lines, in the order they are printed."""
PLAYED = {"play", "screens", "errors"}
"""Kinds that random games have lines of."""
SHARES = {"play": 3, "cards": 2}
"""How many parts of a sample a kind is given; one if nothing is said here."""
FROM_ONE = 3
"""Lines that are taken from one moment or page at most, so that many are seen."""
OF_ONE = 2
"""Lines of one phrase that are taken before all others were looked for."""
GAMES = 4
"""Games of each edition that are played to find a phrase."""


class SampleLine(NamedTuple):
    """One line in several languages: its kind, where it was found, the phrases or the entry it is, and its texts."""

    kind: str
    where: str
    source: str
    texts: dict[str, str]


def sample_lines(
    editions: tuple[str, ...], seed: int, count: int, languages: Sequence[str], kinds: Sequence[str] = KINDS
) -> list[SampleLine]:
    """Return `count` lines or as many as there are, drawn by a seed from each kind, in the order of `KINDS`."""
    dice = random.Random(seed)
    every = _all_told(editions, seed, 1, kinds)
    found, texts = list[SampleLine](), set[str]()
    for kind, share in _share_out(count, [kind for kind in KINDS if kind in kinds]):
        found += _draw_lines([told for told in every if told.kind == kind], share, dice, languages, texts)
    return found


def appearing(
    phrase: str,
    editions: tuple[str, ...],
    seed: int,
    count: int,
    languages: Sequence[str],
    kinds: Sequence[str] = KINDS,
) -> list[SampleLine]:
    """Return at most `count` different lines in which a phrase appears, in games, pages, lessons and refusals."""
    dice = random.Random(seed)
    every = [told for told in _all_told(editions, seed, GAMES, kinds) if not told.as_written]
    found = _draw_lines(every, count, dice, languages, set(), phrase)
    return sorted(found, key=lambda line: KINDS.index(line.kind))


def as_it_stands(phrase: str, languages: Iterable[str]) -> dict[str, str]:
    """Return a phrase as its files have it; "" for a plural that a language has not."""
    file, _, key = phrase.partition(".")
    return {lang: load_phrases(lang).topics[file].get(key, "") for lang in languages}


def _all_told(editions: tuple[str, ...], seed: int, each: int, kinds: Sequence[str]) -> list[ToldText]:
    """Return what is told of some kinds; games are played only if one of them is of games."""
    played = games(editions, seed, each) if not PLAYED.isdisjoint(kinds) else ()
    return [told for told in (*played, *pages(editions), *mistakes()) if told.kind in kinds]


def _share_out(count: int, kinds: Sequence[str]) -> list[tuple[str, int]]:
    """Return how many of `count` lines each kind is given; the first is given what is left over.

    >>> _share_out(10, ["cards", "rules"])
    [('cards', 7), ('rules', 3)]
    """
    whole = sum(SHARES.get(kind, 1) for kind in kinds)
    shares = [count * SHARES.get(kind, 1) // whole for kind in kinds]
    return list(zip(kinds, [shares[0] + count - sum(shares), *shares[1:]], strict=True))


def _draw_lines(
    every: Sequence[ToldText],
    count: int,
    dice: random.Random,
    languages: Sequence[str],
    texts: set[str],
    phrase: str = "",
) -> list[SampleLine]:
    """Return lines that are not among `texts`, where they are added, in the order they are told.

    A sample has each phrase `OF_ONE` times at most, and more of it only when nothing else is left.
    """
    lead = _leading(phrase, languages)
    found, seen = dict[tuple[int, int], SampleLine](), Counter[str]()
    order = dice.sample(range(len(every)), len(every))
    for most in (count,) if phrase else (OF_ONE, count):
        for at in order:
            if len(found) >= count:
                break
            told, taken = every[at], 0
            here = parts(told, lead)
            each: dict[str, dict[Place, ToldPart]] = {}
            for n, place in enumerate(here):
                part = here[place]
                source = told.entry or ", ".join(part.outer)
                wanted = phrase in part.phrases if phrase else told.entry or part.said
                enough = taken == FROM_ONE or len(found) >= count or seen[source] >= most
                if not wanted or enough or _plain(part.text) in texts:
                    continue
                each = each or {lang: here if lang == lead else parts(told, lang) for lang in LANGUAGES}
                if told.entry or _has_phrases([one.get(place) for one in each.values()]):
                    said = {lang: each[lang][place].text if place in each[lang] else "" for lang in languages}
                    found[at, n] = SampleLine(told.kind, told.where, source, said)
                    texts.add(_plain(part.text))
                    seen[source] += 1
                    taken += not phrase
    return [found[place] for place in sorted(found)]


def _plain(text: str) -> str:
    """Return what two lines have in common that are the same for a reader."""
    return text.strip().rstrip(".").casefold()


def _has_phrases(line: Sequence[ToldPart | None]) -> bool:
    """Return whether a line, in all languages, is made of phrases: a key looks like one, but is the same in all."""
    there = [part for part in line if part]
    return all(part.outer for part in there) and len({part.text for part in there}) > 1


def _leading(phrase: str, languages: Sequence[str]) -> str:
    """Return the language that is searched: the first that has the phrase, as a plural is not in all of them."""
    if not phrase:
        return languages[0]
    there = as_it_stands(phrase, (*languages, *LANGUAGES))
    return next(lang for lang, text in there.items() if text)
