"""A page that paints one staged screen after the other and says of each what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import panel_samples as samples
from conftest import opened
from panel_page import Panel, plain
from test_television_sizes import SEQ, shown

from talisman_nb.panels.table.controller import TableController

TELEVISION = (1920, 1080)
ALIVE = """() => {
  const { wire } = window, { send } = wire;
  const pong = (view) => JSON.stringify({ type: "custom", content: { type: "pong", reply: view } });
  const answer = (view) => wire.onmessage({ data: pong(view) });
  for (const { type, view } of wire.sent) if (type === "ping") answer(view);
  wire.send = (text) => {
    const { type, view } = JSON.parse(text);
    if (type === "ping") setTimeout(() => answer(view));
    else send.call(wire, text);
  };
}"""
"""Answers a television that asks whether the program is still there."""
SAY = """async (data) => {
  window.wire.sent.length = 0;
  window.wire.onmessage({ data });
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
}"""
"""Tells a television something, until it is painted."""
FAR = {"least": 32, "touch": False, "room": ".television"}
"""What is measured there: letters of at least 32 pixels."""
MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")
TOUCH = {(820, 1180), (1180, 820), (390, 844), (360, 740)}
"""Tablets, upright and lying, and phones."""


class Measured(Panel):
    """A panel that shows a screen anew without loading a page, and is measured."""

    def __init__(self, page: Any, size: tuple[int, int]) -> None:
        super().__init__(page)
        self.size, self.controller, self.kept = size, None, set()
        page.expose_function("handled", self._handled)
        page.add_init_script(MEASURE)
        self.open(samples.screen("die"), *size)

    def paint(self, controller: TableController, keys: tuple[str, ...] = ()) -> None:
        """Show what a controller shows, press keys, and answer everything that the page asks."""
        self.controller = controller
        labels, setup = controller.labels(), controller.setup()
        key = str(hash((labels.lang, labels.board, str(labels.cards))))
        known = None if key in self.kept else plain(labels)
        self.kept.add(key)
        state = {"screen": plain(controller.screen()), "setup": plain(setup)}
        self.page.evaluate(
            "([state, key, labels, keys]) => paint(state, key, labels, keys)", [state, key, known, list(keys)]
        )

    def _handled(self, message: dict[str, Any]) -> dict[str, Any]:
        reply = self.controller.handle({k: v for k, v in message.items() if k != "view"})
        if reply is not None:
            return {"reply": {**reply, "reply": message["view"]}}
        return {
            "screen": {**plain(self.controller.screen()), "reply": message["view"]},
            "setup": plain(self.controller.setup()),
        }

    def faults(self) -> list[str]:
        """What is wrong in both themes."""
        told = self.page.evaluate("touch => bars(touch)", self.size in TOUCH)
        return list(told)


class MeasuredTelevision:
    """A television that is told one screen after the other, and is measured."""

    keys: tuple[str, ...] = ()

    def __init__(self, page: Any) -> None:
        self.page = page
        page.add_init_script(MEASURE)
        shown(page, TELEVISION, samples.screen("die"))
        page.evaluate(ALIVE)

    def paint(self, controller: TableController, keys: tuple[str, ...] = ()) -> None:
        """Show what a controller shows, and answer where the faces of its die lead."""
        assert not keys, "nothing can be pressed"
        self._tell(samples.screen("card"), samples.labels("en"))  # a question of another table
        self._tell(screen := controller.screen(), controller.labels())
        if screen.question and screen.question.leads:
            self.page.wait_for_function("window.wire.sent.some(({ type }) => type === 'ends')")
            asked = self.page.evaluate("window.wire.sent.findLast(({ type }) => type === 'ends')")
            content = controller.handle({k: v for k, v in asked.items() if k != "view"})
            self._say({"type": "custom", "content": {**(content or {}), "reply": asked["view"]}})

    def _tell(self, screen: Any, labels: Any) -> None:
        self._say({"type": "state", "screen": {**plain(screen), "seq": next(SEQ)}, "labels": plain(labels)})

    def _say(self, data: dict[str, Any]) -> None:
        self.page.evaluate(SAY, json.dumps(data))

    def faults(self) -> list[str]:
        """What is wrong, for eyes four metres away."""
        return list(self.page.evaluate("told => [...faultsOfLayout(told), ...faultsOfColour(told)]", FAR))


@contextmanager
def measuring_television(browser: Any) -> Iterator[MeasuredTelevision]:
    """A television, 1920 x 1080."""
    with closing(browser.new_context(reduced_motion="reduce")) as context, opened(context) as page:
        yield MeasuredTelevision(page)


@contextmanager
def measuring(browser: Any, size: tuple[int, int]) -> Iterator[Measured]:
    """A page of this size, with a finger where it is a tablet's or a phone's."""
    touch = size in TOUCH
    how = {
        "viewport": {"width": size[0], "height": size[1]},
        "reduced_motion": "reduce",
        "has_touch": touch,
        "is_mobile": touch,
    }
    with closing(browser.new_context(**how)) as context, opened(context) as page:
        yield Measured(page, size)
