"""A lesson that is being made, without its widget: its tables, changed by messages, and the form that shows them."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from talisman_nb.analysis import Analysis
from talisman_nb.analysis.tree import text_meant
from talisman_nb.cards.decode import toml_key, toml_value
from talisman_nb.lessons import Lesson, LessonError, Problem, lessons, problems
from talisman_nb.lessons.check import offered_claims, page_of, position_at, prediction_of
from talisman_nb.lessons.lesson import LETTERS, STEPS, LessonPage
from talisman_nb.lessons.reading import SUFFIX, decode_whole, lesson_text, lessons_folder, program_text
from talisman_nb.model import UserError
from talisman_nb.model.bounds import LONGEST_NAME
from talisman_nb.model.situation import SituationError
from talisman_nb.notation.name_lookup import slug
from talisman_nb.panels.sync.message import FormMessage, unclear
from talisman_nb.rules.drafts import Place, changed, moved, place_of, value_at
from talisman_nb.rules.index import rule_index
from talisman_nb.text.definitions.form_fields import FormField, every_field
from talisman_nb.text.definitions.form_words import FormChoice
from talisman_nb.text.errors import describe_error, system_reason
from talisman_nb.text.grammar import with_heading
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.phrases import Phrases, load_phrases
from talisman_nb.text.screen.setup_values import WorkshopEntry, WorkshopScreen

Table = Mapping[str, Any]
TOPIC, FRAME = "lesson_maker", "workshop"
"""Topics of the words of this form, and of what it shares with the workshop's."""
MOST_UNDONE = 100
"""Changes that can be taken back."""
WORDS = ("text", "says", "called", "title", "about", "notes")
"""Fields of texts, which stay in the language in which they were written."""
LISTED = {"answers": " > ", "holds": "; ", "dice": " "}
"""Maps fields that are lists to what stands between their items where they are typed."""
NUMBERS = ("minutes", "roll", "steps", "seed")
LEFT_TO_FILE = ("place",)
"""Fields of a head that a lesson of one's own has not."""


def lesson_toml(table: Table) -> str:
    """Return the file of a lesson, as a teacher writes it."""
    lines = [*_lines(table, ("page",))]
    for page in table.get("page", ()):
        lines += ["", "[[page]]", *_lines(page, ("step",))]
        for step in page.get("step", ()):
            lines += ["", "[[page.step]]", *_lines(step, ("option",))]
            for option in step.get("option", ()):
                lines += ["", "[[page.step.option]]", *_lines(option, ())]
    return "\n".join(lines) + "\n"


def _lines(table: Table, inside: Sequence[str]) -> Iterator[str]:
    keys = sorted((key for key in table if key not in inside), key=lambda key: key != "kind")
    yield from (f"{toml_key(key)} = {toml_value(table[key])}" for key in keys)


@lru_cache(maxsize=256)
def _problems_of(page: LessonPage, of: Lesson) -> tuple[Problem, ...]:
    """Return what the game finds wrong with a page; the same page is not played twice."""
    return problems(replace(of, pages=(page,)))


_position_at = lru_cache(maxsize=64)(position_at)


class LessonMaker:
    """A lesson of one's own as a panel drives it: `handle` takes a message and returns what is shown then.

    >>> maker = LessonMaker("bears", "en")
    >>> shown = maker.ask("dwarf fields-1, fate 0, arrived | thief city | on fields-1, bear > fight", "Who wins?")
    >>> [entry.name for entry in shown.entries], shown.wrong, shown.can_try
    (['1 · Who wins?'], (), True)
    """

    def __init__(self, name: str = "", lang: str = "en") -> None:
        """Go on with a lesson of the folder by its key, with a copy of the program's, or begin one of that name.

        Raises `LessonError`.
        """
        said = load_phrases(lang)
        self.lang, self.note, self.page = lang, "", 0
        self.key = slug(name)[:LONGEST_NAME].strip("-") or slug(said.say(TOPIC, "new-key"))
        title = name.strip() or said.say(TOPIC, "new-title")
        self.table: Table = {"name": self.key, "title": title, "about": said.say(TOPIC, "new-about"), "page": []}
        self._written = lesson_text(self.path) if self.path.exists() else ""
        if text := self._written or (program_text(f"{self.key}{SUFFIX}") if self.key in lessons() else ""):
            _, wrong = decode_whole(text, self.key, str(self.path))  # raises for what is no TOML
            table = tomllib.loads(text)
            if wrong and not _has_steps(table):
                raise wrong[0]
            self.table = {key: value for key, value in table.items() if key not in LEFT_TO_FILE}
        self._before: list[tuple[Table, int]] = []

    @property
    def path(self) -> Path:
        """The file of the lesson, whether it exists or not."""
        return lessons_folder() / f"{self.key}{SUFFIX}"

    def ask(self, situation: str, question: str = "") -> WorkshopScreen:
        """Add a page that asks a class about a situation; one that can't be laid out is told in `note`."""
        return self.handle({"type": "new", "value": situation, "key": question})

    def handle(self, message: object) -> WorkshopScreen:
        """Carry out a message; what can't be changes nothing but `note`."""
        try:
            read = msgspec.convert(message, FormMessage)
            act = MESSAGES[read.type]
        except (msgspec.ValidationError, KeyError) as wrong:
            raise unclear(str(wrong)) from None
        before, self.note = (self.table, self.page), ""
        try:
            act(self, read)
        except UserError as wrong:
            self.note = describe_error(wrong, self.lang)
        if self.table != before[0] and read.type != "undo":
            self._before = [*self._before[-MOST_UNDONE:], before]
        return self.screen()

    def save(self) -> Path:
        """Write the lesson into its file. Raises `LessonError` if that can't be, or if another one has written it."""
        if self.path.exists() and lesson_text(self.path) != self._written:
            raise LessonError("changed", path=str(self.path))
        text = lesson_toml(self.table)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle, fresh = tempfile.mkstemp(dir=self.path.parent, prefix=self.key)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
            Path(fresh).replace(self.path)
        except OSError as error:
            raise LessonError("system", path=str(self.path), reason=system_reason(error)) from error
        self._written = text
        return self.path

    def read(self) -> tuple[Lesson, tuple[LessonError, ...]]:
        """Return the lesson as it is written now, and what is wrong with its tables."""
        return decode_whole(lesson_toml(self.table), self.key, str(self.path))

    # --- messages ---

    def _new(self, message: FormMessage) -> None:
        """Add a page: `value` its situation or a link to one, `key` the question."""
        try:
            found = Analysis.of(str(message.value or ""), self.lang)
        except SituationError as wrong:
            self.note = f"{describe_error(wrong, self.lang)}\n{load_phrases(self.lang).say(TOPIC, 'example')}"
            return
        page = page_of(found, message.key, self.lang)
        self.page = len(self.table.get("page", ()))
        self.table = changed(self.table, ("page", self.page), page)

    def _set(self, message: FormMessage) -> None:
        at, value = place_of(message.at), message.value
        if at and at[-1] == "situation":
            value = text_meant(str(value or ""))
        if at and at[-1] in LISTED and isinstance(value, str):
            items = [part.strip() for part in value.split(LISTED[str(at[-1])].strip() or None) if part.strip()]
            value = [int(item) if at[-1] == "dice" and item.isdecimal() else item for item in items] or None
        self.table = changed(self.table, at, value) or {}

    def _add(self, message: FormMessage) -> None:
        """Add a step of a kind, or an option."""
        at = place_of(message.at)
        new = {"says": "…", "claim": "answers = 2"} if at[-1] == "option" else self._step(message.key)
        self.table = changed(self.table, (*at, len(value_at(self.table, at) or ())), new)

    def _step(self, kind: str) -> Table:
        """Return a new step of the open page."""
        situation = str(value_at(self.table, ("page", self.page, "step", 0, "situation")) or "")
        found = Analysis.of(situation, self.lang)
        said, first = load_phrases(self.lang), next(iter(found.ask.open()), "")
        asks, options = prediction_of(found, self.lang)
        fields: Mapping[str, Table] = {
            "situation": {"situation": situation, "text": said.say(TOPIC, "look")},
            "play": {"answers": [first]},
            "predict": {"text": asks, "option": options},
            "throw": {"dice": [3] * max(found.ask.n, 1) if found.ask.chance else [3, 4]},
            "answer": {"answer": first},
            "rule": {"rule": next(iter(found.ask.cites), "combat.win")},
            "what-if": {"change": f"{found.state.players[found.state.turn].character}, fate 3", "called": "…"},
            "graph": {"shows": "edges"},
        }
        return {"kind": kind, **fields.get(kind, {})}

    def _remove(self, message: FormMessage) -> None:
        at = place_of(message.at)
        self.table = changed(self.table, at, None)
        self.page = max(0, min(self.page, len(self.table.get("page", ())) - 1))

    def _move(self, message: FormMessage) -> None:
        at = place_of(message.at)
        self.table = moved(self.table, at, message.n)
        if len(at) == 2 and at[0] == "page" and 0 <= self.page + message.n < len(self.table["page"]):
            self.page += message.n

    def _call(self, message: FormMessage) -> None:
        """Give the lesson a title, in the reader's language where it has several."""
        at: Place = ("title", self.lang) if isinstance(self.table.get("title"), Mapping) else ("title",)
        self.table = changed(self.table, at, str(message.value or "") or None)

    def _open(self, message: FormMessage) -> None:
        if message.key.isdecimal() and int(message.key) < len(self.table.get("page", ())):
            self.page = int(message.key)

    def _leave_out(self, _message: FormMessage) -> None:
        self._remove(FormMessage("remove", f"page.{self.page}"))

    def _save(self, _message: FormMessage) -> None:
        said, path = load_phrases(self.lang), self.save()
        if any(self._mistakes()):
            self.note = said.say(TOPIC, "saved-draft", path=path)
        else:
            self.note = said.say(TOPIC, "saved", path=path, code=f"talisman-nb lesson {self.key}")

    def _speak(self, message: FormMessage) -> None:
        self.lang = message.key if message.key in LANGUAGES else self.lang

    def _undo(self, _message: FormMessage) -> None:
        if self._before:
            self.table, self.page = self._before.pop()

    # --- shown ---

    def screen(self) -> WorkshopScreen:
        """Return what is shown."""
        said, pages = load_phrases(self.lang), self.table.get("page", ())
        frame = {key.removeprefix("ui."): said.raw(FRAME, key) for key in said.topics[FRAME] if key.startswith("ui.")}
        own = {key.removeprefix("ui."): said.raw(TOPIC, key) for key in said.topics[TOPIC] if key.startswith("ui.")}
        words = {**frame, **dict.fromkeys(("many", "missing", "not-here", "own-drawing"), ""), **own}
        mistakes = [*self._mistakes()]
        form, lists = self._form(said)
        placed, general = _marked(form, mistakes)
        return WorkshopScreen(
            self.lang, "", self.key, _said(self.table.get("title", ""), self.lang), words,
            entries=tuple(
                WorkshopEntry(str(at), f"{at + 1} · {_said(page.get('title', ''), self.lang)}",
                              sum(place[:2] == ("page", at) for place, _ in mistakes))
                for at, page in enumerate(pages)
            ),
            open=str(self.page) if pages else "", form=placed if pages else (), lists=lists, wrong=general,
            file=lesson_toml(self.table), note=self.note, can_undo=bool(self._before),
            can_try=bool(pages) and not mistakes,
        )  # fmt: skip

    def _mistakes(self) -> Iterator[tuple[Place, str]]:
        """Yield what the check of a lesson finds, each with its place."""
        found, wrong = self.read()
        for error in wrong:
            reason = describe_error(error, self.lang).partition(f"{error.fields.get('line')}")[2].lstrip(" :\u00a0")
            yield error.at, reason
        for number, page in enumerate(found.pages):
            for problem in _problems_of(page, replace(found, pages=())):
                yield ("page", number, "step", problem.step), problem.told(self.lang)

    def _form(self, said: Phrases) -> tuple[tuple[FormField, ...], dict[str, tuple[FormChoice, ...]]]:
        """Return the fields of the lesson and of the page that is open, and what may be chosen in them."""
        lists = {
            "steps": tuple(FormChoice(kind, said.say(TOPIC, f"kind.{kind}")) for kind in STEPS),
            "options": (FormChoice("", said.say(TOPIC, "field.option")),),
            "rules": tuple(FormChoice(id, id) for id in rule_index()),
        }
        heads = tuple(self._field((), key, said) for key in ("about",) if key in self.table)
        at: Place = ("page", self.page)
        page = value_at(self.table, at) or {}
        steps = []
        for n, step in enumerate(page.get("step", ())):
            if step["kind"] == "predict":
                lists[f"claims.{n}"] = tuple(self._claims(n))
            kids = tuple(self._fields((*at, "step", n), step, said, f"claims.{n}"))
            told, text = said.say(TOPIC, f"kind.{step['kind']}"), _said(step.get("text"), self.lang)
            told = with_heading(told, text, self.lang) if text else told
            steps.append(FormField(f"page.{self.page}.step.{n}", "step", value=step.get("kind"), told=told, kids=kids))
        known = ("title", "minutes", "notes")
        own = tuple(self._field(at, key, said) for key in known)
        listed = FormField(
            f"page.{self.page}.step", "list", said.say(TOPIC, "field.step"), choices="steps", kids=tuple(steps)
        )
        order = FormField(f"page.{self.page}", "step", value="0", told=_said(page.get("title"), self.lang), kids=own)
        return (*heads, replace(order, value=str(self.page + 1)), listed), lists

    def _fields(self, at: Place, step: Table, said: Phrases, claims: str) -> Iterator[FormField]:
        """Yield the fields of a step: those of its kind, in the order of its type."""
        kind = STEPS.get(str(step.get("kind")))
        for name in (field.name for field in msgspec.structs.fields(kind)) if kind else ():
            if name == "option":
                items = tuple(self._option((*at, name, n), said, claims) for n in range(len(step.get(name, ()))))
                words = said.say(TOPIC, "field.option")
                yield FormField(_dot((*at, name)), "list", words, choices="options", kids=items)
            else:
                yield self._field((*at,), name, said, free=name not in ("situation", "answer", "rule", "change"))

    def _option(self, at: Place, said: Phrases, claims: str) -> FormField:
        letter, says = LETTERS[int(at[-1]) : int(at[-1]) + 1], self._field(at, "says", said)
        claim = replace(self._field(at, "claim", said), kind="choice", choices=claims)
        told = f"{letter}. {_said(value_at(self.table, (*at, 'says')), self.lang)}"
        return FormField(_dot(at), "step", value=letter, told=told, kids=(says, claim))

    def _field(self, at: Place, name: str, said: Phrases, *, free: bool = False) -> FormField:
        """Return one field of a table of the draft."""
        place, words = (*at, name), said.say(TOPIC, f"field.{name}")
        value = value_at(self.table, place)
        if name in WORDS and isinstance(value, Mapping):
            told = tuple(FormField(_dot((*place, lang)), "text", lang, value.get(lang, "")) for lang in LANGUAGES)
            return FormField(_dot(place), "table", words, kids=told)
        if name in LISTED:
            value = LISTED[name].join(map(str, value or ()))
        if name == "keep":
            return FormField(_dot(place), "yes-no", words, value, free=True)
        kind = "choice" if name == "rule" else "number" if name in NUMBERS else "text"
        return FormField(_dot(place), kind, words, value, choices="rules" if name == "rule" else "", free=free)

    def _claims(self, step: int) -> Iterator[FormChoice]:
        """Yield what may be claimed in the position in which a step of the open page begins."""
        found = _position_at(self.read()[0], self.page + 1, step, self.lang)
        for each in offered_claims(found, self.lang) if found else ():
            yield FormChoice(each.claim, f"{'✓' if each.true else '✗'} {each.says}")


def _has_steps(table: Table) -> bool:
    """Whether pages, steps and options are lists of tables, steps of kinds there are: others a form can't show."""

    def listed(value: object) -> bool:
        return isinstance(value, list) and all(isinstance(each, dict) for each in value)

    pages = table.get("page", [])
    if not listed(pages) or not all(listed(page.get("step", [])) for page in pages):
        return False
    steps = [step for page in pages for step in page.get("step", [])]
    return all(step.get("kind") in STEPS and listed(step.get("option", [])) for step in steps)


def _dot(at: Place) -> str:
    return ".".join(map(str, at))


def _said(words: Any, lang: str) -> str:
    """Return a text of the file in a language, or in the one in which it was written."""
    if isinstance(words, Mapping):
        return str(words.get(lang) or next(iter(words.values()), ""))
    return str(words or "")


def _marked(
    form: Sequence[FormField], mistakes: Sequence[tuple[Place, str]]
) -> tuple[tuple[FormField, ...], tuple[str, ...]]:
    """Return the fields with the mistakes of each, and those that belong to none: the innermost that a place is in."""
    places = sorted((place_of(field.at) for field in every_field(form)), key=len, reverse=True)
    wrong: dict[str, list[str]] = {}
    for at, text in mistakes:
        wrong.setdefault(_dot(next((place for place in places if at[: len(place)] == place), ())), []).append(text)
    return tuple(_with_wrong(field, wrong) for field in form), tuple(wrong.get("", ()))


def _with_wrong(field: FormField, wrong: Mapping[str, list[str]]) -> FormField:
    kids = tuple(_with_wrong(kid, wrong) for kid in field.kids)
    return replace(field, kids=kids, wrong="\n".join(wrong.get(field.at, ())))


MESSAGES: Mapping[str, Callable[[LessonMaker, FormMessage], None]] = {
    "new": LessonMaker._new,  # value: a situation; key: the question
    "set": LessonMaker._set,  # at; value, None to take it out
    "add": LessonMaker._add,  # at: a list; key: the kind of a step
    "remove": LessonMaker._remove,  # at
    "move": LessonMaker._move,  # at; n
    "call": LessonMaker._call,  # value: the title
    "open": LessonMaker._open,  # key: the page, from 0
    "leave-out": LessonMaker._leave_out,  # the open page
    "save": LessonMaker._save,
    "language": LessonMaker._speak,  # key
    "undo": LessonMaker._undo,
}
"""Maps each type of message to what it does, with the fields that it takes."""
