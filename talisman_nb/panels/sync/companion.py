"""The widget (`Companion`): syncs screens to the browser, and passes its messages to a `Controller`."""

from __future__ import annotations

import sys
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import anywidget
from ipywidgets import Widget, widget_serialization
from traitlets import Dict, Instance, Unicode, default

from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.labels import Labels
from talisman_nb.text.screen.setup_values import Setup
from talisman_nb.text.screen.values import Screen

from .bundle import as_sent, drawn_face, panel_css, panel_esm
from .feed import Feed

if TYPE_CHECKING:
    from talisman_nb.table import Table


class Controller(Protocol):
    """Protocol of a controller: the three views it provides, and `handle` for messages of the browser.

    Every message is a dict with `type` and `view` (id of the press). A message that changes the game carries the `ply`
    of the question that was seen, and is refused if the game is at another question by then:

    | type | fields | means |
    |---|---|---|
    | answer | ply, key or keys, here | option or offer; `keys`: several cards; `here`: even if believed elsewhere |
    | roll | ply | roll or draw by the table's own dice and decks |
    | hand | ply, own, keep; or empty | a card that is in no list (fields of `OwnCard`), to be kept for other games if
      `keep`; or: the deck is empty |
    | kept-card | key, value (its deck), own (or none) | correct a card of the group's box, or take it out |
    | aside | ply, key | one of the screen's asides: a spell, a use |
    | look | seat (-1: none) | show the Spells of that seat on the shared screen, until the next message |
    | correct | ply, changes, done | correction by hand: fields of `Change`; `done`: also answer a "hands" question |
    | undo, redo | ply | undo or redo one undo group |
    | hold-on | ply, n | show the state before answer n, for a late spell; the answers from n on are replayed |
    | amend | ply, n, key | replace answer n |
    | amend | n | return `{"type": "line", "n": n, "question": Question}` to this view |
    | amend | n, key, trial | change nothing: return the same with `"trial": {"key", "label", "told", "hands"}` |
    | journal | before, seat (-1: all), n, value | return `{"type": "lines", "seat", "value", "lines"}`: those before
      `before`, down to n, with the words of `value` |
    | earlier | before | return `{"type": "earlier", "lines"}`: some before `before`, for a journal with room; no press
      waits for it |
    | card | key | return `{"type": "card", "key", "card"}`: the short card of a definition; no press waits for it |
    | hint | key | keep that the group has read a hint; return `{"type": "hint", "key"}`, with the `next` to show |
    | look-up | key or value | return `{"type": "page", …}` of a definition or rule, or of what a typed text means |
    | sheets-only | | ask nothing until an answer `table:take-over:SEAT` |
    | situation | n | return `{"type": "situation", "n", "text", "link", "sorry"}`: line n as a text to look into |
    | told | n | return `{"type": "told", "n", "fight"}`: the sums of the fight that line n decided, with its chances
      before the dice; no press waits for it |
    | packing | | return `{"type": "packing", "pages"}`: what lies where, to pack the game away by |
    | export | value: a form | return `{"type": "export", "name", "kind", "text"}`: a file for this view to save |
    | chronicle | | return `{"type": "chronicle", "chronicle": Chronicle}`: the game looked back on |
    | evenings | value | return `{"type": "evenings", "evenings": AllEvenings}`: the saved tables; "csv": a file |
    | bot | ply | let a seat of the program go on; return `{"type": "bot", "ply": ply}` while it thinks |
    | play-for | seat, value | let the program play a seat, by a kind of player; "": a person |
    | tempo | value | how fast the program plays: quick, calm, slow, step |
    | play-again | | leave for the form of a new table, filled with these people and what they played by |
    | language | lang | change the language |
    | deal | players | deal characters to players without one, in the setup |
    | part | key, value, players | change a part of the form; the players are kept |
    | layer | key, value, players | lay a layer of one's own over the edition, "true", or take it away, "false" |
    | box | key, n, before, value, name, players | take piece n of `before` of a file called `name`, in Base64; return
      `{"type": "box", "n"}`, the next one, with the `name` of a table if it was one; `install` or `leave` the box that
      came; `remove` a layer, or return it as `file` |
    | switch | key, value, players | change a house rule: "true", "false" or the key of its choice |
    | house | name, players | take the house rules saved under a name, those of the edition for "" |
    | save-house | name, players | save the house rules under a name |
    | same-people | players | take edition, layers, dice, cards, Spells and house rules from the last table |
    | start | players, parts | begin: a list of {name, character}, and {part's key: choice's key} |
    | open | name | open a saved table |
    | demo | | open the demo table at its beginning |
    | leave | | return to the form of a new table; the current one stays in its file |

    The widget itself answers `ping`, by which a view checks whether the program still runs and whether its screen, of
    number `seq`, is the newest.

    `ends`, with the `ply` of a die to move, is no press either, and no press waits for it: it returns `{"type": "ends",
    "faces"}`, where each face leads, to this view, and changes nothing that the next screen tells. To a phone it adds
    `own`, where its own next throw leads. `bet`, of a phone, with `ply` and the face `n`, returns `{"type":
    "bet", "waiting"}`, and `peek` `{"type": "peek", "spells"}`, what its seat holds face down. `advise`, with `ply`,
    returns `{"type": "advise", "ply", "text"}`, without `text` while it is thought of. `group`, of
    a form, returns `{"type": "group", "group": Group}`, what it tells those who played last; `lessons` all lessons,
    each with key, title and minutes, in `lang`.

    A refusal is not an exception: the next screen has its reason in `note`.
    """

    @property
    def table(self) -> Table | None:
        """The table that is played, None at the form of a new one."""

    def screen(self) -> Screen:
        """Return the current screen for this widget's viewer."""

    def labels(self) -> Labels:
        """Return the labels of the current language and edition; called at every answer, synced only if changed."""

    def setup(self) -> Setup | None:
        """Return the form of a new table, None while a table is played."""

    def follow(self, *, seen: bool = True) -> bool:
        """Take over what other windows have done; return whether the screens of all views are out of date.

        Without a view (not `seen`) it is no window of the table.
        """

    def handle(self, message: object) -> dict[str, Any] | None:
        """Carry a message out. A returned dict is sent to its view only; None refreshes the screens of all views."""


FOLLOW = 0.25
"""Seconds between two looks for what other windows have done."""
STARTS, SHOWN, HIDDEN = 80, 24, 480
"""Looks after which a view counts as closed that has not been heard of.

One that starts pings when its page is there, one that is shown every second, one in the background each half minute:
each minute, as browsers slow it down.
"""


class SharedModel(Widget):  # type: ignore[misc]
    """A model that widgets of a kernel refer to: a notebook and a saved page have it once."""

    _kept: ClassVar[Any] = None

    @classmethod
    def of_kernel(cls) -> Self | None:
        """Return that of this kernel, made anew where it was closed; None where there is nothing to share."""
        if cls._kept is None or cls._kept.comm is None:
            found = cls.contents()
            cls._kept = cls(**found) if all(found.values()) else None
        kept: Self | None = cls._kept
        return kept

    @classmethod
    def contents(cls) -> dict[str, str]:
        """Return its traits, "" for what is missing."""
        raise NotImplementedError


class Letters(SharedModel):
    """The display letters."""

    rule = Unicode().tag(sync=True)
    """The rule of a style sheet that gives a page the letters."""

    @classmethod
    def contents(cls) -> dict[str, str]:
        """Return the rule, "" where nothing brings the letters."""
        return {"rule": drawn_face()}


class WithLetters(anywidget.AnyWidget):
    """A widget that is set in the display letters, and that leaves a picture and a text in a saved notebook."""

    letters = Instance(Letters, allow_none=True).tag(sync=True, **widget_serialization)
    """The letters, which the page takes from there."""

    @default("letters")
    def _letters(self) -> Letters | None:
        return Letters.of_kernel()

    def still(self) -> dict[str, str]:
        """Return what a notebook keeps of the widget as it is now, by MIME type: shown where no kernel runs.

        Returns
        -------
        dict[str, str]
            A picture, "image/svg+xml", and a text, "text/plain".

        Examples
        --------
        >>> from talisman_nb.panels.parts import DicePanel
        >>> DicePanel(2, dice=(3, 4)).still()["text/plain"]
        '3 + 4 = 7'
        """
        return {mime: str(shown) for mime, shown in self._still().items()}  # marimo takes no texts of another type

    def _still(self) -> dict[str, str]:
        """Return what `still` does; a widget without a picture of its own leaves its name."""
        return {"text/plain": repr(self)}

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the view, which is shown where a kernel runs, and what is shown where none does."""
        shown = super()._repr_mimebundle_(**kwargs)
        if shown is None:
            return None
        bundle, about = shown if isinstance(shown, tuple) else (shown, {})
        return {**bundle, **self.still()}, about


class Companion(WithLetters):
    """The panel of a table as a Jupyter widget.

    Its traits hold all data; those that an answer changes are sent in one message.
    """

    _esm = as_sent(panel_esm)
    _css = as_sent(panel_css)

    labels = Dict().tag(sync=True)
    """The labels of a language and edition (`Labels`)."""
    screen = Dict().tag(sync=True)
    """The current `Screen`, with `reply`, the id of the press it answers, and `seq`, its number."""
    setup: Any = Dict(allow_none=True, default_value=None).tag(sync=True)
    """The form of a new table (`Setup`), or None."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._feed = Feed(controller)
        self._feed.advance()
        self._one_at_a_time = Lock()
        self._looks, self._patience = 0, STARTS  # since a view was heard of; until it counts as closed
        super().__init__(**self._feed.data)
        self.on_msg(self._receive)
        loops = sys.modules.get("asyncio")  # that no loop runs without
        with suppress(RuntimeError):  # no event loop: no kernel, and nothing runs between two presses
            self._following = loops.get_running_loop().create_task(self._follow()) if loops else None

    def _still(self) -> dict[str, str]:
        if self._controller.table is not None:
            return self._controller.table._repr_mimebundle_()
        from talisman_nb.drawing.definition_picture import still_page
        from talisman_nb.text.pages import Page

        words = load_phrases(self.screen["lang"])
        return still_page(Page(words.say("panel", "new-table"), (words.say("panel", "names"),), ()))

    def refresh(self) -> None:
        """Send the current data to all views; call it after a change of the table that no press caused.

        Examples
        --------
        >>> from talisman_nb import Table, companion
        >>> table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
        >>> panel = companion(table)
        >>> _ = table.answer(3)
        >>> panel.refresh()
        >>> panel.screen["question"]["kind"]
        'way'
        """
        self._show()

    def _show(self, reply: str = "") -> None:
        """Show what the controller shows now; `reply` is the id of the press that it answers."""
        with self.hold_sync():
            for trait, value in self._feed.advance(reply).items():
                setattr(self, trait, value)

    async def _follow(self) -> None:
        """Refresh whenever another window has changed the table, until the widget is closed."""
        import asyncio

        while self.comm is not None:
            with self._one_at_a_time:
                self._looks += 1
                if self._controller.follow(seen=self._looks <= self._patience):
                    self._show()
            await asyncio.sleep(FOLLOW)

    def __repr__(self) -> str:
        return f"Companion({self.screen.get('table', '')!r}, round {self.screen.get('round', 0)})"

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """Handle a message under a lock, because kernels may call this in several threads; always send a reply."""
        said = message if isinstance(message, dict) else {}
        reply = said["view"] if isinstance(said.get("view"), str) else ""
        with self._one_at_a_time:
            self._looks, self._patience = 0, _patience(said)
            if said.get("type") == "ping":
                self._answer_ping(said.get("seq"), reply)
                return
            try:
                self._handle(message, reply)
            except Exception as error:
                self.send({"type": "broke", "reply": reply, "what": f"{type(error).__name__}: {error}"})
                raise

    def _handle(self, message: object, reply: str) -> None:
        only_here = self._controller.handle(message)
        if only_here is None:
            self._show(reply)
        else:
            self.send({**only_here, "reply": reply})

    def _answer_ping(self, seq: object, reply: str) -> None:
        """Reply to a ping; first send a view that is not at the newest screen what it lacks."""
        self.send_state([*self._feed.lacks(seq)])
        self.send({"type": "pong", "reply": reply})


def _patience(said: dict[str, Any]) -> int:
    """Return for how many looks a view counts as open after a message: a `ping` may be of one hidden or closed."""
    return 0 if said.get("closed") is True else HIDDEN if said.get("hidden") is True else SHOWN
