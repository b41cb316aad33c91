"""Does the full page show the table its address names, and does its address name the table it shows?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import expect
from servers import Server, free_port

from talisman_nb.table import Table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server("full_page", tmp_path_factory.mktemp("page"), free_port())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALISMAN_NB_HOME", str(server.home))
        for name in ("Thursday", "Friday"):
            table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, name=name)
            table.answer(3)
            table.close()
    yield server
    server.stop()


def shown(page: Any, table: str) -> None:
    """Wait until the page shows this table; "" is the form of a new one."""
    if table:
        page.locator(".tlm .bar .table:visible", has_text=table).wait_for()
    else:
        page.locator('.tlm [data-id="names"]:visible').wait_for()


def test_without_a_name_it_goes_on_and_another_table_is_a_press_away(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address())
    shown(page, "Friday")
    foot = page.locator(".ask .foot")
    expect(foot).to_contain_text("Friday")
    assert foot.inner_text().splitlines()[0] == "Friday, round 1, Ada's turn"
    expect(page).to_have_url(f"{page_server.found().url}?table=Friday")
    foot.get_by_text("Another table").click()
    shown(page, "")
    expect(page.locator(".tlm .keys.on"), "the keys are still the panel's").to_have_count(1)
    expect(page).to_have_url(f"{page_server.found().url}?table=")
    page.reload()
    shown(page, "")
    page.locator('[data-id="open:Thursday"]').click()
    shown(page, "Thursday")
    expect(page).to_have_url(f"{page_server.found().url}?table=Thursday")
    expect(foot.locator("button")).to_have_count(0)
    page.reload()
    shown(page, "Thursday")


def place(page: Any) -> list[float]:
    """Where the first option is, and how large the question is."""
    option, ask = (page.locator(part).first.bounding_box() for part in (".ask .options button", ".ask"))
    return [option["x"], option["y"], ask["y"], ask["height"]]


def test_going_on_costs_no_input(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address())
    shown(page, "Friday")
    page.locator(".ask .foot button").wait_for()
    before, headline = place(page), page.locator(".ask .headline").inner_text()
    page.keyboard.press("a")
    page.wait_for_function("!document.querySelector('.ask .foot button')")
    page.locator('[data-id="undo"]').click()
    page.locator(".ask .headline", has_text=headline).wait_for()
    assert place(page) == before, "the line has moved what is pressed"


@pytest.mark.campaign
def test_the_table_an_address_names_is_shown_whatever_the_tab_showed_before(page: Any, page_server: Server) -> None:
    url = page_server.found().url
    page.goto(page_server.found().address(table="Thursday"))
    shown(page, "Thursday")
    for table in ("New", "Friday", "Newer", "Thursday"):
        page.goto(f"{url}?table={table}")
        shown(page, table if table in ("Thursday", "Friday") else "")


@pytest.mark.campaign
@pytest.mark.skipif(os.name != "posix", reason="ends a process by signal")
def test_a_page_that_loads_itself_again_is_back_at_the_table_it_showed(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address(table="New", lang="it"))
    shown(page, "")
    page.locator('[data-id="open:Thursday"]').click()
    shown(page, "Thursday")
    page.evaluate("window.before = true")
    for kernel in psutil.Process(page_server.process.pid).children():
        with suppress(psutil.NoSuchProcess):  # one of a page that was left ends by itself
            kernel.kill()
    page.wait_for_function("!window.before")
    shown(page, "Thursday")
    panel = page.locator(".tlm")
    expect(panel, "the language of the first address is not the table's").to_have_attribute("lang", "en")
    page_server.stop()
    page.evaluate("window.before = true")
    page_server.start()
    page.wait_for_function("!window.before")
    shown(page, "Thursday")


@pytest.mark.parametrize("name", ["../x", "<script>alert(1)</script>"])
def test_a_name_no_table_can_have_is_refused_in_the_form(name: str, page: Any, page_server: Server) -> None:
    """Others: `test_opening_tables`."""
    page.goto(f"{page_server.found().address()}&table={name}")
    shown(page, "")
    assert len(page.locator(".setup .foot").inner_text().split()) > 4
    assert "Traceback" not in page.locator("body").inner_text()


def test_the_address_file_of_the_tables_stays_whole(page_server: Server) -> None:
    assert {file.name for file in Path(page_server.home / "tables").iterdir()} == {
        "Thursday.talisman",
        "Friday.talisman",
    }


def test_an_address_with_a_situation_looks_into_it(page: Any, page_server: Server) -> None:
    page.goto(page_server.found().address(situation="dwarf crags | thief city > 1"))
    field = page.get_by_role("textbox", name="Situation")
    expect(field).to_have_value("dwarf crags | thief city > 1")
    page.get_by_role("button", name="anticlockwise").first.click()
    expect(field).to_have_value("dwarf crags | thief city > 1 > anticlockwise")


def test_every_door_leads_to_the_grid_or_the_workshop(page: Any, page_server: Server) -> None:
    page.goto(f"{page_server.found().address()}&table=")
    shown(page, "")
    with page.context.expect_page() as opened:
        page.locator('[data-id="cards-grid"]').click()
    grid = opened.value
    grid.locator('[data-id="grid:paste"]').fill("Name;Type;Strength\nSalt Wyrm;Dragon;6\nRoc;plane;2")
    grid.locator('[data-id="grid:read"]').click()
    expect(grid.get_by_role("row").nth(1).get_by_role("textbox").first).to_have_value("Salt Wyrm")
    expect(grid.get_by_role("status")).to_contain_text("Row 3, Type (“plane”)")
    grid.close()

    page.locator('[data-id="workshop"]').click()
    page.locator('[data-id="name"]').fill("Salt Imp")
    page.locator('[data-id="name"]').press("Enter")
    page.locator('[data-id="entry:salt-imp"]').wait_for()
    page.locator('[data-id="title"]').fill("Salty")
    page.locator('[data-id="title"]').press("Tab")
    page.locator('[data-id="save"]').click()
    expect(page.locator(".box-head .foot")).to_contain_text("Saved as “Salty 1”")

    page.locator('[data-id="table"]').click()
    shown(page, "")
    page.locator('.boxes .chip, [data-id="box-choose"]').first.wait_for()
    expect(page.locator(".tlm").get_by_text("Salty 1", exact=True).first, "the form offers it").to_be_attached()
    page.locator('[data-id="open:Thursday"]').click()
    shown(page, "Thursday")
    page.keyboard.press("/")
    page.locator('.drawer [data-id="workshop"]').click()
    page.locator('[data-id="make"]').wait_for()
    expect(page.locator('[data-id="entry:salt-imp"]'), "the address names no box: a new one").to_have_count(0)
    page.goto(f"{page_server.found().url}?workshop=salty&lang=pl")
    page.locator('[data-id="entry:salt-imp"]').wait_for()
    expect(page.locator('[data-id="title"]')).to_have_value("Salty")
