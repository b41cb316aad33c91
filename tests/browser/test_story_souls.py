"""Is a game with Ghosts, Veil cards and a Breach played in a page from the form to its end, and told as it is seen?

What lies between the stations is set by hand; at each station everything is pressed or typed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from played_panel import SEND, PlayedPanel

from talisman_nb.model import Change, Player
from talisman_nb.model.kinds import FIGURE
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import BASE, find_layer
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import meaning
from talisman_nb.text.wording import Wording, wording_of

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]

SOULS = "souls"
LAPTOP, PHONE, TABLET = (1280, 625), (390, 844), (820, 1180)
GAMES = [("en", LAPTOP)]
"""The games of every run: the language, the size."""
OTHERS = [(lang, size) for lang in LANGUAGES for size in (LAPTOP, PHONE, TABLET)]
WIDE = """() => [...document.querySelectorAll('.tlm .bar *, .tlm .ask *, .tlm .setup *, .tlm .drawer *')].filter(e =>
  e.clientWidth && !e.closest('.unseen, .strip, svg') && e.getBoundingClientRect().right > innerWidth + 1)
  .map(e => e.outerHTML.slice(0, 90))"""
KEPT, LEFT = "armour-of-the-fallen", "sword"
START, DIED, WALKED = "village", "fields-1", "fields-6"
"""What stays with who dies and what does not; a space between that of the death and that of the Breach."""


class Story(PlayedPanel):
    """A game that is played by presses, and looked at after each of them."""

    @property
    def table(self) -> Table:
        assert self.controller.table
        return self.controller.table

    @property
    def said(self) -> Wording:
        return wording_of(self.table.state, self.controller.lang)

    def person(self, seat: int) -> Player:
        return self.table.state.players[seat]

    def answer(self, *keys: str) -> None:
        """Answer by pressing, key by key; nothing hangs over the edge."""
        for key in keys:
            if self.table.ask.purpose.startswith(FIGURE):
                self.enter("search", key.removeprefix("n:"))
            else:
                self.click(f"option:{key}")
            assert self.page.evaluate(WIDE) == []

    def walk(self, space: str) -> None:
        """One step to a space beside."""
        self.answer("1")
        self.answer(next(option.key for option in self.table.ask.options if option.space == space))

    def until(self, done: Callable[[], bool], *keys: str) -> None:
        """Press those of these answers that are open, in their order, until it is done."""
        for key in keys:
            if not done() and key in self.table.ask.open():
                self.answer(key)
        self._done()
        assert done(), (self.table.ask.kind, self.table.ask.purpose, self.table.ask.open())

    @property
    def marker(self) -> str:
        return str(self.said.marker("form.restless.grave"))

    def on_picture(self, space: str) -> None:
        """Press a space of the board."""
        self.tab("board")
        self.page.locator(f'.board svg:not(.over) [data-space="{space}"]:visible').first.click()
        self._done()

    def drawer(self) -> str:
        return " ".join(self.page.locator(".drawer:visible").inner_text().split())

    def by_hand(self, *changes: Change) -> None:
        """Set values straight, as if the turns between had been played."""
        self.table.change(*changes)
        self.page.evaluate(SEND, self._traits(""))
        self.settle()

    def tab(self, name: str) -> None:
        """On a phone, the tab with the part that is looked at."""
        tab = self.find(f"tab:{name}")
        if tab.count() and tab.locator("visible=true").count():
            tab.first.click()
            self.settle()

    def hands_line(self) -> str:
        return " ".join(self.controller.screen().hands)

    def staged(self, picture: str) -> bool:
        """Whether the last moment is staged large, with this picture."""
        moment = self.controller.screen().moment
        return bool(moment and moment.staged and not moment.quiet and moment.picture == picture)

    def on_board(self, space: str, part: str) -> int:
        """How many parts of a kind lie on a space of the board."""
        drawn = self.controller.screen().overlay.get(space, "")
        return drawn.count(f'class="{part}') + drawn.count(f' {part}"')

    def straight(self, space: str, *parts: str) -> None:
        """Open the correction by hand, choose a space on the board and press parts of the form."""
        self.key("n")
        self.page.locator(f'.board svg:not(.over) [data-space="{space}"]:visible').first.click()
        self.settle()
        for part in parts:
            self.click(part)
        self.click("hand-done")


def begun(page: Any, lang: str, size: tuple[int, int]) -> Story:
    """The form: the edition, the expansion, two people with their characters."""
    panel = Story(page, TableController(lang=lang)).shown(*size)
    assert isinstance(panel, Story)
    for part, key in (("edition", BASE), ("variant", SOULS)):
        panel.find(f"{part}:{key}").check()
        panel._done()
    panel.find("names").fill("Ada, Bruno")
    panel.click("portrait:dwarf").click("portrait:thief")
    panel.click("start")
    assert SOULS in book_of(panel.table.state.book).edition
    return panel


def killed(panel: Story) -> None:
    """A death that is not the end: the Ghost's card and figure, its marker, what stays and what is kept."""
    panel.by_hand(
        Change("space", 0, to=START), Change("life", 0, 1), Change("fate", 0, 0), Change("turn", 0),
        Change("card", card=LEFT, origin="deck:adventure", to="seat:0"),
        Change("card", card=KEPT, origin="deck:veil", to="seat:0"),
    )  # fmt: skip
    panel.walk(DIED)
    panel.enter("search", "giant")
    panel.until(lambda: bool(panel.person(0).form), "fight", "1", "6", "1")
    ada, said = panel.person(0), panel.said
    assert (ada.form, ada.life, ada.goods) == ("restless", 0, (KEPT,))
    line, ghost = panel.hands_line(), str(said.source("form.restless"))
    assert ghost in line and panel.marker in line and str(said.card(LEFT)) in line
    assert panel.staged("form.restless")
    assert panel.on_board(DIED, "stone") == 1 and panel.on_board(DIED, "ghost") == 1
    panel.tab("people")
    assert panel.page.locator(".sheets .mark.hollow:visible").count() == 1
    assert panel.page.locator(".sheets .keyword-marks:visible").count() == 1
    panel.tab("play")


def told_of(panel: Story) -> None:
    """Whose marker it is stands on the page of its space; what a mark means on the sheet."""
    assert any("Ada" in each and panel.marker in each for each in panel.controller.screen().here[DIED])
    panel.on_picture(DIED)
    assert panel.marker in panel.drawer()
    panel.click("drawer-close")
    panel.tab("people")
    panel.click("sheet:0")
    meant = meaning(book_of(panel.table.state.book), "soulbound", panel.controller.lang)
    assert meant in panel.drawer()
    panel.click("drawer-close")
    panel.tab("play")


def walks_into_a_breach(panel: Story) -> None:
    """A Breach that is laid by hand, a Ghost that walks into it, a Veil card with the mark of its deck."""
    panel.straight(WALKED, "covers:breach")
    assert panel.on_board(WALKED, "cover") == 1 and panel.controller.screen().lies[WALKED] == ("breach",)
    panel.by_hand(Change("turn", 0), Change("space", 0, to=START), Change("life", 0, 1))
    panel.walk(WALKED)
    assert panel.table.ask.purpose == "veil"
    panel.find("search").fill(str(panel.said.card("glimmer"))[:5])
    panel.settle()
    assert panel.page.locator(".hits .deck-mark").count() >= 1
    panel.enter("search", "glimmer")
    assert panel.page.locator(".ask .card-beside .deck-mark").count() == 1
    panel.until(lambda: panel.table.ask.kind == "die" and panel.table.state.fight is None, "n:2", "fight", "6", "1")
    assert panel.person(0).form == "restless"
    panel.straight(WALKED, "covers:breach")
    assert "breach" not in panel.controller.screen().lies.get(WALKED, ())


def lays_a_breach(panel: Story) -> None:
    """A Spell lays one where its caster has just come: it is staged, and hands are told what to lay where."""
    panel.by_hand(
        Change("turn", 0), Change("space", 0, to=START),
        Change("card", card="shape-mist", origin="deck:spell", to="spells:0"),
        Change("card", card="glimmer", origin=f"space:{WALKED}", to="discards"),
    )  # fmt: skip
    panel.walk(WALKED)
    panel.table.answer("cast:shape-mist", seat=0)
    panel.page.evaluate(SEND, panel._traits(""))
    panel.settle()
    assert panel.staged("breach") and panel.on_board(WALKED, "cover") == 1
    assert str(panel.said.card("breach")) in panel.hands_line()
    panel.on_picture(WALKED)
    assert str(panel.said.printed(WALKED)) in panel.drawer(), "the page of the card says what it covers"
    panel.click("drawer-close")
    panel.tab("play")
    panel.enter("search", "judgement")
    panel.answer("5")
    assert panel.person(0).life == 1


def comes_back(panel: Story) -> None:
    """With a life at its marker: the character again, the marker gone, staged and told."""
    panel.by_hand(
        Change("turn", 0),
        Change("space", 0, to=START),
        Change("card", card="giant", origin=f"space:{DIED}", to="discards"),
    )
    panel.walk(DIED)
    ada = panel.person(0)
    assert (ada.form, ada.life) == ("", 1) and KEPT in ada.goods
    assert panel.staged("character.dwarf") and panel.on_board(DIED, "stone") == 0
    assert panel.marker in panel.hands_line() and str(panel.said.source("form.restless")) in panel.hands_line()


def dies_again(panel: Story) -> None:
    """A Ghost by hand, with its marker elsewhere: the second death is the end of its game, and of this one."""
    panel.key("n") if not panel.page.locator(".drawer:visible").count() else None
    panel.click("hand-seat:0")
    panel.click("set:form:restless")
    panel.click("hand-done")
    assert panel.person(0).form == "restless" and panel.on_board(DIED, "stone") == 1
    panel.straight(WALKED, "piece:form.restless.grave:0")
    assert (panel.on_board(DIED, "stone"), panel.on_board(WALKED, "stone")) == (0, 1)
    panel.by_hand(Change("turn", 0), Change("space", 0, to=START), Change("life", 0, 0))
    panel.walk(DIED)
    panel.enter("search", "dragon")
    panel.until(lambda: panel.table.ask.kind == "over", "fight", "1", "6", "1")
    assert str(panel.said.source("form.restless")) in panel.hands_line() and panel.person(0).out
    assert panel.page.locator(".chronicle h2:visible").count() >= 1


def played(page: Any, lang: str, size: tuple[int, int]) -> None:
    panel = begun(page, lang, size)
    for station in (killed, told_of, walks_into_a_breach, lays_a_breach, comes_back, dies_again):
        station(panel)


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The form offers the expansion."""
    layer = find_layer(SOULS)
    monkeypatch.setitem(layer.__dict__, "head", replace(layer.head, offered=True))


@pytest.mark.parametrize(("lang", "size"), GAMES)
def test_a_game_with_ghosts_from_the_form_to_its_end(page: Any, lang: str, size: tuple[int, int]) -> None:
    played(page, lang, size)


@pytest.mark.campaign
@pytest.mark.parametrize(("lang", "size"), [game for game in OTHERS if game not in GAMES])
def test_the_same_in_every_language_and_size(page: Any, lang: str, size: tuple[int, int]) -> None:
    played(page, lang, size)
