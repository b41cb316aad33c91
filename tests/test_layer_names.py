"""Does what a layer names count: regions, questions, rolls, forms, in one language or several?"""

from __future__ import annotations

import pytest

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask, step
from talisman_nb.model import Answer, Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import book_of, open_book
from talisman_nb.rules.layers import Layer, register
from talisman_nb.table import Table
from talisman_nb.text.events import hands, say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.questions.question import question

OWL = """
[owl-king]
name = { en = "Owl King", pl = "Król Sów" }
type = "stranger"
visited = [
    { op = "choose", optional = true, purpose = "owl-king", options = [
        { key = "riddle", name = "Answer the riddle", do = [
            { op = "roll", for = "riddle", into = "die" },
            { op = "table", by = "die", rows = [
                { from = 1, to = 3, do = [{ op = "become", form = "owl" }] },
                { from = 4, to = 6, do = [{ op = "gain", what = "gold", n = 2 }] },
            ] },
        ] },
    ] },
]
"""
FORM = """
[owl]
name = { en = "Owl", pl = "Sowa" }
turns = 2
mods = [{ mod = "cannot", act = "take_object" }]
"""
FILES = {
    "adventure/owl.toml": OWL,
    "form/owl.toml": FORM,
    "names/en.toml": '[question]\nowl-king = "{source}: does {who} answer?"\n[roll]\nriddle = "the riddle"\n',
    "names/pl.toml": '[question]\nowl-king = "{source}: czy {who} odpowiada?"\n',
}
MET = "edition second + owls | dwarf crags | thief city > 2 > clockwise > owl-king"


CELLARS = (
    """
like = "second"
[board.region.cellars]
move = "die"
"""
    + "".join(
        f'[space.vat-{n}]\nname = "Vat"\nregion = "cellars"\nring = {n - 1}\ngrid = [{row}, {column}]\ndraw = 1\n'
        for n, (row, column) in enumerate(((8, 0), (8, 1), (9, 1), (9, 0)), 1)
    )
    + '[[edge]]\nfrom = "ruins"\nto = "vat-1"\nkind = "bridge"\n'
)
"""A region of four spaces in a ring, which hangs on the Ruins."""


def owls(**changed: str | None) -> Layer:
    """The layer, with files changed or left out; paths have `__` for what no keyword has."""
    files: dict[str, str | None] = {
        **FILES,
        **{path.replace("__", "/") + ".toml": text for path, text in changed.items()},
    }
    return Layer("owls", {path: text for path, text in files.items() if text is not None})


def met() -> State:
    register(owls())
    return situation(MET)


def answered(state: State, *keys: str) -> tuple[State, list[Event]]:
    told: list[Event] = []
    for key in keys:
        state, events = step(state, Answer(state.ply, key))
        told += events
    return state, told


# --- questions and rolls ---


@pytest.mark.parametrize(
    ("lang", "asked", "rolled"),
    [
        ("en", "Owl King: does Dwarf answer?", "the riddle"),
        ("it", "[en] Owl King: does Dwarf answer?", "[en] the riddle"),
        ("pl", "Król Sów: czy Krasnolud odpowiada?", "[en] the riddle"),
    ],
)
def test_a_question_and_a_roll_have_the_words_of_the_layer(lang: str, asked: str, rolled: str) -> None:
    state = met()
    told = question(state, ask(state), lang)
    named = str(told.who.name) if told.who else ""
    assert told.headline == asked.replace("Dwarf" if lang != "pl" else "Krasnolud", named)
    state, _ = answered(state, "riddle")
    assert rolled in question(state, ask(state), lang).headline


def test_their_page_tells_the_roll_in_words_of_the_layer() -> None:
    book = book_of(met().book)
    assert "Answer the riddle" in str(page(book, "owl-king", "en"))
    for lang in LANGUAGES:
        assert page(book, "owl-king", lang).title == ("Król Sów" if lang == "pl" else "Owl King")


# --- forms ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_of_ones_own_is_entered_told_and_ended(lang: str) -> None:
    state, told = answered(met(), "riddle", "2")
    assert state.players[0].form == "owl" and state.players[0].form_left == 2
    name = "Sowa" if lang == "pl" else "Owl"
    became = next(event for event in told if event.kind == "became")
    assert name in say_event(state, became, lang) and "2" in say_event(state, became, lang)
    assert any(name in line for line in hands(state, told, lang))
    assert any(name in line for line in page(book_of(state.book), "owl-king", lang).sections[0].lines)


def test_a_form_of_ones_own_is_told_on_every_screen_until_it_ends() -> None:
    table = Table.new({"Ada": "dwarf", "Bruno": "thief"}, "second", layers=[owls()], seed=1)
    table.correct(0, form="owl")
    controller, seen = TableController(table), 0
    for n in range(80):
        controller.lang = LANGUAGES[n % 4]
        screen = controller.screen()
        if table.ask.kind == "over" or not table.state.players[0].form:
            break
        seen += any(name in sheet.state for name in ("Owl", "Sowa") for sheet in screen.sheets)
        assert seen == n + 1
        table.answer(table.ask.open()[0], max(table.ask.seat, 0))
    assert not table.state.players[0].form


# --- regions ---


def test_a_region_has_the_name_that_the_layer_gives() -> None:
    named = {"names/en.toml": '[region]\ncellars = "Cellars"\n', "names/pl.toml": '[region]\ncellars = "Piwnice"\n'}
    book = open_book(["second", Layer("cellars", {"board.toml": CELLARS, **named})])
    assert "Cellars" in str(page(book, "space.vat-1", "fr")) and "Piwnice" in str(page(book, "space.vat-1", "pl"))
    with pytest.raises(CardError) as refused:
        open_book(["second", Layer("cellars", {"board.toml": CELLARS})])
    assert str(refused.value).count("\n") == 0, "told once, not for each space"
    for said in ("cellars/board.toml: [board.region.cellars]", 'names/en.toml (or it, fr, pl): [region] cellars = "…"'):
        assert said in str(refused.value)


def test_a_space_is_called_in_every_language_that_the_layer_has() -> None:
    named = {"names/en.toml": '[region]\ncellars = "Cellars"\n', "names/pl.toml": '[space]\nvat-1 = "Kad\u017a"\n'}
    book = open_book(["second", Layer("cellars", {"board.toml": CELLARS, **named})])
    names = [page(book, "space.vat-1", lang).title for lang in LANGUAGES]
    assert names == ["Vat", "Vat", "Vat", "Kad\u017a"]


# --- words ---


def test_words_of_a_card_in_one_language_are_marked_as_such_in_the_others() -> None:
    card = '[drip]\nname = "Drip"\ntype = "stranger"\nwords = { pl = "Kapie z sufitu." }\n'
    book = open_book(["second", Layer("drips", {"adventure/drip.toml": card})])
    assert "[pl] Kapie z sufitu." in str(page(book, "drip", "en"))
    assert "[pl]" not in str(page(book, "drip", "pl"))


# --- mistakes ---


def test_what_a_layer_stands_on_and_is_not_there_is_told_in_its_own_file() -> None:
    register(Layer("adrift", {"layer.toml": '[layer]\nover = "secnd"\n'}))
    said = (
        r"adrift/layer\.toml: \[layer\] over: expected an edition or layer, got 'secnd' \(did you mean \"second\"\?\)"
    )
    with pytest.raises(CardError, match=said):
        open_book("adrift")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"names__en": "[roll]\nriddle = 'a'", "names__pl": None},
            r"owls/adventure/owl\.toml: \[owl-king\] visited.*purpose: expected one that has words, got 'owl-king'.*"
            r"names/en\.toml \(or it, fr, pl\): \[question\] owl-king = ",
        ),
        ({"names__en": None}, r"owl\.toml: .*\.for: expected what a roll is for, got 'riddle'.*\[roll\] riddle"),
        (
            {"names__it": '[question]\nowl-king = "{whom}?"'},
            r"names/it\.toml: \[question\] owl-king: expected no places but \{who\}, \{other\}, \{source\}, got 'whom'",
        ),
        ({"names__it": '[question]\nowl-king = "{who:the}?"'}, r"expected no places but"),
        ({"names__it": '[question]\nowl-king = "{who?"'}, r"expected no places but"),
        ({"names__it": '[roll]\nriddle = "{who}"'}, r"names/it\.toml: \[roll\] riddle: expected plain text, got 'who'"),
        ({"names__it": '[roll]\nriddle = "a [b]"'}, r"expected plain text, without square brackets"),
        ({"form__owl": None}, r"owls/adventure/owl\.toml: .*\.form: expected a form, got 'owl'"),
        (
            {"adventure__owl": OWL.replace('name = "Answer the riddle", ', "")},
            r"expected an option that has words, got 'riddle'; name = \"…\" beside the key",
        ),
        ({"form__owl": FORM.replace("name", "# name")}, r"owls/form/owl\.toml: \[owl\]: .*add name ="),
        (
            {"adventure__owl": OWL + 'met = [{ op = "attack", foes = [{ name = "bear", strength = 2 }], as = "won" }]'},
            r"\[owl-king\] met\[0\]\.as: nothing reads the variable 'won'",
        ),
        (
            {"form__owl": FORM.replace("pl =", "de =")},
            r"owls/form/owl\.toml: \[owl\] name: expected \"en\" or \"it\" or \"fr\" or \"pl\", got 'de'",
        ),
        (
            {
                "adventure__owl": OWL.replace(
                    'do = [{ op = "become"',
                    'do = [{ op = "if", when = { always = true }, '
                    'do = [], else = [{ op = "become", form = "owls" }] }, { op = "become"',
                )
            },
            r"rows\[0\]\.do\[0\]\.else\[0\]\.form: expected a form, got 'owls'",
        ),
    ],
)
def test_what_has_no_words_is_told_with_what_to_write(files: dict[str, str | None], said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["second", owls(**files)])
