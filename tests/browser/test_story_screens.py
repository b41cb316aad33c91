"""Does the hour of four friends play on a television and a phone for each, in few inputs, with nobody's secret told?

Real dice and cards: each person types and presses on the own phone what its seat is asked; at the laptop a die is
amended, and it is said who plays. After each answer all pages are compared with the table as it lies on disk, and
searched for Spells that others hold. The clock of the television's page stands still until the story moves it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median
from types import SimpleNamespace
from typing import Any, cast

import psutil
import pytest
from face_down import has_seen, names, sent
from hosting import Host, Screen, phone
from page_scribe import TOP, PageScribe
from playwright.sync_api import expect
from servers import PATIENCE, free_port
from test_evening import MOST
from test_story_hour import GOES_ON, Part, script
from test_story_phones import WORDS
from test_television_stage import OVERFLOW, SMALL

from talisman_nb.engine.view import hidden_of
from talisman_nb.model import Change
from talisman_nb.panels.hosted.gathering import Gathering
from talisman_nb.panels.table.audience import AT_TELEVISION
from talisman_nb.panels.table.controller import TableController
from talisman_nb.table import Table
from talisman_nb.table.policy import wishing
from talisman_nb.text.wording import wording_of

pytestmark = pytest.mark.browser

ADA = 0
PEOPLE = {"Ada": "dwarf", "Bruno": "thief", "Carla": "sorceress", "Dario": "warrior"}
TURNS = 32
LAPTOP = EVERYBODY = -1
"""In place of a seat: the laptop, and a question that anybody may answer."""
AT_LAPTOP = ("amended die", "join", "leave")
"""Kinds of corrections that no phone makes."""
TO_BEGIN = 4
"""The most inputs of a person until the first turn: the code, *that's me*, the character dealt, a Spell."""
OWN, ALL = 4, 4.2
"""Median of a person's inputs in an own turn, and mean of everybody's in a turn: those of the same hour at a laptop."""
RESTS = 45_100
"""Milliseconds after which a television rests before a die to move."""
TOO_SMALL = """() => {
  const pressed = ".tlm :is(button, input)";
  const targets = [...document.querySelectorAll(pressed)].filter((each) => each.checkVisibility());
  const low = targets.map((each) => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width < 43.9
    || box.height < 43.9).map(([each, box]) => `${each.dataset.id} ${box.width} x ${box.height}`);
  const [page, ask] = [document.documentElement, document.querySelector(".ask").getBoundingClientRect()];
  return [...low, ...(page.scrollWidth > innerWidth ? [`page ${page.scrollWidth} wide`] : []),
    ...(ask.top < 0 || ask.bottom > innerHeight + 1 ? [`question ${ask.top} to ${ask.bottom}`] : [])];
}"""
"""What is too small to hit on a phone, or not in its window."""
SHOWN = """() => {
  const all = (found) => [...document.querySelectorAll(found)].map((each) => each.innerText);
  const happened = document.querySelector(".happened");
  const stage = document.querySelector(".television > .stage:not([hidden])");
  return { pressed: all("button, a, input"), names: all(".people .sheet .name b"), labels: all(".happened .way .label"),
    shows: happened.dataset.shows, happened: happened.innerText, clock: all(".turn .clock").join(),
    staged: stage && [stage.dataset.level, stage.querySelector(".title").innerText] };
}"""
"""What a television shows, read at once."""


class Hour:
    """The screens of an evening, the table as it lies on disk, and the inputs of everybody."""

    def __init__(self, browser: Any, host: Host) -> None:
        self.browser, self.host = browser, host
        self.table = Table.open(host.home / "tables" / "Friday.talisman")
        self.told = TableController(self.table, audience=AT_TELEVISION, gathering=Gathering())
        self.inputs: Counter[int] = Counter()  # by seat
        self.television = Screen(browser, 1920, 1080, reduced_motion="reduce")
        self.phones: list[Screen] = []
        self.laptop: Screen | None = None
        self.last = LAPTOP  # who made the last press
        self.looked_at: set[tuple[int, str]] = set()  # kinds of questions that were measured, by seat
        self.staged: set[str] = set()  # levels that lay over the television's board
        self.seen: defaultdict[int, set[str]] = defaultdict(set)  # cards that a seat has seen at some time
        self.lines, self.searched = 0, 0

    @property
    def screens(self) -> list[Screen]:
        return [self.television, *self.phones, *([self.laptop] if self.laptop else [])]

    @property
    def asked(self) -> int:
        """The seat that answers next."""
        found, table = self.table.ask, self.table
        if found.seat != EVERYBODY:
            return found.seat
        return next(iter(wishing(found, table.state, table.settings)), table.state.turn)

    # --- entering ---

    def enter(self) -> None:
        """The television, by its code; each person by the code that it shows, and *that's me*; characters are dealt."""
        page = self.television.page
        page.clock.install(time=0)
        self._enter(self.television, self.host.codes.television)
        expect(page.locator(".entry li.free")).to_have_count(len(PEOPLE))
        page.clock.pause_at(60_000)
        assert page.evaluate(SMALL) == [] and page.evaluate(OVERFLOW) == []
        codes = page.locator(".entry li.free kbd").all_inner_texts()
        for seat, (code, name) in enumerate(zip(codes, PEOPLE, strict=True)):
            self.phones.append(phone(self.browser, reduced_motion="reduce"))
            self._enter(self.phones[seat], code, name)
            self.inputs[seat] += 2
            expect(self.phones[seat].page.locator(".sheet.own")).to_contain_text(name)
        for character in PEOPLE.values():
            self.answer(character)
        expect(page.locator(".entry")).to_be_hidden()
        self.answer("mesmerism")
        assert set(self.inputs) == set(range(len(PEOPLE))) and max(self.inputs.values()) <= TO_BEGIN
        self.inputs.clear()

    def _enter(self, screen: Screen, code: str, name: str = "") -> None:
        """A code with Enter, and a tap."""
        screen.page.goto(self.host.address)
        screen.page.locator("input").fill(code)
        screen.page.keyboard.press("Enter")
        expect(screen.page.locator(".person")).to_contain_text(name)
        screen.page.get_by_role("button").click()

    def at_laptop(self) -> PageScribe:
        if not self.laptop:
            self.laptop = Screen(self.browser, 1366, 768, reduced_motion="reduce")
            self.laptop.page.goto(self.host.laptop)
            expect(self.laptop.page.locator(f'.tlm[data-ply="{self.table.state.ply}"]')).to_be_visible()
        return PageScribe(self.laptop.page)

    # --- playing ---

    def play(self, part: Part) -> Counter[int]:
        """Carry out a part of the script; return the inputs that it took, by seat."""
        self.inputs.clear()
        for each in (part.phones or part.steps).split():
            step = each.replace("_", " ")
            kind, _, rest = step.partition(":")
            if part.kind in AT_LAPTOP or self.asked >= len(self.phones):
                scribe = self.at_laptop()
                scribe.step(step)
                self.inputs[LAPTOP] += scribe.inputs
                self.last = LAPTOP
                self.send_away()
                self.follow()
            elif kind in STEPS:
                STEPS[kind](self, *rest.split("/"))
            else:
                self.answer(step)
        return Counter(self.inputs)

    def answer(self, step: str) -> None:
        """Whoever is asked taps an answer, or types a card."""
        seat = self.asked
        screen, before = self.phones[seat], self.table.version
        either = f'.ask [data-id="option:{step}"]:visible, .ask [data-id="offer:{step}"]:visible'
        choice = screen.page.locator(either).first
        if choice.count():
            assert choice.get_attribute("aria-disabled") != "true", f"{self.table.ask}: {step} is closed"
            choice.tap()
        else:
            assert screen.part("search").count(), f"{self.table.ask}: {step} is not shown"
            self._type(screen, step.split("+"))
        self.pressed(seat, 1, before)

    def _type(self, screen: Screen, cards: list[str]) -> None:
        """Type one or several cards in one entry."""
        screen.part("search").focus()
        for i, card in enumerate(cards):
            screen.page.keyboard.type(", " * bool(i) + card.replace("-", " "))
            expect(screen.page.locator(f".ask {TOP}").first).to_have_attribute("data-id", f"hit:{card}")
        screen.page.keyboard.press("Enter")

    def pressed(self, seat: int, inputs: int, before: int) -> None:
        """Somebody has pressed; wait until all screens show what came of it."""
        self.inputs[seat] += inputs
        self.last = seat
        while self.table.version == before:
            self.phones[seat].page.wait_for_timeout(5)
        self.follow()

    # --- looking ---

    def follow(self) -> None:
        """All screens show what the table on disk says; nothing is cut, too small, or told to the wrong one."""
        for screen in self.screens[1:]:
            expect(screen.page.locator(f'.tlm[data-ply="{self.table.state.ply}"]')).to_be_visible()
        self.told.follow()
        self._see()
        self._look_at_television()
        for seat, screen in enumerate(self.phones):
            self._look_at_phone(seat, screen)

    def _see(self) -> None:
        """Take over what everybody has seen since the last answer."""
        new = cast("Table", SimpleNamespace(lines=self.table.lines[min(self.lines, len(self.table.lines) - 1) :]))
        for seat in (LAPTOP, *range(len(self.phones))):
            self.seen[seat] |= has_seen(new, seat)
        self.lines = len(self.table.lines)

    def _look_at_television(self) -> None:
        """The question large with all that may be chosen, or what just happened; nothing to press."""
        screen, page, state = self.told.screen(), self.television.page, self.table.state
        question, moment = screen.question, screen.moment
        assert question
        expect(page.locator('[data-alive="well"] .turn h1')).to_have_text(question.headline)
        shown = page.evaluate(SHOWN)
        faults = [*page.evaluate(SMALL), *page.evaluate(OVERFLOW), *shown["pressed"]]
        assert not faults, f"{question.headline}: {faults}"
        assert shown["names"] == [each.who.name for each in screen.sheets]
        if question.fight or any(option.space for option in question.options):
            assert shown["shows"] == ("fight" if question.fight else "ways")
        if shown["shows"] in ("ways", "choices"):
            assert shown["labels"] == [option.label for option in question.options]
        fresh = moment if moment and not moment.quiet else None
        if fresh and fresh.staged and fresh.level in ("death", "crown") and shown["shows"] != "ways":
            assert shown["staged"] == [fresh.level, fresh.staged.title]
            self.staged.add(fresh.level)
        elif fresh and shown["shows"] in ("moment", "stage"):
            assert fresh.text in shown["happened"]
        assert question.kind == "over" or state.players[state.turn].name in shown["clock"]
        self._search(LAPTOP, page.evaluate(WORDS))

    def _look_at_phone(self, seat: int, screen: Screen) -> None:
        """Its own question or whom the game waits for, in its window, without what others hold."""
        kind, words = screen.page.evaluate(f"() => [document.querySelector('.ask').dataset.kind, ({WORDS})()]")
        assert kind == "over" or (kind == "wait") == (seat != self.asked), (kind, seat, self.table.ask)
        if (seat, kind) not in self.looked_at:
            self.looked_at.add((seat, kind))
            assert screen.page.evaluate(TOO_SMALL) == [], (kind, seat)
        self._search(seat, words)

    def _search(self, seat: int, found: str) -> None:
        """No page names a Spell that another seat holds and this one has never seen, nor a covered one."""
        state, wording = self.table.state, wording_of(self.table.state, "en")
        hidden = {card for other in range(len(state.players)) for card in hidden_of(state, other)}
        for card in hidden - (self.seen[seat] - set(hidden_of(state, seat) if seat >= 0 else ())):
            self.searched += 1
            name = str(wording.card(card))
            assert not names(found, name), f"{seat} is told {card}: {found[max(found.find(name) - 80, 0) :][:160]!r}"

    def search_messages(self) -> None:
        """No message named what another seat held and this one has never seen."""
        table, wording = self.table, wording_of(self.table.state, "en")
        for seat, screen in ((LAPTOP, self.television), *enumerate(self.phones)):
            found = "\n".join(sent(message) for message in screen.received)
            held = {
                card for line in table.lines for other in range(len(PEOPLE)) for card in hidden_of(line.after, other)
            }
            for card in held - self.seen[seat]:
                self.searched += 1
                assert not names(found, str(wording.card(card))) and not names(found, card), (seat, card)

    # --- steps beside the question ---

    def undo(self, _: str) -> None:
        """Whoever made the last press takes it back."""
        before = self.table.version
        self.phones[self.last].part("undo").tap()
        self.pressed(self.last, 1, before)

    def reload(self, _: str) -> None:
        """The phone of whoever's turn it is was locked."""
        self.phones[self.table.state.turn].page.reload()
        self.inputs[self.table.state.turn] += 1
        self.follow()

    def spell(self, whose: str, card: str) -> None:
        """A person who isn't asked casts a Spell that lies covered."""
        seat, before = int(whose), self.table.version
        keys = [option.key for option in self.table.asides(seat)]
        self.phones[seat].part("drawer:spell").tap()
        self.phones[seat].part(f"aside:{seat}/nth:{keys.index(f'cast:{card}')}").tap()
        self.pressed(seat, 2, before)

    def late(self, whose: str, moment: str) -> None:
        """A person casts the one Spell in hand before something that has happened."""
        seat, before = int(whose), self.table.version
        page = self.phones[seat].page
        self.phones[seat].part("drawer:spell").tap()
        page.locator(".drawer .earlier button", has_text=moment).tap()
        expect(page.locator(".drawer .earlier button")).to_have_count(0)
        page.locator(".drawer .asides .option").tap()
        self.pressed(seat, 3, before)

    def look(self, whose: str, name: str) -> None:
        """A person looks at the own Spells, which are named only while the field is held."""
        page = self.phones[int(whose)].page
        field = page.locator('[data-id="hold-spells"]:visible').first
        assert name not in str(page.evaluate(WORDS))
        field.hover()
        page.mouse.down()
        expect(page.locator(".looked-at:visible").first).to_contain_text(name)
        page.mouse.up()
        expect(page.locator(".looked-at li")).to_have_count(0)
        assert name not in str(page.evaluate(WORDS))
        page.evaluate("scrollTo(0, 0)")

    def bet(self, whose: str, face: str) -> None:
        """A person who waits bets on the die that is thrown next; everybody else who waits sees it."""
        seat = int(whose)
        self.phones[seat].part(f"bet:{face}").tap()
        expect(self.phones[seat].part(f"bet:{face}")).to_have_attribute("aria-pressed", "true")
        assert self.table.bets.open == {seat: int(face)}
        expect(self.phones[self.asked].page.locator(".bet")).to_have_count(0)

    def says(self, whose: str, *words: str) -> None:
        """A phone, or the television for "tv", shows some words."""
        page = self.television.page if whose == "tv" else self.phones[int(whose)].page
        expect(page.locator(".tlm")).to_contain_text("/".join(words))

    def rest(self, *_: str) -> None:
        """Nobody presses for a while: the board is large, beside it whose turn it is and the last moment."""
        page, state, moment = self.television.page, self.table.state, self.told.screen().moment
        page.clock.fast_forward(RESTS)
        expect(page.locator('[data-rests="true"][data-alive="well"] .at-rest h1')).to_have_text(
            state.players[state.turn].name
        )
        assert moment and moment.text in page.locator(".at-rest").inner_text()
        assert not page.locator(".happened").is_visible() and not page.locator(".people").is_visible()
        assert page.evaluate(SMALL) == [] and page.evaluate(OVERFLOW) == []

    def send_away(self) -> None:
        """The phone of a person who has left stands before the door again."""
        for seat in [seat for seat in range(len(self.phones)) if self.table.state.players[seat].gone]:
            gone = self.phones.pop(seat)
            expect(gone.page.locator("input")).to_be_visible()
            gone.context.close()


STEPS: dict[str, Callable[..., None]] = {
    name: getattr(Hour, name) for name in ("undo", "reload", "spell", "late", "look", "bet", "says", "rest")
}
"""Steps that do not answer the question, by the word before their colon; what they need stands between slashes."""


@pytest.fixture
def hour(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hour]:
    monkeypatch.setenv("TALISMAN_NB_HOME", str(tmp_path))
    Table.new(dict.fromkeys(PEOPLE, ""), name="Friday", spells="known", clock="on").close()
    expect.set_options(timeout=PATIENCE)
    found = Hour(browser, Host(tmp_path, "Friday", free_port()))
    yield found
    found.host.stop()
    for screen in found.screens:
        screen.context.close()


def test_the_hour_on_a_television_and_four_phones(hour: Hour) -> None:
    """Eight rounds within the bars of the laptop's hour, then two who die, and the end."""
    hour.enter()
    turns: list[Counter[int]] = []
    for part in script(TURNS):
        inputs = hour.play(part)
        if part.who == GOES_ON:
            turns[-1] += inputs
        elif part.who:
            turns.append(inputs)
        assert inputs.total() <= MOST.get(part.kind, inputs.total()), (part, inputs)
    own = [turn[i % len(PEOPLE)] for i, turn in enumerate(turns[:-1])]  # the last is of somebody without a phone
    print(f"own {median(own)}, {mean(own):.2f}; all {mean(turn.total() for turn in turns):.2f}; {turns}")
    assert len(turns) == TURNS and median(own) <= OWN and mean(turn.total() for turn in turns) <= ALL
    assert hour.searched > 100
    die_and_win(hour)
    hour.search_messages()
    assert not [error for screen in hour.screens for error in screen.errors]
    listening = psutil.Process(hour.host.process.pid).net_connections()
    assert {each.laddr.ip for each in listening if each.status == psutil.CONN_LISTEN} == {"127.0.0.1"}


def die_and_win(hour: Hour) -> None:
    """Ada commands the Crown: first one of the others dies, then all who are left; the game is kept as a picture."""
    first, *others = [seat for seat, p in enumerate(hour.table.state.players) if p.character and seat != ADA]
    for lives, level in (({first: 1, **dict.fromkeys(others, 2)}, "death"), (dict.fromkeys(others, 1), "crown")):
        left = (Change("life", seat, n) for seat, n in lives.items())
        hour.table.change(Change("space", ADA, to="crown-of-command"), *left, Change("turn", ADA))
        hour.follow()
        while not hour.table.ask.chance:
            hour.answer(hour.table.ask.open()[0])
        hour.answer("6")
        while hour.table.ask.kind in ("result", "react"):
            hour.answer(hour.table.ask.open()[0])
        assert level in hour.staged
    assert hour.table.state.winner == ADA
    expect(hour.television.page.locator(".road .said").last).to_be_visible()
    ada = hour.phones[ADA]
    ada.part("past:keep").tap()
    with ada.page.expect_download() as kept:
        ada.part("keep:picture").tap()
    assert "Ada" in Path(kept.value.path()).read_text("utf-8")
