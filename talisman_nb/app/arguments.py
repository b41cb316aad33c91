"""Arguments of `talisman-nb`: the commands as `--help` lists them, the options, and what each may be."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from talisman_nb.text.names import LANGUAGES

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
  texts    lines of the program in every language side by side, for translators: talisman-nb texts --language en it;
           with --phrase events.gained every line in which that phrase appears
  check    what is missing on this machine, and what to do about it
  rules    every rule with the cases that try it, and what has none yet
  bench    measure this machine: turns, odds, simulation, clicks (everything after it goes to the benchmark)
"""
"""What `--help` says of each command."""
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


def arguments(argv: Sequence[str] | None, commands: Iterable[str]) -> argparse.Namespace:
    """Return the arguments of a command line; `rest` has the words after the command that are no options.

    `argv`: None takes those of the process; `commands`: the names of all commands. Exits with 2 and a message on
    standard error for what no command takes.

    >>> arguments(["--lang", "it", "card", "holy", "lance"], ["card"]).rest
    ['holy', 'lance']
    """
    found, rest = parser(commands).parse_known_args(argv)
    if any(word.startswith("-") or found.command not in LOOKED_UP for word in rest) and found.command != "bench":
        parser(commands).error(f"unknown: {' '.join(rest)} (talisman-nb --help lists everything)")
    found.rest = rest
    return found


def parser(commands: Iterable[str]) -> argparse.ArgumentParser:
    """Return the parser of a command line, `commands` being the names of all commands."""
    asked = argparse.ArgumentParser(
        "talisman-nb",
        description="An unofficial companion for the board game Talisman.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command = asked.add_argument("command", nargs="?", choices=[*commands], default="page", help="see below")
    command.metavar = "command"
    asked.add_argument("--table", metavar="NAME", help="the table to play at: a saved one goes on, a new name is new")
    asked.add_argument("--lang", choices=LANGUAGES, help="the language of the table")
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
    _add_texts(asked.add_argument_group("lines of the program, for translators"))
    return asked


def _add_texts(asked: argparse._ArgumentGroup) -> None:
    """Add the options of the command `texts`."""
    asked.add_argument("--seed", type=int, default=1, metavar="N", help="texts: draw other lines (1 if not given)")
    asked.add_argument("--lines", type=count, default=300, metavar="N", help="texts: how many lines (300)")
    asked.add_argument("--language", nargs="+", metavar="LANG", help="texts: the columns, such as: en it (all)")
    asked.add_argument("--kind", action="append", metavar="KIND", help="texts: only this kind; may be repeated")
    asked.add_argument("--phrase", metavar="FILE.KEY", help="texts: the lines in which a phrase appears")
    asked.add_argument("--format", choices=["text", "markdown"], default="text", help="texts: columns, or tables")


def count(text: str) -> int:
    """Parse a number of lines. Raises `argparse.ArgumentTypeError` below 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}: expected 1 or more")
    return number


def port(text: str) -> int:
    """Parse a port number. Raises `argparse.ArgumentTypeError` outside 1 to 65535."""
    number = int(text)
    if not 0 < number < 1 << 16:
        raise argparse.ArgumentTypeError(f"{text}: expected 1 to 65535")
    return number
