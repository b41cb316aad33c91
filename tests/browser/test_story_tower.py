"""Is a game of an open box played in a page from the form to its end: a bridge, experience, a death, a tower?

What lies between the stations is set by hand; at each station everything is pressed or typed. Once with cards typed
from a box, and once with those of another edition, which the screen says all along.
"""

from __future__ import annotations

from typing import Any

import pytest
from played_panel import SEND, PlayedPanel

from talisman_nb.model import Change, Player
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import variants
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES, variant_name
from talisman_nb.text.phrases import sentence

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

EDITION = "third"
(LENT,) = variants(EDITION)
BOX = ""
LAPTOP, SMALL = (1280, 625), (360, 740)
GAMES = [(BOX, "en", LAPTOP), (LENT, "pl", SMALL)]
"""The games of every run: the kind, the language, the size."""
OTHERS = [(kind, lang, size) for kind in (BOX, LENT) for lang in LANGUAGES for size in (LAPTOP, SMALL)]
WIDE = """() => [...document.querySelectorAll('.tlm .bar *, .tlm .ask *, .tlm .setup *')].filter(e =>
  e.clientWidth && !e.closest('.unseen, .strip, svg') && e.getBoundingClientRect().right > innerWidth + 1)
  .map(e => e.outerHTML.slice(0, 90))"""
CUT = """() => [...document.querySelectorAll('.tlm .ask > .shown:has(> .sums)')]
  .map(e => e.scrollHeight - e.clientHeight).filter(less => less > 1)"""
"""Pixels of a fight's sums that are not seen."""
GRAY, RED = {"strength": "6", "craft": "1", "life": "4", "gold": "2"}, {"strength": "3", "craft": "3", "life": "4"}
"""Character cards of a box."""


class Story(PlayedPanel):
    """A game that is played by presses, and looked at after each of them."""

    lent = False

    @property
    def table(self) -> Table:
        assert self.controller.table
        return self.controller.table

    def person(self, seat: int) -> Player:
        return self.table.state.players[seat]

    def seen(self) -> None:
        """Nothing hangs over the edge, a fight is seen whole, and whose cards are played is said."""
        assert self.page.evaluate(WIDE) == [] and self.page.evaluate(CUT) == []
        said = self.page.locator(".bar .variant:visible")
        assert said.count() == self.lent
        if self.lent:
            assert said.inner_text() == sentence(variant_name(book_of(self.table.state.book), self.controller.lang))

    def press(self, *keys: str) -> None:  # type: ignore[override]
        """Answer by pressing, key by key."""
        for key in keys:
            self.click(f"option:{key}")
            self.seen()

    def by_hand(self, *changes: Change) -> None:
        """Set values straight, as if the turns between had been played."""
        self.table.change(*changes)
        self.page.evaluate(SEND, self._traits(""))
        self.settle()

    def typed(self, name: str, strength: str) -> None:
        """A card in no list: its name, its action word, its figure."""
        self.enter("search", name)
        self.find("other-after:attack").check()
        self.find("other-strength").fill(strength)
        self.click("other-done")
        self.seen()

    def dealt(self, name: str, figures: dict[str, str], start: str) -> None:
        """A character card in no list; once there are some that were typed, another one is named in the search."""
        if not self.find("other-name").count():
            self.click("other-card")
        self.find("other-name").fill(name)
        for what, n in figures.items():
            self.find(f"other-{what}").fill(n)
        self.find("other-start").select_option(start)
        self.click("other-done")
        self.seen()

    def met(self, name: str, key: str, strength: str) -> None:
        """An Enemy that is drawn: of a list by its name, else typed."""
        if self.lent:
            self.enter("search", key)
        else:
            self.typed(name, strength)


def begun(page: Any, kind: str, lang: str, size: tuple[int, int]) -> Story:
    """The form: the edition, its box or another's cards, two people; what is not known is read there."""
    panel = Story(page, TableController(lang=lang)).shown(*size)
    assert isinstance(panel, Story)
    for part, key in (("edition", EDITION), ("variant", kind)):
        panel.find(f"{part}:{key}").check()
        panel._done()
    panel.click("not-known")
    assert panel.page.locator(".setup .page-lines li").count() > 10
    panel.find("names").fill("Ada, Bruno")
    if kind:
        panel.click("portrait:troll").click("portrait:thief")
    panel.click("start")
    panel.lent = bool(kind)
    if not kind:
        panel.dealt("Gray Giant", GRAY, "crags")
        panel.dealt("Red Rogue", RED, "city")
    return panel


def over_the_bridge(panel: Story) -> None:
    """One gold is paid for the crossing, and the rest of the move goes on."""
    panel.by_hand(Change("space", 0, to="toll-bridge"), Change("gold", 0, 3), Change("strength", 0, 9))
    panel.press("1", "bridge")
    assert (panel.person(0).space, panel.person(0).gold) == ("hills-3", 2)
    if not panel.lent:
        panel.press("draw-1")


def experience(panel: Story) -> None:
    """Seven points of a killed Enemy buy a point."""
    panel.met("Green Dragon", "dragon", "7")
    assert panel.person(0).experience == 7
    panel.press("trade:strength")
    assert (panel.person(0).experience, panel.person(0).strength) == (0, 10)


def death_with_heirs(panel: Story) -> None:
    """What Bruno had waits for the next character, who is dealt at the beginning of his turn."""
    if panel.table.ask.kind == "close":
        panel.press("done")
    panel.by_hand(Change("space", 1, to="city"), Change("life", 1, 1), Change("gold", 1, 5))
    panel.press("1", "clockwise")
    if not panel.lent:
        panel.press("draw-1")
    panel.met("Black Bear", "giant", "12")
    panel.press("1") if panel.table.ask.source else None
    assert (panel.person(1).character, panel.person(1).purse) == ("", 5)
    panel.by_hand(Change("turn", 1))
    if panel.lent:
        panel.press("warrior")
    else:
        panel.dealt("Blue Bard", RED, "tavern")
    assert panel.person(1).gold >= 5 and panel.person(1).purse == 0


def to_the_end(panel: Story) -> None:
    """Through the door of the tower, one of its cards, then whoever sits there: the game is won, and says by what."""
    panel.by_hand(Change("turn", 0), Change("space", 0, to="causeway"))
    panel.press("1", "door")
    assert panel.person(0).space == "wizards-tower"
    panel.press("tower-card")
    panel.typed("Guard", "1")
    hands = panel.page.locator(".hands")
    assert (hands.text_content() or "").count("Guard") == 1, "hands are told once where it goes"
    assert "Guard" in hands.inner_text() or hands.locator(".more-hands").is_visible(), "else a press away"
    panel.press("dragon-king-battle", "6")
    assert panel.table.ask.kind == "over"
    panel._done()  # the page has asked for the chronicle
    assert panel.page.locator(".chronicle h2:visible").count() >= 1


def played(page: Any, kind: str, lang: str, size: tuple[int, int]) -> None:
    panel = begun(page, kind, lang, size)
    for station in (over_the_bridge, experience, death_with_heirs, to_the_end):
        station(panel)


@pytest.mark.parametrize(("kind", "lang", "size"), GAMES)
def test_a_game_from_the_form_to_the_tower(page: Any, kind: str, lang: str, size: tuple[int, int]) -> None:
    played(page, kind, lang, size)


@pytest.mark.campaign
@pytest.mark.parametrize(("kind", "lang", "size"), [game for game in OTHERS if game not in GAMES])
def test_the_same_in_every_language_and_size(page: Any, kind: str, lang: str, size: tuple[int, int]) -> None:
    played(page, kind, lang, size)
