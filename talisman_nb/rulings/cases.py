"""Schema and loader of `rulings/*.toml`, of the program and of layers.

Each case has a question, a decision, its rules, a situation and checks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from talisman_nb.cards.decode import CardError, did_you_mean
from talisman_nb.model.situation import SituationError, words_of
from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation.book_choice import USUAL, rules_said
from talisman_nb.notation.situation import check_words
from talisman_nb.rules.book import Book, open_book
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.index import LANGUAGES, RuleSource, TextDifference, rule, rule_index
from talisman_nb.rules.layers import JOIN, editions, spell_specification, with_known_cards
from talisman_nb.text.phrases import sentence

Standing = Literal["official", "designer", "judgement", "house", "open"]
"""`official`: a rule text, card or published answer decides; `designer`: a word of an author of the game alone;
`judgement`: this companion's reading of what the texts say; `house`: a table's own; `open`: no text decides."""


class CaseError(CardError):
    """Raised for an invalid file of rulings; the message names file, case and field."""


class CaseWords(Struct, frozen=True, forbid_unknown_fields=True):
    """One text in each of the four languages."""

    en: str
    it: str
    fr: str
    pl: str


class SeatThen(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Expected values of one seat; a field left out is not checked.

    `strength` and `craft` are totals; `counters` is the pair of strength and craft counters on the card;
    `others_see` lists the seat's Spells as the other players' view shows them; `misses` counts turns to be missed;
    `may` and `may_not` are prefixes of aside keys that must be, or must not be, open.
    """

    character: str | None = None
    space: str | None = None
    strength: int | None = None
    craft: int | None = None
    counters: tuple[int, int] | None = None
    life: int | None = None
    fate: int | None = None
    gold: int | None = None
    alignment: str | None = None
    goods: tuple[str, ...] | None = None
    spells: tuple[str, ...] | None = None
    others_see: tuple[str, ...] | None = None
    trophies: tuple[str, ...] | None = None
    most_spells: int | None = None
    form: str | None = None
    form_left: int | None = None
    misses: int | None = None
    out: bool | None = None
    turning_back: bool | None = None
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()


class Then(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Expected values after the answers of a step; a field left out is not checked.

    `told`: events, as field values, that must occur in this order; `untold`: event kinds that must not occur;
    `closed`: option key to the reason it is closed for; `closed_by`: option key to a rule that closes it.
    """

    ask: str | None = None
    not_ask: str | None = None
    purpose: str | None = None
    seat: int | None = None
    n: int | None = None
    turn: int | None = None
    winner: int | None = None
    open: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    not_open: tuple[str, ...] = ()
    closed: dict[str, str] = {}
    closed_by: dict[str, str] = {}
    leads_to: tuple[str, ...] | None = None
    seats: dict[str, SeatThen] = {}
    lying: dict[str, tuple[str, ...]] = {}
    gold: dict[str, int] = {}
    discards: dict[str, tuple[str, ...]] = {}
    discarded: tuple[str, ...] = ()
    box: tuple[str, ...] | None = None
    stock: dict[str, int] = {}
    foe: dict[str, Any] = {}
    fighting: bool | None = None
    effects: int | None = None
    told: tuple[dict[str, Any], ...] = ()
    untold: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class CaseStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of answers and what must be true after the last one.

    `do`: answers or orders as `text_answers.say` reads them; `shows`: ids of rules that the checks of this step
    demonstrate although no event, question or closed option cites them.
    """

    do: tuple[str, ...] = ()
    then: Then = Then()
    shows: tuple[str, ...] = ()


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A ruling or worked example; without a `decision` or `sources` of its own it uses those of its first rule.

    `doubts`: facts in doubt that it decides ("mule.held[0]"); without a `decision` it says what the first of them says.
    `differs`: entries of the comparison of the translations that it decides, each named by one of its rules.
    `asked_in`: titles of public collections of questions that ask it. `editions`: those it holds in unchanged; () for
    the edition that its situation names. `book`: that of a layer's or reader's case, which is read for and
    played in it.
    """

    id: str
    file: str
    question: CaseWords
    rules: tuple[str, ...]
    situation: str
    steps: tuple[CaseStep, ...]
    decision: CaseWords | None = None
    standing: Standing = "official"
    sources: RuleSource = RuleSource()
    example: str = ""
    doubts: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    asked_in: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    book: str = ""

    @property
    def holds_in(self) -> tuple[str, ...]:
        """Return the editions it holds in.

        >>> cases()["teleport-no-die"].holds_in, cases()["second-four-lives"].holds_in
        (('revised4', 'second'), ('second',))
        """
        return self.editions or (self.own_edition,)

    @property
    def own_edition(self) -> str:
        """Return the edition its situation names, without layers over it; of a layer's case its whole book."""
        return self.book or rules_said(parse_text(self.situation))[0].partition(JOIN)[0]

    def situation_in(self, edition: str) -> str:
        """Return the situation as one of the editions it holds in plays it, one without cards of its own by a variant.

        >>> cases()["teleport-no-die"].situation_in("second")[:24]
        'edition second | wizard '
        """
        if edition == self.own_edition and not self.book:
            return self.situation
        played = edition if self.book else spell_specification(with_known_cards(edition))
        return f"edition {played} | {self.situation}"

    def played_text(self, edition: str = "") -> str:
        """Return its situation with all its answers, as one line that an edition it holds in plays ("": its own).

        >>> cases()["followers"].played_text()[-27:]
        ' > walk fields-2 > princess'
        """
        orders = [order for step in self.steps for order in step.do]
        return " > ".join((" ".join(self.situation_in(edition or self.own_edition).split()), *orders))

    def asks(self, lang: str = "en") -> str:
        """Return the question in one of the four languages."""
        return str(getattr(self.question, lang))

    def decides(self, lang: str = "en", edition: str = "") -> str:
        """Return the decision in one of the four languages, else its first doubt or rule in that edition.

        `edition`: one of those it holds in; "" for that of its situation.

        >>> cases()["two-mules"].decides().partition(",")[0]
        'Yes'
        """
        if self.decision:
            return str(getattr(self.decision, lang))
        edition = edition or self.own_edition
        if told := doubts_named(self.doubts, edition):
            return sentence(f"{told[0].text(lang)}.")
        said = rule(self.rules[0]).text_in(edition, lang)
        return said if said.endswith(".") else sentence(f"{said}.")

    @property
    def decided_by(self) -> Standing:
        """Return its standing; one that only repeats its first doubt or rule is no surer than that.

        >>> cases()["several"].decided_by, cases()["standoff"].decided_by
        ('judgement', 'official')
        """
        if self.standing != "official" or self.decision:
            return self.standing
        if told := doubts_named(self.doubts, self.own_edition):
            return told[0].standing
        if self.own_edition != USUAL:
            return self.standing
        said = rule(self.rules[0]).standing
        return said if said == "judgement" or said == "open" else "official"

    def differences(self) -> tuple[TextDifference, ...]:
        """Return the differences between the translations that it decides.

        >>> [(one.entry, one.follows) for one in cases()["crown-once-reached"].differences()]
        [('60', ('it', 'fr'))]
        """
        every = (difference for one in self.rules for difference in rule(one).texts_differ)
        return tuple(difference for difference in every if difference.entry in self.differs)

    def stands_in(self) -> tuple[tuple[str, str], ...]:
        """Return the printed sources as pairs (text, section).

        These are the case's own sources, else those of its first rule in the editions it holds in; none of a layer's
        case, one about a doubt, or one with house rules.

        >>> cases()["w8"].stands_in()[0], cases()["druid-not-forced"].stands_in()
        (('it', 'Esempio di Incontro'), ())
        >>> cases()["second-four-lives"].stands_in()
        (('second', '4.1'),)
        """
        if own := self.sources.named():
            return own
        if self.book or self.doubts or rules_said(parse_text(self.situation))[1]:
            return ()
        return tuple(pair for edition in self.holds_in for pair in rule(self.rules[0]).source.of(edition))


@cache
def cases() -> Mapping[str, Case]:
    """Return every ruling of the program, in the order of the files; cached.

    Returns
    -------
    Mapping[str, Case]
        Each by its id.

    Raises
    ------
    CaseError
        A file is invalid.

    Examples
    --------
    >>> cases()["w2"].rules[0]
    'stat.blocked'
    """
    found: dict[str, Case] = {}
    folder = files("talisman_nb.rules") / "rulings"
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name):
        for case in read_cases(file.read_text(encoding="utf-8"), file.name):
            if case.id in found:
                raise CaseError(f"{file.name}: [{case.id}] is told twice (first in {found[case.id].file})")
            found[case.id] = case
    return MappingProxyType(found)


def case(id: str) -> Case:
    """Return one ruling of the program.

    Parameters
    ----------
    id
        Its id.

    Returns
    -------
    Case
        The ruling.

    Raises
    ------
    KeyError
        There is none; with the nearest id.

    Examples
    --------
    >>> case("two-mules").decides().partition(",")[0]
    'Yes'
    """
    return one_of(cases(), id)


def one_of(known: Mapping[str, Case], id: str) -> Case:
    """Return one of some cases; raises `KeyError` with the nearest id."""
    if id not in known:
        raise KeyError(f"no case {id!r}{did_you_mean(id, known)}; {len(known)} are known")
    return known[id]


def read_cases(toml: str, name: str) -> list[Case]:
    """Decode the cases of one TOML text; raises `CaseError` with file, case and field. `name`: the file, for errors."""
    try:
        tables = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as wrong:
        raise CaseError(f"{name}: this is not TOML: {wrong}") from None
    return [read_case(id, table, name) for id, table in tables.items()]


def read_case(id: str, table: Any, name: str, book: Book | None = None) -> Case:
    """Decode and validate one case, of the program or of a layer of a book; raises `CaseError`."""
    try:
        if given := sorted({"id", "file", "book"} & {*table}):
            raise TypeError(f"unknown field `{given[0]}`")
        found = msgspec.convert({**table, "id": id, "file": name, "book": book.edition if book else ""}, Case)
        played = book or _book_of_names(found.situation)
        seats = check_words(found.situation, played).seats
    except (msgspec.ValidationError, SituationError, TypeError) as wrong:
        raise CaseError(f"{name}: [{id}]: {wrong}") from None
    for said in (*found.rules, *(r for step in found.steps for r in (*step.then.rules, *step.then.closed_by.values()))):
        if said not in rule_index():
            raise CaseError(f"{name}: [{id}]: no rule {said!r}{did_you_mean(said, rule_index())}")
    _check_editions(found)
    _check_doubts(found)
    entries = [difference.entry for one in found.rules for difference in rule(one).texts_differ]
    for entry in found.differs:
        if entry not in entries:
            known = ", ".join(entries) or "–"
            raise CaseError(f"{name}: [{id}]: differs: no rule of it has entry {entry!r}; they have {known}")
    if not found.rules or not found.steps:
        raise CaseError(f"{name}: [{id}]: a case names its rules and has steps")
    for at, step in enumerate(found.steps, 1):
        _check_then(step.then, len(seats), played, f"{name}: [{id}]: step {at}")
        if step.shows and step.then == Then():
            raise CaseError(f"{name}: [{id}]: step {at} shows {', '.join(step.shows)} but looks at nothing")
        for said in step.shows:
            if said not in found.rules:
                raise CaseError(
                    f"{name}: [{id}]: step {at} shows {said!r}, which is none of the case's "
                    f"rules{did_you_mean(said, found.rules)}"
                )
    return found


def _book_of_names(text: str) -> Book:
    """Return the book whose names a situation is read with: layers over an edition may have others than the base."""
    said = rules_said(parse_text(text))[0]
    return open_book(said if JOIN in said else USUAL)


def _check_then(then: Then, seats: int, book: Book, where: str) -> None:
    """Raise `CaseError` for what a step looks at and the game does not have: a seat, a space, a deck, a stock."""
    looked_at: tuple[tuple[str, Iterable[str], Iterable[str]], ...] = (
        ("seats", then.seats, map(str, range(seats))),
        ("lying", then.lying, book.board.spaces),
        ("gold", then.gold, book.board.spaces),
        ("discards", then.discards, book.decks_written),
        ("stock", then.stock, book.stock_cards),
    )
    for what, keys, those in looked_at:
        known = tuple(those)
        if wrong := [key for key in keys if key not in known]:
            raise CaseError(f"{where}: {what}: the game has no {wrong[0]!r}{did_you_mean(wrong[0], known)}")


def _check_editions(found: Case) -> None:
    """Raise `CaseError` for an unknown edition, or for several of a situation that names one itself."""
    where = f"{found.file}: [{found.id}]: editions"
    if found.book:
        if found.editions or any(words_of(part)[0].text == "edition" for part in parse_text(found.situation).parts):
            raise CaseError(f"{where}: expected none, a case of a layer is played in whatever the layer lies over")
        return
    for name in found.editions:
        if name not in editions():
            raise CaseError(f"{where}: no edition {name!r}{did_you_mean(name, editions())}")
    if found.editions and (found.own_edition != USUAL or USUAL not in found.editions):
        raise CaseError(f"{where}: expected {USUAL!r} among them, and a situation that names no edition itself")


def _check_doubts(found: Case) -> None:
    """Raise `CaseError` for a doubt that no edition has in which the case holds."""
    for name in found.doubts:
        if not any(doubts_named((name,), edition) for edition in found.holds_in):
            known = [one for edition in found.holds_in for one in named_doubts(edition)]
            raise CaseError(f"{found.file}: [{found.id}]: doubts: no {name!r}{did_you_mean(name, known)}")


__all__ = [
    "LANGUAGES",
    "Case",
    "CaseError",
    "CaseStep",
    "CaseWords",
    "SeatThen",
    "Then",
    "case",
    "cases",
    "one_of",
    "read_case",
    "read_cases",
]  # fmt: skip


@cache
def named_doubts(edition: str) -> Mapping[str, Doubt]:
    """Return the doubts of an edition or stack of layers, keyed by definition and fact; cached.

    >>> named_doubts("revised4")["blizzard.met"].sure
    'silent'
    """
    known = open_book(edition).certainty.doubt
    return MappingProxyType({f"{key}.{fact}": doubt for key, facts in known.items() for fact, doubt in facts.items()})


def doubts_named(names: Iterable[str], edition: str) -> tuple[Doubt, ...]:
    """Return the doubts of these names that the edition has, in the order of the names.

    >>> [doubt.standing for doubt in doubts_named(["wolf.met", "mule.held[0]"], "revised4")]
    ['judgement']
    """
    known = named_doubts(edition)
    return tuple(known[name] for name in names if name in known)
