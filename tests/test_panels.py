"""Does a press reach the table, does one message come back, and are the panel's words all known?"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import panel_samples as samples
import pytest
from comm import DummyComm
from setup_samples import setup

from talisman_nb.cards.vocabulary import ACardType, names
from talisman_nb.drawing.palette import DARK, LIGHT, contrast
from talisman_nb.panels.sync import bundle
from talisman_nb.panels.sync.bundle import (
    PART_STYLES,
    STYLES,
    TELEVISION_STYLES,
    hosted_esm,
    loader_esm,
    panel_css,
    panel_esm,
    part_esm,
)
from talisman_nb.panels.sync.companion import Companion
from talisman_nb.panels.sync.feed import PLACES, WORDS, complete
from talisman_nb.text.screen.labels import Labels
from talisman_nb.text.screen.setup_values import Setup
from talisman_nb.text.screen.values import Screen

PANELS = bundle.HERE / "js"
MODULES = sorted(PANELS.rglob("*.js"))
PATHS = {path.relative_to(PANELS).as_posix() for path in MODULES}
OF_PARTS = {path for path in PATHS if path.startswith(("bench/", "lesson/"))} | {
    "pages/part.js",
    "pages/part_loader.js",
    "pages/socket_model.js",
}
"""Modules of the parts that are widgets by themselves only."""
OTHER_PAGES = OF_PARTS | {f"pages/{name}.js" for name in ("phone", "plain", "television")}
OTHER_PAGES |= {"question/from_afar.js"}
"""Modules of other pages and widgets, which the companion does without."""
ASKED = re.compile(r'\bword\("([^"]+)"')


class Table:
    """A controller that goes from the die to the way and remembers what it heard."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.shown = samples.screen("die")
        self.form: Setup | None = None

    def screen(self) -> Screen:
        return self.shown

    def labels(self) -> Labels:
        return samples.labels(self.shown.lang)

    def setup(self) -> Setup | None:
        return self.form

    def handle(self, message: dict[str, Any]) -> dict[str, Any] | None:
        self.heard.append(message)
        if message["type"] == "journal":
            return {"type": "lines", "lines": []}
        if message["type"] == "language":
            self.shown = msgspec.structs.replace(self.shown, lang=message["lang"])
        elif message["type"] == "answer":
            self.shown = samples.screen("way")
        else:
            raise ValueError("no such card")
        return None


class Shown(Companion):
    """A companion whose messages to the browser are kept instead of sent."""

    def __init__(self, table: Table) -> None:
        self.told: list[dict[str, Any]] = []
        super().__init__(table)
        self.told.clear()

    def _send(self, msg: dict[str, Any], buffers: Any = None) -> None:
        self.told.append(msg)

    def press(self, **message: Any) -> None:
        self._handle_custom_msg({"view": "me-1", **message}, [])


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def shown(table: Table) -> Shown:
    panel = Shown(table)
    panel.told.clear()
    return panel


def as_sent(value: Any) -> bytes:
    return msgspec.json.encode(value, order="sorted")


def test_a_press_reaches_the_table_and_one_message_comes_back(table: Table, shown: Shown) -> None:
    shown.press(type="answer", ply=14, key="4")
    assert table.heard == [{"type": "answer", "ply": 14, "key": "4", "view": "me-1"}]
    (update,) = shown.told
    assert (update["method"], update["state"]) == ("update", {"screen": shown.screen}), "the rest is as it was"
    assert (shown.screen["reply"], shown.screen["seq"]) == ("me-1", 2)
    assert shown.screen["question"]["kind"] == "way"


def test_a_reply_for_this_press_alone_leaves_the_screen(table: Table, shown: Shown) -> None:
    shown.press(type="journal", before=8, seat=-1)
    assert shown.told == [{"method": "custom", "content": {"type": "lines", "lines": [], "reply": "me-1"}}]


def test_a_ping_is_answered_without_the_table(table: Table, shown: Shown) -> None:
    shown.press(type="ping", seq=shown.screen["seq"])
    assert shown.told == [{"method": "custom", "content": {"type": "pong", "reply": "me-1"}}]
    assert table.heard == []


def test_a_view_that_missed_a_screen_gets_it_with_its_ping(shown: Shown) -> None:
    shown.press(type="answer", ply=14, key="4")
    for seq, lacks in ((1, {"screen", "setup"}), (0, {"screen", "setup", "labels"})):
        shown.told.clear()
        shown.press(type="ping", seq=seq)
        update, pong = shown.told
        assert set(update["state"]) == lacks and update["state"]["screen"]["seq"] == 2
        assert pong["content"]["type"] == "pong"


def test_a_mistake_of_ours_is_said_and_still_raised(table: Table, shown: Shown, caplog: Any) -> None:
    with pytest.raises(ValueError, match="no such card"):
        shown._receive(shown, {"type": "open", "view": "me-1"}, [])
    assert shown.told[-1]["content"] == {"type": "broke", "reply": "me-1", "what": "ValueError: no such card"}


def test_another_language_sends_its_labels_in_the_same_message(table: Table, shown: Shown) -> None:
    shown.press(type="language", lang="it")
    assert [set(message["state"]) for message in shown.told] == [{"screen", "labels"}]


def test_labels_are_sent_again_only_when_they_are_others(table: Table, shown: Shown) -> None:
    shown.refresh()
    other = msgspec.structs.replace(samples.labels(), board="<svg/>")
    table.labels = lambda: other  # type: ignore[method-assign]
    shown.refresh()
    assert [set(message["state"]) for message in shown.told] == [{"screen"}, {"screen", "labels"}]


def test_a_view_that_is_opened_and_a_notebook_that_is_saved_get_the_newest_screen(shown: Shown) -> None:
    shown.press(type="answer", ply=14, key="4")
    assert shown.get_state()["screen"]["question"]["kind"] == "way"


def test_a_new_widget_is_there_with_its_first_message(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(DummyComm, "publish_msg", lambda comm, kind, data=None, *more, **rest: told.append(data))
    panel = Companion(table)
    screens = [message["state"]["screen"] for message in told if "screen" in message["state"]]  # others: its layout
    assert [as_sent(screen) for screen in screens] == [as_sent(panel.screen)]


def test_the_form_of_a_new_table_goes_when_it_starts(table: Table) -> None:
    table.form = setup()
    panel = Companion(table)
    assert panel.setup is not None and panel.setup["figures"][0]["name"] == "Dwarf"
    table.form = None
    panel.refresh()
    assert panel.setup is None


def test_missing_words_are_named() -> None:
    labels = msgspec.structs.replace(samples.labels(), words={word: word for word in WORDS if word != "undo"})
    with pytest.raises(KeyError, match=r"lack the panel's words \['undo'\]"):
        complete(labels)


def test_the_panel_asks_for_exactly_the_words_it_lists() -> None:
    asked = {word for module in MODULES for word in ASKED.findall(module.read_text("utf-8"))}
    assert asked == set(WORDS)
    assert list(WORDS) == sorted(WORDS)


def test_words_with_places_are_asked_with_values_for_them() -> None:
    text = "".join(module.read_text("utf-8") for module in MODULES)
    calls = re.findall(r'\bword\("([^"]+)", \{ ([^}]+) \}', text)
    assert {word: tuple(re.findall(r"(\w+)(?:: [^,]+)?(?:, |$)", places)) for word, places in calls} == PLACES


def test_the_panel_has_no_words_of_its_own() -> None:
    """A sentence in quotes in the JavaScript would be English on a Polish screen."""
    sentence = re.compile(r'"[A-Z][a-z]+ [a-z ]+[.!?]?"')
    assert {m.name: found for m in MODULES if (found := sentence.findall(m.read_text("utf-8")))} == {}


def test_types_of_cards_are_those_the_game_knows() -> None:
    types = re.findall(r'\["([a-z ]+)", app\.word\("type-', (PANELS / "question" / "own_form.js").read_text("utf-8"))
    assert len(types) == 10 and set(types) <= set(names(ACardType))


def joined_in(text: str) -> list[str]:
    """Paths of the modules a bundle is joined of, in its order."""
    return re.findall(r'^(?:// |\$modules\[")([\w/-]+\.js)', text, re.M)


def test_joining_leaves_no_import_and_each_module_once() -> None:
    joined = panel_esm()
    assert not re.search(r"^import ", joined, re.M)
    assert joined.count("export ") == 1 and "export default { initialize, render };" in joined
    assert sorted(joined_in(joined)) == sorted(PATHS - OTHER_PAGES)


def test_the_pages_of_a_hosted_table_are_joined_of_the_same_modules() -> None:
    joined = {name: set(joined_in(hosted_esm(name))) for name in ("phone", "television", "plain")}
    assert set().union(*joined.values()) == PATHS - {"pages/companion.js", *OF_PARTS} | {"pages/socket_model.js"}
    assert not re.search(r"^(import|export) ", hosted_esm("phone") + hosted_esm("television"), re.M)


def test_the_parts_are_joined_of_the_same_modules() -> None:
    joined = {*joined_in(part_esm()), *joined_in(loader_esm())}
    assert OF_PARTS <= joined <= PATHS


def test_every_style_sheet_is_joined() -> None:
    assert {file.stem for file in (bundle.HERE / "css").glob("*")} == {*STYLES, *TELEVISION_STYLES, *PART_STYLES}


def test_the_panel_and_the_pictures_have_the_same_colours() -> None:
    style = panel_css()
    roles = {role: (light, dark) for role, light, dark in re.findall(r"--([\w-]+): light-dark\((\S+), (\S+)\);", style)}
    assert {role: (LIGHT[role], DARK[role]) for role in LIGHT} == {role: roles.get(role) for role in LIGHT}


@pytest.mark.parametrize("tint", ["good-tint", "bad-tint"])
@pytest.mark.parametrize("theme", [0, 1])
def test_letters_and_signs_are_read_on_a_tint(tint: str, theme: int) -> None:
    found = re.search(rf"--{tint}: light-dark\((\S+), (\S+)\);", panel_css())
    assert found is not None
    ground, colours = found.groups()[theme], (LIGHT, DARK)[theme]
    sign = tint.removesuffix("-tint")
    assert contrast(colours["ink"], ground) >= 6 and contrast(colours[sign], ground) >= 4.5
