"""Operations without blocks in words: what one of them does, in the third person without a subject."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.text.events.sentences import FIGURES
from talisman_nb.text.grammar import listed

from .context import Told, amount, card, say_op, subject


def plain(told: Told, op: Any, name: str) -> str:
    """Whatever needs no more than its figures."""
    what = getattr(op, "what", "")
    places: dict[str, Any] = {
        "who": subject(told, op),
        "n": getattr(op, "n", 0),
        "what": told.wording.word(what) if what in FIGURES else "",
    }
    if what in FIGURES:
        places["amount"] = amount(told, what, getattr(op, "n", 1))
    return say_op(told, *((f"{name}.{what}",) if what else ()), name, **places)


def _set(told: Told, op: o.Set, name: str) -> str:
    """Only a figure taken off a roll is worth telling."""
    less = op.to.get("minus", (0, 0))[1] if isinstance(op.to, dict) else 0
    return say_op(told, "set.minus", what=told.wording.word(f"the-{less['stat']}")) if isinstance(less, dict) and "stat" in less else ""


def _pick(told: Told, op: o.Pick, name: str) -> str:
    return say_op(told, "pick.optional" if op.optional else "pick", who=subject(told, op), of=told.wording.say("lists", op.of))


def _roll(told: Told, op: o.RollDice, name: str) -> str:
    return say_op(told, "roll.plus" if op.plus else "roll", who=subject(told, op), dice=amount(told, "with_dice", op.dice))


def _heal(told: Told, op: o.Heal, name: str) -> str:
    price = told.wording.amount("gold", op.price) if op.price else ""
    places = {"who": subject(told, op), "price": price, "most": op.most or "", "free": op.free or ""}
    return say_op(told, f"heal.price.{op.what}" if op.price else f"heal.{op.what}", **places)


def _align(told: Told, op: o.Align, name: str) -> str:
    return say_op(told, name, who=subject(told, op), what=told.wording.names.name("alignment", op.to, told.wording.lang).lower())


def _miss(told: Told, op: o.Miss, name: str) -> str:
    return _turns(told, op, name if op.running else "miss.later")


def _next_thing(told: Told, op: o.NextThing, name: str) -> str:
    return say_op(told, name if op.space else "next_thing.things", who=subject(told, op))


def _turns(told: Told, op: Any, name: str) -> str:
    return say_op(told, name, who=subject(told, op), turns=amount(told, "turn", op.turns))


def _lose(told: Told, op: o.Lose, name: str) -> str:
    """Of strength and craft all that can go is what was gained."""
    if op.n != "all" or op.what not in ("strength", "craft"):
        return plain(told, op, name)
    return say_op(told, "lose.gained", who=subject(told, op), what=told.wording.amount(op.what, 2).partition(" ")[2])


def _draw(told: Told, op: o.Draw, name: str) -> str:
    if op.up_to_limit:
        return say_op(told, "draw.up_to_limit", who=subject(told, op))
    cards = amount(told, "spell" if op.deck == "spell" else "card", op.n)
    return say_op(told, name, who=subject(told, op), cards=cards)


def _look(told: Told, op: o.Look, name: str) -> str:
    return say_op(told, name, who=subject(told, op), of=told.wording.first("lists", (op.at, "other.spells"), n=op.n))


def _card(told: Told, op: Any, name: str) -> str:
    """take, drop, discard, kill: something with a card."""
    as_ = getattr(op, "as_", "")
    what = card(told, getattr(op, "card", "") or op.what, whole=isinstance(op, (o.Discard, o.Drop)))
    keys = (f"{name}.as",) if as_ else (f"{name}.that",) if what == told.wording.say("lists", "that") else ()
    return say_op(told, *keys, name, who=subject(told, op), card=what)


def _place(told: Told, op: o.Place, name: str) -> str:
    what = amount(told, "gold", "all") if op.card == "gold" else card(told, op.card)
    return say_op(told, name, who=subject(told, op), card=what, space=_space(told, op.on))


def _space(told: Told, space: str) -> Any:
    try:
        return told.wording.space(space)
    except KeyError:
        return told.wording.say("lists", "that-space")


def _get(told: Told, op: o.Get, name: str) -> str:
    price = amount(told, "gold", op.price) if op.price else ""
    named = card(told, op.name) if op.name in told.variables else told.wording.card(op.name).form("a")
    return say_op(told, name, who=subject(told, op), card=named, price=price)


def _shop(told: Told, op: o.Shop, name: str) -> str:
    wares = [f"{told.wording.card(ware)} ({told.wording.say('words', 'price', n=price)})" for ware, price in op.wares.items()]
    return say_op(told, name, who=subject(told, op), wares=", ".join(wares))


def _teleport(told: Told, op: o.Teleport, name: str) -> str:
    if op.to not in told.book.board.index:
        picked = told.picked.pop(op.to, "")
        return say_op(told, "teleport.picked" if picked else "teleport.goal", who=subject(told, op), goal=picked)
    return say_op(told, "teleport.meet" if op.meet else "teleport", who=subject(told, op), space=told.wording.space(op.to))


def _attack(told: Told, op: o.Attack, name: str) -> str:
    wording = told.wording
    if isinstance(op.foes, str):
        foes: Any = wording.say("lists", "that-foe")
    else:
        foes = listed([_made_up(told, foe, op.by) for foe in op.foes], wording.lang)
    return say_op(told, *((f"{name}.psychic",) if op.by == "psychic" else ()), name, who=subject(told, op), foes=foes)


def _made_up(told: Told, foe: o.MadeUp, by: str) -> str:
    """A creature with the figure it fights with."""
    stat = "craft" if by == "psychic" else "strength"
    n = getattr(foe, stat)
    figure = told.wording.say(
        "words", "figure", stat=told.wording.word(stat), n=n if isinstance(n, int) else told.wording.word("the-number")
    )
    return f"{told.wording.card(foe.name).form('the')} ({figure})"


def _foe_out(told: Told, op: o.FoeOut, name: str) -> str:
    picked = told.picked.pop(op.foe, "") if op.how == "destroyed" else ""
    return say_op(told, f"foe_out.{op.how}.picked" if picked else f"foe_out.{op.how}", who=subject(told, op), goal=picked)


def _become(told: Told, op: o.Become, name: str) -> str:
    turns = int(told.book.table["toad.turns"]) if op.form == "toad" else 0
    return say_op(told, f"become.{op.form}", who=subject(told, op), turns=told.wording.amount("turn", turns))


def _stop(told: Told, op: o.Stop, name: str) -> str:
    return say_op(told, f"stop.{op.what}")


SIMPLE: dict[type[o.Operation], Callable[[Told, Any, str], str]] = {
    o.Set: _set, o.Pick: _pick, o.RollDice: _roll, o.Heal: _heal, o.Align: _align, o.Miss: _miss, o.Extra: _turns, o.Lose: _lose,
    o.Draw: _draw, o.Look: _look, o.Take: _card, o.Drop: _card, o.Discard: _card, o.Kill: _card, o.Place: _place, o.Get: _get,
    o.Shop: _shop, o.Teleport: _teleport, o.Attack: _attack, o.FoeOut: _foe_out, o.Become: _become,
    o.Stop: _stop, o.NextThing: _next_thing,
}  # fmt: skip
"""Operations that need more than a phrase with their figures."""
