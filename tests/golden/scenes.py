"""The standard situations: who meets a card, who stands on a space, who has something, who casts a Spell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace
from situations import after_the_move, gold_with, lets_draw, seat, situation

from talisman_nb.cards.operations import Begin, If
from talisman_nb.engine import asides, ask, step
from talisman_nb.engine.card_transfers import bars
from talisman_nb.engine.setup import begin_game
from talisman_nb.engine.stepping import run_to_ask
from talisman_nb.model import Answer, Ask, Effect, Event, Frame, State
from talisman_nb.notation.layout import open_edition
from talisman_nb.rules.book import Book, book_of, operations_of
from talisman_nb.rules.layers import BASE

Ends = Callable[[State, Ask], bool]

BYSTANDERS = (
    ("warrior", "tavern", {"gold": 2, "goods": ("guide", "purchase/armour"), "life": 3, "fate": 0}),
    ("wizard", "oasis", {"spells": ("divination", "mesmerism"), "gold": 0, "life": 2, "fate": 0}),
    ("priest", "city", {"spells": ("acquisition",), "gold": 1, "fate": 0}),
)
QUIET_SPACE = "fields-1"


class Scene(NamedTuple):
    """A situation, when it has come to its end, and what was said on the way to it."""

    title: str
    state: State
    ends: Ends
    heard: tuple[Event, ...] = ()
    narrow: Callable[[State], bool] | None = None
    """Where only one answer is given any more."""
    uses: bool = True
    """Whether what one may use is used."""
    before: State | None = None
    """What changes are counted from, if not from `state`."""
    coarse: bool = False
    """Whether only the lowest and the highest throw are looked at."""


def comes_to_rest(start: State, turns: int = 0) -> Ends:
    """The turn is over, or so many more (of somebody alone); or the character has gone to another space."""

    def ends(state: State, found: Ask) -> bool:
        if found.kind == "over" or state.turn != start.turn or state.players[0].space != start.players[0].space:
            return True
        gone = state.round - start.round
        if gone and (found.kind, found.purpose, found.source) == ("die", "move", ""):
            return True  # an ordinary move
        return gone > turns or (gone == turns and found.kind == "close")

    return ends


# --- who ---


class Who(NamedTuple):
    """A hero: with what figures, called how."""

    name: str
    character: str
    figures: dict[str, Any]

    def alone(self, space: str) -> Any:
        """Its seat on a space."""
        return seat(self.character, space, **self.figures)


RICH = {"gold": 4, "goods": ("princess", "purchase/helmet", "mule"), "life": 3, "fate": 0}
POOR = {"gold": 0, "spells": ("temporal-warp", "teleport"), "life": 3, "fate": 0}
HEROES = (
    *(Who(f"{side}, rich", "elf", {**RICH, "alignment": side}) for side in ("good", "neutral", "evil")),
    *(Who(f"{side}, poor", "elf", {**POOR, "alignment": side}) for side in ("good", "neutral", "evil")),
    Who("total 4 and 4", "elf", {**RICH, "strength": 1}),
    Who("total 5 and 5", "elf", {**RICH, "strength": 2, "craft": 1, "life": 5, "goods": ()}),
    Who("nearly dead", "elf", {**RICH, "life": 1}),
    Who("Dwarf", "dwarf", {"gold": 1, "life": 4, "fate": 0}),
)


MORE = {
    "castle": (Who("hurt, with gold", "elf", {"gold": 4, "life": 1, "fate": 0}),),
    "graveyard": (Who("evil, nearly dead", "elf", {"gold": 0, "life": 1, "fate": 0, "alignment": "evil"}),),
}
"""Who else comes to a space: where what is healed and paid shows."""


SWITCHED = (
    HEROES[3],
    Who("with one Follower", "elf", {"goods": ("mule",), "life": 1, "fate": 0}),
    Who(
        "with Prince and Princess",
        "troll",
        {"goods": ("prince", "princess"), "life": 1, "fate": 0, "alignment": "neutral"},
    ),
)
"""Who comes to a space whose text a switch turns."""


TURNED = ("good, rich", "evil, rich")
"""Who meets a card whose text a switch turns."""


def others(hero: str, here: str = "") -> list[Any]:
    """The bystanders; who is the hero, or stands on its space, is not among them."""
    return [seat(c, space, **figures) for c, space, figures in BYSTANDERS if hero != c and here != space]


# --- meeting ---


def _landed(title: str, *seats: Any, turns: int = 0, uses: bool = True, coarse: bool = False, **rest: Any) -> Scene:
    """The first one has just come to its space; what happens before the first question belongs to it."""
    laid = situation(*seats, **rest).state
    book = book_of(laid.book)
    laid = replace(laid, stack=(Frame("turn.turn.do", after_the_move(book), laid.turn),))
    state, events = run_to_ask(book, laid)
    first = laid.round
    narrow = (lambda state: state.round > first) if turns else None
    return Scene(title, state, comes_to_rest(laid, turns), events, narrow, uses, laid, coarse)


def drawing(who: Who, card: str, space: str = QUIET_SPACE, house: dict[str, Any] | None = None) -> Scene:
    """The hero arrives and draws the card."""
    figures = {**who.figures, "goods": tuple(c for c in who.figures.get("goods", ()) if c != card)}
    lying = {space: lets_draw(open_edition(BASE, {}), card)}  # of the book in force
    company = others(who.character)
    game = situation(seat(who.character, space, **figures), *company, lying=lying, arrived=True, house=house)
    return _answered(game.state, card, who.name)


def finding(who: Who, card: str, space: str = QUIET_SPACE) -> Scene:
    """The card lies there already."""
    return _landed(who.name, who.alone(space), *others(who.character), lying={space: (card,)}, uses=False)


def arriving(who: Who, space: str, turns: int = 0, **rest: Any) -> Scene:
    """The hero arrives on the space; alone in the game where the turns that follow count."""
    company = [] if turns else others(who.character, space)
    return _landed(
        who.name, who.alone(space), *company, turns=turns, uses=False, coarse=turns > 0 and space in FIGHTS_ON, **rest
    )


def _answered(state: State, key: str, title: str) -> Scene:
    after, events = step(state, Answer(state.ply, key))
    return Scene(title, after, comes_to_rest(state), events, before=state)


def beginning(character: str) -> Scene:
    """A new game."""
    house = {"spell.limit": [9]}
    state, events = begin_game([("Ada", character), ("Bruno", "elf" if character != "elf" else "dwarf")], house=house)
    return Scene(
        "a new game, with room for any number of Spells", state, lambda state, found: found.kind != "card", events[:1]
    )


def going_on(who: Who, space: str, house: dict[str, Any] | None = None) -> Iterator[Scene]:
    """From a space over the bridge or through the door that begins there."""
    state = situation(who.alone(space), *others(who.character, space), house=house).state
    state, _ = step(state, Answer(state.ply, "1"))
    for way in [
        option.key for option in ask(state).options if option.source in ("bridge", "portal") and not option.closed
    ]:
        after, events = step(state, Answer(state.ply, way))
        yield Scene(
            f"{who.name}, over the {way}{' (toll)' if house else ''}", after, comes_to_rest(state), events, before=state
        )


def standing(space: str) -> Iterator[Scene]:
    """Where it matters on which space one stands: with things that add, in a fight, with a Spell."""
    goods = ("sword", "magic-belt", "maiden", "solomons-crown", "purchase/shield")
    for foes in (("wolf",), ("shadow",)):
        hero = seat(PLAIN, space, goods=goods, spells=("invisibility",), life=2, fate=0)
        yield _landed(f"with {foes[0]}", hero, *others(PLAIN, space), lying={space: foes})


def questing(quest: int) -> Iterator[Scene]:
    """On a quest: against an Enemy, against a character, finding what is wanted."""
    gold = {5: 2, 6: 1}.get(quest, 0)
    state = situation(seat("troll", "warlocks-cave", gold=gold, fate=0), arrived=True).state
    for key in ("quest", str(quest)):
        state, _ = step(state, Answer(state.ply, key))
    found = {
        "against an Enemy": ("wolf",),
        "against a character": (),
        "where there is what others want": ("guide", "ring", "bag-of-gold"),
    }
    for title, lying in found.items():
        troll = seat("troll", "fields-1", gold=gold, fate=0)
        monk = seat("monk", "fields-1" if title.endswith("character") else "city", fate=0, life=2)
        now = situation(troll, monk, lying={"fields-1": lying}, arrived=True).state
        now = replace(now, effects=state.effects)
        yield Scene(f"quest {quest}, {title}", now, comes_to_rest(now), uses=False)


INNER = {
    "mines": (0, 3, 7),
    "crypt": (0, 3, 7),
    "vampires-tower": (0, 3),
    "plain-of-peril": (0,),
    "valley-of-fire": (0,),
    "crown-of-command": (0, 9),
}
"""Who comes to the spaces of the Inner Region, of `HEROES`; elsewhere there one is enough."""
FIGHTS_ON = ("pits", "werewolf-den", "dice-with-death")
ALONE = ("tavern", "temple", "pits", "werewolf-den", "dice-with-death", "crown-of-command", "warlocks-cave")
"""Spaces where something is left for the next turn."""


def losing(character: str, **figures: Any) -> Scene:
    """Beaten by whatever it fights."""
    hero = seat(character, QUIET_SPACE, **{"fate": 0, "gold": 1, "goods": ("sword",), **figures})
    return _landed(f"with life {figures['life']}", hero, *others(character), lying={QUIET_SPACE: ("dragon",)})


def marked(book: Book, character: str, form: str) -> Iterator[Scene]:
    """On the space with what was laid as the form was put on."""
    effects = [op.what for op in operations_of(book.card(f"form.{form}")) if isinstance(op, Begin)]
    for life in (0, 1):
        hero = seat(character, QUIET_SPACE, form=form, life=life, fate=0, gold=1, goods=("sword",))
        laid = situation(hero, *others(character), arrived=True).state
        mark = Effect(f"form.{form}.{effects[0]}", "space", 0, QUIET_SPACE, source=f"form.{form}")
        laid = replace(laid, effects=(mark,), stack=(Frame("turn.turn.do", after_the_move(book_of(laid.book)), 0),))
        state, events = run_to_ask(book_of(laid.book), laid)
        yield Scene(f"with life {life}", state, comes_to_rest(laid), events, before=laid)


# --- having ---

QUIET_SPELL = "counterspell"
"""A Spell that answers another one and does nothing else."""
PLAIN = "thief"
"""A hero whose abilities say nothing in a fight or on a space."""

VICTIM = {"gold": 1, "goods": ("princess", "holy-lance", "unicorn"), "life": 3, "fate": 0}


def having(character: str, **figures: Any) -> Iterator[Scene]:
    """Where something one has can matter: before the move, on spaces, in fights, beside characters, in a Spell."""
    book = open_edition(BASE, {})  # the one in force
    had = (book.card(f"character.{character}"), *(book.card(card) for card in figures.get("goods", ())))
    gold = gold_with(book, figures.get("goods", ()), 3)
    hero = {"gold": 0 if "form" in figures else gold, "fate": 0, "life": 2, **figures}
    if any(getattr(mod, "event", "") == "no_spells" for found in had for mod in found.held):
        hero["spells"] = (QUIET_SPELL,)  # else the first thing in every scene would be to draw one
    for space in ("woods-1", "crags"):
        state = situation(seat(character, space, **hero), *others(character)).state
        yield Scene(f"before the move, on {space}", state, comes_to_rest(state), coarse=True)
    for space in ("village", "crags", "forest", "chasm", "desert-1", "castle", "woods-1", "temple", "cursed-glade"):
        yield arriving(Who(f"on {space}", character, hero), space)
    for space, side in (("chapel", "evil"), ("graveyard", "good"), ("chapel", "good")):
        if any(bars(found.facts, side) for found in had):
            continue  # nobody of that alignment has it
        yield arriving(Who(f"{side}, on {space}", character, {**hero, "alignment": side}), space)
    for place in ("cave", "maze", "shrine", "market"):
        yield finding(Who(f"at the {place}", character, hero), place, "plains-1")
    yield from fights(character, hero)
    yield from beside(character, hero)
    yield from moves(character, hero)
    yield drawing(Who("drawing a card", character, hero), "wolf")
    yield from inner(character, hero)


def fights(character: str, hero: dict[str, Any]) -> Iterator[Scene]:
    """With an animal, a Dragon, a Spirit, three at once; where one may evade."""
    for foes, space in (
        (("bear",), "fields-1"), (("bear",), "hills-1"), (("bear",), "woods-1"), (("dragon",), "fields-1"),
        (("shadow",), "fields-1"),
        (("goblin", "wolf", "lemure"), "runes-1"),
    ):  # fmt: skip
        yield _landed(
            f"with {' and '.join(foes)} on {space}",
            seat(character, space, **hero),
            *others(character),
            lying={space: foes},
        )


def beside(character: str, hero: dict[str, Any]) -> Iterator[Scene]:
    """Meeting a character of each alignment, and being attacked by it."""
    victim = "monk" if character != "monk" else "troll"
    for side in ("good", "neutral", "evil"):
        goods = ("princess", "sword", "unicorn") if side == "evil" else VICTIM["goods"]
        company = [seat(victim, "fields-1", **_victim(hero, goods), alignment=side), *others(character)]
        yield _landed(f"beside a {side} character", seat(character, "fields-1", **hero), *company)
    if any(op.when.of_other.affords for op in _conditions(character)):
        penniless = seat(victim, "fields-1", **{**_victim(hero, VICTIM["goods"]), "gold": 0})
        yield _landed("beside one without gold", seat(character, "fields-1", **hero), penniless, *others(character))
    company = [
        seat("troll" if character != "troll" else "dwarf", "fields-1", **_victim(hero, VICTIM["goods"])),
        *others(character),
    ]
    game = situation(seat(character, "fields-1", **hero), *company, arrived=True, turn=1).say("attack:0")
    yield Scene("attacked", game.state, comes_to_rest(game.state))


def _conditions(character: str) -> Iterator[Any]:
    """What a character does only where it holds of the other one."""
    for op in operations_of(open_edition(BASE, {}).card(f"character.{character}")):
        if isinstance(op, If) and getattr(op.when, "of_other", None) is not None:
            yield op


def _victim(hero: dict[str, Any], goods: tuple[str, ...]) -> dict[str, Any]:
    """What the other one has, less what the hero has: most cards are there once."""
    return {**VICTIM, "goods": tuple(card for card in goods if card not in hero.get("goods", ()))}


def moves(character: str, hero: dict[str, Any]) -> Iterator[Scene]:
    """Over the water and through the Portal; a Spell that is one's last."""
    for space, kind in (("village", "ring"), ("sentinel", "bridge"), ("portal-of-power", "portal")):
        state = situation(seat(character, space, **hero), *others(character)).state
        if ask(state).kind == "die":
            state, _ = step(state, Answer(state.ply, "1"))
        goal = {"ring": "fields-6", "bridge": "hills-3", "portal": "plain-of-peril"}[kind]
        way = next((o.key for o in ask(state).options if (o.space == goal or o.source == kind) and not o.closed), "")
        if not way:
            continue
        after, events = step(state, Answer(state.ply, way))
        if kind == "ring":
            yield Scene("over a small bridge", after, comes_to_rest(after), events, before=state)
        else:
            yield Scene(f"over the {kind}", after, comes_to_rest(state), events, before=state)
    state = situation(
        seat(character, "fields-2", **{**hero, "spells": ("temporal-warp",), "craft": 2}), *others(character)
    ).state
    if "cast:temporal-warp" in [o.key for o in asides(state, 0) if not o.closed]:
        after, events = step(state, Answer(state.ply, "cast:temporal-warp", 0))
        yield Scene(
            "casting one's last Spell", after, lambda state, found: found.kind in ("die", "way"), events, before=state
        )


def inner(character: str, hero: dict[str, Any]) -> Iterator[Scene]:
    """Rolls of the Inner Region that something may change; the Crown."""
    yield arriving(Who("in the Mines", character, {**hero, "craft": 1}), "mines")
    yield arriving(Who("in the Crypt", character, hero), "crypt")
    yield arriving(Who("on the Crown", character, hero), "crown-of-command")
