"""Does what a seat may see tell anything about what it may not?"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from editions import PLAYED
from msgspec.structs import fields, replace
from shares import some_seeds
from test_games import game

from talisman_nb.engine import asides, ask, unveil_key, view, view_ask, view_event
from talisman_nb.engine.drawing_cards import cards_in
from talisman_nb.engine.view import EVERYONE, seen_by
from talisman_nb.model import Ask, Event, Option, OwnCard, Player, State
from talisman_nb.notation.situation import situation
from talisman_nb.rules.book import book_of

pytestmark = pytest.mark.slow

SPELLS = ("healing", "counterspell", "preservation")


def with_other_hands(state: State, seat: int, dice: random.Random) -> State:
    """The same state as far as `seat` can know: the Spells in the other hands and those left are dealt anew."""
    book = book_of(state.book)
    names, at = book.deck_cards[book.face_down], book.decks.index(book.face_down)
    hands = [p.spells for i, p in enumerate(state.players) if i != seat]
    pool = [card for hand in hands for card in hand if card in names]
    pool += [card for card, n in zip(names, state.decks[at].left, strict=True) for _ in range(n)]
    dice.shuffle(pool)
    players = tuple(
        p if i == seat else replace(p, spells=tuple(pool.pop() if card in names else card for card in p.spells))
        for i, p in enumerate(state.players)
    )
    left = Counter(pool)
    hidden = replace(state.decks[at], left=tuple(left[card] for card in names))
    return replace(state, players=players, decks=(*state.decks[:at], hidden, *state.decks[at + 1 :]))


@pytest.mark.parametrize("seeds", [range(10), pytest.param(some_seeds(40), marks=pytest.mark.campaign)])
@pytest.mark.parametrize("edition", PLAYED)
def test_a_view_is_the_same_whatever_others_hold(edition: str, seeds: range) -> None:
    dice = random.Random(3)
    held = 0
    for seed in seeds:
        for state, _ in game(seed, edition):
            held += any(p.spells for p in state.players)
            for seat in (EVERYONE, *range(len(state.players))):
                assert view(state, seat) == view(with_other_hands(state, seat, dice), seat)
    assert held > 50


def test_a_view_shows_one_s_own_spells_and_counts_the_others() -> None:
    state = next(
        state
        for seed in range(100)
        for state, _ in game(seed, PLAYED[0])
        if any("?" not in s for p in state.players for s in p.spells)
    )
    owner = next(i for i, p in enumerate(state.players) if any("?" not in s for s in p.spells))
    own, other = view(state, owner), view(state, (owner + 1) % len(state.players))
    assert own.players[owner].spells == state.players[owner].spells
    assert other.players[owner].spells == ("spell?",) * len(state.players[owner].spells)


def test_events_for_one_seat_have_no_names_for_others() -> None:
    event = Event("gained_spell", 0, card="hex", only=0, cites=("spell.gain",))
    assert view_event(event, 0).card == "hex"
    assert view_event(event, 1).card == view_event(event).card == "spell?"


def test_a_hand_in_a_question_is_only_numbered_for_others() -> None:
    state = next(state for state, _ in game(0, PLAYED[0]))
    state = replace(state, players=(replace(state.players[0], spells=SPELLS), *state.players[1:]))
    found = Ask(state.ply, "pick", 0, "too-many-spells", tuple(Option(spell, owner=0) for spell in SPELLS))
    assert [o.key for o in view_ask(found, 0).options] == list(SPELLS)
    assert [o.key for o in view_ask(found).options] == ["nth:0", "nth:1", "nth:2"]
    assert [unveil_key(found, o.key) for o in view_ask(found, 1).options] == list(SPELLS)


@pytest.mark.parametrize("edition", PLAYED)
def test_a_choice_called_like_a_spell_in_the_hand_is_not_veiled(edition: str) -> None:
    """The answer "teleport" of a Stranger is the same for everybody: to number it would tell that it is held."""
    state = situation(f"edition {edition} | wizard crags, spells teleport | thief city > 1 > anticlockwise > phantom")
    found = ask(state)
    assert "teleport" in found.open() and "teleport" in state.players[0].spells
    assert view_ask(found, 1) == view_ask(found) == found


def test_an_own_card_in_a_hand_is_not_told_apart_from_a_spell() -> None:
    state = next(state for state, _ in game(0, PLAYED[0]))
    own = OwnCard("own/Oath", "spell")
    held = [
        replace(state, own=(own,), players=(replace(state.players[0], spells=(card,)), *state.players[1:]))
        for card in ("own/Oath", "healing")
    ]
    assert [cards_in(deck) for deck in seen_by(held[0]).decks] == [cards_in(deck) for deck in state.decks]
    assert all(seen_by(each).players[0].spells == ("spell?",) for each in held)


@pytest.mark.parametrize("edition", PLAYED)
def test_no_pause_depends_on_a_hidden_hand_of_unseen_spells(edition: str) -> None:
    """Whoever holds an unseen Spell might answer: the question is the same whatever it is."""
    for seed in range(20):
        for state, _ in game(seed, edition):
            if ask(state).kind == "react":
                assert ask(state).options == (Option("nobody"),)


@pytest.mark.parametrize("field", [f.name for f in fields(Player)])
def test_every_field_of_a_player_was_thought_of(field: str) -> None:
    """A field added to the state is in the view only when somebody put it on the list."""
    state = next(state for state, _ in game(1, PLAYED[0]))
    assert getattr(view(state).players[0], field) is not None


def test_asides_of_another_seat_are_its_own_business() -> None:
    state = next(state for state, _ in game(2, PLAYED[0]))
    for seat in range(len(state.players)):
        assert all(option.seat in (-1, seat) for option in asides(state, seat))
