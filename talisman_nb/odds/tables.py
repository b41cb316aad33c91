"""Chances as tables, to be drawn: against a rising Strength, figure by foe, past each inner space, with each card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board import Board
from talisman_nb.engine.card_transfers import bars
from talisman_nb.engine.working_state import WorkingState
from talisman_nb.model import Foe, State
from talisman_nb.rules.book import book_of

from .fight import ONE_DIE, DiceCount, Odds, odds_of_fight, score_odds
from .journeys import chance_inside, entry

FIGURES = range(1, 13)
"""Figures of a table if none are said."""
HELPFUL = ("object", "magic object", "follower")
"""Types of cards that may change who has them."""


class FoeRow(Struct, frozen=True):
    """The odds against one figure of the foe."""

    figure: int
    odds: Odds
    with_fate: Odds


class Cell(Struct, frozen=True):
    """The odds of one figure against one of the foe."""

    mine: int
    theirs: int
    odds: Odds
    with_fate: Odds


class CardRow(Struct, frozen=True):
    """The odds of a fight with one card more; `gain` is by how much likelier it is won than without the card."""

    card: str
    odds: Odds
    with_fate: Odds
    gain: Fraction


class Stage(Struct, frozen=True):
    """A space on a way to the Crown, how many steps from it, and how likely a seat comes that far."""

    space: str
    steps: int
    reached: Fraction


def odds_against(state: State, figures: Iterable[int] = FIGURES) -> tuple[FoeRow, ...]:
    """Return the attacker's odds in the running fight if its foe had each of these figures, additions aside.

    Parameters
    ----------
    state
        A state with a fight.
    figures
        The figures of the foe.

    Returns
    -------
    tuple[FoeRow, ...]
        A row a figure.

    Raises
    ------
    ValueError
        In a fight between characters, and where there is no fight.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> [(row.figure, row.odds.won) for row in odds_against(bear, (3, 8))]
    [(3, Fraction(5, 12)), (8, Fraction(0, 1))]
    """
    fight = state.fight
    if fight is None or fight.against >= 0:
        raise ValueError("no fight with a creature is going on here")
    rows = []
    for n in figures:
        foe = Foe("", n, n)
        g = WorkingState(book_of(state.book), replace(state, fight=replace(fight, foes=(foe,))))
        rows.append(FoeRow(n, odds_of_fight(g), odds_of_fight(g, fate=True)))
    return tuple(rows)


def figure_grid(
    mine: Iterable[int] = FIGURES,
    theirs: Iterable[int] = FIGURES,
    dice: DiceCount = ONE_DIE,
    their_dice: DiceCount = ONE_DIE,
) -> tuple[tuple[Cell, ...], ...]:
    """Return the odds of each figure of the attacker against each of its foe; fate is the attacker's.

    Parameters
    ----------
    mine, theirs
        The figures of the attacker, and of its foe.
    dice, their_dice
        The dice of the attacker, and of its foe.

    Returns
    -------
    tuple[tuple[Cell, ...], ...]
        A row a figure of the attacker, a cell a figure of the foe.

    Examples
    --------
    >>> [[float(cell.odds.won) for cell in row] for row in figure_grid((3, 9), (3, 9))]
    [[0.4166666666666667, 0.0], [1.0, 0.4166666666666667]]
    """
    foes = tuple(theirs)
    return tuple(
        tuple(
            Cell(a, b, score_odds(a, b, dice, their_dice), score_odds(a, b, dice, their_dice, fate=True)) for b in foes
        )
        for a in mine
    )


def odds_with_cards(state: State, cards: Iterable[str] | None = None) -> tuple[CardRow, ...]:
    """Return the attacker's odds in the running fight if it had one card more, the most helpful card first.

    Cards that the character may not have are left out; the best Weapons are used.

    Parameters
    ----------
    state
        A state with a fight.
    cards
        The cards; None: every Object and Follower of the book that makes a difference.

    Returns
    -------
    tuple[CardRow, ...]
        A row a card.

    Raises
    ------
    ValueError
        Where there is no fight.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> bear = situation("dwarf crags | thief city > 1 > anticlockwise > bear")
    >>> [(row.card, row.gain) for row in odds_with_cards(bear, ("sword", "mule"))]
    [('sword', Fraction(1, 6)), ('mule', Fraction(0, 1))]
    """
    fight, book = state.fight, book_of(state.book)
    if fight is None:
        raise ValueError("no fight is going on here")
    player = state.players[fight.you]
    facts = WorkingState(book, state).facts
    every = [*(card for deck in book.deck_cards.values() for card in deck), *book.stock_cards]
    tried = [card for card in every if facts[card].type in HELPFUL] if cards is None else list(cards)
    without = odds_of_fight(WorkingState(book, state))
    rows = []
    for card in tried:
        if bars(facts[card], player.alignment):
            continue
        more = replace(player, goods=(*player.goods, card))
        players = (*state.players[: fight.you], more, *state.players[fight.you + 1 :])
        g = WorkingState(book, replace(state, players=players))
        odds = odds_of_fight(g)
        if cards is not None or odds != without:
            rows.append(CardRow(card, odds, odds_of_fight(g, fate=True), odds.won - without.won))
    return tuple(sorted(rows, key=lambda row: (-row.gain, row.card)) if cards is None else rows)


def crown_funnel(state: State, seat: int | None = None) -> tuple[tuple[Stage, ...], ...]:
    """Return each way from a seat straight to the goal, the best first: its spaces with the chance to come that far.

    A way begins at the seat's space or, where one rolls to move, behind the last gate. Whoever is sent back out of
    the region has failed.

    Parameters
    ----------
    state
        The state.
    seat
        The seat; None: the one whose turn it is.

    Returns
    -------
    tuple[tuple[Stage, ...], ...]
        The ways, each with the stages it leads over: the chance of the first is 1, that of the last the chance of the
        whole way; () if the board has none.

    Raises
    ------
    TooLongError
        As `chance_of_crown` does.

    Examples
    --------
    >>> from talisman_nb.notation.situation import situation
    >>> valley = situation("dwarf werewolf-den, has talisman | thief city")
    >>> [[(stage.space, float(stage.reached)) for stage in way] for way in crown_funnel(valley)]
    [[('werewolf-den', 1.0), ('valley-of-fire', 1.0), ('crown-of-command', 1.0)]]
    """
    who = state.turn if seat is None else seat
    board = book_of(state.book).board
    if not board.goal:
        return ()
    start = entry(state, who)
    ways = []
    for path in _paths(board, start.players[who].space):
        chances = [chance_inside(start, who, space, path) for space in path]
        ways.append(tuple(map(Stage, path, map(board.steps_to_goal, path), chances)))
    return tuple(sorted(ways, key=lambda way: -way[-1].reached))


def _paths(board: Board, space: str) -> Iterator[tuple[str, ...]]:
    """The ways from a space to the goal on which every step leads nearer to it."""
    onward = board.towards_goal(space)
    if not onward:
        yield (space,)
    for following in onward:
        for path in _paths(board, following):
            yield (space, *path)
