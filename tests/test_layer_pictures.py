"""Are pictures of a layer of one's own drawn where the program's are, and nothing let in but shapes and small ones?"""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.board_picture import draw_named_board
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.drawing.printed_pages import as_pdf, print_pages
from talisman_nb.model.bounds import BITMAP_SIDE, BITMAP_SIZE, PICTURE_SHAPES, PICTURE_SIZE
from talisman_nb.rules.bitmaps import read_bitmap
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, layer_from, layers_folder
from talisman_nb.rules.pictures import picture_text, read_picture
from talisman_nb.table import Table
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

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
        ("wolf.bmp", r"drawings/pictures/wolf\.bmp: expected a drawing as an SVG file"),
        ("wolf.png", r"drawings/pictures/wolf\.png: expected an SVG file of plain shapes, or a small picture"),
        ("wolf.toml", r"drawings/pictures/wolf\.toml: nothing reads 'wolf.toml'"),
    ],
)
def test_a_file_that_shows_nothing_is_told(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "drawings" / "pictures").mkdir(parents=True)
    (tmp_path / "drawings" / "pictures" / name).write_text(circle(1), encoding="utf-8")
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer_from(tmp_path / "drawings")])


# --- pictures of points ---


def points(kind: str, wide: int = 8, high: int = 6, **more: Any) -> bytes:
    """A picture of one colour as a file of a kind."""
    out = io.BytesIO()
    Image.new("RGB", (wide, high), (160, 48, 32)).save(out, kind, **more)
    return out.getvalue()


def moving(kind: str) -> bytes:
    first, second = (Image.new("RGB", (8, 6), colour) for colour in ("red", "blue"))
    out = io.BytesIO()
    first.save(out, kind, save_all=True, append_images=[second], loop=0)
    return out.getvalue()


STILL = {
    "png": points("png"), "gif": points("gif"), "jpg": points("jpeg", quality=70),
    "jpeg": points("jpeg", progressive=True), "webp": points("webp"),
    "WEBP": points("webp", lossless=True), "PNG": points("png", 600, 600),
}  # fmt: skip


@pytest.mark.parametrize("ending", STILL)
def test_a_small_picture_is_drawn_and_printed_as_it_is(ending: str, tmp_path: Path) -> None:
    (tmp_path / "drawings" / "pictures").mkdir(parents=True)
    (tmp_path / "drawings" / "pictures" / f"wolf.{ending}").write_bytes(STILL[ending])
    layer = layer_from(tmp_path / "drawings")
    book, bitmap = open_book(["revised4", layer]), read_bitmap(STILL[ending], "wolf")
    address = bitmap.address
    assert address.startswith(f"data:image/{ {'jpg': 'jpeg'}.get(ending.lower(), ending.lower()) };base64,")
    assert draw_definition(book, "wolf", "en").count(f'href="{address}"') == 1
    assert "<image" not in draw_definition(book, "bear", "en")
    text = layer.texts["pictures/wolf.svg"]
    assert (
        text == bitmap.text == picture_text(read_picture(text, "wolf")) == picture_text(read_picture(address, "wolf"))
    )
    if ending.islower():
        pages = print_pages(book, ["wolf"], "en", backs=False)
        assert address in pages[0].picture() and b"/Image" in as_pdf(pages, "Drawn")


SPOILT: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "expected an SVG file"),
    "a page": (b"<html><script>alert(1)</script></html>", "expected an SVG file"),
    "another kind": (points("bmp"), "expected an SVG file"),
    "a signature alone": (b"\x89PNG\r\n\x1a\n", "expected an SVG file"),
    "a JPEG without a size": (b"\xff\xd8\xff\xe0" + b"\xff" * 400, "expected an SVG file"),
    "a RIFF of sound": (b"RIFF\x24\0\0\0WAVEfmt " + b"\0" * 40, "expected an SVG file"),
    "large": (points("png") + b"\0" * BITMAP_SIZE, "at most 30000 bytes, got 30"),
    "wide": (points("png", BITMAP_SIDE + 1), "expected 1 to 600 pixels a side, got 601 x 6"),
    "huge": (points("gif")[:6] + b"\xff" * 4 + points("gif")[10:], "got 65535 x 65535"),
    "no width": (points("gif")[:6] + b"\0" * 4 + points("gif")[10:], "got 0 x 0"),
    **{f"a {kind} cut off": (points(kind)[:-3], "cut off") for kind in ("png", "gif", "jpeg", "webp")},
    **{f"more behind a {kind}": (points(kind) + b"<script>", "cut off") for kind in ("png", "gif", "jpeg", "webp")},
    "a PNG with a wrong sum": (points("png").replace(b"IDAT", b"IDAU"), "cut off"),
    **{f"a moving {kind}": (moving(kind), "stands still") for kind in ("png", "gif", "webp")},
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILT)
def test_any_other_file_is_refused_with_what_was_expected(what: str) -> None:
    raw, said = SPOILT[what]
    with pytest.raises(CardError, match=said) as wrong:
        read_bitmap(raw, "drawings/pictures/wolf.png")
    told = {describe_error(wrong.value, lang) for lang in LANGUAGES}
    assert len(told) == len(LANGUAGES) and all(each.startswith("drawings/pictures/wolf.png: ") for each in told)


def test_a_picture_of_points_is_all_that_its_file_has() -> None:
    text = read_bitmap(points("png"), "wolf").text
    for other in (
        text.replace("/></svg>", ' onload="alert(1)"/></svg>'),
        text.replace("</svg>", "<script/></svg>"),
        text.replace("data:image/png;base64,", "https://example.org/"),
        text.replace("data:image/png;base64,", "data:image/svg+xml;base64,"),
        text.replace("<image", "<image/><image"),
    ):
        with pytest.raises(CardError, match="expected only shapes"):
            read_picture(other, "wolf")
    claimed = text.replace("image/png", "image/gif").replace('width="8"', 'width="99"')
    assert picture_text(read_picture(claimed, "wolf")) == text, "its header says what it is"
    for other in ("data:text/html;base64,PHNjcmlwdD4=", "data:;base64,", text.replace("base64,", "base64,A", 1)):
        with pytest.raises(CardError, match="expected an SVG file of plain shapes, or a small picture"):
            read_picture(other, "wolf")


def test_two_drawings_of_one_name_and_points_that_cannot_be_printed_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "drawings" / "pictures"
    folder.mkdir(parents=True)
    (folder / "wolf.png").write_bytes(points("png"))
    (folder / "wolf.svg").write_text(circle(1), encoding="utf-8")
    with pytest.raises(CardError, match=r"drawings/pictures/wolf\.png: expected one drawing of this name"):
        layer_from(tmp_path / "drawings")
    whole = points("webp", 40, 30)
    spoilt = read_bitmap(whole[:12] + whole[12:30] + b"\xff" * (len(whole) - 30), "wolf").text
    book = open_book(["revised4", Layer("drawings", {"pictures/wolf.svg": spoilt})])
    with pytest.raises(CardError, match="cards-1: a picture of this page can't be printed"):
        as_pdf(print_pages(book, ["wolf"], "en"), "Drawn")
