"""The figures of a moment, and what an option of a prediction claims of them, true or not.

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

In front of it may stand what is otherwise, each with an arrow behind it: `if dwarf, has sword => won > 1/2` compares
in a situation with a change, `after 6 > keep => life of dwarf = 4` after more answers. `more` and `less` in front of a
figure compare the two: `after 6 > keep => less life of dwarf = 1`, `if dwarf, has sword => more strength of dwarf = 1`.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import networkx as nx
from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.changes import apply_change
from talisman_nb.board.ways import reach
from talisman_nb.engine.costs import trophy_points
from talisman_nb.engine.scores import scores
from talisman_nb.engine.totals import followers, objects, spell_limit, total
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.notation.name_lookup import slug
from talisman_nb.odds import chance_within, fight_odds, on_space, roll_table
from talisman_nb.odds.fight import FACES, sides
from talisman_nb.rules.book import book_of

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
    goal = on_space(_board_space(analysis, found["space"]))
    outlook = chance_within(analysis.state, goal, int(found["n"]), encounters=False)
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


ARROW = "=>"
COMPARED: Mapping[str, Callable[[Value, Value], bool]] = {
    ">=": operator.ge, "<=": operator.le, "!=": operator.ne, "=": operator.eq, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
"""Maps the sign of a comparison to what it does."""
ORDERED = (">=", "<=", ">", "<")
DIFFERENCES: Mapping[str, int] = {"more": 1, "less": -1}
"""Maps the word in front of a figure to the sign of its difference."""


class ClaimError(ValueError):
    """Raised for a claim that can't be read, or that has no answer in its situation; the message says why."""


class ClaimTerm(Struct, frozen=True):
    """One side of a comparison: the phrase it is told by, what fills its places, and its value.

    `whole`: in how many ways the dice may fall, 0 where the value is no chance of dice.
    """

    key: str
    places: Mapping[str, str]
    value: Value
    whole: int = 0


class Claim(Struct, frozen=True):
    """A claim that was looked at: whether it is true, and the figures it compares.

    Of a roll with three results the third chance is told too where the other two are compared.
    """

    true: bool
    terms: tuple[ClaimTerm, ...]


def looked_at(analysis: Analysis, claim: str) -> Claim:
    """Return whether a claim is true of a situation, and its figures.

    Raises `ClaimError`; `SituationError`, `NotAllowedError` or `CannotPlayError` for a change or an answer that
    can't be.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear")
    >>> looked_at(bear, "won = 15/36").true, looked_at(bear, "if dwarf, has sword => won = 15/36").true
    (True, False)
    """
    *before, compared = (part.strip() for part in claim.split(ARROW))
    as_it_is = analysis
    for part in before:
        analysis = otherwise(analysis, part)
    found = re.split(r"\s+(>=|<=|!=|=|>|<)\s+", compared)
    if len(found) != 3:
        raise ClaimError(f'"{claim}": expected two figures with one of {" ".join(COMPARED)} between them: won > lost')
    one, sign, other = found
    left, right = (_comparison_side(as_it_is, analysis, side) for side in (one, other))
    if type(left.value) is not type(right.value) or (isinstance(left.value, str) and sign in ORDERED):
        raise ClaimError(f'"{claim}": "{one}" and "{other}" can\'t be compared with "{sign}"')
    told = tuple(term for term in (left, right) if term.key)
    return Claim(COMPARED[sign](left.value, right.value), _with_third(*told) if len(told) == 2 else told)


def _with_third(left: ClaimTerm, right: ClaimTerm) -> tuple[ClaimTerm, ...]:
    """Return two figures; chances of one roll with the third one, unless it is 0, in the order they are told in."""
    what, other = left.places.get("what"), right.places.get("what")
    results = next((each for each in (OF_FIGHTS, OF_TABLES) if what in each and other in each), ())
    if not results or what == other or left.places.get("fate") != right.places.get("fate"):
        return left, right
    third = next(each for each in results if each not in (what, other))
    rest = 1 - Fraction(left.value) - Fraction(right.value)
    term = ClaimTerm(left.key, {**left.places, "what": third}, rest, left.whole)
    return tuple(sorted((left, right, *([term] if rest else ())), key=lambda one: results.index(one.places["what"])))


def _comparison_side(as_it_is: Analysis, analysis: Analysis, text: str) -> ClaimTerm:
    """Return one side of a comparison; with "more" or "less" the difference to the situation as it is."""
    word, _, figure = text.partition(" ")
    if word not in DIFFERENCES:
        return _term(analysis, text)
    now, then = _term(analysis, figure).value, _term(as_it_is, figure).value
    if isinstance(now, str) or isinstance(then, str):
        raise ClaimError(f'"{text}": expected a figure that is a number behind "{word}"')
    return ClaimTerm("", {}, DIFFERENCES[word] * (now - then))


def spaces_named(claim: str) -> Iterator[str]:
    """Yield the spaces that the figures of a claim are about.

    >>> [*spaces_named("steps from village to oasis = 12"), *spaces_named("space of dwarf = chapel")]
    ['village', 'oasis']
    """
    for figure in re.split(r"\s+(?:>=|<=|!=|=|>|<)\s+", claim.rpartition(ARROW)[2].strip()):
        found = next(filter(None, (re.fullmatch(pattern, figure) for pattern, *_ in TERMS)), None)
        places = found.groupdict() if found else {}
        yield from (places[name] for name in ("space", "end") if name in places)


def numbers(*claims: str) -> Iterator[str]:
    """Yield the numbers of claims or answers: those of what is compared, and of the answers before it."""
    for claim in claims:
        for part in claim.split(ARROW):
            yield from re.findall(r"(?<![\w-])\d+(?!\w)", part)


def otherwise(analysis: Analysis, part: str) -> Analysis:
    """Return the analysis with a change (`if`), or after more answers (`after`)."""
    word, _, rest = part.partition(" ")
    if word == "if" and rest:
        new = apply_change(analysis.text, rest)
        return Analysis.of(new.text, analysis.node.situation.lang).answer(*new.orders)
    if word == "after" and rest:
        return analysis.answer(*(order.strip() for order in rest.split(" > ")))
    raise ClaimError(f'"{part} {ARROW}": expected "if" with a change or "after" with answers')


def _term(analysis: Analysis, text: str) -> ClaimTerm:
    for pattern, key, value, whole in TERMS:
        if found := re.fullmatch(pattern, text):
            try:
                return ClaimTerm(key, found.groupdict(), value(analysis, found), whole(analysis, found))
            except ValueError as wrong:
                raise ClaimError(f'"{text}": {wrong}') from None
    raise ClaimError(f'"{text}": expected a number, a name or a figure such as "won" or "life of dwarf"')
