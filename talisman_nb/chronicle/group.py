"""A group, the people who play together: its last evening, who leads, what is open, and how long its games take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from msgspec import Struct

from talisman_nb.model import UserError
from talisman_nb.rules.book import Book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.table import Table
from talisman_nb.table.file.saved_tables import Summary, summary
from talisman_nb.text.grammar import PERSON, Noun, join_list
from talisman_nb.text.house_rules import shorter_value, simulated_rounds, simulated_share
from talisman_nb.text.names import letters
from talisman_nb.text.screen.values import Who
from talisman_nb.text.wording import Wording

from .evenings import Evening, Evenings, InForm, ended_on, minutes_played

MOST_FILES = 1
"""Number of tables that are read at once for the first page: a press meanwhile waits for no more than one."""
WISHES = (60, 90, 120)
"""Minutes that a group may say it has."""
FEWEST_ROUNDS = 3
"""Rounds from which on a game says something of a group's pace."""
SHOWN = 6
"""Evenings of which it is shown who won."""
LATE = 1.1
"""Share of the wish from which on a game is said to take longer: a pace is no more exact."""


def plays_with(people: Iterable[str], others: Iterable[str]) -> bool:
    """Return whether two tables are of one group: more than half of the people of either are at both.

    >>> plays_with(("Ada", "Bruno", "Carla"), ("ada", "Bruno", "Dario")), plays_with(("Ada",), ("Ada", "Bruno"))
    (True, False)
    """
    one, other = ({name.strip().casefold() for name in names} for names in (people, others))
    return 2 * len(one & other) > max(len(one), len(other))


class Pace(NamedTuple):
    """The measured pace of a group: minutes a round, rounds a game that was played to its end, how many of those."""

    minutes: float
    rounds: int
    games: int

    @property
    def game(self) -> int:
        """Return the minutes that a game takes, to the next five."""
        return max(5, round(self.minutes * self.rounds / 5) * 5)


def pace_of(evenings: Iterable[Evening]) -> Pace | None:
    """Return the pace of some evenings; None where none was both timed and played to its end.

    >>> friday = Evening("Friday", "2026-11-13", ("Ada", "Bruno"), (("dwarf",), ("elf",)), 0, True, 10, 90)
    >>> pace_of([friday])
    Pace(minutes=9.0, rounds=10, games=1)
    """
    timed = [each for each in evenings if each.minutes and each.rounds >= FEWEST_ROUNDS]
    ended = [each.rounds for each in timed if each.over]
    if not ended:
        return None
    return Pace(
        sum(each.minutes for each in timed) / sum(each.rounds for each in timed), round(median(ended)), len(ended)
    )


class Member(Struct, frozen=True, omit_defaults=True):
    """Somebody of a group, with the portrait of the last character."""

    who: Who
    picture: str  # key of `Labels.pictures`
    wins: int = 0
    notes: tuple[str, ...] = ()  # "3 of 5" games won, "deaths: 4"


class Won(Struct, frozen=True, omit_defaults=True):
    """Who won an evening, and when it was."""

    when: str  # "6 Nov"
    who: Who | None = None  # None: nobody of this group


class OpenTable(Struct, frozen=True):
    """A table of a group that is not finished."""

    name: str  # goes back as the name to open
    note: str  # "round 6, Carla's turn"


class Tonight(Struct, frozen=True, omit_defaults=True):
    """A wish for a length, and what is known of it."""

    minutes: int  # of the wish
    text: str  # "At your pace, 9 min a round and 11 rounds, a game takes about 100 min."
    note: str = ""  # whether that fits
    longer: bool = False  # the game is likely to take longer, or nobody knows: house rules that shorten it are named
    effects: dict[str, str] = {}  # of those, "figure:value" -> what is known of it


class Group(Struct, frozen=True, omit_defaults=True):
    """The story of a group on the first page; all of it empty for people who play together for the first time."""

    kicker: str = ""  # "The Friday table · Evening 5"
    title: str = ""  # "Ada leads 3 : 1"
    story: str = ""  # the last evening, in one sentence
    records: tuple[str, ...] = ()  # "Longest as Toad: Dario, 6 turns."
    members: tuple[Member, ...] = ()
    won: tuple[Won, ...] = ()  # the oldest first
    open: tuple[OpenTable, ...] = ()
    tonight: tuple[Tonight, ...] = ()
    game: int = 0  # minutes that a game takes by the group's pace, 0 for unknown
    missing: int = 0  # tables that are not read yet: ask again


def group_of(
    known: Evenings, people: Sequence[str], lang: str, book: Book, most: int = MOST_FILES
) -> tuple[Group, Pace | None]:
    """Return what the first page tells the group of `people`, and its pace; at most `most` unknown tables are read.

    `book`: of the edition that is chosen, whose house rules may shorten an evening.
    """
    wording = Wording(lang)
    summaries: dict[Path, Summary | None] = {}
    found, missing = known.read(most, _tables_of(people, summaries)) if people else ([], 0)
    if missing:  # half of it would tell another score
        return Group(missing=missing), None
    ended = [evening for evening in found if evening.over]
    pace = pace_of(ended)
    told = Group(
        tonight=tuple(_tonight(wording, minutes, pace, ended, book, len(people)) for minutes in WISHES),
        game=pace.game if pace else 0,
    )
    if not found:
        return told, pace
    whole = Group(
        kicker=" · ".join(filter(None, (called(found), wording.say("chronicle", "evening-n", n=len(found) + 1)))),
        title=score(wording, _wins(ended), people),
        story=_last_evening(wording, found[0]),
        records=(*_records(wording, found), *_stake(wording, found[0])),
        members=_members(wording, found, people),
        won=tuple(_won(wording, evening, people) for evening in reversed(ended[:SHOWN])),
        open=tuple(_open(wording, found, summaries)),
        tonight=told.tonight,
        game=told.game,
    )
    return whole, pace


def _tables_of(people: Sequence[str], kept: dict[Path, Summary | None]) -> Callable[[Path], bool]:
    """Return a predicate: whether a file is a table of these people; keeps the summaries it has read."""

    def is_theirs(file: Path) -> bool:
        kept[file] = found = summary(file)
        return found is not None and not found.demo and plays_with(found.people, people)

    return is_theirs


def _wins(evenings: Iterable[Evening]) -> Counter[str]:
    return Counter(each.people[each.winner] for each in evenings if each.winner >= 0)


def called(evenings: Iterable[Evening]) -> str:
    """Return what a group called itself last, "" if it never did; the last evening is in front."""
    return next((each.group for each in evenings if each.group), "")


def wins_so_far(table: Table, known: Evenings, most: int = MOST_FILES) -> Counter[str]:
    """Return how often each of a table's people has won in games of this group, this one included.

    Empty while the game goes on, where it is the group's first, of a demo, and if more than `most` tables are still to
    be read: half of them would tell another score.
    """
    people = [player.name for player in table.state.players]
    if table.demo or table.ask.kind != "over":
        return Counter()
    theirs, today = _tables_of(people, {}), ended_on(table.times).isoformat()
    try:
        found, missing = known.read(most, lambda file: file != table.path and theirs(file))
    except UserError:
        return Counter()
    before = [each for each in found if each.over and each.date <= today]
    if missing or not before:
        return Counter()
    wins = Counter({name: _wins(before)[name] for name in people})
    if table.state.winner >= 0:
        wins[people[table.state.winner]] += 1
    return wins


def score(wording: Wording, wins: Mapping[str, int], people: Sequence[str]) -> str:
    """Return who leads, and how: "Ada leads 3 : 1"; nobody where nobody has won yet."""
    counts = sorted(((wins.get(name, 0), name) for name in people), key=lambda each: -each[0])
    if not counts or not counts[0][0]:
        return wording.say("chronicle", "score-none")
    first = [name for n, name in counts if n == counts[0][0]]
    score = " : ".join(str(n) for n, _ in counts[: max(2, len(first))])
    if len(first) > 1:
        return wording.say("chronicle", "score-level", who=join_list(first, wording.lang), score=score)
    return wording.say("chronicle", "score", who=wording.noun(first[0], PERSON), score=score)


def _last_evening(wording: Wording, last: Evening) -> str:
    """Return the last evening in one sentence: who won and when, and what else was told of it."""
    from .evenings_told import day_of

    end = "won" if last.winner >= 0 else "nobody" if last.over else "open"
    who = wording.noun(last.people[last.winner], PERSON) if last.winner >= 0 else ""
    said = wording.say(
        "chronicle", f"last.{end}",
        day=day_of(last, wording.lang, "d MMMM"), who=who, round=last.rounds, length=_length(wording, last.minutes),
        besides=_besides(wording, last),
    )  # fmt: skip
    return said


def _length(wording: Wording, minutes: int) -> str:
    from .chronicle import length

    return length(wording, minutes) if minutes else ""


def _besides(wording: Wording, last: Evening) -> str:
    """Return what an evening is remembered for besides its winner: a time in another form, a blow, a death; or ""."""
    from .evenings_told import blow_told, name_of_key

    if (spent := max(last.forms, key=lambda each: each.turns, default=None)) and spent.turns > 1:
        return _spent(wording, last, spent)
    if last.blows:
        weight = ("beat", "robbed", "killed")
        return blow_told(wording, last, max(last.blows, key=lambda each: (weight.index(each.kind), each.n)))
    if last.deaths:
        death = last.deaths[-1]
        cause = name_of_key(wording, death.cause) if death.cause else ""
        return wording.say("chronicle", "told.death", who=wording.noun(last.people[death.seat], PERSON), what=cause)
    return ""


def _spent(wording: Wording, evening: Evening, spent: InForm) -> str:
    from .evenings_told import name_of_key

    form = name_of_key(wording, f"form.{spent.form}")
    return wording.say("chronicle", "longest-form", who=evening.people[spent.seat], form=form, n=spent.turns)


def _records(wording: Wording, evenings: Sequence[Evening]) -> Iterable[str]:
    """Yield the records of a group: the longest time in another form."""
    from .evenings_told import day_of

    found = [(spent, each) for each in evenings for spent in each.forms if spent.turns > 1]
    if found:
        spent, evening = max(found, key=lambda each: each[0].turns)
        yield f"{_spent(wording, evening, spent)} ({day_of(evening, wording.lang, 'd MMM')})"


def _stake(wording: Wording, last: Evening) -> Iterable[str]:
    """Yield what the last evening was played for."""
    if last.stake:
        yield wording.say("chronicle", "stake-last", stake=last.stake)


def _members(wording: Wording, evenings: Sequence[Evening], people: Sequence[str]) -> tuple[Member, ...]:
    """Return the people as they were called last, in the order of their seats, each with the last character."""
    from .evenings_told import name_of_key

    ended, signs = [each for each in evenings if each.over], letters(*people)
    wins = _wins(ended)
    played = Counter(name for each in ended for name in each.people)
    died = Counter(each.people[death.seat] for each in evenings for death in each.deaths)
    made = []
    for seat, (name, letter) in enumerate(zip(people, signs, strict=True)):
        notes = [
            wording.say("chronicle", "wins-of", n=wins[name], all=played[name]) if played[name] else "",
            wording.say("chronicle", "deaths-of", n=died[name]) if died[name] else "",
        ]
        character = _last_character(evenings, name)
        who = Who(seat, letter, name, name_of_key(wording, f"character.{character}") if character else "")
        made.append(Member(who, f"character.{character}", wins[name], tuple(filter(None, notes))))
    return tuple(made)


def _last_character(evenings: Iterable[Evening], name: str) -> str:
    """Return the key of the last character of somebody, "" for none."""
    seats = ((each, each.people.index(name)) for each in evenings if name in each.people)
    return next((key for each, seat in seats for key in reversed(each.characters[seat]) if key), "")


def _won(wording: Wording, evening: Evening, people: Sequence[str]) -> Won:
    from .evenings_told import day_of

    when = day_of(evening, wording.lang, "d MMM")
    name = evening.people[evening.winner] if evening.winner >= 0 else ""
    if name not in people:
        return Won(when)
    seat = people.index(name)
    return Won(when, Who(seat, letters(*people)[seat], name))


def _open(
    wording: Wording, evenings: Iterable[Evening], summaries: Mapping[Path, Summary | None]
) -> Iterable[OpenTable]:
    """Yield the tables that are not finished, the last played first."""
    found = {path.stem: each for path, each in summaries.items() if each}
    for evening in evenings:
        now = found.get(evening.name)
        if now and not now.over and now.turn:
            turn = Noun(now.turn, wording.lang, PERSON)
            yield OpenTable(evening.name, wording.say("setup", "progress", round=now.round, who=turn))


# How long tonight: what the group's own pace says of a wish, and what is known of house rules that shorten a game.


def _tonight(
    wording: Wording, minutes: int, pace: Pace | None, ended: Sequence[Evening], book: Book, people: int
) -> Tonight:
    if pace is None:
        known = simulated_rounds(book.edition, people)
        text = wording.say("chronicle", "pace-simulated", rounds=known.rounds, n=known.games) if known else ""
        effects = {
            f"{name}:{value}": _simulated(wording, book, name, value) for name, value in shorter_values(book).items()
        }
        return Tonight(minutes, text or wording.say("chronicle", "pace-unknown"), longer=True, effects=effects)
    text = wording.say(
        "chronicle", "pace", minutes=round(pace.minutes), rounds=pace.rounds, game=pace.game, n=pace.games
    )
    longer = pace.game > LATE * minutes
    note = wording.say("chronicle", "pace-longer" if longer else "pace-fits", minutes=minutes)
    values = shorter_values(book) if longer else {}
    effects = {f"{name}:{value}": _effect(wording, name, value, ended, book) for name, value in values.items()}
    return Tonight(minutes, text, note, longer, effects)


def _effect(wording: Wording, name: str, value: Any, ended: Sequence[Evening], book: Book) -> str:
    """Return what is known of a house rule's effect: by the group's own games, else by simulated ones, else nothing."""
    own = pace_of(each for each in ended if dict(each.house).get(name) == value)
    if own:
        return wording.say("chronicle", "effect-own", rounds=own.rounds, n=own.games)
    return _simulated(wording, book, name, value)


def _simulated(wording: Wording, book: Book, name: str, value: Any) -> str:
    """Return what simulated games say of a house rule's effect."""
    share = simulated_share(book.edition, name, value)
    if share is None:
        return wording.say("chronicle", "effect-unknown")
    if not share[0]:
        return wording.say("chronicle", "effect-unclear", n=share[1])
    return wording.say("chronicle", "effect-simulated", part=round(100 * share[0]), n=share[1])


def shorter_values(book: Book) -> dict[str, Any]:
    """Maps the house rules that shorten an evening of an edition to the value that is proposed.

    >>> from talisman_nb.rules.book import open_book
    >>> shorter_values(open_book())["trophy.strength"]
    6
    """
    found = {name: shorter_value(book, name) for name in offered_rules(book)}
    return {name: value for name, value in found.items() if value is not None}


def told_against_wish(table: Table, lang: str) -> str:
    """Return how a game goes against the wish for its length, in a few words; "" without a wish.

    How long it takes in all is told by the rounds that the group's games took so far, and after some rounds only.
    """
    wish, rounds = table.settings.minutes, table.settings.rounds
    if not wish:
        return ""
    wording, played = Wording(lang), minutes_played(table.times)
    done = table.state.round - 1
    if table.ask.kind == "over" or not rounds or done < FEWEST_ROUNDS or not played:
        return wording.say("chronicle", "of-wish", played=played, wish=wish)
    whole = max(played, round(played * max(rounds, done + 1) / done / 5) * 5)
    return wording.say("chronicle", "of-wish-about", played=played, wish=wish, game=whole)
