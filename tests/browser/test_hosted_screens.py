"""Is a fight read on a hosted table's television, a line played back, a phone's place kept, a bet through a kill?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosting import Host, Screen, phone
from playwright.sync_api import expect
from servers import PATIENCE, free_port

from talisman_nb.chronicle.journal import last_lines
from talisman_nb.model import Change
from talisman_nb.panels.table.teaching import want_hints
from talisman_nb.table import Table

pytestmark = pytest.mark.browser

PEOPLE = {"Ada": "dwarf", "Bruno": "thief", "Carla": "sorceress", "Dario": "warrior", "Elena": "wizard"}
LETTERS = """named => [...document.querySelectorAll(named)].filter(each => each.checkVisibility())
  .map(each => parseFloat(getComputedStyle(each).fontSize))"""
"""Sizes of the letters of all that is shown and matches a selector, read at once: a screen may be painted anew."""


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
        expect(page.locator(".person")).to_be_visible()  # the page before has a button too
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
        """The table as it lies on disk."""
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


CUT = """() => [...document.querySelectorAll(".happened, .happened > *, .turn, .sheet, .people, .entry")]
  .filter(each => each.checkVisibility() && (each.scrollHeight > each.clientHeight + 2
    || each.scrollWidth > each.clientWidth + 2) && !each.matches(".do"))
  .map(each => `${each.className}: ${each.scrollHeight} in ${each.clientHeight}, ${each.scrollWidth} wide`)"""
OUTSIDE = """() => [...document.querySelectorAll(".likeness .motif, .moment .picture svg, .fight .n, .fight .face")]
  .filter(each => each.checkVisibility()).filter(each => {
    const [own, around] = [each, each.closest(".sheet, .happened > *")].map(it => it.getBoundingClientRect());
    return own.top < around.top - 1 || own.bottom > around.bottom + 1 || own.right > around.right + 1;
  }).map(each => each.outerHTML.slice(0, 80))"""
STILL = """async () => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map(each => each.finished));
}"""
"""Waits until what the last painting set in motion has arrived."""
READABLE = 28
"""Pixels of letters that are read at four metres."""


@pytest.mark.parametrize("size", [(1920, 1080), pytest.param((1080, 1920), marks=pytest.mark.campaign)])
def test_a_fight_and_its_result_are_read_at_four_metres(browser: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    story = Story(browser, fought(tmp_path))
    page = story.television.page
    try:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        story.enter_television()
        assert not page.evaluate(CUT)
        story.enter_phones()
        page.locator(".entry").wait_for(state="hidden")
        for faces in (("6",), ("1",)):
            expect(page.locator(".fight .odds-bar")).to_be_visible()
            looked_at(page)
            headline = page.locator("h1").inner_text()
            with story.table() as table:
                for face in faces:
                    table.answer(face)
            expect(page.locator("h1")).not_to_have_text(headline)
        expect(page.locator(".happened .moment .text")).to_contain_text("Ada beat the Dragon")
        expect(page.locator(".happened .odds-bar")).to_have_count(0)
        expect(page.locator(".fight .total .n")).to_have_text(["10", "8"])
        assert min(page.evaluate(LETTERS, ".moment .text")) >= 1.6 * READABLE
        looked_at(page)
        with story.table() as table:
            table.answer("done")
        expect(page.locator("h1")).to_contain_text("Bruno")
        expect(page.locator(".happened .leads .lead .end").nth(5)).to_be_visible()
        assert min(page.evaluate(LETTERS, ".leads .end-name")) >= READABLE
        expect(page.locator(".line")).to_have_count(0)
    finally:
        story.host.stop()
        for screen in (story.television, *story.phones):
            screen.context.close()


def fought(home: Path) -> Host:
    """Ada has met the Dragon, and throws next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALISMAN_NB_HOME", str(home))
        table = Table.new(PEOPLE, name="Friday")
        table.change(Change("card", card="purchase/sword", origin="stock", to="seat:0"))
        for key in ("3", "clockwise", "dragon"):
            table.answer(key)
        table.close()
    return Host(home, "Friday", free_port())


def looked_at(page: Any) -> None:
    """Nothing is cut, what a fight comes to is large, and nothing can be pressed."""
    page.evaluate(STILL)
    assert not page.evaluate(CUT)
    assert not page.evaluate(OUTSIDE)
    letters = page.evaluate(LETTERS, ".fight :is(.total .n, .name, .label), .odds .chance, .do")
    assert letters and min(letters) >= READABLE
    assert page.locator("button, a, input").count() == 0


def test_a_line_of_the_journal_is_played_back(story: Story) -> None:
    want_hints(False)  # none stands in the journal
    with story.table() as table:
        table.roll()
        line = next(each for each in reversed(last_lines(table, "en", -1)) if each.n and not each.folded)
    ada, laptop = phone(story.browser), Screen(story.browser, 1366, 768)
    story.phones.extend((ada, laptop))
    ada.page.goto(f"{story.host.address}?code={story.host.codes.seats[0]}")
    ada.page.get_by_role("button").tap()
    laptop.page.goto(story.host.laptop)
    for screen in (ada, laptop):
        if screen is ada:
            screen.part("tab:log").click()
        screen.part(f"steps:{line.round}:{line.turn}").click()
        screen.part(f"line:{line.n}:0").click()
        with screen.page.expect_popup() as popup:
            screen.part("replay-here").click()
        played, errors = popup.value, screen.errors
        played.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
        expect(played.locator("h1")).to_have_text(line.text)
        assert played.url.endswith(f"#{line.n}")
        played.get_by_role("button").first.click()
        expect(played.locator("h1")).not_to_have_text(line.text)
        assert not errors


@pytest.mark.campaign
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
    expect(story.television.page.locator(".turn .held")).to_contain_text("Hold on!")
    expect(story.television.page.locator(".turn .held")).not_to_contain_text("Bruno")
    ada.page.locator(".ask .option:not(.closed):visible").first.tap()
    expect(ada.page.locator(".foot.refusal")).to_contain_text("Hold on!")
    bruno.part("offer:host:go-on").tap()
    expect(story.television.page.locator(".turn .held")).to_have_count(0)
    story.press()


def test_a_bet_outlives_a_program_that_is_killed_and_is_told_quietly(story: Story) -> None:
    with story.table() as table:
        first = table.state.turn
    thrower, better = (phone(story.browser) for _ in range(2))
    story.phones.extend((thrower, better))
    for screen, seat in ((thrower, first), (better, (first + 2) % len(PEOPLE))):
        screen.page.goto(f"{story.host.address}?code={story.host.codes.seats[seat]}")
        screen.page.get_by_role("button").tap()
        expect(screen.page.locator(".sheet.own")).to_be_visible()
    better.part("bet:4").tap()
    expect(better.part("bet:4")).to_have_attribute("aria-pressed", "true")
    story.host.process.kill()
    story.host.process.wait(timeout=PATIENCE / 1000)
    story.host.start()
    expect(better.page.locator('.tlm[data-alive="well"]')).to_be_visible()
    expect(better.part("bet:4")).to_have_attribute("aria-pressed", "true")
    expect(thrower.page.locator('.tlm[data-alive="well"]')).to_be_visible()
    expect(thrower.page.locator(".bet")).to_have_count(0)
    thrower.part("roll").tap()
    expect(better.page.locator(".bet-told")).to_contain_text("It came up")
    with story.table() as table:
        (settled,) = table.bets.settled
        assert settled.faces == {(first + 2) % len(PEOPLE): 4}
    assert not [error for screen in story.phones for error in screen.errors]
