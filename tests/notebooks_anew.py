"""Write down what the notebooks print now: `poe notebooks`, after a change of wording.

Widgets are not written down, nor pictures unless there is one already: others differ from run to run.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
IGNORED = "nbval-ignore-output"
LEFT_OUT = ("application/vnd.jupyter.widget-view+json", "image/")


def anew(path: Path) -> bool:
    """Run a notebook and write the texts it prints into its file; return whether one has changed."""
    before = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, record_timing=False).execute(cwd=str(NOTEBOOKS))
    changed = False
    for cell, now in zip(before.cells, run.cells, strict=True):
        ignored = IGNORED in cell.metadata.get("tags", ())
        if cell.cell_type != "code" or not (is_text(now.outputs) or (cell.outputs and not ignored)):
            continue
        if texts(cell.outputs) != texts(now.outputs) or cell.execution_count is None:
            cell.outputs, cell.execution_count, changed = now.outputs, now.execution_count, True
    if changed:
        nbformat.write(before, path)
    return changed


def is_text(outputs: list[nbformat.NotebookNode]) -> bool:
    """Return whether there is an output, and nothing else than text in it."""
    kinds = [kind for output in outputs for kind in output.get("data", ())]
    return bool(outputs) and not any(kind.startswith(LEFT_OUT) for kind in kinds)


def texts(outputs: list[nbformat.NotebookNode]) -> list[object]:
    """Return what outputs say, whatever the number of their cell."""
    return [output.get("data", output.get("text")) for output in outputs]


if __name__ == "__main__":
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        print(f"{'written' if anew(notebook) else 'as it was'}: {notebook.name}")
