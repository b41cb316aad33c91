"""A hosted table in a process of its own, and the pages of its screens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from servers import PATIENCE, ROOT

from talisman_nb.app.host.guests import Codes

SERVE = """
import asyncio, sys, msgspec
from talisman_nb.app.host.server import serve
def ready(server, doors):
    print(msgspec.json.encode([server.address(), doors.hosted.codes]).decode(), flush=True)
asyncio.run(serve(sys.argv[1], int(sys.argv[2]), ready=ready))
"""


class Host:
    """A hosted table in a process of its own; `home` is its data folder, `table` the name of a table saved there."""

    def __init__(self, home: Path, table: str, port: int) -> None:
        self.home, self.table, self.port = home, table, port
        self.start()

    def start(self) -> None:
        """Starts the process and waits until it listens."""
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, self.table, str(self.port)],
            env={**os.environ, "TALISMAN_NB_HOME": str(self.home), "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.laptop, codes = json.loads(self.process.stdout.readline())
        self.codes = Codes(**codes)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        """Ends the process the way a closed window does."""
        self.process.terminate()
        self.process.wait(timeout=PATIENCE / 1000)


class Screen:
    """A page of a screen in a browser context of its own, with all that its connection was sent."""

    def __init__(self, browser: Any, width: int, height: int, **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.received: list[str] = []
        self.errors: list[str] = []
        self.reopen()

    def reopen(self) -> None:
        """A fresh page, which has the cookies of the one before."""
        self.page = self.context.new_page()
        self.page.on("websocket", lambda wire: wire.on("framereceived", self._take))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _take(self, payload: Any) -> None:
        self.received.append(payload if isinstance(payload, str) else payload.decode(errors="replace"))

    def part(self, name: str) -> Any:
        """A part of the panel by its name."""
        return self.page.locator(f'[data-id="{name}"]:visible').first

    @property
    def headline(self) -> Any:
        return self.part("headline")


def phone(browser: Any, **options: Any) -> Screen:
    return Screen(browser, 390, 844, has_touch=True, is_mobile=True, device_scale_factor=2, **options)
