"""What waits at the end of a way, in words."""

from __future__ import annotations

from collections.abc import Collection

from talisman_nb.cards import operations as o
from talisman_nb.cards.modifiers import Step as StepLimit
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.arriving import effect_of_space
from talisman_nb.engine.conditions import holds_for
from talisman_nb.engine.fight import running, strength_of_foes
from talisman_nb.engine.ops.encounter import wanted
from talisman_nb.engine.totals import total
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Option
from talisman_nb.text.definitions.lines import options_named, outline
from talisman_nb.text.definitions.nodes import Choice, Context
from talisman_nb.text.definitions.tree import block_nodes
from talisman_nb.text.grammar import Nouns, listed
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording

from .labels import SPACE


def effect_words(wording: Wording, g: WorkingState, seat: int) -> str:
    """What the seat's space does to it: what one chooses from there, or the first thing that happens; "" for nothing.

    `g` has the seat on that space.
    """
    found = g.book.card(f"space.{g.players[seat].space}")
    do = tuple(op for op in effect_of_space(g, seat) if not isinstance(op, o.Nothing))
    nodes = block_nodes(Context(g.book, found, wording), do)
    if not nodes:
        return ""
    if isinstance(choice := nodes[0], Choice):
        said = options_named(choice, wording)
        return wording.say("shown", "wish", options=said) if choice.if_wished else said
    return outline(wording, nodes)[0].text


def awaiting_words(wording: Wording, g: WorkingState, seat: int) -> str:
    """Whom the seat would have to fight, with both totals: "the Serpent lies here: strength 4 against 2"."""
    fight = running(g)
    foes = Nouns([wording.card(foe.card or foe.name) for foe in fight.foes], wording.lang)
    numbers = {"n": strength_of_foes(fight), "own": total(g, seat, fight.stat)}
    return wording.say("shown", "awaits", foe=foes, stat=wording.word(fight.stat), **numbers)


def gate_words(wording: Wording, g: WorkingState, seat: int) -> str:
    """Whom the seat must beat to pass a gate, with both totals."""
    fight = running(g)
    foe = wording.card(fight.foes[0].card or fight.foes[0].name)
    numbers = {"n": strength_of_foes(fight), "own": total(g, seat, fight.stat)}
    return wording.say("shown", "to-pass", foe=foe, stat=wording.word(fight.stat), **numbers)


def there_words(
    wording: Wording,
    g: WorkingState,
    seat: int,
    option: Option,
    enemies: tuple[str, ...] = (),
    named: Collection[int] = (),
) -> str:
    """Who else and what else is on a space, how many cards are drawn there; "" for nothing.

    `named`: seats named beside it. Of the own space, beside attacks on those who stand there, only what is there.
    """
    space = option.space
    others = [who for who in g.standing(space) if who not in (seat, *named) and option.key != SPACE]
    cards = list(g.lying(space))
    for card in enemies:
        cards.remove(card)
    found = Nouns([*map(wording.who, others), *map(wording.card, cards)], wording.lang)
    gold, draw = g.gold[g.board.index[space]], wanted(g, seat)
    told = [str(found)] if found else []
    told += [wording.say("words", "price", n=gold)] if gold else []
    told += [wording.say("words", "draw-cards", n=draw)] if draw else []
    return " · ".join(told)


def hindrance(wording: Wording, g: WorkingState, seat: int, steps: int) -> str:
    """What makes a seat move fewer steps than its die would: "1 step only: Blizzard"; "" for nothing."""
    if g.players[seat].space not in g.runtime.rolled_from:
        return ""
    found = [one for one in active_modifiers(g, seat).of(StepLimit) if holds_for(g, one, seat) and one.mod.n == steps]
    sources = dict.fromkeys(sentence(str(wording.source(one.source))) for one in found)
    said = listed([source for source in sources if source], wording.lang)
    return wording.say("shown", "hindered", n=steps, source=said) if said else ""
