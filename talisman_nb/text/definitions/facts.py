"""Figures and facts of a definition, and how each is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from talisman_nb.cards.terms import ConditionTable
from talisman_nb.text.grammar import OR, listed
from talisman_nb.text.phrases import sentence

from .condition_words import condition, worth_telling
from .context import Context
from .nodes import Fact

FIGURES = ("figures", "strength", "craft")
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
        yield fact(ctx, "figures", {stat: getattr(facts, stat) for stat in ("strength", "craft", "fate", "life")})
        yield from (fact(ctx, "alignment", facts.alignment), fact(ctx, "start", facts.start))
    else:
        yield from (fact(ctx, stat, getattr(facts, stat)) for stat in ("strength", "craft") if getattr(facts, stat))
    for name in OTHERS:
        value = worth_telling(ctx, facts.when) if name == "when" else getattr(facts, name)
        if value and (name, value) != ("take", "may"):
            yield fact(ctx, name, value)


def fact(ctx: Context, name: str, value: Any) -> Fact:
    """A fact in words."""
    places = WORDS[name](ctx, value) if name in WORDS else {"n": value}
    return Fact(name, ctx.wording.first("words", (f"fact.{name}.{value}", f"fact.{name}"), **places))


def _figures(ctx: Context, figures: dict[str, int]) -> dict[str, Any]:
    named = {sentence(ctx.wording.word(stat)): n for stat, n in figures.items()}
    said = [ctx.wording.say("words", "fact.value", stat=stat, n=n) for stat, n in named.items()]
    return {"figures": " · ".join(said)}


def _alignment(ctx: Context, alignment: str) -> dict[str, Any]:
    return {"what": ctx.wording.alignment(alignment)}


def _alignments(ctx: Context, alignments: tuple[str, ...]) -> dict[str, Any]:
    return {"what": listed([ctx.wording.alignment(one) for one in alignments], ctx.wording.lang, OR)}


def _space(ctx: Context, space: str) -> dict[str, Any]:
    return {"space": ctx.wording.space(space)}


def _moments(ctx: Context, moments: tuple[str, ...]) -> dict[str, Any]:
    return {"moment": listed([ctx.wording.say("moments", at) for at in moments], ctx.wording.lang, OR)}


def _condition(ctx: Context, when: ConditionTable) -> dict[str, Any]:
    return {"condition": condition(ctx, when)}


def _target(ctx: Context, target: str) -> dict[str, Any]:
    return {"of": ctx.wording.say("lists", target)}


WORDS: dict[str, Callable[[Context, Any], dict[str, Any]]] = {
    "figures": _figures, "alignment": _alignment, "start": _space, "opens": _space, "have_not": _alignments,
    "have_only": _alignments, "at": _moments, "when": _condition, "target": _target,
}  # fmt: skip
"""How the value of a fact is worded; of all others it is a number or part of the phrase's key."""
