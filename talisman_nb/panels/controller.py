"""What connects a table to a panel: a screen to look at, and messages that come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask
from talisman_nb.engine.view import unveiled, view_ask
from talisman_nb.model import Change, OwnCard
from talisman_nb.table import Line, NotAllowedError, Replay, Table, TableFileError
from talisman_nb.table.whereabouts import completed
from talisman_nb.text.ask import question
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.problem import worded
from talisman_nb.text.screen_of import refusal

from .aside_choices import HIDDEN
from .journal_lines import older_lines
from .setting_up import SettingUp
from .table_view import LOOK, SHARED, TableView

Reply = dict[str, Any] | None


class TableController(TableView):
    """Takes the messages of a panel to its table, and shows what became of them."""

    def handle(self, message: dict[str, Any]) -> Reply:
        """Do what was pressed; what can't be done is said in the next screen's note."""
        kind = str(message.get("type", ""))
        if kind not in MESSAGES:
            raise ValueError(f"no message {kind!r}: expected one of {', '.join(MESSAGES)}")
        self._note, self._form.note, self._back = "", "", False
        looking, self._looking = self._looking, SHARED
        waited = self.table is not None and bool(self.table.pending)
        try:
            reply = MESSAGES[kind](self, message)
        except NotAllowedError as refused:
            self._refused(refused)
            self._looking = looking
            return None
        except (CardError, TableFileError) as error:
            self._note = self._form.note = worded(error, self.lang)
            return None
        if reply is None:
            self._rev += 1
            self._moved = self._moved or waited
        return reply

    def refuse(self, why: str) -> None:
        """Say what is wrong in the form of a new table."""
        self._form.note = why

    def _refused(self, refused: NotAllowedError) -> None:
        state = self._playing().state
        self._note = refusal(self.lang, refused.reason, max(ask(state).seat, 0), state)

    def _made(self, *lines: Line) -> None:
        self._events = tuple(event for line in lines for event in line.events)
        self._moved = False

    def _answer(self, message: dict[str, Any]) -> Reply:
        table = self._playing()
        keys = message.get("keys") or [message["key"]]
        if keys[0].startswith(LOOK):
            return self._look({"seat": keys[0].removeprefix(LOOK)})
        if keys[0] in WAYS_ON:
            self._made(*WAYS_ON[keys[0]](table))
            return None
        if self._holding:
            return self._again(unveiled(self._holding.ask, str(keys[0])))
        lines = list(table.answer(unveiled(table.ask, str(keys[0])), ply=message.get("ply")))
        for key in keys[1:]:
            lines += table.answer(str(key))
        self._made(*lines)
        return None

    def _roll(self, message: dict[str, Any]) -> Reply:
        self._holding = None
        self._made(*self._playing().roll())
        return None

    def _own_card(self, message: dict[str, Any]) -> Reply:
        """A card that is in no list, or the deck is empty."""
        table, ply = self._playing(), message.get("ply")
        if message.get("empty"):
            self._made(*table.answer("empty", ply=ply))
        else:
            self._made(*table.answer("own", ply=ply, own=msgspec.convert(message["own"], OwnCard, strict=False)))
        return None

    def _aside(self, message: dict[str, Any]) -> Reply:
        table = self._playing()
        seat, _, key = str(message["key"]).partition("/")
        if not seat:
            self._made(*(table.throw_again() if key == "throw-again" else table.settle_by_hand()))
        elif key == HIDDEN and self.viewer == SHARED and table.settings.cards == "virtual":
            self._looking = int(seat)
        elif self._holding:
            return self._again(key, int(seat))
        else:
            self._made(*table.answer(key, int(seat), ply=message.get("ply")))
        return None

    def _look(self, message: dict[str, Any]) -> Reply:
        """A glance at one's own Spells, where the program knows the hands and everybody sees the screen."""
        if self._hides(self._playing()):
            self._looking = int(message["seat"])
        return None

    def _again(self, key: str, seat: int | None = None) -> Reply:
        """Say something else at the answer one went back to, and replay the rest."""
        line, self._holding = self._holding, None
        assert line is not None
        self._replayed(self._playing().amend(line.n, key, seat))
        return None

    def _replayed(self, done: Replay) -> None:
        self._events, self._moved = (), True
        if done.kept and not done.remaining:
            self._note = load_phrases(self.lang).say("setup", "replay-fits", n=done.kept)

    def _correct(self, message: dict[str, Any]) -> Reply:
        table = self._playing()
        changes = tuple(completed(table.state, msgspec.convert(c, Change, strict=False)) for c in message["changes"])
        lines = list(table.change(*changes)) if changes else []
        if message.get("ply") is not None and table.ask.kind == "hands":
            lines += table.answer("done")
        self._made(*lines)
        return None

    def _undo(self, message: dict[str, Any]) -> Reply:
        if self._holding:
            self._holding = None
        else:
            table = self._playing()
            before = table.lines
            table.undo()
            self._events, self._moved = (), True
            still = {line.id for line in table.lines}
            self._note = self._seen(tuple(line for line in before if line.id not in still))
        return None

    def _seen(self, undone: tuple[Line, ...]) -> str:
        """What somebody has seen that was taken back."""
        marks = {line.mark for line in undone}
        mark = next((mark for mark in ("secret", "card", "die") if mark in marks), "")
        return sentence(load_phrases(self.lang).say("words", f"seen.{mark}")) if mark else ""

    def _redo(self, message: dict[str, Any]) -> Reply:
        self._playing().redo()
        self._events, self._moved, self._holding = (), True, None
        return None

    def _hold_on(self, message: dict[str, Any]) -> Reply:
        self._holding = self._line(message)
        self._events = ()
        return None

    def _amend(self, message: dict[str, Any]) -> Reply:
        line = self._line(message)
        if "key" not in message:
            veiled = view_ask(line.before, line.ask, self._eyes(self._playing(), line.ask))
            asked = question(line.before, veiled, self.lang, self.viewer)
            return {"type": "line", "n": line.n, "question": msgspec.to_builtins(asked)}
        self._holding = None
        self._replayed(self._playing().amend(line.n, unveiled(line.ask, str(message["key"]))))
        return None

    def _line(self, message: dict[str, Any]) -> Line:
        lines, n = self._playing().lines, int(message["n"])
        if not 1 <= n <= len(lines):
            raise NotAllowedError("table.stale", f"there is no answer {n}", ("table.stale",))
        return lines[n - 1]

    def _journal(self, message: dict[str, Any]) -> Reply:
        before, seat = int(message["before"]), int(message.get("seat", -1))
        lines = older_lines(self._playing(), self.lang, self.viewer, before, seat)
        return {"type": "lines", "lines": msgspec.to_builtins(lines)}

    def _language(self, message: dict[str, Any]) -> Reply:
        self._form.choose("lang", str(message["lang"]))
        self.lang = self._form.lang
        if self.table:
            self.table.set(lang=self.lang)
        return None

    # --- a new table ---

    def _deal(self, message: dict[str, Any]) -> Reply:
        self._form.take(message.get("players"))
        self._form.deal()
        return None

    def _part(self, message: dict[str, Any]) -> Reply:
        self._form.take(message.get("players"))
        self._form.choose(str(message["key"]), str(message["value"]))
        self.lang = self._form.lang
        return None

    def _switch(self, message: dict[str, Any]) -> Reply:
        self._form.take(message.get("players"))
        self._form.turn(str(message["key"]), str(message["value"]))
        return None

    def _same_people(self, message: dict[str, Any]) -> Reply:
        self._form.take(message.get("players"))
        self._form.same_people()
        return None

    def _start(self, message: dict[str, Any]) -> Reply:
        self._form.take(message.get("players"))
        for part, value in dict(message.get("parts") or {}).items():
            self._form.choose(part, str(value))
        self.lang = self._form.lang
        self.table = self._form.begun()
        if self.table:
            self._made(*self.table.lines)
            self._events = (*self.table.opening, *self._events)
        return None

    def _leave(self, message: dict[str, Any]) -> Reply:
        """Back to the form of a new table; what was played lies in its file."""
        self.table, self._form = None, SettingUp(self.lang)
        self._events, self._moved, self._holding = (), False, None
        return None

    def _open(self, message: dict[str, Any]) -> Reply:
        self.table = Table.open(str(message["name"]))
        self.lang, self._back = self.table.settings.lang, self.table.can_undo
        return None


WAYS_ON: dict[str, Callable[[Table], tuple[Line, ...]]] = {
    "table:let-go": Table.let_go,
    "table:keep-by-hand": Table.keep_by_hand,
}


MESSAGES: dict[str, Callable[[TableController, dict[str, Any]], Reply]] = {
    "answer": TableController._answer,
    "roll": TableController._roll,
    "hand": TableController._own_card,
    "aside": TableController._aside,
    "look": TableController._look,
    "correct": TableController._correct,
    "undo": TableController._undo,
    "redo": TableController._redo,
    "hold-on": TableController._hold_on,
    "amend": TableController._amend,
    "journal": TableController._journal,
    "language": TableController._language,
    "deal": TableController._deal,
    "part": TableController._part,
    "switch": TableController._switch,
    "same-people": TableController._same_people,
    "start": TableController._start,
    "open": TableController._open,
    "leave": TableController._leave,
}
