"""Does a text say a situation, all of it, and does it say what is wrong with a text?"""

from __future__ import annotations

import re

import pytest

from talisman_nb.engine import ask, step
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations

pytestmark = pytest.mark.slow

BOOK = open_book()
PLACED = re.compile(r"(line \d+, )?column (\d+): ")

TEXTS = (
    "dwarf crags | thief city",
    "edition second | troll crags | *druid city, evil, has sword axe, spells hex",
    "house carry.take_back=true draw.counts=adventure spell.limit=[0, 0, 1] | dwarf crags, named \"Old Ada\"",
    ("wizard hills-3, fate 0, strength +2, craft +1, as toad 2 strength +1, spells healing hex"
     " | *elf city, trophies wraith*2"),
    ("troll fields-1, arrived, life 2, strength +3, used alignment | nobody tavern"
     " | on ruins, bear sword, gold 2 | round 7"),
    ("priest city, extra 1, misses 1 | *thief city | nobody oasis, out | discards wolf ring hex"
     " | box character.elf | crown reached"),
    "troll pits, turning-back, pitfiends 3, misses 2 by storm | thief temple, slavery | elf werewolf-den, werewolf 8",
    "troll tavern, tavern-wizard | thief dice-with-death, dicing, quest 5 | *elf city, invisible, potion-drunk",
    "troll crags | *thief city | hex fields-1, of troll, left 2 | blizzard ruins | destroy-magic, of troll",
    "sorceress crags | thief city | on fields-6, bear | immobility bear fields-6",
    ("troll crags | thief city | on ruins, pool-of-life:3 | box purchase/raft"
     " | top spell hex healing, seen thief | cast thief | held 1"),
    'own "Old Ada" character, strength 3, craft 5, life 4, gold 2, alignment evil, start chapel, words "May fly."'
    ' | "own/Old Ada" oasis, life 2, strength +1 | thief city',
    'edition third | own Ada character, strength 3, craft 5, life 4, start chapel | own Ada monster, strength 2'
    " | own Bo character, strength 2, craft 2, life 4, start crags"
    " | own/Ada oasis, life 5, gold 3 | *nobody chapel, purse 2, aside own/Ada | box character.own/Bo",
    "edition third | nobody chapel",
    'own "Black Griffin" monster, strength 4, words "flies" | troll crags, trophies "own/Black Griffin" | thief city',
    "ghoul crags, has goblin@ghoul.raised sword, spells spell? | thief city | on city, sword",
)  # fmt: skip

ALSO = (
    ("Warrior Plains-1, HAS \"Holy Grail\", axe,mule | Thief city",
     "warrior plains-1, has holy-grail axe mule | thief city"),
    ("dwarf hidden valley | thief Warlock's Cave, has pool of life !",
     "dwarf hidden-valley | thief warlocks-cave, has pool-of-life !"),
    ("krasnolud miasto, has “Święty Graal” spada", "dwarf city, has holy-grail sword"),
    ("troll crags|thief\n  city", "troll crags | thief city"),
    ("troll crags, life 4, fate 1", "troll crags, life 4"),
    ("troll crags, life -2, gold +2, fate +1", "troll crags, life 4, fate 2, gold 3"),
    ("troll crags, strength 8, craft 2", "troll crags, strength +2, craft +1"),
    ("troll crags, as toad", "troll crags, as toad 3"),
    ("turn thief | troll crags | thief city", "troll crags | *thief city"),
    ("troll crags | thief city | on ruins bear gold 2 sword",
     "troll crags | thief city | on ruins, bear sword, gold 2"),
    ("troll crags | thief city | stock raft 0 sword 2", "troll crags | thief city | box purchase/raft purchase/sword"),
    ("troll crags | thief city | quest 5, on thief", "troll crags | thief city, quest 5"),
    ("troll crags | thief city | box elf", "troll crags | thief city | box character.elf"),
    ("troll crags | thief city | on ruins, pool of life", "troll crags | thief city | on ruins, pool-of-life:4"),
    ("troll crags | thief city | hex fields-1 of 1 left 1",
     "troll crags | thief city | hex fields-1, of thief, left 1"),
)  # fmt: skip

WRONG = (
    ("", 1, "nothing is said"),
    ("dwarf crags | ", 15, "nothing is said here: there is one bar too many"),
    ("dwarf crags,, life 2", 13, "one comma too many"),
    ("round 2", 1, "no seat"),
    ("dwarf crags, lives 2", 14, 'no word "lives" for a seat; did you mean "life"?'),
    ("dwarf crags, life two", 19, 'or, relative to the printed figure, +1, got "two"'),
    ("dwarf crags, life", 14, "life: expected one word after it"),
    ("dwarf crags, life 100", 19, "100 is not from 0 to 99"),
    ("dwarf crags, gold 400", 19, "400 is not from 0 to 99"),
    ("dwarf crags, life -9", 19, "-4 is not from 0 to 99"),
    ("dwarf crags, strength 2", 23, "never below the printed 3 (stat.floor)"),
    ("dwarf", 1, "expected a space after dwarf"),
    ("dwarv crags", 1, 'did you mean "dwarf"?'),
    ("deck sword", 1, 'called "deck"; expected a character and a space, or one of edition, house, own, on,'),
    ("bear gold 2", 1, 'a card lies somewhere or somebody has it: "on ruins, bear"'),
    ("life 2 | dwarf crags", 1, 'life belongs to a seat, after a comma'),
    ("dwarf craggs", 7, 'did you mean "crags"?'),
    ("dwarf crags thief city", 13, "a comma is missing before it"),
    ("dwarf crags, has swrd", 18, 'no card "swrd"; did you mean "sword"'),
    ("dwarf crags | on nowhere, bear", 18, 'no space "nowhere";'),
    ("dwarf crags | on ruins, own/Roc", 25, 'is called "own/Roc": write "own Roc animal, strength 4" as a part'),
    ("dwarf crags, has holy", 18, 'did you mean "holy-grail" or "holy-lance"'),
    ("dwarf crags, good, evil", 20, "alignment is said twice"),
    ("dwarf crags, life 2, life 3", 22, "life is said twice"),
    ("dwarf crags, as frog", 17, 'no form "frog"; for example "toad"'),
    ("dwarf crags, has sword, axe, life 2, shield", 38, "a card comes after has, spells or trophies"),
    ("dwarf crags, named \"Old", 20, "a quote is opened here and not closed"),
    ("dwarf crags, named Old Ada", 14, "put several words in quotes"),
    ("dwarf crags, has bear*999999999999", 23, "expected a number from 1 to 99"),
    ("dwarf crags, has sword*²", 24, "expected a number from 1 to 99"),
    ("dwarf crags, has sword*", 23, "a number is missing after the star"),
    ("dwarf crags, has sword*0", 24, "expected a number from 1 to 99"),
    ("dwarf crags, misses 100000000", 21, "expected a number from 1 to 99"),
    ("dwarf crags, has ape@minstrel.charm", 18, 'comes what the card is now: ghoul.raised or minstrel.charmed'),
    ("dwarf crags, has sword@ghoul.raised", 18, "only an Enemy can be ghoul.raised"),
    ("dwarf crags | on ruins, pool-of-life:x", 25, "how many counters are left: 1 to 4"),
    ("dwarf crags | on ruins, sword:3", 25, "sword carries no counters"),
    ("*dwarf crags | *thief city", 16, "mark one seat only"),
    ("* | dwarf crags", 1, "expected a character and a space after the star"),
    ("edition secnd | dwarf crags", 1, "no edition or layer 'secnd'"),
    ("edition second | edition third | dwarf crags", 18, "expected an edition and layers over it, said once"),
    ("house carry.object=5 | dwarf crags", 1, "no figure 'carry.object'"),
    ("house setup.most=12 | dwarf crags", 1, "expected 1–6"),
    ("house x=[[[ | dwarf crags", 10, "a list holds numbers, no other list"),
    ("dwarf crags | crown gone", 15, 'expected "crown reached"'),
    ("dwarf crags | on ruins", 15, 'expected "on ruins, bear sword, gold 2"'),
    ("dwarf crags | hex", 15, 'hex: expected "hex fields-1, of thief"'),
    ("dwarf crags | hex fields-1, left 4", 34, "left: expected a number from 1 to 3"),
    ("dwarf crags | hex fields-1, of elf", 32, 'nobody here is "elf": expected one of dwarf (0)'),
    ("dwarf crags | slavery", 15, "slavery belongs to a character"),
    ("dwarf crags, quest 7", 20, "quest: expected a number from 1 to 6"),
    ("dwarf crags, quest", 14, 'quest: expected what it remembers: "quest 1"'),
    ("dwarf crags | quest 5", 15, "quest lasts on a character"),
    ("own Ada character, life 4 | ada crags", 1, 'own: expected "own Griffin character, strength 4, craft 3, life 4,'),
    ("own Ada character, life 4, start nowhere | ada crags", 1, 'no space "nowhere"'),
    ("own Ada character, life 4, price 2 | ada crags", 28, "own: expected strength, craft, life, fate, gold, align"),
    ("edition third | dwarf crags", 17, 'so type one first, as a part: "own Griffin character, strength 4'),
    ("edition third | nobody crags | box elf", 36, 'no card "elf"'),
    ("own Griffin statue | dwarf crags", 13, "own: expected a type, one of event, animal"),
    ("dwarf crags, has ! bear", 18, '"!" comes at the end'),
    ("dwarf crags | thief\ncity | elf  nowhere", 33, 'no space "nowhere"'),
    ("dwarf crags > 7", 15, 'the answer "7" is not allowed: a die shows 1 to 6'),
    ("dwarf crags > 3 > ", 17, 'an answer is missing after ">"'),
)  # fmt: skip

IMPOSSIBLE = (
    ("dwarf crags, has bear~", "trophy.keep", ""),
    ("dwarf crags, has hex~", "meet.take", ""),
    ("dwarf crags, has bag-of-gold~", "gold.not-object", ""),
    ("dwarf crags, life 99~", "setup.supply", ""),
    ("dwarf crags, gold 99~ | thief city", "setup.supply", ""),
    ("dwarf crags, gold 16~ | thief city, gold 15", "setup.supply", ""),
    ("dwarf crags, gold 2 | on ruins, gold 29~", "setup.supply", ""),
    ("dwarf crags, as toad 0~", "toad.duration", ""),
    ("dwarf crags, as toad 4~", "toad.duration", ""),
    ("dwarf crags, as toad, gold 1~", "toad.goods", ""),
    ("dwarf crags, as toad, has sword~", "toad.goods", ""),
    ("dwarf crags, has cursed-by-a-hag maiden~", "card.text", ""),
    ("dwarf crags, turning-back~", "inner.turn-back", ""),
    ("dwarf crags, slavery~", "space.text", ""),
    ("dwarf crags, experience 3~", "trophy.keep", ""),
    ("edition second | dwarf crags, fate 2~", "table.edition", ""),
    ("edition second-cards | dwarf crags, trophies bear~", "trophy.keep", ""),
    ("dwarf crags | on city, healing~", "spell.when", ""),
    ("dwarf crags | on fields-1, blizzard~", 'write "blizzard fields-1, of dwarf"', ""),
    ("dwarf crags | hex crypt~", "reaches no space of that Region", ""),
    ("dwarf crags, quest 2 | thief city | quest 3, on dwarf~", "quest.accept", ""),
    ("dwarf crags | thief city | nobody oasis, out~", "crown.reached", ""),
    ("dwarf crags, strength 90~", "setup.supply", ""),
    ("dwarf crags, strength 90~, as toad 2", "setup.supply", ""),
    ("dwarf crags, as toad 2 craft 90~", "setup.supply", ""),
    ("nobody city~ | thief crags | elf oasis | crown reached", "crown.reached", ""),
    ("druid crags, good, has runesword~", "alignment.forbidden", "on crags, runesword"),
    ("dwarf crags | thief city, life 0~ | elf city", "life.zero", "on city, gold 1 | box character.thief"),
    ("dwarf crags, gold 4, quest 5~", "quest.now", "dwarf warlocks-cave, has talisman/talisman"),
)  # fmt: skip
"""What no game comes to, the rule that says so, and what becomes of it where it is settled."""

NEVER = (
    ("dwarf crags, spells bear", "bear is not a Spell (spell.gain)"),
    ("dwarf crags, trophies sword", "sword is not an Enemy, so it is no trophy (trophy.keep)"),
    ("dwarf crags, has spell?", "a Spell nobody has seen"),
    ("dwarf crags | on ruins, spell?", "a Spell nobody has seen lies on no space (spell.hidden)"),
    ("dwarf crags | dwarf city", "the dwarf is in the box once, but stands here 2 times (setup.characters)"),
    ("dwarf crags | thief city | box character.dwarf", "the dwarf is in the box once"),
    ("dwarf crags, has holy-grail*2", 'the box holds 1 of "holy-grail", the text names 2'),
    ("dwarf crags | hex fields-1 | hex fields-2", 'the box holds 1 of "hex", the text names 2'),
    ("dwarf crags | thief city, out", "who is out has no character on the board"),
    ("nobody crags, out | nobody city, out | crown reached", "the game is over"),
    ("dwarf crags | thief city | *nobody oasis, out | crown reached", "who is out has no turn"),
    ("dwarf crags | nobody city, has sword", "nobody plays at seat 1"),
    ("dwarf crags | " + " | ".join(["nobody city"] * 6), "7 seats: at most 6 play (setup.players)"),
    ("dwarf crags, used nonsense", 'nothing is used up by the name "nonsense"'),
    ("dwarf crags | discards purchase/sword", "not a card of a deck as it was printed"),
    ("dwarf crags | stock raft 1 | thief city, has purchase/raft", "so 1 can't be left (purchase.stock)"),
    ("dwarf crags | top spell hex hex, seen dwarf", "does not hold hex any more"),
    ("dwarf crags | immobility bear ruins", "lasts on a card that lies there"),
)  # fmt: skip


def test_a_house_rule_that_changes_nothing_is_none() -> None:
    """Whichever of two equal books was opened first, its positions are written alike."""
    assert (
        situation_text(situation("edition second-cards | house switch.temple_leave=true | dwarf crags"))
        == "edition second-cards | dwarf crags"
    )


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_printed_is_read_back(text: str) -> None:
    state = situation(text)
    assert situation_text(state) == text
    assert violations(state) == []


@pytest.mark.parametrize(("text", "as_printed"), ALSO)
def test_the_same_may_be_written_otherwise(text: str, as_printed: str) -> None:
    assert situation_text(situation(text)) == as_printed


@pytest.mark.parametrize(("text", "column", "message"), WRONG, ids=[text[:40] for text, _, _ in WRONG])
def test_a_wrong_text_says_where_and_what_was_meant(text: str, column: int, message: str) -> None:
    with pytest.raises(SituationError) as wrong:
        situation(text)
    assert message in str(wrong.value)
    line = text.split("\n")[1] if "line 2" in str(wrong.value) else ""
    found = PLACED.match(str(wrong.value))
    assert found and int(found[2]) == column - (text.index("\n") + 1 if line else 0), str(wrong.value)


def test_a_name_several_spaces_share_lists_them_all_with_their_neighbours() -> None:
    for text in ("dwarf plains", "dwarf city | on Plains, bear", "dwarf city > walk plains"):
        with pytest.raises(SituationError) as wrong:
            situation(text)
        for space in BOOK.board.of_kind("plains"):
            assert f'"{space}" (beside {" and ".join(BOOK.board.neighbours(space))})' in str(
                wrong.value
            )  # each has two
    with pytest.raises(
        SituationError, match=r'did you mean "hills-3" \(beside sentinel, hidden-valley and cursed-glade\)'
    ):
        situation("dwarf middle-hills")


@pytest.mark.parametrize(("text", "rule", "settled"), IMPOSSIBLE, ids=[text for text, _, _ in IMPOSSIBLE])
def test_an_impossible_position_is_refused_by_its_rule_unless_one_insists(text: str, rule: str, settled: str) -> None:
    with pytest.raises(SituationError) as wrong:
        situation(text.replace("~", ""))
    assert (
        rule in str(wrong.value)
        and '"!" after the clause insists on it' in str(wrong.value)
        and PLACED.match(str(wrong.value))
    )
    insisted = situation_text(situation(text.replace("~", " !")))
    assert (settled in insisted) if settled else insisted.count(" !") == 1


def test_what_a_card_forbids_to_take_may_have_been_there_before_it() -> None:
    text = "edition revised4 + souls | monk ruins, gold 2, has chains-of-greed | thief city"
    assert situation_text(situation(text)) == text


@pytest.mark.parametrize(("text", "message"), NEVER, ids=[text for text, _ in NEVER])
def test_what_no_table_could_show_is_refused_however_one_insists(text: str, message: str) -> None:
    for said in (text, text.replace(" | ", " ! | ") + " !"):
        with pytest.raises(SituationError) as wrong:
            situation(said)
        assert message in str(wrong.value) and PLACED.match(str(wrong.value))
        assert "insists" not in str(wrong.value)


def test_what_is_over_a_limit_is_settled_before_anything_else() -> None:
    """Where the character stands, not where it goes."""
    state = situation("troll crags, has sword axe shield helmet ring ! | *thief city, spells hex healing nullify !")
    found = ask(state)
    assert (found.kind, found.purpose, found.seat) == ("pick", "too-many-spells", 1)
    state, _ = step(state, Answer(state.ply, "hex"))
    state, _ = step(state, Answer(state.ply, "healing"))
    assert (ask(state).purpose, ask(state).seat) == ("too-many-objects", 0)
    state, _ = step(state, Answer(state.ply, "sword"))
    assert state.spaces[BOOK.board.index["crags"]] == ("sword",) and ask(state).purpose == "move"
    assert situation_text(state).startswith(
        "troll crags, has axe shield helmet ring | *thief city, spells nullify | on crags, sword"
    )


def test_figures_are_those_of_the_sheet() -> None:
    state = situation(
        "troll crags, strength 9, craft 3, life +1, has magic-belt"
        " | thief city, strength 5, craft 5, as toad 2 strength 3"
    )
    g = WorkingState(BOOK, state)
    assert [total(g, 0, stat) for stat in ("strength", "craft")] == [10, 3] and state.players[0].life == 7
    assert [total(g, 1, stat) for stat in ("strength", "craft")] == [3, 1] and state.players[1].asleep == (2, 2)


def test_a_word_that_only_one_card_has_means_it() -> None:
    state = situation("dwarf crags, has hag | on ruins, boar sword")
    assert state.players[0].goods == ("cursed-by-a-hag",)
    assert state == situation("dwarf crags, has cursed-by-a-hag | on ruins, wild-boar sword")
    with pytest.raises(SituationError, match="holy"):
        situation("dwarf crags, has holy")


def test_a_card_that_a_layer_has_taken_out_is_refused_with_the_layer() -> None:
    register(Layer("silent", {"adventure/events.toml": "[siren]\ngone = true\n"}))
    for said in ("siren", "sirena"):
        with pytest.raises(SituationError, match=f'no card "{said}": the layer "silent" has taken it out'):
            situation(f"edition revised4 + silent | dwarf crags | on ruins, {said}")
