"""Who may use the full page: whoever knows its token, and no page but its own.

The token comes in the address of the first visit. That visit gets a cookie and the same address without the token, so
that loading the page again works and nobody reads the token off the screen.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler, decode_signed_value

from talisman_nb.app.access_token import Key
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

SEALED = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class When(Matcher):
    """Matches the requests of which something is true."""

    def __init__(self, is_so: Callable[[HTTPServerRequest], bool]) -> None:
        self._is_so = is_so

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        return {} if self._is_so(request) else None


def rules(key: Key) -> list[Rule]:
    """What comes before every other address of the server: a request that none of these takes may pass."""
    return [
        Rule(When(brings_token), Welcome, {"key": key}),
        Rule(When(is_from_another_page), Elsewhere),
        Rule(When(lambda request: not may_pass(request, key)), Closed),
    ]


def cookie_secret(key: Key) -> bytes:
    """What signs the cookies: a cookie is good as long as the token is."""
    return hashlib.sha256(f"cookie {key.token}".encode()).digest()


def cookie_name(request: HTTPServerRequest) -> str:
    """Browsers keep one set of cookies for all ports of a machine."""
    return re.sub(r"\W", "-", f"talisman-nb-{request.host}")


def brings_token(request: HTTPServerRequest) -> bool:
    """Is this a visit of the page by an address with a token in it, right or wrong?"""
    return request.path == "/" and request.method == "GET" and "token" in request.query_arguments


def is_from_another_page(request: HTTPServerRequest) -> bool:
    """Did a page of another site, or of another port, make the browser send this?

    Browsers say `none` of what a person typed or another program opened. What is no browser says nothing at all.
    """
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != f"{request.protocol}://{request.host}"
    return foreign or request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none")


def may_pass(request: HTTPServerRequest, key: Key) -> bool:
    """Has it the cookie of a visit with the token, or the token itself in its header?"""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "token" and key.fits(given):
        return True
    name = cookie_name(request)
    cookie = request.cookies[name].value if name in request.cookies else None
    return decode_signed_value(cookie_secret(key), name, cookie) is not None


class Message(RequestHandler):
    """A page of one sentence, in the language of whoever reads it."""

    def set_default_headers(self) -> None:
        for name, value in SEALED.items():
            self.set_header(name, value)

    def say(self, status: int, what: str, *, link: str = "", forward: str = "", **places: object) -> None:
        """Answer with that phrase; `link`: an address to go on to by a press, `forward`: at once."""
        phrases = load_phrases(language_of(self.request))
        page = self.settings["voila_jinja2_env"].get_template("message.html.j2")
        said = phrases.say("server", what, **places)
        self.set_status(status)
        self.finish(page.render(lang=phrases.lang, said=said, link=link, press=phrases.say("server", "open"), forward=forward))


class Welcome(Message):
    """Takes the token out of the address: with a right one the browser may pass from now on."""

    def initialize(self, key: Key) -> None:
        self.key = key

    def get(self) -> None:
        address = address_without_token(self.request)
        if not self.key.opens(self.get_query_argument("token")):
            self.redirect(address)
            return
        self.set_secure_cookie(cookie_name(self.request), "may pass", httponly=True, samesite="Strict")
        # No redirect: it would count as sent by whatever page the address was pressed in, and that page may be another.
        self.say(200, "opening", forward=address)


class Elsewhere(Message):
    """What a page of another site gets; a person whom it sent here may go on by a press."""

    def prepare(self) -> None:
        headers = self.request.headers
        visits = headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
        visits = visits and self.request.method == "GET" and self.request.path == "/"
        self.say(403, "elsewhere", link=address_without_token(self.request) if visits else "")


class Closed(Message):
    """What everybody gets who doesn't know the token."""

    def prepare(self) -> None:
        self.say(403, "closed")


def address_without_token(request: HTTPServerRequest) -> str:
    """The page's address as it may stay in sight."""
    wishes = [(name, value) for name, value in parse_qsl(request.query, keep_blank_values=True) if name != "token"]
    return f"/?{urlencode(wishes)}" if wishes else "/"


def language_of(request: HTTPServerRequest) -> str:
    """The language the address asks for, else that of the program's user, else the browser's first that we speak."""
    asked = [value.decode(errors="replace") for value in request.query_arguments.get("lang", [])]
    browser = [each.strip()[:2] for each in request.headers.get("Accept-Language", "").lower().split(",")]
    wished = [*asked, os.environ.get("TALISMAN_NB_LANG", ""), *browser]
    return next((lang for lang in wished if lang in LANGUAGES), LANGUAGES[0])
