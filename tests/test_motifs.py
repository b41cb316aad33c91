"""Has everything its motif, drawn in strokes, in the pictures and on the wire?"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from motif_sheet import draw_motif_sheet, drawn_keys, main

from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.drawing.motifs import fragment
from talisman_nb.model.bounds import MOTIF_STROKES, TEXT_LENGTH
from talisman_nb.panels.table.pictures import TYPE, motifs
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer, editions, register

MOST_SENT, MOST_DRAWN = 120_000, 1_500
"""Upper bounds of the bytes of all motifs of a book, which are sent once, and of the characters of one."""
CIRCLE = '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="2"/></svg>'
GRIFFIN = {"adventure/own.toml": "[griffin]\nlike = 'wolf'\nname.en = 'Griffin'"}


def strokes(name: str, *drawn: str) -> dict[str, str]:
    """A layer's file that draws one motif."""
    return {"motifs/own.toml": f"{name} = {json.dumps(drawn)}"}


@pytest.mark.parametrize("edition", editions())
def test_every_definition_is_drawn_on_the_wire(edition: str) -> None:
    book = open_book(edition)
    sent = motifs(book)
    assert [key for key in book.definitions if key not in sent and not key.startswith("turn.")] == []
    cards = [card for deck in book.deck_cards.values() for card in deck]
    assert {TYPE + book.card(card).facts.type.replace(" ", "-") for card in cards} <= set(sent)
    assert [value for value in sent.values() if not value.startswith("<") and not sent[value].startswith("<")] == []
    assert len(json.dumps(sent).encode()) < MOST_SENT


@pytest.mark.parametrize("edition", editions())
def test_every_named_definition_has_a_motif_of_its_own(edition: str) -> None:
    book = open_book(edition)
    drawn = {key: book.picture(key) for key in drawn_keys(book)}
    without = [key for key, motif in drawn.items() if not motif or book.pictured_as(key) != key]
    assert not without, (
        f"layers/{edition}: {', '.join(without)}: no drawing of its own; add a list of strokes to motifs/*.toml of "
        "the layer that writes it, and look at it: poe -q motifs > motifs.svg"
    )
    assert {
        key: len(motif) for key, motif in drawn.items() if not isinstance(motif, tuple) or not 2 <= len(motif) <= 10
    } == {}
    assert len(set(drawn.values())) == len(drawn)
    assert {key: size for key, motif in drawn.items() if (size := len(fragment(motif))) > MOST_DRAWN} == {}
    assert [key for key in book.stock_cards if book.pictured_as(key) not in drawn] == []


def test_every_motif_has_something_in_solid_ink() -> None:
    book = open_book()
    marks = {key: {stroke[0] for stroke in book.picture(key) or ()} for key in drawn_keys(book)}
    assert [key for key, found in marks.items() if found and "#" not in found] == []


def test_the_contact_sheet_shows_everything_twice() -> None:
    book = open_book()
    sheet = ET.fromstring(draw_motif_sheet(book, "pl", "dark"))
    count = len(drawn_keys(book))
    assert sum(part.get("class") == "mo" for part in sheet.iter()) == 2 * count
    names = [part.text for part in sheet.iter() if part.tag.endswith("text")]
    assert len(set(names)) == count and "Niedźwiedź" in names


def test_the_contact_sheet_is_printed_for_layers_too(capsys: pytest.CaptureFixture[str]) -> None:
    register(Layer("own", GRIFFIN | strokes("griffin", "M7 7h7")))
    main(["second+own"])
    printed = capsys.readouterr().out
    assert printed.startswith("<") and ">Griffin<" in printed and printed.count('d="M7 7h7"') == 2


def test_what_is_sent_is_svg_without_colours() -> None:
    sent = {key: value for key, value in motifs(open_book()).items() if value.startswith("<")}
    for value in sent.values():
        shapes = list(ET.fromstring(f"<svg>{value}</svg>"))
        assert shapes and {shape.tag for shape in shapes} == {"path"}
        assert {name for shape in shapes for name in shape.attrib} <= {"d", "class"}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("wolf", "wolf"),
        ("character.elf", "character.elf"),
        ("purchase.mule", "purchase/mule"),
        ("space.runes", "space.runes-2"),
    ],
)
def test_a_layer_draws_in_strokes(name: str, key: str) -> None:
    book = open_book(["second", Layer("drawings", strokes(name, "M1 2h3", "#M4 5h6z"))])
    assert book.picture(key) == ("M1 2h3", "#M4 5h6z")
    made = draw_definition(book, key, "en")
    assert 'd="M1 2h3"' in made and re.search(r'<path class="k" d="M4 5h6z"', made)
    sent = motifs(book)
    assert sent.get(sent[key], sent[key]) == '<path d="M1 2h3"/><path class="k" d="M4 5h6z"/>'


def test_a_file_wins_over_strokes() -> None:
    one, two = Layer("one", {"pictures/wolf.svg": CIRCLE}), Layer("two", strokes("wolf", "M1 2h3"))
    sent = motifs(open_book(["revised4", one, two]))["wolf"]
    assert "M1 2h3" not in sent and "<circle" in sent and 'viewBox="0 0 10 10"' in sent


def test_what_a_layer_removes_may_be_drawn_below() -> None:
    drawn = Layer("drawn", strokes("siren", "M1 2h3") | {"pictures/devil.svg": CIRCLE})
    book = open_book(
        ["revised4", drawn, Layer("own", {"adventure/own.toml": "[siren]\ngone = true\n[devil]\ngone = true"})]
    )
    assert not {"siren", "devil"} & {*book.pictures, *motifs(book)}


def test_a_card_looks_like_the_one_it_is_like() -> None:
    drawn = Layer("drawn", strokes("wolf", "M1 2h3"))
    book = open_book(["revised4", drawn, Layer("own", GRIFFIN)])
    assert book.picture("griffin") == ("M1 2h3",) and motifs(book)["griffin"] == "wolf"
    book = open_book(["revised4", drawn, Layer("own", GRIFFIN | strokes("griffin", "M7 7h7"))])
    assert book.picture("griffin") == ("M7 7h7",)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "wulf = ['M1 1h2']",
            r"own/motifs/own\.toml: wulf: the book has no definition 'wulf' \(did you mean \"wolf\"\?\)",
        ),
        ("wolf = 'M1 1h2'", f"wolf: expected a list of 1 to {MOTIF_STROKES} strokes, got 'M1 1h2'"),
        ("wolf = []", "wolf: expected a list of 1 to"),
        (f"wolf = {['M1 1h2'] * (MOTIF_STROKES + 1)}", "wolf: expected a list of 1 to"),
        ("wolf = ['M1 1h2', 'h2']", r"wolf\[1\]: expected path data that begins"),
        ("wolf = ['M1 1\"/><script>']", r"wolf\[0\]: expected path data"),
        (f"wolf = ['M{'1 ' * TEXT_LENGTH}']", r"wolf\[0\]: expected a text of at most"),
        ("wolf = [3]", r"wolf\[0\]: expected path data"),
        ("[character]\nelv = ['M1 1h2']", r"character\.elv: the book has no definition"),
    ],
)
def test_what_is_no_motif_is_refused(written: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["revised4", Layer("own", {"motifs/own.toml": written})])
