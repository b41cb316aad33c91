"""What outlives a moment: effects, their clocks and their end; forms."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from talisman_nb.model import Effect
from talisman_nb.rules.book import Book

from .text_rules import text_rule
from .working_state import WorkingState


def end_effects(g: WorkingState, over: Callable[[Effect], bool]) -> None:
    """End every effect of which `over` is true; what it does when it ends follows."""
    ended = [e for e in g.effects if over(e)]
    if not ended:
        return
    g.set_effects(tuple(e for e in g.effects if e not in ended))
    for effect in ended:
        end_one(g, effect)
    g.touch_all()


def end_one(g: WorkingState, effect: Effect) -> None:
    """Its card goes where it belongs, its own ending runs."""
    g.tell("ended", effect.seat, what=effect.what, source=effect.source, space=effect.space, cites=(text_rule(effect.source),))
    if effect.shows and effect.source in g.lying(effect.shows):  # hands may have taken it away
        g.lift(effect.source, effect.shows)
        g.away(effect.source)
    key = f"{effect.what}.ended"
    if key in g.runtime.programs:
        g.push(key, effect.seat if effect.seat >= 0 else effect.owner, source=effect.source)


def tick(g: WorkingState, clock: str, owner: int) -> None:
    """One turn or round of a seat is over: its effects come nearer to their end."""
    if not any(e.until == clock and e.owner == owner for e in g.effects):
        return
    g.set_effects(tuple(replace(e, left=e.left - 1) if e.until == clock and e.owner == owner else e for e in g.effects))
    end_effects(g, lambda e: e.until == clock and e.owner == owner and e.left <= 0)


def shown_on(g: WorkingState, space: str) -> list[str]:
    """The cards that lie on a space only to show a lasting effect: they count there and are never met (`meet.draw`)."""
    return [e.source for e in g.effects if e.shows == space]


def keep_promise(g: WorkingState) -> None:
    """What takes the place of this move has begun and waits no longer; till then whatever ends the turn puts it off."""
    kept = g.players[g.turn].promises if g.moment == "turn_start" else ()
    at = next((at for at, promise in enumerate(kept) if promise.at == "move" and promise.program == g.frame.program), -1)
    if at >= 0:
        g.set(g.turn, promises=kept[:at] + kept[at + 1 :])


def form_turns(book: Book, form: str) -> int:
    """How many turns a form lasts: what the table of the edition says (`toad.duration`), else its own definition."""
    return int(book.table.get(f"{form}.turns", book.card(f"form.{form}").facts.turns))


def become(g: WorkingState, seat: int, form: str, source: str) -> None:
    """Take a form: counters sleep, goods stay on the space (`toad.stats`, `toad.goods`, `toad.again`)."""
    p, turns = g.players[seat], form_turns(g.book, form)
    asleep = p.asleep if p.form else (p.strength, p.craft)
    used = (*p.used, "changed") if seat == g.turn else p.used
    g.set(seat, used=used, form=form, form_left=turns, asleep=asleep, strength=0, craft=0)
    g.guards_changed = g.stack_changed = True
    rule = "toad.again" if p.form else "toad.duration"
    g.tell("became", seat, what=form, n=turns, source=source, cites=(rule, "toad.stats"))
    key = f"form.{form}.begun"
    if not p.form and key in g.runtime.programs:
        g.push(key, seat, source=f"form.{form}")


def own_form(g: WorkingState, seat: int) -> None:
    """One's own form again: what was won in the other is gone, the old counters are back (`toad.stats`)."""
    p = g.players[seat]
    g.set(seat, form="", form_left=0, strength=p.asleep[0], craft=p.asleep[1], asleep=(0, 0))
    g.tell("own_form", seat, what=p.form, cites=("toad.stats", "toad.duration"))
