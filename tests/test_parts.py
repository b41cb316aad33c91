"""Do the parts of the companion behave as widgets: traits, errors, following a table, several views, closing?"""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from IPython.core.formatters import DisplayFormatter
from ipywidgets import HTML, HBox, IntSlider, Layout, Output, Tab, VBox, dlink, jslink, link
from nbconvert import HTMLExporter
from traitlets import TraitError

from talisman_nb import companion, play
from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import USUAL
from talisman_nb.model import Change
from talisman_nb.panels.parts import (
    AnalysisPanel,
    BoardPanel,
    CardGridPanel,
    CardPanel,
    Column,
    DeckPanel,
    DicePanel,
    ExampleGallery,
    FightPanel,
    JournalPanel,
    LessonNotesPanel,
    LessonPanel,
    LessonWorkshop,
    Row,
    RulingsPanel,
    SheetPanel,
    Workshop,
)
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import offered_editions, with_known_cards
from talisman_nb.rulings.cases import cases
from talisman_nb.rulings.example import worked_example
from talisman_nb.table import Table
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES, variant_name
from talisman_nb.text.phrases import sentence

PAGE = (Path(__file__).parents[1] / "talisman_nb" / "docs" / "notebooks.md").read_text("utf-8")
VIEW = "application/vnd.jupyter.widget-view+json"
LARGEST_KEPT = 100_000
"""Bytes of what a saved notebook has of a widget: a board with all its names has 62,000."""
EXAMPLE = re.compile(r"tests/test_parts\.py runs this -->\n```python\n(.+?)```", re.S)


def table(**settings: Any) -> Table:
    return Table.new({"Ada": "dwarf", "Bruno": "wizard"}, **settings)


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(
        r"runs this -->\n```python\n(from talisman_nb import Table\nfrom talisman_nb.panels.+?)```", PAGE, re.S
    )
    space: dict[str, Any] = {}
    exec(example, space)
    space["board"].space = "chapel"
    assert capsys.readouterr().out == "chapel\n"
    for said in re.findall(r"^(\S.*?)  # ([\d'{].*)$", example, re.M):
        assert str(eval(said[0], space)) == str(eval(said[1])), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_stands_in_a_box_in_four_languages(lang: str) -> None:
    game = table(lang=lang)
    parts = [BoardPanel(game), SheetPanel(game), JournalPanel(game), CardPanel("wolf", lang=lang), DicePanel(lang=lang),
             DeckPanel("adventure", lang=lang), FightPanel(lang=lang), RulingsPanel(lang=lang)]  # fmt: skip
    assert len(HBox(parts).children) == 8
    assert {part.labels["lang"] for part in parts} == {lang}


@pytest.mark.parametrize("edition", dict.fromkeys((*offered_editions(), *map(with_known_cards, offered_editions()))))
def test_every_card_and_deck_of_an_edition_is_shown(edition: str) -> None:
    book = open_book(edition)
    card = CardPanel(edition=edition)
    for deck, cards in book.deck_cards.items():
        assert DeckPanel(deck, edition, seed=1).left == sum(book.copies(cards)) + book.unknown_cards[deck]
        for key in cards:
            card.card = key
            assert card.content["key"] == key and card.content["name"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_says_whose_cards_it_shows(lang: str) -> None:
    """In the words of every other screen; and a card of a marked deck has the mark."""
    lent = with_known_cards("third")
    game = table(lang=lang, edition=lent)
    parts = [BoardPanel(game), SheetPanel(game), JournalPanel(game), CardPanel("wolf", lent, lang),
             DeckPanel("adventure", lent, lang), RulingsPanel(edition=lent, lang=lang)]  # fmt: skip
    said = sentence(variant_name(open_book(lent), lang))
    assert said and {part.labels["variant"] for part in parts} == {said}
    assert not CardPanel("wolf", lang=lang).labels["variant"]
    veil = CardPanel("glimmer", "revised4+souls", lang).labels
    assert veil["of_deck"]["glimmer"] == "veil" and "deck.veil" in veil["pictures"]


def test_a_deck_is_drawn_to_its_end_and_shuffled_again() -> None:
    deck = DeckPanel("spell", seed=2)
    whole = deck.left
    for _ in range(whole):
        assert deck.draw() == deck.card
    with pytest.raises(IndexError, match="shuffle"):
        deck.draw()
    deck._handle_custom_msg({"type": "draw"}, [])  # a press on the empty deck changes nothing
    assert len(deck.drawn) == whole and deck.left == 0
    deck.shuffle()
    assert (deck.drawn, deck.left, deck.card) == ((), whole, "")


def test_the_order_of_a_deck_is_not_sent() -> None:
    deck = DeckPanel("adventure", seed=3)
    following = deck._pile[-2]
    deck.draw()
    assert following not in str({**deck.get_state(), "labels": None, "_esm": None, "_css": None})


def test_a_sheet_tells_no_spell_that_is_hidden() -> None:
    game = table(cards="virtual", spells="hands")
    held = game.state.players[1].spells
    assert held, "the Wizard begins with Spells"
    sheet = SheetPanel(game, "Bruno")
    sent = str(sheet.content)
    assert not [spell for spell in held if f"'{spell}'" in sent]


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (lambda: SheetPanel(table(), "Zoe"), "expected a seat or one of Ada, Bruno"),
        (lambda: DeckPanel("nothing"), "expected one of adventure"),
        (lambda: CardPanel("no such card"), "no card, character or space is called"),
        (lambda: CardPanel(lang="xx"), "expected one of en, it, fr, pl"),
        (lambda: DicePanel(2, dice=(3, 7)), "faces from 1 to 6"),
        (lambda: RulingsPanel(ruling="w80"), r"no ruling 'w80' .did you mean"),
        (lambda: setattr(SheetPanel(table()), "seat", 2), "nobody at the table is 2"),
        (lambda: setattr(BoardPanel(table()), "space", "here"), "no space 'here'"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_expected(make: Any, wrong: str) -> None:
    with pytest.raises((ValueError, TraitError), match=wrong):
        make()


def test_parts_are_linked_by_their_traits() -> None:
    deck, card = DeckPanel("adventure", seed=1), CardPanel()
    link((deck, "card"), (card, "card"))
    drawn = deck.draw()
    assert card.card == drawn and card.content["name"]


def test_parts_of_one_table_follow_it_and_are_no_windows() -> None:
    game = table()
    board, journal = BoardPanel(game), JournalPanel(game, lines=2)
    before = board.content
    game.answer("3")
    game.answer("clockwise")
    board.refresh()
    journal.refresh()
    assert board.content != before and len(journal.content["journal"]) == 2
    assert board._onlooker.screen().windows == 1
    board.close()
    game.undo()
    journal.refresh()


def test_marks_of_cards_follow_what_a_table_has_read_off_its_box() -> None:
    played = table(edition="revised4+souls")
    shown = SheetPanel(played)
    assert "friendly-ghost" not in shown.labels["marked"]
    played.change(Change("read", card="friendly-ghost", to="soulbound", n=1))
    shown.refresh()
    assert shown.labels["marked"]["friendly-ghost"] == ["soulbound"]
    text = "edition revised4 + souls | dwarf crags | thief city{}"
    bench = AnalysisPanel(text.format(" | reads chains-of-greed.cursed no"))
    assert "chains-of-greed" not in bench.labels["marked"]
    bench.situation = text.format("")
    assert bench.labels["marked"]["chains-of-greed"] == ["cursed"]


def test_more_dice_begin_anew() -> None:
    dice = DicePanel(2, seed=1)
    dice.roll()
    dice.n = 3
    assert dice.dice == (0, 0, 0) and dice.total == 7, "no roll, and nobody who watches it is told of one"


def test_a_board_and_a_sheet_have_what_lies_and_what_may_be_put_down() -> None:
    game = table()
    wolf = Change("card", card="wolf", origin="deck:adventure", to="space:village")
    game.change(wolf, Change("card", card="mule", origin="deck:adventure", to="seat:1"))
    board, sheet = BoardPanel(game), SheetPanel(game, "Bruno")
    assert board.content["lies"] == {"village": ("wolf",)} and board.labels["pictures"]["wolf"]
    assert board.labels["types"]["wolf"] in board.labels["marks"] and board.labels["corners"]["village"]
    assert sheet.content["drops"] == {"1": ("mule",)}


def test_a_situation_of_an_address_that_cannot_be_read_stands_there_with_the_reason() -> None:
    panel = AnalysisPanel.opened("dwarf nowhere", "it")
    assert panel.content["typed"] == "dwarf nowhere" and "nowhere" in panel.content["refused"]
    assert panel.labels["lang"] == "it" and panel.situation == USUAL
    assert AnalysisPanel.opened("").situation == USUAL
    with pytest.raises(TraitError, match="nowhere"):
        panel.situation = "dwarf nowhere"
    panel.situation = "troll crags | thief city"
    assert panel.analysis.text == panel.situation


def test_what_is_refused_by_a_bench_changes_nothing_and_says_why() -> None:
    panel = AnalysisPanel("dwarf crags | thief city > 1")
    before = {**panel.content}
    for message in ({"type": "answer", "value": "evade"}, {"type": "change", "value": "elf city, has +"}):
        panel._handle_custom_msg(message, [])
        assert panel.content["refused"] and panel.content["refused_type"] == message["type"]
        same = {key: value for key, value in panel.content.items() if not key.startswith(("refused", "typed"))}
        assert same == {key: value for key, value in before.items() if not key.startswith(("refused", "typed"))}


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "monk weapons"), ("it", "monaco armi"), ("fr", "moine armes"), ("pl", "mnich broń")]
)
def test_rulings_are_searched_in_four_languages_and_one_is_shown_whole(lang: str, words: str) -> None:
    panel = RulingsPanel(words, lang=lang)
    assert "w10" in panel.found and not panel.content["whole"]
    panel.ruling = "w10"
    case = cases()["w10"]
    assert panel.case == case and panel.chosen == "ruling.w10" and panel.situation == case.played_text()
    whole = panel.content["whole"]
    assert whole["about"][0] == case.asks(lang) and any(
        case.decides(lang) in part["lines"] for part in whole["sections"]
    )
    panel.query = "qqqq"
    assert panel.found == () and panel.content["found"] == [] and panel.ruling == "w10", "what is read stays"


def test_all_rulings_are_there_before_anything_is_searched() -> None:
    panel = RulingsPanel()
    assert len(panel.found) == len(panel.content["found"]) + panel.content["left"] == len(cases())


def test_a_bench_follows_the_ruling_that_is_chosen() -> None:
    panel, bench = RulingsPanel(), AnalysisPanel()
    dlink((panel, "situation"), (bench, "situation"))
    for id in ("w3", "second-monk-gained-craft"):
        panel.ruling = id
        assert bench.situation == panel.situation == bench.analysis.text


def test_every_ruling_can_be_laid_out_on_a_bench() -> None:
    for id in RulingsPanel().found[::20]:
        assert Analysis.of(RulingsPanel(ruling=id).situation).text


def kept_in_a_notebook(shown: Any) -> dict[str, Any]:
    """What a notebook saves of what a cell shows, by MIME type."""
    return dict(DisplayFormatter().format(shown)[0])  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_is_shown_leaves_a_picture_and_a_text(lang: str) -> None:
    """Where no kernel runs, on a code host or after a shutdown, they stand for the widget; its view is there too."""
    game = table(lang=lang, cards="virtual", spells="hands")
    deck, workshop = DeckPanel("adventure", lang=lang, seed=1), Workshop("moles", lang=lang)
    deck.draw()
    workshop.handle({"type": "new", "key": "stranger", "value": "Tinker"})
    text = "dwarf crags | thief city > 1"
    widgets = [companion(game), companion("", lang), BoardPanel(game), SheetPanel(game, "Bruno"), JournalPanel(game),
               CardPanel("wolf", lang=lang), DicePanel(2, lang, dice=(3, 4)), deck, FightPanel(4, 6, lang=lang),
               RulingsPanel(lang=lang), RulingsPanel(lang=lang, ruling="w6"), AnalysisPanel(text, lang), workshop,
               CardGridPanel(lang=lang), LessonPanel("combat", lang), LessonPanel("graph", lang, 2),
               LessonNotesPanel("combat", lang), LessonWorkshop("bears", lang), ExampleGallery("w2", lang)]  # fmt: skip
    values = [game, play(text, lang), Analysis.of(text, lang), worked_example("w2", lang)]
    for shown in (*widgets, *values):
        kept = kept_in_a_notebook(shown)
        assert (VIEW in kept) == (shown in widgets), shown
        picture = ElementTree.fromstring(kept["image/svg+xml"])
        assert len(kept["image/svg+xml"].encode()) < LARGEST_KEPT and float(picture.attrib["width"]) > 200, shown
        assert not re.search(r"object at 0x|\w+\(\w+=", kept["text/plain"]), "no structure of Python"
        words = "".join(picture.itertext())
        told = [*filter(None, kept["text/plain"].split("\n"))][: 1 if shown in (widgets[5], workshop) else 3]
        assert shown is widgets[2] or all(line.split()[0] in words for line in told), shown
    held = [name_of(open_book(), spell, lang) for spell in game.state.players[1].spells]
    for shown in (game, widgets[0], widgets[3]):
        assert not [spell for spell in held if spell in str(kept_in_a_notebook(shown))], "what is hidden stays so"


def test_a_saved_notebook_becomes_a_page_with_the_pictures() -> None:
    """As `jupyter nbconvert --to html` and code hosts make it, which have no state of widgets."""
    outputs = [nbformat.v4.new_output("execute_result", kept_in_a_notebook(each))
               for each in (companion(table()), DicePanel(2, dice=(3, 4)), AnalysisPanel())]  # fmt: skip
    cells = [nbformat.v4.new_code_cell("shown", outputs=[output]) for output in outputs]
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=cells))
    pictures = [b64decode(each).decode() for each in re.findall(r"<img[^>]*data:image/svg\+xml;base64,([^\"]+)", page)]
    assert len(pictures) == 3 and "Ada · Dwarf" in pictures[0] and "3 + 4 = 7" in pictures[1]
    assert VIEW not in page, "nothing is fetched, and nothing is shown twice"


def test_parts_are_as_large_as_they_are_told() -> None:
    board, sheet = BoardPanel(table()), SheetPanel(table(), width=300, height="40vh")
    assert (board.height, board.layout.max_width) == ("80vh", "min(100%, 80vh)"), "a board keeps within the window"
    assert (sheet.layout.width, sheet.layout.height, sheet.layout.overflow) == ("300px", "40vh", "auto")
    sheet.width, sheet.height, board.height = "", "", 400
    assert (sheet.layout.width, sheet.layout.height, board.layout.max_width) == ("100%", None, "min(100%, 400px)")
    own = CardPanel("wolf", layout=Layout(width="200px"))
    assert own.layout.width == "200px" and own.layout.max_width is None, "a layout of one's own stays as it is"
    for wrong in ("wide", -3, True, "12 px;color:red"):
        with pytest.raises(TraitError, match=r"a number of pixels, or a length as '50%'"):
            sheet.height = wrong


def test_what_a_part_shows_is_observed_and_linked_in_the_browser_too() -> None:
    game, seen = table(cards="virtual"), list[str]()
    board, sheet, journal = BoardPanel(game), SheetPanel(game, "Ada"), JournalPanel(game, lines=3)
    fight, dice, bench, wall = FightPanel(4, 6), DicePanel(1, seed=1), AnalysisPanel(), LessonPanel("combat")
    for part, traits in ((board, "standing"), (sheet, "goods space counters"), (journal, "told"), (fight, "chances"),
                         (dice, "total dice"), (bench, "asked answers situation"), (wall, "page shows")):  # fmt: skip
        for trait in traits.split():
            assert trait in part.get_state(), "it is synced, so that `jslink` and marimo have it"
            part.observe(lambda change: seen.append(change["name"]), trait)
    game.correct(0, space="village", gold=3)
    game.change(Change("card", card="mule", origin="deck:adventure", to="seat:0"))
    for part in (board, sheet, journal):
        part.refresh()
    dice.roll()
    fight.yours, bench.situation = 5, "dwarf crags | thief city > 1"
    wall._handle_custom_msg({"type": "step"}, [])
    assert {*seen} == {"standing", "goods", "space", "counters", "told", "chances", "total", "dice", "asked", "answers",
                       "situation", "page", "shows"}  # fmt: skip
    assert board.standing == {"Ada": "village", "Bruno": "graveyard"} and sheet.goods == ("mule",)
    assert bench.answers == ("clockwise", "anticlockwise") and (wall.page, wall.shows) == (1, "situation")
    jslink((fight, "yours"), (IntSlider(), "value"))
    dlink((fight, "chances"), (shown := IntSlider(), "value"), lambda chances: chances["won"])
    assert shown.value == fight.chances["won"]
    for part, name, key in ((sheet, "counters", "life"), (board, "standing", "Ada"), (fight, "chances", "won")):
        with pytest.raises(TypeError, match="only shows this: change what it follows"):
            getattr(part, name)[key] = 9
        with pytest.raises(TraitError, match=f'"{name}" trait is read-only'):
            setattr(part, name, {})


def test_a_box_leaves_what_is_in_it() -> None:
    """Our boxes do, whatever boxes stand in them; of tabs the open one; of what is not ours its value."""
    game = table()
    tabs = Tab([SheetPanel(game, "Ada"), SheetPanel(game, "Bruno")], selected_index=1)
    shown = Row([BoardPanel(game), VBox([tabs, IntSlider(3, description="dice"), CardPanel("wolf")])])
    kept = kept_in_a_notebook(shown)
    picture = ElementTree.fromstring(kept["image/svg+xml"])
    assert VIEW in kept and "Bruno · Wizard" in kept["text/plain"] and float(picture.attrib["width"]) > 800
    assert "Ada · Dwarf" not in "".join(picture.itertext())
    assert "dice = 3" in "".join(picture.itertext()) and "dice = 3" in kept["text/plain"]
    assert "image/svg+xml" not in kept_in_a_notebook(Column([HTML("<b>none of ours</b>"), Output()]))
