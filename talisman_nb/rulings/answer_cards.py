"""Answer cards: may somebody do something with a card? A column per edition, told as a table or in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from talisman_nb.notation.text_play import Situation, play
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import SEMICOLON, rule
from talisman_nb.text.definitions.facts import MARK, doubts_of
from talisman_nb.text.find import name_of
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.house_rules import instead, of_the_house
from talisman_nb.text.names import edition_name, load_names
from talisman_nb.text.phrases import load_phrases, sentence

from .answer_reasons import FIGURES, Counts, FigureSum, abilities_told, rulings_told, sums

Answer = Literal["yes", "must", "no", "open", "absent", "printed", "moment"]
"""`must`: without a choice; `printed`, `moment`: the figure a card adds is that of the sheet, or that of the moment;
`open`: no text decides, or the engine isn't asked; `absent`: the edition has no such character or card."""
PLAYED: Mapping[object, str] = {None: "not-asked", True: "played-yes", False: "played-no"}
"""Phrases for what is played where the answer is open, but for figures."""


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

    Examples
    --------
    >>> from talisman_nb.rulings import answer
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
            who = name_of(open_book(self.editions[0]), f"character.{self.who}", self.lang)
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
        >>> from talisman_nb.rulings import answer
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
        >>> from talisman_nb.rulings import answer
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
        >>> from talisman_nb.rulings import answer
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
