"""Does every branch of every card, space, Spell and ability run, and is every state on the way a sound one?

Each is put into a few situations and answered in every way: all faces, all options, the asides of all seats; where
that becomes too many, in ways taken by lot. What was run is noted instruction by instruction, so all must run in one
process, as `--dist loadfile` sees to. A campaign plays some of them, `.ci/run` all, by the compiled engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest
import situations
from editions import PLAYED, differs, of, turned
from msgspec.structs import replace
from situations import Game, gold_with, lets_draw, quiet, seat, situation
from walking import BOOKS, drawn_at, hero_for, houses, lot, table, walk

from talisman_nb.cards.definition import PARTS
from talisman_nb.cards.operations import Begin, Call, PromiseOp
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import new_game
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.model import Effect
from talisman_nb.notation.situation import situation as situation_in_text
from talisman_nb.rules.book import Book, open_book, operations_of
from talisman_nb.rules.layers import BASE
from talisman_nb.rules.programs import modifiers

pytestmark = pytest.mark.campaign

SWITCH = re.compile(r"switch\.\w+")

Run = set[tuple[str, str, int]]


def alone(edition: str) -> list[dict[str, Any]]:
    """Every switch that a space of an edition reads, turned alone: two of one space may hide each other's text."""
    book = BOOKS[edition]
    read = {name for id in book.board.spaces for name in SWITCH.findall(repr(book.card(f"space.{id}")))}
    return [{name: turned(edition)[name]} for name in sorted(read & set(turned(edition)))]


def each(keys: Callable[[Book], Iterable[str]], prefix: str = "") -> list[Any]:
    """Every edition with those of some keys that it is tested with."""
    return [
        pytest.param(edition, key, id=f"{edition}-{key}")
        for edition, book in BOOKS.items()
        for key in of(edition, tuple(keys(book)), prefix)
    ]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Every instruction that was run, as (edition, program, place)."""
    noted: Run = set()
    books = [open_book(edition, house) for edition in PLAYED for house in ({}, turned(edition), *alone(edition))]
    before = [(program, program.code) for book in books for program in runtime_of(book).programs.values()]
    for edition, key, program in (
        (book.edition, *each) for book in books for each in runtime_of(book).programs.items()
    ):
        place = (edition, key.replace("purchase/", ""))
        program.code = tuple(
            (_noting(noted, (*place, at), f), *rest) if f else (f, *rest) for at, (f, *rest) in enumerate(program.code)
        )
    yield noted
    for program, code in before:
        program.code = code


def _noting(noted: Run, place: tuple[str, str, int], function: Any) -> Any:
    def note(g: Any, op: Any, to: Any) -> Any:
        noted.add(place)
        return function(g, op, to)

    return note


def met(book: Book) -> Iterator[str]:
    """Cards that are met, whatever lets draw them; none of those that are held in the hand or lie over a space."""
    for deck, cards in book.deck_cards.items():
        yield from (card for card in cards if deck != book.face_down and card not in book.covering)


@pytest.mark.parametrize(("edition", "card"), each(met))
def test_cards(edition: str, card: str, run: Run) -> None:
    for at, house in product(range(3), houses(edition, card)):
        hero = hero_for(edition, card, at)
        space = drawn_at(edition, house, card, at)
        under = lets_draw(BOOKS[edition], card)
        game = table(edition, hero, space, at, card, arrived=True, house=house, lying={space: under})
        while game.ask.kind not in ("card", "close"):
            game.say(quiet(game.ask))
        if game.ask.kind == "card":
            game.say(card)
        assert walk(game.state, lot(card, at)) > 0


@pytest.mark.parametrize(("edition", "space"), each(lambda book: book.board.spaces, "space."))
def test_spaces(edition: str, space: str, run: Run) -> None:
    for at in range(3):
        hero = hero_for(edition, space, at)
        assert walk(table(edition, hero, space, at, arrived=True).state, lot(space, at)) > 0
    assert walk(table(edition, hero_for(edition, space, 3), space, 3).state, lot(space, 3)) > 0


def switched(book: Book) -> Iterator[str]:
    """Spaces that a switch turns, and one where the Thief and a switch meet."""
    yield from (space for space in book.board.spaces if len(houses(book.edition, f"space.{space}")) > 1)
    yield "village"


@pytest.mark.parametrize(("edition", "space"), each(switched, "space."))
def test_spaces_where_a_table_chose(edition: str, space: str, run: Run) -> None:
    for at in range(10):
        hero = seat(
            "elf" if space != "village" else "thief",
            space,
            goods=("prince", "princess") if at % 4 < 3 else (),
            life=1 if at < 8 else 4,
            gold=2,
        )
        for house in (turned(edition), *alone(edition)):
            game = situation(hero, seat("troll", "city"), arrived=True, house=house, edition=edition)
            assert walk(game.state, lot(space, at)) > 0


@pytest.mark.parametrize(("edition", "spell"), each(lambda book: book.deck_cards["spell"]))
def test_spells(edition: str, spell: str, run: Run) -> None:
    """Held by the one whose turn it is, by the one attacked, and by one far away."""
    for at in range(3):
        holder = [(spell,) if at == who else () for who in range(3)]
        game = situation(
            seat(
                "druid",
                "fields-1" if at != 1 else "graveyard",
                goods=("maiden", "helmet", "sword"),
                spells=holder[0],
                craft=2,
            ),
            seat("elf", "graveyard", goods=("mule", "ring"), spells=holder[1], craft=1),
            seat("wizard", "city", spells=(*holder[2], "spell?")),
            lying={"graveyard": ("bear", "goblin"), "village": ("lemure",)},
            arrived=at == 1,
            edition=edition,
        )
        assert walk(game.state, lot(spell, at)) > 0


@pytest.mark.parametrize(("edition", "character"), each(lambda book: book.characters, "character."))
def test_abilities(edition: str, character: str, run: Run) -> None:
    """Before the move, in a fight with an animal and a Spirit, meeting a character, attacked by one."""
    victim = (
        seat("druid", "woods-1", goods=("princess", "sword"), gold=1)
        if character != "druid"
        else seat("thief", "woods-1", gold=1)
    )
    hero = seat(character, "woods-1", gold=3, fate=1)
    met = (("bear",), ("shadow",), ())
    for (at, lying), house in product(enumerate(met), houses(edition, f"character.{character}")):
        for arrived in (False, True):
            game = situation(hero, victim, lying={"woods-1": lying}, arrived=arrived, house=house, edition=edition)
            assert walk(game.state, lot(character, at + 3 * arrived)) > 0
    assert walk(situation(hero, victim, turn=1, arrived=True, edition=edition).state, lot(character, 9)) > 0
    people = [("P0", character), ("P1", "troll" if character != "troll" else "elf")]
    assert walk(new_game(people, edition), lot(character, 12)) > 0


def owned(book: Book) -> Iterator[str]:
    """Cards that do something for their owner; what an Enemy has so holds of whoever fights it."""
    cards = map(book.card, met(book))
    return (card.key for card in cards if (card.held or card.facts.save) and card.facts.type not in ENEMIES)


@pytest.mark.parametrize(("edition", "card"), each(owned))
def test_goods(edition: str, card: str, run: Run) -> None:
    """Held while one moves, at the Castle, in a fight with a Dragon and with a Spirit, beside a character."""
    hero = "elf" if BOOKS[edition].card(card).facts.have_not != ("good",) else "troll"
    held: dict[str, Any] = {"goods": (card, "purchase/shield") if card != "cursed-by-a-hag" else (card,), "fate": 1}
    held["gold"] = gold_with(BOOKS[edition], (card,), 2)
    wizard = seat("wizard", "oasis", spells=("spell?",))
    starts = (
        ("woods-1", (), False),
        ("castle", (), True),
        ("runes-1", ("dragon",), True),
        ("graveyard", ("shadow",), True),
        ("chasm", (), True),
        ("desert-1", (), False),
        ("chapel", (), True),
        ("temple", (), True),
        ("fields-2", tuple(sorted(BOOKS[edition].covering))[:1], True),
    )
    for (at, (space, lying, arrived)), house in product(enumerate(starts), houses(edition, card)):
        rest: dict[str, Any] = {"arrived": arrived, "house": house, "edition": edition}
        game = situation(seat(hero, space, **held), wizard, lying={space: lying}, **rest)
        assert walk(game.state, lot(card, at)) > 0


@pytest.mark.parametrize(("edition", "card"), each(lambda book: book.covering))
def test_covers(edition: str, card: str, run: Run) -> None:
    """Where it covers a space that draws cards, one with a text of its own, and a gate."""
    for at, space in enumerate(("fields-1", "tavern", "portal-of-power")):
        hero = hero_for(edition, card, at)
        game = table(edition, hero, space, at, arrived=at < 2, lying={space: (card, "sword")})
        assert walk(game.state, lot(card, at)) > 0


def lasting(book: Book) -> Iterator[str]:
    """Forms that last until something ends them: what they do is seen as they are put on and off."""
    forms = (key for key in book.definitions if key.startswith("form.") and key.count(".") == 1)
    return (key.removeprefix("form.") for key in forms if book.card(key).facts.turns == "game")


@pytest.mark.parametrize(("edition", "form"), each(lasting, "form."))
def test_forms(edition: str, form: str, run: Run) -> None:
    """Put on by who is killed in each kind of place; had with and without life, where it was put on too."""
    marks = [
        f"form.{form}.{op.what}" for op in operations_of(BOOKS[edition].card(f"form.{form}")) if isinstance(op, Begin)
    ]
    spaces = ("runes-1", "graveyard", "pits", "plain-of-peril", "sentinel", "crypt")
    for (at, space), house in product(enumerate(spaces), houses(edition, f"form.{form}")):
        for figures in ({"life": 1}, {"form": form, "life": 0}, {"form": form, "life": 1}):
            hero = seat("troll", space, **figures, fate=0, gold=1, goods=("sword", "princess"))
            lying = {space: ("dragon", "wraith")} if BOOKS[edition].card(f"space.{space}").facts.covering else {}
            company = seat("thief", "city")
            game = situation(hero, company, arrived=True, lying=lying, house=house, edition=edition)
            assert walk(game.state, lot(form, at)) > 0
            if "form" in figures and marks:
                beside = seat("troll", "woods-1", **figures, fate=0)
                laid = situation(beside, company, house=house, edition=edition).walk("graveyard").turn_of(0).state
                mark = Effect(marks[0], "space", 0, "woods-1", owner=0, source=f"form.{form}")
                assert walk(replace(laid, effects=(mark,)), lot(form, at + 9)) > 0


def among_forms(book: Book) -> Iterator[str]:
    """Cards of an expansion that has such forms: what they do may depend on who has one."""
    yield from met(book) if [*lasting(book)] else ()


@pytest.mark.parametrize(("edition", "card"), each(among_forms))
def test_cards_among_forms(edition: str, card: str, run: Run) -> None:
    """Met by somebody strong and somebody weak, with others like it in the Region, and much lying about."""
    form, book = next(lasting(BOOKS[edition])), BOOKS[edition]
    alike = [c for c in book.deck_cards[book.deck_of[card]] if book.card(c).facts.type in ("stranger", "place")]
    lying = {"graveyard": ("shadow",), "ruins": tuple(c for c in alike if c != card)}
    for (at, strong), house in product(enumerate((5, 0, 5)), houses(edition, card)):
        space = drawn_at(edition, {}, card, 0)
        ghost = {"form": form, "life": 1, "fate": 0} if at < 2 else {"life": 2, "fate": 0}
        hero = seat("elf", space, **ghost, strength=strong, craft=strong, goods=("princess",) * (card != "princess"))
        others = [seat("troll", "city", form=form, life=0, fate=0), seat("wizard", "oasis", spells=("spell?",))]
        under = {space: lets_draw(book, card)}
        game = situation(hero, *others, arrived=True, lying={**lying, **under}, house=house, edition=edition)
        while game.ask.kind not in ("card", "close"):
            game.say(quiet(game.ask))
        game.say(*(card,) * (game.ask.kind == "card"))
        assert walk(game.state, lot(card, at + 20)) > 0


@pytest.mark.parametrize("quest", range(1, 7))
@pytest.mark.parametrize("edition", PLAYED)
def test_quests(edition: str, quest: int, run: Run) -> None:
    """Taken on, then played on by lot with all it may ask for."""
    for at in range(4):
        hero = seat("sorceress", "warlocks-cave", goods=("maiden", "ring"), gold=3, fate=0, strength=4)
        game = situation(hero, seat("troll", "warlocks-cave", life=2), arrived=True, edition=edition)
        game.say("the space", "quest", quest)
        assert walk(game.state, lot("quest", quest * 4 + at)) > 0


def slow_ones(edition: str) -> dict[str, Game]:
    """What the walks above seldom come to."""
    situation = partial(situations.situation, edition=edition)
    priest, troll = seat("priest", "village", spells=("hex",)), seat("troll", "graveyard", gold=1, life=2)
    return {
        "hex": situation(priest, seat("thief", "fields-1")).aside(0, "cast:hex").say("graveyard").turn_of(1),
        "invisibility": situation(
            seat("dwarf", "woods-1"), seat("elf", "woods-1", spells=("invisibility",)), arrived=True
        ).say("attack:1"),
        "runesword": situation(seat("assassin", "graveyard", goods=("runesword",)), troll, arrived=True).say(
            "attack:1"
        ),
        "raised": situation(
            seat("ghoul", "graveyard", goods=("goblin@ghoul.raised", "ogre@ghoul.raised")), troll, arrived=True
        ),
        "tavern": situation(seat("troll", "tavern", fate=0), seat("thief", "city"), arrived=True)
        .say(5)
        .turn_end()
        .turn_end(),
        "stilled": situation(
            seat("sorceress", "fields-1", spells=("immobility",)), troll, lying={"fields-6": ("wolf", "bear")}
        )
        .aside(0, "cast:immobility")
        .say("fields-6|bear"),
        "two at once": situation(
            seat("troll", "warlocks-cave", fate=0), priest, lying={"desert-1": ("wolf", "bear")}, arrived=True
        )
        .say("quest", 2)
        .turn_of(0)
        .walk("desert-1"),
        "imp evaded": situation(seat("elf", "woods-1"), troll, arrived=True).say("imp"),
        "witch evaded": situation(seat("elf", "woods-1"), troll, arrived=True).say("witch"),
        "card visited": situation(seat("thief", "fields-1"), priest, lying={"fields-1": ("market",)}, arrived=True),
        "charmed": situation(seat("minstrel", "graveyard", goods=("bear@minstrel.charmed",)), troll, arrived=True),
    }


@pytest.mark.parametrize("name", slow_ones(PLAYED[0]))
@pytest.mark.parametrize("edition", PLAYED)
def test_slow_ones(edition: str, name: str, run: Run) -> None:
    for at in range(4):
        assert walk(slow_ones(edition)[name].state, lot(name, at)) > 0


EXPANSION = "edition revised4 + souls | "
SELDOM = {
    "a King beaten by a Ghost": "dwarf fields-1, as restless, life 2, fate 0,"
    " has ring solomons-crown holy-grail screaming-skull, arrived | thief city | on fields-1, king-of-the-dead"
    " | grave crags, of dwarf > in-psychic > fight > 6 > 1",
    "trophies that rise": "dwarf fields-1, life 4, trophies wolf bear, arrived | thief city, trophies ape"
    " | on fields-1, breach > restless-dead",
    "nobody to try": "dwarf fields-1, arrived | thief plain-of-peril | on fields-1, breach > trial",
    "a Ghost that makes one": "dwarf fields-1, as restless, life 1, fate 0, craft +12, arrived"
    " | thief city, life 1, fate 0 | on fields-1, breach | grave crags, of dwarf > trial",
    "a card ditched that holds another": 'dwarf city, fate 0, has heart-of-night sword, held-within "sword"'
    " | thief village > 0: drop:heart-of-night",
}
"""What the walks with an expansion seldom come to, as situations."""


@pytest.mark.parametrize("name", SELDOM)
def test_seldom_with_an_expansion(name: str, run: Run) -> None:
    for at in range(4):
        assert walk(situation_in_text(f"{EXPANSION}{SELDOM[name]}"), lot(name, at)) > 0


# --- what was run ---


def begun(book: Book) -> Iterator[str]:
    """Programs that are begun as such: parts, what modifiers do, what is called or promised."""
    for d in book.definitions.values():
        if d.key.startswith("turn.") or d.facts.twin or not (book.edition == BASE or differs(book.edition, d.key)):
            continue
        called = {
            op.program if isinstance(op, Call) else op.do
            for op in operations_of(d)
            if isinstance(op, (Call, PromiseOp))
        }
        yield from (f"{d.key}.{name}" for name in d.blocks if name in PARTS or name in called)
        yield from (
            f"{d.key}.{mod.do if isinstance(mod.do, str) else name}" for name, mod in modifiers(d) if hasattr(mod, "do")
        )


@pytest.mark.parametrize("edition", PLAYED)
def test_nothing_was_left_out(edition: str, run: Run, request: pytest.FixtureRequest) -> None:
    """The walks above have run every instruction of every program; the toll is another edition's."""
    here = (item for item in request.session.items if item.path == request.path)
    if sum(f"[{edition}-" in item.nodeid for item in here) < 100:
        pytest.skip("only after all the walks")
    silent = {
        f"{key}[{at}] {name}"
        for key in begun(BOOKS[edition])
        for at, (name, _, _) in enumerate(BOOKS[edition].programs[key].code)
        if name not in ("return", "jump") and (edition, key, at) not in run and key != "space.sentinel.crossing"
    }
    assert silent == set()
