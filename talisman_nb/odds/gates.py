"""How likely a seat gets past each gate of the board, and what a Command Spell does to the others."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import ask, step
from talisman_nb.engine.ops.turn import TURN
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.model import Answer, Event, Frame, State
from talisman_nb.model.kinds import ClosedReason
from talisman_nb.rules.book import book_of

from .outlook import Outlook, outlook
from .setups import alone, at_part, still_moving
from .walk import MOST_STATES, Aim, Considered, Ends, walked

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

    Its own decisions (by which figure it tries, fate, abilities unless False) are made to get through.

    >>> from talisman_nb.engine import new_game
    >>> gates = gate_odds(new_game([("Ada", "wizard"), ("Bruno", "thief")]))
    >>> [(gate.space, gate.without_fate.chance("through")) for gate in gates]
    [('sentinel', Fraction(0, 1)), ('portal-of-power', Fraction(5, 18))]
    >>> gates[1].outlook.best
    'craft'
    """
    who = state.turn if seat is None else seat
    found = []
    for origin, to, data in book_of(state.book).board.graph.edges(data=True):
        if data.get("gate"):
            found.append(_gate(state, who, origin, to, data["kind"], abilities))
    return tuple(found)


def _gate(state: State, seat: int, space: str, to: str, kind: str, abilities: bool) -> Gate:
    start = at_part(alone(state, seat), seat, "move", space)
    if ask(start).kind == "die":
        start, _ = step(start, Answer(start.ply, "1"))
    way = next((option for option in ask(start).options if option.source == kind), None)
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
        for solved in (walked(after, THROUGH, ends, PASS, Considered(seat, fate=fate, abilities=abilities)),)
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


class Command(Struct, frozen=True):
    """What Command Spells do: how likely one takes a life of each other character, with and without fate.

    `dead` is by seat how likely its character is dead after so many Spells, from the first on, if it heals none of its
    lives and the seat that commands pays fate whenever that helps.
    """

    hit: Fraction
    hit_with_fate: Fraction
    dead: Mapping[int, tuple[Fraction, ...]]


def command_odds(state: State, seat: int | None = None, *, spells: int = COMMANDS) -> Command:
    """Return the exact chances of the next Command Spells of a seat, whatever anybody else casts left aside.

    >>> from talisman_nb.engine import new_game
    >>> command = command_odds(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> command.hit, command.hit_with_fate, command.dead[1][3]
    (Fraction(1, 2), Fraction(3, 4), Fraction(81, 256))
    """
    who = state.turn if seat is None else seat
    start = _commanding(state, who)
    plain, fated = (_hit(start, who, fate) for fate in (False, True))
    fate = state.players[who].fate if fated > plain else 0
    others = {at: player.life for at, player in enumerate(state.players) if at != who and player.character}
    dead = {
        at: tuple(_all_hit(plain, life, n, fate) for n in range(1, spells + 1)) for at, life in others.items()
    }  # fmt: skip
    return Command(plain, fated, dead)


def _commanding(state: State, seat: int) -> State:
    book = book_of(state.book)
    closing = at_part(alone(state, seat), seat, "close", book.board.crown)
    slots = (None,) * len(book.programs[COMMAND].slots)
    frames = (Frame(TURN, book.programs[TURN].jump_labels["close"], seat), Frame(COMMAND, 0, seat, -1, "", slots=slots))
    return run_to_ask(book, replace(closing, stack=frames))[0]


def _hit(start: State, seat: int, fate: bool) -> Fraction:
    lives = [player.life for player in start.players]

    def ends(before: State, after: State, events: tuple[Event, ...], left: int) -> str | int:
        if any(player.life < life for player, life in zip(after.players, lives, strict=True)):
            return "hit"
        return "miss" if ask(after).kind in ("close", "over") else left

    considered = Considered(seat, fate=fate, abilities=False)
    solved = walked(start, ("hit", "miss"), ends, HIT, considered, states=MOST_STATES)
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
