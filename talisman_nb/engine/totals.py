"""Totals and limits, folded when asked for; the same fold explains itself."""

from __future__ import annotations

from typing import NamedTuple

from talisman_nb.cards.modifiers import Add, Limit, Step
from talisman_nb.rules.book import plain_card

from .active_modifiers import ActiveModifier, active_modifiers
from .conditions import holds_for
from .rights import permit
from .working_state import WorkingState


class Summand(NamedTuple):
    """One part of a total and where it comes from."""

    source: str
    n: int


def printed(g: WorkingState, seat: int, stat: str) -> int:
    """The value on the character card (of the form, while it lasts); fate and life too."""
    if stat in ("strength", "craft"):
        return active_modifiers(g, seat).base[stat]
    character = g.players[seat].character
    lives = g.book.table["setup.lives"]
    if stat == "life" and lives:
        return int(lives)
    return int(getattr(g.facts[f"character.{character}"], stat)) if character else 0


def total(g: WorkingState, seat: int, stat: str) -> int:
    """Strength or craft now: value, counters and what goods, space and effects add (`stat.total`)."""
    k = active_modifiers(g, seat)
    n: int = k.base[stat] + getattr(g.players[seat], stat)
    plain = k.sums[stat]
    return n + (sum(part.n for part in added(g, seat, k.of(Add, stat))) if plain is None else plain)


def summands(g: WorkingState, seat: int, stat: str) -> tuple[Summand, ...]:
    """The total, itemised: the same fold with its sources."""
    k, p = active_modifiers(g, seat), g.players[seat]
    first = (Summand(f"character.{p.character}", k.base[stat]), Summand("counters", getattr(p, stat)))
    return tuple(s for s in (*first, *added(g, seat, k.of(Add, stat))) if s.n)


def added(g: WorkingState, seat: int, adds: tuple[ActiveModifier[Add], ...]) -> list[Summand]:
    """What the holding modifiers add; of weapons and helpers only as many as may be used at once."""
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
    """What one modifier adds; an amount of another figure is taken from its printed value, so never in a circle."""
    if isinstance(mod.n, int):
        return mod.n
    if isinstance(mod.n, str):
        return next(value for name, value in held.slots if name == mod.n and isinstance(value, int))
    name, what = mod.n.only
    if name == "rule":
        return int(g.book.table[what])
    return int(getattr(g.facts[held.source], what)) if name == "printed" else printed(g, seat, what)


def best(g: WorkingState, seat: int, use: str, parts: list[Summand]) -> list[Summand]:
    """Those used of things that only count one at a time (`carry.weapon`): chosen by hand first, of equal ones what does more besides."""
    if use == "weapon" and permit(g, seat, "use_weapon").closed:
        return []
    chosen = g.fight.wielded if g.fight is not None else ()
    most = limit(g, seat, f"{use}s")
    return sorted(parts, key=lambda part: (part.source not in chosen, -part.n, -len(_held_of(g, part.source))))[:most]


def _held_of(g: WorkingState, card: str) -> tuple[object, ...]:
    """All a card does for its owner; nothing is known of one that is in no list."""
    found = g.book.find(plain_card(card))
    return found.held if found else ()


def limit(g: WorkingState, seat: int, of: str) -> int:
    """How many objects, weapons, armours … at most; a limit is raised, or set by the strictest."""
    k = active_modifiers(g, seat)
    known = k.limits.get(of)
    if known is None:
        known = k.limits[of] = _limit(int(g.book.table.get(f"carry.{of}", 1)), k.of(Limit, of))
    return known


def _limit(n: int, held: tuple[ActiveModifier[Limit], ...]) -> int:
    set_to = [one.mod.most for one in held if one.mod.most >= 0]
    more = [one.mod.n for one in held]
    return min(set_to) if set_to else n + sum(more)


def spell_limit(g: WorkingState, seat: int) -> int:
    """Spells one may hold by total craft (`spell.limit`)."""
    steps = g.book.table["spell.limit"]
    n = int(steps[min(total(g, seat, "craft"), len(steps) - 1)])
    return max(n, len(g.players[seat].spells)) if permit(g, seat, "lose_spells").closed else n


def room_for_spells(g: WorkingState, seat: int) -> int:
    """How many Spells more the seat may gain."""
    if permit(g, seat, "gain_spell").closed:
        return 0
    return spell_limit(g, seat) - len(g.players[seat].spells)


def objects(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Objects among the goods of a seat."""
    return active_modifiers(g, seat).objects


def followers(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The Followers among the goods of a seat; a raised or charmed card is one."""
    return active_modifiers(g, seat).followers


def loose_followers(g: WorkingState, seat: int) -> tuple[str, ...]:
    """Those one can give up or lose; what must be taken leaves only as its own text says (`golden.cannot`)."""
    return tuple(card for card in followers(g, seat) if g.facts[card].take != "must")


def steps_of(g: WorkingState, seat: int) -> int:
    """Spaces a turn without a die, one where nobody rolls; 0: the die decides (`inner.move`)."""
    usual = 0 if g.board.rolls(g.players[seat].space) else 1
    steps = active_modifiers(g, seat).of(Step)
    return min((one.mod.n for one in steps if holds_for(g, one, seat)), default=usual) if steps else usual
