"""A position looked into: stepped forth and back, answered otherwise, carried by a line of text or a link."""

from .tree import Analysis, Node

__all__ = ["Analysis", "Node"]
