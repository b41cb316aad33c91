"""Conditions: what `when` may ask, each one small question on the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from talisman_nb.board.graph import plain_kind
from talisman_nb.cards.operations import Condition
from talisman_nb.cards.words import ENEMIES, OBJECTS
from talisman_nb.model import Roll
from talisman_nb.rules.book import plain_card

if TYPE_CHECKING:
    from .kit import Held
    from .play import Play

Test: TypeAlias = "Callable[[Play, Asked], bool]"


class Asked:
    """Who asks: a seat, the source it asks for, the second party, and a modifier's variables (else the activation's count)."""

    __slots__ = ("other", "seat", "slots", "source")

    def __init__(self, seat: int, source: str = "", other: int = -1, slots: tuple[tuple[str, Any], ...] = ()) -> None:
        self.seat, self.source, self.other, self.slots = seat, source, other, slots


def judge(when: Condition) -> Test:
    """A condition as one function, made once; all its parts must hold."""
    known = _JUDGED.get(id(when))
    if known is None:
        tests = [partial(TESTS[name], _judged(name, value)) for name, value in when.items()]
        known = _JUDGED[id(when)] = (tests[0] if len(tests) == 1 else partial(_every, tests), when)
    return known[0]


def _judged(name: str, value: Any) -> Any:
    """The value a test is made with: conditions inside it are functions already."""
    if name in ("all", "any"):
        return tuple(judge(one) for one in value)
    return judge(value) if name in ("not", "of_other") else value


def holds(g: Play, when: Condition | None, asked: Asked) -> bool:
    """Whether a condition holds; no condition always does."""
    return when is None or judge(when)(g, asked)


def holds_for(g: Play, held: Held, seat: int, other: int = -1) -> bool:
    """Whether a modifier holds for its owner now."""
    test = held.test
    return test is None or test(g, Asked(seat, held.source, other, held.slots))


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


def _in_battle(value: Any, g: Play, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "strength") == value)


def _in_psychic(value: Any, g: Play, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "craft") == value)


def _attacking(value: Any, g: Play, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.you == asked.seat) == value)


def _attacked(value: Any, g: Play, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.against == asked.seat) == value)


def _foe_is(value: str, g: Play, asked: Asked) -> bool:
    if g.fight is None:
        return False
    if g.fight.against >= 0:
        return value == "character"
    return any(foe.type == value or (value == "enemy" and bool(foe.card)) for foe in g.fight.foes)


def _foe_used(value: str, g: Play, asked: Asked) -> bool:
    return asked.source in g.doing.get("used", ())


def _has(value: str, g: Play, asked: Asked) -> bool:
    p = _player(g, asked)
    if value.startswith("effect."):
        return any(e.what.endswith(value.removeprefix("effect")) and e.seat == asked.seat for e in g.effects)
    return any(plain_card(card).rpartition("/")[2] == value for card in p.goods)


def _in_stock(value: str, g: Play, asked: Asked) -> bool:
    return g.stocks[g.linked.stock_index[value]] > 0


def _equals(value: list[Any], g: Play, asked: Asked) -> bool:
    found = _variable(g, value[0], asked)
    wanted = value[1:]
    return (found.value if hasattr(found, "faces") else found) in wanted


def _rolled(value: list[int], g: Play, asked: Asked) -> bool:
    """The natural faces count, not what was added (golden.natural): of the roll that was just made."""
    die = g.get("die") if "die" in g.names else None
    faces = die.faces if isinstance(die, Roll) else ()
    return len(faces) == 1 and faces[0] in value


def _empty(value: str, g: Play, asked: Asked) -> bool:
    if value == "characters":
        return not g.standing(g.players[asked.seat].space, asked.seat)
    return _variable(g, value, asked) in (None, "", ())


def _every(tests: Sequence[Test], g: Play, asked: Asked) -> bool:
    return all(test(g, asked) for test in tests)


def _of_other(value: Test, g: Play, asked: Asked) -> bool:
    """The same question about the second party."""
    return asked.other >= 0 and value(g, Asked(asked.other, asked.source, asked.seat, asked.slots))


def _aimed_at(value: str, g: Play, asked: Asked) -> bool:
    """What kind of target a Spell has: a character, a card on the board, a foe of the fight."""
    if asked.other >= 0:
        return value == "character"
    return value == ("card" if isinstance(_variable(g, "target", asked), str) else "foe")


def _fight_with(value: str, g: Play, asked: Asked) -> bool:
    """Whether the card a variable names (`ruins|bear`) is a foe of the fight."""
    if g.fight is None:
        return False
    space, _, card = str(_variable(g, value, asked)).partition("|")
    return g.fight.where == space and any(foe.card == card for foe in g.fight.foes)


def _immune_to(value: str, g: Play, asked: Asked) -> bool:
    from .kit import kit

    return any(value in held.mod.to and holds_for(g, held, asked.seat) for held in kit(g, asked.seat).of("immune"))  # type: ignore[attr-defined]


def _target_is(value: str, g: Play, asked: Asked) -> bool:
    kind = g.doing.get("target", "")
    return kind == value or (value == "enemy" and kind in ENEMIES)


def _card_is(value: list[str], g: Play, asked: Asked) -> bool:
    name, wanted = value[0], value[1:]
    card = asked.source if name == "this" else _variable(g, name, asked)
    kind = g.facts[str(card)].type
    return kind in wanted or ("enemy" in wanted and kind in ENEMIES) or ("goods" in wanted and kind in OBJECTS)


def _kind(g: Play, asked: Asked) -> str:
    return plain_kind(_player(g, asked).space)


def _space_is(value: str | list[str], g: Play, asked: Asked) -> bool:
    wanted = [value] if isinstance(value, str) else value
    return _kind(g, asked) in wanted or _player(g, asked).space in wanted


TESTS: dict[str, Callable[[Any, Play, Asked], bool]] = {
    "always": lambda v, g, a: bool(v),
    "in_battle": _in_battle,
    "in_psychic": _in_psychic,
    "attacking": _attacking,
    "attacked": _attacked,
    "foe_is": _foe_is,
    "foe_used": _foe_used,
    "by_owner": lambda v, g, a: (g.doing.get("by") == a.seat) == v,
    "won": lambda v, g, a: _variable(g, v, a) == "won",
    "space_is": _space_is,
    "visiting": lambda v, g, a: plain_kind(g.frame.source) == f"space.{v}",
    "region_is": lambda v, g, a: g.board.region(_player(g, a).space) == v,
    "alignment_is": lambda v, g, a: _player(g, a).alignment == v,
    "character_is": lambda v, g, a: _player(g, a).character == v,
    "has": _has,
    "has_any": lambda v, g, a: any(_has(one, g, a) for one in v),
    "in_stock": _in_stock,
    "equals": _equals,
    "rolled": _rolled,
    "cause_is": lambda v, g, a: g.doing.get("cause") == v,
    "target_is": _target_is,
    "own_turn": lambda v, g, a: (g.turn == a.seat) == v,
    "empty": _empty,
    "all": _every,
    "any": lambda v, g, a: any(test(g, a) for test in v),
    "not": lambda v, g, a: not v(g, a),
    "at_crown": lambda v, g, a: (_player(g, a).space == g.board.crown) == v,
    "card_is": _card_is,
    "others_here": lambda v, g, a: bool(g.standing(_player(g, a).space, a.seat)) == v,
    "rule": lambda v, g, a: bool(g.book.table[v]),
    "turning_back": lambda v, g, a: _player(g, a).turning_back == v,
    "has_promise": lambda v, g, a: any(promise.at == v for promise in _player(g, a).promises),
    "alive": lambda v, g, a: bool(_player(g, a).character) == v,
    "of_other": _of_other,
    "aimed_at": _aimed_at,
    "fight_with": _fight_with,
    "immune_to": _immune_to,
    "moment_is": lambda v, g, a: g.moment == v,
    "ambushing": lambda v, g, a: (g.fight is not None and g.fight.assassin) == v,
    "used": lambda v, g, a: v in _player(g, a).used,
    "fight_is": lambda v, g, a: g.fight is not None and g.fight.result == v,
    "same_space": lambda v, g, a: (a.other >= 0 and g.players[a.other].space == _player(g, a).space) == v,
}
"""Every condition and how it is tested; the value comes first so that it can be bound."""

_JUDGED: dict[int, tuple[Test, Condition]] = {}
"""By identity; the condition is kept so that its identity stays its own."""
