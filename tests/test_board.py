"""Is the board the board? Where can a roll end? Does a damaged board say what is wrong with it?"""

import pickle
import re

import networkx as nx
import pytest
from editions import PLAYED

import talisman_nb
from talisman_nb.board import BoardError, boards_dir, check_board, load_board, reach, way_table, ways, ways_after
from talisman_nb.board.load import board_from_text, board_from_texts
from talisman_nb.rules.book import open_book

BOARD = load_board("revised4")
TEXT = (boards_dir() / "revised4.toml").read_text(encoding="utf-8")
STARTS = [(start, steps) for start in BOARD.spaces for steps in range(1, 13)]


def damaged(old, new, count=1):
    assert old in TEXT
    with pytest.raises(BoardError) as error:
        board_from_text(TEXT.replace(old, new, count), "mine.toml")
    return str(error.value)


def keys(found):
    return {way.key: way.end for way in found}


def test_the_regions_have_as_many_spaces_as_the_published_board():
    assert [len(BOARD.in_region(region)) for region in ("outer", "middle", "inner")] == [24, 16, 9]
    assert BOARD.spaces[0] == "village" and BOARD.spaces[-1] == "crown-of-command" == BOARD.crown
    assert BOARD.index["portal-of-power"] == 24


@pytest.mark.parametrize(
    ("space", "around"),
    [
        ("village", {"fields-1", "fields-6"}),
        ("sentinel", {"woods-1", "hills-1", "hills-3"}),
        ("hills-3", {"hidden-valley", "cursed-glade", "sentinel"}),
        ("portal-of-power", {"castle", "black-knight", "plain-of-peril"}),
        ("plain-of-peril", {"mines", "crypt", "portal-of-power"}),
        ("valley-of-fire", {"pits", "werewolf-den", "crown-of-command"}),
    ],
)
def test_known_neighbours(space, around):
    assert set(BOARD.neighbours(space)) == around


def test_neighbours_are_symmetric_and_everything_hangs_together():
    assert all(a in BOARD.neighbours(b) for a in BOARD.spaces for b in BOARD.neighbours(a))
    assert nx.is_strongly_connected(BOARD.on_foot)
    assert check_board(BOARD) == []


def test_kinds_and_draws():
    assert BOARD.of_kind("woods") == ("woods-1", "woods-2", "woods-3", "woods-4")
    assert BOARD.of_kind("hills", "middle") == ("hills-3",)
    assert [BOARD.space(id).draw for id in ("ruins", "hidden-valley", "village", "desert-1")] == [2, 3, 0, 1]
    assert BOARD.space("warlocks-cave").name == "Warlock's Cave" and BOARD.space("woods-4").name == "Woods"


def test_opposite_spaces():
    assert BOARD.opposite("graveyard") == ("black-knight",)
    assert BOARD.opposite("graveyard", least=10) == ("black-knight", "hidden-valley")
    assert BOARD.opposite("portal-of-power") == ("fields-6", "fields-1", "forest", "village")
    assert BOARD.opposite("village") == ("portal-of-power",)
    assert BOARD.opposite("crypt") == ()


def test_way_to_the_crown_and_back():
    assert BOARD.towards_goal("plain-of-peril") == ("mines", "crypt")
    assert BOARD.back_from_goal("plain-of-peril") == ("portal-of-power",)
    assert BOARD.back_from_goal("valley-of-fire") == ("pits", "werewolf-den")
    assert BOARD.towards_goal("valley-of-fire") == ("crown-of-command",)
    assert BOARD.towards_goal("city") == ()
    assert BOARD.shortest_way("portal-of-power", "valley-of-fire")[0] == "plain-of-peril"


def test_a_way_over_the_bridge_goes_on_to_the_portal():
    start, bridge = "graveyard", {way.key: way for way in ways(BOARD, "graveyard", 6)}["bridge"]
    assert (bridge.end, bridge.gate, bridge.left) == ("sentinel", "bridge", 4)
    assert keys(ways_after(BOARD, "hills-3", 3, "sentinel"))["anticlockwise"] == "portal-of-power"
    assert "portal-of-power" in reach(BOARD, start, 6)


def test_ways_around_the_sentinel():
    assert keys(ways(BOARD, "woods-1", 1)) == {"clockwise": "sentinel", "anticlockwise": "graveyard"}
    assert [way.left for way in ways(BOARD, "sentinel", 3) if way.gate] == [3]
    assert keys(ways(BOARD, "hills-3", 1))["back"] == "sentinel"
    assert keys(ways(BOARD, "hills-3", 2))["back+clockwise"] == "hills-1"
    assert keys(ways_after(BOARD, "hills-3", 0, "sentinel")) == {"stay": "hills-3"}


def test_ways_around_the_portal():
    assert keys(ways(BOARD, "black-knight", 1)) == {"clockwise": "hidden-valley", "anticlockwise": "portal-of-power"}
    assert keys(ways(BOARD, "warlocks-cave", 9))["clockwise+portal"] == "portal-of-power"
    assert keys(ways(BOARD, "portal-of-power", 2)) == {
        "clockwise": "hidden-valley",
        "anticlockwise": "runes-3",
        "portal": "portal-of-power",
    }
    assert keys(ways(BOARD, "plain-of-peril", 1)) == {
        "portal-of-power": "portal-of-power",
        "mines": "mines",
        "crypt": "crypt",
    }
    assert [way.path[-1] for way in reach(BOARD, "castle", 4)["plain-of-peril"]] == ["plain-of-peril"]


def test_small_bridges_cross_the_river():
    crossed = {way.key: way.river for way in ways(BOARD, "city", 1)}
    assert crossed == {"anticlockwise": (True,), "clockwise": (False,)}
    assert {way.river for way in ways(BOARD, "village", 1)} == {(True,), (False,)}


@pytest.mark.parametrize("region", ["outer", "middle"])
def test_a_way_uses_the_whole_roll_or_stops_at_a_gate(region):
    for start, steps in STARTS:
        if BOARD.region(start) == region:
            found = way_table(BOARD)[start][steps]
            assert all(len(way.path) + way.left == steps and (way.left > 0) == bool(way.gate) for way in found)
            assert len({way.key for way in found}) == len(found) >= 2


def test_every_step_of_a_way_is_an_edge():
    for start, steps in STARTS:
        for way in (way for found in reach(BOARD, start, steps).values() for way in found):
            here = (start, *way.path)
            assert here[-1] == way.end and not way.gate
            for a, b, kind in zip(here, way.path, way.edges, strict=False):
                assert kind in {edge["kind"] for edge in BOARD.on_foot.get_edge_data(a, b).values()}


def test_rules_are_handed_on_unread():
    mine = board_from_text(TEXT.replace("[space.city]", "[space.city]\nvisited = [{ choose = 1 }]\nwhatever = 3"))
    assert {"visited", "whatever"} <= set(mine.space("city").rules)
    assert "ring" not in mine.space("city").rules


@pytest.mark.parametrize(("old", "new", "said"), [
    ('to = "hills-3"', 'to = "hils-3"', 'did you mean "hills-3"'),
    ("ring = 4\n", "rng = 4\n",
     r'\[space.sentinel\] ring: missing, expected a whole number from 0 to 499 \(did you mean "rng"'),
    ("ring = 4\n", "ring = 5\n", "expected a closed ring 0 to 23, got 5 twice, nothing between 3 and 5"),
    ("grid = [0, 4]", "grid = [0, 5]", r"\[space.hills-1\] grid: \[0, 5\] is the cell of sentinel"),
    ('region = "outer"', 'region = "outr"', r'\[space.village\] region: expected one of .*did you mean "outer"'),
    ('\nkind = "bridge"', '\nkind = "brigde"', 'did you mean "bridge"'),
    ("\nriver = true", "\nrivr = true", 'rivr: unknown key .did you mean "river"'),
    ('"crown-of-command"\nkind = "path"', '"crown-of-command"\nkind = "raft"', "crown-of-command.*can't be reached"),
    ('\nmove = "step"', '\nmove = "hop"', 'expected "die" or "step" or "hand", got \'hop\''),
    ('\ngate = "forward"', '\ngate = "shut"', "gate: expected"),
])  # fmt: skip
def test_a_damaged_board_says_where_and_what(old, new, said):
    message = damaged(old, new)
    assert message.startswith("mine.toml: ") and re.search(said, message), message


def test_a_board_travels_to_another_process():
    copy = pickle.loads(pickle.dumps(BOARD))
    assert copy.spaces == BOARD.spaces and ways(copy, "graveyard", 6) == ways(BOARD, "graveyard", 6)


def test_a_toll_is_guarded_both_ways():
    toll = board_from_text(
        TEXT.replace('kind = "bridge"\nriver = true\ngate = "forward"', 'kind = "toll"\nriver = true\ngate = "both"')
    )
    assert {way.gate for way in ways(toll, "hills-3", 1)} == {"", "toll"}
    assert keys(reach(toll, "sentinel", 1)["hills-3"]) == {"toll": "hills-3"}


def test_unknown_names_suggest_the_known():
    with pytest.raises(BoardError, match='did you mean "village"'):
        BOARD.neighbours("vilage")
    with pytest.raises(BoardError, match='did you mean "revised4"'):
        load_board("revised")


def test_a_region_whose_texts_only_the_board_has_says_nothing_but_its_crossings():
    """What the boards below say of the third edition's spaces is no word of it; a variant takes it up again."""
    unread, read = open_book("third").board, open_book("second-cards").board
    village, hills = unread.space("village"), unread.space("hills-3")
    assert village.draw == 0 and village.rules["visited"] == [{"op": "call", "program": "read_board"}]
    assert "mystic" not in village.rules and "mystic" in read.space("village").rules
    assert "crossing" in hills.rules and (hills.draw, read.space("hills-3").draw) == (0, 1)
    assert unread.space("wilderness-1").draw == 2, "a review tells how many are drawn there"
    text = 'like = "x"\n[board]\nunread = ["middel"]\n'
    with pytest.raises(BoardError, match=r'unread: expected a region, got .middel. \(did you mean "middle"\?\)'):
        board_from_texts((("whole", (boards_dir() / "revised4.toml").read_text("utf-8")), ("mine", text)))


def test_what_goes_with_a_region_that_is_gone_goes_too():
    """Its spaces, their edges and kinds, and the goal; a tower stops whoever enters it and lets it go by a roll."""
    board = open_book("third").board
    assert "inner" not in board.regions and not [id for id in ("crypt", "crown-of-command") if id in board.index]
    assert (board.crown, board.goal) == ("", "wizards-tower") and len(board.spaces) == 41
    assert {(way.key, way.end) for way in ways(board, "black-knight", 4)} >= {("door", "wizards-tower")}
    assert {way.end for way in ways(board, "wizards-tower", 1)} == {"causeway"}
    assert {way.end for way in ways(board, "wizards-tower", 3)} == {"hidden-valley", "wilderness-2"}


@pytest.mark.parametrize("edition", PLAYED)
def test_the_board_is_had_as_a_graph_of_its_own(edition):
    graph, board = talisman_nb.board(edition, "pl"), open_book(edition).board
    assert set(graph) == {space for space in board.spaces if space not in board.by_hand}
    assert all(set(graph[space]) == set(board.neighbours(space)) for space in graph)
    assert graph.nodes["village"]["name"] == "Wioska" and "name" not in board.graph.nodes["village"]
    graph.remove_node("village")
    assert "village" in talisman_nb.board(edition) and "village" in board.links
    assert talisman_nb.board(edition, rafts=True).size() > graph.size()
    assert nx.shortest_path(talisman_nb.board(edition), "village", "forest") == ["village", "fields-6", "forest"]
