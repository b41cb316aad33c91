"""A game as one picture to send: who won, the evening in a sentence, three things to remember, all faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

import svgwrite
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.drawing.card_picture import REGULAR
from talisman_nb.drawing.definition_picture import motif_of
from talisman_nb.drawing.motifs import STYLE, motif
from talisman_nb.drawing.palette import COOL, GOODS, HOT, LIGHT
from talisman_nb.drawing.pawns import STYLE as SEAT_STYLE
from talisman_nb.drawing.pawns import Pawn, seat_mark
from talisman_nb.drawing.picture import (
    COUNTERS,
    Picture,
    canvas,
    finish,
    fitted,
    group,
    look_of,
    path_of,
    short,
    wrapped,
    write,
)
from talisman_nb.engine.dying import Death
from talisman_nb.rules.book import Book, book_of, plain_card
from talisman_nb.table import Table
from talisman_nb.table.records import Settings
from talisman_nb.text.names import letters
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .chronicle import DATES, EVEN, foe_of, length, story_of
from .evenings import Blow, Evenings, blows, deaths, ended_on, minutes_played, times_in_forms
from .evenings_told import name_of_key
from .fights import FightChances, Fought, fights, tallies, turning_points
from .group import score, wins_so_far

SIZE = 1080.0
"""Width and height, in pixels of a picture of the usual size."""
LEAST = 20.0
"""Least size of a letter: it can be read where the picture is a third as wide."""
EDGE = 40.0
RAYS = 36
GOLD, SHADE = "#E3B54A", LIGHT["inner-ink"]
"""Filling of the Crown, and its outline."""
CROWN = "M8 46 3 14 19 29 30 6 41 29 57 14 52 46ZM8 48H52V57H8Z"
TIPS = "M0 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0ZM27 4a3 3 0 1 1 6 0a3 3 0 1 1-6 0ZM54 12a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"
JEWELS = "m30 30 5 7-5 7-5-7ZM14 39a2 2 0 1 1 4 0a2 2 0 1 1-4 0ZM42 39a2 2 0 1 1 4 0a2 2 0 1 1-4 0Z"
"""The crown as the panel draws it, on 60 x 60 units."""
DISPLAY = ".tnb text.display{font-family:Vollkorn,Georgia,'Noto Serif','DejaVu Serif',serif;font-weight:700}"
"""Style of headlines and names: their letters come with the drawing where it is kept (`exports.export`)."""
MARKS = ".tnb .mark-of text{font-size:25px;font-weight:700;text-anchor:middle;fill:var(--tnb-seat-letter)}"
NO_BREAK = "\u00a0"
STAGE_FOOT, SMALLEST_TITLE = 576.0, 56.0
"""Where the cards begin below the title, and the least size of its letters."""
MOST_READ = 3
"""Tables that are read at once for the score: the picture is waited for."""
MOST_CROWNS = 3
"""Crowns that are drawn over a portrait; more are a number."""
IN_A_ROW = 4
"""Most faces that stand side by side."""


class Panel(Struct, frozen=True):
    """One of the three things that are remembered, with its picture (the key of a definition) and whose it is."""

    heading: str
    title: str
    text: str
    picture: str
    seat: int
    tint: str  # role of its colour


def recap_picture(table: Table, lang: str, names: Sequence[str] = ()) -> Picture:
    """Return the recap of a game; `names` stand for those of its people, who are not named then.

    >>> from talisman_nb.table import Table
    >>> picture = recap_picture(Table.new({"Ada": "dwarf", "Bruno": "thief"}), "en", ("A", "B"))
    >>> "Ada" in picture, 'viewBox="0 0 1080 1080"' in picture
    (False, True)
    """
    state = table.state
    book, people = book_of(state.book), tuple(names) or tuple(player.name for player in state.players)
    wording = Wording(lang, people, book)
    title = _title(table, wording)
    drawing = canvas((0, 0, SIZE, SIZE), title, f"{SEAT_STYLE}{STYLE}{DISPLAY}{MARKS}", "light", SIZE)
    found, chances = list(fights(table.lines)), FightChances()
    chances.reckon(found, len(found))
    drawing.add(drawing.rect((0, 0), (SIZE, SIZE), fill=LIGHT[HOT]))
    drawing.add(_rays(drawing))
    hero = state.winner if state.winner >= 0 else state.turn
    rows = -(-len(people) // IN_A_ROW)
    foot = SIZE - 36 - 92 * rows
    story = story_of(table, turning_points(table.start, table.lines, found, chances), wording)
    wins = wins_so_far(table, Evenings(), MOST_READ)
    by_seat = tuple(wins[player.name] for player in state.players)
    own = Settings(players=()) if names else table.settings  # what a group writes of itself may name somebody
    for part in _stage(drawing, table, wording, hero, (title, *_told(table, wording, story, own, by_seat))):
        drawing.add(part)
    panels = list(_panels(table, wording, found, chances))
    for at, panel in enumerate(panels):
        wide = (SIZE - 2 * EDGE - 20 * (len(panels) - 1)) / len(panels)
        drawing.add(_card(drawing, book, wording, panel, EDGE + at * (wide + 20), wide, foot - 20 - 590))
    for part in _faces(drawing, table, wording, foot, by_seat):
        drawing.add(part)
    return finish(drawing)


def as_recap(table: Table, lang: str, viewer: int) -> str:
    """Return the recap as everybody may see it."""
    return str(recap_picture(table, lang))


def as_unnamed_recap(table: Table, lang: str, viewer: int) -> str:
    """Return the recap with the letters of the board in place of the names."""
    return str(recap_picture(table, lang, letters(*(player.name for player in table.state.players))))


# Who won, and the thread of the evening.


def _title(table: Table, wording: Wording) -> str:
    if table.state.winner >= 0:
        return wording.say("asks", "over", who=wording.who(table.state.winner))
    over = table.ask.kind == "over"
    return wording.say("asks", "over.nobody") if over else wording.say("chronicle", "so-far")


def _rays(drawing: svgwrite.Drawing) -> BaseElement:
    """Draw rays from the middle of the portrait over the whole picture."""
    x, y, far = 296.0, 318.0, 1200.0
    made = []
    for ray in range(RAYS):
        ends = [2 * pi * (ray + half) / RAYS for half in (0.0, 0.5)]
        (a, b), (c, d) = ((x + far * cos(angle), y + far * sin(angle)) for angle in ends)
        made.append(drawing.path(path_of("M", x, y, "L", a, b, "L", c, d, "z"), fill=LIGHT[GOODS], debug=False))
    return group(drawing, made)


def _told(table: Table, wording: Wording, story: str, own: Settings, wins: tuple[int, ...]) -> tuple[str, list[str]]:
    """Return the line above the title, and what stands below it."""
    day = format_date(ended_on(table.times), "long", DATES.get(wording.lang, wording.lang))
    minutes, people = minutes_played(table.times), wording.players
    facts = (wording.amount("round", table.state.round), length(wording, minutes) if minutes else "")
    leads = score(wording, dict(zip(people, wins, strict=True)), people) if any(wins) else ""
    stake = wording.say("chronicle", "stake", stake=own.stake) if own.stake else ""
    said = (story, sentence(", ".join(filter(None, facts))), sentence(leads), sentence(stake))
    return " · ".join(filter(None, (own.group, day))), list(filter(None, said))


def _stage(
    drawing: svgwrite.Drawing, table: Table, wording: Wording, hero: int, told: tuple[str, str, list[str]]
) -> Iterator[BaseElement]:
    state, ink, (title, above, below) = table.state, LIGHT["crown-ink"], told
    yield drawing.circle((296, 318), 236, fill=LIGHT[HOT], stroke=ink, stroke_width=3)
    yield _face(drawing, wording.book, state.players[hero].character, 156, 206, 280, LIGHT["panel"])
    if state.winner >= 0:
        gold = [drawing.path(part, fill=GOLD, stroke=SHADE, stroke_width=1.4, debug=False) for part in (CROWN, TIPS)]
        jewels = drawing.path(JEWELS, fill=ink, debug=False)
        yield group(drawing, [*gold, jewels], transform="translate(215 76)scale(2.7)", stroke_linejoin="round")
    wide = SIZE - EDGE - 566
    (line, *_), size = fitted(above, wide * REGULAR, 26, 1, LEAST)
    yield write(drawing, line, 566, 120, size, fill=ink, text_anchor="start")
    texts = [line for text in below for line in wrapped(text, wide * REGULAR, 27)[:4]]
    largest = 118.0
    while True:  # the title gives way to what stands below it
        lines, size = fitted(title, wide, largest, 4, LEAST)
        room = int((STAGE_FOOT - 164 - len(lines) * size * 0.94) // 35)
        if room >= len(texts) or size <= SMALLEST_TITLE:
            break
        largest = size - 2
    foot = 140.0
    for line in lines:
        foot += size * 0.94
        yield write(drawing, line, 562, foot, size, fill=ink, class_="display", text_anchor="start")
    foot += 24
    for line in texts[:room]:
        foot += 35
        yield write(drawing, line, 566, foot, 27, fill=LIGHT["ink"], text_anchor="start")


# Three things that are remembered.


def _panels(table: Table, wording: Wording, found: list[Fought], chances: FightChances) -> Iterator[Panel]:
    """Yield the best fight by its chance, the worst luck, and a theft or a turn; those there are."""
    odds = [(known, each) for each in found if (known := chances.of(each)) and each.before]
    won = [(known.won, each) for known, each in odds if each.event.what == "won" and known.won < 1]
    if won:
        chance, best = min(won, key=lambda each: (each[0], each[1].n))
        yield _fight(wording, "recap.best", float(chance), best, HOT)
    spent = max(times_in_forms(table.lines), key=lambda each: each.turns, default=None)
    lost = [(known.won, each) for known, each in odds if each.event.what == "lost"]
    if spent and spent.turns > 1:
        form = name_of_key(wording, f"form.{spent.form}")
        turns = wording.amount("turn", spent.turns)
        yield Panel(wording.say("chronicle", "recap.worst"), form, _of(wording, spent.seat, turns),
                    f"form.{spent.form}", spent.seat, COOL)  # fmt: skip
    elif lost and (worst := max(lost, key=lambda each: (each[0], -each[1].n)))[0] >= EVEN:
        yield _fight(wording, "recap.worst", float(worst[0]), worst[1], COOL)
    else:
        yield from _unlucky(table, wording, found, chances)
    yield from _turn(table, wording)


def _unlucky(table: Table, wording: Wording, found: list[Fought], chances: FightChances) -> Iterator[Panel]:
    """Yield who won the fewest fights against what chances let expect, if it is half a fight or more."""
    known = list(enumerate(tallies(found, chances, len(wording.players))))
    seat, tally = min(known, key=lambda each: each[1].won - each[1].expected)
    if tally.expected - tally.won < EVEN:
        return
    expected = format_decimal(round(tally.expected, 1), locale=wording.lang)
    said = wording.say("chronicle", "recap.luck", won=tally.won, fights=tally.fights, expected=expected)
    character = f"character.{_character(table, {}, seat)}"
    yield Panel(wording.say("chronicle", "recap.worst"), str(wording.who(seat)), said, character, seat, COOL)


def _fight(wording: Wording, heading: str, chance: float, fought: Fought, tint: str) -> Panel:
    event = fought.event
    foe = foe_of(event, fought.before) if fought.before else ""
    mine, theirs = event.scores
    percent = format_percent(round(chance, 2), locale=wording.lang)
    said = _of(wording, event.seat, wording.say("chronicle", "recap.chance", chance=percent))
    name = name_of_key(wording, plain_card(event.cards[0])) if event.cards else str(wording.who(event.other))
    title = f"{name}, {mine}{NO_BREAK}:{NO_BREAK}{theirs}"
    return Panel(wording.say("chronicle", heading), title, said, foe, event.seat, tint)


def _of(wording: Wording, seat: int, text: str) -> str:
    return wording.say("words", "pair", a=wording.who(seat), b=text)


def _turn(table: Table, wording: Wording) -> Iterator[Panel]:
    """Yield the last theft of a thing, else of gold, else the last kill, else the last death."""
    done = list(blows(table.lines))
    thefts, kills = ([each for each in done if each.kind == kind] for kind in ("robbed", "killed"))
    things = [each for each in thefts if each.what != "gold"]
    best = next((each[-1] for each in (things, thefts, kills) if each), None)
    if best:
        heading = "recap.theft" if best.kind == "robbed" else "recap.kill"
        yield Panel(wording.say("chronicle", heading), _what(wording, best), _between(wording, best), best.what,
                    best.by, GOODS)  # fmt: skip
    elif last := next(iter(reversed(list(deaths(table.lines)))), None):
        character = f"character.{last.character}"
        cause = (
            name_of_key(wording, last.cause) if last.cause else wording.say("chronicle", "recap.died", round=last.round)
        )
        yield Panel(wording.say("chronicle", "recap.death"), name_of_key(wording, character),
                    _of(wording, last.seat, cause), character, last.seat, GOODS)  # fmt: skip


def _what(wording: Wording, blow: Blow) -> str:
    return wording.say("panel", "gold") if blow.what == "gold" else name_of_key(wording, blow.what)


def _between(wording: Wording, blow: Blow) -> str:
    key = "recap.from" if blow.kind == "robbed" else "recap.over"
    return wording.say("chronicle", key, by=wording.who(blow.by), whom=wording.who(blow.whom))


def _card(
    drawing: svgwrite.Drawing, book: Book, wording: Wording, panel: Panel, x: float, wide: float, high: float
) -> BaseElement:
    ink, tint, top = LIGHT[f"{panel.tint}-ink"], LIGHT[panel.tint], 590.0
    title, size = fitted(panel.title, wide - 44, 32, 1, 24)
    if any("…" in line for line in title):
        title, size = fitted(panel.title, wide - 44, 32, 2, LEAST)
    above = high - min(130 + 38 * len(title), max(150, high - 120)) if high >= 240 else 0.0
    parts = [drawing.rect((x, top), (wide, high), rx=18, fill=LIGHT["panel"], stroke=ink, stroke_width=3)]
    if above:
        shape = path_of("M", x + 2, top + above, "v", -(above - 18), "q", 0, -16, 16, -16, "H", x + wide - 18,
                        "q", 16, 0, 16, 16, "V", top + above, "z")  # fmt: skip
        parts.append(drawing.path(shape, fill=tint, debug=False))
        side = min(above - 36, 140)
        parts.append(_thing(drawing, book, panel.picture, x + (wide - side) / 2, top + 18, side, tint, ink))
    pawn = Pawn(panel.seat, letters(*wording.players)[panel.seat], "")
    mark_x, mark_y = (x + 38, top + 38) if above else (x + wide - 38, top + 38)
    parts.append(group(drawing, [seat_mark(drawing, pawn, mark_x, mark_y, 0.8)], class_="mark-of"))
    foot = top + above + 34
    parts.append(write(drawing, panel.heading, x + 22, foot, 22, fill=LIGHT["muted"], text_anchor="start"))
    for text in title:
        foot += size + 6
        parts.append(_bold(drawing, text, x + 22, foot, size))
    room = int((top + high - 14 - foot) // 28)  # fewer lines where many faces stand below
    if room:
        lines, size = fitted(panel.text, (wide - 44) * REGULAR, 22, min(room, 3), LEAST)
        for text in lines:
            foot += 28
            parts.append(write(drawing, text, x + 22, foot, size, fill=LIGHT["ink"], text_anchor="start"))
    return group(drawing, parts)


def _thing(
    drawing: svgwrite.Drawing, book: Book, key: str, x: float, y: float, size: float, ground: str, ink: str
) -> BaseElement:
    """Draw what a key names: a card, character, form, space or counter; of one that is not known here a frame."""
    if key in COUNTERS:
        where = f"translate({short(x + size / 2)} {short(y + size / 2)})scale({size / 20:.2f})"
        return drawing.path(COUNTERS[key], transform=where, fill=ink, debug=False)
    own = book.picture(key) if book.find(key) else None
    return motif(drawing, motif_of(book, key) if book.find(key) else key, x, y, size, ground, ink, own)


def _face(
    drawing: svgwrite.Drawing, book: Book, character: str, x: float, y: float, size: float, ground: str
) -> BaseElement:
    return _thing(drawing, book, f"character.{character}", x, y, size, ground, LIGHT["ink"])


# Everybody who played.


def _faces(
    drawing: svgwrite.Drawing, table: Table, wording: Wording, top: float, wins: tuple[int, ...]
) -> Iterator[BaseElement]:
    people, high = wording.players, SIZE - 36 - top
    yield drawing.rect((EDGE, top), (SIZE - 2 * EDGE, high), rx=18, fill=LIGHT["page"])
    died = {each.seat: each for each in deaths(table.lines)}
    row = -(-len(people) // -(-len(people) // IN_A_ROW))
    wide = (SIZE - 2 * EDGE - 20) / row
    for seat, name in enumerate(people):
        x, y = EDGE + 12 + wide * (seat % row), top + 10 + 90 * (seat // row)
        frame = LIGHT[f"seat-{look_of(seat)[1]}"]
        yield drawing.rect((x, y), (72, 72), rx=10, fill=LIGHT["closed"], stroke=frame, stroke_width=3)
        yield _face(drawing, wording.book, _character(table, died, seat), x + 6, y + 6, 60, LIGHT["panel"])
        (line, *_), size = fitted(name, wide - 96, 28, 1, LEAST)
        yield _bold(drawing, line, x + 80, y + 32, size)
        note = _note(table, wording, seat, died[seat].round if seat in died else 0)
        (line, *_), size = fitted(note, (wide - 82) * REGULAR, 20, 1, LEAST)
        yield write(drawing, line, x + 80, y + 61, size, fill=LIGHT["muted"], text_anchor="start")
        yield from _crowns(drawing, x, y, wins[seat])
        if note.isdigit():
            where = f"translate({short(x + 84 + 16 + 14 * len(note))} {short(y + 55)})scale(1.1)"
            yield drawing.path(COUNTERS["life"], transform=where, fill=LIGHT["bad"], debug=False)


def _crowns(drawing: svgwrite.Drawing, x: float, y: float, wins: int) -> Iterator[BaseElement]:
    """Draw the games that somebody has won over the upper edge of a portrait: a crown each, or one and a number."""
    shown = wins if wins <= MOST_CROWNS else 1
    wide = 22 * shown + (0 if shown == wins else 14 + 12 * len(str(wins)))
    left = x + 36 - wide / 2
    for at in range(shown):
        where = f"translate({short(left + 22 * at)} {short(y - 14)})scale(.36)"
        gold = [drawing.path(part, fill=GOLD, stroke=SHADE, stroke_width=3, debug=False) for part in (CROWN, TIPS)]
        yield group(drawing, gold, transform=where, stroke_linejoin="round")
    if shown != wins:
        yield drawing.rect((left + 20, y - 12), (wide - 16, 22), rx=6, fill=LIGHT["page"])
        yield _bold(drawing, f"×{wins}", left + 24, y + 6, LEAST)


def _character(table: Table, died: Mapping[int, Death], seat: int) -> str:
    """Return the character of a seat now, else the last one it had."""
    first = dict(enumerate(character for _, character in table.settings.players))
    now = table.state.players[seat].character
    return now or (died[seat].character if seat in died else first.get(seat, ""))


def _note(table: Table, wording: Wording, seat: int, died: int) -> str:
    """Return what became of somebody: the winner, the round of the last death, else its lives as a number."""
    if seat == table.state.winner:
        return wording.say("chronicle", "recap.won")
    if died and not table.state.players[seat].life:
        return wording.say("chronicle", "recap.died", round=died)
    return str(table.state.players[seat].life)


def _bold(drawing: svgwrite.Drawing, text: str, x: float, y: float, size: float) -> BaseElement:
    return write(drawing, text, x, y, size, fill=LIGHT["ink"], class_="display", text_anchor="start")
