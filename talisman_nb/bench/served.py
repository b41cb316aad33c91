"""A notebook of one cell on one of the two servers, in a process and a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from talisman_nb.app import running_server as running

from .ports import free_port

WAYS = {"full_page": "page", "lab": "lab"}
"""Maps the module of a server to its word in the measurements' names."""
PATIENCE = 60_000
"""Timeout of a page's load and of a server's end, in milliseconds."""

ECHO = '''
import anywidget, traitlets
from IPython.display import display

class Echo(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      const button = Object.assign(document.createElement("button"), { className: "echo", textContent: "echo" });
      const count = Object.assign(document.createElement("output"), { className: "count" });
      const draw = () => { count.dataset.n = model.get("answer"); };
      button.onclick = () => { model.set("asked", model.get("asked") + 1); model.save_changes(); };
      model.on("change:answer", draw); draw(); el.append(button, count);
    } };"""
    asked = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("asked")
    def _count(self, change):
        self.answer = change.new

display(Echo())
'''
"""A cell that shows a bare widget, which answers each press with the number of presses."""
COMPANION = """
from IPython.display import display
from talisman_nb import Table, companion

display(companion(Table.new({"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior"})))
"""
"""A cell that shows the companion of four people."""

SERVE = """
import sys
from pathlib import Path
from talisman_nb.app import settings
settings.use_our_own()
from talisman_nb.app import {module}
{module}.serve(Path(sys.argv[1]), int(sys.argv[2]), retries=0, ready=lambda *found: print("ready", flush=True))
"""


@contextmanager
def served(module: str, cell: str) -> Iterator[str]:
    """Run a server in a subprocess with its own home, on a notebook with this cell; yield its address."""
    import nbformat

    with tempfile.TemporaryDirectory() as folder:
        notebook = Path(folder) / "notebooks" / "bench.ipynb"
        notebook.parent.mkdir()
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)]), notebook)
        home = {"TALISMAN_NB_HOME": str(Path(folder) / "home"), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(module=module), str(notebook), str(free_port())],
            env={**os.environ, **home}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        try:
            assert process.stdout and process.stdout.readline() == "ready\n"
            yield _address(module, home["TALISMAN_NB_HOME"])
        finally:
            process.terminate()
            process.wait(timeout=PATIENCE / 1000)


def _address(module: str, home: str) -> str:
    os.environ["TALISMAN_NB_HOME"] = home
    found = running.find("page" if module == "full_page" else "lab")
    assert found is not None
    return found.address("lab/tree/bench.ipynb") if module == "lab" else found.address()
