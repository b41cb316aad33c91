"""Do other editions differ by their table alone? The same fight, trade and bridge under three of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from editions import BORROWED
from read_aloud import described
from situations import Game

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, asides, ask, new_game, step
from talisman_nb.model import Answer, State
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import follow, with_player
from talisman_nb.rules.book import Book, open_book, remember
from talisman_nb.rules.edition import edition_table
from talisman_nb.rules.layers import Layer, stack
from talisman_nb.text.events import hands
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.labels import labels_of

PACKAGE = Path(__file__).resolve().parents[1]
DEMON_AND_FRIENDS = ("wraith", "spectre")  # 5 + 3 points of craft


def drawn(card: str, edition: str) -> State:
    """The Dwarf, on the Fields next to the Crags, has drawn an Enemy and is asked to fight."""
    return situation(f"edition {edition} | dwarf crags | thief city > 1 > anticlockwise > {card}")


def at_the_end(edition: str, **player: object) -> State:
    """Ada's turn is over: the question after a visit to the Chapel's neighbour, the Fields, where nothing is left."""
    state = follow(drawn("wolf", edition), ["fight", "6", "1"])
    if ask(state).kind == "result":
        state = follow(state, ["keep"])
    return with_player(state, 0, **player)


@pytest.mark.parametrize(("edition", "open_"), [("revised4", True), ("second", False)])
def test_eight_points_of_craft_buy_a_craft_at_seven_but_not_at_ten(edition: str, open_: bool) -> None:
    state = at_the_end(edition, trophies=DEMON_AND_FRIENDS)
    keys = ask(state).open()
    assert ("trade:craft" in keys) is open_
    if open_:
        state, events = step(state, Answer(state.ply, "trade:craft"))
        assert state.players[0].craft == 1 and state.players[0].trophies == ()
        assert events[0].cites == ("trophy.craft",)


def test_ten_points_of_craft_in_the_second_edition() -> None:
    state = at_the_end("second", trophies=("demon",))
    state = follow(state, ["trade:craft"])
    assert state.players[0].craft == 1


@pytest.mark.parametrize(("edition", "kind"), [("revised4", "result"), ("second", "close"), (BORROWED, "close")])
def test_fate_is_asked_only_where_the_edition_has_it(edition: str, kind: str) -> None:
    """2 against a Bear's 3, both dice 3: lost; only revised 4th offers a reroll."""
    state = follow(drawn("bear", edition), ["fight", "1", "3"])
    assert ask(state).kind == kind


def test_third_edition_keeps_experience_and_no_cards() -> None:
    state = follow(drawn("wolf", BORROWED), ["fight", "6", "1"])
    assert state.players[0].trophies == () and state.players[0].experience == 2
    state = with_player(state, 0, experience=7, life=3)
    assert {"trade:strength", "trade:craft", "trade:gold", "trade:life"} <= set(ask(state).open())
    state = follow(state, ["trade:gold"])
    assert state.players[0].gold == 2 and state.players[0].experience == 0


def over_the_bridge(edition: str, gold: int = 1) -> State:
    """The Dwarf stands on the Crags and rolls 6: over the bridge with two steps left there."""
    state = with_player(new_game([("Ada", "dwarf"), ("Bruno", "thief")], edition), 0, gold=gold)
    return follow(state, ["6", "bridge"])


def test_the_sentinel_attacks_in_revised_4th_and_second() -> None:
    for edition in ("revised4", "second"):
        state = over_the_bridge(edition)
        assert state.fight is not None and state.fight.foes[0].strength == 9


def test_the_bridge_takes_a_toll_in_the_third() -> None:
    state = over_the_bridge(BORROWED)
    assert state.fight is None and state.players[0].gold == 0
    assert state.players[0].space == "hills-3" and ask(state).kind == "way"


def test_without_gold_no_crossing_in_the_third() -> None:
    state = over_the_bridge(BORROWED, gold=0)
    assert state.players[0].space == "toll-bridge" and ask(state).purpose != "move"


def test_the_price_of_the_bridge_stands_in_the_table() -> None:
    """Three gold: two are not enough, and the page says so."""
    for gold, space in ((3, "hills-3"), (2, "sentinel")):
        state = new_game([("Ada", "dwarf"), ("Bruno", "thief")], house={"bridge.toll": 3})
        state = follow(with_player(state, 0, gold=gold), ["6", "bridge"])
        assert (state.players[0].space, state.players[0].gold) == (space, gold % 3)
    page = " ".join(described("space.toll-bridge", "en", open_book("third", {"bridge.toll": 3})))
    assert "has 3 gold" in page and "pays 3 gold" in page


def test_lives_are_four_for_everybody_in_the_second() -> None:
    assert [p.life for p in new_game([("Ada", "troll"), ("Bruno", "warrior")], "second").players] == [4, 4]
    assert [p.life for p in new_game([("Ada", "troll"), ("Bruno", "warrior")]).players] == [6, 5]


def test_a_house_rule_changes_one_figure() -> None:
    state = with_player(
        new_game([("Ada", "dwarf"), ("Bruno", "thief")], house={"trophy.strength": 4}), 0, trophies=("serpent",)
    )
    state = follow(state, ["1", "anticlockwise", "wolf", "fight", "6", "1"])
    state = follow(state, ["keep"]) if ask(state).kind == "result" else state
    assert "trade:strength" in ask(state).open()


def test_where_trophies_buy_gold_too_each_counts_one() -> None:
    """A mix of editions: cards are kept as in revised 4th, and buy what experience buys in the third."""
    trophies = ("serpent", "wolf", "bear", "lion", "ape", "goblin", "ogre")
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief")], house={"trophy.buys_any": True})
    state = follow(with_player(state, 0, trophies=trophies), ["1", "anticlockwise", "angel"])
    assert {"trade:gold", "trade:strength"} <= set(ask(state).open()) and "trade:life" not in ask(state).open()


def test_unknown_figures_and_editions_are_named() -> None:
    with pytest.raises(CardError, match=r'trophy\.strenght.*did you mean "trophy\.strength"'):
        edition_table("revised4", {"trophy.strenght": 4})
    with pytest.raises(CardError, match="no edition"):
        edition_table("fourth")
    with pytest.raises(NotAllowedError):
        follow(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), ["7"])


def test_experience_buys_at_any_time_and_no_life_above_the_start_in_the_third() -> None:
    game = Game(situation(f"edition {BORROWED} | troll fields-1, experience 14, life 3 | thief city"))
    assert {"trade:strength", "trade:craft", "trade:gold", "trade:life"} <= set(game.may(0))
    game.aside(0, "trade:life")
    assert (game[0].life, game[0].experience) == (4, 7) and "trade:life" not in game.may(0)
    with pytest.raises(NotAllowedError):
        game.aside(0, "trade:life")


def test_what_experience_cannot_buy_is_closed_with_its_rule() -> None:
    """`life.heal`: life never rises above the start value, however it is gained; `toad.goods`: a Toad takes no gold."""
    closed = {
        text: {(o.item, o.closed, o.cites[0]) for o in asides(situation(text), 0) if o.verb == "trade" and o.closed}
        for text in (f"edition {BORROWED} | troll fields-1, experience 7 | thief city",
                     f"edition {BORROWED} | troll fields-1, as toad, life 3, experience 7 | thief city")
    }  # fmt: skip
    assert list(closed.values()) == [{("life", "full-life", "life.heal")}, {("gold", "take_gold", "toad.goods")}]


def test_experience_for_strength_is_traded_amid_a_battle_too() -> None:
    """`trophy.when`: at any time; what may not be done once a die is cast is said of trophies (1.4)."""
    game = play(f"edition {BORROWED} | dwarf crags, experience 7 | thief city > 1 > anticlockwise > bear > fight > 3")
    assert game.ask.purpose == "foe" and "0: trade:strength" in game.asides
    assert "the points of experience" in hands(game.state, game.answer("0: trade:strength").told, "en")[0]


def test_the_panel_speaks_of_experience_where_no_cards_are_kept() -> None:
    words = {e: [labels_of(open_book(e), lang).words["trophies"] for lang in LANGUAGES] for e in ("second", "third")}
    assert words == {
        "second": ["Trophies", "Trofei", "Trophées", "Trofea"],
        "third": ["Experience", "Esperienza", "Expérience", "Doświadczenie"],
    }


def test_in_the_third_edition_the_character_card_says_how_much_gold_one_begins_with() -> None:
    rich = "start = 'city'\nlife = 4\nstrength = 3\ncraft = 3\nalignment = 'good'\ngold = 3\n"
    people = Layer("people", {"character/two.toml": f"[ann]\nname = 'Ann'\n{rich}[ben]\nname = 'Ben'\n{rich}"})
    for edition, gold in (("third", 3), ("revised4", 1)):
        state = new_game([("Ada", "ann"), ("Bruno", "ben")], remember(Book(edition, {}, [*stack(edition), people])))
        assert [player.gold for player in state.players] == [gold, gold]


def test_the_third_edition_has_no_limit_of_spells_a_turn() -> None:
    table = open_book("third").table
    assert (table["spell.own_turn"], table["spell.other_turn"]) == (
        False,
        open_book("second").table["spell.other_turn"],
    )
