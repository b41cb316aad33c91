"""Run all benchmarks and print a line for each.

`--json FILE` keeps the measurements, `--no-browser` leaves out those that need a Chromium, `--speed` all but the
answers per second.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from talisman_nb.bench import Measurement, table

from .speed import (
    answer_measurements,
    engine_measurements,
    import_measurements,
    odds_measurements,
    speed_measurement,
)


def main(arguments: list[str] | None = None) -> int:
    """Run all benchmarks and print a line for each; return 1 if a ratio is outside its bounds, else 0."""
    parser = argparse.ArgumentParser(prog="python -m talisman_nb.bench", description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--no-browser", action="store_true", help="leave out the click-to-repaint figures")
    parser.add_argument("--speed", action="store_true", help="measure the answers per second alone")
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one round of the random games")
    chosen = parser.parse_args(arguments)
    measurements = [speed_measurement(chosen.seconds)] if chosen.speed else all_measurements(chosen)
    print(table(measurements))
    if chosen.json:
        chosen.json.write_text(
            json.dumps([measurement.plain() for measurement in measurements], indent=1), encoding="utf-8"
        )
    return int(any(measurement.missed() for measurement in measurements))


def all_measurements(chosen: argparse.Namespace) -> list[Measurement]:
    """Run all benchmarks that were not left out."""
    measurements = [
        *engine_measurements(chosen.seconds),
        *odds_measurements(),
        *answer_measurements(),
        *import_measurements(),
    ]
    if not chosen.no_browser:
        from .browser import browser_measurements

        measurements += browser_measurements()
    return measurements


if __name__ == "__main__":
    raise SystemExit(main())
