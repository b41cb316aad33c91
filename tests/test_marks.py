"""Are faces and cards called good or bad by what they bring, in one way wherever they are shown?"""

from __future__ import annotations

import pytest
from situations import Game, quiet, seat, situation

from talisman_nb.cards.having import worth_of_having
from talisman_nb.engine import ask
from talisman_nb.odds.foresight import foresee
from talisman_nb.odds.rolls import roll_table
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import open_book
from talisman_nb.table import policy
from talisman_nb.table.records import Settings
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Question

THIEF = seat("thief", "city")


def asked(game: Game, lang: str = "en") -> Question:
    return with_parts(question(game.state, game.ask, lang), game.state, game.ask, lang)


def tones(game: Game) -> list[str]:
    return [option.tone for option in asked(game).options]


def details(game: Game) -> list[str]:
    return [option.detail for option in asked(game).options]


@pytest.mark.parametrize("card", ["ghost", "hermit"])
def test_a_face_that_puts_a_card_elsewhere_has_an_effect(card: str) -> None:
    game = situation(seat("troll", "fields-1"), THIEF, edition="second" if card == "hermit" else "revised4")
    shown = details(game.walk("woods-1").say(card))
    assert len(shown) == 6 and not any("no effect" in detail for detail in shown)


def test_a_face_that_frees_is_good_and_one_that_holds_is_bad() -> None:
    game = situation(seat("troll", "temple", fate=0), THIEF, arrived=True).say(2, 3)
    while game.ask.purpose != "freedom":
        game.say(quiet(game.ask))
    assert tones(game) == ["bad"] * 3 + ["good"] * 3


def beguiling(*goods: str) -> Game:
    victim = seat("thief", "tavern", goods=goods, gold=0)
    return situation(seat("sorceress", "tavern"), victim, arrived=True).say("use:character.sorceress.beguile@1")


@pytest.mark.parametrize("goods", [("sword",), ("sword", "axe", "helmet", "shield")])
def test_a_test_that_is_failed_is_judged_alike_wherever_it_is_shown(goods: tuple[str, ...]) -> None:
    """However much there is to choose from, under the faces, in the odds and after the roll."""
    game = beguiling(*goods)
    marks = ["bad"] * 4 + ["good"] * 2
    assert tones(game) == marks
    assert [face.worth for face in roll_table(game.state).faces] == marks
    assert [foresee(game.state, (str(face),), 0).worth for face in range(1, 7)] == marks
    assert [offer.chances.lost for offer in asked(game.say(1)).offers if offer.chances] == [67]


def test_harm_to_all_others_is_good_and_missing_it_is_bad() -> None:
    game = situation(seat("troll", "crown-of-command"), THIEF, arrived=True)
    while game.ask.purpose != "command" or game.ask.kind != "die":
        game.say(quiet(game.ask))
    assert tones(game) == ["bad"] * 3 + ["good"] * 3


def test_a_result_says_what_must_be_left() -> None:
    game = situation(seat("elf", "fields-1", goods=("holy-grail", "sword")), THIEF).walk("village").say("mystic")
    assert details(game)[0] == "becomes evil; must give up: Holy Grail" and tones(game)[0] == "bad"
    assert asked(game.say(1)).circumstance == "Must give up: Holy Grail"
    plain = situation(seat("elf", "fields-1", goods=("sword",)), THIEF).walk("village").say("mystic")
    assert details(plain)[0] == "becomes evil" and tones(plain)[0] == "level"


def test_a_long_list_of_what_is_left_does_not_hide_the_result() -> None:
    goods = ("magic-belt", "holy-grail", "solomons-crown", "potion-of-strength", "mercenary", "unicorn", "princess")
    game = situation(seat("elf", "fields-3", gold=2, goods=goods), THIEF).walk("city").say("the space")
    assert details(game.say("enchantress"))[0] == "becomes a Toad for 3 turns" and tones(game)[0] == "bad"


def test_a_card_that_helps_less_is_named() -> None:
    game = situation(seat("dwarf", "fields-1", alignment="evil", goods=("cross",)), THIEF).walk("village").say("mystic")
    assert "helps less" not in details(game)[3], "it works in another place then"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_must_be_left_is_told_in_every_language(lang: str) -> None:
    game = situation(seat("elf", "fields-1", goods=("holy-grail",)), THIEF).walk("village").say("mystic")
    told = asked(game, lang).options[0].detail
    assert "; " in told.replace("\u00a0", " ") and ("must give up" in told) == (lang == "en")


# --- cards ---


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_followers_that_harm_are_burdens(edition: str) -> None:
    """All that must be taken, and nothing else among the cards."""
    book = open_book(edition)
    cards = {card: book.card(card) for card in book.deck_cards["adventure"]}
    held = {name: card for name, card in cards.items() if card.facts.take and card.facts.type not in ("event", "place")}
    burdens = {name for name, card in held.items() if worth_of_having(card) < 0}
    assert burdens == {name for name, card in held.items() if card.facts.take == "must"} and len(burdens) == 2


@pytest.mark.parametrize("card", ["poltergeist", "cursed-by-a-hag"])
def test_to_draw_a_burden_is_bad_and_to_be_rid_of_it_good(card: str) -> None:
    game = situation(seat("troll", "fields-1"), THIEF).walk("woods-1")
    assert foresee(game.state, (card,), 0).worth == "bad"
    assert foresee(game.state, ("maiden",), 0).worth in ("good", "level")


def test_the_way_on_to_a_farther_space_of_a_nearer_region_is_good() -> None:
    """The middle region is nearer to the Crown than the outer one, whichever of its spaces it is."""
    game = situation(seat("troll", "fields-1"), THIEF, lying={"woods-1": ("magic-portal",)}).walk("woods-1")
    while game.ask.kind != "die":
        game.say(next(key for key in game.open() if key not in ("leave", "none", "done")))
    assert tones(game) == ["level"] * 3 + ["good"] * 3


# --- what an ability may add to a prayer ---

FULL = {"fate": 0, "spells": ("healing",)}
PRAYERS = {
    "the same is done": ("chapel", {"fate": 0}, (2,), "leave"),
    "something instead of nothing": ("chapel", {"fate": 0}, (4,), "add"),
    "both are useful": ("chapel", {"fate": 0}, (5,), ""),
    "no room for the Spell": ("chapel", FULL, (5,), "leave"),
    "a Spell for both": ("chapel", {"fate": 0}, (6,), "leave"),
    "a life and a Follower": ("temple", {"fate": 0, "goods": ("maiden",)}, (1, 2), ""),
    "no Follower to lose": ("temple", {"fate": 0}, (1, 2), "add"),
    "no room for the Spell instead of craft": ("temple", FULL, (3, 4), "leave"),
}


@pytest.mark.parametrize("prayer", PRAYERS)
def test_adding_to_a_prayer_is_asked_only_where_people_may_differ(prayer: str) -> None:
    space, figures, faces, answer = PRAYERS[prayer]
    game = situation(seat("monk", space, **figures), THIEF, arrived=True)
    if "pray" in game.open():
        game.say("pray")
    state = game.say(*faces).state
    assert ask(state).kind == "plus"
    assert policy.answer(ask(state), state, Settings(players=())) == answer


def test_a_face_says_what_it_brings_with_what_is_added() -> None:
    game = situation(seat("monk", "chapel", fate=0, life=3), THIEF, arrived=True).say("pray")
    assert details(game)[2:5] == ["nothing happens", "with +1: gains 1 life", "gains 1 life"]
    assert tones(game) == ["level"] * 3 + ["good"] * 3
