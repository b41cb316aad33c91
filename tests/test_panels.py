"""Does a press reach the table, does one message come back, and are the panel's words all known?"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import panel_samples as samples
import pytest

from talisman_nb.panels import companion
from talisman_nb.panels.companion import Companion, complete
from talisman_nb.panels.esm import load_esm
from talisman_nb.panels.words import PLACES, WORDS
from talisman_nb.text.screen import Labels, Screen, Setup

PANELS = Path(companion.__file__).parent
MODULES = sorted(PANELS.glob("*.js"))
ASKED = re.compile(r'\bword\("([^"]+)"')


class Table:
    """A controller that goes from the die to the way and remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.shown = samples.screen("die")
        self.form: Setup | None = None

    def screen(self) -> Screen:
        return self.shown

    def labels(self) -> Labels:
        return samples.labels(self.shown.lang)

    def setup(self) -> Setup | None:
        return self.form

    def handle(self, message: dict[str, Any]) -> dict[str, Any] | None:
        self.heard.append(message)
        if message["type"] == "journal":
            return {"type": "lines", "lines": []}
        if message["type"] == "language":
            self.shown = msgspec.structs.replace(self.shown, lang=message["lang"])
        elif message["type"] == "answer":
            self.shown = samples.screen("way")
        else:
            raise ValueError("no such card")
        return None


class Shown(Companion):
    """A companion whose messages to the browser are kept instead of sent."""

    def __init__(self, table: Table) -> None:
        self.told: list[dict[str, Any]] = []
        super().__init__(table)
        self.told.clear()

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        self.told.append(msg)

    def press(self, **message: Any) -> None:
        self._handle_custom_msg({"view": "me-1", **message}, [])


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def shown(table: Table) -> Shown:
    panel = Shown(table)
    panel.told.clear()
    return panel


def test_a_press_reaches_the_table_and_one_message_comes_back(table: Table, shown: Shown) -> None:
    shown.press(type="answer", ply=14, key="4")
    assert table.heard == [{"type": "answer", "ply": 14, "key": "4", "view": "me-1"}]
    assert [message["method"] for message in shown.told] == ["update"]
    assert set(shown.told[0]["state"]) == {"screen"}
    assert shown.screen["reply"] == "me-1"
    assert shown.screen["question"]["kind"] == "way"
