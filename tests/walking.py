"""Answers a situation in every way, looks at every state on the way, and lays out the situations that are walked."""

from __future__ import annotations

import random
import re
from typing import Any

from editions import PLAYED, turned
from msgspec.structs import replace
from random_games import typed
from situations import RULES, Game, seat, situation

from talisman_nb.engine import asides, ask, step
from talisman_nb.model import Answer, State, decode, encode
from talisman_nb.rules.book import open_book
from talisman_nb.simulate.invariants import violations
from talisman_nb.table.told_moves import undone

BOOKS = {edition: open_book(edition) for edition in PLAYED}
TURNS = re.compile(r"\b(?:switch|own)\.\w+")
ALIGNMENTS = ("good", "neutral", "evil")
EVERY_WAY = 45  # states answered in every way, per situation
BY_LOT = 3  # further walks by lot, per situation
FURTHER = 30  # answers of such a walk
GOODS = ("princess", "purchase/mule", "purchase/sword", "purchase/helmet", "magic-belt")


def answers(state: State, dice: random.Random, depth: int) -> list[Answer]:
    """Everything that may be said; of many cards a few by lot."""
    found = ask(state)
    keys = [key for key in found.open() if key not in ("own", "empty")]
    if len(keys) > 8 and found.kind in ("card", "pick", "character"):
        keys = dice.sample(keys, 4) + (["?"] if "?" in keys else [])
    given = [Answer(state.ply, key) for key in keys]
    if not given and "own" in found.open():  # of a deck of which no card is in a list
        given = [Answer(state.ply, "own", own=typed(state, found, dice))]
    if depth > 5:
        return given
    for who in range(len(state.players)):
        put_in = [o.key for o in asides(state, who) if not o.closed and not o.key.startswith("drop:")]
        given += [Answer(state.ply, key, who) for key in put_in]
    return given


def sound(state: State, events: tuple[Any, ...]) -> None:
    """What holds of every state."""
    assert violations(state) == []
    assert decode(encode(state)) == state
    for event in events:
        assert event.cites and RULES.issuperset(event.cites), f"{event.kind} cites {event.cites}"
    found = ask(state)
    for option in (*found.options, *found.offers):
        assert RULES.issuperset(option.cites), f"{option.key} cites {option.cites}"
        assert option.cites or not option.closed, f"{option.key} is closed ({option.closed}) and cites nothing"


def walk(start: State, dice: random.Random) -> int:
    """Answer in every way, first what is near; then on by lot. How many answers were given."""
    frontier, seen, said = [(start, 0)], {replace(start, ply=0)}, 0
    for _ in range(EVERY_WAY):
        if not frontier:
            break
        state, depth = frontier.pop(0 if dice.random() < 0.5 else dice.randrange(len(frontier)))
        for answer in answers(state, dice, depth):
            after, events = step(state, answer)
            said += 1
            sound(after, events)
            assert undone(state, after, events) == ()
            if ask(after).kind != "over" and replace(after, ply=0) not in seen:
                seen.add(replace(after, ply=0))
                frontier.append((after, depth + 1))
    for state, _ in dice.sample(frontier, min(BY_LOT, len(frontier))):
        said += by_lot(state, dice)
    return said


def by_lot(state: State, dice: random.Random) -> int:
    """One walk on, through the turns of the others too."""
    for at in range(FURTHER):
        if ask(state).kind == "over":
            return at
        before = state
        state, events = step(state, dice.choice(answers(state, dice, 0 if at % 4 == 0 else 9)))
        sound(state, events)
        assert undone(before, state, events) == ()
    return FURTHER


def table(edition: str, hero: str, space: str, at: int, besides: str = "", **rest: Any) -> Game:
    """A standard situation: the hero rich or poor, good or evil, a neighbour on its space, a wizard far away."""
    rich = at % 2 == 0
    figures: dict[str, Any] = {
        "alignment": ALIGNMENTS[at % 3],
        "life": 3,
        "fate": 1 if at == 1 else 0,
        "gold": 4 if rich else 0,
    }
    figures |= (
        {"goods": tuple(card for card in GOODS if card != besides)}
        if rich
        else {"spells": ("spell?",)}
        if BOOKS[edition].card(f"character.{hero}").facts.craft > 2
        else {}
    )
    others = [c for c in BOOKS[edition].characters if c not in (hero, "wizard")]
    neighbour = seat(
        others[at % len(others)], space if at == 2 else "tavern", goods=("guide", "purchase/armour"), gold=1
    )
    far = [seat("wizard", "oasis", spells=("spell?", "spell?"))] if hero != "wizard" else []
    return situation(seat(hero, space, **figures), neighbour, *far, edition=edition, **rest)


def houses(edition: str, key: str) -> tuple[dict[str, Any], ...]:
    """How tables play a definition: by the rules, and where a switch turns it with every switch turned."""
    return ({}, turned(edition)) if TURNS.search(repr(BOOKS[edition].card(key))) else ({},)


def hero_for(edition: str, name: str, at: int) -> str:
    characters = BOOKS[edition].characters
    return characters[(sum(map(ord, name)) + 5 * at) % len(characters)]


def lot(name: str, at: int) -> random.Random:
    return random.Random(f"{name} {at}")


def drawn_at(edition: str, house: dict[str, Any], card: str, at: int) -> str:
    """A space whose deck has the card; with two decks not every one has."""
    book = open_book(edition, house)
    spaces = ("fields-1", "hidden-valley", "plains-1")
    having = [space for space in spaces if book.deck_at(space) == book.deck_of[card]] or spaces
    return having[at % len(having)]
