"""Is a game set up, played with clicks and with keys, and there again after the program was killed?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from editions import TESTED
from game_page import Game, run_all_cells
from playwright.sync_api import TimeoutError, expect
from servers import Server, free_port
from short_game import answer

from talisman_nb.app import running_server as running
from talisman_nb.engine import ask
from talisman_nb.model import Ask
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.rules.book import open_book
from talisman_nb.table import Table
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.browser

SELF = """() => { const panel = document.querySelector(".tlm");
  const words = (part) => panel.querySelector(part)?.innerText;
  return { ...panel.dataset, foot: words(".foot"), band: words(".band"), ask: words(".ask"), past: words(".chronicle"),
    typed: panel.querySelector('[data-id="search"]')?.value, focused: document.activeElement?.dataset.id } }"""
"""What the panel shows of the connection, the question and what is typed."""
PLAYERS = ("Ada dwarf", "Bruno thief", "Carla troll", "Dario warrior")
TIMES = 6
"""How often something is tried that may come between two of what the page does."""
LOST = load_phrases("en").raw("panel", "kept-lost").rpartition("}")[2].removeprefix("”")
"""What the panel says after an answer that was lost."""
ANOTHER = """([ply, lost]) => document.querySelector(".tlm").dataset.ply !== ply
  || document.querySelector(".tlm .foot")?.innerText.includes(lost) && lost"""
"""Whether there is another question than that of this number; or, that the answer was lost."""


def label(edition: str) -> str:
    """What the form of a new table calls an edition."""
    return next(each.name for each in SettingUp("en").form().editions if each.key == edition)


@pytest.fixture(scope="module", params=["full_page", "lab"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Server]:
    found = Server(request.param, tmp_path_factory.mktemp(request.param), free_port())
    yield found
    found.stop()


@pytest.fixture
def game(page: Any, server: Server, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(server.folder / "home"))
    there = running.find("page" if server.module == "full_page" else "lab")
    assert there is not None
    page.goto(there.address("lab/tree/companion.ipynb") if server.module == "lab" else there.address())
    return Game(page, server)


once = pytest.mark.parametrize("server", ["full_page"], indirect=True)
"""The panel is the same in JupyterLab, and so is what it sends."""


@pytest.mark.parametrize("edition", TESTED)
def test_a_turn_with_clicks_and_one_with_keys(game: Game, edition: str) -> None:
    game.set_up("Ada dwarf", "Bruno thief", edition=label(edition))
    game.beat_the_wolf()
    table = game.saved()
    assert table.state.players[0].trophies == ("wolf",)
    game.headline.click(position={"x": 2, "y": 2})  # not the character's name, which is looked up
    game.key("1", "Bruno, 1 step: which way?")
    game.key("a", "Which card did Bruno draw?")
    game.page.keyboard.type("bag of g")
    game.page.keyboard.press("Enter")
    expect(game.headline).to_contain_text("Ada")  # what is useful and free is taken unasked
    assert game.saved().state.players[1].gold == 2


@once
def test_characters_are_dealt_by_house_rules_that_are_saved_on_the_form(game: Game) -> None:
    game.leave_the_open_table()
    game.part("names").fill("Ada, Bruno")
    game.part("house").click()
    for count, which in (("1 house rule", "setup.deal:2"), ("2 house rules", "switch.maximum")):
        game.part(which).click()
        expect(game.part("house").locator(".now")).to_have_text(count)
    game.part("house-name").fill("friday")
    game.part("house-save").click()
    expect(game.part("mix:friday")).to_have_attribute("aria-pressed", "true")
    game.part("mix:").click()
    expect(game.part("switch.maximum")).not_to_be_checked()
    game.part("mix:friday").click()
    expect(game.part("switch.maximum")).to_be_checked()
    game.part("part:cards").click()
    expect(game.part("part:cards").locator(".now")).to_have_text("cards on the screen")
    game.part("start").click()
    expect(game.headline).to_contain_text("Which character does Ada keep?")
    dealt = game.saved().state.players[0].dealt
    assert game.saved().settings.house == {"setup.deal": 2, "switch.maximum": True}
    assert not any(game.part(f"option:{key}").count() for key in dealt), "what is dealt lies face down"
    game.part("offer:look:0").click()
    game.click(f"option:{dealt[0]}", "Which character does Bruno keep?")
    assert game.saved().state.players[0].character == dealt[0]
    (game.server.folder / "home" / "house" / "friday.toml").unlink()


@once
def test_a_slip_is_taken_back(game: Game) -> None:
    game.set_up("Ada dwarf", "Bruno thief")
    game.click("option:4", "4 steps")
    game.key("u", "roll to move")
    game.page.keyboard.press("7")
    expect(game.headline).to_contain_text("roll to move")
    game.page.evaluate("document.fonts.ready")
    faces = "() => [...document.fonts].filter((each) => each.family === 'Vollkorn').map((each) => each.status)"
    assert game.page.evaluate(faces) == ["loaded"], "the display letters are there, once"


def test_a_game_is_kept_as_a_file_that_opens_again(game: Game, tmp_path: Path) -> None:
    """In the full page and in JupyterLab, by a link of the page's own."""
    game.set_up("Ada dwarf", "Bruno thief")
    game.click("option:3", "Ada, 3 steps: which way?")
    game.part("drawer:menu").evaluate("button => button.click()")  # the widest panels hide it
    game.page.locator(".drawer button", has_text="Keep or share").first.click()
    with game.page.expect_download() as saved:
        game.part("keep:file").click()
    copy = tmp_path / saved.value.suggested_filename
    saved.value.save_as(copy)
    with Table.open(copy) as table:
        assert [line.answer.key for line in table.lines] == ["3"] and table.ask.kind == "way"


@once
def test_a_victory_is_staged_and_the_same_people_play_again(game: Game) -> None:
    game.set_up("Ada dwarf", "Bruno thief")
    with game.saved() as table:  # as another window would
        table.correct(0, space="crown-of-command")
        table.correct(1, life=0)
    expect(game.part("past-head")).to_contain_text("Ada wins")
    game.part("past:again").click()
    expect(game.part("names")).to_have_value("Ada, Bruno")


@pytest.mark.campaign
def test_a_press_while_the_program_gives_no_reply_is_taken_when_it_goes_on(game: Game) -> None:
    game.set_up("Ada dwarf", "Bruno thief")
    stopped = programs(game)
    try:
        stop_at_rest(game, stopped)
        game.part("option:5").click()
        expect(game.page.locator(".tlm .band:visible").first).to_contain_text("Your answer “5” is kept")
        game.page.keyboard.press("3")
    finally:
        for process in stopped:
            process.resume()
    expect(game.headline).to_contain_text("Ada, 5 steps: which way?")
    expect(game.page.locator('.tlm[data-alive="well"]:visible').first).to_be_visible()
    assert game.saved().state.ply == 1, "a key that followed is no answer to a question that was not seen"


@pytest.mark.campaign
def test_the_program_is_killed_and_the_position_is_there_again(game: Game) -> None:
    game.set_up("Ada dwarf", "Bruno thief")
    game.click("option:5", "Ada, 5 steps: which way?")
    before = game.saved().state
    game.page.evaluate("window.oldPage = true")
    for process in programs(game):
        with suppress(psutil.NoSuchProcess):  # one of a page that was left ends by itself
            process.kill()
    if game.server.module == "lab":
        expect(game.page.locator(".tlm .band:visible").first).to_be_visible()
        game.page.reload()
        run_all_cells(game.page, game.headline)
    game.page.wait_for_function("!window.oldPage")
    expect(game.headline).to_contain_text("Ada, 5 steps: which way?")
    assert game.saved().state == before
    game.click("option:clockwise", "Which card did Ada draw?")


def stop_at_rest(game: Game, stopped: list[psutil.Process]) -> None:
    """Stop the kernels until the page says that they are gone, as it does after half a minute of silence.

    One that is caught while it computes is busy for ever.
    """
    for _ in range(TIMES):
        for process in stopped:
            process.suspend()
        game.page.evaluate("window.dispatchEvent(new Event('online'))")
        gone = game.page.locator('.tlm[data-alive="gone"]:visible').first
        expect(game.page.locator('.tlm[data-alive="thinking"]:visible').first).to_be_visible()
        with suppress(AssertionError):
            expect(gone).to_be_visible(timeout=45_000)
            return
        for process in stopped:
            process.resume()
        expect(game.page.locator('.tlm[data-alive="well"]:visible').first).to_be_visible()
    raise AssertionError("the kernels compute without a rest")


def programs(game: Game) -> list[psutil.Process]:
    """The kernels that run behind the pages of a game's server."""
    found = []
    for process in psutil.Process(game.server.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            found += [process] if "ipykernel" in " ".join(process.cmdline()) else []
    return found


@once
@pytest.mark.parametrize(
    ("edition", "players"),
    [
        (TESTED[-1], PLAYERS[:2]),
        *(pytest.param(edition, PLAYERS, marks=pytest.mark.campaign) for edition in TESTED),
    ],
)
def test_people_play_to_the_crown(game: Game, edition: str, players: tuple[str, ...]) -> None:
    """Physical dice, every answer a click or a typed card; what the edition does not have is nowhere on the screen."""
    book = open_book(edition)
    game.set_up(*players, edition=label(edition))
    table = game.saved()
    assert table.settings.edition == edition
    for _ in range(600):
        found = ask(table.state)
        if found.kind == "over":
            break
        key, ply = answer(table.state), str(table.state.ply)
        game.page.wait_for_function("ply => document.querySelector('.tlm').dataset.ply === ply", arg=ply)
        assert book.table["fate.used"] or "fate" not in game.words().lower()
        for _ in range(TIMES):
            give(game, found, key)
            if not is_to_be_given_again(game, ply):
                break
    expect(game.part("past-head")).to_contain_text("Ada wins")
    assert table.state.winner == 0
    table.close()
    game.part("past:again").click()
    expect(game.part("names")).to_have_value(", ".join(player.split()[0] for player in players))


def give(game: Game, found: Ask, key: str) -> None:
    """Type a card, or press an option; one that would do nothing is closed, the first open one takes its place."""
    if found.kind == "card":
        game.page.locator("input:visible").first.fill(key.replace("-", " "))
        game.page.keyboard.press("Enter")
        return
    option = "option" if key in [o.key for o in found.options] else "offer"
    choice = game.part(f"{option}:{key}")
    if choice.get_attribute("aria-disabled"):
        choice = game.page.locator(".ask :is(.option, .offer):not(.closed):visible").first
    choice.click()


def is_to_be_given_again(game: Game, ply: str) -> bool:
    """Wait for another question; whether the panel says that the answer was lost, with a connection that was renewed.

    If neither comes, fail with what the panel says of itself.
    """
    try:
        return bool(game.page.wait_for_function(ANOTHER, arg=[ply, LOST]).json_value() == LOST)
    except TimeoutError as error:
        told = game.page.evaluate(SELF)
        raise AssertionError(f"no other question than {ply}, saved is {game.saved().state.ply}: {told}") from error
