"""Bundler of the panel's ES modules and style sheets: a widget needs one text of each."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parents[1]
STYLES = (
    "base", "motif", "regions", "buttons", "moment", "ask", "fight", "card_beside", "dice", "ways", "shop", "sheets",
    "motion", "hand_moves", "look_up", "touchable", "journal", "chronicle", "board", "correction", "people", "setup",
    "layouts", "straight", "preferences", "phone",
)  # fmt: skip
"""The style sheets in `css/`, in the order of the cascade: a later one wins over an earlier one."""
IMPORT = re.compile(r'^import\s+\{([^}]*)\}\s+from\s+"(\.[^"]*)";', re.M)
"""Matches an import by name; the groups are the names, and the path from the importing module."""
EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|const|class)\s+([\w$]+))", re.M)
"""Matches the keyword `export` before a declaration; the group is the declared name."""
OTHER_FORM = re.compile(r"^(?:import|export)\b.*", re.M)
"""Matches an import or export of a form that is not joined."""
COMMENT = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/$", re.M | re.S)
"""Matches a comment of whole lines."""
BY_NAME = 'a module says `import { a } from "./b.js";`, and `export` before a function, a class or a const'


TELEVISION_STYLES = (
    "base",
    "motif",
    "regions",
    "dice",
    "fight",
    "sheets",
    "motion",
    "board",
    "moment",
    "ways",
    "television",
)
"""Those of a television's page."""
PART_STYLES = (
    "base", "motif", "regions", "buttons", "fight", "card_beside", "dice", "ways", "sheets", "touchable", "look_up",
    "journal", "board", "preferences", "part", "bench",
)  # fmt: skip
"""Those of the parts of the companion that are widgets by themselves."""


def panel_esm() -> str:
    """Return the panel's one ES module."""
    return load_esm("pages/companion.js")


def panel_css() -> str:
    """Return the panel's one style sheet."""
    return _styles(STYLES)


def part_esm() -> str:
    """Return the one ES module of the parts of the companion."""
    return load_esm("pages/part.js")


def part_css() -> str:
    """Return the one style sheet of the parts of the companion."""
    return _styles(PART_STYLES)


def _styles(names: Iterable[str]) -> str:
    return "\n".join((HERE / "css" / f"{name}.css").read_text("utf-8") for name in names)


def hosted_esm(name: str) -> str:
    """Return the one ES module of a page of a hosted table: "phone" (also the laptop's), "television" or "codes"."""
    return load_esm(f"pages/{name}.js")


def hosted_css(name: str) -> str:
    """Return the one style sheet of a page of a hosted table."""
    return _styles(TELEVISION_STYLES) if name == "television" else panel_css()


def load_esm(entry: str, folder: Path = HERE / "js") -> str:
    """Return one self-contained module: `entry`, and before it all that it imports, in dependency order.

    Each imported module is a function that is called once and returns what the module exports, so that a name need be
    unique in its module only. Line 7 of a module stands 7 lines below the line with the module's path.

    Arguments:
        entry: path of the entry point in `folder`, with slashes.
        folder: the folder of all modules.

    Raises `ValueError`, with the place, for imports in a circle, for a module or a name that is not there, and for an
    import or export that is not by name; only the entry point may say `export default`.

    >>> print(load_esm("pages/codes.js").splitlines()[1])
    // pages/codes.js
    """
    joined = _Joined(folder)
    joined.add(entry, ())
    return "".join(("const $modules = {};\n", *joined.functions, f"// {entry}\n", joined.main))


class _Joined:
    """Modules being joined, each after those it imports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.exports: dict[str, list[str]] = {}
        self.functions: list[str] = []
        self.main = ""

    def add(self, path: str, importers: tuple[str, ...]) -> None:
        """Add a module after all that it imports; `importers` led to it, the entry point first."""
        if path in importers:
            circle = " -> ".join((*importers[importers.index(path) :], path))
            raise ValueError(f"{circle}: imports in a circle: move what both need to a module that imports neither")
        if path in self.exports:
            return
        text = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), (self.folder / path).read_text("utf-8"))
        text = IMPORT.sub(lambda found: self._constant(found, (*importers, path)), text)
        exports = self.exports[path] = EXPORT.findall(text)
        text = EXPORT.sub("", text)
        for found in OTHER_FORM.finditer(text):
            if importers or not found[0].startswith("export default "):
                raise ValueError(f"{path}:{_line(found)}: {found[0]!r}: {BY_NAME}")
        if importers:
            names = ", ".join(exports)
            self.functions.append(f'$modules["{path}"] = (() => {{\n{text}return {{ {names} }};\n}})();\n')
        else:
            self.main = text

    def _constant(self, found: re.Match[str], importers: tuple[str, ...]) -> str:
        """Add what an import names, and return the import as a constant."""
        place = f"{importers[-1]}:{_line(found)}"
        path = posixpath.normpath(posixpath.join(posixpath.dirname(importers[-1]), found[2]))
        if not (self.folder / path).is_file():
            raise ValueError(f"{place}: there is no {path} in {self.folder}")
        self.add(path, importers)
        exports = self.exports[path]
        for name in filter(None, map(str.strip, found[1].split(","))):
            if name not in exports:
                raise ValueError(f"{place}: {path} exports no {name!r}; it exports {', '.join(exports) or 'nothing'}")
        return f'const {{{found[1]}}} = $modules["{path}"];'


def _line(found: re.Match[str]) -> int:
    return found.string.count("\n", 0, found.start()) + 1
