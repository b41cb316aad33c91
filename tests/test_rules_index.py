"""Does the rule index hold every rule, in four languages, with its sources?"""

import re
from typing import Any

import msgspec
import pytest

from talisman_nb.rules.index import (
    EDITIONS,
    LANGUAGES,
    Rule,
    UnknownRuleError,
    read_rules,
    read_words,
    rule,
    rule_index,
)
from talisman_nb.rules.layers import BASE, editions

LONGEST = 240
COMPARED = range(1, 67)
"""The numbered entries of the comparison of the Italian, French and Polish texts of the revised edition."""
RULES = list(rule_index().values())


TEXTS = {"card.text", "ability.text", "space.text"}
"""Ids for what a card, ability or space says itself."""


def test_every_rule_is_one_of_an_edition_of_the_table_or_of_a_text() -> None:
    """Whether every rule of the edition that is played has a case, `test_rulings.py` tells."""
    for found in RULES:
        said = any(found.says(edition) for edition in EDITIONS)
        assert said or found.standing == "table" or found.id in TEXTS, f"{found.id}: no edition has it"
    assert {found.id for found in RULES} >= TEXTS


def test_editions_are_the_games_in_order_and_what_else_has_words() -> None:
    """`rules/editions.toml`; each edition of the game has its layer."""
    assert EDITIONS[0] == BASE and set(editions()) <= set(EDITIONS)
    assert len(set(EDITIONS)) == len(EDITIONS)


def test_every_id_is_a_group_and_a_name() -> None:
    assert not [found.id for found in RULES if not re.fullmatch(r"[a-z]+[.-][a-z]+(-[a-z]+)*", found.id)]


def test_nobody_can_change_the_index() -> None:
    with pytest.raises(TypeError):
        rule_index()["combat.win"] = rule("combat.lose")  # type: ignore[index]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_is_told_in_every_language(lang: str) -> None:
    for found in RULES:
        text = found.text(lang)
        assert 10 < len(text) <= LONGEST, (found.id, lang, len(text))
        assert text == text.strip() and text.endswith("."), (found.id, lang, text)


def test_no_two_languages_share_a_sentence() -> None:
    for found in RULES:
        assert len({found.text(lang) for lang in LANGUAGES}) == len(LANGUAGES), found.id


def test_no_two_rules_share_a_sentence() -> None:
    for lang in LANGUAGES:
        texts = [found.text(lang) for found in RULES]
        assert len(set(texts)) == len(texts), lang


def test_nothing_is_left_empty() -> None:
    for found in RULES:
        kept = msgspec.to_builtins(found)
        told = (*kept.values(), *kept["source"].values(), *dict(found.words).values())
        assert all(value != "" for value in told), found.id


def test_every_rule_says_where_it_stands() -> None:
    for found in RULES:
        assert found.source.named() or found.standing == "table", found.id


def test_revised_rules_name_a_section_or_the_publisher_unless_borrowed() -> None:
    for found in RULES:
        own = next((words for one, words in found.words if one in (BASE, "souls")), "= ").partition(" ")[0] != "="
        assert not own or any((found.source.it, found.source.fr, found.source.pl, found.source.publisher)), found.id


def test_where_texts_differ_or_are_silent_there_is_a_decision() -> None:
    for found in RULES:
        assert found.decision or not (found.texts_differ or found.open), found.id


def test_every_difference_between_the_texts_is_decided_at_some_rule() -> None:
    entries = {difference.entry for found in RULES for difference in found.texts_differ}
    assert {int(entry) for entry in entries if entry.isdigit()} == set(COMPARED)
    assert all(re.fullmatch(r"R?\d+", entry) for entry in entries)


def test_what_two_texts_say_is_followed_and_named() -> None:
    for found in RULES:
        for difference in found.texts_differ:
            assert difference.follows or difference.why != "two", (found.id, difference.entry)
            assert not difference.follows or difference.why != "silent", (found.id, difference.entry)
            assert all(getattr(found.source, text) or found.standing == "table" for text in difference.follows), (
                found.id,
                difference,
            )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decision_is_told_in_every_language(lang: str) -> None:
    told = [found.decision.text(lang) for found in RULES if found.decision]
    for text in told:
        assert text[:1].isupper() and text.endswith(".") and len(text) <= LONGEST, text
    assert lang == "en" or not set(told) & {found.decision.en for found in RULES if found.decision}


def test_open_rules_are_not_official() -> None:
    assert all(found.standing != "official" for found in RULES if found.open)


def test_house_rules_stand_apart() -> None:
    for found in RULES:
        assert found.id.startswith("house.") == found.has("house"), found.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_an_edition_repeats_is_followed_to_its_words(edition: str) -> None:
    for found in RULES:
        said = found.says(edition)
        assert said is None or (said and "= " not in said[:2]), (found.id, edition)


def test_same_as_is_followed_through_two_editions() -> None:
    assert rule("meet.where").says("third") == rule("meet.where").says(BASE)
    assert rule("meet.where").same_as("third") == "second"
    stock = rule("purchase.stock")
    assert stock.same_as("second") is None
    assert stock.says("second") == f"{stock.says(BASE)}; but in this edition the cards count as Objects"


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_what_the_editions_say_is_told_in_every_language(lang: str) -> None:
    for found in RULES:
        for edition in EDITIONS:
            english, words = found.says(edition), found.says(edition, lang)
            assert (words is None) == (english is None), (found.id, edition)
            assert words is None or (words == words.strip() and "= " not in words[:2]), (found.id, edition, words)
            assert words != english or not english or len(re.findall(r"[a-z]{3,}", english)) < 3, (
                found.id,
                edition,
                words,
            )


def test_an_edition_is_followed_in_the_language_it_is_told_in() -> None:
    met = rule("meet.where")
    assert met.says("third", "it") == met.says("revised4", "it") != met.says("revised4")
    stock = rule("purchase.stock")
    revised, second = stock.says("revised4", "pl"), stock.says("second", "pl")
    assert (
        revised and second and second.startswith(f"{revised}; ") and stock.says("second", "pl") != stock.says("second")
    )


INDEX = """
["a.b"]
en="x"
it="x"
fr="x"
pl="x"
revised4="one thing"
second="= revised4; and more"
third="= second"
"""


def test_words_of_an_edition_are_read_strictly() -> None:
    rules = read_rules(INDEX, "index.toml")
    whole: dict[str, dict[str, Any]] = {"a.b": {"revised4": "una cosa", "second": "= revised4; e altro"}}
    assert read_words(written(whole), "it.toml", rules) == whole


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"second": None}, r'it\.toml: rule "a\.b": second: is missing; in English: .= revised4; and more'),
        ({"third": "= second"}, r'it\.toml: rule "a\.b": third: .* is too much'),
        ({"souls": "ancora"}, r'it\.toml: rule "a\.b": souls: .* is too much'),
        ({"forth": "ancora"}, r'it\.toml: rule "a\.b": forth: .* is too much'),
        ({"second": "e altro"}, r'rule "a\.b": second: expected words that begin as'),
        ({"revised4": "= second; una cosa"}, r'rule "a\.b": revised4: expected words that begin as'),
        ({"second": "= revised4"}, r'rule "a\.b": second: expected words'),
        ({"second": 4}, r"it\.toml: .*int.*expected a table per rule"),
    ],
)
def test_a_mistake_in_the_words_of_an_edition_names_file_rule_and_edition(change: dict[str, Any], said: str) -> None:
    fields: dict[str, Any] = {"revised4": "una cosa", "second": "= revised4; e altro"} | change
    with pytest.raises(ValueError, match=said):
        read_words(
            written({"a.b": {name: words for name, words in fields.items() if words}}),
            "it.toml",
            read_rules(INDEX, "index.toml"),
        )


def test_words_of_a_rule_there_is_not_are_refused() -> None:
    told = written({"a.b": {"revised4": "x", "second": "= revised4; y"}, "a.c": {"revised4": "z"}})
    with pytest.raises(ValueError, match=r'it\.toml: rule "a\.c": revised4: .* is too much'):
        read_words(told, "it.toml", read_rules(INDEX, "index.toml"))


def written(tables: dict[str, dict[str, Any]]) -> str:
    lines = [
        [f'["{name}"]', *(f"{field} = {value!r}" for field, value in table.items())] for name, table in tables.items()
    ]
    return "\n".join(line for table in lines for line in table)


def test_an_edition_without_the_rule_says_nothing() -> None:
    assert rule("fate.reroll").says("second") is None
    assert rule("tower.enter").says("revised4") is None


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("combat.stand-off", "combat.standoff"), ("bridge.sentinell", "bridge.sentinel"), ("haveuse", "have-use")],
)
def test_a_misspelt_id_is_answered_with_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(KeyError) as told:
        rule(wrong)
    assert str(told.value).startswith(f'no rule "{wrong}"; did you mean ') and f'"{meant}"' in str(told.value)


def test_an_unknown_language_or_edition_is_refused() -> None:
    with pytest.raises(UnknownRuleError, match="language"):
        rule("combat.win").text("de")
    with pytest.raises(UnknownRuleError, match="edition"):
        rule("combat.win").says("fourth")
    with pytest.raises(UnknownRuleError, match="language"):
        rule("combat.win").says("second", "de")


def test_a_misspelt_field_names_file_and_rule() -> None:
    with pytest.raises(ValueError, match=r'bad\.toml: rule "a\.b": .*frr'):
        read_rules('["a.b"]\nen="x"\nit="x"\nfrr="x"\npl="x"\n', "bad.toml")


def test_an_id_without_quotes_is_explained() -> None:
    with pytest.raises(ValueError, match="write the id in quotes"):
        read_rules('stray = "x"', "bad.toml")


def test_rules_are_values() -> None:
    assert rule("win.last") == rule("win.last") and len({*RULES}) == len(RULES)
    assert isinstance(RULES[0], Rule)
