"""Command line of `talisman-nb`: arguments, and one function per command."""

from __future__ import annotations

import argparse
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from urllib.parse import quote

from babel.numbers import format_decimal

from talisman_nb.app import check_machine as check
from talisman_nb.app import paths as places
from talisman_nb.app import running_server as running
from talisman_nb.app import settings
from talisman_nb.app.console import say
from talisman_nb.app.language import language
from talisman_nb.app.page_request import query_of
from talisman_nb.text.errors import worded
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.wording import Wording

COMMANDS = """commands:
  (none)   open the companion as a full page, already running, without any code
  lab      the same notebook in JupyterLab, run and ready
  host     a table for phones and a television: with --lan, in your local network, else on this machine alone
  tables   list the saved tables, the one played last first
  rescue   write what can be read of a damaged table into a new one: talisman-nb rescue Friday
  pack     what lies where, to put a game away by and set it up again: talisman-nb pack Friday
  export   a saved table as a file in this folder: talisman-nb export Friday --as page
  evenings who plays which character and wins how often, in all saved tables
  card     what a card or character does, step by step, and how sure that is: talisman-nb card holy lance
  space    the same of a space: talisman-nb space graveyard --lang it
  rule     what a rule says and where, edition by edition: talisman-nb rule combat.standoff
  rulings  the rulings that have some words, in any language: talisman-nb rulings monk lance
  answer   may somebody have, use, sell a card, edition by edition: talisman-nb answer monk lance
  editions what differs between two editions: talisman-nb editions revised4 second
  analysis what may come of a situation, and why: talisman-nb analysis "dwarf crags | thief city > 3", or of a saved
           table: --table Friday --line 12; with --what-if "dwarf, has sword" or --editions both runs side by side;
           with --page as a page in the browser
  lesson   the lessons for a class; one in the terminal: talisman-nb lesson combat --lang it; with --page on the wall;
           with --sheet [FILE] its sheet to print, with --check FILE what is wrong with one of your own
  layers   the layers of your own that are installed, or what is wrong with one: talisman-nb layers ./my-cards
  house    house rules saved under a name: list, show Friday, save Friday --table NAME, check ./friday.toml
  doubts   every fact that is not certain, and why
  new-card the skeleton of a card of your own: talisman-nb new-card stranger tinker
  check    what is missing on this machine, and what to do about it
  rules    every rule with the cases that try it, and what has none yet
  bench    measure this machine: turns, odds, simulation, clicks (everything after it goes to the benchmark)
"""
RETRIES = 20
"""Number of ports after the first that are tried when no port was given."""
LOOKED_UP = (
    "card",
    "space",
    "rule",
    "rulings",
    "answer",
    "rescue",
    "new-card",
    "layers",
    "editions",
    "house",
    "export",
    "pack",
    "analysis",
    "lesson",
)
"""Commands whose arguments are the words of one name."""


def parser() -> argparse.ArgumentParser:
    """Return the argument parser."""
    asked = argparse.ArgumentParser(
        "talisman-nb",
        description="An unofficial companion for the board game Talisman.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command = asked.add_argument("command", nargs="?", choices=[*COMMANDS_BY_NAME], default="page", help="see below")
    command.metavar = "command"
    asked.add_argument("--table", metavar="NAME", help="the table to play at: a saved one goes on, a new name is new")
    asked.add_argument("--lang", choices=["en", "it", "fr", "pl"], help="the language of the table")
    asked.add_argument("--edition", metavar="NAME", help="an edition and layers over it: second, revised4+my-cards")
    asked.add_argument(
        "--as", dest="form", metavar="FORM", default="markdown",
        help="form of an export: markdown, page, packing, file, file-without-names",
    )  # fmt: skip
    asked.add_argument("--what-if", metavar="CHANGE", help='analysis: one thing changed, such as "edition second"')
    asked.add_argument("--editions", action="store_true", help="analysis: the same in every edition")
    asked.add_argument("--notes", action="store_true", help="lesson: what is for the teacher alone, page by page")
    asked.add_argument("--sheet", nargs="?", const="", metavar="FILE", help="lesson: write its sheet, answers behind")
    asked.add_argument("--names", metavar="ADA,BRUNO", help="lesson: what its figures are called; or troll=Ada")
    asked.add_argument("--from", dest="begin", type=int, metavar="N", help="lesson: the page it opens at")
    asked.add_argument("--check", metavar="FILE", help="lesson: say what is wrong with a lesson of your own")
    asked.add_argument("--insist", action="store_true", help="analysis: lay out also what the rules make impossible")
    asked.add_argument("--page", action="store_true", help="analysis, lesson: open it in the browser")
    asked.add_argument("--line", type=int, metavar="N", help="analysis: a line of the table, else the question now")
    asked.add_argument("--port", type=port, metavar="N", help="this port and no other (else one that is free)")
    asked.add_argument("--lan", action="store_true", help="host: let phones of the local network in, each by its code")
    asked.add_argument("--no-browser", action="store_true", help="only print the address")
    return asked


def port(text: str) -> int:
    """Parse a port number. Raises `argparse.ArgumentTypeError` outside 1 to 65535."""
    number = int(text)
    if not 0 < number < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text}: expected 1 to 65535")
    return number


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    This is 0, 1 when something needed or asked for is missing, or 2 for a table or folder that can't be used.

    >>> main(["tables", "--table", "a:b"])
    2
    """
    asked, rest = parser().parse_known_args(argv)
    if any(word.startswith("-") or asked.command not in LOOKED_UP for word in rest) and asked.command != "bench":
        parser().error(f"unknown: {' '.join(rest)} (talisman-nb --help lists everything)")
    asked.rest = rest
    try:
        if asked.table is not None:
            places.table_file(asked.table)
        return COMMANDS_BY_NAME[asked.command](asked)
    except places.TableFileError as problem:
        say(worded(problem, language(asked)), sys.stderr)
        return 2
    except (ValueError, KeyError) as problem:
        if not _is_in_a_definition(problem):
            raise
        say(str(problem), sys.stderr)
        return 2


def _is_in_a_definition(problem: Exception) -> bool:
    """Whether a card, a board or a catalogue of names is wrong: its message names file, table and what was expected."""
    from talisman_nb.board import BoardError
    from talisman_nb.cards.decode import CardError
    from talisman_nb.text.names import UnknownNameError

    return isinstance(problem, (BoardError, CardError, UnknownNameError))


def page(asked: argparse.Namespace) -> int:
    """Serve the full page and open it; if its server already runs, only open it."""
    if server := running.find("page"):
        return _open_again(server, asked, "", **query_of(asked))
    if not _port_can_be_used(asked):
        return 1
    settings.use_our_own()
    from talisman_nb.app import full_page

    full_page.serve(
        places.notebooks_dir() / "companion.ipynb",
        asked.port or check.FIRST_PORT,
        retries=0 if asked.port else RETRIES,
        ready=lambda server: _opened(server, asked, "", **query_of(asked)),
    )
    return 0


def lab(asked: argparse.Namespace) -> int:
    """Serve JupyterLab and open it; if its server already runs, prepare this table's notebook there and open it."""
    if server := running.find("lab"):
        path = running.ask(server, running.OPEN, {"table": asked.table, "lang": asked.lang}).decode()
        return _open_again(server, asked, f"lab/tree/{quote(path)}")
    if not _port_can_be_used(asked):
        return 1
    settings.use_our_own()
    from talisman_nb.app import lab as jupyterlab

    jupyterlab.serve(
        places.notebooks_dir() / "companion.ipynb",
        asked.port or check.FIRST_PORT + 1,
        retries=0 if asked.port else RETRIES,
        ready=lambda server, path: _opened(server, asked, f"lab/tree/{quote(path)}"),
        table=asked.table,
        lang=asked.lang,
    )
    return 0


def host(asked: argparse.Namespace) -> int:
    """Host a table for phones and a television; if its server already runs, only open it."""
    if server := running.find("host"):
        return _open_again(server, asked, "")
    if not _port_can_be_used(asked):
        return 1
    from talisman_nb.app.host import command

    return command.host(asked, opened=lambda server: _opened(server, asked, ""))


def tables(asked: argparse.Namespace) -> int:
    """List the saved tables, and their folder."""
    from talisman_nb.panels.table_names import progress

    saved, lang = places.saved_tables(), language(asked)
    for file in saved:
        found = places.summary(file)
        told = (
            [", ".join(found.people), progress(lang, found.round, found.turn, found.over)]
            if found
            else [load_phrases(lang).say("setup", "saved-damaged")]
        )
        date = places.day_and_time(found.played if found else file.stat().st_mtime)
        say("  ".join([date, file.stem, " · ".join(filter(None, told))]))
    say(words(asked, "tables" if saved else "tables-none", n=len(saved), folder=places.tables_dir()))
    return 0


def rescue(asked: argparse.Namespace) -> int:
    """Copy the readable part of a damaged table, given by its name or file, into a new table."""
    from talisman_nb.table import rescued
    from talisman_nb.table.saved_tables import found_table

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
    from talisman_nb.app.look_up import book_asked
    from talisman_nb.rules.vocabulary_share import own_operations
    from talisman_nb.rulings import coverage
    from talisman_nb.rulings.layer_cases import cases_of

    lang, book = language(asked), book_asked(asked)
    for line in coverage(book.rules_of, cases_of(book).values()).lines(lang):
        say(line)
    share, wording = own_operations(book), Wording(lang, book=book)
    own = ", ".join(sorted(f"{wording.source(who)} ({', '.join(operations)})" for who, operations in share.own.items()))
    part = format_decimal(100 * share.part, "0.0", lang)
    say(words(asked, "own-operations", n=len(share.own), all=share.of, part=part, who=own))
    return 0


def bench(asked: argparse.Namespace) -> int:
    """Run the benchmark with the rest of the command line; return its exit code."""
    return subprocess.call([sys.executable, "-m", "talisman_nb.bench", *asked.rest])


def look_up(asked: argparse.Namespace) -> int:
    """Print the page of a card, space or rule (see `app.look_up`)."""
    from talisman_nb.app import look_up as shelves

    return shelves.look_up(asked)


def rulings(asked: argparse.Namespace) -> int:
    """Print the rulings that have all the words given."""
    from talisman_nb.app import rulings as collection

    return collection.rulings(asked)


def answer(asked: argparse.Namespace) -> int:
    """Print whether somebody may do something with a card."""
    from talisman_nb.app import answers as cards

    return cards.answers(asked)


def new_card(asked: argparse.Namespace) -> int:
    """Write the skeleton of a new card."""
    from talisman_nb.app import new_card as skeletons

    return skeletons.new_card(asked)


def layers(asked: argparse.Namespace) -> int:
    """List the installed layers, or check one by its folder or name."""
    from talisman_nb.app import layers as listing

    return listing.layers(asked)


def house(asked: argparse.Namespace) -> int:
    """List, show, save or check saved house rules."""
    from talisman_nb.app import house as files

    return files.house(asked)


def analysis(asked: argparse.Namespace) -> int:
    """Print what may come of a situation, and why (see `app.analysis`); with `--page` open it in the browser."""
    if asked.page:
        return page(asked)
    from talisman_nb.app import analysis as looked_into

    return looked_into.analysis(asked)


def lesson(asked: argparse.Namespace) -> int:
    """List the lessons, give one, or check a file (see `app.lesson`); with `--page` open one in the browser."""
    from talisman_nb.app.lesson import lesson_command, telling_of_notes

    if asked.page and asked.rest:
        return page(telling_of_notes(asked))
    return lesson_command(asked)


def evenings(asked: argparse.Namespace) -> int:
    """Print what all saved tables say of people and characters."""
    from talisman_nb.app.evenings import evenings as told

    return told(asked)


def export(asked: argparse.Namespace) -> int:
    """Write a saved table as a text, a page or a file."""
    from talisman_nb.app.export import write_export

    return write_export(asked)


def pack(asked: argparse.Namespace) -> int:
    """Print the lists to put a saved table away by, and to set it up again."""
    from talisman_nb.app.export import print_packing

    return print_packing(asked)


def editions(asked: argparse.Namespace) -> int:
    """Print what differs between two editions."""
    from talisman_nb.app import look_up as shelves

    return shelves.editions_compared(asked)


def doubts(asked: argparse.Namespace) -> int:
    """Print all doubts."""
    from talisman_nb.app import look_up as shelves

    return shelves.doubts(asked)


COMMANDS_BY_NAME: dict[str, Callable[[argparse.Namespace], int]] = {
    "page": page, "lab": lab, "host": host, "tables": tables, "rescue": rescue, "check": check_machine, "bench": bench,
    "card": look_up, "space": look_up, "rule": look_up, "rules": rules, "rulings": rulings, "doubts": doubts,
    "new-card": new_card, "layers": layers, "editions": editions, "house": house, "export": export, "pack": pack,
    "evenings": evenings, "answer": answer, "analysis": analysis,
    "lesson": lesson,
}  # fmt: skip
"""Maps commands to the functions that run them and return the exit code."""


def words(asked: argparse.Namespace, key: str, **places: object) -> str:
    """Return the phrase `console.<key>` in the language of the command."""
    return load_phrases(language(asked)).say("console", key, **places)


def _port_can_be_used(asked: argparse.Namespace) -> bool:
    """Return whether the port given, if any, is free; print an error if not."""
    if asked.port is None or check.port_is_free(asked.port):
        return True
    say(words(asked, "port-busy", n=asked.port), sys.stderr)
    return False


def _open_again(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> int:
    say(words(asked, "again", address=server.address(path, **query)))
    _show(server, asked, path, **query)
    return 0


def _opened(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> None:
    say(words(asked, "running", address=server.address(path, **query)))
    say(words(asked, "stop"))
    # A text browser in the terminal blocks until it is closed, and would wait for the server blocked by it.
    threading.Thread(target=_show, args=(server, asked, path), kwargs=query, daemon=True).start()


def _show(server: running.Running, asked: argparse.Namespace, path: str, **query: str | None) -> None:
    if asked.no_browser:
        return
    try:
        ticket = running.ask(server, running.TICKET, {}).decode()  # a browser's command line is visible to all users
    except OSError:
        return  # the server was stopped right after its start
    if not webbrowser.open(server.address(path, **query, token=ticket)):
        say(words(asked, "no-browser"))
