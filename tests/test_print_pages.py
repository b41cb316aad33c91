"""Do printed pages have every card as often as it is in the deck, its back behind it, and all of its text?"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from page_layers import layers_on

from talisman_nb.app import cli
from talisman_nb.drawing.card_picture import HIGH
from talisman_nb.drawing.picture import width_of
from talisman_nb.drawing.printed_pages import CARDS, PAPER, SHEETS, PrintPage, as_pdf, print_pages
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table.boxes import write_box
from talisman_nb.text.find import cards_of
from talisman_nb.text.names import LANGUAGES

PICTURE = '<svg viewBox="-5 -5 20 20"><circle cx="5" cy="5" r="6" fill="#a33"/></svg>'
TEN = layers_on("ten_cards.md")["ten"]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book(["revised4", Layer("ten", {**TEN.texts, "pictures/mole-king.svg": PICTURE})])


def texts(page: PrintPage) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(page.picture()).iter(f"{SVG}text")]


def test_nine_cards_lie_on_a_page_and_four_sheets(book: Book) -> None:
    keys = ["mole-king", "wolf", "bear", "lion", "ape", "dragon", "giant"]
    rest = sum(book.card(key).facts.copies for key in keys) - 9
    assert 0 < rest <= 9
    pages = print_pages(book, [*keys, "character.elf", "character.ferryman"], "en")
    assert [(page.name, len(page.sides)) for page in pages] == [
        ("cards-1", 9), ("cards-1-backs", 9), ("cards-2", rest), ("cards-2-backs", rest), ("characters-1", 2),
        ("characters-1-backs", 2),
    ]  # fmt: skip
    assert texts(pages[0]).count("Mole King") == 2, "as often as it has copies"
    assert [page.name for page in print_pages(book, keys, "en", backs=False)] == ["cards-1", "cards-2"]
    assert print_pages(book, [], "en") == []


@pytest.mark.parametrize("grid", [CARDS, SHEETS])
def test_cards_lie_inside_the_page_and_backs_behind_them(grid: object) -> None:
    assert grid in (CARDS, SHEETS)
    each = CARDS if grid is CARDS else SHEETS
    for n in range(each.across * each.down):
        (x, y), (back, below) = each.place(n, mirrored=False), each.place(n, mirrored=True)
        assert x >= 5 and x + each.wide <= PAPER[0] - 5 and y >= 10 and y + each.high <= PAPER[1] - 10
        assert below == y and abs(back + x + each.wide - PAPER[0]) < 1e-9, "turned over the long edge"
    assert (CARDS.wide, CARDS.high) == (63, 88)


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_text_of_every_card_fits(book: Book, lang: str) -> None:
    """Of the whole edition and the ten: no line is wider than its card, none stands below it, none is tiny."""
    keys = [key for key in dict.fromkeys(cards_of(book)) if not key.startswith("form.")]
    for page in print_pages(book, keys, lang):
        points = page.grid.high / HIGH / 25.4 * 72
        for side in page.sides:
            scale = min(1.0, HIGH / side.high)
            for part in side.parts:
                if part.elementname == "text":
                    size, text = float(part.attribs["font-size"]), part.text
                    room = 240 - 16 * (part.attribs["text-anchor"] == "start")
                    assert width_of(text) / 1.1 * size <= room, (page.name, text)
                    assert float(part.attribs["y"]) <= side.high and size * scale * points >= 3.9, (page.name, text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_in_the_language_and_nothing_waits_for_a_style_sheet(book: Book, lang: str) -> None:
    front, back = print_pages(book, ["mole-king"], lang)
    name = {"en": "Mole King", "it": "Re Talpa", "fr": "Roi des taupes", "pl": "Kreci Król"}[lang]
    assert name in texts(front) and name not in texts(back) and texts(back)[0][:1].isupper()
    for page in (front, back):
        assert not re.search(r"var\(|<style|NaN", page.picture())
        for found in ElementTree.fromstring(page.picture()).iter(f"{SVG}text"):
            assert found.get("fill", "").startswith("#")
    assert '<circle cx="5" cy="5" fill="#a33" r="6"' in front.picture(), "its own picture is on it"


def test_a_pdf_has_all_pages_and_can_be_made_twice(book: Book) -> None:
    pages = print_pages(book, ["mole-king", "character.ferryman"], "pl")
    data = as_pdf(pages, "Dziesięć kart")
    assert data.startswith(b"%PDF-") and len(re.findall(rb"/Type /Page\b", data)) == len(pages) == 4
    assert re.search(rb"/FontFile2", data) and len(data) < 200_000
    assert len(as_pdf(pages, "Dziesięć kart")) == pytest.approx(len(data), abs=100)


def test_what_takes_away_is_told_with_one_sign(book: Book) -> None:
    front, _ = print_pages(book, ["cold-wind"], "en")
    told = " ".join(texts(front))
    assert "−1 Strength" in told and "+-" not in told


def test_the_command_writes_a_pdf_or_pages(
    own_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own_home)
    (own_home / "ten.talisman-box").write_bytes(write_box(TEN))
    assert cli.main(["box", "print", "ten.talisman-box"]) == 0 and "ten-1.pdf" in capsys.readouterr().out
    assert (own_home / "ten-1.pdf").read_bytes().startswith(b"%PDF-")
    assert cli.main(["box", "print", "ten.talisman-box", "pages", "--lang", "fr"]) == 0
    written = sorted(file.name for file in (own_home / "pages").iterdir())
    assert written[:2] == ["cards-1-backs.svg", "cards-1.svg"] and "characters-1.svg" in written
    assert "Roi des taupes" in (own_home / "pages" / "cards-1.svg").read_text("utf-8")
    (own_home / "words").mkdir()
    (own_home / "words" / "layer.toml").write_text("[layer]\n", "utf-8")
    assert cli.main(["box", "print", "words"]) == 2 and "no card" in capsys.readouterr().err
