"""The worked examples of the rule texts, to be clicked through: one chosen, its steps forth and back."""

from __future__ import annotations

from html import escape
from typing import Any

from ipywidgets import HTML, Dropdown, HBox, IntSlider, Layout, VBox
from traitlets import Unicode

from talisman_nb.rulings.cases import case
from talisman_nb.rulings.example import WorkedExample
from talisman_nb.rulings.told import worked_examples
from talisman_nb.text.phrases import load_phrases

from .part import NARROWEST


class ExampleGallery(VBox):  # type: ignore[misc]
    """A list of the worked examples, a slider over the steps of the one chosen, its board and what happens.

    `example`: its id, which may be set and observed; one that isn't there raises `TraitError`.

    >>> gallery = ExampleGallery("w2")
    >>> gallery.step.max, gallery.shown.done
    (3, False)
    """

    example = Unicode("w1")
    """The id of the example that is shown."""

    def __init__(self, example: str = "w1", lang: str = "en", **traits: Any) -> None:
        self._lang = lang
        say = load_phrases(lang).say
        choices = [(f"{found.id}  {found.asks(lang)}", found.id) for found in worked_examples()]
        self.which = Dropdown(options=choices, value=example, layout=Layout(width="100%"))
        self.step = IntSlider(0, 0, 1, description=say("notebooks", "step"))
        self._board, self._text = HTML(), HTML()
        for part in (self._board, self._text):
            part.layout = Layout(flex="1 1 320px", min_width=NARROWEST)
        both = HBox([self._board, self._text], layout=Layout(flex_flow="row wrap"))
        super().__init__([self.which, self.step, both], **traits)
        self.which.observe(lambda change: setattr(self, "example", change["new"]), "value")
        self.observe(lambda change: self._other(change["new"]), "example")
        self.step.observe(lambda _change: self._show(), "value")
        self._other(example)

    @property
    def shown(self) -> WorkedExample:
        """The example at the step that is shown."""
        at = WorkedExample(case(self.which.value), self._lang)
        for _ in range(self.step.value):
            at = at.step()
        return at

    def _other(self, id: str) -> None:
        self.which.value = self.example = id
        self.step.value, self.step.max = 0, len(case(id).steps)
        self._show()

    def _show(self) -> None:
        shown = self.shown
        self._board.value = str(shown.board)
        self._text.value = "".join(f"<p>{escape(line)}</p>" for line in shown.text.splitlines())
