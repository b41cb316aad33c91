"""Is the static site written whole or not at all, and does a widget without a kernel talk to its page?"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import comm
import pytest

import talisman_nb
from talisman_nb.app import cli, lite, page_kernel
from talisman_nb.app import site as command
from talisman_nb.app.paths import notebooks_dir
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

CORE = dict.fromkeys(command.CORE, b"core") | {"pyodide-lock.json": b"{}"}


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """In the place of the one package that is fetched."""
    file = tmp_path / "msgspec-0-cp314.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("msgspec/_core.so", b"compiled")
    return file


@pytest.fixture
def fetched(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_core", lambda scratch: CORE)
    monkeypatch.setattr(command, "_compiled_wheel", lambda scratch: wheel)


@pytest.mark.usefixtures("fetched")
def test_all_that_a_page_asks_for_is_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site"
    assert cli.main(["site", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "14 MB" in said.splitlines()[0] and f"python -m http.server -d {folder}" in said
    known = json.loads((folder / "site.json").read_text("utf-8"))
    assert {*known["sizes"], "site.json"} == {
        file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()
    }
    assert known["version"] in (folder / "service.js").read_text("utf-8")
    page = (folder / "index.html").read_text("utf-8")
    assert "@font-face" in page and "http" not in page
    said_there = json.loads((folder / "words.json").read_text("utf-8"))
    assert set(said_there) == set(LANGUAGES)
    files = {path: (folder / path).read_bytes() for path in known["sizes"]}
    assert cli.main(["site", str(folder)]) == 0, "one of ours is written anew"
    assert {path: (folder / path).read_bytes() for path in known["sizes"]} == files, "and is the same"


@pytest.mark.usefixtures("fetched")
def test_the_archive_has_what_the_program_needs_and_nothing_of_its_servers(wheel: Path) -> None:
    with zipfile.ZipFile(BytesIO(command._packages(wheel))) as archive:
        names = set(archive.namelist())
    needed = (
        "talisman_nb/app/page_kernel.py", "talisman_nb/boards/revised4.toml", "talisman_nb/layers/revised4/rules.toml",
        "talisman_nb/panels/js/pages/companion.js", "networkx/__init__.py", "msgspec/_core.so",
        "babel/locale-data/pl.dat",
    )  # fmt: skip
    assert not set(needed) - names
    assert not [name for name in names if name.startswith(("jedi/", "talisman_nb/docs/")) or "/locale-data/de" in name]
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    taken = {each.lower().replace("_", "-") for each in command.PACKAGES} | {"msgspec"}
    only_here = {"click", "fontpkg-vollkorn", "fonttools", "packaging"}
    """Those of the command line, and for the letters, which are made beforehand."""
    assert {need.split(">")[0] for need in project["dependencies"]} <= taken | only_here


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert cli.main(["site", str(tmp_path)]) == 2 and str(tmp_path) in capsys.readouterr().err
    assert cli.main(["site"]) == 2 and "talisman-nb site" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_network_it_says_so_and_writes_nothing(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*words: Any, **more: Any) -> None:
        raise subprocess.CalledProcessError(1, "npm")

    monkeypatch.setattr(command.subprocess, "run", fails)
    monkeypatch.setattr(command.shutil, "which", lambda name: "npm")
    assert cli.main(["site", str(tmp_path / "site"), "--lang", lang]) == 1
    assert command.PYODIDE in capsys.readouterr().err and not (tmp_path / "site").exists()


def test_a_widget_without_a_kernel_talks_to_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setattr(page_kernel.PageComm, "post", page_kernel.PageComm.post)
    monkeypatch.setenv("QUERY_STRING", "")
    sent: list[tuple[str, str, Any]] = []

    def post(kind: str, id: str, data: str) -> None:
        sent.append((kind, id, json.loads(data)))

    id, hear = page_kernel.show_in_page(talisman_nb.companion, "situation=dwarf+crags", post)
    opened = {each: data["state"] for kind, each, data in sent if kind == "comm_open"}
    assert opened[id]["part"] == "analysis"
    sent.clear()
    hear(id, json.dumps({"method": "custom", "content": {"type": "answer", "value": "3"}}))
    told = [data["state"] for _, each, data in sent if each == id and data["method"] == "update"]
    assert "dwarf crags > 3" in json.dumps([state["content"] for state in told if "content" in state])


def test_compiled_modules_are_taken_whatever_the_time_of_their_source(tmp_path: Path) -> None:
    """Packed as by a first start, unpacked beside a source of another time that would not even run."""
    rooms = [tmp_path / "talisman_nb", tmp_path / "talisman_nb" / "app"]
    for room in rooms:
        room.mkdir()
        (room / "__init__.py").touch()
    (rooms[-1] / "page_kernel.py").write_bytes(Path(page_kernel.__file__).read_bytes())
    (tmp_path / "first.py").write_text("print(1)\n")
    code = """
import sys, zipfile, io
sys.dont_write_bytecode = False
import first
from talisman_nb.app.page_kernel import compiled_modules
open("made.zip", "wb").write(compiled_modules())
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    run = functools.partial(subprocess.run, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=60)
    done = run([sys.executable, "-c", code])
    assert done.stdout == "1\n", done.stderr
    shutil.rmtree(tmp_path / "__pycache__")
    (tmp_path / "first.py").write_text("1 / 0\n")
    with zipfile.ZipFile(tmp_path / "made.zip") as archive:
        assert not [name for name in archive.namelist() if not name.endswith(".pyc")]
        archive.extractall(tmp_path)
    assert run([sys.executable, "-c", "import first"]).stdout == "1\n"


def test_the_notebooks_lie_beside_it_and_name_no_other_server(tmp_path: Path, wheel: Path) -> None:
    site, scratch = tmp_path / "site", tmp_path / "scratch"
    (site / "pyodide").mkdir(parents=True)
    for name, data in CORE.items():
        (site / "pyodide" / name).write_bytes(data)
    (site / "python.zip").write_bytes(b"packages")
    lite.write_notebooks(site, [wheel], scratch)
    folder = site / "notebooks"
    settings = json.loads((folder / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert kernel["disablePyPIFallback"] and "http" not in json.dumps(kernel)
    assert (folder / kernel["pyodideUrl"]).resolve() == (site / "pyodide" / "pyodide.mjs").resolve()
    lock = folder / kernel["loadPyodideOptions"]["lockFileURL"]
    known = json.loads(lock.read_text("utf-8"))["packages"]
    assert set(known) == set(kernel["loadPyodideOptions"]["packages"]) >= {"python", "piplite", "msgspec", "letters"}
    for each in known.values():
        assert hashlib.sha256((lock.parent / each["file_name"]).read_bytes()).hexdigest() == each["sha256"]
    assert {each["name"] for each in settings["federated_extensions"]} == set(lite.EXTENSIONS.values())
    for file in notebooks_dir().glob("*.ipynb"):
        copied = json.loads((folder / "files" / file.name).read_text("utf-8"))
        assert all(isinstance(cell["source"], str) for cell in copied["cells"]), "JupyterLite takes it as it lies"


@pytest.mark.usefixtures("fetched")
def test_what_jupyterlite_says_when_it_is_not_built_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*words: Any, **more: Any) -> None:
        raise ChildProcessError("no room left")

    monkeypatch.setattr(command, "_wheels", lambda folder, packages: [])
    monkeypatch.setattr(lite, "write_notebooks", fails)
    assert cli.main(["site", str(tmp_path / "site"), "--notebooks"]) == 1
    assert "no room left" in capsys.readouterr().err and not (tmp_path / "site").exists()
