"""Does the form of a new table take a box in pieces, show it first, install, tick, remove it, write it as a file?"""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import pytest

from talisman_nb.model.bounds import BOX_SIZE
from talisman_nb.model.data_folder import boxes_folder
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.layers import Layer, layers_folder
from talisman_nb.table import Table
from talisman_nb.table.boxes import install_box, installed_boxes, read_box, write_box
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.setup_values import LayerEntry, Setup

pytestmark = pytest.mark.usefixtures("own_home")

MOLE = '[mole-king]\nname = "Mole King"\ntype = "animal"\nstrength = {n}\n'


def moles(version: str = "1", strength: int = 4, more: str = "") -> bytes:
    head = f'[layer]\nname = "Moles"\nauthor = "Ada"\nabout = "Burrows."\nversion = "{version}"\n'
    return write_box(
        Layer("moles", {"layer.toml": head, "adventure/c.toml": MOLE.replace("{n}", str(strength)) + more})
    )


@pytest.fixture
def form() -> TableController:
    return controller_for("", "en")


def setup(form: TableController) -> Setup:
    found = form.setup()
    assert found is not None
    return found


def layers(form: TableController) -> dict[str, LayerEntry]:
    return {layer.key: layer for layer in setup(form).layers}


def lay(form: TableController, data: bytes, size: int = 100) -> list[Any]:
    """Lay a file on the form as the page does; the replies."""
    pieces = [b64encode(data[at : at + 3 * size]).decode() for at in range(0, len(data), 3 * size)]
    return [
        form.handle({"type": "box", "key": "piece", "n": n, "before": len(pieces), "value": piece})
        for n, piece in enumerate(pieces)
    ]


def do(form: TableController, key: str, value: str = "") -> Any:
    return form.handle({"type": "box", "key": key, "value": value})


def test_a_box_is_told_before_it_is_installed_and_ticked_after_it(form: TableController) -> None:
    *asked, last = lay(form, moles())
    assert asked == [{"type": "box", "n": n + 1} for n in range(len(asked))] and asked and last is None
    offer = setup(form).box
    assert (
        offer and offer.title == "Moles, version 1, by Ada: cards: 1" and (offer.about, offer.wrong) == ("Burrows.", "")
    )
    assert installed_boxes() == () and not layers(form)
    do(form, "install")
    assert setup(form).box is None
    assert layers(form)["moles-v1"] == LayerEntry("moles-v1", "Moles 1", "Burrows.", on=True, box=True)
    form.handle(
        {"type": "start", "players": [{"name": "Ada", "character": "dwarf"}, {"name": "B", "character": "thief"}]}
    )
    assert form.table and form.table.settings.edition == "revised4+moles-v1"


def test_the_same_people_play_with_it_again() -> None:
    install_box(moles())
    Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", layers=["moles-v1"], name="Friday").close()
    form = SettingUp("en")
    form.same_people()
    assert form.edition == "second+moles-v1"


def test_one_version_of_a_box_is_played(form: TableController) -> None:
    for version, strength in (("1", 3), ("2", 5)):
        lay(form, moles(version, strength))
        do(form, "install")
    assert {key: (layer.on, layer.wrong) for key, layer in layers(form).items()} == {
        "moles-v1": (False, ""), "moles-v2": (True, ""),
    }  # fmt: skip
    form.handle({"type": "layer", "key": "moles-v1", "value": "true"})
    assert {key: layer.on for key, layer in layers(form).items()} == {"moles-v1": True, "moles-v2": False}


def test_a_box_is_removed_and_written_as_a_file(form: TableController) -> None:
    lay(form, moles())
    do(form, "install")
    reply = do(form, "file", "moles-v1")
    assert (reply["type"], reply["name"], reply["packed"]) == ("export", "moles-1.talisman-box", True)
    assert b64decode(reply["text"]) == moles()
    do(form, "remove", "moles-v1")
    assert installed_boxes() == () and not layers(form) and form.table is None
    own = layers_folder() / "own-cards" / "adventure"
    own.mkdir(parents=True)
    (own / "c.toml").write_text(MOLE.replace("{n}", "2"), encoding="utf-8")
    assert not layers(form)["own-cards"].box
    do(form, "remove", "own-cards")
    assert read_box(b64decode(do(form, "file", "own-cards")["text"])).id == "own-cards" and own.is_dir()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_box_with_a_mistake_is_told_and_not_installed(lang: str) -> None:
    form = controller_for("", lang)
    lay(form, moles(more='[mole]\nname = "Mole"\nstrength = 2\n'))
    offer = setup(form).box
    assert offer and "moles-v1/adventure/c.toml: [mole] type: missing" in offer.wrong
    do(form, "install")
    assert installed_boxes() == ()
    do(form, "leave")
    assert setup(form).box is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_box_is_told_beside_the_names(lang: str) -> None:
    form = controller_for("", lang)
    for data in (b"\x89PNG", moles()[:-30], b"PK\x03\x04" + b"\xff" * 500):
        lay(form, data)
        assert setup(form).note and setup(form).box is None and "\n" not in setup(form).note
        form.handle({"type": "part", "key": "dice", "value": "virtual"})
        assert not setup(form).note
    do(form, "large")
    assert f"{BOX_SIZE}" in setup(form).note


def test_another_box_of_the_version_is_refused(form: TableController) -> None:
    install_box(moles("1", 3))
    lay(form, moles("1", 4))
    do(form, "install")
    offer = setup(form).box
    assert offer and "of version 1 is installed" in offer.wrong


@pytest.mark.parametrize(
    "message",
    [
        {"key": "piece", "n": 1, "before": 3, "value": "AAAA"},
        {"key": "piece", "n": 0, "before": 1, "value": "no Base64!"},
        {"key": "piece", "n": 0, "before": 1, "value": "A" * (2 * BOX_SIZE)},
        {"key": "piece", "n": -1, "before": 1, "value": "AAAA"},
        {"key": "piece", "n": 0, "before": 0, "value": ""},
        {"key": "install"},
        {"key": "leave"},
        {"key": "remove", "value": "../.."},
        {"key": "file", "value": "../../secret"},
        {"key": "file", "value": "revised4"},
        {"key": "frob"},
        {},
    ],
)
def test_what_no_page_sends_changes_nothing(message: dict[str, Any], form: TableController) -> None:
    assert form.handle({"type": "box", **message}) is None
    assert setup(form).box is None and not boxes_folder().exists()


def test_a_file_that_takes_the_place_of_another_is_read_as_a_whole(form: TableController) -> None:
    first, second = moles("1"), moles("2")
    form.handle({"type": "box", "key": "piece", "n": 0, "before": 2, "value": b64encode(first[:300]).decode()})
    lay(form, second)
    offer = setup(form).box
    assert offer and "version 2" in offer.title


def test_the_file_of_a_table_goes_on_under_a_free_name() -> None:
    """As from another machine, or from the static site: exported there, laid on the form here, and back."""
    there = TableController(Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Friday"), "en")
    there.handle({"type": "answer", "ply": 0, "key": "3"})
    exported = there.handle({"type": "export", "value": "file"})
    assert exported is not None and there.table is not None
    form, data = TableController(None, "en"), exported["text"].encode()
    pieces = [b64encode(data[at : at + 300]).decode() for at in range(0, len(data), 300)]
    send = {"type": "box", "key": "piece", "before": len(pieces), "name": exported["name"]}
    replies = [form.handle({**send, "n": n, "value": piece}) for n, piece in enumerate(pieces)]
    name = replies[-1]["name"]
    assert name not in ("", "Friday") and [reply["n"] for reply in replies[:-1]] == [*range(1, len(pieces))]
    form.handle({"type": "open", "name": name})
    assert form.table is not None and form.table.state == there.table.state
    form.table.answer(next(iter(form.table.ask.open())))
    assert len(form.table.lines) > len(there.table.lines)
