"""Is what a reader has played frozen to a ruling that runs, kept, shared as one file, and refused when damaged?"""

from __future__ import annotations

from pathlib import Path

import pytest

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import USUAL
from talisman_nb.app import cli
from talisman_nb.notation.text_play import play
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.rules.layers import layers_folder
from talisman_nb.rulings.case_types import Case
from talisman_nb.rulings.cases import cases, expansion_cases
from talisman_nb.rulings.own_rulings import (
    RulingFileError,
    freeze_ruling,
    keep_in_words,
    own_rulings,
    read_rulings,
    rulings_folder,
    save_ruling,
)
from talisman_nb.rulings.runner import run
from talisman_nb.rulings.search import found_rulings
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")
LAID = "dwarf crags, has sword | thief city"
MOLE = """
[were-mole]
name = { pl = "Kreciołak" }
type = "monster"
strength = 3
"""


def bear(lang: str = "en", title: str = "Does the Bear attack at once?") -> Case:
    analysis = Analysis.of(LAID, lang).answer("walk fields-2").answer("bear")
    return freeze_ruling(analysis.node.situation, title, decision="At once.", rules=["combat.creature"])


@pytest.mark.parametrize("case", (*cases().values(), *expansion_cases().values()), ids=lambda case: case.id)
def test_whatever_was_played_comes_back_from_its_file_and_runs(case: Case, tmp_path: Path) -> None:
    orders = [order for step in case.steps for order in step.do]
    ruling = freeze_ruling(play(case.situation_in(case.own_edition)).answer(*orders), case.asks(), id=f"own-{case.id}")
    (again,) = read_rulings(save_ruling(ruling, tmp_path / "one.toml"))
    assert (again.steps, again.rules, again.question) == (ruling.steps, ruling.rules, ruling.question)
    result = run(again)
    assert result.ok, result.wrong
    assert len(result.steps) == len(again.steps) and any(step.checks for step in result.steps)


def test_a_change_of_what_is_expected_fails(tmp_path: Path) -> None:
    path = save_ruling(bear(), tmp_path / "bear.toml")
    path.write_text(path.read_text("utf-8").replace("strength = 4", "strength = 9"), "utf-8")
    (changed,) = read_rulings(path)
    assert run(changed).wrong and "expected 9, came 4" in run(changed).wrong[0]


def test_it_is_kept_in_the_reader_s_folder_and_found_there() -> None:
    path = save_ruling(bear("it", "L'Orso attacca subito?"))
    assert path == rulings_folder() / "l-orso-attacca-subito.toml"
    found, wrong = own_rulings()
    assert list(found) == ["l-orso-attacca-subito"] and not wrong
    (own,) = found.values()
    assert own.asks("it") == "L'Orso attacca subito?" and own.asks("pl") == "[it] L'Orso attacca subito?"
    assert own.decides("it") == "At once." and own.standing == "house" and own.rules == ("combat.creature",)
    assert "l-orso-attacca-subito" in {hit.case.id for hit in found_rulings("orso attacca", own=found)}
    assert "[it]" not in path.read_text("utf-8"), "only the language it was written in stands in the file"


def test_it_keeps_edition_layers_and_house_rules(tmp_path: Path) -> None:
    (layers_folder() / "moles" / "adventure").mkdir(parents=True)
    (layers_folder() / "moles" / "adventure" / "cards.toml").write_text(MOLE, "utf-8")
    text = "edition second + moles | house carry.objects=5 | troll crags, has sword axe shield helmet bow | thief city"
    with pytest.raises(ValueError, match="bow"):
        play(text)
    text = text.replace(" bow", " cross")
    ruling = freeze_ruling(play(text).answer("walk fields-2", "were-mole"), "Czy Kreciołak atakuje?")
    (again,) = read_rulings(save_ruling(ruling, tmp_path / "mole.toml"))
    assert run(again).ok and again.holds_in == ("second+moles",)
    assert again.played_text().startswith("edition second+moles | house carry.objects=5 |")
    for file in (layers_folder() / "moles" / "adventure").iterdir():
        file.unlink()
    (layers_folder() / "moles" / "adventure").rmdir()
    (layers_folder() / "moles").rmdir()
    with pytest.raises(RulingFileError, match="moles"):
        read_rulings(tmp_path / "mole.toml")


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text[: len(text) // 2], ""),
        (lambda text: "", ""),
        (lambda text: text.replace('"combat.creature"', '"combat.creatur"'), "combat.creature"),
        (lambda text: text.replace("dwarf crags", "dwarv crags"), "dwarf"),
        (lambda text: text.replace("situation =", "situatoin ="), "situation"),
        (lambda text: text.replace("strength = 4", 'strength = "four"'), "strength"),
        (lambda text: text.replace("[does-the", "[Does-the"), "Does-the"),
        (lambda text: text.replace("does-the-bear-attack-at-once", "w2"), "worked.toml"),
        (lambda text: "situation = 3", "situation"),
    ],
)
def test_a_damaged_file_is_told_and_changes_nothing(change, told: str, lang: str, tmp_path: Path) -> None:
    path = save_ruling(bear(), tmp_path / "bear.toml")
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(RulingFileError) as wrong:
        read_rulings(path)
    said = describe_error(wrong.value, lang)
    assert told in said and ("bear.toml" in said or "Does-the" in said or "w2" in said)
    assert said.count("bear.toml") <= 1 and not {"{", "}"} & set(said) and "  " not in said


def test_bytes_that_are_no_text_and_a_missing_file_are_told(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "x.toml", tmp_path / "none.toml", tmp_path):
        with pytest.raises(RulingFileError, match=path.name):
            read_rulings(path)


def test_a_ruling_is_never_overwritten_and_needs_a_title_with_letters() -> None:
    path = save_ruling(bear())
    before = path.read_text("utf-8")
    with pytest.raises(RulingFileError, match="already"):
        save_ruling(bear())
    assert path.read_text("utf-8") == before
    with pytest.raises(RulingFileError, match="title"):
        bear(title="???")
    with pytest.raises(RulingFileError, match=r"combat\.win"):
        freeze_ruling(play(LAID), "Why?", rules=["combat.wins"])


# --- on the command line ---


def test_the_command_plays_a_file_and_tells_what_came_otherwise(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save_ruling(bear(), tmp_path / "bear.toml")
    assert cli.main(["rulings", str(path)]) == 0 and "1 of 1" in capsys.readouterr().out
    path.write_text(path.read_text("utf-8").replace("strength = 4", "strength = 9"), "utf-8")
    assert cli.main(["rulings", str(path)]) == 1 and "expected 9" in capsys.readouterr().err
    path.write_text("[", "utf-8")
    assert cli.main(["rulings", str(path), "--lang", "pl"]) == 2 and "uszkodzony" in capsys.readouterr().err


def test_the_search_has_the_reader_s_own_beside_a_damaged_file(capsys: pytest.CaptureFixture[str]) -> None:
    save_ruling(bear())
    (rulings_folder() / "broken.toml").write_text("[", "utf-8")
    assert cli.main(["rulings", "bear", "attack", "once"]) == 0
    told = capsys.readouterr()
    assert "ruling.does-the-bear-attack-at-once" in told.out and "broken.toml" in told.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_decision_that_is_no_position_is_kept_in_words_alone(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It drags no fight along, is found, shown, listed and checked like any other, and is kept once."""
    asked = "What if a frobnicator falls off the table?"
    assert keep_in_words(asked, "It is thrown again.", "revised4", lang) == ""
    (path,) = rulings_folder().glob("*")
    assert not {"rules", "situation", "steps"} & {line.split(" ")[0] for line in path.read_text("utf-8").splitlines()}
    (kept,) = own_rulings()[0].values()
    assert (kept.in_words, kept.played_text(), kept.rules, run(kept).ok) == (True, "", (), True)
    assert found_rulings("a frobnicator falls off the table", own=own_rulings()[0], lang=lang)[0].case.id == kept.id  # type: ignore[union-attr]
    assert path.name in keep_in_words(asked, "Otherwise.", "revised4", lang)
    assert (
        cli.main(["rulings", "a frobnicator falls off the table", "--lang", lang])
        == cli.main(["rulings", str(path)])
        == 0
    )
    assert "It is thrown again." in capsys.readouterr().out


def test_an_empty_bench_keeps_a_decision_in_words_and_a_laid_out_one_its_position() -> None:
    said = {"type": "freeze", "value": "What if a frobnicator falls?", "decision": "It is thrown again."}
    bare, laid = (AnalysisController(text, "en").handle(said).frozen for text in (USUAL, LAID))
    assert bare and "situation" not in bare.file and laid and "situation" in laid.file


def test_the_bench_shows_a_decision_in_words_and_lays_nothing_out_for_it() -> None:
    keep_in_words("What if a frobnicator falls off the table?", "It is thrown again.", "revised4", "en")
    bench = AnalysisController(LAID, "en")
    (found,) = [
        each
        for each in bench.handle({"type": "ask", "value": "a frobnicator falls off the table"}).rulings
        if not each.text
    ]
    shown = bench.handle({"type": "ruling", "value": found.id})
    assert shown.ruling and shown.ruling.lines == ("It is thrown again.",) and shown.text == LAID
