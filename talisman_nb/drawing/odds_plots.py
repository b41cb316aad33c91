"""Pictures of chances, plotted by Matplotlib: against a rising figure, figure by foe, the ways to the Crown, cards."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from talisman_nb.model import State
from talisman_nb.odds import crown_funnel, figure_grid, odds_against, odds_with_cards
from talisman_nb.rules.book import book_of
from talisman_nb.text.find import name_of
from talisman_nb.text.phrases import load_phrases

from .picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot_cards", "plot_crown_funnel", "plot_figure_grid", "plot_odds_against"]

GOOD, LEVEL, BAD, INK = "#1E6B3A", "#8A8172", "#A3211B", "#1F1B16"
FIGURES = range(1, 13)
SIDE = 3.6
"""Height of a plot in inches."""
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "talisman-nb",
    "axes.spines.top": False,
    "axes.spines.right": False,
}
"""Texts stay texts, and the same figures give the same picture."""
LIKELY = 55
"""Percent from which a cell of the heat map is dark enough for a light number."""


def plot_odds_against(state: State, figures: Iterable[int] = FIGURES, lang: str = "en") -> Picture:
    """Plot how the running fight ends against each figure of the foe, with fate dashed.

    Parameters
    ----------
    state
        A state with a fight.
    figures
        The figures of the foe.
    lang
        en, it, fr or pl.

    Returns
    -------
    Picture
        The plot.

    Raises
    ------
    ValueError
        As `odds_against` does.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> plot_odds_against(bear)[:4]
    '<svg'
    """
    rows = odds_against(state, figures)
    say = load_phrases(lang).say
    xs = [row.figure for row in rows]

    def draw(axes: Axes) -> None:
        for end, colour, mark in (("won", GOOD, "o"), ("standoff", LEVEL, "s"), ("lost", BAD, "^")):
            axes.plot(xs, [_percent(getattr(row.odds, end)) for row in rows], color=colour, marker=mark,
                      label=say("plots", end))  # fmt: skip
        fate = [_percent(row.with_fate.won) for row in rows]
        axes.plot(xs, fate, color=GOOD, linestyle="--", label=say("plots", "with-fate"))
        axes.set_xticks(xs)
        axes.set_xlabel(say("plots", "foe"))
        axes.set_ylabel(say("plots", "percent"))
        axes.set_ylim(-2, 102)
        axes.legend(frameon=False)

    return _plot_panels([draw], say("plots", "against"), lang)


def plot_figure_grid(figures: Iterable[int] = FIGURES, lang: str = "en") -> Picture:
    """Plot the chance to win of each figure against each of the foe, without fate and with it, as two heat maps.

    Parameters
    ----------
    figures
        The figures of both sides.
    lang
        en, it, fr or pl.

    Returns
    -------
    Picture
        The plot.

    Examples
    --------
    >>> plot_figure_grid((3, 4), lang="it")[:4]
    '<svg'
    """
    shown = tuple(figures)
    grid = figure_grid(shown, shown)
    say = load_phrases(lang).say

    def heat(axes: Axes, which: str, title: str) -> None:
        values = [[_percent(getattr(cell, which).won) for cell in row] for row in grid]
        axes.imshow(values, origin="lower", cmap="Greens", vmin=0, vmax=100)
        for y, row in enumerate(values):
            for x, value in enumerate(row):
                axes.text(x, y, str(value), ha="center", va="center", size=6, color="white" if value > LIKELY else INK)
        axes.set_xticks(range(len(shown)), [str(n) for n in shown])
        axes.set_yticks(range(len(shown)), [str(n) for n in shown])
        axes.set_xlabel(say("plots", "foe"))
        axes.set_ylabel(say("plots", "own"))
        axes.set_title(say("plots", title), size=10)

    panels = [lambda axes: heat(axes, "odds", "without-fate"), lambda axes: heat(axes, "with_fate", "using-fate")]
    return _plot_panels(panels, say("plots", "grid"), lang)


def plot_crown_funnel(state: State, seat: int | None = None, lang: str = "en") -> Picture:
    """Plot how likely a seat comes as far as each space on its ways straight to the goal.

    Parameters
    ----------
    state
        The state.
    seat
        The seat; None: the one whose turn it is.
    lang
        en, it, fr or pl.

    Returns
    -------
    Picture
        The plot, a panel a way.

    Raises
    ------
    TooLongError
        As `crown_funnel` does.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> plot_crown_funnel(situation("dwarf werewolf-den, has talisman | thief city"))[:4]
    '<svg'
    """
    ways, book = crown_funnel(state, seat), book_of(state.book)
    say = load_phrases(lang).say

    def funnel(axes: Axes, number: int) -> None:
        stages = ways[number]
        chances = [_percent(stage.reached) for stage in stages]
        names = [name_of(book, f"space.{stage.space}", lang) for stage in stages]
        places = list(range(len(stages)))
        axes.barh(places, chances, left=[(100 - chance) / 2 for chance in chances], color=GOOD)
        for place, chance in zip(places, chances, strict=True):
            axes.text(50, place, f"{chance} %", ha="center", va="center", color="white" if chance > 12 else INK, size=8)
        axes.set_yticks(places, names)
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.set_title(say("plots", "way", n=number + 1), size=10)

    panels = [lambda axes, n=n: funnel(axes, n) for n in range(len(ways))]
    return _plot_panels(panels, say("plots", "funnel" if book.board.crown else "funnel-goal"), lang)


def plot_cards(state: State, cards: Iterable[str] | None = None, most: int = 12, lang: str = "en") -> Picture:
    """Plot by how much each card more makes it likelier to win the running fight.

    Parameters
    ----------
    state
        A state with a fight.
    cards
        The cards; None: those that make a difference.
    most
        How many cards are shown, the most helpful ones.
    lang
        en, it, fr or pl.

    Returns
    -------
    Picture
        The plot.

    Raises
    ------
    ValueError
        As `odds_with_cards` does.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> plot_cards(bear, ("sword", "axe"))[:4]
    '<svg'
    """
    book, say = book_of(state.book), load_phrases(lang).say
    named = {
        name_of(book, row.card, lang): row for row in reversed(odds_with_cards(state, cards))
    }  # the best of a name
    rows = list(named.items())[: -most - 1 : -1]

    def draw(axes: Axes) -> None:
        places = list(range(len(rows)))
        gains = [_percent(row.gain) for _, row in rows]
        axes.barh(places, gains, color=[GOOD if gain >= 0 else BAD for gain in gains])
        axes.bar_label(axes.containers[0], [f"{gain:+d}" for gain in gains], padding=3, size=8)  # type: ignore[arg-type]
        axes.set_yticks(places, [name for name, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel(say("plots", "points"))

    return _plot_panels([draw], say("plots", "cards"), lang)


def _percent(chance: Any) -> int:
    percent: int = round(100 * chance)
    return percent


def _plot_panels(panels: list[Any], label: str, lang: str) -> Picture:
    """Draw panels side by side; `label` is the title and the accessible name.

    Raises `ImportError` that says what to install.
    """
    try:
        import matplotlib  # takes longer to load than everything else: only what plots pays for it
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError(load_phrases(lang).say("plots", "missing", code="pip install matplotlib")) from None

    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(SIDE * max(1.6, 1.3 * len(panels)), SIDE), layout="constrained")
        for number, draw in enumerate(panels, 1):
            draw(figure.add_subplot(1, len(panels), number))
        figure.suptitle(label, size=11)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = re.sub(r"^.*?<svg ", f'<svg role="img" aria-label="{escape(label)}" ', out.getvalue(), count=1, flags=re.S)
    return Picture(svg)
