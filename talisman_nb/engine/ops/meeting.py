"""Encounters: whom one meets, drawing cards, the next thing by number, taking."""

from __future__ import annotations

from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.words import ENEMIES
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.drawing_cards import draw_known, drawn_to, name_own, refill
from talisman_nb.engine.fighting import attackers, open_fight, psychic
from talisman_nb.engine.goods import forbidden, give, put_down
from talisman_nb.engine.link import OWN
from talisman_nb.engine.meeting import SPACE, THINGS, UNBEATEN, Thing, unmet
from talisman_nb.engine.offers import action_offers, action_option, actions, use
from talisman_nb.engine.play import Play
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.triggers import fire
from talisman_nb.model import Answer, Ask, Option
from talisman_nb.rules.book import plain_card

from .chance import ask_card

ALL = "all"
DONE = "done"
GOLD = "gold"


def may_meet(g: Play, space: str) -> bool:
    """In the Inner Region characters are met on three spaces only (`inner.meet`)."""
    return g.board.rolls(space) or bool(g.facts[f"space.{space}"].meeting)


@operation("landed")
def landed(g: Play, op: o.Landed, to: None) -> None:
    """What strikes whoever lands here."""
    fire(g, "landed", g.frame.you, other=g.frame.you)


def _met_options(g: Play) -> tuple[Option, ...]:
    you = g.frame.you
    space = g.players[you].space
    found = []
    if may_meet(g, space):
        for other in g.standing(space, you):
            found += _character_options(g, you, other)
    at_crown = space == g.board.crown
    if not at_crown or not found:
        found.append(Option(SPACE, space=space, cites=("meet.choice",)))
    return tuple(found)


def _character_options(g: Play, you: int, other: int) -> list[Option]:
    found = [Option(f"attack:{other}", seat=other, cites=("meet.character",))]
    if not permit(g, you, "attack_psychic", other).closed:
        found.append(Option(f"psychic:{other}", seat=other, cites=("combat.kind", "ability.text")))
    for held in actions(g, you, frozenset({"meeting_character"}), other):
        option = action_option(g, you, held)
        found.append(Option(f"{option.key}@{other}", option.closed, option.cites, option.source, seat=other))
    return found


@operation("whom")
def whom(g: Play, op: o.Whom, to: None) -> int | None:
    """Asked only when a character can be met."""
    g.put(op.into, SPACE)
    if g.alone(g.frame.you):
        return None
    if len(_met_options(g)) > 1:
        return WAIT
    _sole(g, op)
    return None


def _sole(g: Play, op: o.Whom) -> None:
    only = _met_options(g)[0].key
    if only != SPACE:
        _meet_character(g, op, only)


@asks("whom")
def ask_whom(g: Play, op: o.Whom, to: None) -> Ask:
    """A character, or the space."""
    f = g.frame
    return Ask(
        g.ply, "whom", f.you, "meet", _met_options(g), action_offers(g, f.you), source=g.players[f.you].space, cites=("meet.choice",)
    )


@takes("whom")
def take_whom(g: Play, op: o.Whom, to: None, key: str, answer: Answer) -> None:
    """Attack, use an ability, or meet the space."""
    if key == SPACE:
        g.put(op.into, SPACE)
    else:
        _meet_character(g, op, key)


def _meet_character(g: Play, op: o.Whom, key: str) -> None:
    you = g.frame.you
    g.put(op.into, "character")
    verb, _, rest = key.partition(":")
    if verb == "use":
        name, _, other = rest.rpartition("@")
        use(g, you, f"use:{name}", int(other))
        if not permit(g, int(other), "evade", you).closed:
            g.push("turn.slip_away.do", int(other), other=you, source=name.rpartition(".")[0])
    else:
        open_fight(g, you, against=int(rest), stat="craft" if verb == "psychic" else "strength")


# --- drawing up to the space's number ---


def wanted(g: Play, you: int) -> int:
    """Cards still to draw: the number on the space less those that lie there (`meet.draw`)."""
    space = g.players[you].space
    lying = g.lying(space)
    if g.book.table["draw.counts"] == "adventure":
        lying = tuple(card for card in lying if g.book.deck_of.get(plain_card(card)) == "adventure")
    return max(g.board.space(space).draw - len(lying), 0)


@operation("fill")
def fill(g: Play, op: o.Fill, to: None) -> int | None:
    """Draw until enough lie here, face up, in the order drawn."""
    if g.get(op.left) is None:
        g.put(op.left, wanted(g, g.frame.you))
        g.put(op.into, ())
    g.put(op.left, min(as_number(g.get(op.left)), wanted(g, g.frame.you)))  # things put down meanwhile count
    while as_number(g.get(op.left)) > 0:
        if not refill(g, "adventure"):
            g.tell("deck_empty", g.frame.you, what="adventure", cites=("spell.deck-empty",))
            break
        if not g.deck("adventure").known:
            return WAIT
        _drawn(g, op, draw_known(g, "adventure"))
    g.put(op.left, 0)
    fire(g, "drawn", g.frame.you) if g.get(op.into) else None
    return None


def _drawn(g: Play, op: o.Fill, card: str) -> None:
    drawn_to(g, g.frame.you, "adventure", card, "space")
    g.put(op.left, as_number(g.get(op.left)) - 1)


@asks("fill")
def ask_fill(g: Play, op: o.Fill, to: None) -> Ask:
    """Which card was drawn."""
    return ask_card(g, "adventure", g.frame.you, as_number(g.get(op.left)), "adventure")


@takes("fill")
def take_fill(g: Play, op: o.Fill, to: None, key: str, answer: Answer) -> int | None:
    """It lies face up; the next one."""
    if key == "empty":
        g.tell("deck_empty", g.frame.you, what="adventure", cites=("spell.deck-empty",))
        g.put(op.left, 0)
    else:
        _drawn(g, op, name_own(g, answer) if key == OWN else key)
    return g.frame.pc


@operation("place_drawn")
def place_drawn(g: Play, op: o.PlaceDrawn, to: None) -> None:
    """Cards to be placed elsewhere come first and leave the drawer alone (`meet.placed`)."""
    you, drawn = g.frame.you, g.get(op.of)
    lying = list(g.lying(g.players[you].space))
    still_here = [card for card in (drawn if isinstance(drawn, tuple) else ()) if card in lying and not lying.remove(str(card))]  # type: ignore[func-returns-value]
    for card in reversed(still_here):
        key = f"{plain_card(str(card))}.drawn"
        if key in g.linked.programs:
            g.push(key, you, source=str(card))


# --- one thing after the other ---


def _first(g: Play, op: o.NextThing) -> tuple[list[Thing], tuple[Any, ...]]:
    met = g.get(op.into)
    met = met if isinstance(met, tuple) else ()
    return unmet(g, g.frame.you, met), met


@operation("next_thing")
def next_thing(g: Play, op: o.NextThing, to: None) -> int | None:
    """Meet what has the lowest number; come back until nothing is left."""
    things, met = _first(g, op)
    you = g.frame.you
    if not things:
        return WAIT if g.gold[g.here(you)] and DONE not in met and UNBEATEN not in met else None
    first = things[0]
    kind = "" if first.card == SPACE else g.facts[first.card].type
    if UNBEATEN in met and kind not in ENEMIES:
        g.tell("barred", you, space=g.players[you].space, cites=("meet.enemies-first",))
        g.halt("encounter")
        return None
    if kind in THINGS and g.facts[first.card].take == "may":
        return WAIT
    g.put(op.into, (*met, first.card))
    if first.card == SPACE:
        space = g.players[you].space
        fire(g, "visited", you, target=space)
        g.push(f"space.{space}.visited", you, source=f"space.{space}")
    elif kind in ENEMIES:
        _meet_enemies(g, op, things, met)
    elif kind in THINGS:
        _must_take(g, you, first.card)
    else:
        _meet_card(g, you, first.card, kind)
    return g.linked.programs[g.frame.program].marks["next"]


def _meet_enemies(g: Play, op: o.NextThing, things: list[Thing], met: tuple[Any, ...]) -> None:
    """All enemies of one number that attack alike fight as one (`combat.several`)."""
    together = attackers(g, g.frame.you, [t.card for t in things if t.number == things[0].number])
    g.put(op.into, (*met, *together))
    if together:
        open_fight(g, g.frame.you, cards=tuple(together), stat="craft" if psychic(g, together[0]) else "strength")


def _meet_card(g: Play, you: int, card: str, kind: str) -> None:
    """Events go to the discards and happen; strangers and places are visited (`meet.strangers`)."""
    name, facts = plain_card(card), g.facts[card]
    g.tell("meets", you, card=card, space=g.players[you].space, cites=("meet.order",))
    if kind == "event":
        if not facts.stays:
            g.lift(card, g.players[you].space)
            g.away(card)
        _run(g, you, card, f"{name}.met")
    else:
        _run(g, you, card, f"{name}.visited")


def _run(g: Play, you: int, card: str, key: str) -> None:
    if card in g.owned:
        g.push("turn.by_hand.do", you, source=card)
    elif key in g.linked.programs:
        g.push(key, you, source=card)


def _must_take(g: Play, you: int, card: str) -> None:
    reason, cites = forbidden(g, you, card)
    if reason:
        g.tell("may_not_have", you, card=card, what=reason, cites=cites)
        return
    g.lift(card, g.players[you].space)
    give(g, you, card)


def _takeable(g: Play, op: o.NextThing) -> list[Option]:
    things, _ = _first(g, op)
    you = g.frame.you
    found: list[Option] = []
    for thing in things:
        if thing.card == SPACE or g.facts[thing.card].type not in THINGS:
            continue
        reason, cites = _barred(g, you, thing.card, sum(option.key == thing.card for option in found))
        price = g.facts[thing.card].price
        if not reason and price > g.players[you].gold:
            reason, cites = "no-gold", ("gold.pay",)
        found.append(Option(thing.card, reason, cites or ("meet.take",), thing.card, n=price))
    if g.gold[g.here(you)]:
        closed = permit(g, you, "take_gold").closed
        found.append(Option(GOLD, closed, ("meet.take",), n=g.gold[g.here(you)]))
    return found


def _barred(g: Play, you: int, card: str, before: int) -> tuple[str, tuple[str, ...]]:
    """Why a card is not taken; of several alike (`before`: those already offered) as many stay as were put down this turn."""
    space = g.players[you].space
    own = g.players[you].used.count(put_down(space, card))
    if own and not g.book.table["carry.take_back"] and before >= g.lying(space).count(card) - own:
        return "put-down", ("carry.ditch",)
    return forbidden(g, you, card)


@asks("next_thing")
def ask_take(g: Play, op: o.NextThing, to: None) -> Ask:
    """What to take along; the rest stays."""
    found = _takeable(g, op)
    free = [option for option in found if not option.closed and not option.n] + [x for x in found if x.key == GOLD and not x.closed]
    every = (Option(ALL, cites=("meet.take",)),) if len(free) > 1 else ()
    f = g.frame
    return Ask(
        g.ply,
        "take",
        f.you,
        "take",
        (*found, *every, Option(DONE)),
        action_offers(g, f.you),
        source=g.players[f.you].space,
        cites=("meet.take",),
    )


@takes("next_thing")
def take_thing(g: Play, op: o.NextThing, to: None, key: str, answer: Answer) -> int:
    """Taken, or left lying (`meet.left`)."""
    things, met = _first(g, op)
    you = g.frame.you
    found = [option for option in _takeable(g, op) if not option.closed]
    wanted = [option.key for option in found if not option.n or option.key == GOLD] if key == ALL else [key]
    if key == DONE:
        g.put(op.into, (*met, *(t.card for t in things if t.card != SPACE and g.facts[t.card].type in THINGS), DONE))
        wanted = []
    for card in wanted:
        _take(g, you, card)
    return g.linked.programs[g.frame.program].marks["next"]


def _take(g: Play, you: int, card: str) -> None:
    space = g.players[you].space
    if card == GOLD:
        at = g.board.index[space]
        g.set(you, gold=g.players[you].gold + g.gold[at])
        g.tell("gained", you, what="gold", n=g.gold[at], space=space, cites=("meet.take",))
        g.set_gold(at, 0)
        return
    price = g.facts[card].price
    if price:
        g.set(you, gold=g.players[you].gold - price)
        g.tell("paid", you, what="gold", n=price, source=card, cites=("gold.pay",))
    g.lift(card, space)
    give(g, you, card, origin=space)
