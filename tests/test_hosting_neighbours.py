"""Does an evening go on whatever a neighbour on the network does, who has no code?"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import portalocker
import pytest
from event_loop import run
from hosted import Recorded
from hosting_site import TOKEN, Site, site
from tornado.websocket import WebSocketClientConnection

from talisman_nb.app.host import handlers, hosted_table
from talisman_nb.app.host import server as listening
from talisman_nb.app.host.guests import TRIES
from talisman_nb.app.host.hosted_table import LAPTOP, MOST_SCREENS

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
"""A request whose headers never end."""


async def half_requests(here: Site, n: int, address: str) -> list[socket.socket]:
    """Begin `n` requests from an address and leave them there."""
    begun = []
    for _ in range(n):
        one = socket.socket()
        one.setblocking(False)
        one.bind((address, 0))
        try:
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", here.port)), 5)
            await asyncio.get_running_loop().sock_sendall(one, HALF)
        except OSError:
            pass  # closed already: the server has had enough
        begun.append(one)
    return begun


def alive(connections: list[socket.socket]) -> int:
    """How many of them the server has not closed."""
    found = 0
    for one in connections:
        try:
            found += bool(one.recv(1))
        except BlockingIOError:
            found += 1
        except OSError:
            pass
    return found


async def until(seen: Callable[[], bool]) -> None:
    """Wait for something that a busy machine takes longer for; too long is an error."""
    async with asyncio.timeout(60):
        while not seen():
            await asyncio.sleep(0.01)


async def plays(here: Site, phone: Site, cookie: str) -> float:
    """A phone that has been in connects anew, and the laptop answers; the seconds until the phone shows it."""
    began = time.monotonic()
    connection = await phone.socket("seat", cookie)
    first = await connection.read_message()
    assert first and json.loads(first)["screen"]["viewer"] == 0
    hosted = here.doors.hosted
    laptop = hosted.connect(Recorded(), LAPTOP)
    assert hosted.table
    before = hosted.table.version
    hosted.receive(laptop, {"type": "answer", "key": hosted.table.ask.options[0].key})
    assert hosted.table.version > before
    assert await connection.read_message()
    hosted.disconnect(laptop)
    connection.close()
    return time.monotonic() - began


def test_1100_half_requests_beside_a_game_stop_nothing(own_home: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            phone = here.neighbour(40)
            cookie = await phone.entered(here.codes.seats[0])
            undisturbed = await plays(here, phone, cookie)
            begun = []
            for n in range(44):  # 44 addresses, 25 each: also that of the phone
                begun += await half_requests(here, 25, f"127.0.0.{n + 2}")
            assert len(begun) == 1_100 and await plays(here, phone, cookie) < 3 + 10 * undisturbed
            assert alive(begun) <= listening.OF_STRANGERS + listening.OF_ADDRESS
            guest = here.neighbour(60)
            assert (await guest.get("/")).code == 200
            assert (await guest.post("/enter", {"code": here.codes.seats[1]})).code == 303
            assert (await here.get("/codes", Authorization=f"token {TOKEN}")).code == 200
            for one in begun:
                one.close()

    run(tried())
    assert not [record for record in caplog.records if record.exc_info]


def test_one_address_has_only_so_many_connections(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            begun = await half_requests(here, listening.OF_ADDRESS + 20, "127.0.0.9")
            await until(lambda: alive(begun) <= listening.OF_ADDRESS)
            assert alive(begun) == listening.OF_ADDRESS
            on_this_machine = await half_requests(here, listening.OF_ADDRESS + 20, "127.0.0.1")
            await asyncio.sleep(0.2)
            assert alive(on_this_machine) == len(on_this_machine), "the laptop's own are not counted"
            for one in (*begun, *on_this_machine):
                one.close()

    run(tried())


@pytest.mark.parametrize("sent", [HALF, b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nc"])
def test_a_request_that_does_not_end_is_closed(own_home: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(listening, "IDLE", 0.3)
    monkeypatch.setattr(listening, "BODY", 0.3)

    async def tried() -> None:
        async with site(own_home) as here:
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(sent)
            answered = await asyncio.wait_for(reader.read(), 10)
            assert not answered or answered.startswith(b"HTTP/1.1 4")
            writer.close()

    run(tried())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_without_files_left_a_connection_is_dropped_and_nothing_is_told(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import resource

    monkeypatch.setattr(listening, "raise_file_limit", lambda: 1_024)

    async def tried() -> None:
        async with site(own_home) as here:
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            callers = [socket.socket() for _ in range(3)]
            spare = [os.dup(0)]
            resource.setrlimit(resource.RLIMIT_NOFILE, (spare[0] + 3, hard))
            try:
                while True:
                    try:
                        spare.append(os.dup(0))
                    except OSError:
                        break
                for one in callers:
                    one.setblocking(False)
                    await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", here.port))
                await until(lambda: alive(callers) == 0)
            finally:
                for each in spare:
                    os.close(each)
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert (await here.get("/")).code == 200
            for one in callers:
                one.close()

    run(tried())
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# --- wrong codes ---


def test_wrong_codes_shut_out_the_address_they_come_from_alone(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("talisman_nb.app.host.guests.SLOWLY", 0.01)

    async def tried() -> None:
        async with site(own_home) as here:
            phone = here.neighbour(50)
            await phone.entered(here.codes.seats[0])
            for n in range(TRIES * 21):
                guesser = here.neighbour(2 + n // TRIES)
                method = guesser.get("/?code=AAAAAA") if n % 2 else guesser.post("/enter", {"code": "AAAAAA"})
                assert (await method).code == 401
            right = {"code": here.codes.seats[1]}
            refused = await here.neighbour(2).post("/enter", right)
            assert refused.code == 401 and "Set-Cookie" not in refused.headers
            assert "Too many wrong codes" in refused.body.decode()
            for one in (here, phone):  # the laptop's second window, and a phone with a seat
                for _ in range(TRIES + 1):
                    assert (await one.post("/enter", {"code": "AAAAAA"})).code == 401
            for one in (here, phone, here.neighbour(60)):  # and a guest who comes late
                assert (await one.post("/enter", right)).code == 303, one.caller

    run(tried())


# --- what a request may do ---


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET /?token=%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /?code=%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=\r\n"
        b"Content-Length: 4\r\n\r\n----",
        b"POST /enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -4\r\n\r\n",
        b'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: \xff=;;;="\r\n\r\n',
        b"GET /socket/seat HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"NONSENSE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n",
    ],
)
def test_no_request_leaves_a_traceback(own_home: Path, caplog: pytest.LogCaptureFixture, head: bytes) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
            writer.write(head)
            writer.write_eof()
            answered = await asyncio.wait_for(reader.read(), 20)
            writer.close()
            assert not answered.startswith(b"HTTP/1.1 5"), answered[:200]

    with caplog.at_level(logging.DEBUG):
        run(tried())
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("message", ["[" * 30_000, '{"a":' * 10_000, "\x00", "{", '{"type": "ping", "view": {}}', "7"])
def test_a_message_that_is_none_leaves_the_connection(
    own_home: Path, caplog: pytest.LogCaptureFixture, message: str
) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            connection = await here.socket("seat", await here.entered(here.codes.seats[0]))
            await connection.read_message()
            await connection.write_message(message)
            await connection.write_message('{"type": "ping", "view": "after"}')
            async with asyncio.timeout(20):
                while json.loads(await connection.read_message() or "{}").get("content", {}).get("reply") != "after":
                    pass
            connection.close()

    run(tried())
    assert not [record for record in caplog.records if record.exc_info]


def test_requests_are_told_without_what_opens_anything(own_home: Path, caplog: pytest.LogCaptureFixture) -> None:
    secrets = [TOKEN]

    async def tried() -> None:
        async with site(own_home) as here:
            code = here.codes.seats[0]
            cookie = await here.entered(code)
            secrets.extend((code, cookie.partition("=")[2]))
            await here.get(f"/?code={code}", cookie)
            await here.get(f"/?token={TOKEN}")
            await here.get("/codes", cookie, Authorization=f"token {TOKEN}")
            await here.get(f"/{code}")

    with caplog.at_level(logging.INFO):
        run(tried())
    told = [record.getMessage() for record in caplog.records if record.name == "talisman_nb.host"]
    assert len(told) == 5 and "127.0.0.1 POST '/enter' 303" in told[0]
    assert not [line for line in told for secret in secrets if secret in line]


def test_refused_codes_are_written_down_without_the_code(own_home: Path, tmp_path: Path) -> None:
    file, loggers = tmp_path / "host.log", [logging.getLogger(name) for name in (handlers.LOG.name, *handlers.OTHERS)]
    before = [(logger, logger.handlers, logger.propagate, logger.filters, logger.level) for logger in loggers]

    async def tried() -> None:
        async with site(own_home) as here:
            for n in range(TRIES + 1):
                guessed = here.neighbour().post("/enter", {"code": f"AAAA{n:02}"})
                assert (await guessed).code == 401

    handlers.write_to(file)
    try:
        run(tried())
    finally:
        for logger, *kept in before:
            logger.handlers, logger.propagate, logger.filters, level = kept
            logger.setLevel(level)
    told = file.read_text("utf-8")
    address = "127.0.0.3"
    assert told.count(f"{handlers.LOG.name} WARNING {address}: a wrong code is refused") == TRIES
    assert told.count(f"WARNING {address}: a code is refused unread, after too many wrong ones") == 1
    assert "AAAA" not in told


def test_an_error_in_a_message_of_a_screen_is_one_line(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("the secret")

    async def tried() -> None:
        async with site(own_home) as here:
            connection = await here.socket("seat", await here.entered(here.codes.seats[0]))
            await connection.read_message()
            monkeypatch.setattr(here.doors.hosted, "receive", broken)
            await connection.write_message('{"type": "undo", "view": "1"}')
            async with asyncio.timeout(20):
                while await connection.read_message() is not None:
                    pass

    run(tried())
    (line,) = (record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)
    assert "ZeroDivisionError at test_hosting_neighbours.py" in line and "secret" not in line.lower()


def test_an_error_in_a_request_is_one_line(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*args: object) -> None:
        raise ZeroDivisionError("the secret")

    monkeypatch.setattr(handlers.Enter, "get", broken)

    async def tried() -> None:
        async with site(own_home) as here:
            assert (await here.get("/enter?code=SECRET")).code == 500

    run(tried())
    (line,) = (record.getMessage() for record in caplog.records if record.levelno == logging.ERROR)
    assert "ZeroDivisionError at test_hosting_neighbours.py" in line and "secret" not in line.lower()


def test_a_foreign_lock_on_the_file_holds_up_one_press_and_no_screen(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_table, "PATIENCE", 4.0)

    async def tried() -> None:
        async with site(own_home) as here:
            ada = await here.socket("seat", await here.entered(here.codes.seats[0]))
            bruno = await here.socket("seat", await here.entered(here.codes.seats[1]))
            table = here.doors.hosted.table
            assert table and table.path
            with table.path.open("r+b") as other:
                portalocker.lock(other, portalocker.LOCK_EX)
                await ada.write_message('{"type": "answer", "key": "3", "view": "ada-1"}')
                slowest = 0.0
                for n in range(10):
                    began = time.monotonic()
                    await bruno.write_message(json.dumps({"type": "ping", "view": f"bruno-{n}"}))
                    await heard(bruno, f"bruno-{n}")
                    slowest = max(slowest, time.monotonic() - began)
                    here.doors.hosted.look_round()
                assert slowest < hosted_table.PATIENCE / 2, "whoever is made to wait waits for the lock"
                assert "is being written by another" in json.dumps(await heard(ada, "ada-1"))
                assert not table.lines
            await ada.write_message('{"type": "answer", "key": "3", "view": "ada-2"}')
            await heard(ada, "ada-2")
            assert table.lines
            for each in (ada, bruno):
                each.close()

    run(tried())


async def heard(connection: WebSocketClientConnection, reply: str) -> dict[str, Any]:
    """The message that answers a press."""
    async with asyncio.timeout(30):
        while True:
            message = json.loads(await connection.read_message() or "{}")
            if reply in json.dumps(message):
                return dict(message)


def test_a_seat_has_only_so_many_screens(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            cookie = await here.entered(here.codes.seats[0])
            screens = [await here.socket("seat", cookie) for _ in range(MOST_SCREENS)]
            for screen in screens:
                assert await screen.read_message()
            assert await here.connected("seat", cookie) is None
            full = await here.get("/seat", cookie)
            assert full.code == 503 and "as many screens as it can have" in full.body.decode()
            screens[0].close()
            await until(lambda: not here.doors.hosted.is_full(0))
            assert await here.connected("seat", cookie)
            for screen in screens[1:]:
                screen.close()

    run(tried())
