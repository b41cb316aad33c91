"""Is a box read without leaving its folder, refused with a reason in four languages, installed, told apart, removed?"""

from __future__ import annotations

import io
import random
import shutil
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from read_aloud import assert_well
from test_layer_pictures import points

from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import BOX_FILES, BOX_SIZE
from talisman_nb.model.data_folder import boxes_folder
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, find_layer, installed_layers
from talisman_nb.table import Table
from talisman_nb.table.box_file import BoxErrorKey
from talisman_nb.table.boxes import (
    BoxError,
    find_box,
    find_mistake,
    install_box,
    installed_boxes,
    read_box,
    remove_box,
    write_box,
)
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

CIRCLE = '<svg viewBox="0 0 9 9" id="x"><title>t</title><circle cx="4" cy="4" r="2"/></svg>'
HEAD = '[layer]\nname = { en = "Moles", pl = "Krety" }\nversion = "1.2"\nauthor = "Ada"\n'
MOLE = '[mole-king]\nname = "Mole King"\ntype = "animal"\nstrength = 4\n'
TEXTS = {"layer.toml": HEAD, "adventure/cards.toml": MOLE, "pictures/mole-king.svg": CIRCLE}
MOLES = Layer("moles", TEXTS)


def packed(files: dict[str, str | bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive of these files as other programs make it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def box_of(files: dict[str, str | bytes]) -> bytes:
    return packed({f"moles/{path}": text for path, text in {**TEXTS, **files}.items()})


# --- the file ---


def test_a_box_is_read_as_it_was_written() -> None:
    box = read_box(write_box(MOLES))
    assert (box.id, box.version, box.author, box.name("pl"), box.name("it")) == (
        "moles",
        "1.2",
        "Ada",
        "Krety",
        "Moles",
    )
    assert box.contents == (1, 0, 0, 0, 0, 1)
    assert box.layer.texts["adventure/cards.toml"] == MOLE
    assert find_mistake(box) is None and find_mistake(box, "second") is None


def test_equal_layers_are_equal_bytes_and_what_is_read_is_written_the_same() -> None:
    data = write_box(MOLES)
    assert data == write_box(Layer("moles", dict(reversed(TEXTS.items())))) == write_box(read_box(data).layer)
    assert write_box(read_box(box_of({})).layer) == data, "however it was packed before"


def test_pictures_are_cleaned() -> None:
    picture = read_box(box_of({})).layer.texts["pictures/mole-king.svg"]
    assert picture.count("<") == 3 and "id" not in picture and "<title" not in picture


def test_small_pictures_are_in_it_as_their_texts() -> None:
    files = {**TEXTS, "pictures/mole-king.webp": points("webp")}
    del files["pictures/mole-king.svg"]
    box = read_box(packed({f"moles/{path}": text for path, text in files.items()}))
    assert "data:image/webp;base64," in box.layer.texts["pictures/mole-king.svg"] and box.contents.pictures == 1
    data = write_box(box.layer)
    assert write_box(read_box(data).layer) == data and find_mistake(box) is None


def test_line_ends_and_the_mark_of_windows_are_taken() -> None:
    windows = b"\xef\xbb\xbf" + MOLE.replace("\n", "\r\n").encode()
    assert read_box(box_of({"adventure/cards.toml": windows})).layer.texts["adventure/cards.toml"] == MOLE


def test_folders_named_in_an_archive_are_no_files() -> None:
    files: dict[str, str | bytes] = {"moles/": "", "moles/adventure/": ""}
    assert read_box(packed(files | {f"moles/{path}": text for path, text in TEXTS.items()})).contents.cards == 1


def test_a_mistake_in_its_cards_is_told_and_not_installed(own_home: Path) -> None:
    data = box_of({"adventure/cards.toml": "[mole]\nname = 'Mole'\nstrength = 2\n"})
    mistake = find_mistake(read_box(data))
    assert isinstance(mistake, CardError) and "[mole] type: missing" in str(mistake)
    with pytest.raises(CardError, match="type: missing"):
        install_box(data)
    assert not boxes_folder().exists() and read_box(write_box(read_box(data).layer)), "a draft can be kept all the same"


def flag(data: bytes, bit: int) -> bytes:
    """The archive with a bit of the flags of all its files set."""
    made = bytearray(data)
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.find(sign)
        while place >= 0:
            made[place + at] |= bit
            place = data.find(sign, place + 4)
    return bytes(made)


def renamed(old: str, new: bytes) -> bytes:
    """A box in which a name stands that no program would write there."""
    assert len(old) == len(new)
    return box_of({old: "x = 1\n"}).replace(f"moles/{old}".encode(), b"moles/" + new)


def with_mode(mode: int) -> bytes:
    out = io.BytesIO(box_of({}))
    with zipfile.ZipFile(out, "a") as archive:
        info = zipfile.ZipInfo("moles/adventure/link.toml")
        info.create_system, info.external_attr = 3, mode << 16
        archive.writestr(info, "/etc/passwd")
    return out.getvalue()


def doubled() -> bytes:
    out = io.BytesIO(box_of({}))
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("moles/adventure/cards.toml", MOLE)
    return out.getvalue()


def lying(size: int) -> bytes:
    """A box one of whose files says another size of itself than it has."""
    data = box_of({"adventure/long.toml": "# " + "x" * 5_000})
    return data.replace(struct.pack("<I", 5_002), struct.pack("<I", size))


def hard_to_pack(seed: int) -> str:
    return "# " + random.Random(seed).randbytes(200_000).hex()


REFUSED: dict[str, tuple[BoxErrorKey, Callable[[], bytes]]] = {
    "nothing at all": ("no-box", lambda: b""),
    "a picture": ("no-box", lambda: b"\x89PNG\r\n"),
    "an archive without files": ("no-box", lambda: packed({})),
    "an archive behind something": ("no-box", lambda: b"#!/bin/sh\n" + box_of({})),
    "too large": ("large", lambda: write_box(MOLES) + b"\0" * BOX_SIZE),
    "cut off": ("damaged", lambda: box_of({})[:-40]),
    "other bytes": ("damaged", lambda: write_box(MOLES).replace(b"strength", b"Strength")),
    "a smaller size said": ("damaged", lambda: lying(4_000)),
    "a larger size said": ("damaged", lambda: lying(6_000)),
    "encrypted": ("encrypted", lambda: flag(box_of({}), 1)),
    "packed by bzip2": ("packing", lambda: packed({"moles/a.toml": "a"}, zipfile.ZIP_BZIP2)),
    "packed by lzma": ("packing", lambda: packed({"moles/a.toml": "a"}, zipfile.ZIP_LZMA)),
    "a bomb": ("ratio", lambda: box_of({"adventure/bomb.toml": "#" * 1_500_000})),
    "a bomb of gigabytes": ("ratio", lambda: lying(1 << 31)),
    "too much": ("unpacked", lambda: box_of({f"a{n}/x.toml": hard_to_pack(n) for n in range(6)})),
    "many files": ("files-many", lambda: box_of({f"f{n}/a.toml": "" for n in range(BOX_FILES)})),
    "very many files": ("files-many", lambda: box_of({f"f{n}/a.toml": "" for n in range(3 * BOX_FILES)})),
    "many in a folder": ("files-many", lambda: box_of({f"adventure/a{n}.toml": "" for n in range(100)})),
    "a folder above": ("outside", lambda: packed({"moles/../../evil.toml": "x = 1"})),
    "the same with backslashes": ("outside", lambda: renamed("adv/x/y.toml", b"..\\..\\y.toml")),
    "an absolute path": ("outside", lambda: packed({"/etc/evil.toml": "x = 1"})),
    "a drive": ("outside", lambda: packed({"C:/evil.toml": "x = 1"})),
    "a share": ("outside", lambda: packed({"//host/evil.toml": "x = 1"})),
    "a dot": ("outside", lambda: packed({"moles/./cards.toml": "x = 1"})),
    "a name with an end in it": ("file-name", lambda: renamed("adventure/x.toml.zi", b"adventure/x.toml\0zi")),
    "a link": ("link", lambda: with_mode(stat.S_IFLNK | 0o777)),
    "a device": ("link", lambda: with_mode(stat.S_IFCHR | 0o666)),
    "twice the same": ("twice", doubled),
    "a zip in it": ("nested", lambda: box_of({"more.zip": packed({"a": "b"})})),
    "a zip that is called TOML": ("nested", lambda: box_of({"adventure/more.toml": packed({"a": "b"})})),
    "a program": ("kind", lambda: box_of({"setup.py": "import os"})),
    "a page": ("kind", lambda: box_of({"pictures/x.html": "<script>"})),
    "a drawing elsewhere": ("kind", lambda: box_of({"adventure/wolf.svg": CIRCLE})),
    "deep": ("deep", lambda: box_of({"adventure/more/cards.toml": "x = 1"})),
    "capitals": ("file-name", lambda: box_of({"adventure/Cards.toml": MOLE})),
    "a device of Windows": ("file-name", lambda: box_of({"adventure/con.toml": MOLE})),
    "a hidden file": ("file-name", lambda: box_of({".env.toml": "x = 1"})),
    "a name that ends with a dot": ("file-name", lambda: box_of({"adventure./a.toml": "x = 1"})),
    "other letters": ("file-name", lambda: box_of({"adventure/łoś.toml": MOLE})),
    "bytes that are no letters": ("names-unread", lambda: bytes_in_name()),
    "two folders": ("folders", lambda: packed({"moles/a.toml": "", "rats/a.toml": ""})),
    "no folder": ("folders", lambda: packed({"layer.toml": ""})),
    "only a folder": ("nothing", lambda: packed({"moles/": ""})),
    "the name of an edition": ("name", lambda: packed({"second/layer.toml": ""})),
    "a long name": ("name", lambda: packed({f"{'x' * 27}/layer.toml": ""})),
    "a name that is none": ("name", lambda: packed({"my_moles/layer.toml": ""})),
    "two pictures of one name": ("twice", lambda: box_of({"pictures/mole-king.png": points("png")})),
    "a picture elsewhere": ("kind", lambda: box_of({"adventure/wolf.png": points("png")})),
    "no UTF-8": ("text", lambda: box_of({"adventure/cards.toml": b'[m]\nname = "\xff"'})),
}  # fmt: skip


def bytes_in_name() -> bytes:
    """A box with a name that says it is UTF-8, and is not."""
    made = bytearray(box_of({"adventure/łx.toml": "x = 1\n"}))
    name = "łx".encode()
    while (at := made.find(name)) >= 0:
        made[at : at + len(name)] = b"\xff\xfex"
    return bytes(made)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_box_is_refused_with_the_reason(what: str, own_home: Path) -> None:
    key, make = REFUSED[what]
    with pytest.raises(BoxError) as wrong:
        install_box(make())
    assert wrong.value.key == key, wrong.value
    for lang in LANGUAGES:
        assert_well(describe_error(wrong.value, lang))
    assert not any(own_home.iterdir()), "nothing was written"


def test_every_reason_is_tried() -> None:
    elsewhere = {"there", "unknown", "system", "made-there", "names-line", "names-none", "no-source", "print-none"}
    assert {key for key, _ in REFUSED.values()} | elsewhere == set(get_args(BoxErrorKey))


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("adventure/cards.toml", "[mole", r"moles/adventure/cards\.toml: "),
        (
            "layer.toml",
            "[layer]\nversion = '1/../..'",
            r"moles/layer\.toml: \[layer\] version: expected one to three numbers",
        ),
        ("layer.toml", "[layer]\nversion = 1", r"version: expected"),
        ("layer.toml", "[layer]\nrun = 'x'", r"\[layer\] run: unknown key"),
        ("pictures/wolf.svg", "<svg viewBox='0 0 1 1'><script/></svg>", r"moles/pictures/wolf\.svg: line 1: <script>"),
        ("pictures/wolf.svg", "<!DOCTYPE svg><svg/>", "DOCTYPE"),
        ("pictures/wolf.gif", "GIF89a", r"moles/pictures/wolf\.gif: expected an SVG file of plain shapes"),
    ],
)
def test_a_text_that_is_none_is_told_with_its_place(path: str, text: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        read_box(box_of({path: text}))


# --- in the user's folder ---


def version(number: str, strength: int) -> bytes:
    return write_box(
        Layer(
            "moles", {"layer.toml": HEAD.replace("1.2", number), "adventure/c.toml": MOLE.replace("4", str(strength))}
        )
    )


def test_versions_are_told_apart_listed_and_removed(own_home: Path) -> None:
    assert installed_boxes() == ()
    for number, strength in (("1.10", 5), ("1.2", 3)):
        assert install_box(version(number, strength)).folder == boxes_folder() / "moles" / number
    assert [(box.id, box.version, box.layer_name) for box in installed_boxes()] == [
        ("moles", "1.2", "moles-v1-2"), ("moles", "1.10", "moles-v1-10"),
    ]  # fmt: skip
    assert installed_layers() == ("moles-v1-10", "moles-v1-2")
    for name, strength in (("moles-v1-2", 3), ("moles-v1-10", 5)):
        assert open_book(f"second+{name}").card("mole-king").facts.strength == strength
    assert find_box("moles").version == "1.10" and find_box("moles-v1-2").version == "1.2"
    assert remove_box("moles").version == "1.10" and remove_box("moles", "1.2").box
    assert installed_boxes() == () and list(boxes_folder().iterdir()) == []


def test_the_same_box_again_is_nothing_and_another_is_refused(own_home: Path) -> None:
    first = install_box(version("2", 3))
    assert install_box(version("2", 3)) == first
    with pytest.raises(BoxError, match="“moles” of version 2 is installed") as wrong:
        install_box(version("2", 4))
    assert wrong.value.key == "there" and first.box().layer.texts["adventure/c.toml"].endswith("strength = 3\n")


def test_a_box_that_is_not_there_is_told_with_the_nearest(own_home: Path) -> None:
    install_box(version("2", 3))
    for id, number in (("molse", ""), ("moles", "3")):
        with pytest.raises(BoxError) as wrong:
            remove_box(id, number)
        assert wrong.value.key == "unknown" and "Did you mean “moles”" in str(wrong.value)
        for lang in LANGUAGES:
            assert_well(describe_error(wrong.value, lang))


def test_a_folder_that_cannot_be_written_is_told(own_home: Path) -> None:
    install_box(version("1", 3))
    shutil.rmtree(boxes_folder() / "moles")
    (boxes_folder() / "moles").touch()
    with pytest.raises(BoxError) as wrong:
        install_box(version("1", 3))
    assert wrong.value.key == "system" and [file.name for file in boxes_folder().iterdir()] == ["moles"]


def test_a_file_that_was_spoilt_later_hides_no_other_box(own_home: Path) -> None:
    for number in ("1", "2"):
        install_box(version(number, 3))
    (boxes_folder() / "moles" / "1" / "layer.toml").write_bytes(b"\xff")
    assert [box.version for box in installed_boxes()] == ["1", "2"] and open_book("moles-v2")
    with pytest.raises(CardError, match="this is not UTF-8"):
        find_layer("moles-v1")
    assert remove_box("moles", "1").version == "1"


def test_a_table_keeps_the_box_it_was_begun_with(own_home: Path) -> None:
    install_box(version("1", 3))
    Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", layers=["moles-v1"], name="Friday").close()
    folder = boxes_folder() / "moles" / "1"

    def newer() -> None:
        install_box(version("2", 9))

    def edited() -> None:
        (folder / "adventure" / "c.toml").write_text(MOLE.replace("4", "8"), encoding="utf-8")

    def broken() -> None:
        (folder / "board.toml").write_text("[space", encoding="utf-8")

    def removed() -> None:
        remove_box("moles", "1")

    for change in (newer, edited, broken, removed):
        change()
        with Table.open("Friday") as again:
            assert book_of(again.state.book).card("mole-king").facts.strength == 3, change.__name__
