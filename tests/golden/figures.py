"""Scenes in which each figure of the table of an edition shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from situations import quiet, seat, situation

from golden.scenes import comes_to_rest
from golden.sheets import folded
from golden.topics import HEAD, Told
from golden.transcript import transcript
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, asides, ask, new_game, step
from talisman_nb.engine.characters import unnamed_characters
from talisman_nb.engine.meeting_order import number_of
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Change, State
from talisman_nb.model.state import MOST_FIGURE
from talisman_nb.rules.book import Book

HERO = {"fate": 0, "life": 3}


def figure_scenes(book: Book) -> Iterator[Told]:
    """Scene after scene; the book must be in force."""
    for title, lines in chain(
        _setup(book), _sheets(book), _supply(), _order(book), _ends_of_turns(), _rolls(), _magic(book)
    ):
        yield Told(HEAD, title, lines, {})


Lines = Iterator[tuple[str, list[str]]]


def _went(title: str, state: State, turns: int = 0) -> tuple[str, list[str]]:
    return title, transcript(state, comes_to_rest(state, turns), narrow=lambda now: now.round > state.round)


def _setup(book: Book) -> Lines:
    """Who may sit down, what one begins with, and how many characters are dealt."""
    for n in range(9):
        try:
            state = new_game([(f"P{at}", character) for at, character in enumerate(book.characters[:n])])
        except CardError as error:
            yield f"{n} players", [str(error)]
        else:
            p = state.players[0]
            yield (
                f"{n} players",
                [f"{p.character}: life {p.life}, fate {p.fate}, gold {p.gold}, strength {p.strength}, craft {p.craft}"],
            )
    start = new_game([("P0", ""), ("P1", "")])
    killed = situation(seat("", "village"), seat("thief", "city")).state
    for title, state in (("characters at the start", start), ("a new character", killed)):
        yield title, [f"{ask(state).purpose} {ask(state).n}"]
    yield "characters in no list", [str(unnamed_characters(WorkingState(book, start)))]


def _sheets(book: Book) -> Lines:
    """Limits by what one is and has."""
    yield "Spells by total craft, from 0", [" ".join(map(str, book.table["spell.limit"]))]
    for craft in range(7):
        state = situation(seat("troll", "fields-1", craft=craft), seat("elf", "city")).state
        sheet = folded(book, state, 0)
        yield f"total craft {craft + 1}", [f"{name} {n}" for name, n in sheet.items() if name.startswith("most")]
    goods = ("sword", "axe", "holy-lance", "purchase/sword", "ring")
    state = situation(
        seat("thief", "fields-1", goods=("mule", *goods), **HERO), lying={"fields-1": ("bear",)}, arrived=True
    ).state
    yield _went("several weapons", state)
    state = situation(
        seat("thief", "fields-1", goods=("holy-lance",), **HERO), lying={"fields-1": ("dragon",)}, arrived=True
    ).state
    yield _went("the Holy Lance against a Dragon", state)
    goods = ("helmet", "shield")
    state = situation(seat("thief", "fields-1", goods=goods, **HERO), lying={"fields-1": ("bear",)}, arrived=True).state
    yield _went("several armours", state)


def _supply() -> Lines:
    """What the box has of each kind, as a correction past it is refused, and how many Talismans one may have."""
    state = situation(seat("thief", "city"), seat("elf", "village")).state
    for what in ("strength", "craft", "life", "fate", "gold"):
        try:
            step(state, Answer(state.ply, "hand", 0, changes=(Change(what, 0, MOST_FIGURE),)))
            yield f"the box: {what}", ["no limit"]
        except NotAllowedError as refused:
            yield f"the box: {what}", [str(refused)]
    two = situation(seat("thief", "city", goods=("talisman", "talisman/talisman")), seat("elf", "village"))
    yield "two Talismans", [" ".join(two[0].goods)]


def _order(book: Book) -> Lines:
    """What lies on a space, in the order it is met."""
    state = situation(seat("troll", "city", gold=1, **HERO)).state
    g = WorkingState(book, state)
    cards = ("angel", "bear", "dragon", "goblin", "shadow", "witch", "guide", "sword", "ring", "talisman", "maze")
    numbers = [f"{book.card(card).facts.type}: {number_of(g, card):g}" for card in cards]
    yield "numbers", [*numbers, f"space: {book.table['order.space']}"]
    lying = ("market", "shadow", "mage", "bear", "ring", "sword", "talisman")
    state = situation(
        seat("troll", "city", gold=1, spells=(), **HERO), seat("elf", "village"), lying={"city": lying}, arrived=True
    ).state
    yield "on the City", _told_quietly(state)


def _told_quietly(state: State) -> list[str]:
    """What is asked, one answer each."""
    found = []
    for _ in range(20):
        now = ask(state)
        if state.turn != 0 or now.kind == "close":
            break
        found.append(" ".join(part for part in (now.kind, now.purpose, now.source) if part))
        key = ("6" if now.purpose == "attack" else "1") if now.kind == "die" else quiet(now)
        state, events = step(state, Answer(state.ply, key))
        found += [f"· {event.kind} {event.card or ' '.join(event.cards)}" for event in events]
    return found


def _ends_of_turns() -> Lines:
    """What trophies buy; who is a toad for how long."""
    for stat, trophies in (
        ("strength", ("giant", "wild-boar")),
        ("strength", ("giant", "wolf")),
        ("craft", ("wraith", "shadow")),
        ("craft", ("wraith", "wraith")),
        ("craft", ("wraith", "ghost")),
    ):
        for some in (trophies, trophies[:1]):
            state = situation(seat("troll", "tavern", trophies=some, **HERO), seat("elf", "city"), arrived=True).state
            state, _ = step(state, Answer(state.ply, "3"))
            title = f"{' and '.join(some)} for {stat}"
            yield title, [f"{o.key} {o.n} {o.closed}" for o in (*ask(state).options, *ask(state).offers)]
    state = situation(seat("troll", "city", **HERO), arrived=True).state
    for key in ("enchantress", "1"):
        state, _ = step(state, Answer(state.ply, key))
    yield "a toad", [f"{state.players[0].form} for {state.players[0].form_left} turns"]


def _rolls() -> Lines:
    """The Werewolf, the Command Spell."""
    state = situation(seat("troll", "werewolf-den", **HERO), arrived=True).state
    yield "the Werewolf", [f"{ask(state).n} dice"]
    state = situation(seat("troll", "crown-of-command", **HERO), seat("elf", "city", **HERO), arrived=True).state
    yield _went("the Command Spell", state)
    for toll in (0, 1):
        rules: dict[str, Any] = {"house": {"bridge.toll": 1}} if toll else {}
        state = situation(seat("troll", "sentinel", gold=1, **HERO), **rules).state
        for key in ("1", "bridge"):
            state, _ = step(state, Answer(state.ply, key))
        yield f"at the Sentinel{', with a toll' if toll else ''}", [f"{ask(state).kind} {ask(state).source}"]


def _magic(book: Book) -> Lines:
    """How many Spells in another's turn."""
    yield "Spells in another's turn", [str(book.table["spell.other_turn"])]
    spells = ("healing", "nullify", "random")
    state = situation(seat("troll", "fields-1"), seat("wizard", "city", craft=1, spells=spells)).state
    for key in ("random", "healing"):
        found = [f"{o.key} {o.closed}" for o in asides(state, 1)]
        yield f"in another's turn, before {key}", found
        state, _ = step(state, Answer(state.ply, f"cast:{key}", 1))
        while ask(state).kind != "die" or ask(state).purpose != "move":
            now = ask(state)
            state, _ = step(
                state,
                Answer(state.ply, "5" if now.kind == "die" else now.open()[0] if now.kind == "pick" else quiet(now)),
            )
            if state.turn:
                return
        if len(state.players[1].spells) < len(spells):
            yield "after it", [f"{o.key} {o.closed}" for o in asides(state, 1)]
            return
