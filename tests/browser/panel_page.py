"""A panel in a page without Jupyter: the joined module, a model that only keeps what was sent, and its keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import panel_samples as samples
from pages_served import Files, open_page

from talisman_nb.panels.sync.bundle import drawn_face, panel_css, panel_esm

HOST = "panel.test"
ADDRESS = f"http://{HOST}/"
HARNESS = (Path(__file__).parent / "harness.html").read_text("utf-8")
PAUSE = 150
"""Milliseconds after which a letter acts; a timer that is set later ends later."""

NO_PRESS = ("advise", "bot", "hint", "ends", "group", "told", "earlier", "card")
"""Types of messages that a page sends by itself, for which no press waits."""

SHUT = """() => {
  window.open = () => null;
  URL.createObjectURL = () => { throw new TypeError("refused"); };
}"""
"""As an editor shows a notebook: no window, and no address of the page's own."""

BURST = """async ([text, screen, more]) => {
  const press = (sign) => ["keydown", "keyup"].forEach((kind) => document.activeElement.dispatchEvent(
    new KeyboardEvent(kind, { key: sign === "\\n" ? "Enter" : sign, bubbles: true, cancelable: true })));
  [...text].forEach(press);
  const atOnce = sent.length;
  if (screen) window.answerWith(screen);
  await Promise.resolve();
  [...more].forEach(press);
  return atOnce;
}"""


class Panel:
    """A panel in a page, with a model that only keeps what was sent."""

    def __init__(self, page: Any, *, light: bool = True) -> None:
        self.page = page
        self.light = light

    def open(self, screen: Any, width: int = 1280, height: int = 800, setup: Any = None, labels: Any = None) -> Panel:
        """Show a screen, with labels of its own or those of the samples."""
        self.page.set_viewport_size({"width": width, "height": height})
        told = plain(labels or samples.labels(plain(screen)["lang"]))
        state = {"screen": plain(screen), "labels": told, "setup": plain(setup)}
        open_page(self.page, HOST, HARNESS.replace("THEME", str(self.light).lower()), state, files)
        self.page.wait_for_function("window.ready === true && document.activeElement !== document.body")
        return self

    def sent(self) -> list[dict[str, Any]]:
        """Messages so far but those that a page sends by itself, which are no press; without the id of the press."""
        sent = self.page.evaluate("window.sent")
        return [{k: v for k, v in m.items() if k != "view"} for m in sent if m["type"] not in NO_PRESS]

    def reply(self, screen: Any) -> None:
        self.page.evaluate("screen => window.answerWith(screen)", plain(screen))

    def press(self, *keys: str) -> Panel:
        """One key after the other; a letter acts when no other one followed for a moment."""
        for key in keys:
            self.page.keyboard.press(key)
            if key[-1].isalpha() and len(key.removeprefix("Shift+")) == 1:
                self.wait(PAUSE)
        return self

    def wait(self, pause: int) -> None:
        """Wait for a timer of so many milliseconds in the page, which ends after those that were set before it."""
        self.page.evaluate(f"new Promise((done) => setTimeout(done, {pause}))")

    def burst(self, text: str, then: Any = None, more: str = "") -> list[dict[str, Any]]:
        """Press keys, show a screen right after them, and press more; return what was sent before that screen."""
        at_once = self.page.evaluate(BURST, [text, plain(then), more])
        return self.sent()[:at_once]

    def settle(self) -> None:
        """What waits for the next frame, and for the one after it, is done."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def find(self, id: str) -> Any:
        return self.page.locator(f'[data-id="{id}"]')


def files() -> Files:
    """What the page loads, the same for every test."""
    return {
        "/companion.js": ("text/javascript", panel_esm()),
        "/companion.css": ("text/css", f"{drawn_face()}\n{panel_css()}"),
    }


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def serve(route: Any, files: dict[str, tuple[str, str]]) -> None:
    path = "/" + route.request.url.split("/", 3)[3]
    kind, body = files.get(path, ("text/plain", ""))
    route.fulfill(status=200 if path in files else 404, content_type=f"{kind}; charset=utf-8", body=body)
