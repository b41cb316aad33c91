"""Is a television a stage: what may be chosen and where faces lead large, the board alone while nothing happens?"""

from __future__ import annotations

import json
from typing import Any

import panel_samples as samples
import pytest
from measured import measuring_television
from msgspec.structs import replace
from panel_page import plain
from staged import staged
from test_panel_drama import CROWN, DEATH
from test_television_sizes import LETTERS, SEQ, lead, shown, tell

from talisman_nb.panels.table.audience import AT_TELEVISION
from talisman_nb.panels.table.beside_question import FaceEnd
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.screen.values import Chances, Choice, Clock, CounterChange, Moment, Press, Staged

pytestmark = pytest.mark.browser

SMALL = """() => [...document.querySelectorAll(".television *")].filter((each) => !each.closest("svg, .unseen")
  && each.checkVisibility({ visibilityProperty: true })
  && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
  && Number.parseFloat(getComputedStyle(each).fontSize) < 31.9).map((each) =>
    `${each.className}: ${each.textContent} ${getComputedStyle(each).fontSize}`)"""
OVERFLOW = """() => [...document.querySelectorAll(".television, .television *")].filter((each) =>
  !each.closest("svg, .unseen, .do") && !each.matches(".detail, .board, .board *, .motif") && each.checkVisibility()
  && (each.scrollHeight > each.clientHeight + 0.12 * Number.parseFloat(getComputedStyle(each).fontSize)
    || each.scrollWidth > each.clientWidth + 4) && each.clientHeight
  && getComputedStyle(each).overflow !== "visible").map((each) => `${each.className}: ${each.scrollHeight} in ${
    each.clientHeight}, ${each.scrollWidth} in ${each.clientWidth}`)"""
SERPENT = Chances(won=17, standoff=11, lost=72)
WAYS = (
    Choice("", "Clockwise: Woods", space="woods-1", tone="bad", picture="serpent", detail="Serpent: Strength 4",
           chances=SERPENT),
    Choice("", "Anticlockwise: Graveyard", space="graveyard", tone="good", picture="space.graveyard",
           detail="2 fate back"),
    Choice("", "Over the bridge", space="sentinel", tone="bad", picture="space.sentinel", detail="Sentinel: Strength 9",
           chances=Chances(won=0, standoff=0, lost=100)),
)  # fmt: skip
ENDS = {
    str(face): [
        FaceEnd("fields-1", "Fields", "Clockwise: Fields", "clockwise", detail="Draw 1 card"),
        FaceEnd("crags", "Crags", "Anticlockwise: Crags", "anticlockwise", "bad", "bear", "Bear: Strength 3", SERPENT),
        *([FaceEnd("sentinel", "Sentinel", "Over the bridge")] if face == 6 else []),
    ]
    for face in range(1, 7)
}
LEFT_OUT = """() => [...document.querySelectorAll(".end:not(.full) :is(.end-name, .detail), .end.full .text")]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4 || !e.checkVisibility())
  .map((e) => e.textContent)"""
NAMES_LEFT_OUT = """() => [...document.querySelectorAll(".end")].filter((end) => {
  const [name, edge] = [".end-name", ".text"].map((part) => end.querySelector(part).getBoundingClientRect());
  return name.right > edge.right + 1 || name.bottom > edge.bottom + 4;
}).map((end) => end.textContent)"""
SIZES = [(1920, 1080), (1280, 720)]
HANDS = (
    "Carla puts the character away; Spells and trophies go to their discard piles. Left in the Runes: Sword, 1 gold."
)


def asked(kind: str, **other: Any) -> Any:
    """A screen as a television is sent it, of four people."""
    found = samples.screen(kind)
    assert found.question
    return replace(found, question=replace(found.question, offers=(), **other), hands=(), journal=())


def on_stage(page: Any, size: tuple[int, int]) -> None:
    """All letters are read at four metres, nothing is cut, nothing can be pressed."""
    if size == (1920, 1080):
        assert page.evaluate(SMALL) == []
    assert page.evaluate(OVERFLOW) == []
    assert page.locator("button, a, input, .line").count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_ways_are_large_with_what_waits_and_its_chance(page: Any, size: tuple[int, int]) -> None:
    shown(
        page,
        size,
        replace(asked("way", options=WAYS), press=Press(thrown=(4,)), pace="95 of 120 min, about 130 in all"),
    )
    assert "95 of 120 min" in page.locator(".television header p, .television .says p").first.inner_text()
    ways = page.locator(".happened .way")
    assert ways.count() == 3 and ways.locator(".post").all_inner_texts() == ["A", "B", "C"]
    for way, option in zip(ways.all(), WAYS, strict=True):
        assert option.label in way.inner_text() and option.detail in way.inner_text()
        assert way.locator(".way-picture .motif").count() == 1 and option.tone in way.get_attribute("class")
    assert ways.locator(".how b").all_inner_texts() == ["17%", "72%", "100%"], "won, and lost"
    assert ways.locator(".how .sign.bad").count() == 2 and ways.locator(".odds-bar").count() == 2
    if size == (1920, 1080):
        assert min(each.evaluate(LETTERS) for each in ways.locator(".how b").all()) >= 72
        assert page.locator(".turn .thrown-now .face").bounding_box()["width"] >= 120
        assert page.locator(".turn h1").evaluate(LETTERS) >= 48
    assert page.locator(".turn .portrayed .mark").count() == 1
    on_stage(page, size)


@pytest.mark.parametrize("number", [5, 8])
def test_many_ways_have_two_columns(page: Any, number: int) -> None:
    options = tuple(replace(WAYS[n % 3], label=f"{WAYS[n % 3].label} {n}") for n in range(number))
    shown(page, (1920, 1080), asked("way", options=options))
    left = {round(each.bounding_box()["x"]) for each in page.locator(".happened .way").all()}
    assert len(left) == 2 and page.locator(".happened .way .post").count() == number
    on_stage(page, (1920, 1080))


def test_other_choices_are_read_without_a_letter(page: Any) -> None:
    shown(page, (1920, 1080), asked("take"))
    assert page.locator(".happened .way").count() == 8 and page.locator(".post").count() == 0
    assert page.locator(".happened .way.closed").inner_text().split("\n")[0] == "Holy Lance"
    on_stage(page, (1920, 1080))


@pytest.mark.parametrize("size", SIZES)
def test_what_each_face_of_a_roll_brings_is_read_whole(page: Any, size: tuple[int, int]) -> None:
    told = ("misses 1 turn", "fights the Farmer (Strength 3)", "loses 1 gold", "gains 1 gold",
            "instead of the next move, may go to any other space of the region", "nothing")  # fmt: skip
    tones = ("bad", "level", "bad", "good", "good", "level")
    faces = tuple(
        Choice("", str(n), face=n, detail=said, tone=tone)  # type: ignore[arg-type]
        for n, (said, tone) in enumerate(zip(told, tones, strict=True), 1)
    )
    shown(page, size, asked("die", options=faces))
    tiles = page.locator(".happened .way")
    assert tiles.locator(".detail").all_inner_texts() == list(told) and tiles.locator(".face").count() == 6
    cut = tiles.locator(".detail").evaluate_all("all => all.filter((e) => e.scrollHeight > e.clientHeight + 4).length")
    assert cut == 0
    on_stage(page, size)


@pytest.mark.parametrize("size", [*SIZES, (1080, 1920)])
def test_each_face_shows_where_it_leads_before_the_throw(page: Any, size: tuple[int, int]) -> None:
    shown(page, size, asked("die", leads=True, options=()))
    lead(page, ENDS)
    rows = page.locator(".leads .lead")
    assert (
        rows.count() == 6 and rows.locator(".end").count() == 12 and rows.nth(5).locator(".more").inner_text() == "+1"
    )
    first, second = rows.first.locator(".end").all()
    assert "Fields" in first.inner_text() and "72%" in second.inner_text()
    assert second.locator(".how .sign.bad").count() == 1, "likelier lost: how often that is"
    assert page.locator(".board .led-to").count() == 3, "the board marks the same ends"
    for face in rows.locator("> .face").all():
        box, row = face.bounding_box(), face.locator("..").bounding_box()
        assert box["y"] >= row["y"] - 1 and box["y"] + box["height"] <= row["y"] + row["height"] + 1
    on_stage(page, size)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_waits_at_an_end_goes_on_beside_its_name(browser: Any, lang: str) -> None:
    """Names and words are whole; of the Portal and the Black Knight, who have most to say, at least the name is."""
    with measuring_television(browser) as television:
        television.paint(staged("move", lang, AT_TELEVISION))
        assert television.page.evaluate(LEFT_OUT) == []
        assert television.page.locator(".end.full").count() and television.page.locator(".end:not(.full)").count()
        television.paint(staged("move beside the river", lang, AT_TELEVISION))
        assert television.page.evaluate(NAMES_LEFT_OUT) == []


def test_ends_of_a_question_that_is_past_are_not_shown(page: Any) -> None:
    shown(page, (1920, 1080), asked("die", leads=True, options=()))
    content = {"type": "ends", "faces": plain(ENDS), "reply": "other-1"}
    page.evaluate("data => window.wire.onmessage({ data })", json.dumps({"type": "custom", "content": content}))
    assert page.locator(".leads").count() == 0


@pytest.mark.parametrize("size", [*SIZES, (1080, 1920)])
@pytest.mark.parametrize("people", [4, 6])
def test_six_seconds_after_the_last_answer_the_board_is_large(page: Any, size: tuple[int, int], people: int) -> None:
    page.clock.install()
    moment = Moment(
        "The Wraith beat Dario, 9 to 4",
        tone="bad",
        picture="wraith",
        quiet=True,
        changes=(CounterChange(0, "life", 7, 6),),
    )
    screen = replace(asked("card"), moment=moment, sheets=(samples.screen("die").sheets * 2)[:people])
    shown(page, size, screen)
    before = page.locator(".board").bounding_box()["width"]
    assert page.locator('.television[data-rests="true"]').count() == 0
    page.clock.fast_forward(6100)
    page.locator('.television[data-rests="true"] .at-rest h1').wait_for()
    assert page.locator(".board").bounding_box()["width"] > 1.1 * before
    rest = page.locator(".at-rest").inner_text()
    assert "Ada" in rest and "Crags" in rest and moment.text in rest and "Bruno" in rest and "Dario" in rest
    assert page.locator(".at-rest .next li").count() == people - 1 and page.locator(".at-rest .change").count() == 1
    assert not any(page.locator(f"main > {each}").is_visible() for each in (".happened", ".people", ".turn"))
    on_stage(page, size)
    tell(page, replace(asked("way", options=WAYS), sheets=screen.sheets))
    page.locator('.television[data-rests="false"] .way').first.wait_for()


def test_where_faces_lead_stays_longer_than_what_just_happened(page: Any) -> None:
    page.clock.install()
    moment = Moment("Ada beat the Dragon", tone="good", picture="dragon", level="medium")
    shown(page, (1920, 1080), replace(asked("die", leads=True, options=()), moment=moment))
    lead(page, ENDS)
    page.locator('[data-shows="stage"] .moment').wait_for()
    page.clock.fast_forward(6100)
    page.locator(".leads .lead").nth(5).wait_for()
    page.clock.fast_forward(40000)
    page.locator('.television[data-rests="true"]').wait_for()
    assert page.locator(".board .led-to").count() == 3


def test_a_level_gained_shows_its_number_and_not_the_card_again(page: Any) -> None:
    change = CounterChange(0, "strength", 4, 5)
    staged = Staged("Ada is stronger", who=samples.ADA, portrait="character.dwarf", change=change)
    moment = Moment("Ada traded trophies for 1 Strength", tone="good", picture="dragon", level="medium",
                    changes=(change,), staged=staged)  # fmt: skip
    shown(page, (1920, 1080), replace(asked("die", leads=True, options=()), moment=moment))
    became = page.locator(".moment .became")
    assert became.inner_text().split() == ["4", "→", "5"] and became.evaluate(LETTERS) >= 100
    on_stage(page, (1920, 1080))


@pytest.mark.parametrize("size", [*SIZES, (1080, 1920)])
@pytest.mark.parametrize("moment", [DEATH, CROWN], ids=["death", "crown"])
def test_night_and_the_crown_lie_over_the_board_until_the_next_answer(
    page: Any, size: tuple[int, int], moment: Moment
) -> None:
    page.clock.install()
    shown(page, size, samples.screen("die", moment=moment, viewer=-1, hands=(HANDS,), journal=()))
    staged, stage, board = moment.staged, page.locator(".television > .stage"), page.locator(".television > .board")
    assert staged and stage.locator(".title").inner_text() == staged.title
    assert stage.locator(".visage .motif").count() == 1 and stage.locator(".drops .counter").count() == staged.lives
    told = stage.inner_text()
    assert all(
        each in told for each in (staged.said, staged.left_on, staged.anew, *(each.text for each in staged.left))
    )
    assert "".join(page.locator(".happened .road:visible .said").all_inner_texts()) == (
        "" if size[0] < size[1] else "".join(step.text for step in staged.road)
    )
    for part in (".visage", ".title", ".said", *([".left", ".anew"] if staged.left else [])):
        box, around = stage.locator(part).bounding_box(), stage.bounding_box()
        assert box["x"] >= around["x"] and box["x"] + box["width"] <= around["x"] + around["width"], part
        assert box["y"] >= around["y"] and box["y"] + box["height"] <= around["y"] + around["height"], part
    over, under = stage.bounding_box(), board.bounding_box()
    assert moment is CROWN or all(abs(over[each] - under[each]) < 1 for each in over)
    if size == (1920, 1080):
        assert (
            stage.locator(".title").evaluate(LETTERS) >= 72 and stage.locator(".visage").bounding_box()["height"] > 250
        )
    on_stage(page, size)
    page.clock.fast_forward(600_000)
    assert stage.is_visible(), "it stays"
    on_stage(page, size)
    tell(page, asked("way", options=WAYS))
    page.locator(".happened .way").first.wait_for()
    assert not stage.is_visible() and board.is_visible()


def test_ways_stay_as_long_as_they_are_asked(page: Any) -> None:
    page.clock.install()
    shown(page, (1920, 1080), asked("way", options=WAYS))
    page.clock.fast_forward(600_000)
    assert page.locator(".happened .way").count() == 3 and page.locator('[data-rests="true"]').count() == 0


def test_codes_give_way_once_somebody_has_answered(page: Any) -> None:
    """A friend without a phone keeps nobody from seeing the game; at rest the code is there again."""
    page.clock.install()
    shown(page, (1920, 1080), asked("card"))
    entry = {
        "seats": [{"seat": 1, "name": "Bruno", "letter": "B", "code": "KX7Q2M", "qr": ""}],
        "addresses": ["10.0.0.2:8890"],
    }

    def news(screen: Any) -> None:
        data = {"type": "state", "screen": {**plain(screen), "seq": next(SEQ)}, "entry": entry}
        page.evaluate("data => window.wire.onmessage({ data })", json.dumps(data))

    news(asked("card"))
    page.locator(".entry kbd").wait_for()
    page.clock.fast_forward(7000)
    assert page.locator(".entry").is_visible() and page.locator('[data-rests="true"]').count() == 0
    news(asked("way", options=WAYS))
    page.locator(".happened .way").first.wait_for()
    assert not page.locator(".entry").is_visible()
    news(replace(asked("card"), question=replace(asked("card").question, ply=99)))
    page.clock.fast_forward(7000)
    page.locator(".at-rest .free kbd").wait_for()
    assert page.locator(".at-rest .free").inner_text().split() == ["Bruno", "KX7Q2M"]
    on_stage(page, (1920, 1080))


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1080, 1920)])
def test_a_clock_is_read_from_afar_and_rests_with_the_rest(page: Any, size: tuple[int, int]) -> None:
    page = shown(page, size, samples.screen("fight", clock=Clock("Ada", 85, 2465), viewer=-1))
    clock = page.locator("header.turn .clock")
    assert "Ada 41:" in clock.inner_text() and clock.get_attribute("aria-live") == "off"
    least = min(
        clock.locator("span").evaluate_all("all => all.map(e => Number.parseFloat(getComputedStyle(e).fontSize))")
    )
    assert least >= (32 if size[0] == 1920 else 20)
    box, around = clock.bounding_box(), page.locator("header.turn").bounding_box()
    assert (
        box["x"] + box["width"] <= around["x"] + around["width"]
        and box["y"] + box["height"] <= around["y"] + around["height"]
    )
