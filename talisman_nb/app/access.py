"""Access control of the full page: token, cookie and same-origin check, as Tornado routing rules before all others.

The token comes in the address of the first visit. The response sets a cookie and forwards to the address without the
token, so that a reload works and the token is not visible on the screen.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler, decode_signed_value

from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

LASTS = 300
"""Lifetime of a ticket in seconds; long enough for a browser to start."""


class ServerKey:
    """The token of a server, and the tickets issued for it.

    A browser gets its address on a command line, which every user of the machine can read in the list of processes.
    That address has a ticket instead of the token.

    >>> key = ServerKey("secret")
    >>> ticket = key.ticket()
    >>> key.opens(ticket), key.opens(ticket), key.opens("secret"), key.opens("")
    (True, False, True, False)
    """

    def __init__(self, token: str) -> None:
        self.token = token
        self._tickets: dict[str, float] = {}

    def ticket(self) -> str:
        """Issue a ticket, valid once and for `LASTS` seconds; drop the expired ones."""
        now = time.monotonic()
        self._tickets = {ticket: end for ticket, end in self._tickets.items() if end > now}
        fresh = secrets.token_hex(16)
        self._tickets[fresh] = now + LASTS
        return fresh

    def opens(self, given: str) -> bool:
        """Return whether `given` is the token or a valid ticket; a ticket is consumed."""
        return self.fits(given) or self._tickets.pop(given, 0) > time.monotonic()

    def fits(self, given: str) -> bool:
        """Return whether `given` is the token, compared in constant time."""
        return hmac.compare_digest(given.encode(), self.token.encode())


SEALED = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
"""HTTP headers of all message pages: no scripts, no framing, no referrer, no caching."""


class PredicateMatcher(Matcher):
    """Tornado matcher for the requests that satisfy a predicate."""

    def __init__(self, predicate: Callable[[HTTPServerRequest], bool]) -> None:
        self._predicate = predicate

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        return {} if self._predicate(request) else None


def rules(key: ServerKey) -> list[Rule]:
    """Return the routing rules that go before all others; a request that none of them matches is allowed."""
    return [
        Rule(PredicateMatcher(brings_token), TokenLoginHandler, {"key": key}),
        Rule(PredicateMatcher(is_from_another_page), CrossOriginHandler),
        Rule(PredicateMatcher(lambda request: not may_pass(request, key)), ForbiddenHandler),
    ]


def cookie_secret(key: ServerKey) -> bytes:
    """Return the secret that signs cookies, derived from the token: a new token invalidates all cookies."""
    return hashlib.sha256(f"cookie {key.token}".encode()).digest()


def cookie_name(request: HTTPServerRequest) -> str:
    """Return a cookie name with host and port, because browsers share cookies between the ports of a host."""
    return re.sub(r"\W", "-", f"talisman-nb-{request.host}")


def brings_token(request: HTTPServerRequest) -> bool:
    """Return whether this is a visit of the page with a token, valid or not, in its address."""
    return request.path == "/" and request.method == "GET" and "token" in request.query_arguments


def is_from_another_page(request: HTTPServerRequest) -> bool:
    """Return whether a page of another origin (site or port) caused this request.

    Decided by Origin and Sec-Fetch-Site. Browsers send `none` for an address that was typed or opened by another
    program; other clients send neither header and are not refused here.
    """
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != f"{request.protocol}://{request.host}"
    return foreign or request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")


def may_pass(request: HTTPServerRequest, key: ServerKey) -> bool:
    """Return whether the request has a valid cookie, or the token in its Authorization header."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "token" and key.fits(given):
        return True
    name = cookie_name(request)
    cookie = request.cookies[name].value if name in request.cookies else None
    return decode_signed_value(cookie_secret(key), name, cookie) is not None


class MessageHandler(RequestHandler):
    """Handler of a page with one sentence, in the language of the request (`language_of`)."""

    def set_default_headers(self) -> None:
        for name, value in SEALED.items():
            self.set_header(name, value)

    def say(self, status: int, what: str, *, link: str = "", forward: str = "", **places: object) -> None:
        """Respond with the phrase `server.<what>`, filled with `places`.

        `link` is an address offered as a link, `forward` one the browser goes to at once; "" for none.
        """
        phrases = load_phrases(language_of(self.request))
        page = self.settings["voila_jinja2_env"].get_template("message.html.j2")
        said = phrases.say("server", what, **places)
        self.set_status(status)
        self.finish(
            page.render(lang=phrases.lang, said=said, link=link, press=phrases.say("server", "open"), forward=forward)
        )


class TokenLoginHandler(MessageHandler):
    """Handler of a visit with a token: sets the cookie if it is valid, then forwards to the address without it."""

    def initialize(self, key: ServerKey) -> None:
        self.key = key

    def get(self) -> None:
        address = address_without_token(self.request)
        if not self.key.opens(self.get_query_argument("token")):
            self.redirect(address)
            return
        self.set_secure_cookie(cookie_name(self.request), "may pass", httponly=True, samesite="Strict")
        # No redirect: Sec-Fetch-Site of a redirect is that of the page with the link, which may be of another origin.
        self.say(200, "opening", forward=address)


class CrossOriginHandler(MessageHandler):
    """Handler of cross-origin requests (403); a visit by a link of another site gets a link to continue."""

    def prepare(self) -> None:
        headers = self.request.headers
        visits = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
        visits = visits and self.request.method == "GET" and self.request.path == "/"
        self.say(403, "elsewhere", link=address_without_token(self.request) if visits else "")


class ForbiddenHandler(MessageHandler):
    """Handler of requests without valid credentials (403)."""

    def prepare(self) -> None:
        self.say(403, "closed")


class Hello(RequestHandler):
    """Handler that returns the process id, by which a second start verifies a running server."""

    def get(self) -> None:
        self.write(str(os.getpid()))


class Ticket(RequestHandler):
    """Handler that issues a single-use ticket."""

    def initialize(self, key: ServerKey) -> None:
        self.key = key

    def post(self) -> None:
        self.write(self.key.ticket())


def address_without_token(request: HTTPServerRequest) -> str:
    """Return the address of the page with its query except the token."""
    wishes = [(name, value) for name, value in parse_qsl(request.query, keep_blank_values=True) if name != "token"]
    return f"/?{urlencode(wishes)}" if wishes else "/"


def language_of(request: HTTPServerRequest) -> str:
    """Return the first known language of: the query's `lang`, `TALISMAN_NB_LANG`, Accept-Language, English."""
    asked = [value.decode(errors="replace") for value in request.query_arguments.get("lang", [])]
    browser = [each.strip()[:2] for each in request.headers.get("Accept-Language", "").lower().split(",")]
    wished = [*asked, os.environ.get("TALISMAN_NB_LANG", ""), *browser]
    return next((lang for lang in wished if lang in LANGUAGES), LANGUAGES[0])
