"""Do the screens of a hosted table come and go, each with what it missed?"""

from __future__ import annotations

from pathlib import Path

from hosted import Evening, evening, headline, shown, wire
from tables import FOUR, TWO

from talisman_nb.app.access import ServerKey
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.guests import TELEVISION, id_of
from talisman_nb.app.host.hosted_table import LAPTOP, HostedTable
from talisman_nb.panels.table.audience import AT_LAPTOP
from talisman_nb.panels.table.controller import TableController
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


def test_a_ping_that_crosses_a_screen_brings_no_labels_that_are_known() -> None:
    """Screens ask every second whether the program still runs; the labels are some hundred KB."""
    game = evening()
    bruno = game.phones[1]
    before = shown(bruno)["seq"]
    game.press(game.laptop, type="answer", key="3")
    wire(bruno).frames.clear()
    game.press(bruno, type="ping", seq=before)
    again, _ = wire(bruno).frames
    assert '"labels"' not in again and shown(bruno)["seq"] == before + 1
    game.press(bruno, type="ping", seq=before + 1)
    assert len(wire(bruno).frames) == 3, "it has the newest screen"


def test_a_screen_that_missed_another_language_gets_its_labels() -> None:
    game = evening()
    bruno = game.phones[1]
    before = shown(bruno)["seq"]
    game.press(bruno, type="language", lang="pl")
    game.press(game.laptop, type="answer", key="3")
    wire(bruno).frames.clear()
    for seq in (before, -1, before + 99, None, "x"):
        game.press(bruno, type="ping", seq=seq)
        assert '"labels"' in wire(bruno).frames[-2], seq


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
    doors = Doors(game.hosted, ServerKey("token"))
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
    doors = Doors(game.hosted, ServerKey("token"))
    assert codes and doors.seat_of(codes.seats[2], "192.168.1.8") is None


def test_a_seat_handed_over_ends_the_phone_that_had_it(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman")
    game.press(game.laptop, type="correct", changes=[{"what": "hand-over", "seat": 1, "name": "Zoe"}])
    assert [wire(phone).ended for phone in game.phones] == [False, True, False, False]
    assert "inside" not in shown(game.laptop) or 1 not in shown(game.laptop)["inside"]


def test_who_has_a_seat_is_shown_to_its_owner_and_at_the_laptop(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman", phones=False)
    iphone = id_of(game.hosted.admit(1, "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)"))
    android = id_of(game.hosted.admit(1, "Mozilla/5.0 (Linux; Android 14; Pixel 8)"))
    of_ada = id_of(game.hosted.admit(0))
    bruno, other, ada = (game.connect(seat, id) for seat, id in ((1, iphone), (1, android), (0, of_ada)))
    assert [(each["model"], each.get("on"), each.get("own")) for each in shown(bruno)["devices"]] == [
        ("iPhone", True, True),
        ("Android", True, None),
    ]
    assert [each["seat"] for each in shown(game.laptop)["devices"]] == [0, 1, 1]
    assert [each["seat"] for each in shown(ada)["devices"]] == [0] and "devices" not in shown(game.television)
    game.hosted.disconnect(other)
    assert [each.get("on") for each in shown(bruno)["devices"]] == [True, None]


def test_a_device_is_sent_out_by_its_seat_or_the_laptop_alone(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman", phones=False)
    secrets = [game.hosted.admit(seat) for seat in (0, 1, 1, TELEVISION)]
    ids = [id_of(secret) for secret in secrets]
    ada, bruno, stranger = (game.connect(seat, id) for seat, id in zip((0, 1, 1), ids, strict=False))
    codes = game.hosted.codes
    assert codes
    for screen, key in ((ada, ids[2]), (ada, ids[3]), (ada, "nobody"), (game.television, ids[0])):
        game.press(screen, type="send-out", key=key)
    for key in ("", None, 7, [], ids[2][:8]):
        game.press(game.laptop, type="send-out", key=key)
    game.press(bruno, type="new-codes")
    assert not any(wire(screen).ended for screen in (ada, bruno, stranger)) and game.hosted.codes == codes
    game.press(bruno, type="send-out", key=ids[2])
    assert wire(stranger).ended and not wire(bruno).ended and game.hosted.seat_of(secrets[2]) is None
    now = game.hosted.codes
    assert now and now.seats[1] != codes.seats[1], "it knows the old code"
    assert now.seats[0] == codes.seats[0] and game.hosted.seat_of(secrets[1]) == 1
    game.press(game.laptop, type="send-out", key=ids[1])
    assert wire(bruno).ended and not wire(ada).ended


def test_new_codes_end_all_phones_and_televisions(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman", phones=False)
    secrets = [game.hosted.admit(seat) for seat in (0, 3, TELEVISION)]
    screens = [game.connect(seat, id_of(secret)) for seat, secret in zip((0, 3, TELEVISION), secrets, strict=True)]
    before = game.hosted.codes
    game.press(game.laptop, type="new-codes")
    now = game.hosted.codes
    assert before and now and not {*before.seats, before.television} & {*now.seats, now.television}
    assert all(wire(screen).ended for screen in screens) and not wire(game.laptop).ended
    assert [game.hosted.seat_of(secret) for secret in secrets] == [None] * 3
    assert not game.hosted.gathering.inside and "devices" not in shown(game.laptop)
    assert HostedTable(TableController(game.table, audience=AT_LAPTOP)).codes == now, "they are saved"


def test_a_second_screen_of_a_seat_paints_no_others_anew(own_home: Path) -> None:
    game = Evening(Table.new(FOUR), own_home / "Friday.talisman")
    others = [game.television, *game.phones[:1], *game.phones[2:]]
    before = [len(wire(screen).frames) for screen in others]
    for screen in [game.connect(1, id_of(game.hosted.admit(1))) for _ in range(3)]:
        game.hosted.disconnect(screen)
    assert [len(wire(screen).frames) for screen in others] == before


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


def test_an_answer_sends_each_screen_one_message_without_labels() -> None:
    game = evening()
    for key in ("3", "clockwise", "wolf", "3", "5"):
        for screen in game.screens:
            wire(screen).frames.clear()
        game.press(game.laptop, type="answer", key=key)
        for screen in game.screens:
            (frame,) = wire(screen).frames
            assert '"labels"' not in frame
