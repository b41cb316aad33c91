"""Is a keyword that only the card says set on its page: for the table, in its file, as text, and for the next game?"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from talisman_nb.cards.decode import CardError
from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.model import Answer, Change, Event, State, decode, encode
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.situation import situation, situation_text
from talisman_nb.panels.hosted.hosted import may_correct
from talisman_nb.panels.table.controller import TableController
from talisman_nb.rules.book import open_book
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.rules.layers import Layer, register
from talisman_nb.simulate.invariants import violations
from talisman_nb.table import Table
from talisman_nb.text.events import say_event
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page, type_word

pytestmark = pytest.mark.usefixtures("own_home")
HAS = 'type = "object"\nnumber = 5\nheld = [{ mod = "add", to = "craft", n = 1 }]\n'
CARDS = f'[locket]\nname = "Locket"\nkeywords = ["sworn"]\n{HAS}[comb]\nname = "Comb"\n{HAS}'
CARDS += '[gnat]\nname = "Gnat"\ntype = "animal"\nnumber = 2\nstrength = 1\n'
KEYWORDS = '[sworn]\nname = "Sworn"\ncites = ["carry.ditch"]\nundroppable = true\nread_off = ["adventure"]\n'
DOUBTS = '[doubt.locket.keywords]\nsure = "silent"\nstanding = "open"\nen = "it may be Sworn or not"\n'
PLAYERS = {"Ada": "dwarf", "Bruno": "thief"}
IN = "edition revised4 + vague | "
HELD = IN + "dwarf crags, has locket comb | thief city"


def texts() -> dict[str, str]:
    return {"adventure/cards.toml": CARDS, "keywords.toml": KEYWORDS, "doubts.toml": DOUBTS}


@pytest.fixture(autouse=True)
def vague() -> Mapping[str, str]:
    layer = register(Layer("vague", texts()))
    open_book(["revised4", layer])
    return layer.texts


def told_by(state: State, *changes: Change) -> tuple[State, tuple[Event, ...]]:
    return step(state, Answer(state.ply, "hand", changes=changes))


def read(state: State, card: str, n: int, keyword: str = "sworn") -> State:
    return told_by(state, Change("read", card=card, to=keyword, n=n))[0]


def dropped(state: State) -> list[str]:
    return [each.item for each in asides(state, 0) if each.verb == "drop" and not each.closed]


# --- what it does ---


def test_a_card_has_it_or_not_as_the_table_says() -> None:
    state = situation(HELD)
    assert dropped(state) == ["comb"]
    assert dropped(read(state, "locket", 0)) == ["locket", "comb"]
    assert dropped(read(state, "comb", 1)) == []
    assert dropped(read(read(state, "comb", 1), "comb", 0)) == ["comb"], "the last word counts"


def test_it_is_told_with_the_rules_of_the_keyword() -> None:
    state, events = told_by(situation(HELD), Change("read", card="comb", to="sworn", n=1))
    (told,) = [event for event in events if event.kind == "read_off"]
    assert told.cites == ("table.unknown-card", "carry.ditch")
    for lang in LANGUAGES:
        said = say_event(state, told, lang)
        assert "Comb" in said and "Sworn" in said and "{" not in said
    assert state.texts == (("comb.sworn", "yes"),)
    assert decode(encode(state)) == state and not violations(state)


@pytest.mark.parametrize(
    "change",
    [Change("read", card="gnat", to="sworn", n=1), Change("read", card="comb", to="weapon", n=1),
     Change("read", card="comb", to="sworn", n=2), Change("read", card="nothing", to="sworn", n=1)],
)  # fmt: skip
def test_what_the_card_does_not_leave_open_is_refused(change: Change) -> None:
    with pytest.raises(NotAllowedError, match="only the card says"):
        told_by(situation(HELD), change)


def test_limits_are_enforced_at_once() -> None:
    rack = CARDS.replace(
        '{ mod = "add", to = "craft", n = 1 }', '{ mod = "limit", of = "objects", n = "any", only = ["sworn"] }'
    )
    register(Layer("vague", texts() | {"adventure/cards.toml": rack}))
    state = situation(HELD.replace("comb", "comb helmet shield sword"))
    assert ask(state).purpose == "move"
    asked = ask(read(state, "locket", 0))
    assert asked.purpose != "move" and "carry.excess" in asked.cites


@pytest.mark.parametrize(
    ("text", "wrong"),
    [(KEYWORDS.replace('"adventure"', '"adventures"'), "a deck"),
     (KEYWORDS.replace("undroppable", "gold"), "gold as it is taken")],
)  # fmt: skip
def test_what_a_layer_says_is_checked(text: str, wrong: str) -> None:
    with pytest.raises(CardError, match=wrong):
        open_book(["revised4", Layer("other", texts() | {"keywords.toml": text})])


# --- as text ---


def test_it_is_read_and_written() -> None:
    text = HELD + " | reads locket.sworn no | reads comb.sworn yes"
    state = situation(text)
    assert dropped(state) == ["locket"] and situation(situation_text(state)) == state
    for wrong in ("comb.sworn 1", "comb.weapon yes", "gnat.sworn yes", "comb.sworn maybe"):
        with pytest.raises(SituationError, match="expected"):
            situation(f"{HELD} | reads {wrong}")


# --- its page ---


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_page_tells_what_is_open_and_what_was_set(lang: str) -> None:
    book = open_book("revised4+vague")
    before, card = (page(book, key, lang).sections[-1].lines for key in ("comb", "locket"))
    assert any("Sworn" in line and line.startswith("≈") for line in before)
    assert any("may be Sworn" in line for line in card)
    known = book_as_read(book, (("comb.sworn", "yes"), ("locket.sworn", "no")))
    for key, has in (("comb", True), ("locket", False)):
        after = page(known, key, lang).sections[-1].lines
        assert not any("≈" in line for line in after) and any("Sworn" in line for line in after)
        assert ("Sworn" in type_word(known, key, lang)) is has
    assert book_as_read(book, ()) is book and "sworn" not in book.card("comb").facts.keywords


def test_it_is_set_on_its_page() -> None:
    panel = TableController()
    panel.table = Table.new(PLAYERS, layers=["vague"], cards="physical", dice="physical", seed=3)
    looked = panel.handle({"type": "look-up", "key": "comb"})
    assert looked and looked["readings"] == [{"what": "sworn", "name": "Sworn", "n": 0, "keyword": True}]
    change = {"what": "read", "card": "comb", "to": "sworn", "n": 1}
    assert panel.handle({"type": "correct", "changes": [change]}) is None and not panel.screen().note
    again = panel.handle({"type": "look-up", "key": "comb"})
    assert again and again["readings"][0]["n"] == 1
    plain = panel.handle({"type": "look-up", "key": "wolf"})
    assert plain and not plain["readings"]
    assert not may_correct(panel.table.state, [Change("read", card="comb", to="sworn")], 0), "at the laptop only"


# --- at a table ---


@pytest.mark.parametrize("cards", ["physical", "virtual"])
def test_the_next_game_of_the_group_knows_it(cards: str) -> None:
    panel = TableController()
    panel.table = Table.new(PLAYERS, layers=["vague"], cards=cards, dice="physical", seed=3)
    panel.handle({"type": "correct", "changes": [{"what": "read", "card": "locket", "to": "sworn", "n": 0}]})
    again = Table.new(PLAYERS, layers=["vague"], cards=cards, dice="physical", seed=3)
    assert again.state.texts == (("locket.sworn", "no"),) == again.settings.texts
    assert Table.new(PLAYERS).state.texts == (), "and no other one is touched"


def test_a_table_that_is_opened_again_knows_it_and_undo_takes_it_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("tables") / "vague.tnb"
    table = Table.new(PLAYERS, layers=["vague"], dice="physical", seed=3, path=str(path))
    table.answer_all(Answer(0, "hand", changes=(Change("read", card="comb", to="sworn", n=1),)))
    table.close()
    opened = Table.open(path)
    assert opened.state.texts == (("comb.sworn", "yes"),) and opened.state == table.state and not opened.unfit
    opened.undo()
    assert opened.state.texts == ()
