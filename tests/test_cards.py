"""Is every card of the box there, does everything in it mean something, and is a mistake named where it stands?"""

from __future__ import annotations

import tomllib

import pytest
from covering import ground
from test_changed_rolls import OWN

from talisman_nb.app.look_up import own_operations
from talisman_nb.cards import operations as o
from talisman_nb.cards.check_book import check_book
from talisman_nb.cards.decode import CardError, define
from talisman_nb.cards.modifiers import MODIFIERS
from talisman_nb.cards.operations import OPERATIONS
from talisman_nb.cards.terms import ConditionTable
from talisman_nb.cards.text_keys import text_keys
from talisman_nb.cards.vocabulary import ListName, SeatName, names
from talisman_nb.engine import lists
from talisman_nb.engine import ops as _ops  # noqa: F401  (registers every operation and condition)
from talisman_nb.engine.active_modifiers import TESTS
from talisman_nb.rules.book import Book, open_book, operations_of
from talisman_nb.rules.layers import Layer, editions
from talisman_nb.rules.programs import modifiers

ASKING = (o.Choose, o.Pick, o.RollDice)


@pytest.fixture(scope="module")
def book() -> Book:
    return open_book("revised4")


PUBLISHED = {"adventure": 104, "spell": 24, "purchase": 28, "talisman": 4, "character": 14}
"""How many cards of each kind are in the box of both editions, as published."""


@pytest.mark.parametrize("kind", PUBLISHED)
@pytest.mark.parametrize("edition", ["revised4", "second"])
def test_the_box_has_as_many_cards_as_published(edition: str, kind: str) -> None:
    book = open_book(edition)
    stock = [card for card in book.stock_cards if card.startswith(f"{kind}/")]
    characters = [f"character.{name}" for name in book.characters] if kind == "character" else ()
    cards = {card: book.card(card).facts for card in (*book.deck_cards.get(kind, ()), *stock, *characters)}
    copies = sum(facts.copies for facts in cards.values() if not facts.name)
    assert copies == PUBLISHED[kind], (
        f"layers/{edition}, {kind}: the box as published has {PUBLISHED[kind]} cards, here are {copies}. A card "
        "that is in no box stands in a layer of one's own; one of the box says how many copies of it there are "
        "(copies = …)"
    )


def test_every_type_of_card_has_its_place_in_an_encounter(book: Book) -> None:
    order = {name.removeprefix("order.") for name in book.table if name.startswith("order.")}
    types = {book.card(card).facts.type for card in book.deck_cards["adventure"]}
    assert types == order - {"space", "ahead", "equal"}


def test_every_word_has_a_meaning_in_the_engine() -> None:
    assert set(TESTS) == set(ConditionTable.__struct_encode_fields__)
    assert set(lists.LISTS) == set(names(ListName))
    assert {"you", "other", "everyone"} <= set(names(SeatName))


@pytest.mark.parametrize("edition", editions())
def test_no_edition_has_a_mistake(edition: str) -> None:
    assert check_book(open_book(edition), text_keys()) == []


@pytest.mark.parametrize("edition", editions())
def test_every_variable_of_a_program_has_a_name(edition: str) -> None:
    """A field called like one that names a variable, but of another type, would make one without."""
    programs = open_book(edition).programs
    assert not [(key, slot) for key, program in programs.items() for slot in program.slots if type(slot) is not str]


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
        for op in operations_of(d)
        if isinstance(op, ASKING)
    ]
    assert len(asking) > 5 and [op for op in asking if not op.cites] == []


def test_every_operation_and_modifier_is_used_by_some_card() -> None:
    books = [
        open_book(edition) for edition in (*editions(), "revised4+souls", ["revised4", ground()], ["revised4", OWN])
    ]
    everything = [d for book in books for d in book.definitions.values()]
    assert {type(op) for d in everything for op in operations_of(d)} == set(OPERATIONS)
    assert {type(mod) for d in everything for _, mod in modifiers(d)} == set(MODIFIERS)


# --- mistakes ---


def wrong(text: str, section: str = "") -> str:
    """What is said about a card written like this."""
    book = Book("revised4")
    for name, table in tomllib.loads(text).items():
        book.definitions |= define(f"{section}{name}", table, "mine.toml")
    return "\n".join(check_book(book, text_keys()))


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
            "[imp] met[0].from: expected the name of a list, got 'your.object' (did you mean \"your.objects\"?)",
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
            "[hex] target: expected the name of a list, got 'space'",
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


PROGRAMS = {
    '[dais]\ndo = [{ op = "gain", what = "life" }]': r'\[dais\] do: nothing begins or calls this program.*"dies"',
    '[mine]\ndo = [{ op = "gain", what = "lief" }]': r"\[mine\] do\[0\]\.what: expected a figure, got 'lief'",
}


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_program_of_ones_own_that_nothing_runs_is_checked(text: str) -> None:
    """A layer over it may call it, so that it is told only of the uppermost one."""
    mine = Layer("mine", {"programs/mine.toml": text})
    with pytest.raises(CardError, match=PROGRAMS[text]):
        open_book(["second", mine])
    over = Layer("over", {"programs/over.toml": '[dies]\nlike = "dies"\n'})
    if "lief" not in text:
        assert open_book(["second", mine, over]).find("turn.dais")
