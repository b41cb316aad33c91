"""Freezes what was played to a ruling: its answers, and what came of them as what is expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from talisman_nb.engine import ask
from talisman_nb.model import Event, State
from talisman_nb.rules.index import rule_index

from .cases import Case, SeatThen
from .notation.name_lookup import slug
from .own_rulings import case_of_table
from .runner import seat_value
from .text_play import Situation

UNCOUNTED = ("may", "may_not", "others_see", "most_spells")
"""Fields of `SeatThen` that are not frozen: they are lists of what is possible, or follow from the others."""


def frozen(
    situation: Situation,
    title: str,
    decision: str = "",
    rules: Iterable[str] = (),
    standing: str = "house",
    id: str = "",
) -> Case:
    """Return the ruling that a played situation is: its answers as steps, and what each of them caused as expected.

    `title`: the question it answers, in the language of the situation; `rules`: those it rests on, the most important
    first, () for those that were cited, of the last answer first. `id`: "" makes one of the title. Of an `Analysis`
    give `analysis.node.situation`. Raises `RulingFileError` for a title without letters or an unknown rule.

    >>> from talisman_nb.rulings.text_play import play
    >>> played = play("dwarf crags | thief city").answer("walk fields-2", "bear")
    >>> ruling = frozen(played, "Does the Bear attack at once?")
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
        "rules": [*rules] or [*_cited(path)],
        "standing": standing,
        "situation": path[0].text,
        "steps": steps,
    }
    if decision:
        table["decision"] = {situation.lang: decision}
    name = id or "-".join(part for part in slug("".join(c if c.isalnum() else " " for c in title)).split("-") if part)
    return case_of_table(name, table)


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


def _cited(path: list[Situation]) -> Iterator[str]:
    """Yield the rules cited by what was told, then by closed answers, of the last answer first, each once."""
    found: dict[str, None] = {}
    for situation in reversed(path):
        asked = situation.ask
        closed = (rule for option in (*asked.options, *asked.offers) if option.closed for rule in option.cites)
        told = (rule for event in situation.told for rule in event.cites)
        found |= dict.fromkeys(rule for rule in (*told, *closed, *asked.cites) if rule in rule_index())
    yield from found
