"""The Node that runs the panel's JavaScript outside a browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest

OLDEST = (20, 19)
"""The Node that reads `.js` files as modules without being told."""


@pytest.fixture(scope="session")
def node() -> str:
    """Path of a Node that is new enough; without one the test is skipped, or fails if TALISMAN_NODE=required."""
    path = shutil.which("node")
    missing = "no Node on the path" if path is None else _too_old(path)
    if missing and os.environ.get("TALISMAN_NODE") == "required":
        pytest.fail(f"{missing}, and TALISMAN_NODE=required")
    if path is None or missing:
        pytest.skip(missing)
    return path


def _too_old(path: str) -> str:
    version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
    major, minor = map(int, re.findall(r"\d+", version)[:2])
    return "" if (major, minor) >= OLDEST else f"Node {version.strip()} is older than {OLDEST[0]}.{OLDEST[1]}"
