"""Does the journal tell everything, from who entered where, as far back as one reads?"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from editions import PLAYED
from tables import TWO, four_friends, four_friends_later, played, press, press_on, started

from talisman_nb.chronicle.exports import export
from talisman_nb.chronicle.journal import describe_answer, has_words, journal_line, last_lines
from talisman_nb.engine import ask, step
from talisman_nb.model import UNSEEN, Answer, Ask, Change, Event, Option
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.house_rules import house_rule_cited, offered_rules
from talisman_nb.rules.index import rule_index
from talisman_nb.table import Table
from talisman_nb.table.demo import open_demo
from talisman_nb.text.events import say_event, tell_all
from talisman_nb.text.house_rules import bearing_on, choices, of_the_house, sentences
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.question import question
from talisman_nb.text.screen.values import Glance, JournalLine
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.usefixtures("own_home")


def test_the_journal_can_be_read_back() -> None:
    panel = started()
    press(panel, "3", "clockwise", "wolf", "4", "1")
    found: Any = panel.handle({"type": "journal", "before": 5, "seat": -1})
    assert [line["n"] for line in found["lines"]] == [0, 1, 2, 3, 4]
    assert all(line.text for line in panel.screen().journal)


def test_the_journal_is_read_back_as_far_as_it_was_read() -> None:
    table = Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=3)
    panel = TableController(press_on(table, 60))
    last = len(table.lines)

    def told(**message: Any) -> list[dict[str, Any]]:
        found: Any = panel.handle({"type": "journal", "seat": -1, **message})
        assert found["seat"] == message.get("seat", -1)
        return list(found["lines"])

    assert [line["n"] for line in told(before=last)] == list(range(last - 16, last))
    assert [line["n"] for line in told(before=last, n=7)] == list(range(7, last))
    assert [line["id"] for line in told(before=last, n=7)] == [line.id for line in table.lines[6 : last - 1]]
    ours, beginning = told(before=last, seat=1, n=1), told(before=9, seat=1)
    assert {line["seat"] for line in ours[1:]} == {1} and len(ours) > 17
    assert ours[0]["n"] == beginning[0]["n"] == 0, (
        "with the first line comes the beginning, so that nobody asks for more"
    )


def entered(controller: TableController) -> str:
    return controller.screen().journal[0].text


def test_the_journal_begins_with_who_entered_where() -> None:
    controller = started(TWO)
    assert entered(controller).startswith("Ada now plays the Dwarf (Crags). Bruno now plays the Thief (City).")
    controller.handle({"type": "answer", "key": "3", "ply": 1})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and goes on so"
    controller.handle({"type": "leave"})
    controller.handle({"type": "open", "name": "Ada, Bruno"})
    assert entered(controller).startswith("Ada now plays the Dwarf"), "and after the file was opened again"
    older = controller.handle({"type": "journal", "before": 1, "seat": -1})
    assert older is not None and older["lines"][0]["text"].startswith("Ada now plays the Dwarf")


def test_nothing_can_be_put_before_the_beginning() -> None:
    controller = started(TWO)
    controller.handle({"type": "hold-on", "n": 0})
    assert controller.screen().note


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_laid_out_beforehand_says_so_first(lang: str) -> None:
    with open_demo(lang) as table:
        _, line, *_ = last_lines(table, lang, -1)
        position = table.state
    assert (line.n, line.by) == (1, "") and "9" in line.text and position.players[0].name in line.text
    if lang == "en":
        assert (
            line.text
            == f"The game begins here, laid out beforehand: round 9, and it is {position.players[0].name}'s turn."
        )


def test_in_a_hold_on_the_band_repeats_no_long_line() -> None:
    """Whoever holds on reads above the question which line it was, not all of it."""
    controller = started(TWO)
    controller.table.change(
        *(Change("gold", seat, 3) for seat in (0, 1)), *(Change("life", seat, 3) for seat in (0, 1))
    )
    press(controller, "3")
    line = journal_line(controller.table.lines[0], "en", -1).text
    controller.handle({"type": "hold-on", "n": 1})
    screen = controller.screen()
    assert screen.moment is not None and not screen.note
    band = screen.moment.text
    assert len(line) > 80 and line[:30] in band and "…" in band and line[60:] not in band


def test_in_a_hold_on_the_answers_to_be_given_again_wait() -> None:
    controller = started(TWO)
    press(controller, "3", "clockwise", "wolf", "4", "1")
    controller.handle({"type": "hold-on", "n": 2})
    assert controller.screen().waits == 2
    controller.handle({"type": "undo"})
    assert controller.screen().waits == 0


def test_what_was_not_asked_is_folded() -> None:
    table = played(four_friends(), 3, "clockwise", "wolf", 4, 1)
    folded = [(line.ask.kind, line.answer.key) for line in table.lines if line.folded]
    assert folded == [("fight", "fight"), ("result", "keep"), ("close", "done")]


# --- house rules ---


def at_the_temple(house: dict[str, Any], lang: str = "en") -> list[JournalLine]:
    """The journal of a table whose first player prays at the Temple, and throws a 4."""
    table = Table.new({"Ada": "elf", "Bruno": "thief"}, house=house, lang=lang)
    table.change(
        Change("space", 0, to="desert-2"),
        Change("fate", 0, 0),
        Change("card", card="guide", origin="deck:adventure", to="seat:0"),
    )
    table.answer(1)
    table.answer(next(option.key for option in table.ask.options if option.space == "temple"))
    while table.ask.kind != "die":
        table.answer(table.ask.open()[0])
    played(table, 1, 3)
    return list(last_lines(table, lang, -1))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_says_which_rule_came_from_the_house(lang: str) -> None:
    book = open_book("revised4", {"switch.temple_life": True})
    ((_, rule),) = sentences(book, lang).items()
    told = [line for line in at_the_temple(dict(book.house), lang) if of_the_house(rule, lang) in line.why]
    assert told and told[-1].n >= 4
    assert not any(rule in reason for line in at_the_temple({}, lang) for reason in line.why)
    assert of_the_house(rule, lang) not in at_the_temple(dict(book.house), lang)[0].why, "not where it has no say"


def test_a_cited_rule_of_the_house_is_called_so() -> None:
    texts = rule_texts(open_book(), "en")
    assert [texts[id].startswith("House rule: ") for id in ("house.trade-life", "trophy.strength")] == [True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_line_cites_is_a_rule_of_the_labels_or_a_sentence(lang: str) -> None:
    panel = TableController(press_on(Table.new(TWO, dice="virtual", cards="virtual", lang=lang, seed=2), 60))
    shown = panel.screen()
    assert shown.question is not None
    cited = [why for one in (*shown.journal, shown.question) for why in one.why]
    sentences = [panel.labels().rules.get(why, why) for why in cited]
    assert len(cited) > 5 and all(text.endswith((".", "!")) and " " in text for text in sentences)


@pytest.mark.parametrize("edition", PLAYED)
def test_the_journal_can_tell_each_house_rule_of_the_form(edition: str) -> None:
    """By the rule that is cited where it decides, or by the card, space, ability or rule that it is about."""
    book = open_book(edition)
    for name in offered_rules(book):
        changed = next(value for value in choices(book, name) if value != book.usual[name])
        house = open_book(edition, {name: changed})
        about = [Event("uses", 0, source=key) for key in house.definitions]
        about += [Event("uses", 0, cites=(rule,)) for rule in rule_index()]
        assert house_rule_cited(house, name) or bearing_on(house, about, "en"), name


# --- turns, search, wording ---


def test_lines_are_told_by_turn() -> None:
    """The heading of a turn says whose it is, so that no line repeats it."""
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1, 2, "clockwise")
    lines = last_lines(table, "en", -1)
    assert {(line.round, line.whose) for line in lines[1:]} == {(1, "Ada · Dwarf"), (1, "Bruno · Thief")}
    assert not any("turn is over" in line.text or "Bruno's turn" in line.text for line in lines[1:])
    assert [line.turn for line in lines[1:]] == sorted(line.turn for line in lines[1:])


def test_the_answers_of_the_setup_stand_before_the_first_turn() -> None:
    """Whoever takes a Spell before the game does not do so in the turn of the person who begins."""
    table = played(Table.new({"Ada": "dwarf", "Bruno": "wizard"}, spells="known"), "hex", "healing", 3, "clockwise")
    told = [(line.round, line.whose) for line in last_lines(table, "en", -1)]
    assert told == [(0, ""), (0, ""), (0, ""), (1, "Ada · Dwarf"), (1, "Ada · Dwarf")]
    markdown = export(table, "markdown", "en", -1).text
    assert markdown.index("gained a Spell") < markdown.index("## Round 1") < markdown.index("### Ada · Dwarf")
    assert "### " not in markdown[: markdown.index("## Round 1")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_without_an_event_is_a_sentence(lang: str) -> None:
    """No headline of a question with a colon and the answer behind it."""
    table = press_on(Table.new(TWO, dice="virtual", cards="virtual", spells="known", seed=5, lang=lang), 400)
    bare = [line for line in table.lines if not line.events]
    assert len({line.ask.kind for line in bare}) > 2
    for line in bare:
        text = journal_line(line, lang, -1).text
        assert text.endswith(".") and "?" not in text and text != line.answer.key, (line.ask, text)


def test_a_search_finds_older_lines_without_accents_or_capitals() -> None:
    panel = TableController(press_on(Table.new(TWO, dice="virtual", cards="virtual", seed=3), 120))
    last = len(panel._playing().lines)
    found: Any = panel.handle({"type": "journal", "before": last, "seat": -1, "value": "ÁDA moved"})
    told = [line["text"] for line in found["lines"] if line["n"]]
    assert found["value"] == "ÁDA moved" and len(told) > 3
    assert all("Ada moved" in text for text in told)
    nothing: Any = panel.handle({"type": "journal", "before": last, "seat": -1, "value": "no such thing"})
    assert [line["n"] for line in nothing["lines"]] == [0], "the opening says that nothing is left to ask for"


def test_the_journal_of_a_shared_screen_names_no_hidden_choice() -> None:
    state = situation("dwarf crags, spells healing hex! | thief city")
    asked = Ask(0, "pick", 0, options=(Option("healing", owner=0), Option("hex", owner=0)))
    assert "Healing" not in describe_answer(state, asked, Answer(0, "healing"), "en", -1)
    assert "Healing" in describe_answer(state, asked, Answer(0, "healing"), "en", 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_line_that_says_it_was_by_hand_says_it_once(lang: str) -> None:
    table = four_friends()
    table.change(Change("gold", 0, 3))
    line = journal_line(table.lines[-1], lang, -1)
    word = word_by_hand(lang)
    assert line.text.casefold().count(word) == 1 and not line.by
    table.change(Change("join", 0, to="ghoul", name="Elena"))
    line = journal_line(table.lines[-1], lang, -1)
    assert word not in line.text.casefold() and line.by == word


def word_by_hand(lang: str) -> str:
    return load_phrases(lang).say("words", "by.hand")


def test_a_reason_names_the_card_that_says_it() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"})
    table.change(Change("space", 0, to="village"), Change("turn", 0))
    for key in ("1", "clockwise", "pestilence"):
        table.answer(key)
    line = next(each for each in last_lines(table, "en", -1) if "Pestilence" in each.text)
    assert "Pestilence: the card itself says so." in line.why


@pytest.mark.parametrize("edition", PLAYED)
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("space", ["village", "city"])
def test_a_roll_for_somebody_visited_names_whom(space: str, lang: str, edition: str) -> None:
    """In the question and in the line: the space has several."""
    state = situation(f"edition {edition} | dwarf chapel, gold 3 | thief chapel > walk {space}")
    rolled_for = 0
    for option in ask(state).options:
        after, _ = step(state, Answer(state.ply, option.key))
        if ask(after).kind == "die":
            rolled_for += 1
            name = wording_of(state, lang).source(f"person.{option.key}").text
            _, told = step(after, Answer(after.ply, "2"))
            assert name in question(after, ask(after), lang).headline
            assert name in tell_all(after, told, lang)[0]
    assert rolled_for == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_spell_cast_is_named_before_it_has_a_target(lang: str) -> None:
    """Only a Spell that is still to be named is not; nothing is "something else"."""
    table = four_friends_later(Change("spells", 2, 1), turn=2)
    table.change(Change("card", card="hex", origin="deck:spell", to="spells:2"))
    table.answer(Answer(table.state.ply, "cast:hex", 2))
    line, say = table.lines[-1], load_phrases(lang).say
    assert not line.events and wording_of(table.state, lang).card("hex").text in journal_line(line, lang, 1).text
    unnamed = describe_answer(line.before, line.ask, Answer(line.answer.ply, f"cast:{UNSEEN}", 2), lang, 1)
    assert unnamed == say("journal", "aside.cast", who="Carla", answer="")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("card", "kind", "once"), [("storm", "meets", 1), ("bear", "attacks", 1), ("wraith", "attacks", 0)]
)
def test_a_card_drawn_and_met_at_once_is_told_once(card: str, kind: str, once: bool, lang: str) -> None:
    """But for a psychic combat, which only the encounter says."""
    table = four_friends()
    table.change(Change("space", 0, to="village"), Change("turn", 0))
    played(table, "1", "clockwise", card)
    line = next(each for each in table.lines if each.answer.key == card)
    met = next(event for event in line.events if event.kind == kind)
    assert (say_event(table.state, met, lang) in journal_line(line, lang, -1).text) != once


# --- at a glance ---


def test_a_result_is_a_row_and_the_rest_is_folded_into_its_turn() -> None:
    """The heading has the die and the space; a fight is its score; no name stands in the rows of one's own turn."""
    table = played(Table.new(TWO), 3, "clockwise", "wolf", 4, 1)
    lines = [line for line in last_lines(table, "en", -1) if line.n]
    assert [line.thrown for line in lines if line.thrown] == [(3,)]
    assert [line.at for line in lines if line.at] == ["Crags", "Fields"]
    rows = [glance for line in lines if not line.step for glance in line.glances]
    assert rows == [Glance("Wolf 7 : 3, won", "good", "wolf", (0,))]
    steps = [line.glances[0].text if line.glances else line.text for line in lines if line.step]
    assert steps[:3] == ["Rolled 3", "Moved to the Fields", "Drew the Wolf"]
    assert not any("Ada" in glance.text for line in lines for glance in line.glances)


def test_what_hits_everybody_is_one_row_with_their_marks() -> None:
    table = four_friends()
    table.change(Change("space", 0, to="village"), Change("turn", 0))
    played(table, "1", "clockwise", "pestilence")
    rows = [glance for line in table.lines for glance in journal_line(line, "en", -1).glances]
    assert Glance("Pestilence: −1 life", "bad", "pestilence", (0, 1, 2, 3)) in rows


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_a_glance_names_and_draws_no_hidden_card(viewer: int) -> None:
    hidden = (Event("gained_spell", 0, card="hex", only=0), Event("drawn", 0, card="hex", only=0))
    line = played(Table.new(TWO), 3).lines[0]._replace(events=hidden)
    told = msgspec.json.encode(journal_line(line, "en", viewer)).decode()
    assert ("hex" in told.lower()) == (viewer == 0)


def test_a_name_in_a_search_means_that_person() -> None:
    """ "Ada rolled 4" finds nobody else's roll, whoever's turn it is and whatever else the line tells of Ada."""
    people = {"Ada": 0, "Bruno": 1}
    said = JournalLine(1, "Bruno rolled 4 for the Wolf. Ada lost 1 life.", seat=1, whose="Ada · Dwarf")
    assert not has_words(said, "Ada rolled 4", people) and has_words(said, "bruno rolled 4", people)
    assert has_words(said, "ada lost life", people) and has_words(said, "rolled 4 wolf", people)
    assert has_words(JournalLine(1, "Stand-off: Ada and the Wolf.", seat=0), "ada wolf", people)
    table = press_on(Table.new(TWO, dice="virtual", cards="virtual", seed=3), 200)
    found: Any = TableController(table).handle({"type": "journal", "before": 200, "seat": -1, "value": "ada rolled 4"})
    told = [line["text"] for line in found["lines"] if line["n"]]
    assert told and all("Ada rolled 4" in text for text in told)


def test_a_fight_is_told_with_its_sums_and_the_chance_it_had() -> None:
    panel = started(TWO)
    press(panel, "3", "clockwise", "wolf", "4", "1")
    n = next(line.n for line in panel.table.lines if any(event.kind == "fought" for event in line.events))
    told: Any = panel.handle({"type": "told", "n": n})
    assert [side["total"] for side in told["fight"]["sides"]] == [7, 3]
    odds = told["fight"]["chances"]
    assert 50 < odds["won"] < 80 and sum(odds.values()) in (99, 100, 101)
    assert panel.handle({"type": "told", "n": 1}) == {"type": "told", "n": 1, "fight": None}


def test_a_journal_with_room_is_told_what_came_before() -> None:
    panel = TableController(press_on(Table.new(TWO, dice="virtual", cards="virtual", seed=3), 60))
    first = panel.screen().journal[0].n
    told: Any = panel.handle({"type": "earlier", "before": first})
    assert told["lines"][-1]["n"] == first - 1 and len(told["lines"]) == 16
