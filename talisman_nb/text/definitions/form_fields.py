"""The form of a definition: its fields as its types have them, with what may be chosen and what it says in a language.

Nothing is listed here: the fields of an operation, modifier or condition are those of its struct, what may be chosen
are the words of their types and the names of the book, an operation is called by the sentence that tells it. A field
is offered if it has a word (`workshop.toml`); one without stays as it is in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.board.load import GEOMETRY, SharedKeys
from talisman_nb.cards.completeness import OF_TYPE, SECTIONS
from talisman_nb.cards.decode import FACTS, LISTS, TOPICS, CardError, define
from talisman_nb.cards.definition import PARTS, Definition, Facts, met_as
from talisman_nb.cards.operations import NAMES
from talisman_nb.cards.terms import GivenKeys, One
from talisman_nb.cards.vocabulary import READ, Ref
from talisman_nb.rules.book import Book
from talisman_nb.rules.drafts import Place, dotted, place_of, value_at
from talisman_nb.rules.merging import CHANGES
from talisman_nb.text.wording import Wording

from .form_words import FormChoice, Shape, Words, block_told, hints_of, modifier_told, names_among, say_choice, shape


class FormField(Struct, frozen=True, omit_defaults=True):
    """A field of the form.

    `at`: its place in the table, keys and numbers joined by dots. `kind`: number, text, languages, yes-no, choice,
    several (of the choices), parts (a table of which some keys are given), list, step (an item of one), table, fixed,
    or either (a value of one kind or another: `value` is the choice it is). `kids`: the fields inside; `choices`: the
    key in `FormMaker.lists` of its values, or of what may be added. `told`: what an item says, `wrong`: what the loader
    finds wrong here.
    """

    at: str
    kind: str
    label: str = ""
    value: Any = None
    choices: str = ""
    least: int | None = None
    most: int | None = None
    kids: tuple[FormField, ...] = ()
    told: str = ""
    wrong: str = ""
    free: bool = False  # it may be left out


A_CARD = (Ref("", ("lists", "cards"), words=("this",), variable=True),)
A_SPACE = (Ref("", ("spaces",), words=("here",), variable=True),)
EFFECT = (Ref("", ("bodies",)),)
NAMED: Mapping[str, tuple[Ref, ...]] = {
    "take card": A_CARD, "drop card": A_CARD, "discard card": A_CARD, "cover card": (Ref("", ("covering",)),),
    "place card": (Ref("", ("lists", "cards"), words=("this", "gold"), variable=True),), "place on": A_SPACE,
    "teleport to": (Ref("", ("spaces",), variable=True),), "begin what": EFFECT, "take as": EFFECT,
    "foe_out as": EFFECT,
    "begin on": (Ref("", ("seats", "spaces"), words=("here",), variable=True),), "promise do": (Ref("", ("blocks",)),),
    "call program": (Ref("", ("blocks",)),), "attack foes": (Ref(variable=True),),
    "roll for": (Ref("", ("purposes",)),),
    "begin with": (READ,), "promise with": (READ,), "call with": (READ,), "pick regions": (Ref("", ("regions",)),),
    "limit only": (Ref("", ("book.keywords",)),),
    "grant to": (Ref(words=("goods", "objects", "followers"), variable=True),),
    " start": (Ref("", ("spaces",)),), " needs": (Ref("", ("cards",)),), " keywords": (Ref("", ("book.keywords",)),),
    " has": (Ref("", ("card_names",)),), " empty": (READ,), " card_is": (Ref("", ("card_kinds",), variable=True),),
}  # fmt: skip
"""Maps fields that a check of their own looks at, as operation and key, to the names they may hold."""


class FormMaker:
    """Makes the fields of one definition of a draft.

    `book` is the book of the draft or, while that can't be opened, the one below; `table` the definition as written,
    `wrong` by place what the loader finds wrong. `lists`: the choices of the fields, by the key that a field has.
    """

    def __init__(
        self, book: Book, key: str, table: Mapping[str, Any], lang: str, wrong: Iterable[tuple[Place, str]] = ()
    ) -> None:
        self.book, self.key, self.table, self.wrong = book, key, table, tuple(wrong)
        above = book.find(key) if "like" in table else None  # all it takes over
        self.words = Words(book, Wording(lang, book=book), above or decoded(key, table))
        self.lists: dict[str, tuple[FormChoice, ...]] = {}
        self.variables: tuple[str, ...] = ()  # those written in front of the operation that is made
        first, dot, _ = key.partition(".")
        self.section = first if dot and first in SECTIONS else ""

    # --- the whole form ---

    def form(self) -> tuple[FormField, ...]:
        """The fields of the definition: its facts, its parts, what holds, and what is inside it."""
        return (*self._before(), *self._facts(self.section, self.table, ()), *self._parts(),
                *self._lists(self.section, self.table, ()), *self._inside())  # fmt: skip

    def _before(self) -> Iterator[FormField]:
        """The card that the definition takes over, and what the board says of a space."""
        if like := self.table.get("like"):
            said = self.words.wording.source(f"{self.section}.{like}" if self.section else str(like))
            yield FormField("like", "fixed", self.words.say("fact.like"), str(said))
        for name in ("name", "draw") if self.section == "space" else ():
            if name == "draw" or name in self.table:
                yield self.field(hints_of(SharedKeys)[name][0], (name,), self.words.say(f"fact.{name}"), name == "draw")

    def _fits(self, name: str, table: Mapping[str, Any]) -> bool:
        """Whether a definition of this type may have a fact, part or list; one it has is shown at any rate."""
        above = self.words.definition.facts if "like" in table else Facts()
        kind, after = table.get("type", above.type), table.get("after", above.after)
        try:
            met = met_as(msgspec.convert({"type": kind, "after": after}, Facts))
        except msgspec.ValidationError:
            met = ""
        return name in table or name not in OF_TYPE or not met or met in OF_TYPE[name]

    def _facts(self, section: str, table: Mapping[str, Any], above: Place) -> Iterator[FormField]:
        hints = hints_of(Facts)
        for name in SECTIONS[section].facts:
            if self.words.has(f"fact.{name}") and self._fits(name, table):
                yield self.field(hints[name][0], (*above, name), self.words.say(f"fact.{name}"), name != "name")

    def _parts(self) -> Iterator[FormField]:
        blocks = [name for name, value in self.table.items() if self._is_block(name, value)]
        fits = [name for name in SECTIONS[self.section].parts if self._fits(name, self.table)]
        for name in (*fits, *(name for name in blocks if name not in fits)):
            self.variables = self.book.given.get(f"{self.key}.{name}", self.book.given.get(self.key, ()))
            label = self.words.say(f"part.{name}") if name in PARTS else self.words.say("part.own", name=name)
            yield self._block((name,), label)

    def _is_block(self, name: str, value: Any) -> bool:
        return isinstance(value, list) and name not in (*FACTS, *LISTS, *CHANGES, *GEOMETRY)

    def _lists(self, section: str, table: Mapping[str, Any], above: Place) -> Iterator[FormField]:
        self.variables = self.book.given.get(".".join((self.key, *map(str, above))), ())
        for name in SECTIONS[section].lists:
            if self._fits(name, table):
                yield self._modifiers((*above, name), self.words.say(f"list.{name}"))

    def _inside(self) -> Iterator[FormField]:
        """Tables inside the definition: its effects, and what its card is while it follows somebody."""
        for name, table in self.table.items():
            if isinstance(table, Mapping) and name not in FACTS:
                parts = (self._block((name, part), self.words.say(f"part.{part}")) for part in SECTIONS["inside"].parts)
                kids = (*self._facts("inside", table, (name,)), *self._lists("inside", table, (name,)), *parts)
                made = FormField(name, "table", self.words.say("inside", name=name), kids=kids, free=True)
                yield self._done(made, (name,))

    # --- one field ---

    def field(self, hint: Any, at: Place, label: str, free: bool = True, of: str = "") -> FormField:
        """The field for a value of a type at a place; `of` is the operation or modifier it belongs to."""
        if hint is Any:
            return self._block(at, label)
        return self._done(replace(self._made(shape(hint), at, of), label=label, free=free), at)

    def _made(self, found: Shape, at: Place, of: str) -> FormField:
        where, value = dotted(at), value_at(self.table, at)
        kinds = [part for part in found.parts if part is not Literal]
        if any(get_origin(part) is dict for part in kinds) and str in kinds:
            return FormField(where, "languages", value=value, most=_longest(found))
        if kinds == [bool]:
            return FormField(where, "yes-no", value=value)
        if not kinds:
            return FormField(where, "choice", value=value, choices=self._literals(found, at))
        if len(kinds) == 1 and not found.words:
            return self._plain(kinds[0], found, at, of, value)
        return self._either(found, kinds, at, of, value)

    def _plain(self, kind: Any, found: Shape, at: Place, of: str, value: Any) -> FormField:
        where = dotted(at)
        if kind in (int, float):
            least, most = _bounds(found)
            return FormField(where, "number", value=value, least=least, most=most)
        if kind is str:
            choices = self._names(found, at, of)
            return FormField(where, "choice" if choices else "text", value=value, choices=choices, most=_longest(found))
        if get_origin(kind) is tuple:
            return self._tuple(found, kind, at, of, value)
        if get_origin(kind) is dict:
            return self._prices(at, value or {})
        if issubclass(kind, GivenKeys):
            return self._given(kind, at, value or {})
        return FormField(where, "table", value=value, kids=self._fields_of(kind, at))

    def _either(self, found: Shape, kinds: list[Any], at: Place, of: str, value: Any) -> FormField:
        """A value of several kinds: a number, a word, a name, a figure that is looked up, or a list."""
        choices = [*self.lists.get(self._literals(found, at), ())]
        now, kids = f"={value}" if isinstance(value, str) else "", ()  # type: tuple[Any, tuple[FormField, ...]]
        if str in kinds:
            choices += [one for one in self.lists.get(self._names(found, at, of), ()) if one.key not in found.words]
        choices = [FormChoice(f"={one.key}", one.label) for one in choices]
        for kind in kinds:
            if kind in (int, float):
                least, most = _bounds(found)
                choices.insert(0, FormChoice("#", self.words.say("a-number")))
                if isinstance(value, (int, float)):
                    now, kids = "#", (FormField(dotted(at), "number", value=value, least=least, most=most),)
            elif get_origin(kind) is tuple:
                choices.append(FormChoice("[]", self.words.say("a-list")))
                if isinstance(value, list):
                    now, kids = "[]", (self._tuple(found, kind, at, of, value),)
            elif isinstance(kind, type) and issubclass(kind, One):
                hints = {key: hint for key, (hint, _) in hints_of(kind).items() if self.words.of_kind(kind, key)}
                choices += [FormChoice(f".{key}", self.words.of_kind(kind, key)) for key in hints]
                for key in hints.keys() & (value.keys() if isinstance(value, dict) else set()):
                    now, kids = f".{key}", (self.field(hints[key], (*at, key), ""),)
        return FormField(dotted(at), "either", value=now, choices=self._shared(choices), kids=kids)

    def _tuple(self, found: Shape, kind: Any, at: Place, of: str, value: Any) -> FormField:
        """A list of several of the same kind, or of as many as its type says."""
        first, *more = get_args(kind)
        where, inside, listed = dotted(at), shape(first), value if isinstance(value, list) else []
        if more and more[0] is not Ellipsis:
            return FormField(
                where, "table", kids=tuple(self.field(each, (*at, n), "") for n, each in enumerate((first, *more)))
            )
        texts = [part for part in inside.parts if part is not Literal]
        if texts in ([], [str]):
            choices = self._literals(inside, at) or self._names(inside if inside.refs else found, at, of)
            return FormField(where, "several", value=listed, choices=choices)
        if texts == [int]:
            faces = [FormChoice(str(n), str(n)) for n in range(1, 7)]
            return FormField(where, "several", value=listed, choices=self._shared(faces), most=6)
        if not isinstance(texts[0], type) or not issubclass(texts[0], Struct):
            return FormField(where, "fixed", value=" ".join(map(str, listed)))
        items = tuple(self._item(texts[0], (*at, n), n) for n, _ in enumerate(listed))
        return FormField(where, "list", kids=items, choices=self._shared([FormChoice("", self.words.say("one-more"))]))

    def _item(self, kind: type[Struct], at: Place, n: int) -> FormField:
        if issubclass(kind, GivenKeys):
            return self._done(self._given(kind, at, value_at(self.table, at) or {}), at)
        return self._done(FormField(dotted(at), "step", value=str(n + 1), kids=self._fields_of(kind, at)), at)

    def _fields_of(self, kind: type[Struct], at: Place) -> tuple[FormField, ...]:
        """The fields of a struct that have a word."""
        tag = str(kind.__struct_config__.tag or kind.__name__)
        named = ((key, self.words.field(tag, key), *found) for key, found in hints_of(kind).items())
        return tuple(self.field(hint, (*at, key), label, default is not msgspec.NODEFAULT, tag)
                     for key, label, hint, default in named if label)  # fmt: skip

    def _given(self, kind: type[GivenKeys], at: Place, value: Any) -> FormField:
        """A table of which some keys are given: those that are, and those that may be added."""
        hints = {key: hint for key, (hint, _) in hints_of(kind).items()}
        given = value if isinstance(value, dict) else {}
        kids = tuple(self._key(kind, hints[key], (*at, key), given[key]) for key in given if key in hints)
        more = [
            FormChoice(key, label) for key in hints if key not in given and (label := self.words.of_kind(kind, key))
        ]
        told = self.words.given_told(kind, given)
        return FormField(dotted(at), "parts", kids=kids, choices=self._shared(sorted(more, key=_by_label)), told=told)

    def _key(self, kind: type[GivenKeys], hint: Any, at: Place, value: Any) -> FormField:
        """The field of a key that is given; one that has no word is shown as it is."""
        key = str(at[-1])
        label = self.words.of_kind(kind, key)
        return self.field(hint, at, label) if label else FormField(dotted(at), "fixed", key, str(value))

    def _prices(self, at: Place, value: Mapping[str, Any]) -> FormField:
        """A table of cards of the stock and what each costs."""
        cards = [FormChoice(card, str(self.words.wording.card(card))) for card in self.book.stock_cards]
        kids = tuple(FormField(dotted((*at, one.key)), "number", one.label, value[one.key], least=0, most=99, free=True)
                     for one in cards if one.key in value)  # fmt: skip
        more = [one for one in cards if one.key not in value]
        return FormField(dotted(at), "parts", kids=kids, choices=self._shared(more), told="")

    # --- lists of operations and modifiers ---

    def _block(self, at: Place, label: str) -> FormField:
        """A block: its operations with what they say, and those that may be added; or the name of a block."""
        value = value_at(self.table, at)
        if isinstance(value, str):
            return self._done(FormField(dotted(at), "choice", label, value, self._shared(self._among("blocks"))), at)
        before, kids = self.variables, []
        for n, one in enumerate(value if isinstance(value, list) else ()):
            written = one if isinstance(one, dict) else {}
            if written.get("op") == "each":
                self.variables = (*self.variables, str(written.get("as")))
            kids.append(self._step(NAMES, "op", written, (*at, n), block_told(self.words, written)))
            self.variables = (*self.variables, *(str(written[key]) for key in ("into", "var") if key in written))
        self.variables = before
        return self._done(
            FormField(dotted(at), "list", label, None, self._shared(self.words.operations()), kids=tuple(kids)), at
        )

    def _modifiers(self, at: Place, label: str) -> FormField:
        value = value_at(self.table, at)
        written = [one if isinstance(one, dict) else {} for one in value] if isinstance(value, list) else []
        kids = tuple(
            self._step(TOPICS, "mod", one, (*at, n), modifier_told(self.words, one)) for n, one in enumerate(written)
        )
        return self._done(
            FormField(dotted(at), "list", label, None, self._shared(self.words.modifiers()), kids=kids), at
        )

    def _step(self, kinds: Mapping[str, Any], tag: str, one: Mapping[str, Any], at: Place, told: str) -> FormField:
        name = str(one.get(tag))
        kids = self._fields_of(kinds[name], at) if name in kinds else ()
        return self._done(FormField(dotted(at), "step", value=name, kids=kids, told=told), at)

    def _done(self, made: FormField, at: Place) -> FormField:
        """A field with what is wrong at its place, or in it at a place that has no field."""
        if not self.wrong:
            return made
        below = tuple(place for each in every_field(made.kids) if (place := place_of(each.at)) != at)
        mine = [text for place, text in self.wrong if place[: len(at)] == at
                and not any(place[: len(inside)] == inside for inside in below)]  # fmt: skip
        return replace(made, wrong="\n".join(dict.fromkeys(mine))) if mine else made

    # --- what may be chosen ---

    def _shared(self, choices: Iterable[FormChoice]) -> str:
        """The key of a list of choices; "" for none."""
        found = tuple(choices)
        known = next((key for key, each in self.lists.items() if each == found), str(len(self.lists) + 1))
        if found:
            self.lists[known] = found
        return known if found else ""

    def _literals(self, found: Shape, at: Place) -> str:
        said = next((meta.description for meta in found.metas if meta.description), "") or ""
        key = next((str(step) for step in reversed(at) if isinstance(step, str)), "")
        return self._shared(
            FormChoice(str(word), say_choice(self.words, said, key, str(word))) for word in found.words if word
        )

    def _names(self, found: Shape, at: Place, of: str) -> str:
        """The names that a text may hold: those its type refers to, the variables, or what its field means."""
        key = next((str(step) for step in reversed(at) if isinstance(step, str)), "")
        choices: list[FormChoice] = []
        for ref in NAMED.get(f"{of} {key}") or NAMED.get(f" {key}", ()) if not found.refs else found.refs:
            choices += [FormChoice(word, self.words.name(word)) for word in ref.words]
            if ref.variable or ref == READ:
                choices += [FormChoice(name, self.words.variable(name)) for name in dict.fromkeys(self.variables)]
            choices += [one for among in ref.among for one in self._among(among)]
        return self._shared(dict.fromkeys(choices))

    def _among(self, among: str) -> tuple[FormChoice, ...]:
        if among not in ("blocks", "bodies"):
            return _named(self.book, self.words.wording.lang, among)
        wanted = [name for name, each in self.table.items() if name not in (*FACTS, *PARTS)
                  and (isinstance(each, dict) if among == "bodies" else self._is_block(name, each))]  # fmt: skip
        return tuple(FormChoice(name, name) for name in wanted)


@lru_cache(maxsize=256)
def _named(book: Book, lang: str, among: str) -> tuple[FormChoice, ...]:
    """The names of a book that a reference may be among, by what they are called. Cached."""
    words = Words(book, Wording(lang, book=book), Definition("", Facts(), {}))
    return tuple(
        sorted((FormChoice(name, words.name(name, among)) for name in names_among(book, among)), key=_by_label)
    )


def decoded(key: str, table: Mapping[str, Any]) -> Definition:
    """A definition as far as it can be decoded: without the parts that can't be."""
    found = {name: value for name, value in table.items() if name not in CHANGES}
    while True:
        try:
            return define(key, found, "")[key]
        except CardError as wrong:
            bad = next((name for name in found if f"] {name}" in str(wrong) or f".{name}]" in str(wrong)), None)
            if bad is None:
                return Definition(key, Facts(), {})
            del found[bad]


def every_field(found: Iterable[FormField]) -> Iterator[FormField]:
    """Every field of a form, those inside others too."""
    for one in found:
        yield one
        yield from every_field(one.kids)


def _by_label(choice: FormChoice) -> str:
    return choice.label.casefold()


def _bounds(found: Shape) -> tuple[int | None, int | None]:
    least = next((meta.ge for meta in found.metas if meta.ge is not None), None)
    most = next((meta.le for meta in found.metas if meta.le is not None), None)
    return (None if least is None else int(least)), (None if most is None else int(most))


def _longest(found: Shape) -> int | None:
    return next((meta.max_length for meta in found.metas if meta.max_length), None)
