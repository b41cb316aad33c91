"""Conditions in words: what stands after "if"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .grammar import AND, OR, listed
from .say import FIGURES

if TYPE_CHECKING:
    from .told import Told


def condition(told: Told, when: dict[str, Any] | None) -> str:
    """A condition in words; several in one must all hold."""
    return listed([_one(told, name, value) for name, value in (when or {}).items()], told.voice.lang, AND)


def worth_telling(told: Told, when: dict[str, Any] | None) -> dict[str, Any] | None:
    """A condition without its bookkeeping and the switches of the edition that are on; None when nothing is left."""
    left = {name: found for name, value in (when or {}).items() if (found := _worth(told, name, value)) is not None}
    return left or None


def _worth(told: Told, name: str, value: Any) -> Any:
    if name in BOOKKEEPING or (name == "has" and str(value).startswith("effect.")):
        return None
    if name == "rule":
        return None
    if name == "not":
        return worth_telling(told, value)
    if name in ("all", "any"):
        return [part for one in value if (part := worth_telling(told, one)) is not None] or None
    return value


BOOKKEEPING = frozenset({"some", "used", "ambushing", "immune_to", "permits", "can_gain_spell"})
"""Conditions that only keep a program from asking in vain."""


def switched_off(told: Told, when: dict[str, Any] | None) -> bool:
    """Whether a switch of the edition keeps this from ever holding."""
    for name, value in (when or {}).items():
        if name == "rule" and not told.book.table[value]:
            return True
        if name == "all" and any(switched_off(told, part) for part in value):
            return True
    return False


def _one(told: Told, name: str, value: Any) -> str:
    voice = told.voice
    if name == "not":
        return _not(told, value)
    if name == "of_other" and told.turned:
        return condition(told, value)
    if name in ("all", "any"):
        return listed([condition(told, part) for part in value], voice.lang, AND if name == "all" else OR)
    if value is False:
        return _not(told, {name: True})
    places = VALUES.get(name, _nothing)(told, value)
    key = "effect" if str(value).startswith("effect.") and value != "effect.quest" else value if isinstance(value, str) else ""
    return voice.first("conditions", (f"{name}.{key}", name), **{"v": "", **places})


def _not(told: Told, when: dict[str, Any]) -> str:
    """The opposite of a condition, in a phrase of its own where there is one."""
    name, value = next(iter(when.items()))
    voice = told.voice
    if name == "of_other":
        return _not(told, value) if told.turned else voice.say("conditions", "of_other", v=_not(told, value))
    if len(when) == 1 and voice.phrases.has("conditions", f"not.{name}"):
        return voice.say("conditions", f"not.{name}", **{"v": "", **VALUES.get(name, _nothing)(told, value)})
    return voice.say("conditions", "not", inner=condition(told, when))


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
    names = [one for one in _many(value) if not one.startswith("effect.")]
    quest = [told.voice.say("purposes", "quest")] if "effect.quest" in _many(value) else []
    return _listed(told, [*quest, *(str(told.voice.card(name)) for name in names)])


def _foe(told: Told, value: Any) -> dict[str, Any]:
    """A creature by name, or the one a variable holds."""
    known = told.book.find(value) is not None
    return {"v": str(told.voice.card(value)) if known else told.voice.say("lists", "that-foe")}


def _cost(told: Told, value: Any) -> dict[str, Any]:
    return {"v": listed([told.voice.amount(what, n) for what, n in value.items() if isinstance(n, int)], told.voice.lang)}


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
