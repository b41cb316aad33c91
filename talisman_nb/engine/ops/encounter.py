"""Operations of the encounter up to the cards: choosing whom to meet, drawing cards, placing drawn ones elsewhere."""

from __future__ import annotations

from typing import Final

from talisman_nb.cards import operations as o
from talisman_nb.engine.amounts import as_number
from talisman_nb.engine.book_runtime import OWN
from talisman_nb.engine.drawing_cards import draw_known, drawn_to, name_own, refill
from talisman_nb.engine.fighting import open_fight
from talisman_nb.engine.meeting_order import SPACE, drawn_here
from talisman_nb.engine.offers import action_offers, action_option, actions, use
from talisman_nb.engine.registry import WAIT, asks, operation, takes
from talisman_nb.engine.rights import permit
from talisman_nb.engine.triggers import fire
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Answer, Ask, Option, key_of, read_key
from talisman_nb.rules.book import plain_card

from .card_draws import ask_card

CHARACTER, DONE = "character", "done"
"""Stands for a character that was met, in the variable that says who is; the answer to do nothing more to that one."""
NOBODY: Final = "nobody"
"""Key of the option to meet no character after the space."""
BOTH: Final = ("house.meet-both", "meet.choice")


def may_meet(g: WorkingState, space: str) -> bool:
    """Whether characters can be met on a space (`inner.meet`)."""
    return bool(g.facts[f"space.{space}"].meeting)


@operation("landed")
def landed(g: WorkingState, op: o.Landed, to: None) -> None:
    """Fire the trigger `landed` for the seat that arrived on the space (Hex)."""
    fire(g, "landed", g.frame.you, other=g.frame.you)


def _met_options(g: WorkingState, op: o.Whom) -> tuple[Option, ...]:
    you = g.frame.you
    space = g.players[you].space
    begun = g.get(op.into)
    if isinstance(begun, int):
        return (*_character_options(g, you, begun), Option(DONE, cites=("meet.choice",)))
    found = []
    if may_meet(g, space):
        for other in g.standing(space, you):
            found += _character_options(g, you, other)
    at_crown = space == g.board.crown
    if op.besides:
        found.append(Option(NOBODY, cites=BOTH))
    elif not at_crown or not found:
        found.append(Option(SPACE, space=space, cites=("meet.choice",)))
    return tuple(found)


def _character_options(g: WorkingState, you: int, other: int) -> list[Option]:
    found = [Option(key_of("attack", other), seat=other, cites=("meet.character",))]
    if not permit(g, you, "attack_psychic", other).closed:
        found.append(Option(key_of("psychic", other), seat=other, cites=("combat.kind", "ability.text")))
    for held in actions(g, you, frozenset({"meeting_character"}), other):
        option = action_option(g, you, held, other)
        if option:
            found.append(Option(f"{option.key}@{other}", option.closed, option.cites, option.source, seat=other))
    return found


@operation("whom")
def whom(g: WorkingState, op: o.Whom, to: None) -> int | None:
    """Choose between the characters here and the space; waits only if there is more than one option.

    Whoever has begun to meet a character (`Action.same`) chooses among what else may be done to that one.
    """
    begun = g.get(op.into)
    if isinstance(begun, int):
        if begun in g.standing(g.players[g.frame.you].space, g.frame.you):
            return WAIT
        g.put(op.into, CHARACTER)
        return None
    g.put(op.into, SPACE)
    if g.alone(g.frame.you):
        return None
    if len(_met_options(g, op)) > 1:
        return WAIT
    _sole(g, op)
    return None


def _sole(g: WorkingState, op: o.Whom) -> None:
    only = _met_options(g, op)[0].key
    if only not in (SPACE, NOBODY):
        _meet_character(g, op, only)


@asks("whom")
def ask_whom(g: WorkingState, op: o.Whom, to: None) -> Ask:
    """Ask whom to meet: a character or the space."""
    f = g.frame
    return Ask(
        g.ply,
        "whom",
        f.you,
        "meet",
        _met_options(g, op),
        action_offers(g, f.you),
        source=g.players[f.you].space,
        cites=BOTH if g.figures["meet.both"] else ("meet.choice",),
    )


@takes("whom")
def take_whom(g: WorkingState, op: o.Whom, to: None, key: str, answer: Answer) -> int | None:
    """Attack a character, use an ability on it, or meet the space; an ability besides that lets choose again."""
    if key in (SPACE, NOBODY, DONE):
        g.put(op.into, CHARACTER if key == DONE else key)
        return None
    return g.frame.pc if _meet_character(g, op, key) else None


def _meet_character(g: WorkingState, op: o.Whom, key: str) -> bool:
    """Attack a character or use an ability on it; return whether something else may follow in the encounter."""
    you = g.frame.you
    verb, rest = read_key(key)
    if verb != "use":
        g.put(op.into, CHARACTER)
        open_fight(g, you, against=int(rest), stat="craft" if verb == "psychic" else "strength")
        return False
    name, _, other = rest.rpartition("@")
    used = use(g, you, key_of("use", name), int(other))
    g.put(op.into, int(other) if used.same else SPACE if used.besides else CHARACTER)
    g.push("turn.slip_away.do", int(other), other=you, source=name.rpartition(".")[0])
    return used.same or used.besides


# --- drawing up to the space's number ---


def wanted(g: WorkingState, you: int) -> int:
    """How many cards the seat still draws: the number on its space less the cards that lie there (`meet.draw`)."""
    space = g.players[you].space
    lying = g.lying(space)
    if g.figures["draw.counts"] != "any":
        lying = tuple(card for card in lying if g.home_of(plain_card(card)) in g.book.drawn_decks)
    return max(g.runtime.draws[space] - len(lying), 0)


@operation("fill")
def fill(g: WorkingState, op: o.Fill, to: None) -> int | None:
    """Draw cards face up until as many lie here as the space says; then fire the trigger `drawn`."""
    if g.get(op.left) is None:
        g.put(op.left, wanted(g, g.frame.you))
        g.put(op.into, ())
    g.put(op.left, min(as_number(g.get(op.left)), wanted(g, g.frame.you)))  # cards put down in the meantime count
    while as_number(g.get(op.left)) > 0:
        deck = _deck_here(g)
        if not refill(g, deck):
            g.tell("deck_empty", g.frame.you, what=deck, cites=("spell.deck-empty",))
            break
        if not g.deck(deck).known:
            return WAIT
        _drawn(g, op, draw_known(g, deck))
    g.put(op.left, 0)
    drawn = g.cards(op.into)
    g.put(op.filled, len(drawn))
    if drawn:
        fire(g, "drawn", g.frame.you)
    return None


def _deck_here(g: WorkingState) -> str:
    """The deck that the space of the running seat draws from."""
    return g.book.deck_at(g.players[g.frame.you].space)


def _drawn(g: WorkingState, op: o.Fill, card: str) -> None:
    drawn_to(g, g.frame.you, _deck_here(g), card, "space")
    g.put(op.left, as_number(g.get(op.left)) - 1)


@asks("fill")
def ask_fill(g: WorkingState, op: o.Fill, to: None) -> Ask:
    """Ask which card was drawn."""
    deck = _deck_here(g)
    return ask_card(g, deck, g.frame.you, as_number(g.get(op.left)), deck)


@takes("fill")
def take_fill(g: WorkingState, op: o.Fill, to: None, key: str, answer: Answer) -> int | None:
    """Put the card on the space and run the operation again."""
    if key == "empty":
        g.tell("deck_empty", g.frame.you, what=_deck_here(g), cites=("spell.deck-empty",))
        g.put(op.left, 0)
    else:
        _drawn(g, op, name_own(g, answer, _deck_here(g)) if key == OWN else key)
    return g.frame.pc


@operation("place_drawn")
def place_drawn(g: WorkingState, op: o.PlaceDrawn, to: None) -> None:
    """Push the `drawn` programs of the drawn cards, so that cards placed elsewhere are not met here (`meet.placed`)."""
    you = g.frame.you
    for card in reversed(drawn_here(g, you)[as_number(g.get(op.after)) if op.after else 0 :]):
        key = f"{plain_card(card)}.drawn"
        if key in g.runtime.programs:
            g.push(key, you, source=card)
