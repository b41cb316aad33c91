"""Do many games tell what became of each, the same by one process, by several, on a cluster, and interrupted?"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from talisman_nb.app.cli import main
from talisman_nb.rules.layers import SetupError
from talisman_nb.simulate import Games, GamesError, simulate


def test_a_row_tells_who_played_whom_and_what_became_of_it() -> None:
    games = simulate(4, ["random", "random"], seed=8)
    for row in games:
        assert row.over and row.winner >= 0 and row.won_by
        assert sum(map(len, row.characters)) == len({name for seat in row.characters for name in seat})
        for seat, names in enumerate(row.characters):
            died = [one.character for one in row.deaths if one.seat == seat]
            assert list(names)[: len(died)] == died and len(names) - len(died) <= 1
        assert row.lives[row.winner] > 0 and row.rounds > 1
        assert all(one.cause for one in row.deaths)
        assert row.winner_player == "random" and row.winner_character == row.characters[row.winner][-1]
        assert row.rounds <= row.turns and row.minutes == row.turns, "a minute each, if nothing is said"
    assert games.dicts()[0]["seed"] == 8
    low, high = games.wins("random").interval("won")
    assert low < 1 and high > 0.999
    with pytest.raises(LookupError, match="no 'planner' played in these games, only random"):
        games.wins("planner")


def test_games_that_nobody_won_say_nothing_of_who_wins() -> None:
    games = simulate(3, "random, greedy", rounds=2, minutes=1.5, house={"trophy.strength": 6})
    assert {(row.rounds, row.winner, row.winner_player, row.winner_character) for row in games} == {(2, -1, None, None)}
    assert all(
        row.turns <= 4 and row.minutes == 1.5 * row.turns and row.house == ("trophy.strength=6",) for row in games
    )
    with pytest.raises(LookupError, match="none of 3 games was won in time"):
        games.wins("random")
    with pytest.raises(LookupError, match="only nobody"):
        Games().wins("random")


def test_a_seat_is_a_row_of_plain_values() -> None:
    games = simulate(2, ["random", "greedy"], seed=4, rounds=2)
    seats = games.seats()
    assert [(one["seed"], one["seat"]) for one in seats] == [(4, 0), (4, 1), (5, 0), (5, 1)]
    assert {one["player"] for one in seats} == {"random", "greedy"} and {one["won"] for one in seats} == {None}
    assert not any(isinstance(value, (list, dict)) for one in seats for value in one.values())


def test_characters_go_round_with_the_chairs() -> None:
    """Two games with the same characters in the same chairs, the players changed about; then others."""
    rows = simulate(4, ["random", "greedy"], seed=2, rounds=1)
    first = [tuple(names[0] for names in row.characters) for row in rows]
    assert first[0] == first[1] != first[2] == first[3]
    assert rows[0].players == rows[1].players[::-1]
    given = simulate(1, ["random", "random"], characters=["", "dwarf"], rounds=1)[0].characters
    assert given[1] == ("dwarf",) and given[0] != given[1]


def test_rows_are_the_same_by_several_processes_and_in_arrow() -> None:
    pytest.importorskip("joblib")
    pytest.importorskip("pyarrow")
    games = simulate(3, ["random", "random"], rounds=2)
    assert simulate(3, ["random", "random"], rounds=2, jobs=2) == games
    table = games.arrow()
    assert table.to_pylist() == games.dicts()
    assert str(table.schema.field("winner_player").type) == "string"
    assert str(table.schema.field("crowned").type) == "list<item: int64>", "a column that is empty keeps its type"


def test_what_is_not_installed_is_told_with_the_extra_that_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("distributed", "joblib", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=r"pyarrow.*talisman-nb\[games\]"):
        Games().arrow()
    with pytest.raises(ModuleNotFoundError, match=r"joblib.*talisman-nb\[games\]") as told:
        simulate(1, ["random", "random"], rounds=1, jobs=2)
    assert told.value.name == "joblib"
    with pytest.raises(ModuleNotFoundError, match=r"distributed.*talisman-nb\[games\]"):
        simulate(1, ["random", "random"], rounds=1, jobs=object())
    with pytest.raises(ModuleNotFoundError, match=r"pyarrow.*talisman-nb\[games\]"):
        simulate(1, ["random", "random"], rounds=1, to=tmp_path)


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are there are not played again, none is there twice, and the rows are those of one run."""
    parquet = pytest.importorskip("pyarrow.parquet")

    def stopped(done: int, games: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    many = {"players": "random,random", "rounds": 2, "seed": 7}
    with pytest.raises(KeyboardInterrupt):
        simulate(5, **many, to=tmp_path, progress=stopped)
    assert parquet.read_table(tmp_path).column("seed").to_pylist() == [7, 8, 9]
    monkeypatch.setattr("talisman_nb.simulate.ROWS", 1)  # a file for each
    told: list[tuple[int, int]] = []
    games = simulate(5, **many, to=tmp_path, progress=lambda *numbers: told.append(numbers))
    assert told == [(4, 5), (5, 5)], "two were played"
    assert games == simulate(5, **many)
    assert sorted(parquet.read_table(tmp_path).column("seed").to_pylist()) == [7, 8, 9, 10, 11]
    assert simulate(2, **many, to=tmp_path) == games[:2]
    with pytest.raises(GamesError, match="other games"):
        simulate(5, **many, to=tmp_path, house={"move.dice": 2})
    (tmp_path / "other").mkdir()
    parquet.write_table(parquet.read_table(tmp_path).replace_schema_metadata({}), tmp_path / "other" / "1.parquet")
    with pytest.raises(GamesError, match="other games"):
        simulate(5, **many, to=tmp_path / "other")


def test_a_folder_is_written_by_one_run_alone(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    another = "from talisman_nb.simulate import simulate; simulate(1, 'random,random', rounds=1, to={!r})"

    def meanwhile(done: int, games: int) -> None:
        again = [sys.executable, "-c", another.format(str(tmp_path))]
        run = subprocess.run(again, capture_output=True, text=True, check=False)
        assert run.returncode == 1 and "Another run" in run.stderr

    simulate(1, "random,random", rounds=1, to=tmp_path, progress=meanwhile)


@pytest.mark.campaign
def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path: Path) -> None:
    """Three processes, one of them killed in the middle: nothing is lost, nothing is doubled."""
    distributed = pytest.importorskip("distributed")
    parquet = pytest.importorskip("pyarrow.parquet")
    games, killed = 24, []
    many = {"players": "random,greedy", "rounds": 6, "seed": 1}

    def kills_one(done: int, of: int) -> None:
        if done == games // 3:
            pid = next(iter(client.run(os.getpid).values()))
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    with (
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        rows = simulate(games, **many, jobs=client, to=tmp_path, progress=kills_one)
        assert killed and killed[0] not in client.run(os.getpid).values()
    assert rows == simulate(games, **many)
    assert sorted(parquet.read_table(tmp_path).column("seed").to_pylist()) == [*range(1, games + 1)]


def test_who_is_no_player_is_refused() -> None:
    with pytest.raises(GamesError, match="No kind of player is called “wizard”; there are: random, greedy"):
        simulate(1, ["wizard", "random"])
    with pytest.raises(SetupError, match="no character of 'third' is known: play it as 'second-cards'") as told:
        simulate(1, ["random", "random"], edition="third")
    assert told.value.key == "characters-none"
    assert simulate(1, ["random", "random"], edition="second-cards", rounds=1)[0].characters


def test_the_command_says_who_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = tmp_path / "rows.json"
    given = ["simulate", "random,random", "--games", "2", "--seed", "3", "--json", str(rows)]
    assert main(given) == 0
    assert len(json.loads(rows.read_text("utf-8"))) == 2
    told = capsys.readouterr().out
    assert told.startswith("Games: 2, ") and "random: 100%" in told
    assert main(["simulate", "nobody", "--lang", "it"]) == 2
    assert "random, greedy, planner, search" in capsys.readouterr().err


def test_the_command_takes_house_rules_and_keeps_the_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet, folder = pytest.importorskip("pyarrow.parquet"), tmp_path / "rows"
    given = ["simulate", "random,random", "--games", "1", "--to", str(folder)]
    assert main([*given, "--house", "trophy.strength=6 move.dice=2"]) == 0
    assert parquet.read_table(folder).column("house").to_pylist() == [["move.dice=2", "trophy.strength=6"]]
    assert main([*given, "--lang", "pl"]) == 2
    assert str(folder) in capsys.readouterr().err
    for wrong in ("trophy.strength=0", "no.such=1", "="):
        assert main([*given, "--house", wrong]) == 2
    assert main([*given, "--house", "none of this name"]) == 2
    assert "none of this name" in capsys.readouterr().err
