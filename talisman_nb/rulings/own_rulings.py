"""A reader's own rulings: files in a folder of the user's, each of them whole, so that one file is all to be shared.

Such a file, `<home>/rulings/<name>.toml`, has the form of the program's own, with texts in one language or several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from talisman_nb.board.toml_reading import parse_toml
from talisman_nb.cards.decode import CardError
from talisman_nb.model import UserError, reason_of
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.model.data_folder import home
from talisman_nb.model.own_texts import LANGUAGES
from talisman_nb.model.situation import SituationError, words_of
from talisman_nb.model.situation_reading import written
from talisman_nb.rules.book import open_book
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.system_reason import system_reason

from .cases import Case, cases, read_case
from .layer_cases import own_table
from .notation.book_choice import rules_said

SUFFIX = ".toml"
"""File name suffix of rulings."""
LONGEST_ID = 2 * LONGEST_NAME
"""Upper bound of the letters of an id: it is made of a question."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BARE = re.compile(r"[A-Za-z0-9_-]+")
MARK = re.compile(r"\[(..)\] ")
"""Mark in front of a text that stands in for a language it was not written in."""

RulingErrorKey = Literal["empty", "name", "not-ruling", "system", "there", "toml"]
"""What can be wrong with a file of rulings; each has its phrase in `rulings.toml`."""


class RulingFileError(UserError):
    """Raised for rulings that can't be read or saved; `key` names the phrase that says why and what to do."""

    topic = "rulings"
    key: RulingErrorKey

    def __init__(self, key: RulingErrorKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def rulings_folder() -> Path:
    """Return the folder of the files, whether it exists or not."""
    return home() / "rulings"


def own_rulings() -> tuple[Mapping[str, Case], tuple[RulingFileError, ...]]:
    """Return the reader's rulings by id, and what is wrong with the files that can't be read."""
    found: dict[str, Case] = {}
    wrong: list[RulingFileError] = []
    for path in sorted(rulings_folder().glob(f"*{SUFFIX}")):
        try:
            for case in read_rulings(path):
                if case.id in found:
                    raise RulingFileError("there", id=case.id, path=found[case.id].file)
                found[case.id] = case
        except RulingFileError as error:
            wrong.append(error)
    return found, tuple(wrong)


def read_rulings(path: Path | str) -> tuple[Case, ...]:
    """Return the rulings of one file, to be played by `runner.run`. Raises `RulingFileError`."""
    path = Path(path)
    try:
        tables = parse_toml(path.read_text(encoding="utf-8"), path.name, ValueError)
    except UnicodeDecodeError as error:
        raise RulingFileError("toml", path=str(path), reason=f"UTF-8: {error.reason} ({error.start})") from None
    except OSError as error:
        raise _system(path, error) from error
    except ValueError as error:
        raise RulingFileError("toml", path=str(path), reason=reason_of(error)) from None
    if not tables:
        raise RulingFileError("empty", path=str(path))
    return tuple(case_of_table(id, table, path) for id, table in tables.items())


def case_of_table(id: str, table: Any, path: Path | None = None) -> Case:
    """Return the ruling of a table as a file has it; raises `RulingFileError`. `path`: its file, None for none yet."""
    file = str(path) if path else f"{id[:LONGEST_ID]}{SUFFIX}"
    if not ID.fullmatch(id) or len(id) > LONGEST_ID:
        raise RulingFileError("name", id=id[:LONGEST_ID], most=LONGEST_ID)
    if id in cases():
        raise RulingFileError("there", id=id, path=cases()[id].file)
    try:
        if not isinstance(table, dict) or not isinstance(table.get("situation"), str):
            raise TypeError("expected a table with a situation")
        bare, edition = _apart(table["situation"])
        return read_case(id, own_table({**table, "situation": bare}), file, open_book(edition))
    except (CardError, SituationError, TypeError) as error:
        reason = str(error).removeprefix(f"{file}: [{id}]: ")
        raise RulingFileError("not-ruling", path=file, id=id, reason=reason) from None


def save_ruling(case: Case, path: Path | str | None = None) -> Path:
    """Save a ruling as a file, in the reader's folder under its id if no `path` is given; return the file.

    Raises `RulingFileError` if there is such a file already or it can't be written.
    """
    file = Path(path) if path else rulings_folder() / f"{case.id}{SUFFIX}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(file_text(case))
    except FileExistsError:
        raise RulingFileError("there", id=case.id, path=str(file)) from None
    except OSError as error:
        raise _system(file, error) from error
    return file


def file_text(case: Case) -> str:
    """Return a ruling as the text of a file."""
    said = case.situation_in(case.own_edition)
    lines = [f"[{case.id}]", *_texts("question", case.question), *_texts("decision", case.decision)]
    lines += [f"{name} = {_value(value)}" for name, value in (("rules", case.rules), ("standing", case.standing))]
    lines += [f"differs = {_value(case.differs)}"] if case.differs else []
    lines += [f"asked_in = {_value(case.asked_in)}"] if case.asked_in else []
    sources = {name: text for name, text in msgspec.structs.asdict(case.sources).items() if text}
    lines += [f"sources = {_value(sources)}"] if sources else []
    lines += [f"situation = {_value(said)}"]
    for step in case.steps:
        lines += [
            "",
            f"[[{case.id}.steps]]",
            f"do = {_value(step.do)}",
            f"then = {_value(msgspec.to_builtins(step.then))}",
        ]
        lines += [f"shows = {_value(step.shows)}"] if step.shows else []
    return "\n".join([*lines, ""])


def _texts(name: str, words: Any) -> Iterator[str]:
    """Yield the lines of a text in the languages it was written in: a mark tells those it stands in for."""
    for lang in LANGUAGES if words else ():
        text = str(getattr(words, lang))
        marked = MARK.match(text)
        if not marked or text[marked.end() :] != getattr(words, marked[1], ""):
            yield f"{name}.{lang} = {_value(text)}"


def _value(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _apart(text: str) -> tuple[str, str]:
    """Return a situation without its part that names the edition, and the edition with its layers."""
    split = written(text)
    edition = rules_said(split)[0]
    for part in split.parts:
        word = words_of(part)[0]
        if word.text.lower() == "edition" and not word.quoted:
            before, behind = text[: word.at], text[word.at :].partition("|")[2]
            return (before + behind).strip(), edition
    return text, edition


def _system(path: Path, error: OSError) -> RulingFileError:
    return RulingFileError("system", path=str(path), reason=system_reason(error))
