"""Command line in four languages: click's groups, commands and options, with help and messages from `help.toml`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import click
from click.shell_completion import CompletionItem

from talisman_nb.board.toml_reading import nearest
from talisman_nb.model import UserError
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import Phrases, load_phrases

from .console import language, say

PROGRAM = "talisman-nb"
KEPT = {" ": "\0", "-": "\1"}
"""Maps characters of an example, at which no line may end, to what stands for them while lines are made."""
WIDEST = 110
"""Most characters of a line of help."""


class CommandLineError(UserError):
    """Raised for a word, an option or a value that no command takes."""

    topic = "help"

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key, load_phrases("en").say(self.topic, key, **fields), **fields)


# --- the values of options ---


class Text(click.ParamType[str]):
    """A text; what looks like another option is none. Raises `CommandLineError` "error.value"."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if isinstance(param, click.Option) and str(value).startswith("--"):
            raise CommandLineError(
                "error.value", option=param.opts[-1], code=help_of(ctx.command.name if ctx else None)
            )
        return str(value)


class Number(click.ParamType[int]):
    """A whole number of at least `least`, at most `most` (None: no bound). Raises `CommandLineError`."""

    name = "number"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        option = param.opts[-1] if param else ""
        try:
            number = int(value)
        except ValueError:
            raise CommandLineError("error.number", option=option, value=value) from None
        low, high = self.least is not None and number < self.least, self.most is not None and number > self.most
        if low or high:
            bounds = {"least": self.least, "most": "" if self.most is None else self.most}
            raise CommandLineError("error.range", option=option, value=value, **bounds)
        return number


class OneOf(click.ParamType[str]):
    """One of some words. Raises `CommandLineError` "error.one-of" with the nearest of them."""

    name = "one-of"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.words:
            known, near = ", ".join(self.words), nearest(value, self.words)
            option = param.opts[-1] if param else ""
            raise CommandLineError("error.one-of", option=option, value=value, known=known, near=near)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class CommandOption(click.Option):
    """An option whose help is the phrase `option.<word>`.

    `value`: the phrase of what follows it, "" for nothing; of a `OneOf` its words are listed. `completes` lists the
    values a shell offers.
    """

    def __init__(
        self,
        words: Sequence[str],
        value: str = "",
        completes: Callable[[], Iterable[str]] | None = None,
        **attrs: Any,
    ) -> None:
        self.value = value
        if completes:
            attrs["shell_complete"] = offering(completes)
        if not value and not isinstance(attrs.get("type"), OneOf):
            attrs.setdefault("is_flag", True)
        elif "type" not in attrs:
            attrs["type"] = Text()
        super().__init__(words, **attrs)

    def make_metavar(self, ctx: click.Context) -> str:
        if isinstance(self.type, OneOf):
            return f"{{{','.join(self.type.words)}}}"
        told = words_of(ctx).say("help", f"value.{self.value}") if self.value else ""
        return f"[{told}]" if told and self._flag_needs_value else told

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        told = words_of(ctx).say("help", f"option.{self.opts[-1].removeprefix('--')}", examples=keep_together(EDITIONS))
        return f"{', '.join(self.opts)} {self.make_metavar(ctx)}".rstrip(), told


def offering(completes: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Return the function by which click completes a word of those listed."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in completes() if word.startswith(incomplete)]

    return complete


EDITIONS = "second, revised4+my-cards"
"""Editions as they are written on the command line."""


def words_of(ctx: click.Context) -> Phrases:
    """Return the phrases of the language of a command line."""
    return load_phrases(ctx.find_root().obj)


# --- commands ---


class Command(click.Command):
    """A command in a section of `--help`, with examples for the places of its phrase `command.<name>`.

    `run` gets the values of the `options`, `lang` (None where none was named), and what stands behind the command as
    `takes` says: "words" as they are, "name" as one text, "" for nothing. `completes` lists the words a shell offers.
    """

    def __init__(
        self,
        name: str,
        run: Callable[..., int],
        section: str,
        *options: CommandOption,
        examples: Sequence[str] = (),
        takes: str = "",
        completes: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.section, self.examples, self.takes = section, examples, takes
        behind = click.Argument(["words"], nargs=-1, type=Text(), shell_complete=offering(completes))
        super().__init__(name, callback=run, params=[behind, *options, LANG])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest, root = super().parse_args(ctx, args), ctx.find_root()
        ctx.params["lang"] = ctx.params["lang"] or root.params["lang"]
        words = ctx.params.pop("words")
        if self.takes:
            ctx.params[self.takes] = " ".join(words) if self.takes == "name" else words
        elif words and not ctx.resilient_parsing:
            assert isinstance(root.command, Group)
            raise self._refuse(words, root.command)
        return rest

    def _refuse(self, words: Sequence[str], group: Group) -> CommandLineError:
        """Return what is said of words behind a command that takes none: another command may be meant."""
        if self.name == group.usual and (meant := [word for word in words if word in group.commands]):
            return CommandLineError("error.order", code=f"{PROGRAM} {meant[0]} …")
        return CommandLineError("error.words", words=" ".join(words), command=self.name)

    def told(self, ctx: click.Context) -> str:
        """Return what the command does, with its examples."""
        codes = {f"code{n or ''}": keep_together(f"{PROGRAM} {one}") for n, one in enumerate(self.examples)}
        return words_of(ctx).say("help", f"command.{self.name}", **codes)

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def get_help(self, ctx: click.Context) -> str:
        words, page = words_of(ctx), HelpPage()
        page.write_text(usage(words, str(self.name), *["words"] * bool(self.takes), "options"))
        page.write_paragraph()
        told = self.told(ctx)
        page.write_text(told[:1].upper() + told[1:])
        page.write_options(words.say("help", "group.options"), self, ctx)
        return page.getvalue()


class Group(click.Group):
    """All commands; `usual` is the one that runs where none is named."""

    usual = "page"

    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__(PROGRAM, {str(command.name): command for command in commands}, params=[LANG])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Name the usual command where none is named behind `--lang` and `--help`."""
        at = 0
        while at < len(args) and args[at].partition("=")[0] in LANG.opts:
            at += 1 if "=" in args[at] else 2
        rest = args[at:]
        named = rest and (rest[0] in HELP.opts or not rest[0].startswith("-"))
        if not named and not ctx.resilient_parsing:
            args = [*args[:at], self.usual, *rest]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise CommandLineError("error.command", name=args[0], near=nearest(args[0], self.commands))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands, and the options of the usual one."""
        return [*super().shell_complete(ctx, incomplete), *self.commands[self.usual].shell_complete(ctx, incomplete)]

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def get_help(self, ctx: click.Context) -> str:
        """List the commands by section, then the options of the usual one."""
        words, page = words_of(ctx), HelpPage()
        page.write_text(usage(words, "command", "words", "options"))
        page.write_paragraph()
        page.write_text(words.say("help", "about"))
        for section, commands in self.sections().items():
            with page.section(words.say("help", f"group.{section}")):
                page.write_dl([(str(command.name), command.told(ctx)) for command in commands])
        page.write_options(words.say("help", "group.options"), self.commands[self.usual], ctx)
        page.write_paragraph()
        page.write_text(words.say("help", "of-command", code=keep_together(f"{PROGRAM} card --help")))
        return page.getvalue()

    def sections(self) -> Mapping[str, list[Command]]:
        """Return the commands by the section of `--help` they are listed in."""
        found: dict[str, list[Command]] = {}
        for command in self.commands.values():
            assert isinstance(command, Command)
            found.setdefault(command.section, []).append(command)
        return found

    def run(self, given: Sequence[str]) -> int:
        """Run a command line and return its exit code. Raises `CommandLineError` for what no command takes."""
        try:
            return int(self.main(given, PROGRAM, standalone_mode=False, obj=wished_language(given)) or 0)
        except click.UsageError as problem:
            raise self._refusal(problem, next((word for word in given if word in self.commands), self.usual)) from None

    def _refusal(self, problem: click.UsageError, here: str) -> CommandLineError:
        """Return what is said of an option that is unknown here, or has a value where it takes none or none at all."""
        if isinstance(problem, click.NoSuchOption):
            return self._unknown(problem.option_name, here)
        if isinstance(problem, click.BadOptionUsage):
            flags = {word for each in self.commands.values() for word in words_taken(each, flags=True)}
            key = "error.no-value" if problem.option_name in flags else "error.value"
            return CommandLineError(key, option=problem.option_name, code=help_of(here))
        return CommandLineError("error.unread", words=problem.format_message())

    def _unknown(self, name: str, here: str) -> CommandLineError:
        takes = {command: words_taken(each) for command, each in self.commands.items()}
        if elsewhere := [command for command, options in takes.items() if name in options]:
            return CommandLineError("error.elsewhere", option=name, command=here, commands=", ".join(elsewhere))
        return CommandLineError("error.option", name=name, near=nearest(name, takes[here]), code=help_of(here))


def words_taken(command: click.Command, flags: bool = False) -> list[str]:
    """Return the options of a command as they are written; with `flags` those that take no value."""
    options = [each for each in command.params if isinstance(each, CommandOption) and (each.is_flag or not flags)]
    return [word for option in options for word in option.opts]


def help_of(command: str | None) -> str:
    """Return the command line that prints the help of a command."""
    return " ".join(filter(None, (PROGRAM, command, "--help")))


def wished_language(given: Sequence[str]) -> str:
    """Return the language of a command line that may be wrong: the last one it names, or the usual one.

    >>> wished_language(["card", "--lang", "pl", "--frobnicate"])
    'pl'
    """
    wished = [word.removeprefix("--lang=") for word in given if word.startswith("--lang=")]
    wished += [word for before, word in pairwise(given) if before == "--lang"]
    return language(next((lang for lang in reversed(wished) if lang in LANGUAGES), None))


# --- help ---


class HelpPage(click.HelpFormatter):
    """Help as wide as the terminal, at most `WIDEST`; a heading brings its own colon."""

    def __init__(self) -> None:
        super().__init__(max_width=WIDEST)

    def write_heading(self, heading: str) -> None:
        self.write(f"{heading}\n")

    def write_options(self, heading: str, command: click.Command, ctx: click.Context) -> None:
        """List the options of a command."""
        with self.section(heading):
            options = (each for each in (*command.params, HELP) if isinstance(each, CommandOption))
            self.write_dl([option.get_help_record(ctx) for option in options])

    def getvalue(self) -> str:
        text = super().getvalue().rstrip("\n")
        for character, stands in KEPT.items():
            text = text.replace(stands, character)
        return text


def keep_together(example: str) -> str:
    """Return an example that stays on one line of a `HelpPage`."""
    return example.translate({ord(character): stands for character, stands in KEPT.items()})


def usage(words: Phrases, command: str, *parts: str) -> str:
    """Return the line of help that says what stands behind `talisman-nb`."""
    shown = {part: f"[{words.say('help', f'part.{part}')}]" for part in parts}
    named = f"[{words.say('help', 'part.command')}]" if command == "command" else command
    line = words.say("help", "usage", command=named, words=shown.get("words", ""), options=shown["options"])
    return re.sub(" +", " ", line).strip()


def show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the help of a command and end."""
    if value and not ctx.resilient_parsing:
        say(ctx.get_help())
        ctx.exit()


HELP = CommandOption(["-h", "--help"], is_eager=True, expose_value=False, callback=show_help)
LANG = CommandOption(["--lang"], type=OneOf(LANGUAGES))
