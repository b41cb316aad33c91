"""Operations that move a character: choosing and walking a way, crossing a bridge, teleports, turning back."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.board import Board, Way, ways, ways_after
from talisman_nb.cards import operations as o
from talisman_nb.engine.active_modifiers import fire, permit
from talisman_nb.engine.book_runtime import MOVE_PIECE, WAIT, asks, operation, takes
from talisman_nb.engine.characters import move_to
from talisman_nb.engine.costs import number
from talisman_nb.engine.covers import NAMED, cover_on, name_hidden, space_facts, tell_ignored
from talisman_nb.engine.endless import sent_again
from talisman_nb.engine.lists import seats
from talisman_nb.engine.meeting_order import begin_encounter, leave_encounter
from talisman_nb.engine.offers import action_offers
from talisman_nb.engine.scores import MOVE
from talisman_nb.engine.totals import as_number, steps_of
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Closed, Option, Roll, read_key
from talisman_nb.rules.book import plain_card
from talisman_nb.rules.house_rules import house_rule_cited

from .dice import lift_die, pay_reroll, reroll_offers


def steps_to_go(g: WorkingState, op: o.Plan) -> int:
    """How many steps the seat moves: the value of the roll, or its fixed steps if it moves without dice (`toad.move`).

    0 after a crossing for a seat that moves by fixed steps.
    """
    return _steps_left(g, op, steps_of(g, g.frame.you))


def _steps_left(g: WorkingState, op: o.Plan, slow: int) -> int:
    """The steps of a seat that moves by `slow` fixed ones; 0 if it moves by a roll."""
    if slow:
        return 0 if op.after else slow
    return number(g, op.steps)


def counts_to_go(g: WorkingState, op: o.Plan) -> tuple[int, ...]:
    """The numbers of steps a seat may choose from, the highest first; usually the one of `steps_to_go`.

    Each of several dice of a move is a number of its own (`house.move-dice`); with the house rule that one may stop
    earlier also all below it (`house.move-less`), after a crossing down to none.
    """
    slow = steps_of(g, g.frame.you)
    steps = _steps_left(g, op, slow)
    if not steps or slow or not (op.fate or op.after):
        return (steps,)
    roll = _roll_thrown(g, op)
    faces = sorted({max(face + roll.plus, 1) for face in roll.faces} if roll else {steps}, reverse=True)
    return tuple(range(faces[0], -1 if op.after else 0, -1) if g.figures["switch.move_less"] else faces)


def open_ways(g: WorkingState, op: o.Plan, counts: tuple[int, ...]) -> tuple[Way, ...]:
    """The ways of this move for each of these numbers of steps; keys with fewer than the most name their number.

    A gate where one stops is reached with the most steps left only.
    """
    most, *fewer = counts
    found = ways_of(g, op, most)
    for steps in fewer:
        known, keys = {(way.path, way.gate) for way in found}, {way.key for way in found}
        others = [way for way in ways_of(g, op, steps) if (way.path, way.gate) not in known]
        found += tuple(replace(way, key=f"{way.key}@{steps}") if way.key in keys else way for way in others)
    return found


def ways_of(g: WorkingState, op: o.Plan, steps: int) -> tuple[Way, ...]:
    """The ways of a number of steps, looked up in the book's table of ways or, after a crossing, computed."""
    p = g.players[g.frame.you]
    if op.after:
        came_from = g.get(op.after)
        return ways_after(g.board, p.space, steps, str(came_from))
    if p.space in g.runtime.rolled_from:
        known = g.book.ways[p.space]
        return known[steps] if steps in known else ways(g.board, p.space, steps) if steps else ()
    found = g.book.ways[p.space][1]
    wanted = g.board.back_from_goal(p.space) if p.turning_back else None
    return tuple(way for way in found if wanted is None or way.end in wanted)


def closed_way(g: WorkingState, you: int, way: Way) -> Closed:
    """Why a way is closed (reason, rules): a quest closes the Portal, the lack of a Talisman the Valley.

    A gate is closed too whose text, which opens it, is covered. Whoever turns back may go back through it without one,
    for there is no other way. From some spaces a move stays in the region it leads to (`tower.enter`).
    """
    if g.players[you].space in g.board.by_hand:
        return "", ()
    begun = space_facts(g, g.players[you].space)
    if begun.within and _leaves(g.board, way, begun.within, g.players[you].space):
        return "within", begun.cites
    if way.gate == "portal":
        right = permit(g, you, "open_portal")
        if not right.closed and name_hidden(g, way.end):  # nothing there says how it is opened
            return "covered", NAMED
        return right.closed, ("portal.quest", *right.cites) if right.closed else ()
    facts = space_facts(g, way.end)
    if facts.needs and not g.players[you].turning_back and not has(g, you, facts.needs):
        return "no-card", facts.cites
    return "", ()


def _leaves(board: Board, way: Way, region: str, start: str) -> bool:
    """Whether a way leads beyond a region and that of its start, a gate in front of which it stops counted too."""
    beyond = [end for end, kind, _ in board.edges_from(way.end) if kind == way.gate]
    return bool({board.region(space) for space in (*way.path, *beyond)} - {region, board.region(start)})


def has(g: WorkingState, you: int, name: str) -> bool:
    """Whether a seat has a card of that name among its goods, from any deck or stock."""
    return any(card.rpartition("/")[2] == name for card in g.players[you].goods)


def way_options(g: WorkingState, op: o.Plan, counts: tuple[int, ...]) -> tuple[Option, ...]:
    """The ways of these numbers of steps as options; several ways to the same end are listed separately.

    Those of a plain roll that nothing can close are cached in `BookRuntime.plain_ways`.
    """
    space = g.players[g.frame.you].space
    usual = len(counts) == 1 and not op.after and space in g.runtime.rolled_from and not cover_on(g, space)
    plain = (space, counts[0]) if usual else None
    known = g.runtime.plain_ways.get(plain) if plain else None
    if known is not None:
        return known
    found = _way_options(g, op, counts)
    if plain and not any(option.source == "portal" or space_facts(g, option.space).needs for option in found):
        g.runtime.plain_ways[plain] = found
    return found


def _way_options(g: WorkingState, op: o.Plan, counts: tuple[int, ...]) -> tuple[Option, ...]:
    found = []
    for way in open_ways(g, op, counts):
        closed, cites = closed_way(g, g.frame.you, way)
        source = space_facts(g, way.end).needs if closed == "no-card" else way.gate
        found.append(Option(way.key, closed, cites, space=way.end, n=way.left, path=way.path, source=source))
    return tuple(found)


def roll_offered(g: WorkingState, op: o.Plan) -> Roll | None:
    """The roll whose die may be rerolled in this ask; None if there is none."""
    return None if steps_of(g, g.frame.you) else _roll_thrown(g, op)


def _roll_thrown(g: WorkingState, op: o.Plan) -> Roll | None:
    """The roll whose value is moved, None if there is none."""
    roll = g.get(op.fate) if op.fate else None
    return roll if isinstance(roll, Roll) else None


@operation("plan")
def plan(g: WorkingState, op: o.Plan, to: int | None) -> int | None:
    """Wait for the choice of a way; jump to the roll `to` first if its die is missing.

    There is no way without steps left, nor from the Crown (a correction by hand may have put the seat there).
    """
    if to is not None and g.get(op.fate) is None and not steps_of(g, g.frame.you):
        return to
    p = g.players[g.frame.you]
    if not steps_to_go(g, op) or (p.space == g.board.crown and not p.turning_back):
        g.put(op.into, "")
        return None
    return WAIT


def _move_rules(g: WorkingState, who: int) -> tuple[str, ...]:
    """The rules that decide how far a seat moves: dice, one space in the Inner Region, a form or a card."""
    if g.players[who].space in g.board.by_hand:
        return ("table.by-hand",)
    if g.players[who].space not in g.runtime.rolled_from:
        return ("inner.turn-back", "inner.move") if g.players[who].turning_back else ("inner.move",)
    if steps_of(g, who):
        return ("toad.move",) if g.players[who].form else ("card.text",)
    return ("turn.must-move",)


def _choice_rules(g: WorkingState, counts: tuple[int, ...]) -> tuple[str, ...]:
    """The house rules that let a seat choose among numbers of steps."""
    if len(counts) < 2:
        return ()
    return tuple(rule for figure in ("move.dice", "switch.move_less") for rule in house_rule_cited(g.book, figure))


@asks("plan")
def ask_plan(g: WorkingState, op: o.Plan, to: int | None) -> Ask:
    """Ask for the way, with rerolls and actions as offers."""
    you, counts, roll = g.frame.you, counts_to_go(g, op), roll_offered(g, op)
    offers = reroll_offers(g, you, roll, MOVE) + action_offers(g, you) + _entered_by_hand(g, you)
    return Ask(
        g.ply, "way", you, "move", way_options(g, op, counts), offers, source=g.players[you].space,
        rolls=roll.faces if roll else (), n=counts[0],
        cites=(*_move_rules(g, you), *_choice_rules(g, counts)),
    )  # fmt: skip


def _entered_by_hand(g: WorkingState, you: int) -> tuple[Option, ...]:
    """The first spaces of the regions that are entered by hand, for whoever moves by a roll and is in none of them."""
    here = g.players[you].space
    if not g.board.by_hand or here in g.board.by_hand or here not in g.runtime.rolled_from:
        return ()
    first = (g.board.in_region(region)[0] for region, move in g.board.regions.items() if move == "hand")
    return tuple([Option(space, space=space, cites=("table.by-hand",)) for space in first])


@takes("plan")
def take_plan(g: WorkingState, op: o.Plan, to: int | None, key: str, answer: Answer) -> int | None:
    """Store the chosen way, or pay fate and jump back to the roll."""
    if read_key(key).verb == "fate":
        roll, die = roll_offered(g, op), int(read_key(key).item)
        assert roll is not None
        pay_reroll(g, g.frame.you, roll.faces[die], MOVE)
        g.put(op.fate, lift_die(roll, die))
        return to
    if key in g.board.by_hand and g.players[g.frame.you].space not in g.board.by_hand:
        move_to(g, g.frame.you, key, "walked", cites=("table.by-hand",))
        return g.frame.pc  # to which of its numbers is asked next
    way = next(way for way in open_ways(g, op, counts_to_go(g, op)) if way.key == key)
    _declare_turning_back(g, way)
    if op.fate:
        _move_pieces(g, _roll_thrown(g, op))
    g.put(op.into, (way.end if way.path else "", way.left, int(_crosses_river(g, way))))
    return None


def _move_pieces(g: WorkingState, roll: Roll | None) -> None:
    """Let whoever moves by a roll move the pieces on the board that this roll moves (`Facts.moves_on`)."""
    if roll is None or not g.runtime.moved_on:
        return
    lying = {plain_card(card): card for space in g.board.spaces for card in g.lying(space)}
    for card, faces in reversed(g.runtime.moved_on.items()):
        if card in lying and not faces.isdisjoint(roll.faces):
            g.push(MOVE_PIECE, g.frame.you, source=lying[card])


def _crosses_river(g: WorkingState, way: Way) -> bool:
    """Whether a way crosses the River (`river.ways`).

    The bridges of City and Village count with the house rule `switch.river_bridges` only.
    """
    counted = bool(g.figures["switch.river_bridges"])
    return any(wet and (counted or kind != "ring") for wet, kind in zip(way.river, way.edges, strict=True))


def _declare_turning_back(g: WorkingState, way: Way) -> None:
    """Set `turning_back` if the way leads away from the Crown where one may turn back (`inner.turn-back`)."""
    you = g.frame.you
    space = g.players[you].space
    if not space_facts(g, space).turning_back or g.board.region(way.end) != g.board.region(space):
        return
    if way.end in g.board.back_from_goal(space) and not g.players[you].turning_back:
        g.set(you, turning_back=True)
        g.tell("turns_back", you, cites=("inner.turn-back",))


@operation("walk")
def walk(g: WorkingState, op: o.Walk, to: None) -> None:
    """Move to the end of the way, or to the gate where it stops; `left` gets the steps left."""
    way, you = g.get(op.along), g.frame.you
    if not isinstance(way, tuple):
        g.put(op.left, 0)
        return
    end, left, wet = way
    if end:
        move_to(g, you, str(end), "walked", cites=_move_rules(g, you))
    if wet:
        fire(g, "crossed_river", you)
    g.put(op.left, left)


@operation("ahead")
def ahead(g: WorkingState, op: o.Ahead, to: None) -> None:
    """Count steps clockwise round the region of the seat's space; from the last one on to the first."""
    here = g.players[g.frame.you].space
    ring = g.board.in_region(g.board.region(here))
    g.put(op.into, ring[(ring.index(here) + number(g, op.n)) % len(ring)])


@operation("cross")
def cross(g: WorkingState, op: o.Cross, to: None) -> None:
    """Move one step over the bridge at the seat's space.

    The seat stays where it is without a bridge, which happens after settling a gate by hand, or without a step left.
    """
    you = g.frame.you
    origin = g.players[you].space
    over = next((end for end, kind, _ in g.board.edges_from(origin) if kind == "bridge"), "")
    if not over or as_number(g.get(op.into)) < 1:
        g.put(op.into, 0)
        return
    how = "bridge.sentinel" if g.figures["bridge.toll"] else "bridge.win"
    move_to(g, you, over, "crossed", cites=(how, "river.ways"))
    fire(g, "crossed_river", you)
    g.put("came_from", origin)
    g.put(op.into, as_number(g.get(op.into)) - 1)


@operation("teleport")
def teleport(g: WorkingState, op: o.Teleport, to: None) -> None:
    """Move seats to a space directly; with `meet` they have a new encounter there in this turn (`meet.moved`)."""
    space = _goal(g, op.to)
    for who in seats(g, op.who, g.frame):
        if not space or space == "here":
            continue
        if op.to not in g.names and name_hidden(g, space):
            tell_ignored(g, who, space, g.frame.source)
            continue
        goal, rules = _teleport_goal(g, who, space, op)
        meet = op.meet and sent_again(g, who)
        if meet and goal == g.players[who].space:
            leave_encounter(g, who)
        move_to(g, who, goal, "teleported", cites=rules)
        if meet:
            begin_encounter(g, who)


def _goal(g: WorkingState, reference: str) -> str:
    """The space a teleport leads to: one by its name, one in a variable, or that of the character a variable names."""
    if reference not in g.names:
        return reference
    value = g.get(reference)
    return g.players[value].space if isinstance(value, int) and g.alive(value) else str(value or "")


def _teleport_goal(g: WorkingState, who: int, space: str, op: o.Teleport) -> tuple[str, tuple[str, ...]]:
    """Where a teleport leads, with its rules: by a house rule not into a closed region (`house.teleport`)."""
    rules, board = op.cites or ("turn.no-die",), g.board
    instead = space_facts(g, space).teleport_to
    inside = board.region(g.players[who].space) == board.region(space)
    if instead and not op.gate and not inside and g.figures["switch.teleport_gate"]:
        return instead, (*rules, "house.teleport")
    return space, rules


@operation("crossed_river")
def crossed_river(g: WorkingState, op: o.CrossedRiver, to: None) -> None:
    """Fire the trigger `crossed_river` for a crossing without a bridge (`river.ways`)."""
    fire(g, "crossed_river", g.frame.you)


@operation("turn_back")
def turn_back(g: WorkingState, op: o.TurnBack, to: None) -> None:
    """Begin to turn back: from now on the seat moves away from the Crown, one space a turn (`inner.turn-back`)."""
    who = g.frame.you
    kept = tuple(p for p in g.players[who].promises if p.until != "leaving")
    g.set(who, turning_back=True, promises=kept)
    g.tell("turns_back", who, cites=("inner.turn-back",))
