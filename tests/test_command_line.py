"""Does each command do what it says, in the language asked for?"""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from read_aloud import ENGLISH
from tables import TWO, played

from talisman_nb.analysis import Analysis
from talisman_nb.app import cli, console, rulings, serving
from talisman_nb.app import paths as places
from talisman_nb.app import running_server as running
from talisman_nb.app.command_line import PROGRAM, CommandOption
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import offered_editions, with_known_cards
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES, edition_name
from talisman_nb.text.phrases import load_phrases

pytestmark = pytest.mark.usefixtures("own_home")


Given = dict[str, dict[str, object]]
OPTIONS_OF = {
    name: [option for option in command.params if isinstance(option, CommandOption)]
    for name, command in cli.COMMANDS.commands.items()
}


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """No command is carried out; what it would have got, by its name."""
    calls: Given = {}
    for name, command in cli.COMMANDS.commands.items():
        monkeypatch.setattr(command, "callback", lambda _name=name, **values: calls.update({_name: values}) or 0)
    return calls


def test_without_a_command_the_page_is_opened(given: Given) -> None:
    nothing = {"table": None, "port": None, "no_browser": False, "lang": None}
    assert cli.main([]) == 0 and given.pop("page") == nothing
    assert cli.main(["--table", "Friday", "--lang", "it"]) == 0
    assert given.pop("page") == {**nothing, "table": "Friday", "lang": "it"}
    assert cli.main(["--lang=fr", "lab", "--port", "8000"]) == 0 and not given.get("page")
    assert given["lab"] == {**nothing, "port": 8000, "lang": "fr"}
    assert cli.main(["--lang", "fr", "lab", "--lang", "pl"]) == 0 and given["lab"]["lang"] == "pl"


def test_options_stand_behind_their_command(given: Given, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--table", "Friday", "lab"]) == 2
    assert "Options stand behind the command: talisman-nb lab" in capsys.readouterr().err and not given


def test_an_option_that_means_nothing_to_a_command_is_refused(given: Given, capsys: pytest.CaptureFixture[str]) -> None:
    every = {word: option for options in OPTIONS_OF.values() for option in options for word in option.opts}
    for command, options in OPTIONS_OF.items():
        own = {word for option in options for word in option.opts}
        for word in every.keys() - own:
            assert cli.main([command, word]) == 2, (command, word)
            said = capsys.readouterr().err
            assert f"{word} means nothing behind “{command}”" in said
            assert [name for name, has in OPTIONS_OF.items() if word in {w for each in has for w in each.opts}] == (
                said.strip().removesuffix(".").rpartition(": ")[2].split(", ")
            )
    assert not given


def test_help_says_what_each_command_and_option_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    for word in (*cli.COMMANDS.commands, "--table", "--lang", "--port", "--no-browser"):
        assert word in said, f"--help doesn't tell {word}"
    for name, options in OPTIONS_OF.items():
        assert cli.main([name, "--help"]) == 0
        said = capsys.readouterr().out
        listed = {word for line in said.splitlines() for word in re.findall(r"^  (?:-h, )?(--[a-z-]+)", line)}
        assert listed == {"--help", *(word for option in options for word in option.opts)}
        assert f"{PROGRAM} {name}" in said


def test_a_shell_completes_commands_options_and_names(own_home: Path, given: Given) -> None:
    with Table.new(TWO, name="Friday night"):
        pass

    def offered(*words: str) -> list[str]:
        *before, begun = words
        completion = ShellComplete(cli.COMMANDS, {"obj": "en"}, PROGRAM, "")
        return [item.value for item in completion.get_completions(before, begun)]

    assert offered("edi") == ["editions"] and offered("editions", "sec") == ["second"]
    assert offered("--no") == ["--no-browser"] and offered("texts", "--format", "m") == ["markdown"]
    assert offered("pack", "F") == offered("lab", "--table", "") == ["Friday night"]
    assert not given


def test_help_lists_each_command_once_as_something_to_do() -> None:
    said = load_phrases("en").topics["help"]
    verbs = {said[f"command.{command}"].split()[0] for command in cli.COMMANDS.commands}
    assert verbs <= {"open", "list", "list,", "print", "write", "say", "measure"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_fits_a_line(lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for width in (80, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        for command in ("", *cli.COMMANDS.commands):
            assert cli.main([*filter(None, [command]), "--help", "--lang", lang]) == 0
            assert all(len(line) <= min(width, 110) for line in capsys.readouterr().out.splitlines()), command


def test_the_examples_of_help_are_understood(given: Given) -> None:
    examples = [example for command in cli.COMMANDS.commands.values() for example in command.examples]
    assert len(examples) > 10
    for example in examples:
        assert cli.main(shlex.split(example)) == 0
        asked = given.pop(example.split()[0])
        assert asked.get("name") or asked.get("words") or asked["table"], example


def test_a_word_nobody_knows_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["lob"], ["--fish"]):
        assert cli.main(words) == 2
    assert "--fish" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999", "x", ""])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([f"--port={port}"]) == 2
    assert "--port" in capsys.readouterr().err


def test_the_options_of_the_benchmark_go_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(cli.subprocess, "call", lambda words: called.append(words) or 0)
    monkeypatch.setattr(cli, "find_spec", lambda name: name)
    assert cli.main(["bench", "--speed", "--no-browser", "--json", "figures.json"]) == 0
    options = ["--json=figures.json", "--speed", "--no-browser"]
    assert called == [[sys.executable, "-m", "talisman_nb.bench", *options]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_benchmark_says_which_packages_it_lacks(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "chess" else name)
    assert cli.main(["bench", "--lang", lang]) == 1
    said = capsys.readouterr().err
    assert "(chess)" in said and 'pip install ".[test]"' in said


def test_tables_are_listed_the_latest_first(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tables"]) == 0
    assert "There are no saved tables" in capsys.readouterr().out
    for age, name in enumerate(("Łódź", "Friday")):
        places.table_file(name).touch()
        os.utime(places.table_file(name), (age + 1, age + 1))
    assert cli.main(["tables"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines[:2]] == ["Friday", "Łódź"]
    assert lines[2] == f"2 saved tables in {own_home / 'tables'}"


@pytest.mark.parametrize("name", ["", " ", ".hidden", "a/b", r"a\b", "a:b", "what?"])
def test_names_no_file_can_have_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lab", "--table", name]) == 2
    assert f"“{repr(name)[1:-1]}” can't be one" in capsys.readouterr().err


OTHERS = tuple(lang for lang in LANGUAGES if lang != "en")
SEVERAL = {"it": "2 tavoli salvati in", "fr": "2 tables enregistrées dans", "pl": "2 zapisane gry w"}
ASKED = (
    "tables",
    "check",
    "rules",
    "doubts",
    "card bear",
    "card baer",
    "space city",
    "space ctiy",
    "rule combat.win",
    "rule w1",
    "rule",
)
IDS = re.compile(r"^[a-z][a-z_./\[\]0-9-]+  .*$|^.* \| .*$|\b[a-z0-9-]+\.[a-z0-9-]+\b|\([a-z0-9_, ]+\)", re.MULTILINE)
"""Rules with their cases, a situation as it is written, rules by the way, operations."""


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("command", ASKED)
def test_a_command_answers_in_the_language_asked_for(
    command: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Ada", "Bruno"):
        places.table_file(name).touch()
    cli.main([*command.split(), "--lang", lang])
    said = "\n".join(capsys.readouterr())
    assert said and not ENGLISH.findall(IDS.sub("", said))
    assert command != "tables" or SEVERAL[lang] in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_start_says_is_in_the_language_asked_for(
    lang: str, answering: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, (url, _) = load_phrases(lang).topics["console"], answering
    port = url.rstrip("/").rpartition(":")[2]
    assert cli.main(["--port", port, "--lang", lang]) == 1
    assert capsys.readouterr().err.strip() == words["port-busy"].format(n=port)
    monkeypatch.setattr(serving.webbrowser, "open", lambda address: False)
    running.leave_address(running.RunningServer("page", url, 4711, "secret"))
    assert cli.main(["--lang", lang]) == 0
    assert capsys.readouterr().out.splitlines()[1] == words["no-browser"]
    assert cli.main(["--table", "a:b", "--lang", lang]) == 2
    assert (
        "a:b" in (said := capsys.readouterr().err)
        and said.split()[0] == load_phrases(lang).raw("files", "name").split()[0]
    )


@pytest.mark.parametrize(("wished", "said"), [("pl", "Brak"), ("de", "There are no saved"), ("", "There are no saved")])
def test_a_command_speaks_the_language_of_the_environment(
    wished: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALISMAN_NB_LANG", wished)
    assert cli.main(["tables"]) == 0 and capsys.readouterr().out.startswith(said)


def test_an_old_console_gets_plain_letters() -> None:
    assert console.plain("Łucja • Wiedźma", "cp1250") == "Łucja • Wiedźma"
    assert console.plain("Łucja Wiedźma", "ascii") == "Lucja Wiedzma"


@pytest.mark.parametrize("command", ["card", "answer", "rule", "rulings", "space", "layers", "editions", "lesson"])
def test_a_word_that_would_move_the_cursor_is_spelt_out(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    cli.main([command, "\x1b[2J", "\x9b31m"])
    told = "".join(capsys.readouterr())
    assert told and not {"\x1b", "\x9b"} & set(told)


def test_lab_signs_the_notebooks_it_copies_and_keeps_those_the_user_changed(own_home: Path) -> None:
    import nbformat

    from talisman_nb.app import lab

    source, folder = own_home / "shipped", own_home / "notebooks"
    (source / "lessons").mkdir(parents=True)
    cell = nbformat.v4.new_code_cell("1", outputs=[nbformat.v4.new_output("display_data", {"image/svg+xml": "<svg/>"})])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), source / "lessons" / "one.ipynb")
    lab.copy_notebooks(source, folder)
    copy = folder / "lessons" / "one.ipynb"
    assert lab.NotebookNotary().check_signature(nbformat.read(copy, as_version=4))
    copy.write_text("mine", encoding="utf-8")
    lab.copy_notebooks(source, folder)
    assert copy.read_text("utf-8") == "mine"


def test_a_damaged_table_is_rescued_by_its_name(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Table.new(TWO, name="Friday night") as table:
        played(table, 3, "clockwise")
        file = table.path
    assert file is not None
    file.write_bytes(file.read_bytes().replace(b"clockwise", b"clockwisd"))
    assert cli.main(["rescue", "Friday", "night", "--lang", "en"]) == 0
    assert "Friday night (rescued)" in capsys.readouterr().out
    assert [line.answer.key for line in Table.open("Friday night (rescued)").lines] == ["3", "clockwise"]
    assert cli.main(["rescue", "Nobody", "--lang", "it"]) == 2
    assert "Nessun tavolo salvato" in capsys.readouterr().err


@pytest.mark.parametrize("mark", ["tests", "campaigns"])
def test_the_readme_has_one_command_for_what_the_checks_run(mark: str) -> None:
    """`.ci/run` takes it from below the mark; a second mark of that name would hide it."""
    readme = Path(__file__).resolve().parents[1] / "README.md"
    found = re.findall(rf"^<!-- {mark}: .*-->\n```sh\n(.*)\n```$", readme.read_text("utf-8"), re.MULTILINE)
    assert len(found) == 1 and "python -m pytest" in found[0]
    assert readme.read_text("utf-8").count(f"<!-- {mark}:") == 1


# --- a situation looked into ---

FOREST = "dwarf fields-6 | thief city > 1 > anticlockwise"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_situation_is_looked_into(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = load_phrases(lang)
    assert cli.main(["analysis", FOREST, "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert said.startswith(FOREST) and said.count(" 1/6 ") == 6 and "?situation=dwarf%20fields-6" in said
    for key in ("outcomes", "why"):
        assert words.say("analysis", key) in said
    assert "[turn.must-move]" in said
    assert cli.main(["analysis", FOREST, "--lang", lang, "--what-if", "edition second"]) == 0
    assert words.say("analysis", "first-difference") in capsys.readouterr().out
    assert cli.main(["analysis", FOREST, "--lang", lang, "--editions"]) == 0
    told = capsys.readouterr().out
    assert all(edition_name(open_book(with_known_cards(name)), lang) in told for name in offered_editions())


def test_a_situation_that_is_impossible_is_refused_or_insisted_on(capsys: pytest.CaptureFixture[str]) -> None:
    impossible = ["analysis", "dwarf crags, has bear | thief city"]
    assert cli.main(impossible) == 2
    assert "(meet.take, trophy.keep)" in capsys.readouterr().err
    assert cli.main([*impossible, "--insist"]) == 0
    assert capsys.readouterr().out.startswith("dwarf crags, has bear ! | thief city\nSet up as asked")
    assert cli.main(["analysis", FOREST, "--what-if", "dwarf, life 0"]) == 2
    assert "life.zero" in capsys.readouterr().err


def test_a_line_of_a_saved_table_is_looked_into(capsys: pytest.CaptureFixture[str]) -> None:
    with Table.new(TWO, name="Friday") as table:
        played(table, 3, "clockwise")
        line = len(table.lines)
    assert cli.main(["analysis", "--table", "Friday", "--line", str(line)]) == 0
    assert capsys.readouterr().out.startswith("dwarf crags, named Ada | thief city, named Bruno > 3\n")
    assert cli.main(["analysis", "--table", "Friday", "--line", "99"]) == 2
    assert f"lines are 1 to {line}" in capsys.readouterr().err
    assert cli.main(["analysis", "--table", "Saturday"]) == 2
    assert cli.main(["analysis"]) == 1
    assert "talisman-nb analysis" in capsys.readouterr().err


def test_a_line_of_a_saved_table_is_opened_on_the_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    with Table.new(TWO, name="Friday") as table:
        played(table, 3, "clockwise")
        line = len(table.lines)
        text = Analysis.of_table(table, line, "en").text
    opened: list[str | None] = []
    monkeypatch.setattr(rulings, "open_page", lambda query, way: opened.append(query["situation"]) or 0)
    assert cli.main(["analysis", "--table", "Friday", "--line", str(line), "--page"]) == 0
    assert cli.main(["analysis", "dwarf city", "--page"]) == 0
    assert cli.main(["analysis", "--table", "Friday", "--line", "99", "--page"]) == 2
    assert opened == [text, "dwarf city"]


ROOT = Path(__file__).resolve().parents[1]


def test_readme_and_page_of_the_group_name_each_edition_that_plays() -> None:
    readme, group = (ROOT.joinpath(page).read_text("utf-8") for page in ("README.md", "talisman_nb/docs/group.md"))
    for edition, named in {"revised4": "revised fourth", "second": "second", "third": "third"}.items():
        assert edition in offered_editions() and f"**{named}**" in readme and f"**{named}**" in group
    assert len(offered_editions()) == 3 and "--edition second" in group and 'edition="second"' in group
