"""Arguments of `talisman-nb`: the commands and options, what each may be, and what `--help` says of them."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import NamedTuple, NoReturn

from talisman_nb.board.toml_reading import nearest
from talisman_nb.model import UserError
from talisman_nb.text.errors import worded
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say

COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "play": {"page": (), "lab": (), "host": (), "lesson": ("lesson combat",)},
    "saved": {
        "tables": (),
        "evenings": (),
        "export": ("export Friday --as page",),
        "pack": ("pack Friday",),
        "rescue": ("rescue Friday",),
        "house": ("house save friday --table Thursday",),
    },
    "look-up": {
        "card": ("card holy lance",),
        "space": ("space graveyard",),
        "rule": ("rule combat.standoff",),
        "rules": (),
        "rulings": ("rulings monk lance",),
        "answer": ("answer monk lance",),
        "editions": ("editions revised4 second",),
        "doubts": (),
        "analysis": ('analysis "dwarf crags | thief city > 3"', "analysis --table Friday --line 12"),
    },
    "own": {
        "new-card": ("new-card stranger tinker",),
        "layers": ("layers ./my-cards",),
        "own-cards": ("own-cards Kraken strength 7", "own-cards forget Kraken"),
        "texts": ("texts --phrase events.gained",),
    },
    "machine": {"check": (), "bench": ()},
}
"""Maps the groups of `--help` to their commands, each with the examples that fill the places of its phrase."""
LOOKED_UP = (
    "card",
    "space",
    "rule",
    "rulings",
    "answer",
    "rescue",
    "new-card",
    "layers",
    "own-cards",
    "editions",
    "house",
    "export",
    "pack",
    "analysis",
    "lesson",
)
"""Commands whose arguments are the words of one name."""
FORMATS = ("text", "markdown")


class Option(NamedTuple):
    """An option: its word, the phrase of what follows it ("" for nothing), and what that may be."""

    word: str
    value: str = ""
    most: int = 0  # the highest whole number it may be; 0 for what is no number
    least: int = 1
    one_of: tuple[str, ...] = ()
    usual: object = None
    nargs: str | None = None
    dest: str | None = None

    @property
    def name(self) -> str:
        """The attribute of the arguments that holds the value."""
        return self.dest or self.word.removeprefix("--").replace("-", "_")


ANY = 10**9
"""Bound of whole numbers that have no other."""
OPTIONS: Mapping[str, tuple[Option, ...]] = {
    "general": (
        Option("--help"),
        Option("--table", "name"),
        Option("--lang", "language", one_of=LANGUAGES),
        Option("--edition", "name"),
        Option("--page"),
    ),
    "serving": (Option("--port", "number", (1 << 16) - 1), Option("--no-browser"), Option("--lan")),
    "analysis": (
        Option("--line", "number", ANY, -ANY),
        Option("--what-if", "change"),
        Option("--editions"),
        Option("--insist"),
    ),
    "lesson": (
        Option("--from", "number", ANY, -ANY, dest="begin"),
        Option("--names", "names"),
        Option("--notes"),
        Option("--sheet", "file", nargs="?"),
        Option("--check", "file"),
    ),
    "texts": (
        Option("--phrase", "phrase"),
        Option("--kind", "kind", nargs="append"),
        Option("--language", "languages", nargs="+"),
        Option("--lines", "number", ANY, usual=300),
        Option("--seed", "number", ANY, -ANY, usual=1),
        Option("--format", "format", one_of=FORMATS, usual=FORMATS[0]),
    ),
    "export": (Option("--as", "format", usual="markdown", dest="form"),),
    "bench": (Option("--json", "file"), Option("--speed"), Option("--seconds", "number", ANY)),
}
"""Maps the groups of `--help` to their options; what each does is a phrase of `help.toml` under its word."""
EVERY = {option.word: option for group in OPTIONS.values() for option in group}
"""Maps the words of all options to them."""


class CommandLineError(UserError):
    """Raised for a word, an option or a value that no command takes."""

    topic = "help"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


def arguments(argv: Sequence[str] | None, commands: Iterable[str]) -> argparse.Namespace:
    """Return the arguments of a command line; `rest` has the words after the command that are no options.

    `argv`: None takes those of the process; `commands`: the names of all commands. Exits with 2 and a message on
    standard error, in the language of the command line, for what no command takes; with 0 after printing the help.

    >>> arguments(["--lang", "it", "card", "holy", "lance"], ["card"]).rest
    ['holy', 'lance']
    """
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        return read_arguments(given, tuple(commands))
    except CommandLineError as problem:
        say(worded(problem, _language(given)), sys.stderr)
        raise SystemExit(2) from None


def read_arguments(given: Sequence[str], commands: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a command line. Raises `CommandLineError` for what no command takes."""
    asked, rest = _Parser().parse_known_args(given)
    if asked.help:
        for line in help_lines(_language(given)):
            say(line)
        raise SystemExit(0)
    if asked.command not in commands:
        raise CommandLineError("error.command", name=asked.command, near=nearest(asked.command, commands))
    for word in rest:
        if word.startswith("-"):
            raise CommandLineError("error.option", name=word, near=nearest(word, [*EVERY]))
        if asked.command not in LOOKED_UP:
            raise CommandLineError("error.words", words=" ".join(rest), command=asked.command)
    for option in EVERY.values():
        _check(asked, option)
    if asked.language and asked.command != "texts":  # its words would take in the command that follows them
        raise CommandLineError("error.language", code="talisman-nb texts --language en it")
    asked.rest = rest
    return asked


def _language(given: Sequence[str]) -> str:
    """The language of what is said of a command line that may be wrong: the last `--lang` in it, or the usual one."""
    wished = [word.removeprefix("--lang=") for word in given if word.startswith("--lang=")]
    wished += [word for before, word in pairwise(given) if before == "--lang"]
    return language(argparse.Namespace(lang=wished[-1] if wished else None))


class _Parser(argparse.ArgumentParser):
    """Splits a command line; every value stays a text, so that no sentence of argparse's own is ever needed but two."""

    def __init__(self) -> None:
        super().__init__("talisman-nb", add_help=False, allow_abbrev=False)
        self.add_argument("command", nargs="?", default="page")
        self.add_argument("-h", "--help", action="store_true")
        for option in EVERY.values():
            if option.word == "--help":
                continue
            if not option.value:
                self.add_argument(option.word, dest=option.name, action="store_true")
            elif option.nargs == "append":
                self.add_argument(option.word, dest=option.name, action="append")
            elif option.nargs == "?":
                self.add_argument(option.word, dest=option.name, nargs="?", const="")
            else:
                self.add_argument(option.word, dest=option.name, nargs=option.nargs, default=option.usual)

    def parse_known_args(self, args: Sequence[str], namespace: None = None) -> tuple[argparse.Namespace, list[str]]:  # type: ignore[override]
        self.given = args
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """An option without its value, or with one that it doesn't take: argparse knows no other fault here."""
        for word in self.given:
            option = EVERY.get(word.partition("=")[0])
            if option and not option.value and "=" in word:
                raise CommandLineError("error.no-value", option=option.word)
        for word, after in zip(self.given, [*self.given[1:], "--"], strict=True):
            if (option := EVERY.get(word)) and option.value and option.nargs != "?" and after.startswith("-"):
                raise CommandLineError("error.value", option=word)
        raise CommandLineError("error.unread", words=" ".join(self.given))


def _check(asked: argparse.Namespace, option: Option) -> None:
    """Check the value of an option, and make a number of what has to be one."""
    value = getattr(asked, option.name)
    if not isinstance(value, str):
        return
    if option.one_of and value not in option.one_of:
        known, near = ", ".join(option.one_of), nearest(value, option.one_of)
        raise CommandLineError("error.one-of", option=option.word, value=value, known=known, near=near)
    if option.most:
        try:
            number = int(value)
        except ValueError:
            raise CommandLineError("error.number", option=option.word, value=value) from None
        if not option.least <= number <= option.most:
            bounds = {"least": option.least, "most": option.most if option.most < ANY else ""}
            raise CommandLineError("error.range", option=option.word, value=value, **bounds)
        setattr(asked, option.name, number)


# --- what --help says ---

KEPT = "\0"
"""Stands for a blank of an example, at which no line may end."""


def help_lines(lang: str, width: int = 0) -> Iterator[str]:
    """Yield the lines of `--help` in a language; `width`: characters of a line, 0 for those of the terminal.

    >>> next(help_lines("it"))
    'Uso: talisman-nb [comando] [parole] [opzioni]'
    """
    width = width or min(shutil.get_terminal_size((100, 0)).columns, 110)
    words = load_phrases(lang)
    parts = {part: f"[{words.say('help', f'part.{part}')}]" for part in ("command", "words", "options")}
    yield words.say("help", "usage", **parts)
    yield ""
    yield from wrap(words.say("help", "about"), width)
    for group, commands in COMMANDS.items():
        yield from ("", words.say("help", f"group.{group}"))
        for command, examples in commands.items():
            codes = {f"code{n or ''}": f"talisman-nb {one}".replace(" ", KEPT) for n, one in enumerate(examples)}
            yield from _entry(command, words.say("help", f"command.{command}", **codes), 10, width)
    for group, options in OPTIONS.items():
        yield from ("", words.say("help", f"options.{group}"))
        for option in options:
            yield from _entry(
                _written(option, words), words.say("help", f"option.{option.word[2:]}", examples=EDITIONS), 24, width
            )


EDITIONS = "second, revised4+my-cards"
"""Editions as they are written on the command line."""


def _written(option: Option, words: Phrases) -> str:
    """An option with what follows it, as `--help` lists it."""
    if not option.value:
        return "-h, --help" if option.word == "--help" else option.word
    if option.one_of:
        return f"{option.word} {{{','.join(option.one_of)}}}"
    value = words.say("help", f"value.{option.value}")
    return f"{option.word} [{value}]" if option.nargs == "?" else f"{option.word} {value}"


def _entry(word: str, told: str, column: int, width: int) -> Iterator[str]:
    """Yield what is listed and, from a column on, what is said of it."""
    lines = wrap(told, width - column - 2, break_long_words=False, break_on_hyphens=False)
    first, *more = (line.replace(KEPT, " ") for line in lines)
    if len(word) >= column:
        yield f"  {word}"
        word = ""
    yield f"  {word:<{column}}{first}"
    for line in more:
        yield f"{'':<{column + 2}}{line}"
