"""Does a class vote by phone: thirty at once, late, reloaded and gone, without anything kept of whom?"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from event_loop import run
from hosting_site import PATIENCE, TOKEN
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.httputil import HTTPHeaders
from tornado.testing import bind_unused_port
from tornado.websocket import WebSocketClientConnection, websocket_connect

from talisman_nb.app.access import ServerKey
from talisman_nb.app.host.class_room import ClassRoom, ClassWall, class_server
from talisman_nb.app.host.doors import MOST_PHONES, ClassDoors
from talisman_nb.app.host.handlers import ENDED
from talisman_nb.lessons.teacher import file_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")
THIRTY = 30
ON_THIS_MACHINE = {"Authorization": f"token {TOKEN}"}


class Phone:
    """A phone of the class, or the wall, with an address and a cookie of its own."""

    def __init__(self, port: int, at: str, lang: str = "en", **headers: str) -> None:
        self.port, self.at, self.lang = port, at, lang
        self.headers = {"Accept-Language": lang, **headers}
        self.socket: WebSocketClientConnection | None = None
        self.seen: dict[str, Any] = {}

    async def get(self, path: str) -> HTTPResponse:
        url = f"http://127.0.0.1:{self.port}{path}"
        sent = HTTPRequest(
            url, "GET", HTTPHeaders(self.headers), follow_redirects=False, network_interface=self.at, **PATIENCE
        )
        return await AsyncHTTPClient().fetch(sent, raise_error=False)

    async def enter(self, code: str) -> int:
        """Bring a code, and open the page that it leads to; return the status of the entry."""
        entry = await self.get(f"/?code={code}")
        if entry.code == 302 and "Set-Cookie" in entry.headers:
            self.headers["Cookie"] = entry.headers["Set-Cookie"].partition(";")[0]
            assert entry.headers["Location"] == f"/vote?lang={self.lang}"
            assert (await self.get("/vote")).code == 200
        return entry.code

    async def connect(self, kind: str = "vote") -> bool:
        url = f"ws://127.0.0.1:{self.port}/socket/{kind}"
        request = HTTPRequest(url, headers=HTTPHeaders(self.headers), network_interface=self.at, **PATIENCE)
        self.socket = await websocket_connect(request)
        return await self.read()

    async def read(self) -> bool:
        """Read one message; whether there was one."""
        assert self.socket
        text = await self.socket.read_message()
        if text is None:
            assert self.socket.close_code == ENDED
            return False
        self.seen |= json.loads(text)
        return True

    async def send(self, **message: object) -> None:
        assert self.socket
        await self.socket.write_message(json.dumps(message))

    async def answer(self, letter: str) -> None:
        """Answer, and wait until the phone says so."""
        await self.send(type="vote", value=letter)
        await self.until(lambda seen: letter in [one["letter"] for one in seen["screen"]["choices"] if one["mine"]])

    async def until(self, reached: Any) -> None:
        """Read until what is shown is as expected."""
        async with asyncio.timeout(60):
            while not reached(self.seen):
                assert await self.read()

    @property
    def raised(self) -> list[int]:
        """The hands that the wall shows."""
        return [choice.get("hands", 0) for choice in self.seen["content"]["choices"]]


@asynccontextmanager
async def room_of(name: str = "combat", lang: str = "it", page: int = 2) -> AsyncIterator[tuple[ClassRoom, Any]]:
    """A class at the prediction of a page, with what makes phones: from addresses of neighbours, or this machine's."""
    room = ClassRoom(ClassWall(name, lang, page), ClassDoors(ServerKey(TOKEN), is_local="127.0.0.1".__eq__))
    socket, port = bind_unused_port()
    server = class_server(room)
    server.add_sockets([socket])
    room.doors.addresses = (f"http://127.0.0.1:{port}/",)
    room.wall.handle({"type": "step"})
    try:
        yield room, lambda n=0, lang="en", **more: Phone(port, f"127.0.0.{n + 1}", lang, **more)
    finally:
        server.stop()


async def on_wall(phone: Any) -> Phone:
    wall: Phone = phone(**ON_THIS_MACHINE)
    assert await wall.connect("wall")
    return wall


def test_thirty_phones_vote_at_once_and_the_wall_counts_when_it_is_wanted() -> None:
    async def tried() -> None:
        async with room_of() as (room, phone):
            wall = await on_wall(phone)
            phones: list[Phone] = [phone(1 + n % 9, LANGUAGES[n % 4]) for n in range(THIRTY)]
            assert await asyncio.gather(*(one.enter(room.doors.code) for one in phones)) == [302] * THIRTY
            assert all(await asyncio.gather(*(one.connect() for one in phones)))
            for one in phones:
                words = load_phrases(one.lang)
                assert one.seen["screen"]["told"] == words.say("lessons", "vote.choose") and one.seen["screen"]["open"]
            await asyncio.gather(*(one.answer("ABC"[n % 3]) for n, one in enumerate(phones)))
            told = load_phrases("it").say("lessons", "vote.answered", n=THIRTY, all=THIRTY, hands="")
            await wall.until(lambda seen: seen["content"]["phones"].get("told") == told)
            assert wall.raised == [0, 0, 0], "not even in what is sent"
            await wall.send(type="votes")
            await wall.until(lambda seen: any(choice.get("hands") for choice in seen["content"]["choices"]))
            assert wall.raised == [10, 10, 10]

            # an answer may be changed until the wall shows what is true
            await asyncio.gather(*(one.answer("C") for one in phones[:7]))
            await wall.until(lambda seen: sum(choice.get("hands", 0) for choice in seen["content"]["choices"]) == 30
                             and seen["content"]["choices"][2].get("hands") == 15)  # fmt: skip
            await wall.send(type="step")
            for one in phones:
                await one.until(lambda seen: not seen["screen"]["open"])
                assert [choice["verdict"] for choice in one.seen["screen"]["choices"]] == [
                    load_phrases(one.lang).say("lessons", key) for key in ("not-true", "not-true", "true")
                ]
            await phones[0].send(type="vote", value="A")
            await phones[0].read()
            assert room.wall.running.hands[0].both == (7, 8, 15)
            assert len({one.seen["screen"]["question"] for one in phones}) == len(LANGUAGES)

            # the next page waits on every phone, and the count is hidden again
            await wall.send(type="page", numbers=[1])
            await phones[-1].until(lambda seen: not seen["screen"]["choices"])
            assert not room.wall.counts_shown

    run(tried())


def test_phones_come_late_are_loaded_again_leave_and_bring_wrong_codes() -> None:
    async def tried() -> None:
        async with room_of() as (room, phone):
            wall, first = await on_wall(phone), phone(1)
            assert await first.enter(room.doors.code.lower()) == 302 and await first.connect()
            await first.answer("B")
            first.socket.close()
            again = phone(1, **first.headers)  # loaded again: it knows its answer, and is no second phone
            assert (await again.get(f"/?code={room.doors.code}")).headers["Location"] == "/vote?lang=en"
            assert await again.connect() and [one["mine"] for one in again.seen["screen"]["choices"]] == [0, 1, 0]
            await again.answer("A")
            again.socket.close()  # whoever leaves has answered
            async with asyncio.timeout(60):
                while room.phones:
                    await asyncio.sleep(0.01)
            late = phone(2)
            assert await late.enter(room.doors.code) == 302 and await late.connect()
            await late.answer("A")
            assert room.wall.running.hands[0].phones == (2, 0, 0) and len(room.doors.devices) == 2

            stranger = phone(3)
            assert await stranger.enter("AAAAAA") == 401 and not await stranger.connect()
            words = load_phrases("en")
            assert words.say("lessons", "vote.wrong") in (await stranger.get("/?code=AAAAAA")).body.decode()
            for _ in range(20):
                await stranger.get("/?code=AAAAAB")
            assert await stranger.enter(room.doors.code) == 401, "after many wrong codes not even the right one is read"
            assert await phone(4).enter(room.doors.code) == 302, "which stops nobody else"
            forged = phone(5, Cookie=first.headers["Cookie"][:-1] + "z")
            assert not await forged.connect() and not await forged.connect("wall")
            assert not await phone(2, **late.headers).connect("wall"), "a phone opens no wall"
            for path in ("/assets/part.js", "/assets/plain.js"):
                assert (await stranger.get(path)).code == 403 and (await phone(2, **late.headers).get(path)).code == 200
            assert (await stranger.get("/vote")).headers["Location"] == "/"

            # hands that are typed are added to those of phones, which still may change their minds
            await wall.send(type="hands", numbers=[12, 5, 3])
            told = load_phrases("it").say("lessons", "vote.answered", n=2, all=2, hands=20)
            await wall.until(lambda seen: seen["content"]["phones"]["told"] == told)
            assert room.wall.running.hands[0].both == (14, 5, 3)
            await late.answer("B")
            assert room.wall.running.hands[0].both == (13, 6, 3)
            await wall.send(type="votes")
            await wall.until(lambda seen: [one.get("hands", 0) for one in seen["content"]["choices"]] == [13, 6, 3])
            await wall.send(type="hand", value="c")
            await wall.send(type="hands", numbers=[4, 4, 4])  # what was counted by hand is counted anew
            await wall.until(lambda seen: [one.get("hands", 0) for one in seen["content"]["choices"]] == [5, 5, 4])
            said = room.wall.said().text
            assert ";5;1;" in said and ";4;0;" in said, "the table tells apart what came by phone"

            # a lesson that begins again has none, and what was said comes back with the class
            await wall.send(type="restart")
            await late.until(lambda seen: not seen["screen"]["choices"])
            assert not room.wall.running.hands
            await wall.send(type="restore")
            await late.until(lambda seen: [one["mine"] for one in seen["screen"]["choices"]] == [False, True, False])
            await late.answer("C")
            assert room.wall.running.hands[0].both == (5, 4, 5)

    run(tried())


def test_anything_else_that_a_screen_sends_changes_nothing() -> None:
    async def tried() -> None:
        async with room_of() as (room, phone):
            one = phone(1)
            assert await one.enter(room.doors.code) == 302 and await one.connect()
            before = room.wall.running
            for text in (
                "",
                "{",
                "[" * 9_000,
                "7",
                '{"type": "step"}',
                '{"type": "vote", "value": "ABC"}',
                '{"value": ""}',
            ):
                await one.socket.write_message(text)
            await one.answer("C")
            assert room.wall.running.place == before.place and room.wall.running.hands[0].both == (0, 0, 1)

    run(tried())


def test_nothing_is_kept_of_whom(own_home: Path) -> None:
    async def tried() -> None:
        async with room_of() as (room, phone):
            wall, one = await on_wall(phone), phone(6)
            assert await one.enter(room.doors.code) == 302 and await one.connect()
            await one.answer("B")
            await wall.send(type="step")
            await one.until(lambda seen: not seen["screen"]["open"])
            secret = one.headers["Cookie"].partition("=")[2]
            kept = {path: path.read_text("utf-8", "replace") for path in own_home.rglob("*") if path.is_file()}
            assert file_of(room.wall.running.lesson) in kept
            for text in (*kept.values(), json.dumps(wall.seen)):
                assert not any(sign in text for sign in (secret, *room.doors.devices, "127.0.0.7"))

    run(tried())


def test_a_class_is_no_larger_than_its_hands() -> None:
    async def tried() -> None:
        async with room_of() as (room, phone):
            room.doors.devices |= {str(n) for n in range(MOST_PHONES)}
            assert await phone(1).enter(room.doors.code) == 503
            page = (await phone(1, "it").get(f"/?code={room.doors.code}")).body.decode()
            assert load_phrases("it").say("lessons", "vote.full", n=MOST_PHONES) in page

    run(tried())


def test_the_wall_says_how_phones_enter() -> None:
    async def tried() -> None:
        async with room_of(page=0) as (room, phone):
            room.wall.handle({"type": "restart"})
            wall = await on_wall(phone)
            shown = wall.seen["content"]["phones"]
            assert "<svg" in shown["qr"] and room.doors.code in shown["enter"]
            page = (await wall.get("/")).body.decode()
            assert 'data-socket="/socket/wall"' in page and "/assets/part.js" in page
            assert (await wall.get("/assets/part.css")).code == 200
            front = (await phone(1, "pl").get("/")).body.decode()
            assert room.wall.running.lesson.title.pl in front
            assert load_phrases("pl").say("lessons", "vote.where") in front

    run(tried())
