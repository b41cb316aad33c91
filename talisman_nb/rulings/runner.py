"""Plays cases and compares each expected value with the actual one after every step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from talisman_nb.engine import asides, ask
from talisman_nb.engine.effects import MISSED
from talisman_nb.engine.totals import spell_limit, total
from talisman_nb.engine.view import view
from talisman_nb.engine.working_state import working_state
from talisman_nb.model import Event, State
from talisman_nb.notation.situation import situation
from talisman_nb.notation.text_answers import CannotPlayError, NotAllowedError, say
from talisman_nb.rules.book import Book, book_of

from .case_types import Case, SeatThen, Then

BY_THE_WAY = "turn "
"""Prefix of orders that only let time pass: their events count for no rule unless the step expects them."""


class Check(Struct, frozen=True):
    """One comparison: the name of the value, the expected and the actual (`came`) value, whether it passed."""

    what: str
    expected: Any
    came: Any
    ok: bool

    def line(self) -> str:
        """Return the check as one line of plain text."""
        return (
            f"{self.what}: {self.came!r}" if self.ok else f"{self.what}: expected {self.expected!r}, came {self.came!r}"
        )


class Played(Struct, frozen=True):
    """The result of one step: its states from first to last, its events, its checks, the rules they cite."""

    do: tuple[str, ...]
    states: tuple[State, ...]
    events: tuple[Event, ...]
    checks: tuple[Check, ...]
    rules: frozenset[str] = frozenset()

    @property
    def ok(self) -> bool:
        """Whether every check has passed."""
        return all(check.ok for check in self.checks)


class CaseResult(Struct, frozen=True):
    """The result of a ruling that was played; it ends early at an answer that was refused.

    Attributes
    ----------
    case
        The ruling.
    steps
        What each step did, with its checks; a refused answer fails one named `answer`.

    Examples
    --------
    >>> from talisman_nb.rulings.cases import case
    >>> found = run(case("w2"))
    >>> found.ok, found.wrong, found.unseen
    (True, (), ())
    """

    case: Case
    steps: tuple[Played, ...]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("\n".join((f"{'✓' if self.ok else '✗'} {self.case.id}", *self.wrong)))

    @property
    def wrong(self) -> tuple[str, ...]:
        """Return a line for each failed check."""
        return tuple(
            f"{self.case.id}, step {at}: {c.line()}" for at, s in enumerate(self.steps, 1) for c in s.checks if not c.ok
        )

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the case's rules that no event, question or closed option cites and no step `shows`."""
        seen = {rule for played in self.steps for rule in played.rules} | {
            rule for step in self.case.steps for rule in step.shows
        }
        return tuple(rule for rule in self.case.rules if rule not in seen)

    @property
    def ok(self) -> bool:
        """Whether every check of every step has passed."""
        return not self.wrong


def run(case: Case, edition: str = "") -> CaseResult:
    """Play a ruling from its situation; stop at the first answer that is refused.

    Parameters
    ----------
    case
        The ruling.
    edition
        One of those it holds in; "" for that of its situation.

    Returns
    -------
    CaseResult
        What came of it.

    Examples
    --------
    >>> from talisman_nb.rulings.cases import case
    >>> run(case("w2")).wrong
    ()
    """
    if case.in_words:
        return CaseResult(case, ())
    state, steps = situation(case.situation_in(edition or case.own_edition)), []
    for step in case.steps:
        played = play_step(state, step.do, step.then)
        steps.append(played)
        if played.checks and played.checks[-1].what == "answer":
            break
        state = played.states[-1]
    return CaseResult(case, tuple(steps))


def play_step(state: State, do: Iterable[str], then: Then) -> Played:
    """Give the answers of one step, then run its checks; a refused answer gives a single failed check."""
    orders = tuple(do)
    states: list[State] = [state]
    events: list[Event] = []
    rules = set(_cited_rules(state, ()))
    for order in orders:
        try:
            for state, told in say(states[-1], order):
                states.append(state)
                events += told
                rules.update(_cited_rules(state, told) if not order.startswith(BY_THE_WAY) else ())
        except (NotAllowedError, CannotPlayError) as wrong:
            return Played(orders, tuple(states), tuple(events), (Check("answer", order, str(wrong), False),))
    rules.update(
        _cited_rules(states[-1], (event for event in events if any(_matches(event, wanted) for wanted in then.told)))
    )
    looked_at = {*then.closed, *then.closed_by}
    rules.update(
        rule for option in _options(states[-1]) if option.closed and option.key in looked_at for rule in option.cites
    )
    return Played(orders, tuple(states), tuple(events), tuple(_checks(states[-1], events, then)), frozenset(rules))


def _cited_rules(state: State, told: Iterable[Event]) -> Iterator[str]:
    """Yield the rules cited by the events, by the question asked now and by its closed options."""
    for event in told:
        yield from event.cites
    found = ask(state)
    yield from found.cites
    yield from (rule for option in (*found.options, *found.offers) if option.closed for rule in option.cites)


def _checks(state: State, events: list[Event], then: Then) -> Iterator[Check]:
    """Yield the checks of a step: question, seats, board, events, cited rules."""
    yield from _question_checks(state, then)
    for seat, expected in then.seats.items():
        yield from _seat_checks(state, int(seat), expected)
    yield from _board_checks(state, then)
    yield from _event_checks(events, then)
    cited = {rule for event in events for rule in event.cites} | {
        rule for option in _options(state) for rule in option.cites
    }
    cited |= set(ask(state).cites)
    yield from (Check("rules", rule, sorted(cited), rule in cited) for rule in then.rules)


def _compare(what: str, expected: Any, came: Any) -> Iterator[Check]:
    """Yield an equality check; nothing if no value is expected."""
    if expected is not None:
        yield Check(what, expected, came, expected == came)


def _options(state: State) -> list[Any]:
    found = ask(state)
    return [
        *found.options,
        *found.offers,
        *(option for seat in range(len(state.players)) for option in asides(state, seat)),
    ]


def _question_checks(state: State, then: Then) -> Iterator[Check]:
    """Check the question: kind, seat, keys that are open or closed, spaces it leads to."""
    found = ask(state)
    yield from _compare("ask", then.ask, found.kind)
    for name in ("purpose", "seat", "n"):
        yield from _compare(name, getattr(then, name), getattr(found, name))
    yield from _compare("turn", then.turn, state.turn)
    yield from _compare("winner", then.winner, state.winner)
    if then.not_ask is not None:
        yield Check("not_ask", then.not_ask, found.kind, then.not_ask != found.kind)
    yield from (Check("open", key, found.open(), key in found.open()) for key in then.open)
    yield from (Check("not_open", key, found.open(), key not in found.open()) for key in then.not_open)
    yield from _compare("only", None if then.only is None else sorted(then.only), sorted(found.open()))
    leads = sorted({option.space for option in found.options if option.space})
    yield from _compare("leads_to", None if then.leads_to is None else sorted(then.leads_to), leads)
    options = {option.key: option for option in reversed(_options(state))}
    for key, reason in then.closed.items():
        yield Check(
            f"closed {key}",
            reason,
            options[key].closed if key in options else None,
            key in options and options[key].closed == reason,
        )
    for key, rule in then.closed_by.items():
        closing = options[key].cites if key in options and options[key].closed else None
        yield Check(f"closed_by {key}", rule, closing, closing is not None and rule in closing)


def _seat_checks(state: State, seat: int, expected: SeatThen) -> Iterator[Check]:
    """Check the fields, totals and asides of a seat."""
    for name in SeatThen.__struct_fields__:
        value = getattr(expected, name)
        if name not in ("may", "may_not") and value is not None:
            yield from _compare(f"seat {seat} {name}", value, seat_value(state, seat, name))
    may = [option.key for option in asides(state, seat) if not option.closed]
    yield from (Check(f"seat {seat} may", key, may, any(k.startswith(key) for k in may)) for key in expected.may)
    yield from (
        Check(f"seat {seat} may_not", key, may, not any(k.startswith(key) for k in may)) for key in expected.may_not
    )


def seat_value(state: State, seat: int, name: str) -> Any:
    """Return what a field of `SeatThen` looks at, except `may` and `may_not`."""
    p, g = state.players[seat], working_state(state)
    came: dict[str, Callable[[], Any]] = {
        "strength": lambda: total(g, seat, "strength"),
        "craft": lambda: total(g, seat, "craft"),
        "counters": lambda: (p.strength, p.craft),
        "most_spells": lambda: spell_limit(g, seat),
        "others_see": lambda: view(state).players[seat].spells,
        "misses": lambda: sum(promise.program == MISSED for promise in p.promises),
    }
    return came[name]() if name in came else getattr(p, name)


def _board_checks(state: State, then: Then) -> Iterator[Check]:
    """Check cards and gold on spaces, piles, effects and the fight."""
    book = book_of(state.book)
    at = book.board.index
    for space, cards in then.lying.items():
        yield from _compare(f"lying {space}", cards, state.spaces[at[space]])
    for space, n in then.gold.items():
        yield from _compare(f"gold {space}", n, state.gold[at[space]])
    yield from _pile_checks(state, book, then)
    yield from _compare("effects", then.effects, len(state.effects))
    yield from _compare("fighting", then.fighting, state.fight is not None)
    foe = state.fight.foes[0] if state.fight and state.fight.foes else None
    for name, value in then.foe.items():
        yield from _compare(f"foe {name}", value, getattr(foe, name, None))


def _pile_checks(state: State, book: Book, then: Then) -> Iterator[Check]:
    """Check discards, the box and stocks."""
    for deck, cards in then.discards.items():
        yield from _compare(f"discards {deck}", cards, state.decks[book.decks.index(deck)].discards)
    thrown = [card for deck in state.decks for card in deck.discards]
    yield from (Check("discarded", card, thrown, card in thrown) for card in then.discarded)
    yield from _compare("box", then.box, state.box)
    for card, n in then.stock.items():
        yield from _compare(f"stock {card}", n, state.stocks[book.stock_cards.index(card)])


def _event_checks(events: list[Event], then: Then) -> Iterator[Check]:
    """Check that the expected events occur in this order and the unexpected kinds do not occur."""
    rest = iter(events)
    for wanted in then.told:
        found = next((event for event in rest if _matches(event, wanted)), None)
        same = [event for event in events if event.kind == wanted.get("kind")]
        yield Check("told", wanted, found or same or [event.kind for event in events], found is not None)
    kinds = [event.kind for event in events]
    yield from (Check("untold", kind, kinds, kind not in kinds) for kind in then.untold)


def _matches(event: Event, wanted: Mapping[str, Any]) -> bool:
    """Whether an event has all the wanted field values."""
    return all(_field_matches(getattr(event, name, None), value) for name, value in wanted.items())


def _field_matches(came: Any, wanted: Any) -> bool:
    """Whether a field value matches: a list matches a whole tuple, a single value any of its elements."""
    if isinstance(came, tuple):
        return tuple(wanted) == came if isinstance(wanted, list) else wanted in came
    return bool(came == wanted)
