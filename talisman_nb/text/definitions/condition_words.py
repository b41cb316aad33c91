"""Conditions in words: what stands after "if"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talisman_nb.text.events.sentences import FIGURES
from talisman_nb.text.grammar import AND, BARE, OR, Noun, Nouns, listed

from .context import Told, amount


def condition(told: Told, when: dict[str, Any] | None) -> str:
    """A condition in words; several in one must all hold."""
    return listed([_one(told, name, value) for name, value in (when or {}).items()], told.wording.lang, AND)


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
        return None if switched_off(told, value) else worth_telling(told, value)
    if name in ("all", "any"):
        return [part for one in value if (part := worth_telling(told, one)) is not None] or None
    return value


def parts(when: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The conditions that must all hold, one by one."""
    found = []
    for name, value in (when or {}).items():
        found += [part for one in value for part in parts(one)] if name == "all" else [{name: value}]
    return found


def adverb(told: Told, part: dict[str, Any]) -> str:
    """A condition as it stands beside what it limits: "in battle", "on the Hills"; "" for one that needs an "if"."""
    name, value = next(iter(part.items()))
    phrases, negative = told.wording.phrases, ""
    if name == "not" and len(value) == 1:
        negative, (name, value) = "not.", next(iter(value.items()))
    key = f"at.{negative}{name}"
    if not phrases.has("conditions", key) or value is False:
        return ""
    return told.wording.say("conditions", key, **{"v": "", **VALUES.get(name, _nothing)(told, value)})


def negated(told: Told, part: dict[str, Any]) -> dict[str, Any] | None:
    """What must not hold, where its opposite has no phrase of its own."""
    inner = part.get("not")
    if inner is None or any(told.wording.phrases.has("conditions", f"not.{name}{_detail(value)}") for name, value in inner.items()):
        return None
    return dict(inner)


def _detail(value: Any) -> str:
    """The end of a key for a value that is worded as a whole."""
    return ".effect.quest" if value == "effect.quest" else ""


BOOKKEEPING = frozenset({"some", "used", "ambushing", "immune_to", "permits", "can_gain_spell", "turning_back"})
"""Conditions that only keep a program from asking in vain."""


def switched_off(told: Told, when: dict[str, Any] | None) -> bool:
    """Whether a switch of the edition keeps this from ever holding."""
    for name, value in (when or {}).items():
        if name == "rule" and not told.book.table[value]:
            return True
        if name == "not" and "rule" in value and told.book.table[value["rule"]]:
            return True
        if name == "all" and any(switched_off(told, part) for part in value):
            return True
    return False


def _one(told: Told, name: str, value: Any) -> str:
    wording = told.wording
    if name == "not":
        return _not(told, value)
    if name == "of_other" and told.turned:
        return condition(told, value)
    if name in ("all", "any"):
        return listed([condition(told, part) for part in value], wording.lang, AND if name == "all" else OR)
    if value is False:
        return _not(told, {name: True})
    places = VALUES.get(name, _nothing)(told, value)
    return wording.first("conditions", (f"{name}.{_special(value)}", name), **{"v": "", **places})


def _special(value: Any) -> str:
    """What of a value may have a phrase of its own."""
    if isinstance(value, (list, tuple)):
        return str(value[0]) if value else ""
    key = str(value)
    return "effect" if key.startswith("effect.") and key != "effect.quest" else key


def _not(told: Told, when: dict[str, Any]) -> str:
    """The opposite of a condition, in a phrase of its own where there is one."""
    name, value = next(iter(when.items()))
    wording = told.wording
    if name == "of_other":
        return _not(told, value) if told.turned else wording.say("conditions", "of_other", v=_not(told, value))
    keys = [key for key in (f"not.{name}{_detail(value)}", f"not.{name}") if wording.phrases.has("conditions", key)]
    if len(when) == 1 and keys:
        return wording.say("conditions", keys[0], **{"v": "", **VALUES.get(name, _nothing)(told, value)})
    return wording.say("conditions", "not", inner=condition(told, when))


def _nothing(told: Told, value: Any) -> dict[str, Any]:
    return {}


def _listed(told: Told, words: list[str]) -> dict[str, Any]:
    return {"v": listed(words, told.wording.lang, OR)}


def _named(told: Told, nouns: list[Noun]) -> dict[str, Any]:
    return {"v": Nouns(nouns, told.wording.lang, OR)}


def _many(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def kind_of_thing(told: Told, name: str) -> Noun:
    """A type of card, or what is meant by "character", "enemy", "creature", "goods"."""
    if told.wording.phrases.has("conditions", f"target.{name}"):
        return told.wording.noun(told.wording.say("conditions", f"target.{name}"), BARE)
    return told.wording.noun(told.wording.names.name("type", name, told.wording.lang))


def _kinds(told: Told, value: Any) -> dict[str, Any]:
    return _named(told, [kind_of_thing(told, name) for name in _many(value)])


def _card_is(told: Told, value: Any) -> dict[str, Any]:
    return _kinds(told, value[1:])


def _spaces(told: Told, value: Any) -> dict[str, Any]:
    return _named(told, [told.wording.space(space) for space in _many(value)])


def _region(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [told.wording.names.name("region", one, told.wording.lang) for one in _many(value)])


def _alignment(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [told.wording.names.name("alignment", one, told.wording.lang).lower() for one in _many(value)])


def _character(told: Told, value: Any) -> dict[str, Any]:
    return _named(told, [told.wording.source(f"character.{one}") for one in _many(value)])


def _cards(told: Told, value: Any) -> dict[str, Any]:
    return _named(told, [told.wording.card(name) for name in _many(value) if not name.startswith("effect.")])


def _foe(told: Told, value: Any) -> dict[str, Any]:
    """A creature by name, or the one a variable holds."""
    known = told.book.find(value) is not None
    return {"v": told.wording.card(value) if known else told.wording.noun(told.wording.say("lists", "that-foe"), BARE)}


def _cost(told: Told, value: Any) -> dict[str, Any]:
    return {"v": listed([amount(told, what, n) for what, n in value.items()], told.wording.lang)}


def _numbers(told: Told, value: Any) -> dict[str, Any]:
    wanted = _many(value)
    return _listed(told, [str(one) for one in wanted])


def _equals(told: Told, value: Any) -> dict[str, Any]:
    return _listed(told, [str(one) for one in value[1:]])


def cause(told: Told, value: str) -> Noun:
    """What does something to somebody: a fight, a Spell, or a card or space by name."""
    key = f"cause.{value}"
    known = told.wording.phrases.has("conditions", key)
    return told.wording.noun(told.wording.say("conditions", key), BARE) if known else told.wording.source(value)


def _cause(told: Told, value: Any) -> dict[str, Any]:
    return {"v": cause(told, str(value))}


def act(told: Told, name: str, never: bool = False) -> str:
    """What may be done, or (with other words in some languages) may not."""
    forms = told.wording.say("acts", name).split("|")
    return forms[-1 if never else 0]


def _act(told: Told, value: Any) -> dict[str, Any]:
    return {"v": act(told, value)}


def term(told: Told, value: Any, roll: str = "the-roll") -> str:
    """An amount that is compared: a number, a figure, or what was rolled."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return told.wording.word(roll)
    name, what = next(iter(value.items()))
    if name == "rule":
        return str(told.book.table[what])
    return told.wording.word(f"the-{what}") if what in FIGURES else told.wording.word("the-number")


def _compared(told: Told, value: Any) -> dict[str, Any]:
    return {"a": term(told, value[0]), "b": term(told, value[1], "as-roll")}


def _list(told: Told, value: Any) -> dict[str, Any]:
    return {"v": told.wording.say("lists", value)}


def _of_other(told: Told, value: Any) -> dict[str, Any]:
    return {"v": condition(told, value)}


def _moment(told: Told, value: Any) -> dict[str, Any]:
    return {"v": told.wording.say("moments", value)}


VALUES: dict[str, Callable[[Told, Any], dict[str, Any]]] = {
    "foe_is": _kinds, "target_is": _kinds, "card_is": _card_is, "space_is": _spaces, "visiting": _spaces, "region_is": _region,
    "alignment_is": _alignment, "character_is": _character, "has": _cards, "has_any": _cards, "in_stock": _cards,
    "fight_with": _foe, "affords": _cost, "equals": _equals, "rolled": _numbers, "cause_is": _cause, "permits": _act,
    "at_least": _compared, "below": _compared, "some": _list, "of_other": _of_other, "moment_is": _moment,
    "immune_to": _cause,
}  # fmt: skip
"""How the value of a condition is worded."""
