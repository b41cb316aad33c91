"""Is a card that nobody has documented met, kept, cast, traded and discarded by what was entered of it?"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from talisman_nb import play
from talisman_nb.analysis import Analysis, outcomes
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Change, Event, OwnCard, State
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.odds.sampling import sample_outlook
from talisman_nb.odds.walk import Aim, Considered, solve_walk
from talisman_nb.panels.parts.loose import DeckPanel
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import DECKS, Layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import own_page, page
from talisman_nb.text.questions.beside import card_shown
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import wording_of

HOARD = '[hoard]\nname = "Hoard"\ndrawn_at = ["outer"]\nsize = 20\n[spell]\nlike = "spell"\nsize = 40\n'
EDITION = "edition revised4 + hoard-cards"
WHERE = f"{EDITION} | dwarf crags, gold 1 | thief city"


def opened(**files: str) -> None:
    """Open a book whose outer decks and Spells have cards that nobody has typed."""
    open_book(["revised4", Layer("hoard-cards", {DECKS: HOARD, **files})])


def drawn(card: OwnCard, where: str = WHERE) -> State:
    """The Dwarf has drawn a card that is in no list."""
    opened()
    state = situation(f"{where} > 1 > anticlockwise")
    state, _ = step(state, Answer(state.ply, "own", own=card))
    assert not violations(state)
    return state


def answered(state: State, *keys: str, seat: int = -1) -> State:
    for key in keys:
        state, _ = step(state, Answer(state.ply, key, seat))
    assert not violations(state)
    return state


def lying(state: State) -> tuple[str, ...]:
    return tuple(card for cards in state.spaces for card in cards)


def hoard(state: State) -> Any:
    return state.decks[book_of(state.book).decks.index("hoard")]


# --- what becomes of it ---


@pytest.mark.parametrize(
    ("kind", "after", "asked", "lies"),
    [
        ("animal", "attack", "fight", True),
        ("object", "keep", "take", True),
        ("event", "keep", "take", True),
        ("object", "leave", "hands", True),
        ("event", "leave", "hands", True),
        ("place", "leave", "hands", True),
        ("event", "discard", "hands", False),
        ("stranger", "discard", "hands", False),
        ("follower", "discard", "hands", False),
    ],
)
def test_the_action_word_decides_how_a_card_is_met(kind: Any, after: Any, asked: str, lies: bool) -> None:
    state = drawn(OwnCard("Thing", kind, 3, after=after))
    assert ask(state).kind == asked and lying(state) == (("own/Thing",) if lies else ())
    assert hoard(state).discards == (() if lies else ("own/Thing",))


def test_what_is_left_is_met_again_by_the_next_and_what_is_kept_is_carried() -> None:
    state = answered(drawn(OwnCard("Altar", "event", after="leave")), "done")
    assert lying(state) == ("own/Altar",)
    state = answered(drawn(OwnCard("Curse", "event", after="keep")), "own/Curse")
    assert state.players[0].goods == ("own/Curse",) and lying(state) == ()
    assert "drop:own/Curse" in {option.key for option in asides(state, 0)}


@pytest.mark.parametrize(
    "wrong",
    [
        OwnCard("Yeti", "animal", 4, after="keep"), OwnCard("Altar", "place", after="attack"),
        OwnCard("Frost", "spell", after="discard"), OwnCard("Yeti", "animal", 4, weapon=True),
        OwnCard("Altar", "place", have_not=("evil",)), OwnCard("Lamp", "object", at=("any",)),
        OwnCard("Lamp", "object", save=7), OwnCard("Lamp", "object", copies=0),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(wrong: OwnCard) -> None:
    with pytest.raises(NotAllowedError) as refused:
        drawn(wrong)
    assert refused.value.reason in ("table.own-action", "table.own-figures")


# --- what it is like ---


def strength(state: State) -> int:
    return total(working_state(state), 0, "strength")


def test_an_object_adds_what_was_entered_and_a_weapon_in_battle_only() -> None:
    opened()
    plain = strength(situation(WHERE))
    belt = drawn(OwnCard("Belt", "object", 2))
    assert strength(belt) == plain and strength(answered(belt, "own/Belt")) == plain + 2
    bow = answered(drawn(OwnCard("Bow", "object", 2, weapon=True)), "own/Bow")
    assert strength(bow) == plain
    text = f"{WHERE.replace('gold 1', 'has own/Bow')} | own Bow object, strength 2, weapon"
    fought = play(f"{text} | on fields-2, wolf").answer("1", "anticlockwise")
    assert fought.ask.kind == "fight" and strength(fought.state) == plain + 2


def test_two_games_that_call_different_cards_alike_do_not_mix_them_up() -> None:
    where = "edition revised4 + hoard-cards | dwarf crags, has own/Belt | thief city | own Belt object"
    opened()
    assert [strength(situation(f"{where}, strength {n}")) for n in (1, 2)] == [4, 5]
    numbers = [answered(drawn(OwnCard("Imp", "place", number=n)), "done").own[0].number for n in (2, 6)]
    assert numbers == [2, 6]


def test_an_armour_saves_a_mule_carries_and_an_alignment_is_barred() -> None:
    opened()
    cards = "own Plate object, save 4 | own Camel follower, carries 4 | own Cross object, only good"
    state = situation(
        f"{WHERE.replace('gold 1', 'gold 1, has own/Plate own/Camel')} | {cards} | on fields-2, own/Cross"
    )
    state = answered(state, "1", "anticlockwise")
    options = {option.key: option.closed for option in ask(state).options}
    assert options["own/Cross"] == "alignment"
    lost = situation(f"{WHERE.replace('gold 1', 'has own/Plate')} | own Plate object, save 4 | on fields-2, dragon")
    lost = answered(lost, "1", "anticlockwise", "fight", "1", "6", "keep")
    assert ask(lost).purpose == "armour"


def test_the_other_copies_of_a_card_are_known_to_be_in_the_deck() -> None:
    state = drawn(OwnCard("Bag", "object", copies=3))
    assert (hoard(state).unknown, hoard(state).own) == (17, ("own/Bag", "own/Bag"))
    held = WHERE.replace("gold 1", "has own/Bag")
    more = situation(f"{held} | own Bag object, deck hoard, copies 3 > 1 > anticlockwise")
    options = {option.key: n for option, n in zip(ask(more).options, ask(more).weights, strict=True)}
    assert options == {"own/Bag": 2}


# --- Spells ---


def test_a_spell_nobody_has_typed_is_cast_when_it_may_be_and_settled_by_hand() -> None:
    opened()
    spell = 'own Wither spell, at own_turn, words "Somebody withers."'
    state = situation(f"{WHERE.replace('gold 1', 'spells own/Wither')} | {spell}")
    assert "cast:own/Wither" in {option.key for option in asides(state, 0)}
    state = answered(state, "cast:own/Wither", seat=0)
    assert (ask(state).kind, ask(state).source) == ("hands", "own/Wither") and state.players[0].spells == ()
    later = situation(f"{WHERE.replace('city', 'city, spells own/Wither')} | {spell}")
    assert not asides(later, 1), "it is not in one's own turn"


@pytest.mark.parametrize("seat", [0, 1])
def test_one_for_a_fight_is_cast_before_the_dice_by_who_looks_on_too(seat: int) -> None:
    """The moments that the form sends for it."""
    opened()
    held = ["spells own/Wither" if seat == one else "gold 1" for one in (0, 1)]
    spell = "own Wither spell, at before_fight+fight"
    state = situation(f"{EDITION} | dwarf crags, {held[0]}, arrived | thief city, {held[1]} | {spell} | on crags, bear")
    assert ask(state).kind == "fight" and "cast:own/Wither" in {option.key for option in asides(state, seat)}


def test_an_unseen_spell_may_be_one_that_nobody_has_typed() -> None:
    opened()
    state = situation(WHERE.replace("gold 1", "spells spell?"))
    before = state.decks[1]
    state = answered(state, "cast:spell?", seat=0)
    assert (ask(state).purpose, ask(state).offers[0].key) == ("which-spell", "own")
    state, _ = step(state, Answer(state.ply, "own", own=OwnCard("Wither", "spell")))
    deck = state.decks[1]
    assert (deck.unseen, deck.unknown, deck.discards) == (0, before.unknown - 1, ("own/Wither",)) and not violations(
        state
    )
    assert ask(state).kind == "hands"


# --- as text ---


@pytest.mark.parametrize(
    "card",
    [
        OwnCard("own/Bow", "object", 1, weapon=True, have_not=("evil",), copies=2),
        OwnCard("own/Plate", "object", save=4, carries=2, have_only=("good", "neutral"), after="keep"),
        OwnCard("own/Frost", "spell", at=("own_turn", "reply.spell"), words="Freezes.", deck="spell"),
    ],
)
def test_what_was_entered_of_a_card_is_written_and_read(card: OwnCard) -> None:
    from talisman_nb.notation.writing import own_text

    opened()
    held = "spells" if card.type == "spell" else "has"
    text = f"{WHERE.replace('gold 1', f'{held} {card.name}')} | {own_text(card)}"
    state = situation(text)
    assert state.own == (card,) and situation(situation_text(state)) == state


@pytest.mark.parametrize("more", ["after keep", "after eat", "only bad", "at noon", "weapon weapon", "copies 0"])
def test_a_mistake_in_the_text_of_a_card_says_what_was_expected(more: str) -> None:
    opened()
    with pytest.raises(SituationError, match="expected"):
        situation(f"{WHERE} | own Yeti animal, strength 4, {more}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_of_a_card_stand_where_it_is_met_and_on_its_page(lang: str) -> None:
    state = drawn(OwnCard("Altar", "place", words="Pray here.", after="leave"))
    view = card_shown(state, ask(state), wording_of(state, lang))
    assert view is not None and view.lines[-1] == "Pray here." and len(view.lines) == 2
    told = own_page(book_of(state.book), state.own[0], lang)
    assert "Pray here." in str(told)
    assert card_shown(drawn(OwnCard("Altar", "place")), ask(state), wording_of(state, lang)) is None


# --- in a file of a layer ---

ALTAR = """
[altar]
name = "Altar"
type = "place"
words = { en = "Pray here.", pl = "Módl się tutaj." }

[scroll]
name = "Scroll"
type = "object"
after = "discard"
words = "Read it once."

[omen]
name = "Omen"
type = "event"
after = "keep"
held = [{ mod = "add", to = "craft", n = 1 }]
"""


ZAP = '[zap]\nname = "Zap"\ntype = "spell"\nat = ["own_turn"]\nwords = "Zaps."'


def test_a_card_with_only_words_is_met_and_settled_by_hand() -> None:
    opened(**{"adventure/cards.toml": ALTAR, "spell/cards.toml": ZAP})
    for card, asked, lies in (("altar", "hands", True), ("scroll", "hands", False), ("omen", "take", True)):
        state = situation(f"{WHERE} | on fields-2, {card} > 1 > anticlockwise")
        assert ask(state).kind == asked and (card in lying(state)) == lies
    found = situation(WHERE.replace("gold 1", "spells zap"))
    assert ask(answered(found, "cast:zap", seat=0)).source == "zap"
    book = book_of(found.book)
    for lang, said in (("en", "Pray here."), ("pl", "Módl się tutaj."), ("it", "Pray here.")):
        assert said in str(page(book, "altar", lang))


MISTAKES = {
    'type = "place"\nafter = "attack"\nwords = "x"': "of a card of type 'place' expected keep or leave or discard",
    'type = "animal"\nstrength = 3\nafter = "keep"': "of a card of type 'animal' expected attack",
    'type = "object"\nafter = "discard"\nheld = [{ mod = "add", to = "craft", n = 1 }]': "that is met like one of type",
    'type = "event"\nafter = "keep"\nmet = [{ op = "gain", what = "gold" }]': "that is met like one of type 'object'",
    'type = "place"': "expected a block such as met, a modifier, figures or words",
    'type = "place"\nwords = { de = "x" }': "words",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_file_that_says_what_can_not_be_is_refused(text: str) -> None:
    with pytest.raises(CardError) as wrong:
        opened(**{"adventure/cards.toml": f'[altar]\nname = "Altar"\n{text}'})
    assert MISTAKES[text] in str(wrong.value) and "[altar]" in str(wrong.value)


# --- chances ---

MOAN = '[moan]\nname = "Moaning Shade"\ntype = "spirit"\ncraft = 3'


def before_the_draw() -> State:
    """The Dwarf draws from a deck of twenty, of which one card is typed."""
    opened(**{"hoard/cards.toml": MOAN})
    return situation(f"{WHERE} > 1 > anticlockwise")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_unknown_is_an_outcome_of_a_draw(lang: str) -> None:
    before_the_draw()
    rows = outcomes(Analysis.of(f"{WHERE} > 1 > anticlockwise", lang)).rows
    assert [row.chance for row in rows] == [Fraction(1, 20), Fraction(19, 20)]
    assert rows[1].keys == () and "19" in rows[1].label and "20" in rows[1].label
    asked = question(before_the_draw(), ask(before_the_draw()), lang)
    assert asked.unknown == 19 and "19" in asked.circumstance


def test_walked_and_sampled_chances_know_the_unknown() -> None:
    start = before_the_draw()

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str:
        return "known"

    aim, considered = Aim("known", (("known",),)), Considered(0)
    exact = solve_walk(start, ("known", "other"), ends, aim, considered)
    assert dict(zip(exact.outcomes, exact.value, strict=False))["unknown"] == 19 and exact.value[-1] == 20
    some = sample_outlook(start, ("known", "other"), ends, considered, aim=aim, games=300, seed=1)
    assert 0.85 < some.chance("unknown") < 1 and some.chance("known", "unknown") == 1
    known = situation("dwarf crags | thief city > 1 > anticlockwise")
    assert solve_walk(known, ("known", "other"), ends, aim, considered).outcomes == ("known", "other")


def test_a_shuffled_deck_has_its_unknown_cards() -> None:
    opened(**{"hoard/cards.toml": MOAN})
    panel = DeckPanel("hoard", "revised4 + hoard-cards", seed=1)
    assert panel.left == 20
    drawn = [panel.draw() for _ in range(20)]
    assert drawn.count("?") == 19 and drawn.count("moan") == 1
    assert {card["name"] for card in panel.content["drawn"]} == {"Moaning Shade", "a card nobody has typed"}


# --- where experience is kept, and only Adventure cards count ---

BORROWED = "edition third + second-cards | dwarf crags | thief city"


def test_a_typed_enemy_gives_experience_where_no_cards_are_kept() -> None:
    state = play(f"{BORROWED} > walk plains-1 > own Gnoll animal, strength 2, number 2 > fight > 6 > 1").state
    assert (state.players[0].experience, state.players[0].trophies) == (2, ()) and not violations(state)


def test_a_typed_card_drawn_of_a_full_deck_counts_as_lying() -> None:
    """One of a deck with unknown cards says so itself; there a card of no deck is none of the Adventure cards."""
    lamp = "own Lamp object, number 5 | on plains-1, lamp > walk plains-1"
    assert play(f"{BORROWED} | {lamp}").ask.kind == "take"
    opened(**{"rules.toml": '[draw]\ncounts = "adventure"\n'})
    state = situation(f"{WHERE} | {lamp}")
    assert ask(state).kind == "card", "the Lamp is no card of that deck"


# --- a stock ---

WARES = '[wares]\nname = "Wares"\nsize = 3\nstock = true\n'


def trading(more: str = "") -> State:
    """The Dwarf settles something by hand, where cards may be had of a stock that nobody has typed."""
    open_book(["revised4", Layer("ware-cards", {DECKS: WARES})])
    where = "edition revised4 + ware-cards | dwarf crags, gold 3 | thief city"
    return situation(f"{where} | own Merchant stranger | on fields-2, own/Merchant{more} > 1 > anticlockwise")


def got(state: State, card: OwnCard) -> State:
    state, _ = step(state, Answer(state.ply, "own", own=card))
    assert not violations(state)
    return state


def test_a_card_of_a_stock_nobody_has_typed_is_got_by_its_name_and_price() -> None:
    state = got(trading(), OwnCard("Bow", "object", 1, weapon=True, price=2))
    p, at = state.players[0], book_of(state.book).decks.index("wares")
    assert (p.gold, p.goods, state.decks[at].unknown, ask(state).kind) == (1, ("own/Bow",), 2, "hands")
    with pytest.raises(NotAllowedError) as refused:
        got(state, OwnCard("Plate", "object", save=4, price=2))
    assert refused.value.reason == "closed.no-gold" and "2 gold" in str(refused.value)
    free = got(state, OwnCard("Rope", "object"))
    assert free.players[0].gold == 1 and free.decks[at].unknown == 1


def test_a_card_that_went_back_to_its_stock_is_got_again() -> None:
    state, bow = trading(), OwnCard("Bow", "object", price=1)
    at = book_of(state.book).decks.index("wares")
    state = got(state, bow)
    back = Change("card", card="own/Bow", origin="seat:0", to="discards:wares")
    state, _ = step(state, Answer(state.ply, "hand", 0, changes=(back,)))
    state = got(state, bow)
    assert (state.players[0].goods, state.decks[at].discards, state.decks[at].unknown) == (("own/Bow",), (), 2)


def test_without_such_a_stock_nothing_is_offered() -> None:
    state = drawn(OwnCard("Altar", "place"))
    assert ask(state).offers == () and question(state, ask(state), "en").cards == ""
    asked = question(trading(), ask(trading()), "en")
    assert (asked.cards, asked.unknown) == ("wares", 3)
