"""One of our servers in a process of its own, for tests in a browser."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

import nbformat
import psutil
import pytest

from talisman_nb.app import running_server as running

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000
"""Milliseconds that a page is waited for: a busy machine is no mistake of the panel."""
PORTS = count(10_000 + os.getpid() * 37 % 20_000)
"""Ports for servers of this process, apart from those of other processes and from those that systems give away."""
COMPANION = ROOT / "notebooks" / "companion.ipynb"

SERVE = """
import sys
from collections.abc import Mapping
from pathlib import Path
from talisman_nb.app import settings
settings.use_our_own()
{first}
from talisman_nb.app import {module}
{module}.serve(Path(sys.argv[1]), int(sys.argv[2]), retries=0, ready=lambda *found: print("ready", flush=True))
"""


class Server:
    """One of our servers in a process of its own, with its own home.

    `cell`: of a notebook other than the companion; `first`: a line of Python that runs in the process before it serves.
    """

    def __init__(self, module: str, folder: Path, port: int, cell: str = "", first: str = "") -> None:
        self.module, self.folder, self.port, self.first = module, folder, port, first
        self.notebook = written(folder, cell) if cell else COMPANION
        self.start()

    def start(self) -> None:
        """Starts the process and waits until it says it is ready."""
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                SERVE.format(module=self.module, first=self.first),
                str(self.notebook),
                str(self.port),
            ],
            env={**os.environ, "TALISMAN_NB_HOME": str(self.home), "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=self.errors.open("a"),
            text=True,
        )
        assert self.process.stdout and self.process.stdout.readline() == "ready\n"

    @property
    def home(self) -> Path:
        """The folder of all that this server keeps."""
        return self.folder / "home"

    @property
    def errors(self) -> Path:
        """What the server has printed for whoever looks at its window."""
        return self.folder / "errors.txt"

    def found(self) -> running.RunningServer:
        """What a second start finds of this server."""
        kind = "page" if self.module == "full_page" else "lab"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TALISMAN_NB_HOME", str(self.home))
            there = running.find(kind)
        assert there is not None
        return there

    def kernels(self) -> int:
        """How many programs run behind its pages."""
        return len(psutil.Process(self.process.pid).children())

    def stop(self) -> None:
        """Ends the process the way a closed window does."""
        self.process.terminate()
        self.process.wait(timeout=PATIENCE / 1000)


def asked(
    port: int, method: str, path: str, headers: Mapping[str, str] | None = None, body: str = ""
) -> tuple[int, str]:
    """The status, and what came: a body, or where one is sent on to."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE / 1000)
    try:
        link.request(method, path, body=body or None, headers=dict(headers or {}))
        answer = link.getresponse()
        return answer.status, answer.getheader("Location") or answer.read(4000).decode(errors="replace")
    finally:
        link.close()


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something that no page can be asked for is so."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end, "it never was"
        time.sleep(0.1)


def free_port() -> int:
    """A port nobody listens on, which no other test is given and no connection takes before its server has it."""
    for port in PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError


def written(folder: Path, cell: str) -> Path:
    """A notebook with one cell, which is kept like the companion's."""
    notebook = folder / "shipped" / "echo.ipynb"
    notebook.parent.mkdir()
    kept = nbformat.read(COMPANION, as_version=4).cells[0].metadata
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell, metadata=kept)]), notebook)
    return notebook
