"""Teaching in play: a sentence about what a group meets for the first time, told until somebody puts it away.

`text/screen/hints.toml` says what makes a hint and where it stands; `<home>/hints.jsonl` has those a group has read, a
line each, so that none is told twice. A move that led to nothing is told here too, with what was lacking.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.operations.fights import Win
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Event, Option, Seen
from talisman_nb.rules.book import Book, book_of, operations_of, plain_card
from talisman_nb.rules.index import rule as rule_of
from talisman_nb.table import Table
from talisman_nb.table.kept_lines import KeptLines
from talisman_nb.text.events import say_event
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.labels import closed_text
from talisman_nb.text.screen.contents import sheet
from talisman_nb.text.screen.values import Hint, Moment, Screen
from talisman_nb.text.wording import Wording, wording_of

from .beside_question import end_of


class ReadHint(msgspec.Struct, frozen=True):
    """A hint that a group has read; `NONE`: it wants none."""

    hint: str


NONE: Final = "none"
READ: Final = KeptLines("hints.jsonl", ReadHint, lambda read: read.hint)


class HintKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause of a hint, as `hints.toml` says: an event (`kind` or `kind.what`), or how somebody stands."""

    at: Literal["sheet", "card", "question"]
    rule: str = ""  # what the event cites where it is left out
    event: str = ""
    state: Literal["", "aim", "begins", "tradable", "moves"] = ""
    holds: Literal["", "form", "spells"] = ""  # what of a seat must still be so for an event to be told


class Found(NamedTuple):
    """The cause of a hint that waits: seat, number, rule, the end of its phrase's key, the card, and in whose turn."""

    seat: int
    n: int = 0
    rule: str = ""
    suffix: str = ""
    card: str = ""
    turn: int = -1


@cache
def hint_kinds() -> dict[str, HintKind]:
    """Return the hints of `hints.toml`, those that are told first in front. Cached."""
    file = resources.files("talisman_nb.text.screen") / "hints.toml"
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, HintKind])


def wants_hints() -> bool:
    """Return whether the group wants hints: it does until it says otherwise."""
    return all(read.hint != NONE for read in READ.read())


def want_hints(wanted: bool) -> None:
    """Keep whether the group wants hints. Raises `TableFileError` "system"."""
    if wanted != wants_hints():
        (READ.forget if wanted else READ.keep)(ReadHint(NONE))


def put_away(hint: str) -> None:
    """Keep that the group has read a hint. Raises `TableFileError` "system"."""
    if hint in hint_kinds():
        READ.keep(ReadHint(hint))


class Hints:
    """The hints that wait to be read on one screen."""

    def __init__(self) -> None:
        self._waiting: dict[str, Found] = {}
        self._last: tuple[Screen, Seen, str] | None = None

    def hint(self, made: Screen, state: Seen, events: tuple[Event, ...], lang: str, viewer: int) -> Hint | None:
        """Return the hint to show on a screen, None for none; `events` are those of the last press."""
        for key, kind in hint_kinds().items():
            found = _found(kind, made, state, events, viewer)
            if found and (key not in self._waiting or kind.at == "card"):
                self._waiting[key] = found._replace(turn=state.turn)
            elif key in self._waiting and not _still(kind, self._waiting[key], found, state):
                del self._waiting[key]
        self._last = made, state, lang
        return self.next()

    def next(self) -> Hint | None:
        """Return the first hint for the last screen that nobody has put away meanwhile, None for none."""
        if not self._waiting or not self._last:
            return None
        made, state, lang = self._last
        read = {each.hint for each in READ.read()}
        self._waiting = {key: found for key, found in self._waiting.items() if key not in read}
        wording = wording_of(state, lang)
        hints = (_told(key, self._waiting[key], made, state, wording) for key in hint_kinds() if key in self._waiting)
        return next(filter(None, hints), None) if NONE not in read else None


def _found(kind: HintKind, made: Screen, state: Seen, events: tuple[Event, ...], viewer: int) -> Found | None:
    """Return the cause of a hint now; a phone is told what is about its own seat."""
    book = book_of(state.book)
    if kind.state in {"aim", "begins"}:
        seat = viewer if viewer >= 0 else state.turn
        aim = _winning_rule(book) if kind.state == "aim" else ""
        told = state.round == 1 and state.players[seat].character and (aim or kind.state == "begins")
        return Found(seat, rule=aim) if told else None
    if kind.state == "moves":
        asked = made.question is not None and made.question.leads and viewer in (-1, state.turn)
        return Found(state.turn) if asked else None
    if kind.state == "tradable":
        seats = ((sheet.who.seat, sheet.trophy_points) for sheet in made.sheets)
        found = (_tradable(book, seat, points, made.trophy_price) for seat, points in seats)
        return next((each for each in found if each and viewer in (-1, each.seat)), None)
    of_kind = (e for e in events if kind.event in (e.kind, f"{e.kind}.{e.what}") and e.seat >= 0)
    event = next((each for each in of_kind if viewer in (-1, each.seat)), None)
    card = _card(made)
    if event is None or (kind.at == "card" and not card):  # it passed by: told the next time
        return None
    return Found(event.seat, event.n, kind.rule or next(iter(event.cites), ""), card=card)


def _still(kind: HintKind, waiting: Found, found: Found | None, state: Seen) -> bool:
    """Return whether what a waiting hint tells is still so."""
    if kind.state in {"tradable", "moves"}:
        return found is not None
    player = state.players[waiting.seat]
    return {"": True, "form": player.form == kind.event.partition(".")[2], "spells": bool(player.spells)}[kind.holds]


@cache
def _winning_rule(book: Book) -> str:
    """Return the rule by which somebody wins, "" where a card decides: an ending that replaces the board's."""
    if book.table.get("own.ending"):
        return ""
    if book.table["win.last"]:
        return "win.last"
    operations = (op for definition in book.definitions.values() for op in operations_of(definition))
    return next((cited for op in operations if isinstance(op, Win) for cited in op.cites), "")


def _card(made: Screen) -> str:
    """Return the key of the card that stands beside the question, "" for none."""
    return made.question.card.key if made.question and made.question.card else ""


def _tradable(book: Book, seat: int, points: tuple[int, int], price: tuple[int, int]) -> Found | None:
    kept = book.table["trophy.kept"] == "points"
    for stat, has, cost in zip(STATS[:2], points, price, strict=True):
        if 0 < cost <= has:
            return Found(seat, cost, suffix=".points" if kept else f".{stat}")
    return None


def _told(key: str, found: Found, made: Screen, state: Seen, wording: Wording) -> Hint | None:
    """A hint in words; None while what it stands at is not shown.

    One about somebody stands there in the turn in which it came up, and comes again in that person's own turns.
    """
    kind, sheet = hint_kinds()[key], next((each for each in made.sheets if each.who.seat == found.seat), None)
    if sheet is None or (kind.at == "card" and found.card != _card(made)):
        return None
    if kind.at == "sheet" and kind.state not in {"aim", "begins"} and state.turn not in (found.turn, found.seat):
        return None
    rule = found.rule or kind.rule
    n = state.players[found.seat].form_left if kind.holds == "form" else found.n
    places = {"who": wording.who(found.seat), "n": n, "strength": sheet.strength[1], "craft": sheet.craft[1]}
    if kind.state == "aim":
        places["rule"] = rule_of(rule).text_in(book_of(state.book).rules_of, wording.lang)
    text = wording.say("hints", f"{key}{found.suffix}", **places)
    begins, moves = (kind.state == each for each in ("begins", "moves"))
    return Hint(key, text, found.seat, rule, found.card if kind.at == "card" else "", figures=begins, ways=moves)


def nothing_came(table: Table, seat: int, lang: str) -> Moment | None:
    """Return the moment that tells that a seat's last move led to nothing; None if the table has no such move.

    Beside it stand what waited there and what the character lacked for it; a card found there that it could not have
    is named with its price and the reason.
    """
    way = next((line for line in reversed(table.lines) if line.ask.kind == "way" and line.ask.seat == seat), None)
    option = next((each for each in way.ask.options if each.key == way.answer.key), None) if way else None
    if way is None or option is None or not option.space:
        return None
    state, wording = seen_by(way.after), wording_of(way.after, lang)
    asked = [line.ask for line in table.lines[way.n :] if line.ask.seat == seat and line.ask.kind in ("take", "card")]
    refused = [each for ask in asked for each in ask.options if each.closed and each.source and ask.kind == "take"]
    found = refused[0].source if refused else option.space
    if refused:
        what = _why_refused(wording, seat, refused[0])
    else:
        drawn = any(ask.kind == "card" for ask in asked)
        what = "" if drawn else sentence(end_of(seen_by(way.before), seat, option, lang).detail)
    one = sheet(state, seat, lang)
    lacks = "" if one.gold or refused else wording.say("asks", "note.gold-left", who=wording.who(seat), n=0)
    said = say_event(way.after, Event("nothing_happens", seat, source=found), lang).removesuffix(".")
    detail = " · ".join(filter(None, (what, one.state or lacks)))
    return Moment(said, detail, picture=plain_card(found) if refused else f"space.{found}")


def _why_refused(wording: Wording, seat: int, option: Option) -> str:
    """Say why somebody may not have a card that lies there, with its price."""
    price = wording.say("words", "price", n=option.n) if option.n else ""
    reason = closed_text(wording, seat, replace(option, cites=())).removesuffix(".")
    return " · ".join(filter(None, (price, reason)))
