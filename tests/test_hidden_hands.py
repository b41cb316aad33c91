"""Is a hand of Spells shown to its owner alone, on a screen that everybody sees?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tables import TWO, press, started, written

from talisman_nb.chronicle.journal import last_lines
from talisman_nb.engine import unveil_key, view_event
from talisman_nb.engine.view import may_read, seen_by, shut_ask, shut_hand, shut_viewer
from talisman_nb.model import Ask, Change, Event, Option
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Choice
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_hidden_hand_is_named_for_a_glance_only() -> None:
    controller = started({"Carla": "wizard", "Bruno": "thief"}, cards="virtual")
    assert (controller.screen().sheets[0].spells, controller.screen().sheets[0].unseen) == ((), 2)
    controller.handle({"type": "look", "seat": 0})
    assert len(controller.screen().sheets[0].spells) == 2
    controller.handle({"type": "look", "seat": -1})
    assert controller.screen().sheets[0].spells == ()


def test_a_hand_the_program_knows_is_not_called_unknown() -> None:
    controller = started({"Carla": "wizard", "Bruno": "thief"}, cards="virtual")
    spell = next(aside for aside in controller.screen().asides if aside.key.startswith("0/cast:"))
    assert (spell.key, spell.label) == ("0/cast:spell?", "Show the Spells to Carla alone"), "it opens the hand"


def test_spells_in_real_hands_cannot_be_looked_at() -> None:
    controller = started({"Carla": "wizard", "Bruno": "thief"})
    controller.handle({"type": "look", "seat": 0})
    assert controller.screen().sheets[0].spells == ()


def options(controller: TableController) -> tuple[Choice, ...]:
    question = controller.screen().question
    assert question is not None
    return question.options


@pytest.mark.parametrize(
    ("lang", "first"), [("en", "Spell 1"), ("it", "Magia 1"), ("fr", "Sort 1"), ("pl", "Zaklęcie 1")]
)
def test_spells_of_a_hidden_hand_are_numbered_and_named_to_their_owner(lang: str, first: str) -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, dice="virtual", cards="virtual", lang=lang, seed=5)
    assert "teleport" in table.state.players[0].spells, "called as a choice of the Fairy is"
    more = [spell for spell in ("healing", "hex") if spell not in table.state.players[0].spells]
    table.change(*(Change("card", card=spell, origin="deck:spell", to="spells:0") for spell in more))
    assert table.ask.purpose == "too-many-spells"
    names = [str(Wording(lang).card(spell)) for spell in table.ask.open()]
    shared = TableController(table)
    for controller in (shared, TableController(table, audience=Audience(1))):
        assert [option.label for option in options(controller)][:2] == [first, first.replace("1", "2")]
    assert [option.label for option in options(TableController(table, audience=Audience(0)))] == names
    shared.handle({"type": "answer", "key": "look:0"})
    assert [option.label for option in options(shared)] == names
    shared.handle({"type": "answer", "key": options(shared)[1].key})
    assert names[1] not in [str(Wording(lang).card(spell)) for spell in table.state.players[0].spells]


def test_a_hand_the_program_knows_is_not_named_on_a_shared_screen() -> None:
    panel = started(cards="virtual", dice="virtual", spells="known")
    assert panel.table is not None
    panel.table.correct(card="counterspell", origin="deck:spell", to="spells:1")
    panel.table.correct(card="healing", origin="deck:spell", to="spells:0")
    for name in ("ounterspell", "ealing"):
        assert name not in written(panel, "journal", "hands"), "typed in openly, so the journal has it"
    hidden = [choice for choice in panel.screen().asides if choice.hint == "S"]
    assert {choice.key for choice in hidden} == {"0/cast:spell?", "1/cast:spell?"}, "whatever they hold"
    panel.handle({"type": "aside", "key": "0/cast:spell?"})
    assert "0/cast:healing" in [choice.key for choice in panel.screen().asides]
    assert "ounterspell" not in written(panel, "journal", "hands")
    panel.handle({"type": "roll"})
    assert "ealing" not in written(panel, "journal", "hands"), "it is shown until the next press"


def test_a_spell_in_another_hand_is_only_said_to_be_in_one() -> None:
    table = Table.new({"Ada": "dwarf", "Carla": "wizard"}, spells="known")
    assert table.ask.kind == "card" and table.ask.seat == 1
    table.correct(card="alchemy", origin="deck:spell", to="spells:0")
    table.correct(card="hex", origin="deck:spell", to="spells:1")
    panel = TableController(table)
    question = panel.screen().question
    assert question is not None and question.elsewhere == {"hex": (0, 2)} and question.where == ("Carla's Spells",)
    press(panel, "alchemy")
    question = panel.screen().question
    assert question is not None
    at, since = question.elsewhere["alchemy"]
    assert question.where[at] == "in somebody's hand" and since == 0, "whoever typed it must go on"
    panel.handle({"type": "answer", "ply": question.ply, "key": "alchemy", "here": True})
    assert table.state.players[0].spells == () and "alchemy" in table.state.players[1].spells


@pytest.mark.parametrize("origin", ["", "deck:spell", "spells:1"])
def test_a_correction_does_not_tell_whether_a_hand_holds_a_spell(origin: str) -> None:
    """Hex is in Bruno's hand, Mesmerism in the deck: both are refused in the same words."""
    panel = started(TWO, dice="virtual", cards="virtual", spells="known")
    table = panel.table
    assert table
    if "hex" not in table.state.players[1].spells:
        table.correct(card="hex", origin="deck:spell", to="spells:1")
    before, said = table.state, set()
    for card in ("hex", "mesmerism"):
        panel.handle({"type": "correct", "changes": [{"what": "card", "card": card, "origin": origin, "to": "seat:0"}]})
        said.add(panel.screen().note)
        assert table.state == before
    assert said == {"The cards of this deck are face down: only a card that lies face up can be corrected by name."}


def test_a_spell_that_lies_open_is_set_straight_by_name() -> None:
    panel = started(TWO, dice="virtual", cards="virtual", spells="known")
    assert panel.table
    panel.table.correct(card="hex", origin="deck:spell", to="discards:spell")
    panel.handle({"type": "correct", "changes": [{"what": "card", "card": "hex", "to": "seat:0"}]})
    assert "hex" in panel.table.state.players[0].spells


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_the_reasons_of_a_hidden_draw_name_no_house_rule_of_the_spell_to_others(viewer: int) -> None:
    house = {"switch.destroy_command": False}
    table = Table.new(
        {"Ada": "wizard", "Bruno": "sorceress"}, house=house, dice="virtual", cards="virtual", spells="known", seed=6
    )
    assert "destroy-magic" in table.state.players[1].spells, "of a house rule that is told where the Spell is"
    told = str([line.why for line in last_lines(table, "en", viewer)])
    assert ("Destroy Magic" in told) == (viewer == 1)


# --- the own hand, face down on a phone that others can read ---


def test_who_reads_a_screen_with_the_own_hand_shut_is_told_what_it_looked_at_and_not_what_it_holds() -> None:
    drawn, looked = Event("gained_spell", 1, card="hex", only=1), Event("looked", 1, cards=("hex",), only=1)
    said = Event("cast", 1, card="hex")
    for viewer, told in ((1, (True, True)), (shut_viewer(1), (False, True)), (0, (False, False)), (-1, (False, False))):
        assert (may_read(drawn, viewer), may_read(looked, viewer)) == told
        assert may_read(said, viewer)
    assert view_event(drawn, shut_viewer(1)).card == "spell?"
    assert [shut_viewer(shut_viewer(seat)) for seat in range(4)] == [*range(4)]


def test_with_the_own_hand_shut_its_spells_are_numbered_in_a_question_and_others_are_named() -> None:
    mine, theirs, open_ = Option("hex", owner=0), Option("healing", owner=1), Option("nobody")
    found = Ask(7, "pick", 0, options=(open_, mine, theirs))
    assert [option.key for option in shut_ask(found, 0).options] == ["nobody", "nth:1", "healing"]
    assert unveil_key(found, "nth:1") == "hex"
    of_other = replace(found, seat=1)
    assert [option.key for option in shut_ask(of_other, 0).options] == ["nobody", "nth:1", "nth:2"]
    dealt = Ask(7, "character", 0, options=(Option("dwarf", owner=0), Option("elf", owner=0)))
    assert shut_ask(dealt, 0) == dealt, "characters are chosen by name"


def test_a_shut_hand_is_counted_only_and_the_others_stay_as_they_are() -> None:
    state = situation("wizard crags, spells hex healing | thief city, spells healing")
    known = seen_by(state, (0,))
    shut = shut_hand(known, 0)
    assert shut.players[0].spells == ("spell?", "spell?") and shut.players[1] == known.players[1]
    assert replace(shut, players=known.players) == known
