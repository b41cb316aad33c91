"""The engine: `step(state, answer)` runs until the next ask. It never rolls, draws, words or draws pictures."""

from . import ops  # noqa: F401  (registers the operations)
from .refusal import NotAllowedError
from .setup import begin_game, new_game
from .stepping import asides, ask, step
from .view import unveiled, view, view_ask, view_event

__all__ = ["NotAllowedError", "asides", "ask", "begin_game", "new_game", "step", "unveiled", "view", "view_ask", "view_event"]
