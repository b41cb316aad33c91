"""Is the state of a table sound and its past intact whatever is done, in any order? A Hypothesis state machine."""

from __future__ import annotations

import random

from editions import EXPANDED
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from people import some_change

from talisman_nb.engine import NotAllowedError, asides, view
from talisman_nb.model import Change, State, decode, encode
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table

CHARACTERS = open_book().characters
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Franz")


class AtTheTable(RuleBasedStateMachine):
    """Answers, asides, wrong answers, corrections, people who come and go, undo and redo, in any order."""

    table: Table
    held: list[tuple[int, State]]

    @initialize(
        characters=st.lists(st.sampled_from(CHARACTERS), min_size=2, max_size=6, unique=True), real=st.booleans(),
        edition=st.sampled_from((BASE, *EXPANDED)),
    )  # fmt: skip
    def begin(self, characters: list[str], real: bool, edition: str) -> None:
        kind = "physical" if real else "virtual"
        people = list(zip(NAMES, characters, strict=False))
        self.table = Table.new(people, edition, dice=kind, cards=kind, seed=1)

    @precondition(lambda self: self.table.ask.kind != "over")
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        keys = [key for key in self.table.ask.open() if key != "own"]
        self.table.answer(data.draw(st.sampled_from(keys), label=self.table.ask.kind))

    @precondition(lambda self: self.table.ask.chance)
    @rule()
    def roll_for_me(self) -> None:
        self.table.roll()

    @rule(data=st.data())
    def put_in(self, data: st.DataObject) -> None:
        seat = data.draw(st.integers(0, len(self.table.state.players) - 1))
        keys = [option.key for option in asides(self.table.state, seat) if not option.closed]
        if keys:
            self.table.answer(data.draw(st.sampled_from(keys)), seat)

    @rule(key=st.sampled_from(["7", "0", "nonsense", "cast:fireball", "drop:the moon", "use:", ""]))
    def say_something_wrong(self, key: str) -> None:
        before = self.table.state
        try:
            self.table.answer(key)
        except NotAllowedError as refused:
            assert refused.cites and self.table.state == before
        else:
            raise AssertionError(f"{key!r} was taken")

    @rule(what=st.sampled_from(["life", "gold", "fate", "strength"]), n=st.integers(1, 6), data=st.data())
    def set_straight(self, what: str, n: int, data: st.DataObject) -> None:
        alive = [seat for seat, player in enumerate(self.table.state.players) if player.character]
        if alive and self.table.ask.kind != "over":
            self.table.change(Change(what, data.draw(st.sampled_from(alive)), n))

    @precondition(lambda self: self.table.ask.kind != "over")
    @rule(seed=st.integers(0, 10_000))
    def come_and_go(self, seed: int) -> None:
        before = self.table.state
        try:
            self.table.change(some_change(before, random.Random(seed)))
        except NotAllowedError as refused:
            assert refused.cites and self.table.state == before

    @precondition(lambda self: self.table.can_undo)
    @rule()
    def back_and_forth(self) -> None:
        after = self.table.state
        self.table.undo()
        assert self.table.state != after
        self.table.redo()
        assert self.table.state == after

    @precondition(lambda self: self.table.can_undo)
    @rule()
    def undo(self) -> None:
        self.table.undo()

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "table"):
            state = self.table.state
            assert violations(state) == []
            assert decode(encode(state)) == state
            assert view(state).players[0].name == state.players[0].name


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(
    max_examples=40, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
