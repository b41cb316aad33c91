"""Who may evade what, and when is it asked?"""

from __future__ import annotations

import pytest
from situations import seat, situation

from talisman_nb.engine import ask
from talisman_nb.notation.text_play import play
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


# --- what acts by being drawn leaves a moment ---

ACTS = {
    "the Imp": ("elf village", "", "walk fields-1, imp"),
    "the Witch": ("elf village", "", "walk fields-1, witch"),
    "the Witch found": ("elf village", " | on graveyard, witch", "walk graveyard, visit:witch"),
    "the Hag": ("elf village, has guide unicorn", "", "walk fields-1, cursed-by-a-hag"),
}


@pytest.mark.parametrize("card", ACTS)
def test_a_spell_cast_when_a_card_is_seen_lets_one_evade_it(card: str) -> None:
    """`evade.what`: a Spell may allow what nothing else does, until the card acts."""
    who, lying, answers = ACTS[card]
    line = f"edition second | {who}, spells invisibility | thief city{lying} > " + answers.replace(", ", " > ")
    seen = play(line).state
    assert (ask(seen).purpose, ask(seen).open()) == ("evade-card", ("let",))
    after = play(f"{line} > 0: cast:invisibility > pass > evade").state
    assert ask(after).kind == "close" and set(after.players[0].goods) == set(seen.players[0].goods) - {
        "cursed-by-a-hag"
    }
    assert ask(play(f"{line} > let").state).purpose != "evade-card", "who lets it happen is not asked again"


@pytest.mark.parametrize("card", ACTS)
@pytest.mark.parametrize(("hands", "paused"), [((), False), (("healing",), True)])
def test_a_pause_before_a_card_acts_tells_nothing_of_a_hand(card: str, hands: tuple[str, ...], paused: bool) -> None:
    """It comes whoever holds whatever Spell, never where nobody holds one; a table passes it as the seats wish."""
    who, lying, answers = ACTS[card]
    held = f", spells {' '.join(hands)}" if hands else ""
    line = f"edition second | {who} | priest city{held}{lying} > " + answers.replace(", ", " > ")
    state = play(line).state
    assert (ask(state).purpose == "evade-card") is paused
    for wish, says in (("pass", "let"), ("always", "")):
        assert not paused or by_itself(ask(state), state, Settings(players=(), react=(wish,) * 2)) == says


AT_WILL = {
    "devil": ("druid village", "evil", 0), "mephistopheles": ("druid village, good", "evil", 0),
    "angel": ("druid village", "good", 0), "fairy": ("druid village", "good", 0), "mage": ("druid village", "good", 0),
    "phantom": ("druid village", "evil", 0), "evil-darkness": ("elf village | druid city", "evil", 1),
}  # fmt: skip


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("card", AT_WILL)
def test_who_changes_alignment_at_will_may_do_so_before_a_card_acts(card: str, edition: str) -> None:
    """`alignment.change`: before an effect that depends on it, once a turn."""
    who, to, druid = AT_WILL[card]
    state = play(f"edition {edition} | {who} | thief mines > walk fields-1 > {card}").state
    assert (ask(state).purpose, ask(state).seat) == ("at-will", druid)
    assert by_itself(ask(state), state, Settings(players=())) == "", "a table asks, though only one answer goes on"
    after = play(f"edition {edition} | {who} | thief mines > walk fields-1 > {card} > use:character.druid.align > {to}")
    assert after.state.players[druid].alignment == to and ask(after.state).purpose != "at-will"


@pytest.mark.parametrize("who", ["elf village", "druid village, evil", "druid village, as toad 2"])
def test_nobody_else_is_asked_whether_to_change_alignment(who: str) -> None:
    """No longer turns: a moment is left only for who could use it."""
    step = "to" if "toad" in who else "walk"
    assert ask(play(f"{who}, fate 0 | thief mines > {step} fields-1 > devil").state).purpose != "at-will"
