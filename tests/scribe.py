"""The scribe of a table: presses what the panel shows, as people play with real dice and cards, and counts inputs."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.screen.values import Choice, Question


@dataclass
class Scribe:
    """Somebody at the laptop. One input is one key, click or tap, or one typed entry with its Enter."""

    panel: TableController
    inputs: int = 0
    turns: Counter[tuple[int, int]] = field(default_factory=Counter)  # inputs by round and seat of the turn
    kinds: Counter[str] = field(default_factory=Counter)  # inputs by kind and purpose of the question

    @classmethod
    def at(cls, table: Table) -> Scribe:
        return cls(TableController(table))

    @property
    def table(self) -> Table:
        assert self.panel.table is not None
        return self.panel.table

    @property
    def question(self) -> Question:
        found = self.panel.screen().question
        assert found is not None
        return found

    def press(self, *keys: str | int) -> Scribe:
        """Press options or offers by what they answer, or the face of a die."""
        for key in keys:
            self._shown(str(key))
            self._send({"type": "answer", "ply": self.question.ply, "key": str(key)})
        return self

    def buy(self, seat: int, key: str) -> Scribe:
        """Press a ware in the row of a later buyer."""
        shop = self.question.shop
        assert shop and any(buyer.who.seat == seat and key in buyer.keys for buyer in shop.buyers), shop
        self._send({"type": "answer", "ply": self.question.ply, "key": f"buyer:{seat}/{key}"})
        return self

    def enter(self, *cards: str) -> Scribe:
        """Type the cards that were drawn, as one entry."""
        question = self.question
        assert question.kind == "card", f"no card is asked for, but {question.headline!r}"
        self._send({"type": "answer", "ply": question.ply, "keys": list(cards)})
        return self

    def open(self, drawer: str) -> Scribe:
        """Open a drawer: the panel's own affair, nothing is sent."""
        self._count(f"drawer {drawer}")
        return self

    def send(self, **message: object) -> Scribe:
        """Press something beside the question: undo, a line of the journal, an aside."""
        self._send(message)
        return self

    def _shown(self, key: str) -> Choice:
        question = self.question
        open_ = {choice.key: choice for choice in (*question.options, *question.offers) if not choice.closed}
        assert key in open_, f"{question.headline!r}: {key!r} is not open, but {list(open_)}"
        return open_[key]

    def _send(self, message: dict[str, object]) -> None:
        found = self.table.ask
        self._count(f"{found.kind}/{found.purpose}")
        reply = self.panel.handle(message)
        note = self.panel.screen().note if reply is None else ""
        assert self.table.ask is not found or reply is not None or message["type"] == "hold-on", note

    def _count(self, what: str) -> None:
        state = self.table.state
        self.inputs += 1
        self.turns[state.round, state.turn] += 1
        self.kinds[what] += 1


@dataclass
class Evening:
    """People who throw real dice, draw real cards and choose as most would; `seed` makes them the same again."""

    scribe: Scribe
    dice: random.Random

    def play(self, rounds: int) -> Scribe:
        """Play until so many rounds are over; return the scribe with its counts."""
        scribe = self.scribe
        while scribe.table.state.round <= rounds and scribe.table.ask.kind != "over":
            self.answer()
        for turn in [turn for turn in scribe.turns if turn[0] > rounds]:
            del scribe.turns[turn]
        return scribe

    def answer(self) -> None:
        """Answer the question that is shown."""
        scribe, found = self.scribe, self.scribe.table.ask
        if found.kind == "die":
            scribe.press(self.dice.randint(1, 6))
        elif found.kind == "card":
            scribe.enter(*self._drawn())
        else:
            scribe.press(self._chosen())

    def _drawn(self) -> list[str]:
        found = self.scribe.table.ask
        left = Counter({option.key: n for option, n in zip(found.options, found.weights, strict=True) if n})
        cards = []
        for _ in range(max(found.n, 1)):
            [card] = self.dice.choices(list(left), list(left.values()))
            left -= Counter([card])
            cards.append(card)
        return cards

    def _chosen(self) -> str:
        found = self.scribe.table.ask
        open_ = [choice.key for choice in self.scribe.question.options if not choice.closed]
        if found.kind == "whom" and self.dice.random() < 0.75:
            return "the space" if "the space" in open_ else open_[0]
        if found.kind == "result":
            fate = [offer.key for offer in found.offers if offer.verb == "fate" and not offer.closed]
            return self.dice.choice([*fate[:1], *open_])
        if found.kind in ("take", "shop", "amount", "fight", "close"):
            return "all" if "all" in open_ else open_[0]
        return self.dice.choice(open_)
