"""The companion in a page of a real server, and the same table as it lies on disk."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from playwright.sync_api import expect
from servers import Server, until

from talisman_nb.table import Table

WORDS = """panel => [panel.textContent, ...[...panel.querySelectorAll("[aria-label], [title]")]
  .flatMap(e => [e.getAttribute("aria-label"), e.getAttribute("title")])].join(" ")"""


def run_all_cells(page: Any, awaited: Any) -> None:
    """Run all cells as a person does, once the kernel answers the page: before, it may ask for a second one."""
    page.locator(".jp-Notebook").wait_for()
    until(lambda: has_kernel(page))
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    awaited.wait_for()


def has_kernel(page: Any) -> bool:
    """Whether the notebook in this page has a kernel that is at rest and connected to a page."""
    base = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).baseUrl")
    sessions = page.request.get(urljoin(page.url, f"{base}api/sessions")).json()
    path = unquote(urlsplit(page.url).path)
    mine = [each["kernel"] for each in sessions if path.endswith("/" + each["path"])]
    return any(kernel["connections"] and kernel["execution_state"] == "idle" for kernel in mine)


class Game:
    """The companion in a page, and the same table as it lies on disk."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page, self.server = page, server

    def part(self, name: str) -> Any:
        """A part of the panel by its name."""
        return self.page.locator(f'[data-id="{name}"]:visible').first

    @property
    def headline(self) -> Any:
        return self.part("headline")

    def leave_the_open_table(self) -> None:
        """A table of an earlier test may still be open here."""
        ways = (f'[data-id="{name}"]:visible' for name in ("tables", "drawer:menu", "names"))
        self.page.locator(", ".join(ways)).first.wait_for()
        if self.part("tables").count():
            self.part("tables").click()
        elif self.part("drawer:menu").count():
            self.part("drawer:menu").click()
            self.part("menu:tables").click()
        self.part("names").wait_for()

    def words(self) -> str:
        """All that the panel shows or tells a screen reader, hidden tabs included."""
        return str(self.page.locator(".tlm:visible").first.evaluate(WORDS))

    def set_up(self, *players: str, edition: str = "") -> None:
        """The edition, names in the one field, then for each a few letters of the character, then Start."""
        self.leave_the_open_table()
        chosen = self.part("editions").locator("label").filter(has=self.page.get_by_text(edition, exact=True))
        if edition and not chosen.locator("input").is_checked():
            before = self.part("editions").element_handle()
            self.part("editions").get_by_text(edition, exact=True).click()
            self.page.wait_for_function("before => !before.isConnected", arg=before)
        names, letters = zip(*(player.split() for player in players), strict=True)
        self.part("names").fill(", ".join(names))
        self.part("names").press("Enter")
        for seat, few in enumerate(letters):
            self.part(f"character:{seat}").fill(few)
            self.part(f"character:{seat}").press("Enter")
        self.part("start").click()
        expect(self.headline).to_contain_text("roll to move")

    def beat_the_wolf(self) -> None:
        """The first turn of Ada the Dwarf and Bruno: a way, a card typed, a fight that Ada wins."""
        self.click("option:3", "Ada, 3 steps: which way?")
        self.click("option:clockwise", "Which card did Ada draw?")
        self.page.locator("input:visible").first.fill("wol")
        self.page.keyboard.press("Enter")
        expect(self.headline).to_contain_text("Ada: roll against the Wolf")
        self.click("option:4", "Bruno: roll for the Wolf")
        self.click("option:1", "roll to move")

    def saved(self) -> Table:
        """The table on the screen, as it lies on disk."""
        name = self.page.locator(".tlm .bar .table:visible").first.inner_text()
        return Table.open(self.server.folder / "home" / "tables" / f"{name}.talisman")

    def click(self, part: str, says: str) -> None:
        self.part(part).click()
        expect(self.headline).to_contain_text(says)

    def key(self, key: str, says: str) -> None:
        self.page.keyboard.press(key)
        expect(self.headline).to_contain_text(says)
