"""Can another user of the machine, or another page of the same browser, make JupyterLab start or open anything?"""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from servers import PATIENCE, Server, asked, free_port

from talisman_nb.app import running_server as running


@pytest.fixture(scope="module")
def lab_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server("lab", tmp_path_factory.mktemp("lab"), free_port())
    yield server
    server.stop()


def test_a_stranger_without_the_token_gets_nothing_from_lab(lab_server: Server) -> None:
    server, before = lab_server.found(), lab_server.kernels()
    stranger = running.RunningServer("lab", server.url, server.pid)
    for path, form in ((running.HELLO, None), (running.TICKET, {}), (running.OPEN, {"table": "theirs"})):
        with pytest.raises(OSError, match="403"):
            running.ask(stranger, path, form)
    assert lab_server.kernels() == before


def test_a_cookie_alone_makes_lab_start_nothing(lab_server: Server) -> None:
    server, before = lab_server.found(), lab_server.kernels()
    link = http.client.HTTPConnection("127.0.0.1", lab_server.port, timeout=PATIENCE / 1000)
    link.request("GET", f"/lab?token={running.ask(server, running.TICKET, {}).decode()}")
    cookies = [value.partition(";")[0] for name, value in link.getresponse().getheaders() if name == "Set-Cookie"]
    link.close()
    headers = {"Cookie": "; ".join(cookies), "Content-Type": "application/x-www-form-urlencoded"}
    assert asked(lab_server.port, "GET", "/api/kernels", {**headers, "Referer": server.url})[0] == 200, (
        "the cookie is good"
    )
    for method in ("GET", "POST"):
        assert asked(lab_server.port, method, "/talisman-nb/open?table=theirs", headers, "table=theirs")[0] in (
            403,
            405,
        )
    assert lab_server.kernels() == before and not (lab_server.home / "notebooks" / "tables" / "theirs.ipynb").exists()


@pytest.mark.parametrize("name", ["../x", "a/b", "<script>", ".hidden", "a:b", " ", "n" * 300, "CON", "com1", "a."])
def test_lab_refuses_names_no_table_can_have(name: str, lab_server: Server) -> None:
    server = lab_server.found()
    before, kernels = sorted(server_files(lab_server)), lab_server.kernels()
    said = asked(
        lab_server.port, "POST", "/talisman-nb/open",
        {"Authorization": f"token {server.token}", "Content-Type": "application/x-www-form-urlencoded"},
        urlencode({"table": name, "lang": "it"}),
    )  # fmt: skip
    assert said[0] == 400 and "tavolo" in said[1]
    assert sorted(server_files(lab_server)) == before and lab_server.kernels() == kernels
    assert "Traceback" not in lab_server.errors.read_text()


def server_files(server: Server) -> list[Path]:
    return list((server.home / "notebooks").rglob("*.ipynb"))
