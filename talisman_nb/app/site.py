"""The command `site`: a folder that any web server can hand out, in whose pages the program runs by itself."""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import io
import json
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

from talisman_nb.panels.sync.bundle import LETTERS_FILE, drawn_face, letters
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

from . import paths as places
from .check_machine import DISTRIBUTION
from .console import language, say, words

PYODIDE = "314.0.7"
"""Version of the Python for browsers (CPython 3.14), from the npm registry."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
"""Files of it that a page needs."""
CORE_ADDRESS = f"https://registry.npmjs.org/pyodide/-/pyodide-{PYODIDE}.tgz"
CORE_DIGEST = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""SHA-512 of what lies there, as the registry tells it (`npm view pyodide dist.integrity`)."""
NODE = "20.19"
"""The Node that reads `engine.js` as a module without being told."""
COMPILED = "msgspec==0.23.0"
"""The one package that has to be compiled for that Python."""
OF_NOTEBOOKS = ("jedi", "micropip==0.11.1", "parso")
"""Packages that the kernel of notebooks starts with, and no page does."""
FOR_BROWSER = ("--python-version", "3.14", "--platform", "pyemscripten_2026_0_wasm32", "--implementation", "cp",
               "--abi", "cp314", "--only-binary=:all:", "--no-deps")  # fmt: skip
"""Options of pip by which packages for that Python are found."""
PACKAGES = (
    "anywidget", "babel", "comm", "ipython", "ipywidgets", "networkx", "platformdirs", "portalocker", "psygnal",
    "pygments", "snowballstemmer", "svgwrite", "traitlets", "typing_extensions",
)  # fmt: skip
"""Packages that are taken as they are installed here: all are Python alone."""
OF_KERNEL = (
    "asttokens", "executing", "ipython-pygments-lexers", "matplotlib-inline", "prompt_toolkit", "pure_eval",
    "stack_data", "wcwidth",
)  # fmt: skip
"""Those that the kernel of notebooks has besides."""
LEFT_OUT = ("/tests/", "__pycache__", "anywidget/nbextension", "talisman_nb/docs/", "talisman_nb/bench/", "app/share/")
"""Parts of paths of files that nobody reads."""
OF_CELLS = ("pygments/lexers/", "pygments/styles/", "IPython/terminal/")
"""Parts of paths of files that a kernel reads and no page does."""
LOCALES = {"root", "en", "en_001", "en_GB", *LANGUAGES}
"""Those of Babel's that four languages ask for."""
MEGABYTE = 1_000_000
SQUEEZE = 7
"""How hard files are squeezed: the hardest takes five times as long for a hundredth less."""
MOST_SAID = 200
"""Letters of what Node says when it fails."""


class NoSourceError(OSError):
    """Raised when Python for browsers or a package of it can't be fetched; says which."""


class NoNodeError(OSError):
    """Raised when Node is missing or fails; says how."""


def site(name: str, notebooks: bool, lang: str | None) -> int:
    """Write the site into a folder, if wished with the notebooks in a JupyterLite.

    Return 2 without a folder or for one that has something else, 1 without network or Node.
    """
    if notebooks:
        from . import lite  # says which extra is missing, before anything is fetched
    spoken, into = load_phrases(language(lang)), Path(name).expanduser()
    if not name or (into.is_dir() and any(into.iterdir()) and not (into / MARK).is_file()):
        said = words(lang, "site-how", code=f"{DISTRIBUTION} site talisman-site")
        say(words(lang, "site-full", folder=into) if name else said, sys.stderr)
        return 2
    say(words(lang, "site-begins"))
    if notebooks:
        say(words(lang, "site-notebooks", size=30))
    try:
        write_site(into, lite.write_notebooks if notebooks else None)
    except NoSourceError as wrong:
        say(words(lang, "site-offline", what=str(wrong)), sys.stderr)
        return 1
    except ChildProcessError as wrong:
        say(words(lang, "site-unbuilt", problem=str(wrong)), sys.stderr)
        return 1
    except NoNodeError as wrong:
        say(words(lang, "site-node", version=NODE, problem=str(wrong)), sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in into.rglob("*") if file.is_file()) / MEGABYTE
    say(spoken.say("console", "site-written", folder=into, size=round(size), code=f"python -m http.server -d {into}"))
    return 0


MARK = "site.json"
"""The file that lists all others, with the site's version: a folder with it is one of ours, and is written anew."""


def write_site(into: Path, notebooks: Callable[[Path, list[Path], Path], None] | None = None) -> None:
    """Write all files; `notebooks` puts those of JupyterLite beside them, from wheels and in a scratch folder.

    Raises `NoSourceError` if something can't be fetched, `NoNodeError` without Node, `ChildProcessError` if JupyterLite
    can't be built; nothing has been written then.
    """
    with tempfile.TemporaryDirectory() as made:
        fresh = Path(made) / "site"
        shutil.copytree(Path(__file__).parent / "share" / "static", fresh)
        (fresh / "pyodide").mkdir()
        for name, data in _core(Path(made)).items():
            (fresh / "pyodide" / name).write_bytes(data)
        wheel = _compiled_wheel(Path(made))
        program = _packed(_contents(wheel))
        (fresh / "python.bin").write_bytes(_squeezed(program))
        (fresh / "memory.bin").write_bytes(_squeezed(_memory(fresh / "engine.js", program, Path(made))))
        (fresh / LETTERS_FILE).write_bytes(letters())
        _fill(fresh)
        if notebooks:
            (fresh / "python.zip").write_bytes(_archive(_contents(wheel, (*PACKAGES, *OF_KERNEL), LEFT_OUT)))
            notebooks(fresh, _wheels(Path(made) / "wheels", OF_NOTEBOOKS), Path(made) / "notebooks")
        shutil.copytree(fresh, into, dirs_exist_ok=True)


def _fill(folder: Path) -> None:
    """Put words and the list of files into the pages."""
    said = {lang: dict(load_phrases(lang).topics["site"]) for lang in LANGUAGES}
    page = folder / "index.html"
    page.write_text(page.read_text("utf-8").replace("/*letters*/", drawn_face(inside=False)), "utf-8", newline="\n")
    files = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    sizes = {name: (folder / name).stat().st_size for name in files}
    version = hashlib.sha256(b"".join((folder / name).read_bytes() for name in files)).hexdigest()[:16]
    (folder / "words.json").write_text(json.dumps(said, ensure_ascii=False), "utf-8", newline="\n")
    known = {"version": version, "sizes": sizes | {"words.json": (folder / "words.json").stat().st_size}}
    (folder / MARK).write_text(json.dumps(known), "utf-8", newline="\n")
    worker = folder / "service.js"
    worker.write_text(worker.read_text("utf-8").replace("{version}", version), "utf-8", newline="\n")


def _core(scratch: Path) -> dict[str, bytes]:
    """Return the files of Python for browsers, fetched by npm where it is installed; the lock names no package."""
    try:
        if npm := shutil.which("npm"):
            subprocess.run(
                [npm, "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=scratch, check=True, capture_output=True
            )
            data = next(scratch.glob("pyodide-*.tgz")).read_bytes()
        else:
            with urlopen(CORE_ADDRESS, timeout=60) as answer:
                data = answer.read()
    except (OSError, subprocess.CalledProcessError) as wrong:
        raise NoSourceError(f"pyodide {PYODIDE}, {CORE_ADDRESS}") from wrong
    if hashlib.sha512(data).digest() != b64decode(CORE_DIGEST):
        raise NoSourceError(f"pyodide {PYODIDE}, {CORE_ADDRESS} (SHA-512)")
    with tarfile.open(fileobj=io.BytesIO(data)) as packed:
        found = {name: packed.extractfile(f"package/{name}") for name in CORE}
        core = {name: file.read() for name, file in found.items() if file}
    lock = json.loads(core["pyodide-lock.json"])
    return core | {"pyodide-lock.json": json.dumps({**lock, "packages": {}}).encode()}


def _compiled_wheel(scratch: Path) -> Path:
    return _wheels(scratch, (COMPILED,))[0]


def _wheels(into: Path, packages: Sequence[str]) -> list[Path]:
    """Fetch wheels of packages for the browser's Python into a folder. Raises `NoSourceError`."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", *FOR_BROWSER, "--dest", str(into), *packages]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as wrong:
        raise NoSourceError(f"{' '.join(packages)}, {' '.join(FOR_BROWSER[:4])}") from wrong
    return sorted(into.glob("*.whl"))


def _contents(
    wheel: Path, packages: Sequence[str] = PACKAGES, left_out: Sequence[str] = (*LEFT_OUT, *OF_CELLS)
) -> dict[str, bytes]:
    """Return the program and what it needs, by path: installed packages, and a wheel."""
    found = {path: file.read_bytes() for path, file in sorted(dict(_files(packages, left_out)).items())}
    with zipfile.ZipFile(wheel) as compiled:
        return found | {name: compiled.read(name) for name in compiled.namelist()}


def _packed(contents: dict[str, bytes]) -> bytes:
    """Return files as `packed` of `engine.js` joins them: their paths and sizes, then they."""
    head = json.dumps({"files": [[path, len(data)] for path, data in contents.items()]}).encode()
    return b"".join((struct.pack("<I", len(head)), head, *contents.values()))


def _archive(contents: dict[str, bytes]) -> bytes:
    """Return files as an archive, which a kernel unpacks where its Python looks; the same on each day."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, data in contents.items():
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, SQUEEZE)
    return packed.getvalue()


def _memory(engine: Path, program: bytes, scratch: Path) -> bytes:
    """Return a picture of the memory of a program that is ready to show a page; Node makes it (`engine.js`)."""
    (scratch / "program").write_bytes(program)
    command = [shutil.which("node") or "node", str(engine), str(scratch / "program"), str(scratch / "memory")]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
        return (scratch / "memory").read_bytes()
    except OSError as wrong:
        raise NoNodeError(str(wrong)) from wrong
    except subprocess.CalledProcessError as wrong:
        told = [line for line in wrong.stderr.splitlines() if "Error" in line]
        raise NoNodeError(told[-1][:MOST_SAID] if told else str(wrong)) from wrong


def _squeezed(data: bytes) -> bytes:
    """Return bytes as a browser unpacks them, the same on each day."""
    return gzip.compress(data, SQUEEZE, mtime=0)


def _files(packages: Sequence[str], left_out: Sequence[str]) -> Iterator[tuple[str, Path]]:
    """Yield the path in the archive and the file of everything that may be read."""

    def is_read(path: str) -> bool:
        about = ".dist-info/" in path and not path.endswith("METADATA")
        return not (about or path.startswith("..") or path.endswith((".so", ".pyd", ".pyi"))
                    or any(part in path for part in left_out))  # fmt: skip

    for package in packages:
        for file in importlib.metadata.files(package) or ():
            path = file.as_posix()
            if is_read(path) and (file.parent.name != "locale-data" or file.stem in LOCALES):
                yield path, Path(str(file.locate()))
    for inside, folder in (("talisman_nb", places.PACKAGE), ("talisman_nb/boards", places.boards_dir())):
        for found in folder.rglob("*"):
            path = f"{inside}/{found.relative_to(folder).as_posix()}"
            if found.is_file() and is_read(path):
                yield path, found
