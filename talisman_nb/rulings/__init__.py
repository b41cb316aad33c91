"""Rules queries: reasons, what-if, differences between editions; rulings and examples that are executed."""

from talisman_nb.notation.situation import situation, situation_text

from .answer_questions import answer, answer_card
from .cases import case, cases
from .edition_differences import by_edition, differences, endings
from .example import worked_example
from .own_rulings import freeze_ruling, own_rulings, read_rulings, save_ruling
from .rulings_by_subject import coverage
from .runner import run
from .search import find_answers, found_rulings
from .why import ClosedReason, what_if, why_not, why_total

__all__ = [
    "ClosedReason", "answer", "answer_card", "by_edition", "case", "cases", "coverage", "differences", "endings",
    "find_answers", "found_rulings", "freeze_ruling", "own_rulings", "read_rulings", "run", "save_ruling", "situation",
    "situation_text",
    "what_if", "why_not", "why_total", "worked_example",
]  # fmt: skip
