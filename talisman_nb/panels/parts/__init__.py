"""Parts of the companion as widgets by themselves, for notebooks of one's own.

`BoardPanel`, `SheetPanel` and `JournalPanel` follow a table; `CardPanel`, `DicePanel`, `DeckPanel` and `FightPanel`
need none. All are ipywidgets: they sit in `HBox` or `AppLayout`; `link`, `observe` and `interact` take their traits.
"""

from .following import BoardPanel, JournalPanel, SheetPanel
from .loose import CardPanel, DeckPanel, DicePanel, FightPanel

__all__ = ["BoardPanel", "CardPanel", "DeckPanel", "DicePanel", "FightPanel", "JournalPanel", "SheetPanel"]
