"""Is any answer whatever taken or refused in words, and can the game go on after it?"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from talisman_nb.engine import NotAllowedError, asides, ask, new_game, step
from talisman_nb.engine.by_hand import OTHERS, SEAT_COUNTERS
from talisman_nb.model import Answer, Change, OwnCard, State
from talisman_nb.rules.book import open_book
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import refusal

BOOK = open_book()
ODD: tuple[str, ...] = (
    "",
    "x",
    "-1",
    "0",
    "7",
    "9" * 30,
    "²",
    "\0",
    "\ud800",
    "cast:",
    "cast:hex",
    "cast:spell?",
    "drop:sword",
    "use:x",
    "fate:9",
    "own",
    "hand",
)
ODD += ("empty", "keep", "seat:9", "foe:0", "n:-1", "city|bear", "settle", "way", "attack:1", "spell?", "None")
CARDS = (
    "bear",
    "sword",
    "spell?",
    "hex",
    "own/Griffin",
    "pool-of-life:3",
    "talisman/talisman",
    "goblin@ghoul.raised",
    "maiden",
    "zz",
    "",
)
PLACES: tuple[str, ...] = (
    "deck:adventure",
    "deck:spell",
    "discards:adventure",
    "stock",
    "box",
    "seat:0",
    "seat:1",
    "seat:9",
    "spells:0",
    "trophies:1",
)
PLACES += ("space:ruins", "space:zz", "city", "")
VALUES = ("toad", "angel", "good", "evil", "thief", "elf", "city", "crown-of-command", "zz", "")
GAME = 80
"""Questions of one game."""


def odd_change(dice: random.Random) -> Change:
    what = dice.choice((*SEAT_COUNTERS, *OTHERS, "card", "card", "card", "zz"))
    number = dice.choice((0, 1, 2, 3, 5, 99, 100, -1, 10**18))
    seat = dice.choice((0, 0, 1, 1, -1, 7))
    if what == "card":
        return Change(what, card=dice.choice(CARDS), origin=dice.choice(PLACES), to=dice.choice(PLACES))
    return Change(what, seat, number, to=dice.choice(VALUES))


def odd_answer(state: State, dice: random.Random) -> Answer:
    ply, seat = dice.choice((*[state.ply] * 9, state.ply - 1)), dice.choice((-1, 0, 1, 9, -9))
    kind = dice.random()
    if kind < 0.5:
        return Answer(ply, dice.choice((*ODD, *ask(state).open()[:20])), seat)
    if kind < 0.9:
        return Answer(ply, "hand", seat, tuple(odd_change(dice) for _ in range(dice.choice((0, 1, 1, 1, 2)))))
    own = OwnCard(
        dice.choice(("Griffin", "", " ", "\ud800", "x" * 500)), dice.choice(("animal", "object", "statue", ""))
    )
    return Answer(ply, dice.choice(("own", "settle")), seat, own=own)


@pytest.mark.parametrize("n", [1_000, pytest.param(20_000, marks=pytest.mark.campaign)])
def test_an_odd_answer_is_taken_or_refused_in_words(n: int) -> None:
    dice, became, state = random.Random(n), Counter[str](), new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    for at in range(n):
        if at % GAME == 0 or ask(state).kind == "over":
            state = new_game([(hero, hero) for hero in dice.sample(BOOK.characters, 2)])
        answer, lang = odd_answer(state, dice), dice.choice(LANGUAGES)
        try:
            after, events = step(state, answer)
            assert question(after, ask(after), lang).headline
            assert (
                all(isinstance(say_event(after, event, lang), str) for event in events)
                and len([asides(after, seat) for seat in (0, 1)]) == 2
            )
            assert violations(after) == []
            became["taken"] += 1
        except NotAllowedError as refused:
            assert refusal(lang, refused.reason, 0, state, answer.key) and refused.cites
            became["refused"] += 1
            after = state
        except Exception as error:
            raise AssertionError(f"answer {at} of {n}: {answer}: {type(error).__name__}: {error}") from error
        state = onward(after, dice)
    assert min(became.values()) > n // 20, became


@pytest.mark.parametrize(("to", "said"), [("stock", "to the discard pile"), ("discards:spell", "to the discard pile")])
def test_a_card_that_is_put_back_is_told_in_its_own_pile(to: str, said: str) -> None:
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    change = Change("card", card="wolf", origin="deck:adventure", to=to)
    state, events = step(state, Answer(state.ply, "hand", changes=(change,)))
    told = next(event for event in events if event.kind == "card_by_hand")
    assert told.space == "discards:adventure" and said in say_event(state, told, "en")


def onward(state: State, dice: random.Random) -> State:
    """One real answer more, for odd ones to come at every kind of question."""
    keys = [key for key in ask(state).open() if key not in ("own", "empty")]
    return step(state, Answer(state.ply, dice.choice(keys)))[0] if keys else state
