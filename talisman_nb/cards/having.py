"""Worth of having a card: a help, a burden, or both, as the effects of its definition say."""

from __future__ import annotations

from talisman_nb.cards.operations.flow import Block, Operation

from .decode import operations_in
from .definition import Definition
from .modifiers import (
    Action,
    Add,
    Blank,
    Cannot,
    DiePlus,
    Limit,
    LosesMore,
    Modifier,
    On,
    RollValue,
    SetTo,
    StepModifier,
)
from .operations import Become, Discard, Gain, GainSpell, Get, Heal, Lose, Miss
from .terms import AmountOf

HARMFUL = (Lose, Miss, Become)
"""Operations that make a trigger, or what happens on taking, a drawback."""
HELPFUL = (Gain, GainSpell, Get, Heal)
"""Operations that make a trigger a benefit."""
SHIELDS = ("be_spelled",)
"""Acts of others: who is exempt from them is helped, not limited."""


def worth_of_having(definition: Definition) -> int:
    """Return 1 for a card that helps its owner or does nothing to it, -1 for a mere burden, 0 for one that is both.

    >>> from talisman_nb.rules.book import open_book
    >>> book = open_book()
    >>> [worth_of_having(book.card(card)) for card in ("sword", "amulet", "poltergeist", "talisman")]
    [1, 0, -1, 1]
    """
    if not drawback(definition):
        return 1
    facts = definition.facts
    return 0 if facts.save or any(_helps(definition, each) for each in definition.held) else -1


def drawback(definition: Definition) -> bool:
    """Return whether a card forbids its owner something, lowers a figure, or may harm its owner.

    >>> from talisman_nb.rules.book import open_book
    >>> book = open_book()
    >>> [card for card in book.deck_cards["adventure"] if book.card(card).facts.take == "may"
    ...  and book.card(card).facts.type == "magic object" and drawback(book.card(card))]
    ['amulet']
    """
    return any(_limits(definition, each) for each in definition.held) or _harms(definition.blocks.get("taken", ()))


def _limits(definition: Definition, modifier: Modifier) -> bool:
    if isinstance(modifier, (Cannot, SetTo, Blank, StepModifier, LosesMore)):
        return True
    if isinstance(modifier, Limit):
        return modifier.most >= 0
    if isinstance(modifier, (Add, DiePlus)):
        return isinstance(modifier.n, int) and modifier.n < 0 and not getattr(modifier, "optional", False)
    if isinstance(modifier, RollValue):
        n = modifier.n
        return n < 0 if isinstance(n, int) else isinstance(n, AmountOf) and n.minus is not None and n.minus[0] == 0
    if isinstance(modifier, On):
        return _harms(_block(definition, modifier.do))
    return isinstance(modifier, Action) and modifier.must


def _helps(definition: Definition, modifier: Modifier) -> bool:
    if isinstance(modifier, On):
        return any(isinstance(op, HELPFUL) for op in operations_in(_block(definition, modifier.do)))
    return (isinstance(modifier, Cannot) and modifier.act in SHIELDS) or not _limits(definition, modifier)


def _block(definition: Definition, do: Block) -> tuple[Operation, ...]:
    return definition.blocks.get(do, ()) if isinstance(do, str) else do or ()


def _harms(block: tuple[Operation, ...]) -> bool:
    return any(isinstance(op, HARMFUL) or _takes_away(op) for op in block)


def _takes_away(op: Operation) -> bool:
    return isinstance(op, Discard) and op.card.startswith("your.")


__all__ = ["drawback", "worth_of_having"]
