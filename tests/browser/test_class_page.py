"""Can a class be seen voting: the wall on a projector, phones in four languages, light and dark?"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect
from servers import PATIENCE, until
from test_story_lesson import CUT, SMALL
from tornado.testing import bind_unused_port

from talisman_nb.app.access import ServerKey
from talisman_nb.app.host.class_room import ClassRoom, ClassWall, class_server
from talisman_nb.app.host.doors import ClassDoors
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_home")]
TOKEN = "0123456789abcdef"
UNFIT = """() => [document.documentElement.scrollWidth - innerWidth,
  document.documentElement.scrollHeight - innerHeight,
  ...[...document.querySelectorAll("button, nav a")].map((each) => 44 - each.getBoundingClientRect().height),
  ...[...document.querySelectorAll("body *")].map((each) => 14 - parseFloat(getComputedStyle(each).fontSize))]
  .filter((over) => over > 0.5)"""


@contextmanager
def class_at(page: int, lang: str) -> Iterator[ClassRoom]:
    """A class in a thread of its own, that gives the lesson on combat."""
    room = ClassRoom(ClassWall("combat", lang, page, "Bartłomiej"), ClassDoors(ServerKey(TOKEN)))
    begun: Future[asyncio.AbstractEventLoop] = Future()
    ended = asyncio.Event()

    async def serve() -> None:
        socket, port = bind_unused_port()
        server = class_server(room)
        server.add_sockets([socket])
        room.doors.addresses = (f"http://127.0.0.1:{port}/",)
        begun.set_result(asyncio.get_running_loop())
        await ended.wait()
        server.stop()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    loop = begun.result(PATIENCE / 1000)
    try:
        yield room
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join(PATIENCE / 1000)


def test_a_class_votes_by_phone_and_the_wall_tells_when_it_is_wanted(browser: Any) -> None:
    errors: list[str] = []

    def opened(width: int, height: int, **options: Any) -> Any:
        page = browser.new_context(viewport={"width": width, "height": height}, **options).new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    with class_at(0, "it") as room:
        room.wall.handle({"type": "restart"})
        at, words = room.doors.addresses[0], load_phrases("it")
        wall = opened(1024, 768)
        wall.goto(f"{at}?token={TOKEN}")
        expect(wall.locator(".enter")).to_contain_text(room.doors.code)
        assert wall.locator(".qr svg").bounding_box()["width"] > 200
        assert wall.evaluate(SMALL) == [] and wall.evaluate(CUT) == []
        phones = []
        for n, lang in enumerate(LANGUAGES):
            phone = opened(390, 844, locale=lang, color_scheme=("light", "dark")[n % 2])
            phone.goto(f"{at}?code=ZZZZZZ")
            assert load_phrases(lang).say("lessons", "vote.wrong") in phone.locator(".wrong").inner_text()
            phone.locator("[name=code]").fill(room.doors.code.lower())
            phone.locator("[name=code]").press("Enter")
            expect(phone.locator(".told")).to_have_text(load_phrases(lang).say("lessons", "vote.wait"))
            phones.append(phone)
        expect(wall.locator(".enter .phones")).to_have_text(words.say("lessons", "vote.phones", n=len(phones)))

        wall.locator(".tlm").focus()
        while not room.wall.asks:
            before = room.wall.running
            wall.keyboard.press("Enter")
            until(lambda: room.wall.running is not before)  # noqa: B023 it is called before the next one
        for phone, letter in zip(phones, "ABCC", strict=True):
            phone.locator(f'[data-id="vote:{letter}"]').click()
            expect(phone.locator(".mine kbd")).to_have_text(letter)
            assert phone.evaluate(UNFIT) == []
        expect(wall.locator(".phones b")).to_have_text(words.say("lessons", "vote.answered", n=4, all=4, hands=""))
        assert wall.locator(".raised").count() == 0
        wall.keyboard.press("v")
        expect(wall.locator(".raised")).to_have_text(["1", "1", "2"])
        assert wall.evaluate(SMALL) == [] and wall.evaluate(CUT) == []

        # both are loaded again; a phone changes its language, and another its answer
        wall.reload()
        expect(wall.locator(".raised")).to_have_text(["1", "1", "2"])
        phones[0].locator('nav [lang="pl"]').click()
        expect(phones[0].locator(".told")).to_have_text(load_phrases("pl").say("lessons", "vote.change"))
        phones[3].locator('[data-id="vote:A"]').click()
        expect(wall.locator(".raised")).to_have_text(["2", "1", "1"])
        wall.locator(".tlm").focus()
        wall.keyboard.press("Enter")
        expect(wall.locator(".verdict")).to_have_count(3)
        for phone in phones:
            expect(phone.locator(".verdict")).to_have_count(3)
            assert phone.locator("button.vote:not([disabled])").count() == 0 and phone.evaluate(UNFIT) == []
        assert wall.evaluate(SMALL) == [] and wall.evaluate(CUT) == []
        for page in (wall, *phones):
            page.context.close()
    assert not errors
