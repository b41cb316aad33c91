"""The sums of a fight, block by block: what each side's score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from talisman_nb.analysis import Analysis
from talisman_nb.engine.fighting import creature_plus
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model.state import Fight
from talisman_nb.rules.book import book_of
from talisman_nb.rulings.check_text import by_character
from talisman_nb.rulings.why import why_total
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording, wording_of

GAINED = "counters"
"""Source of a summand that stands for the points gained since the beginning."""


class Block(Struct, frozen=True):
    """One summand: what it is called, and its value; `die`: it was thrown."""

    name: str
    n: int
    die: bool = False


class Sum(Struct, frozen=True):
    """The score of one side, and the blocks it is made of."""

    who: str
    blocks: tuple[Block, ...]
    score: int

    def told(self) -> str:
        """Return the sum as a line.

        >>> Sum("Dwarf", (Block("Dwarf", 3), Block("die", 4, die=True)), 7).told()
        '3 (Dwarf) + 4 (die) = 7'
        """
        return f"{' + '.join(f'{block.n} ({block.name})' for block in self.blocks)} = {self.score}"


def sums_of(before: Analysis, after: Analysis, dice: Sequence[int]) -> tuple[Sum, ...]:
    """Return both sums of the fight that a throw decided, the attacker's first; () if it decided none.

    >>> from .throwing import thrown
    >>> bear = Analysis.of("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "en")
    >>> print(*(one.told() for one in sums_of(bear, thrown(bear, (4, 2), True), (4, 2))), sep="; ")
    3 (Dwarf) + 4 (die) = 7; 3 (Bear) + 2 (die) = 5
    """
    way = after.line[before.depth + 1 : after.depth + 1]
    fought = next((event for at in way for event in after.nodes[at].events if event.kind == "fought"), None)
    fight = before.state.fight
    if fought is None or fight is None:
        return ()
    wording = _wording(before)
    mine = fight.dice[0]
    ours, theirs = _blocks(before, wording, fight, dice[:mine], fight.you), _theirs(before, wording, fight, dice[mine:])
    return Sum(str(wording.who(fight.you)), ours, fought.scores[0]), Sum(_foe(wording, fight), theirs, fought.scores[1])


def _blocks(before: Analysis, wording: Wording, fight: Fight, dice: Sequence[int], seat: int) -> tuple[Block, ...]:
    """Return what a character's score is made of."""
    parts = why_total(before.state, seat, fight.stat)
    named = (Block(_source(wording, part.source), part.n) for part in parts)
    return (*named, *_dice(wording, dice))


def _theirs(before: Analysis, wording: Wording, fight: Fight, dice: Sequence[int]) -> tuple[Block, ...]:
    if fight.against >= 0:
        return _blocks(before, wording, fight, dice, fight.against)
    foes = (Block(sentence(str(wording.source(_of_foe(foe)))), getattr(foe, fight.stat)) for foe in fight.foes)
    plus = creature_plus(WorkingState(book_of(before.state.book), before.state), fight)
    where = before.state.players[fight.you].space
    more = (Block(str(wording.space(where)), plus),) if plus else ()
    return (*foes, *more, *_dice(wording, dice))


def _dice(wording: Wording, dice: Sequence[int]) -> tuple[Block, ...]:
    return tuple(Block(wording.say("lessons", "die"), face, die=True) for face in dice)


def _of_foe(foe: object) -> str:
    return str(getattr(foe, "card", "") or getattr(foe, "name", ""))


def _foe(wording: Wording, fight: Fight) -> str:
    if fight.against >= 0:
        return str(wording.who(fight.against))
    return ", ".join(sentence(str(wording.source(_of_foe(foe)))) for foe in fight.foes)


def _source(wording: Wording, source: str) -> str:
    return wording.say("words", source) if source == GAINED else sentence(str(wording.source(source)))


def _wording(analysis: Analysis) -> Wording:
    lang = analysis.node.situation.lang
    return wording_of(by_character(analysis.state, lang, analysis.nodes[0].state), lang)
