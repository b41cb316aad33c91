"""The kinds of question and of screen: each a situation of four people, answers, and keys pressed then in the page."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from msgspec.structs import replace

from talisman_nb.model import Change
from talisman_nb.notation.situation import situation
from talisman_nb.panels.hosted.gathering import Gathering
from talisman_nb.panels.table.audience import ALONE, Audience, at_phone
from talisman_nb.panels.table.controller import TableController
from talisman_nb.panels.table.teaching import want_hints
from talisman_nb.rules.layers import BASE
from talisman_nb.table import Table

NAMES = ("Bartholomew", "Ada", "Małgorzata", "Dario", "Elena", "Fabio")
TWO = "thief village, gold 3, has axe, spells healing"
THREE = "wizard city, spells hex, gold 9"
FOUR = "troll tavern, life 2, as toad 2"
SIX = f"{TWO} | {THREE} | {FOUR} | monk temple, good, gold 2 | ghoul forest, as toad 3"
OTHERS = f"{TWO} | {THREE} | {FOUR}"
PHONES = 600
"""Pixels of width below which a screen is a phone's."""
RICH = "life 3, gold 4, has sword helmet mule holy-grail, trophies wolf ape"


class Scene(NamedTuple):
    """A position, answers to its questions, keys or `data-id`s (in brackets) of the page, and how the table is set."""

    text: str
    answers: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    settings: dict[str, Any] = {}  # noqa: RUF012
    audience: Audience = ALONE
    taught: bool = True
    form: tuple[dict[str, Any], ...] | None = None

    def is_of(self, size: tuple[int, int]) -> bool:
        """Whether a screen of this size may show it: a seat's own screen is a phone."""
        return size[0] < PHONES or not self.audience.is_phone

    @property
    def is_televised(self) -> bool:
        """Whether a television shows it: nothing was pressed there, and it has no form."""
        return not self.keys and self.form is None and not self.audience.is_phone


def at(space: str, figures: str = RICH, more: str = "", character: str = "dwarf", others: str = OTHERS) -> str:
    return f"{character} {space}, {figures} | {others}" + (f" | {more}" if more else "")


BEAR = at("fields-1", f"{RICH}, arrived", "on fields-1, bear")
LIES = "on woods-3, bear | on fields-1, ghost | on plains-3, bag-of-gold"
SECOND = f"edition second | dwarf ruins, gold 4, has sword helmet | {OTHERS} | {LIES}"
SOULS = f"edition revised4 + souls | dwarf fields-1, {RICH}, arrived | {OTHERS}"
KNOWN = {"spells": "known"}
VIRTUAL = {"dice": "virtual", "cards": "virtual", "spells": "known"}


def met(card: str, character: str = "dwarf", figures: str = f"{RICH}, arrived", **more: Any) -> str:
    """A card lies on the Fields, where somebody has just arrived."""
    return at("fields-1", figures, f"on fields-1, {card}", character, **more)


SCENES: dict[str, Scene] = {
    "move": Scene(at("ruins", more=LIES)),
    "move of six": Scene(at("ruins", more=LIES, others=SIX)),
    "fight of six": Scene(at("fields-1", f"{RICH}, arrived", "on fields-1, bear", others=SIX), ("1", "6")),
    "ways of six": Scene(at("sentinel", more=LIES, others=SIX), ("3",)),
    "move beside the river": Scene(at("hidden-valley", more=LIES)),
    "move of the screen's die": Scene(at("sentinel", more="on hills-1, bear"), settings=VIRTUAL),
    "ways": Scene(at("sentinel", more=LIES), ("3",)),
    "ways of a large number": Scene(at("woods-1", more=LIES), ("6",)),
    "fight": Scene(met("bear")),
    "fight, other die": Scene(met("bear"), ("4",)),
    "fight lost, fate": Scene(met("bear"), ("1", "6")),
    "fight won": Scene(met("bear"), ("6",)),
    "fight of two": Scene(met("bear lion")),
    "psychic combat": Scene(met("wraith")),
    "psychic combat lost": Scene(met("wraith"), ("1", "6")),
    "meeting": Scene(at("village", f"{RICH}, arrived")),
    "attack": Scene(at("village", f"{RICH}, arrived"), ("attack:1",)),
    "attack won": Scene(at("village", f"{RICH}, arrived"), ("attack:1", "6", "1")),
    "card": Scene(at("fields-1", f"{RICH}, arrived")),
    "cards": Scene(at("ruins", f"{RICH}, arrived")),
    "roll of a card": Scene(at("fields-1", f"{RICH}, arrived"), ("shrine",)),
    "wish": Scene(met("enchanter")),
    "evade": Scene(met("bear", "elf").replace("fields-1", "woods-1")),
    "spells' moment": Scene(met("bear", "priest", f"spells psionic-blast immobility, {RICH}, arrived"), settings=KNOWN),
    "shop": Scene(at("fields-1", f"{RICH}, arrived"), ("market-day",)),
    "purchase": Scene(at("village", f"{RICH}, arrived"), ("the space",)),
    "trade": Scene(met("bear", figures="trophies wolf ape lion ogre, arrived"), ("6", "1")),
    "fate of the move": Scene(at("plains-1"), ("1", "clockwise")),
    "faces": Scene(at("forest", f"{RICH}, arrived")),
    "sums": Scene(at("temple", f"{RICH}, arrived")),
    "chapel": Scene(at("chapel", f"{RICH}, good, arrived")),
    "death": Scene(met("dragon", figures="life 1, fate 0, gold 2, has sword, arrived"), ("1",)),
    "dealt": Scene(met("dragon", figures="life 1, fate 0, gold 2, has sword, arrived"), ("1", "2")),
    "level": Scene(
        met("dragon", "warrior", "strength 9, trophies wolf ape lion bear, arrived"), ("6", "trade:strength")
    ),
    "pestilence": Scene(at("fields-1", f"{RICH}, arrived"), ("pestilence",)),
    "sentinel": Scene(at("hills-1", f"{RICH}, strength 12", "", "warrior"), ("3", "bridge", "6")),
    "toad": Scene(met("witch"), ("1",)),
    "reaction": Scene(
        at(
            "ruins",
            "spells hex, gold 3",
            LIES,
            "wizard",
            others="priest village, spells counterspell, has axe | thief city, gold 2 | troll tavern",
        ),
        ("0:cast:hex", "fields-3"),
        settings=KNOWN,
    ),
    "which space": Scene(
        at("ruins", "spells hex, gold 3", LIES, "wizard", others="priest village | thief city"),
        ("0:cast:hex",),
        settings=KNOWN,
    ),
    "steal": Scene(
        at(
            "city",
            "gold 1, arrived",
            "",
            "thief",
            others=f"dwarf city, {RICH} | {THREE.replace('city', 'village')} | {FOUR}",
        ),
        ("use:character.thief.steal@1",),
    ),
    "quest": Scene(at("warlocks-cave", f"{RICH}, arrived")),
    "portal": Scene(at("portal-of-power", f"{RICH}, arrived")),
    "crypt": Scene(at("crypt", f"{RICH}, arrived")),
    "pits": Scene(at("pits", f"{RICH}, arrived")),
    "crown": Scene(at("valley-of-fire", "has sword talisman", "", "warrior"), ("crown-of-command",)),
    "command": Scene(at("crown-of-command", RICH, "", "warrior")),
    "over": Scene("troll crown-of-command | thief city, life 1, fate 0", ("6",)),
    "by hand": Scene(at("ruins", more=LIES), keys=("n",)),
    "spells": Scene(at("ruins", more=LIES), keys=("s",), settings=KNOWN),
    "why": Scene(met("bear"), ("1", "6"), ("?",)),
    "journal": Scene(met("bear"), ("6",), ("j",)),
    "menu": Scene(at("ruins"), keys=("[drawer:menu]",)),
    "list of spaces": Scene(at("ruins", more=LIES), keys=("m",)),
    "sheet": Scene(at("ruins", more=LIES), keys=("[sheet:0]",)),
    "other card": Scene(at("fields-1", f"{RICH}, arrived"), keys=("[other-card]",)),
    "second": Scene(SECOND),
    "second fight": Scene(SECOND.replace("ruins,", "fields-2, arrived,") + " | on fields-2, lion"),
    "third": Scene(f"edition third + second-cards | dwarf ruins, gold 4, has sword | {OTHERS} | on tavern, bear"),
    "third bridge": Scene("edition third + second-cards | thief hills-3, gold 2 | troll city", ("3", "bridge")),
    "third box": Scene(
        "",
        (),
        (),
        form=(
            {
                "type": "start",
                "players": [{"name": "Bartholomew", "character": ""}, {"name": "Ada", "character": ""}],
                "parts": {"edition": "third"},
            },
        ),
    ),
    "form": Scene("", form=()),
    "form of four": Scene(
        "",
        form=(
            {
                "type": "deal",
                "players": [
                    {"name": name, "character": character}
                    for name, character in zip(NAMES, ("dwarf", "thief", "", ""), strict=False)
                ],
            },
        ),
    ),
    "form of the second": Scene("", form=({"type": "part", "key": "edition", "value": "second", "players": []},)),
    "house rules": Scene("", keys=("[house]",), form=()),
    "first hint": Scene(at("ruins", more=LIES), taught=False),
    "first hint, level": Scene(
        met("dragon", "warrior", "strength 9, trophies wolf ape lion bear, arrived"),
        ("6", "trade:strength"),
        taught=False,
    ),
    "hint of a psychic combat": Scene(met("wraith"), taught=False),
    "clock": Scene(at("ruins", more=LIES), settings={"clock": "on"}),
    "clock, fight": Scene(met("bear"), settings={"clock": "on"}),
    "hand hidden": Scene(
        at(
            "ruins",
            "spells hex healing, gold 3, has sword helmet",
            LIES,
            "wizard",
            others="thief village, has axe | troll city",
        ),
        settings=VIRTUAL,
    ),
    "look back": Scene(met("bear"), ("6",), ("[drawer:menu]", "[menu:look-back]")),
    "phone asked": Scene(at("ruins", more=LIES), audience=at_phone(0), settings=KNOWN),
    "phone that waits": Scene(at("ruins", more=LIES), audience=at_phone(1), settings=KNOWN),
    "phone, fight": Scene(met("bear"), audience=at_phone(0), settings=KNOWN),
    "phone throws for the foe": Scene(met("bear"), ("4",), audience=at_phone(1), settings=KNOWN),
    "souls breach": Scene(f"{SOULS} | on fields-1, breach"),
    "souls medium": Scene(f"{SOULS} | on fields-1, medium"),
    "souls death": Scene(
        "edition revised4 + souls | dwarf fields-1, life 1, fate 0, gold 2, has sword maiden, arrived | "
        f"{OTHERS} | on fields-1, dragon",
        ("1",),
    ),
    "souls ghost": Scene(
        f"edition revised4 + souls | dwarf graveyard, as restless, life 1, fate 0 | {OTHERS} | grave woods-1, of dwarf"
    ),
}


def staged(name: str, lang: str, audience: Audience | None = None) -> TableController:
    """The controller of a scene for whom it is made, or another audience, in a language."""
    scene = SCENES[name]
    want_hints(not scene.taught)
    if scene.form is not None:
        return form(scene, lang)
    begun = situation(scene.text)
    people = tuple(replace(one, name=named) for one, named in zip(begun.players, NAMES, strict=False))
    edition = re.match(r"edition ([^|]*)", scene.text)
    table = Table.new(
        [(one.name, one.character) for one in people], edition[1].replace(" ", "") if edition else BASE, lang=lang,
        position=replace(begun, players=people), **scene.settings,
    )  # fmt: skip
    for key in scene.answers:
        seat, _, aside = key.partition(":")
        table.answer(aside, int(seat)) if aside and seat.isdecimal() else table.answer(key)
    if not scene.answers:  # else hands are told how the table was laid out
        table.change(Change("gold", 0, people[0].gold + 1))
    controller = TableController(table, audience=audience or scene.audience, gathering=Gathering())
    controller._back = False
    return controller


def form(scene: Scene, lang: str) -> TableController:
    """The form of a new table, after these messages."""
    controller = TableController(lang=lang)
    for message in scene.form or ():
        controller.handle(message)
    return controller
