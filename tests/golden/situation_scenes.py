"""Scenes of cards whose numbers no standard situation shows, as texts of situations.

A text is laid out in the book in force, which it need not name; behind `>` stand the answers before the scene begins.
"""

from __future__ import annotations

from collections.abc import Iterator

from golden.scenes import Ends, Scene, comes_to_rest
from talisman_nb import play
from talisman_nb.notation.situation import situation

AT_REST = "dwarf fields-1, fate 0, {}, arrived | thief city | on fields-1, {}"
BREACH = "dwarf fields-1, fate 0, {}, arrived | {} | on fields-1, breach > {}"
FIRST = "dwarf city, fate 0, {} | thief village{}"
GHOST = "as restless, life {}"
FALLEN = "{}-of-the-fallen {}-of-the-fallen"
SITUATIONS: dict[str, dict[str, str]] = {
    "haunt": {
        "followed by it, in a fight": AT_REST.format("has haunt@haunt.clinging", "wolf"),
        "followed by it, a 2 is thrown": AT_REST.format("has haunt@haunt.clinging", "wolf > fight > 2"),
    },
    "white-fungus": {"met by a Ghost": AT_REST.format(GHOST.format(1), "white-fungus")},
    "bright-light": {"a Ghost moves": FIRST.format(GHOST.format(1), " | bright-light fields-2, of dwarf")},
    "chilling-winds": {"a Ghost moves": FIRST.format(GHOST.format(1), " | chilling-winds fields-2, of dwarf")},
    "judgement": {
        "another Ghost is judged": BREACH.format(
            GHOST.format(1), "thief city, fate 0, " + GHOST.format(1), "judgement > 4"
        )
    },
    "restless-dead": {
        "with trophies of two": BREACH.format("trophies wolf bear", "thief city, trophies ape", "restless-dead")
    },
    "rising-mists": {"a Spirit is fought": AT_REST.format("life 3", "shadow | rising-mists fields-2, of dwarf")},
    "trial": {
        "a Ghost tries somebody with a life": BREACH.format(GHOST.format(1), "thief city, life 1, fate 0", "trial"),
        "a Ghost tries a Ghost": BREACH.format(GHOST.format(1), "thief city, fate 0, " + GHOST.format(2), "trial"),
    },
    "really-lost-soul": {
        "with room for Spells": "wizard chapel, fate 0, life 3, has really-lost-soul, arrived | thief city"
    },
    "rebellious-spirit": {
        "with trophies": AT_REST.format("trophies ape lion, has rebellious-spirit", "wolf"),
        "with trophies, both throw a 2": AT_REST.format(
            "trophies ape lion, has rebellious-spirit", "wolf > fight > 2 > 2"
        ),
    },
    "armour-of-vulnerability": {"with many lives": AT_REST.format("life 6, has armour-of-vulnerability", "dragon")},
    **{
        f"{one}-of-the-fallen": {
            f"with the {other} of the Fallen, against {foe}": AT_REST.format(
                f"life 3, has {FALLEN.format(one, other)}", foe
            )
            for other in ("armour", "sword", "talisman")
            for foe in ("wolf", "shadow")
            if other != one
        }
        for one in ("armour", "talisman")
    },
    "sword-of-the-fallen": {
        "of a Ghost": AT_REST.format(GHOST.format(1) + ", has sword-of-the-fallen", "shadow"),
        **{
            f"with the {other} of the Fallen": AT_REST.format(f"life 3, has {FALLEN.format('sword', other)}", "shadow")
            for other in ("armour", "talisman")
        },
    },
    "heart-of-night": {"nothing else is had": FIRST.format("has heart-of-night", "")},
    "medium": {"a card was given": AT_REST.format("gold 0", "medium > chill-wraith > hand-on > done")},
    "pit-of-souls": {"the move that it gives": FIRST.format("leap", "")},
    "divine-priestess": {
        f"visited by a Ghost with life {life}": AT_REST.format(GHOST.format(life), "divine-priestess")
        for life in (0, 1, 2)
    },
}  # fmt: skip
"""By card and title the text of each scene."""


def situations(key: str) -> Iterator[Scene]:
    """The scenes of a card."""
    for title, text in SITUATIONS.get(key, {}).items():
        game = play(text)
        over = text.endswith("> done")  # what the next turn begins with is all of it
        ends: Ends = (lambda state, found: True) if over else comes_to_rest(game.state)
        before = situation(text.rpartition(" > ")[0]) if over else None
        yield Scene(title, game.state, ends, game.told, before=before, coarse=True)
