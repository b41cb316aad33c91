"""Do five phones, a laptop and a television play story C: entered by code, Spells as wished, no secret on a page?

What every page shows or tells a screen reader is searched after each press for the Spells that another seat holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from face_down import has_seen, names
from hosting import Host, Screen, phone
from playwright.sync_api import expect
from servers import PATIENCE, free_port
from tables import from_deck
from test_hosted_screens import PEOPLE, Story

from talisman_nb.engine.view import hidden_of
from talisman_nb.model import Change
from talisman_nb.table import Table
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.browser

ADA, BRUNO, CARLA, DARIO, ELENA = range(5)
TO_ENTER = 2
"""Inputs until a phone shows its sheet: the code with Enter, and a tap."""
SPELL_ANSWERED = 4
"""Inputs of a Spell and of the one against it."""
TURNS = 3
MOST_INPUTS = 5
"""Median of inputs in a turn with everything on the screen."""
WORDS = """() => [document.body.textContent, ...[...document.querySelectorAll("[aria-label], [title]")]
  .flatMap(each => [each.getAttribute("aria-label"), each.getAttribute("title")])].join("\\n")"""


class StoryC(Story):
    """Story C: the screens of the table, and the inputs of everybody."""

    inputs = 0
    away: Screen | None = None
    """A phone that is locked."""

    def enter_laptop(self) -> None:
        """The laptop's page; what it is sent can be held back."""
        self.laptop = Screen(self.browser, 1366, 768)
        self.slow = False
        self.held: list[Any] = []
        self.laptop.page.route_web_socket("**", self._between)
        self.laptop.page.goto(self.host.laptop)
        expect(self.laptop.headline).to_be_visible()

    def _between(self, page: Any) -> None:
        self.wire = page
        server = page.connect_to_server()
        server.on_message(lambda message: self.held.append(message) if self.slow else page.send(message))

    def catch_up(self) -> None:
        """The laptop is sent what was held back."""
        self.slow = False
        while self.held:
            self.wire.send(self.held.pop(0))

    def enter_phones(self) -> None:
        """Everybody types the code that the television shows, and taps *that's me*."""
        shown = self.television.page.locator(".entry li.free kbd").all_inner_texts()
        assert sorted(shown) == sorted(self.host.codes.seats)
        for seat, name in enumerate(PEOPLE):
            screen = phone(self.browser)
            self.phones.append(screen)
            screen.page.goto(self.host.address)
            screen.page.locator("input").fill(self.host.codes.seats[seat])
            screen.page.keyboard.press("Enter")
            expect(screen.page.locator(".person")).to_contain_text(name)
            screen.page.get_by_role("button").tap()
            self.inputs += TO_ENTER
            expect(screen.page.locator(".sheet.own")).to_contain_text(name)

    def tap(self, screen: Screen, part: str) -> None:
        self.inputs += 1
        screen.part(part).tap()

    def press(self) -> None:
        self.inputs += 1
        super().press()
        self.search_pages()

    def answer(self, screen: Screen, part: str) -> None:
        """Taps a part that answers; its screen, then all the others, show what came of it."""
        shown = screen.page.locator(".tlm").get_attribute("data-ply")
        self.tap(screen, part)
        expect(screen.page.locator(f'.tlm:not([data-ply="{shown}"])')).to_be_visible()
        for each in (*self.phones, self.laptop):
            expect(each.page.locator(f'.tlm[data-ply="{self.state.ply}"]')).to_be_visible()

    @property
    def state(self) -> Any:
        with self.table() as table:
            return table.state

    def seen_by(self) -> list[tuple[int, Screen]]:
        """All screens with their seats, -1 for those that everybody sees."""
        seats = [seat for seat in range(len(PEOPLE)) if self.away is None or seat != DARIO]
        return [(-1, self.television), (-1, self.laptop), *zip(seats, self.phones, strict=True)]

    def search_pages(self) -> int:
        """No page names a Spell that another seat holds and this one has not seen; return how many were looked for."""
        searched = 0
        with self.table() as table:
            wording = wording_of(table.state, "en")
            for seat, screen in self.seen_by():
                if screen is not self.television:  # which has nothing to press, and no number of a question
                    expect(screen.page.locator(f'.tlm[data-ply="{table.state.ply}"]')).to_be_visible()
                found = str(screen.page.evaluate(WORDS))
                assert "Ada" in found
                hidden = {card for other in range(len(PEOPLE)) for card in hidden_of(table.state, other)}
                for card in hidden - set(hidden_of(table.state, seat) if seat >= 0 else ()) - has_seen(table, seat):
                    searched += 1
                    name = str(wording.card(card))
                    around = found[max(found.find(name) - 80, 0) : found.find(name) + 80]
                    assert not names(found, name), f"the screen of {seat} tells {card}: {around!r}"
        return searched


@pytest.fixture
def story(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StoryC]:
    """Bruno holds Counterspell, Carla Mesmerism and one more, Dario a Mule, Elena two of the box; Carla begins."""
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    table = Table.new(PEOPLE, name="Friday", seed=11, dice="virtual", cards="virtual", spells="known")
    for card, seat in (("counterspell", BRUNO), ("mesmerism", CARLA)):
        table.change(from_deck(card, seat, "spell", "spells"))
    table.change(from_deck("mule", DARIO), Change("turn", CARLA))
    table.close()
    expect.set_options(timeout=PATIENCE)
    found = StoryC(browser, Host(tmp_path, "Friday", free_port()))
    found.enter_television()
    found.enter_phones()
    found.enter_laptop()
    yield found
    found.host.stop()
    for screen in (found.television, found.laptop, *found.phones):
        screen.context.close()


def test_story_c(story: StoryC) -> None:
    """Entering, Spells as wished, a Spell against a Spell, two answers, a phone that comes back, two turns each."""
    assert story.inputs == TO_ENTER * len(PEOPLE)
    assert story.search_pages() > 10, "Spells are in hands, and looked for"
    whoever_casts_is_answered_as_everybody_wishes(story)
    of_two_answers_the_first_counts(story)
    a_phone_comes_back_without_a_code(story)
    turns = [a_turn(story) for _ in range(TURNS)]
    assert median(turns) <= MOST_INPUTS, turns
    expect(story.television.page.locator("button, a, input")).to_have_count(0)
    assert not [error for screen in (story.television, story.laptop, *story.phones) for error in screen.errors]
    print(f"{story.inputs} inputs, turns {turns}")


def whoever_casts_is_answered_as_everybody_wishes(story: StoryC) -> None:
    """Bruno wishes to be asked and answers; Elena has a Spell too, and is not asked."""
    bruno, carla, elena = (story.phones[seat] for seat in (BRUNO, CARLA, ELENA))
    for screen, wish in ((bruno, "ask-if-could"), (elena, "pass")):
        story.tap(screen, "drawer:menu")
        story.tap(screen, f"wish:{wish}")
        expect(screen.part(f"wish:{wish}")).to_have_attribute("aria-pressed", "true")
        story.tap(screen, "drawer-close")
    before, story.inputs = story.inputs, 0
    story.tap(carla, "drawer:spell")
    story.tap(carla, number_of(story, CARLA, "mesmerism"))
    expect(bruno.page.locator('.ask[data-kind="react"]')).to_be_visible()
    for screen in (story.phones[ADA], carla, story.phones[DARIO], elena):
        expect(screen.page.locator('.ask[data-kind="wait"]')).to_be_visible()
    story.search_pages()
    story.tap(bruno, "answer-spell")
    story.answer(bruno, number_of(story, BRUNO, "counterspell"))
    assert "mule" in story.state.players[DARIO].goods, "the Mule stays"
    assert story.inputs <= SPELL_ANSWERED
    story.inputs += before
    story.search_pages()


def number_of(story: StoryC, seat: int, spell: str) -> str:
    """The part that casts a Spell, which a phone shows by its number only."""
    with story.table() as table:
        keys = [option.key for option in table.asides(seat)]
    return f"aside:{seat}/nth:{keys.index(f'cast:{spell}')}"


def of_two_answers_the_first_counts(story: StoryC) -> None:
    """The laptop's page is slow: it still shows the question that Carla has answered on her phone."""
    carla, ply = story.phones[CARLA], story.state.ply
    story.slow = True
    story.tap(carla, "roll")
    expect(carla.page.locator(f'.tlm:not([data-ply="{ply}"])')).to_be_visible()
    after = story.state
    story.laptop.part("roll").click()
    expect(story.phones[ADA].page.locator(f'.tlm[data-ply="{after.ply}"]')).to_be_visible()
    story.catch_up()
    expect(story.laptop.page.locator(".ask .foot")).to_contain_text("Carla was quicker")
    assert story.state == after, "the first answer counts"


def a_phone_comes_back_without_a_code(story: StoryC) -> None:
    """Dario's phone is locked while Carla plays; unlocked, it shows his sheet and what is asked now."""
    dario = story.away = story.phones.pop(DARIO)
    dario.page.close()
    story.press()
    dario.reopen()
    story.away = None
    story.phones.insert(DARIO, dario)
    dario.page.goto(story.host.address)
    expect(dario.page.locator(f'.tlm[data-ply="{story.state.ply}"]')).to_be_visible()
    expect(dario.page.locator(".sheet.own")).to_contain_text("Dario")
    story.search_pages()


def a_turn(story: StoryC) -> int:
    """A turn until it is somebody else's; return its inputs."""
    before, state = story.inputs, story.state
    while (story.state.turn, story.state.round) == (state.turn, state.round):
        story.press()
        assert story.inputs < before + 30
    return story.inputs - before
