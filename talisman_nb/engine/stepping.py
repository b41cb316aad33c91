"""`step`: an answer in, the state at the next ask out. `ask`: what a state waits for."""

from __future__ import annotations

from itertools import chain
from threading import local

from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.rules.book import Book, book_of

from .asides import besides, is_aside, take_aside
from .by_hand import put_back
from .card_transfers import go_on_to
from .effects import keep_promise
from .interpreter import after_operation, go_on, run
from .refusal import NotAllowedError
from .registry import ASK, TAKE, WAIT
from .settling import settle
from .working_state import WorkingState

Step = tuple[State, tuple[Event, ...]]


class LastStep(local):
    """One-entry cache per thread: the state that was made last, its ask, and the working state it was frozen from.

    An answer to that state goes on with its working state instead of building another one.
    """

    made: tuple[State, Ask, WorkingState] | None = None


_last = LastStep()


def ask(state: State) -> Ask:
    """The one question the state waits for; kind `over` when the game has ended.

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
    """The ask of a state and its working state, which the cache gives away: whoever gets it may change it."""
    made, _last.made = _last.made, None
    if made is not None and made[0] is state:
        return made[1], made[2]
    g = _playing(book_of(state.book), state)
    return _ask(g), g


def _playing(book: Book, state: State) -> WorkingState:
    """The working state, its top frame entered."""
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
    """Run until the next ask.

    Raises `NotAllowedError` when the answer is stale, not open or out of range; the state is a value and stays as it is.

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
    if option is None or (option.verb == "use" and option in found.offers):
        take_aside(g, found, answer)
        after_operation(g, g.frame.pc)
        run(g)
        return _frozen(g)
    frame = g.frame
    code = g.runtime.programs[frame.program].code
    _, op, to, name = code[frame.pc]
    if g.moment == "turn_start" and found.kind in ("die", "way", "choose") and not _put_in(g):
        keep_promise(g)
        go_on_to(g, "moving")
    elif g.moment == "arrived" and found.kind != "whom" and not _put_in(g):
        g.moment = "meeting"
    result = TAKE[name](g, op, to, answer.key, answer)
    pc = frame.pc if result == WAIT else frame.pc + 1 if result is None else result
    if g.unsettled:
        settle(g)
    if g.stack_changed:
        after_operation(g, pc)
        run(g)
    else:
        go_on(g, code, pc)
    return _frozen(g)


def _put_in(g: WorkingState) -> bool:
    """Whether the question belongs to something put in: the moment at which that was done is not over."""
    return any(frame.program in g.runtime.asides for frame in g.stack)


def asides(state: State, seat: int) -> tuple[Option, ...]:
    """What a seat may put in before the question is answered: its Spells that fit, abilities and cards, dropping things.

    >>> from talisman_nb.engine import new_game
    >>> asides(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), 1)
    ()
    """
    found, g = _taken(state)
    _last.made = (state, found, g)
    return besides(g, found, seat)


def _checked(state: State, found: Ask, answer: Answer) -> Option | None:
    """The option an answer means, None for an aside; refused when it isn't open."""
    if answer.ply != state.ply:
        raise NotAllowedError("table.stale", f"this answers question {answer.ply}, but the game is at {state.ply}", ("table.stale",))
    if found.kind == "over" and answer.state is None:
        raise NotAllowedError("table.over", "the game is over: take back its last answer to go on", ("table.not-open",))
    key = answer.key
    for option in chain(found.options, found.offers):
        if option.key == key:
            if option.closed:
                raise NotAllowedError(
                    f"closed.{option.closed}",
                    f"{answer.key!r} is closed: {option.closed} ({', '.join(option.cites)})",
                    option.cites,
                    found.open(),
                )
            return option
    if is_aside(answer.key):
        return None
    if found.kind == "die":
        raise NotAllowedError("table.die", f"a die shows 1 to 6, not {answer.key!r}", ("table.die",), found.open())
    expected = found.open()
    shown = ", ".join(expected[:12]) + (" …" if len(expected) > 12 else "")
    raise NotAllowedError(
        "table.not-open", f"{answer.key!r} does not answer this question ({found.kind}); open are: {shown}", ("table.not-open",), expected
    )


def run_to_ask(book: Book, state: State, settled: bool = True) -> Step:
    """Run a state that was just laid out until its first ask; one not `settled` may be over limits, which comes first."""
    g = WorkingState(book, state)
    if not settled:
        g = _playing(book, state)
        g.touch_all()
        after_operation(g, g.frame.pc)
    run(g)
    return _frozen(g)


def _frozen(g: WorkingState) -> Step:
    state, events = g.freeze(), tuple(g.events)
    g.events = []
    _last.made = (state, _ask(g), g)
    return state, events
