"""Does a group with three ticked packs play an evening in a page, its cards typed by name as those of the box are?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import FOUR

from talisman_nb.model import Ask
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table.own_cards import own_cards

pytestmark = [pytest.mark.browser]

PACKS = ("pack-dungeon", "pack-frostmarch", "pack-reaper")
TURNS = 20
TREASURES = "dungeon-treasures"
FACES = "246135"
KNOWN = ("Goblin", "Ogre", "Bear", "Wolf", "Serpent")


class Evening:
    """A table of three packs on a page: who presses what, and how many inputs each card takes."""

    def __init__(self, page: Any) -> None:
        form = SettingUp("en")
        for pack in PACKS:
            form.tick(pack, True)
        form.players = tuple(FOUR.items())
        self.table = form.begun()
        self.panel = PlayedPanel(page, TableController(self.table)).shown(1366, 625)
        self.n, self.cost, self.drawn = (
            0,
            {"base": Counter[int](), "first": Counter[int](), "again": Counter[int]()},
            Counter[str](),
        )
        listed = book_of(self.table.state.book).listed
        self.names = {deck: [card for card in cards if card.type == "monster"][:3] for deck, cards in listed.items()}

    def next(self) -> Ask:
        """Answer the question that is asked now on the page."""
        ask = self.table.ask
        self.n += 1
        if ask.kind == "card":
            self.card(ask)
        elif ask.kind == "die":
            self.panel.key(FACES[self.n % 6])
        else:
            self.choose(ask)
        return self.table.ask

    def card(self, ask: Ask) -> None:
        """Type the name of a card, by turns one of the base box and one that a pack lists, and its figure once."""
        inputs, deck = self.panel.inputs, ask.purpose
        listed = self.names.get(deck, [])
        base = not listed or (deck == "adventure" and self.n % 2)
        name = KNOWN[self.n % len(KNOWN)] if base else listed[self.n % len(listed)].name
        self.panel.enter("search", name)
        if self.table.ask == ask:
            self.panel.enter("other-strength", "2")
        kind = "base" if base else "again" if self.drawn[name] else "first"
        self.drawn[name] += 1
        self.cost[kind][self.panel.inputs - inputs] += 1

    def choose(self, ask: Ask) -> None:
        """Press an answer; whoever may goes into the region of a pack now and then."""
        into = [each.key for each in ask.offers if each.space] if self.n % 3 == 0 else []
        open_ = [each.key for each in ask.options if not each.closed]
        keys = [*into, *(key for key in ("done", "end-turn", "none", "draw-1") if key in open_), *open_]
        for id in (f"option:{keys[0]}", f"offer:{keys[0]}", "hand-done" if ask.kind == "hands" else ""):
            if id and self.panel.find(id).locator("visible=true").count():
                self.panel.click(id)
                return
        raise AssertionError(f"{keys[0]} of {ask.kind}/{ask.purpose} is not on the page")


def test_an_evening_with_three_packs_costs_no_more_inputs_a_card_than_the_base_box(page: Any, own_home: Path) -> None:
    evening = Evening(page)
    turns, seat, moved = 0, -1, 0
    while turns < TURNS:
        ask = evening.next()
        moved += ask.purpose == "piece-moves"
        assert ask.kind != "over"
        turns, seat = turns + (evening.table.state.turn != seat), evening.table.state.turn
    assert set(evening.cost["base"]) | set(evening.cost["again"]) == {1} and set(evening.cost["first"]) <= {1, 2}
    assert sum(evening.cost["again"].values()) > 3 and moved, "the piece was moved too"
    inside = [
        p.space for p in evening.table.state.players if p.space in book_of(evening.table.state.book).board.by_hand
    ]
    assert inside and page.locator(".number").count() == len(set(inside)), (
        "the strip says the number of whoever is there"
    )
    while evening.table.ask.purpose != "move":
        evening.next()
    by_hand(evening)


def by_hand(evening: Evening) -> None:
    """Draw a card of a deck that no space draws from: the form of corrections, the deck, its button, name, Enter."""
    panel = evening.panel.key("n")
    panel.click(f"draw:{TREASURES}").click("hand-done")
    assert evening.table.ask.purpose == TREASURES
    name = book_of(evening.table.state.book).listed[TREASURES][0].name
    panel.enter("search", name)
    assert panel.page.locator(".other .source").inner_text().startswith("Names, copies and types")
    assert panel.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    panel.find("other-name").fill("Skarb")
    panel.page.locator(".other label", has=panel.find("other-type:magic object")).click()
    panel.click("other-done")
    (kept,) = (card for card in own_cards() if card.name == "Skarb")
    assert kept.listed == name, "as it stands on the group's card, found by both names from now on"
    assert [card.name for card in evening.table.state.own if card.deck == TREASURES] == ["own/Skarb"]
