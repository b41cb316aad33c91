"""Players who look ahead: greedily to the end of the turn, or with a plan to heal, to a Talisman, to the goal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean as mean
from time import monotonic

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.totals import talismans, total, without_fight
from talisman_nb.model import EVERYBODY, UNSEEN, Answer, State, read_key
from talisman_nb.odds.gates import alone
from talisman_nb.odds.journeys import entry
from talisman_nb.rules.book import book_of

from . import TERMS, Player, RandomPlayer, Reason, View, Weighed, open_options
from .lookout import (
    ATTACK,
    FINISH,
    INSIDE,
    SLIGHT,
    Lookout,
    Stakes,
    best_now,
    fought,
    rerolled,
    straight_to_goal,
    turns_over,
    won_at_goal,
)
from .worth import (
    FAR,
    NOWHERE,
    Drive,
    Gates,
    gives_talisman,
    healers,
    parts,
    talisman_sources,
    turns_to,
    worth,
)

READY = 14
"""Strength and craft together with which a player of this kind sets out for the goal."""
PATIENCE = 8
"""Times a turn that a question is answered anew; from then on things are left as they are."""
MOST_TRIED = 6
"""Answers that are looked at closely."""
MOST_RACED = 4
"""Answers that are played on."""
AHEAD = 2
"""Turns of its own that are played on after this one."""
GROWN = 10
"""Strength and craft together from which a Talisman is looked for."""
SURE = 0.3
"""The chance to reach the goal alive with which the player sets out for it."""
TAKEN = 0.1
"""The same where somebody else stands on the goal already, so that waiting is worse."""
IMPATIENCE = 0.05
"""Part by which a turn's worth grows with each turn that a player is under way."""
REACH = 25
"""Turns from which on a way is too long to be set out on: what bars it is grown for first."""
ON = 0.15
"""The chance with which it goes on where one goes a space a turn; with less it turns back to heal."""
HURT = 2
"""Lives at which the player looks for healing."""
KEPT, WON = 1.2, 1.0
"""Points that the last fate is worth besides what it is to everybody, and that a creature beaten is worth."""
TO_GOAL, TO_TALISMAN, TO_HEALER = 4.0, 2.5, 1.5
"""Points that a turn nearer is worth where one rolls to move."""


def _best_first(weighed: list[Weighed]) -> list[Weighed]:
    """The answers in the order of their worth, the first of those that are nearly equal before all others."""
    best = weighed[0] if weighed else None
    for one in weighed[1:]:
        if best is not None and one.worth > best.worth + SLIGHT:
            best = one
    return sorted(weighed, key=lambda one: (one is not best, -one.worth))


Amounts = dict[str, tuple[float, float]]
"""The parts of the worth of a position: by term how much of it, and its points."""


def _reasons(before: Amounts, ends: Sequence[State], lookout: Lookout) -> tuple[Reason, ...]:
    """How the parts of the worth have changed at the ends of courses, as means, what is worth most first."""
    seat, born = lookout.seat, lookout.start.players[lookout.seat].born
    found = [parts(end, seat, lookout.drive) for end in ends]
    died = sum(end.players[seat].born != born or not end.players[seat].character for end in ends) / len(ends)
    none, reasons = (0.0, 0.0), list[Reason]()
    for term in TERMS:
        old = before.get(term, none)
        amount, points = (sum(one.get(term, none)[n] - old[n] for one in found) / len(found) for n in (0, 1))
        amount = died if term == "dies" else amount
        if amount or points:
            reasons.append(Reason(term, amount, points))
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.points)))


def _of_limit(state: State) -> bool:
    """Whether somebody has too many of something and must part with one."""
    return book_of(state.book).programs[state.stack[-1].program].role == "limit"


class GreedyPlayer:
    """Takes the answer that is worth most by the end of the turn, in a few courses of chance.

    It flees what it can't beat, pays fate where that helps, looks for healing once it is hurt, and sets out for the
    goal once it is strong.
    """

    courses = 3

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._turn, self._drive, self._heading = (-1, -1), NOWHERE, 0
        self._given: set[tuple[State, str]] = set()
        self._asked: Counter[tuple[str, str]] = Counter()

    def choose(self, view: View) -> Answer | None:
        """Return the answer that gains most; None where nothing that is put in gains anything."""
        return self._weighed(view, told=False)[0].answer

    def weigh(self, view: View) -> list[Weighed]:
        """Return the answers that were looked at closely, the chosen one first, with what each of them changes."""
        return self._weighed(view, told=True)

    def _weighed(self, view: View, *, told: bool) -> list[Weighed]:
        """The answers that are looked at, the chosen one first; `told`: with their reasons."""
        state, found = view.state, view.ask
        if found.kind == "fight" or (found.kind == "result" and state.fight is not None and found.purpose == ATTACK):
            keys = [option.key for option in open_options(found)]
            if all(key in ("fight", "evade") or read_key(key).verb in ("fate", "use") or key == "keep" for key in keys):
                if found.kind == "fight":
                    return fought(state, found, keys)
                return rerolled(state, found, keys, self._stakes(state, found.seat))
        put_in = found.chance or found.seat == EVERYBODY
        now = replace(state, ply=0)
        if self._turn != (state.round, state.turn):
            self._turn, self._given = (state.round, state.turn), set()
            self._head_for(self.drive(view), state.players[view.seat].space)
            self._asked.clear()
        if found.kind == "pick" and _of_limit(state):
            keys = [option.key for option in open_options(found)]
            return [Weighed(Answer(state.ply, best_now(state, keys, view.seat, NOWHERE)), 0.0)]
        said = [answer for answer in view.answers() if (now, answer.key) not in self._given] or view.answers()
        said.sort(key=lambda answer: answer.key not in FINISH)
        self._asked[found.kind, found.purpose] += 1
        leaves = bool(said) and said[0].key in FINISH and self._asked[found.kind, found.purpose] > PATIENCE
        if leaves or (len(said) < 2 and not (said and put_in)):
            return [Weighed(said[0] if said else None, 0.0)]
        trials: list[Answer | None] = [None, *said] if put_in else list(said)
        lookout, first = Lookout(state, view.seat, self._drive), self._dice.random()
        if len(trials) > MOST_TRIED:
            trials = self._likely(lookout, trials, first)
        before = parts(state, view.seat, self._drive) if told else None
        weighed = self._compared(lookout, trials, first, before) or [Weighed(None if put_in else said[0], 0.0)]
        if (best := weighed[0].answer) is not None:
            self._given.add((now, best.key))
        return weighed

    def _stakes(self, state: State, seat: int) -> Stakes | None:
        """The stakes of a fight, None where fate has no price."""

    def _compared(
        self, lookout: Lookout, trials: list[Answer | None], first: float, before: Amounts | None
    ) -> list[Weighed]:  # fmt: skip
        """The answers that are open, the best one first; of equal ones that which comes first."""
        weighed = [one for answer in trials if (one := self._expected(lookout, answer, first, self.courses, before))]
        return _best_first(weighed)

    def _head_for(self, drive: Drive, space: str) -> None:
        """Go where a drive leads from a space, the more urgently the longer it has led there."""
        self._heading = self._heading + 1 if drive.aim == self._drive.aim and drive.weight else 0
        weight = drive.weight * (1 + IMPATIENCE * self._heading)
        self._drive = replace(drive, weight=weight, origin=drive.turns.get(space, FAR) if weight else 0.0)

    def _likely(self, lookout: Lookout, trials: list[Answer | None], first: float) -> list[Answer | None]:
        """Of very many answers those that look best in one course of chance."""
        looked = [(at, self._expected(lookout, answer, first, 1)) for at, answer in enumerate(trials)]
        known = sorted((-one.worth, at) for at, one in looked if one is not None)
        return [trials[at] for at in sorted(at for _, at in known[:MOST_TRIED])]

    def _expected(
        self, lookout: Lookout, answer: Answer | None, first: float, courses: int, before: Amounts | None = None
    ) -> Weighed | None:  # fmt: skip
        """The mean worth over the courses, the same throws for every answer; None for one that is not open."""
        whole, looked, ends = 0.0, 0, list[State]()
        for course in range(1, courses + 1):
            try:
                whole += lookout.after(answer, random.Random(f"{first} {course}"))
            except NotAllowedError:
                return None
            looked = course
            if before is not None:
                ends.append(lookout.ended)
            if not lookout.by_chance:
                break
        return Weighed(answer, whole / looked, () if before is None else _reasons(before, ends, lookout))

    def drive(self, view: View) -> Drive:
        """Where the player wants to go: to the goal, if it is strong enough and has what the way there needs."""
        state, seat = view.state, view.seat
        g = without_fight(state)
        if not state.players[seat].character or not g.board.goal:
            return NOWHERE
        dice, me = int(g.figures["move.dice"]), state.players[seat]
        if me.life <= HURT and me.space != g.board.goal and (places := healers(g.book)):
            return Drive(turns_to(g.board, places, dice), TO_HEALER, "to-healer")
        best = total(g, seat, "strength") + total(g, seat, "craft")
        if best < READY or not talismans(g, seat):
            return NOWHERE
        weight = TO_GOAL if g.board.rolls(me.space) else INSIDE
        return Drive(turns_to(g.board, frozenset({g.board.goal}), dice), weight, "to-goal")


class PlannerPlayer(GreedyPlayer):
    """Chooses as the greedy player does, with a place to be: where it heals, a Talisman's, or the goal."""

    courses = 8

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self._chances: dict[tuple[object, ...], float] = {}
        self._crossings: dict[tuple[object, ...], Gates] = {}

    def _weighed(self, view: View, *, told: bool) -> list[Weighed]:
        """The answers that are looked at; where one goes a space a turn those by which the goal is likeliest."""
        weighed = super()._weighed(view, told=told)
        state, seat, found = view.state, view.seat, view.ask
        board = book_of(state.book).board
        inside = found.kind in ("way", "choose") and not board.rolls(state.players[seat].space)
        straight = straight_to_goal(state, seat) if inside and self._drive.leads_to(board.goal) else []
        return straight if straight and straight[0].worth else weighed

    def _stakes(self, state: State, seat: int) -> Stakes | None:
        """The stakes of a fight with a creature on the way: a life; the last fate is kept for the end of it."""
        me = state.players[seat]
        if state.fight is None or state.fight.against >= 0 or not self._drive.fate:
            return None
        now, players = worth(state, seat, self._drive), state.players
        less = [
            now - worth(replace(state, players=(*players[:seat], one, *players[seat + 1 :])), seat, self._drive)
            for one in (replace(me, life=me.life - 1), replace(me, fate=max(0, me.fate - 1)))
        ]
        return Stakes(WON, *less)

    def drive(self, view: View) -> Drive:
        """Where the plan leads now; until it leads on from space to space, the last fate is kept for that."""
        me, board = view.state.players[view.seat], book_of(view.state.book).board
        return replace(self._plan(view), fate=KEPT if board.goal and me.character and board.rolls(me.space) else 0.0)

    def _plan(self, view: View) -> Drive:
        """Where the plan leads now."""
        state, seat = view.state, view.seat
        me, g = state.players[seat], without_fight(state)
        board = g.board
        if not me.character or not board.goal:
            return NOWHERE
        dice = int(g.figures["move.dice"])
        figures = total(g, seat, "strength"), total(g, seat, "craft")
        inside = not board.rolls(me.space)
        gates = self._gates(state, seat, figures)
        goal = turns_to(board, frozenset({board.goal}), dice, gates)
        taken = any(p.space == board.goal for at, p in enumerate(state.players) if at != seat and p.character)
        open_way = board.rolls(board.goal) or not talisman_sources(g.book)  # no Talisman opens it
        equipped = open_way or bool(talismans(g, seat))
        if inside:
            on = me.space == board.goal or self._chance(state, seat, figures) >= ON
            back = turns_to(board, healers(g.book), dice, gates)
            return Drive(goal, INSIDE, "to-goal") if on else Drive(back, INSIDE, "to-healer")
        ready = equipped and sum(figures) >= GROWN and goal[me.space] <= REACH
        if ready and self._chance(state, seat, figures) >= (TAKEN if taken else SURE):
            return Drive(goal, TO_GOAL, "to-goal")
        if me.life <= HURT and (places := healers(g.book)):
            return Drive(turns_to(board, places, dice, gates), TO_HEALER, "to-healer")
        expected = any(effect.seat == seat and gives_talisman(g.book, effect.what) for effect in state.effects)
        if sum(figures) >= GROWN and not equipped and not expected:
            source = turns_to(board, talisman_sources(g.book), dice, gates)
            if source[me.space] <= REACH:
                return Drive(source, TO_TALISMAN, "to-talisman")
        return NOWHERE

    def _gates(self, state: State, seat: int, figures: tuple[int, int]) -> Gates:
        """How many turns each guarded crossing takes, by attempts at it; kept while the seat's figures are the same."""
        me, board = state.players[seat], book_of(state.book).board
        key = (*figures, bool(me.fate), bool(me.gold), me.form, me.born)
        if key not in self._crossings:
            self._crossings[key] = tuple(
                (origin, data["kind"], turns_over(state, seat, origin, to, data["kind"]))
                for origin, to, data in board.every_edge()
                if data.get("gate")
            )
        return self._crossings[key]

    def _chance(self, state: State, seat: int, figures: tuple[int, int]) -> float:
        """How likely the seat reaches the goal from where the way to it begins; kept while its figures are the same.

        Where one rolls to move all the way it is how likely the seat wins by what it meets there.
        """
        me, board = state.players[seat], book_of(state.book).board
        inside = me.space if not board.rolls(me.space) else ""
        key = (*figures, me.life, min(me.fate, 2), me.born, inside)
        if key not in self._chances and board.rolls(board.goal):
            self._chances[key] = won_at_goal(state, seat)
        elif key not in self._chances:
            ways = straight_to_goal(entry(state, seat), seat)
            self._chances[key] = max((one.reasons[0].amount for one in ways), default=0.0)
        return self._chances[key]


class SearchPlayer(PlannerPlayer):
    """Chooses as the planner, but plays the answers that it finds best on for some turns, again and again.

    Each time the hidden Spells are dealt anew among the cards that nobody has seen (a deck is drawn from by what is
    left in it), the turns of others are passed over, everybody answers by habit, and what is reached is cut off by its
    worth. The answers are halved as it goes: those that did worse are played no more.

    `playouts`: courses for each question, with which the same seed plays the same game. `seconds`: the time after which
    no more are begun; 0 for no such limit.
    """

    def __init__(self, dice: random.Random, playouts: int = 48, seconds: float = 0.0) -> None:
        super().__init__(dice)
        self._playouts, self._seconds = playouts, seconds

    def _compared(
        self, lookout: Lookout, trials: list[Answer | None], first: float, before: Amounts | None
    ) -> list[Weighed]:  # fmt: skip
        """The answers that are played on, the best one first; those of the planner if there is no time for it."""
        planned = super()._compared(lookout, trials, first, before)
        left = [one.answer for one in planned[:MOST_RACED]]
        worths = {answer: list[float]() for answer in left}
        ends = {answer: list[State]() for answer in left}
        start, courses, halvings = alone(lookout.start, lookout.seat), 0, (len(left) - 1).bit_length()
        until = monotonic() + self._seconds if self._seconds else float("inf")
        while len(left) > 1 and monotonic() < until:
            for _ in range(max(1, self._playouts // (halvings * len(left)))):
                courses += 1
                dice = random.Random(f"{first} played on {courses}")
                position, course = Lookout(dealt(start, dice), lookout.seat, lookout.drive), dice.random()
                for answer in left:
                    worths[answer].append(position.in_turns(answer, random.Random(course), AHEAD))
                    if before is not None:
                        ends[answer].append(position.ended)
                if monotonic() >= until:
                    break
            left = sorted(left, key=lambda answer: -mean(worths[answer]))[: (len(left) + 1) // 2]
        if not courses:
            return planned
        found = [
            Weighed(answer, mean(known), () if before is None else _reasons(before, ends[answer], lookout))
            for answer, known in worths.items()
        ]
        return sorted(found, key=lambda one: (one.answer != left[0], -one.worth))


PLAYERS: Mapping[str, Callable[[random.Random], Player]] = {
    "random": RandomPlayer, "greedy": GreedyPlayer, "planner": PlannerPlayer,
    "search": SearchPlayer,
}  # fmt: skip
"""The kinds of players, each one stronger than those before."""


def dealt(state: State, dice: random.Random) -> State:
    """Return a state with the hidden Spells named, drawn by lot from those that nobody has seen.

    >>> from talisman_nb.engine.view import seen_by
    >>> from talisman_nb.notation.situation import situation
    >>> seen = seen_by(situation("wizard ruins, spells hex healing | thief city"), (1,))
    >>> seen.players[0].spells, "spell?" in dealt(seen, random.Random(1)).players[0].spells
    (('spell?', 'spell?'), False)
    """
    book = book_of(state.book)
    if not any(UNSEEN in player.spells for player in state.players):
        return state
    at = book.decks.index(book.face_down)
    names, left, players, named = book.deck_cards[book.face_down], list(state.decks[at].left), [], 0
    for player in state.players:
        spells = list(player.spells)
        for n, card in enumerate(spells):
            if card == UNSEEN and any(left):
                drawn = dice.choices(range(len(left)), left)[0]
                left[drawn] -= 1
                named += 1
                spells[n] = names[drawn]
        players.append(replace(player, spells=tuple(spells)))
    deck = replace(state.decks[at], left=tuple(left), unseen=max(0, state.decks[at].unseen - named))
    return replace(state, players=tuple(players), decks=(*state.decks[:at], deck, *state.decks[at + 1 :]))
