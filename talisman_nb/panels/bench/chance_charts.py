"""How likely: the chances of a situation as charts, their rows as percents and in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile

from talisman_nb.engine import asides, ask
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Ask, State
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds import (
    Odds,
    TooLongError,
    best_fight,
    chance_of_crown,
    chance_within,
    crown_funnel,
    fight_odds,
    figure_grid,
    odds_against,
    odds_with_cards,
    on_space,
)
from talisman_nb.odds.fight import sides, whole_percents
from talisman_nb.panels.bench import Chart, ChartRow
from talisman_nb.rules.book import book_of
from talisman_nb.text.find import name_of
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

AROUND = range(-4, 7)
"""Figures of the foe that are charted, from its own."""
GRID = range(1, 13)
"""Figures of a heat map."""
MOST_CARDS = 10
"""Cards that are charted: those that help most."""
FIGHT_PARTS = (("won",), ("standoff", "away"), ("spared", "lost"))
"""Outcomes of the best fight, as the three parts of a bar."""
MOST_TURNS = 4
"""Turns within which a space is to be reached at most."""
ENDS = ("won", "standoff", "lost")


def charts(state: State, lang: str, space: str = "") -> tuple[Chart, ...]:
    """Return the charts of a situation: of a fight, else of the way from here to the goal and to a space.

    `space`: one to which the person whose turn it is may want to go, "" for none.

    >>> from talisman_nb.notation.situation import situation
    >>> against, cards, grid, fate = charts(situation("dwarf crags | thief city > 1 > anticlockwise > bear"), "en")
    >>> against.rows[2]
    ChartRow(label='3', parts=(42, 16, 42), said='won 42%, stand-off 16%, lost 42%; with fate: won 58%', here=True)
    """
    say = load_phrases(lang)
    if state.fight is not None:
        return tuple(_of_fight(state, say, lang))
    found: tuple[Chart, ...] = ()
    board = book_of(state.book).board
    if board.goal and not board.rolls(state.players[state.turn].space):
        found = tuple(_to_crown(state, lang))
    return (*found, _to_space(state, space, lang)) if space else found


def _of_fight(state: State, say: Phrases, lang: str) -> Iterator[Chart]:
    fight = state.fight
    assert fight is not None
    yield from _by_answer(state, say, lang)
    if fight.against < 0:
        now = sum(foe.strength if fight.stat == "strength" else foe.craft for foe in fight.foes)
        figures = [now + by for by in AROUND if now + by > 0]
        rows = tuple(
            ChartRow(str(row.figure), _ends(row.odds), _odds_words(row.odds, row.with_fate, say), row.figure == now)
            for row in odds_against(state, figures)
        )
        yield Chart("ends", say.say("plots", "against"), rows, tuple(say.say("plots", end) for end in ENDS))
    if cards := tuple(_cards(state, say, lang)):
        yield Chart("bar", say.say("plots", "cards"), cards)
    grid = figure_grid(GRID, GRID)
    mine, theirs = (side.points for side in sides(working_state(state)))
    for which, title in (("odds", "without-fate"), ("with_fate", "using-fate")):
        rows = tuple(
            ChartRow(
                str(row[0].mine),
                tuple(_ends(getattr(cell, which))[0] for cell in row),
                "",
                row[0].mine == mine and theirs in GRID,
            )
            for row in grid
        )
        heading = say.say("plots", "titled", title=say.say("plots", "grid"), which=say.say("plots", title))
        note = f"{say.say('plots', 'own')} ↓ · {say.say('plots', 'foe')} →"
        yield Chart("heat", heading, rows, tuple(map(str, GRID)), note, str(theirs))


def _by_answer(state: State, say: Phrases, lang: str) -> Iterator[Chart]:
    """Yield how the fight ends after each answer that is open, and which one is best, where a fighter decides."""
    fight, asked = state.fight, ask(state)
    if fight is None or fight.result or asked.chance or asked.seat not in (fight.you, fight.against):
        return
    try:
        found = best_fight(state, seat=asked.seat, spells=True)
    except TooLongError:
        yield Chart("answers", say.say("plots", "by-answer"), (), note=say.say("plots", "too-long"))
        return
    if len(found.answers) < 2:
        return
    wording = wording_of(by_character(state, lang), lang)
    own = {each.key: each for each in (*asked.options, *asked.offers)}
    put_in, as_aside = {each.key: each for each in asides(state, asked.seat)}, Ask(asked.ply, "aside", asked.seat)
    named = {
        key: label(wording, asked, own[key]) if key in own else label(wording, as_aside, put_in[key])
        for key in found.answers
    }
    whole = {
        key: dict(zip(each, whole_percents(tuple(each.values())), strict=True)) for key, each in found.answers.items()
    }
    rows = tuple(
        ChartRow(
            named[key],
            tuple(sum(whole[key][name] for name in names) for names in FIGHT_PARTS),
            ", ".join(
                f"{say.say('plots', name)} {_percent_words(whole[key][name], n, say)}"
                for name, n in chances.items()
                if n
            ),
            key == found.best,
        )
        for key, chances in found.answers.items()
    )
    note = say.say("plots", "best", answer=named[found.best]) if found.best else ""
    yield Chart("answers", say.say("plots", "by-answer"), rows, tuple(say.say("plots", end) for end in ENDS), note)


def _cards(state: State, say: Phrases, lang: str) -> Iterator[ChartRow]:
    """Yield the cards that help most, each name once."""
    book, before = book_of(state.book), _won_words(fight_odds(state), say)
    seen: set[str] = set()
    for row in odds_with_cards(state):
        name = name_of(book, row.card, lang)
        if row.gain > 0 and name not in seen and len(seen) < MOST_CARDS:
            seen.add(name)
            said = say.say("plots", "gain", before=before, after=_won_words(row.odds, say))
            yield ChartRow(name, _ends(row.odds)[:1], said)


def _to_crown(state: State, lang: str) -> Iterator[Chart]:
    """Yield a funnel for each way to the goal; one chance with its error if the ways are too long to be walked."""
    say, book = load_phrases(lang), book_of(state.book)
    title = say.say("plots", "funnel" if book.board.crown else "funnel-goal")
    try:
        for n, way in enumerate(_ways(state)):
            rows = tuple(
                ChartRow(
                    name_of(book, f"space.{space}", lang), (_percent(reached),), _chance_words(reached, say), not at
                )
                for at, (space, reached) in enumerate(way)
            )
            heading = say.say("plots", "titled", title=title, which=say.say("plots", "way", n=n + 1))
            yield Chart("funnel", heading, rows, note=say.say("plots", "funnel-note"))
    except TooLongError:
        found = chance_of_crown(state)
        crown = name_of(book, f"space.{book.board.goal}", lang)
        reached, error = _percent(found.chance("reached")), round(100 * found.error("reached"))
        said = say.say("plots", "sampled", n=reached, error=error, games=found.games)
        yield Chart("funnel", title, (ChartRow(crown, (reached,), said),))


def _to_space(state: State, space: str, lang: str) -> Chart:
    """Return how likely the person whose turn it is comes to a space within one, two, … of its own turns."""
    say = load_phrases(lang)
    named = name_of(book_of(state.book), f"space.{space}", lang)
    rows = tuple(
        ChartRow(str(turns), (_percent(chance),), _chance_words(chance, say))
        for turns, chance in enumerate(_within(state, space), 1)
    )
    return Chart("bar", say.say("plots", "within", space=named), rows, note=say.say("plots", "within-note"))


@lru_cache(maxsize=16)
def _within(state: State, space: str) -> tuple[Fraction, ...]:
    """Return the chances within one turn, two, … as long as they can be walked; what is met on the way is left out.

    Cached: walking them takes seconds.
    """
    goal = on_space(space)
    found = (chance_within(state, goal, turns, encounters=False, games=1) for turns in range(1, MOST_TURNS + 1))
    return tuple(each.chance("reached") for each in takewhile(lambda each: each.exact, found))


@lru_cache(maxsize=16)
def _ways(state: State) -> tuple[tuple[tuple[str, Fraction], ...], ...]:
    """Return the ways with their chances. Cached: walking them takes seconds, and each press repaints them."""
    return tuple(tuple((stage.space, stage.reached) for stage in way) for way in crown_funnel(state))


def _odds_words(odds: Odds, with_fate: Odds, say: Phrases) -> str:
    """Return the odds in words, with fate if that helps."""
    shares = zip(ENDS, _ends(odds), (odds.won, odds.standoff, odds.lost), strict=True)
    plain = ", ".join(f"{say.say('plots', end)} {_percent_words(n, chance, say)}" for end, n, chance in shares)
    if with_fate.won == odds.won:
        return plain
    return say.say("plots", "ends-and-fate", ends=plain, won=_won_words(with_fate, say))


def _won_words(odds: Odds, say: Phrases) -> str:
    return _percent_words(_ends(odds)[0], odds.won, say)


def _chance_words(chance: Fraction, say: Phrases) -> str:
    return _percent_words(_percent(chance), chance, say)


def _percent_words(n: int, chance: Fraction, say: Phrases) -> str:
    """Return a percent in words; of a chance that is rounded to nothing, that it is less than one."""
    return say.say("plots", "percent-of", n=n if n or not chance else "<1")


def _ends(odds: Odds) -> tuple[int, ...]:
    """Return how a fight ends, won, stand-off and lost, in percents that add up to 100 as beside its question."""
    return whole_percents((odds.won, odds.standoff, odds.lost))


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
