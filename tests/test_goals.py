"""Is a game won as its layers say: at the Crown, by another space or card with its own rule, never by the last one?"""

from __future__ import annotations

import random

import pytest
from random_games import some_answer

from talisman_nb import play
from talisman_nb.board import BoardError, load_board
from talisman_nb.board.load import board_from_texts, boards_dir
from talisman_nb.chronicle.chronicle import chronicle_of
from talisman_nb.chronicle.fights import FightChances
from talisman_nb.engine import ask, new_game, step
from talisman_nb.notation.situation import SituationError, situation
from talisman_nb.odds import crown_funnel
from talisman_nb.panels.bench.chance_charts import charts
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES

NO_CROWN = """
like = "revised4"
[board]
without = ["crown"]
[board.region.inner]
turning_back = false
here = []
[kind.crown-of-command]
visited = [
    { op = "attack", foes = [{ name = "dragon-king", called = "Dragon King", strength = 4 }], as = "king" },
    { op = "if", when = { won = "king" }, do = [{ op = "win", cites = ["win.dragon"] }] },
]
"""
GOAL = NO_CROWN.replace('["crown"]', '["crown"]\ngoal = "crown-of-command"')
OTHER_END = "[death]\nout_after_crown = false\n[win]\nlast = false\n"
HORN = '[golden-horn]\nname = "Golden Horn"\ntype = "object"\ntaken = [{ op = "win" }]\n'
AT_TOWER = "edition revised4 + {} | troll valley-of-fire, strength 9, fate 0, has talisman | thief city"


@pytest.fixture(params=[NO_CROWN, GOAL], ids=["without a goal", "with a goal"])
def tower(request: pytest.FixtureRequest) -> str:
    """The name of a layer without a Crown: on the space in its place a fight wins."""
    register(Layer("tower", {"board.toml": request.param, "rules.toml": OTHER_END}))
    return "tower"


def board_error(text: str) -> str:
    below = (boards_dir() / "revised4.toml").read_text("utf-8")
    with pytest.raises(BoardError) as found:
        board_from_texts((("below.toml", below), ("mine.toml", text)))
    return str(found.value)


def test_a_fight_on_a_space_wins_by_a_rule_of_its_own(tower: str) -> None:
    game = play(AT_TOWER.format(tower)).answer("crown-of-command", "fight", "6", "1")
    won = game.told[-1]
    assert (game.state.winner, game.ask.kind, game.ask.cites) == (0, "over", ("win.dragon",))
    assert (won.kind, won.cites, won.source) == ("won", ("win.dragon",), "space.crown-of-command")
    assert not game.state.crown and "crown_reached" not in [event.kind for event in game.told]


def test_a_card_that_wins_is_told_by_itself() -> None:
    register(Layer("horn", {"adventure/horn.toml": HORN}))
    game = play("edition revised4 + horn | troll ruins, arrived | thief city | on ruins, golden-horn bag-of-gold")
    game = game.answer("golden-horn")
    assert game.state.winner == 0 and game.ask.cites == ("card.text",)
    said = [say_event(game.state, game.told[-1], lang) for lang in LANGUAGES]
    assert said == ["P0 wins.", "Vince P0.", "P0 gagne la partie.", "P0 wygrywa grę."]


def test_without_a_crown_the_dead_begin_again_and_the_last_one_left_goes_on(tower: str) -> None:
    state = situation(AT_TOWER.format(tower))
    assert bool(charts(state, "en")) == bool(book_of(state.book).board.goal)
    out = situation(f"edition revised4 + {tower} | troll crown-of-command | nobody city, out !")
    assert out.winner < 0 and ask(out).kind != "over"
    with pytest.raises(SituationError, match="no Crown"):
        situation(f"edition revised4 + {tower} | troll city | thief city | crown reached")
    with pytest.raises(SituationError, match="nobody is out as long as"):
        situation(f"edition revised4 + {tower} | troll city | elf city | nobody city, out")


def test_ways_lead_to_the_goal_of_the_board_if_it_has_one(tower: str) -> None:
    state = situation(AT_TOWER.format(tower))
    board = book_of(state.book).board
    assert [way[-1].space for way in crown_funnel(state)] == ([board.goal] if board.goal else [])
    assert board.towards_goal("valley-of-fire") == (("crown-of-command",) if board.goal else ())
    assert (board.crown, board.steps_to_goal("pits")) == ("", 2 if board.goal else 0)
    assert load_board("revised4").goal == load_board("revised4").crown == "crown-of-command"


def test_the_chronicle_tells_how_it_was_won(tower: str) -> None:
    position = situation(AT_TOWER.format(tower))
    people = [(player.name, player.character) for player in position.players]
    table = Table.new(people, "revised4", layers=[tower], position=position)
    for answer in ("crown-of-command", "6"):  # the fight can't be evaded, and the other die decides nothing
        table.answer(answer)
    story = chronicle_of(table, "en", FightChances()).story
    assert story == "The Troll won in round 1. The character who defeats the Dragon King in the Wizard's Tower wins."


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_games_with_heirs_and_without_a_crown_end_by_nobody_but_a_winner(tower: str, seed: int) -> None:
    """A space and a card win; whoever is killed leaves all to the next character, and nobody is ever out."""
    register(Layer("horn", {"adventure/horn.toml": HORN, "rules.toml": "[death]\nheirs = true\nfree_again = true\n"}))
    dice = random.Random(seed)
    state = new_game([("Ada", "troll"), ("Bruno", "thief"), ("Cleo", "elf")], f"revised4+{tower}+horn")
    for answers in range(1_500):
        if ask(state).kind == "over":
            break
        state, events = step(state, some_answer(state, dice))
        assert not violations(state), (seed, answers)
        assert not {"eliminated", "crown_reached"} & {event.kind for event in events}, (seed, answers)
    assert state.winner < 0 or state.won_by in (("win.dragon",), ("card.text",))


def test_what_a_board_says_of_its_goal_is_looked_at() -> None:
    assert "goal: expected the id of a space, got 'citty' (did you mean \"city\"?)" in board_error(
        'like = "x"\n[board]\nwithout = ["crown"]\ngoal = "citty"'
    )
    assert "the Crown is the goal of a board that has one" in board_error('like = "x"\n[board]\ngoal = "city"')
    assert "no crown or goal to turn back from" in board_error('like = "x"\n[board]\nwithout = ["crown"]')
    assert "[board] without: it has no 'crowm' (did you mean \"crown\"?)" in board_error(
        'like = "x"\n[board]\nwithout = ["crowm"]'
    )
