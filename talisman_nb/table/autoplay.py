"""Autoplay: answers the table gives without the players (waiting answers, policy, virtual dice and cards).

Whether the policy answers a question is decided by `policy.answer`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask
from talisman_nb.engine.offers import actions
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Change, OwnCard, State
from talisman_nb.table.file.fitting import UNKNOWN, try_answer
from talisman_nb.text.moves import HandMove

from . import policy
from .history import Draft, same_question
from .records import CHANCE, POLICY, ROLLED, AnswerRecord, Settings


class ChanceSource(Protocol):
    """Protocol of a source of answers to chance asks."""

    def pick(self, found: Ask, position: str) -> str:
        """Return the key of the option thrown or drawn; `position` identifies the throw (see the function)."""


class Seeded:
    """Dice and cards as a hash of seed and position: the same position always gives the same face, also after undo.

    >>> from talisman_nb.model import Option
    >>> die = Ask(0, "die", 0, "move", tuple(Option(face) for face in "123456"), chance=True)
    >>> [Seeded(1).pick(die, f"1.0.die.move.0.{throw}.0") for throw in (0, 1, 2, 0)]
    ['5', '3', '4', '5']
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pick(self, found: Ask, position: str) -> str:
        """Return the key of an option, chosen by weight. Raises `LookupError` if there is none."""
        digest = hashlib.blake2b(f"{self.seed} {position}".encode(), digest_size=8).digest()
        return weighted_key(found, int.from_bytes(digest, "big"))


class Scripted:
    """Dice and cards from a list of keys, in order."""

    def __init__(self, keys: Iterable[str | int]) -> None:
        self._keys = iter(map(str, keys))

    def pick(self, found: Ask, position: str) -> str:
        """Return the next key of the script. Raises `LookupError` after the last one."""
        key = next(self._keys, None)
        if key is None:
            raise LookupError(f"the script has no key left for {found.kind} ({found.purpose}) at {position}")
        return key


def weighted_key(found: Ask, number: int) -> str:
    """Map a large random number to an option's key by the weights of the ask, equal ones if it has none.

    Raises `LookupError` if the weights add up to 0.

    >>> weighted_key(Ask(0, "card", 0, options=(), chance=True), 3)
    Traceback (most recent call last):
    LookupError: nothing can come: card () has no option
    """
    weights = found.weights or (1,) * len(found.options)
    total = sum(weights)
    if not total:
        raise LookupError(f"nothing can come: {found.kind} ({found.purpose}) has no option")
    rest = number % total
    for option, weight in zip(found.options, weights, strict=True):
        rest -= weight
        if rest < 0:
            return option.key
    raise AssertionError("the weights add up to the total")


def position(found: Ask, state: State, draft: Draft, again: int = 0) -> str:
    """Return the position of a throw or draw: round, turn, ask, index among the same asks of this turn, `again`.

    An aside before it, or an answer amended in another turn, does not change it.
    """
    alike, same = (found.kind, found.purpose, found.seat), 0
    for line in draft.backwards():
        if (line.before.turn, line.before.round) != (state.turn, state.round):
            break
        old = line.ask
        same += old.chance and not line.aside and (old.kind, old.purpose, old.seat) == alike
    return f"{state.round}.{state.turn}.{found.kind}.{found.purpose}.{found.seat}.{same}.{again}"


class Replay(NamedTuple):
    """Result of a replay: what became of the answers that followed the changed one. All of them stay in the file.

    Attributes
    ----------
    kept
        How many answers were given again.
    stopped_at
        The question that no waiting answer fits, None when all fit.
    remaining
        The answers that wait until they fit, or `Table.let_go` drops them.
    differences
        The hand moves; empty while answers wait.
    state
        The state after the replay.
    skipped
        Answers whose question did not come again.
    """

    kept: int
    stopped_at: Ask | None
    remaining: tuple[AnswerRecord, ...]
    differences: tuple[HandMove, ...]
    state: State
    skipped: tuple[AnswerRecord, ...] = ()


def to_replay(lines: list[AnswerRecord]) -> list[AnswerRecord]:
    """Return the lines to replay: all but the policy's, which autoplay answers anew."""
    return [line for line in lines if line.by != POLICY]


def replay_next(draft: Draft) -> bool:
    """Add the first waiting answer that fits the question to the draft and return True, or return False if none fits.

    Waiting answers before it, and those of turns that are past, are skipped.
    """
    state = draft.state
    found, replaced = ask(state), 0  # of answers whose question is unknown only one may have been given otherwise
    for at, line in enumerate(draft.pending):
        if same_question(found, state, line):
            if line.ask is UNKNOWN and not try_answer(state, replace(line.answer, ply=state.ply)):
                replaced += 1
                if replaced > 1:
                    break
                continue
            try:
                draft.add(replace(line.answer, ply=state.ply), line.by)
            except NotAllowedError:
                return False
            draft.skip(at)
            del draft.pending[0]
            return True
    draft.skip(sum(_is_past(draft, line) for line in draft.pending))
    return False


def _is_past(draft: Draft, line: AnswerRecord) -> bool:
    """Return whether the draft is in a later round than the answer was."""
    return draft.state.round > line.before.round > 0


def answer_of(
    key: str | int | Answer, seat: int | None = None, own: OwnCard | None = None, changes: tuple[Change, ...] = ()
) -> Answer:
    """Return the answer of a key or a number; an `Answer` stays what it is."""
    return key if isinstance(key, Answer) else Answer(0, str(key), -1 if seat is None else seat, changes, own)


def change_of(seat: int, what: str, value: Any) -> Change:
    """Return the correction that sets one value of a seat: a text is a space, a character, an alignment …"""
    return Change(what, seat, to=value) if isinstance(value, str) else Change(what, seat, value)


MOST = 1_000
"""Upper bound of automatic answers in a row, because more would be an endless loop."""

FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""
AMONG_DICE = frozenset({"dice"})
"""The moment of a fight some dice of which lie."""


def go_on(draft: Draft, settings: Settings, source: ChanceSource | None) -> None:
    """Extend the draft until a player has to answer; without a `source`, also until a virtual card has to be drawn.

    Raises `RuntimeError` after `MOST` answers.
    """
    for _ in range(MOST):
        if replay_next(draft):
            continue
        found = ask(draft.state)
        if key := policy.answer(found, draft.state, settings):
            draft.add(Answer(draft.state.ply, key), POLICY)
        elif source and found.chance and found.options and found.kind != "die" and settings.cards == "virtual":
            came(draft, source)
        else:
            return
    raise RuntimeError(f"{MOST} answers without asking anybody; the last question: {ask(draft.state)}")


def came(draft: Draft, source: ChanceSource, by: str = ROLLED) -> None:
    """Add the answer of the table's dice and decks to the draft.

    A question answered by them before gets the same key again, unless `by` is `AGAIN` or the key is closed. Raises
    `NotAllowedError` "table.no-chance" when the ask is not chance.
    """
    found, state = ask(draft.state), draft.state
    if not found.chance or not found.options:  # a card that nobody has typed is named by the players
        message = f"nothing is thrown or drawn now, the question is: {found.kind}"
        raise NotAllowedError("table.no-chance", message, ("table.not-open",), found.open())
    shown = [key for who, key in draft.said_here() if who in CHANCE]
    if shown and by == ROLLED and shown[-1] in found.open():
        draft.add(Answer(state.ply, shown[-1]), by)
    else:
        draft.add(Answer(state.ply, source.pick(found, position(found, state, draft, len(shown)))), by)


def same_throw(draft: Draft, settings: Settings) -> bool:
    """Return whether the next die belongs to the throw just made: the same roll, or (virtual dice) the same fight.

    Not where somebody who fights may do something between its rolls.
    """
    found, thrown = ask(draft.state), draft.lines[-1].ask
    if found.kind != "die" or thrown.kind != "die":
        return False
    if (found.purpose, found.seat) == (thrown.purpose, thrown.seat):
        return bool(found.rolls) and found.n < thrown.n
    of_one_fight = found.purpose in FIGHT_DICE and thrown.purpose in FIGHT_DICE
    return settings.dice == "virtual" and of_one_fight and not _between_rolls(draft.state)


def _between_rolls(state: State) -> bool:
    """Return whether somebody who fights has an ability or card that is used once dice of the fight lie."""
    g = working_state(state)
    fighting = (g.fight.you, g.fight.against) if g.fight is not None else ()
    return any(actions(g, seat, AMONG_DICE) for seat in fighting if seat >= 0)
