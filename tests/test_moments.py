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
from talisman_nb.text.screen.values import Drama, Moment

NO_RESULT = {
    "added", "at_gate", "attacks", "barred", "dealt", "deck_empty", "deck_mixed", "drawn",
    "dropped", "ended", "experience", "gold_by_hand", "lasts_by_hand", "looked", "may_not_cast", "meets",
    "no_character_left", "nobody_left", "none_left", "paid", "placed", "put_by_hand", "read_off", "rerolls",
    "reshuffled", "rolled", "round", "set_aside", "set_by_hand", "stands", "taken_out", "trophy",
    "turn_begins", "turn_ends", "unclaimed", "uses", "walked",
}  # fmt: skip
"""Kinds of events that change nothing that is told, or are told with another one."""


def test_every_kind_of_event_is_a_result_or_none() -> None:
    listed = {name.partition(".")[0] for name in kinds() if not name.endswith(".goal")}
    assert listed | NO_RESULT >= set(get_args(EventKind))
    assert listed <= set(get_args(EventKind)) and not listed & NO_RESULT


@pytest.mark.parametrize(
    ("event", "tone", "level", "picture"),
    [
        (Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7)), "good", "", "wolf"),
        (Event("fought", 0, what="won", cards=("dragon",), scores=(9, 8)), "good", "medium", "dragon"),
        (Event("fought", 0, what="lost", cards=("wolf",), scores=(3, 7)), "bad", "", "wolf"),
        (Event("gained", 0, what="strength", n=1, source="space.village"), "good", "medium", "space.village"),
        (Event("gained", 0, what="strength", n=0), "level", "", "character.dwarf"),
        (Event("lost", 0, what="life", n=1, source="pestilence"), "bad", "", "pestilence"),
        (Event("became", 0, what="toad", n=3), "bad", "medium", "form.toad"),
        (Event("taken", 0, card="talisman"), "good", "medium", "talisman"),
        (Event("taken", 0, card="sword"), "good", "", "sword"),
        (Event("taken", 0, card="poltergeist"), "bad", "", "poltergeist"),
        (Event("crossed", 0, space="sentinel"), "good", "medium", "space.sentinel"),
        (Event("gained", 0, what="craft", n=1, source="magic-stream:4"), "good", "medium", "magic-stream"),
    ],
)
def test_what_an_event_comes_to(event: Event, tone: str, level: str, picture: str) -> None:
    state = situation("dwarf crags | thief city")
    found = moment_of(state, state, (event,), "en")
    assert found and (found.tone, found.level, found.picture) == (tone, level, picture)


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
    assert "discarded" in found.detail and "1 life" not in found.detail


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
        assert later and later.quiet and later.detail == won.text
        assert "3" in later.text and "Bruno" in later.text, "the die that came last is told first, and for what"
        controller.handle({"type": "undo", "ply": table.ask.ply})
        assert (again := controller.screen().moment) and again.quiet
        controller.handle({"type": "undo", "ply": table.ask.ply})
        drawn = controller.screen().moment
        assert drawn and drawn.quiet and drawn.picture == "wolf" and not drawn.fight, "less than a result"


def test_what_is_less_than_a_result_is_told_quietly_until_there_is_one(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        controller, told = TableController(table), []
        for answer in ("3", "clockwise", "wolf", "5"):
            press(controller, answer)
            moment = controller.screen().moment
            assert not moment or (moment.quiet and not moment.level and not moment.changes)
            told.append(moment.text if moment else "")
        rolled = ["Ada rolled 3 (movement)", "Ada rolled 5 against the Wolf"]
        assert told == [rolled[0], "Ada moved to the Fields", "Ada drew the Wolf", rolled[1]]


@pytest.mark.parametrize(
    ("text", "answer", "told"),
    [
        (
            "thief city, arrived | dwarf city, gold 3, has sword helmet",
            "use:character.thief.steal@1",
            "Bartholomew chose “Steal”",
        ),
        ("warrior valley-of-fire, has talisman | thief city", "crown-of-command", "The game goes on"),
        ("dwarf fields-1, gold 9, arrived | thief city, gold 9", "market-day", "Market Day: Bartholomew buys now"),
    ],
)
def test_it_is_told_what_came_last_and_what_comes(text: str, answer: str, told: str) -> None:
    begun = situation(text)
    people = tuple(replace(one, name=name) for one, name in zip(begun.players, ("Bartholomew", "Ada"), strict=True))
    table = Table.new([(p.name, p.character) for p in people], position=replace(begun, players=people), lang="en")
    table.answer(answer)
    screen = TableController(table).screen()
    assert screen.moment and screen.question
    staged = screen.moment.staged.said if screen.moment.staged else ""
    seen = (screen.moment.text, staged, screen.question.headline)
    assert any(told in each for each in seen), seen


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
            assert found and found.quiet and not found.fight
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


def of_seats(*events: Event, text: str = "dwarf crags | thief city") -> Moment:
    state = situation(text)
    found = moment_of(state, state, events, "en")
    assert found
    return found


def test_levels_come_of_kinds_of_events() -> None:
    """A drop of counters, a sheet, night, rays: by what happened, whatever card, space or edition it was."""
    levels = {name: kind.level for name, kind in kinds().items() if kind.level}
    assert {name for name, level in levels.items() if level == "crown"} == {"won", "crown_reached"}
    assert {name for name, level in levels.items() if level == "death"} == {"killed", "eliminated", "became.lifeless"}
    assert set(levels.values()) <= set(get_args(Drama)) - {"", "small"}, "counters that changed are small by themselves"
    order = [levels[name] for name in kinds() if name in levels]
    assert order == sorted(order, key=["crown", "death", "medium"].index), "the higher is the headline"


def test_a_change_of_counters_is_small_and_staged_nowhere(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        controller = TableController(table)
        press(controller, "3", "clockwise", "wolf", "1", "6", "keep")
        found = controller.screen().moment
        assert found and found.level == "small" and found.staged is None and found.changes


def test_of_two_events_that_are_staged_the_higher_is_and_the_other_is_told() -> None:
    toad, dead = Event("became", 1, what="toad", n=3), Event("killed", 0, what="dwarf", space="crags")
    found = of_seats(toad, dead)
    assert found.level == "death" and found.staged and found.staged.title == "P0 dies"
    assert "Toad" in found.detail


def test_a_headline_that_is_not_staged_leaves_the_stage_to_what_is() -> None:
    won = Event("fought", 0, what="won", cards=("wolf",), scores=(8, 7))
    found = of_seats(won, Event("gained", 0, what="strength", n=1, source="space.village"))
    assert found.text.startswith("P0 beat the Wolf") and found.level == "medium"
    assert found.staged and found.staged.title == "P0 is stronger" and found.staged.said == "Village"
    assert found.staged.change and found.staged.change.after - found.staged.change.before == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("card", "what"), [("pestilence", "life"), ("storm", "miss")])
def test_what_hits_several_is_titled_by_its_cause_and_shows_everybody(card: str, what: str, lang: str) -> None:
    moment = all_four(card, lang=lang).screen().moment
    assert moment and moment.level == "medium" and moment.staged
    assert [each.seat for each in sorted(moment.staged.hit, key=lambda each: each.seat)] == [0, 1, 2, 3]
    assert {each.what for each in moment.staged.hit} == {what}
    assert not any(name in moment.staged.title for name in ("Ada", "Bruno", "Carla", "Dario"))
    assert ":" in moment.staged.title and moment.staged.things == (card,)
    if what == "life":
        assert all(each.after == each.before - 1 for each in moment.staged.hit)


def test_whoever_dies_of_what_hits_several_is_staged_and_all_are_told() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief", "Carla": "warrior"})
    table.change(*(Change("space", seat, to="tavern") for seat in range(2)), Change("space", 2, to="village"))
    table.change(Change("life", 0, 1), Change("turn", 2))
    panel = TableController(table)
    press(panel, "1", "clockwise", "pestilence")
    moment = panel.screen().moment
    assert moment and moment.level == "death" and moment.staged and moment.staged.title == "Ada dies"
    assert moment.detail.startswith("Pestilence: ") and all(name in moment.detail for name in ("Ada", "Bruno", "Carla"))
    assert "Pestilence" in moment.staged.said and moment.staged.lives == 5
    dead = next(each for each in panel.screen().sheets if each.who.name == "Ada")
    assert dead.dead and not any(each.dead for each in panel.screen().sheets if each.who.name != "Ada")


def test_a_death_shows_what_stays_and_of_what_it_was() -> None:
    left = Event("killed", 0, what="dwarf", space="crags", cards=("sword", "axe"), n=2)
    staged = of_seats(Event("fought", 0, what="lost", cards=("wolf",), scores=(3, 7)), left).staged
    assert staged and staged.portrait == "character.dwarf" and "lost to the Wolf, 3 to 7" in staged.said
    assert [each.picture for each in staged.left] == ["sword", "axe", "gold"] and "Crags" in staged.left_on


def test_a_level_that_was_traded_shows_the_figure_what_paid_and_the_chance_there_was(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        table.change(Change("strength", 0, 9))
        panel = TableController(table)
        press(panel, "3", "clockwise", "dragon", "6", "1")
        beaten = panel.screen().moment
        assert beaten and beaten.level == "medium" and beaten.staged and beaten.staged.scores
        assert beaten.staged.met and beaten.staged.met.picture == "dragon" and "%" in beaten.staged.met.note
        asked = panel.screen().question
        assert asked
        press(panel, next(each.key for each in asked.options if "strength" in each.key))
        traded = panel.screen().moment
        assert traded and traded.level == "medium" and traded.staged and traded.staged.change
        assert traded.staged.change.what == "strength" and traded.staged.title == "Ada is stronger"
        assert "7" in traded.staged.said and traded.staged.met and "Dragon" in traded.staged.met.text
        assert "%" in traded.staged.met.note


def test_the_crown_is_reached_by_a_road(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        table.change(
            Change("card", card="talisman", origin="deck:adventure", to="seat:0"),
            Change("space", 0, to="valley-of-fire"),
        )
        panel = TableController(table)
        press(panel, "crown-of-command")
        moment = panel.screen().moment
        assert moment and moment.level == "crown" and moment.staged and moment.staged.road
        assert moment.staged.title == "Ada reaches the Crown"


@pytest.mark.parametrize(
    "text",
    [
        "edition second | dwarf crags | thief city",
        "edition third | own Bo character, strength 3, craft 3, life 4, start chapel | bo chapel",
        "edition revised4 + souls | dwarf crags | thief city",
    ],
)
def test_other_editions_and_packs_stage_their_deaths_and_endings(text: str) -> None:
    assert of_seats(Event("killed", 0, what="dwarf"), text=text).level == "death"
    assert of_seats(Event("won", 0), text=text).level == "crown"
    assert of_seats(Event("lost", 0, what="strength", n=1), text=text).level == "medium"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_comes_to_a_goal_that_is_no_crown_is_staged_with_it(lang: str) -> None:
    text = "edition third | own Bo character, strength 3, craft 3, life 4, start chapel | bo chapel"
    goal, way = (Event("walked", 0, space=space) for space in ("wizards-tower", "chapel"))
    state = seen_by(situation(text))
    moment = moment_of(state, state, (goal,), lang)
    assert moment and (moment.level, moment.tone, moment.picture) == ("medium", "good", "space.wizards-tower")
    assert moment.staged and moment.staged.things == ("space.wizards-tower",)
    assert moment_of(state, state, (way,), lang) is None
    base = seen_by(situation("dwarf crags | thief city"))
    assert moment_of(base, base, (Event("walked", 0, space="crown-of-command"),), lang) is None, "the Crown has its own"


def test_a_guard_that_was_passed_is_staged_by_both_scores_with_its_space_and_the_chance(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        table.change(Change("strength", 0, 9), Change("turn", 0))
        panel = TableController(table)
        press(panel, "5", "bridge", "6")
        moment = panel.screen().moment
        assert moment and moment.level == "medium" and moment.staged and moment.staged.met
        assert len(moment.staged.scores) == 2 and moment.staged.met.picture == "space.sentinel"
        assert "%" in moment.staged.met.note
