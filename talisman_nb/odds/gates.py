"""How likely a seat gets past each gate of the board, from positions set up for it; what a Command Spell does."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.engine.dying import lifeless
from talisman_nb.engine.ops.turn import TURN
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Event, Frame, Option, State
from talisman_nb.model.kinds import ClosedReason
from talisman_nb.rules.book import book_of

from .outlook import Outlook, outlook
from .walk import MOST_STATES, Aim, Considered, Ends, solve_walk

Part = Literal["move", "encounter", "close"]
"""Parts of a turn: its move, what is met on the space, its end."""
ARRIVALS = ("walked", "crossed", "teleported")
"""Kinds of events by which a character comes to a space."""


def at_part(state: State, seat: int, part: Part, space: str = "") -> State:
    """Return the state in which a seat is at this part of its turn, on a space ("": where it stands).

    >>> from talisman_nb.engine import ask, new_game
    >>> game = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> found = ask(at_part(game, 1, "move"))
    >>> found.kind, found.seat
    ('die', 1)
    """
    book = book_of(state.book)
    program = book.programs[TURN]
    calls = (at for at, (name, op, _) in enumerate(program.code) if name == "call" and op.program == part)
    pc = program.jump_labels["close"] if part == "close" else next(calls)
    player = replace(state.players[seat], space=space or state.players[seat].space)
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    begun = replace(
        state, players=players, stack=(Frame(TURN, pc, seat),), fight=None, turn=seat, moment="turn_start",
        held=len(player.spells), cast=(), result=None,
    )  # fmt: skip
    return run_to_ask(book, begun)[0]


def alone(state: State, seat: int) -> State:
    """Return the state with the turns of all other seats passed over."""
    players = (player if at == seat else replace(player, paused=True) for at, player in enumerate(state.players))
    return replace(state, players=tuple(players))


def without_encounter(before: State, after: State, events: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Return what a step leads to if nothing is met on a space to which one rolls, but its turn is over there.

    What bars the way is met all the same, and so is every space of a region in which one goes a space a turn.
    """
    board, seat = book_of(after.book).board, before.turn
    came = [at for at, event in enumerate(events) if event.kind in ARRIVALS and event.seat == seat]
    if not came and (in_encounter(before) or not in_encounter(after)):
        return after, events
    space = events[came[-1]].space if came else before.players[seat].space
    if not board.rolls(space) or still_moving(after):
        return after, events
    told = events[: came[-1] + 1] if came else ()
    old = before.players[seat]
    paid = sum(event.n for event in told if event.kind == "paid" and event.what == "gold" and event.seat == seat)
    promises = tuple(promise for promise in old.promises if promise.until != "leaving")
    gold = max(0, old.gold - paid)  # what was gained in the same step has paid for the rest
    player = replace(old, gold=gold, turning_back=False, promises=promises)
    players = (*before.players[:seat], player, *before.players[seat + 1 :])
    return at_part(replace(before, players=players), seat, "close", space), told


def still_moving(state: State) -> bool:
    """Whether the turn waits in its move, and not for what is met."""
    return "move" in _roles(state) and not in_encounter(state)


def in_encounter(state: State) -> bool:
    """Whether something is being met."""
    return "encounter" in _roles(state)


def _roles(state: State) -> list[str]:
    programs = book_of(state.book).programs
    return [programs[frame.program].role for frame in state.stack]


PASS = Aim("pass", (("through",), ("through", "barred")))
"""To get past a gate; else not to die there."""
HIT = Aim("hit", (("hit",),))
"""That others lose a life by a Command Spell."""
THROUGH = ("through", "barred", "dead")
COMMAND = "turn.command_spell.do"
"""The program of the Command Spell."""
COMMANDS = 10
"""Command Spells that are reckoned with by default."""


class Gate(Struct, frozen=True):
    """A gate: its space, where it leads, how likely one attempt gets through, with and without fate.

    The outcomes are `through`, `barred` and `dead`; `closed`: why it can't be tried now, "" if it can.
    """

    space: str
    to: str
    kind: str
    outlook: Outlook
    without_fate: Outlook
    closed: ClosedReason = ""


def gate_odds(state: State, seat: int | None = None, *, abilities: bool = True) -> tuple[Gate, ...]:
    """Return the exact chances of a seat at each gate of the board, as if it stood there with a die that leads over it.

    Its own decisions (by which figure it tries, fate, abilities) are made to get through.

    Parameters
    ----------
    state
        The state.
    seat
        The seat; None: the one whose turn it is.
    abilities
        Whether abilities are used.

    Returns
    -------
    tuple[Gate, ...]
        A gate each.

    Examples
    --------
    >>> from talisman_nb.engine import new_game
    >>> gates = gate_odds(new_game([("Ada", "wizard"), ("Bruno", "thief")]))
    >>> [(gate.space, gate.without_fate.chance("through")) for gate in gates]
    [('sentinel', Fraction(0, 1)), ('portal-of-power', Fraction(5, 18))]
    >>> gates[1].outlook.best
    'craft'
    """
    who = state.turn if seat is None else seat
    found = []
    for origin, to, data in book_of(state.book).board.every_edge():
        if data.get("gate"):
            found.append(_gate(state, who, origin, to, data["kind"], abilities))
    return tuple(found)


def at_gate(state: State, seat: int, space: str, kind: str) -> tuple[State, Option | None]:
    """Return the state in which a seat may try a gate from its space, others left out, and the way over it, if any.

    >>> from talisman_nb.notation.situation import situation
    >>> at_gate(situation("dwarf crags | thief city"), 0, "sentinel", "bridge")[1].space
    'sentinel'
    """
    start = at_part(alone(state, seat), seat, "move", space)
    if ask(start).kind == "die":
        start, _ = step(start, Answer(start.ply, "1"))
    return start, next((option for option in ask(start).options if option.source == kind), None)


def _gate(state: State, seat: int, space: str, to: str, kind: str, abilities: bool) -> Gate:
    start, way = at_gate(state, seat, space, kind)
    if way is None or way.closed:
        barred = Outlook({"through": Fraction(0), "barred": Fraction(1), "dead": Fraction(0)})
        return Gate(space, to, kind, barred, barred, way.closed if way else "stands")
    ends = _through(start, seat, to)
    after, events = step(start, Answer(start.ply, way.key))
    end = ends(start, after, events, 0)
    if isinstance(end, str):
        sure = Outlook({name: Fraction(int(name == end)) for name in THROUGH})
        return Gate(space, to, kind, sure, sure)
    with_fate, without = (
        outlook(solved, PASS.name, never="barred")
        for fate in (True, False)
        for solved in (solve_walk(after, THROUGH, ends, PASS, Considered(seat, fate=fate, abilities=abilities)),)
    )
    return Gate(space, to, kind, with_fate, without)


def _through(start: State, seat: int, to: str) -> Ends:
    born = start.players[seat].born

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        player = after.players[seat]
        if not player.character or player.born != born:
            return "dead"
        if any(event.seat == seat and event.space == to for event in events):
            return "through"
        over = any(event.kind == "turn_ends" for event in events)
        return left if still_moving(after) and not over else "barred"

    return ends


# --- the Command Spell ---


class CommandOdds(Struct, frozen=True):
    """The chances that a Command Spell takes a life of each other character, with and without fate.

    `dead` is by seat how likely its character is dead after so many Spells, from the first on, if it heals none of its
    lives and the seat that commands pays fate whenever that helps.
    """

    hit: Fraction
    hit_with_fate: Fraction
    dead: Mapping[int, tuple[Fraction, ...]]


def command_odds(state: State, seat: int | None = None, *, spells: int = COMMANDS) -> CommandOdds:
    """Return the exact chances of the next Command Spells of a seat, whatever anybody else casts left aside.

    Parameters
    ----------
    state
        The state.
    seat
        The seat that commands; None: the one whose turn it is.
    spells
        How many Spells are reckoned with.

    Returns
    -------
    CommandOdds
        The chances.

    Examples
    --------
    >>> from talisman_nb.engine import new_game
    >>> command = command_odds(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> command.hit, command.hit_with_fate, command.dead[1][3]
    (Fraction(1, 2), Fraction(3, 4), Fraction(81, 256))
    """
    who = state.turn if seat is None else seat
    start = _commanding(state, who)
    plain, fated = (_hit(start, who, fate) for fate in (False, True))
    fate = state.players[who].fate if fated > plain else 0
    g = working_state(state)
    others = {at: p.life + lifeless(g, p.form) for at, p in enumerate(state.players) if at != who and p.character}
    dead = {
        at: tuple(_all_hit(plain, life, n, fate) for n in range(1, spells + 1)) for at, life in others.items()
    }  # fmt: skip
    return CommandOdds(plain, fated, dead)


def _commanding(state: State, seat: int) -> State:
    book = book_of(state.book)
    closing = at_part(alone(state, seat), seat, "close", book.board.crown)
    slots = (None,) * len(book.programs[COMMAND].slots)
    frames = (Frame(TURN, book.programs[TURN].jump_labels["close"], seat), Frame(COMMAND, 0, seat, -1, "", slots=slots))
    return run_to_ask(book, replace(closing, stack=frames))[0]


def _hit(start: State, seat: int, fate: bool) -> Fraction:
    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        each = zip(after.players, start.players, strict=True)
        if any(now.life < old.life or (old.character and not now.character) for now, old in each):
            return "hit"
        return "miss" if ask(after).kind in ("close", "over") else left

    considered = Considered(seat, fate=fate, abilities=False)
    solved = solve_walk(start, ("hit", "miss"), ends, HIT, considered, states=MOST_STATES)
    return outlook(solved, HIT.name, never="miss").chance("hit")


@cache
def _all_hit(hit: Fraction, lives: int, spells: int, fate: int) -> Fraction:
    """How likely that many lives are lost by that many Spells; one that fails is rerolled while there is fate."""
    if not lives:
        return Fraction(1)
    if spells < lives:
        return Fraction(0)
    missed = _all_hit(hit, lives, spells - 1, fate)
    if fate:
        paid = hit * _all_hit(hit, lives - 1, spells - 1, fate - 1)
        missed = max(missed, paid + (1 - hit) * _all_hit(hit, lives, spells - 1, fate - 1))
    return hit * _all_hit(hit, lives - 1, spells - 1, fate) + (1 - hit) * missed
