"""Tests of conditions (`when` of a definition): one function per name, in the table `TESTS`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from talisman_nb.board.graph import plain_kind
from talisman_nb.cards.modifiers import Immune
from talisman_nb.cards.vocabulary import ENEMIES, OBJECTS
from talisman_nb.model import Frame, Roll
from talisman_nb.rules.book import plain_card

from .active_modifiers import TESTS, Test, active_modifiers, every, holds_for, keywords_of, permit
from .characters import FIGHTS, armour_in_fight
from .costs import closed_cost
from .covers import cover_on, kind_at, space_at, space_facts
from .lists import options_of
from .meeting_order import drawn_here
from .totals import as_number, excess_objects, number_for, room_for_spells, spell_limit, steps_of
from .working_state import Asked, WorkingState


def _variable(g: WorkingState, name: str, asked: Asked) -> Any:
    for slot, value in asked.slots:
        if slot == name:
            return value
    return g.get(name) if name in g.names else None


def _player(g: WorkingState, asked: Asked) -> Any:
    return g.players[asked.seat]


def _fighting(g: WorkingState, asked: Asked) -> str:
    """The stat the seat fights with ("strength" or "craft"); "" if it is in no fight."""
    return g.fight.stat if g.fight is not None and asked.seat in (g.fight.you, g.fight.against) else ""


def _in_battle(value: Any, g: WorkingState, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "strength") == value)


def _in_psychic(value: Any, g: WorkingState, asked: Asked) -> bool:
    return bool((_fighting(g, asked) == "craft") == value)


def _attacking(value: Any, g: WorkingState, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.you == asked.seat) == value)


def _is_attacked(value: Any, g: WorkingState, asked: Asked) -> bool:
    return bool((g.fight is not None and g.fight.against == asked.seat) == value)


def _foe_is(value: str, g: WorkingState, asked: Asked) -> bool:
    if g.fight is None:
        return False
    if g.fight.against >= 0:
        return value == "character"
    return any(foe.type == value or (value == "enemy" and bool(foe.card)) for foe in g.fight.foes)


def _foe_used(value: str, g: WorkingState, asked: Asked) -> bool:
    return asked.source in g.doing.get("used", ())


def _has(value: str, g: WorkingState, asked: Asked) -> bool:
    p = _player(g, asked)
    if value.startswith("effect."):
        return any(e.what.endswith(value.removeprefix("effect")) and e.seat == asked.seat for e in g.effects)
    return any(plain_card(card).rpartition("/")[2] == value for card in p.goods)


def _forms(g: WorkingState, form: str) -> tuple[str, str]:
    """A form, or "own", and the other one that it counts as."""
    return (form, g.facts[f"form.{form}"].counts_as) if form else ("own", "")


def _mine_here(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether an effect of this name lies on the seat's space that is its own."""
    mine = [e for e in g.effects if e.on == "space" and e.seat == asked.seat and e.what.endswith(f".{value}")]
    return any(e.space == _player(g, asked).space for e in mine)


def _in_stock(value: str, g: WorkingState, asked: Asked) -> bool:
    return g.stocks[g.runtime.stock_index[value]] > 0


def _equals(value: tuple[Any, ...], g: WorkingState, asked: Asked) -> bool:
    found = _variable(g, value[0], asked)
    wanted = value[1:]
    return (found.value if hasattr(found, "faces") else found) in wanted


def _has_rolled(value: tuple[int, ...], g: WorkingState, asked: Asked) -> bool:
    """Whether the roll in `die` is one die showing one of these faces, additions not counted (`golden.natural`)."""
    die = g.get("die") if "die" in g.names else None
    faces = die.faces if isinstance(die, Roll) else ()
    return len(faces) == 1 and faces[0] in value


def _alike(value: int, g: WorkingState, asked: Asked) -> bool:
    """Whether so many dice of the roll the event is about show the same face."""
    return max(Counter(g.doing.get("faces", ())).values(), default=0) >= value


def _empty(value: str, g: WorkingState, asked: Asked) -> bool:
    if value == "characters":
        return not g.standing(g.players[asked.seat].space, asked.seat)
    return _variable(g, value, asked) in (None, "", ())


def _of_other(value: Test, g: WorkingState, asked: Asked) -> bool:
    """Test a condition with the second party as its subject; False if there is none."""
    return asked.other >= 0 and value(g, Asked(asked.other, asked.source, asked.seat, asked.slots))


def _aimed_at(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether the target of a Spell is of this kind: "character", "card" on the board or "foe" of the fight."""
    if asked.other >= 0:
        return value == "character"
    return value == ("card" if isinstance(_variable(g, "target", asked), str) else "foe")


def _fight_with(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether the card a variable names (`ruins|bear`) is a foe of the running fight."""
    if g.fight is None:
        return False
    space, _, card = str(_variable(g, value, asked)).partition("|")
    return g.fight.where == space and any(foe.card == card for foe in g.fight.foes)


def _target_is(value: str, g: WorkingState, asked: Asked) -> bool:
    kind = g.doing.get("target", "")
    return kind == value or (value == "enemy" and kind in ENEMIES)


def _card_is(value: tuple[str, ...], g: WorkingState, asked: Asked) -> bool:
    name, wanted = value[0], value[1:]
    card = (asked.source if name == "this" else str(_variable(g, name, asked))).rpartition("|")[2]
    return not kinds_of_card(g, card, asked.seat).isdisjoint(wanted)


def kinds_of_card(g: WorkingState, card: str, seat: int) -> frozenset[str]:
    """All that a card is by its type, its keywords, its deck and its name; `seat` has it, -1 for nobody."""
    kind, name = g.facts[card].type, plain_card(card)
    of_kind = {"enemy"} if kind in ENEMIES else {"goods"} if kind in OBJECTS else set()
    deck = (g.facts[card].other_side if ":" in card else "") or g.home_of(name)
    return frozenset({kind, deck, name.rpartition("/")[2], *of_kind}) | keywords_of(g, card, seat)


def _kind(g: WorkingState, asked: Asked) -> str:
    return kind_at(g, _player(g, asked).space)


def _space_is(value: str | tuple[str, ...], g: WorkingState, asked: Asked) -> bool:
    wanted = (value,) if isinstance(value, str) else value
    space = _player(g, asked).space
    return _kind(g, asked) in wanted or (space in wanted and not cover_on(g, space))


def _space_has(value: str, g: WorkingState, asked: Asked) -> bool:
    space = _player(g, asked).space
    return bool(g.runtime.draws.get(space_at(g, space)) if value == "draw" else getattr(space_facts(g, space), value))


def _visits_cover(g: WorkingState, card: str) -> bool:
    """Whether the running program is that of this card, which covers a space."""
    return g.frame.source == card and g.covers(card)


TESTS.update(
    {
        "always": lambda v, g, a: bool(v),
        "in_battle": _in_battle,
        "in_psychic": _in_psychic,
        "attacking": _attacking,
        "attacked": _is_attacked,
        "foe_is": _foe_is,
        "foe_used": _foe_used,
        "by_owner": lambda v, g, a: (g.doing.get("by") == a.seat) == v,
        "won": lambda v, g, a: _variable(g, v, a) == "won",
        "space_is": _space_is,
        "visiting": lambda v, g, a: plain_kind(g.frame.source) == f"space.{v}" or _visits_cover(g, v),
        "covered": lambda v, g, a: bool(cover_on(g, _player(g, a).space)) == v,
        "mine_here": _mine_here,
        "space_has": _space_has,
        "region_is": lambda v, g, a: g.board.region(_player(g, a).space) == v,
        "alignment_is": lambda v, g, a: _player(g, a).alignment == v,
        "character_is": lambda v, g, a: _player(g, a).character == v,
        "form_is": lambda v, g, a: v in _forms(g, _player(g, a).form),
        "has": _has,
        "has_any": lambda v, g, a: any(_has(one, g, a) for one in v),
        "in_stock": _in_stock,
        "equals": _equals,
        "rolled": _has_rolled,
        "alike": _alike,
        "cause_is": lambda v, g, a: g.doing.get("cause") in ((v,) if isinstance(v, str) else v),
        "target_is": _target_is,
        "drawn_from": lambda v, g, a: g.doing.get("deck") == v,
        "visited_card": lambda v, g, a: plain_card(str(g.doing.get("target", ""))) == v,
        "own_turn": lambda v, g, a: (g.turn == a.seat) == v,
        "empty": _empty,
        "all": every,
        "any": lambda v, g, a: any(test(g, a) for test in v),
        "not": lambda v, g, a: not v(g, a),
        "crown_reached": lambda v, g, a: g.crown == v,
        "at_crown": lambda v, g, a: (_player(g, a).space == g.board.crown) == v,
        "card_is": _card_is,
        "others_here": lambda v, g, a: bool(g.standing(_player(g, a).space, a.seat)) == v,
        "rule": lambda v, g, a: bool(g.figures[v]),
        "turning_back": lambda v, g, a: _player(g, a).turning_back == v,
        "has_promise": lambda v, g, a: any(promise.at == v for promise in _player(g, a).promises),
        "alive": lambda v, g, a: bool(_player(g, a).character) == v,
        "of_other": _of_other,
        "aimed_at": _aimed_at,
        "fight_with": _fight_with,
        "moment_is": lambda v, g, a: g.moment == v,
        "ambushing": lambda v, g, a: (g.fight is not None and g.fight.assassin) == v,
        "used": lambda v, g, a: v in _player(g, a).used,
        "fight_is": lambda v, g, a: g.fight is not None and g.fight.result in ((v,) if isinstance(v, str) else v),
        "same_space": lambda v, g, a: (a.other >= 0 and g.players[a.other].space == _player(g, a).space) == v,
    }
)


def _moves_by(value: str, g: WorkingState, asked: Asked) -> bool:
    return bool(steps_of(g, asked.seat)) == (value == "step")


def _number(g: WorkingState, term: Any, asked: Asked) -> int:
    if type(term) is int:
        return term
    if type(term) is str and not asked.slots:
        return as_number(g.get(term))
    return number_for(g, term, asked)


def _armour_helps(value: bool, g: WorkingState, asked: Asked) -> bool:
    """Whether a life is lost in a fight and the seat has Armour for it (`carry.armour`, `combat.psychic-armour`)."""
    helps = g.get("cause") in FIGHTS and bool(armour_in_fight(g, asked.seat))
    return (helps and not permit(g, asked.seat, "use_armour").closed) == value


def _over(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether the seat is over its limit of Spells or Objects (`spell.excess`, `carry.excess`)."""
    if value == "spells":
        return len(g.players[asked.seat].spells) > spell_limit(g, asked.seat)
    return bool(excess_objects(g, asked.seat))


def _some(value: str, g: WorkingState, asked: Asked) -> bool:
    """Whether a list has items; a list of the second party has none where there is no second party."""
    if value.startswith("other.") and asked.other < 0:
        return False
    found = options_of(g, value, Frame("", you=asked.seat, other=asked.other, source=asked.source))
    return any(not option.closed for option in found)


def _foe_was_here(value: bool, g: WorkingState, asked: Asked) -> bool:
    """Whether the foe is a character, or all foes are cards that lay on the space before the encounter drew any."""
    fight = g.fight
    if fight is None:
        return not value
    lay = Counter(g.lying(fight.where)) - Counter(drawn_here(g, fight.you))
    return (fight.against >= 0 or Counter(foe.card for foe in fight.foes) <= lay) == value


def _immune_to(value: str, g: WorkingState, asked: Asked) -> bool:
    return any(
        value in held.mod.to and holds_for(g, held, asked.seat) for held in active_modifiers(g, asked.seat).of(Immune)
    )


TESTS.update({
    "foe_was_here": _foe_was_here,
    "immune_to": _immune_to,
    "some": _some,
    "over": _over,
    "armour_helps": _armour_helps,
    "at_least": lambda v, g, a: _number(g, v[0], a) >= _number(g, v[1], a),
    "below": lambda v, g, a: _number(g, v[0], a) < _number(g, v[1], a),
    "affords": lambda v, g, a: not closed_cost(g, v, a),
    "can_gain_spell": lambda v, g, a: (room_for_spells(g, a.seat) > 0) == v,
    "moves_by": _moves_by,
    "permits": lambda v, g, a: not permit(g, a.seat, v, a.other).closed,
})  # fmt: skip
