"""Are characters that nobody has typed named as they are dealt, and free, played and dead like any other?"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from talisman_nb.bots.random_bot import RandomBot
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.view import view
from talisman_nb.model import Answer, OwnCard, State
from talisman_nb.model.state import decode, encode
from talisman_nb.simulate.invariants import broken

MINOTAUR = OwnCard("Minotaur", "character", 4, 2, life=4, gold=2, alignment="evil", start="crags", words="Charges.")
WIZARD = OwnCard("Wizard", "character", 2, 5, life=4, gold=1, alignment="good", start="city")


def named(state: State, *cards: OwnCard) -> State:
    for card in cards:
        state, _ = step(state, Answer(state.ply, "own", own=card))
    return state


def opened() -> State:
    return new_game([("Ada", ""), ("Bruno", "")], "third")


def test_their_cards_say_what_they_begin_with() -> None:
    """`setup.stats`, `setup.gold`, `setup.start`: as on the card, the gold too."""
    asked = ask(opened())
    assert (asked.kind, asked.options, [offer.key for offer in asked.offers]) == ("character", (), ["own"])
    state = named(opened(), MINOTAUR, WIZARD)
    ada, bruno = state.players
    assert (ada.character, ada.space, ada.life, ada.gold, ada.alignment) == ("own/Minotaur", "crags", 4, 2, "evil")
    assert (bruno.character, bruno.space, bruno.gold) == ("own/Wizard", "city", 1)
    assert not list(broken(state)) and decode(encode(state)) == state
    assert view(state, 0).own == state.own, "a character card lies open"


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        (None, "table.own-name"),
        (replace(MINOTAUR, name=" "), "table.own-name"),
        (replace(MINOTAUR, type="monster"), "table.own-name"),
        (replace(MINOTAUR, life=0), "table.own-figures"),
        (replace(MINOTAUR, strength=1000), "table.own-figures"),
        (replace(MINOTAUR, start="crown-of-command"), "table.own-start"),
        (replace(MINOTAUR, words="x" * 1001), "table.own-words"),
    ],
)
def test_what_is_no_card_of_a_character_is_refused(card: OwnCard | None, reason: str) -> None:
    state = opened()
    with pytest.raises(NotAllowedError) as refused:
        step(state, Answer(state.ply, "own", own=card))
    assert refused.value.reason == reason and ask(state).kind == "character"


def test_a_character_that_is_played_is_not_dealt_again() -> None:
    state = named(opened(), MINOTAUR)
    with pytest.raises(NotAllowedError, match="not free"):
        step(state, Answer(state.ply, "own", own=MINOTAUR))


def test_an_edition_whose_characters_are_known_offers_no_other() -> None:
    for edition in ("revised4", "second", "second-cards"):
        assert ask(new_game([("Ada", ""), ("Bruno", "")], edition)).offers == ()


@pytest.mark.parametrize("seed", range(6))
def test_games_of_an_open_box_go_on_to_their_end(seed: int) -> None:
    """Characters, cards and Spells are named as they come; the Dragon King ends it (`win.dragon`)."""
    state, bot = new_game([(f"P{n}", "") for n in range(2 + seed % 3)], "third"), RandomBot(seed)
    for answers in range(1500):
        if ask(state).kind == "over":
            assert state.won_by == ("win.dragon",)
            return
        state, _ = step(state, bot.answer(state))
        assert answers % 40 or not list(broken(state))
