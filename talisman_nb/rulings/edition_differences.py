"""Compares the editions: the text of one rule, and the page of all that differs between two of them."""

from __future__ import annotations

from collections.abc import Iterator

from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.citations import told_by
from talisman_nb.rules.index import rule, rule_index
from talisman_nb.rules.layers import editions, offered_editions
from talisman_nb.text.definitions.lines import lines_without_figures
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.house_rules import about, figure_told
from talisman_nb.text.names import edition_name
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.pages.definition_page import about_words
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

Pair = tuple[Book, Book]


def by_edition(id: str, lang: str = "en") -> dict[str, str | None]:
    """Return the text of a rule in each edition.

    Parameters
    ----------
    id
        The rule.
    lang
        The language: en, it, fr or pl.

    Returns
    -------
    dict[str, str | None]
        The text by edition; None where the edition has no such rule.

    Examples
    --------
    >>> "10 points" in by_edition("trophy.craft")["second"]
    True
    """
    found = rule(id)
    return {edition: found.says(edition, lang) for edition in editions()}


def differences(one: str, other: str, lang: str = "en") -> Page:
    """Return the page of what differs between two editions: rules, figures, and cards, characters and spaces.

    Parameters
    ----------
    one
        An edition, with layers over it if there are any.
    other
        The one it is compared with.
    lang
        The language: en, it, fr or pl.

    Returns
    -------
    Page
        The page; `str` gives it as text.

    Raises
    ------
    SetupError
        There is no such edition.

    Examples
    --------
    >>> page = differences("revised4", "second")
    >>> "Trophy points for 1 Craft: 7 → 10" in str(page)
    True
    """
    pair, wording = (open_book(one), open_book(other)), Wording(lang)
    names = [edition_name(book, lang) for book in pair]
    say = wording.say
    sections = [
        Section(say("pages", "differ-rules"), tuple(_rules(pair, lang))),
        Section(say("pages", "differ-figures"), tuple(_figures(pair, lang))),
        *(
            Section(say("pages", "only-in", edition=name), tuple(_only_in(book, without, lang)))
            for name, book, without in zip(names, pair, reversed(pair), strict=True)
        ),
        Section(say("pages", "differ-cards"), tuple(_definitions(pair, lang))),
    ]
    told = tuple(section for section in sections if section.lines)
    about_it = () if told else (say("pages", "nothing-differs"),)
    return Page(say("pages", "differences", one=names[0], other=names[1]), about_it, told)


ENDS = ("crown", "win", "death")
"""Topics of the rules of how a game ends, and of what becomes of who dies before."""


def endings(lang: str = "en") -> Page:
    """Return the page of how a game ends in each edition: what the goal of its board does, then its own rules.

    Parameters
    ----------
    lang
        The language: en, it, fr or pl.

    Returns
    -------
    Page
        The page; `str` gives it as text.

    Examples
    --------
    >>> [section.title for section in endings().sections]
    ['Revised 4th edition', 'Second edition', 'Third edition']
    """
    books = tuple(open_book(edition) for edition in offered_editions())
    sections = (Section(edition_name(book, lang), tuple(_ending(book, lang))) for book in books)
    return Page(Wording(lang).say("pages", "endings"), (), tuple(sections))


def _ending(book: Book, lang: str) -> Iterator[str]:
    """The goal of a board with what it does, and the rules of an end that the edition has."""
    wording, goal = Wording(lang, book=book), f"space.{book.board.goal}"
    does = " ".join(
        f"{sentence(line.strip().rstrip('.'))}." for line in lines_without_figures(tree_of(book, goal, lang))
    )
    yield wording.say("pages", "fact", fact=wording.source(goal), text=does)
    cited = book.board.space(book.board.goal).rules.get("cites", ())
    for id, found in rule_index().items():
        if (id in cited or id.partition(".")[0] in ENDS) and (said := found.says(book.rules_of, lang)):
            yield f"{id}  {sentence(said)}."


def _rules(pair: Pair, lang: str) -> Iterator[str]:
    """Each rule that the two say otherwise, or that only one has, with what each says."""
    nothing = Wording(lang).say("pages", "no-such-rule")
    for found in rule_index().values():
        said = [next((words for one in told_by(book)[::-1] if (words := found.says(one, lang))), None) for book in pair]
        if said[0] != said[1]:
            yield f"{found.id}  {found.text(lang)}"
            yield from _each(pair, [words or nothing for words in said], lang)


def _figures(pair: Pair, lang: str) -> Iterator[str]:
    """Each figure with another value, by what it is; a switch by what each edition plays."""
    wording = Wording(lang)
    nothing = ("", wording.say("pages", "no-such-rule"))
    for name in {**pair[0].usual, **pair[1].usual}:
        if pair[0].usual.get(name) == pair[1].usual.get(name):
            continue
        told = [figure_told(book, name, lang) if name in book.usual else nothing for book in pair]
        if all(what for what, _ in told):
            both = " → ".join(said for _, said in told)
            yield wording.say("words", "pair", a=sentence(told[0][0]), b=both)
        else:
            title = next(filter(None, (about(book, name, lang) for book in pair)), "")
            yield from filter(None, (title,))
            yield from _each(pair, [said for _, said in told], lang)


def _only_in(book: Book, without: Book, lang: str) -> Iterator[str]:
    """The names of the definitions that only one of the two has."""
    wording = Wording(lang, book=book)
    names = {str(wording.source(key)) for key in _compared_keys(book) if key not in without.definitions}
    yield from sorted(names)


def _definitions(pair: Pair, lang: str) -> Iterator[str]:
    """Each card, character or space told otherwise in the two, with the lines that only one has.

    Spaces with one name that change alike are told once.
    """
    told: dict[tuple[str, ...], None] = {}
    wording = Wording(lang, book=pair[0])
    for key in _compared_keys(pair[0]):
        if key not in pair[1].definitions:
            continue
        texts = [_text(book, key, lang) for book in pair]
        only = [[line for line in text if line not in texts[1 - at]] for at, text in enumerate(texts)]
        if any(only):
            parts = [line for at, found in enumerate(only) for line in _edition_lines(pair[at], found, lang)]
            told[(str(wording.source(key)), *parts)] = None
    for lines_of_one in told:
        yield from lines_of_one


def _compared_keys(book: Book) -> Iterator[str]:
    """The cards, characters, spaces and forms of a book; what the turn does is told by its rules."""
    for key in book.definitions:
        section, dot, name = key.partition(".")
        if not dot or (section in ("character", "space", "form") and "." not in name):
            yield key


def _text(book: Book, key: str, lang: str) -> tuple[str, ...]:
    """Return the lines on what a definition is and does."""
    return (
        " · ".join(about_words(book, key, lang)),
        *(line.strip() for line in lines_without_figures(tree_of(book, key, lang))),
    )


def _each(pair: Pair, texts: list[str], lang: str) -> Iterator[str]:
    """Yield a line for the text of each of the two."""
    for book, text in zip(pair, texts, strict=True):
        yield from _edition_lines(book, [text], lang)


def _edition_lines(book: Book, texts: list[str], lang: str) -> Iterator[str]:
    """Lines of one edition, its name in front."""
    for text in texts:
        yield "  " + Wording(lang).say("pages", "says", edition=edition_name(book, lang), text=text)
