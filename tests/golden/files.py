"""Which transcript stands in which file, and what has changed since they were approved."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from functools import cache
from pathlib import Path

from golden.changed_book import BOOK, in_force
from golden.figures import figure_scenes
from golden.topics import INDENT, entry

FOLDER = Path(__file__).parent / "approved"
FIGURES = "figures"
ENEMIES = ("animal", "dragon", "monster", "spirit")
PLURAL = {
    "event": "events", "stranger": "strangers", "follower": "followers", "object": "objects", "place": "places",
    "magic object": "magic-objects", "talisman": "magic-objects",
}  # fmt: skip
SHORT = ("enemies", "events", "objects", "places", "purchases", "strangers")
"""Kinds of which one says so little that all stand in one file."""


def file_of(key: str) -> str:
    """The file a definition is told in: spaces of one name stand together, so do kinds that say little.

    >>> file_of("wolf"), file_of("maiden"), file_of("space.fields-2"), file_of("character.elf")
    ('enemies', 'followers/maiden', 'spaces-outer/fields', 'characters/elf')
    """
    kind, name = _kind(key), key.rpartition(".")[2]
    return kind if kind in SHORT else f"{kind}/{name.rstrip('-0123456789')}"


def _kind(key: str) -> str:
    kind, _, name = key.partition(".")
    if kind == "space":
        return f"spaces-{BOOK.board.region(name)}"
    if kind in ("character", "form"):
        return f"{kind}s"
    if BOOK.deck_of[key] != "adventure":
        return {"spell": "spells", "stock": "purchases"}[BOOK.deck_of[key]]
    type_ = BOOK.card(key).facts.type
    return "enemies" if type_ in ENEMIES else PLURAL[type_]


@cache
def keys() -> tuple[str, ...]:
    """Every card, character, space and form of the book."""
    spaces = tuple(f"space.{space}" for space in BOOK.board.spaces)
    characters = tuple(f"character.{name}" for name in BOOK.characters)
    forms = tuple(key for key in BOOK.definitions if key.startswith("form.") and key.count(".") == 1)
    return (*BOOK.deck_cards["adventure"], *BOOK.deck_cards["spell"], *BOOK.stock_cards, *characters, *spaces, *forms)


@cache
def files() -> dict[str, tuple[str, ...]]:
    """The definitions told in each file."""
    found: dict[str, list[str]] = {}
    for key in keys():
        found.setdefault(file_of(key), []).append(key)
    return {FIGURES: (), **{name: tuple(sorted(members)) for name, members in sorted(found.items())}}


def written(name: str) -> str:
    """What the file would say now."""
    lines = _figures() if name == FIGURES else [line for key in files()[name] for line in entry(key)]
    return "\n".join(lines)


def _figures() -> list[str]:
    with in_force(BOOK):
        return [
            line for one in figure_scenes(BOOK) for line in (f"{one.title}:", *(INDENT + line for line in one.lines))
        ]


def approved(name: str) -> str:
    """What the file says."""
    path = FOLDER / f"{name}.txt"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def changed(name: str, now: str) -> list[str]:
    """The difference from what was approved, as lines of a patch."""
    before, after = approved(name).splitlines(), now.splitlines()
    return list(unified_diff(before, after, f"{name}.txt (approved)", f"{name}.txt (now)", n=2, lineterm=""))


def bless(name: str, now: str) -> None:
    """Approve what the file would say now."""
    path = FOLDER / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(now, encoding="utf-8")


def orphans() -> Iterator[Path]:
    """Files that nothing is written to any more."""
    return (
        path for path in FOLDER.rglob("*.txt") if path.relative_to(FOLDER).with_suffix("").as_posix() not in files()
    )
