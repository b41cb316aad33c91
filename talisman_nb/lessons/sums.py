"""The sums of a fight, block by block: what each side's score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.engine.fighting import creature_plus
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model.state import Fight, Foe
from talisman_nb.odds.fight import Side, sides
from talisman_nb.rules.book import book_of
from talisman_nb.rulings.check_text import by_character
from talisman_nb.rulings.why import why_total
from talisman_nb.text.phrases import sentence
from talisman_nb.text.wording import Wording, wording_of

GAINED = "counters"
"""Source of a summand that stands for the points gained since the beginning."""


class Block(Struct, frozen=True):
    """One summand: what it is called, and its value; `die`: it is thrown, 0 for one to come.

    `counts`: of several dice the best may.
    """

    name: str
    n: int
    die: bool = False
    counts: bool = True


class Sum(Struct, frozen=True):
    """The score of one side, and the blocks it is made of; None while dice are to come."""

    who: str
    blocks: tuple[Block, ...]
    score: int | None

    def told(self) -> str:
        """Return the sum as a line.

        >>> Sum("Dwarf", (Block("Strength", 3), Block("die", 4, die=True)), 7).told()
        '3 (Strength) + 4 (die) = 7'
        """
        blocks = (f"{block.n} ({block.name})" if block.n else block.name for block in self.blocks if block.counts)
        return " + ".join(blocks) + ("" if self.score is None else f" = {self.score}")


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
    wording, thrown, both = _wording(before), iter(dice), _sides(before)
    mine, theirs = ([face or next(thrown, 0) for face in side.roll.faces] for side in both)
    ours = _dice(wording, mine, fought.scores[0] - both[0].points)
    other = _dice(wording, theirs, fought.scores[1] - both[1].points)
    one, another = _without_dice(before, wording, fight)
    return (
        replace(one, blocks=(*one.blocks, *ours), score=fought.scores[0]),
        replace(another, blocks=(*another.blocks, *other), score=fought.scores[1]),
    )


def sums_to_come(before: Analysis) -> tuple[Sum, ...]:
    """Return both sums of a fight whose dice are to come; () if there is none.

    >>> bear = Analysis.of("dwarf fields-1, fate 0, has sword, arrived | thief city | on fields-1, bear > fight", "en")
    >>> print(*(one.told() for one in sums_to_come(bear)), sep="; ")
    3 (Strength) + 1 (Sword) + die; 3 (Strength) + die
    """
    fight = before.state.fight
    if fight is None or fight.result:
        return ()
    wording = _wording(before)
    die = wording.say("lessons", "die")
    return tuple(
        replace(one, blocks=(*one.blocks, *(Block(die, face, die=True) for face in side.roll.faces)))
        for one, side in zip(_without_dice(before, wording, fight), _sides(before), strict=True)
    )


def _sides(before: Analysis) -> tuple[Side, Side]:
    return sides(WorkingState(book_of(before.state.book), before.state))


def _without_dice(before: Analysis, wording: Wording, fight: Fight) -> tuple[Sum, Sum]:
    """Return what both sides have before they throw."""
    foes = _character(before, wording, fight, fight.against) if fight.against >= 0 else _foes(before, wording, fight)
    mine = _character(before, wording, fight, fight.you)
    return Sum(wording.who(fight.you).text, mine, None), Sum(_foe(wording, fight), foes, None)


def _character(before: Analysis, wording: Wording, fight: Fight, seat: int) -> tuple[Block, ...]:
    """Return what a character's score is made of without dice; what it has by itself is called Strength or Craft."""
    parts, own = why_total(before.state, seat, fight.stat), f"character.{before.state.players[seat].character}"
    return tuple(
        Block(_stat(wording, fight) if part.source == own else _source(wording, part.source), part.n) for part in parts
    )


def _foes(before: Analysis, wording: Wording, fight: Fight) -> tuple[Block, ...]:
    alone = len(fight.foes) == 1
    foes = (
        Block(_stat(wording, fight) if alone else _named(wording, foe), getattr(foe, fight.stat)) for foe in fight.foes
    )
    plus = creature_plus(WorkingState(book_of(before.state.book), before.state), fight)
    where = before.state.players[fight.you].space
    return (*foes, *((Block(str(wording.space(where)), plus),) if plus else ()))


def _dice(wording: Wording, faces: Sequence[int], value: int) -> tuple[Block, ...]:
    """Return the dice of a side whose roll is worth `value`: all of them, or the one that counts."""
    name = wording.say("lessons", "die")
    if value == sum(faces):
        return tuple(Block(name, face, die=True) for face in faces)
    best = faces.index(value) if value in faces else -1
    more = () if best >= 0 else (Block(name, value, die=True),)
    return (*(Block(name, face, die=True, counts=at == best) for at, face in enumerate(faces)), *more)


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
