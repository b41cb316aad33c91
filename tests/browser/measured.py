"""A page that paints one staged screen after the other and says of each what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import panel_samples as samples
from conftest import opened
from panel_page import Panel, plain

from talisman_nb.panels.table.controller import TableController

MEASURE = (Path(__file__).parent / "measure.js").read_text("utf-8")
TOUCH = {(820, 1180), (390, 844)}


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
