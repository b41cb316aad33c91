"""Why an answer card says so: reasons, sums and figures beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any, Literal

from msgspec import Struct

from talisman_nb.cards.definition import is_inside
from talisman_nb.cards.modifiers import Action, Cannot, Limit, May, Modifier, UnattackedBy
from talisman_nb.cards.vocabulary import ENEMIES
from talisman_nb.engine import asides
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_play import play
from talisman_nb.rules.book import Book, book_of, open_book
from talisman_nb.rules.certainty import Doubt
from talisman_nb.rules.index import rule
from talisman_nb.text.definitions.facts import doubts_of
from talisman_nb.text.definitions.lines import abilities
from talisman_nb.text.definitions.nodes import Fact
from talisman_nb.text.definitions.tree import tree_of, tree_of_modifiers
from talisman_nb.text.find import name_of
from talisman_nb.text.house_rules import choices, sentences
from talisman_nb.text.names import LANGUAGES
from talisman_nb.text.pages.definition_page import type_word
from talisman_nb.text.pages.rule_page import rule_texts
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.wording import Wording

from .answer_probes import ProbeSetting, find, verbs_of
from .cases import cases_of
from .question_words import FIGURES, bare_key, names_of
from .why import why_total

CHARACTER = "character."
FIGHTING = ("before_fight", "fight", "dice")
"""Moments of a fight with a creature."""
ALIGNMENTS = ("have_only", "have_not")
"""Facts of a card that say who may have it."""
UNDECIDED = ("one", "conflict", "silent", "elsewhere")
"""Doubts about the right that decides which leave an answer open: one source alone, unless that source forbids it,
sources that disagree, none, only another edition's text."""
MOST_RULINGS = 3
"""Rulings that are named at most."""


Counts = Literal["printed", "moment", "no"]
Answer = Literal["yes", "must", "no", "open", "absent", "printed", "moment", "kind"]
"""`must`: without a choice; `printed`, `moment`: the figure a card adds is that of the sheet, or that of the moment;
`open`: no text decides, or the engine isn't asked; `absent`: the edition has no such character or card; `kind`: it is
nothing that is done with cards of this kind."""


class AnswerCell(Struct, frozen=True):
    """The answer of one edition about one verb.

    `played`: what the engine plays, also where the answer is open, None if it isn't asked; of a figure which one that
    is. `source`: the definition that decides, "" for the rule alone; `doubts`: what isn't sure, as (definition, fact);
    `text`: its situation; `acts`: the rights it depends on; `means`: the cards one of which would permit it;
    `obliged`: whether it is asked if it must be done.
    """

    verb: str
    edition: str
    answer: Answer
    played: bool | Counts | None = None
    rules: tuple[str, ...] = ()
    source: str = ""
    doubts: tuple[tuple[str, str], ...] = ()
    text: str = ""
    acts: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    obliged: bool = False

    @property
    def shortly(self) -> str:
        """Return the key of the answer in a word or two: "means" where some card would permit it."""
        return "means" if self.means else self.answer


def definition(who: str) -> str:
    """Return the definition of a character, by its name or key, or of a form by its key."""
    return who if "." in who else f"{CHARACTER}{who}"


def abilities_told(cell: AnswerCell, keys: Iterable[str], card: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the abilities and facts that decide an answer, each after the name of its card.

    `keys`: the definitions that are asked about, `card` among them.
    """
    book = open_book(cell.edition)
    for key in dict.fromkeys((*keys, *filter(None, (cell.source,)))):
        bearing = tuple(mod for mod in book.card(key).held if _bears(mod, cell, book, card))
        told = abilities(tree_of_modifiers(book, key, bearing, lang))
        if key == card == cell.source:
            facts = (node for node in tree_of(book, key, lang).nodes if isinstance(node, Fact))
            told += tuple(f"{node.text}." for node in facts if node.name in ALIGNMENTS)
        yield from ((name_of(book, key, lang), text) for text in told)


BY_CHOICE = {("yes", verb) for verb in ("have", "take", "use", "sell", "drop", "cast", "quest", "evade", "attack")}
"""Answers about verbs that say what may be done and need not be."""
PLAINLY = ("have",)
"""Verbs whose yes needs no rule: it says what is forbidden."""
MOST_MEANS = 3
"""Cards that are named, at most, where it needs an ability or a Spell."""


def verdict_told(cell: AnswerCell, card: str, deciding: Iterable[str], example: str, lang: str) -> str:
    """Return what may be done with a card as a question with its answer, then what decides: abilities, else the rule.

    `deciding`: sentences of abilities and facts; `example`: that the card stands for others, "" if it doesn't.
    """
    book = open_book(cell.edition)
    wording = Wording(lang, book=book)
    names = ", ".join(name_of(book, key, lang) for key in cell.means)
    said = f"open-{cell.played}" if cell.answer == "open" else "means" if cell.means else cell.answer
    if cell.obliged and (said, cell.verb) in BY_CHOICE:
        said = "choice"
    kind = type_word(book, card, lang) if cell.answer == "kind" else ""
    asked = wording.say("answers", f"asked.{cell.verb}", card=wording.source(card))
    why = [*deciding]
    if not (why or cell.means or (cell.answer == "yes" and cell.verb in PLAINLY)):
        why = [_ended(rule_texts(book, lang)[id]) for id in cell.rules[:1]]
    answer = wording.say("answers", f"said.{said}", names=names, kind=kind)
    return wording.say(
        "answers", "verdict", asked=sentence(asked), answer=answer, why=" ".join(filter(None, (*why, example)))
    )


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def means_of(book: Book, act: str) -> tuple[str, ...]:
    """Return the cards that permit an act wherever one is, by themselves or by an effect that they begin.

    >>> from talisman_nb.rules.book import open_book
    >>> means_of(open_book(), "evade")
    ('invisibility',)
    """
    every = ((key, mod) for key, definition in book.definitions.items() for mod in (*definition.held, *definition.mods))
    permitting = (key for key, mod in every if isinstance(mod, May) and mod.act == act and not mod.when)
    owners = (key.split(".")[0] if is_inside(key) else key for key in permitting)
    return tuple(dict.fromkeys(key for key in owners if key in book.deck_of))[:MOST_MEANS]


def rulings_told(edition: str, ids: Iterable[str], lang: str) -> Iterator[str]:
    """Yield rulings of an edition, each with its question and decision."""
    book = open_book(edition)
    for case in ids:
        ruling = cases_of(book)[case]
        asked, decided = ruling.asks(lang), ruling.decides(lang, book.rules_of)
        yield load_phrases(lang).say("answers", "ruling", id=f"ruling.{case}", asked=asked, decided=decided)


def rulings_among(book: Book, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of rulings in which two of some definitions stand, those first whose question names most."""
    names, known, terms = names_of(book), cases_of(book), {f"#{bare_key(key)}" for key in keys}
    found = dict.fromkeys(case for one, other in combinations(keys, 2) for case in rulings_on(book, one, other))
    named = {case: names.named(known[case].asks("en")) for case in found}
    least = 2 if all(key.startswith(CHARACTER) for key in keys) else 1  # two persons meet in many that are about others
    both = [case for case in found if len(terms & named[case]) >= least]
    return tuple(sorted(both, key=lambda case: -len(terms & named[case])))[:MOST_RULINGS]


def _bears(mod: Modifier, cell: AnswerCell, book: Book, card: str) -> bool:
    """Whether a modifier of the character or the card has to do with what is asked."""
    if isinstance(mod, (May, Cannot)):
        named = getattr(mod, "cards", ())
        return mod.act in cell.acts and (not named or card in named)
    if isinstance(mod, Limit):
        return mod.of == "weapons" and "use_weapon" in cell.acts
    kind = book.card(card).facts.type
    if isinstance(mod, UnattackedBy):
        return kind in mod.types
    fought = (kind in ENEMIES and cell.verb == "fight") or cell.verb == "attack"
    return fought and isinstance(mod, Action) and bool({*mod.at} & {*FIGHTING})


def rulings_on(book: Book, one: str, other: str) -> tuple[str, ...]:
    """Return the ids of the rulings of a book in whose situation two definitions stand.

    >>> from talisman_nb.rules.book import open_book
    >>> rulings_on(open_book(), "assassin", "wraith")
    ('assassin-spirit',)
    """
    both = [re.compile(rf"(?<![\w-]){re.escape(bare_key(key))}(?![\w-])") for key in (one, other)]
    found = (case for case in cases_of(book).values() if book.rules_of in case.holds_in)
    return tuple(case.id for case in found if all(each.search(case.situation) for each in both))


GAINED = 2
"""Points above the printed figure with which it is tried."""


class Counted(Struct, frozen=True):
    """Which figure a card adds: the printed one, that of the moment, or neither; `text`: a situation that shows it."""

    which: Counts
    text: str


def figure_counted(book: Book, card: str, figure: str) -> Counted | None:
    """Return which of a character's figures a card adds to a total, None if nobody can be tried with it.

    It is tried with two characters whose printed figures differ, each as printed and with points gained: a bonus that
    merely has the same number is found out.

    >>> from talisman_nb.rules.book import open_book
    >>> figure_counted(open_book(), "psionic-blast", "craft").which, figure_counted(open_book(), "sword", "craft").which
    ('printed', 'no')
    """
    tried = tuple(islice(_try_characters(book, card, figure), 2))
    if not tried:
        return None
    text = tried[0][-1]
    if all(gained == printed + GAINED and plain == printed for printed, plain, gained, _ in tried):
        return Counted("moment", text)
    if len(tried) > 1 and all(gained == plain == printed for printed, plain, gained, _ in tried):
        return Counted("printed", text)
    return Counted("no", text)


def _try_characters(book: Book, card: str, figure: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield for characters with different printed figures: that, what the card adds to it, and with points gained."""
    seen = set()
    for who in book.characters if "have" in verbs_of(book, card) else ():
        printed = int(getattr(book.card(f"character.{who}").facts, figure))
        if printed in seen or not find(ProbeSetting(book, who, card), "have").may:
            continue
        seen.add(printed)
        plain, gained = (_text(book, who, card, figure, n) for n in (printed, printed + GAINED))
        if plain and gained:
            yield printed, _total_added(plain, card), _total_added(gained, card), gained


def laid_with(book: Book, card: str, figure: str, beside: tuple[str, ...]) -> str:
    """Return a situation in which a card is used beside a character and other cards, with points gained.

    Without a character in `beside` it is the first one that may have them all. "" if nobody can be tried.
    """
    people = [key.removeprefix(CHARACTER) for key in beside if key.startswith(CHARACTER)]
    others = tuple(key for key in beside if not key.startswith(CHARACTER))
    for who in people or book.characters:
        if all(
            find(ProbeSetting(book, who, key), "have").may for key in (card, *others) if "have" in verbs_of(book, key)
        ):
            printed = int(getattr(book.card(f"{CHARACTER}{who}").facts, figure))
            if text := _text(book, who, card, figure, printed + GAINED, others):
                return text
    return ""


def _text(book: Book, who: str, card: str, figure: str, n: int, others: tuple[str, ...] = ()) -> str:
    """Return a situation in which a character with so many points has some cards in a battle, a Spell cast.

    "" for a Spell that isn't cast there.
    """
    laid = ProbeSetting(book, who, card)
    kinds = {key: "spells" if book.card(key).facts.type == "spell" else "has" for key in (card, *others)}
    had = (f"{kind} {' '.join(key for key in kinds if kinds[key] == kind)}" for kind in dict.fromkeys(kinds.values()))
    text = f"{laid.head}, {figure} {n}, {', '.join(had)}, arrived | {laid.other} | on {laid.space}, {laid.foe()}"
    if kinds[card] == "has":
        return text
    cast = any(option.key == f"cast:{card}" and not option.closed for option in asides(situation(text), 0))
    return f"{text} > 0: cast:{card}" if cast else ""


def _total_added(text: str, card: str) -> int:
    """Return what a card adds to the totals in a situation."""
    state = situation(text)
    return sum(part.n for stat in FIGURES for part in why_total(state, 0, stat) if part.source == card)


class FigureSum(Struct, frozen=True):
    """Strength in a situation, a summand for each source: "Monk 2 + Monk 3 = 5".

    `house`: the house rules it is played with, in words, () for none; `text`: the situation.
    """

    told: str
    house: tuple[str, ...]
    text: str


def sums(text: str, doubts: tuple[tuple[str, str], ...], lang: str) -> Iterator[FigureSum]:
    """Yield the sum in a situation, then those of other ways to play the doubts, as (definition, fact), that differ.

    >>> laid = "edition second | monk fields-1, has holy-lance, arrived | thief city | on fields-1, bear"
    >>> [one.told for one in sums(laid, (), "en")]
    ['Monk 2 + Monk 3 + Holy Lance 1 = 6']
    """
    seen = set()
    for book, laid in _ways(text, doubts):
        if (told := told_sum(laid, lang)) not in seen:
            seen.add(told)
            yield FigureSum(told, tuple(sentences(book, lang).values()), laid)


def depends_on(text: str, doubt: tuple[str, str]) -> bool:
    """Return whether the sum in a situation is another one where a table plays a doubt otherwise."""
    return len([*sums(text, (doubt,), "en")]) > 1


def told_sum(text: str, lang: str) -> str:
    """Return the strength of the first person in a situation, a summand for each source."""
    state = play(text).state
    wording, parts = Wording(lang, book=book_of(state.book)), why_total(state, 0, "strength")
    summed = " + ".join(f"{_source(wording, part.source)} {part.n}" for part in parts)
    return f"{summed} = {sum(part.n for part in parts)}"


def counts_more_than_the_sheet(text: str) -> bool:
    """Return whether something is added to the printed Strength in a situation."""
    return len(why_total(play(text).state, 0, "strength")) > 1


def _source(wording: Wording, source: str) -> str:
    return wording.say("words", source) if source == "counters" else str(wording.source(source))


def _ways(text: str, doubts: tuple[tuple[str, str], ...]) -> Iterator[tuple[Book, str]]:
    """Yield the book and the situation of each way to play some doubts, the usual one first."""
    edition = book_of(play(text).state.book).edition
    usual = open_book(edition)
    switches = dict.fromkeys(switch for key, fact in doubts for switch in doubts_of(usual, key)[fact].switches)
    sides = [sorted(choices(usual, switch), key=lambda side: side != usual.usual[switch]) for switch in switches]
    for chosen in product(*sides):
        house = {switch: side for switch, side in zip(switches, chosen, strict=True) if side != usual.usual[switch]}
        yield open_book(edition, house), _with_house(text, house)


def _with_house(text: str, house: Mapping[str, Any]) -> str:
    """Return a situation with house rules behind its edition."""
    if not house:
        return text
    edition, _, rest = text.partition(" | ")
    said = ", ".join(f"{switch}={str(side).lower()}" for switch, side in house.items())
    return f"{edition} | house {said} | {rest}"


def sections(id: str, edition: str, lang: str, abroad: bool = True) -> tuple[str, ...]:
    """Return where a rule stands for an edition, in its own texts; `abroad`: also in those of other languages."""
    say = load_phrases(lang).say
    own = [(text, at) for text, at in rule(id).source.of(edition) if abroad or text not in {*LANGUAGES} - {lang}]
    return tuple(say("pages", "section", text=say("pages", f"text.{text}"), section=at) for text, at in own)


def leaves_open(doubt: Doubt) -> bool:
    return doubt.doubtful and doubt.sure in UNDECIDED


def doubts_about(laid: ProbeSetting, source: str, acts: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
    """Yield the doubts that touch an answer, as (definition, fact, whether it is about the right that decides).

    A doubt about another fact of the card that decides makes the answer less sure, but doesn't leave it open.
    """
    for key in dict.fromkeys((f"{CHARACTER}{laid.who}", laid.card)):
        held = laid.book.card(key).held
        rights = {f"held[{at}]" for at, mod in enumerate(held) if isinstance(mod, (May, Cannot)) and mod.act in acts}
        for fact, doubt in doubts_of(laid.book, key).items():
            of_alignment = key == laid.card == source and fact in ("have_not", "have_only")
            if doubt.doubtful and (fact in rights or of_alignment):
                yield key, fact, fact in rights
