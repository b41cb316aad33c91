"""Does the program play with what it always needs, and does a command say which extra it lacks?

What only extras bring is kept from being imported, in a process of its own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from page_layers import layers_on

from talisman_nb.table.boxes import write_box
from talisman_nb.text.names import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
"""


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=!~]", each)[0].replace("_", "-").lower() for each in requirements}


def modules_of(*extras: str) -> set[str]:
    """The modules that packages of these extras bring, and what comes with them."""
    wished = set().union(*(names(PROJECT["optional-dependencies"][extra]) for extra in extras)) - {"talisman-nb"}
    found = packages_distributions()
    brought = {module for module, by in found.items() if wished & {name.replace("_", "-").lower() for name in by}}
    return {*brought, "PIL", "jupyterlab_server", "nbconvert", "zmq"}


def run_light(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that has nothing of the extras."""
    blocked = BLOCKED.replace("in BLOCKED", f"in {sorted(modules_of('app', 'print'))!r}")
    environment = {**os.environ, "TALISMAN_NB_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", blocked + code], capture_output=True, text=True, env=environment, cwd=home, timeout=120
    )


def test_it_plays_shows_and_looks_up_without_any_extra(tmp_path: Path) -> None:
    done = run_light(
        """
from talisman_nb import Table, card, companion
from talisman_nb.app import cli
table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Friday")
for answer in (3, "clockwise", "wolf", 4, 1):
    table.answer(answer)
assert table.state.players[0].trophies == ("wolf",)
table.close()
panel = companion("Friday")
assert "<svg" in panel.labels["board"] and panel.screen["question"]
assert card("wolf")._repr_svg_()
given = ("check", "tables", "card wolf", "space graveyard", "rule combat.standoff", "rulings monk lance", "doubts",
         "answer monk lance", "editions revised4 second", "analysis --table Friday", "export Friday", "pack Friday",
         "lesson", "house", "evenings", "own-cards", "layers")
for words in given:
    assert cli.main(words.split()) == 0, words
""",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "to do" not in done.stdout


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("words", ["", "lab", "host", "lesson combat --page", 'analysis "dwarf crags" --page'])
def test_a_command_says_which_extra_it_lacks(words: str, lang: str, tmp_path: Path) -> None:
    given = [*shlex.split(words), "--lang", lang, "--no-browser"]
    done = run_light(f"from talisman_nb.app import cli\nsys.exit(cli.main({given!r}))", tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr
    assert f'{sys.executable} -m pip install "talisman-nb[app]"' in done.stderr


def test_printing_says_which_extra_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "ten.talisman-box").write_bytes(write_box(layers_on("ten_cards.md")["ten"]))
    words = ["box", "print", str(tmp_path / "ten.talisman-box"), str(tmp_path / "ten.pdf")]
    done = run_light(f"from talisman_nb.app import cli\nsys.exit(cli.main({words!r}))", tmp_path)
    assert done.returncode == 1 and 'pip install "talisman-nb[print]"' in done.stderr, done.stderr
