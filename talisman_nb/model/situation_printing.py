"""A situation written as its text: `situation_reading` reads it back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .situation import CARDS, COUNTERS, FLAGS, MISSED, NUMBERS, Position, SituationError
from .state import Effect, Promise

_PLAIN = re.compile(r"[^\s|,\"\[\]*]+")


def print_situation(position: Position) -> str:
    """The text of a position: `parse_situation` reads it back.

    >>> from talisman_nb.model.situation_reading import parse_situation
    >>> print_situation(parse_situation("dwarf   crags,life 2 | *thief city"))
    'dwarf crags, life 2 | *thief city'
    """
    parts = [f"edition {position.edition}"] if position.edition != "revised4" else []
    if position.house:
        parts.append("house " + " ".join(f"{name}={json.dumps(value)}" for name, value in position.house.items()))
    parts += [_said_of_seat(position, at) for at in range(len(position.seats))]
    parts += [_said_of_space(position, space) for space in dict.fromkeys((*position.lying, *position.gold))]
    parts += [f"{name} {_listed(cards)}" for name, cards in (("discards", position.discards), ("box", position.box)) if cards]
    parts += [_said_of_effect(effect) for effect in position.effects]
    parts += [f"round {position.round}"] if position.round != 1 else []
    return " | ".join([*parts, "crown reached"] if position.crown else parts)


def _said_of_seat(position: Position, at: int) -> str:
    seat, own = position.seats[at], position.turn == at
    star = "*" if own and (at or position.arrived) else ""
    return ", ".join([f"{star}{seat.character} {seat.space}{'!' if own and position.arrived else ''}", *_figures(seat.figures)])


def _figures(figures: Mapping[str, Any]) -> Iterator[str]:
    if "name" in figures:
        yield f"named {_quoted(figures['name'])}"
    if "alignment" in figures:
        yield str(figures["alignment"])
    yield from (f"{word} {figures[word]}" for word in NUMBERS if word in figures)
    yield from (f"{word} +{figures[word]}" for word in COUNTERS if word in figures)
    if figures.get("form"):
        yield f"as {figures['form']} {figures.get('form_left', 0)}"
    if "asleep" in figures:
        yield "asleep +{} +{}".format(*figures["asleep"])
    yield from (f"{word} {_listed(figures[name])}" for word, name in CARDS.items() if figures.get(name))
    yield from (word for word, name in FLAGS.items() if figures.get(name))
    if figures.get("used"):
        yield f"used {_listed(figures['used'])}"
    yield from (_said_of_promise(promise) for promise in figures.get("promises", ()))


def _said_of_promise(promise: Promise) -> str:
    if promise == MISSED:
        return "misses 1"
    words = (promise.at, promise.program, promise.source, promise.until)
    said = "promise " + " ".join(word or '""' for word in words).removesuffix(' ""').removesuffix(' ""')
    return f"{said} {_remembered(promise.slots)}" if promise.slots else said


def _said_of_space(position: Position, space: str) -> str:
    clauses = [f"on {space}"]
    if position.lying.get(space):
        clauses.append(_listed(position.lying[space]))
    if position.gold.get(space):
        clauses.append(f"gold {position.gold[space]}")
    return ", ".join(clauses)


def _said_of_effect(effect: Effect) -> str:
    plain = Effect(effect.what, "seat")
    said = ((name, getattr(effect, name)) for name in Effect.__struct_fields__ if name not in ("what", "slots"))
    words = [f"{name}={value}" for name, value in said if value != getattr(plain, name)]
    return " ".join([f"effect {effect.what}", *words, *([f"slots={_remembered(effect.slots)}"] if effect.slots else [])])


def _listed(cards: Iterable[str]) -> str:
    runs: list[list[Any]] = []
    for card in cards:
        if runs and runs[-1][0] == card:
            runs[-1][1] += 1
        else:
            runs.append([card, 1])
    return " ".join(card if times == 1 else f"{card}*{times}" for card, times in runs)


def _quoted(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _remembered(slots: Iterable[Any]) -> str:
    kept = list(slots)
    if not all(isinstance(value, (int, str)) or value is None for value in kept):
        raise SituationError("something lasting remembers a throw or a list of its own: a text would not say it")
    return json.dumps(kept, ensure_ascii=False)
