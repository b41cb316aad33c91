"""Do five phones and a television play one table, each with its own question and nobody else's secrets?

The laptop's person does nothing but look. What each screen is sent is kept, and searched for what other seats hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import pytest
from face_down import has_seen, names, sent
from hosting import Host, Screen, phone
from playwright.sync_api import expect
from servers import PATIENCE, free_port

from talisman_nb.engine.view import hidden_of
from talisman_nb.table import Table
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.browser

PEOPLE = {"Ada": "dwarf", "Bruno": "thief", "Carla": "sorceress", "Dario": "warrior", "Elena": "wizard"}
TURNS = 6
MOST_INPUTS = 5
"""Median of inputs in a turn with everything on the screen."""


class Story:
    """The screens of an evening, and the table as it lies on disk."""

    def __init__(self, browser: Any, host: Host) -> None:
        self.browser, self.host = browser, host
        self.television = Screen(browser, 1920, 1080)
        self.phones: list[Screen] = []

    def enter_television(self) -> None:
        page = self.television.page
        page.goto(self.host.address)
        page.locator("input").fill(self.host.codes.television)
        page.keyboard.press("Enter")
        page.locator("button").click()
        expect(page.locator(".entry li.free")).to_have_count(len(PEOPLE))

    def enter_phones(self) -> None:
        """One scan and one tap for each."""
        for seat, name in enumerate(PEOPLE):
            screen = phone(self.browser)
            self.phones.append(screen)
            screen.page.goto(f"{self.host.address}?code={self.host.codes.seats[seat]}")
            expect(screen.page.locator(".person")).to_contain_text(name)
            screen.page.get_by_role("button").tap()
            expect(screen.page.locator(".sheet.own")).to_contain_text(name)

    def table(self) -> Table:
        return Table.open(self.host.home / "tables" / "Friday.talisman")

    def press(self) -> None:
        """Whoever is asked taps the first thing that is open; all screens then show the next question."""
        with self.table() as table:
            before, found = table.state.ply, table.ask
        for each in self.phones:
            expect(each.page.locator(f'.tlm[data-ply="{before}"]')).to_be_visible()
        screen = next(each for each in self.phones if not each.page.locator('.ask[data-kind="wait"]').count())
        roll, options = screen.part("roll"), screen.page.locator(".ask .option:not(.closed):visible")
        assert roll.count() or options.count(), found
        (roll if roll.count() else options.first).tap()
        expect(screen.page.locator(f'.tlm:not([data-ply="{before}"])')).to_be_visible()
        with self.table() as table:
            after = table.state.ply
        assert after != before, found
        for each in self.phones:
            expect(each.page.locator(f'.tlm[data-ply="{after}"]')).to_be_visible()


@pytest.fixture
def story(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Story]:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    everything = {"dice": "virtual", "cards": "virtual", "spells": "known"}
    Table.new(PEOPLE, name="Friday", seed=11, **everything).close()
    expect.set_options(timeout=PATIENCE)
    found = Story(browser, Host(tmp_path, "Friday", free_port()))
    yield found
    found.host.stop()
    for screen in (found.television, *found.phones):
        screen.context.close()


def test_five_phones_and_a_television_play(story: Story) -> None:
    story.enter_television()
    story.enter_phones()
    television = story.television.page
    expect(television.locator(".entry")).to_be_hidden()
    expect(television.locator("button, a, input")).to_have_count(0)
    assert television.locator("h1").evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 72

    turns: list[int] = []
    for _ in range(TURNS):
        with story.table() as table:
            whose, round_ = table.state.turn, table.state.round
        turns.append(0)
        while (whose, round_) == turn_of(story):
            story.press()
            turns[-1] += 1
            assert turns[-1] < 30
    assert median(turns) <= MOST_INPUTS, turns

    with story.table() as table:
        asked = table.ask.seat
    for seat, screen in enumerate(story.phones):
        others = expect(screen.page.locator('.ask[data-kind="wait"]'))
        others.to_have_count(0 if seat == asked or asked < 0 else 1)
    search_messages(story)
    assert not [error for screen in (story.television, *story.phones) for error in screen.errors]
    listening = psutil.Process(story.host.process.pid).net_connections()
    assert {each.laddr.ip for each in listening if each.status == psutil.CONN_LISTEN} == {"127.0.0.1"}


def turn_of(story: Story) -> tuple[int, int]:
    with story.table() as table:
        return table.state.turn, table.state.round


def search_messages(story: Story) -> None:
    """No message to a screen names what another seat holds and this one has never seen."""
    searched = 0
    with story.table() as table:
        wording = wording_of(table.state, "en")
        for seat, screen in ((-1, story.television), *enumerate(story.phones)):
            found = "\n".join(sent(message) for message in screen.received)
            assert len(screen.received) > TURNS and "Ada" in found
            held = {
                card for line in table.lines for other in range(len(PEOPLE)) for card in hidden_of(line.after, other)
            }
            for card in held - has_seen(table, seat):
                searched += 1
                assert not names(found, str(wording.card(card))) and not names(found, card), (seat, card)
    assert searched > 3


def test_a_phone_comes_back_without_a_code_and_holds_the_game(story: Story) -> None:
    story.enter_television()
    story.enter_phones()
    ada, bruno, *_ = story.phones
    port = story.host.port
    story.host.stop()
    expect(ada.page.locator('.tlm[data-alive="gone"]')).to_be_visible()
    with story.table() as table:
        table.roll()
        ply = table.state.ply
    story.host.start()
    assert story.host.port == port
    for screen in story.phones:
        expect(screen.page.locator(f'.tlm[data-ply="{ply}"]')).to_be_visible()
        expect(screen.page.locator('.tlm[data-alive="well"]')).to_be_visible()
    bruno.page.reload()
    expect(bruno.headline).to_have_text("Ada chooses a way")

    bruno.part("offer:host:hold").tap()
    expect(story.television.page.locator(".turn .held")).to_contain_text("Hold!")
    expect(story.television.page.locator(".turn .held")).not_to_contain_text("Bruno")
    ada.page.locator(".ask .option:not(.closed):visible").first.tap()
    expect(ada.page.locator(".foot.refusal")).to_contain_text("Hold!")
    bruno.part("offer:host:go-on").tap()
    expect(story.television.page.locator(".turn .held")).to_have_count(0)
    story.press()
