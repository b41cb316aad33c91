"""What is told of each definition: its head, then scene after scene; as text, and raw for comparing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from golden import scenes, spell_scenes
from golden.changed_book import BOOKS, in_force, unchanged, without_effect
from golden.scenes import HEROES, PLAIN, Scene
from golden.sheets import folded
from golden.situation_scenes import situations
from golden.transcript import transcript
from talisman_nb.cards.definition import Facts
from talisman_nb.engine.meeting_order import number_of
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.rules.book import Book
from talisman_nb.text.definitions.facts import doubts_of

INDENT = "  "
NUMBERS = re.compile(r"[-\d]+")
IN_SHEET = re.compile(r"may |most |steps a turn|(?:strength|craft) in all")
SWITCH = re.compile(r"switch\.\w+")
FOLDED = re.compile(r",? ?(?:(?:strength|craft) in all|most spells) \d+→\d+")
HEAD, HELD = "", "who has it or stands there (- without, + with)"
ELSEWHERE = "in situations of their own"
UNPRINTED = ("type", "cites", "guard", "at", "target", "when")
ENEMIES = ("animal", "dragon", "monster", "spirit")


class Told(NamedTuple):
    """One scene as it went; `sheet` is what held at its beginning, for things one has."""

    group: str
    title: str
    lines: list[str]
    sheet: dict[str, int]


def told(book: Book, key: str) -> Iterator[Told]:
    """Scene after scene of one definition, made as they are asked for; the book must be in force."""
    yield Told(HEAD, "", list(_head(book, key)), {})
    for group, found in PARTS[section(book, key)](book, key):
        for scene in found:
            lines = transcript(*scene[1:])
            yield Told(group, scene.title, lines, folded(book, scene.state, 0) if group == HELD else {})
    for scene in situations(key):
        yield Told(ELSEWHERE, scene.title, transcript(*scene[1:]), {})


def entry(book: Book, key: str) -> list[str]:
    """One definition of an edition as text."""
    with in_force(book):
        found = list(told(book, key))
    lines = [f"## {key}", *found[0].lines]
    for group in dict.fromkeys(one.group for one in found[1:]):
        members = [one for one in found if one.group == group and one.title]
        body = (
            _against(bare(book.edition, key), members) if group == HELD else ((one.title, one.lines) for one in members)
        )
        lines += [f"{group}:"] * bool(group != MEETING) + list(_grouped(list(body), alike=group != HELD))
    return [*lines, ""]


def section(book: Book, key: str) -> str:
    """Which kind of definition it is; cards that are met are those of one kind, whatever deck they come from."""
    if "." in key:
        return key.partition(".")[0]
    deck = book.deck_of[key]
    return deck if deck in PARTS else "cover" if key in book.covering else "adventure"


def _head(book: Book, key: str) -> Iterator[str]:
    """What is printed on it, and what is not sure."""
    found = book.card(key)
    facts, plain = msgspec.to_builtins(found.facts), msgspec.to_builtins(Facts())
    shown = [
        f"{name} {_plainly(value)}" for name, value in facts.items() if value != plain[name] and name not in UNPRINTED
    ]
    yield ", ".join([facts["type"] or "–", *shown])
    for name in ("at", "target", "when"):
        if facts[name]:
            yield f"{name}: {_plainly(facts[name])}"
    if PARTS[section(book, key)] is _adventure:
        yield f"met as number {number_of(WorkingState(book, scenes.arriving(HEROES[0], 'hills-1').state), key):g}"
    if key.startswith("space."):
        yield _place(book, key.removeprefix("space."))
    unsure = [fact or "all of it" for fact, doubt in doubts_of(book, key).items() if doubt.doubtful]
    if unsure:
        yield f"≈ {', '.join(unsure)}"


def _plainly(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _place(book: Book, space: str) -> str:
    """Where a space lies, and what it draws."""
    board = book.board
    found = board.space(space)
    raft = [edge for edge in board.edges if space in (edge.start, edge.end) and edge.kind == "raft"]
    faces = [f"{edge.end if edge.start == space else edge.start} {edge.share}" for edge in raft]
    over = f"; over the water {', '.join(board.opposite(space))} (shares: {', '.join(faces)})" if raft else ""
    at = f"{found.region} {found.ring}, at {found.grid[0]} {found.grid[1]}, draws {found.draw}"
    return f"{at}; beside {', '.join(board.neighbours(space))}{over}"


# --- as text ---


def _grouped(found: list[tuple[str, list[str]]], alike: bool) -> Iterator[str]:
    """Scenes that went alike stand together; one that went nearly like another is told by what is different."""
    bodies: dict[tuple[str, ...], list[str]] = {}
    for title, lines in found:
        if lines:
            bodies.setdefault(tuple(lines), []).append(title)
    before: list[tuple[str, tuple[str, ...]]] = []
    for body, titles in bodies.items():
        likest = min(
            ((list(difference(other, body)), title) for title, other in before),
            key=lambda two: len(two[0]),
            default=None,
        )
        if alike and likest is not None and len(likest[0]) < len(body):
            yield f"{'; '.join(titles)}: as {likest[1]}, but"
            yield from (INDENT + line for line in likest[0])
        else:
            yield f"{'; '.join(titles)}:"
            yield from (INDENT + line for line in body)
        before.append((titles[0], body))


def difference(before: Iterable[str], after: Iterable[str]) -> Iterator[str]:
    """The difference of two transcripts: lines that stand in one of them only, below the line before.

    Indentation does not matter.

    >>> list(difference(["a", "end", "b", "end"], ["a", "halt", "b", "halt"]))
    ['  a', '- end', '+ halt', '  b', '- end', '+ halt']
    >>> list(difference(["a", "end", "a", "end"], ["a", "halt", "a", "halt"]))
    ['  a (2 times)', '- end', '+ halt']
    """
    old, new = list(before), list(after)
    matched = SequenceMatcher(a=[line.lstrip() for line in old], b=[line.lstrip() for line in new], autojunk=False)
    parted = [
        ([f"  {old[a - 1]}"] if a else [], [*(f"- {line}" for line in old[a:b]), *(f"+ {line}" for line in new[c:d])])
        for tag, a, b, c, d in matched.get_opcodes()
        if tag != "equal"
    ]
    for (line, changed), alike in groupby(parted):
        times = len(list(alike))
        yield from (f"{there} ({times} times)" if times > 1 else there for there in line)
        yield from changed


# --- things one has: what is otherwise than without them ---


@cache
def bare(edition: str, key: str) -> dict[str, Told]:
    """The same scenes with a card, character or form that does nothing."""
    plain = without_effect(BOOKS[edition], key)
    with in_force(plain):
        return {one.title: one for one in told(plain, key) if one.group == HELD}


def _against(without: dict[str, Told], found: list[Told]) -> Iterator[tuple[str, list[str]]]:
    for one in found:
        other = without.get(one.title)
        if other is None:
            yield one.title, one.lines
        else:
            sheet = list(_sheet(other.sheet, one.sheet))
            follows = sheet and [_masked(line) for line in other.lines] == [_masked(line) for line in one.lines]
            yield (
                one.title,
                sheet if follows else [*sheet, *difference(_without_totals(other.lines), _without_totals(one.lines))],
            )


def _without_totals(lines: list[str]) -> Iterator[str]:
    """What one may and has in all stands in the sheet of the scene, so it is not told again with every end."""
    for line in lines:
        if not line.lstrip().startswith("= ") or ": " not in line:
            yield line
        elif left := [
            part for part in line.partition("= ")[2].partition(": ")[2].split(", ") if not IN_SHEET.match(part)
        ]:
            yield line[: line.index(": ") + 2] + ", ".join(left)


def _masked(line: str) -> str:
    """A line without its numbers: what merely follows from another sheet is not told again."""
    return NUMBERS.sub("", FOLDED.sub("", line))


def _sheet(without: dict[str, int], with_it: dict[str, int]) -> Iterator[str]:
    changed = [f"{name} {without[name]}→{n}" for name, n in with_it.items() if n != without[name]]
    if changed:
        yield f"sheet: {', '.join(changed)}"


# --- the scenes of each kind ---

MEETING = "met"
Groups = Iterator[tuple[str, Iterable[Scene]]]


def _adventure(book: Book, key: str) -> Groups:
    found = unchanged(book).card(key)
    heroes = HEROES if found.facts.type not in ENEMIES or found.facts.bribe else HEROES[:1]
    yield MEETING, (scenes.drawing(who, key) for who in heroes)
    for title, house in _turned(book, key) if not found.held else ():
        yield title, (scenes.drawing(who, key, house=house) for who in heroes if who.name in scenes.TURNED)
    if "drawn" in found.blocks:
        yield "lying on a space", (scenes.finding(HEROES[0], key),)
    if found.facts.tokens:
        yield "the last counter", (scenes.finding(HEROES[0], f"{key}:1"),)
    if (found.held or found.facts.save) and found.facts.type not in ENEMIES:
        side = "evil" if "good" in found.facts.have_not else "neutral"
        yield HELD, scenes.having(PLAIN, goods=(key, "talisman/talisman"), alignment=side)


def _turned(book: Book, key: str) -> Iterator[tuple[str, dict[str, bool]]]:
    """What tables play both ways about a definition, each turned from how it is played here."""
    book = unchanged(book)
    doubted = {switch for doubt in doubts_of(book, key).values() for switch in doubt.switches}
    for switch in sorted(doubted.union(SWITCH.findall(repr(book.card(key))))):
        if not isinstance(book.table[switch], bool):
            continue
        value = not book.table[switch]
        yield f"where {switch} is {'on' if value else 'off'}", {switch: value}


def _character(book: Book, key: str) -> Groups:
    name = key.removeprefix("character.")
    yield "at the beginning", (scenes.beginning(name),)
    yield HELD, scenes.having(name)


def _spell(book: Book, key: str) -> Groups:
    yield MEETING, spell_scenes.casting(book, key)


def _space(book: Book, key: str) -> Groups:
    space, usual = key.removeprefix("space."), unchanged(book)
    if space in scenes.ALONE:
        yield "alone, the next turn too", (scenes.arriving(HEROES[3], space, turns=1),)
    if any(edge.gate and edge.start == space for edge in usual.board.edges):
        yield "going on", (scene for at in (3, 7, 9) for scene in scenes.going_on(HEROES[at], space))
    if space == "sentinel":
        yield "going on", (scene for at in (3, 9) for scene in scenes.going_on(HEROES[at], space, {"bridge.toll": 1}))
    for title, house in _turned(book, key):
        yield title, (scenes.arriving(who, space, house=house) for who in scenes.SWITCHED)
    if usual.card(key).here:
        yield HELD, scenes.standing(space)
    if f"{key}.quest" in usual.definitions:
        yield "on a quest", (scene for quest in range(1, 7) for scene in scenes.questing(quest))
    everybody = range(len(HEROES)) if usual.board.rolls(space) else scenes.INNER.get(space, (3,))
    coming = (*(HEROES[at] for at in everybody), *scenes.MORE.get(space, ()))
    yield MEETING, (scenes.arriving(who, space) for who in coming)


def _stock(book: Book, key: str) -> Groups:
    return iter(())


def _cover(book: Book, key: str) -> Groups:
    yield MEETING, (scenes.arriving(who, scenes.QUIET_SPACE, lying={scenes.QUIET_SPACE: (key,)}) for who in HEROES)


def _form(book: Book, key: str) -> Groups:
    form = key.removeprefix("form.")
    yield HELD, scenes.having(PLAIN, form=form, form_left=0 if unchanged(book).card(key).facts.turns == "game" else 2)
    if unchanged(book).card(key).facts.lifeless:
        yield "without life", (scenes.losing(PLAIN, form=form, life=n) for n in (0, 1))
        yield "where it came to be", scenes.marked(book, PLAIN, form)


PARTS: dict[str, Callable[[Book, str], Groups]] = {
    "adventure": _adventure, "spell": _spell, "stock": _stock, "character": _character, "space": _space, "form": _form,
    "cover": _cover,
}  # fmt: skip
