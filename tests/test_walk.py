"""Does every branch of every card, space, Spell and ability run, and is every state on the way a sound one?

Each is put into a few situations and answered in every way: all faces, all options, the asides of all seats; where
that becomes too many, in ways taken by lot. What was run is noted instruction by instruction, so all must run in one
process, as `--dist loadfile` sees to.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace
from situations import RULES, TURNED, Game, quiet, seat, situation

from talisman_nb.cards.definition import PARTS
from talisman_nb.cards.operations import Call, PromiseOp
from talisman_nb.engine import asides, ask, new_game, step
from talisman_nb.engine.book_runtime import runtime_of
from talisman_nb.model import Answer, State, decode, encode
from talisman_nb.rules.book import Book, modifiers, open_book, operations_of
from talisman_nb.simulate.invariants import broken

pytestmark = pytest.mark.slow

BOOK = open_book("revised4")
SWITCH = re.compile(r"switch\.\w+")
ALIGNMENTS = ("good", "neutral", "evil")
EVERY_WAY = 45  # states answered in every way, per situation
BY_LOT = 3  # further walks by lot, per situation
FURTHER = 30  # answers of such a walk
GOODS = ("princess", "purchase/mule", "purchase/sword", "purchase/helmet", "magic-belt")

OF_SPACES = sorted({name for id in BOOK.board.spaces for name in SWITCH.findall(repr(BOOK.card(f"space.{id}")))})
ALONE = tuple({name: TURNED[name]} for name in OF_SPACES)
"""Every switch that a space reads, turned alone: two of one space may hide each other's text."""

Run = set[tuple[str, int]]


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Every instruction that was run, as (program, place)."""
    noted: Run = set()
    books = (BOOK, open_book("revised4", TURNED), *(open_book("revised4", house) for house in ALONE))
    before = [(program, program.code) for book in books for program in runtime_of(book).programs.values()]
    for key, program in (each for book in books for each in runtime_of(book).programs.items()):
        program.code = tuple(
            (_noting(noted, key, at, f), *rest) if f else (f, *rest) for at, (f, *rest) in enumerate(program.code)
        )
    yield noted
    for program, code in before:
        program.code = code


def _noting(noted: Run, key: str, at: int, function: Any) -> Any:
    def note(g: Any, op: Any, to: Any) -> Any:
        noted.add((key.replace("purchase/", ""), at))
        return function(g, op, to)

    return note


# --- walking ---


def answers(state: State, dice: random.Random, depth: int) -> list[Answer]:
    """Everything that may be said; of many cards a few by lot."""
    found = ask(state)
    keys = [key for key in found.open() if key not in ("own", "empty")]
    if len(keys) > 8 and found.kind in ("card", "pick", "character"):
        keys = dice.sample(keys, 4) + (["?"] if "?" in keys else [])
    given = [Answer(state.ply, key) for key in keys]
    if depth > 5:
        return given
    for who in range(len(state.players)):
        put_in = [o.key for o in asides(state, who) if not o.closed and not o.key.startswith("drop:")]
        given += [Answer(state.ply, key, who) for key in put_in]
    return given


def sound(state: State, events: tuple[Any, ...]) -> None:
    """What holds of every state."""
    assert broken(state) == []
    assert decode(encode(state)) == state
    for event in events:
        assert event.cites and RULES.issuperset(event.cites), f"{event.kind} cites {event.cites}"
    found = ask(state)
    for option in (*found.options, *found.offers):
        assert RULES.issuperset(option.cites), f"{option.key} cites {option.cites}"
        assert option.cites or not option.closed, f"{option.key} is closed ({option.closed}) and cites nothing"


def walk(start: State, dice: random.Random) -> int:
    """Answer in every way, first what is near; then on by lot. How many answers were given."""
    frontier, seen, said = [(start, 0)], {replace(start, ply=0)}, 0
    for _ in range(EVERY_WAY):
        if not frontier:
            break
        state, depth = frontier.pop(0 if dice.random() < 0.5 else dice.randrange(len(frontier)))
        for answer in answers(state, dice, depth):
            after, events = step(state, answer)
            said += 1
            sound(after, events)
            if ask(after).kind != "over" and replace(after, ply=0) not in seen:
                seen.add(replace(after, ply=0))
                frontier.append((after, depth + 1))
    for state, _ in dice.sample(frontier, min(BY_LOT, len(frontier))):
        said += by_lot(state, dice)
    return said


def by_lot(state: State, dice: random.Random) -> int:
    """One walk on, through the turns of the others too."""
    for at in range(FURTHER):
        if ask(state).kind == "over":
            return at
        state, events = step(state, dice.choice(answers(state, dice, 0 if at % 4 == 0 else 9)))
        sound(state, events)
    return FURTHER


def table(hero: str, space: str, at: int, besides: str = "", **rest: Any) -> Game:
    """A standard situation: the hero rich or poor, good or evil, a neighbour on its space, a wizard far away."""
    rich = at % 2 == 0
    figures: dict[str, Any] = {
        "alignment": ALIGNMENTS[at % 3],
        "life": 3,
        "fate": 1 if at == 1 else 0,
        "gold": 4 if rich else 0,
    }
    figures |= (
        {"goods": tuple(card for card in GOODS if card != besides)}
        if rich
        else {"spells": ("spell?",)}
        if BOOK.card(f"character.{hero}").facts.craft > 2
        else {}
    )
    others = [c for c in BOOK.characters if c not in (hero, "wizard")]
    neighbour = seat(
        others[at % len(others)], space if at == 2 else "tavern", goods=("guide", "purchase/armour"), gold=1
    )
    far = [seat("wizard", "oasis", spells=("spell?", "spell?"))] if hero != "wizard" else []
    return situation(seat(hero, space, **figures), neighbour, *far, **rest)


def houses(key: str) -> tuple[dict[str, Any], ...]:
    """How tables play a definition: by the rules, and where a switch turns it with every switch turned."""
    return ({}, TURNED) if "switch." in repr(BOOK.card(key)) else ({},)


def hero_for(name: str, at: int) -> str:
    return BOOK.characters[(sum(map(ord, name)) + 5 * at) % len(BOOK.characters)]


def lot(name: str, at: int) -> random.Random:
    return random.Random(f"{name} {at}")


@pytest.mark.parametrize("card", BOOK.deck_cards["adventure"])
def test_cards(card: str, run: Run) -> None:
    for at, house in product(range(3), houses(card)):
        game = table(
            hero_for(card, at), ("fields-1", "hidden-valley", "plains-1")[at], at, card, arrived=True, house=house
        )
        while game.ask.kind not in ("card", "close"):
            game.say(quiet(game.ask))
        if game.ask.kind == "card":
            game.say(card)
        assert walk(game.state, lot(card, at)) > 0


@pytest.mark.parametrize("space", BOOK.board.spaces)
def test_spaces(space: str, run: Run) -> None:
    for at in range(3):
        assert walk(table(hero_for(space, at), space, at, arrived=True).state, lot(space, at)) > 0
    assert walk(table(hero_for(space, 3), space, 3).state, lot(space, 3)) > 0


@pytest.mark.parametrize(
    "space", [space for space in BOOK.board.spaces if len(houses(f"space.{space}")) > 1] + ["village"]
)
def test_spaces_where_a_table_chose(space: str, run: Run) -> None:
    for at in range(8):
        hero = seat(
            "elf" if space != "village" else "thief",
            space,
            goods=("prince", "princess") if at % 4 < 3 else (),
            life=1,
            gold=2,
        )
        for house in (TURNED, *ALONE):
            assert walk(situation(hero, seat("troll", "city"), arrived=True, house=house).state, lot(space, at)) > 0


@pytest.mark.parametrize("spell", BOOK.deck_cards["spell"])
def test_spells(spell: str, run: Run) -> None:
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
        )
        assert walk(game.state, lot(spell, at)) > 0


@pytest.mark.parametrize("character", BOOK.characters)
def test_abilities(character: str, run: Run) -> None:
    """Before the move, in a fight with an animal and a Spirit, meeting a character, attacked by one."""
    victim = (
        seat("druid", "woods-1", goods=("princess", "sword"), gold=1)
        if character != "druid"
        else seat("thief", "woods-1", gold=1)
    )
    hero = seat(character, "woods-1", gold=3, fate=1)
    for (at, lying), house in product(enumerate((("bear",), ("shadow",), ())), houses(f"character.{character}")):
        assert walk(situation(hero, victim, lying={"woods-1": lying}, house=house).state, lot(character, at)) > 0
        assert (
            walk(
                situation(hero, victim, lying={"woods-1": lying}, arrived=True, house=house).state,
                lot(character, at + 3),
            )
            > 0
        )
    assert walk(situation(hero, victim, turn=1, arrived=True).state, lot(character, 9)) > 0
    assert (
        walk(new_game([("P0", character), ("P1", "troll" if character != "troll" else "elf")]), lot(character, 12)) > 0
    )


@pytest.mark.parametrize(
    "card", [card for card in BOOK.deck_cards["adventure"] if BOOK.card(card).held or BOOK.card(card).facts.save]
)
def test_goods(card: str, run: Run) -> None:
    """Held while one moves, at the Castle, in a fight with a Dragon and with a Spirit, beside a character."""
    hero = "elf" if BOOK.card(card).facts.have_not != ("good",) else "troll"
    held = {"goods": (card, "purchase/shield") if card != "cursed-by-a-hag" else (card,), "gold": 2, "fate": 1}
    wizard = seat("wizard", "oasis", spells=("spell?",))
    starts = (
        ("woods-1", (), False),
        ("castle", (), True),
        ("runes-1", ("dragon",), True),
        ("graveyard", ("shadow",), True),
        ("chasm", (), True),
        ("desert-1", (), False),
    )
    for (at, (space, lying, arrived)), house in product(enumerate(starts), houses(card)):
        game = situation(seat(hero, space, **held), wizard, lying={space: lying}, arrived=arrived, house=house)
        assert walk(game.state, lot(card, at)) > 0


@pytest.mark.parametrize("quest", range(1, 7))
def test_quests(quest: int, run: Run) -> None:
    """Taken on, then played on by lot with all it may ask for."""
    for at in range(4):
        hero = seat("sorceress", "warlocks-cave", goods=("maiden", "ring"), gold=3, fate=0, strength=4)
        game = situation(hero, seat("troll", "warlocks-cave", life=2), arrived=True)
        game.say("the space", "quest", quest)
        assert walk(game.state, lot("quest", quest * 4 + at)) > 0


def slow_ones() -> dict[str, Game]:
    """What the walks above seldom come to."""
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
        "charmed": situation(seat("minstrel", "graveyard", goods=("bear@minstrel.charmed",)), troll, arrived=True),
    }


@pytest.mark.parametrize("name", slow_ones())
def test_slow_ones(name: str, run: Run) -> None:
    for at in range(4):
        assert walk(slow_ones()[name].state, lot(name, at)) > 0


# --- what was run ---


def begun(book: Book) -> Iterator[str]:
    """Programs that are begun as such: parts, what modifiers do, what is called or promised."""
    for d in book.definitions.values():
        if d.key.startswith("turn.") or d.facts.twin:
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


def test_nothing_was_left_out(run: Run, request: pytest.FixtureRequest) -> None:
    """The walks above have run every instruction of every program; the toll is another edition's."""
    if sum(item.path == request.path for item in request.session.items) < 150:
        pytest.skip("only after all the walks")
    silent = {
        f"{key}[{at}] {name}"
        for key in begun(BOOK)
        for at, (name, _, _) in enumerate(BOOK.programs[key].code)
        if name not in ("return", "jump") and (key, at) not in run and key != "space.sentinel.crossing"
    }
    assert silent == set()
