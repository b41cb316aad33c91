"""Operations that begin and end a turn: clocks, new characters, trophies, the next seat."""

from __future__ import annotations

from talisman_nb.cards import operations as o
from talisman_nb.engine.card_transfers import go_on_to
from talisman_nb.engine.effects import end_effects, own_form, tick
from talisman_nb.engine.entering import enter_character, set_up
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Frame, Option, key_of, read_key

TURN = "turn.turn.do"
DONE = "done"
MISSED = "missed"
NOTHING_MORE = Option(DONE)


@operation("begin_turn")
def begin_turn(g: WorkingState, op: o.BeginTurn, to: None) -> int | None:
    """Begin the turn: tick clocks, reset what is used up; a seat without a character gets a new one (`death.again`)."""
    you = g.frame.you
    p = g.players[you]
    if not p.character and not p.out:
        if len(free_characters(g)) > 1:
            return WAIT
        return _only_character(g)
    _started(g)
    return None


@operation("setup_character")
def setup_character(g: WorkingState, op: o.SetupCharacter, to: None) -> None:
    """Tell that the character enters and push its setup."""
    g.tell(
        "enters",
        g.frame.you,
        what=g.players[g.frame.you].character,
        space=g.players[g.frame.you].space,
        cites=("setup.stats", "setup.start"),
    )
    set_up(g, g.frame.you)


@operation("missed_turn")
def missed_turn(g: WorkingState, op: o.MissedTurn, to: None) -> None:
    """Tell that the turn is missed (`turn.miss`)."""
    go_on_to(g, MISSED)
    g.tell("missed", g.frame.you, cites=("turn.miss",))


def free_characters(g: WorkingState) -> list[str]:
    """Characters neither in play nor dead."""
    taken = {p.character for p in g.players} | {card.removeprefix("character.") for card in g.box}
    return [c for c in g.book.characters if c not in taken]


def _only_character(g: WorkingState) -> int | None:
    found = free_characters(g)
    you = g.frame.you
    if found:
        enter_character(g, you, found[0])
        return g.frame.pc
    g.set(you, out=True)
    g.somebody_out = True
    g.tell("no_character_left", you, cites=("death.again",))
    _started(g)
    return None


def _started(g: WorkingState) -> None:
    """Start the turn of a seat: reset uses once a turn, tick clocks, fire `turn_begins`."""
    you = g.frame.you
    p = g.players[you]
    g.moment, g.cast, g.held = "turn_start", (), len(p.spells)
    for seat, other in enumerate(g.players):  # uses once a turn are per turn of the active seat, for all seats
        if other.used:
            g.set(seat, used=())
    g.tell("turn_begins", you, n=g.round, cites=("setup.order",))
    _clocks(g, you)
    if p.out or not p.character:
        g.halt("turn")
        return
    fire(g, "turn_begins", you)
    if g.effects and not any(promise.at == "turn" for promise in p.promises):
        g.changed_seats.append(you)  # a quest may be fulfilled now


def _clocks(g: WorkingState, seat: int) -> None:
    """Tick the effects whose clock hangs on this seat as its turn begins, even if the seat is out."""
    if g.effects:
        end_effects(g, lambda e: e.until == "next_turn" and e.owner == seat)
        tick(g, "rounds", seat)


@asks("begin_turn")
def ask_character(g: WorkingState, op: o.BeginTurn, to: None) -> Ask:
    """Ask for the new character; a chance ask, since it is dealt."""
    options = tuple(Option(c) for c in free_characters(g))
    return Ask(g.ply, "character", g.frame.you, "new", options, chance=True, cites=("death.again",))


@takes("begin_turn")
def take_character(g: WorkingState, op: o.BeginTurn, to: None, key: str, answer: Answer) -> int:
    """Enter the character, then begin the turn, so that its first Spells are held at its start (`spell.per-turn`)."""
    enter_character(g, g.frame.you, key)
    return g.frame.pc


# --- the end of a turn ---


def trophy_points(g: WorkingState, you: int, stat: str) -> int:
    """The sum of strength or craft on a seat's trophies (`trophy.strength`, `trophy.craft`). Cached per book."""
    if g.book.table["trophy.kept"] == "points":
        return g.players[you].experience
    trophies = g.players[you].trophies
    known = g.runtime.points.get((trophies, stat))
    if known is None:
        known = g.runtime.points[(trophies, stat)] = sum(int(getattr(g.facts[card], stat)) for card in trophies)
    return known


def _trades(g: WorkingState) -> tuple[Option, ...]:
    """The trades of trophies that the seat has enough points for, as options."""
    you, found = g.frame.you, []
    p = g.players[you]
    if not (p.trophies or p.experience):
        return ()
    bought = ("strength", "craft", "gold", "life") if g.book.table["trophy.buys_any"] else ("strength", "craft")
    for stat in bought:
        rate = int(g.book.table[f"trophy.{stat if stat == 'craft' else 'strength'}"])
        points = trophy_points(g, you, stat)
        if points >= rate and not p.out and p.character:
            found.append(
                Option(
                    key_of("trade", stat),
                    cites=(f"trophy.{'craft' if stat == 'craft' else 'strength'}", "trophy.when"),
                    n=rate,
                )
            )
    return tuple(found)


@operation("close_turn")
def close_turn(g: WorkingState, op: o.CloseTurn, to: None) -> int | None:
    """Wait at the end of the turn for trades and actions, except after a missed turn (`turn.miss`)."""
    missed = g.moment == MISSED
    go_on_to(g, "turn_end")
    you = g.frame.you
    return WAIT if not missed and g.alive(you) and not permit(g, you, "act").closed else None


@asks("close_turn")
def ask_close(g: WorkingState, op: o.CloseTurn, to: None) -> Ask:
    """Ask for trades of trophies and actions before the turn ends."""
    you = g.frame.you
    offers = action_offers(g, you)
    return Ask(g.ply, "close", you, "close", (NOTHING_MORE, *_trades(g)), offers, cites=("trophy.when",))


@takes("close_turn")
def take_close(g: WorkingState, op: o.CloseTurn, to: None, key: str, answer: Answer) -> int | None:
    """End the turn, or trade and ask again."""
    if key == DONE:
        return None
    _trade(g, g.frame.you, read_key(key).item)
    return WAIT


def _trade(g: WorkingState, you: int, stat: str) -> None:
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


@operation("end_turn")
def end_turn(g: WorkingState, op: o.EndTurn, to: None) -> None:
    """End the turn: end its effects, tick clocks, and begin the turn of the next seat or an extra turn."""
    you = g.frame.you
    g.tell("turn_ends", you, cites=("setup.order",))
    if g.fight is not None:
        g.fight = None
    if g.effects:
        end_effects(g, lambda e: e.until in ("turn", "encounter", "fight"))
        tick(g, "turns", you)
    p = g.players[you]
    if p.form:
        _form_ticks(g, you)
    if g.players[you].extra > 0 and g.alive(you):
        g.set(you, extra=g.players[you].extra - 1)
        following = you
    else:
        following = next_seat(g, you)
    if g.players[following].out:
        g.tell("nobody_left", cites=("win.last",))
        g.stack.clear()
        g.restarted = g.stack_changed = True
        return
    g.turn = following
    g.stack[:] = [Frame(TURN, you=following)]
    g.restarted = g.stack_changed = True


def _form_ticks(g: WorkingState, you: int) -> None:
    """Count a turn of the seat's form, except the one in which it was taken (`toad.duration`)."""
    p = g.players[you]
    if "changed" in p.used:
        g.set(you, used=tuple(u for u in p.used if u != "changed"))
        return
    g.set(you, form_left=p.form_left - 1)
    if p.form_left <= 1:
        own_form(g, you)


def next_seat(g: WorkingState, you: int) -> int:
    """The next seat that is not out; counts a round when passing the last seat, and ticks clocks of seats passed."""
    n = len(g.players)
    for step in range(1, n + 1):
        seat = (you + step) % n
        if g.players[seat].out:
            _clocks(g, seat)
        else:
            if you + step >= n:
                g.round += 1
                g.tell("round", n=g.round, cites=("setup.order",))
            return seat
    return you
