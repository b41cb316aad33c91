"""Conditions (`when` of a definition); `simple` and `computed` hold their tests, registered with the operations."""

from .testing import Asked, Test, compile_condition, holds, holds_for

__all__ = ["Asked", "Test", "compile_condition", "holds", "holds_for"]
