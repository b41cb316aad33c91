"""Players who look ahead: greedily to the end of the turn, or with a plan to heal, to a Talisman, to the goal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.meeting_order import SPACE
from talisman_nb.engine.totals import talismans, total, without_fight
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import EVERYBODY, Answer, Ask, State, read_key
from talisman_nb.odds import Outlook, at_crown, chance_within
from talisman_nb.odds.fight import Odds, all_thrown, odds_of_fight, odds_of_reroll
from talisman_nb.odds.journeys import entry
from talisman_nb.odds.sampling import sensible
from talisman_nb.odds.walk import TriedAnswer
from talisman_nb.rules.book import book_of

from . import NOBODY, TERMS, Reason, View, Weighed, open_options, thrown
from .worth import FAR, NOWHERE, Drive, gives_talisman, healers, parts, sheet_worth, talisman_sources, turns_to, worth

READY = 14
"""Strength and craft together with which a player of this kind sets out for the goal."""
MOST_PLIES = 40
"""Answers that are looked ahead at most."""
OFTEN = 2
"""Times that a question is answered anew in one course; from then on things are left as they are."""
ATTACK = "attack"
"""The purpose of the rolls of a fight's attacker."""
PATIENCE = 8
"""Times a turn that a question is answered anew; from then on things are left as they are."""
MOST_COMPARED = 8
"""Answers that are compared in the middle of a course."""
MOST_TRIED = 6
"""Answers that are looked at closely."""
SLIGHT = 0.05
"""A gain that is none, so that nothing is offered for ever."""
FINISH = ("done", "keep", "leave", "none", "go-on")
"""Answers that leave things as they are."""
GROWN = 12
"""Strength and craft together from which a Talisman is looked for."""
SURE = 0.3
"""The chance to reach the goal alive with which the player sets out for it."""
TAKEN = 0.1
"""The same where somebody else stands on the goal already, so that waiting is worse."""
IMPATIENCE = 0.05
"""Part by which a turn's worth grows with each turn that a player is under way."""
ON = 0.15
"""The chance with which it goes on where one goes a space a turn; with less it turns back to heal."""
TURNS = 20
"""Turns of its own in which a player wants to be there."""
BY_LOT = 0.03
"""Part of the answers of a walk that are chosen by lot."""
WALKS, WALKED = 12, 150
"""Games that a chance is sampled with, and states walked exactly before it is sampled."""
HURT = 2
"""Lives at which the player looks for healing."""
TO_GOAL, TO_TALISMAN, TO_HEALER, INSIDE = 3.0, 1.0, 1.0, 6.0
"""Points that a turn nearer is worth; the last where one goes a space a turn."""


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
        self._known = [(player, state.effects, sheet_worth(g, at)) for at, player in enumerate(state.players)]

    def worth(self, state: State) -> float:
        """The worth of a position; sheets that are as they were are not added up anew."""
        return worth(state, self.seat, self.drive, self._known)

    def after(self, answer: Answer | None, dice: random.Random) -> float:
        """Return the worth after an answer and one course of chance; raises `NotAllowedError` where it is not open."""
        state = self.start
        turn, asked = (state.round, state.turn), Counter[tuple[str, str]]()
        self.by_chance = False
        if answer is not None:
            state, _ = step(state, answer)
        for _ in range(MOST_PLIES):
            if (state.round, state.turn) != turn:
                break
            found = ask(state)
            if found.kind == "over":
                break
            asked[found.kind, found.purpose] += 1
            if found.chance:
                self.by_chance = True
                key = thrown(found, dice) if found.options else ""
            elif asked[found.kind, found.purpose] > OFTEN:
                key = next((key for key in found.open() if key in FINISH), "")
            else:
                key = habit(state, found, self.seat, self.drive)
            if not key:
                break
            try:
                state, _ = step(state, Answer(state.ply, key))
            except NotAllowedError:
                break
        self.ended = state
        return self.worth(state)


def habit(state: State, found: Ask, seat: int, drive: Drive) -> str:
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
    if kind in ("result", "shop", "whom", "close"):
        return next((key for key in (*FINISH, SPACE) if key in keys), keys[0])
    if kind == "amount":
        return keys[-1]
    return _best_now(state, keys, found.seat, drive if found.seat == seat else NOWHERE)


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


def rerolled(state: State, found: Ask, keys: Collection[str]) -> list[Weighed]:
    """Weigh which die of a fight to throw again for fate: one that wins likelier then, else it is kept."""
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
            said.insert(0 if better else len(said), _of_odds(state, key, odds, attacker))
            best = odds if better else best
    return said


def _best_now(state: State, keys: list[str], seat: int, drive: Drive) -> str:
    """Return the answer after which the position is best at once; the first of equal ones."""
    best, chosen = 0.0, ""
    for key in sorted(keys, key=lambda key: key not in FINISH)[:MOST_COMPARED]:
        try:
            after, _ = step(state, Answer(state.ply, key))
        except NotAllowedError:
            continue
        found = worth(after, seat, drive)
        if not chosen or found > best + SLIGHT:
            best, chosen = found, key
    return chosen


Amounts = dict[str, tuple[float, float]]
"""The parts of the worth of a position: by term how much of it, and its points."""


def _reasons(before: Amounts, ends: Sequence[State], lookout: Lookout) -> tuple[Reason, ...]:
    """How the parts of the worth have changed at the ends of courses, as means, what is worth most first."""
    seat, born = lookout.seat, lookout.start.players[lookout.seat].born
    found = [parts(end, seat, lookout.drive) for end in ends]
    died = sum(end.players[seat].born != born or not end.players[seat].character for end in ends)
    reasons = [Reason("dies", died / len(ends))] if died else []
    none = (0.0, 0.0)
    for term in TERMS:
        old = before.get(term, none)
        amount, points = (sum(one.get(term, none)[n] - old[n] for one in found) / len(found) for n in (0, 1))
        if term != "dies" and (amount or points):
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
                return (fought if found.kind == "fight" else rerolled)(state, found, keys)
        put_in = found.chance or found.seat == EVERYBODY
        now = replace(state, ply=0)
        if self._turn != (state.round, state.turn):
            self._turn, self._given = (state.round, state.turn), set()
            self._head_for(self.drive(view), state.players[view.seat].space)
            self._asked.clear()
        if found.kind == "pick" and _of_limit(state):
            keys = [option.key for option in open_options(found)]
            return [Weighed(Answer(state.ply, _best_now(state, keys, view.seat, NOWHERE)), 0.0)]
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
        weighed = [one for answer in trials if (one := self._expected(lookout, answer, first, self.courses, before))]
        if not weighed:
            weighed = [Weighed(None if put_in else said[0], 0.0)]
        best = weighed[0]
        for one in weighed[1:]:
            if one.worth > best.worth + SLIGHT:
                best = one
        if best.answer is not None:
            self._given.add((now, best.answer.key))
        return [best, *sorted((one for one in weighed if one is not best), key=lambda one: -one.worth)]

    def _head_for(self, drive: Drive, space: str) -> None:
        """Go where a drive leads from a space, the more urgently the longer it has led there."""
        self._heading = self._heading + 1 if drive.turns is self._drive.turns and drive.weight else 0
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

    courses = 4

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice)
        self._chances: dict[tuple[object, ...], float] = {}

    def _weighed(self, view: View, *, told: bool) -> list[Weighed]:
        """The answers that are looked at; where one goes a space a turn the way by which the goal is likeliest."""
        weighed = super()._weighed(view, told=told)
        state, seat, found = view.state, view.seat, view.ask
        board = book_of(state.book).board
        if found.kind != "way" or board.rolls(state.players[seat].space) or not self._drive.leads_to(board.goal):
            return weighed
        walked = _walked(state, seat)
        ways = {key: chances["reached"] for key, chances in walked.answers.items() if key in found.open()}
        if not any(ways.values()):
            return weighed
        return [
            Weighed(Answer(state.ply, key), float(ways[key]), (Reason("reached", float(ways[key])),))
            for key in sorted(ways, key=ways.__getitem__, reverse=True)
        ]

    def drive(self, view: View) -> Drive:
        """Where the plan leads now."""
        state, seat = view.state, view.seat
        me, g = state.players[seat], without_fight(state)
        board = g.board
        if not me.character or not board.goal:
            return NOWHERE
        dice = int(g.figures["move.dice"])
        figures = total(g, seat, "strength"), total(g, seat, "craft")
        inside = not board.rolls(me.space)
        goal = turns_to(board, frozenset({board.goal}), dice)
        taken = any(p.space == board.goal for at, p in enumerate(state.players) if at != seat and p.character)
        equipped = bool(talismans(g, seat)) or not talisman_sources(g.book)
        if inside:
            on = me.space == board.goal or self._chance(state, seat, figures) >= ON
            back = turns_to(board, healers(g.book), dice)
            return Drive(goal, INSIDE, "to-goal") if on else Drive(back, INSIDE, "to-healer")
        if equipped and sum(figures) >= GROWN and self._chance(state, seat, figures) >= (TAKEN if taken else SURE):
            return Drive(goal, TO_GOAL, "to-goal")
        if me.life <= HURT and (places := healers(g.book)):
            return Drive(turns_to(board, places, dice), TO_HEALER, "to-healer")
        expected = any(effect.seat == seat and gives_talisman(g.book, effect.what) for effect in state.effects)
        if sum(figures) >= GROWN and not equipped and not expected and (places := talisman_sources(g.book)):
            return Drive(turns_to(board, places, dice), TO_TALISMAN, "to-talisman")
        return NOWHERE

    def _chance(self, state: State, seat: int, figures: tuple[int, int]) -> float:
        """How likely the seat reaches the goal from where the way to it begins; kept while its figures are the same."""
        me = state.players[seat]
        inside = me.space if not book_of(state.book).board.rolls(me.space) else ""
        key = (*figures, me.life, min(me.fate, 2), me.born, inside)
        if key not in self._chances:
            self._chances[key] = float(_walked(entry(state, seat), seat).chance("reached"))
        return self._chances[key]


def _walked(state: State, seat: int) -> Outlook:
    """How likely a seat reaches the goal from where it stands, going straight there."""
    return chance_within(state, at_crown, TURNS, seat=seat, encounters=False, states=WALKED, games=WALKS, plays=_goes)


def _goes(state: State, found: Ask, said: list[TriedAnswer], dice: random.Random) -> TriedAnswer:
    """Choose as a careful player, now and then by lot, so that no walk goes round for ever."""
    return sensible(state, found, said, dice) if dice.random() > BY_LOT else dice.choice(said)
