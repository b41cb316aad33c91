"""Bundler of the panel's ES modules and style sheets: a widget needs one text of each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
STYLES = (
    "base", "motif", "regions", "buttons", "moment", "ask", "fight", "card_beside", "dice", "ways", "shop", "sheets",
    "motion", "hand_moves", "look_up", "touchable", "journal", "chronicle", "board", "correction", "people", "setup",
    "layouts", "straight", "preferences", "phone",
)  # fmt: skip
"""The style sheets in `css/`, in the order of the cascade: a later one wins over an earlier one."""
IMPORT = re.compile(r'^import\s+\{[^}]*\}\s+from\s+"\./([\w-]+\.js)";?[ \t]*\n?', re.M)
"""Matches a named import of a file in the same folder; the group is its name."""
EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|const|let|class)\b)", re.M)
"""Matches the keyword `export` before a declaration."""
TOP_LEVEL = re.compile(r"^(?:export\s+)?(?:async\s+)?(?:function|const|let|class)\s+([\w$]+)", re.M)
"""Matches a top-level declaration; the group is its name."""


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
    return load_esm(HERE / "js" / "companion.js")


def panel_css() -> str:
    """Return the panel's one style sheet."""
    return _styles(STYLES)


def part_esm() -> str:
    """Return the one ES module of the parts of the companion."""
    return load_esm(HERE / "js" / "part.js")


def part_css() -> str:
    """Return the one style sheet of the parts of the companion."""
    return _styles(PART_STYLES)


def _styles(names: Iterable[str]) -> str:
    return "\n".join((HERE / "css" / f"{name}.css").read_text("utf-8") for name in names)


def hosted_esm(name: str) -> str:
    """Return the one ES module of a page of a hosted table: "phone" (also the laptop's), "television" or "codes"."""
    return load_esm(HERE / "js" / f"{name}.js")


def hosted_css(name: str) -> str:
    """Return the one style sheet of a page of a hosted table."""
    return _styles(TELEVISION_STYLES) if name == "television" else panel_css()


def load_esm(path: Path) -> str:
    """Return one self-contained module: `path` and its imports in dependency order, each once.

    Raises `ValueError` for circular imports, or for a top-level name defined in two files (they share one scope).
    """
    parts: dict[Path, str] = {}
    _gather(path, parts)
    _check_names(parts)
    *needed, main = parts.values()
    return "".join(EXPORT.sub("", part) for part in needed) + main


def _gather(path: Path, parts: dict[Path, str], above: tuple[Path, ...] = ()) -> None:
    """Add `path` to `parts` after its imports; `above` are the files being added, to detect circular imports."""
    if path in above:
        raise ValueError(f"{path.name} imports itself by way of {', '.join(p.name for p in above)}")
    if path in parts:
        return
    text = path.read_text("utf-8")
    for name in IMPORT.findall(text):
        _gather(path.parent / name, parts, (*above, path))
    parts[path] = f"// {path.name}\n" + IMPORT.sub("", text)


def _check_names(parts: dict[Path, str]) -> None:
    """Raise `ValueError` if two files define the same top-level name."""
    owner: dict[str, str] = {}
    for path, text in parts.items():
        for name in TOP_LEVEL.findall(text):
            if name in owner:
                raise ValueError(f"{path.name}: {name!r} is already a name in {owner[name]}: call one otherwise")
            owner[name] = path.name
