"""Real kinds of cards that fans make, each as the presses that make it in the workshop; what is pressed is offered."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from talisman_nb.panels.parts.workshop_model import WorkshopModel
from talisman_nb.text.definitions.form_fields import FormField, every_field
from talisman_nb.text.screen.setup_values import WorkshopScreen


class FanCard(Struct, frozen=True):
    """A card of a kind that fans make: its name, its kind, the presses, and words that it says in English."""

    name: str
    kind: str
    presses: tuple[tuple[Any, ...], ...]
    says: str


class Beyond(Struct, frozen=True):
    """What fans write on cards and no operation says: the phrase that tells so, and how its author would write it."""

    missing: str
    part: str


BEYOND: tuple[Beyond, ...] = (
    Beyond("choose-die", 'held = [{ mod = "dice", for = "move", n = 2, keep = "choice" }]'),
    Beyond("reroll-others", 'held = [{ mod = "reroll", for = "foe" }]'),
    Beyond("reroll-others", 'held = [{ mod = "reroll", for = "move", uses = "game" }]'),
    Beyond("times", 'taken = [{ op = "gain", what = "gold", n = { half = { have = "gold" } } }]'),
    Beyond("times", 'taken = [{ op = "gain", what = "gold", n = { times = [2, { count = "followers" }] } }]'),
    Beyond("count-up", 'taken = [{ op = "token", n = -1 }]'),
    Beyond("discards", 'taken = [{ op = "pick", from = "discards.adventure", into = "picked" }]'),
    Beyond("order", 'taken = [{ op = "look", at = "adventure", n = 3, order = "any" }]'),
    Beyond("copy", 'held = [{ mod = "like", card = "sword" }]'),
    Beyond("at-once", 'taken = [{ op = "choose", who = "everyone", secret = true, options = [] }]'),
    Beyond("when-others", 'held = [{ mod = "on", event = "gained", who = "others", do = [{ op = "nothing" }] }]'),
    Beyond("win-together", 'taken = [{ op = "win", who = ["you", "other"] }]'),
)


def field_at(shown: WorkshopScreen, at: str, kind: str = "") -> FormField:
    """The field of the form at a place, of a kind: a value of several kinds has its own inside."""
    found = [
        one
        for one in every_field(shown.form)
        if one.at == at and (not kind or (one.kind == "either") == (kind == "either"))
    ]
    assert len(found) == 1, (at, [one.at for one in every_field(shown.form)])
    return found[0]


def _press(field: FormField) -> str:
    return "either" if field.kind == "either" else "add" if field.kind in ("list", "parts") else "set"


def press(model: WorkshopModel, *said: Any) -> WorkshopScreen:
    """Press what the form offers: `set AT VALUE`, `add AT KEY`, `either AT KEY`, `remove AT`, `move AT N`."""
    verb, at, *rest = said
    shown = model.screen()
    offered = field_at(shown, at, verb) if verb in ("set", "add", "either", "remove") else None
    keys = {one.key for one in shown.lists.get(offered.choices, ())} if offered else set()
    message = {"type": verb, "at": at}
    if verb in ("add", "either"):
        assert rest[0] in keys, f"{said}: offered are {sorted(keys)}"
        message["key"] = rest[0]
    elif verb == "set":
        values = rest[0] if isinstance(rest[0], list) else [rest[0]]
        if offered and offered.kind in ("choice", "several"):
            assert all(str(value) in keys for value in values), f"{said}: offered are {sorted(keys)}"
        message["value"] = rest[0]
    elif verb == "move":
        message["n"] = rest[0]
    after = model.handle(message)
    assert not after.note, (said, after.note)
    return after


def made(model: WorkshopModel, card: FanCard) -> WorkshopScreen:
    """Make a card by its presses."""
    shown = model.handle({"type": "new", "key": card.kind, "value": card.name})
    for one in card.presses:
        shown = press(model, *one)
    return shown


GIVES = ("remove", "met.0"), ("remove", "visited.0")
EVENT, VISIT = (("remove", "met.0"),), (("remove", "visited.0"),)
CARDS: tuple[FanCard, ...] = (
    FanCard("Seven Boots", "object", (
        ("remove", "held.0"), ("add", "held", "dice"), ("set", "held.0.for", "move"), ("set", "held.0.keep", "highest"),
    ), "rolls 2 dice, and only the higher one counts"),
    FanCard("Restless Stirrups", "object", (
        ("remove", "held.0"), ("add", "held", "reroll"),
    ), "movement: may reroll one die once, for nothing"),
    FanCard("Gold Magpie", "animal", (
        ("set", "strength", 4), ("add", "lost", "lose"), ("set", "lost.0.what", "gold"),
        ("either", "lost.0.n", "#"), ("set", "lost.0.n", 2),
    ), "loses 2 gold"),
    FanCard("Hexed Stump", "place", (
        *VISIT, ("add", "here", "cannot"), ("set", "here.0.act", "cast"),
    ), "cannot cast Spells"),
    FanCard("Barefoot Doctor", "follower", (
        ("remove", "held.0"), ("add", "held", "action"), ("set", "held.0.name", {"en": "Be tended"}),
        ("set", "held.0.at", ["turn_start"]), ("set", "held.0.uses", "turn"), ("add", "held.0.do", "heal"),
        ("set", "held.0.do.0.most", 1),
    ), "heals 1 life"),
    FanCard("Old Courier", "stranger", (
        *VISIT, ("add", "visited", "begin"), ("set", "visited.0.on", "you"), ("add", "lasting_1.mods", "on"),
        ("set", "lasting_1.mods.0.event", "visited"), ("add", "lasting_1.mods.0.when", "space_is"),
        ("either", "lasting_1.mods.0.when.space_is", "=city"), ("add", "lasting_1.mods.0.do", "gain"),
        ("set", "lasting_1.mods.0.do.0.what", "gold"),
        ("either", "lasting_1.mods.0.do.0.n", "#"), ("set", "lasting_1.mods.0.do.0.n", 3),
        ("add", "lasting_1.mods.0.do", "end"),
    ), "3 gold"),
    FanCard("The Empty Throne", "terrain", (
        *VISIT, ("add", "visited", "attack"), ("set", "visited.0.foes.0.called", {"en": "Last Shadow"}),
        ("either", "visited.0.foes.0.strength", "#"), ("set", "visited.0.foes.0.strength", 9),
        ("add", "visited", "win"),
    ), "wins the game"),
    FanCard("Reed Spear", "object", (
        ("set", "keywords", ["weapon"]), ("set", "held.0.n", 2), ("set", "held.0.use", "weapon"),
    ), "+2 Strength"),
    FanCard("Bark Shield", "object", (
        ("set", "keywords", ["armour"]), ("set", "save", 5), ("remove", "held.0"),
    ), "5 or more"),
    FanCard("Wishing Bone", "event", (
        *EVENT, ("add", "met", "table"), ("add", "met.1.rows.0.do", "lose"), ("set", "met.1.rows.0.do.0.what", "life"),
        ("add", "met.1.rows.1.do", "gain"), ("set", "met.1.rows.1.do.0.what", "craft"),
    ), "4–6: Gains 1 Craft"),
    FanCard("Stinging Word", "spell", (
        ("set", "target", "others"), ("remove", "cast.0"), ("add", "cast", "lose"), ("set", "cast.0.what", "life"),
        ("set", "cast.0.who", "other"),
    ), "loses 1 life"),
    FanCard("Hollow Oak", "place", (
        *VISIT, ("add", "visited", "pick"), ("set", "visited.0.from", "spaces.region"),
        ("set", "visited.0.optional", True), ("add", "visited", "teleport"), ("set", "visited.1.to", "picked"),
    ), "any space in the same Region"),
    FanCard("Tinker's Cart", "place", (
        *VISIT, ("add", "visited", "shop"), ("add", "visited.0.wares", "purchase/helmet"),
        ("set", "visited.0.wares.purchase/helmet", 2),
    ), "for 2 gold"),
    FanCard("Two-faced Friar", "stranger", (
        *VISIT, ("add", "visited", "if"), ("add", "visited.0.when", "alignment_is"),
        ("set", "visited.0.when.alignment_is", "evil"), ("remove", "visited.0.when.own_turn"),
        ("add", "visited.0.do", "lose"), ("set", "visited.0.do.0.what", "life"),
        ("add", "visited.0.else", "gain_spell"),
    ), "if evil"),
    FanCard("Rain of Ash", "event", (
        *EVENT, ("add", "met", "each"), ("set", "met.0.of", "everyone_in_region"), ("add", "met.0.do", "lose"),
        ("set", "met.0.do.0.what", "gold"), ("set", "met.0.do.0.who", "other"),
    ), "loses 1 gold"),
    FanCard("Moth Wraith", "spirit", (
        ("set", "craft", 5), ("add", "held", "add"), ("set", "held.0.to", "creature_roll"),
    ), "adds 1 to its roll"),
    FanCard("Salt Pedlar", "character", (
        ("set", "strength", 4), ("set", "start", "village"), ("add", "held", "limit"), ("set", "held.0.of", "objects"),
        ("either", "held.0.n", "#"), ("set", "held.0.n", 2),
    ), "2 Objects beyond the usual limit"),
    FanCard("Bog Kiss", "event", (*EVENT, ("add", "met", "become")), "Toad"),
    FanCard("Second Dawn", "event", (*EVENT, ("add", "met", "extra")), "another 1 turn"),
    FanCard("Overflowing Chest", "event", (
        *EVENT, ("add", "met", "draw"), ("set", "met.0.to", "space"), ("either", "met.0.n", "#"), ("set", "met.0.n", 2),
    ), "draws 2 cards"),
    FanCard("Honey Well", "place", (
        ("set", "tokens", 3), ("set", "visited.0.what", "life"), ("add", "visited", "token"),
    ), "3 counters"),
    FanCard("Iron Charm", "magic object", (
        ("remove", "held.0"), ("add", "held", "immune"),
    ), "suffers no harm"),
    FanCard("Ferry Toll", "stranger", (
        *VISIT, ("add", "visited", "choose"), ("set", "visited.0.optional", True),
        ("set", "visited.0.options.0.name", {"en": "Pay the ferryman"}), ("add", "visited.0.options.0.cost", "gold"),
        ("add", "visited.0.options.0.do", "gain"), ("set", "visited.0.options.0.do.0.what", "fate"),
    ), "gains 1 fate"),
)  # fmt: skip
"""The kinds, one card each."""
