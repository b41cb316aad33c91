"""Does everything that is named lead to its page, and is it found by what people type?"""

from __future__ import annotations

import pytest
from tables import TWO

from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.looking_back import looked_up
from talisman_nb.rules.book import open_book
from talisman_nb.rules.index import rule_index
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.look_up import page_of, search
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases


@pytest.mark.matrix
@pytest.mark.parametrize("edition", ["revised4", "second"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_picture_and_rule_has_a_page(lang: str, edition: str) -> None:
    book = open_book(edition)
    keys = [*(f"space.{space}" for space in book.board.spaces), *(f"character.{one}" for one in book.characters)]
    keys += [card for cards in book.deck_cards.values() for card in cards] + [*rule_index()]
    assert [key for key in keys if (found := page_of(book, key, lang)) is None or not found.title] == []


@pytest.mark.parametrize(
    ("text", "key"),
    [("orso", "bear"), ("Cmentarz", "space.graveyard"), ("combat.standoff", "combat.standoff"),
     ("Nain", "character.dwarf")],
)  # fmt: skip
def test_a_name_in_any_language_leads_to_its_page(text: str, key: str) -> None:
    found = looked_up(open_book(), "", text, "en")
    assert found["key"] == key and found["page"]["title"] and found["text"] == text


def test_several_meanings_are_listed_and_lead_on() -> None:
    found = looked_up(open_book(), "", "fate", "en")
    assert found["page"] is None and len(found["found"]) > 1
    for one in found["found"]:
        assert looked_up(open_book(), one["key"], "", "it")["page"]["title"]


def test_what_nobody_knows_is_said_to_be_unknown() -> None:
    found = looked_up(open_book(), "", "Baerx", "en")
    assert found["page"] is None and not found["found"]
    assert found["sorry"].startswith("There is no card, character, space or rule") and "Bear" in found["sorry"]
    assert looked_up(open_book(), "no-such-key", "", "en")["page"] is None


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "may a stand-off be rolled again"),
        ("it", "che succede in uno stallo"),
        ("fr", "peut-on relancer un match nul"),
        ("pl", "co po remisie w walce"),
    ],
)
def test_a_question_is_answered_and_of_one_that_nothing_answers_the_nearest_is_listed(lang: str, text: str) -> None:
    found = looked_up(open_book(), "", text, lang)
    assert found["sorry"] == "" and found["page"] is None
    assert "combat.standoff" in [one["key"] for one in found["found"]]
    found = looked_up(open_book(), "", "zzz yyy qqq stallo", lang)
    assert found["sorry"] == load_phrases(lang).say("answers", "no-ruling") and found["page"] is None and found["found"]
    for one in found["found"]:
        assert looked_up(open_book(), one["key"], "", lang)["page"]["title"]
    assert looked_up(open_book(), "", "xyzzy qwrt", lang)["found"] == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "may the monk use a sword"),
        ("it", "il monaco può usare una spada"),
        ("fr", "le moine peut-il utiliser une épée"),
        ("pl", "czy mnich może użyć miecza"),
    ],
)
def test_a_verdict_stands_above_what_is_found_even_if_that_is_one_page(lang: str, text: str) -> None:
    found = looked_up(open_book(), "", text, lang)
    assert found["verdicts"] and found["found"] and found["page"] is None


def test_the_id_of_a_ruling_is_the_key_of_no_rule() -> None:
    book = open_book()
    ruling = next(iter(cases_of(book)))
    assert page_of(book, f"ruling.{ruling}", "en") and page_of(book, ruling, "en") is None


def test_a_look_changes_nothing(own_home: object) -> None:
    with Table.new(TWO, name="Evening") as table:
        controller, ply = TableController(table), table.ask.ply
        reply = controller.handle({"type": "look-up", "key": "wolf"})
        assert reply and reply["type"] == "page" and reply["page"]["title"] == "Wolf" and table.ask.ply == ply


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hits_are_told_apart_without_keys_where_their_words_do(lang: str) -> None:
    book = open_book()
    hits = search(book, "ma", lang)
    told = [found.label for found in hits]
    assert len(told) > 1 and len(set(told)) == len(told)
    assert [found.label for found in hits if found.key in found.label] == []
    fields = [found.label for found in search(book, "fields", lang)]
    assert len(set(fields)) == len(fields)
    rules = [found.label for found in search(book, "fate", "en")]
    assert rules and not any(line.startswith("fate.") for line in rules)


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_question_is_decided_in_words_where_it_was_asked(lang: str) -> None:
    """Each ruling in the list says what it decides; what none answers is decided there, and found at once."""
    panel = TableController(Table.new(TWO))
    panel.lang = lang
    asked = "what if a frobnicator falls off the table"
    reply = panel.handle({"type": "look-up", "value": asked})
    assert reply and reply["question"]
    assert all(bool(one["detail"]) is one["key"].startswith("ruling.") for one in reply["found"])
    kept = panel.handle({"type": "keep-ruling", "value": asked, "name": "It is thrown again."})
    assert kept and "It is thrown again." in str(kept["page"] or kept["found"][0]) and not kept["sorry"]
    again = panel.handle({"type": "keep-ruling", "value": asked, "name": "Or not."})
    assert again and "what-if-a-frobnicator" in again["sorry"]
    bare = panel.handle({"type": "look-up", "value": "monk lance"})
    assert bare and not bare["question"], "names are no question"
