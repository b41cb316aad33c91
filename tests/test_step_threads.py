"""Does each thread play its own game, though a thread remembers the state it made last? Also where it is compiled."""

from __future__ import annotations

from threading import Barrier, Thread

from talisman_nb.engine import ask, new_game, step
from talisman_nb.engine.stepping import _last
from talisman_nb.model import Answer, State


def test_a_thread_remembers_nothing_of_another() -> None:
    together, kept, made = Barrier(2, timeout=20), {}, {}

    def play(name: str, character: str) -> None:
        state: State = new_game([(name, character), ("Bruno", "thief")])
        for face in "123456":
            together.wait()
            key = face if face in ask(state).open() else ask(state).open()[0]
            state, _ = step(state, Answer(state.ply, key))
            together.wait()
            last = _last().made
            kept[name] = last is not None and last[0] is state and last[2].players[0].name == name
        made[name] = state

    threads = [Thread(target=play, args=each) for each in (("Ada", "dwarf"), ("Cleo", "elf"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert kept == {"Ada": True, "Cleo": True}
    assert {name: state.players[0].name for name, state in made.items()} == {"Ada": "Ada", "Cleo": "Cleo"}
