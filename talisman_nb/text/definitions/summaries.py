"""Programs that have a text of their own, because their steps read badly one by one; with the numbers of what runs."""

from __future__ import annotations

import re

from .context import Context
from .program_numbers import program_numbers

_NUMBER = re.compile(r"\{(n\d+)")


def summary(ctx: Context, block: str) -> tuple[str, ...]:
    """The lines of a block's own text; none when the block has fewer numbers than the text: it is another program."""
    phrases, key = ctx.wording.phrases, f"{ctx.definition.key}.{block}"
    if not phrases.has("summaries", key):
        return ()
    numbers = program_numbers(ctx.book, ctx.definition, block)
    if not numbers.keys() >= set(_NUMBER.findall(phrases.raw("summaries", key))):
        return ()
    return tuple(phrases.say("summaries", key, loot=ctx.wording.say("lists", "your.gold_or_object"), **numbers).split("|"))
