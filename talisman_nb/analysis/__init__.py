"""A position looked into: stepped forth and back, answered otherwise, carried by a line of text or a link."""

from .outcomes import Outcome, Outcomes, outcomes
from .tree import Analysis, Node

__all__ = ["Analysis", "Node", "Outcome", "Outcomes", "outcomes"]
