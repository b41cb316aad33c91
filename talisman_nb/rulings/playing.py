"""Answers of a case, one by one: a key, or a short order such as `walk ruins`, `quiet`, `turn of 1`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.model import Answer, Ask, Change, Event, OwnCard, State

HARMLESS = ("done", "nobody", "keep", "none", "the space", "leave", "fight")
CHEAP = ("water-bottle", "sword", "ring", "bag-of-gold")
LONGEST = 400
Told = tuple[Event, ...]


class CannotPlayError(ValueError):
    """An order of a case that leads nowhere."""


def quiet(found: Ask) -> str:
    """The answer that does least."""
    keys = found.open()
    return next((key for key in (*HARMLESS, *(CHEAP if found.kind == "card" else ())) if key in keys), keys[0])


def say(state: State, order: str) -> Iterator[tuple[State, Told]]:
    """Every state an order leads through, with what was told. Besides the keys of the question:

    `walk SPACE` throw what leads there and go; `to SPACE` the way there; `1: KEY` an aside of seat 1;
    `quiet` the answer that does least; `pass` nobody answers, as often as it is asked; `turn end`, `turn of 1` quietly;
    `hand WHAT SEAT VALUE` a correction; `own NAME TYPE` a card that is in no list.
    """
    word, _, rest = order.partition(" ")
    if word in _ORDERS:
        yield from _ORDERS[word](state, rest)
    elif word.endswith(":") and word[:-1].isdigit():
        yield from _one(state, Answer(state.ply, rest, int(word[:-1])))
    else:
        yield from _one(state, Answer(state.ply, order))


def _one(state: State, answer: Answer) -> Iterator[tuple[State, Told]]:
    """One answer; where nobody could answer a Spell, nobody does."""
    state, told = step(state, answer)
    yield state, told
    while ask(state).kind == "react" and not any(_open_asides(state)):
        state, told = step(state, Answer(state.ply, "nobody"))
        yield state, told


def _open_asides(state: State) -> Iterator[str]:
    for seat in range(len(state.players)):
        yield from (option.key for option in asides(state, seat) if not option.closed)


def _walk(state: State, space: str) -> Iterator[tuple[State, Told]]:
    if ask(state).kind == "way":
        yield from _to(state, space)
        return
    for face in "123456":
        thrown = list(_one(state, Answer(state.ply, face)))
        if _way(thrown[-1][0], space):
            yield from thrown
            yield from _to(thrown[-1][0], space)
            return
    raise CannotPlayError(f"{space} is out of reach from {state.players[state.turn].space}")


def _to(state: State, space: str) -> Iterator[tuple[State, Told]]:
    key = _way(state, space)
    if not key:
        raise CannotPlayError(f"no way to {space}: {', '.join(option.space for option in ask(state).options)}")
    yield from _one(state, Answer(state.ply, key))


def _way(state: State, space: str) -> str:
    return next((o.key for o in ask(state).options if o.space == space and not o.closed), "")


def _quietly(state: State, until: Callable[[State], bool]) -> Iterator[tuple[State, Told]]:
    for _ in range(LONGEST):
        if until(state) or ask(state).kind == "over":
            return
        for state, told in _one(state, Answer(state.ply, quiet(ask(state)))):  # noqa: B020
            yield state, told
    raise CannotPlayError("it does not come to that quietly")


def _quiet(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    yield from _one(state, Answer(state.ply, quiet(ask(state))))


def _pass(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    yield from _quietly(state, lambda now: ask(now).kind != "react")


def _turn(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    if rest == "end":
        whose = state.turn
        yield from _quietly(state, lambda now: now.turn != whose)
    elif rest.startswith("of ") and rest[3:].isdigit():
        who = int(rest[3:])
        yield from _quietly(state, lambda now: now.turn == who and (ask(now).kind, ask(now).purpose) == ("die", "move"))
    else:
        raise CannotPlayError(f'expected "turn end" or "turn of 1", came "turn {rest}"')


def _hand(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    what, seat, value = (*rest.split(), "", "")[:3]
    number = int(value) if value.isdigit() else 0
    change = Change(what, int(seat), number, "" if value.isdigit() else value)
    yield from _one(state, Answer(state.ply, "hand", 0, changes=(change,)))


def _own(state: State, rest: str) -> Iterator[tuple[State, Told]]:
    name, type_ = rest.split()
    yield from _one(state, Answer(state.ply, "own", own=OwnCard(name, type_)))


_ORDERS: Mapping[str, Callable[[State, str], Iterator[tuple[State, Told]]]] = {
    "walk": _walk, "to": _to, "quiet": _quiet, "pass": _pass, "turn": _turn, "hand": _hand, "own": _own,
}  # fmt: skip

__all__ = ["CannotPlayError", "NotAllowedError", "quiet", "say"]
