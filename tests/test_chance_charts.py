"""Do the charts of the bench show the chances that the engine gives, in four languages?"""

from __future__ import annotations

import re

import pytest
from read_aloud import ENGLISH

from talisman_nb.notation.situation import situation
from talisman_nb.odds import best_fight, chance_within, crown_funnel, fight_odds, odds_with_cards, on_space
from talisman_nb.odds.fight import whole_percents
from talisman_nb.panels.bench import chance_charts
from talisman_nb.panels.bench.analysis_controller import AnalysisController
from talisman_nb.panels.bench.chance_charts import charts
from talisman_nb.panels.parts import progress_bar
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

FIGHT = situation("dwarf crags, fate 2 | thief city > 1 > anticlockwise > bear")
INSIDE = situation("dwarf werewolf-den, has talisman | thief city")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fight_has_its_odds_by_figure_by_card_and_as_heat_maps(lang: str) -> None:
    against, cards, plain, fate = charts(FIGHT, lang)
    (here,) = (row for row in against.rows if row.here)
    odds = fight_odds(FIGHT)
    assert here.parts == whole_percents((odds.won, odds.standoff, odds.lost))
    assert [row.parts[0] for row in against.rows] == sorted((row.parts[0] for row in against.rows), reverse=True)
    best = odds_with_cards(FIGHT)[0]
    assert cards.rows[0].parts == (round(100 * best.odds.won),)
    assert len({row.label for row in cards.rows}) == len(cards.rows)
    assert plain.rows[2].parts[2] == here.parts[0] < fate.rows[2].parts[2]
    assert len(plain.parts) == len(plain.rows) == len(plain.rows[0].parts)
    assert [(chart.of_foe, [row.label for row in chart.rows if row.here]) for chart in (plain, fate)] == [
        ("3", ["3"])
    ] * 2
    won = load_phrases(lang).say("plots", "won")
    assert won not in fate.title and here.said.count(won) == 2, "the title counts fate, the line says what is won by it"
    if lang != "en":
        said = [against.title, cards.title, plain.title, fate.title, here.said, cards.rows[0].said]
        assert not [each for each in said if ENGLISH.search(each)], said


@pytest.mark.parametrize("more", ["", ", has sword", ", has axe helmet", ", strength 5"])
def test_a_whole_is_a_hundred_in_every_row_and_in_its_words(more: str) -> None:
    state = situation(f"dwarf crags, fate 2, spells immobility{more} | thief city > 1 > anticlockwise > bear")
    rows = [row for chart in charts(state, "en") if chart.kind in ("ends", "answers") for row in chart.rows]
    assert rows and {sum(row.parts) for row in rows} == {100}
    said = [row.said.partition(";")[0] for row in rows]
    assert {sum(map(int, re.findall(r"(\d+)%", each))) for each in said if "<" not in each} == {100}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_way_to_the_crown_is_a_funnel(lang: str) -> None:
    (found,) = charts(INSIDE, lang)
    (way,) = crown_funnel(INSIDE)
    assert [row.parts[0] for row in found.rows] == [round(100 * stage.reached) for stage in way]
    assert [row.here for row in found.rows] == [True] + [False] * (len(way) - 1)
    assert found.note == load_phrases(lang).say("plots", "funnel-note")


def test_a_way_too_long_to_be_walked_is_sampled_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(_state: object) -> None:
        raise chance_charts.TooLongError

    monkeypatch.setattr(chance_charts, "_ways", too_long)
    (found,) = charts(INSIDE, "en")
    (row,) = found.rows
    assert row.parts == (100,) and "± 0" in row.said


def test_charts_are_shown_by_a_press_and_hidden_by_another() -> None:
    panel = AnalysisController("dwarf crags | thief city > 1 > anticlockwise > bear")
    assert not panel.screen().charts
    assert len(panel.handle({"type": "likely"}).charts) == 4
    outside = panel.handle({"type": "back"})
    assert outside.charted and not outside.charts, "there is no fight, and no way inside"
    assert not panel.handle({"type": "likely"}).charted


def test_a_fight_between_characters_has_no_figures_of_a_foe() -> None:
    duel = situation("dwarf city | *thief city, arrived > attack:0")
    assert duel.fight is not None and "ends" not in [chart.kind for chart in charts(duel, "en")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_space_aimed_at_has_its_chance_within_some_turns(lang: str) -> None:
    panel = AnalysisController("dwarf crags | thief city", lang)
    panel.handle({"type": "aim", "value": "space.city"})
    (found,) = panel.handle({"type": "likely"}).charts
    first = chance_within(panel.analysis.state, on_space("city"), 1, encounters=False).chance("reached")
    parts = [row.parts[0] for row in found.rows]
    assert parts[0] == round(100 * first) and parts == sorted(parts) and len(parts) == 4
    assert not panel.handle({"type": "aim", "value": "character.dwarf"}).charts


def test_a_bar_shows_how_many_games_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    crags = situation("dwarf crags | thief city")
    found = chance_within(crags, on_space("city"), 2, games=20, progress=progress_bar())
    assert not found.exact and found.games == 20 and "IntProgress" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_best_answer_is_named_with_what_it_is_best_for(lang: str) -> None:
    state = situation("dwarf crags, fate 2 | thief city > 1 > anticlockwise > bear > fight > 2 > 3")
    found = charts(state, lang)[0]
    best = best_fight(state)
    (here,) = [row for row in found.rows if row.here]
    assert best.best == "fate:0" and here.parts[0] == round(100 * best.chance("won")) == 50
    assert here.label in found.note and len(found.rows) == 2
    assert all(sum(row.parts) == 100 for row in found.rows)
    alone = charts(FIGHT, lang)[0]
    assert not alone.note, "one answer alone is no choice"


def test_a_spell_in_hand_is_one_of_the_answers() -> None:
    state = situation("dwarf crags, fate 2, spells immobility | thief city > 1 > anticlockwise > bear")
    found = charts(state, "en")[0]
    assert {row.parts for row in found.rows} >= {(0, 100, 0)} and "no fight" in " ".join(row.said for row in found.rows)


def test_too_many_ways_are_said_to_be_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object, **__: object) -> None:
        raise chance_charts.TooLongError

    monkeypatch.setattr(chance_charts, "best_fight", too_long)
    found = charts(FIGHT, "en")[0]
    assert not found.rows and "too many" in found.note
