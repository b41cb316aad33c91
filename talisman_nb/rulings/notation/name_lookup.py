"""What a word of a situation may name: cards, characters, spaces, by key or by name; or all that was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model.situation import NOBODY, SituationError, Word
from talisman_nb.rules.book import Book
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES, UnknownNameError, plain

UNSEEN = "spell?"
OWN = "own/"
"""Cards that are in no list are called so."""
MOST_WORDS = 6
"""The longest name has so many words."""
MOST_MEANT = 6
NEAR = 0.6

Found = tuple[str, int]
"""A key, and how many words name it."""


def slug(text: str) -> str:
    """A name as keys are written.

    >>> slug("Solomon's  Crown"), slug("Święty Graal"), slug("purchase/Sword")
    ('solomons-crown', 'swiety-graal', 'purchase/sword')
    """
    return "-".join(plain(text).replace("'", "").replace("_", " ").split())


class Index:
    """Things of one kind, found by key, by English name, by name in another language, in this order."""

    def __init__(self, what: str, keys: Iterable[str], named: Callable[[str, str], str], twins: Mapping[str, str] | None = None) -> None:
        self.what, self.keys, self._twins = what, tuple(keys), twins or {}
        self.by_name: dict[str, tuple[str, ...]] = {slug(key): (key,) for key in self.keys}
        for names in ([LANGUAGES[0]], LANGUAGES[1:]):
            found: dict[str, list[str]] = {}
            for key in self.keys:
                for lang in names:
                    found.setdefault(slug(named(key, lang)), []).append(key)
            for name, meant in found.items():
                self.by_name.setdefault(name, self._without_twins(dict.fromkeys(meant)))

    def _without_twins(self, keys: Iterable[str]) -> tuple[str, ...]:
        """A card of the stock that plays as one of a deck is meant only where it is named as such."""
        found = tuple(keys)
        return tuple(key for key in found if self._twins.get(key) not in found)

    def longest(self, words: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """The keys the first words name, as many words as a name can have; nothing where they name nothing."""
        for n in range(min(len(words), MOST_WORDS), 0, -1):
            if n > 1 and any(word.quoted for word in words[:n]):
                continue
            found = self.by_name.get(slug(" ".join(word.text for word in words[:n])))
            if found:
                return found, n
        return (), 0

    def near(self, text: str) -> tuple[str, ...]:
        """The keys a wrong name may mean: what looks like it, then what has all its words."""
        said = slug(text)
        alike = get_close_matches(said, list(self.by_name), n=MOST_MEANT, cutoff=NEAR)
        parts = set(said.split("-"))
        holding = [name for name in self.by_name if parts <= set(name.replace("/", "-").split("-"))]
        return tuple(dict.fromkeys(key for name in (*holding, *alike) for key in self.by_name[name]))[:MOST_MEANT]


class Names:
    """Everything a situation may name in one book, own cards included."""

    def __init__(self, book: Book, own: Iterable[str] = ()) -> None:
        self.book, self.own = book, tuple(own)
        common = _indexes(book)
        self.characters, self.spaces, self.forms, self.stock = common[:4]
        self.cards = common[4] if not self.own else _card_index(book, self.own)

    def character(self, words: Sequence[Word]) -> Found:
        """A character, or nobody."""
        return self._one(self.characters, words, self.characters.near)

    def form(self, words: Sequence[Word]) -> Found:
        """A form."""
        return self._one(self.forms, words, self.forms.near)

    def stocked(self, words: Sequence[Word]) -> Found:
        """A card of an open stock."""
        return self._one(self.stock, words, self.stock.near)

    def space(self, words: Sequence[Word]) -> Found:
        """A space; a name that several share is refused with all of them and their neighbours."""
        return self._one(self.spaces, words, self._near_spaces, self.space_told)

    def card(self, words: Sequence[Word]) -> Found:
        """A card with what it carries: `pool-of-life:3`, `goblin@ghoul.raised`, `spell?`."""
        if words[0].text == UNSEEN:
            return UNSEEN, 1
        if words[0].text.lower().startswith(OWN) and not self.cards.longest(words)[1]:
            name = words[0].text[len(OWN) :] or "Griffin"
            message = f'no card of one\'s own is called "{cut(words[0].text)}": write "own {cut(name)} animal, strength 4" as a part'
            raise SituationError(message, words[0].at)
        for n, word in enumerate(words[:MOST_WORDS], 1):
            name, sign, carried = _carrying(word)
            if sign:
                bare = [*words[: n - 1], Word(name, word.at)]
                key, used = self._one(self.cards, bare, self.cards.near)
                if used == n:
                    return f"{key}{sign}{self._carried(key, sign, carried, word)}", n
                return key, used
        return self._one(self.cards, words, self.cards.near)

    def source(self, words: Sequence[Word]) -> Found:
        """What something comes from: a card, else a space, as `space.crags`."""
        prefix = "space."
        plain = Word(words[0].text.removeprefix(prefix), words[0].at, words[0].quoted)
        if plain.text == words[0].text and (self.knows_card(words) or not self.spaces.longest(words)[1]):
            return self.card(words)
        space, used = self.space([plain, *words[1:]])
        return f"{prefix}{space}", used

    def knows_card(self, words: Sequence[Word]) -> bool:
        """Whether a card is named here."""
        return words[0].text == UNSEEN or bool(self.cards.longest(words)[1])

    def space_told(self, space: str) -> str:
        """A space as a message names it: one of several by its neighbours too."""
        board = self.book.board
        alone = len(board.of_kind(board.kind(space))) == 1
        return f'"{space}"' + ("" if alone else f" (beside {_joined(board.neighbours(space), 'and')})")

    def _one(
        self, index: Index, words: Sequence[Word], near: Callable[[str], tuple[str, ...]], told: Callable[[str], str] | None = None
    ) -> Found:  # fmt: skip
        told = told or '"{}"'.format
        found, used = index.longest(words)
        if len(found) == 1:
            return found[0], used
        if found:
            shown = " ".join(word.text for word in words[:used])
            raise SituationError(f'"{shown}" may be {_or(told(key) for key in found)}: say which', words[0].at)
        shown = words[0].text if words[0].quoted else " ".join(word.text for word in words)
        meant = tuple(dict.fromkeys((*near(shown), *near(words[0].text))))[:MOST_MEANT]
        hint = f"; did you mean {_or(told(key) for key in meant)}?" if meant else f'; expected one such as "{index.keys[0]}"'
        raise SituationError(f'no {index.what} "{cut(words[0].text)}"{hint}', words[0].at)

    def _near_spaces(self, text: str) -> tuple[str, ...]:
        """Spaces that look like a text, or of whose kind and region its words tell: `middle hills`."""
        board = self.book.board
        said = set(slug(text).split("-"))
        told = ((space, {*slug(space).split("-"), *slug(_named(f"space.{space}", "en")).split("-")}) for space in board.spaces)
        placed = tuple(space for space, about in told if said <= about | {board.region(space)} and said & about)
        return placed or self.spaces.near(text)

    def _carried(self, key: str, sign: str, carried: str, word: Word) -> str:
        if sign == "@":
            roles = roles_of(self.book)
            if carried not in roles:
                raise SituationError(f'behind the "@" of "{cut(word.text)}" stands what the card is now: {_or(roles)}', word.at)
            if self.book.card(key).facts.type not in ENEMIES:
                raise SituationError(f"only an Enemy can be {carried}, {key} is none (ability.text)", word.at)
            return carried
        most = self.book.card(key).facts.tokens if key not in self.own else 0
        if not most:
            raise SituationError(f"{key} carries no counters, so nothing stands behind a colon", word.at)
        if not carried.isascii() or not carried.isdigit() or len(carried) > 2 or not 1 <= int(carried) <= most:
            raise SituationError(f'behind the colon of "{cut(word.text)}" stands how many counters are left: 1 to {most}', word.at)
        return str(int(carried))


def roles_of(book: Book) -> tuple[str, ...]:
    """What an ability can turn a card into, as it stands behind the `@`: `ghoul.raised`."""
    prefix = "character."
    nested = (key for key in book.definitions if key.startswith(prefix) and key.count(".") == 2)
    return tuple(key.removeprefix(prefix) for key in nested if book.definitions[key].facts.type)


def _carrying(word: Word) -> tuple[str, str, str]:
    """The name, the sign and what it carries."""
    if word.quoted:
        return word.text, "", ""
    sign = next((sign for sign in "@:" if sign in word.text), "")
    name, _, carried = word.text.partition(sign) if sign else (word.text, "", "")
    return name, sign, carried


def _or(names: Iterable[str]) -> str:
    return _joined(names, "or")


def _joined(names: Iterable[str], word: str) -> str:
    *front, last = names
    return f"{', '.join(front)} {word} {last}" if front else last


def cut(text: str) -> str:
    """A word as a message repeats it."""
    return text if len(text) <= 40 else f"{text[:40]}…"


@lru_cache(maxsize=8)
def _indexes(book: Book) -> tuple[Index, Index, Index, Index, Index]:
    forms = [key.removeprefix("form.") for key in book.definitions if key.startswith("form.")]
    stock = Index("card of the stock", book.stock_cards, _named)
    for key in book.stock_cards:
        stock.by_name.setdefault(slug(key.rpartition("/")[2]), (key,))
    characters = Index("character", book.characters, lambda key, lang: _named(f"character.{key}", lang))
    characters.by_name[NOBODY] = (NOBODY,)
    return (
        characters,
        Index("space", book.board.spaces, lambda key, lang: _named(f"space.{key}", lang)),
        Index("form", forms, lambda key, lang: _named(f"form.{key}", lang)),
        stock,
        _card_index(book, ()),
    )


def _card_index(book: Book, own: tuple[str, ...]) -> Index:
    twins = {key: book.definitions[key].facts.twin for key in book.stock_cards}
    return Index("card", (*book.deck_of, *own), _named, twins)


def _named(key: str, lang: str) -> str:
    """The name of a definition; one of a group's own may have none."""
    try:
        return name_of(key, lang)
    except UnknownNameError:
        return key.rpartition(".")[2]


__all__ = ["UNSEEN", "Index", "Names", "cut", "roles_of", "slug"]
