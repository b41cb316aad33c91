"""Does a table take answers as it should, and does going back never cheat?"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from tables import TWO, played, press_on, virtual

from talisman_nb.model import Answer, Change, State
from talisman_nb.rules.book import open_book
from talisman_nb.table import NotAllowedError, Table, difference, policy
from talisman_nb.table.autoplay import go_on
from talisman_nb.table.entry import entry_of
from talisman_nb.table.virtual_chance import Scripted


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


# --- back and forth ---


def test_undo_takes_back_one_press_with_what_followed_by_itself() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4)
    before = table.state
    table.answer(1)
    assert table.ask.seat == 1
    table.undo()
    assert table.state is before, "old states are kept"
    assert table.ask.purpose == "foe"
    table.redo()
    assert table.ask.seat == 1 and not table.can_redo


def test_an_answer_after_undo_is_a_branch_and_the_old_one_stays_in_the_file(tmp_path: Path) -> None:
    table = played(Table.new(TWO, path=tmp_path / "t.talisman"), 3, "clockwise")
    table.undo()
    table.answer("anticlockwise")
    assert [line.answer.key for line in table.lines] == ["3", "anticlockwise"]
    written = [entry_of(line) for line in (tmp_path / "t.talisman").read_bytes().splitlines(keepends=True)[1:]]
    assert [given.answer.key for entry in written for given in entry.answers] == ["3", "clockwise", "anticlockwise"]


def test_the_same_dice_and_cards_come_after_undo() -> None:
    table = press_on(virtual(), 30)
    lines = table.lines
    while table.can_undo:
        table.undo()
    press_on(table, 30)
    assert [line.answer for line in table.lines] == [line.answer for line in lines]


def test_an_aside_before_it_does_not_change_a_throw() -> None:
    table = virtual()
    face = table.roll()[0].answer.key
    table.undo()
    table.correct(0, gold=5)
    assert table.roll()[0].answer.key == face


# --- hold on ---


def spells_known(**given: str) -> Table:
    """Real dice and cards, Spells typed; each seat begins with the Spell given."""
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, spells="known")
    for seat, spell in enumerate(given.values()):
        table.correct(card=spell, origin="deck:spell", to=f"spells:{seat}")
    table.change(Change("life", 0, 2), Change("turn", 0))
    return table


def test_a_late_counterspell_is_put_in_and_the_rest_stays() -> None:
    table = spells_known(ada="healing", bruno="counterspell")
    table.answer("cast:healing", 0)
    while table.ask.kind == "pick":
        table.answer("seat:0" if "seat:0" in table.ask.open() else table.ask.open()[0])
    healed = table.state.players[0].life
    assert healed > 2
    played(table, 3, "clockwise", "wolf", 4, 1)
    asked = next(line.n for line in table.lines if line.ask.kind == "react" and line.ask.purpose == "spell")
    told = table.hold_on(asked, "cast:counterspell", 1)
    assert told.stopped_at is None and told.kept >= 5
    assert table.state.players[0].life == 2, "Healing did not happen"
    assert table.state.players[0].trophies == ("wolf",), "the fight stays"
    assert any(move.what == "life" and move.n < 0 for move in told.differences)
    table.undo()
    assert table.state.players[0].life == healed, "a hold on can be taken back in one press"
    table.redo()
    assert table.state.players[0].life == 2


def test_replay_stops_where_the_question_differs_and_goes_on_where_it_fits_again() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 3, 5, "keep", 2)
    wrong = next(line.n for line in table.lines if line.ask.purpose == "foe")
    told = table.amend(wrong, 4)  # 6 against 6
    assert told.stopped_at is not None and told.stopped_at.kind == "result" and len(told.remaining) == 2
    table.answer("keep")
    assert table.pending == () and table.ask.kind == "way" and table.ask.seat == 1, "Bruno's 2 fits again"


def test_what_does_not_fit_can_be_let_go_or_kept_by_hand() -> None:
    def stopped() -> tuple[Table, State]:
        table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1, 2, "clockwise")
        before = table.state
        assert table.amend(1, 4).remaining
        return table, before

    table, _ = stopped()
    table.let_go()
    assert table.pending == () and table.ask.kind == "way" and table.ask.seat == 0
    table, before = stopped()
    table.keep_by_hand()
    assert as_before(table, before), "things stay as they lie, the question too"
    assert table.lines[0].answer.key == "4", "and the journal has what was changed"


def as_before(table: Table, before: State) -> bool:
    """Whether every value and the question are those of an earlier state; answers alone were counted on."""
    return replace(table.state, ply=before.ply) == before and not table.hands and not table.pending


def waits(table: Table, dice: random.Random) -> bool:
    """Change some answer so that a later one waits; False, and all as it was, when none of a few tries does."""
    for line in dice.sample(table.lines, min(10, len(table.lines))):
        for key in (key for key in line.ask.open() if key not in ("own", line.answer.key)):
            try:
                if table.amend(line.n, key).remaining:
                    return True
            except NotAllowedError:
                continue
            table.undo()
    return False


def stopped(path: Path | None = None) -> tuple[Table, State]:
    """A table where two answers wait, and the game before."""
    table = played(Table.new(TWO, path=path), 3, "clockwise", "wolf", 3, 5, "keep", 2)
    before = table.state
    assert len(table.amend(next(line.n for line in table.lines if line.ask.purpose == "foe"), 4).remaining) == 2
    return table, before


def test_hands_are_told_the_difference_once_when_no_answer_waits_any_more(tmp_path: Path) -> None:
    table, before = stopped(tmp_path / "t.talisman")
    assert table.hands == Table.open(tmp_path / "t.talisman").hands == ()
    table.answer("keep")
    assert not table.pending
    assert table.hands == difference(before, table.state)
    assert [(move.kind, move.what, move.n) for move in table.hands] == [("counter", "life", 1)], "the stand-off costs no life"


def test_letting_go_tells_hands_what_is_taken_back(tmp_path: Path) -> None:
    _, before = stopped(tmp_path / "t.talisman")
    table = Table.open(tmp_path / "t.talisman")
    table.let_go()
    assert table.hands == difference(before, table.state) != ()


def test_undo_lets_the_answers_wait_again(tmp_path: Path) -> None:
    table, before = stopped(tmp_path / "t.talisman")
    waiting = table.pending
    table.answer("keep")
    table.undo()
    assert table.pending == waiting == Table.open(tmp_path / "t.talisman").pending
    table.undo()
    assert as_before(table, before)
    table.redo()
    assert table.pending == waiting
    table.keep_by_hand()
    assert as_before(table, before)


def test_a_change_while_answers_wait_is_left_as_everything_lay_at_first() -> None:
    table = press_on(virtual(seed=4), 80)
    before, dice = table.state, random.Random(4)
    assert waits(table, dice) and waits(table, dice)
    table.keep_by_hand()
    assert as_before(table, before)


def test_a_change_that_ends_the_game_is_left_as_everything_lay() -> None:
    table = Table.new(TWO)
    table.change(Change("life", 1, 1), Change("space", 0, to="crown-of-command"), Change("turn", 0))
    before = played(table, 1, "keep", 3, "clockwise").state
    table.amend(next(line.n for line in table.lines if line.ask.purpose == "command"), 6)
    assert table.ask.kind == "over" and table.pending
    table.keep_by_hand()
    assert as_before(table, before)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_waits_is_left_as_it_lies_wherever_a_random_game_is_changed(tmp_path: Path, seed: int) -> None:
    """Every value and the question are as before the change, on disk too, whatever was answered meanwhile."""
    dice, path = random.Random(seed), tmp_path / "t.talisman"
    table = press_on(virtual(path, seed), 40)
    left = 0
    for _ in range(12):
        press_on(table, 10)
        before = table.state
        if not waits(table, dice):
            continue
        for _ in range(dice.randrange(4)):
            if table.pending:
                assert not table.hands, "nothing is told while answers wait"
                press_on(table, 1)
        if not table.pending:
            assert table.hands == difference(before, table.state), "told all at once when the last has found its question"
            continue
        left += 1
        table.keep_by_hand()
        assert as_before(table, before), f"seed {seed}, answer {table.lines[-1].n}"
        assert Table.open(path).state == table.state
    assert left > 3, "else the game says too little"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_as_it_lay_goes_on_with_the_throws_that_were_to_come(tmp_path: Path, seed: int) -> None:
    """Throws and draws are counted along the answers that led there, not along those of the change: none comes twice."""
    dice = random.Random(seed)
    table = press_on(virtual(tmp_path / "t.talisman", seed), 40)
    left = 0
    for n in range(12):
        press_on(table, 7)
        if table.ask.chance:  # thrown and taken back: the face that was seen stays
            table.roll()
            table.undo()
        copy = Path(shutil.copy(tmp_path / "t.talisman", tmp_path / f"{n}.talisman"))
        if not waits(table, dice):
            continue
        press_on(table, dice.randrange(3))
        if table.pending:
            left += 1
            table.keep_by_hand()
            table = Table.open(tmp_path / "t.talisman") if n % 2 else table
            at = len(table.lines)
            unchanged = Table.open(copy)
            begun = len(unchanged.lines)
            press_on(table, 12)
            press_on(unchanged, 12)
            assert [line.answer.key for line in table.lines[at:]] == [line.answer.key for line in unchanged.lines[begun:]]
    assert left > 3, "else the game says too little"


def test_a_folded_answer_can_be_opened() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1)
    kept = next(line for line in table.lines if line.folded and line.ask.kind == "result")
    table.amend(kept.n, "fate:0")
    assert table.ask.kind == "die" and table.state.players[0].fate == table.lines[0].before.players[0].fate - 1


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
    assert [(move.card, move.origin, move.to) for move in table.hands if move.kind == "card"] == [("wolf", "space:fields-3", "trophies:0")]
    back = table.undo()
    assert [(move.card, move.origin, move.to) for move in back if move.kind == "card"] == [("wolf", "trophies:0", "space:fields-3")]


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
    """Answers, asides, undo, redo, hold on, corrections, in any order; looking first only differs from doing by what is drawn."""
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
        assert not policy.answer(table.ask, table.state, table.settings), "no press ends at a question that the table answers by itself"
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
        table.answer(dice.choice([option.key for option in table.asides(seat) if not option.closed] or ["settle"]), seat)
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
