"""Changes of a situation: written as parts of one, they take the place of what it says there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.model.situation import (
    ALIGNMENTS,
    CARDS,
    PART_WORDS,
    SEAT_WORDS,
    Clause,
    SituationError,
    Word,
    words_of,
)
from talisman_nb.model.situation_reading import bare, parse_text, quote
from talisman_nb.notation.effect_words import lasting_words, number
from talisman_nb.notation.layout import open_edition
from talisman_nb.notation.name_lookup import NameLookup, cut
from talisman_nb.notation.seat_readers import read_cards
from talisman_nb.notation.situation import read_situation

Part = tuple[Clause, ...]
PILES = frozenset(CARDS) - {"used"}
"""Words of clauses that list cards."""
ANSWER, NO, MORE, LESS, OF = "answer", "no", "+", "-", "of"
"""Words of a change: another answer, something left out, one card more, one card less, whose effect it is."""


class Changed(Struct, frozen=True):
    """A changed situation: its text without answers, and the answers behind it."""

    text: str
    orders: tuple[str, ...]


def apply_change(text: str, change: str) -> Changed:
    """Return a situation with a change, or several between bars, in place of what it says there.

    A change is a part of a situation: `edition second`, `house carry.objects=5`, `on ruins, bear`, `round 7`. Of a seat
    it names the character, then the space it stands on instead, or the clauses: `dwarf ruins`, `dwarf, life 2, has
    sword axe`; a character without a seat gets one: `elf city`. `has + sword`, `has - sword`, `on ruins, + bear` add
    and take cards. `no` in front leaves something out: `no on ruins`, `no elf`, `dwarf, no has`. What says whose it is,
    `grave crags, of dwarf`, leaves what others have there. `answer 2 5` makes the second answer a 5. Raises
    `SituationError` for a change that can't be read, or that changes nothing.

    >>> apply_change("dwarf crags, has sword | thief city > 3", "dwarf, life 2, has + axe | answer 1 5")
    Changed(text='dwarf crags, has sword axe, life 2 | thief city', orders=('5',))
    """
    split, wanted = parse_text(text), parse_text(change)
    if wanted.answers:
        raise SituationError("change-answers", 'a change has no answers after ">": write "answer 1 5"')
    base = _Base(text)
    orders = [answer.text for answer in split.answers]
    before = base.text(), list(orders)
    for part in wanted.parts:
        first = part[0].words[0]
        if not first.quoted and first.text.lower() == ANSWER:
            _other_answer(orders, words_of(part))
        else:
            base.change(part)
    if (base.text(), orders) == before:
        raise SituationError("changes-nothing", '"{change}" changes nothing here', change=cut(change))
    return Changed(base.text(), tuple(orders))


def _other_answer(orders: list[str], words: Sequence[Word]) -> None:
    """Change one of the answers: `answer 2 5`."""
    first, *rest = words
    if len(rest) < 2:
        raise SituationError("change-which", 'expected which answer and what it is instead: "answer 2 5"', first.at)
    if not orders:
        raise SituationError("change-no-answers", 'the situation has no answers after ">" to change', first.at)
    orders[number(rest[0], 1, len(orders), ANSWER) - 1] = _words_as_written(rest[1:])


class _Base:
    """A situation that is being changed, part by part; `parts`: each with the number of its seat, -1 for another."""

    def __init__(self, text: str) -> None:
        position = read_situation(text)
        starts = {position.at[str(seat)]: seat for seat in range(len(position.seats))}
        found = [(starts.get(part[0].at, -1), part) for part in parse_text(text).parts]
        book = open_edition(position.edition, position.house)
        self.names = NameLookup(book, position.own)
        self._clause_words = {*SEAT_WORDS, *lasting_words(book).on_seats}
        self._characters = [seat.character for seat in position.seats]
        self._turn = self._characters[position.turn]
        self.parts = [(seat, (part[0], *self._whole(part[1:])) if seat >= 0 else part) for seat, part in found]

    def text(self) -> str:
        """Return the text as it is now."""
        return " | ".join(
            ", ".join(_words_as_written(c.words) + " !" * c.insisted for c in part) for _, part in self.parts
        )

    def change(self, part: Part) -> None:
        """Change one part, a seat's if it names its character."""
        words = part[0].words
        without = _is(words[0], NO)
        if self.names.characters.longest(words[1:] if without else words)[1]:
            self._change_seats(part, without)
            return
        key = self._key(words[1:] if without else words)
        if key == ("turn",):
            self.parts = [(seat, _without_turn_mark(found) if seat >= 0 else found) for seat, found in self.parts]
        old = [found for found in self.parts if found[0] < 0 and self._key(found[1][0].words)[: len(key)] == key]
        if any(_is(clause.words[0], OF) for clause in part[1:]):  # that of one person, beside those of others
            old = [found for found in old if self._owner(found[1]) == self._owner(part)]
        if without and not old:
            raise SituationError(
                "not-left-out", 'there is no "{name}" here that could be left out', words[0].at, name=" ".join(key)
            )
        if old and key == ("house",):
            part = _with_house([found for _, found in old], part)
        now = None if without else self._lying(old[0][1] if old else None, part) if key[0] == "on" else part
        at = self.parts.index(old[0]) if old else len(self.parts)
        kept = [found for found in self.parts if found not in old]
        self.parts = [*kept[:at], *([(-1, now)] if now else []), *kept[at:]]

    def _owner(self, part: Part) -> str:
        """The character whose effect a part is: the one it names, else the one whose turn it is."""
        said = next((clause.words[1:] for clause in part[1:] if _is(clause.words[0], OF)), ())
        return next(iter(self.names.characters.longest(said)[0]), self._turn) if said else self._turn

    def _key(self, words: Sequence[Word]) -> tuple[str, ...]:
        """Return what a part is about: its word, and the space or deck it names."""
        if not words:
            raise SituationError("left-out-part", 'expected what is left out after "no": "no on ruins"')
        word = words[0].text.lower()
        if word == "on" and len(words) > 1:
            return word, self.names.space(words[1:])[0]
        named = word in ("top", "own") or word not in PART_WORDS
        return (word, *(one.text.lower() for one in words[1:2] if named))

    # --- seats ---

    def _change_seats(self, part: Part, without: bool) -> None:
        """Change the seat whose character a part names, leave it out, or add one where it names a space."""
        words = part[0].words[1:] if without else part[0].words
        found, used = self.names.characters.longest(words)
        seat = next((seat for seat, character in enumerate(self._characters) if character in found), -1)
        if seat >= 0:
            now = [] if without else [(seat, self._changed_seat(dict(self.parts)[seat], part))]
            self.parts = [each for old in self.parts for each in (now if old[0] == seat else [old])]
            if without:
                self.parts = [each for each in self.parts if each[0] >= 0 or not self._gives_turn(each[1], found[0])]
        elif without or len(words) == used:
            raise SituationError(
                "has-no-seat",
                "{who} has no seat: expected one of {known}",
                words[0].at,
                who=found[0],
                known=", ".join(self._characters),
            )
        else:
            at = 1 + max((n for n, (old, _) in enumerate(self.parts) if old >= 0), default=-1)
            self.parts.insert(at, (len(self._characters), part))
            self._characters.append(found[0])

    def _gives_turn(self, part: Part, character: str) -> bool:
        """Whether a part makes it the turn of a character: `turn thief`."""
        word, *rest = part[0].words
        return _is(word, "turn") and bool(rest) and character in self.names.characters.longest(rest)[0]

    def _changed_seat(self, old: Part, part: Part) -> Part:
        """Return the part of a seat with another space and other clauses."""
        used = self.names.characters.longest(part[0].words)[1]
        space = part[0].words[used:]
        head = replace(old[0], words=(*self._character_words(old[0]), *space)) if space else old[0]
        clauses: dict[str, Clause] = {_about(clause): clause for clause in self._whole(old[1:])}
        for clause in self._whole(part[1:]):
            if not _is(clause.words[0], NO):
                now = self._clause(clause, clauses.get(_about(clause)))
                clauses = {name: c for name, c in {**clauses, _about(clause): now}.items() if c}
            elif len(clause.words) == 1 or (name := clause.words[1].text.lower()) not in clauses:
                raise SituationError(
                    "left-out-clause",
                    '"{said}": expected what is left out: "no has"',
                    clause.at,
                    said=_words_as_written(clause.words),
                )
            else:
                del clauses[name]
        return head, *clauses.values()

    def _whole(self, clauses: Sequence[Clause]) -> Iterator[Clause]:
        """Yield clauses, each with those that continue its list of cards: `has sword, axe`."""
        found: list[Clause] = []
        for clause in clauses:
            word = clause.words[0]
            begins = not word.quoted and word.text.lower() in (*self._clause_words, NO)
            if begins or not found:
                found.append(clause)
            else:
                found[-1] = Clause(found[-1].words + clause.words, found[-1].insisted or clause.insisted)
        yield from found

    def _character_words(self, clause: Clause) -> tuple[Word, ...]:
        starred = int(_is(clause.words[0], "*"))
        return clause.words[: starred + self.names.characters.longest(clause.words[starred:])[1]]

    def _clause(self, clause: Clause, before: Clause | None) -> Clause | None:
        """Return a clause that takes the place of another one, None if nothing is left; cards may be added or taken."""
        word, *rest = clause.words
        if word.text.lower() not in PILES or not _sign(rest):
            return clause
        cards = self._cards(rest, before.words[1:] if before else ())
        insisted = clause.insisted or bool(before and before.insisted)
        return Clause((word, *cards), insisted) if cards else None

    def _lying(self, old: Part | None, new: Part) -> Part | None:
        """Return the part of a space with cards added or taken, None if nothing is left; else the new one."""
        rest = [word for clause in new[1:] for word in clause.words]
        if not _sign(rest):
            return new
        head, *more = words_of(old or new[:1])
        used = self.names.space(more)[1]
        gold = [n for n, word in enumerate(more) if n >= used and word.text.lower() == "gold" and not word.quoted]
        kept = more[gold[0] : gold[0] + 2] if gold else []
        cards = self._cards(rest, [word for n, word in enumerate(more) if n >= used and word not in kept])
        insisted = any(clause.insisted for clause in (*(old or ()), *new))
        parts = [
            Clause((head, *more[:used])),
            *([Clause(cards)] if cards else []),
            *([Clause(tuple(kept))] if kept else []),
        ]
        return (*parts[:-1], replace(parts[-1], insisted=insisted)) if len(parts) > 1 else None

    def _cards(self, rest: Sequence[Word], before: Sequence[Word]) -> tuple[Word, ...]:
        """Return the cards of a list with some added (`+ axe`) or taken (`- axe`)."""
        first = replace(rest[0], text=rest[0].text[1:])
        cards = read_cards(self.names, [first, *rest[1:]] if first.text else rest[1:], _sign(rest))
        held = list(read_cards(self.names, before, _sign(rest)))
        for card in cards:
            if _sign(rest) == MORE:
                held.append(card)
            elif card in held:
                held.remove(card)
            else:
                raise SituationError(
                    "not-there", "{card} is not there, so it can't be taken away", rest[0].at, card=card
                )
        return tuple(Word(card, rest[0].at, quoted=bare(card) != card) for card in held)


def _without_turn_mark(part: Part) -> Part:
    """Return the part of a seat without the star of the seat whose turn it is."""
    head = part[0]
    return (replace(head, words=head.words[int(_is(head.words[0], "*")) :]), *part[1:])


def _sign(words: Sequence[Word]) -> str:
    """Return `+` or `-` in front of cards that are added or taken, else ""."""
    sign = words[0].text[:1] if words and not words[0].quoted else ""
    return sign if sign in (MORE, LESS) else ""


def _about(clause: Clause) -> str:
    """Return the word of a clause, the same for each alignment."""
    word = clause.words[0].text.lower()
    return "alignment" if word in ALIGNMENTS else word


def _with_house(old: Sequence[Part], new: Part) -> Part:
    """Return the house rules of parts with those of another in place of the same ones."""
    words = [word for part in (*old, new) for word in _words_as_written(words_of(part)[1:]).split()]
    figures = {word.partition("=")[0]: Word(word, new[0].at) for word in words}
    return (Clause((new[0].words[0], *figures.values())),)


def _is(word: Word, text: str) -> bool:
    return word.text.lower() == text and not word.quoted


def _words_as_written(words: Sequence[Word]) -> str:
    """Return words as they were written."""
    text = ""
    for n, word in enumerate(words):
        text += ("" if not n or word.glued else " ") + (quote(word.text) if word.quoted else word.text)
    return text
