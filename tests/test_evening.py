"""How many inputs does an evening of four friends take, with real dice and cards: each kind of turn, and the hour?"""

from __future__ import annotations

import random
import statistics
from collections import Counter
from pathlib import Path

import pytest
from scribe import Evening, Scribe
from tables import four_friends, four_friends_later, from_deck, played

from talisman_nb.model import Change
from talisman_nb.table import Table

MOST = {
    "plain turn": 5,
    "fight with fate": 7,
    "space without a card": 4,
    "two cards at once": 8,
    "toad": 4,
    "theft": 4,
    "Market Day": 7,
    "late Spell": 5,
    "amended die": 4,
    "undo": 2,
    "pizza": 1,
    "join": 4,
    "leave": 4,  # with the question whether it is meant
}
"""The most inputs that each kind of turn, or correction, may take."""
ROUNDS = 8
SPACES = {
    "city": ("fields-3", "enchantress"),
    "tavern": ("plains-3", ""),
    "chapel": ("hills-1", ""),
    "village": ("fields-6", "mystic"),
    "graveyard": ("fields-1", ""),
    "forest": ("plains-4", ""),
}
"""Spaces where nothing is drawn, with the space before and what is visited there."""
ALONE = tuple(Change("space", seat, to="woods-2") for seat in (1, 2, 3))
"""The others are elsewhere."""


def test_a_plain_turn_with_a_fight() -> None:
    scribe = Scribe.at(four_friends()).press(3, "clockwise").enter("wolf").press(4, 1)
    assert scribe.table.state.turn == 1 and scribe.table.state.players[0].trophies == ("wolf",)
    assert scribe.inputs <= MOST["plain turn"]


def test_a_fight_changed_by_fate() -> None:
    scribe = Scribe.at(four_friends()).press(3, "clockwise").enter("wolf").press(3, 5, "fate:0", 5)
    assert scribe.table.state.turn == 1 and scribe.table.state.players[0].trophies == ("wolf",)
    assert scribe.inputs <= MOST["fight with fate"]


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("space", SPACES)
def test_a_space_without_a_card(space: str, face: int) -> None:
    """Whatever the space's die shows, the turn takes at most four inputs, besides a fight or fate."""
    before, visited = SPACES[space]
    table = four_friends()
    table.change(Change("space", 0, to=before), *ALONE, Change("turn", 0))
    scribe = Scribe.at(table).press(1, "clockwise")
    if visited:
        scribe.press(visited)
    if scribe.table.ask.kind == "die" and scribe.table.ask.seat == 0:
        scribe.press(face)
    if scribe.table.ask.kind == "result":
        assert "fate:0" in scribe.table.ask.open(), "asked only where fate may help"
    else:
        assert scribe.table.state.turn == 1 or scribe.table.state.fight, "nothing else is asked"
    assert scribe.inputs <= MOST["space without a card"]


def test_two_cards_at_once_and_a_toad_after_them() -> None:
    scribe = Scribe.at(four_friends_later(Change("space", 3, to="tavern"), Change("fate", 3, 1), turn=3))
    scribe.press(2, "clockwise").enter("witch", "bear").press(2, 5, 4, 1, "keep")
    assert scribe.table.state.players[3].form == "toad"
    assert scribe.inputs <= MOST["two cards at once"]


def test_a_toad_s_turn() -> None:
    table = four_friends_later(Change("space", 3, to="tavern"), Change("fate", 3, 0), turn=2)
    table.change(Change("form", 3, 2, to="toad"), Change("turn", 3))
    scribe = Scribe.at(table).press("clockwise").enter("wolf").press(4, 3)
    assert scribe.table.state.turn == 0, "the toad has lost, and the turn is over"
    assert scribe.inputs <= MOST["toad"]


def test_a_theft() -> None:
    thief = (Change("space", 1, to="city"), Change("space", 3, to="tavern"), Change("gold", 3, 1))
    scribe = Scribe.at(four_friends_later(*thief, turn=1)).press(6, "clockwise")
    scribe.press(next(option.key for option in scribe.table.ask.options if option.key.startswith("use:")))
    assert scribe.table.state.players[3].gold == 0
    assert scribe.inputs <= MOST["theft"]


def test_a_late_spell() -> None:
    """Carla takes Bruno's Mule by a Spell; two answers later he says that he had one against it."""
    scribe = Scribe.at(spells_cast())
    n = next(line.n for line in scribe.table.lines if line.ask.kind == "react")
    scribe.open("spell").send(type="hold-on", n=n)
    scribe.send(type="aside", key="1/cast:counterspell", ply=scribe.question.ply)
    assert "purchase/mule" in scribe.table.state.players[1].goods and not scribe.table.pending
    assert scribe.inputs <= MOST["late Spell"]


def spells_cast() -> Table:
    table = four_friends_later(
        from_deck("mesmerism", 2, "spell", "spells"),
        from_deck("counterspell", 1, "spell", "spells"),
        Change("card", card="purchase/mule", origin="stock", to="seat:1"),
        turn=2,
    )
    table.answer("cast:mesmerism", 2)
    return played(table, 4, "clockwise")


def test_the_wrong_die_two_turns_back() -> None:
    """A click on the line, *change*, the face and Enter: a fight that was lost is won after all."""
    scribe = Scribe.at(played(four_friends(), 3, "clockwise", "wolf", 4, 6, "keep", 1, "clockwise"))
    n = next(line.n for line in scribe.table.lines if line.answer.key == "6")
    scribe.open("line").send(type="amend", n=n).send(type="amend", n=n, key="5", trial=True)
    scribe.send(type="amend", n=n, key="5")
    assert scribe.inputs <= MOST["amended die"]


def test_a_slip_is_undone() -> None:
    scribe = Scribe.at(played(four_friends(), 3, "clockwise", "wolf", 4))
    scribe.send(type="undo", ply=scribe.question.ply)
    assert scribe.table.ask.purpose == "attack" and scribe.inputs <= MOST["undo"]


def test_after_a_break_the_same_question_waits(tmp_path: Path) -> None:
    with played(four_friends(tmp_path / "Friday.talisman"), 3, "clockwise", "wolf", 4) as table:
        asked = table.ask
    scribe = Scribe.at(Table.open(tmp_path / "Friday.talisman"))
    assert scribe.table.ask == asked and scribe.panel.screen().note.startswith("You were here:")
    assert scribe.inputs <= MOST["pizza"]


def test_somebody_joins() -> None:
    """The people, a name with Enter, the character that is dealt."""
    scribe = Scribe.at(played(four_friends(), 3, "clockwise", "wolf", 4, 1)).open("people")
    scribe.send(type="correct", changes=[{"what": "join", "seat": 3, "name": "Elena"}])
    assert scribe.press("elf").table.state.players[4].character == "elf"
    assert scribe.table.ask.seat == 1, "the turn goes on"
    assert scribe.inputs <= MOST["join"]


def test_somebody_leaves() -> None:
    """The people, the person, where the things go, and that it is meant."""
    scribe = (
        Scribe.at(played(four_friends(), 3, "clockwise", "wolf", 4, 1)).open("people").open("person").open("leaves")
    )
    scribe.send(type="correct", changes=[{"what": "leave", "seat": 3, "to": "space"}])
    assert not scribe.table.state.players[3].character
    assert scribe.inputs <= MOST["leave"]


@pytest.mark.parametrize("hours", [4, pytest.param(15, marks=pytest.mark.campaign)])
def test_the_hour(hours: int) -> None:
    """Eight rounds of four friends, whatever they throw and draw, over several such hours."""
    turns: list[int] = []
    kinds: Counter[str] = Counter()
    for seed in range(hours):
        scribe = Evening(Scribe.at(four_friends()), random.Random(seed)).play(ROUNDS)
        turns += scribe.turns.values()
        kinds += scribe.kinds
    print(f"{statistics.mean(turns):.2f} inputs a turn in {len(turns)} turns: {kinds.most_common()}")
    assert statistics.median(turns) <= 4
    assert statistics.mean(turns) <= 4.2


def test_market_day_is_one_shop_for_four() -> None:
    """Ada has no gold; the others buy one thing each, and one *done* closes the shop for all."""
    table = four_friends()
    gold = (Change("gold", seat, n) for seat, n in ((0, 0), (1, 1), (2, 4), (3, 2)))
    table.change(*gold, Change("space", 2, to="crags"), Change("turn", 2))
    scribe = Scribe.at(table).press(1, "clockwise").enter("market-day")
    assert shelves(scribe) == [("Carla", "4 gold", ""), ("Dario", "2 gold", ""), ("Ada", "0 gold", SHORT), BRUNO]
    scribe.press("buy:purchase/sword").buy(3, "buy:purchase/mule").buy(1, "free:purchase/axe").press("done")
    goods = [player.goods for player in scribe.table.state.players]
    assert ("purchase/sword" in goods[2], "purchase/mule" in goods[3], "purchase/axe" in goods[1]) == (True,) * 3
    assert scribe.table.state.turn == 3, "the turn is over"
    assert scribe.inputs <= MOST["Market Day"]


SHORT, BRUNO = "Ada does not have enough gold", ("Bruno", "1 gold", "")


def shelves(scribe: Scribe) -> list[tuple[str, str, str]]:
    shop = scribe.question.shop
    assert shop is not None
    return [(buyer.who.name, buyer.gold, buyer.closed) for buyer in shop.buyers]


def test_one_done_closes_a_shop_for_all() -> None:
    table = four_friends()
    table.change(Change("space", 2, to="crags"), Change("turn", 2))
    scribe = Scribe.at(table).press(1, "clockwise").enter("market-day")
    assert scribe.question.options[-1].label == "All done"
    assert scribe.press("done").table.state.turn == 3
    scribe.send(type="undo", ply=scribe.question.ply)
    assert scribe.table.ask.kind == "shop", "one press, one undo"


def test_who_has_bought_is_closed_once_a_later_one_buys() -> None:
    table = four_friends()
    table.change(Change("space", 2, to="crags"), Change("turn", 2))
    scribe = Scribe.at(table).press(1, "clockwise").enter("market-day").buy(0, "buy:purchase/helmet")
    assert [closed for _, _, closed in shelves(scribe)] == [
        "Carla has finished buying",
        "Dario has finished buying",
        "Ada has finished buying",
        "",
    ]
