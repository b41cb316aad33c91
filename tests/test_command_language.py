"""Does the command speak one language, whatever is asked of it, and however wrongly?"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from read_aloud import WORD, english_in

from talisman_nb.app import cli
from talisman_nb.app.command_line import CommandOption, Number, OneOf
from talisman_nb.model.data_folder import home
from talisman_nb.simulate import PLAYERS
from talisman_nb.text.names import LANGUAGES

pytestmark = pytest.mark.usefixtures("own_home")

OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
SERVING = ("page", "lab", "host", "site")
"""Commands that go on running, or fetch what they need, unless something is wrong with the command line."""
SLOW = ("rules", "texts", "doubts", "bench", "check", "evenings", "simulate")
"""Commands that take no words, or without any tell a long list or play many games."""
EVERY = tuple(cli.COMMANDS.commands)
OPTIONS = {
    (command.name, option.opts[-1]): option
    for command in cli.COMMANDS.commands.values()
    for option in command.params
    if isinstance(option, CommandOption)
}
"""All options, by their command and their word."""
WRONG = ("", "frobnicate", "xyzzy quux", "./xyzzy", "lesso", "--table xyzzy", "--table a:b", "--edition xyzzy")
"""What is written behind a command: nothing, nonsense, a near miss, a table or edition that isn't there."""
PAIRS = {
    "editions": ("revised4 xyzzy", "revised4", "revised4+xyzzy second"),
    "house": ("show", "show xyzzy", "save", "save x --table xyzzy", "check", "check xyzzy", "check wrong.toml"),
    "export": ("xyzzy --as page", "xyzzy --as xyzzy"),
    "lesson": ("--check wrong.toml", "--check none.toml", "combat --from 99", "combat --names xyzzy=a", "combta"),
    "answer": ("troll", "troll lance lance", "troll temple", "trol lance", "troll lanse"),
    "analysis": ('"dwarf nowhere"', '"dwarf crags | thief city > 9"', '"dwarf crags, has xyzzy"', '"dwarf, x 3"'),
    "space": ("tempel", "citi"),
    "simulate": (
        "random",
        "random,xyzzy",
        "random,random --games 1",
        "--edition xyzzy",
        "--table xyzzy",
        "--edition third",
    ),
    "card": ("baer", "wolf --edition xyzzy"),
    "new-card": ("stranger", "xyzzy quux", "tinker"),
    "texts": ("--phrase events.gaind", "--phrase xyzzy", "--kind xyzzy", "xyzzy"),
}
"""More that goes wrong with single commands."""
BROKEN = {
    "missing.toml": '[[page]]\ntitle = "x"\n',
    "type.toml": "name = 3\n",
    "key.toml": 'titel = "x"\n[[page]]\n',
    "syntax.toml": "= = =\n",
    "pages.toml": 'title = "x"\nabout = "x"\nminutes = 3\n',
    "number.toml": "minutes = 99999999999\n",
}
"""Lessons that can't be read, each for another reason."""
KEYS = {"minutes", "title", "name", "about", "page", "step"}
"""What is written in a lesson."""
TYPED = {*KEYS, "frobnicate", "xyzzy", "quux", "lesso", "combta", "combat", "markdown", "talisman", "game", *PLAYERS}
CODE = re.compile(
    r"talisman-nb .*|pip install.*|--[a-z-]+"
    r"|[«„“\"‹(\[][^»”\"›)\]]*[»”\"›)\]]|\S*[/\\]\S*|\b\S+\.\S+\b|\b[a-z0-9-]+=\S+"
    r"|\{[^}]*\}|\brevised4\b|\bsecond\b|\bthird\b|^.* \| .*$|(?:\b[a-z_-]+, ){3,}[a-z_-]+|\b[a-z]+(?:-[a-z]+)+\b",
    re.MULTILINE,
)
"""What is of no language: what was typed, commands, paths, keys, quotations."""


def provoked(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What a command line says, whether it ends well or not."""
    try:
        cli.main(words)
    except SystemExit as end:
        assert end.code in (0, 1, 2)
    return "\n".join(capsys.readouterr())


def assert_of_language(said: str, lang: str, of: object) -> None:
    words = COMMAND_WORDS | TYPED
    left = " ".join(word for word in WORD.findall(CODE.sub(" ", said)) if word.lower() not in words)
    assert not english_in(left, lang), (of, said)


COMMAND_WORDS = {word.lower() for name in (*EVERY, *(word for _, word in OPTIONS)) for word in WORD.findall(name)}


def wrong_options() -> Iterator[str]:
    """Each option with a value it can't have, without its value, or with one where it takes none."""
    for (command, word), option in OPTIONS.items():
        yield f"{command} {word}=xyzzy" if option.is_flag else f"{command} {word} --frobnicate"
        yield f"{command} {word}x"
        if isinstance(option.type, Number):
            yield from (f"{command} {word}={value}" for value in ("xyzzy", ""))
        if isinstance(option.type, OneOf) and word != "--lang":
            yield f"{command} {word} xyzzy"
        yield f"{'tables' if command != 'tables' else 'check'} {word}"
    yield from ("frobnicate", "tabels", "--frobnicate", "-x", "--table Friday tables", "tables xyzzy")


@pytest.mark.parametrize("lang", OTHERS)
def test_help_is_in_the_language_asked_for(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("", *EVERY):
        said = provoked([*([command] if command else []), "--help", "--lang", lang], capsys)
        assert_of_language(said, lang, f"{command} --help")


@pytest.mark.parametrize("lang", OTHERS)
def test_a_wrong_command_line_is_refused_in_the_language_asked_for(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in wrong_options():
        said = provoked(["--lang", lang, *line.split()], capsys)
        assert said.strip(), line
        assert_of_language(said, lang, line)


@pytest.mark.matrix
@pytest.mark.parametrize("command", [each for each in EVERY if each not in SERVING])
@pytest.mark.parametrize("lang", OTHERS)
def test_a_command_goes_wrong_in_the_language_asked_for(
    lang: str, command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli.subprocess, "call", lambda words: 0)
    monkeypatch.chdir(home())
    Path("wrong.toml").write_text("[game]\nxyzzy = 3\n", encoding="utf-8")
    given = [line for line in WRONG if line and not line.startswith("--")] if command in SLOW else WRONG
    for line in (*given, *PAIRS.get(command, ())):
        said = provoked(["--lang", lang, command, *shlex.split(line)], capsys)
        if line:
            assert_of_language(said, lang, f"{command} {line}")


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("lang", OTHERS)
def test_a_lesson_that_is_wrong_is_told_in_the_language_asked_for(
    lang: str, name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_text(BROKEN[name], encoding="utf-8")
    assert_of_language(provoked(["lesson", "--check", str(tmp_path / name), "--lang", lang], capsys), lang, name)
