"""Does something come of every step that is told, and is everything so that is told, in every branch of every block?

`test_walk.py` looks at what is told in every branch of the program's own cards; here each of their steps must do
something somewhere, and what a layer of one's own says without doing it is found, or refused as it is opened.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from editions import BORROWED, EXPANDED, PLAYED, top
from test_honest_cards import event, unchecked

from talisman_nb.app.cli import main
from talisman_nb.app.layer_walk import idle_steps
from talisman_nb.engine import new_game
from talisman_nb.model import Event
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import Layer
from talisman_nb.table.told_moves import undone
from talisman_nb.text.names import LANGUAGES

SHARES = 6


@pytest.mark.matrix
@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("edition", (*PLAYED, BORROWED))
def test_something_comes_of_every_step_that_is_told(edition: str, share: int) -> None:
    book = open_book(edition)
    keys = [key for key in book.definitions if not key.startswith("turn.") and key.count(".") < 2]
    keys = [key for key in keys if edition not in EXPANDED or book.layer_of(key) == top(edition)]
    assert list(idle_steps(book, keys[share::SHARES])) == []


@pytest.mark.parametrize(
    ("block", "step"),
    [
        ('{ op = "teleport", to = "here" }', "teleport"),
        (
            '{ op = "set", var = "n", to = 0 }, { op = "place", card = "gold", from = "stock", n = "n", on = "oasis" }',
            "place",
        ),
        (
            '{ op = "choose", options = [{ key = "pray", do = [{ op = "teleport", to = "here" }] }, '
            '{ key = "stay", do = [{ op = "gain", what = "life" }] }] }',
            "teleport",
        ),
    ],
)
def test_a_step_of_which_nothing_ever_comes_is_found(block: str, step: str) -> None:
    book = unchecked(event(block))
    (found,) = idle_steps(book, ["whirl"])
    assert found.startswith(f"mine/adventure/cards.toml: [whirl] met: {step!r} is told, and nothing came of it")


def test_a_step_that_does_something_somewhere_is_none() -> None:
    """Nobody with all lives is healed, and who has no gold loses none: both do something for somebody."""
    book = unchecked(
        event('{ op = "heal", what = "life" }, { op = "lose", what = "gold" }, { op = "align", to = "evil" }')
    )
    assert list(idle_steps(book, ["whirl"])) == []


def test_what_is_told_and_not_so_is_found() -> None:
    state = new_game([("Ada", "dwarf"), ("Bruno", "thief")])
    told = [
        Event("gained", 0, what="craft", n=1),
        Event("teleported", 1, space="ruins"),
        Event("aligned", 0, what="evil"),
        Event("lost", 1, what="gold", n=1, space="ruins"),
        Event("paid", 0, what="gold", n=2),
    ]
    assert [undone(state, state, [each]) != () for each in told] == [True] * len(told)
    assert undone(state, state, [Event("nothing_happens", 0)]) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_author_is_told_of_it(lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "whirls"
    (folder / "adventure").mkdir(parents=True)
    never = '{ op = "set", var = "n", to = 0 }, '
    never += '{ op = "place", card = "gold", from = "stock", n = "n", on = "oasis" }'
    (folder / "adventure" / "cards.toml").write_text(event(never), encoding="utf-8")
    assert main(["layers", str(folder), "--lang", lang]) == 0
    told = capsys.readouterr().out
    assert "[whirl] met: 'place' is told, and nothing came of it in any situation that was tried" in told
    (folder / "adventure" / "cards.toml").write_text(event('{ op = "gain", what = "gold" }'), encoding="utf-8")
    assert main(["layers", str(folder), "--lang", lang]) == 0
    assert "[whirl]" not in capsys.readouterr().out


def test_a_box_without_characters_is_not_walked() -> None:
    """Nobody is there who could meet anything: its characters are typed at the table."""
    nobody = Layer("nobody", {"layer.toml": "[layer]\nwithout = ['character']\n", "adventure/cards.toml": event("")})
    book = open_book(["revised4", nobody])
    assert not book.characters
    assert list(idle_steps(book, ["space.ruins", "wolf"])) == []


def test_a_board_of_ones_own_is_walked_too() -> None:
    mine = Layer(
        "mine", {"layer.toml": '[layer]\nname = "Mine"\n', "board.toml": 'like = "revised4"\n[space.ruins]\ndraw = 1\n'}
    )
    book = open_book(["revised4", mine])
    assert list(idle_steps(book, ["space.ruins", "space.chapel"])) == []
