"""Words for effects and promises: derived from the operations that begin them, so custom cards have words too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from talisman_nb.cards import operations as o
from talisman_nb.cards.check_terms import SEATS
from talisman_nb.cards.terms import Until
from talisman_nb.engine.book_runtime import text_rule
from talisman_nb.model import MOST_FIGURE, Effect, Promise, Value
from talisman_nb.model.situation import SituationError, Word
from talisman_nb.model.situation_reading import bare, quote
from talisman_nb.rules.book import Book, operations_of

from .name_lookup import Found, NameLookup, cut

PASSING = ("fight", "encounter")
"""Durations that end within a turn: effects that last so long have no word."""


class EffectKind(Struct, frozen=True):
    """A kind of effect, or of promise for the next turn or move, with its word in the notation."""

    word: str
    key: str  # of the effect's definition or the promised program
    on: str  # seat, space, everyone or card
    source: str  # the card or space it comes from
    until: str
    full: int = 0  # rounds or turns it lasts
    shows: bool = False
    slots: tuple[str, ...] = ()  # variables it may remember
    whose: bool = False  # it lies on a space, and is somebody's
    kept: tuple[str, ...] = ()  # those it does remember
    low: int = 1
    high: int = MOST_FIGURE
    at: str = ""  # of a promise: turn or move
    cites: tuple[str, ...] = ()

    @property
    def timed(self) -> bool:
        """Whether the turns of an owning seat end it."""
        return self.full > 0 or self.until == "next_turn"

    @property
    def example(self) -> str:
        """Return an example of its clause, for messages."""
        place = {"space": " fields-1", "card": " bear fields-6"}.get(self.on, " ruins" if self.shows else "")
        kept = f" {self.low}" * (len(self.kept) if self.on != "card" else 0)
        return f"{self.word}{place}{kept}" + (", of thief" if self.timed and self.on != "seat" else "")

    def rules(self) -> tuple[str, ...]:
        """Return the rules it rests on, else the rule of its source."""
        return self.cites or (text_rule(self.source),)


class EffectWords:
    """Index of a book's kinds of effect and promise, by word and by key."""

    def __init__(self, all: Iterable[EffectKind]) -> None:
        self.all = tuple(all)
        self.by_word: dict[str, tuple[EffectKind, ...]] = {}
        for one in self.all:
            for word in dict.fromkeys((one.word, one.key)):
                self.by_word[word] = (*self.by_word.get(word, ()), one)
        self.on_seats = frozenset(word for word, found in self.by_word.items() if found[0].on == "seat")
        self.markers = frozenset(word for word, found in self.by_word.items() if found[0].whose)
        """Words of pieces that lie on a space for somebody."""

    def meant(self, word: Word, space: str = "") -> EffectKind:
        """Return the kind a word names; where several spaces share the word, the kind from `space`, else the first."""
        found = self.by_word[word.text.lower()]
        here = [one for one in found if one.source == f"space.{space}"]
        return (here or found)[0]

    def of_effect(self, effect: Effect) -> EffectKind | None:
        """Return the kind of an effect, None if it has no word."""
        return next((one for one in self.by_word.get(effect.what, ()) if not one.at), None)

    def of_promise(self, promise: Promise) -> EffectKind | None:
        """Return the kind of a promise, None if it has no word."""
        found = [one for one in self.by_word.get(promise.program, ()) if one.at == promise.at]
        return next((one for one in found if one.source == promise.source), None)


@lru_cache(maxsize=8)
def lasting_words(book: Book) -> EffectWords:
    """Return every effect and promise of a book that can last beyond a turn. Cached by book."""
    found: dict[tuple[str, str], EffectKind] = {}
    for definition in book.definitions.values():
        for op in operations_of(definition):
            if isinstance(op, o.Begin) and f"{definition.key}.{op.what}" in book.definitions:
                one = _effect(definition.key, op)
            elif isinstance(op, o.PromiseOp):
                one = _promise(book, definition.key, op)
            else:
                continue
            if one.until not in PASSING:
                found.setdefault((one.key, one.source), one)
    return EffectWords(found.values())


def _root(key: str) -> str:
    """Return the source of a definition as effects store it: its card, `space.…`, `form.…`; "" of a program."""
    head, _, rest = key.partition(".")
    if head == "turn":
        return ""
    return f"{head}.{rest.partition('.')[0]}" if head in ("space", "character", "form") else head


def _effect(owner: str, op: o.Begin) -> EffectKind:
    until, full = (op.until, 0) if isinstance(op.until, str) else _clock(op.until)
    on = "seat" if op.on in SEATS else op.on if op.on in ("everyone", "card") else "space"
    word, low, high = _word(op.word, f"{owner}.{op.what}")
    return EffectKind(
        word,
        f"{owner}.{op.what}",
        on,
        _root(owner),
        until,
        full,
        op.shows,
        op.with_,
        bool(op.whose),
        op.with_,
        low,
        high,
        cites=op.cites,
    )


def _clock(until: Until) -> tuple[str, int]:
    name, n = until.only
    return name, n if isinstance(n, int) else MOST_FIGURE


def _promise(book: Book, owner: str, op: o.PromiseOp) -> EffectKind:
    key = book.program_key(owner, op.do)
    word, low, high = _word(op.word, key)
    slots = book.programs[key].slots
    return EffectKind(
        word, key, "seat", _root(owner), op.until, 0, False, slots, False, op.with_, low, high, op.at, op.cites
    )


def _word(word: str, key: str) -> tuple[str, int, int]:
    """Split `"quest 1-6"` into the word and the range of its stored values; without a word, the key is the word."""
    name, _, numbers = (word or key).partition(" ")
    low, _, high = numbers.partition("-")
    return (name, int(low), int(high)) if numbers else (name, 1, MOST_FIGURE)


def values_read(one: EffectKind, words: Sequence[Word], at: int) -> tuple[list[Value], Sequence[Word]]:
    """Decode the values a kind stores, each a number or a quoted word; return them and the words that follow.

    `at`: the column for an error.
    """
    if len(words) < len(one.kept):
        raise SituationError(
            "kept-expected", '{word}: expected what it remembers: "{example}"', at, word=one.word, example=one.example
        )
    n = len(one.kept)
    return [word.text if word.quoted else number(word, one.low, one.high, one.word) for word in words[:n]], words[n:]


def effect_read(
    one: EffectKind,
    words: Sequence[Word],
    at: int,
    names: NameLookup,
    who: Callable[[Sequence[Word]], tuple[int, int]],
    seat: int,
    turn: int,
) -> Effect:
    """Decode an effect from the words behind its own: place, stored values, then `on`, `of` and `left`.

    `who` decodes a seat; `seat`: the seat of the clause, -1 for a part of its own; `at`: the column for errors.
    """
    space, values = "", list[Value]()
    if one.on == "card":
        card, used = _first(names.card, words, one, at)
        space, more = _first(names.space, words[used:], one, at)
        values, words = [f"{space}|{card}"], words[used + more :]
        space = ""
    else:
        if one.on == "space" or one.shows:
            space, used = _first(names.space, words, one, at)
            words = words[used:]
        values, words = values_read(one, words, at)
    said: dict[str, int] = {}
    while words:
        word, words = words[0], words[1:]
        name = word.text.lower()
        wanted = name in ("of", "left") or (name == "on" and one.on == "seat" and seat < 0)
        if not wanted or name in said or word.quoted:
            raise too_much(word, one.example)
        if not words:
            raise SituationError(
                "missing-behind", '{word}: something is missing after "{name}"', word.at, word=one.word, name=name
            )
        said[name], used = (
            who(words) if name != "left" else (number(words[0], 1, max(one.full, 1), f"{one.word}: left"), 1)
        )
        words = words[used:]
    if one.on == "seat" and seat < 0 and "on" not in said:
        text = '{word} lasts on a character: "dwarf crags, {example}", or "{example}, on dwarf"'
        raise SituationError("lasts-on-seat", text, at, word=one.word, example=one.example)
    seat = said.get("on", seat)
    owner = said.get("of", seat if one.on == "seat" or (one.whose and seat >= 0) else turn)
    return effect_of(one, values, seat, space, owner, said.get("left", one.full))


def _first(read: Callable[[Sequence[Word]], Found], words: Sequence[Word], one: EffectKind, at: int) -> Found:
    if not words:
        raise SituationError("expected", '{word}: expected "{example}"', at, word=one.word, example=one.example)
    return read(words)


def promise_of(one: EffectKind, values: Sequence[Value]) -> Promise:
    """Return the promise with these stored values; its other slots are None."""
    given = dict(zip(one.kept, values, strict=True))
    return Promise(one.at, one.key, one.source, one.until, tuple(given.get(name) for name in one.slots))


def effect_of(one: EffectKind, values: Sequence[Value], seat: int, space: str, owner: int, left: int) -> Effect:
    """Return the effect with these stored values, place, owner and remaining rounds or turns."""
    on_space = space if one.on == "space" else ""
    who = seat if one.on == "seat" else owner if one.whose else -1
    return Effect(
        one.key, one.on, who, on_space, owner, one.until, left, one.source, space if one.shows else "", tuple(values)
    )


def values_of(one: EffectKind, slots: Sequence[Value]) -> tuple[Value, ...] | None:
    """Return the stored values; None if one is no number or text, or another slot has a value."""
    told = dict(zip(one.slots, slots, strict=False))
    kept = tuple(told.get(name) for name in one.kept)
    others = [value for name, value in told.items() if name not in one.kept]
    return (
        kept
        if all(isinstance(value, (int, str)) for value in kept) and not any(v is not None for v in others)
        else None
    )


def said_promise(one: EffectKind | None, promise: Promise) -> str:
    """Return the clause of a promise; raises `SituationError` if the notation can't express it."""
    values = None if one is None else values_of(one, promise.slots)
    if one is None or values is None or promise_of(one, values) != promise:
        raise SituationError("no-word-promise", "no word says what is promised by {program}", program=promise.program)
    return " ".join((one.word, *map(_format_value, values)))


def _format_value(value: Value) -> str:
    return quote(value) if isinstance(value, str) else str(value)


def said_effect(
    one: EffectKind | None, effect: Effect, who: Sequence[str], turn: int, alone: bool = True
) -> Iterator[str]:
    """Yield the clauses of an effect, in a part of its own or (`alone` False) among those of its seat.

    Raises `SituationError` if the notation can't express the effect.
    """
    values = None if one is None else values_of(one, effect.slots)
    place = effect.space or effect.shows
    if one is None or values is None or effect_of(one, values, effect.seat, place, effect.owner, effect.left) != effect:
        raise SituationError("no-word-effect", "no word says all of {effect}", effect=effect.what)
    if one.on == "card":
        space, _, card = str(values[0]).partition("|")
        said = [one.word, bare(card), space]
    else:
        said = [one.word, *([place] if place else []), *map(_format_value, values)]
    yield " ".join(said)
    if one.on == "seat" and alone:
        yield f"on {who[effect.seat]}"
    if effect.owner != (effect.seat if one.on == "seat" else turn):
        yield f"of {who[effect.owner]}"
    if effect.left != one.full:
        yield f"left {effect.left}"


def number(word: Word, low: int, high: int, what: str) -> int:
    """Decode a number from `low` to `high`; raises `SituationError` with the range. `what`: its name in the message."""
    if word.quoted or not re.fullmatch(r"[0-9]{1,4}", word.text) or not low <= int(word.text) <= high:
        text = '{what}: expected a number from {low} to {high}, got "{came}"'
        raise SituationError("number", text, word.at, what=what, low=low, high=high, came=cut(word.text))
    return int(word.text)


def too_much(word: Word, example: str) -> SituationError:
    """Return the error for a word behind what is read."""
    text = '"{said}" is too much: expected "{example}"'
    return SituationError("too-much-expected", text, word.at, said=cut(word.text), example=example)


__all__ = [
    "EffectKind",
    "EffectWords",
    "effect_read",
    "lasting_words",
    "number",
    "promise_of",
    "said_effect",
    "said_promise",
    "too_much",
    "values_read",
]
