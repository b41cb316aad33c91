"""Is the solid ink of a drawing seen in both themes, and no white beard in the dark one?"""

from __future__ import annotations

import re
from typing import Any

import pytest
from played_panel import PlayedPanel
from tables import TWO, started

from talisman_nb.drawing.palette import DARK, LIGHT, contrast

pytestmark = [pytest.mark.browser, pytest.mark.one_page, pytest.mark.usefixtures("own_home")]


def hexed(colour: str) -> str:
    """A computed colour, `rgb(31, 27, 22)` or `color(srgb 0.6 0.5 0.4)`, as #RRGGBB."""
    whole = 255 if colour.startswith("color(") else 1
    parts = re.findall(r"[0-9.]+", colour.removeprefix("color(srgb"))[:3]
    return "#" + "".join(f"{round(float(part) * whole):02X}" for part in parts)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_solid_ink_keeps_its_contrast(page: Any, theme: str) -> None:
    """In the dark theme it is darker than the lines, so that they are seen on it; in the light one it is ink."""
    panel = PlayedPanel(page, started(TWO), light=theme == "light").shown().click("sheet:0")
    part = panel.page.locator(".motif:has(.k)").first.locator(".k").first
    solid, line = (hexed(part.evaluate(f"e => getComputedStyle(e).{of}")) for of in ("fill", "color"))
    assert contrast(solid, (LIGHT, DARK)[theme == "dark"]["panel"]) >= 4.5
    assert (solid == line) == (theme == "light")
