"""Pictures of chances: against a rising figure, figure by foe, the ways to the goal, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import svgwrite

from talisman_nb.model import State
from talisman_nb.odds import Odds, crown_funnel, figure_grid, odds_against, odds_with_cards
from talisman_nb.odds.fight import whole_percents
from talisman_nb.rules.book import book_of
from talisman_nb.text.find import name_of
from talisman_nb.text.phrases import load_phrases

from .picture import COUNTERS, Picture, canvas, finish, group, path_of, width_of, write

__all__ = ["plot_cards", "plot_crown_funnel", "plot_figure_grid", "plot_odds_against"]

FIGURES = range(1, 13)
SIDE = 300.0
"""Height of an area in px; a heat map and the area of lines are wider."""
TITLE, GAP, LETTER = 30.0, 22.0, 12.0
"""Height of a title and of a line below an area; size of letters."""
STROKES = (("won", "good", "fate"), ("standoff", "muted", "strength"), ("lost", "bad", "craft"))
"""Each end of a fight with its colour and the shape of its points."""
LIKELY = 55
"""Percent from which a cell of the heat map is dark enough for a light number."""
ROW = 22.0
"""Height of a bar with the room above it."""
STYLE = """
.tnb text{fill:var(--tnb-ink)}
.tnb .grid{fill:none;stroke:var(--tnb-closed);stroke-width:1}
.tnb .axis{fill:none;stroke:var(--tnb-ink);stroke-width:1}
.tnb .good{color:var(--tnb-good)}
.tnb .muted{color:var(--tnb-muted)}
.tnb .bad{color:var(--tnb-bad)}
.tnb .course{fill:none;stroke:currentColor;stroke-width:2}
.tnb .dashed{stroke-dasharray:6 4}
.tnb .filled{fill:currentColor}
.tnb .over{fill:var(--tnb-page)}
"""


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
    rows, say = odds_against(state, figures), load_phrases(lang).say
    drawing, wide, left, top, low = _drawing(say("plots", "against"), 520, SIDE + 100), 520.0, 50.0, TITLE, SIDE
    xs = {row.figure: left + (wide - left - 20) * (n + 0.5) / len(rows) for n, row in enumerate(rows)}

    def height(percent: float) -> float:
        return low - (low - top - 10) * percent / 100

    for percent in range(0, 101, 20):
        drawing.add(drawing.path(path_of("M", left, height(percent), "H", wide - 20), class_="grid"))
        drawing.add(write(drawing, str(percent), left - 6, height(percent) + 4, LETTER, text_anchor="end"))
    for figure, x in xs.items():
        drawing.add(write(drawing, str(figure), x, low + GAP, LETTER))
    drawing.add(write(drawing, say("plots", "percent"), 4, top, LETTER, text_anchor="start"))
    drawing.add(write(drawing, say("plots", "foe"), (left + wide) / 2, low + 2 * GAP, LETTER))
    told = [*((end, colour, shape, say("plots", end)) for end, colour, shape in STROKES),
            ("fate", "good", "", say("plots", "with-fate"))]  # fmt: skip
    key = left
    for end, colour, shape, name in told:
        shares = [_shares(row.with_fate)["won"] if end == "fate" else _shares(row.odds)[end] for row in rows]
        points = [(x, height(share)) for x, share in zip(xs.values(), shares, strict=True)]
        line = low + 3 * GAP + 8
        drawing.add(group(drawing, _course(drawing, points, shape), class_=colour))
        drawing.add(group(drawing, _course(drawing, [(key, line - 4), (key + 26, line - 4)], shape), class_=colour))
        drawing.add(write(drawing, name, key + 36, line, LETTER, text_anchor="start"))
        key += 60 + width_of(name) * LETTER
    return finish(drawing)


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
    shown, say = tuple(figures), load_phrases(lang).say
    grid, side = figure_grid(shown, shown), SIDE / len(shown)
    drawing = _drawing(say("plots", "grid"), 2 * (SIDE + 60), SIDE + 3 * TITLE + GAP)
    for number, (which, title) in enumerate((("odds", "without-fate"), ("with_fate", "using-fate"))):
        left, low = 50 + number * (SIDE + 60), 2 * TITLE + SIDE
        drawing.add(write(drawing, say("plots", title), left + SIDE / 2, 2 * TITLE - 6, LETTER))
        for y, row in enumerate(grid):
            drawing.add(write(drawing, str(shown[y]), left - 8, low - (y + 0.5) * side + 4, LETTER, text_anchor="end"))
            drawing.add(write(drawing, str(shown[y]), left + (y + 0.5) * side, low + GAP - 6, LETTER))
            for x, cell in enumerate(row):
                value, at = _shares(getattr(cell, which))["won"], (left + x * side, low - (y + 1) * side)
                shade = drawing.rect(at, (side, side), class_="filled", fill_opacity=value / 100)
                drawing.add(group(drawing, [shade], class_="good"))
                drawing.add(_on(drawing, str(value), at[0] + side / 2, at[1] + side / 2 + 4, value > LIKELY, 10))
        drawing.add(write(drawing, say("plots", "foe"), left + SIDE / 2, low + 2 * GAP - 4, LETTER))
        turned = f"rotate(-90 {left - 32} {low - SIDE / 2})"
        drawing.add(write(drawing, say("plots", "own"), left - 32, low - SIDE / 2, LETTER, transform=turned))
    return finish(drawing)


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
    told = [[(name_of(book, f"space.{stage.space}", lang), _percent(stage.reached)) for stage in way] for way in ways]
    names, most = _room([name for way in told for name, _ in way]), max(map(len, told), default=0)
    label = say("plots", "funnel" if book.board.crown else "funnel-goal")
    note = say("plots", "funnel-note")
    wide = max(len(told) * (names + 190), width_of(note) * LETTER + 20)
    drawing = _drawing(label, wide, 2 * TITLE + most * ROW + 10 + GAP)
    drawing.add(write(drawing, note, wide / 2, 2 * TITLE + most * ROW + GAP, LETTER))
    for number, way in enumerate(told):
        left = number * (names + 190) + names + 8
        drawing.add(write(drawing, say("plots", "way", n=number + 1), left + 85, 2 * TITLE - 6, LETTER))
        for n, (name, chance) in enumerate(way):
            y, wide = 2 * TITLE + n * ROW, 170 * chance / 100
            bar = drawing.rect((left + 85 - wide / 2, y), (wide, ROW - 3), class_="filled")
            drawing.add(group(drawing, [bar], class_="good"))
            drawing.add(write(drawing, name, left - 8, y + 14, LETTER, text_anchor="end"))
            drawing.add(_on(drawing, f"{chance} %", left + 85, y + 14, chance > 25))
    return finish(drawing)


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
    rows = [(name, _percent(row.gain)) for name, row in list(named.items())[: -most - 1 : -1]]
    low, high = min([0, *(gain for _, gain in rows)]), max([1, *(gain for _, gain in rows)])
    names, wide = _room([name for name, _ in rows]), 260.0
    drawing = _drawing(say("plots", "cards"), names + wide + 80, TITLE + len(rows) * ROW + 2 * GAP)
    unit = wide / (high - low)
    zero = names + 30 - low * unit
    for n, (name, gain) in enumerate(rows):
        y = TITLE + n * ROW + 6
        bar = drawing.rect((zero + min(gain, 0) * unit, y), (abs(gain) * unit, ROW - 5), class_="filled")
        drawing.add(group(drawing, [bar], class_="good" if gain >= 0 else "bad"))
        drawing.add(write(drawing, name, names, y + 13, LETTER, text_anchor="end"))
        side = 4 if gain >= 0 else -4
        about = {"text_anchor": "start" if gain >= 0 else "end"}
        drawing.add(write(drawing, f"{gain:+d}", zero + gain * unit + side, y + 13, LETTER, **about))
    drawing.add(drawing.path(path_of("M", zero, TITLE, "V", TITLE + len(rows) * ROW + 8), class_="axis"))
    foot = TITLE + len(rows) * ROW + GAP + 8
    drawing.add(write(drawing, say("plots", "points"), names + 30 + wide / 2, foot, LETTER))
    return finish(drawing)


def _shares(odds: Odds) -> dict[str, int]:
    """Return how a fight ends in percents that add up to 100."""
    return dict(zip(("won", "standoff", "lost"), whole_percents((odds.won, odds.standoff, odds.lost)), strict=True))


def _percent(chance: Any) -> int:
    percent: int = round(100 * chance)
    return percent


def _drawing(title: str, wide: float, high: float) -> svgwrite.Drawing:
    """Return a drawing as large as its view box, with a title that is its accessible name."""
    wide = max(wide, width_of(title) * (LETTER + 2) + 20)
    drawing = canvas((0, 0, wide, high), title, STYLE, size=wide)
    drawing.add(write(drawing, title, wide / 2, TITLE - 12, LETTER + 2))
    return drawing


def _room(names: Sequence[str]) -> float:
    """Return the width of the longest name, and a margin."""
    return max((width_of(name) for name in names), default=0) * LETTER + 10


def _on(drawing: svgwrite.Drawing, text: str, x: float, y: float, dark: bool, size: float = LETTER) -> Any:
    """Return a text on a bar or a cell: light where the colour below it is `dark`."""
    return write(drawing, text, x, y, size, **({"class_": "over"} if dark else {}))


def _course(drawing: svgwrite.Drawing, points: Sequence[tuple[float, float]], shape: str) -> list[Any]:
    """Return a line through points, each with its shape; dashed without one."""
    path = path_of("M", *(number for point in points for number in point))
    line = drawing.path(path, class_="course" if shape else "course dashed")
    marks = [drawing.path(COUNTERS[shape], class_="filled", transform=f"translate({x:.1f} {y:.1f}) scale(0.6)")
             for x, y in points if shape]  # fmt: skip
    return [line, *marks]
