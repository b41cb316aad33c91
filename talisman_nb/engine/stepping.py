"""The engine's entry points: `ask` builds a state's question, `step` applies an answer and runs to the next ask."""

from __future__ import annotations

from threading import local

from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.rules.book import Book, book_of

from .asides import besides, is_aside, take_aside
from .by_hand import put_back
from .card_transfers import go_on_to
from .effects import keep_promise
from .interpreter import after_operation, enforce_limits, go_on, run
from .refusal import NotAllowedError
from .registry import ASK, TAKE, WAIT
from .working_state import WorkingState

Step = tuple[State, tuple[Event, ...]]


class LastStep(local):
    """One-entry cache per thread: the last returned state, its ask and the working state it was frozen from.

    Saves rebuilding the working state in the next `step`.
    """

    made: tuple[State, Ask, WorkingState] | None = None


_last = LastStep()


def ask(state: State) -> Ask:
    """The question the state waits for; of kind `over` if the game has ended.

    >>> from talisman_nb.engine import new_game
    >>> found = ask(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> found.kind, found.purpose, found.seat, found.open()[:6]
    ('die', 'move', 0, ('1', '2', '3', '4', '5', '6'))
    """
    made = _last.made
    if made is not None and made[0] is state:
        return made[1]
    found, g = _taken(state)
    _last.made = (state, found, g)
    return found


def _taken(state: State) -> tuple[Ask, WorkingState]:
    """The ask of a state and its working state, removed from the cache because the caller may change it."""
    made, _last.made = _last.made, None
    if made is not None and made[0] is state:
        return made[1], made[2]
    g = _playing(book_of(state.book), state)
    return _ask(g), g


def _playing(book: Book, state: State) -> WorkingState:
    """A new working state of a state, its top frame entered."""
    g = WorkingState(book, state)
    if g.stack:
        g.enter(g.stack[-1], g.runtime.programs[g.stack[-1].program])
    return g


def _ask(g: WorkingState) -> Ask:
    if not g.stack:
        return Ask(g.ply, "over", g.winner, "over", cites=("win.last",))
    frame = g.frame
    _, op, to, name = g.runtime.programs[frame.program].code[frame.pc]
    return ASK[name](g, op, to)


def step(state: State, answer: Answer) -> Step:
    """Apply an answer and run to the next ask; returns the new state and the events.

    Raises `NotAllowedError` if the answer is stale, not open or out of range; `state` is unchanged in any case.

    >>> from talisman_nb.engine import new_game
    >>> state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> state, events = step(state, Answer(state.ply, "3"))
    >>> events[0].kind, events[0].faces, ask(state).kind
    ('rolled', (3,), 'way')
    """
    found, g = _taken(state)
    try:
        option = _checked(state, found, answer)
    except NotAllowedError:
        _last.made = (state, found, g)
        raise
    if answer.state is not None:
        return put_back(state, answer.state)
    g.ply += 1
    if option is None or (option in found.offers and option.verb == "use"):
        take_aside(g, found, answer)
        after_operation(g, g.frame.pc)
        run(g)
        return _frozen(g)
    frame = g.frame
    code = g.runtime.programs[frame.program].code
    _, op, to, name = code[frame.pc]
    if g.moment == "turn_start" and found.kind in ("die", "way", "choose") and not _in_aside(g):
        keep_promise(g)
        go_on_to(g, "moving")
    elif g.moment == "arrived" and found.kind != "whom" and not _in_aside(g):
        g.moment = "meeting"
    result = TAKE[name](g, op, to, answer.key, answer)
    pc = frame.pc if result == WAIT else frame.pc + 1 if result is None else result
    if g.changed_seats:
        enforce_limits(g)
    if g.stack_changed:
        after_operation(g, pc)
        run(g)
    else:
        go_on(g, code, pc)
    return _frozen(g)


def _in_aside(g: WorkingState) -> bool:
    """Whether an aside's program is on the stack: the moment of the turn at which it was used is not over then."""
    return any(frame.program in g.runtime.asides for frame in g.stack)


def asides(state: State, seat: int) -> tuple[Option, ...]:
    """The asides a seat may use before the question is answered: Spells, abilities, cards to ditch.

    >>> from talisman_nb.engine import new_game
    >>> asides(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), 1)
    ()
    """
    found, g = _taken(state)
    _last.made = (state, found, g)
    return besides(g, found, seat)


def _checked(state: State, found: Ask, answer: Answer) -> Option | None:
    """The option an answer chooses, None for an aside. Raises `NotAllowedError` if it is not open."""
    if answer.ply != state.ply:
        raise NotAllowedError(
            "table.stale", f"this answers question {answer.ply}, but the game is at {state.ply}", ("table.stale",)
        )
    if found.kind == "over" and answer.state is None:
        raise NotAllowedError("table.over", "the game is over: take back its last answer to go on", ("table.not-open",))
    option = _named(found.options, answer.key) or _named(found.offers, answer.key)
    if option is not None:
        if option.closed:
            raise NotAllowedError(
                "closed",
                f"{answer.key!r} is closed: {option.closed} ({', '.join(option.cites)})",
                option.cites,
                found.open(),
                option.closed,
            )
        return option
    if is_aside(answer.key):
        return None
    if found.kind == "die":
        raise NotAllowedError("table.die", f"a die shows 1 to 6, not {answer.key!r}", ("table.die",), found.open())
    expected = found.open()
    shown = ", ".join(expected[:12]) + (" …" if len(expected) > 12 else "")
    raise NotAllowedError(
        "table.not-open",
        f"{answer.key!r} does not answer this question ({found.kind}); possible answers: {shown}",
        ("table.not-open",),
        expected,
    )


def _named(options: tuple[Option, ...], key: str) -> Option | None:
    """The option of that key, None if there is none."""
    for option in options:
        if option.key == key:
            return option
    return None


def run_to_ask(book: Book, state: State, within_limits: bool = True) -> Step:
    """Run a state that was just laid out to its first ask; with `within_limits` False check all limits before."""
    g = WorkingState(book, state)
    if not within_limits:
        g = _playing(book, state)
        g.touch_all()
        after_operation(g, g.frame.pc)
    run(g)
    return _frozen(g)


def _frozen(g: WorkingState) -> Step:
    """Freeze the working state, put it into the cache with its ask, and return the state and its events."""
    state, events = g.freeze(), tuple(g.events)
    g.events = []
    _last.made = (state, _ask(g), g)
    return state, events
