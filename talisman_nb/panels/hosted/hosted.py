"""Audiences of a hosted table: what the laptop, a seat's phone and the television show and may do."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from talisman_nb.chronicle.journal import journal_line
from talisman_nb.engine import NotAllowedError, asides
from talisman_nb.engine.by_hand import SEAT_COUNTERS
from talisman_nb.engine.view import seen_by, unveil_key, view_ask
from talisman_nb.model import EVERYBODY, Ask, Change, State, read_key
from talisman_nb.panels.sync.message import STALE, ViewMessage
from talisman_nb.panels.table.audience import AGAIN, FORGET, LATE, LOOK, PLAYING, late_casts, late_choices
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.table import AnswerRecord, Table, TableFileError
from talisman_nb.table.hand_moves import OPEN, complete_change
from talisman_nb.table.own_cards import OWN_PREFIX
from talisman_nb.table.policy import wishing
from talisman_nb.table.records import REACT
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Choice, Question, Screen

from .gathering import LAPTOP, NOBODY, Gathering
from .offturn import BET, PEEK, cover_late, peeked, real_change, real_key, waiting, without_names

HOLD, GO_ON = "host:hold", "host:go-on"
"""Keys of the offers to stop the game for a moment, and to let it go on before."""
NOT_YOURS: Final = "table.not-yours"
HELD: Final = "table.held"
HELD_BEFORE: Final = "table.held-before"
ONLY_LAPTOP: Final = "table.at-laptop"
"""Reasons of `NotAllowedError`: another seat is asked; somebody has stopped the game; this seat has stopped it here
already; only the laptop may do it."""


def with_others(made: Screen, gathering: Gathering, viewer: int, device: str, lang: str) -> Screen:
    """Return a screen with who is in, on which devices, and whether the game is stopped."""
    held = gathering.held
    note = made.note or (load_phrases(lang).say("errors", HELD) if held else "")
    inside = tuple(sorted(gathering.inside))
    devices = (replace(each, own=each.id == device) for each in gathering.devices(viewer))
    hosted = made.question is not None
    return replace(made, note=note, held=held, hosted=hosted, inside=inside, devices=tuple(devices))


def stopping_offers(gathering: Gathering, seat: int, ply: int, lang: str) -> tuple[Choice, ...]:
    """Return the offer to let a stopped game go on, else to a phone the one to stop it."""
    may_stop = seat != LAPTOP and (gathering.held or gathering.may_hold(seat, ply))
    key = GO_ON if gathering.may_let_go(seat) else HOLD if may_stop else ""
    return (Choice(key, load_phrases(lang).say("host", key.removeprefix("host:"))),) if key else ()


def stop(gathering: Gathering, seat: int, ply: int, key: str) -> None:
    """Stop the game for a moment or let it go on, by the key of the offer. Raises `NotAllowedError`."""
    if key == HOLD and not gathering.held:
        if not gathering.may_hold(seat, ply):
            raise NotAllowedError(HELD_BEFORE, "this seat has stopped the game here", ("table.not-open",))
        gathering.hold(seat, ply)
    if key == GO_ON and gathering.may_let_go(seat):
        gathering.let_go()


def who_was_quicker(table: Table, ply: int | None, gathering: Gathering, viewer: int, lang: str) -> str:
    """Return a sentence on which other screen has answered question `ply`, and how; "" if none has."""
    line = next((line for line in reversed(table.lines) if line.before.ply == ply), None)
    author = gathering.author(line) if line else NOBODY
    if line is None or author in (viewer, NOBODY):
        return ""
    said = load_phrases(lang)
    who = table.state.players[author].name if author >= 0 else said.say("host", "laptop")
    asked = question(line.before, view_ask(line.ask, viewer), lang, viewer)
    options = (*asked.options, *asked.offers)
    answer = next((o.label for o in options if o.key == line.answer.key), "")
    return said.say("errors", "table.quicker", who=who, answer=answer or journal_line(line, lang, viewer).text)


def for_television(made: Screen, lang: str) -> Screen:
    """Return a screen without anything to press: what may be chosen is read from afar, and named by no key."""
    asked = made.question
    return replace(
        made,
        question=replace(asked, options=_read(asked), offers=(), why=(), elsewhere={}, where=()) if asked else None,
        asides=(),
        drops={},
        late=(),
        can_undo=False,
        can_redo=False,
        note=load_phrases(lang).say("errors", HELD) if made.held else "",
        devices=(),
        hint=None,
    )


def _read(asked: Question) -> tuple[Choice, ...]:
    """The options of a question as everybody at the table may read them; none of one whose answer is typed or hidden.

    Faces of a die say nothing by themselves. An option has only its place among the others (`letters.js`), no key.
    """
    options = asked.options
    hidden = any(read_key(option.key)[0] == "nth" for option in options)
    plain = all(option.face and not option.detail for option in options)
    if asked.kind in UNREAD or asked.who is None or hidden or plain:
        return ()
    return tuple(replace(option, key="") for option in options)


UNREAD: Final = ("card", "character", "amount", "react", "hands", "over")
"""Kinds of questions whose options are no choice that a table looks at together: they are typed, or done by hand."""


class Phone(NamedTuple):
    """A seat's phone: what it may do at a table, and what it shows; `holding`: the answer that it has gone back to."""

    table: Table
    gathering: Gathering
    seat: int
    lang: str
    holding: AnswerRecord | None

    def checked(self, message: ViewMessage) -> ViewMessage:
        """Return the message with the ply of the question. Raises `NotAllowedError` if it is not this seat's."""
        table = self.table
        if message.ply not in (None, table.state.ply):
            raise NotAllowedError(STALE, f"question {message.ply} is past", (STALE,))
        message = self.named(message)
        if table.settings.sheets_only and (message.type in PLAYING or message.done):
            raise NotAllowedError(STALE, "the table keeps sheets only: nothing is asked", (STALE,))
        if not self._offered(message):
            raise NotAllowedError(NOT_YOURS, f"seat {self.seat} may not {message.type} here", ("table.not-open",))
        may = may_keep_sheet if table.settings.sheets_only else may_correct
        if not may(table.state, message.changes, self.seat):
            raise NotAllowedError(ONLY_LAPTOP, f"a phone may not set {message.changes}", ("table.not-open",))
        return replace(message, ply=table.state.ply)

    def named(self, message: ViewMessage) -> ViewMessage:
        """Return a message with the Spells that its numbers of covered ones stand for."""
        table, seat = self.table, self.seat
        changes = tuple(real_change(change, table.state, seat) for change in message.changes)
        if message.type == "aside":
            whose, _, key = message.key.partition("/")
            state = self.holding.before if self.holding else table.state
            key = real_key(asides(seen_by(state, (seat,)), seat), key) if whose == str(seat) else key
            return replace(message, key=f"{whose}/{key}", changes=changes)
        if message.key.startswith(LATE):
            n, _, key = message.key.removeprefix(LATE).partition("/")
            before = table.lines[int(n) - 1].before if n.isdecimal() and 0 < int(n) <= len(table.lines) else table.state
            key = real_key(asides(seen_by(before, (seat,)), seat), key)
            return replace(message, key=f"{LATE}{n}/{key}", changes=changes)
        return replace(message, changes=changes)

    def beside(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a message that is no press: a bet, which is placed, or a look at the own Spells."""
        table, seat, lang = self.table, self.seat, self.lang
        if message["type"] == PEEK:
            state = self.holding.before if self.holding else table.state
            return {"type": PEEK, "spells": to_builtins(peeked(seen_by(state, (seat,)), seat, lang))}
        ply, face = message.get("ply"), message.get("n")
        with suppress(NotAllowedError, TableFileError):
            if isinstance(ply, int) and isinstance(face, int) and not self.holding and not table.settings.sheets_only:
                table.bet(seat, face, ply=ply)
        return {"type": BET, "waiting": to_builtins(waiting(table, seat, lang))}

    def _offered(self, message: ViewMessage) -> bool:
        """Return whether this seat may do that now."""
        table, found = self.table, self.table.ask
        if message.type == "hold-on":
            return message.n in {line.n for line in table.late_moments(self.seat)}
        if self.holding:
            return message.type == "undo" or (message.type == "aside" and message.key in self._cast_late(self.holding))
        if message.type == "aside":
            return message.key in {f"{self.seat}/{option.key}" for option in table.asides(self.seat)}
        if message.type == "undo":
            return self._may_undo()
        if message.type == "answer" and message.key.startswith(LATE):
            rerolls = late_choices(table, self.lang, self.seat, set())
            return message.key in {choice.key for choice in (*rerolls, *late_casts(table, self.lang, self.seat))}
        mine = found.seat in (self.seat, EVERYBODY)
        if message.type == "answer" and message.key in (AGAIN, FORGET):
            return mine and found.kind == "hands"
        if message.type == "correct":
            return table.settings.sheets_only or (mine and found.kind == "hands")
        if message.type != "answer" or not mine:
            return mine
        if _is_virtual(found, table):
            return False
        open_ = {option.key for option in (*found.options, *found.offers)}
        kept = found.kind == "card" and {key for key in message.keys if key.startswith(OWN_PREFIX)}
        keys = set(message.keys or (message.key,)) - (kept or set())
        return all(unveil_key(found, key) in open_ for key in keys) and not message.here

    def _cast_late(self, line: AnswerRecord) -> set[str]:
        """The Spells that this seat could have cast before an answer; nothing else is put in late from a phone."""
        offered = asides(seen_by(line.before, (self.seat,)), self.seat)
        return {f"{self.seat}/{option.key}" for option in offered if option.verb == "cast" and not option.closed}

    def wish(self, value: str) -> None:
        """Set when this seat is asked for its Spells: a value of `REACT`."""
        if value not in REACT:
            raise NotAllowedError("table.message", f"no wish {value!r}", ("table.not-open",))
        wishes = dict(enumerate(self.table.settings.react)) | {self.seat: value}
        self.table.set(react=tuple(wishes.get(seat, "pass") for seat in range(len(self.table.state.players))))

    def only_passes(self, message: ViewMessage) -> bool:
        """Whether this seat says that it answers nothing to a question to everybody, and others still may."""
        table, found = self.table, self.table.ask
        if message.type != "answer" or found.seat != EVERYBODY or message.key not in {o.key for o in found.options}:
            return False
        passed = self.gathering.passes(found.ply, self.seat)
        wish = wishing(found, table.state, table.settings)
        return any(seat not in passed and self.gathering.inside[seat] for seat in wish)

    def _may_undo(self) -> bool:
        """Whether the last press was made here."""
        if self.holding:
            return True
        press = self.table.last_press
        return bool(self.table.can_undo and press and self.gathering.author(press) == self.seat)

    def screen(self, made: Screen) -> Screen:
        """Return a screen with its question if it is this seat's, else with whom the game waits for."""
        table, asked, found = self.table, made.question, self.table.ask
        if asked is None:
            return made
        made = replace(made, can_redo=False)
        if self.holding:
            late = self._cast_late(self.holding)
            cast = tuple(choice for choice in made.asides if choice.key in late)
            waits = self._waits(asked, self.holding.ask)
            made = replace(made, question=waits, asides=cast, drops={}, hands=(), hands_before=())
            return without_names(made, self.holding.ask, self.holding.before, self.seat, self.lang)
        mine = found.seat == self.seat or (found.seat == EVERYBODY and self._wishes(found))
        if not table.settings.sheets_only:
            asked = self._own(asked) if mine or found.kind == "over" else self._waits(asked, found)
        idle = not mine and found.kind != "over" and not table.settings.sheets_only
        made = replace(
            made,
            question=asked,
            asides=tuple(choice for choice in made.asides if choice.key.startswith(f"{self.seat}/")),
            drops={seat: cards for seat, cards in made.drops.items() if seat == str(self.seat)},
            hands=made.hands if mine else (),
            hands_before=made.hands_before if mine else (),
            can_undo=self._may_undo(),
            wish=dict(enumerate(table.settings.react)).get(self.seat, "pass"),
            waiting=waiting(table, self.seat, self.lang) if idle else None,
        )
        return without_names(made, found, table.state, self.seat, self.lang)

    def _wishes(self, found: Ask) -> bool:
        """Whether this seat is asked in a question to everybody, and has not passed yet."""
        wish = wishing(found, self.table.state, self.table.settings)
        return (self.seat in wish or not wish) and not self.gathering.has_passed(found.ply, self.seat)

    def _own(self, asked: Question) -> Question:
        """The question without what only the laptop may do."""
        offers = tuple(offer for offer in asked.offers if not offer.key.startswith(("table:", LOOK)))
        virtual = _is_virtual(self.table.ask, self.table)
        return replace(asked, offers=(*offers, *self._late_casts()), options=() if virtual else asked.options)

    def _late(self) -> tuple[Choice, ...]:
        """Return the rerolls and Spells this seat was not asked about; they stand though somebody else is asked now."""
        rerolls = late_choices(self.table, self.lang, self.seat, set())
        return (*rerolls, *self._late_casts())

    def _late_casts(self) -> tuple[Choice, ...]:
        """Return the Spells this seat was not asked about in the last press, by number."""
        return cover_late(late_casts(self.table, self.lang, self.seat), self.table, self.seat, self.lang)

    def _waits(self, asked: Question, found: Ask) -> Question:
        said, state = load_phrases(self.lang), self.table.state
        who = state.players[found.seat].name if found.seat >= 0 else ""
        headline = asked.headline
        if who:
            headline = said.first("asks", (f"wait.{found.kind}.{found.purpose}", f"wait.{found.kind}", "wait"), who=who)
        offers = (*self._late(), *stopping_offers(self.gathering, self.seat, state.ply, self.lang))
        return Question(ply=asked.ply, kind="wait", who=asked.who, headline=headline, offers=offers, why=asked.why)


def _is_virtual(found: Ask, table: Table) -> bool:
    """Whether a question is answered by the table's own dice or decks."""
    by = table.settings.dice if found.kind == "die" else table.settings.cards
    return found.chance and by == "virtual"


OF_A_SEAT: Final = (*SEAT_COUNTERS, "miss", "form", "alignment", "space", "draw")
"""Values of `Change.what` that a phone may set of everybody at the table."""
ENDS: Final = ("seat", "trophies", "spells", "space", "discards", "stock", "box")
"""Kinds of places where a phone may put a card."""
IN_HAND: Final = ("seat", "trophies", "spells")
"""Kinds of places whose cards belong to a seat."""


def may_correct(state: State, changes: Iterable[Change], seat: int) -> bool:
    """Return whether the phone of a seat may make these corrections.

    Whose turn it is, who plays, the round and what lasts are set right at the laptop.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> may_correct(state, [Change("life", 1, 3)], 0), may_correct(state, [Change("turn", 0)], 0)
    (True, False)
    """
    return all(_may_change(state, change, seat) for change in changes)


def may_keep_sheet(state: State, changes: Iterable[Change], seat: int) -> bool:
    """Return whether the phone of a seat may make these corrections at a table of sheets only: to its own sheet.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> may_keep_sheet(state, [Change("life", 0, 3)], 0), may_keep_sheet(state, [Change("life", 1, 3)], 0)
    (True, False)
    """
    changes = tuple(changes)
    return may_correct(state, changes, seat) and all(_is_own(state, change, seat) for change in changes)


def _is_own(state: State, change: Change, seat: int) -> bool:
    """Whether a change sets a value of the seat, or moves a card to or from it that is no other seat's."""
    if change.what != "card":
        return change.what in (*OF_A_SEAT, "spells") and change.seat == seat
    whole = complete_change(state, change)
    ends = (place.partition(":") for place in (whole.origin, whole.to))
    return {owner for kind, _, owner in ends if kind in IN_HAND} == {str(seat)}


def _may_change(state: State, change: Change, seat: int) -> bool:
    """Whether a change is of a kind that is offered, and says nothing beyond what that kind needs."""
    match change:
        case Change(what="card", card=card, origin=origin, to=to):
            return change == Change("card", card=card, origin=origin, to=to) and _may_move(state, change, seat)
        case Change(what="lying-gold", n=n, to=to):
            return change == Change("lying-gold", n=n, to=to)
        case Change(what="spells"):
            return change == Change("spells", seat, change.n)
        case Change(what="form" | "alignment" | "space" | "draw"):
            return change == Change(change.what, change.seat, change.n, change.to)
    return change.what in OF_A_SEAT and change == Change(change.what, change.seat, change.n)


def _may_move(state: State, change: Change, seat: int) -> bool:
    """Whether a card comes from where it lies open, the seat's own hand or a deck that is no hand's, and goes there.

    Where a Spell that lies face down is makes no difference, so that a refusal tells nothing about it.
    """
    whole = complete_change(state, change)
    (origin, _, from_), (end, _, to) = whole.origin.partition(":"), whole.to.partition(":")
    book = book_of(state.book)
    deck = origin == "deck" and not change.origin and book.deck_of.get(plain_card(change.card)) != book.face_down
    own = origin == "spells" and from_ == str(seat)
    given = end != "spells" or to == str(seat) or origin in OPEN
    return (origin in OPEN or deck or own) and end in ENDS and given
