"""House rules in words: the switches of an edition, and those a table has turned."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import exp, log, sqrt
from statistics import mean, median, stdev
from types import MappingProxyType
from typing import Any, NamedTuple

from talisman_nb.model import Ask, Event
from talisman_nb.rules.book import Book, operations_of, plain_card
from talisman_nb.rules.edition import edition_table, figures_told
from talisman_nb.rules.house_rules import group_of_rules, offered_rules, readers
from talisman_nb.rules.layers import program_layers
from talisman_nb.rules.own_rules import Needs, group_of, house_rules
from talisman_nb.text.screen.setup_values import Switch
from talisman_nb.text.screen.values import Choice

from .grammar import OR, join_list
from .names import layer_name
from .phrases import load_phrases, sentence
from .wording import Wording

SWITCH = "switch."

Value = bool | int | float | str


def switches_of(edition: str) -> dict[str, Value]:
    """Every figure the form may offer, with its value in an edition where a table has not turned it.

    >>> switches_of("revised4")["switch.temple_life"], switches_of("second")["trophy.craft"]
    (False, 10)
    """
    table = edition_table(edition)
    return {name: table[name] for name in group_of()}


def changed_rules(book: Book, house: Mapping[str, Any]) -> dict[str, Any]:
    """Of some house rules those that change something in a book's edition.

    >>> from talisman_nb.rules.book import open_book
    >>> changed_rules(open_book(), {"switch.temple_life": True, "switch.royal_pair": False, "setup.gold": 5})
    {'switch.temple_life': True, 'setup.gold': 5}
    """
    form, read, known = group_of_rules(book), offered_rules(book), book.figure_ranges
    usable = {name: v for name, v in house.items() if name in known.ranges and known.fits(name, v)}
    return {name: v for name, v in usable.items() if v != book.usual[name] and (name not in form or name in read)}


def choices(book: Book, name: str) -> tuple[Value, ...]:
    """The values a switch may have: off and on, or the numbers that have a phrase, or those a layer says.

    >>> from talisman_nb.rules.book import open_book
    >>> choices(open_book(), "switch.royal_pair"), choices(open_book(), "switch.lance_dragon")
    ((False, True), (3, 4))
    """
    if isinstance(book.usual[name], bool):
        return False, True
    if name in book.own_rules:
        low, high = book.own_rules[name].values
        return tuple(range(low, high + 1))
    key = name.removeprefix(SWITCH)
    said = (phrase.rpartition(".") for phrase in load_phrases("en").topics["house_rules"])
    return tuple(sorted(int(n) for switch, _, n in said if switch == key and n.isdigit()))


def switches(book: Book, house: Mapping[str, Any], lang: str) -> tuple[Switch, ...]:
    """The switches that have a meaning in a book's edition, as the form of a new table shows them, by group."""
    return tuple(_switch(book, name, house.get(name, book.usual[name]), lang) for name in offered_rules(book))


def _switch(book: Book, name: str, value: Value, lang: str) -> Switch:
    numbers = () if isinstance(value, bool) else choices(book, name)
    named = tuple(Choice(str(n), _number(book, name, n, lang)) for n in numbers)
    group = load_phrases(lang).say("setup", f"house.{group_of_rules(book)[name]}")
    text, shorter = _heading(book, name, lang), shorter_value(book, name)
    proposed = (str(shorter), str(book.usual[name])) if shorter is not None else ("", "")
    return Switch(name, text, str(value).lower(), about(book, name, lang), named, group, *proposed)


def shorter_value(book: Book, name: str) -> Value | None:
    """The value of a house rule that is proposed for a shorter evening; None if it shortens none.

    >>> from talisman_nb.rules.book import open_book
    >>> [shorter_value(open_book(edition), "trophy.craft") for edition in ("revised4", "second")]
    [6, 7]
    """
    towards = _needs(name).shorter
    if not towards or name not in offered_rules(book):
        return None
    found, usual = choices(book, name), book.usual[name]
    higher = [value for value in found if value > usual]
    lower = [value for value in found if value < usual]
    return next(iter(higher if towards == "higher" else reversed(lower)), None)


class Simulated(NamedTuple):
    """The rounds of games that the program played against itself: in the middle one of them, and how many they were."""

    rounds: int
    games: int


FEWEST = 6
"""Games from which on something is told of simulated ones."""
SURE = 2.6
"""Standard errors around a mean between which it lies in 95 of 100 cases, by the fewest games (Student's t)."""


@cache
def _lengths() -> Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]:
    """Map edition, number of people and house rule ("usual", "figure=value") to the rounds of each seed."""
    text = (files("talisman_nb.rules") / "lengths.toml").read_text(encoding="utf-8")
    return MappingProxyType(tomllib.loads(text))


def simulated_rounds(edition: str, people: int) -> Simulated | None:
    """Return how long simulated games of so many were, or if too few are known those of any number; None for too few.

    >>> simulated_rounds("nowhere", 4) is None
    True
    """
    found = _lengths().get(edition, {})
    own = [*found.get(str(people), {}).get("usual", {}).values()]
    rounds = own if len(own) >= FEWEST else [n for cell in found.values() for n in cell["usual"].values()]
    return Simulated(round(median(rounds)), len(rounds)) if len(rounds) >= FEWEST else None


def simulated_share(edition: str, name: str, value: Value) -> tuple[float, int] | None:
    """Return which share of the usual rounds simulated games took with a house rule, and how many are compared.

    Each is set beside the game of the same seed without it. The share is 0 where chance alone may have made the
    difference; None is returned where there are too few.
    """
    rule = f"{name}={str(value).lower()}"
    pairs = [
        log(rounds / cell["usual"][seed])
        for cell in _lengths().get(edition, {}).values()
        for seed, rounds in cell.get(rule, {}).items()
        if seed in cell["usual"]
    ]
    if len(pairs) < FEWEST:
        return None
    low = abs(mean(pairs)) - SURE * stdev(pairs) / sqrt(len(pairs))
    return exp(mean(pairs)) if low > 0 else 0.0, len(pairs)


def _needs(name: str) -> Needs:
    group = group_of().get(name)
    return house_rules()[group][name] if group else Needs()


def about(book: Book, name: str, lang: str) -> str:
    """The cards and spaces whose doubts a switch decides, by name; of a switch without a doubt those that read it.

    >>> from talisman_nb.rules.book import open_book
    >>> about(open_book(), "switch.royal_pair", "en")
    'Prince, Princess'
    """
    return sentence(", ".join(str(Wording(lang, book=book).source(key)) for key in _subjects(book, name)))


@cache
def _subjects(book: Book, name: str) -> tuple[str, ...]:
    """The definitions that `about` names. Cached, because the journal asks at every line."""
    doubts = book.certainty.doubt.items()
    keys = tuple(key for key, facts in doubts if any(name in doubt.switches for doubt in facts.values()))
    reading = readers(book, name)
    return keys or tuple(key for key in reading if not key.startswith("turn.")) or _cards_of_programs(book, reading)


def _cards_of_programs(book: Book, programs: Iterable[str]) -> tuple[str, ...]:
    """The cards that some programs of the turn name, which those of an edition never do."""
    ops = (op for key in programs for op in operations_of(book.card(key)))
    return tuple(card for op in ops if (card := getattr(op, "card", "")) in book.deck_of)


def bearing_on(book: Book, said: Iterable[Event | Ask], lang: str) -> tuple[str, ...]:
    """The house rules of a table about the cards, spaces, abilities and rules of some events and questions.

    Also the figures about them that a layer of one's own tells.

    >>> from talisman_nb.rules.book import open_book
    >>> book = open_book("revised4", {"switch.temple_life": True})
    >>> bearing_on(book, [Event("rolled", 0, source="space.temple")], "en")
    ('House rule: Temple: A 4 takes a life or a Follower.',)
    """
    told = {name: of_the_house(text, lang) for name, text in sentences(book, lang).items()}
    told |= figures_of_layers(book, lang)
    if not told:
        return ()
    said = tuple(said)
    named = {plain_card(key) for one in said for key in (one.source, *_cards_of(one))}
    cited = {rule for one in said for rule in one.cites}
    about = (name for name in told if named & {*_subjects(book, name)} or _is_cited(book, name, cited))
    return tuple(told[name] for name in about)


def figures_behind(book: Book, cites: Iterable[str], lang: str) -> tuple[str, ...]:
    """The figures about some rules that a layer of one's own tells, with its name.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.rules.layers import Layer
    >>> book = open_book(["revised4", Layer("cheap", {"rules.toml": "[trophy]\\nstrength = 3"})])
    >>> figures_behind(book, ["trophy.strength"], "en")
    ('Trophy points for 1 Strength: 3. Changed by “cheap”: this is not what the box has.',)
    """
    cited = {*cites}
    return tuple(text for name, text in figures_of_layers(book, lang).items() if _is_cited(book, name, cited))


def _is_cited(book: Book, name: str, cited: set[str]) -> bool:
    """Whether the rule that a house rule amends is among some, or that of a layer's figure, which is called as it."""
    return _amended_rule(name) in cited or (name in cited and name not in book.house)


@cache
def figures_of_layers(book: Book, lang: str) -> Mapping[str, str]:
    """Maps each figure that a layer of one's own tells, and no house rule since, to its value and the layer's name."""
    found: dict[str, str] = {}
    for layer in book.layers:
        for name in figures_told([layer], book.figure_ranges) if layer.name not in program_layers() else ():
            if name not in book.house and name not in book.own_rules:
                what, said = figure_told(book, name, lang)
                line = sentence(Wording(lang).say("words", "pair", a=what, b=said) if what else said)
                by = load_phrases(lang).say("pages", "changed", layer=layer_name(book, layer.name, lang))
                found[name] = f"{line.rstrip('.')}. {by}"
    return MappingProxyType(found)


def _amended_rule(name: str) -> str:
    """The rule of the texts that a house rule amends; "" for none."""
    group = group_of().get(name)
    return house_rules()[group][name].amends if group else ""


def _cards_of(said: Event | Ask) -> tuple[str, ...]:
    return (said.card, *said.cards) if isinstance(said, Event) else ()


def of_the_house(text: str, lang: str) -> str:
    """A sentence, said to be a house rule.

    >>> of_the_house("Praying is compulsory.", "en")
    'House rule: Praying is compulsory.'
    """
    return load_phrases(lang).say("house_rules", "of-the-house", text=text)


def instead(book: Book, name: str, lang: str) -> str:
    """How a table may play that turns a switch: the sentence of its other side; of a number all its choices.

    Of a figure that is no switch: all it may be.

    >>> from talisman_nb.rules.book import open_book
    >>> instead(open_book(), "switch.lance_dragon", "en")
    'Points of Strength that the Holy Lance adds against a Dragon: 3 or 4.'
    """
    usual = book.usual[name]
    if name not in group_of_rules(book):
        return f"{_figure(name, book.figure_ranges.may_be(name), lang)}."
    if isinstance(usual, bool):
        return _switch_words(book, name, not usual, lang)
    found = choices(book, name)
    ends = f"{found[0]}–{found[-1]}" if len(found) > MOST_NUMBERS else ""
    numbers = ends or join_list([_number(book, name, n, lang) for n in found], lang, OR)
    return f"{_heading(book, name, lang)} {numbers}."


MOST_NUMBERS = 5
"""Choices of a number that are told one by one."""


def other_sides(book: Book, name: str, lang: str) -> Iterator[tuple[Value, str]]:
    """Yield each other value of a switch with its sentence; nothing of a figure that the form does not offer.

    >>> from talisman_nb.rules.book import open_book
    >>> list(other_sides(open_book(), "switch.temple_life", "en"))
    [(True, 'A 4 takes a life or a Follower.')]
    """
    if name in group_of_rules(book):
        yield from ((n, _switch_words(book, name, n, lang)) for n in choices(book, name) if n != book.usual[name])


def how_many(n: int, lang: str) -> str:
    """How many house rules there are, as a table says it.

    >>> how_many(0, "en"), how_many(2, "en")
    ('no house rules', '2 house rules')
    """
    said = load_phrases(lang)
    return said.count(n, "house-rule") if n else said.say("house_rules", "none")


def in_force(book: Book, lang: str) -> Iterator[str]:
    """The house rules of a book, a sentence each; a figure that is no switch with its value.

    >>> from talisman_nb.rules.book import open_book
    >>> list(in_force(open_book("revised4", {"switch.temple_life": True}), "en"))
    ['Temple: A 4 takes a life or a Follower.']
    """
    yield from sentences(book, lang).values()


@cache
def sentences(book: Book, lang: str) -> Mapping[str, str]:
    """Maps each house rule of a book to its sentence. Cached, because the journal asks at every line.

    >>> from talisman_nb.rules.book import open_book
    >>> dict(sentences(open_book("revised4", {"setup.gold": 3}), "en"))
    {'setup.gold': 'Gold at the start: 3'}
    """
    known = group_of_rules(book)
    told = {
        name: _describe_value(book, name, value, lang) if name in known else _figure(name, value, lang)
        for name, value in book.house.items()
    }
    return MappingProxyType(told)


def _figure(name: str, value: Value, lang: str) -> str:
    """A figure of the table with its value."""
    what, said = _figure_words(name, value, lang)
    return Wording(lang).say("words", "pair", a=sentence(what), b=said)


def figure_told(book: Book, name: str, lang: str) -> tuple[str, str]:
    """Return a figure's name, and its value in an edition in words; of a switch "" and the sentence of that side.

    >>> from talisman_nb.rules.book import open_book
    >>> figure_told(open_book(), "trophy.any_time", "en"), figure_told(open_book(), "switch.temple_leave", "en")
    (('trophies may be traded at any time', 'no'), ('', 'Praying is compulsory.'))
    """
    value, told = book.usual[name], name.startswith(SWITCH) or name in book.own_rules
    return ("", _switch_words(book, name, value, lang)) if told else _figure_words(name, value, lang)


def _figure_words(name: str, value: Value, lang: str) -> tuple[str, str]:
    """Return a figure's name and its value, in words."""
    wording, (section, _, what) = Wording(lang), name.partition(".")
    if wording.phrases.has("figures", name):
        told = wording.say("figures", name)
    else:
        told = wording.say("figures", section, type=wording.names.name("type", what.replace(" ", "-"), lang))
    if isinstance(value, bool):
        return told, wording.say("checks", "yes" if value else "no")
    key = f"{name}.{value}"
    said = wording.say("figures", key) if wording.phrases.has("figures", key) else str(value)
    return told, said


def _describe_value(book: Book, name: str, value: Value, lang: str) -> str:
    text = _switch_words(book, name, value, lang)
    return load_phrases(lang).say("house_rules", "about", text=text, about=about(book, name, lang))


def _switch_words(book: Book, name: str, value: Value, lang: str) -> str:
    """The sentence of one side of a switch, or of the choice of a number."""
    if isinstance(value, bool) and name in book.own_rules:
        return book.own_rules[name].said(value, lang)
    if isinstance(value, bool):
        key = name.removeprefix(SWITCH)
        return load_phrases(lang).say("house_rules", key if value else f"{key}.off")
    return f"{_heading(book, name, lang)} {_number(book, name, value, lang)}"


def _heading(book: Book, name: str, lang: str) -> str:
    """Return the sentence of a switch that is on, or the name of a number."""
    if name in book.own_rules:
        return book.own_rules[name].said(True, lang)
    return load_phrases(lang).say("house_rules", name.removeprefix(SWITCH))


def _number(book: Book, name: str, n: Value, lang: str) -> str:
    """A number as the choice of a switch."""
    if name in book.own_rules:
        return str(n)
    return load_phrases(lang).first("house_rules", (f"{name.removeprefix(SWITCH)}.{n}", "number"), n=n)
