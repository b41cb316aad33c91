"""Which states come to the same: what no question to come depends on, and throws between which nothing differs.

`tests/test_odds_walk.py` compares walks with and without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from talisman_nb.cards.operations import RollDice
from talisman_nb.engine import ask
from talisman_nb.engine.book_runtime import BookRuntime, runtime_of
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Ask, Fight, Frame, Roll, State
from talisman_nb.rules.book import Book, book_of

from .fight import FACES, CompleteRoll, FightSide, rolls_of, sides, thrown_of

REROLLS = ("keep_roll", "plan")
"""Instructions that may lead to a reroll of the roll they name."""
NATURAL = ("die", "rolled")
"""The condition that reads a roll without naming it, and the variable it reads."""


_known: WeakKeyDictionary[Book, dict[tuple[str, int], dict[str, bool]]] = WeakKeyDictionary()
"""Results of `_read_later`, by book, program and instruction."""


def without_past(state: State) -> State:
    """Return a state without what no question to come depends on.

    That is the number of the answer and of the round, the order of dice, and rolls that nothing reads any more; between
    two turns also the result of the program that ended last, which the next one overwrites before it is read.
    """
    runtime = runtime_of(book_of(state.book))
    stack = state.stack
    if any(isinstance(value, Roll) for frame in stack for value in frame.slots):
        stack = tuple([_without_rolls(runtime, state, frame) for frame in stack])
    fight = _in_order(state.fight) if state.fight is not None else None
    result = state.result if len(stack) > 1 else None
    return replace(state, ply=0, round=0, stack=stack, fight=fight, result=result)


def _in_order(fight: Fight) -> Fight:
    if all(roll is None or len(roll.faces) < 2 for roll in (fight.mine, fight.theirs)):
        return fight
    return replace(fight, mine=fight.mine and _sort_roll(fight.mine), theirs=fight.theirs and _sort_roll(fight.theirs))


def _sort_roll(roll: Roll) -> Roll:
    return Roll(tuple(sorted(roll.faces)), min(roll.rerolled, 0), roll.plus)


def _without_rolls(runtime: BookRuntime, state: State, frame: Frame) -> Frame:
    names = runtime.programs[frame.program].slots
    read = _read_later(runtime, frame.program, frame.pc)
    slots = [
        value if not isinstance(value, Roll) else _plain(state, read[name], value) if name in read else None
        for name, value in zip(names, frame.slots, strict=False)
    ]
    return replace(frame, slots=tuple(slots))


def _plain(state: State, fate_may_be_paid: bool, roll: Roll) -> Roll:
    """The roll without the order of its dice; only their number and sum where none of several can be thrown again."""
    if len(roll.faces) > 1 and 0 not in roll.faces and not (fate_may_be_paid and _rerolls(state, roll)):
        return Roll((0,) * len(roll.faces), 0, roll.value)
    return _sort_roll(roll)


def _rerolls(state: State, roll: Roll | None) -> bool:
    fresh = roll is None or roll.rerolled < 0
    if fresh and runtime_of(book_of(state.book)).free_rerolls:
        return True
    return fresh and any(player.fate and not player.paused for player in state.players)


def _read_later(runtime: BookRuntime, program: str, pc: int) -> dict[str, bool]:
    """The variables of a program that may be read from an instruction on, and whether fate may be paid for them."""
    known = _known.setdefault(runtime.book, {})
    if (program, pc) not in known:
        known[program, pc] = _read_from(runtime, program, pc)
    return known[program, pc]


def _read_from(runtime: BookRuntime, program: str, pc: int) -> dict[str, bool]:
    """Return the variables that are read from an instruction on; all where the program jumps to labels."""
    running = runtime.programs[program]
    if running.jump_labels:
        return dict.fromkeys(running.slots, True)
    waiting, seen = [pc], set[int]()
    while waiting:
        at = waiting.pop()
        if at not in seen and at < len(running.code):
            seen.add(at)
            waiting += [at + 1, *_targets(running.code[at][2])]
    said = {name: f"'{name}'" for name in running.slots}
    code = [(name, repr(op)) for at in seen for _, op, _, name in (running.code[at],)]
    read = {name for name, quoted in said.items() if any(quoted in op for _, op in code)}
    if any(f"{NATURAL[1]}=(" in op for _, op in code):
        read.add(NATURAL[0])
    return {name: any(does in REROLLS and said[name] in op for does, op in code) for name in read if name in said}


def _targets(to: Any) -> Iterator[int]:
    if isinstance(to, int):
        yield to
    elif isinstance(to, (tuple, list)):
        for each in to:
            yield from _targets(each)
    elif isinstance(to, dict):
        for each in to.values():
            yield from _targets(each)


# --- throws ---


class Throws(NamedTuple):
    """Throws between which nothing differs: the answers for one of them, and how many there are.

    `comes` is what counts: of a roll its sum, of a fight who is ahead (1: the attacker); `again`, for each die that may
    be thrown again, what it would be if it showed 1, 2 and so on.
    """

    keys: tuple[str, ...]
    ways: int
    comes: int = 0
    again: tuple[tuple[int, ...], ...] = ()


def throws(state: State, found: Ask) -> list[Throws]:
    """Return the throws that make a difference of all dice that are asked for; [] for one die, and in a fight.

    What makes one is the sum of the dice, or which they are where one may be thrown again.
    """
    if found.kind != "die" or state.fight is not None:
        return []
    return _of_dice(state, found) if found.n > 1 else []


def _of_dice(state: State, found: Ask) -> list[Throws]:
    """Throws of several dice, none of them known."""
    op = _waiting(state)
    if any(found.rolls) or not isinstance(op, RollDice):
        return []
    several = [tuple(sorted(faces)) for faces in product(FACES, repeat=found.n)]
    if op.fate != "never" and _rerolls(state, None):
        return [_with_rerolls(faces, ways) for faces, ways in Counter(several).items()]
    one_of = {sum(faces): faces for faces in several}
    ways = Counter(map(sum, several))
    return [Throws(tuple(map(str, faces)), ways[n], n) for n, faces in one_of.items()]


def _waiting(state: State) -> object:
    """The operation that waits for an answer."""
    frame = state.stack[-1]
    return runtime_of(book_of(state.book)).programs[frame.program].code[frame.pc][1]


def all_but_one(state: State, keys: tuple[str, ...]) -> tuple[State, tuple[str, ...]]:
    """Return the state in which only the last of several dice is missing, and the answers that are left."""
    op, frame = _waiting(state), state.stack[-1]
    if state.fight is not None or not isinstance(op, RollDice):
        return state, keys
    names = runtime_of(book_of(state.book)).programs[frame.program].names
    at, dice = names[op.into], ask(state).n
    slots = (*frame.slots[:at], Roll(tuple(map(int, keys[: dice - 1]))), *frame.slots[at + 1 :])
    return replace(state, stack=(*state.stack[:-1], replace(frame, slots=slots))), keys[dice - 1 :]


def _with_rerolls(faces: tuple[int, ...], ways: int) -> Throws:
    whole = sum(faces)
    again = tuple([tuple([whole - face + new for new in FACES]) for face in faces])
    return Throws(tuple(map(str, faces)), ways, whole, again)


def throws_of_fight(state: State, found: Ask) -> list[Throws]:
    """Return the throws of a fight that make a difference, if its dice are asked for; [] for another ask.

    What makes one are who is ahead and what rerolling each die would make of it. [] too where the defender may pay
    fate: what it does depends on more.
    """
    fight = state.fight
    if fight is None or fight.result or found.kind != "die" or found.purpose not in ("attack", "foe", "defend"):
        return []
    g = working_state(state)
    mine, theirs = sides(g)
    their_throws = _different(g, theirs, "foe")
    if their_throws[0][0].again:
        return []
    groups: dict[tuple[int, tuple[tuple[int, ...], ...]], Throws] = {}
    for (ours, my_roll, my_ways), (other, their_roll, their_ways) in product(_different(g, mine, "you"), their_throws):
        ways = my_ways * their_ways
        again = tuple([tuple([_sign(score, other.score) for score in die]) for die in ours.again])
        key = _sign(ours.score, other.score), tuple(sorted([tuple(sorted(die)) for die in again]))
        same = groups.get(key)
        if same:
            groups[key] = same._replace(ways=same.ways + ways)
        else:
            keys = (*_new(mine.roll, my_roll), *_new(theirs.roll, their_roll))
            groups[key] = Throws(keys, ways, key[0], again)
    return list(groups.values())


def _different(g: WorkingState, side: FightSide, which: str) -> list[tuple[CompleteRoll, Roll, int]]:
    """The throws of one side that make different scores, one roll of each, and how many there are of them."""
    thrown = thrown_of(g, side, which)
    found: dict[Any, tuple[CompleteRoll, Roll, int]] = {}
    for roll in rolls_of(side.roll):
        made = thrown(roll)
        key = made.score, tuple(sorted(made.again))
        first, example, n = found.get(key, (made, roll, 0))
        found[key] = first, example, n + 1
    return list(found.values())


def _new(known: Roll, whole: Roll) -> tuple[str, ...]:
    return tuple(str(face) for before, face in zip(known.faces, whole.faces, strict=True) if not before)


def _sign(one: int, other: int) -> int:
    return (one > other) - (one < other)
