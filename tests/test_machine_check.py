"""Does `talisman-nb check` say what is fine on this machine, what is missing and what to do?"""

from __future__ import annotations

import importlib.metadata
from pathlib import Path
from typing import get_args

import pytest

from talisman_nb.app import check_machine as check
from talisman_nb.app import cli
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


def test_check_says_ok_or_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    said = capsys.readouterr().out
    for what in ("Python", "packages", "notebooks and boards", "panel", "saved tables", "port", "browser", "Chromium"):
        assert what in said
    assert "to do" not in said


def test_check_fails_and_tells_the_cure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [check.Requirement("no-such-package>=1"), check.Requirement("msgspec<0.1")]
    monkeypatch.setattr(check, "requirements", lambda extra="": [] if extra else wrong)
    assert cli.main(["check"]) == 1
    said = capsys.readouterr().out
    assert "no-such-package is missing; " in said and 'pip install "no-such-package>=1"' in said
    assert "<0.1 is needed" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_only_the_page_needs_may_be_missing(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"": ["msgspec"], "app": ["msgspec", "no-such-package"], "print": ["none-either"]}
    monkeypatch.setattr(check, "requirements", lambda extra="": list(map(check.Requirement, known[extra])))
    found = check.app_packages()
    assert found.state == "note" and [each.state for each in check.packages()] == ["ok"]
    assert "no-such-package, none-either" in found.line(lang) and 'pip install "talisman-nb[app]"' in found.line(lang)


def test_the_requirements_of_a_checkout_are_those_of_its_project(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> list[str]:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "requires", absent)
    always, app = ({need.name for need in check.requirements(extra)} for extra in ("", "app"))
    assert {"msgspec", "ipywidgets"} <= always and {"jupyterlab", "voila"} <= app and not always & app
    assert [need.name for need in check.requirements("print")] == ["fpdf2"]


def test_check_tells_a_folder_that_cannot_be_written(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_home / "file").touch()
    monkeypatch.setenv("TALISMAN_NB_HOME", str(own_home / "file"))
    found = check.saved_tables()
    assert found.state == "todo" and all("TALISMAN_NB_HOME" in found.line(lang) for lang in LANGUAGES)


def test_every_finding_of_the_check_has_words() -> None:
    known = load_phrases("en").topics["console"]
    states, parts = get_args(check.FindingState), get_args(check.CheckedPart)
    wanted = {
        *(f"state.{state}" for state in states),
        *(f"what.{part}" for part in parts),
        *get_args(check.FindingPhrase),
    }
    assert not wanted - set(known)
    longest = max(len(load_phrases(lang).say("console", f"state.{state}")) for lang in LANGUAGES for state in states)
    assert longest == check.WIDE
