"""Conditions: what `when` may ask, each one small question on the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from talisman_nb.board.graph import plain_kind
from talisman_nb.cards.operations import Condition
from talisman_nb.cards.words import ENEMIES, OBJECTS
from talisman_nb.model import Roll
from talisman_nb.rules.book import plain_card

if TYPE_CHECKING:
    from .kit import Held
    from .play import Play


class Asked:
    """Who asks: a seat, the source it asks for, and the modifier or activation whose variables count."""

    __slots__ = ("other", "seat", "slots", "source")

    def __init__(self, seat: int, source: str = "", other: int = -1, slots: tuple[tuple[str, Any], ...] = ()) -> None:
        self.seat, self.source, self.other, self.slots = seat, source, other, slots


def holds(g: Play, when: Condition | None, asked: Asked) -> bool:
    """Whether a condition holds; no condition always does."""
    if when is None:
        return True
    for name, value in when.items():  # noqa: SIM110  (this loop is hot)
        if not TESTS[name](g, value, asked):
            return False
    return True


def holds_for(g: Play, held: Held, seat: int, other: int = -1) -> bool:
    """Whether a modifier holds for its owner now."""
    return held.mod.when is None or holds(g, held.mod.when, Asked(seat, held.source, other, held.slots))


def holds_here(g: Play, when: Condition | None) -> bool:
    """Whether a condition holds for the running activation."""
    if when is None:
        return True
    f, asked = g.frame, g.asked
    asked.seat, asked.source, asked.other = f.you, f.source, f.other
    return holds(g, when, asked)


def _variable(g: Play, name: str, asked: Asked) -> Any:
    for slot, value in asked.slots:
        if slot == name:
            return value
    return g.get(name) if name in g.names else None


def _player(g: Play, asked: Asked) -> Any:
    return g.players[asked.seat]


def _fighting(g: Play, asked: Asked) -> str:
    """With what the asked seat fights, "" when it does not."""
    return g.fight.stat if g.fight is not None and asked.seat in (g.fight.you, g.fight.against) else ""


def _in_battle(g: Play, value: Any, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "strength") == value)


def _in_psychic(g: Play, value: Any, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "craft") == value)


def _attacking(g: Play, value: Any, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.you == asked.seat) == value)


def _attacked(g: Play, value: Any, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.against == asked.seat) == value)


def _foe_is(g: Play, value: str, asked: Asked) -> bool:
    if g.fight is None:
        return False
    if g.fight.against >= 0:
        return value == "character"
    return any(foe.type == value or (value == "enemy" and bool(foe.card)) for foe in g.fight.foes)


def _foe_used(g: Play, value: str, asked: Asked) -> bool:
    return asked.source in g.doing.get("used", ())


def _has(g: Play, value: str, asked: Asked) -> bool:
    p = _player(g, asked)
    if value.startswith("effect."):
        return any(e.what.endswith(value.removeprefix("effect")) and e.seat == asked.seat for e in g.effects)
    return any(plain_card(card).rpartition("/")[2] == value for card in p.goods)


def _in_stock(g: Play, value: str, asked: Asked) -> bool:
    return g.stocks[g.linked.stock_index[value]] > 0


def _equals(g: Play, value: list[Any], asked: Asked) -> bool:
    found = _variable(g, value[0], asked)
    wanted = value[1:]
    return (found.value if hasattr(found, "faces") else found) in wanted


def _rolled(g: Play, value: list[int], asked: Asked) -> bool:
    """The natural faces count, not what was added (golden.natural): of the roll that was just made."""
    die = g.get("die") if "die" in g.names else None
    faces = die.faces if isinstance(die, Roll) else ()
    return len(faces) == 1 and faces[0] in value


def _empty(g: Play, value: str, asked: Asked) -> bool:
    if value == "characters":
        return not g.standing(g.players[asked.seat].space, asked.seat)
    return _variable(g, value, asked) in (None, "", ())


def _of_other(g: Play, value: Condition, asked: Asked) -> bool:
    """The same question about the second party."""
    return asked.other >= 0 and holds(g, value, Asked(asked.other, asked.source, asked.seat, asked.slots))


def _aimed_at(g: Play, value: str, asked: Asked) -> bool:
    """What kind of target a Spell has: a character, a card on the board, a foe of the fight."""
    if asked.other >= 0:
        return value == "character"
    return value == ("card" if isinstance(_variable(g, "target", asked), str) else "foe")


def _fight_with(g: Play, value: str, asked: Asked) -> bool:
    """Whether the card a variable names (`ruins|bear`) is a foe of the fight."""
    if g.fight is None:
        return False
    space, _, card = str(_variable(g, value, asked)).partition("|")
    return g.fight.where == space and any(foe.card == card for foe in g.fight.foes)


def _immune_to(g: Play, value: str, asked: Asked) -> bool:
    from .kit import kit

    return any(value in held.mod.to and holds_for(g, held, asked.seat) for held in kit(g, asked.seat).of("immune"))  # type: ignore[attr-defined]


def _target_is(g: Play, value: str, asked: Asked) -> bool:
    kind = g.doing.get("target", "")
    return kind == value or (value == "enemy" and kind in ENEMIES)


def _card_is(g: Play, value: list[str], asked: Asked) -> bool:
    name, wanted = value[0], value[1:]
    card = asked.source if name == "this" else _variable(g, name, asked)
    kind = g.facts(str(card)).type
    return kind in wanted or ("enemy" in wanted and kind in ENEMIES) or ("goods" in wanted and kind in OBJECTS)


def _kind(g: Play, asked: Asked) -> str:
    return plain_kind(_player(g, asked).space)


def _space_is(g: Play, value: str | list[str], asked: Asked) -> bool:
    wanted = [value] if isinstance(value, str) else value
    return _kind(g, asked) in wanted or _player(g, asked).space in wanted


TESTS: dict[str, Callable[[Play, Any, Asked], bool]] = {
    "always": lambda g, v, a: bool(v),
    "in_battle": _in_battle,
    "in_psychic": _in_psychic,
    "attacking": _attacking,
    "attacked": _attacked,
    "foe_is": _foe_is,
    "foe_used": _foe_used,
    "by_owner": lambda g, v, a: (g.doing.get("by") == a.seat) == v,
    "won": lambda g, v, a: _variable(g, v, a) == "won",
    "space_is": _space_is,
    "region_is": lambda g, v, a: g.board.region(_player(g, a).space) == v,
    "alignment_is": lambda g, v, a: _player(g, a).alignment == v,
    "character_is": lambda g, v, a: _player(g, a).character == v,
    "has": _has,
    "has_any": lambda g, v, a: any(_has(g, one, a) for one in v),
    "in_stock": _in_stock,
    "equals": _equals,
    "rolled": _rolled,
    "cause_is": lambda g, v, a: g.doing.get("cause") == v,
    "target_is": _target_is,
    "own_turn": lambda g, v, a: (g.turn == a.seat) == v,
    "empty": _empty,
    "all": lambda g, v, a: all(holds(g, one, a) for one in v),
    "any": lambda g, v, a: any(holds(g, one, a) for one in v),
    "not": lambda g, v, a: not holds(g, v, a),
    "at_crown": lambda g, v, a: (_player(g, a).space == g.board.crown) == v,
    "card_is": _card_is,
    "others_here": lambda g, v, a: bool(g.standing(_player(g, a).space, a.seat)) == v,
    "rule": lambda g, v, a: bool(g.book.table[v]),
    "turning_back": lambda g, v, a: _player(g, a).turning_back == v,
    "has_promise": lambda g, v, a: any(promise.at == v for promise in _player(g, a).promises),
    "alive": lambda g, v, a: bool(_player(g, a).character) == v,
    "of_other": _of_other,
    "aimed_at": _aimed_at,
    "fight_with": _fight_with,
    "immune_to": _immune_to,
    "moment_is": lambda g, v, a: g.moment == v,
    "ambushing": lambda g, v, a: (g.fight is not None and g.fight.assassin) == v,
    "used": lambda g, v, a: v in _player(g, a).used,
    "fight_is": lambda g, v, a: g.fight is not None and g.fight.result == v,
    "same_space": lambda g, v, a: (a.other >= 0 and g.players[a.other].space == _player(g, a).space) == v,
}
"""Every condition and how it is tested."""
