"""The operations by topic; importing this package registers them, and the tests of conditions."""

from talisman_nb.engine.conditions import simple  # noqa: F401

from . import (  # noqa: F401
    attack_rolls,
    bargain,
    card_draws,
    dice,
    effects,
    encounter,
    fight_or_evade,
    fight_results,
    flow,
    moving,
    possessions,
    spells,
    stats,
    turn,
)
