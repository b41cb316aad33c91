"""What can be bought, what is free, who is asked, and what do characters trade with each other?"""

from __future__ import annotations

from pathlib import Path

import pytest
from situations import seat, situation
from tables import FOUR, four_friends_later, played, press, started

from talisman_nb.engine import ask
from talisman_nb.engine.view import view_ask
from talisman_nb.model import Change, Event, State
from talisman_nb.notation.situation import situation as laid
from talisman_nb.notation.text_answers import say
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.events import hands
from talisman_nb.text.questions.question import question


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


# --- between characters ---


def market(text: str, *orders: str) -> tuple[State, tuple[Event, ...]]:
    """A Market Day of the second edition, after these answers, and what was told since."""
    state, heard = laid(f"edition second | {text} > walk fields-2 > market-day"), list[Event]()
    for order in orders:
        for state, told in say(state, order):  # noqa: B020
            heard += told
            assert violations(state) == []
    return state, tuple(heard)


OFFER = ("seat:1", "give:gold", "want:maiden", "propose")


def test_what_has_gone_meanwhile_is_not_traded_and_nothing_is_lost() -> None:
    state, told = market("elf hills-1, gold 2 | druid city, gold 0, has maiden", *OFFER, "1: drop:maiden", "accept")
    assert [p.gold for p in state.players] == [2, 0] and state.players[0].goods == ()
    assert told[-1].kind == "nothing_happens" and ask(state).kind == "close", "there is nothing left to trade for"


def test_whoever_gives_up_an_offer_may_make_another() -> None:
    state, _ = market("elf hills-1, gold 2 | druid city, gold 0, has maiden", "seat:1", "give:gold", "none")
    assert ask(state).purpose == "trade-with" and state.players[0].gold == 2
    state, _ = market("elf hills-1, gold 2 | druid city, gold 0, has maiden", "seat:1", "give:gold", "none", "seat:1")
    assert "give:gold" in ask(state).open() and "propose" not in ask(state).open(), "nothing lies on the table any more"


@pytest.mark.parametrize("other", ["druid city, gold 0", "druid city, as toad 2, gold 0, spells hex"])
def test_nobody_is_asked_where_nothing_can_change_hands(other: str) -> None:
    state, _ = market(f"elf hills-1, gold 2, has sword | {other}")
    assert ask(state).kind == "close"


def test_a_spell_changes_hands_unseen() -> None:
    state, _ = market("elf hills-1, gold 2 | druid city, spells hex nullify", "seat:1", "give:gold", "want:spell",
                      "propose", "accept")  # fmt: skip
    seen = [option.key for option in view_ask(ask(state), 0).options]
    assert ask(state).open() == ("hex", "nullify") and seen == ["nth:0", "nth:1"]
    (state, told), *_ = say(state, "hex")
    assert [p.spells for p in state.players] == [("hex",), ("nullify",)]
    assert not [event for event in told if "hex" in (event.card, *event.cards)]


@pytest.mark.parametrize(
    ("lang", "deal"),
    [
        ("en", "P0 gives 1 gold · P1 gives the Maiden"),
        ("it", "P0 dà 1 moneta d'oro · P1 dà la Vergine"),
        ("fr", "P0 donne 1 pièce d'or · P1 donne la Jeune Femme"),
        ("pl", "P0 daje 1 szt. złota · P1 daje kartę Dziewicy"),
    ],
)
def test_the_question_says_what_lies_on_the_table(lang: str, deal: str) -> None:
    before, _ = market("elf hills-1, gold 2 | druid city, gold 0, has maiden", *OFFER[:-1])
    asked, _ = market("elf hills-1, gold 2 | druid city, gold 0, has maiden", *OFFER)
    for state in (before, asked):
        assert question(state, ask(state), lang).circumstance == deal


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("P0 gives P1 1 gold.", "P1 gives P0 the Maiden.", "P1 gives P0 1 Spell, face down.")),
        ("it", ("P0 dà a P1 1 moneta d'oro.", "P1 dà a P0 la Vergine.", "P1 dà a P0 1 Magia, a faccia in giù.")),
        ("fr", ("P0 donne 1 pièce d'or à P1.", "P1 donne la Jeune Femme à P0.", "P1 donne 1 Sort à P0, face cachée.")),
        ("pl", ("P0 oddaje, a P1 bierze 1 szt. złota.", "P1 oddaje, a P0 bierze kartę Dziewicy.",
                "P1 oddaje, a P0 bierze 1 Zaklęcie (zakryte).")),
    ],
)  # fmt: skip
def test_hands_are_told_what_to_hand_over(lang: str, lines: tuple[str, ...]) -> None:
    trade = (*OFFER[:-1], "want:spell", "propose", "accept")
    state, told = market("elf hills-1, gold 2 | druid city, gold 0, has maiden, spells hex", *trade)
    assert hands(state, told, lang) == lines


def test_a_shop_that_is_too_dear_says_from_what_price_and_asks_nothing(own_home: Path) -> None:
    controller = started(FOUR)
    table = controller.table
    assert table
    table.change(Change("space", 0, to="fields-6"), Change("gold", 0, 1), Change("turn", 0))
    press(controller, "1", "clockwise", "blacksmith")
    shown = controller.screen()
    assert table.ask.kind == "die" and table.ask.seat == 1, "no input is asked for"
    assert shown.moment
    assert shown.moment.text == "Village: Ada does not have enough gold; the cheapest card costs 2 gold"
    assert shown.moment.tone == "level"
    assert any("not have enough gold" in line.text and line.why for line in shown.journal)


def test_a_shop_that_bars_everything_says_so() -> None:
    game = situation(seat("dwarf", "village", form="toad", form_left=2), seat("thief", "city"), arrived=True)
    game.say("blacksmith")
    assert [event.what for event in game.events if event.kind == "nothing_open"] == ["shop"]


def test_whoever_has_bought_is_not_told_that_nothing_else_can_be() -> None:
    game = situation(seat("dwarf", "village", gold=2), seat("thief", "city"), arrived=True)
    game.say("blacksmith", "buy:purchase/helmet")
    assert game[0].gold == 0 and not [event for event in game.events if event.kind == "nothing_open"]
