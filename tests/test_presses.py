"""How few presses does a turn take, and what is not asked?"""

from __future__ import annotations

from tables import TWO, four_friends, four_friends_later, played, press, press_on

from talisman_nb.model import Change
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import HandMove, Table
from talisman_nb.text.screen.values import Question


def presses(table: Table, begun: int = 0) -> int:
    """How many presses made the lines after the first `begun`: as many as take them back."""
    n = 0
    while table.can_undo and len(table.lines) > begun:
        table.undo()
        n += 1
    return n


def test_a_turn_with_a_fight_takes_five_presses() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 4, 1)
    assert table.ask.seat == 1 and table.ask.purpose == "move", "the fight was won: nothing else is asked"
    assert table.state.players[0].trophies == ("wolf",) and presses(table) == 5


def test_a_fight_changed_by_fate_takes_seven_presses() -> None:
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


def test_a_turn_with_virtual_dice_and_cards_takes_three_presses() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=7)
    while table.ask.seat == 0 and table.state.round == 1:
        press_on(table, 1)
    assert presses(table) == 3


def test_a_theft_of_the_only_gold_takes_three_presses() -> None:
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


def test_two_cards_drawn_and_a_toad_take_nine_presses() -> None:
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


def kept_at_the_chapel() -> TableController:
    """Ada, who has fate, prays in vain: the table goes on without asking."""
    table = four_friends()
    table.change(Change("space", 0, to="hills-1"), Change("alignment", 0, to="good"), Change("turn", 0))
    return TableController(played(table, 1, "clockwise", "pray", 2))


def test_a_roll_kept_unasked_may_be_rerolled_until_the_next_answer() -> None:
    panel = kept_at_the_chapel()
    [offer] = [offer for offer in asked(panel).offers if offer.key.startswith("late:")]
    assert (offer.hint, offer.label, offer.note) == ("R", "Ada: reroll the 2 after all", "1 fate")
    assert asked(panel).who.seat == 1  # type: ignore[union-attr]
    press(panel, offer.key)
    assert panel.table is not None and panel.table.ask.purpose == "pray" and panel.table.ask.seat == 0
    press(panel, "5")
    assert panel.table.state.players[0].life == 6 and panel.table.state.turn == 1
    assert not [offer for offer in asked(panel).offers if offer.key.startswith("late:")], "one reroll for a roll"


def test_the_offer_of_a_reroll_goes_with_the_next_answer_and_a_good_roll_has_none() -> None:
    panel = kept_at_the_chapel()
    press(panel, "3")
    assert not [offer for offer in asked(panel).offers if offer.key.startswith("late:")]
    panel.handle({"type": "undo"})
    panel.handle({"type": "undo"})
    press(panel, "5")
    assert not [offer for offer in asked(panel).offers if offer.key.startswith("late:")], "a life was gained"


def test_another_seat_s_screen_has_no_offer_to_reroll() -> None:
    table = kept_at_the_chapel().table
    for viewer, offers in ((0, 1), (1, 0), (-1, 1)):
        shown = asked(TableController(table, audience=Audience(viewer)))
        assert sum(offer.key.startswith("late:") for offer in shown.offers) == offers


def test_the_journal_says_that_a_die_was_not_needed() -> None:
    table = four_friends()
    table.change(Change("strength", 0, 9), Change("turn", 0))
    panel = TableController(played(table, 3, "clockwise", "wolf"))
    said = [line.text for line in panel.screen().journal if not line.folded]
    at = said.index("No need to roll for Ada: even a 1 would change nothing.")
    assert said[at : at + 3] == [
        "No need to roll for Ada: even a 1 would change nothing.",
        "No need to roll for the Wolf: even a 6 would change nothing.",
        "Ada beat the Wolf, 13 to 8. The Wolf is now Ada's trophy (2 points).",
    ]


def test_the_result_says_that_a_die_was_not_needed() -> None:
    table = four_friends()
    table.change(Change("strength", 0, 9), Change("turn", 0))
    panel = TableController(played(table, 3, "clockwise"))
    press(panel, "wolf")
    moment = panel.screen().moment
    assert moment is not None and moment.text == "Ada beat the Wolf, 13 to 8"
    assert moment.detail.startswith("No need to roll for the Wolf: even a 6 would change nothing.")


def asked(panel: TableController) -> Question:
    found = panel.screen().question
    assert found is not None
    return found
