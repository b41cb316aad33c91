"""Rulings as a text to be read in a notebook, and the selections of them that the notebooks show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.notebooks import Note
from talisman_nb.text.phrases import load_phrases

from .cases import Case, case, cases

EDGE_CASES = (
    "evade-first", "spell-before-dice", "duel-evade-first", "potion-before-evading", "several-craft", "lent-put-down",
    "loser-drops", "fate-order", "w19", "w8", "w15", "w13", "kill-gold-part", "counterspell-twice", "preservation-duel",
    "hex-answered", "toad-valley", "amulet-at-crown", "crown-once-reached", "each-its-werewolf",
)  # fmt: skip
"""Twenty rulings on what tables argue about."""


def told(ids: Iterable[str], lang: str = "en") -> Note:
    """Return rulings, numbered: question, decision, how it stands, its rules, its situation with the answers.

    >>> print(told(["w3"]).splitlines()[0])
    ### 1. An evil Assassin finds the Holy Lance: may it be taken?
    """
    return Note("\n\n".join(part for n, id in enumerate(ids, 1) for part in _parts(n, case(id), lang)))


def _parts(n: int, found: Case, lang: str) -> Iterator[str]:
    yield f"### {n}. {found.asks(lang)}"
    yield found.decides(lang)
    standing = load_phrases(lang).say("pages", found.decided_by)
    yield f"*{standing}* · {', '.join(f'`{rule}`' for rule in found.rules)}"
    yield f"```\n{found.played_text()}\n```"


def worked_examples() -> tuple[Case, ...]:
    """Return the worked examples of the rule texts, in their order.

    >>> [found.id for found in worked_examples()][:3]
    ['w1', 'w2', 'w3']
    """
    return tuple(found for found in cases().values() if found.example and found.id.startswith("w"))


def examples_told(lang: str = "en") -> Note:
    """Return the worked examples as a table: what each asks, what is decided, and the section it stands in."""
    say = load_phrases(lang).say
    rows = ["| | | | |", "|---|---|---|---|"]
    for found in worked_examples():
        places = SEMICOLON[lang].join(
            say("pages", "section", text=say("pages", f"text.{text}"), section=at) for text, at in found.stands_in()
        )
        rows.append(f"| {found.id} | {found.asks(lang)} | {found.decides(lang)} | {places} |")
    return Note("\n".join(rows))
