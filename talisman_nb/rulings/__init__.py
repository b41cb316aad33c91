"""Questions to the rules: how likely, why, why not, what if, what other editions say."""

from .compare import by_edition
from .odds import Odds, fight_odds
from .why import Reason, what_if, why_not, why_total

__all__ = ["Odds", "Reason", "by_edition", "fight_odds", "what_if", "why_not", "why_total"]
