"""Can somebody new add a card, with one command and one file, that is told in four languages?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.campaign

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, to be written into."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(
        ROOT / "talisman_nb", folder / "talisman_nb", ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    )
    for beside in ("boards", "notebooks"):
        shutil.copytree(ROOT / beside, folder / "talisman_nb" / beside)
    return folder


def command(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": str(copy), "TALISMAN_NB_LANG": "en", "TALISMAN_NB_HOME": str(copy / "home")}
    return subprocess.run(
        [sys.executable, "-m", "talisman_nb", *words], cwd=copy, env=here, capture_output=True, text=True, timeout=120
    )


def test_a_skeleton_plays_and_is_told_in_four_languages(copy: Path) -> None:
    made = command(copy, "new-card", "stranger", "tinker")
    file = copy / "home" / "layers" / "my-cards" / "adventure" / "cards.toml"
    assert made.returncode == 0 and str(file) in made.stdout, made.stderr
    file.write_text(
        file.read_text().replace('it = "Tinker"', 'it = "Stagnino"').replace('pl = "Tinker"', 'pl = "Druciarz"')
    )
    for lang, name in zip(LANGUAGES, ("Tinker", "Stagnino", "Tinker", "Druciarz"), strict=True):
        told = command(copy, "card", "tinker", "--edition", "revised4+my-cards", "--lang", lang)
        assert told.returncode == 0 and told.stdout.startswith(name), told.stderr
        assert "two copies" not in told.stdout, "of a card of one's own nothing is known from any box"
    assert command(copy, "new-card", "stranger", "tinker").returncode == 2, "there is one of that name"


def test_a_missing_name_is_told_with_what_to_do(copy: Path) -> None:
    file = copy / "talisman_nb" / "layers" / "revised4" / "adventure" / "strangers.toml"
    text = file.read_text(encoding="utf-8")
    try:
        file.write_text(
            text + '\n[cobbler]\ntype = "stranger"\nvisited = [{ op = "gain", what = "gold" }]\n', encoding="utf-8"
        )
        told = command(copy, "card", "cobbler")
        assert told.returncode and "[cobbler]" in told.stderr and 'name = "…"' in told.stderr
        assert "Traceback" not in told.stderr
    finally:
        file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("words", [(), ("tinker",), ("strangr", "tinker"), ("stranger", "?!")])
def test_without_type_or_name_an_example_is_shown(copy: Path, words: tuple[str, ...]) -> None:
    told = command(copy, "new-card", *words)
    assert told.returncode == 2 and "talisman-nb new-card stranger tinker" in told.stderr


@pytest.mark.parametrize("name", ['the "Tall" one', "<b>", "Back\\slash"])
def test_a_name_with_signs_makes_a_card_that_can_be_read(copy: Path, name: str) -> None:
    made = command(copy, "new-card", "object", name)
    assert made.returncode == 0, made.stderr
    look = made.stdout.split("“")[1].split("”")[0].split()
    told = command(copy, *look[1:])
    assert told.returncode == 0 and name[1:] in told.stdout, told.stderr


@pytest.mark.parametrize(("name", "said"), [("gold", "means something else"), ("x" * 60, "at most 40")])
def test_a_name_that_no_card_can_have_is_refused_and_nothing_is_written(copy: Path, name: str, said: str) -> None:
    file = copy / "home" / "layers" / "my-cards" / "adventure" / "cards.toml"
    before = file.read_text() if file.exists() else ""
    told = command(copy, "new-card", "object", name)
    assert told.returncode and said in told.stderr and "Traceback" not in told.stderr
    assert (file.read_text() if file.exists() else "") == before
