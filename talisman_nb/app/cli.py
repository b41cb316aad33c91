"""Command line of `talisman-nb`: one function per command."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec

from babel.numbers import format_decimal

from talisman_nb.text.errors import OF_DEFINITIONS, worded
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

from . import check_machine as check
from . import paths as places
from .arguments import CommandLineError, arguments
from .console import language, say, words
from .look_up import answers
from .serving import host, lab, page


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    This is 0, 1 when something needed or asked for is missing, or 2 for a table or folder that can't be used.

    >>> main(["tables", "--table", "a:b"])
    2
    """
    asked = arguments(argv, COMMANDS_BY_NAME)
    try:
        if asked.table is not None:
            places.table_file(asked.table)
        return COMMANDS_BY_NAME[asked.command](asked)
    except (places.TableFileError, CommandLineError, *OF_DEFINITIONS) as problem:
        say(worded(problem, language(asked)), sys.stderr)
        return 2


def tables(asked: argparse.Namespace) -> int:
    """List the saved tables, and their folder."""
    from talisman_nb.panels.setup.setup_form import progress

    saved, lang = places.saved_tables(), language(asked)
    for file in saved:
        found = places.summary(file)
        told = (
            [", ".join(found.people), progress(lang, found.round, found.turn, found.over)]
            if found
            else [load_phrases(lang).say("setup", f"saved-{places.trouble(file)}")]
        )
        date = places.day_and_time(places.played(file))
        say("  ".join([date, file.stem, " · ".join(filter(None, told))]))
    say(words(asked, "tables" if saved else "tables-none", n=len(saved), folder=places.tables_dir()))
    return 0


def rescue(asked: argparse.Namespace) -> int:
    """Copy the readable part of a damaged table, given by its name or file, into a new table."""
    from talisman_nb.table import rescued
    from talisman_nb.table.file.saved_tables import found_table

    new = rescued(found_table(" ".join(asked.rest) or asked.table or ""))
    say(words(asked, "rescued", path=new, code=f'talisman-nb --table "{new.stem}"'))
    return 0


def check_machine(asked: argparse.Namespace) -> int:
    """Print the findings of `check`; return 1 if something needed is missing."""
    needed = False
    for finding in check.findings():
        say(finding.line(language(asked)))
        needed = needed or finding.state == "todo"
    say(words(asked, "needed", todo=words(asked, "state.todo")) if needed else words(asked, "fine"))
    return 1 if needed else 0


def rules(asked: argparse.Namespace) -> int:
    """Print every rule with its cases, and the share of operations used by one definition only."""
    from talisman_nb.rulings import coverage
    from talisman_nb.rulings.layer_cases import cases_of

    from .look_up import book_asked, own_operations

    lang, book = language(asked), book_asked(asked)
    for line in coverage(book.rules_of, cases_of(book).values()).lines(lang):
        say(line)
    share, wording = own_operations(book), Wording(lang, book=book)
    own = ", ".join(sorted(f"{wording.source(who)} ({', '.join(operations)})" for who, operations in share.own.items()))
    part = format_decimal(100 * share.part, "0.0", lang)
    say(words(asked, "own-operations", n=len(share.own), all=share.of, part=part, who=own))
    return 0


def bench(asked: argparse.Namespace) -> int:
    """Run the benchmark in a process of its own; return its exit code, or 1 if packages for it are missing."""
    if missing := [name for name in MEASURED_WITH if find_spec(name) is None]:
        names, install = ", ".join(missing), 'pip install ".[test]"'
        say(load_phrases(language(asked)).say("help", "error.bench", names=names, install=install), sys.stderr)
        return 1
    given = [f"{word}={value}" for word, value in (("--json", asked.json), ("--seconds", asked.seconds)) if value]
    given += [word for word, wished in (("--speed", asked.speed), ("--no-browser", asked.no_browser)) if wished]
    return subprocess.call([sys.executable, "-m", "talisman_nb.bench", *given])


MEASURED_WITH = ("chess", "icepool", "psutil", "playwright")
"""Packages that the benchmark needs and the program doesn't: its peers, and what it measures with."""


def look_up(asked: argparse.Namespace) -> int:
    """Print the page of a card, space or rule (see `app.look_up`)."""
    from . import look_up as shelves

    return shelves.look_up(asked)


def rulings(asked: argparse.Namespace) -> int:
    """Print the rulings that have all the words given."""
    from . import rulings as collection

    return collection.rulings(asked)


def answer(asked: argparse.Namespace) -> int:
    """Print whether somebody may do something with a card."""

    return answers(asked)


def new_card(asked: argparse.Namespace) -> int:
    """Write the skeleton of a new card."""
    from . import own_cards as skeletons

    return skeletons.new_card(asked)


def layers(asked: argparse.Namespace) -> int:
    """List the installed layers, or check one by its folder or name."""
    from . import layers as listing

    return listing.layers(asked)


def house(asked: argparse.Namespace) -> int:
    """List, show, save or check saved house rules."""
    from . import layers as files

    return files.house(asked)


def analysis(asked: argparse.Namespace) -> int:
    """Print what may come of a situation, and why (see `app.analysis`); with `--page` open it in the browser."""
    from . import rulings as looked_into

    if not asked.page:
        return looked_into.analysis(asked)
    refused = looked_into.take_line(asked)
    return refused or page(asked)


def lesson(asked: argparse.Namespace) -> int:
    """List the lessons, give one, or check a file (see `app.lesson`); with `--page` open one in the browser."""
    from .lesson import lesson_command, telling_of_notes

    if asked.page and asked.rest:
        return page(telling_of_notes(asked))
    return lesson_command(asked)


def evenings(asked: argparse.Namespace) -> int:
    """Print what all saved tables say of people and characters."""
    from .export import evenings as told

    return told(asked)


def export(asked: argparse.Namespace) -> int:
    """Write a saved table as a text, a page or a file."""
    from .export import write_export

    return write_export(asked)


def pack(asked: argparse.Namespace) -> int:
    """Print the lists to put a saved table away by, and to set it up again."""
    from .export import print_packing

    return print_packing(asked)


def editions(asked: argparse.Namespace) -> int:
    """Print what differs between two editions."""
    from . import look_up as shelves

    return shelves.editions_compared(asked)


def doubts(asked: argparse.Namespace) -> int:
    """Print all doubts."""
    from . import look_up as shelves

    return shelves.doubts(asked)


def texts(asked: argparse.Namespace) -> int:
    """Print lines of the program in every language side by side."""
    from .texts import command

    return command.texts(asked)


def own_cards(asked: argparse.Namespace) -> int:
    """List the group's own cards, correct one or take it out."""
    from .own_cards import own_cards as box

    return box(asked)


COMMANDS_BY_NAME: dict[str, Callable[[argparse.Namespace], int]] = {
    "page": page, "lab": lab, "host": host, "tables": tables, "rescue": rescue, "check": check_machine, "bench": bench,
    "card": look_up, "space": look_up, "rule": look_up, "rules": rules, "rulings": rulings, "doubts": doubts,
    "new-card": new_card, "layers": layers, "editions": editions, "house": house, "export": export, "pack": pack,
    "evenings": evenings, "answer": answer, "analysis": analysis,
    "lesson": lesson, "texts": texts, "own-cards": own_cards,
}  # fmt: skip
"""Maps commands to the functions that run them and return the exit code."""
