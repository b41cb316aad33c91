"""A situation answered in every way, as text: question, answer, events with their rules, and what changed in the end.

Answers that lead to the same lines stand together. Of the dice of a fight only the best and the worst are thrown, of
long lists the first is taken (all are named), and a question that comes again is answered with what does least.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from situations import quiet

from golden.sheets import changes
from talisman_nb.engine import asides, ask, step
from talisman_nb.model import Answer, Ask, Event, Option, State
from talisman_nb.rules.book import book_of

INDENT = "  "
FEW = 14
"""Of a longer list only the first is taken."""
DEEPEST = 40
STAR = "*"
BACK = "back"
"""Marks the question that something was used before: when it comes again, the scene is over."""
DRAWN = ("water-bottle", "sword", "temporal-warp", "divination", "screaming-skull")
"""What comes from a deck when a card is drawn by the way."""

Ends = Callable[[State, Ask], bool]


def transcript(
    start: State,
    ends: Ends,
    heard: tuple[Event, ...] = (),
    narrow: Callable[[State], bool] | None = None,
    uses: bool = True,
    before: State | None = None,
    coarse: bool = False,
) -> list[str]:
    """Every way to answer from here until `ends`, one way where it is `narrow`; `heard` are the events so far."""
    lines = [
        *_told(start, heard),
        *_Walk(before or start, ends, narrow or (lambda state: False), uses, coarse).after(start, (), 0),
    ]
    here = re.compile(rf"\b(?:on|(from)) {re.escape((before or start).players[0].space)}\b(?!-)")
    return [here.sub(lambda found: "from here" if found[1] else "here", line) for line in lines]


class _Walk:
    """One situation: where it began and where it ends."""

    def __init__(self, start: State, ends: Ends, narrow: Callable[[State], bool], uses: bool, coarse: bool) -> None:
        self.start, self.ends, self.narrow, self.uses, self.coarse = start, ends, narrow, uses, coarse

    def after(self, state: State, asked: tuple[tuple[Any, ...], ...], depth: int) -> list[str]:
        """What comes of a state: the end with its changes, or the question and all its answers."""
        found = ask(state)
        if depth > DEEPEST or self.ends(state, found) or (BACK, found.kind, found.purpose) in asked:
            return self._end(state, found)
        name = (found.kind, found.purpose, found.source, len(found.rolls), found.n)
        again = 2 if self.narrow(state) else int(_again(found, name, asked))
        offered = tuple(("use", o.key) for o in found.offers if o.key.startswith("use:") and not o.closed)
        return self._answers(state, found, (*asked, name, *offered), depth, again)

    def _keys(self, state: State, found: Ask, again: int) -> list[str]:
        if self.coarse and not again and found.kind == "die" and found.purpose not in ("attack", "foe"):
            return [str(found.rolls[0])] if found.rolls else ["1", "6"]
        return _keys(state, found, again)

    def _put_in(self, state: State, found: Ask, asked: tuple[tuple[Any, ...], ...]) -> list[str]:
        """What one may use before the first question is answered, where the question itself does not offer it."""
        if not self.uses or len(asked) > 1 or found.seat or found.offers:
            return []
        return [option.key for option in asides(state, 0) if option.key.startswith("use:") and not option.closed]

    def _end(self, state: State, found: Ask) -> list[str]:
        """What has changed, and where the game stands unless the turn merely ends."""
        where = _where(state, found)
        return [*_changed(self.start, state), *([f"→ {where}"] if where != "close" else [])] or ["nothing"]

    def _answers(
        self, state: State, found: Ask, asked: tuple[tuple[Any, ...], ...], depth: int, again: int
    ) -> list[str]:
        branches: dict[tuple[str, ...], list[str]] = {}
        taken = {name[1] for name in asked if name[0] == "use" and asked.count(name) > 1}
        keys = [
            key
            for key in self._keys(state, found, again)
            if key not in taken and (self.uses or not key.startswith("use:"))
        ]
        put_in = self._put_in(state, found, asked)
        keys += put_in
        for key in keys:
            after, events = step(state, Answer(state.ply, key, 0 if key.startswith("use:") else -1))
            back = (*asked, (BACK, found.kind, found.purpose)) if key in put_in else asked
            lines = (*_told(after, events, after_roll=found.kind == "die"), *self.after(after, back, depth + 1))
            branches.setdefault(lines, []).append(key)
        if len(keys) == 1:
            below = next(iter(branches))
            return [*below] if found.kind == "react" else [f"{_question(state, found, again)}: {keys[0]}", *below]
        lines = [_question(state, found, again)]
        for answers, below in _alike(branches):
            lines.append(f"{', '.join(answers)}:")
            lines += [INDENT + line for line in below]
        return lines


def _alike(branches: dict[tuple[str, ...], list[str]]) -> Iterator[tuple[list[str], Iterable[str]]]:
    """Answers that differ in nothing but their own name stand together, with a star for it.

    >>> list(_alike({("now good",): ["good"], ("now evil",): ["evil"]}))
    [(['good', 'evil'], ('now *',))]
    """
    starred: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for below, answers in branches.items():
        named = re.compile(rf"(?<![\w-]){re.escape(answers[0])}(?![\w-])")
        own = len(answers) == 1 and not answers[0].isdigit() and STAR not in "".join(below)
        starred.setdefault(tuple(named.sub(STAR, line) for line in below) if own else below, []).append(below)
    for shared, bodies in starred.items():
        yield [key for body in bodies for key in branches[body]], shared if len(bodies) > 1 else bodies[0]


def _again(found: Ask, name: tuple[Any, ...], asked: tuple[tuple[Any, ...], ...]) -> bool:
    """Whether the same was asked before; of dice the third time, of a second throw of several at once."""
    if found.kind != "die":
        return name in asked
    several = [n for n in asked if n[0] == "die" and n[3] + n[4] > 1 and n[1] != found.purpose]
    return asked.count(name) > 1 or bool(len(found.rolls) + found.n > 1 and several)


def _keys(state: State, found: Ask, again: int) -> list[str]:
    """The answers given."""
    keys = [key for key in found.open() if key not in ("own", "?", "empty")]
    if found.kind == "die":
        return _faces(state, found, again)
    if found.kind == "card":
        return [next((card for card in DRAWN if card in keys), keys[0])]
    if again and not (again > 1 and found.kind == "choose"):
        return [quiet(found) if quiet(found) in keys else keys[0]]
    if len(keys) > FEW:
        last = [key for key in ("none", "done") if key in keys]
        return [*keys[:1], *last]
    return keys


def _faces(state: State, found: Ask, again: int) -> list[str]:
    fight = state.fight
    if found.purpose in ("foe", "defend") and fight is not None and fight.mine is not None:
        return ["1" if fight.mine.faces[:1] == (6,) else "6"]
    if again > 1 and found.purpose not in ("move", "freedom"):
        return ["1" if found.purpose == "death" else "6"]
    if found.purpose == "attack":
        return ["6", "1"] if not found.rolls and not again else ["6" if again and not found.rolls else "1"]
    if again and found.rolls:
        return [str(found.rolls[0])]
    return ["1", "6"] if found.n > 1 or again == 1 else list("123456")


# --- words ---


def _question(state: State, found: Ask, again: int) -> str:
    """The question with what may not be answered and why."""
    parts = [f"? {found.kind}", found.purpose if found.purpose != found.kind else "", _name(state, found.seat)]
    if found.source:
        parts.append(f"({found.source})")
    if found.n:
        parts.append(f"n {found.n}")
    if found.rolls:
        parts.append(f"so far {'+'.join(map(str, found.rolls))}")
    if found.kind not in ("die", "card"):
        parts += [_option(option) for option in (*found.options, *found.offers)]
    return " ".join(part for part in parts if part) + _cited(found.cites) + (" again" if again else "")


def _option(option: Option) -> str:
    price = f"={option.n}" if option.n else ""
    closed = f" ✗{option.closed}" if option.closed else ""
    return f"| {option.key}{price}{closed}" + (_cited(option.cites) if option.closed else "")


def _cited(rules: tuple[str, ...]) -> str:
    return f" [{' '.join(rules)}]" if rules else ""


def _told(state: State, events: tuple[Event, ...], after_roll: bool = False) -> Iterator[str]:
    """The events; a roll that was just answered is not told again."""
    for event in events:
        if not (after_roll and event.kind == "rolled" and len(event.faces) == 1):
            yield _event(state, event)


def _event(state: State, event: Event) -> str:
    parts = [event.kind, _name(state, event.seat) if event.seat >= 0 else ""]
    if event.other >= 0:
        parts.append(f"and {_name(state, event.other)}")
    parts += [event.what, str(event.n) if event.n else "", event.card, " ".join(event.cards)]
    for word, value in (("on", event.space), ("from", event.origin), ("by", event.cause), ("of", event.source)):
        if value:
            parts.append(f"{word} {value}")
    if event.faces:
        parts.append(f"faces {'+'.join(map(str, event.faces))}")
    if any(event.scores):
        parts.append(f"{event.scores[0]}:{event.scores[1]}")
    if event.only >= 0:
        parts.append(f"for {_name(state, event.only)} alone")
    return "· " + " ".join(part for part in parts if part) + _cited(event.cites)


def _name(state: State, seat: int) -> str:
    """A seat by its character; the first one is the hero of every scene."""
    if seat == 0:
        return "You"
    if not 0 <= seat < len(state.players):
        return "everybody" if seat < 0 else str(seat)
    return state.players[seat].character.capitalize() or f"seat {seat}"


def _changed(start: State, end: State) -> Iterator[str]:
    return (f"= {line}" for line in changes(book_of(start.book), start, end))


def _where(state: State, found: Ask) -> str:
    """Where the game stands after that."""
    whose = "" if state.turn == 0 else f", turn of {_name(state, state.turn)}"
    return f"{found.kind} {found.purpose if found.purpose != found.kind else ''}".strip() + whose
