"""Which cards are drawn and met, in what order, and what bars the rest?"""

from __future__ import annotations

import pytest
from situations import Game, seat, situation
from tables import TWO, played

from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Change, OwnCard
from talisman_nb.table import Table
from talisman_nb.text.screen.contents import sheets


def test_a_bandit_paid_off_bars_the_rest_too() -> None:
    game = situation(seat("thief", "hills-1", gold=2), seat("troll", "crags"), lying={"fields-1": ("bandit", "ring")})
    game.walk("fields-1").say("bribe:0")
    assert game[0].gold == 1 and game.lying("fields-1") == ("bandit", "ring") and game.told("barred")


def on_arrival(visitor: tuple[str, str, dict[str, object]], *cards: str) -> Game:
    """A visitor whose move is done meets these cards."""
    return situation(visitor, seat("thief", "city", gold=5), lying={visitor[1]: cards}, arrived=True)


def test_the_caves_dragon_left_alone_bars_no_further_place() -> None:
    """`meet.enemies-first` speaks of Enemies, and a creature of a Place is none (`combat.creature`)."""
    game = on_arrival(seat("minstrel", "fields-1", fate=0), "cave", "pool-of-life:4").say(1, "leave")
    assert game.ask.source == "pool-of-life:4" and not game.told("barred")
    game = on_arrival(seat("minstrel", "fields-1", fate=0), "dragon", "pool-of-life:4").say("leave")
    assert game.told("barred"), "the Dragon of the deck is one"


def test_what_was_drawn_in_place_of_a_card_must_be_met() -> None:
    game = situation(seat("prophetess", "graveyard", goods=("orb-of-knowledge",)), seat("thief", "city"))
    game.walk("fields-1").say("dragon", "dragon", "ogre")
    assert game.ask.kind == "fight" and game.lying("fields-1") == ("ogre",)


def _copies(game: Game, deck: int, cards: list[str]) -> list[str]:
    return [card for card, n in zip(cards, game.state.decks[deck].left, strict=True) for _ in range(n)]


def test_an_empty_adventure_deck_is_the_discards_shuffled() -> None:
    game = situation(seat("dwarf", "hills-1"), seat("thief", "city"))
    deck = next(i for i, found in enumerate(game.state.decks) if sum(found.left) > 60)
    cards = [key for key in situation(seat("dwarf", "hills-1")).walk("fields-1").open() if key not in ("own", "empty")]
    game.by_hand(
        *(Change("card", card=c, origin="deck:adventure", to="discards:adventure") for c in _copies(game, deck, cards))
    )
    assert sum(game.state.decks[deck].left) == 0
    game.walk("fields-1")
    assert game.ask.kind == "card" and len(game.open()) > 60, "the discards are the deck again"


# --- cards that are in no list ---


def test_a_card_that_is_in_no_list_is_met_by_its_type() -> None:
    game = situation(seat("troll", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Gargoyle", "monster", strength=4)
    assert game.ask.kind == "fight"
    game.say("fight", 6, 1).keep()
    assert game[0].trophies == ("own/Gargoyle",)


def test_a_card_that_is_in_no_list_can_be_raised() -> None:
    game = situation(seat("ghoul", "hills-1"), seat("thief", "city"))
    game.walk("fields-1").own("Gargoyle", "monster", strength=1)
    game.say("fight", 6, 1).keep().say("raise")
    assert game[0].goods == ("own/Gargoyle@ghoul.raised",)
    assert sheets(game.state, "pl")[0].goods == ("Gargoyle (Przyjaciel)",)


def test_an_own_card_is_an_answer_that_can_be_refused() -> None:
    table = played(Table.new(TWO), 3, "clockwise")
    with pytest.raises(NotAllowedError, match="monster") as refused:
        table.answer("own", own=OwnCard("Gargoyle", "statue"))
    assert "monster" in refused.value.expected
