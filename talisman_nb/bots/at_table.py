"""A seat that the program plays at a table: its player thinks beside the game, not without end, and says why."""

from __future__ import annotations

import random
import sys
from functools import partial
from threading import Thread
from time import monotonic
from typing import NamedTuple

from talisman_nb.engine import NotAllowedError, asides
from talisman_nb.engine.view import EVERYONE, seen_by, view_ask
from talisman_nb.model import EVERYBODY, Answer, Ask, State
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.questions.question import asides_of, question
from talisman_nb.text.wording import wording_of

from . import NOBODY, TERMS, Player, Reason, View, Weighed, open_options
from .lookout import SLIGHT, habit
from .players import PLAYERS
from .worth import NOWHERE

LIMIT = 10.0
"""Seconds after which a question is answered by habit, as somebody does who doesn't look ahead."""
PATIENCE = 0.05
"""Seconds in which a player that looks a turn ahead is mostly done, so that nobody asks twice."""
COURSES = 24
"""Courses of chance for each answer: there is more time at a table than in a thousand games."""
MOST_REASONS = 3
"""Reasons that are told of an answer."""
SHOWN, LEAST = 0.05, 0.02
"""How much of a thing, and of a chance, is worth a word."""
IN_PERCENT = frozenset({"dies", "wins", "won", "lost", "reached", "playouts"})
"""Terms that are chances."""
UNTOLD = ("lead", "rivals")
"""Terms that say little to whoever reads them: how uneven the own figures are, what others have."""
FOUGHT = ("won", "lost")
"""Terms of a fight, which are told as they are: that of the other answer is none."""
AMOUNTS = ("amount", "points")
"""Fields of a reason that are compared."""


class Thought(NamedTuple):
    """A player's view of a question: answers, the best one first, the others in case that one is refused.

    `helped`: why another one answered in its place by habit: it took too long ("late"), or broke ("failed").
    """

    answers: tuple[Answer | None, ...]
    weighed: tuple[Weighed, ...] = ()
    helped: str = ""


class Thinking:
    """Lets the players of a table's seats think of one question at a time, in a thread of its own where there are any.

    The same table, question and kind of player come to the same answer, whoever asks and how often.
    """

    def __init__(self, seed: int, limit: float = LIMIT) -> None:
        self._seed, self._limit = seed, limit
        self._players: dict[tuple[int, str], Player] = {}
        self._asked: tuple[View, str] | None = None
        self._found: list[tuple[Weighed, ...] | Exception] = []
        self._began, self._thread = 0.0, Thread()

    def thought(self, view: View, kind: str) -> Thought | None:
        """Return what a kind of player thinks of what a seat sees, None while it thinks: ask again a little later."""
        if self._asked != (view, kind):
            self._begin(view, kind)
        if self._thread.ident:
            self._thread.join(PATIENCE)
        if not self._found and monotonic() - self._began < self._limit:
            return None
        found = self._found[0] if self._found else None
        if isinstance(found, tuple):
            return Thought(tuple(one.answer for one in found), found)
        self._players.pop((view.seat, kind), None)  # it may still think
        return Thought((by_habit(view),), helped="failed" if found else "late")

    def _begin(self, view: View, kind: str) -> None:
        self._asked, self._found, self._began, self._thread = (view, kind), [], monotonic(), Thread()
        if (view.seat, kind) not in self._players:
            player = PLAYERS[kind](random.Random(f"{self._seed} {view.seat} {kind}"))
            if hasattr(player, "courses"):
                player.courses = COURSES
            self._players[view.seat, kind] = player
        think = partial(_weigh, self._players[view.seat, kind], view, self._found)
        if sys.platform == "emscripten":
            think()
        else:
            self._thread = Thread(target=think, name="talisman-nb thinks", daemon=True)
            self._thread.start()


def _weigh(player: Player, view: View, found: list[tuple[Weighed, ...] | Exception]) -> None:
    """Put what a player thinks, or what broke, where it is looked for."""
    try:
        found.append(tuple(player.weigh(view)))
    except Exception as error:  # the game goes on: whoever asked says so
        found.append(error)


def by_habit(view: View) -> Answer | None:
    """Return what somebody answers who doesn't look ahead, None for putting nothing in.

    >>> from talisman_nb.bots import view_of
    >>> from talisman_nb.engine import ask
    >>> from talisman_nb.notation.situation import situation
    >>> state = situation("dwarf crags | thief city > 3")
    >>> by_habit(view_of(state, ask(state), 0)).key
    'clockwise'
    """
    found, state = view.ask, view.state
    if found.chance or found.seat == EVERYBODY:
        return None
    try:
        key = habit(state, found, view.seat, NOWHERE)
    except (NotAllowedError, LookupError, ArithmeticError):  # what broke the player may break this too
        key = ""
    return Answer(state.ply, key or open_options(found)[0].key)


# --- why ---


def seen_by_all(state: State, found: Ask, seat: int) -> View:
    """Return what everybody at the table knows of a question to a seat."""
    return View(seen_by(state), view_ask(found, EVERYONE), seat)


def why(view: View, thought: Thought, lang: str, *, advice: bool = False) -> str:
    """Return in a sentence what a player takes rather than what, with what speaks for it; "" where nothing was weighed.

    `view` is that of whoever reads it: an answer that it doesn't show, as a Spell in a hand, is not named. With
    `advice` it is said to whoever is asked, who has answered nothing yet.
    """
    said, who = load_phrases(lang), wording_of(view.state, lang).who(view.seat)
    if thought.helped:
        return said.say("bots", thought.helped, who=who)
    labels = _labels(view, lang, asides_too=advice)
    named = [one for one in thought.weighed if _key(one) in labels]
    if not named or named[0] is not thought.weighed[0]:
        return ""
    best, other = named[0], named[1] if len(named) > 1 else None
    words = {"who": who, "answer": labels[_key(best)], "other": labels[_key(other)] if other else ""}
    begins = "advice" if advice else "takes"
    if other and other.reasons and best.worth - other.worth < SLIGHT:
        return said.say("bots", f"{begins}-level", **words)
    head, reasons = said.say("bots", begins, **words), _figures(best, other, said)
    return with_heading(head, " · ".join(reasons), lang) if reasons else f"{head}."


def _key(one: Weighed) -> str:
    return one.answer.key if one.answer else NOBODY


def _labels(view: View, lang: str, *, asides_too: bool) -> dict[str, str]:
    """The answers to a question as a viewer may read them, by key; also what the seat may put in."""
    asked = question(view.state, view.ask, lang)
    choices = [*asked.options, *asked.offers]
    if asides_too:
        choices += asides_of(view.state, {view.seat: asides(view.state, view.seat)}, lang)
    return {choice.key: choice.label for choice in choices}


def _figures(best: Weighed, other: Weighed | None, said: Phrases) -> list[str]:
    """The figures of an answer beside those of another one, what speaks for it in front; of a fight both chances."""
    mine, theirs = ({reason.term: reason for reason in one.reasons} if one else {} for one in (best, other))
    told = [
        _figure(term, mine[term].amount, "", said)
        for term in FOUGHT
        if term in mine and not mine[term].points
    ]  # fmt: skip
    differences = [
        Reason(term, *(getattr(mine.get(term), of, 0.0) - getattr(theirs.get(term), of, 0.0) for of in AMOUNTS))
        for term in TERMS
        if term not in (*UNTOLD, *FOUGHT)
    ]
    known = [each for each in differences if abs(each.amount) >= (LEAST if each.term in IN_PERCENT else SHOWN)]
    for_it = sorted((each for each in known if each.points > 0), key=lambda each: -each.points)
    against = sorted((each for each in known if each.points <= 0), key=lambda each: each.points)
    few = (for_it[: MOST_REASONS - 1] + against[:1]) if for_it else []
    return told + [_figure(each.term, each.amount, "+", said) for each in few]


def _figure(term: str, amount: float, sign: str, said: Phrases) -> str:
    """A term with how much of it, a chance in percent; `sign` "+" for more or less of it."""
    if term in IN_PERCENT:
        number = said.say("panel", "percent", n=f"{round(100 * amount):{sign}d}")
    else:
        number = f"{amount:{sign}.1f}".replace(".", said.say("bots", "point"))
    return f"{said.say('bots', f'term.{term}')} {number.replace('-', '−')}"
