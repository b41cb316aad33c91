"""What does a table say by itself, and what does it ask people?"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from editions import PLAYED
from msgspec.structs import replace
from random_games import some_answer
from test_games import start

from talisman_nb.engine import asides, ask, step
from talisman_nb.model import Answer, Option, State, key_of
from talisman_nb.notation.text_answers import say
from talisman_nb.rules.book import open_book, plain_card
from talisman_nb.rulings import situation
from talisman_nb.table import policy
from talisman_nb.table.records import Settings
from talisman_nb.text.questions.question import question

ROLLS = {
    "good": ("troll fields-3, fate 1 | thief plains-1", ["walk city", "enchantress", "4"], "keep"),
    "bad": ("troll fields-3, fate 1, gold 1 | thief plains-1", ["walk city", "enchantress", "1"], ""),
    "nothing to lose, another may be good": (
        "troll fields-3, fate 1 | thief plains-1",
        ["walk city", "enchantress", "2"],
        "keep",
    ),
    "something to lose": (
        "troll fields-3, fate 1, strength +1 | thief plains-1",
        ["walk city", "enchantress", "2"],
        "",
    ),
    "a creature attacks": ("troll plains-3, fate 1 | thief city", ["walk tavern", "2"], "keep"),
    "nothing happens": ("monk hills-1, fate 1 | thief city", ["walk chapel", "pray", "2"], "keep"),
    "every other face fails": ("priest castle, fate 1 | thief plains-1", ["2", "portal", "craft", "1", "1"], "keep"),
    "failed": ("priest castle, fate 1 | thief plains-1", ["2", "portal", "craft", "3", "4"], ""),
    "charmed": (
        "minstrel sentinel, fate 1 | thief mines | on hills-1, bear",
        ["1", "to hills-1", "use:character.minstrel.charm", "6"],
        "keep",
    ),
    "left alone": (
        "minstrel sentinel, fate 1 | thief mines | on hills-1, bear",
        ["1", "to hills-1", "use:character.minstrel.charm", "1"],
        "",
    ),
    "how strong": ("troll dice-with-death, fate 1 | thief city", ["to werewolf-den", "6", "6"], ""),
    "others lose": ("troll valley-of-fire, fate 1, has talisman | thief city", ["to crown-of-command", "6"], "keep"),
    "one Armour": (
        "troll fields-1, fate 0, has shield | thief city | on graveyard, dragon",
        ["walk graveyard", "fight", "1", "6"],
        "shield",
    ),
    "two Armours": (
        "troll fields-1, fate 0, has shield helmet | thief city | on graveyard, dragon",
        ["walk graveyard", "fight", "1", "6"],
        "",
    ),
}


@pytest.mark.parametrize("roll", ROLLS)
def test_what_has_one_sensible_answer_is_not_asked(roll: str) -> None:
    """A good result is kept, one that another throw may better is asked; the only Armour is thrown for."""
    text, orders, answer = ROLLS[roll]
    state = said(text, *orders)
    assert policy.answer(ask(state), state, Settings(players=())) == answer


LYING = {
    "one useful thing": ("troll fields-2 | thief city | on hills-1, sword", "sword"),
    "gold": ("troll fields-2, gold 0 | thief city | on hills-1, market, gold 3", "gold"),
    "several that fit": ("troll fields-2 | thief city | on hills-1, sword, shield", "all"),
    "one that forbids something": ("troll fields-2 | thief city | on hills-1, amulet", ""),
    "one that costs gold": ("troll fields-2, gold 2 | thief city | on hills-1, mercenary", ""),
    "no free hand": ("troll fields-2, has sword axe shield helmet | thief city | on hills-1, armour", ""),
    "more than fits": ("troll fields-2, has axe sword shield | thief city | on hills-1, armour, helmet", ""),
    "to be visited, for nothing": ("edition second | troll fields-2, gold 0 | thief city | on hills-1, market", "done"),
    "to be visited": ("edition second | troll fields-2, gold 3 | thief city | on hills-1, market", ""),
}


@pytest.mark.parametrize("case", LYING)
def test_what_a_table_always_takes_is_not_asked(case: str) -> None:
    text, answer = LYING[case]
    state = said(text, "2", "to hills-1")
    assert ask(state).kind == "take" and policy.answer(ask(state), state, Settings(players=())) == answer


FIGHTS = {
    "the foe's die decides": ("troll crags", "wolf", ["fight", "1"], ""),
    "won whatever the foe throws": ("troll crags, strength +3", "wolf", ["fight", "5"], "6"),
    "lost whatever the foe throws": ("elf crags, fate 0", "dragon", ["fight", "1"], "1"),
    "lost, but there is fate": ("elf crags, fate 1", "giant", ["fight", "1"], ""),
    "won whatever anybody throws": ("troll crags, strength +9", "wolf", ["fight"], "1"),
    "a 6 may still win": ("elf crags, fate 0", "dragon", ["fight"], ""),
    "lost whatever anybody throws": ("troll crags, fate 0", "demon", ["fight"], "6"),
    "lost, and fate can't help": ("troll crags, fate 1", "demon", ["fight"], "6"),
    "lost, and a thing may be put down": ("troll crags, fate 0, has mule", "demon", ["fight"], "6"),
    "lost, but somebody has a Spell": ("troll crags, fate 0 | wizard village, spells hex", "demon", ["fight"], ""),
    "lost, but an ability may be used": ("troll crags, fate 0, has potion-of-strength", "demon", ["fight"], ""),
    "lost, but trophies may be traded": (
        "edition second | troll crags, trophies dragon",
        "demon",
        ["fight"],
        "",
    ),
    "lost, and nothing may be traded": ("edition second | troll crags", "demon", ["fight"], "6"),
    "a second die may be higher": ("warrior crags", "dragon", ["fight", "5"], ""),
    "a second die can't be higher than 6": ("warrior crags", "dragon", ["fight", "6"], "6"),
    "a second die can't be higher, whoever has a Spell": (
        "warrior crags | wizard village, spells hex",
        "dragon",
        ["fight", "6"],
        "6",
    ),
    "the foe's die decides after a 6 too": ("warrior crags", "dragon", ["fight", "6", "6"], ""),
}


@pytest.mark.parametrize("case", FIGHTS)
def test_dice_that_cannot_matter_are_not_thrown(case: str) -> None:
    """One's own where the fight is lost only if nothing may be put in before it; a Warrior's after a 6."""
    text, foe, orders, face = FIGHTS[case]
    state = said(f"{text} | thief city | on fields-2, {foe}", "1", "to fields-2", *orders)
    assert policy.answer(ask(state), state, Settings(players=())) == face
    assert policy.answer(ask(state), state, Settings(players=(), dice="virtual")) == ""


def test_an_offer_of_a_gain_is_accepted() -> None:
    state = said("troll fields-2 | thief city | on hills-1, magic-stream:3", "2", "to hills-1")
    assert ask(state).purpose == "take-counter"
    assert policy.answer(ask(state), state, Settings(players=())) == "take"


def test_an_offer_of_spells_that_fit_is_accepted() -> None:
    state = said("druid fields-6 | thief city", "walk woods-1")
    assert ask(state).purpose == "gain-spells"
    assert policy.answer(ask(state), state, Settings(players=())) == "draw"


# --- nothing that hurts is done unasked ---

OFFERED = """\
    edition {} | sorceress fields-1, life 2, has sword, spells {} | thief city, spells random | on hills-1, bear"""


@pytest.mark.parametrize("edition", PLAYED)
def test_no_spell_is_aimed_at_its_caster_because_nobody_else_was_left(edition: str) -> None:
    """Whatever the list of its targets, one that leaves the caster alone is asked for."""
    aimed = []
    for spell in open_book(edition).deck_cards["spell"]:
        state, key = situation(OFFERED.format(edition, spell)), f"cast:{spell}"
        if key not in [option.key for option in asides(state, 0) if not option.closed]:
            continue
        state, _ = step(state, Answer(state.ply, key, 0))
        if (found := ask(state)).purpose != "target":
            continue
        alone = replace(found, options=(Option(key_of("seat", found.seat), seat=found.seat),), offers=())
        assert policy.answer(alone, state, Settings(players=())) == "", spell
        aimed.append(spell)
    assert len(aimed) > 4


LONELY = "edition second | sorceress fields-1, spells {} | thief city"


@pytest.mark.parametrize("spell", ["immobility", "nullify"])
def test_the_only_target_is_asked_for_if_it_is_the_caster(spell: str) -> None:
    """Neither the game nor the table aims; Enter does not either, because a name has just been entered with it."""
    state = situation(LONELY.format(f"{spell} healing"))
    state, events = step(state, Answer(state.ply, f"cast:{spell}", 0))
    shown = question(state, ask(state), "en")
    assert not events and ask(state).open() == ("seat:0",) and not shown.safe
    assert policy.answer(ask(state), state, Settings(players=())) == "" and shown.options[0].hint == "A"
    assert shown.circumstance == "Only P0 can be its target now; Undo takes the Spell back"


FIGURES = ("life", "fate", "gold", "strength", "craft")
GAMES, ANSWERS = 8, 700


@pytest.mark.parametrize("edition", PLAYED)
def test_no_answer_of_the_table_loses_what_another_would_have_kept(edition: str) -> None:
    """In random games: nothing is lost by an answer that the table chose among several."""
    chosen = 0
    for seed in range(GAMES):
        dice = random.Random(seed)
        state = start(dice, 4, edition)
        settings = Settings(players=(), dice=dice.choice(("physical", "virtual")), spells="known")
        for _ in range(ANSWERS):
            found = ask(state)
            if found.kind == "over":
                break
            key = policy.answer(found, state, settings)
            made = Answer(state.ply, key) if key else some_answer(state, dice)
            after, _ = step(state, made)
            others = [option.key for option in found.options if not option.closed and option.key != key]
            others = ["done"] if "done" in others else others  # taking one of several is not over by it
            if key and not found.chance:
                chosen += bool(others)
                for other in others:
                    instead, _ = step(state, Answer(state.ply, other))
                    assert losses(state, after) <= losses(state, instead), f"{edition}, seed {seed}: {found} {key}"
            state = after
    assert chosen > GAMES


def losses(before: State, after: State) -> set[tuple[int, str]]:
    """What each seat has less of: figures, cards, its form, its turns."""
    found: set[tuple[int, str]] = set()
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        found |= {(seat, figure) for figure in FIGURES if getattr(new, figure) < getattr(old, figure)}
        had, has = (Counter(map(plain_card, (*p.goods, *p.spells, *p.trophies))) for p in (old, new))
        found |= {(seat, card) for card in had - has}
        found |= {(seat, "character")} if (new.character, new.form) != (old.character, old.form) else set()
        found |= {(seat, "turns")} if len(new.promises) > len(old.promises) else set()
    return found


ALONE = {
    "a robbed character that cannot evade": (
        "thief fields-1 | elf graveyard, gold 1 | priest city, spells healing",
        ["walk graveyard", "use:character.thief.steal@1"],
        "let",
    ),
    "a loss with no other way out": (
        "edition second | elf desert-2 | thief city",
        ["walk temple", "pray", "1", "3"],
        "lose-life",
    ),
    "a Toad that can take nothing": (
        "elf fields-1, as toad 2, fate 0 | thief city | on graveyard, sword",
        ["to graveyard"],
        "done",
    ),
    "a card that nobody can evade": (
        "edition second | elf village | priest city, spells healing",
        ["walk fields-1", "witch"],
        "let",
    ),
}


@pytest.mark.parametrize("case", ALONE)
def test_a_question_with_one_answer_is_not_put(case: str) -> None:
    """A loss is told by its event all the same."""
    text, orders, answer = ALONE[case]
    state = said(text, *orders)
    assert len(ask(state).options) > 1 or answer == "done"
    assert policy.answer(ask(state), state, Settings(players=())) == answer


def said(text: str, *orders: str) -> State:
    state = situation(text)
    for order in orders:
        *_, (state, _) = say(state, order)
    return state
