"""Is a box installed by choosing or dropping its file on the form of a new table, ticked, saved as a file, removed?"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from played_panel import PlayedPanel

from talisman_nb.panels.parts import Workshop
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.layers import Layer
from talisman_nb.table.boxes import installed_boxes, read_box, write_box

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]

HEAD = '[layer]\nname = "Moles"\nauthor = "Ada"\nabout = "Burrows under the Fields."\nversion = "{v}"\n'
MOLE = '[mole-king]\nname = "Mole King"\ntype = "animal"\nstrength = 4\n'
SIZES = ((1366, 625), (820, 1180), (390, 844))
DROP = """([name, letters]) => {
  const bytes = Uint8Array.from(atob(letters), letter => letter.charCodeAt(0));
  const moved = new DataTransfer();
  moved.items.add(new File([bytes], name));
  const dropped = new DragEvent("drop", { dataTransfer: moved, bubbles: true, cancelable: true });
  document.querySelector(".box-field").dispatchEvent(dropped);
}"""


def moles(version: str, more: str = "") -> bytes:
    return write_box(Layer("moles", {"layer.toml": HEAD.replace("{v}", version), "adventure/c.toml": MOLE + more}))


def choose(panel: PlayedPanel, data: bytes) -> PlayedPanel:
    """Choose a file in the field; it is read by the page, which takes a moment."""
    heard = panel._heard
    panel.find("box-input").set_input_files({"name": "b.talisman-box", "mimeType": "application/zip", "buffer": data})
    panel.page.wait_for_function(f"window.sent.length > {heard}")
    return panel._done()


def test_a_box_is_chosen_installed_ticked_saved_and_removed(page: Any, tmp_path: Path) -> None:
    panel = PlayedPanel(page, TableController(None, "en")).shown(*SIZES[0])
    panel.enter("names", "Ada, Bruno")
    long = "".join(f"# {n} {'burrow ' * 9}\n" for n in range(900))
    choose(panel, moles("1", long))
    text = panel.page.locator(".offered").inner_text()
    assert "Moles, version 1, by Ada: cards: 1" in text and "Burrows under the Fields." in text
    assert panel.find("names").input_value() == "Ada, Bruno" and installed_boxes() == ()
    panel.click("box-install")
    assert panel.find("layer:moles-v1").is_checked() and [box.version for box in installed_boxes()] == ["1"]
    choose(panel, moles("2")).click("box-install")
    assert not panel.find("layer:moles-v1").is_checked() and panel.find("layer:moles-v2").is_checked()
    for width, height in SIZES:
        panel.page.set_viewport_size({"width": width, "height": height})
        panel.settle()
        assert panel.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for chip in ("box-choose", "box-file:moles-v2", "box-remove:moles-v1"):
            assert panel.find(chip).bounding_box()["height"] >= 44, chip
    with page.expect_download() as saved:
        panel.click("box-file:moles-v2")
    assert saved.value.suggested_filename == "moles-2.talisman-box"
    assert read_box(Path(saved.value.path()).read_bytes()).version == "2"
    panel.click("box-remove:moles-v1")
    assert "Tables begun with it keep it" in panel.page.locator(".owned").first.inner_text()
    panel.click("box-keep").click("box-remove:moles-v1").click("box-removed")
    assert [box.version for box in installed_boxes()] == ["2"]
    choose(panel, b"no box at all")
    assert "This is no box" in panel.page.locator(".foot.refusal").inner_text()
    choose(panel, moles("3", '[mole]\nname = "Mole"\nstrength = 2\n'))
    assert "type: missing" in panel.page.locator(".offered .wrong").inner_text()
    assert not panel.find("box-install").count()
    panel.click("box-leave")
    heard = panel._heard
    panel.page.evaluate(DROP, ["b.talisman-box", b64encode(moles("4")).decode()])
    panel.page.wait_for_function(f"window.sent.length > {heard}")
    panel._done()
    panel.click("box-install")
    assert panel.find("layer:moles-v4").is_checked()
    assert panel.find("workshop").get_attribute("href") == "?workshop="
    page.evaluate("document.body.classList.add('jp-NotebookPanel')")
    choose(panel, moles("5")).click("box-leave")
    names: dict[str, Any] = {}
    exec(page.locator(".doors code").inner_text(), names)  # the cell that a notebook is told
    assert names["Workshop"] is Workshop and not panel.find("workshop").count()
