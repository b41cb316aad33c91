"""Death, what becomes of a character and of what it had, elimination and victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.model import Event, Frame, State
from talisman_nb.rules.book import plain_card

from .active_modifiers import keywords_of, means_for
from .book_runtime import rules_cited
from .card_transfers import GOLD, forbidden, gone_if_left, leave_behind, right_to_take
from .effects import end_effects
from .working_state import WorkingState

GOES_ON: Final = "goes_on"
"""The cause of the event of a death after which the character is still there."""
DIES: Final = "turn.dies.do"
"""Key of the program that says what becomes of a killed character and of what it had."""


def die(g: WorkingState, seat: int) -> None:
    """Kill a seat's character: the program of the edition says what becomes of it (`death.goods`, `death.rest`).

    It runs at once, between two operations of whatever else runs, and asks nothing. Who dies in its own turn goes on at
    the end of it. Whoever goes on as something else begins anew: what the dead one was in the middle of is over.
    """
    g.dying[seat] = ()
    p = g.players[seat]
    source = f"form.{p.form}" if lifeless(g, p.form) else ""  # that it is no first death
    g.tell("killed", seat, what=p.character, space=p.space, source=source,
           cites=("life.zero", "death.goods", "death.rest"))  # fmt: skip
    at_once(g, DIES, seat)
    if cited := g.dying.pop(seat):  # the rules of this death, where its program names some
        _amend_killed(g, seat, cites=tuple(dict.fromkeys(("life.zero", *cited))))
    p = g.players[seat]
    if p.character and p.life <= 0 and not lifeless(g, p.form):  # the program did not say what becomes of it
        leave_board(g, seat, "box")
    elif p.character:
        g.set(seat, born=p.born + 1)
        if g.fight is not None and g.fight.against == seat:  # whoever fights it now fights somebody who is gone
            g.fight = replace(g.fight, where="")
        _amend_killed(g, seat, cause=GOES_ON)
        g.guards_changed = g.stack_changed = True
        g.active_died = g.active_died or seat == g.turn


def lifeless(g: WorkingState, form: str) -> bool:
    """Whether who has this form lives without life; the life it has not, and loses, kills it."""
    return bool(form) and bool(g.facts[f"form.{form}"].lifeless)


def at_once(g: WorkingState, key: str, you: int) -> None:
    """Run a program whose operations ask nothing for a seat, in the middle of the one that is running."""
    before, code, pc = (g.frame, g.names, g.vars), g.runtime.programs[key].code, 0
    g.enter(Frame(key, you=you), g.runtime.programs[key])
    while (operate := code[pc][0]) is not None:
        result = operate(g, code[pc][1], code[pc][2])
        pc = pc + 1 if result is None else result
    g.frame, g.names, g.vars = before
    g.asked.seat, g.asked.source, g.asked.other = g.frame.you, g.frame.source, g.frame.other


def part_with(g: WorkingState, seat: int, op: o.LeaveBehind) -> None:
    """Part a seat from what an operation names: to its space, aside for its next character, or to the piles."""
    p = g.players[seat]
    cite_death(g, seat, op.cites)
    gold = p.gold if GOLD in op.what else 0
    if op.to == "piles":
        meant = [_with_keywords(g, seat, getattr(p, what), op) for what in op.what if what in CARDS]
        for card in [card for cards in meant for card in cards]:
            hidden = card in p.spells
            _take_off(g, seat, card)
            g.return_card(card)
            if seat not in g.dying:
                g.tell(
                    "discarded", seat, card=card, what="spell" if hidden else "", cites=rules_cited(op, g.frame.source)
                )
        for what in [what for what in op.what if what not in CARDS]:
            if seat not in g.dying and getattr(p, what):
                g.tell("lost", seat, what=what, n=getattr(p, what), cites=rules_cited(op, g.frame.source))
            g.set(seat, **{what: 0})
        return
    goods = _with_keywords(g, seat, p.goods, op) if "goods" in op.what else ()
    stays = tuple([card for card in goods if not gone_if_left(g, card)])
    for card in goods:
        _take_off(g, seat, card)
    g.set(seat, gold=g.players[seat].gold - gold)
    if op.to == "space":
        _tell_left(g, seat, stays, gold, op)
        leave_behind(g, seat, goods)
        g.set_gold(g.here(seat), g.gold[g.here(seat)] + gold)
    else:
        _set_aside(g, seat, goods, gold)


CARDS: Final = ("goods", "spells", "trophies")
"""Fields of `Player` that hold cards."""


def _with_keywords(g: WorkingState, seat: int, cards: tuple[str, ...], op: o.LeaveBehind) -> tuple[str, ...]:
    """The cards an operation means: those with one of its keywords, or all without one of them."""
    if not op.only:
        cards = tuple([card for card in cards if not means_for(g, seat, card, "kept")])
    if not (op.only or op.but):
        return cards
    found = [(card, keywords_of(g, card, seat)) for card in cards]
    return tuple(card for card, has in found if (not op.only or has & {*op.only}) and not has & {*op.but})


def _take_off(g: WorkingState, seat: int, card: str) -> None:
    for place in CARDS:
        held = list(getattr(g.players[seat], place))
        if card in held:
            held.remove(card)
            g.set(seat, **{place: tuple(held)})
            return


def _tell_left(g: WorkingState, seat: int, cards: tuple[str, ...], gold: int, op: o.LeaveBehind) -> None:
    """Tell of a death what it leaves on the space; of who is not dying, what is put down there."""
    space, said = g.players[seat].space, rules_cited(op, g.frame.source)
    if seat in g.dying:
        killed = g.events[_find_killing(g, seat)]
        _amend_killed(g, seat, cards=(*killed.cards, *cards), n=killed.n + gold)
        return
    if cards:
        g.tell("dropped", seat, cards=cards, space=space, cites=said)
    if gold:
        g.tell("dropped", seat, what=GOLD, n=gold, space=space, cites=said)


def cite_death(g: WorkingState, seat: int, cites: tuple[str, ...]) -> None:
    """Keep the rules that an operation of a death's program names, if a seat is dying."""
    if seat in g.dying:
        g.dying[seat] = (*g.dying[seat], *cites)


def _amend_killed(g: WorkingState, seat: int, **more: Any) -> None:
    at = _find_killing(g, seat)
    g.events[at] = replace(g.events[at], **more)


def _find_killing(g: WorkingState, seat: int) -> int:
    """The place among the events of the one that tells of a seat's death."""
    return max(at for at, event in enumerate(g.events) if (event.kind, event.seat) == ("killed", seat))


def _set_aside(g: WorkingState, seat: int, goods: tuple[str, ...], gold: int) -> None:
    """Set goods and gold aside for the next character of the seat; what can't be left for others goes back."""
    lasting = [("@" not in card and not gone_if_left(g, card)) for card in goods]
    kept = tuple([card for card, lasts in zip(goods, lasting, strict=True) if lasts])
    g.set(seat, aside=(*g.players[seat].aside, *kept), purse=g.players[seat].purse + gold)
    for card, lasts in zip(goods, lasting, strict=True):
        if not lasts:
            g.return_card(card)
            g.tell("discarded", seat, card=card, cites=gone_if_left(g, card) or ("death.goods",))
    if kept or gold:
        g.tell("set_aside", seat, cards=kept, n=gold, cites=("death.goods",))


def inherit(g: WorkingState, seat: int) -> None:
    """Give a new character what the last one of its seat left; what it may not have is discarded (`death.goods`)."""
    p = g.players[seat]
    if not (p.aside or p.purse):
        return
    gold = 0 if right_to_take(g, seat, GOLD).closed else p.purse
    g.set(seat, aside=(), purse=0, gold=p.gold + gold)
    kept, barred = [], []
    for card in p.aside:
        reason, rules = forbidden(g, seat, card)
        if reason:
            barred.append((card, rules))
        else:
            kept.append(card)
            g.set(seat, goods=(*g.players[seat].goods, card))
    if kept or gold:
        g.tell("inherits", seat, cards=tuple(kept), n=gold, cites=("death.goods",))
    for card, rules in barred:
        g.return_card(card)
        g.tell("discarded", seat, card=card, cites=("death.goods", *rules))


def give_up(g: WorkingState, seat: int, cites: tuple[str, ...]) -> None:
    """Put back what is set aside for a next character of a seat that gets none."""
    p = g.players[seat]
    if p.aside or p.purse:
        for card in p.aside:
            g.return_card(card)
        g.set(seat, aside=(), purse=0)
        g.tell("unclaimed", seat, cards=p.aside, n=p.purse, cites=cites)


def staying(g: WorkingState, seat: int) -> tuple[str, ...]:
    """The goods of a seat that stay on its space once they are left there (`death.goods`)."""
    return tuple([card for card in g.players[seat].goods if not gone_if_left(g, card)])


def goods_stay(g: WorkingState, seat: int) -> None:
    """Put a seat's goods and gold on its space, and its Spells and trophies back, as it leaves the table."""
    p = g.players[seat]
    at = g.board.index[p.space]
    leave_behind(g, seat, p.goods)
    for card in (*p.spells, *p.trophies):
        g.return_card(card)
    g.set_gold(at, g.gold[at] + p.gold)


def leave_board(g: WorkingState, seat: int, character: str) -> None:
    """Take a character off the board, what it still has going back; its card goes to the box or is free again."""
    p = g.players[seat]
    for card in (*p.goods, *p.spells, *p.trophies):
        g.return_card(card)
    if character == "box":
        g.box = (*g.box, f"character.{p.character}")
    remove_character(g, seat)


def remove_character(g: WorkingState, seat: int) -> None:
    """Take a character off the board, after its cards; the effects on it end, and in its turn so does the turn."""
    g.set(
        seat, character="", life=0, fate=0, gold=0, strength=0, craft=0, goods=(), spells=(), trophies=(), form="",
        form_left=0, asleep=(0, 0), promises=(), used=(), extra=0, turning_back=False, experience=0,
    )  # fmt: skip
    g.set_effects(tuple(e for e in g.effects if not (e.on == "seat" and e.seat == seat)))
    g.guards_changed = g.stack_changed = True
    if seat == g.turn:
        g.active_died = True


def take_markers(g: WorkingState, seat: int, cites: tuple[str, ...]) -> None:
    """End the effects that lie on spaces for a seat which is out of the game."""
    end_effects(g, lambda e: e.on == "space" and e.seat == seat, cites)


def out_for_good(g: WorkingState) -> bool:
    """Whether a seat whose character is killed gets no other one: the Crown has been reached (`crown.reached`)."""
    return bool(g.crown and g.figures["death.out_after_crown"])


def eliminate(g: WorkingState, seat: int, cites: tuple[str, ...] = ()) -> None:
    """Put a seat out of the game for good, its character killed; no effect on one that is out (`crown.reached`)."""
    if g.players[seat].character and seat not in g.dying:
        die(g, seat)  # which may eliminate it by itself
    if g.players[seat].character:  # it would go on as something else
        leave_board(g, seat, "box")
    if g.players[seat].out:
        return
    g.set(seat, out=True)
    g.somebody_out = True
    g.tell("eliminated", seat, cites=cites or ("crown.reached",))
    take_markers(g, seat, cites or ("crown.reached",))
    give_up(g, seat, cites or ("crown.reached",))


def win(g: WorkingState, seat: int, cites: tuple[str, ...], source: str = "") -> None:
    """End the game with this seat as the winner, by these rules; `source`: the card or space by which it wins."""
    g.winner, g.won_by = seat, cites
    g.stack_changed = True
    g.tell("won", seat, source=source, cites=cites)


def cause_of_death(events: Iterable[Event], seat: int, fought: Event | None) -> tuple[str, int]:
    """Return what took a seat's last life, and whose act it was: -1 for nobody's, ("", -1) for a correction by hand.

    `events` are those of the step in which it was killed, `fought` is the last fight it lost.

    >>> killed = Event("killed", 1, what="thief"), Event("lost", 1, 0, what="life", n=1, source="fireball")
    >>> cause_of_death(killed, 1, None)
    ('fireball', 0)
    """
    lost = [event for event in events if (event.kind, event.what, event.seat) == ("lost", "life", seat)]
    if not lost:
        return "", -1
    if lost[-1].cause == "fight" and fought:
        if fought.cards:
            return plain_card(fought.cards[0]), -1
        return "", fought.other if fought.seat == seat else fought.seat
    source, by = plain_card(lost[-1].source), lost[-1].other
    return source or ("" if by >= 0 else lost[-1].cause), by


class Death(Struct, frozen=True):
    """A character that was killed, as it is told when a game is looked back on.

    Attributes
    ----------
    seat, character
        Whose it was, and its name.
    cause
        The key of the card, character or space that did it, or the kind of loss; "" unknown.
    by
        The seat that did it, -1 for none.
    round
        The round in which it died.
    """

    seat: int
    character: str
    cause: str
    by: int
    round: int


class Deaths:
    """Tells the deaths of a game step by step: what killed in a fight is known from the fight before."""

    def __init__(self) -> None:
        self._fights: dict[int, Event] = {}  # by seat, the last one it lost

    def of(self, before: State, events: Iterable[Event]) -> Iterator[Death]:
        """Yield the deaths of the next step in their order; `before`: the state that its events come from."""
        told = tuple(events)
        for event in told:
            if event.kind == "fought":
                loser = event.seat if event.what == "lost" else event.other if event.what == "won" else -1
                self._fights[loser] = event
            elif event.kind == "killed":
                cause, by = cause_of_death(told, event.seat, self._fights.get(event.seat))
                named = cause or (f"character.{before.players[by].character}" if by >= 0 else "")
                yield Death(event.seat, event.what, named, by, before.round)
