"""Screens as a table would make them, to look at and to press in tests. Wording and figures are only samples."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from panel_sample_words import SPOKEN

from talisman_nb import drawing
from talisman_nb.board import load_board
from talisman_nb.drawing import draw_board
from talisman_nb.drawing.picture import CARD_MARKS
from talisman_nb.panels.sync.feed import WORDS
from talisman_nb.panels.table.pictures import corners, motifs, tints, types
from talisman_nb.rules.book import open_book
from talisman_nb.text.find import name_of
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.screen.labels import Labels, Place, spoken_names
from talisman_nb.text.screen.values import (
    Choice,
    JournalLine,
    Lasting,
    LateMoment,
    Question,
    Screen,
    Sheet,
    Who,
)

BOARD = load_board("revised4")
PHRASES = Path(str(files("talisman_nb.text"))) / "phrases"

ADA = Who(seat=0, letter="A", name="Ada", character="Dwarf")
BRUNO = Who(seat=1, letter="B", name="Bruno", character="Thief")
CARLA = Who(seat=2, letter="Ca", name="Carla", character="Sorceress")
DARIO = Who(seat=3, letter="D", name="Dario", character="Warrior")

ADVENTURE = {
    "wolf": "Wolf", "wild-boar": "Wild Boar", "witch": "Witch", "bear": "Bear", "ogre": "Ogre", "goblin": "Goblin",
    "wraith": "Wraith", "sword": "Sword", "runesword": "Runesword", "holy-lance": "Holy Lance", "blizzard": "Blizzard",
    "market-day": "Market Day", "shrine": "Żywe Źródło", "maiden": "Maiden", "mule": "Mule",
    "lord-of-darkness": "Lord of Darkness",
}  # fmt: skip


def words(lang: str = "en") -> dict[str, str]:
    """Every word of the panel, plain where none is given above; in other languages as the game says it."""
    if lang != "en":
        return tomllib.loads((PHRASES / lang / "panel.toml").read_text("utf-8"))
    plain = {word: word.removeprefix("type-").replace("-", " ").capitalize() for word in WORDS}
    return plain | {word: phrase for word, phrase in SPOKEN.items() if word in WORDS}


@cache
def labels(lang: str = "en") -> Labels:
    named = tuple(Place(each.id, each.name, each.region.capitalize()) for each in map(BOARD.space, BOARD.spaces))
    frames = {
        space: drawing.draw_overlay(BOARD, highlights=[drawing.SpaceHighlight(space, "{letter}")])
        for space in BOARD.spaces
    }
    able = {"dwarf": ("Evades in the Hills",)}
    cards, drawn = {"adventure": ADVENTURE}, motifs(open_book())
    spoken = spoken_names(open_book(), lang)
    board, rules = str(draw_board(BOARD)), dict(rule_texts(open_book(), lang))
    lying = {"corners": corners(open_book()), "marks": CARD_MARKS, "types": types(open_book()),
             "tints": tints(open_book())}  # fmt: skip
    characters = {key: name_of(open_book(), f"character.{key}", lang) for key in open_book().characters}
    known = {"characters": characters, "rules": rules, "spoken": spoken, "pictures": drawn, **lying}
    return Labels(lang, words(lang), cards, board, named, frames, able, **known)


SHEETS = (
    Sheet(
        who=ADA,
        strength=(3, 4),
        craft=(3, 3),
        life=(5, 5),
        fate=(5, 4),
        gold=2,
        alignment="neutral",
        space="Crags",
        at="crags",
        active=True,
        goods=("Sword", "Holy Lance"),
        goods_keys=("sword", "holy-lance"),
        trophies=("Goblin",),
        trophies_keys=("goblin",),
        trophy_points=(2, 7),
        able="dwarf",
    ),
    Sheet(
        who=BRUNO,
        strength=(3, 3),
        craft=(3, 3),
        life=(4, 4),
        fate=(2, 1),
        gold=1,
        alignment="neutral",
        space="City",
        at="city",
        goods=("Mule",),
        goods_keys=("mule",),
        unseen=1,
    ),
    Sheet(
        who=CARLA,
        strength=(2, 2),
        craft=(4, 6),
        life=(4, 3),
        fate=(3, 3),
        gold=9,
        alignment="evil",
        space="Graveyard",
        at="graveyard",
        unseen=2,
    ),
    Sheet(
        who=DARIO,
        strength=(4, 1),
        craft=(2, 1),
        life=(5, 4),
        fate=(1, 0),
        gold=0,
        alignment="neutral",
        space="Village",
        at="village",
        state="toad: 2 turns",
    ),
)

JOURNAL = (
    JournalLine(n=8, text="Carla drew Market Day.", by="by hand", seat=2),
    JournalLine(n=9, text="Carla bought a Sword for 2 gold.", seat=2),
    JournalLine(n=10, text="Nobody cast a spell.", folded=True),
    JournalLine(
        n=11, text="Dario rolled 1: a toad for 3 turns.", by="by hand", seat=3, why=("toad.what: strength 1, craft 1",)
    ),
    JournalLine(n=12, text="Dario moved from the Ruins to the Village.", seat=3),
    JournalLine(
        n=13,
        text="Ada beat the Wolf, 8 to 7 (die 3; rerolled 5 for 1 fate).",
        by="by hand",
        seat=0,
        why=("combat.compare: the higher total wins", "fate.reroll: one die, once"),
    ),
)

FACES = tuple(Choice(key=str(n), label=str(n), face=n) for n in range(1, 7))


def question(kind: str) -> Question:
    """One question of each kind that looks different."""
    return QUESTIONS[kind]


QUESTIONS = {
    "die": Question(
        ply=14,
        kind="die",
        who=ADA,
        headline="Ada · Dwarf: roll to move",
        options=FACES,
        roll=True,
        missing=1,
        why=("move.roll: one die says how far",),
    ),
    "dice": Question(
        ply=15,
        kind="dice",
        who=ADA,
        headline="Ada: roll against the Bear",
        circumstance="Bruno throws for the Bear · wins 58 %, stand-off 14 %, loses 28 %",
        options=FACES,
        roll=True,
        dice=(4,),
        missing=1,
    ),
    "way": Question(
        ply=16,
        kind="way",
        who=ADA,
        headline="4 steps: which way?",
        options=(
            Choice(key="cw", label="Clockwise: Ruins", note="draw 2 cards", space="ruins"),
            Choice(key="ccw", label="Anticlockwise: Chapel", note="pray", space="chapel"),
        ),
        offers=(Choice(key="fate", label="Reroll", hint="R", note="1 fate"),),
    ),
    "card": Question(
        ply=17,
        kind="card",
        who=ADA,
        headline="Which card did Ada draw?",
        circumstance="1 of 2 on the Ruins",
        cards="adventure",
        elsewhere={"ogre": (0, 9), "goblin": (1, 0)},
        where=("Bruno's trophies", "in somebody's hand"),
        roll=True,
    ),
    "fight": Question(
        ply=18,
        kind="fight",
        who=ADA,
        headline="Bear, strength 3, against Ada, 4",
        circumstance="wins 58 %, stand-off 14 %, loses 28 %",
        options=(
            Choice(key="fight", label="Fight"),
            Choice(key="evade", label="Evade", closed="Ada has nothing to evade with"),
        ),
    ),
    "result": Question(
        ply=19,
        kind="result",
        who=ADA,
        headline="6 against 7: Ada would lose 1 life",
        options=(Choice(key="keep", label="Take it"),),
        offers=(
            Choice(key="fate", label="Reroll", hint="R", note="1 fate · wins 1 in 3"),
            Choice(key="shield", label="Shield", closed="only in battle"),
        ),
    ),
    "take": Question(
        ply=20,
        kind="take",
        who=BRUNO,
        headline="What does Bruno take from Dario?",
        options=(
            Choice(key="gold", label="1 gold"),
            Choice(key="sword", label="Sword"),
            Choice(key="armour", label="Armour"),
            Choice(key="lance", label="Holy Lance", closed="evil may not have it"),
            Choice(key="mule", label="Mule"),
            Choice(key="raft", label="Raft"),
            Choice(key="cross", label="Cross"),
            Choice(key="ring", label="Ring"),
        ),
    ),
    "shop": Question(
        ply=21,
        kind="shop",
        who=CARLA,
        headline="Market Day",
        circumstance="done closes all that are left",
        options=(
            Choice(key="c-sword", label="Sword · 2 gold", note="3 left", group="Carla · 9 gold"),
            Choice(key="c-axe", label="Axe · 3 gold", note="2 left", group="Carla · 9 gold"),
            Choice(key="d-sword", label="Sword · 2 gold", closed="Dario has no gold", group="Dario · 0 gold"),
            Choice(key="done", label="Done"),
        ),
    ),
    "amount": Question(
        ply=22,
        kind="amount",
        who=ADA,
        headline="How many lives to heal?",
        circumstance="2 gold",
        options=(
            Choice(key="2", label="2", hint="2"),
            Choice(key="1", label="1", hint="1"),
            Choice(key="0", label="none", hint="0"),
        ),
    ),
    "hands": Question(ply=23, kind="hands", who=BRUNO, headline="Do what the card says, then tell me"),
    "over": Question(
        ply=24,
        kind="over",
        who=BRUNO,
        headline="Bruno wins",
        options=(Choice(key="again", label="Again with the same people"), Choice(key="back", label="Look back")),
    ),
}

LONG_ITALIAN = Question(
    ply=30,
    kind="way",
    who=Who(seat=4, letter="Ma", name="Massimiliano", character="Signora delle Profezie"),
    headline="Massimiliano, Signora delle Profezie: da che parte per 6 caselle nella Regione Mediana?",
    circumstance="Ogni casella con un altro Personaggio permette anche un incontro con chi vi si trova ora",
    options=(
        Choice(key="a", label="In senso orario: Cavaliere Nero della Regione Mediana", note="1 Oro o 1 punto Vitalità"),
        Choice(
            key="b",
            label="In senso antiorario: Wilkołaczy Dół pod Przełęczą",
            closed="nessuna Zattera e nessun Incantesimo lo consente adesso",
        ),
    ),
    offers=(Choice(key="fate", label="Ritira il dado del movimento", hint="R", note="1 Fato"),),
)


def screen(kind: str = "die", **other: Any) -> Screen:
    """The table of the four friends, asked a question of `kind`."""
    asked = other.pop("question", None) or question(kind)
    sheets = tuple(msgspec.structs.replace(s, active=s.who == asked.who) for s in SHEETS)
    given = {
        "rev": asked.ply,
        "lang": "en",
        "table": "Thursday",
        "round": 6,
        "question": asked,
        "hands": ("Wolf to Ada's trophies.", "Ada pays 1 fate."),
        "lasting": (Lasting("Blizzard", "1 round"), Lasting("Hex on Runes 2", "2 turns")),
        "sheets": sheets,
        "journal": JOURNAL,
        "late": tuple(LateMoment(line.n, line.text) for line in reversed(JOURNAL) if not line.folded),
        "overlay": overlay(asked),
        "asides": (
            Choice(key="cast:counterspell", label="Counterspell", hint="S", group="Bruno"),
            Choice(key="cast:unseen", label="A card I won't name yet", hint="S", group="Carla"),
            Choice(key="use:raft", label="Build a raft", hint="X", group="Ada"),
        ),
        "can_undo": True,
        "announce": "Bruno's turn is over.",
        "here": {"crags": ("Bear, strength 3",)},
        "lies": {"crags": ("bear",)},
    }
    return Screen(**{**given, **other})


def overlay(asked: Question) -> dict[str, str]:
    """Figures where the sheets say, lower on the Crags, where the Bear lies."""
    figures = [drawing.Pawn(s.who.seat, s.who.letter, s.at, s.who == asked.who, 2 if s.state else 0) for s in SHEETS]
    laid = [drawing.Lying("crags")]
    there = {
        space: [[each for each in kind if each.space == space] for kind in (figures, laid)] for space in BOARD.spaces
    }
    return {space: drawing.draw_overlay(BOARD, *parts) for space, parts in there.items() if any(parts)}
