"""Battle and psychic combat, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import number
from talisman_nb.engine.conditions import holds_for
from talisman_nb.engine.fighting import die_value, leave_foe, open_fight, scores, tidy_fight, unwilling, used_now
from talisman_nb.engine.kit import kit
from talisman_nb.engine.link import DIE
from talisman_nb.engine.lists import seat
from talisman_nb.engine.meeting import note_unbeaten
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.play import Play
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.totals import objects
from talisman_nb.engine.triggers import fire
from talisman_nb.model import Answer, Ask, Fight, Foe, Option, Roll

from .chance import KEEP, can_use_fate, complete, dice_for, fate_offers, lifted, pay_fate, thrown

FIGHT, EVADE, LEAVE = "fight", "evade", "leave"


def running(g: Play) -> Fight:
    """The fight that is going on."""
    assert g.fight is not None
    return g.fight


def roller(g: Play, side: str) -> int:
    """The seat that throws for a side; for creatures the next player clockwise (`combat.sequence`)."""
    fight = running(g)
    if side == "you":
        return fight.you
    return fight.against if fight.against >= 0 else (fight.you + 1) % len(g.players)


@operation("attack")
def attack(g: Play, op: o.Attack, to: None) -> None:
    """Open a fight with what the program names."""
    you, stat = seat(g, op.who), "craft" if op.by == "psychic" else "strength"
    if isinstance(op.foes, str):
        name = g.get(op.foes)
        if isinstance(name, int):
            open_fight(g, you, against=name, stat=stat, ends=op.ends)
        else:
            open_fight(g, you, cards=(str(name),), stat=stat, ends=op.ends)
        return
    foes = tuple(Foe(m.name, number(g, m.strength), number(g, m.craft), "", m.type) for m in op.foes)
    open_fight(g, you, foes=foes, stat=stat, ends=op.ends)


# --- fight or evade ---


def _face_options(g: Play, side: str) -> tuple[Option, ...]:
    fight = running(g)
    who = roller(g, side)
    right = permit(g, who, "evade", fight.you if who != fight.you else fight.against)
    closed = right.closed
    cites = right.cites
    if fight.against < 0 and not g.board.rolls(fight.where):
        closed, cites = "inner-evade", ("inner.immune", "evade.inner")
    evade = Option(EVADE, closed, cites or ("evade.what",), right.source)
    if side == "you" and unwilling(g, who):
        return (Option(LEAVE, cites=("ability.text",)), Option(FIGHT))
    return (Option(FIGHT), evade, *_bribes(g, side))


def _bribes(g: Play, side: str) -> tuple[Option, ...]:
    """Foes that take gold and do not attack then."""
    fight, found = running(g), []
    for at, foe in enumerate(fight.foes if side == "you" else ()):
        price = g.facts[foe.card].bribe if foe.card else 0
        if price:
            closed = "no-gold" if g.players[fight.you].gold < price else ""
            found.append(Option(f"bribe:{at}", closed, ("card.text", "gold.pay"), foe.card, n=price))
    return tuple(found)


def _bribe(g: Play, at: int) -> int | None:
    """The gold goes to the stock; the foe stays where it is, neither killed nor evaded (`meet.enemies-first`)."""
    fight = running(g)
    price = g.facts[fight.foes[at].card].bribe
    g.set(fight.you, gold=g.players[fight.you].gold - price)
    g.tell("paid", fight.you, what="gold", n=price, source=fight.foes[at].card, cites=("gold.pay", "card.text"))
    leave_foe(g, at)
    return None if g.stop else WAIT


@operation("face")
def face(g: Play, op: o.Face, to: None) -> int | None:
    """Fight or evade: the moment for Spells too; a defender is asked only when it can evade."""
    if op.side == "foe" and _face_options(g, op.side)[1].closed:
        return None
    return WAIT


@asks("face")
def ask_face(g: Play, op: o.Face, to: None) -> Ask:
    """Fight, or evade if something allows it."""
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
        source=_foe_name(fight),
        other=other,
        cites=("evade.what", "combat.sequence"),
    )


def _foe_name(fight: Fight) -> str:
    return (fight.foes[0].card or fight.foes[0].name) if fight.foes else ""


def _wield_offers(g: Play, who: int) -> tuple[Option, ...]:
    """A weapon other than the best one, where there are more than may be used."""
    if running(g).stat != "strength":
        return ()
    weapons = dict.fromkeys([card for card in objects(g, who) if "weapon" in g.facts[card].keywords])
    if len(weapons) < 2:
        return ()
    taken = used_now(g, who)
    spare = [card for card in weapons if card not in taken]
    return tuple(Option(f"wield:{card}", cites=("carry.weapon",), source=card) for card in spare) if taken else ()


@takes("face")
def take_face(g: Play, op: o.Face, to: None, key: str, answer: Answer) -> int | None:
    """Stand and fight, or away (`evade.effect`)."""
    fight = running(g)
    if key == FIGHT:
        return None
    if key.startswith("wield:"):
        g.fight = replace(fight, wielded=(key.partition(":")[2], *fight.wielded))
        return WAIT
    if key.startswith("bribe:"):
        return _bribe(g, int(key.partition(":")[2]))
    if key == LEAVE:
        note_unbeaten(g, fight.you)
    g.fight = replace(fight, result="evaded" if key == EVADE else "left")
    who = roller(g, op.side)
    g.tell(
        "evaded" if key == EVADE else "left_alone",
        who,
        cards=tuple(f.card or f.name for f in fight.foes),
        other=fight.you if op.side == "foe" else fight.against,
        cites=("evade.effect",),
    )
    return g.linked.programs[g.frame.program].marks["over"]


@operation("face_off")
def face_off(g: Play, op: o.FaceOff, to: None) -> int:
    """The attacker's Spells and abilities come before the dice (`combat.characters`)."""
    return WAIT


@asks("face_off")
def ask_face_off(g: Play, op: o.FaceOff, to: None) -> Ask:
    """Fight, with what one has."""
    fight = running(g)
    offers = action_offers(g, fight.you) + _wield_offers(g, fight.you)
    return Ask(g.ply, "fight", fight.you, fight.stat, (Option(FIGHT),), offers, other=fight.against, cites=("combat.characters",))


@takes("face_off")
def take_face_off(g: Play, op: o.FaceOff, to: None, key: str, answer: Answer) -> int | None:
    """On to the dice."""
    if key.startswith("wield:"):
        g.fight = replace(running(g), wielded=(key.partition(":")[2], *running(g).wielded))
        return WAIT
    return None


# --- dice ---


def _roll(fight: Fight, side: str) -> Roll | None:
    return fight.mine if side == "you" else fight.theirs


def _with_roll(fight: Fight, side: str, roll: Roll) -> Fight:
    return replace(fight, mine=roll) if side == "you" else replace(fight, theirs=roll)


def _dice(g: Play, fight: Fight, side: str) -> int:
    if side == "foe" and fight.assassin:
        return 0
    return dice_for(g, roller(g, side), "attack", 1) if side == "you" or fight.against >= 0 else 1


@operation("throw")
def throw(g: Play, op: o.Throw, to: None) -> int | None:
    """The attack roll; an assassinated victim throws none."""
    fight = running(g)
    roll, dice = _roll(fight, op.side), _dice(g, fight, op.side)
    if not dice:
        g.fight = _with_roll(fight, op.side, Roll(()))
        return None
    return None if roll is not None and complete(roll, dice) else WAIT


@asks("throw")
def ask_throw(g: Play, op: o.Throw, to: None) -> Ask:
    """The next die of one side."""
    fight = running(g)
    found = _roll(fight, op.side)
    faces = found.faces if found else ()
    missing = _dice(g, fight, op.side) - sum(face > 0 for face in faces)
    purpose = "attack" if op.side == "you" else "defend" if fight.against >= 0 else "foe"
    return Ask(
        g.ply,
        "die",
        roller(g, op.side),
        purpose,
        DIE,
        chance=True,
        source=_foe_name(fight),
        other=fight.you,
        rolls=faces,
        n=missing,
        cites=("combat.sequence",),
    )


@takes("throw")
def take_throw(g: Play, op: o.Throw, to: None, key: str, answer: Answer) -> int | None:
    """A die lies."""
    fight = running(g)
    roll = thrown(_roll(fight, op.side), int(key))
    g.fight = _with_roll(fight, op.side, roll)
    return None if complete(roll, _dice(g, fight, op.side)) else WAIT


@operation("luck")
def luck(g: Play, op: o.Luck, to: None) -> int | None:
    """Fate on one's own attack die: attacker first, then defender (`combat.fate-order`)."""
    fight = running(g)
    if op.side == "foe" and fight.against < 0:
        return None
    return WAIT if can_use_fate(g, roller(g, op.side), _roll(fight, op.side)) else None


@asks("luck")
def ask_luck(g: Play, op: o.Luck, to: None) -> Ask:
    """Keep the roll or pay one fate; both scores stand in `rolls`: mine, theirs."""
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
        source=_foe_name(fight),
        other=fight.against if op.side == "you" else fight.you,
        rolls=ours,
        n=ours[0] - ours[1],
        cites=("fate.reroll", "combat.fate-order"),
    )


@takes("luck")
def take_luck(g: Play, op: o.Luck, to: None, key: str, answer: Answer) -> int | None:
    """Kept, or one die again."""
    if key == "keep":
        return None
    fight = running(g)
    roll, die = _roll(fight, op.side), int(key.partition(":")[2])
    assert roll is not None
    pay_fate(g, roller(g, op.side), die, roll.faces[die])
    g.fight = _with_roll(fight, op.side, lifted(roll, die))
    return g.linked.programs[g.frame.program].marks[f"throw_{op.side}"]


# --- who won ---


@operation("compare")
def compare(g: Play, op: o.Compare, to: None) -> None:
    """The higher score wins (`combat.win`); equal is a stand-off (`combat.standoff`)."""
    fight = running(g)
    mine, theirs = scores(g)
    result = "won" if mine > theirs else "lost" if mine < theirs else "standoff"
    winner = fight.you if result == "won" else fight.against
    used = used_now(g, winner) if winner >= 0 else ()
    g.fight = replace(fight, result=result, scores=(mine, theirs), used=used)
    faces = tuple(die_value(g, fight.you, r) if r is fight.mine else r.value for r in (fight.mine, fight.theirs) if r and r.faces)
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


@operation("beaten")
def beaten(g: Play, op: o.Beaten, to: None) -> None:
    """The beaten creatures are killed and kept as trophies, unless something stands in for that (`trophy.keep`)."""
    fight = running(g)
    if g.get("cancelled"):
        g.fight = replace(fight, result="standoff")
        g.tell("saved", cards=tuple(f.card or f.name for f in fight.foes), cites=("combat.standoff",))
        return
    for foe in fight.foes:
        if foe.card and foe.card in g.lying(fight.where):
            _kill(g, fight, foe)
        fire(g, "killed", fight.you, cause="fight", target=foe.type if foe.card else "creature", used=fight.used)


def _kill(g: Play, fight: Fight, foe: Foe) -> None:
    g.lift(foe.card, fight.where)
    for held in kit(g, fight.you).of("replace.trophy"):
        if holds_for(g, held, fight.you):
            part_of_trophies(g, fight.you, foe.card)
            g.push(g.linked.modifier_program(held), fight.you, source=foe.card)
            return
    if foe.card in g.owned or g.book.table["trophy.kept"] == "cards":
        part_of_trophies(g, fight.you, foe.card)
        g.tell("trophy", fight.you, card=foe.card, n=foe.strength or foe.craft, cites=("trophy.keep",))
        return
    g.away(foe.card)
    g.set(fight.you, experience=g.players[fight.you].experience + (foe.strength or foe.craft))
    g.tell("experience", fight.you, card=foe.card, n=foe.strength or foe.craft, cites=("trophy.keep",))


def part_of_trophies(g: Play, you: int, card: str) -> None:
    """The card lies among the trophies."""
    g.set(you, trophies=(*g.players[you].trophies, card))


# --- the end of a fight ---


@operation("end_fight")
def end_fight(g: Play, op: o.EndFight, to: None) -> None:
    """The fight is put away; one not won ends the turn, one between characters always (`combat.lose`, `combat.rewards`)."""
    fight = running(g)
    g.result = fight.result
    tidy_fight(g)
    over = fight.result in ("lost", "standoff") or (fight.against >= 0 and fight.result != "evaded")
    if over and fight.ends:
        g.halt("turn")
