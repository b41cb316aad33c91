"""Operations of a fight from the dice on: throws, fate, comparing scores, killing creatures, ending the fight."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import Replace
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.book_runtime import DIE
from talisman_nb.engine.conditions import holds_for
from talisman_nb.engine.fight import DICE, die_value, foe_name, roller, running, scores, tidy_fight, used_now
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Fight, Foe, Roll, read_key
from talisman_nb.rules.book import plain_card
from talisman_nb.rules.house_rules import cited as cited_in

from .dice import KEEP, can_use_fate, complete, dice_for, fate_offers, lifted, pay_fate, thrown


def _roll(fight: Fight, side: str) -> Roll | None:
    return fight.mine if side == "you" else fight.theirs


def _with_roll(fight: Fight, side: str, roll: Roll) -> Fight:
    return replace(fight, mine=roll) if side == "you" else replace(fight, theirs=roll)


def attack_dice(g: WorkingState, side: str) -> int:
    """How many dice a side throws: an assassin's victim throws none (`combat.sequence`).

    Where a table throws two (`house.two-dice`), whoever throws more than one throws one more than that.
    """
    fight = running(g)
    if side == "foe" and fight.assassin:
        return 0
    n = dice_for(g, roller(g, side), "attack", 1) if side == "you" or fight.against >= 0 else 1
    return n and n - 1 + int(g.figures[DICE])


@operation("throw")
def throw(g: WorkingState, op: o.Throw, to: None) -> int | None:
    """Make the attack roll of one side; the victim of an assassin throws no die."""
    fight = running(g)
    roll, dice = _roll(fight, op.side), attack_dice(g, op.side)
    if not dice:
        g.fight = _with_roll(fight, op.side, Roll(()))
        return None
    return None if roll is not None and complete(roll, dice) else WAIT


@asks("throw")
def ask_throw(g: WorkingState, op: o.Throw, to: None) -> Ask:
    """Ask for the next die of one side."""
    fight = running(g)
    found = _roll(fight, op.side)
    faces = found.faces if found else ()
    missing = attack_dice(g, op.side) - sum(face > 0 for face in faces)
    purpose = "attack" if op.side == "you" else "defend" if fight.against >= 0 else "foe"
    return Ask(
        g.ply,
        "die",
        roller(g, op.side),
        purpose,
        DIE,
        chance=True,
        source=foe_name(fight),
        other=fight.you,
        rolls=faces,
        n=missing,
        cites=("combat.sequence", *cited_in(g.book, DICE)),
    )


@takes("throw")
def take_throw(g: WorkingState, op: o.Throw, to: None, key: str, answer: Answer) -> int | None:
    """Store the die; the moment becomes `dice`: what belongs before them can't be used any more (`combat.sequence`)."""
    g.moment = "dice"
    fight = running(g)
    roll = thrown(_roll(fight, op.side), int(key))
    g.fight = _with_roll(fight, op.side, roll)
    return None if complete(roll, attack_dice(g, op.side)) else WAIT


@operation("luck")
def offer_reroll(g: WorkingState, op: o.OfferReroll, to: None) -> int | None:
    """Let a side reroll its attack die for fate: attacker first, then defender (`combat.fate-order`)."""
    fight = running(g)
    if op.side == "foe" and fight.against < 0:
        return None
    return WAIT if can_use_fate(g, roller(g, op.side), _roll(fight, op.side)) else None


@asks("luck")
def ask_reroll(g: WorkingState, op: o.OfferReroll, to: None) -> Ask:
    """Ask whether to keep the roll or pay one fate; `rolls` holds both scores, the asked seat's first."""
    fight, who = running(g), roller(g, op.side)
    roll = _roll(fight, op.side)
    mine, theirs = scores(g)
    ours = (mine, theirs) if op.side == "you" else (theirs, mine)
    return Ask(
        g.ply,
        "result",
        who,
        "attack",
        (KEEP,),
        fate_offers(g, who, roll),
        source=foe_name(fight),
        other=fight.against if op.side == "you" else fight.you,
        rolls=ours,
        n=ours[0] - ours[1],
        cites=("fate.reroll", "combat.fate-order"),
    )


@takes("luck")
def take_reroll(g: WorkingState, op: o.OfferReroll, to: None, key: str, answer: Answer) -> int | None:
    """Keep the roll, or pay fate and jump back to the throw."""
    if key == "keep":
        return None
    fight = running(g)
    roll, die = _roll(fight, op.side), int(read_key(key).item)
    assert roll is not None
    pay_fate(g, roller(g, op.side), die, roll.faces[die])
    g.fight = _with_roll(fight, op.side, lifted(roll, die))
    return g.runtime.programs[g.frame.program].jump_labels[f"throw_{op.side}"]


# --- who won ---


@operation("compare")
def compare(g: WorkingState, op: o.Compare, to: None) -> None:
    """Compare the scores: the higher one wins (`combat.win`), equal ones are a stand-off (`combat.standoff`)."""
    fight = running(g)
    mine, theirs = scores(g)
    result = "won" if mine > theirs else "lost" if mine < theirs else "standoff"
    winner = fight.you if result == "won" else fight.against
    used = used_now(g, winner) if winner >= 0 else ()
    g.fight = replace(fight, result=result, scores=(mine, theirs), used=used)
    rolls = ((fight.you, fight.mine), (fight.against, fight.theirs))
    faces = tuple(die_value(g, who, r) if who >= 0 else r.value for who, r in rolls if r and r.faces)
    rule = {"won": "combat.win", "lost": "combat.lose", "standoff": "combat.standoff"}[result]
    g.tell(
        "fought",
        fight.you,
        other=fight.against,
        what=result,
        cards=tuple(f.card or f.name for f in fight.foes),
        scores=(mine, theirs),
        faces=faces,
        cause=fight.stat,
        cites=(rule, "combat.score"),
    )


@operation("defeat")
def defeat(g: WorkingState, op: o.Defeat, to: None) -> None:
    """Push what the cards of the creatures that won say; `into` is 1 if each of them says something."""
    fight = running(g)
    told = [foe.card for foe in fight.foes if f"{plain_card(foe.card)}.lost" in g.runtime.programs]
    for card in reversed(told):
        g.push(f"{plain_card(card)}.lost", fight.you, source=card)
    g.put(op.into, 1 if told and len(told) == len(fight.foes) else "")


@operation("beaten")
def beaten(g: WorkingState, op: o.Beaten, to: None) -> None:
    """Kill the beaten creatures and keep them as trophies (`trophy.keep`), unless a Spell saved them."""
    fight = running(g)
    if g.get("cancelled"):
        g.fight = replace(fight, result="standoff")
        g.tell("saved", cards=tuple(f.card or f.name for f in fight.foes), cites=("combat.standoff",))
        return
    for foe in fight.foes:
        if foe.card and foe.card in g.lying(fight.where):
            _kill(g, fight, foe)
        fire(g, "killed", fight.you, cause="fight", target=foe.type if foe.card else "creature", used=fight.used)


def _kill(g: WorkingState, fight: Fight, foe: Foe) -> None:
    """Move a killed foe's card to the trophies, or discard it for experience, as the edition says (`trophy.keep`).

    It need not be kept, but is, unasked: a trophy costs nothing, has no limit and need not be traded.
    """
    g.lift(foe.card, fight.where)
    for held in active_modifiers(g, fight.you).of(Replace, "trophy"):
        if holds_for(g, held, fight.you):
            part_of_trophies(g, fight.you, foe.card)
            g.push(g.runtime.modifier_program(held), fight.you, source=foe.card)
            return
    if foe.card in g.owned or g.figures["trophy.kept"] == "cards":
        part_of_trophies(g, fight.you, foe.card)
        g.tell("trophy", fight.you, card=foe.card, n=foe.strength or foe.craft, cites=("trophy.keep",))
        return
    g.return_card(foe.card)
    g.set(fight.you, experience=g.players[fight.you].experience + (foe.strength or foe.craft))
    g.tell("experience", fight.you, card=foe.card, n=foe.strength or foe.craft, cites=("trophy.keep",))


def part_of_trophies(g: WorkingState, you: int, card: str) -> None:
    """Add a card to a seat's trophies."""
    g.set(you, trophies=(*g.players[you].trophies, card))


# --- the end of a fight ---


@operation("end_fight")
def end_fight(g: WorkingState, op: o.EndFight, to: None) -> None:
    """Clear the fight and return its result; end the turn if it was not won (`combat.lose`).

    A fight between characters ends the turn unless it was evaded (`combat.rewards`); where the space is met besides,
    one that was won does not (`house.meet-both`).
    """
    fight = running(g)
    g.result = fight.result
    tidy_fight(g)
    goes_on = ("evaded", "won") if g.figures["meet.both"] else ("evaded",)
    over = fight.result in ("lost", "standoff") or (fight.against >= 0 and fight.result not in goes_on)
    if over and fight.ends:
        g.halt("turn")
