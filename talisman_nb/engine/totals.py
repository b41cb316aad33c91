"""Totals and limits, folded when asked for; the same fold explains itself."""

from __future__ import annotations

from typing import NamedTuple

from talisman_nb.cards.modifiers import Add
from talisman_nb.rules.book import plain_card

from .conditions import holds_for
from .kit import Held, kit
from .play import Play
from .rights import permit


class Summand(NamedTuple):
    """One part of a total and where it comes from."""

    source: str
    n: int


def printed(g: Play, seat: int, stat: str) -> int:
    """The value on the character card (of the form, while it lasts); fate and life too."""
    if stat in ("strength", "craft"):
        return kit(g, seat).base[stat]
    character = g.players[seat].character
    lives = g.book.table["setup.lives"]
    if stat == "life" and lives:
        return int(lives)
    return int(getattr(g.facts[f"character.{character}"], stat)) if character else 0


def total(g: Play, seat: int, stat: str) -> int:
    """Strength or craft now: value, counters and what goods, space and effects add (`stat.total`)."""
    k = kit(g, seat)
    n: int = k.base[stat] + getattr(g.players[seat], stat)
    plain = k.sums[stat]
    return n + (sum(part.n for part in added(g, seat, k.by[f"add.{stat}"])) if plain is None else plain)


def summands(g: Play, seat: int, stat: str) -> tuple[Summand, ...]:
    """The total, itemised: the same fold with its sources."""
    k, p = kit(g, seat), g.players[seat]
    first = (Summand(f"character.{p.character}", k.base[stat]), Summand("counters", getattr(p, stat)))
    return tuple(s for s in (*first, *added(g, seat, k.of(f"add.{stat}"))) if s.n)


def added(g: Play, seat: int, adds: tuple[Held, ...]) -> list[Summand]:
    """What the holding modifiers add; of weapons and helpers only as many as may be used at once."""
    found: list[Summand] = []
    single: dict[str, list[Summand]] = {}
    for held in adds:
        mod = held.mod
        assert isinstance(mod, Add)
        if holds_for(g, held, seat):
            part = Summand(held.source, _size(g, mod, held, seat))
            (found if mod.use == "always" else single.setdefault(mod.use, [])).append(part)
    for use, parts in single.items():
        found += best(g, seat, use, parts)
    return found


def _size(g: Play, mod: Add, held: Held, seat: int) -> int:
    """What one modifier adds; an amount of another figure is taken from its printed value, so never in a circle."""
    if isinstance(mod.n, int):
        return mod.n
    if isinstance(mod.n, str):
        return next(int(value) for name, value in held.slots if name == mod.n)  # type: ignore[arg-type]
    name, what = next(iter(mod.n.items()))
    if name == "rule":
        return int(g.book.table[what])
    return int(getattr(g.facts[held.source], what)) if name == "printed" else printed(g, seat, what)


def best(g: Play, seat: int, use: str, parts: list[Summand]) -> list[Summand]:
    """Those used of things that only count one at a time (`carry.weapon`): chosen by hand first, of equal ones what does more besides."""
    if use == "weapon" and permit(g, seat, "use_weapon").closed:
        return []
    chosen = g.fight.wielded if g.fight is not None else ()
    most = limit(g, seat, f"{use}s")
    return sorted(parts, key=lambda part: (part.source not in chosen, -part.n, -len(_held_of(g, part.source))))[:most]


def _held_of(g: Play, card: str) -> tuple[object, ...]:
    """All a card does for its owner; nothing is known of one that is in no list."""
    found = g.book.find(plain_card(card))
    return found.held if found else ()


def limit(g: Play, seat: int, of: str) -> int:
    """How many objects, weapons, armours … at most; a limit is raised, or set by the strictest."""
    k = kit(g, seat)
    known = k.limits.get(of)
    if known is None:
        known = k.limits[of] = _limit(int(g.book.table.get(f"carry.{of}", 1)), k.of(f"limit.{of}"))
    return known


def _limit(n: int, held: tuple[Held, ...]) -> int:
    set_to = [int(one.mod.most) for one in held if one.mod.most >= 0]  # type: ignore[attr-defined]
    more: list[int] = [one.mod.n for one in held]  # type: ignore[attr-defined]
    return min(set_to) if set_to else n + sum(more)


def spell_limit(g: Play, seat: int) -> int:
    """Spells one may hold by total craft (`spell.limit`)."""
    steps = g.book.table["spell.limit"]
    n = int(steps[min(total(g, seat, "craft"), len(steps) - 1)])
    return max(n, len(g.players[seat].spells)) if permit(g, seat, "lose_spells").closed else n


def room_for_spells(g: Play, seat: int) -> int:
    """How many Spells more the seat may gain."""
    if permit(g, seat, "gain_spell").closed:
        return 0
    return spell_limit(g, seat) - len(g.players[seat].spells)


def objects(g: Play, seat: int) -> tuple[str, ...]:
    """The Objects among the goods of a seat."""
    return kit(g, seat).objects


def followers(g: Play, seat: int) -> tuple[str, ...]:
    """The Followers among the goods of a seat; a raised or charmed card is one."""
    return kit(g, seat).followers


def loose_followers(g: Play, seat: int) -> tuple[str, ...]:
    """Those one can give up or lose; what must be taken leaves only as its own text says (`golden.cannot`)."""
    return tuple(card for card in followers(g, seat) if g.facts[card].take != "must")


def steps_of(g: Play, seat: int) -> int:
    """Spaces a turn without a die, one where nobody rolls; 0: the die decides (`inner.move`)."""
    usual = 0 if g.board.rolls(g.players[seat].space) else 1
    held = kit(g, seat).by.get("step")
    return usual if held is None else min((one.mod.n for one in held if holds_for(g, one, seat)), default=usual)  # type: ignore[attr-defined]
