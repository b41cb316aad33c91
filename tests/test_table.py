"""Does a table take answers as it should, and does going back never cheat?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tables import TWO, played, press_on, spells_known, virtual

from talisman_nb.model import Answer, Change
from talisman_nb.rules.book import open_book
from talisman_nb.table import NotAllowedError, Table, difference, policy
from talisman_nb.table.autoplay import Scripted, go_on


def test_a_refused_answer_changes_nothing() -> None:
    table = played(Table.new(TWO), 3)
    before = table.state
    for wrong in ("7", "north", "fight"):
        with pytest.raises(NotAllowedError):
            table.answer(wrong)
    assert table.state is before and len(table.lines) == 1


def test_a_stale_answer_is_refused() -> None:
    table = Table.new(TWO)
    shown = table.ask.ply
    table.answer(3, ply=shown)
    with pytest.raises(NotAllowedError) as refused:
        table.answer(3, ply=shown)
    assert refused.value.reason == "table.stale"
    with pytest.raises(NotAllowedError):
        table.answer(Answer(shown, "clockwise"))
    assert len(table.lines) == 1


def test_a_script_is_a_source_of_chance() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", source=Scripted([3, "wolf", 4, 1]))
    table.roll()
    table.answer("clockwise")
    table.roll()
    assert [line.by for line in table.lines if line.ask.chance] == ["rolled"] * 4
    assert table.state.players[0].trophies == ("wolf",)


def test_one_die_may_be_thrown_by_the_program_at_a_real_table() -> None:
    table = Table.new(TWO, seed=1)
    table.roll()
    assert table.lines[0].by == "rolled" and table.ask.kind == "way"


# --- policy ---


def test_nobody_is_asked_for_spells_at_one_screen_and_the_hand_makes_no_difference() -> None:
    def asked(spell: str, wish: str) -> list[str]:
        table = spells_known(ada="healing", bruno=spell)
        table.set(react=("pass", wish))
        table.answer("cast:healing", 0)
        while table.ask.kind == "pick":
            table.answer("seat:0" if "seat:0" in table.ask.open() else table.ask.open()[0])
        return [table.ask.kind]

    assert asked("counterspell", "pass") == asked("preservation", "pass") == ["die"]
    assert asked("counterspell", "always") == ["react"]
    assert asked("counterspell", "ask-if-could") == ["react"]
    assert asked("counterspell", "spells") == ["react"]


def test_a_seat_may_be_asked_for_its_spells_only_when_it_is_hit() -> None:
    def asked(target: str, wish: str = "hit") -> str:
        table = spells_known(ada="healing", bruno="counterspell")
        table.set(react=("pass", wish))
        table.answer("cast:healing", 0)
        table.answer(target)
        return table.ask.kind

    assert asked("seat:1") == "react"
    assert asked("seat:0") == asked("seat:1", "pass") == "die"


def test_a_seat_is_hit_when_it_is_about_to_lose_a_life() -> None:
    def asked(hit: int) -> bool:
        table = spells_known(ada="preservation", bruno="healing")
        table.set(react=tuple("hit" if seat == hit else "pass" for seat in range(2)))
        for key in (3, "clockwise", "wolf", 1, 6, "keep"):
            table.answer(key)
        return table.ask.kind == "react" and table.ask.purpose == "life_loss"

    assert asked(0) and not asked(1)


def test_settings_that_can_be_changed_are_kept(tmp_path: Path) -> None:
    table = Table.new(TWO, path=tmp_path / "t.talisman")
    table.set(dice="virtual", lang="it")
    assert Table.open(tmp_path / "t.talisman").settings.lang == "it"
    with pytest.raises(ValueError, match='did you mean "dice"'):
        table.set(dise="virtual")
    with pytest.raises(ValueError, match="'physical' or 'virtual'"):
        table.set(dice="wooden")


# --- hands ---


def test_hands_are_told_what_to_do_and_what_to_put_back() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4)
    table.answer(1)
    assert [(move.card, move.origin, move.to) for move in table.hands if move.kind == "card"] == [
        ("wolf", "space:fields-3", "trophies:0")
    ]
    back = table.undo()
    assert [(move.card, move.origin, move.to) for move in back if move.kind == "card"] == [
        ("wolf", "trophies:0", "space:fields-3")
    ]


def test_a_real_spell_stays_face_down_until_it_is_shown() -> None:
    table = Table.new(TWO)
    table.change(Change("card", card="healing", origin="deck:spell", to="discards:spell"))
    [move] = table.hands
    assert (move.card, move.origin, move.to) == ("healing", "deck:spell", "discards:spell")


def test_the_table_stops_when_a_game_plays_itself_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    import talisman_nb.table.autoplay as by_itself

    table = Table.new(TWO)
    monkeypatch.setattr(by_itself, "MOST", 3)
    monkeypatch.setattr(by_itself.policy, "answer", lambda found, state, settings: "1")
    with pytest.raises(Exception, match=r"without asking anybody|does not answer"):
        go_on(table._history.draft(), table.settings, table.source)


def test_a_spell_nobody_has_seen_is_drawn_and_put_back_by_hand() -> None:
    table = Table.new(TWO)
    before = table.state
    table.correct(card="spell?", origin="deck:spell", to="spells:0")
    assert table.state.players[0].spells == ("spell?",)
    [move] = table.hands
    assert (move.card, move.origin, move.to) == ("spell?", "deck:spell", "spells:0")
    table.correct(card="spell?", origin="spells:0", to="deck:spell")
    assert not difference(before, table.state)


def test_the_portal_can_be_settled_by_hand() -> None:
    table = Table.new(TWO)
    table.change(Change("space", 0, to="portal-of-power"), Change("turn", 0))
    played(table, 3, "portal")
    table.settle_by_hand()
    table.answer("done")
    assert table.ask.kind != "hands" and table.state.players[0].space == "portal-of-power"


def test_packing_away_and_setting_up_again_are_each_other_turned_round() -> None:
    table = press_on(virtual(seed=5), 120)
    up, away = table.to_set_up, table.to_pack_away
    cards = sorted((m.card, m.origin, m.to) for m in up if m.kind == "card")
    assert cards and cards == sorted((m.card, m.to, m.origin) for m in away if m.kind == "card")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_pressed_the_file_opens_to_the_same_game(tmp_path: Path, seed: int) -> None:
    """Answers, asides, undo, redo, hold on and corrections in any order; a preview differs only by what is drawn."""
    dice = random.Random(seed)
    how = {"dice": "virtual", "cards": "virtual", "spells": "known"} if seed % 2 else {"spells": "hands"}
    players = {f"P{n}": who for n, who in enumerate(dice.sample(open_book().characters, 3))}
    table = Table.new(players, path=tmp_path / "t.talisman", seed=seed, **how)
    for _ in range(150):
        if table.ask.kind == "over":
            break
        try:
            press_anything(table, dice)
        except NotAllowedError:
            continue
        assert not policy.answer(table.ask, table.state, table.settings), (
            "no press ends at a question that the table answers by itself"
        )
    again = Table.open(tmp_path / "t.talisman")
    assert again.state == table.state and again.lines == table.lines and again.pending == table.pending


def press_anything(table: Table, dice: random.Random) -> None:
    seat, chosen = dice.randrange(3), dice.random()
    late = dice.choice(table.lines[-30:]) if table.lines else None
    if chosen < 0.05:
        table.undo()
    elif chosen < 0.08:
        table.redo()
    elif chosen < 0.12 and late:
        key = dice.choice([key for key in late.ask.open() if key != "own"])
        told = table.amend(late.n, key, try_only=True)
        done = table.amend(late.n, key)
        assert done == told if table.settings.cards == "physical" else done.kept >= told.kept
        dice.choice([table.let_go, table.keep_by_hand, table.undo, lambda: None])()
    elif chosen < 0.16:
        table.answer(
            dice.choice([option.key for option in table.asides(seat) if not option.closed] or ["settle"]), seat
        )
    elif chosen < 0.18:
        table.correct(seat, gold=dice.randrange(5))
    elif table.ask.chance:
        table.roll()
    else:
        table.answer(dice.choice([key for key in table.ask.open() if key != "own"]))


def test_a_card_that_shows_something_lasting_may_be_taken_away_by_hand() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "blizzard")
    assert table.state.effects
    shown = next(effect for effect in table.state.effects if effect.source == "blizzard")
    table.correct(card="blizzard", origin=f"space:{shown.shows}", to="discards:adventure")
    for seat in (1, 0, 1, 0):
        table.change(Change("turn", seat))
    assert not [effect for effect in table.state.effects if effect.source == "blizzard"]
