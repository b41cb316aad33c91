"""The sums of a fight, block by block: what each side's score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.engine.scores import creature_plus, figure_of, keeps_highest, roll_parts, scores
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model.state import Fight, Foe
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds.fight import Side, sides
from talisman_nb.rulings.why import why_total
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording, wording_of

GAINED = "counters"
"""Source of a summand that stands for the points gained since the beginning."""


class Block(Struct, frozen=True):
    """One summand: what it is called, and its value; `die`: it is thrown, 0 for one to come.

    `best`: one of several dice of which only the best counts; `counts`: False for those that do not.
    """

    name: str
    n: int
    die: bool = False
    counts: bool = True
    best: bool = False


class Sum(Struct, frozen=True):
    """The score of one side, and the blocks it is made of; None while dice are to come.

    `named`: who it is within a sentence, "the Dwarf".
    """

    who: str
    blocks: tuple[Block, ...]
    score: int | None
    named: str = ""

    def told(self) -> str:
        """Return the sum as a line.

        >>> Sum("Dwarf", (Block("Strength", 3), Block("die", 4, die=True)), 7).told()
        '3 (Strength) + 4 (die) = 7'
        """
        counting = [block for block in self.blocks if block.counts]
        to_come = next((block.name for block in counting if block.best and not block.n), "")
        alone = [block for block in counting if not (to_come and block.best)]  # dice to come are one summand
        told = [f"{block.n} ({block.name})" if block.n else block.name for block in alone]
        sum_told = " + ".join([*told, *filter(None, (to_come,))]).replace("+ -", "− ")
        return sum_told + ("" if self.score is None else f" = {self.score}")


def sums_of(before: Analysis, after: Analysis, dice: Sequence[int]) -> tuple[Sum, ...]:
    """Return both sums of the fight that a throw decided, the attacker's first; () if it decided none.

    >>> from .throwing import thrown
    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> print(*(one.told() for one in sums_of(bear, thrown(bear, (4, 2), True), (4, 2))), sep="; ")
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


def sums_now(here: Analysis) -> tuple[Sum, ...]:
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


def sums_to_come(before: Analysis) -> tuple[Sum, ...]:
    """Return both sums of a fight of which dice are to come; () if there is none."""
    found = sums_now(before)
    return found if any(one.score is None for one in found) else ()


def _with_dice(before: Analysis, fight: Fight, both: Sequence[Side], scored: Sequence[int]) -> tuple[Sum, ...]:
    """Return both sums with their dice, and with the score of each side whose dice all lie."""
    wording, g = _wording(before), working_state(before.state)
    found = []
    for one, side, score in zip(_without_dice(before, wording, fight), both, scored, strict=True):
        whole = 0 not in side.roll.faces
        dice = _dice(g, wording, side, score - side.points if whole else 0)
        found.append(replace(one, blocks=(*one.blocks, *dice), score=score if whole else None))
    return tuple(found)


def _sides(before: Analysis) -> tuple[Side, Side]:
    return sides(working_state(before.state))


def _without_dice(before: Analysis, wording: Wording, fight: Fight) -> tuple[Sum, Sum]:
    """Return what both sides have before they throw."""
    foes = _character(before, wording, fight, fight.against) if fight.against >= 0 else _foes(before, wording, fight)
    mine = _character(before, wording, fight, fight.you)
    who = wording.who(fight.you)
    return Sum(who.text, mine, None, str(who)), Sum(_foe(wording, fight), foes, None)


def _character(before: Analysis, wording: Wording, fight: Fight, seat: int) -> tuple[Block, ...]:
    """Return what a character's score is made of without dice; what it has by itself is called Strength or Craft."""
    parts, own = why_total(before.state, seat, fight.stat), f"character.{before.state.players[seat].character}"
    return tuple(
        Block(_stat(wording, fight) if part.source == own else _source(wording, part.source), part.n) for part in parts
    )


def _foes(before: Analysis, wording: Wording, fight: Fight) -> tuple[Block, ...]:
    g, alone = working_state(before.state), len(fight.foes) == 1
    foes = (Block(_stat(wording, fight) if alone else _named(wording, foe), figure_of(g, foe)) for foe in fight.foes)
    return (*foes, *(Block(_source(wording, part.source), part.n) for part in creature_plus(g)))


def _dice(g: WorkingState, wording: Wording, side: Side, value: int) -> tuple[Block, ...]:
    """Return the dice of a side, with what changes a roll that is worth `value`; 0: some are to come."""
    name, faces = wording.say("lessons", "die"), side.roll.faces
    parts = roll_parts(g, side.which, side.roll if value else None)
    if len(faces) > 1 and keeps_highest(g, side.which) == 1:  # a lesson has no house rules
        better, at = wording.say("lessons", "better-die"), faces.index(max(faces)) if value else -1
        found = tuple(
            Block(name if value else better, face, die=True, counts=at in (n, -1), best=True)
            for n, face in enumerate(faces)
        )
    else:
        found = tuple(Block(name, face, die=True) for face in faces)
    more = side.roll.plus if value else 0
    changed = (Block(_source(wording, part.source), part.n) for part in parts)
    return (*found, *changed, *((Block(wording.say("shown", "added"), more),) if more else ()))


def _named(wording: Wording, foe: Foe) -> str:
    return sentence(str(wording.source(foe.card or foe.name)))


def _stat(wording: Wording, fight: Fight) -> str:
    return sentence(wording.say("words", fight.stat))


def _foe(wording: Wording, fight: Fight) -> str:
    if fight.against >= 0:
        return wording.who(fight.against).text
    return ", ".join(_named(wording, foe) for foe in fight.foes)


def _source(wording: Wording, source: str) -> str:
    return wording.say("words", source) if source == GAINED else sentence(str(wording.source(source)))


def _wording(analysis: Analysis) -> Wording:
    lang = analysis.node.situation.lang
    return wording_of(by_character(analysis.state, lang, analysis.nodes[0].state), lang)
