"""Does a phone whose seat is not asked say when its turn comes, take bets, and keep its own Spells covered?"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hosted import Evening, evening, shown, wire
from tables import FOUR, pressed, started
from test_hosted_secrets import Witness, sent
from test_hosted_secrets import evening as evening_of_five

from talisman_nb.chronicle.chronicle import chronicle_of
from talisman_nb.chronicle.fights import FightChances
from talisman_nb.engine import NotAllowedError
from talisman_nb.model import Change
from talisman_nb.notation.situation import situation
from talisman_nb.table import Table
from talisman_nb.table.file.game_log import GameLog
from talisman_nb.text.names import LANGUAGES

ADA, BRUNO, CARLA, DARIO = range(4)
EVERYBODY_SEES = -1


@pytest.fixture
def table(own_home: Path) -> Table:
    return Table.new(FOUR, name="Friday")


# --- whose turn comes ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_that_waits_says_whether_it_is_next(lang: str) -> None:
    game = Evening(Table.new(FOUR, lang=lang))
    game.table.correct(DARIO, miss=2)
    game.press(game.laptop, type="language", lang=lang)
    told = [shown(screen).get("waiting") for screen in game.phones]
    assert told[ADA] is None and told[BRUNO]["coming"] != told[CARLA]["coming"]
    assert told[DARIO]["missed"] and "missed" not in told[BRUNO]
    assert "waiting" not in shown(game.laptop) and "waiting" not in shown(game.television)


# --- the own next throw ---


def ask_ends(game: Evening, seat: int) -> dict[str, Any]:
    game.press(game.phones[seat], type="ends", ply=game.table.state.ply)
    return wire(game.phones[seat]).custom[-1]


def test_a_phone_is_told_where_its_own_next_throw_leads_from_here() -> None:
    game = evening()
    game.table.correct(BRUNO, space="city", miss=1)
    far = ask_ends(game, BRUNO)["own"][-1]["end"]["space"]
    game.table.correct(card="dragon", origin="deck:adventure", to=f"space:{far}")
    reply = ask_ends(game, BRUNO)
    own = reply["own"]
    assert {row["face"] for row in own} == set(range(1, 7)) and reply["faces"], "and those of whoever is asked"
    first = own[0]["end"]
    assert "chances" in first or first["tone"] != "level", "what matters stands in front"
    assert any(row["end"].get("detail") == "Dragon" for row in own)
    spaces = [row["end"]["space"] for row in own]
    assert len(set(spaces[:3])) == 3, "a space that several faces lead to is no three lines"
    assert "own" not in ask_ends_at_laptop(game)


def ask_ends_at_laptop(game: Evening) -> dict[str, Any]:
    game.press(game.laptop, type="ends", ply=game.table.state.ply)
    return wire(game.laptop).custom[-1]


def test_looking_ahead_changes_nothing() -> None:
    game = evening()
    before, lines, version = game.table.state, game.table.lines, game.table.version
    for seat in range(1, 4):
        ask_ends(game, seat)
    assert (game.table.state, game.table.lines, game.table.version) == (before, lines, version)


# --- bets ---


def test_a_bet_is_settled_by_the_throw_and_undone_with_it(table: Table) -> None:
    table.bet(BRUNO, 3)
    table.bet(CARLA, 4)
    table.bet(CARLA, 5)
    assert table.bets.open == {BRUNO: 3, CARLA: 5} and not table.bets.settled
    table.answer(3)
    (throw,) = table.bets.settled
    assert throw.winners == (BRUNO,) and table.bets.open == {}
    assert {seat: tuple(tally) for seat, tally in table.bets.tallies.items()} == {BRUNO: (1, 1), CARLA: (0, 1)}
    table.undo()
    assert table.bets.open == {BRUNO: 3, CARLA: 5} and not table.bets.tallies
    table.redo()
    assert table.bets.tallies[BRUNO].points == 1
    table.undo()
    table.answer(5)
    assert table.bets.settled[0].winners == (CARLA,), "another face, typed instead, decides it anew"


def test_no_bet_on_the_own_throw_a_way_or_a_face_that_was_seen(table: Table) -> None:
    for seat, face in ((ADA, 3), (BRUNO, 7), (BRUNO, 0)):
        with pytest.raises(NotAllowedError):
            table.bet(seat, face)
    table.answer(3)
    with pytest.raises(NotAllowedError):
        table.bet(BRUNO, 3)
    table.undo()
    with pytest.raises(NotAllowedError):
        table.bet(BRUNO, 3)
    with pytest.raises(NotAllowedError):
        table.bet(BRUNO, 3, ply=table.state.ply + 1)
    assert not table.bets.open


def test_an_aside_that_is_put_in_first_leaves_the_bet(table: Table) -> None:
    table.correct(card="sword", origin="deck:adventure", to="seat:1")
    table.bet(CARLA, 2)
    table.answer("drop:sword", BRUNO)
    assert table.bets.open == {CARLA: 2}
    table.bet(CARLA, 6)
    table.answer(6)
    assert len(table.bets.settled) == 1 and table.bets.settled[0].winners == (CARLA,)


def test_a_bet_on_a_throw_that_never_came_is_void(table: Table) -> None:
    table.bet(CARLA, 2)
    table.change(Change("turn", BRUNO))
    assert table.bets.open == {}
    table.answer(2)
    assert not table.bets.tallies


def test_dice_of_a_fight_are_bet_on_one_by_one(table: Table) -> None:
    for key in (3, "clockwise", "wolf"):
        table.answer(key)
    for faces in (5, 2):
        table.bet(CARLA, faces)
        table.answer(faces)
    assert table.bets.tallies[CARLA] == (2, 2)


def test_bets_are_there_after_a_restart_and_no_answer_notices(table: Table) -> None:
    lines = table.lines
    table.bet(BRUNO, 3)
    path = table.path
    assert path is not None and table.lines == lines and not table.can_undo
    killed = path.read_bytes()  # what a program that is killed leaves
    with Table.open(path) as again:
        assert again.bets.open == {BRUNO: 3}
        again.answer(3)
    with Table.open(path) as again:
        assert again.bets.tallies[BRUNO] == (1, 1) and [line.answer.key for line in again.lines] == ["3"]
        assert again.undo() == () and again.bets.open == {BRUNO: 3}
    assert path.read_bytes().startswith(killed), "appended, never changed"
    assert b'"bet":[1,3]' in killed
    copied = GameLog.of(path, table.copy({"Bruno": "Two"})).entries()
    assert any(entry.bet and entry.bet.face == 3 for entry in copied)


def test_another_window_sees_a_bet_at_once(table: Table) -> None:
    assert table.path
    with Table.open(table.path) as other:
        other.bet(BRUNO, 3)
        assert table.bets.open == {BRUNO: 3}
        table.bet(CARLA, 5)
        other.answer(5)
        assert table.bets.settled[0].winners == (CARLA,)


def test_a_phone_bets_by_one_tap_and_the_others_see_it_quietly() -> None:
    game = evening()
    before = {seat: shown(screen)["rev"] for seat, screen in enumerate(game.phones)}
    game.press(game.phones[BRUNO], type="bet", ply=game.table.state.ply, n=4)
    assert wire(game.phones[BRUNO]).custom[-1]["waiting"]["face"] == 4
    for seat in (CARLA, DARIO):
        screen = shown(game.phones[seat])
        ((who, face),) = screen["waiting"]["others"]
        assert (who["name"], face) == ("Bruno", 4)
        assert screen["rev"] == before[seat], "a screen with the same number is no news: nothing sounds or vibrates"
    game.press(game.phones[ADA], type="answer", key="4")
    told = shown(game.phones[DARIO])["waiting"]
    assert "Bruno" in told["told"] and "faces" not in told
    assert shown(game.phones[BRUNO])["waiting"]["points"] == "1 point"
    game.press(game.phones[ADA], type="answer", key="clockwise")
    assert "told" not in shown(game.phones[DARIO])["waiting"]


@pytest.mark.parametrize("which", ["laptop", "television", "the one asked"])
def test_nobody_else_bets(which: str) -> None:
    game = evening()
    screen = {"laptop": game.laptop, "television": game.television, "the one asked": game.phones[ADA]}[which]
    game.press(screen, type="bet", ply=game.table.state.ply, n=4)
    assert not game.table.bets.open


@pytest.mark.parametrize("fields", [{"ply": 99, "n": 4}, {"n": 4}, {"ply": "soon", "n": 4}, {"ply": 0, "n": "x"}])
def test_a_bet_on_something_else_is_none(fields: dict[str, Any]) -> None:
    game = evening()
    game.press(game.phones[BRUNO], type="bet", **fields)
    assert not game.table.bets.open and wire(game.phones[BRUNO]).custom[-1]["type"] == "bet"


# --- own Spells ---


PEOPLE = {"P0": "dwarf", "P1": "thief", "P2": "troll", "P3": "wizard"}


def spells() -> Evening:
    """Bruno's seat holds Healing, which the first needs; nobody has ever said so."""
    begins = situation("dwarf crags, life 2 | thief city, spells healing | troll crags | wizard ruins")
    return Evening(Table.new(PEOPLE, spells="known", position=begins))


def own(game: Evening, seat: int) -> dict[str, Any]:
    return next(sheet for sheet in shown(game.phones[seat])["sheets"] if sheet["who"]["seat"] == seat)


def test_a_phone_names_its_spells_only_while_it_looks() -> None:
    game = spells()
    bruno = game.phones[BRUNO]
    sheet = own(game, BRUNO)
    assert (sheet["spells"], sheet["spells_keys"], sheet.get("unseen", 0)) == (["Spell 1"], ["nth:0"], 0)
    (aside,) = shown(bruno)["asides"]
    assert (aside["key"], aside["label"], aside["thing"]) == (f"{BRUNO}/nth:0", "Spell 1", "nth:0")
    assert shown(bruno)["castable"] == "1 Spell can be cast now"
    assert not any("healing" in sent(frame) for frame in wire(bruno).frames)
    game.press(bruno, type="peek")
    (spell,) = wire(bruno).custom[-1]["spells"]
    assert (spell["thing"], spell["name"]) == ("nth:0", "Healing") and spell["note"]
    game.press(game.phones[CARLA], type="peek")
    assert "Healing" not in str(wire(game.phones[CARLA]).custom[-1])
    game.press(game.laptop, type="peek")
    assert wire(game.laptop).custom[-1] == {"type": "peek", "reply": "me-1"}


def test_a_covered_spell_is_cast_by_its_number() -> None:
    game = spells()
    assert not game.press(game.phones[BRUNO], type="aside", key=f"{BRUNO}/nth:0")
    assert game.table.lines[-1].answer.key == "cast:healing" or game.table.lines[-2].answer.key == "cast:healing"
    assert game.press(game.phones[CARLA], type="aside", key=f"{BRUNO}/nth:0"), "nobody else's"


def test_no_message_to_a_phone_names_what_its_own_seat_holds() -> None:
    """Of games with marked cards: what lies face down with a seat is named on its phone only when it looks."""
    dice, searched = random.Random(3), 0
    game = evening_of_five(3, "revised4", "en")
    witness = Witness(game.table)
    for n in range(90):
        if game.table.ask.kind == "over":
            break
        pressing = game.laptop if dice.random() < 0.3 else game.phones[max(game.table.ask.seat, 0)]
        game.press(pressing, **pressed(game.table, dice))
        known = witness.seen(EVERYBODY_SEES)
        for screen in game.phones:
            looked = {
                card
                for line in game.table.lines
                for event in line.events
                if event.kind == "looked" and event.only == screen.seat
                for card in event.cards
            }
            game.press(screen, type="journal", before=len(game.table.lines), seat=-1)
            if n % 30 == 0:
                game.press(screen, type="export", value="page")
                game.press(screen, type="situation", n=len(game.table.lines))
            found = "\n".join(sent(frame) for frame in wire(screen).frames)
            wire(screen).frames.clear()
            for secret in {*game.table.state.players[screen.seat].spells} - known - looked - {"spell?"}:
                searched += 1
                at = found.find(secret)
                assert at < 0, f"press {n}: the phone of {screen.seat} was sent {found[max(at - 200, 0) : at + 50]}"
    assert searched > 100


# --- the clock ---


def test_the_clock_is_off_unless_a_group_wants_it(table: Table) -> None:
    assert table.settings.clock == "off" and Table.new(FOUR, clock="on").settings.clock == "on"
    with pytest.raises(ValueError, match="clock"):
        Table.new(FOUR, clock="loud")


def test_turns_are_timed_by_their_answers_and_pauses_belong_to_none(
    monkeypatch: pytest.MonkeyPatch, own_home: Path
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    table = Table.new(FOUR, name="Friday", clock="on")
    for key, seconds in ((3, 20), ("clockwise", 30), ("wolf", 3600), (5, 5), (2, 5)):
        now += seconds
        table.answer(key)
    now += 15
    first, *_ = table.turn_times
    assert (first.seat, first.round, round(first.seconds)) == (ADA, 1, 60)
    assert table.path
    with Table.open(table.path) as again:
        assert again.turn_times == table.turn_times and again.settings.clock == "on"


# --- the chronicle ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_points_stand_in_the_chronicle_and_slow_turns_where_there_is_a_clock(
    monkeypatch: pytest.MonkeyPatch, own_home: Path, lang: str
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    for clock in ("off", "on"):
        table = Table.new(FOUR, lang=lang, clock=clock)
        table.bet(BRUNO, 1)
        table.bet(DARIO, 3)
        for key, seconds in ((3, 95), ("clockwise", 30), ("empty", 5)):
            now += seconds
            table.answer(key)
        told = chronicle_of(table, lang, FightChances())
        assert [(row.who.name, "1" in row.text) for row in told.bets] == [("Dario", True), ("Bruno", True)]
        assert "0" in told.bets[1].text and "0" not in told.bets[0].text
        if clock == "off":
            assert not told.pace
        else:
            assert told.pace[0].who.name == "Ada" and "2:10" in told.pace[0].text


def test_the_form_asks_whether_there_is_a_clock_and_another_game_keeps_it(own_home: Path) -> None:
    panel = started(FOUR, clock="on")
    assert panel.table is not None and panel.table.settings.clock == "on" and panel.screen().clock
    panel.handle({"type": "play-again"})
    form = panel.setup()
    assert form and {part.key: part.value for part in form.parts}["clock"] == "on"
    part = next(part for part in form.parts if part.key == "clock")
    assert [choice.key for choice in part.choices] == ["off", "on"] and part.name
