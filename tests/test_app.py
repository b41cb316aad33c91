"""Does the command do what it says, and keep to its own places?"""

from __future__ import annotations

import argparse
import http.server
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from read_aloud import ENGLISH
from tables import TWO, played

from talisman_nb.app import access_token as key
from talisman_nb.app import check_machine as check
from talisman_nb.app import cli, console, settings
from talisman_nb.app import paths as places
from talisman_nb.app import running_server as running
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


def test_options_may_stand_on_either_side_of_the_command() -> None:
    for words in (["--table", "Friday", "lab"], ["lab", "--table", "Friday"]):
        asked = cli.parser().parse_args(words)
        assert (asked.command, asked.table, asked.no_browser) == ("lab", "Friday", False)
    assert cli.parser().parse_args([]).command == "page"


def test_help_says_what_each_command_and_option_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    said = capsys.readouterr().out
    for word in (*cli.COMMANDS_BY_NAME, "--table", "--lang", "--port", "--no-browser"):
        assert word in said, f"--help doesn't tell {word}"


def test_a_word_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["lob"], ["--fish"]):
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        assert end.value.code == 2
    assert "--fish" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999", "x", ""])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main([f"--port={port}"])
    assert end.value.code == 2 and "--port" in capsys.readouterr().err


def test_the_rest_of_the_line_goes_to_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(cli.subprocess, "call", lambda words: called.append(words) or 0)
    assert cli.main(["bench", "--quick"]) == 0
    assert called == [[sys.executable, "-m", "talisman_nb.bench", "--quick"]]


def test_tables_are_listed_the_latest_first(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tables"]) == 0
    assert "No saved tables" in capsys.readouterr().out
    for age, name in enumerate(("Łódź", "Friday")):
        places.table_file(name).touch()
        os.utime(places.table_file(name), (age, age))
    assert cli.main(["tables"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines[:2]] == ["Friday", "Łódź"]
    assert lines[2] == f"2 saved tables in {own_home / 'tables'}"


@pytest.mark.parametrize("name", ["", " ", ".hidden", "a/b", r"a\b", "a:b", "what?"])
def test_names_no_file_can_have_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--table", name, "tables"]) == 2
    assert repr(name) in capsys.readouterr().err


def test_check_says_ok_or_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check"]) == 0
    said = capsys.readouterr().out
    for what in ("Python", "packages", "notebooks and boards", "panel", "saved tables", "port", "browser", "Chromium"):
        assert what in said
    assert "to do" not in said


def test_check_fails_and_tells_the_cure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        check, "requirements", lambda: [check.Requirement("no-such-package>=1"), check.Requirement("msgspec<0.1")]
    )
    assert cli.main(["check"]) == 1
    said = capsys.readouterr().out
    assert "no-such-package: missing: " in said and 'pip install "no-such-package>=1"' in said
    assert "<0.1 is needed" in said


def test_check_tells_a_folder_that_cannot_be_written(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_home / "file").touch()
    monkeypatch.setenv("TALISMAN_NB_HOME", str(own_home / "file"))
    found = check.saved_tables()
    assert found.state == "todo" and all("TALISMAN_NB_HOME" in found.line(lang) for lang in LANGUAGES)


OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
SEVERAL = {"it": "2 tavoli salvati in", "fr": "2 tables enregistrées dans", "pl": "2 zapisane stoły w"}
ASKED = (
    "tables",
    "check",
    "rules",
    "doubts",
    "card bear",
    "card baer",
    "space city",
    "space ctiy",
    "rule combat.win",
    "rule w1",
    "rule",
)
IDS = re.compile(r"^[a-z-]+\.?[a-z-]*  .*$|^.* \| .*$|\b[a-z0-9-]+\.[a-z0-9-]+\b|\([a-z0-9_, ]+\)", re.MULTILINE)
"""Rules with their cases, a situation as it is written, rules by the way, operations."""


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("command", ASKED)
def test_a_command_answers_in_the_language_asked_for(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Ada", "Bruno"):
        places.table_file(name).touch()
    cli.main([*command.split(), "--lang", lang])
    said = "\n".join(capsys.readouterr())
    assert said and not ENGLISH.findall(IDS.sub("", said))
    assert command != "tables" or SEVERAL[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_start_says_is_in_the_language_asked_for(
    lang: str, answering: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, (url, _) = load_phrases(lang).topics["console"], answering
    port = url.rstrip("/").rpartition(":")[2]
    assert cli.main(["--port", port, "--lang", lang]) == 1
    assert capsys.readouterr().err.strip() == words["port-busy"].format(n=port)
    monkeypatch.setattr(cli.webbrowser, "open", lambda address: False)
    running.leave_address(running.Running("page", url, 4711, "secret"))
    assert cli.main(["--lang", lang]) == 0
    assert capsys.readouterr().out.splitlines()[1] == words["no-browser"]
    assert cli.main(["tables", "--table", "a:b", "--lang", lang]) == 2
    assert (
        "'a:b'" in (said := capsys.readouterr().err)
        and said.split()[0] == load_phrases(lang).raw("files", "name").split()[0]
    )


@pytest.mark.parametrize(("wished", "said"), [("pl", "Brak"), ("de", "No saved"), ("", "No saved")])
def test_a_command_speaks_the_language_of_the_environment(
    wished: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALISMAN_NB_LANG", wished)
    assert cli.main(["tables"]) == 0 and capsys.readouterr().out.startswith(said)


def test_every_finding_of_the_check_has_words() -> None:
    known = load_phrases("en").topics["console"]
    states, parts = get_args(check.FindingState), get_args(check.CheckedPart)
    wanted = {
        *(f"state.{state}" for state in states),
        *(f"what.{part}" for part in parts),
        *get_args(check.FindingPhrase),
    }
    assert not wanted - set(known)
    longest = max(len(load_phrases(lang).say("console", f"state.{state}")) for lang in LANGUAGES for state in states)
    assert longest == check.WIDE


def test_an_old_console_gets_plain_letters() -> None:
    assert console.plain("Łucja • Wiedźma", "cp1250") == "Łucja • Wiedźma"
    assert console.plain("Łucja Wiedźma", "ascii") == "Lucja Wiedzma"


def test_what_was_shipped_is_found() -> None:
    assert (places.notebooks_dir() / "companion.ipynb").is_file()
    assert (places.boards_dir() / "revised4.toml").is_file()


def test_jupyter_settings_are_our_own(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR", "PATH", "CONFIG_PATH"):
        monkeypatch.setenv(f"JUPYTER_{name}", "/the/users/own")
    for name in ("SETTINGS", "WORKSPACES"):
        monkeypatch.setenv(f"JUPYTERLAB_{name}_DIR", "/the/users/own")
    settings.use_our_own()
    for name, value in os.environ.items():
        assert not (name.startswith("JUPYTER") and value == "/the/users/own"), name
    assert os.environ["JUPYTER_DATA_DIR"].startswith(str(own_home))
    news = own_home / "jupyter/lab-settings/@jupyterlab/apputils-extension/notification.jupyterlab-settings"
    assert '"fetchNews": "false"' in news.read_text("utf-8")


def test_the_only_kernel_is_this_python() -> None:
    kernels = settings.SamePythonKernels()
    assert list(kernels.get_all_specs()) == ["python3"]
    assert kernels.get_kernel_spec("python3").argv[0] == sys.executable
    with pytest.raises(settings.NoSuchKernel):
        kernels.get_kernel_spec("another")


def test_every_connection_sends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from talisman_nb.app import tcp_nodelay as nodelay

    said: list[bool] = []
    monkeypatch.setattr(nodelay.ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    connection = nodelay.NoDelayConnection.__new__(nodelay.NoDelayConnection)
    handler = argparse.Namespace(set_nodelay=said.append)
    monkeypatch.setattr(nodelay.NoDelayConnection, "websocket_handler", handler)
    assert connection.connect() == "connected"
    assert said == [True]


@pytest.fixture
def answering() -> Iterator[tuple[str, list[str]]]:
    """A server that answers every request with 4711: its address, and what it was asked by whom."""
    asked: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(f"{self.command} {self.path} {self.headers['Authorization']}")
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"4711")

        do_POST = do_GET  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


def test_a_second_start_opens_the_running_page(
    answering: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, asked = answering
    opened: list[str] = []
    monkeypatch.setattr(cli.webbrowser, "open", lambda address: opened.append(address) or True)
    running.leave_address(running.Running("page", url, 4711, "secret"))
    assert cli.main(["--table", "Friday", "--lang", "pl"]) == 0
    assert asked == ["GET /talisman-nb/hello token secret", "POST /talisman-nb/ticket token secret"]
    assert opened == [f"{url}?table=Friday&lang=pl&token=4711"], "the browser's command line is no place for the token"
    said = capsys.readouterr().out
    assert "Program już działa" in said and f"{url}?table=Friday&lang=pl&token=secret" in said


def test_a_server_that_is_gone_or_another_program_is_not_taken_for_ours(answering: tuple[str, list[str]]) -> None:
    assert running.find("page") is None
    for server in (running.Running("page", "http://127.0.0.1:9/", 1), running.Running("page", answering[0], 1)):
        running.leave_address(server)
        assert running.find("page") is None
        assert running.find("page", verify=False) == server
    running.file_of("page").write_text("{cut o", encoding="utf-8")
    assert running.find("page") is None


def test_only_its_own_address_is_taken_back() -> None:
    first, second = (running.Running("lab", "http://127.0.0.1:9/", pid) for pid in (1, 2))
    running.leave_address(second)
    running.take_address_back(first)
    assert running.file_of("lab").exists()
    running.take_address_back(second)
    assert not running.file_of("lab").exists()


@pytest.mark.skipif(os.name != "posix", reason="other systems keep the user's folders closed by themselves")
def test_the_address_is_for_this_user_only() -> None:
    running.leave_address(running.Running("lab", "http://127.0.0.1:9/", 1, "secret"))
    assert running.file_of("lab").stat().st_mode & 0o077 == 0
    assert places.running_dir().stat().st_mode & 0o077 == 0


def test_the_token_of_the_page_lasts_while_nobody_else_has_seen_it() -> None:
    token = running.lasting_token("page")
    file = places.running_dir() / "page.token"
    assert running.lasting_token("page") == token == file.read_text("ascii") and re.fullmatch("[0-9a-f]{32}", token)
    for damaged in ("", token[:-1], f"{token}\n", "no token", "é"):
        file.write_text(damaged, encoding="utf-8")
        again = running.lasting_token("page")
        assert again not in (token, damaged) and running.lasting_token("page") == again


@pytest.mark.skipif(os.name != "posix", reason="other systems keep the user's folders closed by themselves")
def test_a_token_others_could_read_is_replaced() -> None:
    token = running.lasting_token("page")
    file = places.running_dir() / "page.token"
    file.chmod(0o644)
    places.running_dir().chmod(0o755)
    assert running.lasting_token("page") != token
    assert file.stat().st_mode & 0o077 == 0 and places.running_dir().stat().st_mode & 0o077 == 0


def test_a_ticket_opens_once_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    held, now = key.Key("secret"), time.monotonic()
    used, late, unused = held.ticket(), held.ticket(), held.ticket()
    assert held.opens(used) and not held.opens(used) and not held.fits(unused)
    monkeypatch.setattr(key.time, "monotonic", lambda: now + key.LASTS - 1)
    assert held.opens(late)
    monkeypatch.setattr(key.time, "monotonic", lambda: now + key.LASTS + 1)
    assert not held.opens(unused) and held.opens("secret") and not held.opens("") and not held.opens("secré")


def test_a_taken_port_is_named(answering: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    port = answering[0].rstrip("/").rpartition(":")[2]
    assert cli.main(["--port", port]) == 1
    assert f"Port {port} is taken" in capsys.readouterr().err


def test_lab_keeps_notebooks_the_user_changed(own_home: Path) -> None:
    from talisman_nb.app import lab

    source, folder = own_home / "shipped", own_home / "notebooks"
    (source / "lessons").mkdir(parents=True)
    (source / "lessons" / "one.ipynb").write_text("ours", encoding="utf-8")
    lab.copy_notebooks(source, folder)
    (folder / "lessons" / "one.ipynb").write_text("mine", encoding="utf-8")
    lab.copy_notebooks(source, folder)
    assert (folder / "lessons" / "one.ipynb").read_text("utf-8") == "mine"


def test_a_damaged_table_is_rescued_by_its_name(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Table.new(TWO, name="Friday night") as table:
        played(table, 3, "clockwise")
        file = table.path
    assert file is not None
    file.write_bytes(file.read_bytes().replace(b"clockwise", b"clockwisd"))
    assert cli.main(["rescue", "Friday", "night", "--lang", "en"]) == 0
    assert "Friday night (rescued)" in capsys.readouterr().out
    assert [line.answer.key for line in Table.open("Friday night (rescued)").lines] == ["3", "clockwise"]
    assert cli.main(["rescue", "Nobody", "--lang", "it"]) == 2
    assert "Nessun tavolo salvato" in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["tests", "campaigns"])
def test_the_readme_has_one_command_for_what_the_checks_run(mark: str) -> None:
    """`.ci/run` takes it from below the mark; a second mark of that name would hide it."""
    readme = Path(__file__).resolve().parents[1] / "README.md"
    found = re.findall(rf"^<!-- {mark}: .*-->\n```sh\n(.*)\n```$", readme.read_text("utf-8"), re.MULTILINE)
    assert len(found) == 1 and "python -m pytest" in found[0]
    assert readme.read_text("utf-8").count(f"<!-- {mark}:") == 1
