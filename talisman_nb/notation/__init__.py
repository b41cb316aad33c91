"""Reader and writer of the situation notation, which `model.situation` defines; here the book it is read with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from talisman_nb.model.situation import SituationError, Word, Written, words_of
from talisman_nb.rules.layers import BASE

LAYERS = re.compile(r"[a-z0-9-]+(\+[a-z0-9-]+)*")
"""The form of an edition and layers over it, without blanks."""
USUAL = BASE
"""Edition of a situation that names none."""


def rules_said(written: Written) -> tuple[str, dict[str, Any], int]:
    """Return the edition, the house rules and the column of the last part that sets them (-1: none does)."""
    edition: str = ""
    house: dict[str, Any] = {}
    at = -1
    for part in written.parts:
        word, *rest = words_of(part)
        if word.quoted or word.text.lower() not in ("edition", "house"):
            continue
        at = word.at
        if word.text.lower() == "house":
            house |= _house(word, rest, house)
        elif edition or not LAYERS.fullmatch(named := "".join(each.text.lower() for each in rest)):
            raise SituationError(
                "edition-expected",
                'edition: expected an edition and layers over it, said once: "{example}"',
                word.at,
                example="edition second + my-cards",
            )
        else:
            edition = named
    return edition or USUAL, house, at


def _house(word: Word, words: Sequence[Word], before: Mapping[str, Any]) -> dict[str, Any]:
    """Decode the words of a `house` part; `before`: figures set by earlier parts."""
    found: dict[str, Any] = {}
    at = 0
    while at < len(words):
        name, equals, value = words[at].text.partition("=")
        if words[at].quoted or not equals or not name:
            raise SituationError(
                "house-expected",
                'house: expected figure=value, such as carry.objects=5, got "{came}"',
                words[at].at,
                came=words[at].text[:40],
            )
        if name in found or name in before:
            raise SituationError("said-twice", "{what} is said twice", words[at].at, what=f"house {name}")
        quoted = at + 1 < len(words) and not value and words[at + 1].quoted and words[at + 1].glued
        found[name] = words[at + 1].text if quoted else _value(value, words[at])
        at += 2 if quoted else 1
    if not words:
        raise SituationError("house-empty", 'house: expected figure=value, such as "house carry.objects=5"', word.at)
    return found


def _value(text: str, word: Word) -> Any:
    """Decode a value: a number, a boolean, a list of values, or a word. `word`: for the column of an error."""
    if text.startswith("["):
        inside = text[1:-1].replace(",", " ").split()
        return [_value(one, word) for one in inside]
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?[0-9]{1,6}", text):
        return int(text)
    if re.fullmatch(r"-?[0-9]{1,6}\.[0-9]{1,6}", text):
        return float(text)
    if not text or text[0].isdigit():
        raise SituationError("house-value", 'house: expected a value after "=", got "{came}"', word.at, came=text[:40])
    return text
