"""Do layers add, change and remove, are their mistakes named, and do a group's own cards play at a saved table?"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from talisman_nb import play
from talisman_nb.app import cli
from talisman_nb.cards.decode import CardError
from talisman_nb.cards.text_keys import TextKeys, text_keys
from talisman_nb.model.bounds import LAYERS
from talisman_nb.notation.situation import situation_text
from talisman_nb.panels.setup.setup_form import SettingUp
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules import book as books
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import (
    Layer,
    SetupError,
    installed_layers,
    layer_from,
    layers_folder,
    register,
    specify,
    stack,
)
from talisman_nb.table import Table
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.phrases import load_phrases

CARDS = """
[were-mole]
name = "Were-mole"
type = "monster"
strength = 3

[molehill]
name = { pl = "Kretowisko", en = "Molehill" }
type = "place"
visited = [
    { op = "choose", options = [
        { key = "dig-deep", name = { en = "Dig deep", fr = "Creuser" }, do = [{ op = "gain", what = "gold", n = 2 }] },
        { key = "call", name = "Call the king", do = [
            { op = "attack", foes = [{ name = "mole-king", called = "Mole King", strength = 5 }] },
        ] },
    ] },
]

[mole-skin]
name = "Mole skin"
type = "object"
held = [{ mod = "action", key = "hide", name = "hide below", at = ["own_turn"], do = [
    { op = "heal", what = "life", most = 1 },
    { op = "discard", card = "this" },
] }]

[wolf]
like = "wolf"
strength = 4

[siren]
gone = true
"""
FOLDER = {
    "layer.toml": '[layer]\nname = { en = "Mole cards", it = "Carte delle talpe" }\n',
    "adventure/cards.toml": CARDS,
    "character/characters.toml": '[mole-rider]\nlike = "dwarf"\nname = "Mole rider"\nstrength = 4\n',
}
"""A character, three cards, a changed Wolf and a removed Siren."""


@pytest.fixture
def mole_cards(own_home: Path) -> Path:
    """The folder, installed for the user."""
    folder = layers_folder() / "mole-cards"
    for path, text in FOLDER.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def layer(text: str, path: str = "adventure/cards.toml", name: str = "mine") -> Layer:
    return Layer(name, {path: text})


# --- merging ---


@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_a_layer_adds_changes_and_removes(edition: str, mole_cards: Path) -> None:
    below, book = open_book(edition), open_book([edition, "mole-cards"])
    assert {*book.definitions} - {*below.definitions} == {
        "were-mole",
        "molehill",
        "mole-skin",
        "character.mole-rider",
    }
    assert {*below.definitions} - {*book.definitions} == {"siren"}
    assert book.card("wolf").facts.strength == 4 and book.card("wolf").facts.type == below.card("wolf").facts.type
    assert book.layer_of("wolf") == "mole-cards" and book.layer_of("bear") == below.layer_of("bear")


def test_the_later_layer_wins() -> None:
    layers = [layer(f"[wolf]\nlike = 'wolf'\nstrength = {n}", name=f"wolf-{n}") for n in (5, 6)]
    assert open_book(["revised4", *layers]).card("wolf").facts.strength == 6
    assert open_book(["revised4", *reversed(layers)]).card("wolf").facts.strength == 5


def test_a_layer_changes_figures_programs_and_the_board() -> None:
    mine = Layer("mine", {
        "rules.toml": "[toad]\nturns = 5",
        "programs/end.toml": '[one_spell]\nlike = "one_spell"\ndo = []',
        "board.toml": 'like = "revised4"\n[space.ruins]\ndraw = 3',
    })  # fmt: skip
    book = open_book(["revised4", mine])
    assert book.table["toad.turns"] == 5 and book.board.space("ruins").draw == 3
    assert book.card("turn.one_spell").blocks["do"] == ()
    assert open_book().board.space("ruins").draw == 2, "the edition below is as it was"


def test_an_edition_stands_on_another_wherever_it_is_named() -> None:
    assert [each.name for each in stack("second")] == ["revised4", "second"]
    assert [each.name for each in stack("revised4+second")] == ["revised4", "second"]
    register(layer("[siren]\ngone = true", name="quiet"))
    assert [each.name for each in stack("quiet")] == ["revised4", "quiet"]


def test_opening_the_same_layers_gives_the_same_book_and_changed_ones_another() -> None:
    first = open_book(["revised4", layer("[siren]\ngone = true")])
    assert open_book(["revised4", layer("[siren]\ngone = true")]) is first
    assert open_book(["revised4", layer("[devil]\ngone = true")]).id != first.id


# --- mistakes ---


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[wolf]\ntype = "animal"', r"mine/adventure/cards\.toml: \[wolf\] is in revised4/.* write like = 'wolf'"),
        ('[wulf]\nlike = "wulf"', r"\[wulf\] like: the layers below have no 'wulf' \(did you mean \"wolf\"\?\)"),
        ("[wulf]\ninstead = true", r"\[wulf\] instead: the layers below have no 'wulf'"),
        ("[wulf]\ngone = true", r"\[wulf\] gone: the layers below have no 'wulf'"),
        ("[wolf]\ngone = true\nstrength = 2", r"\[wolf\] strength: what is gone has nothing else"),
        ('[wolf]\nlike = "wolf"\nwithout = ["strenth"]', r"without: \[wolf\] has no 'strenth' \(did you mean \"stre"),
        ('[wolf]\nwithout = ["strength"]\ninstead = true', r"\[wolf\] without: goes with like"),
        ('[wolf]\nlike = "bear"', r"\[wolf\] like: it is in .* already, so expected 'wolf'"),
        ("wolf = 3", r"\[wolf\]: expected a table, got 3"),
        ('[wolf]\nlike = "wolf"\nstrength = 200', r"mine/adventure/cards\.toml: \[wolf\] strength: expected a whole"),
        ('[mole]\ntype = "animal"\nstrength = 1', r'\[mole\]: the catalogues of names .* add name = "…"'),
        ('[mole]\nname = "Mole"\ntype = "animal"\nstrength = 1\nmet = [{ op = "compare" }]', r"is a step of the turn"),
        (
            "[mole]\nname = 'Mole'\ntype = 'animal'\nstrength = 1\nmet = [" + "{ op = 'miss' }," * 101 + "]",
            "at most 100",
        ),
    ],
)
def test_a_mistake_names_layer_file_card_and_place(text: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer(text)])


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("adventures/cards.toml", r"mine/adventures/cards\.toml: nothing reads .*did you mean \"adventure\""),
        ("boards.toml", r"mine/boards\.toml: nothing reads .*did you mean \"board\.toml\""),
        ("names/de.toml", r"mine/names/de\.toml: expected one of en\.toml"),
    ],
)
def test_a_file_that_nothing_reads_is_named(path: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        open_book(["revised4", layer("", path)])


@pytest.mark.parametrize("name", ["My Cards", "a+b", "../x", "second", ""])
def test_a_layer_has_a_plain_name_of_its_own(name: str) -> None:
    with pytest.raises(CardError):
        register(layer("", name=name))


ODD = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a device or socket": lambda path: path.symlink_to("/dev/zero"),
    "can't be read": lambda path: path.symlink_to("nowhere"),
    "can't be read:": lambda path: path.symlink_to(path),
    "at most 500000 letters": lambda path: path.open("wb").truncate(3 * 10**9),
    "lists and tables at most 24 deep": lambda path: path.write_text(".".join("a" * 50_000) + " = 1"),
}
"""What else may stand in the place of a file, by what is said of it."""
OF_POSIX = ("a pipe", "a device or socket", "can't be read", "can't be read:")
"""Those that Windows has not, or for administrators alone."""


@pytest.mark.parametrize("said", [said for said in ODD if os.name == "posix" or said not in OF_POSIX])
def test_what_is_no_file_of_text_is_told_at_once_and_hides_nothing_else(
    said: str, mole_cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ODD[said](mole_cards / "layer.toml" if "deep" in said else mole_cards / "adventure" / "x.toml")
    if "deep" not in said:
        (mole_cards / "layer.toml").unlink()
    shutil.copytree(mole_cards / "character", layers_folder() / "riders" / "character")
    with pytest.raises(CardError, match=f"mole-cards/.*{said}"):
        open_book("revised4+mole-cards")
    form = SettingUp("en")
    moles, riders = form.form().layers
    assert (moles.name, riders.name, riders.wrong) == ("mole-cards", "riders", "")
    assert said.removesuffix(":") in moles.wrong
    form.tick("mole-cards", True)
    form.tick("riders", True)
    assert form.edition == "revised4+riders"
    assert cli.main(["layers"]) == 0
    assert re.search(rf"mole-cards  .*{said}.*\nriders\n", capsys.readouterr().out)


def test_the_form_opens_where_the_folder_of_layers_is_closed(mole_cards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(folder: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(Path, "iterdir", closed)
    assert installed_layers() == ()
    with pytest.raises(CardError, match="mole-cards/: this folder can't be opened: Permission denied"):
        layer_from(mole_cards)


def test_an_operation_without_words_is_told_where_the_layer_is_checked(
    mole_cards: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has written a new operation, and forgets its phrase, would learn it from the card's page alone."""
    wins = '[mole-crown]\nname = "Mole crown"\ntype = "place"\nvisited = [{ op = "win" }]'
    (mole_cards / "adventure" / "crown.toml").write_text(wins)
    assert cli.main(["layers", "mole-cards"]) == 0
    keys = text_keys()
    monkeypatch.setattr(
        books, "text_keys", lambda: TextKeys(keys.names, keys.rules, lambda topic: keys.phrases(topic) - {"win"})
    )
    books._open.cache_clear()
    assert cli.main(["layers", "mole-cards"]) == 2
    said = "[mole-crown] visited[0].op: 'win' has no words, expected a phrase \"win\" in text/phrases/*/operations.toml"
    assert said in capsys.readouterr().err


def test_an_unknown_layer_is_told_with_the_nearest(mole_cards: Path) -> None:
    with pytest.raises(SetupError, match='did you mean "mole-cards"'):
        open_book("revised4+mole-card")
    with pytest.raises(CardError, match="expected the folder of a layer"):
        layer_from(mole_cards / "nothing")


def test_too_many_layers_are_refused() -> None:
    many = [layer("", "names/en.toml", f"layer-{n}") for n in range(LAYERS + 1)]
    with pytest.raises(SetupError, match=f"at most {LAYERS}"):
        open_book(many)


# --- names ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_is_told_in_four_languages_with_names_in_one(lang: str, mole_cards: Path) -> None:
    book = open_book(["second", "mole-cards"])
    told = {
        key: page(book, key, lang) for key in ("were-mole", "molehill", "mole-skin", "character.mole-rider", "wolf")
    }
    assert told["molehill"].title == ("Kretowisko" if lang == "pl" else "Molehill")
    assert "Mole King" in str(told["molehill"]) and "ide below" in str(told["mole-skin"])
    made, changed = told["were-mole"].sections[-1].lines, told["wolf"].sections[-1].lines
    name = "Carte delle talpe" if lang == "it" else "Mole cards"
    assert len(made) == 1 and name in made[0] and name in changed[0] and made != changed


def test_a_layer_renames_a_card_of_the_edition() -> None:
    book = open_book(["revised4", layer('[card]\nwolf = "Grey wolf"', "names/en.toml")])
    assert page(book, "wolf", "en").title == "Grey wolf" and page(book, "wolf", "fr").title == "Loup"
    assert page(open_book(), "wolf", "en").title == "Wolf"


# --- playing ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_of_ones_own_plays_at_a_saved_table(lang: str, mole_cards: Path) -> None:
    players = {"Ada": "mole-rider", "Bruno": "thief", "Carla": "elf"}
    dice, virtual = random.Random(LANGUAGES.index(lang)), {"dice": "virtual", "cards": "virtual", "spells": "known"}
    table = Table.new(players, "second", layers=["mole-cards"], name=f"Moles {lang}", lang=lang, **virtual)  # type: ignore[arg-type]
    controller, seen = TableController(table), set()
    for _ in range(400):
        if table.ask.kind == "over":
            break
        open_ = [key for key in table.ask.open() if key not in ("own", "empty")]
        own = [key for key in open_ if "mole" in key or key in ("dig-deep", "call")]
        table.answer(dice.choice(own or open_), max(table.ask.seat, 0))
        seen |= {choice.label for choice in controller.screen().question.options}
    state = table.state
    table.close()
    shutil.rmtree(mole_cards)
    with Table.open(f"Moles {lang}") as again:
        assert again.state == state, "the file has the layer, though the folder is gone"
        assert again.settings.edition == "second+mole-cards"


def test_a_table_goes_on_with_the_layer_it_was_begun_with(mole_cards: Path) -> None:
    table = Table.new({"Ada": "mole-rider", "Bruno": "thief"}, layers=["mole-cards"], name="Stronger")
    state = table.answer("3").state if hasattr(table.answer("3"), "state") else table.state
    table.close()
    (mole_cards / "character" / "characters.toml").write_text(
        "[mole-rider]\nlike = 'dwarf'\nname = 'X'\nstrength = 9\n"
    )
    with Table.open("Stronger") as again:
        assert again.state == state and again.state.players[0].strength != 9
    assert open_book("revised4+mole-cards").card("character.mole-rider").facts.strength == 9


def test_a_situation_names_layers(mole_cards: Path) -> None:
    text = "edition second + mole-cards | mole-rider crags | thief city"
    found = play(text)
    assert situation_text(found.state) == text
    assert found.answer(2, "clockwise", "were-mole").open == ("fight",)


def test_the_form_offers_the_layers_that_are_installed(mole_cards: Path) -> None:
    form = SettingUp("it")
    assert [layer.name for layer in form.form().layers] == ["Carte delle talpe"]
    form.tick("mole-cards", True)
    assert form.edition == "revised4+mole-cards" and "mole-rider" in {each.key for each in form.form().figures}
    form.choose("edition", "second")
    assert form.edition == "second+mole-cards"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_layer_that_cannot_be_used_is_not_chosen_on_the_form(mole_cards: Path, lang: str) -> None:
    (mole_cards / "adventure" / "cards.toml").write_text("[wolf]\nstrength = 4\n")
    form = SettingUp(lang)
    form.tick("mole-cards", True)
    (moles,) = form.form().layers
    assert form.edition == "revised4" and not moles.on and "mole-cards/adventure/cards.toml: [wolf]" in moles.wrong
    introduced = load_phrases(lang).say("mistakes", "definition", reason="").rstrip()
    assert (introduced in moles.wrong) == (lang != "en") and "\n" not in moles.wrong


def test_a_card_that_is_gone_while_a_program_still_holds_it_does_no_harm() -> None:
    cards = """
[bonfire]
name = "Bonfire"
type = "event"
number = 1
met = [
    { op = "each", of = "your.goods", as = "card", do = [
        { op = "drop", card = "card" }, { op = "discard", card = "card" }, { op = "drop", card = "card" },
        { op = "take", card = "card" },
    ] },
]
"""
    mine = specify(layer(cards, name="fires"))
    after = play(f"edition revised4 + {mine} | dwarf crags, has sword mule axe | thief city").answer(
        2, "clockwise", "bonfire"
    )
    assert after.state.players[0].goods == ()


@pytest.mark.parametrize("when", ["{ you = 1 }", "{ fate = 1 }", "{ all = [{ you = 1 }] }"])
@pytest.mark.parametrize(
    "where",
    [
        'type = "event"\nnumber = 1\nmet = [{ op = "if", when = WHEN, do = [{ op = "miss" }] }]',
        'type = "object"\nheld = [{ mod = "add", to = "craft", n = 1, when = WHEN }]',
        'type = "object"\nheld = [{ mod = "action", key = "ab", name = "x", at = ["own_turn"], '
        'when = WHEN, do = [{ op = "miss" }] }]',
        'type = "event"\nnumber = 1\nmet = [{ op = "repeat", at_most = 2, while = WHEN, do = [{ op = "miss" }] }]',
        'type = "event"\nnumber = 1\nmet = [{ op = "choose", options = [{ key = "ab", name = "x", when = WHEN, '
        'do = [{ op = "miss" }] }] }]',
    ],
)
def test_an_unknown_condition_is_told_with_those_there_are(where: str, when: str) -> None:
    text = f'[feast]\nname = "Feast"\n{where.replace("WHEN", when)}'
    with pytest.raises(CardError, match=r"unknown key(, expected one of \w+, | \(did you mean)"):
        open_book(["revised4", layer(text)])
