"""Can every state at the beginning of a turn be said as a text, with all that lasts?"""

from __future__ import annotations

import random

import pytest
from editions import EXPANDED, PLAYED
from msgspec.structs import replace
from test_games import some_answer, start

from talisman_nb.cards.operations import Begin, PromiseOp
from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Change, State
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.effect_words import PASSING, EffectKind, lasting_words
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.rules.book import book_of, open_book, operations_of

pytestmark = pytest.mark.slow

BOOK = open_book()


# --- what lasts ---


def example(one: EffectKind, word: str) -> str:
    """A situation with something lasting, as its example shows it, where it can last."""
    space = one.source.removeprefix("space.") if one.source.startswith("space.") else "crags"
    said = word + one.example.replace(", of thief", "").removeprefix(one.word)
    lying = "on fields-6, bear | " if one.on == "card" else ""
    return f"troll {space}, {said} | thief city" if one.on == "seat" else f"troll {space} | thief city | {lying}{said}"


def test_everything_that_can_last_has_a_word_and_can_be_said() -> None:
    begun = [
        op
        for d in BOOK.definitions.values()
        for op in operations_of(d)
        if isinstance(op, (Begin, PromiseOp)) and op.until not in PASSING
    ]
    words = lasting_words(BOOK)
    assert {op.word.partition(" ")[0] for op in begun} == {one.word for one in words.all} and len(words.all) >= 14
    for one in words.all:
        state = situation(example(one, one.word))
        kept = [promise.program for promise in state.players[0].promises] + [effect.what for effect in state.effects]
        assert kept == [one.key], one.word
        assert situation(situation_text(state)) == state
        assert situation(example(one, one.key)) == state, "its key is a word too"


def test_what_lasts_does_what_it_does() -> None:
    assert situation("troll temple, slavery | thief city > 3 > keep").players[0].promises != (), "not free yet"
    assert ask(situation("troll temple, slavery | thief city > 4 > keep")).kind == "way"
    assert ask(situation("troll temple, slavery | thief city")).purpose == "freedom"
    assert ask(situation("troll werewolf-den, werewolf 8 | thief city > go-on")).kind == "fight"
    assert situation("troll fields-2, life 3 | thief city | hex fields-1 > walk fields-1").players[0].life == 2
    assert ask(situation("troll crags | thief city | blizzard ruins")).kind == "way", "one space, no die"
    assert ask(situation("troll tavern, tavern-boatman | thief city")).purpose == "tavern-boatman"


# --- states ---


def turn_begins(state: State) -> bool:
    """Whether a state stands at the beginning of a turn, nothing begun: nobody has left the space it begins on."""
    begun = [frame.program for frame in state.stack[1:]] not in (["turn.move.do"], []) or any(state.stack[0].slots)
    return state.moment == "turn_start" and not begun


def said_on_arrival(state: State) -> bool:
    """Whether a text says the state of an encounter; it does as long as nothing of it has happened."""
    try:
        return ", arrived" in situation_text(state)
    except SituationError as wrong:
        assert "would not say: stack" in str(wrong)
        return False


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.campaign) for first in range(12, 300, 12))]
)
@pytest.mark.parametrize("edition", PLAYED)
def test_every_beginning_of_a_turn_can_be_said(edition: str, first: int) -> None:
    """Whatever was drawn, cast and corrected before: the very state comes back."""
    said = arrived = 0
    for seed in range(first, first + 12):
        dice = random.Random(seed)
        state = start(dice, 2 + seed % 5, edition)
        for _ in range(400):
            found = ask(state)
            if found.kind == "over":
                break
            if turn_begins(state) and found.kind in ("die", "way"):
                text = situation_text(state)
                assert replace(situation(text), ply=0, result=None) == replace(state, ply=0, result=None), (
                    f"seed {seed}: {text}"
                )
                assert " !" not in text, f"seed {seed}: {text}"
                said += 1
            elif found.kind == "card" and state.moment == "arrived":
                arrived += said_on_arrival(state)
            state, _ = step(state, some_answer(state, dice))
    whence = edition in EXPANDED  # a card of it asks where the turn began, which the text of an encounter does not say
    assert said > 200 and (arrived > 50 or whence), (said, arrived)


def test_what_only_a_hand_can_lay_out_is_marked_when_it_is_printed() -> None:
    state = situation("troll crags | thief city")
    state, _ = step(
        state,
        Answer(state.ply, "hand", 0, changes=(Change("card", card="bear", origin="deck:adventure", to="seat:1"),)),
    )
    assert situation_text(state) == "troll crags | thief city, has bear !"


def test_the_middle_of_a_turn_is_refused_with_what_would_be_lost() -> None:
    state = situation("dwarf crags | thief city")
    state, _ = step(state, Answer(state.ply, "3"))
    with pytest.raises(SituationError, match="would not say: stack"):
        situation_text(state)


def test_answers_behind_a_situation_lead_to_any_moment() -> None:
    text = (
        "dwarf hills-3, has sword | thief city, spells healing | on ruins, bear"
        " > walk cursed glade > Holy Grail > 1: cast:healing > seat:0"
    )
    state = situation(text)
    assert ask(state).kind == "take" and state.players[0].space == "cursed-glade"
    own = situation(
        'troll fields-1 | thief city > walk fields-2 > own "Black Griffin" monster, strength 4 > fight > 6 > 1 > keep'
    )
    assert own.players[0].trophies == ("own/Black Griffin",)
    assert book_of(own.book) is BOOK


def test_an_ability_used_up_for_the_game_is_said_and_written() -> None:
    text = "edition second | minstrel fields-1, used game.character.minstrel.charm | troll city"
    state = situation(text)
    assert state.players[0].used == ("game.character.minstrel.charm",)
    assert situation(situation_text(state)) == state


def test_an_event_lies_unmet_wherever_a_table_draws_another_for_a_card_placed_elsewhere() -> None:
    lying = "priest plains-2 | thief city | on forest, pestilence"
    with pytest.raises(SituationError, match="does not stay"):
        situation(lying)
    situation(f"house switch.draw_again=true | {lying}")
