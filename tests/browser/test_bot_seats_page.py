"""Do a person and three seats of the program play to the end of a game in Chromium, and is it paused by a press?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hosting import Host, Screen
from servers import free_port

from talisman_nb.notation.situation import situation
from talisman_nb.table import Table

pytestmark = [pytest.mark.browser, pytest.mark.campaign]

NEAR_THE_END = (
    "warrior crown-of-command, strength 12, craft 9, life 5, has talisman | troll city, life 2 | "
    "thief village, life 2 | wizard tavern, life 1"
)
"""The first seat commands from the Crown: the others have few lives."""
MOST = 400
"""Looks at the page, a fifth of a second each, in which the game is over."""
ACTS = """() => {
  const all = (id) => [...document.querySelectorAll(`[data-id="${id}"]`)];
  const shown = (id) => all(id).find((each) => each.getClientRects().length);
  const kind = document.querySelector(".ask")?.dataset.kind ?? "";
  const press = shown("roll") ?? document.querySelector(".ask .options .option:not(.closed)");
  if (kind !== "wait" && kind !== "over" && press) press.click();
  return kind;
}"""
"""Answers what people are asked: the dice, else the first option; returns the kind of the question."""


def table_near_the_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(home))
    position = situation(NEAR_THE_END)
    people = {each.name: each.character for each in position.players}
    with Table.new(people, dice="virtual", cards="virtual", name="Friday", seed=5, position=position) as table:
        table.set(bots=("", "planner", "greedy", "search"), tempo="quick")


def test_a_person_and_three_seats_of_the_program_play_to_the_end(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_near_the_end(tmp_path, monkeypatch)
    host = Host(tmp_path, "Friday", free_port())
    try:
        laptop = Screen(browser, 1366, 625)
        laptop.page.goto(host.laptop)
        laptop.headline.wait_for()
        kinds = list[str]()
        for _ in range(MOST):
            kinds.append(laptop.page.evaluate(ACTS))
            if kinds[-1] == "wait" and "paused" not in kinds:
                laptop.part("offer:bot:pause").click()
                laptop.part("option:bot:step").wait_for()
                laptop.part("offer:bot:on").click()
                kinds.append("paused")
            if kinds[-1] == "over":
                break
            laptop.page.wait_for_timeout(200)
        assert kinds[-1] == "over" and "paused" in kinds and not laptop.errors
    finally:
        host.stop()
    with Table.open("Friday") as table:
        assert {line.by for line in table.lines} >= {"bot", "person"}
