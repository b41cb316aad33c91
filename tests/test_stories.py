"""Do the evenings go as they were written down, in as many inputs as they may take?"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from situations import Game, seat, situation
from tables import TWO, four_friends, four_friends_later, from_deck, played, press_on

from talisman_nb.engine import ask
from talisman_nb.model import Ask, Change, State
from talisman_nb.table import HandMove, Table


def presses(table: Table, begun: int = 0) -> int:
    """How many presses made the lines after the first `begun`: as many as take them back."""
    n = 0
    while table.can_undo and len(table.lines) > begun:
        table.undo()
        n += 1
    return n


def test_a1_a_plain_turn_is_five_inputs() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 4, 1)
    assert table.ask.seat == 1 and table.ask.purpose == "move", "the fight was won: nothing else is asked"
    assert table.state.players[0].trophies == ("wolf",) and presses(table) == 5


def test_a1_with_fate_it_is_seven() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 3, 5)
    found = table.ask
    assert (found.kind, found.seat, found.rolls) == ("result", 0, (6, 7)), "6 against 7"
    assert found.open() == ("keep", "fate:0")
    played(table, "fate:0", 5)
    assert (table.ask.seat, table.ask.purpose) == (1, "move")
    assert table.state.players[0].trophies == ("wolf",)
    fought = next(event for line in table.lines for event in line.events if event.kind == "fought")
    assert (fought.what, fought.scores) == ("won", (8, 7))
    assert HandMove("card", card="wolf", origin="space:fields-3", to="trophies:0") in table.hands
    assert presses(table) == 7


def test_a1_what_was_not_asked_is_folded_in_the_journal() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 4, 1)
    folded = [(line.ask.kind, line.answer.key) for line in table.lines if line.folded]
    assert folded == [("fight", "fight"), ("result", "keep"), ("close", "done")]


def test_a8_pizza(tmp_path: Path) -> None:
    table = played(four_friends(tmp_path / "t.talisman"), 3, "clockwise", "ogre", 4)
    asked = table.ask
    assert (asked.kind, asked.purpose) == ("die", "foe")
    del table  # it is not closed
    again = Table.open(tmp_path / "t.talisman")
    assert again.ask == asked
    assert [line.answer.key for line in again.lines] == ["3", "clockwise", "ogre", "fight", "4"]
    again.answer(4)  # 7 against 9: a six would still draw
    assert again.ask.kind == "result", "one input to go on"


def test_a6_the_wrong_die_two_turns_back() -> None:
    table = played(four_friends(), 3, "clockwise", "goblin", 3, 6, "keep")  # 6 against 8: a life is lost
    played(table, 1, "clockwise", "wolf", 6, 1)  # Bruno's turn
    assert table.ask.seat == 2
    lost = table.state.players[0].life
    wrong = next(line.n for line in table.lines if line.ask.purpose == "foe")
    told = table.amend(wrong, 1, try_only=True)
    assert table.state.players[0].life == lost, "looking changes nothing"
    assert told.stopped_at is None
    did = table.amend(wrong, 1)
    assert did == told
    assert table.state.players[0].trophies == ("goblin",) and table.state.players[0].life == lost + 1
    assert HandMove("card", card="goblin", origin="space:fields-3", to="trophies:0") in did.differences


def test_a7_a_trophy_taken_by_hand() -> None:
    table = four_friends()
    table.correct(card="goblin", origin="deck:adventure", to="trophies:0")
    line = table.lines[-1]
    assert line.by == "by hand" and table.state.players[0].trophies == ("goblin",)
    assert table.ask.purpose == "move", "the same question comes again"


def test_b1_everything_virtual_is_three_inputs() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=4)
    while table.ask.seat == 0 and table.state.round == 1:
        press_on(table, 1)
    assert presses(table) == 3


@pytest.mark.parametrize("again", [False, True])
def test_b4_undo_never_improves_a_throw(again: bool) -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=4)
    first = table.roll()[0].answer.key
    if again:
        table.undo()
        assert table.roll()[0].answer.key == first
    else:
        faces = {first}
        for _ in range(12):
            line = table.throw_again()[0]
            faces.add(line.answer.key)
            assert line.by == "rolled again"
        assert len(faces) > 1
        last = table.lines[0].answer.key
        table.undo()
        table.redo()
        assert table.lines[0].answer.key == last


# --- in the middle of a game ---


def test_a2_a_thief_meets_somebody_with_one_gold() -> None:
    table = four_friends_later(
        Change("space", 1, to="city"), Change("space", 3, to="tavern"), Change("gold", 3, 1), turn=1
    )
    begun = len(table.lines)
    played(table, 6, "clockwise")
    keys = [option.key for option in table.ask.options]
    assert table.ask.kind == "whom" and "attack:3" in keys and "the space" in keys
    [steal] = [key for key in keys if key.startswith("use:") and key.endswith("@3")]
    table.answer(steal)
    assert table.state.players[3].gold == 0 and table.state.players[1].gold == 2
    assert table.ask.seat == 2
    assert presses(table, begun) == 3, "Dario has only 1 gold: what to take is not asked"


def test_a3_market_day_is_one_shop_after_the_other() -> None:
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


def test_a4_two_cards_at_once_then_a_toad() -> None:
    table = four_friends_later(Change("space", 3, to="tavern"), Change("fate", 3, 1), turn=3)
    begun = len(table.lines)
    played(table, 2, "clockwise", "witch", "bear")
    played(table, 2, 5)  # the Warrior's two dice
    played(table, 4, 1)
    found = table.ask
    assert (found.kind, found.source) == ("result", "witch") and "fate:0" in found.open()
    table.answer("keep")
    toad = table.state.players[3]
    assert (toad.form, toad.form_left) == ("toad", 3)
    table.change(Change("turn", 3))
    assert table.ask.kind == "way", "a toad throws no die"
    table.undo()
    assert presses(table, begun) == 9


def test_a5_a_late_counterspell() -> None:
    table = four_friends_later(
        from_deck("mesmerism", 2, "spell", "spells"),
        from_deck("mule", 1),
        from_deck("maiden", 1),
        from_deck("counterspell", 1, "spell", "spells"),
        turn=2,
    )
    table.answer("cast:mesmerism", 2)
    table.answer("mule")
    assert "mule" in table.state.players[2].goods
    table.correct(2, space="crags")
    for key in (3, "clockwise", "bandit"):
        table.answer(key)
    asked = next(line.n for line in table.lines if line.ask.kind == "react" and line.ask.purpose == "spell")
    before = table.state
    told = table.hold_on(asked, "cast:counterspell", 1, try_only=True)
    assert table.state is before, "the list comes before anything changes"
    assert any(move.card == "mule" and move.to == "seat:1" for move in told.differences)
    assert table.hold_on(asked, "cast:counterspell", 1) == told
    assert told.stopped_at is None and table.ask == asked_again(before, table)
    assert [line.answer.key for line in told.skipped] == ["mule"], "the question which Follower to take is gone"
    assert "mule" in table.state.players[1].goods and table.state.players[2].space == before.players[2].space


def asked_again(before: State, table: Table) -> Ask:
    """The question there was before, with the number it has now."""
    return replace(ask(before), ply=table.ask.ply)


def test_a9_two_turns_nobody_typed_are_one_line() -> None:
    table = four_friends()
    lines = len(table.lines)
    table.change(
        Change("space", 0, to="tavern"), Change("gold", 0, 3), Change("space", 1, to="ruins"), Change("life", 1, 2),
        from_deck("sword", 0), from_deck("bear", 1, place="trophies"), Change("turn", 2),
    )  # fmt: skip
    assert len(table.lines) == lines + 1 and table.lines[-1].by == "by hand"
    assert (table.ask.seat, table.ask.purpose) == (2, "move")
    assert table.state.players[1].trophies == ("bear",) and table.state.players[0].goods == ("sword",)
    table.undo()
    assert table.state.players[0].gold == 1 and table.ask.seat == 0


# --- a Toad in the middle of its move (toad.move) ---


def bewitched(game: Game) -> Game:
    """The Thief casts Random at whoever moves, and it shows a 1."""
    game.aside(1, "cast:random").say("seat:0")
    while game.state.players[0].form != "toad":
        keys = game.open()
        game.say(next(key for key in ("nobody", "keep", "1") if key in keys))
    return game


def test_a_toad_does_not_go_by_a_die_thrown_before() -> None:
    game = situation(seat("troll", "fields-3"), seat("thief", "graveyard", spells=("random",))).say(5)
    assert game.ask.kind == "way" and game.ask.n == 5
    bewitched(game)
    assert (game.ask.kind, game.ask.n) == ("way", 1), "the die no longer counts"
    assert not game.ask.offers and not game.ask.rolls, "nor can fate throw it again"
    assert {option.space for option in game.ask.options} == {"woods-2", "city"}


def test_a_toad_made_on_its_way_goes_no_further() -> None:
    game = situation(seat("troll", "hills-1", strength=9), seat("thief", "graveyard", spells=("random",))).say(
        4, "bridge", "fight", 6, 1, "keep"
    )
    assert game.ask.kind == "way" and game.ask.n == 2, "over the bridge, and two steps are left"
    over = game[0].space
    bewitched(game)
    assert game[0].space == over and (game.ask.kind, game.state.turn) == ("card", 0), (
        "the move is over, the encounter follows"
    )
