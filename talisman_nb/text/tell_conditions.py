"""Conditions in words: what stands after "if"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .grammar import AND, OR, listed
from .say import FIGURES

if TYPE_CHECKING:
    from .tell_operations import Told


def condition(told: Told, when: dict[str, Any] | None) -> str:
    """A condition in words; several in one must all hold."""
    return listed([_one(told, name, value) for name, value in (when or {}).items()], told.voice.lang, AND)


def _one(told: Told, name: str, value: Any) -> str:
    voice = told.voice
    if name == "not":
        return voice.say("conditions", "not", inner=condition(told, value))
    if name in ("all", "any"):
        return listed([condition(told, part) for part in value], voice.lang, AND if name == "all" else OR)
    if value is False:
        return voice.say("conditions", "not", inner=_one(told, name, True))
    places = VALUES.get(name, _nothing)(told, value)
    key = value if isinstance(value, str) else ""
    return voice.first("conditions", (f"{name}.{key}", name), **{"v": "", **places})


def _nothing(told: Told, value: Any) -> dict[str, Any]:
    return {}


def _listed(told: Told, words: list[str]) -> dict[str, Any]:
    return {"v": listed(words, told.voice.lang, OR)}


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def kind_of_thing(told: Told, name: str) -> str:
    """A type of card, or what is meant by "character", "enemy", "creature", "goods"."""
    if told.voice.phrases.has("conditions", f"target.{name}"):
        return told.voice.say("conditions", f"target.{name}")
    return told.voice.names.name("type", name, told.voice.lang)


def _kinds(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [kind_of_thing(told, name) for name in _many(value)])


def _card_is(told: Told, value: Any) -> dict[str, Any]:
    return _kinds(told, value[1:])


def _spaces(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [str(told.voice.space(space)) for space in _many(value)])


def _region(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [told.voice.names.name("region", one, told.voice.lang) for one in _many(value)])


def _alignment(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [told.voice.names.name("alignment", one, told.voice.lang).lower() for one in _many(value)])


def _character(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [str(told.voice.source(f"character.{one}")) for one in _many(value)])


def _cards(told: Told, value: Any) -> dict[str, Any]:
    names = ["quest" if one.startswith("effect.") else one for one in _many(value)]
    return _listed(told, [told.voice.say("purposes", n) if n == "quest" else str(told.voice.card(n)) for n in names])


def _foe(told: Told, value: Any) -> dict[str, Any]:
    """A creature by name, or the one a variable holds."""
    known = told.book.find(value) is not None
    return {"v": str(told.voice.card(value)) if known else told.voice.say("lists", "that-foe")}


def _cost(told: Told, value: Any) -> dict[str, Any]:
    return {
        "v": listed([told.voice.amount(what, n) for what, n in value.items() if isinstance(n, int)], told.voice.lang)
    }


def _numbers(told: Told, value: Any) -> dict[str, Any]:
    wanted = _many(value)
    return _listed(told, [str(one) for one in wanted])


def _equals(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [str(one) for one in value[1:]])


def _cause(told: Told, value: Any) -> dict[str, Any]:
    key = f"cause.{value}"
    known = told.voice.phrases.has("conditions", key)
    return {"v": told.voice.say("conditions", key) if known else str(told.voice.source(str(value)))}


def _act(told: Told, value: Any) -> dict[str, Any]:
    return {"v": told.voice.say("acts", value)}


def term(told: Told, value: Any) -> str:
    """An amount that is compared: a number, a figure, or what was rolled."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return told.voice.word("the-roll")
    name, what = next(iter(value.items()))
    if name == "rule":
        return str(told.book.table[what])
    return told.voice.word(what) if what in FIGURES else told.voice.word("the-number")


def _compared(told: Told, value: Any) -> dict[str, Any]:
    return {"a": term(told, value[0]), "b": term(told, value[1])}


def _list(told: Told, value: Any) -> dict[str, Any]:
    return {"v": told.voice.say("lists", value)}


def _of_other(told: Told, value: Any) -> dict[str, Any]:
    return {"v": condition(told, value)}


def _moment(told: Told, value: Any) -> dict[str, Any]:
    return {"v": told.voice.say("moments", value)}


VALUES: dict[str, Callable[[Told, Any], dict[str, Any]]] = {
    "foe_is": _kinds, "target_is": _kinds, "card_is": _card_is, "space_is": _spaces, "region_is": _region,
    "alignment_is": _alignment, "character_is": _character, "has": _cards, "has_any": _cards, "in_stock": _cards,
    "fight_with": _foe, "affords": _cost, "equals": _equals, "rolled": _numbers, "cause_is": _cause, "permits": _act,
    "at_least": _compared, "below": _compared, "some": _list, "of_other": _of_other, "moment_is": _moment,
    "immune_to": _cause,
}  # fmt: skip
"""How the value of a condition is worded."""
