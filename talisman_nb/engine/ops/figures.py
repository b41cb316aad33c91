"""Figures of Enemies that no source gives: at a table with the cards of the box they are read off the card, once."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.engine.book_runtime import WAIT, asks, operation, takes
from talisman_nb.engine.fight import running
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key
from talisman_nb.model.kinds import ASKED, FIGURE
from talisman_nb.rules.book import plain_card

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
    fight, n = running(g), read_key(key)[1]
    g.read_text(f"{card}.{stat}", n)
    foes = [replace(foe, **{stat: int(n)}) if plain_card(foe.card) == card else foe for foe in fight.foes]
    g.fight = replace(fight, foes=tuple(foes))
    g.tell("read_off", g.frame.you, card=card, what=stat, n=int(n), cites=("table.unknown-card",))
    return g.frame.pc
