"""Parts beside a question: its card, the sums and chances of a fight, what waits at the end of each way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, ask, step
from talisman_nb.engine.scores import OWN, free_reroll
from talisman_nb.engine.upcoming import at_space, awaiting_enemies, open_fight_with
from talisman_nb.engine.working_state import WorkingState, working_state
from talisman_nb.model import Answer, Ask, Option, Seen, State
from talisman_nb.odds import Odds
from talisman_nb.odds.fight import all_thrown, odds_of_fight, odds_of_reroll
from talisman_nb.odds.foresight import Foreseen, foresee
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.beside import card_shown
from talisman_nb.text.questions.labels import (
    SPACE,
    WAYS,
    awaiting_words,
    crossing_words,
    effect_words,
    gate_words,
    hindrance,
    label,
    there_words,
)
from talisman_nb.text.screen.fight_sums import sums_of
from talisman_nb.text.screen.values import Chances, Choice, FightSums, Question, Tone
from talisman_nb.text.wording import Wording, wording_of

from .roll_parts import chances_of_roll, chances_to_pass, percents, with_rerolls, with_roll

MOST_CHOICES = 6
"""Options of a choice whose rolls are looked at."""
MOVE = "move"
"""Purpose of a die whose faces open ways."""
MOST_ENDS, ENDS_IN_FRONT = 6, 2
"""Ends of one face that are looked at, and those in front for which a panel has room."""
HOPED = 5
"""Percent from which a crossing is one of the ways that somebody may think of."""
MOST_ATTACKS = 3
"""Attacks at the end of one way whose chances are told."""
ATTACKS = ("attack", "psychic")
"""Verbs of the answers that begin a fight with a character."""


class FaceEnd(Struct, frozen=True, omit_defaults=True):
    """Where a die to move may lead: the end of one of the ways it opens, and what waits there."""

    space: str
    name: str  # of the space, or of what covers it
    label: str  # "Clockwise: Crags", as the way is called once the die lies
    turn: str = ""  # clockwise, anticlockwise; "" for a way that crosses something
    tone: Tone = "level"
    picture: str = ""  # key of `Labels.pictures`, "" for the space's own
    detail: str = ""  # what waits there, in few words
    chances: Chances | None = None


class WayEnd(Struct, frozen=True):
    """The end of a way: what waits there for who walks it."""

    picture: str
    detail: str
    note: str
    tone: Tone
    chances: Chances | None = None
    brief: str = ""  # the detail in few words


def with_ways(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return a question about ways with what waits at their ends; other questions as they are.

    So is one about ways that only the players know.
    """
    wording, g = wording_of(state, lang), working_state(state)
    if found.kind != "way" or state.players[found.seat].space in g.board.by_hand:
        return asked
    ends = {option.key: end_of(state, found.seat, option, lang) for option in found.options if option.space}
    ends |= {key: replace(ends[key], note=_join_texts(where, ends[key].note)) for key, where in _alike(wording, found)}
    said = filter(None, (asked.circumstance, hindrance(wording, g, found.seat, found.n)))
    return replace(
        asked,
        options=tuple(_way(each, ends.get(each.key)) for each in asked.options),
        circumstance=sentence(" · ".join(said)),
    )


def with_attacks(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return a question about whom to meet with the chances of each attack and what waits on the space.

    Other questions are returned as they are.
    """
    if found.kind != "whom":
        return asked
    odds = {each.key: _odds_of_attack(state, each.key) for each in found.options if each.verb in ATTACKS}
    ends = {each.key: end_of(state, found.seat, each, lang) for each in found.options if each.key == SPACE}
    told = (replace(each, chances=odds.get(each.key)) for each in asked.options)
    return replace(asked, options=tuple(_way(each, ends.get(each.key)) for each in told))


def with_choices(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return a choice with the chances of the roll or fight each option leads to; other questions as they are."""
    if (found.kind != "choose" and found.purpose != "armour") or found.chance or len(found.options) > MOST_CHOICES:
        return asked
    chances = {each.key: _chances_of_choice(state, each.key, lang) for each in found.options if not each.closed}
    return replace(asked, options=tuple(replace(each, chances=chances.get(each.key)) for each in asked.options))


def is_move(found: Ask) -> bool:
    """Whether a question is for the one die to move, whose faces open ways."""
    return found.kind == "die" and found.purpose == MOVE and found.n == 1 and not any(found.rolls)


def ends_of_die(state: Seen, found: Ask, lang: str) -> dict[str, tuple[FaceEnd, ...]]:
    """Map the faces of the die to move to where they lead; {} for another question."""
    return {key: ends_of_face(state, key, lang) for key in found.open()} if is_move(found) else {}


@lru_cache(maxsize=128)
def ends_of_face(state: State, face: str, lang: str) -> tuple[FaceEnd, ...]:
    """Return where a face of the die to move leads, found by trying it; () where it opens no ways, or too many.

    Those that matter most are in front. Kept, because a screen is made several times for one question.
    """
    try:
        after, _ = step(state, Answer(state.ply, face))
    except NotAllowedError:
        return ()
    found = ask(after)
    ways = [option for option in found.options if option.space]
    if found.kind != "way" or not 0 < len(ways) <= MOST_ENDS:
        return ()
    wording = wording_of(after, lang)
    ends = [_end_of_face(wording, found, option, end_of(after, found.seat, option, lang)) for option in ways]
    first = sorted(ends, key=_matters)[:ENDS_IN_FRONT]
    others = (replace(end, picture="", detail="", chances=None) for end in ends if end not in first)
    return (*(end for end in ends if end in first), *others)


def ends_that_matter(faces: Mapping[str, Sequence[FaceEnd]]) -> list[tuple[str, FaceEnd]]:
    """Return the ends of all faces with their face, those that matter most in front; a space comes again at the end."""
    all_ends = [(face, end) for face, ends in faces.items() for end in ends]
    told, first, again = set[str](), list[tuple[str, FaceEnd]](), list[tuple[str, FaceEnd]]()
    for face, end in sorted(all_ends, key=lambda each: _matters(each[1])):
        (again if end.space in told else first).append((face, end))
        told.add(end.space)
    return first + again


def _matters(end: FaceEnd) -> int:
    """How little an end matters: chance, then good or bad, then neither; last a crossing without hope of success."""
    if end.chances and not end.turn and end.chances.won < HOPED:
        return 3
    return 0 if end.chances else 1 if end.tone != "level" else 2


def _end_of_face(wording: Wording, found: Ask, option: Option, end: WayEnd) -> FaceEnd:
    own = f"space.{option.space}"
    turn = option.key if option.key in WAYS else ""
    crossed = crossing_words(wording, option, WAYS)  # the board shows which way round
    return FaceEnd(
        option.space, str(wording.space(option.space)), label(wording, found, option), turn, end.tone,
        "" if end.picture == own else end.picture, sentence(_join_texts(crossed, end.brief)), end.chances,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _chances_of_choice(state: State, key: str, lang: str) -> Chances | None:
    seen = _foreseen(state, key, ask(state).seat)
    if seen is None:
        return None
    if (passed := chances_to_pass(seen.state, lang)) is not None:
        return Chances(passed, 0, 100 - passed)
    return chances_of_roll(seen.state, lang)


@lru_cache(maxsize=64)
def _odds_of_attack(state: State, key: str) -> Chances | None:
    seen = _foreseen(state, key, ask(state).seat)
    return None if seen is None or seen.state.fight is None else percents(_best_odds(seen.state))


def _best_odds(state: State) -> Odds:
    """Return the odds of the running fight, with an ability of who is asked where that makes them better."""
    found, plain = ask(state), odds_of_fight(WorkingState(book_of(state.book), state))
    with_it = (_foreseen(state, each.key, found.seat) for each in found.offers if _own_ability(each))
    fights = [seen.state for seen in with_it if seen and seen.state.fight is not None]
    after = [odds_of_fight(WorkingState(book_of(state.book), fought)) for fought in fights]
    return max((plain, *after), key=lambda odds: (odds.won, -odds.lost))


def _own_ability(option: Option) -> bool:
    return option.verb == "use" and not option.closed and option.source.startswith("character.")


def _foreseen(state: State, key: str, seat: int) -> Foreseen | None:
    """Return the outcome of an answer; None where somebody else has to decide something first."""
    try:
        return foresee(state, (key,), seat)
    except NotAllowedError:
        return None


def _alike(wording: Wording, found: Ask) -> Iterator[tuple[str, str]]:
    """The keys of ways to different spaces of one name, each with the spaces its end lies between."""
    spaces = {option.key: option.space for option in found.options if option.space}
    names = Counter(str(wording.space(space)) for space in set(spaces.values()))
    for key, space in spaces.items():
        if names[str(wording.space(space))] > 1:
            yield key, wording.between(wording.book.board, space)


def _way(each: Choice, end: WayEnd | None) -> Choice:
    if end is None:
        return each
    return replace(
        each, note=end.note, picture=end.picture, detail=sentence(end.detail), tone=end.tone, chances=end.chances
    )


@lru_cache(maxsize=256)
def end_of(state: State, seat: int, option: Option, lang: str) -> WayEnd:
    """Return what waits at the end of a way; kept, because a screen is made several times for one question."""
    wording = wording_of(state, lang)
    return _gate(state, seat, option, wording) if option.n and option.source else _space(state, seat, option, wording)


# --- a space ---


def _space(state: State, seat: int, option: Option, wording: Wording) -> WayEnd:
    """The end of a way on a space: Enemies first, then what the space does, then who and what else is there."""
    g = at_space(state, seat, option.space)
    enemies = awaiting_enemies(g, seat)
    attacks = {} if option.closed else _attack_chances(state, option.key, wording)
    effect = effect_words(wording, g, seat)
    there = _join_texts(there_words(wording, g, seat, option, enemies, attacks.values()), " · ".join(attacks))
    seen = None if option.closed else _foreseen(state, option.key, seat)
    if seen and seen.state.players[seat].turning_back:
        turned = wording.say("shown", "turned-back")
        return WayEnd(f"space.{option.space}", turned, there, "level", brief=turned)
    rolled = chances_of_roll(seen.state, wording.lang) if seen else None
    tone: Tone = seen.worth if seen else "level"
    if enemies:
        open_fight_with(g, seat, enemies)
        odds = _best_odds(seen.state) if seen and seen.state.fight else odds_of_fight(g)
        first = awaiting_words(wording, g, seat)
        tone = _tone(odds)
        foe = sentence(str(wording.card(enemies[0])))
        return WayEnd(plain_card(enemies[0]), _join_texts(first, effect), there, tone, percents(odds), foe)
    if rolled:
        tone = _tone_of_roll(rolled)
    detail = effect or there or wording.say("operations", "nothing")
    waits = there_words(wording, g, seat, option) if attacks else detail
    brief = effect_words(wording, g, seat, briefly=True) or waits
    return WayEnd(f"space.{option.space}", detail, there if effect else "", tone, rolled, brief)


def _attack_chances(state: State, key: str, wording: Wording) -> dict[str, int]:
    """Map the chances of attacks at the end of a way, in words and as everybody may know them, to the seat attacked."""
    try:
        there, _ = step(state, Answer(state.ply, key))
    except NotAllowedError:
        return {}
    found, told = ask(there), {}
    attacks = [each for each in found.options if each.verb in ATTACKS and not each.closed]
    for each in attacks[:MOST_ATTACKS]:
        if odds := _odds_of_attack(there, each.key):
            keys = (f"attack.{each.verb}", "attack")
            told[wording.first("shown", keys, other=wording.who(each.seat), n=odds.won)] = each.seat
    return told


def _join_texts(*texts: str) -> str:
    return " · ".join(filter(None, texts))


def _tone(odds: Odds) -> Tone:
    return "bad" if odds.lost > odds.won else "good" if odds.won > odds.lost else "level"


def _tone_of_roll(chances: Chances) -> Tone:
    return "bad" if chances.lost > chances.won else "good" if chances.won > 50 else "level"


# --- a gate ---


def _gate(state: State, seat: int, option: Option, wording: Wording) -> WayEnd:
    """The end of a way at a gate: who must be beaten there, or what must be thrown, and how likely that is."""
    picture, left = f"space.{option.space}", wording.say("words", "steps-left", n=option.n)
    seen = None if option.closed else _foreseen(state, option.key, seat)
    if seen is None:
        return WayEnd(picture, left, "", "level")
    g = WorkingState(book_of(state.book), seen.state)
    if g.fight is not None:
        odds = odds_of_fight(g)
        return WayEnd(picture, gate_words(wording, g, seat), left, _tone(odds), percents(odds))
    tried = _tests(seen.state, wording)
    if not tried:
        return WayEnd(picture, left, "", seen.worth)
    best = max(tried.values())
    said = ", ".join(wording.say("shown", "passes", by=by, n=n) for by, n in tried.items())
    chances = Chances(best, 0, 100 - best)
    return WayEnd(picture, wording.say("shown", "pass-by", ways=said), "", _tone_of_roll(chances), chances)


def _tests(state: State, wording: Wording) -> dict[str, int]:
    """The chance in percent to pass, by the name of each way to try it."""
    found = ask(state)
    if found.kind == "die":
        won = chances_to_pass(state, wording.lang)
        return {} if won is None else {wording.say("shown", "roll"): won}
    if found.kind != "choose":
        return {}
    tried = {}
    for option in found.options:
        seen = None if option.closed else _foreseen(state, option.key, found.seat)
        won = chances_to_pass(seen.state, wording.lang) if seen else None
        if won is not None:
            tried[label(wording, found, option)] = won
    return tried


def with_parts(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Return the question with what is known beside it, the same for every screen."""
    asked = with_rerolls(asked, state, found, lang)
    asked = with_ways(with_roll(asked, state, found, lang), state, found, lang)
    asked = with_choices(with_attacks(asked, state, found, lang), state, found, lang)
    asked = _with_fight(asked, state, found, lang)
    return replace(asked, card=card_shown(state, found, wording_of(state, lang), told=said_by_answers(asked)))


def said_by_answers(asked: Question) -> bool:
    """Return whether the answers of a question say what its card does."""
    if asked.kind == "result":  # the headline says it, but of a fight
        return asked.fight is None
    return asked.kind in ("shop", "choose") or bool(asked.sums) or any(option.detail for option in asked.options)


# --- fights ---


def _with_fight(asked: Question, state: Seen, found: Ask, lang: str) -> Question:
    """Add the sums of a fight, its chances, and at each offer of a reroll the chances it leads to."""
    sums = sums_of(state, found, wording_of(state, lang))
    if sums is None:
        return asked
    g = working_state(state)
    assert g.fight is not None
    offers = {option.key: _odds_of_offer(g, found, option) for option in found.offers if option.verb == "fate"}
    fight = _with_chances(sums, g, found, tuple(offers.values()))
    told: dict[str, Chances | None] = {key: percents(odds) for key, odds in offers.items()}
    if fight.chances and _attacks(g, found):
        told |= {each.key: _odds_of_attack(state, each.key) for each in found.offers if _own_ability(each)}
    shown = (replace(each, chances=told.get(each.key, each.chances)) for each in asked.offers)
    return replace(asked, fight=fight, offers=tuple(shown))


def _with_chances(sums: FightSums, g: WorkingState, found: Ask, rerolls: tuple[Odds, ...]) -> FightSums:
    if all_thrown(g):
        best = max(rerolls, key=lambda odds: (odds.won, -odds.lost), default=None)
        return sums if best is None else replace(sums, fate=percents(best), whose=int(not _attacks(g, found)))
    plain, paid = odds_of_fight(g), _with_fate(g)
    if g.fight is not None and paid is not None and free_reroll(g, g.fight.you, OWN):
        plain, paid = paid, None  # whoever may for nothing does
    better = paid is not None and paid.better_than(plain)
    defends = g.fight is not None and 0 <= found.seat == g.fight.against  # asked for the die of the one attacked
    mine = percents(_of_other_side(plain) if defends else plain)
    return replace(sums, chances=mine, fate=percents(paid) if paid and better else None, whose=int(defends))


def _of_other_side(odds: Odds) -> Odds:
    return Odds(odds.lost, odds.standoff, odds.won)


def _with_fate(g: WorkingState) -> Odds | None:
    """Return the odds if the attacker spends fate, or None without fate or against a character (who may spend too)."""
    fight = g.fight
    assert fight is not None
    alone = fight.against < 0 and (g.players[fight.you].fate > 0 or bool(free_reroll(g, fight.you, OWN)))
    return odds_of_fight(g, fate=True) if alone else None


def _attacks(g: WorkingState, found: Ask) -> bool:
    return g.fight is not None and found.seat == g.fight.you


def _odds_of_offer(g: WorkingState, found: Ask, offer: Option) -> Odds:
    """Return the odds after a reroll, from the side of who is asked."""
    odds = odds_of_reroll(g, found.seat, int(offer.item))
    return odds if _attacks(g, found) else _of_other_side(odds)
