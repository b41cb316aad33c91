"""Is the game set straight by hand as asked, and an impossible value refused with its reason?"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from situations import Game, seat, situation
from tables import four_friends, from_deck

from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.by_hand_cards import change_of
from talisman_nb.model import MOST_FIGURE, Answer, Change
from talisman_nb.notation.situation import situation as from_text
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.layers import SetupError
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.events import say_event

TWO = [("Ada", "dwarf"), ("Bruno", "thief")]

ABSURD = (
    (Change("miss", 1, 10**18), "not from 0 to 99"),
    (Change("miss", 1, 10**5_000), "not from 0 to 99"),
    (Change("miss", 1, -1), "not from 0 to 99"),
    (Change("life", 1, MOST_FIGURE + 1), "not from 0 to 99"),
    (Change("gold", 1, 10**18), "not from 0 to 99"),
    (Change("life", 1, 2.5), "Expected `int`"),  # type: ignore[arg-type]
    (Change("life", 1, None), "Expected `int`"),  # type: ignore[arg-type]
    (Change("form", 1, to="angel"), "no form 'angel'; expected toad"),
    (Change("form", 1, to="toda"), 'did you mean "toad"'),
    (Change("card", card="sword", origin="deck:adventure", to="seat:²"), "no place 'seat:²'"),
    (Change("card", card="sword", origin="seat:" + "9" * 5_000, to="seat:0"), "is not at"),
    (Change("card", card="spell?", origin="deck:spell", to="space:ruins"), "name it first"),
    (Change("card", card="spell?", origin="deck:spell", to="seat:1"), "name it first"),
)


@pytest.mark.parametrize(("change", "reason"), ABSURD, ids=range(len(ABSURD)))
def test_an_absurd_correction_is_refused_with_what_was_expected(change: Change, reason: str) -> None:
    state = new_game(TWO)
    with pytest.raises(NotAllowedError) as refused:
        step(state, Answer(state.ply, "hand", 0, changes=(change,)))
    assert (
        reason in str(refused.value)
        and len(str(refused.value)) < 12_000
        and refused.value.cites == ("table.correction",)
    )


def test_the_highest_figure_may_be_set_and_the_game_goes_on() -> None:
    endless = {"switch.counters_run_out": False}  # `setup.supply`
    game = situation(seat("dwarf", "crags"), seat("thief", "city"), house=endless)
    game.by_hand(
        *(Change(what, 0, MOST_FIGURE) for what in ("life", "fate", "gold", "strength", "craft")),
        Change("miss", 1, MOST_FIGURE),
    )
    assert len(game[1].promises) == MOST_FIGURE and game.say("1").ask.kind == "way"


def over() -> Game:
    """A game that is over: everybody but the Troll is out."""
    game = situation(seat("troll", "crown-of-command"), seat("thief", "city"))
    game.by_hand(Change("life", 1, 0))
    assert game.ask.kind == "over"
    return game


@pytest.mark.parametrize("answer", ["hand", "settle", "drop:sword", "cast:hex", "use:sword.x", "done", "3", ""])
def test_nothing_is_answered_when_the_game_is_over(answer: str) -> None:
    state = over().state
    for changes in ((), (Change("life", 0, 3),), (Change("turn", 0),)):
        with pytest.raises(NotAllowedError, match="the game is over"):
            step(state, Answer(state.ply, answer, 1, changes=changes))
    assert ask(state).kind == "over"


def test_a_follower_raised_from_a_trophy_lies_down_as_the_card_it_is() -> None:
    game = situation(seat("ghoul", "crags", goods=("goblin@ghoul.raised",)), seat("thief", "city"))
    game.by_hand(Change("card", card="goblin@ghoul.raised", origin="seat:0", to="space:ruins"))
    assert game.lying("ruins") == ("goblin",)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "Ada plays the Elf"), ("it", "Ada gioca con l'Elfo"), ("fr", "Ada joue avec l'Elfe"), ("pl", "Ada gra")],
)
def test_another_character_by_hand_is_told(lang: str, told: str) -> None:
    state = new_game(TWO)
    state, events = step(state, Answer(state.ply, "hand", 0, changes=(Change("character", 0, to="elf"),)))
    assert told in " ".join(say_event(state, event, lang) for event in events)


HOUSE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"setup.most": 12}, "expected 1–6"),
    ({"setup.most": 0}, "expected 1–6"),
    ({"setup.fewest": 4, "setup.most": 2}, "expected 4–6"),
    ({"spell.limit": []}, "expected 0–20"),
    ({"spell.limit": [1, "many"]}, "expected 0–20"),
    ({"spell.limit": [[[1]]]}, "expected 0–20"),
    ({"trophy.strength": 0}, "expected 1–40"),
    ({"trophy.strength": 3.5}, "expected 1–40"),
    ({"trophy.strength": 10**5_000}, "more than 12 digits"),
    ({"trophy.kept": "none"}, "expected cards, points"),
    ({"toad.turns": -1}, "expected 1–20"),
    ({"order.space": float("nan")}, "expected 0–20"),
)


@pytest.mark.parametrize(("house", "reason"), HOUSE, ids=[next(iter(house)) for house, _ in HOUSE])
def test_a_house_figure_that_cannot_work_is_refused_with_its_range(house: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        edition_table("revised4", house)
    assert reason in str(refused.value)


def test_every_figure_of_an_edition_has_a_range_and_keeps_to_it() -> None:
    """A figure without one would be refused whatever it is: found here, not at a table."""
    for edition in ("revised4", "second", "third"):
        table = dict(edition_table(edition))
        assert dict(edition_table(edition, table)) == table


# --- set by hand in the middle of a game ---


def test_a_foe_corrected_away_in_the_middle_of_its_fight() -> None:
    game = situation(seat("wizard", "fields-1"), seat("thief", "city"), lying={"graveyard": ("bear", "ape")})
    game.walk("graveyard").say("fight", 3)
    game.by_hand(Change("card", card="bear", origin="space:graveyard", to="discards:adventure"))
    game.say(6).keep()
    assert game.lying("graveyard") == ("ape",), "the other one is still there"


def test_a_seat_gets_another_character_by_hand() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("character", 0, to="troll"))
    assert game.state.players[0].character == "troll"
    with pytest.raises(NotAllowedError, match="plays already"):
        game.by_hand(Change("character", 0, to="thief"))
    with pytest.raises(NotAllowedError, match='did you mean "warrior"'):
        game.by_hand(Change("character", 0, to="warior"))


def test_put_on_the_crown_by_hand_in_the_middle_of_a_move() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("space", 0, to="crown-of-command"))
    game.say("3")
    assert game.state.players[0].space == "crown-of-command"
    assert ask(game.state).open()


def test_after_a_trophy_set_by_hand_the_same_question_comes_again() -> None:
    table = four_friends()
    table.correct(card="goblin", origin="deck:adventure", to="trophies:0")
    line = table.lines[-1]
    assert line.by == "by hand" and table.state.players[0].trophies == ("goblin",)
    assert table.ask.purpose == "move", "the same question comes again"


def test_several_values_set_at_once_are_one_line_and_one_undo() -> None:
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


# --- everything at the table can be set ---


def test_gold_on_a_space_the_round_and_the_turns_of_a_form_are_set() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("lying-gold", to="ruins", n=4), Change("round", n=7), Change("form", 1, to="toad", n=1))
    assert (game.gold("ruins"), game.state.round, game[1].form, game[1].form_left) == (4, 7, "toad", 1)
    game.by_hand(Change("form", 1, to="toad", n=3))
    assert game[1].form_left == 3
    game.by_hand(Change("form", 1))
    assert game[1].form == ""


def test_how_many_spells_somebody_holds_is_set_with_those_nobody_has_seen() -> None:
    game = situation(seat("wizard", "crags", spells=("hex",)), seat("thief", "city"))
    game.by_hand(Change("spells", 0, 3))
    assert game[0].spells == ("hex", "spell?", "spell?") and violations(game.state) == []
    game.by_hand(Change("spells", 0, 1))
    assert game[0].spells == ("hex",) and violations(game.state) == []
    with pytest.raises(NotAllowedError, match="known"):
        game.by_hand(Change("spells", 0, 0))


def test_what_an_effect_has_left_is_set_and_0_ends_it() -> None:
    state = from_text("dwarf crags | thief city | hex fields-1, of thief, left 2")
    (effect,) = state.effects
    state, _ = step(state, Answer(state.ply, "hand", changes=(replace(change_of(effect), n=1),)))
    assert state.effects[0].left == 1
    state, events = step(state, Answer(state.ply, "hand", changes=(change_of(effect),)))
    assert state.effects == () and "ended" in {event.kind for event in events} and violations(state) == []


@pytest.mark.parametrize(
    "change",
    [
        Change("lying-gold", to="moon", n=1), Change("lying-gold", to="ruins", n=-1), Change("round", n=0),
        Change("lasts", card="hex", n=1), Change("spells", 1, -1), Change("turn", 9), Change("form", 1, n=-2),
    ],
)  # fmt: skip
def test_what_cannot_be_set_is_refused(change: Change) -> None:
    state = new_game(TWO)
    with pytest.raises(NotAllowedError) as refused:
        step(state, Answer(state.ply, "hand", changes=(change,)))
    assert refused.value.cites == ("table.correction",)


def test_a_limit_whose_question_was_dropped_is_asked_again_when_a_turn_is_set() -> None:
    game = situation(seat("dwarf", "crags", goods=("amulet", "wand", "sword", "helmet")), seat("thief", "city"))
    game.by_hand(Change("card", card="runesword", origin="deck:adventure", to="seat:0"))
    assert game.ask.purpose != "move"
    game.by_hand(Change("turn", 1))
    assert violations(game.state) == [] and game.ask.seat == 0


def test_a_seat_without_a_character_gets_one() -> None:
    game = situation(seat("dwarf", "crags"), seat("thief", "city"))
    game.by_hand(Change("life", 1, 0))
    game.by_hand(Change("character", 1, to="elf"))
    assert game[1].character == "elf" and violations(game.state) == []
