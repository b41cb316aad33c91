"""Does the journal stay where it is read, and does it tell only what happened?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import panel_samples as samples
import pytest
from msgspec.structs import replace
from panel_page import Panel, plain
from played_panel import PlayedPanel
from tables import TWO, started

from talisman_nb.model import Change
from talisman_nb.text.screen.values import JournalLine

pytestmark = [pytest.mark.browser, pytest.mark.one_page]

SHOWN = 8
"""Lines that come with a screen."""
WIDTHS = [1600, 1280, 390]
"""The journal is a region, a drawer, a tab."""

TRIAL = {"key": "5", "label": "5", "told": ["Later answers that still fit: 2."], "hands": ["Ada gains 1 life."]}
PRESSES = "sent.filter(({ type }) => type !== 'earlier')"
ROOM = """opened => {
  const [it, list] = [opened, opened.closest(".inside, .beside")].map((each) => each.getBoundingClientRect());
  return [it.top - list.top, list.bottom - it.bottom];
}"""


def lines(first: int, last: int, past: str = "", since: int = 0) -> tuple[JournalLine, ...]:
    """Lines of a game; from answer `since` on they are those of another past."""
    others = range(since, last + 1) if past else ()
    return tuple(
        JournalLine(
            n=n, text=f"Answer {n}: {past if n in others else 'as it was'}.", seat=n % 4, id=n + 1000 * (n in others)
        )
        for n in range(first, last + 1)
    )


def screen(last: int, past: str = "", since: int = 0, **other: Any) -> Any:
    """A game of `last` answers, with its newest lines."""
    newest = lines(max(last - SHOWN + 1, 1), last, past, since)
    question = msgspec.structs.replace(samples.question("die"), ply=last + 1)
    return samples.screen(question=question, rev=last, journal=newest, **other)


def tell_lines(panel: Panel, shown: tuple[JournalLine, ...], seat: int = -1) -> None:
    panel.page.evaluate(
        "([lines, seat]) => tell('msg:custom', { type: 'lines', lines, seat, reply: sent.at(-1).view })",
        [plain(shown), seat],
    )


def tell_question(panel: Panel, n: int, trial: dict[str, Any] | None = None) -> None:
    """What the program says to a press on "Change", and on another answer."""
    message = {
        "type": "line",
        "n": n,
        "question": plain(samples.question("dice")),
        **({"trial": trial} if trial else {}),
    }
    panel.page.evaluate("message => tell('msg:custom', { ...message, reply: sent.at(-1).view })", message)


def opened(panel: Panel, width: int, last: int = 60, first: int = 20) -> Panel:
    """A journal in which somebody went back to answer `first`, so far that it has left the newest."""
    panel.open(screen(last), width, 800)
    if width < 1500:
        panel.press("j")
        panel.settle()
    visible(panel, "older").click()
    tell_lines(panel, lines(first, last - SHOWN))
    panel.settle()
    return panel


def visible(panel: Panel, id: str) -> Any:
    return panel.find(id).locator("visible=true")


def scroll_to(panel: Panel, n: int) -> None:
    """Put a line in the middle of the list."""
    visible(panel, f"line:{n}:0").evaluate("line => line.scrollIntoView({ block: 'center' })")
    panel.settle()


def top(panel: Panel, n: int) -> float:
    """Where a line is in the list it is read in."""
    line = visible(panel, f"line:{n}:0")
    return float(
        line.evaluate("line => line.getBoundingClientRect().top - line.closest('.lines').getBoundingClientRect().top")
    )


def told(panel: Panel) -> list[str]:
    return list(panel.page.locator(".lines:visible .line").all_inner_texts())


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_that_is_opened_stays_where_it_is(panel: Panel, width: int) -> None:
    opened(panel, width)
    scroll_to(panel, 30)
    before = top(panel, 30)
    for _ in ("opened", "shut"):
        visible(panel, "line:30:0").click()
        panel.settle()
        assert top(panel, 30) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("width", WIDTHS)
def test_lines_that_arrive_move_nothing_under_the_eyes(panel: Panel, width: int) -> None:
    opened(panel, width)
    scroll_to(panel, 30)
    before = top(panel, 30)
    panel.page.evaluate("screen => show({ screen })", plain(screen(63)))
    panel.settle()
    assert top(panel, 30) == pytest.approx(before, abs=1)
    assert told(panel) == [line.text for line in lines(20, 63)], "and none is missing"


@pytest.mark.parametrize("width", WIDTHS)
def test_whoever_comes_back_to_the_newest_goes_on_reading_the_newest(panel: Panel, width: int) -> None:
    opened(panel, width)
    scroll_to(panel, 30)
    panel.page.locator(".lines:visible").evaluate("list => { list.scrollTop = list.scrollHeight; }")
    panel.settle()
    panel.page.evaluate("screen => show({ screen })", plain(screen(63)))
    panel.settle()
    height = float(panel.page.locator(".lines:visible").evaluate("list => list.clientHeight"))
    assert 0 < top(panel, 63) < height


@pytest.mark.parametrize("width", WIDTHS)
def test_whoever_reads_the_newest_goes_on_reading_the_newest(panel: Panel, width: int) -> None:
    opened(panel, width)
    scroll_to(panel, 60)
    panel.page.evaluate("screen => show({ screen })", plain(screen(63)))
    panel.settle()
    height = float(panel.page.locator(".lines:visible").evaluate("list => list.clientHeight"))
    assert 0 < top(panel, 63) < height


@pytest.mark.parametrize("width", WIDTHS)
def test_earlier_lines_come_above_those_that_are_read(panel: Panel, width: int) -> None:
    opened(panel, width, first=37)
    panel.page.locator(".lines:visible").evaluate("list => { list.scrollTop = 0; }")
    panel.settle()
    before = top(panel, 37)
    visible(panel, "older").click()
    assert panel.sent()[-1] == {"type": "journal", "before": 37, "seat": -1, "n": 0}
    tell_lines(panel, lines(21, 36))
    panel.settle()
    assert top(panel, 37) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_that_is_changed_stays_and_what_followed_it_is_read_anew(panel: Panel, width: int) -> None:
    opened(panel, width)
    scroll_to(panel, 30)
    visible(panel, "line:30:0").click()
    visible(panel, "amend").click()
    before = top(panel, 30)
    tell_question(panel, 30)
    visible(panel, "anew:5").click()
    tell_question(panel, 30, TRIAL)
    visible(panel, "change-it").click()
    assert panel.sent()[-1] == {"type": "amend", "n": 30, "key": "5", "ply": 61}
    panel.reply(screen(60, "as it is now", 30))
    panel.page.wait_for_function("sent.at(-1).type === 'journal'")
    assert panel.sent()[-1] == {"type": "journal", "before": 53, "seat": -1, "n": 20}
    assert told(panel) == [line.text for line in lines(53, 60, "as it is now", 30)], (
        "nothing of the past that was changed"
    )
    tell_lines(panel, lines(20, 52, "as it is now", 30))
    panel.settle()
    assert told(panel) == [line.text for line in lines(20, 60, "as it is now", 30)]
    assert top(panel, 30) == pytest.approx(max(before, 0), abs=1)


LONG = "The game would stop at “Bruno, 4 steps: which way?”. Later answers kept until their questions come up: 31."


@pytest.mark.parametrize(
    "size", [(1600, 844), (1280, 844), (390, 844), (1366, 625), (1024, 625), (820, 1180), (1920, 1080)]
)
def test_what_a_press_on_change_opens_is_seen(panel: Panel, size: tuple[int, int]) -> None:
    """Whole and beside the column or in a drawer, never inside the column, with the ways on always in sight."""
    panel.open(screen(60), *size)
    if not panel.page.locator(".journal").is_visible():
        panel.press("j")
        panel.settle()
    visible(panel, "line:60:0").click()
    visible(panel, "amend").click()
    for trial in (None, TRIAL, {**TRIAL, "told": [LONG] * 3}):
        tell_question(panel, 60, trial)
        panel.settle()
        room = panel.page.locator(".beside:visible, .drawer:visible")
        drawer, leave = room.bounding_box(), visible(panel, "leave-it").bounding_box()
        assert drawer["width"] >= min(440, size[0] - 20)
        assert leave["y"] + leave["height"] <= min(drawer["y"] + drawer["height"], size[1])
        inside = panel.page.locator(".beside:visible, .drawer .inside:visible")
        assert inside.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
        opened = panel.page.locator(".trial" if trial else ".amend").locator("visible=true")
        assert min(opened.evaluate(ROOM)) >= -1, trial


def test_what_was_undone_and_played_otherwise_is_never_shown_again(panel: Panel) -> None:
    opened(panel, 1600)
    for last, past in ((54, ""), (50, ""), (51, "another way"), (56, "another way"), (62, "another way")):
        panel.page.evaluate("screen => show({ screen })", plain(screen(last, past, 51)))
        panel.settle()
        assert told(panel) == [line.text for line in lines(20, last, past, 51)]


def test_lines_that_can_t_be_had_are_asked_for_once(panel: Panel) -> None:
    opened(panel, 1600)
    panel.page.evaluate("screen => show({ screen })", plain(screen(60, "another way", 1)))
    panel.page.wait_for_function(f"{PRESSES}.length === 2")
    panel.page.evaluate("tell('msg:custom', { type: 'broke', what: 'a mistake', reply: sent.at(-1).view })")
    panel.settle()
    assert len(panel.sent()) == 2 and visible(panel, "older").count() == 1


def test_another_table_begins_with_its_own_lines(panel: Panel) -> None:
    opened(panel, 1600)
    panel.page.evaluate("screen => show({ screen })", plain(screen(70, "elsewhere", 1, table="Friday")))
    panel.settle()
    assert told(panel) == [line.text for line in lines(63, 70, "elsewhere", 1)]
    assert panel.sent()[1:] == []


def test_lines_of_one_seat_are_not_taken_for_everybodys(panel: Panel) -> None:
    panel.open(screen(60), 1600)
    panel.find("only:2").click()
    assert panel.sent() == [{"type": "journal", "before": 53, "seat": 2, "n": 0}], "older ones are asked for at once"
    panel.find("only:-1").click()
    tell_lines(panel, tuple(line for line in lines(1, 52) if line.seat == 2), seat=2)
    panel.settle()
    assert told(panel) == [line.text for line in lines(53, 60)]


def test_news_of_another_window_leaves_a_line_open(panel: Panel) -> None:
    opened(panel, 1600)
    scroll_to(panel, 30)
    panel.find("line:30:0").click()
    panel.page.evaluate("screen => show({ screen })", plain(screen(61)))
    panel.settle()
    assert panel.find("line:30:0").get_attribute("aria-expanded") == "true"
    panel.find("headline").click()
    panel.press("4")
    panel.reply(screen(62))
    panel.settle()
    assert panel.find("line:30:0").get_attribute("aria-expanded") == "false"


def turns(first: int, last: int) -> tuple[JournalLine, ...]:
    """Lines of a game in which every turn has two answers and every round four turns."""
    return tuple(
        JournalLine(
            n=n, text=f"Answer {n}.", id=n, seat=n // 2 % 4, turn=n // 2 % 4, round=1 + n // 8, whose="ABCD"[n // 2 % 4]
        )
        for n in range(first, last + 1)
    )


def test_lines_stand_under_their_round_and_turn(panel: Panel) -> None:
    panel.open(samples.screen("die", journal=turns(8, 17)), 1600)
    assert panel.page.locator(".lines:visible .of-round").all_inner_texts() == ["Round 2", "Round 3"]
    assert panel.page.locator(".lines:visible .of-turn .name").all_inner_texts() == ["A", "B", "C", "D", "A"]
    panel.find("only:1").locator("visible=true").click()
    assert panel.page.locator(".lines:visible .of-turn .name").all_inner_texts() == ["B"]


def test_a_round_in_which_nobody_played_has_its_heading(panel: Panel) -> None:
    later = tuple(replace(line, round=line.round + 2) for line in turns(14, 17))
    panel.open(samples.screen("die", journal=(*turns(8, 13), *later)), 1600)
    headings = ["Round 2", "Round 3: nobody plays", "Round 4", "Round 5"]
    assert panel.page.locator(".lines:visible .of-round").all_inner_texts() == headings
    panel.find("only:3").locator("visible=true").click()
    assert panel.page.locator(".lines:visible .of-round").all_inner_texts() == ["Round 4"], "not of what is left out"


def test_a_heading_that_moves_up_moves_no_line(panel: Panel) -> None:
    """The first line loaded has a heading, which the line before it has once that is loaded too."""
    panel.open(samples.screen("die", journal=turns(53, 60)), 1600, 600)
    visible(panel, "older").click()
    tell_lines(panel, turns(37, 52))
    panel.page.locator(".lines:visible").evaluate("list => { list.scrollTop = 0; }")
    panel.settle()
    before = top(panel, 37)
    visible(panel, "older").click()
    tell_lines(panel, turns(21, 36))
    panel.settle()
    assert top(panel, 37) == pytest.approx(before, abs=1)


def test_a_search_shows_the_lines_with_its_words_and_asks_for_older_ones(panel: Panel) -> None:
    panel.open(screen(60), 1600)
    field = visible(panel, "find-lines")
    field.click()
    panel.page.keyboard.type("wer 57")
    assert told(panel) == ["Answer 57: as it was."]
    panel.page.wait_for_function(f"{PRESSES}.length === 1")
    assert panel.sent() == [{"type": "journal", "before": 53, "seat": -1, "n": 0, "value": "wer 57"}]
    tell_lines(panel, ())
    found = msgspec.structs.replace(lines(5, 5)[0], text="Answer 5: 57 to 3.")
    panel.page.evaluate(
        "lines => tell('msg:custom', { type: 'lines', lines, seat: -1, value: 'wer 57', reply: sent.at(-1).view })",
        [plain(found)],
    )
    panel.settle()
    assert told(panel) == ["Answer 5: 57 to 3.", "Answer 57: as it was."]
    assert panel.page.evaluate("document.activeElement.dataset.id") == "find-lines", "typing goes on"
    field.fill("")
    assert len(told(panel)) == SHOWN


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_that_is_changed_shows_what_each_answer_brings(page: Any, own_home: Path, width: int) -> None:
    """The faces of a roll on a table say it when it is amended too, as when it was asked."""
    controller = started(TWO)
    table = controller.table
    assert table
    table.change(Change("space", 0, to="fields-6"), Change("turn", 0))
    for key in ("1", "clockwise", "mystic", "3"):
        table.answer(key)
    n = next(line.n for line in table.lines if line.answer.key == "3")
    panel = PlayedPanel(page, controller).shown(width, 844)
    if width < 1500:
        panel.key("j")
    panel.page.locator(".lines:visible button.of-turn").last.click()
    panel.click(f"line:{n}:0").click("amend")
    faces = [visible(panel, f"anew:{face}").inner_text() for face in range(1, 7)]
    assert "becomes evil" in faces[0] and all(faces)
    assert panel.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_search_that_finds_nothing_says_so(panel: Panel) -> None:
    panel.open(screen(60), 1600)
    visible(panel, "find-lines").fill("dragon")
    assert told(panel) == [] and panel.page.locator(".lines:visible .none").count() == 1


def test_what_the_table_answered_itself_says_so_to_readers_alone(panel: Panel) -> None:
    """A folded line is small and grey already: "(automatically)" took three words' room of a narrow column."""
    lines = (
        JournalLine(n=1, text="Ada goes on.", by="automatically", folded=True, seat=0),
        JournalLine(n=2, text="Ada drew the Bear.", by="by hand", seat=0),
    )
    panel.open(samples.screen("die", journal=lines))
    folded, by_hand = (panel.find(f"line:{n}:0").first for n in (1, 2))
    assert folded.locator(".unseen").text_content() == " (automatically)" and folded.locator(".by").count() == 0
    assert by_hand.locator(".by").text_content() == " (by hand)"
