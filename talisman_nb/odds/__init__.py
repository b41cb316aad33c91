"""How likely: exact chances by the engine's own questions, the best answers to them, samples with their error."""

from .fight import DiceCount, Odds, fight_odds, score_odds
from .gates import CommandOdds, Gate, command_odds, gate_odds
from .graph import LoopError
from .journeys import at_crown, at_least, chance_of_crown, chance_within, in_region, on_space
from .outlook import Outlook, best_fight
from .rolls import Face, RollTable, prayers, roll_table, rolls_on
from .tables import CardRow, Cell, FoeRow, Stage, crown_funnel, figure_grid, odds_against, odds_with_cards
from .walk import LIVE, REACH, WIN, Aim, TooLongError

__all__ = [
    "LIVE",
    "REACH",
    "WIN",
    "Aim",
    "CardRow",
    "Cell",
    "CommandOdds",
    "DiceCount",
    "Face",
    "FoeRow",
    "Gate",
    "LoopError",
    "Odds",
    "Outlook",
    "RollTable",
    "Stage",
    "TooLongError",
    "at_crown",
    "at_least",
    "best_fight",
    "chance_of_crown",
    "chance_within",
    "command_odds",
    "crown_funnel",
    "fight_odds",
    "figure_grid",
    "gate_odds",
    "in_region",
    "odds_against",
    "odds_with_cards",
    "on_space",
    "prayers",
    "roll_table",
    "rolls_on",
    "score_odds",
]  # fmt: skip
