"""Policy: asks the table answers itself, as one answer is sensible or no die matters; a list of habits, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.having import drawback
from talisman_nb.cards.operations import If, Table
from talisman_nb.engine import asides, ask, step
from talisman_nb.engine.fight import die_value
from talisman_nb.engine.foresight import BAD, GOOD, NEUTRAL, Outcome, added_best, comes_to_nothing, outcome
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import EVERYBODY, Answer, Ask, Fight, Option, Roll, State, read_key
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.rules.programs import modifiers

from .records import Settings


def kept_unasked(found: Ask, state: State) -> bool:
    """Return whether the people need not be asked about a roll.

    That is so if the kept roll is good, if a table of results says that nothing happens or a creature attacks, or if no
    other face is better. `better_by_fate` says whether a reroll is still worth an offer.
    """
    kept = _outcome(found, state, "keep")
    on_table = bool(found.ahead) and isinstance(found.ahead[0], Table)
    if kept.worth == GOOD or (on_table and kept.worth == NEUTRAL and not kept.open):
        return True
    others = list(_others(found, state))
    return bool(others) and not any(_better(other, kept) for other in others)


def better_by_fate(found: Ask, state: State) -> bool:
    """Return whether a reroll could better the result of a roll that is not good already."""
    kept = _outcome(found, state, "keep")
    return kept.worth != GOOD and any(_better(other, kept) for other in _others(found, state))


def _outcome(found: Ask, state: State, key: str) -> Outcome:
    """Judge an answer to a roll; one that has to reach something fails even with nothing to lose."""
    return outcome(state, key, found.seat, tried=bool(found.ahead) and isinstance(found.ahead[0], If))


def _better(other: Outcome, kept: Outcome) -> bool:
    """Return whether people may prefer another outcome; of two bad ones that differ they decide."""
    return other != kept and (other.worth != BAD or kept.worth == BAD)


def _others(found: Ask, state: State) -> Iterator[Outcome]:
    """Yield the outcome of every other face of each die that may be thrown again for fate."""
    for offer in found.offers:
        if offer.verb == "fate" and not offer.closed:
            lifted, _ = step(state, Answer(state.ply, offer.key))
            yield from (_outcome(found, lifted, str(face)) for face in range(1, 7) if face != offer.n)


Policy = Callable[[Ask, State, Settings], str]
MOST = 200
"""Upper bound of automatic answers after a die; beyond it the die counts as one that matters."""
MOVING, OWN, THEIRS = "move", "attack", ("foe", "defend")
"""Purposes of dice: of a move (always thrown), of the attacker, of the other side of a fight."""
DROP = "drop"
"""The verb of putting something down, which changes no fight."""
FACES = ("1", "6", "2", "3", "4", "5")
"""Faces in the order in which they are tried: what matters is most often seen at the ends."""


class End(NamedTuple):
    """Where a die leads: the state in which people are asked again, and the winner of the fight (empty: none ended)."""

    state: State
    fought: str


def face_that_counts(found: Ask, state: State, settings: Settings, policy: Policy) -> str:
    """Return the face of a die that can't matter, the one that speaks most against what comes of it; "" if it matters.

    A die matters if people would be asked anything else, or the game would go on otherwise, after another face
    (`combat.win`); and if it begins a fight that is lost while somebody may still put something in before the throw.
    """
    if found.purpose == MOVING or found.n != 1:
        return ""
    end = _end(state, FACES[0], settings, policy)
    if end is None or any(_end(state, face, settings, policy) != end for face in FACES[1:]):
        return ""
    won = end.fought == "won"
    if end.state.fight is not None:  # it doesn't count: one of a Warrior's that can't be the highest
        return "6"
    if found.purpose == OWN:
        return "1" if won else "" if _may_be_put_in(found, state) else "6"
    return "6" if won or found.purpose not in THEIRS else "1"


def _may_be_put_in(found: Ask, state: State) -> bool:
    """Return whether anybody can do something before a die is thrown, other than put things down.

    Whoever holds a Spell may cast it: hands are not looked into, so that a pause reveals nothing about them.
    """
    if found.offers or any(player.spells for player in state.players):
        return True
    return any(
        not option.closed and option.verb != DROP
        for seat in range(len(state.players))
        for option in asides(state, seat)
    )


def _end(state: State, face: str, settings: Settings, policy: Policy) -> End | None:
    """Give a face and all that the policy answers then; None if the policy goes on for too long."""
    fought = ""
    key = face
    for _ in range(MOST):
        state, events = step(state, Answer(state.ply, key))
        fought = next((event.what for event in events if event.kind == "fought"), fought)
        found = ask(state)
        key = policy(found, state, settings)
        if not key:
            return End(replace(state, ply=0, fight=_counted(state)), fought)
    return None


def _counted(state: State) -> Fight | None:
    """Return a fight with what its rolls count instead of their faces: of a Warrior's only the highest."""
    fight = state.fight
    if fight is None:
        return None
    g = working_state(state)
    mine, theirs = (
        roll and Roll((die_value(g, who, roll) if who >= 0 else roll.value,), roll.rerolled)
        for who, roll in ((fight.you, fight.mine), (fight.against, fight.theirs))
    )
    return replace(fight, mine=mine, theirs=theirs)


ALL, DONE, GOLD, PART, NONE = "all", "done", "gold", "part-of-gold", "none"
GAINED = ("gained", "healed")
"""Kinds of events that bring a figure of the sheet up, and nothing else."""


def taken_unasked(found: Ask, state: State) -> str:
    """Return the option that takes everything that lies there, "" if the people should choose.

    They should where something costs gold, may be visited, has a drawback (`drawback`) or does not fit, so that
    something would have to be put down.
    """
    open_ = [option for option in found.options if not option.closed and not comes_to_nothing(state, option)]
    things = [option for option in open_ if option.key not in (ALL, DONE, PART)]
    if not things:
        return DONE
    if any(option.verb or (option.n and option.key != GOLD) or _unwanted(state, option) for option in things):
        return ""
    key = things[0].key if len(things) == 1 else ALL
    return key if key in found.open() and _fits(found, state, key) else ""


def gained_unasked(found: Ask, state: State) -> str:
    """Return the only option besides declining if it costs nothing and brings a gain or a Spell at once, else ""."""
    open_ = [option for option in found.options if not option.closed and option.key != NONE]
    if len(open_) != 1 or open_[0].n or NONE not in found.open():
        return ""
    after, events = step(state, Answer(state.ply, open_[0].key))
    judged, asked = outcome(state, open_[0].key, found.seat), ask(after)
    gained = any(event.kind in GAINED and event.n > 0 and event.seat == found.seat for event in events)
    drawn = (asked.kind, asked.purpose, asked.seat) == ("card", book_of(after.book).face_down, found.seat)
    free = not judged.open and all(event.kind != "paid" for event in events)
    return open_[0].key if (gained or drawn) and free and judged.worth == GOOD else ""


def _fits(found: Ask, state: State, key: str) -> bool:
    """Return whether nothing has to be put down after taking."""
    after, events = step(state, Answer(state.ply, key))
    return ask(after).kind != "pick" and not any(event.kind == "dropped" for event in events)


def _unwanted(state: State, option: Option) -> bool:
    if option.key == GOLD:
        return False
    definition = book_of(state.book).find(plain_card(option.key))
    return definition is None or drawback(definition)


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
    if not isinstance(table, Table) or not found.offers:
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
    """Return the seats that want to be asked at a reaction point."""
    wishes = dict(enumerate(settings.react))
    return tuple(seat for seat in range(len(state.players)) if _wants(wishes.get(seat, "pass"), seat, found, state))


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
