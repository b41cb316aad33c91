"""Operations on cards and gold: taking, dropping, discarding, placing, counters and the stock."""

from __future__ import annotations

from msgspec.structs import replace

from talisman_nb.cards import operations as o
from talisman_nb.cards.definition import role_given
from talisman_nb.engine.book_runtime import BY_HAND, MOVE_PIECE, operation, rules_cited, text_rule
from talisman_nb.engine.card_transfers import (
    GOLD,
    drop,
    from_stock,
    give,
    put_gold,
    remove_card,
    right_to_take,
    space_card,
    take_gold,
    throw_away,
    visit,
)
from talisman_nb.engine.costs import amount_of
from talisman_nb.engine.covers import name_hidden, tell_ignored
from talisman_nb.engine.effects import end_effects, move_shown, shown_on
from talisman_nb.engine.fight import foe_gone
from talisman_nb.engine.lists import LISTS, TROPHIES, options_of, seat
from talisman_nb.engine.meeting_order import drawn_here
from talisman_nb.engine.totals import left_in_box
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.rules.book import plain_card


def cards_meant(g: WorkingState, reference: str) -> list[str]:
    """The cards a reference means: `this`, a variable, the items of a list, or a card by name."""
    if reference == "this":
        return [g.frame.source]
    if reference in g.names:
        value = g.get(reference)
        return [str(value)] if value else []
    if reference in LISTS:
        found = options_of(g, reference, g.frame)
        whose = g.players[g.frame.other if reference.startswith("other.") else g.frame.you]
        goods, spells = list(whose.goods), list(whose.spells)
        keys = {option.key for option in found if not option.closed}
        return [card for card in (*goods, *spells) if card in keys]
    return [reference]


def owner_of(g: WorkingState, card: str, *who: int) -> int:
    """The first of these seats that has the card among its goods, Spells or trophies; -1 for none."""
    for one in who:
        p = g.players[one] if one >= 0 else None
        if p and (card in p.goods or card in p.spells or card in p.trophies):
            return one
    return -1


@operation("take")
def take(g: WorkingState, op: o.Take, to: None) -> None:
    """Move gold or a card into the seat's goods; `as` gives the card a role (raised, charmed)."""
    who, f = seat(g, op.who), g.frame
    for reference in cards_meant(g, op.card):
        if reference == GOLD:
            take_gold(g, who, f.other, f.source, text_rule(f.source))
            continue
        space, card = space_card(reference)
        role = f"@{role_given(f.program, op.as_)}" if op.as_ else ""
        right = right_to_take(g, who, f"{plain_card(card)}{role}" if role else card)
        if right.closed:
            g.tell("may_not_have", who, card=card, what=right.closed, cites=right.cites)
            continue
        holder = owner_of(g, card, f.other, who)
        if space or holder < 0:
            lies = space or g.players[who].space
            if card not in g.lying(lies):  # it left the space in the meantime
                continue
            g.lift(card, lies)
        else:
            remove_card(g, holder, card)
        origin = f"seat:{holder}" if holder >= 0 else ""
        give(g, who, f"{plain_card(card)}{role}" if role else card, origin, f.source, rules_cited(op, f.source))


@operation("drop")
def drop_cards(g: WorkingState, op: o.Drop, to: None) -> None:
    """Put cards face up on the seat's space; a list of goods includes the gold."""
    who = seat(g, op.who)
    cites = rules_cited(op, g.frame.source)
    drop(g, who, tuple(cards_meant(g, op.card)), cites)
    if op.card == "your.goods" and g.players[who].gold:
        lay_gold(g, who, g.players[who].space, cites)


def lay_gold(g: WorkingState, who: int, space: str, cites: tuple[str, ...]) -> None:
    """Put all gold of a seat on a space."""
    _lay_gold(g, who, g.players[who].gold, space, cites)


def _lay_gold(g: WorkingState, who: int, n: int, space: str, cites: tuple[str, ...]) -> None:
    put_gold(g, who, n, space)
    g.tell("lost", who, what=GOLD, n=n, space=space, source=g.frame.source, cites=cites)


@operation("discard")
def discard(g: WorkingState, op: o.Discard, to: None) -> None:
    """Move cards from any place to their discard pile or the stock."""
    who, f = seat(g, op.who), g.frame
    for reference in cards_meant(g, op.card):
        space, card = space_card(reference)
        holder = -1 if space else owner_of(g, card, who, f.other)
        if holder >= 0:
            throw_away(g, holder, card, rules_cited(op, f.source), f.source)
        else:
            _from_space(g, card, space or g.players[who].space, rules_cited(op, f.source))


def _from_space(g: WorkingState, card: str, space: str, cites: tuple[str, ...]) -> None:
    if card not in g.lying(space):
        return
    if card in shown_on(g, space):  # the effect it shows ends with it
        end_effects(g, lambda effect: effect.shows == space and effect.source == card)
        return
    g.lift(card, space)
    g.return_card(card)
    foe_gone(g, card, space)
    g.tell("discarded", card=card, space=space, source=g.frame.source, cites=cites)


@operation("place")
def place(g: WorkingState, op: o.PlaceCard, to: None) -> None:
    """Put a card that lies somewhere, a piece of a seat's, or gold, on a space (`meet.placed`)."""
    f = g.frame
    space = _where(g, op.on)
    if op.on == space and name_hidden(g, space):
        tell_ignored(g, f.you, space, f.source)
    elif op.card == GOLD:
        _place_gold(g, op, space)
    elif space in g.board.index:  # else nothing was picked
        if op.card in g.runtime.pieces:
            _place_piece(g, op.card, seat(g, op.who), space)
            return
        for reference in cards_meant(g, op.card)[:1]:
            _place_card(g, reference, space)


def _where(g: WorkingState, on: str) -> str:
    """The space that `on` means; of a variable that holds a card where that card lies."""
    if on not in g.names:
        return g.players[g.frame.you].space if on == "here" else on
    value = str(g.get(on))
    return space_card(value)[0] or value


def _place_piece(g: WorkingState, name: str, who: int, space: str) -> None:
    """Move the piece of a seat's on the board that is called so to another space."""
    on_board = [e for e in g.effects if e.on == "space" and e.seat == who and e.what.endswith(f".{name}")]
    piece, source = next(iter(on_board), None), g.frame.source
    if piece is None or piece.space == space:
        g.tell("nothing_happens", who, source=source, cites=(text_rule(source),))
        return
    moved = replace(piece, space=space)
    g.set_effects(tuple([moved if effect == piece else effect for effect in g.effects]))
    g.tell("began", piece.seat, what=piece.what, space=space, origin=piece.space, source=source, cause=piece.until,
           cites=(text_rule(source),))  # fmt: skip
    g.touch_all()


def _place_card(g: WorkingState, reference: str, space: str) -> None:
    """Move a card to a space, from the one that is named or wherever it lies."""
    f = g.frame
    (origin, card), here = space_card(reference), g.players[f.you].space
    if origin.startswith(TROPHIES):
        _lay_trophy(g, int(origin.removeprefix(TROPHIES)), card, space)
        return
    places = (origin,) if origin else (here, *g.board.spaces)
    lies = next((at for at in places if card in g.lying(at)), "")  # a correction may have moved either
    if not lies and _lay_from_deck(g, card, space):
        return
    if not lies or origin == space:
        return
    another = g.figures["switch.draw_again"] and space != lies and card in drawn_here(g, f.you)
    move_shown(g, card, lies, space)
    g.lift(card, lies)
    g.lay(card, space)
    g.tell("placed", f.you, card=card, space=space, cites=("meet.placed",))
    if f.program == MOVE_PIECE:
        _reach(g, card, space)
    if another:
        g.push("turn.another_card.do", f.you, source=f.source, given={"before": len(drawn_here(g, f.you))})


def _lay_from_deck(g: WorkingState, card: str, space: str) -> bool:
    """Lay a piece that lies nowhere yet; return whether one was left to be laid."""
    left = g.deck(g.home_of(card)).left if plain_card(card) in g.runtime.moved_on else ()
    if not left or not left[g.runtime.card_index[g.home_of(card)][card]]:
        return False
    g.copies_left(card, -1)
    g.lay(card, space)
    g.tell("placed", g.frame.you, card=card, space=space, cites=("table.by-hand",))
    return True


def _reach(g: WorkingState, piece: str, space: str) -> None:
    """Let whom a piece reaches meet it; where several stand, whoever moved it settles by hand whom."""
    there = g.standing(space)
    if len(there) == 1:
        visit(g, there[0], piece)
    elif there:
        g.push(BY_HAND, g.frame.you, source=piece)


def _lay_trophy(g: WorkingState, owner: int, card: str, space: str) -> None:
    """Move a trophy of a seat to a space, as what it was printed as; a correction may have taken it."""
    if card in g.players[owner].trophies:
        remove_card(g, owner, card)
        g.lay(plain_card(card) if "@" in card else card, space)
        origin = f"{TROPHIES}{owner}"
        g.tell("placed", g.frame.you, card=card, space=space, origin=origin, cites=("meet.placed",))


def _place_gold(g: WorkingState, op: o.PlaceCard, space: str) -> None:
    """Put gold on a space: as much as the seat has, or the box, where it should be more (`setup.supply`)."""
    if space not in g.board.index:  # nothing was picked
        return
    who, source = seat(g, op.who), g.frame.source
    of_stock = op.from_ == "stock"
    there = left_in_box(g, GOLD) if of_stock else g.players[who].gold
    n = there if op.n == "all" else min(amount_of(g, op.n), there)
    if n < 1:
        return
    if not of_stock:
        _lay_gold(g, who, n, space, (text_rule(source),))
        return
    at = g.board.index[space]
    g.set_gold(at, g.gold[at] + n)
    g.tell("placed", who, what=GOLD, n=n, space=space, source=source, cites=(text_rule(source),))


@operation("get")
def get(g: WorkingState, op: o.Get, to: None) -> None:
    """Take a card from the stock, if one is left."""
    name = str(g.get(op.name)) if op.name in g.names else op.name
    from_stock(g, seat(g, op.who), name, g.frame.source, amount_of(g, op.price), op.cites)


@operation("token")
def token(g: WorkingState, op: o.Token, to: None) -> None:
    """Take counters off a card; the card is discarded with the last one."""
    f = g.frame
    space = g.players[f.you].space
    name, _, n = f.source.partition(":")
    left = int(n or 0) - op.n
    if f.source not in g.lying(space):  # a correction by hand may have moved it
        return
    g.lift(f.source, space)
    if left > 0:
        g.lay(f"{name}:{left}", space)
        _stays_met(g, f.source, f"{name}:{left}")
    else:
        g.return_card(name)
        g.tell("discarded", card=name, space=space, cites=("card.text",))


@operation("turn_over")
def turn_over(g: WorkingState, op: o.TurnOver, to: None) -> None:
    """Turn over the token on the card that acts, where it lies; it stays met under its new id."""
    card = g.frame.source
    lies = next((space for space in (g.players[g.frame.you].space, *g.board.spaces) if card in g.lying(space)), "")
    if not lies:  # a correction by hand may have moved it
        return
    new = plain_card(card) if ":" in card else f"{plain_card(card)}:1"
    g.lift(card, lies)
    g.lay(new, lies)
    _stays_met(g, card, new)
    g.frame = replace(g.frame, source=new)
    g.asked.source = new


def _stays_met(g: WorkingState, old: str, new: str) -> None:
    """Replace the card's id in the running encounter's `met`, because counters are part of the id."""
    for at, frame in enumerate(g.stack):
        names = g.runtime.programs[frame.program].names
        met = frame.slots[names["met"]] if "met" in names else ()
        if isinstance(met, tuple) and old in met:
            slots = list(frame.slots)
            slots[names["met"]] = tuple(new if card == old else card for card in met)
            g.stack[at] = type(frame)(
                frame.program, frame.pc, frame.you, frame.other, frame.source, frame.where, frame.born, tuple(slots)
            )
