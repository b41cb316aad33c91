"""Resolves the names in a situation: cards, characters, forms and spaces, by key or by name in any language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from msgspec.structs import replace

from talisman_nb.cards.definition import is_inside
from talisman_nb.cards.modifiers import SOLD
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import UNSEEN, Message, OwnCard, State
from talisman_nb.model.situation import NOBODY, SituationError, Word, message
from talisman_nb.rules.book import Book, book_of
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES, load_names, plain

OWN = "own/"
"""Prefix of cards that are in no list."""
OWN_PERSON = "own Griffin character, strength 4, craft 3, life 4, start chapel"
"""Example of a character that is in no list."""
PERSON = "character."
"""Prefix of the definitions of characters, of own ones too."""
MOST_WORDS = 6
"""Upper bound of the words in a name."""
MOST_MEANT = 6
"""Upper bound of suggestions for a misspelt name."""
NEAR = 0.6
"""Least similarity of a suggestion (`difflib`, 0 to 1)."""

CHARACTER, SPACE, CARD = message("character", "character"), message("space", "space"), message("card", "card")
FORM, STOCK = message("form", "form"), message("stock-card", "card of the stock")
"""Kinds of things that are not known by a name."""

Found = tuple[str, int]
"""A key, and the number of words that name it."""


def slug(text: str) -> str:
    """Return a name in the form of a key: lower case, without accents and apostrophes, hyphens for blanks.

    >>> slug("Solomon's  Crown"), slug("Święty Graal"), slug("purchase/Sword")
    ('solomons-crown', 'swiety-graal', 'purchase/sword')
    """
    return "-".join(plain(text).replace("'", "").replace("_", " ").split())


class Index:
    """Index of one kind of thing by slug: keys before English names, those before names in other languages.

    `what`: the kind, for messages; `named`: name of a key in a language; `twins`: stock card to the deck card it is.
    """

    def __init__(
        self,
        what: Message,
        keys: Iterable[str],
        named: Callable[[str, str], str],
        twins: Mapping[str, str] | None = None,
    ) -> None:
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
        """Drop stock cards whose twin of a deck has the same name: such a card is named by its own key only."""
        found = tuple(keys)
        return tuple(key for key in found if self._twins.get(key) not in found)

    def longest(self, words: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Return the keys named by the longest run of first words, and its length; `((), 0)` if they name nothing."""
        for n in range(min(len(words), MOST_WORDS), 0, -1):
            if n > 1 and any(word.quoted for word in words[:n]):
                continue
            found = self.by_name.get(slug(" ".join(word.text for word in words[:n])))
            if found:
                return found, n
        return (), 0

    def only_holding(self, words: Sequence[Word]) -> tuple[tuple[str, ...], int]:
        """Return the one key whose names hold the longest run of first words, whole words only; `((), 0)` for none."""
        for n in range(min(len(words), MOST_WORDS), 0, -1):
            said = {part for word in words[:n] for part in slug(word.text).split("-")}
            holding = {self._twins.get(key, key) for name in self._holding(said) for key in self.by_name[name]}
            if len(holding) == 1:
                return tuple(holding), n
        return (), 0

    def _holding(self, said: set[str]) -> list[str]:
        """Return the names that have all of some words."""
        return [name for name in self.by_name if said <= set(name.replace("/", "-").split("-"))]

    def near(self, text: str) -> tuple[str, ...]:
        """Return the keys an unknown name may mean: names with all its words, then similar ones."""
        said = slug(text)
        alike = get_close_matches(said, list(self.by_name), n=MOST_MEANT, cutoff=NEAR)
        holding = self._holding(set(said.split("-")))
        return tuple(dict.fromkeys(key for name in (*holding, *alike) for key in self.by_name[name]))[:MOST_MEANT]


class NameLookup:
    """Resolver of the names of one book and of `own` cards.

    Its methods read a name from the first words; they raise `SituationError`, with suggestions, for unknown or
    ambiguous names.
    """

    def __init__(self, book: Book, own: Iterable[OwnCard] = ()) -> None:
        self.book, self.own = book, {card.name: card for card in own}
        common = _indexes(book)
        self.characters, self.spaces, self.forms, self.stock, self.cards = common
        if people := tuple(name.removeprefix(PERSON) for name in self.own if name.startswith(PERSON)):
            self.characters = _character_index(book, people)
        if cards := tuple(name for name in self.own if not name.startswith(PERSON)):
            self.cards = _card_index(book, cards)

    def character(self, words: Sequence[Word]) -> Found:
        """Read a character, or nobody."""
        return self._resolve(self.characters, words, self.characters.near)

    def form(self, words: Sequence[Word]) -> Found:
        """Read a form."""
        return self._resolve(self.forms, words, self.forms.near)

    def stocked(self, words: Sequence[Word]) -> Found:
        """Read a card of an open stock."""
        return self._resolve(self.stock, words, self.stock.near)

    def space(self, words: Sequence[Word]) -> Found:
        """Read a space; the error for a name of several spaces lists them with their neighbours."""
        return self._resolve(self.spaces, words, self._near_spaces, self.space_told)

    def card(self, words: Sequence[Word]) -> Found:
        """Read a card with its counters or role: `pool-of-life:3`, `goblin@ghoul.raised`, `spell?`."""
        if words[0].text == UNSEEN:
            return UNSEEN, 1
        if words[0].text.lower().startswith(OWN) and not self.cards.longest(words)[1]:
            name = words[0].text[len(OWN) :] or "Griffin"
            text = 'no card of your own is called "{said}": write "{example}" as a part'
            raise SituationError(
                "no-own-card", text, words[0].at, said=cut(words[0].text), example=f"own {cut(name)} animal, strength 4"
            )
        for n, word in enumerate(words[:MOST_WORDS], 1):
            name, sign, carried = _split_carried(word)
            if sign:
                bare = [*words[: n - 1], Word(name, word.at)]
                key, used = self._resolve(self.cards, bare, self.cards.near)
                if used == n:
                    return f"{key}{sign}{self._check_carried(key, sign, carried, word)}", n
                return key, used
        if not self.cards.longest(words)[1]:
            part, used = self.cards.only_holding(words)
            if used:
                return part[0], used
            self._refuse_gone(words)
        return self._resolve(self.cards, words, self.cards.near)

    def _refuse_gone(self, words: Sequence[Word]) -> None:
        """Raise `SituationError` for a card that a layer has taken out of the game."""
        gone = _removed_cards(self.book)
        for n in range(1, min(len(words), MOST_WORDS) + 1):
            layer = gone.get(slug(" ".join(word.text for word in words[:n])))
            if layer:
                hint = message("taken-out", ': the layer "{layer}" has taken it out', layer=layer)
                raise unknown(CARD, " ".join(word.text for word in words[:n]), hint, words[0].at)

    def source(self, words: Sequence[Word]) -> Found:
        """Read the source of an effect or promise: a card, else a space as `space.crags`."""
        prefix = "space."
        plain = Word(words[0].text.removeprefix(prefix), words[0].at, words[0].quoted)
        if plain.text == words[0].text and (self.knows_card(words) or not self.spaces.longest(words)[1]):
            return self.card(words)
        space, used = self.space([plain, *words[1:]])
        return f"{prefix}{space}", used

    def knows_card(self, words: Sequence[Word]) -> bool:
        """Whether the first words name a card."""
        return words[0].text == UNSEEN or bool(self.cards.longest(words)[1])

    def space_told(self, space: str) -> Message:
        """Return a space as a message names it: with its neighbours where others are of its kind."""
        board = self.book.board
        alone = len(board.of_kind(board.kind(space))) == 1
        *front, last = board.neighbours(space)
        if alone or not front:
            return message("quoted", '"{name}"', name=space)
        text = '"{name}" (beside {front} and {last})'
        return message("space-beside", text, name=space, front=", ".join(front), last=last)

    def _resolve(
        self,
        index: Index,
        words: Sequence[Word],
        near: Callable[[str], tuple[str, ...]],
        told: Callable[[str], Message] | None = None,
    ) -> Found:
        """Return the single key the first words name; raises `SituationError` for none or several."""
        told = told or _quoted_message
        found, used = index.longest(words)
        if len(found) == 1:
            return found[0], used
        if found:
            shown = " ".join(word.text for word in words[:used])
            text = '"{said}" may be {names}: say which'
            raise SituationError("which-one", text, words[0].at, said=shown, names=one_of(map(told, found)))
        shown = words[0].text if words[0].quoted else " ".join(word.text for word in words)
        meant = tuple(dict.fromkeys((*near(shown), *near(words[0].text))))[:MOST_MEANT]
        hint = (
            message("meant", "; did you mean {names}?", names=one_of(map(told, meant)))
            if meant
            else message("one-such", '; for example "{name}"', name=index.keys[0])
            if index.keys
            else ""
        )
        raise unknown(index.what, words[0].text, hint, words[0].at)

    def _near_spaces(self, text: str) -> tuple[str, ...]:
        """Return the spaces whose kind, name or region has all words of a text (`middle hills`), else similar names."""
        board = self.book.board
        said = set(slug(text).split("-"))
        told = (
            (space, {*slug(space).split("-"), *slug(name_of(self.book, f"space.{space}", "en")).split("-")})
            for space in board.spaces
        )
        placed = tuple(space for space, about in told if said <= about | {board.region(space)} and said & about)
        return placed or self.spaces.near(text)

    def _check_carried(self, key: str, sign: str, carried: str, word: Word) -> str:
        """Check and normalise the counters (`:`) or role (`@`) behind a card."""
        if sign == "@":
            roles = roles_of(self.book)
            if carried not in (*roles, *SOLD):
                text = 'after the "@" of "{said}" comes what the card is now: {roles}'
                raise SituationError("role-expected", text, word.at, said=cut(word.text), roles=_either(roles))
            if self.book.card(key).facts.type not in ENEMIES:
                text = "only an Enemy can be {role}, and {card} is not one (ability.text)"
                raise SituationError("role-enemy", text, word.at, role=carried, card=key)
            return carried
        facts = self.book.card(key).facts if key not in self.own else None
        most = (facts.tokens or int(bool(facts.other_side))) if facts else 0
        if not most:
            text = "{card} carries no counters, so nothing comes after a colon"
            raise SituationError("no-tokens", text, word.at, card=key)
        if not carried.isascii() or not carried.isdigit() or len(carried) > 2 or not 1 <= int(carried) <= most:
            text = 'after the colon of "{said}" comes how many counters are left: 1 to {most}'
            raise SituationError("tokens-left", text, word.at, said=cut(word.text), most=most)
        return str(int(carried))


def roles_of(book: Book) -> tuple[str, ...]:
    """Return the roles an ability or a card can give a card, as written behind `@`: `ghoul.raised`."""
    nested = (key for key in book.definitions if is_inside(key))
    return tuple(key.removeprefix("character.") for key in nested if book.definitions[key].facts.type)


def _split_carried(word: Word) -> tuple[str, str, str]:
    """Split a word into name, sign (`@`, `:` or "") and role or counters."""
    if word.quoted:
        return word.text, "", ""
    sign = next((sign for sign in "@:" if sign in word.text), "")
    name, _, carried = word.text.partition(sign) if sign else (word.text, "", "")
    return name, sign, carried


def unknown(what: Message, name: str, hint: Message | str, at: int = -1) -> SituationError:
    """Return the error for a name that nothing of a kind has, with what was probably meant."""
    return SituationError("unknown", 'no {what} "{name}"{hint}', at, what=what, name=cut(name), hint=hint)


def near_names(name: str, known: Iterable[str]) -> Message | str:
    """Return a hint at the names that are nearly the same; "" if there is none."""
    near = tuple(get_close_matches(name.lower(), list(known), n=3))
    return message("meant", "; did you mean {names}?", names=near) if near else ""


def one_of(told: Iterable[Message]) -> Message:
    """Return several things of which one is meant."""
    found, *more = told
    for other in more[:-1]:
        found = message("two-of", "{first}, {second}", first=found, second=other)
    return message("or", "{first} or {second}", first=found, second=more[-1]) if more else found


def _either(names: Iterable[str]) -> Message:
    """Return several words of the notation of which one is meant, without quotes."""
    return one_of(message("as-is", "{name}", name=name) for name in names)


def _quoted_message(name: str) -> Message:
    return message("quoted", '"{name}"', name=name)


def cut(text: str) -> str:
    """Return a word of the text as an error quotes it, at most 40 characters."""
    return text if len(text) <= 40 else f"{text[:40]}…"


@lru_cache(maxsize=8)
def _indexes(book: Book) -> tuple[Index, Index, Index, Index, Index]:
    """Return the indexes of characters, spaces, forms, stock cards and all cards. Cached by book."""
    forms = [key.removeprefix("form.") for key in book.definitions if key.startswith("form.")]
    named = _naming(book)
    stock = Index(STOCK, book.stock_cards, named)
    for key in book.stock_cards:
        stock.by_name.setdefault(slug(key.rpartition("/")[2]), (key,))
    return (
        _character_index(book, ()),
        Index(SPACE, book.board.spaces, lambda key, lang: named(f"space.{key}", lang)),
        Index(FORM, forms, lambda key, lang: named(f"form.{key}", lang)),
        stock,
        _card_index(book, ()),
    )


@lru_cache(maxsize=8)
def _removed_cards(book: Book) -> Mapping[str, str]:
    """Return the cards that the layers of a book take out, by key and by name in each language, with the layer."""
    found: dict[str, str] = {}
    for layer in book.layers:
        for path in layer.texts:
            tables = layer.tables(path) if path.partition("/")[0] in book.decks else {}
            for key, table in tables.items():
                if isinstance(table, Mapping) and table.get("gone") and key not in book.deck_of:
                    names = (load_names().name("card", key, lang) for lang in LANGUAGES)
                    found |= dict.fromkeys((slug(key), *map(slug, names)), layer.name)
    return found


def _character_index(book: Book, own: tuple[str, ...]) -> Index:
    named = _naming(book)
    found = Index(CHARACTER, (*book.characters, *own), lambda key, lang: named(f"{PERSON}{key}", lang))
    found.by_name[NOBODY] = (NOBODY,)
    return found


def _card_index(book: Book, own: tuple[str, ...]) -> Index:
    twins = {key: book.definitions[key].facts.twin for key in book.stock_cards}
    return Index(CARD, (*book.deck_of, *own), _naming(book), twins)


def _naming(book: Book) -> Callable[[str, str], str]:
    """Return a function for the name of a definition in a language."""
    return lambda key, lang: name_of(book, key, lang)


__all__ = ["Index", "NameLookup", "cut", "roles_of", "slug"]


def by_character(state: State, lang: str, before: State | None = None) -> State:
    """Return the state with each unnamed seat (`P0`, `P1` …) named after its character.

    `before`: an earlier state; a seat without a character now takes the one it had there.

    >>> from .situation import situation
    >>> [player.name for player in by_character(situation('troll crags | thief city, named "Ada"'), "it").players]
    ['Troll', 'Ada']
    """
    book, was = book_of(state.book), (before or state).players
    played = [now.character or then.character for now, then in zip(state.players, was, strict=True)]
    called = (
        replace(player, name=name_of(book, f"character.{character}", lang))
        if character and player.name == f"P{seat}"
        else player
        for seat, (player, character) in enumerate(zip(state.players, played, strict=True))
    )
    return replace(state, players=tuple(called))
