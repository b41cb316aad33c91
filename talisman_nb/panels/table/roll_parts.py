"""Outcomes of a roll beside its question: under each face of a die, or by the sum of several dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, product

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.fight import running
from talisman_nb.engine.scores import strength_of_foes
from talisman_nb.engine.upcoming import (
    ArmourSave,
    Begun,
    Done,
    Outcome,
    Tested,
    fights_counted,
    outcome_of_faces,
    outcome_of_roll,
)
from talisman_nb.engine.view import view_event
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Answer, Ask, Seen, State
from talisman_nb.odds.fight import Odds, odds_of_fight, whole_percents
from talisman_nb.odds.foresight import Foreseen, foresee
from talisman_nb.rules.index import SEMICOLON
from talisman_nb.text.events import tell_all
from talisman_nb.text.grammar import Nouns
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.beside import costs, describe_outcome, may_cost
from talisman_nb.text.screen.fight_sums import FIGHT_DICE
from talisman_nb.text.screen.values import Chances, Choice, Question, Sum, Tone
from talisman_nb.text.wording import Wording, wording_of


def percents(odds: Odds) -> Chances:
    """Return odds in percents that add up to 100.

    >>> percents(Odds(Fraction(5, 12), Fraction(1, 6), Fraction(5, 12)))
    Chances(won=42, standoff=16, lost=42)
    """
    return Chances(*whole_percents((odds.won, odds.standoff, odds.lost)))


FACES = range(1, 7)
LONGEST = 110
"""Characters of what a table says; of what is longer the game tells what comes of it."""
CUT = "…"
"""Text for the outcome of a sum that can't be rolled any more, if the table says too much or nothing of it."""
MOST_DICE = 3
"""Dice of a roll whose sums are shown: of more there are too many."""


TOLD = ("gained", "got", "healed", "lost", "promised", "will_miss")
"""Kinds of events that say what a roll brought, where no table says it."""


class RollResult(Struct, frozen=True):
    """The outcome of a roll: words, the tone for who throws, whether a test is passed (None: there is none)."""

    text: str
    tone: Tone
    passed: bool | None = None
    spared: bool = False  # nothing changes


def chances_of_roll(state: State, lang: str) -> Chances | None:
    """Return how likely the roll that a state asks for is good, neither, bad.

    None for no roll on a table, and where nothing of it is good or bad.
    """
    results = _results(state, lang)
    if not any(result.tone in ("good", "bad") for result, _ in results):
        return None
    whole = sum(ways for _, ways in results)
    of = {tone: sum(ways for result, ways in results if result.tone == tone) for tone in ("good", "level", "bad")}
    return Chances(*whole_percents([Fraction(n, whole) for n in of.values()]))


def chances_to_pass(state: State, lang: str) -> int | None:
    """Return how likely, in percent, the roll that a state asks for passes its test; None for no test."""
    results = _results(state, lang)
    if not results or any(result.passed is None for result, _ in results):
        return None
    return round(100 * sum(ways for result, ways in results if result.passed) / sum(ways for _, ways in results))


def _results(state: State, lang: str) -> list[tuple[RollResult, int]]:
    """Return the outcome of each sum of the roll that is asked for, with the number of ways to throw it."""
    found = ask(state)
    if not _on_table(found):
        return []
    known = tuple(face for face in found.rolls if face)
    ways = Counter(sum(known) + sum(faces) for faces in product(FACES, repeat=found.n))
    dice = len(known) + found.n
    return [(result_of(state, found, _faces_of(n, dice, known), lang), times) for n, times in ways.items()]


def _on_table(found: Ask) -> bool:
    """Whether an ask is for a roll that is looked up or tested, with dice that can be counted."""
    dice = found.n + sum(face > 0 for face in found.rolls)
    return found.kind == "die" and found.purpose not in ("move", *FIGHT_DICE) and dice <= MOST_DICE


def with_roll(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return the question of a roll with what its faces or sums bring; other questions as they are."""
    if not _on_table(found):
        return asked
    dice = found.n + sum(face > 0 for face in found.rolls)
    return _with_faces(asked, state, found, lang) if dice == 1 else _with_sums(asked, state, found, lang)


def with_rerolls(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return the question whether a roll is kept with the chances of each reroll; other questions as they are."""
    if found.kind != "result" or found.purpose in ("move", *FIGHT_DICE):
        return asked
    asked = replace(
        asked, circumstance=sentence(" · ".join(filter(None, (asked.circumstance, _cost(state, found, lang)))))
    )
    rerolls = {each.key: _chances_of_reroll(state, each.key, lang) for each in found.offers if each.verb == "fate"}
    return replace(asked, offers=tuple(replace(each, chances=rerolls.get(each.key)) for each in asked.offers))


def _cost(state: State, found: Ask, lang: str) -> str:
    """Return the cost of keeping a roll besides what its table says."""
    outcome = outcome_of_roll(working_state(state), found)
    if not isinstance(outcome, Done) or not may_cost(outcome.block):
        return ""
    seen = _foreseen(state, ("keep",), found.seat)
    return costs(wording_of(state, lang), state, seen.state, seen.events, found.seat) if seen else ""


@lru_cache(maxsize=64)
def _chances_of_reroll(state: State, key: str, lang: str) -> Chances | None:
    lifted, _ = step(state, Answer(state.ply, key))
    return chances_of_roll(lifted, lang)


def _with_faces(asked: Question, state: State, found: Ask, lang: str) -> Question:
    results = dict(zip(FACES, [result_of(state, found, (face,), lang) for face in FACES], strict=True))
    if len({result.text for result in results.values()}) == 1:
        return asked
    return replace(asked, options=tuple(_face(each, results.get(each.face)) for each in asked.options))


def _face(each: Choice, result: RollResult | None) -> Choice:
    return replace(each, detail=result.text, tone=result.tone) if result else each


def _with_sums(asked: Question, state: State, found: Ask, lang: str) -> Question:
    """Add a row per sum; sums that bring the same and follow one another are one row."""
    known = tuple(face for face in found.rolls if face)
    ways = Counter(sum(known) + sum(more) for more in product(FACES, repeat=found.n))
    whole = len(known) + found.n
    sums = range(whole, 6 * whole + 1)
    results = [result_of(state, found, _faces_of(n, whole, known), lang) for n in sums]
    rows = [(n, result, ways[n]) for n, result in zip(sums, results, strict=True)]
    if len({result.text for _, result, _ in rows}) == 1:
        return asked
    together = groupby(rows, key=lambda row: (row[1].text, row[1].passed, not row[2]))
    rows_together = [list(group) for _, group in together]
    shares = whole_percents([Fraction(sum(n for *_, n in group), sum(ways.values())) for group in rows_together])
    shown = tuple(_row(group, percent) for group, percent in zip(rows_together, shares, strict=True))
    return replace(asked, sums=_mark_targets(shown, {result.text for _, result, _ in rows if result.spared}))


def _mark_targets(sums: tuple[Sum, ...], spared: set[str]) -> tuple[Sum, ...]:
    """Mark the rows that one must come to where nothing is to be gained: those that leave everything as it is."""
    if any(row.needed or row.tone == "good" for row in sums) or not any(row.tone == "bad" for row in sums):
        return sums
    return tuple(replace(row, needed=row.detail in spared) for row in sums)


def _row(group: list[tuple[int, RollResult, int]], percent: int) -> Sum:
    result, ways = group[0][1], sum(n for *_, n in group)
    needed = bool(result.passed) and result.tone in ("good", "level")
    return Sum(group[0][0], group[-1][0], percent, result.text, result.tone, needed, out=not ways, ways=ways)


def _faces_of(n: int, dice: int, known: tuple[int, ...]) -> tuple[int, ...]:
    """Faces that come to a sum and begin with those known, if they can; else any faces that come to it."""
    for start in (known, ()):
        left, more = n - sum(start), dice - len(start)
        if more <= left <= 6 * more:
            found = []
            for after in range(more - 1, -1, -1):
                found.append(min(6, left - after))
                left -= found[-1]
            return (*start, *found)
    raise ValueError(f"{dice} dice can't show {n}")


@lru_cache(maxsize=1024)
def result_of(state: State, found: Ask, faces: tuple[int, ...], lang: str) -> RollResult:
    """Return what a whole roll brings; kept, because a screen is made several times for one question."""
    wording = wording_of(state, lang)
    g = working_state(state)
    outcome = outcome_of_faces(g, faces)
    text = describe_outcome(wording, g, found, outcome) if outcome else ""
    known = tuple(face for face in found.rolls if face)
    if faces[: len(known)] != known:  # ruled out by the dice that lie
        return RollResult(text if 0 < len(text) <= LONGEST else CUT, "", _passes_test(outcome))
    seen = _foreseen(state, tuple(map(str, faces[len(known) :])), found.seat)
    if seen is None:
        return RollResult(text, "", _passes_test(outcome))
    nothing = wording.say("operations", "nothing")
    if plus := sum(event.n for event in seen.events if event.kind == "added" and not event.cause):
        outcome = outcome_of_faces(working_state(state), faces, plus)
        text = describe_outcome(wording, g, found, outcome) if outcome else text
    if outcome and not seen.changed and not isinstance(outcome, (ArmourSave, Begun)):
        in_vain = text not in ("", nothing) and not isinstance(outcome, Tested)
        text = wording.say("shown", "in-vain", do=text) if in_vain else text or nothing
    if plus:
        text = wording.say("shown", "with-plus", n=plus, do=text)
    if isinstance(outcome, Done) and may_cost(outcome.block):
        text = _with_costs(text, costs(wording, state, seen.state, seen.events, found.seat), lang)
    spared = outcome is not None and not seen.changed
    ahead = chances_of_roll(seen.state, lang) if outcome is None else None
    if ahead:
        said = wording.say("shown", "then.both" if ahead.won else "then", good=ahead.won, bad=ahead.lost)
        return RollResult(said, "bad" if ahead.lost > 50 else "good" if ahead.won > 50 else "level")
    if outcome is None or len(text) > LONGEST or (isinstance(outcome, Tested) and not outcome.block and seen.changed):
        text = _told_by_game(state, seen, wording) or text
    if not text:
        text = wording.say("shown", f"just.{seen.worth}") if seen.changed else nothing
    tone = _tone(outcome, seen)
    if tone == "level" and _begins_fight(state, seen) and _likelier_lost(seen.state):
        tone = "bad"
    return RollResult(text, tone, _passes_test(outcome), spared)


def _with_costs(text: str, cost: str, lang: str) -> str:
    """Add what a result costs; a list that is too long is told when the roll lies."""
    return f"{text}{SEMICOLON[lang]}{cost}" if cost and len(text) + len(cost) < LONGEST else text


def _begins_fight(state: State, seen: Foreseen) -> bool:
    return seen.state.fight is not None and state.fight is None


def _told_by_game(state: State, seen: Foreseen, wording: Wording) -> str:
    """Return the outcome of a roll that no table tells: a fight, or what happened."""
    if _begins_fight(state, seen):
        return fight_ahead(seen.state, wording)
    told_of = ask(state).seat
    events = tuple(view_event(event) for event in seen.events if event.kind in TOLD and event.seat == told_of)
    return SEMICOLON[wording.lang].join(line.rstrip(".") for line in tell_all(seen.state, events, wording.lang))


def fight_ahead(state: State, wording: Wording) -> str:
    """Say whom a fight that begins is with, and how likely it is won; of several in a row how many, and all of them."""
    g = working_state(state)
    fight = running(g)
    if fight.against >= 0:
        return ""
    foe = Nouns([wording.card(foe.card or foe.name) for foe in fight.foes], wording.lang)
    stat, n = wording.word(fight.stat), strength_of_foes(g)
    times, odds = fights_counted(g), in_a_row(odds_of_fight(g), fights_counted(g))
    said = {"foe": foe, "stat": stat, "n": n, "won": percents(odds).won}
    return wording.say("shown", "fights", times=times, **said) if times > 1 else wording.say("shown", "fight", **said)


def in_a_row(odds: Odds, times: int) -> Odds:
    """Return the odds of fights of the same kind, of which the next one begins only when one is won.

    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> in_a_row(Odds(half, Fraction(0), half), 2).lost
    Fraction(3, 4)
    """
    reached = sum(odds.won**before for before in range(times))
    return Odds(odds.won**times, odds.standoff * reached, odds.lost * reached)


def _likelier_lost(state: State) -> bool:
    """Whether the fights that begin in a row are likelier to end in a loss than to be won."""
    g = working_state(state)
    times = fights_counted(g)
    odds = in_a_row(odds_of_fight(g), times) if times > 1 else None
    return odds is not None and odds.lost > odds.won


def _foreseen(state: State, faces: tuple[str, ...], seat: int) -> Foreseen | None:
    """Return the outcome of the dice still to come; None where the game can't be played on alone."""
    try:
        return foresee(state, faces, seat)
    except NotAllowedError:
        return None


def _passes_test(outcome: Outcome | None) -> bool | None:
    return outcome.passed if isinstance(outcome, Tested) else None


def _tone(outcome: Outcome | None, seen: Foreseen) -> Tone:
    if isinstance(outcome, ArmourSave):
        return "good" if outcome.succeeds else "bad"
    return seen.worth
