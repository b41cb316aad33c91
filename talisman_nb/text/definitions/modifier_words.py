"""Modifiers in words: what holds while a card is owned, a space stood on, a form or an effect lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talisman_nb.cards import modifiers as m
from talisman_nb.text.events.sentences import FIGURES, use_label
from talisman_nb.text.grammar import NOR, OR, Nouns, listed
from talisman_nb.text.phrases import sentence

from .condition_words import (
    act,
    adverb,
    cause,
    condition,
    kind_of_thing,
    negated,
    parts,
    switched_off,
    worth_telling,
)
from .one_line import block

if TYPE_CHECKING:
    from .context import Told


def modifier(told: Told, mod: m.Modifier) -> str:
    """One modifier in words, with the condition under which it holds."""
    if switched_off(told, mod.when):
        return ""
    text = TELL[type(mod)](told, mod)
    if isinstance(mod, BEFOREHAND):
        return text
    where, only, never = _limits(told, mod.when)
    return told.wording.say("modifiers", "when", modifier=text, where=", ".join(where), condition=only, unless=never)


BEFOREHAND = (m.Action, m.On, m.Replace, m.Dice, m.DiePlus)
"""Modifiers that say when they hold before what they do."""


def _limits(told: Told, when: Any) -> tuple[list[str], str, str]:
    """What limits a modifier: where and in what ("in battle"), what must be so, what must not."""
    found = parts(worth_telling(told, when))
    where = [word for part in found if (word := adverb(told, part))]
    rest = [part for part in found if not adverb(told, part)]
    never = [inner for part in rest if (inner := negated(told, part))]
    only = [condition(told, part) for part in rest if not negated(told, part)]
    return where, listed(only, told.wording.lang), listed([condition(told, part) for part in never], told.wording.lang, OR)


def _when(told: Told, when: Any) -> str:
    """The same as one part of a sentence: "in battle, if the foe is a Dragon"."""
    where, only, never = _limits(told, when)
    said = [*where]
    said += [_say(told, "when.if", condition=only)] if only else []
    said += [_say(told, "when.unless", condition=never)] if never else []
    return ", ".join(said)


def _say(told: Told, *keys: str, **places: Any) -> str:
    return told.wording.first("modifiers", keys, **places)


def _number(told: Told, n: Any) -> str:
    if isinstance(n, int):
        return str(n)
    if isinstance(n, dict) and "rule" in n:
        return str(told.book.table[n["rule"]])
    if isinstance(n, dict):
        what = next(iter(n.values()))
        return told.wording.word(what) if what in FIGURES else told.wording.word("the-number")
    return told.wording.word("the-number")


def _add(told: Told, mod: m.Add) -> str:
    use = told.wording.first("modifiers", (f"use.{mod.use}",)) if mod.use != "always" else ""
    if isinstance(mod.n, dict) and "rule" not in mod.n:
        name, figure = next(iter(mod.n.items()))
        return _say(told, f"add.{mod.to}.of", what=told.wording.word(f"{name}.{figure}"), use=use)
    what = told.wording.word(mod.to) if mod.to in FIGURES else mod.to
    return _say(told, f"add.{mod.to}", "add", n=_number(told, mod.n), use=use, what=what)


def _set_to(told: Told, mod: m.SetTo) -> str:
    return _say(told, "set_to", what=told.wording.word(f"the-{mod.what}"), n=mod.n)


def _blank(told: Told, mod: m.Blank) -> str:
    return _say(told, f"blank.{mod.what}")


def _purpose(told: Told, purpose: str) -> str:
    return told.wording.say("purposes", purpose)


def _dice(told: Told, mod: m.Dice) -> str:
    key = "dice.none" if not mod.n else "dice.highest" if mod.keep == "highest" else "dice"
    return _say(told, key, dice=told.wording.amount("with_dice", mod.n), what=_purpose(told, mod.purpose), when=_when(told, mod.when))


def _die_plus(told: Told, mod: m.DiePlus) -> str:
    key = "die_plus.optional" if mod.optional else "die_plus"
    return _say(told, key, n=mod.n, what=_purpose(told, mod.purpose), when=_when(told, mod.when))


def _limit(told: Told, mod: m.Limit) -> str:
    what = told.wording.word(f"limit.{mod.of}")
    return _say(told, *(("limit.most",) if mod.most >= 0 else (f"limit.{mod.of}", "limit")), what=what, n=max(mod.most, mod.n))


def _price(told: Told, mod: m.Price) -> str:
    return _say(told, "price" if mod.n else "price.free", what=told.wording.word(f"price.{mod.of}"), n=mod.n)


def _step(told: Told, mod: m.Step) -> str:
    return _say(told, "step", n=mod.n)


def _act(told: Told, mod: m.May | m.Cannot) -> str:
    tag = str(mod.__struct_config__.tag)
    return _say(told, f"{tag}.{mod.act}", tag, act=act(told, mod.act, isinstance(mod, m.Cannot)))


def _immune(told: Told, mod: m.Immune) -> str:
    return _say(told, "immune", causes=Nouns((cause(told, one) for one in mod.to), told.wording.lang, NOR))


def _unattacked(told: Told, mod: m.UnattackedBy) -> str:
    return _say(told, "unattacked_by", causes=Nouns((kind_of_thing(told, kind) for kind in mod.types), told.wording.lang, NOR))


def _replace(told: Told, mod: m.Replace) -> str:
    return _say(told, f"replace.{mod.what}", "replace", do=block(told, mod.do), when=_when(told, mod.when))


def _on(told: Told, mod: m.On) -> str:
    own = told.definition.key.startswith("character.")
    trigger = told.wording.first("triggers", ((f"{mod.event}.character",) if own else ()) + (mod.event,))
    return _say(told, "on", trigger=trigger, do=block(told, mod.do), when=_when(told, mod.when))


def _action(told: Told, mod: m.Action) -> str:
    wording = told.wording
    moments = listed([wording.say("moments", at) for at in mod.at], wording.lang, OR)
    cost = listed([wording.amount(what, n) for what, n in (mod.cost or {}).items() if isinstance(n, int)], wording.lang)
    uses = wording.say("modifiers", f"uses.{mod.uses}") if mod.uses else ""
    label = sentence(use_label(wording, told.definition.key, mod.key))
    when = _when(told, {"all": [part for part in parts(mod.when) if not _told_by_moment(part)]})
    return _say(told, "action", label=label, moment=moments, when=when, cost=cost, uses=uses, do=block(told, mod.do))


def _told_by_moment(part: dict[str, Any]) -> bool:
    """Whether a condition only repeats the moments of an action: "in one's own turn or in battle"."""
    return all(name in ("own_turn", "in_battle") for one in part.get("any", ({"": 0},)) for name in one)


TELL: dict[type[m.Modifier], Callable[[Any, Any], str]] = {
    m.Add: _add, m.SetTo: _set_to, m.Blank: _blank, m.Dice: _dice, m.DiePlus: _die_plus, m.Limit: _limit,
    m.Price: _price, m.Step: _step, m.May: _act, m.Cannot: _act, m.Immune: _immune, m.UnattackedBy: _unattacked,
    m.Replace: _replace, m.On: _on, m.Action: _action,
}  # fmt: skip
"""How each modifier is told."""
