"""What the wall shows of a lesson, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.text.phrases import Phrases, load_phrases

from .beside import told
from .shown import Choice, Shown
from .tallies import Bar, chance_told


def lines(now: Shown, lang: str) -> Iterator[str]:
    """Yield what is shown as lines of text."""
    words = load_phrases(lang)
    yield from filter(None, (now.suppose, now.text))
    for one in now.sums:
        yield words.say("lessons", "beside", title=one.who, told=one.told())
    yield from map(str, now.told)
    yield from filter(None, (now.question,))
    for choice in now.choices:
        yield _choice_line(choice, words)
    yield from now.figures
    if now.rule:
        yield str(now.rule)
    if now.beside:
        yield from told(now.beside, lang)
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
    parts = [f"{choice.letter}. {choice.says}" if choice.letter else choice.says]
    if choice.hands:
        parts.append(words.say("lessons", "hands-raised", n=choice.hands))
    if choice.true is not None:
        parts.append(words.say("lessons", "true" if choice.true else "not-true"))
    if choice.closed:
        parts.append(choice.closed)
    return "  " + "  ".join(parts)


def _bar_line(bar: Bar, words: Phrases) -> str:
    came = {"n": bar.n, "all": bar.of} if bar.of else {"n": "", "all": ""}
    return words.say("lessons", "bar", name=bar.name, **came, chance=chance_told(bar.chance, bar.whole, words.lang))
