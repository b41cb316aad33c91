"""Payments and trades: amounts as numbers, costs, and trophies with what they are worth."""

from __future__ import annotations

from typing import Any, Final

from talisman_nb.cards.modifiers import SOLD
from talisman_nb.cards.terms import CostTable
from talisman_nb.cards.vocabulary import STATS
from talisman_nb.model import Closed, ClosedReason, Foe, Option, key_of
from talisman_nb.rules.house_rules import house_rule_cited

from .active_modifiers import kind_held
from .book_runtime import PART_OF_TRADE, text_rule
from .card_transfers import GOLD, right_to_take, space_card
from .scores import figure_of
from .totals import (
    AMOUNTS,
    Room,
    as_number,
    below_maximum,
    loose_followers,
    number_for,
    objects,
    room_for_spells,
    room_to_gain,
)
from .working_state import Asked, WorkingState


def number(g: WorkingState, term: Any) -> int:
    """The value of an amount for the running frame."""
    if type(term) is int:
        return term
    if type(term) is str:
        return as_number(g.get(term))
    f = g.frame
    return number_for(g, term, Asked(f.you, f.source, f.other))


def amount_of(g: WorkingState, term: Any) -> int:
    """The value of an amount that is gained, lost or paid; a difference below zero is nothing."""
    return max(number(g, term), 0)


def foe_named(g: WorkingState, name: str) -> tuple[int, Foe] | None:
    """The index of a foe in the fight and the foe itself; None if the variable names none.

    The variable holds an index or a card on the board (`ruins|bear`).
    """
    named, foes = g.get(name), g.fight.foes if g.fight is not None else ()
    if isinstance(named, str):
        card = space_card(named)[1]
        return next(((at, foe) for at, foe in enumerate(foes) if card and foe.card == card), None)
    at = as_number(named)
    return (at, foes[at]) if 0 <= at < len(foes) else None


def foe_figure(g: WorkingState, name: str) -> int:
    """The strength (battle) or craft (psychic combat) of the foe a variable names; 0 if there is no such foe."""
    found = foe_named(g, name)
    return figure_of(g, found[1]) if found and g.fight is not None else 0


AMOUNTS["foe"] = lambda g, name, asked: foe_figure(g, name)


def closed_cost(g: WorkingState, cost: CostTable | None, asked: Asked) -> ClosedReason:
    """Why a seat can't pay a cost (`no-gold`, `no-follower` …); "" if it can."""
    for what, amount in cost.items() if cost is not None else ():
        if _owned_amount(g, what, asked.seat) < number_for(g, amount, asked):
            return MISSING[what]
    return ""


MISSING: Final[dict[str, ClosedReason]] = {
    "gold": "no-gold", "fate": "no-fate", "life": "no-life", "strength": "no-strength", "craft": "no-craft",
    "follower": "no-follower", "object": "no-object", "magic_object": "no-magic-object",
}  # fmt: skip
"""Maps what a cost may consist of to the reason an option is closed if there is too little of it."""


def _owned_amount(g: WorkingState, what: str, seat: int) -> int:
    p = g.players[seat]
    if what == "follower":
        return len(loose_followers(g, seat))
    if what == "object":
        return len(objects(g, seat))
    if what == "magic_object":
        return sum(kind_held(g, card) in ("magic object", "talisman") for card in p.goods)
    return int(getattr(p, what))


def pay_rule(what: str, source: str) -> str:
    """The rule to cite for a payment: `gold.pay` for gold, else that of the text which demands it."""
    return "gold.pay" if what == "gold" else text_rule(source)


def pay_cost(g: WorkingState, cost: CostTable | None, asked: Asked) -> None:
    """Take the counters and gold of a cost. Objects and Followers are picked and given up by the program itself."""
    for what, amount in cost.items() if cost is not None else ():
        if what in STATS:
            n = number_for(g, amount, asked)
            g.set(asked.seat, **{what: getattr(g.players[asked.seat], what) - n})
            g.tell("paid", asked.seat, what=what, n=n, source=asked.source, cites=(pay_rule(what, asked.source),))


PAID_WITH: Final = {"life": "strength", "spell": "craft"}
"""Maps what trophies buy in place of something to the figure on them that pays for it; all else pays for itself."""
INSTEAD: Final = {
    "life": ("switch.trade_life", "house.trade-life"),
    "spell": ("switch.trade_spell", "house.trade-spell"),
}
"""Maps what is bought in place of strength or craft, one at a time, to the switch and the rule of it."""


def only_for(card: str) -> str:
    """Return the only thing a trophy buys, by how it was won (`TrophiesBuy`); "" for one that buys anything.

    >>> only_for("wolf@life"), only_for("wolf")
    ('life', '')
    """
    only = card.partition("@")[2]
    return only if only in SOLD else ""


def points_of(g: WorkingState, card: str, way: str) -> int:
    """The points of a trophy by which something is bought.

    `way` is "strength" or "craft" of those that buy anything; "@life" is the figure of those that buy lives only.
    """
    facts, only = g.facts[card], only_for(card)
    if way == f"@{only}":
        return int(facts.strength or facts.craft)
    return 0 if only or way.startswith("@") else int(getattr(facts, way))


def trophy_points(g: WorkingState, you: int, way: str) -> int:
    """The sum of points on a seat's trophies (`points_of`, `trophy.strength`, `trophy.craft`). Cached per book."""
    if g.figures["trophy.kept"] == "points":
        return 0 if way.startswith("@") else g.players[you].experience
    trophies = g.players[you].trophies
    if g.facts is not g.runtime.facts:  # what was read off cards, or entered, is this game's
        return sum(points_of(g, card, way) for card in trophies)
    known = g.runtime.points.get((trophies, way))
    if known is None:
        known = g.runtime.points[(trophies, way)] = sum(points_of(g, card, way) for card in trophies)
    return known


def _pays(g: WorkingState, you: int, what: str) -> str:
    """The way a trade is paid for: by trophies that buy only that, if they suffice, else by others; "" if none do."""
    plain = PAID_WITH.get(what, what) if what in sold_for(g, you) else ""
    ways = (f"@{what}", plain)
    return next((way for way in ways if way and trophy_points(g, you, way) >= rate_of(g, what)), "")


def rate_of(g: WorkingState, bought: str) -> int:
    """How many points a trade costs: by the rate of craft for craft and Spells, by that of strength for all else."""
    return int(g.figures[_rate_name(bought)])


def _rate_name(bought: str) -> str:
    """The figure with the rate of a trade, which is the id of its rule too."""
    return "trophy.craft" if PAID_WITH.get(bought, bought) == "craft" else "trophy.strength"


def experience_buys_life(g: WorkingState) -> bool:
    """Whether a life is among what experience buys (`trophy.keep`)."""
    return bool(g.figures["trophy.buys_any"]) and g.figures["trophy.kept"] == "points"


def sold_for(g: WorkingState, you: int) -> tuple[str, ...]:
    """Return the things that a seat may buy with trophies: those of the edition, and by house rules lives and Spells.

    With strength at its maximum (`house.maximum`) a life instead; with craft, a Spell.
    """
    table = g.figures
    full = {stat for stat in ("strength", "craft") if below_maximum(g, you, stat) < 1}
    bought = ["strength", "craft"]
    if table["trophy.buys_any"]:
        bought += ["gold"]
    if table["switch.trade_life"] or "strength" in full or experience_buys_life(g):
        bought += ["life"]
    if table["switch.trade_spell"] or "craft" in full:
        bought += ["spell"]
    return tuple(bought)


def room_to_buy(g: WorkingState, you: int, what: str) -> Room:
    """How many of something a seat may still gain, and the rule that says so."""
    return Room(room_for_spells(g, you), "spell.limit") if what == "spell" else room_to_gain(g, you, what)


def _closed_trade(g: WorkingState, you: int, what: str) -> Closed:
    """Why a trade is closed (reason, rules): the seat may take no gold, or can't gain any more (`life.heal`)."""
    right, room = right_to_take(g, you, GOLD), room_to_buy(g, you, what)
    if what == GOLD and right.closed:
        return right.closed, right.cites
    full: ClosedReason = "full-life" if room.rule == "life.heal" else "no-room"
    return (full, (room.rule,)) if room.n < 1 else ("", ())


def cites_of(g: WorkingState, bought: str, way: str = "") -> tuple[str, ...]:
    """The rules of a trade: the rate, by whom it is, and the house rule that allows a life or a Spell in its place.

    `way` is that of `points_of`: what trophies are kept for needs no house rule.
    """
    rate = _rate_name(bought)
    rates = (rate, *house_rule_cited(g.book, rate))
    if bought in INSTEAD and not way.startswith("@") and not (bought == "life" and experience_buys_life(g)):
        switch, rule = INSTEAD[bought]
        return (rule if g.figures[switch] else "house.maximum", *rates)
    return rates


def trades(g: WorkingState, you: int) -> tuple[Option, ...]:
    """The trades of trophies that the seat has enough points for, as options; closed where nothing more is gained."""
    p, found = g.players[you], []
    if not (p.trophies or p.experience) or p.out or not p.character:
        return ()
    only = [what for card in p.trophies if (what := only_for(card))]
    for what in dict.fromkeys((*sold_for(g, you), *only)):
        if way := _pays(g, you, what):
            closed, rules = _closed_trade(g, you, what)
            cites = rules or (*cites_of(g, what, way), "trophy.when")
            found.append(Option(key_of("trade", what), closed, cites, n=rate_of(g, what), seat=you))
    return tuple(found)


def trades_at_any_time(g: WorkingState, you: int) -> tuple[Option, ...]:
    """The trades a seat may make beside any question, where the edition allows that (`trophy.when`).

    Of trophies none for strength after a die of a battle the seat is in has been thrown; experience always.
    """
    if not g.figures["trophy.any_time"]:
        return ()
    fight = g.fight
    thrown = fight is not None and you in (fight.you, fight.against) and bool(fight.mine or fight.theirs)
    cards = g.figures["trophy.kept"] == "cards"
    late = key_of("trade", "strength") if cards and thrown and fight is not None and fight.stat == "strength" else ""
    return tuple([option for option in trades(g, you) if option.key != late])


def trade(g: WorkingState, you: int, what: str) -> None:
    """Trade trophies at the rate of the edition; points above a whole multiple of it are lost.

    Counters: as many as the trophies give, up to the maximum. A life or a Spell by a house rule takes the place of one
    counter (`house.trade-life`, `house.trade-spell`): where the trophies give several, it is asked how many.
    """
    rate, way, p = rate_of(g, what), _pays(g, you, what), g.players[you]
    cites = cites_of(g, what, way)
    if g.figures["trophy.kept"] == "points":
        g.set(you, experience=p.experience - rate)
        _give_bought(g, you, what, 1, cites=cites)
        return
    if what not in INSTEAD or way.startswith("@"):
        most = room_to_buy(g, you, what).n
        given = _hand_in(g, you, way, rate, most)
        points = sum(points_of(g, card, way) for card in given)
        _give_bought(g, you, what, min(points // rate, most), cards=given, cites=cites)
    elif PART_OF_TRADE in g.runtime.programs and trophy_points(g, you, PAID_WITH[what]) // rate > 1:
        g.push(PART_OF_TRADE, you, given={"what": what})
    else:
        trade_instead(g, you, what, 1, 0)


def trade_instead(g: WorkingState, you: int, what: str, n: int, rest: int) -> None:
    """Trade trophies for `n` lives or Spells and for `rest` counters of what they take the place of."""
    stat = PAID_WITH[what]
    given = _hand_in(g, you, stat, rate_of(g, what), n + rest)
    for _ in range(n if what == "spell" else 1):
        _give_bought(g, you, what, 1 if what == "spell" else n, cards=given, cites=cites_of(g, what))
        given = ()
    if rest:
        _give_bought(g, you, stat, rest, cites=cites_of(g, stat))


def parts_of_trade(g: WorkingState, you: int, what: str) -> tuple[tuple[int, int], ...]:
    """How a trade may be divided between a life or Spell (the first number, highest first) and counters."""
    stat = PAID_WITH[what]
    earned, room = trophy_points(g, you, stat) // rate_of(g, what), max(room_to_buy(g, you, stat).n, 0)
    return tuple((n, min(earned - n, room)) for n in range(min(earned, room_to_buy(g, you, what).n), 0, -1))


def _hand_in(g: WorkingState, you: int, way: str, rate: int, most: int) -> tuple[str, ...]:
    """Discard the trophies that are traded for up to `most` counters; returns them."""
    given = handed_in(g, you, way, rate, most)
    kept = list(g.players[you].trophies)
    for card in given:
        kept.remove(card)
        g.return_card(card)
    g.set(you, trophies=tuple(kept))
    return given


def _give_bought(
    g: WorkingState, you: int, what: str, n: int, cards: tuple[str, ...] = (), cites: tuple[str, ...] = ()
) -> None:
    """Give the seat what it bought; a Spell is drawn."""
    if what == "spell":
        g.push("turn.one_spell.do", you)
    else:
        g.set(you, **{what: getattr(g.players[you], what) + n})
    g.tell("traded", you, what=what, n=n, cards=cards, cause="" if cards else "points", cites=cites)


def handed_in(g: WorkingState, you: int, way: str, rate: int, most: int) -> tuple[str, ...]:
    """The trophies to hand in for the most counters, up to `most`: the set with the fewest points for them."""
    cards = [c for c in g.players[you].trophies if points_of(g, c, way)]
    worth = {c: points_of(g, c, way) for c in cards}
    wanted = min(sum(worth[c] for c in cards) // rate, most) * rate
    best: dict[int, tuple[str, ...]] = {0: ()}
    for card in cards:
        for points, chosen in sorted(best.items(), reverse=True):
            best.setdefault(points + worth[card], (*chosen, card))
    return best[min(points for points in best if points >= wanted)]
