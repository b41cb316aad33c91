"""A fight as two sums with their dice, before it is decided and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from talisman_nb.engine.fight import roller, running
from talisman_nb.engine.scores import attack_dice, creature_plus, figure_of, highest, keeps_highest, roll_parts, scores
from talisman_nb.engine.totals import Summand, summands
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Ask, Event, Roll, State
from talisman_nb.rules.book import plain_card
from talisman_nb.text.grammar import Nouns
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.question import who
from talisman_nb.text.wording import Wording, wording_of

from .values import Block, CardView, FightSums, Side, Who

FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""
OWN = ("character", "counters", "form")
"""Sources of the points that are the fighter's own: the printed value and what was gained since."""


FIGURE = "figure"
"""Beginning of the key of a figure of a sheet: "figure:SEAT:STAT", with whatever a panel adds to tell two apart."""
ADDED_UP = ("strength", "craft")
"""Figures that have summands."""


def figure_card(state: State, key: str, lang: str) -> CardView | None:
    """Return a figure of a sheet by its name, with its total and what that comes of; None for a key of none.

    >>> from talisman_nb.notation.situation import situation
    >>> card = figure_card(situation("dwarf city | thief village"), "figure:0:craft", "en")
    >>> card.name, card.lines
    ('Craft 3', ('Dwarf: 3',))
    """
    kind, seat, stat = (*key.split(":"), "", "")[:3]
    if kind != FIGURE or not seat.isdigit() or int(seat) >= len(state.players) or stat not in FIGURES:
        return None
    g, wording, player = working_state(state), wording_of(state, lang), state.players[int(seat)]
    parts = summands(g, int(seat), stat) if stat in ADDED_UP and player.character else ()
    n = sum(part.n for part in parts) if parts else getattr(player, stat)
    sources = [wording.word(p.source) if p.source == "counters" else wording.source(p.source) for p in parts]
    points = [str(p.n) if at == 0 else f"{p.n:+}".replace("-", "−") for at, p in enumerate(parts)]
    said = load_phrases(lang)
    lines = tuple(
        said.say("panel", "labelled", label=sentence(str(source)), text=each)
        for source, each in zip(sources, points, strict=True)
    )
    name = f"{sentence(wording.word(stat))} {n}"
    return CardView(key, name, wording.who(int(seat)).text, lines)


FIGURES = (*ADDED_UP, "life", "fate", "gold")
"""Figures of a sheet."""


def asks_of_fight(state: State, ask: Ask) -> bool:
    """Whether an ask is one of the running fight: to fight or evade, its dice, its result, whether anybody answers."""
    if state.fight is None or not state.stack:
        return False
    return ask.kind in ("fight", "react") or (ask.kind, ask.purpose) in (
        ("result", "attack"),
        *(("die", purpose) for purpose in FIGHT_DICE),
    )


def fight_sums(g: WorkingState, wording: Wording, people: tuple[Who, ...]) -> FightSums:
    """Both sums of the running fight, without chances; `people` are the seats as they are marked.

    The blocks of a side, its dice and its `total` agree with the scores the engine compares (`combat.score`).
    """
    fight = running(g)
    mine, theirs = scores(g)
    other = _of_seat(g, wording, people[fight.against], "foe", theirs) if fight.against >= 0 else None
    return FightSums(
        (_of_seat(g, wording, people[fight.you], "you", mine), other or _of_creatures(g, wording, theirs)),
        psychic=fight.stat == "craft",
    )


def fought_sums(before: State, event: Event, lang: str) -> FightSums | None:
    """Both sums of a fight that an answer decided, from the state before it and the event; None without a fight.

    A die that was that answer is what its side's score has beyond what was known.
    """
    if before.fight is None:
        return None
    wording = wording_of(before, lang)
    people = tuple(who(before, seat, wording) for seat in range(len(before.players)))
    sums = fight_sums(working_state(before), wording, people)
    faces = iter(event.faces)
    mine, theirs = (
        _with_score(side, score, next(faces, None) if side.dice else None)
        for side, score in zip(sums.sides, event.scores, strict=True)
    )
    return replace(sums, sides=(mine, theirs))


def _with_score(side: Side, score: int, shown: int | None) -> Side:
    """A side with its final score; the one die that was not known is the rest of what its dice showed, if known.

    A roll that would have become less than it may be took less from it than it seemed before.
    """
    best = highest((*side.dice, *(0,) * side.best), side.best) if side.best else side.dice
    last = score - side.total if shown is None else shown - sum(best)
    if side.best:
        *kept, lowest = best
        side = replace(side, dice=(*kept, last + lowest))
    elif side.dice.count(0) == 1 and 1 <= last <= 6:
        side = replace(side, dice=tuple(face or last for face in side.dice))
    more = score - side.total - last
    return replace(side, total=score, blocks=take_less(side.blocks, more) if more > 0 else side.blocks)


def take_less(blocks: tuple[Block, ...], more: int) -> tuple[Block, ...]:
    """Blocks of which the last that take something away take less, `more` in all."""
    found: list[Block] = []
    for block in reversed(blocks):
        n = min(max(-block.n, 0), more)
        more -= n
        found.append(replace(block, n=block.n + n))
    return tuple(block for block in reversed(found) if block.n)


def _of_seat(g: WorkingState, wording: Wording, who: Who, side: str, score: int) -> Side:
    """The side of a character: own points first, then what adds to them."""
    fight = running(g)
    roll = fight.mine if side == "you" else fight.theirs
    mine, others = _by_owner(summands(g, who.seat, fight.stat))
    own = sum(part.n for part in mine)
    blocks: tuple[Block, ...] = (Block(own, sentence(wording.word(fight.stat)), own=True),) if own else ()
    blocks += (*_blocks_of(wording, (*others, *roll_parts(g, side, roll))), *_beside_dice(wording, roll))
    best = _keeps_best(g, side)
    faces = _faces(roll, attack_dice(g, side), best)
    return Side(who.name, blocks, score, who, dice=faces, throws=_throws(g, wording, side, len(faces)), best=best)


def _of_creatures(g: WorkingState, wording: Wording, score: int) -> Side:
    """The side of creatures: a block for each, then what the space adds to their roll."""
    fight = running(g)
    named = [wording.card(foe.card or foe.name) for foe in fight.foes]
    stat, alone = sentence(wording.word(fight.stat)), len(fight.foes) == 1
    blocks = tuple(
        Block(figure_of(g, foe), stat if alone else str(name), own=True)
        for foe, name in zip(fight.foes, named, strict=True)
    )
    parts = (*creature_plus(g), *roll_parts(g, "foe", fight.theirs))
    blocks += (*_blocks_of(wording, parts), *_beside_dice(wording, fight.theirs))
    faces = _faces(fight.theirs, attack_dice(g, "foe"), best := _keeps_best(g, "foe"))
    card = fight.foes[0].card if fight.foes else ""
    picture = plain_card(card) if card and g.book.find(plain_card(card)) else ""
    label, throws = sentence(str(Nouns(named, wording.lang))), _throws(g, wording, "foe", len(faces))
    return Side(label, blocks, score, picture=picture, dice=faces, throws=throws, best=best)


def _by_owner(parts: Iterable[Summand]) -> tuple[list[Summand], list[Summand]]:
    """The fighter's own parts and all others; what a source of own parts adds once more is an ability."""
    mine: list[Summand] = []
    others: list[Summand] = []
    for part in parts:
        again = part.source in (one.source for one in mine)
        (mine if _is_own(part) and not again else others).append(part)
    return mine, others


def _is_own(part: Summand) -> bool:
    return part.source.partition(".")[0] in OWN


def _blocks_of(wording: Wording, parts: Iterable[Summand]) -> tuple[Block, ...]:
    """A block per source; a source that adds twice has one."""
    sums = Counter[str]()
    for part in parts:
        sums[part.source] += part.n
    return tuple(Block(n, sentence(str(wording.source(source)))) for source, n in sums.items() if n)


def _faces(roll: Roll | None, dice: int, best: int = 0) -> tuple[int, ...]:
    """The faces of a roll with 0 for dice to come; of a whole roll of which the best count only those."""
    known = roll.faces if roll else ()
    found = (*known, *(0,) * (dice - len(known)))
    return highest(found, best) if best and 0 not in found else found


def _beside_dice(wording: Wording, roll: Roll | None) -> tuple[Block, ...]:
    """Return the block of what was added to the roll after it was thrown."""
    return (Block(roll.plus, wording.say("shown", "added")),) if roll and roll.plus else ()


def _keeps_best(g: WorkingState, side: str) -> int:
    """How many of the dice of a side count, the highest of them; 0 if all do."""
    return keeps_highest(g, side) if attack_dice(g, side) > 1 else 0


def _throws(g: WorkingState, wording: Wording, side: str, dice: int) -> str:
    """Who throws for a side, and whether only the highest of several dice count."""
    if not dice:
        return ""
    best = _keeps_best(g, side)
    key = "note.throws-best-two" if best > 1 else "note.throws-best" if best else "note.throws"
    return wording.say("asks", key, who=wording.who(roller(g, side)))


def sums_of(state: State, ask: Ask, wording: Wording) -> FightSums | None:
    """The sums of the fight an ask is about, the side whose die it asks for marked; None for any other ask."""
    if not asks_of_fight(state, ask):
        return None
    g = working_state(state)
    sums = fight_sums(g, wording, tuple(who(state, seat, wording) for seat in range(len(state.players))))
    if ask.kind != "die":
        return sums
    side = 0 if ask.purpose == "attack" else 1
    return replace(sums, sides=tuple(replace(each, asked=n == side) for n, each in enumerate(sums.sides)))
