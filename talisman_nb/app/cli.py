"""Command line of `talisman-nb`: the commands, their options, and where each is carried out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click
from babel.numbers import format_decimal

from talisman_nb.rules.layers import editions
from talisman_nb.text.errors import OF_DEFINITIONS, describe_error
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from . import check_machine as check
from . import paths as places
from .command_line import Command, CommandLineError, CommandOption, Group, Number, OneOf, Text, wished_language
from .console import language, say, words


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    This is 0, 1 when something needed or asked for is missing, or 2 for a command line, table or folder that can't be
    used.

    >>> main(["tables", "--table", "Friday"])
    2
    """
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        return COMMANDS.run(given)
    except (places.TableFileError, CommandLineError, *OF_DEFINITIONS) as problem:
        say(describe_error(problem, wished_language(given)), sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        if not (extra := check.extra_with(missing.name or "")):
            raise
        return _say_missing(wished_language(given), [str(missing.name)], check.install_extra(extra))


def _say_missing(lang: str | None, names: Sequence[str], install: str) -> int:
    """Say which packages a command lacks, and what installs them; return 1."""
    said = load_phrases(language(lang)).say("help", "error.missing", names=", ".join(names), install=install)
    say(said, sys.stderr)
    return 1


def tables(lang: str | None) -> int:
    """List the saved tables, and their folder."""
    from talisman_nb.table.file.saved_tables import progress

    saved, spoken = places.saved_tables(), language(lang)
    for file in saved:
        found = places.summary(file)
        told = (
            [", ".join(found.people), progress(spoken, found.round, found.turn, found.over)]
            if found
            else [load_phrases(spoken).say("setup", f"saved-{places.trouble(file)}")]
        )
        date = places.day_and_time(places.time_played(file))
        say("  ".join([date, file.stem, " · ".join(filter(None, told))]))
    say(words(lang, "tables" if saved else "tables-none", n=len(saved), folder=places.tables_dir()))
    return 0


def rescue(name: str, table: str | None, lang: str | None) -> int:
    """Copy the readable part of a damaged table, given by its name or file, into a new table."""
    from talisman_nb.table import rescue_table
    from talisman_nb.table.file.saved_tables import found_table

    new = rescue_table(found_table(name or table or ""))
    say(words(lang, "rescued", path=new, code=f'talisman-nb --table "{new.stem}"'))
    return 0


def check_machine(lang: str | None) -> int:
    """Print the findings of `check`; return 1 if something needed is missing."""
    needed = False
    for finding in check.findings():
        say(finding.line(language(lang)))
        needed = needed or finding.state == "todo"
    say(words(lang, "needed", todo=words(lang, "state.todo")) if needed else words(lang, "fine"))
    return 1 if needed else 0


def rules(edition: str | None, lang: str | None) -> int:
    """Print every rule with its cases, and the share of operations used by one definition only."""
    from talisman_nb.rules.citations import told_by
    from talisman_nb.rulings import coverage
    from talisman_nb.rulings.cases import cases_of

    from .look_up import book_of_edition, own_operations

    spoken, book = language(lang), book_of_edition(edition)
    for told in told_by(book):
        for line in coverage(told, cases_of(book).values()).lines(spoken):
            say(line)
    share, wording = own_operations(book), Wording(spoken, book=book)
    own = ", ".join(sorted(f"{wording.source(who)} ({', '.join(operations)})" for who, operations in share.own.items()))
    part = format_decimal(100 * share.part, "0.0", spoken)
    say(words(lang, "own-operations", n=len(share.own), all=share.of, part=part, who=own))
    return 0


def bench(json: str | None, speed: bool, seconds: int | None, no_browser: bool, lang: str | None) -> int:
    """Run the benchmark in a process of its own; return its exit code, or 1 if packages for it are missing."""
    if missing := [name for name in MEASURED_WITH if find_spec(name) is None]:
        return _say_missing(lang, missing, 'pip install ".[test]"')
    given = [f"{word}={value}" for word, value in (("--json", json), ("--seconds", seconds)) if value]
    given += [word for word, wished in (("--speed", speed), ("--no-browser", no_browser)) if wished]
    return subprocess.call([sys.executable, "-m", "talisman_nb.bench", *given])


MEASURED_WITH = ("chess", "icepool", "psutil", "playwright")
"""Packages that the benchmark needs and the program doesn't: its peers, and what it measures with."""


# --- the commands and what stands behind them ---


class TableName(Text):
    """The name of a table that is there or may be begun. Raises `TableFileError` for one no file can have."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        name = super().convert(value, param, ctx)
        places.table_file(name)
        return name


def saved_names() -> list[str]:
    """Return the names of the saved tables, for a shell to offer."""
    return [file.stem for file in places.saved_tables()]


def import_on_call(target: str) -> Callable[..., int]:
    """Return a function that imports and calls another one, `module:function` of this folder, when it is called."""
    module, name = target.split(":")

    def run(**given: Any) -> int:
        return int(getattr(import_module(f".{module}", __package__), name)(**given))

    return run


TABLE = CommandOption(["--table"], value="name", type=TableName(), completes=saved_names)
EDITION = CommandOption(["--edition"], value="name")
PAGE, NO_BROWSER = CommandOption(["--page"]), CommandOption(["--no-browser"])
PORT = CommandOption(["--port"], value="number", type=Number(1, (1 << 16) - 1))
SERVING = (PORT, NO_BROWSER)

COMMANDS = Group([
    Command("page", import_on_call("serving:page"), "play", TABLE, *SERVING),
    Command("lab", import_on_call("serving:lab"), "play", TABLE, *SERVING),
    Command("host", import_on_call("serving:host"), "play", TABLE, *SERVING, CommandOption(["--lan"])),
    Command(
        "lesson", import_on_call("lesson:lesson_command"), "play",
        CommandOption(["--from", "begin"], value="number", type=Number()), CommandOption(["--names"], value="names"),
        CommandOption(["--notes"]), CommandOption(["--sheet"], value="file", is_flag=False, flag_value=""),
        CommandOption(["--pupils"], value="number", type=Number(1, 99)), CommandOption(["--csv"], value="file"),
        CommandOption(["--check"], value="file"), CommandOption(["--make"]), PAGE, CommandOption(["--phones"]),
        *SERVING, examples=["lesson combat"], takes="name",
    ),
    Command(
        "site", import_on_call("site:site"), "play", CommandOption(["--notebooks"]), examples=["site talisman-site"],
        takes="name",
    ),
    Command("tables", tables, "saved"),
    Command("evenings", import_on_call("export:evenings"), "saved", CommandOption(["--csv"], value="file")),
    Command(
        "export", import_on_call("export:write_export"), "saved", TABLE,
        CommandOption(["--as", "form"], value="format", default="markdown"),
        examples=["export Friday --as page"], completes=saved_names, takes="name",
    ),
    Command(
        "pack", import_on_call("export:print_packing"), "saved", TABLE,
        examples=["pack Friday"], completes=saved_names, takes="name",
    ),
    Command("rescue", rescue, "saved", TABLE, examples=["rescue Friday"], completes=saved_names, takes="name"),
    Command(
        "house", import_on_call("layers:house"), "saved", TABLE, EDITION,
        examples=["house save friday --table Thursday"], takes="words",
    ),
    *(
        Command(example.split()[0], import_on_call(f"look_up:{example.split()[0]}"), "look-up", EDITION,
                examples=[example], takes="name")
        for example in ("card holy lance", "space graveyard", "rule combat.standoff")
    ),
    Command("rules", rules, "look-up", EDITION),
    Command(
        "rulings", import_on_call("rulings:rulings"), "look-up", EDITION,
        examples=["rulings monk lance"], takes="name",
    ),
    Command(
        "answer", import_on_call("look_up:answers"), "look-up", EDITION, CommandOption(["--editions"]),
        examples=["answer may the monk use a sword"], takes="name",
    ),
    Command(
        "editions", import_on_call("look_up:editions_compared"), "look-up",
        examples=["editions revised4 second"], takes="words", completes=editions,
    ),
    Command("doubts", import_on_call("look_up:doubts"), "look-up", EDITION),
    Command(
        "simulate", import_on_call("export:simulate_games"), "look-up",
        CommandOption(["--games"], value="number", type=Number(1), default=100),
        EDITION, CommandOption(["--house"], value="name"),
        CommandOption(["--seed"], value="number", type=Number(), default=1),
        CommandOption(["--jobs"], value="number", type=Number(1), default=1), CommandOption(["--to"], value="folder"),
        CommandOption(["--json"], value="file"), examples=["simulate planner,greedy --games 20"], takes="name",
    ),
    Command(
        "analysis", import_on_call("rulings:analysis"), "look-up", TABLE,
        CommandOption(["--line"], value="number", type=Number()), CommandOption(["--what-if"], value="change"),
        CommandOption(["--editions"]), CommandOption(["--insist"]), PAGE, *SERVING,
        examples=['analysis "dwarf crags | thief city > 3"', "analysis --table Friday --line 12"], takes="name",
    ),
    Command(
        "new-card", import_on_call("own_cards:new_card"), "own", examples=["new-card stranger tinker"], takes="name",
    ),
    Command("layers", import_on_call("layers:layers"), "own", EDITION, examples=["layers ./my-cards"], takes="name"),
    Command(
        "box", import_on_call("box:box"), "own", EDITION,
        examples=["box pack my-cards", "box add dragons-1.2.talisman-box"], takes="words",
    ),
    Command(
        "own-cards", import_on_call("own_cards:own_cards"), "own",
        examples=["own-cards Kraken strength 7", "own-cards forget Kraken"], takes="words",
    ),
    Command(
        "texts", import_on_call("texts.command:texts"), "own", EDITION, CommandOption(["--phrase"], value="phrase"),
        CommandOption(["--kind", "kinds"], value="kind", multiple=True),
        CommandOption(["--lines"], value="number", type=Number(1), default=300),
        CommandOption(["--seed"], value="number", type=Number(), default=1),
        CommandOption(["--format", "form"], value="format", type=OneOf(("text", "markdown")), default="text"),
        examples=["texts en it --phrase events.gained"], takes="words",
    ),
    Command("check", check_machine, "machine"),
    Command(
        "bench", bench, "machine", CommandOption(["--json"], value="file"), CommandOption(["--speed"]),
        CommandOption(["--seconds"], value="number", type=Number(1)), NO_BROWSER,
    ),
])  # fmt: skip
