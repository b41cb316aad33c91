"""Does a rules lawyer do on the bench what the stories tell, by presses?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_parts_in_a_page import PartPage

from talisman_nb.panels.parts import AnalysisPanel

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]


def test_what_was_played_is_kept_as_a_ruling_by_a_press(page: Any) -> None:
    bench = AnalysisPanel("dwarf crags | thief city > walk fields-2 > bear")
    shown = PartPage(page, bench, 1200)
    page.get_by_text("Keep it as a ruling").click()
    page.get_by_role("button", name="Save the ruling").click()
    shown.answer()
    assert "letter" in page.locator(".keep-ruling .refusal").inner_text(), "it has no question yet"
    page.locator('[data-id="ruling:question"]').fill("May the Bear be evaded?")
    page.locator('[data-id="ruling:decision"]').fill("Only by what allows it.")
    page.keyboard.press("Enter")
    shown.answer()
    assert "situation = " in page.locator(".keep-ruling .file").inner_text()
    page.get_by_role("button", name="Save the ruling").click()
    shown.answer()
    saved = page.locator(".keep-ruling [role=status]").inner_text()
    path = Path(saved.removeprefix("Saved as ").partition(". The search")[0])
    assert "Only by what allows it." in path.read_text("utf-8")
    page.get_by_label("Ask the rules").fill("may the bear be evaded")
    page.keyboard.press("Enter")
    shown.answer()
    assert page.get_by_text("May the Bear be evaded?").count() >= 1
