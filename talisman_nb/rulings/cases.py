"""Rulings as data: a question, its decision, the rules it rests on, and a situation that is played and looked at."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from talisman_nb.cards.decode import did_you_mean
from talisman_nb.model.situation import SituationError
from talisman_nb.model.situation_reading import written
from talisman_nb.rules.index import LANGUAGES, Source, rule, rule_index

from .notation.book_choice import rules_said
from .situation import check_words

Standing = Literal["official", "designer", "house", "open"]


class CaseError(ValueError):
    """A mistake in a file of rulings; the message names file, case and field."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in four languages."""

    en: str
    it: str
    fr: str
    pl: str


class SeatThen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be true of a seat; `strength` and `craft` are totals, `counters` what lies on the card for both.

    `others_see`: its Spells as the others see them.
    """

    character: str | None = None
    space: str | None = None
    strength: int | None = None
    craft: int | None = None
    counters: tuple[int, int] | None = None
    life: int | None = None
    fate: int | None = None
    gold: int | None = None
    alignment: str | None = None
    goods: tuple[str, ...] | None = None
    spells: tuple[str, ...] | None = None
    others_see: tuple[str, ...] | None = None
    trophies: tuple[str, ...] | None = None
    most_spells: int | None = None
    form: str | None = None
    form_left: int | None = None
    misses: int | None = None
    out: bool | None = None
    turning_back: bool | None = None
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()


class Then(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be true after some answers; what isn't said isn't looked at."""

    ask: str | None = None
    not_ask: str | None = None
    purpose: str | None = None
    seat: int | None = None
    n: int | None = None
    turn: int | None = None
    winner: int | None = None
    open: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    not_open: tuple[str, ...] = ()
    closed: dict[str, str] = {}
    closed_by: dict[str, str] = {}
    leads_to: tuple[str, ...] | None = None
    seats: dict[str, SeatThen] = {}
    lying: dict[str, tuple[str, ...]] = {}
    gold: dict[str, int] = {}
    discards: dict[str, tuple[str, ...]] = {}
    discarded: tuple[str, ...] = ()
    box: tuple[str, ...] | None = None
    stock: dict[str, int] = {}
    foe: dict[str, Any] = {}
    fighting: bool | None = None
    effects: int | None = None
    told: tuple[dict[str, Any], ...] = ()
    untold: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """Answers, one after the other, and what must be true after the last; see `playing.say` for what may be answered.

    `shows`: rules that are seen in what is looked at here, where the game itself does not name them.
    """

    do: tuple[str, ...] = ()
    then: Then = Then()
    shows: tuple[str, ...] = ()


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling or worked example; left away, the decision and the places are those of its rules."""

    id: str
    file: str
    question: Words
    rules: tuple[str, ...]
    situation: str
    steps: tuple[Step, ...]
    decision: Words | None = None
    standing: Standing = "official"
    sources: Source = Source()
    example: str = ""

    def asks(self, lang: str = "en") -> str:
        """The question in one of the four languages."""
        return str(getattr(self.question, lang))

    def decides(self, lang: str = "en") -> str:
        """The decision in one of the four languages."""
        return str(getattr(self.decision, lang)) if self.decision else rule(self.rules[0]).text(lang)

    def stands_in(self) -> tuple[tuple[str, str], ...]:
        """Where it stands, as (text, section): in a place of its own, else where its first rule does, unless house rules change it.

        >>> cases()["w8"].stands_in()[0], cases()["druid-not-forced"].stands_in()
        (('it', 'Esempio di Incontro'), ())
        """
        changed = rules_said(written(self.situation))[1]
        return self.sources.named() or (() if changed else rule(self.rules[0]).source.named())


@cache
def cases() -> Mapping[str, Case]:
    """Every case by its id, file by file.

    >>> cases()["w2"].rules[0]
    'stat.blocked'
    """
    found: dict[str, Case] = {}
    folder = files("talisman_nb.rules") / "rulings"
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        for case in read_cases(file.read_text(encoding="utf-8"), file.name):
            if case.id in found:
                raise CaseError(f"{file.name}: [{case.id}] is told twice (first in {found[case.id].file})")
            found[case.id] = case
    return MappingProxyType(found)


def case(id: str) -> Case:
    """One case; raises `KeyError` that names the nearest."""
    if id not in cases():
        raise KeyError(f"no case {id!r}{did_you_mean(id, cases())}; {len(cases())} are known")
    return cases()[id]


def read_cases(toml: str, name: str) -> list[Case]:
    """The cases of one TOML text; raises `CaseError` with file, case and what is wrong."""
    try:
        tables = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as wrong:
        raise CaseError(f"{name}: this is not TOML: {wrong}") from None
    return [_read(id, table, name) for id, table in tables.items()]


def _read(id: str, table: Any, name: str) -> Case:
    try:
        found = msgspec.convert({"id": id, "file": name, **table}, Case)
        check_words(found.situation)
    except (msgspec.ValidationError, SituationError, TypeError) as wrong:
        raise CaseError(f"{name}: [{id}]: {wrong}") from None
    for said in (*found.rules, *(r for step in found.steps for r in (*step.then.rules, *step.then.closed_by.values()))):
        if said not in rule_index():
            raise CaseError(f"{name}: [{id}]: no rule {said!r}{did_you_mean(said, rule_index())}")
    if not found.rules or not found.steps:
        raise CaseError(f"{name}: [{id}]: a case names its rules and has steps")
    for at, step in enumerate(found.steps, 1):
        if step.shows and step.then == Then():
            raise CaseError(f"{name}: [{id}]: step {at} shows {', '.join(step.shows)} but looks at nothing")
        for said in step.shows:
            if said not in found.rules:
                raise CaseError(
                    f"{name}: [{id}]: step {at} shows {said!r}, which is none of the case's rules{did_you_mean(said, found.rules)}"
                )
    return found


__all__ = ["LANGUAGES", "Case", "CaseError", "SeatThen", "Step", "Then", "Words", "case", "cases", "read_cases"]
