"""Labels of a language and a book: words, names, places and forms that a panel is sent once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.cards.definition import Meaning, fits
from talisman_nb.engine.by_hand import decks_by_hand
from talisman_nb.engine.by_hand_cards import pieces_of
from talisman_nb.engine.drawing_cards import TYPES_OF_OWN
from talisman_nb.engine.effects import form_turns
from talisman_nb.model import CardAction, CardType, OwnCard
from talisman_nb.model.data_folder import in_every_language
from talisman_nb.model.situation import ALIGNMENTS
from talisman_nb.rules.book import Book
from talisman_nb.rules.decks import ListedCard
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.rules.layers import Layer
from talisman_nb.rules.pictures import DECK, KEYWORD
from talisman_nb.text.definitions import lines
from talisman_nb.text.definitions.facts import unsure
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.find import cards_of, name_of, spaces_of
from talisman_nb.text.grammar import Noun
from talisman_nb.text.names import forms_of, layer_name, plain, variant_name
from talisman_nb.text.pages.definition_page import figures_of
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

from .setup_values import CharacterEntry


class Place(Struct, frozen=True):
    """A space of the board, by name."""

    space: str
    name: str
    region: str  # the region's name
    note: str = ""  # "draw 1 card", "roll a die" …
    where: str = ""  # of several spaces of one name: "between the Village and the Woods"


class Labels(Struct, frozen=True):
    """Texts and pictures of a language: sent once, not with every answer."""

    lang: str
    words: dict[str, str]  # every fixed word of the panel: "undo", "journal", "roll-for-me" …
    cards: dict[str, dict[str, str]]  # deck -> card key -> name
    board: str  # the board's SVG
    places: tuple[Place, ...] = ()  # every space, region by region, along the ring
    frames: dict[str, str] = {}  # space -> SVG fragment round it when it may be chosen, {letter} where its letter goes
    forms: dict[str, str] = {}  # forms a character may take, by name
    alignments: dict[str, str] = {}  # good, neutral, evil by name
    characters: dict[str, str] = {}  # those in the box, by name
    abilities: dict[str, tuple[str, ...]] = {}  # character -> what it can, a line each
    doubts: dict[str, str] = {}  # name of a character -> why its card isn't sure
    spoken: dict[str, str] = {}  # written form of a name -> key of its page, "" if several things have that name
    pictures: dict[str, str] = {}  # key of a definition or "type.…" -> its motif, SVG on 60 x 60 units; or a like key
    tints: dict[str, tuple[str, ...]] = {}  # colour role, its ink "…-ink" -> keys of `pictures`, and "space.ID"
    rules: dict[str, str] = {}  # id of a rule -> its sentence in the edition
    own: tuple[OwnCard, ...] = ()  # cards in no list that the group keeps, by the deck they were drawn from
    entered: tuple[OwnCard, ...] = ()  # others that were entered in this game
    listed: dict[str, tuple[ListedCard, ...]] = {}  # deck -> cards of which a layer knows the name, "layer" by its name
    sources: dict[str, str] = {}  # such a layer by its name -> where its list was read, and how sure it is
    draws: dict[str, str] = {}  # deck from which a draw by hand may be, by name
    hand_deck: str = ""  # the deck whose cards are held face down in the hand
    cover_decks: tuple[str, ...] = ()  # decks whose cards cover a space
    actions: dict[str, tuple[str, ...]] = {}  # action word -> the types of cards it goes with, the usual one first
    corners: dict[str, tuple[float, float]] = {}  # space -> its upper right corner, where cards lie, in board units
    marks: dict[str, str] = {}  # type of a card -> its mark, SVG path data on 60 x 60 units
    types: dict[str, str] = {}  # card -> its type, a key of `marks`
    stock: dict[str, str] = {}  # card of an open stock -> name
    variant: str = ""  # what the edition is played with in place of what its own box has
    endless: tuple[str, ...] = ()  # those of `forms` that last until something ends them
    pieces: dict[str, str] = {}  # key of an effect that lies on spaces as a piece of somebody's -> its name
    decks: dict[str, str] = {}  # deck with a mark, "deck.…" of `pictures` -> its name
    of_deck: dict[str, str] = {}  # card of such a deck -> the deck
    keywords: dict[str, tuple[str, str]] = {}  # keyword with a mark, "keyword.…" of `pictures` -> its name, its meaning
    marked: dict[str, tuple[str, ...]] = {}  # card -> those of its keywords that have a mark
    bots: dict[str, str] = {}  # who may play a seat, a person first, and how fast the program does


def book_names(book: Book, lang: str) -> dict[str, dict[str, str]]:
    """The names of every card by deck, for finding them while typing."""
    wording = Wording(lang, book=book)
    return {deck: {card: str(wording.card(card)) for card in cards} for deck, cards in book.deck_cards.items()}


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
            for form in _written_forms(name_of(book, key, lang), lang):
                found.setdefault(form, set()).add(book.card(key).facts.twin or key)
    return {form: keys.pop() if len(keys) == 1 else SEVERAL for form, keys in found.items()}


def _written_forms(name: str, lang: str) -> Iterator[str]:
    """Yield a name in each form that a sentence may give it; articles stand before it."""
    forms = forms_of(lang)
    yield name
    yield from (form for form in forms.plurals.get(name, "").split("|") if form)
    if name in forms.genitive:
        yield from (forms.genitive[name], Noun(name, lang).form("whom"))


def panel_words(lang: str) -> dict[str, str]:
    """Every fixed word of the panel; some have places that the panel fills, written `{n}`."""
    return dict(load_phrases(lang).topics["panel"])


def labels_of(book: Book, lang: str, board_svg: str = "") -> Labels:
    """Words, card names and spaces of a language."""
    wording = Wording(lang, book=book)
    return Labels(
        lang=lang,
        words=panel_words(lang) | wording.panel_words(),
        cards=book_names(book, lang),
        stock={card: str(wording.card(card)) for card in book.stock_cards},
        board=board_svg,
        places=places_of(book, lang),
        forms={form: str(wording.source(f"form.{form}")) for form in book.forms},
        alignments={key: wording.alignment(key) for key in ALIGNMENTS},
        sources={layer_name(book, one.name, lang): _source(one, lang) for one in book.layers if one.head.source},
        draws={deck: sentence(wording.deck(deck)) for deck in decks_by_hand(book)},
        hand_deck=book.face_down,
        cover_decks=tuple(book.covers),
        actions={action: types_with(action) for action in USUAL_TYPES},
        characters=_characters(book, wording),
        spoken=spoken_names(book, lang),
        abilities={character: _abilities(book, character, lang) for character in book.characters},
        doubts=_doubts(book, wording),
        rules=dict(rule_texts(book, lang)),
        variant=sentence(variant_name(book, lang)),
        endless=tuple(form for form in book.forms if not form_turns(book, form)),
        pieces={effect: sentence(str(wording.marker(effect))) for effect in pieces_of(book)},
        decks={deck: wording.deck(deck) for deck in book.decks if DECK + deck in book.pictures},
        of_deck={card: deck for card, deck in book.deck_of.items() if DECK + deck in book.pictures},
        keywords={word: (wording.keyword(word), meaning(book, word, lang)) for word in _marks(book)},
        marked=marked_cards(book),
        bots={
            key.partition(".")[2]: said
            for key, said in load_phrases(lang).topics["bots"].items()
            if key.startswith(("kind.", "tempo."))
        },
        listed={deck: tuple(_by_name(book, each, lang) for each in cards) for deck, cards in book.listed.items()},
    )


def _source(layer: Layer, lang: str) -> str:
    """Where a layer's list was read, in a language."""
    return str(in_every_language(layer.head.source)[lang])


def _by_name(book: Book, card: ListedCard, lang: str) -> ListedCard:
    """A listed card with the name of its layer."""
    return replace(card, layer=layer_name(book, card.layer, lang))


def marked_cards(book: Book) -> dict[str, tuple[str, ...]]:
    """The keywords with a mark of the cards that have some."""
    return {card: words for card in book.deck_of if (words := _marked_keywords(book, card))}


def _marks(book: Book) -> tuple[str, ...]:
    """The keywords that have a mark: those that a layer draws."""
    return tuple(word for word in book.keywords if KEYWORD + word in book.pictures)


def _marked_keywords(book: Book, card: str) -> tuple[str, ...]:
    """The keywords of a card that have a mark."""
    return tuple(word for word in _marks(book) if word in book.card(card).facts.keywords)


def meaning(book: Book, keyword: str, lang: str) -> str:
    """Return the meaning of a keyword: the rules it cites, else what it says to the rules of cards; "" if neither.

    >>> from talisman_nb.rules.book import open_book
    >>> meaning(open_book("revised4+souls"), "soulbound", "en")
    'Soulbound cards stay with a character who becomes a Ghost, and with a Ghost who resurrects.'
    """
    said = load_phrases(lang)
    texts, told = rule_texts(book, lang), book.keywords[keyword]
    flags = (f"keyword-{flag}" for flag in get_args(Meaning) if getattr(told, flag))
    meant = (said.say("pages", key) for key in flags if said.has("pages", key))
    return " ".join(texts[rule] for rule in told.cites) or sentence(SEMICOLON[lang].join(meant))


USUAL_TYPES: dict[CardAction, CardType] = {"attack": "monster", "keep": "object", "leave": "place", "discard": "event"}
"""The type that a card with an action word has in most cases: a form proposes it."""


def types_with(action: CardAction) -> tuple[CardType, ...]:
    """The types of cards that an action word goes with, the usual one first.

    >>> types_with("attack")
    ('monster', 'animal', 'dragon', 'spirit')
    """
    usual = USUAL_TYPES[action]
    return (usual, *(kind for kind in TYPES_OF_OWN if fits(kind, action) and kind not in (usual, "terrain")))


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
    """Return a note on a space in a few words: "draw 2 cards", else what its text is about."""
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
