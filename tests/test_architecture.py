"""Do the arrows between the rooms point one way, and do the files stay small?"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "talisman_nb"
ROOMS = ("model", "board", "cards", "rules", "engine", "text", "rulings", "bots", "simulate", "table", "drawing", "panels", "app")
RANK = {room: rank for rank, room in enumerate(ROOMS)}
FORBIDDEN = {"engine": {"random", "time", "datetime", "os", "pathlib", "sqlite3", "svgwrite", "ipywidgets", "anywidget"}}
LAZY = {("board", "drawing"), ("rulings", "drawing")}
"""The board and a worked example show themselves in a notebook: the picture is imported when it is shown."""

FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE and path.parts[len(PACKAGE.parts)] != "bench")


def imported(path: Path) -> set[str]:
    """Modules a file imports, in full."""
    found: set[str] = set()
    package = "talisman_nb." + ".".join(path.relative_to(PACKAGE).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            found.add(".".join(part for part in (base, node.module) if part))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_arrows_point_one_way(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    for module in imported(path):
        parts = module.split(".")
        if parts[0] in FORBIDDEN.get(room, ()):
            pytest.fail(f"{room} must not import {module}")
        if parts[0] == "talisman_nb" and len(parts) > 1 and parts[1] in RANK:
            assert RANK[parts[1]] <= RANK[room] or (room, parts[1]) in LAZY, f"{room} must not import {module}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_stay_small(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= 400, f"{path.name} has {lines} lines: split it by topic"


def test_the_engine_has_no_edition_in_it() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for edition in ("revised4", "second", "third"):
            assert f'== "{edition}"' not in text and f"== '{edition}'" not in text, f"{path.name} asks for the edition"
