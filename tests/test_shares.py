"""Does a matrix play every value of each of its lists, and how few cases are enough for that?"""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from shares import SHARE, diagonal, left_out


class Case:
    """A case of a test with lists of arguments, as pytest makes it."""

    def __init__(self, lists: dict[str, list[Any]], params: dict[str, Any]) -> None:
        self.callspec, self._lists = SimpleNamespace(params=params), lists

    def iter_markers(self, name: str) -> list[pytest.Mark]:
        return [getattr(pytest.mark, name)(key.split("_and_"), values).mark for key, values in self._lists.items()]


class Item:
    """A case of a campaign, as pytest collects it."""

    def __init__(self, nodeid: str, mark: pytest.Mark) -> None:
        self.nodeid, self._mark = nodeid, mark

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self._mark if name == self._mark.name else None


def cases(**sizes: int) -> list[Any]:
    """The cases of a test with lists of so many values; those of names joined by `_and_` come in pairs."""
    lists = {name: [name[0] * n for n in range(1, size + 1)] for name, size in sizes.items()}
    return [
        Case(lists, {name: value for key, value in zip(lists, values, strict=True) for name in key.split("_and_")})
        for values in product(*lists.values())
    ]


@pytest.mark.parametrize("turn", range(5))
@pytest.mark.parametrize(
    "lists",
    [{"scene": 7, "lang": 4}, {"lang": 4, "size": 4}, {"lang": 4, "width_and_height": 6, "dark": 2}, {"key": 3}],
)
def test_every_value_of_every_list_is_played(lists: dict[str, int], turn: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shares.turn", lambda: turn)
    played = [case.callspec.params for case in diagonal(cases(**lists))]
    assert len(played) == max(lists.values())
    for joined, size in lists.items():
        for name in joined.split("_and_"):
            assert len({at[name] for at in played}) == size, name


def test_another_program_plays_another_diagonal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for turn in range(4):
        monkeypatch.setattr("shares.turn", lambda turn=turn: turn)
        seen |= {tuple(case.callspec.params.values()) for case in diagonal(cases(scene=7, lang=4))}
    assert len(seen) == 28


def test_a_campaign_plays_as_many_cases_as_its_mark_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shares.ALL", False)
    for turn in range(3):
        monkeypatch.setattr("shares.turn", lambda turn=turn: turn)
        for said, most in (({}, SHARE), ({"cases": 3}, 3)):
            items: list[Any] = [Item(f"test_games[{n}]", pytest.mark.campaign(**said).mark) for n in range(7)]
            assert 1 <= len(items) - len(left_out(items)) <= most
