"""Is a box with anything at all changed in its file refused with a reason, or does it play and break nothing?"""

from __future__ import annotations

import io
import random
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from page_layers import layers_on
from random_games import some_answer
from random_mistakes import mutated
from test_layer_pictures import points

from talisman_nb.board import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.drawing.definition_picture import draw_definition
from talisman_nb.engine import ask, step
from talisman_nb.model import UserError
from talisman_nb.model.data_folder import boxes_folder
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.rules.bitmaps import BITMAPS, read_bitmap
from talisman_nb.rules.book import book_of
from talisman_nb.rules.layers import Layer
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.table.boxes import BoxError, InstalledBox, install_box, remove_box, write_box
from talisman_nb.text.errors import describe_error, worded_in_a_line
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page

CIRCLE = '<svg viewBox="0 0 9 9"><g transform="translate(1 2)"><circle cx="4" cy="4" r="2" fill="#a00"/></g></svg>'
PAGES = {**layers_on("authors.md"), **layers_on("ten_cards.md")}
HEADS = {
    "ten": 'name = "Ten"\nversion = "1.2"',
    "cellars": 'over = "second"\nauthor = "Ada"',
    "isle": 'name = { en = "The isle", pl = "Wyspa" }\nwithout = ["adventure", "spell", "stock", "character"]',
}
POINTS = {kind: points(kind) for kind in ("png", "gif", "jpeg", "webp")}
MORE = {
    "ten": {
        "pictures/mole-king.svg": CIRCLE,
        "pictures/miller.svg": read_bitmap(POINTS["webp"], "").text,
        "rules.toml": "[fate]\nused = false\n",
    }
}
BOXES = tuple(
    write_box(Layer(name, {**PAGES[name].texts, "layer.toml": f"[layer]\n{head}\n", **MORE.get(name, {})}))
    for name, head in HEADS.items()
)
"""Files that are in order, with cards, characters, forms, decks, boards, programs, names, keywords and pictures."""


def drawn() -> bytes:
    """A box as other programs make it, with a picture of points of each kind as its file."""
    out = io.BytesIO()
    texts = PAGES["ten"].texts
    with zipfile.ZipFile(out, "w") as archive:
        for file in ("enemies", "wind", "collector", "cloak"):
            archive.writestr(f"drawn/adventure/{file}.toml", texts[f"adventure/{file}.toml"])
        cards = {"png": "mole-king", "gif": "cold-wind", "jpeg": "tax-collector", "webp": "borrowed-cloak"}
        for kind, card in cards.items():
            archive.writestr(f"drawn/pictures/{card}.{kind}", POINTS[kind])
    return out.getvalue()


EVERY = (*BOXES, drawn())
EVIL = (
    "../evil.toml", "/etc/evil.toml", "ten/../../evil.toml", "C:\\evil.toml", "ten\\..\\evil.toml", "ten/a/b/c.toml",
    "ten/con.toml", "ten/x.py", "ten/.toml", "ten//x.toml", "TEN/layer.toml", "ten/adventure/CARDS.toml", "", "ten/",
    "ten/layer.toml", "ten/pictures/x.svg", "other/layer.toml", "ten/x.zip", "ten/ł.toml", "ten/a\0.toml",
    "ten/pictures/mole-king.png",
    "ten/" + "x" * 300,
)  # fmt: skip
ANSWERS = 12


def spoilt(seed: str) -> bytes:
    """A file with something changed: its bytes, what is packed in it and how, or the texts."""
    dice = random.Random(seed)
    data = dice.choice(EVERY)
    return dice.choice((bytes_changed, packed_otherwise, texts_changed, texts_changed))(data, dice)


def bytes_changed(data: bytes, dice: random.Random) -> bytes:
    made = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 8, 60))):
        at = dice.choice(
            (
                dice.randrange(len(made)),
                made.find(b"PK\x01\x02") + dice.randrange(46),
                len(made) - dice.randrange(1, 23),
            )
        )
        at = max(0, min(at, len(made) - 1))
        match dice.randrange(5):
            case 0:
                made[at] ^= 1 << dice.randrange(8)
            case 1:
                made[at] = dice.choice((0, 255, 47, 46, 92))
            case 2:
                del made[at : at + dice.choice((1, 30, 4_000))]
            case 3:
                made[at:at] = made[at : at + dice.choice((1, 40, 3_000))]
            case _:
                made[at:at] = dice.randbytes(dice.choice((1, 4, 100)))
        if not made:
            return b""
    return bytes(made)


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed_otherwise(data: bytes, dice: random.Random) -> bytes:
    """Other names, kinds and ways of packing, files twice, links, bombs and archives in it."""
    files = list(files_of(data).items())
    out = io.BytesIO()
    with zipfile.ZipFile(
        out, "w", dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    ) as archive:
        chosen = dice.randrange(len(files))
        for n, (name, text) in enumerate(files):
            info = zipfile.ZipInfo(name)
            info.compress_type = archive.compression
            if n == chosen:
                match dice.randrange(7):
                    case 0:
                        info.filename = dice.choice(EVIL)
                    case 1:
                        info.external_attr = dice.choice((0o120777, 0o020666, 0o010666, 0o040755, 0o100777)) << 16
                    case 2:
                        text = dice.choice((b"#" * 1_900_000, dice.randbytes(3_000), b"", data, b"\xff" * 10))
                    case 3:
                        archive.writestr(dice.choice(EVIL) or "x", text)
                    case 4:
                        continue
                    case 5:
                        archive.comment = dice.randbytes(dice.choice((1, 60_000)))
                    case _:
                        info.extra = dice.randbytes(dice.choice((2, 4, 40)))
            archive.writestr(info, text)
    return out.getvalue()


def texts_changed(data: bytes, dice: random.Random) -> bytes:
    """Mistakes in one or several of the texts, packed as a box is."""
    files = files_of(data)
    for name in dice.sample(sorted(files), dice.choice((1, 1, 1, 2))):
        changed = bytes_changed(files[name], dice) if name.endswith(BITMAPS) else None
        files[name] = mutated(files[name].decode(), f"{dice.random()}")[0].encode() if changed is None else changed
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def tried(data: bytes, seed: str, home: Path) -> str:
    """What becomes of a file: "refused", each time with a reason in every language, or "played"."""
    try:
        installed = install_box(data)
    except (BoxError, CardError, BoardError) as wrong:
        assert all(describe_error(wrong, lang).strip() and worded_in_a_line(wrong, lang) for lang in LANGUAGES)
        assert len(str(wrong)) < 60_000
        return "refused"
    inside = [path.relative_to(boxes_folder()).parts for path in boxes_folder().rglob("*")]
    assert all(parts[:2] == (installed.id, installed.version) or len(parts) < 2 for parts in inside)
    assert {path.name for path in home.iterdir()} <= {"boxes", "tables", "group.json"}, "nothing is written elsewhere"
    play_with(installed, seed)
    remove_box(installed.id, installed.version)
    return "played"


def play_with(installed: InstalledBox, seed: str) -> None:
    """The form shows the box, a table begins with it, is answered, and opens again without it."""
    dice = random.Random(seed)
    form = SettingUp(dice.choice(LANGUAGES))
    form.tick(installed.layer_name, True)
    shown = next(layer for layer in form.form().layers if layer.key == installed.layer_name)
    assert shown.on and not shown.wrong, "what is installed can be ticked"
    book = form.book
    own = [key for key in book.definitions if book.layer_of(key) == installed.layer_name]
    for key in dice.sample(own, min(3, len(own))):
        if key.count(".") == key.startswith(("character.", "form.", "space.")):
            assert all(page(book, key, lang) for lang in LANGUAGES) and draw_definition(book, key, "pl")
    people = dice.sample(book.characters, 2) if len(book.characters) > 1 else ["", ""]
    try:
        table = Table.new({"Ada": people[0], "Bruno": people[1]}, form.edition, seed=dice.randrange(1_000))
    except UserError as wrong:  # such as a figure that only other numbers of players fit
        assert all(describe_error(wrong, lang) for lang in LANGUAGES)
        return
    state = table.state
    table.close()
    for _ in range(ANSWERS):
        if ask(state).kind == "over":
            break
        state, _ = step(state, some_answer(state, dice))
        assert not violations(state)
    assert book_of(state.book).layer_of is not None


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize("part", range(30))
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_three_thousand_spoilt_boxes_are_refused_or_play(part: int, own_home: Path) -> None:
    became = Counter(one(f"{part} {n}", own_home) for n in range(100))
    print(became)
    assert min(became["refused"], became["played"]) > 3, "some changes leave a box as good as before, most don't"


def one(seed: str, home: Path) -> str:
    try:
        return tried(spoilt(seed), seed, home)
    except Exception as error:
        raise AssertionError(f"{seed}: {type(error).__name__}: {error}") from error


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_few_are_refused_or_play(own_home: Path) -> None:
    assert Counter(one(f"few {n}", own_home) for n in range(12)).total() == 12
    for data in EVERY:
        assert tried(data, "as it is", own_home) == "played"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_form_takes_them_too(own_home: Path) -> None:
    """What the page sends of them changes nothing but the note and the box that is shown."""
    from base64 import b64encode

    form = controller_for("", "fr")
    for n in range(10):
        value = b64encode(spoilt(f"form {n}")).decode()
        form.handle({"type": "box", "key": "piece", "n": 0, "before": 1, "value": value})
        found = form.setup()
        assert found and bool(found.note) != (found.box is not None)
