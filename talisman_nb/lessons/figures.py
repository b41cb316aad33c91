"""Figures of a moment, by the words with which an option of a prediction claims something of them.

    won > lost                           chances of the fight that is going on, before its dice
    won with fate = 125/216              the same, fate paid where that is better
    good > 1/2                           chances of the roll asked for: good, level, bad
    strength of dwarf = 4                strength, craft, life, fate, gold, objects, followers, trophies, spells of a
                                         character; strength or craft of the foe
    score of dwarf = 7                   a side of the fight with the dice that lie; `dice of foe`: how many it throws
    points of troll for strength = 9     what the trophies are worth in an exchange
    spaces of outer = 24                 the spaces of a region
    space of dwarf = chapel              where somebody stands
    asked = way                          the kind of question the game asks
    answers = 2                          how many answers are open
    open evade = no                      whether one answer is open
    turn of thief = yes                  whose turn it is
    ends of 3 from crags = 2             on how many spaces a roll may end
    steps from crags to city = 4         the shortest way on the board
    neighbours of sentinel = 3           how many spaces are one step away on foot
    edges > nodes                        of the board as a graph: nodes, edges, bridges, cuts (articulation points)
    long-run of city < 1/20              the chance that a random walk stands there after very many steps
    reach city within 2 > 1/2            the chance to stand there within so many turns, nothing met on the way
    total 7 of 2 = 1/6                   the chance that so many dice add up to that
    average of 2 = 7                      what so many dice add up to on average
    with fate better = yes               whether paying fate now raises the chance to win

A figure that a situation does not have raises `ValueError`, which says why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

import networkx as nx
from babel.numbers import format_decimal
from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.outcomes import format_ways
from talisman_nb.analysis.side_by_side import words_of
from talisman_nb.board.ways import reach
from talisman_nb.engine.costs import trophy_points
from talisman_nb.engine.scores import scores
from talisman_nb.engine.totals import followers, objects, spell_limit, total
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import State
from talisman_nb.notation.name_lookup import slug
from talisman_nb.odds import chance_within, fight_odds, on_space, roll_table
from talisman_nb.odds.fight import FACES, sides
from talisman_nb.rules.book import book_of
from talisman_nb.text.wording import Wording

from .board_graph import chance_of_staying

Value = Fraction | str
YES, NO = "yes", "no"
OF_FIGHTS = ("won", "standoff", "lost")
"""How a fight ends, for the one who attacks."""
OF_TABLES = ("good", "level", "bad")
"""How a roll on a table ends, for the one who rolls."""
MOST_TURNS = 9
"""Turns of one's own that a claim looks ahead."""
MOST_DICE = 3
COUNTED: Mapping[str, Callable[[WorkingState, int], Sequence[str]]] = {
    "objects": objects,
    "followers": followers,
    "trophies": lambda g, seat: g.players[seat].trophies,
    "spells": lambda g, seat: g.players[seat].spells,
}
"""Maps what a claim counts to what lists it."""


def _chance_of_fight(analysis: Analysis, found: re.Match[str]) -> Fraction:
    odds = fight_odds(analysis.state, fate=bool(found["fate"]))
    return Fraction(getattr(odds, found["what"]))


def _dice_of_fight(analysis: Analysis, found: re.Match[str]) -> int:
    g = working_state(analysis.state)
    missing = sum(side.roll.faces.count(0) for side in sides(g))
    return int(6**missing)


def _chance_of_roll(analysis: Analysis, found: re.Match[str]) -> Fraction:
    chances = dict(roll_table(analysis.state).chances(fate=bool(found["fate"])))
    return chances[found["what"]]  # type: ignore[index]


def _dice_of_roll(analysis: Analysis, found: re.Match[str]) -> int:
    return int(6**analysis.ask.n)


def _figure(analysis: Analysis, found: re.Match[str]) -> Fraction:
    state, what = analysis.state, found["what"]
    if found["who"] == "foe":
        if state.fight is None:
            raise ValueError("no fight is going on here")
        if what not in ("strength", "craft"):
            raise ValueError("a foe has only strength or craft")
        return Fraction(sum(getattr(foe, what) for foe in state.fight.foes))
    seat = seat_of(analysis, found["who"])
    if what in ("strength", "craft"):
        return Fraction(total(working_state(state), seat, what))
    held = COUNTED.get(what)
    g = working_state(state)
    return Fraction(len(held(g, seat)) if held else getattr(state.players[seat], what))


def _of_fight(analysis: Analysis, found: re.Match[str]) -> Fraction:
    """The score of a side with the dice that lie, or how many dice it throws."""
    fight = analysis.state.fight
    if fight is None:
        raise ValueError("no fight is going on here")
    mine = found["who"] != "foe" and seat_of(analysis, found["who"]) == fight.you
    g = working_state(analysis.state)
    at = 0 if mine else 1
    return Fraction(scores(g)[at] if found["what"] == "score" else len(sides(g)[at].roll.faces))


def _points(analysis: Analysis, found: re.Match[str]) -> Fraction:
    g = working_state(analysis.state)
    return Fraction(trophy_points(g, seat_of(analysis, found["who"]), found["what"]))


def seat_of(analysis: Analysis, who: str) -> int:
    """Return the seat of a character; raises `ValueError`."""
    characters = [player.character for player in analysis.state.players]
    if slug(who) not in characters:
        raise ValueError(f"expected one of {', '.join(filter(None, characters))}")
    return characters.index(slug(who))


def _most_spells(analysis: Analysis, found: re.Match[str]) -> Fraction:
    g = working_state(analysis.state)
    return Fraction(spell_limit(g, seat_of(analysis, found["who"])))


def _space(analysis: Analysis, found: re.Match[str]) -> str:
    return analysis.state.players[seat_of(analysis, found["who"])].space


def _turn(analysis: Analysis, found: re.Match[str]) -> str:
    return YES if analysis.state.turn == seat_of(analysis, found["who"]) else NO


def _question_kind(analysis: Analysis, found: re.Match[str]) -> str:
    return analysis.ask.kind


def _answers(analysis: Analysis, found: re.Match[str]) -> Fraction:
    return Fraction(sum(not option.closed for option in analysis.ask.options))


def _open(analysis: Analysis, found: re.Match[str]) -> str:
    return YES if found["answer"] in analysis.ask.open() else NO


def _board_space(analysis: Analysis, name: str) -> str:
    board = book_of(analysis.state.book).board
    if name not in board.spaces:
        raise ValueError(f'the board has no space "{name}"')
    return name


def _ends(analysis: Analysis, found: re.Match[str]) -> Fraction:
    board = book_of(analysis.state.book).board
    return Fraction(len(reach(board, _board_space(analysis, found["space"]), int(found["n"]))))


def _spaces_of(analysis: Analysis, found: re.Match[str]) -> Fraction:
    board = book_of(analysis.state.book).board
    if found["region"] not in board.regions:
        raise ValueError(f"expected one of {', '.join(board.regions)}")
    return Fraction(len(board.in_region(found["region"])))


GRAPH: Mapping[str, Callable[[nx.Graph], int]] = {
    "nodes": len,
    "edges": lambda links: int(links.size()),
    "bridges": lambda links: len([*nx.bridges(links)]),
    "cuts": lambda links: len({*nx.articulation_points(links)}),
}
"""Maps what a claim counts of the board as a graph to what counts it."""


def _of_graph(analysis: Analysis, found: re.Match[str]) -> Fraction:
    return Fraction(GRAPH[found["what"]](book_of(analysis.state.book).board.links))


def _neighbours(analysis: Analysis, found: re.Match[str]) -> Fraction:
    board = book_of(analysis.state.book).board
    return Fraction(len(board.neighbours(_board_space(analysis, found["space"]))))


def _long_run(analysis: Analysis, found: re.Match[str]) -> Fraction:
    return chance_of_staying(book_of(analysis.state.book).board, _board_space(analysis, found["space"]))


def _steps(analysis: Analysis, found: re.Match[str]) -> Fraction:
    a, b = (_board_space(analysis, found[name]) for name in ("space", "end"))
    try:
        return Fraction(len(book_of(analysis.state.book).board.shortest_way(a, b)))
    except nx.NetworkXNoPath:
        raise ValueError("no way leads there") from None


def _reach(analysis: Analysis, found: re.Match[str]) -> Fraction:
    return _chance_to_reach(analysis.state, _board_space(analysis, found["space"]), int(found["n"]))


@lru_cache(maxsize=64)  # pages, sheets and their answers ask it again
def _chance_to_reach(state: State, space: str, turns: int) -> Fraction:
    outlook = chance_within(state, on_space(space), turns, encounters=False)
    if not outlook.exact:
        raise ValueError("this takes too long to be exact: name fewer turns")
    return outlook.chance("reached")


def _total_of_dice(analysis: Analysis, found: re.Match[str]) -> Fraction:
    n = int(found["dice"])
    ways = Counter(sum(faces) for faces in product(FACES, repeat=n))
    return Fraction(ways[int(found["n"])], 6**n)


def _fate_better(analysis: Analysis, found: re.Match[str]) -> str:
    return YES if fight_odds(analysis.state, fate=True).better_than(fight_odds(analysis.state)) else NO


def _none(analysis: Analysis, found: re.Match[str]) -> int:
    return 0


_SPACE, _WHO = r"(?P<space>[a-z0-9-]+)", r"(?P<who>[\w-]+)"
_FATE = r"(?P<fate> with fate)?"
Reader = Callable[[Analysis, re.Match[str]], Value]
TERMS: tuple[tuple[str, str, Reader, Callable[[Analysis, re.Match[str]], int]], ...] = (
    (rf"(?P<what>won|standoff|lost){_FATE}", "chance", _chance_of_fight, _dice_of_fight),
    (rf"(?P<what>good|level|bad){_FATE}", "chance", _chance_of_roll, _dice_of_roll),
    (r"with fate better", "fate-better", _fate_better, _none),
    (rf"(?P<what>strength|craft) of {_WHO}", "figure", _figure, _none),
    (rf"(?P<what>life|fate|gold|objects|followers|trophies|spells) of {_WHO}", "figure", _figure, _none),
    (rf"(?P<what>score|dice) of {_WHO}", "figure", _of_fight, _none),
    (rf"points of {_WHO} for (?P<what>strength|craft)", "points", _points, _none),
    (r"spaces of (?P<region>[a-z0-9-]+)", "spaces", _spaces_of, _none),
    (rf"(?P<what>most-spells) of {_WHO}", "figure", _most_spells, _none),
    (rf"space of {_WHO}", "space", _space, _none),
    (rf"turn of {_WHO}", "turn", _turn, _none),
    (r"asked", "", _question_kind, _none),
    (r"answers", "answers", _answers, _none),
    (r"open (?P<answer>.+)", "", _open, _none),
    (rf"ends of (?P<n>[1-6]) from {_SPACE}", "ends", _ends, _none),
    (rf"steps from {_SPACE} to (?P<end>[a-z0-9-]+)", "steps", _steps, _none),
    (rf"(?P<what>{'|'.join(GRAPH)})", "graph", _of_graph, _none),
    (rf"neighbours of {_SPACE}", "neighbours", _neighbours, _none),
    (
        rf"long-run of {_SPACE}", "long-run", _long_run,
        lambda analysis, _: int(2 * book_of(analysis.state.book).board.links.size()),
    ),
    (rf"reach {_SPACE} within (?P<n>[1-{MOST_TURNS}])", "reach", _reach, _none),
    (
        rf"total (?P<n>\d{{1,2}}) of (?P<dice>[1-{MOST_DICE}])", "total", _total_of_dice,
        lambda _, found: int(6 ** int(found["dice"])),
    ),
    (rf"average of (?P<dice>[1-{MOST_DICE}])", "average", lambda _, found: Fraction(7 * int(found["dice"]), 2), _none),
    (r"\d+(/[1-9]\d*)?", "", lambda _, found: Fraction(found[0]), _none),
    (r"[a-z][a-z0-9-]*", "", lambda _, found: found[0], _none),
)  # fmt: skip
"""Every figure: how it is written, the phrase that tells it, its value, and in how many ways its dice may fall."""


# --- in words ---

BLANK = "\u2423"
"""Sign for a value that is not told."""
CHANCES = ("chance", "reach", "total", "long-run")
"""Figures that are chances."""


class ClaimTerm(Struct, frozen=True):
    """One side of a comparison: the phrase it is told by, what fills its places, and its value.

    `whole`: in how many ways the dice may fall, 0 where the value is no chance of dice.
    """

    key: str
    places: Mapping[str, str]
    value: Value
    whole: int = 0


def figure_told(before: Analysis, term: ClaimTerm) -> tuple[str, str]:
    """Return a figure in words without its value, and the value."""
    wording = words_of(before)
    return figure_line(wording, before, term, BLANK).removesuffix(BLANK).strip(), _value(wording, term)


def figure_line(wording: Wording, before: Analysis, term: ClaimTerm, value: str = "") -> str:
    """Return a figure in words with its value, or another text in the place of that."""
    places = {
        **dict.fromkeys(("what", "who", "fate", "space", "end", "n", "dice"), ""),
        **_term_places(wording, before, term),
    }
    one = "-one" if term.key in ("total", "average") and term.places["dice"] == "1" else ""
    return wording.say("lessons", f"figure.{term.key}{one}", **places, value=value or _value(wording, term))


def _term_places(wording: Wording, before: Analysis, term: ClaimTerm) -> dict[str, object]:
    """Return the places of a figure's phrase, with names for keys."""
    found: dict[str, object] = {name: text or "" for name, text in term.places.items()}
    if "what" in found:
        key = f"chance.{found['what']}"
        chance = wording.phrases.has("analysis", key)
        found["what"] = wording.say("analysis", key) if chance else wording.say("lessons", f"counted.{found['what']}")
    if "who" in found:
        foe = found["who"] == "foe"
        seat = seat_of(before, term.places["who"]) if not foe else -1
        found["who"] = wording.noun(wording.say("lessons", "foe")) if foe else wording.who(seat)
    for name in ("space", "end"):
        if name in found:
            found[name] = str(wording.space(term.places[name]))
    for number in ("n", "dice"):
        if number in found:
            found[number] = int(term.places[number])
    found["fate"] = wording.say("lessons", "with-fate") if found.get("fate") else ""
    return found


def _value(wording: Wording, term: ClaimTerm) -> str:
    if isinstance(term.value, str):
        if term.key == "space":
            return str(wording.space(term.value))
        return wording.say("lessons", f"answer.{term.value}")
    if term.key in CHANCES:
        return format_ways(term.value, term.whole, wording.lang)
    return str(format_decimal(float(term.value), locale=wording.lang)) if term.key == "average" else str(term.value)
