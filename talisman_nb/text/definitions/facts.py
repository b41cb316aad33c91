"""Figures and facts of a definition, and how each is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from talisman_nb.text.grammar import OR, listed
from talisman_nb.text.phrases import sentence

from .condition_words import condition, worth_telling
from .context import Context
from .nodes import Fact

COUNTER_FACTS = ("figures", "strength", "craft")
"""Facts that a picture draws as counters."""
IN_THE_BOX = ("figures", "alignment", "start")
"""Facts by which a character is chosen."""
OTHERS = (
    "save", "bribe", "tokens", "price", "have_not", "have_only", "take", "gone_after", "stays", "at", "when", "target",
)  # fmt: skip
"""Facts after the figures, in the order they are told."""


def facts_of(ctx: Context) -> Iterator[Fact]:
    """The facts worth telling, in their order: figures first."""
    facts = ctx.definition.facts
    if facts.life:
        fate = ("fate",) if ctx.book.table["fate.used"] else ()
        gold = ("gold",) if ctx.book.table["setup.gold_on_card"] else ()
        told = ("strength", "craft", *fate, "life", *gold)
        yield fact(ctx, "figures", {stat: getattr(facts, stat) for stat in told})
        yield from (fact(ctx, "alignment", facts.alignment), fact(ctx, "start", facts.start))
    else:
        yield from (fact(ctx, stat, getattr(facts, stat)) for stat in ("strength", "craft") if getattr(facts, stat))
    for name in OTHERS:
        value = worth_telling(ctx, facts.when) if name == "when" else getattr(facts, name)
        if value and (name, value) != ("take", "may"):
            yield fact(ctx, name, value)


def fact(ctx: Context, name: str, value: Any) -> Fact:
    """A fact in words."""
    if name in WORDS:
        return Fact(name, ctx.wording.say("words", f"fact.{name}", **WORDS[name](ctx, value)))
    return Fact(name, ctx.wording.first("words", (f"fact.{name}.{value}", f"fact.{name}"), n=value))


def _figures(ctx: Context, figures: dict[str, int]) -> dict[str, Any]:
    named = {sentence(ctx.wording.word(stat)): n for stat, n in figures.items()}
    said = [ctx.wording.say("words", "fact.value", stat=stat, n=n) for stat, n in named.items()]
    return {"figures": " · ".join(said)}


def _moments(ctx: Context, found: Iterable[str]) -> str:
    """Moments in words; some that come together have a phrase of their own."""
    together = "+".join(found)
    if ctx.wording.phrases.has("moments", together):
        return ctx.wording.say("moments", together)
    return _listed(ctx, (ctx.wording.say("moments", at) for at in found))


def _listed(ctx: Context, words: Iterable[str]) -> str:
    return listed(tuple(words), ctx.wording.lang, OR)


WORDS: dict[str, Callable[[Context, Any], dict[str, Any]]] = {
    "figures": _figures,
    "alignment": lambda ctx, one: {"what": ctx.wording.alignment(one)},
    **dict.fromkeys(("start", "opens"), lambda ctx, space: {"space": ctx.wording.space(space)}),
    **dict.fromkeys(
        ("have_not", "have_only"),
        lambda ctx, found: {"what": _listed(ctx, map(ctx.wording.alignment, found))},
    ),
    "at": lambda ctx, found: {"moment": _moments(ctx, found)},
    "when": lambda ctx, when: {"condition": condition(ctx, when)},
    "target": lambda ctx, target: {"of": ctx.wording.say("lists", target)},
}
"""What fills the phrase of a fact; of all others a number, or nothing where the value is part of the phrase's key."""
