"""Does each screen of a hosted table get its own view, and only what it may press?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hosted import Evening, shown, wire
from tables import FOUR, TWO, from_deck, spells_known

from talisman_nb.app.access_token import Key
from talisman_nb.app.host.codes import TELEVISION, Codes, Tries, codes_of
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.hosted_table import LAPTOP, HostedScreen
from talisman_nb.model import Change, OwnCard
from talisman_nb.panels import gathering
from talisman_nb.panels.hosted import GO_ON, HOLD
from talisman_nb.rulings.situation import situation
from talisman_nb.table import Table


def evening() -> Evening:
    return Evening(Table.new(FOUR))


def headline(screen: object) -> str:
    return str(shown(screen)["question"]["headline"])  # type: ignore[arg-type]


# --- who sees and answers what ---


def test_the_seat_that_is_asked_sees_the_question_and_the_others_whom_they_wait_for() -> None:
    game = evening()
    ada, bruno, *_ = game.phones
    assert headline(ada) == "Ada · Dwarf: roll to move"
    assert headline(bruno) == "Ada rolls"
    assert "options" not in shown(bruno)["question"]
    game.press(ada, type="answer", key="3")
    assert headline(ada) == "Ada, 3 steps: which way?"
    assert headline(bruno) == "Ada chooses a way"
    assert headline(game.laptop) == headline(game.television) == "Ada, 3 steps: which way?"


@pytest.mark.parametrize(
    "message",
    [
        {"type": "answer", "key": "3"},
        {"type": "roll"},
        {"type": "aside", "key": "0/cast:healing"},
        {"type": "aside", "key": "1/settle"},
        {"type": "aside", "key": "/settle"},
        {"type": "correct", "changes": [{"what": "life", "seat": 1, "n": 9}]},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "amend", "n": 1, "key": "4"},
        {"type": "hold-on", "n": 1},
        {"type": "look", "seat": 0},
        {"type": "leave"},
        {"type": "open", "name": "another"},
        {"type": "start", "players": []},
        {"type": "wish", "value": "nonsense"},
        {"type": "nonsense"},
        {"type": "roll", "key": HOLD},
    ],
)
def test_a_phone_does_nothing_for_another_seat_or_the_table(message: dict[str, object]) -> None:
    game = evening()
    game.press(game.laptop, type="answer", key="3")
    game.press(game.laptop, type="undo")
    version = game.table.version
    assert game.press(game.phones[1], **message)
    assert game.table.version == version and game.hosted.table is game.table


def test_an_answer_of_a_phone_is_one_of_its_options() -> None:
    game = evening()
    for key in ("settle", "hand", "cast:healing", "drop:sword", "table:let-go", "look:0"):
        version = game.table.version
        assert game.press(game.phones[0], type="answer", key=key), key
        assert game.table.version == version, key


def by_hand(**settings: Any) -> Evening:
    """Ada has drawn a card of her own making, which the players settle by hand; Bruno holds Hex."""
    table = Table.new(FOUR, **settings)
    table.change(Change("card", card="hex", origin="deck:spell", to="spells:1"))
    for key in ("3", "clockwise"):
        table.answer(key)
    table.answer("own", own=OwnCard("Comet", "event"))
    assert table.ask.kind == "hands"
    return Evening(table)


@pytest.mark.parametrize(
    "change",
    [
        {"what": "life", "seat": 0, "n": 3},
        {"what": "gold", "seat": 1, "n": 5},
        {"what": "miss", "seat": 2, "n": 1},
        {"what": "form", "seat": 1, "n": 3, "to": "toad"},
        {"what": "alignment", "seat": 0, "to": "evil"},
        {"what": "space", "seat": 3, "to": "city"},
        {"what": "lying-gold", "to": "fields-1", "n": 2},
        {"what": "card", "card": "sword", "to": "seat:0"},
        {"what": "card", "card": "wolf", "to": "space:fields-1"},
        {"what": "spells", "seat": 0, "n": 1},
    ],
)
def test_a_phone_sets_right_what_its_question_offers(change: dict[str, object]) -> None:
    game = by_hand(spells="known")
    before = game.table.state
    note = game.press(game.phones[0], type="correct", changes=[change], done=True)
    assert not note and game.table.state != before and game.table.ask.kind != "hands"


@pytest.mark.parametrize(
    "change",
    [
        {"what": "turn", "seat": 0},
        {"what": "round", "n": 9},
        {"what": "lasts", "n": 0, "card": "hex"},
        {"what": "out", "seat": 1},
        {"what": "character", "seat": 1, "to": "elf"},
        {"what": "join", "seat": 1, "name": "Mallory"},
        {"what": "leave", "seat": 1, "to": "piles"},
        {"what": "hand-over", "seat": 1, "name": "Mallory"},
        {"what": "pause", "seat": 1},
        {"what": "back", "seat": 1},
        {"what": "order", "seat": 0, "n": 2},
        {"what": "skip", "seat": 1},
        {"what": "spells", "seat": 1, "n": 0},
        {"what": "card", "card": "hex", "to": "spells:0"},
        {"what": "card", "card": "hex", "origin": "spells:1", "to": "seat:0"},
        {"what": "card", "card": "spell?", "origin": "spells:1", "to": "discards"},
        {"what": "card", "card": "mesmerism", "to": "seat:0"},
        {"what": "card", "card": "wolf", "origin": "seat:0", "to": "deck:adventure"},
        {"what": "card", "card": "wolf", "origin": "deck:adventure", "to": "seat:0"},
        {"what": "life", "seat": 0, "n": 3, "name": "Mallory"},
        {"what": "nonsense", "seat": 0},
    ],
)
def test_a_phone_sets_right_nothing_else(change: dict[str, object]) -> None:
    game = by_hand(spells="known")
    before = game.table.state
    life = {"what": "life", "seat": 0, "n": 1}
    for changes in ([change], [life, change]):
        note = game.press(game.phones[0], type="correct", changes=changes, done=True)
        assert note == "This is corrected at the laptop, not on a phone."
        assert game.table.state == before


def test_the_refusal_of_a_spell_does_not_tell_where_it_lies() -> None:
    """Whether it lies in a hand, in the deck, or nowhere in this game."""
    game = by_hand(spells="known")
    said = {
        game.press(game.phones[0], type="correct", changes=[{"what": "card", "card": card, "to": "spells:0"}])
        for card in ("hex", "mesmerism")
    }
    assert len(said) == 1


def test_a_phone_undoes_its_own_press_alone() -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    game.press(ada, type="answer", key="3")
    assert shown(ada)["can_undo"] and not shown(bruno).get("can_undo")
    game.press(bruno, type="undo")
    assert headline(ada) == "Ada, 3 steps: which way?"
    game.press(ada, type="undo")
    assert headline(ada) == "Ada · Dwarf: roll to move"


def test_a_die_of_the_program_is_thrown_and_not_typed() -> None:
    game = Evening(Table.new(TWO, dice="virtual", cards="virtual", seed=1))
    ada = game.phones[0]
    assert "options" not in shown(ada)["question"]
    assert game.press(ada, type="answer", key="6") and not game.table.lines
    game.press(ada, type="roll")
    assert game.table.lines


def test_a_television_presses_nothing_and_has_nothing_to_press() -> None:
    game = evening()
    version = game.table.version
    game.press(game.television, type="answer", key="3")
    game.press(game.television, type="leave")
    assert game.table.version == version
    question = shown(game.television)["question"]
    assert "offers" not in question and "options" not in question and "asides" not in shown(game.television)


def test_a_space_on_a_television_keeps_its_letter() -> None:
    """It is given by its place among all options (`letters.js`), whose words a television isn't sent."""
    position = situation("dwarf village | thief fields-1")
    game = Evening(Table.new({"P0": "dwarf", "P1": "thief"}, position=position))
    for key in ("1", "way"):
        options = shown(game.laptop)["question"]["options"]
        way = next((each["key"] for each in options if each.get("space") == "fields-1"), key)
        game.press(game.phones[0], type="answer", key=way)
        seen, on_laptop = (shown(screen)["question"]["options"] for screen in (game.television, game.laptop))
        assert [each.get("space") for each in seen] == [each.get("space") for each in on_laptop]
        assert all("space" in each or not (each["key"] or each["label"]) for each in seen)
    assert len(seen) > 1 and not all("space" in each for each in seen), "whom to meet: somebody, or the space"


def test_spells_on_the_screen_are_shown_on_their_owner_s_phone_alone() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=3)
    table.correct(card="healing", origin="deck:spell", to="spells:1")
    game = Evening(table)
    assert "Healing" in shown(game.phones[1])["sheets"][1]["spells"]
    assert any(aside["key"] == "1/cast:healing" for aside in shown(game.phones[1])["asides"])
    for screen in (game.laptop, game.television, game.phones[0]):
        assert "spells" not in shown(screen)["sheets"][1] and shown(screen)["sheets"][1]["unseen"] == 1
    assert "phone" in game.press(game.laptop, type="look", seat=1)
    assert "phone" in game.press(game.laptop, type="aside", key="1/cast:spell?")
    assert "spells" not in shown(game.laptop)["sheets"][1]


# --- two answers, a hold, a question to everybody ---


def test_of_two_answers_the_first_counts_and_the_other_is_told() -> None:
    game = evening()
    ada = game.phones[0]
    ply = shown(ada)["question"]["ply"]
    game.press(ada, type="answer", key="4", ply=ply)
    assert game.press(game.laptop, type="answer", key="5", ply=ply) == "Ada was quicker: 4"
    ply = shown(ada)["question"]["ply"]
    game.press(game.laptop, type="answer", key="clockwise", ply=ply)
    assert game.press(ada, type="answer", key="anticlockwise", ply=ply).startswith("The laptop was quicker: ")
    assert [line.answer.key for line in game.table.lines] == ["4", "clockwise"]


def test_a_hold_stops_all_screens_and_then_lets_them_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    now = 0.0
    monkeypatch.setattr(game.hosted.gathering, "_now", lambda: now)
    game.press(bruno, type="answer", key=HOLD)
    assert all(shown(screen)["held"] for screen in game.screens)
    assert "Bruno" not in shown(game.television)["note"] if "note" in shown(game.television) else True
    for screen in (ada, game.laptop):
        assert "Hold on!" in game.press(screen, type="answer", key="3")
    assert not game.table.lines
    now = gathering.HOLD + 0.1
    game.hosted.look_round()
    assert not any(shown(screen).get("held") for screen in game.screens)
    game.press(ada, type="answer", key="3")
    assert game.table.lines


def test_only_whoever_said_hold_lets_the_game_go_on_before() -> None:
    game = evening()
    ada, bruno = game.phones[:2]
    game.press(bruno, type="answer", key=HOLD)
    game.press(ada, type="answer", key=GO_ON)
    assert game.hosted.gathering.held
    game.press(bruno, type="answer", key=GO_ON)
    assert not game.hosted.gathering.held and not shown(ada).get("held")


def test_a_spell_may_be_cast_during_a_hold() -> None:
    game = Evening(spells_known(ada="healing", bruno="healing"))
    bruno = game.phones[1]
    game.press(bruno, type="answer", key=HOLD)
    closed = game.press(bruno, type="aside", key="0/cast:healing")
    assert closed == "The game is asking another player now."
    game.press(bruno, type="aside", key="1/cast:healing")
    assert any(line.answer.key == "cast:healing" for line in game.table.lines)


def test_a_seat_says_when_it_is_asked_for_its_spells() -> None:
    game = evening()
    game.press(game.phones[1], type="wish", value="ask-if-could")
    assert game.table.settings.react == ("pass", "ask-if-could", "pass", "pass")
    assert shown(game.phones[1])["wish"] == "ask-if-could" and shown(game.phones[0])["wish"] == "pass"


# --- screens come and go ---


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


# --- codes ---


def test_codes_stay_those_of_a_table(own_home: Path) -> None:
    one, other = (own_home / f"{name}.talisman" for name in ("one", "other"))
    codes = codes_of(one, 4)
    assert codes_of(one, 4) == codes and codes_of(other, 4) != codes
    assert codes_of(one, 5).seats[:4] == codes.seats and codes_of(one, 5).television == codes.television
    assert len({*codes_of(one, 5).seats, codes.television}) == 6
    (file,) = (path for path in (own_home / "hosted").iterdir() if codes.secret in path.read_text("utf-8"))
    assert file.stat().st_mode & 0o077 == 0


def test_a_code_opens_its_seat_however_it_is_typed() -> None:
    codes = Codes(("ABC234", "DEF567"), "TVTVTV", "")
    assert [codes.opens(text) for text in ("abc 234", " DEF567", "tvtvtv")] == [0, 1, TELEVISION]
    assert [codes.opens(text) for text in ("", "ABC23", "ABC2345", "ÄBC234", "A" * 10_000)] == [None] * 5


def test_wrong_codes_are_forgotten_after_a_while_and_counted_by_network() -> None:
    now = 0.0
    tries = Tries(lambda: now)
    for n in range(10):
        tries.wrong(f"2001:db8::{n:x}")
    assert not tries.allowed("2001:db8::ffff") and tries.allowed("2001:db8:1::1")
    for n in range(190):
        tries.wrong(f"10.0.0.{n}")
    assert not tries.allowed("10.1.1.1")
    now = 601.0
    assert tries.allowed("10.1.1.1") and tries.allowed("2001:db8::1")


def test_a_phone_rerolls_its_own_kept_roll_though_another_is_asked() -> None:
    table = Table.new(FOUR)
    table.change(Change("space", 0, to="hills-1"), Change("alignment", 0, to="good"), Change("turn", 0))
    game = Evening(table)
    ada, bruno, *_ = game.phones
    for key in ("1", "clockwise", "pray", "2"):
        game.press(ada, type="answer", key=key)
    assert table.ask.seat == 1
    [late] = [offer["key"] for offer in shown(ada)["question"]["offers"] if offer["key"].startswith("late:")]
    assert not [offer for offer in shown(bruno)["question"].get("offers", ()) if offer["key"].startswith("late:")]
    game.press(bruno, type="answer", key=late)
    assert table.ask.seat == 1, "not Bruno's to reroll"
    game.press(ada, type="answer", key=late)
    assert (table.ask.seat, table.ask.purpose) == (0, "pray")


def test_a_phone_buys_for_its_own_seat_and_is_done_for_itself_alone() -> None:
    table = Table.new(FOUR)
    table.change(Change("space", 2, to="crags"), Change("turn", 2))
    for key in (1, "clockwise", "market-day"):
        table.answer(key)
    game = Evening(table)
    carla = game.phones[2]
    rows = shown(carla)["question"]["shop"]["buyers"]
    assert [row["who"]["name"] for row in rows if row.get("keys")] == ["Carla"]
    game.press(carla, type="answer", key="buyer:3/buy:purchase/sword")
    assert table.ask.seat == 2
    game.press(carla, type="answer", key="done")
    assert (table.ask.kind, table.ask.seat) == ("shop", 3)


def mesmerized(**wishes: str) -> Evening:
    """Carla, on turn, casts Mesmerism on Dario's Mule; Bruno holds Counterspell and, as Ada, was not asked."""
    table = Table.new(FOUR | {"Carla": "sorceress"}, dice="virtual", cards="virtual", spells="known", seed=3)
    for card, seat in (("counterspell", 1), ("mesmerism", 2)):
        table.change(from_deck(card, seat, "spell", "spells"))
    table.change(from_deck("mule", 3), Change("turn", 2))
    table.set(react=tuple(wishes.get(name, "pass") for name in FOUR))
    game = Evening(table)
    game.press(game.phones[2], type="aside", key="2/cast:mesmerism")
    return game


def late(screen: HostedScreen) -> list[str]:
    offers = shown(screen)["question"].get("offers", ())
    return [offer["key"] for offer in offers if offer["key"].startswith("late:")]


@pytest.mark.parametrize("wish", ["pass", "hit"])
def test_who_was_not_asked_still_answers_a_spell_from_the_phone(wish: str) -> None:
    game = mesmerized(Bruno=wish)
    ada, bruno, carla, dario = game.phones
    assert "mule" in game.table.state.players[2].goods, "Mesmerism has been cast"
    [key] = late(bruno)
    assert key.endswith("/cast:counterspell")
    for screen in (ada, carla, dario, game.laptop, game.television):
        assert not [found for found in late(screen) if "cast" in found]
    for other in (ada, carla, dario):
        assert game.press(other, type="answer", key=key) and "mule" in game.table.state.players[2].goods
    assert not game.press(bruno, type="answer", key=key)
    assert "mule" in game.table.state.players[3].goods, "the Mule stays with Dario"
    assert "counterspell" not in game.table.state.players[1].spells and not late(bruno)


def test_a_late_spell_is_offered_until_something_has_been_thrown() -> None:
    game = mesmerized()
    [key] = late(game.phones[1])
    game.press(game.phones[2], type="roll")
    assert not late(game.phones[1])
    before = game.table.state
    assert game.press(game.phones[1], type="answer", key=key) and game.table.state == before
