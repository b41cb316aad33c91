"""Are characters dealt as a table says: at the start and after a death, none twice, and nobody else's shown?"""

from __future__ import annotations

import pytest
from editions import PLAYED
from situations import seat, situation
from tables import PLAYERS, press, started

from talisman_nb.chronicle.journal import last_lines
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.view import view, view_ask
from talisman_nb.model import Answer, State
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import SetupError
from talisman_nb.table import Table
from talisman_nb.text.errors import describe_error
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question

NOBODY = [("Ada", ""), ("Bruno", "thief"), ("Carla", "")]


def say(state: State, *keys: str) -> State:
    """Answer in turn."""
    for key in keys:
        state, _ = step(state, Answer(state.ply, key))
    return state


def asked(state: State) -> tuple[str, int, bool]:
    """Who is asked what, and whether it is dealt."""
    found = ask(state)
    return found.purpose, found.seat, found.chance


def play(state: State) -> State:
    """Take the first character at every question about one."""
    while ask(state).kind == "character":
        state = say(state, ask(state).options[0].key)
    return state


# --- when the game begins ---


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("each", range(7))
def test_everybody_has_a_character_and_no_one_twice(edition: str, each: int) -> None:
    state = play(new_game(NOBODY[:2], edition, {"setup.deal": each}))
    played = [p.character for p in state.players]
    assert all(played) and len(set(played)) == 2 and played[1] == "thief"
    assert all(p.born == 1 and p.dealt == () and p.space for p in state.players)
    assert ask(state).kind == "die" and ask(state).seat == 0


def test_one_is_dealt_to_each_by_the_rules() -> None:
    state = new_game(NOBODY)
    assert asked(state) == ("dealt", 0, True) and "thief" not in ask(state).open()
    state = say(state, "elf")
    assert asked(state) == ("dealt", 2, True) and "elf" not in ask(state).open()
    assert ask(say(state, "troll")).kind == "die" and ask(state).cites == ("setup.characters",)


def test_everybody_chooses_where_the_table_agrees() -> None:
    state = new_game(NOBODY, house={"setup.deal": 0})
    assert asked(state) == ("choose", 0, False)
    assert asked(say(state, "elf")) == ("choose", 2, False)


def test_all_are_dealt_theirs_before_anybody_keeps_one() -> None:
    state = new_game(NOBODY, house={"setup.deal": 2})
    assert (asked(state), ask(state).n) == (("dealt", 0, True), 2)
    state = say(state, "elf", "troll")
    assert asked(state) == ("dealt", 2, True)
    assert not {"elf", "troll", "thief"} & set(ask(state).open()), "what Ada was dealt nobody else is"
    state = say(state, "druid", "monk")
    assert asked(state) == ("keep", 0, False) and ask(state).open() == ("elf", "troll")
    assert "house.choose" in ask(state).cites
    state = say(state, "troll")
    assert asked(state) == ("keep", 2, False) and ask(state).open() == ("druid", "monk")
    assert [p.character for p in say(state, "monk").players] == ["troll", "thief", "monk"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_more_than_there_are_can_not_be_dealt(lang: str) -> None:
    house, free = {"setup.deal": 6}, len(open_book().characters)
    with pytest.raises(SetupError) as wrong:
        new_game([(name, "") for name in "ABC"], house=house)
    assert wrong.value.fields == {"players": 3, "each": 6, "free": free, "most": free // 3}
    told = describe_error(wrong.value, lang)
    assert all(str(n) in told for n in (3, 6, free, free // 3))
    assert ask(new_game([(name, "") for name in "AB"], house=house)).kind == "character"


def test_what_is_dealt_lies_face_down_for_all_others() -> None:
    state = say(new_game(NOBODY, house={"setup.deal": 2}), "elf", "troll", "druid", "monk")
    assert view(state, 0).players[0].dealt == ("elf", "troll") and view(state, 0).players[2].dealt == ("spell?",) * 2
    assert [option.key for option in view_ask(ask(state), 1).options] == ["nth:0", "nth:1"]
    assert "Elf" not in str(question(state, view_ask(ask(state), 1), "en", 1))
    assert "Elf" in str(question(state, ask(state), "en", 0))


# --- after a death ---


@pytest.mark.parametrize(
    ("each", "purposes"), [(0, ["choose"]), (1, ["new"]), (3, ["dealt", "dealt", "dealt", "keep"])]
)
def test_after_a_death_it_is_as_the_table_says(each: int, purposes: list[str]) -> None:
    game = situation(seat("elf", "city"), seat("", "crags"), house={"death.deal": each})
    game.turn_end()
    state, found = game.state, []
    while ask(state).kind == "character":
        found.append(ask(state).purpose)
        assert ask(state).seat == 1 and "elf" not in ask(state).open()
        assert "death.again" in ask(state).cites
        state = say(state, ask(state).options[-1].key)
    assert found == purposes and state.players[1].born == 2 and state.players[1].dealt == ()
    assert ask(state).kind != "character" and state.turn == 1


# --- at a table ---


def test_a_table_with_its_own_cards_deals_and_shows_them_to_their_owner_alone(own_home: object) -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "switch", "key": "setup.deal", "value": "3", "players": []})
    form = panel.setup()
    assert form is not None and form.at_table == "dealt at the table"
    players = [{"name": "Ada"}, {"name": "Bruno"}]
    panel.handle({"type": "start", "players": players, "parts": {"cards": "virtual", "dice": "virtual"}})
    shown, table = panel.screen(), panel.table
    assert table is not None and shown.question is not None
    assert [len(p.dealt) for p in table.state.players] == [3, 3] and table.ask.purpose == "keep"
    assert [option.label for option in shown.question.options] == ["Character 1", "Character 2", "Character 3"]
    names = [name_of(open_book(), f"character.{key}", "en") for key in table.state.players[0].dealt]
    assert not any(name in str(shown) for name in names)
    panel.handle({"type": "look", "seat": 0})
    told = panel.screen()
    assert told.question is not None and [option.label for option in told.question.options] == names
    press(panel, table.state.players[0].dealt[1])
    assert table.state.players[0].character and table.ask.seat == 1
    again = Table.open(table.name)
    assert again.state == table.state


def test_with_real_cards_everybody_enters_what_was_dealt() -> None:
    table = Table.new(["Ada", "Bruno"], house={"setup.deal": 2})
    for key in ("elf", "troll", "druid", "monk", "troll", "druid"):
        table.answer(key)
    assert [p.character for p in table.state.players] == ["troll", "druid"] and table.ask.kind == "die"
    table.undo()
    assert table.ask.purpose == "keep" and table.ask.open() == ("druid", "monk")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_journal_has_a_beginning_and_names_nothing_that_lies_face_down(lang: str) -> None:
    table = Table.new(["Ada", "Bruno"], house={"setup.deal": 2}, lang=lang)
    for key in ("elf", "troll", "druid", "monk"):
        table.answer(key)
    lines = last_lines(table, lang, -1)
    assert len(lines) == 5 and all(line.text for line in lines)
    names = [name_of(open_book(), f"character.{key}", lang) for key in ("elf", "troll", "druid", "monk")]
    assert not any(name in line.text for line in lines for name in names)


def test_virtual_cards_are_dealt_by_the_seed() -> None:
    pairs = [
        [p.character for p in Table.new(["Ada", "Bruno"], cards="virtual", seed=seed).state.players]
        for seed in (1, 1, 2, 3, 4)
    ]
    assert pairs[0] == pairs[1] and len({tuple(pair) for pair in pairs}) > 1


@pytest.mark.usefixtures("own_home")
def test_who_is_named_on_the_form_keeps_the_character_and_the_others_are_asked() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "switch", "key": "setup.deal", "value": "0", "players": PLAYERS})
    panel.handle({"type": "start", "players": [PLAYERS[0], {"name": "Bruno"}], "parts": {}})
    assert panel.table is not None and panel.table.ask.purpose == "choose" and panel.table.ask.seat == 1
    assert panel.table.state.players[0].character == PLAYERS[0]["character"]


@pytest.mark.usefixtures("own_home")
def test_a_form_that_deals_too_many_says_so() -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "switch", "key": "setup.deal", "value": "6", "players": []})
    panel.handle({"type": "start", "players": [{"name": name} for name in "ABC"], "parts": {}})
    form = panel.setup()
    assert form is not None and "Deal at most 4 to each." in form.note


@pytest.mark.usefixtures("own_home")
def test_where_one_is_dealt_the_form_deals_it() -> None:
    panel = started({"Ada": "", "Bruno": ""})
    assert panel.table is not None and all(character for _, character in panel.table.settings.players)
