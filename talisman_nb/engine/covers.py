"""Cards that cover spaces: laid, moved and taken off, and effects that name a space whose name does not hold now.

Such a card lies on its space as any other does; `space_at` says whose text holds there.
"""

from __future__ import annotations

from typing import Final

from talisman_nb.cards.definition import Facts
from talisman_nb.model import State
from talisman_nb.rules.book import book_of

from .book_runtime import BY_HAND
from .working_state import WorkingState, working_state

NAMED: Final = ("soul.terrain",)
WHERE: Final = ("soul.terrain-where",)
STOCK: Final = ("soul.terrain-stock",)
"""Rules: what a card does that covers a space, where it may lie, how many there are."""


def cover_on(g: WorkingState, space: str) -> str:
    """The card that covers a space; "" if none does."""
    if not (g.book.covering or g.book.covers):
        return ""
    return next((card for card in reversed(g.lying(space)) if g.covers(card)), "")


def space_at(g: WorkingState, space: str) -> str:
    """The definition whose text holds on a space: that of the card which covers it, else its own.

    Everything that asks what a space does, is called or allows asks by this key, or by `space_facts`.
    """
    return cover_on(g, space) or f"space.{space}"


def kind_at(g: WorkingState, space: str) -> str:
    """Return the name of a space for cards and rules: its kind, or the card that covers it."""
    return cover_on(g, space) or g.board.kind(space)


def space_facts(g: WorkingState, space: str) -> Facts:
    """The facts that hold on a space: of a covered one those of the card and of its region.

    A card that lies on this space only takes the place of its name and text, not of what may be done there.
    """
    cover = cover_on(g, space)
    if cover and not g.book.covers.get(g.home_of(cover)):
        return g.runtime.facts_under(space, cover, g.facts[cover])
    own: Facts = g.facts[f"space.{space}"]
    return own


def cards_below_cover(g: WorkingState, space: str) -> tuple[str, ...]:
    """The face-up cards on a space without one that covers it, which is no card to meet or to count."""
    lying = g.lying(space)
    if not (g.book.covering or g.book.covers):
        return lying
    return tuple([card for card in lying if not g.covers(card)])


def covers_of(state: State) -> tuple[tuple[str, str], ...]:
    """The covered spaces of a state, each with the card that covers it.

    >>> from talisman_nb.engine import new_game
    >>> covers_of(new_game([("Ada", "dwarf")]))
    ()
    """
    book = book_of(state.book)
    if not (book.covering or book.covers):
        return ()
    g = working_state(state)
    return tuple([(space, cover) for space in g.board.spaces if (cover := cover_on(g, space))])


def hidden_covers(state: State) -> dict[str, str]:
    """The spaces on which a card lies face down that will cover them once it is turned up, each with its deck.

    >>> from talisman_nb.engine import new_game
    >>> ending = {"own.ending": True, "own.ending_hidden": True}
    >>> hidden_covers(new_game([("Ada", "dwarf")], "revised4+souls", ending))
    {'crown-of-command': 'ending'}
    """
    book = book_of(state.book)
    if not book.hidden:
        return {}
    g = working_state(state)
    return {space: deck for space, deck in book.hidden.items() if not cover_on(g, space)}


def covered_spaces(g: WorkingState, card: str = "") -> list[str]:
    """The spaces that are covered, by this card or, for "", by any."""
    found = [(space, cover_on(g, space)) for space in g.board.spaces]
    return [space for space, cover in found if cover and card in ("", cover)]


def may_be_covered(g: WorkingState, space: str) -> bool:
    """Whether a card may be laid on a space that no card covers yet (`soul.terrain-where`)."""
    return bool(g.facts[f"space.{space}"].covering) and not cover_on(g, space)


def left_to_lay(g: WorkingState, card: str) -> int:
    """How many copies of a card are left in its deck."""
    deck = g.home_of(card)
    if card in g.owned:
        return g.deck(deck).own.count(card) if g.covers(card) else 0
    return g.deck(deck).left[g.runtime.card_index[deck][card]] if g.covers(card) else 0


def may_lie(g: WorkingState, card: str, space: str) -> bool:
    """Whether a card may cover a space (`soul.terrain-where`): where its deck says, else where the board lets any."""
    only = g.book.covers.get(g.home_of(card), "")
    return space == only if only else bool(g.facts[f"space.{space}"].covering)


def visit_program(g: WorkingState, space: str) -> str:
    """The program that runs for whoever meets a space, "" for none.

    What a card says that covers it, as far as only its words do, is settled by hand (`table.by-hand`).
    """
    text = space_at(g, space)
    if text in g.runtime.visited or text == f"space.{space}":
        return g.runtime.visited.get(text, "")
    return BY_HAND if text in g.owned or g.facts[text].words else ""


def lay_cover(g: WorkingState, card: str, space: str, source: str, origin: str = "") -> None:
    """Cover a space with a card of its deck or, with `origin`, of that space; the old one goes back to its deck.

    Where it may not lie nothing happens (`soul.terrain-where`), nor where such a card lies already.
    """
    who = g.frame.you
    old = cover_on(g, space)
    if not may_lie(g, card, space):
        g.tell("ignored", who, what="where", card=card, space=space, source=source, cites=("soul.terrain-where",))
        return
    if old == card or origin == space:
        g.tell("nothing_happens", who, source=source, cites=STOCK)
        return
    if origin:
        g.lift(card, origin)
    else:
        g.copies_left(card, -1)
    if old:
        take_off(g, space, source, replaced=True)
    g.lay(card, space)
    rules = ("soul.terrain-stock",) if origin else ("soul.terrain",)
    moved = "moved" if origin else ""
    g.tell("covered", who, what=moved, card=card, space=space, origin=origin, source=source, cites=rules)


def take_off(g: WorkingState, space: str, source: str, replaced: bool = False) -> None:
    """Put the card that covers a space back to its deck; nothing happens where none does."""
    card = cover_on(g, space)
    cites = ("soul.terrain-stock",) if replaced else ("soul.terrain",)
    if not card:
        g.tell("nothing_happens", g.frame.you, source=source, cites=cites)
        return
    g.lift(card, space)
    g.return_card(card)
    g.tell("uncovered", g.frame.you, card=card, space=space, source=source, cites=cites)


def name_hidden(g: WorkingState, space: str) -> bool:
    """Whether an effect that names this space is ignored, because a card covers it (`soul.terrain`)."""
    return space in g.board.index and bool(cover_on(g, space))


def tell_ignored(g: WorkingState, who: int, space: str, source: str) -> None:
    """Tell that an effect is ignored which names a covered space."""
    g.tell("ignored", who, card=cover_on(g, space), space=space, source=source, cites=("soul.terrain",))
