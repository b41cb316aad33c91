"""The commands `export`, `pack`, `evenings` and `simulate`: tables as texts, pages or files; what many games say."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from msgspec import json as as_json

from talisman_nb.chronicle.evenings import Evenings
from talisman_nb.chronicle.evenings_told import BOM, all_evenings, as_csv, lines
from talisman_nb.chronicle.exports import FORMS, export
from talisman_nb.chronicle.page import title
from talisman_nb.engine.view import seen_by
from talisman_nb.model import UserError
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation import rules_said
from talisman_nb.panels.sync.bundle import drawn_face
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE
from talisman_nb.table import Table
from talisman_nb.table.file.file_error import as_table_file_error
from talisman_nb.table.house_files import read_house
from talisman_nb.text.errors import describe_error
from talisman_nb.text.pages.packing import packing_pages
from talisman_nb.text.phrases import load_phrases

from .console import language, say

EVERYBODY = -1
"""The viewer of a text or page: what everybody may see."""


def write_export(name: str, table: str | None, form: str, lang: str | None) -> int:
    """Write a table in a form into this folder; return 2 without a name or for a form there isn't.

    `name`, `table`: what stands behind the command and behind `--table`, either of which names it. `lang`: None for the
    table's own language.
    """
    name, said = name or table or "", load_phrases(language(lang))
    if not name or form not in FORMS:
        say(
            said.say("console", "export-how", code="talisman-nb export Friday --as markdown", forms=", ".join(FORMS)),
            sys.stderr,
        )
        return 2
    with Table.open(name) as opened:
        made = export(opened, form, lang or opened.settings.lang, EVERYBODY, drawn_face())
    path = free_path(Path.cwd() / made.name)
    path.write_text(made.text, "utf-8", newline="\n")
    say(said.say("console", "exported", path=path))
    if FORMS[form].secret:
        say(said.say("panel", "keep-secrets"))
    return 0


def print_packing(name: str, table: str | None, lang: str | None) -> int:
    """Print the lists to pack a table away; arguments as of `write_export`. Return 2 without a name."""
    name = name or table or ""
    if not name:
        said = load_phrases(language(lang))
        say(said.say("console", "pack-how", code="talisman-nb pack Friday"), sys.stderr)
        return 2
    with Table.open(name) as opened:
        spoken = lang or opened.settings.lang
        say("\n\n\n".join(map(str, packing_pages(seen_by(opened.state), spoken, title(opened, spoken)))))
    return 0


def free_path(path: Path) -> Path:
    """Return the path, numbered if there is such a file already."""
    names = (path.with_stem(f"{path.stem} {n}") if n > 1 else path for n in range(1, 1000))
    return next(each for each in names if not each.exists())


def evenings(csv: str | None, lang: str | None) -> int:
    """Print the games, people, characters, deaths and rivals; with `csv` write them into that file instead.

    Raises `TableFileError` if the tables can't be read or the file can't be written.
    """
    spoken, known = language(lang), Evenings()
    if csv:
        found, _ = known.read(sys.maxsize)
        with as_table_file_error(Path(csv)):
            Path(csv).write_text(BOM + as_csv(found, spoken), "utf-8", newline="")
        say(load_phrases(spoken).say("console", "evenings-written", path=csv))
        return 0
    for line in lines(all_evenings(known, spoken, sys.maxsize), spoken):
        say(line)
    return 0


def simulate_games(
    name: str, games: int, edition: str | None, house: str | None, seed: int, jobs: int, to: str | None,
    json: str | None, lang: str | None,
) -> int:  # fmt: skip
    """Play games of the program's players and print how they end; `json` and `to` say where the rows go too.

    `name`: their kinds, with commas between. `house`: saved house rules by name, or "figure=value" as in a situation.
    Return 2 for players, rules or a folder that can't be used. Raises `ModuleNotFoundError` if packages of the extra
    for several processes or a folder are missing.
    """
    from talisman_nb.simulate import simulate

    spoken, kinds, named = language(lang), name or "planner,greedy", edition or BASE
    try:
        rules = _house_rules(house, named) if house else {}
        with click.progressbar(length=games, file=sys.stderr) as bar:

            def tell(done: int, of: int) -> None:
                bar.update(done - bar.pos)

            rows = simulate(games, kinds, edition=named, house=rules, seed=seed, jobs=jobs, to=to, progress=tell)
    except UserError as problem:
        say(describe_error(problem, spoken), sys.stderr)
        return 2
    if json:
        with as_table_file_error(Path(json)):
            Path(json).write_bytes(as_json.encode(rows.dicts()))
    for line in rows.told(spoken):
        say(line)
    return 0


def _house_rules(given: str, edition: str) -> dict[str, Any]:
    """Return saved house rules, or those that a text says as a situation does; raises `UserError` for wrong ones."""
    if "=" in given:
        return rules_said(parse_text(f"house {given}"))[1]
    values, wrong = read_house(given, open_book(edition))
    if wrong:
        raise wrong[0]
    return values
