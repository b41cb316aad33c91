"""The commands that look something up: `card`, `space`, `rule`, `doubts`, `editions`, `answer`; how words are used."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from talisman_nb.board.graph import plain_kind
from talisman_nb.rules.book import Book, open_book, operations_of
from talisman_nb.rules.layers import BASE, editions
from talisman_nb.rulings.answer_questions import AnswerError, answer
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.look_up import SHELVES
from talisman_nb.rulings.own_rulings import own_rulings
from talisman_nb.rulings.question_reading import spoken_in
from talisman_nb.rulings.search import Answers, find_answers
from talisman_nb.text.errors import describe_error
from talisman_nb.text.pages.rule_page import doubts_page
from talisman_nb.text.phrases import load_phrases

from .console import language, say

NOT_FOUND = 1
"""Exit code when a name is unknown."""
TWO = 2
"""How many editions are compared; words of a text that names a character and a card."""


def look_up(kind: str, name: str, edition: str | None, lang: str | None) -> int:
    """Print the page of a card, space or rule; list the matches of an ambiguous name, or all without a name.

    Of a question in place of a rule's name what answers it is printed, or what is nearest.
    Return 0, or `NOT_FOUND` for an unknown name.
    """
    shelf, book, lang = SHELVES[kind], book_of_edition(edition), language(lang)
    found = shelf.find(book, name) if name else shelf.all(book)
    if len(found) == 1:
        say(str(shelf.page(book, found[0], lang)))
    elif found:
        _list(name, [shelf.label(book, key, lang) for key in found], lang)
    else:
        near = shelf.near(book, name, lang)
        answers = find_answers(name, book, lang=lang) if kind == "rule" and not near else Answers((), sure=False)
        if answers.hits:
            say("\n".join(answers.lines(book, lang)))
        else:
            say(not_found(kind, name, near, lang), sys.stderr)
        return 0 if answers.sure else NOT_FOUND
    return 0


card, space, rule = (partial(look_up, kind) for kind in ("card", "space", "rule"))


def book_of_edition(edition: str | None) -> Book:
    """The book of an edition, or the usual one; raises `SetupError` for an unknown edition or layer."""
    return open_book(edition or BASE)


def doubts(edition: str | None, lang: str | None) -> int:
    """Print all doubts; return 0."""
    say(str(doubts_page(book_of_edition(edition), language(lang))))
    return 0


def editions_compared(words: Sequence[str], lang: str | None) -> int:
    """Print what differs between the two editions named; return 0, or `NOT_FOUND` unless two are named."""
    spoken = language(lang)
    if len(words) != TWO:
        say(load_phrases(spoken).say("console", "editions-two", names=", ".join(editions())), sys.stderr)
        return NOT_FOUND
    one, other = words
    say(str(differences(one, other, spoken)))
    return 0


def not_found(kind: str, name: str, near: tuple[str, ...], lang: str) -> str:
    """Return the message for an unknown name, with the similar ones.

    >>> not_found("card", "Baer", ("Bear",), "en")
    'There is no card or character called “Baer”; did you mean “Bear”?'
    """
    words = load_phrases(lang)
    sorry = words.say("pages", f"unknown.{kind}", name=name)
    quoted = ", ".join(words.say("pages", "quoted", name=one) for one in near)
    return words.say("pages", "meant", sorry=sorry, names=quoted) if near else sorry


def _list(name: str, labels: list[str], lang: str) -> None:
    if name:
        say(load_phrases(lang).say("pages", "several", name=name))
    for label in labels:
        say(f"  {label}")


def answers(name: str, edition: str | None, editions: bool, lang: str | None) -> int:
    """Print the answer to a question, that of an edition first; return 0, or `NOT_FOUND` if it names no card.

    In the language of the question, unless one is asked for; `editions`: with all editions, rules and doubts. Of
    a question that no answer card is about, what answers it is printed, or what is nearest, told as such.
    """
    spoken, question = language(lang or spoken_in(name, book_of_edition(edition))), name
    try:
        found = answer(question, spoken, edition or "")
        say(repr(found) if editions else str(found))
        if not editions:
            say(f"\n{load_phrases(spoken).say('answers', 'in-every', code='talisman-nb answer … --editions')}")
    except AnswerError as problem:
        known = len(question.split()) <= TWO and (problem.key == "space" or problem.fields.get("near"))
        beside = find_answers(question, book_of_edition(edition), own_rulings()[0], spoken)
        if known or (not beside.hits and len(question.split()) <= TWO):
            say(describe_error(problem, spoken), sys.stderr)
            return NOT_FOUND
        if problem.key == "act":
            say(describe_error(problem, spoken))
        say("\n".join(beside.lines(book_of_edition(edition), spoken)))
        if not beside.sure:
            said = load_phrases(spoken).say
            say(f"\n{said('answers', 'decide', ask=said('panel', 'ask-rules'))}")
        return 0 if beside.sure else NOT_FOUND
    return 0


RULES = ("turn",)
"""Owners left out of the count: definitions of the rules themselves, which use the same operations."""


class Share(Struct, frozen=True):
    """Maps owners to the operations only they use (`own`); `of`: the number of all cards and characters."""

    own: dict[str, tuple[str, ...]]
    of: int

    @property
    def part(self) -> float:
        """The fraction of owners, 0 to 1, with an operation of their own."""
        return len(self.own) / self.of


def own_operations(book: Book) -> Share:
    """Return the cards and characters with an operation that no other card, character, space or rule uses.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(own_operations(open_book()).own)[:1]
    ['character.assassin']
    """
    users: dict[str, set[str]] = defaultdict(set)
    everybody = set()
    for definition in book.definitions.values():
        owner = _owner(definition.key)
        if owner not in RULES:
            everybody.add(owner)
            for op in operations_of(definition):
                users[str(op.__struct_config__.tag)].add(owner)
    in_rules = {
        str(op.__struct_config__.tag)
        for d in book.definitions.values()
        if _owner(d.key) in RULES
        for op in operations_of(d)
    }
    own: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for name, who in users.items():
        owner = next(iter(who))
        if len(who) == 1 and name not in in_rules and not owner.startswith("space."):
            own[owner] += (name,)
    return Share(dict(own), sum(not owner.startswith("space.") for owner in everybody))


def _owner(key: str) -> str:
    """Return the card, character or kind of space a definition belongs to: `immobility` for `immobility.stilled`."""
    first, *rest = key.split(".")
    if first == "space":
        return f"space.{plain_kind(rest[0])}"
    return f"{first}.{rest[0]}" if first in ("character", "form") else first
