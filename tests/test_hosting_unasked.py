"""What may a phone do while somebody else is asked: reroll, buy, answer a Spell late?"""

from __future__ import annotations

import pytest
from hosted import Evening, shown
from tables import FOUR, from_deck

from talisman_nb.app.host.hosted_table import HostedScreen
from talisman_nb.model import Change
from talisman_nb.table import Table


def test_a_phone_rerolls_its_own_kept_roll_though_another_is_asked() -> None:
    table = Table.new(FOUR)
    table.change(Change("space", 0, to="hills-1"), Change("alignment", 0, to="good"), Change("turn", 0))
    game = Evening(table)
    ada, bruno, *_ = game.phones
    for key in ("1", "clockwise", "pray", "2"):
        game.press(ada, type="answer", key=key)
    assert table.ask.seat == 1
    [late] = [offer["key"] for offer in shown(ada)["question"]["offers"] if offer["key"].startswith("late:")]
    assert not [offer for offer in shown(bruno)["question"].get("offers", ()) if offer["key"].startswith("late:")]
    game.press(bruno, type="answer", key=late)
    assert table.ask.seat == 1, "not Bruno's to reroll"
    game.press(ada, type="answer", key=late)
    assert (table.ask.seat, table.ask.purpose) == (0, "pray")


def test_a_phone_buys_for_its_own_seat_and_is_done_for_itself_alone() -> None:
    table = Table.new(FOUR)
    table.change(Change("space", 2, to="crags"), Change("turn", 2))
    for key in (1, "clockwise", "market-day"):
        table.answer(key)
    game = Evening(table)
    carla = game.phones[2]
    rows = shown(carla)["question"]["shop"]["buyers"]
    assert [row["who"]["name"] for row in rows if row.get("keys")] == ["Carla"]
    game.press(carla, type="answer", key="buyer:3/buy:purchase/sword")
    assert table.ask.seat == 2
    game.press(carla, type="answer", key="done")
    assert (table.ask.kind, table.ask.seat) == ("shop", 3)


def mesmerized(**wishes: str) -> Evening:
    """Carla, on turn, casts Mesmerism on Dario's Mule; Bruno holds Counterspell and, as Ada, was not asked."""
    table = Table.new(FOUR | {"Carla": "sorceress"}, dice="virtual", cards="virtual", spells="known", seed=3)
    for card, seat in (("counterspell", 1), ("mesmerism", 2)):
        table.change(from_deck(card, seat, "spell", "spells"))
    table.change(from_deck("mule", 3), Change("turn", 2))
    table.set(react=tuple(wishes.get(name, "pass") for name in FOUR))
    game = Evening(table)
    game.press(game.phones[2], type="aside", key="2/cast:mesmerism")
    return game


def late(screen: HostedScreen) -> list[str]:
    offers = shown(screen)["question"].get("offers", ())
    return [offer["key"] for offer in offers if offer["key"].startswith("late:")]


@pytest.mark.parametrize("wish", ["pass", "hit"])
def test_who_was_not_asked_still_answers_a_spell_from_the_phone(wish: str) -> None:
    game = mesmerized(Bruno=wish)
    ada, bruno, carla, dario = game.phones
    assert "mule" in game.table.state.players[2].goods, "Mesmerism has been cast"
    [key] = late(bruno)
    assert key.endswith("/nth:0"), "its number, not its name"
    for screen in (ada, carla, dario, game.laptop, game.television):
        assert not [found for found in late(screen) if "nth" in found or "cast" in found]
    for other in (ada, carla, dario):
        assert game.press(other, type="answer", key=key) and "mule" in game.table.state.players[2].goods
    assert not game.press(bruno, type="answer", key=key)
    assert "mule" in game.table.state.players[3].goods, "the Mule stays with Dario"
    assert "counterspell" not in game.table.state.players[1].spells and not late(bruno)


def test_a_late_spell_is_offered_until_something_has_been_thrown() -> None:
    game = mesmerized()
    [key] = late(game.phones[1])
    game.press(game.phones[2], type="roll")
    assert not late(game.phones[1])
    before = game.table.state
    assert game.press(game.phones[1], type="answer", key=key) and game.table.state == before


def test_a_phone_puts_a_late_spell_of_its_own_in_after_a_throw() -> None:
    """It goes back by itself, to where it could have cast, and casts; nothing else can be done from there."""
    game = mesmerized()
    ada, bruno, carla, _ = game.phones
    game.press(carla, type="roll")
    assert not shown(ada).get("late"), "Ada holds no Spell"
    [moment] = [each for each in shown(bruno)["late"] if "Mesmerism takes effect" in each["text"]]
    assert game.press(ada, type="hold-on", n=moment["n"])
    assert not game.press(bruno, type="hold-on", n=moment["n"])
    asides = [choice["key"] for choice in shown(bruno)["asides"]]
    assert asides == ["1/nth:0"] and shown(bruno)["question"]["kind"] == "wait"
    before = game.table.state
    for message in (
        {"type": "answer", "key": "nobody"},
        {"type": "roll"},
        {"type": "aside", "key": "2/cast:mesmerism"},
    ):
        game.press(bruno, **message)
        assert game.table.state == before
    game.press(bruno, type="aside", key=asides[0])
    assert "mule" in game.table.state.players[3].goods, "the Mule stays with Dario"
    assert game.table.lines[-1].ask.kind == "die", "what Carla threw stands"


def test_a_phone_that_went_back_comes_forth_again() -> None:
    game = mesmerized()
    bruno, carla = game.phones[1], game.phones[2]
    game.press(carla, type="roll")
    before = game.table.state
    game.press(bruno, type="hold-on", n=shown(bruno)["late"][0]["n"])
    assert shown(bruno)["waits"] and not shown(carla).get("waits")
    assert not game.press(bruno, type="undo")
    assert not shown(bruno).get("waits") and game.table.state == before
