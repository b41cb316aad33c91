"""The controller of a table (`TableController`): dispatches the panel's messages to methods of `Table`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.book_runtime import OWN
from talisman_nb.engine.drawing_cards import check_own, deck_asked
from talisman_nb.engine.stepping import is_aside
from talisman_nb.engine.view import unveil_key
from talisman_nb.model import Answer, Change, UserError
from talisman_nb.model.kinds import BOARD_TEXT, FIGURE
from talisman_nb.panels.hosted.gathering import NOBODY
from talisman_nb.panels.hosted.hosted import GO_ON, HELD, HOLD, stop, who_was_quicker
from talisman_nb.panels.setup.setup_form import OF_FORM, SettingUp, open_named, told_by_name
from talisman_nb.panels.sync.message import ELSEWHERE, STALE, ViewMessage, answers_of, read, seat_in, unclear
from talisman_nb.rules.book import book_of
from talisman_nb.table import AnswerRecord, Replay, Table, TableFileError
from talisman_nb.table.answerable_table import decide
from talisman_nb.table.file.saved_tables import free_name
from talisman_nb.table.hand_moves import complete_change, is_hidden
from talisman_nb.table.last_time import forget_last_time, last_time, remember, remember_text
from talisman_nb.table.own_cards import correct_own_card, forget_own_card, keep_own_card, own_card
from talisman_nb.text.pages.rule_page import DOUBTS
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.screen.contents import refusal

from .audience import AGAIN, FORGET, HIDDEN, LATE, LOOK, NO_SPELL, PERSONAL, PLAYING, READING, SHARED, TAKE_OVER, UNHELD
from .bot_seats import BOT_MOVES, PLAY_FOR, SEAT, TEMPO
from .looking_back import asked_before, looked_up
from .table_view import TableView

SAVE_ANEW = "table:save-anew"
"""Key of the offer to save the game in a new file."""
FILE_LOST = ("gone", "replaced", "folder-missing")
"""Keys of `TableFileError` after which the screen offers to save the game in a new file."""
Reply = dict[str, Any] | None
"""Result of a handler: a reply to the view that sent the message, or None to refresh the screens of all views."""


class TableController(TableView):
    """A view of a table, or of the form of a new one, that carries out what its audience may send."""

    _ply: int | None = None  # of the question that the last message was about

    def handle(self, message: object) -> Reply:
        """Carry a message out. A refusal or error becomes the next screen's note, and changes nothing."""
        if not self.audience.presses:
            return self._beside(message)
        self._credit(NOBODY)
        about = None if self.table else self._past.group(message, self._form)
        reply = self._beside(message) or about or self._handled(message)
        self._credit(self.viewer)
        return reply

    def tell(self, error: UserError) -> None:
        """Show why a message could not be carried out."""
        self._note = told_by_name(error, self.lang)

    def _credit(self, seat: int) -> None:
        """Record that a seat has given the answers that are not known yet."""
        if self.table and self.audience.hosted:
            self.gathering.note(self.table.lines, seat)

    def _handled(self, message: object) -> Reply:
        self._take_news()
        self._refuse("")
        self._typed, self._back = "", False
        try:
            return self._pressed(message)
        except (CardError, UserError) as error:
            self._refuse(told_by_name(error, self.lang))
            if isinstance(error, TableFileError) and error.key in FILE_LOST:
                self._lost = True
            return None

    def _pressed(self, message: object) -> Reply:
        """Decode and carry out a message; a refusal becomes the note and keeps what is shown."""
        looking, self._looking = self._looking, SHARED
        waited = self.table is not None and bool(self.table.pending)
        try:
            reply = self._dispatch(read(message))
        except NotAllowedError as refused:
            self._refuse(self._refusal(refused))
            self._looking = looking
            if refused.reason == STALE:
                self._holding = None
            return None
        if reply is None:
            self._rev += 1
            self._moved = self._moved or waited
        return reply

    def _dispatch(self, message: ViewMessage) -> Reply:
        """Call the handler of the message's type. Raises `NotAllowedError` for what the audience may not send."""
        self._ply = message.ply
        if self.audience.hosted:
            if message.type == "answer" and message.key in (HOLD, GO_ON):
                stop(self.gathering, self.viewer, self._playing().state.ply, message.key)
                return None
            if self.gathering.held and message.type not in UNHELD:
                raise NotAllowedError(HELD, "somebody has stopped the game", ("table.not-open",))
        self.audience.check(message, self.table)
        if self.audience.is_phone and message.type not in PERSONAL:
            message = self._phone().checked(message)
            if self._phone().only_passes(message):
                return None
        if message.type not in MESSAGES:
            raise unclear(f"no type {message.type!r}: expected one of {', '.join(MESSAGES)}")
        plays = message.type in PLAYING and not message.key.startswith("table:")
        if plays and self.table and self.table.settings.sheets_only:
            raise NotAllowedError(STALE, "the table keeps sheets only: let it take over first", (STALE,))
        return MESSAGES[message.type](self, message)

    def _refuse(self, note: str) -> None:
        """Set the note of the next screen, "" for none: that of the form too while it is shown."""
        self._note = note
        if self.table is None:
            self._form.note = note

    def _refusal(self, refused: NotAllowedError) -> str:
        """Word a refusal; one because of a past question names which other screen has answered it, and how."""
        if self.table is None:
            return load_phrases(self.lang).say("errors", refused.reason, who="", answer="")
        if refused.reason == STALE and self.audience.hosted:
            quicker = who_was_quicker(self.table, self._ply, self.gathering, self.viewer, self.lang)
            if quicker:
                return quicker
        state, found = self.table.state, self.table.ask
        answer = ""
        if refused.reason == ELSEWHERE:
            (self._typed,) = refused.expected
            answer = self._places.location_text(self._typed, self.table, found, self.lang, self._eyes(found))
        return refusal(self.lang, refused.reason, max(found.seat, 0), state, answer)

    # --- which table ---

    def _set_up(self, message: ViewMessage) -> Reply:
        reply, self.lang = self._form.handle(message), self._form.lang
        return reply

    def _start(self, message: ViewMessage) -> None:
        self._form.handle(message)
        self.lang, self.table = self._form.lang, self._form.begun()
        if self.table:
            self._made(*self.table.lines)
            self._events = (*self.table.opening, *self._events)

    def _leave(self, message: ViewMessage) -> None:
        """Return to the form of a new table; the table stays in its file.

        To play again, the form is filled with its people and with what it played by.
        """
        before, self.table, self._form = self.table, None, SettingUp(self.lang)
        if before and message.type == "play-again":
            self._form.as_before(before.settings, [p.name for p in before.state.players])
        self._went()

    def _demo(self, message: ViewMessage) -> None:
        """Open the demo table at its beginning."""
        from talisman_nb.table.demo import open_demo

        self.table = open_demo(self.lang)
        self._back, self._resumed, self._lost = False, False, False
        self._went()

    def _open(self, message: ViewMessage) -> None:
        self.table = open_named(message.name)
        self.lang, self._back, self._resumed, self._lost = self.table.settings.lang, self.table.can_undo, False, False
        self._note = self._problem()

    def _language(self, message: ViewMessage) -> None:
        """Set the language, on a phone its own alone."""
        self._form.choose("lang", message.lang)
        self.lang = self._form.lang
        if self.table and not self.audience.is_phone:
            self.table.set(lang=self.lang)

    # --- answering ---

    def _answer(self, message: ViewMessage) -> None:
        table, keys = self._playing(), message.keys or (message.key,)
        if keys[0].startswith(LOOK):
            self._look(replace(message, seat=seat_in(keys[0].removeprefix(LOOK))))
        elif keys[0] == SAVE_ANEW:
            self._save_anew()
        elif keys[0].startswith(LATE):
            n, _, key = keys[0].removeprefix(LATE).partition("/")
            seat = self.viewer if is_aside(key) else None
            self._replayed(table.amend(self._line(seat_in(n)).n, key, seat, ply=message.ply))
        elif keys[0].startswith(TAKE_OVER):
            self._made(*table.take_over(seat_in(keys[0].removeprefix(TAKE_OVER)), ply=message.ply))
        elif keys[0] == AGAIN:
            self._set_by_hand(last_time(table.state, table.ask), True, message.ply)
        elif keys[0] in (FORGET, NO_SPELL):
            self._undo(message) if keys[0] == NO_SPELL else forget_last_time(table.state, table.ask)
        elif keys[0] in WAYS_ON:
            self._made(*WAYS_ON[keys[0]](table, ply=message.ply))
        elif keys[0].startswith(SEAT):
            self._made(*self.gathering.bots.pressed(keys[0], table))
        elif self._holding:
            self._again(unveil_key(self._holding.ask, keys[0]), message)
        else:
            before, found = table.state, table.ask
            given = answers_of(message, before, found, shared=self.viewer == SHARED)
            self._made(*table.answer_all(*given, ply=message.ply))
            if found.purpose == BOARD_TEXT or found.purpose.startswith(FIGURE):
                remember_text(before, found, keys[0])

    def _bot(self, message: ViewMessage) -> Reply:
        """Let a seat of the program go on, or change which and how fast; reply where it still thinks."""
        made = None if self._holding else self.gathering.bots.handle(message, self._playing())
        if made is None:
            return {"type": BOT_MOVES, "ply": message.ply}
        self._made(*made)
        return None

    def _roll(self, message: ViewMessage) -> None:
        self._made(*self._playing().roll(ply=message.ply))
        self._holding = None

    def _own_card(self, message: ViewMessage) -> None:
        """Answer with a card that is in no list, or that the deck is empty."""
        table, (key, own) = self._playing(), (("empty", None) if message.empty else (OWN, message.own))
        deck = deck_asked(book_of(table.state.book), table.ask)
        self._made(*table.answer(key, ply=message.ply, own=own))
        if own and message.keep:
            keep_own_card(own, deck)

    def _kept_card(self, message: ViewMessage) -> None:
        """Correct a card of the group's box, or take it out; what runs with it keeps it."""
        was = own_card(message.key, message.value)
        if was is None:
            raise NotAllowedError("table.not-open", f"no {message.key!r} in the box", ("table.unknown-card",))
        if message.own is None:
            forget_own_card(was)
        else:
            correct_own_card(was, check_own(message.own))
        done = "own-forgotten" if message.own is None else "own-corrected"
        self._note = load_phrases(self.lang).say("setup", done, card=was.name)

    def _aside(self, message: ViewMessage) -> None:
        table, (whose, _, key) = self._playing(), message.key.partition("/")
        if not whose:
            if key not in BESIDES:
                raise unclear(f"the table can't {key!r}: expected one of {', '.join(BESIDES)}")
            self._made(*BESIDES[key](table, ply=message.ply))
        elif key == HIDDEN and self.viewer == SHARED and table.settings.cards == "virtual":
            self._looking = self._seat_of(seat_in(whose))
        elif self._holding:
            self._again(key, message, seat_in(whose))
        else:
            self._made(*table.answer(key, seat_in(whose), ply=message.ply))

    def _look(self, message: ViewMessage) -> None:
        """Show or hide the Spells of a seat, on a shared screen with virtual cards only."""
        if self.audience.hides(self._playing()):
            self._looking = SHARED if message.seat < 0 else self._seat_of(message.seat)

    def _correct(self, message: ViewMessage) -> None:
        """Correct values by hand; `done` also answers a "hands" question, in the same undo group."""
        table = self._playing()
        if self.audience.hides(table) and any(is_hidden(table.state, change) for change in message.changes):
            raise NotAllowedError("table.face-down", "a card of a face-down deck is named", ("spell.hidden",))
        changes = tuple(complete_change(table.state, change) for change in message.changes)
        before, found = table.state, table.ask
        done = message.done and all(change.what != "draw" for change in changes)  # what is drawn is met before
        self._set_by_hand(changes, done, message.ply)
        remember(before, found, changes, done and found.kind == "hands")

    def _set_by_hand(self, changes: tuple[Change, ...], done: bool, ply: int | None) -> None:
        """Make corrections in one undo group, with `done` also answering a "hands" question."""
        straight = (Answer(0, "hand", changes=changes),) if changes else ()
        answered = (Answer(0, "done"),) if done else ()
        self._made(*self._playing().answer_all(*straight, *answered, ply=ply))

    def _decide(self, message: ViewMessage) -> None:
        """Decide a question that no rule answers by a die: one that was thrown, or the table's own."""
        self._made(*decide(self._playing(), message.value, message.n, ply=message.ply))

    def _sheets_only(self, message: ViewMessage) -> None:
        """Ask nothing from now on, until an answer lets the table take over."""
        self._playing().set(sheets_only=True)
        self._went()

    def _wish(self, message: ViewMessage) -> None:
        if not self.audience.is_phone:
            raise unclear("a wish is a phone's")
        self._phone().wish(message.value)

    # --- back and forth ---

    def _undo(self, message: ViewMessage) -> None:
        table, before = self._playing(), self._playing().lines
        if self._holding:
            self._holding = None
            return
        self._hand_lines.notice(table)
        table.undo(ply=message.ply)
        self._went()
        still = {line.id for line in table.lines}
        self._note = self._seen(tuple(line for line in before if line.id not in still))

    def _seen(self, undone: tuple[AnswerRecord, ...]) -> str:
        """Return a note on what the undone answers had revealed (a die, a card, a secret), "" for nothing."""
        marks = {line.mark for line in undone}
        mark = next((mark for mark in ("secret", "card", "die") if mark in marks), "")
        return sentence(load_phrases(self.lang).say("words", f"seen.{mark}")) if mark else ""

    def _redo(self, message: ViewMessage) -> None:
        self._hand_lines.notice(self._playing())
        self._playing().redo(ply=message.ply)
        self._went()

    def _hold_on(self, message: ViewMessage) -> None:
        if message.ply not in (None, self._playing().state.ply):
            raise NotAllowedError(STALE, f"question {message.ply} is past", (STALE,))
        self._holding = self._line(message.n)
        self._events = ()

    def _save_anew(self) -> None:
        """Save a game whose file was lost to a new file, and continue in it."""
        table = self._playing()
        table.save_as(free_name(table.name))
        self._lost = False
        self._note = load_phrases(self.lang).say("setup", "saved-anew", name=table.name)

    def _again(self, key: str, message: ViewMessage, seat: int | None = None) -> None:
        """Amend the answer held on to (an aside is inserted before it), and replay the rest."""
        assert self._holding is not None
        self._replayed(self._playing().amend(self._holding.n, key, seat, ply=message.ply))

    def _amend(self, message: ViewMessage) -> Reply:
        table, line = self._playing(), self._line(message.n)
        if not message.key or message.trial:
            return asked_before(table, line, message.key, self.lang, self.viewer, self._eyes(line.ask))
        self._replayed(table.amend(line.n, unveil_key(line.ask, message.key), ply=message.ply))
        return None

    def _replayed(self, done: Replay) -> None:
        self._went()
        if done.kept and not done.remaining:
            self._note = load_phrases(self.lang).say("setup", "replay-fits", n=done.kept)

    def _line(self, n: int) -> AnswerRecord:
        lines = self._playing().lines
        if not 1 <= n <= len(lines):
            raise NotAllowedError(STALE, f"there is no answer {n}", (STALE,))
        return lines[n - 1]

    def _look_back(self, message: ViewMessage) -> Reply:
        if message.type == "evenings":
            return self._past.evenings(self.lang, message.value)
        if self.table is None and message.key == DOUBTS:
            return looked_up(self._form.book, message.key, "", self.lang)
        return self._past.reply(message, self._playing(), self.lang, self.audience.told)


WAYS_ON: dict[str, Callable[..., tuple[AnswerRecord, ...]]] = {
    "table:let-go": Table.let_go,
    "table:keep-by-hand": Table.keep_by_hand,
}
"""Maps the keys of the offers shown while answers wait to be replayed to methods of `Table`."""
BESIDES: dict[str, Callable[..., tuple[AnswerRecord, ...]]] = {
    "throw-again": Table.throw_again,
    "settle": Table.settle_by_hand,
}
"""Maps the keys of the table's own actions (after the "/") to methods of `Table`."""

MESSAGES: dict[str, Callable[[TableController, ViewMessage], Reply]] = {
    "answer": TableController._answer,
    "roll": TableController._roll,
    "hand": TableController._own_card,
    "kept-card": TableController._kept_card,
    "aside": TableController._aside,
    "look": TableController._look,
    "correct": TableController._correct,
    "decide": TableController._decide,
    "sheets-only": TableController._sheets_only,
    "undo": TableController._undo,
    "redo": TableController._redo,
    "hold-on": TableController._hold_on,
    "amend": TableController._amend,
    **dict.fromkeys((*READING, "evenings", "keep-ruling"), TableController._look_back),
    "wish": TableController._wish,
    **dict.fromkeys((BOT_MOVES, PLAY_FOR, TEMPO), TableController._bot),
    **dict.fromkeys(OF_FORM, TableController._set_up),
    "start": TableController._start,
    "open": TableController._open,
    "demo": TableController._demo,
    "leave": TableController._leave,
    "play-again": TableController._leave,
    "language": TableController._language,
}
"""Maps types of messages to their handlers."""
