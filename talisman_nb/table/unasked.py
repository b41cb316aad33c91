"""Questions that need not be asked: rolls good enough, dice that can't matter, what everybody takes or gains; and those
moments of the past at which something may still be put in: a Spell, or fate for a roll that was kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.having import drawback
from talisman_nb.cards.operations import If, TableOp
from talisman_nb.engine import asides, ask, step
from talisman_nb.engine.foresight import BAD, GOOD, NEUTRAL, Outcome, comes_to_nothing, outcome
from talisman_nb.engine.scores import die_value
from talisman_nb.engine.view import seen_by
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Fight, Option, Roll, State
from talisman_nb.rules.book import book_of, plain_card

from .records import BY_HAND, POLICY, AnswerRecord, Settings


def kept_unasked(found: Ask, state: State) -> bool:
    """Return whether the people need not be asked about a roll.

    That is so if the kept roll is good, if a table of results says that nothing happens or a creature attacks, or if no
    other face is better. `better_by_fate` says whether a reroll is still worth an offer.
    """
    kept = _outcome(found, state, "keep")
    on_table = bool(found.ahead) and isinstance(found.ahead[0], TableOp)
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


class DieEnd(NamedTuple):
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


def _end(state: State, face: str, settings: Settings, policy: Policy) -> DieEnd | None:
    """Give a face and all that the policy answers then; None if the policy goes on for too long."""
    fought = ""
    key = face
    for _ in range(MOST):
        state, events = step(state, Answer(state.ply, key))
        fought = next((event.what for event in events if event.kind == "fought"), fought)
        found = ask(state)
        key = policy(found, state, settings)
        if not key:
            return DieEnd(replace(state, ply=0, fight=_fight_as_counted(state)), fought)
    return None


def _fight_as_counted(state: State) -> Fight | None:
    """Return a fight with what its rolls count instead of their faces: of a Warrior's only the highest."""
    fight = state.fight
    if fight is None:
        return None
    g = working_state(state)
    mine, theirs = (
        roll and Roll((die_value(g, side, roll),), roll.rerolled)
        for side, roll in (("you", fight.mine), ("foe", fight.theirs))
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
    if any(option.verb or (option.n and option.key != GOLD) or _is_unwanted(state, option) for option in things):
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


def _is_unwanted(state: State, option: Option) -> bool:
    if option.key == GOLD:
        return False
    definition = book_of(state.book).find(plain_card(option.key))
    return definition is None or drawback(definition)


# --- put in late ---


def late_spells(lines: Sequence[AnswerRecord], seat: int) -> Iterator[tuple[AnswerRecord, Option]]:
    """Yield the Spells that a seat could have cast at reaction points of the last press, each with the latest line.

    Nothing may have been thrown or drawn since, so that nobody knows more than at that moment.
    """
    told: set[str] = set()
    for line in takewhile(lambda line: line.by == POLICY and not line.ask.chance, reversed(lines)):
        if line.undo_group != lines[-1].undo_group:
            return
        if line.ask.kind != "react":
            continue
        for option in asides(seen_by(line.before, (seat,)), seat):
            if _castable(option) and option.key not in told:
                told.add(option.key)
                yield line, option


TURNS = 2
"""How many turns a late Spell reaches back: the one that is played, and the one before it."""


def late_moments(lines: Sequence[AnswerRecord], seat: int = -1) -> Iterator[AnswerRecord]:
    """Yield the answers of the last two turns, the latest first, before which a Spell may be put in late.

    Corrections by hand are no moments of the game. With a `seat` only those before which it could have cast one.
    """
    turns: dict[tuple[int, int], None] = {}
    for line in reversed(lines):
        turns.setdefault((line.before.round, line.before.turn))
        if len(turns) > TURNS:
            return
        if line.by == BY_HAND:
            continue
        if seat < 0 or any(_castable(option) for option in asides(seen_by(line.before, (seat,)), seat)):
            yield line


def _castable(option: Option) -> bool:
    return option.verb == "cast" and not option.closed


KEEP, FIGHT = "keep", "attack"


def late_rerolls(lines: Sequence[AnswerRecord]) -> tuple[AnswerRecord | None, tuple[Option, ...]]:
    """Return the line of a roll kept by the last press and the dice that may be rerolled; (None, ()) for none.

    Nothing but the policy may have answered since, so that no card or die is known by then.
    """
    last = takewhile(lambda line: line.by == POLICY and line.undo_group == lines[-1].undo_group, reversed(lines))
    line = next((line for line in last if line.ask.kind == "result"), None)
    if line is None or line.answer.key != KEEP or line.ask.purpose == FIGHT:
        return None, ()
    offers = tuple(offer for offer in line.ask.offers if offer.verb == "fate" and not offer.closed)
    return (line, offers) if offers and better_by_fate(line.ask, line.before) else (None, ())
