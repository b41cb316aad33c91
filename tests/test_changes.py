"""Does the changelog tell each version with its date and headings, and what is new in fragments that can be joined?"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
JOINING = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
HEADINGS = {kind["directory"]: kind["name"] for kind in JOINING["type"]}
FRAGMENTS = sorted((ROOT / JOINING["directory"]).glob("*.md"))


def broken(changes: str) -> str:
    """What is wrong with a changelog, "" for nothing.

    One line a fact, under whom it concerns; a text that was read again is no news.
    """
    versions = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    if not versions or not all(re.fullmatch(r"\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", version) for version in versions):
        return "a version without a date"
    newest = changes.partition("\n## ")[2].partition("\n## ")[0]
    under = re.split(r"^### (.*)$", newest, flags=re.MULTILINE)
    if len(under) < 3 or "- " in under[0]:
        return "under which heading?"
    if strange := set(under[1::2]) - set(HEADINGS.values()):
        return f"no fragment has this heading: {strange}"
    return "no news" if re.search(r"(text|line)s? was read (once more|again)", changes) else ""


def test_each_version_of_the_changelog_has_its_date_and_headings() -> None:
    changes = (ROOT / JOINING["filename"]).read_text("utf-8")
    assert not broken(changes)
    newest = changes.partition("\n## ")[2].partition("\n## ")[0]
    assert len(re.findall(r"^### ", newest, re.MULTILINE)) > 2
    assert changes.count(JOINING["start_string"]) == 1


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda path: path.name)
def test_a_fragment_is_a_fact_under_a_heading(fragment: Path) -> None:
    named = re.fullmatch(r"\+[a-z0-9-]+\.([a-z]+)\.md", fragment.name)
    assert named and named[1] in HEADINGS, f"+what-it-is-about.({'|'.join(HEADINGS)}).md"
    text = fragment.read_text("utf-8")
    assert text.endswith((".\n", ")\n")) and "\n\n" not in text and not text.startswith(("-", "#"))
    assert all(len(line) <= 118 for line in text.splitlines())


@pytest.mark.skipif(find_spec("towncrier") is None, reason='needs pip install ".[docs]"')
def test_fragments_are_joined_to_a_version(tmp_path: Path) -> None:
    for name in ("pyproject.toml", JOINING["filename"]):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / JOINING["directory"], tmp_path / JOINING["directory"])
    (tmp_path / JOINING["directory"] / "+swords.fixed.md").write_text("Swords cut.\n")
    build = ["towncrier", "build", "--keep", "--version", "99.0.0", "--date", "2099-12-24", "--dir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", *build], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    before, after = ((folder / JOINING["filename"]).read_text("utf-8") for folder in (ROOT, tmp_path))
    assert (
        not broken(after)
        and "\n## 99.0.0 – 2099-12-24\n\n### " in after
        and "- Swords cut." in after.partition("\n### Fixed\n\n")[2].partition("\n\n## ")[0].splitlines()
    )
    assert "\n\n\n" not in after
    start = JOINING["start_string"]
    assert after.startswith(before.partition(start)[0]) and after.endswith(before.partition(start)[2])
    for fragment in FRAGMENTS:
        assert fragment.read_text("utf-8").split("\n")[0] in after
