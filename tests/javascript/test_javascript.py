"""Do the panel's functions that need no browser do what they should, and are its types those of the program?"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from screen_types import FILE, declarations

from talisman_nb.rules.book import open_book
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

HERE = Path(__file__).parent
PANELS = FILE.parents[1]
STATIC = HERE.parents[1] / "talisman_nb" / "app" / "share" / "static"


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.js")), ids=lambda file: file.name)
def test_functions_of_the_panel(node: str, file: Path) -> None:
    ran = subprocess.run([node, "--test", file], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_wrong_letter_in_a_name_is_forgiven(node: str, lang: str) -> None:
    """Every card of the Adventure deck, with a letter missing, doubled, changed or swapped anywhere, or a space."""
    names = {card: str(Wording(lang).card(card)) for card in open_book().deck_cards["adventure"]}
    ran = subprocess.run([node, HERE / "misspell.js"], input=json.dumps(names), capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["typed"] > 2000 and told["notOnTop"] < told["typed"] / 200, told
    assert len(told["missed"]) < 3, told["missed"]


def test_the_types_are_those_of_the_structs() -> None:
    assert FILE.read_text("utf-8") == declarations(), "run: poe panel-types"
    names = re.findall(r"^export interface (\w+)", declarations(), re.M)
    assert len(names) == len(set(names)), "two structs of one name would be one type"


@pytest.mark.parametrize("module", sorted([*PANELS.rglob("*.js"), *STATIC.glob("*.js")]), ids=lambda file: file.name)
def test_every_module_is_checked_in_an_editor_too(module: Path) -> None:
    assert module.read_text("utf-8").startswith("// @ts-check\n")


def test_the_app_is_of_a_known_type_everywhere() -> None:
    untyped = re.compile(r"@param \{any\} app\b")
    assert [module.name for module in PANELS.rglob("*.js") if untyped.search(module.read_text("utf-8"))] == []
