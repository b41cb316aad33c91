"""The page of a card, character or space: figures, text, branches, rules, and how sure each fact is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from talisman_nb.board import Board
from talisman_nb.cards.definition import PARTS, Definition, Meaning, means
from talisman_nb.cards.vocabulary import COVERING, ENEMIES
from talisman_nb.model import OwnCard
from talisman_nb.rules.book import Book
from talisman_nb.rules.citations import keywords_of, rules_of
from talisman_nb.rules.index import rule
from talisman_nb.text.definitions.lines import lines, lines_without_figures
from talisman_nb.text.definitions.tree import tree_of, tree_of_own
from talisman_nb.text.names import LANGUAGES, names_of, variant_name
from talisman_nb.text.pages import Page, sections_of
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .rule_page import certainty_lines


def page(book: Book, key: str, lang: str, rulings: Sequence[str] = ()) -> Page:
    """The page of a definition; `rulings` are those that touch it, in words. Raises `CardError` for an unknown key.

    >>> from talisman_nb.rules.book import open_book
    >>> print(page(open_book(), "ring", "en").about[1])
    Magic Object · number 5 · copies: 1 · Adventure deck
    """
    wording = Wording(lang, book=book)
    told = [
        ("does", (*lines(tree_of(book, key, lang)), *_by_hand(book, key, wording))),
        ("ways", tuple(ways(book, key, lang))),
        ("rules", tuple(f"{id}  {sentence(rule(id).text_in(book.rules_of, lang))}" for id in rules_of(book, key))),
        ("rulings", tuple(rulings)),
        ("sure", tuple(map(sentence, certainty_lines(book, key, lang))) or (wording.say("pages", "all-sure"),)),
    ]
    title = str(wording.source(key))
    abroad = dict.fromkeys(str(Wording(other, book=book).source(key)) for other in LANGUAGES if other != lang)
    about = (
        " · ".join(name for name in abroad if name != title),
        " · ".join(about_words(book, key, lang)),
        wording.say("pages", "own-name") if wording.our_own(key) else "",
        sentence(variant_name(book, lang)),
    )
    return Page(title, tuple(line for line in about if line), sections_of(told, lang))


def own_page(book: Book, card: OwnCard, lang: str) -> Page:
    """The page of a card that is in no list: what was entered of it.

    >>> from talisman_nb.rules.book import open_book
    >>> print(own_page(open_book(), OwnCard("own/Yeti", "animal", 4, number=2, deck="adventure"), "en"))
    Yeti
    Animal · number 2 · Strength 4 · Adventure deck
    <BLANKLINE>
    What it does
      This card is in no list: what it says is settled by hand.
    """
    wording = Wording(lang, book=book)
    kind = wording.names.name("type", card.type, lang)
    number = (wording.say("pages", "number", n=str(card.number)),) if card.number else ()
    figures = tuple(
        wording.say("words", "figure", stat=wording.names.name("term", stat, lang), n=n)
        for stat in ("strength", "craft")
        if (n := getattr(card, stat))
    )
    copies = (wording.say("pages", "copies", n=card.copies),) if card.copies > 1 else ()
    deck = (wording.deck(card.deck),) if card.deck in book.decks else ()  # the box may have a card of another layer's
    does = (*lines_without_figures(tree_of_own(book, card, lang)), wording.say("pages", "in-no-list"))
    about = " · ".join((kind, *number, *figures, *copies, *deck))
    return Page(
        str(wording.card(f"own/{card.name.removeprefix('own/')}")), (about,), sections_of([("does", does)], lang)
    )


TOLD: tuple[Meaning, ...] = ("kept", "over_limit")
"""The meanings of a keyword that a card's figures and type don't tell."""


def _by_hand(book: Book, key: str, wording: Wording) -> Iterator[str]:
    """Say that the words of a card without a program are settled by hand."""
    found = book.card(key)
    if found.facts.words and not any(part in found.blocks for part in PARTS):
        yield wording.say("pages", "words-by-hand")


def about_words(book: Book, key: str, lang: str) -> Iterator[str]:
    """Yield a definition in a few words: type, number, figures, copies, deck; of a space its region and its draw."""
    wording, found = Wording(lang, book=book), book.card(key)
    yield type_word(book, key, lang)
    if key.startswith("space."):
        draw = book.board.space(key.removeprefix("space.")).draw
        if draw:
            yield wording.say("words", "draw-cards", n=draw)
    for meaning in TOLD:
        if means(book.keywords, found.facts, meaning):
            yield wording.say("pages", f"keyword-{meaning}")
    if number := number_of(book, key):
        yield wording.say("pages", "number", n=f"{number:g}")
    for stat, n in figures_of(book, found):
        yield wording.say("words", "figure", stat=wording.names.name("term", stat, lang), n=n)
    if key in book.deck_of:
        yield wording.say("pages", "copies", n=found.facts.copies)
        yield wording.deck(deck_name(book, key))


def type_word(book: Book, key: str, lang: str) -> str:
    """The type of a card, the kind of what has none: "Enemy – Dragon", "Character", "Middle Region"."""
    names, found = names_of(book), book.card(key)
    section, _, name = key.partition(".")
    if section == "space":
        return names.name("region", book.board.region(name), lang)
    if section in ("character", "form"):
        return names.name("term", "character", lang) if section == "character" else names.name("form", name, lang)
    kind = "enemy" if found.facts.type in ENEMIES else "magic object" if found.facts.type == "talisman" else ""
    words = [names.name("type", kind, lang)] if kind else []
    words += [names.name("type", found.facts.type, lang)]
    named = names.by_lang[lang]["keyword"]
    own = (word for word in found.facts.keywords if word in named)
    words += [named[word] for word in dict.fromkeys((*keywords_of(found), *own))]
    return " – ".join(words)


def number_of(book: Book, key: str) -> float:
    """The encounter number of a card that is met: its own or that of its type; 0 for all else."""
    facts = book.card(key).facts
    met = book.deck_of.get(key) not in (None, book.face_down, "stock") and facts.type not in COVERING
    return facts.number or book.table.get(f"order.{facts.type}", 0) if met else 0


def figures_of(book: Book, found: Definition) -> tuple[tuple[str, int], ...]:
    """The figures that are printed on a card, in their order; no fate in an edition without it."""
    of_characters = ("fate", "life") if book.table["fate.used"] else ("life",)
    stats = ("strength", "craft", *(of_characters if found.facts.life else ()))
    return tuple((stat, getattr(found.facts, stat)) for stat in stats if getattr(found.facts, stat))


def deck_name(book: Book, key: str) -> str:
    """The deck a card is drawn from, or the stock it is taken from."""
    deck = book.deck_of[key]
    return deck if deck != "stock" else key.partition("/")[0]


def ways(book: Book, key: str, lang: str) -> Iterator[str]:
    """Where one may go from a space, on foot and by Raft; what was only measured or read off a forum says so.

    Of several spaces with one name each that does the same is told, by what it lies between.
    """
    if not key.startswith("space."):
        return
    board, wording, one = book.board, Wording(lang, book=book), key.removeprefix("space.")
    if len(board.of_kind(board.kind(one))) == 1:
        yield from _ways(board, wording, one)
        return
    for space in board.alike(one):
        region = wording.names.name("region", board.region(space), lang)
        where = wording.between(board, space)
        yield wording.say("pages", "ways.from", space=wording.space(space), where=where, region=region)
        yield from (f"  {line}" for line in _ways(board, wording, space))


def _ways(board: Board, wording: Wording, space: str) -> Iterator[str]:
    for ends, rafts in ((board.neighbours(space), False), (board.opposite(space), True)):
        for end in ends:
            kind, edge = [each for each in board.steps[space][end].items() if rafts or each[0] != "raft"][-1]
            yield _way(wording, kind, edge, str(wording.space(end)))


def _way(wording: Wording, kind: str, edge: Mapping[str, Any], other: str) -> str:
    known = wording.phrases.has("pages", f"way.{kind}")
    line = wording.say("pages", f"way.{kind}", space=other) if known else other
    sure = edge.get("sure", "high")
    return line if sure == "high" else f"{line} ({wording.say('pages', f'way.{sure}')})"
