"""Policy: asks the table answers itself, as one answer is sensible or no die matters; a list of habits, in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from talisman_nb.cards.operations import TableOp
from talisman_nb.engine import asides, step
from talisman_nb.engine.foresight import added_best
from talisman_nb.model import EVERYBODY, UNSEEN, Answer, Ask, State, read_key
from talisman_nb.rules.book import book_of
from talisman_nb.rules.programs import modifiers

from .records import Settings
from .unasked import face_that_counts, gained_unasked, kept_unasked, taken_unasked


class Habit(NamedTuple):
    """One rule of the policy."""

    name: str
    kind: str  # kind of ask it applies to; "" means any
    says: Callable[[Ask, State, Settings], str]  # returns the key of the answer, "" to ask the players


def answer(found: Ask, state: State, settings: Settings) -> str:
    """Return the key the table answers by itself, "" when the players are asked.

    >>> from msgspec.structs import replace
    >>> from talisman_nb.model import Option
    >>> lost = Ask(0, "result", 0, "attack", (Option("keep"),), (Option("fate:0", n=2),), n=-2)
    >>> answer(lost, None, Settings(players=())), answer(replace(lost, n=1), None, Settings(players=()))
    ('', 'keep')
    """
    for habit in HABITS:
        if habit.kind in ("", found.kind) and (key := habit.says(found, state, settings)):
            return key
    return ""


def _stand_and_fight(found: Ask, state: State, settings: Settings) -> str:
    """Fight if it is the only open option and no open offer is for this moment."""
    open_ = [option.key for option in found.options if not option.closed]
    matters = any(_for_this(found, state, option.key) for option in found.offers if not option.closed)
    return "fight" if open_ == ["fight"] and not matters else ""


def _keep_what_need_not_be_better(found: Ask, state: State, settings: Settings) -> str:
    """Keep a roll that is good or harmless, or that a reroll can't improve.

    This is a won fight, one lost by more than one die can gain, an Armour that saves, a table on which all faces do the
    same, and a result for which `kept_unasked` holds.
    """
    if found.purpose == "armour":
        return "keep" if _saves(state) else ""
    if found.purpose != "attack":
        return "keep" if _all_the_same(found) or kept_unasked(found, state) else ""
    better = max((6 - offer.n for offer in found.offers if offer.verb == "fate"), default=0)
    return "keep" if found.n > 0 or better == 0 or found.n + better < 0 else ""


def _saves(state: State) -> bool:
    """Return whether the Armour saves the life if the die is kept."""
    _, events = step(state, Answer(state.ply, "keep"))
    return any(event.kind == "spared" for event in events)


def _all_the_same(found: Ask) -> bool:
    """Return whether every face that a reroll can give selects a row with the same operations."""
    table = found.ahead[0] if found.ahead else None
    if not isinstance(table, TableOp) or not found.offers:
        return False
    ends = {found.n, *(found.n - offer.n + face for offer in found.offers for face in range(1, 7))}
    done = [row.do for row in table.rows if any(row.low <= end <= row.high for end in ends)]
    return all(do == done[0] for do in done)


def _add_where_it_helps(found: Ask, state: State, settings: Settings) -> str:
    """Add an ability's bonus to a roll, or leave it, where one of both is clearly better or it changes nothing."""
    return added_best(state)


def _nothing_left_to_do(found: Ask, state: State, settings: Settings) -> str:
    """Close the turn if "done" is the only open option and no open offer is for this moment."""
    open_ = [option.key for option in found.options if not option.closed]
    matters = any(_for_this(found, state, option.key) for option in found.offers if not option.closed)
    return "done" if open_ == ["done"] and not matters else ""


def _take_what_is_useful(found: Ask, state: State, settings: Settings) -> str:
    """Pick up what lies there if a table always takes it (`taken_unasked`)."""
    return taken_unasked(found, state)


def _gain_for_nothing(found: Ask, state: State, settings: Settings) -> str:
    """Accept a gain that costs nothing, where the other option is to decline it (`gained_unasked`)."""
    return gained_unasked(found, state)


def _leave_unthrown(found: Ask, state: State, settings: Settings) -> str:
    """Answer a real die that can't matter, so that nobody has to throw it; virtual dice cost no input."""
    return face_that_counts(found, state, settings, answer) if settings.dice == "physical" else ""


def _nobody_answers(found: Ask, state: State, settings: Settings) -> str:
    """Pass a reaction point that no seat wants (`Settings.react`).

    The hand of a seat set to "pass" is not read, so that a pause reveals nothing about it.
    """
    return "" if wishing(found, state, settings) else "nobody"


def wishing(found: Ask, state: State, settings: Settings) -> tuple[int, ...]:
    """Return the seats that want to be asked at a reaction point.

    One that the program plays always does, unless its Spells are real cards that lie face down: it knows none of them.
    """
    wishes = dict(enumerate(settings.react)) | {seat: "always" for seat, kind in enumerate(settings.bots) if kind}
    seats = tuple(seat for seat in range(len(state.players)) if _wants(wishes.get(seat, "pass"), seat, found, state))
    return tuple(seat for seat in seats if not settings.bot(seat) or set(state.players[seat].spells) != {UNSEEN})


def _wants(wish: str, seat: int, found: Ask, state: State) -> bool:
    if wish == "pass" or not state.players[seat].spells:
        return False
    if wish == "hit":
        return _is_hit(seat, found, state)
    if wish == "ask-if-could":
        return any(not option.closed for option in asides(state, seat))
    return wish == "always" or (found.purpose == "spell" and seat != found.other)


def _is_hit(seat: int, found: Ask, state: State) -> bool:
    """Return whether another seat casts a Spell at this one, or this one is about to lose a life."""
    if found.purpose == "life_loss":
        return found.other == seat
    return found.purpose == "spell" and found.other != seat and state.stack[-1].other == seat


def _the_only_armour(found: Ask, state: State, settings: Settings) -> str:
    """Throw for the Armour if it is the only one; the other option is to use none."""
    open_ = [option.key for option in found.options if not option.closed]
    return open_[0] if found.purpose == "armour" and len(open_) == 2 else ""


def _spells_stay_face_down(found: Ask, state: State, settings: Settings) -> str:
    """Answer a draw of a Spell with "?" (unseen) if the physical Spells stay face down."""
    hidden = settings.cards == "physical" and settings.spells == "hands"
    in_hand = found.kind == "card" and found.purpose == book_of(state.book).face_down
    return "?" if hidden and in_hand and "?" in found.open() else ""


def _lone_option(found: Ask, state: State, settings: Settings) -> str:
    """Take the only open option, unless chance, `NEVER`, `PAUSES` or `ANSWERED` exclude the ask.

    A Spell that could only be aimed at whoever casts it is asked too: it was meant for somebody else.
    """
    open_ = found.open()
    if found.chance or found.kind in NEVER or found.purpose in PAUSES or len(open_) != 1 or found.seat == EVERYBODY:
        return ""
    if found.aims_at_self():
        return ""
    return "" if found.purpose in ANSWERED and wishing(found, state, settings) else open_[0]


NEVER = ("whom", "hands", "over")
"""Kinds of asks that are put to the players even with one open option."""

PAUSES = ("crown", "command", "at-will")
"""Purposes of asks put to the players even with one open option, because an aside may come first: a Spell on the Crown,
putting down a card that forbids the Command Spell, or a change of alignment. The engine asks only who has something to
do then."""

ANSWERED = ("slip-away", "evade-card")
"""Purposes of asks that follow `Settings.react` like reaction points, because a Spell may open another option."""

HABITS: tuple[Habit, ...] = (
    Habit("stand and fight", "fight", _stand_and_fight),
    Habit("keep what need not be better", "result", _keep_what_need_not_be_better),
    Habit("add where it helps", "plus", _add_where_it_helps),
    Habit("leave unthrown", "die", _leave_unthrown),
    Habit("take what is useful", "take", _take_what_is_useful),
    Habit("gain for nothing", "choose", _gain_for_nothing),
    Habit("nothing left to do", "close", _nothing_left_to_do),
    Habit("nobody answers", "react", _nobody_answers),
    Habit("the only armour", "pick", _the_only_armour),
    Habit("spells stay face down", "card", _spells_stay_face_down),
    Habit("a lone option", "", _lone_option),
)
"""The policy; the first habit that gives an answer decides."""

MOMENTS = {"fight": {"before_fight", "fight"}, "close": {"turn_end"}}
"""Maps kinds of asks to the moments whose uses make the ask a question for the players."""


def _for_this(found: Ask, state: State, key: str) -> bool:
    """Return whether an offer is a use tied to the moment of the ask (`MOMENTS`), not one that is open at any time."""
    verb, rest = read_key(key)
    if verb != "use":
        return False
    source, _, name = rest.rpartition(".")
    definition = book_of(state.book).find(source)
    wanted = MOMENTS[found.kind]
    return definition is None or any(
        getattr(modifier, "key", "") == name and wanted & set(modifier.at) for _, modifier in modifiers(definition)
    )
