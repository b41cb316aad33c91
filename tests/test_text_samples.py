"""Does the translator's tool show real lines of every kind, side by side, and every line of a phrase?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from talisman_nb.app import cli
from talisman_nb.app.texts import sample
from talisman_nb.app.texts import sample as mistakes
from talisman_nb.app.texts.sample import KINDS, SampleLine, appearing, as_it_stands, sample_lines
from talisman_nb.app.texts.told import ToldText, games, parts
from talisman_nb.rules.layers import editions
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.written import all_texts

pytestmark = pytest.mark.usefixtures("own_home")
PACKAGE = Path(cli.__file__).resolve().parents[1]
FOLDERS = (PACKAGE, PACKAGE / "text", PACKAGE / "text" / "phrases" / "en", PACKAGE.parent, PACKAGE.parent / "tests")
"""Where files stand that the page names."""
LINES = 300
all_told = cache(sample._all_told)
MOST_WITHOUT_A_LANGUAGE = 3
"""Lines of a sample that a language may lack: what is shortened to fit is shortened elsewhere."""


@cache
def drawn(seed: int = 1) -> tuple[SampleLine, ...]:
    return tuple(sample_lines(editions(), seed, LINES, LANGUAGES))


def printed(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert cli.main(["texts", *words]) == code
    said = capsys.readouterr()
    return said.err if code else said.out


# --- a sample ---


def test_a_seed_always_draws_the_same_lines() -> None:
    assert sample_lines(editions(), 1, LINES, LANGUAGES) == list(drawn())
    assert set(map(str, drawn())) != set(map(str, drawn(2)))


@pytest.mark.parametrize("seed", [1, 778201])  # in the second, somebody waits for a new character
def test_a_sample_has_lines_of_every_kind_in_every_language(seed: int) -> None:
    lines = drawn(seed)
    assert len(lines) == LINES and tuple(dict.fromkeys(line.kind for line in lines)) == KINDS
    for lang in LANGUAGES:
        assert sum(not line.texts[lang] for line in lines) <= MOST_WITHOUT_A_LANGUAGE, lang


def test_games_of_every_edition_are_played() -> None:
    assert {line.where.partition(",")[0] for line in drawn() if line.kind == "play"} == set(editions())


def test_no_two_lines_are_the_same_and_no_phrase_crowds_a_sample() -> None:
    texts = [line.texts["en"] for line in drawn()]
    assert len(set(texts)) == len(texts)
    sources = [line.source for line in drawn() if line.kind == "play"]
    assert max(map(sources.count, sources)) <= sample.OF_ONE


def test_every_source_is_a_phrase_or_an_entry_of_a_file() -> None:
    topics = load_phrases("en").topics
    entries = {(one.file, one.key) for one in all_texts("en")}
    for line in drawn():
        if "/" in line.source.partition(" ")[0]:
            file, key = line.source.partition(",")[0].split(" ")[0], line.source.rpartition(" ")[2]
            assert (file, key) in entries, line
        else:
            for phrase in line.source.split(", "):
                file, _, key = phrase.partition(".")
                assert key in topics[file], line


def test_a_phrase_is_the_source_of_what_it_says() -> None:
    (line,) = [line for line in drawn() if line.source == "asks.card.spell"][:1]
    who = re.fullmatch(r"Which Spell did (\w+) draw\?", line.texts["en"])
    assert who and line.texts["fr"] == f"Quel Sort pioche {who[1]}\u00a0?"


@pytest.mark.parametrize("kind", KINDS)
def test_one_kind_alone_may_be_asked_for(kind: str) -> None:
    lines = sample_lines(("revised4",), 3, 12, ("pl", "en"), [kind])
    assert len(lines) == 12 and {line.kind for line in lines} == {kind}
    assert all([*line.texts] == ["pl", "en"] for line in lines)


def test_what_a_reader_keeps_changes_no_line(own_home: Path) -> None:
    """A sample is the same on every machine: no message names the tables or lessons of whoever reads it."""
    said = [[part.text for part in parts(told, "en").values()] for told in mistakes.mistakes()]
    assert len(said) == len(mistakes.MISTAKES), "each mistake is a `UserError`"
    for folder, name in (("tables", "Friday.talisman"), ("lessons", "ours.toml"), ("house", "quick.toml")):
        (own_home / folder).mkdir()
        (own_home / folder / name).touch()
    assert said == [[part.text for part in parts(told, "en").values()] for told in mistakes.mistakes()]


# --- phrases are heard ---


def some_moments() -> Iterator[ToldText]:
    yield from (told for at, told in enumerate(games(("second",), 5)) if at % 23 == 0)


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_what_was_said_before_is_heard_again(lang: str) -> None:
    """A cache that keeps words would hide their phrases."""
    for told in some_moments():
        assert parts(told, lang) == parts(told, lang), f"{told.kind} {told.where}: a cache is missing in REMEMBERED"


PHRASES = {
    "play": (
        "asks.die.move", "closed.too-many-spells", "counted.life.other", "counted.life.few", "durations.turn",
        "events.rolled", "hands.rerolls", "journal.close.done", "moments.any", "operations.attack", "options.drop",
        "purposes.move", "shown.awaits", "words.strength",
    ),
    "cards": (
        "acts.attack_psychic", "conditions.alignment_is", "modifiers.add.strength", "lists.your.gold_or_object",
        "pages.doubt", "summaries.space.pits.visited", "triggers.drawn",
    ),
    "screens": ("house_rules.royal_pair",),
    "rules": ("figures.carry.take_back",),
    "errors": (
        "errors.table.die",
        "setup.figure-twice",
        "files.name",
        "rulings.system",
        "answers.who",
        "house_files.system",
    ),
    "rulings": ("checks.alignment", "house_rules.about"),
    "lessons": ("lessons.figure.total", "analysis.as-it-is"),
}  # fmt: skip
"""Phrases of each file that games and pages say, by a kind of line that has them."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "phrase"), [(kind, phrase) for kind, some in PHRASES.items() for phrase in some])
def test_the_lines_of_a_phrase_are_found(kind: str, phrase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "_all_told", all_told)  # the same games for every phrase
    languages = ("en", "pl")
    lines = appearing(phrase, ("revised4", "second"), 1, 3, languages, (kind,))
    assert 0 < len(lines) <= 3
    stands = as_it_stands(phrase, languages)
    lang = next(lang for lang in languages if stands[lang])
    words = re.findall(r"\w+", re.sub(r"\{[^}]*\}|[\[\]|]", " ", stands[lang].casefold()))
    for line in lines:
        assert not words or any(word in line.texts[lang].casefold() for word in words), line


def test_every_found_line_has_the_phrase(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the phrase says something else, so does each line."""
    lines = appearing("events.rolled", ("revised4",), 1, 20, ("it",))
    assert len(lines) == 20
    topics = load_phrases("it").topics
    monkeypatch.setitem(topics["events"], "rolled", topics["events"]["rolled"].replace("tirato", "buttato"))  # type: ignore[index]
    changed = {line.texts["it"] for line in appearing("events.rolled", ("revised4",), 1, 20, ("it",))}
    assert changed == {line.texts["it"].replace("tirato", "buttato") for line in lines}


# --- the command ---


def test_columns_stand_under_one_another(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    said = printed(capsys, "--lines", "20", "--kind", "rules", "en", "it").splitlines()
    assert max(map(len, said)) <= 100 or all(line.startswith("rules ·") for line in said if len(line) > 100)
    assert sum(line.startswith("rules · ") for line in said) == 20
    starts = {re.search(r"\S {2,}(\S)", line).start(1) for line in said if re.match(r"  \S.*\S {2,}\S", line)}
    assert len(starts) == 1


def test_markdown_is_a_table_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    html = markdown2html_mistune(printed(capsys, "--lines", "40", "--format", "markdown"))
    assert html.count("<table>") == html.count("<h2") == len(KINDS)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in html.split("<tr>")[1:]]
    assert len(rows) == 40 + len(KINDS) and {len(row) for row in rows} == {1 + len(LANGUAGES)}
    assert all(cell for row in rows for cell in row[1:])


def test_a_phrase_is_shown_as_it_stands_before_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "--phrase", "closed.bound", "--lines", "2", "--edition", "second", "fr")
    first, text = said.splitlines()[:2]
    assert first == "closed.bound · as it stands in text/phrases/*/closed.toml"
    assert text.strip() == load_phrases("fr").raw("closed", "bound")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phrase_that_is_nowhere_is_said_to_be(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["texts", "--phrase", "plots.way", "--edition", "second", "--lang", lang, "--kind", "rules"]) == 0
    said = capsys.readouterr()
    assert "plots.way" in said.err and load_phrases(lang).raw("plots", "way").split()[0] in said.out


@pytest.mark.matrix
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--kind", "lesson"), ("“lesson”", "lessons", ", ".join(KINDS))),
        (("en", "fre"), ("fre", "fr", ", ".join(LANGUAGES))),
        (("--phrase", "event.gained"), ("event", "events", "events.gained", "words")),
        (("--phrase", "gained"), ("gained", "events.gained")),
        (("--phrase", "events.gaind"), ("gaind", "gained", "events.toml")),
        (("--phrase", "events."), ("events.toml",)),
        (("--edition", "secnd"), ("secnd",)),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(
    lang: str, words: tuple[str, ...], named: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    said = printed(capsys, *words, "--lang", lang, code=2)
    for name in named:
        assert name.strip("“”") in said


@pytest.mark.parametrize("words", [("--lines", "0"), ("--lines", "-3"), ("--lines", "x"), ("--format", "html")])
def test_what_is_no_number_or_form_is_refused(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["texts", *words]) == 2
    assert words[0] in capsys.readouterr().err


# --- the page for translators ---

PAGE = (PACKAGE / "text" / "README.md").read_text(encoding="utf-8")


def test_the_page_names_every_file_of_code_that_a_new_language_changes() -> None:
    """Those that name a language of the program: `"pl"` as a value, or a field or key of that name."""
    python = [path for path in PACKAGE.rglob("*.py") if any(names_polish(node) for node in nodes(path))]
    every = (PACKAGE / "panels" / "js").rglob("*.js")
    script = [path for path in every if re.search(r"""["']pl["']""", path.read_text("utf-8"))]
    named = sorted(path.relative_to(PACKAGE).as_posix() for path in (*python, *script))
    assert len(named) > 5 and not [file for file in named if f"`{file}`" not in PAGE]


def nodes(path: Path) -> Iterator[ast.AST]:
    yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def names_polish(node: ast.AST) -> bool:
    field = isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "pl"
    return field or (isinstance(node, ast.Constant) and node.value == "pl")


def test_every_file_the_page_names_is_there() -> None:
    files = re.findall(r"`((?:[\w*<>]+/)*[\w*<>]+\.(?:py|toml|js|md))`", PAGE)
    gone = [file for file in files if not any([*folder.glob(re.sub(r"<\w+>", "*", file))] for folder in FOLDERS)]
    assert len(files) > 20 and not gone


def test_every_command_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    commands = re.findall(r"^talisman-nb (texts.*?)(?: +#.*)?$", PAGE, re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        assert cli.main([*command.split(), "--lines", "3"]) == 0
        assert capsys.readouterr().out, command


def test_the_page_shows_what_the_program_says(capsys: pytest.CaptureFixture[str]) -> None:
    """The example of the page is a real one: its phrase in each language stands there as in the files."""
    for lang in LANGUAGES:
        assert load_phrases(lang).raw("events", "gained") in PAGE, lang
