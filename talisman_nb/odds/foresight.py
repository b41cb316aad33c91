"""Foresight of an answer: played on a copy of the game, and judged by what changes for its character."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards.modifiers import DiePlus
from talisman_nb.cards.operations import Choose
from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.engine.foresight import ADD, AMOUNTS, GOOD, LEAVE, worth_of_card, worth_of_event
from talisman_nb.engine.meeting_order import SPACE
from talisman_nb.engine.upcoming import Tested, outcome_of_faces
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.model.state import Player, Promise
from talisman_nb.rules.book import Book, book_of

from .fight import all_thrown, odds_of_fight

Worth = Literal["good", "bad", "level"]
"""`level`: nothing changes, or it may go either way."""
RANKED: tuple[Worth, ...] = ("bad", "level", "good")
"""From the worst to the best."""

FIGURES = ("strength", "craft", "life", "fate", "gold")
"""Figures of which more is better."""
HELD = ("spells", "trophies")
"""Fields of a player that hold cards, of which more is better."""
OTHERS = ("alignment", "form")
"""Fields of a player that may change for better or worse."""
WORTHS = {"will_miss": -1, "became": -1, "own_form": 1, "extra_turns": 1, "began": 0}
"""Signs of the kinds of events that leave no trace on the sheet of their seat, or one that is no figure."""
ELSEWHERE = (
    "placed", "covered", "uncovered", "taken", "took_gold", "ended", "cancelled", "looked", "stands", "destroyed",
    "killed",
)  # fmt: skip
"""Kinds of events that change something, whoever it belongs to."""
THREATS = ("life_loss", "kill", "armour")
"""Purposes of asks that precede a harm which may still be prevented."""
PASSED: dict[str, str] = {"result": "keep", "plus": LEAVE, "whom": SPACE}
"""Asks that are passed over, and how: a roll stays as it is, the space is met."""
MOST_DICE = 3
"""Dice of a roll whose test is looked at."""
MOST_TRIED = 12
"""Options of a choice that are tried; of one with more nothing is said."""


class Foreseen(Struct, frozen=True):
    """The outcome of an answer: its worth for a seat, whether anything changes, what follows and its events."""

    worth: Worth
    changed: bool
    state: State
    events: tuple[Event, ...]


def foresee(state: State, keys: tuple[str, ...], seat: int) -> Foreseen:
    """Play answers on a copy, keeping rolls as they fall, and judge for a seat what has become of it.

    What an ability may add to a roll is added where that is better.

    >>> from talisman_nb.notation.situation import situation
    >>> forest = situation("dwarf fields-6 | thief city > 1 > anticlockwise")
    >>> foresee(forest, ("6",), 0).worth, foresee(forest, ("2",), 0).worth, foresee(forest, ("4",), 0).changed
    ('good', 'bad', False)
    """
    state = _veil_tops(state)
    left = _foreseen(state, keys, seat, LEAVE)
    if not _may_add(state, seat):
        return left
    added = _foreseen(state, keys, seat, ADD)
    return added if _merit(added, seat) > _merit(left, seat) else left


def _merit(seen: Foreseen, seat: int) -> tuple[int, int]:
    """How good what is foreseen is for a seat: by its worth, then by the figures it is left with."""
    player = seen.state.players[seat]
    return RANKED.index(seen.worth), sum(int(getattr(player, figure)) for figure in FIGURES)


def _may_add(state: State, seat: int) -> bool:
    """Whether an ability of a seat may add to a roll that is asked for."""
    found = ask(state)
    if not found.chance or found.seat != seat:
        return False
    g = working_state(state)
    return bool(active_modifiers(g, seat).of(DiePlus, found.purpose))


def _foreseen(state: State, keys: tuple[str, ...], seat: int, plus: str) -> Foreseen:
    after, events = _play_keys(state, keys, plus)
    before = state.players[seat]
    if ask(state).kind == "way":  # that it moves is no news
        before = replace(before, space=after.players[seat].space)
    worth, changed = _judge(replace(state, players=_with(state, seat, before)), after, events, seat, 1)
    if worth == "level" and _fails(state, keys, seat):
        worth = "bad"
    return Foreseen(worth, changed, after, events)


def _fails(state: State, keys: tuple[str, ...], seat: int) -> bool:
    """Whether a roll takes the branch of its test that brings nothing where the other one is good."""
    found = ask(state)
    if found.kind != "die" or len(keys) != found.n or found.n > MOST_DICE:
        return False
    passed = _passes_test(state, keys)
    if passed is None:
        return False
    return any(worth == "good" for other, worth in _branches(state, seat).items() if other != passed)


def _passes_test(state: State, keys: tuple[str, ...]) -> bool | None:
    """Whether a roll passes the test it is made for; None for no test."""
    known = tuple(face for face in ask(state).rolls if face)
    outcome = outcome_of_faces(working_state(state), known + tuple(map(int, keys)))
    return outcome.passed if isinstance(outcome, Tested) else None


@lru_cache(maxsize=64)
def _branches(state: State, seat: int) -> dict[bool, Worth]:
    """Return the worth of passing and failing the test of a roll, as far as its dice can do both."""
    examples: dict[bool, tuple[str, ...]] = {}
    for keys in product("123456", repeat=ask(state).n):
        passed = _passes_test(state, keys)
        if passed is not None and passed not in examples:
            examples[passed] = keys
        if len(examples) == 2:
            break
    return {passed: _worth_of(state, keys, seat) for passed, keys in examples.items()}


def _worth_of(state: State, keys: tuple[str, ...], seat: int) -> Worth:
    after, events = _play_keys(state, keys)
    return _judge(state, after, events, seat, 1)[0]


def _veil_tops(state: State) -> State:
    """The state without what a seat knows of the tops of decks: a screen for all must not tell it."""
    return replace(state, decks=tuple(replace(deck, known=(), knowers=()) for deck in state.decks))


def _with(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def _play_keys(state: State, keys: tuple[str, ...], plus: str = LEAVE) -> tuple[State, tuple[Event, ...]]:
    told: tuple[Event, ...] = ()
    for key in keys:
        state, events = step(state, Answer(state.ply, key))
        told += events
    while (found := ask(state)).kind in PASSED and found.purpose != "attack":
        key = plus if found.kind == "plus" else PASSED[found.kind]
        if key not in found.open():  # whom to meet besides, after the space (`house.meet-both`)
            break
        state, events = step(state, Answer(state.ply, key))
        told += events
    return state, told


def _judge(before: State, after: State, events: tuple[Event, ...], seat: int, deep: int) -> tuple[Worth, bool]:
    """The worth of what happened, and whether anything did; a choice that is still open is tried out."""
    signs = [
        *_differences(before, after, seat),
        *_promise_signs(before, after, events, seat),
        *_event_signs(events, seat),
    ]
    found = ask(after)
    pending = after.ply > before.ply and _goes_on(before, after, found)
    if pending:
        signs += _of_question(before, after, found, seat, deep)
    if not any(signs) and _others_harmed(events, seat):
        return "good", True
    if not signs:
        return "level", pending or _elsewhere(events, seat)
    return _sum_signs(signs), True


def _others_harmed(events: tuple[Event, ...], seat: int) -> bool:
    return any(worth_of_event(event, seat) == GOOD and event.seat not in (seat, -1) for event in events)


def _sum_signs(signs: list[int]) -> Worth:
    if min(signs) < 0 <= -max(signs):
        return "bad"
    return "good" if max(signs) > 0 <= min(signs) else "level"


def _differences(before: State, after: State, seat: int) -> list[int]:
    """A sign per part of the seat's sheet that is another: 1 for more, -1 for less, 0 for something else."""
    old, new = before.players[seat], after.players[seat]
    signs = [getattr(new, name) - getattr(old, name) for name in FIGURES]
    signs += [len(getattr(new, name)) - len(getattr(old, name)) for name in HELD]
    found = [1 if sign > 0 else -1 for sign in signs if sign]
    found += _of_goods(book_of(before.book), Counter(old.goods), Counter(new.goods))
    if new.born != old.born or (old.character and not new.character):
        found.append(-1)
    if new.space != old.space:
        found.append(_nearer(book_of(before.book), old.space, new.space))
    return found + [0 for name in OTHERS if getattr(new, name) != getattr(old, name)]


def _of_goods(book: Book, old: Counter[str], new: Counter[str]) -> list[int]:
    """A sign per card that is had or had no more: whoever is rid of a burden is better off."""
    gained = [worth_of_card(book, card) for card in new - old]
    return gained + [-worth_of_card(book, card) for card in old - new]


def _promise_signs(before: State, after: State, events: tuple[Event, ...], seat: int) -> list[int]:
    """A sign per promise that is made, also one made again; 1 per harmful one that is over or lets the seat move."""
    old, new = before.players[seat].promises, after.players[seat].promises
    again = any(event.kind == "promised" and event.seat == seat for event in events)
    running = () if ask(after).kind == "way" else {frame.program for frame in after.stack}
    over = [promise for promise in old if promise not in new and promise.program not in running]
    return [
        *(_of_promise(before, promise) for promise in new if again or promise not in old),
        *(1 for promise in over if _of_promise(before, promise) < 0),
    ]


def _of_promise(state: State, promise: Promise) -> int:
    """1 for a next turn or move that one may use otherwise, -1 for one that is lost."""
    _, first, *_ = runtime_of(book_of(state.book)).programs[promise.program].code[0]
    return 1 if isinstance(first, Choose) and first.optional else -1


def _nearer(book: Book, origin: str, space: str) -> int:
    """1 for a space nearer to the goal, -1 for one further away: its region, or the steps where one goes by steps."""
    board = book.board
    if board.region(origin) != board.region(space):
        left = [min(map(board.steps_to_goal, board.in_region(board.region(end)))) for end in (origin, space)]
    elif board.rolls(origin):
        return 0
    else:
        left = [board.steps_to_goal(end) for end in (origin, space)]
    return (left[0] > left[1]) - (left[0] < left[1])


def _event_signs(events: tuple[Event, ...], seat: int) -> list[int]:
    """Signs of events that leave no trace on the sheet."""
    return [WORTHS[event.kind] for event in events if event.kind in WORTHS and event.seat == seat]


def _elsewhere(events: tuple[Event, ...], seat: int) -> bool:
    """Whether something changed that is not on the seat's own sheet: a card is put elsewhere, another loses a life."""
    for event in events:
        if event.kind in ELSEWHERE:
            return True
        if event.seat not in (seat, -1) and (event.kind in WORTHS or (event.kind in AMOUNTS and event.n)):
            return True
    return False


def _goes_on(before: State, after: State, found: Ask) -> bool:
    """Whether the question that follows still belongs to what was answered: its program, or one on top of it."""
    return len(after.stack) >= len(before.stack) and after.turn == before.turn and found.kind not in ("close", "over")


def _of_question(before: State, after: State, found: Ask, seat: int, deep: int) -> list[int]:
    """Signs of the question that follows: a threat, a Spell that is drawn, a fight, a choice."""
    if found.purpose in THREATS:
        threatened = found.seat if found.seat >= 0 else after.stack[-1].you
        return [-1 if threatened == seat else 0]
    if found.kind == "card" and found.purpose == book_of(after.book).face_down and found.seat == seat:
        return [1]
    if after.fight is not None and before.fight is None:
        return [-1 if _likelier_lost(after, seat) else 0]
    if deep and found.seat >= 0 and not found.chance and found.kind in ("choose", "pick", "amount"):
        signs = _of_choice(before, after, found, found.seat)
        return signs if found.seat == seat else [1 if signs == [-1] else 0]
    return [0]


def _likelier_lost(state: State, seat: int) -> bool:
    assert state.fight is not None
    g = working_state(state)
    if state.fight.you != seat or all_thrown(g):
        return False
    odds = odds_of_fight(g)
    return odds.lost > odds.won


def _of_choice(before: State, after: State, found: Ask, seat: int) -> list[int]:
    """The sign of the best option for the seat that chooses; 0 if they are many."""
    keys = [option.key for option in found.options if not option.closed]
    if not 0 < len(keys) <= MOST_TRIED:
        return [0]
    signs = []
    for key in keys:
        try:
            following, events = _play_keys(after, (key,))
        except NotAllowedError:
            return [0]
        signs.append({"good": 1, "bad": -1, "level": 0}[_judge(before, following, events, seat, 0)[0]])
    return [max(signs)]
