"""A lesson whose class votes by phone: its wall on this machine, a code for all phones, and who may see which of them.

Nobody's name or address is kept. A phone is a random number in its cookie, known while the lesson runs; what it has
answered is forgotten with it. What is left are the numbers of hands, as a teacher counts them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from tornado.httputil import HTTPServerRequest
from tornado.netutil import bind_sockets

from talisman_nb.app import check_machine as check
from talisman_nb.app import running_server as running
from talisman_nb.app.access import ServerKey
from talisman_nb.app.console import language, say
from talisman_nb.lessons import RunningLesson, render_step
from talisman_nb.lessons.lesson import LETTERS, Predict, SituationStep
from talisman_nb.lessons.moments import HANDS, Place
from talisman_nb.lessons.teacher import leave_place
from talisman_nb.lessons.texts import text_in
from talisman_nb.panels.lesson import VoteChoice, VoteScreen, Wall, WallPhones
from talisman_nb.panels.lesson.lesson_controller import LessonController
from talisman_nb.panels.parts.lesson_panel import FIELDS
from talisman_nb.panels.parts.part import labels_for
from talisman_nb.panels.sync.bundle import LETTERS_FILE, hosted_css, hosted_esm, letters
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from .doors import LOG, MOST_PHONES, VOTE, ClassDoors, cookie_name, lan_address, plain
from .guests import DAY
from .handlers import OTHERS, DoorHandler, Socket, first_rules
from .hosted_table import Wire
from .server import FIRST_PORT, PORTS, HostServer, application

OF_PHONE = 3
"""Screens that a phone can have at a time: a window each, and one that it has left without a word."""


class ClassWall(LessonController):
    """The wall of a class with phones: the hands that these have raised are shown only when the teacher wants it."""

    def __init__(self, name: str, lang: str = "en", page: int = 0, names: str = "") -> None:
        super().__init__(name, lang, page, names)
        self.phones: Callable[[], WallPhones] = WallPhones
        self.counts_shown = False

    @property
    def asks(self) -> bool:
        """Whether a prediction waits for the class now."""
        return isinstance(self.running.step_now, Predict) and not self.running.now.done

    def screen(self, refused: str = "") -> Wall:
        """Return what is shown, without the hands while they are hidden."""
        wall = msgspec.structs.replace(super().screen(refused), phones=self.phones())
        if self.counts_shown or wall.kind != Predict.__struct_config__.tag:
            return wall
        hidden = tuple(msgspec.structs.replace(choice, hands=0) for choice in wall.choices)
        return msgspec.structs.replace(wall, choices=hidden)


class ClassScreen(Struct, eq=False):
    """A connected screen: of a phone, by its device and language, or a wall, with the labels it was sent last."""

    wire: Wire
    device: str = ""
    lang: str = ""
    number: int = 0
    labels_of: str = ""


class ClassRoom:
    """A lesson, its walls and its phones, which have entered by its doors."""

    def __init__(self, wall: ClassWall, doors: ClassDoors) -> None:
        self.wall, self.doors = wall, doors
        self.ballots: dict[tuple[str, Place], dict[str, int]] = {}  # of a class, to a prediction: by device
        self.phones: list[ClassScreen] = []
        self.walls: list[ClassScreen] = []
        wall.phones = self.told_on_wall

    # --- what phones say ---

    def vote(self, device: str, letter: str) -> None:
        """Count a phone's answer to the question on the wall, in place of its last one; while none waits, nothing."""
        running = self.wall.running
        step, at = running.step_now, LETTERS.find(letter) if len(letter) == 1 else -1
        if not self.wall.asks or not isinstance(step, Predict) or not 0 <= at < len(step.option):
            return
        ballot = self.ballots.setdefault((running.begun, running.place), {})
        phones = [*(running.raised_now.phones or (0,) * len(step.option))]
        if device in ballot:
            phones[ballot[device]] = max(0, phones[ballot[device]] - 1)
        phones[at] = min(HANDS, phones[at] + 1)
        ballot[device] = at
        self.wall.running = running.vote(*phones)

    # --- what is shown ---

    def told_on_wall(self) -> WallPhones:
        """Return what the wall says of phones: how to enter, how many have answered, what the key does."""
        running, words = self.wall.running, load_phrases(self.wall.running.lang)
        title, asks = not running.page_now and not running.at_end, self.wall.asks
        predicts = isinstance(running.step_now, Predict)
        if not title and not predicts:
            return WallPhones()
        said = running.raised_now
        answered, hands = sum(said.phones), sum(said.raised) or ""
        here = len({screen.device for screen in self.phones})
        where = {"address": plain(self.doors.addresses[0]), "code": self.doors.code}
        told = words.say("lessons", "vote.phones", n=here) if title else ""
        if predicts:
            told = words.say("lessons", "vote.answered", n=answered, all=max(here, answered), hands=hands)
        shown = "vote.hide" if self.wall.counts_shown else "vote.show"
        return WallPhones(
            enter=words.say("lessons", "vote.enter", **where) if title or asks else "",
            qr=self.doors.qr(self.doors.code) if title else "",
            told=told,
            press=words.say("lessons", shown) if predicts else "",
        )

    def told_on_phone(self, lang: str, device: str) -> VoteScreen:
        """Return what a phone shows: the question on the wall with its options, else what it waits for."""
        running, words = self.wall.running, load_phrases(lang)
        step = running.step_now
        if not isinstance(step, Predict) or running.page_now is None:
            key = "vote.over" if running.at_end else "vote.wait"
            return VoteScreen(lang, told=words.say("lessons", key))
        mine, open_ = self.ballots.get((running.begun, running.place), {}).get(device, -1), self.wall.asks
        true = [choice.true for choice in render_step(running).choices]
        choices = tuple(
            VoteChoice(LETTERS[at], self._said(option.says, lang), at == mine, self._verdict(true[at], lang))
            for at, option in enumerate(step.option)
        )
        key = "vote.shown" if not open_ else "vote.change" if mine >= 0 else "vote.choose"
        return VoteScreen(
            lang, self._setting(running, lang), self._said(step.text, lang), choices, open_, words.say("lessons", key)
        )

    def _setting(self, running: RunningLesson, lang: str) -> str:
        assert running.page_now is not None
        steps = running.page_now.steps[: running.place[1]]
        return self._said([step for step in steps if isinstance(step, SituationStep)][-1].text, lang)

    def _said(self, words: Any, lang: str) -> str:
        return text_in(words, lang, self.wall.running.names)

    def _verdict(self, true: bool | None, lang: str) -> str:
        return "" if true is None else load_phrases(lang).say("lessons", "true" if true else "not-true")

    # --- screens ---

    def show_all(self) -> None:
        """Send every screen what it shows now."""
        for screen in [*self.walls, *self.phones]:
            self.show(screen)

    def show_walls(self) -> None:
        """Send the walls what they show now."""
        for screen in [*self.walls]:
            self.show(screen)

    def show(self, screen: ClassScreen, refused: str = "") -> None:
        """Send a screen what it shows now."""
        screen.number += 1
        sent: dict[str, Any] = {"type": "state", "screen": {"seq": screen.number}}
        if screen.device:
            sent["screen"] |= msgspec.to_builtins(self.told_on_phone(screen.lang, screen.device))
        else:
            sent |= self._wall_state(screen, refused)
        screen.wire.deliver(sent)

    def _wall_state(self, screen: ClassScreen, refused: str) -> dict[str, Any]:
        wall, running = self.wall.screen(refused), self.wall.running
        here = running.now.shown or running.now.before
        book = here.state.book if here else screen.labels_of or open_book().id
        sent: dict[str, Any] = {"content": msgspec.to_builtins(wall), "part": "lesson", "lesson": running.lesson.key}
        if book != screen.labels_of:
            screen.labels_of = book
            sent["labels"] = labels_for(book_of(book), running.lang, FIELDS)
        return sent

    def handle(self, screen: ClassScreen, message: object) -> None:
        """Do what a screen says: a phone its answer, a wall a step of the lesson. Anything else is left."""
        said = message if isinstance(message, dict) else {}
        if screen.device:
            self.vote(screen.device, str(said.get("value", "")))
            self.show(screen)
            self.show_walls()
        elif said in ({"type": "sheet"}, {"type": "said"}):
            file = self.wall.sheet() if said["type"] == "sheet" else self.wall.said()
            screen.wire.deliver({"type": "custom", "content": {**said, **msgspec.to_builtins(file)}})
        else:
            self._drive(screen, said)

    def _drive(self, screen: ClassScreen, said: Mapping[str, Any]) -> None:
        before = self.wall.running.place
        if said.get("type") == "votes":
            self.wall.counts_shown = not self.wall.counts_shown
        else:
            refused = self.wall.handle(said).refused
            if refused:
                self.show(screen, refused)
                return
        self.wall.counts_shown = self.wall.counts_shown and self.wall.running.place == before
        leave_place(self.wall.running)
        self.show_all()


class ClassHandler(DoorHandler):
    """Base of the handlers of a class."""

    doors: ClassDoors  # type: ignore[assignment]

    def initialize(self, doors: ClassDoors, room: ClassRoom) -> None:  # type: ignore[override]
        self.doors, self.room = doors, room

    @property
    def lang(self) -> str:
        """The language that the phone asks for: in its address, else by its browser."""
        return _language(self.request, self.room.wall.running.lang)


def _language(request: HTTPServerRequest, otherwise: str) -> str:
    asked = [value.decode(errors="replace") for value in request.query_arguments.get("lang", [])]
    browser = [each.strip()[:2] for each in request.headers.get("Accept-Language", "").lower().split(",")]
    return next((lang for lang in (*asked, *browser) if lang in LANGUAGES), otherwise)


class ClassFront(ClassHandler):
    """Handler of the first page: the wall for this machine, for a phone the question, else the entry by the code."""

    async def get(self) -> None:
        room, code = self.room, self.get_query_argument("code", "")
        if self.doors.is_laptop(self.request) and self.request.path == "/":
            title = text_in(room.wall.running.lesson.title, room.wall.running.lang)
            self.page("screen.html.j2", kind="wall", module="part", title=title, lang=room.wall.running.lang)
            return
        if self.doors.device(self.request):
            self.redirect(f"/{VOTE}?lang={self.lang}")
            return
        if code and (seconds := self.doors.wait(self.address)):
            await asyncio.sleep(seconds)
        if not code or not self.doors.opens(code, self.address):
            self._entry(code)
        elif secret := self.doors.admit(self.request):
            name = cookie_name(self.request, VOTE)
            self.set_cookie(name, secret, httponly=True, samesite="Strict", max_age=DAY)
            self.redirect(f"/{VOTE}?lang={self.lang}")
        else:
            self._entry("", full=True)

    def _entry(self, code: str, full: bool = False) -> None:
        words = load_phrases(self.lang)
        own = {"wrong": "wrong", "enter-where": "where", "enter-television": "where"}
        said = {key: words.raw("host", key) for key in words.topics["host"]}
        said |= {key: words.raw("lessons", f"vote.{phrase}") for key, phrase in own.items()}
        said |= {"wrong": words.say("lessons", "vote.full", n=MOST_PHONES)} if full else {}
        title = text_in(self.room.wall.running.lesson.title, self.lang)
        closed = self.doors.wait(self.address) is None
        status = 503 if full else 401 if code else 200
        wrong = bool(code) or full
        self.page("entry.html.j2", status, table=title, said=said, wrong=wrong, closed=closed, lang=self.lang)


class VotePage(ClassHandler):
    """Handler of a phone's page."""

    def get(self) -> None:
        if not self.doors.device(self.request):
            self.redirect("/")
            return
        words, lesson = load_phrases(self.lang), self.room.wall.running.lesson
        named = {lang: load_phrases(lang).say("panel", f"language-{lang}") for lang in LANGUAGES}
        lost = words.say("lessons", "vote.lost")
        self.page("vote.html.j2", lang=self.lang, title=text_in(lesson.title, self.lang), named=named, lost=lost)


class ClassAsset(ClassHandler):
    """Handler of scripts, styles and display letters, for whoever has a screen."""

    def get(self, name: str) -> None:
        if not self.doors.is_laptop(self.request) and not self.doors.device(self.request):
            self.set_status(403)
            return
        if name == LETTERS_FILE:
            self.set_header("Content-Type", "font/woff")
            self.finish(letters())
            return
        module, _, kind = name.partition(".")
        self.set_header("Content-Type", "text/javascript" if kind == "js" else "text/css")
        self.set_header("Cache-Control", "private, no-cache")
        self.finish(hosted_esm(module) if kind == "js" else hosted_css(module))


class ClassSocket(Socket):
    """Connection of a wall or a phone."""

    doors: ClassDoors  # type: ignore[assignment]

    def initialize(self, doors: ClassDoors, room: ClassRoom) -> None:  # type: ignore[override]
        self.doors, self.room = doors, room
        self.shown: ClassScreen | None = None

    def open(self, kind: str) -> None:
        room, device = self.room, self.doors.device(self.request) if kind == VOTE else ""
        own = [screen for screen in room.phones if device and screen.device == device]
        if len(own) >= OF_PHONE or not (device or (kind == "wall" and self.doors.is_laptop(self.request))):
            self.end()
            return
        self.set_nodelay(True)
        self.shown = ClassScreen(self, device, _language(self.request, room.wall.running.lang))
        (room.phones if device else room.walls).append(self.shown)
        room.show(self.shown)
        if device:
            room.show_walls()

    async def on_message(self, message: str | bytes) -> None:
        with suppress(msgspec.DecodeError, RecursionError):  # something else than a screen sends
            said = msgspec.json.decode(message)
            if self.shown:
                self.room.handle(self.shown, said)

    def on_close(self) -> None:
        room = self.room
        if self.shown:
            (room.phones if self.shown.device else room.walls).remove(self.shown)
            room.show_walls()
            self.shown = None


def class_rules(room: ClassRoom) -> list[Any]:
    """Return the routing rules of a class."""
    doors = room.doors
    known = {"doors": doors, "room": room}
    return [
        *first_rules(doors),
        (r"/(?:enter)?", ClassFront, known),
        (r"/vote", VotePage, known),
        (rf"/assets/(part\.js|part\.css|plain\.js|{LETTERS_FILE})", ClassAsset, known),
        (r"/socket/(wall|vote)", ClassSocket, known),
    ]


def class_server(room: ClassRoom) -> HostServer:
    """Return the server of a class, which does not listen yet."""
    doors = room.doors
    return HostServer(application(class_rules(room), doors.key), is_local=doors.is_local, is_known=doors.is_known)


def host_class(
    wall: ClassWall, port: int | None, lang: str | None, opened: Callable[[running.RunningServer], None]
) -> int:
    """Give a lesson to a class with phones on the local network until Ctrl-C; `opened` shows its wall."""
    words = load_phrases(language(lang))
    lan = lan_address()
    if not lan:
        say(words.say("lessons", "vote.no-network"), sys.stderr)
        return 1
    for name in (LOG.name, *OTHERS):  # a log would tell addresses
        logging.getLogger(name).handlers, logging.getLogger(name).propagate = [logging.NullHandler()], False
    port = port or next(p for p in range(FIRST_PORT, FIRST_PORT + PORTS) if check.port_is_free(p))
    room = ClassRoom(wall, ClassDoors(ServerKey(running.lasting_token("class"))))

    def ready(here: running.RunningServer) -> None:
        opened(here)
        say(words.say("lessons", "vote.open", address=room.doors.addresses[0], code=room.doors.code))

    with suppress(KeyboardInterrupt):
        asyncio.run(serve_class(room, port, lan, ready))
    return 0


async def serve_class(room: ClassRoom, port: int, lan: str, ready: Callable[[running.RunningServer], None]) -> None:
    """Listen on this machine and at an address of the local network until cancelled."""
    server = class_server(room)
    for address in ("127.0.0.1", lan):
        server.add_sockets(bind_sockets(port, address))
    room.doors.addresses = (f"http://{lan}:{port}/",)
    here = running.RunningServer("class", f"http://127.0.0.1:{port}/", os.getpid(), room.doors.key.token)
    running.leave_address(here)
    try:
        ready(here)
        await asyncio.Event().wait()
    finally:
        server.stop()
        running.take_address_back(here)
