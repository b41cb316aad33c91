"""Is a death what its program says: on the space, for the next character, back to the piles, or not the end at all?"""

from __future__ import annotations

import random
import re

import pytest
from random_games import some_answer

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.model import Answer, Change, Event, State
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import death_told, rule_page
from talisman_nb.text.screen.contents import sheets

CHASM = "edition {} | dwarf chasm, life 1, fate 0, has sword mule holy-lance, gold 3, spells hex, arrived | thief city"
WAITS = "edition revised4 + heirs | *nobody city, aside sword mule axe shield holy-lance, purse 3 | thief city"
LAST_GIFT = """
[dies]
like = "dies"
do = [
  { op = "leave_behind", what = ["goods"], only = ["weapon"], to = "heirs" },
  { op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["armour"] },
  { op = "leave_board" },
]
"""
NOT_THE_END = """
[dies]
like = "dies"
do = [
  { op = "leave_behind", what = ["goods", "gold", "spells", "trophies"], to = "piles" },
  { op = "gain", what = "life", n = 2 },
  { op = "become", form = "toad" },
]
"""


@pytest.fixture(autouse=True)
def heirs() -> None:
    """A layer in which the next character inherits."""
    register(Layer("heirs", {"rules.toml": "[death]\nheirs = true\nfree_again = true\nout_after_crown = false\n"}))


def dies_in(layers: str) -> Situation:
    return play(CHASM.format(layers)).answer("roll", "1")


def test_the_dead_are_told_and_laid_as_before_where_all_stays_on_the_space() -> None:
    game = dies_in("revised4")
    (killed,) = [event for event in game.told if event.kind == "killed"]
    assert killed.cards == ("sword", "mule", "holy-lance") and (killed.n, killed.space) == (3, "chasm")
    assert killed.cites == ("life.zero", "death.goods", "death.rest")
    assert "character.dwarf" in game.state.box and not game.state.players[0].aside


def test_a_death_cites_the_rules_that_its_program_names() -> None:
    parted = '{ op = "leave_behind", what = ["goods", "gold", "spells"], to = "piles", cites = ["bridge.sentinel"] }'
    dies = (
        f'[dies]\nlike = "dies"\ndo = [{parted}, {{ op = "leave_board", character = "box", cites = ["life.zero"] }}]\n'
    )
    named = register(Layer("named", {"programs/dies.toml": dies}))
    (killed,) = [event for event in dies_in(f"revised4 + {named.name}").told if event.kind == "killed"]
    assert killed.cites == ("life.zero", "bridge.sentinel")


def test_what_an_heir_gets_lies_aside_and_is_counted() -> None:
    game = dies_in("revised4 + heirs")
    p = game.state.players[0]
    assert (p.aside, p.purse, p.gold, p.goods) == (("sword", "mule", "holy-lance"), 3, 0, ())
    assert not any(game.state.spaces) and not sum(game.state.gold) and not violations(game.state)
    assert [event.kind for event in game.told if event.seat == 0][-3:] == ["killed", "set_aside", "turn_ends"]
    assert "hex" in game.state.decks[1].discards and "character.dwarf" not in game.state.box


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_set_aside_is_told_shown_and_moved_by_hands(lang: str) -> None:
    before = play(CHASM.format("revised4 + heirs").replace(", spells hex", "")).answer("roll").state
    after, events = step(before, Answer(before.ply, "1"))
    assert len([line for line in hands(after, events, lang) if re.search(r"[Hh]oly|[Ll]an(z|c)", line)]) == 1
    assert not untold(before, after, events)
    shown = sheets(after, lang)[0].state
    assert re.search(r"3", shown), shown
    waits = situation(WAITS)
    there, told = step(waits, Answer(waits.ply, "priest"))
    assert not untold(waits, there, told) and len(hands(there, told, lang)) == len(set(hands(there, told, lang)))


def test_the_next_character_inherits_what_it_may_have() -> None:
    game = play(WAITS)
    assert game.ask.chance and game.ask.purpose == "new", "drawn at random (death.again)"
    evil, own = game.answer("sorceress"), 1
    assert evil.state.players[0].goods == ("sword", "mule", "axe", "shield")
    assert "holy-lance" in evil.state.decks[0].discards and evil.state.players[0].gold == 3 + own
    barred = next(event for event in evil.told if event.kind == "discarded")
    assert barred.cites[0] == "death.goods" and "carry.forbidden" in barred.cites
    assert not violations(evil.state) and not evil.state.players[0].aside


def test_two_of_a_card_that_an_heir_may_not_have_both_go_back() -> None:
    limited = "edition revised4 + heirs | house carry.talismans=1 | *nobody city, aside talisman*2 sword*2 | troll city"
    game = play(limited).answer("dwarf")
    assert game.state.players[0].goods == ("talisman", "sword", "sword") and not violations(game.state)
    nothing = play("edition revised4 + heirs | *nobody city, aside holy-lance | thief city").answer("sorceress")
    assert "inherits" not in [event.kind for event in nothing.told] and not violations(nothing.state)


def test_the_limit_of_objects_holds_for_an_heir_too() -> None:
    game = play(WAITS.replace("mule", "helmet")).answer("dwarf")
    assert game.ask.purpose == "too-many-objects" and len(game.state.players[0].goods) == 5


def test_what_nobody_inherits_goes_back() -> None:
    state = situation(WAITS)
    left, events = step(state, Answer(state.ply, "hand", changes=(Change("leave", 0, to="piles"),)))
    assert "unclaimed" in [event.kind for event in events] and not violations(left)
    assert "holy-lance" in left.decks[0].discards and not left.players[0].purse


def test_what_is_set_aside_can_be_put_right_by_hand() -> None:
    state = situation(WAITS)

    def moved(card: str, origin: str, to: str) -> State:
        change = Change("card", card=card, origin=origin, to=to)
        return step(state, Answer(state.ply, "hand", changes=(change,)))[0]

    assert moved("axe", "aside:0", "seat:1").players[1].goods == ("axe",)
    assert moved("helmet", "deck:adventure", "aside:0").players[0].aside[-1] == "helmet"
    with pytest.raises(NotAllowedError, match="does not wait for a new character"):
        moved("helmet", "deck:adventure", "aside:1")


def test_a_situation_says_what_waits_for_an_heir() -> None:
    state = dies_in("revised4 + heirs").state
    assert "aside sword mule holy-lance" in situation_text(state) and "purse 3" in situation_text(state)
    assert situation(situation_text(state)).players[0].aside == state.players[0].aside


def test_a_death_of_ones_own_keeps_by_keyword() -> None:
    register(Layer("gift", {"programs/death.toml": LAST_GIFT}))
    state = play(CHASM.format("revised4 + gift").replace("mule", "shield")).answer("roll", "1").state
    assert state.players[0].aside == ("sword", "holy-lance") and state.gold[state_index(state, "chasm")] == 3
    assert not state.spaces[state_index(state, "chasm")] and "shield" in state.decks[0].discards, "armour goes back"
    assert not violations(state)


def state_index(state: State, space: str) -> int:
    return open_book().board.index[space]


def test_a_death_need_not_be_the_end_of_a_character() -> None:
    register(Layer("spared", {"programs/death.toml": NOT_THE_END}))
    game = dies_in("revised4 + spared")
    p = game.state.players[0]
    assert (p.character, p.form, p.life, p.goods) == ("dwarf", "toad", 2, ()) and p.born == 2
    assert game.ask.kind == "close", "its turn is over"
    assert not violations(game.state)


def test_a_form_without_end_is_kept_until_something_ends_it() -> None:
    """A Ghost in place of the character, which stays what it was beneath."""
    ghost = {
        "programs/death.toml": NOT_THE_END.replace("toad", "ghost"),
        "form/ghost.toml": '[ghost]\nname = { en = "Ghost", pl = "Duch" }\nturns = "game"\n'
        'cites = ["card.text"]\nmods = [{ mod = "set_to", what = "strength", n = 2 }]\n',
    }
    register(Layer("ghosts", ghost))
    game = dies_in("revised4 + ghosts").answer("done")
    text = situation_text(game.state)
    assert "as ghost" in text and situation(text).players[0] == game.state.players[0]
    said = [say_event(game.state, Event("became", 0, what="ghost"), lang) for lang in LANGUAGES]
    assert said[0] == "P0 takes the form “Ghost”." and said[3] == "P0 zmienia się: Duch."
    state, dice = game.state, random.Random(3)
    for _ in range(40):
        state, _ = step(state, some_answer(state, dice))
        p = state.players[0]
        assert (p.character, p.form, p.form_left) == ("dwarf", "ghost", 0) and not violations(state)


def test_what_a_death_does_is_told_in_four_languages() -> None:
    register(Layer("gift", {"programs/death.toml": LAST_GIFT}))
    told = {lang: death_told(open_book("revised4+gift"), lang) for lang in LANGUAGES}
    assert [len(lines) for lines in told.values()] == [3] * len(LANGUAGES), told
    assert told["en"][0] == "Objects and Followers are set aside for the next character, only Weapons."
    assert (
        str(rule_page(open_book("revised4+heirs"), "death.goods", "en")).count("set aside for the next character.") == 1
    )


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (
            '[dies]\nlike = "dies"\ndo = [{ op = "choose", options = [{ key = "go-on", do = [] }] }]',
            "a death asks nothing",
        ),
        (
            '[dies]\nlike = "dies"\ndo = [{ op = "leave_behind", what = ["spells"], to = "space" }]',
            "all else to 'piles'",
        ),
        ('[missed]\nlike = "missed"\ndo = [{ op = "leave_board" }]', r"in the program \[dies\] of the turn only"),
        ('[dies]\nlike = "dies"\ndo = [{ op = "leave_behind", what = ["luck"], to = "space" }]', "what"),
    ],
)
def test_what_cannot_stand_in_a_death_is_refused_with_its_reason(program: str, expected: str) -> None:
    with pytest.raises(CardError, match=expected):
        open_book(["revised4", Layer("bad", {"programs/death.toml": program})])


@pytest.mark.matrix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("answers", "gold", "left"),
    [(["all"], 4, ((), 0)), (["sword", "part-of-gold", "n:2", "done"], 3, ((), 1)), (["done"], 1, (("sword",), 3))],
)
def test_who_kills_takes_of_what_is_set_aside_for_the_next_character(
    answers: list[str], gold: int, left: tuple[tuple[str, ...], int]
) -> None:
    """`combat.kill-goods` where somebody inherits: any part of it, and the rest waits."""
    text = "edition revised4 + heirs | warrior fields-5, fate 0 | thief tavern, life 1, gold 3, fate 0, has sword"
    game = play(text).answer("walk tavern", "attack:1", "fight", "6", "1", "1", "life")
    assert game.ask.purpose == "plunder" and game.state.players[1].purse == 3
    winner, dead = game.answer(*answers).state.players
    assert (winner.gold, (dead.aside, dead.purse)) == (gold, left) and not violations(game.answer(*answers).state)
    taken = game.answer(answers[0])
    told = [say_event(taken.state, event, "en") for event in taken.told]
    assert ("P0 took the Sword from P1." in told) == ("sword" in winner.goods)


@pytest.mark.parametrize("edition", ["revised4+heirs", "third+second-cards", "revised4+gift", "revised4+spared"])
@pytest.mark.parametrize("seed", range(6))
def test_random_games_with_a_death_of_their_own_keep_every_invariant(edition: str, seed: int) -> None:
    register(Layer("gift", {"programs/death.toml": LAST_GIFT}))
    register(Layer("spared", {"programs/death.toml": NOT_THE_END}))
    dice, deaths = random.Random(seed), 0
    state = new_game([("Ada", "troll"), ("Bruno", "thief"), ("Cleo", "elf"), ("Dario", "monk")], edition)
    for at in range(2_000):
        if ask(state).kind == "over":
            break
        state, events = step(state, some_answer(state, dice))
        deaths += sum(event.kind == "killed" for event in events)
        assert not violations(state), (edition, seed, at)
        assert all(event.cites for event in events)
    assert deaths
