"""The closed vocabulary of operations: what programs of cards, spaces, abilities and the turn may do.

One struct per operation, as it is written in TOML: `{ op = "lose", what = "life", n = 1 }`. A block (`do`) is a
list of operations or the name of a block of the same definition. An unknown key is an error.
"""

from __future__ import annotations

from .bargain import *
from .base import *
from .base import Operation
from .card_draws import *
from .combat import *
from .dice import *
from .duel_reward import *
from .effects import *
from .encounter import *
from .fight_or_evade import *
from .flow import *
from .foe_outcomes import *
from .gold import *
from .life_and_death import *
from .loot import *
from .moving import *
from .next_thing import *
from .possessions import *
from .space_programs import *
from .spells import *
from .stats import *
from .turn import *

OPERATIONS: tuple[type[Operation], ...] = tuple(
    value
    for value in globals().values()
    if isinstance(value, type) and issubclass(value, Operation) and value is not Operation
)
"""All operations."""

NAMES: dict[str, type[Operation]] = {str(op.__struct_config__.tag): op for op in OPERATIONS}
"""Maps an operation's name in TOML to its struct."""
