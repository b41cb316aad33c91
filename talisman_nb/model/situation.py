"""A situation as a short text, in the manner of FEN: who stands where with what, what lies where, whose turn it is.

    wizard hills-3, has solomons-crown, spells healing hex | *thief city, gold 3, as toad 2 | on fields-3, bear*2, gold 1

Parts are parted by bars (with a blank on either side), what is said of one by commas.
A seat is a character and a space; what is not said is as printed on its card.
`*` marks whose turn it is (else the first seat's); `!` after its space: the move is done.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, convert, field

from .state import Effect, Promise

NUMBERS = ("life", "fate", "gold", "experience", "extra", "born")
COUNTERS = ("strength", "craft")
ALIGNMENTS = ("good", "neutral", "evil")
CARDS = {"has": "goods", "spells": "spells", "trophies": "trophies"}
FLAGS = {"turning-back": "turning_back", "out": "out"}
SEAT_WORDS = (*NUMBERS, *COUNTERS, *ALIGNMENTS, *CARDS, *FLAGS, "as", "asleep", "used", "misses", "promise", "named")
PARTS = ("edition", "house", "on", "discards", "box", "effect", "round", "crown")
NOBODY = "nobody"
MISSED = Promise("turn", "turn.missed.do")
FULL_TERM = 3
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\|(?!\S)|,|[^\s,"\[]*(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])|[^\s,]+')
_PLAIN = re.compile(r"[^\s|,\"\[\]*]+")


class SituationError(ValueError):
    """A text that says no situation, or a state that no text says; the message names the place and what was meant."""


class Seat(Struct, frozen=True):
    """A player: a character (or `nobody`), a space, and every value that is not as printed, by its name in `Player`."""

    character: str
    space: str
    figures: dict[str, Any] = field(default_factory=dict)


class Position(Struct, frozen=True):
    """What a text says; nothing here is checked against cards or a board."""

    seats: tuple[Seat, ...]
    edition: str = "revised4"
    house: dict[str, Any] = field(default_factory=dict)
    turn: int = 0
    arrived: bool = False
    lying: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    discards: tuple[str, ...] = ()
    box: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    round: int = 1
    crown: bool = False


def meant(word: str, known: Iterable[str]) -> str:
    """' (did you mean "has"?)' for a near miss, else ''."""
    near = get_close_matches(word, list(known), n=1)
    return f' (did you mean "{near[0]}"?)' if near else ""


# --- reading ---


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


def _remembered(slots: Iterable[Any]) -> str:
    kept = list(slots)
    if not all(isinstance(value, (int, str)) or value is None for value in kept):
        raise SituationError("something lasting remembers a throw or a list of its own: a text would not say it")
    return json.dumps(kept, ensure_ascii=False)


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


# --- printing ---


def print_situation(position: Position) -> str:
    """The text of a position: `parse_situation` reads it back.

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
