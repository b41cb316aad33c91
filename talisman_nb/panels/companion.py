"""The companion's one widget: it carries a screen to the browser and a press back to the table."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import anywidget
import msgspec
from traitlets import Dict

from talisman_nb.panels.es_modules import load_esm
from talisman_nb.panels.panel_words import WORDS
from talisman_nb.text.screen.values import Labels, Screen, Setup

HERE = Path(__file__).parent
WHOLE = ("labels", "screen", "setup")
"""The traits that make a view."""


class Controller(Protocol):
    """What a table must offer to be shown: three looks and one way in.

    Every message is a dict with `type` and `view` (id of the press); whatever changes the game carries the `ply` of the
    question that was seen, and is refused when the game has gone on since:

    | type | with | means |
    |---|---|---|
    | answer | ply, key or keys, here | an option or an offer; `keys`: cards drawn at once; `here`: though believed elsewhere |
    | roll | ply | roll or draw for me |
    | hand | ply, own or empty | a card that is in no list (fields of `OwnCard`), or: the deck is empty |
    | aside | ply, key | one of the screen's asides: a spell, a use |
    | look | seat (-1: no more) | show the Spells of that seat on the shared screen, until the next message |
    | correct | ply, changes, done | set straight: fields of `Change`; `done`: what hands were asked to settle is settled |
    | undo, redo | ply | one answer back or forth |
    | hold-on | ply, n | back to before answer n, for a late spell; what follows is replayed |
    | amend | ply, n, key if chosen | without key: return `{"type": "line", "n": n, "question": Question}` for this press |
    | amend | n, key, trial | change nothing: with the question return `"trial": {"key", "label", "told", "hands"}`, what would come |
    | journal | before, seat (-1: all), n | return `{"type": "lines", "seat": seat, "lines": [Line, ...]}`: older than `before`, down to n |
    | language | lang | show it in another language |
    | deal | players | deal characters to all who have none; the setup comes back filled |
    | part | key, value, players | another choice for a part of the sentence; the players come back as they are |
    | switch | key, value, players | another value for a switch: "true", "false" or the key of its choice |
    | same-people | players | these are the players of the last table: take over its house rules |
    | start | players, parts | begin: a list of {name, character}, and {part's key: choice's key} |
    | open | name | open a saved table |
    | leave | | back to the form of a new table; this one lies in its file |

    The widget itself answers `ping`, which a view sends to know whether the program still runs.

    A refusal is not an exception: the next screen carries it in `note`.
    """

    def screen(self) -> Screen:
        """What is to be seen now, by this widget's viewer."""

    def labels(self) -> Labels:
        """Words, card names, spaces and board in force; asked for at every answer, sent only when others."""

    def setup(self) -> Setup | None:
        """The form of a new table, or None while one is being played."""

    def handle(self, message: object) -> dict[str, Any] | None:
        """Do what was pressed. A returned dict answers this press alone (older journal lines, a line's question)."""


class Companion(anywidget.AnyWidget):
    """The panel of a table; displays itself in a notebook. Its traits are whole at any moment."""

    _esm = load_esm(HERE / "companion.js")
    _css = HERE / "companion.css"

    labels = Dict().tag(sync=True)
    """What stays the same for a language (`Labels`)."""
    screen = Dict().tag(sync=True)
    """What changes from answer to answer (`Screen`), with `reply`: the press it answers, and `seq`: which one it is."""
    setup: Any = Dict(allow_none=True, default_value=None).tag(sync=True)
    """The form of a new table (`Setup`) or None."""

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self._controller = controller
        self._labels: Labels | None = None
        self._one_at_a_time = Lock()
        self.refresh()
        self.on_msg(self._receive)

    def refresh(self, reply: str = "") -> None:
        """Show the table as it is now, in one message; call it when something else than a press changed the table."""
        setup, labels = self._controller.setup(), self._controller.labels()
        with self.hold_sync():
            seq = self.screen.get("seq", 0) + 1
            self.screen = {**msgspec.to_builtins(self._controller.screen()), "reply": reply, "seq": seq}
            self.setup = None if setup is None else msgspec.to_builtins(setup)
            if labels != self._labels:  # another language, or a table of another edition
                self._labels, self.labels = labels, complete(labels)

    def __repr__(self) -> str:
        return f"Companion({self.screen.get('table', '')!r}, round {self.screen.get('round', 0)})"

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """One message after the other: a kernel may hear them in several threads. Whatever it is, it gets a reply."""
        said = message if isinstance(message, dict) else {}
        reply = said["view"] if isinstance(said.get("view"), str) else ""
        with self._one_at_a_time:
            if said.get("type") == "ping":
                self._answer_ping(said.get("seq"), reply)
                return
            try:
                self._heard(message, reply)
            except Exception as error:
                self.send({"type": "broke", "reply": reply, "what": f"{type(error).__name__}: {error}"})
                raise

    def _heard(self, message: object, reply: str) -> None:
        only_here = self._controller.handle(message)
        if only_here is None:
            self.refresh(reply)
        else:
            self.send({**only_here, "reply": reply})

    def _answer_ping(self, seq: object, reply: str) -> None:
        """Say that the program runs; a view that missed a screen (a closed lid) gets it first."""
        if seq != self.screen["seq"]:
            self.send_state(WHOLE)
        self.send({"type": "pong", "reply": reply})


def complete(labels: Labels) -> dict[str, Any]:
    """Return the labels as plain values; KeyError names the words of the panel that are missing."""
    missing = [word for word in WORDS if word not in labels.words]
    if missing:
        raise KeyError(f"labels in {labels.lang!r} lack the panel's words {missing}: give each of WORDS a phrase")
    plain: dict[str, Any] = msgspec.to_builtins(labels)
    return plain
