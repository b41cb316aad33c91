"""Do the screens of a hosted table come and go, each with what it missed?"""

from __future__ import annotations

from pathlib import Path

from hosted import Evening, evening, headline, shown, wire
from tables import FOUR, TWO

from talisman_nb.app.access_token import Key
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.hosted_table import LAPTOP
from talisman_nb.table import Table


def test_a_screen_that_comes_back_gets_everything_at_once() -> None:
    game = evening()
    game.hosted.disconnect(game.phones[0])
    game.press(game.laptop, type="answer", key="3")
    again = game.connect(0)
    assert headline(again) == "Ada, 3 steps: which way?"
    assert "labels" in wire(again).frames[0]


def test_a_screen_that_missed_something_gets_it_with_its_ping() -> None:
    game = evening()
    before = len(wire(game.phones[1]).frames)
    game.press(game.phones[1], type="ping", seq=0)
    assert len(wire(game.phones[1]).frames) == before + 2
    assert wire(game.phones[1]).custom == [{"type": "pong", "reply": "me-1"}]


def test_who_is_in_is_told_to_all() -> None:
    game = Evening(Table.new(FOUR), phones=False)
    assert "inside" not in shown(game.television)
    phone = game.connect(2)
    assert shown(game.television)["inside"] == shown(game.laptop)["inside"] == [2]
    game.hosted.disconnect(phone)
    assert "inside" not in shown(game.television)


def test_phones_go_back_to_the_entry_when_the_laptop_opens_another_table(own_home: Path) -> None:
    game = Evening(Table.new(TWO), own_home / "Friday.talisman")
    game.press(game.laptop, type="leave")
    assert all(wire(screen).ended for screen in (game.television, *game.phones)) and not wire(game.laptop).ended
    assert game.hosted.codes is None and shown(game.laptop)["table"] == ""


def test_whoever_leaves_takes_the_phone_and_its_code_along(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman")
    doors = Doors(game.hosted, Key("token"))
    doors.addresses = ("http://192.168.1.7:8890/",)
    codes = game.hosted.codes
    assert codes and doors.seat_of(codes.seats[1], "192.168.1.8") == 1
    game.press(game.laptop, type="correct", changes=[{"what": "leave", "seat": 1, "to": "piles"}])
    assert wire(game.phones[1]).ended and not wire(game.phones[0]).ended
    assert doors.seat_of(codes.seats[1], "192.168.1.8") is None
    names = ["Ada", "Carla", "Dario"]
    assert [seat["name"] for seat in (doors.entry() or {})["seats"]] == names
    assert [row["name"] for row in doors.all_codes()] == [*names, ""]
    game.press(game.laptop, type="undo")
    assert doors.seat_of(codes.seats[1], "192.168.1.8") == 1


def test_the_phone_of_somebody_whose_joining_is_taken_back_is_ended(own_home: Path) -> None:
    game = Evening(Table.new(TWO), own_home / "Friday.talisman")
    game.press(game.laptop, type="correct", changes=[{"what": "join", "seat": 1, "name": "Carla"}])
    late = game.connect(2)
    codes = game.hosted.codes
    game.press(game.laptop, type="undo")
    assert wire(late).ended and len(game.table.state.players) == 2
    doors = Doors(game.hosted, Key("token"))
    assert codes and doors.seat_of(codes.seats[2], "192.168.1.8") is None


def test_a_hosted_table_is_a_window_until_the_laptop_leaves_it(own_home: Path) -> None:
    game = Evening(Table.new(TWO), own_home / "Friday.talisman")
    game.hosted.look_round()
    assert len(list((own_home / "windows").iterdir())) == 1
    game.press(game.laptop, type="leave")
    game.hosted.look_round()
    assert not list((own_home / "windows").iterdir())


def test_two_pages_of_the_laptop_show_the_same() -> None:
    game = evening()
    second = game.connect(LAPTOP)
    game.press(game.laptop, type="answer", key="3")
    assert headline(second) == headline(game.laptop)


def test_what_is_sent_after_an_answer_is_small() -> None:
    game = evening()
    for key in ("3", "clockwise", "wolf", "3", "5"):
        for screen in game.screens:
            wire(screen).frames.clear()
        game.press(game.laptop, type="answer", key=key)
        assert max(sum(map(len, wire(screen).frames)) for screen in game.screens) < 4_096
