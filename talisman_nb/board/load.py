"""Reading a board from TOML, with errors that name the file, the space and the key."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from talisman_nb.board.check import check_board
from talisman_nb.board.graph import Board, BoardError, Edge, Space, did_you_mean, plain_kind, plain_name

GEOMETRY = {"region": "a text", "ring": "a number", "grid": "[row, column]", "draw": "a number", "name": "a text"}
NEEDED = ("region", "ring", "grid")
EDGE_KEYS = ("from", "to", "kind", "river", "gate", "share", "corner", "main", "sure", "note")
MOVES = ("die", "step")


def boards_dir() -> Path:
    """The folder with one TOML per board: beside the package in a checkout, inside it when installed."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "boards").is_dir():
        return checkout / "boards"
    return Path(str(files("talisman_nb"))) / "boards"


def load_board(name_or_path: str | Path) -> Board:
    """The board of that name in `boards/`, or in a file of one's own; `BoardError` lists everything wrong with it.

    >>> load_board("revised4")
    <Board revised4: 49 spaces>
    """
    path = _find(name_or_path)
    return _load(path, path.stat().st_mtime_ns)


def board_from_text(text: str, file: str = "board") -> Board:
    """A board from TOML text; `file` is how errors call it."""
    try:
        return _board(tomllib.loads(text), file)
    except tomllib.TOMLDecodeError as error:
        raise BoardError(f"{file}: this is not TOML: {error}") from None


@lru_cache(maxsize=16)
def _load(path: Path, changed: int) -> Board:
    return board_from_text(path.read_text(encoding="utf-8"), path.name)


def _find(name_or_path: str | Path) -> Path:
    path = Path(name_or_path)
    if path.suffix == ".toml" and path.is_file():
        return path.resolve()
    named = boards_dir() / f"{name_or_path}.toml"
    if path.suffix != ".toml" and named.is_file():
        return named
    known = sorted(file.stem for file in boards_dir().glob("*.toml"))
    hint = did_you_mean(path.stem, known)
    raise BoardError(f"no board {str(name_or_path)!r}: expected one of {', '.join(known)} or a .toml file{hint}")


def _board(data: dict[str, Any], file: str) -> Board:
    problems: list[str] = []
    head = data.get("board", {})
    regions = _regions(head, problems)
    tables = {id: _instructions(id, table, data) for id, table in data.get("space", {}).items()}
    spaces = [space for id, table in tables.items() if (space := _space(id, table, regions, problems))]
    ids = [space.id for space in spaces]
    edges = [edge for row in enumerate(data.get("edge", [])) if (edge := _edge(*row, ids, problems))]
    if head.get("crown") not in ids:
        problems.append(f"[board] crown: expected the id of a space, got {head.get('crown')!r}")
    _complain(file, problems)
    board = Board(
        head.get("name", file), head.get("edition", file.removesuffix(".toml")), regions, head["crown"], spaces, edges, head.get("sure")
    )
    _complain(file, check_board(board))
    return board


def _instructions(id: str, table: Any, data: dict[str, Any]) -> Any:
    """What holds on a space: its own table over that of its kind over that of its region."""
    if not isinstance(table, dict):
        return table
    regions = data.get("board", {}).get("region", {})
    region = regions.get(table.get("region"), {}) if isinstance(table.get("region"), str) else {}
    kind = data.get("kind", {}).get(plain_kind(id), {})
    return {**{key: value for key, value in region.items() if key != "move"}, **kind, **table}


def _complain(file: str, problems: list[str]) -> None:
    if problems:
        raise BoardError("\n".join(f"{file}: {problem}" for problem in problems))


def _regions(head: dict[str, Any], problems: list[str]) -> dict[str, str]:
    regions = {name: table.get("move") for name, table in head.get("region", {}).items()}
    problems += [
        f'[board.region.{name}] move: expected "die" or "step", got {move!r}' for name, move in regions.items() if move not in MOVES
    ]
    if not regions:
        problems.append("[board.region.*]: expected at least one region with its move")
    return regions


def _space(id: str, table: Any, regions: dict[str, str], problems: list[str]) -> Space | None:
    if not isinstance(table, dict):
        problems.append(f"[space.{id}]: expected a table with {', '.join(NEEDED)}, got {table!r}")
        return None
    wrong = [f"[space.{id}] {key}: missing, expected {GEOMETRY[key]}{did_you_mean(key, table)}" for key in NEEDED if key not in table]
    wrong += [
        f"[space.{id}] {key}: expected {GEOMETRY[key]}, got {value!r}"
        for key, value in table.items()
        if key in GEOMETRY and not _fits(key, value)
    ]
    region = table.get("region")
    if isinstance(region, str) and region not in regions:
        wrong.append(f"[space.{id}] region: expected one of {', '.join(regions)}, got {region!r}{did_you_mean(region, regions)}")
    problems += wrong
    if wrong:
        return None
    rules = {key: value for key, value in table.items() if key not in GEOMETRY}
    space = Space(id, table["region"], table["ring"], tuple(table["grid"]), table.get("draw", 0), rules=rules)
    return msgspec.structs.replace(space, name=table.get("name") or plain_name(space.kind))


def _fits(key: str, value: Any) -> bool:
    if key in ("region", "name"):
        return isinstance(value, str)
    if key == "grid":
        return isinstance(value, list) and len(value) == 2 and all(_count(part) for part in value)
    return _count(value)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _edge(number: int, table: dict[str, Any], ids: list[str], problems: list[str]) -> Edge | None:
    where = f"[[edge]] {number + 1} ({table.get('from', '?')} to {table.get('to', '?')})"
    wrong = [f"{where} {key}: unknown key{did_you_mean(key, EDGE_KEYS)}" for key in table if key not in EDGE_KEYS]
    ends = [(key, table.get(key)) for key in ("from", "to")]
    wrong += [f"{where} {key}: expected the id of a space, got {end!r}{did_you_mean(str(end), ids)}" for key, end in ends if end not in ids]
    if not wrong:
        try:
            return msgspec.convert(table, Edge)
        except msgspec.ValidationError as error:
            wrong.append(f"{where}: {error}")
    problems += wrong
    return None
