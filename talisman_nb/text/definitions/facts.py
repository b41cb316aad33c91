"""Figures and facts of a definition, summaries of its programs, how each is said, and how sure it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import singledispatch
from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import Definition
from talisman_nb.cards.terms import AmountOf, ConditionTable
from talisman_nb.model.data_folder import in_every_language
from talisman_nb.rules.book import Book, plain_card
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.layers import program_layers
from talisman_nb.text.grammar import OR, join_list
from talisman_nb.text.names import layer_name
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

from .condition_words import condition, worth_telling
from .nodes import Context, Fact

COUNTER_FACTS = ("figures", "strength", "craft")
"""Facts that a picture draws as counters."""
IN_THE_BOX = ("figures", "alignment", "start")
"""Facts by which a character is chosen."""
OTHERS = (
    "draw", "save", "bribe", "tokens", "other_side", "moves_on", "price", "have_not", "have_only", "take", "gone_after",
    "stays", "at", "when", "target", "after", "counts_as", "words",
)  # fmt: skip
"""Facts after the figures, in the order they are told."""


SAVE_IN = {("psychic",): "psychic", ("battle", "psychic"): "fight"}
"""How it is told in which fights an Armour may be used, where that is not in battle only."""


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
    keywords = [ctx.wording.keyword(word) for word in facts.keywords if ctx.book.keywords[word].untaken]
    yield from (fact(ctx, "untaken", word) for word in keywords)
    for name in OTHERS:
        value = worth_telling(ctx, facts.when) if name == "when" else getattr(facts, name)
        if value and (name, value) != ("take", "may"):
            yield fact(ctx, name, value)


def fact(ctx: Context, name: str, value: Any) -> Fact:
    """A fact in words."""
    if name == "save" and (kind := SAVE_IN.get(ctx.definition.facts.save_in)):
        return Fact(name, ctx.wording.say("words", f"fact.save.{kind}", n=value))
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
    return _join_alternatives(ctx, (ctx.wording.say("moments", at) for at in found))


def _join_alternatives(ctx: Context, words: Iterable[str]) -> str:
    return join_list(tuple(words), ctx.wording.lang, OR)


WORDS: dict[str, Callable[[Context, Any], dict[str, Any]]] = {
    "figures": _figures,
    "alignment": lambda ctx, one: {"what": ctx.wording.alignment(one)},
    **dict.fromkeys(("start", "opens"), lambda ctx, space: {"space": ctx.wording.space(space)}),
    **dict.fromkeys(
        ("have_not", "have_only"),
        lambda ctx, found: {"what": _join_alternatives(ctx, map(ctx.wording.alignment, found))},
    ),
    "at": lambda ctx, found: {"moment": _moments(ctx, found)},
    "when": lambda ctx, when: {"condition": condition(ctx, when)},
    "words": lambda ctx, words: {"words": in_every_language(words)[ctx.wording.lang].rstrip(". ")},
    "counts_as": lambda ctx, form: {"what": ctx.wording.source(f"form.{form}")},
    "untaken": lambda ctx, keyword: {"what": keyword},
    "other_side": lambda ctx, deck: {"what": ctx.wording.deck(deck)},
    "moves_on": lambda ctx, faces: {"faces": _join_alternatives(ctx, map(str, faces))},
    "target": lambda ctx, target: {"of": ctx.wording.say("lists", target)},
}
"""Functions that return the places of a fact's phrase; others give a number, or nothing if the key has the value."""


_PLACE = re.compile(r"\{(n\d+)")


def summary(ctx: Context, block: str) -> tuple[str, ...]:
    """The lines of a block's own text; none when the block has fewer numbers than the text: it is another program."""
    phrases, key = ctx.wording.phrases, f"{ctx.definition.key}.{block}"
    if not phrases.has("summaries", key):
        return ()
    numbers = program_numbers(ctx.book, ctx.definition, block)
    if not numbers.keys() >= set(_PLACE.findall(phrases.raw("summaries", key))):
        return ()
    loot = ctx.wording.say("lists", "your.gold_or_object")
    return tuple(phrases.say("summaries", key, loot=loot, **numbers).split("|"))


def program_numbers(book: Book, definition: Definition, block: str) -> dict[str, int]:
    """The dice, rows, amounts and limits of a block as it runs, in their order: n0, n1 …

    >>> from talisman_nb.rules.book import open_book
    >>> book = open_book()
    >>> program_numbers(book, book.card("space.pits"), "visited")
    {'n0': 1, 'n1': 4}
    """
    return {f"n{at}": n for at, n in enumerate(_Numbers(book, definition).of(block))}


class _Numbers:
    """Reads the programs and effects of one definition."""

    def __init__(self, book: Book, definition: Definition) -> None:
        self.book, self.definition = book, definition
        self.inside: list[str] = []

    def of(self, block: Any) -> Iterator[int]:
        """The numbers of a block, given as written or by its name; of one that calls itself once."""
        if not isinstance(block, str):
            for op in block or ():
                yield from numbers(op, self)
        elif block not in self.inside:
            self.inside.append(block)
            yield from self.of(self.definition.blocks.get(block, ()))
            self.inside.pop()

    def term(self, term: Any) -> Iterator[int]:
        """An amount, where it is a number or the edition's."""
        if isinstance(term, AmountOf) and term.rule:
            term = self.book.table[term.rule]
        if isinstance(term, int):
            yield int(term)

    def condition(self, when: Any) -> Iterator[int]:
        """The numbers something is compared with."""
        for value in (value for _, value in when.items()) if isinstance(when, ConditionTable) else when or ():
            yield from self.condition(value) if isinstance(value, (ConditionTable, tuple)) else self.term(value)


@singledispatch
def numbers(op: Any, found: _Numbers) -> Iterator[int]:
    """The numbers of an operation; of most there are none worth telling."""
    yield from ()


AMOUNTS = {o.RollDice: "dice", o.Set: "to", o.Gain: "n", o.Lose: "n", o.Miss: "turns"}
"""Operations whose one number is worth telling, and where it stands."""


@numbers.register(o.RollDice | o.Set | o.Gain | o.Lose | o.Miss)
def _amount(op: o.Operation, found: _Numbers) -> Iterator[int]:
    yield from found.term(getattr(op, AMOUNTS[type(op)]))


@numbers.register
def _table(op: o.TableOp, found: _Numbers) -> Iterator[int]:
    for row in op.rows:
        yield from (row.low, row.high)
        yield from found.of(row.do)


@numbers.register
def _attack(op: o.Attack, found: _Numbers) -> Iterator[int]:
    for foe in op.foes if not isinstance(op.foes, str) else ():
        yield from (n for stat in (foe.strength, foe.craft) for n in found.term(stat) if n)


@numbers.register
def _if(op: o.If, found: _Numbers) -> Iterator[int]:
    yield from found.condition(op.when)
    yield from found.of(op.do)
    yield from found.of(op.otherwise)


@numbers.register(o.Repeat | o.Each | o.Call)
def _block(op: o.Repeat | o.Each | o.Call, found: _Numbers) -> Iterator[int]:
    yield from found.of(op.program if isinstance(op, o.Call) else op.do)


@numbers.register
def _begin(op: o.Begin, found: _Numbers) -> Iterator[int]:
    effect = found.book.find(f"{found.definition.key}.{op.what}")
    for mod in effect.mods if effect else ():
        yield from found.condition(mod.when)
        cost = getattr(mod, "cost", None)
        for _, price in cost.items() if cost else ():
            yield from found.term(price)


MARK = "≈"


def doubts_of(book: Book, key: str) -> dict[str, Doubt]:
    """The doubts about a definition by fact; a card that plays as another has those of the other too, copies aside.

    >>> from talisman_nb.rules.book import open_book
    >>> sorted(doubts_of(open_book(), "purchase/mule"))
    ['copies', 'held[0]']
    """
    found = book.card(key)
    twin = book.certainty.about(found.facts.twin) if found.facts.twin else {}
    own = book.certainty.about(plain_card(found.key))
    return {fact: doubt for fact, doubt in twin.items() if fact != "copies"} | dict(own)


def unsure(book: Book, key: str, lang: str) -> str:
    """Why a definition isn't sure, with ≈ in front; "" when it is.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure(open_book(), "wolf", "en"), unsure(open_book(), "holy-lance", "pl")[:2]
    ('', '≈ ')
    """
    reasons = [doubt.text(lang) for doubt in doubts_of(book, key).values() if doubt.doubtful]
    return f"{MARK} {' · '.join(reasons)}" if reasons else ""


def unsure_about(book: Book, source: str, lang: str) -> tuple[str, ...]:
    """Return the doubt about where a question comes from: a card, an ability, a space; () when it is sure or nowhere.

    >>> from talisman_nb.rules.book import open_book
    >>> unsure_about(open_book(), "wolf", "en"), len(unsure_about(open_book(), "space.temple", "en"))
    ((), 1)
    """
    found = next((key for key in (source, f"space.{source}", source.partition(".")[0]) if key and book.find(key)), "")
    why = unsure(book, found, lang) if found else ""
    return (why,) if why else ()


def layer_told(book: Book, key: str, lang: str) -> str:
    """Which layer of one's own wrote a definition last, or the card it plays as; "" if an edition did.

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.rules.layers import Layer
    >>> harder = Layer("harder", {"adventure/wolf.toml": "[wolf]\\nlike = 'wolf'\\nstrength = 4"})
    >>> layer_told(open_book(["revised4", harder]), "wolf", "en")
    'Changed by “harder”: this is not what the box has.'
    """
    found = book.find(key)
    for one in (key, found.facts.twin if found else ""):
        layer = book.layer_of(one) if one else ""
        if layer not in (*program_layers(), ""):
            how = "made" if book.made_by(one) == layer else "changed"
            return load_phrases(lang).say("pages", how, layer=layer_name(book, layer, lang))
    return ""


def layers_behind(book: Book, sources: Iterable[str], lang: str) -> tuple[str, ...]:
    """A line for each source of a reason that a layer of one's own made or changed: a card, an ability, a space.

    >>> from talisman_nb.rules.book import open_book
    >>> layers_behind(open_book(), ["wolf", "space.temple", "character.elf.evade"], "en")
    ()
    """
    if all(layer.name in program_layers() for layer in book.layers):
        return ()
    wording = Wording(lang, book=book)
    keys = dict.fromkeys(key for source in sources for key in _definition_behind(book, source))
    told = ((key, layer_told(book, key, lang)) for key in keys)
    return tuple(
        sentence(wording.say("pages", "fact", fact=wording.source(key), text=text)) for key, text in told if text
    )


def _definition_behind(book: Book, source: str) -> Iterator[str]:
    """Yield the key of the definition that a source is, or is a part of, without what a card carries."""
    while source:
        for key in (source, f"space.{source}"):
            if found := book.find(key):
                yield found.key
                return
        source = source.rpartition(".")[0]


def group_of(book: Book, key: str) -> str:
    """The group whose basis a definition shares: its deck, `stock`, or the section of its key.

    >>> from talisman_nb.rules.book import open_book
    >>> group_of(open_book(), "wolf"), group_of(open_book(), "purchase/axe"), group_of(open_book(), "space.city")
    ('adventure', 'stock', 'space')
    """
    return book.whole_deck(book.deck_of.get(key, "")) or key.partition(".")[0]
