"""Draws the overlay of the board: pawns, face-up cards, gold and destinations, as an SVG fragment in board units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement

from talisman_nb.board import Board
from talisman_nb.drawing import signposts
from talisman_nb.drawing.layout import Box, cell
from talisman_nb.drawing.picture import group, path_of, short
from talisman_nb.drawing.shapes import CARD_MARKS, LEAF, SEATS, look_of
from talisman_nb.drawing.signposts import Highlight, draw_goal
from talisman_nb.model.bounds import MOST_SEATS

STEP = 36.0  # pawns overlap by a quarter: their letters stay visible and three fit on a space
MOST_PAWNS = MOST_MARKS = 3
"""Upper bound of pawns, and of card types, drawn on a space; the rest is a number."""
TAG_WIDE, TAG_HIGH = 27.0, 33.0
"""Size of a small card, in board units."""
_TAG = path_of("h", TAG_WIDE, "v", TAG_HIGH, "h", -TAG_WIDE, "z")
STYLE = (
    "".join(f".tnb .s{seat}{{color:var(--tnb-seat-{seat})}}" for seat in range(len(SEATS)))
    + """
.tnb .m{fill:currentColor;stroke:var(--tnb-page);stroke-width:4;stroke-linejoin:round;paint-order:stroke}
.tnb .ghost .m{fill:var(--tnb-page);stroke:currentColor;stroke-width:4;stroke-dasharray:7 5}
.tnb .turn{fill:none;stroke:currentColor;stroke-width:4}
.tnb .lay text{font-size:25px;font-weight:700;text-anchor:middle;fill:var(--tnb-seat-letter)}
.tnb .lay .n{font-size:17px}
.tnb .lay .ghost text{fill:var(--tnb-ink)}
.tnb .leaf{fill:var(--tnb-good);stroke:var(--tnb-page);stroke-width:3}
.tnb .tag{fill:var(--tnb-panel);stroke:var(--tnb-ink);stroke-width:2}
.tnb .mark{fill:var(--tnb-ink);fill-rule:evenodd}
.tnb .coin{fill:var(--tnb-warn);stroke:var(--tnb-page);stroke-width:2}
"""
    + signposts.STYLE
)


class Pawn(Struct, frozen=True):
    """A pawn on the board.

    `seat`: 0 to 11, chooses shape and colour; `letter`: one or two letters; `active`: ring of the seat whose turn it
    is; `toad`: turns left in a form, 0 for none; `ghost`: drawn as a dashed outline.
    """

    seat: int
    letter: str
    space: str
    active: bool = False
    toad: int = 0
    ghost: bool = False


class Lying(Struct, frozen=True):
    """The face-up cards on a space, by type, and its gold."""

    space: str
    types: tuple[str, ...] = ()
    gold: int = 0


def draw_overlay(
    board: Board, pawns: Iterable[Pawn] = (), cards: Iterable[Lying] = (), highlights: Iterable[Highlight] = ()
) -> str:
    """Return a `<g>` with pawns, cards and destinations, to be appended to the `<svg>` of the board.

    A separate `<svg>` laid over the board needs the board's view box and the classes `tnb auto`. Raises `ValueError`
    for an unknown seat or card type.
    """
    drawing = svgwrite.Drawing(debug=False)
    cards, shown = list(cards), group(drawing, class_="lay", pointer_events="none")
    for part in _all_lying(drawing, board, cards):
        shown.add(part)
    lower = {lying.space for lying in cards}
    for space, there in _by_space(pawns).items():
        for part in _standing(drawing, there, cell(board, space), space in lower):
            shown.add(part)
    for goal in highlights:  # over the pawns: a letter is never hidden
        shown.add(draw_goal(drawing, goal.letter, cell(board, goal.space)))
    text: str = shown.tostring()
    return text


def seat_mark(drawing: svgwrite.Drawing, pawn: Pawn, x: float, y: float, scale: float = 1) -> BaseElement:
    """Draw a pawn, about 48 units wide, with its letter; ring, leaf or dashes by its state. Raises `ValueError`."""
    if not 0 <= pawn.seat < MOST_SEATS:
        raise ValueError(f"seat: expected 0 to {MOST_SEATS - 1}, got {pawn.seat}")
    shape, colour = look_of(pawn.seat)
    where = f"translate({short(x)} {short(y)})" + (f"scale({scale:.2f})" if scale != 1 else "")
    made = group(drawing, transform=where, class_=f"s{colour}" + (" ghost" if pawn.ghost else ""), data_pawn=pawn.seat)
    if pawn.active:
        made.add(drawing.circle((0, 0), 29, class_="turn"))
    made.add(drawing.path(SEATS[shape], class_="m"))
    made.add(drawing.text(pawn.letter, y=[14 if shape == 2 else 9]))
    if pawn.toad:
        made.add(drawing.path(LEAF, class_="leaf", transform="translate(19 25)scale(.85)"))
        made.add(drawing.text(str(pawn.toad), x=[19], y=[28], class_="n"))
    return made


def _by_space(pawns: Iterable[Pawn]) -> dict[str, list[Pawn]]:
    found: dict[str, list[Pawn]] = {}
    for pawn in pawns:
        found.setdefault(pawn.space, []).append(pawn)
    return found


def _standing(drawing: svgwrite.Drawing, there: list[Pawn], box: Box, below_cards: bool) -> Iterator[BaseElement]:
    """Draw up to `MOST_PAWNS` pawns side by side, the active one on top, and the number of further ones."""
    down, scale = (60, 0.8) if below_cards else (45, 1)
    shown = sorted(there, key=lambda pawn: not pawn.active)[:MOST_PAWNS]
    step = STEP * scale
    left = box.middle[0] - step * (len(shown) - 1) / 2
    for number, pawn in reversed(list(enumerate(shown))):
        yield seat_mark(drawing, pawn, left + number * step, box.y + down, scale)
    if len(there) > len(shown):
        high = 72 if below_cards else 16
        yield from _count(drawing, f"+{len(there) - len(shown)}", box.x + box.w - 15, box.y + high)


def _all_lying(drawing: svgwrite.Drawing, board: Board, cards: list[Lying]) -> Iterator[BaseElement]:
    """Draw a small card for each type, from the right corner leftward, with its count; then gold."""
    tags, marks, counts = [], group(drawing, class_="mark"), []
    for lying in cards:
        box = cell(board, lying.space)
        x, y = box.x + box.w - 4 - TAG_WIDE, box.y - 4
        counted = Counter(lying.types).most_common()
        for type_, count in counted[:MOST_MARKS]:
            tags.append(path_of("M", x, y) + _TAG)
            marks.add(_mark(drawing, type_, x + 4, y + 7))
            counts += [(str(count), x - 1, y + TAG_HIGH + 2)] if count > 1 else []
            x -= TAG_WIDE + 3
        rest = sum(count for _, count in counted[MOST_MARKS:])
        counts += [(f"+{rest}", box.x + 14, y + TAG_HIGH)] if rest else []
    if tags:
        yield drawing.path(" ".join(tags), class_="tag")
        yield marks
    for text, x, y in counts:
        yield from _count(drawing, text, x, y)
    for lying in (lying for lying in cards if lying.gold):
        box = cell(board, lying.space)
        yield from _count(drawing, str(lying.gold), box.x + box.w - 20, box.y + 54, "coin")


def _mark(drawing: svgwrite.Drawing, type_: str, x: float, y: float) -> BaseElement:
    if type_ not in CARD_MARKS:
        raise ValueError(f"card type: expected one of {', '.join(CARD_MARKS)}, got {type_!r}")
    return drawing.path(CARD_MARKS[type_], transform=f"translate({x:.0f} {y:.0f})scale(.32)")


def _count(drawing: svgwrite.Drawing, text: str, x: float, y: float, look: str = "mark") -> Iterator[BaseElement]:
    """Draw a number on a small disc."""
    yield drawing.circle((round(x, 1), round(y, 1)), 14 if look == "coin" else 12, class_=look)
    yield drawing.text(text, x=[round(x, 1)], y=[round(y + 6, 1)], class_="n")
