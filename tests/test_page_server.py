"""Is the page served to its user alone, once, with settings of its own?"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from pathlib import Path

import pytest

from talisman_nb.app import access as key
from talisman_nb.app import cli, serving, settings
from talisman_nb.app import paths as places
from talisman_nb.app import running_server as running

pytestmark = pytest.mark.usefixtures("own_home")


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
    said: list[bool] = []
    monkeypatch.setattr(settings.ZMQChannelsWebsocketConnection, "connect", lambda self: "connected")
    connection = settings.NoDelayConnection.__new__(settings.NoDelayConnection)
    handler = argparse.Namespace(set_nodelay=said.append)
    monkeypatch.setattr(settings.NoDelayConnection, "websocket_handler", handler)
    assert connection.connect() == "connected"
    assert said == [True]


# --- a server that runs already ---


def test_a_second_start_opens_the_running_page(
    answering: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url, asked = answering
    opened: list[str] = []
    monkeypatch.setattr(serving.webbrowser, "open", lambda address: opened.append(address) or True)
    running.leave_address(running.RunningServer("page", url, 4711, "secret"))
    assert cli.main(["--table", "Friday", "--lang", "pl"]) == 0
    assert asked == ["GET /talisman-nb/hello token secret", "POST /talisman-nb/ticket token secret"]
    assert opened == [f"{url}?table=Friday&lang=pl&token=4711"], "the browser's command line is no place for the token"
    said = capsys.readouterr().out
    assert "Program już działa" in said and f"{url}?table=Friday&lang=pl&token=secret" in said


def test_a_server_that_is_gone_or_another_program_is_not_taken_for_ours(answering: tuple[str, list[str]]) -> None:
    assert running.find("page") is None
    for server in (
        running.RunningServer("page", "http://127.0.0.1:9/", 1),
        running.RunningServer("page", answering[0], 1),
    ):
        running.leave_address(server)
        assert running.find("page") is None
        assert running.find("page", verify=False) == server
    running.file_of("page").write_text("{cut o", encoding="utf-8")
    assert running.find("page") is None


def test_only_its_own_address_is_taken_back() -> None:
    first, second = (running.RunningServer("lab", "http://127.0.0.1:9/", pid) for pid in (1, 2))
    running.leave_address(second)
    running.take_address_back(first)
    assert running.file_of("lab").exists()
    running.take_address_back(second)
    assert not running.file_of("lab").exists()


def test_a_taken_port_is_named(answering: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    port = answering[0].rstrip("/").rpartition(":")[2]
    assert cli.main(["--port", port]) == 1
    assert f"Port {port} is taken" in capsys.readouterr().err


# --- who may open it ---


def test_a_token_outlives_a_restart_and_not_the_evening() -> None:
    """Whoever once saw the address that was printed has access only until the next evening."""
    token, file = running.lasting_token("page"), places.running_dir() / "page.token"

    def aged(hours: float) -> None:
        os.utime(file, (time.time() - 3_600 * hours,) * 2)

    aged(11)
    assert running.lasting_token("page") == token
    aged(2)
    assert running.lasting_token("page") == token
    aged(13)
    server = running.RunningServer("page", "http://127.0.0.1:1/", os.getpid(), token)
    running.leave_address(server)
    running.take_address_back(server)
    assert running.lasting_token("page") == token, "a server has ended with it just now"
    for hours in (13, -13):
        aged(hours)
        again = running.lasting_token("page")
        assert again != token
        token = again


@pytest.mark.skipif(os.name != "posix", reason="other systems keep the user's folders closed by themselves")
def test_the_address_is_for_this_user_only() -> None:
    running.leave_address(running.RunningServer("lab", "http://127.0.0.1:9/", 1, "secret"))
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
    held, now = key.ServerKey("secret"), time.monotonic()
    used, late, unused = held.ticket(), held.ticket(), held.ticket()
    assert held.opens(used) and not held.opens(used) and not held.fits(unused)
    monkeypatch.setattr(key.time, "monotonic", lambda: now + key.LASTS - 1)
    assert held.opens(late)
    monkeypatch.setattr(key.time, "monotonic", lambda: now + key.LASTS + 1)
    assert not held.opens(unused) and held.opens("secret") and not held.opens("") and not held.opens("secré")
