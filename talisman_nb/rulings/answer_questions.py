"""Answers questions about characters, cards and spaces, in words or sentences: each cell is asked of the engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import UserError
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.citations import keywords_of
from talisman_nb.rules.index import rule
from talisman_nb.rules.layers import offered_editions, with_known_cards
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.errors import describe_error
from talisman_nb.text.find import name_of
from talisman_nb.text.phrases import load_phrases

from .answer_cards import AnswerCard
from .answer_probes import VERBS, ProbeSetting, find, verbs_of
from .answer_reasons import (
    Answer,
    AnswerCell,
    depends_on,
    doubts_about,
    figure_counted,
    laid_with,
    leaves_open,
    means_of,
)
from .question_reading import Said, read_question
from .question_words import bare_key, figure_words, near_cards, split_words

CHARACTER, FORM, SPACE = "character.", "form.", "space."
MOST_PAIRS = 4
"""Pairs of a character and a card that a question is answered about."""
CLASHES = ("fight", "attack", "evade")
"""Verbs that may be meant by another one of them, but for the last, and by whatever says that two come together."""
AGAINST = ("use", "help", "fight", "cast")
"""Verbs that ask what a card does to an Enemy that is named with it."""


class Besides(NamedTuple):
    """Whatever a position has beside who is asked about which card; see `ProbeSetting`."""

    alignment: str = ""
    goods: tuple[str, ...] = ()
    against: str = ""
    at: str = ""


class AnswerError(UserError):
    """Raised for a question that names no card and no space, or nothing that can be done with it."""

    topic = "answers"

    def __init__(self, key: Literal["who", "card", "space", "verb", "figure", "how", "act"], **fields: object) -> None:
        near = fields.get("near")
        told = fields | {"near": " or ".join(map("“{}”".format, near)) if isinstance(near, tuple) else ""}
        super().__init__(key, load_phrases("en").say(self.topic, key, **told), **fields)


def answer(question: str, lang: str = "en", edition: str = "") -> AnswerCard:
    """Return the answer to a question about characters and cards, asked of the engine in a position laid out for it.

    Parameters
    ----------
    question, edition
        As `talisman_nb.answer` takes them.
    lang
        The language in which it is told: en, it, fr or pl.

    Returns
    -------
    AnswerCard
        A column per edition; `more` are the answers about further characters and cards of the question.

    Raises
    ------
    AnswerError
        The question names no card and no space, or nothing that can be done with it.

    Examples
    --------
    >>> answer("lancia monaco", "it").card, answer("troll evade bear").verbs
    ('holy-lance', ('evade',))
    >>> answer("can the troll cast a hex").verdict[:13]
    'Cast Hex? No.'
    """
    return _answer(question, lang, _books(edition))


def verdicts(question: str, book: Book, lang: str, *, unread: bool = True) -> tuple[str, ...]:
    """Return the verdicts on a question that is a sentence about cards, as the edition of a book has it; () for none.

    One that asks for what is not understood says that, if `unread`. Of a book with house rules there are none, for they
    may decide otherwise.
    """
    try:
        first = None if book.house else _answer(question, lang, _books(book.edition)[:1])
    except AnswerError as wrong:  # it is about something else
        return (describe_error(wrong, lang),) if unread and wrong.key == "act" else ()
    except UserError:
        return ()
    cards = (first, *first.more) if first else ()
    said = load_phrases(lang)
    told = ((one.title if one.who or one.beside else "", text) for one in cards for text in one.begins())
    return tuple(said.say("answers", "decides", name=name, text=text) if name else text for name, text in told)


def _answer(question: str, lang: str, books: tuple[Book, ...]) -> AnswerCard:
    book, said = _read(question, books, lang)
    if about := _figure_asked(said, book, books):
        return _figure_card(*about, lang, books)
    besides, pairs = _besides(said, book), _pairs(said, book, question)
    cards = [
        _answered(
            who.removeprefix(CHARACTER), card, _verbs(said, books, card, besides), lang, books, besides,
            card not in said.named, said.obliged,
        )
        for who, card in pairs
    ]  # fmt: skip
    heard = tuple((word, name_of(book, key, lang)) for word, key in said.slips)
    first = replace(cards[0], heard=heard, unheard=said.unread if said.asks else ())
    for word, name in heard:  # what answers it is looked for by what was meant
        question = re.sub(rf"\b{re.escape(word)}\b", name, question, flags=re.IGNORECASE)
    return replace(first, more=tuple(cards[1:]), question=question if said.sentence else "")


def _read(question: str, books: Sequence[Book], lang: str) -> tuple[Book, Said]:
    """Return what a question says, and the first of the books in which it names most. Raises `AnswerError`."""
    if not split_words(question):
        raise AnswerError("how", code="talisman-nb answer monk holy lance")
    read = [(book, read_question(question, book, lang)) for book in books]
    return max(read, key=lambda each: len(each[1].named) - len(each[1].unread))


def _people(said: Said) -> list[str]:
    return [key for key in said.named if key.startswith((CHARACTER, FORM))]


def _cards(said: Said, book: Book) -> list[str]:
    """Return the cards that are named, then an example of each kind that is."""
    named = [key for key in said.named if not key.startswith((CHARACTER, FORM, SPACE))]
    return [*named, *(key for kind in said.kinds if not named or kind in ENEMIES for key in _example(book, kind))]


def _example(book: Book, kind: str) -> list[str]:
    """Return the simplest card of a type or with a keyword, () without one: who may have it is left to the rules."""
    known = [(book.card(key), key) for key in (*book.deck_of, *book.stock_cards)]
    of = [(d, key) for key_d in known for d, key in (key_d,) if kind == d.facts.type or kind in keywords_of(d)]
    free = [each for each in of if not (each[0].facts.have_only or each[0].facts.have_not)] or of
    return [min(free, key=lambda each: (len(each[0].held) + len(each[0].blocks), each[1]))[1]] if free else []


def _besides(said: Said, book: Book) -> Besides:
    """Return what a question says of the position beside a character and a card."""
    cards = _cards(said, book)
    foes = [key for key in cards if book.card(key).facts.type in ENEMIES]
    goods = tuple(key for key in cards if key not in foes)
    alignment = next((one for one in said.states if one != "psychic"), "")
    at = next((key.removeprefix(SPACE) for key in said.named if key.startswith(SPACE)), "") if cards else ""
    if not goods or (said.verbs and not {*said.verbs} & {*AGAINST} and foes):
        return Besides(alignment, tuple(key for key in goods if foes), "", at)
    psychic = _example(book, "spirit") if "psychic" in said.states else []
    return Besides(alignment, (), next(iter((*foes, *psychic)), ""), at)


def _pairs(said: Said, book: Book, question: str) -> list[tuple[str, str]]:
    """Return each character and card that a question is about; "" is anybody. Raises `AnswerError` for none."""
    people, cards = _people(said), _cards(said, book)
    spaces = [key for key in said.named if key.startswith(SPACE)]
    besides = _besides(said, book)
    met = [key for key in people[1:] if key.startswith(CHARACTER)]
    about = [
        key for key in cards if key not in (*besides.goods, besides.against) and _is_asked(said, book, key, besides)
    ]
    if met and (not about or "attack" in said.verbs):
        return [(people[0], met[0])]
    if not about and people and (not (said.sentence and said.verbs) or "meet" in said.verbs):
        about = spaces
    if not about or (not people and near_cards(said.unread, book, CHARACTER)):
        raise _not_found(said, book, question, bool(cards))
    if said.asks and people and said.unread and not said.verbs and not besides.against:
        raise AnswerError("act", words=", ".join(said.unread))
    return [(who, key) for key in about for who in (people or [""])][:MOST_PAIRS]


def _is_asked(said: Said, book: Book, card: str, besides: Besides) -> bool:
    """Return whether something is asked of a card: a verb or an Enemy says what, or mere names are all that is said.

    Of a sentence about nobody all words must be understood: else it asks something that no card decides.
    """
    possible = verbs_of(book, card)
    asked = bool(_meant_of(said, possible)) or (
        bool(besides.against) and bool({*AGAINST} & {*said.verbs} or not said.verbs)
    )
    if not said.sentence and not said.verbs:
        return bool(_people(said) or besides.against)
    if not possible or not (asked or (card in said.named and _people(said))):
        return bool(not said.sentence and said.verbs)  # a verb that means nothing for it, to be told
    left = len(said.unread) + (0 if card not in said.named or besides.against else len(said.kinds))
    return bool(_people(said) or besides.against) or not left


def _verbs(said: Said, books: Sequence[Book], card: str, besides: Besides) -> tuple[str, ...]:
    """Return the verbs that are asked of a card, () for all that mean something in one of the books."""
    possible = tuple(dict.fromkeys(verb for book in books if book.find(card) for verb in verbs_of(book, card)))
    if besides.against:
        return ("help", "use") if "use" in possible else possible
    return _meant_of(said, possible) or (said.verbs if not said.sentence else ())


def _meant_of(said: Said, possible: Sequence[str]) -> tuple[str, ...]:
    """Return the verbs of a question that are possible; of one about a clash those that a clash may be."""
    plainly = tuple(verb for verb in said.verbs if verb in possible)
    clash = CLASHES if {*said.verbs} & {"help", "meet"} else CLASHES[:2] if {*said.verbs} & {*CLASHES[:2]} else ()
    return plainly or tuple(verb for verb in clash if verb in possible)


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
    return _answered(who, card, (verb,) if verb else (), lang, _books(), Besides())


def _answered(
    who: str,
    card: str,
    asked: tuple[str, ...],
    lang: str,
    books: Sequence[Book],
    besides: Besides,
    example: bool = False,
    obliged: bool = False,
) -> AnswerCard:
    """Return the answer card of a character or form ("" for anybody) and a card: of some verbs, of all without.

    `example`: the card stands for its kind; `obliged`: it is asked what must be done.
    """
    having = [book for book in books if _is_there(book, who) and book.find(card)]
    possible = dict.fromkeys(verb for book in having for verb in verbs_of(book, card))
    verbs = asked if besides.against else tuple(verb for verb in possible if not asked or verb in asked)
    if not verbs:
        told = ", ".join(load_phrases(lang).say("answers", f"verb.{verb}") for verb in asked or VERBS)
        raise AnswerError("verb", verb=told, card=name_of(books[0], card, lang))
    cells = (replace(_cell(book, who, card, verb, besides), obliged=obliged) for verb in verbs for book in books)
    beside = tuple(filter(None, (*besides.goods, besides.against, f"{SPACE}{besides.at}" if besides.at else "")))
    return AnswerCard(who, card, tuple(cells), lang, beside, besides.alignment, example)


def _is_there(book: Book, who: str) -> bool:
    """Return whether a book has a character, by its name, a form, as `form.toad`, or, for "", anybody."""
    if not who:
        return bool(book.characters)
    return who.removeprefix(FORM) in book.forms if who.startswith(FORM) else who in book.characters


def _figure_card(figure: str, card: str, beside: tuple[str, ...], lang: str, books: tuple[Book, ...]) -> AnswerCard:
    """Return the answer card of which `figure` ("strength" or "craft") a card adds; raises `AnswerError` for none.

    `beside`: a character and cards to lay out with it; without a character one is chosen that shows the difference.
    """
    cells = tuple(_figure_cell(book, figure, card, beside) for book in books)
    if all(cell.answer == "absent" or cell.played is None for cell in cells):
        said = load_phrases(lang)
        raise AnswerError("figure", card=name_of(books[0], card, lang), figure=said.say("words", figure))
    return AnswerCard(figure, card, cells, lang, beside)


def _figure_cell(book: Book, figure: str, card: str, beside: tuple[str, ...]) -> AnswerCell:
    verb = f"add-{figure}"
    if not all(book.find(key) for key in (card, *beside)):
        return AnswerCell(verb, book.edition, "absent")
    if (found := figure_counted(book, card, figure)) is None:
        return AnswerCell(verb, book.edition, "open", rules=("card.text",), source=card)
    doubts = tuple((card, fact) for fact, doubt in doubts_of(book, card).items() if leaves_open(doubt))
    said: Answer = "open" if doubts and found.which != "no" else found.which
    text = laid_with(book, card, figure, beside) if beside else found.text
    others = ((key, fact) for key in beside for fact, doubt in doubts_of(book, key).items() if leaves_open(doubt))
    counting = tuple(other for other in others if text and depends_on(text, other))
    return AnswerCell(verb, book.edition, said, found.which, ("card.text",), card, doubts + counting, text)


def _figure_asked(said: Said, book: Book, books: Sequence[Book]) -> tuple[str, str, tuple[str, ...]] | None:
    """Return the figure, the card and what is beside it that a question is about; None if it isn't about a figure."""
    figure = next((figure_words()[word] for word in said.unread if word in figure_words()), "")
    people = [key for key in said.named if key.startswith(CHARACTER)]
    cards = [key for key in said.named if not key.startswith((CHARACTER, FORM, SPACE))]
    card = next((card for card in cards if figure and _adds(card, figure, books)), "")
    asks_else = said.kinds or {*said.verbs} - {"help", "use"} or (not card and (said.verbs or len(said.unread) > 1))
    if not figure or not cards or len(people) > 1 or asks_else:
        return None
    return figure, card or cards[0], (*people, *(one for one in cards if one != (card or cards[0])))


def _adds(card: str, figure: str, books: Sequence[Book]) -> bool:
    """Return whether a card adds a figure of its owner in an edition."""
    tried = (figure_counted(book, card, figure) for book in books if book.find(card))
    return any(found is not None and found.which != "no" for found in tried)


def _books(edition: str = "") -> tuple[Book, ...]:
    """Return the books of the editions, in the order of their columns: that in force first."""
    offered = [open_book(with_known_cards(one)) for one in offered_editions()]
    if not edition:
        return tuple(offered)
    first = open_book(with_known_cards(edition))
    return (first, *(book for book in offered if book.rules_of != first.rules_of))


def _cell(book: Book, who: str, card: str, verb: str, besides: Besides) -> AnswerCell:
    if not _is_there(book, who) or not all(
        book.find(key) for key in (card, *besides.goods, *filter(None, (besides.against,)))
    ):
        return AnswerCell(verb, book.edition, "absent")
    if besides.at and besides.at not in book.board.index:
        return AnswerCell(verb, book.edition, "absent")
    if verb not in ("help", *verbs_of(book, card)):
        return AnswerCell(verb, book.edition, "kind", False)
    laid = _lay(book, who, card, verb, besides)
    found = find(laid, verb)
    doubts = tuple(doubts_about(laid, found.source, found.acts))
    deciding = [(key, doubts_of(book, key)[fact]) for key, fact, decides in doubts if decides]
    alone = {key for key, doubt in deciding if doubt.sure == "one" and found.may is False and found.source == key}
    undecided = any(leaves_open(doubt) for key, doubt in deciding if key not in alone)
    undecided = undecided or any(rule(id).open for id in found.rules)
    said: Answer = "must" if found.may and found.must else "yes" if found.may else "no"
    answered: Answer = "open" if undecided or found.may is None else said
    shown = tuple((key, fact) for key, fact, _ in doubts)
    means = means_of(book, verb) if found.lacks else ()
    told = (found.rules, found.source, shown, found.text, found.acts, means)
    return AnswerCell(verb, book.edition, answered, found.may, *told)


def _lay(book: Book, who: str, card: str, verb: str, besides: Besides) -> ProbeSetting:
    """Return the setting of a question about a character, a form (`form.toad`) or anybody ("").

    Who has a form, or is anybody, is the first who might do it without the form and by no ability of its own.
    """
    form = who.removeprefix("form.") if who.startswith("form.") else ""
    goods = tuple(key for key in besides.goods if "have" in verbs_of(book, key))
    if not who or form:
        tried = [ProbeSetting(book, one, card, "", *besides) for one in book.characters if one != bare_key(card)]
        had = "use" if verb == "help" else verb
        plainly = (laid for laid in tried if (it := find(laid, had)).may and not it.source.startswith("character."))
        who = next(plainly, tried[0]).who
    return ProbeSetting(book, who, card, form, besides.alignment, goods, *besides[2:])


def _not_found(said: Said, book: Book, question: str, has_card: bool) -> AnswerError:
    """Return the error that says what is missing, with the nearest names."""
    space = next((key for key in said.named if key.startswith(SPACE)), "")
    if space and not has_card:
        name = name_of(book, space, "en")
        return AnswerError("space", space=name, code=f"talisman-nb space {name}")
    someone = bool(_people(said))
    near = near_cards(said.unread, book, "" if someone else CHARACTER)
    return AnswerError("card" if someone else "who", text=question.strip(), near=near or "")
