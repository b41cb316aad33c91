"""Arguments of `talisman-nb`: the commands as `--help` lists them, the options, and what each may be."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from talisman_nb.text.names import LANGUAGES

COMMANDS = """\
play:
  page      open the companion in the browser; the same as no command at all
  lab       open the same notebook in JupyterLab, already run
  host      open a table for phones and a television; with --lan for all devices of the local network
  lesson    list the lessons for a class, or give one here: talisman-nb lesson combat --lang it

saved tables:
  tables    list the saved tables, the last one played first
  evenings  print who plays which character and wins how often, in all saved tables
  export    write a saved table to a file in this folder: talisman-nb export Friday --as page
  pack      print what lies where, to put the game away and set it up again: talisman-nb pack Friday
  rescue    write what can be read of a damaged table to a new one: talisman-nb rescue Friday
  house     list, show, save or check house rules: talisman-nb house save friday --table Thursday

look something up:
  card      print what a card or character does, and how certain that is: talisman-nb card holy lance
  space     print what a space does: talisman-nb space graveyard --lang it
  rule      print what a rule says in each edition, and where it stands: talisman-nb rule combat.standoff
  rules     print every rule with the rulings that play it
  rulings   print the rulings that contain some words, in any language: talisman-nb rulings monk lance
  answer    print whether a character may have, use or sell a card, by edition: talisman-nb answer monk lance
  editions  print what differs between two editions: talisman-nb editions revised4 second
  doubts    print every fact that is not certain, and why
  analysis  print what may come of a situation, and why: talisman-nb analysis "dwarf crags | thief city > 3",
            or of a line of a saved table: talisman-nb analysis --table Friday --line 12

your own cards and texts:
  new-card  write the skeleton of a card of your own: talisman-nb new-card stranger tinker
  layers    list your own layers, or say what is wrong with one: talisman-nb layers ./my-cards
  texts     print real lines in every language side by side: talisman-nb texts --phrase events.gained

this machine:
  check     say what is missing on this machine, and what to do
  bench     measure this machine; everything after the word goes to the benchmark
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
    if found.language and found.command != "texts":  # its words would take in the command that follows them
        parser(commands).error("--language stands behind the word texts: talisman-nb texts --language en it")
    found.rest = rest
    return found


def parser(commands: Iterable[str]) -> argparse.ArgumentParser:
    """Return the parser of a command line, `commands` being the names of all commands."""
    asked = argparse.ArgumentParser(
        "talisman-nb",
        usage="talisman-nb [command] [words] [options]",
        description="An unofficial companion for the board game Talisman.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command = asked.add_argument("command", nargs="?", choices=[*commands], default="page", help="one of those below")
    command.metavar = "command"
    asked.add_argument("--table", metavar="NAME", help="open this saved table; a new name begins a new one")
    asked.add_argument("--lang", choices=LANGUAGES, help="the language of the table or of what is printed")
    asked.add_argument("--edition", metavar="NAME", help="an edition, with layers over it: second, revised4+my-cards")
    asked.add_argument("--page", action="store_true", help="open an analysis or a lesson in the browser")
    _add_serving(asked.add_argument_group("options of page, lab and host"))
    _add_analysis(asked.add_argument_group("options of analysis"))
    _add_lesson(asked.add_argument_group("options of lesson"))
    _add_texts(asked.add_argument_group("options of texts"))
    exported = asked.add_argument_group("options of export")
    exported.add_argument(
        "--as", dest="form", metavar="FORM", default="markdown",
        help="what to write: markdown (if not given), page, packing, file, file-without-names",
    )  # fmt: skip
    return asked


def _add_serving(asked: argparse._ArgumentGroup) -> None:
    asked.add_argument("--port", type=port, metavar="N", help="use this port; if not given, one that is free")
    asked.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    asked.add_argument("--lan", action="store_true", help="host: let devices of the local network in, by their codes")


def _add_analysis(asked: argparse._ArgumentGroup) -> None:
    asked.add_argument("--line", type=int, metavar="N", help="begin at this line of the table; if not given, now")
    asked.add_argument("--what-if", metavar="CHANGE", help='also with one thing changed, such as "dwarf, has sword"')
    asked.add_argument("--editions", action="store_true", help="also in every other edition")
    asked.add_argument("--insist", action="store_true", help="lay out even what the rules make impossible")


def _add_lesson(asked: argparse._ArgumentGroup) -> None:
    asked.add_argument("--from", dest="begin", type=int, metavar="N", help="begin at this page of the lesson")
    asked.add_argument("--names", metavar="NAMES", help="what the figures are called: Ada,Bruno or troll=Ada")
    asked.add_argument(
        "--notes", action="store_true", help="print only the teacher's notes; with --page follow the wall"
    )
    asked.add_argument("--sheet", nargs="?", const="", metavar="FILE", help="write the sheet to print, answers behind")
    asked.add_argument("--check", metavar="FILE", help="say what is wrong with a lesson of your own")


def _add_texts(asked: argparse._ArgumentGroup) -> None:
    asked.add_argument("--phrase", metavar="FILE.KEY", help="only lines in which this phrase appears")
    asked.add_argument("--kind", action="append", metavar="KIND", help="only lines of this kind; may be repeated")
    asked.add_argument("--language", nargs="+", metavar="LANG", help="the columns, such as en it; if not given, all")
    asked.add_argument("--lines", type=count, default=300, metavar="N", help="how many lines; 300 if not given")
    asked.add_argument("--seed", type=int, default=1, metavar="N", help="a number that draws the lines; 1 if not given")
    asked.add_argument("--format", choices=["text", "markdown"], default="text", help="columns, or tables in Markdown")


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
