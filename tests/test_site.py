"""Is the static site written whole or not at all, and does a widget without a kernel talk to its page?"""

from __future__ import annotations

import hashlib
import json
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
    monkeypatch.setattr(command, "_memory", lambda engine, program, scratch: b"memory")


@pytest.mark.usefixtures("fetched")
def test_all_that_a_page_asks_for_is_in_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "site"
    assert cli.main(["site", str(folder)]) == 0
    said = capsys.readouterr().out
    written = round(sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / command.MEGABYTE)
    assert f"({written} MB)" in said and f"python -m http.server -d {folder}" in said
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
    contents = command._contents(wheel)
    packed = command._packed(contents)
    front = 4
    end = front + int.from_bytes(packed[:front], "little")
    sizes = dict(json.loads(packed[front:end])["files"])
    assert len(packed) == end + sum(sizes.values()) and packed.endswith(b"compiled")
    names = set(sizes)
    needed = (
        "talisman_nb/app/page_kernel.py", "talisman_nb/boards/revised4.toml", "talisman_nb/layers/revised4/rules.toml",
        "talisman_nb/panels/js/pages/companion.js", "networkx/__init__.py", "msgspec/_core.so",
        "babel/locale-data/pl.dat",
    )  # fmt: skip
    assert not set(needed) - names
    assert not [
        name
        for name in names
        if name.startswith(("jedi/", "prompt_toolkit/", "talisman_nb/docs/")) or "/locale-data/de" in name
    ]
    kernel = command._archive(command._contents(wheel, (*command.PACKAGES, *command.OF_KERNEL), command.LEFT_OUT))
    with zipfile.ZipFile(BytesIO(kernel)) as archive:
        assert {*names, "prompt_toolkit/__init__.py", "pygments/lexers/python.py"} <= set(archive.namelist())
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_node_it_says_so_and_writes_nothing(
    lang: str, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_core", lambda scratch: CORE)
    monkeypatch.setattr(command, "_compiled_wheel", lambda scratch: wheel)
    monkeypatch.setattr(command.shutil, "which", lambda name: str(tmp_path / "no-node"))
    assert cli.main(["site", str(tmp_path / "site"), "--lang", lang]) == 1
    said = capsys.readouterr().err
    assert command.NODE in said and "no-node" in said and not (tmp_path / "site").exists()


def test_a_node_that_fails_is_told_with_its_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.shutil, "which", lambda name: sys.executable)
    (tmp_path / "engine.js").write_text('raise TypeError("no memory")\n')
    with pytest.raises(command.NoNodeError, match="no memory"):
        command._memory(tmp_path / "engine.js", b"", tmp_path)


def test_what_is_fetched_is_what_the_registry_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.shutil, "which", lambda name: None)
    monkeypatch.setattr(command, "urlopen", lambda address, timeout: BytesIO(b"something else"))
    with pytest.raises(command.NoSourceError, match="SHA-512"):
        command._core(tmp_path)


def test_pages_that_are_rehearsed_leave_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    monkeypatch.setattr(page_kernel.PageComm, "post", page_kernel.PageComm.post)
    monkeypatch.setenv("QUERY_STRING", "")
    kept = page_kernel.rehearse(talisman_nb.companion)
    assert not [each for each in comm.get_comm_manager().comms.values() if isinstance(each, page_kernel.PageComm)]
    assert any("kept/phrases-pl" in path for path in kept)


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
    known_to_lab = {each["name"] for each in settings["federated_extensions"]}
    assert known_to_lab == {*lite.EXTENSIONS.values(), lite.OUR_EXTENSION.name}
    for file in notebooks_dir().glob("*.ipynb"):
        copied = json.loads((folder / "files" / file.name).read_text("utf-8"))
        assert all(isinstance(cell["source"], str) for cell in copied["cells"]), "JupyterLite takes it as it lies"
        assert copied["metadata"]["language_info"] == {"name": "python"}, "or it asks which kernel is meant"


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
