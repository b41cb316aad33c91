"""Operations by name, and the runtime tables of a book, built once: programs bound to their functions, caches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias, get_args

from msgspec.structs import replace

from talisman_nb.cards.decode import FACTS
from talisman_nb.cards.definition import Definition, Facts, Meaning, Program, is_inside
from talisman_nb.cards.engine_needs import BEGIN
from talisman_nb.cards.modifiers import Action, Modifier, Reroll
from talisman_nb.cards.operations import Begin, Pick
from talisman_nb.cards.own_card import definition_of
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.model import Option, OwnCard, Value
from talisman_nb.rules.book import Book, operations_of, plain_card
from talisman_nb.rules.box_readings import facts_as_read
from talisman_nb.rules.programs import modifiers

if TYPE_CHECKING:
    from talisman_nb.model import Answer, Ask

    from .active_modifiers import Active, ActiveModifiers
    from .working_state import WorkingState


TEXTS: Final = {"character": "ability.text", "space": "space.text"}
"""Maps the section of a source to the rule by which its text applies; `card.text` is the default."""


def text_rule(source: str) -> str:
    """The rule by which the text of a source applies: that of a character card, a space or any other card.

    >>> text_rule("character.thief"), text_rule("space.crags"), text_rule("acquisition")
    ('ability.text', 'space.text', 'card.text')
    """
    kind, dot, _ = source.partition(".")
    return TEXTS.get(kind, "card.text") if dot else "card.text"


def rules_cited(op: Any, source: str) -> tuple[str, ...]:
    """The rules an operation cites, else the rule by which the text of its source applies."""
    return op.cites or (text_rule(source),)


Run: TypeAlias = "Callable[[WorkingState, Any, Any], int | None]"
AskFor: TypeAlias = "Callable[[WorkingState, Any, Any], Ask]"
Take: TypeAlias = "Callable[[WorkingState, Any, Any, str, Answer], int | None]"

WAIT: Final = -1
"""Return value of an operation that waits for an answer; None goes to the next instruction, a number jumps there."""

RUN: Final[dict[str, Run]] = {}
MAKE: Final[dict[str, Callable[[Any], Run]]] = {}
ASK: Final[dict[str, AskFor]] = {}
TAKE: Final[dict[str, Take]] = {}
"""Maps, keyed by the name of an operation: its run function, the factory of one, its ask and its take function."""


def operation(name: str) -> Callable[[Run], Run]:
    """Decorator: register the function that runs an operation."""

    def keep(run: Run) -> Run:
        RUN[name] = run
        return run

    return keep


def operation_for(name: str) -> Callable[[Callable[[Any], Run]], Callable[[Any], Run]]:
    """Decorator: register a factory, called once per instruction with its operation, that returns its run function."""

    def keep(make: Callable[[Any], Run]) -> Callable[[Any], Run]:
        MAKE[name] = make
        return make

    return keep


def asks(name: str) -> Callable[[AskFor], AskFor]:
    """Decorator: register the function that builds the `Ask` of an operation that waits."""

    def keep(ask: AskFor) -> AskFor:
        ASK[name] = ask
        return ask

    return keep


def takes(name: str) -> Callable[[Take], Take]:
    """Decorator: register the function that applies an answer to an operation that waits."""

    def keep(take: Take) -> Take:
        TAKE[name] = take
        return take

    return keep


Code: TypeAlias = "tuple[tuple[Run | None, Any, Any, str], ...]"
"""One tuple per instruction: its function (None for `return`), the operation, the jump target and the name."""

DIE: Final = tuple(Option(str(face)) for face in range(1, 7))
"""The options of an ask for a die."""
OWN: Final = "own"
"""Key of the answer that a drawn card is one in no list; its `OwnCard` comes with the answer."""
CAST: Final = "turn.cast.do"
"""Key of the program that casts a Spell."""
BY_HAND: Final = "turn.by_hand.do"
"""Key of the program by which the players settle what a text says."""
PART_OF_TRADE: Final = "turn.part_of_trade.do"
"""Key of the program that asks how many; a book saved with a table of an earlier version has none, and trades one."""
PUT_DOWN: Final = "turn.put_down.do"
"""Key of the program that asks how much gold is put down."""
SETTING_UP: Final = "turn.setting_up.do"
"""Key of the program that deals a seat its first character and gives that what it begins with."""

LAY_PIECE: Final = "turn.lay_piece.do"
MOVE_PIECE: Final = "turn.move_piece.do"
"""Keys of the programs that lay a piece before the first turn, and move it."""
BEGINS: Final = "turn.begin.do"
"""Key of the program of a layer that runs once a game, when all have their characters; most books have none."""


def begins(programs: Mapping[str, Program]) -> tuple[str, ...]:
    """Return the keys of the programs that a game begins with: `[begin]`, then those of its layers called so too."""
    return tuple(key for key in programs if key == BEGINS or (key.startswith(BEGIN) and key.endswith(".do")))


class Executable:
    """A program bound to the functions that run its instructions."""

    __slots__ = (
        "bound_to_ability",
        "bound_to_space",
        "bound_to_you",
        "code",
        "empty",
        "jump_labels",
        "names",
        "role",
        "slots",
    )

    def __init__(self, program: Program) -> None:
        self.code: Code = tuple((_runs(name, op), op, to, name) for name, op, to in program.code)
        self.slots, self.role, self.jump_labels = program.slots, program.role, program.jump_labels
        self.bound_to_you, self.bound_to_space = "you" in program.guard, "here" in program.guard
        self.bound_to_ability = "ability" in program.guard
        self.names = {name: at for at, name in enumerate(program.slots)}
        self.empty: tuple[Value, ...] = (None,) * len(program.slots)


def _runs(name: str, op: Any) -> Run | None:
    """The function that runs an instruction; None for `return`."""
    if name == "return":
        return None
    return MAKE[name](op) if name in MAKE else RUN[name]


class CardFacts(dict[str, Facts]):
    """Maps cards to their facts; a card with counters (`pool-of-life:3`) falls back to the entry of its plain name."""

    def __init__(self, book: Book) -> None:
        super().__init__({key: d.facts for key, d in book.definitions.items()})
        self._book = book

    def __missing__(self, card: str) -> Facts:
        plain = plain_card(card)
        return self[plain] if plain in self else self._book.card(card).facts


class BookRuntime:
    """The executable programs of a book, look-up tables derived from it, and caches filled while games run."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.figures = dict(book.table)
        self.programs = {key: Executable(p) for key, p in book.programs.items()}
        self.deck_index = {name: at for at, name in enumerate(book.decks)}
        self.stock_index = {name: at for at, name in enumerate(book.stock_cards)}
        self.deck_options = {deck: tuple(Option(card) for card in cards) for deck, cards in book.deck_cards.items()}
        self.card_index = {deck: {c: i for i, c in enumerate(cards)} for deck, cards in book.deck_cards.items()}
        self.facts = CardFacts(book)
        self.draws = {f"space.{space}": book.board.space(space).draw for space in book.board.spaces}
        self.draws |= {card: book.card(card).facts.draw for card in book.covering}
        self.rolled_from = frozenset(space for space in book.board.spaces if book.board.rolls(space))
        """The spaces a move from which is rolled for; `Board.rolls` as a set."""
        parts = ("visited",) if book.table["order.ahead"] else ("visited", "met")
        texts = (*(f"space.{space}" for space in book.board.spaces), *sorted(book.covering))
        spoken = ((text, f"{text}.{part}") for text in texts for part in parts)
        self.visited = {text: key for text, key in spoken if key in self.programs}
        """The programs that run for whoever meets a space, by `covers.space_at`."""
        self.here: dict[str, tuple[Modifier, ...]] = {
            text: found.here for text in texts if (found := book.find(text)) and found.here
        }
        self.imposing = frozenset(
            d.key for d in book.definitions.values()
            if d.here and d.facts.type and d.key not in self.here and not is_inside(d.key)
        )  # fmt: skip
        """Cards that say what holds for whoever stands where they lie, beside those that cover a space."""
        self.here |= {card: book.card(card).here for card in self.imposing}
        self.meanings = frozenset(
            what for word in book.keywords.values() for what in get_args(Meaning) if getattr(word, what)
        )
        """All that the keywords of this book mean: of the rest no card need be asked."""
        self.fierce = frozenset(d.key for d in book.definitions.values() if d.held and d.facts.type in ENEMIES)
        """Enemies whose cards say what holds for whoever fights them."""
        self.effect_names = {
            f"{d.key}.{op.what}": op.with_
            for d in book.definitions.values()
            for op in operations_of(d)
            if isinstance(op, Begin)
        }
        self.turn_start_asked = any(
            isinstance(op, Pick) and op.of == "spaces.turn_start"
            for d in book.definitions.values()
            for op in operations_of(d)
        )
        """Whether something asks where a turn began; else states don't say it."""
        self.free_rerolls = any(
            isinstance(mod, Reroll)
            for d in book.definitions.values()
            for mods in (d.held, d.here, d.mods)
            for mod in mods
        )
        """Whether something lets a seat reroll a die for nothing."""
        self.moved_on = {
            card: frozenset(faces)
            for deck in book.decks
            for card in book.deck_cards[deck]
            if (faces := book.card(card).facts.moves_on)
        }
        """Pieces by the faces of a die to move that move them."""
        self.pieces = frozenset(
            key.rpartition(".")[2] for key, d in book.definitions.items() if d.facts.name and is_inside(key)
        )
        """Effects that are pieces of somebody's on a space."""
        # caches, filled while games run
        self.modifiers: dict[Any, ActiveModifiers] = {}  # see `active_modifiers`; bounded by MOST_REMEMBERED
        self.plain_ways: dict[tuple[str, int], tuple[Option, ...]] = {}  # (space, steps) to the ways of a plain roll
        self.points: dict[tuple[tuple[str, ...], str], int] = {}  # (trophies, stat) to their sum
        self.numbers: dict[str, float] = {}  # card to encounter number
        self.active: dict[str, list[Active]] = {}  # source to its modifiers
        self.keys: dict[tuple[str, str], str] = {}  # (running program, name) to program key
        self.barred: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}  # (alignment, goods) to forbidden goods
        self.guessed = {d.key: figures for d in book.definitions.values() if (figures := book.certainty.guessed(d.key))}
        """Maps Enemies to the figures of theirs that are guesses."""
        self._with_own: dict[tuple[tuple[OwnCard, ...], tuple[tuple[str, str], ...]], CardFacts] = {}
        self._under: dict[tuple[str, str], Facts] = {}  # (space, card that covers it) to the facts that hold there
        self._by_modifier = {
            id(mod): f"{d.key}.{name if not isinstance(mod.do, str) else mod.do}"
            for d in book.definitions.values()
            for name, mod in modifiers(d)
            if hasattr(mod, "do")
        }
        used = (
            self._by_modifier[id(mod)]
            for d in book.definitions.values()
            for _, mod in modifiers(d)
            if isinstance(mod, Action)
        )
        self.asides = frozenset({CAST, SETTING_UP, PART_OF_TRADE, PUT_DOWN, *used})
        """Keys of the programs that asides begin: Spells, abilities, cards, a person who joins, a trade."""

    def modifier_program(self, held: Any) -> str:
        """The key of the program a modifier begins."""
        return self._by_modifier[id(held.mod)]

    def program_key(self, running: str, name: str) -> str:
        """The key of the program that `name` refers to within the program `running`. Cached."""
        known = self.keys.get((running, name))
        if known is None:
            known = self.keys[(running, name)] = self.book.program_key(running.rpartition(".")[0], name)
        return known

    def facts_with(self, own: tuple[OwnCard, ...], texts: tuple[tuple[str, str], ...] = ()) -> CardFacts:
        """The facts of every card of the book, and of the cards the players added (`table.unknown-card`).

        Of `texts` (`State.texts`) figures and keywords count that were read off cards of the box.
        """
        read = tuple([text for text in texts if "." in text[0]])
        found = self._with_own.get((own, read))
        if found is None:
            if len(self._with_own) > MOST_SETS_OF_OWN:
                self._with_own.clear()
            found = self._with_own[own, read] = CardFacts(self.book)
            found.update({(each := definition_of(card, self.book.table)).key: each.facts for card in own})
            for name, n in read:
                card, _, what = name.rpartition(".")
                found[card] = facts_as_read(found[card], what, n)
        return found

    def facts_under(self, space: str, cover: str, facts: Facts) -> Facts:
        """The facts that hold on a space under the card that covers it: the card's, and those of its region."""
        known = self._under.get((space, cover))
        if known is None:
            below = self.book.card(f"space.{space}")
            of_region = {name: getattr(below.facts, name) for name in FACTS if of_region_only(below, name)}
            known = self._under[space, cover] = replace(facts, **of_region)
        return known


def of_region_only(definition: Definition, name: str) -> bool:
    """Whether a fact or list of modifiers of a space is its region's, and not said by its kind or itself."""
    return definition.origins.get(name, "").startswith("board.region.")


MOST_SETS_OF_OWN: Final = 50
"""Upper bound of the sets of cards in no list whose facts are remembered: a game adds a set per card."""


_RUNTIMES: Final[dict[str, BookRuntime]] = {}
"""Cache of `runtime_of`, keyed by the id of the book."""


def runtime_of(book: Book) -> BookRuntime:
    """The runtime of a book, built at the first call and cached."""
    found = _RUNTIMES.get(book.id)
    if found is None:
        found = _RUNTIMES[book.id] = BookRuntime(book)
    return found
