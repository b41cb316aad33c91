"""Does a card do what it says: is what takes twice, from nobody, or comes to no end refused, or stopped by name?"""

from __future__ import annotations

from collections.abc import Mapping
from unittest.mock import patch

import pytest
from situations import Game, seat, situation

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask, step
from talisman_nb.engine.endless import AGAIN
from talisman_nb.model import Answer, Event
from talisman_nb.rules import book as book_module
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

OASIS = '{ op = "teleport", to = "oasis", meet = true }'


def layer(text: str, **files: str) -> Layer:
    """A layer of one file of Adventure cards, and others by their path with `__` for the slash."""
    paths = {name.replace("__", "/") + ".toml": each for name, each in files.items()}
    return Layer("mine", {"layer.toml": '[layer]\nname = "Mine"\n', "adventure/cards.toml": text, **paths})


def refused(text: str, **files: str) -> str:
    """What is said about a layer."""
    with pytest.raises(CardError) as found:
        open_book(["revised4", layer(text, **files)])
    return str(found.value)


def unchecked(text: str, **files: str) -> Book:
    """The book of a layer that a saved table has kept since before there was a check."""
    with patch.object(book_module, "ensure_valid", lambda book: book):
        return open_book(["revised4", layer(text, **files)])


def event(block: str) -> str:
    return f'[whirl]\nname = "Whirl"\ntype = "event"\nmet = [{block}]\n'


# --- refused ---


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (
            '{ op = "choose", options = [{ key = "pay", cost = { gold = 2 }, do = [{ op = "pay", n = 2 }] }] }',
            "[whirl] met[0].options[0].do[0]: the cost has taken gold already, and this takes it once more; write the "
            "`cost` alone, or this without `cost`, and when = { affords = { gold = 2 } } beside it",
        ),
        (
            '{ op = "pay", n = 2 }',
            "[whirl] met[0]: nothing says that gold is there to be paid; write it inside "
            '{ op = "if", when = { affords = { gold = 2 } }, do = [ … ] }',
        ),
        (
            '{ op = "if", when = { affords = { gold = 2 } }, do = [{ op = "pay", n = 1 }, { op = "pay", n = 2 }] }',
            "[whirl] met[0].do[1]: nothing says that gold is there to be paid",
        ),
        (
            '{ op = "repeat", at_most = 3, while = { always = true }, do = [{ op = "pay", n = 1 }] }',
            "met[0].do[0]: nothing says that gold is there",
        ),
        (
            '{ op = "choose", options = [{ key = "pay", cost = { follower = 1 }, do = [{ op = "gain_spell" }] }] }',
            "met[0].options[0].cost: 'follower' must only be had, and the block lets nothing go",
        ),
        ('{ op = "place", card = "gold", on = "oasis" }', 'met[0].from: missing, expected from = "you"'),
        (
            '{ op = "place", card = "gold", from = "stock", on = "here" }',
            "met[0].n: missing, expected how much gold of the stock it is",
        ),
        ('{ op = "place", card = "this", from = "you", on = "oasis" }', "met[0].from: only gold comes from somewhere"),
        ('{ op = "teleport", to = "here" }', "met[0].to: 'here' is where one is already, so nobody would move"),
        ('{ op = "gain", what = "gold", n = 0 }', "met[0].n: expected at least 1, got 0: it would be told, and change"),
        ('{ op = "miss", turns = 0 }', "met[0].turns: expected at least 1, got 0"),
        (
            '{ op = "if", when = { affords = { gold = 1 } }, do = [{ op = "pay", n = 1, who = "everyone" }] }',
            "met[0].do[0].who: expected one of you, other, active, owner, got 'everyone'; write "
            '{ op = "each", of = "everyone", as = "other", do = [{ op = "pay", who = "other", … }] }',
        ),
        (
            '{ op = "each", of = "others", as = "other", do = [{ op = "drop", who = "other", card = "your.goods" }] }',
            "card: 'your.goods' are those of `you`; write a list of the other",
        ),
    ],
)
def test_a_card_that_says_one_thing_and_does_another_is_refused(block: str, said: str) -> None:
    assert said in refused(event(block))


@pytest.mark.parametrize(
    "block",
    [
        '{ op = "if", when = { affords = { gold = 2 } }, do = [{ op = "pay", n = 2 }] }',
        '{ op = "if", when = { affords = { gold = 3 } }, do = [{ op = "pay", n = 2 }, { op = "pay", n = 1 }] }',
        '{ op = "if", when = { not = { affords = { gold = 1 } } }, do = [], else = [{ op = "pay", n = 1 }] }',
        '{ op = "if", when = { at_least = [{ have = "gold" }, 2] }, do = [{ op = "pay", n = 2 }] }',
        '{ op = "each", of = "others", as = "other", do = [{ op = "if", when = { of_other = { affords = { gold = 1 } '
        '} }, do = [{ op = "pay", who = "other", n = 1 }] }] }',
        '{ op = "choose", options = [{ key = "pay", when = { affords = { gold = 1 } }, '
        'do = [{ op = "pay", n = 1 }] }] }',
        '{ op = "place", card = "gold", from = "stock", n = 2, on = "here" }',
    ],
)
def test_a_card_that_pays_what_is_there_is_read(block: str) -> None:
    assert open_book(["revised4", layer(event(block))]).card("whirl")


def test_the_cost_of_an_action_is_not_paid_once_more() -> None:
    action = '{ mod = "action", key = "hire", at = ["own_turn"], cost = { gold = 1 }, do = "pays" }'
    text = f'[ring-of-toll]\nname = "Toll Ring"\ntype = "magic object"\nheld = [{action}]\n'
    text += 'pays = [{ op = "pay", n = 1 }]\n'
    assert "held[0].do[0]: the cost has taken gold already" in refused(text)


KING = '[ogre-king]\nname = "Ogre King"\ntype = "monster"\nstrength = 12\n'
LOST = f'{KING}lost = [{{ op = "lose", what = "gold", n = "all" }}]'


def test_only_an_enemy_takes_something_else_than_a_life() -> None:
    assert "nothing looks at it of a card of type 'follower'" in refused(LOST.replace("monster", "follower"))


# --- nothing falls below zero, whatever a table has kept ---


def played(text: str, gold: int, book: Book | None = None, **files: str) -> Game:
    book = book or unchecked(text, **files)
    game = situation(
        seat("dwarf", "fields-1", gold=gold), seat("thief", "city", gold=0), arrived=True, edition=book.edition
    )
    return game.say("whirl")


def test_who_has_too_little_pays_nothing() -> None:
    game = played(event('{ op = "pay", n = 2 }, { op = "gain", what = "craft" }'), 1)
    assert (game[0].gold, game[0].craft) == (1, 0)
    (told,) = game.told("cannot_pay")
    book = book_of(game.state.book)
    said = [say_event(Wording(lang, ["Ada"], book=book), told, lang) for lang in ("en", *LANGUAGES)]
    assert said.pop(0) == "Ada does not have 2 gold and pays nothing (Whirl)."
    assert len(set(said)) == len(LANGUAGES)


def test_what_was_written_twice_takes_no_more_than_there_is() -> None:
    twice = '{ op = "choose", options = [{ key = "pay", cost = { gold = 2 }, do = [{ op = "pay", n = 2 }] }] }'
    assert played(event(twice), 3).say("pay")[0].gold == 1


def test_nobody_gives_gold_that_is_not_there() -> None:
    takes = '{ op = "each", of = "others", as = "other", do = [{ op = "take", card = "gold" }] }'
    game = played(event(takes), 1)
    assert (game[0].gold, game[1].gold) == (1, 0)
    assert [each.cites for each in game.told("lost")] == [("gold.none",)]


def test_a_difference_below_zero_is_nothing() -> None:
    less = '{ op = "set", var = "n", to = { minus = [1, 3] } }, { op = "gain", what = "gold", n = "n" }'
    assert played(event(less), 1)[0].gold == 1


def test_a_price_is_paid_by_who_has_it() -> None:
    game = played(event('{ op = "get", name = "purchase/sword", price = 2 }'), 1)
    assert (game[0].gold, game[0].goods) == (1, ())
    assert [each.kind for each in game.events][-3:].count("cannot_pay") == 1


# --- gold of the stock, or of who has it ---


def test_gold_is_put_down_from_where_it_is_said_to_come() -> None:
    text = event('{ op = "place", card = "gold", from = "stock", n = 2, on = "oasis" }')
    book = open_book(["revised4", layer(text)])
    game = played(text, 3, book)
    assert game[0].gold == 3
    assert game.state.gold[book.board.index["oasis"]] == 2
    (told,) = game.told("placed")
    words = {lang: Wording(lang, ["Ada"], book=book) for lang in LANGUAGES}
    assert say_event(words["en"], told, "en") == "2 gold of the stock went to the Oasis (Whirl)."
    assert all(hands(words[lang], [told], lang) for lang in LANGUAGES)
    assert all("2" in "".join(lines(tree_of(book, "whirl", lang))) for lang in LANGUAGES)
    part = event('{ op = "place", card = "gold", from = "you", n = 2, on = "here" }')
    game = played(part, 3, open_book(["revised4", layer(part)]))
    assert game[0].gold + game.state.gold[book.board.index["fields-1"]] == 3
    assert game[0].gold == 1


def test_the_stock_gives_no_more_gold_than_it_has() -> None:
    text = event('{ op = "place", card = "gold", from = "stock", n = 99, on = "oasis" }')
    book = open_book(["revised4", layer(text)])
    game = played(text, 3, book)
    assert game.state.gold[book.board.index["oasis"]] == 27
    assert violations(game.state) == []


# --- what comes to no end ---


def deck(**cards: str) -> Mapping[str, str]:
    """A deck of Events that the Oasis draws from."""
    written = "\n".join(f'[{name}]\nname = "{name}"\ntype = "event"\nmet = [{do}]' for name, do in cards.items())
    return {"decks": '[eddies]\nname = "Eddies"\ndrawn_at = ["oasis"]\n', "eddies__cards": written}


def test_a_deck_that_leads_back_to_itself_is_refused() -> None:
    said = refused("", **deck(eddy=OASIS))
    assert "[eddies]: it comes to no end: each of its cards (eddy) leads to the next one" in said
    both = refused("", **deck(eddy=OASIS, surge='{ op = "draw", deck = "eddies", to = "space" }'))
    assert "it comes to no end" in both


@pytest.mark.parametrize(
    "cards",
    [
        {"eddy": OASIS, "calm": '{ op = "gain", what = "life" }'},
        {"eddy": f'{{ op = "lose", what = "life" }}, {OASIS}'},
        {"eddy": f'{{ op = "if", when = {{ affords = {{ gold = 1 }} }}, do = [{OASIS}] }}'},
    ],
)
def test_a_deck_that_may_lead_elsewhere_is_read(cards: dict[str, str]) -> None:
    assert open_book(["revised4", layer("", **deck(**cards))]).card("eddy")


def test_a_deck_without_an_end_is_stopped_at_the_table() -> None:
    book = unchecked("", **deck(eddy=OASIS))
    game = situation(seat("dwarf", "oasis", gold=1), seat("thief", "city"), arrived=True, edition=book.edition)
    while game.ask.kind == "card":
        game.say("eddy")
        assert len(game.told("teleported")) <= AGAIN + 1
    (told,) = game.told("stopped")
    assert (told.source, told.what) == ("eddy", "mine/eddies/cards.toml: [eddy] met")
    assert game.ask.kind == "hands"
    said = {say_event(Wording(lang, ["Ada"], book=book), told, lang) for lang in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert all("mine/eddies/cards.toml: [eddy] met" in line for line in said)
    game.say("done")
    assert game.state.turn == 1 or game.ask.kind == "close"


@pytest.mark.parametrize("arrow", ["oasis", "fields-1"])
def test_a_trigger_without_an_end_is_stopped_by_its_name(arrow: str) -> None:
    """Nobody is asked anything in between: whoever lands is sent on, and lands."""
    gust = f'{{ mod = "on", event = "landed", do = [{{ op = "teleport", to = "{arrow}", meet = true }}] }}'
    text = f'[gust]\nname = "Gust"\ntype = "magic object"\nheld = [{gust}]\n'
    book = open_book(["revised4", layer(text)])
    game = situation(seat("dwarf", "fields-6", goods=("gust",)), seat("thief", "city"), edition=book.edition)
    game.walk("fields-5" if any(o.space == "fields-5" for o in game.ask.options) else "fields-1")
    (told,) = game.told("stopped")
    assert told.source == "gust"
    assert game.ask.kind == "hands"
    assert violations(game.state) == []


def test_a_program_of_the_turn_that_calls_itself_by_way_of_another_is_refused() -> None:
    programs = (
        '[gather]\nlike = "gather"\ndo = [{ op = "call", program = "by_hand" }]\n'
        '[by_hand]\nlike = "by_hand"\ndo = [{ op = "call", program = "gather" }]\n'
    )
    assert "it comes to no end: 'by_hand' calls 'gather' calls 'by_hand'" in refused("", programs__own=programs)


def test_one_that_calls_itself_at_once_is_refused_too() -> None:
    programs = '[dies]\nlike = "dies"\ndo = [{ op = "call", program = "dies" }]\n'
    assert "mine/programs/own.toml: [dies] do: it comes to no end: 'dies' calls 'dies'" in refused(
        "", programs__own=programs
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_stopped_part_of_the_turn_is_told_without_a_name(lang: str) -> None:
    told = say_event(Wording(lang), Event("stopped", what="mine.toml: [dies] do"), lang)
    assert told[:1].isupper() and "mine.toml: [dies] do" in told, told


# --- what a creature takes, and what holds while one fights it ---


def fights(text: str, *answers: int, **figures: object) -> Game:
    book = open_book(["revised4", layer(text)])
    hero = seat("dwarf", "fields-1", **{"gold": 3, "fate": 0, **figures})
    game = situation(hero, seat("thief", "city"), arrived=True, edition=book.edition)
    return game.say("ogre-king", "fight", *answers)


def test_an_enemy_takes_what_its_card_says_in_place_of_a_life() -> None:
    game = fights(LOST, 1, 6)
    life = game[0].life
    assert (game[0].gold, life) == (0, situation(seat("dwarf", "city"))[0].life)
    told = fights(LOST.replace(', n = "all"', "") + "\n", 1, 6)
    assert told[0].gold == 2
    besides = LOST.replace("lost = [", 'lost = [{ op = "lose", what = "life", cause = "fight" }, ')
    assert fights(besides, 1, 6)[0].life == life - 1


def test_its_page_says_so() -> None:
    book = open_book(["revised4", layer(LOST)])
    said = "\n".join(lines(tree_of(book, "ogre-king", "en")))
    assert "When it wins, in place of a life" in said


def test_modifiers_of_an_enemy_hold_for_who_fights_it() -> None:
    held = 'held = [{ mod = "cannot", act = "use_weapon" }, { mod = "add", to = "strength", n = -1 }]'
    text = f'[ogre-king]\nname = "Ogre King"\ntype = "monster"\nstrength = 4\n{held}\n'
    game = fights(text, 3, 3, goods=("sword",))
    (fought,) = game.told("fought")
    plain = situation(seat("dwarf", "city"))[0]
    assert fought.scores[0] == 3 + 3 - 1 + plain.strength
    book = open_book(["revised4", layer(text)])
    assert all("\n".join(lines(tree_of(book, "ogre-king", lang))) for lang in LANGUAGES)


# --- a roll that a card makes one throw ---


def test_something_is_added_to_the_rolls_of_a_card_by_its_name() -> None:
    text = (
        '[seer]\nname = "Seer"\ntype = "stranger"\nvisited = [{ op = "roll", for = "card", into = "die" }, '
        '{ op = "table", by = "die", rows = [{ from = 1, to = 3 }, '
        '{ from = 4, to = 8, do = [{ op = "gain", what = "gold" }] }] }]\n'
        '[charm-of-sight]\nname = "Charm of Sight"\ntype = "magic object"\n'
        'held = [{ mod = "die_plus", for = "seer", n = 2 }]\n'
    )
    book = open_book(["revised4", layer(text)])
    hero = seat("dwarf", "fields-1", goods=("charm-of-sight",), gold=0, fate=0)
    game = situation(hero, seat("thief", "city"), arrived=True, edition=book.edition)
    game.say("seer", 2)
    assert game.ask.kind == "plus"
    game.say("add")
    assert game[0].gold == 1
    assert any("Seer" in line for line in lines(tree_of(book, "charm-of-sight", "en")))


def test_a_roll_of_a_card_has_more_dice_by_its_name() -> None:
    text = (
        '[seer]\nname = "Seer"\ntype = "stranger"\nvisited = [{ op = "roll", for = "card", into = "die" }, '
        '{ op = "table", by = "die", rows = [{ from = 1, to = 6 }, '
        '{ from = 7, to = 12, do = [{ op = "gain", what = "gold" }] }] }]\n'
        '[second-sight]\nname = "Second Sight"\ntype = "magic object"\nheld = [{ mod = "dice", for = "seer", n = 2 }]\n'
    )
    book = open_book(["revised4", layer(text)])
    for goods, faces, gained in ((("second-sight",), (6, 1), 1), ((), (6,), 0)):
        hero = seat("dwarf", "fields-1", goods=goods, gold=0, fate=0)
        game = situation(hero, seat("thief", "city"), arrived=True, edition=book.edition).say("seer", *faces)
        assert game[0].gold == gained and game.ask.kind != "die"


def test_a_table_must_hold_what_is_added_by_the_name_of_its_card() -> None:
    text = (
        '[seer]\nname = "Seer"\ntype = "stranger"\nvisited = [{ op = "roll", for = "card", into = "die" },'
        ' { op = "table", by = "die", rows = [{ from = 1, to = 6, do = [{ op = "gain", what = "gold" }] }] }]\n'
        '[charm-of-sight]\nname = "Charm of Sight"\ntype = "magic object"\n'
        'held = [{ mod = "die_plus", for = "seer", n = 2 }]\n'
    )
    assert "no row for 7 to 8, which 'die' can be (changed by" in refused(text)


def test_a_step_says_what_it_did() -> None:
    """A stopped program is no exception: the same answer gives the same state again."""
    book = unchecked("", **deck(eddy=OASIS))
    game = situation(seat("dwarf", "oasis"), seat("thief", "city"), arrived=True, edition=book.edition)
    first = step(game.state, Answer(game.state.ply, "eddy"))
    assert first == step(game.state, Answer(game.state.ply, "eddy"))
    assert ask(first[0]).kind == "card"
