"""Print every figure; `--json FILE` keeps them, `--no-browser` leaves out what needs a Chromium."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .import_time import import_figures
from .measurement import Figure, table
from .speed import engine_figures


def main(arguments: list[str] | None = None) -> int:
    """Run all benchmarks and print a line for each; return 1 if a ratio is outside its bounds, else 0."""
    parser = argparse.ArgumentParser(prog="python -m talisman_nb.bench", description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--no-browser", action="store_true", help="leave out the click-to-repaint figures")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one round of the random games")
    chosen = parser.parse_args(arguments)
    figures: list[Figure] = [*engine_figures(chosen.seconds), *import_figures()]
    if not chosen.no_browser:
        from .browser import browser_figures

        figures += browser_figures()
    print(table(figures))
    if chosen.json:
        chosen.json.write_text(json.dumps([figure.plain() for figure in figures], indent=1), encoding="utf-8")
    return int(any(figure.missed() for figure in figures))


if __name__ == "__main__":
    raise SystemExit(main())
