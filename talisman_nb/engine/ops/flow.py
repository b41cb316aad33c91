"""Operations of control flow: jumps, loops, choices, tables, variables, calls, settling by hand."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.operations.flow import ChooseOption
from talisman_nb.engine.active_modifiers import compile_condition, holds, permit
from talisman_nb.engine.book_runtime import OWN, WAIT, Run, asks, operation, operation_for, rules_cited, takes
from talisman_nb.engine.card_transfers import add_to_goods, forbidden, go_on_to
from talisman_nb.engine.costs import closed_cost, number, pay_cost
from talisman_nb.engine.covers import NAMED, name_hidden
from talisman_nb.engine.drawing_cards import name_own, stock_deck, take_from
from talisman_nb.engine.lists import LISTS, TROPHIES, options_of, seat, seats
from talisman_nb.engine.meeting_order import text_on_board
from talisman_nb.engine.offers import could, offers_for
from talisman_nb.engine.refusal import NotAllowedError
from talisman_nb.engine.totals import as_number
from talisman_nb.engine.working_state import Asked, WorkingState, without
from talisman_nb.model import Answer, Ask, ClosedReason, Option, Roll, read_key
from talisman_nb.model.kinds import BOARD_TEXT, BOARD_TEXTS

from .possessions import cards_meant

NONE: Final = "none"
CHANCE: Final = "chance"
BY_CHANCE, CARD_BY_CHANCE = "by-chance", "card-by-chance"
"""Purposes of the ask for a space, or a card, that nobody picks, where its operation says none."""


@operation("jump")
def jump(g: WorkingState, op: None, to: int) -> int:
    """Jump to an instruction."""
    return to


@operation_for("if")
def branch_for(op: o.If) -> Run:
    """Build the run function of `if`: it jumps over the block if the condition does not hold."""
    test = compile_condition(op.when)

    def branch(g: WorkingState, op: o.If, to: int) -> int | None:
        return None if test(g, g.asked) else to

    return branch


@operation("set")
def set_variable(g: WorkingState, op: o.Set, to: None) -> None:
    """Set a variable of the frame."""
    g.put(op.var, op.to if isinstance(op.to, str) and op.to not in g.names else number(g, op.to))


@operation("set_zero")
def set_zero(g: WorkingState, name: str, to: None) -> None:
    """Set the counter of a loop to 0."""
    g.put(name, 0)


@operation("repeat_next")
def repeat_next(g: WorkingState, op: o.Repeat, to: tuple[str, int]) -> int | None:
    """Count an iteration and run the body, or jump out of the loop."""
    counter, end = to
    n = as_number(g.get(counter))
    if n >= op.at_most or not (op.when is None or compile_condition(op.when)(g, g.asked)):
        return end
    g.put(counter, n + 1)
    return None


@operation("each_start")
def each_start(g: WorkingState, op: o.Each, to: None) -> None:
    """Evaluate the list of a loop and store it; identical cards of an owner are listed once per copy."""
    found: list[int | str]
    if op.of.startswith(("your.", "other.")):
        found = [*cards_meant(g, op.of)]
    elif op.of in LISTS:
        found = [
            value_of_key(option.key) for option in options_of(g, op.of, g.frame) for _ in range(_copies(g, option))
        ]
    else:
        found = [*seats(g, op.of, g.frame)]
    g.put(f"{op.as_}#list", tuple(found))
    g.put(f"{op.as_}#at", 0)


def _copies(g: WorkingState, option: Option) -> int:
    """How many cards an item of a list stands for: identical ones of one owner or space are picked as one."""
    if option.key.startswith(TROPHIES):
        return g.players[option.seat].trophies.count(option.source)
    if option.space and option.source:
        return g.lying(option.space).count(option.source)
    return max(g.players[option.seat].goods.count(option.key), 1) if option.seat >= 0 else 1


@operation("each_next")
def each_next(g: WorkingState, op: o.Each, to: int) -> int | None:
    """Set the loop variable to the next item, or jump out of the loop; seats without a character are skipped."""
    found, at = g.get(f"{op.as_}#list"), as_number(g.get(f"{op.as_}#at"))
    assert isinstance(found, tuple)
    while at < len(found) and isinstance(found[at], int) and not g.alive(int(found[at])):
        at += 1
    g.put(f"{op.as_}#at", at + 1)
    if at >= len(found):
        return to
    remember(g, op.as_, found[at])
    return None


def remember(g: WorkingState, name: str, value: Any) -> None:
    """Set a variable; `other` sets the frame's second party too."""
    if name in g.names:
        g.put(name, value)
    if name == "other":
        g.frame = replace(g.frame, other=value if isinstance(value, int) else -1)
        g.asked.other = g.frame.other


@operation("call")
def call(g: WorkingState, op: o.Call, to: None) -> None:
    """Push the frame of another program."""
    f = g.frame
    key = g.runtime.program_key(f.program, op.program)
    given = {name: g.get(name) for name in op.with_} if op.with_ else None
    who = seat(g, op.who)
    g.push(key, who, other=f.other if who == f.you else f.you, source=f.source, given=given, counted=False)


@operation("store")
def store(g: WorkingState, name: str, to: None) -> None:
    """Store the result of the frame that ended last in a variable."""
    g.put(name, g.result)


@operation("stop")
def stop(g: WorkingState, op: o.Stop, to: None) -> None:
    """End the program, fight, encounter, move or turn that is running."""
    g.halt(op.what)


@operation("moment")
def moment(g: WorkingState, op: o.SetMoment, to: None) -> None:
    """Set the moment of the turn."""
    go_on_to(g, op.name)


@operation("nothing")
def nothing(g: WorkingState, op: o.Operation, to: None) -> None:
    """Tell the event that nothing happens, with the condition that decided it: its program and instruction."""
    cause, at = _decided_by(g, op)
    why = {"cause": cause, "what": g.frame.program, "n": at} if cause else {}
    g.tell("nothing_happens", g.frame.you, source=g.frame.source, cites=rules_cited(op, g.frame.source), **why)


def _decided_by(g: WorkingState, op: o.Operation) -> tuple[str, int]:
    """Return "because" or "unless" and the instruction that tests a condition; "" and 0 where no `if` decided it."""
    code = g.runtime.programs[g.frame.program].code
    at = next((n for n, each in enumerate(code) if each[1] is op and each[3] == "nothing"), 0)
    tests = [(n, test, to) for n, (_, test, to, _) in enumerate(code[:at]) if isinstance(test, o.If)]
    found = [("unless", n) for n, test, to in tests if test.otherwise is not None and to == at]
    found += [("because", n) for n, _, to in tests if n == at - 1 and to != at]
    return found[0] if found else ("", 0)


@operation("table")
def table(g: WorkingState, op: o.TableOp, to: tuple[int, ...]) -> int:
    """Jump to the row of the result; tells `nothing_happens` if the row is empty."""
    value = as_number(g.get(op.by))
    found = next(
        (at for at, row in enumerate(op.rows) if row.low <= value <= row.high), -1 if value > op.rows[-1].high else 0
    )
    if not op.rows[found].do:
        nothing(g, op, None)
    return to[found]


def _asked_by(g: WorkingState, op: Any) -> Asked:
    return Asked(seat(g, op.who), g.frame.source, g.frame.other)


def _choice_options(g: WorkingState, op: o.Choose) -> list[Option]:
    asked = _asked_by(g, op)
    found = []
    for choice in op.options:
        met = holds(g, choice.when, asked)
        closed: ClosedReason = closed_cost(g, choice.cost, asked) if met else _unmet(g, choice, asked)
        rules = choice.cites or rules_cited(op, g.frame.source)
        if not closed and _leads_to_covered(g, choice):
            closed, rules = "covered", NAMED
        cost = choice.cost.gold if choice.cost is not None else 0
        found.append(Option(choice.key, closed, rules, n=cost if isinstance(cost, int) else 0))
    if op.optional:
        found.append(Option(NONE))
    return found


def _leads_to_covered(g: WorkingState, choice: ChooseOption) -> bool:
    """Whether an option begins with a move to a space that it names and a card covers (`soul.terrain`)."""
    owner = g.book.find(g.frame.program.rpartition(".")[0])
    do = owner.blocks.get(choice.do, ()) if isinstance(choice.do, str) and owner else choice.do
    first = do[0] if isinstance(do, (tuple, list)) and do else None
    return isinstance(first, o.Teleport) and first.to not in g.names and name_hidden(g, first.to)


def _unmet(g: WorkingState, choice: ChooseOption, asked: Asked) -> ClosedReason:
    """Why the condition of an option does not hold: the right that it asks for, if it is missing."""
    act = choice.when.permits if choice.when is not None else None
    return (permit(g, asked.seat, act, asked.other).closed if act else "") or "condition"


@operation("choose")
def choose(g: WorkingState, op: o.Choose, to: tuple[tuple[int, ...], int]) -> int:
    """Wait for a choice; if no option is open, tell that, with the rules that close them, and jump past all options.

    A moment that nobody could use is passed over.
    """
    if op.moment_for and not could(g, seat(g, op.who), op.moment_for):
        return to[1]
    found = [option for option in _choice_options(g, op) if option.key != NONE]
    if any(not option.closed for option in found):
        return WAIT
    cites = tuple(dict.fromkeys(rule for option in found for rule in option.cites))
    g.tell("nothing_open", seat(g, op.who), what=op.purpose, source=g.frame.source, cites=cites)
    return to[1]


@asks("choose")
def ask_choose(g: WorkingState, op: o.Choose, to: Any) -> Ask:
    """Ask for one of the options."""
    f, options = g.frame, tuple(_choice_options(g, op))
    who = seat(g, op.who)
    return Ask(
        g.ply,
        "choose",
        who,
        op.purpose,
        options,
        offers_for(g, who, op.moment_for) if op.moment_for else (),
        source=f.source,
        other=f.other,
        cites=rules_cited(op, g.frame.source),
    )


@takes("choose")
def take_choose(g: WorkingState, op: o.Choose, to: tuple[tuple[int, ...], int], key: str, answer: Answer) -> int:
    """Pay the cost of the chosen option and jump to its block."""
    if key == NONE:
        return to[1]
    at = [choice.key for choice in op.options].index(key)
    pay_cost(g, op.options[at].cost, _asked_by(g, op))
    return to[0][at]


def _pick_options(g: WorkingState, op: o.Pick) -> list[Option]:
    who = seat(g, op.who)
    f = g.frame if who == g.frame.you else replace(g.frame, you=who)
    found = options_of(g, op.of, f)
    if op.regions:
        found = [option for option in found if g.board.region(option.space) in op.regions]
    if op.by == CHANCE:
        found = [option for option in found if not option.closed]
    if op.when is None:
        return found
    return [option for option in found if holds(g, op.when, Asked(option.seat, option.source))]


@operation("pick")
def pick(g: WorkingState, op: o.Pick, to: None) -> int | None:
    """Wait for a pick; an empty list leaves the variable empty, a single item is picked without asking."""
    found = [option for option in _pick_options(g, op) if not option.closed]
    if not found or (len(found) == 1 and not op.optional):
        remember(g, op.into, value_of_key(found[0].key) if found else "")
        return None
    return WAIT


@asks("pick")
def ask_pick(g: WorkingState, op: o.Pick, to: None) -> Ask:
    """Ask for one item of the list."""
    found = _pick_options(g, op) + ([Option(NONE)] if op.optional else [])
    f, chance = g.frame, op.by == CHANCE
    copies = [_copies(g, option) for option in found]
    return Ask(
        g.ply,
        "pick",
        seat(g, op.who),
        _purpose(op),
        tuple(found),
        chance=chance,
        weights=tuple(copies) if chance and max(copies) > 1 else (),
        source=f.source,
        other=f.other,
        cites=rules_cited(op, g.frame.source),
    )


def _purpose(op: o.Pick) -> str:
    if op.by != CHANCE or op.purpose != "pick":
        return op.purpose
    return BY_CHANCE if op.of.startswith("spaces.") else CARD_BY_CHANCE


@takes("pick")
def take_pick(g: WorkingState, op: o.Pick, to: None, key: str, answer: Answer) -> None:
    """Store the picked item in the variable."""
    remember(g, op.into, "" if key == NONE else value_of_key(key))


def value_of_key(key: str) -> Any:
    """The value of an option's key for a variable: seats and foes as numbers, other keys as they are.

    >>> value_of_key("seat:2"), value_of_key("ruins|bear")
    (2, 'ruins|bear')
    """
    verb, item = read_key(key)
    return int(item) if verb in ("seat", "foe") else key


@operation("hands")
def hands(g: WorkingState, op: o.Hands, to: None) -> int:
    """Wait until the players have settled a card or space by hand (`table.by-hand`)."""
    return WAIT


@asks("hands")
def ask_hands(g: WorkingState, op: o.Hands, to: None) -> Ask:
    """Ask the players to do what the text says and to give the changes."""
    f, options = g.frame, (Option("done"), Option("end-turn"))
    thrown = g.get(op.shows) if op.shows else None
    rolls = thrown.faces if isinstance(thrown, Roll) else ()
    return Ask(
        g.ply, "hands", seat(g, op.who), "by-hand", options, (Option(OWN),) if stock_deck(g.book) else (),
        source=f.source, other=f.other, rolls=rolls, cites=("table.by-hand",),
    )  # fmt: skip


@takes("hands")
def take_hands(g: WorkingState, op: o.Hands, to: None, key: str, answer: Answer) -> int | None:
    """Continue or end the turn; the changes came as corrections before this answer.

    A card of a stock that nobody has typed is paid for and taken, and the question comes again.
    """
    if key == OWN:
        _get_from_stock(g, seat(g, op.who), answer)
        return g.frame.pc
    if key == "end-turn":
        g.halt("turn")
    return None


def _get_from_stock(g: WorkingState, who: int, answer: Answer) -> None:
    price = answer.own.price if answer.own else 0
    if price > g.players[who].gold:
        raise NotAllowedError("closed", f"it costs {price} gold", ("gold.pay",), closed="no-gold")
    card = name_own(g, answer, stock_deck(g.book))
    reason, cites = forbidden(g, who, card)
    if reason:
        g.tell("may_not_have", who, card=card, what=reason, cites=cites)
        return
    stock, back = stock_deck(g.book), g.deck(stock_deck(g.book)).discards
    if card in back:
        g.set_deck(stock, discards=without(back, card))
    else:
        take_from(g, stock, card)
    g.set(who, gold=g.players[who].gold - price)
    add_to_goods(g, who, card)
    g.tell("bought" if price else "got", who, card=card, n=price, source=g.frame.source, cites=("purchase.stock",))


@operation("board_text")
def board_text(g: WorkingState, op: o.ReadBoardText, to: None) -> int | None:
    """Put what the space says into a variable; wait where nobody has read it on the board (`table.by-hand`)."""
    known = text_on_board(g, g.players[g.frame.you].space)
    if not known:
        return WAIT
    g.put(op.into, known)
    return None


@asks("board_text")
def ask_board_text(g: WorkingState, op: o.ReadBoardText, to: None) -> Ask:
    """Ask what is read on the board."""
    options = tuple(Option(text, n=int(text[-1]) if text[-1].isdigit() else 0) for text in BOARD_TEXTS)
    f = g.frame
    return Ask(g.ply, "choose", f.you, BOARD_TEXT, options, source=f.source, cites=("table.by-hand",))


@takes("board_text")
def take_board_text(g: WorkingState, op: o.ReadBoardText, to: None, key: str, answer: Answer) -> int:
    """Remember what the space says for the rest of the game."""
    space = g.players[g.frame.you].space
    g.read_text(g.board.text_kind(space), key)
    g.put(op.new, 1)
    return g.frame.pc
