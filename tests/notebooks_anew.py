"""Write down what the notebooks show now: `poe notebooks`, after a change of wording or of a drawing.

Of a widget its picture and text are written down, not its view, which no kernel stands behind. A cell whose output is
ignored, because it differs from run to run, is written once its text differs.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
IGNORED = "nbval-ignore-output"
VIEW, PICTURE = "application/vnd.jupyter.widget-view+json", "image/"
OWN = "companion"
"""The notebook of the table of whoever opens it: nothing is written down."""


def anew(path: Path) -> bool:
    """Run a notebook and write what it shows into its file; return whether something has changed."""
    before = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, record_timing=False).execute(cwd=str(NOTEBOOKS))
    changed = False
    for cell, now in zip(before.cells, run.cells, strict=True):
        if cell.cell_type != "code":
            continue
        ignored = IGNORED in cell.metadata.get("tags", ())
        for output in now.outputs:
            if VIEW in output.get("data", ()) and PICTURE in str([*output.data]):
                del output.data[VIEW]
        shown = [output for output in now.outputs if VIEW not in output.get("data", ())]
        if cell.execution_count != now.execution_count:
            cell.execution_count, changed = now.execution_count, True
        if not shown and not cell.outputs:
            continue
        if told(cell.outputs, ignored) != told(shown, ignored):
            cell.outputs, changed = shown, True
    if changed:
        nbformat.write(before, path)
    return changed


def told(outputs: list[nbformat.NotebookNode], texts: bool) -> list[object]:
    """Return what outputs show, whatever the number of their cell; with `texts` not how it is drawn."""
    found = [output.get("data", output.get("text")) for output in outputs]
    return [each.get("text/plain") if texts and isinstance(each, dict) else each for each in found]


if __name__ == "__main__":
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        if notebook.stem != OWN:
            print(f"{'written' if anew(notebook) else 'as it was'}: {notebook.name}")
