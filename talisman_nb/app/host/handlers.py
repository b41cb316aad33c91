"""Tornado handlers of a hosted table: entry, pages, files, connections; what is written down of requests."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from functools import cache
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from tornado.httputil import HTTPServerRequest
from tornado.routing import Rule
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from talisman_nb.app import access
from talisman_nb.chronicle.page import as_page, program_hash
from talisman_nb.panels.sync.bundle import LETTERS_FILE, hosted_css, hosted_esm, letters
from talisman_nb.panels.table.audience import SHARED, at_phone
from talisman_nb.text.phrases import load_phrases

from .doors import KINDS, LOG, Doors, Gate, kind_of
from .guests import DAY, LASTS, TELEVISION, id_of
from .hosted_table import LAPTOP, MOST_SCREENS, HostedScreen

LARGEST = 256 * 1024
"""Bytes of the file of requests before it is begun anew; one older is kept."""
OTHERS = ("tornado.access", "tornado.application", "tornado.general", "asyncio")
"""Loggers that would tell of requests with all that stands in them."""


def log_request(handler: RequestHandler) -> None:
    """Write down a request: address, method, path, status, milliseconds.

    A code may stand in the query, and in a path that is none of ours: neither is told.
    """
    request, status = handler.request, handler.get_status()
    path = "?" if status == 404 else request.path
    level = logging.INFO if status < 400 else logging.WARNING
    took = round(1000 * request.request_time())
    LOG.log(level, "%s %s %.100s %d %d ms", request.remote_ip, request.method, ascii(path), status, took)


class Untold:
    """Base of the handlers: an error in one is a line of the log, without anything of the request but its path."""

    def log_exception(
        self, typ: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None
    ) -> None:
        """Write an error down with its place; what a request is refused with is no error."""
        assert isinstance(self, RequestHandler)
        if getattr(value, "status_code", 500) < 500:
            return
        while tb and tb.tb_next:
            tb = tb.tb_next
        place = f"{Path(tb.tb_frame.f_code.co_filename).name}:{tb.tb_lineno}" if tb else ""
        LOG.error("%s %.100s: %s at %s", self.request.method, ascii(self.request.path), _name(typ), place)


class _WithoutValues(logging.Filter):
    """Leaves of a record of a library its kind of message and of error: not what it is filled with, no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = re.match(r"[\w ]*", str(record.msg))
        record.msg = f"{told[0] if told else ''} {_name(record.exc_info[0] if record.exc_info else None)}".strip()
        record.args, record.exc_info, record.exc_text = (), None, None
        return True


def _name(error: type[BaseException] | None) -> str:
    return error.__name__ if error else ""


def write_to(file: Path) -> None:
    """Write what is logged to a file from now on, and nothing of a request to the terminal."""
    handler = RotatingFileHandler(file, maxBytes=LARGEST, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    for name in (LOG.name, *OTHERS):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        if name != LOG.name:
            logger.filters = [_WithoutValues()]
    LOG.setLevel(logging.INFO)


PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
REPLAY_POLICY = (
    "default-src 'none'; script-src {program}; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; "
    "frame-ancestors 'none'; sandbox allow-scripts"
)
"""For a game as a page: its own program by its hash; `sandbox` keeps it from all that the cookies of this host open."""
ENDED = 4403
"""Close code of a connection whose cookie opens nothing: the page goes back to the entry."""
WISHES = ("pass", "hit", "ask-if-could")
"""When a seat may be asked for its Spells: those of `REACT` that the entry offers."""
AGAIN = 3
"""Seconds after which a page looks whether the table has been set up."""


class DoorHandler(Untold, access.MessageHandler):
    """Base of the handlers: the doors, and pages made from templates."""

    def initialize(self, doors: Doors) -> None:
        self.doors = doors

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Content-Security-Policy", PAGE_POLICY.format(host=self.request.host))
        self.set_header("Referrer-Policy", "same-origin")  # with "no-referrer" a form is sent from Origin "null"

    def page(self, name: str, status: int = 200, **values: Any) -> None:
        """Respond with a template, in the language of the request."""
        phrases = load_phrases(access.language_of(self.request))
        template = self.settings["voila_jinja2_env"].get_template(name)
        said = {key: phrases.raw("host", key) for key in phrases.topics["host"]}
        self.set_status(status)
        self.finish(template.render(**{"lang": phrases.lang, "said": said, **values}))

    @property
    def address(self) -> str:
        """The address the request came from."""
        return self.request.remote_ip or ""


class Front(DoorHandler):
    """Handler of the first page: the laptop's screen, the one that the cookie opens, or the entry."""

    async def get(self) -> None:
        if self.doors.is_laptop(self.request):
            self.page("screen.html.j2", kind="laptop", module="phone", title="talisman-nb")
            return
        kind = next((kind for kind in KINDS if self._opens(kind)), "")
        if kind and not self.request.query:
            self.redirect(f"/{kind}")
        else:
            await self.entry(self.get_query_argument("code", ""))

    def _opens(self, kind: str) -> bool:
        """Whether there is a screen of this kind for the cookie; that of the table before is made one of this table."""
        seat = self.doors.kept(self.request, kind)
        if seat is not None:
            self._admit(seat)
        return seat is not None or self.doors.opened(self.request, kind) is not None

    def _admit(self, seat: int) -> None:
        """Let the device in, and set the cookie that opens a seat or a television."""
        name, secret = self.doors.admit(self.request, seat)
        self.set_cookie(name, secret, httponly=True, samesite="Strict", max_age=LASTS * DAY)

    async def _seat(self, code: str) -> int | None:
        """The seat that a code opens; after many wrong ones of the network it is looked at later."""
        if seconds := self.doors.wait(self.address):
            await asyncio.sleep(seconds)
        return self.doors.seat_of(code, self.address)

    async def entry(self, code: str, wrong: bool = False) -> None:
        """Show the entry; behind a right code the seat, before it nothing but the table's name."""
        seat = await self._seat(code) if code and not wrong else None
        table = self.doors.hosted.table
        self.page(
            "entry.html.j2",
            401 if code and seat is None else 200,
            table=table.name if table else "",
            code=code if seat is not None else "",
            wrong=bool(code) and seat is None,
            closed=self.doors.wait(self.address) is None,
            person=self._person(seat) if seat is not None else None,
            wishes=WISHES,
            again=AGAIN if code or self.doors.is_laptop(self.request) else f"{AGAIN}; url=/",
        )

    def _person(self, seat: int) -> dict[str, Any]:
        """The seat behind a right code: its name and character, and whether somebody has it already."""
        table = self.doors.hosted.table
        assert table is not None
        if seat == TELEVISION:
            return {"seat": seat}
        shown = self.doors.hosted.who(seat)
        return {**msgspec.to_builtins(shown), "taken": seat in self.doors.hosted.gathering.inside}


class Enter(Front):
    """Handler of the entry alone, also for a laptop that takes a seat's Spells in another window."""

    async def get(self) -> None:
        await self.entry(self.get_query_argument("code", ""))

    async def post(self) -> None:
        code = self.get_body_argument("code", "")
        seat = await self._seat(code)
        if seat is None:
            await self.entry(code or "-", wrong=True)
            return
        self._admit(seat)
        wish = self.get_body_argument("wish", "")
        if seat != TELEVISION and wish in WISHES:
            self.doors.hosted.wish(seat, wish)
        self.redirect(f"/{kind_of(seat)}", status=303)


class ScreenPage(DoorHandler):
    """Handler of the page of a phone or a television."""

    def get(self, kind: str) -> None:
        seat = self.doors.opened(self.request, kind)
        if seat is None:
            self.redirect("/enter")
            return
        if self.doors.hosted.is_full(seat):
            self.say(503, "full-seat", link=f"/{kind}", n=MOST_SCREENS)
            return
        module = "phone" if kind == "seat" else "television"
        self.page("screen.html.j2", kind=kind, module=module, title="talisman-nb")


class ReplayPage(DoorHandler):
    """Handler of the game as a page that plays it back, told as a phone's seat or the laptop may see it."""

    def get(self, kind: str) -> None:
        table, viewer = self.doors.hosted.table, self._viewer(kind)
        if table is None or viewer is None:
            self.redirect("/enter")
            return
        self.set_header("Content-Security-Policy", REPLAY_POLICY.format(program=program_hash()))
        told = at_phone(viewer).told if viewer >= 0 else viewer
        self.finish(as_page(table, access.language_of(self.request), told))

    def _viewer(self, kind: str) -> int | None:
        if kind == "laptop":
            return SHARED if self.doors.is_laptop(self.request) else None
        return self.doors.opened(self.request, kind)


class CodesPage(DoorHandler):
    """Handler of the list of all codes, for the laptop."""

    def get(self) -> None:
        if not self.doors.is_laptop(self.request):
            raise HTTPError(403)
        self.page("codes.html.j2", rows=self.doors.all_codes(), addresses=self.doors.addresses, again=AGAIN)


class Asset(DoorHandler):
    """Handler of scripts and styles, for whoever has a screen."""

    def get(self, name: str, kind: str) -> None:
        if not _has_screen(self.doors, self.request):
            raise HTTPError(403)
        self.set_header("Content-Type", "text/javascript" if kind == "js" else "text/css")
        self.set_header("Cache-Control", "private, no-cache")
        self.finish(_asset(name, kind))


class Letters(DoorHandler):
    """Handler of the display letters, which a browser keeps; a version of the program may have others."""

    def get(self) -> None:
        if not _has_screen(self.doors, self.request):
            raise HTTPError(403)
        if not letters():
            raise HTTPError(404)
        self.set_header("Content-Type", "font/woff")
        self.set_header("Cache-Control", f"private, max-age={DAY}")
        self.finish(letters())


@cache
def _asset(name: str, kind: str) -> str:
    return hosted_esm(name) if kind == "js" else hosted_css(name)


def _has_screen(doors: Doors, request: HTTPServerRequest) -> bool:
    return doors.is_laptop(request) or any(doors.opened(request, kind) is not None for kind in ("seat", "television"))


class Socket(Untold, WebSocketHandler):
    """Connection of a screen."""

    def initialize(self, doors: Doors) -> None:
        self.doors = doors
        self.screen: HostedScreen | None = None

    def get_compression_options(self) -> dict[str, Any] | None:
        return {}

    def open(self, kind: str) -> None:
        seat = self._seat(kind)
        if seat is None or self.doors.hosted.is_full(seat):
            self.end()
            return
        self.set_nodelay(True)
        self.screen = self.doors.hosted.connect(self, seat, id_of(self.doors.secret(self.request, kind)))

    def _seat(self, kind: str) -> int | None:
        if kind == "laptop":
            return LAPTOP if self.doors.is_laptop(self.request) else None
        return self.doors.opened(self.request, kind)

    async def on_message(self, message: str | bytes) -> None:
        try:
            said = msgspec.json.decode(message)
        except (msgspec.DecodeError, RecursionError):  # something else, or lists within lists without end
            said = None
        hosted, is_press = self.doors.hosted, isinstance(said, dict) and said.get("type") != "ping"
        reply = said["view"] if is_press and isinstance(said.get("view"), str) else ""
        if self.screen and (not is_press or await hosted.until_free(self.screen, reply)) and self.screen:
            hosted.receive(self.screen, said)

    def on_close(self) -> None:
        if self.screen:
            self.doors.hosted.disconnect(self.screen)
            self.screen = None

    def deliver(self, message: dict[str, Any]) -> None:
        """Send a message to the page; one that has gone meanwhile gets nothing."""
        with suppress(WebSocketClosedError):
            sent = self.write_message(msgspec.json.encode(message).decode())
            asyncio.ensure_future(sent).add_done_callback(lambda done: done.exception())  # read, else it is logged

    def end(self) -> None:
        """Close the connection; the page goes back to the entry."""
        self.close(ENDED)


class UnknownHost(Untold, RequestHandler):
    """Handler of requests to a name that is none of this machine's (403)."""

    def prepare(self) -> None:
        raise HTTPError(403)


def first_rules(doors: Gate) -> list[Any]:
    """Return the routing rules that go before all others: what is refused, and what a second start asks."""

    def login(request: HTTPServerRequest) -> bool:
        return access.brings_token(request) and doors.is_local(request.remote_ip or "")

    def second_start(request: HTTPServerRequest) -> bool:
        return request.path.startswith("/talisman-nb/") and not doors.is_laptop(request)

    own = {"key": doors.key}
    return [
        Rule(access.PredicateMatcher(lambda request: not doors.is_known_host(request)), UnknownHost),
        Rule(access.PredicateMatcher(login), access.TokenLoginHandler, own),
        Rule(access.PredicateMatcher(access.is_from_another_page), access.CrossOriginHandler),
        Rule(access.PredicateMatcher(second_start), access.ForbiddenHandler),
        (r"/talisman-nb/hello", access.Hello),
        (r"/talisman-nb/ticket", access.Ticket, own),
    ]


def rules(doors: Doors) -> list[Any]:
    """Return the routing rules: what is refused first, then the pages."""
    known = {"doors": doors}
    return [
        *first_rules(doors),
        (r"/", Front, known),
        (r"/enter", Enter, known),
        (r"/(seat|television)", ScreenPage, known),
        (r"/replay/(laptop|seat)", ReplayPage, known),
        (r"/codes", CodesPage, known),
        (r"/assets/(phone|television)\.(js|css)", Asset, known),
        (r"/assets/(plain)\.(js)", Asset, known),
        (rf"/assets/{re.escape(LETTERS_FILE)}", Letters, known),
        (r"/socket/(laptop|seat|television)", Socket, known),
    ]
