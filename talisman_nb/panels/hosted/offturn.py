"""The phone of whoever waits: when the own turn comes, where its throw may lead, bets; own Spells covered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from talisman_nb.engine import NotAllowedError, asides, ask, step
from talisman_nb.engine.upcoming import turns_before
from talisman_nb.engine.view import seen_by
from talisman_nb.model import UNSEEN, Answer, Ask, Change, Option, Seen, State, key_of, read_key
from talisman_nb.panels.table.audience import LATE
from talisman_nb.panels.table.beside_question import ends_of_die, ends_that_matter
from talisman_nb.rules.book import book_of, plain_card
from talisman_nb.rules.box_readings import book_as_read
from talisman_nb.table import Table
from talisman_nb.table.beside_game import PAUSE
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.beside import view_of
from talisman_nb.text.questions.question import asides_of, who
from talisman_nb.text.screen.values import Choice, Clock, Question, Screen, Sheet, Waiting
from talisman_nb.text.wording import wording_of

BET, PEEK = "bet", "peek"
"""Types of messages of a phone that are no presses: a bet on somebody's throw, a look at the own Spells."""
SPELL: Final = "nth"
"""Verb of the keys that stand for what is covered: of a Spell in the hand by its place there, of an option by its place
in the question."""


class PeekedSpell(Struct, frozen=True):
    """A Spell of one's own that is looked at: named only while a finger holds the field beside it."""

    thing: str  # stands for it while it is covered: the `thing` of a choice, a key of `Sheet.spells_keys`
    name: str
    note: str = ""  # what it does, in few words
    closed: str = ""  # why it can't be cast now


def waiting(table: Table, seat: int, lang: str) -> Waiting:
    """Return what a seat that is not asked is told."""
    state, bets, said = table.state, table.bets, load_phrases(lang)
    wording, found, coming = wording_of(state, lang), table.ask, turns_before(state, seat)
    settled = bets.settled
    tallies, last = bets.tallies, settled[-1] if settled else None
    told = ""
    if last and last.line.undo_group == table.lines[-1].undo_group:
        names = ", ".join(state.players[each].name for each in last.winners)
        key = "bet-won" if names else "bet-lost"
        told = sentence(said.say("host", key, n=int(last.line.answer.key), who=names))
    faces = tuple(int(key) for key in found.open() if key.isdigit()) if bets.taken(seat) else ()
    made = bets.open
    own = tallies.get(seat)
    return Waiting(
        coming="" if coming is None else said.say("host", "next" if coming.before == 1 else "ahead", n=coming.before),
        missed=said.say("host", "misses", n=coming.missed) if coming and coming.missed else "",
        heading=said.say("host", "bet-on", who=wording.who(found.seat)) if faces else "",
        faces=faces,
        face=made.get(seat, 0),
        others=tuple((who(state, each, wording), made[each]) for each in sorted(made) if each != seat),
        points=said.count(own.points, "point") if own else "",
        told=told,
    )


def clock(table: Table, now: float) -> Clock | None:
    """Return how long the turn takes at Unix time `now`; None where nobody wants a clock, or the game is over."""
    if table.settings.clock == "off" or table.ask.kind == "over":
        return None
    times = table.turn_times
    turn = times[-1]
    since = now - turn.until
    running = since if 0 < since < PAUSE else 0.0
    before = sum(each.seconds for each in times if each.seat == turn.seat)
    name = table.state.players[turn.seat].name
    return Clock(name, int(turn.seconds + running), int(before + running))


def next_throw(state: State, seat: int, lang: str) -> list[dict[str, Any]]:
    """Return where the next throw to move of a seat may lead from where it stands now, what matters most in front.

    It is found by letting its turn begin on a copy; [] where that begins otherwise.
    """
    seen = seen_by(state)
    begins = Answer(seen.ply, "hand", changes=(Change("miss", seat, 0), Change("turn", seat)))
    try:
        after, _ = step(seen, begins)
    except NotAllowedError:
        return []
    found = ask(after)
    if found.seat != seat:
        return []
    faces = ends_of_die(seen_by(after), found, lang)
    return [{"face": int(face), "end": to_builtins(end)} for face, end in ends_that_matter(faces)]


# --- own Spells, face down ---


def own_sheet(sheet: Sheet, state: State, seat: int, lang: str) -> Sheet:
    """Return a sheet with those of the seat's Spells that have a name as covered cards, each with its number."""
    if sheet.who.seat != seat:
        return sheet
    named = [at for at, card in enumerate(state.players[seat].spells) if card != UNSEEN]
    names = tuple(_called(at, lang) for at in named)
    keys = tuple(key_of(SPELL, at) for at in named)
    return replace(sheet, spells=names, spells_keys=keys, unseen=len(state.players[seat].spells) - len(named))


def _called(at: int, lang: str) -> str:
    return load_phrases(lang).say("host", "spell-n", n=at + 1)


def _place(state: State, seat: int, card: str) -> int:
    """The place in a seat's hand of a Spell, -1 for what is not there, or has no name."""
    hand = [plain_card(each) for each in state.players[seat].spells]
    return hand.index(plain_card(card)) if card and card != UNSEEN and plain_card(card) in hand else -1


def cover_asides(choices: Sequence[Choice], state: State, seat: int, lang: str) -> tuple[Choice, ...]:
    """Return a seat's asides with its Spells by number, without the reason why one can't be cast."""
    keys = [f"{seat}/{option.key}" for option in asides(seen_by(state, (seat,)), seat)]
    not_now = load_phrases(lang).say("host", "not-now")
    made = []
    for choice in choices:
        at = _place(state, seat, read_key(choice.key.partition("/")[2]).item) if choice.hint == "S" else -1
        if at >= 0:
            key = f"{seat}/{key_of(SPELL, keys.index(choice.key))}"
            closed = not_now if choice.closed else ""
            choice = replace(
                choice, key=key, label=_called(at, lang), note="", closed=closed, thing=key_of(SPELL, at), detail=""
            )
        made.append(choice)
    return tuple(made)


def cover_late(choices: Iterable[Choice], table: Table, seat: int, lang: str) -> tuple[Choice, ...]:
    """Return the offers to cast a Spell late with the Spells by number, those of one moment told apart by it."""
    said, made = load_phrases(lang), []
    lines = {line.n: line for line, _ in table.late_spells(seat)}
    for choice in choices:
        n, _, key = choice.key.removeprefix(LATE).partition("/")
        at = _place(table.state, seat, read_key(key).item)
        label = said.say("host", "late-spell", spell=_called(max(at, 0), lang))
        offered = [option.key for option in asides(seen_by(lines[int(n)].before, (seat,)), seat)]
        made.append(Choice(f"{LATE}{n}/{key_of(SPELL, offered.index(key))}", label, thing=key_of(SPELL, at)))
    return tuple(made)


def castable(choices: Sequence[Choice], lang: str) -> str:
    """Return that Spells can be cast now, as covered asides have them, "" for none; those without a name count not."""
    n = len({choice.thing for choice in choices if choice.hint == "S" and choice.thing and not choice.closed})
    return load_phrases(lang).say("host", "castable", n=n) if n else ""


def cover_options(asked: Question, found: Ask, state: State, seat: int, lang: str) -> Question:
    """Return a question whose numbered options are called as the covered Spells they stand for."""

    def called(choice: Choice) -> Choice:
        verb, nth = read_key(choice.key)
        if verb != SPELL or found.kind == "character":
            return choice
        at = _place(state, seat, found.options[int(nth)].item)
        return choice if at < 0 else replace(choice, label=_called(at, lang), thing=key_of(SPELL, at))

    return replace(asked, options=tuple(map(called, asked.options)))


def real_key(options: Sequence[Option], key: str) -> str:
    """Return the key that a covered aside stands for; another key as it is."""
    verb, at = read_key(key)
    return options[int(at)].key if verb == SPELL and at.isdigit() and int(at) < len(options) else key


def real_change(change: Change, state: State, seat: int) -> Change:
    """Return a change with the Spell that a number of the seat's hand stands for."""
    verb, at = read_key(change.card)
    hand = state.players[seat].spells
    named = verb == SPELL and at.isdigit() and int(at) < len(hand) and change.origin in ("", f"spells:{seat}")
    return replace(change, card=hand[int(at)]) if named else change


def peeked(state: Seen, seat: int, lang: str) -> list[PeekedSpell]:
    """Return the Spells in a seat's hand, for as long as somebody looks at them."""
    wording, book = wording_of(state, lang), book_as_read(book_of(state.book), state.texts)
    casts = {choice.key: choice for choice in asides_of(state, {seat: asides(state, seat)}, lang)}
    made = []
    for at, card in enumerate(state.players[seat].spells):
        if card != UNSEEN:
            cast = casts.get(key_of("cast", plain_card(card)))
            closed = cast.closed if cast else ""
            name = sentence(str(wording.card(card)))
            about = " ".join(view_of(book, plain_card(card), lang).lines) if book.find(plain_card(card)) else ""
            made.append(PeekedSpell(key_of(SPELL, at), name, about, closed))
    return made


def without_names(made: Screen, found: Ask, state: State, seat: int, lang: str) -> Screen:
    """Return a phone's screen with its own Spells face down, and whether one can be cast now."""
    others = cover_asides(made.asides, state, seat, lang)
    return replace(
        made,
        sheets=tuple(own_sheet(sheet, state, seat, lang) for sheet in made.sheets),
        asides=others,
        castable=castable([choice for choice in others if choice.key.startswith(f"{seat}/")], lang),
        question=cover_options(made.question, found, state, seat, lang) if made.question else None,
    )
