"""Checks conditions, amounts, costs, variables, decks and words of effects in definitions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from talisman_nb.board import BoardError, ways
from talisman_nb.board.toml_reading import did_you_mean, quote_value, wrong_at
from talisman_nb.model.bounds import LONGEST_MOVE, LONGEST_ROLL
from talisman_nb.model.situation import PART_WORDS, SEAT_WORDS

from . import operations as o
from .known_names import KnownNames, one_of
from .terms import AmountOf, ConditionTable, CostTable, Term
from .vocabulary import ANSWERS, Ref, named_in

if TYPE_CHECKING:
    from .known_names import KnownNames


class Variables:
    """The variables written so far on the path being checked (`given` from the start), and those read anywhere."""

    def __init__(self, given: Iterable[str]) -> None:
        self.written = set(given)
        self.ended = False  # the path ended with `stop`: what follows is never run
        self.holds: dict[str, set[str]] = {}  # kinds of values written to each, "" for any
        self._read: set[str] = set()
        self._first: dict[str, str] = {}

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self.written

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self.written))

    def write(self, name: str, where: str = "", what: str = "") -> None:
        """Note that an operation writes a value of kind `what`; with a place `where` the variable must be read."""
        self.written.add(name)
        self.holds.setdefault(name, set()).add(what)
        if where:
            self._first.setdefault(name, where)

    def read(self, *names: str) -> None:
        """Note that an operation reads these names, if they are variables."""
        self._read.update(names)

    def unwritten(self, name: Any, where: str) -> Iterator[str]:
        """Note that an operation reads the variable; a message if no operation before it writes it."""
        if isinstance(name, str):
            self.read(name)
        if name not in self:
            said, hint = "nothing before it writes the variable {name}{hint}", did_you_mean(name, self)
            yield wrong_at(where, "unwritten", said, name=quote_value(name), hint=hint)

    def unread(self) -> Iterator[str]:
        """A message for each variable that had to be read and is not."""
        for name, where in self._first.items():
            if name not in self._read:
                said, hint = "nothing reads the variable {name}{hint}", did_you_mean(name, self._read)
                yield wrong_at(where, "unread", said, name=repr(name), hint=hint)

    def branch(self, written: Iterable[str]) -> None:
        """Begin one of several alternative paths, with the variables written before all of them."""
        self.written, self.ended = set(written), False

    def join(self, ends: list[set[str]], before: set[str]) -> None:
        """Join alternative paths: only variables that all of them wrote count as written.

        `ends` holds those of each path that goes on; without any, the operations that follow never run.
        """
        self.written, self.ended = (set.intersection(*ends), False) if ends else (before, True)


class Terms:
    """Checks for the terms of one program; `variables` are those written so far."""

    def __init__(self, known: KnownNames, variables: Variables) -> None:
        self.known, self.variables = known, variables

    def one_of(self, value: Any, known: Iterable[object], where: str, what: str) -> Iterator[str]:
        """A message if the value is none of the names."""
        return self.known.one_of(value, known, where, what)

    def holds(self, name: Any, where: str, what: str) -> Iterator[str]:
        """A message if a variable holds another kind of value than `what`; a value of unknown kind is accepted."""
        held = self.variables.holds.get(name, {""}) if isinstance(name, str) else {""}
        if held.isdisjoint(("", what)):
            said, kinds = "expected {what}, and the variable {name} holds {kinds}", " or ".join(sorted(held))
            yield wrong_at(where, "holds", said, what=what, name=quote_value(name), kinds=kinds)

    def names_in(self, struct: Struct, where: str, by_key: bool = True) -> Iterator[str]:
        """A message for each name in a struct that its field doesn't know; `by_key`: the place ends with the field."""
        for key, name, ref in named_in(struct):
            yield from self.refers(name, ref, f"{where}.{key}" if by_key else where)

    def refers(self, name: str, ref: Ref, where: str) -> Iterator[str]:
        """A message if a name is none of those that a reference means, or a variable that holds something else."""
        if not ref.what:
            yield from self.variables.unwritten(name, where)
        else:
            known = {*ref.words, *(self.variables if ref.variable else ())}
            known.update(*(attrgetter(each)(self.known) for each in ref.among))
            yield from self.one_of(name, known, where, ref.what)
        if ref.holds:
            yield from self.holds(name, where, ref.holds)

    # --- amounts ---

    def amount(self, term: Term, where: str) -> Iterator[str]:
        """Check an amount: a number, a variable or an `AmountOf`."""
        if isinstance(term, str):
            yield from self.variables.unwritten(term, where)
        elif isinstance(term, AmountOf):
            name, value = term.only
            if name in AMOUNTS:
                yield from AMOUNTS[name](self, value, f"{where}.{name}")

    def dice(self, term: int | AmountOf, where: str) -> Iterator[str]:
        """Check a number of dice, given as a number or a figure of the edition: each number that this may be."""
        yield from self.amount(term, where)
        book, found = self.known.book, [term]
        if isinstance(term, AmountOf):
            figure = term.rule or ""
            found = [book.table[figure], *book.figure_ranges.ranges[figure]] if figure in book.table else []
        for wrong in [n for n in found if n not in range(1, 5)][:1]:
            yield f"{where}: expected 1 to 4 dice, got {quote_value(wrong)}"

    def _figure_of(self, name: str, where: str) -> Iterator[str]:
        """Check the name of a figure of the edition whose value is a number."""
        table = self.known.book.table
        numbers = [
            each for each, value in table.items() if isinstance(value, (int, float)) and not isinstance(value, bool)
        ]
        yield from self.one_of(name, numbers, where, "a figure of the edition that is a number")

    def _two(self, value: tuple[Term, Term], where: str) -> Iterator[str]:
        for at, part in enumerate(value):
            yield from self.amount(part, f"{where}[{at}]")

    def cost(self, cost: CostTable, where: str) -> Iterator[str]:
        """Check the amounts of a cost."""
        for what, amount in cost.items():
            yield from self.amount(amount, f"{where}.{what}")

    # --- conditions ---

    def condition(self, when: ConditionTable, where: str) -> Iterator[str]:
        """Check a condition and those nested in it."""
        yield from self.names_in(when, where)
        for name, value in when.items():
            if name in CONDITIONS:
                yield from CONDITIONS[name](self, value, f"{where}.{name}")

    def _each(self, value: tuple[ConditionTable, ...], where: str) -> Iterator[str]:
        for at, one in enumerate(value):
            yield from self.condition(one, f"{where}[{at}]")

    def _has(self, value: str, where: str) -> Iterator[str]:
        effects = [f"effect.{name}" for name in self.known.effects]
        yield from self.one_of(value, (*self.known.card_names, *effects), where, "a card")

    def _equals(self, value: tuple[str | int, ...], where: str) -> Iterator[str]:
        name, *answers = value
        yield from self.variables.unwritten(name, where)
        for at, one in enumerate(answers, 1):
            if not isinstance(one, int):
                yield from self.one_of(one, ANSWERS, f"{where}[{at}]", "a number or a word a variable may hold")

    def _rolled(self, value: tuple[int, ...], where: str) -> Iterator[str]:
        self.variables.read("die")
        for at, face in enumerate(value):
            yield from self.one_of(face, range(1, 7), f"{where}[{at}]", "a face from 1 to 6")

    def _card_is(self, value: tuple[str, ...], where: str) -> Iterator[str]:
        name, *types = value
        if name != "this":
            yield from self.variables.unwritten(name, where)
        for one in types:
            yield from self.one_of(one, self.known.card_kinds, where, "a type, keyword, deck or name of cards")

    def _empty(self, value: str, where: str) -> Iterator[str]:
        if value != "characters":
            yield from self.variables.unwritten(value, where)


Checker = Callable[[Terms, Any, str], Iterator[str]]


AMOUNTS: dict[str, Checker] = {
    "rule": Terms._figure_of, "foe": lambda terms, value, where: terms.variables.unwritten(value, where),
    "plus": Terms._two, "minus": Terms._two, "of_other": Terms.amount,
}  # fmt: skip
"""Maps amounts whose value names something of the book to their check."""

CONDITIONS: dict[str, Checker] = {
    "all": Terms._each, "any": Terms._each, "not": Terms.condition, "of_other": Terms.condition,
    "at_least": Terms._two, "below": Terms._two, "equals": Terms._equals, "card_is": Terms._card_is,
    "empty": Terms._empty, "has": Terms._has, "affords": Terms.cost, "rolled": Terms._rolled,
}  # fmt: skip
"""Maps conditions that name something otherwise than by the type of their field to their check."""


def check_decks(known: KnownNames) -> Iterator[str]:
    """A message for every deck without a name, and for a rule of one, or of a keyword, that there is not."""
    for word, keyword in known.book.keywords.items():
        where = known.book.keywords_at[word].removesuffix("name")
        for id in keyword.cites:
            yield from one_of(id, known.rules, f"{where}cites", "a rule of the index")
        for deck in keyword.read_off:
            yield from one_of(deck, known.book.decks, f"{where}read_off", "a deck")
        if keyword.read_off and keyword.gold:
            yield f"{where}read_off: what is gold as it is taken can't be set at a table"
    for deck in known.book.decks:
        where = f"{known.book.decks_written[deck].file}: [{deck}]"
        for id in known.book.deck_cites[deck]:
            yield from one_of(id, known.rules, f"{where} cites", "a rule of the index")
        if not known.has_name("deck", deck):
            near = did_you_mean(deck, known.texts.named("deck"))
            added = 'add name = "…", or name = { en = "…", it = "…", fr = "…", pl = "…" }, to this table'
            yield f"{where}: the catalogues of names (text/names/*.toml) don't have it{near}; {added}"


def draw(known: KnownNames, op: o.Draw, where: str) -> Iterator[str]:
    """Check that the deck is one of the book, and that only cards held face down go into the hand."""
    book = known.book
    if not op.deck and not op.of:
        yield wrong_at(f"{where}.deck", "deck", "missing, expected a deck of the book")
    if op.deck not in book.covers and not book.covering.isdisjoint(book.deck_cards.get(op.deck, ())):
        yield f'{where}.deck: cards that cover a space are laid, {{ op = "cover", card = "…" }}, and not drawn'
    hand = op.deck == book.face_down
    if op.deck in book.deck_names and hand != (op.to == "hand"):
        expected = "hand" if hand else "space"
        said = "expected {expected}, got {got}: only the cards of one deck are held in the hand"
        yield wrong_at(f"{where}.to", "hand", said, expected=repr(expected), got=repr(op.to))


SEATS = ("you", "owner", "active", "other")
"""Values of `Begin.on` that mean one seat. Others are "everyone", "card", and spaces: one, "here", or a variable."""
WORD = re.compile(r"[a-z][a-z-]*( [0-9]{1,2}-[0-9]{1,2})?")


def lasting_word(word: str, names: Collection[str], where: str) -> Iterator[str]:
    """The mistakes in the `word` of an operation that begins an effect or makes a promise.

    `names` are the cards, characters and spaces, which can't be the word of an effect on a seat.

    >>> list(lasting_word("quest 1-6", {"wolf"}, "here word")), list(lasting_word("life", {"wolf"}, "here word"))
    ([], ["here word: 'life' is a word of situations already"])
    """
    name, _, numbers = word.partition(" ")
    low, _, high = numbers.partition("-")
    if not WORD.fullmatch(word) or (numbers and not 0 < int(low) <= int(high)):
        yield f'{where}: expected a word, and a range where it remembers a number ("quest 1-6"), got {word!r}'
    elif name in (*SEAT_WORDS, *PART_WORDS):
        yield f"{where}: {name!r} is a word of situations already"
    elif name in names:
        yield f"{where}: {name!r} is a card, character or space"


def long_moves(known: KnownNames, most: int, where: str) -> Iterator[str]:
    """A message if a roll for a move may show so much that there are too many ways from some space."""
    board = known.book.board
    for start in board.spaces if LONGEST_ROLL < most <= LONGEST_MOVE else ():
        try:
            for steps in range(LONGEST_ROLL + 1, most + 1):
                ways(board, start, steps)
        except BoardError as wrong:
            yield f"{where}: {wrong}"
            return


BY_CHANCE = ("your.objects", "your.followers", "your.goods", "other.objects", "other.followers", "trophies.all")
"""Lists of cards, all of them open, of which chance may pick one."""


def picked_spaces(terms: Terms, op: o.Pick, where: str) -> Iterator[str]:
    """Check that only spaces are found by chance, and in regions of the board."""
    of_spaces = op.of.startswith("spaces.")
    for at, region in enumerate(op.regions):
        yield from terms.one_of(region, terms.known.regions, f"{where}.regions[{at}]", "a region")
    if op.regions and not of_spaces:
        said = "only spaces are in regions, and {name} is no list of spaces"
        yield wrong_at(f"{where}.regions", "regions", said, name=repr(op.of))
    if op.by == "chance" and (op.optional or not (of_spaces or op.of in BY_CHANCE)):
        said = "only a space or a card that lies open is found by chance, and nobody may leave it"
        yield wrong_at(f"{where}.by", "chance", said)
