"""How likely: exact chances by the engine's own questions, the best answers to them, samples with their error."""

from .best_fight import best_fight
from .fight import Dice, Odds, fight_odds, score_odds
from .graph import LoopError
from .journeys import at_crown, at_least, chance_of_crown, chance_within, in_region, on_space
from .outlook import Outlook
from .walk import LIVE, REACH, WIN, Aim, TooLongError

__all__ = [
    "LIVE", "REACH", "WIN", "Aim", "Dice", "LoopError", "Odds", "Outlook", "TooLongError", "at_crown", "at_least",
    "best_fight", "chance_of_crown", "chance_within", "fight_odds", "in_region", "on_space", "score_odds",
]  # fmt: skip
