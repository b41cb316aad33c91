"""Steps through a case, showing its board and text; used in notebooks and the console."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from talisman_nb.engine import ask
from talisman_nb.engine.view import seen_by
from talisman_nb.model import State
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import by_character
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.pages import Note, Page, Section
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question

from .case_types import Case
from .cases import case, cases, expansion_cases, one_of
from .check_text import ASKED, told_step
from .runner import Played, play_step


class WorkedExample:
    """A ruling at one of its steps, with its board and text. Immutable: `step()` returns the next one.

    Parameters
    ----------
    case
        The ruling.
    lang
        The language: en, it, fr or pl.
    state
        The state of the game at the step; None before the first.
    played
        The steps played so far.

    Examples
    --------
    >>> example = worked_example("w2")
    >>> example.step().step().state.players[0].space
    'cursed-glade'
    >>> example.done, example.ok, len(example.text.splitlines()), type(example.board).__name__
    (False, True, 3, 'Picture')
    """

    def __init__(
        self, case: Case, lang: str = "en", state: State | None = None, played: tuple[Played, ...] = ()
    ) -> None:
        self.case, self.lang, self.played = case, lang, played
        self.state = situation(case.situation_in(case.own_edition)) if state is None else state

    def step(self) -> WorkedExample:
        """Return the example after the next step.

        Returns
        -------
        WorkedExample
            The example a step further.

        Raises
        ------
        StopIteration
            All steps are played.

        Examples
        --------
        >>> len(worked_example("w2").step().played)
        1
        """
        if self.done:
            raise StopIteration(f"{self.case.id} has {len(self.case.steps)} steps; all are played")
        step = self.case.steps[len(self.played)]
        played = play_step(self.state, step.do, step.then)
        return WorkedExample(self.case, self.lang, played.states[-1], (*self.played, played))

    @property
    def done(self) -> bool:
        """Whether every step has been played."""
        return len(self.played) == len(self.case.steps)

    @property
    def ok(self) -> bool:
        """Whether every check so far has passed."""
        return all(played.ok for played in self.played)

    @property
    def text(self) -> str:
        """Return the lines of the current step.

        These are the question of the case, the events and checks of the last step (before the first: the situation),
        then the question the game asks now or, after the last step, the decision.
        """
        laid_out = self.case.situation_in(self.case.own_edition)
        came = told_step(self.played[-1], self.lang) if self.played else (laid_out,)
        lines = [self.case.asks(self.lang), *came, *(self._decided() if self.done else (self._asked(),))]
        return "\n".join(line for line in lines if line)

    def _asked(self) -> str:
        """Return the headline of the question asked now, "" if a check of the last step has worded it already."""
        looked = self.played and any(check.ok and check.what in ASKED for check in self.played[-1].checks)
        return "" if looked else question(by_character(self.state, self.lang), ask(self.state), self.lang).headline

    def _decided(self) -> list[str]:
        """Return the decision and its printed sources."""
        say = load_phrases(self.lang).say
        places = (
            say("pages", "section", text=say("pages", f"text.{text}"), section=found)
            for text, found in self.case.stands_in()
        )
        return [self.case.decides(self.lang), *places]

    @property
    def board(self) -> Any:
        """Return a picture of the board in the current state."""
        from talisman_nb.drawing.board_picture import draw_position

        state = by_character(self.state, self.lang)
        return draw_position(seen_by(state, range(len(state.players))), self.lang)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        from talisman_nb.drawing.definition_picture import still_beside

        asks, *told = self.text.splitlines()
        return {**still_beside(self.board, Page(asks, (), (Section("", tuple(told)),))), "text/plain": self.text}


def worked_example(id: str, lang: str = "en") -> WorkedExample:
    """Return the worked example of a ruling, before its first step.

    Parameters
    ----------
    id
        The ruling's id.
    lang
        The language: en, it, fr or pl.

    Returns
    -------
    WorkedExample
        The example.

    Raises
    ------
    KeyError
        There is none; with the nearest id.

    Examples
    --------
    >>> worked_example("w3").text.splitlines()[1]
    'assassin hills-1 | thief city'
    """
    return WorkedExample(one_of({**cases(), **expansion_cases()}, id), lang)


EDGE_CASES = (
    "evade-first", "spell-before-dice", "duel-evade-first", "potion-before-evading", "several-craft", "lent-put-down",
    "loser-drops", "fate-order", "w19", "w8", "w15", "w13", "kill-gold-part", "counterspell-twice", "preservation-duel",
    "hex-answered", "toad-valley", "amulet-at-crown", "crown-once-reached", "each-its-werewolf",
)  # fmt: skip
"""Twenty rulings on what tables argue about."""


def rulings_note(ids: Iterable[str], lang: str = "en") -> Note:
    """Return rulings, numbered: question, decision, how it stands, its rules, its situation with the answers.

    >>> print(rulings_note(["w3"]).splitlines()[0])
    ### 1. An evil Assassin finds the Holy Lance: may it be taken?
    """
    return Note("\n\n".join(part for n, id in enumerate(ids, 1) for part in _parts(n, case(id), lang)))


def _parts(n: int, found: Case, lang: str) -> Iterator[str]:
    yield f"### {n}. {found.asks(lang)}"
    yield found.decides(lang)
    standing = load_phrases(lang).say("pages", found.decided_by)
    yield f"*{standing}* · {', '.join(f'`{rule}`' for rule in found.rules)}"
    yield f"```\n{found.played_text()}\n```"


def worked_examples() -> tuple[Case, ...]:
    """Return the worked examples of the rule texts, in their order; those of the program's layers come last.

    >>> [found.id for found in worked_examples()][:3]
    ['w1', 'w2', 'w3']
    """
    every = (*cases().values(), *expansion_cases().values())
    return tuple(found for found in every if found.example and found.id.startswith("w"))


def expansion_examples() -> tuple[Case, ...]:
    """Return what the program's layers have of their own to show, in the order of the files.

    >>> [found.id for found in expansion_examples()][:2]
    ['soul-walk-back', 'soul-told-stays-there']
    """
    return tuple(found for found in expansion_cases().values() if found.example and found not in worked_examples())


def examples_told(lang: str = "en") -> Note:
    """Return the worked examples as a table: what each asks, what is decided, and the section it stands in."""
    say = load_phrases(lang).say
    heads = (say("notebooks", key) for key in ("asked", "decided", "stands-in"))
    rows = [f"| | {' | '.join(heads)} |", "|---|---|---|---|"]
    for found in worked_examples():
        places = SEMICOLON[lang].join(
            say("pages", "section", text=say("pages", f"text.{text}"), section=at) for text, at in found.stands_in()
        )
        rows.append(f"| {found.id} | {found.asks(lang)} | {found.decides(lang)} | {places} |")
    return Note("\n".join(rows))
