"""Play games of the program against itself and write down how many rounds they took: `rules/lengths.toml`.

`python tests/lengths_anew.py FOLDER 10` plays the seeds 1 to 10 of each cell; what lies in the folder is not played
again. A game took ten seconds of a processor with the compiled engine: ten of each cell three quarters of an hour.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from talisman_nb.chronicle.group import shorter_values
from talisman_nb.rules.book import open_book
from talisman_nb.simulate import Games, simulate

FILE = Path(__file__).parents[1] / "talisman_nb" / "rules" / "lengths.toml"
PLAYER, EDITIONS, PEOPLE, WITH_RULES = "greedy", ("revised4", "second"), (2, 3, 4, 5, 6), (2, 4)
HEAD = f"""\
# Rounds that games took which the program played against itself ({PLAYER} players, `python tests/lengths_anew.py`), by
# edition and number of people: seed = rounds. 400 rounds: the game was not over by then. A game without a house rule
# and one with it of the same seed have the same characters and first throws.
"""


def cells() -> Iterator[tuple[str, int, dict[str, int]]]:
    """Edition, number of people and house rules of games."""
    for edition in EDITIONS:
        for people in PEOPLE:
            yield edition, people, {}
            if people in WITH_RULES:
                yield from (
                    (edition, people, {name: value}) for name, value in shorter_values(open_book(edition)).items()
                )


def written(cell: tuple[str, int, dict[str, int]], games: Games) -> str:
    """A line of the file."""
    name = ", ".join(f"{figure}={value}" for figure, value in cell[2].items()) or "usual"
    return f'"{name}" = {{ {", ".join(f"{row.seed} = {row.rounds}" for row in games)} }}\n'


def main(folder: Path, games: int) -> None:
    """Play what is not there yet, and write the file."""
    text, before = HEAD, ("", 0)
    for edition, people, house in cells():
        to = folder / f"{edition}-{people}-{''.join(house) or 'usual'}"
        found = simulate(games, [PLAYER] * people, edition=edition, house=house, to=to)
        if before != (edition, people):
            text, before = f"{text}\n[{edition}.{people}]\n", (edition, people)
        text += written((edition, people, house), found)
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
