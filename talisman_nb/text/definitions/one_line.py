"""Operations in words: third person without a subject, so that they fit a card's text and a preview alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from talisman_nb.cards import operations as o
from talisman_nb.cards.operations.flow import HIGHEST, LOWEST
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.grammar import BARE, Noun
from talisman_nb.text.wording import NOBODY

from .condition_words import condition, worth_telling
from .context import Told, say_op, subject
from .operation_words import SIMPLE, plain

QUIET = (o.Mark, o.Moment, o.Nothing)
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
            yield told.wording.say("operations", "choose.line.optional" if op.optional else "choose.line")
        for choice in op.options:
            yield from _choice_lines(told, choice)
    elif isinstance(op, o.Call) and op.program in told.definition.blocks:
        yield from lines(told, op.program)
    elif isinstance(op, o.If) and (only := branch_told(told, op)) is not None:
        yield from lines(told, only[0])
    elif isinstance(op, o.If) and _long(told, op.do):
        yield told.wording.say("operations", "if.line", condition=condition(told, worth_telling(told, op.when) or op.when))
        yield from lines(told, op.do)
        yield from lines(told, op.otherwise)
    else:
        yield operation(told, op)


def _choice_lines(told: Told, choice: o.Choice) -> Iterator[str]:
    """An option in a line; one that is told as a whole has a line for each part."""
    tale = told.tale(choice.do)
    if len(tale) < 2:
        yield choice_text(told, choice)
        return
    yield told.wording.say("operations", "choice.line", span=_label(told, choice))
    yield from tale


def _long(told: Told, do: Any) -> bool:
    """Whether a block has rows or options, so that it needs lines of its own."""
    return any(isinstance(op, (o.Table, o.Choose)) or _long_switch(told, op) for op in told.operations(do))


def _long_switch(told: Told, op: o.Operation) -> bool:
    return isinstance(op, o.If) and "rule" in op.when and any(_long(told, do) for do in branch_told(told, op) or ())


def block(told: Told, do: Any) -> str:
    """A block in one line."""
    whole = told.tale(do)
    if whole:
        return SEMICOLON[told.wording.lang].join(whole)
    inner = told.inside(do) if isinstance(do, str) else told
    words: list[str] = []
    for op in inner_operations(told, do):
        word = operation(inner.for_whom(NOBODY) if words else inner, op)
        words += [word] if word else []
    return SEMICOLON[told.wording.lang].join(words)


def inner_operations(told: Told, do: Any) -> tuple[o.Operation, ...]:
    """The operations of a block that are worth telling: bookkeeping and a closing "that is all" are not."""
    return with_picks(told, tuple(op for op in told.operations(do) if not (isinstance(op, o.Stop) and op.what == "program")))


def with_picks(told: Told, ops: tuple[o.Operation, ...]) -> tuple[o.Operation, ...]:
    """The same without the picks whose thing the next operation names: "takes a Follower of the other"."""
    left = []
    for at, op in enumerate(ops):
        if isinstance(op, o.Pick) and not op.optional and any(_names(after, op.into) for after in ops[at + 1 :]):
            told.picked[op.into] = told.wording.say("lists", op.of)
        else:
            left.append(op)
    return tuple(left)


def _names(op: o.Operation, variable: str) -> bool:
    """Whether an operation says what it is done to by this variable."""
    return variable in (getattr(op, name, "") for name in ("card", "to", "foe"))


def operation(told: Told, op: o.Operation) -> str:
    """One operation in words, "" for what is only bookkeeping."""
    if isinstance(op, QUIET):
        return ""
    name = str(op.__struct_config__.tag)
    return TELL.get(type(op), plain)(told, op, name)


# --- by operation ---


def _call(told: Told, op: o.Call, name: str) -> str:
    if op.program in told.definition.blocks:
        return block(told, op.program)
    program = told.book.find(f"turn.{op.program}")
    return block(Told(told.book, program, told.wording, told.subject, (*told.called, op.program)), "do") if program else ""


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
    return told.wording.noun(told.wording.word("pronoun" if name in OF_CHARACTER else "character"), BARE)


OF_CHARACTER = ("alignment_is", "character_is", "has", "has_any", "affords")
"""Conditions whose sentence begins with the character."""


def _each(told: Told, op: o.Each, name: str) -> str:
    inner = told.for_whom(NOBODY)
    inner.turned = op.as_ == "other"
    whom = told.wording.first("lists", (f"each.{op.of}", op.of))
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
    if choice.do and not choice.cost and all(isinstance(op, (o.Gain, o.Gained)) for op in told.operations(choice.do)):
        return block(told, choice.do)
    label = _label(told, choice)
    do = "" if choice.key in SAYS_ALL else block(told, choice.do)
    return told.wording.say("operations", "choice", span=label, do=do) if do else label


def _label(told: Told, choice: o.Choice) -> str:
    """What an option is called, with its price."""
    said = told.wording.phrases.has("options", choice.key)
    return told.wording.say("options", choice.key, n=(choice.cost or {}).get("gold", 1)) if said else choice.key


def _choose(told: Told, op: o.Choose, name: str) -> str:
    if len(op.options) == 1 and op.optional and not op.options[0].cost and op.options[0].do:
        return say_op(told, "choose.one", options=block(told, op.options[0].do))
    words = " · ".join(choice_text(told, choice) for choice in op.options)
    return say_op(told, "choose.optional" if op.optional else "choose", who=subject(told, op), options=words)


def span(row: o.Row) -> str:
    """The results a row of a table stands for: "2–3", "≥ 6"."""
    if row.low == row.high:
        return str(row.low)
    return f"≤ {row.high}" if row.low == LOWEST else f"≥ {row.low}" if row.high == HIGHEST else f"{row.low}–{row.high}"


def row_text(told: Told, row: o.Row, key: str = "row") -> str:
    """One row of a table: "2–3: misses 1 turn"."""
    do = block(told, row.do) or told.wording.say("operations", "nothing")
    return told.wording.say("operations", key, span=span(row), do=do)


def _table(told: Told, op: o.Table, name: str) -> str:
    return say_op(told, name, rows=SEMICOLON[told.wording.lang].join(row_text(told, row, "row.inline") for row in op.rows))


def _begin(told: Told, op: o.Begin, name: str) -> str:
    from .modifier_words import modifier

    body = told.book.find(f"{told.definition.key}.{op.what}")
    inner = Told(told.book, body, told.wording) if body else told
    mods = SEMICOLON[told.wording.lang].join(text for mod in (body.mods if body else ()) if (text := modifier(inner, mod)))
    clock, n = (op.until, 0) if isinstance(op.until, str) else next((k, v) for k, v in op.until.items() if k != "of")
    if not isinstance(n, int):
        n = int(told.book.table[n["rule"]]) if isinstance(n, dict) and "rule" in n else 2
    whom = told.wording.say("lists", op.on) if op.on in ("everyone", "others") else ""
    return say_op(told, name, until=told.wording.say("durations", clock, n=n), who=whom, mods=mods)


def _promise(told: Told, op: o.PromiseOp, name: str) -> str:
    do = block(told.for_whom(NOBODY), op.do)
    return say_op(told, f"promise.{op.at}" if do else f"promise.again.{op.at}", who=subject(told, op), do=do)


TELL: dict[type[o.Operation], Callable[[Told, Any, str], str]] = SIMPLE | {
    o.Call: _call, o.If: _if, o.Each: _each, o.Repeat: _repeat, o.Choose: _choose, o.Table: _table, o.Begin: _begin, o.PromiseOp: _promise,
}  # fmt: skip
"""How each operation is told that needs more than a phrase with its figures."""
