"""How every face of every roll of a space or card is marked, as it was read and found right (`marks.toml`)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from situations import Game, seat, situation

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.model import Answer, State
from talisman_nb.odds.gates import alone, at_part
from talisman_nb.odds.rolls import rolls_on
from talisman_nb.panels.table.beside_question import with_parts
from talisman_nb.rules.book import book_of
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Question

READ = tomllib.loads((Path(__file__).parent / "marks.toml").read_text())
"""By edition, and by space or card, purpose of the roll and character: a mark for each face or sum."""
EDITIONS = ("revised4", "second")
MARK = {"good": "+", "level": "=", "bad": "-", "": "?"}
SEATS = {
    "dwarf": {"gold": 2, "goods": ("sword", "maiden"), "strength": 1, "craft": 1, "life": 3, "alignment": "neutral"},
    "monk": {"fate": 0, "life": 3},
    "troll": {"fate": 0, "gold": 0, "alignment": "evil"},
}
FIELD = "fields-1"
NO_ROLL = ("leave", "none", "done", "refuse", "evade", "fight", "the space")


def rolls(edition: str) -> dict[str, State]:
    """Each roll that a space, or a card that is drawn or visited, leads to, at its question."""
    found: dict[str, State] = {}
    for character, figures in SEATS.items():
        game = situation(seat(character, FIELD, **figures), seat("thief", "city"), edition=edition)
        for source, state in (*_of_spaces(game.state), *_of_cards(game)):
            found.setdefault(f"{source} {ask(state).purpose} {character}", state)
    return dict(sorted(found.items()))


def listed(edition: str) -> dict[str, str]:
    """The marks of all rolls, as `marks.toml` has them."""
    return {key: _marks(_shown(state)) for key, state in rolls(edition).items()}


def _of_spaces(state: State) -> Iterator[tuple[str, State]]:
    for space in book_of(state.book).board.spaces:
        for table in rolls_on(state, space, 0):
            at = at_part(alone(state, 0), 0, "encounter", space)
            for key in table.answers:
                at, _ = step(at, Answer(at.ply, key))
            yield space, at


def _of_cards(game: Game) -> Iterator[tuple[str, State]]:
    """Adventure cards, each drawn on a field."""
    drawing = Game(game.state).walk("woods-1").state
    book = book_of(drawing.book)
    for card in ask(drawing).open():
        if card not in book.deck_cards["adventure"]:
            continue
        state = _to_roll(step(drawing, Answer(drawing.ply, card))[0])
        if state is not None and ask(state).source == card:
            yield card, state


def _to_roll(state: State) -> State | None:
    """The first roll that a card leads to, by answers that do not decline; None for none."""
    for _ in range(3):
        found = ask(state)
        if found.kind == "die":
            return state if state.fight is None else None
        keys = [key for key in found.open() if key not in NO_ROLL]
        if found.chance or not keys or state.fight is not None:
            return None
        try:
            state, _ = step(state, Answer(state.ply, keys[0]))
        except NotAllowedError:
            return None
    return None


def _shown(state: State) -> Question:
    return with_parts(question(state, ask(state), "en"), state, ask(state), "en")


def _marks(shown: Question) -> str:
    if shown.sums:
        return " ".join(f"{row.low}-{row.high}{MARK[row.tone]}" for row in shown.sums)
    return "".join(MARK[option.tone] for option in shown.options)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_face_is_marked_as_it_was_read(edition: str) -> None:
    assert listed(edition) == READ[edition]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_effect_is_said_of_what_is_neither_good_nor_bad_alone(edition: str) -> None:
    for key, state in rolls(edition).items():
        shown = _shown(state)
        for each in (*shown.options, *shown.sums):
            assert each.tone == "level" or "no effect" not in each.detail, key
            assert "puts (no effect)" not in each.detail, key
            assert "goes (no effect)" not in each.detail, key
