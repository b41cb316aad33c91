"""A reader's own rulings: files in a folder of the user's, each of them whole, so that one file is all to be shared.

Such a file, `<home>/rulings/<name>.toml`, has the form of the program's own, with texts in one language or several.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from talisman_nb.board.toml_reading import parse_toml
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask
from talisman_nb.model import Event, State, UserError, reason_of
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.model.data_folder import LANGUAGES, home
from talisman_nb.model.situation import SituationError, words_of
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation import rules_said
from talisman_nb.notation.name_lookup import slug
from talisman_nb.notation.text_play import Situation
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.text.errors import describe_error, system_reason
from talisman_nb.text.phrases import load_phrases

from .case_types import Case, SeatThen
from .cases import cases, own_table, read_case
from .runner import seat_value

IN_WORDS = {"question", "decision", "editions"}
"""Fields of a ruling in words alone, which has no situation."""
SUFFIX = ".toml"
"""File name suffix of rulings."""
LONGEST_ID = 2 * LONGEST_NAME
"""Upper bound of the letters of an id: it is made of a question."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BARE = re.compile(r"[A-Za-z0-9_-]+")
MARK = re.compile(r"\[(..)\] ")
"""Mark in front of a text that stands in for a language it was not written in."""

RulingErrorKey = Literal["empty", "name", "not-ruling", "system", "there", "toml"]
"""Errors of a file of rulings; each has its phrase in `rulings.toml`."""


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
    """Return the reader's rulings, and what is wrong with the files that can't be read.

    Returns
    -------
    tuple[Mapping[str, Case], tuple[RulingFileError, ...]]
        Each ruling by its id; the mistakes.

    Examples
    --------
    >>> found, wrong = own_rulings()
    >>> [id for id in found if found[id].id != id]
    []
    """
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
    """Return the rulings of one file, to be played by `run`.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    tuple[Case, ...]
        The rulings.

    Raises
    ------
    RulingFileError
        The file can't be read, or has a mistake.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from talisman_nb.notation.text_play import play
    >>> played = play("dwarf crags | thief city").answer("walk fields-2", "bear")
    >>> with TemporaryDirectory() as folder:
    ...     file = save_ruling(freeze_ruling(played, "Does the Bear attack at once?"), f"{folder}/bear.toml")
    ...     [ruling.id for ruling in read_rulings(file)]
    ['does-the-bear-attack-at-once']
    """
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
        if isinstance(table, dict) and table.keys() >= IN_WORDS and "situation" not in table:
            return read_case(id, own_table(table), file, open_book(str(next(iter(table["editions"]), ""))))
        if not isinstance(table, dict) or not isinstance(table.get("situation"), str):
            raise TypeError("expected a table with a situation")
        bare, edition = _apart(table["situation"])
        return read_case(id, own_table({**table, "situation": bare}), file, open_book(edition))
    except (CardError, SituationError, TypeError) as error:
        reason = str(error).removeprefix(f"{file}: [{id}]: ")
        raise RulingFileError("not-ruling", path=file, id=id, reason=reason) from None


def save_ruling(case: Case, path: Path | str | None = None) -> Path:
    """Save a ruling as a file.

    Parameters
    ----------
    case
        The ruling.
    path
        The file; None is one in the reader's folder, under the ruling's id.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    RulingFileError
        There is such a file already, or it can't be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from talisman_nb.notation.text_play import play
    >>> ruling = freeze_ruling(play("dwarf crags | thief city").answer(3), "Which ways are there?")
    >>> with TemporaryDirectory() as folder:
    ...     save_ruling(ruling, f"{folder}/ways.toml").name
    'ways.toml'
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
    lines = [f"[{case.id}]", *_texts("question", case.question), *_texts("decision", case.decision)]
    lines += [f"rules = {_value(case.rules)}"] if case.rules else []
    lines += [f"standing = {_value(case.standing)}"]
    lines += [f"differs = {_value(case.differs)}"] if case.differs else []
    lines += [f"asked_in = {_value(case.asked_in)}"] if case.asked_in else []
    sources = {name: text for name, text in msgspec.structs.asdict(case.sources).items() if text}
    lines += [f"sources = {_value(sources)}"] if sources else []
    if case.in_words:
        return "\n".join([*lines, f"editions = {_value(case.editions)}", ""])
    lines += [f"situation = {_value(case.situation_in(case.own_edition))}"]
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
    split = parse_text(text)
    edition = rules_said(split)[0]
    for part in split.parts:
        word = words_of(part)[0]
        if word.text.lower() == "edition" and not word.quoted:
            before, behind = text[: word.at], text[word.at :].partition("|")[2]
            return (before + behind).strip(), edition
    return text, edition


def _system(path: Path, error: OSError) -> RulingFileError:
    return RulingFileError("system", path=str(path), reason=system_reason(error))


def ruling_in_words(question: str, decision: str, edition: str, lang: str) -> Case:
    """Return the ruling that a decision in words is, without a position. Raises `RulingFileError`.

    >>> ruling_in_words("What if a die falls?", "It is thrown again.", "revised4", "en").played_text()
    ''
    """
    texts = {"question": {lang: question.strip()}, "decision": {lang: decision.strip()}}
    return case_of_table(_id_of(question), {**texts, "standing": "house", "editions": [edition]})


def keep_in_words(question: str, decision: str, edition: str, lang: str) -> str:
    """Save a decision in words as a ruling of an edition; return why it can't be, "" if it is.

    >>> keep_in_words("?!", "No.", "revised4", "en")[:8]
    'A ruling'
    """
    try:
        save_ruling(ruling_in_words(question, decision, edition, lang))
    except RulingFileError as wrong:
        return describe_error(wrong, lang)
    return ""


def _id_of(title: str) -> str:
    return "-".join(part for part in slug("".join(c if c.isalnum() else " " for c in title)).split("-") if part)


UNCOUNTED = ("may", "may_not", "others_see", "most_spells")
"""Fields of `SeatThen` that are not frozen: they are lists of what is possible, or follow from the others."""


def freeze_ruling(
    situation: Situation,
    title: str,
    decision: str = "",
    rules: Iterable[str] = (),
    standing: str = "house",
    id: str = "",
) -> Case:
    """Return the ruling that a played situation is: its answers as steps, and what each of them caused as expected.

    Parameters
    ----------
    situation
        The situation; of an `Analysis` it is `analysis.node.situation`.
    title
        The question it answers, in the language of the situation.
    decision
        What is decided, in that language.
    rules
        Those it rests on, the most important first; () for those that were cited, of the last answer first.
    standing
        How sure it is: "house" for a table's own.
    id
        Its id; "" makes one of the title.

    Returns
    -------
    Case
        The ruling, to be played by `run` and saved by `save_ruling`.

    Raises
    ------
    RulingFileError
        A title without letters, or an unknown rule.

    Examples
    --------
    >>> from talisman_nb.notation.text_play import play
    >>> played = play("dwarf crags | thief city").answer("walk fields-2", "bear")
    >>> ruling = freeze_ruling(played, "Does the Bear attack at once?")
    >>> from talisman_nb.rulings.runner import run
    >>> ruling.id, ruling.holds_in, run(ruling).ok
    ('does-the-bear-attack-at-once', ('revised4',), True)
    """
    path = [situation]
    while path[0].before is not None:
        path.insert(0, path[0].before)
    steps = [_step(path[at - 1], now, now.text) for at, now in enumerate(path) if at] or [
        {"then": _then(situation.state, situation.state, ())}
    ]
    table: dict[str, Any] = {
        "question": {situation.lang: title},
        "rules": [*rules] or [*_rules_cited(path)],
        "standing": standing,
        "situation": path[0].text,
        "steps": steps,
    }
    if decision:
        table["decision"] = {situation.lang: decision}
    return case_of_table(id or _id_of(title), table)


def _step(before: Situation, now: Situation, text: str) -> dict[str, Any]:
    order = text.removeprefix(before.text).removeprefix(" > ")
    return {"do": [order], "then": _then(before.state, now.state, now.told)}


def _then(before: State, now: State, told: Iterable[Event]) -> dict[str, Any]:
    """Return what is expected: the question and its closed answers, what was told, what changed of each seat."""
    found = ask(now)
    open_keys, options = found.open(), (*found.options, *found.offers)
    closed = {option.key: option.closed for option in options if option.closed and option.key not in open_keys}
    events = [{k: v for k, v in _plain(event).items() if k != "cites"} for event in told]
    seats = {str(seat): changed for seat in range(len(now.players)) if (changed := _changes(before, now, seat))}
    then = {"ask": found.kind, "purpose": found.purpose, "seat": found.seat, "closed": closed}
    return {**then, **({"told": events} if events else {}), **({"seats": seats} if seats else {})}


def _plain(value: Any) -> Any:
    """Return a value as a file has it: tables, and lists for tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _changes(before: State, now: State, seat: int) -> dict[str, Any]:
    names = [name for name in SeatThen.__struct_fields__ if name not in UNCOUNTED]
    values = ((name, seat_value(before, seat, name), seat_value(now, seat, name)) for name in names)
    return {name: _plain(after) for name, was, after in values if was != after}


def _rules_cited(path: list[Situation]) -> Iterator[str]:
    """Yield the rules cited by what was told, then by closed answers, of the last answer first, each once."""
    found: dict[str, None] = {}
    for situation in reversed(path):
        asked = situation.ask
        closed = (rule for option in (*asked.options, *asked.offers) if option.closed for rule in option.cites)
        told = (rule for event in situation.told for rule in event.cites)
        found |= dict.fromkeys(rule for rule in (*told, *closed, *asked.cites) if rule in rule_index())
    yield from found
