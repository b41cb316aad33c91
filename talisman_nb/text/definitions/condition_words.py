"""Conditions in words: what stands after "if"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from talisman_nb.cards.terms import ConditionTable, CostTable
from talisman_nb.cards.vocabulary import STATS, ACardType, AKind, names
from talisman_nb.text.grammar import AND_IF, BARE, OR, OR_IF, Noun, Nouns, join_list

from .nodes import Context, amount, marker


def condition(ctx: Context, when: ConditionTable | None) -> str:
    """A condition in words; several in one must all hold."""
    return join_list([_one(ctx, name, value) for name, value in _condition_parts(when)], ctx.wording.lang, AND_IF)


def clause(ctx: Context, when: ConditionTable) -> str:
    """A condition as a sentence begins with it: "if good", "if the character has the Prince".

    >>> from talisman_nb.rules.book import open_book
    >>> from talisman_nb.text.wording import Wording
    >>> ctx = Context(open_book(), open_book().card("prince"), Wording("en"))
    >>> clause(ctx, ConditionTable(has="prince")), clause(ctx, ConditionTable(alignment_is=("good",)))
    ('if the character has the Prince', 'if good')
    """
    name, value = next(iter(when.items()))
    if len(when) == 1 and ctx.wording.phrases.has("conditions", f"if.{name}") and not str(value).startswith("effect."):
        return ctx.wording.say("conditions", f"if.{name}", v=said_value(ctx, name, value))
    return ctx.wording.say("operations", "if.line", condition=condition(ctx, when))


def whoever(ctx: Context, when: ConditionTable) -> Noun:
    """Who does what follows a condition: "it" where the condition was about the character."""
    name, _ = next(iter((when.not_ or when).items()))
    return ctx.wording.noun(ctx.wording.word("pronoun" if name in OF_CHARACTER else "character"), BARE)


OF_CHARACTER = ("alignment_is", "character_is", "form_is", "has", "has_any", "affords", "immune_to")
"""Conditions whose sentence begins with the character."""


def _condition_parts(when: ConditionTable | None) -> Iterator[tuple[str, Any]]:
    """The parts of a condition; none of no condition."""
    return when.items() if when is not None else iter(())


def worth_telling(ctx: Context, when: ConditionTable | None) -> ConditionTable | None:
    """A condition without its bookkeeping and the switches of the edition that are on; None when nothing is left."""
    left = {name: found for name, value in _condition_parts(when) if (found := _worth(ctx, name, value)) is not None}
    return ConditionTable.of_parts(left) if left else None


def _worth(ctx: Context, name: str, value: Any) -> Any:
    if name in BOOKKEEPING or (name == "has" and str(value).startswith("effect.")):
        return None
    if name == "rule":
        return None
    if name == "not":
        return None if switched_off(ctx, value) else worth_telling(ctx, value)
    if name in ("all", "any"):
        return tuple(part for one in value if (part := worth_telling(ctx, one)) is not None) or None
    return value


def parts(when: ConditionTable | None) -> list[ConditionTable]:
    """The conditions that must all hold, one by one."""
    found: list[ConditionTable] = []
    for name, value in _condition_parts(when):
        alone = () if name == "all" else (ConditionTable.of_parts({name: value}),)
        found += alone or (part for one in value for part in parts(one))
    return found


def adverb(ctx: Context, part: ConditionTable) -> str:
    """A condition as it stands beside what it limits: "in battle", "on the Hills"; "" for one that needs an "if"."""
    name, value = next(iter(part.items()))
    phrases, negative = ctx.wording.phrases, ""
    if name == "not" and len(value) == 1:
        negative, (name, value) = "not.", next(iter(value.items()))
    key = f"at.{negative}{_with_parts(name, value)}"
    if not phrases.has("conditions", key) or value is False:
        return ""
    return ctx.wording.say("conditions", key, **_places(ctx, name, value))


def negate(ctx: Context, part: ConditionTable) -> ConditionTable | None:
    """Return the condition that must not hold, where its opposite has no phrase of its own; else None."""
    inner, has = part.not_, ctx.wording.phrases.has
    if inner is None or any(has("conditions", f"not.{name}{_detail(value)}") for name, value in inner.items()):
        return None
    return inner


def _detail(value: Any) -> str:
    """The end of a key for a value that is worded as a whole."""
    return ".effect.quest" if value == "effect.quest" else ""


BOOKKEEPING = frozenset({"some", "used", "ambushing", "immune_to", "permits", "can_gain_spell", "turning_back"})
"""Conditions that only keep a program from asking in vain."""


def switched_off(ctx: Context, when: ConditionTable | None) -> bool:
    """Whether a switch of the edition keeps this from ever holding."""
    for name, value in _condition_parts(when):
        if name == "rule" and not ctx.book.table[value]:
            return True
        if name == "not" and value.rule and ctx.book.table[value.rule]:
            return True
        if name == "all" and any(switched_off(ctx, part) for part in value):
            return True
    return False


def _one(ctx: Context, name: str, value: Any) -> str:
    wording = ctx.wording
    if name == "not":
        return _not(ctx, value)
    if name == "of_other" and ctx.mirrored:
        return condition(ctx, value)
    if name in ("all", "any"):
        whole = _with_parts(name, value)
        if wording.phrases.has("conditions", whole):
            return wording.say("conditions", whole)
        return join_list([condition(ctx, part) for part in value], wording.lang, AND_IF if name == "all" else OR_IF)
    if value is False:
        return _not(ctx, ConditionTable.of_parts({name: True}))
    return wording.first("conditions", (f"{name}.{_special(value)}", name), **_places(ctx, name, value))


def _with_parts(name: str, value: Any) -> str:
    """The key of a condition that may be worded as a whole: "all.in_battle+moment_is"."""
    return f"{name}.{names_of(value)}" if name in ("all", "any") else name


def names_of(found: Iterable[ConditionTable]) -> str:
    """The names of several conditions, as keys of phrases have them: "in_battle+moment_is"."""
    return "+".join(name for part in found for name, _ in part.items())


def _special(value: Any) -> str:
    """Return the part of a value that may have a phrase of its own."""
    if isinstance(value, (list, tuple)):
        return str(value[0]) if value else ""
    key = str(value)
    return "effect" if key.startswith("effect.") and key != "effect.quest" else key


def _not(ctx: Context, when: ConditionTable) -> str:
    """The opposite of a condition, in a phrase of its own where there is one."""
    name, value = next(iter(when.items()))
    wording = ctx.wording
    if name == "of_other":
        return _not(ctx, value) if ctx.mirrored else wording.say("conditions", "of_other", v=_not(ctx, value))
    keys = [key for key in (f"not.{name}{_detail(value)}", f"not.{name}") if wording.phrases.has("conditions", key)]
    if len(when) == 1 and keys:
        return wording.say("conditions", keys[0], **_places(ctx, name, value))
    return wording.say("conditions", "not", inner=condition(ctx, when))


def _places(ctx: Context, name: str, value: Any) -> dict[str, Any]:
    """Return the values for the places of a condition's phrase: `v`, or `a` and `b` that are compared."""
    if name in ("at_least", "below"):
        return {"v": "", "a": term(ctx, value[0]), "b": term(ctx, value[1], "as-roll")}
    return {"v": said_value(ctx, name, value)}


def said_value(ctx: Context, name: str, value: Any) -> str | Noun | Nouns:
    """The value of a condition in words; "" where its phrase has no place for it."""
    if name not in MEMBERS:
        return WHOLE[name](ctx, value) if name in WHOLE else ""
    found = list(value) if isinstance(value, (list, tuple)) else [value]
    said = found[1:] if name in ("card_is", "equals") else found  # these name a variable first
    nouns = (MEMBERS[name](ctx, one) for one in said if not str(one).startswith("effect."))
    return Nouns(nouns, ctx.wording.lang, OR)


def kind_of_thing(ctx: Context, name: str) -> Noun:
    """A type of card, or what is meant by "character", "enemy", "creature", "goods"."""
    if ctx.wording.phrases.has("conditions", f"target.{name}"):
        return ctx.wording.noun(ctx.wording.say("conditions", f"target.{name}"), BARE)
    return ctx.wording.noun(ctx.wording.names.name("type", name, ctx.wording.lang))


def what_a_card_is(ctx: Context, name: str) -> Noun:
    """Return the words for what a card may be: of a type, with a keyword, of a deck, or one by its name."""
    wording, says = ctx.wording, {"keyworded": (ctx.book.keywords, "keyword"), "of-deck": (ctx.book.decks, "deck")}
    if name in (*names(AKind), *names(ACardType)):
        return kind_of_thing(ctx, name)
    for key, (known, called) in says.items():
        if name in known:
            return wording.noun(wording.say("conditions", key, v=getattr(wording, called)(name)), BARE)
    return wording.card(name)


def kinds_of(ctx: Context, when: ConditionTable | None) -> str:
    """Return the kinds of cards that a list is limited to, for the brackets behind its name; "" for any."""
    wanted = (when.card_is or ())[1:] if when is not None else ()
    words = {**dict.fromkeys(ctx.book.keywords, ctx.wording.keyword), **dict.fromkeys(ctx.book.decks, ctx.wording.deck)}
    return join_list([words[one](one) if one in words else str(what_a_card_is(ctx, one)) for one in wanted],
                  ctx.wording.lang, OR)  # fmt: skip


def _foe(ctx: Context, value: str) -> Noun:
    """A creature by name, or the one a variable holds."""
    known = ctx.book.find(value) is not None
    return ctx.wording.card(value) if known else ctx.wording.noun(ctx.wording.say("lists", "that-foe"), BARE)


def _cost(ctx: Context, value: CostTable) -> str:
    return join_list([amount(ctx, what, n) for what, n in value.items()], ctx.wording.lang)


def cause(ctx: Context, value: str) -> Noun:
    """Return the words for a cause: a fight, a Spell, or a card or space by its name."""
    key = f"cause.{value}"
    known = ctx.wording.phrases.has("conditions", key)
    return ctx.wording.noun(ctx.wording.say("conditions", key), BARE) if known else ctx.wording.source(value)


def _causes(ctx: Context, found: tuple[str, ...]) -> Nouns:
    """Several things of which one does something to somebody; a fight and what is won by one is a fight."""
    told = [one for one in found if one != "spoils" or "fight" not in found]
    return Nouns([cause(ctx, one) for one in told], ctx.wording.lang, OR)


def _cause_or_this(ctx: Context, value: str) -> Noun:
    """Return the words for a cause; a card that speaks of itself says so."""
    own = ctx.wording.noun(ctx.wording.say("lists", "this-one"), BARE)
    return own if value == ctx.definition.key else cause(ctx, value)


def act(ctx: Context, name: str, never: bool = False) -> str:
    """Return the words for an act, or (other words in some languages) for an act that is forbidden."""
    forms = ctx.wording.say("acts", name).split("|")
    return forms[-1 if never else 0]


def term(ctx: Context, value: Any, roll: str = "the-roll") -> str:
    """An amount that is compared: a number, a figure, or what was rolled."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return ctx.wording.word(roll)
    name, what = value.only
    if name == "rule":
        return str(ctx.book.table[what])
    return ctx.wording.word(f"the-{what}") if what in STATS else ctx.wording.word("the-number")


def _place(ctx: Context, one: str) -> Noun:
    """A space, a kind of spaces, or a card that covers one."""
    return ctx.wording.card(one) if one in ctx.book.covering else ctx.wording.space(one)


MEMBERS: dict[str, Callable[[Context, Any], Noun]] = {
    **dict.fromkeys(("foe_is", "target_is"), kind_of_thing),
    "card_is": what_a_card_is,
    **dict.fromkeys(("space_is", "visiting"), lambda ctx, one: _place(ctx, one)),
    **dict.fromkeys(("has", "has_any", "in_stock", "visited_card"), lambda ctx, one: ctx.wording.card(one)),
    **dict.fromkeys(("equals", "rolled"), lambda ctx, one: ctx.wording.noun(str(one))),
    "region_is": lambda ctx, one: ctx.wording.noun(ctx.wording.names.name("region", one, ctx.wording.lang)),
    "alignment_is": lambda ctx, one: ctx.wording.noun(ctx.wording.alignment(one)),
    "character_is": lambda ctx, one: ctx.wording.source(f"character.{one}"),
    "form_is": lambda ctx, one: ctx.wording.noun("") if one == "own" else ctx.wording.source(f"form.{one}"),
}
"""How each value of a condition is called that has one or several, of which one must fit."""
WHOLE: dict[str, Callable[[Context, Any], str | Noun | Nouns]] = {
    "fight_with": _foe,
    "mine_here": marker,
    "drawn_from": lambda ctx, value: ctx.wording.deck(value),
    "affords": _cost,
    "cause_is": lambda ctx, value: _causes(ctx, (value,) if isinstance(value, str) else value),
    "fight_is": lambda ctx, value: (
        join_list([ctx.wording.say("conditions", f"fight_is.{one}") for one in value], ctx.wording.lang, OR_IF)
        if not isinstance(value, str)
        else ""
    ),
    "alike": lambda ctx, value: str(value),
    "immune_to": _cause_or_this,
    "permits": act,
    "some": lambda ctx, value: ctx.wording.say("lists", value),
    "of_other": condition,
    "moment_is": lambda ctx, value: ctx.wording.say("moments", value),
}
"""How the value of a condition is worded that is taken as a whole; of all others the phrase has no place for it."""
