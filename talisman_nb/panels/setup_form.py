"""Model of the form of a new table (`SettingUp`): its values, its `Setup` for the panel, and the table it begins."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from talisman_nb.rules.book import Book, open_book
from talisman_nb.table import Table, TableFileError
from talisman_nb.table.records import Settings
from talisman_nb.table.saved_tables import day_and_time, free_name, saved_tables, settings_in, summary
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import choices, how_many, switches, switches_of, turned
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.contents import character_entries
from talisman_nb.text.screen.values import Choice, Part, Saved, Setup

from .message import Seated
from .table_names import progress, told_by_name

PARTS = {
    "edition": ("revised4",),
    "dice": ("physical", "virtual"),
    "cards": ("physical", "virtual"),
    "spells": ("hands", "known"),
    "lang": LANGUAGES,
}
"""Maps the parts of the form to their allowed values, the default first."""

Pairs = tuple[tuple[str, str], ...]
"""Players as (name, character), "" for a character not chosen yet."""


class SettingUp:
    """Values chosen so far for a new table."""

    def __init__(self, lang: str, name: str = "", note: str = "") -> None:
        self.name, self.note = name, note
        self.players: Pairs = ()
        self.house: dict[str, Any] = {}
        self.values = {part: choices[0] for part, choices in PARTS.items()} | {"lang": lang}

    @property
    def lang(self) -> str:
        """The language chosen."""
        return self.values["lang"]

    @property
    def book(self) -> Book:
        """The book of the edition chosen, without house rules."""
        return open_book(self.values["edition"])

    def form(self) -> Setup:
        """Return the form with its current values."""
        saved = self._tables()
        before, house = self._before(), turned(self.values["edition"], self.house)
        return Setup(
            lang=self.lang,
            parts=tuple(self._part(part) for part in PARTS),
            figures=character_entries(self.book, self.lang),
            players=self.players,
            again=tuple(name for name, _ in before.players) if before else (),
            saved=tuple(self._saved(path) for path in saved),
            note=self.note,
            house=how_many(len(house), self.lang),
            switches=switches(self.book, house, self.lang),
        )

    def _before(self) -> Settings | None:
        """Return the settings of the most recently played table that can be read, or None."""
        return next(filter(None, map(settings_in, self._tables())), None)

    def _tables(self) -> list[Path]:
        """Return the files of the saved tables; if their folder can't be used, none, with the error in `note`."""
        try:
            return saved_tables()
        except TableFileError as problem:
            self.note = self.note or told_by_name(problem, self.lang)
            return []

    def _part(self, part: str) -> Part:
        said = load_phrases(self.lang)
        words = [
            said.say("panel", f"language-{key}") if part == "lang" else said.say("setup", f"{part}.{key}")
            for key in PARTS[part]
        ]
        choices = tuple(Choice(key, word) for key, word in zip(PARTS[part], words, strict=True))
        return Part(part, self.values[part], choices)

    def _saved(self, path: Path) -> Saved:
        said, found = load_phrases(self.lang), summary(path)
        if found is None:
            return Saved(path.stem, path.stem, said.say("setup", "saved-damaged"))
        names = ", ".join(found.people)
        date = day_and_time(found.played).replace("-", "\u2011").replace(" ", "\u00a0")  # no line breaks inside
        how_far = progress(self.lang, found.round, found.turn, found.over)
        shown = "" if path.stem.startswith(names) else names
        return Saved(path.stem, path.stem, said.say("setup", "saved-note", names=shown, progress=how_far, date=date))

    def take(self, players: Iterable[Seated]) -> None:
        """Set the players from a message, names stripped."""
        self.players = tuple((player.name.strip(), player.character) for player in players)

    def choose(self, part: str, value: str) -> None:
        """Set a part of the form; a value that is not allowed is ignored."""
        if value in PARTS.get(part, ()):
            self.values[part] = value

    def turn(self, switch: str, value: str) -> None:
        """Set a house rule to "true", "false" or the text of a number; an unknown switch or value is ignored."""
        usual = switches_of(self.values["edition"])
        found = (
            [each for each in choices(switch, usual[switch]) if str(each).lower() == value] if switch in usual else []
        )
        if found:
            self.house[switch] = found[0]

    def same_people(self) -> None:
        """Copy dice, cards, Spells and house rules from the last table, if there is one."""
        before = self._before()
        if before:
            self.house = turned(self.values["edition"], before.house)
            for part in ("dice", "cards", "spells"):
                self.choose(part, getattr(before, part))

    def deal(self) -> None:
        """Deal a random free character to each player without one."""
        taken = {character for _, character in self.players}
        free = [key for key in self.book.characters if key not in taken]
        random.shuffle(free)
        self.players = tuple((name, character or (free.pop() if free else "")) for name, character in self.players)

    def problem(self) -> str:
        """Return why the table can't begin with these players, "" if it can."""
        said, table = load_phrases(self.lang), self.book.table
        fewest, most = int(table["setup.fewest"]), int(table["setup.most"])
        chosen = [character for _, character in self.players if character]
        twice = next((key for key in chosen if chosen.count(key) > 1), "")
        if twice:
            return said.say("setup", "figure-twice", character=name_of(self.book, f"character.{twice}", self.lang))
        if len(self.players) < fewest:
            return said.say("setup", "players-few", n=fewest)
        if len(self.players) > most:
            return said.say("setup", "players-many", n=most)
        return "" if all(name for name, _ in self.players) else said.say("setup", "name-missing")

    def begun(self) -> Table | None:
        """Begin the table and return it, or return None with the reason in `note`. Deals missing characters."""
        self.note = self.problem()
        if self.note:
            return None
        self.deal()
        values: dict[str, Any] = {key: value for key, value in self.values.items() if key != "edition"}
        name = self.name or free_name(", ".join(name for name, _ in self.players))
        table = Table.new(
            self.players, self.values["edition"], turned(self.values["edition"], self.house), name=name, **values
        )
        if table.settings.cards == "virtual":
            # On a shared screen with known hands, asking every seat after each Spell reveals nothing about a hand.
            table.set(react=("spells",) * len(self.players))
        return table
