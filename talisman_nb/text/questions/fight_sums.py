"""A fight as two sums, as a panel draws it: the points of each side with their sources, and the dice known so far."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from talisman_nb.cards.modifiers import Add
from talisman_nb.engine.active_modifiers import active_modifiers
from talisman_nb.engine.fight import die_value, highest, keeps_highest, roller, running, scores
from talisman_nb.engine.ops.attack_rolls import attack_dice
from talisman_nb.engine.totals import Summand, added, summands
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Ask, Event, Roll, State
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.grammar import Nouns
from talisman_nb.text.phrases import sentence
from talisman_nb.text.screen.values import Block, Fight, Side, Who
from talisman_nb.text.wording import Wording, wording_of

from .question import who

FIGHT_DICE = ("attack", "defend", "foe")
"""Purposes of the dice of a fight."""
OWN = ("character", "counters", "form")
"""Sources of the points that are the fighter's own: the printed value and what was gained since."""


def asks_of_fight(state: State, ask: Ask) -> bool:
    """Whether an ask is one of the running fight: to fight or evade, its dice, its result, whether anybody answers."""
    if state.fight is None or not state.stack:
        return False
    return ask.kind in ("fight", "react") or (ask.kind, ask.purpose) in (
        ("result", "attack"),
        *(("die", purpose) for purpose in FIGHT_DICE),
    )


def fight_sums(g: WorkingState, wording: Wording, people: tuple[Who, ...]) -> Fight:
    """Both sums of the running fight, without chances; `people` are the seats as they are marked.

    The blocks of a side, its dice and its `total` agree with the scores the engine compares (`combat.score`).
    """
    fight = running(g)
    mine, theirs = scores(g)
    other = _of_seat(g, wording, people[fight.against], "foe", theirs) if fight.against >= 0 else None
    return Fight(
        (_of_seat(g, wording, people[fight.you], "you", mine), other or _of_creatures(g, wording, theirs)),
        psychic=fight.stat == "craft",
    )


def fought_sums(before: State, event: Event, lang: str) -> Fight | None:
    """Both sums of a fight that an answer decided, from the state before it and the event; None without a fight.

    A die that was that answer is what its side's score has beyond what was known.
    """
    if before.fight is None:
        return None
    wording = wording_of(before, lang)
    people = tuple(who(before, seat, wording) for seat in range(len(before.players)))
    sums = fight_sums(WorkingState(book_of(before.book), before), wording, people)
    mine, theirs = (_scored(side, score) for side, score in zip(sums.sides, event.scores, strict=True))
    return replace(sums, sides=(mine, theirs))


def _scored(side: Side, score: int) -> Side:
    """A side with its final score; the one die that was not known is the rest of it, of the best die the whole."""
    last = score - side.total
    if side.best:
        *kept, lowest = highest((*side.dice, *(0,) * side.best), side.best)
        side = replace(side, dice=(*kept, last + lowest))
    elif side.dice.count(0) == 1 and 1 <= last <= 6:
        side = replace(side, dice=tuple(face or last for face in side.dice))
    return replace(side, total=score)


def _of_seat(g: WorkingState, wording: Wording, who: Who, side: str, score: int) -> Side:
    """The side of a character: own points first, then what adds to them."""
    fight = running(g)
    roll = fight.mine if side == "you" else fight.theirs
    parts = summands(g, who.seat, fight.stat)
    mine, others = _by_owner(parts)
    own = sum(part.n for part in mine)
    blocks: tuple[Block, ...] = (Block(own, sentence(wording.word(fight.stat)), own=True),) if own else ()
    blocks += _added(wording, others)
    counted = die_value(g, who.seat, roll) if roll else 0
    best = _keeps_best(g, side)
    faces = _faces(roll, attack_dice(g, side), best)
    blocks += _beside_dice(wording, counted, faces)
    throws = _throws(g, wording, side, len(faces))
    return Side(who.name, blocks, score, who, dice=faces, throws=throws, best=best)


def _of_creatures(g: WorkingState, wording: Wording, score: int) -> Side:
    """The side of creatures: a block for each, then what the space adds to their roll."""
    fight = running(g)
    named = [wording.card(foe.card or foe.name) for foe in fight.foes]
    stat = sentence(wording.word(fight.stat))
    alone = len(fight.foes) == 1
    blocks = tuple(
        Block(getattr(foe, fight.stat), stat if alone else str(name), own=True)
        for foe, name in zip(fight.foes, named, strict=True)
    )
    adds = active_modifiers(g, fight.you).of(Add, "creature_roll")
    blocks += _added(wording, added(g, fight.you, adds))
    counted = fight.theirs.value if fight.theirs else 0
    faces = _faces(fight.theirs, attack_dice(g, "foe"))
    blocks += _beside_dice(wording, counted, faces)
    card = fight.foes[0].card if fight.foes else ""
    picture = plain_card(card) if card and g.book.find(plain_card(card)) else ""
    label = str(Nouns(named, wording.lang))
    return Side(
        sentence(label), blocks, score, picture=picture, dice=faces, throws=_throws(g, wording, "foe", len(faces))
    )


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


def _added(wording: Wording, parts: Iterable[Summand]) -> tuple[Block, ...]:
    """A block per source; a source that adds twice has one."""
    sums: dict[str, int] = {}
    for part in parts:
        sums[part.source] = sums.get(part.source, 0) + part.n
    return tuple(Block(n, sentence(str(wording.source(source)))) for source, n in sums.items() if n)


def _faces(roll: Roll | None, dice: int, best: int = 0) -> tuple[int, ...]:
    """The faces of a roll with 0 for dice to come; of a whole roll of which the best count only those."""
    known = roll.faces if roll else ()
    found = (*known, *(0,) * (dice - len(known)))
    return highest(found, best) if best and 0 not in found else found


def _beside_dice(wording: Wording, counted: int, faces: tuple[int, ...]) -> tuple[Block, ...]:
    """What was added to the roll after it was thrown."""
    more = counted - sum(faces) if faces and 0 not in faces else 0
    return (Block(more, wording.say("shown", "added")),) if more else ()


def _keeps_best(g: WorkingState, side: str) -> int:
    """How many of the dice of a character's side count, the highest of them; 0 if all do."""
    fight = running(g)
    seat = fight.you if side == "you" else fight.against
    return keeps_highest(g, seat) if seat >= 0 and attack_dice(g, side) > 1 else 0


def _throws(g: WorkingState, wording: Wording, side: str, dice: int) -> str:
    """Who throws for a side, and whether only the highest of several dice count."""
    if not dice:
        return ""
    best = _keeps_best(g, side)
    key = "note.throws-best-two" if best > 1 else "note.throws-best" if best else "note.throws"
    return wording.say("asks", key, who=wording.who(roller(g, side)))


def sums_of(state: State, ask: Ask, wording: Wording) -> Fight | None:
    """The sums of the fight an ask is about, the side whose die it asks for marked; None for any other ask."""
    if not asks_of_fight(state, ask):
        return None
    g = WorkingState(book_of(state.book), state)
    sums = fight_sums(g, wording, tuple(who(state, seat, wording) for seat in range(len(state.players))))
    if ask.kind != "die":
        return sums
    side = 0 if ask.purpose == "attack" else 1
    return replace(sums, sides=tuple(replace(each, asked=n == side) for n, each in enumerate(sums.sides)))
