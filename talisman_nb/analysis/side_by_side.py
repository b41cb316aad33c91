"""Two sides beside each other: of a fight, block by block; of a comparison, as rows, the first that differs marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine.scores import keeps_highest, scores
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model.state import Fight
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds.fight import FightSide, sides
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.fight_sums import fight_sums, take_less
from talisman_nb.text.wording import Wording, wording_of

from .analysis import Analysis
from .outcomes import OutcomeChances, format_ways
from .replies import Run, told_answer
from .what_if import FIRST as FIRST
from .what_if import Comparison

RULES = ("rule", "golden")
"""Kinds of reasons that are rules."""


class SummandShown(Struct, frozen=True):
    """One summand: what it is called, and its value; `die`: it is thrown, 0 for one to come.

    `best`: one of several dice of which only the best counts; `counts`: False for those that do not.
    """

    name: str
    n: int
    die: bool = False
    counts: bool = True
    best: bool = False


class SideSum(Struct, frozen=True):
    """The score of one side, and the blocks it is made of; None while dice are to come.

    `named`: who it is within a sentence, "the Dwarf".
    """

    who: str
    blocks: tuple[SummandShown, ...]
    score: int | None
    named: str = ""

    def told(self) -> str:
        """Return the sum as a line.

        >>> SideSum("Dwarf", (SummandShown("Strength", 3), SummandShown("die", 4, die=True)), 7).told()
        '3 (Strength) + 4 (die) = 7'
        """
        counting = [block for block in self.blocks if block.counts]
        to_come = next((block.name for block in counting if block.best and not block.n), "")
        alone = [block for block in counting if not (to_come and block.best)]  # dice to come are one summand
        told = [f"{block.n} ({block.name})" if block.n else block.name for block in alone]
        return " + ".join([*told, *filter(None, (to_come,))]) + ("" if self.score is None else f" = {self.score}")


def sums_of(before: Analysis, after: Analysis, dice: Sequence[int]) -> tuple[SideSum, ...]:
    """Return both sums of the fight that a throw decided, the attacker's first; () if it decided none.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> print(*(one.told() for one in sums_of(bear, bear.answer("4", "2"), (4, 2))), sep="; ")
    3 (Strength) + 4 (die) = 7; 3 (Strength) + 2 (die) = 5
    """
    way = after.line[before.depth + 1 : after.depth + 1]
    fought = next((event for at in way for event in after.nodes[at].events if event.kind == "fought"), None)
    fight = before.state.fight
    if fought is None or fight is None:
        return ()
    thrown = iter(dice)
    both = tuple(
        replace(side, roll=replace(side.roll, faces=tuple(face or next(thrown, 0) for face in side.roll.faces)))
        for side in _sides(before)
    )
    return _with_dice(before, fight, both, fought.scores)


def sums_now(here: Analysis) -> tuple[SideSum, ...]:
    """Return both sums of a fight that is not decided, with the dice that lie; () if there is none.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, has sword, arrived | thief city | on fields-1, bear > fight", "en")
    >>> print(*(one.told() for one in sums_now(bear)), sep="; ")
    3 (Strength) + 1 (Sword) + die; 3 (Strength) + die
    """
    fight = here.state.fight
    if fight is None or fight.result:
        return ()
    mine, theirs = scores(working_state(here.state))
    return _with_dice(here, fight, _sides(here), (mine, theirs))


def sums_to_come(before: Analysis) -> tuple[SideSum, ...]:
    """Return both sums of a fight of which dice are to come; () if there is none."""
    found = sums_now(before)
    return found if any(one.score is None for one in found) else ()


def _with_dice(before: Analysis, fight: Fight, both: Sequence[FightSide], scored: Sequence[int]) -> tuple[SideSum, ...]:
    """Return both sums, of the blocks that the table shows and dice; a side has a score once all its dice lie."""
    wording, g, found = words_of(before), working_state(before.state), []
    people = tuple(who(before.state, seat, wording) for seat in range(len(before.state.players)))
    for shown, side, score in zip(fight_sums(g, wording, people).sides, both, scored, strict=True):
        whole, dice = 0 not in side.roll.faces, _dice(g, wording, side)
        more = score - sum(die.n for die in dice if die.counts) - sum(block.n for block in shown.blocks)
        blocks = take_less(shown.blocks, more) if whole and more > 0 else shown.blocks
        told = tuple(SummandShown(block.label, block.n) for block in blocks)
        person = wording.who(side.seat) if side.seat >= 0 else None
        creatures = ", ".join(sentence(str(wording.source(foe.card or foe.name))) for foe in fight.foes)
        title, named = (person.text, str(person)) if person else (creatures, "")
        found.append(SideSum(title, (*told, *dice), score if whole else None, named))
    return tuple(found)


def _sides(before: Analysis) -> tuple[FightSide, FightSide]:
    return sides(working_state(before.state))


def _dice(g: WorkingState, wording: Wording, side: FightSide) -> tuple[SummandShown, ...]:
    """Return the dice of a side; of several of which the best counts that one is a summand."""
    name, faces = wording.say("lessons", "die"), side.roll.faces
    if len(faces) == 1 or keeps_highest(g, side.which) != 1:  # a lesson has no house rules
        return tuple(SummandShown(name, face, die=True) for face in faces)
    whole, better = 0 not in faces, wording.say("lessons", "better-die")
    at = faces.index(max(faces)) if whole else -1
    return tuple(
        SummandShown(name if whole else better, face, die=True, counts=at in (n, -1), best=True)
        for n, face in enumerate(faces)
    )


def words_of(analysis: Analysis) -> Wording:
    """Return the language of an analysis with the names of its characters."""
    lang = analysis.node.situation.lang
    return wording_of(by_character(analysis.state, lang, analysis.nodes[0].state), lang)


# --- two runs ---


class SideCell(Struct, frozen=True):
    """The part of one run in a row: the sum of a side, or lines, of an outcome with its chance; `differs`: marked."""

    lines: tuple[str, ...] = ()
    sum: SideSum | None = None
    chance: Fraction | None = None
    differs: bool = False

    def told(self, lang: str) -> str:
        """Return the cell as a line."""
        return with_heading(self.sum.who, self.sum.told(), lang) if self.sum else " ".join(self.lines)


class SideRow(Struct, frozen=True):
    """A row of both runs; `first`: it is the first one that differs."""

    cells: tuple[SideCell, SideCell]
    first: bool = False


class SideBySide(Struct, frozen=True):
    """Two runs side by side. `rules`: those on which the first difference rests, each with its id."""

    titles: tuple[str, str]
    rows: tuple[SideRow, ...]
    rules: tuple[tuple[str, str], ...] = ()


def answers_beside(found: Comparison, lang: str) -> Iterator[SideRow]:
    """Yield each answer of both runs with what it caused, then the question that they come to."""
    nothing, end = load_phrases(lang).say("analysis", "nothing"), found.end
    first = found.first or end
    for n, row in enumerate(found.rows):
        cells = []
        for run, nodes, told in zip(found.runs, row.nodes, row.told, strict=True):
            waits = (nothing,) if row.differs and nodes and not told else ()
            differs = row.differs and (not nodes or row.told[0] != row.told[1])
            cells.append(SideCell((*answer_lines(run, nodes), *waits), differs=differs))
        yield SideRow((cells[0], cells[1]), first is not None and first.row == n)
    one, other = (SideCell((headline or "–",), differs=end is not None) for headline in found.ends)
    yield SideRow((one, other), first is not None and first is end)


def answer_lines(run: Run, nodes: Sequence[int]) -> tuple[str, ...]:
    """Return the answers that led to some nodes of a run, and what they caused; without nodes that none was asked."""
    if not nodes:
        return (load_phrases(run.lang).say("analysis", "not-asked"),)
    answers = " · ".join(f"» {told_answer(run.analysis, node)}" for node in nodes)
    return (answers, *(line for node in nodes for line in run.sentences(node)))


def results_beside(found: Comparison, lang: str) -> SideBySide:
    """Return the sums of a fight and its chances beside each other, else what happened first otherwise and is asked.

    >>> from talisman_nb.analysis import Analysis, what_if
    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> rows = results_beside(what_if(bear, "dwarf, has sword"), "en").rows
    >>> [cell.told("en") for cell in rows[0].cells], rows[0].first
    (['Dwarf: 3 (Strength) + die', 'Dwarf: 3 (Strength) + 1 (Sword) + die'], True)
    """
    pairs = list(zip_longest(*(_results(found, side, lang) for side in (0, 1)), fillvalue=SideCell()))
    first = next((n for n, (one, other) in enumerate(pairs) if one != other), -1)
    rows = tuple(SideRow((one, other), n == first) for n, (one, other) in enumerate(pairs))
    chains = found.first.reasons if found.first and not any(found.chances) else ()
    rules = ((reason.text, reason.id) for chain in chains for reason in chain.reasons if reason.kind in RULES)
    return SideBySide((sentence(found.titles[0]), sentence(found.titles[1])), rows, tuple(dict.fromkeys(rules)))


def _results(found: Comparison, side: int, lang: str) -> Iterator[SideCell]:
    """Yield the cells of one run."""
    run, chances, say = found.runs[side], found.chances[side], load_phrases(lang).say
    if chances is None:
        happened = found.rows[found.first.row].told[side] if found.first else ()
        told = (say("analysis", "no-difference"),) if found.alike else (*happened, run.analysis.headline)
        yield from (SideCell((line,)) for line in told)
        return
    yield from (SideCell(sum=one) for one in _sums(run, chances))
    every = [chance for _, chance in chances.parts]
    whole = next((6**n for n in range(1, 5) if all(6**n % one.denominator == 0 for one in every)), 0)  # of few dice
    for name, chance in chances.parts:
        outcome, ways = say("analysis", f"chance.{name}"), format_ways(chance, whole, lang)
        yield SideCell((say("lessons", "beside", title=outcome, told=ways),), chance=chance)


def _sums(run: Run, chances: OutcomeChances) -> tuple[SideSum, ...]:
    """Return the sums of the fight whose chances are told: with its dice if they have been thrown."""
    before = run.analysis.go(chances.at)
    behind = run.analysis.line[before.depth + 1 : run.analysis.depth + 1]
    dice = [int(answer) for answer in (run.analysis.nodes[at].answer for at in behind) if answer.isdecimal()]
    return sums_of(before, run.analysis, dice) or sums_to_come(before)
