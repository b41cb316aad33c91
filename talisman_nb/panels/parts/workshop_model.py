"""The workshop without its widget: a draft of a layer, changed by messages, and the screen that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from talisman_nb.cards.completeness import RESERVED
from talisman_nb.cards.decode import INNER, LISTS, TOPICS, CardError
from talisman_nb.cards.operations import NAMES
from talisman_nb.cards.terms import AmountOf, ConditionTable, CostTable, Until
from talisman_nb.cards.vocabulary import SeatName, names
from talisman_nb.drawing.definition_picture import draw_definition, text_of
from talisman_nb.engine.drawing_cards import TYPES_OF_OWN
from talisman_nb.model.bounds import FILE_SIZE
from talisman_nb.model.situation import SituationError
from talisman_nb.panels.bench.laid_by_hand import can_be, trials
from talisman_nb.panels.sync.message import FormMessage
from talisman_nb.rules.book import Book, ensure_valid, open_book, remember
from talisman_nb.rules.drafts import (
    BODIES,
    COPY,
    LIKE,
    Checked,
    Entry,
    Place,
    changed,
    checked,
    entries,
    file_for,
    left_out,
    modelled,
    models,
    moved,
    place_of,
    slug_of,
    table_of,
    value_at,
    with_head,
    with_needed,
    with_new_space,
    with_picture,
    with_table,
)
from talisman_nb.rules.layers import BASE, JOIN, Layer, register, spell_specification
from talisman_nb.table.boxes import install_box, next_version, write_box
from talisman_nb.table.own_cards import layer_id
from talisman_nb.text.definitions.form_fields import FormMaker, every_field
from talisman_nb.text.definitions.form_words import (
    TOPIC,
    UNTOLD,
    FormChoice,
    Words,
    hints_of,
    new_item,
    new_step,
    sample,
    sample_of,
)
from talisman_nb.text.errors import say_mistake, worded_in_a_line
from talisman_nb.text.find import name_of
from talisman_nb.text.names import LANGUAGES, UnknownNameError, in_language
from talisman_nb.text.pages.definition_page import type_word
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.screen.setup_values import WorkshopEntry, WorkshopScreen, WorkshopTold
from talisman_nb.text.wording import Wording

SPACE, NEW_SPACE, CHARACTER, ENDING = "space", "new-space", "character", "terrain"
KINDS: tuple[str, ...] = (*TYPES_OF_OWN, CHARACTER, SPACE, NEW_SPACE, COPY, LIKE)
"""Kinds of definitions that can be made: the types of cards that a table may type, characters, spaces of the board or
new ones, and cards or characters that begin with one that is there."""
NEW_BOX = "my-cards"
"""The name of a layer that has none yet."""
MOST_UNDONE = 100
"""Changes that can be taken back."""


class WorkshopModel:
    """A draft as a panel drives it: `handle` takes a message and returns what is shown then.

    >>> model = WorkshopModel("my-box")
    >>> shown = model.handle({"type": "new", "key": "stranger", "value": "Tinker"})
    >>> [one.name for one in shown.entries], shown.told[0].lines
    (['Tinker'], ('Gains 1 gold.',))
    >>> shown = model.handle({"type": "set", "at": "visited.0.n", "value": 2})
    >>> model.handle({"type": "set", "at": "visited.0.n", "value": 2}).told[3].lines
    ('Otrzymuje 2 sztuki złota.',)
    """

    def __init__(self, layer: Layer | str = "", below: str = "", lang: str = "en") -> None:
        """`layer`: a layer to go on with, or the name of a new one; `below`: the edition and layers it lies over."""
        self.layer = layer if isinstance(layer, Layer) else Layer(layer or NEW_BOX, {})
        self.below = JOIN.join(name for name in (below or BASE).split(JOIN) if name != self.layer.name)
        self.lang, self.note = lang, ""
        self.entry = next(iter(entries(self.layer)), None)
        self._before: list[tuple[Layer, Entry | None]] = []
        self._check()

    def _check(self) -> None:
        self.checked: Checked = checked(self.layer, self.below)

    @property
    def book(self) -> Book:
        """The book of the draft; while that can't be read the one below."""
        return self.checked.book or open_book(self.below)

    # --- messages ---

    def handle(self, message: object) -> WorkshopScreen:
        """Carry out a message; one that can't be changes nothing but `note`."""
        self.note = ""
        try:
            read = msgspec.convert(message, FormMessage)
            act = MESSAGES.get(read.type)
            if act is None:
                raise CardError(f"this is no message of the workshop: {read.type!r}")
            before = self.layer, self.entry
            act(self, read)
            self._changed(before, undone=read.type == "undo")
        except (CardError, SituationError, msgspec.ValidationError) as wrong:
            self.note = worded_in_a_line(wrong, self.lang) if isinstance(wrong, ValueError) else str(wrong)
        return self.screen()

    def put(self, layer: Layer) -> None:
        """Go on with a changed layer, which can be taken back. Raises `CardError` for one out of bounds."""
        before, self.layer = (self.layer, self.entry), layer
        self.entry = self.entry or next(iter(entries(layer)), None)
        self._changed(before)

    def _changed(self, before: tuple[Layer, Entry | None], *, undone: bool = False) -> None:
        if self.layer is not before[0]:
            self._within_bounds()
            self._check()
            if not undone:
                self._before = [*self._before[-MOST_UNDONE:], before]

    def _within_bounds(self) -> None:
        for path, text in self.layer.texts.items():
            if len(text) > FILE_SIZE:
                self.layer = self._before[-1][0] if self._before else Layer(self.layer.name, {})
                raise CardError(f"{path}: expected at most {FILE_SIZE} letters")

    def _opened(self) -> Entry:
        if self.entry is None:
            raise CardError("nothing is open")
        return self.entry

    def _write(self, table: Mapping[str, Any]) -> None:
        self.layer = with_table(self.layer, self._opened(), table)

    def _new(self, message: FormMessage) -> None:
        """Begin a definition: `key` its kind, `value` its name; of a space of the board its id.

        `at`: what it begins with as a copy or takes over, or the space that a new one lies beside.
        """
        kind, name = message.key, str(message.value or "").strip()
        if kind not in KINDS:
            raise CardError(f"{kind!r}: expected one of {', '.join(KINDS)}")
        words, board = load_phrases(self.lang), self.book.board
        below = open_book(self.below)
        if kind in (COPY, LIKE):
            model = message.at if message.at in below.definitions else models(below)[0]
            named = {self.lang: name or name_of(below, model, self.lang)}
            path, table = modelled(below, model, kind, named)
        elif kind == SPACE:
            path, table = file_for(kind, self.book), {}
        else:
            named = {self.lang: name or words.say(TOPIC, "new-name", what=self._kind(kind))}
            path, table = file_for(kind, self.book), {**BODIES.get(kind, BODIES[""]), "name": named}
            table |= {"start": board.spaces[0]} if kind == CHARACTER else {"type": kind}
        if kind == NEW_SPACE:
            beside = message.at if message.at in board.index else board.spaces[0]
            self.layer, entry = with_new_space(self.layer, self.book, named[self.lang], beside, self.lang)
        elif kind == SPACE:
            entry = Entry(path, name if name in board.index else board.spaces[0])
            table = dict(board.space(entry.name).rules)  # what it says now is changed
        else:
            entry = Entry(path, slug_of(named[self.lang], {*self.book.definitions, *self._names(), *RESERVED}))
        if kind != NEW_SPACE:
            deck = {lang: load_phrases(lang).say(TOPIC, "deck") for lang in LANGUAGES}
            self.layer = with_table(with_needed(self.layer, entry, self.book, deck), entry, table)
        self.entry = entry

    def _names(self) -> set[str]:
        return {entry.name for entry in entries(self.layer)}

    def _open(self, message: FormMessage) -> None:
        self.entry = next((one for one in entries(self.layer) if one.key == message.key), self.entry)

    def _leave_out(self, _message: FormMessage) -> None:
        self.layer = left_out(self.layer, self._opened())
        self.entry = next(iter(entries(self.layer)), None)

    def _set(self, message: FormMessage) -> None:
        """Set a value, None to take it out."""
        at, entry = place_of(message.at), self._opened()
        if not at:
            raise CardError("expected a place in the definition")
        table = changed(table_of(self.layer, entry), at, message.value)
        if at[-1] == "of" and value_at(table, (*at[:-1], "op")) == "each":
            table = changed(table, (*at[:-1], "as"), "other" if message.value in names(SeatName) else "card")
        self._write(table)

    def _either(self, message: FormMessage) -> None:
        """Make a value of another kind: a number, a word, a figure that is looked up, a list."""
        sign, word = message.key[:1], message.key[1:]
        value: Any = {"#": 1, "=": word, "[": []}.get(sign)
        if sign == ".":
            kinds = [kind for kind in (AmountOf, Until) if word in hints_of(kind)]
            value = {word: sample_of(hints_of(kinds[0])[word][0], self._words())} if kinds else None
        self._set(replace(message, value=value))

    def _add(self, message: FormMessage) -> None:
        """Add to a list an operation, modifier, option or row; to a table of which some keys are given the key."""
        at, key = place_of(message.at), message.key
        table = table_of(self.layer, self._opened())
        last = next((step for step in reversed(at) if isinstance(step, str)), "")
        if last in LISTS or last in INNER or last in ("all", "any"):
            found = TOPICS[key] if last in LISTS and key in TOPICS else None
            made = [sample(found, self._words()) if found else new_item(self._words(), last, value_at(table, at) or ())]
        elif key in NAMES and last not in ("wares", "cost", "affords"):
            made, table = new_step(self._words(), NAMES[key], table, at)
        else:
            self._add_key(at, key, table)
            return
        for one in made:
            table = changed(table, (*at, len(value_at(table, at) or ())), one)
        self._write(table)

    def _add_key(self, at: Place, key: str, table: dict[str, Any]) -> None:
        kind = CostTable if at[-1] in ("cost", "affords") else ConditionTable
        if at[-1] != "wares" and key not in hints_of(kind):
            raise CardError(f"{key!r}: nothing of this name can be added here")
        value = 1 if at[-1] == "wares" else sample_of(hints_of(kind)[key][0], self._words())
        self._write(changed(table, (*at, key), value))

    def _remove(self, message: FormMessage) -> None:
        self._write(changed(table_of(self.layer, self._opened()), place_of(message.at), None))

    def _move(self, message: FormMessage) -> None:
        self._write(moved(table_of(self.layer, self._opened()), place_of(message.at), message.n))

    def _draw(self, message: FormMessage) -> None:
        self.layer = with_picture(self.layer, self._opened(), str(message.value or ""))

    def _call(self, message: FormMessage) -> None:
        """Give the layer a name for players."""
        name = str(message.value or "")
        self.layer = with_head(self.layer, name={**_by_language(self.layer.head.name), self.lang: name} if name else {})

    def _speak(self, message: FormMessage) -> None:
        if message.key in LANGUAGES:
            self.lang = message.key

    def _undo(self, _message: FormMessage) -> None:
        if self._before:
            self.layer, self.entry = self._before.pop()

    # --- shown ---

    def _words(self) -> Words:
        entry = self._opened()
        return FormMaker(self.book, entry.key, table_of(self.layer, entry), self.lang).words

    def _kind(self, kind: str) -> str:
        words = load_phrases(self.lang)
        if words.has(TOPIC, f"kind.{kind}"):
            return words.say(TOPIC, f"kind.{kind}")
        return Wording(self.lang).names.name("type", kind, self.lang)

    def screen(self) -> WorkshopScreen:
        """Return what is shown."""
        said, entry = load_phrases(self.lang), self.entry
        words = {key.removeprefix("ui."): said.raw(TOPIC, key) for key in said.topics[TOPIC] if key.startswith("ui.")}
        written = [(path, text) for path, text in sorted(self.layer.texts.items()) if path.endswith(".toml")]
        shown = WorkshopScreen(
            self.lang, self.below, self.layer.name, in_language(self.layer.head.name, self.lang), words,
            tuple(said.raw(TOPIC, key) for key in said.topics[TOPIC] if key.startswith("missing.")),
            tuple(self._entries()), tuple(FormChoice(kind, self._kind(kind)) for kind in KINDS),
            note=self.note, can_undo=bool(self._before),
            file="\n".join(f"# {path}\n{text}" for path, text in written),
        )  # fmt: skip
        board = self.book.board
        spaces = tuple(
            FormChoice(space, f"{name_of(self.book, f'space.{space}', self.lang)} ({space})") for space in board.spaces
        )
        general = tuple(say_mistake(one.text, one.parts, self.lang) for one in self.checked.mistakes if not one.key)
        shown = replace(shown, spaces=spaces, models=_models(self.below, self.lang))
        if entry is None:
            return replace(shown, wrong=general)
        own = (one for one in self.checked.mistakes if one.key == entry.key)
        mine = [(one.at, say_mistake(one.text, one.parts, self.lang)) for one in own]
        maker = FormMaker(self.book, entry.key, table_of(self.layer, entry), self.lang, mine)
        form = maker.form()
        placed = tuple(place_of(field.at) for field in every_field(form))
        unplaced = tuple(text for at, text in mine if not any(at[: len(place)] == place for place in placed))
        picture, told = self._looks(entry)
        return replace(
            shown, open=entry.key, form=form, lists=maker.lists, wrong=(*unplaced, *general),
            picture=picture, told=told, drawing=entry.picture in self.layer.texts,
            can_try=bool(picture) and not self.checked.mistakes,
        )  # fmt: skip

    def _looks(self, entry: Entry) -> tuple[str, tuple[WorkshopTold, ...]]:
        """Return the picture of a definition and what it says; nothing while a mistake keeps it from being told."""
        if self.checked.book is None or entry.key not in self.book.definitions:
            return "", ()
        try:
            return str(draw_definition(self.book, entry.key, self.lang)), tuple(self._told(entry))
        except UNTOLD:
            if not self.checked.mistakes:
                raise
            return "", ()

    def _entries(self) -> Iterator[WorkshopEntry]:
        for one in entries(self.layer):
            name = one.name
            if one.key in self.book.definitions:
                with suppress(UnknownNameError):  # whoever types another name takes the one before away first
                    name = name_of(self.book, one.key, self.lang)
            yield WorkshopEntry(one.key, name, sum(1 for wrong in self.checked.mistakes if wrong.key == one.key))

    def _told(self, entry: Entry) -> Iterator[WorkshopTold]:
        for lang in LANGUAGES:
            spoken = load_phrases(lang).say("panel", f"language-{lang}")
            yield WorkshopTold(lang, spoken, name_of(self.book, entry.key, lang), type_word(self.book, entry.key, lang),
                       text_of(self.book, entry.key, lang))  # fmt: skip

    # --- saved, tried ---

    def save(self) -> str:
        """Install the draft as the next version of its box; return what is said of it.

        Raises `BoxError`, `CardError` and `BoardError` for one that can't be played.
        """
        title = in_language(self.layer.head.name, self.lang) or self.layer.name
        id = layer_id(title) if self.layer.name == NEW_BOX else self.layer.name
        head = {"version": (version := next_version(id)), "name": self.layer.head.name or title}
        install_box(write_box(Layer(id, with_head(self.layer, **head).texts)))
        return load_phrases(self.lang).say(TOPIC, "ui.saved", name=f"{title} {version}")

    def trial(self) -> str:
        """A situation in which the definition that is open comes up at once; raises `CardError` if it has mistakes."""
        entry = self._opened()
        register(self.layer)
        book = remember(ensure_valid(self.book))
        spec = spell_specification(f"{self.below}{JOIN}{self.layer.name}")
        return next(text for text in trials(book, spec, entry.key) if can_be(text))


@lru_cache(maxsize=8)
def _models(below: str, lang: str) -> tuple[FormChoice, ...]:
    """The definitions that another may begin with, by their names. Cached."""
    book = open_book(below)
    return tuple(sorted((FormChoice(key, name_of(book, key, lang)) for key in models(book)), key=lambda one: one.label))


def _by_language(name: Any) -> dict[str, str]:
    return dict(name) if isinstance(name, Mapping) else dict.fromkeys(LANGUAGES, name) if name else {}


MESSAGES: Mapping[str, Callable[[WorkshopModel, FormMessage], None]] = {
    "new": WorkshopModel._new, "open": WorkshopModel._open, "leave-out": WorkshopModel._leave_out,
    "set": WorkshopModel._set, "either": WorkshopModel._either, "add": WorkshopModel._add,
    "remove": WorkshopModel._remove, "move": WorkshopModel._move, "draw": WorkshopModel._draw,
    "call": WorkshopModel._call, "language": WorkshopModel._speak, "undo": WorkshopModel._undo,
}  # fmt: skip
"""Maps the types of messages to what they do.

| type | fields | means |
|---|---|---|
| new | key, value, at | begin a definition of a kind with a name, of a space its id; `at`: its model, or beside what |
| open, leave-out | key | open a definition of the draft; take out the one that is open |
| set | at, value | the value at a place, None to take it out |
| either | at, key | a value of another kind: `#` a number, `=word`, `.stat`, `[]` |
| add | at, key | an operation or modifier by its name, an option or row, a key of a condition or cost |
| remove, move | at, n | take out or move an item of a list |
| draw | value | the SVG of the definition, or a small picture as `data:image/png;base64,…`; "" for none |
| call, language, undo | value or key | name the layer for players; speak a language; take back the last change |
"""
