"""Is what no rule answers asked as yes or no and thrown for, and kept as a ruling of the table (golden.yes-no)?"""

from __future__ import annotations

from pathlib import Path

import pytest
from read_aloud import assert_well

from talisman_nb import Table
from talisman_nb.engine import NotAllowedError
from talisman_nb.model.bounds import QUESTION_LENGTH
from talisman_nb.notation.text_play import play
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rulings.own_rulings import freeze_ruling, save_ruling
from talisman_nb.table.answerable_table import decide, die_rulings
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

ASKED = "May the Raft carry two of us?"
WITH_DIE = {"golden.yes_no": True}


def table(**given: object) -> Table:
    return Table.new({"Ada": "dwarf", "Bruno": "thief"}, **({"house": WITH_DIE} | given))


@pytest.mark.parametrize(("face", "decided"), [(1, "no"), (3, "no"), (4, "yes"), (6, "yes")])
def test_a_four_and_more_is_yes(face: int, decided: str) -> None:
    game = table()
    before = game.state
    (line,) = decide(game, ASKED, face)
    (event,) = line.events
    assert (event.kind, event.cause, event.n, event.cites) == ("ruled", decided, face, ("golden.yes-no",))
    assert game.state.players == before.players and game.ask.kind == "die", "nothing else changes"


def test_the_table_throws_and_throws_the_same_after_undo() -> None:
    game = table(dice="virtual", seed=5)
    first = decide(game, ASKED)[0].events[0].n
    game.undo()
    assert die_rulings(game) == () and decide(game, ASKED)[0].events[0].n == first
    faces = {decide(game, f"{ASKED} {n}")[0].events[0].n for n in range(40)}
    assert faces == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("asked", ["", "   ", "x" * (QUESTION_LENGTH + 1), "two\nlines"])
def test_a_question_is_a_line(asked: str) -> None:
    game = table()
    with pytest.raises(NotAllowedError, match="question"):
        decide(game, asked, 4)
    assert not game.lines


@pytest.mark.parametrize("face", [-1, 7, 10**9])
def test_a_die_has_six_faces(face: int) -> None:
    with pytest.raises(NotAllowedError, match="face"):
        decide(table(), ASKED, face)


def test_an_edition_without_the_rule_has_no_such_die() -> None:
    with pytest.raises(NotAllowedError, match="no such die"):
        decide(table(house={}), ASKED, 4)
    assert open_book("third").table["golden.yes_no"], "it is a rule of the third edition"


def test_it_is_kept_in_the_file_and_found_by_its_words(tmp_path: Path) -> None:
    game = table(path=tmp_path / "evening.talisman")
    decide(game, ASKED, 5)
    again = Table.open(tmp_path / "evening.talisman")
    panel = TableController(again)
    panel.lang = "en"
    reply = panel.handle({"type": "look-up", "value": "may the raft carry two"})
    assert reply and reply["decided"] == [f"“{ASKED}” The die shows 5: yes."] and reply["die"]
    other = panel.handle({"type": "look-up", "value": "may the mule carry two"})
    assert other and other["decided"] == []
    name = panel.handle({"type": "look-up", "value": "raft"})
    assert name and not name["die"], "a name is no question"


def test_it_is_found_by_other_forms_of_its_words_and_comes_first() -> None:
    panel = TableController(table())
    panel.handle({"type": "decide", "value": ASKED, "n": 5})
    reply = panel.handle({"type": "look-up", "value": "is a raft carrying two"})
    assert reply and len(reply["decided"]) == 1 and reply["ours"]


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rulings_of_a_table_are_saved_as_a_text(lang: str) -> None:
    """Those of a die and those of a file, each with what it decides, and the situation of what was played."""
    panel = TableController(table())
    panel.lang = lang
    assert panel.handle({"type": "look-up", "value": "may we xyzzy twice"})["ours"] is False
    panel.handle({"type": "decide", "value": ASKED, "n": 5})
    played = play("dwarf crags | thief city").answer("walk fields-2", "bear")
    save_ruling(freeze_ruling(played, "Does a frobnicated bear attack at once?", "At once."))
    text = panel.handle({"type": "export", "value": "rulings"})["text"]
    assert ASKED in text and "frobnicated bear" in text and "At once." in text and "dwarf crags" in text
    found = panel.handle({"type": "look-up", "value": "does the frobnicated bear attack at once"})
    assert found["found"][0]["key"] == "ruling.does-a-frobnicated-bear-attack-at-once" and found["ours"]
    assert load_phrases(lang).say("answers", "own-ruling") in found["found"][0]["label"]
    page = panel.handle({"type": "look-up", "key": found["found"][0]["key"]})["page"]
    assert "frobnicated" in page["about"][0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_about_cards_is_answered_by_the_engine_at_the_table(lang: str) -> None:
    panel = TableController(table(house={}))
    panel.lang = lang
    (verdict,) = panel.handle({"type": "look-up", "value": "may the monk use a sword"})["verdicts"]
    assert_well(verdict)
    assert load_phrases(lang).say("answers", "said.no") in verdict and "golden.cannot" not in verdict
    assert verdict.count(name_of(open_book(), "character.monk", lang)) > 1, "whose ability decides"
    assert panel.handle({"type": "look-up", "value": "does a standoff end my turn"})["verdicts"] == ()
    house = TableController(table())
    assert house.handle({"type": "look-up", "value": "may the monk use a sword"})["verdicts"] == (), (
        "it may be otherwise"
    )


def test_a_press_decides(tmp_path: Path) -> None:
    panel = TableController(table())
    panel.handle({"type": "decide", "value": ASKED, "n": 2})
    assert panel.table and [event.cause for event in die_rulings(panel.table)] == ["no"]
    panel.handle({"type": "decide", "value": "", "n": 2})
    assert "yes or no" in panel.screen().note
