"""Do the panel's functions that need no browser do what they should, and are its types those of the program?"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from screen_types import FILE, declarations

HERE = Path(__file__).parent
PANELS = FILE.parent


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
