"""Is every figure of six people whole on a television, whatever they are under?"""

from __future__ import annotations

import json
from typing import Any

import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import ADDRESS, plain, serve

from talisman_nb.panels.bundle import hosted_css, hosted_esm

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/television.css">
<style>body { margin: 0; }</style><div id="screen" data-socket="/socket/television"></div>
<script type="module" src="/television.js"></script>"""
SOCKET = """window.WebSocket = class {
  constructor() { window.wire = this; this.readyState = 1; }
  send() {} close() {}
};"""
CUT = """() => [...document.querySelectorAll(".television .sheet")].flatMap((sheet) => {
  const edge = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll(".figure, .held")].filter((each) => {
    const r = each.getBoundingClientRect();
    return r.right > edge.right - 1 || r.bottom > edge.bottom + 1;
  }).map((each) => each.outerHTML.slice(0, 90));
})"""
OVER = """() => [...document.querySelectorAll(".television .sheet")].filter((sheet) => {
  const [where, figures] = [".where", ".figures"].map((part) => sheet.querySelector(part).getBoundingClientRect());
  return where.bottom > figures.top + 1;
}).length"""


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920)])
def test_sheets_of_six_people_are_whole_on_a_television(page: Any, size: tuple[int, int]) -> None:
    told = samples.screen("die")
    state = "Gospoda: ciąg dalszy przy następnym ruchu"
    six = tuple(
        replace(sheet, who=replace(sheet.who, seat=n, name=f"Massimiliano {n}"), gold=12, state=state)
        for n, sheet in enumerate((told.sheets * 6)[:6])
    )
    files = {"/": ("text/html", PAGE), "/television.js": ("text/javascript", hosted_esm("television")),
             "/television.css": ("text/css", hosted_css("television"))}  # fmt: skip
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(SOCKET)
    page.route(f"{ADDRESS}**", lambda route: serve(route, files))
    page.goto(ADDRESS)
    page.wait_for_function("Boolean(window.wire?.onmessage)")
    data = {"type": "state", "screen": plain(replace(told, sheets=six)), "labels": plain(samples.labels("en"))}
    page.evaluate("data => window.wire.onmessage({ data })", json.dumps(data))
    page.locator(".television .sheet").nth(5).wait_for()
    assert page.evaluate(CUT) == []
    assert page.evaluate(OVER) == 0
