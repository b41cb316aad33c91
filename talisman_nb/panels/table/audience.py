"""Who looks at a screen of a table (`Audience`): what they may send, what is hidden, which asides they may choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from talisman_nb.chronicle.journal import journal_line
from talisman_nb.engine import NotAllowedError, asides
from talisman_nb.engine.card_transfers import GOLD
from talisman_nb.engine.view import EVERYONE, seen_by, shut_viewer
from talisman_nb.model import TARGET, UNSEEN, Ask, Option, Seen, key_of
from talisman_nb.model.kinds import BOARD_TEXT
from talisman_nb.panels.sync.message import ViewMessage
from talisman_nb.table import AnswerRecord, Table
from talisman_nb.table.hand_moves import difference
from talisman_nb.table.last_time import after, last_time, remembered_text
from talisman_nb.table.records import POLICY
from talisman_nb.text.moves import say_moves
from talisman_nb.text.phrases import load_phrases, sentence
from talisman_nb.text.questions.labels import cost_of_reroll
from talisman_nb.text.questions.question import asides_of, one_of_alike, who
from talisman_nb.text.screen.values import Choice, LateMoment, Question, Screen
from talisman_nb.text.wording import wording_of

HIDDEN = key_of("cast", UNSEEN)
"""Key of the choice that stands for a hidden hand of Spells until its owner asks to see it."""
LOOK = "look:"
"""Prefix of the offer to show the Spells of a seat until the next answer."""
AGAIN, FORGET = "by-hand:again", "by-hand:forget"
"""Keys of the offers to change by hand what was changed the last time, and to forget it."""
NO_SPELL = "no-spell"
"""Key of the offer to take back the Spell just announced."""
CAST = key_of("cast", "")
"""Beginning of the keys of Spells."""
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
    """Return the choices that put no card down, and by seat the things that may be put down.

    People hold many things: a panel makes choices of their keys, which are sent instead.
    """
    others: list[Choice] = []
    drops: dict[str, tuple[str, ...]] = {}
    for choice in choices:
        seat, _, card = choice.key.partition(DROP)
        if card and card != GOLD and not choice.closed:
            drops[seat] = (*drops.get(seat, ()), card)
        else:
            others.append(choice)
    return tuple(others), drops


def besides(table: Table, lang: str) -> Iterator[Choice]:
    """Yield the actions of the table that are open now, with keys without a seat: "/settle"."""
    said = load_phrases(lang)
    if table.can_throw_again:
        yield Choice("/throw-again", _again_words(table, lang), "X")
    if table.can_settle:
        yield Choice("/settle", said.say("setup", "settle"), "X")


def _again_words(table: Table, lang: str) -> str:
    """Say whose roll or card is made anew, and that it costs nothing; a card that may be secret is not named."""
    line = next(line for line in reversed(table.lines) if line.by != POLICY)
    wording = wording_of(line.before, lang)
    return wording.first(
        "setup", (f"throw-again.{line.ask.kind}", "throw-again"), who=wording.who(line.ask.seat), n=line.answer.key
    )


LATE = "late:"
"""Prefix of the offers that change what the table has just answered by itself: "late:LINE/KEY"."""


def with_last_text(asked: Question, table: Table, found: Ask, lang: str) -> Question:
    """Return a question what the board says with what it said the last time in front."""
    text = remembered_text(table.state, found) if found.purpose == BOARD_TEXT else ""
    first = [option for option in asked.options if option.key == text]
    if not first:
        return asked
    said = load_phrases(lang).say("setup", "as-last-time", what=first[0].label)
    others = (option for option in asked.options if option.key != text)
    return replace(asked, options=(replace(first[0], label=said), *others))


def named_by_shelf(asked: Question) -> Question:
    """Return a shop's question with its wares named once, without the rules that `why` has: each answer stays small."""
    wares = asked.shop.wares if asked.shop else ()
    names = {key_of("free", ware.card): "" if ware.price else ware.name for ware in wares}
    names |= {key_of("buy", ware.card): ware.name for ware in wares}
    options = tuple(
        replace(each, label=names.get(each.key, each.label), closed=each.closed.partition(". ")[0])
        for each in asked.options
    )
    card = asked.card and replace(asked.card, unsure="")  # `why` has the same sentence
    return replace(asked, options=options, card=card) if names else asked


def with_drawn(asked: Question, table: Table, found: Ask, lang: str) -> Question:
    """Return the question for another card of several with what was drawn before it, and how many are still to come."""
    last = next((line for line in reversed(table.lines) if line.by != POLICY), None)
    if found.kind != "card" or last is None or (last.ask.kind, last.ask.seat) != ("card", found.seat):
        return asked
    if (last.ask.purpose, last.ask.n) != (found.purpose, found.n + 1):
        return asked
    wording = wording_of(table.state, lang)
    drawn = [event.card for event in last.events if event.kind == "drawn" and event.only < 0]
    said = [wording.say("asks", "note.drawn", cards=wording.cards(drawn))] if drawn else []
    said += [asked.circumstance or sentence(wording.say("asks", "note.to-draw", n=found.n))]
    return replace(asked, circumstance=" · ".join(map(sentence, said)))


def no_spell(table: Table, found: Ask, lang: str) -> tuple[Choice, ...]:
    """Return the offer to take back the Spell just announced, while it waits for its name or its target."""
    last = next((line for line in reversed(table.lines) if line.by != POLICY), None)
    announced = last is not None and last.answer.key.startswith(CAST) and last.answer.seat in (-1, found.seat)
    if not announced or found.purpose not in ("which-spell", TARGET) or not table.can_undo:
        return ()
    return (Choice(NO_SPELL, load_phrases(lang).say("setup", "no-spell")),)


def as_last_time(table: Table, found: Ask, lang: str) -> tuple[Choice, ...]:
    """Return the offer to change by hand what was changed for the same card or space before, and to forget it."""
    changes = last_time(table.state, found) if found.kind == "hands" else ()
    if not changes:
        return ()
    said, moves = load_phrases(lang), difference(table.state, after(table.state, changes))
    told = " ".join(say_moves(table.state, moves, lang))
    return (
        (
            Choice(AGAIN, said.say("setup", "as-last-time", what=told)),
            Choice(FORGET, said.say("setup", "forget-last-time")),
        )
        if moves
        else ()
    )


def late_choices(table: Table, lang: str, viewer: int, taken: set[str]) -> Iterator[Choice]:
    """Yield the offers to reroll what the policy has just kept, to a shared screen and to that of the seat.

    `taken` are the keys of the keyboard that the question has used up.
    """
    line, offers = table.late_rerolls
    if line is None or viewer not in (-1, line.ask.seat) or table.settings.bot(line.ask.seat):
        return
    said, wording = load_phrases(lang), wording_of(line.before, lang)
    for at, offer in enumerate(one_of_alike(offers)):
        label = said.say("options", "fate.late", who=wording.who(line.ask.seat), n=offer.n)
        hint = "R" if at == 0 and "R" not in taken else ""
        yield Choice(f"{LATE}{line.n}/{offer.key}", label, hint, note=cost_of_reroll(wording, offer))


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
    told = journal_line(line, lang, viewer)
    return None if told.folded else LateMoment(line.n, told.text)


SHARED = -1
"""Viewer of a shared screen: no seat."""
PLAYING = ("answer", "roll", "hand", "aside", "hold-on", "amend", "decide")
"""Types of messages that answer the game."""
READING = (
    "card", "chronicle", "earlier", "export", "hint", "journal", "look-up", "packing", "situation", "told",
)  # fmt: skip
"""Types of messages that only look back."""
PERSONAL = ("language", "wish", *READING)
"""Types of messages that a phone may send at any time: they change nothing for anybody else."""
UNHELD = ("aside", "keep-ruling", *PERSONAL)
"""Types of messages that a hold does not stop."""
FROM_PHONES = ("answer", "roll", "hand", "correct", "hold-on", "undo", "aside", *PERSONAL)
"""Types of messages that a phone may send."""


class Audience(Struct, frozen=True):
    """Those who look at one screen.

    `viewer` is the seat whose hidden cards are shown, or `SHARED`; `may_send` are the types of messages that are taken,
    None for all. `hosted`: other screens are beside it, with which it shares a `Gathering`. `hides_looks`: no hidden
    cards are shown on request, for there are phones for it. `hides_hands`: cards in hands are never named.
    `counts_windows`: it is a window of the table, and tells how many there are.

    >>> table = Table.new({"Ada": "wizard", "Bruno": "thief"}, cards="physical")
    >>> [each.hands_shown(table) for each in (ALONE, at_phone(1), AT_TELEVISION)]
    [(0, 1), (1,), ()]
    >>> AT_LAPTOP.check(ViewMessage("start"), table)
    >>> at_phone(1).check(ViewMessage("start"), table)
    Traceback (most recent call last):
    ...
    talisman_nb.engine.refusal.NotAllowedError: 'start' is not taken here
    """

    viewer: int = SHARED
    may_send: tuple[str, ...] | None = None
    hosted: bool = False
    hides_looks: bool = False
    hides_hands: bool = False
    counts_windows: bool = True

    @property
    def is_phone(self) -> bool:
        """Whether only what one seat is asked can be answered."""
        return self.hosted and self.viewer != SHARED

    @property
    def leads(self) -> bool:
        """Whether it lets the program play on: a shared screen at which everything may be pressed."""
        return self.presses and not self.is_phone

    @property
    def told(self) -> int:
        """The viewer that what happened is told to: before a phone its seat, with its own Spells covered."""
        return shut_viewer(self.viewer) if self.is_phone else self.viewer

    @property
    def presses(self) -> bool:
        """Whether anything can be pressed."""
        return self.may_send != ()

    def check(self, message: ViewMessage, table: Table | None) -> None:
        """Raise `NotAllowedError` for a message that may not be sent."""
        if self.may_send is not None and message.type not in self.may_send:
            raise NotAllowedError("table.not-open", f"{message.type!r} is not taken here", ("table.not-open",))
        if table and self.hides_looks and self.hides(table) and _asks_to_look(message):
            raise NotAllowedError("table.on-phone", "hidden cards are shown on phones", ("spell.hidden",))

    def hides(self, table: Table) -> bool:
        """Return whether Spells must not be named unasked: a shared screen with virtual cards."""
        return self.viewer == SHARED and table.settings.cards == "virtual"

    def hands_shown(self, table: Table, looking: int = SHARED) -> tuple[int, ...]:
        """Return the seats whose hidden cards may be named: viewer, or seat looking; with real cards all people's."""
        if self.hides_hands:
            return ()
        if self.viewer != SHARED:
            return (self.viewer,)
        seats = (looking,) if self.hides(table) else range(len(table.state.players))
        return tuple(seat for seat in seats if not table.settings.bot(seat))

    def eyes(self, table: Table, found: Ask, looking: int = SHARED) -> int:
        """Return the seat whose hand may be named: viewer, else seat looking (virtual) or asked (physical cards)."""
        if self.hides_hands:
            return EVERYONE
        if self.viewer != SHARED:
            return self.viewer
        seat = looking if self.hides(table) else found.seat
        return EVERYONE if table.settings.bot(seat) else seat


ALONE = Audience()
"""Everybody at the one screen of a table: a notebook, or the panel in a browser."""
AT_LAPTOP = Audience(hosted=True, hides_looks=True)
"""Those at the laptop of a hosted table: any seat may be played there, but hands are shown on phones only."""
AT_TELEVISION = Audience(may_send=(), hosted=True, hides_hands=True, counts_windows=False)
"""Those before a television: it shows what everybody may see, and nothing can be pressed."""
ONLOOKER = Audience(counts_windows=False)
"""Those who look at a part of a table, which is no window of it."""


def at_phone(seat: int) -> Audience:
    """Return who looks at a phone: it shows what the seat may see, and answers the questions to this seat."""
    return Audience(seat, FROM_PHONES, hosted=True, counts_windows=False)


def _asks_to_look(message: ViewMessage) -> bool:
    """Whether a message asks to show what a seat holds face down."""
    keys = (message.key, *message.keys)
    return message.type == "look" or any(key.startswith(LOOK) or key.endswith(f"/{HIDDEN}") for key in keys)


# --- a table of sheets only ---

TAKE_OVER = "table:take-over:"
"""Prefix of the key with which the program asks again, from the turn of a seat."""


def without_questions(made: Screen, state: Seen, lang: str, viewer: int) -> Screen:
    """Return the screen with the sheets to be set in place of its question.

    A seat sets its own sheet alone, and nothing while it has no character; only the shared screen lets the table take
    over.
    """
    said = wording_of(state, lang)
    shared = viewer < 0
    seats = (seat for seat, p in enumerate(state.players) if not (p.out or p.paused)) if shared else ()
    take_over = tuple(
        Choice(f"{TAKE_OVER}{seat}", said.say("setup", "take-over", who=said.who(seat))) for seat in seats
    )
    sets = shared or bool(state.players[viewer].character)
    headline = said.say("setup", "sheets-only")
    how = said.say("setup", "sheets-only-how" if shared else "sheets-only-own" if sets else "sheets-only-none")
    question = Question(
        state.ply, "sheets" if sets else "over", None if shared else who(state, viewer, said), headline, how,
        offers=take_over,
    )  # fmt: skip
    return replace(made, question=question, asides=(), drops={}, announce="", moment=None)
