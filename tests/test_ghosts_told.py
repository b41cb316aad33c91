"""Are hands told every swap of card, figure, marker and cover, and has a screen what it shows of a second life?"""

from __future__ import annotations

import pytest
from covering import ground
from haunting import FORM, haunted

from talisman_nb import play
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, Change
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import Situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.pictures import motifs
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table import Table
from talisman_nb.table.hand_moves import difference
from talisman_nb.table.told_moves import untold
from talisman_nb.text.events import hands
from talisman_nb.text.moves import say_moves
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.screen.contents import here, sheet
from talisman_nb.text.screen.labels import labels_of
from talisman_nb.text.screen.moment import moment_of
from talisman_nb.text.wording import wording_of

IN = "edition revised4 + haunted | "
DEAD = IN + "dwarf chasm, life 1, fate 0, strength 5, has sword oath-ring, arrived | thief city > roll > 1"
BACK = IN + "dwarf village, as shade, life 1, fate 0 | thief city | cairn fields-1, of dwarf > 1 > clockwise"
SECOND = IN + "dwarf chasm, as shade, life 0, fate 0, arrived | thief city | elf crags | cairn fields-1, of dwarf > 1"


def told(text: str, lang: str) -> tuple[Situation, str]:
    """What hands do of the last answer of a situation, in one text."""
    game = play(text)
    return game, " ".join(hands(game.state, game.told, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_death_swaps_card_and_figure_and_lays_the_marker(lang: str) -> None:
    haunted()
    game, line = told(DEAD, lang)
    said = wording_of(game.state, lang)
    names = (said.source("form.shade"), said.marker("turn.dies.cairn"), said.card("sword"))
    assert all(str(name) in line for name in names) and "{" not in line and "[" not in line


@pytest.mark.parametrize(("sleeps", "gone"), [("[]", -2), ('["strength"]', 0)])
def test_counters_that_do_not_sleep_are_told_to_be_put_back(sleeps: str, gone: int) -> None:
    haunted(**{"form/shade.toml": FORM.replace("sleeps = []", f"sleeps = {sleeps}")})
    before, game = play(DEAD.rpartition(" > ")[0]).state, play(DEAD)
    left = [(move.kind, move.what, move.n) for move in untold(before, game.state, game.told)]
    assert left == ([("counter", "strength", gone)] if gone else [])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_undone_death_takes_the_marker_off_and_the_card_back(lang: str) -> None:
    """And done again it is told as the first time, with the number of counters."""
    haunted()
    before, game = play(DEAD.rpartition(" > ")[0]).state, play(DEAD)
    said = wording_of(game.state, lang)
    names = str(said.source("form.shade")), str(said.marker("turn.dies.cairn"))
    for a, b in ((game.state, before), (before, game.state)):
        lines = say_moves(b, difference(a, b), lang)
        line = " ".join(lines)
        assert all(name in line for name in names) and "{" not in line
        assert " 0 " not in line, "a form without end has no turns"
    kinds = [(move.kind, move.n) for move in difference(game.state, before) if move.kind == "piece"]
    assert kinds == [("piece", -1)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_comes_back_takes_the_card_again_and_the_marker_off(lang: str) -> None:
    haunted()
    game, line = told(BACK, lang)
    said = wording_of(game.state, lang)
    assert not game.state.players[0].form
    assert str(said.source("form.shade")) in line and str(said.marker("turn.dies.cairn")) in line and "{" not in line
    moment = moment_of(seen_by(play(BACK.rpartition(" > ")[0]).state), seen_by(game.state), game.told, lang)
    assert moment and (moment.level, moment.tone, moment.picture) == ("medium", "good", "character.dwarf")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_second_death_puts_away_the_card_of_the_form(lang: str) -> None:
    haunted()
    game, line = told(SECOND, lang)
    said = wording_of(game.state, lang)
    assert game.state.players[0].out and str(said.source("form.shade")) in line
    assert str(said.marker("turn.dies.cairn")) in line, "the marker goes too"
    moment = moment_of(seen_by(play(SECOND.rpartition(" > ")[0]).state), seen_by(game.state), game.told, lang)
    assert moment and moment.picture == "form.shade"


def test_a_death_that_goes_on_is_staged_as_what_it_becomes() -> None:
    haunted()
    game = play(DEAD)
    before = seen_by(play(DEAD.rpartition(" > ")[0]).state)
    moment = moment_of(before, seen_by(game.state), game.told, "en")
    assert moment and (moment.level, moment.tone, moment.picture) == ("death", "bad", "form.shade")
    shade = sheet(seen_by(game.state), 0, "en")
    assert shade.lifeless and shade.picture == "form.shade" and not sheet(before, 0, "en").lifeless


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_cover_is_laid_taken_off_and_moved_by_hands(lang: str) -> None:
    ground()
    laid = "edition revised4 + ground | dwarf fields-1, arrived | thief city | on {} > {}"
    for on, card, names in (
        ("temple, pool", "far-flood > temple", ("swamp", "pool")),
        ("temple, pool", "drift", ("pool",)),
        ("temple, pool", "drain", ("pool",)),
    ):
        game, line = told(laid.format(on, card), lang)
        said = wording_of(game.state, lang)
        assert all(str(said.card(name)) in line for name in names), line
        assert str(said.printed("temple"))[:5] in line, "from where"
        before = play(laid.format(on, card).rpartition(" > ")[0]).state
        assert not [move for move in untold(before, game.state, game.told) if move.card in ("swamp", "pool")]


def test_a_form_without_end_has_no_turns_when_it_is_set_by_hand() -> None:
    haunted()
    state = situation(IN + "dwarf village | thief city")
    after, _ = step(state, Answer(state.ply, "hand", changes=(Change("form", 0, n=1, to="shade"),)))
    assert (after.players[0].form, after.players[0].form_left) == ("shade", 0)
    toad, _ = step(state, Answer(state.ply, "hand", changes=(Change("form", 0, n=2, to="toad"),)))
    assert toad.players[0].form_left == 2
    back, _ = step(after, Answer(after.ply, "hand", changes=(Change("form", 0, n=0),)))
    assert not back.players[0].form


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_marker_is_named_on_its_space_and_packed_once(lang: str) -> None:
    haunted()
    state = seen_by(play(SECOND.rpartition(" > ")[0]).state)
    marker, name = str(wording_of(state, lang).marker("turn.dies.cairn")), state.players[0].name
    (lying,) = here(state, lang)["fields-1"]
    assert marker in lying and name in lying
    away, again = packing_pages(state, lang, "Friday")
    assert str(away).count(marker) == str(again).count(marker) == 1


def test_counters_of_a_form_are_packed_too() -> None:
    haunted()
    state = situation(IN + "dwarf village, as shade, life 1 | thief city")
    after, _ = step(state, Answer(state.ply, "hand", changes=(Change("strength", 0, n=2),)))
    away, _ = packing_pages(seen_by(after), "en", "Friday")
    assert "Strength +2" in str(away)


@pytest.mark.usefixtures("own_home")
def test_the_page_of_a_space_says_what_lies_there_now() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, edition="revised4+souls")
    table.change(
        Change("card", card="breach", origin="deck:terrain", to="space:temple"),
        Change("lasts", 0, n=1, to="temple", card="form.restless.grave", origin="0"),
    )
    controller = TableController(table)

    def about(key: str) -> str:
        reply = controller.handle({"type": "look-up", "key": key})
        assert reply
        return " ".join(reply["page"]["about"])

    assert "Here now: covered by the Breach · Ada: Gravemarker" in about("space.temple")
    assert "Covers now: Temple" in about("breach") and "now" not in about("space.village")


def test_labels_say_what_a_form_by_hand_needs() -> None:
    haunted()
    labels = labels_of(open_book(["revised4", "haunted"]), "en")
    assert labels.endless == ("shade",) and labels.pieces == {"turn.dies.cairn": "Cairn"}
    plain = labels_of(open_book(), "en")
    assert not (plain.endless or plain.pieces or plain.decks or plain.of_deck or plain.keywords or plain.marked)


# --- marks of decks and keywords ---

MARK = 'adventure = ["#M3 3h9v9z"]\n'
STONE = '[stone]\nname = "Stone"\ntype = "object"\nnumber = 5\nkeywords = ["bound"]\n'
STONE += 'held = [{ mod = "add", to = "craft", n = 1 }]\n'


def marked(cites: str = "", **files: str) -> Layer:
    keywords = f'[bound]\nname = {{ en = "Bound", pl = "Związany" }}\nundroppable = true\n{cites}'
    drawn = f'[deck]\n{MARK}[keyword]\nbound = ["#M1 1h8v8z"]\n'
    return Layer(
        "marked", {"keywords.toml": keywords, "adventure/stones.toml": STONE, "motifs/own.toml": drawn, **files}
    )


def test_a_deck_and_a_keyword_with_a_drawing_are_marks_of_their_cards() -> None:
    book = open_book(["revised4", marked()])
    labels = labels_of(book, "pl")
    assert (
        [*labels.decks] == ["adventure"]
        and labels.of_deck["wolf"] == "adventure"
        and labels.marked == {"stone": ("bound",)}
    )
    name, means = labels.keywords["bound"]
    assert name == "Związany" and means, "what it means to the rules of cards, said by the program"
    assert motifs(book)["deck.adventure"] == '<path class="k" d="M3 3h9v9z"/>' and "keyword.bound" in motifs(book)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_keyword_is_explained_by_the_rules_it_cites(lang: str) -> None:
    book = open_book(["revised4", marked('cites = ["carry.limit"]\n')])
    labels = labels_of(book, lang)
    assert labels.keywords["bound"][1] == labels.rules["carry.limit"]
    assert labels.rules["carry.limit"][:30] in str(page(book, "stone", lang))


@pytest.mark.parametrize(
    ("layer", "said"),
    [
        (marked('cites = ["carry.limits"]\n'), r"\[bound\] cites: expected a rule of the index, got 'carry.limits'"),
        (marked(**{"motifs/own.toml": f"[deck]\n{MARK.replace('adv', 'av')}"}), r"deck\.aventure: the book has no"),
    ],
)
def test_mistakes_are_told(layer: Layer, said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer])


def test_the_realm_of_souls_marks_its_deck_and_keywords() -> None:
    labels = labels_of(open_book("revised4+souls"), "en")
    assert {*labels.keywords} == {"cursed", "soulbound"} and [*labels.decks] == ["veil"]
    assert set(labels.marked.values()) == {("cursed",), ("soulbound",)}
    assert book_of(play("edition revised4 + souls | dwarf city | thief city").state.book).picture("form.restless")
