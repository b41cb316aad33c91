"""Is the most telling of what just happened shown, until something else has happened?"""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace
from tables import TWO, press

from talisman_nb.engine import step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Change, Event
from talisman_nb.model.kinds import EventKind
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_answers import say
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.contents import sheet
from talisman_nb.text.screen.moment import kinds, moment_of

NO_RESULT = {
    "added", "at_gate", "attacks", "barred", "dealt", "deck_empty", "deck_mixed", "drawn",
    "dropped", "ended", "experience", "gold_by_hand", "lasts_by_hand", "looked", "may_not_cast", "meets",
    "no_character_left", "nobody_left", "none_left", "paid", "placed", "put_by_hand", "read_off", "rerolls",
    "reshuffled", "rolled", "round", "set_aside", "set_by_hand", "stands", "taken_out", "trophy",
    "turn_begins", "turn_ends", "unclaimed", "uses", "walked",
}  # fmt: skip
"""Kinds of events that change nothing that is told, or are told with another one."""


def test_every_kind_of_event_is_a_result_or_none() -> None:
    listed = {name.partition(".")[0] for name in kinds()}
    assert listed | NO_RESULT >= set(get_args(EventKind))
    assert listed <= set(get_args(EventKind)) and not listed & NO_RESULT


@pytest.mark.parametrize(
    ("event", "tone", "large", "picture"),
    [
        (Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)), "good", False, "wolf"),
        (Event("fought", 0, what="won", cards=("dragon",), scores=(9, 8)), "good", True, "dragon"),
        (Event("fought", 0, what="lost", cards=("wolf",), scores=(3, 7)), "bad", False, "wolf"),
        (Event("gained", 0, what="strength", n=1, source="space.village"), "good", True, "space.village"),
        (Event("gained", 0, what="strength", n=0), "level", False, "character.dwarf"),
        (Event("lost", 0, what="life", n=1, source="pestilence"), "bad", True, "pestilence"),
        (Event("became", 0, what="toad", n=3), "bad", True, "form.toad"),
        (Event("taken", 0, card="talisman"), "good", True, "talisman"),
        (Event("taken", 0, card="sword"), "good", False, "sword"),
        (Event("taken", 0, card="poltergeist"), "bad", False, "poltergeist"),
        (Event("crossed", 0, space="sentinel"), "good", True, "space.sentinel"),
        (Event("gained", 0, what="craft", n=1, source="magic-stream:4"), "good", True, "magic-stream"),
    ],
)
def test_what_an_event_comes_to(event: Event, tone: str, large: bool, picture: str) -> None:
    state = situation("dwarf crags | thief city")
    found = moment_of(state, state, (event,), "en")
    assert found and (found.tone, found.large, found.picture) == (tone, large, picture)


def test_whoever_lost_the_character_is_shown_as_it_was() -> None:
    before = situation("dwarf crags | thief city")
    gone = replace(before, players=(replace(before.players[0], character=""), before.players[1]))
    for event in (Event("killed", 0, what="dwarf", cards=("sword",)), Event("eliminated", 0)):
        found = moment_of(before, gone, (event,), "en")
        assert found and found.picture == "character.dwarf"


def test_the_same_twice_is_told_once_with_its_number() -> None:
    state = situation("dwarf crags | thief city")
    found = moment_of(state, state, tuple(Event("gained_spell", 0) for _ in range(2)), "en")
    assert found and found.text.endswith("(2 ×)") and not found.detail


def test_of_several_events_the_most_important_is_the_headline() -> None:
    state = situation("dwarf crags | thief city")
    lost = Event("lost", 0, what="life", n=1)
    events = (Event("discarded", 0, card="sword"), lost, Event("fought", 0, what="lost", cards=("wolf",)))
    found = moment_of(state, state, events, "en")
    assert found and "lost to" in found.text
    assert found.large and "discarded" in found.detail and "1 life" not in found.detail


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_result_stays_until_the_next_one_and_goes_with_an_undo(lang: str, own_home: object) -> None:
    with Table.new(TWO, lang=lang, name=f"Evening {lang}") as table:
        controller = TableController(table)
        assert controller.screen().moment is None
        press(controller, "3", "clockwise", "wolf", "5", "2")
        won = controller.screen().moment
        assert won and not won.quiet and won.tone == "good" and "8" in won.text
        press(controller, "3")
        later = controller.screen().moment
        assert later and later.quiet and later.text == won.text
        controller.handle({"type": "undo", "ply": table.ask.ply})
        assert (again := controller.screen().moment) and again.quiet
        controller.handle({"type": "undo", "ply": table.ask.ply})
        assert controller.screen().moment is None


def test_the_counters_that_changed_are_told(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        controller = TableController(table)
        press(controller, "3", "clockwise", "wolf", "1", "6", "keep")
        found = controller.screen().moment
        assert found and [(each.seat, each.what, each.before, each.after) for each in found.changes] == [
            (0, "life", 5, 4)
        ]


@pytest.mark.parametrize("dice", [("5", "2"), ("1", "6", "keep"), ("3", "5")])
def test_the_sums_of_a_decided_fight_are_those_that_were_compared(dice: tuple[str, ...], own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        controller = TableController(table)
        press(controller, "3", "clockwise", "wolf", *dice)
        fought = next((e for line in table.lines for e in line.events if e.kind == "fought"), None)
        found = controller.screen().moment
        if fought is None:
            assert found is None
            return
        assert found and found.fight and tuple(side.total for side in found.fight.sides) == fought.scores
        for side, face in zip(found.fight.sides, dice, strict=False):
            assert side.dice == (int(face),)
            assert sum(block.n for block in side.blocks) + sum(side.dice) == side.total


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_a_bonus_of_a_fight_is_not_lost_with_its_end(edition: str) -> None:
    """The Monk adds Craft in battle: the sheet and the result show what stays."""
    before = situation(f"edition {edition} | monk crags | thief city > walk fields-2 > bear > fight")
    for key in ("6", "1", "keep"):
        after, events = step(before, Answer(before.ply, key))
        if after.fight is None:
            break
        before = after
    found = moment_of(seen_by(before), seen_by(after), events, "en")
    assert found is not None and found.tone == "good" and before.fight is not None and after.fight is None
    assert not [change for change in found.changes if change.what == "strength"]
    assert sheet(seen_by(before), 0, "en").strength == sheet(seen_by(after), 0, "en").strength == (2, 2)


def test_an_effect_that_ends_takes_nothing_from_what_was_gained() -> None:
    """The Potion of Strength ends in the press that brings a point of strength: the counter goes up by one."""
    state = situation("dwarf crags, has potion-of-strength | thief city")
    *_, (drunk, _) = say(state, "0: use:potion-of-strength.drink")
    stronger = replace(drunk.players[0], strength=1)
    after = replace(drunk, effects=(), players=(stronger, *drunk.players[1:]))
    events = (
        Event("gained", 0, what="strength", n=1, source="space.crags"),
        Event("ended", 0, source="potion-of-strength"),
    )
    told = moment_of(seen_by(drunk), seen_by(after), events, "en")
    assert drunk.effects and told is not None
    (change,) = told.changes
    assert (change.what, change.before, change.after) == ("strength", 3, 4)


def test_a_life_that_a_space_took_beside_a_victory_is_told_with_its_cause() -> None:
    before = seen_by(situation("wizard chapel, evil | thief city"))
    hurt = replace(before.players[0], life=before.players[0].life - 1)
    after = replace(before, players=(hurt, *before.players[1:]))
    lost = Event("lost", 0, what="life", n=1, source="space.chapel")
    won = Event("fought", 0, what="won", cards=("ghost",), scores=(8, 6))
    told = moment_of(before, after, (won, lost), "en")
    assert told is not None and told.text.startswith("P0 beat the Ghost") and "Chapel" in told.detail
    in_fight = moment_of(before, after, (won, replace(lost, source="")), "en")
    assert in_fight is not None and not in_fight.detail


def all_four(card: str, **named: str) -> TableController:
    """Four people in the outer region, of whom the last draws a card in the first round."""
    players = {"Ada": "dwarf", "Bruno": "thief", "Carla": "warrior", "Dario": "troll"}
    table = Table.new(players, **named)
    table.change(*(Change("space", seat, to="tavern") for seat in range(3)), Change("space", 3, to="village"))
    table.change(Change("turn", 3))
    panel = TableController(table)
    press(panel, "1", next(key for key in ("clockwise", "anticlockwise")), *((card,) if card else ()))
    return panel


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("card", ["pestilence", "storm"])
def test_what_hits_several_names_them_all_and_who_drew_it(card: str, lang: str) -> None:
    moment = all_four(card, lang=lang).screen().moment
    assert moment
    assert all(name in moment.text for name in ("Ada", "Bruno", "Carla", "Dario")), moment.text
    assert "Dario" in moment.detail


def test_a_round_in_which_nobody_plays_is_told() -> None:
    moment = all_four("storm").screen().moment
    assert moment and moment.text == "Storm: Dario, Ada, Bruno and Carla miss 1 turn"
    assert "Round 2: nobody plays (Storm)" in moment.detail


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_turn_in_which_nothing_happened_says_so_with_the_reason(lang: str) -> None:
    """At the Chapel without gold: not a loss of two turns ago."""
    table = Table.new({"Ada": "dwarf", "Dario": "troll"}, lang=lang)
    table.change(Change("space", 1, to="sentinel"), Change("gold", 1, 0), Change("turn", 1))
    panel = TableController(table)
    press(panel, "2", "clockwise")
    moment = panel.screen().moment
    assert moment and moment.picture == "space.chapel" and not moment.quiet
    assert "Dario" in moment.text and "0" in moment.detail


def test_the_band_after_an_amendment_says_what_was_changed() -> None:
    panel = all_four("wolf")
    press(panel, "6", "1", "1", "clockwise")
    table = panel.table
    assert table
    n = next(line.n for line in table.lines if line.answer.key == "6")
    panel.handle({"type": "amend", "n": n, "key": "5", "ply": table.state.ply})
    moment = panel.screen().moment
    assert moment and moment.text == "Changed: Dario rolled 5 against the Wolf" and not moment.detail
