"""The sums of a fight, block by block: what each side's score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine.scores import keeps_highest, scores
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model.state import Fight
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds.fight import FightSide, sides
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.screen.fight_sums import fight_sums, take_less
from talisman_nb.text.wording import Wording, wording_of

from .analysis import Analysis


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
    wording, g, found = _wording(before), working_state(before.state), []
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


def _wording(analysis: Analysis) -> Wording:
    lang = analysis.node.situation.lang
    return wording_of(by_character(analysis.state, lang, analysis.nodes[0].state), lang)
