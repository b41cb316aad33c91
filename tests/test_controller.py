"""Does the panel get what it needs, and is every press answered, in four languages, without giving a hand away?"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from tables import TWO, played, press, started, written

from talisman_nb.panels.table.controller import MESSAGES, TableController
from talisman_nb.table import Table
from talisman_nb.table.file.saved_tables import table_file
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turn_in_every_language(lang: str) -> None:
    panel = started(lang=lang)
    press(panel, "3", "clockwise", "wolf", "3", "5", "fate:0", "5")
    screen = panel.screen()
    assert screen.lang == lang and screen.question is not None and screen.question.who is not None
    assert screen.question.who.name == "Bruno" and screen.hands and len(screen.announce.split()) <= 25
    assert len(written(panel).encode()) < 8_192, "a screen is at most 8 KB"
    labels = panel.labels()
    assert labels.board.startswith("<svg") and labels.cards["adventure"]["wolf"]


def test_a_refusal_is_a_note_and_the_question_stays() -> None:
    panel = started()
    before = panel.screen()
    press(panel, "7")
    after = panel.screen()
    assert after.note and after.question == before.question
    panel.handle({"type": "answer", "ply": 99, "key": "3"})
    assert panel.screen().note and panel.screen().question == before.question


def test_back_forth_and_hold_on() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1")
    panel.handle({"type": "undo"})
    assert panel.screen().can_redo and any("Wolf" in line for line in panel.screen().hands)
    panel.handle({"type": "redo"})
    panel.handle({"type": "hold-on", "n": 2})
    held = panel.screen()
    assert held.question is not None and held.question.kind == "way" and held.moment is not None
    panel.handle({"type": "undo"})
    assert panel.table is not None and panel.screen().question != held.question, "undo leaves it as it was"
    told = panel.handle({"type": "amend", "n": 6})
    assert told is not None and told["question"]["kind"] == "die"
    panel.handle({"type": "amend", "n": 6, "key": "2"})
    assert panel.table.lines[5].answer.key == "2" and panel.table.state.turn == 1


# --- a card that is believed elsewhere ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_believed_elsewhere_says_where_and_is_here_all_the_same(lang: str) -> None:
    panel = started(lang=lang)
    press(panel, "3", "clockwise", "wolf", "4", "1", "2", "clockwise")
    table, question = panel.table, panel.screen().question
    assert table is not None and question is not None and list(question.elsewhere) == ["wolf"]
    before, lines = table.state, len(table.lines)
    assert question.elsewhere["wolf"] == (0, 7) and len(question.where) == 1
    press(panel, "wolf")
    assert panel.screen().note and question.where[0] in panel.screen().note and table.state is before
    if lang == "en":
        assert question.where == ("Ada's trophies",)
        assert "Wolf: Ada's trophies, since line 7." in panel.screen().note
    moved = next(line for line in table.lines if line.n == 7)
    assert moved.before.players[0].trophies == () and moved.after.players[0].trophies == ("wolf",)
    panel.handle({"type": "answer", "ply": before.ply, "key": "wolf", "here": True})
    assert table.ask.kind == "die" and table.state.fight is not None and table.state.players[0].trophies == ()
    assert [line.by for line in table.lines[lines:]] == ["by hand", "person", "policy"]
    assert panel.screen().note == ""
    panel.handle({"type": "undo", "ply": table.ask.ply})
    assert table.state is before, "one press, and one to take it back"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_place_is_named_once_however_many_cards_are_there(lang: str) -> None:
    panel = started(lang=lang)
    press(panel, "3", "clockwise")
    assert panel.table is not None
    cards = [key for key in panel.table.ask.open() if key not in ("own", "empty")]
    away = [
        {"what": "card", "card": card, "to": ("discards", "space:city", "space:ruins")[n % 3]}
        for n, card in enumerate(cards)
    ]
    panel.handle({"type": "correct", "changes": away[:60]})
    panel.handle({"type": "correct", "changes": away[60:-1]})
    question = panel.screen().question
    assert question is not None and len(question.elsewhere) > 60, panel.screen().note
    assert len(question.where) == len(set(question.where)) <= 5
    assert {at for at, _ in question.elsewhere.values()} == set(range(len(question.where)))
    assert len(msgspec.json.encode((question.elsewhere, question.where))) < 32 * len(question.elsewhere), (
        "no sentence for each of them"
    )


def test_a_card_that_is_over_and_one_with_counters_can_be_drawn_again() -> None:
    panel = started()
    assert panel.table is not None
    press(panel, "3", "clockwise")
    panel.handle({"type": "correct", "changes": [{"what": "card", "card": "blizzard", "to": "discards"}]})
    press(panel, "pool-of-life")
    while panel.table.ask.kind != "card":
        press(panel, "2" if panel.table.ask.kind == "die" else panel.table.ask.open()[0])
    question = panel.screen().question
    assert question is not None and set(question.elsewhere) == {"blizzard", "pool-of-life"}
    lying = next(card for cards in panel.table.state.spaces for card in cards)
    assert lying.startswith("pool-of-life:"), "it carries its counters"
    for card in question.elsewhere:
        panel.handle({"type": "answer", "ply": panel.table.state.ply, "key": card, "here": True})
        assert panel.screen().note == "" and panel.table.ask.kind != "card", card
        panel.handle({"type": "undo"})


def test_set_straight_needs_no_place_for_a_card() -> None:
    panel = started()
    changes = [{"what": "card", "card": "wolf", "to": "seat:1"}, {"what": "gold", "seat": 0, "n": 4}]
    panel.handle({"type": "correct", "changes": changes})
    assert panel.table is not None
    assert panel.table.state.players[1].trophies == ("wolf",) and panel.table.state.players[0].gold == 4
    away = {"what": "card", "card": "wolf", "origin": "trophies:1", "to": "discards"}
    panel.handle({"type": "correct", "changes": [away]})
    assert panel.table.state.players[1].trophies == ()
    assert panel.screen().note == ""


def test_a_card_of_another_box_is_typed_in() -> None:
    panel = started()
    press(panel, "3", "clockwise")
    own = {"name": "Were-mole", "type": "animal", "strength": "2"}
    panel.handle({"type": "hand", "ply": panel.table.ask.ply, "own": own})  # type: ignore[union-attr]
    assert panel.screen().note == "" and panel.table.ask.kind == "die"  # type: ignore[union-attr]


def test_each_message_of_the_panel_is_understood() -> None:
    from talisman_nb.panels.sync.companion import Controller

    assert Controller.__doc__ is not None
    for row in Controller.__doc__.splitlines():
        if row.strip().startswith("|") and "---" not in row and "type |" not in row:
            for kind in row.split("|")[1].split(","):
                assert kind.strip() in MESSAGES
    panel = started()
    panel.handle({"type": "dance"})
    assert panel.screen().note == load_phrases("en").say("errors", "table.message")


def test_the_companion_opens_on_a_table() -> None:
    from talisman_nb import companion

    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    shown = companion(table)
    assert shown.screen["question"]["kind"] == "die" and shown.setup is None
    assert companion().setup is not None


def test_importing_the_package_is_cheap() -> None:
    heavy = ("networkx", "ipywidgets", "msgspec")
    script = f"import sys, talisman_nb; sys.exit(any(name.startswith({heavy!r}) for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_answers_that_wait_can_be_let_go_or_left_as_they_lie() -> None:
    for way in ("table:let-go", "table:keep-by-hand"):
        panel = started()
        press(panel, "3", "clockwise", "wolf", "4", "1", "2", "clockwise")
        panel.handle({"type": "amend", "n": 1, "key": "4"})
        question = panel.screen().question
        assert question is not None and way in [offer.key for offer in question.offers]
        assert (
            panel.screen().note
            == "This question is new: it comes from the change. Later answers that wait for their questions: 6."
        )
        assert panel.screen().hands == (), "nothing is taken back that may be put back"
        press(panel, way)
        assert panel.table is not None and not panel.table.pending
        assert bool(panel.screen().hands) is (way == "table:let-go") and not panel.screen().note


def test_hands_are_told_the_whole_difference_when_the_last_answer_has_found_its_question() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1", "2", "clockwise")
    panel.handle({"type": "amend", "n": 1, "key": "4"})
    press(panel, "anticlockwise")
    assert panel.table is not None and not panel.table.pending
    assert panel.screen().hands == ("Move Ada's figure to the Sentinel.",) and panel.screen().note == ""


def test_nothing_is_a_dead_end() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf")
    panel.handle({"type": "aside", "key": "/settle"})
    question = panel.screen().question
    assert question is not None and question.kind == "hands"
    panel.handle(
        {"type": "correct", "ply": question.ply, "changes": [{"what": "life", "seat": 0, "n": 3}], "done": True}
    )
    assert panel.table is not None and panel.table.state.players[0].life == 3 and panel.table.ask.kind != "hands"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_whose_file_was_taken_away_is_saved_anew_by_one_press(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    table = played(Table.new(TWO, name="Friday", lang=lang), 3)
    panel = TableController(table)
    shutil.copy(table_file("Friday"), tmp_path / "other")
    (tmp_path / "other").replace(table_file("Friday"))
    assert "table:save-anew" not in offers(panel)
    panel.handle({"type": "answer", "ply": table.ask.ply, "key": "clockwise"})
    assert "Friday" in panel.screen().note and "table:save-anew" in offers(panel) and len(table.lines) == 1
    panel.handle({"type": "answer", "ply": table.ask.ply, "key": "table:save-anew"})
    assert (
        panel.screen().table == "Friday 2"
        and "Friday 2" in panel.screen().note
        and "table:save-anew" not in offers(panel)
    )
    panel.handle({"type": "answer", "ply": table.ask.ply, "key": "clockwise"})
    assert len(Table.open("Friday 2").lines) == 2 and len(Table.open("Friday").lines) == 1


def offers(panel: TableController) -> list[str]:
    asked = panel.screen().question
    assert asked is not None
    return [choice.key for choice in asked.offers]


def test_a_table_whose_file_was_cut_off_says_so_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    played(Table.new(TWO, name="Friday", lang="fr"), 3, "clockwise").close()
    file = table_file("Friday")
    file.write_bytes(file.read_bytes()[:-30])
    panel = TableController(None, "fr")
    with pytest.warns(UserWarning):
        panel.handle({"type": "open", "name": "Friday"})
    assert "s'arrête au milieu d'une réponse" in panel.screen().note
    assert panel.table is not None
    panel.handle({"type": "answer", "ply": panel.table.ask.ply, "key": "clockwise"})
    assert not panel.screen().note


def test_a_copied_table_is_called_as_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    played(Table.new(TWO, name="Friday"), 3).close()
    shutil.copy(table_file("Friday"), table_file("Saturday"))
    panel = TableController(None)
    panel.handle({"type": "open", "name": "Saturday"})
    assert panel.screen().table == "Saturday"


def at_a_card(lang: str) -> TableController:
    return TableController(played(Table.new(TWO, lang=lang), 3, "clockwise"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("own", "key"),
    [({"name": " ", "type": "monster"}, "own-name"), ({"name": "Gargoyle", "type": "statue"}, "own-type")],
)
def test_a_card_that_is_in_no_list_needs_a_name_and_a_type(own: dict[str, str], key: str, lang: str) -> None:
    panel = at_a_card(lang)
    before = panel.table.state if panel.table else None
    panel.handle({"type": "hand", "own": own})
    assert panel.screen().note == load_phrases(lang).say("errors", f"table.{key}")
    assert panel.table is not None and panel.table.state == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_answer_taken_back_elsewhere_cannot_be_held_on_to(lang: str) -> None:
    panel = at_a_card(lang)
    assert panel.table is not None
    panel.handle({"type": "hold-on", "n": 2})
    panel.table.undo()
    panel.table.undo()
    panel.handle({"type": "answer", "key": "anticlockwise"})
    assert panel.screen().note == load_phrases(lang).say("errors", "table.stale")
    assert panel.table.lines == ()
