"""Random mistakes in a file: a line lost, a letter wrong, a number absurd, a value of another type, a table twice.

Every change is drawn from a seed, so that a file that fails a test can be made again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

EXTREME = (
    "-1", "0", "1", "7", "12", "99", "100", "1000000", "1000000000000", "1" + "0" * 30, "-99999999999", "9" * 5_000,
    "0x" + "f" * 4_000, "0.5", "1e308", "1e400", "nan", "-inf", "true",
)  # fmt: skip
OTHER_TYPES = (
    "5", "-0.5", '"x"', '""', "true", "[]", "{}", "[[1]]", '["x"]', "[{}]",
    '{ op = "lose" }', '[{ op = "miss" }]', '[{ mod = "step", n = 1 }]',
    "{ x = 1 }", "1979-05-27", "07:32:00", '"\\u0000\\u202e<script>"', '"wolf.met"', '"a|b:c@d#e"', '"../../x"',
    '"' + "a" * 5_000 + '"',
)  # fmt: skip
DEPTHS = (1, 2, 5, 30, 400, 5_000)
_NUMBER = re.compile(r"(?<![\w\"./-])-?\d+(\.\d+)?(?![\w\"./-])")
_TEXT = re.compile(r'"[^"\n]*"')
_KEY = re.compile(r"[A-Za-z_][\w-]*(?= =)")
_VALUE = re.compile(r'(?<== )("[^"\n]*"|-?\d+(?:\.\d+)?|true|false|\[\]|\{ [^{}\n]* \})')
_WORD = re.compile(r"[A-Za-z][A-Za-z_-]*[a-z]")
_INNER = re.compile(r"\{ [^{}\n]* \}")


def mutated(text: str, seed: str) -> tuple[str, str]:
    """A file with something changed, and what was done to it."""
    dice, made, change = random.Random(seed), text, CHANGES[0]
    while made == text:
        change = dice.choice(CHANGES)
        made = change(text, dice)
    return made, change.__name__


def _bare(text: str) -> str:
    """The text with its comments blanked out, every place where it was."""
    return re.sub(r"#[^\n\"]*$", lambda found: " " * len(found[0]), text, flags=re.M)


def _replaced(text: str, dice: random.Random, pattern: re.Pattern[str], new: Callable[[str], str]) -> str:
    """The text with one place of a pattern written anew; as it is, where there is none."""
    places = list(pattern.finditer(_bare(text)))
    if not places:
        return text
    found = dice.choice(places)
    return text[: found.start()] + new(found[0]) + text[found.end() :]


def line_lost(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    del lines[dice.choice([at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")])]
    return "".join(lines)


def line_moved(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.insert(dice.randrange(len(lines)), lines.pop(dice.randrange(len(lines))))
    return "".join(lines)


def line_twice(text: str, dice: random.Random) -> str:
    lines = text.splitlines(keepends=True)
    at = dice.choice([at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")])
    return "".join(lines[: at + 1] + lines[at:])


def table_twice(text: str, dice: random.Random) -> str:
    tables = re.split(r"(?m)^(?=\[)", text)
    return "".join([*tables, dice.choice(tables[1:] or [""])])


def table_elsewhere(text: str, dice: random.Random) -> str:
    """A header that is another one's: two tables are one, or one has another name."""
    headers = re.findall(r"(?m)^\[.*\]", text)
    return text.replace(dice.choice(headers), dice.choice(headers), 1) if headers else text


def letter_wrong(text: str, dice: random.Random) -> str:
    def misspelt(word: str) -> str:
        at = dice.randrange(len(word))
        letter = dice.choice("abcdefghijklmnopqrstuvwxyz-_A1 ")
        return dice.choice(
            (word[:at] + letter + word[at + 1 :], word[:at] + word[at + 1 :], word[:at] + letter + word[at:])
        )

    return _replaced(text, dice, _WORD, misspelt)


def number_extreme(text: str, dice: random.Random) -> str:
    return _replaced(text, dice, _NUMBER, lambda _: dice.choice(EXTREME))


def number_near(text: str, dice: random.Random) -> str:
    return _replaced(text, dice, _NUMBER, lambda n: str(int(float(n)) + dice.choice((-2, -1, 1, 2, 5))))


def word_of_elsewhere(text: str, dice: random.Random) -> str:
    """A word that means something, but somewhere else."""
    words = _TEXT.findall(_bare(text))
    return _replaced(text, dice, _TEXT, lambda _: dice.choice(words))


def key_of_elsewhere(text: str, dice: random.Random) -> str:
    keys = _KEY.findall(_bare(text))
    return _replaced(text, dice, _KEY, lambda _: dice.choice(keys))


def other_type(text: str, dice: random.Random) -> str:
    return _replaced(text, dice, _VALUE, lambda _: dice.choice(OTHER_TYPES))


def value_lost(text: str, dice: random.Random) -> str:
    """An entry of an inline table goes."""
    return _replaced(text, dice, re.compile(r'[a-z_]+ = ("[^"\n]*"|-?\d+|true|false), '), lambda _: "")


def nested(text: str, dice: random.Random) -> str:
    deep = dice.choice(DEPTHS)
    left, right = dice.choice(
        (("[", "]"), ("{ not = ", " }"), ("{ all = [", "] }"), ('[{ op = "if", when = { always = true }, do = ', " }]"))
    )
    return _replaced(text, dice, dice.choice((_VALUE, _INNER)), lambda value: left * deep + value + right * deep)


def dotted(text: str, dice: random.Random) -> str:
    """A key of many parts is many tables in each other."""
    return _replaced(text, dice, _KEY, lambda key: ".".join([key] * dice.choice((2, 40, 2_000))))


def list_long(text: str, dice: random.Random) -> str:
    return _replaced(text, dice, _INNER, lambda value: ", ".join([value] * dice.choice((2, 60, 3_000))))


def bytes_lost(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + text[at + dice.randrange(1, 200) :]


CHANGES: tuple[Callable[[str, random.Random], str], ...] = (
    line_lost, line_lost, line_moved, line_twice, table_twice, table_elsewhere, letter_wrong, letter_wrong,
    letter_wrong, number_extreme, number_extreme, number_near, word_of_elsewhere, word_of_elsewhere, key_of_elsewhere,
    key_of_elsewhere, other_type, other_type, value_lost, value_lost, nested, dotted, list_long, bytes_lost,
)  # fmt: skip
"""What may happen to a file, what happens most often more than once."""
