"""Do the plots of chances show the figures of the tables they are made of, in four languages?"""

from __future__ import annotations

import re

import pytest

from talisman_nb.drawing.odds_plots import plot_cards, plot_crown_funnel, plot_figure_grid, plot_odds_against
from talisman_nb.notation.situation import situation
from talisman_nb.odds import crown_funnel, figure_grid, odds_with_cards
from talisman_nb.odds.fight import whole_percents
from talisman_nb.rules.book import open_book
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

FIGHT = situation("dwarf crags, fate 2 | thief city > 1 > anticlockwise > bear")
INSIDE = situation("dwarf werewolf-den, has talisman | thief city")


def texts(svg: str) -> list[str]:
    return [re.sub(r"<[^>]+>", "", found).strip() for found in re.findall(r"<text[^>]*>(.*?)</text>", svg, re.S)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_plot_is_labelled_in_the_language_and_the_same_each_time(lang: str) -> None:
    say = load_phrases(lang).say
    plots = {
        "against": lambda: plot_odds_against(FIGHT, lang=lang),
        "grid": lambda: plot_figure_grid(range(1, 4), lang=lang),
        "funnel": lambda: plot_crown_funnel(INSIDE, lang=lang),
        "cards": lambda: plot_cards(FIGHT, lang=lang),
    }
    for key, plot in plots.items():
        svg = plot()
        assert svg == plot() and say("plots", key) in texts(svg)
        assert f'aria-label="{say("plots", key)}"' in svg and 'role="img"' in svg


def test_the_heat_maps_have_the_chance_of_every_pair_of_figures() -> None:
    cells = [cell for row in figure_grid((2, 5), (2, 5)) for cell in row]
    ends = [odds for cell in cells for odds in (cell.odds, cell.with_fate)]
    wanted = [whole_percents((odds.won, odds.standoff, odds.lost))[0] for odds in ends]
    shown = [text for text in texts(plot_figure_grid((2, 5))) if text.isdigit()]
    for value in wanted:
        shown.remove(str(value))
    assert sorted(shown) == ["2", "2", "2", "2", "5", "5", "5", "5"], "what is left are the axes"


def test_the_funnel_names_each_space_with_the_chance_to_come_there() -> None:
    shown = texts(plot_crown_funnel(INSIDE))
    assert "Whoever is sent back out of the Region counts as having failed." in shown
    for way in crown_funnel(INSIDE):
        for stage in way:
            assert f"{round(100 * stage.reached)} %" in shown


def test_cards_are_told_once_by_name_the_most_helpful_first() -> None:
    names = [name_of(open_book(), row.card, "en") for row in odds_with_cards(FIGHT)]
    shown = [text for text in texts(plot_cards(FIGHT)) if text in names]
    assert shown == list(dict.fromkeys(shown)) and set(shown) == set(names[:12])
    assert len(texts(plot_cards(FIGHT, most=2))) < len(texts(plot_cards(FIGHT)))
