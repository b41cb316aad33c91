"""Checks each definition against its section (card, character, form, space …).

Required facts and names are present; no fact, block or modifier list is ignored; related facts agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from talisman_nb.board.toml_reading import did_you_mean, wrong_at
from talisman_nb.model import CardAction
from talisman_nb.model.situation import PART_WORDS, SEAT_WORDS
from talisman_nb.model.state import ANSWERS, VERBS

from .decode import FACTS, LISTS, operations_of
from .definition import PARTS, Definition, Facts, Meaning, fits, means, met_as, switch_names
from .known_names import KnownNames, one_of
from .modifiers import Add
from .operations import Token, TurnOver
from .text_keys import NAMED_AS_CARD
from .vocabulary import COVERING, ENEMIES, FightResult, ListName, SeatName, names

_NOTHING = Facts()


class DefinitionSection(NamedTuple):
    """Fields that definitions of a section may have: facts, blocks the engine runs (`parts`), lists of modifiers."""

    called: str
    facts: tuple[str, ...]
    parts: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()


SECTIONS = {
    "": DefinitionSection(
        "a card",
        (
            "name",
            "type", "number", "copies", "strength", "craft", "gold", "keywords", "have_only", "have_not", "take",
            "after", "words", "stays", "gone_after", "tokens", "other_side", "moves_on", "price", "bribe", "save",
            "save_in", "at", "target", "when", "twin", "out_by", "draw", "cites",
        ),
        ("drawn", "met", "visited", "taken", "lost", "crossing", "cast"),
        ("held", "here"),
    ),
    "character": DefinitionSection(
        "a character", ("name", "strength", "craft", "life", "fate", "gold", "alignment", "start", "words", "cites"),
        ("setup",), ("held",)
    ),
    "form": DefinitionSection(
        "a form", ("name", "turns", "sleeps", "lifeless", "counts_as", "cites"), ("begun", "ended"), ("mods",)
    ),
    "space": DefinitionSection(
        "a space",
        (
            "needs", "needs_by", "within", "teleport_to", "meeting", "evading", "spells", "covering", "turning_back",
            "cites",
        ),
        ("met", "visited", "crossing"),
        ("here",),
    ),
    "turn": DefinitionSection("a program of the turn", ("role", "guard", "cites")),
    "inside": DefinitionSection(
        "what begins inside another definition", ("name", "type", "keywords", "gone_by", "cites"), ("ended",),
        ("mods", "held"),
    ),
}  # fmt: skip


THINGS = ("magic object", "object", "talisman", "follower")
OF_TYPE: dict[str, tuple[str, ...]] = {
    "drawn": (*sorted(ENEMIES), *THINGS, "event", "stranger", "place"),
    "met": ("event",),
    "visited": ("stranger", "place", *sorted(COVERING)), "lost": tuple(sorted(ENEMIES)),
    "taken": THINGS, "held": (*THINGS, *sorted(ENEMIES)), "take": THINGS, "have_only": THINGS, "have_not": THINGS,
    "save": THINGS, "save_in": THINGS,
    "gone_after": THINGS, "price": THINGS,
    "bribe": tuple(sorted(ENEMIES)),
    **dict.fromkeys(("crossing", "draw"), tuple(sorted(COVERING))),
    "moves_on": ("stranger", "place"),
    "here": ("stranger", "place", *sorted(ENEMIES), *sorted(COVERING)),
    "cast": ("spell",), "at": ("spell",), "target": ("spell",), "when": ("spell",),
}  # fmt: skip
"""Parts, lists of modifiers and facts that only cards of some types have: of others nothing runs or reads them."""
RESERVED = frozenset({
    *VERBS, *ANSWERS, *SEAT_WORDS, *PART_WORDS, *SECTIONS, *names(SeatName), *names(ListName), *names(FightResult),
})  # fmt: skip
"""Words that answers, situations and definitions mean something else by."""


def check_definition(known: KnownNames, d: Definition) -> Iterator[str]:
    """Check a definition against its section; yield a message for each mistake."""
    first, dot, name = d.key.partition(".")
    section = first if dot and first in SECTIONS else ""
    if "." in name or (dot and not section):
        section = "inside"
        if d.facts.gone_by:
            yield from one_of(
                d.facts.gone_by, switch_names(known.book.table), d.at("gone_by"), "a switch of the edition"
            )
        yield from _keywords(known, d)
    for by in ("out_by", "gone_by", "needs_by"):
        if switch := getattr(d.facts, by):
            yield from one_of(switch, switch_names(known.book.table), d.at(by), "a switch of the edition")
    if not d.facts.twin:
        yield from _strange(SECTIONS[section], d)
    if section in COMPLETE:
        yield from COMPLETE[section](known, d, name or d.key)


def _strange(section: DefinitionSection, d: Definition) -> Iterator[str]:
    """A message for every fact, part and modifier list that has no effect in this section."""
    for fact in FACTS:
        if fact not in section.facts and _has_fact(d, fact):
            yield f"{d.at(fact)}: {section.called} has no such fact, expected one of {', '.join(section.facts)}"
    for part in PARTS:
        if part in d.blocks and part not in section.parts:
            yield f"{d.at(part)}: nothing runs it of {section.called}{_expected_names(section.parts)}"
    for name in LISTS:
        if getattr(d, name) and name not in section.lists:
            yield f"{d.at(name)}: nothing looks at it of {section.called}{_expected_names(section.lists)}"


def _expected_names(names: tuple[str, ...]) -> str:
    return f", expected {' or '.join(names)}" if names else ""


def _card(known: KnownNames, d: Definition, name: str) -> Iterator[str]:
    facts, (stock, slash, short) = d.facts, name.rpartition("/")
    yield from _name(known, d, stock or "card", short)
    if (name in known.book.stock_cards) != bool(slash):
        yield f"{d.file}: [{d.table}]: a card of the stock, and no other, is called after it: purchase/…, talisman/…"
    if facts.twin:  # its original is checked
        return
    if not facts.type:
        yield wrong_at(d.at("type"), "type-missing", "missing, expected a type of card")
    if (name in known.book.deck_cards[known.book.face_down]) != (facts.type == "spell"):
        said = "a Spell, and no other card, is in the Spell deck; got {got}"
        yield wrong_at(d.at("type"), "spell-deck", said, got=repr(facts.type))
    yield from _of_type(d)
    if facts.type in ENEMIES and not (facts.strength or facts.craft):
        yield wrong_at(d.at("strength"), "enemy", "an Enemy has strength or craft, expected one of them")
    if facts.type == "spell" and not (facts.at and ("cast" in d.blocks or facts.words)):
        said = "a Spell needs `at` and a `cast` block, or `words` that hands settle"
        yield wrong_at(f"{d.file}: [{d.table}]", "spell", said)
    does = d.blocks or d.held or d.here or facts.strength or facts.craft or facts.save or facts.words
    does = does or facts.type == "talisman" or facts.type in COVERING
    if not does:
        said = "it does nothing, expected a block such as met, a modifier, figures or words"
        yield wrong_at(f"{d.file}: [{d.table}]", "nothing", said)
    if not fits(facts.type, facts.after):
        expected = " or ".join(word for word in names(CardAction) if fits(facts.type, word)) or "none"
        yield f"{d.at('after')}: got {facts.after!r}, of a card of type {facts.type!r} expected {expected}"
    if bool(facts.tokens) != any(isinstance(op, Token) for op in operations_of(d)):
        said = 'counters go with an operation that takes one, "token", expected both or neither'
        yield wrong_at(d.at("tokens"), "tokens", said)
    if bool(facts.other_side) != any(isinstance(op, TurnOver) for op in operations_of(d)):
        yield f'{d.at("other_side")}: it goes with an operation that turns the card over, "turn_over", both or neither'
    if facts.other_side:
        yield from one_of(facts.other_side, known.decks, d.at("other_side"), "a deck of the book")
    if facts.type in COVERING and not any(name in deck <= known.book.covering for deck in _decks(known)):
        said = "a card that covers a space is in a deck of such cards, from which it is laid"
        yield wrong_at(d.at("type"), "covering", said)
    if "lost" in d.blocks and not known.defeats:
        yield f'{d.at("lost")}: no program of the fight runs it, expected an operation "defeat" in [fight]'
    yield from _keywords(known, d)


def _decks(known: KnownNames) -> Iterator[frozenset[str]]:
    """The cards of each deck of which nothing is drawn by a space."""
    book = known.book
    drawn = {book.deck_at(space) for space in book.board.spaces}
    yield from (frozenset(cards) for name, cards in book.deck_cards.items() if name not in drawn)


def _keywords(known: KnownNames, d: Definition) -> Iterator[str]:
    """A message for every keyword that no layer declares, and for what a keyword means and the card does not have."""
    declared = known.book.keywords
    for at, word in enumerate(d.facts.keywords):
        for line in known.one_of(word, declared, f"{d.at('keywords')}[{at}]", "a keyword"):
            yield f"{line}; a layer declares one in keywords.toml: [{word}], with its name and what it means"
    weapon = any(isinstance(mod, Add) and mod.use == "weapon" for mod in d.held)
    pairs: tuple[tuple[Meaning, bool, str], ...] = (
        ("weapon", weapon, 'use = "weapon"'),
        ("armour", bool(d.facts.save), "save"),
    )
    for meaning, is_one, what in pairs:
        if means(declared, d.facts, meaning) != is_one:
            file = ", ".join(sorted({place.partition(":")[0] for place in known.book.keywords_at.values()}))
            yield f"{d.at('keywords')}: {meaning!r} goes with {what}, expected both or neither; {file} says so"


def _of_type(d: Definition) -> Iterator[str]:
    """A message for everything that a card of this type does not have."""
    for name, types in OF_TYPE.items():
        has = name in d.blocks if name in PARTS else bool(getattr(d, name)) if name in LISTS else _has_fact(d, name)
        if has and d.facts.type and met_as(d.facts) not in types:
            expected = f"expected one of type {', '.join(types)}"
            like = f" that is met like one of type {met_as(d.facts)!r}" if met_as(d.facts) != d.facts.type else ""
            said = "nothing looks at it of a card of type {got}{like}, {expected}"
            yield wrong_at(d.at(name), "of-type", said, got=repr(d.facts.type), like=like, expected=expected)


def _has_fact(d: Definition, fact: str) -> bool:
    return bool(getattr(d.facts, fact) != getattr(_NOTHING, fact))


def _character(known: KnownNames, d: Definition, name: str) -> Iterator[str]:
    yield from _name(known, d, "character", name)
    for fact in ("strength", "craft", "life", "alignment", "start"):
        if not getattr(d.facts, fact):
            yield wrong_at(d.at(fact), "character-lacks", "missing, a character has it")


def _form(known: KnownNames, d: Definition, name: str) -> Iterator[str]:
    yield from _name(known, d, "form", name)
    if not d.facts.turns and f"{name}.turns" not in known.book.table:
        yield f'{d.at("turns")}: missing, a form lasts some turns, or until something ends it: turns = "game"'


def _space(known: KnownNames, d: Definition, name: str) -> Iterator[str]:
    yield from _name(known, d, "space", name)
    board = known.book.board
    region = board.region(name)
    if not known.has_name("region", region):
        near = did_you_mean(region, known.texts.named("region"))
        added = f'a layer gives it one in names/en.toml (or it, fr, pl): [region] {region} = "…"'
        yield f"{d.file}: [board.region.{region}]: the catalogues of names don't have it{near}; {added}"
    if d.facts.teleport_to:
        yield from one_of(d.facts.teleport_to, board.spaces, d.at("teleport_to"), "a space of the board")
    for end, kind, edge in board.edges_from(name):
        if edge.get("gate") and "crossing" not in d.blocks:
            yield f"{d.at('crossing')}: missing, the {kind} to {end} has a gate"


def _name(known: KnownNames, d: Definition, section: str, name: str) -> Iterator[str]:
    if (name in RESERVED or name.isdigit()) and not known.texts.has_name(section, name):
        yield f"{d.file}: [{d.table}]: {name!r} means something else in answers and definitions, call it otherwise"
    if not d.facts.name and not known.has_name(section, name):
        near = did_you_mean(name, known.texts.named(*(NAMED_AS_CARD if section == "card" else (section,))))
        added = 'add name = "…", or name = { en = "…", it = "…", fr = "…", pl = "…" }, to this table'
        said = "the catalogues of names (text/names/*.toml) don't have it{near}; {added}"
        yield wrong_at(f"{d.file}: [{d.table}]", "no-name", said, near=near, added=added)


COMPLETE: dict[str, Callable[[KnownNames, Definition, str], Iterator[str]]] = {  # by section; "" for cards
    "": _card, "character": _character, "form": _form, "space": _space,
}  # fmt: skip
