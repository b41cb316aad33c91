"""Operations that roll dice, reroll them for fate and add to a roll. The engine asks for each die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import DiePlus
from talisman_nb.engine.active_modifiers import active_modifiers, holds_for, permit
from talisman_nb.engine.book_runtime import DIE, WAIT, asks, operation, rules_cited, takes, text_rule
from talisman_nb.engine.costs import number
from talisman_nb.engine.lists import seat
from talisman_nb.engine.scores import ANY, dice_for, free_reroll
from talisman_nb.engine.totals import steps_of
from talisman_nb.engine.upcoming import roll_changes, rolled_for, uses_roll
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, Roll, key_of, read_key
from talisman_nb.rules.book import plain_card

KEEP: Final = Option("keep")
MOST_DICE: Final = 4
FATE: Final = {
    (at, face): Option(key_of("fate", at), cites=("fate.reroll",), n=face)
    for at in range(MOST_DICE)
    for face in range(7)
}


def add_face(roll: Roll | None, face: int) -> Roll:
    """The roll with a face added, or put in the place of the die being rerolled."""
    if roll is None:
        return Roll((face,))
    if 0 in roll.faces:
        at = roll.faces.index(0)
        return Roll((*roll.faces[:at], face, *roll.faces[at + 1 :]), roll.rerolled)
    return Roll((*roll.faces, face), roll.rerolled)


def complete(roll: Roll | None, dice: int) -> bool:
    """Whether all dice of a roll have been thrown."""
    return roll is not None and len(roll.faces) >= dice and 0 not in roll.faces


def lift_die(roll: Roll, die: int) -> Roll:
    """The roll with one die taken back and marked as rerolled, so that there is no second reroll (`fate.reroll`)."""
    return Roll((*roll.faces[:die], 0, *roll.faces[die + 1 :]), rerolled=die)


def can_reroll(g: WorkingState, who: int, roll: Roll | None, purposes: Iterable[str]) -> bool:
    """Whether a seat may reroll a die of a roll with these purposes, none of which was (`fate.reroll`, `fate.zero`).

    It has fate, or something lets it for nothing.
    """
    if roll is None or roll.rerolled >= 0 or not roll.faces:
        return False
    has_fate = g.players[who].fate > 0 and bool(g.figures["fate.used"]) and not permit(g, who, "use_fate").closed
    return has_fate or bool(free_reroll(g, who, purposes))


def reroll_offers(g: WorkingState, who: int, roll: Roll | None, purposes: Iterable[str]) -> tuple[Option, ...]:
    """One offer for each die that may be rerolled, with what lets it be for nothing as its source."""
    purposes = tuple(purposes)
    if not can_reroll(g, who, roll, purposes):
        return ()
    assert roll is not None
    if free := free_reroll(g, who, purposes):
        dice, cites = enumerate(roll.faces), (text_rule(free),)
        return tuple([Option(key_of("fate", at), cites=cites, n=face, source=free) for at, face in dice])
    return tuple([FATE[at, face] for at, face in enumerate(roll.faces)])


def pay_reroll(g: WorkingState, who: int, face: int, purposes: Iterable[str]) -> None:
    """Pay one fate for rerolling a die that shows `face`, or nothing if something lets it be rerolled for nothing."""
    if free := free_reroll(g, who, purposes):
        g.tell("rerolls", who, n=face, cause="free", source=free, cites=(text_rule(free),))
        return
    g.set(who, fate=g.players[who].fate - 1)
    g.tell("rerolls", who, n=face, what="fate", cites=("fate.reroll",))


def _purposes(g: WorkingState, op: o.RollDice) -> dict[str, None]:
    """Return what a roll is for, as modifiers name it: its purpose, the card it is about or that makes it, any roll."""
    return dict.fromkeys((op.purpose, plain_card(rolled_for(g, op)) or plain_card(g.frame.source), ANY))


def _roll_of(g: WorkingState, op: o.RollDice) -> Roll | None:
    roll = g.get(op.into)
    return roll if isinstance(roll, Roll) else None


def _dice(g: WorkingState, op: o.RollDice) -> int:
    return dice_for(g, seat(g, op.who), op.purpose, number(g, op.dice), plain_card(g.frame.source))


@operation("roll")
def roll(g: WorkingState, op: o.RollDice, to: None) -> int | None:
    """Start a roll or complete one; a seat that moves by fixed steps does not roll (`inner.move`, `toad.move`)."""
    if op.purpose == "move" and steps_of(g, seat(g, op.who)):
        return None
    found = _roll_of(g, op)
    if found is not None and complete(found, _dice(g, op)):
        g.put(op.into, None)
    return WAIT


@asks("roll")
def ask_roll(g: WorkingState, op: o.RollDice, to: None) -> Ask:
    """Ask for the next die."""
    found = _roll_of(g, op)
    faces = found.faces if found else ()
    missing = _dice(g, op) - (len(faces) - faces.count(0))
    f = g.frame
    return Ask(
        g.ply,
        "die",
        seat(g, op.who),
        op.purpose,
        DIE,
        chance=True,
        source=f.source,
        other=f.other,
        rolls=faces,
        n=missing,
        cites=rules_cited(op, g.frame.source),
    )


@takes("roll")
def take_roll(g: WorkingState, op: o.RollDice, to: None, key: str, answer: Answer) -> int | None:
    """Store the die; continue once it was the last."""
    found = add_face(_roll_of(g, op), int(key))
    g.put(op.into, found)
    if not complete(found, _dice(g, op)):
        return WAIT
    who, cites = seat(g, op.who), rules_cited(op, g.frame.source)
    g.tell(
        "rolled", who, what=op.purpose, card=rolled_for(g, op), faces=found.faces, source=g.frame.source, cites=cites
    )
    for part in roll_changes(g, op, found.faces):
        found = Roll(found.faces, found.rerolled, found.plus + part.n)
        cause, rules = "card-more" if part.n > 0 else "card-less", ("golden.natural", text_rule(part.source))
        g.tell("added", who, n=abs(part.n), what=op.purpose, cause=cause, source=part.source, cites=rules)
    g.put(op.into, found)
    return None


@operation("keep_roll")
def keep_roll(g: WorkingState, op: o.RollDice, to: int) -> int | None:
    """Wait for a decision on rerolling, if the seat can use fate."""
    return WAIT if can_reroll(g, seat(g, op.who), _roll_of(g, op), _purposes(g, op)) else None


@asks("keep_roll")
def ask_keep(g: WorkingState, op: o.RollDice, to: int) -> Ask:
    """Ask whether to keep the roll or pay one fate to reroll a die."""
    who, found = seat(g, op.who), _roll_of(g, op)
    assert found is not None
    return Ask(
        g.ply, "result", who, op.purpose, (KEEP,), reroll_offers(g, who, found, _purposes(g, op)),
        source=g.frame.source, rolls=found.faces, n=found.value, ahead=ahead(g), cites=("fate.reroll",),
    )  # fmt: skip


def ahead(g: WorkingState) -> tuple[object, ...]:
    """The next operation that uses the roll (none or one), so that its results can be previewed."""
    found = uses_roll(g, g.frame.pc + 1)
    return () if found is None else (found,)


@takes("keep_roll")
def take_keep(g: WorkingState, op: o.RollDice, to: int, key: str, answer: Answer) -> int | None:
    """Keep the roll, or reroll a die, for fate or for nothing, and jump back to the throw."""
    if key == "keep":
        return None
    who, found = seat(g, op.who), _roll_of(g, op)
    assert found is not None
    die = int(read_key(key).item)
    pay_reroll(g, who, found.faces[die], _purposes(g, op))
    g.put(op.into, lift_die(found, die))
    return to


def _additions(g: WorkingState, op: o.RollDice) -> tuple[int, ...]:
    """Return the sums that may be added to the roll, the highest first: of each source one of its additions or none.

    A roll stays at least 1.
    """
    roll, who, card = _roll_of(g, op), seat(g, op.who), plain_card(g.frame.source)
    k = active_modifiers(g, who)
    found = k.of(DiePlus, op.purpose) if op.plus or card == op.purpose else ()
    found += k.of(DiePlus, card) if card != op.purpose else ()
    if not found:
        return ()
    by_source: dict[str, list[int]] = {}
    for held in found:
        if holds_for(g, held, who):
            by_source.setdefault(held.source, []).append(held.mod.n)
    sums = {0}
    for several in by_source.values():
        sums |= {before + n for before in sums for n in several}
    return tuple(sorted((n for n in sums - {0} if roll and roll.value + n > 0), reverse=True))


@operation("add_to_roll")
def add_to_roll(g: WorkingState, op: o.RollDice, to: None) -> int | None:
    """Add to the roll what modifiers add; wait if that is optional."""
    return WAIT if _additions(g, op) else None


@asks("add_to_roll")
def ask_add(g: WorkingState, op: o.RollDice, to: None) -> Ask:
    """Ask whether to add to the roll: its value changes, not its faces (`golden.natural`)."""
    several, found = _additions(g, op), _roll_of(g, op)
    assert found is not None
    alone = len(several) == 1
    added = [Option("add" if alone else key_of("n", n), n=n, cites=("ability.text",)) for n in several]
    options, n = (*added, Option("leave")), several[0] if alone else 0
    return Ask(
        g.ply,
        "plus",
        seat(g, op.who),
        op.purpose,
        options,
        source=g.frame.source,
        rolls=found.faces,
        n=n,
        ahead=ahead(g),
        cites=("golden.natural",),
    )


@takes("add_to_roll")
def take_add(g: WorkingState, op: o.RollDice, to: None, key: str, answer: Answer) -> None:
    """Add to the value of the roll if the seat wants to."""
    if key != "leave":
        found = _roll_of(g, op)
        assert found is not None
        n = _additions(g, op)[0] if key == "add" else int(read_key(key).item)
        g.put(op.into, Roll(found.faces, found.rerolled, found.plus + n))
        g.tell("added", seat(g, op.who), n=n, what=op.purpose, cites=("golden.natural", "ability.text"))
