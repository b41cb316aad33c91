"""Does the program play the seats that are its own, and no other: by the door of people, hidden, undone, kept?"""

from __future__ import annotations

import json
import random
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from editions import BORROWED, TESTED
from hosted import Evening
from msgspec import to_builtins

from talisman_nb.bots import RandomBot, View, Weighed, at_table, open_options, view_of
from talisman_nb.bots.at_table import COURSES, Thinking, by_habit, seen_by_all, why
from talisman_nb.bots.players import GreedyPlayer
from talisman_nb.engine import ask
from talisman_nb.model import EVERYBODY, UNSEEN, read_key
from talisman_nb.model.kinds import BOARD_TEXT
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table import bot_seats
from talisman_nb.panels.table.controller import TableController
from talisman_nb.simulate import PLAYERS
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.records import BOT, BOT_ROLLED, BOTS, PERSON, TEMPOS, Settings
from talisman_nb.text.names import LANGUAGES

OPEN_BOX = "third"
"""Its cards are documented nowhere: people type those drawn, also for seats of the program."""
FOUR = ("Ada", "Bruno", "Carla", "Dora")


def table_of(kind: str = "greedy", edition: str = TESTED[0], seed: int = 3, **more: Any) -> Table:
    """A table of one person and three seats of the program, all dice and cards on the screen."""
    table = Table.new(FOUR, edition, **{"dice": "virtual", "cards": "virtual", "seed": seed, **more})
    table.set(bots=("", kind, kind, kind))
    return table


def goes_on(controller: TableController) -> Any:
    """Let the program do one thing, as a view does: it asks until somebody has answered."""
    table = controller.table
    assert table is not None
    for _ in range(2_000):
        reply = controller.handle({"type": "bot", "ply": table.state.ply})
        if reply is None:
            return None
        sleep(0.001)
    raise AssertionError(f"the program answers nothing to {table.ask}")


def person_answers(controller: TableController, lot: random.Random) -> None:
    """Answer by lot what people are asked; a card or character of an open box is typed."""
    table = controller.table
    assert table is not None
    found, ply = table.ask, table.state.ply
    if "own" in found.open() or (found.kind == "character" and not found.options):
        said = RandomBot(lot.randrange(99), asides=0).answer(table.state)
        words = {"own": to_builtins(said.own)} if said.own else {"key": said.key}
        controller.handle({"type": "hand" if said.own else "answer", "ply": ply, **words})
    elif found.chance and found.options:
        controller.handle({"type": "roll", "ply": ply})
    elif found.kind == "hands":
        controller.handle({"type": "answer", "ply": ply, "key": "done"})
    else:
        controller.handle({"type": "answer", "ply": ply, "key": lot.choice(open_options(found)).key})
    assert table.state.ply != ply, (found.kind, controller.screen().note)


def played(controller: TableController, presses: int, lot: random.Random) -> int:
    """Play so many steps, or to the end; return how many of them were the program's."""
    table, seats = controller.table, controller.gathering.bots
    assert table is not None
    mine = 0
    for _ in range(presses):
        if table.ask.kind == "over":
            break
        seat, before = seats.to_move(table), len(table.lines)
        if seat < 0:
            person_answers(controller, lot)
            continue
        goes_on(controller)
        mine += 1
        made = table.lines[before:]
        given = [line for line in made if line.by in (BOT, PERSON)]
        assert all(line.by == BOT and line.ask.seat in (seat, EVERYBODY) for line in given)
    return mine


@pytest.mark.parametrize("edition", [*TESTED, pytest.param(BORROWED, marks=pytest.mark.campaign)])
def test_a_person_by_lot_and_three_seats_of_the_program_play(edition: str) -> None:
    controller = TableController(table_of("greedy", edition))
    assert played(controller, 70, random.Random(1)) > 30
    table = controller.table
    assert table is not None
    for_bots = [line for line in table.lines if line.by == PERSON and table.settings.bot(line.ask.seat)]
    assert all(line.ask.kind in bot_seats.FOR_PEOPLE for line in for_bots), "what no rule says people carry out"
    assert {line.by for line in table.lines} >= {BOT, BOT_ROLLED, PERSON}


def test_people_type_the_cards_of_an_open_box_for_seats_of_the_program_and_do_nothing_else_for_them() -> None:
    controller = TableController(table_of("greedy", OPEN_BOX))
    assert played(controller, 110, random.Random(1)) > 30
    table = controller.table
    assert table is not None
    for_bots = [line.ask for line in table.lines if line.by == PERSON and table.settings.bot(line.ask.seat)]
    assert {found.kind for found in for_bots} >= {"character", "card"}
    people = (*bot_seats.FOR_PEOPLE, "character", "card")
    assert all(found.kind in people or found.purpose == BOARD_TEXT for found in for_bots)


@pytest.mark.campaign
@pytest.mark.parametrize("edition", TESTED)
def test_they_play_to_the_end_of_a_game(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_table, "COURSES", 2)
    controller = TableController(table_of("planner", edition, seed=5))
    played(controller, 9_000, random.Random(2))
    assert controller.table is not None and controller.table.ask.kind == "over"


def test_kinds_of_players_are_those_of_many_games() -> None:
    assert tuple(PLAYERS) == BOTS
    assert bot_seats.ADVISER in BOTS and set(bot_seats.SECONDS) | {"step"} == set(TEMPOS)
    for field, wrong in (("bots", ("best",)), ("tempo", "soon")):
        with pytest.raises(ValueError, match=field):
            Settings(players=(("Ada", "dwarf"),), **{field: wrong})


def test_a_seat_is_handed_over_and_taken_back_at_any_time() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, dice="virtual", cards="virtual", seed=2)
    controller = TableController(table)
    assert controller.screen().bot == -1 and not controller.screen().bots
    controller.handle({"type": "play-for", "seat": 0, "value": "greedy"})
    shown = controller.screen()
    assert shown.bots == {"0": "greedy"} and shown.bot == 3_000
    assert shown.question is not None and shown.question.kind == "wait" and not shown.question.options
    goes_on(controller)
    assert table.lines[-1].by == BOT_ROLLED or table.lines[0].by == BOT_ROLLED
    ours = next(offer.key for offer in (controller.screen().question or shown.question).offers if "ours" in offer.key)
    controller.handle({"type": "answer", "ply": table.state.ply, "key": ours})
    assert not table.settings.bots and controller.screen().bot == -1
    for message in ({"seat": 7, "value": "greedy"}, {"seat": 0, "value": "best"}):
        controller.handle({"type": "play-for", **message})
        assert controller.screen().note and not table.settings.bots


def test_its_pace_is_set_and_a_press_stops_it() -> None:
    table = table_of()
    table.set(bots=("greedy",) * 4)
    controller = TableController(table)
    for tempo, due in (("quick", 1_000), ("calm", 3_000), ("slow", 6_000), ("step", -1)):
        controller.handle({"type": "tempo", "value": tempo})
        assert (controller.screen().tempo, controller.screen().bot) == (tempo, due)
    asked = controller.screen().question
    assert asked is not None and [option.key for option in asked.options] == ["bot:step"]
    ply, answers = table.state.ply, len(table.lines)
    controller.handle({"type": "answer", "ply": ply, "key": "bot:step"})
    assert controller.screen().bot == 0 and len(table.lines) == answers
    goes_on(controller)
    assert len(table.lines) > answers and controller.screen().bot == -1, "one press, one step"
    controller.handle({"type": "answer", "ply": table.state.ply, "key": "bot:on"})
    assert controller.screen().bot == 3_000
    controller.handle({"type": "answer", "ply": table.state.ply, "key": "bot:pause"})
    assert controller.screen().bot == -1
    controller.handle({"type": "tempo", "value": "soon"})
    assert controller.screen().note and table.settings.tempo == "step"


def test_undo_goes_back_to_the_last_answer_of_a_person() -> None:
    controller = TableController(table_of())
    table = controller.table
    assert table is not None
    played(controller, 60, random.Random(4))
    while controller.gathering.bots.to_move(table) < 0 or table.lines[-1].by == PERSON:
        played(controller, 1, random.Random(4))
    last = table.last_press
    assert last is not None and any(line.by == BOT for line in table.lines[last.n :])
    after = [line.answer for line in table.lines]
    controller.handle({"type": "undo", "ply": table.state.ply})
    assert len(table.lines) < last.n and not table.settings.bot(max(table.ask.seat, 0))
    controller.handle({"type": "redo", "ply": table.state.ply})
    assert [line.answer for line in table.lines] == after
    fresh = table_of()
    fresh.set(bots=("greedy",) * 4)
    alone = TableController(fresh)
    goes_on(alone)
    assert fresh.lines and not fresh.can_undo, "nobody has pressed anything"


def test_a_table_is_kept_with_its_seats_and_an_older_program_says_why_it_can_not_open_it(tmp_path: Path) -> None:
    file = tmp_path / "Friday.talisman"
    with table_of() as table:
        table.save_as(file)
        controller = TableController(table)
        played(controller, 25, random.Random(4))
        lines = [(line.by, line.answer) for line in table.lines]
    with Table.open(file) as again:
        assert again.settings.bots == ("", "greedy", "greedy", "greedy")
        assert [(line.by, line.answer) for line in again.lines] == lines
    older = tmp_path / "older.talisman"
    for source in ("bot", "robot"):  # as "bot" is to a program before this one
        older.write_bytes(_with_source(file, source))
        if source == "bot":
            Table.open(older).close()
            older.unlink()
            continue
        with pytest.raises(TableFileError, match="another version") as refused:
            Table.open(older)
        assert refused.value.key == "unreadable"


def _with_source(file: Path, source: str) -> bytes:
    """The file with another word for who has answered, each line under a checksum of its own."""
    import zlib

    head, *lines = file.read_bytes().splitlines(keepends=True)
    changed = [line[9:-1].replace(b'["bot"', json.dumps([source]).encode()[:-1]) for line in lines]
    return head + b"".join(b"%08x %b\n" % (zlib.crc32(content), content) for content in changed)


def test_real_dice_are_thrown_for_it_and_real_cards_drawn() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    table.set(bots=("greedy",))
    controller = TableController(table)
    asked = controller.screen().question
    assert asked is not None and asked.kind == "die" and asked.options
    assert "The program plays Ada" in asked.circumstance and controller.screen().bot == -1
    controller.handle({"type": "answer", "ply": table.state.ply, "key": "3"})
    assert controller.gathering.bots.to_move(table) == 0
    goes_on(controller)
    assert table.lines[-1].by == BOT or table.lines[1].by == BOT


def test_a_real_spell_that_lies_face_down_is_never_cast() -> None:
    state = situation("wizard crags, spells spell? spell? | thief city")
    said = view_of(state, ask(state), 0).answers()
    assert not any(read_key(answer.key).verb == "cast" for answer in said)
    table = Table.new({"Ada": "wizard", "Bruno": "thief"})
    assert UNSEEN in table.state.players[0].spells
    table.set(bots=("greedy",), react=("always", "always"))
    assert 0 not in bot_seats.wishing(table.ask, table.state, table.settings)


LOOKS: tuple[dict[str, Any], ...] = (
    {"type": "look", "seat": 1},
    {"type": "answer", "key": "look:2"},
    {"type": "aside", "key": "3/cast:spell?"},
)
"""Messages by which hidden cards of a seat are asked for."""


@pytest.mark.parametrize("edition", TESTED)
def test_no_screen_names_what_it_holds(edition: str) -> None:
    """The laptop alone, a hosted one, a phone and a television: also if somebody asks to look."""
    table = table_of("greedy", edition, spells="known")
    evening, lot = Evening(table), random.Random(3)
    screens = (evening.laptop, evening.television, evening.phones[0])
    alone, seen = TableController(table), 0
    for _ in range(60):
        held = {spell for player in table.state.players[1:] for spell in player.spells}
        own = set(table.state.players[0].spells)
        for controller in (alone, *(screen.controller for screen in screens)):
            for message in LOOKS:
                controller.handle({**message, "ply": table.state.ply})
            shown = controller.screen()
            keys = {choice.key.rpartition(":")[2] for choice in shown.asides}
            assert not any(sheet.spells_keys for sheet in shown.sheets[1:]) and not (held - own) & keys
            seen += bool(held)
        assert not [choice for choice in alone.screen().asides if choice.key[:2] in ("1/", "2/", "3/")]
        played(alone, 1, lot)
    assert seen
    assert evening.hosted.seats == (0,), "no phone is let in where the program plays"


class Slow(GreedyPlayer):
    """Thinks for longer than anybody waits."""

    def weigh(self, view: View) -> list[Weighed]:
        sleep(0.3)
        return super().weigh(view)


class Broken(GreedyPlayer):
    """Can't think."""

    def weigh(self, view: View) -> list[Weighed]:
        raise LookupError("no thought")


@pytest.mark.parametrize(("player", "helped"), [(Slow, "late"), (Broken, "failed")])
def test_who_thinks_too_long_or_breaks_is_helped_and_says_so(
    player: type[GreedyPlayer], helped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(at_table.PLAYERS, "greedy", player)  # type: ignore[arg-type]
    state = situation("dwarf crags | thief city > 3")
    view, thinking = view_of(state, ask(state), 0), Thinking(1, limit=0.1)
    found = None
    while found is None:
        found = thinking.thought(view, "greedy")
    assert found.helped == helped and found.answers == (by_habit(view),)
    for lang in LANGUAGES:
        assert why(seen_by_all(state, ask(state), 0), found, lang).endswith(".")


def test_it_says_in_a_sentence_why_by_the_figures_of_its_choice() -> None:
    state = situation("elf graveyard, strength 3 | thief city > 1 > clockwise > giant")
    view, thinking, found = view_of(state, ask(state), 0), Thinking(1), None
    while found is None:
        found = thinking.thought(view, "greedy")
    told = {lang: why(view, found, lang) for lang in LANGUAGES}
    assert "“Evade”" in told["en"] and "“Fight”" in told["en"]
    assert len(set(told.values())) == 4 and "\u00a0»" in told["fr"]
    assert all(player.courses < COURSES for player in (GreedyPlayer, PLAYERS["planner"]))  # type: ignore[attr-defined]
    assert found == thinking.thought(view, "greedy"), "the same question, the same answer"


def test_an_answer_is_told_where_it_was_given() -> None:
    controller = TableController(table_of("planner"))
    table = controller.table
    assert table is not None
    told = 0
    for _ in range(80):
        played(controller, 1, random.Random(4))
        shown = controller.screen()
        said = (shown.moment.detail if shown.moment else "", shown.question.circumstance if shown.question else "")
        told += table.lines[-1].by == BOT and any(f"{name} takes “" in "".join(said) for name in FOUR[1:])
    assert told
    journal = controller.screen().journal
    assert any(line.by == "by the program" for line in journal)


def test_advice_is_of_what_the_screen_shows() -> None:
    table = Table.new({"Ada": "wizard", "Bruno": "thief"}, dice="virtual", cards="virtual", spells="known", seed=1)
    table.answer(3)
    controller = TableController(table)
    reply = None
    while reply is None or "text" not in reply:
        reply = controller.handle({"type": "advise", "ply": table.state.ply})
        assert reply is not None and reply["type"] == "advise"
    assert reply["text"].startswith("I'd take “")
    assert table.lines[-1].answer.key == "3", "nothing is answered"
    past = controller.handle({"type": "advise", "ply": 0})
    assert past is not None and past["text"] == "Nothing speaks for one answer more than for another."
