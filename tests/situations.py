"""Situations for tests: who stands where with what, whose turn it is, what lies on the board; then answers by key.

game = situation(seat("dwarf", "fields-1", goods=("sword",)), seat("thief", "city"), lying={"fields-3": ("bear",)})
game.walk("fields-3").say("fight", 6, 1)
assert game[0].trophies == ("bear",)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editions import turned
from msgspec.structs import replace

from talisman_nb.engine import asides, ask, step
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Change, Effect, Event, OwnCard, Player, State
from talisman_nb.model.situation import Position, Seat
from talisman_nb.notation.layout import laid_out, open_edition
from talisman_nb.rules.book import Book, book_of
from talisman_nb.rules.index import rule_index
from talisman_nb.rules.layers import BASE
from talisman_nb.simulate.invariants import violations

RULES = frozenset(rule_index())
TURNED = turned(BASE)
"""House rules of a table that plays everything the other way."""


TOAD = {"form": "toad", "form_left": 3}
"""What a seat has that was just turned into a Toad."""
TALISMAN = "talisman/talisman"
"""A Talisman of the stock, as a quest or a space gives it."""


def seat(character: str, space: str, **figures: Any) -> tuple[str, str, dict[str, Any]]:
    """A player: character, space, and any figure or card that is not as printed."""
    return character, space, figures


class Game:
    """A game at an ask; every step is looked at for what must always hold; where nobody can answer, nobody does."""

    def __init__(self, state: State) -> None:
        self.state, self.events = state, []  # type: ignore[var-annotated]

    def __getitem__(self, who: int) -> Player:
        return self.state.players[who]

    @property
    def ask(self) -> Ask:
        """What the game waits for."""
        return ask(self.state)

    def say(self, *keys: str | int) -> Game:
        """Answer one question after the other."""
        for key in keys:
            self._step(Answer(self.state.ply, str(key)))
        return self

    def until(self, kind: str) -> Game:
        """Answer quietly, with every die a 1, until such a question comes."""
        for _ in range(30):
            if self.ask.kind == kind:
                return self
            self.say(quiet(self.ask) if self.ask.kind != "die" else 1)
        raise AssertionError(f"no {kind} is asked, but {self.ask}")

    def aside(self, who: int, key: str) -> Game:
        """Something a seat puts in before the question is answered."""
        self._step(Answer(self.state.ply, key, who))
        return self

    def by_hand(self, *changes: Change) -> Game:
        """Corrections."""
        self._step(Answer(self.state.ply, "hand", 0, changes=changes))
        return self

    def own(self, name: str, kind: str, **figures: int) -> Game:
        """A card that is in no list was drawn."""
        self._step(Answer(self.state.ply, "own", own=OwnCard(name, kind, **figures)))
        return self

    def _step(self, answer: Answer) -> None:
        self._one(answer)
        while self.ask.kind == "react" and not any(self.may(who) for who in range(len(self.state.players))):
            self._one(Answer(self.state.ply, "nobody"))

    def _one(self, answer: Answer) -> None:
        self.state, events = step(self.state, answer)
        self.events += events
        assert violations(self.state) == []
        for event in events:
            assert event.cites and RULES.issuperset(event.cites), f"{event.kind} cites {event.cites}"

    def walk(self, space: str) -> Game:
        """Move the active character to a space its die can reach, whatever the die must show for it."""
        if self.ask.kind == "way":
            return self.say(self._way(space))
        assert (self.ask.kind, self.ask.purpose) == ("die", "move"), self.ask
        for face in "123456":
            tried = Game(self.state).say(face)
            if tried._way(space):
                return self.say(face, tried._way(space))
        raise AssertionError(f"{space} is out of reach from {self[self.state.turn].space}")

    def _way(self, space: str) -> str:
        return next((o.key for o in self.ask.options if o.space == space and not o.closed), "")

    def way_to(self, space: str) -> str:
        """The key of the way that ends on a space."""
        return next(option.key for option in self.ask.options if option.space == space)

    def keep(self) -> Game:
        """Keep a result that fate could change, if that is asked."""
        return self.say("keep") if self.ask.kind == "result" else self

    def turn_of(self, who: int) -> Game:
        """End the running turn, and the others', without ado until a seat's turn begins."""
        for _ in range(400):
            if self.state.turn == who and self.ask.purpose == "move" and self.ask.kind == "die":
                return self
            self.say(quiet(self.ask))
        raise AssertionError(f"seat {who} does not come to its turn")

    def turn_end(self) -> Game:
        """Quietly to the end of the running turn."""
        turn = self.state.turn
        while self.state.turn == turn:
            self.say(quiet(self.ask))
        return self

    def next_turn(self) -> Game:
        """Quietly to the next turn of the seat whose turn it is."""
        me = self.state.turn
        other = False
        for _ in range(200):
            other = other or self.state.turn != me
            if other and self.state.turn == me and self.ask.purpose == "move":
                return self
            self.say(quiet(self.ask))
        raise AssertionError("the turn does not come round")

    def open(self) -> tuple[str, ...]:
        """What may be answered."""
        return self.ask.open()

    def closed(self, key: str) -> str:
        """Why an option is closed; "" when it is open."""
        return next(o.closed for o in (*self.ask.options, *self.ask.offers) if o.key == key)

    def may(self, who: int) -> tuple[str, ...]:
        """The asides open to a seat."""
        return tuple(option.key for option in asides(self.state, who) if not option.closed)

    def total(self, who: int, what: str) -> int:
        """Strength or craft as it counts now."""
        return total(working_state(self.state), who, what)

    def lying(self, space: str) -> tuple[str, ...]:
        """The cards on a space."""
        return self.state.spaces[book_of(self.state.book).board.index[space]]

    def gold(self, space: str) -> int:
        """The gold on a space."""
        return self.state.gold[book_of(self.state.book).board.index[space]]

    def told(self, kind: str) -> list[Event]:
        """The events of one kind so far."""
        return [event for event in self.events if event.kind == kind]

    def discards(self, deck: str) -> tuple[str, ...]:
        """The discard pile of a deck."""
        return self.state.decks[book_of(self.state.book).decks.index(deck)].discards


def on_quest(game: Game, who: int, quest: int) -> Game:
    """The seat has accepted this quest of the Warlock."""
    effect = Effect("space.warlocks-cave.quest", "seat", who, owner=who, source="space.warlocks-cave", slots=(quest,))
    game.state = replace(game.state, effects=(effect,))
    return game


HARMLESS = ("done", "nobody", "keep", "none", "the space", "leave", "fight")


def quiet(found: Ask) -> str:
    """The answer that does least."""
    keys = found.open()
    for key in HARMLESS:
        if key in keys:
            return key
    if found.kind == "card":
        return next((k for k in ("water-bottle", "sword", "ring", "bag-of-gold") if k in keys), keys[0])
    return keys[0]


def situation(
    *seats: tuple[str, str, dict[str, Any]],
    turn: int = 0,
    lying: Mapping[str, Iterable[str]] | None = None,
    gold: Mapping[str, int] | None = None,
    house: Mapping[str, Any] | None = None,
    arrived: bool = False,
    edition: str = BASE,
) -> Game:
    """A game at the first question of a turn, or where the move is done; every card comes out of its deck or stock.

    In an edition without fate the seats have none, whatever their figures say.
    """
    on = {space: tuple(cards) for space, cards in (lying or {}).items()}
    unknown = () if open_edition(edition, house or {}).table["fate.used"] else ("fate",)
    stand = tuple(
        Seat(character, space, {name: figure for name, figure in figures.items() if name not in unknown})
        for character, space, figures in seats
    )
    rules = {"edition": edition, "house": dict(house or {})}
    game = Game(laid_out(Position(stand, **rules, turn=turn, arrived=arrived, lying=on, gold=dict(gold or {}))))
    assert violations(game.state) == []
    return game


def lets_draw(book: Book, card: str) -> tuple[str, ...]:
    """What lies on a space so that a card may be drawn: where no space draws from its deck, a card that covers one."""
    drawn = book.deck_of[card] in {book.deck_at(space) for space in book.board.spaces}
    return () if drawn else tuple(sorted(book.covering))[:1]


def gold_with(book: Book, cards: Iterable[str], n: int) -> int:
    """So much gold, or none where one of these cards lets its owner have none."""
    mods = (mod for card in cards for mod in book.card(card).held)
    return 0 if any(getattr(mod, "act", "") == "take_gold" for mod in mods) else n


def after_the_move(book: Book) -> int:
    """Where the encounter is called in the program of the turn."""
    code = book.programs["turn.turn.do"].code
    return next(at for at, (name, op, _) in enumerate(code) if name == "call" and op.program == "encounter")
