"""A situation laid out by presses: each press is a change of its text, as `analysis.changes.changed` reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from talisman_nb.cards.definition import Facts
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import ask
from talisman_nb.engine.by_hand_cards import pieces_of
from talisman_nb.engine.covers import cover_on, may_lie
from talisman_nb.engine.view import view
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import MOST_FIGURE, Player, State
from talisman_nb.model.situation import ALIGNMENTS, CARDS, SituationError
from talisman_nb.model.situation_reading import bare
from talisman_nb.notation.effect_words import lasting_words
from talisman_nb.notation.name_lookup import Index, NameLookup, slug
from talisman_nb.notation.situation import position_of, situation
from talisman_nb.notation.writing import printed_cards
from talisman_nb.panels.bench import AimChoice, HandCard, HandFigure, LaidByHand, Proposal
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.layers import (
    JOIN,
    edition_and_layers,
    editions,
    find_layer,
    spell_specification,
    with_known_cards,
)
from talisman_nb.text.find import name_of
from talisman_nb.text.names import edition_name
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.contents import held_name, sheet
from talisman_nb.text.wording import wording_of

COUNTED = ("life", "fate", "gold", "strength", "craft")
"""Figures of a person that have steps; an edition may be without one."""
PILES = {word: field for word, field in CARDS.items() if word != "used"}


def by_hand(state: State, aim: str, lang: str) -> LaidByHand:
    """Return what presses can change of a situation: its people, and what there is of the one or the space aimed at.

    `aim`: the definition of a character or a space, "" for none; one that is not in the situation is none.
    """
    people = tuple(
        AimChoice(f"character.{p.character}", name_of(book_of(state.book), f"character.{p.character}", lang))
        for p in state.players
        if p.character
    )
    played = tuple(_editions(book_of(state.book), lang))
    kind, _, name = aim.partition(".")
    if kind == "space" and name in book_of(state.book).board.spaces:
        lays = (*_covers(state, name, lang), *_pieces(state, name, lang))
        title = name_of(book_of(state.book), aim, lang)
        return LaidByHand(people, played, aim, title, *_of_space(state, name, lang), lays)
    seat = seat_of(state, aim)
    laid = LaidByHand(people, played)
    return _of_person(state, seat, lang, laid) if seat >= 0 else laid


def seat_of(state: State, aim: str) -> int:
    """Return the seat of the character that is aimed at, -1 for none."""
    return next((at for at, p in enumerate(state.players) if p.character and f"character.{p.character}" == aim), -1)


def space_of(aim: str) -> str:
    """Return the space that is aimed at, "" for none."""
    kind, _, name = aim.partition(".")
    return name if kind == "space" else ""


def put(state: State, aim: str, key: str) -> str:
    """Return the change that puts a character, a space's person or a card where `aim` is; "" if only the aim changes.

    A character is put on the space aimed at, else on the space where it starts; a space is where the person aimed at
    is put. A card becomes one of the person's Spells, trophies or goods; on a space it lies.
    Raises `SituationError` "aim-first" for a card without an aim.
    """
    kind, dot, name = key.partition(".")
    at, _, aimed = aim.partition(".")
    if dot and kind == "character":
        space = aimed if at == "space" else book_of(state.book).card(key).facts.start
        return f"{bare(name)} {space}"
    if dot and kind == "space":
        return f"{bare(aimed)} {name}" if at == "character" else ""
    if at == "space":
        return f"on {aimed}, + {bare(key)}"
    if at == "character":
        return f"{bare(aimed)}, {_pile(book_of(state.book).card(key).facts.type)} + {bare(key)}"
    raise SituationError("aim-first", "choose a person or a space first: {card} is put there", card=key)


def _pile(type_: str) -> str:
    return "spells" if type_ == "spell" else "trophies" if type_ in ENEMIES else "has"


def _editions(book: Book, lang: str) -> Iterator[AimChoice]:
    """Yield the editions that can be played, each with cards that are listed, layers over them kept."""
    own, layers = edition_and_layers(book.edition)
    known = {name: with_known_cards(name) for name in editions()}
    for name, spec in known.items():
        chosen = own == spec or own.split(JOIN)[0] == name
        if find_layer(name).head.offered or chosen:
            played = own if chosen else spec
            change = f"edition {spell_specification(JOIN.join((played, *layers)))}"
            yield AimChoice(change, edition_name(open_book(played), lang), chosen=chosen)


def _of_person(state: State, seat: int, lang: str, laid: LaidByHand) -> LaidByHand:
    person = state.players[seat]
    who, key = bare(person.character), f"character.{person.character}"
    wording = wording_of(state, lang)
    return LaidByHand(
        laid.people,
        laid.editions,
        key,
        name_of(book_of(state.book), key, lang),
        tuple(_figure_steps(what, n, f"{who}, {what} {{}}") for what, n in _person_figures(state, seat, lang)),
        tuple(
            HandCard(held_name(wording, card), f"{who}, {word} - {bare(card)}")
            for word, field in PILES.items()
            for card in getattr(person, field)
        ),
        (),
        tuple(
            AimChoice(f"{who}, {side}", wording.names.name("alignment", side, lang), chosen=side == person.alignment)
            for side in ALIGNMENTS
        ),
        "" if seat == state.turn else f"turn {who}",
        f"no {who}" if len(laid.people) > 1 else "",
    )


def _person_figures(state: State, seat: int, lang: str) -> Iterator[tuple[str, int]]:
    """Yield the figures of a person as the notation counts them: Strength and Craft without additions of goods."""
    person, shown = state.players[seat], sheet(view(state, seat), seat, lang)
    for what in COUNTED:
        if getattr(shown, what) is not None:
            yield what, _own(WorkingState(book_of(state.book), state).facts, person, what)


def _own(facts: Mapping[str, Facts], person: Player, what: str) -> int:
    if what not in ("strength", "craft"):
        return int(getattr(person, what))
    own: Mapping[str, Any] = dict(zip(("strength", "craft"), person.asleep, strict=True)) if person.form else {}
    counters = own.get(what, getattr(person, what))
    return int(getattr(facts[f"character.{person.character}"], what)) + int(counters)


def _figure_steps(what: str, n: int, change: str) -> HandFigure:
    return HandFigure(what, n, change.format(n - 1) if n > 0 else "", change.format(n + 1) if n < MOST_FIGURE else "")


def _of_space(state: State, space: str, lang: str) -> tuple[tuple[HandFigure, ...], tuple[HandCard, ...]]:
    """Return the gold on a space and the cards that lie there, but for a listed one that covers it."""
    position, wording = position_of(state), wording_of(state, lang)
    lying, gold = position.lying.get(space, ()), position.gold.get(space, 0)
    there = f"on {space}{', ' if lying else ''}{printed_cards(lying)}"
    stepped = _figure_steps("gold", gold, f"{there}, gold {{}}")
    if gold == 1:
        stepped = HandFigure("gold", 1, there if lying else f"no on {space}", stepped.more)
    there_too = [card for card in lying if card not in book_of(state.book).covering]
    cards = tuple(HandCard(held_name(wording, card), f"on {space}, - {bare(card)}") for card in there_too)
    return (stepped,), cards


def _covers(state: State, space: str, lang: str) -> Iterator[AimChoice]:
    """Yield the cards that may cover a space, and the one that does: each takes the place of another."""
    g, wording = WorkingState(book_of(state.book), state), wording_of(state, lang)
    now = cover_on(g, space)
    for card in sorted(g.book.covering):
        if card == now or may_lie(g, card, space):
            taken = f"on {space}, - {bare(now)}" if now else ""
            laid = f"on {space}, + {bare(card)}" if card != now else ""
            yield AimChoice(" | ".join(filter(None, (taken, laid))), str(wording.card(card)), chosen=card == now)


def _pieces(state: State, space: str, lang: str) -> Iterator[AimChoice]:
    """Yield the pieces of people that may lie on a space: one that lies elsewhere is moved."""
    book, wording = book_of(state.book), wording_of(state, lang)
    for piece in pieces_of(book):
        word = next((one.word for one in lasting_words(book).by_word.get(piece, ()) if not one.kept), "")
        for seat, person in enumerate(state.players):
            if not (word and person.character):
                continue
            whose = f"of {bare(person.character)}"
            lying = [each.space for each in state.effects if (each.what, each.seat) == (piece, seat)]
            changes = [f"no {word} {at}, {whose}" for at in lying]
            changes += [] if space in lying else [f"{word} {space}, {whose}"]
            name, who = sentence(str(wording.marker(piece))), name_of(book, f"character.{person.character}", lang)
            label = wording.say("pages", "fact", fact=name, text=who)
            yield AimChoice(" | ".join(changes), label, chosen=space in lying)


# --- names that are typed ---

MOST_PROPOSED = 8
"""Names of each kind that are proposed for what was typed."""


def proposals(book: Book, typed: str, lang: str) -> Iterator[Proposal]:
    """Yield the characters, spaces and cards whose name, in any language, has a word that begins as typed."""
    names = NameLookup(book)
    if not slug(typed):
        return
    for kind, index in (("character", names.characters), ("space", names.spaces), ("card", names.cards)):
        for key in _beginning(index, slug(typed)):
            if key in index.keys and book.find(definition(kind, key)):
                yield Proposal(kind, key, name_of(book, definition(kind, key), lang))


def definition(kind: str, key: str) -> str:
    return key if kind == "card" else f"{kind}.{key}"


def _beginning(index: Index, typed: str) -> tuple[str, ...]:
    """Return the keys with such a name: those whose name itself begins so first."""
    alike = [name for name in index.by_name if f"-{name}".find(f"-{typed}") >= 0]
    alike.sort(key=lambda name: (not name.startswith(typed), len(name)))
    return tuple(dict.fromkeys(key for name in alike for key in index.by_name[name]))[:MOST_PROPOSED]


# --- where a definition comes up at once ---

FACES = "123456"


def trials(book: Book, spec: str, key: str) -> Iterator[str]:
    """Situations in which a definition may come up: drawn or held, a character that begins, a space landed on."""
    section, dot, name = key.partition(".")
    first, second = [each for each in book.characters if each != name][:2]
    start = book.card(f"character.{first}").facts.start
    begin, usual = f"edition {spec} | ", f"{first} {start} | {second} {start}"
    if dot and section == "character":
        yield f"{begin}{name} {book.card(key).facts.start} | {second} {start}"
    elif dot and section == "space":
        yield from (f"{begin}{first} {beside} | {second} {start} > 1" for beside in book.board.neighbours(name))
    elif book.card(key).facts.type == "spell":
        yield f"{begin}{first} {start}, spells {key}! | {second} {start}"
    elif key in book.covering:
        yield f"{begin}{first} {book.board.goal} | {second} {start} | on {book.board.goal}, {key}"
    else:
        for space, roll in ((space, roll) for space in book.board.spaces for roll in FACES):
            walked = f"{begin}{first} {space} | {second} {start} > {roll} > clockwise"
            if _asks_for(walked, key):
                yield f"{walked} > {key}"
    yield f"{begin}{usual}"


def _asks_for(text: str, key: str) -> bool:
    with suppress(SituationError):
        found = ask(situation(text))
        return found.kind == "card" and key in found.open()
    return False


def can_be(text: str) -> bool:
    """Whether a situation can be laid out."""
    with suppress(SituationError):
        situation(text)
        return True
    return False
