"""Types of a ruling or worked example: question, decision, rules, situation, steps and what must be so after each.

The fields are those of a table in a file of rulings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct

from talisman_nb.model.situation_reading import parse_text
from talisman_nb.notation import USUAL, rules_said
from talisman_nb.rules.book import open_book
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.index import RuleSource, TextDifference, rule
from talisman_nb.rules.layers import JOIN, spell_specification, with_known_cards
from talisman_nb.text.pages import Page, Section
from talisman_nb.text.phrases import sentence

Standing = Literal["official", "designer", "judgement", "house", "open"]
"""`official`: a rule text, card or published answer decides; `designer`: a word of an author of the game alone;
`judgement`: this companion's reading of what the texts say; `house`: a table's own; `open`: no text decides."""


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
    played in it; such a one may be a decision in words, without a situation.
    """

    id: str
    file: str
    question: CaseWords
    rules: tuple[str, ...] = ()
    situation: str = ""
    steps: tuple[CaseStep, ...] = ()
    decision: CaseWords | None = None
    standing: Standing = "official"
    sources: RuleSource = RuleSource()
    example: str = ""
    doubts: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    asked_in: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    book: str = ""

    def _repr_markdown_(self) -> str:
        """Show question, decision, rules and situation in a notebook, in the language of `TALISMAN_NB_LANG`."""
        lang = os.environ.get("TALISMAN_NB_LANG") or "en"
        return Page(
            self.asks(lang), (self.decides(lang),), (Section("", (*self.rules, self.situation)),)
        )._repr_markdown_()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """Show the same as plain text."""
        lang = os.environ.get("TALISMAN_NB_LANG") or "en"
        printer.text(f"{self.id}: {self.asks(lang)} {self.decides(lang)}\n{self.situation}")

    @property
    def in_words(self) -> bool:
        """Return whether it is a decision in words alone, with nothing to be played."""
        return not self.situation

    @property
    def holds_in(self) -> tuple[str, ...]:
        """Return the editions it holds in.

        >>> from talisman_nb.rulings.cases import cases
        >>> cases()["teleport-no-die"].holds_in, cases()["second-four-lives"].holds_in
        (('revised4', 'second'), ('second',))
        """
        return self.editions or (self.own_edition,)

    @property
    def own_edition(self) -> str:
        """Return the edition its situation names, without layers over it; of a layer's case its whole book."""
        return self.book or _edition_said(self.situation)

    def situation_in(self, edition: str) -> str:
        """Return the situation as one of the editions it holds in plays it, one without cards of its own by a variant.

        >>> from talisman_nb.rulings.cases import cases
        >>> cases()["teleport-no-die"].situation_in("second")[:24]
        'edition second | wizard '
        """
        if edition == self.own_edition and not self.book:
            return self.situation
        played = edition if self.book else spell_specification(with_known_cards(edition))
        return f"edition {played} | {self.situation}"

    def played_text(self, edition: str = "") -> str:
        """Return its situation with all its answers, as one line that an edition it holds in plays ("": its own).

        Of a decision in words it is empty.

        >>> from talisman_nb.rulings.cases import cases
        >>> cases()["followers"].played_text()[-27:]
        ' > walk fields-2 > princess'
        """
        if self.in_words:
            return ""
        orders = [order for step in self.steps for order in step.do]
        return " > ".join((" ".join(self.situation_in(edition or self.own_edition).split()), *orders))

    def asks(self, lang: str = "en") -> str:
        """Return the question in one of the four languages."""
        return str(getattr(self.question, lang))

    def decides(self, lang: str = "en", edition: str = "") -> str:
        """Return the decision in one of the four languages, else its first doubt or rule in that edition.

        `edition`: one of those it holds in; "" for that of its situation.

        >>> from talisman_nb.rulings.cases import cases
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

        >>> from talisman_nb.rulings.cases import cases
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

        >>> from talisman_nb.rulings.cases import cases
        >>> [(one.entry, one.follows) for one in cases()["crown-once-reached"].differences()]
        [('60', ('it', 'fr'))]
        """
        every = (difference for one in self.rules for difference in rule(one).texts_differ)
        return tuple(difference for difference in every if difference.entry in self.differs)

    def stands_in(self) -> tuple[tuple[str, str], ...]:
        """Return the printed sources as pairs (text, section).

        These are the case's own sources, else those of its first rule in the editions it holds in; none of a layer's
        case, one about a doubt, or one with house rules.

        >>> from talisman_nb.rulings.cases import cases
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
def _edition_said(situation: str) -> str:
    """Return the edition that a situation names, without layers over it; kept, as each look-up asks all cases."""
    return rules_said(parse_text(situation))[0].partition(JOIN)[0]


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
