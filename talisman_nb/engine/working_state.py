"""The working state: the mutable copy of a state that operations read and change between two asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.cards.definition import Meaning, means, rules_meant
from talisman_nb.model import UNSEEN, Deck, Effect, Event, EventKind, Fight, Frame, OwnCard, Player, State, Value
from talisman_nb.rules.book import Book, book_of, plain_card

from .book_runtime import BookRuntime, Executable, runtime_of

if TYPE_CHECKING:
    from .active_modifiers import ActiveModifiers

UNLIMITED_FIELDS: Final = frozenset(
    (
        "gold", "fate", "used", "promises", "trophies", "experience", "extra", "turning_back",
        "form_left", "name", "paused", "gone", "aside", "purse",
    )
)  # fmt: skip
"""`Player` fields that no limit depends on: changing only these skips `enforce_limits`."""
TOO_OFTEN: Final = 100
"""Times that a program may be begun for one character, by one source, between two answers."""
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})  # shared default


class WorkingState:
    """The mutable copy of a state. Methods that change players, effects or the stack also set the flags below.

    `changed_seats` lists seats whose limits are to be enforced; `stack_changed` makes the interpreter run
    `after_operation`, where `guards_changed` drops frames whose guard fails, `pending_stop` ends a program and
    `pending_frames` are pushed.
    """

    __slots__ = (
        "active_died", "asked", "begun", "board", "book", "box", "cast", "changed_seats", "crown", "decks", "doing",
        "dying", "effects", "endless", "events", "facts", "fight", "figures", "foes_changed", "frame", "gold",
        "guards_changed", "held", "modifiers", "moment", "names", "own", "owned", "pending_frames", "pending_stop",
        "players", "ply", "restarted", "result", "round", "runtime", "seating", "somebody_out", "spaces", "stack",
        "stack_changed", "stocks", "texts", "turn", "vars", "winner", "won_by",
    )  # fmt: skip

    book: Book
    board: Board
    players: list[Player]
    turn: int
    moment: str
    doing: Mapping[str, Any]
    """Facts of the event a trigger is fired for, for its conditions: cause, target, cards used, faces."""
    figures: dict[str, Any]
    """The figures of the edition with the house rules; `Book.table`."""
    facts: Mapping[str, Any]
    """Maps every card to its `Facts`, cards added by players included."""
    dying: dict[int, tuple[str, ...]]
    """Seats whose character is being killed, as it lost a life it had not or what becomes of it is just done: the rules
    that its death has named so far."""
    begun: dict[tuple[str, int, str], int]
    """How often programs were begun since the last answer, by program, seat and source."""
    endless: tuple[str, str] | None
    """The program, with its source, that comes to no end and is to be stopped."""
    modifiers: list[ActiveModifiers | None]
    """Cache of the modifiers in force, by seat; None once something they come from has changed."""

    def __init__(self, book: Book, state: State) -> None:
        self.asked = Asked(-1)  # reused for the conditions of the running frame
        self.book = book
        self.board = book.board
        self.runtime: BookRuntime = runtime_of(book)
        self.figures = self.runtime.figures
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
        self.seating, self.won_by, self.texts = state.seating, state.won_by, state.texts
        self.owned: Mapping[str, OwnCard] = {card.name: card for card in state.own} if state.own else NOTHING
        self.facts: Mapping[str, Any] = self.runtime.facts
        if state.own or state.texts:
            self.facts = self.runtime.facts_with(state.own, state.texts)
        self.modifiers: list[ActiveModifiers | None] = [None] * len(state.players)
        self.events: list[Event] = []
        self.changed_seats: list[int] = []
        self.pending_frames: list[Frame] = []
        self.pending_stop = ""
        self.begun, self.endless, self.dying = {}, None, {}
        self.stack_changed = self.guards_changed = self.restarted = self.active_died = self.somebody_out = (
            self.foes_changed
        ) = False
        self.doing = NOTHING
        self.frame: Frame = state.stack[-1] if state.stack else Frame("")
        self.names: dict[str, int] = {}
        self.vars: list[Value] = []

    def freeze(self) -> State:
        """The current state as an immutable value."""
        self.begun.clear()
        for p in self.players:
            assert p.gold >= 0 <= p.life and p.strength >= 0 <= p.craft and p.fate >= 0
        return State(
            self.book.id, tuple(self.players), self.spaces, self.gold, self.decks, self.stocks, tuple(self.stack),
            self.box, self.effects, self.fight, self.turn, self.round, self.moment, self.held, self.cast, self.crown,
            self.winner, self.result, self.own, self.ply, self.seating, self.won_by, self.texts,
        )  # fmt: skip

    # --- frames ---

    def enter(self, frame: Frame, program: Executable) -> None:
        """Make a frame the running one: load its variables and the subject of its conditions."""
        self.frame = frame
        self.names = program.names
        self.vars = list(frame.slots or program.empty)
        asked = self.asked
        asked.seat, asked.source, asked.other = frame.you, frame.source, frame.other

    def leave(self, pc: int) -> None:
        """Save the running frame to the top of the stack, to continue at `pc`."""
        self.frame = self.stack[-1] = replace(self.frame, pc=pc, slots=tuple(self.vars))

    def push(
        self, key: str, you: int, *, other: int = -1, source: str = "", given: dict[str, Value] | None = None,
        slots: Sequence[Value] | None = None, counted: bool = True,
    ) -> None:  # fmt: skip
        """Queue a frame of a program: pushed after the current operation, it runs before the current frame goes on.

        A program that is begun `TOO_OFTEN` comes to no end; with `counted` False this time is not counted.
        """
        # of several queued by one operation the last runs first; `given` sets variables by name, `slots` all of them
        program = self.runtime.programs[key]
        player = self.players[you]
        if slots is None:
            slots = [given.get(name) for name in program.slots] if given else program.empty
        where = player.space if program.bound_to_space else ""
        born = player.born if program.bound_to_you else 0
        self.pending_frames.append(Frame(key, 0, you, other, source, where, born, tuple(slots)))
        self.stack_changed = True
        if counted:
            begun = (key, you, source)
            n = self.begun[begun] = self.begun.get(begun, 0) + 1
            if n > TOO_OFTEN:
                self.endless = self.endless or (key, source)

    def halt(self, what: str) -> None:
        """Set a pending stop of the running program, fight, encounter, move or turn; applied after the operation."""
        self.pending_stop = what
        self.stack_changed = True

    def get(self, name: str) -> Value:
        """A variable of the running frame."""
        return self.vars[self.names[name]]

    def cards(self, name: str) -> tuple[str, ...]:
        """The cards in a variable of the running frame; () if it holds none."""
        value = self.get(name)
        return tuple(str(card) for card in value) if isinstance(value, tuple) else ()

    def put(self, name: str, value: Value) -> None:
        """Write a variable of the running frame."""
        self.vars[self.names[name]] = value

    # --- what happens ---

    def means(self, card: str, what: Meaning) -> bool:
        """Whether a keyword of a card means something to the rules; of one nobody has named none does."""
        return card != UNSEEN and means(self.book.keywords, self.facts[card], what)

    def rules_meant(self, card: str, what: Meaning) -> tuple[str, ...]:
        """The rules of the keywords by which a card means something, besides those that hold of every card."""
        return rules_meant(self.book.keywords, self.facts[card], what)

    def must_take(self, card: str) -> bool:
        """Whether whoever meets a card has to take it."""
        return self.facts[card].take == "must" or self.means(card, "must_take")

    def tell(self, kind: EventKind, seat: int = -1, **facts: Any) -> None:
        """Append an event; `facts` are its further fields."""
        self.events.append(Event(kind, seat, **facts))

    def set(self, seat: int, **changes: Any) -> Player:
        """Change fields of a player; unless all are `UNLIMITED_FIELDS`, enforce its limits before the next
        operation."""
        player = replace(self.players[seat], **changes)
        self.players[seat] = player
        if not changes.keys() <= UNLIMITED_FIELDS or (self.effects and "gold" in changes):  # gold may fulfil a quest
            self.modifiers[seat] = None
            self.changed_seats.append(seat)
        return player

    def set_effects(self, effects: tuple[Effect, ...]) -> None:
        """Replace the effects and drop the cached modifiers of all seats."""
        self.effects = effects
        self.modifiers = [None] * len(self.players)

    def own_card(self, own: OwnCard) -> None:
        """Add a card that is in no list to the game."""
        self.own = (*self.own, own)
        self.owned = {**self.owned, own.name: own}
        self.facts = self.runtime.facts_with(self.own, self.texts)

    def new_player(self, seat: int, player: Player) -> None:
        """Replace the player of a seat by a new character."""
        self.players[seat] = player
        self.modifiers[seat] = None
        self.changed_seats.append(seat)

    def add_player(self, player: Player, at: int) -> int:
        """Add a seat at a place of the turn order; returns its number, the next one that nobody has had."""
        seat = len(self.players)
        before = self.seating or tuple(range(seat))
        self.seating = (*before[:at], seat, *before[at:])
        self.players.append(player)
        self.modifiers = [None] * len(self.players)
        return seat

    def touch_all(self) -> None:
        """Enforce the limits of all seats before the next operation (an effect began or ended)."""
        self.changed_seats.extend(range(len(self.players)))

    # --- places ---

    def here(self, seat: int) -> int:
        """The board index of the space a seat stands on."""
        return self.board.index[self.players[seat].space]

    def lying(self, space: str) -> tuple[str, ...]:
        """The face-up cards on a space."""
        return self.spaces[self.board.index[space]]

    def lay(self, card: str, space: str) -> None:
        """Put a card face up on a space."""
        at = self.board.index[space]
        self.spaces = put_at(self.spaces, at, (*self.spaces[at], card))
        self._text_changed(card)

    def lift(self, card: str, space: str) -> None:
        """Remove one copy of a card from a space."""
        at = self.board.index[space]
        self.spaces = put_at(self.spaces, at, without(self.spaces[at], card))
        self._text_changed(card)

    def read_text(self, of: str, text: str) -> None:
        """Keep for the rest of the game what only the box has: what a kind of spaces says, or something of a card."""
        self.texts = (*(known for known in self.texts if known[0] != of), (of, text))
        self.facts = self.runtime.facts_with(self.own, self.texts)

    def covers(self, card: str) -> bool:
        """Whether a card covers the space it lies on, also one that is in no list (`DeckFacts.covers`)."""
        return card in self.book.covering or (card in self.owned and self.owned[card].deck in self.book.covers)

    def _text_changed(self, card: str) -> None:
        """Drop the cached modifiers of all seats where a card was laid or lifted that says what holds there."""
        if self.covers(card) or plain_card(card) in self.runtime.imposing:
            self.modifiers = [None] * len(self.players)
            self.touch_all()

    def set_gold(self, at: int, n: int) -> None:
        """Set the gold lying on the space with this board index."""
        self.gold = put_at(self.gold, at, n)

    def stock(self, name: str, n: int) -> None:
        """Change the copies left of a card of the stock by `n`."""
        at = self.runtime.stock_index[name]
        self.stocks = put_at(self.stocks, at, self.stocks[at] + n)

    def deck(self, name: str) -> Deck:
        """A deck by name."""
        return self.decks[self.runtime.deck_index[name]]

    def set_deck(self, name: str, **changes: Any) -> None:
        """Change fields of a deck."""
        at = self.runtime.deck_index[name]
        self.decks = put_at(self.decks, at, replace(self.decks[at], **changes))

    def copies_left(self, card: str, n: int) -> None:
        """Change the copies left of a card in its deck by `n`."""
        deck = self.home_of(card)
        if card in self.owned:
            own = self.deck(deck).own
            self.set_deck(deck, own=(*own, *(card,) * n) if n > 0 else without(own, card))
            return
        at, left = self.runtime.card_index[deck][card], self.deck(deck).left
        self.set_deck(deck, left=put_at(left, at, left[at] + n))

    def return_card(self, card: str) -> None:
        """Put a card back without its counters: to its discard pile or the stock; one of neither goes to the box."""
        name, (place, _, home) = plain_card(card), self.pile_of(card).partition(":")
        if self.covers(name):
            self.copies_left(name, 1)
        elif place == "discards":
            self.set_deck(home, discards=(*self.deck(home).discards, name))
        elif place == "stock":
            self.stock(name, 1)
        else:
            self.box = (*self.box, name)

    def pile_of(self, card: str) -> str:
        """Where a card is put back: `discards:DECK`, `deck:DECK` if it covers a space, `stock`, or `box`."""
        home = self.book.face_down if card == UNSEEN else self.home_of(plain_card(card))
        if self.covers(card):
            return f"deck:{home}"
        return "stock" if home == "stock" else f"discards:{home}" if home else "box"

    def home_of(self, name: str) -> str:
        """The deck of a card, or `stock`; "" for a card in no list that no deck counts."""
        return self.owned[name].deck if name in self.owned else self.book.deck_of.get(name, "")

    def standing(self, space: str, besides: int = -1) -> list[int]:
        """Seats with a character on a space, in turn order from the active seat, without the seat `besides`."""
        return [
            s for s in self.order() if s != besides and self.players[s].space == space and self.players[s].character
        ]

    def alone(self, seat: int) -> bool:
        """Whether no other character stands on the seat's space."""
        space = self.players[seat].space
        return sum([p.space == space and p.character != "" for p in self.players]) < 2

    def order(self, first: int | None = None) -> list[int]:
        """All seats in turn order from `first`, by default the active seat."""
        n, first = len(self.players), self.turn if first is None else first
        if not self.seating:
            return [(first + i) % n for i in range(n)]
        at = self.seating.index(first)
        return [*self.seating[at:], *self.seating[:at]]

    def next_person(self, seat: int) -> int:
        """The next seat in turn order whose person is at the table; the seat itself if there is no other."""
        return next((s for s in self.order(seat)[1:] if not (self.players[s].gone or self.players[s].paused)), seat)

    def alive(self, seat: int) -> bool:
        """Whether the seat has a character on the board."""
        return seat >= 0 and bool(self.players[seat].character)


def working_state(state: State) -> WorkingState:
    """A new working state of a state, with the book it is played by.

    >>> from talisman_nb.engine import new_game
    >>> working_state(new_game([("Ada", "dwarf"), ("Bruno", "thief")])).standing("crags")
    [0]
    """
    return WorkingState(book_of(state.book), state)


Item = TypeVar("Item")


def put_at(items: tuple[Item, ...], at: int, item: Item) -> tuple[Item, ...]:
    """A copy of the tuple with the item at one index replaced.

    >>> put_at((1, 2, 3), 1, 5)
    (1, 5, 3)
    """
    return (*items[:at], item, *items[at + 1 :])


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A copy of the tuple with the first copy of a card removed; raises `ValueError` if there is none.

    >>> without(("sword", "axe", "sword"), "sword")
    ('axe', 'sword')
    """
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


class Asked:
    """The subject of a condition or amount: seat, source, second party, and a modifier's variables.

    A variable that is not among `slots` is looked up in the running frame.
    """

    __slots__ = ("other", "seat", "slots", "source")

    def __init__(self, seat: int, source: str = "", other: int = -1, slots: tuple[tuple[str, Any], ...] = ()) -> None:
        self.seat, self.source, self.other, self.slots = seat, source, other, slots
