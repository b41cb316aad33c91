"""House rules under a name: small files that a group saves, shares and chooses for a new table.

Such a file, `<home>/house/<name>.toml`, tells figures as `rules.toml` of a layer does. A table keeps the values, so
that it opens without the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from talisman_nb.board.toml_reading import nearest, parse_toml, quote_value
from talisman_nb.model import UserError, reason_of
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.model.data_folder import home
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.edition import with_house
from talisman_nb.rules.house_rules import group_of_rules, offered_rules
from talisman_nb.rules.layers import SetupError
from talisman_nb.table.file.saved_tables import RESERVED, made_folder
from talisman_nb.text.errors import system_reason
from talisman_nb.text.house_rules import sentences
from talisman_nb.text.phrases import load_phrases

SUFFIX = ".toml"
"""File name suffix of house rules."""
MOST_BYTES = 20_000
"""Upper bound of a file: all figures with a sentence each are a third of it."""
NAME = re.compile(r"[^\W_]+([ -][^\W_]+)*")
"""The names house rules may have: words of letters and digits."""
BARE = re.compile(r"[A-Za-z0-9_-]+")

HouseErrorKey = Literal["figure", "large", "name", "not-read", "nothing", "system", "there", "toml", "unknown", "value"]
"""Errors of a file of house rules; each has its phrase in `house_files.toml`."""


class HouseFileError(UserError):
    """Raised for house rules that can't be read, used or saved; `key` names the phrase that says why and what to do."""

    topic = "house_files"
    key: HouseErrorKey

    def __init__(self, key: HouseErrorKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def house_folder() -> Path:
    """The folder of the files, whether it exists or not."""
    return home() / "house"


def house_names() -> tuple[str, ...]:
    """The names of the saved house rules, sorted."""
    folder = house_folder()
    return tuple(sorted(file.stem for file in folder.glob(f"*{SUFFIX}"))) if folder.is_dir() else ()


def house_file(name: str) -> Path:
    """The file of house rules of a name, whether it exists or not. Raises `HouseFileError` for a name none may have.

    >>> house_file("friday").name
    'friday.toml'
    """
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or RESERVED.fullmatch(name):
        raise HouseFileError("name", name=quote_value(name), most=LONGEST_NAME)
    return house_folder() / f"{name}{SUFFIX}"


def house_values(house: Mapping[str, Any] | str | Path | None, book: Book) -> dict[str, Any]:
    """The figures of house rules, given themselves, by name or by file, for the book of an edition.

    Raises `HouseFileError` for the first mistake of a file.
    """
    if not isinstance(house, (str, Path)):
        return dict(house or {})
    values, wrong = read_house(house, book)
    for mistake in wrong:
        raise mistake
    return values


def read_house(house: str | Path, book: Book) -> tuple[dict[str, Any], tuple[HouseFileError, ...]]:
    """Return the figures of a file that can be used with a book, and the mistakes of the others.

    `house`: a name, or a path. Raises `HouseFileError` for a file that can't be read at all.
    """
    path = house if isinstance(house, Path) else _find_file(house)
    values: dict[str, Any] = {}
    wrong: list[HouseFileError] = []
    for section, figure, value in _entries(path):
        name = f"{section}.{figure}"
        mistake = _mistake(path, section, figure, value, book)
        if mistake is None:
            values[name] = value
        else:
            wrong.append(mistake)
    try:
        with_house(book.usual, values, book.figure_ranges)
    except SetupError as error:
        told = error.fields
        wrong.append(_error("value", path, told["switch"], value=told["value"], range=told["range"]))
    return values, tuple(wrong)


def keep_in_house(name: str, edition: str, figure: str, value: bool | int | float | str, lang: str = "en") -> Path:
    """Add one house rule to those saved under a name, or begin them with it; return the file.

    `edition`: the specification of the layers that play it. Raises `HouseFileError` for a name none may have, and for
    a file with a mistake, which stays as it is.
    """
    path = house_file(name)
    before = house_values(name, open_book(edition)) if path.is_file() else {}
    book = open_book(edition, {**before, figure: value})
    made_folder(house_folder())
    try:
        new = path.with_suffix(".new")
        new.write_text(_text(book, lang), encoding="utf-8", newline="\n")
        new.replace(path)
    except OSError as error:
        raise _system(path, error) from error
    return path


def save_house(name: str, book: Book, lang: str = "en") -> Path:
    """Save the house rules of a book under a name, each with its sentence.

    Parameters
    ----------
    name
        The name: words of letters and digits.
    book
        The book they are played with.
    lang
        The language of the sentences: en, it, fr or pl.

    Returns
    -------
    Path
        The new file.

    Raises
    ------
    HouseFileError
        There are none, the name is taken or can't be one, or the file can't be written.

    Examples
    --------
    >>> save_house("friday", open_book("revised4"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    talisman_nb.table.house_files.HouseFileError: ... “friday”...
    """
    path = house_file(name)
    if not book.house:
        raise HouseFileError("nothing", name=name)
    made_folder(house_folder())
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(_text(book, lang))
    except FileExistsError:
        raise HouseFileError("there", name=name, path=str(path)) from None
    except OSError as error:
        raise _system(path, error) from error
    return path


def _text(book: Book, lang: str) -> str:
    """House rules as TOML, by section, with their sentences as comments."""
    told, lines, before = sentences(book, lang), [], ""
    for name in book.figure_ranges.ranges:
        if name not in book.house:
            continue
        section, _, figure = name.partition(".")
        if section != before:
            lines += [f"[{section}]"] if not before else ["", f"[{section}]"]
        key = figure if BARE.fullmatch(figure) else json.dumps(figure)
        lines.append(f"{key} = {json.dumps(book.house[name])}  # {told[name]}")
        before = section
    return "\n".join([*lines, ""])


# --- reading ---


def _find_file(name: str) -> Path:
    path = house_file(name)
    if not path.is_file():
        known = house_names()
        raise HouseFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return path


def _entries(path: Path) -> Iterator[tuple[str, str, Any]]:
    """Yield each figure of a file with its section and value; a value outside sections has the section ""."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise HouseFileError("large", path=str(path), most=MOST_BYTES)
        tables = parse_toml(path.read_text(encoding="utf-8"), path.name, ValueError)
    except UnicodeDecodeError as error:
        raise HouseFileError("toml", path=str(path), reason=f"UTF-8: {error.reason} ({error.start})") from None
    except OSError as error:
        raise _system(path, error) from error
    except HouseFileError:
        raise
    except ValueError as error:
        raise HouseFileError("toml", path=str(path), reason=reason_of(error)) from None
    for section, table in tables.items():
        if isinstance(table, dict):
            yield from ((section, figure, value) for figure, value in table.items())
        else:
            yield "", section, table


def _mistake(path: Path, section: str, figure: str, value: Any, book: Book) -> HouseFileError | None:
    """Return the error in one figure for a book, None for nothing."""
    name = f"{section}.{figure}" if section else figure
    known = book.figure_ranges
    if name not in known.ranges:
        return _error("figure", path, name, near=_place(nearest(name, known.ranges)))
    if not known.fits(name, value):
        return _error("value", path, name, value=quote_value(value), range=known.may_be(name))
    if name in group_of_rules(book) and name not in offered_rules(book):
        return _error("not-read", path, name, edition=book.edition)
    return None


def _error(key: HouseErrorKey, path: Path, name: object, **fields: object) -> HouseFileError:
    return HouseFileError(key, path=str(path), place=_place(str(name)), **fields)


def _place(name: str) -> str:
    """Where a figure stands in a file.

    >>> _place("trophy.strength")
    '[trophy] strength'
    """
    section, dot, figure = name.partition(".")
    return f"[{section}] {figure}" if dot else name


def _system(path: Path, error: OSError) -> HouseFileError:
    return HouseFileError("system", path=str(path), reason=system_reason(error))
