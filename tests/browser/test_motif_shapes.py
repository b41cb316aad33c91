"""Does every motif stay inside its frame, and do no two look alike at the size they have on a sheet?"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from motif_sheet import drawn_keys

from talisman_nb.drawing.motifs import fragment
from talisman_nb.rules.book import open_book
from talisman_nb.rules.pictures import Motif

pytestmark = pytest.mark.browser
MOST_ALIKE = 0.65
"""Upper bound of the correlation of two motifs at 25 px: 1 for equal ones, about 0 for unrelated ones."""
STYLE = (
    "<style>svg{fill:none;stroke:#000;stroke-width:2.2}.g,.c{fill:#fff}.k{fill:#000}.k,.c{stroke:none}</style>"
    '<rect x="-2" y="-2" width="64" height="64" fill="#fff"/>'
)
OUTSIDE = """() => [...document.querySelectorAll("svg")].flatMap(svg => {
  const far = ({x, y, width, height}) => x < -0.01 || y < -0.01 || x + width > 60.01 || y + height > 60.01;
  const paths = [...svg.querySelectorAll("path")].filter(path => far(path.getBBox()));
  return paths.map(path => `${svg.id}: ${path.getAttribute("d")}`);
})"""
PIXELS = """async (pictures) => {
  const at = new OffscreenCanvas(25, 25).getContext("2d", {willReadFrequently: true});
  const found = [];
  for (const svg of pictures) {
    const image = new Image(25, 25);
    image.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
    await image.decode();
    at.drawImage(image, 0, 0, 25, 25);
    found.push([...at.getImageData(0, 0, 25, 25).data].filter((_, i) => i % 4 === 0));
  }
  return found;
}"""


def motifs_drawn() -> dict[str, Motif]:
    book = open_book()
    found = {key: book.picture(key) for key in drawn_keys(book)}
    return {key: drawn for key, drawn in found.items() if isinstance(drawn, tuple)}


def svg(key: str, motif: Motif) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" id="{key}" viewBox="-2 -2 64 64" width="25" height="25">'
    return f"{head}{STYLE}{fragment(motif)}</svg>"


def outside(page: Any, motifs: dict[str, Motif]) -> Any:
    page.set_content("".join(svg(key, motif) for key, motif in motifs.items()))
    assert page.evaluate("document.querySelectorAll('svg').length") == len(motifs)
    return page.evaluate(OUTSIDE)


def alike(page: Any, motifs: dict[str, Motif]) -> dict[tuple[str, str], float]:
    """The pairs of motifs that are too similar, with their correlation."""
    pixels = page.evaluate(PIXELS, [svg(key, motif) for key, motif in motifs.items()])
    centred = [[value - sum(row) / len(row) for value in row] for row in pixels]
    lengths = [sum(value * value for value in row) ** 0.5 for row in centred]
    pairs = itertools.combinations(zip(motifs, centred, lengths, strict=True), 2)
    found = {
        (a, b): sum(x * y for x, y in zip(row, other, strict=True)) / (long * wide)
        for (a, row, long), (b, other, wide) in pairs
    }
    return {pair: how for pair, how in found.items() if how > MOST_ALIKE}


def test_every_motif_stays_inside_its_frame(page: Any) -> None:
    assert outside(page, motifs_drawn()) == []
    assert outside(page, {"far": ("M1 1h5", "=M50 30a12 12 0 1 1 .1 0z")}) == ["far: M50 30a12 12 0 1 1 .1 0z"]


def test_no_two_look_alike(page: Any) -> None:
    assert alike(page, motifs_drawn()) == {}
    twice = {"a": ("#M5 5h50v50h-50z",), "b": ("#M6 6h50v48h-50z",), "c": ("#M5 5L55 55z", "M5 30h50")}
    assert list(alike(page, twice)) == [("a", "b")]
