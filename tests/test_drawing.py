"""Is every picture sound, complete, small, self-contained and legible by day and by night?"""

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from talisman_nb.board import load_board
from talisman_nb.drawing import Card, Lying, Pawn, SpaceHighlight, draw_board, draw_card, draw_overlay
from talisman_nb.drawing.cells import SIDE, cell
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.drawing.motifs import CARDS
from talisman_nb.drawing.palette import DARK, LIGHT, contrast
from talisman_nb.drawing.picture import CARD_MARKS, LINE_LETTERS, fitting, lines_of, width_of
from talisman_nb.drawing.space_art import SPACES
from talisman_nb.model.bounds import MOST_SEATS
from talisman_nb.rules.book import open_book

BOARD = load_board("revised4")
PICTURE = draw_board(BOARD)
SVG = "{http://www.w3.org/2000/svg}"
REGIONS = ("outer", "middle", "inner", "crown")
SEATS = [f"seat-{seat}" for seat in range(6)]
FIGURES = [
    Pawn(seat, "ABCDEF"[seat], space, seat == 0, toad=2 * (seat == 5), ghost=seat == 4)
    for seat, space in enumerate(("city", "city", "city", "tavern", "crypt", "village"))
]
LYING = [
    Lying("ruins", ("animal", "spirit"), 3),
    Lying("hidden-valley", ("monster", "object", "event")),
    Lying("woods-4", ("place",)),
    Lying("city", ("stranger", "follower", "dragon")),
    Lying("temple", ("animal",)),
]
CARD = Card("Wolf & Son", "animal", "Enemy", 2, (("strength", 2),), ("A line <of> text",))
PICTURES = {"board": PICTURE, "card": draw_card(CARD)}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_is_well_formed_and_needs_nothing_from_outside(picture):
    assert ET.fromstring(picture).tag == f"{SVG}svg"
    assert not re.search(r"<image|href|url\(|@import|<script", picture)
    assert set(re.findall(r"https?://[^\"]+", picture)) == {"http://www.w3.org/2000/svg"}
    assert picture._repr_mimebundle_()["image/svg+xml"] == picture


def test_every_space_is_on_the_board_with_name_and_listener():
    cells = [part for part in ET.fromstring(PICTURE).iter(f"{SVG}g") if "data-space" in part.attrib]
    assert [part.get("data-space") for part in cells] == list(BOARD.spaces)
    assert all(part.get("role") and part.get("aria-label") and part.find(f"{SVG}text") is not None for part in cells)


def test_every_kind_of_space_and_card_has_a_motif():
    assert {BOARD.kind(id) for id in BOARD.spaces} == set(SPACES) and len(SPACES) == 33
    assert set(CARDS) == set(CARD_MARKS) and len(CARDS) == 15


def test_the_board_is_small():
    assert len(PICTURE.encode()) < 60_000
    overlay = draw_overlay(BOARD, FIGURES, LYING)
    assert sum(len(lying.types) for lying in LYING) == 10 and len(overlay.encode()) < 3_000


def test_the_overlay_lays_everything_and_says_how_many_more():
    crowd = [Pawn(seat, "X", "village") for seat in range(5)]
    overlay = draw_overlay(BOARD, crowd, [Lying("ruins", ("animal", "animal"), 3)], [SpaceHighlight("chapel", "A")])
    texts = [part.text for part in ET.fromstring(overlay).iter("text")]
    assert texts.count("X") == 3 and {"+2", "2", "3", "A"} <= set(texts)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_the_palette_can_be_read(colours):
    text = [("ink", ground) for ground in ("page", "panel", "closed", *REGIONS)]
    text += [(role, ground) for role in ("muted", "good", "bad", "warn", "accent") for ground in ("page", "panel")]
    text += [(f"{region}-ink", region) for region in REGIONS]
    text += [("on-accent", "accent"), *(("seat-letter", seat) for seat in SEATS)]
    marks = [("line", "page"), ("line", "panel"), ("river", "page"), ("focus", "page"), ("focus", "panel")]
    marks += [(role, region) for role in (*SEATS, "accent") for region in REGIONS]
    for pairs, least in ((text, 4.5), (marks, 3.0)):
        assert {pair: ratio for pair in pairs if (ratio := contrast(*(colours[role] for role in pair))) < least} == {}


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_the_theme_is_said_once(theme):
    assert f'class="tnb {theme}"' in draw_card(CARD, theme)
    assert "prefers-color-scheme:dark" in PICTURE and 'data-jp-theme-light="false"' in PICTURE


def test_an_unknown_theme_is_refused():
    with pytest.raises(ValueError, match="expected one of auto, light, dark"):
        draw_board(BOARD, theme="night")


def test_cells_do_not_overlap_and_stay_on_the_board():
    boxes = [cell(BOARD, id) for id in BOARD.spaces]
    assert all(min(box.x, box.y) >= 0 and max(box.x + box.w, box.y + box.h) <= SIDE + 0.1 for box in boxes)
    for a, b in itertools.combinations(boxes, 2):
        apart = (a.x + a.w <= b.x + 0.1 or b.x + b.w <= a.x + 0.1, a.y + a.h <= b.y + 0.1 or b.y + b.h <= a.y + 0.1)
        assert any(apart)


@pytest.mark.parametrize("name", ["Portal of Power", "Caverna dello Stregone", "Couronne de Commandement", "Świątynia"])
def test_names_fit_their_cell(name):
    lines = lines_of(name)
    assert len(lines) <= 3 and all(len(line) <= LINE_LETTERS or " " not in line for line in lines)
    letters = fitting(lines, 114, 26)
    assert max(width_of(line) for line in lines) * letters <= 114.01 and letters > 12


def test_names_of_the_table_are_used():
    picture = draw_board(BOARD, {"fields": "Campi", "village": "Wioska"})
    assert picture.count(">Campi<") == 6 and ">Wioska<" in picture and ">Village<" not in picture


def test_an_overlay_goes_into_the_picture():
    overlay = draw_overlay(BOARD, FIGURES)
    assert overlay in draw_board(BOARD, over=overlay)


def test_nobody_has_the_mark_of_somebody_else_even_of_one_who_has_left() -> None:
    drawn = [draw_overlay(BOARD, [Pawn(seat, "A", "city")]) for seat in range(MOST_SEATS)]
    assert len(set(drawn)) == MOST_SEATS


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(ValueError, match="seat: expected 0 to 11"):
        draw_overlay(BOARD, [Pawn(12, "G", "city")])
    with pytest.raises(ValueError, match="card type: expected one of"):
        draw_overlay(BOARD, [], [Lying("city", ("beast",))])


@pytest.mark.parametrize(
    ("lang", "figure"), [("en", "Strength 3"), ("it", "Forza 3"), ("fr", "Force 3"), ("pl", "Siła 3")]
)
def test_who_cannot_see_a_card_hears_its_figures_in_the_tables_language(lang, figure):
    assert f'aria-label="{figure}"' in draw_definition(open_book(), "bear", lang)


@pytest.mark.parametrize("space", BOARD.spaces)
def test_the_letter_of_an_option_covers_no_figure_and_leaves_the_picture_nowhere(space: str) -> None:
    """It stands on the edge towards the centre, on the picture, and away from where figures stand."""
    overlay = ET.fromstring(draw_overlay(BOARD, highlights=[SpaceHighlight(space, "A")]))
    letter = next(node for node in overlay.iter() if node.tag.endswith("text"))
    x, y, box = float(letter.get("x", "")), float(letter.get("y", "")) - 9, cell(BOARD, space)
    assert 18 <= x <= SIDE - 18 and 18 <= y <= SIDE - 18
    across, down = abs(x - box.middle[0]), abs(y - (box.y + 45))
    assert across > 24 + 18 or down > 24 + 18, "a figure is 48 wide and the sign 36"
