"""What `when` of a definition may ask; `simple` and `computed` register their tests with the operations."""

from .testing import Asked, Test, compile_condition, holds, holds_for

__all__ = ["Asked", "Test", "compile_condition", "holds", "holds_for"]
