"""Are tables of cards and texts of characters read as people paste them, and is what can't be read told?"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from talisman_nb.engine import NotAllowedError
from talisman_nb.engine.drawing_cards import check_own
from talisman_nb.engine.refusal import nameable
from talisman_nb.model import OwnCard
from talisman_nb.notation.card_cells import read_row
from talisman_nb.notation.pasted_cards import PastedCharacter, read_character, read_table, write_table
from talisman_nb.rules.book import open_book
from talisman_nb.text.names import LANGUAGES

BOOK = open_book()
FULL = OwnCard("Glass Ferret", "animal", 3, 1, copies=2, deck="adventure", words="Bites; hard.")


def told(text: str, lang: str = "en") -> list[str]:
    return [each.placed(lang, BOOK) for each in read_table(text, BOOK).unread]


# --- tables ---


@pytest.mark.parametrize(
    "text",
    [
        "Name\tType\tStrength\tCraft\tCopies\tDeck\tWords\nGlass Ferret\tAnimal\t3\t1\t2\tAdventure\tBites; hard.",
        'nome;TIPO;Forza;Astuzia;Quantità;mazzo;testo\nGlass Ferret;"animale";3;1;2;mazzo Avventura;"Bites; hard."\n\n',
        "Nom,Genre,Force,Intellect,Exemplaires,Effet\r\nGlass Ferret,Ennemi – Animal,3,1,x2,Bites; hard.\r\n",
        "Tekst\tNazwa\tRodzaj\tWartości\tSztuk\nBites; hard.\tGlass Ferret\tZwierzę\tSiła 3, Moc 1\t2×",
        "Glass Ferret\tEnemy: animal\t3\t1\t2\tBites; hard.",
        "\ufeffCARD,KIND,STR,CRA,QTY,TEXT\n Glass  Ferret ,beast,+3,1.0,2,Bites; hard.",
    ],
    ids=["tabs", "semicolons", "commas", "figures", "bare", "american"],
)
def test_a_card_is_read_from_a_table_of_any_language(text: str) -> None:
    found = read_table(text, BOOK)
    assert (found.cards, found.unread) == ((FULL,), ())


def test_quotes_hold_line_breaks_and_a_quote_alone_is_a_letter() -> None:
    text = 'Name\tType\tWords\n"Old ""Tom"""\tObject\t"One.\nTwo."\n5" Nail\tobject\t"so'
    assert [(card.name, card.words) for card in read_table(text, BOOK).cards] == [
        ('Old "Tom"', "One.\nTwo."),
        ('5" Nail', '"so'),
    ]


def test_what_can_not_be_read_is_told_by_row_and_column_and_the_rest_is_read() -> None:
    text = (
        "Name,Type,Strength,Copies,Deck,Alignment,Mood\nRoc,plane,4\n,Animal,5\nYeti,Animal,lots,0,attic,good,\n"
        "Ape,Animal,7,1,,,grim,more"
    )
    assert told(text) == [
        "Row 1, 7 (“Mood”): no column is called so; the columns are Name, Type, Strength, Craft, Number, Copies, Deck, "
        "Alignment, Its words, Life, Fate, Gold, Start space",
        "Row 2, Type (“plane”): expected a type of card: Animal, Object or another one",
        "Row 3, Name: expected a name of at most 40 letters that fits on one line",
        "Row 4, Strength (“lots”): expected a whole number from 0 to 99",
        "Row 4, Copies (“0”): expected a whole number from 1 to 99",
        "Row 4, Deck (“attic”): expected one of these decks: Adventure deck, Spell deck, Character",
        "Row 4, Alignment (“good”): only a character, and a card that is kept, has an alignment",
        "Row 5, 8 (“more”): there is no column for it",
    ]
    assert [card.name for card in read_table(text, BOOK).cards] == ["Ape"]


def test_a_title_above_the_headings_is_told_and_passed_over() -> None:
    found = read_table("Winter box,,\n\nName,Type,Strength\nYeti,Animal,4", BOOK)
    assert [card.strength for card in found.cards] == [4]
    assert [each.placed("en") for each in found.unread] == ["Row 1, 1 (“Winter box”): this could not be read"]


def test_figures_without_a_heading_are_asked_for_where_they_may_be_two_things() -> None:
    assert told("Ape\tAnimal\t7\nYak\tAnimal\t2") == [
        "Row 1, 3 (“7”): a first line with headings says which figures these are"
    ]


@pytest.mark.parametrize(
    ("cells", "fields"),
    [
        ({"type": "Object", "alignment": "not evil"}, {"have_only": ("good", "neutral")}),
        ({"type": "Suivant", "alignment": "bon ou neutre"}, {"have_only": ("good", "neutral")}),
        ({"type": "Przedmiot", "alignment": "tylko zły"}, {"have_only": ("evil",)}),
        ({"type": "Magia"}, {"deck": "spell"}),
        ({"type": "Character", "life": "4", "alignment": "evil", "start": "Città"}, {"start": "city", "life": 4}),
        ({"type": "Luogo", "deck": "–", "copies": ""}, {"deck": "adventure", "copies": 1}),
    ],
)
def test_cells_say_what_they_mean(cells: dict[str, str], fields: dict[str, Any]) -> None:
    row = read_row({"name": "Thing", **cells}, BOOK)
    assert row.card and {key: getattr(row.card, key) for key in fields} == fields, row.wrong


def test_a_row_keeps_what_no_column_shows() -> None:
    base = OwnCard("Blade", "object", 2, weapon=True, price=3, deck="a deck of another layer")
    row = read_row({"name": "Long Blade", "type": "object", "strength": "3", "deck": base.deck}, BOOK, base)
    assert row.card == OwnCard("Long Blade", "object", 3, weapon=True, price=3, deck=base.deck)
    assert "type" in read_row({"name": "Blade", "type": "animal"}, BOOK, base).wrong, "an Animal is no Weapon"


SIGNS = st.characters(categories=["L", "N", "P", "S"])
NAMES = st.lists(st.text(SIGNS, min_size=1, max_size=8), min_size=1, max_size=4).map(" ".join)
FIGURES = st.integers(0, 99)
TYPES = st.sampled_from(["event", "animal", "dragon", "stranger", "follower", "object", "magic object", "place"])


@st.composite
def drafts(draw: st.DrawFn) -> OwnCard:
    kind, words = draw(TYPES), draw(st.text(max_size=40)).replace("\r", "\n").strip()
    sides = draw(st.sampled_from([(), ("good",), ("neutral", "evil")])) if "obj" in kind or kind == "follower" else ()
    return OwnCard(draw(NAMES), kind, draw(FIGURES), draw(FIGURES), draw(FIGURES), words, "adventure",
                   copies=draw(st.integers(1, 99)), have_only=sides)  # fmt: skip


@example([OwnCard("0", "event", words=";;;;;;;;;;;;\t;", deck="adventure", copies=2)], "en", ",")
@settings(deadline=None, max_examples=80)
@given(st.lists(drafts(), min_size=1, max_size=5), st.sampled_from(LANGUAGES), st.sampled_from("\t,;"))
def test_a_table_that_is_written_is_read_again(cards: list[OwnCard], lang: str, sign: str) -> None:
    found = read_table(write_table(cards, BOOK, lang, sign), BOOK)
    assert (found.cards, found.unread) == (tuple(cards), ())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_characters_and_spells_come_back_too(lang: str) -> None:
    cards = (
        OwnCard("=Tinker", "character", 3, 2, deck="character", life=4, fate=1, gold=2, alignment="evil", start="city"),
        OwnCard("'=1", "spell", words="-1 life", deck="spell"),
    )
    found = read_table(write_table(cards, BOOK, lang), BOOK)
    assert (found.cards, found.unread) == (cards, ())


# --- characters ---

TINKER = {"strength": 3, "craft": 2, "life": 4, "fate": 3, "start": "city", "alignment": "good"}
LINES = "You mend a pot, 2 gold or 1 life. You rest."


@pytest.mark.parametrize(
    "text",
    [
        f"Kettle Mender\nStrength 3 – Craft 2 – Life 4 – Fate 3, Start: City, Alignment: Good\n{LINES}",
        "Kettle Mender: Str 3, Cra 2, Lives 4, Fate 3; starting space: the City; Good. 1. You mend a pot, 2 gold or 1 "
        "life. 2. You rest.",
        "Name: Kettle Mender\nAlignment - good\nStart – City\nFate = 3\nLife = 4\nCraft = 2\nStrength = 3\n"
        "Special Abilities:\n(1) You mend a pot,\n    2 gold or 1 life.\n(2) You rest",
        "KETTLE MENDER (Good)\nStr/Cra/Life/Fate: 3/2/4/3 · Start: City\n• You mend a pot, 2 gold or 1 life.\n"
        "• You rest.",
        "Kettle Mender | 3 Strength | 2 Craft | 4 Life | 3 Fate | Starts in: City | good\nAbility: You mend a pot, 2 "
        "gold or 1 life. You rest.",
        f"Kettle Mender — Strength: 3, Craft: 2, Life: 4, Fate: 3. Begins in the City. Good.\nAbilities: 1. {LINES}",
        f"Kettle Mender\nForza 3 Astuzia 2 Vitalità 4 Fato 3\nPartenza: Città — Allineamento: buono\nAbilità\n{LINES}",
        f"Kettle Mender\nForce : 3 / Intellect : 2 / Vie : 4 / Destin : 3\nCase de départ : Cité\nBon\n"
        f"Capacités : {LINES}",
        f"Kettle Mender\nSiła 3; Moc 2; Życie 4; Los 3; Obszar startowy: Miasto; Charakter: dobry; Zdolności: {LINES}",
    ],
)
def test_a_character_is_read_as_fans_write_it(text: str) -> None:
    found = read_character(text, BOOK)
    assert found.unread == () and found.missing == ()
    assert {key: getattr(found.card, key) for key in TINKER} == TINKER
    assert (found.card.name.title(), found.card.words) == ("Kettle Mender", LINES)


def test_of_a_character_what_is_missing_and_what_was_not_read_is_told() -> None:
    text = "Rat Catcher\nStrength 2, Craft many, Life 0\nStart: Nowhere\nAlignment: purple\nSex: any\n1. You rest.\nEnd"
    assert read_character(text, BOOK).told("en", BOOK) == (
        "Nothing is said of: Craft, Life, Fate, Alignment, Start space",
        "Line 2, letter 13 (“Craft many”): this could not be read",
        "Line 2, letter 25 (“Life 0”): expected a whole number from 1 to 99",
        "Line 3, letter 1 (“Nowhere”): no space is called “Nowhere”",
        "Line 4, letter 1 (“Alignment: purple”): expected an alignment: good, neutral, evil",
        "Line 5, letter 1 (“Sex: any”): this could not be read",
        "Line 7, letter 1 (“End”): this could not be read",
    )


def test_abilities_that_no_card_has_room_for_are_told_whole() -> None:
    text = "Bard\n" + "\n".join(f"{n}. {'la ' * 200}." for n in range(1, 4))
    found = read_character(text, BOOK)
    assert len(found.card.words) <= 1_000 and [each.row for each in found.unread] == [3, 4]


# --- anything at all ---

SCRAPS = st.sampled_from(
    ["Name", "Type", "Strength 3", "Craft", "Start: ", "Alignment: ", "good", "1. ", "\n", "\t", ";", ",", '"', "'=",
     " – ", "Str/Cra: 2/3", "Abilities:", "animal", "Life 4", "(", ")", ".", ": ", "99999", "\r", "\x00", "\u2028",
     "Object"]
)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(), st.lists(st.one_of(SCRAPS, st.text(max_size=3))).map("".join)))
def test_no_text_at_all_is_an_exception(text: str) -> None:
    table, character = read_table(text, BOOK), read_character(text, BOOK)
    for lang in LANGUAGES:
        assert all([*(each.placed(lang, BOOK) for each in table.unread), *character.told(lang, BOOK)])
    for card in table.cards:
        assert usable(card)
    assert isinstance(character, PastedCharacter) and (not character.card.name or nameable(character.card.name))


def usable(card: OwnCard) -> bool:
    if card.type == "character":
        return nameable(card.name)
    try:
        return bool(check_own(card))
    except NotAllowedError:
        return False
