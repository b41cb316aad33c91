"""A panel in a page without Jupyter: the joined module, a model that only keeps what was sent, and its keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import panel_samples as samples

from talisman_nb.panels import companion
from talisman_nb.panels.esm import load_esm

ADDRESS = "http://panel.test/"
HARNESS = (Path(__file__).parent / "harness.html").read_text("utf-8")
PANELS = Path(companion.__file__).parent


class Panel:
    """A panel in a page, with a model that only keeps what was sent."""

    def __init__(self, page: Any, *, light: bool = True) -> None:
        self.page = page
        self.light = light

    def open(self, screen: Any, width: int = 1280, height: int = 800, setup: Any = None) -> Panel:
        self.page.set_viewport_size({"width": width, "height": height})
        state = {"screen": plain(screen), "labels": plain(samples.labels(plain(screen)["lang"])), "setup": plain(setup)}
        files = {
            "/": ("text/html", HARNESS.replace("THEME", str(self.light).lower())),
            "/companion.js": ("text/javascript", load_esm(PANELS / "companion.js")),
            "/companion.css": ("text/css", (PANELS / "companion.css").read_text("utf-8")),
            "/state.json": ("application/json", json.dumps(state)),
        }
        self.page.route(f"{ADDRESS}**", lambda route: serve(route, files))
        self.page.goto(ADDRESS)
        self.page.wait_for_function("window.ready === true && document.activeElement !== document.body")
        return self

    def sent(self) -> list[dict[str, Any]]:
        """Messages so far, without the id of the press."""
        return [{k: v for k, v in m.items() if k != "view"} for m in self.page.evaluate("window.sent")]

    def reply(self, screen: Any) -> None:
        self.page.evaluate("screen => window.answerWith(screen)", plain(screen))

    def press(self, *keys: str) -> Panel:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def settle(self) -> None:
        """What waits for the next frame, and for the one after it, is done."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def find(self, id: str) -> Any:
        return self.page.locator(f'[data-id="{id}"]')


def plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def serve(route: Any, files: dict[str, tuple[str, str]]) -> None:
    path = "/" + route.request.url.split("/", 3)[3]
    kind, body = files.get(path, ("text/plain", ""))
    route.fulfill(status=200 if path in files else 404, content_type=f"{kind}; charset=utf-8", body=body)
