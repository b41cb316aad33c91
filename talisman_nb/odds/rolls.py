"""Outcomes of the faces of a roll, each with its chance; with fate where it may be paid; and the rolls of a space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product

from msgspec import Struct

from talisman_nb.cards.operations import RollDice
from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.model import Answer, Ask, Event, State
from talisman_nb.rules.book import Book, book_of

from .fight import FACES
from .foresight import Worth, foresee
from .gates import alone, at_part
from .walk import Considered

MOST_CHOICES = 40
"""Choices on a space that are followed to its rolls."""
PRAYER = "pray"
"""The purpose of a roll by which one prays."""
OF_MOVES_AND_FIGHTS = ("move", "attack", "foe", "defend")
"""Purposes of rolls that are looked up in no table."""

Worths = Mapping[Worth, Fraction]
"""How likely a roll is good, neither or bad for its seat."""


class Face(Struct, frozen=True):
    """A sum of the dice: its chance, also if fate is paid where that is better; its worth and events.

    `faces` are faces that make the sum; `state` is what the game is then at: the roll is kept, and added to where an
    ability allows it and that is better.
    """

    total: int
    faces: tuple[int, ...]
    chance: Fraction
    fate: Fraction
    worth: Worth
    events: tuple[Event, ...]
    state: State


class RollTable(Struct, frozen=True):
    """The outcomes of a roll, one face of the table each.

    `answers` lead to the roll from the state asked about; `rerolls`: fate may be paid for it.
    """

    seat: int
    purpose: str
    source: str
    faces: tuple[Face, ...]
    rerolls: bool = False
    answers: tuple[str, ...] = ()

    def chances(self, fate: bool = False) -> Worths:
        """Return how likely the roll is good, level and bad.

        Parameters
        ----------
        fate
            Whether fate is paid where that is better.

        Returns
        -------
        Worths
            The chance of each worth.

        Examples
        --------
        >>> from talisman_nb.notation.situation import situation
        >>> forest = roll_table(situation("dwarf fields-6, fate 1 | thief city > 1 > anticlockwise"))
        >>> forest.chances(fate=True)["good"]
        Fraction(11, 36)
        """
        found: dict[Worth, Fraction] = {"good": Fraction(0), "level": Fraction(0), "bad": Fraction(0)}
        for face in self.faces:
            found[face.worth] += face.fate if fate else face.chance
        return found


def roll_table(state: State) -> RollTable:
    """Return the outcomes of the roll that a state waits for, dice that lie included, with exact chances.

    Fate, if the seat may pay it for this roll, throws one die again where good results get likelier that way, else
    where bad ones get less likely. What is good is what `foresight` sees.

    Parameters
    ----------
    state
        A state that waits for a die.

    Returns
    -------
    RollTable
        The outcomes.

    Raises
    ------
    ValueError
        If no roll is asked for, or one of a move or fight.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> forest = roll_table(situation("dwarf fields-6, fate 1 | thief city > 1 > anticlockwise"))
    >>> [(face.total, face.worth) for face in forest.faces][2:4]
    [(3, 'bad'), (4, 'level')]
    >>> forest.chances()["good"], forest.chances(fate=True)["good"]
    (Fraction(1, 6), Fraction(11, 36))
    """
    found = ask(state)
    if found.kind != "die" or found.purpose in OF_MOVES_AND_FIGHTS:
        raise ValueError(f"no roll that brings something is asked for here: the game waits for {found.kind!r}")
    known = tuple(face for face in found.rolls if face)
    ways = Counter(tuple(sorted(more)) for more in product(FACES, repeat=found.n))
    example = {sum(known + more): more for more in ways}
    seen = {total: foresee(state, tuple(map(str, more)), found.seat) for total, more in example.items()}
    chances: Counter[int] = Counter()
    for more, n in ways.items():
        chances[sum(known + more)] += n
    rerolls = _rerolls(state, found, next(iter(ways)))
    worths = {total: each.worth for total, each in seen.items()}
    fated = _with_fate(known, ways, worths) if rerolls else {n: Fraction(m) for n, m in chances.items()}
    whole = sum(ways.values())
    faces = tuple(
        Face(
            total, known + example[total], Fraction(chances[total], whole), fated[total] / whole, seen[total].worth,
            seen[total].events, seen[total].state,
        )
        for total in sorted(seen)
    )  # fmt: skip
    return RollTable(found.seat, found.purpose, found.source, faces, rerolls)


def _rerolls(state: State, found: Ask, faces: tuple[int, ...]) -> bool:
    """Whether fate may be paid once the dice lie."""
    for face in faces:
        state, _ = step(state, Answer(state.ply, str(face)))
    asked = ask(state)
    return asked.kind == "result" and asked.seat == found.seat and any(o.verb == "fate" for o in asked.offers)


def _with_fate(
    known: tuple[int, ...], ways: Mapping[tuple[int, ...], int], worths: Mapping[int, Worth]
) -> dict[int, Fraction]:
    """In how many ways each sum comes if one die is thrown again where that is better; `ways` of the dice to come."""
    found = {total: Fraction(0) for total in worths}
    for more, n in ways.items():
        whole = sum(known + more)
        kept = {whole: Fraction(n)}
        again = [{whole - face + new: Fraction(n, 6) for new in FACES} for face in known + more]
        usable = [dice for dice in again if dice.keys() <= worths.keys()]
        for total, share in max((kept, *usable), key=lambda dice: _rank(dice, worths)).items():
            found[total] += share
    return found


def _rank(dice: Mapping[int, Fraction], worths: Mapping[int, Worth]) -> tuple[Fraction, Fraction]:
    good = sum((n for total, n in dice.items() if worths[total] == "good"), Fraction(0))
    return good, -sum((n for total, n in dice.items() if worths[total] == "bad"), Fraction(0))


# --- the rolls of a space ---


def rolls_on(state: State, space: str, seat: int | None = None) -> tuple[RollTable, ...]:
    """Return the rolls that a seat comes to if it ends its move on a space, by whatever choices of its own.

    Cards that it would draw there and fights before the roll are not gone into.

    Parameters
    ----------
    state
        The state.
    space
        The id of the space.
    seat
        The seat; None: the one whose turn it is.

    Returns
    -------
    tuple[RollTable, ...]
        The rolls.

    Examples
    --------
    >>> from talisman_nb.engine import new_game
    >>> game = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    >>> [(table.purpose, table.answers) for table in rolls_on(game, "village")]
    [('mystic', ('mystic',))]
    """
    who = state.turn if seat is None else seat
    return tuple(_roll_tables(at_part(alone(state, who), who, "encounter", space), who))


def prayers(state: State, seat: int | None = None) -> tuple[tuple[str, RollTable], ...]:
    """Return each space on which a seat may pray as it is now, with the outcomes of its prayer there.

    Parameters
    ----------
    state
        The state.
    seat
        The seat; None: the one whose turn it is.

    Returns
    -------
    tuple[tuple[str, RollTable], ...]
        The id of each space, with the outcomes.

    Examples
    --------
    >>> from talisman_nb.engine import new_game
    >>> game = new_game([("Ada", "monk"), ("Bruno", "thief")])
    >>> [(space, prayer.chances()["good"]) for space, prayer in prayers(game)]
    [('chapel', Fraction(1, 2)), ('temple', Fraction(5, 6))]
    """
    book = book_of(state.book)
    return tuple(
        (space, table)
        for space in _praying(book)
        for table in rolls_on(state, space, seat)
        if table.purpose == PRAYER
    )  # fmt: skip


@lru_cache(maxsize=16)
def _praying(book: Book) -> tuple[str, ...]:
    keys = {
        key.split(".")[1]
        for key, program in book.programs.items()
        for _, op, *_ in program.code
        if key.startswith("space.") and isinstance(op, RollDice) and op.purpose == PRAYER
    }
    return tuple(space for space in book.board.spaces if space in keys)


def _roll_tables(start: State, seat: int) -> Iterator[RollTable]:
    considered = Considered(seat, fate=False, abilities=False, straight=True)
    waiting: list[tuple[State, tuple[str, ...]]] = [(start, ())]
    tried = 0
    while waiting and tried < MOST_CHOICES:
        state, answers = waiting.pop(0)
        found = ask(state)
        if found.kind == "die" and found.purpose not in OF_MOVES_AND_FIGHTS:
            table = roll_table(state)
            yield RollTable(table.seat, table.purpose, table.source, table.faces, table.rerolls, answers)
            continue
        if found.chance or found.seat != seat or state.fight is not None or found.kind in ("close", "take"):
            continue
        for said in considered.answers(state, found):
            tried += 1
            try:
                waiting.append((step(state, Answer(state.ply, said.key))[0], (*answers, said.key)))
            except NotAllowedError:  # an answer with conditions of its own
                continue
