"""What the wall shows of a lesson, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from math import lcm

from talisman_nb.analysis import Comparison
from talisman_nb.text.phrases import Phrases, load_phrases

from .shown import Choice, Shown
from .tallies import Bar, chance_told

RULES = ("rule", "golden")
"""Kinds of reasons that are rules."""
MOST_DICE = 4
"""Dice of a fight that are counted in ways they may fall."""


def lines(now: Shown, lang: str) -> Iterator[str]:
    """Yield what is shown as lines of text."""
    words = load_phrases(lang)
    yield from filter(None, (now.text, now.question))
    for choice in now.choices:
        yield _choice_line(choice, words)
    yield from now.figures
    for one in now.sums:
        yield words.say("lessons", "beside", title=one.who, told=one.told())
    yield from map(str, now.told)
    if now.rule:
        yield str(now.rule)
    if now.comparison:
        yield from _compared(now.comparison, words)
    for found in (now.outcomes, now.editions):
        if found is not None:
            yield from repr(found).splitlines()
    yield from (_bar_line(bar, words) for bar in now.bars)
    for kept in now.predictions:
        yield kept.question
        for says, hands, true in kept.options:
            yield _choice_line(Choice("", says, hands, true), words)


def _choice_line(choice: Choice, words: Phrases) -> str:
    """Return an option as a line: what the class has thought, and by a sign and a word what is true."""
    told = [f"{choice.letter}. {choice.says}" if choice.letter else choice.says]
    if choice.hands:
        told.append(words.say("lessons", "hands-raised", n=choice.hands))
    if choice.true is not None:
        told.append(words.say("lessons", "true" if choice.true else "not-true"))
    if choice.closed:
        told.append(choice.closed)
    return "  " + "  ".join(told)


def _compared(comparison: Comparison, words: Phrases) -> Iterator[str]:
    """Yield the chances of both runs; without dice what happened in each and is asked now, with the rules."""
    if any(comparison.chances):
        for title, chances in zip(comparison.titles, comparison.chances, strict=True):
            if chances is not None:
                whole = _ways(lcm(*(n.denominator for _, n in chances.parts)))
                parts = (
                    f"{words.say('analysis', f'chance.{name}')} {chance_told(n, whole, words.lang)}"
                    for name, n in chances.parts
                )
                yield words.say("analysis", "chances", title=title, chances=", ".join(parts))
        return
    if comparison.first is None:
        yield words.say("analysis", "no-difference")
        return
    row = comparison.rows[comparison.first.row]
    for title, told, run in zip(comparison.titles, row.told, comparison.runs, strict=True):
        yield words.say("lessons", "beside", title=title, told=" ".join((*told, run.analysis.headline)))
    rules = (reason for chain in comparison.first.reasons for reason in chain.reasons if reason.kind in RULES)
    yield from dict.fromkeys(f"{reason.text} [{reason.id}]" for reason in rules)


def _ways(denominator: int) -> int:
    """Return in how many ways the fewest dice fall of which a chance has that denominator."""
    return next((6**n for n in range(1, MOST_DICE + 1) if 6**n % denominator == 0), 0)


def _bar_line(bar: Bar, words: Phrases) -> str:
    came = {"n": bar.n, "all": bar.of} if bar.of else {"n": "", "all": ""}
    return words.say("lessons", "bar", name=bar.name, **came, chance=chance_told(bar.chance, bar.whole, words.lang))
