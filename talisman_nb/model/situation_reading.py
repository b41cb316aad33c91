"""A situation read from its text; how it is written stands in `situation`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import convert

from .situation import (
    ALIGNMENTS,
    CARDS,
    COUNTERS,
    FLAGS,
    FULL_TERM,
    MISSED,
    NUMBERS,
    PARTS,
    SEAT_WORDS,
    Position,
    Seat,
    SituationError,
    meant,
)  # fmt: skip
from .state import Effect, Promise

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\|(?!\S)|,|[^\s,"\[]*(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])|[^\s,]+')


def parse_situation(text: str) -> Position:
    """The position a text says; raises `SituationError` with the part, the word and what was meant.

    >>> parse_situation("dwarf crags, life 2 | *thief city").turn
    1
    >>> parse_situation("dwarf crags, lives 2")
    Traceback (most recent call last):
    ...
    talisman_nb.model.situation.SituationError: in "dwarf crags, lives 2": no word "lives" for a seat (did you mean "life"?)
    """
    said: dict[str, Any] = {"seats": (), "house": {}, "lying": {}, "gold": {}, "effects": ()}
    for part in _split(_tokens(text), "|"):
        try:
            _read_part(said, _split(part, ","))
        except SituationError as wrong:
            raise SituationError(f'in "{_shown(part)}": {wrong}') from None
    if not said["seats"]:
        raise SituationError('no seat: expected at least one, such as "dwarf crags"')
    return Position(**said)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _split(tokens: list[str], at: str) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for token in tokens:
        if token == at:
            found.append([])
        else:
            found[-1].append(token)
    return found


def _shown(tokens: list[str]) -> str:
    return " ".join(tokens).replace(" ,", ",")


def _read_part(said: dict[str, Any], clauses: list[list[str]]) -> None:
    if not all(clauses):
        raise SituationError("nothing is said here: a bar or a comma too many")
    word, *rest = clauses[0]
    reader = _READERS.get(word)
    if reader is None:
        _seat(said, clauses)
    else:
        reader(said, rest, clauses[1:])


def _seat(said: dict[str, Any], clauses: list[list[str]]) -> None:
    if len(clauses[0]) != 2:
        raise SituationError(
            f'expected a character and a space, or one of {", ".join(PARTS)}, came "{_shown(clauses[0])}"{meant(clauses[0][0], PARTS)}'
        )
    character, space = clauses[0]
    if character.startswith("*") or space.endswith("!"):
        _whose_turn(said, space.endswith("!"))
    figures: dict[str, Any] = {}
    for clause in clauses[1:]:
        _read_figure(figures, clause[0], clause[1:])
    said["seats"] = (*said["seats"], Seat(character.removeprefix("*"), space.removesuffix("!"), figures))


def _whose_turn(said: dict[str, Any], arrived: bool) -> None:
    if "turn" in said:
        raise SituationError("it is somebody else's turn already: mark one seat only")
    said["turn"], said["arrived"] = len(said["seats"]), arrived


def _read_figure(figures: dict[str, Any], word: str, rest: list[str]) -> None:
    if word in NUMBERS or word in COUNTERS:
        figures[word] = _number(word, rest)
    elif word in ALIGNMENTS:
        figures["alignment"] = word
    elif word in CARDS or word == "used":
        figures[CARDS.get(word, word)] = _cards(word, rest)
    elif word in FLAGS:
        figures[FLAGS[word]] = True
    elif word in _SEAT_READERS:
        _SEAT_READERS[word](figures, rest)
    else:
        raise SituationError(f'no word "{word}" for a seat{meant(word, SEAT_WORDS)}')


def _number(word: str, rest: list[str]) -> int:
    if len(rest) != 1 or not re.fullmatch(r"\+?\d+", rest[0]):
        raise SituationError(f'{word}: expected one number, came "{" ".join(rest)}"')
    return int(rest[0])


def _cards(word: str, rest: list[str]) -> tuple[str, ...]:
    if not rest:
        raise SituationError(f"{word}: expected one card or more")
    found: list[str] = []
    for token in rest:
        card, _, times = token.partition("*")
        if times and not times.isdigit():
            raise SituationError(f'{word}: expected a number after the star of "{token}"')
        found += [card] * int(times or 1)
    return tuple(found)


def _form(figures: dict[str, Any], rest: list[str]) -> None:
    if not rest:
        raise SituationError('as: expected a form, such as "as toad 2"')
    figures["form"], figures["form_left"] = rest[0], _number("as", rest[1:]) if rest[1:] else FULL_TERM


def _asleep(figures: dict[str, Any], rest: list[str]) -> None:
    if len(rest) != 2:
        raise SituationError('asleep: expected the counters put aside, strength and craft: "asleep +2 +1"')
    figures["asleep"] = (_number("asleep", rest[:1]), _number("asleep", rest[1:]))


def _misses(figures: dict[str, Any], rest: list[str]) -> None:
    figures["promises"] = (*figures.get("promises", ()), *(MISSED,) * _number("misses", rest or ["1"]))


def _promise(figures: dict[str, Any], rest: list[str]) -> None:
    *words, last = rest or [""]
    slots = _slots(last) if last.startswith("[") else ()
    words = words if slots else rest
    if not 2 <= len(words) <= 4:
        raise SituationError('promise: expected when, a program, a source, until: "promise move space.pits.again space.pits leaving"')
    at, program, source, until, *_ = (*map(_bare, words), "", "")
    figures["promises"] = (*figures.get("promises", ()), Promise(at, program, source, until, slots))


def _slots(text: str) -> tuple[Any, ...]:
    """What something lasting remembers: numbers and words."""
    found = _value(text)
    if not isinstance(found, list):
        raise SituationError(f'expected a list such as [4, "bear"], came {text}')
    return tuple(found)


def _named(figures: dict[str, Any], rest: list[str]) -> None:
    if len(rest) != 1:
        raise SituationError('named: expected one name; put several words in quotes: named "Old Ada"')
    figures["name"] = _bare(rest[0])


_SEAT_READERS: Mapping[str, Callable[[dict[str, Any], list[str]], None]] = {
    "as": _form, "asleep": _asleep, "misses": _misses, "promise": _promise, "named": _named,
}  # fmt: skip


def _edition(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    if len(rest) != 1 or more:
        raise SituationError('edition: expected its name: "edition second"')
    said["edition"] = rest[0]


def _house(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    for token in (*rest, *(token for clause in more for token in clause)):
        name, equals, value = token.partition("=")
        if not equals:
            raise SituationError(f'house: expected figure=value, such as carry.objects=5, came "{token}"')
        said["house"][name] = _value(value)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _on(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    if len(rest) != 1 or not more:
        raise SituationError('on: expected a space, a comma, what lies there: "on ruins, bear sword, gold 2"')
    for clause in more:
        if clause[0] == "gold":
            said["gold"][rest[0]] = _number("gold", clause[1:])
        else:
            said["lying"][rest[0]] = (*said["lying"].get(rest[0], ()), *_cards("on", clause))


def _pile(name: str) -> Callable[[dict[str, Any], list[str], list[list[str]]], None]:
    def read(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
        said[name] = _cards(name, [*rest, *(token for clause in more for token in clause)])

    return read


def _effect(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    what, *pairs = rest or [""]
    values = dict(pair.partition("=")[::2] for pair in pairs)
    wrong = [name for name in values if name not in Effect.__struct_fields__]
    if not what or wrong or more:
        raise SituationError(f'effect: expected "effect KEY on=everyone owner=0 until=rounds left=2", came "{" ".join(rest)}"')
    numbers = {name: _number(name, [value]) for name, value in values.items() if name in ("seat", "owner", "left")}
    slots = {"slots": _slots(values["slots"])} if "slots" in values else {}
    said["effects"] = (*said["effects"], convert({"what": what, "on": "seat", **values, **numbers, **slots}, Effect))


def _round(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    said["round"] = _number("round", rest)


def _crown(said: dict[str, Any], rest: list[str], more: list[list[str]]) -> None:
    if rest != ["reached"]:
        raise SituationError('crown: expected "crown reached"')
    said["crown"] = True


_READERS: Mapping[str, Callable[[dict[str, Any], list[str], list[list[str]]], None]] = {
    "edition": _edition, "house": _house, "on": _on, "discards": _pile("discards"), "box": _pile("box"),
    "effect": _effect, "round": _round, "crown": _crown,
}  # fmt: skip


def _bare(token: str) -> str:
    return str(json.loads(token)) if token.startswith('"') else token
