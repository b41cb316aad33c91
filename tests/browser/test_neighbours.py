"""Can another user of the machine, or another page of the same browser, use the program or look into it?"""

from __future__ import annotations

import http.client
import http.server
import multiprocessing
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from servers import PATIENCE, Server, asked, free_port, until
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from talisman_nb.app import access as gate
from talisman_nb.app import running_server as running
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

NOBODY = 65534
SOME_KERNEL = "12345678-1234-1234-1234-123456789012"
SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}
ADDRESSES = (
    "/", "/?table=Lang&lang=pl", "/?token=", "/?token=0123456789abcdef0123456789abcdef", "/talisman-nb/hello",
    "/talisman-nb/ticket", f"/talisman-nb/kernel/{SOME_KERNEL}", "/api/kernels", f"/api/kernels/{SOME_KERNEL}",
    f"/api/kernels/{SOME_KERNEL}/channels", f"/voila/api/shutdown/{SOME_KERNEL}", "/voila/files/companion.ipynb",
    "/voila/static/voila.js", "/voila/templates/lab/static/../../x", "/voila/templates/x", "/voila/labextensions/x",
    "/voila/api/themes/x", "/voila/api/contents", "/login", "/logout", "/companion.ipynb",
    "//elsewhere.example/?token=x", "/favicon.ico",
)  # fmt: skip


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine may enter, as homes often are."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.fixture(scope="module")
def page_server(open_folder: Path) -> Iterator[Server]:
    server = Server("full_page", open_folder, free_port())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALISMAN_NB_HOME", str(server.home))
        Table.new({"Ada": "dwarf", "Bruno": "thief"}, name="Lang", lang="it").close()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def as_nobody() -> Iterator[Callable[..., Any]]:
    """Runs a function as another user of the machine; where that can't be, at least without knowing any token."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), become_nobody) as another:
        yield lambda act, *args: another.submit(act, *args).result()


def become_nobody() -> None:
    if os.name == "posix" and os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def can_read(path: Path) -> bool:
    try:
        return bool(list(path.iterdir()) if path.is_dir() else path.read_bytes())
    except PermissionError:
        return False


def command_lines() -> str:
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(file.read_text(errors="replace"))
        except OSError:
            continue
    return "\n".join(found)


# --- another user of the machine ---


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "HEAD"])
def test_every_address_is_closed_to_another_user(
    method: str, page_server: Server, as_nobody: Callable[..., Any]
) -> None:
    before = page_server.kernels()
    for path in ADDRESSES:
        headers = SOCKET if path.endswith("/channels") else {}
        status, answer = as_nobody(asked, page_server.port, method, path, headers)
        if path.startswith("/?token") and method == "GET":
            assert (status, answer) == (302, "/"), path
        else:
            assert status == 403 and "talisman-nb/" not in answer and "kernel" not in answer.lower(), f"{method} {path}"
    assert page_server.kernels() == before


@pytest.mark.parametrize("wrong", ["", "x", "é", "{token}x", "{half}", "{upper}"])
def test_what_is_nearly_the_token_opens_nothing(wrong: str, page_server: Server) -> None:
    token = page_server.found().token
    given = wrong.format(token=token, half=token[:16], upper=token.upper())
    name = f"talisman-nb-127-0-0-1-{page_server.port}"
    for headers in (
        {"Authorization": f"token {given}".encode().decode("latin-1")},
        {"Cookie": f'{name}="{given.encode().hex()}"'},
    ):
        assert asked(page_server.port, "GET", "/talisman-nb/hello", headers)[0] == 403
    assert asked(page_server.port, "GET", f"/?{urlencode({'token': given})}") == (302, "/")


def test_the_token_opens_and_a_ticket_opens_once(page_server: Server) -> None:
    server = page_server.found()
    assert running.ask(server, running.HELLO) == str(server.pid).encode()
    ticket = running.ask(server, running.TICKET, {}).decode()
    first, second = (asked(page_server.port, "GET", f"/?table=Lang&token={ticket}") for _ in range(2))
    assert first[0] == 200 and "url=/?table=Lang" in first[1] and ticket not in first[1]
    assert second == (302, "/?table=Lang")
    assert asked(page_server.port, "POST", "/talisman-nb/ticket", {"Authorization": f"token {ticket}"})[0] == 403


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="only the system's administrator can become another user"
)
def test_another_user_reads_neither_the_token_nor_the_tables(
    page_server: Server, as_nobody: Callable[..., Any]
) -> None:
    token, home = page_server.found().token, page_server.home
    for private in ("running", "running/page.json", "running/page.token", "tables", "tables/Lang.talisman"):
        assert can_read(home / private) and not as_nobody(can_read, home / private), private
    assert token not in as_nobody(command_lines)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_has_no_token_is_told_what_to_do(lang: str, page_server: Server) -> None:
    said = load_phrases(lang).raw("server", "closed").replace("'", "&#39;")
    for path, headers in ((f"/?lang={lang}", {}), ("/", {"Accept-Language": f"de, {lang}-CH;q=0.9, en;q=0.1"})):
        status, answer = asked(page_server.port, "GET", path, headers)
        assert status == 403 and said in answer


# --- what a request says of the page that sends it ---


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "null"},
    ],
)
@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", f"/talisman-nb/kernel/{SOME_KERNEL}"), ("POST", "/talisman-nb/ticket")]
)
def test_nothing_passes_that_another_page_sends(
    method: str, path: str, headers: dict[str, str], page_server: Server
) -> None:
    before = page_server.kernels()
    assert asked(page_server.port, method, path, {**with_cookie(page_server), **headers})[0] == 403
    assert page_server.kernels() == before


def with_cookie(server: Server) -> dict[str, str]:
    """What a browser sends that has opened the page before."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE / 1000)
    link.request("GET", f"/?token={server.found().token}")
    cookie = link.getresponse().getheader("Set-Cookie") or ""
    link.close()
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    headers = {"Cookie": cookie.partition(";")[0]}
    assert asked(server.port, "GET", f"/talisman-nb/kernel/{SOME_KERNEL}", headers)[0] == 410, "the cookie is good"
    return headers


def test_a_site_that_renames_this_machine_gets_nothing(page_server: Server) -> None:
    for headers in (
        {"Host": "elsewhere.example"},
        {**with_cookie(page_server), "Host": f"elsewhere.example:{page_server.port}"},
    ):
        assert asked(page_server.port, "GET", "/", headers)[0] == 403


def test_odd_addresses_leave_no_traceback(page_server: Server) -> None:
    """Whoever may pass can ask for anything; the window of the program stays quiet."""
    before, headers = page_server.errors.read_text(), with_cookie(page_server)
    for path in filter(starts_nothing, ADDRESSES):
        status, _ = asked(page_server.port, "GET", path, {**headers, **(SOCKET if "channels" in path else {})})
        assert status < 500, path
    for body in ("", "{}", "token=x", "\x00"):
        assert asked(page_server.port, "POST", "/", headers, body)[0] in (403, 405)
    assert page_server.errors.read_text() == before


def starts_nothing(path: str) -> bool:
    return path.partition("?")[0] != "/"


# --- a hostile page in the same browser ---

HOSTILE = """<!DOCTYPE html><title>prizes</title>
<img src="{there}?table=Lang&lang=pl"><script src="{there}"></script><link rel="stylesheet" href="{there}">
<iframe id="frame" name="frame" src="{there}?table=Lang&lang=pl"></iframe>
<iframe name="post"></iframe>
<form id="form" method="post" target="post" action="{there}voila/api/shutdown/{kernel}">
<input name="x" value="y"></form>
<script>
  const there = "{there}", kernel = "{kernel}", said = [];
  document.getElementById("form").submit();
  navigator.sendBeacon(`${{there}}voila/api/shutdown/${{kernel}}`);
  const socket = new WebSocket(`${{there.replace("http", "ws")}}api/kernels/${{kernel}}/channels?session_id=1`);
  const sockets = new Promise((done) => {{
    socket.onopen = () => done("open");
    socket.onerror = () => done("refused");
  }});
  const attempt = (path, how) =>
    fetch(there + path, {{credentials: "include", ...how}}).then((r) => r.type, () => "refused");
  window.tried = Promise.all([
    sockets,
    attempt("?table=Lang&lang=pl", {{}}),
    attempt("?table=Lang&lang=pl", {{mode: "no-cors"}}),
    attempt("?table=Lang&lang=pl", {{mode: "no-cors", method: "POST", body: new URLSearchParams({{table: "Lang"}})}}),
    attempt(`api/kernels/${{kernel}}`, {{}}),
    attempt(`api/kernels/${{kernel}}`, {{method: "DELETE"}}),
    attempt("talisman-nb/ticket", {{method: "POST", mode: "no-cors"}}),
    new Promise((done) => setTimeout(() => done("waited"), 1500)),
  ]);
</script>
<button onclick='window.open("{there}?table=Lang&lang=pl")'>your prize</button>"""


@pytest.fixture
def hostile() -> Iterator[dict[str, Any]]:
    """A server of somebody else's on this machine: its port, and the page it shows."""
    shown: dict[str, Any] = {"page": ""}

    class Show(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(shown["page"].encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Show) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        shown["port"] = server.server_port
        yield shown
        server.shutdown()


@pytest.mark.browser
@pytest.mark.campaign
@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_hostile_page_starts_nothing_and_changes_nothing(
    host: str, page: Any, page_server: Server, hostile: dict[str, Any]
) -> None:
    there = page_server.found().url
    lang_of(page_server, "it")
    at_first = page_server.kernels()
    page.goto(page_server.found().address(table="Lang"))
    page.locator(".tlm .headline:visible").first.wait_for()
    kernel = page.evaluate("JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId")
    running_before = page_server.kernels()
    hostile["page"] = HOSTILE.format(there=there, kernel=kernel)
    theirs = page.context.new_page()
    theirs.goto(f"http://{host}:{hostile['port']}/")
    tried = theirs.evaluate("window.tried")
    assert tried[:2] == ["refused", "refused"] and set(tried[2:-1]) <= {"refused", "opaque"}, tried
    assert page_server.kernels() == running_before, "a program was started"
    assert asked(page_server.port, "GET", f"/talisman-nb/kernel/{kernel}", with_cookie(page_server))[0] == 204, (
        "the program was ended"
    )
    frame = theirs.frame(name="frame")
    assert frame is None or frame.locator("a, .tlm").count() == 0, "our page is inside theirs"
    with theirs.expect_popup() as opened:
        theirs.get_by_text("your prize").click()
    doorstep = opened.value
    link = doorstep.get_by_text(load_phrases("pl").raw("server", "open"))
    link.wait_for()
    assert page_server.kernels() == running_before, "a program was started"
    assert lang_of(page_server) == "it", "the language of the table was changed"
    link.click()  # by the person it is
    doorstep.locator(".tlm .headline:visible").first.wait_for()
    assert page_server.kernels() == running_before + 1
    for each in (doorstep, page):
        each.goto("about:blank")  # as a closed window does, it shuts its kernel down
    until(lambda: page_server.kernels() == at_first)  # the next test counts them
    doorstep.close()
    theirs.close()


def lang_of(server: Server, wanted: str = "") -> str:
    """The language of the saved table "Lang", changed first where one is wanted."""
    table = Table.open(server.home / "tables" / "Lang.talisman")
    try:
        return (table.set(lang=wanted) if wanted else table.settings).lang
    finally:
        table.close()


@pytest.mark.browser
@pytest.mark.campaign
def test_the_token_leaves_the_address_and_what_is_left_can_be_used(page: Any, page_server: Server) -> None:
    server = page_server.found()
    page.goto(server.address(table="Lang"))
    page.locator(".tlm .headline:visible").first.wait_for()
    shown = page.url
    assert server.token not in shown and server.token not in page.content() and page.evaluate("history.length") <= 2
    for go in (page.reload, lambda: page.goto(shown)):
        assert go().status == 200
        page.locator(".tlm .headline:visible").first.wait_for()
    other = page.context.browser.new_context()
    assert other.new_page().goto(shown).status == 403, "another browser has no cookie"
    other.close()


# --- how many programs may run ---


@pytest.mark.browser
@pytest.mark.campaign
def test_one_page_too_many_is_told_so(page: Any, tmp_path: Path) -> None:
    server = Server(
        "full_page",
        tmp_path,
        free_port(),
        first="from talisman_nb.app import full_page as kernel_limit; kernel_limit.MOST = 2",
    )
    try:
        pages = [page, page.context.new_page(), page.context.new_page()]
        answers = [each.goto(server.found().address(lang="fr")) for each in pages[:1]]
        page.locator(".tlm:visible").first.wait_for()
        answers += [each.goto(f"{server.found().url}?lang=fr") for each in pages[1:]]
        assert [answer.status for answer in answers] == [200, 200, 503]
        assert pages[2].locator("p").inner_text() == load_phrases("fr").say("server", "full", n=2)
        assert server.kernels() == 2 and server.errors.read_text() == ""
        pages[1].locator(".tlm:visible").first.wait_for()
        pages[1].goto("about:blank")
        until(lambda: server.kernels() < 2)
        until(lambda: pages[2].reload().status == 200)  # its place is free a moment after its process has ended
    finally:
        server.stop()


def test_many_at_once_start_no_more_than_may_run(tmp_path: Path) -> None:
    server = Server(
        "full_page",
        tmp_path,
        free_port(),
        first="from talisman_nb.app import full_page as kernel_limit; kernel_limit.MOST = 2",
    )
    try:
        headers, statuses = with_cookie(server), []
        visit = threading.Thread(target=lambda: statuses.append(asked(server.port, "GET", "/", headers)[0]))
        visits = [visit, *(threading.Thread(target=visit._target) for _ in range(5))]
        for each in visits:
            each.start()
        for each in visits:
            each.join()
        assert sorted(statuses) == [200, 200, 503, 503, 503, 503] and server.kernels() == 2
    finally:
        server.stop()


def test_the_words_of_a_hostile_address_stay_words() -> None:
    line = RequestStartLine("GET", '/?table="><script>alert(1)</script>&lang=xx&token=1&x=//elsewhere', "HTTP/1.1")
    request = HTTPServerRequest(start_line=line, headers=HTTPHeaders({"Host": "127.0.0.1:1"}))
    assert (
        gate.address_without_token(request)
        == "/?table=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E&lang=xx&x=%2F%2Felsewhere"
    )
    assert gate.language_of(request) in LANGUAGES
