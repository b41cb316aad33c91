"""Readers of the parts of a situation other than seats, by first word (`PARTS`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from talisman_nb.cards.definition import fits
from talisman_nb.cards.own_card import CHARACTER
from talisman_nb.cards.vocabulary import COVERING, Alignment, MomentName, names
from talisman_nb.engine.drawing_cards import TYPES_OF_OWN
from talisman_nb.model import MOST_FIGURE, CardAction, OwnCard, Player
from talisman_nb.model.kinds import ASKED, BOARD_TEXTS, OwnType
from talisman_nb.model.situation import NOBODY, PART_WORDS, Clause, SituationError, Word
from talisman_nb.rules.book import Book
from talisman_nb.rules.box_readings import reading

from .effect_words import number
from .name_lookup import OWN, OWN_PERSON, PERSON, NameLookup, cut, near_names
from .seat_readers import is_star, read_cards, said_twice

OWN_FIGURES = ("strength", "craft", "number", "save", "price", "carries", "copies", "life", "fate", "gold")
"""Figures of an own card."""
OWN_TEXTS = ("deck", "words", "start")
"""Texts of an own card: the deck that counts it, what stands on it, where a character starts."""
OWN_WEAPON = "weapon"
OWN_CHOICES: dict[str, tuple[str, ...]] = {
    "after": get_args(CardAction), "only": names(Alignment), "not": names(Alignment), "at": names(MomentName),
    "alignment": names(Alignment),
}  # fmt: skip
"""Lists of words for an own card: its action word, alignments that may and may not have it, moments of a Spell."""
OWN_ONE = ("after", "alignment")
"""Choices of which an own card has one at most."""
OWN_FIELDS = {"only": "have_only", "not": "have_not"}
"""Fields of `OwnCard` that a situation calls otherwise."""
OWN_OF_PERSON = ("strength", "craft", "life", "fate", "gold", "alignment", "start", "words")
"""Facts of a character that is in no list."""
OWN_OF_CARD = ("strength", "craft", "number", "save", "price", "carries", "copies", OWN_WEAPON, "after", "only", "not",
               "at", "deck", "words")  # fmt: skip
"""Facts of any other own card."""
OWN_TYPES: tuple[OwnType, ...] = (*TYPES_OF_OWN, CHARACTER)
OWN_LONGEST = 80
"""Upper bound of the characters in an own card's name."""
MOST_ROUNDS = 9_999

Part = tuple[Clause, ...]


class Reading:
    """Accumulator of a position: its fields so far, the column of each part, the parts that insist."""

    def __init__(self, book: Book) -> None:
        self.book, self.names = book, NameLookup(book)
        self.said: dict[str, Any] = {"lying": {}, "gold": {}, "known": {}, "stock": {}, "own": ()}
        self.players: list[Player] = []
        self.turn: int | None = None
        self.at: dict[str, int] = {}
        self.insisted: set[str] = set()

    def mark(self, name: str, part: Part) -> None:
        """Record the column of a part and whether it insists."""
        self.at.setdefault(name, part[0].at)
        if any(clause.insisted for clause in part):
            self.insisted.add(name)

    def once(self, name: str, part: Part) -> None:
        """Record a part that may occur only once; raises `SituationError` for the second."""
        if name in self.at:
            raise said_twice(name.replace(".", " "), part[0].at)
        self.mark(name, part)

    def who(self, words: Sequence[Word]) -> tuple[int, int]:
        """Read a seat by its character or number (`thief`, `1`); return it and the number of words used."""
        text = words[0].text
        if re.fullmatch(r"[0-9]{1,2}", text) and int(text) < len(self.players):
            return int(text), 1
        found, used = self.names.characters.longest(words)
        seats = [at for at, player in enumerate(self.players) if (player.character or NOBODY) in found]
        if not seats:
            known = ", ".join(f"{player.character or NOBODY} ({at})" for at, player in enumerate(self.players))
            raise SituationError(
                "nobody-here",
                'nobody here is "{said}": expected one of {known}',
                words[0].at,
                said=cut(text),
                known=known,
            )
        return seats[0], used

    def everybody(self, words: Sequence[Word]) -> tuple[int, ...]:
        """Read a list of seats."""
        found: list[int] = []
        while words:
            seat, used = self.who(words)
            found.append(seat)
            words = words[used:]
        return tuple(found)

    def whose_turn(self, seat: int, word: Word) -> None:
        """Record the seat whose turn it is; raises `SituationError` if one is recorded already."""
        if self.turn is not None:
            raise SituationError("two-turns", "it is somebody else's turn already: mark one seat only", word.at)
        self.turn = seat


def _expects(word: Word, example: str) -> SituationError:
    return SituationError("expected", '{word}: expected "{example}"', word.at, word=word.text.lower(), example=example)


def _nothing_more(word: Word, rest: Sequence[Word]) -> None:
    if rest:
        raise SituationError(
            "too-much-behind",
            '{word}: "{said}" is too much',
            rest[0].at,
            word=word.text.lower(),
            said=cut(rest[0].text),
        )


def read_own(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read an `own` part: a card that is in no list."""
    card = own_card(word, rest)
    name, covering = f"own/{card.name}", card.type in COVERING
    if card.type == CHARACTER:
        card, name = _starting(r, card, word), f"{PERSON}{name}"
    if any(other.name == name for other in r.said["own"]):
        raise said_twice(name, word.at)
    of_type = (deck for deck, n in r.book.unknown_cards.items() if n and (deck in r.book.covers) == covering)
    if (card.deck or covering) and card.deck not in (known := tuple(of_type)):
        if not known:
            raise SituationError(
                "own-no-deck", "own: no deck has cards that nobody has typed, so none is named", word.at
            )
        raise SituationError(
            "own-deck",
            'own: expected a deck with cards that nobody has typed ({known}), got "{came}"{hint}',
            word.at,
            known=", ".join(known),
            came=cut(card.deck),
            hint=near_names(card.deck, known),
        )
    r.said["own"] = (*r.said["own"], replace(card, name=name))


def _starting(r: Reading, card: OwnCard, word: Word) -> OwnCard:
    """Return a character in no list with its start space; raises `SituationError` without a life or such a space."""
    board = r.book.board
    if not (card.life and card.start):
        raise _expects(word, OWN_PERSON)
    if card.start in map(board.kind, board.spaces):
        return card
    return replace(card, start=r.names.space([Word(card.start, word.at, quoted=True)])[0])


def own_card(word: Word, rest: Sequence[Word]) -> OwnCard:
    """Decode an own card from its name, type and figures: `Griffin animal strength 4`."""
    if len(rest) < 2:
        raise _expects(word, "own Griffin animal, strength 4")
    name = rest[0].text.removeprefix(OWN).strip()
    if not name or len(name) > OWN_LONGEST or any(sign in name for sign in "@:|/"):
        raise SituationError(
            "own-name",
            "own: expected a name of at most {most} characters, without any of {signs}",
            rest[0].at,
            most=OWN_LONGEST,
            signs="@ : | /",
        )
    kind, used = _own_type(rest[1:])
    found: dict[str, Any] = {}
    known = OWN_OF_PERSON if kind == CHARACTER else OWN_OF_CARD
    rest = rest[1 + used :]
    while rest:
        what, *more = rest
        said = what.text.lower()
        fact = OWN_FIELDS.get(said, said)
        if said not in known or not (more or said == OWN_WEAPON) or fact in found:
            raise _no_fact(what, known)
        found[fact] = True if said == OWN_WEAPON else _fact_of_own(said, more[0])
        rest = more if said == OWN_WEAPON else more[1:]
    card = OwnCard(name, kind, **found)
    if not fits(card.type, card.after):
        fitting = ", ".join(word for word in get_args(CardAction) if fits(kind, word))
        text = "{card}: of a card of this type expected {known}"
        raise SituationError("own-action", text, word.at, card=name, known=fitting)
    return card


def _fact_of_own(said: str, given: Word) -> Any:
    """Decode what is said of an own card under a word."""
    if said in OWN_TEXTS:
        return given.text
    if said not in OWN_CHOICES:
        return number(given, int(said == "copies"), MOST_FIGURE, f"own: {said}")
    chosen = tuple(given.text.lower().split("+"))
    if wrong := [one for one in chosen if one not in OWN_CHOICES[said]]:
        raise _no_fact(Word(wrong[0], given.at), OWN_CHOICES[said])
    return chosen[0] if said in OWN_ONE else chosen


def _no_fact(word: Word, known: Sequence[str]) -> SituationError:
    text, said = 'own: expected {known}, each once, got "{came}"', ", ".join(known)
    return SituationError("own-figure", text, word.at, known=said, came=cut(word.text))


def _own_type(words: Sequence[Word]) -> tuple[OwnType, int]:
    """Return the type of an own card and its number of words (1 or 2)."""
    for used in (2, 1):
        said = " ".join(word.text.lower() for word in words[:used])
        for kind in OWN_TYPES if len(words) >= used else ():
            if kind == said:
                return kind, used
    raise SituationError(
        "own-type",
        'own: expected a type, one of {known}, got "{came}"',
        words[0].at,
        known=", ".join(OWN_TYPES),
        came=cut(words[0].text),
    )


def read_turn(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `turn` part: whose turn it is."""
    if not rest:
        raise _expects(word, "turn thief")
    seat, used = r.who(rest)
    _nothing_more(word, rest[used:])
    r.whose_turn(seat, word)


def read_on(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read an `on` part: the cards and gold of a space."""
    if not rest:
        raise _expects(word, "on ruins, bear sword, gold 2")
    space, used = r.names.space(rest)
    rest = rest[used:]
    if not rest:
        raise _expects(word, f"on {space}, bear sword, gold 2")
    r.once(f"on.{space}", part)
    gold = [
        at for at, one in enumerate(rest) if one.text.lower() == "gold" and not one.quoted and _number_follows(rest, at)
    ]
    if len(gold) > 1:
        raise said_twice("gold", rest[gold[1]].at)
    if gold:
        r.said["gold"][space] = number(rest[gold[0] + 1], 0, MOST_FIGURE, "gold")
        rest = [*rest[: gold[0]], *rest[gold[0] + 2 :]]
    if rest:
        r.said["lying"][space] = tuple(_full(r.book, card) for card in read_cards(r.names, rest, "on"))


def _number_follows(words: Sequence[Word], at: int) -> bool:
    return at + 1 < len(words) and re.match(r"[+-]?[0-9]", words[at + 1].text) is not None


def _full(book: Book, card: str) -> str:
    """Return a card with all its counters if the text gives no number."""
    tokens = book.card(card).facts.tokens if card in book.deck_of else 0
    return f"{card}:{tokens}" if tokens else card


def read_pile(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `discards` or `box` part: discarded cards, or cards and characters out of the game."""
    name = word.text.lower()
    if not rest:
        raise _expects(word, "box character.elf" if name == "box" else "discards wolf hex")
    r.once(name, part)
    found: list[str] = []
    while rest:
        character, used = _boxed_character(r.names, rest) if name == "box" else ("", 0)
        if character:
            found.append(PERSON + character)
        else:
            used = _one_card(r.names, rest)
            found += read_cards(r.names, rest[:used], name)
        rest = rest[used:]
    r.said[name] = tuple(found)


def _boxed_character(names: NameLookup, words: Sequence[Word]) -> tuple[str, int]:
    """Read a character by name or as `character.elf`; `("", 0)` if there is none."""
    first = words[0]
    if first.text.lower().startswith(PERSON):
        return names.character([Word(first.text[len(PERSON) :] or "?", first.at)])
    found, used = names.characters.longest(words)
    return (found[0], used) if found and found[0] != NOBODY else ("", 0)


def _one_card(names: NameLookup, words: Sequence[Word]) -> int:
    """Return the number of words of one card, including `* 2`."""
    used = names.card(words)[1]
    return used + 2 if used < len(words) and is_star(words[used]) else used


def read_stock(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `stock` part: the number of cards left of each stock; missing ones are out of the game."""
    r.mark("stock", part)
    if not rest:
        raise _expects(word, "stock raft 0")
    while rest:
        card, used = r.names.stocked(rest)
        if len(rest) == used:
            raise SituationError(
                "stock-expected", 'stock: expected how many of {card} are left: "stock {card} 0"', rest[0].at, card=card
            )
        if card in r.said["stock"]:
            raise said_twice(card, rest[0].at)
        r.said["stock"][card] = number(rest[used], 0, r.book.card(card).facts.copies, f"stock: {card}")
        rest = rest[used + 1 :]


def read_top(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `top` part: the next cards of a deck and the seats that know them."""
    decks = r.book.decks
    if not rest or rest[0].text.lower() not in decks:
        raise SituationError(
            "top-expected",
            'top: expected a deck ({known}) and its next cards: "top spell hex, seen thief"',
            word.at,
            known=", ".join(decks),
        )
    deck = rest[0].text.lower()
    r.once(f"top.{deck}", part)
    seen = next((at for at, one in enumerate(rest) if one.text.lower() == "seen" and not one.quoted), len(rest))
    cards, knowers = read_cards(r.names, rest[1:seen], "top"), r.everybody(rest[seen + 1 :])
    if not cards or not knowers:
        some = "hex healing" if deck == r.book.face_down else "bear wolf"
        raise _expects(word, f"top {deck} {some}, seen thief")
    r.said["known"][deck] = (cards, tuple(dict.fromkeys(knowers)))


def read_cast(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `cast` part: the seats that cast this turn, once for each Spell."""
    r.once("cast", part)
    if not rest:
        raise _expects(word, "cast thief thief")
    r.said["cast"] = r.everybody(rest)


def read_order(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read an `order` part: all seats in turn order, each once."""
    r.once("order", part)
    seats = r.everybody(rest) if rest else ()
    if sorted(seats) != list(range(len(r.players))):
        raise SituationError("order", 'order: expected every seat once: "order thief dwarf"', word.at)
    r.said["seating"] = seats


def read_number(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `round` part, or a `held` part: the Spells held when the turn began."""
    name = word.text.lower()
    r.once(name, part)
    if not rest:
        raise _expects(word, f"{name} 2")
    low, high = (1, MOST_ROUNDS) if name == "round" else (0, MOST_FIGURE)
    r.said[name] = number(rest[0], low, high, name)
    _nothing_more(word, rest[1:])


def read_crown(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read `crown reached`."""
    r.once("crown", part)
    if [one.text.lower() for one in rest] != ["reached"]:
        raise _expects(word, "crown reached")
    r.said["crown"] = True


def read_text(r: Reading, word: Word, rest: Sequence[Word], part: Part) -> None:
    """Read a `reads` part: what a kind of spaces says, a figure or keyword of a card, which only the box has."""
    of, text = (one.text.lower() for one in rest) if len(rest) == 2 else ("", "")
    kinds, card, what = [r.book.board.kind(space) for space in r.book.board.spaces], *of.rpartition(".")[::2]
    said = reading(r.book, card, what, text)
    if not (said or (of, text) == ASKED or (of in kinds and text in BOARD_TEXTS)):
        raise _expects(word, f"reads {kinds[0]} {BOARD_TEXTS[0]}")
    r.once(f"reads.{of}", part)
    r.said["texts"] = (*r.said.get("texts", ()), (of, said or text))


PARTS: dict[str, Callable[[Reading, Word, Sequence[Word], Part], None]] = {
    "own": read_own, "turn": read_turn, "on": read_on, "discards": read_pile, "box": read_pile, "stock": read_stock,
    "top": read_top, "round": read_number, "held": read_number, "crown": read_crown, "cast": read_cast,
    "order": read_order, "reads": read_text,
}  # fmt: skip
RULES = ("edition", "house")
"""Parts that choose the book; the package itself reads them first."""
assert {*PARTS, *RULES} == set(PART_WORDS)
