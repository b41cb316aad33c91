"""Operations in words: third person without a subject, so that they fit a card's text and a preview alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from talisman_nb.cards import operations as o

from .grammar import BARE, SEMICOLON, Noun, listed
from .say import FIGURES
from .tell_conditions import condition, worth_telling
from .told import Told, amount, card, say_op, subject
from .voice import NOBODY

QUIET = (o.Set, o.Mark, o.Moment)
"""Bookkeeping of a program: nothing a reader needs."""
SAYS_ALL = ("lose-life", "pay")
"""Options whose label tells everything."""


def lines(told: Told, do: Any) -> Iterator[str]:
    """A block line by line: what has rows or options has a line for each."""
    whole = told.tale(do)
    if whole:
        yield from whole
        return
    inner = told.inside(do) if isinstance(do, str) else told
    for op in with_picks(inner, told.operations(do)):
        yield from _lines_of(inner, op)


def _lines_of(told: Told, op: o.Operation) -> Iterator[str]:
    if isinstance(op, o.Table):
        yield from (row_text(told, row) for row in op.rows)
    elif isinstance(op, o.Choose):
        if len(op.options) > 1:
            yield told.voice.say("operations", "choose.line.optional" if op.optional else "choose.line")
        yield from (choice_text(told, choice) for choice in op.options)
    elif isinstance(op, o.Call) and op.program in told.definition.blocks:
        yield from lines(told, op.program)
    elif isinstance(op, o.If) and (only := branch_told(told, op)) is not None:
        yield from lines(told, only[0])
    elif isinstance(op, o.If) and _long(told, op.do):
        yield told.voice.say("operations", "if.line", condition=condition(told, worth_telling(told, op.when) or op.when))
        yield from lines(told, op.do)
        yield from lines(told, op.otherwise)
    else:
        yield operation(told, op)


def _long(told: Told, do: Any) -> bool:
    """Whether a block has rows or options, so that it needs lines of its own."""
    return any(isinstance(op, (o.Table, o.Choose)) for op in told.operations(do))


def block(told: Told, do: Any) -> str:
    """A block in one line."""
    whole = told.tale(do)
    if whole:
        return SEMICOLON[told.voice.lang].join(whole)
    inner = told.inside(do) if isinstance(do, str) else told
    words: list[str] = []
    for op in inner_operations(told, do):
        word = operation(inner.for_whom(NOBODY) if words else inner, op)
        words += [word] if word else []
    return SEMICOLON[told.voice.lang].join(words)


def inner_operations(told: Told, do: Any) -> tuple[o.Operation, ...]:
    """The operations of a block that are worth telling: bookkeeping and a closing "that is all" are not."""
    return with_picks(told, tuple(op for op in told.operations(do) if not (isinstance(op, o.Stop) and op.what == "program")))


def with_picks(told: Told, ops: tuple[o.Operation, ...]) -> tuple[o.Operation, ...]:
    """The same without the picks whose thing the next operation names: "takes a Follower of the other"."""
    left = []
    for at, op in enumerate(ops):
        if isinstance(op, o.Pick) and not op.optional and any(_names(after, op.into) for after in ops[at + 1 :]):
            told.picked[op.into] = told.voice.say("lists", op.of)
        else:
            left.append(op)
    return tuple(left)


def _names(op: o.Operation, variable: str) -> bool:
    """Whether an operation says what it is done to by this variable."""
    return variable in (getattr(op, name, "") for name in ("card", "to", "foe"))


def operation(told: Told, op: o.Operation) -> str:
    """One operation in words, "" for what is only bookkeeping."""
    if isinstance(op, o.Set):
        return _set(told, op)
    if isinstance(op, QUIET):
        return ""
    name = str(op.__struct_config__.tag)
    return TELL.get(type(op), _plain)(told, op, name)


def _set(told: Told, op: o.Set) -> str:
    """Only a figure taken off a roll is worth telling."""
    less = op.to.get("minus", (0, 0))[1] if isinstance(op.to, dict) else 0
    return say_op(told, "set.minus", what=told.voice.word(f"the-{less['stat']}")) if isinstance(less, dict) and "stat" in less else ""


# --- by operation ---


def _plain(told: Told, op: Any, name: str) -> str:
    """Whatever needs no more than its figures."""
    what = getattr(op, "what", "")
    places: dict[str, Any] = {
        "who": subject(told, op),
        "n": getattr(op, "n", 0),
        "what": told.voice.word(what) if what in FIGURES else "",
    }
    if what in FIGURES:
        places["amount"] = amount(told, what, getattr(op, "n", 1))
    return say_op(told, *((f"{name}.{what}",) if what else ()), name, **places)


def _call(told: Told, op: o.Call, name: str) -> str:
    if op.program in told.definition.blocks:
        return block(told, op.program)
    program = told.book.find(f"turn.{op.program}")
    return block(Told(told.book, program, told.voice, told.subject, (*told.called, op.program)), "do") if program else ""


def branch_told(told: Told, op: o.If) -> tuple[Any] | None:
    """The one branch worth telling: of a switch the one in force, of a right or of "is there any" the usual one."""
    name, value = next(iter(op.when.items()))
    if name == "rule":
        return (op.do if told.book.table[value] else op.otherwise,)
    if name in ("permits", "empty") and value != "characters":
        return (op.otherwise,)
    if name == "not" and "empty" in value:
        return (op.do,)
    return None


def _if(told: Told, op: o.If, name: str) -> str:
    only = branch_told(told, op)
    if only is not None:
        return block(told, only[0])
    whoever = told if told.subject or told.turned else told.for_whom(_whoever(told, op.when))
    do, otherwise = block(whoever, op.do), block(whoever, op.otherwise)
    when = worth_telling(told, op.when) or op.when
    return say_op(told, name, condition=condition(told, when), do=do, **{"else": otherwise}) if do or otherwise else ""


def _whoever(told: Told, when: o.Condition) -> Noun:
    """Who does what follows an "if": "it" where the condition was about the character."""
    name = next(iter(when.get("not", when)))
    return told.voice.noun(told.voice.word("pronoun" if name in OF_CHARACTER else "character"), BARE)


OF_CHARACTER = ("alignment_is", "character_is", "has", "has_any", "affords")
"""Conditions whose sentence begins with the character."""


def _each(told: Told, op: o.Each, name: str) -> str:
    inner = told.for_whom(NOBODY)
    inner.turned = op.as_ == "other"
    whom = told.voice.first("lists", (f"each.{op.of}", op.of))
    conditional = any(isinstance(one, o.If) for one in told.operations(op.do))
    return say_op(told, f"each.{op.of}", *(("each.if",) if conditional else ()), name, of=whom, do=block(inner, op.do))


def _repeat(told: Told, op: o.Repeat, name: str) -> str:
    if op.when is None or _own_counter(op.when):
        return say_op(told, "repeat.always", n=op.at_most, do=block(told, op.do))
    whoever = told.for_whom(_whoever(told, op.when))
    return say_op(told, name, condition=condition(told, op.when), n=op.at_most, do=block(whoever, op.do))


def _own_counter(when: o.Condition) -> bool:
    """Whether a loop only counts a variable down."""
    return set(when) == {"at_least"} and isinstance(when["at_least"][0], str)


def choice_text(told: Told, choice: o.Choice) -> str:
    """One option: its label, its price, what it does."""
    voice = told.voice
    if all(isinstance(op, (o.Gain, o.Gained)) for op in told.operations(choice.do)) and choice.do:
        return block(told, choice.do)
    gold = (choice.cost or {}).get("gold", 1)
    label = voice.say("options", choice.key, n=gold) if voice.phrases.has("options", choice.key) else choice.key
    do = "" if choice.key in SAYS_ALL else block(told, choice.do)
    return voice.say("operations", "choice", span=label, do=do) if do else label


def _choose(told: Told, op: o.Choose, name: str) -> str:
    if len(op.options) == 1 and op.optional and not op.options[0].cost and op.options[0].do:
        return say_op(told, "choose.one", options=block(told, op.options[0].do))
    words = " · ".join(choice_text(told, choice) for choice in op.options)
    return say_op(told, "choose.optional" if op.optional else "choose", who=subject(told, op), options=words)


def _pick(told: Told, op: o.Pick, name: str) -> str:
    return say_op(told, "pick.optional" if op.optional else "pick", who=subject(told, op), of=told.voice.say("lists", op.of))


def row_text(told: Told, row: o.Row, key: str = "row") -> str:
    """One row of a table: "2–3: misses 1 turn"."""
    span = str(row.low) if row.low == row.high else f"≤ {row.high}" if row.low < 0 else f"{row.low}–{row.high}"
    do = block(told, row.do) or told.voice.say("operations", "nothing")
    return told.voice.say("operations", key, span=span, do=do)


def _table(told: Told, op: o.Table, name: str) -> str:
    return say_op(told, name, rows=SEMICOLON[told.voice.lang].join(row_text(told, row, "row.inline") for row in op.rows))


def _roll(told: Told, op: o.RollDice, name: str) -> str:
    return say_op(told, "roll.plus" if op.plus else "roll", who=subject(told, op), dice=amount(told, "with_dice", op.dice))


def _heal(told: Told, op: o.Heal, name: str) -> str:
    price = told.voice.amount("gold", op.price) if op.price else ""
    places = {"who": subject(told, op), "price": price, "most": op.most or "", "free": op.free or ""}
    return say_op(told, f"heal.price.{op.what}" if op.price else f"heal.{op.what}", **places)


def _align(told: Told, op: o.Align, name: str) -> str:
    return say_op(told, name, who=subject(told, op), what=told.voice.names.name("alignment", op.to, told.voice.lang).lower())


def _turns(told: Told, op: Any, name: str) -> str:
    return say_op(told, name, who=subject(told, op), turns=amount(told, "turn", op.turns))


def _draw(told: Told, op: o.Draw, name: str) -> str:
    if op.up_to_limit:
        return say_op(told, "draw.up_to_limit", who=subject(told, op))
    cards = amount(told, "spell" if op.deck == "spell" else "card", op.n)
    return say_op(told, name, who=subject(told, op), cards=cards)


def _look(told: Told, op: o.Look, name: str) -> str:
    return say_op(told, name, who=subject(told, op), of=told.voice.first("lists", (op.at, "other.spells")))


def _card(told: Told, op: Any, name: str) -> str:
    """take, drop, discard, kill: something with a card."""
    as_ = getattr(op, "as_", "")
    what = card(told, getattr(op, "card", "") or op.what, whole=isinstance(op, (o.Discard, o.Drop)))
    keys = (f"{name}.as",) if as_ else (f"{name}.that",) if what == told.voice.say("lists", "that") else ()
    return say_op(told, *keys, name, who=subject(told, op), card=what)


def _destroy(told: Told, op: o.DestroyFoe, name: str) -> str:
    picked = told.picked.pop(op.foe, "")
    return say_op(told, "destroy_foe.picked" if picked else name, who=subject(told, op), goal=picked)


def _reset(told: Told, op: o.Reset, name: str) -> str:
    return say_op(told, name, who=subject(told, op), what=told.voice.amount(op.what, 2).partition(" ")[2])


def _place(told: Told, op: o.Place, name: str) -> str:
    what = told.voice.word("gold") if op.card == "gold" else card(told, op.card)
    return say_op(told, name, card=what, space=_space(told, op.on))


def _space(told: Told, space: str) -> Any:
    try:
        return told.voice.space(space)
    except KeyError:
        return told.voice.say("lists", "that-space")


def _get(told: Told, op: o.Get, name: str) -> str:
    price = amount(told, "gold", op.price) if op.price else ""
    return say_op(told, name, who=subject(told, op), card=told.voice.card(op.name).form("a"), price=price)


def _shop(told: Told, op: o.Shop, name: str) -> str:
    wares = [f"{told.voice.card(ware)} ({told.voice.say('words', 'price', n=price)})" for ware, price in op.wares.items()]
    return say_op(told, name, who=subject(told, op), wares=", ".join(wares))


def _teleport(told: Told, op: o.Teleport, name: str) -> str:
    if op.to not in told.book.board.index:
        picked = told.picked.pop(op.to, "")
        return say_op(told, "teleport.picked" if picked else "teleport.goal", who=subject(told, op), goal=picked)
    return say_op(told, "teleport.meet" if op.meet else "teleport", who=subject(told, op), space=told.voice.space(op.to))


def _attack(told: Told, op: o.Attack, name: str) -> str:
    voice = told.voice
    if isinstance(op.foes, str):
        foes: Any = voice.say("lists", "that-foe")
    else:
        foes = listed([_made_up(told, foe, op.by) for foe in op.foes], voice.lang)
    return say_op(told, *((f"{name}.psychic",) if op.by == "psychic" else ()), name, who=subject(told, op), foes=foes)


def _made_up(told: Told, foe: o.MadeUp, by: str) -> str:
    """A creature with the figure it fights with."""
    stat = "craft" if by == "psychic" else "strength"
    n = getattr(foe, stat)
    figure = told.voice.say("words", "figure", stat=told.voice.word(stat), n=n if isinstance(n, int) else told.voice.word("the-number"))
    return f"{told.voice.card(foe.name).form('the')} ({figure})"


def _begin(told: Told, op: o.Begin, name: str) -> str:
    from .tell_modifiers import modifier

    body = told.book.find(f"{told.definition.key}.{op.what}")
    inner = Told(told.book, body, told.voice) if body else told
    mods = SEMICOLON[told.voice.lang].join(text for mod in (body.mods if body else ()) if (text := modifier(inner, mod)))
    clock, n = (op.until, 0) if isinstance(op.until, str) else next((k, v) for k, v in op.until.items() if k != "of")
    if not isinstance(n, int):
        n = int(told.book.table[n["rule"]]) if isinstance(n, dict) and "rule" in n else 2
    whom = told.voice.say("lists", op.on) if op.on in ("everyone", "others") else ""
    return say_op(told, name, until=told.voice.say("durations", clock, n=n), who=whom, mods=mods)


def _promise(told: Told, op: o.PromiseOp, name: str) -> str:
    do = block(told, op.do)
    return say_op(told, f"promise.{op.at}" if do else f"promise.again.{op.at}", who=subject(told, op), do=do)


def _become(told: Told, op: o.Become, name: str) -> str:
    turns = int(told.book.table["toad.turns"]) if op.form == "toad" else 0
    return say_op(told, f"become.{op.form}", who=subject(told, op), turns=told.voice.amount("turn", turns))


def _moment(told: Told, op: o.Moment, name: str) -> str:
    return say_op(told, name, moment=told.voice.say("moments", op.name))


def _stop(told: Told, op: o.Stop, name: str) -> str:
    return say_op(told, f"stop.{op.what}")


TELL: dict[type[o.Operation], Callable[[Told, Any, str], str]] = {
    o.Call: _call, o.If: _if, o.Each: _each, o.Repeat: _repeat, o.Choose: _choose, o.Pick: _pick, o.Table: _table,
    o.RollDice: _roll, o.Heal: _heal, o.Align: _align, o.Miss: _turns, o.Extra: _turns, o.Draw: _draw, o.Look: _look,
    o.Take: _card, o.Drop: _card, o.Discard: _card, o.Kill: _card, o.Place: _place, o.Get: _get, o.Shop: _shop,
    o.DestroyFoe: _destroy, o.Reset: _reset, o.Teleport: _teleport, o.Attack: _attack, o.Begin: _begin, o.PromiseOp: _promise,
    o.Become: _become,
    o.Moment: _moment, o.Stop: _stop,
}  # fmt: skip
"""Operations that need more than a phrase with their figures."""
