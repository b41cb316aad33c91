"""Does every screen of a hosted table show within seconds that the program has ended, and that it is back?"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import Host, Screen, phone
from playwright.sync_api import expect
from servers import PATIENCE, free_port
from tables import FOUR

from talisman_nb.table import Table

pytestmark = pytest.mark.browser

NOTICED = 2.0
"""Seconds after which a screen shows that nothing answers; a loaded machine may need as many more to paint it."""
FADED = """() => [".ask, .turn", ".board", ".people, .sheets"].map(each => [...document.querySelectorAll(each)]
  .find(one => one.checkVisibility())).filter(Boolean).every(each => {
    let seen = 1;
    for (let one = each; one; one = one.parentElement) seen *= Number(getComputedStyle(one).opacity);
    return seen < .7;
  })"""


class Screens:
    """A laptop, a phone and a television."""

    def __init__(self, browser: Any, host: Host) -> None:
        self.host = host
        self.laptop, self.phone, self.television = (
            Screen(browser, 1366, 768),
            phone(browser),
            Screen(browser, 1920, 1080),
        )
        self.laptop.page.goto(host.laptop)
        for screen, code in ((self.phone, host.codes.seats[1]), (self.television, host.codes.television)):
            screen.page.goto(f"{host.address}?code={code}")
            expect(screen.page.locator(".person")).to_be_visible()
            screen.page.get_by_role("button").click()
        self.expect_all("well")

    @property
    def all(self) -> tuple[Screen, ...]:
        return self.laptop, self.phone, self.television

    def expect_all(self, state: str) -> None:
        for screen in self.all:
            expect(screen.page.locator(f'.tlm[data-alive="{state}"]')).to_be_visible()


@pytest.fixture
def screens(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screens]:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    Table.new(FOUR, name="Friday").close()
    expect.set_options(timeout=PATIENCE)
    host = Host(tmp_path, "Friday", free_port())
    found = Screens(browser, host)
    yield found
    host.stop()
    for screen in found.all:
        screen.context.close()


@pytest.mark.campaign
@pytest.mark.parametrize("how", ["ended", "hung"])
def test_a_program_that_is_gone_is_seen_on_every_screen(screens: Screens, how: str) -> None:
    host = screens.host
    if how == "hung" and os.name == "nt":
        pytest.skip("Windows can't stop a process for a while")
    began = time.monotonic()
    if how == "ended":
        host.stop()
    else:
        os.kill(host.process.pid, signal.SIGSTOP)
    screens.expect_all("gone" if how == "ended" else "thinking")
    assert time.monotonic() - began < 2 * NOTICED
    if how == "hung":  # as a slow one would be: no screen frightens anybody
        assert not any(screen.page.evaluate(FADED) for screen in screens.all)
        screens.expect_all("gone")
    for screen in screens.all:
        assert screen.page.evaluate(FADED)
        expect(screen.page.locator(".band:visible")).to_contain_text("has stopped answering")
    if how == "ended":
        host.start()
    else:
        os.kill(host.process.pid, signal.SIGCONT)
    screens.expect_all("well")
    expect(screens.phone.page.locator(".band:visible")).to_have_count(0)
    assert not [error for screen in screens.all for error in screen.errors]
