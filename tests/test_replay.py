"""Is what follows played again after a late Spell or a changed answer, and left as it lay where it no longer fits?"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace
from tables import TWO, four_friends, four_friends_later, from_deck, played, press_on, spells_known, virtual

from talisman_nb.engine import ask
from talisman_nb.model import Ask, Change, State
from talisman_nb.table import HandMove, NotAllowedError, Table, difference


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
    assert [(move.kind, move.what, move.n) for move in table.hands] == [("counter", "life", 1)], (
        "the stand-off costs no life"
    )


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
            assert table.hands == difference(before, table.state), (
                "told all at once when the last has found its question"
            )
            continue
        left += 1
        table.keep_by_hand()
        assert as_before(table, before), f"seed {seed}, answer {table.lines[-1].n}"
        assert Table.open(path).state == table.state
    assert left > 3, "else the game says too little"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_as_it_lay_goes_on_with_the_throws_that_were_to_come(tmp_path: Path, seed: int) -> None:
    """Throws and draws are counted along the answers that led there, not along the change: none comes twice."""
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
            assert [line.answer.key for line in table.lines[at:]] == [
                line.answer.key for line in unchanged.lines[begun:]
            ]
    assert left > 3, "else the game says too little"


def test_a_folded_answer_can_be_opened() -> None:
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1)
    kept = next(line for line in table.lines if line.folded and line.ask.kind == "result")
    table.amend(kept.n, "fate:0")
    assert table.ask.kind == "die" and table.state.players[0].fate == table.lines[0].before.players[0].fate - 1


def asked_again(before: State, table: Table) -> Ask:
    """The question there was before, with the number it has now."""
    return replace(ask(before), ply=table.ask.ply)


def test_a_late_counterspell_brings_back_a_follower_that_was_taken() -> None:
    table = four_friends_later(
        from_deck("mesmerism", 2, "spell", "spells"),
        from_deck("mule", 1),
        from_deck("maiden", 1),
        from_deck("counterspell", 1, "spell", "spells"),
        turn=2,
    )
    table.answer("cast:mesmerism", 2)
    table.answer("mule")
    assert "mule" in table.state.players[2].goods
    table.correct(2, space="crags")
    for key in (3, "clockwise", "bandit"):
        table.answer(key)
    asked = next(line.n for line in table.lines if line.ask.kind == "react" and line.ask.purpose == "spell")
    before = table.state
    told = table.hold_on(asked, "cast:counterspell", 1, try_only=True)
    assert table.state is before, "the list comes before anything changes"
    assert any(move.card == "mule" and move.to == "seat:1" for move in told.differences)
    assert table.hold_on(asked, "cast:counterspell", 1) == told
    assert told.stopped_at is None and table.ask == asked_again(before, table)
    assert [line.answer.key for line in told.skipped] == ["mule"], "the question which Follower to take is gone"
    assert "mule" in table.state.players[1].goods and table.state.players[2].space == before.players[2].space


def test_a_die_mistyped_two_turns_ago_is_set_right() -> None:
    table = played(four_friends(), 3, "clockwise", "goblin", 3, 6, "keep")  # 6 against 8: a life is lost
    played(table, 1, "clockwise", "wolf", 6, 1)  # Bruno's turn
    assert table.ask.seat == 2
    lost = table.state.players[0].life
    wrong = next(line.n for line in table.lines if line.ask.purpose == "foe")
    told = table.amend(wrong, 1, try_only=True)
    assert table.state.players[0].life == lost, "looking changes nothing"
    assert told.stopped_at is None
    did = table.amend(wrong, 1)
    assert did == told
    assert table.state.players[0].trophies == ("goblin",) and table.state.players[0].life == lost + 1
    assert HandMove("card", card="goblin", origin="space:fields-3", to="trophies:0") in did.differences
