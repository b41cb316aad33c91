"""Is every message about a situation one phrase in four languages, the English one that of the code?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_situation_text import IMPOSSIBLE, NEVER, WRONG

import talisman_nb
from talisman_nb.engine.totals import COUNTED
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.possibility import NOT_HAD_BY
from talisman_nb.notation.text_play import play
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

TOPIC = "situation"
MADE_BY = {"message", "Message", "SituationError", "CannotPlayError", "NoMomentError"}
"""What makes a message of a key and the English text."""
OF_THE_TEXT_ROOM = {"refused", "or"}
"""Phrases that `text.errors` puts together itself."""
ENGLISH = re.compile(r"\b(the|expected|nobody plays|is not|stands|there is|nothing is)\b")
OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
REFUSED = (
    *(text for text, _, _ in WRONG),
    *(text.replace("~", "") for text, _, _ in IMPOSSIBLE),
    *(text for text, _ in NEVER),
)


def made(tree: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield the key of every message that a module makes, with what its text may be: itself, or any text of a name."""
    named = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MADE_BY:
            key, text, *_ = [*node.args, None, None]
            if isinstance(key, ast.Constant):
                yield str(key.value), {str(text.value)} if isinstance(text, ast.Constant) else named


def all_made() -> Iterator[tuple[str, str, set[str]]]:
    """Yield file, key and texts of every message of the program."""
    for path in sorted(Path(talisman_nb.__file__).parent.rglob("*.py")):
        yield from ((path.name, key, texts) for key, texts in made(ast.parse(path.read_text("utf-8"))))


def test_the_english_of_the_code_is_the_phrase() -> None:
    phrases = load_phrases("en")
    for file, key, texts in all_made():
        assert phrases.has(TOPIC, key), f"{file}: {key}"
        assert phrases.raw(TOPIC, key) in texts, f"{file}: {key}"
    for key, text in NOT_HAD_BY.values():
        assert text == phrases.raw(TOPIC, key)


def test_every_phrase_is_said_by_the_code() -> None:
    said = {key for _, key, _ in all_made()} | {key for key, _ in NOT_HAD_BY.values()} | OF_THE_TEXT_ROOM
    assert set(load_phrases("en").topics[TOPIC]) == said


@pytest.mark.parametrize("text", REFUSED)
def test_a_refused_situation_is_said_in_every_language(text: str) -> None:
    with pytest.raises(SituationError) as refused:
        play(text)
    for lang in LANGUAGES:
        said = describe_error(refused.value, lang)
        assert not re.search(r"[{}]|Error\(", said)
        assert lang == "en" or said != str(refused.value)


@pytest.mark.parametrize("lang", OTHERS)
def test_the_bench_says_no_english_in_another_language(lang: str) -> None:
    """The words of the English phrase that are no field, no notation and no rule are gone."""
    bench = AnalysisController("dwarf crags | thief city", lang)
    for text in REFUSED:
        refused = bench.handle({"type": "text", "value": text}).refused
        assert refused, text
        assert not re.search(r"\b(the|expected|nobody plays|is not|stands|there is|nothing is)\b", unquoted(refused)), (
            text
        )


@pytest.mark.parametrize(
    "clause", [*(f"{figure} {n}" for figure in COUNTED for n in ("99", "100", "x")), "strength 1", "craft 1"]
)
def test_a_figure_out_of_bounds_has_its_name_in_the_language(clause: str) -> None:
    """Too many for the box, out of range, no number, below the printed value: none says the key of the figure."""
    with pytest.raises(SituationError) as refused:
        play(f"dwarf city, {clause}")
    figure = clause.partition(" ")[0]
    for lang in LANGUAGES:
        said, name = describe_error(refused.value, lang), load_phrases(lang).say("words", figure)
        assert name in said and (name == figure or figure not in said)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", 'the box holds 2 of "Sword", the text names 5'),
        ("it", "copie di «Spada»: 2 nella scatola, 5 nel testo"),
        ("fr", "exemplaires de « Épée » : 2 dans la boîte, 5 dans le texte"),
        ("pl", "„Miecz”: w pudełku 2, w tekście 5"),
    ],
)
def test_a_card_of_which_there_are_too_many_has_its_name_in_the_language(lang: str, said: str) -> None:
    with pytest.raises(SituationError) as refused:
        play("dwarf city, has sword*5")
    assert describe_error(refused.value, lang).replace("\u00a0", " ").endswith(f": {said} (setup.decks)")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_house_figure_out_of_bounds_says_what_it_is(lang: str) -> None:
    with pytest.raises(SituationError) as refused:
        play("house carry.objects=999 | dwarf city")
    assert f"({load_phrases(lang).say('figures', 'carry.objects')})" in describe_error(refused.value, lang)


@pytest.mark.parametrize("lang", OTHERS)
def test_a_refused_answer_names_what_is_open(lang: str) -> None:
    bench = AnalysisController("dwarf crags | thief city", lang)
    refused = bench.handle({"type": "answer", "value": "7"}).refused
    assert "1, 2, 3, 4, 5, 6" in refused
    assert "open" not in refused
    assert bench.handle({"type": "go", "n": 9}).refused == load_phrases(lang).say(TOPIC, "no-node", n=9, most=0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_insisted_on_says_why(lang: str) -> None:
    bench = AnalysisController("dwarf crags | thief city", lang)
    shown = bench.handle({"type": "text", "value": "dwarf crags, has bear | thief city", "insist": True})
    why = load_phrases(lang).say(TOPIC, "goods-enemy", card="bear")
    assert shown.insisted == (f"{why} (meet.take, trophy.keep)",)


def unquoted(text: str) -> str:
    """The text without what it quotes of the notation."""
    return re.sub(r'"[^"]*"|«[^»]*»|„[^”]*”|“[^”]*”|\([^)]*\)', "", text)
