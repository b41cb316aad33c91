"""Does one find every card, space and rule by its name in four languages, and does its page say what runs?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from read_aloud import ENGLISH, described, every_node

import talisman_nb
from talisman_nb.app import cli
from talisman_nb.cards import operations as o
from talisman_nb.engine import ask, new_game
from talisman_nb.notation.text_play import follow
from talisman_nb.rules.book import open_book, operations_of
from talisman_nb.rules.citations import definitions_citing, events_citing, rules_of
from talisman_nb.rules.index import EDITIONS, rule_index
from talisman_nb.rulings.look_up import SHELVES
from talisman_nb.rulings.question_reading import read_question
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.definitions.nodes import ChoiceNode, TableNode
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.find import cards_of, find_card, find_rule, find_space, name_of, spaces_of
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.pages.rule_page import doubts_page, rule_page
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.labels import places_of

BOOK = open_book()
EVERYTHING = (*cards_of(BOOK), *(f"space.{space}" for space in BOOK.board.spaces))


def test_an_effect_of_a_form_is_no_card_of_its_own() -> None:
    """`restless.grave` lies on a space: what is asked for by that word is the form, and a card whose name has it."""
    book = open_book("souls")
    assert [key for key in cards_of(book) if key.startswith("form.") and key.count(".") > 1] == []
    assert all(SHELVES["card"].label(book, key, "pl") for key in SHELVES["card"].find(book, "restless"))


def well(text: str) -> None:
    """No place of a phrase left open, no key where a word belongs."""
    assert text and not re.search(r"[{}]|\(\)|: \.|\s$| ,|None", text), text


def paths(lines: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Each line with those it stands under."""
    above: list[str] = []
    for line in lines:
        above = [*above[: (len(line) - len(line.lstrip())) // 2], line.strip()]
        yield tuple(above)


# --- finding ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_in_every_language_finds_what_it_names(lang: str) -> None:
    for key in cards_of(BOOK):
        found = find_card(BOOK, name_of(BOOK, key, lang).upper())
        assert key in found or BOOK.card(key).facts.twin in found, (key, lang, found)
    for key in spaces_of(BOOK):
        assert key in find_space(BOOK, name_of(BOOK, key, lang).lower()), (key, lang)


def test_every_rule_is_found_by_its_id() -> None:
    assert all(find_rule(id)[0] == id for id in rule_index())


def test_accents_and_case_do_not_matter() -> None:
    assert find_card(BOOK, "EPEE") == ("sword",) and find_card(BOOK, "niedzwiedz") == ("bear",)


def test_a_card_of_the_stock_is_found_by_its_key() -> None:
    assert find_card(BOOK, "purchase/sword") == ("purchase/sword",)


# --- pages ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_definition_has_a_page_in_every_language(lang: str) -> None:
    for key in EVERYTHING:
        found = page(BOOK, key, lang)
        for line in (
            found.title,
            *found.about,
            *(line for section in found.sections for line in (section.title, *section.lines)),
        ):
            well(line)
        assert set(described(key, lang)) <= {line for section in found.sections for line in section.lines}, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_page_in_every_language(lang: str) -> None:
    for id, rule in rule_index().items():
        text = str(rule_page(BOOK, id, lang))
        well(text)
        assert not [line for line in text.splitlines() if re.search(r"[…{]", line)], (
            "what differs is named, not left out"
        )
        assert rule.text(lang) in text and (not rule.decision or rule.decision.text(lang) in text), id
        assert all(
            words in text for edition in EDITIONS if (words := rule.says(edition, lang)) and not rule.same_as(edition)
        ), id
        assert lang == "en" or not (found := ENGLISH.findall(text.replace(id, ""))), (id, found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_doubt_is_on_the_page_and_in_the_report(lang: str) -> None:
    report = str(doubts_page(BOOK, lang))
    for key in EVERYTHING:
        text = str(page(BOOK, key, lang)).lower()
        for doubt in doubts_of(BOOK, key).values():
            assert doubt.text(lang).lower() in text and sentence(doubt.text(lang)) in report, key
    well(report)


def test_the_report_counts_what_it_lists() -> None:
    found = doubts_page(BOOK, "en")
    doubtful = [line for section in found.sections for line in section.lines if "≈" in line]
    assert found.about[1].startswith(f"{len(doubtful)} facts are in doubt, ")
    assert f"{len(found.sections[-1].lines)} rules" in found.about[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_says_a_thing_twice(lang: str) -> None:
    """No line stands in two sections; nothing that a definition does stands twice under the same line."""
    for key in EVERYTHING:
        sections = [{line.strip(" .:\u00a0") for line in found.lines} for found in page(BOOK, key, lang).sections]
        assert sum(map(len, sections)) == len(set().union(*sections)), key
        does = [*paths(described(key, lang))]
        assert len(does) == len(set(does)), key


# --- trees ---


def test_every_row_of_a_table_is_a_branch() -> None:
    """What a program told as a whole does with a die it says in its own words."""
    seen = 0
    for key in EVERYTHING:
        told = "\n".join(described(key, "en"))
        tables = [
            op for op in operations_of(BOOK.card(key)) if isinstance(op, o.TableOp) and key not in TOLD_AS_A_WHOLE
        ]
        for row in (row for table in tables for row in table.rows):
            seen += 1
            assert re.search(rf"^ *([≤≥] )?{row.high if row.low < 0 else row.low}\b", told, re.M), (key, row)
    assert seen > 80


def test_a_last_row_without_an_end_says_from_where_on() -> None:
    crypt = "\n".join(described("space.crypt", "en"))
    assert "≤ 0: " in crypt and "≥ 6: goes straight to the City" in crypt and "99" not in crypt


def test_every_choice_is_a_branch() -> None:
    for key in EVERYTHING:
        choices = [op for op in operations_of(BOOK.card(key)) if isinstance(op, o.Choose)]
        if choices and key not in TOLD_AS_A_WHOLE:
            assert any(
                isinstance(node, (ChoiceNode, TableNode)) for node in every_node(tree_of(BOOK, key, "it").nodes)
            ), key


def test_what_costs_gold_says_so() -> None:
    assert described("sorcerer", "en")[-1] == "Buy for 1 gold – gains a Spell."


TOLD_AS_A_WHOLE = frozenset({
    "space.vampires-tower", "space.warlocks-cave", "space.dice-with-death", "character.sorceress", "character.druid",
    "character.ghoul", "character.minstrel", "space.pits", "space.werewolf-den", "immobility", "invisibility",
})  # fmt: skip


def test_a_branch_leads_where_the_program_goes() -> None:
    assert described("space.forest", "en")[:2] == ("Rolls 1 die.", "  1: fights the Brigand (Strength 4).")
    village = described("space.village", "it")
    mystic = village[village.index("  Mistico:") + 1 :]
    assert all(line.startswith("    ") for line in mystic)
    assert [line[6] for line in mystic if line.startswith(" " * 6)] == ["1", "2", "4", "5", "6"]


def test_a_space_is_noted_by_what_one_chooses_there_or_by_what_it_does_first() -> None:
    notes = {place.space: place.note for place in places_of(BOOK, "en")}
    assert notes["village"] == "Blacksmith, Healer or Mystic" and notes["warlocks-cave"] == "Take on a quest"
    assert notes["black-knight"] == "Pay 1 gold or lose 1 life" and notes["ruins"] == "draw 2 cards"
    assert notes["mines"] == "Rolls 3 dice …" and notes["plain-of-peril"] == ""


# --- what names what ---


def test_a_card_rests_on_the_rules_it_names_and_those_of_its_type() -> None:
    assert "inner.death" in rules_of(BOOK, "space.dice-with-death")
    assert {"carry.weapon", "carry.limit"} <= set(rules_of(BOOK, "runesword"))
    assert set(rules_of(BOOK, "demon")) >= {"combat.psychic", "trophy.keep"}
    assert all(rule in rule_index() for key in EVERYTHING for rule in rules_of(BOOK, key))


def test_a_rule_knows_what_names_it() -> None:
    assert definitions_citing(BOOK, "inner.vampire") == ("space.vampires-tower",)
    assert {"killed"} <= set(events_citing("life.zero")) and "fought" in events_citing("combat.standoff")
    assert sum(bool(events_citing(id) or definitions_citing(BOOK, id)) for id in rule_index()) > 70


# --- at the table ---


@pytest.mark.parametrize(("lang", "mark"), [("en", "no source says"), ("pl", "źródł")])
def test_the_question_of_a_doubtful_card_says_so(lang: str, mark: str) -> None:
    state = follow(new_game([("Ada", "elf"), ("Bruno", "thief")]), ["1", "anticlockwise", "fairy"])
    asked = ask(state)
    assert asked.source == "fairy"
    assert [line for line in question(state, asked, lang).why if line.startswith("≈") and mark in line]


# --- the command line ---


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("card", "holy", "lance"), "Holy Lance"),
        (("card", "Lancia", "Sacra", "--lang", "fr"), "Lance Sacrée"),
        (("space", "--lang", "pl", "tempio"), "Świątynia"),
        (("rule", "combat.standoff", "--lang", "it"), "combat.standoff"),
    ],
)
def test_a_page_is_printed(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], title: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "") and out.splitlines()[0] == title


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("card", "Dragno", "--lang", "fr"), "« Dragon »"),
        (("space", "vilage"), "did you mean “Village”?"),
        (("rule", "combat.stnadoff", "--lang", "pl"), "może chodziło o: „combat.standoff”"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (1, "") and said in err.replace("\u00a0", " ")


def test_several_are_listed_and_without_a_name_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "card", "bag")
    assert code == 0 and "(bag-of-gold)" in out and "(two-bags-of-gold)" in out and len(out.splitlines()) >= 3
    assert len(run(capsys, "space")[1].splitlines()) == len(spaces_of(BOOK))


def test_the_report_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "doubts", "--lang", "it")[1].startswith("Che cosa non sappiamo")


def test_a_name_belongs_only_to_commands_that_look_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tables", "wolf"]) == 2
    assert "behind “tables”, but here is: wolf" in capsys.readouterr().err


# --- in a notebook ---


def test_a_notebook_shows_a_picture_and_prints_the_page() -> None:
    shown = talisman_nb.card("dragon", "it")
    assert shown._repr_mimebundle_()["image/svg+xml"] == shown._repr_svg_() and "<svg" in shown._repr_svg_()
    assert str(shown).startswith("Drago\n")
    assert "Świątynia" in talisman_nb.space("temple", "pl")._repr_svg_()
    assert "combat.standoff" in talisman_nb.rule("combat.standoff", "fr")._repr_svg_()


def test_a_notebook_is_told_what_was_meant() -> None:
    with pytest.raises(LookupError, match="Bear"):
        talisman_nb.card("Baer")
    with pytest.raises(LookupError, match="two-bags-of-gold"):
        talisman_nb.card("bag")


def test_a_slip_is_one_letter_and_no_word_that_a_language_knows() -> None:
    read = read_question("mnok wrath swrod", BOOK, "en")
    assert dict(read.slips) == {"mnok": "character.monk", "wrath": "wraith", "swrod": "sword"}
    assert not read_question("roll mask bean trolley", BOOK, "en").slips
