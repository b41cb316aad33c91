"""All evenings in words: for the panel, as lines of a console, and as a file of a spreadsheet."""

from __future__ import annotations

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import StringIO

from babel.dates import format_date
from babel.numbers import get_decimal_symbol
from msgspec import Struct

from talisman_nb.text.grammar import PERSON, join_list
from talisman_nb.text.wording import Wording

from .chronicle import DATES, length
from .evenings import Blow, Evening, Evenings, Tally, average_minutes, by_character, by_person

MOST_FILES = 12
"""Number of tables that are read at once: about a second."""
LONGEST_FORMS = 5
"""Number of times in another form that are listed."""


class EveningRow(Struct, frozen=True, omit_defaults=True):
    """A row: what it is about, figures, and more in small letters."""

    name: str
    figures: str
    note: str = ""
    picture: str = ""  # key of `Labels.pictures`


class AllEvenings(Struct, frozen=True, omit_defaults=True):
    """All evenings, people and characters, what killed characters, and who did what to whom."""

    title: str  # "Games played: 7"
    note: str  # "2 h 5 min on average"
    evenings: tuple[EveningRow, ...] = ()
    people: tuple[EveningRow, ...] = ()
    characters: tuple[EveningRow, ...] = ()
    deaths: tuple[EveningRow, ...] = ()
    rivals: tuple[EveningRow, ...] = ()
    forms: tuple[EveningRow, ...] = ()
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
        deaths=tuple(_deaths(wording, ended)),
        rivals=tuple(_rivals(wording, ended)),
        forms=tuple(_forms(wording, ended)),
        missing=missing,
    )


PARTS = {
    "all-evenings": "evenings",
    "people-played": "people",
    "characters-played": "characters",
    "causes-of-death": "deaths",
    "rivals": "rivals",
    "longest-forms": "forms",
}
"""Maps the heading of each list to the field of `AllEvenings` with its rows."""


def lines(told: AllEvenings, lang: str) -> Iterator[str]:
    """Yield the lines of a console: each list under its heading, those that are empty left out, then the number."""
    wording = Wording(lang)
    for word, field in PARTS.items():
        rows: tuple[EveningRow, ...] = getattr(told, field)
        if rows or field == "evenings":
            yield wording.say("panel", word)
        yield from ("  " + " · ".join(filter(None, (row.name, row.figures, row.note))) for row in rows)
    yield " · ".join(filter(None, (told.title, told.note)))


def _evening(wording: Wording, evening: Evening) -> EveningRow:
    if evening.winner >= 0:
        end = wording.say("asks", "over", who=evening.people[evening.winner])
    else:
        end = wording.say("setup", "game-over") if evening.over else wording.say("panel", "round", n=evening.rounds)
    took = length(wording, evening.minutes) if evening.minutes else ""
    people = join_list(evening.people, wording.lang)
    return EveningRow(evening.name, end, " · ".join(filter(None, (day_of(evening, wording.lang), people, took))))


def day_of(evening: Evening, lang: str, style: str = "medium") -> str:
    """Return the day of an evening; `style` is one of Babel's, or a pattern such as "d MMM"."""
    return format_date(date.fromisoformat(evening.date), style, DATES.get(lang, lang))


def _person(wording: Wording, tally: Tally) -> EveningRow:
    characters = [_times(name_of_key(wording, f"character.{key}"), n) for key, n in tally.characters]
    return EveningRow(tally.name, _wins_line(wording, tally), ", ".join(characters))


def _times(name: str, n: int) -> str:
    return f"{name} × {n}" if n > 1 else name


def _character(wording: Wording, tally: Tally) -> EveningRow:
    key = f"character.{tally.name}"
    return EveningRow(name_of_key(wording, key), _wins_line(wording, tally), picture=key)


def _wins_line(wording: Wording, tally: Tally) -> str:
    return wording.say("chronicle", "won-of", n=tally.wins, all=tally.played)


def name_of_key(wording: Wording, key: str) -> str:
    """Return the name of a card, character, form or space; its key for one of a layer that is not read here."""
    try:
        return str(wording.source(key))
    except KeyError:
        return key.rpartition(".")[2].rpartition("/")[2]


def cause_told(wording: Wording, cause: str) -> str:
    """Return what killed a character; that it is not known, for one whose lives were set by hand."""
    return name_of_key(wording, cause) if cause else wording.say("chronicle", "cause-unknown")


def _deaths(wording: Wording, evenings: Iterable[Evening]) -> Iterator[EveningRow]:
    """Yield what killed characters, the most often first, with whose they were."""
    whose: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for evening in evenings:
        for death in evening.deaths:
            whose[death.cause][evening.people[death.seat]] += 1
    for cause, names in sorted(whose.items(), key=lambda each: -each[1].total()):
        dead = ", ".join(_times(name, n) for name, n in names.most_common())
        yield EveningRow(cause_told(wording, cause), f"× {names.total()}", dead, cause)


def _rivals(wording: Wording, evenings: Iterable[Evening]) -> Iterator[EveningRow]:
    """Yield who did what to whom, those who did the most first."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for evening in evenings:
        for blow in evening.blows:
            found[evening.people[blow.by], evening.people[blow.whom]][blow.kind] += 1
    for (by, whom), kinds in sorted(found.items(), key=lambda each: -each[1].total()):
        told = [wording.say("chronicle", f"blow.{kind}", n=kinds[kind]) for kind in KINDS if kinds[kind]]
        yield EveningRow(f"{by} → {whom}", f"× {kinds.total()}", " · ".join(told))


KINDS = ("killed", "beat", "robbed")
"""Kinds of blows, the heaviest first."""


def _forms(wording: Wording, evenings: Iterable[Evening]) -> Iterator[EveningRow]:
    """Yield the longest times in another form, the longest first."""
    found = [(spent, evening) for evening in evenings for spent in evening.forms if spent.turns]
    for spent, evening in sorted(found, key=lambda each: -each[0].turns)[:LONGEST_FORMS]:
        form = name_of_key(wording, f"form.{spent.form}")
        said = f"{form} · {day_of(evening, wording.lang)}"
        yield EveningRow(evening.people[spent.seat], wording.amount("turn", spent.turns), said, f"form.{spent.form}")


# The evenings as a file of a spreadsheet: a row for each person of each evening.

COLUMNS = (
    "table", "date", "edition", "people", "rounds", "minutes", "ended", "person", "won", "characters", "deaths",
    "causes", "kills", "fights", "thefts", "robbed", "form", "turns",
)  # fmt: skip
"""Columns of the file, by their words in `chronicle.toml` behind "csv."."""


BOM = "\ufeff"
"""First character of a text file, by which spreadsheets read it as UTF-8."""


def as_csv(evenings: Iterable[Evening], lang: str) -> str:
    """Return the evenings as a file of a spreadsheet, a row for each person of each evening, with a heading.

    Cells are apart by what spreadsheets in the language expect: a semicolon where decimals have a comma. A cell that
    would be taken for a formula has an apostrophe in front.
    """
    wording, file = Wording(lang), StringIO()
    writer = csv.writer(file, delimiter=";" if get_decimal_symbol(lang) == "," else ",", lineterminator="\r\n")
    writer.writerow([wording.say("chronicle", f"csv.{column}") for column in COLUMNS])
    for evening in evenings:
        writer.writerows([_plain(cell) for cell in row] for row in _rows(wording, evening))
    return file.getvalue()


def _plain(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in tuple("=+-@\t\r") and cell else cell


def _rows(wording: Wording, evening: Evening) -> Iterator[Sequence[object]]:
    """Yield the cells of each person, in the order of `COLUMNS`."""
    yes, no = wording.say("checks", "yes"), wording.say("checks", "no")
    for seat, name in enumerate(evening.people):
        characters = [name_of_key(wording, f"character.{key}") for key in evening.characters[seat]]
        dead = [cause_told(wording, death.cause) for death in evening.deaths if death.seat == seat]
        mine = Counter(blow.kind for blow in evening.blows if blow.by == seat)
        robbed = sum(blow.kind == "robbed" and blow.whom == seat for blow in evening.blows)
        spent = max((each for each in evening.forms if each.seat == seat), key=lambda each: each.turns, default=None)
        yield (
            evening.name, evening.date, evening.edition, len(evening.people), evening.rounds, evening.minutes,
            yes if evening.over else no, name, yes if seat == evening.winner else no, ", ".join(characters), len(dead),
            ", ".join(dead), mine["killed"], mine["beat"], mine["robbed"], robbed,
            name_of_key(wording, f"form.{spent.form}") if spent else "", spent.turns if spent else 0,
        )  # fmt: skip


def blow_told(wording: Wording, evening: Evening, blow: Blow) -> str:
    """Return what one person did to another, in a few words: "Bruno, from Carla: Princess"."""
    by, whom = (wording.noun(evening.people[seat], PERSON) for seat in (blow.by, blow.whom))
    what = wording.say("words", "price", n=1) if blow.what == "gold" else name_of_key(wording, blow.what)
    return wording.say("chronicle", f"told.{blow.kind}", by=by, whom=whom, what=what)
