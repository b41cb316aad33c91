"""Do the arrows between the folders of the panel's modules point one way, and is each module of a fit size?"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from pathlib import Path

from talisman_nb.panels.sync.bundle import EXPORT, HERE, IMPORT

FOLDERS = (
    "base",
    "looking_up",
    "sheets",
    "board",
    "question",
    "looking_back",
    "setup",
    "bench",
    "lesson",
    "drawers",
    "pages",
)
"""By what one sees. A module imports from its own folder and from those before it; types come from anywhere."""
MODULES = {path.relative_to(HERE / "js").as_posix(): path for path in sorted((HERE / "js").rglob("*.js"))}
IMPORTED = re.compile(r"^import\s+\{([^}]*)\}", re.M)
"""Matches an import by name of whatever module; the group is the names."""
MOST, FEWEST = 300, 60
"""Lines of a module; one with fewer than `FEWEST` has several importers, or is an entry point."""


def imports(module: str) -> list[str]:
    text = MODULES[module].read_text("utf-8")
    return [posixpath.normpath(posixpath.join(posixpath.dirname(module), found[2])) for found in IMPORT.finditer(text)]


def test_arrows_between_folders_point_one_way() -> None:
    rank = {folder: n for n, folder in enumerate(FOLDERS)}
    for module in MODULES:
        for needed in imports(module):
            assert rank[posixpath.dirname(needed)] <= rank[posixpath.dirname(module)], f"{module} imports {needed}"


def test_modules_stay_small() -> None:
    lines = {module: _lines(path) for module, path in MODULES.items()}
    assert not {module: n for module, n in lines.items() if n > MOST}, "split these by topic"


def test_a_small_module_with_one_importer_belongs_to_it() -> None:
    importers = defaultdict(list)
    for module in MODULES:
        for needed in imports(module):
            importers[needed].append(module)
    alone = {module: by[0] for module, by in importers.items() if len(by) == 1 and _lines(MODULES[module]) < FEWEST}
    assert not alone, "move each into the module that imports it"


def test_the_imports_of_a_module_are_sorted_and_each_is_there_once() -> None:
    paths = {module: [f[2] for f in IMPORT.finditer(path.read_text("utf-8"))] for module, path in MODULES.items()}
    assert {module: each for module, each in paths.items() if each != sorted(set(each))} == {}


def test_whatever_is_exported_is_imported_somewhere() -> None:
    """By another module, or by a test."""
    texts = [path.read_text("utf-8") for path in (*MODULES.values(), *Path(__file__).parent.glob("*.js"))]
    wanted = {name.strip() for text in texts for names in IMPORTED.findall(text) for name in names.split(",")}
    exports = {module: set(EXPORT.findall(path.read_text("utf-8"))) for module, path in MODULES.items()}
    assert {module: unused for module, names in exports.items() if (unused := names - wanted)} == {}


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())
