"""Fights: what attacks as one, what comes first, opening one, removing foes, ending it; for scores see `scores`."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards.modifiers import On, UnattackedBy
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Fight, Foe
from talisman_nb.rules.book import plain_card

from .active_modifiers import active_modifiers, begin, fire, holds_for
from .card_transfers import may_visit, put_down
from .effects import end_effects
from .meeting_order import SPACE, THINGS, UNBEATEN, Thing, kind_met, note_unbeaten
from .working_state import WorkingState

BATTLE, PSYCHIC = "strength", "craft"
"""Values of `Fight.stat`."""
FIGHT: Final = "turn.fight.do"
"""The program of a fight with creatures."""


def running(g: WorkingState) -> Fight:
    """The running fight; there must be one."""
    assert g.fight is not None
    return g.fight


def roller(g: WorkingState, side: str) -> int:
    """The seat that throws for a side ("you" or "foe"); for creatures the next person clockwise (`combat.sequence`)."""
    fight = running(g)
    if side == "you":
        return fight.you
    return fight.against if fight.against >= 0 else g.next_person(fight.you)


def facing(fight: Fight) -> int:
    """The attacked seat, which may fight or evade (`combat.sequence`, `combat.characters`)."""
    return fight.against if fight.against >= 0 else fight.you


def foe_name(fight: Fight) -> str:
    """The card or name of the first foe, after which the fight is named; "" in a duel."""
    return (fight.foes[0].card or fight.foes[0].name) if fight.foes else ""


def own_losses(g: WorkingState) -> list[str]:
    """The cards of the foes that say themselves what whoever loses to them loses (`card.text`)."""
    return [foe.card for foe in running(g).foes if f"{plain_card(foe.card)}.lost" in g.runtime.programs]


def psychic(g: WorkingState, card: str) -> bool:
    """Whether a card attacks with craft: it has craft and no strength (`combat.kind`)."""
    facts = g.facts[card]
    return bool(facts.craft) and not facts.strength


def attackers(g: WorkingState, you: int, cards: list[str]) -> list[str]:
    """The cards that fight as one with the first (`combat.several`); those that do not attack this seat left out."""
    spared = left_alone_by(g, you)
    cards = [card for card in cards if g.facts[card].type not in spared] or cards
    first = psychic(g, cards[0])
    if _both(g, cards[0]) or (first and not g.figures["combat.joint_craft"]):
        return cards[:1]
    return [card for card in cards if psychic(g, card) == first and not _both(g, card)]


def _both(g: WorkingState, card: str) -> bool:
    """Whether a card has strength and craft: it fights alone, by what is chosen."""
    return bool(g.facts[card].strength and g.facts[card].craft)


def to_order(g: WorkingState, you: int, things: list[Thing], met: tuple[Any, ...]) -> list[str]:
    """The cards one of which comes first by the seat's choice: equal in number, each met by itself.

    `things` are those to be met, in order, `met` what was: an Enemy that was not beaten guards all but Enemies.
    """
    if g.figures["order.equal"] != "choice" or things[0].card == SPACE:
        return []
    cards = [t.card for t in things if t.number == things[0].number and t.card != SPACE]
    enemies = [card for card in cards if g.facts[card].type in ENEMIES]
    others = [card for card in cards if card not in enemies and not left_to_choice(g, you, card)]
    groups = []
    while enemies:
        together = attackers(g, you, enemies)
        groups.append(together[0])
        enemies = [card for card in enemies if card not in together]
    return groups if UNBEATEN in met else [*groups, *dict.fromkeys(others)]


def left_to_choice(g: WorkingState, you: int, card: str) -> bool:
    """Whether a card may be left: it is taken or visited as one likes, or was given up here for a limit this turn."""
    thing, p = kind_met(g, card) in THINGS, g.players[you]
    return (thing and (not g.must_take(card) or put_down(p.space, card) in p.used)) or may_visit(g, you, card)


def chosen_first(things: list[Thing], card: str) -> list[Thing]:
    """The things with a card of the first number put in front of the others."""
    at = next(at for at, thing in enumerate(things) if thing.card == card)
    return [things[at], *things[:at], *things[at + 1 :]]


def foe_of(g: WorkingState, card: str) -> Foe:
    """The foe made of a card."""
    facts = g.facts[card]
    return Foe(card, facts.strength, facts.craft, card, facts.type)


def open_fight(
    g: WorkingState,
    you: int,
    *,
    cards: tuple[str, ...] = (),
    foes: tuple[Foe, ...] = (),
    against: int = -1,
    stat: str = BATTLE,
    ends: bool = True,
    spoils: bool = True,
) -> None:
    """Begin a fight with cards on the space, creatures without a card (`foes`) or a character (`against`).

    `stat` is `BATTLE` or `PSYCHIC`; with `ends` a fight that is not won ends the turn. Without `spoils` the
    attacker of a character is not rewarded.
    """
    against_cards = tuple(foe_of(g, card) for card in cards)
    g.fight = Fight(you, stat, against_cards + foes, against, ends=ends, where=g.players[you].space)
    if not spoils:
        g.fight = replace(g.fight, reward="none")
    g.modifiers[you] = None
    rule = "combat.characters" if against >= 0 else "combat.creature"
    names = tuple(foe.card or foe.name for foe in g.fight.foes)
    g.tell(
        "attacks",
        you,
        other=against,
        cards=names,
        what=stat,
        space=g.players[you].space,
        source=g.frame.source,
        cites=(rule,),
    )
    g.push("turn.duel.do" if against >= 0 else FIGHT, you, other=against, source=g.frame.source)
    fire(g, "fight_begins", you, other=against)


def unwilling(g: WorkingState, you: int) -> bool:
    """Whether none of the foes attacks this seat (animals and the Minstrel): it may fight them or leave them alone."""
    fight = g.fight
    assert fight is not None
    spared = left_alone_by(g, you)
    return bool(spared) and fight.against < 0 and all(foe.type in spared for foe in fight.foes)


def left_alone_by(g: WorkingState, you: int) -> set[str]:
    """The types of creatures that do not attack this seat."""
    return {
        kind for held in active_modifiers(g, you).of(UnattackedBy) if holds_for(g, held, you) for kind in held.mod.types
    }


def fire_unbeaten(g: WorkingState, foes: tuple[Foe, ...]) -> None:
    """Fire the trigger `unbeaten` of the seat that fights: of Enemies in the fight that of these only."""
    fight = running(g)
    cards, others = {foe.card for foe in foes}, {foe.card for foe in fight.foes}
    for held in active_modifiers(g, fight.you).of(On, "unbeaten"):
        if (held.source in cards or held.source not in others) and holds_for(g, held, fight.you):
            begin(g, held, fight.you)


def drop_foe(g: WorkingState, at: int) -> None:
    """Remove the foe at this index; frames that hold the index of a foe (charming, destroying) will be dropped."""
    fight = g.fight
    assert fight is not None
    g.fight = replace(fight, foes=fight.foes[:at] + fight.foes[at + 1 :])
    g.modifiers[fight.you] = None
    g.foes_changed = g.guards_changed = g.stack_changed = True


def one_less(g: WorkingState, at: int, result: str) -> None:
    """Remove a foe; if it was the last, end the fight with this result."""
    drop_foe(g, at)
    assert g.fight is not None
    if not g.fight.foes:
        g.fight = replace(g.fight, result=result)
        g.halt("fight")


def leave_foe(g: WorkingState, at: int) -> None:
    """Remove a foe that does not attack: its card stays, noted as neither killed nor evaded (`meet.enemies-first`)."""
    fight = g.fight
    assert fight is not None
    foe = fight.foes[at]
    g.tell("left_alone", fight.you, cards=(foe.card or foe.name,), source=g.frame.source, cites=("meet.enemies-first",))
    if foe.card:
        note_unbeaten(g, fight.you)
    fire_unbeaten(g, (foe,))
    one_less(g, at, "left")


def evade_foe(g: WorkingState, at: int) -> None:
    """Remove a foe as evaded: it takes no part in the fight (`evade.effect`)."""
    fight = g.fight
    assert fight is not None
    foe = fight.foes[at]
    g.tell("evaded", fight.you, cards=(foe.card or foe.name,), source=g.frame.source, cites=("evade.effect",))
    fire_unbeaten(g, (foe,))
    one_less(g, at, "evaded")


def foe_gone(g: WorkingState, card: str, space: str) -> None:
    """Remove the foe whose card left the space of the running fight."""
    fight = g.fight
    if fight is None or fight.where != space:
        return
    for at, foe in enumerate(fight.foes):
        if foe.card == card:
            one_less(g, at, "gone")
            return


def tidy_fight(g: WorkingState) -> None:
    """Clear the fight and end the effects that last until its end."""
    if g.fight is not None:
        g.modifiers[g.fight.you] = None
    g.fight = None
    if any(effect.until == "fight" for effect in g.effects):
        end_effects(g, lambda effect: effect.until == "fight")
