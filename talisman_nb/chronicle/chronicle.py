"""A whole game looked back on (`chronicle_of`): courses, luck, best fights, turning points, in words and plots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.drawing.definition_picture import draw_page
from talisman_nb.drawing.picture import beside, sized
from talisman_nb.drawing.plots import Bar, Series, draw_bars, draw_steps
from talisman_nb.engine.totals import total, without_fight
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Event, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.events import say_event, say_glance
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.moment import picture_of, results_of
from talisman_nb.text.screen.values import Glimpse, Who
from talisman_nb.text.wording import Wording, wording_of

from .evenings import ended_on, minutes_played
from .fights import FightChances, Fought, TurningPoint, feared_enemies, fights, tallies, turning_points


class Course(Struct, frozen=True):
    """A figure of every seat over the rounds."""

    what: str  # strength, craft, life, gold
    title: str
    plot: str  # SVG
    rounds: tuple[int, ...]  # 0 for the beginning
    lines: tuple[int, ...]  # the last line of the journal in each of them
    values: tuple[tuple[int | None, ...], ...]  # by seat: at the beginning, after each round; None without character


class Luck(Struct, frozen=True):
    """Fights won by a seat, and how many its chances before the dice let expect."""

    who: Who
    won: int
    fights: int
    expected: float
    text: str  # "7 of 10, expected 5.2"


class Told(Struct, frozen=True):
    """Something about a person in figures: its bets, how long its turns took."""

    who: Who
    text: str


class Highlight(Struct, frozen=True, omit_defaults=True):
    """Something to be remembered, with its line in the journal."""

    n: int
    text: str
    note: str  # "round 6"
    seat: int = -1
    picture: str = ""  # key of `Labels.pictures`
    chance: str = ""  # "14 %": how likely it was
    tone: str = ""


class Chronicle(Struct, frozen=True, omit_defaults=True):
    """A whole game."""

    over: bool
    title: str  # "Ada wins"
    story: str  # how it came to that
    note: str  # "14 November 2026 · 14 rounds · 2 h 20 min · 55 turns"
    people: tuple[Who, ...]
    courses: tuple[Course, ...]
    luck: tuple[Luck, ...] = ()
    luck_plot: str = ""
    best: tuple[Highlight, ...] = ()
    turning: tuple[Highlight, ...] = ()
    feared: tuple[Highlight, ...] = ()
    picture: str = ""  # of the winner
    winner: int = -1
    bets: tuple[Told, ...] = ()  # on others' throws: points of honour, those with the most in front
    pace: tuple[Told, ...] = ()  # where the group wanted a clock: how long turns took, the slowest person in front
    missing: int = 0  # fights whose chances are not reckoned yet: ask again

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Show in a notebook how it came, what was remarkable, and the figures of everybody over the rounds."""
        told = {each.n: each for each in sorted((*self.turning, *self.best), key=lambda each: each.n)}
        lines = tuple(f"{one.note} · {one.text}" + (f" ({one.chance})" if one.chance else "") for one in told.values())
        page = Page(self.title, tuple(filter(None, (self.story, self.note))), (Section("", lines),))
        plots = (
            beside(draw_page(Page(course.title, (), ()), size=220, wide=220), sized(course.plot, 220, 180), down=True)
            for course in self.courses
        )
        picture = beside(draw_page(page), beside(*plots), label=self.title, down=True)
        return {"image/svg+xml": str(picture), "text/plain": str(page)}


FIGURES = ("strength", "craft", "life", "gold")
"""Figures that are followed."""

Figures = tuple[int | None, ...]
"""The values of `FIGURES` of one seat; None while it has no character."""


class Round(NamedTuple):
    """The figures of every seat at the end of a round; round 0 is the beginning."""

    round: int
    n: int  # its last line
    seats: tuple[Figures, ...]


def figures(state: State) -> tuple[Figures, ...]:
    """Return the figures of every seat as its sheet shows them; None without a character.

    >>> from talisman_nb.engine import new_game
    >>> figures(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    ((3, 3, 5, 1), (3, 3, 4, 1))
    """
    g = without_fight(state)
    return tuple(_of_seat(g, seat) for seat in range(len(state.players)))


def _of_seat(g: WorkingState, seat: int) -> Figures:
    player = g.players[seat]
    if not player.character:
        return (None,) * len(FIGURES)
    return total(g, seat, "strength"), total(g, seat, "craft"), player.life, player.gold


def rounds(start: State, lines: Iterable[AnswerRecord]) -> tuple[Round, ...]:
    """Return the figures at the beginning and after every round, the current one too."""
    found = [Round(0, 0, figures(start))]
    last: AnswerRecord | None = None
    for line in lines:
        if last is not None and line.before.round != last.before.round:
            found.append(_after(last))
        last = line
    return (*found, _after(last)) if last is not None else tuple(found)


def _after(line: AnswerRecord) -> Round:
    return Round(line.before.round, line.n, figures(line.after))


MOST_FIGHTS = 400
"""Number of fights whose chances are reckoned at once: about a second and a half."""
BEST = 5
"""Number of fights and Enemies that are shown."""
EVEN = 0.5
"""Chance from which on a victory is none against the odds."""
DATES = {"en": "en_GB"}
"""Maps languages to the locale of their dates, where it is another one: the day stands before the month."""
BAD = ("death", "form", "gone")
"""Kinds of turning points that are bad for whoever they happen to."""


def chronicle_of(table: Table, lang: str, chances: FightChances, most: int = MOST_FIGHTS) -> Chronicle:
    """Return the chronicle of a game as everybody may see it; `chances` keeps what was reckoned before.

    At most `most` fights are reckoned; while others are missing, ask again.
    """
    state, lines, wording = table.state, table.lines, wording_of(table.state, lang)
    people = tuple(who(state, seat, wording) for seat in range(len(state.players)))
    found = list(fights(lines))
    missing = chances.reckon(found, most)
    points = turning_points(table.start, lines, found, chances)
    luck = _luck(found, chances, people, wording)
    return Chronicle(
        over=table.ask.kind == "over",
        title=_title(table, wording),
        story=story_of(table, points, wording),
        note=_note(table, lines, wording),
        people=people,
        courses=_courses(table, people, wording),
        luck=luck,
        luck_plot=_luck_plot(luck, wording) if luck else "",
        best=_best(found, chances, wording),
        turning=tuple(_turning(point, wording) for point in points),
        feared=_feared_highlights(lines, wording),
        picture=f"character.{state.players[state.winner].character}" if state.winner >= 0 else "",
        winner=state.winner,
        bets=_bets(table, people, wording),
        pace=_pace(table, people, wording),
        missing=missing,
    )


def _title(table: Table, wording: Wording) -> str:
    state = table.state
    if state.winner >= 0:
        return wording.say("asks", "over", who=wording.who(state.winner))
    over = table.ask.kind == "over"
    return wording.say("asks", "over.nobody") if over else wording.say("chronicle", "so-far")


def story_of(table: Table, points: list[TurningPoint], wording: Wording) -> str:
    """Return one sentence on how the winner won, or which round is played."""
    state = table.state
    if state.winner < 0:
        return "" if table.ask.kind == "over" else wording.say("chronicle", "goes-on", round=state.round)
    character = wording.source(f"character.{state.players[state.winner].character}")
    last = "win.last" in state.won_by or not state.won_by
    crown = next((point for point in points if point.kind == "crown" and point.seat == state.winner), None)
    if crown is not None and last:
        return sentence(wording.say("chronicle", "by-crown", character=character, round=crown.round))
    if last:
        return sentence(wording.say("chronicle", "last-one", character=character, round=state.round))
    texts = rule_texts(book_of(state.book), wording.lang)
    said = wording.say("chronicle", "by-goal", character=character, round=state.round)
    return " ".join(map(sentence, (said, *(texts[rule] for rule in state.won_by if rule.startswith("win.")))))


def length(wording: Wording, minutes: int) -> str:
    """Say how long a game took, in hours and minutes."""
    return wording.say("chronicle", "hours" if minutes >= 60 else "minutes", h=minutes // 60, m=minutes % 60)


def _note(table: Table, lines: tuple[AnswerRecord, ...], wording: Wording) -> str:
    turns = len({(line.before.round, line.before.turn) for line in lines})
    minutes, wish = minutes_played(table.times), table.settings.minutes
    said = [
        format_date(ended_on(table.times), "long", DATES.get(wording.lang, wording.lang)),
        wording.amount("round", table.state.round),
        length(wording, minutes) if minutes else "",
        wording.say("chronicle", "of-wish", played=minutes, wish=wish) if wish else "",
        wording.amount("turn", turns),
        wording.say("chronicle", "stake", stake=table.settings.stake) if table.settings.stake else "",
    ]
    return " · ".join(filter(None, said))


def _courses(table: Table, people: tuple[Who, ...], wording: Wording) -> tuple[Course, ...]:
    found = rounds(table.start, table.lines)
    made = []
    for at, what in enumerate(FIGURES):
        values = tuple(
            tuple(each.seats[person.seat][at] if person.seat < len(each.seats) else None for each in found)
            for person in people
        )
        series = [Series(person.seat, person.letter, values[person.seat]) for person in people]
        title = wording.say("panel", what)
        label = wording.say("chronicle", "plot", what=title, n=found[-1].round)
        plot = str(draw_steps(series, [each.round for each in found], label))
        numbers, last = tuple(each.round for each in found), tuple(each.n for each in found)
        made.append(Course(what, title, plot, numbers, last, values))
    return tuple(made)


def _luck(found: list[Fought], chances: FightChances, people: tuple[Who, ...], wording: Wording) -> tuple[Luck, ...]:
    made = []
    for person, tally in zip(people, tallies(found, chances, len(people)), strict=True):
        expected = format_decimal(round(tally.expected, 1), locale=wording.lang)
        text = wording.say("chronicle", "luck", won=tally.won, fights=tally.fights, expected=expected)
        made.append(Luck(person, tally.won, tally.fights, round(tally.expected, 3), text))
    return tuple(made) if any(each.fights for each in made) else ()


def _luck_plot(luck: tuple[Luck, ...], wording: Wording) -> str:
    bars = [Bar(each.who.seat, each.who.letter, each.won - each.expected, each.text) for each in luck]
    ends = (wording.say("chronicle", "unlucky"), wording.say("chronicle", "lucky"))
    return str(draw_bars(bars, wording.say("panel", "luck"), ends))


def _best(found: list[Fought], chances: FightChances, wording: Wording) -> tuple[Highlight, ...]:
    """Return the fights that were won against the odds, the least likely first."""
    won = [(odds.won, fought) for fought in found if fought.event.what == "won" and (odds := chances.of(fought))]
    won = [each for each in won if each[0] < EVEN]
    return tuple(
        Highlight(
            n=fought.n,
            text=say_event(wording, fought.event, wording.lang),
            note=wording.say("panel", "round", n=fought.round),
            seat=fought.event.seat,
            picture=foe_of(fought.event, fought.before) if fought.before else "",
            chance=format_percent(round(float(chance), 2), locale=wording.lang),
            tone="good",
        )
        for chance, fought in sorted(won, key=lambda each: each[0])[:BEST]
    )


def _turning(point: TurningPoint, wording: Wording) -> Highlight:
    event = point.event
    own = {"form": f"form.{event.what}", "death": f"character.{event.what}"}.get(point.kind, "")
    if point.kind == "death":
        event = replace(event, cards=(), n=0, space="")  # without what was left behind
    character = point.before.players[point.seat].character
    return Highlight(
        n=point.n,
        text=say_event(wording, event, wording.lang),
        note=wording.say("panel", "round", n=point.round),
        seat=point.seat,
        picture=own or _thing(event, point.before) or f"character.{character}",
        tone="bad" if point.kind in BAD else "good",
    )


MOST_STEPS = 10
"""Steps of the road to the Crown that are shown, the last ones."""


def road(lines: tuple[AnswerRecord, ...], seat: int, lang: str) -> tuple[Glimpse, ...]:
    """Return what brought the character of a seat where it is: of each of its answers the greatest that was staged."""
    steps = list[Glimpse]()
    for line in (line for line in lines if any(event.seat == seat for event in line.events)):
        results = sorted(results_of(working_state(line.after), line.events), key=lambda told: told.rank)
        own = [told for told in results if told.event.seat == seat and told.kind.level]
        if any((told.event.kind, told.event.cause) == ("killed", "") for told in own):
            steps.clear()  # another character's road
        elif own:
            event, kind = own[0].event, own[0].kind
            picture = picture_of(working_state(line.after), event, line.before)
            note = wording_of(line.after, lang).say("panel", "round", n=line.before.round)
            steps.append(Glimpse(picture, say_glance(line.after, event, lang), note, kind.tone))
    return tuple(steps[-MOST_STEPS:])


def _thing(event: Event, before: State) -> str:
    """Return the key of the picture of what an event is about: a card, an opponent, a space; "" for none."""
    if event.kind == "fought":
        return foe_of(event, before)
    card = event.card or next(iter(event.cards), "")
    return plain_card(card) or (f"space.{event.space}" if event.space else "")


def foe_of(event: Event, before: State) -> str:
    """Return the key of the picture of who was fought: a card, a character, or the space of a creature without one."""
    if not event.cards:
        return f"character.{before.players[event.other].character}" if event.other >= 0 else ""
    card = plain_card(event.cards[0])
    return card if book_of(before.book).find(card) else f"space.{before.players[event.seat].space}"


def _feared_highlights(lines: tuple[AnswerRecord, ...], wording: Wording) -> tuple[Highlight, ...]:
    found = []
    for each in feared_enemies(lines)[:BEST]:
        lives = wording.amount("life", each.lives)
        note = wording.say("chronicle", "feared" if each.beaten else "feared.unbeaten", lives=lives, n=each.beaten)
        picture = each.card if book_of(lines[0].before.book).find(each.card) else f"space.{each.space}"
        found.append(Highlight(each.n, str(wording.card(each.card)), note, picture=picture, tone="bad"))
    return tuple(found)


def _bets(table: Table, people: tuple[Who, ...], wording: Wording) -> tuple[Told, ...]:
    """Return how many bets on others' throws were right, those with the most in front."""
    tallies = sorted(table.bets.tallies.items(), key=lambda each: (-each[1].points, each[1].bets))
    return tuple(
        Told(people[seat], wording.say("chronicle", "bet-tally", points=tally.points, n=tally.bets))
        for seat, tally in tallies
    )


def minutes_and_seconds(seconds: float) -> str:
    """Return a length of time as it stands on a clock.

    >>> minutes_and_seconds(65), minutes_and_seconds(3725)
    ('1:05', '1:02:05')
    """
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def _pace(table: Table, people: tuple[Who, ...], wording: Wording) -> tuple[Told, ...]:
    """Return how long turns took, the slowest person in front; nothing where nobody wanted a clock."""
    if table.settings.clock == "off":
        return ()
    found = []
    for person in people:
        turns = [turn for turn in table.turn_times if turn.seat == person.seat and turn.seconds]
        if turns:
            whole, longest = sum(turn.seconds for turn in turns), max(turns, key=lambda turn: turn.seconds)
            mean, slow = whole / len(turns), minutes_and_seconds(longest.seconds)
            times = {"mean": minutes_and_seconds(mean), "all": minutes_and_seconds(whole), "longest": slow}
            found.append((mean, Told(person, wording.say("chronicle", "turn-times", **times, round=longest.round))))
    return tuple(told for _, told in sorted(found, key=lambda each: -each[0]))
