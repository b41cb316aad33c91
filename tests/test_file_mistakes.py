"""Is a mistake in a file of definitions or a board named: its place, what was expected, what came, what was meant?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from books_with_mistakes import Written, board_file, book_with, layer_files, try_file
from golden.changed_book import in_force, with_table

from talisman_nb import play
from talisman_nb.board import BoardError, load_board
from talisman_nb.board.toml_reading import parse_toml, read_toml
from talisman_nb.cards.decode import CardError
from talisman_nb.rules.layers import FIGURES, MOTIFS

pytestmark = pytest.mark.slow

FILES = {
    file.name if file.path == FIGURES else file.name.rpartition("/")[2]: file
    for file in layer_files()
    if not file.path.startswith(f"{MOTIFS}/")
}
BOARD = board_file()


def spoilt(file: Written, old: str, new: str) -> Written:
    """A file in which something is written otherwise, at its first place."""
    assert old in file.text
    return file._replace(text=file.text.replace(old, new, 1))


def said(name: str, old: str, new: str) -> str:
    """What is said of a card file in which something is written otherwise."""
    with pytest.raises(CardError) as error:
        try_file(spoilt(FILES[name], old, new))
    return str(error.value)


NUMBERS = [
    ("enemies.toml", "[bear]\n", "[bear]\ncopies = -1\n",
     r"\[bear\] copies: expected a whole number from 0 to 99, got -1"),
    ("purchases.toml", "copies = 3", "copies = 1000",
     r"\[purchase/sword\] copies: expected a whole number from 0 to 99, got 1000"),
    ("purchases.toml", "copies = 3", f"copies = {10**30}",
     r"purchase/sword\.copies: expected a number between .*, got one far outside"),
    ("enemies.toml", "[bear]\n", f"[bear]\ncraft = {10**12}\n",
     r"bear\.craft: expected a number between .*, got 1000000000000"),
    ("enemies.toml", "[bear]\n", f"[bear]\ncraft = 0x{'f' * 9_000}\n",
     r"bear\.craft: expected a number between .*, got one far outside"),
    ("enemies.toml", "[bear]\n", f"[bear]\ncraft = {'9' * 9_000}\n", "this is not TOML: .*4300 digits"),
    ("enemies.toml", "[bear]\n", "[bear]\nnumber = nan\n", r"bear\.number: expected a number between .*, got nan"),
    ("enemies.toml", "[bear]\n", "[bear]\nnumber = 1979-05-27\n",
     r"bear\.number: expected a text or a number, got a date or time"),
    ("places.toml", "from = 1, to = 1,", "from = 1, to = 1000,",
     r"rows\[0\]\.to: expected a whole number from -99 to 99, got 1000"),
    ("places.toml", "from = 1, to = 1,", "from = 9, to = 1,",
     r"rows\[0\]: expected a row that begins at or below its end, got 9 to 1"),
    ("turn.toml", 'steps = "die", fate', "steps = 19, fate",
     r"\[move\] do\[4\]\.steps: expected at most 18 steps, got up to 19"),
    ("turn.toml", "at_most = 3", "at_most = 1000",
     r"do\[6\]\.at_most: expected a whole number from 1 to 100, got 1000"),
    ("characters.toml", 'for = "mines", n = 2', 'for = "mines", n = 5',
     r"\[dwarf\] held\[4\]\.n: expected a whole number from 0 to 4, got 5"),
]  # fmt: skip

WORDS = [
    ("enemies.toml", "[bear]", '["be@r"]',
     r"\[be@r\]: expected a name of small letters, digits and hyphens, at most 40 long, got 'be@r'"),
    ("enemies.toml", "[bear]", f"[{'b' * 41}]", r"at most 40 long, got"),
    ("enemies.toml", "[bear]", "[baer]",
     r'\[baer\]: the catalogues of names .* don.t have it \(did you mean "bear"\?\)'),
    ("objects.toml", 'keywords = ["weapon"]', 'keywords = ["weaqon"]',
     r'\[axe\] keywords\[0\]: .*, got \'weaqon\' \(did you mean "weapon"\?\)'),
    ("objects.toml", 'to = ["desert"]', 'to = ["deser-t"]',
     r'\[water-bottle\] held\[0\]: .* got \'deser-t\' \(did you mean "desert"\?\)'),
    ("forms.toml", '"craft"]', '"ciraft"]', r'\[toad\] sleeps\[1\]: .*, got \'ciraft\' \(did you mean "craft"\?\)'),
    ("turn.toml", '= "encounter"\nguard', '= "encoqnter"\nguard',
     r'\[encounter\] role: .*, got \'encoqnter\' \(did you mean "encounter"\?\)'),
    ("places.toml", '"take-counter"', '"take-countr"',
     r'\.purpose: .*, got \'take-countr\' \(did you mean "take-counter"\?\)'),
    ("characters.toml", 'key = "align"', 'key = "algin"',
     r'\[druid\] held\[0\]: .*, got \'algin\' \(did you mean "align"\?\)'),
    ("spells.toml", 'at = ["turn_start"]', 'at = ["trun_start"]',
     r'\[acquisition\] at\[0\]: expected a moment, .* \(did you mean "turn_start"\?\)'),
    ("strangers.toml", "{ from = 1, to = 1", "{ from = 1, tw = 1",
     r'rows\[0\]\.tw: unknown key \(did you mean "to"\?\)'),
    ("places.toml", "options = [{ key =", "options = [{ keey =",
     r'options\[0\]\.keey: unknown key \(did you mean "key"\?\)'),
    ("places.toml", 'key = "enter"', 'key = "entr"', r'options\[0\]\.key: .*, got \'entr\' \(did you mean "enter"\?\)'),
    ("purchases.toml", 'twin = "armour"', 'twin = "rmour"',
     r'\[purchase/armour\] twin: .*, got \'rmour\' \(did you mean "armour"\?\)'),
    ("purchases.toml", 'twin = "armour"', 'twin = "purchase/axe"',
     r"\[purchase/armour\] twin: expected a card of a deck, got 'purchase/axe'"),
    ("characters.toml", 'var = "least", to = 6', 'var = "last", to = 6',
     r'nothing reads the variable \'last\' \(did you mean "least"\?\)'),
    ("second/rules.toml", "craft = 10", "carft = 10",
     r'second/rules\.toml: \[trophy\] carft: no such figure \(did you mean "trophy\.craft"\?\)'),
]  # fmt: skip

SHAPES = [
    ("forms.toml", "[toad]", "frog = 99\n[toad]", r"\[frog\]: expected a table, got 99"),
    ("places.toml", "[maze]\n", "[maze]\nmet = -1\n", r"\[maze\] met: expected a list of operations, got -1"),
    ("objects.toml", 'do = "build"', "do = -1", r"\[axe\] held\[1\]\.do: expected a list, got -1"),
    (
        "objects.toml",
        "when = { in_battle = true } }]",
        "when = 7 }]",
        r"held\[0\]\.when: expected a condition such as \{ in_battle = true \}, got 7",
    ),
    ("objects.toml", "when = { in_battle = true } }]", "when = { all = { in_battle = true } } }]",
     r"when\.all: expected a list of conditions, got \{"),
    ("strangers.toml", "[{ stat =", "[7, { stat =", "expected two amounts, got"),
    ("turn.toml", '{ op = "missed_turn" }', '{ op = "if", when = { always = true }, do = "do" }',
     "the block 'do' is laid into itself"),
    ("enemies.toml", "[bear]\n", f"[bear]\nmet = {'[' * 40}{']' * 40}\n",
     "bear.met.*: expected lists and tables at most 24 deep"),
    ("enemies.toml", "[bear]\n", f"[bear]\nmet = {'[' * 90_000}{']' * 90_000}\n",
     "expected lists and tables at most 24 deep"),
    ("enemies.toml", "[bear]\n", f"[bear]\n{'met.' * 5_000}x = 1\n", "expected lists and tables at most 24 deep"),
    ("enemies.toml", "[bear]\n", f"[bear]\nmet = [{'{},' * 2_001}]\n",
     r"bear\.met: expected at most 2000 entries, got 2001"),
    ("enemies.toml", "[bear]\n", "[bear]\nmet = [" + '{ op = "miss" },' * 101 + "]\n",
     r"\[bear\] met: expected at most 100 operations, got 101"),
    ("enemies.toml", "[bear]\n", f"[bear]\nstart = '{'x' * 1_001}'\n",
     r"bear\.start: expected a text of at most 1000 letters, got 1001"),
    ("enemies.toml", "[bear]\n", f"#{'x' * 500_000}\n[bear]\n", "expected at most 500000 letters"),
    ("third/rules.toml", "\n[setup]\n", "\ntoad = 3\n[setup]\n", r"\[toad\]: expected a table of figures, got 3"),
    ("revised4/rules.toml", "most = 6", "most = true", r"\[setup\] most: expected 1–6, got True"),
]  # fmt: skip

MISSING = [
    ("objects.toml", '[axe]\ntype = "object"\n', "[axe]\n", r"\[axe\] type: missing, expected a type of card"),
    ("objects.toml", 'keywords = ["weapon"]\n', "",
     r"\[axe\] keywords: 'weapon' goes with use = \"weapon\", expected both or neither"),
    ("objects.toml", 'held = [{ mod = "immune", to = ["desert"], cites = ["card.text"] }]\n', "",
     r"\[water-bottle\]: it does nothing"),
    ("enemies.toml", "strength = 3\n", "", r"\[ape\] strength: an Enemy has strength or craft"),
    ("characters.toml", 'start = "city"\n', "", r"\[assassin\] start: missing, a character has it"),
    ("turn.toml", '{ op = "mark", name = "close" },', "", r"\[turn\] do: expected a mark 'close'"),
    ("turn.toml", "[by_hand]", "[by_head]",
     r'\[by_hand\] do: missing, the engine begins it \(did you mean "by_head"\?\)'),
    ("turn.toml", '  { op = "fill" },\n', "", r"\[encounter\] do: expected an operation with a variable 'drawn'"),
    ("revised4/rules.toml", "lance_dragon = 3", "", r"\[switch\] lance_dragon: missing, expected 0–20"),
]  # fmt: skip

NONSENSE = [
    ("enemies.toml", "[bear]\n", "[bear]\nfate = 2\n",
     r"\[bear\] fate: a card has no such fact, expected one of name, type, number"),
    ("enemies.toml", "[bear]\n", '[bear]\ndrawn = [{ op = "compare" }]\n',
     r"\[bear\] drawn\[0\]\.op: 'compare' is a step of the turn"),
    ("characters.toml", 'setup = [{ op = "draw", deck = "spell" }]',
     'setup = [{ op = "begin", what = "x", on = "you", shows = true }]',
     r"\[druid\] setup\[0\]\.shows: only a card of a deck can lie there"),
    ("places.toml", "tokens = 4\n", "", r"\[fountain-of-wisdom\] tokens: counters go with an operation that takes one"),
    ("enemies.toml", "[bear]\n", "[bear]\nvisted = []\n",
     r'\[bear\] visted: nobody uses this block \(did you mean "visited"\?\)'),
    ("objects.toml", "[axe]\n", '[axe]\nhere = [{ mod = "step", n = 1 }]\n',
     r"\[axe\] here: nothing looks at it of a card of type 'object', expected one of type stranger, place.* terrain"),
    ("events.toml", 'as = "other"', 'as = "othr"',
     r'\.as: expected "other", by which operations mean a seat, got \'othr\''),
    ("turn.toml", 'name = "end"', 'name = "nd"', r'\[turn\] do\[7\].name: .*, got \'nd\' \(did you mean "end"\?\)'),
    ("enemies.toml", "[bear]\n", '[bear]\nmet = [{ op = "ambush" }]\n',
     r"\[bear\] met\[0\]\.op: 'ambush' is about a fight, and none goes on"),
    ("spells.toml", 'at = ["any_turn_start", "before_fight"]', 'at = ["any_turn_start"]',
     r"\[immobility\] cast\[0\]\.do\[0\]\.op: 'foe_out' is about a fight"),
    ("characters.toml", '"charm", at = ["before_fight"]', '"charm", at = ["meeting"]',
     r"\[minstrel\] held\[1\]\.do\[0\]\.op: 'pick' is about a fight"),
    ("spells.toml", 'target = "spaces.no_character"\n', "",
     r"\[hex\] cast\[0\]\.on: expected seats, here, a space or its variable, .*, got 'target'"),
    ("characters.toml", 'from = "foes.animals", into = "foe"', 'from = "your.goods", into = "foe"',
     r"\.foe: expected a foe of a fight, and the variable 'foe' holds a card"),
    ("enemies.toml", "[bear]\n",
     '[bear]\nmet = [{ op = "roll", for = "mines", into = "x" }, { op = "teleport", to = "x" }]\n',
     r"\[bear\] met\[1\]\.to: expected a space, and the variable 'x' holds dice"),
    ("enemies.toml", "[bear]\n",
     '[bear]\nmet = [{ op = "pick", from = "spaces.region", into = "x" }, { op = "attack", foes = "x" }]\n',
     r"\[bear\] met\[1\]\.foes: expected a card, and the variable 'x' holds a space"),
    ("strangers.toml", "visited = [", 'visited = [{ op = "call", program = "gather" }, ',
     r"visited\[0\]: 'gather' is a part of the turn that would"),
    ("objects.toml", "held = [", "hld = [", r'\[axe\] hld: unknown key \(did you mean "held"\?\)'),
    ("purchases.toml", 'twin = "armour"', 'twin = "armour"\nsave = 2',
     r"\[purchase/armour\] save: a twin is what its other is"),
    ("revised4/rules.toml", "fewest = 1\nmost = 6", "fewest = 5\nmost = 2",
     r"\[setup\] most: expected 5–6, got 2"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "expected"), [*NUMBERS, *WORDS, *SHAPES, *MISSING, *NONSENSE])
def test_a_mistake_of_a_card_file_is_named(file: str, old: str, new: str, expected: str) -> None:
    message = said(file, old, new)
    assert re.search(expected, message) and message.startswith(FILES[file].name), message


def test_what_one_way_writes_is_not_read_in_another() -> None:
    """Fairy and Phantom pick a goal in each of their ways: without one of these picks the journey has no end."""
    file = FILES["blocks.toml"]
    (pick,) = {line for line in file.text.splitlines() if '"spaces.region_other"' in line}
    for at in range(file.text.count(pick)):
        parts = file.text.split(f"{pick}\n")
        text = f"{pick}\n".join([*parts[:at], parts[at] + parts[at + 1], *parts[at + 2 :]])
        with pytest.raises(CardError, match=r"blocks\.toml: .*\.to: expected a space or a variable, got 'goal'"):
            try_file(file._replace(text=text))


@pytest.mark.parametrize(
    "how",
    ['{{ op = "if", when = {{ always = true }}, do = "{0}", else = "{0}" }}', '{{ op = "call", program = "{0}" }}'],
)
@pytest.mark.parametrize(("long", "wide"), [(60, 1), (11, 8), (3, 90)])
def test_blocks_that_grow_out_of_hand_are_refused(how: str, long: int, wide: int) -> None:
    """Each lays the next one out several times: in the end there would be more operations than anything can hold."""
    blocks = "\n".join(f"b{at} = [{', '.join([how.format(f'b{at + 1}')] * wide)}]" for at in range(long))
    raid = f'[raid]\ntype = "event"\nmet = [{how.format("b0")}]\n{blocks}\nb{long} = [{{ op = "miss" }}]'
    message = said("events.toml", "[siren]", f"{raid}\n[siren]")
    assert re.search(r"events\.toml: \[raid\] \w+: expected at most 500 operations, 12 blocks deep", message), message


def test_what_the_dice_of_another_file_change_is_told_with_that_file() -> None:
    message = said("characters.toml", 'for = "mines", n = 2', 'for = "cave", n = 3')
    assert "no row for" in message and r"(changed by revised4/character/characters.toml: [dwarf] held[" in message


def test_what_is_not_there_is_neither_taken_nor_fought() -> None:
    """A card that is gone already, and nobody where somebody was to be picked."""
    picked = [
        {"op": "pick", "from": "your.followers", "into": "x"},
        {"op": "attack", "foes": "x"},
        {"op": "take", "card": "bear"},
    ]
    with in_force(with_table("siren", {"type": "event", "number": 1, "met": picked}, "events.toml")):
        after = play("dwarf crags | thief city").answer("2", "clockwise", "siren")
    assert "nothing_happens" in [event.kind for event in after.told] and after.state.players[0].goods == ()


@pytest.mark.parametrize("op", [{"op": "ambush"}, {"op": "foe_out", "foe": "target", "how": "destroyed"}])
def test_what_is_about_a_fight_does_nothing_where_none_goes_on(op: dict[str, Any]) -> None:
    lost = {"op": "lose", "what": "gold", "n": {"foe": "target"}}  # nobody's strength
    with in_force(
        with_table(
            "alchemy", {"type": "spell", "at": ["any"], "target": "characters", "cast": [op, lost]}, "spells.toml"
        )
    ):
        after = play("dwarf crags, gold 3, spells alchemy | thief city").answer("0: cast:alchemy", "seat:0")
    assert "nothing_happens" in [event.kind for event in after.told] and after.state.players[0].gold == 3


def test_a_move_that_crosses_where_no_gate_is_goes_on() -> None:
    with in_force(
        book_with(spoilt(FILES["turn.toml"], 'at_most = 3, while = { at_least = ["left", 1] }', "at_most = 3"))
    ):
        ended = play("dwarf graveyard | thief city").answer(6, "clockwise")
        crossed = play("dwarf graveyard, strength 9 | thief city").answer(3, "bridge", "fight", 6, 1, "quiet")
    assert ended.state.players[0].space == "crags" and crossed.state.players[0].space == "hills-3"


# --- boards ---

BOARDS = [
    ('[board]\nname = "Talisman, revised fourth edition"', "[board]\nname = 5",
     r"\[board\] name: expected a text of at most 100 letters, got 5"),
    ('[board.region.outer]\nmove = "die"', '[board.region]\nouter = "die"',
     r"\[board\] region\.outer: expected a table, got 'die'"),
    ('crown = "crown-of-command"', 'crown = "crown-of-comand"',
     r'\[board\] crown: .*, got \'crown-of-comand\' \(did you mean "crown-of-command"\?\)'),
    ("[kind.chapel]", "[kind.chappel]", r'\[kind\.chappel\]: no space is of this kind \(did you mean "chapel"\?\)'),
    ("[kind.chapel]\n", "[kind.chapel]\nring = 3\n", r"\[kind\.chapel\] ring: each space has its own"),
    ("[space.village]", "[spaces.village]", r'\[spaces\]: unknown table \(did you mean "space"\?\)'),
    ("grid = [0, 4]", "grid = [100, 4]",
     r"\[space\.sentinel\] grid\[0\]: expected a whole number from 0 to 99, got 100"),
    ("grid = [0, 4]", "grid = [0, 4, 1]", r"\[space\.sentinel\] grid: expected \[row, column\].*, got \[0, 4, 1\]"),
    ("grid = [0, 4]", f"grid = [{10**9}, 4]", r"space\.sentinel\.grid\[0\]: expected a number between"),
    ("draw = 1", "draw = 10", r"\[space\.fields-1\] draw: expected a whole number from 0 to 9, got 10"),
    ("ring = 4\n", "ring = 500\n", r"\[space\.sentinel\] ring: expected a whole number from 0 to 499, got 500"),
    ("share = 21", "share = 99",
     r"\[\[edge\]\] from fields-1: the shares of its river side come to 178 percent, expected at most 100"),
    ("share = 21", "share = 101",
     r"\[\[edge\]\] \d+ \(fields-1 to black-knight\) share: expected a whole number from 0 to 100, got 101"),
    ('kind = "bridge"\n', 'kind = "bridge"\nshare = 9\n',
     r"\[\[edge\]\] sentinel to hills-3 share: only a raft has it, not a bridge"),
    ('sure = "forum"', 'sure = "forun"', r'sure: .*, got \'forun\' \(did you mean "forum"\?\)'),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), BOARDS)
def test_a_mistake_of_a_board_is_named(old: str, new: str, expected: str) -> None:
    with pytest.raises(BoardError) as error:
        try_file(spoilt(BOARD, old, new))
    assert re.search(expected, str(error.value)) and str(error.value).startswith("boards/revised4.toml: "), error.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('board = "x"', r"\[board\] expected a table, got 'x'"),
        ("space = [1]", r"\[board\] region: missing"),
        ('edge = ["x"]', r"\[board\] region: missing"),
        (
            '[board]\ncrown = "a"\nregion = { r = { move = "die" } }\n[space]\na = 1',
            r"\[space\.a\]: expected a table, got 1",
        ),
        (
            'space = [1]\n[board]\ncrown = "a"\nregion = { r = { move = "die" } }',
            r"\[space\]: expected a table, got \[1\]",
        ),
        (
            'edge = ["x"]\n[board]\ncrown = "a"\nregion = { r = { move = "die" } }',
            r"\[\[edge\]\] 1 \(\? to \?\) expected a table, got 'x'",
        ),
        ('edge = "x"\n[board]\ncrown = "a"\nregion = {}', r"\[board\.region\.\*\]: expected at least one region"),
    ],
)
def test_a_board_of_odd_shape_is_named(text: str, expected: str) -> None:
    with pytest.raises(BoardError, match=rf"boards/revised4\.toml: {expected}"):
        try_file(BOARD._replace(text=text))


def test_a_mistake_of_a_kind_or_region_is_told_where_it_is_written_and_once() -> None:
    for old, new, where in (
        ('what = "figures"', 'what = "figrues"', r"[kind.cursed-glade] here[0]"),
        ('key = "turn-back", at = ["arrived"', 'key = "turn-back", at = ["arived"', r"[board.region.inner] here[0]"),
        (
            'crossing = [{ op = "choose"',
            'visited = [{ op = "choose"',
            r"[space.portal-of-power] crossing: missing, the portal to",
        ),
        ("{ all = [{ equals", "{ al = [{ equals", r"[kind.warlocks-cave.quest] mods[1]"),
    ):
        with pytest.raises(CardError) as error:
            try_file(spoilt(BOARD, old, new))
        assert str(error.value).startswith(f"boards/revised4.toml: {where}") and "\n" not in str(error.value), (
            error.value
        )


def test_crossings_without_end_are_refused() -> None:
    """Each open crossing doubles the ways of a roll: a board of nothing else would never be worked out."""
    outer, middle = (load_board("revised4").in_region(region) for region in ("outer", "middle"))
    edges = [f'[[edge]]\nfrom = "{a}"\nto = "{middle[at % 16]}"\nkind = "door"\n' for at, a in enumerate(outer)]
    with pytest.raises(
        BoardError, match=r"boards/revised4\.toml: \[space\.village\]: more than 60 ways for a roll of \d+"
    ):
        try_file(BOARD._replace(text="\n".join([BOARD.text, *edges])))


# --- files as such ---


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b'[wolf]\ntype = "anim\xe4l"\n')
    with pytest.raises(CardError, match=r"mine\.toml: this is not UTF-8: .* at byte 19; save it as UTF-8"):
        read_toml(file, CardError)
    with pytest.raises(BoardError, match=r"mine\.toml: this is not UTF-8"):
        load_board(file)


@pytest.mark.parametrize("text", ["[wolf", "a = 1\na = 2", "\x00", "= 3", "a = '''", '"\\ud800" = 1'])
def test_what_is_no_toml_is_named(text: str) -> None:
    with pytest.raises(CardError, match=r"^mine\.toml: this is not TOML: "):
        parse_toml(text, "mine.toml", CardError)
