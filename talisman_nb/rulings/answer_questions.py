"""Answers what is asked of a character and a card, or of a figure and a card: each cell asked of the engine."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Literal

from talisman_nb.cards.modifiers import Cannot, May
from talisman_nb.model import UserError
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.index import rule
from talisman_nb.rules.layers import offered_editions, with_known_cards
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.find import cards_of, find_card, find_space, name_of
from talisman_nb.text.names import LANGUAGES, plain
from talisman_nb.text.phrases import load_phrases

from .answer_cards import Answer, AnswerCard, AnswerCell
from .answer_probes import VERBS, ProbeSetting, find, verbs_of
from .answer_reasons import FIGURES, depends_on, figure_counted, laid_with

UNDECIDED = ("one", "conflict", "silent", "elsewhere")
"""Doubts about the right that decides which leave an answer open: one source alone, sources that disagree, none,
only another edition's text."""
CHARACTER = "character."
LIKELY = 0.75
"""Likeness from which a name is proposed for a word."""


class AnswerError(UserError):
    """Raised for a question that names no character, no card or nothing that can be done with it."""

    topic = "answers"

    def __init__(self, key: Literal["who", "card", "space", "verb", "figure", "how"], **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def answer(question: str, lang: str = "en") -> AnswerCard:
    """Return the answer card of a question.

    Parameters
    ----------
    question
        A character and a card in any language and order, maybe one verb. A card and the name of a figure ask which
        one it adds; a character and other cards named with them are laid out beside it.
    lang
        The language in which it is told: en, it, fr or pl.

    Returns
    -------
    AnswerCard
        A column per edition.

    Raises
    ------
    AnswerError
        The question names no character, no card, or nothing that can be done with it.

    Examples
    --------
    >>> answer("lancia monaco", "it").card, answer("troll evade bear").verbs
    ('holy-lance', ('evade',))
    """
    words = question.split()
    if about := _figure_and_card(words):
        return figure_card(*about, lang=lang)
    asked = next(((at, verb) for at, word in enumerate(words) if (verb := _verb(word))), None)
    if asked is None:
        return answer_card(*_who_and_card(words), lang=lang)
    try:
        return answer_card(*_who_and_card([*words[: asked[0]], *words[asked[0] + 1 :]]), asked[1], lang)
    except AnswerError as wrong:
        if wrong.key == "verb":
            raise
        return answer_card(*_who_and_card(words), lang=lang)  # the word belongs to a name


def answer_card(who: str, card: str, verb: str = "", lang: str = "en") -> AnswerCard:
    """Return the answer card of a character and a card by their keys.

    Parameters
    ----------
    who
        The key of the character.
    card
        The key of the card.
    verb
        One verb; "" for all that mean something.
    lang
        The language in which it is told: en, it, fr or pl.

    Returns
    -------
    AnswerCard
        A column per edition.

    Raises
    ------
    AnswerError
        The verb means nothing for the card.

    Examples
    --------
    >>> answer_card("monk", "holy-lance", "use").cells[0].answer
    'no'
    """
    books = _books()
    having = [book for book in books if who in book.characters and book.find(card)]
    verbs = tuple(dict.fromkeys(one for book in having for one in verbs_of(book, card) if verb in ("", one)))
    if not verbs:
        raise AnswerError("verb", verb=verb or _verbs_told(lang), card=name_of(books[0], card, lang))
    cells = (_cell(book, who, card, verb) for verb in verbs for book in books)
    return AnswerCard(who, card, tuple(cells), lang)


def figure_card(figure: str, card: str, beside: tuple[str, ...] = (), lang: str = "en") -> AnswerCard:
    """Return the answer card of which `figure` ("strength" or "craft") a card adds; raises `AnswerError` for none.

    `beside`: a character and cards to lay out with it; without a character one is chosen that shows the difference.
    """
    cells = tuple(_figure_cell(book, figure, card, beside) for book in _books())
    if all(cell.answer == "absent" or cell.played is None for cell in cells):
        said = load_phrases(lang)
        raise AnswerError("figure", card=name_of(_books()[0], card, lang), figure=said.say("words", figure))
    return AnswerCard(figure, card, cells, lang, beside)


def _figure_cell(book: Book, figure: str, card: str, beside: tuple[str, ...]) -> AnswerCell:
    verb = f"add-{figure}"
    if not all(book.find(key) for key in (card, *beside)):
        return AnswerCell(verb, book.edition, "absent")
    if (found := figure_counted(book, card, figure)) is None:
        return AnswerCell(verb, book.edition, "open", rules=("card.text",), source=card)
    doubts = tuple((card, fact) for fact, doubt in doubts_of(book, card).items() if _leaves_open(doubt))
    said: Answer = "open" if doubts and found.which != "no" else found.which
    text = laid_with(book, card, figure, beside) if beside else found.text
    others = ((key, fact) for key in beside for fact, doubt in doubts_of(book, key).items() if _leaves_open(doubt))
    counting = tuple(other for other in others if text and depends_on(text, other))
    return AnswerCell(verb, book.edition, said, found.which, ("card.text",), card, doubts + counting, text)


def _figure_and_card(words: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the figure, the card and what is beside it that all words name, in any language; None if they don't."""
    for at, word in enumerate(words):
        figure = next((one for one in FIGURES if plain(word) in _figure_names(one)), "")
        named = _all_named(words[:at] + words[at + 1 :]) if figure and len(words) > 1 else ()
        people = [key for key in named if key.startswith(CHARACTER)]
        cards = [key for key in named if not key.startswith((CHARACTER, "form."))]
        if cards and len(people) <= 1 and len(people) + len(cards) == len(named):
            card = next((card for card in cards if _adds(card, figure)), cards[0])
            return figure, card, (*people, *(one for one in cards if one != card))
    return None


def _all_named(words: list[str]) -> tuple[str, ...]:
    """Return what words name one after the other, the longest names first; () if some of them name nothing."""
    for end in range(len(words), 0, -1):
        found = find_card(open_book(), " ".join(words[:end]))
        rest = _all_named(words[end:])
        if len(found) == 1 and (rest or end == len(words)):
            return (found[0], *rest)
    return ()


def _adds(card: str, figure: str) -> bool:
    """Return whether a card adds a figure of its owner in an edition."""
    tried = (figure_counted(book, card, figure) for book in _books() if book.find(card))
    return any(found is not None and found.which != "no" for found in tried)


def _figure_names(figure: str) -> set[str]:
    return {plain(load_phrases(lang).say("words", figure)) for lang in LANGUAGES}


def _books() -> tuple[Book, ...]:
    """Return the books of the editions, in the order of their columns."""
    return tuple(open_book(with_known_cards(edition)) for edition in offered_editions())


def _verbs_told(lang: str) -> str:
    """Return the verbs that may be asked, in a language."""
    return ", ".join(load_phrases(lang).say("answers", f"verb.{verb}") for verb in VERBS)


def _cell(book: Book, who: str, card: str, verb: str) -> AnswerCell:
    if who not in book.characters or not book.find(card):
        return AnswerCell(verb, book.edition, "absent")
    found = find(ProbeSetting(book, who, card), verb)
    doubts = tuple(_doubts(book, who, card, found.source, found.acts))
    deciding = (doubts_of(book, key)[fact] for key, fact, decides in doubts if decides)
    undecided = any(_leaves_open(doubt) for doubt in deciding) or any(rule(id).open for id in found.rules)
    said: Answer = "must" if found.may and found.must else "yes" if found.may else "no"
    answered: Answer = "open" if undecided or found.may is None else said
    shown = tuple((key, fact) for key, fact, _ in doubts)
    told = (found.rules, found.source, shown, found.text, found.acts)
    return AnswerCell(verb, book.edition, answered, found.may, *told)


def _leaves_open(doubt: Doubt) -> bool:
    return doubt.doubtful and doubt.sure in UNDECIDED


def _doubts(book: Book, who: str, card: str, source: str, acts: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
    """Yield the doubts that touch an answer, as (definition, fact, whether it is about the right that decides).

    A doubt about another fact of the card that decides makes the answer less sure, but doesn't leave it open.
    """
    for key in dict.fromkeys((f"{CHARACTER}{who}", card)):
        held = book.card(key).held
        rights = {f"held[{at}]" for at, mod in enumerate(held) if isinstance(mod, (May, Cannot)) and mod.act in acts}
        for fact, doubt in doubts_of(book, key).items():
            of_alignment = key == card == source and fact in ("have_not", "have_only")
            if doubt.doubtful and (fact in rights or of_alignment):
                yield key, fact, fact in rights


def _verb(word: str) -> str:
    """Return the verb a word means in any language, "" for none."""
    said = plain(word)
    return next((verb for verb in VERBS if said in _verb_names(verb)), "")


def _verb_names(verb: str) -> set[str]:
    return {verb, *(plain(load_phrases(lang).say("answers", f"verb.{verb}")) for lang in LANGUAGES)}


def _who_and_card(words: list[str]) -> tuple[str, str]:
    """Return the character and the card some words name, either first; raises `AnswerError`."""
    book = open_book()
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    for who, card in (pair for split in splits for pair in (split, split[::-1])):
        people = [key for key in find_card(book, who) if key.startswith(CHARACTER)]
        cards = [key for key in find_card(book, card) if not key.startswith((CHARACTER, "form."))]
        if len(people) == 1 and len(cards) == 1:
            return people[0].removeprefix(CHARACTER), cards[0]
    raise _not_found(book, words)


def _not_found(book: Book, words: list[str]) -> AnswerError:
    """Return the error that says which of the two is missing, with the nearest names."""
    if not words:
        return AnswerError("how", code="talisman-nb answer monk holy lance")
    text = " ".join(words)
    keys = cards_of(book)
    parts = [" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)]
    if space := next((part for part in parts if not find_card(book, part) and len(find_space(book, part)) == 1), ""):
        return AnswerError("space", space=space, code=f"talisman-nb space {space}")
    someone = any(key.startswith(CHARACTER) for part in parts for key in find_card(book, part))
    names = {name_of(book, key, lang) for key in keys if key.startswith(CHARACTER) != someone for lang in LANGUAGES}
    pairs = ((_likeness(word, name), name) for word in words if not find_card(book, word) for name in sorted(names))
    likeness, near = max(pairs, default=(0.0, ""))
    return AnswerError("card" if someone else "who", text=text, near=near if likeness >= LIKELY else "")


def _likeness(word: str, name: str) -> float:
    """Return how alike a word and a name are, from 0 to 1."""
    return difflib.SequenceMatcher(None, plain(word), plain(name)).ratio()
