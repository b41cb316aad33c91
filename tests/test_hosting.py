"""Does each screen of a hosted table get its own view, and only what it may press?"""

from __future__ import annotations

from typing import Any

import pytest
from hosted import Evening, evening, headline, shown, wire
from tables import FOUR, TWO, spells_known

from talisman_nb.model import Change, OwnCard
from talisman_nb.notation.situation import situation
from talisman_nb.panels.hosted import gathering
from talisman_nb.panels.hosted.hosted import GO_ON, HOLD
from talisman_nb.table import Table

# --- who sees and answers what ---


def test_the_seat_that_is_asked_sees_the_question_and_the_others_whom_they_wait_for() -> None:
    game = evening()
    ada, bruno, *_ = game.phones
    assert headline(ada) == "Ada · Dwarf: roll to move"
    assert headline(bruno) == "Ada rolls"
    assert "options" not in shown(bruno)["question"]
    game.press(ada, type="answer", key="3")
    assert headline(ada) == "Ada, 3 steps: which way?"
    assert headline(bruno) == "Ada chooses a way"
    assert headline(game.laptop) == headline(game.television) == "Ada, 3 steps: which way?"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "key": "3"},
        {"type": "roll"},
        {"type": "aside", "key": "0/cast:healing"},
        {"type": "aside", "key": "1/settle"},
        {"type": "aside", "key": "/settle"},
        {"type": "correct", "changes": [{"what": "life", "seat": 1, "n": 9}]},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "amend", "n": 1, "key": "4"},
        {"type": "hold-on", "n": 1},
        {"type": "look", "seat": 0},
        {"type": "leave"},
        {"type": "open", "name": "another"},
        {"type": "start", "players": []},
        {"type": "wish", "value": "nonsense"},
        {"type": "nonsense"},
        {"type": "roll", "key": HOLD},
    ],
)
def test_a_phone_does_nothing_for_another_seat_or_the_table(message: dict[str, object]) -> None:
    game = evening()
    game.press(game.laptop, type="answer", key="3")
    game.press(game.laptop, type="undo")
    version = game.table.version
    assert game.press(game.phones[1], **message)
    assert game.table.version == version and game.hosted.table is game.table


def test_an_answer_of_a_phone_is_one_of_its_options() -> None:
    game = evening()
    for key in ("settle", "hand", "cast:healing", "drop:sword", "table:let-go", "look:0"):
        version = game.table.version
        assert game.press(game.phones[0], type="answer", key=key), key
        assert game.table.version == version, key


def by_hand(**settings: Any) -> Evening:
    """Ada has drawn a card of her own making, which the players settle by hand; Bruno holds Hex."""
    table = Table.new(FOUR, **settings)
    table.change(Change("card", card="hex", origin="deck:spell", to="spells:1"))
    for key in ("3", "clockwise"):
        table.answer(key)
    table.answer("own", own=OwnCard("Comet", "event"))
    assert table.ask.kind == "hands"
    return Evening(table)


@pytest.mark.parametrize(
    "change",
    [
        {"what": "life", "seat": 0, "n": 3},
        {"what": "gold", "seat": 1, "n": 5},
        {"what": "miss", "seat": 2, "n": 1},
        {"what": "form", "seat": 1, "n": 3, "to": "toad"},
        {"what": "alignment", "seat": 0, "to": "evil"},
        {"what": "space", "seat": 3, "to": "city"},
        {"what": "lying-gold", "to": "fields-1", "n": 2},
        {"what": "card", "card": "sword", "to": "seat:0"},
        {"what": "card", "card": "wolf", "to": "space:fields-1"},
        {"what": "spells", "seat": 0, "n": 1},
    ],
)
def test_a_phone_sets_right_what_its_question_offers(change: dict[str, object]) -> None:
    game = by_hand(spells="known")
    before = game.table.state
    note = game.press(game.phones[0], type="correct", changes=[change], done=True)
    assert not note and game.table.state != before and game.table.ask.kind != "hands"


@pytest.mark.parametrize(
    "change",
    [
        {"what": "turn", "seat": 0},
        {"what": "round", "n": 9},
        {"what": "lasts", "n": 0, "card": "hex"},
        {"what": "out", "seat": 1},
        {"what": "character", "seat": 1, "to": "elf"},
        {"what": "join", "seat": 1, "name": "Mallory"},
        {"what": "leave", "seat": 1, "to": "piles"},
        {"what": "hand-over", "seat": 1, "name": "Mallory"},
        {"what": "pause", "seat": 1},
        {"what": "back", "seat": 1},
        {"what": "order", "seat": 0, "n": 2},
        {"what": "skip", "seat": 1},
        {"what": "spells", "seat": 1, "n": 0},
        {"what": "card", "card": "hex", "to": "spells:0"},
        {"what": "card", "card": "hex", "origin": "spells:1", "to": "seat:0"},
        {"what": "card", "card": "spell?", "origin": "spells:1", "to": "discards"},
        {"what": "card", "card": "mesmerism", "to": "seat:0"},
        {"what": "card", "card": "wolf", "origin": "seat:0", "to": "deck:adventure"},
        {"what": "card", "card": "wolf", "origin": "deck:adventure", "to": "seat:0"},
        {"what": "life", "seat": 0, "n": 3, "name": "Mallory"},
        {"what": "nonsense", "seat": 0},
    ],
)
def test_a_phone_sets_right_nothing_else(change: dict[str, object]) -> None:
    game = by_hand(spells="known")
    before = game.table.state
    life = {"what": "life", "seat": 0, "n": 1}
    for changes in ([change], [life, change]):
        note = game.press(game.phones[0], type="correct", changes=changes, done=True)
        assert note == "This can be corrected only at the laptop, not on a phone."
        assert game.table.state == before


def test_the_refusal_of_a_spell_does_not_tell_where_it_lies() -> None:
    """Whether it lies in a hand, in the deck, or nowhere in this game."""
    game = by_hand(spells="known")
    said = {
        game.press(game.phones[0], type="correct", changes=[{"what": "card", "card": card, "to": "spells:0"}])
        for card in ("hex", "mesmerism")
    }
    assert len(said) == 1


def test_a_phone_undoes_its_own_press_alone() -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    game.press(ada, type="answer", key="3")
    assert shown(ada)["can_undo"] and not shown(bruno).get("can_undo")
    game.press(bruno, type="undo")
    assert headline(ada) == "Ada, 3 steps: which way?"
    game.press(ada, type="undo")
    assert headline(ada) == "Ada · Dwarf: roll to move"


def test_a_die_of_the_program_is_thrown_and_not_typed() -> None:
    game = Evening(Table.new(TWO, dice="virtual", cards="virtual", seed=1))
    ada = game.phones[0]
    assert "options" not in shown(ada)["question"]
    assert game.press(ada, type="answer", key="6") and not game.table.lines
    game.press(ada, type="roll")
    assert game.table.lines


def test_a_television_presses_nothing_and_has_nothing_to_press() -> None:
    game = evening()
    version = game.table.version
    game.press(game.television, type="answer", key="3")
    game.press(game.television, type="leave")
    assert game.table.version == version
    question = shown(game.television)["question"]
    assert "offers" not in question and "options" not in question and "asides" not in shown(game.television)


def test_a_space_on_a_television_keeps_its_letter() -> None:
    """It is given by its place among all options (`letters.js`), which are read there too; none has a key."""
    position = situation("dwarf village | thief fields-1")
    game = Evening(Table.new({"P0": "dwarf", "P1": "thief"}, position=position))
    for key in ("1", "way"):
        options = shown(game.laptop)["question"]["options"]
        way = next((each["key"] for each in options if each.get("space") == "fields-1"), key)
        game.press(game.phones[0], type="answer", key=way)
        seen, on_laptop = (shown(screen)["question"]["options"] for screen in (game.television, game.laptop))
        assert [each.get("space") for each in seen] == [each.get("space") for each in on_laptop]
        assert [each["label"] for each in seen] == [each["label"] for each in on_laptop]
        assert not any(each["key"] for each in seen)
    assert len(seen) > 1 and not all("space" in each for each in seen), "whom to meet: somebody, or the space"


def test_spells_on_the_screen_are_shown_on_their_owner_s_phone_alone() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=3)
    table.correct(card="healing", origin="deck:spell", to="spells:1")
    game = Evening(table)
    spells = table.state.players[1].spells
    assert shown(game.phones[1])["sheets"][1]["spells"] == [f"Spell {n + 1}" for n in range(len(spells))]
    assert any(aside["thing"] == f"nth:{spells.index('healing')}" for aside in shown(game.phones[1])["asides"])
    game.press(game.phones[1], type="peek")
    assert "Healing" in [spell["name"] for spell in wire(game.phones[1]).custom[-1]["spells"]]
    for screen in (game.laptop, game.television, game.phones[0]):
        assert "spells" not in shown(screen)["sheets"][1] and shown(screen)["sheets"][1]["unseen"] == 1
    assert "phone" in game.press(game.laptop, type="look", seat=1)
    assert "phone" in game.press(game.laptop, type="aside", key="1/cast:spell?")
    assert "spells" not in shown(game.laptop)["sheets"][1]


# --- two answers, a hold, a question to everybody ---


def test_of_two_answers_the_first_counts_and_the_other_is_told() -> None:
    game = evening()
    ada = game.phones[0]
    ply = shown(ada)["question"]["ply"]
    game.press(ada, type="answer", key="4", ply=ply)
    assert game.press(game.laptop, type="answer", key="5", ply=ply) == "Ada was quicker: 4"
    ply = shown(ada)["question"]["ply"]
    game.press(game.laptop, type="answer", key="clockwise", ply=ply)
    assert game.press(ada, type="answer", key="anticlockwise", ply=ply).startswith("The laptop was quicker: ")
    assert [line.answer.key for line in game.table.lines] == ["4", "clockwise"]


def test_a_hold_stops_all_screens_and_then_lets_them_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    now = 0.0
    monkeypatch.setattr(game.hosted.gathering, "_now", lambda: now)
    game.press(bruno, type="answer", key=HOLD)
    assert all(shown(screen)["held"] for screen in game.screens)
    assert "Bruno" not in shown(game.television)["note"] if "note" in shown(game.television) else True
    for screen in (ada, game.laptop):
        assert "Hold on!" in game.press(screen, type="answer", key="3")
    assert not game.table.lines
    now = gathering.HOLD + 0.1
    game.hosted.look_round()
    assert not any(shown(screen).get("held") for screen in game.screens)
    game.press(ada, type="answer", key="3")
    assert game.table.lines


def test_only_whoever_said_hold_lets_the_game_go_on_before() -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    game.press(bruno, type="answer", key=HOLD)
    game.press(ada, type="answer", key=GO_ON)
    assert game.hosted.gathering.held
    game.press(bruno, type="answer", key=GO_ON)
    assert not game.hosted.gathering.held and not shown(ada).get("held")


def test_the_laptop_lets_a_stopped_game_go_on() -> None:
    game = evening()
    assert GO_ON not in [offer["key"] for offer in shown(game.laptop)["question"].get("offers", ())]
    game.press(game.phones[1], type="answer", key=HOLD)
    assert GO_ON in [offer["key"] for offer in shown(game.laptop)["question"]["offers"]]
    assert GO_ON not in [offer["key"] for offer in shown(game.phones[0])["question"].get("offers", ())]
    game.press(game.laptop, type="answer", key=GO_ON)
    assert not any(shown(screen).get("held") for screen in game.screens)
    assert GO_ON not in [offer["key"] for offer in shown(game.laptop)["question"].get("offers", ())]
    game.press(game.phones[0], type="answer", key="3")
    assert game.table.lines


def test_one_phone_stops_the_game_once_at_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed for ever it would stop the evening."""
    game = evening()
    ada, bruno, carla, _ = game.phones
    now = held = 0.0
    monkeypatch.setattr(game.hosted.gathering, "_now", lambda: now)
    while now < gathering.REST:
        game.press(bruno, type="answer", key=HOLD)
        game.hosted.look_round()
        held += game.hosted.gathering.held
        now += 1
    assert held == gathering.HOLD
    offers = [offer["key"] for offer in shown(carla)["question"]["offers"]]
    assert HOLD in offers, "somebody else may still"
    game.press(carla, type="answer", key=HOLD)
    assert game.hosted.gathering.held
    game.press(carla, type="answer", key=GO_ON)
    assert game.press(carla, type="answer", key=HOLD) == "You have already stopped the game at this question."
    assert HOLD not in [offer["key"] for offer in shown(carla)["question"].get("offers", ())]
    game.press(ada, type="answer", key="3")
    game.press(carla, type="answer", key=HOLD)
    assert game.hosted.gathering.held, "at the next question again"


def test_a_spell_may_be_cast_during_a_hold() -> None:
    game = Evening(spells_known(ada="healing", bruno="healing"))
    bruno = game.phones[1]
    game.press(bruno, type="answer", key=HOLD)
    closed = game.press(bruno, type="aside", key="0/cast:healing")
    assert closed == "The game is asking another player now."
    game.press(bruno, type="aside", key="1/cast:healing")
    assert any(line.answer.key == "cast:healing" for line in game.table.lines)


def test_a_seat_says_when_it_is_asked_for_its_spells() -> None:
    game = evening()
    game.press(game.phones[1], type="wish", value="ask-if-could")
    assert game.table.settings.react == ("pass", "ask-if-could", "pass", "pass")
    assert shown(game.phones[1])["wish"] == "ask-if-could" and shown(game.phones[0])["wish"] == "pass"
