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
  { mod = "replace", what = "trophy", do = "unkept", when = { not = { rule = "own.shades_keep" } } },
  { mod = "may", act = "pass_guard", cites = ["bridge.sentinel"] },
  { mod = "on", event = "landed", when = { mine_here = "cairn", rule = "own.walk_back" }, do = "back" },
]
unkept = [{ op = "discard", card = "this" }]
back = [{ op = "call", program = "rise" }]
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
    { op = "if", when = { region_is = "inner" }, do = [
      { op = "begin", what = "cairn", on = "portal-of-power", whose = "you", word = "cairn" },
    ], else = [
      { op = "begin", what = "cairn", on = "here", whose = "you", word = "cairn" },
    ] },
    { op = "become", form = "shade" },
  ] },
]

[rise]
do = [{ op = "if", when = { form_is = "shade", at_least = [{ have = "life" }, 1] }, do = [
  { op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["sworn"], cites = ["death.goods"] },
  { op = "end", what = "cairn", cites = ["death.goods"] },
  { op = "become", form = "own" },
] }]

[dies.cairn]
name = { en = "Cairn", it = "Tumulo", fr = "Cairn", pl = "Kurhan" }
"""
CARDS = """
[farewell]
name = { en = "Farewell", it = "Addio", fr = "Adieu", pl = "Pożegnanie" }
type = "event"
number = 1
met = [{ op = "leave_behind", what = ["goods", "gold"], to = "space", but = ["sworn"] }]

[dawn]
name = { en = "Dawn", it = "Alba", fr = "Aube", pl = "Świt" }
type = "event"
number = 1
met = [{ op = "call", program = "rise" }, { op = "discard", card = "this" }]

[call-home]
name = { en = "Call Home", it = "Richiamo", fr = "Rappel", pl = "Wezwanie" }
type = "event"
number = 1
met = [{ op = "if", when = { has = "effect.cairn" }, do = [
  { op = "pick", from = "spaces.marked", into = "space", purpose = "teleport" },
  { op = "teleport", to = "space" },
] }, { op = "discard", card = "this" }]

[oath-ring]
name = { en = "Oath Ring", it = "Anello", fr = "Anneau", pl = "Pierścień" }
type = "object"
number = 5
copies = 2
keywords = ["sworn"]
held = [{ mod = "add", to = "craft", n = 1 }]
"""
KEYWORDS = '[sworn]\nname = { en = "Sworn", it = "Giurato", fr = "Juré", pl = "Zaprzysiężony" }\n'

RULES = """
[own.walk_back]
default = true
text = { en = "Who comes back to its Cairn with life rises.", pl = "Kto wróci do Kurhanu z Życiem, ten wstaje." }
off = { en = "Who comes back to its Cairn does not rise." }

[own.shades_keep]
default = false
text = { en = "Shades keep trophies.", pl = "Mary zatrzymują trofea." }
off = { en = "Shades keep no trophies." }
"""


def haunted(**files: str) -> Layer:
    texts = {
        "form/shade.toml": FORM, "programs/dies.toml": DIES, "adventure/haunts.toml": CARDS, "keywords.toml": KEYWORDS,
        "rules.toml": RULES,
    }  # fmt: skip
    return register(Layer("haunted", {**texts, **files}))
