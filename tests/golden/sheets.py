"""What has changed between two states: sheets with their totals, limits and rights, spaces, effects, decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from talisman_nb.cards.vocabulary import AnAct, names
from talisman_nb.engine.active_modifiers import permit
from talisman_nb.engine.totals import limit, spell_limit, steps_of, total
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Effect, Player, State
from talisman_nb.rules.book import Book

FIGURES = (
    "character",
    "space",
    "alignment",
    "life",
    "fate",
    "gold",
    "strength",
    "craft",
    "form",
    "form_left",
    "experience",
    "extra",
)
FLAGS = ("turning_back", "out")
CARDS = ("goods", "spells", "trophies")
LIMITS = ("objects", "weapons")


def changes(book: Book, a: State, b: State) -> Iterator[str]:
    """One line per sheet, space and effect that is not as it was."""
    for seat, (old, new) in enumerate(zip(a.players, b.players, strict=True)):
        found = [*_figures(old, new), *_cards(old, new), *_promises(old, new), *_folded(book, a, b, seat)]
        if found:
            name = (old.character or new.character).capitalize() if seat else "You"
            yield f"{name}: {', '.join(found)}"
    for space, old_cards, new_cards in zip(book.board.spaces, a.spaces, b.spaces, strict=True):
        if old_cards != new_cards:
            yield f"on {space}: {_apart(old_cards, new_cards)}"
    for space, before, now in zip(book.board.spaces, a.gold, b.gold, strict=True):
        if before != now:
            yield f"on {space}: gold {before}→{now}"
    yield from _effects(a.effects, b.effects)
    yield from _piles(book, a, b)
    for word in ("crown", "winner"):
        if getattr(a, word) != getattr(b, word):
            yield f"{word}: {getattr(b, word)}"


def _figures(old: Player, new: Player) -> Iterator[str]:
    for name in FIGURES:
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            yield f"{name} {before or 'none'}→{now or 'none'}" if isinstance(now, str) else f"{name} {before}→{now}"
    for name in FLAGS:
        if getattr(old, name) != getattr(new, name):
            yield name.replace("_", " ") if getattr(new, name) else f"no longer {name.replace('_', ' ')}"


def _cards(old: Player, new: Player) -> Iterator[str]:
    for name in CARDS:
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            yield f"{name} {_apart(before, now)}"


def _apart(before: Iterable[str], now: Iterable[str]) -> str:
    """What came and what went.

    >>> _apart(("axe", "sword"), ("sword", "ring"))
    '+ring -axe'
    """
    old, new = Counter(before), Counter(now)
    return " ".join([f"+{card}" for card in (new - old).elements()] + [f"-{card}" for card in (old - new).elements()])


def _promises(old: Player, new: Player) -> Iterator[str]:
    for promise in new.promises:
        if promise not in old.promises:
            given = f" with {' '.join(map(str, promise.slots))}" if promise.slots else ""
            yield f"at the next {promise.at} {promise.program}{given}{' unless gone' if promise.until else ''}"


def folded(book: Book, state: State, seat: int) -> dict[str, int]:
    """What is folded when asked for: totals, limits, steps; rights as 1 (open) or 0."""
    g = WorkingState(book, state)
    found = {f"{stat} in all": total(g, seat, stat) for stat in ("strength", "craft")}
    found |= {f"most {of}": limit(g, seat, of) for of in LIMITS}
    found |= {"most spells": spell_limit(g, seat), "steps a turn": steps_of(g, seat)}
    return found | {f"may {act}": int(not permit(g, seat, act).closed) for act in sorted(names(AnAct))}


def _folded(book: Book, a: State, b: State, seat: int) -> Iterator[str]:
    if not (a.players[seat].character and b.players[seat].character):
        return
    before, now = folded(book, a, seat), folded(book, b, seat)
    for stat in (
        ("strength", "craft") if a.players[seat].form == b.players[seat].form else ()
    ):  # a counter more is one more in all: that goes without saying
        now[f"{stat} in all"] -= getattr(b.players[seat], stat) - getattr(a.players[seat], stat)
    for name, n in now.items():
        if n != before[name]:
            yield (
                (f"{name}" if n else name.replace("may", "may not", 1))
                if name.startswith("may ")
                else f"{name} {before[name]}→{n}"
            )


def _effects(old: tuple[Effect, ...], new: tuple[Effect, ...]) -> Iterator[str]:
    for effect in new:
        if effect not in old:
            on = {"everyone": "everybody", "seat": f"seat {effect.seat}", "space": effect.space, "card": "a card"}[
                effect.on
            ]
            given = f" with {' '.join(map(str, effect.slots))}" if effect.slots else ""
            shown = f", shown on {effect.shows}" if effect.shows else ""
            yield f"{effect.what} on {on}{given} until {effect.until}{f' {effect.left}' if effect.left else ''}{shown}"
    for effect in old:
        if effect not in new and effect.what not in [e.what for e in new]:
            yield f"{effect.what} is over"


def _piles(book: Book, a: State, b: State) -> Iterator[str]:
    for name, old, new in zip(book.decks, a.decks, b.decks, strict=True):
        if old.discards != new.discards:
            yield f"{name} discards {_apart(old.discards, new.discards)}"
        if old.known != new.known:
            yield f"{name} deck: {len(new.known)} known on top, to {' '.join(map(str, new.knowers))}"
    for card, before, now in zip(book.stock_cards, a.stocks, b.stocks, strict=True):
        if before != now:
            yield f"stock: {card} {before}→{now}"
    if a.box != b.box:
        yield f"box {_apart(a.box, b.box)}"
