"""Operations on beaten foes and Followers, the goods of a killed character, and the reward of a fight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import role_given
from talisman_nb.cards.modifiers import Replace, TrophiesBuy
from talisman_nb.engine.active_modifiers import ActiveModifier, active_modifiers, fire, holds_for, permit
from talisman_nb.engine.book_runtime import WAIT, asks, operation, rules_cited, takes, text_rule
from talisman_nb.engine.card_transfers import GOLD, forbidden, give, remove_card, take_gold
from talisman_nb.engine.characters import can_reply, lose_life
from talisman_nb.engine.costs import foe_named
from talisman_nb.engine.fight import evade_foe, fire_unbeaten, leave_foe, one_less, running
from talisman_nb.engine.lists import seat, takeable
from talisman_nb.engine.meeting_order import evade_all
from talisman_nb.engine.totals import as_number, objects
from talisman_nb.engine.working_state import WorkingState, without
from talisman_nb.model import Answer, Ask, ClosedReason, Fight, Foe, Option
from talisman_nb.rules.book import plain_card

from .encounter import ALL, DONE
from .flow import nothing
from .stats import PART, ask_how_much, gold_options, take_loot


@operation("beaten")
def beaten(g: WorkingState, op: o.Beaten, to: None) -> None:
    """Kill the beaten creatures and keep them as trophies (`trophy.keep`), unless a Spell saved them."""
    fight = running(g)
    if g.get("cancelled"):
        g.fight = replace(fight, result="standoff")
        g.tell("saved", cards=tuple(f.card or f.name for f in fight.foes), cites=("combat.standoff",))
        fire_unbeaten(g, fight.foes)
        return
    fire(g, "won_fight", fight.you)
    for foe in fight.foes:
        if foe.card and foe.card in g.lying(fight.where):
            _kill(g, fight, foe)
        fire(g, "killed", fight.you, cause="fight", target=foe.type if foe.card else "creature", used=fight.used)


def _kill(g: WorkingState, fight: Fight, foe: Foe) -> None:
    """Move a killed foe's card to the trophies, or discard it for experience, as the edition says (`trophy.keep`).

    It need not be kept, but is, unasked: a trophy costs nothing, has no limit and need not be traded.
    """
    g.lift(foe.card, fight.where)
    if held := _trophy_replacement(g, fight, foe):
        part_of_trophies(g, fight.you, foe.card)
        g.push(g.runtime.modifier_program(held), fight.you, source=foe.card)
        return
    if g.figures["trophy.kept"] == "cards":
        only = next(
            (one.mod for one in active_modifiers(g, fight.you).of(TrophiesBuy) if holds_for(g, one, fight.you)), None
        )
        part_of_trophies(g, fight.you, f"{plain_card(foe.card)}@{only.what}" if only else foe.card)
        g.tell(
            "trophy", fight.you, what=only.what if only else "", card=foe.card, n=foe.strength or foe.craft,
            cites=("trophy.keep", *(only.cites if only else ())),
        )  # fmt: skip
        return
    g.return_card(foe.card)
    g.set(fight.you, experience=g.players[fight.you].experience + (foe.strength or foe.craft))
    g.tell("experience", fight.you, card=foe.card, n=foe.strength or foe.craft, cites=("trophy.keep",))


def _trophy_replacement(g: WorkingState, fight: Fight, foe: Foe) -> ActiveModifier[Replace] | None:
    """Return what replaces keeping the card of a killed foe: first as itself says, which holds for no other foe."""
    others = [one.card for one in fight.foes if one.card != foe.card]
    found = [one for one in active_modifiers(g, fight.you).of(Replace, "trophy") if one.source not in others]
    found.sort(key=lambda one: one.source != foe.card)
    return next((one for one in found if holds_for(g, one, fight.you)), None)


def part_of_trophies(g: WorkingState, you: int, card: str) -> None:
    """Add a card to a seat's trophies."""
    g.set(you, trophies=(*g.players[you].trophies, card))


@operation("foe_out")
def foe_out(g: WorkingState, op: o.FoeOut, to: None) -> None:
    """Remove one foe from the fight; the last one ends it.

    The turn goes on, unless an Enemy stays that was neither killed nor evaded (`meet.enemies-first`).
    """
    found = foe_named(g, op.foe)
    if found is None:
        nothing(g, op, None)
    else:
        OUT[op.how](g, op, *found)


def _destroy_foe(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Discard the foe's card; it is no trophy."""
    fight = running(g)
    if foe.card in g.lying(fight.where):  # a correction by hand may have moved it
        g.lift(foe.card, fight.where)
        g.return_card(foe.card)
    g.tell(
        "destroyed", fight.you, cards=(foe.card or foe.name,), source=g.frame.source, cites=(text_rule(g.frame.source),)
    )
    one_less(g, at, "destroyed")


def _evade_foe(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Remove the foe as evaded."""
    evade_foe(g, at)


def _leave_foe(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Remove the foe as one that does not attack; its card stays."""
    leave_foe(g, at)


def _take_foe(g: WorkingState, op: o.FoeOut, at: int, foe: Foe) -> None:
    """Give the foe's card to the seat in the role the operation names (raised, charmed)."""
    fight = running(g)
    if foe.card in g.lying(fight.where):  # a correction by hand may have moved it
        g.lift(foe.card, fight.where)
        taken = f"{foe.card}@{role_given(g.frame.program, op.as_)}"
        give(g, fight.you, taken, fight.where, g.frame.source, rules_cited(op, g.frame.source))
    one_less(g, at, "taken")


OUT: Final[dict[str, Callable[[WorkingState, o.FoeOut, int, Foe], None]]] = {
    "destroyed": _destroy_foe, "evaded": _evade_foe, "left": _leave_foe, "taken": _take_foe,
}  # fmt: skip


@operation("evade")
def evade(g: WorkingState, op: o.Evade, to: None) -> None:
    """Evade the fight before the dice, or an ability about to be used on the seat (`evade.effect`, `evade.what`)."""
    fight, you = g.fight, g.frame.you
    if fight is None:
        g.tell("evaded", you, other=g.frame.other, source=g.frame.source, cites=("evade.effect", "evade.what"))
        g.halt("encounter")
        return
    g.fight = replace(fight, result="evaded")
    if fight.against < 0:
        evade_all(g, you)
    other = fight.you if fight.against == you else fight.against
    g.tell(
        "evaded",
        you,
        other=other,
        cards=tuple(f.card or f.name for f in fight.foes),
        source=g.frame.source,
        cites=("evade.effect",),
    )
    fire_unbeaten(g, fight.foes)
    g.halt("fight")


@operation("fight_by")
def fight_by(g: WorkingState, op: o.FightBy, to: None) -> None:
    """Change what the running fight is about, as long as no die of it was thrown."""
    fight = g.fight
    if fight is None or fight.mine or fight.theirs:
        nothing(g, op, None)
        return
    g.fight = replace(fight, stat="craft" if op.by == "psychic" else "strength")
    g.modifiers[fight.you] = None


@operation("win_fight")
def win_fight(g: WorkingState, op: o.WinFight, to: None) -> None:
    """Note by which card the attacker wins; the steps that are left of its dice are passed over."""
    if g.fight is None or g.fight.result:
        nothing(g, op, None)
    else:
        g.fight = replace(g.fight, decided=g.frame.source)


@operation("ambush")
def ambush(g: WorkingState, op: o.Ambush, to: None) -> None:
    """Mark the fight as an assassination: the attacked side throws no die, the reward may be limited to a life."""
    fight = g.fight
    if fight is None:
        nothing(g, op, None)
        return
    g.fight = replace(fight, assassin=True, reward=op.reward)
    g.tell("ambushes", fight.you, other=fight.against, source=g.frame.source, cites=("ability.text",))


# --- Followers ---


@operation("kill")
def kill(g: WorkingState, op: o.Kill, to: None) -> None:
    """Kill a Follower of the seat (`followers.killed`); with a reaction point first if any seat holds a Spell."""
    you = seat(g, op.who)
    card = str(g.get(op.what)) if op.what in g.names else g.frame.source if op.what == "this" else op.what
    if not card or card not in g.players[you].goods:
        return
    if can_reply(g):
        g.push("turn.follower_dies.do", you, source=g.frame.source, given={"card": card, "cancelled": 0})
    else:
        kill_follower(g, you, card)


@operation("follower_goes")
def follower_goes(g: WorkingState, op: o.FollowerGoes, to: None) -> None:
    """Kill the Follower unless a Spell saved it."""
    you, card = g.frame.you, str(g.get(op.card))
    if not g.get(op.cancelled) and card in g.players[you].goods:
        kill_follower(g, you, card)


def kill_follower(g: WorkingState, you: int, card: str) -> None:
    """Discard a killed Follower (`followers.killed`)."""
    remove_card(g, you, card)
    g.return_card(card)
    g.tell("follower_killed", you, card=card, source=g.frame.source, cites=("followers.killed",))


CITES: Final = ("combat.kill-goods",)


def _left_to_take(g: WorkingState, op: o.Plunder) -> tuple[tuple[str, ...], int]:
    """The killed character's cards and gold that still lie on the space, or are set aside for the next one."""
    you, dead = g.frame.you, g.players[g.frame.other]
    here, cards = [*g.lying(g.players[you].space), *dead.aside], []
    for card in g.cards(op.loot):
        if card in here:
            here.remove(card)
            cards.append(card)
    return tuple(cards), max(g.gold[g.here(you)] - as_number(g.get(op.lay)), 0) + dead.purse


def _options(g: WorkingState, op: o.Plunder) -> list[Option]:
    you = g.frame.you
    cards, gold = _left_to_take(g, op)
    found = []
    for card in cards:
        reason, rules = forbidden(g, you, card)
        found.append(Option(card, reason, rules or CITES, card))
    return found + gold_options(g, you, gold, CITES)


@operation("plunder")
def plunder(g: WorkingState, op: o.Plunder, to: None) -> int | None:
    """Wait as long as anything can be taken."""
    return WAIT if any(not option.closed for option in _options(g, op)) else None


@asks("plunder")
def ask_plunder(g: WorkingState, op: o.Plunder, to: None) -> Ask:
    """Ask what the winner takes."""
    found, f = _options(g, op), g.frame
    every = (Option(ALL, cites=CITES),) if sum(not option.closed and option.key != PART for option in found) > 1 else ()
    return Ask(
        g.ply,
        "take",
        f.you,
        "plunder",
        (*found, *every, Option(DONE)),
        source=g.players[f.you].space,
        other=f.other,
        cites=CITES,
    )


@takes("plunder")
def take_plunder(g: WorkingState, op: o.Plunder, to: None, key: str, answer: Answer) -> int | None:
    """Take one item or all and ask again, or end; the rest stays where it is."""
    if key == DONE:
        return None
    if key == PART:
        ask_how_much(g, "turn.part_of_loot.do", g.frame.you, _left_to_take(g, op)[1], g.frame.other)
        return g.frame.pc
    for option in _options(g, op):
        if not option.closed and option.key != PART and key in (ALL, option.key):
            _seize(g, op, option.key)
    return g.frame.pc


def _seize(g: WorkingState, op: o.Plunder, key: str) -> None:
    you, other = g.frame.you, g.frame.other
    if key == GOLD:
        take_loot(g, you, other, _left_to_take(g, op)[1], CITES)
        return
    origin, aside = g.players[you].space, g.players[other].aside
    g.put(op.loot, without(g.cards(op.loot), key))
    if key in aside:
        g.set(other, aside=without(aside, key))
        origin = f"seat:{other}"
    else:
        g.lift(key, origin)
    give(g, you, key, origin=origin, cites=CITES)


def _winner(fight: Fight) -> tuple[int, int]:
    return (fight.you, fight.against) if fight.result == "won" else (fight.against, fight.you)


def _spoils(g: WorkingState) -> tuple[Option, ...]:
    fight = running(g)
    winner, loser = _winner(fight)
    closed: ClosedReason = "must-take-life" if fight.reward == "life" and winner == fight.you else ""
    found = [Option("life", permit(g, loser, "take_life").closed, ("combat.rewards",), seat=loser)]
    if g.players[loser].gold:
        found.append(
            Option(GOLD, closed or permit(g, winner, "take_gold").closed, ("combat.rewards",), seat=loser, n=1)
        )
    for option in takeable(g, loser, objects(g, loser)):
        shut = closed or permit(g, winner, "take_object").closed or option.closed
        rules = option.cites if shut == option.closed and shut else ("combat.rewards",)
        found.append(Option(option.key, shut, rules, option.key, seat=loser))
    return tuple(found)


@operation("spoils")
def spoils(g: WorkingState, op: o.Spoils, to: None) -> int | None:
    """Take the reward, or wait for a choice if there are several (`combat.rewards`)."""
    fight = running(g)
    if fight.result == "standoff" or (fight.reward == "none" and fight.result == "won"):
        return None
    open_ = [option.key for option in _spoils(g) if not option.closed]
    if len(open_) > 1:
        return WAIT
    if open_:
        _reward(g, open_[0])
    return None


@asks("spoils")
def ask_spoils(g: WorkingState, op: o.Spoils, to: None) -> Ask:
    """Ask what the winner takes."""
    winner, loser = _winner(running(g))
    return Ask(g.ply, "spoils", winner, "spoils", _spoils(g), other=loser, cites=("combat.rewards",))


@takes("spoils")
def take_spoils(g: WorkingState, op: o.Spoils, to: None, key: str, answer: Answer) -> None:
    """Give the winner the chosen reward."""
    _reward(g, key)


def _reward(g: WorkingState, key: str) -> None:
    winner, loser = _winner(running(g))
    if key == "life":
        lose_life(g, loser, 1, "spoils", "", by=winner)
        return
    if key == GOLD:
        take_gold(g, winner, loser, "", "combat.rewards")
        return
    remove_card(g, loser, key)
    give(g, winner, key, origin=f"seat:{loser}", cites=("combat.rewards",))
