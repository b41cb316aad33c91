"""Does a card that covers a space take the place of its name and text, in play, in text and in messages?"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from covering import BOARD, CARDS, ground

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.characters import enter_character
from talisman_nb.engine.covers import covers_of, space_facts
from talisman_nb.engine.view import seen_by
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Change, State, decode, encode
from talisman_nb.notation.situation import SituationError, situation, situation_text
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import play_game, violations
from talisman_nb.table.hand_moves import difference
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import wording_of


@pytest.fixture(autouse=True)
def layer() -> Layer:
    return ground()


IN = "edition revised4 + ground | "
AT_FIELDS = IN + "dwarf fields-1, arrived | thief city"


def kinds(game: Situation) -> list[str]:
    return [event.kind for event in game.told]


def test_without_such_cards_nothing_is_covered() -> None:
    plain = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    assert not open_book().covering and covers_of(plain) == ()


def test_its_text_takes_the_place_of_that_of_the_space() -> None:
    game = play(IN + "dwarf temple, fate 0, arrived | thief city | on temple, pool")
    state = game.state
    assert (state.players[0].gold, state.players[0].fate) == (2, 1), "gold and fate of the Pool"
    assert game.ask.kind == "close", "nobody prays at a Temple that is covered"
    assert decode(encode(state)) == state and covers_of(state) == (("temple", "pool"),)


def test_its_modifiers_and_its_draws_hold_on_the_space() -> None:
    game = play(IN + "dwarf tavern, arrived | thief city | on tavern, swamp")
    assert (game.ask.kind, game.ask.n) == ("card", 2), "the Swamp lets draw two, where nothing is drawn at the Tavern"
    game = play(IN + "dwarf cursed-glade, has sword, arrived | thief city | on cursed-glade, swamp bear wolf")
    assert game.answer("fight", "1", "1").ask.rolls == (7, 6), "3, 2 of the Swamp, 1 of the Sword and the 1"
    here = situation(IN + "dwarf fields-1, arrived | thief city | on fields-1, swamp wolf")
    assert ask(here).n == 1, "the Swamp is not counted among the cards that lie there"


def test_what_a_region_says_holds_under_it() -> None:
    register(Layer("ground", {**ground().texts, "board.toml": BOARD.replace("covering = false", "spells = false")}))
    state = situation(IN + "dwarf crypt, arrived | thief city | on crypt, pool")
    g = WorkingState(book_of(state.book), state)
    assert not space_facts(g, "crypt").spells and not space_facts(g, "crypt").evading


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_effect_that_names_a_covered_space_is_ignored(lang: str) -> None:
    game = play(AT_FIELDS + " | on temple, pool").answer("pull")
    event = next(event for event in game.told if event.kind == "ignored")
    assert (event.card, event.space, event.cites) == ("pool", "temple", ("soul.terrain",))
    assert game.state.players[0].space == "fields-1"
    said = say_event(game.state, event, lang)
    pool, temple = {"en": ("Pool", "Temple"), "it": ("Stagno", "Tempio"), "fr": ("Mare", "Temple")}.get(
        lang, ("Staw", "Świątyni")
    )
    assert pool in said and temple in said and said.count(temple) == 1


def test_a_choice_that_leads_to_a_covered_space_is_closed() -> None:
    game = play(IN + "dwarf tavern, tavern-boatman | thief city | on temple, pool")
    assert "nothing_open" in kinds(game) or game.ask.kind == "die", "W16: nobody is ferried, and the move goes on"
    assert game.ask.kind == "die" and game.ask.purpose == "move"


def test_a_picked_space_is_no_name() -> None:
    game = play(IN + "dwarf tavern, tavern-wizard | thief city | on graveyard, pool").answer("teleport")
    game = game.answer("graveyard")
    assert game.state.players[0].space == "graveyard" and game.state.players[0].gold == 2


def test_a_condition_asks_for_the_name_that_holds() -> None:
    named = '[echo]\nname = "Echo"\ntype = "event"\nnumber = 1\nmet = [\n'
    named += '{ op = "if", when = { space_is = "pool" }, do = [{ op = "gain", what = "life" }] },\n'
    named += '{ op = "if", when = { space_is = "hills" }, do = [{ op = "gain", what = "craft" }] },\n'
    named += '{ op = "if", when = { covered = true }, do = [{ op = "gain", what = "strength" }] },\n]\n'
    ground(**{"adventure/echo.toml": named})
    covered = play(IN + "dwarf hills-1, fate 0, life 4, arrived | thief city | on hills-1, pool echo !").state.players[
        0
    ]
    plain = play(IN + "dwarf hills-1, fate 0, life 4, arrived | thief city | on hills-1, echo !").state.players[0]
    assert (covered.life, covered.craft, covered.strength) == (5, 0, 1)
    assert (plain.life, plain.craft, plain.strength) == (4, 1, 0)


def test_its_region_is_what_it_was() -> None:
    named = '[echo]\nname = "Echo"\ntype = "event"\nnumber = 1\n'
    named += 'met = [{ op = "if", when = { region_is = "outer" }, do = [\n'
    named += '  { op = "gain", what = "life", who = "everyone_in_region" },\n] }]\n'
    ground(**{"adventure/echo.toml": named})
    text = IN + "dwarf hills-1, life 4, arrived | thief city, life 3 | wizard castle, life 3"
    state = play(f"{text} | on hills-1, pool echo ! | on city, swamp").state
    assert [player.life for player in state.players] == [5, 4, 3]


def test_a_text_that_only_the_board_has_is_not_asked_for_under_it() -> None:
    unread = '[space.fields-2]\nwithout = ["draw"]\nvisited = [{ op = "call", program = "read_board" }]\n'
    ground(**{"board.toml": BOARD + unread})
    text = IN + "dwarf fields-2, arrived | thief city"
    assert ask(situation(text)).purpose == "board-text"
    covered = situation(f"{text} | reads fields draw-2 | on fields-2, pool")
    assert ask(covered).kind == "close" and covered.players[0].gold == 2


def test_a_new_one_sends_the_old_one_back_to_its_deck() -> None:
    start = situation(IN + "dwarf fields-1, arrived | thief city | on fields-1, pool")
    deck = book_of(start.book).decks.index("ground")
    assert start.decks[deck].left == (2, 0, 1)
    flood = situation(IN + "dwarf fields-1, arrived | thief city | on fields-1, pool flood !")
    while ask(flood).kind == "hands":
        flood, _ = step(flood, Answer(flood.ply, "done"))
    assert covers_of(flood) == (("fields-1", "swamp"),)
    assert flood.decks[deck].left == (1, 1, 1) and not flood.decks[deck].discards and not violations(flood)


def test_where_none_is_left_one_of_the_board_is_moved() -> None:
    game = play(AT_FIELDS + " | on temple, swamp | on city, swamp").answer("flood")
    assert (game.ask.kind, game.ask.purpose, game.ask.open()) == ("pick", "moved-cover", ("city", "temple"))
    assert game.ask.cites == ("soul.terrain-stock",)
    game = game.answer("temple")
    assert dict(covers_of(game.state)) == {"fields-1": "swamp", "city": "swamp"}
    moved = next(event for event in game.told if event.kind == "covered")
    assert (moved.what, moved.origin, moved.cites) == ("moved", "temple", ("soul.terrain-stock",))


def test_one_that_lies_there_is_moved_or_taken_off() -> None:
    game = play(AT_FIELDS + " | on temple, pool").answer("drift")
    assert covers_of(game.state) == (("fields-1", "pool"),) and game.state.players[0].gold == 2, "it is met at once"
    game = play(AT_FIELDS + " | on temple, pool").answer("drain")
    assert covers_of(game.state) == () and "uncovered" in kinds(game)


def test_it_may_go_while_somebody_is_on_it() -> None:
    game = play(IN + "dwarf temple, fate 0, arrived | thief city | on temple, shifting-sand bag-of-gold")
    assert covers_of(game.state) == () and game.state.players[0].gold == 2, "what it says is done to its end"
    assert game.ask.kind == "take", "what lies there is still met, the space itself was"


def test_nowhere_where_its_layer_says_so() -> None:
    game = play(AT_FIELDS).answer("inner-flood")
    event = next(event for event in game.told if event.kind == "ignored")
    assert (event.what, event.cites) == ("where", ("soul.terrain-where",)) and covers_of(game.state) == ()
    with pytest.raises(SituationError, match=r"pool may not be laid there \(soul\.terrain-where\)"):
        situation(IN + "dwarf crags | thief city | on crypt, pool")
    with pytest.raises(SituationError, match=r"pool goes back to its deck.*soul\.terrain-stock"):
        situation(IN + "dwarf crags | thief city | on temple, pool swamp")


def test_chance_picks_a_space_of_the_regions_named() -> None:
    game = play(AT_FIELDS).answer("far-flood")
    board = book_of(game.state.book).board
    assert game.ask.chance and (game.ask.kind, game.ask.purpose, len(game.ask.open())) == ("pick", "by-chance", 40)
    assert question(game.state, game.ask, "en").headline == "Far Flood: which space is it, by chance?"
    assert {board.region(space) for space in game.ask.open()} == {"outer", "middle"}
    assert covers_of(game.answer("oasis").state) == (("oasis", "swamp"),)


def test_a_start_space_stays_one() -> None:
    state = situation(IN + "dwarf city | thief city | on graveyard, swamp")
    g = WorkingState(book_of(state.book), state)
    enter_character(g, 1, "ghoul")
    entered = next(event for event in g.events if event.kind == "enters")
    assert entered.space == g.players[1].space == "graveyard" and entered.cites[-1] == "soul.terrain-start"


def test_a_gate_whose_text_is_covered() -> None:
    free = play(IN + "dwarf graveyard | thief city | on sentinel, pool > 6 > bridge")
    assert free.state.fight is None and free.state.players[0].space != "sentinel", "nobody bars the way"
    shut = situation(IN + "dwarf hidden-valley | thief city | on portal-of-power, pool > 4")
    closed = [(option.closed, option.cites) for option in ask(shut).options if option.closed]
    assert set(closed) <= {("covered", ("soul.terrain",))} and closed


def test_situations_read_and_write_it() -> None:
    text = IN + "dwarf crags | *thief city | on temple, pool"
    assert situation_text(situation(text)) == text


def test_hands_are_told_of_it() -> None:
    start = AT_FIELDS + " | on temple, pool"
    for card, line, place in (
        ("flood", "Lay the Swamp over the Fields.", "space:fields-1"),
        ("drain", "Take the Pool off the Temple and put it back in its deck.", "deck:ground"),
        ("drift", "Move the Pool from the Temple over the Fields.", "space:fields-1"),
    ):
        before = situation(start)
        after = play(start).answer(card)
        assert line in hands(after.state, after.told, "en")
        moved = [move for move in difference(before, after.state) if move.card in ("pool", "swamp")]
        assert [move.to for move in moved] == [place]
        assert not [move for move in untold(before, after.state, after.told) if move.card in ("pool", "swamp")]


def test_a_correction_by_hand_covers_too() -> None:
    state = situation(AT_FIELDS + " | on temple, pool")
    change = Change("card", card="swamp", origin="deck:ground", to="space:temple")
    after, _ = step(state, Answer(state.ply, "hand", changes=(change,)))
    assert covers_of(after) == (("temple", "swamp"),) and not violations(after)
    back = Change("card", card="swamp", origin="space:temple", to="discards")
    after, events = step(after, Answer(after.ply, "hand", changes=(back,)))
    assert covers_of(after) == () and events[0].space == "deck:ground" and not violations(after)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_tells_what_it_does(lang: str) -> None:
    lines = "\n".join(page(open_book(["revised4", "ground"]), "drift", lang).about) + str(
        page(open_book(["revised4", "ground"]), "far-flood", lang)
    )
    assert "{" not in lines


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'card = "swamp" }',
            'card = "swmp" }',
            r"met\[0\]\.card: expected a card that covers .*did you mean",
        ),
        (
            'card = "swamp" }',
            'card = "swamp", from = "temple" }',
            r"met\[0\]\.card: expected the card that is laid, or",
        ),
        ('on = "crypt"', 'on = "crypts"', r"\[inner-flood\] met\[0\]\.on: expected here, a space or a variable"),
        (
            '"middle"]',
            '"midle"]',
            r"\[far-flood\] met\[0\]\.regions\[1\]: expected a region, got 'midle'.*did you mean",
        ),
        ('from = "spaces.all"', 'from = "others"', r"met\[0\]\.by: only a space or a card that lies open is found"),
        (
            'op = "cover", card = "swamp" }',
            'op = "draw", deck = "ground", to = "space" }',
            r"cards that cover a space are laid",
        ),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    layer = ground(**{"adventure/floods.toml": CARDS.replace(old, new, 1)})
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer])


def test_such_a_card_has_a_deck_of_its_own() -> None:
    layer = ground(**{"adventure/bog.toml": '[bog]\nname = "Bog"\ntype = "terrain"\n'})
    with pytest.raises(CardError, match=r"\[bog\] type: a card that covers a space is in a deck of such cards"):
        open_book(["revised4", layer])
    layer = ground(**{"ground/more.toml": '[mud]\nname = "Mud"\ntype = "place"\nvisited = [{ op = "miss" }]\n'})
    with pytest.raises(CardError, match=r"in a deck of such cards"):
        open_book(["revised4", layer])


def test_random_games_lay_move_and_take_them_off() -> None:
    layer = ground(**{"adventure/floods.toml": CARDS.replace("number = 1\n", "number = 1\ncopies = 9\n")})
    open_book(["revised4", layer])
    covered, wrong = set(), []

    def watch(seed: int, state: State) -> None:
        covered.update(covers_of(state))
        wrong.extend(violations(state) if state.ply % 7 == 0 else ())

    for seed in range(4):
        play_game(seed, 3, 600, "revised4 + ground", watch)
    assert not wrong and len(covered) > 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_shows_both_names(lang: str) -> None:
    state = situation(IN + "dwarf crags | thief city | on temple, pool")
    drawn = overlay(seen_by(state, (0, 1)), lang)["temple"]
    names = [part.text for part in ElementTree.fromstring(drawn).iter("text")]
    wording = wording_of(state, lang)
    assert names == [str(wording.card("pool")), str(wording.printed("temple"))]
    assert lang != "en" or (wording.space("temple").form("in"), wording.noun("Meadow").form("in")) == (
        "on the Pool (Temple)",
        "in the Meadow",
    )
    assert str(wording.space("temple")) == f"{names[0]} ({names[1]})"
    assert "temple" not in overlay(seen_by(situation(IN + "dwarf crags | thief city"), (0, 1)), lang)
