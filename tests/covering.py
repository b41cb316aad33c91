"""A layer with cards that cover a space, and with others that lay, move and take them off."""

from __future__ import annotations

from talisman_nb.rules.layers import Layer, register

DECKS = '[ground]\nname = { en = "Ground", it = "Suolo", fr = "Sol", pl = "Grunt" }\n'
GROUND = """
[swamp]
name = { en = "Swamp", it = "Palude", fr = "Marais", pl = "Bagno" }
type = "terrain"
copies = 2
draw = 2
here = [{ mod = "add", to = "strength", n = 2 }]

[pool]
name = { en = "Pool", it = "Stagno", fr = "Mare", pl = "Staw" }
type = "terrain"
visited = [{ op = "gain", what = "gold" }, { op = "gain", what = "fate" }]

[shifting-sand]
name = { en = "Shifting Sand", it = "Sabbia", fr = "Sable", pl = "Piasek" }
type = "terrain"
copies = 1
visited = [{ op = "uncover" }, { op = "gain", what = "gold" }]
"""
CARDS = """
[flood]
name = { en = "Flood", it = "Piena", fr = "Crue", pl = "Powódź" }
type = "event"
number = 1
met = [{ op = "cover", card = "swamp" }, { op = "discard", card = "this" }]

[far-flood]
name = "Far Flood"
type = "event"
number = 1
met = [
  { op = "pick", from = "spaces.all", into = "space", by = "chance", regions = ["outer", "middle"] },
  { op = "cover", card = "swamp", on = "space" },
]

[inner-flood]
name = "Inner Flood"
type = "event"
number = 1
met = [{ op = "cover", card = "pool", on = "crypt" }]

[drain]
name = "Drain"
type = "event"
number = 1
met = [{ op = "pick", from = "spaces.covered", into = "space", purpose = "teleport" }, { op = "uncover", on = "space" }]

[drift]
name = "Drift"
type = "event"
number = 1
met = [
  { op = "pick", from = "spaces.covered", into = "space", purpose = "teleport" },
  { op = "cover", from = "space", on = "here" },
]

[pull]
name = "Pull"
type = "event"
number = 1
met = [{ op = "teleport", to = "temple" }, { op = "gain", what = "gold" }]
"""
BOARD = 'like = "revised4"\n[board.region.inner]\ncovering = false\n'


def ground(**files: str) -> Layer:
    texts = {"decks.toml": DECKS, "ground/ground.toml": GROUND, "adventure/floods.toml": CARDS, "board.toml": BOARD}
    return register(Layer("ground", {**texts, **files}))
