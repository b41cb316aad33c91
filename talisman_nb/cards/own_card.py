"""The definition of a card that is in no list, made of what the players entered of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from talisman_nb.model import CardMoment, OwnCard

from .definition import Definition, Facts
from .modifiers import Add, Limit, Modifier
from .terms import ConditionTable
from .vocabulary import CombatStat, usual_action

CHARACTER: Final = "character"
"""The type of a character card that is in no list, and the section of its definition."""
ANY_TIME: tuple[CardMoment, ...] = ("any",)
"""Moments of a Spell of which nobody has said when it may be cast."""
FIGHTS: Mapping[CombatStat, ConditionTable] = {
    "strength": ConditionTable(in_battle=True),
    "craft": ConditionTable(in_psychic=True),
}
"""When a Weapon adds to its figure."""


def definition_of(own: OwnCard, figures: Mapping[str, Any]) -> Definition:
    """The definition of a card that is in no list: its facts, and what it adds to whoever carries it.

    `figures` are those of the edition, for its number. What only its words say is in no program.

    >>> found = definition_of(OwnCard("Blade", "object", strength=2, weapon=True), {"order.object": 5})
    >>> found.facts.keywords, [(mod.to, mod.n, mod.use) for mod in found.held]
    (('weapon',), [('strength', 2, 'weapon')])
    """
    if own.type == "character":
        return Definition(own.name, _of_character(own), {})
    carried = is_carried(own)
    facts = Facts(
        type=own.type,
        number=own.number or figures.get(f"order.{own.type}", 4),
        copies=own.copies,
        strength=0 if carried else own.strength,
        craft=0 if carried else own.craft,
        keywords=(*(("weapon",) if own.weapon else ()), *(("armour",) if own.save else ())),
        have_only=own.have_only,
        have_not=own.have_not,
        save=own.save,
        price=own.price,
        at=(own.at or ANY_TIME) if own.type == "spell" else (),
        after=own.after,
        words=own.words,
    )
    return Definition(own.name, facts, {}, held=tuple(_held_modifiers(own)) if carried else ())


def bare_name(own: OwnCard) -> str:
    """The name of a card or character that is in no list, as the players entered it.

    >>> bare_name(OwnCard("own/Griffin", "animal")), bare_name(OwnCard("character.own/Ada", "character"))
    ('Griffin', 'Ada')
    """
    return own.name.removeprefix(f"{CHARACTER}.").removeprefix("own/")


def _of_character(own: OwnCard) -> Facts:
    return Facts(
        strength=own.strength, craft=own.craft, life=own.life, fate=own.fate, gold=own.gold,
        alignment=own.alignment or "neutral", start=own.start, words=own.words,
    )  # fmt: skip


def is_carried(own: OwnCard) -> bool:
    """Whether a card is for keeping: what it says holds for whoever has it."""
    return own.type != "spell" and (own.after or usual_action(own.type)) == "keep"


def wants_to_be_carried(own: OwnCard) -> bool:
    """Whether something was entered that only a card one keeps can have."""
    return bool(own.weapon or own.save or own.price or own.carries or own.have_only or own.have_not)


def _held_modifiers(own: OwnCard) -> Iterator[Modifier]:
    for stat, fight in FIGHTS.items():
        if n := getattr(own, stat):
            yield Add(to=stat, n=n, use="weapon", when=fight) if own.weapon else Add(to=stat, n=n)
    if own.carries:
        yield Limit(of="objects", n=own.carries)
