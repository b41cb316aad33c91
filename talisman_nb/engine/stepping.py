"""The engine's entry points: `ask` builds a state's question, `asides` what may be used before it, `step` goes on."""

from __future__ import annotations

from threading import local

from talisman_nb.model import EVERYBODY, Answer, Ask, Event, Option, State, read_key
from talisman_nb.rules.book import Book, book_of

from .book_runtime import ASK, CAST, PUT_DOWN, TAKE, WAIT
from .by_hand import change_by_hand, put_back, settle_by_hand
from .card_transfers import GOLD, ditch_gold, drop, go_on_to
from .costs import trade, trades_at_any_time
from .effects import keep_promise
from .interpreter import after_operation, enforce_limits, go_on, run
from .offers import action_offers, drop_offers, spell_offers, use
from .refusal import NotAllowedError
from .working_state import WorkingState

BY_HAND, SETTLE = "hand", "settle"
"""Keys of the asides for corrections: setting values, and settling the running card or space."""


def is_aside(key: str) -> bool:
    """Whether the key of an answer is an aside: it interrupts the ask instead of answering it.

    >>> is_aside("cast:healing"), is_aside("hand"), is_aside("keep")
    (True, True, False)
    """
    return key in (BY_HAND, SETTLE) or read_key(key).verb in ("cast", "use", "drop", "trade")


def aside_options(g: WorkingState, found: Ask, seat: int) -> tuple[Option, ...]:
    """The asides of a seat as options, closed ones with their reason; at a reaction point only Spells that answer it.

    This is the allow-list of asides: `take_aside` refuses any other key.
    """
    if found.kind == "over" or not 0 <= seat < len(g.players) or not g.alive(seat):
        return ()
    if found.kind == "react":
        return spell_offers(g, seat, f"reply.{found.purpose}")
    return spell_offers(g, seat) + action_offers(g, seat) + drop_offers(g, seat) + trades_at_any_time(g, seat)


def besides(g: WorkingState, found: Ask, seat: int) -> tuple[Option, ...]:
    """The asides of a seat that the ask does not list among its own offers."""
    shown = {option.key for option in (*found.options, *found.offers)} if seat == found.seat else set()
    return tuple([option for option in aside_options(g, found, seat) if option.key not in shown])


def take_aside(g: WorkingState, found: Ask, answer: Answer) -> None:
    """Run an aside: push its program, or apply its corrections.

    Raises `NotAllowedError` if the aside is not open or its seat is not given.
    """
    verb, name = read_key(answer.key)
    seat = answer.seat if answer.seat >= 0 else found.seat
    if answer.key == BY_HAND:
        change_by_hand(g, answer.changes)
    elif answer.key == SETTLE:
        settle_by_hand(g, found)
    elif seat == EVERYBODY:
        raise NotAllowedError("table.whose", f"{answer.key!r}: say whose it is with `seat`", ("table.not-open",))
    else:
        _check_open(g, found, seat, answer.key)
        if verb == "cast":
            g.push(CAST, seat, source=name)
        elif verb == "use":
            use(g, seat, answer.key)
        elif verb == "trade":
            trade(g, seat, name)
        elif name != GOLD:
            drop(g, seat, (name,), ("carry.ditch",))
        elif g.players[seat].gold > 1:
            g.push(PUT_DOWN, seat)
        else:
            ditch_gold(g, seat, 1)


def _check_open(g: WorkingState, found: Ask, seat: int, key: str) -> None:
    """Raise `NotAllowedError` unless the aside is among those offered to the seat, and open."""
    choices = aside_options(g, found, seat)
    option = next((o for o in choices if o.key == key), None)
    if option is None:
        raise NotAllowedError(
            "table.not-open",
            f"{key!r} can't be done by seat {seat} now",
            ("table.not-open",),
            tuple(o.key for o in choices if not o.closed),
        )
    if option.closed:
        message = f"{key!r} is closed: {option.closed}"
        raise NotAllowedError("closed", message, option.cites, closed=option.closed)


Step = tuple[State, tuple[Event, ...]]


MOST_ASKED = 16
"""How many states a thread remembers the asks of."""


class LastStep:
    """Memory of a thread: the last returned state with its ask and the working state it was frozen from.

    That saves rebuilding the working state in the next `step`. The asks of the last states, by their identity, are
    kept besides: whoever tries every answer to a question gives each of them to the same state.
    """

    def __init__(self) -> None:
        self.made: tuple[State, Ask, WorkingState] | None = None
        self.asked: dict[int, tuple[State, Ask]] = {}  # the state is kept, so that its id is never reused

    def remember(self, state: State, found: Ask) -> None:
        """Keep the ask of a state, and forget that of the state kept longest if they are too many."""
        if id(state) not in self.asked:
            if len(self.asked) >= MOST_ASKED:
                del self.asked[next(iter(self.asked))]
            self.asked[id(state)] = state, found


_threads = local()  # no class of ours: an attribute of a compiled one would be the same in every thread


def _last() -> LastStep:
    """Return the memory of this thread."""
    found: LastStep | None = getattr(_threads, "last", None)
    if found is None:
        found = _threads.last = LastStep()
    return found


def ask(state: State) -> Ask:
    """The question the state waits for; of kind `over` if the game has ended.

    >>> from talisman_nb.engine import new_game
    >>> found = ask(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> found.kind, found.purpose, found.seat, found.open()[:6]
    ('die', 'move', 0, ('1', '2', '3', '4', '5', '6'))
    """
    last = _last()
    made = last.made
    if made is not None and made[0] is state:
        return made[1]
    if (asked := last.asked.get(id(state))) is not None:
        return asked[1]
    found, g = _take_cached(state)
    last.made = (state, found, g)
    return found


def _take_cached(state: State) -> tuple[Ask, WorkingState]:
    """The ask of a state and its working state, removed from the cache because the caller may change it."""
    last = _last()
    made, last.made = last.made, None
    if made is not None and made[0] is state:
        last.remember(state, made[1])
        return made[1], made[2]
    g = _playing(book_of(state.book), state)
    if (asked := last.asked.get(id(state))) is not None:
        return asked[1], g
    found = _ask(g)
    last.remember(state, found)
    return found, g


def _playing(book: Book, state: State) -> WorkingState:
    """A new working state of a state, its top frame entered."""
    g = WorkingState(book, state)
    if g.stack:
        g.enter(g.stack[-1], g.runtime.programs[g.stack[-1].program])
    return g


def _ask(g: WorkingState) -> Ask:
    if not g.stack:
        return Ask(g.ply, "over", g.winner, "over", cites=g.won_by or ("win.last",))
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
    found, g = _take_cached(state)
    try:
        option = _check_answer(state, found, answer)
    except NotAllowedError:
        _last().made = (state, found, g)
        raise
    if answer.state is not None:
        return put_back(state, answer.state)
    g.ply += 1
    if option is None or (option in found.offers and option.verb == "use"):
        take_aside(g, found, answer)
        after_operation(g, g.frame.pc)
        run(g)
        return _freeze_step(g)
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
    return _freeze_step(g)


def _in_aside(g: WorkingState) -> bool:
    """Whether an aside's program is on the stack: the moment of the turn at which it was used is not over then."""
    return any(frame.program in g.runtime.asides for frame in g.stack)


def asides(state: State, seat: int) -> tuple[Option, ...]:
    """The asides a seat may use before the question is answered: Spells, abilities, cards to ditch.

    >>> from talisman_nb.engine import new_game
    >>> asides(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), 1)
    ()
    """
    found, g = _take_cached(state)
    _last().made = (state, found, g)
    return besides(g, found, seat)


def _check_answer(state: State, found: Ask, answer: Answer) -> Option | None:
    """The option an answer chooses, None for an aside. Raises `NotAllowedError` if it is not open."""
    if answer.ply != state.ply:
        raise NotAllowedError(
            "table.stale", f"this answers question {answer.ply}, but the game is at {state.ply}", ("table.stale",)
        )
    if found.kind == "over" and answer.state is None:
        raise NotAllowedError("table.over", "the game is over: take back its last answer to go on", ("table.not-open",))
    option = _option_named(found.options, answer.key) or _option_named(found.offers, answer.key)
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


def _option_named(options: tuple[Option, ...], key: str) -> Option | None:
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
    return _freeze_step(g)


def _freeze_step(g: WorkingState) -> Step:
    """Freeze the working state, put it into the cache with its ask, and return the state and its events."""
    state, events = g.freeze(), tuple(g.events)
    g.events = []
    _last().made = (state, _ask(g), g)
    return state, events
