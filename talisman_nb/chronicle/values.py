"""A game looked back on, as plain values for a panel: every word is already chosen, every plot drawn."""

from __future__ import annotations

from msgspec import Struct

from talisman_nb.text.screen.values import Who


class Course(Struct, frozen=True):
    """A figure of every seat over the rounds."""

    what: str  # strength, craft, life, gold
    title: str
    plot: str  # SVG
    rounds: tuple[int, ...]  # 0 for the beginning
    lines: tuple[int, ...]  # the last line of the journal in each of them
    values: tuple[tuple[int | None, ...], ...]  # by seat: at the beginning, after each round; None without character


class Luck(Struct, frozen=True):
    """Fights won by a seat, and how many its chances before the dice let expect."""

    who: Who
    won: int
    fights: int
    expected: float
    text: str  # "7 of 10, expected 5.2"


class Highlight(Struct, frozen=True, omit_defaults=True):
    """Something to be remembered, with its line in the journal."""

    n: int
    text: str
    note: str  # "round 6"
    seat: int = -1
    picture: str = ""  # key of `Labels.pictures`
    chance: str = ""  # "14 %": how likely it was
    tone: str = ""


class Chronicle(Struct, frozen=True, omit_defaults=True):
    """A whole game."""

    over: bool
    title: str  # "Ada wins"
    story: str  # how it came to that
    note: str  # "14 November 2026 · 14 rounds · 2 h 20 min · 55 turns"
    people: tuple[Who, ...]
    courses: tuple[Course, ...]
    luck: tuple[Luck, ...] = ()
    luck_plot: str = ""
    best: tuple[Highlight, ...] = ()
    turning: tuple[Highlight, ...] = ()
    feared: tuple[Highlight, ...] = ()
    picture: str = ""  # of the winner
    winner: int = -1
    missing: int = 0  # fights whose chances are not reckoned yet: ask again
