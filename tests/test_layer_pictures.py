"""Are pictures of a layer of one's own drawn where the program's are, and is nothing but plain shapes let in?"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.model.bounds import PICTURE_SHAPES, PICTURE_SIZE
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, layer_from, layers_folder
from talisman_nb.rules.pictures import read_picture
from talisman_nb.table import Table

CIRCLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="{r}"/></svg>'


def circle(r: int) -> str:
    return CIRCLE.replace("{r}", str(r))


def drawn(r: int) -> str:
    """How a circle of this size is found in a picture."""
    return f'<circle cx="5" cy="5" r="{r}"'


PICTURES = {
    "pictures/wolf.svg": circle(1),
    "pictures/character.elf.svg": circle(2),
    "pictures/space.village.svg": circle(3),
    "pictures/space.runes.svg": circle(4),
    "pictures/purchase.mule.svg": circle(6),
    "pictures/form.toad.svg": circle(7),
}


@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize(
    ("key", "r"),
    [
        ("wolf", 1),
        ("character.elf", 2),
        ("space.village", 3),
        ("space.runes-2", 4),
        ("purchase/mule", 6),
        ("form.toad", 7),
    ],
)
def test_a_card_has_its_picture_instead_of_the_motif(edition: str, key: str, r: int) -> None:
    book = open_book([edition, Layer("drawings", PICTURES)])
    assert drawn(r) in draw_definition(book, key, "en") and 'class="mo"' not in draw_definition(book, key, "en")
    assert drawn(r) not in draw_definition(open_book(edition), key, "en")
    assert "<circle" not in draw_definition(book, "bear", "en"), "the others have their motif"


def test_the_board_has_the_pictures_of_its_spaces() -> None:
    book = open_book(["revised4", Layer("drawings", PICTURES)])
    board = draw_named_board(book, "pl")
    assert board.count(drawn(3)) == 1 and board.count(drawn(4)) == len(book.board.of_kind("runes"))


def test_the_later_layer_s_picture_is_drawn() -> None:
    layers = [Layer(name, {"pictures/wolf.svg": circle(r)}) for name, r in (("one", 1), ("two", 2))]
    assert drawn(2) in draw_definition(open_book(["revised4", *layers]), "wolf", "en")


def test_a_saved_table_keeps_its_pictures(own_home: Path) -> None:
    folder = layers_folder() / "drawings"
    (folder / "pictures").mkdir(parents=True)
    (folder / "pictures" / "space.village.svg").write_text(circle(3), encoding="utf-8")
    Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", layers=["drawings"], name="Drawn").close()
    (folder / "pictures" / "space.village.svg").write_text(circle(4), encoding="utf-8")
    for _ in ("the picture has changed", "the folder is gone"):
        with Table.open("Drawn") as again:
            assert drawn(3) in draw_named_board(book_of(again.state.book), "it")
        shutil.rmtree(folder, ignore_errors=True)


# --- what is let in ---


def of(inside: str, root: str = 'viewBox="0 0 60 60"') -> str:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {root}>\n{inside}\n</svg>"


REFUSED = {
    "<script>alert(1)</script>": r"<script>: expected only shapes",
    '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>': r"<script>: expected only shapes",
    "<defs><script/></defs>": r"<script>: expected only shapes",
    "<foreignObject><div/></foreignObject>": r"<foreignObject>: expected only shapes",
    '<image xlink:href="https://example.org/x.png"/>': r"<image>: expected only shapes",
    '<use xlink:href="#a"/>': r"<use>: expected only shapes",
    '<a href="https://example.org"><path d="M0 0"/></a>': r"<a>: expected only shapes",
    "<style>*{}</style>": r"<style>: expected only shapes",
    "<text>Hello</text>": r"<text>: expected only shapes",
    '<animate attributeName="x"/>': r"<animate>: expected only shapes",
    "<svg/>": r"<svg>: expected only shapes",
    '<path d="M0 0" onclick="alert(1)"/>': r"<path> onclick: a picture runs nothing",
    '<g onLoad="alert(1)"/>': r"<g> onLoad: a picture runs nothing",
    '<path d="M0 0" xlink:href="#a"/>': r"<path> href: a picture runs nothing",
    '<path d="M0 0" fill="url(#a)"/>': r"<path> fill: a picture runs nothing and refers to nothing",
    '<path d="M0 0" style="fill: URL (https://example.org)"/>': r"<path> style: .* refers to nothing",
    '<path d="M0 0" style="fill:expression(1)"/>': r"<path> fill: expected what SVG has there",
    '<path d="M0 0&quot; onclick=&quot;x"/>': r"<path> d: expected what SVG has there",
    '<rect width="many"/>': r"<rect> width: expected what SVG has there",
    '<g transform="spin(3)"/>': r"<g> transform: expected what SVG has there",
    f'<g transform="{"scale(1)   " * 200}!"/>': r"<g> transform: expected",  # one way to read the spaces, or it hangs
    "<g>" * 30 + "</g>" * 30: r"at most 300 shapes, 24 groups deep",
    "<g/>" * PICTURE_SHAPES: r"at most 300 shapes",
    "<path": r"this is not SVG: ",
    " " * PICTURE_SIZE: r"at most 20,000 characters",
}


@pytest.mark.parametrize("inside", REFUSED)
def test_what_is_no_plain_shape_is_refused_with_layer_file_and_line(inside: str) -> None:
    with pytest.raises(CardError, match=REFUSED[inside]) as wrong:
        open_book(["revised4", Layer("drawings", {"pictures/wolf.svg": of(inside)})])
    assert str(wrong.value).startswith("drawings/pictures/wolf.svg: ")
    assert "line 2: " in str(wrong.value) or "this is not SVG" in str(wrong.value) or "characters" in str(wrong.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<html/>", "<html>: expected <svg>"),
        (of("", ""), "viewBox: expected four numbers"),
        (of("", 'viewBox="0 0 1 x"'), "viewBox: expected four numbers"),
        (of("", 'viewBox="0 0 0 9"'), "a width and a height above 0"),
        ('<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + of("&a;"), "line 1: <!DOCTYPE>: expected none"),
        ("", "this is not SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svh" viewBox="0 0 1 1"/>', "this is not SVG: expected <svg"),
    ],
)
def test_a_file_that_is_no_picture_is_refused(text: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        read_picture(text, "mine/pictures/wolf.svg")


def test_what_drawing_programs_write_besides_is_left_out() -> None:
    text = of(
        '<title>A wolf</title><metadata><rdf:RDF xmlns:rdf="r"/></metadata><defs id="d"/>'
        '<i:view xmlns:i="http://www.inkscape.org" href="x"/>'
        '<g id="layer1" class="x" i:label="L" xmlns:i="http://www.inkscape.org" transform="translate(1 2)">'
        '<path style="fill:#a00;font-size:3px;stroke-width:2px" d="M0 0l1,1z" data-x="1"/></g>'
        '<g style="display:none"><rect width="100%" height="50%"/></g>',
        'width="40" height="30px"',
    )
    found = read_picture(text, "mine/pictures/wolf.svg")
    assert found.box == (0, 0, 40, 30)
    group, hidden = found.shapes
    assert hidden.attributes == (("display", "none"),), "what its drawing hides stays hidden"
    assert group.attributes == (("transform", "translate(1 2)"),)
    (path,) = group.inside
    assert dict(path.attributes) == {"fill": "#a00", "stroke-width": "2px", "d": "M0 0l1,1z"}


def test_nothing_of_a_file_but_its_shapes_reaches_a_page() -> None:
    text = of('<path d="M0 0h9" id="evil" class="evil" data-evil="evil" fill="red"/><!-- evil --><title>evil</title>')
    made = draw_definition(open_book(["revised4", Layer("drawings", {"pictures/wolf.svg": text})]), "wolf", "en")
    assert re.search(r'<path d="M0 0h9" fill="red" ?/>', made) and "evil" not in made


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("wulf.svg", r"drawings/pictures/wulf\.svg: the book has no definition 'wulf' \(did you mean \"wolf\"\?\)"),
        ("wolf.png", r"drawings/pictures/wolf\.png: expected a drawing as an SVG file"),
        ("wolf.toml", r"drawings/pictures/wolf\.toml: nothing reads 'wolf.toml'"),
    ],
)
def test_a_file_that_shows_nothing_is_told(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "drawings" / "pictures").mkdir(parents=True)
    (tmp_path / "drawings" / "pictures" / name).write_text(circle(1), encoding="utf-8")
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer_from(tmp_path / "drawings")])
