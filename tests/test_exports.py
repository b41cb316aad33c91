"""Does what is kept of a game tell all of it, open again, and name nothing that is hidden?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hosted import Evening, wire
from short_game import answer
from tables import FOUR, TWO, press_on

from talisman_nb.app import cli
from talisman_nb.chronicle.exports import FORMS, export
from talisman_nb.chronicle.journal import journal_line
from talisman_nb.panels.table.audience import Audience
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.wording import Wording

pytestmark = pytest.mark.usefixtures("own_home")

TOLD = [form for form, found in FORMS.items() if not found.secret]
"""The forms that are read by whoever gets them."""
PRESSES = 150
APPROVED = Path(__file__).parent / "golden" / "journal.md"
"""A short game from its beginning to the Crown, as Markdown."""


def game(presses: int = PRESSES, lang: str = "en", **other: Any) -> Table:
    table = Table.new(FOUR, dice="virtual", cards="virtual", spells="known", seed=7, lang=lang, **other)
    return press_on(table, presses)


def replayed(table: Table) -> None:
    """Amend the first throw that leaves answers waiting for their questions."""
    for line in [line for line in table.lines if line.ask.purpose == "move" and line.ask.kind == "die"]:
        table.amend(line.n, "6" if line.answer.key == "5" else "5")
        if table.pending:
            return
        table.undo()
    raise AssertionError("no throw leaves answers waiting")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_tells_every_line_of_every_turn(lang: str) -> None:
    table = game(lang=lang)
    text = export(table, "markdown", lang, -1).text
    for line in (journal_line(record, lang, -1) for record in table.lines):
        assert line.folded or f"- {line.text}" in text
    assert text.count("\n## ") == table.state.round + 1, "a heading for each round, and one for the sheets"


def test_a_whole_game_is_told_as_it_was_approved(request: pytest.FixtureRequest) -> None:
    """`python -m pytest tests/test_exports.py -k approved --bless` approves what is told now."""
    table = Table.new(TWO, name="Friday")
    while table.ask.kind != "over":
        table.answer(answer(table.state))
    text = export(table, "markdown", "en", -1).text
    if request.config.getoption("--bless"):
        APPROVED.write_text(text, "utf-8")
    assert text == APPROVED.read_text("utf-8")


def test_a_name_can_t_be_taken_for_a_mark() -> None:
    table = Table.new({"*Ada* | <b>": "dwarf", "Bruno": "thief"})
    text = export(table, "markdown", "en", -1).text
    assert r"\*Ada\* \| \<b\>" in text and "*Ada* | <b>" not in text


@pytest.mark.parametrize("form", ["file", "file-without-names"])
@pytest.mark.parametrize("saved", [True, False])
def test_the_file_opens_as_exactly_this_game(form: str, saved: bool, tmp_path: Path) -> None:
    table = game(name="Friday" if saved else "")
    table.undo()
    replayed(table)
    made = export(table, form, "en", -1)
    copy = tmp_path / made.name
    copy.write_text(made.text, "utf-8")
    with Table.open(copy) as other:
        answers = [(line.answer.key, line.by) for line in table.lines]
        assert [(line.answer.key, line.by) for line in other.lines] == answers
        assert [p.space for p in other.state.players] == [p.space for p in table.state.players]
        assert other.can_redo == table.can_redo and len(other.pending) == len(table.pending)
        assert press_on(other, 20).state.ply == press_on(table, 20).state.ply, "the dice come as they would have come"


def test_no_name_is_left_in_a_file_without_names(tmp_path: Path) -> None:
    people = {"Massimiliano": "dwarf", "Bartholomew": "thief"}
    table = press_on(Table.new(people, dice="virtual", cards="virtual", name="Massimiliano, Bartholomew"), 40)
    replayed(table)
    table.keep_by_hand()
    assert any(line.answer.state for line in table.lines), "a state that was put back has the names too"
    text = export(table, "file-without-names", "en", -1).text
    assert all(name in export(table, "file", "en", -1).text for name in people)
    assert not any(name in text for name in people)


def hidden(table: Table, lang: str) -> set[str]:
    """Names and keys of the Spells in hands, which nobody has seen cast or discarded."""
    wording = Wording(lang, book=book_of(table.state.book))
    held = {spell for player in table.state.players for spell in player.spells}
    seen = {
        card for line in table.lines for event in line.events if event.only < 0 for card in (event.card, *event.cards)
    }
    return {word for spell in held - seen for word in (spell, str(wording.card(spell)))}


@pytest.mark.parametrize("form", TOLD)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_told_on_a_shared_screen_names_no_hidden_spell(form: str, lang: str) -> None:
    casters = {"Ada": "wizard", "Bruno": "sorceress", "Carla": "druid", "Dario": "prophetess"}
    table = Table.new(casters, dice="virtual", cards="virtual", spells="known", seed=7, lang=lang)
    press_on(table, 20)
    secrets = hidden(table, lang)
    assert secrets and table.ask.kind != "over"
    panel = TableController(table)
    reply: Any = panel.handle({"type": "export", "value": form})
    assert not [secret for secret in secrets if secret in reply["text"]]


def test_a_seat_gets_no_file_with_the_secrets_of_all() -> None:
    panel = TableController(game(), audience=Audience(0))
    for form in FORMS:
        reply: Any = panel.handle({"type": "export", "value": form})
        assert bool(reply) == (form in TOLD), form
    assert TableController(game()).handle({"type": "export", "value": "book"}) is None


@pytest.mark.parametrize("form", FORMS)
def test_the_command_writes_a_file(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Table.new(TWO, name="Friday").close()
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    for _ in range(2):
        assert cli.main(["export", "Friday", "--as", form]) == 0
    assert len(list(folder.iterdir())) == 2, "an older export is never overwritten"
    assert len({path.read_text("utf-8") for path in folder.iterdir()}) == 1


@pytest.mark.parametrize("form", FORMS)
def test_the_command_says_that_a_file_holds_secrets(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Table.new(TWO, name="Friday").close()
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "Friday", "--as", form]) == 0
    warned = "including Spells that lie face down" in capsys.readouterr().out
    assert warned == FORMS[form].secret == (form not in TOLD)


def test_the_command_says_what_it_expects(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["export"], ["export", "Friday", "--as", "book"]):
        assert cli.main(words) == 2
        assert "markdown" in capsys.readouterr().err


def test_a_phone_keeps_and_reads_what_its_seat_may_see() -> None:
    casters = {"Ada": "wizard", "Bruno": "sorceress", "Carla": "druid"}
    table = Table.new(casters, dice="virtual", cards="virtual", spells="known", seed=7)
    wording = Wording("en", book=book_of(table.state.book))
    held = [{word for spell in p.spells for word in (spell, str(wording.card(spell)))} for p in table.state.players]
    evening = Evening(table)
    for seat, phone in enumerate(evening.phones):
        for form in TOLD:
            evening.press(phone, type="export", value=form)
        evening.press(phone, type="chronicle")
        told = str(wire(phone).custom)
        assert len(wire(phone).custom) == len(TOLD) + 1
        others = set().union(*(each for other, each in enumerate(held) if other != seat)) - held[seat]
        assert others and not [secret for secret in others if secret in told], seat
        assert evening.press(phone, type="evenings") and evening.press(phone, type="play-again")
        assert evening.press(phone, type="export", value="file")
