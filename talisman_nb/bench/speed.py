"""Measures answers per second, copies of states, saving, import time and chances, each against a peer."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import chess
import icepool
import msgspec
from msgspec.structs import replace

from talisman_nb.bench import Measurement, micros, per_second
from talisman_nb.board.load import board_from_texts
from talisman_nb.engine import ask, interpreter, new_game, step
from talisman_nb.engine.view import seen_by
from talisman_nb.model import Answer, State, decode, encode
from talisman_nb.notation.situation import situation
from talisman_nb.odds import Odds, best_fight, chance_of_crown, fight_odds
from talisman_nb.panels.sync.feed import Feed
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import Book, ensure_valid, open_book
from talisman_nb.rules.layers import JOIN, Layer, stack
from talisman_nb.table import Table
from talisman_nb.text.questions.question import question

COMPILED = not str(interpreter.__file__).endswith(".py")
ANSWER_LIMIT = 3_000
"""Upper bound of the answers in a random game."""
ROUNDS = 5
"""Rounds of each benchmark, whose median counts."""
PRESSES = 200
"""Answers, and rows of the peer, saved in one round."""


def random_game(dice: random.Random, players: int) -> int:
    """Play a random game with full asks, reasons and events; return its number of answers."""
    characters = dice.sample(open_book().characters, players)
    state = new_game([(f"P{i}", character) for i, character in enumerate(characters)])
    for answers in range(ANSWER_LIMIT):
        found = ask(state)
        if found.kind == "over":
            return answers
        if found.chance:
            key = found.options[int(dice.random() * len(found.options))].key
        else:
            keys = found.open()
            key = keys[int(dice.random() * len(keys))]
        state, _ = step(state, Answer(state.ply, key))
    return ANSWER_LIMIT


def chess_game(dice: random.Random) -> int:
    """Play a game of random legal moves; return its number of moves."""
    board = chess.Board()
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return len(board.move_stack)


def middle_of_a_game(answers: int = 400) -> State:
    """Return a state some rounds into a random game of four."""
    dice = random.Random(4)
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief"), ("Carla", "troll"), ("Dario", "warrior")])
    for _ in range(answers):
        found = ask(state)
        keys = [option.key for option in found.options] if found.chance else found.open()
        state, _ = step(state, Answer(state.ply, dice.choice(keys)))
    return state


def new_folder(folder: Path) -> Path:
    """Create a folder and return it."""
    folder.mkdir()
    return folder


def saved_presses(folder: Path) -> float:
    """Return the time of one answer in microseconds, at a table that syncs its file after each."""
    table = Table.new(
        {"Ada": "dwarf", "Bruno": "thief"}, path=folder / "bench.talisman", dice="virtual", cards="virtual", seed=1
    )
    dice, start = random.Random(1), perf_counter()
    for _ in range(PRESSES):
        keys = [option.key for option in table.ask.options if not option.closed]
        table.roll() if table.ask.chance else table.answer(dice.choice(keys))
    spent = perf_counter() - start
    table.close()
    return spent / PRESSES * 1e6


def sqlite_rows(folder: Path) -> float:
    """Return the time of one row inserted in SQLite in microseconds; as durable: rollback journal, full sync."""
    with closing(sqlite3.connect(folder / "peer.sqlite", isolation_level=None)) as link:
        link.executescript(
            "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL; CREATE TABLE answers (line TEXT)"
        )
        start = perf_counter()
        for _ in range(PRESSES):
            link.execute("INSERT INTO answers VALUES (?)", ("x" * 300,))
        return (perf_counter() - start) / PRESSES * 1e6


def read_layers(layers: Sequence[Layer]) -> Book:
    """Read, merge and check layers as if none had been read before."""
    board_from_texts.cache_clear()
    return ensure_valid(
        Book(JOIN.join(layer.name for layer in layers), layers=[Layer(x.name, x.texts) for x in layers])
    )


def opening_measurement() -> Measurement:
    """Opening a book of three layers beside one of a single layer, taken in turns."""
    mine = Layer("mine", {"adventure/cards.toml": '[wolf]\nlike = "wolf"\nstrength = 4\n[siren]\ngone = true'})
    one, three = stack("revised4"), (*stack("second"), mine)
    times: list[tuple[float, float]] = []
    for _ in range(2 * ROUNDS):
        start = perf_counter()
        read_layers(one)
        middle = perf_counter()
        read_layers(three)
        times.append((middle - start, perf_counter() - middle))
    single, stacked = (1000 * median(each) for each in zip(*times, strict=True))
    return Measurement("opening a book of three layers", stacked, "ms", "a book of one layer", single, at_most=1.3)


def speed_measurement(seconds: float) -> Measurement:
    """Answers per second beside moves of python-chess, taken in turns.

    `seconds` is the duration of one round of Talisman games; a chess round lasts a fifth (1 / `ROUNDS`) of it.
    """
    dice = random.Random(7)
    random_game(dice, 4)
    ours, peer = [], []
    for _ in range(ROUNDS):
        peer.append(per_second(lambda: chess_game(dice), seconds / ROUNDS))
        ours.append(per_second(lambda: random_game(dice, dice.randint(2, 6)), seconds))
    return Measurement(
        f"answers in random whole games{' (compiled engine)' if COMPILED else ''}",
        median(ours),
        "1/s",
        "python-chess random legal moves",
        median(peer),
        at_least=3.0 if COMPILED else 1.5,
    )


def engine_measurements(seconds: float) -> list[Measurement]:
    """Run the engine benchmarks: speed in rounds of `seconds`, copies, saves."""
    speed = speed_measurement(seconds)
    state = middle_of_a_game()
    board = chess.Board()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        rounds = [
            (saved_presses(new_folder(here / f"ours{n}")), sqlite_rows(new_folder(here / f"peer{n}")))
            for n in range(ROUNDS)
        ]
    saved, rows = (median(each) for each in zip(*rounds, strict=True))
    copy_of_chess = micros(lambda: board.copy(stack=False))
    return [
        speed,
        Measurement(
            "a state with one field changed",
            micros(lambda: replace(state, ply=1)),
            "us",
            "python-chess copy without stack",
            copy_of_chess,
            at_most=1.0,
        ),
        Measurement("save: encode", micros(lambda: encode(state)), "us"),
        Measurement("save: decode", micros(lambda: decode(encode(state))), "us"),
        Measurement("save: size", float(len(encode(state))), "bytes"),
        Measurement(
            "a press, worked out and synced to the disk",
            saved,
            "us",
            "a row in SQLite with full sync",
            rows,
            at_most=1.0,
        ),
        opening_measurement(),
    ]


SIX = {"Ada": "dwarf", "Bruno": "thief", "Carla": "troll", "Dario": "warrior", "Elena": "elf", "Fausto": "monk"}
LATE = 2_000
"""Answers before those that are late."""
COUNTED = 200
"""Answers measured at either end."""


def press_by_chance(table: Table, dice: random.Random) -> dict[str, Any]:
    """Return a press of somebody who answers by chance."""
    asked = table.ask
    keys = [option.key for option in asked.options if not option.closed]
    said = {"type": "roll"} if asked.chance else {"type": "answer", "key": dice.choice(keys)}
    return {**said, "view": "bench-1", "ply": asked.ply}


def play_timed(seed: int, answers: int) -> list[tuple[float, int]]:
    """Play a game; return for each answer its seconds of processor time, with the screen, and bytes sent."""
    table, dice = Table.new(SIX, dice="virtual", cards="virtual", spells="known", seed=seed), random.Random(seed)
    panel = TableController(table)
    feed = Feed(panel)
    found: list[tuple[float, int]] = []
    feed.advance()
    while len(found) < answers and table.ask.kind != "over":
        message, start = press_by_chance(table, dice), process_time()
        panel.handle(message)
        sent = feed.advance("bench-1")
        found.append((process_time() - start, len(msgspec.json.encode(sent))))
    return found


def answer_measurements() -> list[Measurement]:
    """Measure time and bytes of late answers against early ones of one game, after another to warm up."""
    whole = LATE + COUNTED
    play_timed(0, COUNTED)
    game = next(found for seed in range(100) if len(found := play_timed(seed, whole)) == whole)
    early, late = game[:COUNTED], game[LATE:]
    (soon, few), (then, many) = ((median(each) for each in zip(*part, strict=True)) for part in (early, late))
    name, peer = f"an answer after {LATE:,} others", f"one of the first {COUNTED}"
    return [
        Measurement(f"{name}: time", then * 1e6, "us", peer, soon * 1e6, at_most=1.5),
        Measurement(f"{name}: bytes", many, "bytes", peer, few, at_most=1.5),
        Measurement("bytes sent per answer, median", median(size for _, size in game), "bytes", at_most=8192.0),
    ]


PEER = """
import ipywidgets, anywidget, networkx
class Counter(anywidget.AnyWidget):
    _esm = "export default {}"
shown = Counter()
"""
WIDGET = """
from talisman_nb import Table, companion
shown = companion(Table.new({"Ada": "dwarf", "Bruno": "thief"}))
"""
TIMED = "from time import process_time as t; a = t()\n{}\nprint((t() - a) * 1000)"
STARTS = 9


def start_ms(statements: str) -> float:
    """Return the milliseconds of processor time that statements take in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", TIMED.format(statements)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def import_measurements() -> list[Measurement]:
    """Return the measurement of the medians: imports and a first widget on both sides, once caches are warm.

    Rounds alternate, so that load on the machine affects both alike.
    """
    start_ms(WIDGET)  # what is kept of the program's files is made by the first
    ours, peer = [], []
    for _ in range(STARTS):
        ours.append(start_ms(WIDGET))
        peer.append(start_ms(PEER))
    return [
        Measurement(
            "imports and first widget",
            median(ours),
            "ms",
            "ipywidgets + anywidget + networkx, and a widget",
            median(peer),
            at_most=1.5,
        )
    ]


# --- chances: odds of fights against icepool, what a companion shows beside a question, the way to the Crown ---

ONE_DIE = "dwarf crags, fate 1 | thief city > 1 > anticlockwise > bear"
HIGHEST = "warrior crags, fate 1 | thief city > 1 > anticlockwise > bear"
DUEL = "dwarf fields-2, fate 1 | thief crags, fate 1 > 1 > clockwise > attack:1"
TO_CROWN = "warrior sentinel, has talisman, strength 12, fate 1 | thief city"
"""Positions that are measured; they stay the same from version to version."""
QUESTIONS = 300
"""Questions of a random game whose chances are measured."""
RUNS = 50


def rank(die: icepool.Die[int]) -> tuple[Fraction, Fraction]:
    """Won more often, else lost less often."""
    return die.probability("==", 1), -die.probability("==", -1)


def by_icepool(mine: int, theirs: int, fate: bool, their_fate: bool, dice: int = 1) -> Odds:
    """The odds of a fight, counted by icepool: the highest of `dice` against one die, each side may reroll one."""

    def compared(high: int, face: int) -> int:
        a, b = mine + high, theirs + face
        return (a > b) - (a < b)

    @cache
    def defended(high: int, face: int) -> icepool.Die[int]:
        kept = icepool.Die([compared(high, face)])
        return (
            max(kept, icepool.d6.map(lambda new: compared(high, new)), key=lambda die: rank(-die))
            if their_fate
            else kept
        )

    @cache
    def again(others: int, face: int) -> icepool.Die[int]:
        return icepool.d6.map(lambda new: defended(max(new, others), face))

    def attacked(ours: tuple[int, ...], face: int) -> icepool.Die[int]:
        kept = defended(max(ours), face)
        if not fate:
            return kept
        rerolled = [again(max((*ours[:at], *ours[at + 1 :]), default=0), face) for at in range(dice)]
        return max([kept, *rerolled], key=rank)

    both = icepool.map(attacked, icepool.tupleize(*[icepool.d6] * dice), icepool.d6, star=False)
    return Odds(both.probability("==", 1), both.probability("==", 0), both.probability("==", -1))


def compared_plainly() -> Odds:
    """The odds of one die each without fate, as one writes it with icepool."""
    difference = (icepool.d6 + 3) - (icepool.d6 + 3)
    return Odds(difference.probability(">", 0), difference.probability("==", 0), difference.probability("<", 0))


def states_of_a_game(seed: int = 5) -> Iterator[State]:
    """The states of a random game of four."""
    dice = random.Random(seed)
    state = new_game([(f"P{at}", character) for at, character in enumerate(dice.sample(open_book().characters, 4))])
    while ask(state).kind != "over":
        yield state
        found = ask(state)
        keys = [option.key for option in found.options] if found.chance else found.open()
        state, _ = step(state, Answer(state.ply, dice.choice(keys)))


def slowest_question() -> float:
    """Return the milliseconds within which 95 of 100 questions of a random game have everything beside them."""
    times = []
    for _, state in zip(range(QUESTIONS), states_of_a_game(), strict=False):
        found, seen = ask(state), seen_by(state)
        asked = question(seen, found, "en")
        start = process_time()
        with_parts(asked, seen, found, "en")
        times.append(1000 * (process_time() - start))
    return sorted(times)[int(0.95 * len(times))]


def odds_measurements() -> list[Measurement]:
    """Run the benchmarks of chances, each fight beside the same counted by icepool."""
    one, highest, duel = situation(ONE_DIE), situation(HIGHEST), situation(DUEL)
    peers: tuple[tuple[str, Callable[[], Odds], Callable[[], Odds]], ...] = (
        ("one die each", lambda: fight_odds(one), compared_plainly),
        ("one die each, fate", lambda: fight_odds(one, fate=True), lambda: by_icepool(3, 3, True, False)),
        ("highest of two, fate", lambda: fight_odds(highest, True), lambda: by_icepool(4, 3, True, False, dice=2)),
        ("characters, fate of both", lambda: fight_odds(duel, True), lambda: by_icepool(3, 3, True, True)),
    )
    found = []
    for name, ours, theirs in peers:
        if ours() != theirs():
            raise ValueError(f"{name}: the odds differ, {ours()} and {theirs()}")
        mine = micros(ours, RUNS)
        found += [
            Measurement(f"odds, {name}", mine, "us", at_most=1_000.0),
            Measurement(f"odds, {name}", mine, "us", "icepool", micros(theirs, RUNS // 5), at_most=1.0),
        ]
    crown = situation(TO_CROWN)
    return [
        *found,
        Measurement("the best fight, every decision", micros(lambda: best_fight(one), RUNS // 5), "us"),
        Measurement("everything beside a question, 95 %", slowest_question(), "ms", at_most=20.0),
        Measurement("Sentinel to Crown, exactly", micros(lambda: chance_of_crown(crown), 1, 3) / 1e6, "s", at_most=2.0),
    ]
