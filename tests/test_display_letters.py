"""Are headlines, names and numbers set in one open face, sent once and small, and is the page whole without it?"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from importlib.metadata import metadata
from io import BytesIO
from pathlib import Path

import pytest
from event_loop import run
from fontTools.ttLib import TTFont
from hosting_site import site
from ipywidgets.embed import dependency_state

from talisman_nb import companion
from talisman_nb.panels.parts import BoardPanel, JournalPanel
from talisman_nb.panels.sync import bundle
from talisman_nb.panels.sync.companion import Letters
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES, names_of

MOST = 40_000
"""Bytes of the letters that a page is sent."""


@pytest.fixture
def made_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Letters are made and kept in a folder of the test's own."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "kept")
    bundle.letters.cache_clear()
    yield
    bundle.letters.cache_clear()


def font() -> TTFont:
    return TTFont(BytesIO(bundle.letters()))


def test_the_letters_are_small_of_one_weight_and_with_all_that_is_written_in_them() -> None:
    assert 0 < len(bundle.letters()) <= MOST
    found = font()
    assert "fvar" not in found and "glyf" in found, "one weight of it"
    known = set(map(chr, found.getBestCmap()))
    for edition in ("revised4", "second"):
        for lang in LANGUAGES:
            words = json.dumps(names_of(open_book(edition)).by_lang[lang], ensure_ascii=False)
            assert not set(words) - known - {"\n"}, lang
    assert set("0123456789→−≈…–’„”«»%: ") <= known
    tops = {found["glyf"][found.getBestCmap()[ord(sign)]].yMax for sign in "0123456789"}
    assert max(tops) - min(tops) < 0.06 * found["head"].unitsPerEm, "digits are as high as each other"


def test_the_package_that_brings_them_says_that_they_are_free() -> None:
    assert metadata(bundle.FACE_PACKAGE)["License-Expression"] == "OFL-1.1"


@pytest.mark.usefixtures("made_anew")
def test_letters_once_made_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bundle.letters()
    (kept,) = (tmp_path / "kept").iterdir()
    assert kept.read_bytes() == made
    bundle.letters.cache_clear()
    pages = importlib.import_module("talisman_nb.drawing.printed_pages")
    monkeypatch.setattr(pages, "letters_of_face", lambda *_: pytest.fail("they are made anew"))
    assert bundle.letters() == made


@pytest.mark.usefixtures("made_anew")
def test_letters_are_made_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file where the folder would be", "utf-8")
    assert bundle.letters()


def test_widgets_refer_to_letters_that_a_page_has_once_and_a_hosted_page_fetches_them() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    several = [companion(table), BoardPanel(table), JournalPanel(table)]
    for widgets in (several, several[:1], several[1:2]):
        states = dependency_state(widgets, drop_defaults=False)
        ids = {each.model_id for each in widgets}
        kept = [id for id, each in states.items() if "@font-face" in json.dumps(each)]
        assert len(kept) == 1 and kept[0] not in ids, "once, however many there are, and with one alone too"
        assert {states[id]["state"]["letters"] for id in ids} == {f"IPY_MODEL_{kept[0]}"}
        assert states[kept[0]]["state"]["rule"] == bundle.drawn_face()
    letters = several[0].letters
    assert letters is not None
    letters.close()
    assert BoardPanel(table).letters.comm is not None, "what was closed is made anew"
    for page in ("phone", "television"):
        css = bundle.hosted_css(page)
        assert css.count("@font-face") == 1 and f'url("{bundle.LETTERS_FILE}")' in css and "base64" not in css
    for css in (bundle.panel_css(), bundle.part_css(), bundle.hosted_css("television")):
        assert not re.search(r'url\((?!"data:|"letters)', css), "nothing is fetched from elsewhere"
        assert re.search(r"--display: Vollkorn, .*\"DejaVu Serif\", serif;", css)


@pytest.mark.usefixtures("made_anew")
def test_without_the_package_a_page_has_serifs_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundle, "find_spec", lambda name: None)
    assert bundle.letters() == b""
    for css in (bundle.panel_css(), bundle.hosted_css("television")):
        assert "@font-face" not in css and "--display: " in css
    monkeypatch.setattr(Letters, "_kept", None)
    assert BoardPanel(Table.new({"Ada": "dwarf", "Bruno": "thief"})).letters is None


def test_a_hosted_table_serves_the_letters_to_whoever_has_a_screen(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            address = f"/assets/{bundle.LETTERS_FILE}"
            assert (await here.get(address)).code == 403
            phone = await here.entered(here.codes.seats[0])
            found = await here.get(address, phone)
            assert found.code == 200 and found.body == bundle.letters()
            assert found.headers["Content-Type"] == "font/woff" and "max-age" in found.headers["Cache-Control"]
            policy = (await here.get("/seat", phone)).headers["Content-Security-Policy"]
            assert "font-src 'self'" in policy

    run(tried())
