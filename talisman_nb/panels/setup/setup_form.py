"""Model of the form of a new table (`SettingUp`): names, house rules, its `Setup`, the table it begins."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from talisman_nb.cards.decode import nearest
from talisman_nb.engine.characters import AT_SETUP
from talisman_nb.panels.sync.message import Seated, ViewMessage
from talisman_nb.panels.table.teaching import want_hints, wants_hints
from talisman_nb.rules.book import Book
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.rules.layers import JOIN
from talisman_nb.table import HouseFileError, Table, TableFileError
from talisman_nb.table.file.saved_tables import (
    SUFFIX,
    day_and_time,
    free_name,
    progress,
    saved_tables,
    settings_in,
    summary,
    table_file,
    trouble,
)
from talisman_nb.table.house_files import house_names
from talisman_nb.table.records import BOTS, Settings
from talisman_nb.text.errors import describe_error
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import how_many, switches
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.labels import character_entries
from talisman_nb.text.screen.setup_values import Begins, PlayedPart, SavedEntry, Setup
from talisman_nb.text.screen.values import Choice

if TYPE_CHECKING:
    from talisman_nb.chronicle.group import Pace


def open_named(name: str) -> Table:
    """Open the saved table of a name. Raises `TableFileError` for an invalid or unknown name, or a file unusable."""
    path = table_file(name)
    if not os.path.lexists(path):
        known = [file.stem for file in saved_tables()]
        raise TableFileError("unknown", name=name, near=nearest(name, known), known=", ".join(known))
    return Table.open(path)


def told_by_name(error: ValueError, lang: str) -> str:
    """Word an error in a language, with the name of a table or a file of house rules in place of its path.

    >>> told_by_name(TableFileError("busy", path="/home/ada/tables/Friday.talisman"), "en")
    '“Friday” is being written by another window or program: close that one and try again.'
    """
    if isinstance(error, HouseFileError) and "path" in error.fields:
        return describe_error(
            HouseFileError(error.key, **{**error.fields, "path": Path(str(error.fields["path"])).name}), lang
        )
    fields = error.fields if isinstance(error, TableFileError) else {}
    path = str(fields.get("path", ""))
    if not isinstance(error, TableFileError) or not path.endswith(SUFFIX):
        return describe_error(error, lang)
    name = Path(path).stem
    named = {place: value.replace(path, name) if isinstance(value, str) else value for place, value in fields.items()}
    named["path"] = load_phrases(lang).say("setup", "table-named", name=name)
    return describe_error(TableFileError(error.key, **named), lang)


PARTS: dict[str, tuple[str, ...]] = {
    "dice": ("physical", "virtual"),
    "cards": ("physical", "virtual"),
    "spells": ("hands", "known"),
    "lang": LANGUAGES,
    "clock": ("off", "on"),
    "hints": ("on", "off"),
}
"""Maps the parts of the form to their allowed values, the default first."""
OWN_WORDS = ("group", "stake")
"""Parts of the form that a group writes: what it calls itself, and what it plays for."""
BOT = "bot:"
"""Before a name: the part of the form that says who plays it."""
LONGEST = 60
"""Letters of these: a line of the story."""
OF_FORM = ("box", "deal", "house", "layer", "part", "same-people", "save-house", "switch")
"""Types of messages that change the form."""
Pairs = tuple[tuple[str, str], ...]
"""Players as (name, character), "" for a character not chosen yet."""


def _settings_of(path: Path) -> Settings | None:
    """Return the settings of a saved table; they are read again only when its file has changed."""
    with suppress(OSError):
        stat = path.stat()
        return _settings_at(path, stat.st_size, stat.st_mtime_ns)
    return None


@lru_cache(maxsize=8)
def _settings_at(path: Path, size: int, changed: int) -> Settings | None:
    return settings_in(path)


def roll_for_first(n: int, roll: Callable[[], int]) -> tuple[int, list[list[int]]]:
    """Return the place of whoever rolls highest, and what everybody rolled; those who are level roll again.

    >>> faces = iter([5, 2, 5, 1, 6])
    >>> roll_for_first(3, lambda: next(faces))
    (2, [[5, 1], [2], [5, 6]])
    """
    rolled: list[list[int]] = [[] for _ in range(n)]
    level = list(range(n))
    while len(level) > 1:
        for place in level:
            rolled[place].append(roll())
        best = max(rolled[place][-1] for place in level)
        level = [place for place in level if rolled[place][-1] == best]
    return level[0], rolled


class SettingUp:
    """Values chosen so far for a new table."""

    def __init__(self, lang: str, name: str = "", note: str = "") -> None:
        from .edition_choice import BoxDesk, EditionChoice, HouseChoice

        self.name, self.note = name, note
        self.players: Pairs = ()
        self.bots: dict[str, str] = {}  # the kinds of players that the program plays, by name
        self.house = HouseChoice()
        self.values = {part: values[0] for part, values in PARTS.items()} | {"lang": lang}
        self.values["hints"] = "on" if wants_hints() else "off"
        self.chosen, self.boxes = EditionChoice(), BoxDesk()
        self.minutes = 0  # how long the group has, one of `WISHES`, 0 for unsaid
        self.begins, self.rolled = "", ""  # the name of who begins, "" for the usual one; what was rolled for it
        self.words = dict.fromkeys(OWN_WORDS, "")
        self.pace: Pace | None = None  # of the group that played last, once its tables have been read

    @property
    def lang(self) -> str:
        """The language chosen."""
        return self.values["lang"]

    @property
    def edition(self) -> str:
        """The specification of the edition, its variant and the layers chosen."""
        return self.chosen.spec

    @property
    def book(self) -> Book:
        """The book of what is chosen, without house rules."""
        return self.chosen.book

    def form(self) -> Setup:
        """Return the form with its current values; a layer that can't be used any more is left out."""
        from .edition_choice import mistake

        if mistake((self.edition,)):
            self._settle()
        saved = self._tables()
        house, last = self.house.values, self._last()
        return Setup(
            lang=self.lang,
            parts=tuple(self._part(part) for part in PARTS),
            figures=character_entries(self.book, self.lang),
            players=self.players,
            bots=self.bots,
            again=self.group(),
            saved=tuple(self._saved(path) for path in saved),
            note=self.note,
            editions=self.chosen.editions(self.lang),
            edition=self.chosen.edition,
            spec=f"{self.edition} {self.lang}",
            packs=self.chosen.pack_entries(self.lang),
            layers=self.chosen.entries(self.lang),
            box=self.boxes.offer(self.lang),
            house=how_many(len(house), self.lang),
            switches=switches(self.book, house, self.lang),
            house_names=house_names(),
            house_name=self.house.saved_as,
            house_besides=self.house.without_field(self.book, self.lang),
            minutes=self.minutes,
            begins=self._begins(last),
            group=last.group if last else "",
            stake=last.stake if last else "",
            at_table="" if self._dealt == 1 else load_phrases(self.lang).say("setup", self._at_table()),
        )

    @property
    def _dealt(self) -> int:
        """How many characters each player is dealt to keep one; 0 is a free choice."""
        return int(self.house.values.get(AT_SETUP, self.book.usual[AT_SETUP]))

    def _at_table(self) -> str:
        return "dealt-at-table" if self._dealt else "chosen-at-table"

    def group(self) -> tuple[str, ...]:
        """Return the people of the table that was played last and is no demo, those who have left it left out."""
        found = filter(None, map(summary, self._tables()))
        return next((each.people for each in found if not each.demo), ())

    def _begins(self, last: Settings | None) -> Begins:
        """Return who begins: whoever was chosen, else the owner of the game, who began the last time too."""
        said, way = load_phrases(self.lang), self.book.table["setup.begins"]
        owner = last.players[last.first][0] if last and way == "owner" else ""
        rolled = said.say("setup", "rolled", rolls=self.rolled) if self.rolled else ""
        return Begins(said.say("setup", f"begins.{way}"), self.begins or owner, way == "roll", rolled)

    def _roll_for_first(self) -> None:
        names = [name for name, _ in self.players]
        if not names:
            return
        first, rolled = roll_for_first(len(names), lambda: random.randint(1, 6))
        told = (f"{name} {', '.join(map(str, faces))}" for name, faces in zip(names, rolled, strict=True))
        self.begins, self.rolled = names[first], SEMICOLON[self.lang].join(told)

    def _last(self) -> Settings | None:
        """Return the settings of the most recently played table that can be read and is no demo, or None."""
        found = filter(None, map(_settings_of, self._tables()))
        return next((settings for settings in found if not settings.demo), None)

    def _tables(self) -> list[Path]:
        """Return the files of the saved tables; if their folder can't be used, none, with the error in `note`."""
        try:
            return saved_tables()
        except TableFileError as problem:
            self.note = self.note or told_by_name(problem, self.lang)
            return []

    def _part(self, part: str) -> PlayedPart:
        choices = tuple(Choice(key, self._label(part, key)) for key in PARTS[part])
        return PlayedPart(part, self.values[part], choices, load_phrases(self.lang).say("setup", f"part.{part}"))

    def _label(self, part: str, key: str) -> str:
        """Return the label of a value of a part."""
        said = load_phrases(self.lang)
        return said.say("panel", f"language-{key}") if part == "lang" else said.say("setup", f"{part}.{key}")

    def _saved(self, path: Path) -> SavedEntry:
        said, found = load_phrases(self.lang), summary(path)
        if found is None:
            return SavedEntry(path.stem, path.stem, said.say("setup", f"saved-{trouble(path)}"))
        names = ", ".join(found.people)
        date = day_and_time(found.played).replace("-", "\u2011").replace(" ", "\u00a0")  # no line breaks inside
        how_far = progress(self.lang, found.round, found.turn, found.over)
        shown = said.say("setup", "demo-saved") if found.demo else "" if path.stem.startswith(names) else names
        return SavedEntry(
            path.stem, path.stem, said.say("setup", "saved-note", names=shown, progress=how_far, date=date)
        )

    def handle(self, message: ViewMessage) -> dict[str, Any] | None:
        """Carry out a message of the form; return a reply to its view, None to show it anew.

        Raises `HouseFileError`, and `BoxError` and `CardError` for the file of a box.
        """
        self.take(message.players)
        match message.type:
            case "start":
                for part, value in message.parts.items():
                    self.choose(part, value)
            case "deal":
                self.deal()
            case "part":
                self.choose(message.key, message.value)
            case "layer":
                self.tick(message.key, message.value == "true")
            case "switch":
                self.house.turn(self.book, message.key, message.value)
            case "house":
                self.house.choose(self.book, message.name)
            case "save-house":
                self.house.save(self.book, message.name.strip(), self.lang)
            case "same-people":
                self.same_people()
            case "box":
                installed, reply = self.boxes.handle(message)
                self.tick(installed, True)
                self._settle()
                return reply
        return None

    def take(self, players: Iterable[Seated]) -> None:
        """Set the players from a message, names stripped."""
        self.players = tuple((player.name.strip(), player.character) for player in players)

    def choose(self, part: str, value: str) -> None:
        """Set a part of the form, the edition or its variant; a value that is not allowed is ignored.

        Characters, house rules and layers that can't be had there are dropped. Raises `HouseFileError` where saved
        house rules are chosen that mean nothing there.
        """
        if value in PARTS.get(part, ()):
            self.values[part] = value
        elif part in OWN_WORDS:
            self.words[part] = value.strip()[:LONGEST]
        elif part.startswith(BOT) and value in ("", *BOTS):
            self.bots = {name: kind for name, kind in {**self.bots, part.removeprefix(BOT): value}.items() if kind}
        elif part == "first":
            self.begins, self.rolled = value, ""
        elif part == "roll":
            self._roll_for_first()
        elif part == "minutes":
            from talisman_nb.chronicle.group import WISHES

            self.minutes = int(value) if value in map(str, WISHES) else 0
        elif self.chosen.choose(part, value):
            self._settle()

    def tick(self, layer: str, on: bool) -> None:
        """Lay a pack or own layer over what is chosen, if it can be used, or take it away; raises as `choose` does."""
        if self.chosen.tick(layer, on):
            self._settle()

    def _settle(self) -> None:
        """Keep of layers, characters and house rules what the edition chosen can have."""
        self.chosen.settle()
        characters = self.book.characters
        self.players = tuple((name, key if key in characters else "") for name, key in self.players)
        self.house.move_to(self.book)

    def same_people(self) -> None:
        """Take edition, layers, dice, cards, Spells and house rules from the last table, if there is one."""
        before = self._last()
        if before:
            self.as_before(before, [name for name, _ in self.players])

    def as_before(self, before: Settings, people: Iterable[str]) -> None:
        """Fill the form for another game of the same people: edition, layers and settings are those of the last."""
        edition, *layers = before.edition.split(JOIN)
        self.chosen = type(self.chosen)()
        self.choose("edition", edition)
        for layer in layers:
            self.choose("variant", layer)
            self.tick(layer, True)
        self.house.take(self.book, before.house)
        for part in ("dice", "cards", "spells", "clock"):
            self.choose(part, getattr(before, part))
        self.bots = {name: kind for (name, _), kind in zip(before.players, before.bots, strict=False) if kind}
        self.words = {"group": before.group, "stake": before.stake}
        self.players = tuple((name, "") for name in people)

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
        """Begin the table and return it, or return None with the reason in `note`.

        Deals missing characters where everybody is dealt one; otherwise the table asks for them. Raises `SetupError`.
        """
        from talisman_nb.chronicle.group import plays_with

        self.note = self.problem()
        if self.note:
            return None
        if self._dealt == 1:
            self.deal()
        values, before, last = dict[str, Any](self.values), self.group(), self._last()
        want_hints(values.pop("hints") == "on")
        name = self.name or free_name(", ".join(name for name, _ in self.players))
        if os.path.lexists(file := table_file(name)):  # a table that is there is opened from the list of them
            raise TableFileError("there", path=str(file))
        names = [name for name, _ in self.players]
        same, beginner = plays_with(names, before), self._begins(last).name
        first = names.index(beginner) if beginner in names else 0
        table = Table.new(self.players, self.edition, self.house.values, name=name, first=first, **values)
        words = {**self.words, "group": self.words["group"] or (last.group if last and same else "")}
        if self.minutes or any(words.values()):
            rounds = self.pace.rounds if self.minutes and self.pace and same else 0
            table.set(minutes=self.minutes, rounds=rounds, **words)
        if any(map(self.bots.get, names)):
            table.set(bots=tuple(self.bots.get(each, "") for each in names))
        if table.settings.cards == "virtual":
            # On a shared screen with known hands, asking every seat after each Spell reveals nothing about a hand.
            table.set(react=("spells",) * len(self.players))
        return table
