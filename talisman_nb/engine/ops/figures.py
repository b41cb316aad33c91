"""Operations on facts that only the cards of the box have: figures of Enemies, asked before a fight, and keywords."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.book_runtime import WAIT, asks, operation, takes
from talisman_nb.engine.by_hand_cards import refuse_change
from talisman_nb.engine.fight import running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Change, Option, key_of, read_key
from talisman_nb.model.kinds import ASKED, FIGURE
from talisman_nb.rules.book import plain_card
from talisman_nb.rules.box_readings import reading, reading_of
from talisman_nb.rules.certainty import GUESSED

HIGHEST: Final = 20
"""The highest figure that is asked for."""


def is_guess(ask: Ask, option: Option) -> bool:
    """Whether an option is what a table plays that has not the card of the box.

    >>> is_guess(Ask(0, "amount", 0, "figure.craft", n=5), Option("n:5", n=5))
    True
    """
    return ask.purpose.startswith(FIGURE) and option.n == ask.n


def _unread(g: WorkingState) -> tuple[str, str] | None:
    """The first foe with a figure that is a guess and is to be read off its card, with that figure; None for none."""
    if not g.texts or ASKED not in g.texts:
        return None
    read, cards = dict(g.texts), [plain_card(foe.card) for foe in running(g).foes]
    found = [(card, stat) for card in cards for stat in g.runtime.guessed.get(card, ())]
    return next(((card, stat) for card, stat in found if f"{card}.{stat}" not in read), None)


@operation("read_figures")
def read_figures(g: WorkingState, op: o.ReadFigures, to: None) -> int | None:
    """Wait while a figure of a foe is to be read off its card."""
    return WAIT if _unread(g) else None


@asks("read_figures")
def ask_figure(g: WorkingState, op: o.ReadFigures, to: None) -> Ask:
    """Ask for the figure, the guess in front."""
    unread = _unread(g)
    assert unread is not None
    (card, stat), seat = unread, g.frame.you
    guess = int(getattr(g.facts[card], stat))
    options = tuple([Option(key_of("n", n), n=n) for n in (guess, *(n for n in range(1, HIGHEST + 1) if n != guess))])
    return Ask(g.ply, "amount", seat, f"{FIGURE}{stat}", options, source=card, n=guess, cites=("table.unknown-card",))


@takes("read_figures")
def take_figure(g: WorkingState, op: o.ReadFigures, to: None, key: str, answer: Answer) -> int:
    """Keep the figure for the rest of the game, and let the running fight know it; others may be to be read."""
    unread = _unread(g)
    assert unread is not None
    card, stat = unread
    keep_reading(g, card, stat, read_key(key)[1], g.frame.you)
    return g.frame.pc


def set_reading(g: WorkingState, change: Change) -> None:
    """Set what a card of the box says: a figure that is a guess, or with 1 or 0 whether it has the keyword `to`."""
    _, text = reading_of(change)
    if not reading(g.book, change.card, change.to, text):
        raise refuse_change(change, f"{change.card!r} has no {change.to!r} that only the card says, or not {change.n}")
    keep_reading(g, change.card, change.to, text)


def keep_reading(g: WorkingState, card: str, what: str, text: str, seat: int = -1) -> None:
    """Keep for the rest of the game what was read off a card, let a running fight know it, and enforce limits."""
    g.read_text(f"{card}.{what}", text)
    figure = what in GUESSED
    if figure and g.fight is not None:
        n = int(text)
        foes = [replace(foe, **{what: n}) if plain_card(foe.card) == card else foe for foe in g.fight.foes]
        g.fight = replace(g.fight, foes=tuple(foes))
    if not figure:
        g.touch_all()
    told = {"n": int(text)} if figure else {"cause": text}
    cites = () if figure else g.book.keywords[what].cites
    g.tell("read_off", seat, card=card, what=what, **told, cites=("table.unknown-card", *cites))
