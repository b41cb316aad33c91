"""A position looked into: stepped forth and back, answered otherwise, carried by a line of text or a link."""

from .outcomes import Outcome, Outcomes, outcomes
from .reasons import Chain, Reason, why_closed, why_event, why_total_of
from .tree import Analysis, Node

__all__ = [
    "Analysis",
    "Chain",
    "Node",
    "Outcome",
    "Outcomes",
    "Reason",
    "outcomes",
    "why_closed",
    "why_event",
    "why_total_of",
]
