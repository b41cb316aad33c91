"""The words of a screen: everything of it that a state, its question and the last events say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from talisman_nb.board import Board
from talisman_nb.engine.trophies import rate_of
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask, Event, Option, Seen, State
from talisman_nb.model.situation import ALIGNMENTS
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.definitions import lines
from talisman_nb.text.definitions.certainty import unsure
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.events.sentences import rule_texts, tell_all
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.grammar import Noun
from talisman_nb.text.house_rules import in_force
from talisman_nb.text.names import forms_of, plain
from talisman_nb.text.pages.definition_page import figures_of
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import asides_of, question
from talisman_nb.text.wording import NOBODY, Wording, wording_of

from .sheet import book_names, held_name, lasting, sheets
from .values import CharacterEntry, Labels, Place, Question, Screen

SEVERAL = ""
"""Stands for the key of a name that several things have: it is looked up by its text."""


@cache
def spoken_names(book: Book, lang: str) -> dict[str, str]:
    """Return the key of the page that each written form of a name opens, `SEVERAL` where it may be one of several.

    >>> from talisman_nb.rules.book import open_book
    >>> found = spoken_names(open_book(), "pl")
    >>> found["Wilk"], found["Wilków"], found["Puszczy"]
    ('wolf', 'wolf', 'space.woods-1')
    """
    found: dict[str, set[str]] = {}
    for key in (*cards_of(book), *spaces_of(book)):
        if book.find(key):
            for form in _written(name_of(book, key, lang), lang):
                found.setdefault(form, set()).add(book.card(key).facts.twin or key)
    return {form: keys.pop() if len(keys) == 1 else SEVERAL for form, keys in found.items()}


def _written(name: str, lang: str) -> Iterator[str]:
    """Yield a name in each form that a sentence may give it; articles stand before it."""
    forms = forms_of(lang)
    yield name
    yield from (form for form in forms.plurals.get(name, "").split("|") if form)
    if name in forms.genitive:
        yield from (forms.genitive[name], Noun(name, lang).form("whom"))


SPOKEN_WORDS = 25


def screen_of(
    state: Seen,
    ask: Ask,
    lang: str,
    events: tuple[Event, ...] = (),
    *,
    viewer: int = -1,
    rev: int = 0,
    table: str = "",
    asides: Mapping[int, tuple[Option, ...]] | None = None,
) -> Screen:
    """A screen without what only a table knows (journal, pictures, undo); `events` are those of the last answer.

    >>> from talisman_nb.engine import ask, new_game
    >>> from talisman_nb.engine.view import seen_by
    >>> state = seen_by(new_game([("Ada", "dwarf"), ("Bruno", "thief")]))
    >>> screen_of(state, ask(state), "en").question.headline
    'Ada · Dwarf: roll to move'
    """
    asked, spaces = question(state, ask, lang, viewer), book_of(state.book).board.spaces
    return Screen(
        rev=rev,
        lang=lang,
        table=table,
        round=state.round,
        question=asked,
        lasting=lasting(state, lang),
        sheets=sheets(state, lang, viewer),
        asides=asides_of(state, dict(asides or {}), lang),
        announce=announce(state, events, asked, lang),
        here=here(state, lang),
        lies={space: cards for space, cards in zip(spaces, state.spaces, strict=True) if cards},
        lies_gold={space: gold for space, gold in zip(spaces, state.gold, strict=True) if gold},
        own_types=own_types(state),
        stocks=dict(zip(book_of(state.book).stock_cards, state.stocks, strict=True)),
        viewer=viewer,
        trophy_price=trophy_price(state),
        house=tuple(in_force(book_of(state.book), lang)),
    )


def trophy_price(state: State) -> tuple[int, int]:
    """How many points of trophies buy one strength, and one craft."""
    g = WorkingState(book_of(state.book), state)
    return rate_of(g, "strength"), rate_of(g, "craft")


def announce(state: State, events: tuple[Event, ...], asked: Question, lang: str) -> str:
    """What a screen reader says before the question: the last happenings; secrets are never spoken."""
    left, said = SPOKEN_WORDS - len(asked.headline.split()), list[str]()
    for line in reversed(tell_all(state, tuple(e for e in events if e.kind not in SILENT), lang)):
        left -= len(line.split())
        if left < 0:
            break
        said.insert(0, line)
    return " ".join(said)


SILENT = frozenset({"turn_ends", "turn_begins", "round", "ended"})
"""Events that the question itself makes plain."""


def here(state: State, lang: str) -> dict[str, tuple[str, ...]]:
    """The cards and gold that lie on each space, by name."""
    wording, board = wording_of(state, lang), book_of(state.book).board
    found = {}
    for space, cards, gold in zip(board.spaces, state.spaces, state.gold, strict=True):
        named = tuple(held_name(wording, card) for card in cards)
        named += (wording.say("words", "price", n=gold),) if gold else ()
        if named:
            found[space] = named
    return found


def own_types(state: State) -> dict[str, str]:
    """The types of the cards in no list that lie on the board, as `Labels.types` has those of the others."""
    lying = {card for cards in state.spaces for card in cards}
    return {card.name: card.type.replace(" ", "-") for card in state.own if card.name in lying}


# --- what stays the same for a language ---


def panel_words(lang: str) -> dict[str, str]:
    """Every fixed word of the panel; some have places that the panel fills, written `{n}`."""
    return dict(load_phrases(lang).topics["panel"])


def labels_of(book: Book, lang: str, board_svg: str = "") -> Labels:
    """Words, card names and spaces of a language."""
    wording = Wording(lang, book=book)
    return Labels(
        lang=lang,
        words=panel_words(lang),
        cards=book_names(book, lang),
        stock={card: str(wording.card(card)) for card in book.stock_cards},
        board=board_svg,
        places=places_of(book, lang),
        forms={form: str(wording.source(f"form.{form}")) for form in book.forms},
        alignments={key: wording.alignment(key) for key in ALIGNMENTS},
        characters=_characters(book, wording),
        spoken=spoken_names(book, lang),
        abilities={character: _abilities(book, character, lang) for character in book.characters},
        doubts=_doubts(book, wording),
        rules=dict(rule_texts(book, lang)),
    )


@cache
def _characters(book: Book, wording: Wording) -> dict[str, str]:
    """The names of the characters in the box, in their order in that language."""
    names = {key: str(wording.source(f"character.{key}")) for key in book.characters}
    return dict(sorted(names.items(), key=lambda item: plain(item[1])))


def _doubts(book: Book, wording: Wording) -> dict[str, str]:
    """Why the cards of those characters that aren't sure aren't, by the characters' names."""
    found = {f"character.{key}": unsure(book, f"character.{key}", wording.lang) for key in book.characters}
    return {str(wording.source(key)): why for key, why in found.items() if why}


def _abilities(book: Book, character: str, lang: str) -> tuple[str, ...]:
    return lines.abilities(tree_of(book, f"character.{character}", lang))


def places_of(book: Book, lang: str) -> tuple[Place, ...]:
    """Every space by region, along the ring, with what it asks for."""
    wording, board = Wording(lang, book=book), book.board
    names = Counter(str(wording.space(space)) for space in board.spaces)
    return tuple(
        Place(
            space,
            str(wording.space(space)),
            wording.names.name("region", board.region(space), lang),
            space_note(book, board, space, lang),
            wording.between(board, space) if names[str(wording.space(space))] > 1 else "",
        )
        for space in board.spaces
    )


def space_note(book: Book, board: Board, space: str, lang: str) -> str:
    """What a space is for in a few words: "draw 2 cards", else what its text is about."""
    draw, key = board.space(space).draw, f"space.{space}"
    if draw:
        return Wording(lang).say("words", "draw-cards", n=draw)
    return lines.space_summary(tree_of(book, key, lang)) if book.find(key) else ""


def character_entries(book: Book, lang: str) -> tuple[CharacterEntry, ...]:
    """The characters in the box by their names in that language, each with figures, alignment and start in one line."""
    wording = Wording(lang, book=book)
    return tuple(_entry(book, lang, key, name) for key, name in _characters(book, wording).items())


def _entry(book: Book, lang: str, character: str, name: str) -> CharacterEntry:
    key = f"character.{character}"
    note = lines.character_note(tree_of(book, key, lang))
    return CharacterEntry(character, name, note, figures=dict(figures_of(book, book.card(key))))


def refusal(lang: str, reason: str, seat: int, state: State, answer: str = "") -> str:
    """Why an answer was refused, in one line: `reason` is that of a `NotAllowedError`, `answer` what it is about."""
    wording = wording_of(state, lang)
    kind, dot, closed = reason.partition(".")
    if kind == "closed" and dot:
        return wording.say("closed", closed, who=wording.who(seat), source=NOBODY, card=NOBODY, condition="")
    return wording.say("errors", reason, who=wording.who(seat), answer=answer)
