"""Is a figure that only a card of the box has asked once where it is at hand, known the next time, and guessed else?"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import asides, ask, step
from talisman_nb.model import Answer, decode, encode
from talisman_nb.model.kinds import ASKED
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.odds import best_fight
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.table.last_time import read_before
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question

pytestmark = pytest.mark.usefixtures("own_home")
CARDS = '[brute]\nname = "Brute"\ntype = "monster"\nnumber = 2\nstrength = 6\ncopies = 2\n'
CARDS += '[wisp]\nname = "Wisp"\ntype = "spirit"\nnumber = 2\ncraft = 3\n'
DOUBTS = '[doubt.brute.strength]\nsure = "silent"\nstanding = "open"\nguess = true\nen = "6 is a guess"\n'
PLAYERS = {"Ada": "dwarf", "Bruno": "thief"}
IN = "edition revised4 + blurred | "
MET = IN + "dwarf fields-1, fate 0, arrived | thief city | reads figures asked | on fields-1, brute"


@pytest.fixture(autouse=True)
def blurred() -> Mapping[str, str]:
    layer = register(Layer("blurred", {"adventure/cards.toml": CARDS, "doubts.toml": DOUBTS}))
    open_book(["revised4", layer])
    return layer.texts


# --- what is asked ---


def test_it_is_asked_before_the_fight_with_the_guess_in_front_and_once() -> None:
    game = play(MET)
    assert (game.ask.kind, game.ask.purpose, game.ask.source, game.ask.n) == ("amount", "figure.strength", "brute", 6)
    assert game.ask.options[0].key == "n:6" and "table.unknown-card" in game.ask.cites
    game = game.answer("n:8")
    (read,) = [event for event in game.told if event.kind == "read_off"]
    for lang in LANGUAGES:
        said = say_event(game.state, read, lang)
        assert "Brute" in said and "8" in said and "{" not in said
    assert game.state.fight and game.state.fight.foes[0].strength == 8 and ("brute.strength", "8") in game.state.texts
    assert decode(encode(game.state)) == game.state and not violations(game.state)
    game = game.answer("fight", "6", "1")
    assert [event.scores for event in game.told if event.kind == "fought"] == [(9, 9)]
    other = play(MET.replace("figures asked", "figures asked | reads brute.strength 2"))
    assert other.ask.purpose != "figure.strength" and other.state.fight and other.state.fight.foes[0].strength == 2


def test_it_is_the_card_s_figure_from_then_on() -> None:
    text = IN + "house trophy.any_time=true | dwarf crags, trophies brute | thief city | reads brute.strength {}"
    trades = [[o.key for o in asides(situation(text.format(n)), 0) if o.verb == "trade"] for n in (6, 7)]
    assert trades == [[], ["trade:strength"]]
    assert not asides(situation(text.partition(" | reads")[0]), 0), "and no other game is taken in by it"


def test_what_is_no_guess_is_not_asked_nor_where_nobody_has_the_box() -> None:
    assert play(MET.replace("brute", "wisp")).ask.kind == "fight"
    assert play(MET.replace(" | reads figures asked", "")).ask.kind == "fight"
    own = DOUBTS.replace("guess = true\n", "")
    register(Layer("blurred", {"adventure/cards.toml": CARDS, "doubts.toml": own}))
    assert play(MET).ask.kind == "fight"


def test_chances_take_the_guess_as_long_as_nobody_has_read_it() -> None:
    drawing = situation(MET.replace(", arrived", "").replace("fields-1", "fields-1").partition(" | on")[0])
    assert ask(drawing).purpose == "move"
    read = best_fight(play(MET).answer("n:6").state)
    assert read.chance("lost") == best_fight(play(MET.replace(" | reads figures asked", "")).state).chance("lost")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_marks_the_guess_and_tells_its_doubt(lang: str) -> None:
    state = play(MET).state
    told = question(state, ask(state), lang)
    assert told.options[0].label == "≈ 6" and told.options[1].label == "1" and "Brute" in told.headline
    assert any("6 is a guess" in why for why in told.why) and "{" not in told.headline


# --- as text, and in files ---


def test_it_is_read_and_written() -> None:
    text = IN + "dwarf crags | thief city | reads figures asked | reads brute.strength 8"
    state = situation(text)
    assert state.texts == (ASKED, ("brute.strength", "8")) and situation(situation_text(state)) == state
    for wrong in ("brute.craft 8", "wisp.craft 8", "brute.strength x", "brute.strength 0", "figures"):
        with pytest.raises(SituationError, match="expected"):
            situation(IN + f"dwarf crags | thief city | reads {wrong}")


@pytest.mark.parametrize("fact", ["copies", "type"])
def test_only_figures_of_enemies_are_guesses(fact: str) -> None:
    with pytest.raises(CardError, match="only strength and craft of Enemies are guesses"):
        open_book(
            ["revised4", Layer("bad", {"adventure/c.toml": CARDS, "doubts.toml": DOUBTS.replace("strength", fact)})]
        )


# --- at a table ---


def met(cards: str = "physical", **more: str) -> Table:
    table = Table.new(PLAYERS, layers=["blurred"], cards=cards, dice="physical", seed=3, **more)
    table.answer("3")
    table.answer("clockwise")
    return table


def test_at_a_table_with_real_cards_it_is_asked_and_known_the_next_time() -> None:
    table = met()
    table.answer("brute")
    panel = TableController()
    panel.table = table
    assert table.ask.purpose == "figure.strength"
    panel.handle({"type": "answer", "key": "n:7"})
    assert read_before(open_book("revised4+blurred")) == (ASKED, ("brute.strength", "7"))
    again = met()
    again.answer("brute")
    assert again.ask.purpose != "figure.strength" and again.state.fight
    assert again.state.fight.foes[0].strength == 7 and again.settings.texts == again.state.texts


def test_a_table_that_is_opened_again_knows_what_it_knew(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("tables") / "brutes.tnb"
    table = met(path=str(path))
    table.answer("brute")
    table.answer("n:9")
    table.close()
    opened = Table.open(path)
    assert ("brute.strength", "9") in opened.state.texts and opened.state == table.state and not opened.unfit


def test_with_virtual_cards_the_guess_is_played() -> None:
    table = Table.new(PLAYERS, layers=["blurred"], cards="virtual", seed=3)
    assert table.state.texts == () and table.settings.texts == ()
    assert Table.new(PLAYERS).state.texts == (), "nor is anything noted down where there are no guesses"


def test_undone_it_is_asked_again() -> None:
    table = met()
    table.answer("brute")
    table.answer("n:9")
    table.undo()
    assert table.ask.purpose == "figure.strength" and table.state.texts == (ASKED,)
    state, _ = step(table.state, Answer(table.state.ply, "n:4"))
    assert state.fight and state.fight.foes[0].strength == 4
