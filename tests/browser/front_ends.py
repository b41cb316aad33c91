"""Notebook 7 and marimo, started as somebody who has a notebook of their own starts them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from servers import COMPANION, PATIENCE, ROOT, free_port

MARIMO = """
import marimo

app = marimo.App()


@app.cell
def _():
    from talisman_nb import companion

    companion()
    return
"""
"""A notebook of marimo with one cell, the companion's."""


class FrontEnd:
    """A server of notebooks that is not ours, in a process of its own, with its own home and settings."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder, self.port = name, folder, free_port()
        shutil.copy(COMPANION, folder)
        (folder / "companion.py").write_text(MARIMO, encoding="utf-8")
        own = {f"JUPYTER_{what}_DIR": str(folder / what.lower()) for what in ("CONFIG", "DATA", "RUNTIME")}
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self.process = subprocess.Popen(
            [sys.executable, "-m", *self._command()],
            env={
                **os.environ, **own, "IPYTHONDIR": str(folder / "ipython"), "XDG_CONFIG_HOME": str(folder / "config"),
                "PYTHONPATH": path, "TALISMAN_NB_HOME": str(folder / "home"),
                "JUPYTER_PATH": str(ROOT / "talisman_nb" / "app" / "share"),
            },
            stdout=(folder / "said.txt").open("w"),
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._wait()

    def _command(self) -> list[str]:
        if self.name == "marimo":
            return [
                "marimo",
                "run",
                str(self.folder / "companion.py"),
                "--headless",
                "--no-token",
                f"--port={self.port}",
            ]
        said = {
            "ServerApp.port": self.port, "ServerApp.port_retries": 0, "ServerApp.root_dir": self.folder,
            "ServerApp.open_browser": False, "ServerApp.allow_root": True, "IdentityProvider.token": "",
        }  # fmt: skip
        return ["notebook", *(f"--{name}={value}" for name, value in said.items())]

    @property
    def address(self) -> str:
        """The page of the companion."""
        return f"http://127.0.0.1:{self.port}/" + ("notebooks/companion.ipynb" if self.name == "notebook" else "")

    def _wait(self) -> None:
        """Wait until it answers; fail with what it said when it ends or never does."""
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and self.process.poll() is None:
            try:
                urllib.request.urlopen(self.address, timeout=5).close()
                return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise AssertionError(f"{self.name} does not answer: {(self.folder / 'said.txt').read_text()[-2000:]}")

    def stop(self) -> None:
        """End the process and, with it, its kernels, also while the server still waits for one that was shut down."""
        self.process.kill()
        self.process.wait(timeout=PATIENCE / 1000)
