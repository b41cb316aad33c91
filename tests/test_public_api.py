"""Does everything of the public API stand on its page, with what it takes, and with an example that runs?"""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "talisman_nb" / "docs" / "api.md").read_text("utf-8")
MODULES = (
    "talisman_nb",
    "talisman_nb.table",
    "talisman_nb.table.boxes",
    "talisman_nb.analysis",
    "talisman_nb.lessons",
    "talisman_nb.panels.parts",
    "talisman_nb.rulings",
    "talisman_nb.odds",
    "talisman_nb.simulate",
    "talisman_nb.drawing",
    "talisman_nb.drawing.odds_plots",
)
"""What these name in `__all__` is the public API, with what the first of their functions return."""
RETURNED = (
    "talisman_nb.panels.sync.companion.Companion",
    "talisman_nb.app.notebook_display.ShownPage",
    "talisman_nb.notation.text_play.Situation",
    "talisman_nb.rulings.answer_cards.AnswerCard",
    "talisman_nb.rulings.example.WorkedExample",
    "talisman_nb.rulings.runner.CaseResult",
)
WITHOUT_EXAMPLE: dict[str, str] = {}
"""What has no example, and why not."""
SECTION = re.compile(r"^(\w+)\n-+\n(.*?)(?=^\w+\n-+\n|\Z)", re.MULTILINE | re.DOTALL)


def surface() -> dict[str, Any]:
    """Each class, function and value by its name on the page; one that two modules name stands there once.

    A function that is called as a module of its folder has the name that module gives it.
    """
    found: dict[str, Any] = {}
    for module in MODULES:
        inside = import_module(module)
        for name in inside.__all__:
            thing = inspect.unwrap(getattr(inside, name))
            if thing not in found.values():
                beside = hasattr(inside, "__path__") and find_spec(f"{module}.{name}") is not None
                taken = beside and not inspect.isclass(thing)
                found[f"{thing.__module__ if taken else module}.{name}"] = thing
    for name in RETURNED:
        module, _, last = name.rpartition(".")
        found[name] = getattr(import_module(module), last)
    return found


SURFACE = surface()


def members(thing: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class, those inherited from classes of ours too."""
    ours = [base for base in thing.__mro__ if base.__module__.startswith("talisman_nb")]
    for name in sorted({name for base in ours for name in vars(base) if not name.startswith("_")}):
        member = inspect.getattr_static(thing, name)
        inner = getattr(member, "__func__", member)
        if inspect.isfunction(inner) or isinstance(member, (property, cached_property)):
            yield name, inner


CALLED: dict[str, Callable[..., Any]] = {
    name: thing for name, thing in SURFACE.items() if callable(thing) and not inspect.isclass(thing)
} | {
    f"{name}.{member}": inner
    for name, thing in SURFACE.items()
    if inspect.isclass(thing)
    for member, inner in members(thing)
    if inspect.isfunction(inner)
}


def sections(thing: object) -> dict[str, str]:
    return dict(SECTION.findall(inspect.getdoc(thing) or ""))


def examples(thing: object) -> str:
    lines = (inspect.getdoc(thing) or "").splitlines()
    return "\n".join(line for line in lines if line.startswith((">>>", "...")))


def test_the_page_has_each_class_and_function() -> None:
    on_page = re.findall(r"^::: (\S+)$", PAGE, re.MULTILINE)
    assert sorted(on_page) == sorted(SURFACE) and len(SURFACE) > 45


def in_a_line(name: str) -> str:
    """What the page says of a name where it is read as a file: how it is called, and its first sentence."""
    thing, said = SURFACE[name], name.rpartition(".")[2]
    if callable(thing) and not inspect.isclass(thing):
        named = inspect.signature(thing).parameters.values()
        stars = [f"*{each.name}" if each.kind is each.VAR_POSITIONAL else each.name for each in named]
        said = f"{said}({', '.join(stars)})"
    sentence = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    return f"- `{said}`: {sentence}\n"


def with_sentences(page: str) -> str:
    """The page with the sentences of each section's names before the first of them."""
    bare = re.sub(r"(?:^- `.*\n)+\n", "", page, flags=re.MULTILINE)
    sections = re.split(r"^(?=## )", bare, flags=re.MULTILINE)
    told = ["".join(map(in_a_line, re.findall(r"^::: (\S+)$", each, re.MULTILINE))) for each in sections]
    return "".join(
        each.replace("\n:::", f"\n{lines}\n:::", 1) if lines else each
        for each, lines in zip(sections, told, strict=True)
    )


def test_read_as_a_file_the_page_says_each_name_in_a_sentence(request: pytest.FixtureRequest) -> None:
    """`--bless` writes them anew."""
    if request.config.getoption("--bless"):
        (ROOT / "talisman_nb" / "docs" / "api.md").write_text(with_sentences(PAGE), "utf-8")
        return
    assert with_sentences(PAGE) == PAGE, "pytest tests/test_public_api.py --bless"


@pytest.mark.parametrize("name", CALLED)
def test_a_function_tells_what_it_takes_returns_and_shows_it(name: str) -> None:
    called = CALLED[name]
    told, signature = sections(called), inspect.signature(called)
    takes = [parameter for parameter in signature.parameters if parameter not in ("self", "cls")]
    given = {
        word
        for line in re.findall(r"^(\w[\w, ]*)$", told.get("Parameters", ""), re.MULTILINE)
        for word in line.split(", ")
    }
    assert given == set(takes)
    assert (signature.return_annotation in ("None", None)) == (not {"Returns", "Yields"} & told.keys())
    assert (">>>" in told.get("Examples", "")) != (name in WITHOUT_EXAMPLE)


@pytest.mark.parametrize("name", CALLED)
def test_what_a_function_returns_is_told_by_its_type(name: str) -> None:
    told, returned = sections(CALLED[name]), str(inspect.signature(CALLED[name]).return_annotation)
    if "Yields" in told:
        returned = returned.removeprefix("Iterator[").removesuffix("]")
    if given := told.get("Returns") or told.get("Yields"):
        assert given.splitlines()[0] == returned


@pytest.mark.parametrize("name", [name for name, thing in SURFACE.items() if inspect.isclass(thing)])
def test_an_example_of_a_class_shows_each_of_its_properties(name: str) -> None:
    thing = SURFACE[name]
    ours = [base for base in thing.__mro__ if base.__module__.startswith("talisman_nb")]
    shown = "\n".join(examples(inner) for base in ours for inner in (base, *(one for _, one in members(base))))
    properties = [member for member, inner in members(thing) if not inspect.isfunction(inner)]
    assert inspect.getdoc(thing) and all(inspect.getdoc(inner) for _, inner in members(thing))
    for member in properties:
        told = re.search(rf"\.{member}\b", shown) is not None
        assert told != (f"{name}.{member}" in WITHOUT_EXAMPLE), f"{name}.{member}"


@pytest.mark.slow
@pytest.mark.skipif(find_spec("mkdocstrings") is None, reason='needs pip install ".[docs]"')
def test_the_site_is_built_without_a_warning_and_has_each_method(tmp_path: Path) -> None:
    build = ["mkdocs", "build", "--strict", "--quiet", "-f", str(ROOT / ".ci" / "mkdocs.yml"), "-d", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-m", *build], capture_output=True, text=True, env=quiet, timeout=300)
    assert done.returncode == 0 and not done.stderr, done.stderr
    page = (tmp_path / "api.html").read_text("utf-8")
    assert "doc-symbol-module" not in page
    anchors = set(re.findall(r'id="(talisman_nb[^"]*)"', page))
    properties = {
        f"{name}.{member}" for name, thing in SURFACE.items() if inspect.isclass(thing) for member, _ in members(thing)
    }
    assert not {*SURFACE, *CALLED, *properties} - anchors
