"""Answers of a shop for several: one *done* is everybody's, and a later buyer buys once those before are done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from talisman_nb.engine.shops import BUYER, DONE, still_to_buy
from talisman_nb.model import Answer, State


def shop_answers(state: State, key: str) -> Iterator[Answer]:
    """Yield the answers that a press in a shop stands for.

    >>> from talisman_nb.rulings.situation import situation
    >>> village = situation("troll fields-6, gold 2 | thief city > 1 > clockwise > blacksmith")
    >>> [answer.key for answer in shop_answers(village, "done")]
    ['done']
    """
    if key == DONE:
        yield from (Answer(0, DONE) for _ in still_to_buy(state))
        return
    if key.startswith(BUYER):
        whose, _, key = key.removeprefix(BUYER).partition("/")
        seats = [str(seat) for seat in still_to_buy(state)]
        yield from (Answer(0, DONE) for _ in takewhile(lambda seat: seat != whose, seats))
    yield Answer(0, key)
