"""A bar that shows how many of the games of a sample are played."""

from __future__ import annotations

from IPython.display import display
from ipywidgets import IntProgress

from talisman_nb.odds.sampling import Progress


def progress_bar() -> Progress:
    """Show a bar in a notebook, and return what moves it; it goes away when all games are played.

    It is for functions that sample what is too long to be walked, such as `talisman_nb.odds.chance_within`.

    >>> moved = progress_bar()  # doctest: +ELLIPSIS
    IntProgress(...)
    >>> moved(200, 400)
    """
    bar = IntProgress(0, 0, 1)
    display(bar)  # type: ignore[no-untyped-call]

    def moved(played: int, games: int) -> None:
        bar.max, bar.value = games, played
        if played == games:
            bar.close()

    return moved
