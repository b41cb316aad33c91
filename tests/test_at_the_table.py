"""Does the screen say what people at the table need: how to begin, how likely a fight is, whose hand may be seen?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation
from tables import TWO, started

from talisman_nb.model import Change
from talisman_nb.panels.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Choice
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")


def test_the_first_line_for_the_hands_lays_out_everybody() -> None:
    said = " ".join(started({"Ada": "dwarf", "Carla": "wizard", "Bruno": "thief"}).screen().hands)
    assert "Ada takes the Dwarf and puts the figure in the Crags." in said
    assert "Bruno takes the Thief and puts the figure in the City." in said
    assert "Carla draws 2 Spells." in said
    assert "Set out counters and gold as the sheets show." in said


def test_without_real_cards_hands_have_nothing_to_lay_out() -> None:
    assert started({"Ada": "dwarf", "Carla": "wizard"}, cards="virtual").screen().hands == ()


@pytest.mark.parametrize(
    ("thrown", "said"),
    [
        ((), "Wins 42%, stand-off 17%, loses 42% (with fate wins 58%)"),
        ((6,), "Ada: wins 83%, stand-off 17%, loses 0%"),
    ],
)
def test_a_fight_says_how_likely_it_is(thrown: tuple[int, ...], said: str) -> None:
    table = Table.new(TWO)
    for key in (3, "clockwise", "bear", *thrown):
        table.answer(key)
    question = TableController(table).screen().question
    assert question is not None and question.circumstance.startswith(said)


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
    assert (spell.key, spell.label) == ("0/cast:spell?", "Show the Spells, to Carla alone"), "it opens the hand"


def test_spells_in_real_hands_cannot_be_looked_at() -> None:
    controller = started({"Carla": "wizard", "Bruno": "thief"})
    controller.handle({"type": "look", "seat": 0})
    assert controller.screen().sheets[0].spells == ()


# --- a fight that hands settle ---


def headline(table: Table, lang: str = "en") -> str:
    table.set(lang=lang)
    question = TableController(table).screen().question
    assert question is not None
    return question.headline


def test_a_fight_settled_by_hand_is_still_about_its_foe() -> None:
    table = Table.new(TWO)
    for key in (3, "clockwise", "bear"):
        table.answer(key)
    table.settle_by_hand()
    assert headline(table) == "Do what it says, then tell me: Bear"
    assert headline(table, "it").endswith(": Orso")


def test_a_fight_with_a_player_settled_by_hand_names_the_player() -> None:
    table = Table.new(TWO)
    table.change(Change("space", 1, to="fields-3"))
    for key in (3, "clockwise", "attack:1"):
        table.answer(key)
    table.settle_by_hand()
    assert headline(table) == "Do what it says, then tell me: Bruno"


# --- who entered ---


def entered(controller: TableController) -> str:
    return controller.screen().journal[0].text


def test_the_journal_begins_with_who_entered_where() -> None:
    controller = started(TWO)
    assert entered(controller).startswith("Ada now plays the Dwarf (Crags). Bruno now plays the Thief (City).")
    controller.handle({"type": "answer", "key": "3", "ply": 1})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and goes on so"
    controller.handle({"type": "leave"})
    controller.handle({"type": "open", "name": "Ada, Bruno"})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and after the file was opened again"
    older = controller.handle({"type": "journal", "before": 1, "seat": -1})
    assert older is not None and older["lines"][0]["text"].startswith("Ada now plays the Dwarf")


def test_nothing_can_be_put_before_the_beginning() -> None:
    controller = started(TWO)
    controller.handle({"type": "hold-on", "n": 0})
    assert controller.screen().note


# --- hands on a screen that everybody sees ---


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
    for controller in (shared, TableController(table, viewer=1)):
        assert [option.label for option in options(controller)][:2] == [first, first.replace("1", "2")]
    assert [option.label for option in options(TableController(table, viewer=0))] == names
    shared.handle({"type": "answer", "key": "look:0"})
    assert [option.label for option in options(shared)] == names
    shared.handle({"type": "answer", "key": options(shared)[1].key})
    assert names[1] not in [str(Wording(lang).card(spell)) for spell in table.state.players[0].spells]


def options(controller: TableController) -> tuple[Choice, ...]:
    question = controller.screen().question
    assert question is not None
    return question.options


# --- choices that a condition closes ---


def why_closed(game: Game, key: str, lang: str) -> str:
    return next(option.closed for option in question(game.state, game.ask, lang).options if option.key == key)


@pytest.mark.parametrize(
    ("lang", "alignment", "spell"),
    [
        ("en", "only if the character is not neutral.", "only if there is room for another Spell."),
        ("it", "solo se il personaggio non è neutrale.", "solo se c'è posto per un'altra Magia."),
        ("fr", "seulement si le personnage n'est pas neutre.", "de la place pour un autre Sort."),
        ("pl", "tylko jeśli Poszukiwacz nie jest neutralny.", "jest miejsce na jeszcze jedno Zaklęcie."),
    ],
)  # fmt: skip
def test_a_closed_choice_says_what_must_be_so(lang: str, alignment: str, spell: str) -> None:
    druid = situation(seat("druid", "fields-1"), seat("thief", "city")).aside(0, "use:character.druid.align")
    assert alignment in why_closed(druid, "neutral", lang)
    full = situation(
        seat("thief", "fields-1", spells=("healing",), alignment="good"),
        seat("troll", "city"),
        lying={"graveyard": ("fairy",)},
    )
    full.walk("graveyard")
    assert spell in why_closed(full, "spell", lang)
