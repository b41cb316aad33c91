"""What a table of The Realm of Souls may choose: its variants, and the readings where no text says anything."""

from __future__ import annotations

import re

import pytest
from read_aloud import assert_well, described, english_in

from talisman_nb import play
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.covers import covers_of
from talisman_nb.model import Answer, Change, OwnCard, State
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.rules.book import Book, open_book
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.names import LANGUAGES, names_of
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import doubts_page
from talisman_nb.text.questions.question import question

SOULS = "revised4+souls"
IN = "edition revised4 + souls | "
PLAYERS = [("Ada", "dwarf"), ("Bruno", "thief")]
OPEN_ROWS = {
    "R4": ("begun", "own.ghost_to_grave"), "R6": ("spells", ""), "R7": ("turns", "own.after_crown"),
    "R9": ("lifeless", ""), "R11": ("life", ""), "R12": ("start", "own.rise_at_grave"), "R14": ("fate", ""),
    "R20": ("draw", "own.ghosts_draw_veil"), "R32": ("mods[5]", "own.life_trophy"),
}  # fmt: skip
"""The rows that no text settles, each with the fact of a Ghost that the doubt is about, and its switch."""


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book(SOULS)


def house(*switches: str) -> str:
    return f"{IN}house {' '.join(f'own.{name}=true' for name in switches)} | " if switches else IN


# --- the variants ---


def test_what_a_ghost_wins_is_discarded_or_buys_lives() -> None:
    ghost = "dwarf fields-1, as restless, life 1, strength 9, fate 0, arrived | thief city | on fields-1, wolf"
    ghost += " > fight > 6 > 1"
    game = play(house() + ghost)
    assert game.state.players[0].trophies == () and "wolf" in game.state.decks[0].discards
    (gone,) = [event for event in game.told if event.kind == "discarded"]
    assert "soul.ghost-trophies" in gone.cites
    game = play(house("life_trophy") + ghost)
    (won,) = [event for event in game.told if event.kind == "trophy"]
    assert game.state.players[0].trophies == ("wolf@life",) and "soul.life-trophy" in won.cites
    assert play(house("life_trophy") + ghost.replace(", as restless", "")).state.players[0].trophies == ("wolf",)


def test_a_ghost_that_comes_back_has_its_trophies_for_lives_still() -> None:
    walk = "dwarf graveyard, as restless, life 1, fate 0, trophies giant@life wolf@life | thief city"
    game = play(f"{house('life_trophy')}{walk} | grave woods-1, of dwarf > 1 > clockwise")
    p = game.state.players[0]
    assert p.form == "" and p.trophies == ("giant@life", "wolf@life")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_three_breaches_lie_on_spaces_found_by_chance(lang: str) -> None:
    state = new_game(PLAYERS, SOULS, {"own.breaches": True})
    for _ in range(3):
        found = ask(state)
        assert found.chance and "soul.random-breach" in found.cites and found.purpose == "breach"
        told = question(state, found, lang)
        assert told.roll and (lang == "en" or not english_in(told.headline, lang))
        regions = {open_book(SOULS).board.region(option.space) for option in found.options}
        assert regions == {"outer", "middle"}, "none inside, though nobody but chance lays them"
        state, _ = step(state, Answer(state.ply, found.options[0].key))
    assert len(covers_of(state)) == 3 and ask(state).purpose == "move" and not violations(state)


def test_with_real_cards_hands_lay_them_and_without_the_switch_there_are_none() -> None:
    table = Table.new(dict(PLAYERS), "revised4", {"own.breaches": True}, layers=["souls"], dice="virtual", seed=1)
    while table.ask.purpose == "breach":
        table.roll()
    assert len(covers_of(table.state)) == 3
    assert ask(new_game(PLAYERS, SOULS)).purpose == "move"


# --- what no text says ---


@pytest.mark.parametrize("row", OPEN_ROWS)
def test_what_no_text_says_is_a_doubt_with_its_switch(book: Book, row: str) -> None:
    fact, switch = OPEN_ROWS[row]
    doubt = doubts_of(book, "form.restless")[fact]
    assert doubt.sure == "silent" and doubt.standing == ("house" if switch else "open")
    assert not switch or (switch in doubt.switches and switch in book.own_rules)
    for lang in LANGUAGES:
        assert doubt.text(lang).casefold() in str(doubts_page(book, lang)).casefold()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_switch_is_told(book: Book, lang: str) -> None:
    for name, rule in book.own_rules.items():
        for on in (True, False):
            assert_well(rule.said(on, lang))
            assert lang == "en" or not english_in(rule.said(on, lang), lang), name


DEADLY = "dwarf {}, fate 0, life 1, arrived | thief city"


@pytest.mark.parametrize(("switch", "space"), [("", "crypt"), ("ghost_to_grave", "portal-of-power")])
def test_who_dies_inside_becomes_a_ghost_there_or_at_its_grave(switch: str, space: str) -> None:
    state = killed(house(*filter(None, [switch])) + DEADLY.format("crypt"))
    assert (state.players[0].form, state.players[0].space) == ("restless", space)
    (grave,) = state.effects
    assert grave.space == "portal-of-power"


def killed(text: str) -> State:
    """The state after the Dwarf has lost its last life, by hand."""
    state = play(text).state
    return step(state, Answer(state.ply, "hand", changes=(Change("life", 0, n=0),)))[0]


@pytest.mark.parametrize("switch", ["", "after_crown"])
def test_once_the_crown_is_reached_the_killed_are_out_or_ghosts(switch: str) -> None:
    text = house(*filter(None, [switch])) + DEADLY.format("fields-1") + " | wizard crown-of-command"
    p = killed(text).players[0]
    assert (p.out, p.form) == ((False, "restless") if switch else (True, ""))


@pytest.mark.parametrize(("switch", "space"), [("", "fields-1"), ("rise_at_grave", "woods-1")])
def test_who_is_resurrected_by_a_card_stays_or_goes_to_its_grave(switch: str, space: str) -> None:
    ghost = "dwarf fields-1, as restless, life 2, fate 0, has sword, arrived | thief city | grave woods-1, of dwarf"
    game = play(house(*filter(None, [switch])) + ghost + " | on fields-1, breach > judgement > 6")
    p = game.state.players[0]
    assert (p.form, p.space, p.life) == ("", space, 2) and not game.state.effects
    assert "sword" in game.state.spaces[open_book(SOULS).board.index["fields-1"]]


@pytest.mark.parametrize(("form", "deck"), [("restless", "veil"), ("strayed", "veil"), ("", "adventure")])
def test_a_ghost_may_draw_from_the_veil(form: str, deck: str) -> None:
    walk = f"dwarf crags{form and ', as ' + form}, life 2, fate 0 | thief city > 1 > anticlockwise"
    assert play(house("ghosts_draw_veil") + walk).ask.purpose == deck
    assert play(IN + walk).ask.purpose == "adventure"


# --- what is in no list ---

TWIST = OwnCard("Twist", "terrain", words="Something else happens.")


def own(state: State, card: OwnCard) -> State:
    return step(state, Answer(state.ply, "own", own=card))[0]


def test_an_ending_lies_open_on_the_crown_or_is_turned_up_there() -> None:
    state = new_game(PLAYERS, SOULS, {"own.ending": True})
    assert (ask(state).kind, ask(state).purpose, ask(state).unknown) == ("card", "ending", 2)
    state = own(state, TWIST)
    assert (
        covers_of(state) == (("crown-of-command", "own/Twist"),)
        and ask(state).purpose == "move"
        and not violations(state)
    )
    hidden = new_game(PLAYERS, SOULS, {"own.ending": True, "own.ending_hidden": True})
    assert ask(hidden).purpose == "move" and ask(new_game(PLAYERS, SOULS)).purpose == "move"


def test_whoever_arrives_first_turns_it_up_and_it_is_met_in_place_of_the_crown() -> None:
    way = "dwarf valley-of-fire, has talisman, fate 0 | thief city > crown-of-command"
    game = play(house("ending", "ending_hidden") + way)
    assert (game.ask.kind, game.ask.purpose) == ("card", "ending")
    state = own(game.state, TWIST)
    assert (ask(state).kind, ask(state).source) == ("hands", "own/Twist") and state.crown
    laid = " | own Twist terrain, deck ending | on crown-of-command, own/Twist > crown-of-command"
    open_ = play(house("ending") + way.partition(" >")[0] + laid)
    assert (open_.ask.kind, open_.ask.source) == ("hands", "own/Twist")
    assert play(IN + way).ask.purpose == "command"


def test_characters_of_the_box_are_typed_as_they_are_dealt(book: Book) -> None:
    state = new_game([("Ada", ""), ("Bruno", "thief")], book)
    assert [offer.key for offer in ask(state).offers] == ["own"]
    medium = OwnCard("Seer", "character", 2, 4, life=4, fate=3, alignment="good", start="chapel")
    state = own(state, medium)
    assert state.players[0].character == "own/Seer" and ask(state).purpose == "move" and not violations(state)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_in_no_list_is_counted_and_the_ghost_is_said_to_be_our_own(book: Book, lang: str) -> None:
    told = str(doubts_page(book, lang))
    assert book.certainty.basis["ending"].text(lang) in told
    ours = doubts_of(book, "form.restless")["mods[0]"].text(lang)
    assert ours.casefold() in str(page(book, "form.restless", lang)).casefold()


def test_figures_that_are_guesses_are_asked_where_the_cards_are_real(book: Book) -> None:
    guessed = [key for key in book.deck_cards["veil"] if book.certainty.guessed(key)]
    assert len(guessed) > 20 and "nightmare" not in guessed, "what stands on that one is never played"
    met = "dwarf fields-1, fate 0, arrived | thief city | on fields-1, breach"
    assert play(f"{IN}{met} > hollow-gaunt").ask.kind == "fight"
    game = play(f"{IN}{met} | reads figures asked > hollow-gaunt")
    assert (game.ask.purpose, game.ask.n) == ("figure.craft", book.card("hollow-gaunt").facts.craft)


# --- as text ---


def test_a_ghost_and_a_breach_are_said_shortly() -> None:
    state = situation(f"{IN}dwarf ghost, grave crags | thief city | on temple, breach")
    p, (grave,) = state.players[0], state.effects
    assert (p.form, p.space, p.life, grave.space, grave.owner) == ("restless", "crags", 0, "crags", 0)
    assert covers_of(state) == (("temple", "breach"),)
    text = situation_text(state)
    assert "on temple, breach" in text and situation(text) == state
    assert situation(f'{IN}dwarf "Duch Poszukiwacza", grave crags | thief city').players == state.players


# --- its words ---


DUCH = re.compile(r"\bDuch(?:|a|em|owi|u|y|ów|om|ami|ach)\b(?! Poszukiwacz)")
"""Spirit, and in the manual of The Realm of Souls also Ghost, which is Duch Poszukiwacza here."""


def test_a_ghost_is_no_spirit(book: Book) -> None:
    """`text/README.md` tells the decision."""
    names = names_of(book)
    assert names.name("form", "restless", "pl") == "Duch Poszukiwacza" != names.name("type", "spirit", "pl") == "Duch"
    words = (d.facts.words for d in book.definitions.values())
    said = [(one["en"], one["pl"]) for one in words if isinstance(one, dict)]
    said += [(rule.said(on, "en"), rule.said(on, "pl")) for rule in book.own_rules.values() for on in (True, False)]
    said += [(one.en, one.pl) for found in book.certainty.doubt.values() for one in found.values()]
    said += [(one.en, one.pl) for one in book.certainty.basis.values()]
    mixed = [(en, pl) for en, pl in said if DUCH.search(pl) and "Spirit" not in en]
    assert not mixed
    for key in ("white-fungus", "chilling-winds"):
        lines = [*zip(described(key, "en", book), described(key, "pl", book), strict=True)]
        assert any("Ghost" in en and "Poszukiwacz" in pl for en, pl in lines), key
        assert not [pl for en, pl in lines if DUCH.search(pl) and "Spirit" not in en], key
