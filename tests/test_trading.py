"""What can be bought, what is free, and who is asked?"""

from __future__ import annotations

from situations import seat, situation
from tables import four_friends_later, played

from talisman_nb.model import Change


def test_market_day_is_for_everybody_from_the_drawer_on() -> None:
    game = situation(
        seat("troll", "hills-1", gold=5), seat("thief", "city", gold=0), seat("elf", "woods-2", gold=1), turn=0
    )
    game.walk("fields-1").say("market-day", "buy:purchase/raft", "buy:purchase/mule")
    assert game[0].gold == 0 and game.ask.seat == 1, "the Thief has one free"
    game.say("free:purchase/armour")
    assert game.ask.seat == 2
    game.say("buy:purchase/helmet")
    assert [game[at].goods for at in range(3)] == [
        ("purchase/raft", "purchase/mule"),
        ("purchase/armour",),
        ("purchase/helmet",),
    ]


def test_on_market_day_whoever_has_no_gold_is_not_asked() -> None:
    table = four_friends_later(
        Change("gold", 2, 3), Change("gold", 3, 0), Change("gold", 0, 1), Change("gold", 1, 1), turn=2
    )
    table.correct(2, space="crags")
    played(table, 3, "clockwise", "market-day")
    asked = []
    while table.ask.kind == "shop":
        asked.append(table.ask.seat)
        table.answer("done")
    assert asked == [2, 0, 1], "in the order of the table, and Dario, who has no gold, is not asked"


def test_the_thief_takes_one_card_free_at_every_shop() -> None:
    game = situation(seat("thief", "fields-1"), seat("troll", "crags"))
    game.walk("village").say("blacksmith", "free:purchase/armour")
    assert game[0].goods == ("purchase/armour",) and not any(key.startswith("free:") for key in game.open())


def test_nothing_is_sold_that_is_out_of_stock() -> None:
    game = situation(seat("dwarf", "village", gold=9), seat("thief", "city"), arrived=True).say("blacksmith")
    assert game.closed("buy:purchase/helmet") == ""
    game.by_hand(*[Change("card", card="purchase/helmet", origin="stock", to="seat:1")] * 4)
    assert game.closed("buy:purchase/helmet") == "sold-out" and game.closed("buy:purchase/sword") == ""
