"""Does a text say a situation, all of it, and does it say what is wrong with a text?"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace
from test_games import some_answer, start

from talisman_nb.engine import ask, step
from talisman_nb.model import Answer
from talisman_nb.model.situation import SituationError
from talisman_nb.model.situation_printing import print_situation
from talisman_nb.model.situation_reading import parse_situation
from talisman_nb.rulings.situation import situation, situation_text
from talisman_nb.simulate.invariants import broken

TEXTS = (
    "dwarf crags | thief city",
    "edition second | troll crags | *druid city, evil, has sword axe, spells hex",
    "house carry.take_back=true draw.counts=\"adventure\" | dwarf crags, named \"Old Ada\"",
    "wizard hills-3, fate 0, as toad 2, asleep +2 +1, spells healing hex | *elf city, trophies wraith*2 | on ruins, bear sword, gold 2",
    "*troll fields-1!, life 2, strength +3, used alignment | nobody tavern | box character.elf | round 7",
    "priest city, extra 1, misses 1 | *thief city | elf oasis, out | discards wolf ring hex | crown reached",
)  # fmt: skip

WRONG = (
    ("", "nothing is said"),
    ("dwarf crags | ", "nothing is said"),
    ("round 2", "no seat"),
    ("dwarf crags, lives 2", 'no word "lives" for a seat (did you mean "life"?)'),
    ("dwarf crags, life two", 'life: expected one number, came "two"'),
    ("dwarf", "expected a character and a space"),
    ("dwarv crags", 'no character "dwarv" (did you mean "dwarf"?)'),
    ("dwarf craggs", 'no space "craggs" (did you mean "crags"?)'),
    ("dwarf crags, has swrd", 'no card "swrd" (did you mean "sword"?)'),
    ("dwarf crags, as frog", 'no definition "form.frog"'),
    ("dwarf crags" + " | nobody city" * 6, "7 seats: at most 6 play"),
    ("dwarf crags | dwarf city", "the dwarf is in the box once, here stand 2"),
    ("dwarf crags, has holy-grail*2", 'the box holds 1 of "holy-grail", the text names 2'),
    ("*dwarf crags | *thief city", "mark one seat only"),
    ("edition secnd | dwarf crags", "no edition 'secnd'"),
    ("house carry.object=5 | dwarf crags", "no figure 'carry.object'"),
    ("dwarf crags | crown gone", 'expected "crown reached"'),
    ("dwarf crags | on ruins bear", "on: expected a space, a comma"),
)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_printed_is_read_back(text: str) -> None:
    assert print_situation(parse_situation(text)) == text
    assert broken(situation(text)) == []


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_wrong_text_says_what_was_meant(text: str, message: str) -> None:
    with pytest.raises(SituationError) as wrong:
        situation(text)
    assert message in str(wrong.value)


def test_random_games_are_said_between_turns_or_refused_aloud() -> None:
    """Said: the very state comes back. Refused: the message names what has no words."""
    said, refused = 0, []
    for seed in range(24):
        dice = random.Random(seed)
        state = start(dice, 2 + seed % 5)
        for _ in range(300):
            found = ask(state)
            if found.kind == "over":
                break
            if (found.kind, found.purpose, state.moment) == ("die", "move", "turn_start") and not state.cast:
                plain = replace(state, ply=0, result=None)
                try:
                    again = situation(situation_text(state))
                except SituationError as wrong:
                    refused.append(str(wrong))
                else:
                    assert replace(again, ply=0, result=None) == plain
                    said += 1
            state, _ = step(state, some_answer(state, dice))
    assert not [message for message in refused if "would not say" not in message]
    assert said > 20 * len(refused), (said, refused)


def test_the_middle_of_a_turn_is_refused_with_what_would_be_lost() -> None:
    state = situation("dwarf crags | thief city")
    state, _ = step(state, Answer(state.ply, "3"))
    with pytest.raises(SituationError, match="would not say: stack"):
        situation_text(state)
