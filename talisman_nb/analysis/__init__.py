"""A position looked into: stepped forth and back, answered otherwise, carried by a line of text or a link."""

from .analysis import Analysis
from .editions import Editions, InEdition, editions, odds_in_editions
from .outcomes import OutcomeChance, Outcomes, outcomes
from .reasons import Chain, Reason, why_closed, why_event, why_total_of
from .tree import TreeNode
from .what_if import Comparison, Difference, what_if

__all__ = [
    "Analysis",
    "Chain",
    "Comparison",
    "Difference",
    "Editions",
    "InEdition",
    "OutcomeChance",
    "Outcomes",
    "Reason",
    "TreeNode",
    "editions",
    "odds_in_editions",
    "outcomes",
    "what_if",
    "why_closed",
    "why_event",
    "why_total_of",
]
