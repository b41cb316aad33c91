"""Does a deck whose cards cover one space only lay them there, typed or in no list, and are they settled by hand?"""

from __future__ import annotations

import pytest

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.pawns import overlay
from talisman_nb.engine import NotAllowedError, ask, new_game, step
from talisman_nb.engine.covers import covers_of, hidden_covers
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Change, OwnCard, State, decode, encode
from talisman_nb.notation.situation import SituationError, situation, situation_text
from talisman_nb.notation.writing import own_text
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.questions.beside import card_shown
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.contents import here
from talisman_nb.text.screen.labels import labels_of
from talisman_nb.text.wording import wording_of

DECKS = '[god]\nname = { en = "God", it = "Dio", fr = "Dieu", pl = "Bóg" }\nsize = 3\ncovers = "crypt"\n'
BEGIN = '[begin]\ndo = [{ op = "draw", deck = "god", to = "space" }]\n'
LISTED = (
    '[old-god]\nname = { en = "Old God", it = "Dio Antico", fr = "Dieu ancien", pl = "Dawny Bóg" }\ntype = "terrain"\n'
)
LISTED += 'visited = [{ op = "gain", what = "gold" }]\n'
BOARD = 'like = "revised4"\n[board.region.inner]\ncovering = false\n'
PLAYERS = [("Ada", "dwarf"), ("Bruno", "thief")]
GOD = OwnCard("Sun God", "terrain", words="Kneel.")
IN = "edition revised4 + gods | "


@pytest.fixture(autouse=True)
def gods() -> Layer:
    return laid()


def laid(**files: str) -> Layer:
    texts = {"decks.toml": DECKS, "programs/begin.toml": BEGIN, "board.toml": BOARD, "god/gods.toml": LISTED}
    return register(Layer("gods", {**texts, **files}))


def begun(card: OwnCard | str = GOD) -> State:
    """A game that begins with a card on the Crypt, drawn before the first turn."""
    state = new_game(PLAYERS, "revised4+gods")
    key, own = ("own", card) if isinstance(card, OwnCard) else (card, None)
    state, _ = step(state, Answer(state.ply, key, own=own))
    assert not violations(state) and decode(encode(state)) == state
    return state


def test_it_is_drawn_and_lies_where_its_deck_says_in_a_closed_region_too() -> None:
    found = ask(new_game(PLAYERS, "revised4+gods"))
    assert (found.kind, found.purpose, found.unknown, found.chance) == ("card", "god", 2, True)
    state = begun()
    assert covers_of(state) == (("crypt", "own/Sun God"),) and ask(state).purpose == "move"
    assert covers_of(begun("old-god")) == (("crypt", "old-god"),)


def test_it_lies_nowhere_else_and_nothing_else_lies_there() -> None:
    state = begun()
    moved = Change("card", card="own/Sun God", origin="space:crypt", to="deck:god")
    state, _ = step(state, Answer(state.ply, "hand", changes=(moved,)))
    assert covers_of(state) == () and not violations(state)
    with pytest.raises(SituationError, match="may not be laid there"):
        situation(f"{IN}dwarf crags | thief city | on temple, old-god")
    assert covers_of(situation(f"{IN}dwarf crags | thief city | on crypt, old-god"))


VEILED = '[own.veiled]\ndefault = false\ntext = { en = "It lies face down." }\noff = { en = "It is open." }\n'
SHOWN = DECKS + 'hidden_by = ["own.veiled"]\n'


def test_one_that_lies_face_down_is_seen_to_lie_there_and_nothing_more() -> None:
    laid(**{"decks.toml": SHOWN, "rules.toml": VEILED, "programs/begin.toml": ""})
    state = new_game(PLAYERS, "revised4+gods", {"own.veiled": True})
    assert hidden_covers(state) == {"crypt": "god"} and covers_of(state) == ()
    assert 'class="back"' in overlay(seen_by(state), "en")["crypt"]
    for lang in LANGUAGES:
        said = here(state, lang)["crypt"][0]
        assert wording_of(state, lang).deck("god") in said and "Old God" not in said and "old-god" not in said
    turned_up = situation(f"{IN}house own.veiled=true | dwarf crags | thief city | on crypt, old-god")
    assert hidden_covers(turned_up) == {} and 'class="back"' not in overlay(seen_by(turned_up), "en")["crypt"]
    assert hidden_covers(new_game(PLAYERS, "revised4+gods")) == {}


@pytest.mark.parametrize("decks", [SHOWN.replace("own.veiled", "own.vailed"), SHOWN.replace('covers = "crypt"\n', "")])
def test_only_switches_hide_cards_of_such_a_deck(decks: str) -> None:
    layer = laid(**{"decks.toml": decks, "rules.toml": VEILED, "programs/begin.toml": "", "god/gods.toml": ""})
    with pytest.raises(CardError, match="hidden_by: expected switches, of a deck with covers"):
        open_book(["revised4", layer])


MET = f"{IN}dwarf crypt, arrived, fate 0 | thief city | on crypt, own/Moon | own Moon terrain, deck god, words Kneel."


def test_what_it_says_is_settled_by_hand_in_place_of_the_space() -> None:
    game = play(MET)
    assert (game.ask.kind, game.ask.source) == ("hands", "own/Moon")
    for lang in LANGUAGES:
        shown = card_shown(game.state, game.ask, wording_of(game.state, lang))
        assert shown is not None and "Kneel." in shown.lines
    assert game.answer("done").ask.kind == "close"
    listed = play(MET.partition(" | on")[0] + " | on crypt, old-god")
    assert listed.state.players[0].gold == 2 and listed.ask.kind == "close"


def test_words_of_a_listed_card_are_settled_by_hand_too() -> None:
    laid(**{"god/gods.toml": LISTED + '[mute]\nname = "Mute"\ntype = "terrain"\nwords = "Wait."\n'})
    game = play(MET.partition(" | on")[0] + " | on crypt, mute")
    assert (game.ask.kind, game.ask.source) == ("hands", "mute")


def test_what_may_be_done_on_the_space_stays() -> None:
    laid(**{"decks.toml": DECKS.replace("crypt", "crown-of-command")})
    text = f"{IN}dwarf crown-of-command, arrived, fate 0 | thief crown-of-command | on crown-of-command, old-god"
    fight = play(text).state.fight
    assert fight and fight.against == 1, "who meets the other there does so under the card as well"


def test_as_text_it_is_read_and_written() -> None:
    state = situation(MET.replace(", arrived", ""))
    text = situation_text(state)
    assert "own/Moon" in text and situation(text) == state
    assert "deck god" in own_text(state.own[0])
    for wrong in ("own Moon terrain", "own Moon animal, deck god"):
        with pytest.raises(SituationError, match=r"no deck has|expected a deck"):
            situation(f"{IN}dwarf crags | thief city | {wrong}")


def test_a_card_of_another_type_is_refused_and_elsewhere_one_that_covers() -> None:
    state = new_game(PLAYERS, "revised4+gods")
    with pytest.raises(NotAllowedError) as refused:
        step(state, Answer(state.ply, "own", own=OwnCard("Yeti", "animal", 4)))
    assert refused.value.reason == "table.own-type" and refused.value.expected == ("terrain",)
    drawing = situation(f"{IN}dwarf crags | thief city > 1 > anticlockwise")
    with pytest.raises(NotAllowedError) as refused:
        step(drawing, Answer(drawing.ply, "own", own=GOD))
    assert refused.value.reason == "table.own-type"
    assert labels_of(book_of(state.book), "en").cover_decks == ("god",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_told(lang: str) -> None:
    before = new_game(PLAYERS, "revised4+gods")
    asked = question(before, ask(before), lang)
    assert asked.cards == "god" and "{" not in asked.headline
    after, events = step(before, Answer(before.ply, "own", own=GOD))
    (covered,) = [event for event in events if event.kind == "covered"]
    assert "Sun God" in say_event(after, covered, lang) and "Sun God" in " ".join(hands(after, events, lang))
    assert not [move for move in untold(before, after, events) if move.card]
    name = str(wording_of(after, lang).space("crypt"))
    assert name.startswith("Sun God (") and seen_by(after).spaces == after.spaces


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('covers = "crypt"', 'covers = "crypts"', r"\[god\] covers: expected a space, got 'crypts'.*did you mean"),
        ('covers = "crypt"', 'covers = "crypt"\nstock = true', r"\[god\] covers: no space draws from such a deck"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    texts = {**laid().texts, "decks.toml": DECKS.replace(old, new)}
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("bad", texts)])


def test_its_cards_cover_and_nothing_else() -> None:
    wolf = '[wolfhound]\nname = "Wolfhound"\ntype = "animal"\nstrength = 2\n'
    with pytest.raises(CardError, match="'wolfhound' covers no space, expected type terrain"):
        open_book(["revised4", Layer("bad", {**laid().texts, "god/gods.toml": wolf})])
