"""Does a code open the seat it is for, and nobody else's; and does a table's list of guests stay its own?"""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import FOUR

from talisman_nb.app.access import ServerKey
from talisman_nb.app.host import guests
from talisman_nb.app.host.doors import Doors
from talisman_nb.app.host.guests import (
    SLOWLY,
    TELEVISION,
    TRIES,
    TRIES_IN_ALL,
    WINDOW,
    Codes,
    GuestList,
    Tries,
    id_of,
    list_of,
    owner_of,
    save_list,
)
from talisman_nb.app.host.hosted_table import HostedTable
from talisman_nb.app.host.server import television_code_teller
from talisman_nb.model import Change
from talisman_nb.panels.table.audience import AT_LAPTOP
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.text.phrases import load_phrases


def hosted(table: Table) -> HostedTable:
    return HostedTable(TableController(table, audience=AT_LAPTOP))


def codes(table: Table) -> Codes:
    found = hosted(table).codes
    assert found
    return found


def test_codes_stay_those_of_a_table_whatever_its_file_is_called(own_home: Path) -> None:
    table = Table.new(FOUR, name="Evening")
    before = codes(table)
    assert len({*before.seats, before.television}) == 5 and codes(table) == before
    (file,) = (path for path in (own_home / "hosted").iterdir() if before.television in path.read_text("utf-8"))
    assert file.stat().st_mode & 0o077 == 0
    path = table.path
    assert path
    table.close()
    path.rename(path.with_name("Friday.talisman"))
    with Table.open("Friday") as renamed:
        assert codes(renamed) == before
        renamed.change(Change("join", 3, name="Elena"))
        more = codes(renamed)
        assert more.seats[:4] == before.seats and len(more.seats) == 5 and more.television == before.television


@pytest.mark.parametrize("how", ["renamed", "deleted"])
def test_a_new_table_under_an_old_name_has_codes_of_its_own(own_home: Path, how: str) -> None:
    """Mia must not meet Ada's phone at her table, though the old codes were for the same file and seat."""
    first = Table.new(FOUR, name="Evening")
    table = hosted(first)
    before, secret = table.codes, table.admit(0)
    assert before and first.path and table.seat_of(secret) == 0
    first.close()
    if how == "renamed":
        first.path.rename(first.path.with_name("Old.talisman"))
    else:
        first.path.unlink()
    for people in (("Mia", "Noah", "Olga", "Pia"), FOUR):
        with Table.new(dict(zip(people, FOUR.values(), strict=True)), name="Evening") as second:
            again = hosted(second)
            now = again.codes
            assert now and not {*now.seats, now.television} & {*before.seats, before.television}
            assert again.seat_of(secret) is None and not again.devices(-1)
            assert second.path
            second.path.unlink()
    if how == "renamed":
        with Table.open("Old") as old:
            assert hosted(old).seat_of(secret) == 0, "its own phones are still in"


def test_a_seat_handed_over_has_a_code_of_its_own_until_it_is_handed_back(own_home: Path) -> None:
    table = Table.new(FOUR, name="Evening")
    here = hosted(table)
    before, bruno, carla = codes(table), here.admit(1), here.admit(2)
    table.change(Change("hand-over", 1, name="Zoe"))
    now = here.codes
    assert now and now.seats[1] != before.seats[1]
    assert (*now.seats[:1], *now.seats[2:]) == (*before.seats[:1], *before.seats[2:])
    assert here.seat_of(bruno) is None and here.seat_of(carla) == 2
    zoe = here.admit(1)
    table.undo()
    assert here.seat_of(bruno) == 1 and here.seat_of(zoe) is None and codes(table) == before


def test_a_person_has_only_so_many_devices() -> None:
    found = GuestList()
    secrets = [found.admit("0 Ada") for _ in range(guests.MOST + 3)]
    assert [bool(found.owner(id_of(secret))) for secret in secrets] == [False] * 3 + [True] * guests.MOST


def test_a_device_keeps_its_place_for_a_month(monkeypatch: pytest.MonkeyPatch) -> None:
    found = GuestList()
    device = id_of(found.admit("0 Ada"))
    now = found.devices[device].since
    for days, inside in ((30.9, True), (31.1, False)):
        monkeypatch.setattr(guests.time, "time", lambda days=days: now + days * guests.DAY)
        assert bool(found.owner(device)) is inside and bool(found.of("0 Ada")) is inside


def test_a_list_is_saved_without_what_opens_a_seat(own_home: Path) -> None:
    """Whoever reads the file of the list, in a copy of the home folder, has no cookie by it."""
    with Table.new(FOUR, name="Evening") as table:
        found = list_of(table)
        secret = found.admit(owner_of(table, 0), "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)")
        save_list(table, found)
        (file,) = (own_home / "hosted").iterdir()
        assert secret not in file.read_text("utf-8")
        assert list_of(table).devices[id_of(secret)].model == "iPhone"
        for text in ("", "{", '{"codes": 7}'):
            file.write_text(text, "utf-8")
            assert list_of(table) == GuestList()
        file.unlink()
        file.mkdir()
        assert list_of(table) == GuestList(), "what can't be opened stops nobody"


def test_a_code_opens_its_seat_however_it_is_typed() -> None:
    found = Codes(("ABC234", "DEF567"), "TVTVTV")
    assert [found.opens(text) for text in ("abc 234", " DEF567", "tvtvtv")] == [0, 1, TELEVISION]
    assert [found.opens(text) for text in ("", "ABC23", "ABC2345", "ÄBC234", "A" * 10_000)] == [None] * 5


def test_wrong_codes_are_forgotten_after_a_while_and_counted_by_network() -> None:
    now = 0.0
    tries = Tries(lambda: now)
    for n in range(TRIES):
        tries.wrong(f"2001:db8::{n:x}")
    assert tries.wait("2001:db8::ffff") is None and tries.wait("2001:db8:1::1") == 0
    now = WINDOW + 1
    assert tries.wait("2001:db8::1") == 0


def test_wrong_codes_of_many_addresses_make_everybody_wait_and_shut_nobody_out() -> None:
    tries = Tries(lambda: 0.0)
    for n in range(TRIES_IN_ALL):
        tries.wrong(f"10.0.0.{n // TRIES}")
    assert tries.wait("10.0.0.1") is None, "whoever guessed"
    assert tries.wait("10.1.1.1") == SLOWLY, "a guest who has not entered yet"
    assert tries.wait("10.0.0.1", known=True) == SLOWLY, "a phone with a seat behind the same address"


def test_the_console_tells_the_code_of_televisions_anew_with_another_table(capsys: pytest.CaptureFixture[str]) -> None:
    host = hosted(Table.new(FOUR, name="Evening"))
    tell = television_code_teller(Doors(host, ServerKey("token")), load_phrases("en"))
    first = host.codes
    tell()
    tell()
    host.laptop.handle({"type": "another-table"})
    tell()
    host.laptop.handle({"type": "start", "players": [{"name": "Ada"}, {"name": "Bruno"}], "parts": {}})
    tell()
    second = host.codes
    assert first and second and first.television != second.television
    told = capsys.readouterr().out.splitlines()
    assert told == [f"Code for the television: {codes.television}" for codes in (first, second)]
