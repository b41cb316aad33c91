"""Answer cards: may somebody do something with a card? A verdict, a column per edition, or sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from talisman_nb.engine.view import seen_by
from talisman_nb.notation.text_play import Situation, play
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import SEMICOLON, rule
from talisman_nb.text.definitions.facts import MARK, doubts_of
from talisman_nb.text.find import name_of
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.house_rules import instead, of_the_house
from talisman_nb.text.names import edition_name, load_names
from talisman_nb.text.pages import columns, markdown_list, markdown_table
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording

from .answer_reasons import (
    AnswerCell,
    FigureSum,
    abilities_told,
    definition,
    rulings_among,
    rulings_told,
    sections,
    sums,
    verdict_told,
)
from .own_rulings import own_rulings
from .question_words import FIGURES
from .rulings_by_subject import RULING
from .search import NEAREST, Answers, find_answers

VERBS_OF_VERDICT = 2
"""Verbs up to which a question is answered in a sentence first: with more of them nothing special was asked."""
PLAYED: Mapping[object, str] = {None: "not-asked", True: "played-yes", False: "played-no"}
"""Phrases for what is played where the answer is open, but for figures."""


class AnswerCard(Struct, frozen=True):
    """The answer of each edition about a character and a card; printed as a table with its rules, sections and doubts.

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
    alignment
        The alignment it is tried with, "" for the printed one.
    example
        Whether the card stands for all of its kind, none being named.
    question
        The question if it was a sentence, "" for mere names; what answers it among the rulings is told too.
    more
        The answers about further characters and cards of the question.
    heard, unheard
        Words of the question that were read as a name, each with that; those that were not understood.

    Examples
    --------
    >>> from talisman_nb.rulings import answer
    >>> found = answer("monk lance")
    >>> [(cell.edition, cell.answer) for cell in found.cells if cell.verb == "use"]
    [('revised4', 'no'), ('second', 'open'), ('third+second-cards', 'open')]
    >>> found.editions[0], "use" in found.verbs, found.title.count("Monk"), found.verdict == found.verdicts[0]
    ('revised4', True, 1, True)
    """

    who: str
    card: str
    cells: tuple[AnswerCell, ...]
    lang: str = "en"
    beside: tuple[str, ...] = ()
    alignment: str = ""
    example: bool = False
    question: str = ""
    more: tuple[AnswerCard, ...] = ()
    heard: tuple[tuple[str, str], ...] = ()
    unheard: tuple[str, ...] = ()

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
        tuple[tuple[AnswerCell, Situation], ...]
            The answers that have a situation.

        Examples
        --------
        >>> from talisman_nb.rulings import answer
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
        tuple[FigureSum, ...]
            The sums; () for an answer without a situation, or one without a figure.

        Examples
        --------
        >>> from talisman_nb.rulings import answer
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
        >>> from talisman_nb.rulings import answer
        >>> len(answer("monk lance").as_paragraph()) > 100
        True
        """
        return " ".join((*(self._sentence(cell) for cell in self.cells), *(one.as_paragraph() for one in self.more)))

    @property
    def verdict(self) -> str:
        """Return the answer about the first verb in the first edition that has it, in a sentence with its reason."""
        return self.verdicts[0]

    @property
    def verdicts(self) -> tuple[str, ...]:
        """Return the answer about each verb in the first edition that has it, in a sentence with what decides."""
        there = [cell for cell in self.cells if cell.answer != "absent"] or [*self.cells]
        return tuple(self._verdict(cell) for cell in there if cell.edition == there[0].edition)

    def _verdict(self, cell: AnswerCell) -> str:
        told = [self._say("decides", name=name, text=text) for name, text in self._deciding(cell)]
        example = self._say("example", card=self._name(self.card)) if self.example else ""
        return verdict_told(cell, self.card, told, example, self.lang)

    def begins(self) -> tuple[str, ...]:
        """Return the verdicts, if the question was a sentence that asks for little enough, and what was read how.

        Returns
        -------
        tuple[str, ...]
            The lines, or none.

        Examples
        --------
        >>> from talisman_nb.rulings import answer
        >>> len(answer("may the monk use a sword").begins()), answer("monk sword").begins()
        (1, ())
        """
        return self._told() if self.question and len(self.verbs) <= VERBS_OF_VERDICT else ()

    def _told(self) -> tuple[str, ...]:
        """Return the verdicts, after what was read as a name, and before what was not understood."""
        read = tuple(self._say("heard", word=word, name=name) for word, name in self.heard)
        left = ", ".join(load_phrases(self.lang).say("pages", "quoted", name=word) for word in self.unheard)
        return (*read, *self.verdicts, *((self._say("unread", words=left),) if left else ()))

    def __str__(self) -> str:
        """Return the answer in short: the edition in force alone, a sentence for each verb, then rulings."""
        return "\n".join(self._lines()).strip()

    def _lines(self) -> Iterator[str]:
        for one in (self, *self.more):
            yield one.title
            yield from one._told()
            yield from rulings_told(one.editions[0], one._rulings(one.editions[0]), self.lang)
            yield ""
        yield from [*self._found_lines()][1:]

    def found(self) -> Answers:
        """Return the rulings and rules that answer the question, or are nearest; none if it was no sentence.

        Returns
        -------
        Answers
            The best first.

        Examples
        --------
        >>> from talisman_nb.rulings import answer
        >>> answer("may the monk use a sword").found().hits[0].key
        'ruling.w10'
        """
        if not self.question:
            return Answers((), sure=False)
        return find_answers(self.question, open_book(self.editions[0]), own_rulings()[0], self.lang)

    def __repr__(self) -> str:
        begun = [*self.begins(), ""] if self.begins() else []
        lines = [self.title, "", *begun, *columns([*self._rows()]), "", *self.notes()]
        for each in self.more:
            lines += ["", repr(each)]
        return "\n".join([*lines, *self._found_lines()])

    def _found_lines(self) -> Iterator[str]:
        """Yield the best rulings and rules found for the question, or the nearest, told as such."""
        found = self.found()
        told = {case for one in (self, *self.more) for edition in one._laid_out() for case in one._rulings(edition)}
        new = tuple(hit for hit in found.hits if hit.key.removeprefix(RULING) not in told)[:NEAREST]
        if new:
            yield ""
            yield from found._replace(hits=new, named=()).lines(open_book(self.editions[0]), self.lang)

    def _say(self, key: str, **places: object) -> str:
        return load_phrases(self.lang).say("answers", key, **places)

    @property
    def title(self) -> str:
        """Return who and which card it is about."""
        if self.who in FIGURES:
            who = sentence(load_phrases(self.lang).say("words", self.who))
        else:
            who = self._name(definition(self.who)) if self.who else ""
        beside = [Wording(self.lang).alignment(self.alignment)] if self.alignment else []
        beside += [self._name(key) for key in self.beside]
        return self._say("title", who=who, card=self._name(self.card), beside=", ".join(beside))

    def _name(self, key: str) -> str:
        book = next(book for book in map(open_book, self.editions) if book.find(key))
        return name_of(book, key, self.lang)

    def _repr_markdown_(self) -> str:
        told = markdown_list([*self.begins(), *filter(None, self._found_lines())])
        tables = (markdown_table(one.title, [*one._rows()], [*one.notes()], self.lang) for one in (self, *self.more))
        return "\n\n".join(filter(None, (told, *tables)))

    def _rows(self) -> Iterator[list[str]]:
        """Yield the names of the editions, then for each verb its word and an answer an edition."""
        found = {(cell.verb, cell.edition): cell for cell in self.cells}
        yield ["", *(edition_name(open_book(edition), self.lang) for edition in self.editions)]
        for verb in self.verbs:
            yield [self._say(f"verb.{verb}"), *(" ".join(self.short(found[verb, each])) for each in self.editions)]

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
        >>> from talisman_nb.rulings import answer
        >>> found = answer("monk lance use")
        >>> found.short(found.cells[0])[-1]
        '(have-use, golden.cannot)'
        """
        mark = MARK if cell.doubts or cell.answer == "open" else ""
        said = " ".join(filter(None, (self._say(f"is.{cell.shortly}"), mark)))
        return (said, f"({', '.join(cell.rules)})") if cell.rules else (said,)

    def notes(self) -> Iterator[str]:
        """Yield the abilities and rulings that decide, then what each rule says and where, and what isn't sure.

        Yields
        ------
        str
            A line.

        Examples
        --------
        >>> from talisman_nb.rulings import answer
        >>> len([*answer("monk lance").notes()]) > 3
        True
        """
        if self.example:
            yield self._say("example", card=self._name(self.card))
        yield from dict.fromkeys(
            line for cell in self.cells for line in (*self._asked_there(cell), *self.abilities(cell))
        )
        rulings = (rulings_told(edition, self._rulings(edition), self.lang) for edition in self._laid_out())
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
        >>> from talisman_nb.rulings import answer
        >>> found = answer("monk lance use")
        >>> len([*found.abilities(found.cells[0])])
        1
        """
        edition = edition_name(open_book(cell.edition), self.lang)
        yield from (self._say("ability", edition=edition, name=name, text=text) for name, text in self._deciding(cell))

    def _deciding(self, cell: AnswerCell) -> Iterator[tuple[str, str]]:
        """Yield the name of each definition that decides an answer, with the ability or fact."""
        if cell.edition in self._laid_out():
            keys = (*((definition(self.who),) if self.who else ()), self.card, *self.beside)
            yield from abilities_told(cell, keys, self.card, self.lang)

    def _rulings(self, edition: str) -> tuple[str, ...]:
        """Return the ids of the rulings of an edition in which two of those that are named stand."""
        keys = [key for key in (definition(self.who) if self.who else "", self.card, *self.beside) if key]
        return rulings_among(open_book(edition), keys)

    def _asked_there(self, cell: AnswerCell) -> Iterator[str]:
        """Yield what the game asks on a space, with its choices, why some are closed too."""
        if cell.answer != "absent" and self.card.startswith("space."):
            laid = play(cell.text, self.lang)
            asked = question(seen_by(laid.state), laid.ask, self.lang)
            choices = (" – ".join(filter(None, (one.label, one.closed))) for one in (*asked.options, *asked.offers))
            edition = edition_name(open_book(cell.edition), self.lang)
            options = " · ".join(choices) if asked.kind != "die" else ""
            yield self._say("asked-there", edition=edition, asked=asked.headline, options=options)

    def _laid_out(self) -> tuple[str, ...]:
        """Return the editions that have the character and the card; none for a question about a figure."""
        there = (cell.edition for cell in self.cells if cell.answer != "absent")
        return () if self.who in FIGURES else tuple(dict.fromkeys(there))

    def _rule_lines(self, cell: AnswerCell) -> Iterator[str]:
        book = open_book(cell.edition)
        name = load_names().name("edition", book.rules_of, self.lang)
        for id in cell.rules:
            where = SEMICOLON[self.lang].join(sections(id, book.rules_of, self.lang, abroad=False))
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
            "answer": self._say(f"is.{cell.shortly}"),
        }
        where = SEMICOLON[self.lang].join(
            with_heading(id, ", ".join(sections(id, book.rules_of, self.lang)) or "–", self.lang) for id in cell.rules
        )
        why = " ".join((*self.abilities(cell), *self._doubt_lines(cell)))
        return self._say("sentence", **places, rules=where, why=why, situation=cell.text)
