"""Moves of hands at the physical board that lead from one state to another, said as imperatives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from talisman_nb.model import UNSEEN

from .events import counters, way_part
from .phrases import sentence
from .wording import Table, Wording, wording_of


class HandMove(Struct, frozen=True, omit_defaults=True):
    """One change to make at the physical board.

    | kind | means |
    |---|---|
    | card | `card` from place `origin` to place `to` |
    | figure | the figure of `seat` from space `origin` to space `to` |
    | counter | `what` of `seat`: `n` more or fewer, `now` in the end |
    | gold | `n` gold more or fewer on the space `to` |
    | tokens | the counters on `card`, which lies at `to`: `now` |
    | token | the token `what` (red, black) on the character card of `seat`: put on (`n` 1) or taken off (-1) |
    | piece | the piece `what` (an effect) of `seat` is put on the space `to` (`n` 1) or taken off it (-1) |
    | form | `seat` becomes `what` ("" its own self again) for `n` turns, after the form `origin` |
    | alignment | the alignment card of `seat` shows `what` |
    | character | `seat` gets the character `what` ("" none), which starts on `to` |

    Places are written as in `Change`: "seat:1", "spells:1", "trophies:1", "space:ruins", "discards:adventure",
    "deck:adventure", "stock" or "box".
    """

    kind: str
    seat: int = -1
    what: str = ""
    n: int = 0
    now: int = 0
    card: str = ""
    origin: str = ""
    to: str = ""


def say_moves(table: Table, moves: Iterable[HandMove], lang: str) -> tuple[str, ...]:
    """Imperatives for what hands must do to get from one state to another."""
    wording, counted = wording_of(table, lang), Counter(moves)
    said = ((_unseen(wording, move, n) or _times(wording, _move(wording, move), n)) for move, n in counted.items())
    return tuple(map(sentence, said))


def _unseen(wording: Wording, move: HandMove, n: int) -> str:
    """Spells that nobody has seen, given to somebody; "" for any other move."""
    place, _, seat = move.to.partition(":")
    if move.card != UNSEEN or place != "spells":
        return ""
    return wording.say("hands", "move.unseen", who=wording.who(int(seat)), n=n)


def _times(wording: Wording, line: str, n: int) -> str:
    return line if n == 1 else wording.say("hands", "times", line=sentence(line), n=n)


def say_stays(table: Table, moves: Iterable[HandMove], lang: str) -> tuple[str, ...]:
    """Which cards stay on the spaces they were drawn to.

    >>> say_stays(["Ada"], [HandMove("card", card="bear", to="space:ruins")], "en")
    ('The Bear stays in the Ruins.',)
    """
    wording = wording_of(table, lang)
    said = (wording.say("hands", "stays", card=wording.card(move.card), space=wording.place(move.to)) for move in moves)
    return tuple(map(sentence, said))


def _move(wording: Wording, move: HandMove) -> str:
    places: dict[str, Any] = {
        "who": wording.who(_whose(move)),
        "card": wording.card(move.card),
        "leaving": way_part(wording, "leaving", move.card, move.origin) if move.kind == "card" else "",
        "reaching": way_part(wording, "reaching", move.card, move.to) if move.kind == "card" else "",
        "to": wording.place(move.to),
        "now": move.now,
        "n": move.now if move.kind == "tokens" else move.n,
        "what": wording.noun(""),
        "amount": _amount(wording, move),
    }
    key = f"move.{move.kind}"
    if move.kind == "card" and move.to.startswith(("seat:", "spells:")):
        key += f".{move.to.partition(':')[0]}"
    if move.kind == "card" and move.to == f"discards:{wording.book.face_down}" and move.card != UNSEEN:
        return wording.say("hands", "cast", card=places["card"])
    if move.kind == "card" and move.to.startswith("discards:") and move.origin.startswith(("deck:", "space:")):
        return wording.say("hands", "discarded", card=places["card"], pile=wording.pile(move.to.partition(":")[2]))
    if move.kind in ("counter", "gold", "token"):
        key += ".more" if move.n > 0 else ".less"
    if move.kind == "token":
        places["what"] = wording.word(f"token-{move.what}")
    if move.kind == "alignment":
        places["what"] = wording.alignment(move.what)
    if move.kind == "tokens" and (lies := wording.book.find(move.card)) and lies.facts.other_side:
        key = "move.turned"
    if move.kind == "piece":
        key = "began.marker" if move.n > 0 else "ended.marker"
        places |= {"what": wording.marker(move.what), "space": wording.space(move.to)}
    if move.kind == "form":
        key += "" if move.what else ".own"
        form = move.what or move.origin
        places["what"] = wording.source(f"form.{form}") if form else wording.noun("")
        found = wording.book.find(f"form.{form}") if form else None
        if found and found.facts.lifeless:  # as when it happens: its card and figure are swapped
            key = "became.lifeless" if move.what else "own_form.lifeless"
    if move.kind == "character":
        key += "" if move.what else ".none"
        places["what"] = wording.source(f"character.{move.what}") if move.what else wording.noun("")
    return wording.say("hands", key, **places)


def _whose(move: HandMove) -> int:
    """The seat a move is about: of a card, that which gets it."""
    place, _, seat = move.to.partition(":")
    return int(seat) if move.kind == "card" and place in ("seat", "spells") else move.seat


def _amount(wording: Wording, move: HandMove) -> str:
    what = "gold" if move.kind == "gold" else move.what
    return counters(wording, what, abs(move.n)) or wording.amount("point", abs(move.n))
