"""Which table is shown when nobody names one, and what is said of it, in the form and in a list?"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tables import PROGRESS, TWO, finished_table, saved_table

import talisman_nb
from talisman_nb.app import cli
from talisman_nb.panels.controller_choice import controller_for
from talisman_nb.table import Table
from talisman_nb.table.saved import table_file
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_name_the_table_played_last_goes_on_and_says_so(lang: str) -> None:
    saved_table("Thursday")
    saved_table("Friday", lang)
    panel = controller_for(None)
    screen = panel.screen()
    assert (screen.table, screen.resumed, screen.lang) == ("Friday", True, lang)
    assert screen.note == f"Friday, {PROGRESS[lang]}"
    assert panel.table is not None
    panel.handle({"type": "answer", "ply": panel.table.ask.ply, "key": "clockwise"})
    assert not panel.screen().resumed and panel.screen().note == ""


def test_another_table_is_one_press_away_and_is_not_left_by_itself_again() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    panel = controller_for(None)
    panel.handle({"type": "leave"})
    form = panel.setup()
    assert form is not None and [each.name for each in form.saved] == ["Friday", "Thursday"]
    panel.handle({"type": "open", "name": "Thursday"})
    screen = panel.screen()
    assert (screen.table, screen.resumed) == ("Thursday", False) and screen.note.startswith("You were here")


def test_a_table_begun_and_not_played_yet_goes_on_too() -> None:
    Table.new(TWO, name="Friday").close()
    screen = controller_for(None).screen()
    assert screen.resumed and screen.note == "Friday, round 1, Ada's turn"


def test_a_finished_game_leads_to_the_form() -> None:
    assert controller_for(None).setup() is not None, "no table yet"
    saved_table("Thursday")
    finished_table("Friday")
    form = controller_for(None).setup()
    assert form is not None and form.note == ""
    assert [each.note.split(" · ")[1] for each in form.saved] == ["game over", "round 1, Bruno's turn"]


def test_a_table_played_last_that_cannot_be_read_is_not_passed_over_in_silence() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    table_file("Friday").write_bytes(b"something else")
    os.utime(table_file("Friday"), (2e9, 2e9))
    panel = controller_for(None)
    form = panel.setup()
    assert form is not None and form.saved[0].note == "can't be read"


def test_a_name_opens_its_table_and_an_empty_one_the_form() -> None:
    saved_table("Thursday")
    saved_table("Friday")
    assert controller_for("Thursday").screen().table == "Thursday" and not controller_for("Thursday").screen().resumed
    assert controller_for("New").setup() is not None and controller_for("").setup() is not None


def test_the_notebook_asks_for_what_the_address_says(monkeypatch: pytest.MonkeyPatch) -> None:
    saved_table("Thursday")
    saved_table("Friday")
    shown = {"": "Friday", "table=Thursday": "Thursday", "table=": "", "lang=it": "Friday", "table=New": ""}
    for query, table in shown.items():
        monkeypatch.setenv("QUERY_STRING", query)
        assert talisman_nb.companion().screen["table"] == table, query
    monkeypatch.setenv("QUERY_STRING", "")
    monkeypatch.setenv("TALISMAN_NB_TABLE", "Thursday")
    assert talisman_nb.companion().screen["table"] == "Thursday"
    assert talisman_nb.companion("").screen["table"] == ""


def test_a_message_takes_names_and_no_paths(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    saved_table("Friday")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "mine.talisman").write_bytes(table_file("Friday").read_bytes())
    monkeypatch.chdir(elsewhere)
    named = (
        "mine.talisman",
        "./mine.talisman",
        str(elsewhere / "mine.talisman"),
        "../tables/Friday",
        str(table_file("Friday")),
        "/etc/passwd",
    )
    for name in named:
        panel = controller_for("")
        panel.handle({"type": "open", "name": name})
        form = panel.setup()
        assert form is not None and form.note and "root:" not in form.note, name
        assert controller_for(name).setup() is not None, name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_lists_people_round_and_whose_turn_it_is(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    saved_table("Thursday")
    finished_table("Friday")
    assert cli.main(["tables", "--lang", lang]) == 0
    first, second, _ = capsys.readouterr().out.splitlines()
    assert first.endswith(f"  Friday  Ada, Bruno · {load_phrases(lang).raw('setup', 'game-over')}")
    assert second.endswith(f"  Thursday  Ada, Bruno · {PROGRESS[lang]}")


@pytest.mark.parametrize("at", [-1e12, 1e12, 1e18])
def test_a_table_played_while_the_clock_was_far_out_is_listed(
    at: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as clock:
        clock.setattr(time, "time", lambda: at)
        saved_table("Thursday")
    assert cli.main(["tables"]) == 0 and capsys.readouterr().out.startswith("?  Thursday  Ada, Bruno")
    form = controller_for("").setup()
    assert form is not None and [table.name for table in form.saved] == ["Thursday"]


# --- a home that can't be used ---


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["page", "lab", "tables", "rescue Friday", "page --table Friday"])
def test_a_home_that_cannot_be_used_is_one_sentence(
    command: str, lang: str, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_home / "file").touch()
    for home in (own_home / "file", own_home / "file" / "below", Path("/proc/talisman")):
        monkeypatch.setenv("TALISMAN_NB_HOME", str(home))
        assert cli.main([*command.split(), "--lang", lang, "--no-browser"]) == 2
        said = capsys.readouterr()
        assert (
            said.out == ""
            and len(said.err.splitlines()) == 1
            and "TALISMAN_NB_HOME" in said.err
            and str(home) in said.err
        )


FULL = """
import resource, sys
from talisman_nb.app import cli
resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="limits the size of files by the system")
@pytest.mark.parametrize("command", ["page", "lab"])
def test_a_full_disk_at_the_start_is_one_sentence(command: str, own_home: Path) -> None:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", FULL, command, "--no-browser"], env=here, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and str(own_home) in done.stderr, done.stderr
    left = [file for file in own_home.rglob("*") if file.is_file()]
    assert left == [], "nothing half written is left behind"


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="only the system's administrator can become another user"
)
def test_a_home_without_permission_is_one_sentence(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ProcessPoolExecutor

    own_home.chmod(0o700)
    monkeypatch.setenv("TALISMAN_NB_HOME", str(own_home / "closed"))
    with ProcessPoolExecutor(1, initializer=os.setuid, initargs=(65534,)) as nobody:
        status, said = nobody.submit(_tables).result()
    assert status == 2 and "Permission denied" in said and len(said.splitlines()) == 1


def _tables() -> tuple[int, str]:
    import contextlib
    import io

    with contextlib.redirect_stderr(io.StringIO()) as said:
        return cli.main(["tables"]), said.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_without_a_home_shows_the_form_and_says_why(
    lang: str, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_home / "file").touch()
    monkeypatch.setenv("TALISMAN_NB_HOME", str(own_home / "file"))
    for name in (None, "", "Friday"):
        panel = controller_for(name, lang)
        shown = [panel.setup()]
        panel.handle({"type": "deal", "players": [{"name": "Ada"}]})
        shown.append(panel.setup())
        panel.handle({"type": "start", "players": [{"name": "Ada"}, {"name": "Bruno"}], "parts": {}})
        shown.append(panel.setup())
        assert all(form is not None and "TALISMAN_NB_HOME" in form.note for form in shown), name
