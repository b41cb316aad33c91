"""Is nothing that a layer of one's own makes or changes shown as certain, and are its doubts told?"""

from __future__ import annotations

import pytest

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import DOUBTS, Layer, find_layer
from talisman_nb.text.definitions.facts import unsure
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import certainty_lines, doubts_page
from talisman_nb.text.phrases import load_phrases

CARDS = """
[mole]
name = "Mole"
type = "animal"
strength = 3

[imp]
instead = true
name = "Imp of ours"
type = "spirit"
craft = 2

[wolf]
like = "wolf"
strength = 4
"""
BOARD = """
like = "{edition}"
[space.ruins]
draw = 1
[kind.runes]
draw = 2
"""
IN_POLISH = """
[basis.adventure]
pl = "Z naszych zapisków."
[doubt.mole.strength]
sure = "memory"
standing = "open"
pl = "Może było 4."
"""
SURE = {"mole": "made", "imp": "changed", "wolf": "changed", "space.ruins": "changed", "space.runes-2": "changed"}


def book(edition: str, doubts: str = "") -> Book:
    texts = {"adventure/cards.toml": CARDS, "board.toml": BOARD.replace("{edition}", edition)}
    return open_book([edition, Layer("moles", texts | ({"doubts.toml": doubts} if doubts else {}))])


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("key", SURE)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_layer_makes_or_changes_is_marked_without_doubts_of_its_own(edition: str, key: str, lang: str) -> None:
    told = next(certainty_lines(book(edition), key, lang))
    assert told == load_phrases(lang).say("pages", SURE[key], layer="moles")
    below = open_book(edition)
    assert (below.find(key) is None) == (SURE[key] == "made")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_layer_leaves_rests_on_what_it_did(lang: str) -> None:
    for key in ("bear", "space.village", "character.elf"):
        assert [*certainty_lines(book("second"), key, lang)] == [*certainty_lines(open_book("second"), key, lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_doubts_in_one_language_stand_for_the_others_marked(lang: str) -> None:
    found = book("second", IN_POLISH)
    reason = "Może było 4." if lang == "pl" else "[pl] Może było 4."
    assert unsure(found, "mole", lang).endswith(f" {reason}") and reason in str(page(found, "mole", lang))
    told = str(doubts_page(found, lang))
    assert reason in told and ("Z naszych zapisków." if lang == "pl" else "[pl] Z naszych zapisków.") in told
    basis = "Z naszych zapisków." if lang == "pl" else "[pl] Z naszych zapisków."
    assert [*certainty_lines(found, "wolf", lang)][1] == basis, "the layer names its sources itself"
    assert unsure(found, "wolf", lang) == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_edition_without_sources_writes_is_marked(lang: str) -> None:
    """The sources of the edition it stands on are about what that one has."""
    bare = Layer("second", {path: text for path, text in find_layer("second").texts.items() if path != DOUBTS})
    found = Book("second", layers=(find_layer("revised4"), bare))
    untold = load_phrases(lang).say("pages", "untold")
    assert all(next(certainty_lines(found, f"space.{key}", lang)) == untold for key in ("temple", "village"))
    left = next(card for card in found.deck_cards["adventure"] if found.layer_of(card) == "revised4")
    assert next(certainty_lines(found, left, lang)) == found.certainty.basis["adventure"].text(lang)
    for key in ("imp", "bear", "space.temple", "space.crags", "character.elf", "hex", "purchase/mule", "form.toad"):
        assert untold not in certainty_lines(open_book("second"), key, lang), key
