"""Looking ahead: one course of chance to the end of a turn or to the goal, everybody answering by habit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.meeting_order import SPACE
from talisman_nb.engine.totals import without_fight
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import EVERYBODY, Answer, Ask, State, read_key
from talisman_nb.odds.fight import Odds, all_thrown, odds_of_fight, odds_of_reroll
from talisman_nb.odds.gates import alone, at_gate, at_part
from talisman_nb.rules.book import book_of

from . import NOBODY, Reason, Weighed, open_options, thrown
from .worth import FAR, GATE_TURNS, NOWHERE, Drive, Sheets, sheet_worth, turns_to, worth

MOST_PLIES = 40
"""Answers that are looked ahead at most."""
OFTEN = 2
"""Times that a question is answered anew in one course; from then on things are left as they are."""
ATTACK = "attack"
"""The purpose of the rolls of a fight's attacker."""
MOST_COMPARED = 8
"""Answers that are compared in the middle of a course."""
SLIGHT = 0.05
"""A gain that is none, so that nothing is offered for ever."""
BAD = 1.5
"""A loss that is worth a fate."""
FINISH = ("done", "keep", "leave", "none", "go-on")
"""Answers that leave things as they are."""
TURNS = 20
"""Turns of its own in which a player wants to be there."""
MOST_WALKED = 200
"""Answers of a course to the goal at most."""
LATER = 0.98
"""The worth of coming to the goal a turn later."""
MOST_WAYS = 2
"""Ways to the goal that are compared."""
WALKS = 24
"""Courses that a chance is sampled with."""
AGAIN = 0.6
"""The part of the chance that is left to whoever is thrown back from there."""
ATTEMPTS = 16
"""Courses that the way over a gate is sampled with."""
INSIDE = 6.0
"""Points that a turn nearer is worth where one goes a space a turn."""
DEAD, BACK = -1, -2
"""Ends of a course to the goal other than that it is reached."""


class Lookout:
    """Plays a position on to the end of the turn, everybody answering by habit, and says what it is worth then."""

    by_chance: bool
    """Whether anything was thrown or drawn in the last course."""
    ended: State
    """Where the last course ended."""

    def __init__(self, state: State, seat: int, drive: Drive) -> None:
        self.start, self.seat, self.drive = state, seat, drive
        g = without_fight(state)
        self.by_chance, self.ended = False, state
        self.known = [(player, state.effects, sheet_worth(g, at)) for at, player in enumerate(state.players)]

    def worth(self, state: State) -> float:
        """The worth of a position; sheets that are as they were are not added up anew."""
        return worth(state, self.seat, self.drive, self.known)

    def after(self, answer: Answer | None, dice: random.Random) -> float:
        """Return the worth after an answer and one course of chance; raises `NotAllowedError` where it is not open."""
        turn = self.start.round, self.start.turn
        return self.worth(self.play_on(answer, dice, lambda state: (state.round, state.turn) != turn))

    def in_turns(self, answer: Answer | None, dice: random.Random, turns: int) -> float:
        """Return the worth after an answer and one course of chance, so many rounds after this one."""
        last = self.start.round + turns
        return self.worth(self.play_on(answer, dice, lambda state: state.round > last, MOST_PLIES * (1 + turns)))

    def comes_to(self, space: str, answer: Answer | None, dice: random.Random) -> bool:
        """Return whether the seat comes to a space before its turn is over, in one course of chance."""
        turn = self.start.round, self.start.turn

        def ends(state: State) -> bool:
            return state.players[self.seat].space == space or (state.round, state.turn) != turn

        return self.play_on(answer, dice, ends).players[self.seat].space == space

    def wins(self, answer: Answer | None, dice: random.Random) -> bool:
        """Return whether the seat wins the game before its turn is over, in one course of chance."""
        turn = self.start.round, self.start.turn
        return self.play_on(answer, dice, lambda now: (now.round, now.turn) != turn).winner == self.seat

    def turns_to_goal(self, answer: Answer | None, dice: random.Random) -> int:
        """Return the rounds in which the seat comes to the goal from where one goes a space a turn, in one course.

        `DEAD`: its character dies, or is not there in time; `BACK`: it is alive where one rolls to move.
        """
        board, born = book_of(self.start.book).board, self.start.players[self.seat].born

        def ends(state: State) -> bool:
            me = state.players[self.seat]
            over = me.born != born or not me.character or state.round > self.start.round + TURNS
            return over or me.space == board.goal or board.rolls(me.space)

        end = self.play_on(answer, dice, ends, MOST_WALKED)
        me = end.players[self.seat]
        if not me.character or me.born != born:
            return DEAD
        return end.round - self.start.round if me.space == board.goal else BACK if board.rolls(me.space) else DEAD

    def play_on(
        self, answer: Answer | None, dice: random.Random, ends: Callable[[State], bool], plies: int = MOST_PLIES
    ) -> State:  # fmt: skip
        """Return where one course of chance ends, or is cut off after so many answers."""
        state, asked = self.start, Counter[tuple[str, str]]()
        self.by_chance, turn = False, (-1, -1)
        if answer is not None:
            state, _ = step(state, answer)
        for _ in range(plies):
            if ends(state):
                break
            found = ask(state)
            if (state.round, state.turn) != turn:
                turn, asked = (state.round, state.turn), Counter()
            asked[found.kind, found.purpose] += 1
            if found.kind == "over":
                break
            if found.chance:
                self.by_chance = True
                key = thrown(found, dice) if found.options else ""
            else:
                often = asked[found.kind, found.purpose] > OFTEN
                done = next((key for key in found.open() if key in FINISH), "") if often else ""
                key = done or habit(state, found, self.seat, self.drive, self.known)
            if not key:
                break
            try:
                state, _ = step(state, Answer(state.ply, key))
            except NotAllowedError:
                break
        self.ended = state
        return state


def habit(state: State, found: Ask, seat: int, drive: Drive, known: Sheets = ()) -> str:
    """Return the answer that somebody gives without looking far, and without using anything besides."""
    if found.seat == EVERYBODY:
        return NOBODY
    kind, options = found.kind, open_options(found)
    if kind == "result" and state.fight is not None and found.purpose == ATTACK:
        return _key(rerolled(state, found, [option.key for option in options])[0])
    options = [option for option in options if option in found.options] or options
    keys = [option.key for option in options]
    if len(keys) < 2:
        return keys[0] if keys else ""
    if kind == "fight":
        return _key(fought(state, found, keys)[0])
    if kind == "take" and "all" in keys:
        return "all"
    if kind == "way":
        return min(options, key=lambda o: drive.turns.get(o.space, 0.0)).key if seat == found.seat else keys[0]
    if kind == "result":
        return _kept_or_not(state, found, keys, drive if found.seat == seat else NOWHERE, known)
    if kind in ("shop", "whom", "close"):
        return next((key for key in (*FINISH, SPACE) if key in keys), keys[0])
    if kind == "amount":
        return keys[-1]
    return best_now(state, keys, found.seat, drive if found.seat == seat else NOWHERE, known)


def _kept_or_not(state: State, found: Ask, keys: list[str], drive: Drive, known: Sheets) -> str:
    """Keep a roll, or throw it again for fate where what it brings is worse than a fate."""
    kept = next((key for key in FINISH if key in keys), keys[0])
    again = next((key for key in keys if read_key(key).verb == "fate"), "")
    if not again:
        return kept
    try:
        after, _ = step(state, Answer(state.ply, kept))
    except NotAllowedError:
        return again
    lost = worth(state, found.seat, drive, known) - worth(after, found.seat, drive, known)
    return again if lost > BAD else kept


def _key(said: Weighed) -> str:
    return said.answer.key if said.answer else ""


def _of_odds(state: State, key: str, odds: Odds, attacker: bool) -> Weighed:
    """An answer in a fight with its chances, as the side sees them that may give it."""
    won, lost = (odds.won, odds.lost) if attacker else (odds.lost, odds.won)
    return Weighed(Answer(state.ply, key), float(won - lost), (Reason("won", float(won)), Reason("lost", float(lost))))


def fought(state: State, found: Ask, keys: Collection[str]) -> list[Weighed]:
    """Weigh whether to fight: it is evaded where it is likelier lost than won."""
    away = next((key for key in ("evade",) if key in keys), "")
    stay = "fight" if "fight" in keys else next(iter(keys))
    g = working_state(state)
    if not away or state.fight is None or all_thrown(g):
        return [Weighed(Answer(state.ply, stay), 0.0)]
    fight = _of_odds(state, stay, odds_of_fight(g), found.seat == state.fight.you)
    flee = Weighed(Answer(state.ply, away), 0.0)
    return [flee, fight] if fight.worth < 0 else [fight, flee]


class Stakes(NamedTuple):
    """The points that a fight is about: those of winning, of not losing, and of the fate that is paid for it."""

    won: float
    lost: float
    fate: float

    def gain(self, odds: Odds, before: Odds, attacker: bool) -> float:
        """Return what a side gains by other odds."""
        won, lost = (float(odds.won - before.won), float(odds.lost - before.lost))
        return (self.won * won - self.lost * lost if attacker else self.won * lost - self.lost * won) - self.fate


def rerolled(state: State, found: Ask, keys: Collection[str], stakes: Stakes | None = None) -> list[Weighed]:
    """Weigh which die of a fight to throw again for fate: one that wins likelier then, else it is kept.

    With `stakes` it must be worth the fate besides.
    """
    assert state.fight is not None
    g = working_state(state)
    attacker = found.seat == state.fight.you
    best = odds_of_fight(g)
    said = [_of_odds(state, "keep", best, attacker)]
    if (best.won if attacker else best.lost) == 1:
        return said
    for key in keys:
        if read_key(key).verb == "fate":
            odds = odds_of_reroll(g, found.seat, int(read_key(key).item))
            better = odds.better_than(best) if attacker else best.better_than(odds)
            if stakes is not None:
                better = better and stakes.gain(odds, best, attacker) > 0
            said.insert(0 if better else len(said), _of_odds(state, key, odds, attacker))
            best = odds if better else best
    return said


def best_now(state: State, keys: list[str], seat: int, drive: Drive, known: Sheets = ()) -> str:
    """Return the answer after which the position is best at once; the first of equal ones."""
    best, chosen = 0.0, ""
    for key in sorted(keys, key=lambda key: key not in FINISH)[:MOST_COMPARED]:
        try:
            after, _ = step(state, Answer(state.ply, key))
        except NotAllowedError:
            continue
        found = worth(after, seat, drive, known)
        if not chosen or found > best + SLIGHT:
            best, chosen = found, key
    return chosen


def turns_over(state: State, seat: int, origin: str, to: str, kind: str) -> float:
    """How many turns a seat takes to get over a gate, each attempt some; `FAR` at most."""
    start, way = at_gate(state, seat, origin, kind)
    if way is None or way.closed:
        return FAR
    lookout = Lookout(start, seat, Drive(turns_to(book_of(state.book).board, frozenset({to})), INSIDE, "to-goal"))
    answer = Answer(start.ply, way.key)
    over = sum(lookout.comes_to(to, answer, random.Random(course)) for course in range(ATTEMPTS))
    return min(FAR, GATE_TURNS * ATTEMPTS / over) if over else FAR


def straight_to_goal(state: State, seat: int) -> list[Weighed]:
    """How likely a seat comes to the goal, and how soon, if it goes straight there by each open answer now."""
    board, dice = book_of(state.book).board, int(without_fight(state).figures["move.dice"])
    straight = Drive(turns_to(board, frozenset({board.goal}), dice), INSIDE, "to-goal")
    lookout, found = Lookout(alone(state, seat), seat, straight), ask(state)
    open_ = sorted((o for o in found.options if not o.closed), key=lambda o: straight.turns.get(o.space, FAR))
    tried = open_[:MOST_WAYS] if found.kind == "way" else open_ if found.kind == "choose" else []
    weighed = []
    answers: list[Answer | None] = [Answer(state.ply, option.key) for option in tried]
    for answer in answers or [None]:
        try:
            took = [lookout.turns_to_goal(answer, random.Random(course)) for course in range(WALKS)]
        except NotAllowedError:  # an answer with conditions of its own
            continue
        tries = 1 - AGAIN * took.count(BACK) / WALKS  # who is thrown back tries it again
        reached = Reason("reached", sum(turns >= 0 for turns in took) / WALKS / tries)
        weighed.append(Weighed(answer, sum(LATER**turns for turns in took if turns >= 0) / WALKS / tries, (reached,)))
    return sorted(weighed, key=lambda one: -one.worth)


def won_at_goal(state: State, seat: int) -> float:
    """Return how likely a seat wins the game by what it may do as it comes to the goal, from the space before it."""
    board, goal = book_of(state.book).board, frozenset({book_of(state.book).board.goal})
    turns = turns_to(board, goal)
    before = min(turns.keys() - goal, key=lambda space: (turns[space], space))
    start = at_part(alone(state, seat), seat, "move", before)
    if ask(start).kind == "die":
        start, _ = step(start, Answer(start.ply, "1"))
    way = next((option for option in ask(start).options if option.space in goal and not option.closed), None)
    if way is None:
        return 0.0
    start, _ = step(start, Answer(start.ply, way.key))
    lookout = Lookout(start, seat, NOWHERE)
    answers = [Answer(start.ply, option.key) for option in open_options(ask(start))]
    return max(
        (sum(lookout.wins(one, random.Random(n)) for n in range(ATTEMPTS)) / ATTEMPTS for one in answers), default=0.0
    )
