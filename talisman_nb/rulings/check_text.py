"""Words the events and checks of a step of a case, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from talisman_nb.engine import asides, ask
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import UNSEEN, Ask, Option, State, read_key
from talisman_nb.notation.text_play import by_character
from talisman_nb.rules.index import rule
from talisman_nb.text.events import say_event
from talisman_nb.text.grammar import Nouns, join_list
from talisman_nb.text.phrases import sentence
from talisman_nb.text.questions.labels import SPACE, closed_text, label, requirement_of
from talisman_nb.text.questions.question import question
from talisman_nb.text.wording import Wording, wording_of

from .runner import Check, Played

ASKED = ("ask", "purpose", "seat", "n", "not_ask")
"""Names of the checks of the question; the headline of the question words all of them."""
LONG = ("rules", "closed")
"""Prefixes of checks that take a line each; other checks with the same label share a line."""
NONE = "–"


def told_step(played: Played, lang: str) -> tuple[str, ...]:
    """Return a line for each event of a step, expected events marked with a tick, then a line for each other check.

    >>> from .cases import case
    >>> from .runner import run
    >>> for line in told_step(run(case("w1")).steps[2], "en")[-3:]: print(line)
    ✓ The Warrior beat the Bear, 14 to 4.
    The Bear is now the Warrior's trophy (3 points).
    ✓ Warrior, Strength: 7
    """
    state = by_character(played.states[-1], lang, played.states[0])
    wanted = {check.came for check in played.checks if check.ok and check.what == "told"}
    happened = ((event in wanted, say_event(state, event, lang)) for event in played.events)
    return (*(f"✓ {line}" if seen else line for seen, line in happened if line), *looked_at(played, lang))


def looked_at(played: Played, lang: str) -> tuple[str, ...]:
    """Return a line for each check except those of events; failed checks as expected and actual values.

    >>> from .cases import case
    >>> from .runner import run
    >>> looked_at(run(case("w4")).steps[1], "it")[0]
    '✓ Ladro, beni: Mulo'
    """
    state = by_character(played.states[-1], lang, played.states[0])
    wording = wording_of(state, lang)
    found: dict[tuple[str, str], list[str]] = {}
    for check in played.checks:
        if check.ok and check.what != "told":  # an expected event has a line of its own
            what, values = _label_and_values(wording, state, check)
            line = found.setdefault((what, values[0] if check.what.startswith(LONG) else ""), [])
            line[:] = values if check.what in ASKED or check.what.startswith(LONG) else [*line, *values]
    lines = [
        wording.say("checks", "line", what=sentence(what), value=join_list(said, lang))
        for (what, _), said in found.items()
    ]
    return (*lines, *(wording.say("checks", "wrong", what=check.line()) for check in played.checks if not check.ok))


def _label_and_values(wording: Wording, state: State, check: Check) -> tuple[str, Sequence[str]]:
    """Return the label of a check and its value, worded."""
    head, _, of = check.what.partition(" ")
    if check.what in ASKED:
        headline = question(state, ask(state), wording.lang).headline
        return wording.say("checks", "asked"), (wording.say("checks", "option", option=headline),)
    if head in ("closed", "closed_by"):
        return wording.say("checks", head), (_closed_option(wording, state, of),)
    if head == "stock":
        return wording.say("checks", head, card=wording.card(of)), (str(check.expected),)
    if head == "seat":
        who, _, name = of.partition(" ")
        seat, what = (
            int(who),
            wording.say("checks", "of", who=wording.who(int(who)).text, what=wording.say("checks", name)),
        )
    elif head in ("lying", "gold"):
        seat, name, what = -1, head, wording.say("checks", f"{head}.space", space=wording.space(of))
    else:
        seat, name = ask(state).seat, f"{head}.{of}" if head == "foe" else head
        what = wording.say("checks", name)
    return what, VALUES.get(name, _number_or_bool)(wording, state, seat, check.expected)


def without_stop(text: str) -> str:
    """Return a single sentence without its full stop, as it ends a line; several keep theirs.

    >>> without_stop("A die shows a number."), without_stop("It is closed. Pay first.")
    ('A die shows a number', 'It is closed. Pay first.')
    """
    return text if ". " in text else text.rstrip(".")


Values = Callable[[Wording, State, int, Any], Sequence[str]]


def _number_or_bool(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    """Word a number or a boolean."""
    return (wording.say("checks", "yes" if value else "no") if isinstance(value, bool) else str(value),)


def _cards(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    cards = (value,) if isinstance(value, str) else value
    unseen = sum(card.startswith(UNSEEN) for card in cards)
    seen = (card for card in cards if not card.startswith(UNSEEN))
    named = Nouns(
        (wording.source(card) if card.startswith("character.") else wording.card(card) for card in seen), wording.lang
    )
    found = [*map(str, named.counted()), *([wording.amount("spell", unseen)] if unseen else [])]
    return found or (NONE,)


def _spaces(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    return [str(wording.space(space)) for space in ((value,) if isinstance(value, str) else value)]


def _seat_name(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    return (wording.who(value).text or NONE,)


def _counters(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    strength, craft = value
    return (wording.say("words", "trophy-points", strength=strength, craft=craft),)


def _options(wording: Wording, state: State, seat: int, value: Any) -> Sequence[str]:
    """Word options; those that read alike (to reroll one of two equal dice) are told once."""
    named = (_option(wording, state, seat, key) for key in ((value,) if isinstance(value, str) else value))
    return [wording.say("checks", "option", option=name) for name in dict.fromkeys(named)]


def _option(wording: Wording, state: State, seat: int, key: str) -> str:
    """Return the label of an option; key prefixes and options that do not exist now have phrases of their own."""
    if wording.phrases.has("checks", key):
        return wording.say("checks", key)
    found, option = ask(state), _find_option(state, key)[0]
    if option is None and read_key(key).verb == "fate":
        return wording.say("options", "fate")
    if option is None and found.kind == "way" and wording.phrases.has("words", key):
        return sentence(wording.word(key))
    asked = Ask(found.ply, "aside", seat) if found.kind == "die" else found
    return label(wording, asked, option or Option(key, space=state.players[max(seat, 0)].space if key == SPACE else ""))


def _find_option(state: State, key: str) -> tuple[Option | None, Ask]:
    """Return the option of a key, or None, and its question; for an aside, a question put to its seat."""
    found = ask(state)
    beside = (
        (option, Ask(found.ply, "aside", seat)) for seat in range(len(state.players)) for option in asides(state, seat)
    )
    options = ((option, found) for option in (*found.options, *found.offers))
    return next(((option, asked) for option, asked in (*options, *beside) if option.key == key), (None, found))


def _closed_option(wording: Wording, state: State, key: str) -> str:
    option, asked = _find_option(state, key)
    assert option is not None, f"{key} was looked at"
    why = closed_text(wording, asked.seat, option, requirement_of(wording, working_state(state), option))
    named = wording.say("checks", "option", option=label(wording, asked, option))
    return wording.say("checks", "because", option=named, why=without_stop(why))


VALUES: dict[str, Values] = {
    **dict.fromkeys(
        ("goods", "spells", "others_see", "trophies", "lying", "discards", "discarded", "box", "foe.name"), _cards
    ),
    **dict.fromkeys(("space", "leads_to"), _spaces),
    **dict.fromkeys(("open", "only", "not_open", "may", "may_not"), _options),
    **dict.fromkeys(("turn", "winner"), _seat_name),
    "counters": _counters,
    "character": lambda wording, state, seat, key: (str(wording.source(f"character.{key}")) if key else NONE,),
    "form": lambda wording, state, seat, key: (str(wording.source(f"form.{key}")) if key else NONE,),
    "alignment": lambda wording, state, seat, key: (wording.names.name("alignment", key, wording.lang),),
    "untold": lambda wording, state, seat, kind: (wording.say("checks", f"untold.{kind}"),),
    "rules": lambda wording, state, seat, id: (without_stop(rule(id).text(wording.lang)),),
}
"""Maps the name of a check to the function that words its value; `_number_or_bool` words the others."""
