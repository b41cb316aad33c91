"""A state in motion: what operations read and change between two asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.model import Deck, Effect, Event, EventKind, Fight, Frame, OwnCard, Player, State, Value
from talisman_nb.rules.book import Book, plain_card

from .book_runtime import BookRuntime, Executable, runtime_of
from .conditions import Asked

if TYPE_CHECKING:
    from .active_modifiers import ActiveModifiers

UNLIMITED_FIELDS = frozenset({"gold", "fate", "used", "promises", "trophies", "experience", "extra", "turning_back", "form_left"})
"""What may change without anybody coming over a limit: nothing is settled then."""


NOTHING: Mapping[str, Any] = MappingProxyType({})


class WorkingState:
    """The working copy of a state. Operations change it only through these methods, so that events and guards hold."""

    __slots__ = (
        "active_died",
        "asked",
        "board",
        "book",
        "box",
        "cast",
        "crown",
        "decks",
        "doing",
        "effects",
        "events",
        "facts",
        "fight",
        "foes_changed",
        "frame",
        "gold",
        "guards_changed",
        "held",
        "modifiers",
        "moment",
        "names",
        "own",
        "owned",
        "pending_frames",
        "pending_stop",
        "players",
        "ply",
        "restarted",
        "result",
        "round",
        "runtime",
        "somebody_out",
        "spaces",
        "stack",
        "stack_changed",
        "stocks",
        "turn",
        "unsettled",
        "vars",
        "winner",
    )  # fmt: skip

    book: Book
    board: Board
    players: list[Player]
    turn: int
    moment: str
    doing: Mapping[str, Any]
    """What a trigger is asked about: cause, target, cards used, faces."""
    facts: Mapping[str, Any]
    """Type, number, figures and facts of every card, own cards included."""
    modifiers: list[ActiveModifiers | None]
    """What holds for each seat, as long as nothing it comes from has changed (see `active_modifiers`)."""

    def __init__(self, book: Book, state: State) -> None:
        self.book = book
        self.board = book.board
        self.runtime: BookRuntime = runtime_of(book)
        self.players = list(state.players)
        self.spaces, self.gold = state.spaces, state.gold
        self.decks, self.stocks = state.decks, state.stocks
        self.stack = list(state.stack)
        self.box = state.box
        self.effects: tuple[Effect, ...] = state.effects
        self.fight: Fight | None = state.fight
        self.turn, self.round, self.moment = state.turn, state.round, state.moment
        self.held, self.cast, self.crown = state.held, state.cast, state.crown
        self.winner, self.result, self.own, self.ply = state.winner, state.result, state.own, state.ply
        self.owned: Mapping[str, OwnCard] = {card.name: card for card in state.own} if state.own else NOTHING
        self.facts: Mapping[str, Any] = self.runtime.facts_with(state.own) if state.own else self.runtime.facts
        self.modifiers: list[ActiveModifiers | None] = [None] * len(state.players)
        self.events: list[Event] = []
        self.asked = Asked(-1)  # who asks in the conditions of the running frame
        self.unsettled: list[int] = []
        self.pending_frames: list[Frame] = []
        self.pending_stop = ""
        self.stack_changed = self.guards_changed = self.restarted = self.active_died = self.somebody_out = self.foes_changed = False
        self.doing = NOTHING
        self.frame: Frame = state.stack[-1] if state.stack else Frame("")
        self.names: dict[str, int] = {}
        self.vars: list[Value] = []

    def freeze(self) -> State:
        """The state as it stands."""
        return State(
            self.book.id, tuple(self.players), self.spaces, self.gold, self.decks, self.stocks, tuple(self.stack),
            self.box, self.effects, self.fight, self.turn, self.round, self.moment, self.held, self.cast, self.crown,
            self.winner, self.result, self.own, self.ply,
        )  # fmt: skip

    # --- frames ---

    def enter(self, frame: Frame, program: Executable) -> None:
        """Make a frame the running one."""
        self.frame = frame
        self.names = program.names
        self.vars = list(frame.slots)
        asked = self.asked
        asked.seat, asked.source, asked.other = frame.you, frame.source, frame.other

    def leave(self, pc: int) -> None:
        """Write the running frame back to the stack."""
        f = self.frame
        self.frame = self.stack[-1] = Frame(f.program, pc, f.you, f.other, f.source, f.where, f.born, tuple(self.vars))

    def push(
        self, key: str, you: int, *, other: int = -1, source: str = "", given: dict[str, Value] | None = None,
        slots: Sequence[Value] | None = None,
    ) -> None:  # fmt: skip
        """Begin a program; it runs before the running one goes on. Several begun together run last first."""
        program = self.runtime.programs[key]
        player = self.players[you]
        if slots is None:
            slots = [given.get(name) for name in program.slots] if given else program.empty
        where = player.space if program.bound_to_space else ""
        born = player.born if program.bound_to_you else 0
        self.pending_frames.append(Frame(key, 0, you, other, source, where, born, tuple(slots)))
        self.stack_changed = True

    def halt(self, what: str) -> None:
        """End the running program, fight, encounter, move or turn."""
        self.pending_stop = what
        self.stack_changed = True

    def get(self, name: str) -> Value:
        """A variable of the running frame."""
        return self.vars[self.names[name]]

    def cards(self, name: str) -> tuple[str, ...]:
        """A variable of the running frame that holds cards; () when it holds nothing."""
        value = self.get(name)
        return tuple(str(card) for card in value) if isinstance(value, tuple) else ()

    def put(self, name: str, value: Value) -> None:
        """Write a variable of the running frame."""
        self.vars[self.names[name]] = value

    # --- what happens ---

    def tell(self, kind: EventKind, seat: int = -1, **facts: Any) -> None:
        """Something happened."""
        self.events.append(Event(kind, seat, **facts))

    def set(self, seat: int, **changes: Any) -> Player:
        """Change a player; limits are looked at before the next operation."""
        player = replace(self.players[seat], **changes)
        self.players[seat] = player
        if not changes.keys() <= UNLIMITED_FIELDS or (self.effects and "gold" in changes):  # gold may fulfil a quest
            self.modifiers[seat] = None
            self.unsettled.append(seat)
        return player

    def set_effects(self, effects: tuple[Effect, ...]) -> None:
        """Other effects last now: what holds for anybody may be different."""
        self.effects = effects
        self.modifiers = [None] * len(self.players)

    def own_card(self, own: OwnCard) -> None:
        """A card that is in no list is in the game."""
        self.own = (*self.own, own)
        self.owned = {**self.owned, own.name: own}
        self.facts = self.runtime.facts_with(self.own)

    def new_player(self, seat: int, player: Player) -> None:
        """Another character for a seat."""
        self.players[seat] = player
        self.modifiers[seat] = None
        self.unsettled.append(seat)

    def touch_all(self) -> None:
        """Look at everybody's limits before the next operation (an effect began or ended)."""
        self.unsettled.extend(range(len(self.players)))

    # --- places ---

    def here(self, seat: int) -> int:
        """The number of the space a seat stands on."""
        return self.board.index[self.players[seat].space]

    def lying(self, space: str) -> tuple[str, ...]:
        """The face-up cards on a space."""
        return self.spaces[self.board.index[space]]

    def lay(self, card: str, space: str) -> None:
        """A card face up on a space."""
        at = self.board.index[space]
        self.spaces = put_at(self.spaces, at, (*self.spaces[at], card))

    def lift(self, card: str, space: str) -> None:
        """A card away from a space."""
        at = self.board.index[space]
        self.spaces = put_at(self.spaces, at, without(self.spaces[at], card))

    def set_gold(self, at: int, n: int) -> None:
        """Gold lying on the space of that number."""
        self.gold = put_at(self.gold, at, n)

    def stock(self, name: str, n: int) -> None:
        """So many more (or fewer) of a stocked card are left."""
        at = self.runtime.stock_index[name]
        self.stocks = put_at(self.stocks, at, self.stocks[at] + n)

    def deck(self, name: str) -> Deck:
        """A deck by name."""
        return self.decks[self.runtime.deck_index[name]]

    def set_deck(self, name: str, **changes: Any) -> None:
        """Change a deck."""
        at = self.runtime.deck_index[name]
        self.decks = put_at(self.decks, at, replace(self.decks[at], **changes))

    def away(self, card: str) -> None:
        """A card to where it belongs: its discard pile or its stock; what it carried is gone."""
        name = plain_card(card)
        if name == "spell?":
            self.set_deck("spell", discards=(*self.deck("spell").discards, card))
            return
        home = self.book.deck_of.get(name)
        if home == "stock":
            self.stock(name, 1)
        elif home is None:
            self.box = (*self.box, name)
        else:
            self.set_deck(home, discards=(*self.deck(home).discards, name))

    def standing(self, space: str, besides: int = -1) -> list[int]:
        """Seats whose characters stand on a space, in turn order from the active seat."""
        return [s for s in self.order() if s != besides and self.players[s].space == space and self.players[s].character]

    def alone(self, seat: int) -> bool:
        """Whether nobody else stands on the seat's space."""
        space = self.players[seat].space
        return sum([p.space == space and p.character != "" for p in self.players]) < 2

    def order(self, first: int | None = None) -> list[int]:
        """All seats, clockwise from the active one."""
        n, first = len(self.players), self.turn if first is None else first
        return [(first + i) % n for i in range(n)]

    def alive(self, seat: int) -> bool:
        """Whether the seat has a character on the board."""
        return seat >= 0 and bool(self.players[seat].character)


Item = TypeVar("Item")


def put_at(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """The tuple with another item in one place.

    >>> put_at((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:at], item, *items[at + 1 :])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one copy.

    >>> without(("sword", "axe", "sword"), "sword")
    ('axe', 'sword')
    """
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
