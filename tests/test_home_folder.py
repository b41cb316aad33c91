"""Is a folder for tables that can't be used named in one sentence, and nothing half written left in it?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from read_aloud import assert_well
from tables import TWO

from talisman_nb.app import cli
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.table import Table, TableFileError
from talisman_nb.text.errors import describe_error
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("command", ["page", "lab", "tables", "rescue Friday", "page --table Friday"])
def test_a_home_that_cannot_be_used_is_one_sentence(
    command: str, lang: str, own_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_home / "file").touch()
    of_system = [Path("/proc/talisman")] if os.name == "posix" else []
    for home in (own_home / "file", own_home / "file" / "below", *of_system):
        monkeypatch.setenv("TALISMAN_NB_HOME", str(home))
        assert cli.main([*command.split(), "--lang", lang]) == 2
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


def _tables() -> tuple[int, str]:
    import contextlib
    import io

    with contextlib.redirect_stderr(io.StringIO()) as said:
        return cli.main(["tables"]), said.getvalue()


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0, reason="only the system's administrator can become another user"
)
def test_a_home_without_permission_is_one_sentence(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ProcessPoolExecutor

    own_home.chmod(0o700)
    monkeypatch.setenv("TALISMAN_NB_HOME", str(own_home / "closed"))
    with ProcessPoolExecutor(1, initializer=os.setuid, initargs=(65534,)) as nobody:
        status, said = nobody.submit(_tables).result()
    assert status == 2 and "access is denied" in said and len(said.splitlines()) == 1


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_home_that_cannot_be_made_is_told(lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(TableFileError) as told:
        Table.new(TWO, name="Friday")
    assert told.value.key == "home"
    assert_well(describe_error(told.value, lang))
