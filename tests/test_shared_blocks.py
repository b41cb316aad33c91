"""Do definitions share blocks of operations that a layer names once?"""

from __future__ import annotations

from collections import Counter

import pytest

from talisman_nb.cards.decode import CardError
from talisman_nb.rules.book import open_book
from talisman_nb.rules.layers import BASE, Layer, editions, find_layer, program_layers

PAY = 'pay = [{ op = "lose", what = "gold" }]'
BEGGAR = '[beggar]\nname = "Beggar"\ntype = "stranger"\nstays = "game"\nvisited = "pay"\n'
TAXES = '[taxes]\nname = "Taxes"\ntype = "event"\nmet = [{ op = "if", when = { alignment_is = "good" }, do = "pay" }]\n'


def layer(**files: str) -> Layer:
    return Layer("toll", {name.replace("__", "/") + ".toml": text for name, text in files.items()})


def test_a_definition_that_names_a_block_it_has_not_has_the_shared_one() -> None:
    book = open_book([BASE, layer(blocks=PAY, adventure__a=BEGGAR + TAXES)])
    assert book.card("beggar").blocks["visited"] == book.card("taxes").blocks["pay"] != ()
    assert book.card("beggar").blocks.keys() == {"visited"}


def test_its_own_block_comes_first() -> None:
    own = TAXES + 'pay = [{ op = "lose", what = "life" }]\n'
    book = open_book([BASE, layer(blocks=PAY, adventure__a=own)])
    assert book.card("taxes").blocks["pay"][0].what == "life"  # type: ignore[attr-defined]


def test_a_later_layer_replaces_a_shared_block_for_all_and_has_changed_them() -> None:
    above = Layer(
        "free", {"blocks.toml": 'offered = [{ op = "choose", optional = true, options = [{ key = "wish", do = [] }] }]'}
    )
    book = open_book([BASE, above])
    changed = {key for key in book.definitions if book.layer_of(key) == "free" and "." not in key}
    assert changed == {"enchanter", "fairy", "phantom"}
    assert all(book.card(key).blocks["offered"] != open_book(BASE).card(key).blocks["offered"] for key in changed)
    assert all(book.on_top(key) for key in changed)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('pay = "gold"', "toll/blocks.toml: pay: expected a list"),
        ('pay = [{ op = "loose", what = "gold" }]', "toll/blocks.toml: pay[0].op: expected an operation"),
        ("Pay = []", "toll/blocks.toml: "),
    ],
)
def test_a_mistake_in_a_shared_block_names_its_file(text: str, said: str) -> None:
    with pytest.raises(CardError) as wrong:
        open_book([BASE, layer(blocks=text)])
    assert said in str(wrong.value)


def test_a_name_nobody_knows_is_told_once_with_the_file_of_the_block() -> None:
    text = PAY.replace('"gold"', '"gold", cause = "wof"')
    with pytest.raises(CardError) as wrong:
        open_book([BASE, layer(blocks=text, adventure__a=BEGGAR + TAXES)])
    assert [line.partition(": expected")[0] for line in str(wrong.value).splitlines()] == [
        "toll/blocks.toml: pay[0].cause"
    ]


def test_each_shared_block_of_the_program_is_named_by_several() -> None:
    for name in program_layers():
        shared = find_layer(name).tables("blocks.toml") if "blocks.toml" in find_layer(name).texts else {}
        books = [open_book(each) for each in editions()] if shared else []
        for block, operations in shared.items():
            used = Counter(
                key for book in books for key, table in book.tables() for value in table.values() if value == operations
            )
            assert len(used) > 1, f"{name}/blocks.toml: {block} belongs to {[*used]}"
