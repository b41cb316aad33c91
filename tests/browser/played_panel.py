"""A panel in a page whose messages a controller answers: what is pressed happens to a table, without a server."""

from __future__ import annotations

from typing import Any

import panel_samples as samples
from panel_page import Panel, plain

from talisman_nb.panels.table.controller import TableController

SEND = "state => window.show(state)"
ASKS_ENDS = """heard => new Promise(resolve => {
  const lacks = document.querySelector('.leads') && !document.querySelector('.leads .end'), begun = performance.now();
  const over = () => window.sent.length > heard || performance.now() - begun > 300;
  const look = () => over() ? resolve(true) : setTimeout(look, 5);
  return lacks ? look() : resolve(false);
})"""
"""Waits until a page that shows a die to move has asked where its faces lead."""


class PlayedPanel(Panel):
    """A panel and the controller behind it; presses are counted as inputs.

    With `ends` it is waited for until a die to move shows where its faces lead.
    """

    def __init__(self, page: Any, controller: TableController, *, light: bool = True, ends: bool = False) -> None:
        super().__init__(page, light=light)
        self.controller, self.inputs, self._heard, self.ends = controller, 0, 0, ends

    def shown(self, width: int = 1366, height: int = 768) -> PlayedPanel:
        """Open the page with the table's own words."""
        self.open(samples.screen("die"), width, height)
        self._heard = 0  # the page is a new one
        self.page.evaluate(SEND, self._traits(""))
        self.settle()
        self._answer_pages()
        return self

    def click(self, id: str) -> PlayedPanel:
        """Press a button: one input."""
        self.find(id).locator("visible=true").first.click()
        return self._done()

    def key(self, key: str) -> PlayedPanel:
        """Press a key: one input."""
        self.press(key)
        return self._done()

    def enter(self, id: str, text: str) -> PlayedPanel:
        """Type something and Enter: one input."""
        field = self.find(id).locator("visible=true").first
        field.fill(text)
        field.press("Enter")
        return self._done()

    def _done(self) -> PlayedPanel:
        self.inputs += 1
        self.settle()
        self._answer_pages()
        return self

    def _answer_pages(self) -> None:
        """Let the controller answer what the page has sent, and what it sends after that."""
        self._wait_for_ends()
        while waiting := self.page.evaluate("window.sent")[self._heard :]:
            for message in waiting:
                self._heard += 1
                reply = self.controller.handle({k: v for k, v in message.items() if k != "view"})
                if reply is None:
                    self.page.evaluate(SEND, self._traits(message["view"]))
                else:
                    self.page.evaluate("reply => window.tell('msg:custom', reply)", {**reply, "reply": message["view"]})
                self.settle()
            self._wait_for_ends()

    def _wait_for_ends(self) -> None:
        if self.ends:
            self.page.evaluate(ASKS_ENDS, self._heard)

    def _traits(self, reply: str) -> dict[str, Any]:
        screen = {**plain(self.controller.screen()), "reply": reply}
        return {"screen": screen, "labels": plain(self.controller.labels()), "setup": plain(self.controller.setup())}
