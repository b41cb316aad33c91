"""The folder of the user's data: saved tables, layers and boxes, rulings and texts of one's own, running servers.

Beside it the cache folder, in which is kept what was worked out of the program's own files (`kept`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TypeVar, get_args

import msgspec
import platformdirs

from .bounds import Lang


def home() -> Path:
    """Return the user's data folder: `TALISMAN_NB_HOME`, else the local (not roaming) data folder of the platform."""
    chosen = os.environ.get("TALISMAN_NB_HOME")
    if chosen:
        return Path(chosen).expanduser().resolve()
    return platformdirs.user_data_path("talisman-nb", appauthor=False)


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder, sorted; none where it can't be opened."""
    try:
        return sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError:
        return []


def boxes_folder() -> Path:
    """The folder of the boxes that are installed for this user, `<id>/<version>/`, whether it exists or not."""
    return home() / "boxes"


def box_layers() -> dict[str, Path]:
    """The folders of the installed boxes, by the name of the layer that each is, such as `dragons-v1-4`."""
    boxes = [box for box in folders_in(boxes_folder()) if PLAIN_NAME.fullmatch(box.name)]
    folders = (folder for box in boxes for folder in folders_in(box) if VERSION.fullmatch(folder.name))
    return {box_layer_name(folder.parent.name, folder.name): folder for folder in folders}


def box_layer_name(id: str, version: str) -> str:
    """The name of the layer that a version of a box is.

    >>> box_layer_name("dragons", "1.4")
    'dragons-v1-4'
    """
    return f"{id}-v{version.replace('.', '-')}"


VERSION = re.compile(r"\d{1,3}(\.\d{1,3}){0,2}")
"""Matches the name of the folder of a version."""
PLAIN_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""The names a layer may have."""

LANGUAGES: tuple[str, ...] = get_args(Lang)


def in_every_language(given: Any) -> Any:
    """The texts of a table by language, those it lacks filled with the first it has, marked with that language.

    A single text stands for all languages; what is neither, and other keys of the table, are left as they are.

    >>> in_every_language({"pl": "Tak gramy."})["it"], in_every_language("Tak gramy.")["it"]
    ('[pl] Tak gramy.', 'Tak gramy.')
    """
    if isinstance(given, str):
        return dict.fromkeys(LANGUAGES, given)
    if not isinstance(given, dict):
        return given
    first = next((lang for lang in LANGUAGES if isinstance(given.get(lang), str)), "")
    return {**dict.fromkeys(LANGUAGES, f"[{first}] {given[first]}"), **given} if first else given


# --- what is kept of the program's own files ---

Made = TypeVar("Made")
PACKAGE = Path(__file__).resolve().parents[1]
SEAL = 16
"""Bytes in front of what is kept, by which a damaged file is known."""
MOST_KEPT = 16
"""Files that are kept of a name: of other versions, languages and house rules."""
MOST_SHORT = 512
"""As many of a name whose files take a block of the disk: that a book is valid, of stacks and mixes of house rules."""
BLOCK = 4096


def cache_folder() -> Path:
    """Return the user's cache folder, whether it exists or not."""
    return platformdirs.user_cache_path("talisman-nb", appauthor=False)


def kept(name: str, make: Callable[[], Made], type: Any = Any, of: Iterable[str] = ()) -> Made:
    """Return what `make` makes of the program's own files, read from the cache folder if it was made before.

    It is made anew as soon as a file of the program is another (`program_stamp`), and where the kept file is missing,
    damaged or of another shape. Where nothing can be written it is made each time.

    Arguments:
        name: what it is, a word for the name of the file.
        make: makes it; its result is made of values and structs that msgpack can say.
        type: the type of it.
        of: what it depends on besides the files of the program.

    >>> kept("doctest", lambda: {"wolf": 2}, dict[str, int], ["anything"])
    {'wolf': 2}
    """
    stamp = program_stamp()
    if not stamp:
        return make()
    digest = blake2b("\0".join((stamp, *of)).encode(), digest_size=SEAL).hexdigest()
    file = cache_folder() / "kept" / f"{name}-{digest}.msgpack"
    with suppress(OSError, msgspec.DecodeError):
        written = file.read_bytes()
        if _seal(written[SEAL:]) == written[:SEAL]:
            found: Made = msgspec.msgpack.decode(memoryview(written)[SEAL:], type=type)
            return found
    made = make()
    if _stamp_of(PACKAGE) == stamp:  # none of its files was changed while this program ran
        said = msgspec.msgpack.encode(made)
        with suppress(OSError):
            write_whole(file, _seal(said) + said)
            _forget_old(file.parent, name, MOST_SHORT if len(said) < BLOCK else MOST_KEPT)
    return made


def write_whole(file: Path, content: bytes) -> None:
    """Write a file that is there as a whole or not at all, for whoever reads meanwhile. Raises `OSError`."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=file.parent, delete=False) as written:
        written.write(content)
    try:
        Path(written.name).replace(file)
    except OSError:
        Path(written.name).unlink(missing_ok=True)
        raise


def _seal(content: bytes) -> bytes:
    return blake2b(content, digest_size=SEAL).digest()


def _forget_old(folder: Path, name: str, most: int) -> None:
    """Remove the oldest of what is kept under a name."""
    of_name = (file for file in folder.iterdir() if file.name.rpartition("-")[0] == name)
    for file in sorted(of_name, key=lambda file: file.stat().st_mtime, reverse=True)[most:]:
        file.unlink(missing_ok=True)


@cache
def program_stamp() -> str:
    """Return a hash of names, sizes and times of all files of the program; "" where they are no plain files. Cached."""
    return _stamp_of(PACKAGE)


def _stamp_of(package: Path) -> str:
    try:
        found = [*_files_in(package), *_files_in(package.parent / "boards")]
    except OSError:
        return ""
    return blake2b("\n".join((msgspec.__version__, *found)).encode(), digest_size=SEAL).hexdigest() if found else ""


def _files_in(folder: str | Path) -> Iterator[str]:
    """Yield the files below a folder, each with its size and time; none where there is no such folder."""
    with suppress(FileNotFoundError), os.scandir(folder) as inside:
        for entry in inside:
            if entry.is_dir():
                yield from _files_in(entry.path) if entry.name != "__pycache__" else ()
            elif not entry.name.endswith(".pyc"):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"
