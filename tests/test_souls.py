"""Do the cards of The Realm of Souls do what they say, and are they told, doubted and settled by hand as they are?"""

from __future__ import annotations

import pytest
from random_games import games
from read_aloud import assert_well, described, english_in

from talisman_nb import play
from talisman_nb.cards.definition import PARTS
from talisman_nb.engine.totals import spell_limit, total
from talisman_nb.engine.working_state import working_state
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import Layer, offered_editions, register, variants
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.names import LANGUAGES, edition_name, names_of
from talisman_nb.text.pages.definition_page import page

SOULS = "revised4+souls"
IN = "edition revised4 + souls | "
BREACH = f"{IN}dwarf fields-1, fate 0, arrived | thief city | on fields-1, breach"
DRAWN = """
[adventure]
like = "adventure"
drawn_at = ["inner"]
[veil]
like = "veil"
drawn_at = ["everywhere"]
"""
"""Decks with which all spaces draw Veil cards."""


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book(SOULS)


def own_cards(book: Book) -> list[str]:
    return [key for key in book.deck_of if book.layer_of(key) == "souls"]


def named(book: Book, key: str, lang: str) -> str:
    section, _, short = key.rpartition("/")
    return names_of(book).name(section or ("spell" if book.card(key).facts.type == "spell" else "card"), short, lang)


def kinds(game: Situation) -> list[str]:
    return [event.kind for event in game.told]


def met(*answers: object, dwarf: str = "", lying: str = "") -> Situation:
    """A Breach where the Dwarf stands, which lets draw the first of these answers."""
    on, said = ", ".join(filter(None, ("breach", lying))), " > ".join(map(str, answers))
    return play(f"{IN}dwarf fields-1, {dwarf or 'fate 0'}, arrived | thief city | on fields-1, {on} > {said}")


# --- the box ---


def test_the_box_has_as_many_cards_as_the_manuals_say(book: Book) -> None:
    counted = {deck: sum(book.card(key).facts.copies for key in cards) for deck, cards in book.deck_cards.items()}
    base = open_book()
    assert counted["veil"] == 70 and counted["terrain"] == 3 and book.covering == {"breach"}
    for deck, more in (("adventure", 6), ("spell", 3)):
        assert counted[deck] == sum(base.card(key).facts.copies for key in base.deck_cards[deck]) + more
    assert {deck: n for deck, n in book.unknown_cards.items() if n} == {"ending": 2}
    assert book.table["setup.unknown"] == 3, "characters that are typed as they are dealt"


def test_it_is_chosen_beside_its_edition() -> None:
    assert variants("revised4") == ("souls",) and "souls" not in offered_editions()
    assert edition_name(open_book(SOULS), "en").endswith(", The Realm of Souls")


def test_no_space_draws_from_its_decks_and_none_inside_is_covered(book: Book) -> None:
    assert {book.deck_at(space) for space in book.board.spaces} == {"adventure"}
    closed = {space for space in book.board.spaces if not book.card(f"space.{space}").facts.covering}
    assert closed and {book.board.region(space) for space in closed} == {"inner"}


def test_what_is_guessed_is_doubted(book: Book) -> None:
    """Figures of Enemies stand on the pictures only, and which cards are Cursed or Soulbound in no list."""
    for key in book.deck_cards["veil"]:
        facts, doubts = book.card(key).facts, doubts_of(book, key)
        for stat in ("strength", "craft"):
            assert not getattr(facts, stat) or stat in doubts, key
        assert not {*facts.keywords} & {"cursed", "soulbound"} or "keywords" in doubts, key


# --- told ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_every_card_does_is_told(book: Book, lang: str) -> None:
    for key in own_cards(book):
        for line in described(key, lang, book):
            assert_well(line.strip())
            assert lang == "en" or not english_in(line, lang), (key, line)
        assert page(book, key, lang).title == named(book, key, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_that_nothing_does_are_in_every_language(book: Book, lang: str) -> None:
    said = [book.card(key).facts.words for key in own_cards(book) if book.card(key).facts.words]
    assert all(isinstance(words, dict) and {*words} == {*LANGUAGES} for words in said)


def test_a_card_with_words_alone_is_settled_by_hand(book: Book) -> None:
    by_hand = [key for key in book.deck_cards["veil"] if book.card(key).facts.type in ("event", "stranger", "place")]
    by_hand = [key for key in by_hand if not any(part in book.card(key).blocks for part in PARTS)]
    assert all(book.card(key).facts.words for key in by_hand)
    for key in by_hand:
        game = play(f"{BREACH} > {key}")
        assert game.ask.kind == "hands" and game.ask.source == key, key


# --- Terrain ---


def test_a_breach_draws_a_veil_card_which_is_met_with_those_that_lie_there() -> None:
    game = met("hollow-gaunt", lying="lemure, shadowsoul")
    fight = game.state.fight
    assert fight and {foe.card for foe in fight.foes} == {"lemure", "shadowsoul", "hollow-gaunt"}
    assert "number" not in str(page(open_book(SOULS), "breach", "en")).splitlines()[2], "the card has none"


def test_what_it_draws_may_belong_elsewhere() -> None:
    game = met("veil-ghost", 3)
    assert kinds(game)[-1] == "placed" and game.ask.kind == "close"
    (at,) = [event.space for event in game.told if event.kind == "placed"]
    assert at == "graveyard"


@pytest.mark.parametrize(
    ("caster", "covers"),
    [
        ("fields-1, arrived, spells shape-mist | thief city", True),
        ("fields-1, arrived | thief city, spells shape-mist", True),
        ("fields-1, arrived | thief temple, spells shape-mist", False),
    ],
)
def test_mist_makes_a_breach_where_the_move_has_ended_in_the_region(caster: str, covers: bool) -> None:
    seat = 0 if "arrived, spells" in caster else 1
    game = play(f"{IN}dwarf {caster} > {seat}: cast:shape-mist")
    assert ("covered" in kinds(game)) == covers and (game.ask.purpose == "veil") == covers


def test_in_foggy_nights_every_draw_brings_a_veil_card() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, arrived | thief village, fate 0 > foggy-nights > done > 3 > clockwise")
    game = game.answer("bag-of-gold") if game.ask.purpose == "adventure" else game
    assert game.ask.purpose == "veil"


# --- Enemies ---


@pytest.mark.parametrize(
    ("card", "figure"), [("blood-sucker", "strength"), ("soul-sucker", "craft"), ("nightmare", "craft")]
)
def test_who_beats_it_gains_a_point(card: str, figure: str) -> None:
    player = met(card, "fight", 6, 1).state.players[0]
    assert getattr(player, figure) == 1 and player.trophies == (() if card == "nightmare" else (card,))


@pytest.mark.parametrize(("card", "figure"), [("blood-sucker", "strength"), ("soul-sucker", "craft")])
def test_who_loses_to_it_loses_a_point_and_a_life(card: str, figure: str) -> None:
    after = met(card, "fight", 1, 6)
    assert after.state.players[0].life == 4
    assert ("lost", figure) in [(event.kind, event.what) for event in after.told]


def test_other_defeats_cost_more_than_a_life() -> None:
    assert "will_miss" in kinds(met("chill-wraith", "fight", 1, 6))
    beaten = met("dullahan", "fight", 1, 6, dwarf="fate 1")
    assert beaten.state.players[0].fate == 0, "and no die was thrown again"


def test_two_lives_take_the_place_of_a_trophy() -> None:
    player = met("abomination-wraith", "fight", 6, 1, 1, 1).state.players[0]
    assert (player.life, player.trophies) == (7, ())


def test_against_glimmer_no_die_is_thrown() -> None:
    assert met("glimmer", "fight").ask.purpose == "foe"


def test_followers_go() -> None:
    game = play(f"{IN}dwarf fields-1, fate 0, has mule, arrived | thief city, has gnome | on fields-1, breach > harrow")
    assert [player.goods for player in game.state.players] == [(), ()] and kinds(game).count("dropped") == 2
    assert met("ravenous-wraith", dwarf="has mule").state.players[0].goods == ()


def test_in_rising_mists_spirits_are_stronger() -> None:
    game = met("rising-mists")
    assert "began" in kinds(game) and not game.state.players[0].trophies
    (effect,) = game.state.effects
    assert (effect.what, effect.left) == ("rising-mists.mist", 3)


# --- what is carried ---


def test_infernal_fire_takes_what_there_is_and_lives_for_the_rest() -> None:
    player = met("infernal-fire", dwarf="has mule, sword").state.players[0]
    assert (player.goods, player.life) == ((), 4)
    assert met("infernal-fire").state.players[0].life == 2


def test_a_lost_soul_thanks_with_two_different_things() -> None:
    game = play(f"{IN}dwarf chapel, fate 0, has really-lost-soul, arrived | thief city > hand-over > strength")
    assert "strength" not in game.open and "life" in game.open
    player = game.answer("life").state.players[0]
    assert (player.strength, player.life, player.goods) == (1, 6, ())


@pytest.mark.parametrize("card", ["chains-of-greed", "collar-of-destiny", "shackles-of-silence"])
def test_a_visit_to_the_chapel_takes_a_curse_away(card: str) -> None:
    assert "taken" in kinds(met(card, dwarf="gold 0, fate 0")), "it must be taken"
    visit = play(f"{IN}dwarf chapel, gold 0, fate 0, has {card}, arrived | thief city")
    assert visit.state.players[0].goods == ()


def test_the_bracer_makes_of_a_life_three_in_a_fight() -> None:
    game = play(
        f"{IN}dwarf fields-1, fate 0, has barbed-bracer, arrived | thief city > giant > 0: use:barbed-bracer.bleed"
    )
    game = game.answer("fight").answer("3").answer("2")
    assert game.state.players[0].trophies == ("giant",), "3, its 3 and 3 against 6 and 2"
    assert game.state.players[0].life == 4


def test_pieces_of_the_fallen_help_each_other() -> None:
    pieces = ("armour-of-the-fallen", "sword-of-the-fallen", "talisman-of-the-fallen")
    g = working_state(play(f"{IN}dwarf fields-1, has {', '.join(pieces)} | thief city").state)
    assert (total(g, 0, "strength"), total(g, 0, "craft")) == (3 + 2, 3 + 2)


# --- Ghosts ---

GHOST = "dwarf {}, as restless, life {}, gold 0, fate 0"
DEADLY = "fields-1, fate 0, life 1, has sword, armour-of-the-fallen, arrived | thief city"
LOST = " > giant > fight > 1 > 6 > armour-of-the-fallen > 1"


def test_who_is_killed_goes_on_as_a_ghost_with_what_is_soulbound() -> None:
    game = play(f"{IN}dwarf {DEADLY}{LOST}")
    dead = game.state.players[0]
    assert (dead.form, dead.life, dead.goods, dead.character) == ("restless", 0, ("armour-of-the-fallen",), "dwarf")
    assert "sword" in game.state.spaces[book_of(game.state.book).board.index["fields-1"]]
    (grave,) = [effect for effect in game.state.effects if effect.what.endswith(".grave")]
    assert grave.space == "fields-1"


def test_a_spell_nobody_has_named_goes_too_where_a_keyword_would_keep_it() -> None:
    parted = 'first = [{ op = "leave_behind", what = ["spells"], to = "piles", but = ["soulbound"] }, '
    dies = f'[dies]\nlike = "dies"\n{parted}{{ op = "become", form = "restless" }}]\n'
    bound = register(Layer("bound", {"programs/dies.toml": dies}))
    dwarf = "dwarf fields-1, fate 0, life 1, spells spell?, arrived | thief city > giant > fight > 1 > 6 > nobody"
    dead = play(f"edition revised4 + souls + {bound.name} | {dwarf}").state.players[0]
    assert (dead.form, dead.spells) == ("restless", ())


@pytest.mark.parametrize(("said", "kept"), [("", ()), (" | reads friendly-ghost.soulbound yes", ("friendly-ghost",))])
def test_what_a_table_says_is_soulbound_goes_with_the_ghost(said: str, kept: tuple[str, ...]) -> None:
    dwarf = "dwarf fields-1, fate 0, life 1, has friendly-ghost, arrived | thief city"
    dead = play(f"{IN}{dwarf}{said} > giant > fight > 1 > 6").state.players[0]
    assert (dead.form, dead.goods) == ("restless", kept)


def test_a_ghost_without_life_that_is_beaten_is_out() -> None:
    game = play(f"{IN}{GHOST.format('fields-1', 0)}, arrived | thief city > giant > fight > 1 > 6")
    assert {"killed", "eliminated"} <= {*kinds(game)}
    (killed,) = [event for event in game.told if event.kind == "killed"]
    assert killed.cites == ("life.zero", "soul.final"), "this death has a rule of its own"


@pytest.mark.parametrize(("life", "back"), [(1, True), (0, False)])
def test_a_ghost_with_a_life_comes_back_at_its_grave(life: int, back: bool) -> None:
    walk = f"{GHOST.format('graveyard', life)} | thief city | grave woods-1, of dwarf > 1 > clockwise"
    game = play(f"{IN}{walk}")
    player = game.state.players[0]
    assert (player.form == "", player.life) == (back, life) and bool(game.state.effects) != back
    strict = register(Layer("strict", {"rules.toml": "[own]\nwalk_back = false\n"}))
    assert play(f"edition revised4 + souls + {strict.name} | {walk}").state.players[0].form == "restless"


def test_judgement_may_bring_a_ghost_back_but_not_the_living() -> None:
    on = "arrived | thief city | on fields-1, breach > judgement > 6"
    assert play(f"{IN}{GHOST.format('fields-1', 1)}, {on}").state.players[0].form == ""
    assert kinds(met("judgement", 6))[-1] == "nothing_happens"


def test_a_ghost_goes_over_the_bridge_freely() -> None:
    game = play(f"{IN}{GHOST.format('woods-1', 1)} | thief city > 2 > bridge")
    assert game.state.players[0].space == "hills-3" and not game.state.fight
    living = play(f"{IN}dwarf woods-1, fate 0 | thief city > 2 > bridge")
    assert living.state.fight


def test_cards_know_a_ghost() -> None:
    on = "arrived | thief city | on fields-1, breach > white-fungus > fight > 1 > 1"
    assert kinds(play(f"{IN}{GHOST.format('fields-1', 1)}, {on}"))[-1] == "lost", "3 and 1 with 3 more"
    assert "trophy" not in kinds(met("white-fungus", "fight", 1, 1)) and "lost" not in kinds(
        met("white-fungus", "fight", 1, 1)
    )


def test_a_ghost_is_told_in_every_language(book: Book) -> None:
    for lang in LANGUAGES:
        for key in ("form.restless", "turn.dies", "turn.resurrect"):
            for line in described(key, lang, book):
                assert_well(line.strip())
                assert lang == "en" or not english_in(line, lang), (key, line)


def test_craft_of_a_fight_lets_nobody_hold_more_spells() -> None:
    """Or the Spells would be too many once it is over."""
    held = "dwarf fields-1, has screaming-skull, fate 0, arrived | thief city | on fields-1, breach"
    g = working_state(play(f"{IN}{held} > hollow-gaunt > fight").state)
    rest = working_state(play(f"{IN}dwarf fields-1, has screaming-skull | thief city").state)
    assert g.fight and total(g, 0, "craft") == total(rest, 0, "craft") + 1
    assert spell_limit(g, 0) == spell_limit(rest, 0) != g.figures["spell.limit"][total(g, 0, "craft")]


# --- whole games ---


@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_it(seed: int) -> None:
    """Half of them draw Veil cards everywhere."""
    for over in ((), (Layer("veiled", {"decks.toml": DRAWN}),)):
        for states in games(open_book([SOULS, *over]), range(seed, seed + 1), 300):
            assert len(states) > 50
