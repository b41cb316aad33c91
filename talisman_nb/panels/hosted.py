"""Controllers of the screens of a hosted table: the laptop's, a seat's phone, the television."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.chronicle.journal import shown
from talisman_nb.engine import NotAllowedError, asides
from talisman_nb.engine.view import EVERYONE, seen_by, unveiled, view_ask
from talisman_nb.model import EVERYBODY, Ask, Seen, UserError
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.own_cards import OWN_PREFIX
from talisman_nb.table.policy import wishing
from talisman_nb.table.records import REACT
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Choice, Question, Screen

from .aside_choices import HIDDEN, LATE, late_casts, late_choices
from .controller import PLAYING, STALE, TableController
from .gathering import NOBODY, Gathering
from .message import Message
from .phone_corrections import may_correct, may_keep_sheet
from .setup_controller import Reply
from .table_names import told_by_name
from .table_view import LOOK

HOLD, GO_ON = "host:hold", "host:go-on"
"""Keys of the offers to stop the game for a moment, and to let it go on before."""
NOT_YOURS: Final = "table.not-yours"
HELD: Final = "table.held"
HELD_BEFORE: Final = "table.held-before"
AT_LAPTOP: Final = "table.at-laptop"
"""Reasons of `NotAllowedError`: another seat is asked; somebody has stopped the game; this seat has stopped it here
already; only the laptop may do it."""
READING = ("chronicle", "export", "journal", "look-up", "packing", "situation")
"""Types of messages that only look back."""
UNHELD = ("aside", "language", "wish", *READING)
"""Types of messages that a hold does not stop."""
SEAT_MESSAGES = ("answer", "roll", "hand", "aside", "correct", "hold-on", "undo", "language", "wish", *READING)
"""Types of messages that a phone may send."""


class HostedController(TableController):
    """Controller of one screen of a hosted table."""

    def __init__(self, gathering: Gathering, *shown: Any, **more: Any) -> None:
        """Show what `TableView` is given after the `gathering`."""
        super().__init__(*shown, **more)
        self.gathering = gathering
        self.device = ""  # the id of the device that the screen is on, "" for the laptop
        self._ply: int | None = None  # of the question that the last message was about

    @property
    def seat(self) -> int:
        """The seat that presses here, `LAPTOP` for the laptop."""
        return self.viewer

    def _count_windows(self, seen: bool) -> bool:
        before, self._windows = self._windows, self.gathering.windows
        return self._windows != before

    def handle(self, message: object) -> Reply:
        """Carry a message out, and record whose answers were given by it."""
        if self.table:
            self.gathering.note(self.table.lines, NOBODY)
        reply = super().handle(message)
        if self.table:
            self.gathering.note(self.table.lines, self.seat)
        return reply

    def tell(self, error: UserError) -> None:
        """Show why a message could not be carried out."""
        self._note = told_by_name(error, self.lang)

    def _dispatch(self, message: Message) -> Reply:
        self._ply = message.ply
        if message.type == "answer" and message.key in (HOLD, GO_ON):
            return self._hold(message.key)
        if self.gathering.held and message.type not in UNHELD:
            raise NotAllowedError(HELD, "somebody has stopped the game", ("table.not-open",))
        return self._carry_out(message)

    def _carry_out(self, message: Message) -> Reply:
        return super()._dispatch(message)

    def screen(self) -> Screen:
        """Return the current screen, with who is in and whether the game is stopped."""
        made, held = super().screen(), self.gathering.held
        note = made.note or (load_phrases(self.lang).say("errors", HELD) if held else "")
        inside = tuple(sorted(self.gathering.inside))
        devices = (replace(each, own=each.id == self.device) for each in self.gathering.devices(self.viewer))
        hosted = made.question is not None
        return replace(made, note=note, held=held, hosted=hosted, inside=inside, devices=tuple(devices))

    def _stopping(self, *keys: str) -> tuple[Choice, ...]:
        """The offer to let a stopped game go on, else those of `keys` that are open."""
        found, ply = (GO_ON,) if self.gathering.may_let_go(self.seat) else keys, self._playing().state.ply
        return tuple(
            Choice(key, load_phrases(self.lang).say("host", key.removeprefix("host:")))
            for key in found
            if key == GO_ON or self.gathering.may_hold(self.seat, ply) or self.gathering.held
        )

    def _hold(self, key: str) -> Reply:
        ply = self._playing().state.ply
        if key == HOLD and not self.gathering.held:
            if not self.gathering.may_hold(self.seat, ply):
                raise NotAllowedError(HELD_BEFORE, "this seat has stopped the game here", ("table.not-open",))
            self.gathering.hold(self.seat, ply)
        if key == GO_ON and self.gathering.may_let_go(self.seat):
            self.gathering.let_go()
        return None

    def _refusal(self, refused: NotAllowedError) -> str:
        """Word a refusal; one because of a past question names who has answered it, and how."""
        line = self._answer_to(self._ply) if refused.reason == STALE else None
        return self._quicker(line) if line else super()._refusal(refused)

    def _answer_to(self, ply: int | None) -> AnswerRecord | None:
        """Return the answer to question `ply` if another screen gave it."""
        lines = self.table.lines if self.table else ()
        line = next((line for line in reversed(lines) if line.before.ply == ply), None)
        return line if line and self.gathering.author(line) not in (self.seat, NOBODY) else None

    def _quicker(self, line: AnswerRecord) -> str:
        said, author = load_phrases(self.lang), self.gathering.author(line)
        who = self._playing().state.players[author].name if author >= 0 else said.say("host", "laptop")
        asked = question(line.before, view_ask(line.ask, self.viewer), self.lang, self.viewer)
        options = (*asked.options, *asked.offers)
        answer = next((o.label for o in options if o.key == line.answer.key), "")
        return said.say("errors", "table.quicker", who=who, answer=answer or shown(line, self.lang, self.viewer).text)


class LaptopController(HostedController):
    """Controller of the laptop: any seat may be played here, but Spells on the screen are shown on phones only."""

    def _carry_out(self, message: Message) -> Reply:
        keys = (message.key, *message.keys)
        looks = message.type == "look" or any(key.startswith(LOOK) or key.endswith(f"/{HIDDEN}") for key in keys)
        if looks and self._hides(self._playing()):
            raise NotAllowedError("table.on-phone", "hidden cards are shown on phones", ("spell.hidden",))
        return super()._carry_out(message)

    def _with_look(self, asked: Question | None, found: Ask) -> Question | None:
        return replace(asked, offers=(*asked.offers, *self._stopping())) if asked else None

    def _asides(self, state: Seen) -> tuple[Choice, ...]:
        return tuple(choice for choice in super()._asides(state) if not choice.key.endswith(f"/{HIDDEN}"))


class SeatController(HostedController):
    """Controller of a phone: it shows what its seat may see, and answers the questions to this seat."""

    def _carry_out(self, message: Message) -> Reply:
        if message.type not in SEAT_MESSAGES:
            raise NotAllowedError("table.not-open", f"a phone can't {message.type!r}", ("table.not-open",))
        if message.type in READING:
            return super()._carry_out(message)
        if message.type == "language":
            self.lang = message.lang if message.lang in LANGUAGES else self.lang
            return None
        if message.type == "wish":
            return self._wish(message.value)
        message = self._checked(message)
        return None if self._only_passes(message) else super()._carry_out(message)

    def _wish(self, value: str) -> Reply:
        """Set when this seat is asked for its Spells: a value of `REACT`."""
        table = self._playing()
        if value not in REACT:
            raise NotAllowedError("table.message", f"no wish {value!r}", ("table.not-open",))
        wishes = dict(enumerate(table.settings.react)) | {self.viewer: value}
        table.set(react=tuple(wishes.get(seat, "pass") for seat in range(len(table.state.players))))
        return None

    def _checked(self, message: Message) -> Message:
        """Return the message with the ply of the question. Raises `NotAllowedError` if it is not this seat's."""
        table = self._playing()
        if message.ply not in (None, table.state.ply):
            raise NotAllowedError(STALE, f"question {message.ply} is past", (STALE,))
        if table.settings.sheets_only and (message.type in PLAYING or message.done):
            raise NotAllowedError(STALE, "the table keeps sheets only: nothing is asked", (STALE,))
        if not self._offered(message, table):
            raise NotAllowedError(NOT_YOURS, f"seat {self.viewer} may not {message.type} here", ("table.not-open",))
        may = may_keep_sheet if table.settings.sheets_only else may_correct
        if not may(table.state, message.changes, self.viewer):
            raise NotAllowedError(AT_LAPTOP, f"a phone may not set {message.changes}", ("table.not-open",))
        return replace(message, ply=table.state.ply)

    def _offered(self, message: Message, table: Table) -> bool:
        """Return whether this seat may do that now."""
        found = table.ask
        if message.type == "hold-on":
            return message.n in {line.n for line in table.late_moments(self.viewer)}
        if self._holding:
            return message.type == "undo" or (message.type == "aside" and message.key in self._cast_late(self._holding))
        if message.type == "aside":
            return message.key in {f"{self.viewer}/{option.key}" for option in table.asides(self.viewer)}
        if message.type == "undo":
            return self._may_undo(table)
        if message.type == "answer" and message.key.startswith(LATE):
            return message.key in {choice.key for choice in self._late(table)}
        mine = found.seat in (self.viewer, EVERYBODY)
        if message.type == "correct":
            return table.settings.sheets_only or (mine and found.kind == "hands")
        if message.type != "answer" or not mine:
            return mine
        if _is_virtual(found, table):
            return False
        open_ = {option.key for option in (*found.options, *found.offers)}
        kept = found.kind == "card" and {key for key in message.keys if key.startswith(OWN_PREFIX)}
        keys = set(message.keys or (message.key,)) - (kept or set())
        return all(unveiled(found, key) in open_ for key in keys) and not message.here

    def _cast_late(self, line: AnswerRecord) -> set[str]:
        """The Spells that this seat could have cast before an answer; nothing else is put in late from a phone."""
        offered = asides(seen_by(line.before, (self.viewer,)), self.viewer)
        return {f"{self.viewer}/{option.key}" for option in offered if option.verb == "cast" and not option.closed}

    def _only_passes(self, message: Message) -> bool:
        """Whether this seat says that it answers nothing to a question to everybody, and others still may."""
        table = self._playing()
        found = table.ask
        if message.type != "answer" or found.seat != EVERYBODY or message.key not in {o.key for o in found.options}:
            return False
        passed = self.gathering.passes(found.ply, self.viewer)
        wish = wishing(found, table.state, table.settings)
        return any(seat not in passed and self.gathering.inside[seat] for seat in wish)

    def _may_undo(self, table: Table) -> bool:
        """Whether the last press was made here."""
        if self._holding:
            return True
        return bool(table.can_undo and table.lines and self.gathering.author(table.lines[-1]) == self.viewer)

    def screen(self) -> Screen:
        """Return the current screen: the question if it is this seat's, else whom the game waits for."""
        made, table = super().screen(), self.table
        if table is None or made.question is None:
            return made
        asked, found, sheets_only = made.question, table.ask, table.settings.sheets_only
        if self._holding:
            late = self._cast_late(self._holding)
            cast = tuple(choice for choice in made.asides if choice.key in late)
            waits = self._waits(asked, table, self._holding.ask)
            return replace(
                made, question=waits, asides=cast, drops={}, hands=(), hands_before=(), can_redo=False, windows=1
            )
        mine = found.seat == self.viewer or (found.seat == EVERYBODY and self._wishes(table, found))
        own = mine or found.kind == "over"
        return replace(
            made,
            question=asked if sheets_only else self._own(asked) if own else self._waits(asked, table, found),
            asides=tuple(choice for choice in made.asides if choice.key.startswith(f"{self.viewer}/")),
            drops={seat: cards for seat, cards in made.drops.items() if seat == str(self.viewer)},
            hands=made.hands if mine else (),
            hands_before=made.hands_before if mine else (),
            can_undo=self._may_undo(table),
            can_redo=False,
            windows=1,
            wish=self._wished(table),
        )

    def _wishes(self, table: Table, found: Ask) -> bool:
        """Whether this seat is asked in a question to everybody, and has not passed yet."""
        wish = wishing(found, table.state, table.settings)
        return (self.viewer in wish or not wish) and not self.gathering.has_passed(found.ply, self.viewer)

    def _wished(self, table: Table) -> str:
        return dict(enumerate(table.settings.react)).get(self.viewer, "pass")

    def _own(self, asked: Question) -> Question:
        """The question without what only the laptop may do."""
        offers = tuple(offer for offer in asked.offers if not offer.key.startswith(("table:", LOOK)))
        virtual = _is_virtual(self._playing().ask, self._playing())
        late = late_casts(self._playing(), self.lang, self.viewer)
        return replace(asked, offers=(*offers, *late), options=() if virtual else asked.options)

    def _late(self, table: Table) -> tuple[Choice, ...]:
        """What this seat was not asked: rerolls, Spells; the offers stand although somebody else is asked by now."""
        return (*late_choices(table, self.lang, self.viewer, set()), *late_casts(table, self.lang, self.viewer))

    def _waits(self, asked: Question, table: Table, found: Ask) -> Question:
        said = load_phrases(self.lang)
        who = table.state.players[found.seat].name if found.seat >= 0 else ""
        headline = asked.headline
        if who:
            headline = said.first("asks", (f"wait.{found.kind}.{found.purpose}", f"wait.{found.kind}", "wait"), who=who)
        offers = (*self._late(table), *self._stopping(HOLD))
        return Question(ply=asked.ply, kind="wait", who=asked.who, headline=headline, offers=offers, why=asked.why)


def _is_virtual(found: Ask, table: Table) -> bool:
    """Whether a question is answered by the table's own dice or decks."""
    by = table.settings.dice if found.kind == "die" else table.settings.cards
    return found.chance and by == "virtual"


class TelevisionController(HostedController):
    """View of a television: what everybody may see; nothing can be pressed."""

    def handle(self, message: object) -> Reply:
        """Ignore all messages."""
        return None

    def screen(self) -> Screen:
        """Return the current screen, without anything to press and any hidden card."""
        made = super().screen()
        asked = made.question
        return replace(
            made,
            question=replace(asked, options=_ends(asked), offers=(), why=(), elsewhere={}, where=()) if asked else None,
            asides=(),
            drops={},
            late=(),
            can_undo=False,
            can_redo=False,
            note=load_phrases(self.lang).say("errors", HELD) if made.held else "",
            windows=1,
            devices=(),
        )

    def _hands_shown(self, table: Table) -> tuple[int, ...]:
        return ()

    def _eyes(self, table: Table, found: Ask) -> int:
        return EVERYONE


def _ends(asked: Question) -> tuple[Choice, ...]:
    """The spaces among the options of a question, for the board; the others blank, so that each keeps its letter."""
    if not any(option.space for option in asked.options):
        return ()
    return tuple(option if option.space else Choice("", "") for option in asked.options)
