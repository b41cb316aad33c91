"""How likely a goal is reached within some turns of one's own, and how likely the Crown from here."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from talisman_nb.board import Board
from talisman_nb.engine import ask
from talisman_nb.model import Ask, Event, State
from talisman_nb.rules.book import book_of

from .gates import alone, at_part, without_encounter
from .graph import LoopError
from .outlook import Outlook, outlook
from .sampling import Player, Progress, sample_outlook
from .walk import MOST_STATES, REACH, Considered, Ends, Passing, TooLongError, TriedAnswer, solve_walk

OUTCOMES = ("reached", "open", "dead")
"""Outcomes of a journey: `open` is not reached yet, or never, without having died."""
GAMES = 400
"""Games that are sampled by default; the error is at most 5 %."""

Goal = Callable[[State, int], bool]
"""Whether a seat has what it wanted; asked after every answer."""


def on_space(*spaces: str) -> Goal:
    """Return the goal to stand on one of some spaces.

    Parameters
    ----------
    spaces
        Their ids.

    Returns
    -------
    Goal
        A function of a state and a seat.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> on_space("city", "village")(situation("dwarf crags | thief city"), 1)
    True
    """
    return lambda state, seat: state.players[seat].space in spaces and bool(state.players[seat].character)


def in_region(region: str) -> Goal:
    """Return the goal to stand on a space of a region.

    Parameters
    ----------
    region
        The region's id.

    Returns
    -------
    Goal
        A function of a state and a seat.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> in_region("middle")(situation("dwarf crags | thief city"), 0)
    False
    """
    return lambda state, seat: book_of(state.book).board.region(state.players[seat].space) == region


def at_crown(state: State, seat: int) -> bool:
    """Whether a seat stands on the goal of the board, the Crown or another space; a goal itself.

    Parameters
    ----------
    state
        The state.
    seat
        The seat.

    Returns
    -------
    bool
        Whether it is there.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> at_crown(situation("dwarf crown-of-command, has talisman | thief city"), 0)
    True
    """
    return state.players[seat].space == book_of(state.book).board.goal


def at_least(figure: str, n: int) -> Goal:
    """Return the goal to have so much of a figure.

    Parameters
    ----------
    figure
        `life`, `fate`, `gold`, or the counters of `strength` or `craft`.
    n
        The least number.

    Returns
    -------
    Goal
        A function of a state and a seat.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> at_least("gold", 3)(situation("dwarf crags, gold 4 | thief city"), 0)
    True
    """
    return lambda state, seat: bool(getattr(state.players[seat], figure) >= n)


def chance_within(
    state: State, goal: Goal, turns: int, *, seat: int | None = None, encounters: bool = True,
    states: int = MOST_STATES // 4, games: int = GAMES, seed: int = 1, plays: Player | None = None,
    progress: Progress | None = None,
) -> Outlook:  # fmt: skip
    """Return how likely a seat reaches a goal within some of its own turns, the one that is running included.

    The outcomes are `reached`, `open` and `dead`. Turns of others are passed over. Few states are walked with the best
    answers, which is exact; of more, games are sampled, as many for each answer where the seat has a choice now.

    Parameters
    ----------
    state
        The state.
    goal
        What is to be reached: `on_space`, `in_region`, `at_crown`, `at_least` or a function of one's own.
    turns
        The turns of the seat.
    seat
        The seat; None: the one whose turn it is.
    encounters
        False: nothing is met on spaces to which one rolls, only what bars a way and what an Inner Region brings.
    states
        The most states that are walked.
    games, seed
        How many games are sampled, and the seed of their dice.
    plays
        The player of the sampled games, `sampling.sensible` by default.
    progress
        Called with the number of games that are done.

    Returns
    -------
    Outlook
        The chances.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> crags = situation("dwarf crags | thief city")
    >>> chance_within(crags, on_space("city"), 1, encounters=False).chance("reached")  # a 4, or fate for one
    Fraction(11, 36)
    """
    who = state.turn if seat is None else seat
    start = _from_here(state, who)
    passing = None if encounters else without_encounter
    considered = Considered(who, abilities=encounters, straight=True)
    ends = _ends(start, who, goal, limited=True)
    try:
        solved = solve_walk(start, OUTCOMES, ends, REACH, considered, turns=turns, states=states, passing=passing)
        return outlook(solved, REACH.name, never="open")
    except (TooLongError, LoopError):
        return sample_outlook(
            start, OUTCOMES, ends, considered, aim=REACH, games=games, seed=seed, turns=turns, passing=passing,
            plays=plays, progress=progress,
        )  # fmt: skip


def chance_of_crown(
    state: State, seat: int | None = None, *, states: int = MOST_STATES, games: int = GAMES, seed: int = 1,
    plays: Player | None = None, progress: Progress | None = None,
) -> Outlook:  # fmt: skip
    """Return how likely a seat comes to the board's goal from where it stands, going straight, however long it takes.

    The outcomes are `reached`, `dead` and `open`, which is what comes to none of both; who can't go on, as without a
    Talisman, tries until it dies, and who is thrown back begins again, other than in `crown_funnel`. Straight is by the
    gates of the board on the shortest way, never by Raft: 0 says that this way is closed. The answers of the seat are
    those that reach it most often, fate included. What bars the way is met, and what the spaces of a region
    bring in which one goes a space a turn; on other spaces nothing is met, and since nothing is lost there a die that
    leads on comes sooner or later.

    Parameters
    ----------
    state
        The state.
    seat
        The seat; None: the one whose turn it is.
    states
        The most states that are walked; more are sampled as in `chance_within`.
    games, seed
        How many games are sampled, and the seed of their dice.
    plays
        The player of the sampled games, `sampling.sensible` by default.
    progress
        Called with the number of games that are done.

    Returns
    -------
    Outlook
        The chances.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> valley = situation("dwarf valley-of-fire, has talisman | thief city")
    >>> chance_of_crown(valley).chance("reached")
    Fraction(1, 1)
    """
    who = state.turn if seat is None else seat
    start = _from_here(state, who)
    straight = Onward(who, abilities=False, straight=True)
    ends = _ends(start, who, at_crown, limited=False)
    start, passing = _at_gate(start, who), _passing(who)
    try:
        solved = solve_walk(start, OUTCOMES, ends, REACH, straight, states=states, passing=passing)
    except (TooLongError, LoopError):
        return sample_outlook(
            start,
            OUTCOMES,
            ends,
            straight,
            aim=REACH,
            games=games,
            seed=seed,
            passing=passing,
            plays=plays,
            progress=progress,
        )
    return outlook(solved, REACH.name, never="open")


def _from_here(state: State, seat: int) -> State:
    return alone(state if state.turn == seat else at_part(state, seat, "move"), seat)


def _ends(start: State, seat: int, goal: Goal, *, limited: bool) -> Ends:
    born = start.players[seat].born

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        player = after.players[seat]
        if not player.character or player.born != born:
            return "dead"
        if goal(after, seat):
            return "reached"
        if limited:
            left -= sum(event.kind == "turn_ends" and event.seat == seat for event in events)
            return left if left > 0 else "open"
        return left

    return ends


# --- straight to the Crown ---


def entry(state: State, seat: int) -> State:
    """Return the state with a seat at its turn where it stands or, where one rolls to move, behind the last gate."""
    board = book_of(state.book).board
    start = _from_here(state, seat)
    if not board.rolls(state.players[seat].space):
        return start
    behind = {to for _, to, data in board.every_edge() if data.get("gate") and not board.rolls(to)}
    return at_part(start, seat, "move", min(behind, key=board.steps_to_goal))


def chance_inside(start: State, seat: int, space: str, path: tuple[str, ...] = ()) -> Fraction:
    """Return how likely a seat comes to a space of a region in which one goes a space a turn, without leaving it.

    It goes straight to the Crown, by the spaces of `path` if any are given.
    """
    board = book_of(start.book).board
    arrives = _ends(start, seat, on_space(space), limited=False)

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        end = arrives(before, after, events, left)
        here = after.players[seat].space
        missed = board.rolls(here) or board.steps_to_goal(here) <= board.steps_to_goal(space)
        return "open" if end == left and missed else end

    if start.players[seat].space == space:
        return Fraction(1)
    straight = Onward(seat, abilities=False, straight=True, path=path)
    return outlook(solve_walk(start, OUTCOMES, ends, REACH, straight), REACH.name, never="open").chance("reached")


class Onward(Considered, frozen=True):
    """The answers of a seat that goes straight to the Crown, and has all the time of the world.

    It waits for a die that leads on, so that the die and its reroll don't matter where it rolls to move. Elsewhere it
    goes by the spaces of `path`, if any are given.
    """

    path: tuple[str, ...] = ()

    def answers(self, state: State, found: Ask) -> list[TriedAnswer]:
        """Return the answers that are tried at a question."""
        said = super().answers(state, found)
        if found.purpose != "move":
            return [TriedAnswer("done")] if found.kind == "close" else said
        if found.kind == "die":
            return said[:1]
        if book_of(state.book).board.rolls(state.players[self.seat].space):
            gates = {option.key for option in found.options if option.source and not option.closed}
            return [one for one in said if one.key in gates]
        off = {option.key for option in found.options if self.path and option.space not in self.path}
        return [one for one in said if one.key not in off]


@lru_cache(maxsize=64)
def gate_onward(board: Board, region: str) -> str:
    """Return the space of a region from which a gate leads nearest to the Crown; "" if none does."""
    gates = [
        (board.steps_to_goal(to), origin)
        for origin, to, data in board.every_edge()
        if data.get("gate") and board.region(origin) == region != board.region(to)
    ]
    return min(gates, default=(0, ""))[1]


def _at_gate(state: State, seat: int) -> State:
    """The state with a seat that rolls to move at the gate of its region, where it comes sooner or later."""
    space = state.players[seat].space
    board = book_of(state.book).board
    found = ask(state)
    if not board.rolls(space) or (found.kind, found.purpose) not in (("die", "move"), ("close", "close")):
        return state
    return at_part(state, seat, "move", gate_onward(board, board.region(space)) or space)


def _passing(seat: int) -> Passing:
    def passing(before: State, after: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        after, events = without_encounter(before, after, events)
        return (_at_gate(after, seat), events) if after.stack and after.turn == seat else (after, events)

    return passing
