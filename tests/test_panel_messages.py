"""Does the panel live on, can it be shown and is the game untouched, whatever a page sends?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables import pressed

from talisman_nb.panels.sync.companion import Companion
from talisman_nb.panels.sync.message import ViewMessage
from talisman_nb.panels.table.controller import MESSAGES, TableController
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES

ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 99, -(10**18), 10**18, 10**400, 1.5, float("nan"), float("inf"), "", " ", "?",
    "-1", "1" * 5000, "\ud800", "\0", "look:", "look:99", "hand", "settle", "own", "empty", "cast:healing",
    "drop:sword", "use:x", "nth:0", "nth:99", "0/", "99/cast:healing", "-1/hand", "x/cast:healing", "/dance",
    "1/settle", "0/cast:spell?", "table:let-go", "table:keep-by-hand", "wolf", "city", "../x", "a" * 3_000, [], [[]],
    ["wolf"], ["wolf", "wolf"], [None], {}, {"a": {}}, {"what": "life"}, b"x",
)  # fmt: skip
"""What no page of ours sends, or not there."""

CHANGES: tuple[Any, ...] = (
    {"what": "life", "seat": 0, "n": 3}, {"what": "life", "seat": 9, "n": 3}, {"what": "miss", "seat": 0, "n": 3},
    {"what": "space", "seat": 0, "to": "nowhere"}, {"what": "form", "seat": 0, "to": "toad"},
    {"what": "turn", "seat": 0}, {"what": "card", "card": "wolf", "to": "seat:1"},
    {"what": "card", "card": "pool-of-life", "to": "space:city"}, {"what": "dance"},
    {"what": "card", "card": "spell?", "to": "spells:0"},
    {"what": "card", "card": "wolf", "origin": "seat:x", "to": "deck:"}, {"what": "character", "seat": 1, "to": "elf"},
    {"what": "out", "seat": 1}, {"what": "alignment", "seat": 0, "to": "evil"},
    {"what": "card", "card": "talisman", "to": "seat:0"}, {"what": "card", "card": "\ud800"},
    {"what": "read", "card": "wolf", "to": "strength", "n": 3}, {"what": "read", "card": "\ud800", "to": "x", "n": 1},
)  # fmt: skip
FIELDS = (*ViewMessage.__struct_fields__, "what")


class Heard(Companion):
    """A companion that keeps what it told its page about the last message."""

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        self.__dict__.setdefault("told", []).append(msg.get("content") or msg)

    def hear(self, message: object) -> list[dict[str, Any]]:
        self.told: list[dict[str, Any]] = []
        self._handle_custom_msg(message, [])
        return self.told


def table_of(dice: random.Random) -> Table:
    figures = dice.sample(sorted(open_book().characters), 3)
    kind = dice.choice(
        ({}, {"dice": "virtual"}, {"dice": "virtual", "cards": "virtual", "spells": "known"}, {"spells": "known"})
    )
    table = Table.new(
        {f"P{n}": figure for n, figure in enumerate(figures)},
        seed=dice.randrange(99),
        lang=dice.choice(LANGUAGES),
        **kind,
    )
    table.set(react=(dice.choice(("pass", "always")),) * 3)
    return table


def message(table: Table, dice: random.Random) -> Any:
    """What a page may send, mostly with something wrong in it."""
    chance = dice.random()
    if chance < 0.02:
        return dice.choice(ODD)
    said = pressed(table, dice) if chance < 0.5 else strange(table, dice)
    for _ in range(dice.choice((0, 0, 1, 1, 1, 2))):
        said[dice.choice((*said, *FIELDS))] = dice.choice(ODD)
    if dice.random() < 0.1 and len(said) > 1:
        del said[dice.choice(list(said))]
    return said


def strange(table: Table, dice: random.Random) -> dict[str, Any]:
    found, seat = table.ask, dice.randrange(-1, 4)
    aside = dice.choice(
        [f"{seat}/{option.key}" for option in table.asides(max(0, min(seat, 2)))] + ["/settle", "/throw-again"]
    )
    said: dict[str, Any] = {
        "type": dice.choice(list(MESSAGES)),
        "ply": found.ply,
        "key": dice.choice((*(option.key for option in found.options), aside, "wolf")),
        "seat": seat,
        "n": dice.randrange(-1, len(table.lines) + 2),
        "changes": dice.sample(CHANGES, dice.randrange(3)),
        "own": {"name": "Were-mole", "type": "animal"},
        "here": dice.random() < 0.3,
        "trial": dice.random() < 0.3,
    }
    return said | ({"keys": [said["key"], "bear"]} if dice.random() < 0.2 else {})


@pytest.mark.parametrize("n", [600, pytest.param(10_000, marks=pytest.mark.campaign)])
def test_whatever_a_page_sends_is_answered_and_a_refusal_changes_nothing(
    n: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    for seed in range(n // 100):
        dice = random.Random(seed)
        controller = TableController(table := table_of(dice))
        panel = Heard(controller)
        for press in range(100):
            said = message(table, dice)
            before, rev = table.state, controller._rev
            told = panel.hear(said)
            where = f"seed {seed}, press {press}: {said!r}"
            assert told and not [each for each in told if each.get("type") == "broke"], where
            if controller.table is None or controller.table is not table:
                controller.table = table  # left, or another one opened: back
            elif controller._rev == rev and not only_here(told):
                assert table.state is before or table.state == before, where
                assert panel.screen.get("note"), where
            panel.refresh()
            msgspec.json.encode(panel.get_state()["screen"])


@pytest.mark.parametrize(
    "said", [None, 3, [], "roll", {"type": "roll", "ply": {}}, {}, {"type": 3}, {"type": "look", "seat": 99}]
)
def test_what_is_no_message_of_a_page_is_refused_in_words(said: Any) -> None:
    panel = Heard(TableController(Table.new({"Ada": "dwarf", "Bruno": "thief"}, cards="virtual")))
    assert [each["method"] for each in panel.hear(said)] == ["update"]
    assert panel.screen["note"] == "The page sent something this program doesn't understand: load the page again."


def test_several_cards_are_drawn_together_or_not_at_all() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    controller = TableController(table)
    for key in ("3", "clockwise"):
        controller.handle({"type": "answer", "ply": table.ask.ply, "key": key})
    before = table.state
    controller.handle({"type": "answer", "ply": before.ply, "keys": ["bag-of-gold", "bear"]})
    assert controller.screen().note and table.state == before, "one card is drawn there"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "key": "4"}, {"type": "roll"}, {"type": "hand", "empty": True},
        {"type": "aside", "key": "/settle"}, {"type": "aside", "key": "/throw-again"},
        {"type": "correct", "changes": [{"what": "gold", "seat": 0, "n": 9}]}, {"type": "undo"}, {"type": "redo"},
        {"type": "hold-on", "n": 1}, {"type": "amend", "n": 1, "key": "2"}, {"type": "answer", "key": "table:let-go"},
        {"type": "answer", "key": "table:keep-by-hand"},
    ],
)  # fmt: skip
def test_a_press_at_a_question_that_is_past_is_refused(message: dict[str, Any], tmp_path: Path) -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", path=tmp_path / "t.talisman", seed=1)
    table.roll()
    here = TableController(table)
    seen = here.screen().question
    assert seen is not None
    elsewhere = Table.open(tmp_path / "t.talisman")
    elsewhere.answer(elsewhere.ask.open()[0])
    before = elsewhere.state
    here.handle({**message, "ply": seen.ply})
    assert here.screen().note == "The game has moved on; here is what it asks now." and table.state == before
    shown = here.screen().question
    assert shown is not None and shown.ply == before.ply


def only_here(told: list[dict[str, Any]]) -> bool:
    """Whether the press alone was answered, the screen being as it was."""
    looking_back = (
        "bot",
        "chronicle",
        "earlier",
        "evenings",
        "export",
        "hint",
        "line",
        "lines",
        "packing",
        "situation",
        "told",
    )
    return any(each.get("type") in (*looking_back, "card", "hint", "page", "pong") for each in told)
