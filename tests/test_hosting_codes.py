"""Does a code open the seat it is for, and nobody else's?"""

from __future__ import annotations

from pathlib import Path

from talisman_nb.app.host.codes import TELEVISION, Codes, Tries, codes_of


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
