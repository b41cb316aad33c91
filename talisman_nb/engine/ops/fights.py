"""Operations of a fight in their order: opening it, fight or evade, bribes, weapons, throws, fate, scores, its end."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.active_modifiers import fire, permit
from talisman_nb.engine.book_runtime import DIE, WAIT, asks, operation, takes, text_rule
from talisman_nb.engine.characters import can_reply
from talisman_nb.engine.costs import amount_of
from talisman_nb.engine.covers import space_facts
from talisman_nb.engine.fight import (
    evade_foe,
    fire_unbeaten,
    foe_name,
    leave_foe,
    open_fight,
    own_losses,
    roller,
    running,
    tidy_fight,
    unwilling,
)
from talisman_nb.engine.lists import seat
from talisman_nb.engine.meeting_order import evade_all, note_unbeaten
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.scores import DICE, OWN, attack_dice, score_of_roll, scores, used_now
from talisman_nb.engine.totals import objects
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, ClosedReason, EventKind, Fight, Foe, Option, Roll, key_of, read_key
from talisman_nb.rules.book import plain_card
from talisman_nb.rules.house_rules import house_rule_cited as cited_in

from .dice import KEEP, add_face, can_reroll, complete, lift_die, pay_reroll, reroll_offers
from .flow import nothing

FIGHT, EVADE, LEAVE = "fight", "evade", "leave"

Leaving = tuple[EventKind, str, tuple[str, ...]]
"""A way to leave a fight: the kind of event, the result, the rules."""
EVADED: Final[Leaving] = ("evaded", "evaded", ("evade.effect",))


@operation("attack")
def attack(g: WorkingState, op: o.Attack, to: None) -> None:
    """Open a fight with the creatures of the operation, or with the card or seat a variable names."""
    you, stat = seat(g, op.who), "craft" if op.by == "psychic" else "strength"
    if isinstance(op.foes, str):
        name = g.get(op.foes)
        if name in (None, ""):  # the variable is empty: no target was picked
            nothing(g, op, None)
            g.result = "gone"
        elif isinstance(name, int):
            open_fight(g, you, against=name, stat=stat, ends=op.ends, spoils=op.spoils)
        else:
            open_fight(g, you, cards=(str(name),), stat=stat, ends=op.ends)
        return
    foes = tuple(Foe(m.name, amount_of(g, m.strength), amount_of(g, m.craft), "", m.type) for m in op.foes)
    open_fight(g, you, foes=foes, stat=stat, ends=op.ends)


# --- fight or evade ---


def _face_options(g: WorkingState, side: str) -> tuple[Option, ...]:
    """The options of a side before the dice; all but fighting are closed once the seat stands (`combat.sequence`)."""
    fight = running(g)
    who = roller(g, side)
    right = permit(g, who, "evade", fight.you if who != fight.you else fight.against)
    closed = right.closed
    cites = right.cites
    if fight.against < 0 and not space_facts(g, fight.where).evading:
        closed, cites = "inner-evade", ("inner.immune", "evade.inner")
    leave = (Option(LEAVE, cites=("ability.text",)),) if side == "you" and unwilling(g, who) else ()
    away = (Option(EVADE, closed, cites or ("evade.what",), right.source), *_bribes(g, side))
    found = (*leave, Option(FIGHT)) if leave else (Option(FIGHT), *away)
    if g.moment == "before_fight":
        return found
    late: dict[str, Any] = {"closed": "stands", "cites": ("combat.sequence",)}
    return tuple(option if option.closed or option.key == FIGHT else replace(option, **late) for option in found)


def _bribes(g: WorkingState, side: str) -> tuple[Option, ...]:
    """Options to bribe foes that do not attack once they are paid."""
    fight, found = running(g), []
    for at, foe in enumerate(fight.foes if side == "you" else ()):
        price = g.facts[foe.card].bribe if foe.card else 0
        if price:
            closed: ClosedReason = "no-gold" if g.players[fight.you].gold < price else ""
            found.append(Option(key_of("bribe", at), closed, ("card.text", "gold.pay"), foe.card, n=price))
    return tuple(found)


def _bribe(g: WorkingState, at: int) -> int | None:
    """Pay a foe: it leaves the fight and stays on its space as neither killed nor evaded (`meet.enemies-first`).

    With the house rule `switch.bandit_passed` it counts as evaded.
    """
    fight = running(g)
    price = g.facts[fight.foes[at].card].bribe
    g.set(fight.you, gold=g.players[fight.you].gold - price)
    g.tell("paid", fight.you, what="gold", n=price, source=fight.foes[at].card, cites=("gold.pay", "card.text"))
    spared = evade_foe if g.figures["switch.bandit_passed"] else leave_foe
    spared(g, at)
    return None if g.pending_stop else WAIT


@operation("face")
def fight_or_evade(g: WorkingState, op: o.FightOrEvade, to: None) -> int | None:
    """Wait for fight or evade. A defender that can't evade is not asked, unless any seat holds a Spell.

    A Spell may let it evade; looking at which Spells are held would reveal hidden hands.
    """
    evade = next((option for option in _face_options(g, op.side) if option.key == EVADE), None)
    if op.side == "foe" and evade and evade.closed and not can_reply(g):
        return None
    return WAIT


@asks("face")
def ask_fight_or_evade(g: WorkingState, op: o.FightOrEvade, to: None) -> Ask:
    """Ask whether to fight or evade; evading is closed if no right allows it."""
    fight, who = running(g), roller(g, op.side)
    other = fight.against if who == fight.you else fight.you
    offers = action_offers(g, who) + _wield_offers(g, who)
    return Ask(
        g.ply,
        "fight",
        who,
        fight.stat,
        _face_options(g, op.side),
        offers,
        source=foe_name(fight),
        other=other,
        cites=("evade.what", "combat.sequence"),
    )


def _wield_offers(g: WorkingState, who: int) -> tuple[Option, ...]:
    """Offers to use another weapon than the best ones, if the seat has more than it may use."""
    if running(g).stat != "strength":
        return ()
    held = dict.fromkeys([card for card in objects(g, who) if g.means(card, "weapon")])
    weapons = [card for card in held if not permit(g, who, "use_weapon", card=card).closed]
    if len(weapons) < 2:
        return ()
    taken = used_now(g, who)
    spare = [card for card in weapons if card not in taken]
    if len(spare) == len(weapons):  # no weapon may be used, or none adds anything here
        return ()
    return tuple(Option(key_of("wield", card), cites=("carry.weapon",), source=card) for card in spare)


@takes("face")
def take_fight_or_evade(g: WorkingState, op: o.FightOrEvade, to: None, key: str, answer: Answer) -> int | None:
    """Fight, change the weapon, bribe a foe, or leave the fight by jumping to `over` (`evade.effect`)."""
    fight = running(g)
    if key == FIGHT:
        return None
    if read_key(key).verb == "wield":
        g.fight = replace(fight, wielded=(read_key(key).item, *fight.wielded))
        return WAIT
    if read_key(key).verb == "bribe":
        return _bribe(g, int(read_key(key).item))
    kind, result, cites = _left_alone(g, fight) if key == LEAVE else EVADED
    g.fight = replace(fight, result=result)
    who = roller(g, op.side)
    if result == "evaded" and fight.against < 0:
        evade_all(g, who)
    cards, other = tuple(f.card or f.name for f in fight.foes), fight.you if op.side == "foe" else fight.against
    g.tell(kind, who, cards=cards, other=other, cites=cites)
    fire_unbeaten(g, fight.foes)
    return g.runtime.programs[g.frame.program].jump_labels["over"]


def _left_alone(g: WorkingState, fight: Fight) -> Leaving:
    """Leave foes that do not attack: nothing is evaded, and an Enemy is noted as unbeaten.

    A creature without a card is no Enemy (`combat.creature`).
    """
    if not any(foe.card for foe in fight.foes):
        return "left_alone", "left", ("ability.text",)
    note_unbeaten(g, fight.you)
    return "left_alone", "left", ("ability.text", "meet.enemies-first")


@operation("face_off")
def before_duel_dice(g: WorkingState, op: o.BeforeDuelDice, to: None) -> int:
    """Wait for the attacker before the dice, so that it can use Spells and abilities (`combat.characters`)."""
    return WAIT


@asks("face_off")
def ask_before_duel_dice(g: WorkingState, op: o.BeforeDuelDice, to: None) -> Ask:
    """Ask the attacker to fight, with its actions and weapons as offers."""
    fight = running(g)
    offers = action_offers(g, fight.you) + _wield_offers(g, fight.you)
    return Ask(
        g.ply,
        "fight",
        fight.you,
        fight.stat,
        (Option(FIGHT),),
        offers,
        other=fight.against,
        cites=("combat.characters",),
    )


@takes("face_off")
def take_before_duel_dice(g: WorkingState, op: o.BeforeDuelDice, to: None, key: str, answer: Answer) -> int | None:
    """Change the weapon and ask again, or go on to the dice."""
    if read_key(key).verb == "wield":
        g.fight = replace(running(g), wielded=(read_key(key).item, *running(g).wielded))
        return WAIT
    return None


def _roll(fight: Fight, side: str) -> Roll | None:
    return fight.mine if side == "you" else fight.theirs


def _with_roll(fight: Fight, side: str, roll: Roll) -> Fight:
    return replace(fight, mine=roll) if side == "you" else replace(fight, theirs=roll)


@operation("throw")
def throw(g: WorkingState, op: o.AttackThrow, to: None) -> int | None:
    """Make the attack roll of one side; the victim of an assassin throws no die."""
    fight = running(g)
    if fight.decided:
        return None
    roll, dice = _roll(fight, op.side), attack_dice(g, op.side)
    if not dice:
        g.fight = _with_roll(fight, op.side, Roll(()))
        return None
    return None if roll is not None and complete(roll, dice) else WAIT


@asks("throw")
def ask_throw(g: WorkingState, op: o.AttackThrow, to: None) -> Ask:
    """Ask for the next die of one side."""
    fight = running(g)
    found = _roll(fight, op.side)
    faces = found.faces if found else ()
    missing = attack_dice(g, op.side) - (len(faces) - faces.count(0))
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
def take_throw(g: WorkingState, op: o.AttackThrow, to: None, key: str, answer: Answer) -> int | None:
    """Store the die; the moment becomes `dice`: what belongs before them can't be used any more (`combat.sequence`)."""
    g.moment = "dice"
    fight = running(g)
    roll = add_face(_roll(fight, op.side), int(key))
    g.fight = _with_roll(fight, op.side, roll)
    return None if complete(roll, attack_dice(g, op.side)) else WAIT


@operation("luck")
def offer_reroll(g: WorkingState, op: o.OfferReroll, to: None) -> int | None:
    """Let a side reroll its attack die for fate: attacker first, then defender (`combat.fate-order`)."""
    fight = running(g)
    if fight.decided or (op.side == "foe" and fight.against < 0):
        return None
    return WAIT if can_reroll(g, roller(g, op.side), _roll(fight, op.side), OWN) else None


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
        reroll_offers(g, who, roll, OWN),
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
    pay_reroll(g, roller(g, op.side), roll.faces[die], OWN)
    g.fight = _with_roll(fight, op.side, lift_die(roll, die))
    return g.runtime.programs[g.frame.program].jump_labels[f"throw_{op.side}"]


# --- who won ---


@operation("compare")
def compare(g: WorkingState, op: o.Compare, to: None) -> None:
    """Compare the scores: the higher one wins (`combat.win`), equal ones are a stand-off (`combat.standoff`).

    A card may have decided the fight before that.
    """
    fight = running(g)
    mine, theirs = scores(g)
    result = "won" if fight.decided or mine > theirs else "lost" if mine < theirs else "standoff"
    winner = fight.you if result == "won" else fight.against if result == "lost" else -1
    used = used_now(g, winner) if winner >= 0 else ()
    g.fight = replace(fight, result=result, scores=(mine, theirs), used=used)
    rolls = (("you", fight.mine), ("foe", fight.theirs))
    faces = tuple(score_of_roll(g, side, roll) for side, roll in rolls if roll and roll.faces)
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
        source=fight.decided,
        cites=(text_rule(fight.decided),) if fight.decided else (rule, "combat.score"),
    )
    if winner >= 0 and fight.against >= 0:
        fire(g, "won_fight", winner, other=fight.against if winner == fight.you else fight.you)
    elif result != "won":
        fire_unbeaten(g, fight.foes)
    for who, roll in ((fight.against, fight.theirs), (fight.you, fight.mine)):
        if who >= 0 and roll and roll.faces and 0 not in roll.faces:
            fire(g, "attack_rolled", who, faces=roll.faces)


@operation("defeat")
def defeat(g: WorkingState, op: o.Defeat, to: None) -> None:
    """Push what the cards of the creatures that won say; `into` is 1 if each of them says something."""
    fight = running(g)
    told = own_losses(g)
    for card in reversed(told):
        g.push(f"{plain_card(card)}.lost", fight.you, source=card)
    g.put(op.into, 1 if told and len(told) == len(fight.foes) else "")


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
