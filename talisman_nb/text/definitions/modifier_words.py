"""Modifiers in words: what holds while a card is owned, a space stood on, a form or an effect lasts."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from talisman_nb.cards import modifiers as m
from talisman_nb.cards.terms import AmountOf, ConditionTable
from talisman_nb.cards.vocabulary import ENEMIES, STATS
from talisman_nb.text.grammar import BARE, NOR, OR, OR_IF, Noun, Nouns, join_list
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import NOBODY

from .condition_words import (
    act,
    adverb,
    cause,
    clause,
    condition,
    kind_of_thing,
    names_of,
    negate,
    parts,
    said_value,
    whoever,
    worth_telling,
)
from .nodes import Context

SAY_WHEN = (m.Action, m.On, m.Replace, m.Dice, m.DiePlus, m.RollValue, m.Reroll, m.LosesMore)
"""Modifiers whose own phrase has places for the condition under which they hold."""
FOES_ROLL = "foe"
"""Purpose of the attack roll of whoever somebody fights; of an Enemy's own modifiers its own roll."""
FIRST = ("attacking", "attacked")
"""Conditions told before others: "when attacking in battle"."""


def modifier(ctx: Context, mod: m.Modifier, who: Noun = NOBODY) -> str:
    """A modifier with the condition under which it holds; of one with a program what stands before the colon.

    A condition stands in front of it, so that who was said there need not be said again.
    """
    if isinstance(mod, SAY_WHEN):
        return without_condition(mod, ctx, who)
    where, only, never = _limits(ctx, mod.when)
    if only and mod.when:
        who = whoever(ctx, mod.when)
    text = without_condition(mod, ctx, who)
    return _say(ctx, "when", modifier=text, where=where, condition=only, unless=never)


def _limits(ctx: Context, when: Any) -> tuple[str, str, str]:
    """Return where a modifier holds ("when attacking in battle"), the condition for it, and the exception to it."""
    found = sorted(parts(worth_telling(ctx, when)), key=lambda part: names_of((part,)) not in FIRST)
    where = " ".join(word for part in found if (word := adverb(ctx, part)))
    rest = [part for part in found if not adverb(ctx, part)]
    never = [inner for part in rest if (inner := negate(ctx, part))]
    only = tuple(part for part in rest if not negate(ctx, part))
    unless = join_list([condition(ctx, part) for part in never], ctx.wording.lang, OR_IF)
    return where, clause(ctx, only[0] if len(only) == 1 else ConditionTable(all=only)) if only else "", unless


def _when(ctx: Context, when: Any) -> dict[str, str]:
    """The same as two places of a phrase: `where` ("in battle") and `when` ("if the die shows 6")."""
    where, only, never = _limits(ctx, when)
    unless = _say(ctx, "when.unless", condition=never) if never else ""
    return {"where": where, "when": ", ".join(filter(None, (only, unless)))}


def _say(ctx: Context, *keys: str, **places: Any) -> str:
    return ctx.wording.first("modifiers", keys, **{"who": NOBODY, **places})


@singledispatch
def without_condition(mod: m.Modifier, ctx: Context, who: Noun) -> str:
    """Return a modifier in words, without its condition: of most a phrase of its name, with what and how much."""
    tag = str(mod.__struct_config__.tag)
    return _say(ctx, f"{tag}.{getattr(mod, 'what', '')}", tag, who=who, n=getattr(mod, "n", 0))


@without_condition.register
def _add(mod: m.Add, ctx: Context, who: Noun) -> str:
    if mod.to == "creature_roll":
        of = ".of" if isinstance(mod.n, AmountOf) and not mod.n.rule else ""
        here = ctx.definition.key.startswith("space.") or ctx.definition.key in ctx.book.covering
        own = f".own{of}" if ctx.definition.facts.type in ENEMIES else "" if here else ".anywhere"
        n, less = _amount(ctx, mod.n)
        return _say(ctx, f"add.{mod.to}{own}{'.less' if less else ''}", who=who, n=n)
    use = _say(ctx, f"use.{mod.use}") if mod.use != "always" else ""
    if isinstance(mod.n, AmountOf) and not mod.n.rule:
        name, figure = mod.n.only
        return _say(ctx, f"add.{mod.to}.of", who=who, what=ctx.wording.word(f"{name}.{figure}"), use=use)
    what = ctx.wording.word(mod.to) if mod.to in STATS else mod.to
    return _say(ctx, f"add.{mod.to}", "add", n=_number(ctx, mod.n), use=use, what=what).replace("+-", "−")


def _amount(ctx: Context, n: Any) -> tuple[str, bool]:
    """How much a modifier changes something by, in words, and whether it is taken away."""
    less = isinstance(n, AmountOf) and n.minus is not None and n.minus[0] == 0
    if less or (isinstance(n, int) and n < 0):
        return amount_words(ctx, n.minus[1] if less else -n), True
    return amount_words(ctx, n), False


def amount_words(ctx: Context, n: Any) -> str:
    """An amount in words: a number as written or the edition's, what is looked up, or both parts of a sum."""
    if not isinstance(n, AmountOf) or n.rule:
        return _number(ctx, n)
    name, value = n.only
    if name in ("plus", "minus"):
        a, b = (amount_words(ctx, part) for part in value)
        return ctx.wording.say("words", f"amount.{name}", a=a, b=b)
    return ctx.wording.word(f"{name}.{value}")


def _number(ctx: Context, n: Any) -> str:
    """A number as written, or the edition's."""
    if isinstance(n, AmountOf):
        n = ctx.book.table[n.rule or ""]
    return str(n) if isinstance(n, int) else ctx.wording.word("the-number")


@without_condition.register
def _set_to(mod: m.SetTo, ctx: Context, who: Noun) -> str:
    return _say(ctx, "set_to", what=ctx.wording.word(f"the-{mod.what}"), n=mod.n)


@without_condition.register
def _fights_with(mod: m.FightsWith, ctx: Context, who: Noun) -> str:
    keys = (".".join(("fights_with", *map(str, mod.n.only))),) if isinstance(mod.n, AmountOf) else ()
    return _say(ctx, *keys, "fights_with", what=amount_words(ctx, mod.n))


@without_condition.register
def _roll_value(mod: m.RollValue, ctx: Context, who: Noun) -> str:
    n, less = _amount(ctx, mod.n)
    places = {"what": _purpose(ctx, mod.purpose), "least": mod.least or "", **_when(ctx, mod.when)}
    return _say(ctx, "roll_value.less" if less else "roll_value", n=n, **places)


@without_condition.register
def _reroll(mod: m.Reroll, ctx: Context, who: Noun) -> str:
    return _say(ctx, "reroll", what=_purpose(ctx, mod.purpose), **_when(ctx, mod.when))


@without_condition.register
def _dice(mod: m.Dice, ctx: Context, who: Noun) -> str:
    key = "dice.none" if not mod.n else "dice.highest" if mod.keep == "highest" else "dice"
    what, dice = _purpose(ctx, mod.purpose), ctx.wording.amount("with_dice", mod.n)
    return _say(ctx, key, dice=dice, what=what, **_when(ctx, mod.when))


def _purpose(ctx: Context, purpose: str) -> str:
    """Return the purpose of a roll: by its word, or by the card that makes one roll."""
    if purpose == FOES_ROLL:
        purpose += ".own" if ctx.definition.facts.type in ENEMIES else ".roll"
    known = ctx.wording.phrases.has("purposes", purpose)
    return ctx.wording.say("purposes", purpose) if known else str(ctx.wording.card(purpose))


@without_condition.register
def _die_plus(mod: m.DiePlus, ctx: Context, who: Noun) -> str:
    key = ("die_plus" if mod.n > 0 else "die_plus.less") + (".optional" if mod.optional else "")
    return _say(ctx, key, who=who, n=abs(mod.n), what=_purpose(ctx, mod.purpose), **_when(ctx, mod.when))


@without_condition.register
def _limit(mod: m.Limit, ctx: Context, who: Noun) -> str:
    keys = ("limit.most",) if mod.most >= 0 else (f"limit.{mod.of}", "limit")
    if mod.least:
        keys = (f"limit.{mod.of}.least",)
    if mod.only:
        only = join_list([ctx.wording.keyword(word) for word in mod.only], ctx.wording.lang, OR)
        whole = ".any" if mod.n == "any" else ""
        return _say(ctx, f"limit.{mod.of}{whole}.only", who=who, n=mod.n, only=only)
    if mod.n == "any":
        return _say(ctx, f"limit.{mod.of}.any", "limit.any", who=who, what=ctx.wording.word(f"limit.{mod.of}"))
    return _say(ctx, *keys, who=who, what=ctx.wording.word(f"limit.{mod.of}"), n=max(mod.most, mod.n, mod.least))


@without_condition.register
def _grant(mod: m.Grant, ctx: Context, who: Noun) -> str:
    return _say(ctx, f"grant.{mod.to}", "grant.card", only=ctx.wording.keyword(mod.keyword))


@without_condition.register
def _draws_from(mod: m.DrawsFrom, ctx: Context, who: Noun) -> str:
    return _say(ctx, "draws_from", who=who, deck=ctx.wording.deck(mod.deck), of=ctx.wording.deck(mod.of))


@without_condition.register
def _holds_top(mod: m.HoldsTop, ctx: Context, who: Noun) -> str:
    return _say(ctx, "holds_top", deck=ctx.wording.deck(mod.deck))


@without_condition.register
def _price(mod: m.Price, ctx: Context, who: Noun) -> str:
    return _say(ctx, "price" if mod.n else "price.free", what=ctx.wording.word(f"price.{mod.of}"), n=mod.n)


@without_condition.register(m.May | m.Cannot)
def _right(mod: m.May | m.Cannot, ctx: Context, who: Noun) -> str:
    tag = str(mod.__struct_config__.tag)
    named = mod.cards if isinstance(mod, m.Cannot) else ()
    keys = (f"{tag}.cards",) if named else (f"{tag}.{mod.act}", tag)
    cards = Nouns((ctx.wording.card(card) for card in named), ctx.wording.lang, OR)
    return _say(ctx, *keys, who=who, act=act(ctx, mod.act, isinstance(mod, m.Cannot)), cards=cards)


@without_condition.register
def _immune(mod: m.Immune, ctx: Context, who: Noun) -> str:
    return _say(ctx, "immune", who=who, causes=Nouns((cause(ctx, one) for one in mod.to), ctx.wording.lang, NOR))


@without_condition.register
def _loses_more(mod: m.LosesMore, ctx: Context, who: Noun) -> str:
    if "fight" in mod.to:
        return _say(ctx, "loses_more.fight", n=mod.n, **_when(ctx, mod.when))
    causes = Nouns((cause(ctx, one) for one in mod.to), ctx.wording.lang, OR)
    return _say(ctx, "loses_more", who=who, n=mod.n, causes=causes)


@without_condition.register
def _describe_unattacked(mod: m.UnattackedBy, ctx: Context, who: Noun) -> str:
    kinds = Nouns((kind_of_thing(ctx, one) for one in mod.types), ctx.wording.lang, NOR)
    return _say(ctx, "unattacked_by", causes=kinds)


@without_condition.register
def _replace(mod: m.Replace, ctx: Context, who: Noun) -> str:
    return _say(ctx, f"replace.{mod.what}", "replace", **_when(ctx, mod.when))


@without_condition.register
def _on(mod: m.On, ctx: Context, who: Noun) -> str:
    """A trigger; one that has a phrase with its conditions says their values itself: "when visiting the Castle"."""
    limits = parts(worth_telling(ctx, mod.when))
    whole = f"{mod.event}.{names_of(limits)}"
    if ctx.wording.phrases.has("triggers", whole):
        values = {name: said_value(ctx, name, value) for part in limits for name, value in part.items()}
        return _say(ctx, "on", trigger=ctx.wording.say("triggers", whole, **values), where="", when="")
    character = ctx.definition.key.startswith("character.")
    whose = ".character" if character else ".itself" if ctx.definition.facts.type in ENEMIES else ""
    return _say(
        ctx, "on", trigger=ctx.wording.first("triggers", (f"{mod.event}{whose}", mod.event)), **_when(ctx, mod.when)
    )


def doer(ctx: Context, mod: m.Modifier) -> Noun:
    """Who a trigger without conditions makes do something, where that is anybody: "whoever lands on the space"."""
    key = f"{mod.event}.anybody" if isinstance(mod, m.On) and not mod.when else ""
    known = ctx.wording.phrases.has("triggers", key)
    return ctx.wording.noun(ctx.wording.say("triggers", key), BARE) if known else NOBODY


@without_condition.register
def _action(mod: m.Action, ctx: Context, who: Noun) -> str:
    wording = ctx.wording
    moments = join_list([wording.say("moments", at) for at in mod.at], wording.lang, OR)
    label = sentence(wording.use_label(ctx.definition.key, mod.key))
    left = tuple(part for part in parts(mod.when) if not _said_by_moment(part, mod.at))
    when = _when(ctx, ConditionTable(all=left) if left else None)
    return _say(ctx, "action", label=label, moment=moments, terms=_terms(mod, ctx), **when)


def _terms(mod: m.Action, ctx: Context) -> str:
    """Return the cost of an action and how often it may be used; "" where there is nothing to tell."""
    prices = ((what, n) for what, n in mod.cost.items() if what in STATS) if mod.cost else ()
    cost = join_list([ctx.wording.amount(what, n) for what, n in prices], ctx.wording.lang)
    told = (
        _say(ctx, "cost", cost=cost) if cost else "",
        _say(ctx, f"uses.{mod.uses}") if mod.uses else "",
        _say(ctx, "same" if mod.same else "besides") if mod.same or mod.besides else "",
    )
    return ", ".join(filter(None, told))


def _said_by_moment(part: ConditionTable, moments: tuple[str, ...]) -> bool:
    """Whether a condition only repeats the moments of an action: "in one's own turn or before a fight's dice"."""
    names = {name for one in part.any or () for name, _ in one.items()}
    too_late = part.not_ is not None and names_of(part.not_.all or ()) == "in_battle+moment_is"
    return (part.any is not None and names <= {"own_turn", "in_battle"}) or (too_late and "fight" in moments)
