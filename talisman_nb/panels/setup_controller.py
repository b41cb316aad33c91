"""Handlers of the form's messages (`NewTable`), and of those that begin, open or leave a table or set its language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talisman_nb.table.demo import open_demo

from .message import Message
from .setup_form import SettingUp
from .table_names import open_named
from .table_view import TableView

Reply = dict[str, Any] | None
"""Result of a handler: a reply to the view that sent the message, or None to refresh the screens of all views."""


class NewTable(TableView):
    """`TableView` with the handlers in `FORM`."""

    def refuse(self, why: str) -> None:
        """Set the note of the form."""
        self._form.note = why

    def _deal(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.deal()
        return None

    def _part(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.choose(message.key, message.value)
        self.lang = self._form.lang
        return None

    def _switch(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.turn(message.key, message.value)
        return None

    def _house(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.house.choose(self._form.book, message.name)
        return None

    def _save_house(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.house.save(self._form.book, message.name.strip(), self._form.lang)
        return None

    def _same_people(self, message: Message) -> Reply:
        self._form.take(message.players)
        self._form.same_people()
        return None

    def _play_again(self, message: Message) -> Reply:
        """Leave the table for the form, filled with its people and with what it played by."""
        before, self.table, self._form = self.table, None, SettingUp(self.lang)
        if before:
            self._form.as_before(before.settings, [p.name for p in before.state.players])
        self._went()
        return None

    def _start(self, message: Message) -> Reply:
        self._form.take(message.players)
        for part, value in message.parts.items():
            self._form.choose(part, value)
        self.lang = self._form.lang
        self.table = self._form.begun()
        if self.table:
            self._made(*self.table.lines)
            self._events = (*self.table.opening, *self._events)
        return None

    def _leave(self, message: Message) -> Reply:
        """Return to the form of a new table; the table stays in its file."""
        self.table, self._form = None, SettingUp(self.lang)
        self._went()
        return None

    def _demo(self, message: Message) -> Reply:
        """Open the demo table at its beginning."""
        self.table = open_demo(self.lang)
        self._back, self._resumed, self._lost = False, False, False
        self._went()
        return None

    def _open(self, message: Message) -> Reply:
        self.table = open_named(message.name)
        self.lang, self._back, self._resumed, self._lost = self.table.settings.lang, self.table.can_undo, False, False
        self._note = self._problem()
        return None

    def _language(self, message: Message) -> Reply:
        self._form.choose("lang", message.lang)
        self.lang = self._form.lang
        if self.table:
            self.table.set(lang=self.lang)
        return None


FORM: dict[str, Callable[[NewTable, Message], Reply]] = {
    "deal": NewTable._deal,
    "part": NewTable._part,
    "switch": NewTable._switch,
    "house": NewTable._house,
    "save-house": NewTable._save_house,
    "same-people": NewTable._same_people,
    "start": NewTable._start,
    "open": NewTable._open,
    "demo": NewTable._demo,
    "leave": NewTable._leave,
    "play-again": NewTable._play_again,
    "language": NewTable._language,
}
"""Maps types of messages to their handlers."""
