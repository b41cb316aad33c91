"""The operations by topic; importing this package registers them, and the tests of conditions."""

from talisman_nb.engine.conditions import computed, simple  # noqa: F401

from . import (  # noqa: F401
    bargain,
    card_draws,
    combat,
    dice,
    duel_reward,
    effects,
    encounter,
    fight_or_evade,
    flow,
    foe_outcomes,
    gold,
    life_and_death,
    loot,
    moving,
    next_thing,
    possessions,
    space_programs,
    spells,
    stats,
    turn,
)
