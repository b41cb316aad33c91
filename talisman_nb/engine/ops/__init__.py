"""The operations by topic; importing this package registers them and the tests of conditions."""

from talisman_nb.engine.conditions import computed, simple  # noqa: F401

from . import (  # noqa: F401
    cards,
    combat,
    crossing,
    dice,
    facing,
    figures,
    flow,
    foes,
    gold,
    goods,
    lasting,
    life,
    magic,
    meeting,
    moving,
    plunder,
    spoils,
    things,
    turn,
)
