"""Is a hosted table closed to everybody without a code, and each screen open to its own cookie alone?"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from event_loop import run
from hosted import Recorded
from hosting_site import TOKEN, Site, site
from tables import FOUR
from tornado.httputil import HTTPHeaders

from talisman_nb.app.host.hosted_table import LAPTOP
from talisman_nb.model import Change
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

INSIDE = ("/assets/phone.js", "/assets/television.css", "/codes", "/talisman-nb/hello")


def test_without_a_code_there_is_nothing_but_the_entry(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            entry = (await here.get("/")).body.decode()
            assert "Friday" in entry and not any(name in entry for name in FOUR)
            for path in INSIDE:
                assert (await here.get(path)).code == 403, path
            for kind in ("seat", "television"):
                assert (await here.get(f"/{kind}")).headers["Location"] == "/enter"
            for kind in ("laptop", "seat", "television"):
                assert await here.connected(kind) is None

    run(tried())


def test_a_code_opens_its_own_screen_and_no_other(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            seat, television = await here.entered(here.codes.seats[2]), await here.entered(here.codes.television)
            assert (await here.get("/seat", seat)).code == (await here.get("/television", television)).code == 200
            assert (await here.get("/assets/phone.js", seat)).code == 200
            shown = await here.connected("seat", seat)
            assert shown and shown["screen"]["viewer"] == 2
            open_to_all = await here.connected("television", television)
            assert open_to_all and "viewer" not in open_to_all["screen"]
            for kind, cookie in (("television", seat), ("seat", television), ("laptop", seat), ("laptop", television)):
                assert await here.connected(kind, cookie) is None, kind
            assert (await here.get("/codes", seat, television)).code == 403
            other = seat.replace("-seat=", "-television=")
            assert await here.connected("television", other) is None
            assert await here.connected("seat", seat[:-1] + ("0" if seat[-1] != "0" else "1")) is None

    run(tried())


def test_the_seat_is_shown_only_behind_its_code(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            shown = (await here.get(f"/?code={here.codes.seats[1].lower()}")).body.decode()
            assert "Bruno" in shown and "Ada" not in shown
            wrong = await here.get("/?code=AAAAAA")
            assert wrong.code == 401 and "Bruno" not in wrong.body.decode()

    run(tried())


def test_the_entry_tells_a_television_where_its_code_is(own_home: Path) -> None:
    """It can't be "on the big screen": it is the big screen."""

    async def tried() -> None:
        async with site(own_home) as here:
            for lang in LANGUAGES:
                page = unescape((await here.get("/enter", Accept_Language=lang)).body.decode())
                words = load_phrases(lang)
                codes, television = words.say("panel", "seat-codes"), words.raw("host", "enter-television")
                assert television in page and page.count(codes) >= 2, lang

    run(tried())


def test_the_codes_of_all_seats_and_the_television_are_a_page_to_print(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            token = {"Authorization": f"token {TOKEN}"}
            page = (await here.get("/codes", **token)).body.decode()
            for code in (*here.codes.seats, here.codes.television):
                assert page.count(f"<kbd>{code}</kbd>") == 1
            assert page.count("<svg") == len(FOUR) + 1 and "@media print" in page
            assert 'id="print"' in page and "Print the codes" in page
            script = await here.get("/assets/plain.js", **token)
            assert script.code == 200 and "window.print()" in script.body.decode()
            assert (await here.get("/assets/plain.js")).code == 403

    run(tried())


def test_a_game_is_played_back_as_whoever_asks_may_see_it(own_home: Path) -> None:
    async def tried() -> None:
        virtual = {"dice": "virtual", "cards": "virtual", "seed": 5}
        async with site(own_home, {"Ada": "wizard", "Bruno": "thief"}, **virtual) as here:
            table, token = here.doors.hosted.table, {"Authorization": f"token {TOKEN}"}
            assert table and table.state.players[0].spells
            held = [str(Wording("it").card(spell)) for spell in table.state.players[0].spells]
            ada, bruno = await here.entered(here.codes.seats[0]), await here.entered(here.codes.seats[1])
            for kind, cookies in (("seat", ()), ("laptop", ()), ("laptop", (ada,))):
                assert (await here.get(f"/replay/{kind}", *cookies)).headers["Location"] == "/enter"
            phones = [await here.get("/replay/seat?lang=it", seat) for seat in (ada, bruno)]
            for page in (*phones, await here.get("/replay/laptop?lang=it", **token)):
                said = page.body.decode()
                assert page.code == 200 and "Bruno" in said and '<html lang="it">' in said
                assert not any(name in said for name in held), "on the own phone they are covered too"

    run(tried())


def test_a_game_played_back_runs_its_own_program_alone(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            page = await here.get("/replay/laptop", Authorization=f"token {TOKEN}")
            script = page.body.decode().partition("<script>")[2].partition("</script>")[0]
            own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            policy = [each.strip() for each in page.headers["Content-Security-Policy"].split(";")]
            assert {f"script-src 'sha256-{own}'", "default-src 'none'", "sandbox allow-scripts"} <= {*policy}

    run(tried())


def test_pages_wait_for_a_table_that_is_being_set_up(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            token = {"Authorization": f"token {TOKEN}"}
            seat, hosted = await here.entered(here.codes.seats[2]), here.doors.hosted
            code = here.codes.seats[1]
            table = hosted.laptop.table
            hosted.laptop.table = None
            for path in ("/", "/enter"):
                page = (await here.get(path, seat)).body.decode()
                assert 'content="3; url=/"' in page and "still being set up" in page, path
            for path, headers in ((f"/?code={code}", {}), ("/enter", token), ("/codes", token)):
                assert 'content="3"' in (await here.get(path, **headers)).body.decode(), path
            hosted.laptop.table = table
            assert (await here.get("/", seat)).headers["Location"] == "/seat"
            for path, headers in ((f"/?code={code}", {}), ("/enter", {}), ("/codes", token)):
                assert "http-equiv" not in (await here.get(path, **headers)).body.decode(), path

    run(tried())


async def begun_anew(here: Site, people: list[str]) -> None:
    """The laptop leaves the table and begins another one."""
    laptop = here.doors.hosted.connect(Recorded(), LAPTOP)
    here.doors.hosted.receive(laptop, {"type": "leave"})
    players = [{"name": name, "character": each} for name, each in zip(people, FOUR.values(), strict=True)]
    here.doors.hosted.receive(laptop, {"type": "start", "players": players, "parts": {}})
    table = here.doors.hosted.table
    assert table and [player.name for player in table.state.players] == people


def test_the_same_people_keep_their_phones_at_the_table_they_begin_next(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            before = here.codes
            seat, television = await here.entered(before.seats[2]), await here.entered(before.television)
            await begun_anew(here, people := ["Dario", "Carla", "Bruno", "Ada"])
            assert not {*here.codes.seats} & {*before.seats}
            assert await here.connected("seat", seat) is None, "the page goes to the entry first"
            for cookie, kind in ((seat, "seat"), (television, "television")):
                kept = await here.get("/", cookie)
                assert kept.headers["Location"] == f"/{kind}"
                shown = await here.connected(kind, kept.headers["Set-Cookie"].partition(";")[0])
                assert shown and shown["screen"].get("viewer", -1) == (people.index("Carla") if kind == "seat" else -1)
            for cookie in ("", seat[:-1] + ("0" if seat[-1] != "0" else "1"), seat.replace("-seat=", "-television=")):
                entry = await here.get("/", *filter(None, [cookie]))
                assert entry.code == 200 and "Set-Cookie" not in entry.headers
            assert (await here.post("/enter", {"code": before.seats[2]})).code == 401

    run(tried())


def test_a_phone_keeps_no_seat_among_other_people(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            seat = await here.entered(here.codes.seats[2])
            await begun_anew(here, ["Ada", "Bruno", "Carla", "Mallory"])
            assert "Set-Cookie" not in (await here.get("/", seat)).headers

    run(tried())


def test_a_phone_keeps_no_seat_at_a_table_that_is_opened(own_home: Path) -> None:
    Table.new(FOUR, name="Saturday").close()

    async def tried() -> None:
        async with site(own_home) as here:
            seat = await here.entered(here.codes.seats[2])
            laptop = here.doors.hosted.connect(Recorded(), LAPTOP)
            here.doors.hosted.receive(laptop, {"type": "leave"})
            here.doors.hosted.receive(laptop, {"type": "open", "name": "Saturday"})
            table = here.doors.hosted.table
            assert table and table.name == "Saturday"
            assert "Set-Cookie" not in (await here.get("/", seat)).headers

    run(tried())


def test_whoever_left_the_table_keeps_no_seat_at_the_next(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            seat, table = await here.entered(here.codes.seats[3]), here.doors.hosted.table
            assert table
            table.change(Change("leave", 3, to="piles"))
            table.change(Change("join", 2, to="elf", name="Dario"))
            await begun_anew(here, list(FOUR))
            assert "Set-Cookie" not in (await here.get("/", seat)).headers

    run(tried())


@pytest.mark.parametrize("header", [{"Origin": "http://evil.test"}, {"Sec-Fetch-Site": "cross-site"}])
def test_a_page_of_another_site_enters_nowhere(own_home: Path, header: dict[str, str]) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            response = await here.post("/enter", {"code": here.codes.seats[0]}, **header)
            assert response.code == 403 and "Set-Cookie" not in response.headers

    run(tried())


def test_a_name_that_points_here_is_refused(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            assert (await here.get("/", Host=f"rebound.test:{here.port}")).code == 403
            assert (await here.get("/", Host=f"localhost:{here.port}")).code == 200

    run(tried())


def test_the_laptop_s_token_opens_everything_on_this_machine_alone(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            token = {"Authorization": f"token {TOKEN}"}
            assert (await here.get("/codes", **token)).code == 200
            first = await here.connected("laptop", **token)
            assert first and first["screen"]["table"] == "Friday"
            request: Any = SimpleNamespace(headers=HTTPHeaders(token), host="127.0.0.1", remote_ip="192.168.1.7")
            assert not here.doors.is_laptop(request)
            request.remote_ip = "127.0.0.1"
            assert here.doors.is_laptop(request)

    run(tried())


def test_a_wish_comes_with_the_entry(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            await here.post("/enter", {"code": here.codes.seats[3], "wish": "hit"})
            table = here.doors.hosted.table
            assert table and table.settings.react[3] == "hit"

    run(tried())


def test_a_phone_that_leaves_is_no_longer_in(own_home: Path) -> None:
    async def tried() -> None:
        async with site(own_home) as here:
            assert await here.connected("seat", await here.entered(here.codes.seats[0]))
            async with asyncio.timeout(60):
                while here.doors.hosted.screens:
                    await asyncio.sleep(0.01)
            assert not here.doors.hosted.gathering.inside

    run(tried())
