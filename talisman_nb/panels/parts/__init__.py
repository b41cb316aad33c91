"""Parts of the companion as widgets by themselves, for notebooks of one's own.

`BoardPanel`, `SheetPanel` and `JournalPanel` follow a table; `CardPanel`, `DicePanel`, `DeckPanel` and `FightPanel`
need none; `AnalysisPanel` looks into a situation, `RulingsPanel` searches the rulings, `CardGridPanel` has the cards of
a group in a grid, `Workshop` makes cards, `LessonPanel` is the wall of a class, `LessonNotesPanel` what its teacher
sees, `LessonWorkshop` makes lessons. All are ipywidgets: they sit in `HBox` or `AppLayout`, and `link`, `observe` and
`interact` take their traits. `Row` and `Column` are boxes that keep pictures of what is in them in a saved notebook.
"""

from .following import BoardPanel, JournalPanel, SheetPanel
from .lesson_panel import LessonNotesPanel, LessonPanel
from .loose import CardPanel, DeckPanel, DicePanel, FightPanel, progress_bar
from .part import Column, Row, still_of
from .rulings_panel import AnalysisPanel, ExampleGallery, RulingsPanel
from .workshop import CardGridPanel, LessonWorkshop, Workshop

__all__ = [
    "AnalysisPanel",
    "BoardPanel",
    "CardGridPanel",
    "CardPanel",
    "Column",
    "DeckPanel",
    "DicePanel",
    "ExampleGallery",
    "FightPanel",
    "JournalPanel",
    "LessonNotesPanel",
    "LessonPanel",
    "LessonWorkshop",
    "Row",
    "RulingsPanel",
    "SheetPanel",
    "Workshop",
    "progress_bar",
    "still_of",
]
