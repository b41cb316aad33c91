"""Operations that change counters, gold, alignment and turns, and those of life and death."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.engine.active_modifiers import ONCE_A_TURN, permit
from talisman_nb.engine.book_runtime import WAIT, asks, operation, rules_cited, takes, text_rule
from talisman_nb.engine.card_transfers import GOLD, ditch_gold, gold_barred, gold_to_take, pick_up_gold
from talisman_nb.engine.characters import TAKING, life_goes, lose_life, lose_other, slay
from talisman_nb.engine.costs import amount_of, cites_of, parts_of_trade, pay_rule, trade_instead
from talisman_nb.engine.dying import cite_death, eliminate, leave_board, part_with, win
from talisman_nb.engine.effects import MISSED
from talisman_nb.engine.lists import seat, seats
from talisman_nb.engine.meeting_order import left_to_meet
from talisman_nb.engine.totals import as_number, left_in_box, printed_value, room_to_gain
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, Promise, Roll, key_of, read_key

GAIN_RULES: Final = {"strength": "stat.gain", "craft": "stat.gain", "life": "life.heal", "fate": "fate.replenish"}
SPENT: Final = tuple(reason for _, _, reason, _ in ONCE_A_TURN.values())
HEAL_RULES: Final = {"life": "life.heal", "fate": "fate.replenish"}


@operation("gain")
def gain(g: WorkingState, op: o.Gain, to: None) -> None:
    """Let seats gain strength, craft, life, fate or gold, as much as there is room for (`room_to_gain`)."""
    n = amount_of(g, op.n)
    for who in seats(g, op.who, g.frame):
        gain_for(g, who, op.what, n, g.frame.source)


def gain_for(g: WorkingState, who: int, what: str, n: int, source: str) -> None:
    """Let one seat gain `n`; no gold if it is barred from taking any (`toad.goods`)."""
    if what == "fate" and not g.figures["fate.used"]:
        return
    if what == GOLD and gold_barred(g, who, source):
        return
    rules: tuple[str, ...] = (GAIN_RULES.get(what) or text_rule(source),)
    room = room_to_gain(g, who, what)
    if n > room.n:
        n, rules = room.n, tuple(dict.fromkeys((*rules, room.rule)))
    g.set(who, **{what: getattr(g.players[who], what) + n})
    g.tell("gained", who, what=what, n=n, source=source, cites=rules)


@operation("lose")
def lose(g: WorkingState, op: o.Lose, to: None) -> None:
    """Let seats lose life, which may be prevented, or another stat down to its lower limit (`stat.floor`)."""
    f, n = g.frame, 0 if op.n == "all" else amount_of(g, op.n)
    for who in reversed(seats(g, op.who, f)) if op.what == "life" else seats(g, op.who, f):
        if op.what == "life":
            lose_life(g, who, n, op.cause, f.source, by=f.you if who != f.you and op.cause in TAKING else -1)
        else:
            lose_other(g, who, op.what, int(getattr(g.players[who], op.what)) if op.n == "all" else n, f.source)


@operation("pay")
def pay(g: WorkingState, op: o.Pay, to: None) -> None:
    """Pay a cost to the stock; who has too little pays nothing, and the program ends there."""
    who, n = seat(g, op.who), amount_of(g, op.n)
    left = int(getattr(g.players[who], op.what)) - n
    if left < 0:
        g.tell("cannot_pay", who, what=op.what, n=n, source=g.frame.source, cites=(pay_rule(op.what, g.frame.source),))
        g.halt("program")
        return
    g.set(who, **{op.what: left})
    g.tell("paid", who, what=op.what, n=n, source=g.frame.source, cites=(pay_rule(op.what, g.frame.source),))


@operation("align")
def align(g: WorkingState, op: o.Align, to: None) -> None:
    """Change alignment, once a turn; a house rule exempts forced changes from that limit (`alignment.change`)."""
    free = op.forced and g.figures["switch.forced_alignment"]
    for who in seats(g, op.who, g.frame):
        p, right = g.players[who], permit(g, who, "change_alignment")
        if p.alignment == op.to:
            g.tell("stays_aligned", who, what=op.to, source=g.frame.source, cites=(text_rule(g.frame.source),))
        elif right.closed and not (free and right.closed in SPENT):
            g.tell("stays_aligned", who, what=p.alignment, source=g.frame.source, cites=right.cites)
        else:
            used = p.used if free or not g.figures["alignment.once"] else (*p.used, "alignment")
            g.set(who, alignment=op.to, used=used)
            g.tell("aligned", who, what=op.to, source=g.frame.source, cites=("alignment.change",))


@operation("miss")
def miss(g: WorkingState, op: o.Miss, to: None) -> None:
    """Let seats miss turns; the running turn ends, and counts as one if anything was still to be met (`turn.miss`)."""
    n = amount_of(g, op.turns)
    for who in seats(g, op.who, g.frame):
        ends = who == g.turn and op.running
        now = ends and not g.figures["turn.misses_next"] and bool(left_to_meet(g, who))
        later = n - 1 if now else n
        missed = tuple(Promise("turn", MISSED, g.frame.source) for _ in range(later))
        g.set(who, promises=(*g.players[who].promises, *missed))
        what = "running" if now and not later else ""
        g.tell("will_miss", who, n=n, what=what, source=g.frame.source, cites=("turn.miss",))
        if ends:
            g.halt("turn")


@operation("extra")
def extra(g: WorkingState, op: o.Extra, to: None) -> None:
    """Give turns that follow this one."""
    who = seat(g, op.who)
    n = amount_of(g, op.turns)
    g.set(who, extra=g.players[who].extra + n)
    g.tell("extra_turns", who, n=n, source=g.frame.source, cites=(text_rule(g.frame.source),))


def _can_heal(g: WorkingState, op: o.Heal) -> int:
    who = seat(g, op.who)
    p = g.players[who]
    if op.what == "fate" and permit(g, who, "gain_fate").closed:
        return 0
    n = min(printed_value(g, who, op.what) - int(getattr(p, op.what)), left_in_box(g, op.what))
    if op.most:
        n = min(n, op.most)
    if op.price:
        n = min(n, p.gold // op.price)
    return max(n, 0)


@operation("heal")
def heal(g: WorkingState, op: o.Heal, to: None) -> int | None:
    """Restore life or fate up to the printed value (`life.heal`, `fate.replenish`); if it costs gold, ask how many."""
    n = _can_heal(g, op)
    if n == 0:
        return None
    if op.price and op.ask:
        return WAIT
    restore_points(g, op, n)
    return None


@asks("heal")
def ask_heal(g: WorkingState, op: o.Heal, to: None) -> Ask:
    """Ask how many to restore, the highest number first."""
    most = _can_heal(g, op)
    options = tuple(Option(key_of("n", n), n=n) for n in range(most, -1, -1))
    return Ask(
        g.ply,
        "amount",
        seat(g, op.who),
        f"heal.{op.what}",
        options,
        source=g.frame.source,
        n=op.price,
        cites=(HEAL_RULES[op.what],),
    )


@takes("heal")
def take_heal(g: WorkingState, op: o.Heal, to: None, key: str, answer: Answer) -> None:
    """Pay for and restore that many."""
    restore_points(g, op, int(read_key(key).item))


def restore_points(g: WorkingState, op: o.Heal, n: int) -> None:
    """Restore `n` lives or fate of the seat."""
    who = seat(g, op.who)
    if not n:
        return
    p = g.players[who]
    g.set(who, **{op.what: getattr(p, op.what) + n}, **({"gold": p.gold - n * op.price} if op.price else {}))
    g.tell("healed", who, what=op.what, n=n, source=g.frame.source, cites=(HEAL_RULES[op.what],))


PART: Final = "part-of-gold"


def gold_options(g: WorkingState, you: int, n: int, cites: tuple[str, ...]) -> list[Option]:
    """Options to take `n` gold: all of it and, if there is more than one piece, a part."""
    if not n:
        return []
    right = permit(g, you, "take_gold")
    part = [Option(PART, right.closed, right.cites or cites)] if n > 1 else []
    return [Option(GOLD, right.closed, right.cites or cites, n=n), *part]


def ask_how_much(g: WorkingState, program: str, you: int, most: int, other: int = -1) -> None:
    """Push the program that asks how many of at most `most` pieces to take; `other`: the dead whose gold it is."""
    g.push(program, you, other=other, given={"most": most})


def take_loot(g: WorkingState, you: int, other: int, n: int, cites: tuple[str, ...]) -> None:
    """Take gold that is set aside for the next character of a seat, -1 for none, and the rest from the space."""
    purse = min(g.players[other].purse, n) if other >= 0 else 0
    if purse:
        g.set(other, purse=g.players[other].purse - purse)
        g.set(you, gold=g.players[you].gold + purse)
        g.tell("gained", you, what=GOLD, n=purse, cites=cites)
    if n > purse:
        pick_up_gold(g, you, n - purse, cites)


@operation("part_of_gold")
def part_of_gold(g: WorkingState, op: o.PartOfGold, to: None) -> int:
    """Wait for the number of pieces to take."""
    return WAIT


@asks("part_of_gold")
def ask_part(g: WorkingState, op: o.PartOfGold, to: None) -> Ask:
    """Ask how many pieces to take, the highest number first."""
    you, other = g.frame.you, g.frame.other
    aside = g.players[other].purse if other >= 0 else 0
    most = min(as_number(g.get(op.most)), gold_to_take(g, you) + aside)
    options = tuple(Option(key_of("n", n), n=n, cites=op.cites) for n in range(most, -1, -1))
    return Ask(g.ply, "amount", you, "gold", options, source=g.players[you].space, cites=op.cites)


@takes("part_of_gold")
def take_part(g: WorkingState, op: o.PartOfGold, to: None, key: str, answer: Answer) -> None:
    """Take that many pieces; the rest stays where it is."""
    n = int(read_key(key).item)
    if n:
        take_loot(g, g.frame.you, g.frame.other, n, op.cites)


@operation("lay_gold")
def lay_part(g: WorkingState, op: o.LayGold, to: None) -> int | None:
    """Wait for the number of pieces to put down, if there are any left."""
    return WAIT if g.players[g.frame.you].gold else None


@asks("lay_gold")
def ask_lay(g: WorkingState, op: o.LayGold, to: None) -> Ask:
    """Ask how many pieces to put down, all first."""
    you = g.frame.you
    options = tuple(Option(key_of("n", n), n=n, cites=op.cites) for n in range(g.players[you].gold, -1, -1))
    return Ask(g.ply, "amount", you, "put-down", options, source=g.players[you].space, cites=op.cites)


@takes("lay_gold")
def take_lay(g: WorkingState, op: o.LayGold, to: None, key: str, answer: Answer) -> None:
    """Put down that many pieces."""
    n = int(read_key(key).item)
    if n:
        ditch_gold(g, g.frame.you, n)


@operation("part_of_trade")
def part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None) -> int | None:
    """Wait for how many counters are taken as lives or Spells; not if there is only one number."""
    what = str(g.get(op.var))
    parts = parts_of_trade(g, g.frame.you, what)
    if len(parts) > 1:
        return WAIT
    for n, rest in parts:
        trade_instead(g, g.frame.you, what, n, rest)
    return None


@asks("part_of_trade")
def ask_part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None) -> Ask:
    """Ask how many, the highest number first; the rest are counters."""
    you, what = g.frame.you, str(g.get(op.var))
    cites = cites_of(g, what)
    options = tuple(Option(key_of("n", n), n=n, cites=cites) for n, _ in parts_of_trade(g, you, what))
    return Ask(g.ply, "amount", you, f"trade.{what}", options, cites=cites)


@takes("part_of_trade")
def take_part_of_trade(g: WorkingState, op: o.PartOfTrade, to: None, key: str, answer: Answer) -> None:
    """Trade for that many; what else the trophies give is taken as counters."""
    you, what, n = g.frame.you, str(g.get(op.var)), int(read_key(key).item)
    trade_instead(g, you, what, n, dict(parts_of_trade(g, you, what))[n])


@operation("save")
def save(g: WorkingState, op: o.Save, to: None) -> None:
    """Save one life if the Armour's die is high enough; the battle stays lost.

    Without another life to lose, the program halts here: nobody is asked for a Spell.
    """
    card, roll, you = str(g.get(op.armour)), g.get(op.by), g.frame.you
    assert isinstance(roll, Roll)
    if roll.value >= g.facts[card].save:
        g.tell("spared", you, what="life", n=1, source=card, faces=roll.faces, cites=("carry.armour", "combat.lose"))
        left = as_number(g.get(op.n)) - 1
        if left:
            g.put(op.n, left)
        else:
            g.halt("program")


@operation("life_goes")
def take_lives(g: WorkingState, op: o.LifeGoes, to: None) -> None:
    """Take the lives that were not saved: `op.n` of them, less the one a Spell saved (`op.cancelled`).

    A life saved by Armour isn't in `op.n` any more (`save`).
    """
    f = g.frame
    n = as_number(g.get(op.n)) - as_number(g.get(op.cancelled))
    if n > 0:
        life_goes(g, f.you, n, str(g.get(op.cause)), f.source, f.other)


@operation("leave_behind")
def leave_things(g: WorkingState, op: o.LeaveBehind, to: None) -> None:
    """Part a character from what it has, a killed one by what its death says (`death.goods`, `death.rest`)."""
    part_with(g, g.frame.you, op)


@operation("leave_board")
def take_off_board(g: WorkingState, op: o.LeaveBoard, to: None) -> None:
    """Take the killed character off the board (`death.rest`)."""
    cite_death(g, g.frame.you, op.cites)
    leave_board(g, g.frame.you, op.character)


@operation("perish")
def perish(g: WorkingState, op: o.Perish, to: None) -> None:
    """Kill characters, whatever lives they have (`life.zero`)."""
    for who in seats(g, op.who, g.frame):
        slay(g, who, g.frame.source)


@operation("out")
def out(g: WorkingState, op: o.Out, to: None) -> None:
    """Eliminate seats for good, its own though its character is dead."""
    for who in (g.frame.you,) if op.who == "you" else seats(g, op.who, g.frame):
        eliminate(g, who, op.cites)


@operation("win")
def wins(g: WorkingState, op: o.Win, to: None) -> None:
    """End the game with this seat as the winner, by the rules of the operation or by what the source says."""
    win(g, seats(g, op.who, g.frame)[0], rules_cited(op, g.frame.source), g.frame.source)
