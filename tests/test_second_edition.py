"""Is the second edition what its box has, and do the cards that differ play as they say?"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest
from tables import TWO, press_on

from talisman_nb.cards.definition import Definition
from talisman_nb.engine import ask, new_game, step
from talisman_nb.model import Answer, Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_answers import say
from talisman_nb.notation.text_play import play
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.certainty import Doubt, has_fact
from talisman_nb.rules.layers import LANGUAGES, find_layer
from talisman_nb.rules.merging import PREFIX, folders_of
from talisman_nb.rulings.why import why_total
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.definitions.lines import lines
from talisman_nb.text.definitions.tree import tree_of
from talisman_nb.text.find import spaces_of
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.screen.contents import sheet

BOOK, BELOW = open_book("second"), open_book("revised4")
LAYER = find_layer("second")
SPACES = tuple(f"space.{space}" for space in BOOK.board.spaces)


def changed() -> tuple[str, ...]:
    """The definitions that the layer writes: its cards, characters and programs."""
    folders = folders_of(BOOK.decks)
    written = ((folder, name) for folder in folders for path in LAYER.paths(folder) for name in LAYER.tables(path))
    return tuple(PREFIX.get(folder, "") + name for folder, name in written)


# --- what is in the box; how many cards, `test_cards.py` counts ---


FIGURES = {
    "assassin": (3, 3, "evil", "city"),
    "druid": (2, 4, "neutral", "forest"),
    "dwarf": (3, 3, "neutral", "crags"),
    "elf": (3, 4, "good", "forest"),
    "ghoul": (2, 4, "evil", "graveyard"),
    "minstrel": (2, 4, "good", "tavern"),
    "monk": (2, 3, "good", "village"),
    "priest": (2, 4, "good", "chapel"),
    "prophetess": (2, 4, "good", "chapel"),
    "sorceress": (2, 4, "evil", "graveyard"),
    "thief": (3, 3, "neutral", "city"),
    "troll": (6, 1, "neutral", "crags"),
    "warrior": (4, 3, "neutral", "tavern"),
    "wizard": (2, 5, "evil", "graveyard"),
}
"""Strength, craft, alignment and starting space of each character."""


def test_the_characters_have_the_figures_of_their_cards() -> None:
    assert set(BOOK.characters) == set(FIGURES)
    for name, (strength, craft, alignment, start) in FIGURES.items():
        facts = BOOK.card(f"character.{name}").facts
        assert (facts.strength, facts.craft, facts.alignment, facts.start) == (strength, craft, alignment, start), name
        assert (facts.life, facts.fate) == (4, 0), name


TYPES = {"siren": "stranger", "mule": "object", "ogre": "monster", "witch": "stranger", "wand": "magic object"}


@pytest.mark.parametrize("card", TYPES)
def test_cards_are_of_the_type_they_have_in_this_box(card: str) -> None:
    assert BOOK.card(card).facts.type == TYPES[card]
    assert BOOK.card("ogre").facts.strength == 4


# --- the board ---

ACROSS = {
    "village": (), "fields-1": ("portal-of-power",), "graveyard": ("black-knight",), "woods-1": ("hidden-valley",),
    "sentinel": ("hills-3",), "hills-1": ("cursed-glade",), "chapel": (), "fields-2": ("cursed-glade",),
    "crags": ("runes-1",), "plains-1": ("chasm",), "woods-2": ("runes-2",), "fields-3": ("warlocks-cave",),
    "city": (), "fields-4": ("warlocks-cave",), "hills-2": ("desert-1",), "plains-2": ("oasis",),
    "woods-3": ("desert-2",), "plains-3": ("temple",), "tavern": (), "fields-5": ("temple",),
    "ruins": ("woods-4",), "plains-4": ("runes-3",), "forest": ("castle",), "fields-6": ("portal-of-power",),
}  # fmt: skip
"""Maps each space of the Outer Region to the one straight across the River."""


def test_a_raft_goes_straight_across_and_from_no_corner() -> None:
    assert {space: BOOK.board.opposite(space) for space in ACROSS} == ACROSS


def test_nothing_is_drawn_in_the_desert_and_all_else_as_on_the_later_board() -> None:
    differ = [s for s in BOOK.board.spaces if BOOK.board.space(s).draw != BELOW.board.space(s).draw]
    assert differ == ["desert-1", "desert-2"] and not any(BOOK.board.space(s).draw for s in differ)


def test_spaces_of_one_name_that_differ_have_pages_of_their_own() -> None:
    runes = [key for key in spaces_of(BOOK) if key.startswith("space.runes")]
    assert runes == ["space.runes-1", "space.runes-2"]
    assert [key for key in spaces_of(BELOW) if key.startswith("space.runes")] == ["space.runes-1"]
    first, others = (str(page(BOOK, key, "en")) for key in runes)
    assert "add 3" in first and "Chasm and the Warlock" not in first
    assert "add 2" in others and "Chasm and the Warlock" in others


# --- the layer ---


@pytest.mark.parametrize("key", changed())
def test_nothing_is_written_anew_that_is_the_same(key: str) -> None:
    def parts(found: Definition) -> tuple[object, ...]:
        return found.facts, found.blocks, found.held, found.mods

    below = BELOW.find(key)
    assert below is None or parts(BOOK.card(key)) != parts(below)


NO_FATE = {"en": r"\bfate\b", "it": r"\bFato\b", "fr": r"\bDestin\b", "pl": r"\bLos(u|em|owi)?\b"}
"""Fate in each language."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_card_and_no_space_speaks_of_fate(lang: str) -> None:
    for key in (*BOOK.deck_of, *SPACES):
        text = " ".join(lines(tree_of(BOOK, key, lang)))
        assert not re.search(NO_FATE[lang], text, re.IGNORECASE if lang == "en" else 0), key


def doubts() -> list[tuple[str, str, Doubt]]:
    return [(key, fact, doubt) for key, found in BOOK.certainty.doubt.items() for fact, doubt in found.items()]


def meant_by(book: Book, key: str) -> list[str]:
    kind = key.removeprefix("space.")
    spaces = [f"space.{space}" for space in book.board.spaces if book.board.kind(space) == kind]
    return spaces if key.startswith("space.") and spaces else [key]


def test_every_doubt_names_a_fact_there_is() -> None:
    for key, fact, doubt in doubts():
        for meant in meant_by(BOOK, key):
            assert has_fact(BOOK.card(meant), fact), (meant, fact)
        assert set(doubt.switches) <= set(BOOK.table), (key, fact)
        assert bool(doubt.switches) == (doubt.standing == "house"), (key, fact)


def test_every_doubt_has_its_reason_in_every_language_and_none_is_about_fate() -> None:
    for key, fact, doubt in doubts():
        assert len({doubt.text(lang) for lang in LANGUAGES}) == len(LANGUAGES), (key, fact)
        assert not any(re.search(NO_FATE[lang], doubt.text(lang)) for lang in LANGUAGES), (key, fact)


def test_what_no_text_of_the_edition_tells_is_not_shown_as_certain() -> None:
    for card in ("siren", "witch", "shrine", "market-day", "healer", "cave", "ring", "amulet", "lemure"):
        assert any(doubt.doubtful for doubt in BOOK.certainty.about(card).values()), card


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_can_be_read_in_every_language(lang: str) -> None:
    for key in (*BOOK.deck_of, "form.toad", *(f"character.{name}" for name in BOOK.characters), *SPACES):
        assert len(page(BOOK, key, lang).sections) > 1, key


@pytest.mark.parametrize(
    ("edition", "lang"),
    [("second", "en"), ("second", "it"), ("third + second-cards", "fr"), ("third + second-cards", "pl")],
)
def test_no_screen_of_a_game_speaks_of_fate(edition: str, lang: str) -> None:
    table = Table.new(TWO, edition, dice="virtual", cards="virtual", spells="known", seed=2, lang=lang)
    panel = TableController(table)
    for _ in range(60):
        press_on(table, 1)
        panel.follow()
        spoken = [text for text in values(msgspec.to_builtins(panel.screen())) if re.search(NO_FATE[lang], text)]
        assert spoken == []
    told = panel.handle({"type": "chronicle"})
    assert told and not [text for text in values(told) if re.search(NO_FATE[lang], text)]


def values(shown: object) -> Iterator[str]:
    """All texts in what a screen is sent, without the names of its fields."""
    if isinstance(shown, dict):
        shown = list(shown.values())
    if isinstance(shown, list | tuple):
        for each in shown:
            yield from values(each)
    elif isinstance(shown, str):
        yield shown


def test_no_sheet_shows_fate() -> None:
    players = [("Ada", "elf"), ("Bruno", "thief")]
    assert [sheet(new_game(players, edition), 0, "en").fate for edition in ("second", "revised4")] == [None, (3, 3)]
    assert b"fate" not in msgspec.json.encode(sheet(new_game(players, "second"), 0, "en"))
    assert "Fate" not in str(page(BOOK, "character.elf", "en"))


# --- played ---


def played(text: str, *orders: str) -> tuple[State, tuple[Event, ...]]:
    """The state after these answers in a situation of the edition, and all events."""
    state, heard = situation(f"edition second | {text}"), list[Event]()
    for order in orders:
        for state, told in say(state, order):  # noqa: B020
            heard += told
            assert violations(state) == []
    return state, tuple(heard)


def test_raiders_take_every_object_at_once_and_nobody_is_asked_what_to_keep() -> None:
    state, _ = played(
        "warrior fields-1, gold 3, has mule sword sword axe shield helmet armour maiden | elf city",
        "walk woods-1", "raiders",
    )  # fmt: skip
    oasis = BOOK.board.index["oasis"]
    assert ask(state).kind == "close" and state.players[0].goods == ("maiden",)
    assert sorted(state.spaces[oasis]) == ["armour", "axe", "helmet", "mule", "shield", "sword", "sword"]
    assert (state.players[0].gold, state.gold[oasis]) == (0, 3)


def test_the_hag_drives_followers_away_but_does_nothing_to_a_minstrel() -> None:
    elf, _ = played("elf hills-1, has unicorn | druid city", "walk fields-2", "cursed-by-a-hag")
    minstrel, _ = played("minstrel hills-1, has unicorn | druid city", "walk fields-2", "cursed-by-a-hag")
    assert elf.players[0].goods == ("cursed-by-a-hag",)
    assert minstrel.players[0].goods == ("unicorn",)


def test_a_card_whose_text_is_not_played_is_settled_by_hand() -> None:
    state, _ = played("elf hills-1 | druid city", "walk fields-2", "siren")
    assert ask(state).kind == "hands" and ask(state).source == "siren"


def test_a_mule_carries_any_number() -> None:
    state, _ = played("elf village, has mule axe shield helmet armour ring cross wand sword water-bottle | druid city")
    assert ask(state).kind == "die" and len(state.players[0].goods) == 10


def test_a_thief_takes_an_object_and_a_gold_or_what_there_is() -> None:
    both, _ = played("thief fields-1, gold 0 | elf graveyard, gold 2, has sword", "walk graveyard",
                     "use:character.thief.steal@1")  # fmt: skip
    assert (both.players[0].gold, both.players[0].goods) == (1, ("sword",))
    poor, _ = played("thief fields-1, gold 0 | elf graveyard, gold 0, has sword", "walk graveyard",
                     "use:character.thief.steal@1")  # fmt: skip
    assert (poor.players[0].gold, poor.players[0].goods) == (0, ("sword",))


@pytest.mark.parametrize(
    ("who", "walk", "may"),
    [("thief fields-1", "walk", True), ("thief fields-1, as toad 2", "to", False), ("elf fields-1", "walk", False)],
)
def test_only_a_thief_that_is_no_toad_steals_at_the_market(who: str, walk: str, may: bool) -> None:
    state, _ = played(f"{who} | druid city | on graveyard, market", f"{walk} graveyard", "visit:market")
    assert (ask(state).purpose == "steal-ware") is may


def test_the_priest_draws_no_spell_for_a_spirit() -> None:
    state, told = played("priest fields-1 | elf city | on village, shadow", "walk village",
                         "use:character.priest.destroy-spirit")  # fmt: skip
    assert state.players[0].trophies == () and not [event for event in told if event.kind == "gained_spell"]


def test_psionic_blast_adds_the_craft_of_the_moment() -> None:
    _, told = played("priest fields-1, has solomons-crown, spells psionic-blast | elf city | on village, bear",
                         "walk village", "0: cast:psionic-blast", "pass", "fight", "1", "1")  # fmt: skip
    assert next(event for event in told if event.kind == "fought").scores == (2 + 6 + 1, 3 + 1)


@pytest.mark.parametrize(("house", "strength"), [("", 10), ("house switch.blast_printed=true | ", 8)])
def test_psionic_blast_adds_the_printed_craft_where_a_table_says_so(house: str, strength: int) -> None:
    monk = "monk fields-1, craft 5, spells psionic-blast, arrived | thief city | on fields-1, bear"
    blasted = play(f"edition second | {house}{monk} > 0: cast:psionic-blast").state
    assert sum(part.n for part in why_total(blasted, 0, "strength")) == strength


def test_nobody_starts_with_more_spells_than_the_card_says() -> None:
    state = new_game([("Ada", "wizard"), ("Bruno", "prophetess"), ("Carla", "druid")], "second")
    while ask(state).kind == "card":
        state, _ = step(state, Answer(state.ply, ask(state).open()[0]))
    assert [len(player.spells) for player in state.players] == [2, 1, 1]


@pytest.mark.parametrize(("weapon", "score"), [("sword", 6), ("axe", 6), ("holy-lance", 7), ("sword holy-lance", 7)])
def test_a_monk_uses_no_weapon_its_card_names(weapon: str, score: int) -> None:
    _, told = played(f"monk fields-1, has {weapon} | troll city | on village, bear", "walk village", "fight", "1", "1")
    assert next(event for event in told if event.kind == "fought").scores == (score, 4)


def test_after_a_try_at_the_portal_an_animal_left_alone_keeps_what_lies_beside_it() -> None:
    state, told = played("minstrel castle, strength 3 | elf city | on portal-of-power, bear ring",
                         "3", "portal", "strength", "6", "6", "leave")  # fmt: skip
    assert state.spaces[BOOK.board.index["portal-of-power"]] == ("bear", "ring")
    assert [event.kind for event in told if event.kind in ("drawn", "left_alone", "barred")] == ["left_alone", "barred"]


def test_whoever_loses_a_turn_does_nothing_else_in_this_one() -> None:
    """Section 15.12: after the Marsh neither the Maze is visited nor the Sword taken, which otherwise both could be."""
    state = situation("edition second | monk fields-5 | thief city | on ruins, marsh maze sword")
    for order in ("walk ruins", "visit:marsh"):
        *_, (state, _) = say(state, order)
    found = ask(state)
    assert found.kind == "close" and [option.key for option in found.options] == ["done"]
