"""Computes totals of strength and craft with their summands, and limits of goods and Spells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Add, Cannot, Limit, SetTo, StepModifier
from talisman_nb.model import Roll, State
from talisman_nb.rules.book import book_of, plain_card

from .active_modifiers import ActiveModifier, active_modifiers, holds_for, keywords_of, means_for, permit
from .covers import cards_below_cover
from .working_state import Asked, WorkingState

NO_LIMIT: Final = 1_000
"""Addition of a modifier without a bound to a limit: more cards than a box has."""


def without_fight(state: State) -> WorkingState:
    """Return a state to reckon with outside its fight: what counts in a fight only is left out."""
    return WorkingState(book_of(state.book), replace(state, fight=None))


class Summand(NamedTuple):
    """One part of a total and its source."""

    source: str
    n: int


def printed_value(g: WorkingState, seat: int, stat: str) -> int:
    """The printed value of a stat, fate and life included; strength and craft are the form's while it lasts."""
    if stat in ("strength", "craft"):
        return active_modifiers(g, seat).base[stat]
    character = g.players[seat].character
    lives = g.figures["setup.lives"]
    if stat == "life" and lives:
        return int(lives)
    return int(getattr(g.facts[f"character.{character}"], stat)) if character else 0


class Room(NamedTuple):
    """How much more of something may be gained, and the rule that says so; `NO_LIMIT` and "" where none does."""

    n: int
    rule: str


def room_to_gain(g: WorkingState, seat: int, what: str) -> Room:
    """How much more strength, craft, life, fate or gold a seat may gain, by the strictest of all rules about it.

    Up to twice the start value (`house.maximum`), in some editions no life above it (`life.heal`), and never more than
    is left in the box (`setup.supply`).
    """
    rooms = [Room(left_in_box(g, what), "setup.supply"), Room(below_maximum(g, seat, what), "house.maximum")]
    if what == "fate" and (right := permit(g, seat, "gain_fate")).closed:
        return Room(0, right.cites[0])
    if what == "life" and not g.figures["life.gain_above"]:
        rooms.append(Room(max(printed_value(g, seat, what) - g.players[seat].life, 0), "life.heal"))
    return min(rooms, key=lambda room: room.n)


def below_maximum(g: WorkingState, seat: int, what: str) -> int:
    """How much strength, craft or life of its own a seat lacks to twice the start value (`house.maximum`).

    Without that house rule, and for what has no maximum, `NO_LIMIT`.
    """
    if what not in ("strength", "craft", "life") or not g.figures["switch.maximum"]:
        return NO_LIMIT
    start = printed_value(g, seat, what)
    own = int(getattr(g.players[seat], what))
    return max(2 * start - own if what == "life" else start - own, 0)


COUNTED: Final = ("strength", "craft", "life", "fate", "gold")
"""Figures that counters or coins show; each has one that says how many the box holds, 0 where that is not known."""


def in_use(g: WorkingState, what: str) -> int:
    """How many counters or coins of a kind are in use: what all seats have, and put aside in a form; gold on spaces.

    In an edition whose counters show the start value too, that of strength and craft counts.
    """
    n: int = sum([getattr(p, what) for p in g.players])
    if what == "gold":
        n += sum(g.gold) + sum([p.purse for p in g.players])
    if what in ("strength", "craft"):
        n += sum([p.asleep[what == "craft"] for p in g.players])
        if g.figures["box.start_value"]:
            playing = [p.character for p in g.players if p.character]
            n += sum([getattr(g.facts[f"character.{character}"], what) for character in playing])
    return n


def over_supply(g: WorkingState, what: str, more: int = 0) -> bool:
    """Whether counters or coins of a kind in use, and `more`, are more than the box holds (`setup.supply`)."""
    most = _supply(g, what)
    return bool(most) and in_use(g, what) + more > most


def _supply(g: WorkingState, what: str) -> int:
    """How many counters or coins of a kind the box holds; 0 where they never run out."""
    return int(g.figures[f"box.{what}"]) if what in COUNTED and g.figures["switch.counters_run_out"] else 0


def left_in_box(g: WorkingState, what: str) -> int:
    """How many counters or coins of a kind are not in use (`setup.supply`); `NO_LIMIT` where they never run out."""
    most = _supply(g, what)
    return max(most - in_use(g, what), 0) if most else NO_LIMIT


def total(g: WorkingState, seat: int, stat: str) -> int:
    """Strength or craft now: printed value, counters and the additions in force (`stat.total`)."""
    k = active_modifiers(g, seat)
    n: int = k.base[stat] + getattr(g.players[seat], stat)
    plain = k.sums[stat]
    return n + (sum(part.n for part in active_additions(g, seat, k.of(Add, stat))) if plain is None else plain)


def summands(g: WorkingState, seat: int, stat: str) -> tuple[Summand, ...]:
    """The parts of `total` with their sources, zeros left out."""
    k, p = active_modifiers(g, seat), g.players[seat]
    setters = k.of(SetTo, stat)
    base = setters[-1].source if setters else f"character.{p.character}"
    first = (Summand(base, k.base[stat]), Summand("counters", getattr(p, stat)))
    return tuple(s for s in (*first, *active_additions(g, seat, k.of(Add, stat))) if s.n)


def active_additions(g: WorkingState, seat: int, adds: tuple[ActiveModifier[Add], ...]) -> list[Summand]:
    """The additions whose condition holds; of weapons, raised and charmed ones only as many as may be used at once."""
    found: list[Summand] = []
    single: dict[str, list[Summand]] = {}
    for held in adds:
        mod = held.mod
        if holds_for(g, held, seat):
            part = Summand(held.source, _size(g, mod, held, seat))
            (found if mod.use == "always" else single.setdefault(mod.use, [])).append(part)
    for use, parts in single.items():
        found += best(g, seat, use, parts)
    return found


def _size(g: WorkingState, mod: Add, held: ActiveModifier[Add], seat: int) -> int:
    """The size of one addition; a total may add another one in one direction only, so that the recursion ends."""
    return mod.n if isinstance(mod.n, int) else number_for(g, mod.n, Asked(seat, held.source, slots=held.slots))


def number_for(g: WorkingState, term: Any, asked: Asked) -> int:
    """The value of an amount for the seat, source and second party of `asked`.

    Amounts: 2, "left", { stat = "craft" }, { value = "craft" }, { printed = "strength" }, { minus = ["a", 1] }.
    """
    if isinstance(term, int):
        return term
    if isinstance(term, str):
        return as_number(dict(asked.slots)[term] if term in dict(asked.slots) else g.get(term))
    name, value = term.only
    return AMOUNTS[name](g, value, asked)


def as_number(value: Any) -> int:
    """The value of a variable as a number: a `Roll` gives its value, anything else that is no number gives 0."""
    if isinstance(value, Roll):
        return value.value
    return value if isinstance(value, int) else 0


def _of_other(g: WorkingState, term: Any, asked: Asked) -> int:
    """An amount of the second party; 0 where there is none."""
    return number_for(g, term, Asked(asked.other, asked.source, asked.seat, asked.slots)) if asked.other >= 0 else 0


def _sum(sign: int) -> Callable[[WorkingState, Any, Asked], int]:
    return lambda g, terms, asked: number_for(g, terms[0], asked) + sign * number_for(g, terms[1], asked)


def _other_cards(g: WorkingState, asked: Asked) -> int:
    """How many cards lie face up on the seat's space besides the one that asks."""
    cards = cards_below_cover(g, g.players[asked.seat].space)
    return len(cards) - (asked.source in cards)


COUNTS: Final[dict[str, Callable[[WorkingState, Asked], int]]] = {
    "trophies": lambda g, asked: len(g.players[asked.seat].trophies),
    "objects": lambda g, asked: len(objects(g, asked.seat)),
    "followers": lambda g, asked: len(followers(g, asked.seat)),
    "spells": lambda g, asked: len(g.players[asked.seat].spells),
    "other_cards_here": _other_cards,
}
"""Maps what an amount may count to the function that counts it."""

AMOUNTS: Final[dict[str, Callable[[WorkingState, Any, Asked], int]]] = {
    "stat": lambda g, stat, asked: total(g, asked.seat, stat),
    "value": lambda g, stat, asked: printed_value(g, asked.seat, stat),
    "printed": lambda g, stat, asked: int(getattr(g.facts[asked.source], stat)),
    "have": lambda g, what, asked: int(getattr(g.players[asked.seat], what)),
    "rule": lambda g, figure, asked: int(g.figures[figure]),
    "missing": lambda g, what, asked: printed_value(g, asked.seat, what) - int(getattr(g.players[asked.seat], what)),
    "highest": lambda g, stat, asked: max((total(g, s, stat) for s in range(len(g.players)) if g.alive(s)), default=0),
    "count": lambda g, what, asked: COUNTS[what](g, asked),
    "of_other": _of_other,
    "plus": _sum(1),
    "minus": _sum(-1),
}
"""Maps each kind of amount (`AmountOf`) to the function that looks it up; `engine.costs` adds that of a foe."""


def best(g: WorkingState, seat: int, use: str, parts: list[Summand]) -> list[Summand]:
    """The additions used, within the limit of their kind (`carry.weapon`).

    Weapons chosen by hand come first, then the highest; of equal ones the card with more modifiers.
    """
    if use == "weapon" and active_modifiers(g, seat).of(Cannot, "use_weapon"):
        parts = [part for part in parts if not permit(g, seat, "use_weapon", card=part.source).closed]
    chosen = g.fight.wielded if g.fight is not None else ()
    most = limit(g, seat, f"{use}s")
    return sorted(parts, key=lambda part: (part.source not in chosen, -part.n, -len(_held_of(g, part.source))))[:most]


def _held_of(g: WorkingState, card: str) -> tuple[object, ...]:
    """The modifiers a card gives its owner; () for a card that is in no list."""
    found = g.book.find(plain_card(card))
    return found.held if found else ()


def limit(g: WorkingState, seat: int, of: str) -> int:
    """The limit of a seat for objects, weapons, armours …: the lowest set by a modifier, else the base plus raises."""
    k = active_modifiers(g, seat)
    known = k.limits.get(of)
    if known is None:
        known = k.limits[of] = _limit(int(g.figures.get(f"carry.{of}", 1)), k.of(Limit, of))
    return known


def _limit(n: int, held: tuple[ActiveModifier[Limit], ...]) -> int:
    held = tuple([one for one in held if not one.mod.only])
    set_to = [one.mod.most for one in held if one.mod.most >= 0]
    more = [NO_LIMIT if one.mod.n == "any" else one.mod.n for one in held]
    return max(min(set_to) if set_to else n + sum(more), *(one.mod.least for one in held), 0)


def talismans(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Talismans among the goods of a seat."""
    return tuple(card for card in g.players[seat].goods if g.facts[card].type == "talisman")


def talisman_room(g: WorkingState, seat: int) -> int:
    """How many more Talismans a seat may have (`house.talisman-limit`); negative if over the limit, else `NO_LIMIT`."""
    most = int(g.figures["carry.talismans"])
    return most - len(talismans(g, seat)) if most else NO_LIMIT


def spell_limit(g: WorkingState, seat: int) -> int:
    """How many Spells a seat may hold by its craft (`spell.limit`); at least those it holds if it can't lose any."""
    steps = g.figures["spell.limit"]
    n = int(steps[min(_craft_at_rest(g, seat), len(steps) - 1)])
    if more := active_modifiers(g, seat).of(Limit, "spells"):
        n = _limit(n, more)
    return max(n, len(g.players[seat].spells)) if permit(g, seat, "lose_spells").closed else n


def _craft_at_rest(g: WorkingState, seat: int) -> int:
    """The craft without what is added in a fight only, which would be over before the Spells are."""
    if g.fight is None:
        return total(g, seat, "craft")
    active_modifiers(g, seat)  # gathered with the fight, as it is remembered
    fight, g.fight = g.fight, None
    try:
        return total(g, seat, "craft")
    finally:
        g.fight = fight


def room_for_spells(g: WorkingState, seat: int) -> int:
    """How many more Spells a seat may gain; 0 if it has no right to; negative if over the limit.

    Where one held may be discarded for a new one, those it may lose count as room (`house.spell-discard`).
    """
    if permit(g, seat, "gain_spell").closed:
        return 0
    room = free_for_spells(g, seat)
    swaps = g.figures["switch.spell_discard"] and not permit(g, seat, "lose_spells").closed
    return spell_limit(g, seat) if swaps and room >= 0 else room


def free_for_spells(g: WorkingState, seat: int) -> int:
    """How many more Spells a seat may hold; negative if over the limit."""
    return spell_limit(g, seat) - len(g.players[seat].spells)


def objects(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Objects among the goods of a seat, gold cards left out."""
    return active_modifiers(g, seat).objects


def excess_objects(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Objects of which a seat must give some up, having too many; () if it has not, or all of them are bound to it.

    What had to be taken, or what a keyword says is never given up for a limit, is no such Object (`golden.cannot`);
    what a keyword says is given up last is one where nothing else is left.
    """
    carried, room = _objects_counted(g, seat)
    if len(carried) <= room:
        return ()
    free = [c for c in carried if g.facts[c].take != "must" and not means_for(g, seat, c, "over_limit")]
    return tuple([card for card in free if not means_for(g, seat, card, "last_given")] or free)


def _objects_counted(g: WorkingState, seat: int) -> tuple[tuple[str, ...], int]:
    """The Objects that count towards the limit of a seat, and how many it may carry; some is for a keyword only."""
    carried, room = objects(g, seat), limit(g, seat, "objects")
    for held in active_modifiers(g, seat).of(Limit, "objects"):
        if held.mod.only and holds_for(g, held, seat):
            meant = [card for card in carried if keywords_of(g, card, seat) & {*held.mod.only}]
            if held.mod.n == "any":
                carried = tuple([card for card in carried if card not in meant])
            else:
                room += min(held.mod.n, len(meant))
    return carried, room


def followers(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Followers among the goods of a seat, raised and charmed cards included."""
    return active_modifiers(g, seat).followers


def loose_followers(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Followers a seat can give up or lose: all but those that had to be taken (`golden.cannot`)."""
    return tuple(card for card in followers(g, seat) if g.facts[card].take != "must")


def steps_of(g: WorkingState, seat: int) -> int:
    """Spaces the seat moves a turn without a die: 1 in regions without dice; 0 if it rolls (`inner.move`)."""
    usual = 0 if g.players[seat].space in g.runtime.rolled_from else 1
    steps = active_modifiers(g, seat).of(StepModifier)
    return min((one.mod.n for one in steps if holds_for(g, one, seat)), default=usual) if steps else usual
