"""Content of a file with a copy of a game, to be shared: with the names of the players, or with other ones."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from talisman_nb.model import Answer, State
from talisman_nb.rules.book import book_of

from .history import History
from .log_entry import HEADER, Given, LogEntry, written
from .records import Settings
from .stored_book import packed


def game_copy(history: History, names: Mapping[str, str]) -> bytes:
    """Return the content of a file that opens as this game, whose players are called as `names` says."""
    first, *others = history.log.entries()
    if not any(entry.definitions for entry in (first, *others)):  # a game in memory only
        first = replace(first, definitions=packed(book_of(history.start.book)))
    return HEADER + b"".join(written(_renamed(entry, names)) for entry in (first, *others))


def names_in(history: History) -> tuple[str, ...]:
    """Return every name that a player of the game has had, those of now first."""
    answers = [given.answer for entry in history.log.entries() for given in entry.answers]
    joined = [change.name for answer in answers for change in answer.changes if change.name]
    now = [player.name for player in history.state.players]
    return tuple(dict.fromkeys([*now, *(name for name, _ in history.settings.players), *joined]))


def _renamed(entry: LogEntry, names: Mapping[str, str]) -> LogEntry:
    answers = tuple(Given(given.by, _answer(given.answer, names)) for given in entry.answers)
    settings = entry.settings and _settings(entry.settings, names)
    people = tuple(names.get(name, name) for name in entry.people)
    return replace(entry, answers=answers, settings=settings, people=people)


def _settings(settings: Settings, names: Mapping[str, str]) -> Settings:
    """Replace the names; that of the table is often made of them."""
    players = tuple((names.get(name, name), character) for name, character in settings.players)
    return replace(settings, players=players, name=", ".join(name for name, _ in players) if names else settings.name)


def _answer(answer: Answer, names: Mapping[str, str]) -> Answer:
    changes = tuple(replace(change, name=names.get(change.name, change.name)) for change in answer.changes)
    return replace(answer, changes=changes, state=_state(answer.state, names) if answer.state else None)


def _state(state: State, names: Mapping[str, str]) -> State:
    return replace(state, players=tuple(replace(p, name=names.get(p.name, p.name)) for p in state.players))
