"""Answer cards: may somebody do something with a card? A column per edition, each answer asked of the engine."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from talisman_nb.cards.modifiers import Cannot, May
from talisman_nb.model import UserError
from talisman_nb.notation.text_play import Situation, play
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.index import SEMICOLON, rule
from talisman_nb.rules.layers import offered_editions, with_known_cards
from talisman_nb.text.definitions.facts import MARK, doubts_of
from talisman_nb.text.find import cards_of, find_card, find_space, name_of
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.house_rules import instead, of_the_house
from talisman_nb.text.names import LANGUAGES, edition_name, load_names, plain
from talisman_nb.text.phrases import load_phrases, sentence

from .answer_probes import VERBS, ProbeSetting, find, verbs_of
from .answer_reasons import (
    FIGURES,
    Counts,
    FigureSum,
    abilities_told,
    depends_on,
    figure_counted,
    laid_with,
    rulings_told,
    sums,
)

Answer = Literal["yes", "must", "no", "open", "absent", "printed", "moment"]
"""`must`: without a choice; `printed`, `moment`: the figure a card adds is that of the sheet, or that of the moment;
`open`: no text decides, or the engine isn't asked; `absent`: the edition has no such character or card."""
UNDECIDED = ("one", "conflict", "silent", "elsewhere")
"""Doubts about the right that decides which leave an answer open: one source alone, sources that disagree, none,
only another edition's text."""
CHARACTER = "character."
LIKELY = 0.75
"""Likeness from which a name is proposed for a word."""
PLAYED: Mapping[object, str] = {None: "not-asked", True: "played-yes", False: "played-no"}
"""Phrases for what is played where the answer is open, but for figures."""


class AnswerError(UserError):
    """Raised for a question that names no character, no card or nothing that can be done with it."""

    topic = "answers"

    def __init__(self, key: Literal["who", "card", "space", "verb", "figure", "how"], **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


class AnswerCell(Struct, frozen=True):
    """The answer of one edition about one verb.

    `played`: what the engine plays, also where the answer is open, None if it isn't asked; of a figure which one that
    is. `source`: the definition that decides, "" for the rule alone; `doubts`: what isn't sure, as (definition, fact);
    `text`: its situation; `acts`: the rights it depends on.
    """

    verb: str
    edition: str
    answer: Answer
    played: bool | Counts | None = None
    rules: tuple[str, ...] = ()
    source: str = ""
    doubts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    acts: tuple[str, ...] = ()


class AnswerCard(Struct, frozen=True):
    """What each edition says of a character and a card; printed as a table with its rules, sections and doubts.

    Attributes
    ----------
    who
        The character; of a question about a figure (`FIGURES`) its name.
    card
        The card.
    cells
        The answers, one for each verb and edition.
    lang
        The language in which it is told.
    beside
        The character and the cards it is tried with, if the question names any.

    Examples
    --------
    >>> found = answer("monk lance")
    >>> [(cell.edition, cell.answer) for cell in found.cells if cell.verb == "use"]
    [('revised4', 'no'), ('second', 'open'), ('third+second-cards', 'open')]
    >>> found.editions[0], "use" in found.verbs, found.title.count("Monk")
    ('revised4', True, 1)
    """

    who: str
    card: str
    cells: tuple[AnswerCell, ...]
    lang: str = "en"
    beside: tuple[str, ...] = ()

    @property
    def editions(self) -> tuple[str, ...]:
        """Return the editions, in the order of their columns."""
        return tuple(dict.fromkeys(cell.edition for cell in self.cells))

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return the verbs, in the order of their rows."""
        return tuple(dict.fromkeys(cell.verb for cell in self.cells))

    def situations(self) -> tuple[tuple[AnswerCell, Situation], ...]:
        """Return each answer with its situation, laid out to be played on; `sums` says what counts in it.

        Returns
        -------
        tuple[tuple[Cell, Situation], ...]
            The answers that have a situation.

        Examples
        --------
        >>> cell, laid = answer("troll evade bear").situations()[0]
        >>> cell.verb, laid.text == cell.text
        ('evade', True)
        """
        return tuple((cell, play(cell.text, self.lang)) for cell in self.cells if cell.text)

    def sums(self, cell: AnswerCell) -> tuple[FigureSum, ...]:
        """Return what counts in the situation of an answer, once for each way a table may play its doubts.

        Parameters
        ----------
        cell
            The answer.

        Returns
        -------
        tuple[Sum, ...]
            The sums; () for an answer without a situation, or one without a figure.

        Examples
        --------
        >>> found = answer("psionic craft")
        >>> len(found.sums(found.cells[0])) > 0
        True
        """
        return tuple(sums(cell.text, cell.doubts, self.lang)) if cell.text else ()

    def as_paragraph(self) -> str:
        """Return the answers as sentences with rules, sections, doubts and situations, to be copied.

        Returns
        -------
        str
            A paragraph.

        Examples
        --------
        >>> len(answer("monk lance").as_paragraph()) > 100
        True
        """
        return " ".join(self._sentence(cell) for cell in self.cells)

    def __repr__(self) -> str:
        return "\n".join([self.title, "", *self._table(), "", *self.notes()])

    # --- in words ---

    def _say(self, key: str, **places: object) -> str:
        return load_phrases(self.lang).say("answers", key, **places)

    @property
    def title(self) -> str:
        """Return who and which card it is about."""
        if self.who in FIGURES:
            who = sentence(load_phrases(self.lang).say("words", self.who))
        else:
            who = name_of(open_book(self.editions[0]), f"{CHARACTER}{self.who}", self.lang)
        beside = ", ".join(self._name(key) for key in self.beside)
        return self._say("title", who=who, card=self._name(self.card), beside=beside)

    def _name(self, key: str) -> str:
        book = next(book for book in map(open_book, self.editions) if book.find(key))
        return name_of(book, key, self.lang)

    def _table(self) -> Iterator[str]:
        """Yield the header and a row for each verb, in columns."""
        found = {(cell.verb, cell.edition): cell for cell in self.cells}
        rows = [["", *(edition_name(open_book(edition), self.lang) for edition in self.editions)]]
        for verb in self.verbs:
            cells = (found[verb, edition] for edition in self.editions)
            rows.append([self._say(f"verb.{verb}"), *(" ".join(self.short(cell)) for cell in cells)])
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(text.ljust(width) for text, width in zip(row, wide, strict=True)).rstrip()

    def short(self, cell: AnswerCell) -> tuple[str, ...]:
        """Return an answer with the mark of what isn't sure, and its rules, if any.

        Parameters
        ----------
        cell
            The answer.

        Returns
        -------
        tuple[str, ...]
            The answer, and its rules in brackets.

        Examples
        --------
        >>> found = answer("monk lance use")
        >>> found.short(found.cells[0])[-1]
        '(have-use, golden.cannot)'
        """
        mark = MARK if cell.doubts or cell.answer == "open" else ""
        said = " ".join(filter(None, (self._say(f"is.{cell.answer}"), mark)))
        return (said, f"({', '.join(cell.rules)})") if cell.rules else (said,)

    def notes(self) -> Iterator[str]:
        """Yield the abilities and rulings that decide, then what each rule says and where, and what isn't sure.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> len([*answer("monk lance").notes()]) > 3
        True
        """
        yield from dict.fromkeys(line for cell in self.cells for line in self.abilities(cell))
        rulings = (rulings_told(edition, self.who, self.card, self.lang) for edition in self._laid_out())
        yield from dict.fromkeys(line for lines in rulings for line in lines)
        notes = (line for cell in self.cells for line in (*self._rule_lines(cell), *self._doubt_lines(cell)))
        yield from dict.fromkeys(notes)

    def abilities(self, cell: AnswerCell) -> Iterator[str]:
        """Yield the abilities that decide an answer.

        Parameters
        ----------
        cell
            The answer.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> found = answer("monk lance use")
        >>> len([*found.abilities(found.cells[0])])
        1
        """
        if cell.edition in self._laid_out():
            yield from abilities_told(cell, self.who, self.card, self.lang)

    def _laid_out(self) -> tuple[str, ...]:
        """Return the editions that have the character and the card; none for a question about a figure."""
        there = (cell.edition for cell in self.cells if cell.answer != "absent")
        return () if self.who in FIGURES else tuple(dict.fromkeys(there))

    def _rule_lines(self, cell: AnswerCell) -> Iterator[str]:
        book = open_book(cell.edition)
        name = load_names().name("edition", book.rules_of, self.lang)
        for id in cell.rules:
            where = SEMICOLON[self.lang].join(_sections(id, book.rules_of, self.lang))
            yield self._say("rule", edition=name, id=id, text=rule(id).text_in(book.rules_of, self.lang), where=where)

    def _doubt_lines(self, cell: AnswerCell) -> Iterator[str]:
        book = open_book(cell.edition)
        name, verb = edition_name(book, self.lang), self._say(f"verb.{cell.verb}")
        for key, fact in cell.doubts:
            about, why = name_of(book, key, self.lang), doubts_of(book, key)[fact].text(self.lang)
            yield f"{MARK} {self._say('doubt', edition=name, about=about, why=why)}"
            for switch in doubts_of(book, key)[fact].switches:
                yield self._say("switch", edition=name, text=of_the_house(instead(book, switch, self.lang), self.lang))
        if cell.answer == "open":
            here = PLAYED.get(cell.played, f"played-{cell.played}")
            yield f"{MARK} {self._say(here, edition=name, verb=verb)}"

    def _sentence(self, cell: AnswerCell) -> str:
        book = open_book(cell.edition)
        places = {
            "edition": edition_name(book, self.lang),
            "title": self.title,
            "verb": self._say(f"verb.{cell.verb}"),
            "answer": self._say(f"is.{cell.answer}"),
        }
        where = SEMICOLON[self.lang].join(
            with_heading(id, ", ".join(_sections(id, book.rules_of, self.lang)) or "–", self.lang) for id in cell.rules
        )
        why = " ".join((*self.abilities(cell), *self._doubt_lines(cell)))
        return self._say("sentence", **places, rules=where, why=why, situation=cell.text)


def _sections(id: str, edition: str, lang: str) -> tuple[str, ...]:
    """Return where a rule stands for an edition, in its own texts."""
    say = load_phrases(lang).say
    own = rule(id).source.of(edition)
    return tuple(say("pages", "section", text=say("pages", f"text.{text}"), section=at) for text, at in own)


# --- asking ---


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
