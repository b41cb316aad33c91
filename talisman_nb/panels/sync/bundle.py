"""Bundler of the panel's ES modules, style sheets and display letters: a widget needs one text of each."""

from __future__ import annotations

import os
import posixpath
import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING
from warnings import warn
from weakref import ref

from talisman_nb.model.data_folder import cache_folder, kept, write_whole

if TYPE_CHECKING:
    from anywidget._file_contents import VirtualFileContents

HERE = Path(__file__).parents[1]
RELOADS = os.environ.get("ANYWIDGET_HMR") == "1"
"""Whether views are to show a changed script or style sheet at once: for whoever writes them."""
LOOKS = 0.3
"""Seconds between two looks at the files, then."""
STYLES = (
    "base", "motif", "regions", "buttons", "moment", "ask", "fight", "card_beside", "dice", "ways", "shop", "sheets",
    "motion", "hand_moves", "look_up", "touchable", "journal", "chronicle", "board", "correction", "people", "setup",
    "layouts", "straight", "preferences", "phone", "display",
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
    "display",
    "television",
)
"""Those of a television's page."""
PART_STYLES = (
    "base", "motif", "regions", "buttons", "fight", "card_beside", "dice", "ways", "sheets", "touchable", "look_up",
    "journal", "board", "preferences", "part", "bench", "card_grid", "workshop",
    "display",
)  # fmt: skip
"""Those of the parts of the companion that are widgets by themselves."""


def panel_esm() -> str:
    """Return the panel's one ES module."""
    return _script("companion")


def panel_css() -> str:
    """Return the panel's one style sheet; its letters are those of `drawn_face`, which a page is sent once."""
    return _styles(STYLES)


def part_esm() -> str:
    """Return the one ES module of the parts of the companion."""
    return _script("part")


def loader_esm() -> str:
    """Return the few lines that each part is sent with: they fetch `part_esm` and `part_css`, sent once a kernel."""
    return _script("part_loader")


def _script(page: str) -> str:
    if RELOADS:
        return load_esm(f"pages/{page}.js")
    return kept(f"{page}-script", lambda: load_esm(f"pages/{page}.js"), str)


def part_css() -> str:
    """Return the one style sheet of the parts of the companion; its letters are those of `drawn_face`."""
    return _styles(PART_STYLES)


def _styles(names: Iterable[str]) -> str:
    """Return style sheets as one."""
    found = tuple(names)

    def read() -> str:
        return "\n".join((HERE / "css" / f"{name}.css").read_text("utf-8") for name in found)

    return read() if RELOADS else kept("styles", read, str, found)


def hosted_esm(name: str) -> str:
    """Return the one ES module of a hosted page: "phone" (also the laptop's), "television", "part" or "plain"."""
    return load_esm(f"pages/{name}.js")


def hosted_css(name: str) -> str:
    """Return the one style sheet of a page of a hosted table; its letters are a file beside it."""
    own = {"television": TELEVISION_STYLES, "part": PART_STYLES}
    return "\n".join((_face(inside=False), _styles(own.get(name, STYLES))))


def load_esm(entry: str, folder: Path = HERE / "js") -> str:
    """Return one self-contained module: `entry`, and before it all that it imports, in dependency order.

    Each imported module is a function that is called once and returns what the module exports, so that a name need be
    unique in its module only. Line 7 of a module stands 7 lines below the line with the module's path.

    Arguments:
        entry: path of the entry point in `folder`, with slashes.
        folder: the folder of all modules.

    Raises `ValueError`, with the place, for imports in a circle, for a module or a name that is not there, and for an
    import or export that is not by name; only the entry point may say `export default`.

    >>> print(load_esm("pages/plain.js").splitlines()[1])
    $modules["base/elements.js"] = (() => {
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


# Changed while a kernel runs: as anywidget does with a file, but of a text that is joined of many.


def as_sent(make: Callable[[], str]) -> str | VirtualFileContents:
    """Return a text of files of the panel; with `RELOADS` one that changes whenever they do, in all views."""
    if not RELOADS:
        return make()
    from anywidget._file_contents import VirtualFileContents

    seen = _times()  # before it is made: what changes meanwhile is seen
    text = VirtualFileContents(make())
    Thread(target=_follow, args=(make, ref(text), seen), name="talisman-nb reload", daemon=True).start()
    return text


def _follow(make: Callable[[], str], found: ref[VirtualFileContents], seen: dict[Path, int]) -> None:
    """Make a text anew whenever a file of the panel has changed; where that fails it is told, and the last stays."""
    while text := found():
        if (now := _times()) != seen:
            seen = now
            try:
                made = make()
                if made != text.contents:
                    text.contents = made
            except (OSError, ValueError) as wrong:
                warn(str(wrong), stacklevel=1)
        del text
        sleep(LOOKS)


def _times() -> dict[Path, int]:
    """Return when each script and style sheet was changed; one that is being replaced is left out."""
    found = {}
    for file in (*(HERE / "js").rglob("*.js"), *(HERE / "css").glob("*.css")):
        with suppress(OSError):
            found[file] = file.stat().st_mtime_ns
    return found


# The display letters: headlines, names and large numbers are set in one face, which an installed package brings.

FACE, FACE_PACKAGE, FACE_FILE = "Vollkorn", "fontpkg-vollkorn", "files/Vollkorn[wght].ttf"
"""The typeface (SIL Open Font License 1.1), the package that brings it, and its file there: all its weights."""
WEIGHT = 750
"""The one weight that is taken of it."""
ALPHABET = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C)))) + "‘’‚“”„–—…‹›−≈→±×"
"""Letters that are taken of it: those of the languages of Europe that have Latin ones."""
FEATURES = ("kern", "tnum", "locl", "ccmp", "mark")
"""Features that are taken of it: pairs, digits of one width, marks on letters; digits are as high as capitals."""
LETTERS_FILE = "letters.woff"
"""Name of the file that a page of a hosted table is served."""
READY_LETTERS = Path(__file__).with_name(LETTERS_FILE)
"""The file of them in a browser, which can't make them."""


@cache
def letters() -> bytes:
    """Return the display letters as a WOFF file of about 32 kB; b"" where the package that brings them is missing.

    Making them takes about a second; so they are kept in the user's cache folder, if that can be written.
    """
    if READY_LETTERS.is_file():
        return READY_LETTERS.read_bytes()
    found = find_spec(FACE_PACKAGE.replace("-", "_"))
    source = Path(found.origin or "").parent / FACE_FILE if found else None
    if source is None or not source.is_file():
        return b""
    file = cache_folder() / f"letters-{version(FACE_PACKAGE)}-{WEIGHT}-{len(ALPHABET)}-{len(FEATURES)}.woff"
    with suppress(OSError):
        return file.read_bytes()
    from talisman_nb.drawing.printed_pages import letters_of_face

    made = letters_of_face(WEIGHT, ALPHABET, FEATURES, "woff")
    with suppress(OSError):
        write_whole(file, made)
    return made


def drawn_face(*, inside: bool = True) -> str:
    """Return the rule of a style sheet by which a page or a drawing has the display letters; "" without them.

    They are in the rule, or not `inside`: in the file `LETTERS_FILE` beside the page.
    """
    return _face(inside=inside)


def _face(*, inside: bool) -> str:
    """Return the rule of a style sheet that names the letters, as a data address or a file beside; "" without them.

    Lines of it are as high as those of the system's faces: its own are a third higher than its letters need.
    """
    if not letters():
        return ""
    address = f"data:font/woff;base64,{b64encode(letters()).decode()}" if inside else LETTERS_FILE
    return (
        f'@font-face {{ font-family: "{FACE}"; font-weight: 1 1000; font-display: block; '
        f'ascent-override: 92%; descent-override: 24%; line-gap-override: 0%; src: url("{address}") format("woff"); }}'
    )
