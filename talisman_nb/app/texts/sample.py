"""Lines drawn from all that is told, and those a phrase appears in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from .mistakes import mistakes
from .pages import pages
from .play import games
from .told import Part, Place, Told, parts

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


class Line(NamedTuple):
    """One line in several languages: its kind, where it was found, the phrases or the entry it is, and its texts."""

    kind: str
    where: str
    source: str
    texts: dict[str, str]


def sampled(
    editions: tuple[str, ...], seed: int, count: int, languages: Sequence[str], kinds: Sequence[str] = KINDS
) -> list[Line]:
    """Return `count` lines or as many as there are, drawn by a seed from each kind, in the order of `KINDS`."""
    dice = random.Random(seed)
    every = _all_told(editions, seed, 1, kinds)
    found, texts = list[Line](), set[str]()
    for kind, share in _shared(count, [kind for kind in KINDS if kind in kinds]):
        found += _drawn([told for told in every if told.kind == kind], share, dice, languages, texts)
    return found


def appearing(
    phrase: str,
    editions: tuple[str, ...],
    seed: int,
    count: int,
    languages: Sequence[str],
    kinds: Sequence[str] = KINDS,
) -> list[Line]:
    """Return at most `count` different lines in which a phrase appears, in games, pages, lessons and refusals."""
    dice = random.Random(seed)
    every = [told for told in _all_told(editions, seed, GAMES, kinds) if not told.as_written]
    found = _drawn(every, count, dice, languages, set(), phrase)
    return sorted(found, key=lambda line: KINDS.index(line.kind))


def as_it_stands(phrase: str, languages: Iterable[str]) -> dict[str, str]:
    """Return a phrase as its files have it; "" for a plural that a language has not."""
    file, _, key = phrase.partition(".")
    return {lang: load_phrases(lang).topics[file].get(key, "") for lang in languages}


def _all_told(editions: tuple[str, ...], seed: int, each: int, kinds: Sequence[str]) -> list[Told]:
    """Return what is told of some kinds; games are played only if one of them is of games."""
    played = games(editions, seed, each) if not PLAYED.isdisjoint(kinds) else ()
    return [told for told in (*played, *pages(editions), *mistakes()) if told.kind in kinds]


def _shared(count: int, kinds: Sequence[str]) -> list[tuple[str, int]]:
    """Return how many of `count` lines each kind is given; the first is given what is left over.

    >>> _shared(10, ["cards", "rules"])
    [('cards', 7), ('rules', 3)]
    """
    whole = sum(SHARES.get(kind, 1) for kind in kinds)
    shares = [count * SHARES.get(kind, 1) // whole for kind in kinds]
    return list(zip(kinds, [shares[0] + count - sum(shares), *shares[1:]], strict=True))


def _drawn(
    every: Sequence[Told], count: int, dice: random.Random, languages: Sequence[str], texts: set[str], phrase: str = ""
) -> list[Line]:
    """Return lines that are not among `texts`, where they are added, in the order they are told.

    A sample has each phrase `OF_ONE` times at most, and more of it only when nothing else is left.
    """
    lead = _leading(phrase, languages)
    found, seen = dict[tuple[int, int], Line](), Counter[str]()
    order = dice.sample(range(len(every)), len(every))
    for most in (count,) if phrase else (OF_ONE, count):
        for at in order:
            if len(found) >= count:
                break
            told, taken = every[at], 0
            here = parts(told, lead)
            each: dict[str, dict[Place, Part]] = {}
            for n, place in enumerate(here):
                part = here[place]
                source = told.entry or ", ".join(part.outer)
                wanted = phrase in part.phrases if phrase else told.entry or part.said
                enough = taken == FROM_ONE or len(found) >= count or seen[source] >= most
                if not wanted or enough or _plain(part.text) in texts:
                    continue
                each = each or {lang: here if lang == lead else parts(told, lang) for lang in LANGUAGES}
                if told.entry or _worded([one.get(place) for one in each.values()]):
                    said = {lang: each[lang][place].text if place in each[lang] else "" for lang in languages}
                    found[at, n] = Line(told.kind, told.where, source, said)
                    texts.add(_plain(part.text))
                    seen[source] += 1
                    taken += not phrase
    return [found[place] for place in sorted(found)]


def _plain(text: str) -> str:
    """Return what two lines have in common that are the same for a reader."""
    return text.strip().rstrip(".").casefold()


def _worded(line: Sequence[Part | None]) -> bool:
    """Return whether a line, in all languages, is made of phrases: a key looks like one, but is the same in all."""
    there = [part for part in line if part]
    return all(part.outer for part in there) and len({part.text for part in there}) > 1


def _leading(phrase: str, languages: Sequence[str]) -> str:
    """Return the language that is searched: the first that has the phrase, as a plural is not in all of them."""
    if not phrase:
        return languages[0]
    there = as_it_stands(phrase, (*languages, *LANGUAGES))
    return next(lang for lang, text in there.items() if text)
