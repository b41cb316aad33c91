"""Do the panel's functions that need no browser do what they should, and are its types those of the program?"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from screen_types import FILE, declarations

HERE = Path(__file__).parent
PANELS = FILE.parent
OLDEST = (20, 19)
"""The Node that reads `.js` files as modules without being told."""


@pytest.fixture(scope="module")
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


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.name)
def test_functions_of_the_panel(node: str, file: Path) -> None:
    ran = subprocess.run([node, "--test", file], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_types_are_those_of_the_structs() -> None:
    assert FILE.read_text("utf-8") == declarations(), "run: poe panel-types"


@pytest.mark.parametrize("module", sorted(PANELS.glob("*.js")), ids=lambda module: module.name)
def test_every_module_is_checked_in_an_editor_too(module: Path) -> None:
    assert module.read_text("utf-8").startswith("// @ts-check\n")


def test_the_app_is_of_a_known_type_everywhere() -> None:
    untyped = re.compile(r"@param \{any\} app\b")
    assert [module.name for module in PANELS.glob("*.js") if untyped.search(module.read_text("utf-8"))] == []
