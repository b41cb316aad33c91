"""A layer in which the killed go on as something else without life, leave a mark behind and may come back."""

from __future__ import annotations

from talisman_nb.rules.layers import Layer, register

FORM = """
[shade]
name = { en = "Shade", it = "Ombra vagante", fr = "Spectre", pl = "Mara" }
turns = "game"
sleeps = []
lifeless = true
cites = ["life.zero"]
mods = [
  { mod = "set_to", what = "strength", n = 2 },
  { mod = "set_to", what = "craft", n = 2 },
  { mod = "blank", what = "abilities" },
]
"""
DIES = """
[dies]
like = "dies"
do = [
  { op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["sworn"], cites = ["death.goods"] },
  { op = "leave_behind", what = ["spells", "trophies", "experience"], to = "piles", cites = ["death.rest"] },
  { op = "if", when = { form_is = "shade" }, do = [
    { op = "leave_board", character = "box", cites = ["death.rest"] },
    { op = "out", who = "you", cites = ["life.zero"] },
  ], else = [
    { op = "become", form = "shade" },
  ] },
]
"""
CARDS = """
[farewell]
name = { en = "Farewell", it = "Addio", fr = "Adieu", pl = "Pożegnanie" }
type = "event"
number = 1
met = [{ op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["sworn"] }]

[oath-ring]
name = { en = "Oath Ring", it = "Anello", fr = "Anneau", pl = "Pierścień" }
type = "object"
number = 5
copies = 2
keywords = ["sworn"]
held = [{ mod = "add", to = "craft", n = 1 }]
"""
KEYWORDS = '[sworn]\nname = { en = "Sworn", it = "Giurato", fr = "Juré", pl = "Zaprzysiężony" }\n'


def haunted(**files: str) -> Layer:
    texts = {
        "form/shade.toml": FORM, "programs/dies.toml": DIES, "adventure/haunts.toml": CARDS, "keywords.toml": KEYWORDS,
    }  # fmt: skip
    return register(Layer("haunted", {**texts, **files}))
