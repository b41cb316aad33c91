"""Answers of a tree in the words of their options, as whoever was asked saw them."""

from __future__ import annotations

import re

from talisman_nb.engine import asides
from talisman_nb.engine.fighting import foe_name
from talisman_nb.model import Ask, State
from talisman_nb.model.situation import SituationError
from talisman_nb.model.situation_reading import words_in
from talisman_nb.rules.book import book_of
from talisman_nb.rulings.check_text import by_character
from talisman_nb.rulings.notation.name_lookup import Names, slug
from talisman_nb.rulings.text_answers import quiet
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import Wording, wording_of

from .tree import Analysis

ASIDE = re.compile(r"(?P<seat>[\w-]+): (?P<key>.+)")
QUIET = "quiet"
TURN_OF = re.compile(r"turn of (?P<seat>\d+)")


def told_answer(analysis: Analysis, at: int) -> str:
    """Return the answer that led to a node in words: its option, an aside with whose it is, an order; "" at the root.

    The simplest answer is the one that was given, a die has whose it is. An order that has no words, such as a
    correction by hand, is returned as it was written.

    >>> a = Analysis.of("dwarf crags | thief city > 3 > clockwise > quiet > turn of 1", "it")
    >>> [told_answer(a, node.at) for node in a.nodes]
    ['', 'Dado del Nano: 3', 'Senso orario: Campi', "Bottiglia d'acqua", 'Fino al turno del Ladro']
    """
    node = analysis.nodes[at]
    if node.parent < 0:
        return ""
    lang = node.situation.lang
    asked = analysis.go(node.parent)
    wording = wording_of(by_character(asked.state, lang, analysis.nodes[0].state), lang)
    key = quiet(asked.ask) if node.answer == QUIET else node.answer
    return (
        _of_die(wording, asked.state, asked.ask, key)
        or _of_question(wording, asked.ask, key)
        or _of_aside(wording, asked.state, asked.ask, key)
        or _of_order(wording, asked.state, key)
        or key
    )


def _of_die(wording: Wording, state: State, found: Ask, key: str) -> str:
    """Return a face with whose die it is: of a creature's die the creature, though a person throws it."""
    if found.kind != "die" or not key.isdecimal():
        return ""
    fight = state.fight
    creature = foe_name(fight) if fight is not None and found.purpose == "foe" and fight.against < 0 else ""
    who = wording.card(creature) if creature else wording.who(found.seat)
    return sentence(wording.say("analysis", "die", who=who, n=key))


def _of_question(wording: Wording, found: Ask, key: str) -> str:
    said = slug(key)
    options = (*found.options, *found.offers)
    option = next((each for each in options if key == each.key or (said and said == slug(each.key))), None)
    return label(wording, found, option) if option else ""


def _of_aside(wording: Wording, state: State, found: Ask, order: str) -> str:
    """Return an aside with whose it is: `1: cast:hex`, `thief: cast:hex`."""
    said = ASIDE.fullmatch(order)
    if said is None:
        return ""
    named = (at for at, p in enumerate(state.players) if said["seat"] in (str(at), p.character))
    seat = next(named, -1)
    key = slug(said["key"])
    option = next((each for each in asides(state, seat) if slug(each.key) == key), None) if seat >= 0 else None
    what = (
        label(wording, Ask(found.ply, "aside", seat), option) if option else _of_question(wording, found, said["key"])
    )
    return wording.say("analysis", "aside", who=wording.who(seat), what=what) if what else ""


def _of_order(wording: Wording, state: State, order: str) -> str:
    """Return an order that goes on by itself: to a space, through quiet answers."""
    word, _, rest = order.partition(" ")
    if word in ("walk", "to"):
        try:
            space = Names(book_of(state.book)).space(words_in(rest))[0]
        except SituationError:
            return ""
        return wording.say("analysis", "order.to", space=wording.space(space))
    if turn := TURN_OF.fullmatch(order):
        return wording.say("analysis", "order.turn-of", who=wording.who(int(turn["seat"])))
    orders = {"turn end": "order.turn-end", "pass": "order.pass"}
    return wording.say("analysis", orders[order]) if order in orders else ""
