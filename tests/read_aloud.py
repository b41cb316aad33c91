"""What tests of words share: what is told by whom, what a phrase asks for, what reads well."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from functools import cache

from editions import TESTED, of
from tables import FOUR

from talisman_nb.cards import modifiers as m
from talisman_nb.cards import operations as o
from talisman_nb.rules.book import Book, open_book, operations_of
from talisman_nb.rules.index import EDITIONS, rule_index
from talisman_nb.rules.programs import modifiers
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.nodes import Branch, ChoiceNode, Condition, Node, TableNode
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.names import forms_of, load_names
from talisman_nb.text.phrases import load_phrases

BOOK = open_book()
ENGLISH = re.compile(
    r"\b(the|and|with|from|your|you|turn|roll|rolls|which|what|does|card|cards|life|lives|gold|lost|took|draw|this|that|"
    r"until|when|against|space|nothing|Spell|Object|Follower|reroll)\b"
)


def places(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


def assert_well(text: str) -> None:
    """No place left open, no empty bracket, no doubled blank, nothing before its punctuation."""
    assert not re.search(r"[{}\[\]]|\(\)|  | \.$|: \.|^\s|\s$| ,", text), text


def described(key: str, lang: str, book: Book = BOOK) -> tuple[str, ...]:
    """What a definition does, as its page says it."""
    return lines(tree_of(book, key, lang))


def every_line(lang: str) -> Iterator[tuple[str, str]]:
    """Every line that says what a definition does, with its key, in all editions."""
    for edition in TESTED:
        book = open_book(edition)
        for key in of(edition, tuple(book.definitions)):
            yield from ((key, line) for line in described(key, lang, book))


def every_node(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes with all they lead to."""
    for node in nodes:
        yield node
        if isinstance(node, Branch):
            yield from every_node(node.then)
        elif isinstance(node, Condition):
            yield from every_node((*node.then, *node.otherwise))
        elif isinstance(node, (ChoiceNode, TableNode)):
            yield from every_node(node.options if isinstance(node, ChoiceNode) else node.rows)


def every_action(book: Book = BOOK) -> Iterator[m.Action]:
    for definition in book.definitions.values():
        yield from (mod for _, mod in modifiers(definition) if isinstance(mod, m.Action))


def every_operation(book: Book = BOOK) -> Iterator[o.Operation]:
    for definition in book.definitions.values():
        yield from operations_of(definition)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from texts(inner)


WORD = re.compile(r"[^\W\d_]{3,}")


@cache
def words_of(lang: str) -> frozenset[str]:
    """Every longer word written in a language: phrases, names, rules, doubts, what the editions say of them."""
    written = [text for topic in load_phrases(lang).topics.values() for text in topic.values()]
    written += [text for section in load_names().by_lang[lang].values() for text in section.values()]
    forms = forms_of(lang)
    written += [*forms.numbers, *forms.numbers_feminine, *forms.numbers_personal]
    written += [*forms.plurals.values(), *forms.genitive.values()]
    for rule in rule_index().values():
        written += [rule.text(lang), *(words for edition in EDITIONS if (words := rule.says(edition, lang)))]
        written += [rule.decision.text(lang)] if rule.decision else []
    for known in (open_book(edition).certainty for edition in TESTED):
        written += [doubt.text(lang) for doubts in known.doubt.values() for doubt in doubts.values()]
        written += [basis.text(lang) for basis in known.basis.values()]
    return frozenset(word.lower() for text in written for word in WORD.findall(re.sub(r"\{[^}]*\}", " ", text)))


def english_in(text: str, lang: str) -> list[str]:
    """Words of a text that are written in English and nowhere in this language; names of people are of no language."""
    found = (word.lower() for word in WORD.findall(re.sub(r"\{[^}]*\}", " ", text)))
    people = {name.lower() for name in FOUR}
    return [word for word in found if word in words_of("en") - people and word not in words_of(lang)]
