"""Do the pages lead to what they name, does each reader's page tell the commands, and do their examples run?"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from talisman_nb.app import cli
from talisman_nb.app.lite import FOLDER
from talisman_nb.app.page_kernel import visit

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "talisman_nb" / "docs"
AT_HOME = "https://github.com/talisman-nb/talisman-nb/blob/main/"
"""Where a page that stands outside the folder of the pages is read."""
WRITTEN = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "tests/README.md")),
    *(ROOT / "talisman_nb" / name for name in ("README.md", "text/README.md")),
    *sorted(DOCS.glob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def without_code(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.*)$", without_code(page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(without_code(page.read_text("utf-8"))):
        base, link = (ROOT, link.removeprefix(AT_HOME)) if link.startswith(AT_HOME) else (page.parent, link)
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        to = (base / path).resolve() if path else page
        assert to.exists(), link
        assert not anchor or anchor in anchors(to), link


LIVE = re.compile(r'<summary>.*: (\d+) MB .*</summary>\n<iframe loading="lazy" src="\.\./\?(.*?)" title="')


def test_pages_have_the_program_that_lies_beside_them_once_it_is_pressed() -> None:
    told = re.findall(r"without `--notebooks` it has (\d+) MB", (DOCS / "anywhere.md").read_text("utf-8"))
    asked = set()
    for page in DOCS.glob("*.md"):
        text = page.read_text("utf-8")
        found = LIVE.findall(text)
        assert len(found) == text.count("<iframe") <= 1, f"{page.name}: the site is open in one window at a time"
        for size, query in found:
            assert [size] == told
            given = visit({"QUERY_STRING": html.unescape(query)})
            asked.add(next((name for name in ("situation", "lesson") if getattr(given, name)), "table"))
    assert asked == {"table", "situation", "lesson"}


def test_every_file_that_the_engineer_is_told_of_is_there() -> None:
    page = (ROOT / "talisman_nb" / "README.md").read_text("utf-8")
    folders = (ROOT, ROOT / "talisman_nb", ROOT / "talisman_nb" / "panels")
    files = re.findall(r"`((?:[\w*<>-]+/)*[\w*<>-]+\.(?:py|toml|js|md))`", page)
    gone = [
        file
        for file in files
        if "<home>" not in file and not any(any(folder.rglob(re.sub(r"<\w+>", "*", file))) for folder in folders)
    ]
    assert len(files) > 80 and not gone


def test_each_page_has_its_place_in_the_readme_and_on_the_first_page() -> None:
    pages = {page.name for page in DOCS.glob("*.md")} - {"index.md"}
    assert len(pages) >= 6
    assert pages <= {Path(link).name for link in LINK.findall((ROOT / "README.md").read_text("utf-8"))}
    assert pages <= set(LINK.findall((DOCS / "index.md").read_text("utf-8")))


def test_what_is_tried_by_a_link_has_one_address() -> None:
    """`talisman-nb site` writes what lies there, the workflow publishes it."""
    address = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]["Try it"]
    for page in (ROOT / "README.md", DOCS / "anywhere.md"):
        found = set(re.findall(r"https://[\w.-]+github\.io/[^\s)>]*", page.read_text("utf-8")))
        assert found == {address, f"{address}{FOLDER}/lab/index.html"}, page.name
    published = (ROOT / ".github" / "workflows" / "pages.yml").read_text("utf-8")
    for words in re.findall(r"- run: talisman-nb (.+)", published):
        cli.COMMANDS.make_context("talisman-nb", words.split(), obj="en")
    extras = set(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    for file in (ROOT / ".github" / "workflows").iterdir():
        for named in re.findall(r"pip install (?:-e )?\"\.\[([\w,]+)\]", file.read_text("utf-8")):
            assert set(named.split(",")) <= extras, file.name


def test_contributing_names_each_heading_of_the_changelog() -> None:
    joining = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["towncrier"]
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert all(f"| `{kind['directory']}` | {kind['name']} |" in page for kind in joining["type"])


def test_the_readme_is_of_two_screens() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 100


def test_every_command_is_told_on_a_page() -> None:
    told = "\n".join(page.read_text("utf-8") for page in (*DOCS.glob("*.md"), ROOT / "talisman_nb/text/README.md"))
    told += (ROOT / "README.md").read_text("utf-8")
    usual = {"page"}  # what is meant by no command at all
    assert not [name for name in cli.COMMANDS.commands if name not in usual and f"talisman-nb {name}" not in told]


def test_the_commands_of_the_pages_are_understood() -> None:
    """Each word behind the program's name is one of its commands."""
    for page in WRITTEN:
        for word in re.findall(r"(?:`|^|/)talisman-nb ([a-z][a-z-]+)\b", page.read_text("utf-8"), re.MULTILINE):
            assert word in cli.COMMANDS.commands or word == "edi", f"{page.name}: {word}"


# --- the examples ---


def test_the_table_the_board_and_the_players_of_the_page_of_notebooks_are_played() -> None:
    text = (DOCS / "notebooks.md").read_text("utf-8")
    table, board, players = re.findall(r"tests/test_pages\.py runs this -->\n```python\n(.+?)```", text, re.DOTALL)
    known: dict[str, object] = {}
    for line in (*table.splitlines(), *board.splitlines(), *players.splitlines()):
        said, _, expected = line.partition("  # ")
        if expected:
            assert eval(said, known) == eval(expected), said
        else:
            exec(line, known)


# --- words a shell completes ---

LINES = re.findall(
    r"^.*_TALISMAN_NB_COMPLETE=(\w+)_source talisman-nb.*$", (DOCS / "group.md").read_text("utf-8"), re.M
)


def test_each_shell_has_its_line() -> None:
    assert LINES == ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", LINES)
def test_a_shell_is_given_what_it_reads(
    shell: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TALISMAN_NB_COMPLETE", f"{shell}_source")
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 0
    assert f"_TALISMAN_NB_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.skipif(
    os.name != "posix" or shutil.which("bash") is None, reason="there is no bash, or it is another system's"
)
def test_bash_completes_after_the_line_of_the_page(tmp_path: Path) -> None:
    program = tmp_path / "talisman-nb"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m talisman_nb "$@"\n')
    program.chmod(0o755)
    (line,) = re.findall(r"^eval .*bash_source.*$", (DOCS / "group.md").read_text("utf-8"), re.MULTILINE)
    press = '_talisman_nb_completion talisman-nb\necho "${COMPREPLY[@]}"'
    asked = f"{line}\nCOMP_WORDS=(talisman-nb edi)\nCOMP_CWORD=1\n{press}"
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stdout.strip() == "editions", done.stderr
