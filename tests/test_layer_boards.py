"""Does a region attached to the board play and show, and a whole small board without a Crown or an inner region?"""

from __future__ import annotations

import random

import pytest
from random_games import games, some_answer

from talisman_nb import play
from talisman_nb.board import BoardError
from talisman_nb.board.ways import ways
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing import draw_board
from talisman_nb.drawing.cells import SIDE, attached_spaces, cell, height
from talisman_nb.engine import ask
from talisman_nb.engine.active_modifiers import permit
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.labels import closed_text
from talisman_nb.text.wording import wording_of


def ring(region: str, spaces: str, cells: tuple[tuple[int, int], ...]) -> str:
    """The tables of the spaces of a region, which follow each other in a ring; each draws a card but the first."""
    return "".join(
        f'[space.{id}]\nname = "{id.partition("-")[0].title()}"\nregion = "{region}"\nring = {n}\n'
        f"grid = [{row}, {column}]\ndraw = {min(n, 1)}\n"
        for n, (id, (row, column)) in enumerate(zip(spaces.split(), cells, strict=True))
    )


CELLARS = """
like = "second"

[board.region.cellars]
move = "die"
meeting = false
evading = false
here = [{ mod = "cannot", act = "change_alignment" }]

[[edge]]
from = "ruins"
to = "vat-1"
kind = "bridge"
""" + ring("cellars", "vat-1 vat-2 vat-3 vat-4", ((8, 0), (8, 1), (9, 1), (9, 0)))
ENTRANCES = {"forest": "vat-3", "tavern": "vat-2"}
NAMED = {"names/en.toml": '[region]\ncellars = "Cellars"\n', "names/pl.toml": '[region]\ncellars = "Piwnice"\n'}
SHORE = ring("shore", "harbour dune-1 cliff dune-2 wreck", ((0, 0), (0, 1), (0, 2), (1, 2), (1, 0)))
SAILOR = """
[sailor-{n}]
name = "Sailor {n}"
strength = 3
craft = 2
life = 4
fate = 1
alignment = "neutral"
start = "harbour"
"""
ISLE = {
    "layer.toml": '[layer]\nname = "The isle"\nwithout = ["adventure", "spell", "stock", "character"]\n',
    "board.toml": '[board]\nname = "The isle"\n[board.region.shore]\nmove = "die"\n' + SHORE,
    "character/sailors.toml": "".join(SAILOR.format(n=n) for n in range(1, 8)),
    "decks.toml": '[adventure]\nlike = "adventure"\nsize = 30\n[spell]\nlike = "spell"\nsize = 10\n',
    "names/en.toml": '[region]\nshore = "Shore"\n',
    "adventure/isle.toml": '[crab]\nname = "Crab"\ntype = "animal"\nstrength = 3\ncopies = 3\n'
    '[shell]\nname = "Shell"\ntype = "object"\nheld = [{ mod = "add", to = "craft", n = 1 }]\n'
    '[gull]\nname = "Gull"\ntype = "event"\nmet = [{ op = "gain", what = "gold", n = 1 }, '
    '{ op = "discard", card = "this" }]\n',
}


def cellars(edition: str = "second") -> Book:
    return open_book([edition, Layer("cellars", {"board.toml": CELLARS, **NAMED})])


def isle(edition: str = "second", **changed: str) -> Book:
    return open_book([edition, Layer("isle", {**ISLE, **{f"{path}.toml": text for path, text in changed.items()}})])


# --- a region of its own ---


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("n", [3, pytest.param(60, marks=pytest.mark.campaign)])
def test_random_players_go_into_an_attached_region_and_out_again(edition: str, n: int) -> None:
    book = cellars(edition)
    for seed in range(n):
        inside = [[book.board.region(p.space) == "cellars" for p in state.players if p.character]
                  for states in games(book, range(seed, seed + 1), 1500) for state in states]  # fmt: skip
        if any(map(any, inside)) and not any(inside[-1]):
            return
    pytest.fail("nobody went in and out again")


def test_its_facts_hold_on_its_spaces_alone() -> None:
    register(Layer("cellars", {"board.toml": CELLARS, **NAMED}))
    state = situation("edition second + cellars | druid vat-2 | thief vat-2")
    book, g = book_of(state.book), working_state(state)
    assert permit(g, 0, "change_alignment").closed and not permit(g, 0, "cast").closed
    facts = [book.card(f"space.{id}").facts for id in ("vat-2", "ruins")]
    assert [(one.meeting, one.evading) for one in facts] == [(False, False), (True, True)]
    met = situation("edition second + cellars | druid vat-1 | thief vat-2 > 1 > clockwise")
    assert ask(met).kind != "meet", "characters are not met there"


@pytest.mark.parametrize("stops", ["", "stops = true\n"])
def test_a_small_region_may_have_several_open_entrances(stops: str) -> None:
    """A way leaves it where it has not been before: round it and round again there are not more and more of them."""
    doors = "".join(f'[[edge]]\nfrom = "{a}"\nto = "{b}"\nkind = "bridge"\n' for a, b in ENTRANCES.items())
    text = CELLARS.replace("[[edge]]", f"{doors}[[edge]]", 1).replace("meeting", f"{stops}meeting", 1)
    board = open_book(["second", Layer("cellars", {"board.toml": text, **NAMED})]).board
    found = [(space, way) for space in board.spaces for n in range(1, 13) for way in ways(board, space, n)]
    entering = 0
    for start, way in found:
        inside = [board.region(space) == "cellars" for space in (start, *way.path)]
        entered = [at for at in range(1, len(inside)) if inside[at] and not inside[at - 1]]
        over = [end for end, kind in zip(way.path, way.edges, strict=True) if kind != "ring"]
        assert len(set(over)) == len(over), f"{way.key}: {way.path}"
        assert not stops or all(at == len(way.path) for at in entered)
        entering += len(entered)
    assert entering


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_move_begun_there_stays_in_the_region_it_leads_to(lang: str) -> None:
    """Here that is the Middle Region: the way out to the Ruins is shown, and closed."""
    kept = Layer("cellars", {"board.toml": CELLARS.replace("evading", 'within = "middle"\nevading'), **NAMED})
    register(kept)
    state = situation("edition second + cellars | druid vat-1 | thief city > 1")
    (out,) = [way for way in ask(state).options if way.space == "ruins"]
    inside = [way for way in ask(state).options if way.space != "ruins"]
    assert out.closed == "within" and inside and not any(way.closed for way in inside)
    assert closed_text(wording_of(state, lang), 0, out) == f"{sentence(load_phrases(lang).say('closed', 'within'))}."
    with pytest.raises(CardError, match=r"within: .*a region.*did you mean .middle."):
        open_book(["second", Layer("cellars", {"board.toml": kept.texts["board.toml"].replace("middle", "midle")})])


STAIR = """
like = "second"
[board.region.stairs]
move = "step"
[[edge]]
from = "ruins"
to = "step-1"
kind = "door"
""" + ring("stairs", "step-1 step-2 step-3", ((8, 0), (8, 1), (8, 2)))
PATHS = "".join(f'[[edge]]\nfrom = "step-{n}"\nto = "step-{n + 1}"\nkind = "path"\n' for n in (1, 2))


def test_away_from_the_goal_one_turns_back_only_where_the_region_says_so() -> None:
    """Each step down leads away from the Crown, and its space is met all the same."""
    named = {"names/en.toml": '[region]\nstairs = "Stairs"\n'}
    register(Layer("stairs", {"board.toml": STAIR + PATHS, **named}))
    game = play("edition second + stairs | dwarf step-1 | thief city").answer("step-2")
    assert not game.state.players[0].turning_back and game.ask.kind == "card"
    again = play("edition second + stairs | dwarf step-2 | thief city")
    assert again.answer("step-1").ask.kind != "card" and again.answer("step-3").ask.kind == "card"


def test_a_region_without_the_die_and_without_ways_is_told_what_is_missing() -> None:
    with pytest.raises(
        BoardError, match=r"\[space.step-2\].*an \[\[edge\]\] of kind \"path\" leads from space to space"
    ):
        open_book(["second", Layer("stairs", {"board.toml": STAIR, "names/en.toml": '[region]\nstairs = "Stairs"\n'})])


def test_a_mistake_in_a_space_is_not_told_of_what_names_it_too() -> None:
    wrong = STAIR.replace('like = "second"', 'like = "second"\n[board]\nwithout = ["crown"]\ngoal = "step-1"').replace(
        'name = "Step"', "name = 3", 1
    )
    with pytest.raises(BoardError) as found:
        open_book(["second", Layer("stairs", {"board.toml": wrong})])
    assert str(found.value).splitlines() == [
        "stairs/board.toml: [space.step-1] name: expected a text of at most 100 letters, got 3"
    ]


def test_a_death_there_is_its_own() -> None:
    dies = (
        '[dies]\nlike = "dies"\ndo = [{ op = "if", when = { region_is = "cellars" }, do = ['
        '{ op = "leave_behind", what = ["goods", "gold", "spells", "trophies", "experience"], to = "piles" }], else = ['
        '{ op = "leave_behind", what = ["goods", "gold"], to = "space" }, '
        '{ op = "leave_behind", what = ["spells", "trophies", "experience"], to = "piles" }] }, { op = "leave_board" }]'
    )
    cruel = Layer("cellars", {"board.toml": CELLARS, **NAMED, "programs/dies.toml": dies})
    for space, left in (("vat-2", 0), ("ruins", 5)):
        table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", layers=[cruel], seed=1)
        table.correct(0, space=space)
        table.correct(0, gold=5)
        table.correct(0, life=0)
        assert table.state.gold[book_of(table.state.book).board.index[space]] == left


def test_it_is_drawn_below_the_board_with_the_same_letter_at_both_ends_of_a_way() -> None:
    board = cellars().board
    assert {*attached_spaces(board)} == {*board.in_region("cellars")} and height(board) > SIDE
    boxes = {id: cell(board, id) for id in board.spaces}
    for id, box in boxes.items():
        assert box.x >= 0 and box.x + box.w <= SIDE + 0.1 and box.y + box.h <= height(board) + 0.1
        assert (box.y > SIDE) == (id in attached_spaces(board))
        for other, there in boxes.items():
            apart = box.x + box.w <= there.x + 0.1 or box.y + box.h <= there.y + 0.1
            beyond = there.x + there.w <= box.x + 0.1 or there.y + there.h <= box.y + 0.1
            assert id == other or apart or beyond, f"{id} lies over {other}"
    picture = str(draw_board(board))
    assert picture.count(">A</text>") == 2
    assert height(open_book("second").board) == SIDE


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_pages_name_it(lang: str) -> None:
    told = str(page(cellars(), "space.vat-1", lang))
    assert ("Piwnice" if lang == "pl" else "Cellars") in told


# --- a small board ---


@pytest.mark.parametrize("edition", ["revised4", "second", "third"])
def test_games_on_a_board_of_five_spaces_keep_every_invariant(edition: str) -> None:
    book = isle(edition)
    assert not book.board.crown and not book.board.goal and len(book.board.spaces) == 5
    states = [state for each in games(book, range(2), 1200) for state in each]
    assert {p.space for state in states for p in state.players if p.character} == {*book.board.spaces}


def test_a_table_on_it_shows_every_screen() -> None:
    register(Layer("isle", ISLE))
    table = Table.new({"Ada": "sailor-1", "Bruno": "sailor-2"}, "second", layers=["isle"], seed=3)
    controller, dice = TableController(table), random.Random(5)
    for n in range(150):
        controller.lang = LANGUAGES[n % len(LANGUAGES)]
        assert controller.labels().board and controller.screen()
        answer = some_answer(table.state, dice)
        if answer.own:
            table.answer("own", own=answer.own)
        elif answer.seat < 0:
            table.answer(answer.key)
    assert not violations(table.state)


def test_it_is_drawn_without_river_and_mountains_and_no_higher_than_it_is() -> None:
    board = isle().board
    picture = str(draw_board(board))
    assert 'class="river"' not in picture and 'class="peaks"' not in picture
    assert 0 < height(board) < SIDE and not attached_spaces(board)


def test_a_mistake_in_a_program_that_is_called_is_still_told() -> None:
    with pytest.raises(CardError, match=r"isle/programs/a\.toml: \[swim\] do\[0\]\.steps: nothing before it writes"):
        isle(**{
            "programs/a": '[swim]\ndo = [{ op = "plan", steps = "die", into = "way" }]\n',
            "board": ISLE["board.toml"] + '[kind.dune]\nvisited = [{ op = "call", program = "swim" }]\n',
        })  # fmt: skip
