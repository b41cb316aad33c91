"""A definition's tree, or part of it, in one line: previews of a roll, abilities, what modifiers lead to."""

from __future__ import annotations

from functools import singledispatch

from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.grammar import AND, BARE, OR, REPEATS_SUBJECT, listed
from talisman_nb.text.wording import NOBODY, Wording

from .nodes import Branch, Choice, Condition, Fact, Node, Nodes, Step, Subject, Summary, Table

PART = "part"
"""The phrase that joins a part of a card, such as "when taken", to what it leads to."""


def one_line(wording: Wording, nodes: Nodes, subject: Subject = NOBODY) -> str:
    """Nodes in one line; the subject is said with the first, and with the others where the language needs it.

    Short acts that follow one another are one sentence: "discards this card and gains 3 gold".

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.text.definitions.tree import tree_of
    >>> tree = tree_of(open_book(), "book-of-spells", "en")
    >>> one_line(tree.wording, tree.nodes, tree.wording.noun("Dario"))
    'Dario draws Spells until the Spell limit is reached'
    """
    acts: list[list[str]] = []
    was_act = False
    for node in nodes:
        text = node_text(node, wording, subject if not acts or wording.lang in REPEATS_SUBJECT else NOBODY)
        is_act = _is_act(node, wording)
        if text and is_act and was_act:
            acts[-1].append(text.removeprefix(f"{subject} "))
        elif text:
            acts.append([text])
        was_act = is_act
    return SEMICOLON[wording.lang].join(listed(found, wording.lang) for found in acts)


def _is_act(node: Node, wording: Wording) -> bool:
    """Whether a node is one act of whoever is meant, short enough to be joined to others by "and"."""
    if not isinstance(node, Step):
        return False
    text, lang = node.say(NOBODY), wording.lang
    simple = not any(sign in text for sign in (",", ":", "(", SEMICOLON[lang], AND[lang], OR[lang]))
    return simple and node.say(wording.noun("X")).startswith("X ") and not _says_who(text, wording)


def _says_who(text: str, wording: Wording) -> bool:
    """Whether a sentence says the character even without a subject, as a French one does before "may"."""
    character = wording.word("character")
    return bool(character) and text.startswith(character)


def nothing(wording: Wording) -> str:
    """What stands where nothing happens."""
    return wording.say("operations", "nothing")


def joined(wording: Wording, phrase: str, heading: str, text: str) -> str:
    """A heading and what it leads to as one sentence: "2–3: misses 1 turn"."""
    return wording.say("operations", phrase, head=heading, do=text) if heading and text else heading or text


@singledispatch
def node_text(node: Node, wording: Wording, subject: Subject) -> str:
    """A node with all it leads to."""
    raise TypeError(f"no words for {type(node).__name__}: register a function for it")


@node_text.register
def _fact(node: Fact, wording: Wording, subject: Subject) -> str:
    return node.text


@node_text.register
def _step(node: Step, wording: Wording, subject: Subject) -> str:
    return node.say(subject)


@node_text.register
def _summary(node: Summary, wording: Wording, subject: Subject) -> str:
    return SEMICOLON[wording.lang].join(node.lines)


@node_text.register
def _branch(node: Branch, wording: Wording, subject: Subject) -> str:
    text = one_line(wording, node.then, NOBODY if node.says_who else subject or subject_of(node, wording))
    return joined(wording, node.inline or node.joint, node.heading, text)


def subject_of(node: Branch, wording: Wording) -> Subject:
    """Who does what a part of a card leads to, in the languages whose sentence needs to say it; else NOBODY."""
    return _character(wording) if node.joint == PART else NOBODY


def _character(wording: Wording) -> Subject:
    who = wording.word("part-subject")
    return wording.noun(who, BARE) if who else NOBODY


@node_text.register
def _table(node: Table, wording: Wording, subject: Subject) -> str:
    return SEMICOLON[wording.lang].join(node_text(row, wording, subject) for row in node.rows)


@node_text.register
def _choice(node: Choice, wording: Wording, subject: Subject) -> str:
    if node.if_wished:
        told = one_line(wording, node.options[0].then, subject or _character(wording))
        return wording.say("operations", "choose.one", options=told)
    return node.say(subject, " · ".join(node_text(option, wording, NOBODY) for option in node.options))


@node_text.register
def _condition(node: Condition, wording: Wording, subject: Subject) -> str:
    who = subject or node.who
    then, otherwise = one_line(wording, node.then, who), one_line(wording, node.otherwise, who)
    return wording.say("operations", "if", condition=node.condition, do=then or nothing(wording), **{"else": otherwise})
