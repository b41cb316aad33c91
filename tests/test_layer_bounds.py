"""Is a layer of one's own refused, with layer, file, table and place, wherever it would be wrong, huge or endless?"""

from __future__ import annotations

import random

import pytest

from talisman_nb import play
from talisman_nb.board.graph import BoardError
from talisman_nb.cards.decode import CardError
from talisman_nb.engine import ask, step
from talisman_nb.model import Answer
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.layers import BASE, Layer
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import page
from talisman_nb.text.screen.contents import screen_of

CARDS = "adventure/cards.toml"
ENEMY = '[mole]\nname = "Mole"\ntype = "animal"\nstrength = 1\n'
EVENT = '[feast]\nname = "Feast"\ntype = "event"\nnumber = 1\n'
OBJECT = '[lamp]\nname = "Lamp"\ntype = "object"\n'
MISS = '[{ op = "miss" }]'


def opened(text: str, path: str = CARDS, below: str = BASE) -> Book:
    return open_book([below, Layer("mine", {path: text})])


def event(*operations: str) -> str:
    return f"{EVENT}met = [{', '.join(operations)}]"


def choice(key: str) -> str:
    return event(f'{{ op = "choose", options = [{{ key = "{key}", name = "x", do = {MISS} }}] }}')


def loops(deep: int, inside: str, loop: str) -> str:
    return event(f"{{ {loop}, do = [" * deep + inside + "] }" * deep)


REPEAT, EACH = 'op = "repeat", at_most = 100', 'op = "each", of = "your.goods", as = "c"'
AGAIN = '{ op = "call", program = "again" }'
GOLD = '{ op = "gain", what = "gold" }'
REFUSED = {
    # endless, deep, long
    f'{event(AGAIN)}\nagain = [{{ op = "if", when = {{ alignment_is = "good" }}, do = "again" }}]': "laid into itself",
    f"{event(AGAIN)}\nagain = [{AGAIN}]": r"\[feast\] \w+: the block 'again' calls itself; use `repeat`",
    f'{event(AGAIN)}\nagain = [{{ op = "call", program = "more" }}]\nmore = [{AGAIN}]': "calls itself",
    f'{OBJECT}held = [{{ mod = "on", event = "turn_begins", do = "again" }}]\nagain = [{AGAIN}]': "calls itself",
    loops(3, GOLD, REPEAT): r"\[feast\] met: expected loops within loops that run at most 50,000 operations",
    loops(3, GOLD, EACH): r"\[feast\] met: expected loops within loops",
    loops(
        1, GOLD, 'op = "repeat", at_most = 101'
    ): r"met\[0\]\.at_most: expected a whole number from 1 to 100, got 101",
    loops(300, GOLD, REPEAT): "lists and tables at most 24 deep",
    event(*['{ op = "miss" }'] * 101): "at most 100",
    f"# {'x' * 600_000}": "at most 500000 letters",
    "[mole": "this is not TOML",
    # numbers
    f"{ENEMY}copies = -3": r"\[mole\] copies: expected a whole number from 0 to 99, got -3",
    f"{ENEMY}copies = 1000000000": r"copies: expected a number between",
    event('{ op = "gain", what = "gold", n = -5 }'): r"\[feast\] met\[0\]\.n: expected .*got -5",
    event('{ op = "gain", what = "gold", n = 1000000000000000000 }'): r"n: expected a number between",
    f'{OBJECT}held = [{{ mod = "dice", for = "move", n = 4 }}]': r"steps: expected at most 18 .*\[lamp\] held\[0\]",
    f'{OBJECT}held = [{{ mod = "die_plus", for = "command", n = 1 }}]': r"\[lamp\] held\[0\]",
    # what is no card's
    event('{ op = "draw", to = "space" }'): r"\[feast\] met\[0\]\.deck: missing, expected a deck of the book",
    event('{ op = "compare" }'): r"met\[0\]\.op: 'compare' is a step of the turn",
    event('{ op = "beaten" }'): r"'beaten' is a step of the turn",
    event('{ op = "end_turn" }'): r"'end_turn' is a step of the turn",
    event('{ op = "call", program = "fight" }'): r"met\[0\]: 'fight' is a part of the turn that would begin this anew",
    event('{ op = "call", program = "life_loss" }'): r"met\[0\]: 'life_loss' is a part of the turn that only the game",
    event('{ op = "call", program = "setting_up" }'): r"'setting_up' is a part of the turn that only the game",
    # what does nothing
    f'{EVENT}held = [{{ mod = "add", to = "craft", n = 3 }}]': r"\[feast\] held: nothing looks at it .* 'event'",
    f"{ENEMY}taken = {MISS}": r"\[mole\] taken: nothing looks at it of a card of type 'animal'",
    f'{ENEMY}save = 4\nkeywords = ["armour"]': r"\[mole\] save: nothing looks at it",
    f"{EVENT}visited = {MISS}": r"\[feast\] visited: nothing looks at it of a card of type 'event', expected one",
    f"{OBJECT}met = {MISS}": r"\[lamp\] met: nothing looks at it",
    f"{OBJECT}bribe = 2\ntaken = {MISS}": r"\[lamp\] bribe: nothing looks at it",
    '[mole]\nname = "Mole"\nstrength = 2': r"\[mole\] type: missing",
    f'[mole]\nname = "Mole"\ntype = "animal"\nmet = {MISS}': r"\[mole\] strength: an Enemy has strength or craft",
    f'[hush]\nname = "Hush"\ntype = "spell"\nat = ["own_turn"]\ncast = {MISS}': "a Spell, and no other card, is in the",
    # keys
    **{
        ENEMY.replace("[mole]", f'["{key}"]'): rf"mine/adventure/cards\.toml: .*\[{key if key[0] != '?' else '.'}"
        for key in ("?", "a:b", "a@b", "<script>", "Mole", "a b", "x" * 41)
    },
    **{
        ENEMY.replace("mole]", f"{key}]"): rf"\[{key}\]: '{key}' means something else in answers"
        for key in ("gold", "done", "none", "own", "this", "you", "space", "turn", "has", "stock", "17")
    },
    ENEMY.replace("[mole]", '["own/griffin"]'): "a card of the stock, and no other, is called after it",
    choice("a:b"): r"options\[0\]\.key: expected a name of small letters",
    choice("cast:hex"): r"options\[0\]\.key: expected a name of small letters",
    choice(""): r"options\[0\]\.key: expected a name of small letters",
    **{choice(key): rf"options\[0\]\.key: '{key}' is the answer of every choice" for key in ("none", "done", "hand")},
    OBJECT
    + f'held = [{{ mod = "action", key = "a:b", name = "x", at = ["own_turn"], do = {MISS} }}]': r"held\[0\]\.key",
    event('{ op = "attack", foes = [{ name = "a|b", called = "x", strength = 1 }] }'): r"foes\[0\]\.name: expected a",
    # names
    ENEMY.replace('"Mole"', '" "'): r"\[mole\] name: expected a name on one line",
    ENEMY.replace('"Mole"', r'"a\nb"'): r"\[mole\] name: expected a name on one line",
    ENEMY.replace('"Mole"', r'"a\u202eb"'): r"\[mole\] name: expected a name on one line",
    ENEMY.replace('"Mole"', f'"{"x" * 101}"'): r"\[mole\] name: expected a text of at most 100 letters",
    ENEMY.replace('"Mole"', "{}"): r'\[mole\]: .* add name = "…"',
    choice("ride-hard").replace('name = "x"', 'name = ""'): r"key: expected an option that has words, got 'ride-hard'",
    event('{ op = "attack", foes = [{ name = "bandit-king", strength = 5 }] }'): "expected a creature with a name",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_card_that_would_be_wrong_is_refused(text: str) -> None:
    for below in ("revised4", "second"):
        with pytest.raises(CardError, match=REFUSED[text]) as wrong:
            opened(text, below=below)
        assert "mine/adventure/cards.toml: " in str(wrong.value)


OF_FILES = {
    ("spell/cards.toml", ENEMY): r"mine/spell/cards\.toml: \[mole\] type: a Spell, and no other card",
    (
        "character/a.toml",
        '[mole]\nlike = "dwarf"\nname = "M"\nlife = 0',
    ): r"mine/character/a\.toml: \[mole\] life: missing",
    ("character/a.toml", '[nobody]\nlike = "dwarf"\nname = "M"'): r"\[nobody\]: 'nobody' means something else",
    ("names/en.toml", "[card]\nwolf = 3"): r"mine/names/en\.toml: \[card\] wolf: expected a text .*got 3",
    ("names/en.toml", f'[card]\nwolf = "{"x" * 101}"'): r"\[card\] wolf: expected a text of at most 100 letters",
    ("names/en.toml", '[card]\nwolf = ""'): r"\[card\] wolf: expected a name on one line",
    ("names/en.toml", '[card]\nwulf = "W"'): r"\[card\] wulf: nothing has this name \(did you mean \"wolf\"\?\)",
    ("names/en.toml", '[cards]\nwolf = "W"'): r"\[cards\]: expected a section of names \(did you mean \"card\"\?\)",
    ("names/en.toml", 'wolf = "W"'): r"\[wolf\]: expected a section of names",
    ("layer.toml", '[layer]\nname = " "'): r"mine/layer\.toml: \[layer\] name: expected a name on one line",
    ("layer.toml", '[layer]\nover = "mine"'): r"\[layer\] over: mine stands on itself",
    (
        "rules.toml",
        "[fate]\nuse = 3",
    ): r"mine/rules\.toml: \[fate\] use: no such figure \(did you mean \"fate\.used\"\?",
    ("rules.toml", "[fate]\nused = 3"): r"mine/rules\.toml: \[fate\] used: expected false, true, got 3",
    ("programs/a.toml", "[fight]\ngone = true"): r"\[fight\] do: missing, the engine begins it",
    ("form/a.toml", "[toad]\ngone = true"): r"expected a form, got 'toad'",
    ("stock/a.toml", '["talisman/talisman"]\ngone = true'): r"expected a card of the stock",
    ("board.toml", 'like = "revised4"\n[space.village]\ngone = true'): r"mine/board\.toml: ",
    ("board.toml", 'like = "revised4"\n[space.fields-1]\nring = 2'): r"mine/board\.toml: ",
}


@pytest.mark.parametrize(("path", "text"), OF_FILES)
def test_a_file_that_would_be_wrong_is_refused(path: str, text: str) -> None:
    with pytest.raises((CardError, BoardError), match=OF_FILES[path, text]):
        opened(text, path)


DOUBT = '[doubt.{key}]\nsure = "one"\nstanding = "{standing}"\npl = "Tak."\n'


@pytest.mark.parametrize(
    ("key", "more", "said"),
    [
        ("wulf.strength", "", r"mine/doubts\.toml: \[doubt\.wulf\]: the book has no definition .*\"wolf\""),
        ("wolf.strenth", "", r"\[doubt\.wolf\.strenth\]: expected a fact or a block .*\"strength\""),
        ("wolf.strength", 'switches = ["nope"]', r"switches: expected a house rule, got 'nope'"),
        ("wolf.strength", 'de = "Ja."', r"\[doubt\.wolf\.strength\] de: unknown key"),
    ],
)
def test_a_doubt_about_nothing_is_refused(key: str, more: str, said: str) -> None:
    with pytest.raises(CardError, match=said):
        opened(DOUBT.format(key=key, standing="open") + more, "doubts.toml")


# --- what is allowed does no harm ---

ODD = {
    "a name with signs of our phrases": ENEMY.replace('"Mole"', '"a {who} [b|c] {card:in}"'),
    "a name with markup": ENEMY.replace('"Mole"', '"<script>alert(1)</script>"'),
    "a promise that promises itself": event('{ op = "promise", at = "turn", do = "met" }'),
    "an event that is handled as a thing": event(
        *(f'{{ op = "{op}", card = "this" }}' for op in ("take", "drop", "discard")), '{ op = "kill", what = "this" }'
    ),
    "cards of others": event(
        '{ op = "take", card = "wolf" }', '{ op = "discard", card = "sword" }', '{ op = "kill", what = "wolf" }',
        '{ op = "place", card = "sword", on = "city" }',
    ),
    "a card that is gone while a loop holds it": event(
        '{ op = "each", of = "your.goods", as = "c", do = ['
        + ", ".join(f'{{ op = "{op}", card = "c" }}' for op in ("discard", "take", "drop", "discard", "take", "drop"))
        + ', { op = "kill", what = "c" }, { op = "place", card = "c", on = "city" }] }'
    ),
    "more than anybody survives": event(
        '{ op = "lose", what = "life", n = 99, cause = "card" }', GOLD, '{ op = "teleport", to = "city" }'
    ),
    "as much as there is room for": event(*['{ op = "gain", what = "strength", n = 99 }'] * 3),
    "nothing may be carried": OBJECT + 'held = [{ mod = "limit", of = "objects", n = 0 }]',
}  # fmt: skip


@pytest.mark.matrix
@pytest.mark.parametrize("below", ["revised4", "second"])
@pytest.mark.parametrize("odd", ODD)
def test_what_is_odd_plays_and_is_told(odd: str, below: str) -> None:
    book = opened(ODD[odd], below=below)
    (own,) = (key for key in book.deck_of if book.made_by(key) == "mine")
    dice = random.Random(odd)
    state = play(f"edition {book.edition} | dwarf crags, has sword axe | thief city, has shield").state
    for lang in LANGUAGES * 25:
        found = ask(state)
        if found.kind == "over":
            break
        screen_of(state, found, lang, ())
        keys = [key for key in found.open() if key not in ("own", "empty")]
        state, _ = step(state, Answer(state.ply, dice.choice([own] if own in keys else keys), max(found.seat, 0)))
    assert all(str(page(book, own, lang)) for lang in LANGUAGES)
