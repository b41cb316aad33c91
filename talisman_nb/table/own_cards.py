"""The box of a group's own cards: those in no list that were entered at some table, kept for the next ones.

The file `<home>/own-cards.jsonl` has a card a line (`kept_lines.py`); a later line of the same name and deck wins. What
is in the box can be written as a layer, too, and so become a box that is shared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import asdict, replace

from talisman_nb.cards.decode import toml_text
from talisman_nb.cards.own_card import CHARACTER, bare_name, definition_of
from talisman_nb.model import OwnCard, State
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.notation.card_cells import COLUMNS, OF_CHARACTERS
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rules.drafts import (
    Entry,
    changed,
    entries,
    table_of,
    value_at,
    with_table,
    with_text,
)
from talisman_nb.rules.layers import HEAD, LISTED, Layer
from talisman_nb.text.names import plain

from .kept_lines import KeptLines
from .last_time import MEMORY

OWN_PREFIX: Final = "own/"
"""Prefix of the key by which a card of the box is chosen; its name follows."""


BOX: Final = KeptLines("own-cards.jsonl", OwnCard, lambda card: (card.deck, card.name))


def own_cards_file() -> Path:
    """The file of the box, whether it exists or not."""
    return BOX.path


def own_cards() -> tuple[OwnCard, ...]:
    """The cards of the box; `OwnCard.deck` is the deck that each was drawn from."""
    return BOX.read()


def own_card(key: str, deck: str) -> OwnCard | None:
    """The card of the box with a key, drawn from a deck; None if there is none."""
    found = (card for card in own_cards() if card.deck == deck and key == f"{OWN_PREFIX}{card.name}")
    return next(found, None)


def own_cards_for(state: State, viewer: int = -1) -> tuple[OwnCard, ...]:
    """The cards of the box as a seat may see them in a game, -1 for everybody: no Spell that another seat holds."""
    if viewer < 0:
        return own_cards()
    held = {card for seat, p in enumerate(state.players) if seat != viewer for card in p.spells}
    return tuple(card for card in own_cards() if f"{OWN_PREFIX}{card.name}" not in held)


def entered_cards(state: State) -> tuple[OwnCard, ...]:
    """The cards in no list that were entered in a game, Spells left out, each with the deck it is drawn from."""
    if not state.own:
        return ()
    book = book_of(state.book)
    drawn = next((deck for deck in book.decks if deck in book.drawn_decks), "")
    return tuple(
        replace(card, name=bare_name(card), deck=CHARACTER if card.type == CHARACTER else card.deck or drawn)
        for card in state.own
        if card.type != "spell"
    )


def keep_own_card(card: OwnCard, deck: str) -> None:
    """Put a card that was drawn from `deck` into the box, unless it is there as it is.

    Raises `TableFileError` "system" if the file can't be written.
    """
    BOX.keep(replace(card, name=" ".join(card.name.split()), deck=deck))


def correct_own_card(was: OwnCard, card: OwnCard) -> None:
    """Put a corrected card in the place of one of the box, under another name too. Raises `TableFileError` "system".

    A table at which it was entered has it among its own answers, and keeps it as it was.
    """
    if was.name != card.name:
        forget_own_card(was)
    keep_own_card(card, was.deck)


def forget_own_card(card: OwnCard) -> None:
    """Take a card out of the box; a line that can't be read stays. Raises `TableFileError` "system".

    Tables that have it keep it, back and forth: the answer by which it was entered holds all of it.
    """
    BOX.forget(card)


# --- two spellings of one card ---


def merged(card: OwnCard, other: OwnCard) -> OwnCard:
    """Return a card with what was entered of another one where nothing was entered of itself.

    >>> merged(OwnCard("Kraken", "monster", 7), OwnCard("Krakn", "monster", 6, words="Bites.", copies=2)).words
    'Bites.'
    """
    bare = OwnCard(card.name, card.type)
    unsaid = [f for f in bare.__struct_fields__ if f != "deck" and getattr(card, f) == getattr(bare, f)]
    return replace(card, **{field: getattr(other, field) for field in unsaid if field not in ("name", "type")})


def merge_own_cards(card: OwnCard, other: OwnCard) -> OwnCard:
    """Make one card of two of the box, which are one in two spellings; the first keeps its name. Return it.

    What was done by hand for the other the last time is offered for this one, unless it has changes of its own. Tables
    that have either of them keep it. Raises `TableFileError` "system" if a file can't be written.
    """
    one = merged(card, other)
    keep_own_card(one, card.deck)
    known = {(last.where, last.source): last for last in MEMORY.read()}
    was = known.get((other.deck, f"{OWN_PREFIX}{other.name}"))
    if was and (card.deck, f"{OWN_PREFIX}{card.name}") not in known:
        MEMORY.keep(replace(was, where=card.deck, source=f"{OWN_PREFIX}{card.name}"))
    forget_own_card(other)
    return one


def spelt_alike(cards: Iterable[OwnCard]) -> Mapping[tuple[str, str], OwnCard]:
    """Return, by deck and name, the cards before which one of nearly the same name stands in that deck, with that one.

    >>> found = spelt_alike([OwnCard("Kraken", "monster"), OwnCard("krakn", "monster"), OwnCard("Yeti", "animal")])
    >>> {key: card.name for key, card in found.items()}
    {('', 'krakn'): 'Kraken'}
    """
    seen: dict[tuple[str, str], OwnCard] = {}
    found: dict[tuple[str, str], OwnCard] = {}
    for card in cards:
        spelling = [(card.deck, each) for each in _spellings(card.name)]
        other = next((seen[key] for key in spelling if key in seen and seen[key].name != card.name), None)
        if other:
            found[card.deck, card.name] = other
        for key in spelling:
            seen.setdefault(key, card)
    return found


def _spellings(name: str) -> Iterator[str]:
    """Yield a name without signs, and, of a longer one, without each of its letters: slips of the finger share one."""
    bare = re.sub(r"\W", "", plain(name)) or name
    yield bare
    if len(bare) >= SLIPS:
        yield from (bare[:at] + bare[at + 1 :] for at in range(len(bare)))


SLIPS: Final = 5
"""Letters of a name of which one may be a slip; of a shorter one it makes another word."""


# --- as a layer ---


def layer_of(cards: Iterable[OwnCard], id: str, book: Book, **head: str) -> tuple[Layer, tuple[OwnCard, ...]]:
    """Return a layer with cards of the box, and the cards whose deck an edition has not, which are not in it.

    Of a card of which only name, type and copies were entered the layer lists those, so that it is found by its name.

    Arguments:
        cards: the cards, characters among them.
        id: the name of the layer.
        book: the edition it is made for.
        head: what its head says: `name`, `about`, `author`, `version`.

    >>> from talisman_nb.rules.book import open_book
    >>> layer, left = layer_of([OwnCard("Old Yeti", "animal", 4, deck="adventure")], "ours", open_book(), name="Ours")
    >>> print(layer.texts["adventure/cards.toml"])
    [old-yeti]
    name = "Old Yeti"
    type = "animal"
    strength = 4
    <BLANKLINE>
    """
    files: dict[str, dict[str, Any]] = {HEAD: {"layer": head}}
    left: list[OwnCard] = []
    for card in cards:
        section = f"{CHARACTER}." if card.type == CHARACTER else ""
        said = typed_facts(card)
        if card.deck not in (*book.decks, CHARACTER):
            left.append(card)
        elif _is_defined(card):
            inside = files.setdefault(f"{CHARACTER if section else book.whole_deck(card.deck)}/cards.toml", {})
            taken = {key for file in files.values() for key in file}
            key = next(key for key in _keys(card.name) if key not in taken and not book.find(f"{section}{key}"))
            inside[key] = {"name": card.name, **({} if section else {"type": card.type}), **said}
        else:
            deck = files.setdefault(LISTED, {}).setdefault(book.whole_deck(card.deck), {})
            deck.setdefault(card.type, {})[card.name] = card.copies
    return Layer(id, {path: toml_text(tables) for path, tables in files.items()}), tuple(left)


def with_cards(
    draft: Layer, cards: Iterable[OwnCard], book: Book
) -> tuple[Layer, tuple[OwnCard, ...], tuple[OwnCard, ...]]:
    """Return a draft with cards of the box too, those it only lists, and those whose deck the edition has not.

    A definition of that name is corrected: what the columns of a table say is the card's, what it does stays as it is.
    """
    listed = [*cards]
    made, left = layer_of(listed, draft.name, book)
    for new in entries(made):
        table, section = table_of(made, new), new.path.partition("/")[0]
        there = [entry for entry in entries(draft) if entry.path.startswith(f"{section}/")]
        named = plain(table["name"])
        same = next((entry for entry in there if named in _names_of(table_of(draft, entry))), None)
        taken = {entry.name for entry in entries(draft)}
        entry = same or Entry(new.path, next(key for key in _keys(new.name) if key not in taken))
        stays = {
            key: value
            for key, value in table_of(draft, entry).items()
            if key == "name" or key not in (*COLUMNS, *OF_CHARACTERS)
        }
        draft = with_table(draft, entry, {**table, **stays})
    if LISTED in made.texts:
        tables = draft.tables(LISTED) if LISTED in draft.texts else {}
        for deck, types in made.tables(LISTED).items():
            for kind, names in types.items():
                tables = changed(tables, (deck, kind), {**(value_at(tables, (deck, kind)) or {}), **names})
        draft = with_text(draft, LISTED, toml_text(tables))
    return draft, tuple(card for card in listed if card not in left and not _is_defined(card)), left


def _names_of(table: Mapping[str, Any]) -> set[str]:
    """Return the names of a definition in all languages, in plain letters."""
    name = table.get("name", "")
    return {plain(each) for each in (name.values() if isinstance(name, Mapping) else (name,))}


def _is_defined(card: OwnCard) -> bool:
    """Whether more than name, type and copies was entered of a card."""
    return card.type == CHARACTER or bool(typed_facts(card).keys() & DOES)


DOES: Final = frozenset({"strength", "craft", "words", "keywords", "save", "price", "have_only", "have_not", "held"})
"""Parts of a definition of which one at least is there, if the card does something."""


def layer_id(title: str) -> str:
    """Return the name of a layer that is called so by people.

    >>> layer_id("Our Żubry & more!"), layer_id("!")
    ('our-zubry-more', 'our-cards')
    """
    return next(_keys(title, "our-cards"))


def _keys(name: str, other: str = "card") -> Iterator[str]:
    """Yield names that a definition may have which is called so."""
    key = re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-")[: LONGEST_NAME - 4].strip("-") or other
    yield key
    yield from (f"{key}-{n}" for n in range(2, 1_000))


def typed_facts(card: OwnCard) -> dict[str, Any]:
    """Return what differs from a card of which its type alone was entered, as a definition says it."""
    found, bare = (definition_of(each, {}) for each in (card, OwnCard(card.name, card.type)))
    said = {field: value for field, value in asdict(found.facts).items() if value != getattr(bare.facts, field)}
    if card.type == CHARACTER:
        said |= {"life": card.life, "gold": card.gold, "alignment": found.facts.alignment, "start": card.start}
    if card.type == "spell":
        said["at"] = found.facts.at
    return said | ({"held": found.held} if found.held else {})
