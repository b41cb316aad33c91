"""All evenings in words: for the panel, and as lines of a console."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from babel.dates import format_date
from msgspec import Struct

from talisman_nb.text.grammar import join_list
from talisman_nb.text.wording import Wording

from .chronicle import DATES, length
from .evenings import Evening, Evenings, Tally, average_minutes, by_character, by_person

MOST_FILES = 12
"""Number of tables that are read at once: about a second."""


class EveningRow(Struct, frozen=True, omit_defaults=True):
    """A row: what it is about, figures, and more in small letters."""

    name: str
    figures: str
    note: str = ""
    picture: str = ""  # key of `Labels.pictures`


class AllEvenings(Struct, frozen=True, omit_defaults=True):
    """All evenings, people and characters."""

    title: str  # "Games played: 7"
    note: str  # "2 h 5 min on average"
    evenings: tuple[EveningRow, ...] = ()
    people: tuple[EveningRow, ...] = ()
    characters: tuple[EveningRow, ...] = ()
    missing: int = 0  # tables that are not read yet: ask again


def all_evenings(known: Evenings, lang: str, most: int = MOST_FILES) -> AllEvenings:
    """Return the evenings in words; at most `most` tables are read that `known` does not know yet.

    Games that are still being played are listed, and count for nobody.
    """
    found, missing = known.read(most)
    wording, ended = Wording(lang), [evening for evening in found if evening.over]
    average = average_minutes(found)
    return AllEvenings(
        title=wording.say("chronicle", "games", n=len(ended)),
        note=wording.say("chronicle", "average", length=length(wording, average)) if average else "",
        evenings=tuple(_evening(wording, evening) for evening in found),
        people=tuple(_person(wording, tally) for tally in by_person(ended)),
        characters=tuple(_character(wording, tally) for tally in by_character(ended)),
        missing=missing,
    )


def lines(told: AllEvenings, lang: str) -> Iterator[str]:
    """Yield the lines of a console: all games, then people, then characters."""
    wording = Wording(lang)
    parts = {"all-evenings": told.evenings, "people-played": told.people, "characters-played": told.characters}
    for word, rows in parts.items():
        yield wording.say("panel", word)
        yield from ("  " + " · ".join(filter(None, (row.name, row.figures, row.note))) for row in rows)
    yield " · ".join(filter(None, (told.title, told.note)))


def _evening(wording: Wording, evening: Evening) -> EveningRow:
    day = format_date(date.fromisoformat(evening.date), "medium", DATES.get(wording.lang, wording.lang))
    if evening.winner >= 0:
        end = wording.say("asks", "over", who=evening.people[evening.winner])
    else:
        end = wording.say("setup", "game-over") if evening.over else wording.say("panel", "round", n=evening.rounds)
    took = length(wording, evening.minutes) if evening.minutes else ""
    people = join_list(evening.people, wording.lang)
    return EveningRow(evening.name, end, " · ".join(filter(None, (day, people, took))))


def _person(wording: Wording, tally: Tally) -> EveningRow:
    characters = [
        f"{_character_name(wording, key)} × {n}" if n > 1 else _character_name(wording, key)
        for key, n in tally.characters
    ]
    return EveningRow(tally.name, _wins_line(wording, tally), ", ".join(characters))


def _character(wording: Wording, tally: Tally) -> EveningRow:
    return EveningRow(
        _character_name(wording, tally.name), _wins_line(wording, tally), picture=f"character.{tally.name}"
    )


def _wins_line(wording: Wording, tally: Tally) -> str:
    return wording.say("chronicle", "won-of", n=tally.wins, all=tally.played)


def _character_name(wording: Wording, key: str) -> str:
    """Return the name of a character; its key for one of a layer that is not read here."""
    try:
        return str(wording.source(f"character.{key}"))
    except KeyError:
        return key
