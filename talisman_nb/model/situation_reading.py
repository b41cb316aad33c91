"""The tokenizer of situations: splits a text into parts, clauses, words and answers, without knowing any names."""

from __future__ import annotations

from collections.abc import Iterator

from .situation import LONGEST, Clause, SituationError, Word, Written

QUOTES = dict.fromkeys('"“”„«»', '"')
"""Maps the quotation marks that are accepted to the plain one."""
SIGNS = ",|>!*"
"""Characters that are words of their own."""
ENDS = frozenset(SIGNS) | frozenset(QUOTES)
"""Characters that end a word without quotes."""
INSISTED = "has bear !"
"""Example of a clause that is insisted on."""


def parse_text(text: str) -> Written:
    """Split a situation's text; raises `SituationError` with the place of the mistake.

    >>> [word.text for word in parse_text('Dwarf "Hidden Valley", life 2 | thief city > 3').parts[0][0].words]
    ['Dwarf', 'Hidden Valley']
    >>> parse_text("dwarf crags,, life 2")
    Traceback (most recent call last):
    ...
    talisman_nb.model.situation.SituationError: column 13: nothing is said here: there is one comma too many
    """
    try:
        return _split(text)
    except SituationError as wrong:
        raise wrong.placed(text) from None


def _split(text: str) -> Written:
    if len(text) > LONGEST:
        raise SituationError(
            "too-long",
            "a situation has at most {most} characters, this one {n}",
            most=f"{LONGEST:,}",
            n=f"{len(text):,}",
        )
    body, answers = _answers(text)
    parts: list[tuple[Clause, ...]] = []
    clauses: list[Clause] = []
    words: list[Word] = []
    for word in (*_words(text, body), Word("|", body)):
        if word.quoted or word.text not in (",", "|"):
            words.append(word)
            continue
        if not words:
            if not text.strip():
                raise SituationError("nothing-said", "nothing is said here", word.at)
            if clauses or word.text == ",":
                raise SituationError("comma-more", "nothing is said here: there is one comma too many", word.at)
            raise SituationError("bar-more", "nothing is said here: there is one bar too many", word.at)
        clauses.append(_clause(words))
        words = []
        if word.text == "|":
            parts.append(tuple(clauses))
            clauses = []
    return Written(tuple(parts), answers)


def _clause(words: list[Word]) -> Clause:
    """A clause made of its words; a final `!` insists on it, anywhere else it is a mistake."""
    *front, last = words
    insisted = _is(last, "!")
    said = front if insisted else words
    for word in said:
        if _is(word, "!"):
            raise SituationError(
                "mark-inside",
                '"!" comes at the end of the clause it insists on: "{example}"',
                word.at,
                example=INSISTED,
            )
    if not said:
        raise SituationError("mark-alone", '"!" comes after what it insists on: "{example}"', last.at, example=INSISTED)
    return Clause(tuple(said), insisted)


def _is(word: Word, sign: str) -> bool:
    return word.text == sign and not word.quoted


def _words(text: str, end: int) -> Iterator[Word]:
    """The words of `text` before the index `end`."""
    at = 0
    while at < end:
        if text[at].isspace():
            at += 1
            continue
        glued = at > 0 and not text[at - 1].isspace()
        if text[at] in QUOTES:
            said, after = _read_quoted(text, at, end)
            yield Word(said, at, quoted=True, glued=glued)
        elif text[at] in SIGNS:
            said, after = text[at], at + 1
            yield Word(said, at, glued=glued)
        else:
            after = _bare_end(text, at, end)
            yield Word(text[at:after], at, glued=glued)
        at = after


def words_in(text: str) -> list[Word]:
    """Split an answer into words; raises `SituationError` for a quote that is not closed."""
    return list(_words(text, len(text)))


def _bare_end(text: str, at: int, end: int) -> int:
    """The index after a word without quotes; a list in brackets with its commas is part of the word."""
    while at < end and not text[at].isspace() and text[at] not in ENDS:
        if text[at] == "[":
            at = _bracket_end(text, at, end)
        else:
            at += 1
    return at


def _bracket_end(text: str, at: int, end: int) -> int:
    for close in range(at + 1, end):
        if text[close] == "[":
            raise SituationError(
                "list-nested", "a list holds numbers, no other list: {example}", close, example="[0, 0, 1, 2]"
            )
        if text[close] == "]":
            return close + 1
    raise SituationError("list-open", 'a list is opened here and not closed: expected "{sign}"', at, sign="]")


def _read_quoted(text: str, at: int, end: int) -> tuple[str, int]:
    """The quoted text and the index after it; a backslash escapes the next character."""
    said, now = list[str](), at + 1
    while now < end:
        if text[now] in QUOTES:
            return "".join(said), now + 1
        if text[now] == "\\" and now + 1 < end:
            now += 1
        said.append(text[now])
        now += 1
    raise SituationError("quote-open", "a quote is opened here and not closed", at)


def _answers(text: str) -> tuple[int, tuple[Word, ...]]:
    """The index at which the position ends, and the answers after it."""
    marks = _outside_quotes(text)
    found = []
    for mark, after in zip(marks, (*marks[1:], len(text)), strict=False):
        said = text[mark + 1 : after]
        if not said.strip():
            raise SituationError("answer-missing", 'an answer is missing after ">"', mark)
        found.append(Word(said.strip(), mark + 1 + len(said) - len(said.lstrip())))
    return (marks[0] if marks else len(text)), tuple(found)


def _outside_quotes(text: str) -> list[int]:
    """The indices of all `>` that are not quoted."""
    found, inside, at = [], False, 0
    while at < len(text):
        if text[at] in QUOTES:
            inside = not inside
        elif text[at] == "\\" and inside:
            at += 1
        elif text[at] == ">" and not inside:
            found.append(at)
        at += 1
    return found


def quote(text: str) -> str:
    r"""The name in quotes, escaped so that `parse_text` reads it back.

    >>> quote('Ada "the Elf"')
    '"Ada \\"the Elf\\""'
    """
    return '"' + "".join(f"\\{c}" if c in QUOTES or c == "\\" else c for c in text) + '"'


def bare(text: str) -> str:
    """The name unquoted if it reads back as one word, else in quotes.

    >>> bare("Ada"), bare("Old Ada"), bare("")
    ('Ada', '"Old Ada"', '""')
    """
    plain = text and not any(c.isspace() or c in ENDS or c in "[]\\" for c in text)
    return text if plain else quote(text)


__all__ = ["bare", "parse_text", "quote", "words_in"]
