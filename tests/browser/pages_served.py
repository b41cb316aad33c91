"""What a page without Jupyter loads: a module and its styles, which the browser keeps, and the page itself, anew.

The addresses end in `.test`; `RESOLVED` tells Chromium to find them here.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEPT, ANEW = "max-age=86400, immutable", "no-store"
Files = dict[str, tuple[str, str]]
"""Maps a path to the type and the text that lie there."""


class Site(ThreadingHTTPServer):
    """A server of this process, for all names of hosts; each has files that are kept and a page."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Reply)
        self.kept: dict[str, Files] = {}
        self.pages: dict[str, str] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def find(self, host: str, path: str) -> tuple[str, str, str] | None:
        """Type, text and how long it may be kept."""
        if path == "/" and host in self.pages:
            return "text/html", self.pages[host], ANEW
        found = self.kept.get(host, {}).get(path)
        return (*found, KEPT) if found else None


class _Reply(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        assert isinstance(self.server, Site)
        kind, text, how = self.server.find(self.headers["Host"], self.path) or ("text/plain", "", ANEW)
        body = text.encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", how)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@cache
def site() -> Site:
    """The one of this process."""
    return Site()


def resolved() -> str:
    """What Chromium is told, to find the site under every name that ends in `.test`."""
    return f"--host-resolver-rules=MAP *.test 127.0.0.1:{site().server_port}"


def open_page(page: Any, host: str, html: str, state: Any, files: Callable[[], Files]) -> None:
    """Load a page that has STATE where its state belongs; its files are asked for once."""
    if host not in site().kept:
        site().kept[host] = files()
    site().pages[host] = html.replace("STATE", json.dumps(state).replace("<", "\\u003c"))
    page.goto(f"http://{host}/")
