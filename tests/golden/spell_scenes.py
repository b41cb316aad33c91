"""Scenes in which a Spell is cast, at every moment it may be cast at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from situations import quiet, seat, situation

from golden.scenes import Ends, Scene, comes_to_rest
from talisman_nb.engine import asides, ask, step
from talisman_nb.model import Answer, Ask, State
from talisman_nb.rules.book import Book


def casting(book: Book, spell: str) -> Iterator[Scene]:
    """By somebody for whom it is the moment, at every moment it may be cast at."""
    for moment in book.card(spell).facts.at:
        yield from MOMENTS[moment](spell)


CASTER = {"craft": 2, "strength": 1, "gold": 1, "goods": ("maiden", "helmet", "sword"), "life": 2, "fate": 0}
LYING = {"graveyard": ("bear", "goblin"), "village": ("lemure", "market")}


def _table(space: str, caster: int, spell: str, arrived: bool = False, turn: int = 0) -> State:
    hands = [(spell,) if at == caster else () for at in range(3)]
    held = [other if other != spell else "teleport" for other in ("divination", "acquisition")]
    return situation(
        seat("druid", space, **CASTER, spells=hands[0]),
        seat("elf", "graveyard", goods=("mule", "ring"), spells=hands[1] or (held[0],), craft=1, strength=1, gold=2,
             life=2, fate=0),
        seat("wizard", "city", spells=(*hands[2], held[1]), gold=0, life=4, fate=0),
        lying=LYING, arrived=arrived, turn=turn,
    ).state  # fmt: skip


def _cast(state: State, who: int, spell: str, title: str, coarse: bool = False) -> Iterator[Scene]:
    if f"cast:{spell}" not in [option.key for option in asides(state, who) if not option.closed]:
        return
    after, events = step(state, Answer(state.ply, f"cast:{spell}", who))
    yield Scene(
        title, after, _resolved(state, spell), events, lambda now: not _casting(now, spell), False, state, coarse
    )


def _casting(state: State, spell: str) -> bool:
    return any(frame.source == spell for frame in state.stack)


def _resolved(start: State, spell: str) -> Ends:
    """The Spell has done what it does, and the fight it was cast in is over."""
    rest = comes_to_rest(start)
    return lambda state, found: (
        rest(state, found) or not (_casting(state, spell) or state.fight is not None or found.kind == "react")
    )


def _own_start(spell: str) -> Iterator[Scene]:
    yield from _cast(_table("fields-1", 0, spell), 0, spell, "at the start of one's turn")
    yield from _cast(_table("cursed-glade", 0, spell), 0, spell, "on the Cursed Glade")
    yield from _cast(_table("plain-of-peril", 0, spell), 0, spell, "at the start of one's turn in the Inner Region")


def _any_start(spell: str) -> Iterator[Scene]:
    yield from _own_start(spell)
    yield from _cast(_table("fields-1", 2, spell), 2, spell, "at the start of another's turn")


def _own_end(spell: str) -> Iterator[Scene]:
    state = _table("chapel", 0, spell, arrived=True)
    yield from _cast(_until(state, lambda found: found.kind == "close"), 0, spell, "at the end of one's turn")


def _arrived(spell: str) -> Iterator[Scene]:
    yield from _cast(_table("graveyard", 0, spell, arrived=True), 0, spell, "on arriving beside a character")


def _before_fight(spell: str) -> Iterator[Scene]:
    for key, title in (("the space", "as a fight with two Enemies begins"), ("attack:1", "as one attacks a character")):
        state = _said(_table("graveyard", 0, spell, arrived=True), key)
        yield from _cast(state, 0, spell, title, coarse=True)
        yield from _cast(
            _said(_table("graveyard", 1, spell, arrived=True), key), 1, spell, f"{title} (the other)", coarse=True
        )


def _before_dice(spell: str) -> Iterator[Scene]:
    yield from _before_fight(spell)
    for key, title in (
        ("the space", "before the dice against two Enemies"),
        ("attack:1", "before the dice against a character"),
    ):
        yield from _cast(_said(_table("graveyard", 0, spell, arrived=True), key, "fight"), 0, spell, title, coarse=True)


def _any(spell: str) -> Iterator[Scene]:
    yield from _any_start(spell)
    yield from _before_fight(spell)


def _reply_spell(spell: str) -> Iterator[Scene]:
    state = situation(
        seat("druid", "fields-1", life=2, spells=("healing",)),
        seat("elf", "graveyard", spells=(spell,)),
        seat("wizard", "city"),
    ).state
    yield from _cast(_said(state, "cast:healing", "seat:0"), 1, spell, "in answer to a Spell")


def _reply_life(spell: str) -> Iterator[Scene]:
    state = situation(seat("elf", "graveyard", life=2), seat("wizard", "city", spells=(spell,)), arrived=True).state
    yield from _cast(state, 1, spell, "as somebody is about to lose a life")


def _reply_kill(spell: str) -> Iterator[Scene]:
    state = situation(
        seat("elf", "fields-1", fate=0),
        seat("wizard", "city", spells=(spell,)),
        lying={"fields-1": ("wolf",)},
        arrived=True,
    ).state
    yield from _cast(_said(state, "fight", "6", "1"), 1, spell, "as an Enemy is about to be killed")
    state = situation(
        seat("elf", "chasm", fate=0, goods=("maiden",)), seat("wizard", "city", spells=(spell,)), arrived=True
    ).state
    yield from _cast(_said(state, "6", "1"), 1, spell, "as a Follower is about to be killed")


MOMENTS: dict[str, Callable[[str], Iterator[Scene]]] = {
    "turn_start": _own_start, "any_turn_start": _any_start, "turn_end": _own_end, "arrived": _arrived,
    "before_fight": _before_fight, "fight": _before_dice, "any": _any, "reply.spell": _reply_spell,
    "reply.life_loss": _reply_life, "reply.kill": _reply_kill,
}  # fmt: skip


def _said(state: State, *keys: str) -> State:
    """The state after these answers; a Spell is cast by the first seat."""
    for key in keys:
        state, _ = step(state, Answer(state.ply, key, 0 if key.startswith("cast:") else -1))
    return state


def _until(state: State, test: Callable[[Ask], bool]) -> State:
    """Quietly on until a question comes."""
    for _ in range(60):
        if test(ask(state)):
            return state
        state, _ = step(state, Answer(state.ply, quiet(ask(state))))
    raise AssertionError("that question never comes")
