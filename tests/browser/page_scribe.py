"""The scribe of a table in front of a page: reads the screen, presses keys or clicks, and counts inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import expect

MOST_LETTERS = 4
"""Letters after which a card that was drawn is on top of the list."""
STEP = """([ply]) => document.querySelector('.tlm:not([hidden])')?.dataset.ply !== ply"""
TOLD = """() => {
  const table = document.querySelector('.tlm:not([hidden])');
  const parts = table?.querySelectorAll('.lines, .sheets, .moment');
  return [table?.dataset.ply, ...[...parts ?? []].map(each => each.textContent)].join();
}"""
"""Text by which it is seen that a press was answered."""
CAP = "button => button.querySelector('kbd')?.innerText ?? ''"
IN_FIELD = "() => document.activeElement?.matches('input')"
KEYS = (*"123456␣", *"ABCDEFGHJNRSUWX", "⏎")
"""Keys that a button may show and that are pressed; others stand for a picture."""
TOP = '[role="option"][aria-selected="true"]'


@dataclass
class PageScribe:
    """Somebody at the laptop. One input is one key, click or tap, or one typed entry with its Enter.

    With `keys` everything that shows a key is pressed on the keyboard, and the rest clicked; else all is clicked.
    """

    page: Any
    keys: bool = True
    inputs: int = 0
    clicks: int = 0
    letters: Counter[int] = field(default_factory=Counter)  # letters typed until a card was on top, how often

    # --- what is on the screen ---

    def part(self, name: str) -> Any:
        """A visible part of the panel by its name."""
        return self.page.locator(f'[data-id="{name}"]:visible').first

    @property
    def ply(self) -> str:
        return str(self.page.locator(".tlm:visible").first.get_attribute("data-ply"))

    @property
    def headline(self) -> str:
        return str(self.part("headline").inner_text())

    @property
    def turn(self) -> str:
        """Whose turn it is, as the sheets show it."""
        return str(self.page.locator(".sheets .sheet.active .name b").first.inner_text())

    @property
    def round(self) -> str:
        return str(self.page.locator(".bar .round").first.inner_text())

    # --- inputs ---

    def play(self, steps: str) -> PageScribe:
        """Carry out steps, one input each, in the words of the script of the hour.

        A die, a way or any other answer by its key; a card by its name where one is asked; "wolf+bear": two cards in
        one entry; "key:S": a key of the toolbar; "aside:", "line:", "back:" and other parts of a drawer by their id or
        text; "name=text": a field with Enter; "any:": what is to be pressed first.
        """
        for step in steps.split():
            self.step(step.replace("_", " "))
        return self

    def step(self, step: str) -> None:
        kind, _, rest = step.partition(":")
        if kind in STEPS:
            STEPS[kind](self, rest)
        elif self._is_typed(step):
            self._moves_on(lambda: self._type(step.split("+")))
        else:
            self._moves_on(lambda: self._choose(step))

    def _is_typed(self, step: str) -> bool:
        self.part("headline").wait_for()
        return bool(self.part("search").count()) and not self._choice(step).count()

    def _choice(self, key: str) -> Any:
        either = f'.ask [data-id="option:{key}"]:visible, .ask [data-id="offer:{key}"]:visible'
        return self.page.locator(either).first

    def _choices(self) -> list[str]:
        return list(self.page.locator(".ask button:visible").evaluate_all("all => all.map(each => each.dataset.id)"))

    def _choose(self, key: str) -> None:
        choice = self._choice(key)
        assert choice.count(), f"{self.headline!r}: {key!r} is not shown, but {self._choices()}"
        assert choice.get_attribute("aria-disabled") != "true", f"{self.headline!r}: {key!r} is closed"
        self._press(choice)

    def _press(self, button: Any) -> None:
        """Press the key that a button shows, else click it: one input."""
        self.inputs += 1
        button.wait_for()
        cap = button.evaluate(CAP)
        if self.keys and cap in KEYS:
            if self.page.evaluate(IN_FIELD):  # the letter would be typed
                self.page.keyboard.press("Escape")
                self.inputs += 1
            self.page.keyboard.press({"⏎": "Enter", "␣": " "}.get(cap, cap.lower()))
        else:
            self.clicks += 1
            button.click()

    def _type(self, cards: list[str]) -> None:
        """Type cards into the search, each up to the letter at which it is on top, then Enter: one input."""
        self.inputs += 1
        self.part("search").focus()
        for i, card in enumerate(cards):
            if i:
                self.page.keyboard.type(", ")
            self._type_one(card)
        self.page.keyboard.press("Enter")

    def _type_one(self, card: str) -> None:
        words = card.replace("-", " ")
        for n, letter in enumerate(words, 1):
            self.page.keyboard.type(letter)
            top = self.page.locator(f".ask {TOP}")
            if top.count() and top.first.get_attribute("data-id") == f"hit:{card}":
                self.letters[n] += 1
                return
        raise AssertionError(f"{self.headline!r}: {card!r} is not in the list")

    def _moves_on(self, act: Callable[[], None]) -> None:
        """Do something, and wait until the next question is shown."""
        before = self.ply
        act()
        self.page.wait_for_function(STEP, arg=[before])

    # --- the steps beside the question ---

    def _key(self, key: str) -> None:
        """A drawer of the toolbar; where the bar has no room for its button, the key alone."""
        name = {"S": "spell", "J": "journal", "W": "people", "N": "straight"}[key]
        button = self.part(f"drawer:{name}")
        if button.count() or not self.keys:
            self._press(button)
            return
        self.inputs += 1
        self.page.keyboard.press(key.lower())

    def _undo(self, _: str) -> None:
        self._moves_on(lambda: self._press(self.part("undo")))

    def _aside(self, key: str) -> None:
        self._done(f"aside:{key}")

    def _back(self, text: str) -> None:
        """One of the last lines in the drawer of Spells: the table is shown as it was then."""
        self._press(self.page.locator(".drawer button", has_text=text).first)

    def _line(self, text: str) -> None:
        """A line of the journal, and its *change*; a step that is folded is shown while its turn is pointed at."""
        lines = self.page.locator("button.line:visible", has_text=text)
        if not lines.count():
            lines = self.page.locator("button.step:visible", has_text=text)
            turns = self.page.locator("button.of-turn.line:visible")
            turns.last.wait_for()  # of a page that was just opened
            for turn in reversed(turns.all()):
                turn.hover()
                expect(turn).to_have_attribute("aria-expanded", "true")
                if lines.count():
                    break
        self._press(lines.last)
        expect(self.part("amend")).to_be_visible()

    def _part(self, name: str) -> None:
        """Any other button, which does not answer the question."""
        self._press(self.part(name))

    def _done(self, name: str) -> None:
        """Press a button beside the question; wait until it is gone and the press is told."""
        button, before = self.part(name), self.page.evaluate(TOLD)
        self._press(button)
        expect(button).to_be_hidden()
        self.page.wait_for_function(f"before => ({TOLD})() !== before", arg=before)  # it is gone before it is answered

    def _field(self, said: str) -> None:
        name, _, text = said.partition("=")
        self.inputs += 1
        self._moves_on(lambda: (self.part(name).fill(text), self.part(name).press("Enter")))

    def _any(self, _: str) -> None:
        """Whatever is to be pressed first: throw the dice or draw, else the first open answer."""
        roll = self.part("roll")
        first = self.page.locator(".ask .option:not(.closed):visible").first
        self._moves_on(lambda: self._press(roll if roll.count() else first))

    def _first(self, css: str) -> None:
        """The first part that these styles find."""
        self._press(self.page.locator(css).locator("visible=true").first)

    def _reload(self, _: str) -> None:
        """The lid was closed, and the page is opened again."""
        before = self.ply
        self.inputs += 1
        self.page.reload()
        expect(self.page.locator(f'.tlm[data-ply="{before}"]:visible')).to_be_visible()


STEPS: dict[str, Callable[[PageScribe, str], None]] = {
    "key": PageScribe._key,
    "undo": PageScribe._undo,
    "aside": PageScribe._aside,
    "back": PageScribe._back,
    "line": PageScribe._line,
    "part": PageScribe._part,
    "done": PageScribe._done,
    "field": PageScribe._field,
    "any": PageScribe._any,
    "first": PageScribe._first,
    "reload": PageScribe._reload,
}
"""Steps that do not answer the question, by the word before their colon."""
