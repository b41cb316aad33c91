"""Do the arrows between the rooms point one way, and do the files stay small?"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

from talisman_nb.app.check_machine import IN_EXTRAS

PACKAGE = Path(__file__).resolve().parents[1] / "talisman_nb"
ROOMS = (
    "model",
    "board",
    "cards",
    "rules",
    "engine",
    "text",
    "odds",
    "notation",
    "rulings",
    "bots",
    "simulate",
    "table",
    "analysis",
    "drawing",
    "chronicle",
    "lessons",
    "panels",
    "app",
)
RANK = {room: rank for rank, room in enumerate(ROOMS)}
FORBIDDEN = {
    "engine": {"random", "time", "datetime", "os", "pathlib", "sqlite3", "svgwrite", "ipywidgets", "anywidget"}
}
LAZY = {(room, "drawing") for room in ("board", "notation", "rulings", "table")}
"""Board, situation, example and table show themselves in a notebook: the picture is imported when it is shown."""

FILES = sorted(
    path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE and path.parts[len(PACKAGE.parts)] != "bench"
)


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


def test_arrows_point_one_way() -> None:
    wrong = [
        f"{path}: {room} must not import {module}"
        for path in FILES
        for room in path.relative_to(PACKAGE).parts[:1]
        for module in imported(path)
        if forbidden(room, module)
    ]
    assert not wrong, "\n".join(wrong)


def forbidden(room: str, module: str) -> bool:
    """Whether a room may not import a module: a library it has no use for, or a room above it."""
    first, _, inner = module.partition(".")
    needed = inner.partition(".")[0]
    above = first == "talisman_nb" and needed in RANK and RANK[needed] > RANK[room] and (room, needed) not in LAZY
    return first in FORBIDDEN.get(room, ()) or above


READS_UP = {"text/written.py": "the texts of every room, for translators: lessons have some too"}
"""Modules that name files of a room above theirs, and why."""


def rooms_read(source: str) -> set[str]:
    """Rooms whose folders or files a source names: as the beginning of a path, or as a part that is joined to one."""
    tree = ast.parse(source)
    parts = {id(part) for node in ast.walk(tree) for part in _joined(node)}
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            room, *more = re.split(r"[/.]", node.value.removeprefix("talisman_nb").lstrip("./"))
            below = next(iter(more), "").rstrip("*{")
            if room in RANK and ((PACKAGE / room / below).exists() if below else id(node) in parts):
                found.add(room)
    return found


def _joined(node: ast.AST) -> tuple[ast.expr, ...]:
    """What an expression joins to a path: `folder / part`, `folder.joinpath(part)`, `files(part)`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return node.left, node.right
    joins = isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("files", "joinpath", "Path")
    return tuple(node.args) if isinstance(node, ast.Call) and joins else ()


def test_no_module_reads_the_files_of_a_room_above() -> None:
    """An import that is forbidden is not to be had by opening the other room's files either: they are handed in."""
    read_up = {
        where
        for path in FILES
        for where in [path.relative_to(PACKAGE).as_posix()]
        if any(RANK[room] > RANK[where.split("/")[0]] for room in rooms_read(path.read_text(encoding="utf-8")))
    }
    assert read_up == set(READS_UP), "these modules read files of a room above, or no longer do"


@pytest.mark.parametrize(
    ("source", "rooms"),
    [
        ('files("talisman_nb") / "rules" / "index"', {"rules"}),
        ('home.joinpath("text", name)', {"text"}),
        ('FOLDERS = ("rules/index", "text/phrases")', {"rules", "text"}),
        ('files("talisman_nb.text") / "names"', {"text"}),
        ('kind = "table"', set()),
        ('TYPE = "text/plain"', set()),
    ],
)
def test_a_path_into_a_room_is_found(source: str, rooms: set[str]) -> None:
    assert rooms_read(source) == rooms


LONGEST = 400
"""Lines of a file, all of them, docstrings too."""
MOST_MODULES = 350


def test_files_stay_small() -> None:
    written = [*PACKAGE.rglob("*.py"), *Path(__file__).parent.rglob("*.py")]
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in written}
    assert not {path: n for path, n in lines.items() if n > LONGEST}, "split these by topic"


def test_the_modules_stay_few() -> None:
    assert len(MODULES) <= MOST_MODULES, "a new one belongs into one that is there, or two of them together"


def test_docstrings_say_what_something_is_instead_of_asking() -> None:
    """A function's begins with a verb, all others with a noun: "What a seat sees." is a riddle without the code."""
    asking = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}: {node.value.value[:50]}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if str(node.value.value).startswith("What ")
    ]
    asking += [
        f"{path.relative_to(PACKAGE)}: {told}"
        for path in PACKAGE.rglob("*.js")
        for told in re.findall(r"^\s*/?\*\*?\s+(What .{0,45})", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not asking, "\n".join(asking)


SMALL = 60
"""Lines below which a module that one other imports belongs into that one."""


def test_small_modules_have_more_than_one_importer() -> None:
    importers: dict[str, set[str]] = {module: set() for module in MODULES}
    for module in MODULES:
        for name, _ in imports(module):
            importers[name].add(module)
    small = {
        module: sorted(found)
        for module, found in importers.items()
        if len(found) == 1
        and MODULES[module].name != "__init__.py"
        and len(MODULES[module].read_text(encoding="utf-8").splitlines()) < SMALL
        and MODULES[next(iter(found))].name != "__init__.py"
    }
    assert not small, "each of these belongs into the module that imports it"


MODULE_OF = {"fpdf2": "fpdf"}
"""Maps a package to its module, where that is called otherwise."""


def test_every_package_that_is_imported_is_declared_with_its_lowest_version() -> None:
    """One that only comes with another may come in a version with known holes."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    always, brought = _modules(project["dependencies"]), project["optional-dependencies"]
    found = {module.partition(".")[0].lower() for path in FILES for module in imported(path)}
    others = found - {name.lower() for name in sys.stdlib_module_names} - {"talisman_nb"} - always
    assert others <= (told := {name for names in IN_EXTRAS.values() for name in names}), others - told
    for extra, names in IN_EXTRAS.items():
        assert set(names) == (own := _modules(brought[extra])) & found, f"of {extra}: {own} and {names}"


def _modules(needs: list[str]) -> set[str]:
    """The modules of packages, but for other extras of ours."""
    names = (re.split(r"[>=<]", need)[0].replace("-", "_") for need in needs if "[" not in need)
    return {MODULE_OF.get(name, name) for name in names}


def test_the_engine_has_no_edition_in_it() -> None:
    for path in (PACKAGE / "engine").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for edition in ("revised4", "second", "third"):
            assert f'== "{edition}"' not in text and f"== '{edition}'" not in text, f"{path.name} asks for the edition"


MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
SHOWN_IN_NOTEBOOKS = {"talisman_nb.board.graph"}
"""Modules whose objects draw themselves in a notebook: they import the drawing when it is wanted."""
TYPES_ONLY = {
    "talisman_nb.engine.book_runtime": "an operation is a function of the working state, which keeps what is in force",
    "talisman_nb.engine.working_state": "keeps what is in force for each seat",
}
"""Modules that name a type of a module that needs them, and why; each import is for the type checker alone."""


def imports(module: str) -> Iterator[tuple[str, bool]]:
    """Every module of the package that a module imports, anywhere in it, and whether for its types alone."""
    path = MODULES[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    for_types = {node for block in blocks for node in ast.walk(block)}
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found = [full if (full := f"{base}.{alias.name}") in MODULES else base for alias in node.names]
        else:
            continue
        yield from ((name, node in for_types) for name in found if name in MODULES and name != module)


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions count; those for types and those of pictures in a notebook are listed above."""
    arrows = [
        (module, name)
        for module in MODULES
        for name, for_types in imports(module)
        if not (for_types and module in TYPES_ONLY)
    ]
    graph = nx.DiGraph(arrow for arrow in arrows if arrow[0] not in SHOWN_IN_NOTEBOOKS or ".drawing" not in arrow[1])
    circles = [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1]
    assert not circles, "these need each other: move what both need to a module of its own"


def test_every_exception_to_the_arrows_is_needed() -> None:
    for module in TYPES_ONLY:
        assert any(for_types for _, for_types in imports(module)), f"{module} imports no types"


def test_the_id_of_an_unseen_card_is_written_once() -> None:
    """`model.UNSEEN`: a second spelling in another room could drift from it."""
    written = [
        str(path.relative_to(PACKAGE))
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value == "spell?"
    ]
    assert written == ["model/state.py"]
