"""Encodes a position as text; the inverse of `reading`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from talisman_nb.cards.own_card import bare_name
from talisman_nb.engine.effects import MISSED, form_turns
from talisman_nb.model import Effect, OwnCard
from talisman_nb.model.situation import CARDS, COUNTERS, FLAGS, NOBODY, NUMBERS, Position
from talisman_nb.model.situation_reading import bare, quote
from talisman_nb.rules.book import Book

from . import USUAL
from .effect_words import EffectWords, lasting_words, said_effect, said_promise
from .part_readers import OWN_FIGURES, OWN_WEAPON


def print_position(book: Book, position: Position) -> str:
    """Return the text of a position; raises `SituationError` for an effect or promise without a word."""
    lasting = lasting_words(book)
    who = [str(at) if seat.character == NOBODY else bare(seat.character) for at, seat in enumerate(position.seats)]
    apart = _order(position.effects) != list(position.effects)
    parts = [f"edition {position.edition.replace('+', ' + ')}"] if position.edition != USUAL else []
    if position.house:
        parts.append("house " + " ".join(f"{name}={_house(value)}" for name, value in position.house.items()))
    parts += [own_text(card) for card in position.own]
    parts += [_seat(book, position, at, who, apart) for at in range(len(position.seats))]
    parts += [_with_mark(position, text, name) for text, name in _space_and_pile_parts(position)]
    parts += [
        _with_mark(
            position, ", ".join(said_effect(lasting.of_effect(effect), effect, who, position.turn)), f"effect.{n}"
        )
        for n, effect in enumerate(position.effects)
        if apart or effect.on != "seat"
    ]
    parts += [_with_mark(position, text, name) for text, name in _deck_and_turn_parts(position, who)]
    return " | ".join(parts)


def _with_mark(position: Position, text: str, name: str) -> str:
    return f"{text} !" if name in position.insisted else text


def _order(effects: Iterable[Effect]) -> list[Effect]:
    """Return the effects in the order `reading` gives: those on seats, seat by seat, then the others."""
    return sorted(effects, key=lambda effect: (effect.on != "seat", effect.seat if effect.on == "seat" else 0))


def _house(value: Any) -> str:
    return bare(value) if isinstance(value, str) else json.dumps(value)


def own_text(card: OwnCard) -> str:
    """Return a card that is in no list as `part_readers.own_card` reads it."""
    usual = OwnCard(card.name, card.type)
    figures = [f"{name} {n}" for name in OWN_FIGURES if (n := getattr(card, name)) != getattr(usual, name)]
    weapon = [OWN_WEAPON] if card.weapon else []
    lists = {"only": card.have_only, "not": card.have_not, "at": card.at}
    facts = {
        "after": card.after,
        **{name: "+".join(chosen) for name, chosen in lists.items()},
        "alignment": card.alignment,
        "start": card.start,
        "deck": card.deck,
    }
    said = [f"{name} {bare(fact)}" for name, fact in facts.items() if fact]
    words = [f"words {quote(card.words)}"] if card.words else []
    name = f"own {bare(bare_name(card))} {card.type}"
    return ", ".join([name, *figures, *weapon, *said, *words])


def _space_and_pile_parts(position: Position) -> Iterator[tuple[str, str]]:
    """Yield the parts of spaces, discards and box, each with its clause name."""
    for space in dict.fromkeys((*position.lying, *position.gold)):
        lying, gold = position.lying.get(space), position.gold.get(space)
        said = [f"on {space}", *([printed_cards(lying)] if lying else []), *([f"gold {gold}"] if gold else [])]
        yield ", ".join(said), f"on.{space}"
    for name, cards in (("discards", position.discards), ("box", position.box)):
        if cards:
            yield f"{name} {printed_cards(cards)}", name


def _deck_and_turn_parts(position: Position, who: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of known cards, Spells cast and held, round and Crown, each with its clause name."""
    for deck, (cards, knowers) in position.known.items():
        yield f"top {deck} {printed_cards(cards)}, seen {' '.join(who[seat] for seat in knowers)}", f"top.{deck}"
    if position.cast:
        yield f"cast {' '.join(who[seat] for seat in position.cast)}", "cast"
    if position.seating:
        yield f"order {' '.join(who[seat] for seat in position.seating)}", "order"
    for kind, text in position.texts:
        yield f"reads {kind} {text}", f"reads.{kind}"
    if position.held >= 0:
        yield f"held {position.held}", "held"
    if position.round != 1:
        yield f"round {position.round}", "round"
    if position.crown:
        yield "crown reached", "crown"


def printed_cards(cards: Iterable[str]) -> str:
    """Return cards as `seat_readers.listed` reads them."""
    runs: list[tuple[str, int]] = []
    for card in cards:
        n = runs.pop()[1] if runs and runs[-1][0] == card else 0
        runs.append((card, n + 1))
    return " ".join(bare(card) if n == 1 else f"{bare(card)}*{n}" for card, n in runs)


def _seat(book: Book, position: Position, at: int, who: Sequence[str], apart: bool) -> str:
    """Return the part of a seat; `apart`: effects on it have parts of their own."""
    lasting = lasting_words(book)
    seat, own = position.seats[at], position.turn == at
    arrived = own and position.arrived
    said = [(f"{'*' if own and at else ''}{bare(seat.character)} {seat.space}", "")]
    said += [("arrived", "arrived")] if arrived else []
    said += list(_figures(book, seat.figures))
    said += list(_promises(lasting, seat.figures.get("promises", ())))
    said += [
        (" ".join(said_effect(lasting.of_effect(effect), effect, who, position.turn, alone=False)), f"effect.{n}")
        for n, effect in enumerate(position.effects)
        if not apart and effect.on == "seat" and effect.seat == at
    ]
    return ", ".join(f"{text} !" if _is_insisted(position, at, name) else text for text, name in said)


def _is_insisted(position: Position, at: int, name: str) -> bool:
    return (name if name.startswith("effect.") else f"{at}.{name}" if name else str(at)) in position.insisted


def _figures(book: Book, figures: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the clauses of a seat's fields, each with its name."""
    if "name" in figures:
        yield f"named {bare(figures['name'])}", "named"
    if "alignment" in figures:
        yield str(figures["alignment"]), "alignment"
    yield from ((f"{word} {figures[word]}", word) for word in NUMBERS if word in figures)
    form = figures.get("form", "")
    own = dict(zip(COUNTERS, figures.get("asleep", (0, 0)), strict=True)) if form else figures
    yield from ((f"{word} +{own[word]}", word) for word in COUNTERS if own.get(word))
    if form:
        counters = "".join(f" {word} +{figures[word]}" for word in COUNTERS if figures.get(word))
        left = f" {figures.get('form_left', 0)}" if form_turns(book, form) else ""
        yield f"as {form}{left}{counters}", "as"
    yield from ((f"{word} {_cards(word, figures[name])}", word) for word, name in CARDS.items() if figures.get(name))
    yield from ((word, word) for word, name in FLAGS.items() if figures.get(name))


def _cards(word: str, cards: Sequence[str]) -> str:
    return " ".join(map(bare, cards)) if word == "used" else printed_cards(cards)


def _promises(lasting: EffectWords, promises: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield the clauses of promises, in order; consecutive missed turns of one source share a clause."""
    missed = 0
    for n, promise in enumerate(promises):
        missed = missed + 1 if promise.program == MISSED else 0
        if not missed:
            yield said_promise(lasting.of_promise(promise), promise), f"promise.{n}"
        elif n + 1 == len(promises) or promises[n + 1] != promise:
            yield f"misses {missed}{f' by {bare(promise.source)}' if promise.source else ''}", "misses"
            missed = 0
