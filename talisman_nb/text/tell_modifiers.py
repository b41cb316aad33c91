"""Modifiers in words: what holds while a card is owned, a space stood on, a form or an effect lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talisman_nb.cards import modifiers as m

from .grammar import OR, listed
from .phrases import sentence
from .say import FIGURES, use_label
from .tell_conditions import condition, kind_of_thing, switched_off, worth_telling
from .tell_operations import block

if TYPE_CHECKING:
    from .told import Told


def modifier(told: Told, mod: m.Modifier) -> str:
    """One modifier in words, with the condition under which it holds."""
    if switched_off(told, mod.when):
        return ""
    text, when = TELL[type(mod)](told, mod), worth_telling(told, mod.when)
    said = condition(told, when)
    if when is None or text.endswith(said):
        return text
    return told.voice.say("modifiers", "when", modifier=text, condition=said)


def _say(told: Told, *keys: str, **places: Any) -> str:
    return told.voice.first("modifiers", keys, **places)


def _number(told: Told, n: Any) -> str:
    if isinstance(n, int):
        return str(n)
    if isinstance(n, dict) and "rule" in n:
        return str(told.book.table[n["rule"]])
    if isinstance(n, dict):
        what = next(iter(n.values()))
        return told.voice.word(what) if what in FIGURES else told.voice.word("the-number")
    return told.voice.word("the-number")


def _add(told: Told, mod: m.Add) -> str:
    use = told.voice.first("modifiers", (f"use.{mod.use}",)) if mod.use != "always" else ""
    if isinstance(mod.n, dict) and "rule" not in mod.n:
        name, figure = next(iter(mod.n.items()))
        return _say(told, f"add.{mod.to}.of", what=told.voice.word(f"{name}.{figure}"), use=use)
    what = told.voice.word(mod.to) if mod.to in FIGURES else mod.to
    return _say(told, f"add.{mod.to}", "add", n=_number(told, mod.n), use=use, what=what)


def _set_to(told: Told, mod: m.SetTo) -> str:
    return _say(told, "set_to", what=told.voice.word(mod.what), n=mod.n)


def _blank(told: Told, mod: m.Blank) -> str:
    return _say(told, f"blank.{mod.what}")


def _purpose(told: Told, purpose: str) -> str:
    return told.voice.say("purposes", purpose)


def _dice(told: Told, mod: m.Dice) -> str:
    key = "dice.none" if not mod.n else "dice.highest" if mod.keep == "highest" else "dice"
    return _say(told, key, dice=told.voice.amount("die", mod.n), what=_purpose(told, mod.purpose))


def _die_plus(told: Told, mod: m.DiePlus) -> str:
    return _say(told, "die_plus.optional" if mod.optional else "die_plus", n=mod.n, what=_purpose(told, mod.purpose))


def _limit(told: Told, mod: m.Limit) -> str:
    what = told.voice.word(f"limit.{mod.of}")
    return _say(told, "limit.most" if mod.most >= 0 else "limit", what=what, n=max(mod.most, mod.n))


def _price(told: Told, mod: m.Price) -> str:
    return _say(told, "price" if mod.n else "price.free", what=told.voice.word(f"price.{mod.of}"), n=mod.n)


def _step(told: Told, mod: m.Step) -> str:
    return _say(told, "step", n=mod.n)


def _act(told: Told, mod: m.May | m.Cannot) -> str:
    return _say(told, str(mod.__struct_config__.tag), act=told.voice.say("acts", mod.act))


def _immune(told: Told, mod: m.Immune) -> str:
    causes = [_cause(told, cause) for cause in mod.to]
    return _say(told, "immune", causes=listed(causes, told.voice.lang, OR))


def _cause(told: Told, cause: str) -> str:
    key = f"cause.{cause}"
    has = told.voice.phrases.has("conditions", key)
    return told.voice.say("conditions", key) if has else str(told.voice.source(cause))


def _unattacked(told: Told, mod: m.UnattackedBy) -> str:
    return _say(told, "unattacked_by", causes=listed([kind_of_thing(told, kind) for kind in mod.types], told.voice.lang))


def _replace(told: Told, mod: m.Replace) -> str:
    return _say(told, f"replace.{mod.what}", "replace", do=block(told, mod.do))


def _on(told: Told, mod: m.On) -> str:
    return _say(told, "on", trigger=told.voice.say("triggers", mod.event), do=block(told, mod.do))


def _action(told: Told, mod: m.Action) -> str:
    voice = told.voice
    moments = listed([voice.say("moments", at) for at in mod.at], voice.lang, OR)
    cost = listed([voice.amount(what, n) for what, n in (mod.cost or {}).items() if isinstance(n, int)], voice.lang)
    uses = voice.say("modifiers", f"uses.{mod.uses}") if mod.uses else ""
    label = sentence(use_label(voice, told.definition.key, mod.key))
    return _say(told, "action", label=label, moment=moments, cost=cost, uses=uses, do=block(told, mod.do))


TELL: dict[type[m.Modifier], Callable[[Any, Any], str]] = {
    m.Add: _add, m.SetTo: _set_to, m.Blank: _blank, m.Dice: _dice, m.DiePlus: _die_plus, m.Limit: _limit,
    m.Price: _price, m.Step: _step, m.May: _act, m.Cannot: _act, m.Immune: _immune, m.UnattackedBy: _unattacked,
    m.Replace: _replace, m.On: _on, m.Action: _action,
}  # fmt: skip
"""How each modifier is told."""
