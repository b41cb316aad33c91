"""The notebooks of a static site: a JupyterLite beside its pages, with the Python and the packages of those."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import nbformat
from jupyterlite_core.constants import JUPYTER_CONFIG_DATA, JUPYTER_LITE_CONFIG, JUPYTERLITE_JSON, OVERRIDES_JSON
from jupyterlite_pyodide_kernel.constants import (
    DISABLE_PYPI_FALLBACK,
    LOAD_PYODIDE_OPTIONS,
    OPTION_LOCK_FILE_URL,
    OPTION_PACKAGES,
    PYODIDE_KERNEL_NPM_NAME,
    PYODIDE_KERNEL_PLUGIN_ID,
    PYODIDE_LOCK,
    PYODIDE_MJS,
    PYODIDE_URL,
)

from talisman_nb.panels.sync.bundle import READY_LETTERS, letters

from . import paths as places
from .settings import FIRST_LAB_SETTINGS

FOLDER = "notebooks"
"""The folder of the site that they are in."""
KERNEL = "jupyterlite-pyodide-kernel"
EXTENSIONS = {
    KERNEL: PYODIDE_KERNEL_NPM_NAME,
    "anywidget": "anywidget",
    "jupyterlab-widgets": "@jupyter-widgets/jupyterlab-manager",
}
"""Maps packages to the extension of JupyterLab that each brings."""
OUR_EXTENSION = Path(__file__).parent / "share" / "labextensions" / "talisman-nb"
"""Shows the pictures of widgets that are gone."""
KERNEL_WHEELS = ("ipykernel", "piplite", "pyodide_kernel")
"""Packages that lie in the kernel's extension."""
STUBS, OUR_STUBS = "/typeshed/stubs/", "/typeshed/stubs/networkx/"
"""Stubs by which other people's packages are completed, of which only one is there; unpacked at each start."""
SAVED = "/drive/Talisman"
"""The data folder: what is in /drive stays in the browser's storage, and the list of files shows it."""


def write_notebooks(site: Path, wheels: list[Path], scratch: Path) -> None:
    """Write JupyterLite with our notebooks into a site that is written.

    `wheels` are the packages that its kernel starts with and no page of the site does; `scratch` is a new folder.
    Raises `ChildProcessError`.
    """
    contents, packages = scratch / "files", site / FOLDER / "packages"
    contents.mkdir(parents=True)
    for file in places.notebooks_dir().glob("*.ipynb"):
        # each text in one piece: JupyterLite takes a notebook as it lies there, and by its language finds a kernel
        notebook = nbformat.read(file, 4)
        notebook.metadata["language_info"] = {"name": "python"}
        (contents / file.name).write_text(json.dumps(notebook), "utf-8")
    extensions = {package: _extension(package, name) for package, name in EXTENSIONS.items()}
    _build(site / FOLDER, contents, [*extensions.values(), OUR_EXTENSION], scratch)
    packages.mkdir()
    for wheel in wheels:
        _copy_used(wheel, packages / wheel.name)
    with zipfile.ZipFile(packages / "letters.zip", "w") as archive:
        archive.writestr(READY_LETTERS.relative_to(places.PACKAGE.parent).as_posix(), letters())
    of_kernel = f"../extensions/{PYODIDE_KERNEL_NPM_NAME}/static/pypi/"
    lie_in = [(each, "") for each in packages.iterdir()]
    lie_in += [(next((extensions[KERNEL] / "static/pypi").glob(f"{each}-*.whl")), of_kernel) for each in KERNEL_WHEELS]
    lock = json.loads((site / "pyodide" / PYODIDE_LOCK).read_text("utf-8"))
    lock["packages"] = dict(_locked(*each) for each in [*lie_in, (site / "python.zip", "../../")])
    (packages / PYODIDE_LOCK).write_text(json.dumps(lock), "utf-8")
    _configure(site / FOLDER / JUPYTERLITE_JSON, list(lock["packages"]))


def _build(into: Path, contents: Path, extensions: list[Path], scratch: Path) -> None:
    """Build JupyterLite without a kernel's packages. Raises `ChildProcessError`."""
    settings = {
        "apps": ["lab", "notebooks"],
        "contents": [str(contents)],
        "disable_addons": ["jupyterlite-pyodide-kernel-lock", "jupyterlite-pyodide-kernel-piplite"],
        "federated_extensions": [str(each) for each in extensions],
        "ignore_sys_prefix": ["federated_extensions"],
        "no_libarchive": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(into),
    }
    (scratch / JUPYTER_LITE_CONFIG).write_text(json.dumps({"LiteBuildConfig": settings}), "utf-8")
    (scratch / OVERRIDES_JSON).write_text(json.dumps(FIRST_LAB_SETTINGS), "utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build"]
    done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, encoding="utf-8", errors="replace")
    if done.returncode:
        raise ChildProcessError(done.stderr or done.stdout)


def _configure(file: Path, packages: list[str]) -> None:
    """Set the place of Python and the packages it starts with: nothing is asked of another server."""
    kernel = {
        PYODIDE_URL: f"./../pyodide/{PYODIDE_MJS}",
        DISABLE_PYPI_FALLBACK: True,
        LOAD_PYODIDE_OPTIONS: {
            OPTION_LOCK_FILE_URL: f"packages/{PYODIDE_LOCK}",
            OPTION_PACKAGES: packages,
            "env": {"HOME": "/home/pyodide", "TALISMAN_NB_HOME": SAVED},
        },
    }
    known = json.loads(file.read_text("utf-8"))
    known[JUPYTER_CONFIG_DATA].setdefault("litePluginSettings", {})[PYODIDE_KERNEL_PLUGIN_ID] = kernel
    file.write_text(json.dumps(known), "utf-8")


def _extension(package: str, name: str) -> Path:
    """Return the folder of an extension of JupyterLab, wherever its package is installed."""
    wished = f"labextensions/{name}/package.json"
    files = importlib.metadata.files(package) or ()
    return next(Path(str(file.locate())) for file in files if file.as_posix().endswith(wished)).parent.resolve()


def _copy_used(wheel: Path, into: Path) -> None:
    """Copy a wheel without the stubs of other people's packages."""
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(into, "w") as kept:
        for name in whole.namelist():
            if STUBS not in name or OUR_STUBS in name:
                kept.writestr(zipfile.ZipInfo(name), whole.read(name), zipfile.ZIP_DEFLATED)


def _locked(file: Path, folder: str) -> tuple[str, dict[str, Any]]:
    """Return a package's name, and what Pyodide knows of it in advance; `folder` is seen from the list of packages."""
    name, version = [*file.stem.split("-"), "0"][:2]
    name = name.replace("_", "-")
    return name, {
        "name": name, "version": version, "file_name": folder + file.name, "install_dir": "site", "imports": [],
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), "package_type": "package", "depends": [],
        "unvendored_tests": False,
    }  # fmt: skip
