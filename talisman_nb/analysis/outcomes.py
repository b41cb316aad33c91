"""Everything that may come of the question asked now, with its chance; the first chances that a run depended on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from babel.numbers import format_percent
from msgspec import Struct

from talisman_nb.engine import ask
from talisman_nb.model import Ask, Event, Option, State
from talisman_nb.notation.text_play import by_character
from talisman_nb.odds.fight import FACES, fight_odds
from talisman_nb.odds.foresight import Worth, foresee
from talisman_nb.odds.rolls import OF_MOVES_AND_FIGHTS, roll_table
from talisman_nb.text.events import tell_all
from talisman_nb.text.phrases import load_phrases
from talisman_nb.text.questions.labels import label
from talisman_nb.text.wording import wording_of

from .analysis import Analysis
from .replies import Run


class OutcomeChances(Struct, frozen=True):
    """The chances of each outcome, named by the phrases of `analysis`; they add up to 1. `at`: the node before it."""

    at: int
    parts: tuple[tuple[str, Fraction], ...]

    def told(self, lang: str) -> tuple[str, ...]:
        """Return each outcome with its chance, as a percentage and exactly.

        >>> OutcomeChances(0, (("won", Fraction(5, 12)), ("lost", Fraction(7, 12)))).told("en")
        ('won 42% (5/12)', 'lost 58% (7/12)')
        """
        return tuple(_format_chance(name, n, lang) for name, n in self.parts if n)

    def line(self, title: str, lang: str) -> str:
        """Return the chances as a line about a run, with the moment they are of."""
        say = load_phrases(lang).say
        when = say("analysis", self.moment)
        return say("analysis", "chances", title=title, when=when, chances=", ".join(self.told(lang)))

    @property
    def moment(self) -> str:
        """Return the phrase of `analysis` that says which moment the chances are of: before dice that fell since."""
        return "before-fight" if any(name == "won" for name, _ in self.parts) else "before-roll"


def _format_chance(name: str, chance: Fraction, lang: str) -> str:
    say = load_phrases(lang).say
    percent = say("plots", "percent-of", n=round(100 * chance) or "<1")
    return say(
        "analysis",
        "chance-of",
        outcome=say("analysis", f"chance.{name}"),
        percent=percent,
        exact="" if chance == 1 else chance,
    )


def format_ways(chance: Fraction, whole: int, lang: str) -> str:
    """Return a chance as so many of all ways the dice may fall, with its percents; of as few as say it if they don't.

    >>> format_ways(Fraction(5, 12), 36, "en"), format_ways(Fraction(125, 216), 36, "en")
    ('15 in 36 (42%)', '125 in 216 (58%)')
    """
    if chance == 1:
        return load_phrases(lang).say("lessons", "certain")
    percent = format_percent(round(float(chance), 2), locale=lang)
    ways = whole if whole and whole % chance.denominator == 0 else chance.denominator
    return load_phrases(lang).say("lessons", "of", n=int(chance * ways), all=ways, percent=percent)


def chances(run: Run) -> OutcomeChances | None:
    """Return the chances where dice first decide a fight (fate paid where that is better) or a roll of a table."""
    for node in (run.analysis.nodes[at] for at in run.analysis.line):
        if parts := chances_now(node.state):
            return OutcomeChances(node.at, parts)
    return None


def chances_now(state: State) -> tuple[tuple[str, Fraction], ...]:
    """Return the chances of what a state waits for; () if it waits for no fight's dice and no roll of a table.

    >>> from talisman_nb.notation.situation import situation
    >>> dict(chances_now(situation("dwarf crags | thief city > 1 > anticlockwise > bear > fight")))["won"]
    Fraction(125, 216)
    """
    found = ask(state)
    if found.kind != "die":
        return ()
    if state.fight is not None and not state.fight.result:
        odds = fight_odds(state, fate=True)
        return ("won", odds.won), ("standoff", odds.standoff), ("lost", odds.lost)
    if found.purpose in OF_MOVES_AND_FIGHTS:
        return ()
    worths = roll_table(state).chances()
    return tuple((name, n) for name, n in worths.items())


ROLLED = "rolled"
"""Kind of the event that a die has fallen."""
WITHOUT_KEY = ("own",)
"""Answers that need more than their key: of a card that is in no list nothing can be said before it is told."""


class OutcomeChance(Struct, frozen=True):
    """One outcome: the answers that bring it, what it is called, its chance, what it does, and for whom it is good.

    Events and sentences go on as far as nobody has to decide, a roll staying as it falls. Cards that nobody has typed
    are one outcome without keys, of which nothing more is known.

    Attributes
    ----------
    keys
        The answers, so that `Analysis.answer(*keys)` leads there.
    label
        What it is called.
    chance
        None where somebody decides.
    worth
        For the seat asked; None for moves and fights, which `foresight` does not judge.
    events, told
        What it causes, and a sentence for each event.
    state
        The state behind the answers.
    then
        What they decide though nothing has happened yet: how a fight would end or how likely, where a move may lead.

    Examples
    --------
    >>> rows = outcomes(Analysis.of("dwarf fields-6 | thief city > 1 > anticlockwise", "en")).rows
    >>> rows[5].keys, str(rows[5].chance), rows[5].lines[-1] == rows[5].told[-1]
    (('6',), '1/6', True)
    """

    keys: tuple[str, ...]
    label: str
    chance: Fraction | None
    worth: Worth | None
    events: tuple[Event, ...]
    told: tuple[str, ...]
    state: State
    then: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """Return what it brings in sentences: that a die shows its face is none where more is decided."""
        told = zip(self.events, self.told, strict=True)
        found = (line for event, line in told if line and not (self.then and event.kind == ROLLED))
        return (*found, *filter(None, (self.then,)))


class Outcomes(Struct, frozen=True):
    """The outcomes of one question, a row each; shown as a table of text."""

    lang: str
    rows: tuple[OutcomeChance, ...]

    def __repr__(self) -> str:
        return "\n".join(self._line(row) for row in self.rows)

    def _line(self, row: OutcomeChance) -> str:
        """Return a row as text: what it is called, its chance, its worth, what it does."""
        say = load_phrases(self.lang).say
        chance = str(row.chance) if row.chance is not None else ""
        worth = say("analysis", f"worth.{row.worth}") if row.worth else ""
        told = " ".join(row.lines) or (say("analysis", "nothing") if row.keys else "")
        return "  ".join(filter(None, (row.label, chance, worth, told)))


def outcomes(analysis: Analysis) -> Outcomes:
    """Return everything that may come of the question asked now: what each answer causes, and its chance.

    Dice that are thrown together are one row for all their orders. What may be done before dice are thrown is no
    outcome of theirs.

    Parameters
    ----------
    analysis
        The moment.

    Returns
    -------
    Outcomes
        A row an outcome; shown as text.

    Examples
    --------
    >>> print(outcomes(Analysis.of("dwarf fields-6 | thief city > 1 > anticlockwise", "en")).rows[5].told[-1])
    The Dwarf gained 1 Craft (Forest).
    """
    situation = analysis.node.situation
    state, lang = situation.state, situation.lang
    return Outcomes(lang, tuple(_rows(analysis, state, ask(state), lang)))


def _rows(analysis: Analysis, state: State, found: Ask, lang: str) -> Iterator[OutcomeChance]:
    if found.kind == "die":
        ways = Counter(tuple(sorted(map(str, faces))) for faces in product(FACES, repeat=max(found.n, 1)))
        for keys, n in ways.items():
            yield _row(analysis, found, keys, " + ".join(keys), Fraction(n, sum(ways.values())), lang)
        return
    wording = wording_of(by_character(state, lang, analysis.nodes[0].state), lang)
    chances = _chances(found) if found.chance else dict.fromkeys((*found.options, *found.offers))
    for option, chance in chances.items():
        if not option.closed and option.key not in WITHOUT_KEY:
            yield _row(analysis, found, (option.key,), label(wording, found, option), chance, lang)
    if found.unknown:
        whole = sum(found.weights) + found.unknown
        name = wording.say("analysis", "unknown", n=found.unknown, of=whole)
        yield OutcomeChance((), name, Fraction(found.unknown, whole), None, (), (), state)


def _chances(found: Ask) -> dict[Option, Fraction]:
    """Return each option of a question to chance with its chance; the rest is unknown."""
    weights = found.weights or (1,) * len(found.options)
    whole = sum(weights) + found.unknown
    return {option: Fraction(n, whole) for option, n in zip(found.options, weights, strict=True)}


def _row(
    analysis: Analysis, found: Ask, keys: tuple[str, ...], name: str, chance: Fraction | None, lang: str
) -> OutcomeChance:
    state, first = analysis.state, analysis.nodes[0].state
    foreseen = foresee(state, keys, found.seat if found.seat >= 0 else state.turn)
    judged = found.purpose not in OF_MOVES_AND_FIGHTS and state.fight is None
    told = tell_all(by_character(foreseen.state, lang, first), foreseen.events, lang)
    after = analysis.answer(*keys)
    then = "" if any(event.kind == "fought" for event in foreseen.events) else _then(after, lang)
    return OutcomeChance(
        keys, name, chance, foreseen.worth if judged else None, foreseen.events, told, after.state, then
    )


def _then(after: Analysis, lang: str) -> str:
    """Return what is decided at a moment: the ends of a move, the score of a fight, or how likely its dice to come."""
    state, found = after.state, after.ask
    if found.kind == "way":
        wording = wording_of(by_character(state, lang, after.nodes[0].state), lang)
        ways = (label(wording, found, option) for option in found.options if not option.closed)
        return " · ".join(ways)
    if state.fight is None or state.fight.result:
        return ""
    if found.kind == "result":
        return after.headline
    if found.kind != "die" or found.purpose not in OF_MOVES_AND_FIGHTS:
        return ""
    odds = fight_odds(state)
    told = OutcomeChances(0, (("won", odds.won), ("standoff", odds.standoff), ("lost", odds.lost))).told(lang)
    return load_phrases(lang).say("analysis", "then-odds", chances=", ".join(told))
