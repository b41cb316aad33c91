"""Is every card of the box there, does every name in it mean something, and is a mistake named where it stands?"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from talisman_nb.cards import operations as o
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.decode import CardError, define
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.vocabulary import ENEMIES, ListName, SeatName, Trigger, names
from talisman_nb.engine import lists
from talisman_nb.engine import ops as _ops  # noqa: F401  (registers every operation and condition)
from talisman_nb.engine.conditions.testing import TESTS
from talisman_nb.rules.book import Book, modifiers, open_book, operations
from talisman_nb.rules.vocabulary_share import own_operations

EDITIONS = ("revised4", "second", "third")
ASKING = (o.Choose, o.Pick, o.RollDice)


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book("revised4")


def printed(book: Book, cards: tuple[str, ...]) -> int:
    return sum(book.copies(cards))


def test_the_box_is_complete(book: Book) -> None:
    decks = {
        deck: tuple(c for c in cards if not book.card(c).facts.name) for deck, cards in book.deck_cards.items()
    }  # none of one's own
    assert {deck: (printed(book, cards), len(cards)) for deck, cards in decks.items()} == {
        "adventure": (104, 81),
        "spell": (24, 17),
    }
    stock = Counter(
        card.partition("/")[0]
        for card, n in zip(book.stock_cards, book.copies(book.stock_cards), strict=True)
        for _ in range(n)
    )
    assert stock == {"purchase": 28, "talisman": 4}
    assert len(book.characters) == 14


def test_the_types_are_those_of_the_box(book: Book) -> None:
    cards = book.deck_cards["adventure"]
    types = Counter(book.card(card).facts.type for card in cards)
    assert types == {
        "event": 13, "animal": 6, "dragon": 1, "monster": 5, "spirit": 6, "stranger": 8, "follower": 12,
        "magic object": 11, "talisman": 1, "object": 9, "place": 9,
    }  # fmt: skip
    enemies = [card for card in cards if book.card(card).facts.type in ENEMIES]
    assert printed(book, tuple(enemies)) == 29


def test_every_word_has_a_meaning_in_the_engine() -> None:
    assert set(TESTS) == set(ConditionTable.__struct_encode_fields__)
    assert set(lists.LISTS) == set(names(ListName))
    assert {"you", "other", "everyone"} <= set(names(SeatName))


def test_every_event_a_card_waits_for_is_fired() -> None:
    engine = Path(lists.__file__).parent
    fired = "\n".join(file.read_text(encoding="utf-8") for file in engine.rglob("*.py"))
    for event in names(Trigger):
        assert f'fire(g, "{event}"' in fired, f"nothing fires {event!r}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_edition_has_a_mistake(edition: str) -> None:
    assert check_book(open_book(edition)) == []


def test_every_card_does_something(book: Book) -> None:
    """A card without program, modifier or figures was forgotten; only the Talisman works by being there."""
    for card in (*book.deck_cards["adventure"], *book.deck_cards["spell"]):
        found = book.card(card)
        facts = found.facts
        assert found.blocks or found.held or facts.strength or facts.craft or facts.save or card == "talisman", card
    for character in book.characters:
        assert book.card(f"character.{character}").held, character


def test_a_question_of_the_turn_names_its_rule(book: Book) -> None:
    """A card, character or space speaks for itself; the programs of the turn have no text that could."""
    asking = [
        op
        for key, d in book.definitions.items()
        if key.startswith("turn.")
        for op in operations(d)
        if isinstance(op, ASKING)
    ]
    assert len(asking) > 5 and [op for op in asking if not op.cites] == []


def test_programs_use_what_is_known(book: Book) -> None:
    assert sum(1 for d in book.definitions.values() for _ in operations(d)) > 400
    assert sum(1 for d in book.definitions.values() for _ in modifiers(d)) > 100


# --- mistakes ---


def wrong(text: str, section: str = "") -> str:
    """What is said about a card written like this."""
    book = Book("revised4")
    for name, table in tomllib.loads(text).items():
        book.definitions |= define(f"{section}{name}", table, "mine.toml")
    return "\n".join(check_book(book))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[imp]\ntype = "evnt"\nmet = []',
            "mine.toml: [imp] type: expected a type of card, got 'evnt' (did you mean \"event\"?)",
        ),
        (
            '[imp]\nmeet = [{ op = "gain", what = "life" }]',
            'mine.toml: [imp] meet: nobody uses this block (did you mean "met"?)',
        ),
        ('[imp]\nmet = [{ op = "gain", what = "lives" }]', "[imp] met[0].what: expected a figure, got 'lives'"),
        (
            '[imp]\nmet = [{ op = "promise", at = "move", do = "again", word = "life" }]\nagain = []',
            "mine.toml: [imp] word: 'life' is a word of situations already",
        ),
        (
            '[imp]\nmet = [{ op = "promise", at = "move", do = "again", word = "wolf" }]\nagain = []',
            "mine.toml: [imp] word: 'wolf' is a card, character or space",
        ),
        (
            '[imp]\nmet = [{ op = "promise", at = "move", do = "again", word = "sulks 6-1" }]\nagain = []',
            "mine.toml: [imp] word: expected a word, and a range where it remembers a number",
        ),
        (
            '[imp]\nmet = [{ op = "teleport", to = "forst" }]',
            "[imp] met[0].to: expected a space or a variable, got 'forst' (did you mean \"forest\"?)",
        ),
        (
            '[imp]\nmet = [{ op = "lose", what = "life", who = "everybody" }]',
            "[imp] met[0].who: expected a seat, got 'everybody'",
        ),
        (
            '[imp]\nmet = [{ op = "pick", from = "your.object", into = "x" }]',
            "[imp] met[0].from: expected a list, got 'your.object' (did you mean \"your.objects\"?)",
        ),
        (
            '[imp]\nmet = [{ op = "lose", what = "gold", n = "dice" }]',
            "[imp] met[0].n: nothing before it writes the variable 'dice'",
        ),
        (
            '[imp]\nmet = [{ op = "if", when = { has = "mull" }, do = [] }]',
            "[imp] met[0].when.has: expected a card, got 'mull' (did you mean \"mule\"?)",
        ),
        (
            '[imp]\nmet = [{ op = "if", when = { alignmnt_is = "evil" }, do = [] }]',
            '[imp] met[0].when.alignmnt_is: unknown key (did you mean "alignment_is"?)',
        ),
        ('[imp]\nmet = [{ op = "if", when = { always = true }, do = "later" }]', "[imp] met[0].do: no block 'later'"),
        (
            '[imp]\nmet = [{ op = "call", program = "fite" }]',
            "[imp] met[0]: expected a program, got 'fite' (did you mean \"fight\"?)",
        ),
        (
            '[imp]\nmet = [{ op = "begin", what = "snow", on = "everyone" }]',
            "[imp] met[0].what: expected an effect of this definition, got 'snow'",
        ),
        (
            '[imp]\nmet = [{ op = "get", name = "purchase/swrd" }]',
            "[imp] met[0].name: expected a card of the stock or a variable, got 'purchase/swrd'"
            ' (did you mean "purchase/sword"?)',
        ),
        (
            '[imp]\nmet = [{ op = "miss", cites = ["turn.mis"] }]',
            "[imp] met[0] cites: expected a rule, got 'turn.mis' (did you mean \"turn.miss\"?)",
        ),
        ('[imp]\nmet = [{ op = "stop", what = "game" }]', "[imp] met[0].what: expected what can be ended, got 'game'"),
        (
            '[ring]\nheld = [{ mod = "on", event = "land", do = [] }]',
            "[ring] held[0].event: expected an event, got 'land' (did you mean \"landed\"?)",
        ),
        (
            '[ring]\nheld = [{ mod = "may", act = "evde" }]',
            "[ring] held[0].act: expected an act, got 'evde' (did you mean \"evade\"?)",
        ),
        (
            '[ring]\nheld = [{ mod = "dice", for = "mine", n = 2 }]',
            "[ring] held[0]: expected what some roll is for, got 'mine' (did you mean \"mines\"?)",
        ),
        (
            '[ring]\nheld = [{ mod = "action", key = "rub", at = ["anytime"], do = [] }]',
            "[ring] held[0].at[0]: expected a moment, got 'anytime'",
        ),
        (
            '[hex]\ntype = "spell"\nat = ["turn_start"]\ntarget = "space"\ncast = []',
            "[hex] target: expected a list, got 'space'",
        ),
    ],
)
def test_a_mistake_is_named_where_it_stands(text: str, said: str) -> None:
    """A name of the closed vocabulary is looked at while a file is read, a name of the book when all of it is there."""
    try:
        found = wrong(text)
    except CardError as mistake:
        found = str(mistake)
    assert said in found


def test_a_table_that_misses_a_result_is_named() -> None:
    rows = "rows = [{ from = 1, to = 2 }, { from = 2, to = 5 }]"
    said = wrong(
        f'[imp]\nmet = [{{ op = "roll", for = "card", into = "die" }}, {{ op = "table", by = "die", {rows} }}]'
    )
    assert "[imp] met[1].rows: more than one row for 2" in said
    assert "[imp] met[1].rows: no row for 6, which 'die' can be" in said


def test_a_table_must_hold_what_an_ability_adds() -> None:
    roll = '{ op = "roll", for = "pray", into = "die", plus = true }'
    said = wrong(f'[imp]\nmet = [{roll}, {{ op = "table", by = "die", rows = [{{ from = 1, to = 6 }}] }}]')
    assert "no row for 7" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[imp]\nmet = [{ op = "loose", what = "life" }]', 'did you mean "lose"?'),
        ('[imp]\nmet = [{ op = "lose", whta = "life" }]', 'did you mean "what"?'),
        ('[imp]\nkeyword = "gold"', 'did you mean "keywords"?'),
        ('[ring]\nheld = [{ mod = "ad", to = "craft", n = 1 }]', 'did you mean "add"?'),
        ('[imp]\nmet = [{ op = "gain", what = "life", n = [1] }]', "[imp] met[0]"),
    ],
)
def test_a_file_that_does_not_decode_is_refused(text: str, said: str) -> None:
    with pytest.raises(CardError, match=r"mine\.toml") as error:
        wrong(text)
    assert said in str(error.value)


def test_hardly_anybody_has_an_operation_of_its_own() -> None:
    """What a card does is said with the words all cards share; at most three in a hundred need one for themselves."""
    share = own_operations(open_book())
    print(f"{share.part:.1%}: {share.own}")
    assert share.part <= 0.03
