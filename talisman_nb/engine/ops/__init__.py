"""The operations by topic; importing this package registers them, and the tests of conditions."""

from talisman_nb.engine import conditions  # noqa: F401

from . import (  # noqa: F401
    bargain,
    card_draws,
    covers,
    dice,
    encounter,
    fight_results,
    fights,
    figures,
    flow,
    moving,
    possessions,
    shop,
    spells,
    stats,
    turn,
)
