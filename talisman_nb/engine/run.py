"""`step`: an answer in, the state at the next ask out. `ask`: what a state waits for."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from talisman_nb.model import Answer, Ask, Event, Frame, Option, State
from talisman_nb.rules.book import Book, book_of

from .asides import aside_verb, besides, take_aside
from .by_hand import put_back
from .fighting import tidy_fight
from .goods import go_on_to
from .kit import kit
from .lasting import keep_promise
from .link import Code
from .play import Play
from .refusal import NotAllowedError
from .registry import ASK, TAKE, WAIT
from .settling import settle

Step = tuple[State, tuple[Event, ...]]

LANDING = {"turn": "close", "fight": "over"}
"""Where a turn and a fight that were ended go on."""

MOST_OPERATIONS = 50_000


Ready = tuple[State, Ask, Play]

_ready: list[Ready] = []
"""The state made last, its ask, and the same state in motion: an answer to it goes on without setting it up again."""


def ask(state: State) -> Ask:
    """The one question the state waits for; kind `over` when the game has ended.

    >>> from talisman_nb.engine import new_game
    >>> found = ask(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> found.kind, found.purpose, found.seat, found.open()[:6]
    ('die', 'move', 0, ('1', '2', '3', '4', '5', '6'))
    """
    for made in _ready:
        if made[0] is state:
            return made[1]
    found, g = _at(state)
    _ready[:] = [(state, found, g)]
    return found


def _at(state: State) -> tuple[Ask, Play]:
    """The ask of a state and the state in motion; taken away from `_ready`, so that nobody else goes on with it."""
    made = _ready.pop() if _ready else None
    if made is not None and made[0] is state:
        return made[1], made[2]
    g = _playing(book_of(state.book), state)
    return _ask(g), g


def _playing(book: Book, state: State) -> Play:
    """The state in motion, its top activation entered."""
    g = Play(book, state)
    if g.stack:
        g.enter(g.stack[-1], g.linked.programs[g.stack[-1].program])
    return g


def _ask(g: Play) -> Ask:
    if not g.stack:
        return Ask(g.ply, "over", g.winner, "over", cites=("win.last",))
    frame = g.frame
    _, op, to, name = g.linked.programs[frame.program].code[frame.pc]
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
    found, g = _at(state)
    try:
        option = _checked(state, found, answer)
    except NotAllowedError:
        _ready[:] = [(state, found, g)]
        raise
    if answer.state is not None:
        return put_back(state, answer.state)
    g.ply += 1
    if option is None or (answer.key.startswith("use:") and option in found.offers):
        take_aside(g, found, answer)
        _close(g, g.frame.pc)
        _run(g)
        return _frozen(g)
    frame = g.frame
    code = g.linked.programs[frame.program].code
    _, op, to, name = code[frame.pc]
    if g.moment == "turn_start" and found.kind in ("die", "way", "choose") and not _put_in(g):
        keep_promise(g)
        go_on_to(g, "moving")
    elif g.moment == "arrived" and found.kind != "whom" and not _put_in(g):
        g.moment = "meeting"
    result = TAKE[name](g, op, to, answer.key, answer)
    pc = frame.pc if result == WAIT else frame.pc + 1 if result is None else result
    if g.touched:
        settle(g)
    if g.stirred:
        _close(g, pc)
        _run(g)
    else:
        _go(g, code, pc)
    return _frozen(g)


def _put_in(g: Play) -> bool:
    """Whether the question belongs to something put in: the moment at which that was done is not over."""
    return any(frame.program in g.linked.asides for frame in g.stack)


def asides(state: State, seat: int) -> tuple[Option, ...]:
    """What a seat may put in before the question is answered: its Spells that fit, abilities and cards, dropping things.

    >>> from talisman_nb.engine import new_game
    >>> asides(new_game([("Ada", "dwarf"), ("Bruno", "thief")]), 1)
    ()
    """
    found, g = _at(state)
    _ready[:] = [(state, found, g)]
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
    if aside_verb(answer.key):
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
    g = Play(book, state)
    if not settled:
        g = _playing(book, state)
        g.touch_all()
        _close(g, g.frame.pc)
    _run(g)
    return _frozen(g)


def _frozen(g: Play) -> Step:
    state, events = g.freeze(), tuple(g.events)
    g.events = []
    _ready[:] = [(state, _ask(g), g)]
    return state, events


def _run(g: Play) -> None:
    """Go on with the top activation."""
    if _entered(g):
        frame = g.frame
        _go(g, g.linked.programs[frame.program].code, frame.pc)


def _entered(g: Play) -> bool:
    """Make the top activation the running one; not when the game is over."""
    if g.winner >= 0 or not g.stack:
        g.stack.clear()
        return False
    frame = g.stack[-1]
    g.enter(frame, g.linked.programs[frame.program])
    return True


def _go(g: Play, code: Code, pc: int) -> None:
    """Operation after operation, activation after activation, until one waits or the game is over."""
    programs = g.linked.programs
    for _ in range(MOST_OPERATIONS):
        run, op, to, _ = code[pc]
        if run is None:
            g.stack.pop()
        else:
            result = run(g, op, to)
            if result is None:
                pc += 1
            elif result != WAIT:
                pc = result
            elif not g.stirred:
                g.leave(pc)
                return
            if g.touched:
                settle(g)
            if not g.stirred:
                continue
            _close(g, pc)
        if not _entered(g):
            return
        code, pc = programs[g.frame.program].code, g.frame.pc
    raise RuntimeError(f"a program does not come to an end: {[f.program for f in g.stack]}")


def _close(g: Play, pc: int) -> None:
    """Write the running activation back, unwind what has lost its subject, end what was stopped, begin what was pushed."""
    if g.anew:
        g.anew = g.unwind = False
    else:
        g.leave(pc)
    if g.touched:
        settle(g)
    if g.unwind:
        _unwind(g)
    if g.orphaned:
        _orphan(g)
    if g.stop:
        _cut(g)
    if g.pushed:
        g.stack += g.pushed
        g.pushed = []
    g.stirred = False
    if g.fight is not None and not any(g.linked.programs[f.program].role == "fight" for f in g.stack):
        tidy_fight(g)
        g.stirred = False
        g.stack += g.pushed
        g.pushed = []


def _unwind(g: Play) -> None:
    """Activations whose subject is gone from where it was are over, a fight also when its other side is; others go on."""
    g.unwind = False
    over = _opponent_gone(g)
    if g.foes_changed:
        g.foes_changed = False
        g.stack[:] = [f for f in g.stack if not _names_a_foe(g, f)]
    g.stack[:] = [f for f in g.stack if _stands(g, f) and not (over and g.linked.programs[f.program].role == "fight")]


def _names_a_foe(g: Play, frame: Frame) -> bool:
    names = g.linked.programs[frame.program].names
    return "foe" in names and isinstance(frame.slots[names["foe"]], int)


def _opponent_gone(g: Play) -> bool:
    if g.fight is None or g.fight.against < 0:
        return False
    opponent = g.players[g.fight.against]
    return not opponent.character or opponent.space != g.fight.where


def _orphan(g: Play) -> None:
    """The active character is dead: what belongs to others goes on, then the turn only ticks to its end."""
    g.orphaned = False
    marks = g.linked.programs["turn.turn.do"].marks
    for at, frame in enumerate(g.stack):
        if frame.program == "turn.turn.do" and frame.pc < marks["close"]:
            g.stack[at] = replace(frame, pc=marks["close"])


def _stands(g: Play, frame: Frame) -> bool:
    player = g.players[frame.you]
    if frame.born and (player.born != frame.born or not player.character):
        return False
    if g.linked.programs[frame.program].bound_to_ability and "blank.abilities" in kit(g, frame.you).by:
        return False
    return not frame.where or player.space == frame.where


def _cut(g: Play) -> None:
    """End the innermost program, fight, encounter or move, or the rest of the turn."""
    what, g.stop = g.stop, ""
    programs = g.linked.programs
    if what == "program" or not any(programs[frame.program].role == what for frame in g.stack):
        g.stack.pop()
        return
    while g.stack:
        frame = g.stack[-1]
        role = programs[frame.program].role
        if role == what and role in LANDING:
            g.stack[-1] = replace(frame, pc=programs[frame.program].marks[LANDING[role]])
            return
        g.stack.pop()
        if role == what:
            return
