"""Are the decisions of a fight the best for its aim: fate, evading, Armour, Weapons, abilities, Spells in hand?"""

from __future__ import annotations

from fractions import Fraction

import pytest
from situations import seat, situation

from talisman_nb.engine import ask
from talisman_nb.model import State
from talisman_nb.notation.situation import situation as from_text
from talisman_nb.odds import LIVE, WIN, TooLongError, best_fight, fight_odds

BEAR = " | thief city > 1 > anticlockwise > bear"


def bear(seat_text: str) -> State:
    return from_text(seat_text + BEAR)


def duel(mine: int = 0, theirs: int = 0) -> State:
    game = situation(seat("dwarf", "fields-1", fate=mine), seat("thief", "graveyard", fate=theirs)).walk("graveyard")
    return game.say("attack:1").state


def test_with_dice_alone_it_is_what_is_counted() -> None:
    for fate in (0, 1):
        state = bear(f"dwarf crags, fate {fate}")
        found, odds = best_fight(state), fight_odds(state, fate=True)
        assert (found.chance("won"), found.chance("standoff")) == (odds.won, odds.standoff)
        assert found.chance("lost") == odds.lost and found.exact


def test_armour_spares_a_life_as_often_as_it_says() -> None:
    without, with_helmet = best_fight(bear("dwarf crags, fate 0")), best_fight(bear("dwarf crags, fate 0, has helmet"))
    assert with_helmet.chance("won") == without.chance("won")
    assert with_helmet.chance("spared") == without.chance("lost") / 6
    assert with_helmet.chance("spared", "lost") == without.chance("lost")


def test_fate_is_kept_for_what_the_aim_needs() -> None:
    state = bear("dwarf crags, fate 1, has helmet")
    win, live = best_fight(state, WIN), best_fight(state, LIVE)
    assert win.chance("won") > live.chance("won") and win.chance("lost") > live.chance("lost")
    assert (win.aim, live.aim) == ("win", "live")


def test_a_spell_in_hand_counts_if_it_may_be_cast() -> None:
    state = bear("dwarf crags, fate 0, spells preservation")
    assert best_fight(state, LIVE).chance("lost") > 0 == best_fight(state, LIVE, spells=True).chance("lost")
    assert best_fight(state, spells=True).chance("spared") == best_fight(state).chance("lost")


def test_who_may_evade_does_so_if_it_wants_to_live() -> None:
    state = from_text("elf hills-1, fate 0 | thief city > 2 > anticlockwise > dragon")
    assert "evade" in ask(state).open()
    live = best_fight(state, LIVE)
    assert (live.best, live.chance("away")) == ("evade", 1)
    assert best_fight(state).answers["fight"]["lost"] > best_fight(state).answers["fight"]["won"]


def test_of_two_weapons_either_is_tried() -> None:
    found = best_fight(bear("dwarf crags, has sword axe, fate 0"))
    wielded = {key: chances["won"] for key, chances in found.answers.items() if key.startswith("wield:")}
    assert wielded and set(wielded.values()) == {found.chance("won")} and found.best == "fight"


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_each_side_wants_to_win(mine: int, theirs: int) -> None:
    state = duel(mine, theirs)
    attacker, defender = best_fight(state), best_fight(state, seat=1)
    assert attacker.chance("won") == fight_odds(state, fate=True).won
    assert defender.chance("lost", "spared") == attacker.chance("won")
    assert defender.chance("won") == attacker.chance("lost", "spared")


def test_a_fight_that_is_decided_has_no_best_answer() -> None:
    with pytest.raises(ValueError, match="no fight"):
        best_fight(from_text("dwarf crags | thief city"))


def test_more_states_than_allowed_are_refused() -> None:
    with pytest.raises(TooLongError):
        best_fight(duel(1, 1), states=10)


def test_the_chances_of_every_answer_add_up() -> None:
    found = best_fight(bear("warrior crags, has sword axe helmet, fate 1"))
    assert sum(found.chances.values()) == 1
    assert all(sum(chances.values()) == Fraction(1) for chances in found.answers.values())
