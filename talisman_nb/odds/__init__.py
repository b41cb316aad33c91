"""How likely: exact chances by the engine's own questions, the best answers to them, samples with their error."""

from .fight import Odds, fight_odds

__all__ = ["Odds", "fight_odds"]
