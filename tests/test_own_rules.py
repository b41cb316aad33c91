"""Do house rules that a layer brings play, and are they told, offered, saved and checked as the program's are?"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from tables import PLAYERS, TWO, press

from talisman_nb.app import cli
from talisman_nb.cards.decode import CardError
from talisman_nb.model.bounds import OWN_CHOICES, OWN_RULES
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.panels.hosted.controller_choice import controller_for
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.house_rules import offered_rules
from talisman_nb.rules.layers import Layer, SetupError, layers_folder
from talisman_nb.rulings.cases import cases_of
from talisman_nb.rulings.edition_differences import differences
from talisman_nb.rulings.runner import run
from talisman_nb.table import HouseFileError, Table, save_house
from talisman_nb.table.house_files import read_house
from talisman_nb.text.house_rules import in_force, instead
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.screen.setup_values import Setup, Switch

RULES = """
[own.quick]
default = false
group = "spaces"
text = { en = "A molehill gives gold at once.", pl = "Kretowisko od razu daje złoto." }
off = { en = "A molehill gives nothing.", pl = "Kretowisko nic nie daje." }

[own.hoard]
default = 2
range = [1, 4]
text = "Gold of a molehill:"

[own.no_moles]
default = false
text = { pl = "Gramy bez Kreta." }
off = { pl = "Kret jest w talii." }
"""
CARDS = """
[molehill]
name = "Molehill"
type = "place"
visited = [{ op = "if", when = { rule = "own.quick" }, do = [
    { op = "gain", what = "gold", n = { rule = "own.hoard" } },
] }]

[mole]
name = "Mole"
type = "animal"
strength = 3
out_by = "own.no_moles"
"""
FILES = {"rules.toml": RULES, "adventure/cards.toml": CARDS, "layer.toml": '[layer]\nname = "Moles"\n'}
MOLES = Layer("moles", FILES)
HOUSE = {"own.quick": True, "own.hoard": 3, "own.no_moles": True}
TOLD = {
    "en": ["A molehill gives gold at once.", "Gold of a molehill: 3", "[pl] Gramy bez Kreta."],
    "it": ["[en] A molehill gives gold at once.", "Gold of a molehill: 3", "[pl] Gramy bez Kreta."],
    "fr": ["[en] A molehill gives gold at once.", "Gold of a molehill: 3", "[pl] Gramy bez Kreta."],
    "pl": ["Kretowisko od razu daje złoto.", "Gold of a molehill: 3", "Gramy bez Kreta."],
}
"""The three house rules on the screen of a table; what is not given in its language is marked."""
EDITIONS = ["revised4", "second"]


@pytest.fixture
def folder(own_home: Path) -> Path:
    """The layer, installed for the user."""
    found = layers_folder() / "moles"
    for path, text in FILES.items():
        (found / path).parent.mkdir(parents=True, exist_ok=True)
        (found / path).write_text(text, encoding="utf-8")
    return found


def book(edition: str = "second", house: dict[str, Any] | None = None, **texts: str) -> Book:
    return open_book([edition, Layer("moles", FILES | texts)], house)


# --- at a table ---


@pytest.mark.parametrize("edition", EDITIONS)
def test_they_play_are_told_and_open_again_without_the_layer(edition: str, folder: Path) -> None:
    table = Table.new(TWO, edition, HOUSE, layers=["moles"], name="Ours")
    controller = press(TableController(table), "2", "clockwise", "molehill")
    assert table.state.players[0].gold == open_book(edition).table["setup.gold"] + 3
    because = [why for line in TableController(table).screen().journal for why in line.why]
    assert "House rule: Molehill: A molehill gives gold at once." in because
    table.close()
    shutil.rmtree(folder)
    with Table.open("Ours") as again:
        assert again.settings.house == HOUSE and again.state == table.state
        controller = TableController(again)
        for lang in LANGUAGES:
            controller.lang = lang
            told = dict(zip(sorted(HOUSE), controller.screen().house, strict=True))
            for name, text in zip(HOUSE, TOLD[lang], strict=True):
                assert told[name].startswith("Mole") and told[name].endswith(f" {text}")
            assert all(instead(book_of(again.state.book), name, lang) for name in HOUSE)


@pytest.mark.parametrize("house", [{}, {"own.hoard": 4}, {"own.quick": False}])
def test_without_it_a_card_does_the_other_thing(house: dict[str, Any]) -> None:
    table = Table.new(TWO, "second", house, layers=[MOLES])
    press(TableController(table), "2", "clockwise", "molehill")
    assert table.state.players[0].gold == open_book("second").table["setup.gold"]


def test_a_card_is_taken_out_by_one() -> None:
    assert book().card("mole").facts.copies == 1 and book(house=HOUSE).card("mole").facts.copies == 0
    table = Table.new(TWO, "second", HOUSE, layers=[MOLES])
    assert "The Mole is not used in this game" in TableController(table).screen().journal[0].text


def test_a_deck_is_in_force_by_one() -> None:
    part = 'by = "own.no_moles"\npart_of = "adventure"\n'
    moles = f'[moles]\nname = "Moles"\ndrawn_at = ["ruins"]\n{part}takes = [{{ cards = ["mole"] }}]\n'
    texts = {"decks.toml": f'{moles}[others]\nname = "Others"\ndrawn_at = ["everywhere"]\n{part}'}
    assert "moles" not in book(**texts).decks and "moles" in book(house={"own.no_moles": True}, **texts).decks


def test_a_layer_above_changes_the_value_and_reads_it() -> None:
    trap = '[trap]\nname = "Trap"\ntype = "event"\nnumber = 1\nmet = [{ op = "if", when = WHEN, do = '
    texts = {
        "rules.toml": "[own]\nquick = true\nhoard = 4\n",
        "adventure/trap.toml": trap.replace("WHEN", '{ rule = "own.quick" }') + '[{ op = "miss" }] }]',
    }
    found = open_book(["second", MOLES, Layer("bolder", texts)])
    assert (found.usual["own.quick"], found.usual["own.hoard"]) == (True, 4)
    (told,) = in_force(open_book(found.edition, {"own.quick": False}), "en")
    assert told == "Molehill, Trap: A molehill gives nothing."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_a_card_tells_what_is_played(lang: str) -> None:
    assert "3" in str(page(book(house=HOUSE), "molehill", lang))
    assert str(page(book(), "molehill", lang)) != str(page(book(house=HOUSE), "molehill", lang))


# --- where house rules are chosen and told ---


def own_switches(form: Setup | None) -> dict[str, Switch]:
    return {one.key: one for one in form.switches if one.key.startswith("own.")} if form else {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_offers_them_with_the_layer_only(lang: str, folder: Path) -> None:
    panel = controller_for("", lang)
    assert not own_switches(panel.setup())
    panel.handle({"type": "layer", "key": "moles", "value": "true", "players": PLAYERS})
    found = own_switches(panel.setup())
    assert set(found) == set(HOUSE)
    assert [choice.label for choice in found["own.hoard"].choices] == ["1", "2", "3", "4"]
    assert found["own.quick"].text == TOLD[lang][0] and found["own.quick"].about == "Molehill"
    form = panel.setup()
    assert form is not None
    spaces = {one.group for one in form.switches if one.key == "switch.temple_life"}
    assert {found["own.quick"].group} == spaces != {found["own.hoard"].group}
    headings = [one.group for one in form.switches]
    assert len(set(headings)) == sum(one != before for one, before in zip(headings, ["", *headings], strict=False))
    for key, value in (("own.quick", "true"), ("own.hoard", "3"), ("own.hoard", "9")):
        panel.handle({"type": "switch", "key": key, "value": value, "players": PLAYERS})
    assert own_switches(panel.setup())["own.hoard"].value == "3"
    panel.handle({"type": "start", "players": PLAYERS, "parts": {}})
    assert panel.table is not None and panel.table.settings.house == {"own.quick": True, "own.hoard": 3}


def test_they_go_when_the_layer_does_and_come_with_the_same_people(folder: Path) -> None:
    panel = controller_for("", "en")
    panel.handle({"type": "layer", "key": "moles", "value": "true", "players": PLAYERS})
    panel.handle({"type": "switch", "key": "own.quick", "value": "true", "players": PLAYERS})
    panel.handle({"type": "layer", "key": "moles", "value": "false", "players": PLAYERS})
    form = panel.setup()
    assert form is not None and form.house == "no house rules"
    Table.new(TWO, "second", HOUSE | {"switch.temple_life": True}, layers=["moles"], name="Before").close()
    panel = controller_for("", "en")
    panel.handle({"type": "same-people", "players": PLAYERS})
    form = panel.setup()
    assert form is not None and form.house == "3 house rules", "edition and layer are those they played by"
    assert form.edition == "second" and [layer.key for layer in form.layers if layer.on] == ["moles"]


def test_a_file_of_house_rules_keeps_them(folder: Path) -> None:
    mine = open_book("second+moles", HOUSE)
    path = save_house("friday", mine)
    assert read_house("friday", open_book("second+moles")) == (HOUSE, ())
    assert "Gramy bez Kreta" in path.read_text(encoding="utf-8")
    assert Table.new(TWO, "second", "friday", layers=["moles"]).settings.house == HOUSE
    with pytest.raises(HouseFileError, match=r"\[own\] quick is not a house rule"):
        Table.new(TWO, "second", "friday")
    path.write_text("[own]\nhord = 3\n", encoding="utf-8")
    with pytest.raises(HouseFileError, match=r"\[own\] hord is not a .*Did you mean \[own\] hoard"):
        Table.new(TWO, "second", "friday", layers=["moles"])
    path.write_text("[own]\nhoard = 5\n", encoding="utf-8")
    with pytest.raises(HouseFileError, match=r"\[own\] hoard can't be 5\. Possible: 1–4"):
        Table.new(TWO, "second", "friday", layers=["moles"])


def test_wrong_values_of_a_table_are_refused() -> None:
    for house in ({"own.quick": 1}, {"own.hoard": 5}, {"own.hord": 2}):
        with pytest.raises(SetupError):
            Table.new(TWO, "second", house, layers=[MOLES])


def test_a_situation_names_them() -> None:
    open_book(["second", MOLES])
    text = "edition second+moles | house own.quick=true own.hoard=4 | dwarf crags | thief city"
    assert book_of(situation(text).book).house == {"own.quick": True, "own.hoard": 4}
    assert "own.hoard=4" in situation_text(situation(text))


CASE = """
[mole-gold]
question = "Does a molehill give gold?"
decision = "Where the table plays so."
rules = ["meet.strangers"]
situation = "house own.quick=true own.hoard=4 | dwarf crags | thief city"
steps = [{ do = ["2", "clockwise", "molehill"], then = { seats = { 0 = { gold = 5 } } } }]
"""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ruling_of_the_layer_plays_with_them(edition: str) -> None:
    mine = book(edition, **{"rulings/moles.toml": CASE})
    assert run(cases_of(mine)["mole-gold"]).ok
    with pytest.raises(CardError, match=r"\[mole-gold\]: .*own\.hoard can't be 9: expected 1–4"):
        cases_of(book(edition, **{"rulings/moles.toml": CASE.replace("hoard=4", "hoard=9")}))


def test_one_whose_cards_a_layer_above_removes_is_not_offered() -> None:
    gone = Layer("gone", {"adventure/cards.toml": "[molehill]\ngone = true\n"})
    assert {*offered_rules(open_book(["second", MOLES, gone]))} & {*HOUSE} == {"own.no_moles"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_signs_of_phrases_in_a_sentence_mean_nothing(lang: str) -> None:
    odd = book(house=HOUSE, **{"rules.toml": RULES.replace("Gold of a molehill:", "[{n}] | <b>{text}")})
    assert any(told.endswith("[{n}] | <b>{text} 3") for told in in_force(odd, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_editions_are_compared_with_them_either_way_round(lang: str) -> None:
    mine = book().edition
    told = [str(differences(*pair, lang)) for pair in ((mine, "second"), ("second", mine))]
    sentence = "Kretowisko nic nie daje." if lang == "pl" else "A molehill gives nothing."
    assert all(sentence in text and "Gold of a molehill: 2" in text for text in told)


def test_the_command_tells_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["layers", "moles", "--lang", "pl"]) == 0
    told = capsys.readouterr().out
    assert "own.quick  Kretowisko od razu daje złoto." in told and "own.hoard  Gold of a molehill:" in told


def test_a_doubt_names_one() -> None:
    doubts = '[doubt.mole.strength]\nsure = "memory"\nstanding = "open"\nswitches = ["own.quick"]\nen = "4?"\n'
    found = book(**{"doubts.toml": doubts})
    assert next(one for one in offered_rules(found) if one == "own.quick")
    with pytest.raises(CardError, match=r"expected a house rule, got 'own.quik' \(did you mean \"own.quick\"\?\)"):
        book(**{"doubts.toml": doubts.replace("own.quick", "own.quik")})


# --- what is wrong ---

GOOD = '[own.quick]\ndefault = false\ntext = "Quick."\noff = "Slow."\n'
NUMBER = '[own.quick]\ndefault = 2\nrange = [0, 3]\ntext = "So quick:"\n'
READS = (
    '[feast]\nname = "Feast"\ntype = "event"\nnumber = 1\nmet = [{ op = "if", when = WHEN, do = [{ op = "miss" }] }]'
)
CARD = READS.replace("WHEN", '{ rule = "own.quick" }')
HERE = r"mine/rules\.toml: \[own\.quick\]"
WRONG = [
    ("[own.quick]\ndefault = true\n", CARD, rf"{HERE} text: missing, expected a text of at most 200 letters"),
    (GOOD.replace('text = "Quick."', 'text = " "'), CARD, rf"{HERE} text: expected a sentence on one line, got ' '"),
    (GOOD.replace('off = "Slow."', ""), CARD, rf"{HERE} off: expected a sentence on one line, got ''"),
    (GOOD.replace('"Slow."', "{ }"), CARD, rf"{HERE} off: expected a sentence on one line"),
    (GOOD.replace('"Slow."', r'"Slow.\nly"'), CARD, rf"{HERE} off: expected a sentence on one line, got"),
    (GOOD.replace('"Slow."', '{ de = "Nein." }'), CARD, rf"{HERE} off: expected en or it or fr or pl, got 'de'"),
    (GOOD.replace("Slow", "o" * 201), CARD, rf"{HERE} off: expected a text of at most 200 letters"),
    (GOOD.replace("false", '"no"'), CARD, rf"{HERE} default: expected true or false or a whole number from 0 to 99"),
    (f"{GOOD}rnage = [0, 1]\n", CARD, rf'{HERE} rnage: unknown key \(did you mean "range"\?\)'),
    (f"{GOOD}range = [0, 1]\n", CARD, rf"{HERE} range: only a number has one, and default is false"),
    (
        f'{GOOD}group = "tunr"\n',
        CARD,
        rf"{HERE} group: expected one of shorter, characters, .* \(did you mean \"turn\"\?\)",
    ),
    (GOOD.replace("own.quick", 'own."Qu ick"'), CARD, r"\[own\.Qu ick\]: expected a name of small letters, digits"),
    (GOOD.replace("own.quick", f"own.{'q' * 41}"), CARD, r"\]: expected a name of small letters.* at most 40 long"),
    (NUMBER.replace("range = [0, 3]", ""), CARD, rf"{HERE} range: missing, expected the lowest and the highest"),
    (NUMBER.replace("[0, 3]", "[3, 0]"), CARD, rf"{HERE} range: expected a lower and a higher number"),
    (NUMBER.replace("[0, 3]", f"[0, {OWN_CHOICES}]"), CARD, rf"{HERE} range: .*at most {OWN_CHOICES} in all"),
    (NUMBER.replace("[0, 3]", "[0, 100]"), CARD, rf"{HERE} range\[1\]: expected a whole number from 0 to 99"),
    (NUMBER.replace("default = 2", "default = 4"), CARD, rf"{HERE} default: expected a number from 0 to 3, got 4"),
    (f'{NUMBER}off = "Slow."\n', CARD, rf"{HERE} off: a number has no such sentence"),
    (GOOD, "", rf'{HERE}: nothing reads it, expected {{ rule = "own.quick" }} in a definition'),
    ("[own]\nquick = true\n", "", rf"{HERE}: no layer below brings it; a new one is a table with default and text"),
    ("own = 3\n", "", r"mine/rules\.toml: \[own\]: expected a table of figures, got 3"),
    (GOOD, READS.replace("WHEN", '{ rule = "own.quik" }'), r'\[feast\] met\[0\]\.when\.rule.*did you mean "own.quick"'),
    (GOOD, f'{CARD}\n[wolf]\nlike = "wolf"\nout_by = "own.quik"', r'\[wolf\] out_by: .*did you mean "own.quick"'),
    (NUMBER, READS.replace("WHEN", '{ all = [] }, n = { rule = "own.quick" }'), r"\[feast\]"),
    (
        NUMBER,
        CARD.replace('{ op = "miss" }', '{ op = "roll", into = "n", for = "move", dice = { rule = "own.quick" } }'),
        r"\[feast\] met\[0\]\.do\[0\]\.dice: expected 1 to 4 dice, got 0",
    ),
    ("".join(GOOD.replace("quick", f"quick_{n}") for n in range(OWN_RULES + 1)), CARD, f"at most {OWN_RULES} house"),
]


@pytest.mark.parametrize(("rules", "card", "said"), WRONG)
def test_what_is_wrong_is_told_with_layer_file_and_table(rules: str, card: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["second", Layer("mine", {"rules.toml": rules, "adventure/cards.toml": card})])


def test_two_layers_bring_no_rule_of_one_name() -> None:
    again = Layer("again", {"rules.toml": GOOD})
    with pytest.raises(CardError, match=r"again/rules\.toml: \[own\.quick\]: moles brings it already"):
        open_book(["second", MOLES, again])
    with pytest.raises(CardError, match=r"again/rules\.toml: \[own\.qick\]: no layer .*did you mean \"own.quick\""):
        open_book(["second", MOLES, Layer("again", {"rules.toml": "[own]\nqick = true\n"})])
    with pytest.raises(CardError, match=r"again/rules\.toml: \[own\] hoard: expected 1–4, got 9"):
        open_book(["second", MOLES, Layer("again", {"rules.toml": "[own]\nhoard = 9\n"})])
