"""Schema of a lesson (`data/*.toml`): pages of steps, each of which the engine plays or answers.

A page begins with a step `situation`, so that a lesson opens at any page. The lesson's own answers and dice are one
line through the engine. What a class answers or throws instead is shown and counted, and the steps behind it go on from
there; one that can't be played there says in words what it supposes instead, and goes on from that.
"""

from __future__ import annotations

import os
from typing import Annotated, Literal

from msgspec import Meta, Struct

from talisman_nb.model import UserError
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.rulings.case_types import CaseWords
from talisman_nb.text.pages import markdown_list
from talisman_nb.text.phrases import load_phrases

MOST_OPTIONS = 4
"""Options of a prediction: a class raises hands for each, and a clicker has as many keys."""
LETTERS = "ABCD"
"""Letters of the options."""
MOST_PAGES, MOST_STEPS = 30, 30
"""Pages of a lesson and steps of a page: an hour has fewer than a quarter of them."""

Name = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z",
        max_length=LONGEST_NAME,
        description=f"a name of small letters, digits and hyphens, at most {LONGEST_NAME} long",
    ),
]
Minutes = Annotated[int, Meta(ge=1, le=60, description="a whole number from 1 to 60")]
Face = Annotated[int, Meta(ge=1, le=6, description="a face of a die from 1 to 6")]
GraphLook = Literal["edges", "neighbours", "search", "way", "ends", "bridges", "cuts", "walk", "walks"]
Answers = Annotated[tuple[str, ...], Meta(min_length=1, description="a list of answers")]
Dice = Annotated[tuple[Face, ...], Meta(min_length=1, max_length=4, description="a list of 1 to 4 faces of dice")]


def kind_of(step: type[Struct]) -> str:
    """Return the word by which a file names a kind of step."""
    return str(step.__struct_config__.tag)


LessonErrorKey = Literal[
    "unknown",
    "changed",
    "system",
    "toml",
    "wrong",
    "page-unknown",
    "not-now",
    "hands",
    "dice",
    "counts",
    "figure-unknown",
    "name",
]
"""Errors of a lesson; each has its phrase in `lessons.toml`."""


class LessonError(UserError):
    """Raised for a lesson that can't be read or found, and for an entry that the step doesn't take."""

    topic = "lessons"
    key: LessonErrorKey
    at: tuple[str | int, ...] = ()
    """The place in the tables of the file, as far as it is known."""

    def __init__(self, key: LessonErrorKey, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


class PredictedOption(Struct, frozen=True, forbid_unknown_fields=True):
    """One answer to a prediction, and the claim it makes; the engine must find exactly one of them true."""

    says: CaseWords
    claim: str


class _Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Any step: what the wall says of it, in at most two sentences.

    `holds`: claims on which the text rests; each must be true of the situation that is laid out or that the step
    begins in, at a tally of that before the throw it counts. A number in a text stands in one of them, in the claim of
    its option, or was given to the game on its page.
    """

    text: CaseWords | None = None
    holds: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Return the word of its kind."""
        return kind_of(type(self))


class SituationStep(_Step, frozen=True, kw_only=True, tag="situation"):
    """Lays out a situation, with answers behind `>` where the class comes in later."""

    text: CaseWords
    situation: str


class Play(_Step, frozen=True, kw_only=True, tag="play"):
    """Gives answers, and shows what came of them."""

    answers: Answers


class Predict(_Step, frozen=True, kw_only=True, tag="predict"):
    """Asks the class what it expects; the next step shows which option is true, and the figures claimed."""

    text: CaseWords
    option: Annotated[
        tuple[PredictedOption, ...],
        Meta(min_length=2, max_length=MOST_OPTIONS, description=f"2 to {MOST_OPTIONS} tables [[page.step.option]]"),
    ]


class ThrowStep(_Step, frozen=True, kw_only=True, tag="throw"):
    """Lets the class throw the dice asked for; `dice` are the lesson's own.

    `keep`: the throw stands, whatever fate could do; False: the next question is asked.
    """

    dice: Dice
    keep: bool = True


class ChooseStep(_Step, frozen=True, kw_only=True, tag="answer"):
    """Lets the class answer the question of the game; `answer` is the lesson's own."""

    answer: str


class TellRule(_Step, frozen=True, kw_only=True, tag="rule"):
    """Shows a rule, with its id, in the words of the situation's edition."""

    rule: str


class WhatIf(_Step, frozen=True, kw_only=True, tag="what-if"):
    """Changes one thing, and shows both runs side by side with their chances; `called`: what the changed one is."""

    change: str
    called: CaseWords


class AllOutcomes(_Step, frozen=True, kw_only=True, tag="outcomes"):
    """Shows everything that may come of the question, each with its chance."""


class InEditions(_Step, frozen=True, kw_only=True, tag="editions"):
    """Shows the same situation in every edition."""


class Count(_Step, frozen=True, kw_only=True, tag="tally"):
    """Counts what the class has thrown at the last step `throw`, beside the chances."""


class GraphStep(_Step, frozen=True, kw_only=True, tag="graph"):
    """Shows the board as a graph, with a line of networkx: its edges, a space's neighbours, a way, and so on.

    A search from `start` to `end` and a random walk of so many `steps` grow by one with each key; `walks` has the
    long-run chance of each space, then 2,000 walks beside it. `roll`: of the ends of a move; `seed`: of what is random.
    """

    shows: GraphLook
    start: str = ""
    end: str = ""
    roll: Face = 1
    steps: Annotated[int, Meta(ge=1, le=30, description="a whole number from 1 to 30")] = 6
    seed: int = 1


Step = (
    SituationStep
    | Play
    | Predict
    | ThrowStep
    | ChooseStep
    | TellRule
    | WhatIf
    | AllOutcomes
    | InEditions
    | Count
    | GraphStep
)
STEPS: dict[str, type[Step]] = {
    kind_of(kind): kind
    for kind in (
        SituationStep,
        Play,
        Predict,
        ThrowStep,
        ChooseStep,
        TellRule,
        WhatIf,
        AllOutcomes,
        InEditions,
        Count,
        GraphStep,
    )
}
"""Maps the word of a step's `kind` to its type."""
Waiting = Predict | ThrowStep | ChooseStep
"""Steps that wait for the class before they show something."""


class PageHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Head of a page in a file. `notes`: for the teacher alone: what pupils usually think, an extra question.

    `holds`: claims on which the notes rest, true of the situation that the page begins with.
    """

    title: CaseWords
    minutes: Minutes
    notes: CaseWords | None = None
    holds: tuple[str, ...] = ()


class LessonPage(PageHead, frozen=True, kw_only=True):
    """Some minutes of a lesson: its steps, the first of them a situation."""

    steps: tuple[Step, ...]


class LessonHead(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Head of a lesson in a file: `name` is what it is called on the command line, a word in each language.

    `place`: where it stands among the others, 0 for a teacher's own.
    """

    name: CaseWords
    title: CaseWords
    about: CaseWords
    place: int = 0


class Lesson(LessonHead, frozen=True, kw_only=True):
    """A lesson.

    Attributes
    ----------
    key
        The name of its file.
    path
        Where it was read.
    pages
        Its pages.

    Examples
    --------
    >>> from talisman_nb.lessons import lesson
    >>> found = lesson("combat")
    >>> found.minutes == sum(page.minutes for page in found.pages)
    True
    """

    key: str
    path: str
    pages: tuple[LessonPage, ...]

    @property
    def minutes(self) -> int:
        """Return how long it takes: the minutes of its pages together."""
        return sum(page.minutes for page in self.pages)

    def _repr_markdown_(self) -> str:
        """Show its title and its pages with their minutes in a notebook, in the language of `TALISMAN_NB_LANG`."""
        from .texts import text_in

        lang = os.environ.get("TALISMAN_NB_LANG") or "en"
        told = [f"{text_in(page.title, lang)} ({page.minutes} min)" for page in self.pages]
        return "\n\n".join((f"#### {text_in(self.title, lang)}", text_in(self.about, lang), markdown_list(told)))
