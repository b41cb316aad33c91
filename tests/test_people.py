"""May people join, leave, pause, hand over and change places at any moment of a game, and is it told as it is?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from people import some_change
from random_games import some_answer
from shares import some_seeds
from situations import Game, seat, situation

from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.model import Answer, Change, Event, State, decode, encode
from talisman_nb.notation.situation import situation as from_text
from talisman_nb.notation.situation import situation_text
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table, difference
from talisman_nb.table.file.saved_tables import summary
from talisman_nb.text.events import say_event

THREE = [("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "wizard")]
LANGS = ("en", "it", "fr", "pl")


def by_hand(state: State, *changes: Change) -> tuple[State, tuple[Event, ...]]:
    return step(state, Answer(state.ply, "hand", changes=changes))


def turns(state: State, n: int) -> list[int]:
    """The seats of the next turns, each missed as it begins."""
    found: list[int] = []
    while len(found) < n:
        found.append(state.turn)
        state, _ = by_hand(state, Change("skip", state.turn))
    return found


def three() -> Game:
    return situation(seat("dwarf", "crags"), seat("thief", "city"), seat("elf", "forest"))


# --- joining ---


def test_a_person_joins_with_a_character_and_plays_from_the_next_turn_of_the_seat() -> None:
    state, events = by_hand(three().state, Change("join", 0, to="ghoul", name="Elena"))
    assert [event.kind for event in events] == ["joins", "enters"]
    assert (state.players[3].name, state.players[3].character, state.players[3].space) == (
        "Elena",
        "ghoul",
        "graveyard",
    )
    assert ask(state).seat == 0, "the question that was asked comes again"
    assert turns(state, 5) == [0, 3, 1, 2, 0] and violations(state) == []


def test_a_person_without_a_character_is_dealt_one_as_at_the_beginning() -> None:
    state, _ = by_hand(three().state, Change("join", name="Elena"))
    found = ask(state)
    assert (found.kind, found.seat, found.chance) == ("character", 3, True)
    state, _ = step(state, Answer(state.ply, "ghoul"))
    assert state.players[3].character == "ghoul" and ask(state).seat == 0


def test_a_person_keeps_one_of_several_or_chooses_as_the_house_says() -> None:
    kept = new_game(THREE, house={"setup.deal": 2})
    kept, _ = by_hand(kept, Change("join", name="Elena"))
    for character in ("ghoul", "elf", "elf"):
        kept, _ = step(kept, Answer(kept.ply, character))
    assert kept.players[3].character == "elf" and kept.players[3].dealt == ()
    chosen, _ = by_hand(new_game(THREE, house={"setup.deal": 0}), Change("join", name="Elena"))
    assert (ask(chosen).purpose, ask(chosen).chance) == ("choose", False)


def test_what_a_character_begins_with_is_drawn_as_it_joins_without_ending_the_moment() -> None:
    game = three()
    state, _ = by_hand(game.state, Change("join", to="wizard", name="Elena"))
    while ask(state).kind == "card":
        state, _ = step(state, Answer(state.ply, "?"))
    assert len(state.players[3].spells) == 2 and state.moment == game.state.moment


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Change("join", to="dwarf", name="Elena"), "table.no-character"),
        (Change("join", to="hobbit", name="Elena"), "table.no-character"),
        (Change("join", name="  "), "table.person-name"),
        (Change("join", name="E\nlena"), "table.person-name"),
        (Change("join", 9, name="Elena"), "table.correction"),
        (Change("leave", 1, to="the moon"), "table.correction"),
        (Change("leave", 7, to="space"), "table.correction"),
        (Change("hand-over", 1, name=""), "table.person-name"),
        (Change("back", 1), "table.correction"),
        (Change("order", 1, 1), "table.correction"),
        (Change("order", 1, 8), "table.correction"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(change: Change, reason: str) -> None:
    state = three().state
    with pytest.raises(NotAllowedError) as refused:
        by_hand(state, change)
    assert refused.value.reason == reason and refused.value.cites


def test_a_full_table_takes_nobody_until_somebody_has_left() -> None:
    state = three().state
    for name in ("D", "E", "F"):
        state, _ = by_hand(state, Change("join", name=name))
        state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    with pytest.raises(NotAllowedError) as refused:
        by_hand(state, Change("join", name="G"))
    assert refused.value.reason == "table.full"
    state, _ = by_hand(state, Change("leave", 5, to="piles"))
    state, _ = by_hand(state, Change("join", name="G", to="troll"))
    assert len(state.players) == 7 and violations(state) == [], "the seat of who left is not given again"


# --- leaving ---


def laden() -> Game:
    return situation(
        seat("dwarf", "crags"),
        seat("thief", "city", goods=("sword", "mule"), spells=("hex",), trophies=("wolf",), gold=3),
        seat("elf", "forest"),
    )


def test_what_somebody_had_stays_on_the_space_as_in_a_death() -> None:
    state, (left, *_) = by_hand(laden().state, Change("leave", 1, to="space"))
    at = [*range(len(state.spaces))][next(i for i, cards in enumerate(state.spaces) if "sword" in cards)]
    assert set(state.spaces[at]) == {"sword", "mule"} and state.gold[at] == 3
    assert "character.thief" in state.box and (left.kind, left.cites) == ("leaves", ("table.join",))
    assert turns(state, 3) == [0, 2, 0] and violations(state) == []


def test_or_everything_goes_back_to_its_pile_and_the_character_is_free() -> None:
    state, _ = by_hand(laden().state, Change("leave", 1, to="piles"))
    assert not any(state.spaces) and not any(state.gold) and "character.thief" not in state.box
    state, _ = by_hand(state, Change("join", to="thief", name="Elena"))
    assert state.players[3].character == "thief" and violations(state) == []


def test_a_spell_on_somebody_who_leaves_meanwhile_has_no_effect() -> None:
    """Whoever has left is asked for no die, and who cast it has used it up (`table.join`)."""
    people = (
        seat("dwarf", "crags", spells=("random",)),
        seat("thief", "city"),
        seat("elf", "forest", spells=("nullify",)),
    )
    state = situation(*people).state
    for key in ("cast:random", "seat:1"):
        state, _ = step(state, Answer(state.ply, key))
    assert ask(state).kind == "react"
    state, _ = by_hand(state, Change("leave", 1, to="piles"))
    state, events = step(state, Answer(state.ply, "nobody"))
    assert "fizzled" in {event.kind for event in events} and ask(state).seat == 0


def test_who_leaves_in_the_own_turn_ends_it_and_the_fight() -> None:
    game = situation(seat("dwarf", "fields-1"), seat("thief", "city"), arrived=True).say("wolf", "fight")
    state, _ = by_hand(game.state, Change("leave", 0, to="piles"))
    assert state.turn == 1 and state.fight is None and ask(state).kind == "die"


def test_the_last_person_does_not_win_because_the_others_went_home() -> None:
    state, _ = by_hand(situation(seat("dwarf", "crags"), seat("thief", "city")).state, Change("leave", 1, to="piles"))
    assert state.winner < 0 and turns(state, 2) == [0, 0]


def test_clocks_of_who_has_left_or_pauses_go_on() -> None:
    """Destroy Magic lasts until the next turn of its caster: that moment comes though the caster has gone."""
    for change in (Change("leave", 1, to="piles"), Change("pause", 1)):
        state = from_text("dwarf crags | thief city | elf forest | destroy-magic, of thief")
        assert state.effects
        state, _ = by_hand(state, change)
        state, _ = by_hand(state, Change("skip", 0))
        assert (state.turn, state.effects) == (2, ())


# --- pausing, handing over, the order ---


def test_who_pauses_is_passed_over_until_back() -> None:
    state, _ = by_hand(three().state, Change("pause", 1))
    assert turns(state, 3) == [0, 2, 0]
    state, _ = by_hand(state, Change("back", 1))
    assert turns(state, 3) == [0, 1, 2]


def test_who_pauses_in_the_own_turn_gives_it_up() -> None:
    state, events = by_hand(three().state, Change("pause", 0))
    assert (state.turn, ask(state).kind) == (1, "die") and events[0].kind == "pauses"


def test_somebody_stays_at_the_table() -> None:
    state, _ = by_hand(three().state, Change("pause", 1), Change("pause", 2))
    with pytest.raises(NotAllowedError) as refused:
        by_hand(state, Change("pause", 0))
    assert refused.value.reason == "table.last-person"
    state, events = by_hand(state, Change("leave", 0, to="piles"))
    assert state.turn == 1 and "comes_back" in {event.kind for event in events}, "else nobody could play on"


def test_a_turn_by_hand_brings_who_pauses_back() -> None:
    state, _ = by_hand(three().state, Change("pause", 1))
    state, _ = by_hand(state, Change("turn", 1))
    assert state.turn == 1 and not state.players[1].paused


def test_another_person_plays_on() -> None:
    state, events = by_hand(laden().state, Change("hand-over", 1, name="Elena"))
    assert state.players[1].name == "Elena" and state.players[1].goods == ("sword", "mule")
    assert "Elena" in say_event(state, events[0], "en")


def test_people_change_places_and_the_round_ends_behind_the_last() -> None:
    state, _ = by_hand(three().state, Change("order", 0, 1))
    assert turns(state, 4) == [0, 2, 1, 0]
    rounds = [state.round]
    for _ in range(3):
        state, _ = by_hand(state, Change("skip", state.turn))
        rounds.append(state.round)
    assert rounds[-1] == rounds[0] + 1


def test_a_turn_to_come_is_skipped_too() -> None:
    state, _ = by_hand(three().state, Change("skip", 1))
    assert turns(state, 2)[0] == 0
    state, _ = by_hand(state, Change("skip", 0))
    assert state.turn == 2


def test_the_next_person_at_the_table_throws_for_a_creature() -> None:
    game = situation(seat("dwarf", "fields-1"), seat("thief", "city"), seat("elf", "forest"), arrived=True)
    state, _ = by_hand(game.state, Change("pause", 1))
    for key in ("wolf", "fight", "3"):
        state, _ = step(state, Answer(state.ply, key))
    assert (ask(state).purpose, ask(state).seat) == ("foe", 2)


# --- told, written, saved ---


@pytest.mark.parametrize("lang", LANGS)
def test_everything_is_told_with_the_names(lang: str) -> None:
    state, said = laden().state, []
    for change in (
        Change("join", name="Elena", to="ghoul"), Change("hand-over", 2, name="Fritz"), Change("order", 0, 1),
        Change("pause", 1), Change("back", 1), Change("skip", 1), Change("leave", 1, to="space"),
    ):  # fmt: skip
        state, events = by_hand(state, change)
        said.append(say_event(state, events[0], lang))
    assert len(set(said)) == len(said) and "Elena" in said[0] and "Fritz" in said[1]


def test_a_situation_says_who_pauses_has_gone_and_the_order() -> None:
    state, _ = by_hand(new_game(THREE, house={"setup.deal": 0}), Change("pause", 1), Change("order", 0, 1))
    text = situation_text(
        from_text("dwarf crags | thief city, paused | nobody city, out, gone | elf forest | order 0 3 1 2")
    )
    assert "paused" in text and "gone" in text and "order dwarf elf thief 2" in text
    assert state.seating == (1, 0, 2)


def test_a_table_with_people_who_came_and_went_is_saved_undone_and_laid_out(tmp_path: Path) -> None:
    with Table.new(THREE, seed=3, path=tmp_path / "t.talisman") as table:
        begun = table.state
        table.change(Change("join", 0, to="ghoul", name="Elena"))
        table.change(Change("leave", 1, to="space"))
        table.change(Change("hand-over", 2, name="Fritz"))
        at_last = table.state
        assert {move.kind for move in difference(begun, at_last)} >= {"character"}
    listed = summary(tmp_path / "t.talisman")
    assert listed and listed.people == ("Ada", "Fritz", "Elena"), "the list of tables says who plays now"
    with Table.open(tmp_path / "t.talisman") as table:
        assert table.state == at_last
        for _ in range(3):
            table.undo()
            assert table.hands is not None and table.known_people.players
        assert table.state == begun
        for _ in range(3):
            table.redo()
        assert table.state == at_last


@pytest.mark.parametrize("seeds", [range(40), pytest.param(some_seeds(100), marks=pytest.mark.campaign)])
@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_games_in_which_people_come_and_go_keep_every_invariant(edition: str, seeds: range) -> None:
    done = 0
    for seed in seeds:
        dice = random.Random(seed)
        house = dice.choice(({}, {"setup.deal": 2}, {"setup.deal": 0}))
        people = [(name, character if dice.random() < 0.7 else "") for name, character in THREE]
        state = new_game(people[: 2 + seed % 2], edition, house=house)
        for at in range(400):
            if ask(state).kind == "over":
                break
            change = some_change(state, dice) if dice.random() < 0.06 else None
            try:
                answer = Answer(state.ply, "hand", changes=(change,)) if change else some_answer(state, dice)
                state, events = step(state, answer)
            except NotAllowedError as refused:
                assert change and refused.cites, f"{edition}, seed {seed}, answer {at}: {refused}"
                continue
            done += change is not None
            wrong = violations(state)
            assert not wrong, f"{edition}, seed {seed}, answer {at}, {change or answer}: {wrong}"
            assert all(event.cites for event in events) and decode(encode(state)) == state
    assert done > len(seeds), "people came and went"


def test_who_pauses_before_the_first_turn_is_passed_over() -> None:
    state = new_game([("Ada", "dwarf"), ("Bruno", ""), ("Carla", "elf")])
    assert ask(state).kind == "character"
    state, _ = by_hand(state, Change("pause", 0))
    state, _ = step(state, Answer(state.ply, "troll"))
    assert state.turn == 1 and violations(state) == []
