"""Each card word by word, in the positions where a quick reading of it goes wrong."""

from __future__ import annotations

import pytest
from read_aloud import described
from situations import TALISMAN, Game, seat, situation

from talisman_nb.rules.book import open_book
from talisman_nb.text.names import load_names
from talisman_nb.text.pages.definition_page import page


def on_arrival(visitor: tuple[str, str, dict[str, object]], *cards: str) -> Game:
    """A visitor whose move is done meets these cards."""
    return situation(visitor, seat("thief", "city", gold=5), lying={visitor[1]: cards}, arrived=True)


# --- at the start of a turn ---


def test_immobility_does_not_free_a_slave_of_the_temple() -> None:
    """Held fast one does nothing, so one is not freed either: only the roll frees."""
    game = situation(seat("troll", "temple", fate=0), seat("wizard", "city", spells=("immobility",)), arrived=True)
    game.say(2, 3).turn_end().turn_end()
    assert game.ask.purpose == "freedom"
    game.aside(1, "cast:immobility")
    assert game.state.turn == 1
    game.turn_end()
    assert game.ask.purpose == "freedom", "it throws for freedom a turn later"
    game.say(3).turn_end().turn_end()
    assert len(game[0].promises) == 1 and game.ask.purpose == "freedom", "and once for each turn"
    game.say(4)
    assert game[0].promises == ()


def test_immobility_does_not_take_the_boatmans_offer_away() -> None:
    """The ferry stands for the next move; a turn without a move leaves it open."""
    game = situation(seat("troll", "tavern", fate=0), seat("wizard", "city", spells=("immobility",)), arrived=True)
    game.say(6).turn_end().turn_end().aside(1, "cast:immobility").turn_end()
    assert game.ask.purpose == "tavern-boatman"
    game.say("none")
    assert game[0].promises == () and (game.ask.kind, game.ask.purpose) == ("die", "move"), "refused once it is gone"


def test_the_start_of_a_turn_is_not_over_because_something_was_put_in() -> None:
    """`spell.when`: a die thrown for Random or a change of alignment is no move, so the turn's start goes on."""
    game = situation(
        seat("wizard", "fields-1", spells=("random", "acquisition")), seat("thief", "city", gold=3, fate=0)
    )
    game.aside(0, "cast:random").say("seat:1", 5)
    assert "cast:acquisition" in game.may(0)
    game = situation(
        seat("druid", "fields-1", spells=("acquisition",)), seat("wizard", "city", gold=3, spells=("immobility",))
    )
    game.aside(0, "use:character.druid.align").say("good")
    assert "cast:acquisition" in game.may(0) and "cast:immobility" in game.may(1)
    game.say(3)
    assert game.may(0) == () and game.may(1) == (), "the die for the move is thrown"


def test_nor_is_the_end_of_a_move() -> None:
    """Destruction is cast as the move is done; a Spell of somebody else in between takes nothing of that."""
    visitor, other = (
        seat("wizard", "fields-1", spells=("destruction", "hex")),
        seat("thief", "city", spells=("random",), fate=0),
    )
    game = (
        situation(visitor, other, lying={"ruins": ("bear",)}).walk("graveyard").aside(1, "cast:random").say("seat:1", 5)
    )
    assert "cast:destruction" in game.may(0)
    game.say("replenish")
    assert game.may(0) == ()


def test_a_slave_struck_by_a_spell_throws_for_freedom_once_a_turn() -> None:
    game = situation(
        seat("troll", "temple", fate=0), seat("wizard", "city", spells=("random", "healing")), arrived=True
    )
    game.say(2, 3).turn_end().turn_end().aside(1, "cast:random").say("seat:0", 5, 3)
    assert len(game[0].promises) == 1


def test_what_takes_the_place_of_a_move_is_over_when_it_is_settled_by_hand() -> None:
    game = situation(seat("troll", "temple", fate=0), seat("wizard", "city"), arrived=True)
    game.say(2, 3).turn_end().turn_end().aside(0, "settle").say("end-turn")
    assert game[0].promises == ()


@pytest.mark.parametrize("slowed", ["poltergeist", "blizzard"])
def test_a_raft_is_built_instead_of_a_move_of_one_space_too(slowed: str) -> None:
    """`raft.build`: instead of moving, by the die or not; the Poltergeist's victim may leave it behind on a Raft."""
    if slowed == "poltergeist":
        game = situation(seat("troll", "woods-1", goods=("axe", "poltergeist"), fate=0), seat("thief", "city"))
    else:
        game = situation(seat("thief", "hills-1", fate=0), seat("troll", "woods-1", goods=("axe",), fate=0))
        game.walk("fields-1").say("blizzard").turn_end()
    who = game.state.turn
    assert game.ask.kind == "way" and game.ask.n == 1
    game.say("use:axe.build-raft").turn_end().turn_end().say("use:purchase/raft.raft")
    assert game[who].goods == ("axe",) and game[who].space == "hidden-valley"


# --- creatures that are no Enemies ---


def test_the_caves_dragon_left_alone_bars_no_further_place() -> None:
    """`meet.enemies-first` speaks of Enemies, and a creature of a Place is none (`combat.creature`)."""
    game = on_arrival(seat("minstrel", "fields-1", fate=0), "cave", "pool-of-life:4").say(1, "leave")
    assert game.ask.source == "pool-of-life:4" and not game.told("barred")
    game = on_arrival(seat("minstrel", "fields-1", fate=0), "dragon", "pool-of-life:4").say("leave")
    assert game.told("barred"), "the Dragon of the deck is one"


# --- what a card's page says ---


@pytest.mark.parametrize(
    ("card", "line"),
    [
        ("prince", "At the Castle: regains life up to the starting value, at most 2."),
        ("princess", "At the Castle: regains life up to the starting value, at most 2."),
        ("cursed-by-a-hag", "In the Village (Mystic): discards Cursed by a Hag."),
        ("talisman", "Lets its owner enter the Valley of Fire."),
        (TALISMAN, "Lets its owner enter the Valley of Fire."),
        ("divination", "Looks in secret at the top of the Adventure deck (5 cards)."),
        ("amulet", "No Spell but the Command Spell affects its owner."),
        ("purchase/helmet", "After a lost battle, saves the life on a 6."),
        ("shield", "After a lost battle, saves the life on 5 or more."),
        ("form.toad", "Keeps the Spells in hand."),
        (
            "preservation",
            "One life is not lost; or a Follower or an Enemy is not killed, "
            "and the fight with the Enemy is a stand-off.",
        ),
        ("alchemist", "Sell Objects (in one's own turn): discards any number of Objects and gains 1 gold for each."),
    ],
)
def test_the_page_tells_all_a_card_does(card: str, line: str) -> None:
    assert line in described(card, "en", open_book())


@pytest.mark.parametrize("lang", ["en", "it", "fr", "pl"])
def test_every_card_says_what_it_does(lang: str) -> None:
    book = open_book()
    for card in (*book.deck_cards["adventure"], *book.deck_cards["spell"], *book.stock_cards):
        assert described(card, lang, book), card


def test_a_talisman_is_called_the_magic_object_it_is() -> None:
    assert page(open_book(), "talisman", "en").about[1].startswith("Magic Object – Talisman · number 5 · copies: 2")


def test_the_english_names_of_cards_and_spaces_are_those_of_the_box() -> None:
    assert not [
        name for name in load_names().own["en"] if name.partition(".")[0] in ("card", "space", "spell", "character")
    ]
