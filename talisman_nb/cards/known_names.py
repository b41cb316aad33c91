"""Name sets for the static checks (cards, spaces, rules, phrase keys …), and the range of values of each roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol

from talisman_nb.board.graph import plain_kind
from talisman_nb.board.toml_reading import did_you_mean, quote_value, wrong_at

from . import operations as o
from .decode import LISTS, operations_of
from .definition import Definition, Keyword, Program, is_inside
from .modifiers import Action, Dice, DiePlus, Immune, RollValue
from .text_keys import NAMED_AS_CARD, TextKeys
from .vocabulary import CAUSES, COVERING, ACardType, Stat, names


class CheckableBook(Protocol):
    """The part of a `Book` that the checks read."""

    definitions: dict[str, Definition]
    board: Any
    table: Mapping[str, Any]
    figure_ranges: Any
    keywords: dict[str, Keyword]
    keywords_at: dict[str, str]
    covering: frozenset[str]
    covers: Mapping[str, str]

    @property
    def given(self) -> dict[str, tuple[str, ...]]: ...
    @property
    def programs(self) -> dict[str, Program]: ...
    @property
    def stock_cards(self) -> tuple[str, ...]: ...
    @property
    def deck_cards(self) -> dict[str, tuple[str, ...]]: ...
    @property
    def decks(self) -> tuple[str, ...]: ...
    @property
    def decks_written(self) -> Mapping[str, Any]: ...
    @property
    def deck_cites(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def deck_names(self) -> frozenset[str]: ...
    @property
    def face_down(self) -> str: ...
    @property
    def own_names(self) -> Mapping[str, Mapping[str, Any]]: ...
    @property
    def unknown_cards(self) -> Mapping[str, int]: ...
    @property
    def left_out(self) -> Mapping[str, str]: ...
    def deck_at(self, space: str) -> str: ...
    def absent(self, key: str) -> Mapping[str, Definition]: ...
    def on_top(self, key: str) -> bool: ...


CALLS = (o.Call, o.PromiseOp)
"""Operations that name a program."""


def one_of(value: Any, names: Iterable[object], where: str, what: str) -> Iterator[str]:
    """A message if the value is none of the names; `what` says what was expected."""
    known = list(names)
    if value not in known:
        got, hint = quote_value(value), did_you_mean(value, known)
        yield wrong_at(where, "name", "expected {what}, got {got}{hint}", what=what, got=got, hint=hint)


class KnownNames:
    """The names a definition of a book may use, by what they mean; `texts`: what has a name, a phrase, a rule.

    `absent` are definitions that a layer above it leaves out: a definition may name them, they just never come up.
    """

    def __init__(self, book: CheckableBook, texts: TextKeys, absent: Mapping[str, Definition] | None = None) -> None:
        self.book, self.texts, self.rules = book, texts, frozenset(texts.rules)
        self.absent = absent or {}
        self._every = {**book.definitions, **self.absent}
        self._of: dict[tuple[str, ...], KnownNames] = {}

    def of(self, definition: Definition) -> KnownNames:
        """The names that one definition of the book may use."""
        absent = self.book.absent(definition.key)
        if not absent:
            return self
        return self._of.setdefault(tuple(absent), KnownNames(self.book, self.texts, absent))

    def one_of(self, value: Any, names: Iterable[object], where: str, what: str) -> Iterator[str]:
        """A message if the value is none of the names; it tells of what a layer leaves out."""
        for line in one_of(value, names, where, what):
            by = self.book.left_out.get(value, "") if isinstance(value, str) else ""
            yield f"{line}; {by} leaves it out" if by else line

    def has_name(self, section: str, name: str) -> bool:
        """Whether the catalogues or the layers of the book have a name for something, or for the kind it belongs to."""
        own = self.book.own_names
        return self.texts.has_name(section, name) or any(
            each in own.get(part, ())
            for part in (NAMED_AS_CARD if section == "card" else (section,))
            for each in (name, plain_kind(name))
        )

    def words(self, section: str) -> frozenset[str]:
        """Return the purposes of questions or rolls for which the layers of the book have words."""
        return frozenset(self.book.own_names.get(section, ()))

    @cached_property
    def spaces(self) -> frozenset[str]:
        return frozenset(self.book.board.spaces)

    @cached_property
    def spaces_and_kinds(self) -> frozenset[str]:
        """Spaces and kinds of spaces."""
        return self.spaces | {self.book.board.kind(space) for space in self.spaces}

    @cached_property
    def named_at(self) -> frozenset[str]:
        """Return the names that the space of somebody may have: spaces, kinds of spaces, cards that cover one."""
        return self.spaces_and_kinds | self.covering

    @cached_property
    def covering(self) -> frozenset[str]:
        """Cards that cover the space they lie on."""
        absent = (card for card, d in self.absent.items() if d.facts.type in COVERING)
        return frozenset((*self.book.covering, *absent))

    @cached_property
    def regions(self) -> frozenset[str]:
        return frozenset(self.book.board.region(space) for space in self.spaces)

    @cached_property
    def cards(self) -> frozenset[str]:
        return self.in_decks | self.stock

    @cached_property
    def stock(self) -> frozenset[str]:
        return frozenset((*self.book.stock_cards, *self.absent))

    @cached_property
    def in_decks(self) -> frozenset[str]:
        return frozenset((*(card for cards in self.book.deck_cards.values() for card in cards), *self.absent))

    @cached_property
    def card_names(self) -> frozenset[str]:
        """Names of cards without the prefix of a stock: `sword` for `purchase/sword`."""
        return frozenset(card.rpartition("/")[2] for card in self.cards)

    @cached_property
    def decks(self) -> frozenset[str]:
        return self.book.deck_names

    @cached_property
    def card_kinds(self) -> frozenset[str]:
        """Return the kinds that a card may be of: its type, a keyword, a deck, or its own name."""
        types = (*names(ACardType), "enemy", "goods")
        return frozenset((*types, *self.book.keywords, *self.book.decks, *self.card_names))

    @cached_property
    def characters(self) -> frozenset[str]:
        return self._keys("character.")

    @cached_property
    def forms(self) -> frozenset[str]:
        return self._keys("form.")

    @cached_property
    def programs(self) -> frozenset[str]:
        """Programs of the turn."""
        return frozenset(key.removeprefix("turn.") for key in self.book.definitions if key.startswith("turn."))

    @cached_property
    def defeats(self) -> bool:
        """Whether the fight lets creatures that win do what their cards say."""
        fights = (d for d in self.book.definitions.values() if d.facts.role == "fight")
        return any(isinstance(op, o.Defeat) for d in fights for op in operations_of(d))

    @cached_property
    def called(self) -> frozenset[str]:
        """Programs that something of the book calls or promises."""
        every = (op for d in self.book.definitions.values() for op in operations_of(d))
        return frozenset(op.program if isinstance(op, o.Call) else op.do for op in every if isinstance(op, CALLS))

    @cached_property
    def effects(self) -> frozenset[str]:
        named = (key for key, d in self._every.items() if d.mods or (d.facts.name and is_inside(key)))
        return frozenset(key.rpartition(".")[2] for key in named)

    @cached_property
    def pieces(self) -> frozenset[str]:
        """Effects that are pieces of somebody's on a space: those with a name."""
        return frozenset(key.rpartition(".")[2] for key, d in self._every.items() if d.facts.name and is_inside(key))

    @cached_property
    def purposes(self) -> frozenset[str]:
        """Purposes of rolls."""
        return frozenset(op.purpose for op in self._rolls) | {"attack", "foe"}

    @cached_property
    def rerolled(self) -> frozenset[str]:
        """Purposes of rolls that whoever makes them may reroll."""
        return frozenset(op.purpose for op in self._rolls if op.fate != "never") | {"attack"}

    @cached_property
    def added_to(self) -> frozenset[str]:
        """Purposes of rolls that something may be added to."""
        return frozenset(op.purpose for op in self._rolls if op.plus)

    @cached_property
    def _rolls(self) -> tuple[o.RollDice, ...]:
        every = (op for d in self._every.values() for op in operations_of(d))
        return tuple(op for op in every if isinstance(op, o.RollDice))

    @cached_property
    def causes(self) -> frozenset[str]:
        """Causes of losing life."""
        return CAUSES | self.spaces_and_kinds

    @cached_property
    def modifiers(self) -> tuple[tuple[str, str, Any], ...]:
        """Every modifier: (key of its definition, place for messages, modifier)."""
        every = self._every.values()
        return tuple(
            (d.key, f"{d.at(name)}[{at}]", mod)
            for d in every
            for name in LISTS
            for at, mod in enumerate(getattr(d, name))
        )

    @cached_property
    def immunities(self) -> frozenset[str]:
        return frozenset(to for _, _, mod in self.modifiers if isinstance(mod, Immune) for to in mod.to)

    @cached_property
    def used(self) -> frozenset[str]:
        """Possible entries of `Player.used`: `alignment`, `[game.]<key>.<action>`, `visited.<card>`, `new.<card>`."""
        found = [(key, mod) for key, _, mod in self.modifiers if isinstance(mod, Action)]
        actions = (mod.mark(key) for key, mod in found)
        visited = (f"visited.{card}" for card in self.in_decks)
        return frozenset({"alignment", *actions, *visited, *(f"new.{card}" for card in self.cards)})

    def _keys(self, section: str) -> frozenset[str]:
        return frozenset(
            key.removeprefix(section) for key in self._every if key.startswith(section) and key.count(".") == 1
        )

    def roll_values(self, op: o.RollDice, key: str) -> range:
        """The range of values a roll of a definition can have, with modifiers of its dice and additions.

        What takes something away is left out: a value below a table counts as its first row.
        """
        of_it = [mod for _, mod in self._changing(op, key)]
        dice = [self.dice(op)] + [mod.n for mod in of_it if isinstance(mod, Dice)]
        plus = [mod.n for mod in of_it if isinstance(mod, DiePlus) and (op.plus or mod.purpose == key)]
        plus += [mod.n for mod in of_it if isinstance(mod, RollValue) and isinstance(mod.n, int) and mod.n > 0]
        return range(min(dice), 6 * max(dice) + max(plus, default=0) + 1)

    def changed_by(self, op: o.RollDice, key: str) -> str:
        """A note for messages on the modifiers that change a roll of a definition; "" if there are none."""
        places = "; ".join(where for where, _ in self._changing(op, key))
        return f" (changed by {places})" if places else ""

    def _changing(self, op: o.RollDice, key: str) -> list[tuple[str, Any]]:
        return [
            (where, mod)
            for _, where, mod in self.modifiers
            if isinstance(mod, (Dice, DiePlus, RollValue)) and mod.purpose in (op.purpose, key, "any")
        ]

    def dice(self, op: o.RollDice) -> int:
        """How many dice a roll has without modifiers."""
        n = op.dice if isinstance(op.dice, int) else self.book.table.get(op.dice.rule or "", 1)
        return n if isinstance(n, int) else 1

    def option(self, key: str, purpose: str) -> bool:
        """Whether an option of a choice has a phrase."""
        return key in names(Stat) or not self._options.isdisjoint((key, f"choose.{key}", f"choose.{purpose}.{key}"))

    @cached_property
    def operations(self) -> frozenset[str]:
        """Operations that have words: a phrase of their name, or several that begin with it."""
        return frozenset(key.partition(".")[0] for key in self.texts.phrases("operations"))

    @cached_property
    def _options(self) -> frozenset[str]:
        return self.texts.phrases("options")
