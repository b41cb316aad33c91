"""Join small ES modules into the one that a widget can carry: named relative imports become the file's text."""

from __future__ import annotations

import re
from pathlib import Path

IMPORT = re.compile(r'^import\s+\{[^}]*\}\s+from\s+"\./([\w-]+\.js)";?[ \t]*\n?', re.M)
EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function|const|let|class)\b)", re.M)
TOP_LEVEL = re.compile(r"^(?:export\s+)?(?:async\s+)?(?:function|const|let|class)\s+([\w$]+)", re.M)


def load_esm(path: Path) -> str:
    """Return one self-contained module: each file that `path` imports, once, before what needs it.

    Raises ValueError when two files give the same top-level name to different things (there is one name space).
    """
    parts: dict[Path, str] = {}
    _gather(path, parts)
    _refuse_twins(parts)
    *needed, main = parts.values()
    return "".join(EXPORT.sub("", part) for part in needed) + main


def _gather(path: Path, parts: dict[Path, str], above: tuple[Path, ...] = ()) -> None:
    """Add `path` to `parts` after everything it imports."""
    if path in above:
        raise ValueError(f"{path.name} imports itself by way of {', '.join(p.name for p in above)}")
    if path in parts:
        return
    text = path.read_text("utf-8")
    for name in IMPORT.findall(text):
        _gather(path.parent / name, parts, (*above, path))
    parts[path] = f"// {path.name}\n" + IMPORT.sub("", text)


def _refuse_twins(parts: dict[Path, str]) -> None:
    owner: dict[str, str] = {}
    for path, text in parts.items():
        for name in TOP_LEVEL.findall(text):
            if name in owner:
                raise ValueError(f"{path.name}: {name!r} is already a name in {owner[name]}: call one otherwise")
            owner[name] = path.name
