"""The engine: `step(state, answer)` runs the rules to the next ask. It throws no dice and words no text."""

from . import ops  # noqa: F401  (registers the operations)
from .by_hand import can_settle
from .refusal import NotAllowedError
from .setup import begin_game, new_game
from .stepping import asides, ask, step
from .view import unveil_key, view, view_ask, view_event

__all__ = [
    "NotAllowedError",
    "asides",
    "ask",
    "begin_game",
    "can_settle",
    "new_game",
    "step",
    "unveil_key",
    "view",
    "view_ask",
    "view_event",
]
