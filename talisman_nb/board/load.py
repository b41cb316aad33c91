"""Loads a board from TOML, merging region, kind and space tables; errors name file, space and key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from talisman_nb.model.bounds import PROBLEMS, SPACES, Cell, Drawn, Name, Ring, Words
from talisman_nb.model.data_folder import kept

from .graph import Board, BoardError, Edge, Space, Sure, plain_kind, plain_name
from .merging import check_board, merge_boards
from .toml_reading import did_you_mean, parse_toml, quote_value, read_as, read_toml

TABLES = ("board", "space", "kind", "edge")
"""Top-level tables of a board file."""
MOST_NUMBERS = 40
"""Upper bound of the spaces of a region that are told apart by their numbers alone."""


class BoardHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `[board]`; keys of a region other than `move` and `stops` are defaults for its spaces.

    `crown`: the space from which the others are commanded, `goal`: another one that the ways lead to; a board may have
    one of them or neither. `unread`: regions whose spaces' texts only the board has (`read_board`): what the boards
    below say of them does not hold, but for spaces and kinds with `read = true`, and for their crossings.
    """

    name: Words = ""
    edition: Name = ""
    crown: Name | None = None
    goal: Name | None = None
    region: dict[str, dict[str, Any]]
    unread: tuple[Name, ...] = ()
    sure: dict[Name, Sure] = {}


class Region(Struct, frozen=True):
    """The keys of a region that its spaces do not inherit: whether moves are rolled for, and end on entering it.

    Of one whose spaces nobody has written, `move` is "hand": it has `numbers` spaces, told apart by their numbers
    alone, and the players say where a figure goes.
    """

    move: Literal["die", "step", "hand"]
    stops: bool = False
    numbers: Annotated[int, Meta(ge=0, le=MOST_NUMBERS)] = 0


class SharedKeys(Struct, frozen=True, kw_only=True):
    """Typed keys a region or kind may set for its spaces; other keys are instructions."""

    draw: Drawn = 0
    name: Words = ""
    read: bool = False


class Geometry(SharedKeys, frozen=True, kw_only=True):
    """Typed keys of a space; other keys are instructions."""

    region: str
    ring: Ring
    grid: Annotated[tuple[Cell, Cell], Meta(description="[row, column], each a whole number from 0 to 99")]


SHARED, GEOMETRY, OF_REGION = (kind.__struct_fields__ for kind in (SharedKeys, Geometry, Region))


class _Problems:
    """Collector of problems, so that one error reports all of them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[str] = []

    def say(self, *problems: str) -> None:
        """Record problems."""
        self.found.extend(problems)

    def read(self, kind: Any, table: Any, where: str) -> Any:
        """Decode a table to a struct; on failure record the problem and return None."""
        try:
            return read_as(kind, table, where, BoardError)
        except BoardError as wrong:
            self.say(str(wrong))
            return None

    def table(self, value: Any, where: str) -> dict[str, Any]:
        """Return a table; for anything else record the problem and return an empty one."""
        if isinstance(value, dict):
            return value
        self.say(f"{where}: expected a table, got {quote_value(value)}")
        return {}

    def complain(self) -> None:
        """Raise `BoardError` with all problems so far, if any."""
        if self.found:
            raise BoardError("\n".join(f"{self.file}: {problem}" for problem in self.found[:PROBLEMS]))


def boards_dir() -> Path:
    """Return the folder of the board files: beside the package in a checkout, inside it when installed."""
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "boards").is_dir():
        return checkout / "boards"
    return Path(str(files("talisman_nb"))) / "boards"


def load_board(name_or_path: str | Path) -> Board:
    """Load a board by its name in `boards/` or from a path to a `.toml` file; cached until the file changes.

    Raises `BoardError` with every problem found.

    >>> load_board("revised4")
    <Board revised4: 49 spaces>
    """
    path = _find(name_or_path)
    return _load(path, path.stat().st_mtime_ns)


def board_from_text(text: str, file: str = "board") -> Board:
    """Load a board from TOML text; cached. `file`: its name in errors. Raises `BoardError`."""
    return board_from_texts(((file, text),))


@lru_cache(maxsize=16)
def board_from_texts(texts: tuple[tuple[str, str], ...]) -> Board:
    """Load a board from TOML texts, each with the name of its file, later ones changing it; cached.

    Raises `BoardError`.
    """
    tables = merge_boards((file, _parsed(text, file)) for file, text in texts)
    return _board(tables, texts[-1][0])


def _parsed(text: str, file: str) -> dict[str, Any]:
    """Decode a text; what came of one of the program is kept."""
    if not file.startswith("boards/"):
        return parse_toml(text, file, BoardError)
    return kept("board", lambda: parse_toml(text, file, BoardError), dict[str, Any], [text])


@lru_cache(maxsize=16)
def _load(path: Path, changed: int) -> Board:
    """Load a file; `changed`, its modification time, is part of the cache key."""
    return _board(read_toml(path, BoardError), path.name)


def _find(name_or_path: str | Path) -> Path:
    """Return the path of a board; raises `BoardError` with the known names."""
    path = Path(name_or_path)
    if path.suffix == ".toml" and path.is_file():
        return path.resolve()
    named = boards_dir() / f"{name_or_path}.toml"
    if path.suffix != ".toml" and named.is_file():
        return named
    known = sorted(file.stem for file in boards_dir().glob("*.toml"))
    hint = did_you_mean(path.stem, known)
    raise BoardError(f"no board {str(name_or_path)!r}: expected one of {', '.join(known)} or a .toml file{hint}")


def _board(data: Mapping[str, Any], file: str) -> Board:
    """Decode and validate the tables of a board file; raises `BoardError` with all problems."""
    problems = _Problems(file)
    problems.say(*(f"[{key}]: unknown table{did_you_mean(key, TABLES)}" for key in data if key not in TABLES))
    head = problems.read(BoardHead, data.get("board", {}), "[board] ")
    problems.complain()
    regions, stopping = _regions(head, problems)
    written = _tables(data, "space", problems) | _numbered(head)
    kinds = _kinds(data, written, problems)
    spaces = [space for id, table in written.items() if (space := _space(id, table, head, kinds, problems))]
    ids = dict.fromkeys(written)  # one that is written wrongly is named by what is wrong in it
    edges = [edge for row in enumerate(_rows(data, problems), 1) if (edge := _edge(*row, ids, problems))]
    for key, space in (("crown", head.crown), ("goal", head.goal)):
        if space is not None and space not in ids:
            problems.say(f"[board] {key}: expected the id of a space, got {space!r}{did_you_mean(space, ids)}")
    if head.crown and head.goal:
        problems.say("[board] goal: the Crown is the goal of a board that has one, leave out one of them")
    for region in head.unread:
        if region not in regions:
            problems.say(f"[board] unread: expected a region, got {region!r}{did_you_mean(region, regions)}")
    problems.complain()
    name = Path(file).stem
    board = Board(
        head.name or name,
        head.edition or name,
        regions,
        head.crown or "",
        spaces,
        edges,
        head.sure,
        file,
        stopping,
        head.goal or "",
    )
    problems.say(*check_board(board))
    problems.complain()
    return board


def _regions(head: BoardHead, problems: _Problems) -> tuple[dict[str, str], tuple[str, ...]]:
    """How one moves in each region, and the regions that end the move of whoever enters them."""
    found = {name: region for name, table in head.region.items() if (region := _region(name, table, problems))}
    if not head.region:
        problems.say("[board.region.*]: expected at least one region with its move")
    return {name: region.move for name, region in found.items()}, tuple(name for name in found if found[name].stops)


def _region(name: str, table: dict[str, Any], problems: _Problems) -> Region | None:
    where = f"[board.region.{name}]"
    problems.read(Name, name, f"{where} ")
    region: Region | None = problems.read(Region, table, f"{where} ")
    _read_shared(table, where, problems)
    return region


def _tables(data: Mapping[str, Any], section: str, problems: _Problems) -> dict[str, dict[str, Any]]:
    """Return the tables of a section, keyed by id."""
    found = {
        id: problems.table(table, f"[{section}.{id}]")
        for id, table in problems.table(data.get(section, {}), f"[{section}]").items()
    }
    if len(found) > SPACES:
        problems.say(f"[{section}]: expected at most {SPACES}, got {len(found)}")
    problems.complain()
    return found


def _numbered(head: BoardHead) -> dict[str, dict[str, Any]]:
    """The spaces of regions that have no more than numbers; they lie apart from all that is drawn on the board."""
    found: dict[str, dict[str, Any]] = {}
    for row, (region, table) in enumerate(head.region.items()):
        if table.get("move") == "hand":
            name = table.get("name") or plain_name(region)
            for n in range(1, int(table.get("numbers", 0)) + 1):
                place = {"region": region, "ring": n - 1, "grid": [LAST_ROW - row, n - 1], "visited": READ_BOARD}
                found[f"{region}-{n}"] = place | {"name": f"{name}, {n}"}
    return found


LAST_ROW = 99
"""The row of the picture from which on regions with numbers only lie, upwards."""


def _kinds(data: Mapping[str, Any], spaces: Mapping[str, Any], problems: _Problems) -> dict[str, dict[str, Any]]:
    """Return the tables of kinds, whose keys are defaults for spaces of the kind."""
    found, known = _tables(data, "kind", problems), {plain_kind(id) for id in spaces}
    problems.say(
        *(f"[kind.{kind}]: no space is of this kind{did_you_mean(kind, known)}" for kind in found if kind not in known)
    )
    for kind, table in found.items():
        _read_shared(table, f"[kind.{kind}]", problems)
    return found


def _read_shared(table: dict[str, Any], where: str, problems: _Problems) -> None:
    problems.read(SharedKeys, table, f"{where} ")
    problems.say(*(f"{where} {key}: each space has its own" for key in GEOMETRY if key in table and key not in SHARED))


def _rows(data: Mapping[str, Any], problems: _Problems) -> list[Any]:
    rows = data.get("edge", [])
    if isinstance(rows, list):
        return rows
    problems.say(f"[[edge]]: expected tables, got {quote_value(rows)}")
    return []


def _space(
    id: str, table: dict[str, Any], head: BoardHead, kinds: Mapping[str, dict[str, Any]], problems: _Problems
) -> Space | None:
    """Decode a space: its own keys override those of its kind, these those of its region."""
    where, kind = f"[space.{id}]", plain_kind(id)
    problems.read(Name, id, f"{where} ")
    region = table.get("region")
    if isinstance(region, str) and region not in head.region:
        expected = f"expected one of {', '.join(head.region)}"
        problems.say(f"{where} region: {expected}, got {quote_value(region)}{did_you_mean(region, head.region)}")
        return None
    layers = {f"kind.{kind}": kinds.get(kind, {}), f"space.{id}": table}
    if isinstance(region, str):
        layers = {
            f"board.region.{region}": {k: v for k, v in head.region[region].items() if k not in OF_REGION},
            **layers,
        }
    written = {key: (value, origin) for origin, layer in layers.items() for key, value in layer.items()}
    own: Geometry | None = problems.read(Geometry, {key: value for key, (value, _) in written.items()}, f"{where} ")
    if own is None:
        return None
    rules = {key: value for key, (value, _) in written.items() if key not in GEOMETRY}
    origins, draw = {key: written[key][1] for key in rules}, own.draw
    if own.region in head.unread and not own.read:
        known = [key for key in rules if key in KNOWN or origins[key].startswith("board.")]
        rules, draw = {key: rules[key] for key in known} | {"visited": READ_BOARD}, 0
        origins |= {"visited": f"space.{id}"}
    return Space(id, own.region, own.ring, own.grid, draw, own.name or plain_name(kind), rules, origins)


KNOWN = ("crossing", "cites")
"""Facts of a space whose text only the board has: they are written apart from its text."""
READ_BOARD = [{"op": "call", "program": "read_board"}]
"""Program of such a space: the players say once what stands on the board."""


def _edge(number: int, table: Any, ids: Mapping[str, Any], problems: _Problems) -> Edge | None:
    """Decode an edge; record a problem and return None if an end is no space."""
    edge: Edge | None = problems.read(Edge, table, _edge_where(number, table))
    ends = (("from", edge.start), ("to", edge.end)) if edge else ()
    wrong = [
        f"{_edge_where(number, table)}{key}: expected the id of a space, got {end!r}{did_you_mean(end, ids)}"
        for key, end in ends
        if end not in ids
    ]
    problems.say(*wrong)
    return None if wrong else edge


def _edge_where(number: int, table: Any) -> str:
    ends = (
        [quote_value(table.get(key, "?")).strip("'") for key in ("from", "to")]
        if isinstance(table, dict)
        else ["?", "?"]
    )
    return f"[[edge]] {number} ({' to '.join(ends)}) "
