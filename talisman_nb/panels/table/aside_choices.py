"""Asides as choices of the screen: each seat's Spells and uses, and actions of the table (throw again, settle)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, takewhile

from msgspec.structs import replace

from talisman_nb.chronicle.journal import shown
from talisman_nb.engine import asides
from talisman_nb.engine.shops import BUYER, DONE, still_to_buy
from talisman_nb.engine.view import seen_by
from talisman_nb.model import UNSEEN, Answer, Option, Seen, State, key_of
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.question import asides_of, one_of_alike
from talisman_nb.text.screen.values import Choice, LateMoment
from talisman_nb.text.wording import wording_of

HIDDEN = key_of("cast", UNSEEN)
"""Key of the choice that stands for a hidden hand of Spells until its owner asks to see it."""
LOOK = "look:"
"""Prefix of the offer to show the Spells of a seat until the next answer."""
DROP = f"/{key_of('drop', '')}"
"""Stands between the seat and the thing in the key of a choice that puts a thing down."""


def put_in(state: Seen, seats: Iterable[int], lang: str, hidden: Callable[[int], bool]) -> tuple[Choice, ...]:
    """Return the asides of the seats as choices, with keys "SEAT/KEY": "1/cast:healing".

    `hidden` is a predicate: whether the Spells of a seat must not be named; `HIDDEN` then stands for them.
    """
    return tuple(chain.from_iterable(_of_seat(state, seat, lang, hidden(seat)) for seat in seats))


def _of_seat(state: Seen, seat: int, lang: str, hidden: bool) -> Iterator[Choice]:
    offered = asides(state, seat)
    if hidden:
        rest = tuple(option for option in offered if option.verb != "cast")
        held = (Option(HIDDEN, source=UNSEEN, seat=seat),) if state.players[seat].spells else ()
        offered = held + rest
    for choice in asides_of(state, {seat: offered}, lang):
        label = choice.label
        if hidden and choice.key == HIDDEN:
            wording = wording_of(state, lang)
            label = wording.say("setup", "look", who=wording.who(seat))
        yield replace(choice, key=f"{seat}/{choice.key}", label=label)


def without_drops(choices: Iterable[Choice]) -> tuple[tuple[Choice, ...], dict[str, tuple[str, ...]]]:
    """Return the choices that put no thing down, and by seat the things that may be put down.

    People hold many things: a panel makes choices of their keys, which are sent instead.
    """
    others: list[Choice] = []
    drops: dict[str, tuple[str, ...]] = {}
    for choice in choices:
        seat, _, card = choice.key.partition(DROP)
        if card and not choice.closed:
            drops[seat] = (*drops.get(seat, ()), card)
        else:
            others.append(choice)
    return tuple(others), drops


def besides(table: Table, lang: str) -> Iterator[Choice]:
    """Yield the actions of the table that are open now, with keys without a seat: "/settle"."""
    said = load_phrases(lang)
    if table.can_throw_again:
        yield Choice("/throw-again", said.say("setup", "throw-again"), "X")
    if table.can_settle:
        yield Choice("/settle", said.say("setup", "settle"), "X")


LATE = "late:"
"""Prefix of the offers that change what the table has just answered by itself: "late:LINE/KEY"."""


def late_choices(table: Table, lang: str, viewer: int, taken: set[str]) -> Iterator[Choice]:
    """Yield the offers to reroll what the policy has just kept, to a shared screen and to that of the seat.

    `taken` are the keys of the keyboard that the question has used up.
    """
    line, offers = table.late_rerolls
    if line is None or viewer not in (-1, line.ask.seat):
        return
    said, wording = load_phrases(lang), wording_of(line.before, lang)
    for at, offer in enumerate(one_of_alike(offers)):
        label = said.say("options", "fate.late", who=wording.who(line.ask.seat), n=offer.n)
        hint = "R" if at == 0 and "R" not in taken else ""
        yield Choice(f"{LATE}{line.n}/{offer.key}", label, hint, note=wording.word("costs-fate"))


def late_casts(table: Table, lang: str, seat: int) -> Iterator[Choice]:
    """Yield the offers to cast a Spell at a reaction point that the policy has just passed without asking the seat."""
    said = load_phrases(lang)
    for line, option in table.late_spells(seat):
        for choice in asides_of(seen_by(line.before, (seat,)), {seat: (option,)}, lang):
            label = said.say("host", "late-spell", spell=choice.label)
            yield Choice(f"{LATE}{line.n}/{choice.key}", label, note=choice.note)


def late_moment(line: AnswerRecord, lang: str, viewer: int) -> LateMoment | None:
    """Return the moment before an answer for a late Spell, by what it answers; None for what nobody was told.

    A pause that was passed is told as what came of it: "Ada's Hex takes effect".
    """
    wording = wording_of(line.before, lang)
    key = f"late.{line.ask.purpose}"
    if line.ask.kind == "react" and wording.phrases.has("setup", key):
        card = wording.card(line.ask.source) if line.ask.purpose == "spell" else wording.noun("")
        return LateMoment(line.n, sentence(wording.say("setup", key, who=wording.who(line.ask.other), card=card)))
    told = shown(line, lang, viewer)
    return None if told.folded else LateMoment(line.n, told.text)


def shop_answers(state: State, key: str) -> Iterator[Answer]:
    """Yield the answers that a press in a shop stands for.

    >>> from talisman_nb.notation.situation import situation
    >>> village = situation("troll fields-6, gold 2 | thief city > 1 > clockwise > blacksmith")
    >>> [answer.key for answer in shop_answers(village, "done")]
    ['done']
    """
    if key == DONE:
        yield from (Answer(0, DONE) for _ in still_to_buy(state))
        return
    if key.startswith(BUYER):
        whose, _, key = key.removeprefix(BUYER).partition("/")
        seats = [str(seat) for seat in still_to_buy(state)]
        yield from (Answer(0, DONE) for _ in takewhile(lambda seat: seat != whose, seats))
    yield Answer(0, key)
