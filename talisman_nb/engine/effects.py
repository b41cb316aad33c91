"""Effects, promises and forms: begun, ticked and ended, and the tokens that show them (`house.tokens`).

A red token is for who must stand still a turn, a black one for who moves by single steps. They only show what holds
anyway; where a table does not play with them there are none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from msgspec.structs import replace

from talisman_nb.cards.modifiers import StepModifier
from talisman_nb.model import Effect, Player, State
from talisman_nb.rules.book import Book, book_of

from .active_modifiers import active_modifiers, holds_for
from .book_runtime import text_rule
from .working_state import WorkingState


def end_effects(g: WorkingState, over: Callable[[Effect], bool], cites: tuple[str, ...] = ()) -> None:
    """End every effect for which the predicate `over` is true and push its `ended` program; `cites`: by which rules."""
    ended = [e for e in g.effects if over(e)]
    if not ended:
        return
    g.set_effects(tuple(e for e in g.effects if e not in ended))
    for effect in ended:
        end_one(g, effect, cites)
    g.touch_all()


def end_one(g: WorkingState, effect: Effect, cites: tuple[str, ...] = ()) -> None:
    """Tell that an effect, already removed, ended; put away the card that showed it, push its `ended` program."""
    g.tell(
        "ended",
        effect.seat,
        what=effect.what,
        source=effect.source,
        space=effect.space,
        cites=cites or (text_rule(effect.source),),
    )
    if effect.shows and effect.source in g.lying(effect.shows):  # a correction by hand may have moved it
        g.lift(effect.source, effect.shows)
        g.return_card(effect.source)
    key = f"{effect.what}.ended"
    if key in g.runtime.programs:
        given = dict(zip(g.runtime.effect_names.get(effect.what, ()), effect.slots, strict=False))
        g.push(key, effect.seat if effect.seat >= 0 else effect.owner, source=effect.source, given=given)


def tick(g: WorkingState, clock: str, owner: int) -> None:
    """Count down the effects whose clock (turns, rounds …) hangs on this seat and end those that reach 0."""
    if not any(e.until == clock and e.owner == owner for e in g.effects):
        return
    g.set_effects(tuple(replace(e, left=e.left - 1) if e.until == clock and e.owner == owner else e for e in g.effects))
    end_effects(g, lambda e: e.until == clock and e.owner == owner and e.left <= 0)


HAD: Final = "had"
"""The duration of an effect on somebody that ends as the card it is from is no longer had."""


def let_go(g: WorkingState, seat: int) -> None:
    """End the effects that last as long as a seat has their card, and whose card it has no more."""
    goods = g.players[seat].goods
    if any(e.until == HAD and e.seat == seat and e.source not in goods for e in g.effects):
        end_effects(g, lambda e: e.until == HAD and e.seat == seat and e.source not in goods)


def shown_on(g: WorkingState, space: str) -> list[str]:
    """The cards on a space that only show an effect: they count towards its number and are never met (`meet.draw`)."""
    return [e.source for e in g.effects if e.shows == space]


def move_shown(g: WorkingState, card: str, origin: str, space: str) -> None:
    """Move what an effect shows along with its card, unless another copy of that card lies there for itself."""
    shown = [e for e in g.effects if e.shows == origin and e.source == card]
    if shown and len(shown) >= g.lying(origin).count(card):
        moved = replace(shown[0], shows=space)
        g.set_effects(tuple([moved if e is shown[0] else e for e in g.effects]))


def keep_promise(g: WorkingState) -> None:
    """Remove the promise whose program is running instead of the move.

    Called at the first answer: if the turn ends before that, the promise stays for the next turn.
    """
    kept = g.players[g.turn].promises if g.moment == "turn_start" else ()
    at = next(
        (at for at, promise in enumerate(kept) if promise.at == "move" and promise.program == g.frame.program), -1
    )
    if at >= 0:
        g.set(g.turn, promises=kept[:at] + kept[at + 1 :])


FOR_THE_REST: Final = "game"
"""The duration of a form that no clock ends."""


def form_turns(book: Book, form: str) -> int:
    """How many turns a form lasts: the figure of the edition (`toad.duration`), else the definition's own.

    0 for one that lasts until something ends it.
    """
    turns = book.table.get(f"{form}.turns", book.card(f"form.{form}").facts.turns)
    return 0 if turns == FOR_THE_REST else int(turns)


def become(g: WorkingState, seat: int, form: str, source: str) -> None:
    """Give a seat a form, put aside the counters that sleep in it (`toad.stats`), push its `begun` (`toad.goods`).

    A seat that has this form already gets the full duration again, and no program is pushed (`toad.again`).
    """
    p, turns = g.players[seat], form_turns(g.book, form)
    sleeps = g.facts[f"form.{form}"].sleeps
    sleeps = ("strength", "craft") if sleeps is None else sleeps
    had = p.asleep if p.form else (p.strength, p.craft)
    asleep = (had[0] if "strength" in sleeps else 0, had[1] if "craft" in sleeps else 0)
    used = (*p.used, "changed") if seat == g.turn else p.used
    g.set(seat, used=used, form=form, form_left=turns, asleep=asleep, strength=0, craft=0)
    g.guards_changed = g.stack_changed = True
    cites = g.facts[f"form.{form}"].cites or ("toad.again" if p.form else "toad.duration", "toad.stats")
    g.tell("became", seat, what=form, n=turns, source=source, cites=cites)
    key = f"form.{form}.begun"
    if p.form != form and key in g.runtime.programs:
        g.push(key, seat, source=f"form.{form}")


def own_form(g: WorkingState, seat: int) -> None:
    """End the form of a seat: counters won in it are lost, those put aside are restored (`toad.stats`)."""
    p = g.players[seat]
    g.set(seat, form="", form_left=0, strength=p.asleep[0], craft=p.asleep[1], asleep=(0, 0))
    cites = g.facts[f"form.{p.form}"].cites or ("toad.stats", "toad.duration")
    g.tell("own_form", seat, what=p.form, cites=cites)


TurnToken = Literal["red", "black"]
MISSED: Final = "turn.missed.do"
"""Program of a missed turn: a promise of it is a turn to miss."""


def turns_missed(p: Player) -> int:
    """How many turns a character must stand still."""
    return sum(promise.program == MISSED for promise in p.promises)


def turn_tokens(state: State) -> tuple[tuple[TurnToken, ...], ...]:
    """The tokens on the card of each seat."""
    book = book_of(state.book)
    if not book.table["switch.tokens"]:
        return ((),) * len(state.players)
    g = WorkingState(book, state)
    return tuple(_of_seat(g, seat) if g.alive(seat) else () for seat in range(len(state.players)))


def _of_seat(g: WorkingState, seat: int) -> tuple[TurnToken, ...]:
    red: tuple[TurnToken, ...] = ("red",) if turns_missed(g.players[seat]) else ()
    by_step = any(holds_for(g, held, seat) for held in active_modifiers(g, seat).of(StepModifier))
    return (*red, "black") if by_step else red
