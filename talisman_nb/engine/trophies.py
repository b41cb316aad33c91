"""Trophies: what they are worth, and trading them for counters (`trophy.strength`, `trophy.craft`)."""

from __future__ import annotations

from talisman_nb.model import Option, key_of

from .working_state import WorkingState


def trophy_points(g: WorkingState, you: int, stat: str) -> int:
    """The sum of strength or craft on a seat's trophies (`trophy.strength`, `trophy.craft`). Cached per book."""
    if g.book.table["trophy.kept"] == "points":
        return g.players[you].experience
    trophies = g.players[you].trophies
    known = g.runtime.points.get((trophies, stat))
    if known is None:
        known = g.runtime.points[(trophies, stat)] = sum(int(getattr(g.facts[card], stat)) for card in trophies)
    return known


def trades(g: WorkingState, you: int) -> tuple[Option, ...]:
    """The trades of trophies that the seat has enough points for, as options."""
    p, found = g.players[you], []
    if not (p.trophies or p.experience) or p.out or not p.character:
        return ()
    bought = ("strength", "craft", "gold", "life") if g.book.table["trophy.buys_any"] else ("strength", "craft")
    for stat in bought:
        rate = int(g.book.table[f"trophy.{stat if stat == 'craft' else 'strength'}"])
        if trophy_points(g, you, stat) >= rate:
            cites = (f"trophy.{'craft' if stat == 'craft' else 'strength'}", "trophy.when")
            found.append(Option(key_of("trade", stat), cites=cites, n=rate, seat=you))
    return tuple(found)


def trades_at_any_time(g: WorkingState, you: int) -> tuple[Option, ...]:
    """The trades a seat may make beside any question, where the edition allows that (`trophy.when`).

    None for strength after a die of a battle the seat is in has been thrown.
    """
    if not g.book.table["trophy.any_time"]:
        return ()
    fight = g.fight
    thrown = fight is not None and you in (fight.you, fight.against) and bool(fight.mine or fight.theirs)
    late = key_of("trade", "strength") if thrown and fight is not None and fight.stat == "strength" else ""
    return tuple([option for option in trades(g, you) if option.key != late])


def trade(g: WorkingState, you: int, stat: str) -> None:
    """Trade trophies for counters at the rate of the edition; points above a whole multiple of it are lost."""
    rate = int(g.book.table[f"trophy.{stat if stat == 'craft' else 'strength'}"])
    rule = f"trophy.{'craft' if stat == 'craft' else 'strength'}"
    p = g.players[you]
    if g.book.table["trophy.kept"] == "points":
        g.set(you, experience=p.experience - rate, **{stat: getattr(p, stat) + 1})
        g.tell("traded", you, what=stat, n=1, cites=(rule,))
        return
    given = handed_in(g, you, stat, rate)
    points = sum(int(getattr(g.facts[card], stat)) for card in given)
    kept = list(p.trophies)
    for card in given:
        kept.remove(card)
        g.return_card(card)
    g.set(you, trophies=tuple(kept), **{stat: getattr(p, stat) + points // rate})
    g.tell("traded", you, what=stat, n=points // rate, cards=given, cites=(rule,))


def handed_in(g: WorkingState, you: int, stat: str, rate: int) -> tuple[str, ...]:
    """The trophies to hand in for the most counters: the set with the fewest points that still yields as many."""
    cards = [c for c in g.players[you].trophies if getattr(g.facts[c], stat)]
    worth = {c: int(getattr(g.facts[c], stat)) for c in cards}
    wanted = sum(worth[c] for c in cards) // rate * rate
    best: dict[int, tuple[str, ...]] = {0: ()}
    for card in cards:
        for points, chosen in sorted(best.items(), reverse=True):
            best.setdefault(points + worth[card], (*chosen, card))
    return best[min(points for points in best if points >= wanted)]
