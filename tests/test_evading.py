"""Who may evade what, and when is it asked?"""

from __future__ import annotations

import pytest
from situations import seat, situation

from talisman_nb.table.policy import answer as by_itself
from talisman_nb.table.records import Settings


def test_an_invisible_defender_slips_away() -> None:
    game = situation(seat("troll", "fields-1"), seat("wizard", "graveyard", spells=("invisibility", "healing")))
    game.walk("graveyard").say("attack:1")
    assert (game.ask.seat, game.open()) == (1, ("fight",))
    game.aside(1, "cast:invisibility")
    assert (game.ask.seat, game.open()) == (1, ("fight", "evade"))
    game.say("evade")
    assert game[1].life == 4 and not game.told("fought") and game.told("evaded")


# --- abilities used on somebody ---


@pytest.mark.parametrize(
    ("who", "ability", "goods"),
    [("thief", "steal", ("sword",)), ("sorceress", "take-follower", ("mule",)), ("sorceress", "beguile", ("sword",)),
     ("minstrel", "take-maidens", ("maiden",))],
)  # fmt: skip
def test_invisibility_also_answers_an_ability_that_was_announced(
    who: str, ability: str, goods: tuple[str, ...]
) -> None:
    """`evade.what`: whoever may evade evades an ability, by a Spell cast just then too."""
    victim = seat("elf", "graveyard", gold=0, goods=goods, spells=("invisibility",))
    game = situation(seat(who, "fields-1"), victim).walk("graveyard").say(f"use:character.{who}.{ability}@1")
    assert (game.ask.seat, game.ask.purpose, game.open()) == (1, "slip-away", ("let",)), "nothing allows it yet"
    game.aside(1, "cast:invisibility").say("evade")
    assert game[1].goods == goods and game.ask.kind == "close" and game.told("evaded")


def test_before_an_ability_strikes_there_is_a_pause_whoever_holds_a_spell() -> None:
    """A pause must not tell whose Spell it is; where nobody holds one there is none (`spell.when`)."""
    thief = seat("thief", "fields-1")
    for spells, paused in ((("healing",), True), ((), False)):
        game = situation(
            thief, seat("elf", "graveyard", gold=2, goods=("sword",)), seat("priest", "city", spells=spells)
        )
        game.walk("graveyard").say("use:character.thief.steal@1")
        assert (game.ask.purpose == "slip-away") is paused
        for wish, says in (("pass", "let"), ("always", "")):
            asked = Settings(players=(), react=(wish,) * 3)
            assert not paused or by_itself(game.ask, game.state, asked) == says, "as each seat wishes"
        game.say(*["let"] * paused).say("gold")
        assert game[0].gold == 2
